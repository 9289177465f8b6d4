/*
 * smmcts_tree.c - the tree of smmcts and one simulation through it. See smmcts.h.
 *
 * Source: Lanctot, Lisy and Winands 2013, algorithm 1. The cell of a joint move that was never
 * selected is selected first, at random (fill=cross: only until each row and each column was);
 * the simulation leaves the tree there. A cell's second simulation makes its child. At a chance
 * node the outcome is drawn and its child made at once.
 * chance=explicit: the outcome furthest behind its probability is taken (of equal ones a random
 * one), and the cell above is worth the mean of the outcomes weighted by their probabilities.
 * averaged: a node hands its mean upwards instead of the sample (SM-MCTS-A, Lisy et al. 2013).
 *
 * Memory: one slab, given out front to back. A node that finds no room stays a leaf.
 */
#include "ai/smmcts.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* ------------------------------------------------------------------ memory */

static smm_ref
take(struct smm *x, size_t bytes)
{
	const size_t units = (bytes + SMM_UNIT - 1) / SMM_UNIT;
	if (units > x->room - x->used) {
		x->full = true;
		return 0;
	}
	const smm_ref at = x->used;
	x->used += (uint32_t)units;
	memset(x->slab + (size_t)at * SMM_UNIT, 0, units * SMM_UNIT);
	return at;
}

static inline void *
place(const struct smm *x, smm_ref at)
{
	return x->slab + (size_t)at * SMM_UNIT;
}

static inline size_t
rounded(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

static inline smm_ref *
rows_of(const struct smm_node *n)
{
	return (smm_ref *)(void *)((unsigned char *)(n + 1) +
				   sizeof(move) * ((size_t)n->rows + n->columns));
}

static inline uint64_t *
unused_of(const struct smm_node *n)
{
	const size_t at = sizeof *n + sizeof(move) * ((size_t)n->rows + n->columns) +
			  sizeof(smm_ref) * n->rows;
	return (uint64_t *)(void *)((unsigned char *)n + rounded(at, sizeof(uint64_t)));
}

static inline size_t
stride_of(const struct smm_node *n)
{
	return rounded(n->columns, 4);
}

static size_t
matrix_bytes(const struct smm_node *n)
{
	const size_t cells = n->rows * stride_of(n);
	const size_t moves = rounded(n->rows, 4) + rounded(n->columns, 4);
	return SMM_UNIT + 2 * moves * sizeof(double) +
	       cells * (sizeof(double) + sizeof(float) + sizeof(uint32_t) +
			sizeof(smm_ref));
}

static inline void
view_matrix(const struct smm *x, const struct smm_node *n, struct smm_matrix *m)
{
	const size_t stride = stride_of(n), cells = n->rows * stride;
	const size_t rows4 = rounded(n->rows, 4), columns4 = stride;
	unsigned char *at = place(x, n->matrix);
	*m = (struct smm_matrix){ .rows = n->rows,
				  .columns = n->columns,
				  .stride = (int)stride,
				  .size = { n->rows, n->columns },
				  .visits = (uint64_t *)(void *)at };
	m->field[0][0] = (double *)(void *)(at + SMM_UNIT);
	m->field[0][1] = m->field[0][0] + rows4;
	m->field[1][0] = m->field[0][1] + rows4;
	m->field[1][1] = m->field[1][0] + columns4;
	m->sum = m->field[1][1] + columns4;
	m->mean = (float *)(void *)(m->sum + cells);
	m->count = (uint32_t *)(void *)(m->mean + cells);
	m->child = m->count + cells;
}

bool
smm_matrix(const struct smm *x, smm_ref at, struct smm_matrix *out)
{
	const struct smm_node *n = smm_node(x, at);
	if (n->rows == 0 || n->matrix == 0)
		return false;
	view_matrix(x, n, out);
	return true;
}

uint32_t
smm_cell(const struct smm *x, smm_ref at, int row, int column, double *mean)
{
	const struct smm_node *n = smm_node(x, at);
	struct smm_matrix m;
	if (smm_matrix(x, at, &m)) {
		*mean = (double)m.mean[row * m.stride + column];
		return m.count[row * m.stride + column];
	}
	const smm_ref ref = rows_of(n)[row];
	*mean = ref == 0 ? -1.0 : (double)((const float *)place(x, ref))[column];
	return *mean >= 0;
}

smm_ref
smm_child(const struct smm *x, smm_ref at, int row, int column)
{
	struct smm_matrix m;
	if (!smm_matrix(x, at, &m))
		return 0;
	return m.child[row * m.stride + column];
}

/* ------------------------------------------------------------------ new nodes */

static void
set_bits(uint64_t *bits, size_t n)
{
	for (size_t i = 0; i < n; i += 64)
		bits[i / 64] = n - i >= 64 ? UINT64_MAX : (UINT64_C(1) << (n - i)) - 1;
}

static size_t
bits_of(const struct smm *x, int rows, int columns)
{
	return x->cross ? (size_t)rows + (size_t)columns : (size_t)rows * (size_t)columns;
}

/* The moves of a seat, or the one of a seat that does not choose. */
static int
list_moves(const struct game *g, const struct state *st, seat_set acting, int seat,
	   move *out)
{
	if (acting >> seat & 1)
		return g->ops->moves(g, st, seat, out);
	out[0] = MOVE_NONE;
	return 1;
}

static smm_ref
new_choice(struct search *s, struct smm *x, const struct state *st, seat_set acting)
{
	move m[2][MOVES_MAX];
	int n[2];
	for (int seat = 0; seat < 2; seat++)
		n[seat] = list_moves(s->game, st, acting, seat, m[seat]);
	struct smm_node node = { .rows = (uint16_t)n[0], .columns = (uint16_t)n[1] };
	const size_t bits = bits_of(x, n[0], n[1]);
	const size_t bytes = sizeof node + sizeof(move) * (size_t)(n[0] + n[1]) +
			     sizeof(smm_ref) * (size_t)n[0] + sizeof(uint64_t) +
			     (bits + 63) / 64 * sizeof(uint64_t);
	const smm_ref at = take(x, bytes);
	if (at == 0)
		return 0;
	node.left = (uint32_t)(x->cross ? (n[0] > n[1] ? n[0] : n[1]) : n[0] * n[1]);
	struct smm_node *made = smm_node(x, at);
	*made = node;
	move *moves = (move *)(void *)(made + 1);
	memcpy(moves, m[0], sizeof(move) * (size_t)n[0]);
	memcpy(moves + n[0], m[1], sizeof(move) * (size_t)n[1]);
	set_bits(unused_of(made), bits);
	s->live.children += (int64_t)n[0] * n[1];
	x->nodes++;
	return at;
}

static smm_ref
new_outcome(struct smm *x, struct smm_node *n, move m, double prob)
{
	const smm_ref at = take(x, sizeof(struct smm_outcome));
	if (at == 0)
		return 0;
	struct smm_outcome *o = place(x, at);
	*o = (struct smm_outcome){ .m = m, .prob = prob, .next = n->matrix };
	n->matrix = at;
	return at;
}

static smm_ref
new_chance(struct search *s, struct smm *x, const struct state *st)
{
	const smm_ref at = take(x, sizeof(struct smm_node));
	if (at == 0)
		return 0;
	x->nodes++;
	if (!x->explicit_chance)
		return at;
	move m[MOVES_MAX];
	double prob[MOVES_MAX];
	const int n = s->game->ops->chances(s->game, st, m, prob);
	for (int i = n - 1; i >= 0; i--)
		if (new_outcome(x, smm_node(x, at), m[i], prob[i]) == 0)
			return 0;
	return at;
}

/* The node of a state that a simulation has come to again; SMM_END when settled, 0: no room. */
static smm_ref
new_node(struct search *s, struct smm *x, const struct state *st)
{
	const struct game *g = s->game;
	if (g->ops->settled(g, st))
		return SMM_END;
	const seat_set acting = g->ops->acting(g, st);
	if (acting == 0)
		return SMM_END;
	if (x->full)
		return 0;
	return acting == ACTING_CHANCE ? new_chance(s, x, st)
				       : new_choice(s, x, st, acting);
}

bool
smm_open(struct search *s, struct smm *x, const struct state *root)
{
	const size_t bytes = arena_left(&s->arena) & ~(size_t)63;
	x->slab = bytes < 256 ? NULL : arena_take(&s->arena, bytes - 64);
	if (x->slab == NULL)
		return false;
	x->room = (uint32_t)((bytes - 64) / SMM_UNIT);
	x->used = 2; /* 0: none; 1: SMM_END */
	x->root = new_choice(s, x, root, s->game->ops->acting(s->game, root));
	return x->root != 0;
}

/* ------------------------------------------------------------------ first selections */

/* The place of a bit that is set, a random one of bits from .. from + n - 1; -1: none is. */
static int
draw_bit(const uint64_t *bits, int from, int n, struct rng *r)
{
	int count = 0;
	for (int w = from / 64; w * 64 < from + n; w++) {
		uint64_t word = bits[w];
		if (w == from / 64)
			word &= UINT64_MAX << (from & 63);
		if (from + n - w * 64 < 64)
			word &= (UINT64_C(1) << (from + n - w * 64)) - 1;
		count += __builtin_popcountll(word);
	}
	if (count == 0)
		return -1;
	int k = (int)rng_below(r, (uint32_t)count);
	for (int w = from / 64;; w++) {
		uint64_t word = bits[w];
		if (w == from / 64)
			word &= UINT64_MAX << (from & 63);
		const int here = __builtin_popcountll(word);
		if (k >= here) {
			k -= here;
			continue;
		}
		for (; k > 0; k--)
			word &= word - 1;
		return w * 64 + __builtin_ctzll(word);
	}
}

/* A cell not selected before, and the row to keep its payoff. False: no room for the row. */
static bool
select_first(struct smm *x, struct rng *r, struct smm_node *n, struct smm_step *step)
{
	const uint64_t *unused = unused_of(n);
	int row, column;
	if (x->cross) {
		row = draw_bit(unused, 0, n->rows, r);
		column = draw_bit(unused, n->rows, n->columns, r) - n->rows;
		if (row < 0)
			row = (int)rng_below(r, n->rows);
		if (column < 0)
			column = (int)rng_below(r, n->columns);
	} else {
		const int cell = draw_bit(unused, 0, n->rows * n->columns, r);
		row = cell / n->columns;
		column = cell % n->columns;
	}
	step->choice[0] = (uint16_t)row;
	step->choice[1] = (uint16_t)column;
	smm_ref *ref = &rows_of(n)[row];
	if (*ref != 0)
		return true;
	if (x->full)
		return false;
	*ref = take(x, sizeof(float) * n->columns);
	if (*ref == 0)
		return false;
	float *payoff = place(x, *ref);
	for (int i = 0; i < n->columns; i++)
		payoff[i] = -1; /* not selected */
	return true;
}

static void
clear_bit(uint64_t *bits, int i)
{
	bits[i / 64] &= ~(UINT64_C(1) << (i & 63));
}

/* First selections were drawn evenly, so they were exploration. */
static void
count_first(const struct smm *x, const struct smm_matrix *m, int row, int column,
	    double u)
{
	const int at[2] = { row, column };
	for (int seat = 0; seat < 2; seat++) {
		const double own = seat == 0 ? u : 1 - u;
		m->field[seat][0][at[seat]] +=
			x->policy->estimates ? own * m->size[seat] : own;
		if (!x->policy->estimates || x->removal != SMM_REMOVE_EXPLICIT)
			m->field[seat][1][at[seat]] += 1;
	}
}

/* The last first selection is in: the node gets its matrix, when there is room. Cells that were
 * not selected (fill=cross) stand for the mean of those that were, until they are. */
static void
make_matrix(struct smm *x, struct smm_node *n)
{
	const smm_ref at = x->full ? 0 : take(x, matrix_bytes(n));
	if (at == 0)
		return;
	n->matrix = at;
	struct smm_matrix m;
	view_matrix(x, n, &m);
	double sum = 0;
	for (int i = 0; i < m.rows; i++) {
		const float *payoff = place(x, rows_of(n)[i]);
		for (int j = 0; j < m.columns; j++) {
			if (payoff[j] < 0)
				continue;
			const int cell = i * m.stride + j;
			const double u = (double)payoff[j];
			m.sum[cell] = u;
			m.mean[cell] = payoff[j];
			m.count[cell] = 1;
			sum += u;
			*m.visits += 1;
			if (x->policy->counts)
				count_first(x, &m, i, j, u);
		}
	}
	const float mean = (float)(sum / (double)*m.visits);
	for (int i = 0; i < m.rows; i++)
		for (int j = 0; j < m.columns; j++)
			if (m.count[i * m.stride + j] == 0)
				m.mean[i * m.stride + j] = mean;
}

static void
keep_first(struct smm *x, struct smm_node *n, const struct smm_step *step, double u)
{
	uint64_t *unused = unused_of(n);
	const int row = step->choice[0], column = step->choice[1];
	((float *)place(x, rows_of(n)[row]))[column] = (float)u;
	if (x->cross) {
		clear_bit(unused, row);
		clear_bit(unused, n->rows + column);
	} else {
		clear_bit(unused, row * n->columns + column);
	}
	if (--n->left == 0)
		make_matrix(x, n);
}

/* ------------------------------------------------------------------ chance */

static smm_ref
draw_outcome(struct search *s, struct smm *x, struct smm_node *n, const struct state *st)
{
	const move m = s->game->ops->chance_sample(s->game, st, &s->rng);
	for (smm_ref at = n->matrix; at != 0; at = smm_outcome(x, at)->next)
		if (smm_outcome(x, at)->m == m)
			return at;
	return x->full ? 0 : new_outcome(x, n, m, 0);
}

/* The outcome furthest behind its share of the visits, a random one of equals. */
static smm_ref
next_outcome(const struct smm *x, const struct smm_node *n, struct rng *r)
{
	smm_ref best = 0;
	double behind = -1e300;
	uint32_t equals = 0;
	for (smm_ref at = n->matrix; at != 0; at = smm_outcome(x, at)->next) {
		const struct smm_outcome *o = smm_outcome(x, at);
		const double lag = o->prob * (n->visits + 1.0) - o->visits;
		if (lag < behind)
			continue;
		equals = lag > behind ? 1 : equals + 1;
		behind = lag;
		if (equals == 1 || rng_below(r, equals) == 0)
			best = at;
	}
	return best;
}

/* The mean of the outcomes seen, by their probabilities. */
static double
weighted_mean(const struct smm *x, const struct smm_node *n)
{
	double sum = 0, all = 0;
	for (smm_ref at = n->matrix; at != 0; at = smm_outcome(x, at)->next) {
		const struct smm_outcome *o = smm_outcome(x, at);
		if (o->visits == 0)
			continue;
		sum += o->prob * o->sum / o->visits;
		all += o->prob;
	}
	return sum / all;
}

/* ------------------------------------------------------------------ one simulation */

/* The way down. */
struct descent {
	int depth;     /* steps on the path */
	int64_t nodes; /* states made */
	bool settled;  /* the end of the game was reached in the tree */
	bool cut;      /* the budget is spent */
};

/* Plays the moves of a cell. */
static void
play_cell(struct search *s, const struct smm_node *n, const struct smm_step *step,
	  struct state *st, struct descent *d)
{
	const move *moves = smm_moves(n);
	const move m[2] = { moves[step->choice[0]], moves[n->rows + step->choice[1]] };
	for (int seat = 0; seat < 2; seat++) {
		if (m[seat] == MOVE_NONE)
			continue;
		s->game->ops->play(s->game, st, seat, m[seat], st);
		d->nodes++;
	}
}

static smm_ref *
step_choice(struct search *s, struct smm *x, struct smm_node *n, struct smm_step *step,
	    struct state *st, struct descent *d)
{
	struct smm_matrix m;
	if (n->matrix == 0) {
		step->first = true;
		if (n->left == 0 || !select_first(x, &s->rng, n, step))
			return NULL; /* a leaf for want of room */
		play_cell(s, n, step, st, d);
		d->depth++;
		return NULL;
	}
	view_matrix(x, n, &m);
	x->policy->select(x, &s->rng, &m, step);
	const int cell = step->choice[0] * m.stride + step->choice[1];
	__builtin_prefetch(&m.sum[cell], 1);
	__builtin_prefetch(&m.count[cell], 1);
	play_cell(s, n, step, st, d);
	d->depth++;
	return m.count[cell] == 0 ? NULL : &m.child[cell];
}

static smm_ref *
step_chance(struct search *s, struct smm *x, struct smm_node *n, struct smm_step *step,
	    struct state *st, struct descent *d)
{
	step->chance = true;
	step->outcome = x->explicit_chance ? next_outcome(x, n, &s->rng)
					   : draw_outcome(s, x, n, st);
	if (step->outcome == 0)
		return NULL;
	struct smm_outcome *o = place(x, step->outcome);
	s->game->ops->play(s->game, st, SEAT_CHANCE, o->m, st);
	d->nodes++;
	d->depth++;
	return &o->child;
}

static void
descend(struct search *s, struct smm *x, struct state *st, int64_t budget,
	struct descent *d)
{
	smm_ref at = x->root;
	while (d->depth < SMM_PATH) {
		struct smm_node *n = smm_node(x, at);
		struct smm_step *step = &x->path[d->depth];
		*step = (struct smm_step){ .at = at };
		smm_ref *child = n->rows > 0 ? step_choice(s, x, n, step, st, d)
					     : step_chance(s, x, n, step, st, d);
		d->cut = d->nodes > budget;
		if (child == NULL || d->cut)
			return;
		if (*child == 0)
			*child = new_node(s, x, st);
		d->settled = *child == SMM_END;
		if (*child <= SMM_END)
			return;
		at = *child;
	}
}

static int
playout_slow(const struct search *s, const struct smm *x, struct state *st, struct rng *r,
	     int max)
{
	const struct game *g = s->game;
	int n = 0;
	for (; n < max && !g->ops->settled(g, st); n++) {
		const int seat = game_mover(g, st);
		if (seat == SEAT_NONE)
			break;
		move m[MOVES_MAX];
		if (seat == SEAT_CHANCE) {
			m[0] = g->ops->chance_sample(g, st, r);
		} else if (!x->random_playout && g->ops->policy != NULL) {
			m[0] = g->ops->policy(g, st, seat, r);
		} else {
			const uint32_t k = (uint32_t)g->ops->moves(g, st, seat, m);
			m[0] = m[rng_below(r, k)];
		}
		g->ops->play(g, st, seat, m[0], st);
	}
	return n;
}

static int
playout(struct search *s, const struct smm *x, struct state *st, int max)
{
	if (s->game->ops->rollout == NULL)
		return playout_slow(s, x, st, &s->rng, max);
	return s->game->ops->rollout(s->game, st, &s->rng, max, x->random_playout);
}

/* What came of a simulation to all nodes of its path, the last first. */
static void
back_up(struct smm *x, const struct descent *d, double u)
{
	x->tail = 1;
	double chance_mean = -1; /* of the chance node just below, explicit */
	for (int i = d->depth - 1; i >= 0; i--) {
		const struct smm_step *step = &x->path[i];
		struct smm_node *n = smm_node(x, step->at);
		n->visits++;
		if (step->chance) {
			struct smm_outcome *o = place(x, step->outcome);
			o->sum += u;
			o->visits++;
			if (x->averaged)
				u = o->sum / o->visits;
			if (x->explicit_chance)
				chance_mean = weighted_mean(x, n);
			continue;
		}
		if (step->first) {
			keep_first(x, n, step, u);
			continue;
		}
		struct smm_matrix m;
		view_matrix(x, n, &m);
		const int cell = step->choice[0] * m.stride + step->choice[1];
		*m.visits += 1;
		m.sum[cell] += u;
		m.count[cell]++;
		const double mean =
			chance_mean >= 0 ? chance_mean : m.sum[cell] / m.count[cell];
		m.mean[cell] = (float)mean;
		chance_mean = -1;
		if (x->averaged)
			u = mean;
		x->policy->update(x, &m, step, u);
	}
}

int64_t
smm_simulate(struct search *s, struct smm *x, const struct state *root, int64_t budget)
{
	struct state *st = &x->scratch;
	struct descent d = { 0 };
	game_copy(s->game, root, st);
	x->explorer = (int)(x->simulations & 1);
	x->reach = 1;
	descend(s, x, st, budget, &d);
	int64_t plies = 0;
	if (!d.cut && !d.settled) {
		const int64_t left = budget - d.nodes;
		const int max = left < INT_MAX ? (int)left : INT_MAX;
		plies = playout(s, x, st, max);
		d.cut = plies == left && !s->game->ops->settled(s->game, st);
	}
	if (d.cut) {
		x->dropped++;
		return budget;
	}
	int32_t value[SEATS_MAX];
	s->game->ops->evaluate(s->game, st, value);
	back_up(x, &d, (double)(value[0] - x->low) / x->range);
	x->simulations++;
	x->tree_plies += d.depth;
	if (d.depth > x->seldepth)
		x->seldepth = d.depth;
	return d.nodes + plies;
}
