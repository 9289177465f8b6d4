/* game.c - the contract of a game: what a table must have, and what stands in for the rest. */
#include "tests/unit/play_text.h"
#include "tests/unit/toy.h"

#include "src/app/catalog.h"

/* The toy with one part replaced. */
static void
refuse(const struct game_ops *ops, const char *sentence)
{
	struct game g;
	struct status st = { 0 };
	assert_false(game_init(&g, ops, 0, NULL, &st));
	assert_string_equal(st.text, sentence);
}

static void
a_game_without_a_mandatory_part_is_refused(void **state)
{
	struct game_ops ops = toy_game;
	ops.view = NULL;
	refuse(&ops, "toy-game: a game has rules, knowledge, text and a view");
}

static void
a_missing_function_is_named(void **state)
{
	struct game_ops ops = toy_game;
	struct game_view view = *toy_game.view;
	struct game_rules rules = *toy_game.rules;
	struct game_hidden hidden = *toy_game.hidden;
	view.scene = NULL;
	ops.view = &view;
	refuse(&ops, "toy-game: the game's view table lacks scene()");
	ops.view = toy_game.view;
	rules.hash = NULL;
	ops.rules = &rules;
	refuse(&ops, "toy-game: the game's rules table lacks hash()");
	ops.rules = toy_game.rules;
	hidden.determinize = NULL;
	ops.hidden = &hidden;
	refuse(&ops, "toy-game: the game's hidden table lacks determinize()");
}

static void
traits_ask_for_their_parts(void **state)
{
	struct game_ops ops = toy_game;
	ops.hidden = NULL;
	refuse(&ops, "toy-game: hidden information without a hidden table");
	ops = toy_game;
	ops.chance = NULL;
	refuse(&ops, "toy-game: chance without a chance table");
}

static void
parts_that_a_game_does_not_have_are_empty(void **state)
{
	struct game g;
	assert_true(game_init(&g, &toy_game, 0, NULL, NULL));
	assert_null(g.fast->rollout);
	assert_null(g.turns->give_turn);
	assert_null(g.chance->list);
}

/* A bet of any size: moves() lists a few. */
static bool
any_even_number(const struct game *g, const struct state *s, int seat, move m)
{
	(void)g, (void)s, (void)seat;
	return m % 2 == 0;
}

static void
legal_moves_need_not_be_listed(void **state)
{
	struct game_ops ops = toy_game;
	struct game g;
	struct state s = { 0 };
	assert_true(game_init(&g, &ops, 0, NULL, NULL));
	g.rules->start(&g, &s);
	g.rules->play(&g, &s, SEAT_CHANCE, 1, &s);
	assert_true(game_legal(&g, &s, 0, 4));
	assert_false(game_legal(&g, &s, 0, 5));
	assert_false(game_legal(&g, &s, 0, 100));
	ops.turns = &(const struct game_turns){ .legal = any_even_number };
	assert_true(game_init(&g, &ops, 0, NULL, NULL));
	assert_true(game_legal(&g, &s, 0, 100));
	assert_false(game_legal(&g, &s, 0, 101));
}

/* What playouts of a game of two seats and nothing but turns show of its ends: every sum is that of
 * the start's bounds; one was shared. */
static void
play_to_ends(const struct game *g, bool *constant, bool *shared)
{
	struct rng r;
	struct bounds b;
	struct state s;
	rng_seed(&r, 11);
	g->rules->start(g, &s);
	g->knowledge->bounds(g, &s, &b);
	*constant = true;
	*shared = false;
	for (int i = 0; i < 200; i++) {
		int32_t value[SEATS_MAX];
		g->rules->start(g, &s);
		game_rollout(g, &s, &r, 4000,
			     i % 2 != 0 ? ROLLOUT_RANDOM : ROLLOUT_POLICY, ROLLOUT_DRAWS);
		if (!g->rules->settled(g, &s))
			continue;
		g->knowledge->evaluate(g, &s, value);
		*constant = *constant && value[0] + value[1] == b.maxsum;
		*shared = *shared || value[0] == value[1];
	}
}

static void
games_of_turns_declare_their_ends(void **state)
{
	int games = 0, draws = 0;
	for (int k = 0; app_catalog.games[k]; k++) {
		const unsigned others = TRAIT_CHANCE | TRAIT_HIDDEN | TRAIT_SIMULTANEOUS;
		struct game g;
		bool constant, shared;
		if (!game_init(&g, app_catalog.games[k], 2, NULL, NULL) || g.seats != 2 ||
		    g.traits & others)
			continue;
		play_to_ends(&g, &constant, &shared);
		const unsigned sums = g.traits & (TRAIT_CONSTANT_SUM | TRAIT_ZERO_SUM);
		if (sums != (constant ? TRAIT_CONSTANT_SUM | TRAIT_ZERO_SUM : 0) ||
		    (shared && !(g.traits & TRAIT_DRAWS)))
			fail_msg("%s: constant %d, shared %d, traits %x", g.ops->key,
				 constant, shared, g.traits);
		games++;
		draws += shared;
	}
	assert_true(games >= 8 && draws >= 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_without_a_mandatory_part_is_refused),
		cmocka_unit_test(a_missing_function_is_named),
		cmocka_unit_test(traits_ask_for_their_parts),
		cmocka_unit_test(parts_that_a_game_does_not_have_are_empty),
		cmocka_unit_test(legal_moves_need_not_be_listed),
		cmocka_unit_test(games_of_turns_declare_their_ends),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
