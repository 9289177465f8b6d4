/*
 * inspect.c - how long the inspector takes to open on a search of 1M nodes.
 *
 * A search keeps no tree while it plays: the inspector runs it again with its tree kept. In
 * process: from the call that opens the screen to its first picture that has moves (which come
 * from the figures of the table), and to the picture of the whole tree; processor time is that
 * of all threads, and beside it that of the search without a tree. Then the same from a key on
 * the pty of tests/screen. Reported, not asserted.
 */
#include "src/app/catalog.h"
#include "src/base/clock.h"
#include "src/core/worker.h"
#include "tests/kept.h"
#include "tests/screen/vt.h"
#include "ui/screens/study.h"
#include "ui/theme.h"

#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define NODES "1000000"
#define RUNS  3
#define H     40
#define W     120
#define GIVEN 60000000 /* us after which a picture is lost */

struct game_case {
	const char *key, *option, *value; /* one rule of it, NULL */
};

static const struct game_case games[] = {
	{ "hearts", "open", "on" },
	{ "chinese-checkers", NULL, NULL },
	{ "abalone", NULL, NULL },
};
static const char *const players[] = {
	"maxn:prune=none,nodes=" NODES,
	"maxn:prune=speculative,nodes=" NODES,
	"paranoid:nodes=" NODES,
	"uct:nodes=" NODES,
};

static struct setup setup;

static double
cpu_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double
wall_ms(void)
{
	return (double)clock_now_us() / 1e3;
}

static void
fail(const char *why)
{
	fprintf(stderr, "bench/inspect: %s\n", why);
	exit(1);
}

/* The first decision of a game after a few moves, by its first legal moves. */
static void
open_match(struct match *m, const struct game_case *g)
{
	struct status st = { 0 };
	if (!setup_init(&setup, &app_catalog, catalog_game(&app_catalog, g->key), false,
			&st) ||
	    (g->option != NULL &&
	     !setup_variant(&setup, &app_catalog, g->option, g->value, &st)))
		fail(st.text);
	setup.seed = 3;
	match_open(m, &setup);
	for (int k = 0; k < 6; k++) {
		move moves[MOVES_MAX];
		const int seat = game_mover(&setup.game, &m->states[m->at]);
		match_moves(m, seat, moves);
		if (!match_play(m, seat, moves[0], "", &st))
			fail(st.text);
	}
}

/* What the table would have: the search, finished; its processor time. */
static double
search_first(const struct decision *s, struct snapshot *out)
{
	static struct search search;
	static struct player p;
	struct status st = { 0 };
	struct question q;
	decision_ask(s, &q);
	if (!player_parse(&p, s->player, &app_catalog, &setup.game, &st))
		fail(st.text);
	const struct search_job job = question_job(&q, &p, NULL);
	if (!search_open(&search, &job, &st))
		fail(st.text);
	const double from = cpu_ms();
	search_run(&search);
	const double took = cpu_ms() - from;
	*out = kept_figures(&search.live);
	search_close(&search);
	question_close(&q);
	return took;
}

static void
picture(struct ui *ui, struct canvas *c)
{
	canvas_clear(c);
	ui->top->ops->draw(ui, ui->top, c);
}

struct times {
	double first, whole, cpu, peak_mb;
};

static double
resident_mb(void)
{
	long size = 0, pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (f == NULL || fscanf(f, "%ld %ld", &size, &pages) != 2)
		pages = 0;
	if (f != NULL)
		fclose(f);
	return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

static struct times
open_inspector(struct ui *ui, struct canvas *c, const struct decision *s,
	       const struct snapshot *shown)
{
	struct decision copy = *s;
	struct times t;
	match_copy(&copy.match, &s->match);
	const double before = resident_mb(), from = wall_ms(), cpu = cpu_ms();
	ui_push(ui, inspect_screen(ui, &copy, shown));
	picture(ui, c);
	t.first = wall_ms() - from;
	while (ui->top->ops->busy(ui->top)) {
		struct pollfd wake = { .fd = ui->wake_read, .events = POLLIN };
		char byte;
		if (poll(&wake, 1, 50) > 0 && read(ui->wake_read, &byte, 1) != 1)
			fail("the pipe is broken");
		if (ui->top->ops->tick(ui, ui->top))
			picture(ui, c);
	}
	t.whole = wall_ms() - from;
	t.cpu = cpu_ms() - cpu;
	t.peak_mb = resident_mb() - before;
	ui_pop(ui);
	return t;
}

static void
measure(struct ui *ui, struct canvas *c, const struct game_case *g, const char *player)
{
	static struct match m;
	static struct decision s;
	static struct snapshot shown;
	struct status st = { 0 };
	struct times best = { 1e9, 1e9, 1e9, 0 };
	double alone = 1e9;
	open_match(&m, g);
	if (!decision_open(&s, &m, m.at, SEAT_ALL, player, &st))
		fail(st.text);
	for (int k = 0; k < RUNS; k++) {
		const double took = search_first(&s, &shown);
		s.nodes = shown.nodes;
		const struct times t = open_inspector(ui, c, &s, &shown);
		alone = took < alone ? took : alone;
		best.first = t.first < best.first ? t.first : best.first;
		best.whole = t.whole < best.whole ? t.whole : best.whole;
		best.cpu = t.cpu < best.cpu ? t.cpu : best.cpu;
		best.peak_mb = t.peak_mb > best.peak_mb ? t.peak_mb : best.peak_mb;
	}
	printf("%-17s %-36.36s %7.1f %7.0f   %5.0f %5.0f %6.0f\n", g->key, player,
	       best.first, best.whole, best.cpu, alone, best.peak_mb);
	fflush(stdout);
	decision_close(&s);
	match_close(&m);
}

/* From `i` at the table, when a search of 1M nodes has moved, to its moves on the screen. */
static void
measure_key(void)
{
	static const char *const env[] = { "XDG_DATA_HOME=/tmp/plyscope-bench",
					   "XDG_STATE_HOME=/tmp/plyscope-bench", NULL };
	const char *program = getenv("PLYSCOPE");
	const char *const argv[] = { program ? program : "build/plyscope",
				     "play",
				     "abalone",
				     "--seed",
				     "1",
				     "-s",
				     "1=paranoid:nodes=" NODES,
				     "-s",
				     "2=human",
				     "--delay",
				     "1",
				     NULL };
	double first = 1e9, whole = 1e9;
	struct vt *v = vt_start(argv, env, H, W);
	if (!vt_wait(v, "ply 1  White to move"))
		fail("the program did not start");
	vt_keys(v, "["); /* back to the move of the finished search */
	vt_settle(v, 300);
	for (int k = 0; k < RUNS; k++) {
		const int64_t from = clock_now_us();
		vt_keys(v, "i");
		while (!vt_find(v, ">-Black", NULL, NULL) &&
		       !vt_find(v, "> Black", NULL, NULL) &&
		       clock_now_us() - from < GIVEN)
			vt_pump(v, 100);
		const double a = (double)(clock_now_us() - from) / 1e3;
		while (vt_find(v, "again ", NULL, NULL) && clock_now_us() - from < GIVEN)
			vt_pump(v, 100);
		const double b = (double)(clock_now_us() - from) / 1e3;
		first = a < first ? a : first;
		whole = b < whole ? b : whole;
		vt_keys(v, "q");
		vt_settle(v, 300);
	}
	printf("from the key, abalone, paranoid: moves %.1f ms, whole tree %.0f ms\n",
	       first, whole);
	vt_keys(v, "Q");
	vt_exit(v);
	vt_close(v);
}

int
main(void)
{
	struct ui ui = { .catalog = &app_catalog, .h = H, .w = W };
	struct canvas c = { .h = H, .w = W, .clip = { 0, 0, H, W } };
	int wake[2];
	setlocale(LC_ALL, "");
	if (pipe(wake) != 0)
		fail("no pipe");
	ui.wake_read = wake[0];
	ui.wake_write = wake[1];
	c.cells = calloc((size_t)H * W, sizeof *c.cells);
	if (c.cells == NULL)
		fail("no memory");
	printf("\nthe inspector on a search of 1M nodes, best of %d, ms\n", RUNS);
	printf("%-17s %-36s %7s %7s   %5s %5s %6s\n", "", "", "moves", "tree", "cpu",
	       "plain", "MB");
	for (size_t g = 0; g < sizeof games / sizeof *games; g++)
		for (size_t p = 0; p < sizeof players / sizeof *players; p++)
			measure(&ui, &c, &games[g], players[p]);
	measure_key();
	free(c.cells);
	return 0;
}
