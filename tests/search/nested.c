/*
 * nested.c - amounts that a strategy does not know: taken for those around them, or put into the
 * tree and solved again.
 */
#include "ai/poker/depth_limit/dls.h"
#include "ai/poker/tree/public_translate.h"
#include "games/poker/duel.h"
#include "tests/kept.h"
#include "tests/unit/play_text.h"

#include "src/core/public.h"
#include "src/lab/exploit.h"

/* Half, three quarters and the whole of the first pot are whole chips: r4, r5, r6. */
#define NO_LIMIT "betting=no-limit,ante=2,stack=100,raises=3"

static struct game game;
static struct search search;

static void
open_at(const char *key, const char *variant, const char *at, const char *player)
{
	static struct player p;
	open_game(&game, catalog_game(&app_catalog, key), 2, variant);
	open_mover(&search, &p, &game, at, player);
}

/* What best replies get against either seat's strategy, measured from outside. */
static void
measure(const char *key, const char *variant, const char *at, const char *player,
	double reply[2])
{
	static struct player p;
	struct state s;
	struct status st = { 0 };
	struct exploit_result r;
	struct exploit_roots roots;
	open_game(&game, catalog_game(&app_catalog, key), 2, variant);
	read_position(&game, at, &s);
	if (!player_parse(&p, player, &app_catalog, &game, &st))
		fail_msg("%s", st.text);
	exploit_roots(&game, &s, &roots);
	const struct exploit_options o = { .game = &game,
					   .root = roots.state,
					   .weight = roots.weight,
					   .roots = roots.count,
					   .player = &p,
					   .seed = 1,
					   .runs = 1,
					   .jobs = 1 };
	assert_true(exploit_run(&o, &r, &st));
	memcpy(reply, r.run[0].reply, sizeof r.run[0].reply);
	exploit_free(&r);
	exploit_roots_free(&roots);
}

static void
the_share_of_the_smaller_bet(void **state)
{
	assert_true(fabs(public_share_of_smaller(.75, .5, 1) - 3 / 7.) < 1e-12);
	assert_true(fabs(public_share_of_smaller(.5, .5, 1) - 1) < 1e-12);
	assert_true(fabs(public_share_of_smaller(1, .5, 1)) < 1e-12);
	assert_true(fabs(public_share_of_smaller(3, 1, 9) - 6 * 2 / (8 * 4.)) < 1e-12);
}

/* The node behind a line of moves; chance deals `card`. */
static uint32_t
down(const struct public_tree *t, const move *line, int n)
{
	uint32_t at = 0;
	for (int i = 0; i < n; i++) {
		const int next = public_tree_child(t, at, line[i]);
		assert_true(next >= 0);
		at = (uint32_t)next;
	}
	return at;
}

static double
share_at(const struct public_mix *m, uint32_t at, int a, int hand)
{
	double rows[8 * 64];
	public_mix_average(m, &m->tree.node[at], rows);
	return rows[a * m->tree.stride + hand];
}

/* The start of struct blueprint in ai/poker/table/blueprint.c. */
struct both {
	struct public_mix mix;
	struct cfr known;
};

/* Three quarters of the pot are half of it in three of seven hands, else the pot; in the second
 * round a hand goes on in either by how likely it called there. */
static void
a_translated_bet_goes_on_in_both_branches(void **state)
{
	const move half[] = { DUEL_RAISE + 4, DUEL_CALL, 4, DUEL_CALL },
		   full[] = { DUEL_RAISE + 6, DUEL_CALL, 4, DUEL_CALL },
		   real[] = { DUEL_RAISE + 5, DUEL_CALL, 4, DUEL_CALL };
	open_at("leduc", NO_LIMIT, "?|Js|-|r5", "blueprint:solve=30");
	const struct both *b = search.self;
	const struct public_mix *known = &b->known.mix;
	const uint32_t x = down(&known->tree, half, 4), y = down(&known->tree, full, 4),
		       z = down(&b->mix.tree, real, 4);
	const uint32_t after_x = down(&known->tree, half, 1),
		       after_y = down(&known->tree, full, 1),
		       after_z = down(&b->mix.tree, real, 1);
	for (int h = 0; h < 6; h++) {
		if (h == 4)
			continue; /* on the board */
		const double u = 3 / 7. * share_at(known, after_x, 1, h),
			     v = 4 / 7. * share_at(known, after_y, 1, h);
		assert_true(fabs(share_at(&b->mix, after_z, 1, h) - u - v) < 1e-12);
		for (int a = 0; a < 4; a++) {
			const double mean = (u * share_at(known, x, a, h) +
					     v * share_at(known, y, a, h)) /
					    (u + v);
			assert_true(fabs(share_at(&b->mix, z, a, h) - mean) < 1e-12);
		}
	}
	search_close(&search);
}

/* What is known is played as it is, and costs as much as it does. */
static void
known_amounts_are_not_translated(void **state)
{
	double plain[2], translated[2];
	measure("leduc", "", "?|?|-|", "cfr:variant=cfr+,sims=50", plain);
	measure("leduc", "", "?|?|-|r3", "blueprint:solve=50", translated);
	for (int seat = 0; seat < 2; seat++)
		assert_true(fabs(plain[seat] - translated[seat]) < 1e-9);
}

/* Figures of an implementation apart from this one, in antes of one chip: .0170, .061 and .096
 * beyond what the equilibrium of the game with that bet allows. */
static void
a_drawn_size_is_better_than_either(void **state)
{
	static const struct {
		const char *player;
		double loss, within;
	} rows[] = {
		{ "blueprint:solve=1k", .0170, .2 },
		{ "blueprint:solve=1k,translate=larger", .096, .1 },
	};
	double exact[2], reply[2];
	measure("leduc", NO_LIMIT, "?|?|-|r5", "cfr:sims=1k", exact);
	const double value = (exact[1] - exact[0]) / 2;
	assert_true((exact[0] + exact[1]) / 2 < .002);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		measure("leduc", NO_LIMIT, "?|?|-|r5", rows[i].player, reply);
		const double loss = (reply[1] - value) / 2;
		if (fabs(loss / rows[i].loss - 1) > rows[i].within)
			print_message("# %s: %g\n", rows[i].player, loss);
		assert_true(fabs(loss / rows[i].loss - 1) <= rows[i].within);
	}
}

/* Behind a leaf: what safe solving again costs with an exact blueprint, and what it gains with a
 * coarse one; ranges alone are not safe. */
static void
subgames_are_solved_safely(void **state)
{
	static const struct {
		const char *how;
		double exact[2], coarse[2]; /* the mean loss: least, most */
	} rows[] = {
		{ "off", { 0, .001 }, { .11, .14 } },
		{ "gadget", { 0, .001 }, { 0, .08 } },
		{ "maxmargin", { 0, .001 }, { 0, .1 } },
		{ "reach", { 0, .001 }, { 0, .08 } },
		{ "unsafe", { .1, 1 }, { .6, 3 } },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int coarse = 0; coarse < 2; coarse++) {
			const double *const range =
				coarse ? rows[i].coarse : rows[i].exact;
			char player[100];
			double reply[2];
			snprintf(player, sizeof player,
				 "dls:blueprint=%s,sims=1k,resolve=%s",
				 coarse ? "30" : "2k", rows[i].how);
			measure("leduc", "", "?|?|-|", player, reply);
			const double loss = (reply[0] + reply[1]) / 2;
			if (loss < range[0] || loss > range[1])
				print_message("# %s: %g\n", player, loss);
			assert_true(loss >= range[0] && loss <= range[1]);
		}
}

/* Kuhn ends its trunk after a ply; with information sets all behind the limit is solved at once. */
static void
games_without_a_deal_are_solved_on(void **state)
{
	double off[2], on[2];
	measure("kuhn", "", "?|?|-|", "dls:depth=1,blueprint=10,sims=1k", off);
	measure("kuhn", "", "?|?|-|", "dls:depth=1,blueprint=10,sims=1k,resolve=gadget",
		on);
	assert_true(on[0] + on[1] < (off[0] + off[1]) / 2);
	measure("tree", "file=rps-plus", "rps-plus@root", "dls:blueprint=0,sims=2k", off);
	measure("tree", "file=rps-plus", "rps-plus@root",
		"dls:blueprint=0,sims=2k,resolve=gadget", on);
	assert_true(off[1] > .3); /* uniform */
	assert_true(on[1] < .01);
}

/* What the second seat loses by its answer to three quarters of the pot, in antes. */
static double
answer(const char *how, double value)
{
	char player[200];
	double reply[2];
	snprintf(
		player, sizeof player,
		"dls:blueprint=400,sims=300,first=blueprint,resolve=gadget,memory=256,%s",
		how);
	measure("leduc", "betting=no-limit,ante=2,stack=80,raises=3,ranks=4", "?|?|-|r5",
		player, reply);
	return (reply[1] - value) / 2;
}

/* The paper's claims, and a wrong turn: behind the leaf the other's hands are held to their best
 * reply to a strategy that was only carried over from another bet. */
static void
a_few_values_answer_an_unlisted_bet(void **state)
{
	double reply[2];
	measure("leduc", "betting=no-limit,ante=2,stack=80,raises=3,ranks=4", "?|?|-|r5",
		"cfr:sims=400,memory=256", reply);
	const double value = (reply[1] - reply[0]) / 2;
	measure("leduc", "betting=no-limit,ante=2,stack=80,raises=3,ranks=4", "?|?|-|r5",
		"blueprint:solve=400,memory=256", reply);
	const double rpat = (reply[1] - value) / 2,
		     one = answer("leaves=replies,values=1,carried=averaged", value),
		     three = answer("leaves=replies,values=3,carried=averaged", value),
		     own = answer("leaves=replies,values=3", value),
		     wrong = answer("leaves=replies,values=3,alternatives=blueprint",
				    value);
	assert_true(one > 1.5 * three); /* how much depends on which solution is found */
	assert_true(three < .6 * rpat);
	assert_true(own < .6 * rpat);
	assert_true(wrong > 2 * own);
}

/* Runs on from where the search stands, else a new one. False: it cannot go on. */
static bool
go_on(bool kept, const char *variant, const char *at, const char *player,
      struct snapshot *out)
{
	static struct player p;
	static struct played_move line[2][PUBLIC_LINE];
	struct state s, view, begin;
	open_game(&game, catalog_game(&app_catalog, "leduc"), 2, variant);
	memset(&view, 0, sizeof view);
	memset(&begin, 0, sizeof begin);
	read_position(&game, at, &s);
	const int moves = game_public(&game)->begin(&game, &s, &begin, line[kept]);
	const int viewer = game_mover(&game, &s);
	game_view(&game, &s, viewer, &view);
	assert_true(player_parse(&p, player, &app_catalog, &game, NULL));
	const struct search_job job = { .game = &game,
					.root = &view,
					.viewer = viewer,
					.player = &p,
					.seed = 1,
					.made = line[kept],
					.made_count = moves };
	const bool ok =
		kept ? search_advance(&search, &job) : search_open(&search, &job, NULL);
	if (ok)
		search_run(&search);
	*out = kept_figures(&search.live);
	return ok;
}

/* The same mixes and values, whatever was kept of what came before. */
static void
kept_is_as_derived_again(void **state)
{
	static const struct {
		const char *variant, *first, *later;
	} rows[] = {
		{ "", "Js|?|-|", "Js|?|Kh|r3c/" },
		{ "", "?|Qs|-|c", "?|Qs|Jh|cr3r5c/c" },
		{ NO_LIMIT, "?|Qs|-|r5", "?|Qs|Jh|r5c/c" },
		{ NO_LIMIT, "?|Qs|-|r5", "?|Qs|Jh|r5r15c/r30" },
	};
	static const char player[] = "dls:blueprint=50,sims=50,resolve=reach";
	static struct snapshot kept, derived;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_true(go_on(false, rows[i].variant, rows[i].first, player, &kept));
		assert_true(go_on(true, rows[i].variant, rows[i].later, player, &kept));
		search_close(&search);
		assert_true(
			go_on(false, rows[i].variant, rows[i].later, player, &derived));
		search_close(&search);
		assert_true(kept.nodes < derived.nodes); /* something was kept */
		assert_int_equal(kept.move_count, derived.move_count);
		assert_memory_equal(kept.moves, derived.moves,
				    (size_t)kept.move_count * sizeof *kept.moves);
		assert_memory_equal(kept.value, derived.value, sizeof kept.value);
	}
	/* A bet that is not listed needs another tree. */
	assert_true(go_on(false, NO_LIMIT, "?|Qs|-|r4", player, &kept));
	assert_false(go_on(true, NO_LIMIT, "?|Qs|Jh|r4c/r9", player, &kept));
	search_close(&search);
}

/* Neither the other's card nor one's own changes what is solved. */
static void
only_public_facts_decide(void **state)
{
	static const char player[] = "dls:blueprint=50,sims=50,resolve=maxmargin";
	static struct snapshot a, b, c;
	open_at("leduc", NO_LIMIT, "Js|Qs|Kh|r5c/c", player);
	search_run(&search);
	a = kept_figures(&search.live);
	search_close(&search);
	open_at("leduc", NO_LIMIT, "Ks|Qs|Kh|r5c/c", player);
	search_run(&search);
	b = kept_figures(&search.live);
	search_close(&search);
	open_at("leduc", NO_LIMIT, "Js|Jh|Kh|r5c/c", player);
	search_run(&search);
	c = kept_figures(&search.live);
	search_close(&search);
	a.elapsed_us = b.elapsed_us = c.elapsed_us = 0;
	a.sequence = b.sequence = c.sequence = 0;
	assert_true(same_figures(&a, &b));
	assert_int_equal(a.nodes, c.nodes);
	assert_int_equal(a.simulations, c.simulations);
}

static void
a_subgame_tells_its_iterations(void **state)
{
	open_at("leduc", NO_LIMIT, "?|Ks|-|r5",
		"dls:first=blueprint,resolve=gadget,blueprint=20,sims=9");
	search_run(&search);
	assert_int_equal(search.live.simulations, 9);
	search_close(&search);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_share_of_the_smaller_bet),
		cmocka_unit_test(a_translated_bet_goes_on_in_both_branches),
		cmocka_unit_test(known_amounts_are_not_translated),
		cmocka_unit_test(a_drawn_size_is_better_than_either),
		cmocka_unit_test(subgames_are_solved_safely),
		cmocka_unit_test(games_without_a_deal_are_solved_on),
		cmocka_unit_test(a_few_values_answer_an_unlisted_bet),
		cmocka_unit_test(kept_is_as_derived_again),
		cmocka_unit_test(a_subgame_tells_its_iterations),
		cmocka_unit_test(only_public_facts_decide),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
