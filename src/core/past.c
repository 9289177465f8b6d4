/* past.c - see past.h. */
#include "src/core/past.h"

void
past_fill(struct past *p, const struct game *g, const struct state *states, int n)
{
	for (int k = n > PAST_PLIES ? n - PAST_PLIES : 0; k < n; k++)
		p->key[k % PAST_PLIES] = g->turns->key(g, &states[k]);
}
