/*
 * numbers.c - proof and disproof numbers in a tree of UCT, and ranks by them. See pn_mcts.c.
 *
 * There is a goal for each seat: that it wins (ai/common/outcome.h). At a node where that seat
 * chooses the goal takes one child (OR: pn is the least of the children's, dn their sum), at every
 * other node all of them (AND: pn the sum, dn the least). A settled state is { 0, inf } or
 * { inf, 0 }; every other node without children, and every child that was not made yet or not
 * visited yet, is { 1, 1 }. With two seats the two goals are the two layers of the paper: that one
 * does not lose is that the other one does not win, pn and dn exchanged.
 *
 * After a simulation the numbers change along its path alone, and only as far up as they do change:
 * most often nowhere, for a child's first visit seldom tells its parent anything. Sums are
 * corrected by what changed; the least is looked for only when the child that had it has more now.
 * A proven or disproven goal stays so, whatever is forgotten below it when memory is full; any
 * other node that lost its children keeps its numbers until it grows again.
 *
 * Ranks: 1 and the number of siblings with a lower key, those without a node too, so that equal
 * ones share a rank and the next has its place ("1224"). They are made when a node is first
 * selected from, or shown, and kept from then on: when one key changes from a to b, the siblings
 * above a move up and those above b move down, in one pass.
 */
#include "ai/common/outcome.h"
#include "ai/tree/pn_mcts/pn_mcts.h"

#define EXACT (1 << 24) /* whole numbers below it are exact as floats */

static const struct pn_pair unknown = { 1, 1 };

size_t
pn_extra_bytes(int seats)
{
	return sizeof(struct pn_extra) + (size_t)seats * sizeof(struct pn_pair);
}

/* The seat that is sure to win, SEAT_NONE. */
static int
sure_winner(const struct pn *p, const struct tree_node *n)
{
	for (int i = 0; i < p->seats; i++)
		if (pn_extra(&p->u, n)->goal[i].pn == 0)
			return i;
	return SEAT_NONE;
}

static bool
is_drawn(const struct pn *p, const struct tree_node *n)
{
	const struct pn_pair *goal = pn_extra(&p->u, n)->goal;
	return p->other >= 0 && goal[p->me].dn == 0 && goal[p->other].dn == 0;
}

bool
pn_decided(const struct pn *p, const struct tree_node *n)
{
	if (!p->final || p->code == CODE_PUBLISHED)
		return false;
	return sure_winner(p, n) != SEAT_NONE || (p->two_layers && is_drawn(p, n));
}

/* Whether a win with the most that the bounds allow leaves the other seats their least, in numbers
 * that a float holds. */
static bool
leaves_least(const struct pn *p, int winner)
{
	const struct bounds *b = &p->bounds;
	int64_t left = (int64_t)b->maxsum - b->high[winner] + b->low[winner];
	for (int i = 0; i < p->seats; i++) {
		left -= b->low[i];
		if ((int64_t)b->high[i] - p->u.origin[i] >= EXACT ||
		    (int64_t)p->u.origin[i] - b->low[i] >= EXACT)
			return false;
	}
	return left == 0;
}

/* A proof is of the outcome. It gives the value too when every win so far was the greatest that the
 * bounds allow, and leaves the others their least; and of a draw when all sums are the same. */
bool
pn_known(const struct uct *u, const struct tree_node *n, float *mean)
{
	const struct pn *p = pn_of(u);
	const struct bounds *b = &p->bounds;
	const int winner = sure_winner(p, n);
	if (!p->constant || (winner == SEAT_NONE && !is_drawn(p, n)))
		return false;
	if (winner != SEAT_NONE &&
	    (p->least_win[winner] < b->high[winner] || !leaves_least(p, winner)))
		return false;
	for (int i = 0; i < p->seats; i++) {
		const int32_t value = winner == SEAT_NONE ? p->draw[i]
				      : winner == i	  ? b->high[i]
							  : b->low[i];
		mean[i] = (float)(value - u->origin[i]);
	}
	return true;
}

/* ---- numbers ---- */

/* A pair of a node or a child as an OR node has it, pn the least and dn the sum. At an AND node
 * they change places: there it takes one child to disprove the goal. */
static inline struct pn_pair
facing(struct pn_pair p, bool or_node)
{
	return or_node ? p : (struct pn_pair){ .pn = p.dn, .dn = p.pn };
}

static inline bool
same(struct pn_pair a, struct pn_pair b)
{
	return a.pn == b.pn && a.dn == b.dn;
}

static struct pn_pair
child_pair(const struct uct *u, const struct tree_node *n, uint32_t i, int goal)
{
	const struct tree_node *c = tree_at(&u->tree, n->child + i);
	return facing(c->visits > 0 ? pn_extra(u, c)->goal[goal] : unknown,
		      (int)n->seat == goal);
}

/* The least pn of the children, which all have a node; none is below `low`. */
static uint32_t
find_least(const struct uct *u, const struct tree_node *n, int goal, uint32_t low)
{
	uint32_t least = PROOF_INF;
	for (uint32_t i = 0; i < n->tried && least > low; i++) {
		const uint32_t pn = child_pair(u, n, i, goal).pn;
		least = pn < least ? pn : least;
	}
	return least;
}

/* The sum of their dn. */
static uint32_t
pn_mcts_add_up(const struct uct *u, const struct tree_node *n, int goal)
{
	uint32_t sum = n->children - n->tried;
	for (uint32_t i = 0; i < n->tried; i++)
		sum = proof_sum(sum, child_pair(u, n, i, goal).dn);
	return sum;
}

/* A node's pair for a goal that is still open, when one child's pair changed. */
static inline struct pn_pair
corrected(const struct uct *u, const struct tree_node *n, int goal, struct pn_pair pair,
	  struct pn_pair from, struct pn_pair to)
{
	const bool or_node = (int)n->seat == goal;
	const struct pn_pair was = facing(from, or_node), is = facing(to, or_node);
	struct pn_pair now = facing(pair, or_node);
	if (is.pn < now.pn)
		now.pn = is.pn;
	else if (is.pn > was.pn && was.pn == now.pn && n->tried == n->children)
		now.pn = find_least(u, n, goal, was.pn);
	if (is.dn != was.dn)
		now.dn = now.dn < PROOF_MOST ? proof_sum(now.dn - was.dn, is.dn)
					     : pn_mcts_add_up(u, n, goal);
	return facing(now, or_node);
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
pn_mcts_key_of(const struct pn *p, const struct pn_pair *goal, int chooser)
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

/* How many of n keys are below k. */
static uint32_t
count_below(const uint64_t *key, uint32_t n, uint64_t k)
{
	uint32_t below = 0;
	for (uint32_t i = 0; i < n; i++)
		below += key[i] < k;
	return below;
}

void
pn_rank_children(const struct pn *p, const struct tree_node *n)
{
	const struct uct *u = &p->u;
	const uint64_t blank = unvisited_key(p);
	const uint32_t unmade = n->children - n->tried;
	uint64_t key[MOVES_MAX];
	for (uint32_t i = 0; i < n->tried; i++) {
		const struct tree_node *c = tree_at(&u->tree, n->child + i);
		key[i] = c->visits > 0
				 ? pn_mcts_key_of(p, pn_extra(u, c)->goal, (int)n->seat)
				 : blank;
	}
	uint32_t worst = unmade > 0 ? 1 + count_below(key, n->tried, blank) : 0;
	for (uint32_t i = 0; i < n->tried; i++) {
		const struct tree_node *c = tree_at(&u->tree, n->child + i);
		const uint32_t rank = 1 + count_below(key, n->tried, key[i]) +
				      (blank < key[i] ? unmade : 0);
		worst = rank > worst ? rank : worst;
		if (c->visits > 0)
			pn_extra(u, c)->rank = (uint16_t)rank;
	}
	pn_extra(u, n)->worst = (uint16_t)worst;
}

/* One child's key was `from`, fresh: it had no visit. Ranks of all, and the worst of them. */
static void
rerank(const struct pn *p, struct tree_node *n, uint32_t child, uint64_t from, bool fresh)
{
	const struct uct *u = &p->u;
	const int seat = (int)n->seat;
	const uint64_t to =
		pn_mcts_key_of(p, pn_extra(u, tree_at(&u->tree, child))->goal, seat);
	if (to == from && !fresh)
		return;
	const uint64_t blank = unvisited_key(p);
	uint32_t unvisited = n->children - n->tried;
	uint32_t rank = 1, below_blank = to < blank, worst = 0;
	for (uint32_t i = n->child; i < n->child + n->tried; i++) {
		const struct tree_node *c = tree_at(&u->tree, i);
		struct pn_extra *x = pn_extra(u, c);
		const bool visited = c->visits > 0;
		unvisited += !visited;
		if (i == child || !visited)
			continue;
		const uint64_t key = pn_mcts_key_of(p, x->goal, seat);
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
	pn_extra(u, n)->worst = PN_NO_CHILD;
}

/* The pair of a node of which no child was visited. */
static inline struct pn_pair
untried(const struct tree_node *n, int goal)
{
	const uint32_t all = n->children;
	return all == 0 ? unknown
			: facing((struct pn_pair){ 1, all }, (int)n->seat == goal);
}

static void
mark_resolved(const struct pn *p, struct tree_node *n, const struct tree_node *parent)
{
	n->marked = pn_resolved(p, n, (int)parent->seat);
}

/* Notes the values of an outcome. */
static void
pn_mcts_note_value(struct pn *p, const int32_t *value, int seat, enum outcome outcome)
{
	if (outcome == OUTCOME_WIN && value[seat] < p->least_win[seat])
		p->least_win[seat] = value[seat];
	if (outcome == OUTCOME_DRAW)
		p->draw[seat] = value[seat];
}

/* The pairs of a settled node. */
static void
pn_mcts_settle(const struct search *s, struct pn *p, struct pn_pair *goal)
{
	int32_t value[SEATS_MAX];
	s->game->knowledge->evaluate(s->game, &p->u.scratch, value);
	for (int i = 0; i < s->game->seats; i++) {
		const enum outcome outcome = outcome_of(value, s->game->seats, i);
		pn_mcts_note_value(p, value, i, outcome);
		goal[i] = outcome == OUTCOME_WIN ? (struct pn_pair){ 0, PROOF_INF }
						 : (struct pn_pair){ PROOF_INF, 0 };
	}
}

/* The pairs of a node after its first visit. */
static void
pn_mcts_begin(const struct search *s, struct pn *p, struct tree_node *end,
	      const struct tree_node *parent)
{
	struct pn_extra *x = pn_extra(&p->u, end);
	for (int i = 0; i < p->seats; i++)
		x->goal[i] = untried(end, i);
	x->worst = PN_NO_RANKS;
	if (end->proven) {
		pn_mcts_settle(s, p, x->goal);
		mark_resolved(p, end, parent);
	}
}

/* Whether the first visit of a child tells its parent nothing: the child's pair is { 1, 1 } as
 * before; or two seats take turns, so that the number the parent adds up is still 1, and while
 * another child has no node its 1 is the least. */
static bool
tells_nothing(const struct pn *p, const struct tree_node *c, const struct tree_node *n)
{
	const bool turns = p->other >= 0 && c->seat != n->seat;
	return pn_extra(&p->u, n)->worst == PN_NO_RANKS && !c->proven &&
	       (c->children == 0 || (turns && n->tried < n->children));
}

/* A node's pairs after a child's became `to`; proven and disproven goals stay. What they were goes
 * to `from`, where the child's were. True: they changed. */
static inline bool
correct(const struct pn *p, const struct tree_node *n, struct pn_pair *from,
	const struct pn_pair *to, bool grown)
{
	struct pn_pair *goal = pn_extra(&p->u, n)->goal;
	bool changed = false;
	for (int i = 0; i < p->seats; i++) {
		const struct pn_pair was = goal[i];
		if (was.pn != 0 && was.dn != 0 && (grown || !same(from[i], to[i]))) {
			goal[i] = corrected(&p->u, n, i, grown ? untried(n, i) : was,
					    from[i], to[i]);
			changed = changed || !same(was, goal[i]);
		}
		from[i] = was;
	}
	return changed;
}

/* The child at path[d + 1] had the pairs `from`, which become those that the node had. True when
 * the node's changed. */
static bool
update_node(const struct pn *p, int d, struct pn_pair *from, bool fresh)
{
	const struct uct *u = &p->u;
	struct tree_node *n = tree_at(&u->tree, u->path[d]);
	struct pn_extra *x = pn_extra(u, n);
	const uint32_t child = u->path[d + 1];
	const bool grown = x->worst == PN_NO_CHILD;
	if (grown)
		x->worst = PN_NO_RANKS;
	else if (x->worst != PN_NO_RANKS)
		rerank(p, n, child,
		       fresh ? unvisited_key(p) : pn_mcts_key_of(p, from, (int)n->seat),
		       fresh);
	if (!correct(p, n, from, pn_extra(u, tree_at(&u->tree, child))->goal, grown))
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
	if (end->visits > 1 || depth == 0)
		return;
	const struct tree_node *parent = tree_at(&u->tree, u->path[depth - 1]);
	pn_mcts_begin(s, p, end, parent);
	if (tells_nothing(p, end, parent))
		return;
	for (int i = 0; i < p->seats; i++)
		from[i] = unknown;
	for (int d = depth - 1; d >= 0 && update_node(p, d, from, d == depth - 1); d--)
		;
	u->solved = pn_decided(p, tree_at(&u->tree, TREE_ROOT));
}
