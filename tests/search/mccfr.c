/*
 * mccfr.c - Monte Carlo counterfactual regret minimisation: how fast it converges in Kuhn, Leduc,
 * a tree and flop hold'em, that threads and the unseen hand change nothing, and how strategies are
 * added up.
 *
 * Exploitabilities of external sampling in Leduc are those of an implementation apart from this
 * one: after 2e5 and 1e6 iterations .061 and .025.
 */
#include "ai/poker/mccfr/mccfr.h"
#include "ai/poker/trainers.h"
#include "ai/poker/tree/public_file.h"
#include "tests/kept.h"
#include "tests/unit/play_text.h"

#include "src/core/public.h"
#include "src/core/strategy.h"
#include "src/core/trainer.h"

#include <math.h>
#include <unistd.h>

static void
run(const char *key, const char *variant, const char *at, const char *player,
    struct snapshot *out)
{
	static struct game g;
	static struct player p;
	struct search search;
	open_game(&g, catalog_game(&app_catalog, key), 2, variant);
	open_mover(&search, &p, &g, at, player);
	search_run(&search);
	*out = kept_figures(&search.live);
	search_close(&search);
}

static void
it_converges_as_others_do(void **state)
{
	static const struct {
		const char *key, *variant, *at, *player;
		double least, most;
	} rows[] = {
		{ "leduc", "", "Js|Qs|-|", "mccfr:sims=200k", .045, .075 },
		{ "leduc", "", "Js|Qs|-|", "mccfr:sims=200k,batch=1", .045, .075 },
		/* With far too large a batch. */
		{ "leduc", "", "Js|Qs|-|", "mccfr:sims=200k,batch=10000", .3, 1.5 },
		{ "kuhn", "", "J|Q|-|", "mccfr:sims=100k", 0, .005 },
		{ "kuhn", "", "J|Q|-|", "mccfr:sims=300k,sampling=outcome", 0, .008 },
		{ "tree", "file=kuhn-by-hand", "kuhn-by-hand@4", "mccfr:sims=100k", 0,
		  .005 },
		{ "tree", "file=rps-plus", "rps-plus@1", "mccfr:sims=100k", 0, .03 },
	};
	static struct snapshot s;
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		run(rows[i].key, rows[i].variant, rows[i].at, rows[i].player, &s);
		const double gap = read_gauge(&s, "exploitability");
		if (gap < rows[i].least || gap > rows[i].most)
			print_message("# %s, %s: %g\n", rows[i].key, rows[i].player, gap);
		assert_true(gap >= rows[i].least && gap <= rows[i].most);
	}
}

static void
expect_same(struct snapshot *a, struct snapshot *b)
{
	a->elapsed_us = b->elapsed_us = 0;
	a->sequence = b->sequence = 0;
	a->tree_bytes = b->tree_bytes = 0; /* of the threads */
	assert_true(same_figures(a, b));
}

static void
threads_change_nothing(void **state)
{
	static struct snapshot one, more;
	static const char *const players[][2] = {
		{ "mccfr:sims=3k,batch=500", "mccfr:sims=3k,batch=500,threads=3" },
		{ "mccfr:sims=3k,batch=700,sampling=outcome",
		  "mccfr:sims=3k,batch=700,sampling=outcome,threads=2" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
		run("leduc", "", "Js|Qs|-|", players[i][0], &one);
		run("leduc", "", "Js|Qs|-|", players[i][1], &more);
		expect_same(&one, &more);
	}
}

static void
the_unseen_hand_changes_nothing(void **state)
{
	static struct snapshot a, b;
	(void)state;
	run("leduc", "", "Js|Qs|Kh|r3c/", "mccfr:sims=1k", &a);
	run("leduc", "", "Js|Ks|Kh|r3c/", "mccfr:sims=1k", &b);
	expect_same(&a, &b);
	run("tree", "file=rps-plus", "rps-plus@1", "mccfr:sims=1k", &a);
	run("tree", "file=rps-plus", "rps-plus@3", "mccfr:sims=1k", &b);
	expect_same(&a, &b);
}

/* ---- flop hold'em --------------------------------------------------------------------------- */

#define FLOP "rounds=2,flops=1,stack=600"

/* A search of the first hand, stopped: what a best reply to each seat gets, in chips. */
static double
flop_replies(const char *player, double reply[2])
{
	static struct game g;
	static struct player p;
	struct search search;
	open_game(&g, catalog_game(&app_catalog, "holdem"), 2, FLOP);
	open_mover(&search, &p, &g, "0::2c3d|9s9c", player);
	search_run(&search);
	assert_true(search.ops->strategy->replies(&search, reply));
	const double gap = read_gauge(&search.live, "exploitability");
	search_close(&search);
	assert_true(fabs(gap - (reply[0] + reply[1]) / 2) < 1e-3);
	return gap;
}

/* Every hand on every board has its own numbers: what a best reply gains falls, from 120 chips with
 * hardly any iterations. */
static void
flop_holdem_converges(void **state)
{
	static const struct {
		const char *player;
		double least, most;
	} rows[] = {
		{ "mccfr:raises=1,sims=5k", 80, 140 },
		{ "mccfr:raises=1,sims=100k", 20, 45 },
		{ "mccfr:raises=1,sims=1M", 4, 11 },
	};
	double reply[2];
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const double gap = flop_replies(rows[i].player, reply);
		if (gap < rows[i].least || gap > rows[i].most)
			print_message("# %s: %g\n", rows[i].player, gap);
		assert_true(gap >= rows[i].least && gap <= rows[i].most);
	}
}

/* The game has one value, which lies between what each seat holds and what it can get at most: for
 * both solvers, which share the tree and no draw. */
static void
flop_holdem_has_the_value_that_cfr_finds(void **state)
{
	double sampled[2], whole[2];
	(void)state;
	flop_replies("mccfr:raises=1,sims=300k", sampled);
	flop_replies("cfr:raises=1,sims=300", whole);
	/* reply[s]: against seat s, so seat 0 holds -reply[0] and gets reply[1] at most */
	assert_true(-sampled[0] < whole[1] && -whole[0] < sampled[1]);
	assert_true(whole[0] + whole[1] < 5);
}

static void
flop_holdem_knows_nothing_of_threads_or_the_unseen_hand(void **state)
{
	static struct snapshot a, b;
	(void)state;
	run("holdem", FLOP, "0::2c3d|9s9c", "mccfr:raises=1,sims=20k", &a);
	run("holdem", FLOP, "0::2c3d|9s9c", "mccfr:raises=1,sims=20k,threads=3", &b);
	expect_same(&a, &b);
	run("holdem", FLOP, "0::AhKd|9s9c", "mccfr:raises=1,sims=20k", &b);
	expect_same(&a, &b);
	run("holdem", FLOP, "0:r300:AhKd|9s9c", "mccfr:raises=1,sims=20k", &a);
	run("holdem", FLOP, "0:r300:AhKd|2s2c", "mccfr:raises=1,sims=20k", &b);
	expect_same(&a, &b);
}

/* A training of Leduc that is opened; its tables. */
static struct mccfr *
open_training(struct trainer *t, struct options *o, uint64_t seed, const char *batch)
{
	static struct game g;
	struct status st = { 0 };
	open_game(&g, catalog_game(&app_catalog, "leduc"), 2, "");
	options_init(o, catalog_search(&app_catalog, "mccfr")->options);
	assert_true(options_set(o, "batch", batch, &st));
	*t = (struct trainer){ .game = &g, .options = o, .seed = seed, .threads = 1 };
	assert_true(mccfr_trainer.open(t, &st));
	return t->self;
}

static void
expect_tables(const struct mccfr *a, const int64_t *regret, const int64_t *sum)
{
	assert_memory_equal(a->regret, regret, a->numbers * sizeof *regret);
	assert_memory_equal(a->sum, sum, a->numbers * sizeof *sum);
}

/* What two trainings learned from the two halves of a batch, added up, is what one learned from the
 * whole. */
static void
halves_of_a_batch_are_the_whole(void **state)
{
	struct trainer t[3];
	struct options o[3];
	struct mccfr *c[3];
	(void)state;
	for (int i = 0; i < 3; i++)
		c[i] = open_training(&t[i], &o[i], 7, "1000");
	c[1]->mix.iterations = 400;
	mccfr_trainer.step(&t[0], 400);
	mccfr_trainer.step(&t[1], 600);
	mccfr_trainer.step(&t[2], 1000);
	mccfr_add(c[0], c[1]->regret, c[1]->sum);
	expect_tables(c[0], c[2]->regret, c[2]->sum);
	for (int i = 0; i < 3; i++)
		mccfr_trainer.close(&t[i]);
}

/* Files of two seeds make one of both sums and all iterations. */
static void
files_of_two_seeds_are_added_up(void **state)
{
	char name[3][32];
	const char *const path[] = { name[0], name[1] }, *const out = name[2];
	struct trainer t[3];
	struct options o[3];
	struct mccfr *c[3];
	struct status st = { 0 };
	int64_t steps = 0;
	(void)state;
	for (int i = 0; i < 3; i++) {
		snprintf(name[i], sizeof name[i], "/tmp/plyscope-mccfr-XXXXXX");
		close(mkstemp(name[i]));
		c[i] = open_training(&t[i], &o[i], 1 + (uint64_t)i, "50");
		mccfr_trainer.step(&t[i], 500);
		if (i < 2)
			assert_true(mccfr_trainer.save(&t[i], path[i], &st));
	}
	const struct trainer_files files = { t[0].game, &o[0], path, 2, "mccfr:both" };
	assert_true(mccfr_trainer.merge(&files, out, &steps, &st));
	assert_int_equal(steps, 1000);
	struct public_file f = { .mix = &c[2]->mix, .owns = 2 };
	f.own[0].at = c[2]->regret;
	f.own[1].at = c[2]->sum;
	f.own[0].bytes = f.own[1].bytes = c[2]->numbers * sizeof *c[2]->sum;
	assert_true(public_file_read(&f, out, &st));
	assert_string_equal(f.by, "mccfr:both");
	assert_int_equal(c[2]->mix.iterations, 1000);
	mccfr_add(c[0], c[1]->regret, c[1]->sum);
	expect_tables(c[2], c[0]->regret, c[0]->sum);
	for (int i = 0; i < 3; i++) {
		mccfr_trainer.close(&t[i]);
		unlink(name[i]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_converges_as_others_do),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(the_unseen_hand_changes_nothing),
		cmocka_unit_test(flop_holdem_converges),
		cmocka_unit_test(flop_holdem_has_the_value_that_cfr_finds),
		cmocka_unit_test(flop_holdem_knows_nothing_of_threads_or_the_unseen_hand),
		cmocka_unit_test(halves_of_a_batch_are_the_whole),
		cmocka_unit_test(files_of_two_seeds_are_added_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
