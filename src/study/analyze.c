/*
 * analyze.c - every move of a game judged by a search. See analyze.h.
 *
 * A search of a decision never sees more than match_view_at() of the seat that decided, unless all
 * hands are on the table. Choices made at the same time are judged on what the seat knew in both
 * cases: the others' committed choices were secret.
 *
 * Threads: each decision is a job. Results are written by the thread that runs them all; readers
 * look at `done` first.
 */
#include "src/study/analyze.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/jobs.h"
#include "src/core/public.h"
#include "src/core/search.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TICK_MS	    100
#define WORLD_NODES 2000
#define WORLDS_MIN  8
#define AGAIN	    2
#define HARDER	    10

const char *const analyze_label_names[LABELS] = { "", "inaccuracy", "mistake",
						  "blunder" };
const char *const analyze_label_marks[LABELS] = { "", "?!", "?", "??" };
const struct analyze_thresholds analyze_thresholds_default = {
	{ 0, 0.05, 0.10, 0.15 },
	{ 0, 0.06, 0.15, 0.30 }, /* of a hand of 26 points 1.6, 3.9 and 7.8 */
};

struct analysis_thread {
	struct crew *crew; /* of one */
	int jobs, wake_fd;
	atomic_bool running;
};

static const struct game *
analyze_game_of(const struct analysis *a)
{
	return &a->match.setup.game;
}

/* ---- the search ---- */

static bool
is_limited(const struct player *p)
{
	for (int i = 0; i < p->count; i++) {
		const struct limits *l = &p->part[i].limits;
		if (l->depth || l->nodes || l->sims)
			return true;
	}
	return false;
}

/* Few nodes go into few worlds, so that every move is looked at in each. */
static void
fit_worlds(struct player *p, int64_t nodes)
{
	struct options *o = &p->part[0].options;
	if (options_find(o, "worlds") < 0)
		return;
	const int64_t most = options_int(o, "worlds"), fit = nodes / WORLD_NODES;
	char text[24];
	snprintf(text, sizeof text, "%lld",
		 (long long)(fit > most		? most
			     : fit < WORLDS_MIN ? WORLDS_MIN
						: fit));
	options_set(o, "worlds", text, NULL);
}

bool
analyze_player(struct player *p, const char *text, int64_t nodes, bool open,
	       const struct catalog *c, const struct game *g, struct status *st)
{
	struct game seen = *g;
	if (open)
		seen.traits &= ~(unsigned)TRAIT_HIDDEN;
	if (!player_parse(p, text != NULL ? text : "max", c, &seen, st))
		return false;
	if (p->human)
		return status_fail(st, "expected a search, not a person");
	struct limits *l = &p->part[0].limits;
	if (nodes == 0 && text == NULL)
		nodes = ANALYZE_NODES;
	if (text == NULL)
		fit_worlds(p, nodes);
	if (nodes > 0)
		*l = (struct limits){ .depth = l->depth, .nodes = nodes };
	else if (is_limited(p))
		l->time_ms = 0; /* only a cap for slow machines */
	else if (l->time_ms == 0)
		l->nodes = ANALYZE_NODES;
	player_single_thread(p);
	return true;
}

/* One search; the caller frees *out. False: stopped, or it had nothing to say. */
static bool
analyze_look_at(struct analysis *a, const struct player *p, const struct question *q,
		const move *include, struct snapshot *out)
{
	struct search s;
	struct search_job job = question_job(q, p, &a->calibration);
	job.stop = &a->stop;
	job.pause = &a->pause;
	job.bounded = true;
	job.include = include;
	if (!search_open(&s, &job, NULL))
		return false;
	search_run(&s);
	if (s.live.stop == STOP_FAILED && !atomic_exchange(&a->failed, true))
		snapshot_failed(&s.live, &a->fault);
	snapshot_copy(out, &s.live);
	search_close(&s);
	return out->stop != STOP_INTERRUPTED && out->move_count > 0 &&
	       out->moves[0].status != MOVE_UNSEARCHED;
}

/* ---- one decision ---- */

static bool
analyze_is_exact(uint8_t status)
{
	return status == MOVE_EXACT || status == MOVE_PROVEN;
}

static void
take_after(struct analyze_move *m, double value, const double *win, uint8_t status)
{
	m->value_after = value;
	memcpy(m->win_after, win, sizeof m->win_after);
	m->status = status;
}

/* The result of a search after a move. */
struct after {
	bool known;
	double value, win[SEATS_MAX]; /* the mover's; per seat */
	uint8_t status;
};

/* The hand or game ended by the move: its exact result. */
static void
take_settled(const struct analysis *a, int seat, const struct state *child,
	     struct after *out)
{
	const struct game *g = analyze_game_of(a);
	int32_t value[SEATS_MAX];
	double points[SEATS_MAX];
	g->knowledge->evaluate(g, child, value);
	for (int i = 0; i < g->seats; i++)
		points[i] = (double)value[i] / game_unit(g);
	*out = (struct after){ true, points[seat], { 0 }, MOVE_PROVEN };
	if (game_is_won(g))
		game_share_win(points, g->seats, out->win);
	else
		calibration_win(&a->calibration, 1000, points, g->seats, out->win);
}

/* Searches the position after a move, where everything is known. False: stopped. */
static bool
analyze_look_after(struct analysis *a, struct analyze_move *m, const struct question *q,
		   move mv, struct after *out)
{
	struct question after;
	struct snapshot s = { 0 };
	*out = (struct after){ 0 };
	question_after(q, m->seat, mv, &after);
	const bool settled = q->game->rules->settled(q->game, &after.root);
	if (settled)
		take_settled(a, m->seat, &after.root, out);
	const bool asks = !settled && game_mover(q->game, &after.root) >= 0;
	const bool looked = asks && analyze_look_at(a, &a->player, &after, NULL, &s);
	question_close(&after);
	if (!looked) {
		snapshot_free(&s);
		return !asks || !atomic_load(&a->stop);
	}
	m->nodes += s.nodes;
	/* a search may know its mover's value only */
	*out = (struct after){
		!isnan(s.value[m->seat]), s.value[m->seat], { 0 }, MOVE_OPEN
	};
	memcpy(out->win, s.win, sizeof out->win);
	snapshot_free(&s);
	return true;
}

/* Compares like with like: the positions after the best move and after the one played, both
 * searched. Figures unknown to one of the searches stay as they are. */
static bool
look_again(struct analysis *a, struct analyze_move *m, const struct question *q)
{
	struct after best, played;
	if (!analyze_look_after(a, m, q, m->best, &best) ||
	    !analyze_look_after(a, m, q, m->played, &played))
		return false;
	if (!best.known || !played.known)
		return true;
	m->again = true;
	m->value_before = best.value;
	memcpy(m->win_before, best.win, sizeof m->win_before);
	take_after(m, played.value, played.win, played.status);
	return true;
}

static double
loss_of(double before, double after)
{
	return isnan(before) || isnan(after) ? (double)NAN
	       : before > after		     ? before - after
					     : 0;
}

bool
analyze_uncertain(const struct analyze_move *m)
{
	return m->loss > 0 && stats_uncertain(m->status, m->loss, m->loss_se);
}

const double *
analyze_label_from(const struct analyze_thresholds *t, const struct analyze_move *m)
{
	return isnan(m->span) ? t->lost : t->points;
}

/* The label of a loss that is certain. */
static enum analyze_label
label_of(const struct analyze_thresholds *t, const struct analyze_move *m)
{
	const double lost = isnan(m->span) ? m->lost : m->loss / m->span;
	enum analyze_label label = LABEL_NONE;
	for (int k = LABEL_NONE + 1; k < LABELS; k++)
		if (lost >= analyze_label_from(t, m)[k])
			label = (enum analyze_label)k;
	return label;
}

static void
conclude(const struct analyze_thresholds *t, struct analyze_move *m)
{
	const double *before = m->win_before, *after = m->mixed ? before : m->win_after;
	m->loss = m->mixed ? 0 : loss_of(m->value_before, m->value_after);
	if (isnan(m->pot))
		m->win_loss = loss_of(before[m->seat], after[m->seat]);
	m->lost = isnan(m->pot)	     ? m->win_loss
		  : m->loss > m->pot ? 1
				     : m->loss / m->pot; /* NAN: no loss is known */
	m->label = analyze_uncertain(m) ? LABEL_NONE : label_of(t, m);
}

bool
analyze_doubtful(const struct analyze_move *m, const struct analyze_thresholds *t)
{
	return analyze_uncertain(m) && label_of(t, m) != LABEL_NONE;
}

/* The best move and the one played, as a search of the decision has them; the latter's row. */
static const struct stats_move *
take_rows(struct analyze_move *m, const struct game *g, const struct state *root,
	  const struct snapshot *s, const struct stats_move *best)
{
	const struct stats_move *row = snapshot_find_equal(s, g, root, m->played);
	m->best = best->m;
	m->nodes = s->nodes;
	m->value_before = best->value[m->seat];
	memcpy(m->win_before, best->win, sizeof m->win_before);
	m->mixed = row != NULL && snapshot_mixes(s, row);
	if (row != NULL) {
		take_after(m, row->value[m->seat], row->win, row->status);
		m->loss_se = row->cost_se;
	}
	return row;
}

bool
analyze_by_search(struct analyze_move *m, const struct game *g, const struct state *root,
		  const struct snapshot *s, const struct analyze_thresholds *t)
{
	if (s->move_count == 0)
		return false;
	const struct stats_move *row = take_rows(m, g, root, s, snapshot_best(s));
	if (row == NULL || row->status == MOVE_UNSEARCHED)
		return false;
	conclude(t, m);
	return true;
}

void
analyze_question(const struct analysis *a, const struct analyze_move *m,
		 struct question *q)
{
	question_ask(q, &a->match, m->ply, m->open ? SEAT_ALL : m->seat);
	q->seed = question_seed(&a->match, a->options.seed, m->ply, q->viewer);
}

/* False: stopped. */
static bool
judge_by(struct analysis *a, const struct player *p, struct analyze_move *m)
{
	const struct game *g = analyze_game_of(a);
	const bool together = match_at_once(&a->match, m->ply);
	struct question q;
	struct snapshot s = { 0 };
	m->open = a->options.open && game_hidden(g) && !together;
	analyze_question(a, m, &q);
	if (!analyze_look_at(a, p, &q, &m->played, &s)) {
		question_close(&q);
		snapshot_free(&s);
		return !atomic_load(&a->stop);
	}
	const struct stats_move *best = snapshot_best(&s);
	const bool other = take_rows(m, g, &q.root, &s, best) != best;
	snapshot_free(&s);
	const bool stopped = other && (!game_hidden(g) || m->open) && !together &&
			     !analyze_is_exact(m->status) && !look_again(a, m, &q);
	question_close(&q);
	if (!stopped)
		conclude(&a->options.thresholds, m);
	return !stopped;
}

/* Ten times its limits, and as many more worlds as it may have. */
static void
work_harder(struct player *p)
{
	for (int i = 0; i < p->count; i++) {
		struct options *o = &p->part[i].options;
		struct limits *l = &p->part[i].limits;
		const int at = options_find(o, "worlds");
		char text[24];
		l->nodes *= HARDER;
		l->sims *= HARDER;
		if (at < 0)
			continue;
		const int64_t most = (int64_t)o->specs[at].max,
			      worlds = options_int(o, "worlds") * HARDER;
		snprintf(text, sizeof text, "%lld",
			 (long long)(worlds < most ? worlds : most));
		options_set(o, "worlds", text, NULL);
	}
}

/* A loss that would have a label but may be chance is searched again with ten times the work, and
 * with a hundred times, until it is certain or too small. False: stopped. */
static bool
analyze_judge(struct analysis *a, struct analyze_move *m)
{
	static _Thread_local struct player harder; /* large */
	if (!judge_by(a, &a->player, m))
		return false;
	int64_t nodes = m->nodes;
	harder = a->player;
	for (int k = 0; k < AGAIN && analyze_doubtful(m, &a->options.thresholds); k++) {
		work_harder(&harder);
		if (!judge_by(a, &harder, m))
			return false;
		nodes += m->nodes;
	}
	m->nodes = nodes;
	return true;
}

/* A run over all decisions. */
struct run {
	struct analysis *a;
	const struct progress *progress; /* NULL: none */
	int wake_fd, told;
};

static void
put_move(struct text *t, const struct analyze_move *m)
{
	const double real[] = { m->value_before, m->value_after, m->loss,
				m->loss_se,	 m->win_loss,	 m->lost };
	bytes_add_int(t, m->best);
	bytes_add_int(t, m->status);
	bytes_add_int(t, m->open);
	bytes_add_int(t, m->again);
	bytes_add_int(t, m->mixed);
	bytes_add_int(t, m->label);
	bytes_add_int(t, m->nodes);
	for (size_t i = 0; i < sizeof real / sizeof *real; i++)
		bytes_add_real(t, real[i]);
	for (int i = 0; i < SEATS_MAX; i++) {
		bytes_add_real(t, m->win_before[i]);
		bytes_add_real(t, m->win_after[i]);
	}
}

static void
take_move(struct bytes b, struct analyze_move *m)
{
	double *const real[] = { &m->value_before, &m->value_after, &m->loss,
				 &m->loss_se,	   &m->win_loss,    &m->lost };
	m->best = (move)bytes_int(&b);
	m->status = (uint8_t)bytes_int(&b);
	m->open = bytes_int(&b);
	m->again = bytes_int(&b);
	m->mixed = bytes_int(&b);
	m->label = (enum analyze_label)bytes_int(&b);
	m->nodes = bytes_int(&b);
	for (size_t i = 0; i < sizeof real / sizeof *real; i++)
		*real[i] = bytes_real(&b);
	for (int i = 0; i < SEATS_MAX; i++) {
		m->win_before[i] = bytes_real(&b);
		m->win_after[i] = bytes_real(&b);
	}
}

/* jobs: one decision that was not judged before. */
static bool
analyze_ask(void *self, int64_t job, struct text *bytes)
{
	const struct run *r = self;
	bytes_add_int(bytes, job);
	return !atomic_load_explicit(&r->a->move[job].done, memory_order_relaxed);
}

static bool
run_job(void *self, int worker, const struct text *bytes, struct text *result,
	struct status *st)
{
	struct analysis *a = ((struct run *)self)->a;
	struct bytes b = bytes_of(bytes);
	struct analyze_move m = a->move[bytes_int(&b)];
	(void)worker, (void)st;
	if (m.choices > 1 && !analyze_judge(a, &m))
		return false;
	put_move(result, &m);
	return true;
}

static bool
analyze_came(void *self, int64_t job, const struct text *result, struct status *st)
{
	struct analysis *a = ((struct run *)self)->a;
	struct analyze_move *m = &a->move[job];
	take_move(bytes_of(result), m);
	atomic_store_explicit(&m->done, true, memory_order_release);
	atomic_fetch_add(&a->done, 1);
	return true;
}

/* ---- opening ---- */

/* NULL: the pot gives no odds, so no sentence is about it. */
static const struct public_ops *
pots_of(const struct game *g)
{
	const struct public_ops *p = g->ops->public;
	return p != NULL && p->odds != NULL ? p : NULL;
}

bool
analyze_counts_points(const struct game *g)
{
	return g->trick->sheet != NULL || pots_of(g) != NULL;
}

/* Points between the best and the worst hand of a seat, where points are counted; NAN. */
static double
span_of(const struct game *g, int seat)
{
	struct state start;
	struct bounds b;
	if (g->trick->sheet == NULL || pots_of(g) != NULL)
		return (double)NAN;
	memset(&start, 0, sizeof start);
	g->rules->start(g, &start);
	g->knowledge->bounds(g, &start, &b);
	return (double)(b.high[seat] - b.low[seat]) / game_unit(g);
}

void
analyze_begin(struct analyze_move *m, const struct game *g, const struct state *s,
	      int ply, int seat, move played)
{
	static _Thread_local move moves[MOVES_MAX];
	const struct public_ops *p = pots_of(g);
	*m = (struct analyze_move){ .ply = ply,
				    .seat = seat,
				    .played = played,
				    .best = MOVE_NONE,
				    .status = MOVE_UNSEARCHED };
	m->choices = g->rules->moves(g, s, seat, moves);
	m->value_before = m->value_after = m->loss = m->win_loss = m->lost = (double)NAN;
	m->pot = p != NULL ? 2 * p->stake(g, s) : (double)NAN;
	m->span = span_of(g, seat);
	m->unit = p != NULL && p->blind != NULL ? p->blind(g, s) : 1;
	for (int i = 0; i < SEATS_MAX; i++)
		m->win_before[i] = m->win_after[i] = (double)NAN;
}

const char *
analyze_unit(const struct game *g)
{
	const struct public_ops *p = pots_of(g);
	return p != NULL && p->blind != NULL ? "big blinds" : game_told_name(g);
}

const struct analyze_measure *
analyze_measure(const struct game *g)
{
	static const struct analyze_measure win = { "win", "of wins",
						    "the win probability", false };
	static const struct analyze_measure pot = { "pot", "of the pot",
						    "the pot after a call", true };
	return pots_of(g) != NULL ? &pot : &win;
}

static void
list_decisions(struct analysis *a)
{
	const struct analyze_options *o = &a->options;
	for (int k = 0; k < a->match.at; k++) {
		const int seat = a->match.plies[k].seat;
		a->at_ply[k] = -1;
		if (seat < 0 || k < o->from ||
		    (o->person != SEAT_ALL && k >= o->closed && seat != o->person))
			continue;
		a->at_ply[k] = a->count;
		analyze_begin(&a->move[a->count++], analyze_game_of(a),
			      &a->match.states[k], k, seat, a->match.plies[k].m);
	}
}

/* Whether the search can play this game is checked now, instead of failing silently later. */
static bool
check_search(const struct analysis *a, struct status *st)
{
	const struct analyze_move *m = &a->move[0];
	struct search s;
	struct question q;
	question_ask(&q, &a->match, m->ply, a->options.open ? SEAT_ALL : m->seat);
	const struct search_job job = question_job(&q, &a->player, &a->calibration);
	const bool ok = search_open(&s, &job, st);
	if (ok)
		search_close(&s);
	question_close(&q);
	return ok;
}

struct analysis *
analysis_open(const struct analyze_options *o, struct status *st)
{
	const size_t bytes = (sizeof(struct analysis) + 63) & ~(size_t)63;
	struct analysis *a = aligned_alloc(64, bytes);
	if (a == NULL) {
		status_fail(st, "not enough memory for an analysis");
		return NULL;
	}
	memset(a, 0, bytes);
	match_copy(&a->match, o->match);
	a->options = *o;
	a->options.match = &a->match;
	a->player = *o->player;
	a->options.player = &a->player;
	if (o->calibration != NULL)
		a->calibration = *o->calibration;
	a->options.calibration = &a->calibration;
	a->move = calloc((size_t)a->match.at + 1, sizeof *a->move);
	a->at_ply = calloc((size_t)a->match.at + 1, sizeof *a->at_ply);
	const bool room = a->move != NULL && a->at_ply != NULL;
	if (room)
		list_decisions(a);
	if (!room)
		status_fail(st, "not enough memory for an analysis");
	else if (a->count == 0)
		status_fail(st, "nothing to judge: no decision has been made yet");
	else if (check_search(a, st))
		return a;
	analysis_close(a);
	return NULL;
}

/* ---- running ---- */

static bool
analyze_tick(void *self, int64_t ended)
{
	struct run *r = self;
	const int done = atomic_load(&r->a->done);
	if (r->wake_fd >= 0 && done != r->told && write(r->wake_fd, "a", 1) != 1) {
		/* A full pipe: whoever reads it wakes up anyway. */
	}
	r->told = done;
	if (r->progress != NULL &&
	    !progress_report(r->progress, done, r->a->count, "moves judged"))
		atomic_store(&r->a->stop, true);
	return !atomic_load(&r->a->stop);
}

static bool
analyze_run_all(struct analysis *a, int jobs, const struct progress *progress,
		int wake_fd)
{
	struct run r = { a, progress, wake_fd, 0 };
	const int64_t began = clock_now_us();
	const struct jobs j = { .count = a->count,
				.workers = jobs,
				.ask = analyze_ask,
				.run = run_job,
				.came = analyze_came,
				.tick = analyze_tick,
				.tick_ms = TICK_MS,
				.self = &r };
	jobs_run(&j, NULL);
	a->elapsed_us += clock_now_us() - began;
	return atomic_load(&a->done) == a->count;
}

bool
analysis_run(struct analysis *a, int jobs, const struct progress *progress)
{
	return analyze_run_all(a, jobs, progress, -1);
}

static void
analyze_work(void *self, int number)
{
	struct analysis *a = self;
	analyze_run_all(a, a->thread->jobs, NULL, a->thread->wake_fd);
	atomic_store(&a->thread->running, false);
	if (a->thread->wake_fd >= 0 && write(a->thread->wake_fd, "a", 1) != 1) {
		/* As above. */
	}
}

/* Waits for the thread, if there was one. */
static void
analyze_join(struct analysis *a)
{
	if (a->thread != NULL)
		crew_close(a->thread->crew);
	free(a->thread);
	a->thread = NULL;
}

bool
analysis_start(struct analysis *a, int jobs, int wake_fd, struct status *st)
{
	analyze_join(a);
	atomic_store(&a->stop, false);
	a->thread = calloc(1, sizeof *a->thread);
	if (a->thread == NULL)
		return status_fail(st, "not enough memory for an analysis");
	a->thread->jobs = jobs;
	a->thread->wake_fd = wake_fd;
	atomic_store(&a->thread->running, true);
	if (crew_start(&a->thread->crew, 1, analyze_work, a) == 1)
		return true;
	analyze_join(a);
	return status_fail(st, "the system has no more threads");
}

bool
analysis_running(const struct analysis *a)
{
	return a->thread != NULL && atomic_load(&a->thread->running);
}

void
analysis_stop(struct analysis *a)
{
	atomic_store(&a->stop, true);
}

void
analysis_pause(struct analysis *a, bool on)
{
	atomic_store(&a->pause, on);
}

void
analysis_close(struct analysis *a)
{
	if (a == NULL)
		return;
	analysis_stop(a);
	analysis_pause(a, false);
	analyze_join(a);
	free(a->move);
	free(a->at_ply);
	match_close(&a->match);
	free(a);
}

/* ---- asking ---- */

const struct analyze_move *
analysis_move(const struct analysis *a, int i)
{
	if (i < 0 || i >= a->count)
		return NULL;
	const bool done = atomic_load_explicit(&a->move[i].done, memory_order_acquire);
	return done ? &a->move[i] : NULL;
}

int
analysis_find(const struct analysis *a, int ply)
{
	return ply >= 0 && ply < a->match.at ? a->at_ply[ply] : -1;
}

bool
analysis_win(const struct analysis *a, int ply, float *win)
{
	const struct analyze_move *m = analysis_move(a, analysis_find(a, ply));
	if (m == NULL || isnan(m->win_before[0]))
		return false;
	for (int i = 0; i < SEATS_MAX; i++)
		win[i] = (float)m->win_before[i];
	return true;
}

int
analysis_costly(const struct analysis *a, int i, int step)
{
	for (i += step; i >= 0 && i < a->count; i += step) {
		const struct analyze_move *m = analysis_move(a, i);
		if (m != NULL && m->label != LABEL_NONE)
			return i;
	}
	return -1;
}

void
analysis_seat(const struct analysis *a, int seat, struct analyze_seat *out)
{
	double loss = 0, told = 0, lost = 0, offered = 0, kept = 0;
	int with_loss = 0, with_lost = 0;
	*out = (struct analyze_seat){ 0 };
	for (int i = 0; i < a->count; i++) {
		const struct analyze_move *m = analysis_move(a, i);
		if (m == NULL || m->seat != seat || m->choices < 2)
			continue;
		out->decisions++;
		out->count[m->label]++;
		if (!isnan(m->loss)) {
			with_loss++;
			loss += m->loss;
			told += m->loss / m->unit;
		}
		if (!isnan(m->lost)) {
			const double whole = isnan(m->pot) ? m->win_before[seat] : m->pot;
			with_lost++;
			lost += m->lost;
			offered += whole;
			kept += whole - m->lost * (isnan(m->pot) ? 1 : m->pot);
		}
	}
	out->loss = with_loss > 0 ? loss / with_loss : (double)NAN;
	out->told = with_loss > 0 ? told / with_loss : (double)NAN;
	out->lost = with_lost > 0 ? lost / with_lost : (double)NAN;
	out->accuracy = offered > 0 ? kept / offered : (double)NAN;
}
