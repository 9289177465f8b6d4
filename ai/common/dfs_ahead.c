/*
 * dfs_ahead.c - root moves side by side: see dfs_ahead.h.
 *
 * Source: root splitting, the simplest of the parallel searches (Marsland & Popowich 1985).
 * Differs: which bound a row gets is fixed by its number and not by who is first.
 *
 * A searcher is a whole search of the same algorithm, opened on the same root, which is given one
 * row at a time (dfs.errand). Rows are added to the result in their order, as soon as all before
 * them are; what row n needs to know is written down when row n - ahead is added. The node limit is
 * exact: the row that reaches it is dropped.
 */
#include "ai/common/dfs_ahead.h"

#include "src/base/kit.h"
#include "src/core/past.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define TICK_MS	  20
#define LEAST_MIB 16 /* of a searcher: what memory= has at least */

struct searcher {
	struct search search;
	struct game game; /* its own, for `past` */
	struct past past;
	struct dfs_errand errand;
	bool ended; /* and its row is not added yet */
};

/* What a row knows of those before it. */
struct gate {
	int32_t need;
	int64_t nodes; /* left of the limit */
};

struct dfs_ahead {
	struct dfs *d;
	int window, threads;
	struct kit *kit, own;
	struct searcher *searcher; /* window of them */
	/* Of the iteration. */
	pthread_mutex_t lock;
	pthread_cond_t added;
	struct gate gate[MOVES_MAX];
	int first, best, rows; /* rows: added */
	bool over;	       /* stopped */
	atomic_bool stop;      /* for the searchers */
};

bool
dfs_ahead_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	(void)g;
	if (o == NULL)
		return false;
	const int ahead = (int)options_int(o, "ahead");
	const int threads = (int)options_int(o, "threads");
	const int64_t memory = options_int(o, "memory");
	if (ahead == 0 && threads > 1)
		snprintf(out, (size_t)size, "threads=%d needs ahead=, %d for example",
			 threads, threads);
	else if (memory < (int64_t)ahead * LEAST_MIB)
		snprintf(out, (size_t)size, "ahead=%d needs memory=%d, %d MiB for each",
			 ahead, ahead * LEAST_MIB, LEAST_MIB);
	else
		return false;
	return true;
}

/* ---- searchers ---- */

static struct dfs *
dfs_of(const struct searcher *x)
{
	return x->search.self;
}

/* A search like d's own with its share of the memory. */
static bool
open_searcher(struct dfs_ahead *a, struct searcher *x, struct kit *kit, struct status *st)
{
	const struct search *s = a->d->s;
	struct search *t = &x->search;
	const size_t bytes = s->arena.size / (size_t)a->window & ~(size_t)4095;
	*t = *s;
	if (kit == NULL || !kit_arena(kit, bytes))
		return status_fail(st, "the system gives no memory for ahead=");
	t->arena = kit->arena;
	t->kit = NULL;
	t->sheet_known = false; /* nothing of it is published */
	t->channel = NULL;
	t->stop = &a->stop;
	x->game = *s->game;
	if (s->past != NULL)
		x->game.past = t->past = &x->past;
	t->game = &x->game;
	options_set(&t->options, "ahead", "0", NULL);
	if (!t->ops->open(t, st))
		return false;
	dfs_of(x)->errand = &x->errand;
	x->errand.afresh = true;
	return true;
}

bool
dfs_ahead_open(struct dfs *d)
{
	struct search *s = d->s;
	const int at = options_find(&s->options, "ahead");
	const int window = at >= 0 ? (int)s->options.v[at].i : 0;
	if (window == 0 || s->keep)
		return true;
	struct dfs_ahead *a = arena_take(&s->arena, sizeof *a);
	struct searcher *x = arena_take(&s->arena, (size_t)window * sizeof *x);
	if (a == NULL || x == NULL)
		return false;
	memset(a, 0, sizeof *a);
	a->d = d;
	a->window = window;
	a->searcher = x;
	a->threads = (int)options_int(&s->options, "threads");
	d->ahead = a;
	s->alone = false; /* its clock is watched from beside it */
	return true;
}

bool
dfs_ahead_begin(struct dfs *d)
{
	struct dfs_ahead *a = d->ahead;
	struct status st = { 0 };
	if (a == NULL)
		return true;
	a->kit = d->s->kit != NULL ? d->s->kit : &a->own;
	struct kit *below = kit_below(a->kit);
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->added, NULL);
	atomic_init(&a->stop, false);
	for (int i = 0; i < a->window; i++) {
		struct kit *kit = below != NULL ? &below[i] : NULL;
		if (open_searcher(a, &a->searcher[i], kit, &st))
			continue;
		search_fail(d->s, "%s", st.text);
		dfs_ahead_end(d);
		return false;
	}
	return true;
}

void
dfs_ahead_end(struct dfs *d)
{
	struct dfs_ahead *a = d->ahead;
	if (a == NULL)
		return;
	pthread_cond_destroy(&a->added);
	pthread_mutex_destroy(&a->lock);
	kit_close(&a->own);
}

size_t
dfs_ahead_bytes(const struct dfs *d)
{
	size_t sum = 0;
	for (int i = 0; i < d->ahead->window; i++)
		sum += ttable_bytes(&dfs_of(&d->ahead->searcher[i])->table);
	return sum;
}

/* ---- rows; with the lock held ---- */

/* The row that is number k in the order of search. */
static int
row_of(const struct dfs_ahead *a, int k)
{
	return k == 0 ? a->first : k <= a->first ? k - 1 : k;
}

static void
open_gate(struct dfs_ahead *a, int k)
{
	if (k < a->d->searched)
		a->gate[k] = (struct gate){
			.need = dfs_row_need(a->d, row_of(a, k), a->best),
			.nodes = search_nodes_left(a->d->s),
		};
}

static void
end_all(struct dfs_ahead *a, enum stop_reason why)
{
	struct search *s = a->d->s;
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = why;
	a->over = true;
	atomic_store(&a->stop, true);
	pthread_cond_broadcast(&a->added);
}

/* Adds the row that comes next, which has ended. */
static void
add_row(struct dfs_ahead *a, struct searcher *x)
{
	struct dfs *d = a->d;
	struct search *s = d->s;
	const int k = a->rows, i = row_of(a, k);
	const int64_t nodes = search_nodes(&x->search), left = search_nodes_left(s);
	x->ended = false;
	s->fuel -= nodes < left ? nodes : left;
	if (nodes >= left || !x->errand.whole) {
		end_all(a, nodes >= left ? STOP_NODES : x->search.live.stop);
		return;
	}
	x->search.live.nodes = 0; /* they are in s->fuel */
	snapshot_add_effort(&s->live, &x->search.live, 0);
	dfs_take_errand(d, dfs_of(x), i, &a->best);
	a->rows++;
	open_gate(a, k + a->window);
	pthread_cond_broadcast(&a->added);
}

static void
add_rows(struct dfs_ahead *a)
{
	struct searcher *x = &a->searcher[a->rows % a->window];
	for (; !a->over && x->ended; x = &a->searcher[a->rows % a->window])
		add_row(a, x);
}

/* Row k may begin: what is to be searched. */
static void
prepare(struct dfs_ahead *a, struct searcher *x, int k)
{
	const struct search *s = a->d->s;
	struct search *t = &x->search;
	x->errand.m = a->d->row[row_of(a, k)].m;
	x->errand.need = a->gate[k].need;
	x->errand.depth = a->d->depth;
	snapshot_init(&t->live, s->game->seats, s->mover, s->viewer);
	t->live.stop = STOP_RUNNING;
	t->fuel = t->fuel_given = 0;
	t->limits.nodes = s->limits.nodes > 0 ? a->gate[k].nodes : 0;
	t->started_us = s->started_us;
	t->published_us = s->published_us;
	t->chunk = s->chunk;
	if (s->past != NULL)
		x->past = *s->past;
}

/* ---- on the threads ---- */

static bool
run_row(void *self, int64_t row, int thread)
{
	struct dfs_ahead *a = self;
	struct searcher *x = &a->searcher[row % a->window];
	(void)thread;
	pthread_mutex_lock(&a->lock);
	while (!a->over && a->rows <= (int)row - a->window)
		pthread_cond_wait(&a->added, &a->lock);
	bool over = a->over;
	if (!over)
		prepare(a, x, (int)row);
	pthread_mutex_unlock(&a->lock);
	if (over)
		return false;
	x->search.ops->run(&x->search);
	pthread_mutex_lock(&a->lock);
	x->ended = true;
	add_rows(a);
	over = a->over;
	pthread_mutex_unlock(&a->lock);
	return !over;
}

/* The caller's thread looks at the clock, and publishes. */
static bool
tick(void *self, int64_t finished)
{
	struct dfs_ahead *a = self;
	(void)finished;
	pthread_mutex_lock(&a->lock);
	if (!a->over && !search_poll(a->d->s))
		end_all(a, a->d->s->live.stop);
	const bool more = !a->over;
	pthread_mutex_unlock(&a->lock);
	return more;
}

bool
dfs_ahead_iterate(struct dfs *d, int first)
{
	struct dfs_ahead *a = d->ahead;
	struct search *s = d->s;
	a->first = first;
	a->best = -1;
	a->rows = 0;
	a->over = false;
	for (int k = 0; k < a->window; k++)
		open_gate(a, k);
	const struct pool pool = { .count = d->searched,
				   .threads = a->threads,
				   .run = run_row,
				   .tick = tick,
				   .tick_ms = TICK_MS,
				   .self = a,
				   .crew = kit_crew(a->kit),
				   .alone = s->channel == NULL && s->stop == NULL };
	pool_run(&pool);
	return !a->over;
}
