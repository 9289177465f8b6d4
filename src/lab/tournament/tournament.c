/*
 * tournament.c - players against each other, over many seeds and all seats.
 *
 * Job order: seed first, then seating, so that an early stop leaves whole sets. A set is all
 * games of one seed. Game k is dealt from its set's seed alone.
 *
 * A job's bytes are the table's number, its result the table as a line and, where records are
 * kept, the record. Results go to the file in the same step in which they begin to count: a
 * killed run has every game either there or not played.
 */
#include "src/lab/tournament/private.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/jobs.h"
#include "src/core/question.h"
#include "src/core/record.h"
#include "src/core/search.h"
#include "src/core/store.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LINE	   600 /* bytes of a result in the file */
#define NAME_SHOWN 16  /* columns of a player on the line of progress */

static void
count_progress(struct tournament *t, int64_t job)
{
	double share[TOURNAMENT_PLAYERS];
	const struct seating *s = &t->seating[job % t->seatings];
	const struct tournament_table *table = &t->table[job];
	tournament_shares(table, s, t->o->game->seats, share);
	t->done++;
	for (int p = 0; p < t->o->players; p++)
		t->so_far[p].wins += share[p] >= 1 - 1e-9;
	const bool played = table->loser < 0 || table->resigned;
	for (int i = 0; i < t->o->game->seats && played; i++) {
		t->so_far[s->who[i]].seats++;
		t->so_far[s->who[i]].points += table->points[i];
	}
}

/* A player's wins and mean points, as far as there are any. */
static int
tell_standing(const struct player *p, const struct standing *s, char *out, size_t size)
{
	const bool whole = strlen(p->text) <= NAME_SHOWN;
	const int n = snprintf(out, size, "  %.*s%s: %lld won",
			       whole ? NAME_SHOWN : NAME_SHOWN - 2, p->text,
			       whole ? "" : "..", (long long)s->wins);
	if (s->seats == 0 || n >= (int)size)
		return n;
	return n + snprintf(out + n, size - (size_t)n, ", %.2f",
			    text_shown(s->points / (double)s->seats, 2));
}

/* ---- jobs ---- */

/* A table with its deal; returns the seed of its players. */
static uint64_t
tour_open_table(const struct tournament *t, int64_t job, struct match *m)
{
	const uint64_t deal = rng_fork(t->o->seed, (uint64_t)(job / t->seatings));
	struct setup setup = { .game = *t->o->game,
			       .seed = deal & 0xffffffff, /* can be typed */
			       .view = VIEW_OPEN };
	for (int i = 0; i < setup.game.seats; i++)
		setup.seat[i] = t->player[t->seating[job % t->seatings].who[i]];
	match_open(m, &setup);
	tournament_open_table(m, t->o->opening, deal);
	return rng_fork(deal, (uint64_t)job);
}

static void
put_table(const struct tournament *t, struct tournament_table *table,
	  const struct match *m, const struct text *fault, struct text *result)
{
	char line[LINE];
	struct text record = { 0 };
	tournament_count_feats(m, table);
	tournament_format_table(table, t->o->game, t->o->aivat, line, sizeof line);
	if (t->o->records != NULL)
		record_write(m, &record);
	bytes_add_text(result, line, strlen(line));
	bytes_add_text(result, record.s, record.length);
	bytes_add_text(result, fault->s, fault->length);
	text_free(&record);
}

/* Those that were resumed are played. */
static bool
ask_table(void *self, int64_t job, struct text *bytes)
{
	const struct tournament *t = self;
	bytes_add_int(bytes, job);
	return !t->table[job].done;
}

static bool
tour_run_table(void *self, int worker, const struct text *bytes, struct text *result,
	       struct status *st)
{
	struct tournament *t = self;
	struct bytes b = bytes_of(bytes);
	struct tournament_table table = { .loser = -1 };
	struct match m = { 0 };
	const uint64_t seed = tour_open_table(t, bytes_int(&b), &m);
	struct text fault = { 0 };
	const bool ok = tournament_play_table(t, &m, &table, seed, &fault, st);
	if (ok)
		put_table(t, &table, &m, &fault, result);
	text_free(&fault);
	match_close(&m);
	return ok;
}

static bool
tour_save_record(const struct tournament *t, int64_t job, const char *record,
		 size_t length, struct status *st)
{
	char path[4096];
	struct text text = { 0 };
	snprintf(path, sizeof path, "%s/%s-%06lld.ply", t->o->records,
		 t->o->game->ops->key, (long long)job);
	text_add_bytes(&text, record, length);
	const bool ok = record_save_text(&text, path, st);
	text_free(&text);
	return ok;
}

/* The result counts from here on, and is in the file. */
static bool
take_table(void *self, int64_t job, const struct text *result, struct status *st)
{
	struct tournament *t = self;
	struct bytes b = bytes_of(result);
	struct tournament_table table;
	char line[LINE];
	size_t length, record_length, fault_length;
	const char *text = bytes_text(&b, &length);
	const char *record = bytes_text(&b, &record_length);
	const char *fault = bytes_text(&b, &fault_length);
	snprintf(line, sizeof line, "%.*s", (int)length, text);
	if (!tournament_parse_table(&table, t->o->game, t->o->aivat, line))
		return status_fail(st, "table %lld: no result", (long long)job);
	if (t->full)
		return false;
	t->full = (t->o->records != NULL && jobs_lead() &&
		   !tour_save_record(t, job, record, record_length, st)) ||
		  (t->db != NULL && !store_add_result(t->db, t->run, job, line, st));
	if (t->full)
		return false;
	if (fault_length > 0 && table.loser >= 0 && !t->fault_told) {
		const struct seating *s = &t->seating[job % t->seatings];
		struct text why = { 0 };
		text_add(&why, "table %lld: %s: %.*s", (long long)job,
			 t->player[s->who[table.loser]].text, (int)fault_length, fault);
		progress_tell(&t->o->progress, why.s);
		text_free(&why);
		t->fault_told = true;
	}
	t->table[job] = table;
	count_progress(t, job);
	return true;
}

static bool
tour_tick(void *self, int64_t ended)
{
	struct tournament *t = self;
	char what[400];
	int n = snprintf(what, sizeof what, "games");
	double llr = 0;
	enum sprt_answer answer = SPRT_OPEN;
	for (int p = 0; p < t->o->players && n < (int)sizeof what; p++)
		n += tell_standing(&t->player[p], &t->so_far[p], what + n,
				   sizeof what - (size_t)n);
	if (t->o->sprt.on) {
		tournament_sprt_sets(t, &llr, &answer);
		if (n < (int)sizeof what && !isnan(llr))
			snprintf(what + n, sizeof what - (size_t)n, "  LLR %.2f",
				 text_shown(llr, 2));
	}
	return progress_report(&t->o->progress, t->done, t->count, what) &&
	       answer == SPRT_OPEN;
}

bool
tournament_possible(const struct tournament_options *o, struct status *st)
{
	if (o->players < 2 || o->players > TOURNAMENT_PLAYERS)
		return status_fail(st, "a tournament needs 2 to %d players, not %d",
				   TOURNAMENT_PLAYERS, o->players);
	for (int i = 0; i < o->players; i++)
		if (o->player[i].human)
			return status_fail(st,
					   "a match is between searches, not persons");
	if (o->games < 1)
		return status_fail(st, "games: expected at least 1");
	if (o->seats == TOURNAMENT_ALL && o->players < o->game->seats)
		return status_fail(st,
				   "seating all: %d seats need as many players, not %d",
				   o->game->seats, o->players);
	if (o->seats == TOURNAMENT_ALL && o->players > TOURNAMENT_ORDERS)
		return status_fail(st, "seating all: expected at most %d players, not %d",
				   TOURNAMENT_ORDERS, o->players);
	if (o->sprt.on && o->players != 2)
		return status_fail(st, "sprt: a test between two players, not %d",
				   o->players);
	if (o->sprt.rate &&
	    (o->game->results->rate == NULL ||
	     o->game->results->rate(o->game, &(const char *){ NULL }) <= 0))
		return status_fail(st, "sprt: %s has no mbb/g here, only Elo",
				   o->game->ops->title);
	if (o->resume && o->db == NULL)
		return status_fail(st,
				   "--resume: expected --db with the file to go on with");
	return true;
}

/* The directory of the records. */
static bool
make_records(const struct tournament_options *o, struct status *st)
{
	if (!o->records || !jobs_lead())
		return true;
	if (mkdir(o->records, 0777) != 0 && errno != EEXIST)
		return status_fail(st, "%s: cannot make the directory: %s", o->records,
				   strerror(errno));
	return true;
}

/* Everything that decides the games of a run, so that another run cannot go on with it. */
static void
tour_describe(const struct tournament *t, struct text *out)
{
	const struct game *g = t->o->game;
	char changed[1000];
	options_format_changed(&g->variant, changed, sizeof changed);
	text_add(out, "plyscope %s %s seats=%d %s seed=%llu seating=%s", PLYSCOPE_VERSION,
		 g->ops->key, g->seats, changed, (unsigned long long)t->o->seed,
		 tournament_seats_names[t->o->seats]);
	if (t->o->opening > 0)
		text_add(out, " opening=%d", t->o->opening);
	if (t->o->aivat) {
		char full[PLAYER_TEXT * 2] = "showdown";
		if (t->o->baseline != NULL)
			player_format(t->o->baseline, full, sizeof full);
		text_add(out, " aivat=%s", full);
	}
	for (int i = 0; i < t->o->players; i++) {
		char full[PLAYER_TEXT * 2];
		player_format(&t->player[i], full, sizeof full);
		text_add(out, " -a %s", full);
	}
}

static void
take_result(void *self, int64_t number, const char *line)
{
	struct tournament *t = self;
	if (number < 0 || number >= t->count || line == NULL)
		return;
	if (!tournament_parse_table(&t->table[number], t->o->game, t->o->aivat, line)) {
		t->table[number] = (struct tournament_table){ 0 };
		t->unread++;
		return;
	}
	t->table[number].resumed = true;
	count_progress(t, number);
}

/* Damaged, or by a version that counted other points for a win, or no feats. */
static void
tell_unread(const struct tournament *t)
{
	char line[200];
	snprintf(line, sizeof line,
		 "%lld games of the file are damaged or of an earlier version that "
		 "counted otherwise: they are played again",
		 (long long)t->unread);
	progress_tell(&t->o->progress, line);
}

static bool
open_results(struct tournament *t, struct status *st)
{
	if (t->o->db == NULL || !jobs_lead())
		return true;
	t->db = store_open(t->o->db, st);
	if (t->db == NULL)
		return false;
	t->run = store_run(t->db, t->about.s, st);
	bool written = t->run > 0;
	for (int i = 0; i < t->o->machines && written; i++)
		written = store_add_machine(t->db, t->run, &t->o->machine[i], st);
	if (!written || store_results(t->db, t->run, take_result, t, st) < 0)
		return false;
	if (t->o->resume && t->unread > 0)
		tell_unread(t);
	const int64_t there = t->done + t->unread;
	/* the file may be of the same command: another version may have described it otherwise */
	if (t->o->resume && there == 0 && t->run > 1)
		progress_tell(
			&t->o->progress,
			"the file has other matches and no game of this one: all are "
			"played");
	return t->o->resume || there == 0 ||
	       status_fail(st, "%s: has %lld games of this match: add --resume to go on",
			   t->o->db, (long long)there);
}

/* The time of a move depends on the machine. */
static void
tell_clocks(const struct tournament *t)
{
	const struct store_machine *m = t->o->machine;
	double least = INFINITY, most = 0;
	char line[200];
	bool timed = false;
	for (int i = 0; i < t->o->players; i++)
		timed = timed || t->player[i].part[0].limits.time_ms > 0;
	if (!timed || t->o->machines < 2)
		return;
	for (int i = 1; i < t->o->machines; i++) {
		least = fmin(least, m[i].nodes_per_s);
		most = fmax(most, m[i].nodes_per_s);
	}
	snprintf(line, sizeof line,
		 "time limits are measured by the clock of each rank: %d ranks of %.3g "
		 "to %.3g nodes/s",
		 t->o->machines - 1, least, most);
	progress_tell(&t->o->progress, line);
}

/* Opens every player once, on the first decision of a game: one that cannot play says why
 * before it loses by it. */
static bool
try_players(struct tournament *t, struct status *st)
{
	struct setup setup = { .game = *t->o->game, .seed = 1, .view = VIEW_OPEN };
	struct match m = { 0 };
	bool ok = true;
	for (int i = 0; i < setup.game.seats; i++)
		setup.seat[i] = t->player[0];
	match_open(&m, &setup);
	for (int i = 0; i < t->o->players && ok && !match_over(&m); i++) {
		struct search search;
		struct question q;
		question_ask(&q, &m, m.at, __builtin_ctz(match_acting(&m)));
		const struct search_job job =
			question_job(&q, &t->player[i], &t->calibration);
		ok = search_open(&search, &job, st);
		if (ok)
			search_close(&search);
		else
			status_prefix(st, "%s", t->player[i].text);
		question_close(&q);
	}
	match_close(&m);
	return ok;
}

static bool
tour_prepare(struct tournament *t, struct tournament_result *r, struct status *st)
{
	const struct tournament_options *o = t->o;
	r->players = o->players;
	for (int i = 0; i < o->players; i++) {
		t->player[i] = o->player[i];
		player_single_thread(&t->player[i]);
		memcpy(r->name[i], o->player[i].text, PLAYER_TEXT);
	}
	calibration_load(&t->calibration, o->game, NULL);
	r->possible = try_players(t, st);
	if (!r->possible || !make_records(o, st))
		return false;
	if (o->aivat && !aivat_open(&t->aivat, o->game, o->baseline, st)) {
		r->possible = false;
		return false;
	}
	if (!tournament_seat(t))
		return status_fail(st, "not enough memory for a tournament");
	t->count = (o->games + t->seatings - 1) / t->seatings * t->seatings;
	t->table = calloc((size_t)t->count, sizeof *t->table);
	if (t->table == NULL)
		return status_fail(st, "not enough memory for so many games");
	tour_describe(t, &t->about);
	tell_clocks(t);
	return open_results(t, st);
}

int64_t
tournament_count(const struct tournament_options *o, int64_t *own)
{
	struct tournament t = { .o = o };
	if (!tournament_seat(&t))
		return 0;
	const int64_t sets = (o->games + t.seatings - 1) / t.seatings;
	for (int p = 0; own != NULL && p < o->players; p++) {
		own[p] = 0;
		for (int k = 0; k < t.seatings; k++)
			for (int i = 0; i < o->game->seats; i++)
				if (t.seating[k].who[i] == p) {
					own[p] += sets;
					break;
				}
	}
	free(t.seating);
	return sets * t.seatings;
}

bool
tournament_run(const struct tournament_options *o, struct tournament_result *r,
	       struct status *st)
{
	memset(r, 0, sizeof *r);
	if (!tournament_possible(o, st))
		return false;
	const int64_t began = clock_now_us();
	struct tournament *t = calloc(1, sizeof *t);
	if (t == NULL)
		return status_fail(st, "not enough memory for a tournament");
	t->o = o;
	bool ok = tour_prepare(t, r, st);
	if (ok) {
		const struct jobs jobs = { .count = t->count,
					   .workers = o->jobs,
					   .about = t->about.s,
					   .ask = ask_table,
					   .run = tour_run_table,
					   .came = take_table,
					   .tick = tour_tick,
					   .tick_ms = 200,
					   .stop = &t->stop, /* it would not count */
					   .self = t };
		struct status failed = { 0 };
		jobs_run(&jobs, &failed);
		ok = tournament_conclude(t, r, st);
		if (failed.failed)
			ok = status_fail(st, "%s", failed.text);
	}
	r->elapsed_us = clock_now_us() - began;
	store_close(t->db);
	text_free(&t->about);
	aivat_close(&t->aivat);
	free(t->seating);
	free(t->table);
	free(t);
	return ok;
}
