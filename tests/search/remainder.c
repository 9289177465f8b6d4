/*
 * remainder.c - cfr in hold'em: what is left of the hand, from ranges that play so far left.
 */
#include "ai/poker/cfr/remainder.h"
#include "ai/poker/tree/subgame_file.h"
#include "games/poker/holdem/holdem.h"
#include "games/poker/range.h"
#include "tests/kept.h"
#include "tests/unit/near.h"
#include "tests/unit/play_text.h"

#include <unistd.h>

static struct search search;
static struct game g;
static struct player player;

/* Runs a search of a position as its mover sees it; it stays open. */
static void
run(const char *variant, const char *position, const char *text)
{
	open_game(&g, &holdem_game, 2, variant);
	open_mover(&search, &player, &g, position, text);
	search_run(&search);
}

/* Bit for bit, in what is told. */
static void
same_hands(const struct stats_hands *a, const struct stats_hands *b)
{
	assert_int_equal(a->classes, b->classes);
	assert_int_equal(a->actions, b->actions);
	const size_t row = (size_t)a->classes * sizeof(float);
	assert_memory_equal(a->weight, b->weight, row);
	assert_memory_equal(a->value, b->value, row);
	assert_memory_equal(a->equity, b->equity, row);
	for (int i = 0; i < a->classes; i++)
		assert_memory_equal(a->mix[i], b->mix[i],
				    (size_t)a->actions * sizeof(float));
}

/* On the river with the best of all hands nobody folds, and it is worth the pot and more. */
static void
the_best_hand_is_played_for_all_it_is_worth(void **state)
{
	run("", "0:r300c/cc/cc/cr600:AhKh|/QhJhTh/2c/3d", "cfr:sims=200");
	assert_true(find_row(&search, &g, "f")->prob < 1e-3);
	assert_true(find_row(&search, &g, "c")->prob < 0.05);
	assert_true(find_row(&search, &g, "c")->win[search.mover] > 0.999);
	near(find_row(&search, &g, "f")->value[search.mover], -300, 1e-3);
	near(find_row(&search, &g, "c")->value[search.mover], 600, 1e-3);
	assert_true(search.live.value[search.mover] > 600);
	search_close(&search);
	/* a hand that beats none is not called with */
	run("", "0:r300c/cc/cc/cr9000:4c2s|/QhJhTh/Kc/9d", "cfr:sims=200");
	assert_true(find_row(&search, &g, "c")->prob < 0.05);
	search_close(&search);
}

/* What the other holds, and what one holds, changes no figure of the solve but those of the
 * hand. */
static void
no_hand_changes_the_solve(void **state)
{
	static const char *const hands[] = { "9s9c|AhAd", "9s9c|7h3d", "KhKd|7h3d" };
	static struct stats_hands all[3];
	int64_t nodes[3], sims[3];
	for (int i = 0; i < 3; i++) {
		char position[80];
		snprintf(position, sizeof position, "0:r300c/cr400c/cr1000:%s/TsQh8c/2d",
			 hands[i]);
		run("stack=4000", position, "cfr:sims=6,raises=1");
		nodes[i] = search_nodes(&search);
		sims[i] = search.live.simulations;
		all[i] = *snapshot_hands(&search.live);
		assert_true(all[i].classes == POKER_CLASSES);
		search_close(&search);
	}
	for (int i = 1; i < 3; i++) {
		assert_true(nodes[i] == nodes[0] && sims[i] == sims[0]);
		same_hands(&all[i], &all[0]);
	}
}

/* The range of the other after a large bet has less of the hands that missed. */
static void
ranges_follow_from_the_moves_that_were_made(void **state)
{
	double left[2];
	run("stack=4000", "0:r300c/cc/c:9s9c|/TsQh8c/2d", "cfr:sims=4,raises=1");
	left[0] = read_gauge(&search.live, "range");
	search_close(&search);
	run("stack=4000", "0:r300c/cr1500c/c:9s9c|/TsQh8c/2d", "cfr:sims=4,raises=1");
	left[1] = read_gauge(&search.live, "range");
	search_close(&search);
	assert_true(left[1] < left[0] && left[1] > 1);
	run("", "0::|9s9c", "cfr:sims=4");
	near(read_gauge(&search.live, "range"), 1326, 1e-9);
	search_close(&search);
}

/* An amount that is not listed is in the tree when it was played. */
static void
amounts_off_the_tree_are_answered(void **state)
{
	run("", "0:r317c/cc/cc/cr611r1234:9s9c|/TsQh8c/2d/3d", "cfr:sims=20");
	double sum = 0;
	for (int i = 0; i < search.live.move_count; i++)
		sum += search.live.moves[i].prob;
	near(sum, 1, 1e-6);
	find_row(&search, &g, "f"), find_row(&search, &g, "c");
	search_close(&search);
}

static void
limits_end_it_and_what_was_learned_is_gone_on_with(void **state)
{
	static const char position[] = "0:r300c/cc/cc/c:9s9c|/TsQh8c/2d/3d";
	struct snapshot whole;
	run("", position, "cfr:sims=40");
	whole = kept_figures(&search.live);
	assert_int_equal(whole.simulations, 40);
	assert_int_equal(whole.stop, STOP_SIMS);
	search_close(&search);
	run("", position, "cfr:sims=40");
	assert_memory_equal(whole.moves, search.live.moves,
			    (size_t)whole.move_count * sizeof *whole.moves);
	assert_int_equal(whole.nodes, search.live.nodes);
	search_close(&search);
	run("", position, "cfr:nodes=30000");
	assert_true(search_nodes(&search) <= 30000);
	assert_int_equal(search.live.stop, STOP_NODES);
	search_close(&search);
	run("", position, "cfr:nodes=1"); /* it answers all the same */
	assert_true(search_choice(&search) != MOVE_NONE);
	search_close(&search);
}

/* A tree for the inspector: shares of moves and cards sum to 1, all the way down. */
static void
check_tree(look_ref at, int depth, int *cards)
{
	struct look_node n[MOVES_MAX];
	const int count = search.ops->look->children(&search, at, n, MOVES_MAX);
	double sum = 0;
	for (int i = 0; i < count; i++)
		sum += n[i].seat == SEAT_CHANCE ? n[i].chance : n[i].extra[1];
	if (count > 0 && !isnan(sum))
		near(sum, 1, 1e-5);
	*cards += count > 0 && n[0].seat == SEAT_CHANCE ? count : 0;
	for (int i = 0; i < count && depth > 0; i += n[0].seat == SEAT_CHANCE ? 20 : 1)
		if (n[i].inner)
			check_tree(n[i].ref, depth - 1, cards);
}

static void
its_tree_can_be_walked_through(void **state)
{
	int cards = 0;
	struct stats_hands hands = { 0 };
	run("stack=2000", "0:r300c/cc/c:9s9c|/TsQh8c/2d", "cfr:sims=5,raises=1");
	check_tree(LOOK_ROOT, 4, &cards);
	assert_true(cards > 46); /* the two held do not come */
	assert_true(search.ops->look->hands(&search, LOOK_ROOT, &hands));
	same_hands(&hands, snapshot_hands(&search.live));
	search_close(&search);
}

/* Behind a move the seats have changed places: the hands of the other are as they were, those of the
 * mover have come by that move. */
static void
both_ranges_are_told(void **state)
{
	static struct stats_hands root, next;
	struct look_node child[16];
	int seen = 0;
	run("stack=2000", "0:r300c/cc/c:9s9c|/TsQh8c/2d", "cfr:sims=20,raises=1");
	assert_true(search.ops->look->hands(&search, LOOK_ROOT, &root));
	const int n = search.ops->look->children(&search, LOOK_ROOT, child, 16);
	for (int a = 0; a < n; a++) {
		if (!search.ops->look->hands(&search, child[a].ref, &next) ||
		    next.seat == root.seat)
			continue;
		seen++;
		for (int i = 0; i < root.classes; i++) {
			assert_int_equal(isnan(root.other[i]), isnan(next.weight[i]));
			if (isnan(root.other[i]) || isnan(root.weight[i]))
				continue;
			const float came = root.weight[i] * root.mix[i][a];
			near((double)next.weight[i], (double)root.other[i], 1e-5);
			near((double)next.other[i], root.weight[i] > 0 ? (double)came : 0,
			     1e-5);
		}
	}
	assert_true(seen >= 2);
	search_close(&search);
}

static void
what_does_not_fit_gets_fewer_raises(void **state)
{
	double decisions;
	run("stack=2000", "0:r300c/cc/c:9s9c|/TsQh8c/2d", "cfr:sims=1,raises=3");
	decisions = read_gauge(&search.live, "public nodes");
	search_close(&search);
	run("stack=2000", "0:r300c/cc/c:9s9c|/TsQh8c/2d",
	    "cfr:sims=1,raises=3,memory=16");
	assert_true(read_gauge(&search.live, "public nodes") < decisions);
	search_close(&search);
}

/* ---- a solved file ----------------------------------------------------------------------- */

#define SOLVED "stack=1000,blinds=5/10,sizes=0.5/a"

/* Clubs and diamonds are alike on this board: a river of one is solved as that of the other. */
static void
write_solution(const char *path)
{
	struct subgame s;
	struct arena arena;
	struct status st = { 0 };
	struct state root;
	static struct poker_range range[2];
	open_game(&g, &holdem_game, 2, SOLVED);
	read_position(&g, "0:r300c/cc/:|/KhQh7h/2s", &root);
	assert_true(range_parse("AKs,77,55,JTs", &range[1], &st) &&
		    range_parse("QJs,A7s,TT", &range[0], &st));
	const struct subgame_setup setup = { .g = &g,
					     .root = &root,
					     .range = { range[0].weight,
							range[1].weight },
					     .raises = 2,
					     .variant = REGRET_DISCOUNTED };
	const struct subgame_saved about = { .raises = 2 };
	assert_true(arena_open(&arena, 64 << 20));
	assert_true(subgame_open(&s, &arena, &setup, &st));
	for (int i = 0; i < 30; i++)
		subgame_iterate(&s);
	assert_true(subgame_save(&s, &about, path, &st));
	arena_close(&arena);
}

/* The mix of a position by a file, in the order of the game's moves; returns its value. */
static double
look_up(const char *path, const char *position, double mix[STATS_MOVES])
{
	char text[200];
	move m[MOVES_MAX];
	snprintf(text, sizeof text, "cfr:file=%s", path);
	run(SOLVED, position, text);
	const int seat = search.mover;
	const int n = g.rules->moves(&g, &search.root, seat, m);
	assert_int_equal(n, search.live.move_count);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			if (search.live.moves[k].m == m[i])
				mix[i] = search.live.moves[k].prob;
	return search.live.value[seat];
}

static void
a_file_is_looked_up_also_where_suits_have_other_names(void **state)
{
	char path[] = "/tmp/plyscope-rest-XXXXXX";
	double clubs[STATS_MOVES] = { 0 }, diamonds[STATS_MOVES] = { 0 };
	const int fd = mkstemp(path);
	int cards = 0;
	assert_true(fd >= 0);
	write_solution(path);
	const double value = look_up(path, "0:r300c/cc/cc/c:|TsTc/KhQh7h/2s/Jc", clubs);
	search_close(&search);
	near(look_up(path, "0:r300c/cc/cc/c:|TsTd/KhQh7h/2s/Jd", diamonds), value, 1e-9);
	check_tree(LOOK_ROOT, 3, &cards);
	search_close(&search);
	assert_memory_equal(clubs, diamonds, sizeof clubs);
	/* the same hand on the other board meets other hands */
	assert_true(fabs(look_up(path, "0:r300c/cc/cc/c:|TsTd/KhQh7h/2s/Jc", diamonds) -
			 value) > 1);
	search_close(&search);
	/* below, on the turn: whichever card comes, it is told by its own name */
	look_up(path, "0:r300c/cc/c:|QdJd/KhQh7h/2s", diamonds);
	check_tree(LOOK_ROOT, 4, &cards);
	assert_true(cards > 0);
	search_close(&search);
	close(fd);
	unlink(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_best_hand_is_played_for_all_it_is_worth),
		cmocka_unit_test(no_hand_changes_the_solve),
		cmocka_unit_test(ranges_follow_from_the_moves_that_were_made),
		cmocka_unit_test(amounts_off_the_tree_are_answered),
		cmocka_unit_test(limits_end_it_and_what_was_learned_is_gone_on_with),
		cmocka_unit_test(its_tree_can_be_walked_through),
		cmocka_unit_test(both_ranges_are_told),
		cmocka_unit_test(what_does_not_fit_gets_fewer_raises),
		cmocka_unit_test(a_file_is_looked_up_also_where_suits_have_other_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
