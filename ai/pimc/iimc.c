/*
 * iimc.c - imperfect-information Monte Carlo: deal the unseen, and play each deal out by players
 * who know only what their seats may know.
 *
 * Source: Furtak & Buro 2013, "Recursive Monte Carlo Search for Imperfect Information Games". As in
 * pimc a move is worth its mean over deals; in a deal it is worth what the seats make of it when
 * each chooses by a search of its own, from a redacted copy of the position. So no line of a
 * playout rests on cards that its seat cannot see, and what a choice gives away is seen by those
 * who may see it. A nested player that is iimc itself makes it recursive (IIMC of level 2 and so
 * on). Differs: every world plays out every move, so the moves are compared on the same deals. The
 * nested searches of a playout, and its chance, are seeded by world and move.
 *
 * Worlds, limits and the table are those of pimc (pimc.c). sims= counts playouts, nodes= the states
 * of playouts and of the searches in them, depth= the plies of a playout; one that has used its
 * share of the nodes, or its plies, ends there and is evaluated. A seat with a single legal move
 * makes it without a search. Chance moves cost a node and a ply like others. The searches in a
 * playout do not get the moves made before: infer= weighs the worlds of this search, not those of
 * the searches in it.
 */
#include "ai/pimc/pimc.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* A playout that is under way. */
struct playout_run {
	const struct search *s;
	const struct world_job *of;
	struct state st;
	struct rng chance;
	int64_t until_us; /* 0: no clock */
	int64_t left;	  /* nodes */
	int plies;
	struct part_run *first; /* the first search in it; nodes 0: none yet */
	struct played *line;
	struct snapshot *out;
};

static bool
is_over(const struct playout_run *r)
{
	const struct search *s = r->s;
	return search_stop_asked(s) ||
	       (r->until_us > 0 && search_now_us(s) >= r->until_us);
}

/* The search of a seat to move, from what it may know. */
static struct world_job
errand_of(const struct playout_run *r, const struct state *view, int seat)
{
	return (struct world_job){
		.root = view,
		.seed = rng_fork(r->of->seed, (uint64_t)r->plies),
		.limits = { .nodes = r->left < INT64_MAX ? r->left - 1 : 0 },
		.us = r->until_us > 0 ? r->until_us - search_now_us(r->s) : 0,
		.of = 1,
		.viewer = seat,
		.kit = r->of->kit,
	};
}

/* What a seat chooses by a search of its own. False: the time is up, or it cannot be opened. */
static bool
search_choice_of(struct playout_run *r, int seat, move *m)
{
	struct state view;
	struct search inner;
	struct status st = { 0 };
	game_view(r->s->game, &r->st, seat, &view);
	const struct world_job e = errand_of(r, &view, seat);
	if (is_over(r) || !pimc_open_inner(r->s, &e, false, &inner, &st))
		return false;
	search_run(&inner);
	const struct snapshot *live = &inner.live;
	*m = search_choice(&inner);
	r->out->nodes += live->nodes;
	r->out->leaves += live->leaves;
	r->left -= r->left < INT64_MAX ? live->nodes : 0;
	if (r->first->nodes == 0)
		*r->first = (struct part_run){ .nodes = live->nodes,
					       .sims = live->simulations,
					       .stop = (uint8_t)live->stop };
	search_close(&inner);
	return *m != MOVE_NONE;
}

static bool
choose(struct playout_run *r, int seat, move *m)
{
	move all[MOVES_MAX];
	const struct game *g = r->s->game;
	if (seat == SEAT_CHANCE) {
		*m = g->chance->sample(g, &r->st, &r->chance);
		return true;
	}
	const bool forced = g->rules->moves(g, &r->st, seat, all) == 1;
	*m = all[0];
	return forced || search_choice_of(r, seat, m);
}

static void
note_move(struct playout_run *r, move m)
{
	struct played *line = r->line;
	line->more = line->count == PLAYED_PLIES;
	if (!line->more)
		line->m[line->count++] = m;
	r->out->nodes++;
	r->left -= r->left < INT64_MAX;
	r->plies++;
}

bool
iimc_play_out(const struct search *s, const struct world_job *e, struct part_run *run,
	      struct played *line, struct snapshot *out)
{
	const struct game *g = s->game;
	const int64_t most = e->limits.depth > 0 ? e->limits.depth : INT_MAX;
	struct playout_run r = {
		.s = s,
		.of = e,
		.until_us = e->us > 0 ? search_now_us(s) + e->us : 0,
		.left = e->limits.nodes > 0 ? e->limits.nodes - 1 : INT64_MAX,
		.first = run,
		.line = line,
		.out = out,
	};
	rng_seed(&r.chance, e->seed);
	game_copy(g, e->root, &r.st);
	out->nodes = 1; /* the move that led here */
	*run = (struct part_run){ 0 };
	*line = (struct played){ 0 };
	while (!game_decided(g, &r.st) && r.plies < most && r.left > 1) {
		const int seat = game_mover(g, &r.st);
		move m;
		if (seat == SEAT_NONE)
			break;
		if (!choose(&r, seat, &m))
			return false;
		g->rules->play(g, &r.st, seat, m, &r.st);
		note_move(&r, m);
	}
	pimc_value_of_line(s, &r.st, out, out->value);
	out->leaves++;
	out->simulations = 1;
	out->stop = game_decided(g, &r.st) ? STOP_SIMS
		    : r.left <= 1	   ? STOP_NODES
					   : STOP_DEPTH;
	out->depth = out->seldepth = r.plies;
	return true;
}

struct world_job
iimc_first_search(const struct search *s, const struct world_job *e,
		  const struct played *line, struct state *st, struct state *view)
{
	const struct game *g = s->game;
	move all[MOVES_MAX];
	int plies = 0;
	for (; plies < line->count; plies++) {
		const int seat = game_mover(g, st);
		if (seat >= 0 && g->rules->moves(g, st, seat, all) > 1)
			break;
		g->rules->play(g, st, seat, line->m[plies], st);
	}
	const struct playout_run r = {
		.of = e,
		.left = e->limits.nodes > 0 ? e->limits.nodes - 1 - plies : INT64_MAX,
		.plies = plies,
	};
	const int seat = game_mover(g, st);
	game_view(g, st, seat, view);
	struct world_job first = errand_of(&r, view, seat);
	first.us = e->us;
	first.kit = NULL;
	return first;
}

static bool
iimc_open(struct search *s, struct status *st)
{
	return pimc_begin(s, true, st);
}

/* Where nothing is hidden every seat knows the deal, and a playout by seats is like any other. */
static bool
iimc_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	(void)o;
	if (game_hidden(g))
		return false;
	snprintf(out, (size_t)size,
		 "iimc plays deals out by what each seat may know, and in %s nothing is "
		 "hidden",
		 g->ops->title);
	return true;
}

static const struct option_spec iimc_options[] = {
	{ .key = "inner",
	  .kind = OPTION_PLAYER,
	  .deflt = "(pimc:worlds=2,inner=(greedy))",
	  .help = "the player of every seat in the playouts; it gets what the seat may "
		  "know" },
	PIMC_OPTION_WORLDS("deals of the hidden cards; every move is played out in each"),
	PIMC_OPTION_WIDTH("play out"),
	SEARCH_OPTION_INFER,
	SEARCH_OPTION_AIM,
	PIMC_OPTION_THREADS("played out"),
	PIMC_OPTION_MEMORY,
	{ .key = NULL },
};

const struct search_ops iimc_search = {
	.key = "iimc",
	.title = "IIMC",
	.summary = "deals the unseen cards many times, and plays every deal out by "
		   "players who see their own cards alone",
	.source = "Furtak & Buro 2013",
	.needs = NEED_HIDDEN_OK | NEED_INNER | NEED_SEATS,
	.misfit = iimc_misfit,
	.options = iimc_options,
	.aims = true,
	.open = iimc_open,
	.run = pimc_run,
	.end_at = pimc_end_at,
	.any_bytes = true,
	.look = &pimc_look,
};
