/*
 * numbers.c - proof and disproof numbers in a tree of UCT, and ranks by them. See pn_mcts.c.
 *
 * There is a goal for each seat: that it wins (ai/common/outcome.h). At a node where that seat
 * chooses the goal takes one child (OR: pn is the least of the children's, dn their sum), at every
 * other node all of them (AND: pn the sum, dn the least). A settled state is { 0, inf } or { inf, 0
 * }; every other node without children, and every child that was not made yet or not visited yet,
 * is { 1, 1 }. With two seats the two goals are the two layers of the paper: that one does not lose
 * is that the other one does not win, pn and dn exchanged.
 *
 * After a simulation the numbers change along its path alone, and only as far up as they do change.
 * Sums are corrected by what changed; the least is looked for only when the child that had it has
 * more now. A proven or disproven goal stays so, whatever is forgotten below it when memory is
 * full; any other node that lost its children keeps its numbers until it grows again.
 *
 * Ranks: 1 and the number of siblings with a lower key, those without a node too, so that equal
 * ones share a rank and the next has its place ("1224"). They are kept: when one key changes from a
 * to b, the siblings above a move up and those above b move down, in one pass.
 */
#include "ai/common/outcome.h"
#include "ai/pn_mcts/pn_mcts.h"

#include <string.h>

static const struct pn_pair unknown = { 1, 1 };

size_t
pn_extra_bytes(int seats)
{
	return sizeof(struct pn_extra) + (size_t)seats * sizeof(struct pn_pair);
}

bool
pn_resolved(const struct pn *p, const struct tree_node *n, int chooser)
{
	const struct pn_pair *goal = pn_extra(&p->u, n)->goal;
	if (p->other < 0)
		return goal[chooser].pn == 0 || goal[chooser].dn == 0;
	if (goal[p->me].dn == 0)
		return true;
	return p->two_layers ? goal[p->other].dn == 0 : goal[p->me].pn == 0;
}

bool
pn_decided(const struct pn *p, const struct tree_node *n)
{
	const struct pn_pair *goal = pn_extra(&p->u, n)->goal;
	if (!p->final || p->code == CODE_PUBLISHED)
		return false;
	return goal[p->me].pn == 0 || (p->other >= 0 && p->two_layers &&
				       goal[p->me].dn == 0 && goal[p->other].dn == 0);
}

/* ---- numbers ---- */

/* The number of which a node takes the least of its children's, and the one it takes the sum of. */
static uint32_t *
least_of(struct pn_pair *p, bool or_node)
{
	return or_node ? &p->pn : &p->dn;
}

static uint32_t *
sum_of(struct pn_pair *p, bool or_node)
{
	return or_node ? &p->dn : &p->pn;
}

/* By the definition, from all children. */
static struct pn_pair
from_children(const struct uct *u, const struct tree_node *n, int goal)
{
	const bool or_node = (int)n->seat == goal;
	const uint32_t unmade = n->children - n->tried;
	struct pn_pair out;
	uint32_t least = unmade > 0 ? 1 : PROOF_INF, sum = unmade;
	for (uint32_t i = n->child; i < n->child + n->tried; i++) {
		const struct tree_node *c = tree_at(&u->tree, i);
		struct pn_pair x =
			uct_visits(u, c) > 0 ? pn_extra(u, c)->goal[goal] : unknown;
		const uint32_t l = *least_of(&x, or_node);
		least = l < least ? l : least;
		sum = proof_sum(sum, *sum_of(&x, or_node));
	}
	*least_of(&out, or_node) = least;
	*sum_of(&out, or_node) = sum;
	return out;
}

/* The same when one child's pair became another; now: the node's. */
static struct pn_pair
corrected(const struct uct *u, const struct tree_node *n, int goal, struct pn_pair now,
	  struct pn_pair from, struct pn_pair to)
{
	const bool or_node = (int)n->seat == goal;
	uint32_t *least = least_of(&now, or_node), *sum = sum_of(&now, or_node);
	const uint32_t l0 = *least_of(&from, or_node), l1 = *least_of(&to, or_node);
	const uint32_t s0 = *sum_of(&from, or_node), s1 = *sum_of(&to, or_node);
	const bool stays =
		l0 == 1 && n->tried < n->children; /* one not made has it too */
	if ((l0 == *least && l1 > l0 && !stays) || s0 >= PROOF_MOST || *sum >= PROOF_MOST)
		return from_children(u, n, goal);
	*least = l1 < *least ? l1 : *least;
	*sum = proof_sum(*sum - s0, s1);
	return now;
}

static bool
same(struct pn_pair a, struct pn_pair b)
{
	return a.pn == b.pn && a.dn == b.dn;
}

/* ---- ranks ---- */

/* Whether ties of the first number are broken by the second. */
static bool
breaks_ties(const struct pn *p)
{
	return p->other >= 0 && p->two_layers && p->code == CODE_PAPER;
}

/* The number a choosing seat looks at first: the lower, the closer to a proof. */
static uint64_t
key_of(const struct pn *p, const struct pn_pair *goal, int chooser)
{
	if (p->other < 0)
		return (uint64_t)goal[chooser].pn << 32;
	const struct pn_pair mine = goal[p->me], theirs = goal[p->other];
	const bool or_node = chooser == p->me;
	const uint64_t key = (uint64_t)(or_node ? mine.pn : mine.dn) << 32;
	return !breaks_ties(p) ? key : key | (or_node ? theirs.dn : theirs.pn);
}

/* That of { 1, 1 } for every goal. */
static uint64_t
unvisited_key(const struct pn *p)
{
	return UINT64_C(1) << 32 | (breaks_ties(p) ? 1 : 0);
}

/* One child's key was `from`, fresh: it had no visit. Ranks of all, and the worst of them. */
static void
rerank(const struct pn *p, struct tree_node *n, uint32_t child, uint64_t from, bool fresh)
{
	const struct uct *u = &p->u;
	const int seat = (int)n->seat;
	const uint64_t to = key_of(p, pn_extra(u, tree_at(&u->tree, child))->goal, seat);
	if (to == from && !fresh)
		return;
	const uint64_t blank = unvisited_key(p);
	uint32_t unvisited = n->children - n->tried;
	uint32_t rank = 1, below_blank = to < blank, worst = 0;
	for (uint32_t i = n->child; i < n->child + n->tried; i++) {
		const struct tree_node *c = tree_at(&u->tree, i);
		struct pn_extra *x = pn_extra(u, c);
		const bool visited = uct_visits(u, c) > 0;
		unvisited += !visited;
		if (i == child || !visited)
			continue;
		const uint64_t key = key_of(p, x->goal, seat);
		x->rank = (uint16_t)(x->rank + (to < key) - (from < key));
		worst = x->rank > worst ? x->rank : worst;
		rank += key < to;
		below_blank += key < blank;
	}
	rank += blank < to ? unvisited : 0;
	worst = rank > worst ? rank : worst;
	if (unvisited > 0 && 1 + below_blank > worst)
		worst = 1 + below_blank;
	pn_extra(u, tree_at(&u->tree, child))->rank = (uint16_t)rank;
	pn_extra(u, n)->worst = (uint16_t)worst;
}

/* ---- after a simulation ---- */

void
pn_begin_root(struct pn *p)
{
	struct pn_extra *x = pn_extra(&p->u, tree_at(&p->u.tree, TREE_ROOT));
	for (int i = 0; i < p->seats; i++)
		x->goal[i] = unknown;
}

void
pn_grown(struct uct *u, struct tree_node *n)
{
	pn_extra(u, n)->worst = 0;
}

/* The pairs of a node after its first visit. */
static void
begin(const struct search *s, const struct uct *u, struct tree_node *end)
{
	struct pn_extra *x = pn_extra(u, end);
	int32_t value[SEATS_MAX];
	for (int i = 0; i < s->game->seats; i++)
		x->goal[i] = end->children == 0 ? unknown : from_children(u, end, i);
	if (!end->proven)
		return;
	s->game->knowledge->evaluate(s->game, &u->scratch, value);
	for (int i = 0; i < s->game->seats; i++)
		x->goal[i] = outcome_of(value, s->game->seats, i) == OUTCOME_WIN
				     ? (struct pn_pair){ 0, PROOF_INF }
				     : (struct pn_pair){ PROOF_INF, 0 };
}

/* A node's pairs after a child's have changed; proven and disproven goals stay. All: the node
 * has just got its children. */
static void
correct(const struct pn *p, struct tree_node *n, const struct pn_pair *from,
	const struct pn_pair *to, bool all)
{
	const struct uct *u = &p->u;
	struct pn_extra *x = pn_extra(u, n);
	for (int i = 0; i < p->seats; i++) {
		if (x->goal[i].pn == 0 || x->goal[i].dn == 0)
			continue;
		if (all)
			x->goal[i] = from_children(u, n, i);
		else if (!same(from[i], to[i]))
			x->goal[i] = corrected(u, n, i, x->goal[i], from[i], to[i]);
	}
}

static void
mark_resolved(const struct pn *p, struct tree_node *n, const struct tree_node *parent)
{
	n->marked = pn_resolved(p, n, (int)parent->seat);
}

/* The child at path[d + 1] had the pairs `from`, which become those that the node had. True when
 * the node's changed. */
static bool
update_node(const struct pn *p, int d, struct pn_pair *from, bool fresh)
{
	const struct uct *u = &p->u;
	struct tree_node *n = tree_at(&u->tree, u->path[d]);
	struct pn_extra *x = pn_extra(u, n);
	struct pn_pair before[SEATS_MAX];
	const size_t bytes = (size_t)p->seats * sizeof *before;
	const bool grown = x->worst == 0;
	memcpy(before, x->goal, bytes);
	rerank(p, n, u->path[d + 1],
	       fresh ? unvisited_key(p) : key_of(p, from, (int)n->seat), fresh);
	correct(p, n, from, pn_extra(u, tree_at(&u->tree, u->path[d + 1]))->goal, grown);
	memcpy(from, before, bytes);
	if (memcmp(before, x->goal, bytes) == 0)
		return false;
	if (d > 0)
		mark_resolved(p, n, tree_at(&u->tree, u->path[d - 1]));
	return true;
}

/* Whether the simulation went through what had been solved before. */
static bool
passed_solved(const struct pn *p, int depth)
{
	for (int d = 1; d <= depth; d++)
		if (tree_at(&p->u.tree, p->u.path[d])->marked)
			return true;
	return false;
}

void
pn_update(const struct search *s, struct uct *u, int depth)
{
	struct pn *p = (struct pn *)u;
	struct tree_node *end = tree_at(&u->tree, u->path[depth]);
	struct pn_pair from[SEATS_MAX];
	p->in_solved += passed_solved(p, depth);
	if (uct_visits(u, end) > 1 || depth == 0)
		return;
	begin(s, u, end);
	mark_resolved(p, end, tree_at(&u->tree, u->path[depth - 1]));
	for (int i = 0; i < p->seats; i++)
		from[i] = unknown;
	for (int d = depth - 1; d >= 0 && update_node(p, d, from, d == depth - 1); d--)
		;
	u->solved = pn_decided(p, tree_at(&u->tree, TREE_ROOT));
}
