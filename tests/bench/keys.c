/*
 * keys.c - how fast the program is at hand: the first screen, and keys while searches think.
 *
 * Measured on the pty of tests/screen. The first screen: from starting the program until the
 * home screen is whole. A key: from writing it, at a random moment, until the words that
 * answer it are on the screen; the searches redraw the screen meanwhile, so bytes alone say
 * nothing. Reported, not asserted.
 */
#include "src/base/clock.h"
#include "src/base/rng.h"
#include "tests/screen/vt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STARTS	   20
#define KEYS	   150
#define GAP_MS	   120 /* keys come up to this far apart */
#define LOST_US	   500000
#define WORDS	   20
#define MESSAGE_UP 2 /* rows from the bottom to the line of messages */

/* A search for a seat that goes on, on every core. */
#define HEARTS_SEAT(seat) seat "=pimc:worlds=1000,time=600s,inner=(uct)"

/* A situation, and two keys that undo each other with what the screen says to each. */
struct situation {
	const char *name;
	const char *words[WORDS];
	const char *first; /* typed before the measurement */
	const char *key[2], *says[2];
	int h, w;
};

static const struct situation situations[] = {
	{ .name = "hearts 80x24, four searches",
	  .words = { "watch", "hearts", "--seed", "1", "-s", HEARTS_SEAT("1"), "-s",
		     HEARTS_SEAT("2"), "-s", HEARTS_SEAT("3"), "-s", HEARTS_SEAT("4") },
	  .first = "",
	  .key = { "T", "T" },
	  .says = { "suits as letters", "suits as symbols" },
	  .h = 24,
	  .w = 80 },
	{ .name = "hearts 160x50, three searches and analysis",
	  .words = { "play", "hearts", "--seed", "1", "-s", HEARTS_SEAT("2"), "-s",
		     HEARTS_SEAT("3"), "-s", HEARTS_SEAT("4") },
	  .first = "a",
	  .key = { "T", "T" },
	  .says = { "suits as letters", "suits as symbols" },
	  .h = 50,
	  .w = 160 },
	{ .name = "chinese checkers 160x50, a search",
	  .words = { "watch", "chinese-checkers", "--seed", "1", "-s",
		     "1=uct:time=600s" },
	  .first = "",
	  .key = { "+", "-" },
	  .says = { "9 candidates", "8 candidates" },
	  .h = 50,
	  .w = 160 },
};

static int
compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void
print(const char *what, double *ms, int n)
{
	qsort(ms, (size_t)n, sizeof *ms, compare);
	printf("%-44s median %6.1f ms   99 %% %6.1f ms   worst %6.1f ms\n", what,
	       ms[n / 2], ms[n * 99 / 100], ms[n - 1]);
	fflush(stdout);
}

static struct vt *
start(const char *const *words, int h, int w)
{
	const char *argv[WORDS + 2] = { getenv("PLYSCOPE") };
	static const char *const env[] = { "XDG_DATA_HOME=/tmp/plyscope-bench",
					   "XDG_STATE_HOME=/tmp/plyscope-bench", NULL };
	if (!argv[0])
		argv[0] = "build/plyscope";
	for (int i = 0; i < WORDS && words[i]; i++)
		argv[i + 1] = words[i];
	return vt_start(argv, env, h, w);
}

static void
stop(struct vt *v)
{
	vt_keys(v, "Q");
	vt_exit(v);
	vt_close(v);
}

static void
measure_start(void)
{
	static const char *const home[] = { NULL };
	double ms[STARTS];
	for (int i = 0; i < STARTS; i++) {
		const int64_t from = clock_now_us();
		struct vt *v = start(home, 24, 80);
		while (!vt_find(v, "? help", NULL, NULL) &&
		       clock_now_us() - from < LOST_US)
			vt_pump(v, 1000);
		ms[i] = (double)(clock_now_us() - from) / 1e3;
		stop(v);
	}
	print("start to first screen", ms, STARTS);
}

/* Reads what the program shows for a while. */
static void
let_pass(struct vt *v, int ms)
{
	const int64_t until = clock_now_us() + ms * INT64_C(1000);
	for (int64_t left; (left = until - clock_now_us()) > 0;)
		vt_pump(v, (int)(left / 1000) + 1);
}

static double
time_key(struct vt *v, int h, const char *key, const char *says)
{
	const int64_t from = clock_now_us();
	vt_keys(v, key);
	while (!strstr(vt_row(v, h - MESSAGE_UP), says) &&
	       clock_now_us() - from < LOST_US)
		vt_pump(v, 1000);
	return (double)(clock_now_us() - from) / 1e3;
}

/* The same way through the system with a program that does nothing: what no program of ours
 * can be faster than, on this machine and as busy as it is. */
static void
measure_floor(void)
{
	static const char *const cat[] = { "/bin/sh", "-c", "stty -echo; exec cat",
					   NULL };
	static const char *const env[] = { NULL };
	const struct situation *busy = &situations[0];
	double ms[KEYS];
	struct rng dice;
	rng_seed(&dice, 2);
	struct vt *searches = start(busy->words, busy->h, busy->w);
	struct vt *v = vt_start(cat, env, 24, 80);
	vt_wait(searches, "is thinking");
	for (int i = 0; i < KEYS; i++) {
		let_pass(searches, (int)rng_below(&dice, GAP_MS));
		const int64_t before = vt_bytes(v), from = clock_now_us();
		vt_keys(v, "a\r");
		while (vt_bytes(v) == before && clock_now_us() - from < LOST_US)
			vt_pump(v, 100);
		ms[i] = (double)(clock_now_us() - from) / 1e3;
	}
	print("for comparison: cat echoes a line beside it", ms, KEYS);
	vt_close(v);
	stop(searches);
}

static void
measure_keys(const struct situation *s)
{
	double ms[KEYS];
	struct rng dice;
	rng_seed(&dice, 1);
	struct vt *v = start(s->words, s->h, s->w);
	if (!vt_wait(v, "is thinking")) {
		printf("%s: the program did not start\n", s->name);
		vt_close(v);
		return;
	}
	vt_keys(v, s->first);
	let_pass(v, 500);
	for (int i = 0; i < KEYS; i++) {
		let_pass(v, (int)rng_below(&dice, GAP_MS));
		ms[i] = time_key(v, s->h, s->key[i % 2], s->says[i % 2]);
	}
	print(s->name, ms, KEYS);
	stop(v);
}

int
main(void)
{
	printf("\nfrom a key to its effect while searches use every core\n");
	for (size_t i = 0; i < sizeof situations / sizeof *situations; i++)
		measure_keys(&situations[i]);
	measure_floor();
	measure_start();
	return 0;
}
