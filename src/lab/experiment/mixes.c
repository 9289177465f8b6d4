/*
 * mixes.c - how far the strategies of searches are from a reference's, in a game of private hands.
 *
 * A position is dealt: `before` plays both seats until the betting of `round` begins; hands that
 * end sooner, or are all in by then, are dealt again. There each player and `reference` search for
 * the seat to move. An observation is a position:
 *   LABEL        how much its hands do otherwise than the reference's: half the differences of the
 *                shares of the moves, %
 *   LABEL worth  how far their worth is from the reference's, big blinds
 *   LABEL s      processor time of the search, seconds; of the reference too
 * Means over classes of hands, by how much of each comes there in the reference's solution.
 */
#include "src/lab/experiment/kinds.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/jobs.h"
#include "src/core/public.h"
#include "src/core/question.h"
#include "src/core/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEALS_MOST 10000 /* again, until a hand gets there */

enum { OTHERWISE, WORTH, SECONDS, FIGURES };

struct mixes_plan {
	struct experiment_run *run;
	struct setup setup;
	struct player player[EXPERIMENT_PLAYERS + 1],
		before; /* the last: the reference */
	const char *label[EXPERIMENT_PLAYERS + 1];
	int players; /* without the reference */
	int64_t deals, round;
	atomic_bool stop;
	double *found; /* [player][figure][deal]; NAN: not measured */
};

/* ---- positions --------------------------------------------------------------------------- */

/* Runs a search for the seat to move; false: st, or stopped. The caller closes it. */
static bool
mixes_think(struct mixes_plan *w, const struct player *player, const struct state *at,
	    uint64_t seed, struct search *s, struct status *st)
{
	const struct game *g = &w->setup.game;
	struct question q;
	question_of_state(&q, g, at, game_mover(g, at), seed);
	struct search_job job = question_job(&q, player, NULL);
	job.stop = &w->stop;
	job.bounded = true;
	if (!search_open(s, &job, st))
		return false;
	search_run(s);
	return true;
}

/* The next move of a hand that `before` plays; false: st, or stopped. */
static bool
mixes_play_on(struct mixes_plan *w, struct state *at, struct rng *rng, struct status *st)
{
	const struct game *g = &w->setup.game;
	const int seat = game_mover(g, at);
	struct search s;
	move m;
	if (seat == SEAT_CHANCE) {
		m = g->chance->sample(g, at, rng);
	} else {
		if (!mixes_think(w, &w->before, at, rng_next(rng), &s, st))
			return false;
		m = search_choice(&s);
		search_close(&s);
	}
	if (m != MOVE_NONE)
		g->rules->play(g, at, seat, m, at);
	return m != MOVE_NONE;
}

/* Whether the betting of the round begins here; *over: it cannot any more. */
static bool
is_there(const struct mixes_plan *w, const struct state *at, bool *over)
{
	const struct game *g = &w->setup.game;
	const struct deck_ops *deck = g->ops->public->deck;
	const int seat = game_mover(g, at);
	*over = seat == SEAT_NONE || (seat != SEAT_CHANCE &&
				      (deck->folded(g, at) >= 0 || deck->all_in(g, at) ||
				       g->rules->settled(g, at)));
	return !*over && seat != SEAT_CHANCE && deck->round(g, at) == w->round;
}

static bool
mixes_deal(struct mixes_plan *w, int64_t number, struct state *out, struct status *st)
{
	const struct game *g = &w->setup.game;
	struct rng rng;
	rng_seed(&rng, rng_fork(w->run->seed, (uint64_t)number));
	for (int i = 0; i < DEALS_MOST; i++) {
		bool over = false;
		memset(out, 0, sizeof *out);
		g->rules->start(g, out);
		while (!is_there(w, out, &over) && !over)
			if (!mixes_play_on(w, out, &rng, st))
				return false;
		if (!over)
			return true;
	}
	return status_fail(st, "no hand gets to round %lld", (long long)w->round);
}

/* ---- figures ----------------------------------------------------------------------------- */

static double
mixes_share_of(const struct stats_hands *h, int class, move m)
{
	for (int i = 0; i < h->actions; i++)
		if (h->action[i] == m)
			return (double)h->mix[class][i];
	return 0;
}

static double
half_difference(const struct stats_hands *a, const struct stats_hands *b, int class)
{
	double sum = 0;
	for (int i = 0; i < a->actions; i++)
		sum += fabs((double)a->mix[class][i] -
			    mixes_share_of(b, class, a->action[i]));
	for (int i = 0; i < b->actions; i++) {
		bool both = false;
		for (int k = 0; k < a->actions; k++)
			both |= a->action[k] == b->action[i];
		sum += both ? 0 : (double)b->mix[class][i];
	}
	return sum / 2;
}

static void
mixes_compare(const struct stats_hands *mine, const struct stats_hands *reference,
	      double blind, double *figure)
{
	double weight = 0, otherwise = 0, worth = 0;
	for (int c = 0; c < reference->classes; c++) {
		const double w = (double)reference->weight[c];
		const double far = (double)mine->value[c] - (double)reference->value[c];
		if (!(w > 0) || isnan(far))
			continue;
		weight += w;
		otherwise += w * half_difference(reference, mine, c);
		worth += w * fabs(far);
	}
	figure[OTHERWISE] = weight > 0 ? 100 * otherwise / weight : (double)NAN;
	figure[WORTH] = weight > 0 ? worth / weight / blind : (double)NAN;
}

/* All players on one position; the reference is the first to search. */
static bool
measure_deal(void *self, int worker, const struct text *bytes, struct text *result,
	     struct status *st)
{
	struct bytes b = bytes_of(bytes);
	struct mixes_plan *w = self;
	const struct game *g = &w->setup.game;
	static _Thread_local struct stats_hands reference;
	static _Thread_local double figure[EXPERIMENT_PLAYERS + 1][FIGURES];
	const int64_t number = bytes_int(&b);
	const struct public_ops *ops = g->ops->public;
	struct state at;
	if (!mixes_deal(w, number, &at, st))
		return false;
	const double blind = ops->blind != NULL ? ops->blind(g, &at) : 1;
	for (int i = w->players; i >= 0; i--) {
		struct search s;
		const int64_t began = clock_thread_us();
		if (!mixes_think(w, &w->player[i], &at, rng_fork(w->run->seed, 1), &s,
				 st)) {
			status_prefix(st, "player %s", w->label[i]);
			return false;
		}
		static const struct stats_hands none;
		const struct stats_hands *hands = snapshot_hands(&s.live);
		if (hands == NULL)
			hands = &none;
		if (i == w->players)
			reference = *hands;
		mixes_compare(hands, &reference, blind, figure[i]);
		figure[i][SECONDS] = (double)(clock_thread_us() - began) / 1e6;
		search_close(&s);
	}
	for (int i = 0; i <= w->players; i++)
		for (int k = 0; k < FIGURES; k++)
			bytes_add_real(result, figure[i][k]);
	return !atomic_load(&w->stop);
}

static void
merge_deal(void *self, int64_t number, const struct text *result)
{
	struct mixes_plan *w = self;
	struct bytes b = bytes_of(result);
	for (int i = 0; i <= w->players; i++)
		for (int k = 0; k < FIGURES; k++)
			w->found[(i * FIGURES + k) * w->deals + number] = bytes_real(&b);
}

static bool
mixes_tick(void *self, int64_t ended)
{
	struct mixes_plan *w = self;
	return experiment_progress(w->run, ended, w->deals, "positions");
}

/* ---- the plan ---------------------------------------------------------------------------- */

static bool
mixes_read_player(const struct mixes_plan *w, const struct experiment_part *p,
		  const char *key, struct player *out, struct status *st)
{
	const struct experiment *e = w->run->e;
	const char *text = experiment_get(e, p, key);
	if (text == NULL)
		return status_fail(st, "%s: part \"%s\" has no %s", e->path, p->name,
				   key);
	if (player_parse(out, text, w->run->o->catalog, &w->setup.game, st)) {
		player_single_thread(out);
		return true;
	}
	experiment_blame(e, p, key, st);
	return false;
}

static bool
mixes_prepare(struct mixes_plan *w, struct experiment_run *run,
	      const struct experiment_part *p, struct status *st)
{
	*w = (struct mixes_plan){ .run = run };
	if (!experiment_setup(run, p, &w->setup, st))
		return false;
	const struct game *g = &w->setup.game;
	if (g->ops->public == NULL || g->ops->public->deck == NULL)
		return status_fail(st, "%s has no rounds of private hands",
				   g->ops->title);
	w->players = experiment_players(run, p, g, 1, w->player, w->label, st);
	if (w->players == 0)
		return false;
	for (int i = 0; i < w->players; i++)
		player_single_thread(&w->player[i]);
	w->label[w->players] = "reference";
	w->deals = experiment_amount(run, p, "deals", st);
	if (w->deals == 0 || !mixes_read_player(w, p, "before", &w->before, st) ||
	    !mixes_read_player(w, p, "reference", &w->player[w->players], st) ||
	    !experiment_count(run->e, p, "round", 0, 3, 0, &w->round, st))
		return false;
	const size_t all = (size_t)((w->players + 1) * FIGURES * w->deals);
	w->found = malloc(all * sizeof *w->found);
	if (w->found == NULL)
		return status_fail(st, "not enough memory for so many positions");
	for (size_t i = 0; i < all; i++)
		w->found[i] = (double)NAN;
	return true;
}

static void
mixes_add_cells(const struct mixes_plan *w)
{
	static const char *const what[FIGURES] = { "", " worth", " s" };
	for (int k = 0; k < FIGURES; k++)
		for (int i = 0; i < w->players + (k == SECONDS); i++) {
			char name[EXPERIMENT_TEXT];
			snprintf(name, sizeof name, "%.40s%s", w->label[i], what[k]);
			experiment_add(w->run, name, (double)NAN, (double)NAN,
				       w->found + (i * FIGURES + k) * w->deals, w->deals);
		}
}

static bool
mixes_part(struct experiment_run *run, const struct experiment_part *p, struct status *st)
{
	struct mixes_plan *w = malloc(sizeof *w);
	if (w == NULL)
		return status_fail(st, "not enough memory for an experiment");
	const bool ok = mixes_prepare(w, run, p, st);
	if (ok) {
		const struct jobs jobs = { .run = measure_deal,
					   .merge = merge_deal,
					   .count = w->deals,
					   .workers = run->o->jobs,
					   .tick = mixes_tick,
					   .tick_ms = 200,
					   .stop = &w->stop,
					   .self = w };
		jobs_run(&jobs, &run->st);
		mixes_add_cells(w);
		free(w->found);
	}
	free(w);
	return ok;
}

const struct experiment_kind experiment_mixes = {
	.key = "mixes",
	.summary = "distance of the strategies of searches from a reference",
	.settings = "game|variant|round|before|reference|deals|full deals",
	.cell = "reference",
	.run = mixes_part,
};
