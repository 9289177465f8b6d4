/*
 * nested.c - amounts that a strategy does not know: taken for those around them, or put into the
 * tree and solved again.
 */
#include "ai/common/public_translate.h"
#include "ai/dls/dls.h"
#include "games/common/duel.h"
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
	struct state s, view;
	struct status st = { 0 };
	open_game(&game, catalog_game(&app_catalog, key), 2, variant);
	memset(&s, 0, sizeof s);
	memset(&view, 0, sizeof view);
	assert_true(game.text->parse_position(&game, at, &s, NULL));
	const int viewer = game_mover(&game, &s);
	game_view(&game, &s, viewer, &view);
	if (!player_parse(&p, player, &app_catalog, &game, &st))
		fail_msg("%s", st.text);
	const struct search_job job = {
		.game = &game, .root = &view, .viewer = viewer, .player = &p, .seed = 1
	};
	if (!search_open(&search, &job, &st))
		fail_msg("%s", st.text);
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
	memset(&s, 0, sizeof s);
	assert_true(game.text->parse_position(&game, at, &s, NULL));
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
					   .jobs = 1,
					   .way = JOBS_THREADS };
	assert_true(exploit_run(&o, &r, &st));
	memcpy(reply, r.run[0].reply, sizeof r.run[0].reply);
	exploit_free(&r);
	exploit_roots_free(&roots);
}

static void
the_share_of_the_smaller_bet(void **state)
{
	(void)state;
	assert_true(fabs(translate_share(.75, .5, 1) - 3 / 7.) < 1e-12);
	assert_true(fabs(translate_share(.5, .5, 1) - 1) < 1e-12);
	assert_true(fabs(translate_share(1, .5, 1)) < 1e-12);
	assert_true(fabs(translate_share(3, 1, 9) - 6 * 2 / (8 * 4.)) < 1e-12);
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

/* The start of struct blueprint in ai/blueprint.c. */
struct both {
	struct public_mix mix;
	struct cfr known;
};

/* Three quarters of the pot are half of it in three of seven hands, else the pot; in the second round
 * a hand goes on in either by how likely it called there. */
static void
a_translated_bet_goes_on_in_both_branches(void **state)
{
	const move half[] = { DUEL_RAISE + 4, DUEL_CALL, 4, DUEL_CALL },
		   full[] = { DUEL_RAISE + 6, DUEL_CALL, 4, DUEL_CALL },
		   real[] = { DUEL_RAISE + 5, DUEL_CALL, 4, DUEL_CALL };
	(void)state;
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
	(void)state;
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
		{ "blueprint:solve=1k,translate=smaller", .061, .1 },
		{ "blueprint:solve=1k,translate=larger", .096, .1 },
	};
	double exact[2], reply[2];
	(void)state;
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_share_of_the_smaller_bet),
		cmocka_unit_test(a_translated_bet_goes_on_in_both_branches),
		cmocka_unit_test(known_amounts_are_not_translated),
		cmocka_unit_test(a_drawn_size_is_better_than_either),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
