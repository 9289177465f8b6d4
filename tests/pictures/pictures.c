/*
 * pictures.c - the pictures of README.md, made from the program itself.
 *
 * Each picture is a session on the terminal emulator of the screen tests: keys in, waits for
 * what appears, and the cells that are then on the screen written as an SVG. Every run of
 * cells of one look is one text of fixed length, so that it fits whatever font shows it.
 * Usage: pictures DIRECTORY, with the program in PLYSCOPE.
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
#define PAPER	  0x14171c
#define INK	  0xd4d7dc
#define QUIET_MS  1500
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
	const unsigned ink = cell->fg < 0 ? INK : palette(cell->fg);
	const unsigned paper = cell->bg < 0 ? PAPER : palette(cell->bg);
	return (struct paint){ .ink = cell->reverse ? paper : ink,
			       .paper = cell->reverse ? ink : paper,
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

static void
put_run(FILE *out, const struct paint *paint, const char *text, int y, int x, int cells)
{
	if (paint->paper != PAPER)
		fprintf(out,
			"<rect x='%d' y='%d' width='%d' height='%d' fill='#%06x'/>\n",
			x * CELL_W, y * CELL_H, cells * CELL_W, CELL_H, paint->paper);
	if (text[strspn(text, " ")] == '\0')
		return;
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
put_row(FILE *out, struct vt *v, int y)
{
	char text[RUN_BYTES];
	for (int x = 0, cells; x < COLUMNS; x += cells) {
		const struct vt_cell first = vt_cell(v, y, x);
		const struct paint paint = paint_of(&first);
		const bool blank = strcmp(first.text, " ") == 0;
		size_t length = 0;
		for (cells = 0; x + cells < COLUMNS; cells++) {
			const struct vt_cell cell = vt_cell(v, y, x + cells);
			const struct paint here = paint_of(&cell);
			const size_t n = strlen(cell.text);
			if (!same_paint(&here, &paint) || length + n >= sizeof text ||
			    (strcmp(cell.text, " ") == 0) != blank)
				break;
			memcpy(text + length, cell.text, n);
			length += n;
		}
		text[length] = '\0';
		put_run(out, &paint, text, y, x, cells);
	}
}

static void
put_screen(FILE *out, struct vt *v)
{
	fprintf(out,
		"<svg xmlns='http://www.w3.org/2000/svg' viewBox='-8 -8 %d %d'>\n"
		"<rect x='-8' y='-8' width='%d' height='%d' fill='#%06x'/>\n"
		"<g font-family='DejaVu Sans Mono,Menlo,Consolas,monospace' "
		"font-size='%d'>\n",
		COLUMNS * CELL_W + 16, ROWS * CELL_H + 16, COLUMNS * CELL_W + 16,
		ROWS * CELL_H + 16, PAPER, BASELINE);
	for (int y = 0; y < ROWS; y++)
		put_row(out, v, y);
	fputs("</g>\n</svg>\n", out);
}

static struct vt *
start(const char *command, const char *home)
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
	const char *const env[] = { home, "XDG_STATE_HOME=/nonexistent",
				    "XDG_CONFIG_HOME=/nonexistent", NULL };
	return vt_start(argv, env, ROWS, COLUMNS);
}

static bool
play(struct vt *v, const struct picture *p)
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
		vt_settle(v, QUIET_MS);
	}
	return true;
}

static bool
make_picture(const struct picture *p, const char *directory, const char *home)
{
	char path[1000];
	snprintf(path, sizeof path, "%s/%s.svg", directory, p->name);
	struct vt *v = start(p->command, home);
	bool good = play(v, p);
	FILE *out = good ? fopen(path, "w") : NULL;
	if (out) {
		put_screen(out, v);
		good = fclose(out) == 0;
	}
	if (!out || !good)
		fprintf(stderr, "no picture %s\n", path);
	if (getenv("PICTURES_SHOW"))
		vt_print(v);
	vt_close(v);
	return out && good;
}

int
main(int argc, char **argv)
{
	char home[] = "/tmp/plyscope-pictures-XXXXXX", variable[100], command[100];
	int failed = 0;
	if (argc < 2 || !mkdtemp(home))
		return 2;
	snprintf(variable, sizeof variable, "XDG_DATA_HOME=%s", home);
	for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
		if (argc < 3 || strcmp(argv[2], pictures[i].name) == 0)
			failed += !make_picture(&pictures[i], argv[1], variable);
	snprintf(command, sizeof command, "rm -rf %s", home);
	return system(command) != 0 || failed > 0;
}
