/* worker.c - a search on its own thread: snapshots, stop, pause, wake-up, signals. */
#include "src/core/worker.h"
#include "src/base/clock.h"
#include "src/core/calibration.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/signals.h"
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>

#define PATIENCE_MS 20000 /* only a broken program waits this long */

/* The system's, as long as it gives any. */
static bool no_thread;

int
pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
	       void *self)
{
	int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
	*(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
	return no_thread ? EAGAIN : real(thread, attributes, run, self);
}

/* Starts a worker on copies that are wiped at once: it must have its own. */
static struct worker *
start(const char *text, const struct calibration *cal, int wake_fd, struct status *st)
{
	static struct game g;
	static struct state root;
	static struct player p;
	g = toy_make(2, false);
	memset(&root, 0, sizeof root);
	g.rules->start(&g, &root);
	g.rules->play(&g, &root, SEAT_CHANCE, 7, &root);
	if (!player_parse(&p, text, &toy_catalog, &g, st))
		return NULL;
	struct calibration own = cal ? *cal : (struct calibration){ 0 };
	const struct search_job job = { .game = &g,
					.root = &root,
					.player = &p,
					.seed = 1,
					.calibration = cal ? &own : NULL };
	struct worker *w = worker_start(&job, NULL, wake_fd, st);
	memset(&g, 0x55, sizeof g);
	memset(&root, 0x55, sizeof root);
	memset(&p, 0x55, sizeof p);
	memset(&own, 0x55, sizeof own);
	return w;
}

static bool
wait_byte(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char byte;
	return poll(&p, 1, PATIENCE_MS) == 1 && read(fd, &byte, 1) == 1;
}

static void
the_end_is_one_byte_and_the_last_snapshot(void **state)
{
	static struct snapshot s;
	const struct calibration cal = { .stages = 1, .beta = { 0.1 } };
	struct status st = { 0 };
	int wake[2];
	assert_int_equal(pipe(wake), 0);
	struct worker *w = start("count:nodes=50k", &cal, wake[1], &st);
	assert_non_null(w);
	assert_true(wait_byte(wake[0]));
	assert_true(worker_done(w));
	assert_true(worker_read(w, &s));
	assert_int_equal(s.stop, STOP_NODES);
	assert_int_equal(s.nodes, 50000);
	assert_true(s.win[0] > 0.5);
	assert_false(worker_read(w, &s));
	assert_int_equal(search_choice(worker_search(w)), s.moves[0].m);
	worker_free(w);
	close(wake[0]);
	close(wake[1]);
}

static void
a_stop_keeps_the_best_move_so_far(void **state)
{
	static struct snapshot s;
	struct status st = { 0 };
	int wake[2];
	assert_int_equal(pipe(wake), 0);
	struct worker *w = start("count", NULL, wake[1], &st);
	assert_non_null(w);
	while (!worker_read(w, &s)) /* snapshots come while it runs */
		;
	assert_int_equal(s.stop, STOP_RUNNING);
	worker_stop(w);
	assert_true(wait_byte(wake[0]));
	assert_true(worker_read(w, &s));
	assert_int_equal(s.stop, STOP_INTERRUPTED);
	assert_int_equal(s.moves[0].m, 4);
	worker_free(w);
	close(wake[0]);
	close(wake[1]);
}

static void
a_paused_search_stops_counting_and_goes_on(void **state)
{
	static struct snapshot s;
	struct status st = { 0 };
	struct worker *w = start("count", NULL, -1, &st);
	assert_non_null(w);
	worker_pause(w, true);
	while (!worker_read(w, &s)) /* it publishes before it sleeps */
		;
	usleep(60000);
	while (worker_read(w, &s)) /* at most one that was under way */
		usleep(60000);
	int64_t nodes = s.nodes;
	assert_false(worker_done(w));
	worker_pause(w, false);
	while (s.nodes == nodes)
		worker_read(w, &s);
	assert_true(s.nodes > nodes);
	worker_pause(w, true);
	worker_free(w); /* also while paused */
}

/* Holds a paused search for a while after it has said that it sleeps. */
struct holder {
	struct channel channel;
	atomic_bool pause;
};

#define HELD_US 50000

static void *
hold(void *argument)
{
	static struct snapshot s;
	struct holder *h = argument;
	while (!channel_read(&h->channel, &s))
		;
	for (const int64_t from = clock_now_us(); clock_now_us() - from < HELD_US;)
		clock_sleep_us(1000);
	atomic_store(&h->pause, false);
	return NULL;
}

/* However slow the machine is, the search was asleep for HELD_US and more of all that passed. */
static void
a_pause_is_taken_off_the_clock(void **state)
{
	static struct holder h;
	static struct search s;
	struct game g = toy_make(2, false);
	struct state root = { 0 };
	struct player p;
	struct status st = { 0 };
	pthread_t thread;
	g.rules->start(&g, &root);
	g.rules->play(&g, &root, SEAT_CHANCE, 7, &root);
	assert_true(player_parse(&p, "count:nodes=20k", &toy_catalog, &g, &st));
	channel_init(&h.channel);
	atomic_store(&h.pause, true);
	const struct search_job job = { .game = &g,
					.root = &root,
					.player = &p,
					.pause = &h.pause,
					.channel = &h.channel };
	assert_true(search_open(&s, &job, &st));
	assert_int_equal(pthread_create(&thread, NULL, hold, &h), 0);
	const int64_t from = clock_now_us();
	search_run(&s);
	const int64_t passed = clock_now_us() - from;
	pthread_join(thread, NULL);
	assert_int_equal(s.live.stop, STOP_NODES);
	assert_true(s.live.elapsed_us >= 0);
	assert_true(s.live.elapsed_us <= passed - HELD_US);
	search_close(&s);
}

static void
signals_reach_the_screens_thread_only(void **state)
{
	struct status st = { 0 };
	struct worker *w = start("count", NULL, -1, &st);
	signals_wait_for_this_thread();
	worker_free(w);
}

static void
a_search_that_cannot_start_says_why(void **state)
{
	struct status st = { 0 };
	assert_null(start("human", NULL, -1, &st));
	assert_string_equal(st.text, "human is not a search");
	worker_free(NULL);
}

static void
many_searches_run_one_after_another(void **state)
{
	static struct snapshot s;
	struct status st = { 0 };
	for (int i = 0; i < 200; i++) {
		struct worker *w = start("count:memory=64", NULL, -1, &st);
		assert_non_null(w);
		worker_read(w, &s);
		worker_free(w);
	}
}

/* An opened search outlives a worker that cannot start, and nothing of that is left in it. */
static void
a_search_without_a_thread_can_be_run_later(void **state)
{
	static struct search search;
	static struct player p;
	struct game g = toy_make(2, false);
	struct state root = { 0 };
	struct status st = { 0 };
	g.rules->start(&g, &root);
	g.rules->play(&g, &root, SEAT_CHANCE, 7, &root);
	assert_true(player_parse(&p, "count:nodes=50k", &toy_catalog, &g, &st));
	const struct search_job job = {
		.game = &g, .root = &root, .player = &p, .seed = 1
	};
	assert_true(search_open(&search, &job, &st));
	no_thread = true;
	assert_null(worker_start_opened(&search, -1, &st));
	no_thread = false;
	assert_string_equal(st.text, "the system has no more threads");
	assert_null(search.stop);
	assert_null(search.pause);
	assert_null(search.channel);
	search_run(&search);
	search_close(&search);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_end_is_one_byte_and_the_last_snapshot),
		cmocka_unit_test(a_stop_keeps_the_best_move_so_far),
		cmocka_unit_test(a_paused_search_stops_counting_and_goes_on),
		cmocka_unit_test(a_pause_is_taken_off_the_clock),
		cmocka_unit_test(signals_reach_the_screens_thread_only),
		cmocka_unit_test(a_search_that_cannot_start_says_why),
		cmocka_unit_test(many_searches_run_one_after_another),
		cmocka_unit_test(a_search_without_a_thread_can_be_run_later),
	};
	return cmocka_run_group_tests_name("worker", tests, NULL, NULL);
}
