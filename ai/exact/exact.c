/*
 * exact.c - games of simultaneous choice solved to the end; plays by the equilibrium mix.
 *
 * Backward induction over everything below the position: each choice of both seats is a matrix
 * game (matrix.h), its value that of the position. The game says what the positions are and
 * which of them are equal (src/core/joint.h). When the user has a file of solved values for
 * these rules (`plyscope solve`), one layer of it is all that is needed.
 *
 * Choices the others have committed do not count: the matrix is the one before any choice. The
 * move played is drawn from the mix by the search's generator; it comes first in the table of
 * moves, the others follow by probability. value of a move: against the other's mix.
 *
 * Nodes are slots solved, leaves matrix games. A file changes how many there are, but neither
 * the mix nor the move: tables in memory and in files hold the same rounded values.
 *
 * Memory: four bytes a slot, from the arena; the index of the positions beside it.
 */
#include "ai/exact/exact.h"

#include "ai/common/mixed.h"
#include "ai/common/order.h"
#include "ai/exact/solved.h"
#include "src/base/asset.h"
#include "src/base/file.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_spec exact_options[] = {
	{ "memory", OPTION_INT, "256", 16, 65536, NULL, "MiB",
	  "memory for the values of positions below a position" },
	{ .key = NULL },
};

/* --- the player --- */

bool
exact_no_table(struct status *st, const char *who, const struct game *g)
{
	return status_fail(
		st,
		"%s: this position of %s fits no table: one takes two seats that "
		"choose at once, up to %d choices each and %d rounds",
		who, g->ops->title, JOINT_SIDE, JOINT_LAYERS);
}

static bool
exact_open(struct search *s, struct status *st)
{
	const struct game *g = s->game;
	struct exact *x = arena_take(&s->arena, sizeof *x);
	if (x == NULL)
		return status_fail(st, "exact: memory= is too small");
	memset(x, 0, sizeof *x);
	g->turns->uncommit(g, &s->root, &x->root);
	const double slots = g->ops->joint->size(g, &x->root);
	if (slots >= JOINT_NEVER)
		return exact_no_table(st, "exact", g);
	const double mib = slots * sizeof(int32_t) / 0x1p20;
	if (mib > (double)(s->arena.size >> 20))
		return status_fail(
			st,
			"exact: this position needs about %.0f MiB, memory=%zu "
			"is less",
			mib, s->arena.size >> 20);
	s->self = x;
	return true;
}

static void
exact_close(struct search *s)
{
	struct exact *x = s->self;
	joint_close(&x->joint);
	free(x->node);
}

/* The values from which those of a layer are computed; NULL: none, or not read. */
static const int32_t *
below_of(const struct exact *x, int layer)
{
	return layer > 0 ? x->layer[layer - 1] : NULL;
}

/* The user's file, if there is one that fits. */
static bool
map_file(struct search *s, struct pack *f, char *path, size_t size)
{
	char name[PACK_RULES + 16];
	struct status st = { 0 };
	solved_name(s->game, name, sizeof name);
	if (!user_find(USER_DATA, name, path, size) || file_missing(path))
		return false;
	if (solved_map(f, s->game, path, &st))
		return true;
	snapshot_note(&s->live, st.text);
	return false;
}

/* Indexing millions of positions takes longer than many a time limit. Nodes are counted
 * elsewhere. */
static bool
exact_go_on(void *self)
{
	return search_poll(self);
}

/* Reads one layer of the file into the arena; false: the file does not have it. */
static bool
exact_read_layer(struct search *s, struct exact *x, int layer)
{
	struct pack f;
	struct status st = { 0 };
	char path[4096];
	if (!map_file(s, &f, path, sizeof path))
		return false;
	bool ok =
		layer >= 0 && layer < f.layers &&
		f.slots[layer] == (uint64_t)s->game->ops->joint->slots(&x->joint, layer);
	int32_t *values =
		ok ? arena_take(&s->arena, f.slots[layer] * sizeof *values) : NULL;
	ok = values != NULL && solved_read(&f, path, layer, values, &st);
	if (ok)
		x->layer[layer] = values;
	if (st.failed)
		snapshot_note(&s->live, st.text);
	pack_unmap(&f);
	return ok;
}

/* Takes the layer below the root from a file; false: no file has it. */
static bool
read_below(struct search *s, struct exact *x)
{
	const struct game *g = s->game;
	struct pack f;
	struct state start;
	char path[4096];
	x->from_file = false;
	if (!map_file(s, &f, path, sizeof path))
		return false;
	pack_unmap(&f);
	memset(&start, 0, sizeof start);
	g->rules->start(g, &start);
	x->from_file =
		g->ops->joint->open(&x->joint, g, &start, exact_go_on, s) &&
		exact_read_layer(s, x, g->ops->joint->layer(&x->joint, &x->root) - 1);
	if (!x->from_file) {
		joint_close(&x->joint);
		arena_reset(&s->arena);
		arena_take(&s->arena, sizeof *x); /* x itself stays */
	}
	return x->from_file;
}

/* Unless it was stopped. */
static bool
fail_memory(struct search *s)
{
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = STOP_MEMORY;
	return false;
}

/* Solves everything below the root. False: stopped. */
static bool
exact_exact_solve_below(struct search *s, struct exact *x)
{
	const struct joint_ops *ops = s->game->ops->joint;
	if (!ops->open(&x->joint, s->game, &x->root, exact_go_on, s))
		return fail_memory(s);
	const int top = ops->layer(&x->joint, &x->root);
	assert(top == x->joint.top);
	for (int layer = 0; layer < top; layer++) {
		const int64_t slots = ops->slots(&x->joint, layer);
		int32_t *out = arena_take(&s->arena, (size_t)slots * sizeof *out);
		if (out == NULL)
			return fail_memory(s);
		for (int64_t i = 0; i < slots; i++) {
			x->games += solved_run(&x->joint, layer, i, i + 1,
					       below_of(x, layer), out);
			if (!search_step(s))
				return false;
		}
		x->layer[layer] = out;
		s->live.depth = layer;
		s->live.leaves = x->games;
	}
	return true;
}

/* The value to seat 0 of choice k of a seat against the other's mix. */
static double
against_mix(const struct joint_matrix *m, const struct matrix_solution *s, int seat,
	    int k)
{
	double sum = 0;
	if (seat == 0)
		for (int j = 0; j < m->columns; j++)
			sum += s->column[j] * m->a[k * JOINT_STRIDE + j];
	else
		for (int i = 0; i < m->rows; i++)
			sum += s->row[i] * m->a[i * JOINT_STRIDE + k];
	return sum;
}

void
exact_fill_joint(const struct game *g, const struct joint_matrix *m,
		 const struct matrix_solution *sol, const move *row, const move *column,
		 struct stats_joint *j)
{
	*j = (struct stats_joint){ .rows = m->rows,
				   .columns = m->columns,
				   .rows_total = m->rows,
				   .columns_total = m->columns,
				   .seat = { 0, 1 },
				   .exact = true };
	for (int side = 0; side < 2; side++) {
		const int n = side == 0 ? m->rows : m->columns;
		const double *mix = side == 0 ? sol->row : sol->column;
		for (int i = 0; i < n; i++) {
			j->choice[side][i] = side == 0 ? row[i] : column[i];
			j->current[side][i] = j->average[side][i] = (float)mix[i];
			j->regret[side][i] = NAN;
		}
	}
	for (int i = 0; i < m->rows; i++)
		for (int k = 0; k < m->columns; k++)
			j->value[i][k] =
				(float)g->ops->joint->points(g, 0,
							     m->a[i * JOINT_STRIDE + k]);
}

static const struct gauge gauge_games = { "matrix games", "",
					  "matrix games solved below this position" };
static const struct gauge gauge_gap = {
	"mix gap", "points", "the most that a best reply gains against either mix"
};
static const struct gauge *const gauges[] = { &gauge_games, &gauge_gap, NULL };

static void
exact_report(struct search *s, const struct joint_matrix *m, const move *row,
	     const move *column)
{
	const struct game *g = s->game;
	struct snapshot *live = &s->live;
	struct matrix_solution sol;
	matrix_solve(m, &sol);
	const int n = s->mover == 0 ? m->rows : m->columns;
	const double *mix = s->mover == 0 ? sol.row : sol.column;
	const move *moves = s->mover == 0 ? row : column;
	const move first = moves[rng_draw(&s->rng, mix, n, 1)];
	live->moves_total = live->move_count = n;
	for (int k = 0; k < n; k++) {
		struct stats_move *out = &live->moves[k];
		stats_move_blank(out, moves[k]);
		out->status = MOVE_PROVEN;
		out->prob = mix[k];
		const double worth = against_mix(m, &sol, s->mover, k);
		for (int i = 0; i < g->seats; i++)
			out->value[i] = g->ops->joint->points(g, i, worth);
		search_fill_win(s, out->status, out->value, out->win);
	}
	live->mixed = true;
	mixed_sort(live, first);
	struct stats_joint *joint = snapshot_attach(live, ATTACHED_JOINT);
	if (joint != NULL)
		exact_fill_joint(g, m, &sol, row, column, joint);
	for (int i = 0; i < g->seats; i++)
		live->value[i] = g->ops->joint->points(g, i, sol.value);
	search_fill_win(s, MOVE_PROVEN, live->value, live->win);
	live->pv[0] = first;
	live->pv_count = 1;
	snapshot_note_best(live, first, live->value[s->mover]);
	search_gauge(s, &gauge_games, (double)live->leaves);
	search_gauge(s, &gauge_gap, sol.gap);
}

static void
exact_run(struct search *s)
{
	struct exact *x = s->self;
	struct joint_matrix m;
	move row[JOINT_SIDE], column[JOINT_SIDE];
	arena_reset(&s->arena);
	arena_take(&s->arena, sizeof *x);
	joint_close(&x->joint);
	x->games = x->nodes = 0;
	memset(x->layer, 0, sizeof x->layer);
	s->live.gauge_count = 0;
	if (!read_below(s, x) && !exact_exact_solve_below(s, x))
		return;
	const int top = s->game->ops->joint->layer(&x->joint, &x->root);
	if (!s->game->ops->joint->matrix(&x->joint, &x->root, below_of(x, top), &m, row,
					 column))
		BUG("%s: the root is not in its own table", s->game->ops->key);
	s->live.depth = top;
	s->live.visits_of = "nodes";
	exact_report(s, &m, row, column);
	s->live.stop = STOP_SOLVED;
}

/* --- the strategy at every position below --- */

static look_ref
strategy_below(struct search *s, look_ref node, const struct played_move *step, int steps,
	       const struct state *at)
{
	(void)s, (void)step, (void)steps, (void)at;
	return node; /* only the position matters to it */
}

bool
exact_matrix(struct search *s, const struct state *at, struct joint_matrix *m, move *row,
	     move *column)
{
	const struct joint_ops *ops = s->game->ops->joint;
	struct exact *x = s->self;
	const int layer = ops->layer(&x->joint, at);
	if (layer < 0)
		return false;
	if (layer > 0 && x->layer[layer - 1] == NULL &&
	    (!x->from_file || !exact_read_layer(s, x, layer - 1)))
		return false;
	return ops->matrix(&x->joint, at, below_of(x, layer), m, row, column);
}

/* place[k]: the row or column of the k-th legal move; returns the count. */
static int
places_of(struct search *s, const struct state *at, int seat, const move *of, int *place)
{
	move legal[MOVES_MAX];
	const int n = s->game->rules->moves(s->game, at, seat, legal);
	assert(n <= JOINT_SIDE);
	for (int k = 0; k < n; k++) {
		place[k] = 0;
		while (place[k] < n - 1 && of[place[k]] != legal[k])
			place[k]++;
		assert(of[place[k]] == legal[k]);
	}
	return n;
}

static bool
strategy_mix(struct search *s, look_ref node, const struct state *at, int seat,
	     double *prob)
{
	struct joint_matrix m;
	struct matrix_solution sol;
	move choice[2][JOINT_SIDE];
	int place[JOINT_SIDE];
	if (!exact_matrix(s, at, &m, choice[0], choice[1]))
		return false;
	matrix_solve(&m, &sol);
	const int n = places_of(s, at, seat, choice[seat], place);
	for (int k = 0; k < n; k++)
		prob[k] = seat == 0 ? sol.row[place[k]] : sol.column[place[k]];
	return true;
}

static bool
strategy_matrix(struct search *s, const struct state *at, int seat, double *value)
{
	struct joint_matrix m;
	move choice[2][JOINT_SIDE];
	int row[JOINT_SIDE], column[JOINT_SIDE];
	if (!exact_matrix(s, at, &m, choice[0], choice[1]))
		return false;
	const int rows = places_of(s, at, 0, choice[0], row);
	const int columns = places_of(s, at, 1, choice[1], column);
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			value[i * columns + j] = s->game->ops->joint->points(
				s->game, seat, m.a[row[i] * JOINT_STRIDE + column[j]]);
	return true;
}

/* The mean over chance; false: some outcomes are not known. */
static bool
chance_value(struct search *s, const struct state *at, int seat, double *value)
{
	const struct game *g = s->game;
	move m[MOVES_MAX];
	double prob[MOVES_MAX];
	const int n = g->chance->list != NULL ? g->chance->list(g, at, m, prob) : 0;
	*value = 0;
	for (int k = 0; k < n; k++) {
		struct state child;
		double v;
		g->rules->play(g, at, SEAT_CHANCE, m[k], &child);
		if (!exact_value(s, &child, seat, &v))
			return false;
		*value += prob[k] * v;
	}
	return n > 0;
}

bool
exact_value(struct search *s, const struct state *at, int seat, double *value)
{
	const struct game *g = s->game;
	struct joint_matrix m;
	struct matrix_solution sol;
	move row[JOINT_SIDE], column[JOINT_SIDE];
	if (g->rules->settled(g, at)) {
		int32_t final[SEATS_MAX];
		g->knowledge->evaluate(g, at, final);
		*value = (double) final[seat] / game_unit(g);
		return true;
	}
	if (g->rules->acting(g, at) == ACTING_CHANCE)
		return chance_value(s, at, seat, value);
	if (!exact_matrix(s, at, &m, row, column))
		return false;
	matrix_solve(&m, &sol);
	*value = g->ops->joint->points(g, seat, sol.value);
	return true;
}

static const struct strategy_ops exact_strategy = {
	.below = strategy_below,
	.mix = strategy_mix,
	.value = exact_value,
	.matrix = strategy_matrix,
};

static bool
exact_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	if (g->ops->joint == NULL || !(g->traits & TRAIT_SIMULTANEOUS))
		snprintf(out, (size_t)size,
			 "exact solves games of simultaneous choice, and %s has no table "
			 "of them",
			 g->ops->title);
	else if (g->seats == 2 && !(g->traits & TRAIT_ZERO_SUM))
		snprintf(out, (size_t)size,
			 "exact cannot play %s: its values have no constant sum",
			 g->ops->title);
	else
		return search_cannot("exact", g, TRAIT_MULTIPLAYER, out, size);
	return true;
}

const struct search_ops exact_search = {
	.key = "exact",
	.title = "exact",
	.summary = "solves games of simultaneous choice and plays the equilibrium mix",
	.source = "backward induction with linear programs (Ross 1971; von Neumann)",
	.flags = SEARCH_HIDDEN_OK | SEARCH_MEANS,
	.misfit = exact_misfit,
	.options = exact_options,
	.open = exact_open,
	.run = exact_run,
	.close = exact_close,
	.look = &exact_look,
	.node_columns = exact_node_columns,
	.gauges = gauges,
	.solver = &exact_solver,
	.strategy = &exact_strategy,
};
