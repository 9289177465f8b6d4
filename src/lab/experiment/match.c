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
 *
 * Where a paper's players think for so many seconds a move (seconds=), sims= says how many
 * simulations stand for a second: --full takes the seconds themselves. Several of them are as many
 * matches of the same sets, and a curve. The player of fixed= keeps its own limits in all of them.
 */
#include "src/lab/experiment/kinds.h"

#include "src/base/text.h"
#include "src/lab/mean.h"
#include "src/lab/plan.h"
#include "src/lab/tournament.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS_MAX   12
#define SECONDS_LEAST 0.001
#define SECONDS_MOST  3600.0
#define SIMS_MOST     INT64_C(1000000000)

enum counted { FIGURE_VICTORIES, FIGURE_SCORE, FIGURE_POINTS, FIGURE_PENALTIES, FIGURES };

static const char *const figures[FIGURES] = { "victories", "score", "points",
					      "penalties" };

/* Sums of a set, or of a game. */
struct match_totals {
	int64_t set;
	int games, played[EXPERIMENT_PLAYERS];
	double victories[EXPERIMENT_PLAYERS], share[EXPERIMENT_PLAYERS],
		points[EXPERIMENT_PLAYERS];
};

struct sums_by_game {
	int players;
	int64_t count, room;	   /* games */
	struct match_totals *game; /* by game, later by observation */
	bool full;		   /* no memory */
};

static void
note_game(const struct tournament_game *t, int players, struct match_totals *s)
{
	int seats[EXPERIMENT_PLAYERS] = { 0 };
	*s = (struct match_totals){ .set = t->set, .games = 1 };
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
match_take_game(void *self, const struct tournament_game *game)
{
	struct sums_by_game *t = self;
	if (t->count == t->room) {
		const int64_t room = t->room ? 2 * t->room : 256;
		struct match_totals *more = realloc(t->game, (size_t)room * sizeof *more);
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
add_sums(struct match_totals *to, const struct match_totals *s)
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
	struct match_totals sum = { .set = -1 };
	for (int64_t i = 0; i < t->count; i++) {
		if (t->game[i].set != sum.set)
			sum = (struct match_totals){ .set = t->game[i].set };
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
	const struct match_totals *s = &t->game[k];
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

/* A player's figure if all were alike: an even share, everybody's mean. */
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

/* "a, b or c" of a setting: its index; deflt when it is nowhere; -1: st. */
static int
match_choose(const struct experiment_run *run, const struct experiment_part *p,
	     const char *key, const char *const *names, int n, int deflt,
	     struct status *st)
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

/* The settings of a match in the file. */
struct match_lines {
	struct experiment_run *run;
	struct setup setup;
	struct player player[EXPERIMENT_PLAYERS];
	const char *label[EXPERIMENT_PLAYERS];
	int players, seating, figure;
	int64_t games, opening;
	int64_t sims; /* that stand for a second; 0: seconds are seconds */
	int points;   /* matches, one for each of the seconds; at least 1 */
	double seconds[SECONDS_MAX]; /* to think a move; 0: the players' own limits */
	int point;		     /* of the match that is played now */
	int fixed;		     /* the player whose limits are its own; -1: none */
};

static bool
match_report(void *self, int64_t done, int64_t total, const char *what)
{
	const struct match_lines *m = self;
	return experiment_progress(m->run, m->point * total + done, m->points * total,
				   what);
}

static void
match_tell(void *self, const char *line)
{
	const struct match_lines *m = self;
	experiment_tell(m->run, line);
}

/* The interval of a share, in percent: Student's may leave 0 to 100. */
static void
keep_within(struct experiment_result *r)
{
	struct experiment_cell *c = r->cells > 0 ? &r->cell[r->cells - 1] : NULL;
	struct mean share = { 0 };
	if (c == NULL || c->ours.n < 2)
		return;
	for (int64_t k = 0; k < c->n; k++)
		if (isfinite(c->sample[k]))
			mean_add(&share, c->sample[k] / 100);
	mean_share_interval(&share, c->ours.ci95);
	c->ours.ci95[0] *= 100;
	c->ours.ci95[1] *= 100;
}

/* A cell for each player, on a curve where there are several matches. */
static bool
match_add_cells(const struct match_lines *m, const struct sums_by_game *t,
		struct status *st)
{
	const double level = level_of(t, (enum counted)m->figure, m->setup.game.seats);
	const double seconds = m->seconds[m->point];
	const bool curve = m->points > 1;
	double *sample = malloc((size_t)(t->count + 1) * sizeof *sample);
	if (sample == NULL)
		return status_fail(st, "not enough memory for the table");
	for (int p = 0; p < t->players; p++) {
		char name[EXPERIMENT_TEXT];
		for (int64_t k = 0; k < t->count; k++)
			sample[k] = observe(t, (enum counted)m->figure, k, p);
		snprintf(name, sizeof name, curve ? "%.30s %g" : "%.47s", m->label[p],
			 seconds);
		experiment_add(m->run, name, curve ? seconds : (double)NAN, level, sample,
			       t->count);
		if (m->figure == FIGURE_SCORE || m->figure == FIGURE_VICTORIES)
			keep_within(m->run->result);
	}
	free(sample);
	return true;
}

/* "0.125,1,2" under seconds: growing numbers above 0. */
static bool
read_seconds(struct match_lines *m, const struct experiment_part *p, struct status *st)
{
	const struct experiment *e = m->run->e;
	char full[EXPERIMENT_TEXT];
	const char *key = experiment_key(m->run, p, "seconds", full);
	const char *text = experiment_get(e, p, key), *at = text;
	m->points = 1;
	m->seconds[0] = m->sims > 0 ? 1 : 0;
	for (int n = 0; text != NULL; at++) {
		char *end;
		const double x = strtod(at, &end);
		if (n == SECONDS_MAX || end == at || !(x >= SECONDS_LEAST) ||
		    !(x <= SECONDS_MOST) || (n > 0 && x <= m->seconds[n - 1]) ||
		    (*end != ',' && *end != '\0')) {
			status_fail(st,
				    "%s: expected up to %d increasing numbers from "
				    "%g to %g like 0.5,1,2, not \"%.40s\"",
				    key, SECONDS_MAX, SECONDS_LEAST, SECONDS_MOST, text);
			experiment_blame(e, p, key, st);
			return false;
		}
		m->seconds[n++] = x;
		m->points = n;
		at = end;
		if (*end == '\0')
			break;
	}
	return true;
}

/* The players of the match that is played now think for its seconds, or as many simulations. */
static void
limit_players(const struct match_lines *m, struct player *player)
{
	const double seconds = m->seconds[m->point];
	const bool timed = m->run->o->full || m->sims == 0;
	const double sims = seconds * (double)m->sims + 0.5;
	const struct limits limits = {
		.time_ms = timed ? (int64_t)(1000 * seconds + 0.5) : 0,
		.sims = timed	   ? 0
			: sims < 1 ? 1
				   : (int64_t)sims,
	};
	memcpy(player, m->player, (size_t)m->players * sizeof *player);
	for (int i = 0; seconds > 0 && i < m->players; i++)
		if (i != m->fixed)
			player_limit(&player[i], &limits);
}

/* The player that fixed= names. */
static bool
read_fixed(struct match_lines *m, const struct experiment_part *p, struct status *st)
{
	const char *label = experiment_get(m->run->e, p, "fixed");
	m->fixed = -1;
	for (int i = 0; label != NULL && i < m->players; i++)
		if (strcmp(label, m->label[i]) == 0)
			m->fixed = i;
	if (label == NULL || m->fixed >= 0)
		return true;
	status_fail(st, "fixed: expected the label of a player, not \"%.40s\"", label);
	experiment_blame(m->run->e, p, "fixed", st);
	return false;
}

static bool
match_read_plan(struct match_lines *m, struct experiment_run *run,
		const struct experiment_part *p, struct status *st)
{
	m->run = run;
	if (!experiment_setup(run, p, &m->setup, st) ||
	    !(m->players = experiment_players(run, p, &m->setup.game, 2, m->player,
					      m->label, st)) ||
	    !(m->games = experiment_amount(run, p, "games", st)) ||
	    !experiment_count(run->e, p, "opening", 0, 1000, 0, &m->opening, st) ||
	    !experiment_count(run->e, p, "sims", 1, SIMS_MOST, 0, &m->sims, st) ||
	    !read_seconds(m, p, st) || !read_fixed(m, p, st))
		return false;
	m->seating = match_choose(run, p, "seating", tournament_seats_names,
				  TOURNAMENT_SEATS, TOURNAMENT_PAIRS, st);
	m->figure = match_choose(run, p, "figure", figures, FIGURES, FIGURE_SCORE, st);
	return m->seating >= 0 && m->figure >= 0;
}

/* One of the matches of a part; false: st. */
static bool
play_match(struct match_lines *m, struct sums_by_game *t, struct status *st)
{
	static struct tournament_result result;
	static struct player player[EXPERIMENT_PLAYERS];
	const struct experiment_run *run = m->run;
	const struct tournament_options options = {
		.game = &m->setup.game,
		.player = player,
		.players = m->players,
		.games = m->games,
		.seed = run->seed,
		.jobs = run->o->jobs,
		.seats = (enum tournament_seats)m->seating,
		.opening = (int)m->opening,
		.db = run->o->db,
		.resume = run->o->resume,
		.machine = run->o->machine,
		.machines = run->o->machines,
		.progress = { .report = match_report, .self = m, .tell = match_tell },
		.take = match_take_game,
		.self = t,
	};
	limit_players(m, player);
	if (run->o->plan != NULL)
		return plan_tournament(&options, run->o->plan, st);
	if (!tournament_run(&options, &result, st))
		return false;
	if (t->full)
		return status_fail(st, "not enough memory for so many games");
	join_sets(t);
	return t->count == 0 || match_add_cells(m, t, st);
}

static bool
tournament_part(struct experiment_run *run, const struct experiment_part *p,
		struct status *st)
{
	struct match_lines *m = calloc(1, sizeof *m);
	if (m == NULL)
		return status_fail(st, "not enough memory for a match");
	bool ok = match_read_plan(m, run, p, st);
	for (; ok && m->point < m->points && run->result->complete; m->point++) {
		struct sums_by_game t = { .players = m->players };
		ok = play_match(m, &t, st);
		free(t.game);
	}
	free(m);
	return ok;
}

const struct experiment_kind experiment_tournament = {
	.key = "tournament",
	.summary = "players against each other: victories, scores, points",
	.settings = "game|variant|games|full "
		    "games|seating|opening|figure|sims|seconds|full seconds|fixed",
	.keeps = true,
	.run = tournament_part,
};
