/*
 * mccfr.c - Monte Carlo counterfactual regret minimisation: how fast it converges in Kuhn, Leduc
 * and a tree, and that threads and the unseen hand change nothing.
 *
 * Exploitabilities of external sampling in Leduc are those of an implementation apart from this
 * one: after 2e5 and 1e6 iterations .061 and .025.
 */
#include "tests/unit/play_text.h"

#include "src/core/public.h"

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
	*out = search.live;
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
		{ "leduc", "", "Js|Qs|-|", "mccfr:sims=200k,fading=on", .02, .06 },
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
	assert_memory_equal(a, b, sizeof *a);
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_converges_as_others_do),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(the_unseen_hand_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
