/* Unit tests of ui/canvas.c: what is drawn, what is cut, and how wide it is. */
#include "ui/canvas.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define H 6
#define W 20

static struct cell cells[H * W];
static struct canvas canvas;

static int
fresh(void **state)
{
	canvas = (struct canvas){ .h = H, .w = W, .cells = cells };
	canvas_clear(&canvas);
	return 0;
}

/* Row y as text with non-ASCII characters as "@"; blanks at the end cut. */
static const char *
row(int y)
{
	static char out[W + 1];
	int n = 0;
	for (int x = 0; x < W; x++) {
		uint32_t ch = cells[y * W + x].ch;
		out[x] = ch < 0x7f ? (char)ch : '@';
		if (ch != ' ')
			n = x + 1;
	}
	out[n] = '\0';
	return out;
}

static struct cell
at(int y, int x)
{
	return cells[y * W + x];
}

/* "QS" is a card where it stands alone in one look; not in words, numbers or letters of two looks. */
static void
cards_get_their_signs(void **state)
{
	canvas_put(&canvas, 0, 0, ROLE_TEXT, "QS JC+TD, 2H.");
	canvas_put(&canvas, 1, 0, ROLE_TEXT, "ASK xQS 10S 2s QS2");
	canvas_put(&canvas, 2, 0, ROLE_SEAT_0, "A");
	canvas_put(&canvas, 2, 1, ROLE_SEAT_0 + 1, "D");
	canvas_put(&canvas, 3, W - 2, ROLE_TEXT, "KH");
	canvas_suits(&canvas);
	assert_string_equal(row(0), "Q@ J@+T@, 2@.");
	assert_int_equal(at(0, 1).ch, 0x2660);
	assert_int_equal(at(0, 4).ch, 0x2663);
	assert_int_equal(at(0, 7).ch, 0x2666);
	assert_int_equal(at(0, 11).ch, 0x2665);
	assert_string_equal(row(1), "ASK xQS 10S 2s QS2");
	assert_string_equal(row(2), "AD");
	assert_int_equal(at(3, W - 1).ch, 0x2665);
}

static void
text_is_drawn_with_its_role_and_the_next_column_returned(void **state)
{
	assert_int_equal(canvas_put(&canvas, 1, 2, ROLE_GOOD, "Qh 7"), 6);
	assert_string_equal(row(1), "  Qh 7");
	assert_int_equal(at(1, 2).role, ROLE_GOOD);
	assert_int_equal(at(1, 1).role, ROLE_TEXT);
	assert_int_equal(canvas_putf(&canvas, 2, 0, ROLE_DIM, "%d of %s", 3, "ten"), 8);
	assert_string_equal(row(2), "3 of ten");
}

static void
nothing_is_drawn_outside_the_canvas(void **state)
{
	struct cell guard[3 * W];
	for (int i = 0; i < 3 * W; i++)
		guard[i] = (struct cell){ .ch = 'x', .role = ROLE_BAD };
	struct canvas small = { .h = 1, .w = W, .cells = guard + W };
	canvas_clear(&small);
	canvas_put(&small, 0, -3, ROLE_TEXT, "abcdef");
	canvas_put(&small, 0, W - 2, ROLE_TEXT, "abcdef");
	canvas_put(&small, -1, 0, ROLE_TEXT, "above");
	canvas_put(&small, 1, 0, ROLE_TEXT, "below");
	canvas_fill(&small, (struct rect){ -5, -5, 50, 50 }, ROLE_TEXT, ".");
	canvas_frame(&small, (struct rect){ -1, -1, 3, W + 2 }, "title", true);
	canvas_bar(&small, 0, -4, 2 * W, ROLE_BAR, 0.5);
	canvas_flags(&small, 0, -9, 100, CELL_BOLD);
	for (int i = 0; i < W; i++) {
		assert_int_equal(guard[i].ch, 'x');
		assert_int_equal(guard[2 * W + i].ch, 'x');
	}
}

static void
a_text_that_begins_left_of_the_canvas_shows_its_rest(void **state)
{
	canvas_put(&canvas, 0, -3, ROLE_TEXT, "abcdef");
	assert_string_equal(row(0), "def");
}

static void
a_clip_cuts_and_the_old_one_comes_back(void **state)
{
	struct rect old = canvas_clip(&canvas, (struct rect){ 1, 2, 2, 5 });
	canvas_put(&canvas, 1, 0, ROLE_TEXT, "0123456789");
	canvas_put(&canvas, 3, 2, ROLE_TEXT, "below the clip");
	canvas_clip(&canvas, old);
	assert_string_equal(row(1), "  23456");
	assert_string_equal(row(3), "");
	canvas_put(&canvas, 3, 0, ROLE_TEXT, "open again");
	assert_string_equal(row(3), "open again");
}

static void
text_of_a_width_is_padded_aligned_and_cut_with_a_mark(void **state)
{
	canvas_put(&canvas, 0, 0, ROLE_TEXT, "####################");
	assert_int_equal(canvas_put_w(&canvas, 0, 1, 6, ROLE_TEXT, "abc"), 7);
	assert_string_equal(row(0), "#abc   #############");
	canvas_put_w(&canvas, 1, 0, -6, ROLE_TEXT, "abc");
	assert_string_equal(row(1), "   abc");
	canvas_put_w(&canvas, 2, 0, 6, ROLE_TEXT, "abcdefgh");
	assert_string_equal(row(2), "abcde~");
	canvas_put_w(&canvas, 3, 0, 6, ROLE_TEXT, "abcdef");
	assert_string_equal(row(3), "abcdef");
	canvas_put_w(&canvas, 4, 0, 0, ROLE_TEXT, "abcdef");
	assert_string_equal(row(4), "");
}

static void
widths_count_columns_not_bytes(void **state)
{
	assert_int_equal(canvas_width(""), 0);
	assert_int_equal(canvas_width("abc"), 3);
	assert_int_equal(canvas_width("─│é♠"), 4);
	assert_int_equal(canvas_width("e\u0301x"), 2); /* a combining accent */
	assert_int_equal(canvas_width("\xff\xc3"), 2); /* no UTF-8: a "?" a byte */
	assert_int_equal(canvas_width("\xc0\x80"), 2); /* overlong */
	assert_int_equal(canvas_width("\u200b"), 0);   /* zero width */
	assert_int_equal(canvas_width("漢字"), 2);     /* shown as "??" */
}

static void
wide_and_malformed_characters_take_one_column(void **state)
{
	assert_int_equal(canvas_put(&canvas, 0, 0, ROLE_TEXT, "漢🂡\xffz"), 4);
	assert_string_equal(row(0) + 3, "z");
	assert_int_equal(at(0, 0).ch, '?');
	assert_int_equal(at(0, 2).ch, '?');
}

/* Whatever a name holds, no cell of a picture holds what a terminal obeys. */
static void
commands_in_a_text_take_no_column(void **state)
{
	canvas_put(&canvas, 0, 0, ROLE_TEXT,
		   "a\033]0;b\007\xc2\x9b"
		   "c\177\xe2\x80\xae\xe2\x81\xa6\xd8\x9c"
		   "d\xf3\xa0\x81\x81\xe2\x80\xa8\ne");
	assert_string_equal(row(0), "a]0;bcde");
	assert_int_equal(canvas_width("\xd8\x9c\xe2\x81\xa9"), 0);
}

static void
ascii_mode_draws_ascii_only(void **state)
{
	canvas.ascii = true;
	canvas_put(&canvas, 0, 0, ROLE_TEXT, "♠ → é");
	canvas_frame(&canvas, (struct rect){ 1, 0, 3, 8 }, "t", false);
	canvas_bar(&canvas, 4, 0, 10, ROLE_BAR, 0.5);
	canvas_spark(&canvas, 5, 0, 4, ROLE_BAR, (const float[]){ 0, 1, 2, 3 }, 4);
	for (int i = 0; i < H * W; i++)
		assert_in_range(cells[i].ch, ' ', '~');
	assert_string_equal(row(0), "S > ?");
	assert_string_equal(row(1), "+ t ---+");
	assert_string_equal(row(4), "#####.....");
	assert_string_equal(canvas_glyph(&canvas, "─", "-"), "-");
}

static void
a_frame_returns_its_inside(void **state)
{
	struct rect in =
		canvas_frame(&canvas, (struct rect){ 1, 2, 4, 10 }, "long title", true);
	assert_int_equal(in.y, 2);
	assert_int_equal(in.x, 3);
	assert_int_equal(in.h, 2);
	assert_int_equal(in.w, 8);
	assert_int_equal(at(1, 2).ch, 0x250c);
	assert_int_equal(at(4, 11).ch, 0x2518);
	assert_int_equal(at(1, 2).role, ROLE_FRAME_FOCUS);
	in = canvas_frame(&canvas, (struct rect){ 0, 0, 1, 1 }, "x", false);
	assert_int_equal(in.h, 0);
}

static void
a_bar_fills_by_share_and_takes_any_number(void **state)
{
	canvas_bar(&canvas, 0, 0, 8, ROLE_BAR, 0.5);
	assert_int_equal(at(0, 3).ch, 0x2588);
	assert_int_equal(at(0, 4).ch, 0xb7);
	canvas_bar(&canvas, 1, 0, 8, ROLE_BAR, 1.0 / 16);
	assert_int_equal(at(1, 0).ch, 0x258c); /* half a cell */
	canvas_bar(&canvas, 2, 0, 8, ROLE_BAR, 7.5);
	assert_int_equal(at(2, 7).ch, 0x2588);
	assert_int_equal(at(2, 8).ch, ' ');
	canvas_bar(&canvas, 3, 0, 8, ROLE_BAR, NAN);
	assert_int_equal(at(3, 0).ch, 0xb7);
	canvas_bar(&canvas, 4, 0, 8, ROLE_BAR, -1);
	assert_int_equal(at(4, 0).ch, 0xb7);
}

static void
a_sparkline_shows_the_last_values_and_leaves_gaps(void **state)
{
	const float v[] = { 9, 9, 0, NAN, 7 };
	canvas_spark(&canvas, 0, 0, 3, ROLE_BAR, v, 5);
	assert_int_equal(at(0, 0).ch, 0x2581);
	assert_int_equal(at(0, 1).ch, ' ');
	assert_int_equal(at(0, 2).ch, 0x2588);
	assert_int_equal(at(0, 3).ch, ' ');
	const float same[] = { 4, 4 };
	canvas_spark(&canvas, 1, 0, 5, ROLE_BAR, same, 2);
	assert_int_equal(at(1, 0).ch, at(1, 1).ch);
}

static void
flags_are_added_and_clearing_takes_everything_away(void **state)
{
	canvas_put(&canvas, 0, 0, ROLE_GOOD, "abc");
	canvas_flags(&canvas, 0, 1, 1, CELL_BOLD);
	canvas_flags(&canvas, 0, 1, 1, CELL_REVERSE);
	assert_int_equal(at(0, 0).flags, 0);
	assert_int_equal(at(0, 1).flags, CELL_BOLD | CELL_REVERSE);
	canvas.cursor_y = 3;
	canvas_clip(&canvas, (struct rect){ 0, 0, 1, 1 });
	canvas_clear(&canvas);
	assert_int_equal(canvas.cursor_y, -1);
	assert_int_equal(canvas.clip.w, W);
	assert_int_equal(at(0, 1).flags, 0);
}

static void
a_ground_stays_under_text_and_goes_with_a_fill(void **state)
{
	canvas_ground(&canvas, (struct rect){ 1, 1, 2, 4 }, ROLE_FELT);
	assert_int_equal(at(1, 1).ground, 0); /* an outline canvas has none */
	canvas.filled = true;
	canvas_ground(&canvas, (struct rect){ 1, 1, 2, 4 }, ROLE_FELT);
	canvas_put(&canvas, 1, 0, ROLE_STRONG, "abc");
	assert_int_equal(at(1, 0).ground, 0);
	assert_int_equal(at(1, 1).ground, ROLE_FELT);
	assert_int_equal(at(1, 1).role, ROLE_STRONG);
	assert_int_equal(at(2, 4).ground, ROLE_FELT);
	canvas_half(&canvas, 2, 2, 1, ROLE_CARD, true);
	assert_int_equal(at(2, 2).ground, ROLE_FELT);
	assert_int_equal(at(2, 2).flags, CELL_PAPER);
	canvas_fill(&canvas, (struct rect){ 1, 1, 1, 2 }, ROLE_TEXT, " ");
	assert_int_equal(at(1, 2).ground, 0);
	assert_int_equal(at(1, 3).ground, ROLE_FELT);
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
#define TEST(f) cmocka_unit_test_setup(f, fresh)
	const struct CMUnitTest tests[] = {
		TEST(cards_get_their_signs),
		TEST(text_is_drawn_with_its_role_and_the_next_column_returned),
		TEST(nothing_is_drawn_outside_the_canvas),
		TEST(a_text_that_begins_left_of_the_canvas_shows_its_rest),
		TEST(a_clip_cuts_and_the_old_one_comes_back),
		TEST(text_of_a_width_is_padded_aligned_and_cut_with_a_mark),
		TEST(widths_count_columns_not_bytes),
		TEST(wide_and_malformed_characters_take_one_column),
		TEST(commands_in_a_text_take_no_column),
		TEST(ascii_mode_draws_ascii_only),
		TEST(a_frame_returns_its_inside),
		TEST(a_bar_fills_by_share_and_takes_any_number),
		TEST(a_sparkline_shows_the_last_values_and_leaves_gaps),
		TEST(a_ground_stays_under_text_and_goes_with_a_fill),
		TEST(flags_are_added_and_clearing_takes_everything_away),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
