/*
 * mccfr.c - Monte Carlo counterfactual regret minimisation: how fast it converges in Kuhn, Leduc,
 * a tree and flop hold'em, and that threads and the unseen hand change nothing.
 *
 * Exploitabilities of external sampling in Leduc are those of an implementation apart from this
 * one: after 2e5 and 1e6 iterations .061 and .025.
 */
#include "ai/poker/mccfr/mccfr.h"
#include "ai/poker/tree/public_file.h"
#include "ai/trainers.h"
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
	run("holdem", FLOP, "0::2c3d|9s9c", "mccfr:raises=1,sims=20k", &a);
	run("holdem", FLOP, "0::2c3d|9s9c", "mccfr:raises=1,sims=20k,threads=3", &b);
	expect_same(&a, &b);
	run("holdem", FLOP, "0::AhKd|9s9c", "mccfr:raises=1,sims=20k", &b);
	expect_same(&a, &b);
	run("holdem", FLOP, "0:r300:AhKd|9s9c", "mccfr:raises=1,sims=20k", &a);
	run("holdem", FLOP, "0:r300:AhKd|2s2c", "mccfr:raises=1,sims=20k", &b);
	expect_same(&a, &b);
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
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
