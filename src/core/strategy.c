/* strategy.c - see strategy.h. */
#include "src/core/strategy.h"

#include "src/core/search.h"

#include <string.h>

look_ref
strategy_nowhere(struct search *s, look_ref node, const struct played_move *step,
		 int steps, const struct state *at)
{
	(void)s, (void)node, (void)step, (void)steps, (void)at;
	return STRATEGY_NONE;
}

bool
strategy_no_mix(struct search *s, look_ref node, const struct state *at, int seat,
		double *prob)
{
	(void)s, (void)node, (void)at, (void)seat, (void)prob;
	return false;
}

void
strategy_refs(struct search *s, const struct public_tree *t, look_ref *ref)
{
	for (uint32_t i = 0; i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		const struct played_move made = { t->node[n->up].seat, n->m };
		ref[i] = i == 0 && s != NULL ? LOOK_ROOT : STRATEGY_NONE;
		if (s != NULL && i > 0 && ref[n->up] != STRATEGY_NONE)
			ref[i] = s->ops->strategy->below(s, ref[n->up], &made, 1,
							 public_tree_state(t, i));
	}
}

int
strategy_mixes_row(struct strategy_mixes *x, move m)
{
	for (int i = 0; i < x->moves; i++)
		if (x->m[i] == m)
			return i;
	if (x->moves == STRATEGY_MOVES)
		return STRATEGY_MOVES - 1;
	memset(x->prob[x->moves], 0, sizeof x->prob[0]);
	x->m[x->moves] = m;
	return x->moves++;
}
