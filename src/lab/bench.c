/*
 * bench.c - the speed of everything on one thread and on two, and a signature of behaviour.
 *
 * Playouts start before the deal: dealing (and passing) is part of them. A move is a complete
 * one, made on the state (a whole chain of hops). A node of a search is a child made by
 * play(); perft counts sequences, whose last move is not made. A measurement runs in slices
 * until its time is over, so that no clock is read in a hot loop. Time is the processor's, of
 * all threads of a search together: time taken by other programs does not count. Two threads are
 * compared with one in wall time, on the same task, which means something only where nothing else
 * runs. Watching is measured by the same search with and without a channel and a reader that looks
 * 20 times a second. Both are run in turns, the fastest run of each counting.
 */
#include "src/lab/bench.h"

#include "src/base/clock.h"
#include "src/core/question.h"
#include "src/core/search.h"
#include "src/lab/perft.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLE_MS     400
#define SLICE_US      1000 /* of playouts between two looks at the clock, at least */
#define BENCH_SEED    UINT64_C(20030401)
#define MIDGAME_PLIES 40
#define WATCH_ROUNDS  5
#define PAIR_ROUNDS   3
#define WATCH_NODES   2000000
#define READ_US	      50000
#define NODES_MANY    (INT64_C(1) << 60)

/* A position by game, seats, options and the plies its policy has played. */
struct bench_position {
	const char *game;
	int seats;
	const char *variant; /* "open=on,bidding=off"; NULL: the defaults */
	int plies;
};

/* The work that is timed. */
struct timed {
	const char *name;
	struct bench_position at;
	const char *player;
};

#define PLAIN	 "maxn:prune=none,table=off,depth=40"
#define PARANOID "paranoid:table=off,depth=40"
#define TAKEN	 ",eval=taken"
#define WATCHED	 "max^n speculative, open hearts"

/* The searches of perfect information, on a game of tricks. */
#define TRICKS(name, ...) \
	{ "max^n, points taken, " name, { __VA_ARGS__ }, PLAIN TAKEN }, \
		{ "max^n, evaluation, " name, { __VA_ARGS__ }, PLAIN }, \
		{ "paranoid, points taken, " name, { __VA_ARGS__ }, PARANOID TAKEN }, \
		{ "paranoid, evaluation, " name, { __VA_ARGS__ }, PARANOID }, \
		{ "max^n with table, " name, \
		  { __VA_ARGS__ }, \
		  "maxn:prune=none,depth=40" }, \
	{ \
		"max^n speculative, " name, { __VA_ARGS__ }, \
			"maxn:prune=speculative,depth=40" \
	}

static const struct timed timed[] = {
	TRICKS("open hearts", "hearts", 4, "open=on", 1),
	TRICKS("open hearts, 3 seats", "hearts", 3, "open=on", 1),
	TRICKS("open spades", "spades", 4, "open=on,bidding=off", 1),
	TRICKS("open spades, 3 seats", "spades", 3, "open=on,bidding=off", 1),
	{ "Max-Prob, open hearts", { "hearts", 4, "open=on", 1 }, "maxprob:depth=40" },
	{ "UCT, open hearts, first play",
	  { "hearts", 4, "open=on", 1 },
	  "uct:playout=random,playout_plies=0" },
	{ "UCT, open hearts, mid-hand",
	  { "hearts", 4, "open=on", 25 },
	  "uct:playout=random,playout_plies=0" },
	{ "PIMC, hearts, one thread",
	  { "hearts", 4, NULL, 5 },
	  "pimc:worlds=20,threads=1,inner=(maxn:prune=speculative)" },
	{ "PIMC, hearts, many small worlds",
	  { "hearts", 4, NULL, 5 },
	  "pimc:worlds=500,threads=1,inner=(maxn:prune=speculative,depth=4)" },
	{ "network in worlds, hearts, mid-hand",
	  { "hearts", 4, NULL, 25 },
	  "pimc:worlds=1000,threads=1,inner=(net)" },
	{ "ISMCTS, hearts", { "hearts", 4, NULL, 5 }, "ismcts" },
	{ "max^n, star, mid-game",
	  { "chinese-checkers", 3, NULL, MIDGAME_PLIES },
	  PLAIN },
	{ "max^n speculative, star, mid-game",
	  { "chinese-checkers", 3, NULL, MIDGAME_PLIES },
	  "maxn:prune=speculative,depth=40" },
	{ "UCT, star, start", { "chinese-checkers", 3, NULL, 0 }, "uct:playout=policy" },
	{ "DUCT, goofspiel, first bid",
	  { "goofspiel", 2, NULL, 0 },
	  "smmcts:policy=duct-mix" },
	{ "regret matching, goofspiel, first bid",
	  { "goofspiel", 2, NULL, 0 },
	  "smmcts:policy=rm" },
	{ "CFR+, leduc", { "leduc", 2, NULL, 0 }, "cfr:variant=cfr+" },
	{ "MCCFR, leduc", { "leduc", 2, NULL, 0 }, "mccfr" },
	{ "PNS, breakthrough", { "breakthrough", 2, NULL, 0 }, "pns:memory=1024" },
	{ "PN2, breakthrough", { "breakthrough", 2, NULL, 0 }, "pns:method=pn2" },
	{ "df-pn, breakthrough", { "breakthrough", 2, NULL, 0 }, "pns:method=dfpn" },
};

/* One thread against two, on tasks of some tenths of a second. */
#define INNER "inner=(maxn:prune=speculative)"
static const struct pair_row {
	const char *name;
	struct bench_position at;
	const char *one, *two;
} pair_rows[] = {
	{ "PIMC, hearts",
	  { "hearts", 4, NULL, 5 },
	  "pimc:nodes=8M,threads=1," INNER,
	  "pimc:nodes=8M,threads=2," INNER },
};

/* The last seven tricks of a hand, played out; all within SOLVE_NODES. */
#define SOLVE_NODES 50000000
#define SOLVERS(name, ...) \
	{ "max^n with table, " name, { __VA_ARGS__ }, "maxn:prune=none,eval=taken" }, \
		{ "max^n speculative, " name, \
		  { __VA_ARGS__ }, \
		  "maxn:prune=speculative,eval=taken" }, \
	{ \
		"paranoid, " name, { __VA_ARGS__ }, "paranoid:eval=taken" \
	}

static const struct timed solvers[] = {
	SOLVERS("open hearts", "hearts", 4, "open=on", 24),
	SOLVERS("open hearts, 3 seats", "hearts", 3, "open=on", 30),
	SOLVERS("open spades", "spades", 4, "open=on,bidding=off", 24),
	SOLVERS("open spades, 3 seats", "spades", 3, "open=on,bidding=off", 30),
};

/* A goal plyscope set out to reach: a row of the tables, one of its figures. */
enum figure_kind {
	FIGURE_PLAYOUTS,
	FIGURE_MOVES,
	FIGURE_NODES,
	FIGURE_SIMULATIONS,
	FIGURE_TIME, /* a node's, against that of another row's */
	FIGURE_SOLVE /* nodes, of the worst deal */
};

static const char *const figure_units[] = {
	"playouts/s",	 "moves/s",	 "nodes/s",
	"simulations/s", "times a node", "nodes to solve",
};

static const struct {
	const char *row;
	enum figure_kind kind;
	double goal;
	const char *against; /* FIGURE_TIME */
} goals[] = {
	{ "hearts", FIGURE_PLAYOUTS, 500e3, NULL },
	{ "chinese-checkers", FIGURE_MOVES, 6e6, NULL },
	{ "abalone", FIGURE_MOVES, 5e6, NULL },
	{ "minishogi", FIGURE_MOVES, 1.5e6, NULL },
	{ "awari", FIGURE_PLAYOUTS, 660e3, NULL },
	{ "breakthrough", FIGURE_PLAYOUTS, 405e3, NULL },
	{ "lines-of-action", FIGURE_PLAYOUTS, 52.5e3, NULL },
	{ "max^n, points taken, open hearts", FIGURE_NODES, 60e6, NULL },
	{ "max^n, points taken, open hearts, 3 seats", FIGURE_NODES, 37.5e6, NULL },
	{ "max^n, evaluation, open hearts", FIGURE_NODES, 8e6, NULL },
	{ "max^n, evaluation, open hearts, 3 seats", FIGURE_NODES, 6.75e6, NULL },
	{ "paranoid, points taken, open hearts", FIGURE_NODES, 60e6, NULL },
	{ "paranoid, evaluation, open hearts", FIGURE_NODES, 15e6, NULL },
	{ "max^n speculative, open hearts", FIGURE_TIME, 1.3,
	  "max^n with table, open hearts" },
	{ "max^n speculative, open spades", FIGURE_TIME, 1.3,
	  "max^n with table, open spades" },
	{ "Max-Prob, open hearts", FIGURE_TIME, 3, "max^n, evaluation, open hearts" },
	{ "max^n speculative, open hearts", FIGURE_SOLVE, 6.6e6, NULL },
	{ "paranoid, open hearts", FIGURE_SOLVE, 444e3, NULL },
	{ "max^n, star, mid-game", FIGURE_NODES, 4e6, NULL },
	{ "UCT, open hearts, first play", FIGURE_SIMULATIONS, 900e3, NULL },
	{ "goofspiel", FIGURE_PLAYOUTS, 1e6, NULL },
	{ "DUCT, goofspiel, first bid", FIGURE_SIMULATIONS, 600e3, NULL },
	{ "regret matching, goofspiel, first bid", FIGURE_SIMULATIONS, 600e3, NULL },
	{ "CFR+, leduc", FIGURE_SIMULATIONS, 20e3, NULL },
	{ "MCCFR, leduc", FIGURE_SIMULATIONS, 1e6, NULL },
};

/* The parts of the signature: small and quick searches of every algorithm and game. */
static const struct timed signed_searches[] = {
	{ "", { "hearts", 3, "open=on", 9 }, "maxn:prune=none,nodes=20k" },
	{ "", { "hearts", 4, "open=on", 5 }, "maxn:prune=speculative,nodes=50k" },
	{ "", { "hearts", 4, "open=on", 20 }, "paranoid:nodes=50k" },
	{ "", { "hearts", 5, "open=on", 1 }, "uct:sims=2k" },
	{ "", { "hearts", 4, NULL, 1 }, "pimc:worlds=4,nodes=20k,inner=(maxn)" },
	{ "", { "hearts", 4, NULL, 0 }, "pimc:worlds=2,inner=(greedy)" },
	{ "", { "hearts", 3, NULL, 8 }, "net" },
	{ "", { "hearts", 4, NULL, 12 }, "pimc:worlds=4,prior=2,inner=(net)" },
	{ "", { "hearts", 4, NULL, 0 }, "pimc:worlds=2,model=learned,inner=(net)" },
	{ "", { "chinese-checkers", 2, NULL, 20 }, "paranoid:nodes=20k" },
	{ "", { "chinese-checkers", 3, NULL, 40 }, "maxn:prune=speculative,nodes=20k" },
	{ "", { "chinese-checkers", 6, NULL, 30 }, "uct:sims=300,playout=policy" },
	{ "", { "chinese-checkers", 4, NULL, 10 }, "greedy" },
	{ "", { "goofspiel", 2, "cards=5", 0 }, "smmcts:sims=2k" },
	{ "", { "goofspiel", 2, "cards=4", 0 }, "exact" },
	{ "", { "hearts", 4, "open=on", 30 }, "mpmix:nodes=20k" },
	{ "", { "hearts", 4, "open=on", 40 }, "random" },
	{ "", { "spades", 4, "open=on,bidding=off", 20 }, "maxn:depth=9" },
	{ "", { "spades", 3, "open=on", 30 }, "offensive:nodes=20k" },
	{ "", { "spades", 4, NULL, 8 }, "pimc:worlds=4,nodes=5k,inner=(paranoid)" },
	{ "", { "chinese-checkers", 3, NULL, 20 }, "maxprob:depth=2" },
	{ "", { "chinese-checkers", 3, NULL, 40 }, "brs:nodes=20k" },
	{ "", { "abalone", 2, NULL, 20 }, "paranoid:depth=4" },
	{ "", { "abalone", 3, NULL, 20 }, "maxn:depth=4" },
	{ "", { "awari", 2, NULL, 20 }, "paranoid:nodes=20k" },
	{ "", { "awari", 2, "rules=oware,score=seeds", 10 }, "uct:sims=500" },
	{ "", { "oshi-zumo", 2, NULL, 2 }, "smmcts:sims=2k,policy=exp3" },
	{ "", { "tron", 2, NULL, 4 }, "smmcts:sims=2k,policy=oos" },
	{ "", { "tree", 0, NULL, 0 }, "maxn:prune=speculative" },
	{ "", { "tree", 0, "file=chance-and-choice", 0 }, "uct:sims=500" },
	{ "", { "hearts", 4, "open=on", 20 }, "maxn:nodes=30k,eval=taken" },
	{ "", { "spades", 4, "open=on", 14 }, "maxn:nodes=50k" },
	{ "", { "hearts", 5, "open=on,jack=on", 8 }, "maxn:nodes=30k,prune=last-branch" },
	{ "", { "hearts", 3, "open=on,moon=self", 12 }, "uct:sims=1k,playout=random" },
	{ "", { "hearts", 4, NULL, 12 }, "pimc:worlds=4,sims=800,inner=(uct)" },
	{ "", { "hearts", 4, "open=on", 30 }, "maxprob:depth=8" },
	{ "", { "spades", 4, "open=on", 2 }, "uct:sims=1k" },
	{ "", { "spades", 4, "partners=on", 12 }, "pimc:worlds=4,sims=800,inner=(uct)" },
	{ "", { "spades", 3, NULL, 1 }, "pimc:worlds=4,sims=400,inner=(uct)" },
	{ "", { "chinese-checkers", 2, "pegs=fifteen", 30 }, "maxn:nodes=20k" },
	{ "", { "chinese-checkers", 3, "size=2", 12 }, "brs:nodes=20k" },
	{ "", { "abalone", 2, "start=belgian", 30 }, "uct:sims=200" },
	{ "", { "abalone", 3, NULL, 60 }, "mpmix:nodes=20k" },
	{ "", { "goofspiel", 2, "cards=6,ties=carry", 2 }, "smmcts:sims=2k,policy=rm+" },
	{ "", { "oshi-zumo", 2, "coins=12", 4 }, "exact" },
	{ "", { "oshi-zumo", 2, "alesia=on", 6 }, "smmcts:sims=2k,policy=duct-mix" },
	{ "", { "tron", 2, "map=cross", 8 }, "smmcts:sims=1k,policy=duct-max" },
	{ "", { "tron", 2, "width=5,height=5", 2 }, "exact" },
	{ "", { "breakthrough", 2, "columns=4", 8 }, "pns:nodes=20k" },
	{ "", { "abalone", 2, "eject=1", 8 }, "pns:method=pn2,nodes=20k,leaf=moves" },
	{ "", { "chinese-checkers", 2, "size=2", 4 }, "pns:method=dfpn,nodes=20k" },
};

static_assert(FIGURE_SOLVE + 1 == sizeof figure_units / sizeof *figure_units, "");

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

static_assert(COUNT(goals) <= BENCH_GOALS, "every goal has a row");
static_assert(COUNT(pair_rows) <= BENCH_PAIRS, "");

/* Plays n plies of the game's own policy, the deal and the pass first. */
static void
bench_advance(const struct game *g, struct state *s, int n, struct rng *rng)
{
	for (int ply = 0; ply <= n;) {
		const seat_set acting = g->rules->acting(g, s);
		const int seat = game_mover(g, s);
		const bool pass = n > 0 && (acting & (acting - 1)) != 0;
		if (acting == 0 || (ply == n && seat >= 0 && !pass))
			break;
		move m;
		if (seat == SEAT_CHANCE) {
			m = g->chance->sample(g, s, rng);
		} else {
			m = game_quick_move(g, s, seat, rng);
			ply += !pass;
		}
		g->rules->play(g, s, seat, m, s);
	}
}

/* Sets "key=value,key=value". */
static bool
bench_set_variant(struct options *o, const char *text, struct status *st)
{
	while (text != NULL && *text != '\0') {
		char key[BENCH_NAME], value[BENCH_NAME];
		int length = 0;
		if (sscanf(text, "%63[^=]=%63[^,]%n", key, value, &length) != 2 ||
		    !options_set(o, key, value, st))
			return false;
		text += length + (text[length] == ',');
	}
	return true;
}

static bool
make_game(const struct catalog *c, const struct bench_position *at, struct game *g,
	  struct status *st)
{
	const struct game_ops *ops = catalog_game(c, at->game);
	if (ops == NULL) {
		status_fail(st, "no game \"%s\"", at->game);
		return false;
	}
	struct options variant;
	options_init(&variant, ops->options);
	if (!bench_set_variant(&variant, at->variant, st))
		return false;
	return game_init(g, ops, at->seats, &variant, st);
}

static void
make_root(const struct game *g, uint64_t seed, int plies, struct state *s)
{
	struct rng rng;
	rng_seed(&rng, seed);
	memset(s, 0, sizeof *s);
	g->rules->start(g, s);
	bench_advance(g, s, plies, &rng);
}

/* ---- games ---- */

/* One playout from before the deal; returns its plies. */
static int
bench_play_out(const struct game *g, const struct state *start, struct rng *rng)
{
	struct state s;
	game_copy(g, start, &s);
	while (g->rules->acting(g, &s) == ACTING_CHANCE)
		g->rules->play(g, &s, SEAT_CHANCE, g->chance->sample(g, &s, rng), &s);
	return game_rollout(g, &s, rng, INT_MAX, ROLLOUT_RANDOM, ROLLOUT_DRAWS);
}

static void
measure_playouts(const struct game *g, int sample_ms, struct bench_game *out)
{
	struct state start;
	struct rng rng;
	rng_seed(&rng, BENCH_SEED);
	memset(&start, 0, sizeof start);
	g->rules->start(g, &start);
	const int64_t began = clock_process_us(), until = began + sample_ms * 1000;
	int64_t plies = 0, playouts = 0, now = began;
	for (int64_t slice = 1; now < until;) {
		for (int64_t i = 0; i < slice; i++)
			plies += bench_play_out(g, &start, &rng);
		playouts += slice;
		const int64_t last = now;
		now = clock_process_us();
		slice = now - last < SLICE_US ? slice * 2 : slice;
	}
	const double s = (double)(now - began) / 1e6;
	out->playouts_per_s = (double)playouts / s;
	out->moves_per_s = (double)plies / s;
	out->mean_plies = (double)plies / (double)playouts;
}

static void
measure_perft(const struct game *g, int sample_ms, struct bench_game *out)
{
	struct state root;
	struct perft_result *r = calloc(1, sizeof *r);
	make_root(g, BENCH_SEED, 1, &root);
	out->perft_nodes_per_s = (double)NAN;
	for (int depth = 1; r != NULL && depth < 30; depth++) {
		const struct perft_options o = { .game = g,
						 .root = &root,
						 .depth = depth };
		const int64_t began = clock_process_us();
		perft_run(&o, r);
		const int64_t us = clock_process_us() - began;
		if (us < sample_ms * 100)
			continue;
		out->perft_nodes_per_s = (double)r->nodes * 1e6 / (double)us;
		break;
	}
	free(r);
}

static bool
measure_games(const struct bench_options *o, struct bench_result *r, struct status *st)
{
	const int sample_ms = o->sample_ms > 0 ? o->sample_ms : SAMPLE_MS;
	for (int i = 0; o->catalog->games[i] != NULL; i++) {
		const struct game_ops *ops = o->catalog->games[i];
		if (o->game != NULL && strcmp(o->game, ops->key) != 0)
			continue;
		for (int n = game_seats_min(ops); n <= game_seats_max(ops); n++) {
			struct game g;
			if (!(ops->seats_allowed >> n & 1) || r->games == BENCH_ROWS)
				continue;
			if (!game_init(&g, ops, n, NULL, st))
				return false;
			struct bench_game *row = &r->game[r->games++];
			snprintf(row->name, sizeof row->name,
				 n == ops->seats_default ? "%s" : "%s seats=%d", ops->key,
				 n);
			measure_playouts(&g, sample_ms, row);
			measure_perft(&g, sample_ms, row);
			if (!progress_report(&o->progress, r->games, 0, row->name))
				return status_fail(st, "stopped");
		}
	}
	return true;
}

/* ---- searches ---- */

/* Runs a player on a position that grew from a seed; the search's figures to *out, with the
 * time it took the processor. */
static bool
bench_run_search(const struct catalog *c, const struct timed *t, uint64_t seed,
		 const struct limits *limits, struct channel *channel,
		 struct snapshot *out, struct status *st)
{
	struct game g;
	struct player p;
	struct state root;
	struct question q;
	if (!make_game(c, &t->at, &g, st) || !player_parse(&p, t->player, c, &g, st))
		return false;
	if (limits != NULL)
		player_limit(&p, limits);
	make_root(&g, seed, t->at.plies, &root);
	question_of_state(&q, &g, &root, game_mover(&g, &root), BENCH_SEED);
	struct search_job job = question_job(&q, &p, NULL);
	job.channel = channel;
	struct search s;
	if (!search_open(&s, &job, st)) {
		status_prefix(st, "%s", t->player);
		return false;
	}
	const int64_t began = clock_process_us();
	search_run(&s);
	snapshot_copy(out, &s.live);
	out->elapsed_us = clock_process_us() - began;
	search_close(&s);
	return true;
}

static bool
measure_players(const struct bench_options *o, struct bench_result *r, struct status *st)
{
	const int sample_ms = o->sample_ms > 0 ? o->sample_ms : SAMPLE_MS;
	/* With a limit in nodes a forced move is searched too. */
	const struct limits limits = { .time_ms = 2 * sample_ms, .nodes = NODES_MANY };
	for (int i = 0; i < COUNT(timed); i++) {
		if (o->game != NULL && strcmp(o->game, timed[i].at.game) != 0)
			continue;
		struct snapshot s = { 0 };
		if (!bench_run_search(o->catalog, &timed[i], BENCH_SEED, &limits, NULL,
				      &s, st))
			return false;
		struct bench_player *row = &r->player[r->players++];
		snprintf(row->name, sizeof row->name, "%s", timed[i].name);
		snprintf(row->game, sizeof row->game, "%s seats=%d", timed[i].at.game,
			 timed[i].at.seats);
		snprintf(row->player, sizeof row->player, "%s", timed[i].player);
		row->nodes = s.nodes;
		row->simulations = s.simulations;
		row->elapsed_us = s.elapsed_us;
		row->nodes_per_s = (double)s.nodes * 1e6 / (double)s.elapsed_us;
		row->simulations_per_s =
			(double)s.simulations * 1e6 / (double)s.elapsed_us;
		snapshot_free(&s);
		if (!progress_report(&o->progress, r->games + r->players, 0, row->name))
			return status_fail(st, "stopped");
	}
	return true;
}

static bool
measure_solves(const struct bench_options *o, struct bench_result *r, struct status *st)
{
	const struct limits limits = { .nodes = SOLVE_NODES };
	for (int i = 0; i < COUNT(solvers); i++) {
		const struct timed *t = &solvers[i];
		if (o->game != NULL && strcmp(o->game, t->at.game) != 0)
			continue;
		struct bench_solve *row = &r->solve[r->solves++];
		snprintf(row->name, sizeof row->name, "%s", t->name);
		snprintf(row->game, sizeof row->game, "%s seats=%d", t->at.game,
			 t->at.seats);
		snprintf(row->player, sizeof row->player, "%s", t->player);
		for (int k = 0; k < BENCH_DEALS; k++) {
			struct snapshot s = { 0 };
			if (!bench_run_search(o->catalog, t, BENCH_SEED + (uint64_t)k,
					      &limits, NULL, &s, st))
				return false;
			row->nodes[k] = s.nodes;
			row->elapsed_us[k] = s.elapsed_us;
			row->solved[k] = s.stop == STOP_SOLVED;
			snapshot_free(&s);
		}
		if (!progress_report(&o->progress, r->games + r->players + r->solves, 0,
				     row->name))
			return status_fail(st, "stopped");
	}
	return true;
}

/* ---- the goals ---- */

/* The most nodes that a row needed for one deal; NAN: not measured, or not solved. */
static double
find_solve(const struct bench_result *r, const char *name)
{
	for (int i = 0; i < r->solves; i++) {
		double most = 0;
		if (strcmp(r->solve[i].name, name) != 0)
			continue;
		for (int k = 0; k < BENCH_DEALS; k++) {
			if (!r->solve[i].solved[k])
				return (double)NAN;
			most = fmax(most, (double)r->solve[i].nodes[k]);
		}
		return most;
	}
	return (double)NAN;
}

/* A figure by the name of its row; NAN: not measured. */
static double
bench_find_figure(const struct bench_result *r, const char *name, enum figure_kind kind)
{
	if (kind == FIGURE_SOLVE)
		return find_solve(r, name);
	for (int i = 0; i < r->games; i++)
		if (strcmp(r->game[i].name, name) == 0)
			return kind == FIGURE_PLAYOUTS ? r->game[i].playouts_per_s
						       : r->game[i].moves_per_s;
	for (int i = 0; i < r->players; i++)
		if (strcmp(r->player[i].name, name) == 0)
			return kind == FIGURE_NODES ? r->player[i].nodes_per_s
						    : r->player[i].simulations_per_s;
	return (double)NAN;
}

static void
add_goal(struct bench_result *r, const char *name, struct bench_goal goal)
{
	assert(r->goals < BENCH_GOALS);
	snprintf(goal.name, sizeof goal.name, "%s", name);
	r->goal[r->goals++] = goal;
}

static void
compare_goals(struct bench_result *r)
{
	for (int i = 0; i < COUNT(goals); i++) {
		const enum figure_kind kind = goals[i].kind;
		double measured;
		if (kind == FIGURE_TIME)
			measured = bench_find_figure(r, goals[i].against, FIGURE_NODES) /
				   bench_find_figure(r, goals[i].row, FIGURE_NODES);
		else
			measured = bench_find_figure(r, goals[i].row, kind);
		if (!isnan(measured))
			add_goal(r, goals[i].row,
				 (struct bench_goal){ .unit = figure_units[kind],
						      .at_most = kind >= FIGURE_TIME,
						      .goal = goals[i].goal,
						      .measured = measured });
	}
}

/* Only at the full time of a measurement: most works take as long as they take. */
static bool
measure_works(const struct bench_options *o, struct bench_result *r, struct status *st)
{
	const int sample_ms = o->sample_ms > 0 ? o->sample_ms : SAMPLE_MS;
	if (sample_ms < SAMPLE_MS)
		return true;
	for (const struct bench_work *w = o->works; w != NULL && w->name != NULL; w++) {
		double figure[BENCH_FIGURES];
		if (o->game != NULL && strcmp(o->game, w->game) != 0)
			continue;
		if (!w->measure(o->catalog, sample_ms, figure, st))
			return false;
		for (int k = 0; k < BENCH_FIGURES && w->figure[k].unit != NULL; k++)
			add_goal(r, w->name,
				 (struct bench_goal){ .unit = w->figure[k].unit,
						      .at_most = w->figure[k].at_most,
						      .goal = w->figure[k].goal,
						      .measured = figure[k] });
		if (!progress_report(&o->progress,
				     r->games + r->players + r->solves + r->goals, 0,
				     w->name))
			return status_fail(st, "stopped");
	}
	return true;
}

/* ---- two threads ---- */

/* Wall time; 0: it could not be run. */
static int64_t
time_on_threads(const struct catalog *c, const struct pair_row *row, const char *player,
		struct status *st)
{
	const struct timed t = { .at = row->at, .player = player };
	struct snapshot s = { 0 };
	const int64_t began = clock_now_us();
	const bool ok = bench_run_search(c, &t, BENCH_SEED, NULL, NULL, &s, st);
	const int64_t took = clock_now_us() - began;
	snapshot_free(&s);
	return ok ? took : 0;
}

/* At the full time of a measurement: the tasks have their own length. */
static bool
measure_pairs(const struct bench_options *o, struct bench_result *r, struct status *st)
{
	if (o->sample_ms > 0 && o->sample_ms < SAMPLE_MS)
		return true;
	for (int i = 0; i < COUNT(pair_rows); i++) {
		const struct pair_row *p = &pair_rows[i];
		if (o->game != NULL && strcmp(o->game, p->at.game) != 0)
			continue;
		struct bench_pair *row = &r->pair[r->pairs++];
		snprintf(row->name, sizeof row->name, "%s", p->name);
		snprintf(row->game, sizeof row->game, "%s seats=%d", p->at.game,
			 p->at.seats);
		snprintf(row->one, sizeof row->one, "%s", p->one);
		snprintf(row->two, sizeof row->two, "%s", p->two);
		row->one_us = row->two_us = INT64_MAX;
		for (int k = 0; k < PAIR_ROUNDS; k++) {
			const int64_t one = time_on_threads(o->catalog, p, p->one, st);
			const int64_t two = time_on_threads(o->catalog, p, p->two, st);
			if (one == 0 || two == 0)
				return false;
			row->one_us = one < row->one_us ? one : row->one_us;
			row->two_us = two < row->two_us ? two : row->two_us;
		}
		if (!progress_report(&o->progress,
				     r->games + r->players + r->solves + r->pairs, 0,
				     row->name))
			return status_fail(st, "stopped");
	}
	return true;
}

/* ---- what watching costs ---- */

struct bench_reader {
	struct channel channel;
	struct snapshot last;
	atomic_bool done;
};

static void
reader_main(void *self, int number)
{
	struct bench_reader *r = self;
	while (!atomic_load(&r->done)) {
		channel_read(&r->channel, &r->last);
		clock_sleep_us(READ_US);
	}
}

/* Microseconds of the same search, watched or not; 0: it could not be run. */
static int64_t
time_watched(const struct catalog *c, const struct timed *t, struct bench_reader *r)
{
	const struct limits limits = { .nodes = WATCH_NODES };
	struct snapshot s = { 0 };
	struct crew *crew = NULL;
	if (r == NULL) {
		const bool ok =
			bench_run_search(c, t, BENCH_SEED, &limits, NULL, &s, NULL);
		const int64_t took = s.elapsed_us;
		snapshot_free(&s);
		return ok ? took : 0;
	}
	channel_init(&r->channel);
	atomic_store(&r->done, false);
	if (crew_start(&crew, 1, reader_main, r) == 0)
		return 0;
	const bool ok =
		bench_run_search(c, t, BENCH_SEED, &limits, &r->channel, &s, NULL);
	atomic_store(&r->done, true);
	crew_close(crew);
	const int64_t took = s.elapsed_us;
	snapshot_free(&s);
	return ok ? took : 0;
}

static const struct timed *
find_timed(const char *name)
{
	int i = 0;
	while (strcmp(timed[i].name, name) != 0)
		i++;
	return &timed[i];
}

static void
measure_watching(const struct bench_options *o, struct bench_result *r)
{
	const struct timed *t = find_timed(WATCHED);
	struct bench_reader *reader = calloc(1, sizeof *reader);
	int64_t alone = INT64_MAX, watched = INT64_MAX;
	r->watching_cost = (double)NAN;
	for (int i = 0; reader != NULL && i < WATCH_ROUNDS; i++) {
		const int64_t a = time_watched(o->catalog, t, NULL);
		const int64_t w = time_watched(o->catalog, t, reader);
		alone = a < alone ? a : alone;
		watched = w < watched ? w : watched;
	}
	if (reader != NULL && alone > 0 && watched > 0)
		r->watching_cost = 1 - (double)alone / (double)watched;
	if (reader != NULL) {
		channel_free(&reader->channel);
		snapshot_free(&reader->last);
	}
	free(reader);
}

/* ---- the signature ---- */

static void
mix(uint64_t *h, uint64_t x)
{
	*h = rng_mix(*h ^ x);
}

/* Values to a thousandth of a point. */
static void
mix_row(uint64_t *h, const struct stats_move *row, int seats)
{
	mix(h, row->m);
	mix(h, (uint64_t)row->visits);
	mix(h, row->status);
	for (int k = 0; k < seats; k++)
		if (!isnan(row->value[k]))
			mix(h, (uint64_t)llround(row->value[k] * 1000));
}

bool
bench_identify(const struct catalog *c, struct bench_identity *out, struct status *st)
{
	const int64_t began = clock_now_us();
	uint64_t *h = &out->signature;
	*out = (struct bench_identity){ 0 };
	for (int i = 0; i < COUNT(signed_searches); i++) {
		struct snapshot s = { 0 };
		if (!bench_run_search(c, &signed_searches[i], BENCH_SEED, NULL, NULL, &s,
				      st))
			return false;
		mix(h, (uint64_t)s.nodes);
		mix(h, (uint64_t)s.simulations);
		for (int k = 0; k < s.move_count; k++)
			mix_row(h, &s.moves[k], s.seats);
		out->nodes += s.nodes;
		snapshot_free(&s);
	}
	out->elapsed_us = clock_now_us() - began;
	return true;
}

bool
bench_signature(const struct catalog *c, uint64_t *out, struct status *st)
{
	struct bench_identity id;
	const bool ok = bench_identify(c, &id, st);
	*out = id.signature;
	return ok;
}

bool
bench_run(const struct bench_options *o, struct bench_result *r, struct status *st)
{
	memset(r, 0, sizeof *r);
	r->watching_cost = (double)NAN;
	if (o->game != NULL && catalog_game(o->catalog, o->game) == NULL)
		return status_fail(st, "no game \"%s\"", o->game);
	if (!bench_signature(o->catalog, &r->signature, st) || !measure_games(o, r, st) ||
	    !measure_players(o, r, st) || !measure_solves(o, r, st) ||
	    !measure_pairs(o, r, st))
		return false;
	compare_goals(r);
	if (!measure_works(o, r, st))
		return false;
	if (o->game == NULL || strcmp(o->game, find_timed(WATCHED)->at.game) == 0)
		measure_watching(o, r);
	return true;
}
