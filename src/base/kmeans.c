/* kmeans.c - see kmeans.h. */
#include "src/base/kmeans.h"

#include "src/base/pool.h"
#include "src/base/rng.h"

#include <math.h>
#include <string.h>

#define PIECE	4096 /* points */
#define TICK_MS 100

typedef int16_t lanes __attribute__((vector_size(2 * KMEANS_LANES), may_alias));
typedef int32_t wide_lanes __attribute__((vector_size(4 * KMEANS_LANES)));

/* ---- distances --------------------------------------------------------------------------- */

/* Halves are added up, which takes fewer steps than one lane after the other. */
static inline uint32_t
sum_of_lanes(wide_lanes x)
{
	x += __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
	x += __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
	return (uint32_t)(x[0] + x[1]);
}

static inline uint32_t
differences(const int16_t *a, const int16_t *b, int width)
{
	const lanes *x = (const lanes *)(const void *)a,
		    *y = (const lanes *)(const void *)b;
	lanes sum = { 0 };
	for (int i = 0; i < width / KMEANS_LANES; i++) {
		const lanes d = x[i] - y[i], negative = d < 0;
		sum += (d ^ negative) - negative;
	}
	return sum_of_lanes(__builtin_convertvector(sum, wide_lanes));
}

static inline uint32_t
squares(const int16_t *a, const int16_t *b, int width)
{
	const lanes *x = (const lanes *)(const void *)a,
		    *y = (const lanes *)(const void *)b;
	wide_lanes sum = { 0 };
	for (int i = 0; i < width / KMEANS_LANES; i++) {
		const wide_lanes d = __builtin_convertvector(x[i] - y[i], wide_lanes);
		sum += d * d;
	}
	return sum_of_lanes(sum);
}

/* With a width that the compiler knows, for the two that are used most. */
static inline uint32_t
distance(enum kmeans_norm norm, const int16_t *a, const int16_t *b, int width)
{
	if (norm == KMEANS_L1)
		return width == KMEANS_WIDTH ? differences(a, b, KMEANS_WIDTH)
					     : differences(a, b, width);
	return width == KMEANS_LANES ? squares(a, b, KMEANS_LANES) : squares(a, b, width);
}

static uint32_t
sum_of(const int16_t *row, int width)
{
	int sum = 0;
	for (int i = 0; i < width; i++)
		sum += row[i];
	return (uint32_t)sum;
}

/* ---- the nearest centre ------------------------------------------------------------------ */

/* The first centre whose sum is not below this. */
static int
place_of(const struct kmeans_centres *c, uint32_t sum)
{
	int low = 0;
	for (int high = c->count; low < high;) {
		const int middle = (low + high) / 2;
		if (c->sum[middle] < sum)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* A nearest centre so far, and the difference of sums up to which others may be as near. */
struct near_centre {
	int centre;
	uint32_t distance, reach;
};

static inline void
try_centre(const struct kmeans_centres *c, const int16_t *point, int i,
	   struct near_centre *f)
{
	const uint32_t d = distance(c->norm, point, c->at + i * c->width, c->width);
	if (d > f->distance || (d == f->distance && i > f->centre))
		return;
	f->centre = i;
	f->distance = d;
	f->reach = c->norm == KMEANS_L1 ? d : (uint32_t)sqrt((double)d * c->width);
}

/* Centres on both sides are tried one side after the other: a loop that changed sides would be
 * guessed wrong by the processor at every other step. */
int
kmeans_nearest(const struct kmeans_centres *c, const int16_t *point, uint32_t *far)
{
	const uint32_t sum = sum_of(point, c->width);
	const int place = place_of(c, sum);
	struct near_centre f = { c->count, UINT32_MAX, UINT32_MAX };
	if (place > 0)
		try_centre(c, point, place - 1, &f);
	for (int i = place; i < c->count && c->sum[i] - sum <= f.reach; i++)
		try_centre(c, point, i, &f);
	for (int i = place - 2; i >= 0 && sum - c->sum[i] <= f.reach; i--)
		try_centre(c, point, i, &f);
	*far = f.distance;
	return f.centre;
}

/* ---- order ------------------------------------------------------------------------------- */

/* Moves the row at `from` to an earlier place, those between one further. */
static void
move_row(struct kmeans_centres *c, int from, int to)
{
	int16_t row[KMEANS_WIDTH];
	const uint32_t sum = c->sum[from];
	const size_t width = (size_t)c->width, one = width * sizeof *row,
		     between = (size_t)(from - to);
	memcpy(row, c->at + (size_t)from * width, one);
	memmove(c->at + (size_t)(to + 1) * width, c->at + (size_t)to * width,
		between * one);
	memmove(c->sum + to + 1, c->sum + to, between * sizeof *c->sum);
	memcpy(c->at + (size_t)to * width, row, one);
	c->sum[to] = sum;
}

void
kmeans_sort(struct kmeans_centres *c)
{
	struct kmeans_centres before = *c;
	for (int i = 0; i < c->count; i++) {
		c->sum[i] = sum_of(c->at + i * c->width, c->width);
		before.count = i;
		const int to = place_of(&before, c->sum[i] + 1); /* behind equal ones */
		if (to < i)
			move_row(c, i, to);
	}
}

/* ---- memory ------------------------------------------------------------------------------ */

static int64_t
pieces_of(int64_t points)
{
	return (points + PIECE - 1) / PIECE;
}

/* Numbers that a thread adds up. */
static size_t
sums_of(int width, int count)
{
	return (size_t)count * ((size_t)width + 1);
}

size_t
kmeans_bytes(int64_t points, int width, int count, int threads)
{
	return (size_t)points * (sizeof(uint16_t) + sizeof(uint32_t)) +
	       (size_t)threads * sums_of(width, count) * sizeof(uint64_t) +
	       (size_t)pieces_of(points) * sizeof(double) + (size_t)4 * 64;
}

bool
kmeans_open(struct kmeans *k, struct arena *arena)
{
	const size_t points = (size_t)k->points;
	k->nearest = arena_take(arena, points * sizeof *k->nearest);
	k->distance = arena_take(arena, points * sizeof *k->distance);
	k->sum =
		arena_take(arena, (size_t)k->threads * sums_of(k->to.width, k->to.count) *
					  sizeof *k->sum);
	k->piece = arena_take(arena, (size_t)pieces_of(k->points) * sizeof *k->piece);
	return k->nearest != NULL && k->distance != NULL && k->sum != NULL &&
	       k->piece != NULL;
}

/* ---- work in pieces ---------------------------------------------------------------------- */

static int64_t
end_of(const struct kmeans *k, int64_t piece)
{
	const int64_t to = (piece + 1) * PIECE;
	return to < k->points ? to : k->points;
}

static bool
tick(void *self, int64_t finished)
{
	const struct kmeans *k = self;
	const int64_t done = finished * PIECE;
	return k->tick == NULL ||
	       k->tick(k->self, done < k->points ? done : k->points, k->points);
}

/* False: stopped. */
static bool
over_points(struct kmeans *k, bool (*run)(void *self, int64_t piece, int thread),
	    bool ticks)
{
	const int64_t pieces = pieces_of(k->points);
	const struct pool pool = { .count = pieces,
				   .threads = k->threads,
				   .run = run,
				   .tick = ticks ? tick : NULL,
				   .tick_ms = TICK_MS,
				   .crew = k->crew,
				   .alone = true,
				   .self = k };
	return pool_run(&pool) == pieces;
}

/* ---- the first centres ------------------------------------------------------------------- */

static double
pull(const struct kmeans *k, int64_t point)
{
	const double d = k->distance[point];
	return k->weight[point] * (k->to.norm == KMEANS_L1 ? d * d : d);
}

/* The distances to the last centre, where it is nearer than those before. */
static bool
approach(void *self, int64_t piece, int thread)
{
	struct kmeans *k = self;
	const struct kmeans_centres *c = &k->to;
	const int16_t *last = c->at + (c->count - 1) * c->width;
	double sum = 0;
	(void)thread;
	for (int64_t i = piece * PIECE; i < end_of(k, piece); i++) {
		const uint32_t d =
			distance(c->norm, k->point + i * c->width, last, c->width);
		k->distance[i] = d < k->distance[i] ? d : k->distance[i];
		sum += pull(k, i);
	}
	k->piece[piece] = sum;
	return true;
}

/* A point by its pull; by its weight alone where none has any, as before the first centre. */
static int64_t
draw_point(const struct kmeans *k, struct rng *rng, bool first)
{
	double all = 0;
	for (int64_t i = 0; i < pieces_of(k->points) && !first; i++)
		all += k->piece[i];
	if (!(all > 0)) {
		for (int64_t i = 0; i < k->points; i++)
			all += k->weight[i];
		double at = rng_unit(rng) * all;
		int64_t i = 0;
		while (i < k->points - 1 && (at -= k->weight[i]) >= 0)
			i++;
		return i;
	}
	const int64_t piece = rng_draw(rng, k->piece, (int)pieces_of(k->points), all);
	double at = rng_unit(rng) * k->piece[piece];
	int64_t last = piece * PIECE;
	for (int64_t i = last; i < end_of(k, piece) && at >= 0; i++) {
		if (pull(k, i) > 0)
			last = i;
		at -= pull(k, i);
	}
	return last;
}

bool
kmeans_seed(struct kmeans *k, uint64_t seed)
{
	struct rng rng;
	const int count = k->to.count, width = k->to.width;
	bool going = true;
	rng_seed(&rng, seed);
	for (int64_t i = 0; i < k->points; i++)
		k->distance[i] = UINT32_MAX;
	for (int n = 0; n < count && going; n++) {
		const int64_t point = draw_point(k, &rng, n == 0);
		memcpy(k->to.at + n * width, k->point + point * width,
		       (size_t)width * sizeof *k->point);
		k->to.count = n + 1;
		going = over_points(k, approach, false) &&
			(k->tick == NULL || k->tick(k->self, n + 1, count));
	}
	k->to.count = count;
	if (!going)
		memset(k->to.at, 0, (size_t)(count * width) * sizeof *k->to.at);
	kmeans_sort(&k->to);
	return going;
}

/* ---- iterations -------------------------------------------------------------------------- */

static bool
assign(void *self, int64_t piece, int thread)
{
	struct kmeans *k = self;
	const struct kmeans_centres *c = &k->to;
	uint64_t *all = k->sum + (size_t)thread * sums_of(c->width, c->count);
	for (int64_t i = piece * PIECE; i < end_of(k, piece); i++) {
		const int16_t *row = k->point + i * c->width;
		const int at = kmeans_nearest(c, row, &k->distance[i]);
		uint64_t *sum = all + at * (c->width + 1);
		const uint64_t weight = k->weight[i];
		k->nearest[i] = (uint16_t)at;
		for (int j = 0; j < c->width; j++)
			sum[j] += weight * (uint64_t)row[j];
		sum[c->width] += weight;
	}
	return true;
}

bool
kmeans_assign(struct kmeans *k)
{
	memset(k->sum, 0,
	       (size_t)k->threads * sums_of(k->to.width, k->to.count) * sizeof *k->sum);
	if (!over_points(k, assign, true))
		return false;
	k->cost = 0;
	for (int64_t i = 0; i < k->points; i++)
		k->cost += (uint64_t)k->weight[i] * k->distance[i];
	return true;
}

void
kmeans_move(struct kmeans *k)
{
	struct kmeans_centres *c = &k->to;
	const size_t n = sums_of(c->width, c->count);
	for (size_t i = 0; i < n; i++)
		for (int t = 1; t < k->threads; t++)
			k->sum[i] += k->sum[(size_t)t * n + i];
	for (int i = 0; i < c->count; i++) {
		const uint64_t *sum = k->sum + i * (c->width + 1), weight = sum[c->width];
		for (int j = 0; j < c->width && weight > 0; j++)
			c->at[i * c->width + j] =
				(int16_t)((sum[j] + weight / 2) / weight);
	}
	kmeans_sort(c);
}
