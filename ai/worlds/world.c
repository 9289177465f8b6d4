/*
 * world.c - the worlds of pimc: dealing them, sharing the limits, searching. See
 * pimc.c.
 *
 * A world is one search, or one for each move of a root that is too wide. Each has its
 * own seed and its share of the limits, by its number alone, so that it can run again for
 * the inspector. In a step (search.h, struct portion) one thread takes the worlds in
 * order; the search in which the step ends is cut there.
 */
#include "ai/common/order.h"
#include "ai/worlds/pimc.h"

#include <string.h>

#define NODES_UNLIMITED 50000 /* of a world without any limit */

/* ---- limits ---- */

static int64_t
worlds_least(int64_t a, int64_t b)
{
	return a <= 0 ? b : b <= 0 || a < b ? a : b;
}

/* When the whole search ends; 0: no clock. */
static int64_t
deadline_of(const struct search *s)
{
	const struct pimc *p = s->self;
	return atomic_load_explicit(&p->deadline_us, memory_order_relaxed);
}

static bool
is_late(const struct search *s)
{
	const int64_t deadline = deadline_of(s);
	return deadline > 0 && search_now_us(s) >= deadline;
}

/* Microseconds for world w from now on; 0: no clock; negative: the time is up. */
static int64_t
slice_us(const struct search *s, int w)
{
	const struct pimc *p = s->self;
	const int64_t deadline = deadline_of(s);
	if (deadline == 0)
		return 0;
	const int64_t left = deadline - search_now_us(s);
	if (left <= 0)
		return -1;
	const int64_t rounds =
		p->sliced ? (p->worlds - w + p->threads - 1) / p->threads : 1;
	return left / rounds > 1000 ? left / rounds : 1000;
}

/* Part i of n of a limit, 0 for none; the first parts get the remainder. */
static int64_t
worlds_part_of(int64_t limit, int i, int n)
{
	return limit / n + (i < limit % n);
}

int
pimc_parts(const struct limits *l, int n)
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
	return (struct limits){ .nodes = worlds_part_of(l->nodes, i, n),
				.sims = worlds_part_of(l->sims, i, n),
				.depth = l->depth };
}

static bool
has_limit(const struct limits *l)
{
	return l->nodes > 0 || l->sims > 0 || l->depth > 0 || l->time_ms > 0;
}

static void
limit_inner(struct search *inner, const struct world_job *e)
{
	struct limits *l = &inner->limits;
	l->nodes = worlds_least(l->nodes, e->limits.nodes);
	l->sims = worlds_least(l->sims, e->limits.sims);
	l->depth = worlds_least(l->depth, e->limits.depth);
	if (e->us > 0)
		l->time_ms = worlds_least(l->time_ms, e->us < 1000 ? 1 : e->us / 1000);
	if (!has_limit(l))
		l->nodes = NODES_UNLIMITED / e->of + 1;
}

/* True when the step has reached its end. */
static bool
step_over(const struct search *s)
{
	const struct pimc *p = s->self;
	const struct portion *upto = &s->upto, *spent = &p->spent;
	return (upto->worlds > 0 && spent->worlds >= upto->worlds) ||
	       (upto->nodes > 0 && spent->nodes >= upto->nodes) ||
	       (upto->sims > 0 && spent->sims >= upto->sims);
}

/* Limits the next search to the rest of the step. */
static void
cap_inner(const struct search *s, struct limits *l)
{
	const struct pimc *p = s->self;
	const struct portion *upto = &s->upto, *spent = &p->spent;
	if (upto->nodes > 0)
		l->nodes = worlds_least(l->nodes, upto->nodes - spent->nodes);
	if (upto->sims > 0)
		l->sims = worlds_least(l->sims, upto->sims - spent->sims);
}

/* ---- dealing ---- */

static bool
is_among(const move *m, int n, move one)
{
	for (int i = 0; i < n; i++)
		if (m[i] == one)
			return true;
	return false;
}

/* Orders the PIMC_WIDTH best of more moves. The move asked about (s->include), if legal and not among them,
 * replaces the last. */
static void
choose_best(const struct search *s, const struct state *root, move *m, int n)
{
	int32_t score[MOVES_MAX];
	const bool asked = s->include != MOVE_NONE && is_among(m, n, s->include);
	order_best(s->game, root, s->mover, m, score, n, PIMC_WIDTH);
	if (asked && !is_among(m, PIMC_WIDTH, s->include))
		m[PIMC_WIDTH - 1] = s->include;
}

void
pimc_deal(const struct search *s, int w, struct deal *d)
{
	const struct pimc *p = s->self;
	move m[MOVES_MAX];
	search_deal(s, (uint64_t)w, &d->root);
	d->seed = rng_fork(s->seed, (uint64_t)w);
	d->limits = limits_part(&s->limits, w, p->worlds);
	d->moves_total = s->game->rules->moves(s->game, &d->root, s->mover, m);
	d->wide = d->moves_total > PIMC_WIDTH && p->net == NULL;
	d->parts = 1;
	if (!d->wide)
		return;
	choose_best(s, &d->root, m, d->moves_total);
	memcpy(d->m, m, PIMC_WIDTH * sizeof *m);
	d->parts = pimc_parts(&d->limits, PIMC_WIDTH);
}

struct world_job
pimc_errand(const struct deal *d, int i)
{
	return (struct world_job){ .root = &d->root,
				   .seed = rng_fork(d->seed, (uint64_t)i),
				   .limits = limits_part(&d->limits, i, d->parts),
				   .of = d->parts };
}

/* ---- searching ---- */

bool
pimc_open_inner(const struct search *s, const struct world_job *e, bool keep,
		struct search *inner, struct status *st)
{
	const struct pimc *p = s->self;
	const struct search_job job = {
		.game = s->game,
		.root = e->root,
		.viewer = SEAT_ALL,
		.player = &p->player,
		.part = p->inner,
		.seed = e->seed,
		.calibration = keep ? s->calibration : NULL,
		.stop = keep ? NULL : s->stop,
		.bounded = s->bounded,
		.alone = s->alone,
		.pause = keep ? NULL : s->pause,
		.channel = e->channel,
		.film = e->film,
		.kit = e->kit,
		.keep = keep,
		.include = &s->include,
	};
	if (!search_open(inner, &job, st))
		return false;
	limit_inner(inner, e);
	inner->until_us = keep ? 0 : deadline_of(s);
	return true;
}

/* Counts a search in the step. True: it ends there. */
static bool
count_step(const struct search *s, const struct snapshot *done)
{
	struct pimc *p = s->self;
	if (!s->under_way)
		return false;
	p->spent.nodes += done->nodes;
	p->spent.sims += done->simulations;
	return step_over(s);
}

/* Runs an errand's search and closes it. False: no result. */
static bool
pimc_search_part(const struct search *s, const struct world_job *e, struct part_run *run,
		 struct snapshot *out)
{
	struct search inner;
	struct status st = { 0 };
	if (!pimc_open_inner(s, e, false, &inner, &st))
		return false;
	if (s->under_way)
		cap_inner(s, &inner.limits);
	search_run(&inner);
	snapshot_copy(out, &inner.live);
	search_close(&inner);
	*run = (struct part_run){ .nodes = out->nodes,
				  .sims = out->simulations,
				  .stop = (uint8_t)out->stop };
	run->cut = count_step(s, out);
	return out->move_count > 0;
}

/* The values at the end of a line, for seats without a value from the inner search. */
static void
pimc_value_of_line(const struct search *s, const struct state *root,
		   const struct snapshot *line, double *value)
{
	const struct game *g = s->game;
	struct state st;
	game_copy(g, root, &st);
	for (int i = 0; i < line->pv_count && !g->rules->settled(g, &st); i++) {
		const int seat = game_mover(g, &st);
		if (seat < 0)
			break;
		g->rules->play(g, &st, seat, line->pv[i], &st);
	}
	int32_t v[SEATS_MAX];
	g->knowledge->evaluate(g, &st, v);
	for (int i = 0; i < g->seats; i++)
		value[i] = (double)v[i] / game_unit(g);
}

/* Plays moves that are forced, so that the inner search starts where there is a choice:
 * it would answer an only move without values. Appends them to a line. */
static void
play_forced(const struct game *g, struct state *s, struct snapshot *line)
{
	move m[MOVES_MAX];
	while (line->pv_count < STATS_PV && !g->rules->settled(g, s)) {
		const int seat = game_mover(g, s);
		if (seat < 0 || g->rules->moves(g, s, seat, m) != 1)
			break;
		g->rules->play(g, s, seat, m[0], s);
		line->pv[line->pv_count++] = m[0];
	}
}

void
pimc_enter(const struct search *s, const struct state *root, move m, struct state *child,
	   struct snapshot *forced)
{
	s->game->rules->play(s->game, root, s->mover, m, child);
	*forced = (struct snapshot){ .seats = s->game->seats, /* without rows */
				     .mover = s->mover,
				     .viewer = SEAT_ALL };
	play_forced(s->game, child, forced);
}

/* Makes a child's line and value those of the world. */
static void
worlds_lead(struct snapshot *result, const struct stats_move *row,
	    const struct snapshot *forced, const struct snapshot *below)
{
	memcpy(result->value, row->value, sizeof row->value);
	result->pv[0] = row->m;
	result->pv_count = 1;
	for (int i = 0; i < forced->pv_count && result->pv_count < STATS_PV; i++)
		result->pv[result->pv_count++] = forced->pv[i];
	for (int i = 0; i < below->pv_count && result->pv_count < STATS_PV; i++)
		result->pv[result->pv_count++] = below->pv[i];
}

/* Searches move i of a wide root and adds its row to the world's table. */
static bool
worlds_search_child(const struct search *s, const struct deal *d,
		    const struct world_job *e, int i, struct world *w)
{
	const struct game *g = s->game;
	struct snapshot *result = &w->result;
	struct state child;
	struct world_job errand = *e;
	errand.root = &child;
	struct stats_move *row = &result->moves[result->move_count++];
	stats_move_blank(row, d->m[i]);
	struct snapshot below = { 0 }, forced;
	snapshot_init(&below, g->seats, s->mover, SEAT_ALL);
	pimc_enter(s, &d->root, d->m[i], &child, &forced);
	if (!g->rules->settled(g, &child) && game_mover(g, &child) >= 0 &&
	    !pimc_search_part(s, &errand, &w->part[i], &below)) {
		snapshot_free(&below);
		return false;
	}
	memcpy(row->value, below.value, sizeof row->value);
	memcpy(row->rank, below.moves[0].rank, sizeof row->rank);
	result->ranked = below.ranked;
	if (isnan(row->value[s->mover]))
		pimc_value_of_line(s, &child, &below, row->value);
	row->depth = (int16_t)(1 + forced.pv_count + below.depth);
	const struct stats_move *best =
		result->pv_count > 0 ? snapshot_find(result, result->pv[0]) : NULL;
	if (best == NULL ||
	    snapshot_rank(result, row, s->mover) > snapshot_rank(result, best, s->mover))
		worlds_lead(result, row, &forced, &below);
	if (result->stop < below.stop)
		result->stop = below.stop;
	snapshot_add_effort(result, &below, 1 + forced.pv_count);
	if (film_due(&w->film))
		film_take(&w->film, result);
	snapshot_free(&below);
	return true;
}

/* Whether it was stopped, or a step is over. */
static bool
pimc_interrupted(const struct search *s)
{
	return search_stop_asked(s) || (s->under_way && step_over(s));
}

/* Microseconds for the next of `parts` searches until then, 0: no clock. */
static int64_t
pimc_share_us(const struct search *s, int64_t until_us, int parts)
{
	const struct pimc *p = s->self;
	if (until_us == 0)
		return 0;
	const int64_t left = until_us - search_now_us(s);
	return left < 1000 ? 1000 : p->sliced ? left / parts : left;
}

/* Expands a wide root: plays its best-ordered moves and searches each child. */
static bool
search_wide(const struct search *s, const struct deal *d, const struct world_job *e,
	    struct world *w)
{
	const int64_t until = e->us > 0 ? search_now_us(s) + e->us : 0;
	for (int i = 0; i < d->parts && !(s->under_way && step_over(s)); i++) {
		struct world_job one = pimc_errand(d, i);
		one.channel = e->channel;
		one.kit = e->kit;
		one.us = pimc_share_us(s, until, d->parts - i);
		if (search_stop_asked(s) || is_late(s) ||
		    !worlds_search_child(s, d, &one, i, w))
			return false;
	}
	snapshot_sort(&w->result, false);
	return w->result.move_count > 0;
}

bool
pimc_run_world(void *self, int64_t job, int thread)
{
	const struct search *s = self;
	struct pimc *p = s->self;
	struct world *w = &p->world[job];
	const int64_t us = slice_us(s, (int)job);
	struct deal d;
	if (us < 0 || pimc_interrupted(s))
		return false;
	if (!snapshot_init(&w->result, s->game->seats, s->mover, SEAT_ALL))
		return false;
	pimc_deal(s, (int)job, &d);
	for (int i = 0; p->net != NULL && i < s->game->seats; i++)
		w->held[i] = s->game->hidden->held(s->game, &d.root, i);
	memset(w->part, 0, (size_t)d.parts * sizeof *w->part);
	struct world_job e = pimc_errand(&d, 0);
	e.us = us;
	e.channel = s->channel ? &p->channel[thread] : NULL;
	e.kit = p->below != NULL ? &p->below[thread] : NULL;
	film_clear(&w->film);
	e.film = !d.wide && w->film.room > 0 ? &w->film : NULL;
	if (d.wide)
		w->valid = search_wide(s, &d, &e, w);
	else
		w->valid = pimc_search_part(s, &e, w->part, &w->result) &&
			   w->result.moves[0].status != MOVE_UNSEARCHED;
	w->result.moves_total = d.moves_total;
	if (s->under_way)
		p->spent.worlds++;
	if (e.channel != NULL)
		channel_publish(e.channel, &p->blank);
	atomic_store_explicit(&w->done, true, memory_order_release);
	return true;
}
