/*
 * search.c - measures of searches along games: nodes to a depth, depth within a number of nodes,
 * and simulations a second.
 *
 * expansions: the first player plays all seats of each game; at every decision its nodes count, and
 * at each every-th decision those of the other players' searches of the same position too. A game's
 * mean is one observation. What differs between the games is the deal, or the opening of random
 * plies.
 *
 * depth: each player plays all seats of each deal by itself. Of a deal it gives two observations:
 * the mean completed depth of the searches that the node limit ended (those that reached the end of
 * the hand say more about the hand than about the search), and the cards in the mover's hand when a
 * search reached the end for the first time: the plies still to come in the hand divided by the
 * seats, rounded up. Its gain is its depth above that of the first player in the same deal.
 *
 * speed: the first player plays all seats of each game, and every player's search runs on each of
 * its positions, each in turn the first. A game is an observation: a player's simulations and the
 * processor time of its searches in the first half of the game (Kowalski et al., section VI-B: in
 * the second half there are hardly any playouts), and their quotient beside the first player's. As
 * in a match, a player's searches use the same memory one after the other.
 */
#include "src/lab/experiment/kinds.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/jobs.h"
#include "src/core/question.h"
#include "src/core/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLIES_MAX 10000

struct measurement {
	struct experiment_run *run;
	struct setup setup;
	struct player player[EXPERIMENT_PLAYERS];
	const char *label[EXPERIMENT_PLAYERS];
	int players;
	int64_t games, opening, every, jobs;
	atomic_bool stop;
	double *first, *second; /* [players][games], NAN: not measured */
	struct kit kit[JOBS_WORKERS_MAX * EXPERIMENT_PLAYERS];
};

/* The findings of one search. */
struct found {
	move m;
	int64_t nodes, simulations, us; /* us: of the processor */
	int depth;
	enum stop_reason stop;
};

/* A game under way. */
struct measured_game {
	struct state s;
	struct rng rng;
	uint64_t seed;
	int ply;
	struct kit *kit; /* of each player's searches; NULL: none */
	move moves[MOVES_MAX];
	int count; /* of moves */
};

static struct found
search_think(struct measurement *w, int player, const struct measured_game *l, int seat,
	     struct status *st)
{
	const struct game *g = &w->setup.game;
	struct found f = { .m = MOVE_NONE };
	struct question q;
	struct search search;
	question_of_state(&q, g, &l->s, seat, rng_fork(l->seed, (uint64_t)l->ply));
	struct search_job job = question_job(&q, &w->player[player], NULL);
	job.stop = &w->stop;
	job.bounded = true;
	job.kit = l->kit != NULL ? &l->kit[player] : NULL;
	if (!search_open(&search, &job, st)) {
		status_prefix(st, "player %s", w->label[player]);
		return f;
	}
	const int64_t began = clock_thread_us();
	search_run(&search);
	f = (struct found){ .m = search_choice(&search),
			    .nodes = search.live.nodes,
			    .simulations = search.live.simulations,
			    .us = clock_thread_us() - began,
			    .depth = search.live.depth,
			    .stop = search.live.stop };
	search_close(&search);
	return f;
}

static void
search_play_on(const struct measurement *w, struct measured_game *l, int seat, move m)
{
	w->setup.game.rules->play(&w->setup.game, &l->s, seat, m, &l->s);
	l->ply++;
}

static void
search_begin(const struct measurement *w, struct measured_game *l, int64_t game)
{
	memset(l, 0, sizeof *l);
	l->seed = rng_fork(w->run->seed, (uint64_t)game);
	rng_seed(&l->rng, l->seed);
	w->setup.game.rules->start(&w->setup.game, &l->s);
}

/* Plays chance and forced moves, and random ones in the opening, up to a decision; returns
 * its seat, SEAT_NONE when the hand or the game is settled. */
static int
search_next_decision(const struct measurement *w, struct measured_game *l)
{
	const struct game *g = &w->setup.game;
	for (; l->ply < PLIES_MAX; l->count = 0) {
		if (l->ply > 0 && g->rules->settled(g, &l->s))
			return SEAT_NONE;
		const int seat = game_mover(g, &l->s);
		if (seat == SEAT_NONE)
			return SEAT_NONE;
		if (seat == SEAT_CHANCE) { /* no ply of a player's */
			search_play_on(w, l, seat, g->chance->sample(g, &l->s, &l->rng));
			l->ply--;
			continue;
		}
		l->count = g->rules->moves(g, &l->s, seat, l->moves);
		if (l->count > 1 && l->ply >= w->opening)
			return seat;
		search_play_on(w, l, seat,
			       l->moves[rng_below(&l->rng, (uint32_t)l->count)]);
	}
	return SEAT_NONE;
}

/* ---- expansions ---- */

static bool
expand_game(void *self, int worker, const struct text *bytes, struct text *result,
	    struct status *st)
{
	struct bytes b = bytes_of(bytes);
	struct measurement *w = self;
	struct measured_game l;
	double sum[EXPERIMENT_PLAYERS] = { 0 };
	int64_t n[EXPERIMENT_PLAYERS] = { 0 };
	search_begin(w, &l, bytes_int(&b));
	int seat;
	for (int64_t k = 0; (seat = search_next_decision(w, &l)) != SEAT_NONE; k++) {
		move m = MOVE_NONE;
		for (int p = 0; p < w->players && (p == 0 || k % w->every == 0); p++) {
			const struct found f = search_think(w, p, &l, seat, st);
			if (atomic_load(&w->stop) || f.m == MOVE_NONE)
				return false;
			m = p == 0 ? f.m : m;
			sum[p] += (double)f.nodes;
			n[p]++;
		}
		search_play_on(w, &l, seat, m);
	}
	for (int p = 0; p < w->players; p++)
		bytes_add_real(result, n[p] > 0 ? sum[p] / (double)n[p] : (double)NAN);
	return true;
}

/* A mean for each player. */
static void
merge_expanded(void *self, int64_t game, const struct text *result)
{
	struct measurement *w = self;
	struct bytes b = bytes_of(result);
	for (int p = 0; p < w->players; p++)
		w->first[p * w->games + game] = bytes_real(&b);
}

/* ---- depth ---- */

static bool
dig_game(void *self, int worker, const struct text *bytes, struct text *result,
	 struct status *st)
{
	struct bytes b = bytes_of(bytes);
	const int64_t job = bytes_int(&b);
	struct measurement *w = self;
	struct measured_game l;
	const int p = (int)(job % w->players);
	double depth = 0;
	int searches = 0, solved_at = -1, seat;
	search_begin(w, &l, job / w->players);
	while ((seat = search_next_decision(w, &l)) != SEAT_NONE) {
		const struct found f = search_think(w, p, &l, seat, st);
		if (atomic_load(&w->stop) || f.m == MOVE_NONE)
			return false;
		if (f.stop == STOP_NODES) {
			depth += f.depth;
			searches++;
		}
		if (f.stop == STOP_SOLVED && solved_at < 0)
			solved_at = l.ply;
		search_play_on(w, &l, seat, f.m);
	}
	const int seats = w->setup.game.seats;
	bytes_add_real(result, searches > 0 ? depth / searches : (double)NAN);
	bytes_add_real(result, solved_at >= 0 ? ceil((double)(l.ply - solved_at) / seats)
					      : (double)NAN);
	return true;
}

/* A player's depth, and its cards. */
static void
merge_dug(void *self, int64_t job, const struct text *result)
{
	struct measurement *w = self;
	struct bytes b = bytes_of(result);
	const int64_t at = job % w->players * w->games + job / w->players;
	w->first[at] = bytes_real(&b);
	w->second[at] = bytes_real(&b);
}

/* ---- speed ---- */

/* The work of a player's searches in a game, up to each of its decisions. */
struct pace {
	int64_t simulations, us;
};

/* Every player on one position; the move of the first. */
static move
race(struct measurement *w, const struct measured_game *l, int seat, int64_t turn,
     struct pace *pace, struct status *st)
{
	move m = MOVE_NONE;
	for (int k = 0; k < w->players; k++) {
		const int p = (int)((turn + k) % w->players);
		const struct found f = search_think(w, p, l, seat, st);
		if (atomic_load(&w->stop) || f.m == MOVE_NONE)
			return MOVE_NONE;
		m = p == 0 ? f.m : m;
		pace[p].simulations += f.simulations;
		pace[p].us += f.us;
	}
	return m;
}

/* Its paces after each of `count` decisions, all players' in a row. */
static bool
race_game(void *self, int worker, const struct text *bytes, struct text *result,
	  struct status *st)
{
	struct bytes b = bytes_of(bytes);
	struct measurement *w = self;
	struct measured_game l;
	struct pace *pace = calloc((PLIES_MAX + 1) * (size_t)w->players, sizeof *pace);
	const size_t row = (size_t)w->players * sizeof *pace;
	int64_t count = 0;
	int seat;
	if (pace == NULL)
		return status_fail(st, "not enough memory for a game");
	search_begin(w, &l, bytes_int(&b));
	l.kit = &w->kit[worker * EXPERIMENT_PLAYERS];
	while ((seat = search_next_decision(w, &l)) != SEAT_NONE) {
		struct pace *now = pace + (count + 1) * w->players;
		memcpy(now, now - w->players, row);
		const move m = race(w, &l, seat, count, now, st);
		if (m == MOVE_NONE) {
			free(pace);
			return false;
		}
		search_play_on(w, &l, seat, m);
		count++;
	}
	const struct pace *half = pace + (count + 1) / 2 * w->players;
	for (int p = 0; p < w->players; p++)
		bytes_add_real(result, half[p].us > 0
					       ? 1e6 * (double)half[p].simulations /
							 (double)half[p].us
					       : (double)NAN);
	free(pace);
	return true;
}

/* ---- all ---- */

static bool
search_tick(void *self, int64_t ended)
{
	struct measurement *w = self;
	return experiment_progress(w->run, ended, w->jobs, "games");
}

/* Every player must end by itself. */
static bool
check_limits(const struct measurement *w, struct status *st)
{
	for (int i = 0; i < w->players; i++) {
		const struct limits *l = &w->player[i].part[0].limits;
		if (l->depth == 0 && l->nodes == 0 && l->sims == 0)
			return status_fail(st,
					   "player %s: expected depth=, nodes= or sims=",
					   w->label[i]);
	}
	return true;
}

static bool
search_prepare(struct measurement *w, struct experiment_run *run,
	       const struct experiment_part *p, struct status *st)
{
	*w = (struct measurement){ .run = run };
	if (!experiment_setup(run, p, &w->setup, st))
		return false;
	w->players =
		experiment_players(run, p, &w->setup.game, 1, w->player, w->label, st);
	if (w->players == 0)
		return false;
	for (int i = 0; i < w->players; i++)
		player_single_thread(&w->player[i]);
	if (!check_limits(w, st)) {
		experiment_blame(run->e, p, "player", st);
		return false;
	}
	w->games = experiment_amount(run, p, "games", st);
	if (w->games == 0 ||
	    !experiment_count(run->e, p, "opening", 0, 1000, 0, &w->opening, st) ||
	    !experiment_count(run->e, p, "every", 1, 100000, 1, &w->every, st))
		return false;
	const size_t cells = (size_t)(w->players * w->games);
	w->first = malloc(2 * cells * sizeof *w->first);
	if (w->first == NULL)
		return status_fail(st, "not enough memory for so many games");
	w->second = w->first + cells;
	for (size_t i = 0; i < 2 * cells; i++)
		w->first[i] = (double)NAN;
	return true;
}

static void
search_measure(struct measurement *w, int64_t count, const struct jobs *games)
{
	struct jobs jobs = *games;
	w->jobs = count;
	jobs.count = count;
	jobs.workers = w->run->o->jobs;
	jobs.tick = search_tick;
	jobs.tick_ms = 200;
	jobs.stop = &w->stop;
	jobs.self = w;
	jobs_run(&jobs, &w->run->st);
	for (int i = 0; i < JOBS_WORKERS_MAX * EXPERIMENT_PLAYERS; i++)
		kit_close(&w->kit[i]);
}

static bool
expansions_run(struct experiment_run *run, const struct experiment_part *p,
	       struct status *st)
{
	struct measurement *w = malloc(sizeof *w);
	if (w == NULL)
		return status_fail(st, "not enough memory for games");
	const bool ok = search_prepare(w, run, p, st);
	if (ok) {
		search_measure(w, w->games,
			       &(struct jobs){ .run = expand_game,
					       .merge = merge_expanded });
		const int last = w->players - 1;
		const double level =
			experiment_mean(w->first + last * w->games, w->games).mean;
		for (int i = 0; i < w->players; i++)
			experiment_add(run, w->label[i], (double)NAN,
				       i < last ? level : (double)NAN,
				       w->first + i * w->games, w->games);
		free(w->first);
	}
	free(w);
	return ok;
}

/* The cells of `what` of every player; with `less`, by how much more than the first's. */
static void
add_depth_cells(const struct measurement *w, const char *what, const double *x, bool less)
{
	double *gain = malloc((size_t)w->games * sizeof *gain);
	for (int i = less; i < w->players && gain != NULL; i++) {
		char name[EXPERIMENT_TEXT];
		for (int64_t k = 0; k < w->games; k++)
			gain[k] = x[i * w->games + k] - (less ? x[k] : 0);
		snprintf(name, sizeof name, "%.40s %s", w->label[i], what);
		experiment_add(w->run, name, (double)NAN, less ? 0 : (double)NAN, gain,
			       w->games);
	}
	if (gain == NULL)
		status_fail(&w->run->st, "not enough memory for the table");
	free(gain);
}

static bool
depth_run(struct experiment_run *run, const struct experiment_part *p, struct status *st)
{
	struct measurement *w = malloc(sizeof *w);
	if (w == NULL)
		return status_fail(st, "not enough memory for games");
	const bool ok = search_prepare(w, run, p, st);
	if (ok) {
		search_measure(w, w->games * w->players,
			       &(struct jobs){ .run = dig_game, .merge = merge_dug });
		add_depth_cells(w, "depth", w->first, false);
		add_depth_cells(w, "gain", w->first, true);
		add_depth_cells(w, "cards", w->second, false);
		free(w->first);
	}
	free(w);
	return ok;
}

/* Every player's speed as a share of the first one's in the same game. */
static void
add_ratio_cells(const struct measurement *w)
{
	double *ratio = malloc((size_t)w->games * sizeof *ratio);
	for (int i = 1; i < w->players && ratio != NULL; i++) {
		char name[EXPERIMENT_TEXT];
		for (int64_t k = 0; k < w->games; k++)
			ratio[k] = w->first[i * w->games + k] / w->first[k];
		snprintf(name, sizeof name, "%.40s ratio", w->label[i]);
		experiment_add(w->run, name, (double)NAN, 1, ratio, w->games);
	}
	if (ratio == NULL)
		status_fail(&w->run->st, "not enough memory for the table");
	free(ratio);
}

static bool
speed_run(struct experiment_run *run, const struct experiment_part *p, struct status *st)
{
	struct measurement *w = malloc(sizeof *w);
	if (w == NULL)
		return status_fail(st, "not enough memory for games");
	const bool ok = search_prepare(w, run, p, st);
	if (ok) {
		search_measure(w, w->games,
			       &(struct jobs){ .run = race_game,
					       .merge = merge_expanded });
		add_depth_cells(w, "sims/s", w->first, false);
		add_ratio_cells(w);
		free(w->first);
	}
	free(w);
	return ok;
}

const struct experiment_kind experiment_expansions = {
	.key = "expansions",
	.summary = "nodes of searches to a depth, along the games of the first player",
	.settings = "game|variant|games|full games|opening|every",
	.run = expansions_run,
};

const struct experiment_kind experiment_depth = {
	.key = "depth",
	.summary = "depth of searches within a node limit, and the cards they can solve",
	.settings = "game|variant|games|full games|opening",
	.run = depth_run,
};

const struct experiment_kind experiment_speed = {
	.key = "speed",
	.summary = "simulations a second of searches on the same positions",
	.settings = "game|variant|games|full games|opening",
	.run = speed_run,
};
