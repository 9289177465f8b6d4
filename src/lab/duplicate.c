/* duplicate.c - the same deals played by a search in a person's seat. See duplicate.h. */
#include "src/lab/duplicate.h"

#include "src/base/clock.h"
#include "src/base/jobs.h"
#include "src/core/search.h"
#include "src/lab/moments.h"
#include "src/lab/tournament.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define PLIES_MAX 100000

struct table {
	bool done;
	double points, share;
};

struct duplicate {
	const struct duplicate_options *o;
	struct setup setup; /* the search in its seat, one thread each */
	struct table *table;
	pthread_mutex_t lock; /* of st */
	struct status st;
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
deal(const struct duplicate *d, struct match *m, int *next)
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
decide(const struct match *m, int seat, uint64_t seed, struct status *st)
{
	move only[MOVES_MAX];
	if (match_moves(m, seat, only) == 1)
		return only[0];
	struct state view;
	struct search s;
	match_view(m, seat, &view);
	const struct search_job job = { .game = &m->setup.game,
					.root = &view,
					.viewer = seat,
					.player = &m->setup.seat[seat],
					.seed = seed };
	if (!search_open(&s, &job, st))
		return MOVE_NONE;
	search_run(&s);
	const move mv = search_choice(&s);
	search_close(&s);
	return mv;
}

static double
share_of(const struct match *m, int seat)
{
	const seat_set winners = match_winners(m);
	return winners >> seat & 1 ? 1.0 / __builtin_popcount(winners) : 0;
}

/* False: a search could not play. */
static bool
play(const struct duplicate *d, struct match *m, uint64_t seed, struct status *st)
{
	int next = 0;
	match_begin(m, &d->setup);
	deal(d, m, &next);
	while (!match_over(m)) {
		if (m->at > PLIES_MAX)
			return status_fail(st, "a game does not end");
		const int seat = __builtin_ctz(match_acting(m));
		const move mv = decide(m, seat, rng_fork(seed, (uint64_t)m->at), st);
		if (mv == MOVE_NONE)
			return false;
		match_push(m, seat, mv, NULL);
		deal(d, m, &next);
	}
	return true;
}

static bool
run_table(void *self, int64_t job, int thread)
{
	struct duplicate *d = self;
	struct match m = { 0 };
	struct status st = { 0 };
	(void)thread;
	const bool ok = play(d, &m, rng_fork(d->o->seed, (uint64_t)job), &st);
	if (ok) {
		int32_t points[SEATS_MAX];
		match_points(&m, points);
		d->table[job] = (struct table){ true, points[d->o->seat],
						share_of(&m, d->o->seat) };
	} else {
		pthread_mutex_lock(&d->lock);
		status_fail(&d->st, "%s", st.text);
		pthread_mutex_unlock(&d->lock);
	}
	match_close(&m);
	return ok;
}

static bool
tick(void *self, int64_t finished)
{
	const struct duplicate *d = self;
	return progress_report(&d->o->progress, finished, d->o->games, "games");
}

/* ---- all of them ---- */

static bool
prepare(struct duplicate *d, struct status *st)
{
	const struct duplicate_options *o = d->o;
	if (!match_over(o->match))
		return status_fail(st,
				   "the game is not over: there is nothing to compare "
				   "with");
	d->setup = o->match->setup;
	d->setup.seat[o->seat] = *o->player;
	for (int i = 0; i < d->setup.game.seats; i++) {
		if (d->setup.seat[i].human)
			return status_fail(
				st,
				"%s is a person too: only searches can play the "
				"deals again",
				d->setup.game.ops->seat_name(&d->setup.game, i));
		player_single_thread(&d->setup.seat[i]);
	}
	d->table = calloc((size_t)o->games, sizeof *d->table);
	return d->table != NULL || status_fail(st, "no memory for so many games");
}

static bool
add_up(const struct duplicate *d, struct duplicate_result *r)
{
	const struct duplicate_options *o = d->o;
	struct moments points = { 0 };
	int32_t own[SEATS_MAX];
	double share = 0;
	r->each = calloc((size_t)o->games, sizeof *r->each);
	if (r->each == NULL)
		return false;
	for (int64_t i = 0; i < o->games; i++) {
		if (!d->table[i].done)
			continue;
		r->each[r->games++] = d->table[i].points;
		moments_add(&points, d->table[i].points);
		share += d->table[i].share;
	}
	match_points(o->match, own);
	r->seat = o->seat;
	r->own = own[o->seat];
	r->own_share = share_of(o->match, o->seat);
	moments_interval(&points, &r->points, r->points_ci95);
	r->difference = r->own - r->points;
	r->difference_ci95[0] = r->own - r->points_ci95[1];
	r->difference_ci95[1] = r->own - r->points_ci95[0];
	r->share = r->games > 0 ? share / (double)r->games : (double)NAN;
	tournament_wilson(share, (double)r->games, r->share_ci95);
	return true;
}

bool
duplicate_run(const struct duplicate_options *o, struct duplicate_result *r,
	      struct status *st)
{
	const int64_t began = clock_now_us();
	*r = (struct duplicate_result){ 0 };
	struct duplicate *d = calloc(1, sizeof *d);
	if (d == NULL)
		return status_fail(st, "no memory for another game");
	d->o = o;
	pthread_mutex_init(&d->lock, NULL);
	bool ok = prepare(d, st);
	if (ok) {
		const struct jobs jobs = { .count = o->games,
					   .threads = o->jobs,
					   .run = run_table,
					   .tick = tick,
					   .tick_ms = 100,
					   .self = d };
		jobs_run(&jobs);
		ok = d->st.failed
			     ? status_fail(st, "%s", d->st.text)
			     : add_up(d, r) ||
				       status_fail(st, "no memory for so many games");
	}
	r->elapsed_us = clock_now_us() - began;
	pthread_mutex_destroy(&d->lock);
	free(d->table);
	free(d);
	return ok;
}

void
duplicate_free(struct duplicate_result *r)
{
	free(r->each);
	r->each = NULL;
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
	json_object_set_new(j, "player", json_string(full));
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

/* What the interval allows to say. */
static const char *
verdict(const struct duplicate_result *r)
{
	return !(r->games > 1)		   ? "one game is no interval"
	       : r->difference_ci95[0] > 0 ? "the person did better"
	       : r->difference_ci95[1] < 0 ? "the search did better"
					   : "no difference that so many games show";
}

void
duplicate_say(const struct duplicate_options *o, const struct duplicate_result *r,
	      char *first, char *second, int size)
{
	const struct game *g = &o->match->setup.game;
	snprintf(first, (size_t)size,
		 "%s %+.0f %s; %s on the same deals %+.1f [%+.1f %+.1f] in %lld games",
		 o->match->setup.seat[o->seat].human ? "you"
						     : g->ops->seat_name(g, o->seat),
		 r->own, g->ops->point_name, o->player->text, r->points,
		 r->points_ci95[0], r->points_ci95[1], (long long)r->games);
	snprintf(second, (size_t)size, "difference %+.1f, 95 %% [%+.1f %+.1f]: %s",
		 r->difference, r->difference_ci95[0], r->difference_ci95[1], verdict(r));
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
		g->ops->seat_name(g, o->seat));
	fprintf(out, "%-14s%10s%-20s%12s\n", "", g->ops->point_name, "   95 %",
		"share of win");
	fprintf(out, "%-14.14s%10.1f%-20s%12.2f\n", o->match->setup.seat[o->seat].text,
		r->own, "", r->own_share);
	fprintf(out, "%-14.14s%10.1f   [%6.1f %6.1f] %14.2f  in %lld games\n",
		o->player->text, r->points, r->points_ci95[0], r->points_ci95[1],
		r->share, (long long)r->games);
	fprintf(out, "%-14s%+10.1f   [%+6.1f %+6.1f]  %s\n", "difference", r->difference,
		r->difference_ci95[0], r->difference_ci95[1], verdict(r));
	fprintf(out,
		"\n%s at the end of the game, higher is better; the interval is over "
		"the games,\nwhich differ in the searches' luck only: it tells of "
		"these deals, not of others\n",
		g->ops->point_name);
}
