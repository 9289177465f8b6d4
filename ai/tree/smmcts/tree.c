/*
 * tree.c - the tree of smmcts and one simulation through it. See smmcts.h.
 *
 * Source: Lanctot, Lisy and Winands 2013, algorithm 1. Cells never selected come first,
 * at random; the simulation leaves the tree there. The second simulation of a cell makes its
 * child. At a chance node the outcome is drawn and its child made at once.
 *
 * Memory: one slab, allocated front to back. Without room a node stays a leaf.
 */
#include "ai/tree/smmcts/smmcts.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* ------------------------------------------------------------------ memory */

smm_ref
smm_take(struct smm *x, size_t bytes)
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

static inline size_t
stride_of(const struct smm_node *n)
{
	return smm_rounded(n->columns, 4);
}

size_t
smm_matrix_bytes(const struct smm_node *n)
{
	const size_t cells = n->rows * stride_of(n);
	const size_t moves = smm_rounded(n->rows, 4) + smm_rounded(n->columns, 4);
	return SMM_UNIT + 2 * moves * sizeof(double) +
	       cells * (sizeof(double) + sizeof(float) + sizeof(uint32_t) +
			sizeof(smm_ref));
}

void
smm_view_matrix(const struct smm *x, const struct smm_node *n, struct smm_matrix *m)
{
	const size_t stride = stride_of(n), cells = n->rows * stride;
	const size_t rows4 = smm_rounded(n->rows, 4), columns4 = stride;
	unsigned char *at = smm_at(x, n->matrix);
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
	smm_view_matrix(x, n, out);
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
	*mean = smm_first_payoff(x, n, row, column);
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

/* The moves of a seat; MOVE_NONE alone when it does not choose. */
static int
smmcts_list_moves(const struct game *g, const struct state *st, seat_set acting, int seat,
		  move *out)
{
	if (acting >> seat & 1)
		return g->rules->moves(g, st, seat, out);
	out[0] = MOVE_NONE;
	return 1;
}

static smm_ref
new_choice(struct search *s, struct smm *x, const struct state *st, seat_set acting)
{
	move m[2][MOVES_MAX];
	int n[2];
	for (int seat = 0; seat < 2; seat++)
		n[seat] = smmcts_list_moves(s->game, st, acting, seat, m[seat]);
	struct smm_node node = { .rows = (uint16_t)n[0], .columns = (uint16_t)n[1] };
	const smm_ref at = smm_take(x, smm_choice_bytes(n[0], n[1]));
	if (at == 0)
		return 0;
	node.left = (uint32_t)(n[0] * n[1]);
	struct smm_node *made = smm_node(x, at);
	*made = node;
	move *moves = (move *)(void *)(made + 1);
	memcpy(moves, m[0], sizeof(move) * (size_t)n[0]);
	memcpy(moves + n[0], m[1], sizeof(move) * (size_t)n[1]);
	smm_set_unused(made);
	s->live.children += (int64_t)n[0] * n[1];
	x->nodes++;
	return at;
}

void
smm_outcomes(const struct smm *x, smm_ref at, struct smm_outcomes *out)
{
	const struct smm_node *n = smm_node(x, at);
	unsigned char *p = (unsigned char *)smm_at(x, at) + sizeof *n;
	*out = (struct smm_outcomes){ .count = n->columns };
	out->child = (smm_ref *)(void *)p;
	out->m = out->child + n->columns;
}

size_t
smm_chance_bytes(int outcomes)
{
	return sizeof(struct smm_node) +
	       (size_t)outcomes * (sizeof(smm_ref) + sizeof(move));
}

static smm_ref
new_chance(struct search *s, struct smm *x, const struct state *st)
{
	move m[MOVES_MAX];
	double prob[MOVES_MAX];
	const int n = s->game->chance->list(s->game, st, m, prob);
	const smm_ref at = smm_take(x, smm_chance_bytes(n));
	if (at == 0)
		return 0;
	smm_node(x, at)->columns = (uint16_t)n;
	struct smm_outcomes o;
	smm_outcomes(x, at, &o);
	memcpy(o.m, m, (size_t)n * sizeof *m);
	x->nodes++;
	return at;
}

/* Makes the node of a state; SMM_END: it is settled, 0: no room. */
static smm_ref
smmcts_new_node(struct search *s, struct smm *x, const struct state *st)
{
	const struct game *g = s->game;
	if (g->rules->settled(g, st))
		return SMM_END;
	const seat_set acting = g->rules->acting(g, st);
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
	x->used = SMM_FIRST;
	x->root = new_choice(s, x, root, s->game->rules->acting(s->game, root));
	return x->root != 0;
}

/* ------------------------------------------------------------------ chance */

static int
smmcts_draw_outcome(struct search *s, const struct smm_outcomes *o,
		    const struct state *st)
{
	const move m = s->game->chance->sample(s->game, st, &s->rng);
	int i = 0;
	while (i < o->count - 1 && o->m[i] != m)
		i++;
	assert(o->m[i] == m);
	return i;
}

/* ------------------------------------------------------------------ one simulation */

/* The descent of a simulation. */
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
		s->game->rules->play(s->game, st, seat, m[seat], st);
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
		if (n->left == 0 || !smm_select_first(x, &s->rng, n, step))
			return NULL; /* a leaf, without room for more */
		play_cell(s, n, step, st, d);
		d->depth++;
		return NULL;
	}
	smm_view_matrix(x, n, &m);
	x->policy->select(x, &s->rng, &m, step);
	const int cell = step->choice[0] * m.stride + step->choice[1];
	__builtin_prefetch(&m.sum[cell], 1);
	__builtin_prefetch(&m.count[cell], 1);
	play_cell(s, n, step, st, d);
	d->depth++;
	return m.count[cell] == 0 ? NULL : &m.child[cell];
}

static smm_ref *
step_chance(struct search *s, struct smm *x, struct smm_step *step, struct state *st,
	    struct descent *d)
{
	struct smm_outcomes o;
	smm_outcomes(x, step->at, &o);
	const int i = smmcts_draw_outcome(s, &o, st);
	step->chance = true;
	step->choice[0] = (uint16_t)i;
	s->game->rules->play(s->game, st, SEAT_CHANCE, o.m[i], st);
	d->nodes++;
	d->depth++;
	return o.child + i;
}

static void
smmcts_descend(struct search *s, struct smm *x, struct state *st, int64_t budget,
	       struct descent *d)
{
	smm_ref at = x->root;
	while (d->depth < SMM_PATH) {
		struct smm_node *n = smm_node(x, at);
		struct smm_step *step = &x->path[d->depth];
		*step = (struct smm_step){ .at = at };
		smm_ref *child = n->rows > 0 ? step_choice(s, x, n, step, st, d)
					     : step_chance(s, x, step, st, d);
		d->cut = d->nodes > budget;
		if (child == NULL || d->cut)
			return;
		if (*child == 0)
			*child = smmcts_new_node(s, x, st);
		d->settled = *child == SMM_END;
		if (*child <= SMM_END)
			return;
		at = *child;
	}
}

/* Adds the payoff of a simulation to all nodes of its path, the last first. */
static void
smmcts_back_up(struct smm *x, const struct descent *d, double u)
{
	x->tail = 1;
	for (int i = d->depth - 1; i >= 0; i--) {
		const struct smm_step *step = &x->path[i];
		struct smm_node *n = smm_node(x, step->at);
		n->visits++;
		if (step->chance)
			continue;
		if (step->first) {
			smm_keep_first(x, n, step, u);
			continue;
		}
		struct smm_matrix m;
		smm_view_matrix(x, n, &m);
		const int cell = step->choice[0] * m.stride + step->choice[1];
		*m.visits += 1;
		m.sum[cell] += u;
		m.count[cell]++;
		m.mean[cell] = (float)(m.sum[cell] / m.count[cell]);
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
	smmcts_descend(s, x, st, budget, &d);
	int64_t plies = 0;
	if (!d.cut && !d.settled) {
		const int64_t left = budget - d.nodes;
		const int max = left < INT_MAX ? (int)left : INT_MAX;
		plies = game_rollout(s->game, st, &s->rng, max, x->playout,
				     ROLLOUT_DRAWS);
		d.cut = plies == left && !s->game->rules->settled(s->game, st);
	}
	if (d.cut)
		return budget;
	int32_t value[SEATS_MAX];
	s->game->knowledge->evaluate(s->game, st, value);
	smmcts_back_up(x, &d, (double)(value[0] - x->low) / x->range);
	x->simulations++;
	x->tree_plies += d.depth;
	if (d.depth > x->seldepth)
		x->seldepth = d.depth;
	return d.nodes + plies;
}
