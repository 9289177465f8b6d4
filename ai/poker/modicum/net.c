/* net.c - see net.h. */
#include "ai/poker/modicum/net.h"

#include "src/base/rng.h"

#include <math.h>
#include <string.h>

#define LANES 16
#define WIDE  (NET_BLOCK / LANES) /* vectors of a block */
#define UNITS 4			  /* of a layer at once */

/* The constants of Adam's paper. */
#define KEEP_MEAN   0.9F
#define KEEP_SQUARE 0.999F
#define LEAST	    1e-8F

typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4)));

size_t
net_begins(const struct net_shape *s, int layer)
{
	size_t n = 0;
	for (int k = 0; k < layer; k++)
		n += (size_t)s->width[k + 1] * (size_t)(s->width[k] + 1);
	return n;
}

size_t
net_weights(const struct net_shape *s)
{
	return net_begins(s, s->layers);
}

/* What the units of a layer begin with. */
static const float *
biases(const struct net *n, int layer)
{
	const int32_t *width = n->shape.width + layer;
	return n->weight + net_begins(&n->shape, layer) + (size_t)(width[0] * width[1]);
}

bool
net_open(struct net *n, const struct net_shape *s, struct arena *arena)
{
	n->shape = *s;
	n->weight = arena_take(arena, net_weights(s) * sizeof(float));
	return n->weight != NULL;
}

bool
net_adam_open(struct net_adam *a, const struct net_shape *s, struct arena *arena)
{
	a->mean = arena_take(arena, net_weights(s) * sizeof(float));
	a->square = arena_take(arena, net_weights(s) * sizeof(float));
	return a->mean != NULL && a->square != NULL;
}

bool
net_pass_open(struct net_pass *p, const struct net_shape *s, bool slopes,
	      struct arena *arena)
{
	memset(p, 0, sizeof *p);
	for (int k = 0; k <= s->layers; k++) {
		const size_t bytes = (size_t)s->width[k] * NET_ROW * sizeof(float);
		p->value[k] = arena_take(arena, bytes);
		p->slope[k] = slopes ? arena_take(arena, bytes) : NULL;
		if (p->value[k] == NULL || (slopes && p->slope[k] == NULL))
			return false;
	}
	return true;
}

void
net_begin(struct net *n, struct net_adam *a, uint64_t seed)
{
	const size_t bytes = net_weights(&n->shape) * sizeof(float);
	struct rng r;
	rng_seed(&r, seed);
	memset(n->weight, 0, bytes);
	memset(a->mean, 0, bytes);
	memset(a->square, 0, bytes);
	a->rest[0] = a->rest[1] = 1;
	for (int k = 0; k < n->shape.layers; k++) {
		const int in = n->shape.width[k], out = n->shape.width[k + 1];
		const double most = sqrt(6.0 / in);
		float *w = n->weight + net_begins(&n->shape, k);
		for (int i = 0; i < in * out; i++)
			w[i] = (float)(most * (2 * rng_unit(&r) - 1));
	}
}

/* ---- forward ----------------------------------------------------------------------------- */

/* A block of examples of UNITS units: weights [unit][input]. */
static inline void
sum_units(const float *weight, const float *bias, int inputs, const float *from,
	  float *to)
{
	lanes sum[UNITS][WIDE];
	for (int u = 0; u < UNITS; u++)
		for (int v = 0; v < WIDE; v++)
			sum[u][v] = (lanes){ 0 } + bias[u];
	for (int i = 0; i < inputs; i++) {
		const lanes *x = (const lanes *)(from + (size_t)i * NET_ROW);
		for (int u = 0; u < UNITS; u++) {
			const float w = weight[u * inputs + i];
			for (int v = 0; v < WIDE; v++)
				sum[u][v] += w * x[v];
		}
	}
	for (int u = 0; u < UNITS; u++)
		for (int v = 0; v < WIDE; v++)
			*(lanes *)(to + u * NET_ROW + v * LANES) = sum[u][v];
}

static void
rectify(float *x)
{
	for (int i = 0; i < NET_BLOCK; i++)
		x[i] = x[i] > 0 ? x[i] : 0;
}

static void
layer_forward(const struct net *n, const struct net_pass *p, int layer, int at)
{
	const int in = n->shape.width[layer], out = n->shape.width[layer + 1];
	const float *w = n->weight + net_begins(&n->shape, layer),
		    *bias = biases(n, layer);
	const bool last = layer == n->shape.layers - 1;
	for (int u = 0; u < out; u += UNITS) {
		float *to = p->value[layer + 1] + u * NET_ROW + at;
		sum_units(w + u * in, bias + u, in, p->value[layer] + at, to);
		for (int k = 0; k < UNITS && !last; k++)
			rectify(to + k * NET_ROW);
	}
}

void
net_forward(const struct net *n, const struct net_pass *p, int from, int count)
{
	for (int at = 0; at < count; at += NET_BLOCK)
		for (int k = from; k < n->shape.layers; k++)
			layer_forward(n, p, k, at);
}

double
net_loss(const struct net *n, const struct net_pass *p, const float *target, int count,
	 float scale)
{
	const int last = n->shape.layers, out = n->shape.width[last];
	double sum = 0;
	for (int u = 0; u < out; u++) {
		const float *x = p->value[last] + u * NET_ROW, *y = target + u * NET_ROW;
		float *slope = p->slope[last] + u * NET_ROW;
		for (int i = 0; i < count; i++) {
			const float far = x[i] - y[i], size = fabsf(far);
			sum += (double)(size < 1 ? far * far / 2 : size - 0.5F);
			slope[i] = scale * fminf(fmaxf(far, -1), 1);
		}
	}
	return sum / out;
}

/* ---- backward ---------------------------------------------------------------------------- */

/* The slopes of UNITS inputs of a block from those of all outputs. */
static inline void
sum_slopes(const float *weight, int inputs, int outputs, const float *from, float *to)
{
	lanes sum[UNITS][WIDE];
	memset(sum, 0, sizeof sum);
	for (int o = 0; o < outputs; o++) {
		const lanes *x = (const lanes *)(from + (size_t)o * NET_ROW);
		for (int u = 0; u < UNITS; u++) {
			const float w = weight[o * inputs + u];
			for (int v = 0; v < WIDE; v++)
				sum[u][v] += w * x[v];
		}
	}
	for (int u = 0; u < UNITS; u++)
		for (int v = 0; v < WIDE; v++)
			*(lanes *)(to + u * NET_ROW + v * LANES) = sum[u][v];
}

/* Those of a hidden layer: nothing passes where it was rectified. */
static void
layer_slopes(const struct net *n, const struct net_pass *p, int layer, int count)
{
	const int in = n->shape.width[layer], out = n->shape.width[layer + 1];
	const float *w = n->weight + net_begins(&n->shape, layer);
	for (int at = 0; at < count; at += NET_BLOCK)
		for (int u = 0; u < in; u += UNITS)
			sum_slopes(w + u, in, out, p->slope[layer + 1] + at,
				   p->slope[layer] + u * NET_ROW + at);
	for (int u = 0; u < in; u++) {
		const float *x = p->value[layer] + u * NET_ROW;
		float *slope = p->slope[layer] + u * NET_ROW;
		for (int i = 0; i < count; i++)
			slope[i] = x[i] > 0 ? slope[i] : 0;
	}
}

static float
sum_of(lanes x)
{
	float sum = 0;
	for (int i = 0; i < LANES; i++)
		sum += x[i];
	return sum;
}

/* The gradient of the weights from two inputs to UNITS units. */
static inline void
add_products(const float *slope, const float *value, int inputs, int count, float *to)
{
	lanes sum[UNITS][2];
	memset(sum, 0, sizeof sum);
	for (int i = 0; i < count; i += LANES) {
		const lanes one = *(const lanes *)(value + i),
			    other = *(const lanes *)(value + NET_ROW + i);
		for (int u = 0; u < UNITS; u++) {
			const lanes x = *(const lanes *)(slope + u * NET_ROW + i);
			sum[u][0] += x * one;
			sum[u][1] += x * other;
		}
	}
	for (int u = 0; u < UNITS; u++)
		for (int k = 0; k < 2; k++)
			to[u * inputs + k] += sum_of(sum[u][k]);
}

static void
layer_gradient(const struct net *n, const struct net_pass *p, int layer, int count,
	       float *gradient)
{
	const int in = n->shape.width[layer], out = n->shape.width[layer + 1];
	float *g = gradient + net_begins(&n->shape, layer), *bias = g + in * out;
	for (int u = 0; u < out; u += UNITS)
		for (int i = 0; i < in; i += 2)
			add_products(p->slope[layer + 1] + u * NET_ROW,
				     p->value[layer] + i * NET_ROW, in, count,
				     g + u * in + i);
	for (int u = 0; u < out; u++) {
		lanes sum = { 0 };
		for (int i = 0; i < count; i += LANES)
			sum += *(const lanes *)(p->slope[layer + 1] + u * NET_ROW + i);
		bias[u] += sum_of(sum);
	}
}

void
net_backward(const struct net *n, const struct net_pass *p, int count, float *gradient)
{
	for (int k = n->shape.layers - 1; k >= 0; k--) {
		layer_gradient(n, p, k, count, gradient);
		if (k > 0)
			layer_slopes(n, p, k, count);
	}
}

void
net_learn(const struct net *n, struct net_adam *a, const float *gradient, float rate)
{
	const size_t all = net_weights(&n->shape);
	a->rest[0] *= (double)KEEP_MEAN;
	a->rest[1] *= (double)KEEP_SQUARE;
	const float by = (float)(1 / (1 - a->rest[0])),
		    square_by = (float)(1 / (1 - a->rest[1]));
	float *restrict w = n->weight, *restrict mean = a->mean,
			*restrict square = a->square;
	for (size_t i = 0; i < all; i++) {
		const float g = gradient[i];
		mean[i] = KEEP_MEAN * mean[i] + (1 - KEEP_MEAN) * g;
		square[i] = KEEP_SQUARE * square[i] + (1 - KEEP_SQUARE) * g * g;
		w[i] -= rate * by * mean[i] / (sqrtf(square_by * square[i]) + LEAST);
	}
}
