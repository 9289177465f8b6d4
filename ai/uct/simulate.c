/*
 * simulate.c - one simulation of UCT: selection, growth, playout, backing up. See uct.c.
 */
#include "ai/common/order.h"
#include "ai/uct/uct.h"

#include <limits.h>
#include <math.h>

#define WIDEN_FIRST 40.0f	/* Coulom 2007: the second move at 40 visits, */
#define WIDEN_LOG2  0.48542683f /* each further one at 1.4 times as many: log2(1.4) */

/* ---- growth ---- */

/* What a seat may choose from at a node, the best k of it in order; returns how many there are.
 * Moves of equal outcome are merged, but not at the root. */
static int
list_moves(const struct game *g, const struct state *st, int seat, uint32_t at, int k,
	   move *m)
{
	int32_t score[MOVES_MAX];
	int n;
	if (at != TREE_ROOT && g->fast->choices != NULL) {
		n = g->fast->choices(g, st, seat, m);
	} else {
		n = g->rules->moves(g, st, seat, m);
		if (at != TREE_ROOT && g->knowledge->merge != NULL)
			n = g->knowledge->merge(g, st, seat, m, n);
	}
	order_best(g, st, seat, m, score, n, k < n ? k : n);
	return n;
}

/* Gives a leaf its children, or marks it as one for good. True when it can be descended. */
static bool
grow(struct search *s, struct uct *u, uint32_t at, const struct state *st)
{
	const struct game *g = s->game;
	struct tree_node *node = tree_at(&u->tree, at);
	if (node->leaf)
		return false;
	const int seat = game_mover(g, st);
	node->proven = g->rules->settled(g, st);
	if (seat < 0 || node->proven) {
		node->leaf = 1;
		return false;
	}
	if (u->tree.full)
		return false;
	move m[MOVES_MAX];
	const int first = at == TREE_ROOT ? MOVES_MAX : (int)TREE_FIRST;
	const int n = list_moves(g, st, seat, at, first, m);
	s->live.children += n;
	return tree_expand(&u->tree, at, seat, m, n, n < first ? n : first);
}

/* Room for twice as many children. */
static bool
grow_wider(const struct game *g, struct uct *u, uint32_t at, const struct state *st)
{
	const struct tree_node *node = tree_at(&u->tree, at);
	move m[MOVES_MAX];
	if (u->tree.full)
		return false;
	const int twice = 2 * (int)tree_made(node), all = (int)node->children;
	const int made = twice < all ? twice : all;
	list_moves(g, st, (int)node->seat, at, made, m);
	return tree_widen(&u->tree, at, m, made);
}

bool
uct_widen_root(struct search *s, struct uct *u)
{
	const struct tree_node *root = tree_at(&u->tree, TREE_ROOT);
	move m[MOVES_MAX];
	const int n = list_moves(s->game, &s->root, s->mover, TREE_ROOT, MOVES_MAX, m);
	if (n != (int)root->children || s->mover != (int)root->seat)
		return false;
	for (uint32_t i = 0; i < root->tried; i++)
		if (tree_at(&u->tree, root->child + i)->m != m[i])
			return false;
	return root->whole || tree_widen(&u->tree, TREE_ROOT, m, n);
}

/* ---- selection ---- */

/* The number of children that may be selected by now. */
static uint32_t
allowed_children(const struct uct *u, const struct tree_node *node)
{
	if (u->widen == 0 || node->children <= u->widen)
		return node->children;
	if ((float)node->visits < WIDEN_FIRST)
		return u->widen;
	const float more =
		(tree_log2(node->visits) - 5.32193f) / WIDEN_LOG2; /* log2 40 */
	const uint32_t n = u->widen + 1 + (uint32_t)more;
	return n < node->children ? n : node->children;
}

/* UCB1 over the children tried so far, of which there are some. */
static uint32_t
select_tried(const struct uct *u, const struct tree_node *node)
{
	const float explore = u->c2ln2 * tree_log2(node->visits);
	const uint32_t seat = node->seat;
	const float scale = u->scale[seat];
	const unsigned char *at = (const unsigned char *)tree_at(&u->tree, node->child);
	float best = -INFINITY;
	uint32_t pick = 0;
	for (uint32_t i = 0; i < node->tried; i++, at += u->tree.stride) {
		const struct tree_node *c = (const struct tree_node *)(const void *)at;
		const float score =
			c->mean[seat] * scale + sqrtf(explore / (float)c->visits);
		pick = score > best ? i : pick;
		best = score > best ? score : best;
	}
	return node->child + pick;
}

/* The child to go to: the next untried one, else the best of the others. */
static uint32_t
select_child(const struct game *g, struct uct *u, uint32_t at, const struct state *st)
{
	struct tree_node *node = tree_at(&u->tree, at);
	if (node->tried < node->children && node->tried < allowed_children(u, node) &&
	    (node->tried < tree_made(node) || grow_wider(g, u, at, st)))
		return node->child + node->tried++;
	return node->tried == 1 ? node->child : select_tried(u, node);
}

/* ---- a simulation ---- */

/* Adds the values of st to every node of the path. */
static void
back_up(const struct game *g, struct uct *u, const struct state *st, int depth)
{
	int32_t value[SEATS_MAX];
	float mean[SEATS_MAX];
	g->knowledge->evaluate(g, st, value);
	for (int i = 0; i < g->seats; i++)
		mean[i] = (float)(value[i] - u->origin[i]);
	for (int d = 0; d <= depth; d++)
		tree_visit(tree_at(&u->tree, u->path[d]), mean, g->seats);
}

/* Goes down the tree to where the playout starts, which leaves the state there. False: the budget
 * ended before. */
static bool
descend(struct search *s, struct uct *u, int64_t budget, int *plies)
{
	const struct game *g = s->game;
	struct state *st = &u->scratch;
	uint32_t at = TREE_ROOT;
	int depth = 0;
	game_copy(g, &s->root, st);
	u->path[0] = at;
	while (depth < TREE_PLIES - 1) {
		const struct tree_node *node = tree_at(&u->tree, at);
		if (node->children == 0) {
			const bool fresh = at != TREE_ROOT && node->visits == 0;
			if ((at != TREE_ROOT && node->visits + 1 < u->expand) ||
			    !grow(s, u, at, st) || fresh)
				break;
		}
		if (depth == budget)
			return false;
		const int seat = (int)node->seat;
		at = select_child(g, u, at, st);
		g->rules->play(g, st, seat, tree_at(&u->tree, at)->m, st);
		u->path[++depth] = at;
	}
	*plies = depth;
	return true;
}

int64_t
uct_simulate(struct search *s, struct uct *u, int64_t budget)
{
	struct state *st = &u->scratch;
	int depth, plies = 0;
	if (!descend(s, u, budget, &depth)) {
		u->dropped++;
		return budget;
	}
	if (!tree_at(&u->tree, u->path[depth])->leaf) {
		const int want = u->playout_plies > 0 ? u->playout_plies : INT_MAX;
		const int64_t left = budget - depth;
		plies = playout_run(s, st, left < want ? (int)left : want,
				    u->playout == PLAYOUT_RANDOM, PLAYOUT_STOPS);
		if (plies == left && left < want &&
		    !s->game->rules->settled(s->game, st)) {
			u->dropped++;
			return budget;
		}
	}
	back_up(s->game, u, st, depth);
	u->simulations++;
	u->last = depth;
	u->tree_plies += depth;
	if (depth > u->seldepth)
		u->seldepth = depth;
	return depth + plies;
}
