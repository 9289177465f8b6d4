/* interval.c - see interval.h. */
#include "ai/depth_first/interval.h"

#include "src/core/game.h"

#include <assert.h>

/* Gauss-Legendre on -1..1: 2 nodes are exact to degree 3, 3 to 5. */
struct rule {
	int nodes;
	double at[3], weight[3];
};

static const struct rule rule2 = { 2,
				   { -0.57735026918962576, 0.57735026918962576 },
				   { 1, 1 } };
static const struct rule rule3 = { 3,
				   { -0.77459666924148338, 0, 0.77459666924148338 },
				   { 5.0 / 9, 8.0 / 9, 5.0 / 9 } };
static double
interval_below(double l, double u, double x)
{
	return x >= u ? 1 : x <= l ? 0 : (x - l) / (u - l);
}

/* The ends of the polynomial pieces, from `from` on, sorted; returns the count. */
static int
breakpoints(int n, const double *high, double from, double *at)
{
	int count = 1;
	at[0] = from;
	for (int i = 0; i < n; i++) {
		int j = count;
		if (high[i] <= from)
			continue;
		for (; j > 0 && at[j - 1] > high[i]; j--)
			at[j] = at[j - 1];
		at[j] = high[i];
		count++;
	}
	return count;
}

/* Adds the piece s..e of every seat's integral. */
static void
add_piece(int n, const double *low, const double *high, double s, double e, double *win)
{
	const double half = (e - s) / 2, middle = s + half;
	for (int k = 0; k < rule3.nodes; k++) {
		const double x = middle + half * rule3.at[k];
		double f[SEATS_MAX];
		for (int i = 0; i < n; i++)
			f[i] = interval_below(low[i], high[i], x);
		for (int i = 0; i < n; i++) {
			double p = low[i] <= x && x <= high[i] && low[i] < high[i]
					   ? 1 / (high[i] - low[i])
					   : 0;
			for (int j = 0; j < n && p > 0; j++)
				p *= j == i ? 1 : f[j];
			win[i] += rule3.weight[k] * half * p;
		}
	}
}

void
interval_win(int n, const double *low, const double *high, double *win)
{
	double from = low[0], at[SEATS_MAX + 1];
	for (int i = 1; i < n;
	     i++) /* below the highest low, another seat is certainly higher */
		from = low[i] > from ? low[i] : from;
	for (int i = 0; i < n; i++) {
		win[i] = low[i] < high[i] ? 0 : 1;
		for (int j = 0; j < n && win[i] > 0; j++)
			if (j != i)
				win[i] *= interval_below(low[j], high[j], low[i]);
	}
	const int count = breakpoints(n, high, from, at);
	for (int k = 1; k < count; k++)
		if (at[k] > at[k - 1])
			add_piece(n, low, high, at[k - 1], at[k], win);
}

/*
 * With y = high - x and widths w, F_j = 1 - y / w_j for y <= the least width W, so that
 * P_i = 1/w_i times the integral over 0..W of the product of all F but F_i.
 */
void
interval_win_common(int n, const double *low, double high, double *win)
{
	assert(n > 0 && n <= SEATS_MAX);
	double inverse[SEATS_MAX], least = high - low[0];
	for (int i = 1; i < n; i++)
		least = high - low[i] < least ? high - low[i] : least;
	if (least <= 0) { /* the seats already at the upper end win */
		for (int i = 0; i < n; i++)
			win[i] = low[i] >= high ? 1 : 0;
		return;
	}
	for (int i = 0; i < n; i++) {
		inverse[i] = 1 / (high - low[i]);
		win[i] = 0;
	}
	const struct rule *r = n <= 4 ? &rule2 : &rule3;
	for (int k = 0; k < r->nodes; k++) {
		const double y = least * (1 + r->at[k]) / 2;
		double f[SEATS_MAX], before[SEATS_MAX], after = 1;
		before[0] = r->weight[k] * least / 2;
		for (int i = 0; i < n; i++) {
			f[i] = 1 - y * inverse[i];
			if (i + 1 < n)
				before[i + 1] = before[i] * f[i];
		}
		for (int i = n - 1; i >= 0; i--) {
			win[i] += inverse[i] * before[i] * after;
			after *= f[i];
		}
	}
}
