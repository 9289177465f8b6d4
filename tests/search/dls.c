/*
 * dls.c - depth-limited solving: RPS+ as in the paper's Figure 1, Kuhn and Leduc, Proposition 1,
 * and what goes wrong with one value at a leaf or a choice by state.
 *
 * The figures of Leduc are those of an implementation apart from this one. How large the loss is
 * with too few values depends on which of many solutions is found: it is only large.
 */
#include "ai/poker/depth_limit/dls.h"
#include "tests/kept.h"
#include "tests/unit/near.h"
#include "tests/unit/play_text.h"

#include "src/core/public.h"

#define LEDUC_VALUE (-0.085606424078)
#define KUHN_VALUE  (-1.0 / 18)

static struct game game;
static struct search search;

static void
open_dls(const char *key, const char *variant, const char *at, const char *player)
{
	static struct player p;
	open_game(&game, catalog_game(&app_catalog, key), 2, variant);
	open_mover(&search, &p, &game, at, player);
}

/* What a seat loses to a best reply, in a game of this value for the first. */
static double
loss(int seat, double value)
{
	return seat == 0 ? read_gauge(&search.live, "reply to 1st") + value
			 : read_gauge(&search.live, "reply to 2nd") - value;
}

/* The average of the first decision for a move. */
static double
first_mix(int a)
{
	struct public_mix *m = search.self;
	double rows[8 * PUBLIC_LANES];
	public_mix_average(m, &m->tree.node[0], rows);
	return rows[a * m->tree.stride];
}

/* Runs RPS+ with the equilibrium as its blueprint, exactly. */
static void
run_rps(const char *player)
{
	static const double mix[] = { .4, .4, .2 };
	open_dls("tree", "file=rps-plus", "rps-plus@root", player);
	struct dls *d = search.self;
	const struct public_tree *t = &d->blueprint.mix.tree;
	for (uint32_t i = 0; i < t->nodes; i++)
		for (int a = 0; a < 3 && t->node[i].first; a++)
			public_tree_row(t, d->blueprint.mix.sum, &t->node[i], a)[0] =
				mix[a];
	search_run(&search);
}

static void
rps_plus_needs_all_four_values(void **state)
{
	run_rps("dls:values=1,blueprint=0,sims=10k");
	assert_true(fabs(loss(0, 0) - 1.0 / 3) < 1e-3);
	for (int a = 0; a < 3; a++)
		assert_true(fabs(first_mix(a) - 1.0 / 3) < 1e-3);
	search_close(&search);
	run_rps("dls:values=2,blueprint=0,sims=10k"); /* the equilibrium, and more rock */
	assert_true(fabs(loss(0, 0) - 1.2) < 1e-2);
	assert_true(fabs(first_mix(1) - .8) < 1e-2);
	search_close(&search);
	run_rps("dls:values=3,blueprint=0,sims=10k");
	assert_true(fabs(loss(0, 0) - 1.588) < 1e-2);
	search_close(&search);
	run_rps("dls:values=4,blueprint=0,sims=10k");
	assert_true(loss(0, 0) < 5e-4);
	assert_true(fabs(first_mix(0) - .4) < 1e-3 && fabs(first_mix(1) - .4) < 1e-3);
	search_close(&search);
}

static void
rps_plus_finds_the_values_by_itself(void **state)
{
	static const double losses[] = { .3333, 1.2, .7082, .0002 };
	for (int k = 1; k <= 4; k++) {
		char player[80];
		snprintf(player, sizeof player,
			 "dls:leaves=replies,values=%d,blueprint=0,sims=10k", k);
		run_rps(player);
		if (fabs(loss(0, 0) - losses[k - 1]) >= 1e-3)
			print_message("# %d: %g\n", k, loss(0, 0));
		assert_true(fabs(loss(0, 0) - losses[k - 1]) < 1e-3);
		search_close(&search);
	}
}

/* The values at the leaves behind rock, paper and scissors. */
static void
the_values_of_rps_plus(void **state)
{
	static const double value[4][3] = { { 0, 0, 0 },
					    { 0, 18 / 23., -36 / 23. },
					    { -18 / 23., 0, 36 / 23. },
					    { 9 / 7., -9 / 7., 0 } };
	run_rps("dls:values=4,blueprint=0,sims=10");
	const struct dls_side *s = &((struct dls *)search.self)->side[0];
	const size_t stride = (size_t)s->d->mix.tree.stride;
	assert_int_equal(s->g->leaves, 3);
	for (size_t leaf = 0; leaf < 3; leaf++)
		for (size_t k = 0; k < 4; k++)
			assert_true(fabs(s->gain[(leaf * 4 + k) * stride * stride] -
					 value[k][leaf]) < 1e-9);
	search_close(&search);
}

/* A wrong turn: as if the second seat saw the first one's choice. Then rock is best. */
static void
a_choice_by_state_fails(void **state)
{
	run_rps("dls:values=4,blueprint=0,sims=10k,choice=state");
	assert_true(first_mix(0) > .99);
	assert_true(loss(0, 0) > .9);
	search_close(&search);
}

static void
run_leduc(const char *player)
{
	open_dls("leduc", "", "Js|Qs|-|", player);
	search_run(&search);
}

static void
leduc_needs_a_few_values(void **state)
{
	static const struct {
		const char *player;
		double least[2], most[2]; /* loss of each seat */
	} rows[] = {
		{ "dls:values=1,blueprint=10k,sims=2k", { .3, .3 }, { 2, 2 } },
		{ "dls:values=4,blueprint=10k,sims=2k", { 0, 0 }, { .002, .002 } },
		{ "dls:leaves=replies,values=4,blueprint=10k,sims=2k",
		  { 0, 0 },
		  { .002, .002 } },
		/* A coarse blueprint bounds what there is to gain. */
		{ "dls:values=4,blueprint=100,sims=2k", { .028, .010 }, { .040, .018 } },
		{ "dls:leaves=replies,values=8,blueprint=30,sims=2k",
		  { .0823, .0511 },
		  { .0863, .0551 } },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		run_leduc(rows[i].player);
		for (int seat = 0; seat < 2; seat++) {
			const double x = loss(seat, LEDUC_VALUE);
			if (x < rows[i].least[seat] || x > rows[i].most[seat])
				print_message("# %s: seat %d loses %g\n", rows[i].player,
					      seat, x);
			assert_true(x > rows[i].least[seat] - 1e-9 &&
				    x < rows[i].most[seat]);
		}
		search_close(&search);
	}
}

/* Proposition 1: with an exact blueprint and all continuations, what comes out is an equilibrium;
 * with a coarse one a few values come as near as all. */
static void
all_ways_are_an_equilibrium(void **state)
{
	static const struct {
		const char *blueprint;
		double loss[2];
	} rows[] = {
		{ "10k", { .00006, .00003 } },
		{ "100", { .01486, .00804 } },
		{ "30", { .08431, .05312 } },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char player[80];
		snprintf(player, sizeof player, "dls:leaves=all,blueprint=%s,sims=2k",
			 rows[i].blueprint);
		run_leduc(player);
		for (int seat = 0; seat < 2; seat++)
			assert_true(fabs(loss(seat, LEDUC_VALUE) - rows[i].loss[seat]) <
				    3e-4);
		search_close(&search);
	}
}

/* Kuhn has no deal in a hand: the trunk ends after a ply. */
static void
kuhn_ends_after_a_ply(void **state)
{
	open_dls("kuhn", "", "J|Q|-|", "dls:depth=1,values=4,blueprint=10k");
	search_run(&search);
	assert_true(loss(0, KUHN_VALUE) < 1e-3);
	search_close(&search);
	open_dls("kuhn", "", "J|Q|-|", "dls:depth=1,values=1,blueprint=10k");
	search_run(&search);
	assert_true(loss(0, KUHN_VALUE) > .03);
	search_close(&search);
}

/* The leaf behind paper by all four continuations, whose values the_values_of_rps_plus() has. */
static void
a_leaf_tells_the_ways_to_play_on(void **state)
{
	struct look_node child[8];
	run_rps("dls:values=4,blueprint=0,sims=10k");
	assert_int_equal(dls_look.children(&search, LOOK_ROOT, child, 8), 3);
	const char *text = child[1].proof;
	assert_ptr_equal(strstr(text, "Depth limit: P2 plays on by the blueprint "),
			 text);
	assert_non_null(strstr(text, " % (+0.78), with move 2 more often "));
	assert_non_null(strstr(text, " % (+0.00), with move 3 more often "));
	assert_non_null(strstr(text, " % (-1.29); in brackets points for P1."));
	search_close(&search);
}

/* As numbers: of all hands the mean of those of each, which choose something. */
static void
hands_tell_the_ways_they_play_on(void **state)
{
	static struct look_ways w;
	struct look_node child[8];
	double often[4] = { 0 }, value[4] = { 0 }, weight = 0;
	run_rps("dls:values=4,blueprint=0,sims=10k");
	dls_look.children(&search, LOOK_ROOT, child, 8);
	assert_true(dls_look.ways(&search, child[1].ref, &w));
	assert_int_equal(w.all.count, 4);
	assert_int_equal(w.all.seat, 1);
	assert_int_equal(w.classes, 0);
	near(w.all.way[1].value, 18 / 23., 1e-9);
	near(w.all.way[3].value, -9 / 7., 1e-9);
	assert_string_equal(w.all.way[3].name, "with move 3 more often");
	assert_false(dls_look.ways(&search, LOOK_ROOT, &w));
	search_close(&search);
	run_leduc("dls:blueprint=30,sims=50");
	assert_int_equal(dls_look.children(&search, LOOK_ROOT, child, 8), 2);
	assert_false(dls_look.ways(&search, child[0].ref, &w));
	assert_int_equal(dls_look.children(&search, child[0].ref, child, 8), 2);
	assert_true(dls_look.ways(&search, child[0].ref, &w)); /* checked twice */
	assert_int_equal(w.classes, 6);
	for (int h = 0; h < 6; h++) {
		double all = 0;
		weight += (double)w.class_weight[h];
		for (int k = 0; k < 4; k++) {
			const double x = (double)w.class_weight[h] / w.weight;
			all += (double)w.often[k][h];
			often[k] += x * (double)w.often[k][h];
			value[k] += x * (double)w.value[k][h];
		}
		near(all, 1, 1e-5);
	}
	near(weight, w.weight, 1e-5 * weight);
	for (int k = 0; k < 4; k++) {
		near(often[k], w.all.way[k].often, 1e-5);
		near(value[k], w.all.way[k].value, 1e-5);
	}
	/* a jack has more to win by folding than a king */
	assert_true(w.value[0][0] > w.value[0][5] + .5F);
	search_close(&search);
}

/* Below the root all limits together: by one continuation, an equilibrium, Kuhn is worth what it is. */
static void
limits_below_the_root_are_told_together(void **state)
{
	open_dls("kuhn", "", "J|Q|-|", "dls:depth=1,values=1,blueprint=10k");
	search_run(&search);
	assert_int_equal(snapshot_ways(&search.live)->count, 1);
	near(snapshot_ways(&search.live)->way[0].value, KUHN_VALUE, .001);
	near(snapshot_ways(&search.live)->way[0].often, 1, 1e-9);
	search_close(&search);
	open_dls("leduc", "", "Js|Qs|Kh|r3c/", "dls:blueprint=30,sims=50");
	search_run(&search);
	assert_null(snapshot_ways(&search.live)); /* behind the limit */
	search_close(&search);
}

/* By the blueprint, an equilibrium, the leaves are worth what the game is. */
static void
leaves_are_worth_the_game(void **state)
{
	struct look_node child[8];
	double sum = 0;
	open_dls("kuhn", "", "J|Q|-|", "dls:depth=1,values=1,blueprint=10k");
	search_run(&search);
	assert_int_equal(dls_look.children(&search, LOOK_ROOT, child, 8), 2);
	for (int i = 0; i < 2; i++) {
		const char *value = strstr(child[i].proof, "by the blueprint 100 % (");
		assert_non_null(value);
		sum += child[i].extra[1] * atof(strchr(value, '(') + 1);
	}
	assert_true(fabs(sum - KUHN_VALUE) < .011);
	search_close(&search);
}

static void
the_unseen_hand_changes_nothing(void **state)
{
	static struct snapshot a, b;
	open_dls("leduc", "betting=no-limit,stack=20", "Js|Qs|-|r3", "dls:sims=50");
	search_run(&search);
	a = kept_figures(&search.live);
	search_close(&search);
	open_dls("leduc", "betting=no-limit,stack=20", "Ks|Qs|-|r3", "dls:sims=50");
	search_run(&search);
	b = kept_figures(&search.live);
	search_close(&search);
	a.elapsed_us = b.elapsed_us = 0;
	a.sequence = b.sequence = 0;
	assert_true(same_figures(&a, &b));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rps_plus_needs_all_four_values),
		cmocka_unit_test(rps_plus_finds_the_values_by_itself),
		cmocka_unit_test(the_values_of_rps_plus),
		cmocka_unit_test(a_choice_by_state_fails),
		cmocka_unit_test(leduc_needs_a_few_values),
		cmocka_unit_test(all_ways_are_an_equilibrium),
		cmocka_unit_test(kuhn_ends_after_a_ply),
		cmocka_unit_test(a_leaf_tells_the_ways_to_play_on),
		cmocka_unit_test(hands_tell_the_ways_they_play_on),
		cmocka_unit_test(limits_below_the_root_are_told_together),
		cmocka_unit_test(leaves_are_worth_the_game),
		cmocka_unit_test(the_unseen_hand_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
