/*
 * calibrate.c - fits win probabilities on self-play. See calibrate.h for the procedure.
 *
 * So that the positions are not all of one player's making, one move in eight is the game's
 * own quick policy's (or a random one) and is not an observation.
 * Likelihood of one stage: sum over observations of sum_i share_i * log p_i, with
 * p_i = exp(beta v_i) / sum_j exp(beta v_j). Its second derivative is minus the variance of v
 * under p: concave, so Newton's method with halved steps finds the one maximum.
 */
#include "src/lab/calibrate.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/jobs.h"
#include "src/core/equity.h"
#include "src/core/past.h"
#include "src/core/question.h"
#include "src/core/search.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEALS_DEFAULT	400
#define GAME_DEALS	4 /* in a game that deals again */
#define STRAY_ONE_IN	8
#define HELD_OUT	4 /* every fourth game */
#define SAMPLES_IN_GAME 512
#define MATCH_SAMPLE	8 /* one decision in so many is measured */
#define BETA_MAX	50.0
#define STAGE_MIN	200 /* observations a stage needs for a beta of its own */
#define RIDGE		1e-6

/* ---- the fit ---- */

static void
softmax(const struct calibrate_sample *s, int seats, double beta, double *p)
{
	double top = -(double)INFINITY, sum = 0;
	for (int i = 0; i < seats; i++)
		top = fmax(top, (double)s->value[i]);
	for (int i = 0; i < seats; i++)
		sum += p[i] = exp(beta * ((double)s->value[i] - top));
	for (int i = 0; i < seats; i++)
		p[i] /= sum;
}

/* stage -1: all. */
static bool
takes_part(const struct calibrate_sample *s, int stage)
{
	return !s->held_out && (stage < 0 || s->stage == stage);
}

struct slope {
	double likelihood, first, second;
	int64_t count;
};

static struct slope
slope_at(const struct calibrate_sample *sample, int64_t count, int seats, int stage,
	 double beta)
{
	struct slope s = { .likelihood = -RIDGE * beta * beta / 2,
			   .first = -RIDGE * beta,
			   .second = -RIDGE };
	for (int64_t k = 0; k < count; k++) {
		if (!takes_part(&sample[k], stage))
			continue;
		double p[SEATS_MAX], mean = 0, square = 0, won = 0;
		softmax(&sample[k], seats, beta, p);
		for (int i = 0; i < seats; i++) {
			const double v = (double)sample[k].value[i];
			const double share = (double)sample[k].share[i];
			mean += p[i] * v;
			square += p[i] * v * v;
			won += share * v;
			s.likelihood += share > 0 ? share * log(fmax(p[i], 1e-300)) : 0;
		}
		s.first += won - mean;
		s.second -= square - mean * mean;
		s.count++;
	}
	return s;
}

/* The beta >= 0 that fits best; a higher value never means a smaller chance. */
static double
fit_beta(const struct calibrate_sample *sample, int64_t count, int seats, int stage,
	 int64_t *used)
{
	double beta = 0;
	struct slope s = slope_at(sample, count, seats, stage, beta);
	*used = s.count;
	for (int round = 0; round < 60; round++) {
		double step = -s.first / s.second;
		struct slope next;
		double to;
		for (int half = 0;; half++, step /= 2) {
			to = fmin(fmax(beta + step, 0), BETA_MAX);
			next = slope_at(sample, count, seats, stage, to);
			if (next.likelihood >= s.likelihood || half == 30)
				break;
		}
		const bool still = fabs(to - beta) < 1e-9 * (1 + beta);
		beta = to;
		s = next;
		if (still)
			break;
	}
	return beta;
}

static void
score_sample(const struct calibrate_sample *s, int seats, struct calibrate_result *r)
{
	double p[SEATS_MAX];
	softmax(s, seats, r->cal.beta[s->stage], p);
	for (int i = 0; i < seats; i++) {
		const double share = (double)s->share[i], flat = 1.0 / seats;
		r->brier += (p[i] - share) * (p[i] - share);
		r->brier_uniform += (flat - share) * (flat - share);
		const int bin =
			p[i] >= 1 ? RELIABILITY_BINS - 1 : (int)(p[i] * RELIABILITY_BINS);
		r->bin[bin].predicted += p[i];
		r->bin[bin].observed += share;
		r->bin[bin].count++;
	}
	r->held_out++;
}

void
calibrate_fit(const struct calibrate_sample *sample, int64_t count, int seats,
	      struct calibrate_result *r)
{
	int64_t used;
	r->held_out = 0;
	r->brier = r->brier_uniform = 0;
	memset(r->bin, 0, sizeof r->bin);
	const double pooled = fit_beta(sample, count, seats, -1, &used);
	r->cal = (struct calibration){ .stages = CALIBRATION_STAGES, .positions = used };
	for (int k = 0; k < CALIBRATION_STAGES; k++) {
		const double own = fit_beta(sample, count, seats, k, &used);
		r->cal.beta[k] = used >= STAGE_MIN ? own : pooled;
	}
	for (int64_t k = 0; k < count; k++)
		if (sample[k].held_out)
			score_sample(&sample[k], seats, r);
	for (int i = 0; i < RELIABILITY_BINS; i++) {
		const double n = r->bin[i].count > 0 ? (double)r->bin[i].count : 1;
		r->bin[i].predicted /= n;
		r->bin[i].observed /= n;
	}
	const double n = r->held_out > 0 ? (double)r->held_out : (double)NAN;
	r->brier /= n;
	r->brier_uniform /= n;
	r->cal.brier = r->brier;
}

/* ---- matches ---- */

static void
count_bin(struct reliability *bins, double predicted, double observed)
{
	const int at = predicted >= 1 ? RELIABILITY_BINS - 1
				      : (int)(predicted * RELIABILITY_BINS);
	bins[at].predicted += predicted;
	bins[at].observed += observed;
	bins[at].count++;
}

/* Of samples whose values are win probabilities and whose stages are parts of the match. */
static void
measure_matches(const struct calibrate_sample *sample, int64_t count, int seats,
		struct calibrate_result *r)
{
	for (int64_t k = 0; k < count; k++)
		for (int i = 0; i < seats; i++) {
			const double p = (double)sample[k].value[i];
			const double won = (double)sample[k].share[i];
			r->brier += (p - won) * (p - won) / (double)count;
			r->brier_uniform +=
				(1.0 / seats - won) * (1.0 / seats - won) / (double)count;
			count_bin(r->part[sample[k].stage], p, won);
			count_bin(r->part[MATCH_PARTS], p, won);
		}
	for (int part = 0; part <= MATCH_PARTS; part++)
		for (int i = 0; i < RELIABILITY_BINS; i++) {
			struct reliability *b = &r->part[part][i];
			b->predicted /= b->count > 0 ? (double)b->count : 1;
			b->observed /= b->count > 0 ? (double)b->count : 1;
		}
	r->held_out = count;
	r->matches = true;
}

double
calibrate_error(const struct reliability *bin)
{
	double sum = 0, all = 0;
	for (int i = 0; i < RELIABILITY_BINS; i++) {
		sum += fabs(bin[i].predicted - bin[i].observed) * (double)bin[i].count;
		all += (double)bin[i].count;
	}
	return all > 0 ? sum / all : (double)NAN;
}

/* ---- hands ---- */

/* Of settled values against the searches' of a stage (-1: of all), both from `mean`. */
struct regression_sums {
	double settled, value, both; /* sums of squares and products */
	double count;
};

static struct regression_sums
add_squares(const struct calibrate_sample *sample, int64_t count, int seats, int stage,
	    bool ahead, double mean)
{
	struct regression_sums m = { 0 };
	for (int64_t k = 0; k < count; k++)
		for (int i = 0; i < seats && takes_part(&sample[k], stage); i++) {
			const double y = (double)sample[k].settled[i] - mean;
			const double v = (double)sample[k].value[i];
			const double x = ahead ? v / 2 : v - mean;
			m.settled += y * y;
			m.value += x * x;
			m.both += x * y;
			m.count++;
		}
	return m;
}

/* Least squares: the slope, and what it leaves of the spread of all hands. */
static void
fit_stage(const struct regression_sums *m, const struct regression_sums *all,
	  double *slope, double *spread)
{
	*slope = m->value > 0 ? m->both / m->value : 1;
	const double rest = fmax(m->settled - *slope * m->both, 0) / m->count;
	*spread = all->settled > 0 ? sqrt(rest / (all->settled / all->count)) : 0;
}

/* Deals spread evenly over those that were played. */
static double
choose_hands(const struct calibrate_sample *sample, int64_t count, int seats,
	     struct calibration_hands *h)
{
	double mean = 0;
	int64_t deals = 0, at = 0, taken = 0;
	for (int64_t k = 0; k < count; k++)
		deals += sample[k].first && !sample[k].held_out;
	for (int64_t k = 0; k < count; k++) {
		if (!sample[k].first || sample[k].held_out)
			continue;
		for (int i = 0; i < seats; i++)
			mean += (double)sample[k].settled[i] / (double)(deals * seats);
		if (at++ * CALIBRATION_HANDS / deals < taken ||
		    h->count == CALIBRATION_HANDS)
			continue;
		taken++;
		for (int i = 0; i < seats; i++)
			h->value[h->count][i] =
				(int16_t)lrint((double)sample[k].settled[i]);
		h->count++;
	}
	return mean;
}

void
calibrate_fit_hands(const struct calibrate_sample *sample, int64_t count, int seats,
		    bool ahead, struct calibrate_result *r)
{
	struct calibration_hands *h = &r->cal.hands;
	*h = (struct calibration_hands){ .stages = CALIBRATION_STAGES,
					 .slopes = CALIBRATION_STAGES };
	const double mean = choose_hands(sample, count, seats, h);
	const struct regression_sums all =
		add_squares(sample, count, seats, -1, ahead, mean);
	for (int k = 0; k < CALIBRATION_STAGES; k++) {
		const struct regression_sums m =
			add_squares(sample, count, seats, k, ahead, mean);
		h->slope[k] = k > 0 ? h->slope[k - 1] : 1;
		h->spread[k] = k > 0 ? h->spread[k - 1] : 1;
		if (m.count >= STAGE_MIN * seats)
			fit_stage(&m, &all, &h->slope[k], &h->spread[k]);
	}
	r->hands = true;
	r->positions = (int64_t)all.count / seats;
}

/* ---- self-play ---- */

struct game_samples {
	struct calibrate_sample sample[SAMPLES_IN_GAME];
	int count, open; /* samples from open on wait for their deal to settle */
	int deals;
};

struct calibrating {
	const struct calibrate_options *o;
	struct calibration cal; /* of the user, with o->matches */
	struct player player;
	struct calibrate_sample *all; /* of all games, in their order */
	int64_t count, room, deals, games;
};

static void
settle_line(const struct game *g, const struct state *s, struct game_samples *line)
{
	int32_t value[SEATS_MAX];
	const double unit = game_unit(g);
	struct sheet sheet = { 0 };
	g->knowledge->evaluate(g, s, value);
	if (g->trick->sheet != NULL)
		g->trick->sheet(g, s, &sheet);
	int32_t top = value[0];
	int winners = 0;
	for (int i = 1; i < g->seats; i++)
		top = value[i] > top ? value[i] : top;
	for (int i = 0; i < g->seats; i++)
		winners += value[i] == top;
	for (bool first = true; line->open < line->count; line->open++, first = false) {
		line->sample[line->open].first = first;
		for (int i = 0; i < g->seats; i++) {
			struct calibrate_sample *sample = &line->sample[line->open];
			sample->share[i] = value[i] == top ? 1.0f / (float)winners : 0;
			sample->settled[i] = (float)((double)value[i] / unit);
			if (sheet.ahead)
				sample->settled[i] = (float)sheet.hand[i];
		}
	}
	line->deals++;
}

static void
calibrate_note_value(const struct game *g, const struct state *s,
		     const struct snapshot *live, bool held_out,
		     struct game_samples *line)
{
	if (line->count == SAMPLES_IN_GAME)
		return;
	struct calibrate_sample *sample = &line->sample[line->count];
	*sample = (struct calibrate_sample){ .held_out = held_out };
	for (int i = 0; i < g->seats; i++) {
		if (!isfinite(live->value[i]))
			return;
		sample->value[i] = (float)live->value[i];
	}
	const int stage = game_progress(g, s) * CALIBRATION_STAGES / 1001;
	sample->stage = (uint8_t)stage;
	line->count++;
}

/* The part of a match: by how near its end a total is. */
static int
calibrate_part_of(const struct sheet *sheet, int seats)
{
	double done = 0;
	for (int i = 0; i < seats; i++) {
		const double t = sheet->total[i];
		done = fmax(done, t > 0 ? t / sheet->to : t / fmin(sheet->down_to, -1));
	}
	return done >= 1 ? MATCH_PARTS - 1 : (int)(done * MATCH_PARTS);
}

/* One decision in MATCH_SAMPLE, with the chance of every seat to win the match. */
static void
note_match(const struct calibrating *w, const struct state *s,
	   const struct snapshot *live, uint64_t seed, struct game_samples *line)
{
	const struct game *g = w->o->game;
	struct calibrate_sample *sample = &line->sample[line->count];
	struct sheet sheet;
	double win[SEATS_MAX];
	if (line->count == SAMPLES_IN_GAME || seed % MATCH_SAMPLE != 0 ||
	    !equity_sheet(&w->cal, g, s, &sheet))
		return;
	equity_win(&w->cal, &sheet, g->seats, game_progress(g, s), live->value, win);
	if (!isfinite(win[0]))
		return;
	*sample = (struct calibrate_sample){
		.stage = (uint8_t)calibrate_part_of(&sheet, g->seats)
	};
	for (int i = 0; i < g->seats; i++)
		sample->value[i] = (float)win[i];
	line->count++;
}

/* The match is over: its win is shared by the seats with the best points. */
static void
settle_match(const struct game *g, const struct state *s, struct game_samples *line)
{
	int32_t points[SEATS_MAX] = { 0 }, best = INT32_MIN;
	int winners = 0;
	g->rules->points(g, s, points);
	for (int i = 0; i < g->seats; i++)
		best = points[i] > best ? points[i] : best;
	for (int i = 0; i < g->seats; i++)
		winners += points[i] == best;
	for (; line->open < line->count; line->open++)
		for (int i = 0; i < g->seats; i++)
			line->sample[line->open].share[i] =
				points[i] == best ? 1.0f / (float)winners : 0;
	line->deals++;
}

static move
calibrate_searched_move(struct calibrating *w, const struct state *s,
			const struct past *past, int seat, uint64_t seed, bool held_out,
			struct game_samples *line, struct status *st)
{
	const struct game *g = w->o->game;
	struct search search;
	struct question q;
	question_of_state(&q, g, s, seat, seed);
	struct search_job job = question_job(&q, &w->player, NULL);
	job.past = past;
	job.stop = w->o->progress.stop;
	job.bounded = true;
	if (!search_open(&search, &job, st))
		return MOVE_NONE;
	search_run(&search);
	if (snapshot_failed(&search.live, st)) {
		search_close(&search);
		return MOVE_NONE;
	}
	if (w->o->matches)
		note_match(w, s, &search.live, seed, line);
	else if (search.live.stop != STOP_ONLY_MOVE)
		calibrate_note_value(g, s, &search.live, held_out, line);
	const move m = search_choice(&search);
	search_close(&search);
	return m;
}

/* The move of chance, the only one of a seat, or with `stray` now and then the quick player's.
 * False: the player has to choose. */
static bool
is_unasked(const struct game *g, const struct state *s, int seat, bool stray,
	   struct rng *rng, move *m)
{
	move all[MOVES_MAX];
	if (seat == SEAT_CHANCE)
		*m = g->chance->sample(g, s, rng);
	else if (g->rules->moves(g, s, seat, all) == 1)
		*m = all[0];
	else if (stray && rng_below(rng, STRAY_ONE_IN) == 0)
		*m = game_quick_move(g, s, seat, rng);
	else
		return false;
	return true;
}

/* False: st, or stopped. */
static bool
calibrate_play_game(struct calibrating *w, int64_t job, struct game_samples *line,
		    struct status *st)
{
	struct past past = { 0 };
	struct game own = *w->o->game; /* with the positions before */
	const struct game *g = &own;
	struct rng rng;
	struct state s;
	memset(&s, 0, sizeof s);
	own.past = &past;
	const uint64_t seed = rng_fork(w->o->seed, (uint64_t)job);
	rng_seed(&rng, seed);
	g->rules->start(g, &s);
	bool was_settled = false;
	const bool matches = w->o->matches;
	for (uint64_t ply = 0; matches || line->deals < GAME_DEALS; ply++) {
		const bool settled = g->rules->settled(g, &s);
		if (settled && !was_settled && ply > 1 && !matches)
			settle_line(g, &s, line);
		was_settled = settled;
		const int seat = game_mover(g, &s);
		move m;
		if (seat == SEAT_NONE && matches)
			settle_match(g, &s, line);
		if (seat == SEAT_NONE)
			break;
		if (!is_unasked(w->o->game, &s, seat, !matches, &rng, &m))
			m = calibrate_searched_move(w, &s, &past, seat,
						    rng_fork(seed, ply),
						    job % HELD_OUT == HELD_OUT - 1, line,
						    st);
		if (st->failed || progress_stopped(&w->o->progress))
			return false;
		if (m == MOVE_NONE)
			break;
		g->rules->play(g, &s, seat, m, &s);
	}
	line->count = line->open; /* what never settled is no observation */
	return true;
}

static void
put_sample(struct text *t, const struct calibrate_sample *s, int seats)
{
	bytes_add_int(t, s->stage);
	bytes_add_int(t, s->held_out);
	bytes_add_int(t, s->first);
	for (int i = 0; i < seats; i++) {
		bytes_add_real(t, (double)s->value[i]);
		bytes_add_real(t, (double)s->share[i]);
		bytes_add_real(t, (double)s->settled[i]);
	}
}

static void
take_sample(struct bytes *b, struct calibrate_sample *s, int seats)
{
	*s = (struct calibrate_sample){ 0 };
	s->stage = (uint8_t)bytes_int(b);
	s->held_out = bytes_int(b);
	s->first = bytes_int(b);
	for (int i = 0; i < seats; i++) {
		s->value[i] = (float)bytes_real(b);
		s->share[i] = (float)bytes_real(b);
		s->settled[i] = (float)bytes_real(b);
	}
}

/* A job's result: the deals of a game, and its observations. */
static bool
calibrate_run_game(void *self, int worker, const struct text *bytes, struct text *result,
		   struct status *st)
{
	struct calibrating *w = self;
	struct bytes b = bytes_of(bytes);
	struct game_samples *line = calloc(1, sizeof *line);
	if (line == NULL)
		return status_fail(st, "not enough memory for a game");
	const bool ok = calibrate_play_game(w, bytes_int(&b), line, st);
	bytes_add_int(result, line->deals);
	bytes_add_int(result, line->count);
	for (int i = 0; i < line->count; i++)
		put_sample(result, &line->sample[i], w->o->game->seats);
	free(line);
	return ok;
}

static void
calibrate_merge(void *self, int64_t game, const struct text *result)
{
	struct calibrating *w = self;
	struct bytes b = bytes_of(result);
	w->deals += bytes_int(&b);
	const int64_t count = bytes_int(&b);
	if (w->count + count > w->room) {
		w->room = 2 * (w->count + count);
		w->all = realloc(w->all, (size_t)w->room * sizeof *w->all);
		if (w->all == NULL)
			BUG("not enough memory for %lld observations",
			    (long long)w->room);
	}
	for (int64_t i = 0; i < count; i++)
		take_sample(&b, &w->all[w->count++], w->o->game->seats);
}

static bool
calibrate_tick(void *self, int64_t ended)
{
	const struct calibrating *w = self;
	return progress_report(&w->o->progress, ended, w->games, "games");
}

bool
calibrate_run(const struct calibrate_options *o, struct calibrate_result *r,
	      struct status *st)
{
	memset(r, 0, sizeof *r);
	if ((o->hands || o->matches) && o->game->trick->sheet == NULL)
		return status_fail(st, "%s is not a match of several hands",
				   o->game->ops->title);
	const int64_t began = clock_now_us();
	struct calibrating w = { .o = o };
	const int64_t deals = o->deals > 0 ? o->deals : DEALS_DEFAULT;
	const int each = !o->matches && o->game->traits & TRAIT_CHANCE ? GAME_DEALS : 1;
	if (!player_parse(&w.player, o->player != NULL ? o->player : PLAYER_DEFAULT,
			  o->catalog, o->game, st))
		return false;
	if (w.player.human)
		return status_fail(st, "expected a search to calibrate, not a person");
	player_single_thread(&w.player);
	snprintf(r->player, sizeof r->player, "%s", w.player.text);
	if (o->matches) {
		calibration_load(&w.cal, o->game, st);
		if (w.cal.hands.count == 0)
			return !st->failed &&
			       status_fail(st,
					   "no hands were learned for this variant; see "
					   "plyscope calibrate %s --hands",
					   o->game->ops->key);
	}
	w.games = (deals + each - 1) / each;
	const struct jobs jobs = { .count = w.games,
				   .workers = o->jobs,
				   .run = calibrate_run_game,
				   .merge = calibrate_merge,
				   .tick = calibrate_tick,
				   .tick_ms = 200,
				   .self = &w };
	struct status failed = { 0 };
	jobs_run(&jobs, &failed);
	bool ok = !failed.failed || status_fail(st, "%s", failed.text);
	r->deals = w.deals;
	if (ok && w.count == 0)
		ok = status_fail(st, "%s gave no values to calibrate on", r->player);
	else if (ok && o->matches)
		measure_matches(w.all, w.count, o->game->seats, r);
	else if (ok && o->hands)
		calibrate_fit_hands(w.all, w.count, o->game->seats,
				    (o->game->traits & TRAIT_TEAMS) != 0, r);
	else if (ok)
		calibrate_fit(w.all, w.count, o->game->seats, r);
	if (ok && !o->hands && r->held_out == 0)
		ok = status_fail(st,
				 "%lld games leave no position to check the fit on: give "
				 "more with --games",
				 (long long)deals);
	free(w.all);
	r->elapsed_us = clock_now_us() - began;
	return ok;
}
