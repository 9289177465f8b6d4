/* relay.c - pieces of work come back in order, done once, whoever does them. */
#include "src/base/relay.h"

#include "src/base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define WINDOW 7

struct ring {
	uint64_t piece[WINDOW], result[WINDOW];
	int done[WINDOW];   /* how often it was worked on */
	int thread[WINDOW]; /* by whom */
};

/* Long enough that pieces overlap, and not equally long. */
static void
work(void *self, uint32_t slot, int thread)
{
	struct ring *r = self;
	uint64_t x = r->piece[slot];
	for (uint64_t i = 0; i < 50 + x % 300; i++)
		x = x * 6364136223846793005u + 1442695040888963407u;
	r->result[slot] = x;
	r->thread[slot] = thread;
	r->done[slot]++;
}

static uint64_t
expected(uint64_t piece)
{
	struct ring alone = { .piece = { piece } };
	work(&alone, 0, 0);
	return alone.result[0];
}

static void
give(struct relay *relay, struct ring *r, uint64_t piece)
{
	const uint32_t slot = relay_next_slot(relay);
	assert_int_equal(slot, piece % WINDOW);
	r->piece[slot] = piece;
	r->done[slot] = 0;
	relay_give(relay);
}

/* Takes the oldest piece, which must be this one; returns who did it. */
static int
take(struct relay *relay, struct ring *r, uint64_t piece)
{
	const uint32_t slot = relay_take(relay);
	assert_int_equal(slot, piece % WINDOW);
	assert_int_equal(r->piece[slot], piece);
	assert_true(r->result[slot] == expected(piece));
	assert_int_equal(r->done[slot], 1);
	return r->thread[slot];
}

static void
pieces_come_back_in_order_and_done_once(void **state)
{
	(void)state;
	for (int threads = 1; threads <= 4; threads++) {
		struct ring r = { 0 };
		const struct relay_plan plan = {
			.threads = threads, .window = WINDOW, .work = work, .self = &r
		};
		struct relay *relay = relay_open(&plan);
		uint64_t given = 0, taken = 0;
		assert_non_null(relay);
		while (taken < 20000) {
			while (relay_under_way(relay) < 1 + taken % WINDOW)
				give(relay, &r, given++);
			const int by = take(relay, &r, taken++);
			assert_true(by >= 0 && by < threads);
			assert_int_equal(relay_under_way(relay), given - taken);
		}
		relay_close(relay);
	}
}

/* A helper that has gone to sleep is woken by the next piece: here the maker does nothing
 * itself until a helper has. */
static void
sleeping_helpers_wake_up(void **state)
{
	struct ring r = { 0 };
	const struct relay_plan plan = {
		.threads = 2, .window = WINDOW, .work = work, .self = &r
	};
	struct relay *relay = relay_open(&plan);
	int helped = 0;
	(void)state;
	for (uint64_t i = 0; i < 20 || (helped == 0 && i < 500); i++) {
		clock_sleep_us(4000);
		give(relay, &r, i);
		clock_sleep_us(1000);
		helped += take(relay, &r, i) == 1;
	}
	assert_true(helped > 0);
	relay_close(relay);
}

static void
what_is_not_taken_is_lost_with_the_relay(void **state)
{
	(void)state;
	for (int i = 0; i < 200; i++) {
		struct ring r = { 0 };
		const struct relay_plan plan = {
			.threads = 3, .window = WINDOW, .work = work, .self = &r
		};
		struct relay *relay = relay_open(&plan);
		for (uint64_t k = 0; k < WINDOW; k++)
			give(relay, &r, k);
		relay_close(relay);
		for (int k = 0; k < WINDOW; k++)
			assert_true(r.done[k] <= 1);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_come_back_in_order_and_done_once),
		cmocka_unit_test(sleeping_helpers_wake_up),
		cmocka_unit_test(what_is_not_taken_is_lost_with_the_relay),
	};
	return cmocka_run_group_tests_name("relay", tests, NULL, NULL);
}
