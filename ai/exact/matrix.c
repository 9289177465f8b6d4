/*
 * matrix.c - the value and an equilibrium of a small zero-sum matrix game.
 *
 * Source: von Neumann's minimax theorem through Dantzig's simplex method in the condensed
 * tableau of Tucker and Williams: with all payoffs positive, max sum y subject to A y <= 1,
 * y >= 0 starts feasible; at the optimum 1 / sum y is the value, y / sum y the column
 * player's mix and the reduced costs the row player's.
 *
 * Payoffs are scaled into 1 .. 2 first, so that one tolerance fits all games. The entering
 * column is the one of the largest cost (Dantzig); after PIVOTS_FAST pivots the first one
 * that improves and the lowest label leaves (Bland), which cannot cycle.
 *
 * In front of it: a saddle point (one look at row minima and column maxima), strictly or
 * weakly dominated rows and columns (removing those keeps the value and an equilibrium), and
 * the formula of a 2 x 2 game.
 *
 * Memory: a tableau of 14 rows of 16 doubles on the stack; a row is four vectors.
 */
#include "ai/exact/matrix.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define SIDE	    JOINT_SIDE
#define STRIDE	    JOINT_STRIDE
#define PIVOTS_FAST 60
#define PIVOTS_MAX  4000
#define COST_ZERO   1e-12 /* a reduced cost too small to be a gain, payoffs being 1 .. 2 */
#define PIVOT_ZERO  1e-11
#define GAP_MOST    1e-10 /* of the range, before the slow rule is tried */

static_assert(STRIDE > SIDE, "a row holds its right-hand side");

/* --- saddle points --- */

/* True when a pure row and a pure column are best replies to each other. */
static bool
find_saddle(const struct joint_matrix *m, int *row, int *column, double *low,
	    double *high)
{
	double top[STRIDE], best = -INFINITY, least = INFINITY;
	*row = *column = 0;
	for (int j = 0; j < m->columns; j++)
		top[j] = -INFINITY;
	*low = INFINITY;
	for (int i = 0; i < m->rows; i++) {
		const double *a = m->a + i * STRIDE;
		double worst = INFINITY;
		for (int j = 0; j < m->columns; j++) {
			worst = a[j] < worst ? a[j] : worst;
			top[j] = a[j] > top[j] ? a[j] : top[j];
		}
		*low = worst < *low ? worst : *low;
		if (worst > best) {
			best = worst;
			*row = i;
		}
	}
	*high = -INFINITY;
	for (int j = 0; j < m->columns; j++) {
		*high = top[j] > *high ? top[j] : *high;
		if (top[j] < least) {
			least = top[j];
			*column = j;
		}
	}
	return best >= least;
}

/* --- the simplex method --- */

struct tableau {
	int rows, columns;
	double t[(SIDE + 1) *
		 STRIDE];	  /* last row: costs; column `columns`: right-hand side */
	int8_t row_label[STRIDE]; /* what is basic: a row's slack i, or -1 - j */
	int8_t column_label[STRIDE]; /* what is not: -1 - j, or a slack i */
};

static void
tableau_start(struct tableau *t, const struct joint_matrix *m, double low, double scale)
{
	t->rows = m->rows;
	t->columns = m->columns;
	memset(t->t, 0, sizeof t->t);
	for (int i = 0; i < m->rows; i++) {
		for (int j = 0; j < m->columns; j++)
			t->t[i * STRIDE + j] = (m->a[i * STRIDE + j] - low) * scale + 1;
		t->t[i * STRIDE + m->columns] = 1;
		t->row_label[i] = (int8_t)i;
	}
	for (int j = 0; j < m->columns; j++) {
		t->t[m->rows * STRIDE + j] = -1;
		t->column_label[j] = (int8_t)(-1 - j);
	}
}

static int
entering(const struct tableau *t, bool first)
{
	const double *cost = t->t + t->rows * STRIDE;
	double most = -COST_ZERO;
	int at = -1, label = 0;
	for (int j = 0; j < t->columns; j++) {
		if (!first) {
			if (cost[j] < most) {
				most = cost[j];
				at = j;
			}
		} else if (cost[j] < -COST_ZERO &&
			   (at < 0 || t->column_label[j] < label)) {
			at = j;
			label = t->column_label[j];
		}
	}
	return at;
}

static int
leaving(const struct tableau *t, int column)
{
	double least = INFINITY;
	int at = -1;
	for (int i = 0; i < t->rows; i++) {
		const double p = t->t[i * STRIDE + column];
		if (p <= PIVOT_ZERO)
			continue;
		const double ratio = t->t[i * STRIDE + t->columns] / p;
		if (ratio < least ||
		    (ratio == least && at >= 0 && t->row_label[i] < t->row_label[at])) {
			least = ratio;
			at = i;
		}
	}
	return at;
}

/* Pivot: exchanges the variables of row r and column c. */
static void
pivot(struct tableau *t, int r, int c)
{
	double *restrict pr = t->t + r * STRIDE;
	const double inverse = 1 / pr[c];
	for (int j = 0; j < STRIDE; j++)
		pr[j] *= inverse;
	pr[c] = inverse;
	for (int i = 0; i <= t->rows; i++) {
		if (i == r)
			continue;
		double *restrict row = t->t + i * STRIDE;
		const double f = row[c];
		row[c] = 0;
		for (int j = 0; j < STRIDE; j++)
			row[j] -= f * pr[j];
	}
	const int8_t label = t->row_label[r];
	t->row_label[r] = t->column_label[c];
	t->column_label[c] = label;
}

static void
tableau_run(struct tableau *t, int fast)
{
	for (int n = 0; n < PIVOTS_MAX; n++) {
		const int c = entering(t, n >= fast);
		if (c < 0)
			return;
		const int r = leaving(t, c);
		if (r < 0)
			return;
		pivot(t, r, c);
	}
}

static void
read_mixes(const struct tableau *t, struct matrix_solution *out)
{
	const double *cost = t->t + t->rows * STRIDE;
	const double sum = cost[t->columns];
	memset(out->row, 0, sizeof out->row);
	memset(out->column, 0, sizeof out->column);
	for (int i = 0; i < t->rows; i++) {
		const int label = t->row_label[i];
		const double y = t->t[i * STRIDE + t->columns];
		if (label < 0 && y > 0)
			out->column[-1 - label] = y / sum;
	}
	for (int j = 0; j < t->columns; j++)
		if (t->column_label[j] >= 0 && cost[j] > 0)
			out->row[t->column_label[j]] = cost[j] / sum;
}

/* The gain of either side by a better reply to the mixes. */
static double
gap_of(const struct joint_matrix *m, const struct matrix_solution *s)
{
	double reply[STRIDE] = { 0 }, best = -INFINITY, worst = INFINITY;
	for (int i = 0; i < m->rows; i++) {
		double sum = 0;
		for (int j = 0; j < m->columns; j++) {
			const double a = m->a[i * STRIDE + j];
			sum += a * s->column[j];
			reply[j] += a * s->row[i];
		}
		best = sum > best ? sum : best;
	}
	for (int j = 0; j < m->columns; j++)
		worst = reply[j] < worst ? reply[j] : worst;
	return best - worst;
}

static void
exact_normalise(double *p, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += p[i];
	for (int i = 0; i < n; i++)
		p[i] /= sum;
}

static void
solve_simplex(const struct joint_matrix *m, double low, double high,
	      struct matrix_solution *out)
{
	struct tableau t;
	for (int fast = PIVOTS_FAST; fast >= 0; fast -= PIVOTS_FAST) {
		tableau_start(&t, m, low, 1 / (high - low));
		tableau_run(&t, fast);
		read_mixes(&t, out);
		exact_normalise(out->row, m->rows);
		exact_normalise(out->column, m->columns);
		const double sum = t.t[t.rows * STRIDE + t.columns];
		out->value = (1 / sum - 1) * (high - low) + low;
		out->gap = gap_of(m, out);
		if (out->gap <= GAP_MOST * (high - low))
			return;
	}
}

/* --- dominance --- */

/* Row a is nowhere better than row b on the columns left. */
static bool
row_below(const struct joint_matrix *m, int a, int b)
{
	const double *pa = m->a + a * STRIDE, *pb = m->a + b * STRIDE;
	int worse = 0;
	for (int j = 0; j < m->columns; j++)
		worse += pa[j] > pb[j];
	return worse == 0;
}

/* For the column player smaller is better: column a is nowhere smaller than column b. */
static bool
column_below(const struct joint_matrix *m, int a, int b)
{
	for (int i = 0; i < m->rows; i++)
		if (m->a[i * STRIDE + a] < m->a[i * STRIDE + b])
			return false;
	return true;
}

static void
drop_row(struct joint_matrix *m, uint8_t *names, int at)
{
	m->rows--;
	memmove(m->a + at * STRIDE, m->a + (at + 1) * STRIDE,
		(size_t)(m->rows - at) * STRIDE * sizeof *m->a);
	memmove(names + at, names + at + 1, (size_t)(m->rows - at));
}

static void
drop_column(struct joint_matrix *m, uint8_t *names, int at)
{
	m->columns--;
	for (int i = 0; i < m->rows; i++)
		memmove(m->a + i * STRIDE + at, m->a + i * STRIDE + at + 1,
			(size_t)(m->columns - at) * sizeof *m->a);
	memmove(names + at, names + at + 1, (size_t)(m->columns - at));
}

static bool
drop_rows(struct joint_matrix *m, uint8_t *names)
{
	bool dropped = false;
	for (int a = 0; a < m->rows; a++)
		for (int b = 0; b < m->rows; b++)
			if (a != b && row_below(m, a, b)) {
				drop_row(m, names, a--);
				dropped = true;
				break;
			}
	return dropped;
}

static bool
drop_columns(struct joint_matrix *m, uint8_t *names)
{
	bool dropped = false;
	for (int a = 0; a < m->columns; a++)
		for (int b = 0; b < m->columns; b++)
			if (a != b && column_below(m, a, b)) {
				drop_column(m, names, a--);
				dropped = true;
				break;
			}
	return dropped;
}

/* Two rows and two columns without a saddle point. */
static void
solve_two(const struct joint_matrix *m, struct matrix_solution *out)
{
	const double a = m->a[0], b = m->a[1], c = m->a[STRIDE], d = m->a[STRIDE + 1];
	const double sum = a - b - c + d;
	out->row[0] = (d - c) / sum;
	out->row[1] = (a - b) / sum;
	out->column[0] = (d - b) / sum;
	out->column[1] = (a - c) / sum;
	out->value = (a * d - b * c) / sum;
	out->gap = 0;
}

/* --- the public functions --- */

double
matrix_value(const struct joint_matrix *m)
{
	int row, column;
	double low, high;
	if (find_saddle(m, &row, &column, &low, &high))
		return m->a[row * STRIDE + column];
	struct matrix_solution s;
	if (m->rows == 2 && m->columns == 2)
		solve_two(m, &s);
	else
		solve_simplex(m, low, high, &s);
	return s.value;
}

void
matrix_solve(const struct joint_matrix *m, struct matrix_solution *out)
{
	struct joint_matrix left = *m;
	struct matrix_solution s = { 0 };
	uint8_t rows[SIDE], columns[SIDE];
	int row, column;
	double low, high;
	memset(out, 0, sizeof *out);
	if (find_saddle(m, &row, &column, &low, &high)) {
		out->value = m->a[row * STRIDE + column];
		out->row[row] = out->column[column] = 1;
		return;
	}
	for (int i = 0; i < SIDE; i++)
		rows[i] = columns[i] = (uint8_t)i;
	for (bool more = true; more;) {
		more = drop_rows(&left, rows);
		more |= drop_columns(&left, columns);
	}
	if (find_saddle(&left, &row, &column, &low, &high)) {
		/* Equal payoffs made it pure: the whole matrix has the same value. */
		s.value = left.a[row * STRIDE + column];
		s.row[row] = s.column[column] = 1;
	} else if (left.rows == 2 && left.columns == 2) {
		solve_two(&left, &s);
	} else {
		solve_simplex(&left, low, high, &s);
	}
	for (int i = 0; i < left.rows; i++)
		out->row[rows[i]] = s.row[i];
	for (int j = 0; j < left.columns; j++)
		out->column[columns[j]] = s.column[j];
	out->value = s.value;
	out->gap = gap_of(m, out);
}
