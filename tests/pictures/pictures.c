/*
 * pictures.c - the pictures of README.md, made from the program itself.
 *
 * Each picture is a session on the terminal emulator of the screen tests: keys in, waits for
 * what appears, and the cells that are then on the screen written as an SVG.
 * Usage: pictures DIRECTORY, with the program in PLYSCOPE.
 */
#include "tests/pictures/svg.h"

#include <stdlib.h>
#include <string.h>

#define ROWS	  40
#define COLUMNS	  120
#define QUIET_MS  1500
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
