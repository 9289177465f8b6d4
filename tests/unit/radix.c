/* radix.c - the order of numbers, against one pair at a time. */
#include "src/base/radix.h"

#include "src/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

static void
expect_order(const uint16_t *key, int n)
{
	uint16_t order[RADIX_MOST];
	bool seen[RADIX_MOST] = { false };
	radix_order(key, n, order);
	for (int i = 0; i < n; i++) {
		assert_true(order[i] < n && !seen[order[i]]);
		seen[order[i]] = true;
	}
	for (int i = 1; i < n; i++) {
		const int a = key[order[i - 1]], b = key[order[i]];
		assert_true(a < b || (a == b && order[i - 1] < order[i]));
	}
}

#define KEYS (1 << 14) /* they are below this */

static void
numbers_come_in_order_and_equal_ones_as_they_stand(void **state)
{
	static uint16_t key[RADIX_MOST];
	struct rng r;
	rng_seed(&r, 1);
	for (uint32_t keys = 1; keys <= KEYS; keys *= 2)
		for (int n = 0; n <= RADIX_MOST; n = 2 * n + 1) {
			for (int i = 0; i < n; i++)
				key[i] = (uint16_t)(rng_below(&r, keys) + (KEYS - keys));
			expect_order(key, n);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_come_in_order_and_equal_ones_as_they_stand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
