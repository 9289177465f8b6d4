/*
 * games.c - whole games at 80x24, through keys alone; a move by mouse.
 *
 * With PLYSCOPE_TEST_SCALE=full a match of Hearts goes to 100, and games of Chinese
 * Checkers go to their end, against medium players; else they are short.
 */
#include "tests/scale.h"
#include "tests/screen/play.h"

#define LEFT_4	    LEFT LEFT LEFT LEFT
#define TO_THE_LEFT LEFT_4 LEFT_4 LEFT_4

struct hands {
	int count;
	bool over;
};

/* What the person does at a Hearts table: the cursor stands on a legal card. */
static void
hearts_step(struct vt *v, void *self)
{
	struct hands *hands = self;
	const bool over = on_screen(v, "the hand is over");
	hands->count += over && !hands->over;
	hands->over = over;
	if (on_screen(v, ": 0 picked"))
		vt_keys(v, TO_THE_LEFT " " RIGHT " " RIGHT " ");
	else if (on_screen(v, "your turn") || on_screen(v, "Enter passes them") ||
		 on_screen(v, "Enter deals"))
		vt_keys(v, ENTER);
	else if (on_screen(v, " picked"))
		vt_keys(v, RIGHT " ");
	vt_settle(v, 25);
}

static void
a_hearts_match_is_played_with_keys(void **state)
{
	struct vt *v =
		play_start("play hearts --seed 3 -s N=easy -s E=easy -s W=easy -o to=20 "
			   "--delay 1 --no-animation",
			   24, 80);
	expect_text(v, "pass 3 cards to West, left: 0 picked");
	struct hands hands = { 0 };
	play_until(v, "game over", hearts_step, &hands);
	assert_in_range(hands.count, 1, 20);
	leave(v);
}

/* The graph of a match of three mediums ends with what the game over says. */
static void
the_graph_of_a_match_ends_with_its_winner(void **state)
{
	static const char seats[] = "SWNE";
	char command[120];
	snprintf(command, sizeof command,
		 "play hearts --seed 3 -s N=medium -s E=medium -s W=medium -o to=%d "
		 "--delay 1 --no-animation",
		 scale_is("full") ? 100 : 15);
	struct vt *v = play_start(command, 40, 120);
	expect_text(v, "pass 3 cards to West, left: 0 picked");
	struct hands hands = { 0 };
	play_until(v, "game over", hearts_step, &hands);
	char wins[16], label[16];
	int winner = 0;
	for (; winner < 4; winner++) {
		snprintf(wins, sizeof wins, "  %c wins.", seats[winner]);
		if (on_screen(v, wins))
			break;
	}
	assert_in_range(winner, 0, 3);
	vt_keys(v, "q");
	expect_text(v, "win probability over the game");
	for (int i = 0; i < 4; i++) {
		snprintf(label, sizeof label, "%c %s", seats[i],
			 i == winner ? "100%" : "  0%");
		expect_text(v, label);
	}
	leave(v);
}

/* The person may choose again, or the game is over. */
static bool
is_our_turn(struct vt *v, int before)
{
	return on_screen(v, "game over") ||
	       (number_after(v, "ply ") > before && on_screen(v, "Red to move"));
}

static void
wait_for_turn(struct vt *v, int before)
{
	expect_state(v, is_our_turn, before, "the next turn");
}

/* One move of the person by the board's keys: a peg, a cell it reaches (upwards first: that
 * is home for the first seat), Enter. Pegs that cannot are put back. */
static void
star_step(struct vt *v, void *self)
{
	int *steps = self;
	++*steps;
	static const char *const ways[] = {
		UP, LEFT UP, RIGHT UP, RIGHT, LEFT, DOWN, ""
	};
	int before = number_after(v, "ply ");
	for (int peg = 0; peg < 12 && number_after(v, "ply ") == before; peg++) {
		for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
			vt_keys(v, ENTER);
			vt_settle(v, 15);
			if (!on_screen(v, "can reach"))
				break;
			vt_keys(v, ways[i]);
			vt_keys(v, ENTER);
			vt_settle(v, 25);
			if (number_after(v, "ply ") != before ||
			    on_screen(v, "game over"))
				return wait_for_turn(v, before);
			if (on_screen(v, "can reach"))
				press_escape(v);
		}
		vt_keys(v, peg % 4 == 3 ? DOWN : RIGHT);
		vt_settle(v, 15);
	}
}

static void
a_star_game_of_three_is_played_with_keys(void **state)
{
	struct vt *v =
		play_start("play chinese-checkers --seed 3 -s 2=easy -s 3=easy --delay 1 "
			   "--no-animation -o max_turns=60",
			   24, 80);
	expect_text(v, "Red to move");
	int steps = 0;
	play_until(v, "game over", star_step, &steps);
	assert_in_range(steps, 10, 70);
	leave(v);
}

/* The move that a hint puts first, picked by its number. */
static void
hinted_step(struct vt *v, void *self)
{
	int *steps = self;
	const int before = number_after(v, "ply ");
	++*steps;
	vt_keys(v, "h");
	expect_text(v, "1 picks it");
	vt_keys(v, "1");
	expect_text(v, "Enter plays it");
	vt_keys(v, ENTER);
	wait_for_turn(v, before);
}

static void
play_star_game(int seats, int seed)
{
	const bool full = scale_is("full");
	char command[300];
	int n = snprintf(command, sizeof command,
			 "play chinese-checkers --seed %d -o seats=%d,max_turns=%d "
			 "--delay 1 --no-animation",
			 seed, seats, full ? 200 : 10);
	for (int seat = 2; seat <= seats; seat++)
		n += snprintf(command + n, sizeof command - (size_t)n, " -s %d=%s", seat,
			      full ? "medium" : "easy");
	struct vt *v = play_start(command, 24, 80);
	int steps = 0;
	expect_text(v, "Red to move");
	expect_text(v, "\xe2\x94\x82 home "); /* whole, beside six columns too */
	expect_text(v, "\xe2\x94\x82 steps ");
	if (full)
		vt_keys(v, ":set hint-time 50ms\r");
	play_until(v, "game over", full ? hinted_step : star_step, &steps);
	printf("# %d seats, seed %d: %d turns\n", seats, seed, steps);
	assert_in_range(steps, 10, full ? 199 : 30); /* all the way home, not cut short */
	leave(v);
}

/* Short games end by their length, ranked by distance. */
static void
star_games_of_two_four_and_six_are_played_with_keys(void **state)
{
	play_star_game(2, 3);
	play_star_game(4, 3);
	play_star_game(6, 3);
	if (!scale_is("full"))
		return;
	play_star_game(3, 3);
	play_star_game(6, 4);
}

static void
a_peg_is_moved_with_the_mouse(void **state)
{
	struct vt *v =
		play_start("play chinese-checkers --seed 3 -s 2=easy -s 3=easy --delay 1",
			   24, 80);
	int y, x;
	expect_text(v, "Red to move");
	expect_text(v, "\xe2\x97\x8f]"); /* the peg in brackets: n1 */
	assert_true(vt_find(v, "\xe2\x97\x8f]", &y, &x));
	vt_click(v, y, x);
	expect_text(v, "can reach");
	assert_true(vt_find(v, "\xe2\x97\x8b", &y, &x)); /* a hollow circle: a goal */
	vt_click(v, y, x);
	expect_text(v, "ply 3");
	leave(v);
}

static void
cards_are_picked_and_played_with_the_mouse(void **state)
{
	struct vt *v = play_start("play hearts --seed 3 -s N=easy -s E=easy -s W=easy "
				  "-o passing=off --delay 1",
				  24, 80);
	expect_text(v, "your turn");
	expect_text(v, "your turn: clubs"); /* South is the last */
	int y = 0, x = 0;
	assert_true(vt_find(v, "\xe2\x96\x8f", &y, &x));
	/* Every card is tried until one is played. */
	for (x = 1; x < 40 && on_screen(v, "trick 1/13"); x += 3) {
		vt_click(v, y + 1, x);
		vt_settle(v, 100);
	}
	expect_no_text(v, "trick 1/13");
	leave(v);
}

/* Whole hands by suits, each in a row of its own beside the bids. */
static void
open_hands_have_room(void **state)
{
	static const struct {
		const char *game, *hand[3];
	} cases[] = {
		{ "hearts",
		  { " W c569 d3KA s49JK h2A ", " N c7 d26 s23Q h456TJQ ",
		    " E c34 d57J s57 h3789K " } },
		{ "spades",
		  { " W c2569 d3KA s49JK h2A ", " N c7K d26 s23Q h456TJQ ",
		    " E c34A d57J s57 h3789K " } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char command[100];
		snprintf(command, sizeof command,
			 "play %s --seed 3 -o open=on -s N=easy -s E=easy -s W=easy",
			 cases[i].game);
		struct vt *v = play_start_with(command, 24, 80, "LANG=C", NULL);
		expect_text(v, "your turn");
		for (int k = 0; k < 3; k++)
			expect_text(v, cases[i].hand[k]);
		leave(v);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_hearts_match_is_played_with_keys,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(the_graph_of_a_match_ends_with_its_winner,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(
			star_games_of_two_four_and_six_are_played_with_keys, play_setup,
			play_teardown),
		cmocka_unit_test_setup_teardown(a_star_game_of_three_is_played_with_keys,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(a_peg_is_moved_with_the_mouse, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(
			cards_are_picked_and_played_with_the_mouse, play_setup,
			play_teardown),
		cmocka_unit_test_setup_teardown(open_hands_have_room, play_setup,
						play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
