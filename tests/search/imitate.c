/*
 * imitate.c - learning a policy: the slope is that of differences, a known policy is found again
 * from its choices, what is held out is not fitted, and the result does not depend on the workers.
 */
#include "src/lab/imitate.h"

#include "src/app/catalog.h"
#include "src/lab/softmax_fit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FEATURES 12
#define WIDTH	 3

/* So many choices among two to six moves with any features, made by a policy. */
static void
make_choices(struct examples *c, int count, const double *weight, uint64_t seed)
{
	struct rng r;
	rng_seed(&r, seed);
	c->features = FEATURES;
	for (int i = 0; i < count; i++) {
		double chance[MOVES_MAX], at = rng_unit(&r);
		const int n = 2 + (int)rng_below(&r, 5);
		uint16_t *row = examples_add(c, n, WIDTH, 0, i % 4 == 3);
		int made = 0;
		for (int k = 0; k < n * WIDTH; k++)
			row[k] = (uint16_t)rng_below(&r, FEATURES);
		softmax_fitted(c, &c->choice[i], weight, chance);
		while (made < n - 1 && (at -= chance[made]) >= 0)
			made++;
		c->choice[i].made = made;
	}
}

static const double known[FEATURES] = {
	0, 1, -1, 0.5, -0.5, 2, 0.2, 0, 0, -2, 0.1, -0.3
};

static void
the_slope_is_that_of_differences(void **state)
{
	struct examples c = { 0 };
	double weight[FEATURES], slope[FEATURES], unused[FEATURES];
	const double step = 1e-5;
	(void)state;
	make_choices(&c, 200, known, 1);
	for (int j = 0; j < FEATURES; j++)
		weight[j] = known[FEATURES - 1 - j];
	weight[SOFTMAX_NONE] = 0;
	softmax_slope(&c, 0.7, weight, slope);
	assert_true(slope[SOFTMAX_NONE] == 0);
	for (int j = SOFTMAX_NONE + 1; j < FEATURES; j++) {
		const double was = weight[j];
		weight[j] = was + step;
		const double above = softmax_slope(&c, 0.7, weight, unused);
		weight[j] = was - step;
		const double below = softmax_slope(&c, 0.7, weight, unused);
		weight[j] = was;
		assert_true(fabs((above - below) / (2 * step) - slope[j]) < 1e-4);
	}
	examples_free(&c);
}

/* Chances do not change when all moves gain alike: weights are compared by them. */
static void
a_known_policy_is_found(void **state)
{
	struct examples c = { 0 };
	const struct progress silent = { 0 };
	double weight[FEATURES], slope[FEATURES], worst = 0, steepest = 0;
	(void)state;
	make_choices(&c, 40000, known, 2);
	assert_true(softmax_fit(&c, 1, 400, &silent, weight));
	for (int64_t i = 0; i < 200; i++) {
		double right[MOVES_MAX], found[MOVES_MAX];
		softmax_fitted(&c, &c.choice[i], known, right);
		softmax_fitted(&c, &c.choice[i], weight, found);
		for (int k = 0; k < c.choice[i].moves; k++)
			worst = fmax(worst, fabs(right[k] - found[k]));
	}
	assert_true(worst < 0.02);
	softmax_slope(&c, 1, weight, slope);
	for (int j = 0; j < FEATURES; j++)
		steepest = fmax(steepest, fabs(slope[j]));
	assert_true(steepest < 5); /* of 30000 choices: the bottom is reached */
	examples_free(&c);
}

static void
what_is_held_out_is_not_fitted(void **state)
{
	struct examples c = { 0 };
	const struct progress silent = { 0 };
	double weight[FEATURES], other[FEATURES];
	(void)state;
	make_choices(&c, 400, known, 3);
	assert_true(softmax_fit(&c, 1, 50, &silent, weight));
	for (int64_t i = 0; i < c.count; i++)
		if (c.choice[i].held_out)
			c.choice[i].made = 1 - c.choice[i].made % 2;
	assert_true(softmax_fit(&c, 1, 50, &silent, other));
	assert_memory_equal(weight, other, sizeof weight);
	for (int64_t i = 0; i < c.count; i++)
		if (!c.choice[i].held_out)
			c.choice[i].made = 1 - c.choice[i].made % 2;
	assert_true(softmax_fit(&c, 1, 50, &silent, other));
	assert_memory_not_equal(weight, other, sizeof weight);
	examples_free(&c);
}

static bool
learn(const char *key, int jobs, uint64_t seed, struct imitate_result *r,
      struct status *st)
{
	static struct game g;
	const struct game_ops *ops = catalog_game(&app_catalog, key);
	if (!game_init(&g, ops, 0, NULL, st))
		return false;
	const struct self_play o = { .catalog = &app_catalog,
				     .game = &g,
				     .player = "easy",
				     .deals = 24,
				     .seed = seed,
				     .jobs = jobs,
				     .way = JOBS_THREADS };
	return imitate_run(&o, r, st);
}

static void
workers_change_nothing(void **state)
{
	static struct imitate_result one, three, other;
	struct status st = { 0 };
	(void)state;
	assert_true(learn("hearts", 1, 5, &one, &st));
	assert_true(learn("hearts", 3, 5, &three, &st));
	assert_memory_equal(&one.policy, &three.policy, sizeof one.policy);
	assert_memory_equal(one.score, three.score, sizeof one.score);
	assert_true(learn("hearts", 1, 6, &other, &st));
	assert_memory_not_equal(&one.policy, &other.policy, sizeof one.policy);
}

/* After few games already the player is known better than by the game's order, and far better than
 * by chance. */
static void
what_is_learned_foretells_the_player(void **state)
{
	static struct imitate_result r;
	struct status st = { 0 };
	const struct imitate_score *all = r.score;
	(void)state;
	assert_true(learn("hearts", 0, 5, &r, &st));
	while (strcmp(all->kind, "all") != 0)
		all++;
	assert_true(all->count > 100 && r.deals == 24);
	assert_true(all->learned < all->order && all->order < all->uniform);
	assert_true(all->learned_hits > all->uniform_hits);
}

static void
a_game_without_features_says_so(void **state)
{
	static struct imitate_result r;
	struct status st = { 0 };
	(void)state;
	assert_false(learn("gomoku", 1, 1, &r, &st));
	assert_string_equal(st.text, "no policy can be learned of Gomoku");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_slope_is_that_of_differences),
		cmocka_unit_test(a_known_policy_is_found),
		cmocka_unit_test(what_is_held_out_is_not_fitted),
		cmocka_unit_test(workers_change_nothing),
		cmocka_unit_test(what_is_learned_foretells_the_player),
		cmocka_unit_test(a_game_without_features_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
