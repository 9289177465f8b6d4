/* plan.c - the cost of a match in advance. See plan.h. */
#include "src/lab/plan.h"

#include "src/base/clock.h"

#include <math.h>
#include <sys/resource.h>

#define SAMPLE_MS 15000
#define FIRST_MS  (40 * SAMPLE_MS) /* for its first game */
#define SHORT_MS  20 /* a move of a sampled player with a limit of time, first */
#define LONGER	  8  /* and then so many times as long */
#define MOST	  3 /* time ended most decisions if their mean is at least a third of it */

struct sampling {
	int64_t began_us;
	const struct progress *outer;
	bool stopped; /* by the user */
};

/* Ends the sample when it is long enough. */
static bool
plan_report(void *self, int64_t done, int64_t total, const char *what)
{
	struct sampling *s = self;
	const int64_t ms = (clock_now_us() - s->began_us) / 1000;
	if (!progress_report(s->outer, done, total, "games of a sample"))
		s->stopped = true;
	return !s->stopped && (ms < SAMPLE_MS || (done == 0 && ms < FIRST_MS));
}

static int64_t
most_memory_kb(int who)
{
	struct rusage u;
	return getrusage(who, &u) == 0 ? (int64_t)u.ru_maxrss : 0;
}

/* Time ended a decision of this player, which had so much: it may use all it has. */
static bool
is_timed(const struct tournament_row *row, const struct player *p, int64_t given_ms)
{
	return p->part[0].limits.time_ms > 0 &&
	       (row->moves == 0 || row->longest_us >= given_ms * 1000);
}

/* The cost of a decision of this player. */
static double
us_of_decision(const struct tournament_row *row, const struct player *p, int64_t given_ms)
{
	return is_timed(row, p, given_ms) ? (double)p->part[0].limits.time_ms * 1000
	       : row->moves > 0		  ? (double)row->think_us / (double)row->moves
					  : 0;
}

static void
plan_add_player(const struct tournament_row *row, const struct player *p,
		int64_t given_ms, int64_t games, struct plan *plan, double *mean_moves,
		double *mean_us)
{
	const double us = us_of_decision(row, p, given_ms);
	const double moves =
		row->games > 0 ? (double)row->moves / (double)row->games : *mean_moves;
	plan->moves += llround(moves * (double)games);
	plan->core_s += moves * (double)games * (row->games > 0 ? us : *mean_us) / 1e6;
	plan->timed = plan->timed || is_timed(row, p, given_ms);
}

/* Means of the players that were sampled, for those that were not. */
static void
find_means(const struct tournament_options *o, const struct tournament_result *r,
	   int64_t given_ms, double *moves, double *us)
{
	double games = 0, decisions = 0, time = 0;
	for (int i = 0; i < o->players; i++) {
		games += (double)r->row[i].games;
		decisions += (double)r->row[i].moves;
		time += (double)r->row[i].moves *
			us_of_decision(&r->row[i], &o->player[i], given_ms);
	}
	*moves = games > 0 ? decisions / games : 0;
	*us = decisions > 0 ? time / decisions : 0;
}

/* A longer sample would tell more: time ended some decisions of a player, but not most. */
static bool
is_too_short(const struct tournament_options *o, const struct tournament_result *r,
	     int64_t given_ms)
{
	for (int i = 0; i < o->players; i++) {
		const struct tournament_row *row = &r->row[i];
		if (o->player[i].part[0].limits.time_ms > given_ms &&
		    is_timed(row, &o->player[i], given_ms) &&
		    row->think_us < row->moves * given_ms * 1000 / MOST)
			return true;
	}
	return false;
}

/* Plays a set in which no decision takes longer than given_ms. */
static bool
play_sample(const struct tournament_options *o, int64_t given_ms, struct sampling *s,
	    struct tournament_result *r, struct status *st)
{
	struct player quick[TOURNAMENT_PLAYERS];
	struct tournament_options sample = *o;
	for (int i = 0; i < o->players; i++) {
		quick[i] = o->player[i];
		if (quick[i].part[0].limits.time_ms > given_ms)
			quick[i].part[0].limits.time_ms = given_ms;
	}
	sample.player = quick;
	sample.games = 1; /* a set */
	sample.db = sample.records = NULL;
	sample.resume = false;
	sample.sprt.on = false;
	sample.take = NULL;
	sample.progress = (struct progress){ .report = plan_report, .self = s };
	return tournament_run(&sample, r, st);
}

/* Plays samples until time ends no decision of a player, or most; returns what the last one gave a
 * decision, 0 when none can be played. */
static int64_t
find_sample(const struct tournament_options *o, struct tournament_result *r,
	    struct status *st)
{
	struct sampling s = { .outer = &o->progress };
	int64_t given_ms = SHORT_MS;
	for (;; given_ms *= LONGER) {
		s.began_us = clock_now_us();
		if (!play_sample(o, given_ms, &s, r, st))
			return 0;
		if (s.stopped || !is_too_short(o, r, given_ms))
			break;
	}
	if (s.stopped)
		return status_fail(st, "--plan: interrupted");
	return given_ms;
}

bool
plan_tournament(const struct tournament_options *o, struct plan *p, struct status *st)
{
	static struct tournament_result r;
	int64_t games[TOURNAMENT_PLAYERS];
	double moves, us;
	if (!tournament_possible(o, st))
		return false;
	const int64_t given_ms = find_sample(o, &r, st);
	if (given_ms == 0)
		return false;
	if (r.games == 0)
		return status_fail(st,
				   "--plan: no game ended within %d s: expected players "
				   "with smaller limits",
				   FIRST_MS / 1000);
	p->games += tournament_count(o, games);
	p->sampled += r.games;
	find_means(o, &r, given_ms, &moves, &us);
	for (int i = 0; i < o->players; i++)
		plan_add_player(&r.row[i], &o->player[i], given_ms, games[i], p, &moves,
				&us);
	const int64_t worker = most_memory_kb(RUSAGE_CHILDREN);
	p->worker_kb = worker > p->worker_kb ? worker : p->worker_kb;
	p->rank_kb = most_memory_kb(RUSAGE_SELF);
	return true;
}

static double
memory_mb(const struct plan *p, int workers)
{
	return ((double)p->rank_kb + (double)p->worker_kb * workers) / 1024;
}

void
plan_print(const struct plan *p, int workers, FILE *out)
{
	fprintf(out, "games         %lld\n", (long long)p->games);
	fprintf(out, "moves         %lld\n", (long long)p->moves);
	fprintf(out, "core hours    %s%.4g\n", p->timed ? "at most " : "",
		p->core_s / 3600);
	fprintf(out, "memory        %.0f MB a rank of %d worker%s\n",
		ceil(memory_mb(p, workers)), workers, workers == 1 ? "" : "s");
	fprintf(out, "by            a sample of %lld games on this machine\n",
		(long long)p->sampled);
}

json_t *
plan_to_json(const struct plan *p, int workers)
{
	return json_pack("{s:I,s:I,s:f,s:b,s:f,s:i,s:I}", "games", (json_int_t)p->games,
			 "moves", (json_int_t)p->moves, "core_hours", p->core_s / 3600,
			 "at_most", p->timed, "memory_mb", ceil(memory_mb(p, workers)),
			 "workers", workers, "sampled", (json_int_t)p->sampled);
}
