/*
 * eval.c - knowledge of good play in Abalone: evaluation, the order of moves, the
 * quick player, playouts.
 *
 * Values: ABALONE_HALF to half a point, constant sum. Before the end a seat's value is the sum
 * over its rivals of ABALONE_HALF + spread(its score - theirs), where spread is odd, grows
 * with the lead and stays below ABALONE_HALF: every vector sums to ABALONE_HALF n (n - 1)
 * exactly, lies in 0 .. 2 ABALONE_HALF (n - 1), and only a finished game reaches the ends.
 * With score=marbles a value is the marbles pushed off and, before the end, for the rest of
 * the score something between 0 and 1 more.
 */
#include "games/abalone/rules.h"

#include <limits.h>

/* ---- evaluation ----------------------------------------------------------------------- */

/*
 * A seat's score: marbles pushed off and kept, where they stand, how they hold together, and
 * those on the edge with a rival behind them. Measured by matches of a two-seat alpha-beta at
 * depth 2 from random openings of 8 plies, 200 to 400 games each (standard error 2.5 to 3.5 %).
 * The centre falling off steeply at once matters most: 26 17 10 4 0 scored 60 % against
 * 20 15 10 5 0, which scored 83 % against 26 24 20 13 0; 34 18 8 2 0 lost with 46 %. Around the
 * second of these pairs=6 scored 25 %, danger=0 44 %; around the first pairs=1 scored 40 %,
 * marbles at twice the price 47 %. With three seats (max^n at depth 2, each weights on one or
 * two seats, 120 games, 4.6 %) the steep one scored 41 % and 20 15 10 5 0 48 % against
 * 26 24 20 13 0.
 */
#define EJECT_WEIGHT  100
#define LOSS_WEIGHT   100
#define PAIR_WEIGHT   3
#define DANGER_WEIGHT 10
static const int ring_weight[ABALONE_SEATS + 1][RIM + 1] = {
	[2] = { 26, 17, 10, 4, 0 },
	[3] = { 20, 15, 10, 5, 0 },
};
/* A lead of two marbles, each counted for both sides, is half of the way to beating a rival
 * for certain. */
#define SPREAD_HALF 400

/* Neighbouring pairs of a seat's marbles. */
static inline int
pairs(uint64_t own)
{
	return __builtin_popcountll(own & before(RIGHT, own)) +
	       __builtin_popcountll(own & before(DOWN_RIGHT, own)) +
	       __builtin_popcountll(own & before(DOWN_LEFT, own));
}

/* Marbles on the rim with a rival next to them on the side away from the edge: d is a way
 * off the board. */
static inline __attribute__((always_inline)) uint64_t
pressed(int d, int inwards, uint64_t own, uint64_t others)
{
	return own & ~abalone_tables.has[d] & before(inwards, others);
}

static inline int
endangered(const struct sides *p)
{
	if (!(p->own & abalone_tables.ring[RIM]))
		return 0;
	return __builtin_popcountll(pressed(RIGHT, LEFT, p->own, p->others) |
				    pressed(LEFT, RIGHT, p->own, p->others) |
				    pressed(UP_LEFT, DOWN_RIGHT, p->own, p->others) |
				    pressed(DOWN_RIGHT, UP_LEFT, p->own, p->others) |
				    pressed(UP_RIGHT, DOWN_LEFT, p->own, p->others) |
				    pressed(DOWN_LEFT, UP_RIGHT, p->own, p->others));
}

static inline int
abalone_score_of(const struct abalone_variant *r, const struct abalone *s, int seat)
{
	struct sides p = sides_of(s, seat);
	int lost = r->marbles - __builtin_popcountll(p.own);
	int score = EJECT_WEIGHT * s->ejected[seat] - LOSS_WEIGHT * lost;
	for (int k = 0; k < RIM; k++)
		score += ring_weight[r->seats][k] *
			 __builtin_popcountll(p.own & abalone_tables.ring[k]);
	return score + PAIR_WEIGHT * pairs(p.own) - DANGER_WEIGHT * endangered(&p);
}

/* Odd, growing, within the open interval of one unit. */
static inline int32_t
abalone_spread(int lead)
{
	return ABALONE_HALF * lead / ((lead < 0 ? -lead : lead) + SPREAD_HALF);
}

/* score=marbles, before the end. */
static int32_t
marbles_value(const struct abalone_variant *r, const struct abalone *s, int seat)
{
	int off = s->ejected[seat];
	int rest = abalone_score_of(r, s, seat) - EJECT_WEIGHT * off;
	return ABALONE_HALF * off + (ABALONE_HALF + abalone_spread(rest)) / 2;
}

static void
abalone_evaluate(const struct game *g, const struct state *state, int32_t *value)
{
	const struct abalone *s = abalone_state(state);
	const struct abalone_variant *r = abalone_variant(g);
	int score[ABALONE_SEATS], n = r->seats;
	if (s->end) {
		abalone_points(g, state, value);
		for (int i = 0; i < n; i++)
			value[i] *= ABALONE_HALF;
		return;
	}
	if (r->by_marbles) {
		for (int i = 0; i < n; i++)
			value[i] = marbles_value(r, s, i);
		return;
	}
	for (int i = 0; i < n; i++) {
		score[i] = abalone_score_of(r, s, i);
		value[i] = ABALONE_HALF * (n - 1);
	}
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++) {
			int32_t lead = abalone_spread(score[i] - score[j]);
			value[i] += lead;
			value[j] -= lead;
		}
}

/* ---- the worth of a move -------------------------------------------------------------- */

/* The value of a cell to a marble, for ordering and the quick player. */
static const int8_t cell_worth[RIM + 1] = { 8, 7, 6, 4, 0 };
#define PUSH_WORTH  6
#define EJECT_WORTH 64

static inline int
worth(int cell)
{
	return cell_worth[abalone_tables.distance[cell]];
}

/* Gain of a legal move: the gain of one's own marbles plus the loss of those pushed. */
static inline int
abalone_gain_of(const struct abalone *s, int seat, uint64_t all, move m)
{
	int w = abalone_way(m), cell = abalone_cell(m), gain = 0;
	if (w >= ABALONE_DIRS) {
		const struct abalone_way *way = &abalone_ways[w];
		for (int k = 0; k < way->count;
		     k++, cell = abalone_tables.step[way->axis][cell])
			gain += worth(abalone_tables.step[way->dir][cell]) - worth(cell);
		return gain;
	}
	const uint8_t *step = abalone_tables.step[w];
	uint64_t own = s->marbles[seat];
	int front = step[cell];
	while (own >> front & 1)
		front = step[front];
	gain = worth(front) - worth(cell);
	if (!(all >> front & 1))
		return gain;
	int last = front;
	while (last != ABALONE_NONE && all >> last & 1)
		last = step[last];
	gain += PUSH_WORTH + worth(front);
	return last == ABALONE_NONE ? gain + EJECT_WORTH : gain - worth(last);
}

static void
abalone_order(const struct game *g, const struct state *state, int seat, const move *m,
	      int n, int32_t *score)
{
	const struct abalone *s = abalone_state(state);
	uint64_t all = s->marbles[0] | s->marbles[1] | s->marbles[2];
	for (int i = 0; i < n; i++)
		score[i] = m[i] == ABALONE_PASS ? 0 : abalone_gain_of(s, seat, all, m[i]);
}

/* ---- the quick player ----------------------------------------------------------------- */

#define QUICK_DRAWS 4 /* moves looked at */
#define QUICK_NOISE 7 /* luck in a move's score */

static inline int
abalone_nth_bit(uint64_t w, int k)
{
	for (; k > 0; k--)
		w &= w - 1;
	return __builtin_ctzll(w);
}

/* Moves found as sets, with how many there are before each way. */
struct way_counts {
	uint64_t way[ABALONE_WAYS];
	int before[ABALONE_WAYS + 1];
};

static inline int
count_lots(const struct abalone *s, int seat, struct way_counts *l)
{
	find_ways(s, seat, l->way);
	l->before[0] = 0;
	for (int w = 0; w < ABALONE_WAYS; w++)
		l->before[w + 1] = l->before[w] + __builtin_popcountll(l->way[w]);
	return l->before[ABALONE_WAYS];
}

static inline move
abalone_draw_lot(const struct way_counts *l, int k)
{
	int w = 0;
	for (int i = 1; i < ABALONE_WAYS; i++)
		w += l->before[i] <= k;
	return (move)w << 6 | (move)abalone_nth_bit(l->way[w], k - l->before[w]);
}

/* Uniform over all moves: counts them as sets, lists none. */
static inline move
abalone_random_move(const struct abalone *s, int seat, struct rng *rng)
{
	struct way_counts l;
	int n = count_lots(s, seat, &l);
	if (n == 0)
		return ABALONE_PASS;
	return abalone_draw_lot(&l, (int)rng_below(rng, (uint32_t)n));
}

/* A push off the board in direction d, in way[d]. */
static inline __attribute__((always_inline)) uint64_t
find_ejection(int d, const struct sides *p, uint64_t *way)
{
	return way[d] = pushers(d, p, p->others & ~abalone_tables.has[d]);
}

static inline move
ejection(const struct abalone *s, int seat, struct rng *rng)
{
	struct sides p = sides_of(s, seat);
	uint64_t way[ABALONE_DIRS];
	if (!(p.others & abalone_tables.ring[RIM]))
		return MOVE_NONE;
	uint64_t any =
		find_ejection(RIGHT, &p, way) | find_ejection(LEFT, &p, way) |
		find_ejection(UP_LEFT, &p, way) | find_ejection(UP_RIGHT, &p, way) |
		find_ejection(DOWN_LEFT, &p, way) | find_ejection(DOWN_RIGHT, &p, way);
	if (!any)
		return MOVE_NONE;
	int d = (int)rng_below(rng, ABALONE_DIRS);
	while (!way[d])
		d = d + 1 == ABALONE_DIRS ? 0 : d + 1;
	return (move)d << 6 | (move)__builtin_ctzll(way[d]);
}

/* A push off the board where there is one; else the best of a few moves drawn by lot, judged by
 * gain plus luck. */
static inline move
abalone_quick_move(const struct abalone *s, int seat, struct rng *rng)
{
	move best = ejection(s, seat, rng);
	if (best != MOVE_NONE)
		return best;
	struct way_counts l;
	uint32_t n = (uint32_t)count_lots(s, seat, &l);
	if (n == 0)
		return ABALONE_PASS;
	uint64_t lot = rng_next(rng), all = s->marbles[0] | s->marbles[1] | s->marbles[2];
	int most = INT_MIN;
	for (int k = 0; k < QUICK_DRAWS; k++, lot >>= 16) {
		move m = abalone_draw_lot(&l,
					  (int)((uint32_t)(lot >> 4 & 0xfff) * n >> 12));
		int gain = abalone_gain_of(s, seat, all, m) + (int)(lot & QUICK_NOISE);
		if (gain > most) {
			most = gain;
			best = m;
		}
	}
	return best;
}

static move
abalone_policy(const struct game *g, const struct state *state, int seat, struct rng *rng)
{
	return abalone_quick_move(abalone_state(state), seat, rng);
}

static int
abalone_rollout(const struct game *g, struct state *state, struct rng *rng, int max_plies,
		int random)
{
	const struct abalone_variant r = *abalone_variant(g);
	struct abalone *s = board_of(state);
	int plies = 0;
	for (; !s->end && plies < max_plies; plies++) {
		int seat = s->mover;
		move m = random ? abalone_random_move(s, seat, rng)
				: abalone_quick_move(s, seat, rng);
		apply(&r, s, seat, m);
	}
	return plies;
}

const struct game_knowledge abalone_knowledge = {
	.evaluate = abalone_evaluate,
	.bounds = abalone_bounds,
	.order = abalone_order,
	.progress = abalone_progress,
	.policy = abalone_policy,
};

const struct game_fast abalone_fast = {
	.rollout = abalone_rollout,
};
