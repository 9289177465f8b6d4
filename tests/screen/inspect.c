/*
 * inspect.c - the inspector, step mode and lessons on the screen, through keys and mouse.
 */
#include "tests/screen/play.h"

#define TREE_GAME "play tree -o file=last-branch -s 1=human -s 2=maxn -s 3=maxn --seed 3"

static struct vt *
inspect_tree(int h, int w)
{
	struct vt *v = play_start(TREE_GAME, h, w);
	expect_text(v, "P1 chooses");
	vt_keys(v, "i");
	expect_text(v, "c-P1 2");
	return v;
}

static void
a_cut_is_shown_with_its_sentence(void **state)
{
	static const int sizes[3][2] = { { 24, 80 }, { 40, 120 }, { 60, 200 } };
	for (int i = 0; i < 3; i++) {
		struct vt *v = inspect_tree(sizes[i][0], sizes[i][1]);
		expect_text(v, "> P1 1");
		expect_text(v, "<=5");
		vt_keys(v, "G"); /* the last row: never searched */
		expect_text(v, "x P2 3");
		expect_text(v, "never searched; skipped by shallow");
		expect_text(v, "shallow: P1 needs 6 (root), P2 has 5 (here)");
		leave(v);
	}
}

static void
nodes_fold_filter_and_are_counted(void **state)
{
	struct vt *v = inspect_tree(24, 80);
	vt_keys(v, DOWN "=");
	expect_text(v, "full width 8 nodes here, 4 searched, 4 skipped");
	expect_text(v, "P3>=4");
	vt_keys(v, ENTER);
	expect_text(v, "c+P1 2");
	expect_no_text(v, "x P2 3");
	vt_keys(v, ENTER);
	expect_text(v, "x P2 3");
	vt_keys(v, "X");
	expect_text(v, "never searched are hidden");
	expect_no_text(v, "x P2 3");
	vt_keys(v, "X");
	expect_text(v, "x P2 3");
	vt_keys(v, "P");
	expect_text(v, "shown: principal variation");
	vt_keys(v, "P");
	expect_text(v, "shown: all");
	vt_keys(v, "M");
	expect_text(v, "no line of most-proving nodes");
	vt_keys(v, "s");
	expect_text(v, "sorted by value");
	vt_keys(v, "/2" ENTER);
	expect_text(v, "P1 2");
	vt_keys(v, "v"); /* the position alone */
	expect_text(v, "P2       P3");
	expect_no_text(v, "node  ");
	leave(v);
}

static void
steps_go_on_and_back(void **state)
{
	struct vt *v = inspect_tree(24, 80);
	vt_keys(v, "w");
	expect_text(v, "node 1 of 14");
	vt_keys(v, "]]");
	expect_text(v, "node 3 of 14");
	vt_keys(v, "}");
	expect_text(v, "node 13 of 14");
	expect_text(v, "P2 1");
	vt_keys(v, "[");
	expect_text(v, "node 12 of 14");
	vt_keys(v, "u");
	expect_text(v, "iteration ");
	vt_keys(v, "w");
	expect_text(v, "back to the whole search");
	leave(v);
}

/* A step may take as long as a search: keys are answered meanwhile, and it can be stopped. */
static void
a_step_is_searched_beside_the_screen(void **state)
{
	struct vt *v = play_start("play chinese-checkers --seed 3", 24, 80);
	expect_text(v, "you: Red");
	vt_keys(v, "ia\025uct:sims=100k" ENTER);
	expect_text(v, "The search is repeated");
	vt_wait_gone(v, "The search is repeated");
	vt_keys(v, "w\003");
	expect_text(v, "stopped before the first step");
	expect_no_text(v, "simulation ");
	vt_keys(v, "w?");
	expect_text(v, "step mode on and off");
	vt_keys(v, "q");
	expect_text(v, "simulation 1 of ");
	expect_text(v, "step mode: ] one simulation on");
	vt_keys(v, "]]}u"); /* each from where the one before leads to */
	expect_text(v, "simulation 13 of ");
	vt_keys(v, "[");
	expect_text(v, "simulation 12 of ");
	vt_keys(v, "w");
	expect_text(v, "back to the whole search");
	leave(v);
}

/* Keys that come while the rows change, and with no rows in the picture. */
static void
the_cursor_stays_on_rows_that_are_there(void **state)
{
	struct vt *v = play_start("watch hearts --seed 9 -s 1=medium", 60, 200);
	expect_text(v, "Hearts");
	vt_keys(v, " ");
	expect_text(v, "PAUSED");
	vt_keys(v, "i");
	vt_wait_gone(v, "The search is repeated");
	expect_text(v, "world 1");
	vt_keys(v, "G" ENTER "GkkG" ENTER "G");
	vt_settle(v, 100);
	vt_keys(v, "wGG");
	expect_text(v, "step mode:");
	vt_keys(v, "GwGwG[G");
	vt_settle(v, 100);
	leave(v);
	v = inspect_tree(24, 80);
	vt_keys(v, "Gv"); /* the board alone: the rows are not drawn */
	expect_no_text(v, "node  ");
	vt_keys(v, "P");
	expect_text(v, "principal variation");
	vt_keys(v, "G"); /* the last row that there is, not the last there was */
	vt_keys(v, "v");
	expect_text(v, "at most; cut by shallow");
	vt_pretend_size(v, 5, 20); /* nor are they here */
	vt_keys(v, "PG");
	vt_catch_up(v);
	vt_keys(v, "\033[D\033[DG");
	vt_resize(v, 24, 80);
	expect_text(v, "c+P1 2");
	expect_text(v, "at most; cut by shallow");
	leave(v);
}

/* In FAIR the tree of a hidden game is that of the person's own worlds. */
static void
hidden_cards_are_seen_through_worlds(void **state)
{
	struct vt *v = play_start("play hearts --seed 3 -o passing=off", 24, 80);
	expect_text(v, "your turn");
	vt_keys(v, "i");
	expect_text(v, "inspect");
	expect_text(v, " nodes");
	expect_text(v, "world 1");
	vt_keys(v, "/");
	expect_text(v, "find a move:");
	vt_keys(v, "world 2" ENTER); /* behind the moves */
	expect_text(v, "world 2");
	vt_keys(v, ENTER);
	expect_text(v, "-world 2");
	leave(v);
}

#define CANDIDATES 2 /* that the panel has room for */

/* A candidate as at the table, and the row of the tree. */
static void
candidate(struct vt *v, int rank, char move[static 8])
{
	char label[16];
	int y, x;
	snprintf(label, sizeof label, " %d ", rank);
	assert_true(vt_find(v, "move  ", &y, &x));
	const char *row = strstr(vt_row(v, y + rank) + x - 4, label);
	if (row == NULL)
		vt_print(v);
	assert_non_null(row);
	assert_int_equal(sscanf(row + 3, "%7s", move), 1);
}

/* The tree of a hint on the clock has the hint's own order of moves, whatever its worlds, run
 * again with other shares of the nodes, would say; and a big world opens beside the screen. */
static void
the_tree_of_a_hint_says_what_the_hint_said(void **state)
{
	struct vt *v = play_start("play hearts --seed 5 -o passing=off --ascii", 40, 120);
	char move[CANDIDATES][8], row[16];
	int y, x, at;
	expect_text(v, "your turn");
	vt_keys(v, ":set hint-time 300ms" ENTER "nh");
	expect_text(v, "/0.3s");
	expect_text(v, "; 1 picks it, e why,");
	for (int i = 0; i < CANDIDATES; i++)
		candidate(v, i + 1, move[i]);
	vt_keys(v, "i");
	expect_text(v, "world 1");
	snprintf(row, sizeof row, "> S %s", move[0]);
	assert_true(vt_find(v, row, &y, &x));
	for (int i = 1; i < CANDIDATES; i++) {
		snprintf(row, sizeof row, "  S %s", move[i]);
		assert_true(vt_find(v, row, &at, &x));
		assert_int_equal(at, y + i);
	}
	expect_text(v, "as at the table");
	leave(v);
}

static void
a_big_world_opens_beside_the_screen(void **state)
{
	struct vt *v = play_start("play hearts --seed 3 -o passing=off", 24, 80);
	expect_text(v, "your turn");
	vt_keys(v, "ia\025pimc:worlds=2,nodes=600k,inner=(maxn)" ENTER);
	expect_text(v, "+world 2");
	vt_keys(v, "G" ENTER "g");
	expect_text(v, "-world 2"); /* though the cursor has gone on */
	vt_keys(v, "Gv");
	expect_text(v, "W 2");
	expect_no_text(v, "you passed"); /* dealt, not passed */
	expect_no_text(v, "holds");
	expect_no_text(v, "searched again;");
	leave(v);
}

/* Votes move up world by world; other steps end inside one. */
static void
hidden_cards_are_stepped_through_too(void **state)
{
	struct vt *v = play_start("play hearts --seed 3 -o passing=off", 24, 80);
	expect_text(v, "your turn");
	vt_keys(v, "ia\025pimc:worlds=4,nodes=2k,inner=(maxn)" ENTER);
	expect_text(v, "-world 2");
	vt_keys(v, "w");
	expect_text(v, "world 1 of 4");
	expect_no_text(v, "+world 2");
	vt_keys(v, "]");
	expect_text(v, "world 2 of 4");
	expect_text(v, "+world 2");
	vt_keys(v, "u");
	expect_text(v, "now a step is one node");
	vt_keys(v, "}");
	expect_text(v, "node 1010 of 2000");
	expect_text(v, "+world 3");
	leave(v);
}

static void
the_mouse_selects_and_folds(void **state)
{
	struct vt *v = inspect_tree(24, 80);
	vt_keys(v, "\033[<0;4;4M\033[<0;4;4m"); /* the second root move */
	expect_text(v, "at most; cut by");
	vt_keys(v, "\033[<0;4;4M\033[<0;4;4m");
	expect_text(v, "c+P1 2");
	leave(v);
}

static void
a_lesson_goes_on_and_back(void **state)
{
	struct vt *v = play_start("lesson shallow --ascii", 24, 80);
	expect_text(v, "stop 1 of 4");
	expect_text(v, "Question: What does P1 have already");
	expect_no_text(v, "Answer:");
	vt_keys(v, " ");
	expect_text(v, "Answer: Move 1 is worth 5 to P1");
	vt_keys(v, " ");
	expect_text(v, "stop 2 of 4");
	vt_keys(v, LEFT);
	expect_text(v, "stop 1 of 4");
	vt_keys(v, LEFT);
	expect_text(v, "this is the first stop");
	vt_keys(v, "P"); /* the tree answers to the inspector's keys */
	expect_text(v, "shown: principal variation");
	vt_keys(v, "s");
	expect_text(v, "sorted by value");
	leave(v);
}

/* Space goes on through what has no room, and the answer is seen when it is asked for. */
static void
a_lesson_is_read_in_a_small_window(void **state)
{
	struct vt *v = play_start("lesson maxn --ascii", 15, 40);
	expect_text(v, "The search goes depth first");
	expect_no_text(v, "get that?");
	vt_keys(v, " ");
	expect_text(v, "get that?");
	vt_keys(v, " ");
	expect_text(v, "when that is worth more to it.");
	vt_keys(v, " ");
	expect_text(v, "Now all ends below 2/1 are seen");
	leave(v);
}

static void
lessons_are_commands_too(void **state)
{
	struct vt *v = inspect_tree(24, 80);
	vt_keys(v, ":lesson" ENTER);
	expect_text(v, "Max-Prob: points do not win");
	vt_keys(v, "q:lesson uct" ENTER);
	expect_text(v, "stop 1 of");
	vt_keys(v, "q");
	expect_text(v, "c-P1 2");
	vt_keys(v, ":lesson nothing" ENTER);
	expect_text(v, "no lesson \"nothing\"");
	leave(v);
}

/* Both seats' moves in a row, both mixes beside it, and the matrix in place of the board. */
static void
a_choice_of_two_at_once_is_a_matrix(void **state)
{
	static const int sizes[2][2] = { { 24, 80 }, { 50, 160 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("play goofspiel -o cards=4 -s 1=human "
					  "-s 2=smmcts:sims=2k --seed 3 --delay 1",
					  sizes[i][0], sizes[i][1]);
		expect_text(v, "North has bid");
		vt_keys(v, "ia");
		vt_keys(v, "\025smmcts:sims=2k" ENTER);
		expect_text(v, " 1,1");
		expect_text(v, "South 1: ");
		expect_text(v, "% mix, ");
		expect_text(v, "mx ");
		vt_keys(v, DOWN DOWN); /* 1,1 may lead nowhere yet, 1,2 does */
		expect_text(v, "comes with probability 33.33%");
		leave(v);
	}
}

/* The interval of each move, on the table and, under its own name, in the tree. */
static void
intervals_of_max_prob_are_shown(void **state)
{
	static const int sizes[2][2] = { { 24, 80 }, { 40, 120 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("play hearts -o open=on -o passing=off -o to=0 "
					  "-s 1=human --seed 3 --delay 1 --ascii",
					  sizes[i][0], sizes[i][1]);
		expect_text(v, "your turn");
		vt_keys(v, ":set numbers on" ENTER ":set hint-time 300ms" ENTER
			   ":hint maxprob" ENTER);
		expect_text(v, "; 1 picks it");
		expect_text(v, " range");
		expect_text(v, i == 0 ? " 0.." : "====");
		vt_keys(v, "i");
		expect_text(v, "from");
		expect_no_text(v, "wants");
		leave(v);
	}
}

/* Two searches side by side: both values, both marks, where they choose differently. */
static void
two_searches_stand_side_by_side(void **state)
{
	static const int sizes[2][2] = { { 24, 80 }, { 40, 120 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("play hearts -o open=on -o passing=off "
					  "-s 1=human --seed 3 --delay 1",
					  sizes[i][0], sizes[i][1]);
		expect_text(v, "your turn");
		vt_keys(v, "i]a\025maxn:depth=6,table=off" ENTER); /* the next decision */
		expect_text(v, "inspect  maxn:depth=6,table=off");
		expect_text(v, "26 minus points");
		vt_keys(v, "D");
		expect_text(v, "compare with: maxn:depth=6");
		vt_keys(v, "paranoid:depth=6,table=off" ENTER); /* instead of it */
		expect_text(v,
			    "difference  A maxn:depth=6,table=off  B paranoid:depth=6");
		expect_text(v, "B - A");
		expect_no_text(v, " >= "); /* chosen and solved is no bound */
		expect_text(v, " A: ");
		expect_text(v, " B: ");
		vt_keys(v, "d");
		expect_text(v, "only differences");
		expect_text(v, "!");
		vt_keys(v, "w");
		expect_text(v, "step mode shows one search");
		vt_keys(v, "dD");
		expect_text(v, "back to one search");
		expect_no_text(v, "B - A");
		vt_keys(v, "D\025greedy" ENTER);
		expect_text(v, "greedy does not build a tree to look at");
		leave(v);
	}
}

/* What never ends has its moves on the screen meanwhile, and a tree when it is stopped. */
static void
moves_are_there_before_the_tree(void **state)
{
	struct vt *v = play_start("play chinese-checkers --seed 3", 24, 80);
	expect_text(v, "you: Red");
	vt_keys(v, "ia\025paranoid:depth=90" ENTER);
	expect_text(v, "The search is repeated to record its tree");
	expect_text(v, "again ");
	expect_text(v, "> Red ");
	vt_keys(v, ENTER);
	expect_text(v, "no tree yet");
	vt_keys(v, "\003");
	expect_text(v, "Red o1-m7");
	vt_wait_gone(v, "The search is repeated");
	expect_no_text(v, "again ");
	leave(v);
}

static void
a_depth_limit_tells_how_the_other_plays_on(void **state)
{
	struct vt *v = play_start("play rps-plus --seed 3", 24, 80);
	expect_text(v, "P1 chooses");
	vt_keys(v, ":hint dls:sims=100" ENTER);
	expect_text(v, "; 1 picks it, e why,");
	vt_keys(v, "i");
	expect_text(v, "Depth limit: P2 plays on by the blueprint ");
	leave(v);
}

#define SCREEN_TEST(f) cmocka_unit_test_setup_teardown(f, play_setup, play_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		SCREEN_TEST(a_cut_is_shown_with_its_sentence),
		SCREEN_TEST(nodes_fold_filter_and_are_counted),
		SCREEN_TEST(steps_go_on_and_back),
		SCREEN_TEST(a_step_is_searched_beside_the_screen),
		SCREEN_TEST(the_cursor_stays_on_rows_that_are_there),
		SCREEN_TEST(hidden_cards_are_seen_through_worlds),
		SCREEN_TEST(the_tree_of_a_hint_says_what_the_hint_said),
		SCREEN_TEST(a_big_world_opens_beside_the_screen),
		SCREEN_TEST(hidden_cards_are_stepped_through_too),
		SCREEN_TEST(the_mouse_selects_and_folds),
		SCREEN_TEST(a_lesson_goes_on_and_back),
		SCREEN_TEST(a_lesson_is_read_in_a_small_window),
		SCREEN_TEST(lessons_are_commands_too),
		SCREEN_TEST(a_choice_of_two_at_once_is_a_matrix),
		SCREEN_TEST(intervals_of_max_prob_are_shown),
		SCREEN_TEST(two_searches_stand_side_by_side),
		SCREEN_TEST(moves_are_there_before_the_tree),
		SCREEN_TEST(a_depth_limit_tells_how_the_other_plays_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
