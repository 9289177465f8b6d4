/*
 * simulate.c - one simulation of UCT: selection, growth, playout, backing up. See uct.c.
 */
#include "ai/common/order.h"
#include "ai/tree/uct/uct.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#define WIDEN_FIRST 40.0f	/* Coulom 2007: the second move at 40 visits, */
#define WIDEN_LOG2  0.48542683f /* each further one at 1.4 times as many: log2(1.4) */

/* ---- growth ---- */

/* The moves a seat may choose from at a node; at the root the way home comes first. */
struct choices {
	int n; /* legal moves; those of equal outcome are merged, but not at the root */
	move m[MOVES_MAX]; /* the best `ordered` of them in order, then the others */
	int32_t score[MOVES_MAX]; /* of the ordered ones, by the game */
};

static void
uct_list_moves(const struct game *g, const struct uct *u, const struct state *st,
	       int seat, uint32_t at, int ordered, struct choices *c)
{
	c->n = at == TREE_ROOT ? g->rules->moves(g, st, seat, c->m)
			       : order_choices(g, st, seat, c->m);
	order_best(g, st, seat, c->m, c->score, c->n, ordered < c->n ? ordered : c->n);
	for (int i = at == TREE_ROOT && u->way_moves > 0 ? c->n - 1 : 0; i > 0; i--)
		if (c->m[i] == u->way[0]) {
			memmove(&c->m[1], c->m, (size_t)i * sizeof *c->m);
			c->m[0] = u->way[0];
			break;
		}
}

/* Marks a leaf as one for good where the game is settled or chance moves; else the seat to move. */
static int
uct_find_seat(const struct game *g, const struct uct *u, uint32_t at,
	      const struct state *st)
{
	struct tree_node *node = tree_at(&u->tree, at);
	const int seat = game_mover(g, st);
	node->proven = at == TREE_ROOT ? g->rules->settled(g, st) : game_decided(g, st);
	node->leaf = seat < 0 || node->proven;
	return node->leaf ? SEAT_NONE : seat;
}

/* Gives a leaf its children. True when it can be descended. */
static bool
uct_grow(struct search *s, struct uct *u, uint32_t at, const struct state *st)
{
	struct tree_node *node = tree_at(&u->tree, at);
	const int seat = node->leaf ? SEAT_NONE : uct_find_seat(s->game, u, at, st);
	if (seat == SEAT_NONE || u->tree.full)
		return false;
	struct choices c;
	const int first = at == TREE_ROOT ? MOVES_MAX : (int)TREE_FIRST;
	uct_list_moves(s->game, u, st, seat, at, first, &c);
	s->live.children += c.n;
	if (!tree_expand(&u->tree, at, seat, c.m, c.n, c.n < first ? c.n : first))
		return false;
	if (u->ways->grown != NULL)
		u->ways->grown(u, node);
	return true;
}

/* Room for twice as many children. */
static bool
grow_wider(const struct game *g, struct uct *u, uint32_t at, const struct state *st)
{
	const struct tree_node *node = tree_at(&u->tree, at);
	struct choices c;
	if (u->tree.full)
		return false;
	const uint32_t had = tree_made(node), all = node->children;
	const uint32_t made = 2 * had < all ? 2 * had : all;
	uct_list_moves(g, u, st, (int)node->seat, at, (int)made, &c);
	return tree_widen(&u->tree, at, c.m, (int)made);
}

bool
uct_widen_root(struct search *s, struct uct *u)
{
	const struct tree_node *root = tree_at(&u->tree, TREE_ROOT);
	struct choices c;
	uct_list_moves(s->game, u, &s->root, s->mover, TREE_ROOT, MOVES_MAX, &c);
	if (c.n != (int)root->children || s->mover != (int)root->seat)
		return false;
	for (uint32_t i = 0; i < root->tried; i++)
		if (tree_at(&u->tree, root->child + i)->m != c.m[i])
			return false;
	return root->whole || tree_widen(&u->tree, TREE_ROOT, c.m, c.n);
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
	const float explore = uct_explore(u, node);
	const uint32_t seat = node->seat;
	const float scale = u->scale[seat];
	const unsigned char *at = (const unsigned char *)tree_at(&u->tree, node->child);
	float best = -INFINITY;
	uint32_t pick = 0;
	for (uint32_t i = 0; i < node->tried; i++, at += u->tree.stride) {
		const struct tree_node *c = (const struct tree_node *)(const void *)at;
		const float score = c->mean[seat] * scale + c->spread * explore;
		pick = score > best ? i : pick;
		best = score > best ? score : best;
	}
	return node->child + pick;
}

/* The next untried child; 0: there is no room for it. */
static uint32_t
try_next(const struct game *g, struct uct *u, uint32_t at, const struct state *st)
{
	struct tree_node *node = tree_at(&u->tree, at);
	if (node->tried == tree_made(node) && !grow_wider(g, u, at, st))
		return 0;
	const uint32_t next = node->child + node->tried++;
	/* should this visit be dropped, it comes first the next time */
	tree_at(&u->tree, next)->spread = FLT_MAX;
	return next;
}

/* The best of the children tried so far, of which there are some. */
static uint32_t
pick_tried(struct uct *u, struct tree_node *node)
{
	if (node->tried == 1)
		return node->child;
	return u->ways->pick != NULL ? u->ways->pick(u, node) : select_tried(u, node);
}

/* The child to go to: the next untried one when it comes first and has room, else the best of the
 * others. */
static uint32_t
uct_select_child(const struct game *g, struct uct *u, uint32_t at, const struct state *st)
{
	struct tree_node *node = tree_at(&u->tree, at);
	const bool more =
		node->tried < node->children && node->tried < allowed_children(u, node);
	const uint32_t next = more || node->tried == 0 ? try_next(g, u, at, st) : 0;
	return next != 0 ? next : pick_tried(u, node);
}

/* ---- a simulation ---- */

/* Adds the simulation's result to every node of the path. */
static void
uct_back_up(const struct game *g, struct uct *u, int depth)
{
	for (int d = 0; d <= depth; d++)
		tree_visit(tree_at(&u->tree, u->path[d]), u->value, g->seats);
}

/* The means of a state are these. */
static void
uct_value_of(const struct game *g, const struct uct *u, const struct state *st,
	     float *value)
{
	int32_t points[SEATS_MAX];
	g->knowledge->evaluate(g, st, points);
	for (int i = 0; i < g->seats; i++)
		value[i] = (float)(points[i] - u->origin[i]);
}

/* Values of the state where the playout ended; those of a proven node are known. */
static void
find_value(const struct game *g, struct uct *u, const struct tree_node *end)
{
	if (end->proven && end->visits > 0)
		memcpy(u->value, end->mean, (size_t)g->seats * sizeof *u->value);
	else
		uct_value_of(g, u, &u->scratch, u->value);
}

/* Whether a node, reached in this state, is where the playout starts. */
static bool
ends_here(struct search *s, struct uct *u, uint32_t at, const struct state *st)
{
	struct tree_node *node = tree_at(&u->tree, at);
	const bool fresh = at != TREE_ROOT && node->visits == 0;
	if (node->children > 0)
		return fresh; /* it has children when its first visits were dropped */
	if (at != TREE_ROOT && node->visits + 1 < u->expand) {
		if (u->instant && fresh)
			uct_find_seat(s->game, u, at, st);
		return true;
	}
	return !uct_grow(s, u, at, st) || fresh;
}

/* Goes down the tree to where the playout starts, which leaves the state in u->scratch and the way
 * in u->path. False: the budget ended before. */
static bool
uct_descend(struct search *s, struct uct *u, int64_t budget, int *plies)
{
	const struct game *g = s->game;
	struct state *st = &u->scratch;
	uint32_t at = TREE_ROOT;
	int depth = 0;
	game_copy(g, &s->root, st);
	u->path[0] = at;
	while (depth < TREE_PLIES - 1 && !ends_here(s, u, at, st)) {
		if (depth == budget)
			return false;
		const int seat = (int)tree_at(&u->tree, at)->seat;
		at = uct_select_child(g, u, at, st);
		tree_prefetch(&u->tree, at);
		g->rules->play(g, st, seat, tree_at(&u->tree, at)->m, st);
		u->path[++depth] = at;
	}
	*plies = depth;
	return true;
}

/* From where the tree ends; at most `left` plies. False: they ended it. */
static bool
uct_play_out(struct search *s, struct uct *u, int64_t left, int *plies)
{
	struct state *st = &u->scratch;
	const int want = u->playout_plies > 0 ? u->playout_plies : INT_MAX;
	const int max = left < want ? (int)left : want;
	*plies = game_rollout(s->game, st, &s->rng, max, u->playout, ROLLOUT_STOPS);
	return *plies < left || left >= want || game_decided(s->game, st);
}

/* Counts a simulation that has been backed up along u->path[0..depth]. */
static void
uct_count(const struct search *s, struct uct *u, int depth)
{
	u->simulations++;
	u->last = depth;
	u->tree_plies += depth;
	if (u->ways->after != NULL)
		u->ways->after(s, u, depth);
	if (depth > u->seldepth)
		u->seldepth = depth;
}

int64_t
uct_simulate(struct search *s, struct uct *u, int64_t budget)
{
	int depth, plies = 0;
	if (!uct_descend(s, u, budget, &depth))
		return budget;
	const struct tree_node *end = tree_at(&u->tree, u->path[depth]);
	if (!end->leaf && !end->proven && !uct_play_out(s, u, budget - depth, &plies))
		return budget;
	find_value(s->game, u, end);
	uct_back_up(s->game, u, depth);
	uct_count(s, u, depth);
	return depth + plies;
}
