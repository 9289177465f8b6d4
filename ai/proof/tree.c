/*
 * tree.c - proof-number search in a tree, and its second level.
 *
 * Source: Allis 1994, "Searching for Solutions in Games and Artificial Intelligence", chapter 2
 * (PNS, PN2); Breuker 1998, chapter 4 (PN2 in little memory). Differs: numbers are brought up only
 * as far as they change, and the next descent begins there; a full tree drops the nodes no proof
 * needs, then everything below solved nodes, before it gives up.
 *
 * PN2 expands the most-proving node by a search of its own, which stands behind the tree in the
 * same memory; the children of its root are kept with their numbers, the rest is not.
 *
 * A tree is right whatever the rules of repetition: every node is the end of one path, and its
 * state is reached by playing that path.
 */
#include "ai/proof/pns.h"

#define SECOND_LEAST 256 /* nodes of a second level, at least */
#define FREED_LEAST  16	 /* a collection that frees less than a 16th is the last */

enum ended { SOLVED, SPENT, FULL, STUCK, STOPPED };

bool
pns_tree_open(struct search *s)
{
	struct pns *p = s->self;
	struct pns_tree *t = arena_take(&s->arena, sizeof *t);
	if (t == NULL)
		return false;
	*t = (struct pns_tree){ 0 };
	const size_t left = arena_left(&s->arena) > 64 ? arena_left(&s->arena) - 64 : 0;
	const size_t room = left / sizeof *t->node;
	t->room = room > INT32_MAX ? INT32_MAX : (uint32_t)room;
	if (t->room < 2 * MOVES_MAX)
		return false;
	t->node = arena_take(&s->arena, t->room * sizeof *t->node);
	p->tree = t;
	return t->node != NULL;
}

/* ---- numbers ---- */

/* The child that makes a solved node what it is, or that resists longest. */
static uint32_t
solving_child(const struct pns_tree *t, const struct pns_node *n)
{
	const bool proven = n->pn == 0, chosen = proven == (n->proves != 0);
	uint32_t best = 0;
	for (uint32_t c = n->child; c < n->child + n->children; c++) {
		const struct pns_node *k = &t->node[c];
		if (proven ? k->pn != 0 : k->dn != 0)
			continue;
		if (best == 0 || (chosen ? k->plies < t->node[best].plies
					 : k->plies > t->node[best].plies))
			best = c;
	}
	return best;
}

uint32_t
pns_tree_best(const struct pns_tree *t, uint32_t at)
{
	const struct pns_node *n = &t->node[at];
	if (n->children == 0)
		return 0;
	if (pns_solved(n->pn, n->dn))
		return solving_child(t, n);
	uint32_t best = n->child;
	for (uint32_t c = n->child + 1; c < n->child + n->children; c++)
		if (n->proves ? t->node[c].pn < t->node[best].pn
			      : t->node[c].dn < t->node[best].dn)
			best = c;
	return best;
}

struct pns_numbers
pns_tree_sum(const struct pns_tree *t, uint32_t at)
{
	const struct pns_node *n = &t->node[at];
	uint32_t least = PROOF_INF, sum = 0;
	assert(n->children > 0);
	for (uint32_t c = n->child; c < n->child + n->children; c++) {
		const struct pns_node *k = &t->node[c];
		const uint32_t one = n->proves ? k->pn : k->dn;
		least = one < least ? one : least;
		sum = proof_sum(sum, n->proves ? k->dn : k->pn);
	}
	return n->proves ? (struct pns_numbers){ .pn = least, .dn = sum }
			 : (struct pns_numbers){ .pn = sum, .dn = least };
}

/* Brings the numbers of the path's end up to date; false: they were. */
static bool
update(struct pns_tree *t)
{
	struct pns_node *n = &t->node[t->path[t->ply]];
	const struct pns_numbers x = pns_tree_sum(t, t->path[t->ply]);
	if (x.pn == n->pn && x.dn == n->dn)
		return false;
	n->pn = x.pn;
	n->dn = x.dn;
	if (pns_solved(n->pn, n->dn)) {
		const uint16_t below = t->node[solving_child(t, n)].plies;
		n->plies = (uint16_t)(below + 1);
	}
	return true;
}

/* ---- the path ---- */

static void
count_made(uint32_t *to, uint32_t made)
{
	*to = *to > UINT32_MAX - made ? UINT32_MAX : *to + made;
}

/* One ply up; nodes made below are added to the count of the node left. */
static void
go_up(struct pns_tree *t)
{
	const uint32_t made = t->pending[t->ply];
	count_made(&t->node[t->path[t->ply]].made, made);
	count_made(&t->pending[--t->ply], made);
}

static void
go_down(struct search *s, struct pns_tree *t, uint32_t child)
{
	const struct pns *p = s->self;
	const struct state *from = &p->state[t->ply];
	s->game->rules->play(s->game, from, game_mover(s->game, from), t->node[child].m,
			     &p->state[t->ply + 1]);
	t->path[++t->ply] = child;
	t->pending[t->ply] = 0;
}

static void
go_to_root(struct pns_tree *t)
{
	while (t->ply > 0)
		go_up(t);
	count_made(&t->node[0].made, t->pending[0]);
	t->pending[0] = 0;
}

/* ---- expansion ---- */

/* The node that a move leads to, whose state is `st`. */
static struct pns_node
proof_new_node(const struct search *s, const struct state *st, move m, int ply)
{
	const struct pns *p = s->self;
	struct pns_node n = { .pn = 1, .dn = 1, .m = m };
	if (game_decided(s->game, st)) {
		const struct pns_numbers x = pns_judge(s, st);
		n.pn = x.pn;
		n.dn = x.dn;
		n.settled = 1;
	} else {
		const int seat = game_mover(s->game, st);
		const struct pns_numbers x = pns_open_numbers(s, st, seat);
		const bool deep = ply >= p->depth;
		n.proves = seat == p->prover;
		const bool known = pns_solved(x.pn, x.dn);
		n.pn = deep && !known ? PROOF_MOST : x.pn;
		n.dn = deep && !known ? PROOF_MOST : x.dn;
		n.plies = x.plies;
		n.foreseen = known;
	}
	return n;
}

/* Gives the path's end its children; nothing is changed when this is stopped. */
static enum ended
proof_expand(struct search *s, struct pns_tree *t)
{
	const struct game *g = s->game;
	struct pns *p = s->self;
	struct pns_node *n = &t->node[t->path[t->ply]];
	struct state *st = &p->state[t->ply];
	move m[MOVES_MAX];
	const int seat = game_mover(g, st);
	const int count = pns_moves(s, st, seat, t->ply == 0, m);
	if ((uint32_t)count > t->room - t->count)
		return FULL;
	int made = 0;
	bool decided = false;
	while (made < count && !(decided && t->ply > 0)) {
		struct state child;
		if (!search_step(s))
			return STOPPED;
		g->rules->play(g, st, seat, m[made], &child);
		struct pns_node *c = &t->node[t->count + (uint32_t)made];
		*c = proof_new_node(s, &child, m[made], t->ply + 1);
		c->parent = t->path[t->ply];
		decided = (n->proves ? c->pn : c->dn) == 0;
		s->live.leaves += c->settled;
		made++;
	}
	n->child = t->count;
	n->children = (uint16_t)((uint32_t)made & 0xfff);
	t->count += (uint32_t)made;
	t->pending[t->ply] += (uint32_t)made;
	s->live.children += count;
	p->expanded++;
	if (t->ply + 1 > p->deepest)
		p->deepest = t->ply + 1;
	return SPENT;
}

static enum ended expand_second(struct search *s, struct pns_tree *t);

/* Proof-number search below path[base], the path's end at the start, until its root is solved
 * or the tree has `most` nodes; `second`: leaves are expanded by searches of their own. */
static enum ended
proof_prove(struct search *s, struct pns_tree *t, int base, uint32_t most, bool second)
{
	for (;;) {
		const struct pns_node *root = &t->node[t->path[base]];
		if (pns_solved(root->pn, root->dn))
			return SOLVED;
		if (t->count >= most)
			return SPENT;
		uint32_t down;
		while ((down = pns_tree_best(t, t->path[t->ply])) != 0)
			go_down(s, t, down);
		const struct pns_node *n = &t->node[t->path[t->ply]];
		if (n->pn == PROOF_MOST)
			return STUCK;
		const uint32_t leaf = t->path[t->ply];
		const enum ended e = second ? expand_second(s, t) : proof_expand(s, t);
		if (e != SPENT)
			return e;
		if (base == 0)
			t->last = leaf;
		while (update(t) && t->ply > base)
			go_up(t);
		if (base == 0)
			pns_report_now_and_then(s);
	}
}

/* PN2: searches the path's end and keeps its children. */
static enum ended
expand_second(struct search *s, struct pns_tree *t)
{
	const int base = t->ply;
	const uint32_t first = t->count;
	const uint64_t most =
		(uint64_t)first + (first < SECOND_LEAST ? SECOND_LEAST : first);
	const enum ended e =
		proof_prove(s, t, base, most < t->room ? (uint32_t)most : t->room, false);
	while (t->ply > base)
		go_up(t);
	struct pns_node *n = &t->node[t->path[base]];
	if (n->children == 0)
		return e == STOPPED ? STOPPED : FULL; /* no room even for these */
	t->count = first + n->children;
	for (uint32_t c = first; c < t->count; c++)
		t->node[c].children = 0;
	if (e == STOPPED)
		return e;
	t->seconds++;
	n->pn = n->dn = 0; /* so that the caller's update() sees a change */
	return SPENT;
}

/* ---- collection ---- */

/* Marks the nodes to be kept, parents before children, and cuts the rest off: below solved nodes
 * that no proof needs, or (all) every solved node. */
static void
mark_kept(struct pns_tree *t, bool all)
{
	t->node[0].kept = 1;
	for (uint32_t i = 0; i < t->count; i++) {
		struct pns_node *n = &t->node[i];
		if (!n->kept)
			continue;
		const bool solved = pns_solved(n->pn, n->dn);
		if (solved && all && i > 0)
			n->children = 0;
		const bool proven = n->pn == 0, chosen = proven == (n->proves != 0);
		const uint32_t only =
			solved && chosen && n->children > 0 ? solving_child(t, n) : 0;
		for (uint32_t c = n->child; c < n->child + n->children; c++) {
			t->node[c].kept = 1;
			if (only != 0 && c != only)
				t->node[c].children = 0;
		}
	}
}

/* Moves the kept nodes together; none moves to a higher index, children stay behind their
 * parents. */
static void
close_up(struct pns_tree *t)
{
	uint32_t to = 0;
	for (uint32_t i = 0; i < t->count; i++) {
		struct pns_node *n = &t->node[i];
		if (!n->kept)
			continue;
		n->kept = 0;
		for (uint32_t c = n->child; c < n->child + n->children; c++)
			t->node[c].parent = to;
		if (i > 0 && t->node[n->parent].child == i)
			t->node[n->parent].child = to;
		t->node[to++] = *n;
	}
	t->count = to;
}

/* Makes room; false: there is next to nothing to drop. */
static bool
proof_collect(struct pns_tree *t)
{
	const uint32_t before = t->count;
	go_to_root(t);
	for (int all = 0; all < 2; all++) {
		mark_kept(t, all != 0);
		close_up(t);
		if (before - t->count > before / FREED_LEAST)
			break;
	}
	t->collections++;
	t->last = 0;
	return before - t->count > before / FREED_LEAST;
}

/* ---- a run ---- */

static void
plant(struct search *s, struct pns_tree *t)
{
	const struct pns *p = s->self;
	t->node[0] = (struct pns_node){ .pn = 1, .dn = 1, .m = MOVE_NONE, .proves = 1 };
	t->count = 1;
	t->ply = 0;
	t->last = t->path[0] = t->pending[0] = 0;
	t->collections = t->seconds = 0;
	game_copy(s->game, &s->root, &p->state[0]);
}

bool
pns_tree_run(struct search *s)
{
	const struct pns *p = s->self;
	struct pns_tree *t = p->tree;
	enum ended e;
	plant(s, t);
	do
		e = proof_prove(s, t, 0, UINT32_MAX, p->method == PNS_PN2);
	while (e == FULL && proof_collect(t));
	go_to_root(t);
	if (e == FULL || e == STUCK)
		s->live.stop = e == FULL ? STOP_MEMORY : STOP_DEPTH;
	return e == SOLVED;
}

struct pns_numbers
pns_tree_root(struct search *s)
{
	struct pns *p = s->self;
	struct pns_tree *t = p->tree;
	const struct pns_node *root = &t->node[0];
	go_to_root(t);
	for (int i = 0; i < p->roots && i < root->children; i++) {
		const struct pns_node *c = &t->node[root->child + (uint32_t)i];
		p->root[i].pn = c->pn;
		p->root[i].dn = c->dn;
		p->root[i].plies = c->plies;
		p->root[i].nodes = (int64_t)c->made + 1;
	}
	return (struct pns_numbers){ root->pn, root->dn, root->plies };
}

/* Proves a solved node again whose proof was not kept; false: it did not fit. */
static bool
prove_again(struct search *s, struct pns_tree *t)
{
	const int base = t->ply;
	struct pns_node *n = &t->node[t->path[base]];
	const struct pns_node before = *n;
	const uint32_t count = t->count;
	n->pn = n->dn = 1;
	const enum ended e = proof_prove(s, t, base, t->room, false);
	while (t->ply > base)
		go_up(t);
	if (e == SOLVED)
		return true;
	*n = before;
	t->count = count;
	return false;
}

/* The root's child by a move; 0: none. */
static uint32_t
child_of(const struct pns_tree *t, move m)
{
	for (uint32_t c = 1; c <= t->node[0].children; c++)
		if (t->node[c].m == m)
			return c;
	return 0;
}

int
pns_tree_line(struct search *s, move *out, int max)
{
	const struct pns *p = s->self;
	struct pns_tree *t = p->tree;
	int n = 0;
	go_to_root(t);
	while (n < max && t->ply < PNS_PATH) {
		const struct pns_node *at = &t->node[t->path[t->ply]];
		if (pns_line_ends(s, at->foreseen))
			break;
		const bool dropped =
			at->children == 0 && !at->settled && pns_solved(at->pn, at->dn);
		if (dropped && (s->live.stop != STOP_RUNNING || !prove_again(s, t)))
			break;
		const uint32_t down = n == 0 ? child_of(t, s->live.moves[0].m)
					     : pns_tree_best(t, t->path[t->ply]);
		if (down == 0)
			break;
		out[n++] = t->node[down].m;
		go_down(s, t, down);
	}
	go_to_root(t);
	return n;
}

const struct gauge pns_gauge_collections = {
	"collections", "",
	"times that the tree was full and dropped what is below solved nodes"
};
const struct gauge pns_gauge_second_level = {
	"second level", "searches", "nodes that were expanded by a search of their own"
};

void
pns_tree_figures(struct search *s)
{
	const struct pns *p = s->self;
	const struct pns_tree *t = p->tree;
	struct snapshot *live = &s->live;
	live->tree_nodes = t->count;
	live->tree_bytes = (int64_t)t->count * (int64_t)sizeof *t->node;
	if (t->collections > 0)
		search_gauge(s, &pns_gauge_collections, (double)t->collections);
	if (t->seconds > 0)
		search_gauge(s, &pns_gauge_second_level, (double)t->seconds);
}
