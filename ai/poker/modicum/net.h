/*
 * net.h - a small network of layers, each joined to all of the one before, and its training.
 *
 * Hidden layers are rectified, the last one is linear. The loss is Huber's with its corner at 1,
 * the mean over outputs; weights are moved by Adam (Kingma and Ba 2015). All sums are made in one
 * order, whatever the processor and the number of threads: the same seed and examples give the same
 * bytes.
 *
 * Examples stand side by side: a unit's values are a row of NET_ROW floats, of which the first
 * n count, n a multiple of NET_BLOCK.
 *
 * Memory: 4 bytes a weight, 12 in training; a pass takes NET_ROW * 4 bytes for each unit, in
 * training twice.
 */
#ifndef PLYSCOPE_AI_POKER_MODICUM_NET_H
#define PLYSCOPE_AI_POKER_MODICUM_NET_H

#include "src/base/arena.h"

#include <stdint.h>

#define NET_LAYERS 6
#define NET_ROW	   256
#define NET_BLOCK  64

/* Widths from the inputs to the outputs; inputs are even, others multiples of 4. */
struct net_shape {
	int32_t layers; /* of weights */
	int32_t width[NET_LAYERS + 1];
};

/* Of each layer in turn: [unit][unit of the layer before], then what each unit begins with. */
struct net {
	struct net_shape shape;
	float *weight;
};

/* What training remembers: means of the gradient and of its square, and what is left of their
 * beginnings. */
struct net_adam {
	float *mean, *square;
	double rest[2];
};

/* What passes through the layers: of each its values and, in training, the slopes of the loss. */
struct net_pass {
	float *value[NET_LAYERS + 1], *slope[NET_LAYERS + 1];
};

/* All weights, and where those of a layer begin. */
size_t net_weights(const struct net_shape *s);
size_t net_begins(const struct net_shape *s, int layer);
/* Memory for the weights and for training; false: the arena is full. */
bool net_open(struct net *n, const struct net_shape *s, struct arena *arena);
bool net_adam_open(struct net_adam *a, const struct net_shape *s, struct arena *arena);
bool net_pass_open(struct net_pass *p, const struct net_shape *s, bool slopes,
		   struct arena *arena);

/* Draws the weights (He et al. 2015, uniform) and forgets all training. */
void net_begin(struct net *n, struct net_adam *a, uint64_t seed);
/* From the values of a layer (0: the inputs) to the outputs. */
void net_forward(const struct net *n, const struct net_pass *p, int from, int count);
/* Huber's loss against targets, laid out like the outputs, added up over all; sets the slopes of
 * the outputs, times `scale`. */
double net_loss(const struct net *n, const struct net_pass *p, const float *target,
		int count, float scale);
/* From the slopes of the outputs back: adds to the gradient of all weights. */
void net_backward(const struct net *n, const struct net_pass *p, int count,
		  float *gradient);
/* One step against the gradient. */
void net_learn(const struct net *n, struct net_adam *a, const float *gradient,
	       float rate);

#endif
