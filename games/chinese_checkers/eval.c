/*
 * eval.c - knowledge of good play in Chinese Checkers: evaluation, the order of moves, the quick
 * player, playouts.
 *
 * Values: CC_HALF to half a point, constant sum. Before the end a seat's value is the sum over its
 * rivals of CC_HALF + spread(their effort - its own), where spread is odd, grows with the lead and
 * stays below CC_HALF. So every vector sums to CC_HALF n (n - 1) exactly in integers, on which
 * last-branch and speculative pruning depend (Sturtevant, IJCAI 2003), every value is within 0 .. 2
 * CC_HALF (n - 1), and only a finished game reaches the ends. Effort is the remaining distance with
 * each step dearer the farther the peg, plus something for pegs off the middle line, where hops are
 * few, and for the last peg (terrain.c). With score=steps a value is the steps gone and nothing
 * else: the evaluation of the papers.
 */
#include "games/chinese_checkers/rules.h"

#include <limits.h>

static void
star_evaluate(const struct game *g, const struct state *state, int32_t *value)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	const int16_t *spread = cc_variant(g)->terrain->spread;
	int seats = cc_variant(g)->seats;
	if (s->end || cc_variant(g)->by_steps) {
		cc_points(g, state, value);
		for (int i = 0; i < seats; i++)
			value[i] *= CC_HALF;
		return;
	}
	for (int i = 0; i < seats; i++)
		value[i] = CC_HALF * (seats - 1);
	for (int i = 0; i < seats; i++)
		for (int j = i + 1; j < seats; j++) {
			int lead = spread[s->effort[j] - s->effort[i]];
			value[i] += lead;
			value[j] -= lead;
		}
}

/* Progress of the peg: longest way forwards first, as in the paper. */
static void
star_order(const struct game *g, const struct state *state, int seat, const move *m,
	   int n, int32_t *score)
{
	const struct footing *at = cc_variant(g)->terrain->at[seat];
	for (int i = 0; i < n; i++)
		score[i] = m[i] == CC_PASS ? 0
					   : at[chinese_checkers_from(m[i])].weight -
						     at[chinese_checkers_to(m[i])].weight;
}

/* ---- the quick player ----------------------------------------------------------------- */

#define QUICK_PEGS  3  /* pegs looked at before looking at all */
#define QUICK_NOISE 15 /* efforts of luck in a move's score: about a step and a half */
#define QUICK_NONE  INT_MIN

/* The best move found so far; score is progress plus luck. */
struct quick {
	int score, gain;
	move m;
};

/* Where one peg can go. */
struct reach {
	struct hexset steps;
	uint64_t hops; /* in the peg's lattice */
};

static inline struct reach
reach_of(const struct hexgrid *h, const struct chinese_checkers *s,
	 const struct hexlinks *links, int cell)
{
	int l = h->lattice[cell];
	struct reach to;
	to.steps.w[0] = h->near[cell].w[0] & ~s->all.w[0];
	to.steps.w[1] = h->near[cell].w[1] & ~s->all.w[1];
	to.hops = hexgrid_hops(links, s->lattice[l], UINT64_C(1) << h->bit[cell]);
	return to;
}

static inline void
quick_weigh(struct quick *q, const struct footing *at, int from, int to, uint64_t *luck)
{
	int gain = at[from].weight - at[to].weight;
	int score = gain + (int)(*luck & QUICK_NOISE);
	*luck = *luck >> 5 | *luck << 59;
	if (score > q->score)
		*q = (struct quick){ score, gain, (move)from << 8 | (move)to };
}

static inline void
quick_look(const struct cc_variant *r, const struct chinese_checkers *s, int seat,
	   int cell, struct quick *q, uint64_t *luck)
{
	const struct hexgrid *h = r->grid;
	const struct footing *at = r->terrain->at[seat];
	int l = h->lattice[cell];
	struct hexlinks links = hexgrid_links(h, s->lattice, l);
	struct reach to = reach_of(h, s, &links, cell);
	for (uint64_t w = to.hops; w; w &= w - 1)
		quick_weigh(q, at, cell, h->cell_of[l][__builtin_ctzll(w)], luck);
	for (uint64_t w = to.steps.w[0]; w; w &= w - 1)
		quick_weigh(q, at, cell, __builtin_ctzll(w), luck);
	for (uint64_t w = to.steps.w[1]; w; w &= w - 1)
		quick_weigh(q, at, cell, 64 + __builtin_ctzll(w), luck);
}

static inline int
star_nth_bit(uint64_t w, int k)
{
	for (; k > 0; k--)
		w &= w - 1;
	return __builtin_ctzll(w);
}

/* The k-th cell of a set, k below its count. */
static inline int
nth_cell(const struct hexset *set, int k)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.*): there are more than k */
	int low = __builtin_popcountll(set->w[0]);
	return k < low ? star_nth_bit(set->w[0], k)
		       : 64 + star_nth_bit(set->w[1], k - low);
}

/*
 * A few pegs drawn by lot, mostly from those not home yet; of their moves the one with the
 * most progress and luck. When these cannot come forward: the best of all pegs.
 */
static inline move
star_quick_move(const struct cc_variant *r, const struct chinese_checkers *s, int seat,
		struct rng *rng)
{
	const struct hexset *own = &s->pegs[seat], *target = &r->terrain->target[seat];
	struct hexset away = { { own->w[0] & ~target->w[0], own->w[1] & ~target->w[1] } };
	int pegs = hexset_count(own), out = hexset_count(&away);
	uint64_t lot = rng_next(rng), luck = rng_next(rng);
	struct quick q = { QUICK_NONE, 0, CC_PASS };
	for (int i = 0; i < QUICK_PEGS; i++, lot >>= 19) {
		bool any = out == 0 || (lot & 7) == 0;
		uint32_t draw = (uint32_t)(lot >> 3) & 0xffff;
		int k = (int)(draw * (uint32_t)(any ? pegs : out) >> 16);
		quick_look(r, s, seat, nth_cell(any ? own : &away, k), &q, &luck);
	}
	if (q.gain > 0)
		return q.m;
	for (int half = 0; half < 2; half++)
		for (uint64_t w = own->w[half]; w; w &= w - 1)
			quick_look(r, s, seat, 64 * half + __builtin_ctzll(w), &q, &luck);
	return q.m;
}

/* Uniform over all moves: counts them as sets, lists none. */
static inline move
star_random_move(const struct cc_variant *r, const struct chinese_checkers *s, int seat,
		 struct rng *rng)
{
	const struct hexgrid *h = r->grid;
	struct cc_hops to;
	struct hexset steps[CC_PEGS_MAX];
	int before[CC_PEGS_MAX + 1] = { 0 };
	cc_find_hops(h, s, seat, &to);
	for (int i = 0; i < to.pegs; i++) {
		const struct hexset *near = &h->near[to.cell[i]];
		steps[i].w[0] = near->w[0] & ~s->all.w[0];
		steps[i].w[1] = near->w[1] & ~s->all.w[1];
		before[i + 1] = before[i] + hexset_count(&steps[i]) +
				__builtin_popcountll(to.fan.hops.of[i]);
	}
	if (before[to.pegs] == 0)
		return CC_PASS;
	int k = (int)rng_below(rng, (uint32_t)before[to.pegs]), at = 0;
	for (int i = 1; i < to.pegs; i++)
		at += before[i] <= k;
	k -= before[at];
	const int cell = to.cell[at];
	const int count =
		before[at + 1] - before[at] - __builtin_popcountll(to.fan.hops.of[at]);
	const uint8_t *cells = h->cell_of[h->lattice[cell]];
	const int goal = k < count ? nth_cell(&steps[at], k)
				   : cells[star_nth_bit(to.fan.hops.of[at], k - count)];
	return (move)cell << 8 | (move)goal;
}

static move
star_policy(const struct game *g, const struct state *state, int seat, struct rng *rng)
{
	return star_quick_move(cc_variant(g), chinese_checkers_state(state), seat, rng);
}

static int
star_rollout(const struct game *g, struct state *state, struct rng *rng, int max_plies,
	     int random)
{
	const struct cc_variant *r = cc_variant(g);
	struct chinese_checkers *s = board_of(state);
	int plies = 0;
	for (; !s->end && plies < max_plies; plies++) {
		int seat = s->mover;
		move m = random ? star_random_move(r, s, seat, rng)
				: star_quick_move(r, s, seat, rng);
		apply(r, s, seat, m);
	}
	return plies;
}

const struct game_knowledge cc_knowledge = {
	.evaluate = star_evaluate,
	.bounds = cc_bounds,
	.value_step = cc_value_step,
	.order = star_order,
	.progress = cc_progress,
	.policy = star_policy,
};

const struct game_fast cc_fast = {
	.rollout = star_rollout,
};
