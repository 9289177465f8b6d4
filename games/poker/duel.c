/* duel.c - poker for two with one card each: rules, values, play, the public tree. See duel.h. */
#include "games/poker/duel.h"

#include "src/core/public.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static_assert(sizeof(struct duel) <= STATE_BYTES, "state fits");
static_assert(sizeof(struct duel_variant) <= VARIANT_BYTES, "rules fit");
static_assert(DUEL_CARDS <= THINGS_MAX, "a bit for each card");
static_assert(DUEL_STACK + DUEL_RAISE <= UINT16_MAX, "a move fits");
static_assert(DUEL_LINE + DUEL_ROUNDS <= PUBLIC_LINE, "a line fits");

/* ---- a hand ---------------------------------------------------------------------------- */

void
duel_start(const struct game *g, struct state *s)
{
	struct duel *d = duel_in(s);
	memset(d, 0, sizeof *d);
	d->card[0] = d->card[1] = d->board = DUEL_NONE;
}

seat_set
duel_acting(const struct game *g, const struct state *s)
{
	const struct duel *d = duel_of(s);
	if (d->phase == DUEL_OVER)
		return 0;
	return d->phase == DUEL_BET ? (seat_set)1 << d->mover : ACTING_CHANCE;
}

bool
duel_settled(const struct game *g, const struct state *s)
{
	return duel_hand_over(duel_of(s));
}

/* Chips that a seat has to add to stay in. */
static int
to_call(const struct duel *d, int seat)
{
	return d->in[1 - seat] - d->in[seat];
}

bool
duel_raise_range(const struct duel_variant *r, const struct duel *d, int seat, int *least,
		 int *most)
{
	const int other = d->in[1 - seat];
	if (d->raises >= r->raises)
		return false;
	if (!r->no_limit) {
		*least = *most = other + r->bet[d->round];
		return true;
	}
	*most = r->stack;
	*least = other + d->raised < r->stack ? other + d->raised : r->stack;
	return other < r->stack;
}

/* The sizes that moves() lists: half the pot after the call, the pot, all. */
static int
duel_list_raises(const struct duel_variant *r, const struct duel *d, int seat, int *to)
{
	int least, most, n = 0;
	if (!duel_raise_range(r, d, seat, &least, &most))
		return 0;
	const int other = d->in[1 - seat], size[2] = { 2 * other, 3 * other };
	for (int i = 0; i < 2 && least < most; i++) {
		const int x = size[i] > least ? size[i] : least;
		if (x < most && (n == 0 || x > to[n - 1]))
			to[n++] = x;
	}
	to[n++] = most;
	return n;
}

int
duel_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	const struct duel *d = duel_of(s);
	int to[4], n = 0;
	if (to_call(d, seat) > 0)
		out[n++] = DUEL_FOLD;
	out[n++] = DUEL_CALL;
	const int raises = duel_list_raises(duel_variant(g), d, seat, to);
	for (int i = 0; i < raises; i++)
		out[n++] = DUEL_RAISE + (move)to[i];
	return n;
}

static bool
duel_legal(const struct game *g, const struct state *s, int seat, move m)
{
	const struct duel *d = duel_of(s);
	int least, most;
	if (m < DUEL_RAISE)
		return m == DUEL_CALL || to_call(d, seat) > 0;
	return duel_raise_range(duel_variant(g), d, seat, &least, &most) &&
	       m - DUEL_RAISE >= (move)least && m - DUEL_RAISE <= (move)most;
}

static void
duel_begin_round(const struct duel_variant *r, struct duel *d, int round)
{
	d->phase = DUEL_BET;
	d->round = (uint8_t)round;
	d->mover = (uint8_t)duel_first(d);
	d->raises = d->checks = 0;
	d->raised = r->ante;
	d->before[round] = d->moves;
}

/* The winnings of seat 0 once the betting is over. An unknown card wins nothing and loses nothing:
 * there is then no single hand to compare. */
static int
duel_outcome(const struct duel_variant *r, const struct duel *d)
{
	if (d->folded)
		return d->folded == 1 ? -(int)d->in[0] : (int)d->in[1];
	if (d->card[0] >= DUEL_HIDDEN || d->card[1] >= DUEL_HIDDEN)
		return 0;
	const int a = duel_strength(r, d->card[0], d->board);
	const int b = duel_strength(r, d->card[1], d->board);
	return a > b ? (int)d->in[1] : a < b ? -(int)d->in[0] : 0;
}

static void
duel_end_hand(const struct duel_variant *r, struct duel *d)
{
	d->last[0] = duel_outcome(r, d);
	d->last[1] = -d->last[0];
	for (int i = 0; i < DUEL_SEATS; i++)
		d->won[i] += d->last[i];
	d->phase = d->hand < r->hands ? DUEL_DEAL : DUEL_OVER;
	d->dealt = 0;
}

/* No seat can bet any more. */
static bool
all_in(const struct duel_variant *r, const struct duel *d)
{
	return r->no_limit && d->in[0] == r->stack && d->in[1] == r->stack;
}

static void
duel_end_round(const struct duel_variant *r, struct duel *d)
{
	if (d->round + 1 == r->rounds)
		duel_end_hand(r, d);
	else
		d->phase = DUEL_BOARD;
}

static void
duel_deal(const struct duel_variant *r, struct duel *d, int card)
{
	if (d->phase == DUEL_BOARD) {
		d->board = (uint8_t)card;
		duel_begin_round(r, d, d->round + 1);
		if (all_in(r, d))
			duel_end_hand(r, d);
		return;
	}
	if (d->dealt == 0) {
		d->hand++;
		d->card[1] = d->board = DUEL_NONE;
		d->folded = d->moves = d->round = 0;
		d->in[0] = d->in[1] = r->ante;
		d->last[0] = d->last[1] = 0;
		memset(d->line, 0, sizeof d->line);
	}
	d->card[d->dealt++] = (uint8_t)card;
	if (d->dealt == DUEL_SEATS)
		duel_begin_round(r, d, 0);
}

static void
duel_act(const struct duel_variant *r, struct duel *d, int seat, move m)
{
	const int call = to_call(d, seat);
	d->line[d->moves++] = (uint16_t)m;
	d->mover = (uint8_t)(1 - seat);
	if (m == DUEL_FOLD) {
		d->folded = (uint8_t)(seat + 1);
		duel_end_hand(r, d);
	} else if (m == DUEL_CALL) {
		d->in[seat] = d->in[1 - seat];
		if (call > 0 || ++d->checks == DUEL_SEATS)
			duel_end_round(r, d);
	} else {
		const int by = (int)(m - DUEL_RAISE) - d->in[1 - seat];
		d->raised = by > d->raised ? (uint16_t)by : d->raised;
		d->in[seat] = (uint16_t)(m - DUEL_RAISE);
		d->raises++;
	}
}

void
duel_play(const struct game *g, const struct state *from, int seat, move m,
	  struct state *to)
{
	struct duel *d = duel_in(to);
	if (from != to)
		*d = *duel_of(from);
	if (seat == SEAT_CHANCE)
		duel_deal(duel_variant(g), d, (int)m);
	else
		duel_act(duel_variant(g), d, seat, m);
}

void
duel_points(const struct game *g, const struct state *s, int32_t *points)
{
	for (int i = 0; i < DUEL_SEATS; i++)
		points[i] = duel_of(s)->won[i];
}

uint64_t
duel_hash(const struct game *g, const struct state *s)
{
	const struct duel *d = duel_of(s);
	uint64_t key = rng_mix((uint64_t)d->phase | (uint64_t)d->dealt << 8 |
			       (uint64_t)d->card[0] << 16 | (uint64_t)d->card[1] << 24 |
			       (uint64_t)d->board << 32 | (uint64_t)d->hand << 40);
	key = rng_mix(key ^ (uint64_t)(uint32_t)d->won[0] ^ (uint64_t)d->round << 32 ^
		      (uint64_t)d->moves << 40);
	for (int i = 0; i < d->moves; i++)
		key = rng_mix(key ^ (uint64_t)(d->line[i] + 1));
	return key;
}

/* ---- chance ---------------------------------------------------------------------------- */

/* The cards that chance may deal, as far as the state knows the others. */
static int
duel_list_cards(const struct duel_variant *r, const struct duel *d, move *out)
{
	const bool board = d->phase == DUEL_BOARD;
	int n = 0;
	for (int card = 0; card < duel_cards(r); card++) {
		const bool gone = (board || d->dealt > 0) && card == d->card[0];
		if (!gone && !(board && card == d->card[1]))
			out[n++] = (move)card;
	}
	return n;
}

static move
duel_chance_sample(const struct game *g, const struct state *s, struct rng *r)
{
	move card[DUEL_CARDS];
	const int n = duel_list_cards(duel_variant(g), duel_of(s), card);
	return card[rng_below(r, (uint32_t)n)];
}

static int
duel_chance_list(const struct game *g, const struct state *s, move *out, double *prob)
{
	const int n = duel_list_cards(duel_variant(g), duel_of(s), out);
	for (int i = 0; i < n; i++)
		prob[i] = 1.0 / n;
	return n;
}

/* ---- hidden cards ---------------------------------------------------------------------- */

/* Whether a card of a seat is for its own eyes. */
static bool
duel_is_private(const struct duel *d, int seat)
{
	if (d->phase == DUEL_OVER || d->card[seat] == DUEL_NONE)
		return false;
	return !duel_hand_over(d) || d->folded;
}

static void
duel_redact(const struct game *g, struct state *s, int viewer)
{
	struct duel *d = duel_in(s);
	for (int i = 0; i < DUEL_SEATS && viewer != SEAT_ALL; i++)
		if (i != viewer && duel_is_private(d, i))
			d->card[i] = DUEL_HIDDEN;
}

static void
duel_determinize(const struct game *g, struct state *s, int viewer, struct rng *rng)
{
	const struct duel_variant *r = duel_variant(g);
	struct duel *d = duel_in(s);
	for (int i = 0; i < DUEL_SEATS; i++) {
		if (d->card[i] != DUEL_HIDDEN)
			continue;
		int card;
		do
			card = (int)rng_below(rng, (uint32_t)duel_cards(r));
		while (card == d->card[1 - i] || card == d->board);
		d->card[i] = (uint8_t)card;
	}
}

static void
duel_things(const struct game *g, struct things *out)
{
	const struct duel_variant *r = duel_variant(g);
	*out = (struct things){ .called = "card", .count = duel_cards(r) };
	for (int i = 0; i < out->count; i++) {
		duel_card_name(r, i, out->name[i]);
		out->key |= UINT64_C(1) << i;
	}
}

static uint64_t
duel_held(const struct game *g, const struct state *s, int seat)
{
	const struct duel *d = duel_of(s);
	const bool known = d->card[seat] < DUEL_HIDDEN;
	return known && duel_is_private(d, seat) ? UINT64_C(1) << d->card[seat] : 0;
}

/* ---- values ---------------------------------------------------------------------------- */

/* The most that a seat can lose in a hand. */
static int
most_lost(const struct duel_variant *r)
{
	int most = r->ante;
	for (int i = 0; i < r->rounds; i++)
		most += r->raises * r->bet[i];
	return r->no_limit ? r->stack : most;
}

static void
duel_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	const struct duel_variant *r = duel_variant(g);
	const struct duel *d = duel_of(s);
	value[0] = 0;
	if (duel_hand_over(d)) {
		value[0] = DUEL_UNIT * d->last[0];
	} else if (d->phase != DUEL_DEAL && d->card[0] < DUEL_HIDDEN &&
		   d->card[1] < DUEL_HIDDEN) {
		const int a = duel_strength(r, d->card[0], d->board);
		const int b = duel_strength(r, d->card[1], d->board);
		const int pot = d->in[0] < d->in[1] ? d->in[0] : d->in[1];
		value[0] = DUEL_UNIT / 2 * pot * ((a > b) - (a < b));
	}
	value[1] = -value[0];
}

static void
duel_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	const bool over = duel_hand_over(duel_of(s));
	int32_t value[DUEL_SEATS];
	duel_evaluate(g, s, value);
	b->maxsum = 0;
	for (int i = 0; i < DUEL_SEATS; i++) {
		const int32_t most = DUEL_UNIT * most_lost(duel_variant(g));
		b->low[i] = over ? value[i] : -most;
		b->high[i] = over ? value[i] : most;
	}
}

static int
duel_progress(const struct game *g, const struct state *s)
{
	const struct duel_variant *r = duel_variant(g);
	const struct duel *d = duel_of(s);
	if (duel_hand_over(d))
		return 1000;
	if (d->phase == DUEL_DEAL)
		return 0;
	return (1000 * d->round + 80 * (d->moves - d->before[d->round])) / r->rounds;
}

/* Of all cards, how many a seat's is not below: 0 .. 1000; a pair is best. */
static int
standing_of(const struct duel_variant *r, const struct duel *d, int seat)
{
	const int strength = duel_strength(r, d->card[seat], d->board);
	return strength == r->ranks ? 1000 : 1000 * strength / (r->ranks - 1);
}

/* Plays good cards, bluffs now and then. */
static move
duel_policy(const struct game *g, const struct state *s, int seat, struct rng *rng)
{
	const struct duel_variant *r = duel_variant(g);
	const struct duel *d = duel_of(s);
	int to[4];
	const int raises = duel_list_raises(r, d, seat, to);
	const int luck = (int)rng_below(rng, 1000);
	const int card = d->card[seat] < DUEL_HIDDEN ? standing_of(r, d, seat) : luck;
	const int wish = (3 * card + luck) / 4;
	if (raises > 0 && (wish > 700 || luck < 60))
		return DUEL_RAISE + (move)to[rng_below(rng, (uint32_t)raises)];
	return wish < 330 && to_call(d, seat) > 0 ? DUEL_FOLD : DUEL_CALL;
}

/* ---- the public tree ------------------------------------------------------------------- */

static int
duel_public_hands(const struct game *g)
{
	return duel_cards(duel_variant(g));
}

static double
duel_public_pairs(const struct game *g)
{
	const double n = duel_cards(duel_variant(g));
	return n * (n - 1);
}

static bool
duel_public_excludes(const struct game *g, int a, int b)
{
	return a == b;
}

static int
duel_public_hand(const struct game *g, const struct state *s, int seat)
{
	const int card = duel_of(s)->card[seat];
	return card < DUEL_HIDDEN ? card : -1;
}

static void
duel_public_format(const struct game *g, int hand, char *out, int size)
{
	char name[DUEL_CARD_NAME];
	duel_card_name(duel_variant(g), hand, name);
	if (size > 0) {
		out[0] = '\0';
		strncat(out, name, (size_t)size - 1);
	}
}

static void
duel_public_give(const struct game *g, struct state *s, int seat, int hand)
{
	duel_in(s)->card[seat] = (uint8_t)hand;
}

static int
duel_public_begin(const struct game *g, const struct state *s, struct state *out,
		  struct played_move *line)
{
	const struct duel_variant *r = duel_variant(g);
	const struct duel *to = duel_of(s);
	struct duel *d = duel_in(out);
	int n = 0;
	*d = *to;
	d->card[0] = d->card[1] = DUEL_HIDDEN;
	d->board = DUEL_NONE;
	d->folded = d->moves = 0;
	d->in[0] = d->in[1] = r->ante;
	memset(d->line, 0, sizeof d->line);
	duel_begin_round(r, d, 0);
	struct duel now = *d;
	while (now.moves < to->moves ||
	       (now.phase == DUEL_BOARD && to->round > now.round)) {
		const bool chance = now.phase == DUEL_BOARD;
		const struct played_move m = { chance ? SEAT_CHANCE : now.mover,
					       chance ? to->board : to->line[now.moves] };
		line[n++] = m;
		if (chance)
			duel_deal(r, &now, (int)m.m);
		else
			duel_act(r, &now, m.seat, m.m);
	}
	return n;
}

static int
duel_public_deals(const struct game *g, const struct state *s, move *out, double *chance)
{
	const int n = duel_cards(duel_variant(g));
	for (int card = 0; card < n; card++) {
		out[card] = (move)card;
		chance[card] = 1.0 / (n - DUEL_SEATS);
	}
	return n;
}

static bool
duel_public_possible(const struct game *g, const struct state *s, int hand)
{
	return hand != duel_of(s)->board;
}

/* Each hand against the sums of those below, equal and above. */
static void
duel_settle_showdown(const struct duel_variant *r, const struct duel *d,
		     enum public_pay pay, const double *reach, double *value)
{
	double below[DUEL_RANKS + 2] = { 0 };
	const int n = duel_cards(r), top = r->ranks + 1;
	const int pair = d->board < DUEL_HIDDEN ? d->board / r->suits : -1;
	const double chips = (double)d->in[0];
	for (int h = 0, rank = 0; h < n; rank++)
		for (int suit = 0; suit < r->suits; suit++, h++)
			below[(rank == pair ? r->ranks : rank) + 1] +=
				h != d->board ? reach[h] : 0;
	for (int k = 1; k <= top; k++)
		below[k] += below[k - 1];
	for (int h = 0, rank = 0; h < n; rank++) {
		const int k = rank == pair ? r->ranks : rank;
		const double weaker = below[k], stronger = below[top] - below[k + 1];
		const double equal = below[k + 1] - below[k];
		for (int suit = 0; suit < r->suits; suit++, h++)
			value[h] += pay == PAY_WINS ? weaker + 0.5 * (equal - reach[h])
						    : chips * (weaker - stronger);
	}
	if (d->board < DUEL_HIDDEN)
		value[d->board] = 0;
}

static void
duel_public_settle(const struct game *g, const struct state *s, int seat,
		   enum public_pay pay, const double *reach, double *value)
{
	const struct duel_variant *r = duel_variant(g);
	const struct duel *d = duel_of(s);
	if (!d->folded) {
		duel_settle_showdown(r, d, pay, reach, value);
		return;
	}
	const int loser = d->folded - 1;
	const double lost = (double)d->in[loser];
	const double got = seat != loser ? (pay == PAY_WINS ? 1 : lost)
					 : (pay == PAY_WINS ? 0 : -lost);
	double sum = 0;
	for (int h = 0; h < duel_cards(r); h++)
		sum += h != d->board ? reach[h] : 0;
	for (int h = 0; h < duel_cards(r); h++)
		if (h != d->board)
			value[h] += got * (sum - reach[h]);
}

static double
duel_public_pair(const struct game *g, const struct state *s, int hand0, int hand1)
{
	const struct duel_variant *r = duel_variant(g);
	const struct duel *d = duel_of(s);
	if (d->folded)
		return d->folded == 1 ? -(double)d->in[0] : (double)d->in[1];
	const int a = duel_strength(r, hand0, d->board),
		  b = duel_strength(r, hand1, d->board);
	return a > b ? (double)d->in[1] : a < b ? -(double)d->in[0] : 0;
}

static enum public_amount
public_amount(const struct game *g, const struct state *s, int seat, move m, double *part)
{
	const struct duel_variant *r = duel_variant(g);
	const int other = duel_of(s)->in[1 - seat], to = (int)(m - DUEL_RAISE);
	if (m < DUEL_RAISE)
		return AMOUNT_NONE;
	*part = (to - other) / (2.0 * other);
	return r->no_limit && to == r->stack ? AMOUNT_ALL : AMOUNT_PART;
}

static move
public_raise(const struct game *g, const struct state *s, int seat, double part)
{
	const struct duel *d = duel_of(s);
	int least, most;
	if (!duel_raise_range(duel_variant(g), d, seat, &least, &most))
		return MOVE_NONE;
	const int other = d->in[1 - seat];
	const double to = other + round(part * 2 * other);
	return DUEL_RAISE + (move)(to < least ? least : to > most ? most : to);
}

static bool
public_calls(move m)
{
	return m == DUEL_CALL;
}

static double
public_stake(const struct game *g, const struct state *s)
{
	const struct duel *d = duel_of(s);
	const int least = d->in[0] < d->in[1] ? d->in[0] : d->in[1];
	return d->folded ? least : d->in[0] + d->in[1] - least;
}

static int
public_kind(const struct game *g, const struct state *s, int hand, char *out, int size)
{
	const struct duel_variant *r = duel_variant(g);
	const int strength = duel_strength(r, hand, duel_of(s)->board);
	char name[DUEL_CARD_NAME];
	struct words w = words_start(out, size);
	duel_card_name(r, hand, name);
	name[1] = '\0'; /* the rank */
	words_add(&w, "%s", strength == r->ranks ? "a pair" : name);
	return strength;
}

/* ---- tables ---------------------------------------------------------------------------- */

const struct game_chance duel_chance = {
	.sample = duel_chance_sample,
	.list = duel_chance_list,
};

const struct game_turns duel_turns = {
	.legal = duel_legal,
};

const struct game_knowledge duel_knowledge = {
	.evaluate = duel_evaluate,
	.bounds = duel_bounds,
	.progress = duel_progress,
	.policy = duel_policy,
};

const struct game_hidden duel_hidden = {
	.redact = duel_redact,
	.determinize = duel_determinize,
	.things = duel_things,
	.held = duel_held,
};

const struct public_ops duel_public = {
	.hands = duel_public_hands,
	.pairs = duel_public_pairs,
	.excludes = duel_public_excludes,
	.hand = duel_public_hand,
	.format_hand = duel_public_format,
	.give = duel_public_give,
	.begin = duel_public_begin,
	.deals = duel_public_deals,
	.possible = duel_public_possible,
	.settle = duel_public_settle,
	.pair = duel_public_pair,
	.amount = public_amount,
	.raise = public_raise,
	.calls = public_calls,
	.stake = public_stake,
	.kind = public_kind,
};
