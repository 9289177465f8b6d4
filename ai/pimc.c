/*
 * pimc.c - perfect-information Monte Carlo: deal the unseen, search every deal, vote.
 *
 * Source: Levy 1989; Ginsberg 2001 (GIB); Sturtevant 2008 (Hearts, max^n and UCT inside).
 * Worlds are drawn by determinize() from the redacted root, so there is nothing to peek at.
 * The searcher's own strategy fuses over the worlds ("it will know then"), which this method
 * cannot help (Frank & Basin 1998).
 *
 * World w depends only on (root, seed, w) and its share of the limits: nodes and sims are
 * split evenly and to the last one, the first worlds get what is left over (with fewer nodes
 * than worlds the others are not dealt); time into as many slices as rounds are left when the
 * world starts (with another limit the whole time that is left is the world's cap). Results
 * are added up in the order of worlds, so the number of threads changes nothing unless the
 * clock does.
 *
 * Seats that choose at once: the others commit first, by the game's policy. A root with more
 * than width moves (a pass) is opened here: its best-ordered moves are played, forced replies
 * too, and each position that leaves a choice is searched. The viewer may watch another seat
 * think: that seat's moves then differ from world to world, and the candidates are the union,
 * by votes.
 *
 * visits = worlds in which the move was legal and valued; prob = share of the votes of all
 * worlds; a world's vote is split among moves proven equal there.
 * Memory: one snapshot a world and memory / worlds for each inner search.
 */
#include "ai/common/order.h"
#include "src/base/clock.h"
#include "src/base/jobs.h"
#include "src/core/search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TICK_MS		20
#define NODES_UNLIMITED 50000 /* a world's nodes when nothing at all limits it */
#define FEW_WORLDS	8

enum vote { VOTE_MEAN, VOTE_VOTES };

struct world {
	atomic_bool done;
	bool valid;		/* result.moves are comparable values */
	struct snapshot result; /* written by the world's thread before done */
};

/* A move of any world. */
struct candidate {
	move m;
	int worlds; /* legal and valued */
	bool exact;
	double votes;
	double sum[SEATS_MAX];
	int known[SEATS_MAX]; /* worlds that know the value of the seat */
};

struct pimc {
	struct player player; /* the copy whose inner memory is this search's share */
	int inner;
	int worlds_asked, worlds; /* dealt: fewer when the limits do not go round */
	int threads, width;
	enum vote vote;
	bool sliced;		  /* nothing but time limits the worlds */
	atomic_llong deadline_us; /* 0: none */
	struct world *world;
	struct candidate *candidate; /* MOVES_MAX */
	int candidates;
	struct channel *channel; /* one a thread: the inner search's figures */
	struct arena *arena; /* one a thread: the inner search's memory, world by world */
	struct snapshot *running;
	struct snapshot blank;
	int64_t most_nodes; /* shown so far: figures never shrink while it runs */
};

static int64_t
least(int64_t a, int64_t b)
{
	return a <= 0 ? b : b <= 0 || a < b ? a : b;
}

/* Microseconds world w may take from now; 0: no clock; negative: the time is up. */
static int64_t
slice_us(const struct pimc *p, int w)
{
	const int64_t deadline =
		atomic_load_explicit(&p->deadline_us, memory_order_relaxed);
	if (deadline == 0)
		return 0;
	const int64_t left = deadline - clock_now_us();
	if (left <= 0)
		return -1;
	const int64_t rounds =
		p->sliced ? (p->worlds - w + p->threads - 1) / p->threads : 1;
	return left / rounds > 1000 ? left / rounds : 1000;
}

/* Part i of n of a limit, 0 of none; the first parts get what is left over. */
static int64_t
part_of(int64_t limit, int i, int n)
{
	return limit / n + (i < limit % n);
}

/* How many of n searches can have a part of the limits. */
static int
parts(const struct limits *l, int n)
{
	if (l->nodes > 0 && l->nodes < n)
		n = (int)l->nodes;
	if (l->sims > 0 && l->sims < n)
		n = (int)l->sims;
	return n;
}

static struct limits
limits_part(const struct limits *l, int i, int n)
{
	return (struct limits){ .nodes = part_of(l->nodes, i, n),
				.sims = part_of(l->sims, i, n),
				.depth = l->depth };
}

/* One inner search: its position, seed, and part of the world's limits. */
struct errand {
	const struct state *root;
	uint64_t seed;
	struct limits limits;
	int64_t us; /* microseconds it may take, 0: no clock */
	int of;	    /* so many searches in this world */
	struct channel *channel;
	struct arena *arena; /* of the thread */
};

static void
limit_inner(struct search *inner, const struct errand *e)
{
	struct limits *l = &inner->limits;
	const bool none =
		l->nodes == 0 && l->sims == 0 && l->depth == 0 && l->time_ms == 0;
	l->nodes = least(l->nodes, e->limits.nodes);
	l->sims = least(l->sims, e->limits.sims);
	l->depth = least(l->depth, e->limits.depth);
	if (e->us > 0)
		l->time_ms = least(l->time_ms, e->us < 1000 ? 1 : e->us / 1000);
	if (none && l->nodes == 0 && l->sims == 0 && l->depth == 0 && l->time_ms == 0)
		l->nodes = NODES_UNLIMITED / e->of + 1;
}

/* Adds the effort of one search to another's figures. */
static void
add_effort(struct snapshot *to, const struct snapshot *from)
{
	to->nodes += from->nodes;
	to->leaves += from->leaves;
	to->simulations += from->simulations;
	for (int i = 0; i < CUT_RULES; i++) {
		to->cuts[i] += from->cuts[i];
		to->skipped[i] += from->skipped[i];
	}
	for (int i = 0; i < STATS_PLIES; i++)
		to->cut_ply[i] += from->cut_ply[i];
	to->children += from->children;
	to->researches += from->researches;
	to->tt_probes += from->tt_probes;
	to->tt_hits += from->tt_hits;
	to->tree_nodes += from->tree_nodes;
	to->tree_bytes += from->tree_bytes;
	to->depth = from->depth > to->depth ? from->depth : to->depth;
	to->seldepth = from->seldepth > to->seldepth ? from->seldepth : to->seldepth;
}

/* Searches one state of a world and closes the search. False: it had nothing to say. */
static bool
search_inner(const struct search *s, const struct errand *e, struct snapshot *out)
{
	struct pimc *p = s->self;
	const struct search_job job = {
		.game = s->game,
		.root = e->root,
		.viewer = SEAT_ALL,
		.player = &p->player,
		.part = p->inner,
		.seed = e->seed,
		.stop = s->stop,
		.bounded = s->bounded,
		.pause = s->pause,
		.channel = e->channel,
		.arena = e->arena,
	};
	struct search inner;
	struct status st = { 0 };
	if (!search_open(&inner, &job, &st))
		return false;
	limit_inner(&inner, e);
	search_run(&inner);
	*out = inner.live;
	search_close(&inner);
	return out->move_count > 0;
}

/* The values at the end of a line: for a seat whose value the inner search does not know. */
static void
value_of_line(const struct search *s, const struct state *root,
	      const struct snapshot *line, double *value)
{
	const struct game *g = s->game;
	struct state st;
	game_copy(g, root, &st);
	for (int i = 0; i < line->pv_count && !g->ops->settled(g, &st); i++) {
		const int seat = game_mover(g, &st);
		if (seat < 0)
			break;
		g->ops->play(g, &st, seat, line->pv[i], &st);
	}
	int32_t v[SEATS_MAX];
	g->ops->evaluate(g, &st, v);
	for (int i = 0; i < g->seats; i++)
		value[i] = (double)v[i] / game_unit(g);
}

/* Plays moves that are forced, so that the inner search starts where there is a choice: it
 * would answer an only move without values. Appends them to a line. */
static void
play_forced(const struct game *g, struct state *s, struct snapshot *line)
{
	move m[MOVES_MAX];
	while (line->pv_count < STATS_PV && !g->ops->settled(g, s)) {
		const int seat = game_mover(g, s);
		if (seat < 0 || g->ops->moves(g, s, seat, m) != 1)
			break;
		g->ops->play(g, s, seat, m[0], s);
		line->pv[line->pv_count++] = m[0];
	}
}

/* Takes a child's line and value as the world's own. */
static void
lead(struct snapshot *result, const struct stats_move *row, const struct snapshot *forced,
     const struct snapshot *below)
{
	memcpy(result->value, row->value, sizeof row->value);
	result->pv[0] = row->m;
	result->pv_count = 1;
	for (int i = 0; i < forced->pv_count && result->pv_count < STATS_PV; i++)
		result->pv[result->pv_count++] = forced->pv[i];
	for (int i = 0; i < below->pv_count && result->pv_count < STATS_PV; i++)
		result->pv[result->pv_count++] = below->pv[i];
}

/* One of the moves of a root opened here: its line in the world's table. */
static bool
search_child(const struct search *s, const struct errand *e, move m,
	     struct snapshot *result)
{
	const struct game *g = s->game;
	struct state child;
	struct errand errand = *e;
	errand.root = &child;
	g->ops->play(g, e->root, s->mover, m, &child);
	struct stats_move *row = &result->moves[result->move_count++];
	ranked_blank(row, m);
	struct snapshot below, forced;
	snapshot_init(&below, g->seats, s->mover, SEAT_ALL);
	forced = below;
	play_forced(g, &child, &forced);
	if (!g->ops->settled(g, &child) && game_mover(g, &child) >= 0) {
		if (!search_inner(s, &errand, &below))
			return false;
		memcpy(row->value, below.value, sizeof row->value);
	}
	if (isnan(row->value[s->mover]))
		value_of_line(s, &child, &below, row->value);
	row->depth = (int16_t)(1 + forced.pv_count + below.depth);
	if (result->pv_count == 0 || row->value[s->mover] > result->value[s->mover])
		lead(result, row, &forced, &below);
	if (result->stop < below.stop)
		result->stop = below.stop;
	add_effort(result, &below);
	return true;
}

/* Opens a root: plays its n best-ordered moves and searches each child. */
static bool
search_wide(const struct search *s, const struct errand *e, const move *m, int n,
	    struct snapshot *result)
{
	const struct pimc *p = s->self;
	const int64_t until = e->us > 0 ? clock_now_us() + e->us : 0;
	n = parts(&e->limits, n);
	for (int i = 0; i < n; i++) {
		struct errand one = *e;
		one.seed = rng_fork(e->seed, (uint64_t)i);
		one.limits = limits_part(&e->limits, i, n);
		one.of = n;
		if (until > 0) {
			const int64_t left = until - clock_now_us();
			one.us = left < 1000 ? 1000 : p->sliced ? left / (n - i) : left;
		}
		if (s->stop != NULL &&
		    atomic_load_explicit(s->stop, memory_order_relaxed))
			return false;
		if (!search_child(s, &one, m[i], result))
			return false;
	}
	snapshot_sort(result, false);
	return true;
}

static bool
is_among(const move *m, int n, move one)
{
	for (int i = 0; i < n; i++)
		if (m[i] == one)
			return true;
	return false;
}

/* Orders the width best of n moves; one that is asked about takes the place of the last of
 * them where it is legal and not among them. */
static void
choose_width(const struct search *s, const struct state *root, move *m, int n, int width)
{
	int32_t score[MOVES_MAX];
	const bool asked = s->include != MOVE_NONE && is_among(m, n, s->include);
	order_best(s->game, root, s->mover, m, score, n, width);
	if (asked && !is_among(m, width, s->include))
		m[width - 1] = s->include;
}

/* jobs: one world. */
static bool
run_world(void *self, int64_t job, int thread)
{
	const struct search *s = self;
	struct pimc *p = s->self;
	struct world *w = &p->world[job];
	const int64_t us = slice_us(p, (int)job);
	if (us < 0 ||
	    (s->stop != NULL && atomic_load_explicit(s->stop, memory_order_relaxed)))
		return false;
	const uint64_t seed = rng_fork(s->seed, (uint64_t)job);
	struct state root;
	search_world(s->game, &s->root, s->viewer, s->mover, s->seed, (uint64_t)job,
		     &root);
	snapshot_init(&w->result, s->game->seats, s->mover, SEAT_ALL);
	move m[MOVES_MAX];
	const int n = s->game->ops->moves(s->game, &root, s->mover, m);
	struct errand e = { .root = &root,
			    .seed = seed,
			    .limits = limits_part(&s->limits, (int)job, p->worlds),
			    .us = us,
			    .of = 1,
			    .channel = s->channel ? &p->channel[thread] : NULL,
			    .arena = &p->arena[thread] };
	if (n > p->width) {
		choose_width(s, &root, m, n, p->width);
		w->valid = search_wide(s, &e, m, p->width, &w->result);
	} else {
		e.seed = rng_fork(seed, 0);
		w->valid = search_inner(s, &e, &w->result) &&
			   w->result.moves[0].status != MOVE_UNSEARCHED;
	}
	w->result.moves_total = n;
	if (e.channel != NULL)
		channel_publish(e.channel, &p->blank);
	atomic_store_explicit(&w->done, true, memory_order_release);
	return true;
}

static struct candidate *
find_candidate(struct pimc *p, move m)
{
	for (int i = 0; i < p->candidates; i++)
		if (p->candidate[i].m == m)
			return &p->candidate[i];
	if (p->candidates == MOVES_MAX)
		return NULL;
	struct candidate *c = &p->candidate[p->candidates++];
	*c = (struct candidate){ .m = m, .exact = true };
	return c;
}

static bool
is_exact(const struct stats_move *row)
{
	return row->status == MOVE_EXACT || row->status == MOVE_PROVEN;
}

/* Adds a world's table to the candidates and splits its vote among its best. */
static void
count_world(struct pimc *p, const struct search *s, const struct snapshot *r)
{
	int best = 1; /* moves that share the vote */
	while (best < r->move_count && is_exact(&r->moves[0]) &&
	       is_exact(&r->moves[best]) &&
	       !(r->moves[best].value[s->mover] < r->moves[0].value[s->mover]))
		best++;
	for (int i = 0; i < r->move_count; i++) {
		const struct stats_move *row = &r->moves[i];
		struct candidate *c = NULL;
		if (row->status != MOVE_UNSEARCHED)
			c = find_candidate(p, row->m);
		if (c == NULL)
			continue;
		c->worlds++;
		c->exact &= is_exact(row);
		c->votes += i < best ? 1.0 / best : 0;
		for (int j = 0; j < s->game->seats; j++) {
			if (isnan(row->value[j]))
				continue;
			c->sum[j] += row->value[j];
			c->known[j]++;
		}
	}
}

static double
mean(const struct candidate *c, int seat)
{
	return c->known[seat] > 0 ? c->sum[seat] / c->known[seat] : (double)NAN;
}

/* True when a is the better choice. A move that is legal only in some worlds has to win them:
 * for another seat than the viewer votes decide. */
static bool
better(const struct pimc *p, const struct search *s, const struct candidate *a,
       const struct candidate *b)
{
	const double ma = mean(a, s->mover), mb = mean(b, s->mover);
	const bool by_votes = p->vote == VOTE_VOTES || s->mover != s->viewer;
	if (by_votes && a->votes != b->votes)
		return a->votes > b->votes;
	if (isnan(ma) || isnan(mb) || ma == mb)
		return a->votes > b->votes;
	return ma > mb;
}

static void
sort_candidates(struct pimc *p, const struct search *s)
{
	for (int i = 1; i < p->candidates; i++) {
		const struct candidate c = p->candidate[i];
		int j = i;
		for (; j > 0 && better(p, s, &c, &p->candidate[j - 1]); j--)
			p->candidate[j] = p->candidate[j - 1];
		p->candidate[j] = c;
	}
}

/* What the mover has in a world's table after a move; NAN when it is not there. */
static double
value_in(const struct snapshot *r, move m)
{
	for (int i = 0; i < r->move_count; i++)
		if (r->moves[i].m == m && r->moves[i].status != MOVE_UNSEARCHED)
			return r->moves[i].value[r->mover];
	return (double)NAN;
}

/* The standard error of what a move costs against the best one, from the differences in the
 * worlds that valued both: they share the luck of the deal. Welford 1962. */
static double
cost_error(const struct pimc *p, move best, move m)
{
	double n = 0, mean = 0, m2 = 0;
	for (int w = 0; w < p->worlds; w++) {
		const struct world *world = &p->world[w];
		if (!atomic_load_explicit(&world->done, memory_order_acquire) ||
		    !world->valid)
			continue;
		const double x =
			value_in(&world->result, best) - value_in(&world->result, m);
		if (isnan(x))
			continue;
		n++;
		const double d = x - mean;
		mean += d / n;
		m2 += d * (x - mean);
	}
	return n > 1 ? sqrt(m2 / (n - 1) / n) : 0;
}

static void
fill_moves(struct search *s, const struct pimc *p, int worlds)
{
	struct snapshot *live = &s->live;
	live->move_count = p->candidates < STATS_MOVES ? p->candidates : STATS_MOVES;
	for (int i = 0; i < live->move_count; i++) {
		const struct candidate *c = &p->candidate[i];
		struct stats_move *row = &live->moves[i];
		ranked_blank(row, c->m);
		row->visits = c->worlds;
		row->prob = c->votes / worlds;
		row->depth = (int16_t)live->depth;
		row->status = c->worlds < FEW_WORLDS && game_hidden(s->game) ? MOVE_FEW
			      : c->exact && p->worlds == 1		     ? MOVE_EXACT
									     : MOVE_OPEN;
		for (int j = 0; j < s->game->seats; j++)
			row->value[j] = mean(c, j);
		row->cost_se = i > 0 ? cost_error(p, p->candidate[0].m, c->m) : 0;
		search_fill_win(s, row->value, row->win);
	}
	memcpy(live->value, live->moves[0].value, sizeof live->value);
	memcpy(live->win, live->moves[0].win, sizeof live->win);
}

/* The line of the first world that chose the best move. */
static void
fill_pv(struct search *s, const struct pimc *p)
{
	struct snapshot *live = &s->live;
	live->pv[0] = live->moves[0].m;
	live->pv_count = 1;
	for (int w = 0; w < p->worlds; w++) {
		const struct snapshot *r = &p->world[w].result;
		if (!atomic_load_explicit(&p->world[w].done, memory_order_acquire) ||
		    !p->world[w].valid || r->pv_count == 0 || r->pv[0] != live->pv[0])
			continue;
		live->pv_count = r->pv_count;
		memcpy(live->pv, r->pv, (size_t)r->pv_count * sizeof r->pv[0]);
		return;
	}
}

/* Adds up the effort of the worlds done and of those that run. */
static void
fill_effort(struct search *s, struct pimc *p, bool running)
{
	struct snapshot sum;
	snapshot_init(&sum, s->game->seats, s->mover, s->viewer);
	struct snapshot *live = &s->live;
	live->worlds_done = 0;
	for (int w = 0; w < p->worlds; w++) {
		if (!atomic_load_explicit(&p->world[w].done, memory_order_acquire))
			continue;
		live->worlds_done += p->world[w].valid;
		add_effort(&sum, &p->world[w].result);
	}
	for (int i = 0; running && s->channel != NULL && i < p->threads; i++) {
		channel_read(&p->channel[i], &p->running[i]);
		add_effort(&sum, &p->running[i]);
	}
	if (running && sum.nodes < p->most_nodes)
		return;
	p->most_nodes = sum.nodes;
	live->nodes = live->leaves = live->simulations = 0;
	live->children = live->researches = live->tt_probes = live->tt_hits = 0;
	live->tree_nodes = live->tree_bytes = 0;
	live->depth = live->seldepth = 0;
	memset(live->cuts, 0, sizeof live->cuts);
	memset(live->skipped, 0, sizeof live->skipped);
	memset(live->cut_ply, 0, sizeof live->cut_ply);
	add_effort(live, &sum);
}

static void
report(struct search *s, bool running)
{
	struct pimc *p = s->self;
	const int before = s->live.worlds_done;
	fill_effort(s, p, running);
	if (running && s->live.worlds_done == before)
		return;
	p->candidates = 0;
	int worlds = 0, other = 0;
	for (int w = 0; w < p->worlds; w++) {
		if (!atomic_load_explicit(&p->world[w].done, memory_order_acquire) ||
		    !p->world[w].valid)
			continue;
		count_world(p, s, &p->world[w].result);
		worlds++;
	}
	if (p->candidates == 0)
		return;
	sort_candidates(p, s);
	fill_moves(s, p, worlds);
	fill_pv(s, p);
	for (int w = 0; w < p->worlds; w++)
		if (atomic_load_explicit(&p->world[w].done, memory_order_acquire) &&
		    p->world[w].valid &&
		    p->world[w].result.moves[0].m != s->live.moves[0].m)
			other++;
	snapshot_gauge(&s->live, "disagree", (double)other / worlds, "",
		       "share of worlds whose own first choice is another move");
	snapshot_note_best(&s->live, s->live.moves[0].m, s->live.value[s->mover]);
}

/* jobs: the caller's thread looks after the clock and the screen. */
static bool
tick(void *self, int64_t finished)
{
	struct search *s = self;
	struct pimc *p = s->self;
	(void)finished;
	if (s->channel != NULL)
		report(s, true);
	const int64_t started = s->started_us;
	const bool more = search_poll(s);
	if (s->started_us != started && s->limits.time_ms > 0)
		atomic_fetch_add_explicit(&p->deadline_us, s->started_us - started,
					  memory_order_relaxed);
	return more;
}

/* Before any world has a result there is still a move to play. */
static void
report_nothing(struct search *s)
{
	if (s->live.move_count > 0 || s->mover != s->viewer)
		return;
	move m[MOVES_MAX];
	int32_t score[MOVES_MAX];
	const int n = s->game->ops->moves(s->game, &s->root, s->mover, m);
	order_best(s->game, &s->root, s->mover, m, score, n, 1);
	ranked_blank(&s->live.moves[0], m[0]);
	s->live.moves[0].status = MOVE_UNSEARCHED;
	s->live.move_count = s->live.pv_count = 1;
	s->live.pv[0] = m[0];
}

/* Why it ended: what stopped the worlds; of several reasons the most pressing. */
static enum stop_reason
reason(const struct search *s, const struct pimc *p)
{
	static const int pressing[STOP_REASONS] = {
		[STOP_ONLY_MOVE] = 1, [STOP_SOLVED] = 2,      [STOP_DEPTH] = 3,
		[STOP_MEMORY] = 4,    [STOP_SIMS] = 5,	      [STOP_NODES] = 6,
		[STOP_TIME] = 7,      [STOP_INTERRUPTED] = 8,
	};
	enum stop_reason r = STOP_ONLY_MOVE;
	if (s->live.stop == STOP_TIME || s->live.stop == STOP_INTERRUPTED)
		r = s->live.stop;
	int done = 0;
	for (int w = 0; w < p->worlds; w++) {
		if (!atomic_load_explicit(&p->world[w].done, memory_order_acquire))
			continue;
		done++;
		if (pressing[p->world[w].result.stop] > pressing[r])
			r = p->world[w].result.stop;
	}
	if (done < p->worlds && pressing[r] < pressing[STOP_TIME])
		r = s->stop != NULL && atomic_load(s->stop) ? STOP_INTERRUPTED
							    : STOP_TIME;
	return r;
}

static void
pimc_run(struct search *s)
{
	struct pimc *p = s->self;
	for (int w = 0; w < p->worlds; w++)
		atomic_store_explicit(&p->world[w].done, false, memory_order_relaxed);
	for (int i = 0; s->channel != NULL && i < p->threads; i++) {
		channel_init(&p->channel[i]);
		snapshot_init(&p->running[i], s->game->seats, s->mover, SEAT_ALL);
	}
	const struct limits *l = &s->limits;
	const struct limits *in = &p->player.part[p->inner].limits;
	p->worlds = parts(l, p->worlds_asked);
	s->live.worlds_total = p->worlds;
	p->sliced = l->nodes + l->sims + l->depth + in->nodes + in->sims + in->depth == 0;
	atomic_store(&p->deadline_us,
		     l->time_ms > 0 ? s->started_us + l->time_ms * 1000 : 0);
	p->most_nodes = 0;
	const struct jobs jobs = { .count = p->worlds,
				   .threads = p->threads,
				   .run = run_world,
				   .tick = tick,
				   .tick_ms = TICK_MS,
				   .self = s };
	memset(p->arena, 0, (size_t)p->threads * sizeof *p->arena);
	jobs_run(&jobs);
	for (int i = 0; i < p->threads; i++)
		arena_close(&p->arena[i]);
	report(s, false);
	report_nothing(s);
	s->live.stop = reason(s, p);
}

static int
count_threads(const struct search *s, int worlds)
{
	const int64_t asked = options_int(&s->options, "threads");
	const int n = asked > 0 ? (int)asked : jobs_cores();
	return n < worlds ? n : worlds;
}

/* Gives the inner searches their share of the memory, whatever the number of threads, but
 * not less than they need. */
static void
share_memory(const struct search *s, struct pimc *p)
{
	struct options *o = &p->player.part[p->inner].options;
	const int at = options_find(o, "memory");
	if (at < 0)
		return;
	const int at_once = p->worlds < JOBS_THREADS_MAX ? p->worlds : JOBS_THREADS_MAX;
	const int64_t share = options_int(&s->options, "memory") / at_once;
	const int64_t min = (int64_t)o->specs[at].min;
	char text[32];
	snprintf(text, sizeof text, "%lld", (long long)(share > min ? share : min));
	options_set(o, "memory", text, NULL);
}

static bool
pimc_open(struct search *s, struct status *st)
{
	struct pimc *p = arena_take(&s->arena, sizeof *p);
	if (p == NULL)
		return status_fail(st, "pimc: memory= is too small");
	memset(p, 0, sizeof *p);
	p->player = *s->player;
	p->inner = s->player->part[s->part].inner;
	const bool sample = game_hidden(s->game) && s->viewer != SEAT_ALL;
	p->worlds_asked = sample ? (int)options_int(&s->options, "worlds") : 1;
	p->worlds = p->worlds_asked;
	p->threads = count_threads(s, p->worlds);
	p->width = (int)options_int(&s->options, "width");
	p->vote = (enum vote)options_int(&s->options, "vote");
	snapshot_init(&p->blank, s->game->seats, s->mover, SEAT_ALL);
	share_memory(s, p);
	const size_t threads = (size_t)p->threads;
	p->world = arena_take(&s->arena, (size_t)p->worlds * sizeof *p->world);
	p->candidate = arena_take(&s->arena, MOVES_MAX * sizeof *p->candidate);
	p->channel = arena_take(&s->arena, threads * sizeof *p->channel);
	p->running = arena_take(&s->arena, threads * sizeof *p->running);
	p->arena = arena_take(&s->arena, threads * sizeof *p->arena);
	if (!p->world || !p->candidate || !p->channel || !p->running || !p->arena)
		return status_fail(st, "pimc: memory= is too small for so many worlds");
	s->live.worlds_total = p->worlds;
	s->live.visits_of = "worlds";
	s->self = p;
	return true;
}

/* ---- for the inspector ---- */

#define REF_WORLD (UINT64_C(1) << 32)

static struct look_node
blank_node(look_ref ref, int seat, move m)
{
	struct look_node l = { .ref = ref,
			       .m = m,
			       .seat = seat,
			       .rule = -1,
			       .exploit = (double)NAN,
			       .explore = (double)NAN };
	for (int i = 0; i < SEATS_MAX; i++)
		l.value[i] = l.win[i] = l.low[i] = l.high[i] = (double)NAN;
	return l;
}

/* The moves as they are reported, then the worlds, each with its own first choice. */
static int
pimc_children(struct search *s, look_ref ref, struct look_node *out, int max)
{
	const struct pimc *p = s->self;
	const struct snapshot *live = &s->live;
	int n = 0;
	for (; ref == LOOK_ROOT && n < live->move_count && n < max; n++) {
		const struct stats_move *row = &live->moves[n];
		out[n] = blank_node((look_ref)n, s->mover, row->m);
		out[n].visits = row->visits;
		out[n].status = row->status;
		out[n].best = n == 0;
		memcpy(out[n].value, row->value, sizeof row->value);
		memcpy(out[n].win, row->win, sizeof row->win);
	}
	for (int w = 0; ref == LOOK_ROOT && w < p->worlds && n < max; w++) {
		const struct snapshot *r = &p->world[w].result;
		if (!atomic_load_explicit(&p->world[w].done, memory_order_acquire) ||
		    !p->world[w].valid)
			continue;
		struct look_node *l = &out[n++];
		*l = blank_node(REF_WORLD | (look_ref)w, s->mover, r->moves[0].m);
		l->kind = LOOK_WORLD;
		l->world = w + 1;
		l->visits = r->nodes;
		l->status = r->moves[0].status;
		l->inner = r->moves_total <= p->width;
		memcpy(l->value, r->value, sizeof l->value);
		search_fill_win(s, l->value, l->win);
	}
	return n;
}

/* The same search of the same deal; one that the clock ended has as many nodes again. */
static bool
pimc_world(struct search *s, look_ref ref, struct search *out, struct status *st)
{
	const struct pimc *p = s->self;
	const int w = (int)(ref & (REF_WORLD - 1));
	if (ref == LOOK_ROOT || !(ref & REF_WORLD) || w >= p->worlds)
		return status_fail(st, "this is no world");
	const struct snapshot *r = &p->world[w].result;
	struct state root;
	search_world(s->game, &s->root, s->viewer, s->mover, s->seed, (uint64_t)w, &root);
	const struct errand e = { .root = &root,
				  .seed = rng_fork(rng_fork(s->seed, (uint64_t)w), 0),
				  .limits = limits_part(&s->limits, w, p->worlds),
				  .of = 1 };
	const struct search_job job = { .game = s->game,
					.root = &root,
					.viewer = SEAT_ALL,
					.player = &p->player,
					.part = p->inner,
					.seed = e.seed,
					.calibration = s->calibration,
					.keep = true };
	if (!search_open(out, &job, st))
		return false;
	limit_inner(out, &e);
	out->limits.time_ms = 0;
	if (r->stop == STOP_TIME || r->stop == STOP_INTERRUPTED)
		out->limits.nodes = r->nodes;
	search_run(out);
	return true;
}

static const struct look_ops pimc_look = { .children = pimc_children,
					   .world = pimc_world };

static const struct option_spec pimc_options[] = {
	{ .key = "inner",
	  .kind = OPTION_PLAYER,
	  .deflt = "(maxn:prune=speculative)",
	  .help = "what searches each world" },
	{ .key = "worlds",
	  .kind = OPTION_INT,
	  .deflt = "20",
	  .min = 1,
	  .max = 1000,
	  .help = "deals of the unseen to search" },
	{ .key = "vote",
	  .kind = OPTION_CHOICE,
	  .deflt = "mean",
	  .choices = "mean|votes",
	  .help = "choose by mean value over the worlds, or by most worlds' first "
		  "choice" },
	{ .key = "width",
	  .kind = OPTION_INT,
	  .deflt = "24",
	  .min = 1,
	  .max = 64,
	  .unit = "moves",
	  .help = "with more moves than that only so many, the best ordered, are "
		  "searched" },
	{ .key = "threads",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .min = 0,
	  .max = JOBS_THREADS_MAX,
	  .help = "worlds searched at once, 0 one for each core" },
	{ .key = "memory",
	  .kind = OPTION_INT,
	  .deflt = "128",
	  .min = 16,
	  .max = 65536,
	  .unit = "MiB",
	  .help = "memory of all worlds together" },
	{ .key = NULL },
};

const struct search_ops pimc_search = {
	.key = "pimc",
	.title = "PIMC",
	.summary = "deals the unseen cards many times, searches every deal, and averages",
	.source = "Levy 1989; Ginsberg 2001; Sturtevant 2008",
	.needs = NEED_HIDDEN_OK | NEED_INNER,
	.options = pimc_options,
	.open = pimc_open,
	.run = pimc_run,
	.look = &pimc_look,
};
