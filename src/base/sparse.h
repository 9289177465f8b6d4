/*
 * sparse.h - a small network whose inputs are facts, each true or not: training and evaluation.
 *
 * Three layers of weights. The first adds up one row for each true fact (some 80 of a thousand);
 * the other two join every unit with all units of the layer before. Both hidden layers are
 * rectified, the outputs are linear.
 *
 * Choices that share most facts are evaluated one after the other from the sum of these. They are
 * learned together: what is wrong with all of them alike counts less than what is wrong between
 * them, for it is their order that a player needs, and in games of chance the first is mostly luck.
 *
 * Two forms of the same network. A model has floats and is trained by Adam (Kingma and Ba 2015) on
 * squared errors. A net has 16-bit integers and is only evaluated. Sums of integers do not depend on
 * their order, so that a net gives the same numbers on every processor. Hidden units go into the second
 * layer in pairs: half of these are zero and skipped, and AVX2 and AVX-512 have an instruction that
 * multiplies pairs of 16-bit numbers.
 *
 * Fixed-point scales of a net: first layer and its sums 2^-9, at most 16 after rectifying; weights
 * of the second layer 2^-11, its units 2^-10, at most 32; weights of the third layer 2^-11, outputs
 * 2^-21. sparse_check() makes sure that no sum of the second and third layer overflows.
 *
 * Memory: 2 bytes a weight in a net, 4 in a model, 12 more in training and 4 for each gradient.
 */
#ifndef PLYSCOPE_BASE_SPARSE_H
#define PLYSCOPE_BASE_SPARSE_H

#include "src/base/arena.h"

#include <stdint.h>

#define SPARSE_HIDDEN  256
#define SPARSE_SECOND  64
#define SPARSE_FACTS   192 /* that are true at once, at most */
#define SPARSE_CHOICES 18  /* of an example, at most */
#define SPARSE_MORE    6   /* facts of a choice, at most */
#define SPARSE_TARGETS 36  /* choices times outputs, at most */

struct sparse_shape {
	int32_t facts; /* that may be true */
	int32_t outputs;
};

/* Rows: first [fact][hidden], second [hidden / 2][second][2], third [output][second]. */
struct sparse_net {
	struct sparse_shape shape;
	int16_t *first, *first_bias, *second, *third;
	int32_t *second_bias, *third_bias;
};

/* Where the weight between a hidden unit and one of the second layer stands in `second`. */
static inline int
sparse_second_at(int unit, int hidden)
{
	return (hidden / 2 * SPARSE_SECOND + unit) * 2 + hidden % 2;
}

/* The first layer's sums of some facts. */
struct sparse_sums {
	_Alignas(64) uint16_t sum[SPARSE_HIDDEN];
};

/* A second layer as it is evaluated. */
struct sparse_units {
	_Alignas(64) int16_t unit[SPARSE_SECOND];
};

/* Bytes of the weights of a net in one piece, as they stand in files. */
size_t sparse_bytes(const struct sparse_shape *shape);
/* Makes a net of such a piece, which is aligned to 64 bytes and stays the caller's. */
void sparse_lay_out(struct sparse_net *n, const struct sparse_shape *shape,
		    void *weights);
/* Whether no sum can overflow; weights read from a file are checked. */
bool sparse_check(const struct sparse_net *n);
/* Adds up the true facts. */
void sparse_sum(const struct sparse_net *n, const uint16_t *fact, int count,
		struct sparse_sums *out);
/* The hidden layers for these and for some more. */
void sparse_evaluate(const struct sparse_net *n, const struct sparse_sums *sums,
		     const uint16_t *more, int count, struct sparse_units *out);
/* One output. */
float sparse_output(const struct sparse_net *n, const struct sparse_units *u, int output);

/* A model: weights in one piece of floats, rows as above. */
struct sparse_model {
	struct sparse_shape shape;
	float *weight;
};

struct sparse_adam {
	float *mean, *square;
	double rest[2]; /* what is left of the zeros they began with */
};

/* One example: facts, and choices with a few more facts each and the values that the outputs should
 * have; at least one choice, which may have no facts of its own. */
struct sparse_example {
	uint16_t fact[SPARSE_FACTS];
	uint16_t more[SPARSE_CHOICES][SPARSE_MORE];
	int16_t facts, choices, mores; /* mores: of each choice */
	float target[SPARSE_TARGETS];  /* [choice][output] */
};

size_t sparse_weights(const struct sparse_shape *shape);
/* Memory from an arena; false: it is full. */
bool sparse_model_open(struct sparse_model *m, const struct sparse_shape *shape,
		       struct arena *arena);
bool sparse_adam_open(struct sparse_adam *a, const struct sparse_shape *shape,
		      struct arena *arena);
/* Draws the weights (He et al. 2015, uniform), and forgets all training. */
void sparse_begin(struct sparse_model *m, struct sparse_adam *a, uint64_t seed);
/* Adds the gradient of the squared errors of an example, halved, in which the mean error of several
 * choices counts a tenth; returns the plain errors squared. */
double sparse_gradient(const struct sparse_model *m, const struct sparse_example *e,
		       float *gradient);
/* One step of Adam against `gradient`, the sum over `examples`. */
void sparse_learn(const struct sparse_model *m, struct sparse_adam *a,
		  const float *gradient, int examples, float rate);
/* Rounds a model to a net, and makes a model of a net. */
void sparse_round(const struct sparse_model *m, struct sparse_net *out);
void sparse_restore(const struct sparse_net *n, struct sparse_model *out);

#endif
