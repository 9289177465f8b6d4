/* duplicate.c - the same deals played by a search in a person's seat. See duplicate.h. */
#include "src/lab/duplicate.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/jobs.h"
#include "src/base/json.h"
#include "src/core/calibration.h"
#include "src/core/question.h"
#include "src/lab/mean.h"
#include "src/lab/tournament.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PLIES_MAX 100000

struct duplicate {
	const struct duplicate_options *o;
	struct setup setup;		/* the search in its seat, one thread each */
	struct calibration calibration; /* for searches that reason with it */
	struct duplicate_result *r;	/* of the run */
	struct mean points, share;	/* share: of the win */
	atomic_bool stop, pause;
	atomic_llong done;
	/* A run on a thread of its own. */
	struct match match;
	struct player player;
	struct duplicate_options own;
	struct duplicate_result result;
	struct status st;
	int wake_fd;
	atomic_bool over;
	struct crew *crew; /* of one */
};

int
duplicate_seat(const struct match *m)
{
	int seat = SEAT_NONE;
	for (int i = 0; i < m->setup.game.seats; i++)
		if (m->setup.seat[i].human && seat != SEAT_NONE)
			return SEAT_NONE;
		else if (m->setup.seat[i].human)
			seat = i;
	return seat;
}

/* ---- one game ---- */

/* Chance as in the record as long as it has some; *next counts. */
static void
duplicate_deal(const struct duplicate *d, struct match *m, int *next)
{
	const struct match *from = d->o->match;
	while (match_acting(m) == ACTING_CHANCE) {
		while (*next < from->at && from->plies[*next].seat != SEAT_CHANCE)
			++*next;
		if (*next >= from->at) {
			match_play_chance(m);
			return;
		}
		match_push(m, SEAT_CHANCE, from->plies[(*next)++].m, NULL);
	}
}

static move
duplicate_decide(struct duplicate *d, const struct match *m, int seat, uint64_t seed,
		 struct status *st)
{
	move only[MOVES_MAX];
	if (match_moves(m, seat, only) == 1)
		return only[0];
	struct search s;
	struct question q;
	question_ask(&q, m, m->at, seat);
	q.seed = seed;
	struct search_job job = question_job(&q, &m->setup.seat[seat], &d->calibration);
	job.stop = &d->stop;
	job.pause = &d->pause;
	job.bounded = job.alone = true;
	move mv = MOVE_NONE;
	if (search_open(&s, &job, st)) {
		search_run(&s);
		if (!snapshot_failed(&s.live, st))
			mv = search_choice(&s);
		search_close(&s);
	}
	question_close(&q);
	return mv;
}

static double
duplicate_share_of(const struct match *m, int seat)
{
	const seat_set winners = match_winners(m);
	return winners >> seat & 1 ? 1.0 / __builtin_popcount(winners) : 0;
}

/* False: stopped, or a search could not play. */
static bool
duplicate_play(struct duplicate *d, struct match *m, uint64_t seed, struct status *st)
{
	int next = 0;
	match_begin(m, &d->setup);
	duplicate_deal(d, m, &next);
	while (!match_over(m)) {
		if (m->at > PLIES_MAX)
			return status_fail(st, "a game did not end");
		const int seat = __builtin_ctz(match_acting(m));
		const move mv =
			duplicate_decide(d, m, seat, rng_fork(seed, (uint64_t)m->at), st);
		if (mv == MOVE_NONE || atomic_load(&d->stop))
			return false;
		match_push(m, seat, mv, NULL);
		duplicate_deal(d, m, &next);
	}
	return true;
}

/* A job's result: the seat's points, and its share of the win. */
static bool
duplicate_run_table(void *self, int worker, const struct text *bytes, struct text *result,
		    struct status *st)
{
	struct duplicate *d = self;
	struct match m = { 0 };
	struct bytes b = bytes_of(bytes);
	const bool ok =
		duplicate_play(d, &m, rng_fork(d->o->seed, (uint64_t)bytes_int(&b)), st);
	if (ok) {
		double points[SEATS_MAX];
		match_points(&m, points);
		bytes_add_real(result, points[d->o->seat]);
		bytes_add_real(result, duplicate_share_of(&m, d->o->seat));
	}
	match_close(&m);
	return ok;
}

static bool
duplicate_came(void *self, int64_t job, const struct text *result, struct status *st)
{
	struct duplicate *d = self;
	(void)job, (void)result, (void)st;
	atomic_fetch_add(&d->done, 1);
	return true;
}

static void
duplicate_merge(void *self, int64_t job, const struct text *result)
{
	struct duplicate *d = self;
	struct bytes b = bytes_of(result);
	const double points = bytes_real(&b);
	d->r->each[d->r->games++] = points;
	mean_add(&d->points, points);
	mean_add(&d->share, bytes_real(&b));
}

static bool
duplicate_tick(void *self, int64_t ended)
{
	struct duplicate *d = self;
	if (!progress_report(&d->o->progress, atomic_load(&d->done), d->o->games,
			     "games"))
		atomic_store(&d->stop, true);
	if (d->wake_fd >= 0 && write(d->wake_fd, "d", 1) != 1) {
		/* A full pipe: whoever reads it wakes up anyway. */
	}
	return !atomic_load(&d->stop);
}

/* ---- all of them ---- */

static bool
duplicate_prepare(struct duplicate *d, struct status *st)
{
	const struct duplicate_options *o = d->o;
	if (!match_over(o->match))
		return status_fail(
			st, "the game is not over: there is no result to compare with");
	d->setup = o->match->setup;
	calibration_load(&d->calibration, &d->setup.game, NULL);
	d->setup.seat[o->seat] = *o->player;
	for (int i = 0; i < d->setup.game.seats; i++) {
		if (d->setup.seat[i].human)
			return status_fail(st,
					   "%s is also played by a person: only searches "
					   "can play the deals again",
					   d->setup.game.text->seat_name(&d->setup.game,
									 i));
		player_single_thread(&d->setup.seat[i]);
	}
	return true;
}

static void
duplicate_add_up(const struct duplicate *d, struct duplicate_result *r)
{
	const struct duplicate_options *o = d->o;
	double own[SEATS_MAX];
	match_points(o->match, own);
	r->seat = o->seat;
	r->own = own[o->seat];
	r->own_share = duplicate_share_of(o->match, o->seat);
	mean_interval(&d->points, &r->points, r->points_ci95);
	r->difference = r->own - r->points;
	r->difference_ci95[0] = r->own - r->points_ci95[1];
	r->difference_ci95[1] = r->own - r->points_ci95[0];
	r->share = r->games > 0 ? d->share.mean : (double)NAN;
	mean_share_interval(&d->share, r->share_ci95);
}

static struct duplicate *
new_duplicate(struct status *st)
{
	const size_t bytes = (sizeof(struct duplicate) + 63) & ~(size_t)63;
	struct duplicate *d = aligned_alloc(64, bytes);
	if (d == NULL) {
		status_fail(st, "not enough memory for another game");
		return NULL;
	}
	memset(d, 0, bytes);
	d->wake_fd = -1;
	return d;
}

static bool
duplicate_run_all(struct duplicate *d, struct duplicate_result *r, struct status *st)
{
	const int64_t began = clock_now_us();
	const struct jobs jobs = { .count = d->o->games,
				   .workers = d->o->jobs,
				   .run = duplicate_run_table,
				   .came = duplicate_came,
				   .merge = duplicate_merge,
				   .tick = duplicate_tick,
				   .tick_ms = 100,
				   .stop = &d->stop,
				   .self = d };
	d->r = r;
	r->each = calloc((size_t)d->o->games, sizeof *r->each);
	if (r->each == NULL)
		return status_fail(st, "not enough memory for so many games");
	jobs_run(&jobs, st);
	r->elapsed_us = clock_now_us() - began;
	if (st->failed)
		duplicate_free(r);
	else
		duplicate_add_up(d, r);
	return !st->failed;
}

bool
duplicate_run(const struct duplicate_options *o, struct duplicate_result *r,
	      struct status *st)
{
	*r = (struct duplicate_result){ 0 };
	struct duplicate *d = new_duplicate(st);
	if (d == NULL)
		return false;
	d->o = o;
	const bool ok = duplicate_prepare(d, st) && duplicate_run_all(d, r, st);
	free(d);
	return ok;
}

void
duplicate_free(struct duplicate_result *r)
{
	free(r->each);
	r->each = NULL;
}

/* ---- on a thread of its own ---- */

static void
duplicate_work(void *self, int number)
{
	struct duplicate *d = self;
	duplicate_run_all(d, &d->result, &d->st);
	atomic_store_explicit(&d->over, true, memory_order_release);
	if (d->wake_fd >= 0 && write(d->wake_fd, "d", 1) != 1) {
		/* As above. */
	}
}

struct duplicate *
duplicate_start(const struct duplicate_options *o, int wake_fd, struct status *st)
{
	struct duplicate *d = new_duplicate(st);
	if (d == NULL)
		return NULL;
	match_copy(&d->match, o->match);
	d->player = *o->player;
	d->own = *o;
	d->own.match = &d->match;
	d->own.player = &d->player;
	d->o = &d->own;
	d->wake_fd = wake_fd;
	if (duplicate_prepare(d, st) &&
	    (crew_start(&d->crew, 1, duplicate_work, d) == 1 ||
	     status_fail(st, "the system has no more threads")))
		return d;
	duplicate_close(d);
	return NULL;
}

int64_t
duplicate_done(const struct duplicate *d)
{
	return atomic_load(&d->done);
}

const struct duplicate_result *
duplicate_result(struct duplicate *d, struct status *st)
{
	if (!atomic_load_explicit(&d->over, memory_order_acquire))
		return NULL;
	if (d->st.failed)
		status_fail(st, "%s", d->st.text);
	return &d->result;
}

const struct duplicate_options *
duplicate_asked(const struct duplicate *d)
{
	return d->o;
}

void
duplicate_pause(struct duplicate *d, bool on)
{
	atomic_store(&d->pause, on);
}

void
duplicate_stop(struct duplicate *d)
{
	atomic_store(&d->stop, true);
}

void
duplicate_close(struct duplicate *d)
{
	if (d == NULL)
		return;
	duplicate_stop(d);
	duplicate_pause(d, false);
	crew_close(d->crew);
	duplicate_free(&d->result);
	match_close(&d->match);
	free(d);
}

/* ---- telling ---- */

json_t *
duplicate_to_json(const struct duplicate_options *o, const struct duplicate_result *r)
{
	const struct game *g = &o->match->setup.game;
	char full[PLAYER_TEXT * 2];
	json_t *j = json_object();
	player_format(o->player, full, sizeof full);
	json_object_set_new(j, "game", json_string(g->ops->key));
	json_object_set_new(j, "player", json_text(full));
	json_object_set_new(j, "seed", json_integer((json_int_t)o->seed));
	json_object_set_new(j, "seat", json_integer(o->seat + 1));
	json_object_set_new(j, "games", json_integer(r->games));
	json_object_set_new(j, "own_points", json_real_or_null(r->own));
	json_object_set_new(j, "points", json_real_or_null(r->points));
	json_object_set_new(j, "points_ci95", json_reals(r->points_ci95, 2));
	json_object_set_new(j, "difference", json_real_or_null(r->difference));
	json_object_set_new(j, "difference_ci95", json_reals(r->difference_ci95, 2));
	json_object_set_new(j, "own_share", json_real_or_null(r->own_share));
	json_object_set_new(j, "share", json_real_or_null(r->share));
	json_object_set_new(j, "share_ci95", json_reals(r->share_ci95, 2));
	json_object_set_new(j, "each", json_reals(r->each, (int)r->games));
	json_object_set_new(j, "elapsed_ms", json_integer(r->elapsed_us / 1000));
	return j;
}

/* "[-20.1 -16.7]"; empty where there is none. */
static void
format_interval(const double ci95[2], bool sign, char out[32])
{
	out[0] = '\0';
	if (isfinite(ci95[0]))
		snprintf(out, 32, sign ? "[%+6.1f %+6.1f]" : "[%6.1f %6.1f]",
			 text_shown(ci95[0], 1), text_shown(ci95[1], 1));
}

/* The conclusion the interval allows. */
static const char *
duplicate_verdict(const struct duplicate_result *r)
{
	return r->games == 0		   ? "no game was finished"
	       : r->games == 1		   ? "one game has no interval"
	       : r->difference_ci95[0] > 0 ? "the person did better"
	       : r->difference_ci95[1] < 0 ? "the search did better"
					   : "no significant difference in so many games";
}

void
duplicate_say(const struct duplicate_options *o, const struct duplicate_result *r,
	      char *first, char *second, int size)
{
	const struct game *g = &o->match->setup.game;
	const bool person = o->match->setup.seat[o->seat].human;
	const char *who = person ? "you" : g->text->seat_name(g, o->seat);
	char ci[32];
	if (r->games == 0) {
		snprintf(first, (size_t)size, "%s %+.0f %s", who, r->own,
			 g->ops->point_name);
		snprintf(second, (size_t)size, "%s", duplicate_verdict(r));
		return;
	}
	format_interval(r->points_ci95, true, ci);
	snprintf(first, (size_t)size,
		 "%s %+.0f %s; %s on the same deals %+.1f %s in %lld games", who, r->own,
		 g->ops->point_name, o->player->text, text_shown(r->points, 1), ci,
		 (long long)r->games);
	format_interval(r->difference_ci95, true, ci);
	snprintf(second, (size_t)size, "difference %+.1f, 95 %% %s: %s",
		 text_shown(r->difference, 1), ci[0] ? ci : "-", duplicate_verdict(r));
}

/* The search's points in the seat, and the person's lead over them. */
static void
duplicate_print_search(const struct duplicate_options *o,
		       const struct duplicate_result *r, FILE *out)
{
	char ci[32];
	if (r->games == 0) {
		fprintf(out, "%-14.14s%10s   %s\n", o->player->text, "-",
			duplicate_verdict(r));
		return;
	}
	format_interval(r->points_ci95, false, ci);
	fprintf(out, "%-14.14s%10.1f   %-15s %13.2f  in %lld game%s\n", o->player->text,
		text_shown(r->points, 1), ci, r->share, (long long)r->games,
		r->games == 1 ? "" : "s");
	format_interval(r->difference_ci95, true, ci);
	fprintf(out, "%-14s%+10.1f   %-15s  %s\n", "difference",
		text_shown(r->difference, 1), ci, duplicate_verdict(r));
}

void
duplicate_print(const struct duplicate_options *o, const struct duplicate_result *r,
		FILE *out)
{
	const struct game *g = &o->match->setup.game;
	char full[PLAYER_TEXT * 2];
	player_format(o->player, full, sizeof full);
	fprintf(out, "%s, seed %llu: the same deals, %s in the seat of %s\n\n",
		g->ops->title, (unsigned long long)o->match->setup.seed, full,
		g->text->seat_name(g, o->seat));
	fprintf(out, "%-14s%10s%-20s%12s\n", "", g->ops->point_name, "   95 %",
		"share of win");
	fprintf(out, "%-14.14s%10.1f%-20s%12.2f\n", o->match->setup.seat[o->seat].text,
		r->own, "", r->own_share);
	duplicate_print_search(o, r, out);
	fprintf(out,
		"\n"
		"%s at the end of the game, higher is better; the interval is over the "
		"games,\n"
		"which differ in the seeds of the searches: it holds for these deals, "
		"not for others\n",
		g->ops->point_name);
}
