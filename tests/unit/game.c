/* game.c - the contract of a game: what a table must have, and what stands in for the rest. */
#include "tests/unit/play_text.h"
#include "tests/unit/toy.h"

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
	(void)state;
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
	(void)state;
	view.figures = NULL;
	ops.view = &view;
	refuse(&ops, "toy-game: the game's view table lacks figures()");
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
	(void)state;
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
	(void)state;
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
	(void)state;
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_without_a_mandatory_part_is_refused),
		cmocka_unit_test(a_missing_function_is_named),
		cmocka_unit_test(traits_ask_for_their_parts),
		cmocka_unit_test(parts_that_a_game_does_not_have_are_empty),
		cmocka_unit_test(legal_moves_need_not_be_listed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
