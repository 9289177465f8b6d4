/*
 * eval.c - knowledge of good play in Awari: evaluation, the order of moves, the quick player,
 * playouts.
 *
 * Values: with score=win a seat has 2, 1 or 0 times AWARI_HALF at the end and
 * before it AWARI_HALF + spread(its lead), which is odd and stays below AWARI_HALF; both
 * values sum to 2 AWARI_HALF. With score=seeds a value is the seeds that a seat is ahead, and
 * both sum to 0. Only a finished game, and a position that a table of endgames settles, reaches
 * the ends of bounds().
 */
#include "games/awari/rules.h"

#include <string.h>

#ifdef __BMI2__
#include <immintrin.h>
#endif

/* ---- evaluation ----------------------------------------------------------------------- */

/*
 * A seat's lead, in hundredths of a seed: seeds captured, houses with something to play,
 * seeds on its own side. Measured by matches of alpha-beta at depth 6, 600 games each from
 * openings of 6 plies by lot, rules=oware (standard error 2 %). Against seeds captured alone
 * houses at 10 scored 94 %, own seeds at 10 89 %; both (20 and 10) 65 % against houses at 20.
 * Against the weights below, houses at 60 scored 52 %, own seeds at 6 and at 15 48 %, and terms
 * for houses of one, of two and of more than eleven seeds 48 to 54 %.
 */
#define SEED_WEIGHT  100
#define HOUSE_WEIGHT 40
#define OWN_WEIGHT   10
/* A lead of so much is half of the way to a certain win. */
#define SPREAD_HALF 600

static inline int
houses(uint64_t top_bits)
{
	return __builtin_popcountll(top_bits);
}

static inline int
row_score(uint64_t row)
{
	return HOUSE_WEIGHT * houses(filled(row)) + OWN_WEIGHT * awari_row_seeds(row);
}

static inline int
south_lead(const struct awari *s)
{
	return SEED_WEIGHT * (s->store[0] - s->store[1]) + row_score(s->row[0]) -
	       row_score(s->row[1]);
}

#define PLIES_MOST 99 /* that are less than a seed */

static inline int
plies_worth(int plies)
{
	return plies < PLIES_MOST ? plies : PLIES_MOST;
}

/* Reduction of the mover's lead for delay: a seat about to gain moves towards the next capture, one
 * about to lose puts it off. */
static int
haste(const struct endgame_value *v)
{
	return v->low > 0    ? plies_worth(v->low_in)
	       : v->high < 0 ? -plies_worth(v->high_in)
			     : 0;
}

/* The lead of the seat to move by the table of endgames. */
static int
lead_in_table(const struct turn *t, const struct endgame_value *v)
{
	const int low = v->low == -ENDGAME_FREE ? 0 : v->low;
	const int high = v->high == ENDGAME_FREE ? 0 : v->high;
	return SEED_WEIGHT * (t->mine - t->theirs) + SEED_WEIGHT / 2 * (low + high);
}

/* Odd, growing, within the open interval of one unit. */
static inline int32_t
awari_spread(int lead)
{
	return AWARI_HALF * lead / ((lead < 0 ? -lead : lead) + SPREAD_HALF);
}

static inline int32_t
awari_within(int32_t x, int32_t low, int32_t high)
{
	return x < low ? low : x > high ? high : x;
}

/* South's value when a seat will win by so much. */
static int32_t
awari_value_of(const struct awari_variant *r, int margin)
{
	if (r->by_margin)
		return AWARI_SEED * margin;
	return AWARI_HALF * (margin > 0 ? 2 : margin == 0);
}

/* South's value by the table. False: it does not settle it; the lead may still be better. */
static bool
value_in_table(const struct game *g, const struct awari *s, int32_t *value, int *lead)
{
	const struct turn t = turn_of(s);
	struct endgame_value v;
	int margin;
	if (awari_decided(g, s, &t, &margin)) {
		*value = awari_value_of(awari_variant(g), s->mover ? -margin : margin);
		return true;
	}
	if (awari_look_up(g, &t, &v)) {
		*lead = lead_in_table(&t, &v) - haste(&v);
		*lead = s->mover ? -*lead : *lead;
	}
	return false;
}

/* Points and an estimate, the latter not quite at the ends of the possible range. */
static void
awari_evaluate(const struct game *g, const struct state *state, int32_t *value)
{
	const struct awari *s = awari_state(state);
	const struct awari_variant *r = awari_variant(g);
	struct bounds b;
	awari_bounds(g, state, &b);
	int lead = south_lead(s);
	if (s->end) {
		value[0] = b.low[0];
	} else if (!g->knows || !value_in_table(g, s, value, &lead)) {
		const int32_t x = r->by_margin ? lead * (AWARI_SEED / SEED_WEIGHT)
					       : AWARI_HALF + awari_spread(lead);
		value[0] = awari_within(x, b.low[0] + 1, b.high[0] - 1);
	}
	value[1] = b.maxsum - value[0];
}

/* ---- the worth of a move -------------------------------------------------------------- */

/* By how much more the seat is ahead after a move. */
static int
awari_gain_of(const struct game *g, const struct turn *t, int k)
{
	const struct sown to = sow(awari_variant(g)->rules, t->own, t->other, k);
	const struct turn next = { to.other, to.own, t->theirs, t->mine + to.taken };
	const int ahead = t->mine - t->theirs;
	struct endgame_value v;
	if (g->knows && awari_look_up(g, &next, &v)) {
		const int lead = lead_in_table(&next, &v) + SEED_WEIGHT * ahead;
		return to.taken > 0 ? -lead : haste(&v) - lead; /* a capture is one now */
	}
	return SEED_WEIGHT * to.taken + row_score(to.own) - row_score(to.other);
}

static void
awari_order(const struct game *g, const struct state *state, int seat, const move *m,
	    int n, int32_t *score)
{
	const struct turn t = turn_of(awari_state(state));
	for (int i = 0; i < n; i++)
		score[i] = m[i] == AWARI_PASS
				   ? 0
				   : awari_gain_of(g, &t, (int)m[i] - AWARI_ROW * seat);
}

/* ---- the quick player ----------------------------------------------------------------- */

/* Moves by their top bits as a number of six bits. */
static inline uint32_t
moves_index(uint64_t moves)
{
#ifdef __BMI2__
	return (uint32_t)_pext_u64(moves, TOP_BITS);
#else
	return (uint32_t)((moves >> 7) * UINT64_C(0x010204081020) >> 40 & 0x3f);
#endif
}

#define LOTS	  60 /* whatever the number of moves, each has as many */
#define LOTS_ROOM 64 /* places in tables are found by shifts */

/* A move by lot is read off a table: finding the k-th bit takes longer. */
static uint8_t lots[1 << AWARI_ROW][LOTS_ROOM];

void
awari_build_lots(void)
{
	for (uint32_t moves = 1; moves < 1 << AWARI_ROW; moves++) {
		const uint32_t n = (uint32_t)__builtin_popcount(moves);
		for (uint32_t lot = 0; lot < LOTS; lot++) {
			uint32_t w = moves;
			for (uint32_t k = lot % n; k > 0; k--)
				w &= w - 1;
			lots[moves][lot] = (uint8_t)__builtin_ctz(w);
		}
	}
}

/* By the lower half of `lot`. */
static inline int
random_house(uint64_t moves, uint64_t lot)
{
	return lots[moves_index(moves)][(lot & UINT32_MAX) * LOTS >> 32];
}

/* The move that captures most; of equals, as of those that capture nothing, one by lot. */
static inline int
quick_house(enum awari_rules rules, const struct turn *t, uint64_t moves, uint64_t lot)
{
	int best = -1, most = -1;
	for (; moves; moves &= moves - 1, lot >>= 8) {
		const int k = __builtin_ctzll(moves) / 8;
		const int worth =
			sow(rules, t->own, t->other, k).taken << 8 | (int)(lot & 0xff);
		if (worth > most) {
			most = worth;
			best = k;
		}
	}
	return best;
}

static move
awari_policy(const struct game *g, const struct state *state, int seat, struct rng *rng)
{
	const enum awari_rules rules = awari_variant(g)->rules;
	const struct turn t = turn_of(awari_state(state));
	const uint64_t moves = legal_moves(rules, t.own, t.other);
	if (moves == 0)
		return AWARI_PASS;
	return (move)(AWARI_ROW * seat + quick_house(rules, &t, moves, rng_next(rng)));
}

static inline __attribute__((always_inline)) int
awari_play_out(const struct game *g, enum awari_rules rules, bool random,
	       struct awari *state, struct rng *rng, int max_plies)
{
	const struct awari_variant r = *awari_variant(g);
	struct past *past = awari_past(g);
	struct awari s = *state;
	struct rng own_rng = *rng;
	struct turn t = turn_of(&s);
	uint64_t moves = legal_moves(rules, t.own, t.other), lot = 0;
	uint64_t key = past != NULL ? position_key(&t, s.mover) : 0;
	int plies = 0, margin;
	for (; !s.end && plies < max_plies; plies++) {
		if (g->knows && awari_decided(g, &s, &t, &margin))
			break;
		int k = -1, seen = 0;
		lot = random && plies % 2 ? lot >> 32 : rng_next(&own_rng);
		if (moves != 0)
			k = random ? random_house(moves, lot)
				   : quick_house(rules, &t, moves, lot);
		take_turn(rules, &s, &t, k);
		if (past != NULL) {
			const uint64_t from = key;
			key = position_key(&t, s.mover);
			seen = note_position(past, &s, from, key);
		}
		moves = legal_moves(rules, t.own, t.other);
		s.end = verdict(&r, rules, &t, moves, s.ply, seen);
	}
	keep_turn(&s, &t);
	*rng = own_rng;
	*state = s;
	return plies;
}

/* A loop for each of the rules. */
static int
awari_rollout(const struct game *g, struct state *state, struct rng *rng, int max_plies,
	      int random)
{
	struct awari *s = awari_of(state);
	switch (awari_variant(g)->rules << 1 | (random != 0)) {
	case RULES_AWARI << 1:
		return awari_play_out(g, RULES_AWARI, false, s, rng, max_plies);
	case RULES_OWARE << 1:
		return awari_play_out(g, RULES_OWARE, false, s, rng, max_plies);
	case RULES_PAPER << 1:
		return awari_play_out(g, RULES_PAPER, false, s, rng, max_plies);
	case RULES_AWARI << 1 | 1:
		return awari_play_out(g, RULES_AWARI, true, s, rng, max_plies);
	case RULES_OWARE << 1 | 1:
		return awari_play_out(g, RULES_OWARE, true, s, rng, max_plies);
	default: return awari_play_out(g, RULES_PAPER, true, s, rng, max_plies);
	}
}

const struct game_knowledge awari_knowledge = {
	.evaluate = awari_evaluate,
	.bounds = awari_bounds,
	.order = awari_order,
	.progress = awari_progress,
	.policy = awari_policy,
};

const struct ending_ops awari_endings = {
	.read = awari_table,
	.known = awari_known,
	.solver = &awari_solver,
};

const struct game_fast awari_fast = {
	.rollout = awari_rollout,
};
