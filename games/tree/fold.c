/*
 * fold.c - facts about a node of a tree from those below it: how far it is to an end, the
 * bounds of the ends, an estimate. One pass from the last node to the first, for children come
 * after their parents.
 */
#include "games/tree/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
fold_child(const struct file_node *c, struct file_node *n, int seats)
{
	for (int i = 0; i < seats; i++) {
		n->low[i] = c->low[i] < n->low[i] ? c->low[i] : n->low[i];
		n->high[i] = c->high[i] > n->high[i] ? c->high[i] : n->high[i];
	}
	n->height = c->height + 1 > n->height ? c->height + 1 : n->height;
}

/* The mean of the children's tuples, weighted; rounded down, so that no sum grows. */
static void
mean_value(const struct tree_file *t, struct file_node *n,
	   const int32_t (*exact)[SEATS_MAX], const bool *known)
{
	for (int i = 0; i < t->seats; i++) {
		double sum = 0;
		for (int k = 0; k < n->count; k++) {
			const int c = n->first + k;
			const double w = n->prob ? n->prob[k] : 1.0 / n->count;
			const bool behind = n->kind == TREE_CHANCE && known[c];
			sum += w * (behind ? exact[c][i] : t->node[c].value[i]);
		}
		n->value[i] = (int32_t)floor(sum + 1e-7);
	}
}

/* Plain max^n: the first of the mover's best children. */
static void
tree_exact_value(const struct tree_file *t, int at, int32_t (*exact)[SEATS_MAX],
		 bool *known)
{
	const struct file_node *n = &t->node[at];
	int best = n->first;
	known[at] = n->kind != TREE_MATRIX;
	for (int k = 0; k < n->count; k++) {
		known[at] = known[at] && known[n->first + k];
		if (n->kind == TREE_TURN &&
		    exact[n->first + k][n->seat] > exact[best][n->seat])
			best = n->first + k;
	}
	memcpy(exact[at], n->kind == TREE_TURN ? exact[best] : n->value,
	       sizeof exact[at]);
}

bool
tree_fold(struct tree_file *t)
{
	int32_t(*exact)[SEATS_MAX] = calloc((size_t)t->count, sizeof *exact);
	bool *known = calloc((size_t)t->count, sizeof *known);
	for (int at = t->count - 1; at >= 0 && exact && known; at--) {
		struct file_node *n = &t->node[at];
		if (n->kind != TREE_LEAF) {
			memcpy(n->low, t->node[n->first].low, sizeof n->low);
			memcpy(n->high, t->node[n->first].high, sizeof n->high);
			for (int k = 0; k < n->count; k++)
				fold_child(&t->node[n->first + k], n, t->seats);
			mean_value(t, n, (const int32_t(*)[SEATS_MAX])exact, known);
		}
		tree_exact_value(t, at, exact, known);
	}
	const bool ok = exact && known;
	free(exact);
	free(known);
	return ok;
}
