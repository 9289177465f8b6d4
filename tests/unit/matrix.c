/*
 * matrix.c - matrix games: known ones, and random ones against GLPK's simplex method.
 */
#include "ai/exact/matrix.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#if __has_include(<glpk.h>)
#include <glpk.h>
#define HAS_GLPK
#endif

#define NEAR 1e-9

static struct joint_matrix
matrix(int rows, int columns, const double *a)
{
	struct joint_matrix m = { .rows = rows, .columns = columns };
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			m.a[i * JOINT_STRIDE + j] = a[i * columns + j];
	return m;
}

static void
assert_near(double a, double b)
{
	if (!(fabs(a - b) <= NEAR * (1 + fabs(b))))
		fail_msg("%.12g, expected %.12g", a, b);
}

/* Both mixes are distributions and no reply to them gains. */
static void
assert_solved(const struct joint_matrix *m, const struct matrix_solution *s)
{
	double x = 0, y = 0, low = INFINITY, high = -INFINITY;
	for (int i = 0; i < m->rows; i++) {
		double sum = 0;
		for (int j = 0; j < m->columns; j++)
			sum += m->a[i * JOINT_STRIDE + j] * s->column[j];
		high = fmax(high, sum);
		assert_true(s->row[i] >= 0);
		x += s->row[i];
	}
	for (int j = 0; j < m->columns; j++) {
		double sum = 0;
		for (int i = 0; i < m->rows; i++)
			sum += m->a[i * JOINT_STRIDE + j] * s->row[i];
		low = fmin(low, sum);
		assert_true(s->column[j] >= 0);
		y += s->column[j];
	}
	assert_near(x, 1);
	assert_near(y, 1);
	assert_near(low, s->value);
	assert_near(high, s->value);
	assert_near(matrix_value(m), s->value);
}

static void
known_games_have_their_values(void **state)
{
	static const struct {
		int rows, columns;
		double a[16], value;
	} games[] = {
		{ 2, 2, { 1, -1, -1, 1 }, 0 },		       /* pennies */
		{ 3, 3, { 0, -1, 1, 1, 0, -1, -1, 1, 0 }, 0 }, /* rock paper scissors */
		{ 2, 2, { -4, -2, -1, -4 }, -2.8 }, /* Goofspiel 1,2|2,3|3|2|+1 */
		{ 1, 4, { 3, 1, 2, 5 }, 1 },
		{ 4, 1, { 3, 1, 2, 5 }, 5 },
		{ 2, 3, { 4, 2, 1, 1, 2, 5 }, 2 },
		{ 3, 3, { 0, -1, 2, 1, 0, -1, -2, 1, 0 }, 0 }, /* RPS+ */
		{ 3, 3, { 7, 7, 7, 7, 7, 7, 7, 7, 7 }, 7 },
	};
	for (size_t k = 0; k < sizeof games / sizeof *games; k++) {
		const struct joint_matrix m =
			matrix(games[k].rows, games[k].columns, games[k].a);
		struct matrix_solution s;
		matrix_solve(&m, &s);
		assert_near(s.value, games[k].value);
		assert_solved(&m, &s);
	}
}

/* Kinds: any reals; few different ones, so that ties abound; far from 0. */
static struct joint_matrix
random_matrix(struct rng *r, int kind)
{
	struct joint_matrix m = { .rows = 1 + (int)rng_below(r, JOINT_SIDE),
				  .columns = 1 + (int)rng_below(r, JOINT_SIDE) };
	for (int i = 0; i < m.rows; i++)
		for (int j = 0; j < m.columns; j++) {
			double *a = &m.a[i * JOINT_STRIDE + j];
			switch (kind) {
			case 0: *a = rng_unit(r) * 2 - 1; break;
			case 1: *a = (int)rng_below(r, 3) - 1; break;
			case 2: *a = (int)rng_below(r, 183) - 91; break;
			case 3: *a = 50 + rng_unit(r); break;
			default: *a = (i > j ? 1 : i < j ? -1 : 0) * rng_unit(r); break;
			}
		}
	return m;
}

#ifdef HAS_GLPK
/* max v decision to x A >= v, sum x = 1, by GLPK. */
static double
value_by_glpk(const struct joint_matrix *m)
{
	glp_prob *p = glp_create_prob();
	glp_set_obj_dir(p, GLP_MAX);
	glp_add_cols(p, m->rows + 1);
	glp_add_rows(p, m->columns + 1);
	for (int i = 1; i <= m->rows; i++)
		glp_set_col_bnds(p, i, GLP_LO, 0, 0);
	glp_set_col_bnds(p, m->rows + 1, GLP_FR, 0, 0);
	glp_set_obj_coef(p, m->rows + 1, 1);
	for (int j = 0; j <= m->columns; j++) {
		int at[JOINT_SIDE + 2];
		double v[JOINT_SIDE + 2];
		const bool last = j == m->columns;
		for (int i = 0; i < m->rows; i++) {
			at[i + 1] = i + 1;
			v[i + 1] = last ? 1 : m->a[i * JOINT_STRIDE + j];
		}
		at[m->rows + 1] = m->rows + 1;
		v[m->rows + 1] = last ? 0 : -1;
		glp_set_row_bnds(p, j + 1, last ? GLP_FX : GLP_LO, last, last);
		glp_set_mat_row(p, j + 1, m->rows + 1, at, v);
	}
	glp_smcp how;
	glp_init_smcp(&how);
	how.msg_lev = GLP_MSG_OFF;
	how.it_lim = 10000;
	assert_int_equal(glp_simplex(p, &how), 0);
	const double value = glp_get_obj_val(p);
	glp_delete_prob(p);
	return value;
}
#endif

static void
random_games_agree_with_glpk(void **state)
{
#ifndef HAS_GLPK
	skip();
#else
	struct rng r;
	rng_seed(&r, 41);
	for (int k = 0; k < 3000; k++) {
		const struct joint_matrix m = random_matrix(&r, k % 5);
		struct matrix_solution s;
		matrix_solve(&m, &s);
		assert_solved(&m, &s);
		const double value = value_by_glpk(&m);
		if (fabs(s.value - value) > 1e-6)
			fail_msg("game %d: %.12g, GLPK has %.12g", k, s.value, value);
	}
#endif
}

/* Seats swapped and payoffs turned round: the opposite value. */
static void
the_other_side_sees_the_opposite(void **state)
{
	struct rng r;
	rng_seed(&r, 42);
	for (int k = 0; k < 2000; k++) {
		const struct joint_matrix m = random_matrix(&r, k % 5);
		struct joint_matrix turned = { .rows = m.columns, .columns = m.rows };
		for (int i = 0; i < m.rows; i++)
			for (int j = 0; j < m.columns; j++)
				turned.a[j * JOINT_STRIDE + i] =
					-m.a[i * JOINT_STRIDE + j];
		assert_near(matrix_value(&turned), -matrix_value(&m));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_games_have_their_values),
		cmocka_unit_test(random_games_agree_with_glpk),
		cmocka_unit_test(the_other_side_sees_the_opposite),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
