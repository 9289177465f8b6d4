/* sparse.c - see sparse.h. */
#include "src/base/sparse.h"

#include "src/base/rng.h"

#include <math.h>
#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#define HIDDEN SPARSE_HIDDEN
#define SECOND SPARSE_SECOND

/* Powers of two of the fixed-point scales; see sparse.h. */
#define FIRST_SCALE  512.0F
#define WEIGHT_SCALE 2048.0F
#define HIDDEN_MOST  8191 /* 16 */
#define SECOND_MOST  32767
#define SECOND_SHIFT 10
#define OUTPUT_SCALE 0x1p-21F

/* ---- a net ------------------------------------------------------------------------------- */

static size_t
align64(size_t bytes)
{
	return (bytes + 63) & ~(size_t)63;
}

size_t
sparse_bytes(const struct sparse_shape *shape)
{
	const size_t outputs = (size_t)shape->outputs;
	return ((size_t)shape->facts + 1) * HIDDEN * sizeof(int16_t) +
	       (size_t)SECOND * HIDDEN * sizeof(int16_t) + SECOND * sizeof(int32_t) +
	       outputs * SECOND * sizeof(int16_t) + align64(outputs * sizeof(int32_t));
}

void
sparse_lay_out(struct sparse_net *n, const struct sparse_shape *shape, void *weights)
{
	unsigned char *at = weights;
	n->shape = *shape;
	n->first = (int16_t *)(void *)at;
	n->first_bias = n->first + (size_t)shape->facts * HIDDEN;
	n->second = n->first_bias + HIDDEN;
	n->second_bias = (int32_t *)(void *)(n->second + SECOND * HIDDEN);
	n->third = (int16_t *)(void *)(n->second_bias + SECOND);
	n->third_bias = (int32_t *)(void *)(n->third + (size_t)shape->outputs * SECOND);
}

/* Whether `most` times all weights of a unit, and its bias, fit into 32 bits. */
static bool
sparse_fits(int64_t weights, int64_t most, int64_t bias)
{
	return weights * most + (bias < 0 ? -bias : bias) <= INT32_MAX;
}

static int64_t
sparse_size(int16_t weight)
{
	return weight < 0 ? -(int64_t)weight : weight;
}

bool
sparse_check(const struct sparse_net *n)
{
	bool ok = true;
	for (int i = 0; i < SECOND; i++) {
		int64_t sum = 0;
		for (int j = 0; j < HIDDEN; j++)
			sum += sparse_size(n->second[sparse_second_at(i, j)]);
		ok = ok && sparse_fits(sum, HIDDEN_MOST, n->second_bias[i]);
	}
	for (int i = 0; i < n->shape.outputs; i++) {
		int64_t sum = 0;
		for (int j = 0; j < SECOND; j++)
			sum += sparse_size(n->third[i * SECOND + j]);
		ok = ok && sparse_fits(sum, SECOND_MOST, n->third_bias[i]);
	}
	return ok;
}

#define SHORTS 32
typedef uint16_t shorts __attribute__((vector_size(2 * SHORTS), aligned(64)));
#define SHORT_WIDE (HIDDEN / SHORTS)

/* Sums of the first layer wrap around; they would have to reach 64 for that. All of them stay in
 * registers. */
static inline void
sparse_add_rows(const struct sparse_net *n, const uint16_t *fact, int count, shorts *sum)
{
	for (int i = 0; i < count; i++) {
		const shorts *w =
			(const shorts *)(const void *)(n->first +
						       (size_t)fact[i] * HIDDEN);
		for (int j = 0; j < SHORT_WIDE; j++)
			sum[j] += w[j];
	}
}

void
sparse_sum(const struct sparse_net *n, const uint16_t *fact, int count,
	   struct sparse_sums *out)
{
	shorts sum[SHORT_WIDE];
	memcpy(sum, n->first_bias, sizeof sum);
	sparse_add_rows(n, fact, count, sum);
	memcpy(out->sum, sum, sizeof sum);
}

static void
sparse_first_layer(const struct sparse_net *n, const struct sparse_sums *sums,
		   const uint16_t *more, int count, int16_t *restrict out)
{
	shorts sum[SHORT_WIDE];
	int16_t plain[HIDDEN];
	memcpy(sum, sums->sum, sizeof sum);
	sparse_add_rows(n, more, count, sum);
	memcpy(plain, sum, sizeof sum);
	for (int j = 0; j < HIDDEN; j++) {
		const int16_t low = plain[j] > 0 ? plain[j] : 0;
		out[j] = low < HIDDEN_MOST ? low : HIDDEN_MOST;
	}
}

/* ---- the second layer -------------------------------------------------------------------- */

#define PAIRS (HIDDEN / 2)

#ifdef __AVX2__

#ifdef __AVX512BW__
typedef __m512i wide;
#define WIDE_ALL(number) _mm512_set1_epi32(number)
#define WIDE_PAIRS(a, b) _mm512_madd_epi16(a, b)
#define WIDE_ADD(a, b)	 _mm512_add_epi32(a, b)
#define WIDE_NOT_ZERO(a) (uint64_t) _mm512_test_epi32_mask(a, a)
#else
typedef __m256i wide;
#define WIDE_ALL(number) _mm256_set1_epi32(number)
#define WIDE_PAIRS(a, b) _mm256_madd_epi16(a, b)
#define WIDE_ADD(a, b)	 _mm256_add_epi32(a, b)
#define WIDE_NOT_ZERO(a) \
	((uint64_t)_mm256_movemask_ps( \
		 _mm256_castsi256_ps(_mm256_cmpeq_epi32(a, _mm256_setzero_si256()))) ^ \
	 0xff)
#endif

#define WIDE_NUMBERS (int)(sizeof(wide) / sizeof(int32_t))
#define WIDE_SUMS    (SECOND / WIDE_NUMBERS)

/* The pairs first .. first + 63 that are not zero. */
static inline uint64_t
sparse_pairs_on(const int32_t *pair)
{
	uint64_t on = 0;
	for (int i = 0; i < 64; i += WIDE_NUMBERS)
		on |= WIDE_NOT_ZERO(*(const wide *)(const void *)(pair + i)) << i;
	return on;
}

static void
sparse_second_sums(const struct sparse_net *n, const int16_t *hidden, int32_t *out)
{
	wide sum[WIDE_SUMS];
	int32_t pair[PAIRS] __attribute__((aligned(64)));
	memcpy(pair, hidden, sizeof pair);
	memcpy(sum, n->second_bias, sizeof sum);
	for (int first = 0; first < PAIRS; first += 64)
		for (uint64_t on = sparse_pairs_on(pair + first); on != 0; on &= on - 1) {
			const int i = first + __builtin_ctzll(on);
			const int16_t *row = n->second + i * SECOND * 2;
			const wide *weight = (const wide *)(const void *)row,
				   both = WIDE_ALL(pair[i]);
			for (int k = 0; k < WIDE_SUMS; k++)
				sum[k] = WIDE_ADD(sum[k], WIDE_PAIRS(both, weight[k]));
		}
	memcpy(out, sum, sizeof sum);
}

#else

static void
sparse_second_sums(const struct sparse_net *n, const int16_t *hidden, int32_t *out)
{
	memcpy(out, n->second_bias, SECOND * sizeof *out);
	for (int i = 0; i < PAIRS; i++) {
		const int16_t *weight = n->second + i * SECOND * 2;
		const int32_t a = hidden[2 * i], b = hidden[2 * i + 1];
		for (int k = 0; k < SECOND && (a | b) != 0; k++)
			out[k] += a * weight[2 * k] + b * weight[2 * k + 1];
	}
}

#endif

void
sparse_evaluate(const struct sparse_net *n, const struct sparse_sums *sums,
		const uint16_t *more, int count, struct sparse_units *out)
{
	_Alignas(64) int16_t hidden[HIDDEN];
	int32_t sum[SECOND];
	sparse_first_layer(n, sums, more, count, hidden);
	sparse_second_sums(n, hidden, sum);
	for (int i = 0; i < SECOND; i++) {
		const int32_t unit = sum[i] > 0 ? sum[i] >> SECOND_SHIFT : 0;
		out->unit[i] = (int16_t)(unit < SECOND_MOST ? unit : SECOND_MOST);
	}
}

float
sparse_output(const struct sparse_net *n, const struct sparse_units *u, int output)
{
	const int16_t *weight = n->third + output * SECOND;
	int32_t sum = n->third_bias[output];
	for (int i = 0; i < SECOND; i++)
		sum += (int32_t)weight[i] * u->unit[i];
	return (float)sum * OUTPUT_SCALE;
}

/* ---- a model ----------------------------------------------------------------------------- */

/* Where the rows of a model begin. */
struct sparse_rows {
	float *first, *first_bias, *second, *second_bias, *third, *third_bias;
};

static struct sparse_rows
sparse_rows_of(const struct sparse_shape *shape, float *weight)
{
	struct sparse_rows r = { .first = weight };
	r.first_bias = r.first + (size_t)shape->facts * HIDDEN;
	r.second = r.first_bias + HIDDEN;
	r.second_bias = r.second + (size_t)SECOND * HIDDEN;
	r.third = r.second_bias + SECOND;
	r.third_bias = r.third + (size_t)shape->outputs * SECOND;
	return r;
}

size_t
sparse_weights(const struct sparse_shape *shape)
{
	return ((size_t)shape->facts + 1) * HIDDEN + (size_t)SECOND * (HIDDEN + 1) +
	       (size_t)shape->outputs * (SECOND + 1);
}

bool
sparse_model_open(struct sparse_model *m, const struct sparse_shape *shape,
		  struct arena *arena)
{
	m->shape = *shape;
	m->weight = arena_take(arena, sparse_weights(shape) * sizeof(float));
	return m->weight != NULL;
}

bool
sparse_adam_open(struct sparse_adam *a, const struct sparse_shape *shape,
		 struct arena *arena)
{
	a->mean = arena_take(arena, sparse_weights(shape) * sizeof(float));
	a->square = arena_take(arena, sparse_weights(shape) * sizeof(float));
	return a->mean != NULL && a->square != NULL;
}

static void
sparse_draw(struct rng *r, float *w, size_t count, double most)
{
	for (size_t i = 0; i < count; i++)
		w[i] = (float)(most * (2 * rng_unit(r) - 1));
}

#define TRUE_ABOUT 80 /* facts */

void
sparse_begin(struct sparse_model *m, struct sparse_adam *a, uint64_t seed)
{
	const size_t bytes = sparse_weights(&m->shape) * sizeof(float);
	const struct sparse_rows r = sparse_rows_of(&m->shape, m->weight);
	struct rng rng;
	rng_seed(&rng, seed);
	memset(m->weight, 0, bytes);
	memset(a->mean, 0, bytes);
	memset(a->square, 0, bytes);
	a->rest[0] = a->rest[1] = 1;
	sparse_draw(&rng, r.first, (size_t)m->shape.facts * HIDDEN,
		    sqrt(6.0 / TRUE_ABOUT));
	sparse_draw(&rng, r.second, (size_t)SECOND * HIDDEN, sqrt(6.0 / HIDDEN));
	sparse_draw(&rng, r.third, (size_t)m->shape.outputs * SECOND, 0.1);
}

/* ---- training ---------------------------------------------------------------------------- */

#define LANES 16
typedef float lanes __attribute__((vector_size(4 * LANES), aligned(64)));
typedef int32_t lane_mask __attribute__((vector_size(4 * LANES)));
#define WIDE (HIDDEN / LANES)

static inline lanes
sparse_rectify(lanes x)
{
	const lanes zero = { 0 };
	return (lanes)((lane_mask)x & (x > zero));
}

static inline float
sparse_sum_lanes(lanes x)
{
	float sum = 0;
	for (int i = 0; i < LANES; i++)
		sum += x[i];
	return sum;
}

/* The weight of the mean error of several choices. */
#define ALIKE 0.1F

/* The units of a choice. */
struct sparse_layers {
	lanes hidden[WIDE];
	float second[SECOND];
};

static inline void
sparse_add_float_rows(const float *first, const uint16_t *fact, int count, lanes *sum)
{
	for (int i = 0; i < count; i++) {
		const lanes *w =
			(const lanes *)(const void *)(first + (size_t)fact[i] * HIDDEN);
		for (int j = 0; j < WIDE; j++)
			sum[j] += w[j];
	}
}

/* Rectifies the sums of a choice and goes on from them. */
static void
sparse_forward(const struct sparse_rows *r, const lanes *sum, struct sparse_layers *out)
{
	for (int j = 0; j < WIDE; j++)
		out->hidden[j] = sparse_rectify(sum[j]);
	for (int i = 0; i < SECOND; i++) {
		const lanes *w =
			(const lanes *)(const void *)(r->second + (size_t)i * HIDDEN);
		lanes product = { 0 };
		for (int j = 0; j < WIDE; j++)
			product += w[j] * out->hidden[j];
		const float x = sparse_sum_lanes(product) + r->second_bias[i];
		out->second[i] = x > 0 ? x : 0;
	}
}

/* The errors of all outputs of all choices; returns their squares. */
static double
sparse_errors(const struct sparse_rows *w, const struct sparse_example *e, int outputs,
	      struct sparse_layers *layers, float *error)
{
	lanes common[WIDE];
	double squares = 0;
	memcpy(common, w->first_bias, sizeof common);
	sparse_add_float_rows(w->first, e->fact, e->facts, common);
	for (int c = 0; c < e->choices; c++) {
		lanes sum[WIDE];
		memcpy(sum, common, sizeof sum);
		sparse_add_float_rows(w->first, e->more[c], e->mores, sum);
		sparse_forward(w, sum, &layers[c]);
		for (int o = 0; o < outputs; o++) {
			const float *weight = w->third + (size_t)o * SECOND;
			float x = w->third_bias[o] - e->target[c * outputs + o];
			for (int j = 0; j < SECOND; j++)
				x += weight[j] * layers[c].second[j];
			error[c * outputs + o] = x;
			squares += (double)(x * x);
		}
	}
	return squares;
}

/* Of several choices. */
static void
sparse_weigh_errors(const struct sparse_example *e, int outputs, float *error)
{
	for (int o = 0; o < outputs && e->choices > 1; o++) {
		float mean = 0;
		for (int c = 0; c < e->choices; c++)
			mean += error[c * outputs + o];
		mean /= (float)e->choices;
		for (int c = 0; c < e->choices; c++)
			error[c * outputs + o] -= (1 - ALIKE) * mean;
	}
}

/* From the errors of the outputs to the slopes of the second layer. */
static void
sparse_back_third(const struct sparse_rows *w, const struct sparse_rows *g,
		  const float *error, int outputs, const float *second, float *slope)
{
	memset(slope, 0, SECOND * sizeof *slope);
	for (int o = 0; o < outputs; o++) {
		const float *weight = w->third + (size_t)o * SECOND;
		float *gradient = g->third + (size_t)o * SECOND;
		g->third_bias[o] += error[o];
		for (int j = 0; j < SECOND; j++) {
			gradient[j] += error[o] * second[j];
			slope[j] += error[o] * weight[j];
		}
	}
}

/* From those to the slopes of the first hidden layer. */
static void
sparse_back_second(const struct sparse_rows *w, const struct sparse_rows *g,
		   const struct sparse_layers *layers, const float *slope, lanes *out)
{
	memset(out, 0, WIDE * sizeof *out);
	for (int i = 0; i < SECOND; i++) {
		if (layers->second[i] <= 0 || slope[i] == 0)
			continue;
		const float by = slope[i];
		const lanes *weight =
			(const lanes *)(const void *)(w->second + (size_t)i * HIDDEN);
		lanes *gradient = (lanes *)(void *)(g->second + (size_t)i * HIDDEN);
		g->second_bias[i] += by;
		for (int j = 0; j < WIDE; j++) {
			out[j] += by * weight[j];
			gradient[j] += by * layers->hidden[j];
		}
	}
	const lanes zero = { 0 };
	for (int j = 0; j < WIDE; j++)
		out[j] = (lanes)((lane_mask)out[j] & (layers->hidden[j] > zero));
}

static void
sparse_back_first(float *first, const uint16_t *fact, int count, const lanes *slope)
{
	for (int i = 0; i < count; i++) {
		lanes *row = (lanes *)(void *)(first + (size_t)fact[i] * HIDDEN);
		for (int j = 0; j < WIDE; j++)
			row[j] += slope[j];
	}
}

double
sparse_gradient(const struct sparse_model *m, const struct sparse_example *e,
		float *gradient)
{
	const struct sparse_rows w = sparse_rows_of(&m->shape, m->weight),
				 g = sparse_rows_of(&m->shape, gradient);
	const int outputs = m->shape.outputs;
	struct sparse_layers layers[SPARSE_CHOICES];
	lanes all[WIDE] = { 0 };
	float error[SPARSE_TARGETS];
	const double squares = sparse_errors(&w, e, outputs, layers, error);
	sparse_weigh_errors(e, outputs, error);
	for (int c = 0; c < e->choices; c++) {
		lanes slope[WIDE];
		float second[SECOND];
		sparse_back_third(&w, &g, error + c * outputs, outputs, layers[c].second,
				  second);
		sparse_back_second(&w, &g, &layers[c], second, slope);
		sparse_back_first(g.first, e->more[c], e->mores, slope);
		for (int j = 0; j < WIDE; j++)
			all[j] += slope[j];
	}
	lanes *bias = (lanes *)(void *)g.first_bias;
	for (int j = 0; j < WIDE; j++)
		bias[j] += all[j];
	sparse_back_first(g.first, e->fact, e->facts, all);
	return squares;
}

/* The constants of Adam's paper. */
#define KEEP_MEAN   0.9F
#define KEEP_SQUARE 0.999F
#define LEAST	    1e-8F

void
sparse_learn(const struct sparse_model *m, struct sparse_adam *a, const float *gradient,
	     int examples, float rate)
{
	const size_t all = sparse_weights(&m->shape);
	a->rest[0] *= (double)KEEP_MEAN;
	a->rest[1] *= (double)KEEP_SQUARE;
	const float by = rate * (float)(1 / (1 - a->rest[0])),
		    square_by = (float)(1 / (1 - a->rest[1])), part = 1 / (float)examples;
	float *restrict w = m->weight, *restrict mean = a->mean,
			*restrict square = a->square;
	for (size_t i = 0; i < all; i++) {
		const float g = gradient[i] * part;
		mean[i] = KEEP_MEAN * mean[i] + (1 - KEEP_MEAN) * g;
		square[i] = KEEP_SQUARE * square[i] + (1 - KEEP_SQUARE) * g * g;
		w[i] -= by * mean[i] / (sqrtf(square_by * square[i]) + LEAST);
	}
}

/* ---- rounding ---------------------------------------------------------------------------- */

static int16_t
sparse_rounded(float weight, float scale)
{
	const float x = rintf(weight * scale);
	return (int16_t)(x > 32767 ? 32767 : x < -32767 ? -32767 : x);
}

static void
sparse_round_row(const float *from, size_t count, float scale, int16_t *to)
{
	for (size_t i = 0; i < count; i++)
		to[i] = sparse_rounded(from[i], scale);
}

void
sparse_round(const struct sparse_model *m, struct sparse_net *out)
{
	const struct sparse_rows r = sparse_rows_of(&m->shape, m->weight);
	sparse_round_row(r.first, ((size_t)m->shape.facts + 1) * HIDDEN, FIRST_SCALE,
			 out->first);
	sparse_round_row(r.third, (size_t)m->shape.outputs * SECOND, WEIGHT_SCALE,
			 out->third);
	for (int i = 0; i < SECOND; i++) {
		out->second_bias[i] =
			(int32_t)rintf(r.second_bias[i] * FIRST_SCALE * WEIGHT_SCALE);
		for (int j = 0; j < HIDDEN; j++)
			out->second[sparse_second_at(i, j)] =
				sparse_rounded(r.second[i * HIDDEN + j], WEIGHT_SCALE);
	}
	for (int i = 0; i < m->shape.outputs; i++)
		out->third_bias[i] = (int32_t)rintf(r.third_bias[i] / OUTPUT_SCALE);
}

static void
sparse_restore_row(const int16_t *from, size_t count, float scale, float *to)
{
	for (size_t i = 0; i < count; i++)
		to[i] = (float)from[i] / scale;
}

void
sparse_restore(const struct sparse_net *n, struct sparse_model *out)
{
	const struct sparse_rows r = sparse_rows_of(&out->shape, out->weight);
	sparse_restore_row(n->first, ((size_t)n->shape.facts + 1) * HIDDEN, FIRST_SCALE,
			   r.first);
	sparse_restore_row(n->third, (size_t)n->shape.outputs * SECOND, WEIGHT_SCALE,
			   r.third);
	for (int i = 0; i < SECOND; i++) {
		r.second_bias[i] =
			(float)n->second_bias[i] / (FIRST_SCALE * WEIGHT_SCALE);
		for (int j = 0; j < HIDDEN; j++)
			r.second[i * HIDDEN + j] =
				(float)n->second[sparse_second_at(i, j)] / WEIGHT_SCALE;
	}
	for (int i = 0; i < n->shape.outputs; i++)
		r.third_bias[i] = (float)n->third_bias[i] * OUTPUT_SCALE;
}
