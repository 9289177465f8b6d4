/*
 * sizes.c - every screen at every size that is designed for, in colour, mono and ASCII: its
 * title above, its keys below, nothing drawn over the lines between panes, and with ASCII or
 * without colour not one cell that is not.
 */
#include "tests/screen/places.h"

static const int sizes[][2] = { { 24, 80 }, { 40, 120 }, { 60, 200 } };
static const int small[2] = {
	15, 40
}; /* then: not all that is contained, but title and keys */

static struct look {
	const char *name, *env;
	int step; /* from size to size: every one, or the first and the last */
} looks[] = {
	{ "colour", NULL, 1 },
	{ "mono", "NO_COLOR=1", 2 },
	{ "ascii", "LANG=C", 2 },
};

static bool
is_line(const struct vt_cell *cell)
{
	return strcmp(cell->text, "\xe2\x94\x82") == 0 || strcmp(cell->text, "|") == 0;
}

/* A column that is a line over nearly the whole height, but with a gap of a cell or two in it,
 * has been drawn over. */
static bool
lines_are_whole(struct vt *v, int h, int w)
{
	for (int x = 20; x < w; x++) {
		int line = 0, last = 0;
		for (int y = 1; y < h - 2; y++) {
			const struct vt_cell cell = vt_cell(v, y, x);
			line += is_line(&cell);
			last = is_line(&cell) ? y : last;
		}
		if (line > (h - 3) * 4 / 5 && line < last) {
			printf("# column %d: a line of %d rows down to row %d\n", x, line,
			       last);
			return false;
		}
	}
	return true;
}

static bool
cells_fit_the_look(struct vt *v, const struct look *look, int h, int w)
{
	int wide = 0, coloured = 0;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) {
			const struct vt_cell cell = vt_cell(v, y, x);
			wide += (unsigned char)cell.text[0] >= 0x80;
			coloured += cell.fg != -1 || cell.bg != -1;
		}
	if (strcmp(look->name, "ascii") == 0 && wide > 0)
		printf("# %d cells are not ASCII\n", wide);
	else if (strcmp(look->name, "mono") == 0 && coloured > 0)
		printf("# %d cells are coloured\n", coloured);
	else
		return true;
	return false;
}

/* The key bar is in the last line, and so is the title in the first one. */
static bool
is_whole(struct vt *v, const struct place *p, int h)
{
	return strstr(vt_row(v, 0), p->title) && strspn(vt_row(v, 0), " ") <= 2 &&
	       strncmp(vt_row(v, h - 1), " ? help", 7) == 0;
}

static bool
is_sound(struct vt *v, const struct place *p, const struct look *look, int h, int w)
{
	if (!is_whole(v, p, h)) {
		printf("# the top line is not \"%s\", or no keys are at the bottom\n",
		       p->title);
		return false;
	}
	return lines_are_whole(v, h, w) && cells_fit_the_look(v, look, h, w);
}

static bool
resize(struct vt *v, const struct place *p, int h, int w)
{
	vt_resize(v, h, w);
	return vt_catch_up(v) && vt_wait(v, *p->contains ? p->contains : p->title);
}

static void
try_place(const struct place *p, const struct look *look)
{
	struct vt *v =
		play_start_with(p->command, sizes[0][0], sizes[0][1], look->env, NULL);
	bool good = place_reach(v, p);
	for (int k = 0; k < COUNT(sizes) && good; k += look->step) {
		const int h = sizes[k][0], w = sizes[k][1];
		good = k == 0 || resize(v, p, h, w);
		vt_settle(v, 80);
		good = good && is_sound(v, p, look, h, w);
		if (!good)
			printf("# %s, %s, %d by %d\n", p->name, look->name, w, h);
	}
	if (good) {
		vt_resize(v, small[0], small[1]);
		vt_settle(v, 80);
		good = is_sound(v, &(struct place){ .title = "" }, look, small[0],
				small[1]);
	}
	if (!good)
		vt_print(v);
	assert_true(good);
	leave(v);
}

static void
in_a_small_window_all_bids_and_messages_are_there(void **state)
{
	play_setup(NULL);
	struct vt *v =
		play_start("play oshi-zumo --seed 1 -s 2=easy", small[0], small[1]);
	expect_text(v, "East has bid");
	expect_text(v, "48 49 50");
	leave(v);
	v = play_start("play hearts --seed 1 -o passing=off", small[0], small[1]);
	expect_text(v, "your turn");
	vt_keys(v, "A"); /* the message takes two rows */
	expect_text(v, "nothing to judge: no decision has been");
	expect_text(v, "made yet");
	vt_keys(v, " ");
	expect_text(v, "PAUSED");
	leave(v);
	v = play_start("play hearts --seed 1 -s S=human -s W=human", small[0], small[1]);
	expect_text(v, "Pass the terminal to South, then press");
	expect_text(v, "Enter.");
	leave(v);
	play_teardown(NULL);
}

static void
every_screen_fits_every_size(void **state)
{
	const char *only = getenv("SIZES_ONLY"); /* one of the names above */
	for (int i = 0; i < COUNT(places); i++) {
		const int shift = (int)((const struct look *)*state - looks);
		if (only ? strcmp(only, places[i].name) != 0 : !scale_takes(i + shift, 3))
			continue;
		play_setup(NULL);
		try_place(&places[i], *state);
		play_teardown(NULL);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "every_screen_fits_every_size, colour", every_screen_fits_every_size,
		  NULL, NULL, &looks[0] },
		{ "every_screen_fits_every_size, mono", every_screen_fits_every_size,
		  NULL, NULL, &looks[1] },
		{ "every_screen_fits_every_size, ascii", every_screen_fits_every_size,
		  NULL, NULL, &looks[2] },
		cmocka_unit_test(in_a_small_window_all_bids_and_messages_are_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
