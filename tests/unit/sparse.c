/*
 * sparse.c - the network of facts: its gradient is that of differences, it learns what it is shown,
 * and its integers say what its floats say.
 *
 * Examples have one choice or two. What is wrong with both alike counts a tenth, so the test of the
 * gradient weighs errors as the header says, apart from the code.
 */
#include "src/base/sparse.h"

#include "src/base/rng.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FACTS	40
#define OUTPUTS 3

static const struct sparse_shape shape = { FACTS + 2, OUTPUTS };

struct pupil {
	struct arena arena;
	struct sparse_model model;
	struct sparse_adam adam;
	float *gradient;
};

static void
pupil_open(struct pupil *p, uint64_t seed)
{
	assert_true(arena_open(&p->arena, (size_t)16 << 20));
	assert_true(sparse_model_open(&p->model, &shape, &p->arena));
	assert_true(sparse_adam_open(&p->adam, &shape, &p->arena));
	p->gradient = arena_take(&p->arena, sparse_weights(&shape) * sizeof(float));
	sparse_begin(&p->model, &p->adam, seed);
}

/* What is to be learned: how many of the first ten facts hold, two of them together, and one alone. */
static void
draw_example(struct rng *r, struct sparse_example *e)
{
	bool held[FACTS];
	int ten = 0;
	e->facts = 0;
	for (int i = 0; i < FACTS; i++) {
		held[i] = rng_below(r, 2) == 0;
		if (held[i])
			e->fact[e->facts++] = (uint16_t)i;
		ten += held[i] && i < 10;
	}
	e->choices = (int16_t)(1 + rng_below(r, 2));
	e->mores = 1;
	for (int c = 0; c < e->choices; c++) {
		float *target = e->target + c * OUTPUTS;
		e->more[c][0] = (uint16_t)(FACTS + c);
		target[0] = (float)ten / 10;
		target[1] = held[11] && held[12] && c == 0;
		target[2] = (held[13] ? 0.5F : -0.5F) + (float)c / 4;
	}
}

/* The errors squared of an example with one choice. */
static double
error_of(const struct sparse_model *m, const struct sparse_example *e)
{
	float *nowhere = calloc(sparse_weights(&m->shape) + 16, sizeof *nowhere);
	float *aligned = (float *)(((uintptr_t)nowhere + 63) & ~(uintptr_t)63);
	const double squares = sparse_gradient(m, e, aligned);
	free(nowhere);
	return squares;
}

/* What the gradient of an example is the slope of: for each output, of `choices` values the squared
 * distances from their mean and a tenth of the mean's square for each, halved. */
static double
weighed_error_of(const struct sparse_model *m, const struct sparse_example *e)
{
	double sum = 0;
	for (int k = 0; k < OUTPUTS; k++) {
		double error[2] = { 0 };
		for (int c = 0; c < e->choices; c++) {
			struct sparse_example one = *e;
			double squares[2];
			one.choices = 1;
			one.more[0][0] = e->more[c][0];
			memcpy(one.target, e->target + c * OUTPUTS,
			       OUTPUTS * sizeof *one.target);
			/* (x - t)^2 and (x - t + 1)^2 tell x - t */
			squares[0] = error_of(m, &one);
			one.target[k] -= 1;
			squares[1] = error_of(m, &one);
			error[c] = (squares[1] - squares[0] - 1) / 2;
		}
		const double mean = (error[0] + error[1]) / 2,
			     apart = (error[0] - error[1]) / 2;
		sum += e->choices == 1 ? error[0] * error[0] / 2
				       : apart * apart + 0.1 * mean * mean;
	}
	return sum;
}

static void
check_gradient(struct rng *r, int choices)
{
	struct pupil p;
	struct sparse_example e;
	int checked = 0;
	pupil_open(&p, 3);
	do
		draw_example(r, &e);
	while (e.choices != choices);
	memset(p.gradient, 0, sparse_weights(&shape) * sizeof(float));
	sparse_gradient(&p.model, &e, p.gradient);
	for (int i = 0; i < 400; i++) {
		const size_t at = rng_below(r, (uint32_t)sparse_weights(&shape));
		const float step = 1e-2F, was = p.model.weight[at];
		p.model.weight[at] = was + step;
		const double above = weighed_error_of(&p.model, &e);
		p.model.weight[at] = was - step;
		const double below = weighed_error_of(&p.model, &e);
		p.model.weight[at] = was;
		const double slope = (above - below) / (2 * (double)step);
		checked += fabs(slope) > 1e-3;
		assert_true(fabs(slope - (double)p.gradient[at]) <
			    0.02 + 0.1 * fabs(slope));
	}
	assert_true(checked > 50);
	arena_close(&p.arena);
}

static void
the_gradient_is_that_of_differences(void **state)
{
	struct rng r;
	rng_seed(&r, 5);
	check_gradient(&r, 1);
	check_gradient(&r, 2);
}

static void
train(struct pupil *p, int steps)
{
	struct rng r;
	rng_seed(&r, 9);
	for (int i = 0; i < steps; i++) {
		memset(p->gradient, 0, sparse_weights(&shape) * sizeof(float));
		for (int k = 0; k < 64; k++) {
			struct sparse_example e;
			draw_example(&r, &e);
			sparse_gradient(&p->model, &e, p->gradient);
		}
		sparse_learn(&p->model, &p->adam, p->gradient, 64, 1e-3F);
	}
}

/* Squared errors of an integer net over examples it has not met, a target. */
static double
net_error(const struct sparse_net *n)
{
	struct rng r;
	double sum = 0;
	int targets = 0;
	rng_seed(&r, 1234);
	for (int i = 0; i < 500; i++) {
		struct sparse_example e;
		struct sparse_sums sums;
		struct sparse_units u;
		draw_example(&r, &e);
		sparse_sum(n, e.fact, e.facts, &sums);
		for (int k = 0; k < e.choices * OUTPUTS; k++, targets++) {
			sparse_evaluate(n, &sums, e.more[k / OUTPUTS], e.mores, &u);
			const float far = sparse_output(n, &u, k % OUTPUTS) - e.target[k];
			sum += (double)(far * far);
		}
	}
	return sum / targets;
}

static double
model_error(const struct sparse_model *m)
{
	struct rng r;
	double sum = 0;
	int targets = 0;
	rng_seed(&r, 1234);
	for (int i = 0; i < 500; i++) {
		struct sparse_example e;
		draw_example(&r, &e);
		sum += error_of(m, &e);
		targets += e.choices * OUTPUTS;
	}
	return sum / targets;
}

static void
it_learns_and_integers_say_the_same(void **state)
{
	struct pupil p;
	struct sparse_net net;
	pupil_open(&p, 1);
	sparse_lay_out(&net, &shape, arena_take(&p.arena, sparse_bytes(&shape)));
	sparse_round(&p.model, &net);
	assert_true(net_error(&net) > 0.1);
	train(&p, 600);
	sparse_round(&p.model, &net);
	assert_true(sparse_check(&net));
	const double floats = model_error(&p.model), integers = net_error(&net);
	assert_true(floats < 0.01);
	assert_true(fabs(floats - integers) < 2e-3);
	arena_close(&p.arena);
}

/* A hand-made net: fact 3 brings 1.5 to hidden unit 7, which is joined by 2 to unit 5 of the second
 * layer, and that by -0.25 to output 1, which begins with 4. */
static void
values_are_those_worked_out_by_hand(void **state)
{
	struct arena a;
	struct sparse_net n;
	struct sparse_units u;
	struct sparse_sums sums;
	const uint16_t facts[] = { 3, 9 };
	assert_true(arena_open(&a, (size_t)1 << 20));
	sparse_lay_out(&n, &shape, arena_take(&a, sparse_bytes(&shape)));
	n.first[3 * SPARSE_HIDDEN + 7] = 3 * 256;
	n.first[9 * SPARSE_HIDDEN + 8] = -512;
	n.second[sparse_second_at(5, 7)] = 2 * 2048;
	n.second[sparse_second_at(6, 8)] = 2048;
	n.third[1 * SPARSE_SECOND + 5] = -512;
	n.third_bias[1] = 4 << 21;
	sparse_sum(&n, facts, 1, &sums);
	sparse_evaluate(&n, &sums, facts + 1, 1, &u);
	assert_int_equal(u.unit[5], 3 * 1024);
	assert_int_equal(u.unit[6], 0); /* its hidden unit is below 0 */
	assert_true(sparse_output(&n, &u, 1) == 3.25F);
	assert_true(sparse_output(&n, &u, 0) == 0);
	arena_close(&a);
}

static void
weights_that_could_overflow_are_refused(void **state)
{
	struct arena a;
	struct sparse_net n;
	assert_true(arena_open(&a, (size_t)1 << 20));
	sparse_lay_out(&n, &shape, arena_take(&a, sparse_bytes(&shape)));
	assert_true(sparse_check(&n));
	for (int i = 0; i < SPARSE_HIDDEN; i++)
		n.second[sparse_second_at(3, i)] = 1023; /* 256 * 1023 * 8191 fits */
	assert_true(sparse_check(&n));
	for (int i = 0; i < SPARSE_HIDDEN; i++)
		n.second[sparse_second_at(3, i)] = -1025;
	assert_false(sparse_check(&n));
	arena_close(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_gradient_is_that_of_differences),
		cmocka_unit_test(it_learns_and_integers_say_the_same),
		cmocka_unit_test(values_are_those_worked_out_by_hand),
		cmocka_unit_test(weights_that_could_overflow_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
