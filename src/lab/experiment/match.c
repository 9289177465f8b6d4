/*
 * match.c - players against each other: a paper's table of wins or scores.
 *
 * figure=victories  each player's share of all victory points, in percent: everybody with
 *                   the best points of a game gets one, so that a game may have several
 * figure=score      share of wins of the games it played, shared ones in parts, in percent
 * figure=points     points a game, the mean of the player's seats
 * figure=penalties  minus the points, for games that count what should be avoided
 *
 * A set of seatings is one observation, for its games share their deal or opening; with one
 * set only, each game is. Sets that an interruption left incomplete do not count.
 */
#include "src/lab/experiment/kinds.h"

#include "src/base/text.h"
#include "src/lab/tournament.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum counted { FIGURE_VICTORIES, FIGURE_SCORE, FIGURE_POINTS, FIGURE_PENALTIES, FIGURES };

static const char *const figures[FIGURES] = { "victories", "score", "points",
					      "penalties" };

/* Sums of a set, or of a game. */
struct sums {
	int64_t set;
	int games, played[EXPERIMENT_PLAYERS];
	double victories[EXPERIMENT_PLAYERS], share[EXPERIMENT_PLAYERS],
		points[EXPERIMENT_PLAYERS];
};

struct sums_by_game {
	int players;
	int64_t count, room; /* games */
	struct sums *game;   /* by game, later by observation */
	bool full;	     /* no memory */
};

static void
note_game(const struct tournament_game *t, int players, struct sums *s)
{
	int seats[EXPERIMENT_PLAYERS] = { 0 };
	*s = (struct sums){ .set = t->set, .games = 1 };
	for (int i = 0; i < t->seats; i++) {
		s->points[t->who[i]] += t->points[i];
		seats[t->who[i]]++;
	}
	for (int p = 0; p < players; p++) {
		if (!(t->players >> p & 1))
			continue;
		s->played[p] = 1;
		s->points[p] /= seats[p];
		s->share[p] = t->share[p];
		s->victories[p] = t->share[p] > 0;
	}
}

static void
take_game(void *self, const struct tournament_game *game)
{
	struct sums_by_game *t = self;
	if (t->count == t->room) {
		const int64_t room = t->room ? 2 * t->room : 256;
		struct sums *more = realloc(t->game, (size_t)room * sizeof *more);
		if (more == NULL) {
			t->full = true;
			return;
		}
		t->game = more;
		t->room = room;
	}
	note_game(game, t->players, &t->game[t->count++]);
}

static void
add_sums(struct sums *to, const struct sums *s)
{
	to->games += s->games;
	for (int p = 0; p < EXPERIMENT_PLAYERS; p++) {
		to->played[p] += s->played[p];
		to->victories[p] += s->victories[p];
		to->share[p] += s->share[p];
		to->points[p] += s->points[p];
	}
}

/* Games become sets, where there are two whole ones. Games come in the order of sets. */
static void
join_sets(struct sums_by_game *t)
{
	int64_t sets = 0;
	int most = 0, n = 0;
	for (int64_t i = 0; i < t->count; i++) {
		n = i > 0 && t->game[i].set == t->game[i - 1].set ? n + 1 : 1;
		most = n > most ? n : most;
	}
	n = 0;
	for (int64_t i = 0; i < t->count; i++) {
		n = i > 0 && t->game[i].set == t->game[i - 1].set ? n + 1 : 1;
		sets += n == most;
	}
	if (sets < 2)
		return;
	sets = 0;
	struct sums sum = { .set = -1 };
	for (int64_t i = 0; i < t->count; i++) {
		if (t->game[i].set != sum.set)
			sum = (struct sums){ .set = t->game[i].set };
		add_sums(&sum, &t->game[i]);
		if (sum.games == most)
			t->game[sets++] = sum;
	}
	t->count = sets;
}

/* Observation k of player p; NAN: it did not play. */
static double
observe(const struct sums_by_game *t, enum counted figure, int64_t k, int p)
{
	const struct sums *s = &t->game[k];
	const double games = s->played[p] > 0 ? s->played[p] : (double)NAN;
	double all = 0;
	switch (figure) {
	case FIGURE_VICTORIES: /* the mean of these is the quotient of the sums */
		for (int64_t i = 0; i < t->count; i++)
			for (int q = 0; q < t->players; q++)
				all += t->game[i].victories[q];
		return 100 * s->victories[p] * (double)t->count / all;
	case FIGURE_SCORE: return 100 * s->share[p] / games;
	case FIGURE_POINTS: return s->points[p] / games;
	case FIGURE_PENALTIES: return -s->points[p] / games;
	case FIGURES: break;
	}
	return (double)NAN;
}

/* What a player's figure would be if all were alike: an even share, everybody's mean. */
static double
level_of(const struct sums_by_game *t, enum counted figure, int seats)
{
	double sum = 0;
	int64_t n = 0;
	if (figure == FIGURE_VICTORIES)
		return 100.0 / t->players;
	if (figure == FIGURE_SCORE)
		return 100.0 / (t->players < seats ? t->players : seats);
	for (int64_t k = 0; k < t->count; k++)
		for (int q = 0; q < t->players; q++)
			if (t->game[k].played[q] > 0) {
				sum += observe(t, figure, k, q);
				n++;
			}
	return n > 0 ? sum / (double)n : (double)NAN;
}

static bool
add_cells(struct experiment_run *run, const struct sums_by_game *t, enum counted figure,
	  int seats, const char *const *label, struct status *st)
{
	double *sample = malloc((size_t)(t->count + 1) * sizeof *sample);
	if (sample == NULL)
		return status_fail(st, "not enough memory for the table");
	for (int p = 0; p < t->players; p++) {
		for (int64_t k = 0; k < t->count; k++)
			sample[k] = observe(t, figure, k, p);
		experiment_add(run, label[p], (double)NAN, level_of(t, figure, seats),
			       sample, t->count);
	}
	free(sample);
	return true;
}

/* "a, b or c" of a setting: its index; deflt when it is nowhere; -1: st. */
static int
choose(const struct experiment_run *run, const struct experiment_part *p, const char *key,
       const char *const *names, int n, int deflt, struct status *st)
{
	const char *value = experiment_get(run->e, p, key);
	struct text all = { 0 };
	if (value == NULL)
		return deflt;
	for (int i = 0; i < n; i++) {
		if (text_equal_fold(value, names[i])) {
			text_free(&all);
			return i;
		}
		text_add(&all, "%s%s", i ? ", " : "", names[i]);
	}
	status_fail(st, "%s: expected one of %s, not \"%.40s\"", key, all.s, value);
	text_free(&all);
	experiment_blame(run->e, p, key, st);
	return -1;
}

static bool
report(void *self, int64_t done, int64_t total, const char *what)
{
	return experiment_progress(self, done, total, what);
}

/* What the file says of a match. */
struct match_plan {
	struct setup setup;
	struct player player[EXPERIMENT_PLAYERS];
	const char *label[EXPERIMENT_PLAYERS];
	int players, seating, figure;
	int64_t games, opening;
};

static bool
read_plan(struct match_plan *m, const struct experiment_run *run,
	  const struct experiment_part *p, struct status *st)
{
	if (!experiment_setup(run, p, &m->setup, st) ||
	    !(m->players = experiment_players(run, p, &m->setup.game, 2, m->player,
					      m->label, st)) ||
	    !(m->games = experiment_amount(run, p, "games", st)) ||
	    !experiment_count(run->e, p, "opening", 0, 1000, 0, &m->opening, st))
		return false;
	m->seating = choose(run, p, "seating", tournament_seats_names, TOURNAMENT_SEATS,
			    TOURNAMENT_PAIRS, st);
	m->figure = choose(run, p, "figure", figures, FIGURES, FIGURE_SCORE, st);
	return m->seating >= 0 && m->figure >= 0;
}

static bool
play_plan(struct experiment_run *run, const struct match_plan *m, struct sums_by_game *t,
	  struct status *st)
{
	static struct tournament_result result;
	const struct tournament_options options = {
		.game = &m->setup.game,
		.player = m->player,
		.players = m->players,
		.games = m->games,
		.seed = run->seed,
		.jobs = run->o->jobs,
		.way = run->o->way,
		.seats = (enum tournament_seats)m->seating,
		.opening = (int)m->opening,
		.db = run->o->db,
		.resume = run->o->resume,
		.shard = run->o->shard,
		.progress = { .report = report, .self = run, .tell = experiment_tell },
		.take = take_game,
		.self = t,
	};
	if (!tournament_run(&options, &result, st))
		return false;
	return !t->full || status_fail(st, "not enough memory for so many games");
}

static bool
tournament_part(struct experiment_run *run, const struct experiment_part *p,
		struct status *st)
{
	struct match_plan *m = calloc(1, sizeof *m);
	if (m == NULL)
		return status_fail(st, "not enough memory for a match");
	bool ok = read_plan(m, run, p, st);
	struct sums_by_game t = { .players = m->players };
	ok = ok && play_plan(run, m, &t, st);
	if (ok && t.count > 0) {
		join_sets(&t);
		ok = add_cells(run, &t, (enum counted)m->figure, m->setup.game.seats,
			       m->label, st);
	}
	free(t.game);
	free(m);
	return ok;
}

const struct experiment_kind experiment_tournament = {
	.key = "tournament",
	.summary = "players against each other: victories, scores, points",
	.settings = "game|variant|games|full games|seating|opening|figure",
	.keeps = true,
	.run = tournament_part,
};
