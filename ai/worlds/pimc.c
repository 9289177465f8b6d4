/*
 * pimc.c - perfect-information Monte Carlo: deal the unseen, search every deal, vote.
 *
 * Source: Levy 1989; Ginsberg 2001 (GIB); Sturtevant 2008 (Hearts, max^n and UCT inside).
 * Worlds are drawn by determinize() from the redacted root, which does not contain the
 * hidden cards. The method suffers from strategy fusion (Frank & Basin 1998): in each
 * world the search may choose another strategy, as if it knew the world.
 *
 * World w depends only on (root, seed, w) and its share of the limits. Nodes and sims are
 * split evenly, the first worlds getting the remainder (with fewer nodes than worlds the
 * last worlds are not dealt). Time is split by the rounds left when the world starts
 * (with another limit, each world may take all the time left). Results are added in the
 * order of worlds: without a time limit the number of threads changes nothing.
 *
 * Seats that choose at once: the others commit first (search_world()). A root with
 * more than PIMC_WIDTH moves (a pass) is expanded here: its best-ordered moves are played,
 * forced replies too, and each position with a choice is searched. (The network values as many of a
 * pass at once.) When the viewer
 * watches another seat, the moves of that seat differ from world to world: the candidates
 * are their union, by votes, and the position is worth the mean of the worlds' own values.
 *
 * With solve= the last cards of a hand are searched to the end by max^n in every world, whatever
 * inner= is; the worlds are drawn and weighted as before, and the limits hold.
 *
 * visits = worlds in which the move was legal and valued; prob = its share of the votes
 * of all worlds; a world's vote is split among moves proven equal there.
 * A film (film.h) is made when all worlds have ended, in their order, as if one thread had searched
 * them: the figures of the first w worlds, and of few worlds how the next one went.
 *
 * Memory: one snapshot a world and memory / worlds for each inner search.
 */
#include "ai/worlds/pimc.h"

#include "ai/common/order.h"
#include "ai/worlds/net.h"
#include "src/base/pool.h"
#include "src/core/cardnet.h"

#include <stdio.h>
#include <string.h>

#define TICK_MS	    20
#define SOLVE_DEPTH 60 /* plies, and cards: more than are left when a world is solved */

extern const struct search_ops maxn_search;

/* For pool: the caller's thread watches the clock and publishes. */
static bool
worlds_tick(void *self, int64_t finished)
{
	struct search *s = self;
	struct pimc *p = s->self;
	if (s->channel != NULL)
		pimc_report(s, true);
	const int64_t started = s->started_us;
	const bool more = search_poll(s);
	if (s->started_us != started && s->limits.time_ms > 0)
		atomic_fetch_add_explicit(&p->deadline_us, s->started_us - started,
					  memory_order_relaxed);
	return more;
}

/* A move to play when no world has a result. */
static void
report_nothing(struct search *s)
{
	if (s->live.move_count > 0 || s->mover != s->viewer)
		return;
	move m[MOVES_MAX];
	int32_t score[MOVES_MAX];
	const int n = s->game->rules->moves(s->game, &s->root, s->mover, m);
	order_best(s->game, &s->root, s->mover, m, score, n, 1);
	stats_move_blank(&s->live.moves[0], m[0]);
	s->live.moves[0].status = MOVE_UNSEARCHED;
	s->live.move_count = s->live.pv_count = 1;
	s->live.pv[0] = m[0];
}

/* The stop reason: of those of the worlds, the most pressing. */
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
		if (!world_done(&p->world[w]))
			continue;
		done++;
		if (pressing[p->world[w].result.stop] > pressing[r])
			r = p->world[w].result.stop;
	}
	if (done < p->worlds && pressing[r] < pressing[STOP_TIME])
		r = s->under_way || search_stop_asked(s) ? STOP_INTERRUPTED : STOP_TIME;
	return r;
}

/* Of few worlds each has frames of its own. */
static void
film_worlds(struct pimc *p)
{
	for (int w = 0; w < p->worlds && p->world[w].film.room == 0; w++)
		film_open(&p->world[w].film, FILM_LEAST * 2 / p->worlds);
}

/* For prior=: what the network says of the moves by the seat's cards alone. */
static void
pimc_ask_own(struct search *s)
{
	struct pimc *p = s->self;
	int steps = 0;
	p->owns = 0;
	if (p->prior == 0 || p->net == NULL || s->viewer != s->mover)
		return;
	p->owns = cardnet_options(p->net, s->game, &s->root, s->mover, p->own,
				  CARDNET_OPTIONS, &steps);
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
	struct film *film = s->film;
	s->film = NULL; /* the worlds are side by side: it is made of them in the end */
	const struct limits *l = &s->limits;
	const struct limits *in = &p->player.part[p->inner].limits;
	p->worlds = pimc_parts(l, p->worlds_asked);
	s->live.worlds_total = p->worlds;
	p->sliced = l->nodes + l->sims + l->depth + in->nodes + in->sims + in->depth == 0;
	atomic_store(&p->deadline_us,
		     l->time_ms > 0 ? s->started_us + l->time_ms * 1000 : 0);
	p->most_nodes = 0;
	p->spent = (struct portion){ 0 };
	struct kit *kit = s->kit != NULL ? s->kit : &p->kit;
	p->below = kit_below(kit);
	if (film != NULL)
		film_worlds(p);
	const struct pool pool = { .count = p->worlds,
				   .threads = p->threads,
				   .run = pimc_run_world,
				   .tick = worlds_tick,
				   .tick_ms = TICK_MS,
				   .self = s,
				   .crew = &kit->crew,
				   .alone = s->channel == NULL };
	pimc_ask_own(s);
	pool_run(&pool);
	kit_close(&p->kit);
	s->film = film;
	if (film != NULL)
		pimc_develop(s, film);
	pimc_report(s, false);
	pimc_reasons(s);
	report_nothing(s);
	if (s->live.stop != STOP_FAILED)
		s->live.stop = reason(s, p);
}

static int
worlds_count_threads(const struct search *s, int worlds)
{
	const int64_t asked = options_int(&s->options, "threads");
	const int n = asked > 0 ? (int)asked : pool_cores();
	return n < worlds ? n : worlds;
}

/* Gives the inner searches their share of the memory, the same for any number of threads,
 * and not less than they need. */
static void
share_memory(const struct search *s, struct pimc *p)
{
	struct options *o = &p->player.part[p->inner].options;
	const int at = options_find(o, "memory");
	if (at < 0)
		return;
	const int at_once = p->worlds < POOL_THREADS_MAX ? p->worlds : POOL_THREADS_MAX;
	const int64_t share = options_int(&s->options, "memory") / at_once;
	const int64_t min = (int64_t)o->specs[at].min;
	char text[32];
	snprintf(text, sizeof text, "%lld", (long long)(share > min ? share : min));
	options_set(o, "memory", text, NULL);
}

/* All cards that are still held. */
static int
cards_left(const struct search *s)
{
	const struct game *g = s->game;
	struct state root;
	int n = 0;
	search_deal(s, 0, &root);
	for (int i = 0; i < g->seats; i++)
		n += __builtin_popcountll(g->hidden->held(g, &root, i));
	return n;
}

/* With solve= cards and fewer the worlds are searched to the end by max^n in place of inner=. */
static void
solve_worlds(const struct search *s, struct pimc *p)
{
	const int most = (int)options_int(&s->options, "solve");
	if (most == 0 || s->game->hidden->held == NULL || s->game->aim != NULL ||
	    cards_left(s) > most)
		return;
	struct player_part *inner = &p->player.part[p->inner];
	*inner = (struct player_part){ .ops = &maxn_search,
				       .limits = { .depth = SOLVE_DEPTH },
				       .inner = -1 };
	options_init(&inner->options, maxn_search.options);
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
	solve_worlds(s, p);
	s->live.rules =
		p->player.part[p->inner].ops->rules; /* its worlds are cut by them */
	const bool sample = game_hidden(s->game) && s->viewer != SEAT_ALL;
	p->worlds_asked = sample ? (int)options_int(&s->options, "worlds") : 1;
	p->worlds = p->worlds_asked;
	p->threads = s->under_way ? 1 : worlds_count_threads(s, p->worlds);
	p->prior = (int)options_int(&s->options, "prior");
	if (p->player.part[p->inner].ops == &net_search) {
		p->net = cardnet_find(s->game, NULL); /* its own open() says why not */
		s->live.columns = net_columns;
	}
	share_memory(s, p);
	const size_t threads = (size_t)p->threads;
	p->world = arena_take(&s->arena, (size_t)p->worlds * sizeof *p->world);
	p->candidate = arena_take(&s->arena, MOVES_MAX * sizeof *p->candidate);
	p->own = arena_take(&s->arena, CARDNET_OPTIONS * sizeof *p->own);
	p->channel = arena_take(&s->arena, threads * sizeof *p->channel);
	p->running = arena_take(&s->arena, threads * sizeof *p->running);
	if (!p->world || !p->candidate || !p->own || !p->channel || !p->running)
		return status_fail(st, "pimc: memory= is too small for this many worlds");
	memset(p->world, 0, (size_t)p->worlds * sizeof *p->world);
	memset(p->channel, 0, threads * sizeof *p->channel);
	memset(p->running, 0, threads * sizeof *p->running);
	snapshot_init(&p->blank, s->game->seats, s->mover, SEAT_ALL);
	s->live.worlds_total = p->worlds;
	s->live.visits_of = "worlds";
	s->self = p;
	return true;
}

static void
pimc_close(struct search *s)
{
	struct pimc *p = s->self;
	for (int w = 0; w < p->worlds_asked; w++) {
		snapshot_free(&p->world[w].result);
		film_close(&p->world[w].film);
	}
	for (int i = 0; i < p->threads; i++) {
		channel_free(&p->channel[i]);
		snapshot_free(&p->running[i]);
	}
	snapshot_free(&p->blank);
}

static const struct option_spec pimc_options[] = {
	{ .key = "inner",
	  .kind = OPTION_PLAYER,
	  .deflt = "(maxn:prune=speculative)",
	  .help = "the search of each world" },
	{ .key = "worlds",
	  .kind = OPTION_INT,
	  .deflt = "20",
	  .min = 1,
	  .max = 1000,
	  .help = "deals of the hidden cards" },
	{ .key = "prior",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .min = 0,
	  .max = 1000,
	  .unit = "worlds",
	  .help = "with inner=(net): the network's value of a move by the seat's cards "
		  "alone counts as this many worlds" },
	{ .key = "solve",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .min = 0,
	  .max = SOLVE_DEPTH,
	  .unit = "cards",
	  .help = "with so many cards in all hands together, or fewer, the worlds are "
		  "solved "
		  "by max^n in place of inner=; 0: never" },
	SEARCH_OPTION_INFER,
	SEARCH_OPTION_AIM,
	{ .key = "threads",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .min = 0,
	  .max = POOL_THREADS_MAX,
	  .help = "worlds searched at once; 0: one for each core" },
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
	.flags = SEARCH_HIDDEN_OK | SEARCH_INNER | SEARCH_ANY_BYTES | SEARCH_AIMS,
	.options = pimc_options,
	.open = pimc_open,
	.run = pimc_run,
	.close = pimc_close,
	.gauges = pimc_gauges,
	.look = &pimc_look,
};
