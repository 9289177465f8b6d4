/*
 * pictures.c - the pictures of README.md, made from the program itself, and contact sheets: every
 * board at each size that is designed for, in the dark and the light theme, one sheet each.
 *
 * Each picture is a session on the terminal emulator of the screen tests: keys in, waits for
 * what appears, and the cells that are then on the screen written as an SVG. Every run of
 * cells of one look is one text of fixed length, so that it fits whatever font shows it; blocks are
 * drawn as areas. Colours are exact ones (COLORTERM).
 * Usage: pictures DIRECTORY [NAME | sheets [NAME [BOARD]]], with the program in PLYSCOPE.
 */
#include "tests/screen/vt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS	  40
#define COLUMNS	  120
#define CELL_W	  8
#define CELL_H	  17
#define BASELINE  13
#define QUIET_MS  1500
#define BRIEF_MS  300
#define STEPS_MAX 8
#define WORDS_MAX 40
#define RUN_BYTES 1024
#define ENTER	  "\r"
#define FOUR_MINDS \
	"-a hard -a pimc:inner=(maxn) -a pimc:inner=(paranoid) -a pimc:inner=(uct) " \
	"--time 2s"
#define PROOFS	    "pn-mcts:sims=20k"
#define SPECULATIVE "maxn:depth=4,prune=speculative"
#define ERASE	    "\177\177\177\177"
#define DOWN	    "\033[B"
#define DOWN6	    DOWN DOWN DOWN DOWN DOWN DOWN

#define SHEET_COLUMNS 4
#define GAP	      16

struct step {
	const char *keys;  /* NULL: none */
	const char *waits; /* after a '-': until it is there no more */
};

static const struct picture {
	const char *name, *command;
	struct step steps[STEPS_MAX];
} pictures[] = {
	{ "table",
	  "play hearts --seed 12 -o passing=off",
	  { { NULL, "your turn" },
	    { ENTER, "trick 2/13" },
	    { NULL, "your turn" },
	    { ENTER, "trick 3/13" },
	    { NULL, "your turn" },
	    { "h", "h the line" } } },
	{ "compare",
	  "compare hearts --seed 12 " FOUR_MINDS,
	  { { NULL, "runs" }, { NULL, "-waits" }, { NULL, "-runs" } } },
	{ "inspector",
	  "play chinese-checkers --seed 4 -o size=3 -s 2=easy -s 3=easy",
	  { { NULL, "Red to move" },
	    { "i", "inspect  hard" },
	    { "a" ERASE SPECULATIVE ENTER, SPECULATIVE },
	    { DOWN6 DOWN6 DOWN, "speculative: " } } },
	{ "analysis",
	  "watch hearts --seed 5 -o passing=off,to=0 -s S=random -s N=easy "
	  "-s E=easy -s W=easy --delay 1",
	  { { NULL, "Play again" }, { "A", "52 of 52 judged" }, { "}}}", "??" } } },
	{ "holdem",
	  "play holdem --seed 5 -s 2=blueprint",
	  { { NULL, "[k] call" },
	    { "k", "[k] check" },
	    { "k", "turn  pot" },
	    { NULL, "[k] check" },
	    { "k", "river  pot" },
	    { NULL, "[k] check" },
	    { "Rh", "hint: " } } },
	{ "proofs",
	  "play minishogi --seed 5 -s 2=random",
	  { { NULL, "to move" },
	    { "i", "inspect" },
	    { "a" ERASE PROOFS ENTER, "rank 10" } } },
};

#define THREE "-s N=easy -s E=easy -s W=easy"

/* The boards of the contact sheets. */
static const struct picture boards[] = {
	{ "hearts", "play hearts --seed 12 -o passing=off", { { NULL, "your turn" } } },
	{ "hearts-hint",
	  "play hearts --seed 12 -o passing=off " THREE " --delay 0ms",
	  { { NULL, "your turn" },
	    { ENTER ENTER, "trick 2/13" },
	    { NULL, "your turn" },
	    { ":hint easy\r", "hint:" } } },
	{ "hearts-trick",
	  "play hearts --seed 3 -o passing=off " THREE " --delay 100ms",
	  { { NULL, "your turn" },
	    { ":set trick 60s\r", "trick is 60s" },
	    { ENTER, "takes it" } } },
	{ "hearts-open",
	  "watch hearts --seed 5 -o passing=off -s S=easy " THREE " --delay 300ms",
	  { { NULL, "trick 6/13" }, { " ", "PAUSED" } } },
	{ "spades", "play spades --seed 1", { { NULL, "your turn: bid" } } },
	{ "star",
	  "play chinese-checkers --seed 3 -s 1=human -s 2=human -s 3=human",
	  { { NULL, "Red to move" },
	    { ":n1-m5\r:e4-f4\r:e10-f9\r", "Red to move" },
	    { ":hint uct\r", "hint: " } } },
	{ "star-six",
	  "watch chinese-checkers --seed 3 -o seats=6 --delay 20ms -s 1=easy -s 2=easy "
	  "-s 3=easy -s 4=easy -s 5=easy -s 6=easy",
	  { { NULL, "ply 60" }, { " ", "PAUSED" } } },
	{ "abalone",
	  "watch abalone --seed 1 -s 1=easy -s 2=easy --delay 50ms",
	  { { NULL, "ply 20" }, { " ", "PAUSED" } } },
	{ "lines-of-action",
	  "watch lines-of-action --seed 1 -s 1=easy -s 2=easy --delay 50ms",
	  { { NULL, "ply 12" }, { " ", "PAUSED" } } },
	{ "minishogi",
	  "watch minishogi --seed 1 -s 1=easy -s 2=easy --delay 50ms",
	  { { NULL, "ply 12" }, { " ", "PAUSED" } } },
	{ "breakthrough",
	  "watch breakthrough --seed 1 -s 1=easy -s 2=easy --delay 50ms",
	  { { NULL, "ply 12" }, { " ", "PAUSED" } } },
	{ "awari",
	  "watch awari --seed 1 -s 1=easy -s 2=easy --delay 50ms",
	  { { NULL, "ply 12" }, { " ", "PAUSED" } } },
	{ "gomoku",
	  "watch gomoku --seed 1 -s 1=easy -s 2=easy --delay 50ms",
	  { { NULL, "stone 12" }, { " ", "PAUSED" } } },
	{ "goofspiel", "play goofspiel --seed 1 -s 2=easy", { { NULL, "your turn" } } },
	{ "oshi-zumo", "play oshi-zumo --seed 1 -s 2=easy", { { NULL, "your turn" } } },
	{ "tron",
	  "watch tron --seed 1 -s 1=easy -s 2=easy --delay 50ms",
	  { { NULL, "ply 12" }, { " ", "PAUSED" } } },
	{ "holdem",
	  "play holdem --seed 5 -s 2=equity:sims=10",
	  { { NULL, "[k] call" }, { "k", "[k] check" }, { "k", "turn  pot" } } },
	{ "kuhn", "play kuhn --seed 5 -s 2=easy", { { NULL, "your turn" } } },
};

static const struct sheet {
	const char *name, *theme;
	int rows, columns;
} sheets[] = {
	{ "dark-80", "dark", 24, 80 },	 { "light-80", "light", 24, 80 },
	{ "dark-120", "dark", 40, 120 }, { "light-120", "light", 40, 120 },
	{ "dark-200", "dark", 60, 200 }, { "light-200", "light", 60, 200 },
};

/* The terminal's own colours, dark and light. */
static unsigned paper = 0x14171c, ink = 0xd4d7dc;

/* The look of a cell, with reverse video resolved. */
struct paint {
	unsigned ink, paper;
	bool bold, underline;
};

static unsigned
palette(int index)
{
	static const unsigned first[16] = {
		0x1c1f24, 0xd1605e, 0x7fb069, 0xd9b44a, 0x5b8fd6, 0xb07cc6,
		0x4fb0b0, 0xc5c8cc, 0x71767d, 0xf0807d, 0x9dd08a, 0xf2d06b,
		0x86b4f0, 0xd0a0e4, 0x7cd4d4, 0xf2f4f6,
	};
	if (index >= VT_EXACT)
		return (unsigned)(index & 0xffffff);
	if (index < 16)
		return first[index];
	if (index >= 232)
		return (unsigned)(8 + 10 * (index - 232)) * 0x10101;
	static const unsigned level[6] = { 0, 95, 135, 175, 215, 255 };
	const int cube = index - 16;
	return level[cube / 36] << 16 | level[cube / 6 % 6] << 8 | level[cube % 6];
}

static struct paint
paint_of(const struct vt_cell *cell)
{
	const unsigned fg = cell->fg < 0 ? ink : palette(cell->fg);
	const unsigned bg = cell->bg < 0 ? paper : palette(cell->bg);
	return (struct paint){ .ink = cell->reverse ? bg : fg,
			       .paper = cell->reverse ? fg : bg,
			       .bold = cell->bold,
			       .underline = cell->underline };
}

static bool
same_paint(const struct paint *a, const struct paint *b)
{
	return a->ink == b->ink && a->paper == b->paper && a->bold == b->bold &&
	       a->underline == b->underline;
}

static void
put_escaped(FILE *out, const char *text)
{
	for (; *text; text++)
		if (*text == '&' || *text == '<' || *text == '>')
			fprintf(out, "&#%d;", *text);
		else
			fputc(*text, out);
}

/* The quarters of a cell that a block fills, from the upper left, two bits a row; 0: no block. */
static int
quarters_of(const char *text)
{
	static const char *const blocks[] = { NULL, "▘", "▝", "▀", "▖", "▌", "▞", "▛",
					      "▗",  "▚", "▐", "▜", "▄", "▙", "▟", "█" };
	for (int i = 1; i < 16; i++)
		if (strncmp(text, blocks[i], 3) == 0)
			return i;
	return 0;
}

static void
put_blocks(FILE *out, const struct paint *paint, const char *text, int y, int x)
{
	for (; *text; text += 3, x++)
		for (int bits = quarters_of(text), k = 0; k < 4; k++)
			if (bits >> k & 1)
				fprintf(out,
					"<rect x='%d' y='%.1f' width='%d' height='%.1f' "
					"fill='#%06x'/>\n",
					x * CELL_W + k % 2 * CELL_W / 2,
					y * CELL_H + k / 2 * CELL_H / 2.0, CELL_W / 2,
					CELL_H / 2.0, paint->ink);
}

static void
put_run(FILE *out, const struct paint *paint, const char *text, int y, int x, int cells)
{
	if (paint->paper != paper)
		fprintf(out,
			"<rect x='%d' y='%d' width='%d' height='%d' fill='#%06x'/>\n",
			x * CELL_W, y * CELL_H, cells * CELL_W, CELL_H, paint->paper);
	if (text[strspn(text, " ")] == '\0')
		return;
	if (quarters_of(text) != 0) {
		put_blocks(out, paint, text, y, x);
		return;
	}
	fprintf(out, "<text x='%d' y='%d' textLength='%d'%s%s", x * CELL_W,
		y * CELL_H + BASELINE, cells * CELL_W,
		paint->bold ? " font-weight='bold'" : "",
		paint->underline ? " text-decoration='underline'" : "");
	fprintf(out, " fill='#%06x'", paint->ink);
	fputc('>', out);
	put_escaped(out, text);
	fputs("</text>\n", out);
}

/* Runs begin where the look changes, and after a stretch of blanks. */
static void
put_row(FILE *out, struct vt *v, int y, int columns)
{
	char text[RUN_BYTES];
	for (int x = 0, cells; x < columns; x += cells) {
		const struct vt_cell first = vt_cell(v, y, x);
		const struct paint paint = paint_of(&first);
		const bool blank = strcmp(first.text, " ") == 0;
		const bool block = quarters_of(first.text) != 0;
		size_t length = 0;
		for (cells = 0; x + cells < columns; cells++) {
			const struct vt_cell cell = vt_cell(v, y, x + cells);
			const struct paint here = paint_of(&cell);
			const size_t n = strlen(cell.text);
			if (!same_paint(&here, &paint) || length + n >= sizeof text ||
			    (strcmp(cell.text, " ") == 0) != blank ||
			    (quarters_of(cell.text) != 0) != block)
				break;
			memcpy(text + length, cell.text, n);
			length += n;
		}
		text[length] = '\0';
		put_run(out, &paint, text, y, x, cells);
	}
}

static void
open_svg(FILE *out, int w, int h)
{
	fprintf(out,
		"<svg xmlns='http://www.w3.org/2000/svg' viewBox='-8 -8 %d %d' "
		"shape-rendering='crispEdges'>\n"
		"<rect x='-8' y='-8' width='%d' height='%d' fill='#%06x'/>\n"
		"<g font-family='DejaVu Sans Mono,Menlo,Consolas,monospace' "
		"font-size='%d'>\n",
		w + 16, h + 16, w + 16, h + 16, paper, BASELINE);
}

static struct vt *
start(const char *command, const char *home, int rows, int columns)
{
	static char words[1000];
	const char *argv[WORDS_MAX] = { getenv("PLYSCOPE") };
	int argc = 1;
	if (!argv[0])
		argv[0] = "build/plyscope";
	snprintf(words, sizeof words, "%s", command);
	for (char *word = strtok(words, " "); word && argc < WORDS_MAX - 1;
	     word = strtok(NULL, " "))
		argv[argc++] = word;
	const char *const env[] = { home, "COLORTERM=truecolor",
				    "XDG_STATE_HOME=/nonexistent",
				    "XDG_CONFIG_HOME=/nonexistent", NULL };
	return vt_start(argv, env, rows, columns);
}

static bool
play(struct vt *v, const struct picture *p, int quiet_ms)
{
	for (int i = 0; i < STEPS_MAX && p->steps[i].waits; i++) {
		if (p->steps[i].keys)
			vt_keys(v, p->steps[i].keys);
		const char *text = p->steps[i].waits;
		if (*text == '-' ? !vt_wait_gone(v, text + 1) : !vt_wait(v, text)) {
			fprintf(stderr, "%s: waited for \"%s\"\n", p->name, text);
			vt_print(v);
			return false;
		}
		vt_settle(v, quiet_ms);
	}
	return true;
}

static bool
make_picture(const struct picture *p, const char *directory, const char *home)
{
	char path[1000];
	snprintf(path, sizeof path, "%s/%s.svg", directory, p->name);
	struct vt *v = start(p->command, home, ROWS, COLUMNS);
	bool good = play(v, p, QUIET_MS);
	FILE *out = good ? fopen(path, "w") : NULL;
	if (out) {
		open_svg(out, COLUMNS * CELL_W, ROWS * CELL_H);
		for (int y = 0; y < ROWS; y++)
			put_row(out, v, y, COLUMNS);
		fputs("</g>\n</svg>\n", out);
		good = fclose(out) == 0;
	}
	if (!out || !good)
		fprintf(stderr, "no picture %s\n", path);
	if (getenv("PICTURES_SHOW"))
		vt_print(v);
	vt_close(v);
	return out && good;
}

/* Boards in rows of SHEET_COLUMNS; one that cannot be reached leaves its place empty. */
static bool
make_sheet(const struct sheet *s, const char *directory, const char *home,
	   const char *only)
{
	char path[1000], command[300];
	const int count = sizeof boards / sizeof *boards;
	const int w = s->columns * CELL_W + GAP, h = s->rows * CELL_H + GAP;
	const int columns = only ? 1 : SHEET_COLUMNS;
	int placed = 0;
	bool good = true;
	paper = strcmp(s->theme, "light") == 0 ? 0xfbfaf6 : 0x14171c;
	ink = strcmp(s->theme, "light") == 0 ? 0x24292f : 0xd4d7dc;
	snprintf(path, sizeof path, "%s/%s.svg", directory, s->name);
	FILE *out = fopen(path, "w");
	if (!out)
		return false;
	open_svg(out, columns * w, (only ? 1 : (count + columns - 1) / columns) * h);
	for (int i = 0; i < count; i++) {
		if (only && strcmp(boards[i].name, only) != 0)
			continue;
		snprintf(command, sizeof command, "%s --theme %s", boards[i].command,
			 s->theme);
		struct vt *v = start(command, home, s->rows, s->columns);
		good = play(v, &boards[i], BRIEF_MS) && good;
		fprintf(out, "<g transform='translate(%d,%d)'>\n", placed % columns * w,
			placed / columns * h);
		for (int y = 0; y < s->rows; y++)
			put_row(out, v, y, s->columns);
		fputs("</g>\n", out);
		vt_close(v);
		placed++;
	}
	fputs("</g>\n</svg>\n", out);
	return fclose(out) == 0 && good;
}

int
main(int argc, char **argv)
{
	char home[] = "/tmp/plyscope-pictures-XXXXXX", variable[100], command[100];
	int failed = 0;
	if (argc < 2 || !mkdtemp(home))
		return 2;
	snprintf(variable, sizeof variable, "XDG_DATA_HOME=%s", home);
	const bool all = argc >= 3 && strcmp(argv[2], "sheets") == 0;
	for (size_t i = 0; !all && i < sizeof pictures / sizeof *pictures; i++)
		if (argc < 3 || strcmp(argv[2], pictures[i].name) == 0)
			failed += !make_picture(&pictures[i], argv[1], variable);
	for (size_t i = 0; all && i < sizeof sheets / sizeof *sheets; i++)
		if (argc < 4 || strcmp(argv[3], sheets[i].name) == 0)
			failed += !make_sheet(&sheets[i], argv[1], variable,
					      argc < 5 ? NULL : argv[4]);
	snprintf(command, sizeof command, "rm -rf %s", home);
	return system(command) != 0 || failed > 0;
}
