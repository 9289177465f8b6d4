/* mixed.c - see mixed.h. */
#include "ai/common/mixed.h"

int
mixed_draw(const double *p, int n, struct rng *rng)
{
	double u = rng_unit(rng);
	int last = 0;
	for (int i = 0; i < n; i++) {
		if (p[i] <= 0)
			continue;
		last = i;
		u -= p[i];
		if (u < 0)
			break;
	}
	return last;
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
