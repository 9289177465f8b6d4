/* softmax.c - learned policies: the exponential, chances and draws, weights from a text and what is
 * wrong with one. */
#include "src/core/softmax.h"

#include "src/base/text.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

static void
the_exponential_is_exact_enough(void **state)
{
	static struct softmax x;
	(void)state;
	softmax_open(&x);
	assert_int_equal(x.power[0], 1 << 20);
	for (int i = 0; i < SOFTMAX_STEPS; i++) {
		const double right = 0x1p20 * exp(-i / 32.0);
		assert_true(fabs(x.power[i] - right) <= 0.51 + 1e-7 * right);
	}
	assert_true(x.power[SOFTMAX_STEPS - 1] > 0);
	assert_int_equal(softmax_power(&x, 100000, -100000), x.power[SOFTMAX_STEPS - 1]);
	assert_int_equal(softmax_power(&x, 256, 0), x.power[32]);
}

/* Of the toy game a move has its number and whether it is even. */
static int
toy_features(const struct game *g, const struct state *s, int seat, const move *m, int n,
	     uint16_t (*feature)[SOFTMAX_ACTIVE])
{
	(void)g, (void)s, (void)seat;
	for (int i = 0; i < n; i++) {
		feature[i][0] = (uint16_t)(1 + m[i] % 3);
		feature[i][1] = (uint16_t)(4 + m[i] % 2);
	}
	return 2;
}

static const struct softmax_group toy_groups[] = {
	{ "number", 3 },
	{ "even or odd", 2 },
	{ NULL, 0 },
};
static const struct softmax_ops toy_softmax = { toy_groups, toy_features };
static const struct trick_ops toy_trick = { .softmax = &toy_softmax };

static struct game
learning_toy(int seats, bool open)
{
	static struct game_ops ops;
	struct game g = toy_make(seats, open);
	ops = *g.ops;
	ops.trick = &toy_trick;
	game_bind(&g, &ops);
	return g;
}

static void
weights_are_read(void **state)
{
	static struct softmax x;
	struct status st = { 0 };
	struct game g = learning_toy(3, false);
	bool found;
	(void)state;
	assert_int_equal(softmax_features(&toy_softmax), 6);
	assert_true(softmax_parse(&x, &g,
				  "[seats=2]\nnumber = 9 9 9\neven or odd = 9 9\n"
				  "[seats=3]\nseed = 1\nnumber =\n\t1 -2\n\t5000\n"
				  "even or odd = -5000 0\n",
				  "here", &found, &st));
	assert_true(found);
	static const int16_t right[] = { 0, 1, -2, 5000, -5000, 0 };
	assert_memory_equal(x.weight, right, sizeof right);
	g = learning_toy(2, true); /* seats=2,open=on: the plain section stands in */
	assert_true(softmax_parse(&x, &g, "[seats=2]\nnumber = 9 8 7\neven or odd = 6 5",
				  "here", &found, &st));
	assert_true(found);
	assert_int_equal(x.weight[3], 7);
	assert_true(
		softmax_parse(&x, &g, "[seats=4]\nnumber = x\n", "here", &found, &st));
	assert_false(found);
}

static void
what_is_wrong_is_said_in_one_line(void **state)
{
	static struct softmax x;
	static const struct {
		const char *text, *why;
	} wrong[] = {
		{ "number = 1 2 3\neven or odd = 1",
		  "even or odd: expected 2 weights, not 1" },
		{ "number = 1 2 3 4\neven or odd = 1 2",
		  "number: expected 3 weights, not 4" },
		{ "number = 1 2 x\n", "not \"x\"" },
		{ "number = 1 2 3x\n", "not \"3x\"" },
		{ "number = 1 2 5001\n", "from -5000 to 5000, not \"5001\"" },
		{ "number = 1 2 -99999999999999999999\n", "from -5000 to 5000" },
		{ "number = 1 2 3\n", "[seats=3] lacks the weights of \"even or odd\"" },
		{ "number\n", "expected [section] or key = value" },
	};
	const struct game g = learning_toy(3, false);
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct status st = { 0 };
		char text[200];
		bool found;
		snprintf(text, sizeof text, "[seats=3]\n%s", wrong[i].text);
		assert_false(softmax_parse(&x, &g, text, "here", &found, &st));
		if (strstr(st.text, wrong[i].why) == NULL)
			fail_msg("\"%s\" lacks \"%s\"", st.text, wrong[i].why);
		assert_null(strchr(st.text, '\n'));
	}
}

static void
likeness_is_by_the_weights(void **state)
{
	static struct softmax x;
	const struct game g = learning_toy(2, true);
	static const move m[] = { 0, 1, 2 };
	double likeness[3];
	struct state s = { 0 };
	(void)state;
	softmax_open(&x);
	x.weight[1] = 256;
	x.weight[5] = 512;
	softmax_likeness(&x, &g, &s, 0, m, 3, likeness);
	assert_true(fabs(likeness[0] - exp(-1)) < 1e-5);
	assert_true(fabs(likeness[1] - 1) < 1e-9);
	assert_true(fabs(likeness[2] - exp(-2)) < 1e-5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_exponential_is_exact_enough),
		cmocka_unit_test(weights_are_read),
		cmocka_unit_test(what_is_wrong_is_said_in_one_line),
		cmocka_unit_test(likeness_is_by_the_weights),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
