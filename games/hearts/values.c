/*
 * values.c - the value of a hand of Hearts to each seat: 26 points less its penalties, and the part
 * of that which is certain.
 *
 * hearts_taken() is the lower bound of Sturtevant's "points taken"; hearts_bounds() is what pruning relies on.
 * The estimate of a hand in play is in eval.c.
 */
#include "games/hearts/rules.h"

static bool
hearts_quiet(const struct game *g, const struct state *s)
{
	return hearts_of(s)->trick_count == 0;
}

static void
hearts_taken(const struct game *g, const struct state *s, int32_t *value)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	if (hearts_decided_value(r, h, value))
		return;
	int32_t share = share_out(r, points_out(h));
	int32_t bonus = r->jack && h->jack == 0 ? UNIT * JACK_BONUS / r->seats : 0;
	for (int i = 0; i < r->seats; i++)
		value[i] = UNIT * (ALL_POINTS - h->points[i]) - share + bonus;
	if (h->jack != 0)
		value[h->jack - 1] += UNIT * JACK_BONUS;
}

/* All seats at once: the points of each are a byte of a word. */
static bool
hearts_taken_after(const struct game *g, const struct state *s, int seat, move m,
		   int32_t *value)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	const int card = (int)m;
	const bool wins = card_beats(card, h->best);
	const int trick_points = h->trick_points + points_of_card(card);
	const int out = points_out(h) - trick_points;
	if (out == 0 || r->jack || (h->played | CARD_BIT(card)) == r->deck)
		return false;
	const uint64_t after = bytes8(h->points) +
			       bytes8_place(wins ? seat : h->best_seat, trick_points);
	value_points(r, after, value);
	return true;
}

/* hearts_taken() shares the outstanding points: at four seats in quarters of a point. */
static int32_t
value_step(const struct game *g, bool by_taken)
{
	const int seats = g->seats;
	return by_taken && UNIT % seats == 0 ? UNIT / seats : 1;
}

/* Penalties of the hands before count against a match without any. */
static void
standing(const struct game *g, const struct state *s, int32_t *total, int32_t *high)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	int32_t best = 0; /* above 0 only by jacks and moons that are taken off */
	for (int i = 0; i < r->seats; i++) {
		total[i] = -UNIT * h->total[i];
		best = total[i] > best ? total[i] : best;
	}
	const int hand = ALL_POINTS * (r->moon_self ? 2 : 1) + (r->jack ? JACK_BONUS : 0);
	for (int i = 0; i < r->seats; i++)
		high[i] = best + UNIT * hand;
}

static bool
sheet(const struct game *g, const struct state *s, struct sheet *out)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	*out = (struct sheet){ .scored = is_scored(h),
			       .low_wins = true,
			       .base = ALL_POINTS,
			       .to = r->to,
			       .down_to = INT16_MIN,
			       .hands_left = -1 };
	for (int i = 0; i < r->seats; i++)
		out->total[i] = h->total[i];
	const int hand = h->hand_number > 0 ? h->hand_number : 1;
	if (r->hands != 0)
		out->hands_left = r->hands > hand ? r->hands - hand : 0;
	return r->to != 0 && r->hands != 1;
}

/* The seat that has all points taken so far, SEAT_NONE when two have some, SEAT_ALL when
 * nobody has any. */
int
hearts_moon_seat(const struct hearts_variant *r, const struct hearts_state *h)
{
	/* Points are small: adding 127 sets the top bit of every byte that is not 0. */
	const uint64_t top = UINT64_C(0x8080808080808080);
	const uint64_t some = (bytes8(h->points) + (top - top / 128)) & top;
	if (some == 0)
		return SEAT_ALL;
	if ((some & (some - 1)) != 0)
		return SEAT_NONE;
	int seat = 0;
	while (seat < r->seats - 1 && h->points[seat] == 0)
		seat++;
	return seat;
}

/* low, high and sum of the possible results of the 26 points, without the jack. */
static void
bounds_of_points(const struct hearts_variant *r, const struct hearts_state *h,
		 struct bounds *b)
{
	int moon = hearts_moon_seat(r, h);
	int out = points_out(h);
	for (int i = 0; i < r->seats; i++) {
		int left = ALL_POINTS - h->points[i];
		bool may_shoot = moon == SEAT_ALL || moon == i;
		bool may_suffer = moon != SEAT_NONE && !r->moon_self && moon != i;
		b->low[i] = UNIT * (may_suffer ? 0 : left - out);
		b->high[i] = UNIT * left;
		if (may_shoot)
			b->high[i] = UNIT * ALL_POINTS * (r->moon_self ? 2 : 1);
	}
	b->maxsum = UNIT * ALL_POINTS * (r->seats - 1);
	if (moon != SEAT_NONE && r->moon_self)
		b->maxsum += UNIT * ALL_POINTS * 2;
}

static void
hearts_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	bool jack_out = r->jack && h->jack == 0 && !is_scored(h);
	if (hearts_decided_value(r, h, b->low)) {
		b->maxsum = 0;
		for (int i = 0; i < r->seats; i++)
			b->maxsum += b->high[i] = b->low[i];
	} else {
		bounds_of_points(r, h, b);
		if (h->jack != 0) {
			b->low[h->jack - 1] += UNIT * JACK_BONUS;
			b->high[h->jack - 1] += UNIT * JACK_BONUS;
			b->maxsum += UNIT * JACK_BONUS;
		}
		for (int i = 0; i < r->seats && jack_out; i++)
			b->high[i] += UNIT * JACK_BONUS;
		b->maxsum += jack_out ? UNIT * JACK_BONUS : 0;
	}
}

static int
hearts_progress(const struct game *g, const struct state *s)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	if (is_scored(h))
		return 1000;
	return 1000 * cards_count(h->played) / (r->cards * r->seats);
}

/* The moon. */
static bool
shoot(const struct game *g, const struct state *s, int seat, struct game *out)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	const int moon = hearts_moon_seat(r, h);
	if (is_scored(h) || (moon != SEAT_ALL && moon != seat))
		return false;
	struct hearts_variant tries = *r;
	tries.shooter = (uint8_t)(seat + 1);
	*out = *g;
	memcpy(out->parsed, &tries, sizeof tries);
	return true;
}

const struct trick_ops hearts_trick = {
	.taken = hearts_taken,
	.choices = hearts_choices,
	.taken_after = hearts_taken_after,
	.last_ply = hearts_last_ply,
	.taken_after_reply = hearts_taken_after_reply,
	.future = hearts_future,
	.rewind = hearts_rewind,
	.standing = standing,
	.sheet = sheet,
	.shoot = shoot,
	.cardnet = &hearts_cardnet,
};

const struct game_knowledge hearts_knowledge = {
	.quiet = hearts_quiet,
	.evaluate = hearts_evaluate,
	.bounds = hearts_bounds,
	.value_step = value_step,
	.order = hearts_order,
	.merge = hearts_merge,
	.progress = hearts_progress,
	.policy = hearts_policy,
};
