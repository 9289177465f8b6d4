/*
 * interval.h - the probability of each seat to have the highest value, from intervals of values.
 *
 * Source: Hashavit and Markovitch, equation (1): P(a) is the integral over a's uniform density of
 * the product of the others' P(y <= x), the seats being independent. Differs: the inner factor is
 * clamped to 0..1. Degenerate intervals (low == high) are point masses; equal ones at the top win
 * together, so that win[] may sum to more than 1.
 *
 * Exact but for rounding: between two breakpoints the integrand is a polynomial, and Gauss-Legendre
 * with enough nodes integrates it exactly.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_INTERVAL_H
#define PLYSCOPE_AI_DEPTH_FIRST_INTERVAL_H

/* win[n] from low[n] <= high[n]; 1 <= n <= SEATS_MAX. */
void interval_win(int n, const double *low, const double *high, double *win);
/* The same for intervals that end at the same value: one piece, no sorting. */
void interval_win_common(int n, const double *low, double high, double *win);

#endif
