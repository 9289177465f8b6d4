/*
 * pictures.c - the pictures of README.md, made from the program itself, and contact sheets: every
 * board at each size that is designed for, in the dark and the light theme, one sheet each.
 *
 * Each picture is a session on the terminal emulator of the screen tests: keys in, waits for
 * what appears, and the cells that are then on the screen written as an SVG, in exact colours.
 * Usage: pictures DIRECTORY [NAME | sheets [NAME [BOARD]]], with the program in PLYSCOPE.
 */
#include "tests/pictures/svg.h"

#include <stdlib.h>
#include <string.h>

#define ROWS	  40
#define COLUMNS	  120
#define QUIET_MS  1500
#define BRIEF_MS  300
#define STEPS_MAX 8
#define WORDS_MAX 40
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
	    { "h", "h line" } } },
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
	  { { NULL, "hand 1" }, { " ", "PAUSED" } } },
	{ "spades", "play spades --seed 1", { { NULL, "your turn: bid" } } },
	{ "star",
	  "play chinese-checkers --seed 3 -s 1=human -s 2=human -s 3=human",
	  { { NULL, "Red to move" },
	    { ":n1-m5\r:e4-f4\r:e10-f9\r", "Red to move" },
	    { ":hint uct\r", "hint: " } } },
	{ "star-six",
	  "watch chinese-checkers --seed 3 -o seats=6 --delay 60ms -s 1=easy -s 2=easy "
	  "-s 3=easy -s 4=easy -s 5=easy -s 6=easy",
	  { { NULL, "ply 60" }, { " ", "PAUSED" } } },
	{ "star-reach",
	  "play chinese-checkers --seed 3 -s 1=human -s 2=human -s 3=human",
	  { { NULL, "Red to move" }, { ENTER, "can reach" } } },
	{ "breakthrough-hint",
	  "play breakthrough --seed 1 -s 1=human -s 2=human",
	  { { NULL, "to move" }, { ":hint easy\r", "hint: " } } },
	{ "breakthrough-reach",
	  "play breakthrough --seed 1 -s 1=human -s 2=human",
	  { { NULL, "to move" }, { ENTER, "can reach" } } },
	{ "leduc-hint",
	  "play leduc --seed 3 -s 2=easy",
	  { { NULL, "pot 2" }, { ":hint easy\r", "hint: " } } },
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
	{ "goofspiel",
	  "play goofspiel --seed 1 -s 2=easy",
	  { { NULL, "chooses a bid" } } },
	{ "oshi-zumo",
	  "play oshi-zumo --seed 1 -s 2=easy",
	  { { NULL, "East has bid" } } },
	{ "tron",
	  "watch tron --seed 1 -s 1=easy -s 2=easy --delay 50ms",
	  { { NULL, "step 8" }, { " ", "PAUSED" } } },
	{ "holdem",
	  "play holdem --seed 5 -s 2=equity:sims=10",
	  { { NULL, "[k] call" }, { "k", "flop  pot" }, { NULL, "[k] c" } } },
	{ "kuhn", "play kuhn --seed 5 -s 2=easy", { { NULL, "South" } } },
};

static const struct sheet {
	const char *name, *theme;
	int rows, columns;
} sheets[] = {
	{ "dark-80", "dark", 24, 80 },	 { "light-80", "light", 24, 80 },
	{ "dark-120", "dark", 40, 120 }, { "light-120", "light", 40, 120 },
	{ "dark-200", "dark", 60, 200 }, { "light-200", "light", 60, 200 },
};

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
				    "XDG_STATE_HOME=/dev/null/none",
				    "XDG_CONFIG_HOME=/dev/null/none", NULL };
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
		svg_put_screen(out, v);
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
	const int columns = only ? 1 : SHEET_COLUMNS;
	const int down = only ? 1 : (count + columns - 1) / columns;
	int placed = 0;
	bool good = true;
	snprintf(path, sizeof path, "%s/%s.svg", directory, s->name);
	FILE *out = fopen(path, "w");
	if (!out)
		return false;
	svg_on_light(strcmp(s->theme, "light") == 0);
	svg_begin(out, down * (s->rows + 1), columns * (s->columns + 2));
	for (int i = 0; i < count; i++) {
		if (only && strcmp(boards[i].name, only) != 0)
			continue;
		snprintf(command, sizeof command, "%s --theme %s", boards[i].command,
			 s->theme);
		struct vt *v = start(command, home, s->rows, s->columns);
		good = play(v, &boards[i], BRIEF_MS) && good;
		fprintf(out, "<g transform='translate(%d,%d)'>\n",
			placed % columns * (s->columns + 2) * SVG_CELL_W,
			placed / columns * (s->rows + 1) * SVG_CELL_H);
		for (int y = 0; y < s->rows; y++)
			svg_put_row(out, v, y, y);
		fputs("</g>\n", out);
		vt_close(v);
		placed++;
	}
	svg_end(out);
	svg_on_light(false);
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
