/*
 * brs.c - best-reply search against a plain recursion on Chinese Checkers and
 * Abalone.
 */
#include "tests/search/treegame.h"

extern const struct search_ops brs_search;
extern const struct game_ops hearts_game, chinese_checkers_game, abalone_game;

static int32_t
reference(const struct game *g, const struct state *s, int rem, int me, bool mine)
{
	int32_t value[SEATS_MAX], best = 0;
	bool any = false;
	if (g->ops->settled(g, s) || rem == 0) {
		g->ops->evaluate(g, s, value);
		return value[me];
	}
	for (int seat = 0; seat < g->seats; seat++) {
		static move moves[8][MOVES_MAX];
		struct state turn = *s, child;
		if ((seat == me) != mine)
			continue;
		g->ops->give_turn(g, &turn, seat, &turn);
		const int n = g->ops->moves(g, &turn, seat, moves[rem]);
		for (int i = 0; i < n; i++) {
			g->ops->play(g, &turn, seat, moves[rem][i], &child);
			const int32_t v = reference(g, &child, rem - 1, me, !mine);
			if (!any || (mine ? v > best : v < best))
				best = v;
			any = true;
		}
	}
	return best;
}

static void
compare_on(const struct game_ops *ops, const struct options *variant, int positions,
	   int depth)
{
	struct status st = { 0 };
	struct rng r;
	rng_seed(&r, 3);
	for (int k = 0; k < positions; k++) {
		struct game g;
		struct state s = { 0 };
		assert_true(game_init(&g, ops, k % 2 ? 3 : 2, variant, &st));
		g.ops->start(&g, &s);
		for (int i = 0; i < k % 12; i++) {
			const int seat = game_mover(&g, &s);
			if (seat >= 0)
				g.ops->play(&g, &s, seat, g.ops->policy(&g, &s, seat, &r),
					    &s);
		}
		const int me = game_mover(&g, &s);
		if (me < 0)
			continue;
		struct search search;
		struct player p;
		run_search(&search, &p, &g, &s, &brs_search, "",
			   (struct limits){ .depth = depth }, NULL);
		assert_true(search.live.value[me] ==
			    reference(&g, &s, depth, me, true) / (double)g.ops->unit);
		search_close(&search);
	}
}

static void
it_has_the_value_of_a_plain_recursion(void **state)
{
	(void)state;
	struct options variant;
	struct status st = { 0 };
	options_init(&variant, chinese_checkers_game.options);
	assert_true(options_set(&variant, "size", "2", &st));
	compare_on(&chinese_checkers_game, &variant, 30, 3);
	compare_on(&abalone_game, NULL, 12, 2);
}

static void
a_game_of_tricks_is_refused_with_the_reason(void **state)
{
	(void)state;
	struct game g;
	struct status st = { 0 };
	char why[200];
	assert_true(game_init(&g, &hearts_game, 3, NULL, &st));
	g.traits &= ~(unsigned)TRAIT_HIDDEN;
	assert_non_null(search_refusal(&brs_search, &g, NULL, 0, why, sizeof why));
	assert_string_equal(why, "brs skips turns, which Hearts cannot");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_has_the_value_of_a_plain_recursion),
		cmocka_unit_test(a_game_of_tricks_is_refused_with_the_reason),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
