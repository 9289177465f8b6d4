/*
 * trees.c - several trees of smmcts side by side, on threads, and their sum at the root.
 *
 * Source: Cazenave and Jouandeau 2007 (root parallelisation).
 *
 * Each tree has its own generator, an equal share of the memory and of the limits, and knows
 * nothing of the others; so the trees are the same for any number of threads. They run in slices of
 * about SLICE nodes. After each the matrices of their roots are added up, cell by cell and move by
 * move, into that of a tree which has nothing but its root: averages, regrets and counts of all
 * policies are sums over simulations.
 */
#include "ai/tree/smmcts/smmcts.h"

#include "src/base/pool.h"

#include <stdio.h>
#include <string.h>

#define SLICE	  131072 /* nodes */
#define SUM_BYTES ((size_t)1 << 20)

struct smm_plot {
	struct search search; /* its generator, its fuel */
	struct smm tree;
	int64_t most, room; /* simulations, 0: no limit; nodes, INT64_MAX: no limit */
	int64_t nodes;	    /* made so far */
};

struct smm_trees {
	struct search *s;
	const struct state *root;
	int count, threads;
	struct smm_plot *plot;
	unsigned char *slab; /* of the sum */
	uint32_t room;
	struct kit own;
};

bool
smm_trees_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	const char *why =
		!(g->traits & TRAIT_SIMULTANEOUS) ? "seats choose one after the other"
		: g->seats != 2			  ? "more than two seats have no matrix"
		: !(g->traits & TRAIT_ZERO_SUM)	  ? "its values have no constant sum"
		: game_hides_cards(g) ? "more than the choice is hidden: wrap it in pimc"
				      : NULL;
	if (why != NULL) {
		snprintf(out, (size_t)size, "smmcts cannot play %s: %s", g->ops->title,
			 why);
		return true;
	}
	if (o == NULL || options_int(o, "trees") > 1 || options_int(o, "threads") < 2)
		return false;
	snprintf(out, (size_t)size, "threads=%d needs trees=, %d for example",
		 (int)options_int(o, "threads"), (int)options_int(o, "threads"));
	return true;
}

static void
seed_trees(struct smm_trees *t)
{
	for (int i = 0; i < t->count; i++)
		rng_seed(&t->plot[i].search.rng, rng_fork(t->s->seed, (uint64_t)i));
}

static bool
open_plot(struct smm_trees *t, struct smm_plot *p, const struct smm *like, size_t bytes)
{
	struct search *own = &p->search;
	unsigned char *base = arena_take(&t->s->arena, bytes);
	if (base == NULL)
		return false;
	*own = *t->s;
	own->arena = (struct arena){ .base = base, .size = bytes };
	own->channel = NULL;
	own->sheet_known = false; /* nothing of it is published */
	p->tree = *like;
	p->nodes = 0;
	return smm_open(own, &p->tree, t->root);
}

struct smm_trees *
smm_trees_open(struct search *s, struct smm *sum, const struct state *root, int count)
{
	struct smm_trees *t = arena_take(&s->arena, sizeof *t);
	struct smm_plot *p = arena_take(&s->arena, (size_t)count * sizeof *p);
	unsigned char *slab = arena_take(&s->arena, SUM_BYTES);
	if (t == NULL || p == NULL || slab == NULL)
		return NULL;
	const size_t bytes = arena_left(&s->arena) / (size_t)count & ~(size_t)63;
	*t = (struct smm_trees){ .s = s,
				 .root = root,
				 .count = count,
				 .plot = p,
				 .threads = (int)options_int(&s->options, "threads"),
				 .slab = slab,
				 .room = (uint32_t)(SUM_BYTES / SMM_UNIT) };
	for (int i = 0; i < count; i++)
		if (bytes < 128 || !open_plot(t, &p[i], sum, bytes - 64))
			return NULL;
	seed_trees(t);
	return smm_trees_add_up(t, sum) ? t : NULL;
}

/* ---- the sum ---- */

/* A choice like that of the trees' roots, empty. False: it is too large. */
static bool
begin_sum(const struct smm_trees *t, struct smm *sum)
{
	const struct smm *first = &t->plot[0].tree;
	const struct smm_node *n = smm_node(first, first->root);
	const size_t bytes = smm_choice_bytes(n->rows, n->columns);
	sum->slab = t->slab;
	sum->room = t->room;
	sum->used = SMM_FIRST;
	sum->root = smm_take(sum, bytes);
	if (sum->root == 0)
		return false;
	struct smm_node *made = smm_node(sum, sum->root);
	made->rows = n->rows;
	made->columns = n->columns;
	memcpy(made + 1, n + 1, sizeof(move) * (size_t)(n->rows + n->columns));
	smm_set_unused(made);
	made->matrix = smm_take(sum, smm_matrix_bytes(made));
	return made->matrix != 0;
}

/* Adds a matrix to that of the sum, whose means are weighted by the visits of their cells. */
static void
add_matrix(const struct smm_matrix *to, const struct smm_matrix *from)
{
	*to->visits += *from->visits;
	for (int seat = 0; seat < 2; seat++)
		for (int k = 0; k < 2; k++)
			for (int i = 0; i < to->size[seat]; i++)
				to->field[seat][k][i] += from->field[seat][k][i];
	for (int i = 0; i < to->rows; i++)
		for (int k = 0; k < to->columns; k++) {
			const int cell = i * to->stride + k;
			const uint32_t all = to->count[cell] + from->count[cell];
			if (from->count[cell] == 0)
				continue;
			const float part = (float)from->count[cell] / (float)all;
			to->mean[cell] += (from->mean[cell] - to->mean[cell]) * part;
			to->sum[cell] += from->sum[cell];
			to->count[cell] = all;
		}
}

bool
smm_trees_add_up(struct smm_trees *t, struct smm *sum)
{
	struct smm_matrix to, from;
	if (!begin_sum(t, sum))
		return false;
	struct smm_node *root = smm_node(sum, sum->root);
	smm_view_matrix(sum, root, &to);
	uint64_t units = 0;
	sum->simulations = sum->tree_plies = sum->nodes = 0;
	sum->full = true;
	bool filled = false;
	for (int i = 0; i < t->count; i++) {
		const struct smm *x = &t->plot[i].tree;
		sum->simulations += x->simulations;
		sum->tree_plies += x->tree_plies;
		sum->nodes += x->nodes;
		sum->full = sum->full && x->full;
		sum->seldepth = x->seldepth > sum->seldepth ? x->seldepth : sum->seldepth;
		root->visits += smm_node(x, x->root)->visits;
		units += x->used;
		if (!smm_matrix(x, x->root, &from))
			continue;
		add_matrix(&to, &from);
		filled = true;
	}
	if (!filled)
		root->matrix = 0;
	t->s->live.tree_bytes = (int64_t)(units * SMM_UNIT);
	return true;
}

/* ---- running ---- */

static int64_t
smmcts_share_of(int64_t limit, int i, int n)
{
	return limit / n + (i < limit % n);
}

/* For pool: a slice of one tree. */
static bool
run_slice(void *self, int64_t piece, int thread)
{
	struct smm_trees *t = self;
	struct smm_plot *p = &t->plot[piece];
	struct search *own = &p->search;
	const int64_t until = p->tree.simulations + SLICE;
	(void)thread;
	if (p->nodes >= p->room || !search_poll(own))
		return true;
	while ((p->most == 0 || p->tree.simulations < p->most) &&
	       p->tree.simulations < until && search_nodes(own) < SLICE) {
		const int64_t left = p->room - p->nodes - search_nodes(own);
		if (left <= 0)
			break;
		own->fuel -= smm_simulate(own, &p->tree, t->root, left);
		if (own->fuel <= 0 && !search_poll(own))
			break;
	}
	return true;
}

static void
begin_slice(struct smm_trees *t, int i, int64_t most)
{
	const struct search *s = t->s;
	struct smm_plot *p = &t->plot[i];
	struct search *own = &p->search;
	const int64_t nodes = s->limits.nodes;
	p->room = nodes > 0 ? smmcts_share_of(nodes, i, t->count) : INT64_MAX;
	p->most = most > 0 ? smmcts_share_of(most, i, t->count) : 0;
	if (most > 0 && p->most == 0)
		p->room = 0;
	own->live = (struct snapshot){ .seats = s->game->seats, /* without rows */
				       .mover = s->mover,
				       .viewer = s->viewer };
	own->fuel = own->fuel_given = 0;
	own->chunk = s->chunk;
	own->limits = (struct limits){ .time_ms = s->limits.time_ms };
	own->alone = s->alone;
	own->started_us = s->started_us;
	own->published_us = s->published_us;
}

void
smm_trees_run(struct smm_trees *t, struct smm *sum, int64_t most)
{
	struct search *s = t->s;
	struct kit *kit = s->kit != NULL ? s->kit : &t->own;
	for (int i = 0; i < t->count; i++)
		begin_slice(t, i, most);
	const struct pool pool = { .count = t->count,
				   .threads = t->threads,
				   .run = run_slice,
				   .self = t,
				   .crew = kit_crew(kit),
				   .alone = true };
	pool_run(&pool);
	for (int i = 0; i < t->count; i++) {
		struct smm_plot *p = &t->plot[i];
		const int64_t nodes = search_nodes(&p->search);
		p->nodes += nodes;
		s->fuel -= nodes;
		s->live.children += p->search.live.children;
	}
	smm_trees_add_up(t, sum);
}

void
smm_trees_rest(struct smm_trees *t)
{
	kit_close(&t->own);
}

bool
smm_trees_advance(struct smm_trees *t, struct smm *sum,
		  smm_ref (*find)(const struct smm *x, const struct played_move *made,
				  int count),
		  const struct played_move *made, int count)
{
	struct smm_matrix m;
	for (int i = 0; i < t->count; i++) {
		struct smm_plot *p = &t->plot[i];
		const smm_ref at = find(&p->tree, made, count);
		if (at <= SMM_END || !smm_matrix(&p->tree, at, &m) ||
		    !smm_reroot(&p->tree, at))
			return false;
		p->tree.simulations = p->tree.tree_plies = p->nodes = 0;
		p->tree.seldepth = 0;
	}
	seed_trees(t);
	return smm_trees_add_up(t, sum);
}
