/*
 * imitate.c - see imitate.h.
 *
 * A job is a game: its result are the moves, which are played again here to describe them, so that
 * the examples are the same for any number of workers.
 */
#include "src/lab/imitate.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/core/infer.h"
#include "src/lab/softmax_fit.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLAYER_DEFAULT "hard"
#define RIDGE	       1.0 /* held-out losses of 0.3 and of 3 are the same to three digits */
#define STEPS	       400

struct imitating {
	const struct self_play *o;
	struct player player;
	int64_t deals;
	struct examples choices;
	int kinds[SOFTMAX_FEATURES]; /* of a feature: the place of its kind in score[] */
	double weight[SOFTMAX_FEATURES];
	struct imitate_result *r;
	bool no_memory;
};

/* ---- games ---- */

static move
imitate_searched_move(const struct imitating *w, struct kit *kit, const struct state *s,
		      int seat, uint64_t seed, struct status *st)
{
	struct search search;
	if (!self_play_search(w->o, &w->player, kit, s, seat, seed, &search, st))
		return MOVE_NONE;
	const move m = search_choice(&search);
	search_close(&search);
	return m;
}

/* The next move of a game; *example: it is the player's, chosen among several. */
static move
imitate_next_move(const struct imitating *w, struct kit *kit, const struct state *s,
		  uint64_t seed, struct rng *rng, bool *example, struct status *st)
{
	const int seat = game_mover(w->o->game, s);
	move m = MOVE_NONE;
	*example = seat != SEAT_NONE && !self_play_unasked(w->o, s, seat, true, rng, &m);
	if (!*example)
		return m;
	return imitate_searched_move(w, kit, s, seat, seed, st);
}

/* Plays a game: its moves, each with whether it is an example. False: st, or stopped. */
static bool
imitate_play_game(const struct imitating *w, struct kit *kit, uint64_t seed,
		  struct text *result, struct status *st)
{
	const struct game *g = w->o->game;
	struct rng rng;
	struct state s = { 0 };
	bool was_settled = false;
	rng_seed(&rng, seed);
	g->rules->start(g, &s);
	for (int ply = 0, deals = 0; deals < SELF_PLAY_DEALS; ply++) {
		bool example;
		const move m =
			imitate_next_move(w, kit, &s, rng_fork(seed, (uint64_t)ply), &rng,
					  &example, st);
		if (st->failed || progress_stopped(&w->o->progress))
			return false;
		if (m == MOVE_NONE)
			break;
		bytes_add_int(result, m);
		bytes_add_int(result, example);
		g->rules->play(g, &s, game_mover(g, &s), m, &s);
		const bool settled = g->rules->settled(g, &s);
		deals += settled && !was_settled;
		was_settled = settled;
	}
	return true;
}

static bool
imitate_run_game(void *self, int64_t game, struct text *result, struct status *st)
{
	const struct imitating *w = self;
	struct kit kit = { 0 };
	const bool ok = imitate_play_game(w, &kit, rng_fork(w->o->seed, (uint64_t)game),
					  result, st);
	kit_close(&kit);
	return ok;
}

/* ---- examples ---- */

static int
imitate_find_move(const move *m, int n, move one)
{
	int at = 0;
	while (at < n - 1 && m[at] != one)
		at++;
	return at;
}

/* The share of a hit: of the moves that are likeliest, whether the one made is among them. */
static double
hit(const double *chance, int n, int made)
{
	int best = 0;
	for (int i = 0; i < n; i++) {
		if (chance[i] > chance[made])
			return 0;
		best += chance[i] >= chance[made];
	}
	return 1.0 / best;
}

static void
score_order(struct imitating *w, const struct state *s, int seat, const move *m, int n,
	    int made, int kind)
{
	struct imitate_score *score = &w->r->score[kind];
	double chance[MOVES_MAX];
	score->count++;
	score->uniform += log(n);
	score->uniform_hits += 1.0 / n;
	if (w->o->game->knowledge->order == NULL) {
		score->order += log(n);
		score->order_hits += 1.0 / n;
		return;
	}
	infer_chances(NULL, w->o->game, s, seat, m, n, chance);
	score->order -= log(chance[made]);
	score->order_hits += hit(chance, n, made);
}

/* Describes a choice. */
static void
add_example(struct imitating *w, const struct state *s, int seat, move made,
	    bool held_out)
{
	uint16_t feature[MOVES_MAX][SOFTMAX_ACTIVE];
	const struct game *g = w->o->game;
	move m[MOVES_MAX];
	const int n = g->rules->moves(g, s, seat, m), at = imitate_find_move(m, n, made);
	if (m[at] != made)
		return;
	const int width = g->trick->softmax->features(g, s, seat, m, n, feature);
	uint16_t *row = examples_add(&w->choices, n, width, at, held_out);
	w->no_memory |= row == NULL;
	for (int i = 0; row != NULL && i < n; i++, row += width)
		memcpy(row, feature[i], (size_t)width * sizeof *row);
	if (held_out)
		score_order(w, s, seat, m, n, at, w->kinds[feature[0][0]]);
}

static void
imitate_merge(void *self, int64_t game, const struct text *result)
{
	struct imitating *w = self;
	const struct game *g = w->o->game;
	struct bytes b = bytes_of(result);
	struct state s = { 0 };
	bool was_settled = false;
	g->rules->start(g, &s);
	while (bytes_left(&b) > 0) {
		const move m = (move)bytes_int(&b);
		const bool example = bytes_int(&b) != 0;
		const int seat = game_mover(g, &s);
		if (example)
			add_example(w, &s, seat, m, self_play_held_out(game));
		g->rules->play(g, &s, seat, m, &s);
		const bool settled = g->rules->settled(g, &s);
		w->deals += settled && !was_settled;
		was_settled = settled;
	}
}

static bool
imitate_collect(struct imitating *w, struct status *st)
{
	const struct self_play_work work = { imitate_run_game, imitate_merge, w };
	return self_play_run(w->o, self_play_games(w->o), &work, st) &&
	       (!w->no_memory || status_fail(st, "not enough memory for so many games"));
}

/* ---- the fit ---- */

/* The kinds of choices are the first words of the groups' names. */
static void
name_kinds(struct imitating *w)
{
	const struct softmax_group *group = w->o->game->trick->softmax->groups;
	int at = SOFTMAX_NONE + 1, kind = -1;
	for (; group->name != NULL; group++) {
		char word[sizeof w->r->score[0].kind] = { 0 };
		snprintf(word, sizeof word, "%.*s", (int)strcspn(group->name, " "),
			 group->name);
		if (kind < 0 || strcmp(word, w->r->score[kind].kind) != 0) {
			assert(kind + 2 < IMITATE_KINDS); /* "all" is one too */
			memcpy(w->r->score[++kind].kind, word, sizeof word);
		}
		for (int i = 0; i < group->size; i++)
			w->kinds[at++] = kind;
	}
	strcpy(w->r->score[kind + 1].kind, "all");
}

/* To whole numbers. */
static void
round_weights(const struct examples *c, const double *weight, struct softmax *x)
{
	softmax_open(x);
	for (int j = 0; j < c->features; j++) {
		const double w = weight[j] * SOFTMAX_UNIT;
		x->weight[j] =
			(int16_t)lrint(fmin(fmax(w, -SOFTMAX_LIMIT), SOFTMAX_LIMIT));
	}
}

static void
score_learned(struct imitating *w, const double *weight)
{
	const struct examples *c = &w->choices;
	double chance[MOVES_MAX];
	for (int64_t i = 0; i < c->count; i++) {
		const struct example *one = &c->choice[i];
		struct imitate_score *score = &w->r->score[w->kinds[c->feature[one->at]]];
		w->r->fitted += !one->held_out;
		if (!one->held_out)
			continue;
		softmax_fitted(c, one, weight, chance);
		score->learned -= log(fmax(chance[one->made], 1e-300));
		score->learned_hits += hit(chance, one->moves, one->made);
	}
}

static void
sum_scores(struct imitate_score *score)
{
	struct imitate_score *all = score;
	while (strcmp(all->kind, "all") != 0)
		all++;
	for (; score < all; score++) {
		all->count += score->count;
		all->learned += score->learned;
		all->order += score->order;
		all->uniform += score->uniform;
		all->learned_hits += score->learned_hits;
		all->order_hits += score->order_hits;
		all->uniform_hits += score->uniform_hits;
	}
}

static bool
imitate_fit(struct imitating *w, struct status *st)
{
	double *weight = w->weight;
	struct softmax *x = &w->r->policy;
	w->choices.features = softmax_features(w->o->game->trick->softmax);
	if (!softmax_fit(&w->choices, RIDGE, STEPS, &w->o->progress, weight))
		return status_fail(st, "interrupted, or not enough memory");
	round_weights(&w->choices, weight, x);
	for (int j = 0; j < w->choices.features; j++)
		weight[j] = x->weight[j] / (double)SOFTMAX_UNIT;
	score_learned(w, weight);
	sum_scores(w->r->score);
	return true;
}

static bool
find_player(struct imitating *w, struct status *st)
{
	const struct game *g = w->o->game;
	if (g->trick->softmax == NULL)
		return status_fail(st, "no policy can be learned of %s", g->ops->title);
	if (!self_play_player(w->o, PLAYER_DEFAULT, "learn from", &w->player, st))
		return false;
	snprintf(w->r->player, sizeof w->r->player, "%s", w->player.text);
	return true;
}

bool
imitate_run(const struct self_play *o, struct imitate_result *r, struct status *st)
{
	const int64_t began = clock_now_us();
	struct imitating *w = calloc(1, sizeof *w);
	memset(r, 0, sizeof *r);
	if (w == NULL)
		return status_fail(st, "not enough memory to learn");
	w->o = o;
	w->r = r;
	r->seed = o->seed;
	bool ok = find_player(w, st);
	if (ok)
		name_kinds(w);
	ok = ok && imitate_collect(w, st) && imitate_fit(w, st);
	r->deals = w->deals;
	examples_free(&w->choices);
	free(w);
	r->elapsed_us = clock_now_us() - began;
	return ok;
}
