/*
 * eval.c - knowledge of good play in MiniShogi: evaluation, the order of moves, the quick
 * player, playouts.
 *
 * Values: MINISHOGI_HALF to half a point, constant sum, a win is one point. Before the end a
 * seat's value is MINISHOGI_HALF + spread(its score - the other's), where spread is odd, grows
 * with the lead and stays below MINISHOGI_HALF: only a finished game reaches 0 or 1 point.
 */
#include "games/minishogi/rules.h"

#include "games/common/ranked.h"

#include <limits.h>

/* ---- evaluation ----------------------------------------------------------------------- */

/* Worth of a piece on the board and in the hand, a pawn about 100. */
static const int16_t on_board[16] = {
	[PAWN] = 100,
	[SILVER] = 380,
	[GOLD] = 430,
	[BISHOP] = 520,
	[ROOK] = 620,
	[PAWN | PROMOTED] = 330,
	[SILVER | PROMOTED] = 400,
	[BISHOP | PROMOTED] = 780,
	[ROOK | PROMOTED] = 860,
};
static const int16_t in_hand[MINISHOGI_HELD] = { 130, 420, 470, 600, 680 };

#define ATTACKED_WEIGHT 30 /* a cell beside the king that the other attacks */
#define HAND_WEIGHT	6  /* the same, for each piece in the other's hand */
#define ESCAPE_WEIGHT	10 /* a cell the king may go to */
#define REACH_WEIGHT	6  /* a cell attacked */
#define HANGING_EIGHTHS 6
#define TURN_WEIGHT	40
/* A lead of so much is half of the way to a certain win. */
#define SPREAD_HALF 900

static inline int
material_of(const struct minishogi *s, int seat)
{
	int sum = 0;
	for (uint32_t w = s->of[seat]; w; w &= w - 1)
		sum += on_board[s->board[__builtin_ctz(w)] & 15];
	for (int kind = PAWN; kind <= ROOK; kind++)
		sum += in_hand[kind] * s->hand[seat][kind];
	return sum;
}

static inline int
held_by(const struct minishogi *s, int seat)
{
	const uint8_t *hand = s->hand[seat];
	return hand[PAWN] + hand[SILVER] + hand[GOLD] + hand[BISHOP] + hand[ROOK];
}

/* By how much a lead changes when a piece is taken: it is gone and comes into the other's hand. */
static inline int
swing_of(int piece)
{
	return kind_of(piece) == KING ? 0
				      : on_board[piece & 15] + in_hand[kind_of(piece)];
}

/* Most of the material the other seat, which is to move, may win: unprotected pieces that it
 * attacks. */
static inline int
hanging_of(const struct minishogi *s, int seat, uint32_t own, uint32_t others)
{
	int sum = 0;
	for (uint32_t w = s->of[seat] & others & ~own; w; w &= w - 1)
		sum += swing_of(s->board[__builtin_ctz(w)]);
	return sum * HANGING_EIGHTHS >> 3;
}

static inline int
minishogi_score_of(const struct minishogi *s, int seat, uint32_t own, uint32_t others)
{
	const uint32_t around = minishogi_tables.step[KING][0][s->king[seat]];
	const int attacked = __builtin_popcount(around & others);
	return material_of(s, seat) -
	       attacked * (ATTACKED_WEIGHT + HAND_WEIGHT * held_by(s, !seat)) +
	       ESCAPE_WEIGHT * __builtin_popcount(around & ~others & ~s->of[seat]) +
	       REACH_WEIGHT * __builtin_popcount(own);
}

/* Odd, growing, within the open interval of one unit. */
static inline int32_t
minishogi_spread(int lead)
{
	return MINISHOGI_HALF * lead / ((lead < 0 ? -lead : lead) + SPREAD_HALF);
}

static void
minishogi_evaluate(const struct game *g, const struct state *state, int32_t *value)
{
	const struct minishogi *s = minishogi_state(state);
	int32_t lead = 0;
	if (s->end) {
		lead = s->winner == SEAT_NONE ? 0
		       : s->winner == 0	      ? MINISHOGI_HALF
					      : -MINISHOGI_HALF;
	} else {
		const uint32_t taken = s->of[0] | s->of[1];
		const uint32_t first = attacks_of(s, 0, taken),
			       second = attacks_of(s, 1, taken);
		const int turn =
			TURN_WEIGHT + (s->mover ? hanging_of(s, 0, first, second)
						: hanging_of(s, 1, second, first));
		lead = minishogi_spread(minishogi_score_of(s, 0, first, second) -
					minishogi_score_of(s, 1, second, first) +
					(s->mover ? -turn : turn));
	}
	value[0] = MINISHOGI_HALF + lead;
	value[1] = MINISHOGI_HALF - lead;
}

static void
minishogi_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	(void)g, (void)s;
	ranked_bounds(2, MINISHOGI_HALF, b);
}

#define PROGRESS_HALF 30 /* plies: most games end before three times as many */

static int
minishogi_progress(const struct game *g, const struct state *state)
{
	const struct minishogi *s = minishogi_state(state);
	return s->end ? 1000 : 999 * s->ply / (s->ply + PROGRESS_HALF);
}

/* ---- the worth of a move -------------------------------------------------------------- */

#define CHECK_WORTH 150
#define NEAR_WORTH  40 /* a drop beside the other's king */

/* Where a piece that has come to a cell attacks. */
static inline uint32_t
reach_from(int kind, int seat, int cell, uint32_t taken)
{
	const struct minishogi_tables *t = &minishogi_tables;
	const int walk = walk_of(kind);
	if (walk != BISHOP && walk != ROOK)
		return t->step[walk][seat][cell];
	const uint32_t reach =
		walk == BISHOP ? bishop_from(cell, taken) : rook_from(cell, taken);
	return kind & PROMOTED ? reach | t->step[walk == BISHOP ? ROOK : BISHOP][0][cell]
			       : reach;
}

/* Gain of a legal move in material: captured pieces change hands, a piece left where the other
 * attacks (danger) is lost half of the time; checks and drops beside the king. */
static inline int
minishogi_gain_of(const struct minishogi *s, int seat, uint32_t danger, move m)
{
	const int from = minishogi_from(m), to = minishogi_to(m), taken = s->board[to];
	const int king = s->king[!seat];
	int kind = from - CELLS, gain = 0;
	uint32_t all = s->of[0] | s->of[1];
	if (from < CELLS) {
		kind = s->board[from] & 15;
		all &= ~BIT(from);
		if (taken != MINISHOGI_EMPTY)
			gain = swing_of(taken);
		if (danger >> from & 1)
			gain += on_board[kind] >> 2;
		if (m & MINISHOGI_PROMOTE) {
			gain += on_board[kind | PROMOTED] - on_board[kind];
			kind |= PROMOTED;
		}
	} else if (minishogi_tables.step[KING][0][king] >> to & 1) {
		gain = NEAR_WORTH;
	}
	if (danger >> to & 1)
		gain -= swing_of(kind) >> 1;
	if (reach_from(kind, seat, to, all) >> king & 1)
		gain += CHECK_WORTH;
	return gain;
}

static void
minishogi_order(const struct game *g, const struct state *state, int seat, const move *m,
		int n, int32_t *score)
{
	const struct minishogi *s = minishogi_state(state);
	const uint32_t danger = attacks_of(s, !seat, s->of[0] | s->of[1]);
	for (int i = 0; i < n; i++)
		score[i] = minishogi_gain_of(s, seat, danger, m[i]);
}

/* ---- the quick player ----------------------------------------------------------------- */

#define QUICK_DRAWS 4	/* moves looked at */
#define QUICK_NOISE 127 /* luck in a move's score */

static inline int
minishogi_count_moves(const struct minishogi_groups *found)
{
	int n = 0;
	for (int i = 0; i < found->count; i++)
		n += __builtin_popcount(found->group[i].to);
	return n;
}

/* Move k of those found, in the order of moves(). */
static inline move
nth_move(const struct minishogi_groups *found, int k)
{
	const struct minishogi_group *at = found->group;
	/* NOLINTNEXTLINE(clang-analyzer-core.*): there are more than k */
	for (int n; k >= (n = __builtin_popcount(at->to)); at++)
		k -= n;
	uint32_t to = at->to;
	for (; k > 0; k--)
		to &= to - 1;
	return at->code | (move)__builtin_ctz(to);
}

/* The best of a few moves drawn by lot, judged by gain plus luck. */
static inline move
minishogi_quick_move(const struct minishogi *s, int seat,
		     const struct minishogi_groups *found, struct rng *rng)
{
	const uint32_t n = (uint32_t)minishogi_count_moves(found);
	uint64_t lot = rng_next(rng);
	move best = MOVE_NONE;
	int most = INT_MIN;
	for (int k = 0; k < QUICK_DRAWS; k++, lot >>= 16) {
		const move m =
			nth_move(found, (int)((uint32_t)(lot >> 7 & 511) * n >> 9));
		const int gain = minishogi_gain_of(s, seat, found->danger, m) +
				 (int)(lot & QUICK_NOISE);
		if (gain > most) {
			most = gain;
			best = m;
		}
	}
	return best;
}

static move
minishogi_policy(const struct game *g, const struct state *state, int seat,
		 struct rng *rng)
{
	struct minishogi_groups found;
	find_moves(minishogi_state(state), seat, &found);
	return minishogi_quick_move(minishogi_state(state), seat, &found, rng);
}

static int
minishogi_rollout(const struct game *g, struct state *state, struct rng *rng,
		  int max_plies, int random)
{
	struct minishogi *s = board_of(state);
	struct minishogi_groups found;
	for (int plies = 0;; plies++) {
		if (s->end)
			return plies;
		find_moves(s, s->mover, &found);
		if (found.count == 0)
			end_game(s, MINISHOGI_MATE, !s->mover);
		else if (s->ply >= minishogi_variant(g)->max_plies)
			end_game(s, MINISHOGI_LENGTH, SEAT_NONE);
		if (s->end || plies == max_plies)
			return plies;
		const uint64_t before = s->key;
		const int seat = s->mover, n = minishogi_count_moves(&found);
		apply(s, seat,
		      random ? nth_move(&found, (int)rng_below(rng, (uint32_t)n))
			     : minishogi_quick_move(s, seat, &found, rng));
		minishogi_note(g, s, before);
	}
}

const struct game_knowledge minishogi_knowledge = {
	.evaluate = minishogi_evaluate,
	.bounds = minishogi_bounds,
	.progress = minishogi_progress,
	.order = minishogi_order,
	.policy = minishogi_policy,
};

const struct game_fast minishogi_fast = {
	.rollout = minishogi_rollout,
};
