/*
 * sizes.c - every screen at every size that is designed for, in colour, mono and ASCII: its
 * title above, its keys below, nothing drawn over the lines between panes, and with ASCII or
 * without colour not one cell that is not.
 */
#include "tests/screen/play.h"

struct place {
	const char *name;
	const char *command;  /* what is started */
	const char *waits;    /* for this text */
	const char *typed;    /* then, NULL: nothing */
	const char *title;    /* the top line has this */
	const char *contains; /* and somewhere there is this */
};

#define HEARTS "play hearts --seed 1 -s N=easy -s E=easy -s W=easy -o passing=off"

static const struct place places[] = {
	{ "home", "", "? help", NULL, "plyscope", "Play Hearts" },
	{ "setup", "", "? help", ":play hearts\r", "Hearts", "start" },
	{ "options", "", "? help", "o", "options", "animation" },
	{ "history", "", "? help", ":history\r", "history", "" },
	{ "rules", "", "? help", ":rules hearts\r", "Hearts", "trick" },
	{ "help", HEARTS, "trick 1/13", "?", "help", "undo" },
	{ "hearts", HEARTS, "trick 1/13", NULL, "Hearts", "scores" },
	{ "spades", "play spades --seed 1", "your turn: bid", NULL, "Spades", "nil" },
	{ "chinese-checkers", "play chinese-checkers --seed 1 -s 2=easy -s 3=easy",
	  "Red to move", NULL, "Chinese Checkers", "scores" },
	{ "abalone", "play abalone --seed 1 -s 2=easy", "Black to move", NULL, "Abalone",
	  "scores" },
	{ "goofspiel", "play goofspiel --seed 1 -s 2=easy", "Goofspiel", NULL,
	  "Goofspiel", "scores" },
	{ "zoomed", "play abalone --seed 1 -s 2=easy", "Black to move", "z", "Abalone",
	  "Black" },
	{ "log", "watch abalone --seed 1 -s 1=easy -s 2=easy --delay 1", "ply 9",
	  " \t\t\t", "PAUSED", "log" },
	{ "compare", HEARTS, "trick 1/13", "c", "", "? help" },
	{ "explain", HEARTS, "trick 1/13", "e", "", "? help" },
	{ "inspect", "play abalone --seed 1 -s 2=easy", "Black to move", "i", "",
	  "? help" },
	{ "beliefs", HEARTS, "trick 1/13", "b", "", "? help" },
};

static const int sizes[][2] = { { 24, 80 }, { 40, 120 }, { 60, 200 } };

static struct look {
	const char *name, *env;
} looks[] = {
	{ "colour", NULL },
	{ "mono", "NO_COLOR=1" },
	{ "ascii", "LANG=C" },
};

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

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

static bool
is_sound(struct vt *v, const struct place *p, const struct look *look, int h, int w)
{
	const char *bar = vt_row(v, h - 1);
	if (!strstr(vt_row(v, 0), p->title) || strspn(vt_row(v, 0), " ") > 2) {
		printf("# the top line is not \"%s\"\n", p->title);
		return false;
	}
	if (strncmp(bar, " ? help", 7) != 0) {
		printf("# the key bar is \"%s\"\n", bar);
		return false;
	}
	return lines_are_whole(v, h, w) && cells_fit_the_look(v, look, h, w);
}

static void
try_place(const struct place *p, const struct look *look, int h, int w)
{
	struct vt *v = play_start_with(p->command, h, w, look->env, NULL);
	bool good = vt_wait(v, p->waits);
	if (good && p->typed) {
		vt_settle(v, 100);
		vt_keys(v, p->typed);
	}
	good = good && vt_wait(v, *p->contains ? p->contains : p->title);
	vt_settle(v, 150);
	good = good && is_sound(v, p, look, h, w);
	if (!good) {
		printf("# %s, %s, %d by %d\n", p->name, look->name, w, h);
		vt_print(v);
	}
	assert_true(good);
	vt_keys(v, "Q");
	expect_exit(v, 0);
	vt_close(v);
}

static void
every_screen_fits_every_size(void **state)
{
	const struct look *look = *state;
	for (int i = 0; i < COUNT(places); i++)
		for (int k = 0; k < COUNT(sizes); k++) {
			play_setup(NULL);
			try_place(&places[i], look, sizes[k][0], sizes[k][1]);
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
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
