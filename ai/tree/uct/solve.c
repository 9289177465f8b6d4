/*
 * solve.c - MCTS-Solver for any number of seats and outcomes. See uct.c.
 *
 * Source: Winands, Bjornsson & Saito 2008 (MCTS-Solver); Nijssen & Winands 2011 (more seats).
 * Differs: values are vectors and not wins and losses. A settled position is proven. A node is
 * proven when
 *   - one of its children is proven and gives its mover the most that the bounds of the root
 *     allow, in a game where that leaves the other seats their least, so that any other child of
 *     the same value is the same to them; or
 *   - all its legal moves have been tried and all are proven: its value is that of the best one.
 *     Where several are equal for the mover and differ for the others it is left open, as max^n
 *     does not define which of them is played.
 * Proven values are exact; means above them are not corrected but converge to them: where the best
 * child is proven its value is backed up, while the simulation itself goes to the best open child.
 * Such a simulation is a visit of both: visits of children may add up to more than the node's.
 */
#include "ai/tree/uct/uct.h"

#include <string.h>

#define EXACT (1 << 24) /* whole numbers below it are exact as floats */

void
uct_find_summits(const struct search *s, struct uct *u, const struct bounds *b)
{
	const int seats = s->game->seats;
	int64_t least = 0;
	bool exact = (s->game->traits & (TRAIT_CONSTANT_SUM | TRAIT_ZERO_SUM)) != 0;
	for (int i = 0; i < seats; i++) {
		least += b->low[i];
		exact = exact && (int64_t)b->high[i] - u->origin[i] < EXACT &&
			(int64_t)u->origin[i] - b->low[i] < EXACT;
	}
	for (int i = 0; i < seats; i++)
		u->summit[i] = (struct summit){
			.mean = (float)(b->high[i] - u->origin[i]),
			.forced = exact && b->maxsum - b->high[i] == least - b->low[i],
		};
}

static bool
same_to_all(const struct tree_node *a, const struct tree_node *b, int seats)
{
	return memcmp(a->mean, b->mean, (size_t)seats * sizeof *a->mean) == 0;
}

/* The child that a node whose children are all proven is worth; NULL: they are not, or which of
 * equals is played makes a difference. */
static const struct tree_node *
best_of_proven(const struct tree *t, const struct tree_node *node)
{
	const uint32_t seat = node->seat;
	const struct tree_node *best = NULL;
	bool equal = true;
	if (node->tried < node->children)
		return NULL;
	for (uint32_t i = 0; i < node->children; i++) {
		const struct tree_node *c = tree_at(t, node->child + i);
		if (!c->proven)
			return NULL;
		if (best == NULL || c->mean[seat] > best->mean[seat]) {
			best = c;
			equal = true;
		} else if (!(c->mean[seat] < best->mean[seat])) {
			equal = equal && same_to_all(c, best, t->seats);
		}
	}
	return equal ? best : NULL;
}

void
uct_prove(const struct search *s, struct uct *u, int depth)
{
	const struct tree *t = &u->tree;
	if (!tree_at(t, u->path[depth])->proven)
		return;
	for (int d = depth - 1; d >= 0; d--) {
		struct tree_node *node = tree_at(t, u->path[d]);
		const struct tree_node *by = tree_at(t, u->path[d + 1]);
		const struct summit *top = &u->summit[node->seat];
		const bool reached = by->mean[node->seat] >= top->mean;
		if (reached && d == 0 && (int)node->seat == s->mover)
			u->solved = true;
		if (!reached || !top->forced)
			by = best_of_proven(t, node);
		if (by == NULL)
			return;
		memcpy(node->mean, by->mean, (size_t)t->seats * sizeof *node->mean);
		node->proven = 1;
		u->solved = u->solved || d == 0;
	}
}
