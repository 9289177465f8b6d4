/*
 * dfs_ahead.c - root moves side by side: see dfs_ahead.h.
 *
 * Source: root splitting, the simplest of the parallel searches (Marsland & Popowich 1985).
 * Differs: what a searcher knows of the others, their bounds and what their tables hold, depends on
 * how many nodes were searched and never on who was first.
 *
 * A searcher is a whole search of the same algorithm, opened on the same root, which is given one
 * row at a time (dfs.errand). All keep step: in a round each searches so many nodes, or to the end
 * of its row, and waits for the others. Between two rounds the rows that have ended are added to
 * the result, in the order of the searchers, and those without a row get the next. A round begins
 * with the entries that the others' tables got in the round before. So tables stay apart, and
 * nothing is locked within a round.
 *
 * A round is a small part of the nodes so far: long enough to pay for the waiting, short enough for
 * moves that lead to the same positions not to be searched twice for long. The node limit is exact.
 */
#include "ai/common/dfs_ahead.h"

#include "src/base/kit.h"
#include "src/core/past.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define TICK_MS	    20
#define LEAST_MIB   16 /* of a searcher: what memory= has at least */
#define ROUND_PART  128
#define ROUND_LEAST 2048
#define ROUND_MOST  65536
#define LOG_ROOM    (ROUND_MOST / 4) /* most nodes are leaves, or too near to them */
#define NO_ROW	    (-1)

struct searcher {
	struct search search;
	struct game game; /* its own, for `past` */
	struct past past;
	struct dfs_errand errand;
	struct dfs_ahead *ahead;
	int row;		  /* NO_ROW: it waits for one */
	int64_t counted;	  /* nodes of its row that the search has */
	bool ended;		  /* its row, in this round */
	struct ttable_log log[2]; /* of this round and of the one before */
};

struct dfs_ahead {
	struct dfs *d;
	int window, threads;
	struct kit *kit, own;
	struct searcher *searcher; /* window of them */
	move *moves;		   /* scratch of the order */
	/* Of the iteration. */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int order[MOVES_MAX]; /* of the rows, the first `distinct` of which differ */
	int distinct;
	int crowd;	       /* searchers that take part */
	int given, best, rows; /* rows: added */
	int arrived, running;
	int64_t round;
	bool over;	  /* stopped, or all rows are added */
	atomic_bool stop; /* for the searchers */
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

static void rest(struct search *s, void *self);

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
	t->rest = rest;
	t->rest_self = x;
	if (!t->ops->open(t, st))
		return false;
	x->ahead = a;
	x->log[0].count = x->log[1].count = 0;
	dfs_of(x)->errand = &x->errand;
	x->errand.afresh = true;
	return true;
}

static bool
take_logs(struct dfs *d, struct searcher *x)
{
	for (int k = 0; k < 2; k++) {
		x->log[k].room = LOG_ROOM;
		x->log[k].base = arena_take(&d->s->arena,
					    (size_t)LOG_ROOM * ttable_stride(d->seats));
		if (x->log[k].base == NULL)
			return false;
	}
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
	move *moves = arena_take(&s->arena, MOVES_MAX * sizeof *moves);
	if (a == NULL || x == NULL || moves == NULL)
		return false;
	memset(a, 0, sizeof *a);
	memset(x, 0, (size_t)window * sizeof *x);
	for (int i = 0; i < window; i++)
		if (!take_logs(d, &x[i]))
			return false;
	a->moves = moves;
	a->d = d;
	a->window = window;
	a->searcher = x;
	const int threads = (int)options_int(&s->options, "threads");
	a->threads = threads > 0 ? threads : pool_cores();
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
	pthread_cond_init(&a->changed, NULL);
	atomic_init(&a->stop, false);
	a->round = 0;
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
	pthread_cond_destroy(&a->changed);
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

/* ---- between two rounds; with the lock held ---- */

static void
end_all(struct dfs_ahead *a, enum stop_reason why)
{
	struct search *s = a->d->s;
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = why;
	a->over = true;
	atomic_store(&a->stop, true);
	pthread_cond_broadcast(&a->changed);
}

/* What its row has cost, the nodes apart, which are counted round by round. */
static void
add_effort(struct dfs_ahead *a, struct searcher *x)
{
	x->search.live.nodes = 0;
	snapshot_add_effort(&a->d->s->live, &x->search.live, 0);
}

static void
count_nodes(struct dfs_ahead *a, struct searcher *x)
{
	const int64_t nodes = search_nodes(&x->search);
	a->d->s->fuel -= nodes - x->counted;
	x->counted = nodes;
}

/* The row of a searcher has ended. */
static void
add_row(struct dfs_ahead *a, struct searcher *x)
{
	x->ended = false;
	if (!x->errand.whole) {
		end_all(a, x->search.live.stop);
		return;
	}
	add_effort(a, x);
	dfs_take_errand(a->d, dfs_of(x), x->row, &a->best);
	x->row = NO_ROW;
	a->rows++;
}

/* Rows that the table will know wait until it does. */
static bool
may_give(const struct dfs_ahead *a)
{
	return a->given < a->distinct ||
	       (a->given < a->d->searched && a->rows >= a->distinct);
}

/* Gives a searcher the row that comes next. */
static void
give_row(struct dfs_ahead *a, struct searcher *x)
{
	const struct search *s = a->d->s;
	struct search *t = &x->search;
	x->row = a->order[a->given++];
	x->errand.m = a->d->row[x->row].m;
	x->errand.need = dfs_row_need(a->d, x->row, a->best);
	x->errand.depth = a->d->depth;
	x->counted = 0;
	snapshot_init(&t->live, s->game->seats, s->mover, s->viewer);
	t->live.stop = STOP_RUNNING;
	t->fuel = t->fuel_given = 0;
	t->started_us = s->started_us;
	t->published_us = s->published_us;
	t->chunk = s->chunk;
	if (s->past != NULL)
		x->past = *s->past;
}

/* Nodes of a round for each, as long as the limit has so many; close to it some get none. */
static void
share_nodes(struct dfs_ahead *a)
{
	const struct search *s = a->d->s;
	const int64_t left = search_nodes_left(s);
	int64_t length = search_nodes(s) / ROUND_PART, busy = 0, nth = 0;
	length = length < ROUND_LEAST ? ROUND_LEAST : length;
	length = length > ROUND_MOST ? ROUND_MOST : length;
	for (int i = 0; i < a->crowd; i++)
		busy += a->searcher[i].row != NO_ROW;
	for (int i = 0; i < a->crowd; i++) {
		struct searcher *x = &a->searcher[i];
		if (x->row == NO_ROW)
			continue;
		const int64_t part = left / busy + (nth++ < left % busy);
		x->search.remainder_at = x->counted + (part < length ? part : length);
	}
}

static void
turn_logs(struct dfs_ahead *a)
{
	const int now = (int)(a->round & 1);
	for (int i = 0; i < a->crowd; i++) {
		struct searcher *x = &a->searcher[i];
		x->log[now].count = 0;
		dfs_of(x)->table.log = &x->log[now];
	}
}

static void
begin_round(struct dfs_ahead *a)
{
	struct dfs *d = a->d;
	for (int i = 0; i < a->crowd; i++) {
		struct searcher *x = &a->searcher[i];
		if (x->row != NO_ROW)
			count_nodes(a, x);
		if (x->ended)
			add_row(a, x);
	}
	for (int i = 0; i < a->crowd && may_give(a); i++)
		if (a->searcher[i].row == NO_ROW)
			give_row(a, &a->searcher[i]);
	if (a->rows == d->searched)
		a->over = true;
	else if (search_nodes_left(d->s) <= 0)
		end_all(a, STOP_NODES);
	if (a->over)
		return;
	a->round++;
	share_nodes(a);
	turn_logs(a);
}

/* ---- on the threads ---- */

/* Waits for the next round; false: there is none. */
static bool
arrive(struct dfs_ahead *a)
{
	pthread_mutex_lock(&a->lock);
	const int64_t round = a->round;
	a->running--;
	if (++a->arrived == a->crowd && !a->over) {
		a->arrived = 0;
		begin_round(a);
	}
	pthread_cond_broadcast(&a->changed);
	while (!a->over && (a->round == round || a->running == a->threads))
		pthread_cond_wait(&a->changed, &a->lock);
	a->running++;
	const bool more = !a->over;
	pthread_mutex_unlock(&a->lock);
	return more;
}

/* The next round of a searcher; false: there is none. */
static bool
next_round(struct dfs_ahead *a, struct searcher *x)
{
	if (!arrive(a))
		return false;
	const int before = (int)(a->round & 1) ^ 1;
	for (int i = 0; i < a->crowd; i++)
		if (&a->searcher[i] != x && dfs_of(x)->use_table)
			ttable_take(&dfs_of(x)->table, &a->searcher[i].log[before]);
	return true;
}

/* search.rest: the nodes of a round are used up. */
static void
rest(struct search *s, void *self)
{
	struct searcher *x = self;
	while (next_round(x->ahead, x) && s->live.nodes >= s->remainder_at)
		continue;
}

static void
search_rows(void *self, int number)
{
	struct dfs_ahead *a = self;
	struct searcher *x = &a->searcher[number];
	while (next_round(a, x))
		if (x->row != NO_ROW && x->search.remainder_at > x->counted) {
			x->search.ops->run(&x->search);
			x->ended = true;
		}
}

/* The caller's thread looks at the clock, and publishes. */
static void
tick(struct dfs_ahead *a)
{
	pthread_mutex_lock(&a->lock);
	if (!a->over && !search_poll(a->d->s))
		end_all(a, a->d->s->live.stop);
	pthread_mutex_unlock(&a->lock);
}

/* ---- an iteration ---- */

/* Marks one row of each set that must have equal outcomes. */
static void
mark_distinct(struct dfs_ahead *a, bool *distinct)
{
	const struct dfs *d = a->d;
	int n = d->searched;
	for (int i = 0; i < n; i++)
		a->moves[i] = d->row[i].m;
	if (d->merge != NULL && n > 1)
		n = d->merge(d->g, dfs_state(d, 0), d->s->mover, a->moves, n);
	for (int i = 0; i < d->searched; i++)
		for (int k = 0; k < n && !distinct[i]; k++)
			distinct[i] = d->row[i].m == a->moves[k];
}

/* Rows lo .. of the order, the most nodes of the last iteration first: what is begun last is to be
 * short. */
static void
sort_rows(struct dfs_ahead *a, int lo, int n)
{
	for (int i = lo + 1; i < n; i++) {
		const int row = a->order[i];
		const int64_t nodes = a->d->row[row].nodes;
		int k = i;
		for (; k > lo && a->d->row[a->order[k - 1]].nodes < nodes; k--)
			a->order[k] = a->order[k - 1];
		a->order[k] = row;
	}
}

/* The order of search: the best of the last iteration, the other distinct ones, and those that the
 * table then knows. */
static void
order_rows(struct dfs_ahead *a, int first)
{
	bool distinct[MOVES_MAX] = { false };
	int n = 0;
	mark_distinct(a, distinct);
	a->order[n++] = first;
	for (int i = 0; i < a->d->searched; i++)
		if (i != first && distinct[i])
			a->order[n++] = i;
	sort_rows(a, 1, n);
	a->distinct = n;
	for (int i = 0; i < a->d->searched; i++)
		if (i != first && !distinct[i])
			a->order[n++] = i;
}

/* What was under way when it stopped has cost something too. */
static void
count_broken_off(struct dfs_ahead *a)
{
	for (int i = 0; i < a->crowd; i++) {
		struct searcher *x = &a->searcher[i];
		if (x->row == NO_ROW)
			continue;
		a->d->s->live.nodes += search_nodes(&x->search) - x->counted;
		add_effort(a, x);
	}
}

bool
dfs_ahead_iterate(struct dfs *d, int first)
{
	struct dfs_ahead *a = d->ahead;
	struct crew *crew = kit_crew(a->kit);
	const int crowd = a->window < d->searched ? a->window : d->searched;
	order_rows(a, first);
	a->best = -1;
	a->given = a->rows = a->arrived = 0;
	a->over = false;
	a->crowd = a->running = crowd;
	for (int i = 0; i < crowd; i++) {
		a->searcher[i].row = NO_ROW;
		a->searcher[i].ended = false;
	}
	if (crew == NULL || crew_start(crew, crowd, search_rows, a) < crowd) {
		pthread_mutex_lock(&a->lock);
		end_all(a, STOP_INTERRUPTED);
		pthread_mutex_unlock(&a->lock);
		if (crew != NULL)
			crew_wait(crew, 0);
		search_fail(d->s, "the system gives no threads for ahead=");
		return false;
	}
	while (!crew_wait(crew, TICK_MS))
		tick(a);
	tick(a);
	const bool whole = a->rows == d->searched;
	if (!whole)
		count_broken_off(a);
	return whole;
}
