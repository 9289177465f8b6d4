/*
 * ismcts.c - search of information sets: it does not choose as if it knew the deal, its counts
 * add up, limits are exact, and the same seed gives the same tree.
 */
#include "games/hearts/hearts.h"
#include "tests/search/guess.h"
#include "tests/unit/play_text.h"

#include <math.h>

/* A choice is one for all deals: what pimc takes for 100 points is worth 50. */
static void
it_does_not_choose_as_if_it_knew(void **state)
{
	struct game g;
	struct state s;
	struct search search;
	open_game(&g, &guess_game, 2, "");
	start_game(&g, &s);
	search_view(&search, &g, &s, 0, "pimc:worlds=50,inner=(maxn)");
	assert_int_equal(search_choice(&search), GUESS);
	assert_true(search.live.moves[0].value[0] > 99.5);
	search_close(&search);

	search_view(&search, &g, &s, 0, "ismcts:sims=4000");
	const struct stats_move *row = search.live.moves;
	assert_int_equal(search_choice(&search), TAKE);
	assert_true(fabs(row[0].value[0] - 70) < 1e-3);
	assert_int_equal(row[1].m, GUESS);
	assert_true(fabs(row[1].value[0] - 50) < 12);
	search_close(&search);
}

/* At every depth the visits of the children, and the visits in which each was legal, fit the visits
 * of the node. Returns the number of nodes below it. */
static int
check_below(struct search *s, look_ref ref, int64_t visits)
{
	static struct look_node rows[12][STATS_MOVES];
	static int depth;
	struct look_node *row = rows[depth];
	const int n = s->ops->look->children(s, ref, row, STATS_MOVES);
	int64_t sum = 0;
	int count = n;
	assert_true(++depth < 12);
	for (int i = 0; i < n; i++) {
		const double available = row[i].extra[0] * (double)visits;
		assert_true((double)row[i].visits < available + 0.5);
		assert_true(available < (double)visits + 0.5);
		sum += row[i].visits;
		for (int k = 0; k < i; k++)
			assert_int_not_equal(row[i].m, row[k].m);
	}
	assert_true(sum <= visits);
	for (int i = 0; i < n; i++)
		if (row[i].inner)
			count += check_below(s, row[i].ref, row[i].visits);
	depth--;
	return count;
}

static void
counts_of_the_tree_add_up(void **state)
{
	struct game g;
	struct state s;
	struct search search;
	open_game(&g, &hearts_game, 4, "passing=off");
	play_from_deal(&g, 77, 0, &s);
	const int seat = game_mover(&g, &s);
	search_view(&search, &g, &s, seat, "ismcts:sims=3000,expand=2");
	assert_int_equal(search.live.simulations, 3000);
	int64_t sum = 0;
	for (int i = 0; i < search.live.move_count; i++)
		sum += search.live.moves[i].visits;
	assert_int_equal(sum, search.live.move_count == 0 ? 0 : 3000);
	assert_int_equal(check_below(&search, LOOK_ROOT, 3000) + 1,
			 search.live.tree_nodes);
	assert_true(search.live.seldepth > 2);
	search_close(&search);
}

/* Where another seat is to move its hand is dealt as well, and it plays what it was dealt: hardly a
 * hand of thirteen has none of ten clubs that are out. */
static void
another_seat_plays_what_it_was_dealt(void **state)
{
	struct game g;
	struct state s;
	struct search search;
	struct status st = { 0 };
	int64_t all = 0, clubs = 0;
	open_game(&g, &hearts_game, 4, "");
	assert_true(g.ops->text->parse_position(
		&g,
		"phase=play hand=1 total=0,0,0,0 points=0,0,0,0 turn=W "
		"S=KT98.KT7.54.J75 W=- N=- E=- played=...2 trick=S:2C",
		&s, &st));
	search_view(&search, &g, &s, 0, "ismcts:sims=3000");
	assert_int_equal(search.mover, 1);
	for (int i = 0; i < search.live.move_count; i++) {
		const struct stats_move *row = &search.live.moves[i];
		all += row->visits;
		clubs += card_suit((int)row->m) == CLUBS ? row->visits : 0;
	}
	assert_true(clubs > 2700 && all <= 3000);
	search_close(&search);
}

static void
limits_are_exact(void **state)
{
	struct game g;
	struct state s;
	struct search search;
	open_game(&g, &hearts_game, 4, "passing=off");
	play_from_deal(&g, 78, 0, &s);
	const int seat = game_mover(&g, &s);
	search_view(&search, &g, &s, seat, "ismcts:nodes=5000");
	assert_int_equal(search.live.nodes, 5000);
	assert_int_equal(search.live.stop, STOP_NODES);
	search_close(&search);
	search_view(&search, &g, &s, seat, "ismcts:sims=123");
	assert_int_equal(search.live.simulations, 123);
	assert_int_equal(search.live.stop, STOP_SIMS);
	search_close(&search);
}

/* It ends before its simulations are spent only where the rest would not have changed the choice,
 * and then not a look later. */
static void
an_early_end_changes_no_choice(void **state)
{
	struct game g;
	int early = 0;
	open_game(&g, &hearts_game, 4, "passing=off");
	for (uint32_t deal = 1; deal <= 30; deal++) {
		struct state s;
		struct search whole, part;
		play_from_deal(&g, deal, (int)deal, &s);
		search_view(&whole, &g, &s, game_mover(&g, &s), "ismcts:sims=2000");
		search_view(&part, &g, &s, game_mover(&g, &s),
			    "ismcts:sims=2000,early=on");
		assert_int_equal(search_choice(&part), search_choice(&whole));
		assert_int_equal(whole.live.simulations, 2000);
		const int64_t rest = 2000 - part.live.simulations;
		const struct stats_move *m = part.live.moves;
		const int64_t second = part.live.move_count > 1 ? m[1].visits : 0;
		assert_true(rest == 0 || m[0].visits > second + rest);
		assert_true(rest == 0 || m[0].visits <= second + rest + 128);
		early += rest > 0;
		search_close(&whole);
		search_close(&part);
	}
	print_message("%d of 30 ended early\n", early);
	assert_in_range(early, 10, 30);
}

/* A tree without room for more nodes goes on learning in those it has. */
static void
a_full_tree_goes_on(void **state)
{
	struct game g;
	struct state s;
	struct search search;
	open_game(&g, &hearts_game, 4, "passing=off");
	play_from_deal(&g, 79, 0, &s);
	search_view(&search, &g, &s, game_mover(&g, &s),
		    "ismcts:sims=60000,expand=1,memory=1");
	assert_true(search.live.tree_bytes <= 1 << 20);
	assert_int_equal(search.live.simulations, 60000);
	int64_t sum = 0;
	for (int i = 0; i < search.live.move_count; i++)
		sum += search.live.moves[i].visits;
	assert_int_equal(sum, 60000);
	search_close(&search);
}

/* Nothing is hidden, so there is one deal: it finds a best move of the end. */
static void
with_open_hands_it_plays_the_end_as_max_n_does(void **state)
{
	struct game g;
	struct search search, exact;
	int best = 0;
	open_game(&g, &hearts_game, 4, "open=on passing=off");
	for (uint32_t deal = 0; deal < 12; deal++) {
		struct state s;
		play_from_deal(&g, deal, 36, &s);
		const int seat = game_mover(&g, &s);
		search_view(&search, &g, &s, seat, "ismcts:sims=20000");
		search_view(&exact, &g, &s, seat, "maxn");
		best += move_value(&exact, search_choice(&search)) >
			move_value(&exact, search_choice(&exact)) - 0.01;
		search_close(&search);
		search_close(&exact);
	}
	assert_true(best >= 11);
}

static void
games_of_choices_at_once_are_refused(void **state)
{
	struct game g;
	struct player p;
	struct status st = { 0 };
	open_game(&g, catalog_game(&app_catalog, "goofspiel"), 2, "");
	assert_false(player_parse(&p, "ismcts", &app_catalog, &g, &st));
	assert_non_null(strstr(st.text, "smmcts"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_does_not_choose_as_if_it_knew),
		cmocka_unit_test(counts_of_the_tree_add_up),
		cmocka_unit_test(another_seat_plays_what_it_was_dealt),
		cmocka_unit_test(limits_are_exact),
		cmocka_unit_test(an_early_end_changes_no_choice),
		cmocka_unit_test(a_full_tree_goes_on),
		cmocka_unit_test(with_open_hands_it_plays_the_end_as_max_n_does),
		cmocka_unit_test(games_of_choices_at_once_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
