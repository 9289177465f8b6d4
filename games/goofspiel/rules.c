/*
 * rules.c - Goofspiel for two to four seats: rules, values, playouts. See goofspiel.h.
 *
 * Source: the game is Merrill Flood's; rules and payoffs as in Lanctot, Lisy and Winands 2013
 * (section 4): equal bids discard the prize, win-loss pays 1, 0.5, 0. ties=carry is the
 * household rule. With three and more seats nothing is known of equilibria that a search could
 * aim at, and none is promised.
 *
 * Playouts. With random bids and ties discarded it does not matter in which order the prizes
 * are turned up, nor in which order seat 0 bids: only which cards meet does. So a random
 * playout of two seats is two shuffles and one sum, without the state.
 *
 * Memory: one state of 126 bytes.
 */
#include "games/goofspiel/goofspiel.h"

#include "games/goofspiel/rules.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct goofspiel) <= STATE_BYTES, "state fits");
static_assert(sizeof(struct goofspiel_variant) <= VARIANT_BYTES, "rules fit");
static_assert(GOOFSPIEL_UNIT % COMMIT_PARTS == 0, "shares of up to four seats are whole");

enum option_at { OPT_CARDS, OPT_ORDER, OPT_PAYOFF, OPT_TIES };

static const struct option_spec variant_options[] = {
	[OPT_CARDS] = { "cards", OPTION_INT, "13", GOOFSPIEL_CARDS_MIN, GOOFSPIEL_CARDS,
			NULL, "cards", "cards in each hand, and prizes" },
	[OPT_ORDER] = { "order", OPTION_CHOICE, "random", 0, 0,
			"random|descending|ascending", "",
			"order in which the prizes are turned up" },
	[OPT_PAYOFF] = { "payoff", OPTION_CHOICE, "difference", 0, 0,
			 "win-loss|difference", "",
			 "payoff at the end: a win, or the difference in points" },
	[OPT_TIES] = { "ties", OPTION_CHOICE, "discard", 0, 0, "discard|carry", "",
		       "equal highest bids: the prize is discarded, or added to the "
		       "next" },
	{ .key = NULL },
};

static inline struct goofspiel *
goofspiel_table_of(struct state *s)
{
	return (struct goofspiel *)(void *)s->bytes;
}

int
goofspiel_sum(unsigned set)
{
	int sum = 0;
	while (set != 0)
		sum += set_pop(&set);
	return sum;
}

static bool
goofspiel_setup(struct game *g, struct status *st)
{
	const int cards = (int)g->variant.v[OPT_CARDS].i;
	struct goofspiel_variant r = {
		.seats = (uint8_t)g->seats,
		.cards = (uint8_t)cards,
		.order = (uint8_t)g->variant.v[OPT_ORDER].i,
		.difference = g->variant.v[OPT_PAYOFF].i != 0,
		.carry = g->variant.v[OPT_TIES].i != 0,
		.total = (int16_t)(cards * (cards + 1) / 2),
	};
	memcpy(g->parsed, &r, sizeof r);
	g->parts = r.difference ? 1 : COMMIT_PARTS;
	g->traits = TRAIT_HIDDEN | TRAIT_SIMULTANEOUS | TRAIT_OPEN_CARDS | TRAIT_BIDS |
		    TRAIT_CONSTANT_SUM | TRAIT_DRAWS;
	g->traits |= g->seats == 2 ? TRAIT_ZERO_SUM : TRAIT_MULTIPLAYER;
	if (r.order == GOOFSPIEL_RANDOM)
		g->traits |= TRAIT_CHANCE;
	return true;
}

void
goofspiel_turn_up(const struct goofspiel_variant *r, struct goofspiel *s)
{
	if (s->up != 0 || s->rest == 0)
		return;
	if (r->order == GOOFSPIEL_RANDOM && set_count(s->rest) > 1)
		return;
	s->up = (uint8_t)(r->order == GOOFSPIEL_DESCENDING ? set_highest(s->rest)
							   : set_lowest(s->rest));
	s->rest ^= CARD_SET(s->up);
}

static void
goofspiel_start(const struct game *g, struct state *state)
{
	const struct goofspiel_variant *r = goofspiel_variant(g);
	struct goofspiel *s = goofspiel_table_of(state);
	memset(s, 0, sizeof *s);
	s->rest = (uint16_t)((1u << (r->cards + 1)) - 2);
	for (int i = 0; i < r->seats; i++)
		s->hand[i] = s->rest;
	goofspiel_turn_up(r, s);
}

seat_set
goofspiel_acting(const struct game *g, const struct state *state)
{
	const struct goofspiel *s = goofspiel_of(state);
	if (s->up == 0)
		return s->rest != 0 ? ACTING_CHANCE : 0;
	return ((1u << g->seats) - 1) & ~(seat_set)s->bids.seats;
}

static int
goofspiel_moves(const struct game *g, const struct state *state, int seat, move *out)
{
	int n = 0;
	for (unsigned left = goofspiel_of(state)->hand[seat]; left != 0;)
		out[n++] = (move)set_pop(&left);
	return n;
}

/* The seat with the highest bid; SEAT_NONE: a tie. */
static int
winner_of(const uint8_t *bid, int seats)
{
	int best = 0, winner = SEAT_NONE;
	for (int i = 0; i < seats; i++) {
		if (bid[i] > best) {
			best = bid[i];
			winner = i;
		} else if (bid[i] == best) {
			winner = SEAT_NONE;
		}
	}
	return winner;
}

/* Everybody has committed: the prize goes, and so do the cards. */
static void
goofspiel_reveal(const struct goofspiel_variant *r, struct goofspiel *s)
{
	const int round = s->rounds++, worth = s->up + s->pot;
	uint8_t *bid = s->past_bid[round];
	for (int i = 0; i < r->seats; i++) {
		bid[i] = (uint8_t)commit_choice(&s->bids, i);
		s->hand[i] &= (uint16_t)~CARD_SET(bid[i]);
	}
	const int winner = winner_of(bid, r->seats);
	s->past_up[round] = s->up;
	s->past_worth[round] = (uint8_t)worth;
	s->past_winner[round] = (int8_t)winner;
	s->pot = 0;
	if (winner >= 0) {
		s->points[winner] = (int16_t)(s->points[winner] + worth);
		s->won[winner] |= CARD_SET(s->up);
	} else if (r->carry) {
		s->pot = (uint8_t)worth;
	}
	commit_clear(&s->bids);
	s->up = 0;
	goofspiel_turn_up(r, s);
	if (s->up == 0 && s->rest == 0)
		s->pot = 0;
}

static void
goofspiel_play(const struct game *g, const struct state *from, int seat, move m,
	       struct state *to)
{
	const struct goofspiel_variant *r = goofspiel_variant(g);
	struct goofspiel *s = goofspiel_table_of(to);
	if (from != to)
		*s = *goofspiel_of(from);
	if (seat == SEAT_CHANCE) {
		assert(s->up == 0 && (s->rest >> m & 1));
		s->up = (uint8_t)m;
		s->rest ^= CARD_SET(m);
		return;
	}
	assert(s->hand[seat] >> m & 1);
	commit_make(&s->bids, seat, (int)m);
	if (s->bids.seats == (1u << r->seats) - 1)
		goofspiel_reveal(r, s);
}

static int
nth_card(unsigned set, uint32_t n)
{
	for (; n > 0; n--)
		set &= set - 1;
	return set_lowest(set);
}

static inline int
goofspiel_draw_card(unsigned set, struct rng *rng)
{
	return nth_card(set, rng_below(rng, (uint32_t)set_count(set)));
}

static move
goofspiel_chance_sample(const struct game *g, const struct state *state, struct rng *rng)
{
	return (move)goofspiel_draw_card(goofspiel_of(state)->rest, rng);
}

static int
goofspiel_chances(const struct game *g, const struct state *state, move *out,
		  double *prob)
{
	const unsigned rest = goofspiel_of(state)->rest;
	int n = 0;
	for (unsigned left = rest; left != 0; n++) {
		out[n] = (move)set_pop(&left);
		prob[n] = 1.0 / set_count(rest);
	}
	return n;
}

static bool
goofspiel_settled(const struct game *g, const struct state *state)
{
	const struct goofspiel *s = goofspiel_of(state);
	return s->up == 0 && s->rest == 0;
}

/* The points still to be won: the prize turned up, additions by ties, and the rest. */
static int
points_left(const struct goofspiel *s)
{
	return s->up + s->pot + goofspiel_sum(s->rest);
}

/* Two seats are scored by their difference alone, so that a position typed as text has the
 * same values as the one that was played. */
static void
goofspiel_points_of(const struct goofspiel_variant *r, const struct goofspiel *s,
		    int32_t *points)
{
	for (int i = 0; i < r->seats; i++)
		points[i] = s->points[i];
	if (r->seats != 2)
		return;
	const int lead = points[0] - points[1];
	points[0] = lead > 0 ? lead : 0;
	points[1] = lead < 0 ? -lead : 0;
}

/* Own points less the mean of the others', in values. */
static int32_t
goofspiel_difference(const struct goofspiel_variant *r, int own, int all)
{
	assert(r->seats > 1);
	return GOOFSPIEL_UNIT / (r->seats - 1) * (own * r->seats - all);
}

static void
goofspiel_share_win(const struct goofspiel_variant *r, const int32_t *points,
		    int32_t *value)
{
	int32_t best = points[0];
	int winners = 0;
	for (int i = 1; i < r->seats; i++)
		best = points[i] > best ? points[i] : best;
	for (int i = 0; i < r->seats; i++)
		winners += points[i] == best;
	for (int i = 0; i < r->seats; i++)
		value[i] = points[i] == best ? GOOFSPIEL_UNIT / winners : 0;
}

static void
goofspiel_evaluate(const struct game *g, const struct state *state, int32_t *value)
{
	const struct goofspiel_variant *r = goofspiel_variant(g);
	const struct goofspiel *s = goofspiel_of(state);
	int32_t points[SEATS_MAX] = { 0 };
	int all = 0;
	goofspiel_points_of(r, s, points);
	for (int i = 0; i < r->seats; i++)
		all += points[i];
	if (r->difference) {
		for (int i = 0; i < r->seats; i++)
			value[i] = goofspiel_difference(r, points[i], all);
		return;
	}
	const int left = points_left(s);
	if (left == 0) {
		goofspiel_share_win(r, points, value);
		return;
	}
	for (int i = 0; i < r->seats; i++)
		value[i] = GOOFSPIEL_UNIT * (points[i] * r->seats + left) /
			   ((all + left) * r->seats);
}

static void
goofspiel_bounds(const struct game *g, const struct state *state, struct bounds *b)
{
	const struct goofspiel_variant *r = goofspiel_variant(g);
	const struct goofspiel *s = goofspiel_of(state);
	const int left = points_left(s);
	int32_t points[SEATS_MAX], all = 0;
	goofspiel_points_of(r, s, points);
	for (int i = 0; i < r->seats; i++)
		all += points[i];
	b->maxsum = r->difference ? 0 : GOOFSPIEL_UNIT;
	for (int i = 0; i < r->seats; i++) {
		b->low[i] = 0;
		b->high[i] = GOOFSPIEL_UNIT;
		if (!r->difference)
			continue;
		b->low[i] = goofspiel_difference(r, points[i], all + left);
		b->high[i] = goofspiel_difference(r, points[i] + left, all + left);
	}
}

static uint64_t
goofspiel_hash(const struct game *g, const struct state *state)
{
	const struct goofspiel_variant *r = goofspiel_variant(g);
	const struct goofspiel *s = goofspiel_of(state);
	int32_t points[SEATS_MAX];
	goofspiel_points_of(r, s, points);
	uint64_t key = rng_mix((uint64_t)s->rest << 32 | (uint64_t)s->up << 24 |
			       (uint64_t)s->pot << 8 | s->bids.seats);
	for (int i = 0; i < r->seats; i++) {
		const uint64_t bid = (uint64_t)commit_choice(&s->bids, i);
		key = rng_mix(key ^ ((uint64_t)s->hand[i] << 32 | bid << 16 |
				     (uint16_t)points[i]));
	}
	return key;
}

static void
goofspiel_points(const struct game *g, const struct state *state, int32_t *points)
{
	const struct goofspiel_variant *r = goofspiel_variant(g);
	const struct goofspiel *s = goofspiel_of(state);
	int32_t value[SEATS_MAX] = { 0 };
	goofspiel_evaluate(g, state, value);
	for (int i = 0; i < r->seats; i++) {
		if (!r->difference)
			points[i] = COMMIT_PARTS * value[i] / GOOFSPIEL_UNIT;
		else
			points[i] =
				r->seats == 2 ? value[i] / GOOFSPIEL_UNIT : s->points[i];
	}
}

static int
goofspiel_progress(const struct game *g, const struct state *state)
{
	const struct goofspiel_variant *r = goofspiel_variant(g);
	const struct goofspiel *s = goofspiel_of(state);
	const int done = r->cards - set_count(s->rest) - (s->up != 0);
	return 1000 * done / r->cards;
}

static void
goofspiel_determinize(const struct game *g, struct state *state, int viewer,
		      struct rng *rng)
{
	struct goofspiel *s = goofspiel_table_of(state);
	for (int i = 0; i < g->seats; i++)
		if (commit_unknown(&s->bids, i, viewer))
			commit_make(&s->bids, i, goofspiel_draw_card(s->hand[i], rng));
}

/* What others may have beliefs about is the card that a seat has committed. */
static void
goofspiel_things(const struct game *g, struct things *out)
{
	commit_things(out, "bid", goofspiel_variant(g)->cards);
}

/*
 * The quick player bids the card that has the rank in its hand which the prize has among the
 * prizes left, or one of the two beside it, each as often: bidding what a prize is worth is
 * the best reply to a random player (Ross 1971), and the neighbours keep it from being read.
 */
static inline int
policy_card(const struct goofspiel *s, int seat, struct rng *rng)
{
	const unsigned hand = s->hand[seat];
	const int n = set_count(hand), below = set_count(s->rest & (CARD_SET(s->up) - 1));
	int at = below - 1 + (int)rng_below(rng, 3);
	at = at < 0 ? 0 : at >= n ? n - 1 : at;
	return nth_card(hand, (uint32_t)at);
}

static move
goofspiel_policy(const struct game *g, const struct state *state, int seat,
		 struct rng *rng)
{
	return (move)policy_card(goofspiel_of(state), seat, rng);
}

static int
rollout_by_plies(const struct game *g, struct state *state, struct rng *rng,
		 int max_plies, int random)
{
	int n = 0;
	for (; n < max_plies && !goofspiel_settled(g, state); n++) {
		const struct goofspiel *s = goofspiel_of(state);
		int seat = SEAT_CHANCE, card;
		if (s->up == 0) {
			card = goofspiel_draw_card(s->rest, rng);
		} else {
			seat = __builtin_ctz(~(unsigned)s->bids.seats);
			card = random ? goofspiel_draw_card(s->hand[seat], rng)
				      : policy_card(s, seat, rng);
		}
		goofspiel_play(g, state, seat, (move)card, state);
	}
	return n;
}

static inline int
list_cards(unsigned set, uint8_t *out)
{
	int n = 0;
	for (; set != 0; n++)
		out[n] = (uint8_t)set_pop(&set);
	return n;
}

/* Fisher-Yates; two draws from each random word, each biased by less than n / 2^32. */
static inline void
shuffle(uint8_t *card, int n, struct rng *rng)
{
	for (int i = n - 1; i > 0; i -= 2) {
		const uint64_t word = rng_next(rng);
		uint32_t j = (uint32_t)(((word >> 32) * (uint32_t)(i + 1)) >> 32);
		uint8_t swap = card[i];
		card[i] = card[j];
		card[j] = swap;
		if (i == 1)
			break;
		j = (uint32_t)(((word & UINT32_MAX) * (uint32_t)i) >> 32);
		swap = card[i - 1];
		card[i - 1] = card[j];
		card[j] = swap;
	}
}

/* Two seats, no cards committed, ties discarded: see the head of this file. The rounds and
 * the prizes won are not written. */
static int
rollout_two(struct goofspiel *s, struct rng *rng, int chances)
{
	/* as many as a set could hold */
	uint8_t mine[32] = { 0 }, theirs[32] = { 0 }, prize[32] = { 0 };
	const int n = list_cards(s->hand[0], mine);
	list_cards(s->hand[1], theirs);
	list_cards(s->rest | (s->up != 0 ? CARD_SET(s->up) : 0u), prize);
	shuffle(theirs, n, rng);
	shuffle(prize, n, rng);
	int own = 0, other = 0;
	for (int i = 0; i < n; i++) {
		own += mine[i] > theirs[i] ? prize[i] : 0;
		other += mine[i] < theirs[i] ? prize[i] : 0;
	}
	s->points[0] = (int16_t)(s->points[0] + own);
	s->points[1] = (int16_t)(s->points[1] + other);
	s->hand[0] = s->hand[1] = s->rest = 0;
	s->up = 0;
	return 2 * n + chances;
}

static int
goofspiel_rollout(const struct game *g, struct state *state, struct rng *rng,
		  int max_plies, int random)
{
	const struct goofspiel_variant *r = goofspiel_variant(g);
	struct goofspiel *s = goofspiel_table_of(state);
	/* The last prize needs no chance; neither does one that is there. */
	int chances = 0;
	if (r->order == GOOFSPIEL_RANDOM && s->rest != 0)
		chances = set_count(s->rest) - 1;
	const int plies = 2 * set_count(s->hand[0]) + chances;
	if (!random || r->carry || r->seats != 2 || s->bids.seats != 0 ||
	    plies > max_plies)
		return rollout_by_plies(g, state, rng, max_plies, random);
	return rollout_two(s, rng, chances);
}

int
goofspiel_figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct goofspiel *s = goofspiel_of(state);
	out[0] = (struct figure){ .name = "points" };
	out[1] = (struct figure){ .name = "prizes" };
	for (int i = 0; i < g->seats; i++) {
		out[0].per_seat[i] = s->points[i];
		out[1].per_seat[i] = set_count(s->won[i]);
	}
	return 2;
}

const char *
goofspiel_seat_name(const struct game *g, int seat)
{
	static const char *const names[GOOFSPIEL_SEATS] = { "South", "North", "East",
							    "West" };
	return names[seat];
}

char
goofspiel_seat_letter(const struct game *g, int seat)
{
	return goofspiel_seat_name(g, seat)[0];
}

static const struct game_rules goofspiel_rules = {
	.setup = goofspiel_setup,
	.start = goofspiel_start,
	.acting = goofspiel_acting,
	.moves = goofspiel_moves,
	.play = goofspiel_play,
	.settled = goofspiel_settled,
	.hash = goofspiel_hash,
	.points = goofspiel_points,
};

static const struct game_chance goofspiel_chance = {
	.sample = goofspiel_chance_sample,
	.list = goofspiel_chances,
};

static const struct game_turns goofspiel_turns = {
	.uncommit = commit_uncommit,
};

static const struct game_knowledge goofspiel_knowledge = {
	.evaluate = goofspiel_evaluate,
	.bounds = goofspiel_bounds,
	.progress = goofspiel_progress,
	.policy = goofspiel_policy,
};

static const struct game_hidden goofspiel_hidden = {
	.redact = commit_redact,
	.determinize = goofspiel_determinize,
	.things = goofspiel_things,
	.held = commit_held,
};

static const struct game_fast goofspiel_fast = {
	.rollout = goofspiel_rollout,
};

const struct game_ops goofspiel_game = {
	.key = "goofspiel",
	.title = "Goofspiel",
	.summary = "everybody bids at the same time for the prize turned up",
	.source = "Flood; Lanctot, Lisy and Winands 2013, section 4",
	.seats_default = 2,
	.seats_allowed = 1 << 2 | 1 << 3 | 1 << 4,
	.unit = GOOFSPIEL_UNIT,
	.point_name = "points",
	.options = variant_options,
	.valued_options = "cards|payoff|ties",
	.state_size = sizeof(struct goofspiel),
	.rules = &goofspiel_rules,
	.chance = &goofspiel_chance,
	.turns = &goofspiel_turns,
	.knowledge = &goofspiel_knowledge,
	.hidden = &goofspiel_hidden,
	.text = &goofspiel_text,
	.view = &goofspiel_view,
	.fast = &goofspiel_fast,
	.joint = &goofspiel_joint,
};
