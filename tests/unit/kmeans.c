/*
 * kmeans.c - k-means against loops that leave nothing out.
 */
#include "src/base/kmeans.h"
#include "src/base/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST_POINTS 20000
#define MOST_COUNT  60

/* Points and centres in memory of their own. */
struct cloud {
	_Alignas(16) int16_t point[MOST_POINTS * 16];
	_Alignas(16) int16_t at[MOST_COUNT * 16];
	uint32_t weight[MOST_POINTS], sum[MOST_COUNT];
	struct arena arena;
	struct kmeans k;
};

static struct cloud cloud;

static void
open_cloud(enum kmeans_norm norm, int width, int points, int count, int threads)
{
	struct cloud *c = &cloud;
	memset(c->at, 0, sizeof c->at);
	for (int i = 0; i < points; i++)
		c->weight[i] = 1;
	assert_true(arena_open(&c->arena, kmeans_bytes(points, width, count, threads)));
	c->k = (struct kmeans){ .to = { norm, width, count, c->at, c->sum },
				.point = c->point,
				.weight = c->weight,
				.points = points,
				.threads = threads };
	assert_true(kmeans_open(&c->k, &c->arena));
}

static void
close_cloud(void)
{
	arena_close(&cloud.arena);
}

static void
draw_points(int numbers, int most, uint64_t seed)
{
	struct rng r;
	rng_seed(&r, seed);
	for (int i = 0; i < numbers; i++)
		cloud.point[i] = (int16_t)rng_below(&r, (uint32_t)most + 1);
}

static int64_t
far_apart(enum kmeans_norm norm, const int16_t *a, const int16_t *b, int width)
{
	int64_t sum = 0;
	for (int i = 0; i < width; i++) {
		const int64_t d = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
		sum += norm == KMEANS_L1 ? d : d * d;
	}
	return sum;
}

static int
nearest_of_all(const struct kmeans_centres *c, const int16_t *point, int64_t *far)
{
	int best = 0;
	*far = INT64_MAX;
	for (int i = 0; i < c->count; i++) {
		const int64_t d =
			far_apart(c->norm, point, c->at + i * c->width, c->width);
		if (d < *far) {
			*far = d;
			best = i;
		}
	}
	return best;
}

/* Few values make many centres equally near: the first counts. */
static void
the_nearest_is_that_of_all_centres(void **state)
{
	static const int most[] = { KMEANS_MOST, 40, 3 };
	(void)state;
	for (int n = 0; n < 12; n++) {
		const enum kmeans_norm norm = n % 2 == 0 ? KMEANS_L1 : KMEANS_L2;
		const int width = n / 2 % 2 == 0 ? 8 : 16, count = 1 + n * 5;
		open_cloud(norm, width, 500, count, 1);
		draw_points(500 * width, most[n % 3], (uint64_t)n);
		memcpy(cloud.at, cloud.point + 7 * width,
		       (size_t)(count * width) * sizeof *cloud.at);
		kmeans_sort(&cloud.k.to);
		for (int i = 0; i < 500; i++) {
			const int16_t *p = cloud.point + i * width;
			uint32_t far;
			int64_t expected;
			const int best = nearest_of_all(&cloud.k.to, p, &expected);
			assert_int_equal(kmeans_nearest(&cloud.k.to, p, &far), best);
			assert_int_equal(far, expected);
		}
		close_cloud();
	}
}

static void
centres_are_in_order(const struct kmeans_centres *c)
{
	for (int i = 0; i < c->count; i++) {
		uint32_t sum = 0;
		for (int j = 0; j < c->width; j++)
			sum += (uint32_t)c->at[i * c->width + j];
		assert_int_equal(c->sum[i], sum);
		assert_true(i == 0 || sum >= c->sum[i - 1]);
	}
}

/* The mean of the points of a centre, rounded to whole numbers. */
static void
mean_of(int centre, int16_t *out)
{
	const struct kmeans *k = &cloud.k;
	for (int j = 0; j < k->to.width; j++) {
		double sum = 0, all = 0;
		for (int64_t i = 0; i < k->points; i++)
			if (k->nearest[i] == centre) {
				sum += (double)k->weight[i] *
				       k->point[i * k->to.width + j];
				all += k->weight[i];
			}
		out[j] = all > 0 ? (int16_t)floor(sum / all + 0.5)
				 : k->to.at[centre * k->to.width + j];
	}
}

/* Whether a row is among the centres. */
static bool
is_centre(const int16_t *row)
{
	const struct kmeans_centres *c = &cloud.k.to;
	for (int i = 0; i < c->count; i++)
		if (memcmp(c->at + i * c->width, row, (size_t)c->width * sizeof *row) ==
		    0)
			return true;
	return false;
}

static void
a_round_is_what_plain_loops_make_of_it(void **state)
{
	(void)state;
	for (int n = 0; n < 2; n++) {
		const enum kmeans_norm norm = n == 0 ? KMEANS_L1 : KMEANS_L2;
		int16_t mean[20][8];
		uint64_t before = UINT64_MAX;
		open_cloud(norm, 8, 9000, 20, 2);
		draw_points(9000 * 8, 900, 5);
		for (int i = 0; i < 9000; i++)
			cloud.weight[i] = 1 + (uint32_t)i % 4;
		assert_true(kmeans_seed(&cloud.k, 3));
		for (int round = 0; round < 4; round++) {
			uint64_t cost = 0;
			centres_are_in_order(&cloud.k.to);
			assert_true(kmeans_assign(&cloud.k));
			for (int i = 0; i < 9000; i++) {
				int64_t far;
				assert_int_equal(nearest_of_all(&cloud.k.to,
								cloud.point + i * 8,
								&far),
						 cloud.k.nearest[i]);
				cost += cloud.weight[i] * (uint64_t)far;
			}
			assert_int_equal(cost, cloud.k.cost);
			assert_true(norm == KMEANS_L1 || cost < before);
			before = cost;
			for (int i = 0; i < 20; i++)
				mean_of(i, mean[i]);
			kmeans_move(&cloud.k);
			for (int i = 0; i < 20; i++)
				assert_true(is_centre(mean[i]));
		}
		close_cloud();
	}
}

static void
threads_do_not_matter(void **state)
{
	static int16_t first[MOST_COUNT * 16];
	uint64_t cost = 0;
	(void)state;
	draw_points(20000 * 16, 2000, 9);
	for (int threads = 1; threads <= 3; threads++) {
		open_cloud(KMEANS_L1, 16, 20000, 30, threads);
		assert_true(kmeans_seed(&cloud.k, 11));
		for (int i = 0; i < 3; i++) {
			assert_true(kmeans_assign(&cloud.k));
			kmeans_move(&cloud.k);
		}
		if (threads == 1) {
			memcpy(first, cloud.at, sizeof first);
			cost = cloud.k.cost;
		}
		assert_memory_equal(first, cloud.at, sizeof first);
		assert_int_equal(cost, cloud.k.cost);
		close_cloud();
	}
}

/* ---- the first centres ------------------------------------------------------------------- */

/* Four points at 0, 10, 20 and 40, of which the third has no weight. */
static void
open_line(int count)
{
	static const int16_t at[] = { 0, 10, 20, 40 };
	open_cloud(KMEANS_L1, 8, 4, count, 1);
	memset(cloud.point, 0, 4 * 8 * sizeof *cloud.point);
	for (int i = 0; i < 4; i++)
		cloud.point[i * 8] = at[i];
	cloud.weight[1] = 2;
	cloud.weight[2] = 0;
}

/* The first by weight, the second by weight times the squared distance: of 0 and 40, which are
 * drawn first with 1/4 each, and 10 with 1/2, the pairs come by these chances. */
static void
first_centres_are_drawn_by_squared_distance(void **state)
{
	enum { DRAWN = 20000 };
	int met[41][41] = { 0 };
	(void)state;
	open_line(2);
	for (int seed = 0; seed < DRAWN; seed++) {
		assert_true(kmeans_seed(&cloud.k, (uint64_t)seed));
		met[cloud.at[0]][cloud.at[8]]++;
	}
	/* behind 0: 10 has 2 * 100, 40 has 1600; behind 10: 100 and 900; behind 40: 1600, 1800 */
	const double chance[3] = { 0.25 * 200 / 1800 + 0.5 * 100 / 1000,
				   0.25 * 1600 / 1800 + 0.25 * 1600 / 3400,
				   0.5 * 900 / 1000 + 0.25 * 1800 / 3400 };
	const int found[3] = { met[0][10], met[0][40], met[10][40] };
	assert_int_equal(found[0] + found[1] + found[2], DRAWN);
	for (int i = 0; i < 3; i++) {
		const double sigma = sqrt(DRAWN * chance[i] * (1 - chance[i]));
		if (fabs(found[i] - DRAWN * chance[i]) > 4 * sigma)
			print_message("# pair %d: %d, expected %.0f\n", i, found[i],
				      DRAWN * chance[i]);
		assert_true(fabs(found[i] - DRAWN * chance[i]) <= 4 * sigma);
	}
	close_cloud();
}

/* More centres than points that differ: each point is one, and the rest have no points. */
static void
points_that_are_alike_leave_centres_empty(void **state)
{
	int used = 0;
	(void)state;
	open_line(6);
	assert_true(kmeans_seed(&cloud.k, 1));
	centres_are_in_order(&cloud.k.to);
	assert_true(kmeans_assign(&cloud.k));
	kmeans_move(&cloud.k);
	assert_true(kmeans_assign(&cloud.k));
	for (int i = 0; i < 6; i++) {
		bool any = false;
		for (int p = 0; p < 4; p++)
			any |= cloud.k.nearest[p] == i;
		used += any;
	}
	assert_int_equal(used, 3);
	assert_int_equal(cloud.k.cost, 0);
	close_cloud();
}

static bool
stop(void *self, int64_t done, int64_t all)
{
	(void)self, (void)all;
	return done < 5;
}

static void
a_stop_leaves_no_half_of_the_centres(void **state)
{
	(void)state;
	open_cloud(KMEANS_L2, 8, 9000, 20, 1);
	draw_points(9000 * 8, 500, 2);
	cloud.k.tick = stop;
	assert_false(kmeans_seed(&cloud.k, 1));
	for (int i = 0; i < 20 * 8; i++)
		assert_int_equal(cloud.at[i], 0);
	cloud.k.tick = NULL;
	assert_true(kmeans_seed(&cloud.k, 1));
	const int16_t kept = cloud.at[100];
	cloud.k.tick = stop;
	assert_false(kmeans_assign(&cloud.k));
	assert_int_equal(cloud.at[100], kept);
	close_cloud();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_nearest_is_that_of_all_centres),
		cmocka_unit_test(a_round_is_what_plain_loops_make_of_it),
		cmocka_unit_test(threads_do_not_matter),
		cmocka_unit_test(first_centres_are_drawn_by_squared_distance),
		cmocka_unit_test(points_that_are_alike_leave_centres_empty),
		cmocka_unit_test(a_stop_leaves_no_half_of_the_centres),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
