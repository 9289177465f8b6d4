/* grid.c - the picture of all hands (ui/panes/grid.c): cells, shades, lists and figures of a
 * made-up strategy for hold'em, at every width; what a click and the keys are about; the curve of a
 * gap (graph.c). */
#include "games/poker/holdem/holdem.h"
#include "games/poker/poker.h"
#include "tests/unit/play_text.h"
#include "ui/panes/panes.h"
#include "ui/panes/think/private.h"

#include <math.h>

#include <locale.h>

#define H 30
#define W 84

static struct cell cells[H * W];
static struct canvas canvas;
static struct game game;
static struct state root;
static struct stats_hands hands;
static struct grid_view view;

static int
class_named(const char *name)
{
	char text[4];
	for (int i = 0; i < POKER_CLASSES; i++) {
		poker_class_text(i, text);
		if (strcmp(text, name) == 0)
			return i;
	}
	fail_msg("no hand %s", name);
	return -1;
}

static void
set_class(const char *name, float weight, float equity, float value, float fold,
	  float call, float raise)
{
	const int i = class_named(name);
	hands.weight[i] = weight;
	hands.equity[i] = equity;
	hands.value[i] = value;
	hands.mix[i][0] = fold;
	hands.mix[i][1] = call;
	hands.mix[i][2] = raise;
}

/* The button before the flop: all hands fold but a few. */
static int
fresh(void **state)
{
	struct rng rng;
	setlocale(LC_ALL, "C.UTF-8");
	canvas = (struct canvas){ .h = H, .w = W, .cells = cells, .ascii = true };
	canvas.clip = (struct rect){ 0, 0, H, W };
	canvas_clear(&canvas);
	open_game(&game, catalog_game(&app_catalog, "holdem"), 2, "");
	start_game(&game, &root);
	rng_seed(&rng, 7);
	const move deal = game.chance->sample(&game, &root, &rng);
	game.rules->play(&game, &root, SEAT_CHANCE, deal, &root);
	hands = (struct stats_hands){ .classes = POKER_CLASSES,
				      .columns = 13,
				      .seat = 0,
				      .actions = 3,
				      .action = { HOLDEM_FOLD, HOLDEM_CALL,
						  HOLDEM_RAISE + 300 },
				      .all = { 0.5F, 0.25F, 0.25F } };
	for (int i = 0; i < POKER_CLASSES; i++) {
		hands.weight[i] = 1;
		hands.other[i] = NAN;
		hands.equity[i] = 0.3F;
		hands.value[i] = -50;
		hands.mix[i][0] = 1;
	}
	set_class("AA", 1, 0.85F, 250, 0, 0, 1);
	set_class("AKs", 1, 0.67F, 120, 0, 0.03F, 0.97F);
	set_class("AKo", 0.5F, 0.65F, 110, 0, 0.5F, 0.5F);
	set_class("22", 0, NAN, NAN, NAN, NAN, NAN);
	set_class("33", NAN, NAN, NAN, NAN, NAN, NAN);
	view = (struct grid_view){
		.game = &game, .root = &root, .hands = &hands, .picked = -1, .held = -1
	};
	return 0;
}

/* A row of the picture, blanks at its end cut. */
static const char *
row(int y)
{
	static char out[W + 1];
	int n = 0;
	for (int x = 0; x < W; x++) {
		out[x] = (char)cells[y * W + x].ch;
		n = out[x] != ' ' ? x + 1 : n;
	}
	out[n] = '\0';
	return out;
}

static bool
drawn(const char *text)
{
	for (int y = 0; y < H; y++)
		if (strstr(row(y), text) != NULL)
			return true;
	return false;
}

static void
draw(int h, int w)
{
	canvas_clear(&canvas);
	grid_draw(&canvas, (struct rect){ 0, 0, h, w }, &view);
}

static void
narrow_cells_are_letters_by_their_shares(void **state)
{
	draw(24, 31);
	assert_non_null(strstr(row(0), "hands of South: moves"));
	assert_string_equal(row(1), "  A K Q J T 9 8 7 6 5 4 3 2");
	assert_memory_equal(row(2), "A RRRRFF", 8);	   /* AA, AKs */
	assert_memory_equal(row(3), "K RCFFFF", 8);	   /* AKo is half and half */
	assert_memory_equal(row(14) + 2 + 24, ". ", 1);	   /* 22 is not in the range */
	assert_int_equal(strlen(row(13)), 2 + 2 * 11 + 4); /* 33 excluded, 32s folds */
	assert_true(drawn("F 50%  C 25%  R300 25%"));
}

static void
wide_cells_have_the_move_and_its_percent(void **state)
{
	draw(24, 60);
	assert_memory_equal(row(2), "A RRR R97 FFF ", 14);
	assert_memory_equal(row(3), "K C50 FFF ", 10);
	view.show = GRID_EQUITY;
	draw(24, 60);
	assert_memory_equal(row(2), "A  85  67  30 ", 14);
	assert_non_null(strstr(row(0), "equity, %"));
	view.show = GRID_VALUE; /* chips as big blinds of 100 */
	draw(24, 60);
	assert_memory_equal(row(2), "A 2.5 1.2 -.5 ", 14);
	assert_non_null(strstr(row(0), "worth in bb"));
	draw(24, W);
	assert_memory_equal(row(2), "A  +2.5  +1.2  -0.5 ", 20);
	view.show = GRID_WEIGHT;
	draw(24, 60);
	assert_memory_equal(row(3), "K  50 100 ", 10);
}

/* How the other goes on at a depth limit stands below where there is room. */
static void
the_ways_at_a_limit_stand_below(void **state)
{
	static const struct stats_ways ways = { .count = 3,
						.seat = 1,
						.way = {
							{ "by the blueprint", 0.62, 40 },
							{ "folding more", 0.001, 90 },
							{ "calling more", 0.38, -25 } } };
	const char *name;
	char text[80];
	name = game.text->seat_name(&game, 1);
	draw(20, 80);
	assert_false(drawn("at the limit"));
	view.ways = &ways;
	draw(20, 80);
	snprintf(text, sizeof text, "at the limit %s plays on by the blueprint 62 %%",
		 name);
	assert_true(drawn(text));
	assert_true(drawn("(+0.40 bb)") && drawn("calling more 38 %"));
	assert_false(drawn("folding more"));
	view.show = GRID_LIST;
	draw(29, 80);
	assert_true(drawn(text));
	view.show = GRID_MIX;
	draw(15, 80);
	assert_false(drawn(text));
}

static void
narrow_cells_are_shades_of_a_figure(void **state)
{
	view.show = GRID_EQUITY;
	draw(24, 31);
	assert_memory_equal(row(2), "A @@##::", 8);
	view.show = GRID_VALUE; /* from the least to the greatest that is shown */
	draw(24, 31);
	assert_memory_equal(row(2), "A @@++..", 8);
}

static void
bets_of_several_sizes_are_numbered(void **state)
{
	hands.actions = 4;
	hands.action[3] = HOLDEM_RAISE + 900;
	hands.mix[class_named("AA")][2] = 0.5F;
	hands.mix[class_named("AA")][3] = 0.5F;
	hands.all[3] = 0.125F;
	draw(24, 31);
	assert_memory_equal(row(2), "A 2111FF", 8);
	draw(24, 60);
	assert_true(drawn("1 R300 25%  2 R900 12%"));
}

static void
figures_of_one_hand_stand_below(void **state)
{
	view.held = class_named("AKo");
	draw(24, W);
	assert_true(
		drawn("AKo: range 50 %, equity 65 %, worth +1.10 bb; C 50.0% R 50.0%"));
	view.picked = class_named("22");
	draw(24, W);
	assert_true(drawn("22: not in the range"));
	view.picked = class_named("33");
	draw(24, W);
	assert_true(drawn("33: excluded by the board"));
}

/* One line below the square: the moves by name, for there is no room for what 1 and 2 mean. */
static void
one_line_has_the_moves_by_name(void **state)
{
	hands.actions = 4;
	hands.action[3] = HOLDEM_RAISE + 900;
	view.held = class_named("AKs");
	hands.mix[view.held][3] = 0.5F;
	hands.mix[view.held][2] = 0.47F;
	draw(16, 31);
	assert_string_equal(row(15), "AKs: C 3% R300 47% R900 50%");
	view.show = GRID_EQUITY;
	draw(16, 31);
	assert_memory_equal(row(15), "AKs: equity 67 %; C 3%", 22);
	view.show = GRID_VALUE;
	draw(16, 31);
	assert_memory_equal(row(15), "AKs: worth +1.20 bb; C 3%", 25);
}

static void
the_list_has_the_strongest_first(void **state)
{
	view.show = GRID_LIST;
	draw(20, 31);
	assert_memory_equal(row(2), "AA  100  85  +2.5 RRRRRRRRRRR", 29);
	assert_memory_equal(row(3), "AKs 100  67  +1.2 RRRRRRRRRRR", 29);
	assert_memory_equal(row(4), "AKo  50  65  +1.1 RRRRRCCCCCC", 29);
	assert_false(drawn("22 ")); /* does not come here */
	/* One that is far down is shown all the same. */
	view.picked = class_named("32o");
	draw(20, 31);
	assert_true(drawn("32o 100  30"));
	assert_false(drawn("AKs 100"));
}

/* In 12 lines: the rows round the hand whose figures are wanted. */
static void
a_small_window_shows_the_rows_round_the_hand(void **state)
{
	view.picked = class_named("AA");
	draw(12, 40);
	assert_memory_equal(row(1), "A RRRRFF", 8);
	view.picked = class_named("72o");
	draw(12, 40);
	assert_memory_equal(row(11), "2 ", 2);
	assert_false(drawn("RRRR"));
}

static void
clicks_and_keys_find_their_hand(void **state)
{
	const struct rect r = { 0, 0, 24, 31 };
	assert_int_equal(grid_at(r, &view, 2, 4), class_named("AKs"));
	assert_int_equal(grid_at(r, &view, 3, 2), class_named("AKo"));
	assert_int_equal(grid_at(r, &view, 14, 27), class_named("22"));
	assert_int_equal(grid_at(r, &view, 1, 4), -1);
	assert_int_equal(grid_at(r, &view, 2, 29), -1);
	view.held = class_named("AKs");
	assert_int_equal(grid_step(&view, 1), class_named("AQs"));
	assert_int_equal(grid_step(&view, -1), class_named("AA"));
	view.show = GRID_LIST;
	assert_int_equal(grid_step(&view, 1), class_named("AKo"));
	assert_int_equal(grid_at(r, &view, 3, 1), class_named("AKs"));
	hands.classes = 0;
	assert_int_equal(grid_at(r, &view, 3, 1), -1);
	assert_int_equal(grid_step(&view, 1), -1);
}

/* The other seat holds aces, kings half of the time, and nothing else. */
static void
give_other(void)
{
	for (int i = 0; i < POKER_CLASSES; i++)
		hands.other[i] = 0;
	hands.other[class_named("AA")] = 1;
	hands.other[class_named("KK")] = 0.5F;
}

static void
both_ranges_stand_where_there_is_room(void **state)
{
	give_other();
	draw(24, 56); /* one alone */
	assert_false(drawn("range, %"));
	draw(24, 57); /* narrow cells beside each other */
	assert_string_equal(row(0),
			    "- South: moves ------------- - North: range, % ----------");
	assert_memory_equal(row(2), "A RRRRFF", 8);
	assert_memory_equal(row(2) + 29, "A @@. . ", 8);
	assert_memory_equal(row(3) + 29, "K . ++. ", 8);
	draw(33, 60); /* below each other, with numbers */
	assert_memory_equal(row(2), "A RRR R97", 9);
	assert_non_null(strstr(row(17), "hands of North: range, %"));
	assert_memory_equal(row(19), "A 100 .", 7);
	draw(30, 84); /* numbers, and the other beside them */
	assert_memory_equal(row(2), "A RRR R97", 9);
	assert_memory_equal(row(2) + 56, "A @@. . ", 8);
	for (int i = 0; i < POKER_CLASSES; i++)
		hands.other[i] = NAN;
	draw(24, W);
	assert_false(drawn("range, %"));
}

static void
the_other_range_is_shown_alone_too(void **state)
{
	const char *words;
	assert_int_equal(grid_next(&game, 1 + GRID_LIST, &words), 1 + GRID_OTHER);
	assert_int_equal(grid_next(&game, 1 + GRID_OTHER, &words), 0);
	view.show = GRID_OTHER;
	draw(24, 31);
	assert_true(drawn("unknown: the range of the"));
	give_other();
	view.picked = class_named("KK");
	draw(24, 31);
	assert_string_equal(row(0), "- hands of North: range, % ----");
	assert_memory_equal(row(3), "K . ++. ", 8);
	assert_string_equal(row(15), "KK: range 50 %");
	assert_string_equal(row(16), "");
	assert_int_equal(grid_at((struct rect){ 0, 0, 24, 31 }, &view, 3, 4),
			 class_named("KK"));
}

static void
a_click_in_either_square_finds_its_hand(void **state)
{
	const struct rect beside = { 0, 0, 24, 60 }, below = { 0, 0, 33, 60 };
	give_other();
	assert_int_equal(grid_at(beside, &view, 3, 4), class_named("KK"));
	assert_int_equal(grid_at(beside, &view, 3, 32 + 4), class_named("KK"));
	assert_int_equal(grid_at(beside, &view, 3, 32), -1);
	assert_int_equal(grid_at(below, &view, 3, 6), class_named("KK"));
	assert_int_equal(grid_at(below, &view, 17 + 3, 6), class_named("KK"));
}

/* A tenth for ten times as many simulations: equal steps down; in one row, bars. */
static void
gaps_are_on_a_scale_of_powers(void **state)
{
	static struct snapshot s;
	snapshot_init(&s, 2, 0, 0);
	snapshot_note_gap(&s, 0, 20);
	assert_int_equal(gap_height(&s), 0);
	snapshot_note_gap(&s, 100, 2);
	snapshot_note_gap(&s, 300, 0);
	snapshot_note_gap(&s, 400, 0.2);
	assert_int_equal(gap_height(&s), 8);
	gap_draw(&canvas, (struct rect){ 0, 0, 8, 48 }, &s);
	assert_non_null(strstr(row(0), "exploitability, 400 sims"));
	assert_string_equal(row(1), " 20.0 *");
	assert_string_equal(row(4), "                *");
	assert_string_equal(row(7), "0.200                               *         *");
	canvas_clear(&canvas);
	gap_draw(&canvas, (struct rect){ 0, 0, 1, 20 }, &s);
	assert_string_equal(row(0), "#=__");
}

/* The panel's sentence on the two best moves: never "as good" beside values that are apart. */
static void
the_second_move_is_as_good_only_where_its_figures_are(void **state)
{
	static const struct {
		const char *name;
		double value, win; /* of the second; the best has 50 and 0.5 */
		double error;	   /* of the difference, over the deals */
		const char *said;
	} seconds[] = {
		{ NULL, 49.97, 0.5, 0, " is as good" },
		{ NULL, 25, 0.495, 0, " is 25.0 chips worse." },
		{ NULL, 75, 0.505, 0, " is 25.0 chips better." },
		{ NULL, 49, (double)NAN, 0, " is 1.0 chips worse." },
		{ NULL, 49, 0.5, 2, " may be as good" },
		{ "points", 49.97, 0.4, 0, " is as good" },
		{ "points", 43, 0.5, 0, " costs 7.0 points more" },
		{ "points", 43, 0.5, 2, " costs 7.0 points more" },
		{ "points", 43, 0.5, 5, " may be as good" },
		{ "points", 57, 0.5, 0, " costs 7.0 points less" },
	};
	static struct snapshot s;
	move moves[MOVES_MAX];
	const int seat = game_mover(&game, &root);
	assert_true(game.rules->moves(&game, &root, seat, moves) > 1);
	for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
		char said[3 * W] = "";
		const struct think_view v = { .game = &game,
					      .seat = seat,
					      .search = &s,
					      .effort = &s,
					      .root = &root,
					      .candidates = true,
					      .value_name = seconds[i].name };
		snapshot_init(&s, 2, seat, seat);
		s.moves_total = s.move_count = 2;
		for (int k = 0; k < 2; k++) {
			stats_move_blank(&s.moves[k], moves[k]);
			s.moves[k].value[seat] = k == 0 ? 50 : seconds[i].value;
			s.moves[k].win[seat] = k == 0 ? 0.5 : seconds[i].win;
		}
		s.moves[1].cost_se = seconds[i].error;
		canvas_clear(&canvas);
		think_draw_words(&canvas, (struct rect){ 0, 0, 2, W }, &v);
		snprintf(said, sizeof said, "%s", row(1));
		if (strstr(said, seconds[i].said) == NULL)
			fail_msg("%s, not %s", said, seconds[i].said);
		snapshot_free(&s);
	}
}

/* Letters, digits and shades say everything: no picture needs a colour or a character that is not
 * ASCII there. */
static void
ascii_is_enough(void **state)
{
	give_other();
	for (int show = 0; show < GRID_SHOWS; show++)
		for (int w = 20; w <= W; w += 8) {
			view.show = (enum grid_show)show;
			draw(24, w);
			for (int i = 0; i < H * W; i++)
				assert_true(cells[i].ch >= ' ' && cells[i].ch < 0x7f);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(narrow_cells_are_letters_by_their_shares, fresh),
		cmocka_unit_test_setup(wide_cells_have_the_move_and_its_percent, fresh),
		cmocka_unit_test_setup(narrow_cells_are_shades_of_a_figure, fresh),
		cmocka_unit_test_setup(bets_of_several_sizes_are_numbered, fresh),
		cmocka_unit_test_setup(figures_of_one_hand_stand_below, fresh),
		cmocka_unit_test_setup(one_line_has_the_moves_by_name, fresh),
		cmocka_unit_test_setup(the_list_has_the_strongest_first, fresh),
		cmocka_unit_test_setup(a_small_window_shows_the_rows_round_the_hand,
				       fresh),
		cmocka_unit_test_setup(clicks_and_keys_find_their_hand, fresh),
		cmocka_unit_test_setup(the_ways_at_a_limit_stand_below, fresh),
		cmocka_unit_test_setup(both_ranges_stand_where_there_is_room, fresh),
		cmocka_unit_test_setup(the_other_range_is_shown_alone_too, fresh),
		cmocka_unit_test_setup(a_click_in_either_square_finds_its_hand, fresh),
		cmocka_unit_test_setup(gaps_are_on_a_scale_of_powers, fresh),
		cmocka_unit_test_setup(
			the_second_move_is_as_good_only_where_its_figures_are, fresh),
		cmocka_unit_test_setup(ascii_is_enough, fresh),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
