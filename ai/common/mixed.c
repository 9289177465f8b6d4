/* mixed.c - see mixed.h. */
#include "ai/common/mixed.h"

void
mixed_threshold(double *p, int n, int stride, double least)
{
	double all = 0, left = 0;
	int top = 0;
	for (int i = 0; i < n; i++) {
		all += p[i * stride];
		top = p[i * stride] > p[top * stride] ? i : top;
	}
	for (int i = 0; i < n; i++) {
		double *x = &p[i * stride];
		*x = i == top || *x >= least * all ? *x : 0;
		left += *x;
	}
	for (int i = 0; i < n && left > 0; i++)
		p[i * stride] *= all / left;
}

void
mixed_threshold_hands(struct strategy_mixes *x, double least)
{
	for (int h = 0; h < PUBLIC_HANDS && least > 0; h++)
		mixed_threshold(&x->prob[0][h], x->moves, PUBLIC_HANDS, least);
}

void
mixed_sort(struct snapshot *live, move first)
{
	live->sorted = true;
	for (int i = 0; i < live->move_count; i++) {
		const struct stats_move row = live->moves[i];
		int j = i;
		for (; j > 0 && live->moves[j - 1].m != first &&
		       (row.m == first || row.prob > live->moves[j - 1].prob);
		     j--)
			live->moves[j] = live->moves[j - 1];
		live->moves[j] = row;
	}
}
