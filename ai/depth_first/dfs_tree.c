/* dfs_tree.c - see dfs_tree.h. */
#include "ai/depth_first/dfs_tree.h"

#include "ai/depth_first/dfs_look.h"

#include <string.h>

/* The least nodes of a subtree that is kept, by how full (in eighths) its tree is. */
static const int64_t fold_below[9] = {
	0, 0, 0, 0, 256, 2048, 32768, INT64_MAX, INT64_MAX
};

/* The ply of a state of the path or one below it, as every ply has one state. -1: not a
 * state of the search. A step of this loop is a step up of the search, so the cost of a
 * node is constant. */
static int
dfs_tree_ply_of(const struct dfs_tree *t, const struct state *st)
{
	int ply = t->open + 1;
	while (ply >= 0 && dfs_state(t->d, ply) != st)
		ply--;
	return ply;
}

static struct dfs_node *
node_at(struct dfs_tree *t, int ply)
{
	return t->at[ply] < 0 ? NULL : &t->iteration[t->now].node[t->at[ply]];
}

static void
start_iteration(struct dfs_tree *t, int which)
{
	struct dfs_iteration *it = &t->iteration[which];
	t->now = which;
	it->depth = t->d->depth;
	it->nodes = 1;
	it->proofs = 0;
	it->node[0] = (struct dfs_node){
		.best = MOVE_NONE, .parent = -1, .child = -1, .last = -1, .next = -1
	};
	t->at[0] = 0;
	t->open = 0;
	memset(t->tried[0], 0, sizeof t->tried[0]);
}

/* Frees the room of a small subtree; the proof of the node itself stays. */
static void
dfs_tree_fold(struct dfs_tree *t, struct dfs_node *n, int ply)
{
	struct dfs_iteration *it = &t->iteration[t->now];
	const int full = (int)((int64_t)it->nodes * 8 / t->room);
	if (n->child < 0 || n->nodes >= fold_below[full])
		return;
	it->nodes = t->mark[ply];
	n->child = n->last = -1;
	n->flags |= NODE_FOLDED;
	const int32_t keep = t->proof_mark[ply];
	if (n->proof > keep) {
		it->proof[keep] = it->proof[n->proof];
		n->proof = keep;
	}
	it->proofs = n->proof < 0 ? keep : keep + 1;
}

/* Copies the result of a node from its frame, as the search leaves it. */
static void
dfs_tree_leave(struct dfs_tree *t, int ply, int64_t now, bool partial)
{
	const struct dfs *d = t->d;
	const struct dfs_frame *f = &d->frame[ply];
	struct dfs_node *n = node_at(t, ply);
	if (n == NULL)
		return;
	/* the line of a reply out of turn is cleared, but its first move is the best */
	const bool out_of_turn = d->replies != NULL && !(partial || n->flags & NODE_LEAF);
	const bool chosen = f->pv_count > 0 || out_of_turn;
	n->nodes += now - n->from;
	if (chosen)
		n->best = f->pv[0];
	if (chosen || (n->flags & (NODE_LEAF | NODE_KNOWN))) {
		n->flags |= NODE_KNOWN;
		memcpy(n->value, f->value, sizeof n->value);
		if (t->iteration[t->now].win != NULL)
			memcpy(t->iteration[t->now].win[t->at[ply]], d->win[ply],
			       sizeof(double[SEATS_MAX]));
	}
	if (partial)
		n->flags |= NODE_PARTIAL;
	else if (!(n->flags & NODE_LEAF) && f->slack == DFS_SOLVED && d->width == 0)
		n->flags |= NODE_SOLVED;
	if (!(n->flags & NODE_LEAF) && d->bounds_kind == DFS_NEEDS)
		n->need = d->frame[ply - 1].need;
	dfs_tree_fold(t, n, ply);
}

static void
leave_below(struct dfs_tree *t, int ply, int64_t now, bool partial)
{
	for (int k = t->open; k > ply; k--)
		dfs_tree_leave(t, k, now, partial);
	if (t->open > ply)
		t->open = ply;
}

/* The window of a new node: the best values of the nodes above it so far. */
static void
find_window(const struct dfs_tree *t, int ply, struct dfs_node *n)
{
	const struct dfs *d = t->d;
	const int me = d->s->mover;
	n->alpha = d->frame[0].need == DFS_NO_BOUND ? INT32_MIN : d->frame[0].need - 1;
	n->beta = INT32_MAX;
	for (int k = 1; k < ply; k++) {
		if (d->frame[k].pv_count == 0)
			continue;
		const struct dfs_node *child =
			t->at[k + 1] < 0 || k + 1 == ply
				? NULL
				: &t->iteration[t->now].node[t->at[k + 1]];
		const int seat = child != NULL ? child->seat : n->seat;
		const int32_t v = d->frame[k].value[me];
		const bool mine = game_together(d->g, seat, me);
		if (mine && v > n->alpha)
			n->alpha = v;
		if (!mine && v < n->beta)
			n->beta = v;
	}
}

/* The child of a node made by this move already, -1: none. */
static int32_t
find_child(const struct dfs_iteration *it, const struct dfs_node *parent, int seat,
	   move m)
{
	for (int32_t i = parent->child; i >= 0; i = it->node[i].next)
		if (it->node[i].m == m && it->node[i].seat == seat)
			return i;
	return -1;
}

/* Notes a move made at a ply (a Bloom filter); false: it is certainly new there. Most
 * moves are, and comparing each with all its siblings would cost more than the search. */
static bool
tried_before(struct dfs_tree *t, int ply, int seat, move m)
{
	const uint64_t mixed =
		((uint64_t)m + (uint64_t)seat) * UINT64_C(0x9e3779b97f4a7c15);
	uint64_t *word = &t->tried[ply][mixed >> 62 & (FILTER_WORDS - 1)];
	const uint64_t bit = UINT64_C(1) << (mixed >> 56 & 63);
	const bool before = *word & bit;
	*word |= bit;
	return before;
}

/* The node of a child: the one it already has, or a new one; -1: the tree is full. */
static int32_t
take_node(struct dfs_tree *t, int ply, int seat, move m)
{
	struct dfs_iteration *it = &t->iteration[t->now];
	const int32_t parent = t->at[ply - 1];
	struct dfs_node *p = &it->node[parent];
	int32_t i = tried_before(t, ply - 1, seat, m) ? find_child(it, p, seat, m) : -1;
	if (i >= 0) {
		struct dfs_node *n = &it->node[i];
		n->flags = NODE_AGAIN;
		n->child = n->last = n->proof = -1;
		n->best = MOVE_NONE;
		n->ancestors = 0;
		return i;
	}
	if (it->nodes >= t->room) {
		p->flags |= NODE_FOLDED;
		return -1;
	}
	i = it->nodes++;
	it->node[i] = (struct dfs_node){ .m = m,
					 .best = MOVE_NONE,
					 .parent = parent,
					 .child = -1,
					 .last = -1,
					 .next = -1,
					 .proof = -1,
					 .need = DFS_NO_BOUND,
					 .seat = (int8_t)seat };
	if (p->last < 0)
		p->child = i;
	else
		it->node[p->last].next = i;
	p->last = i;
	return i;
}

static void
dfs_tree_enter(struct dfs_tree *t, int ply, int seat, move m)
{
	struct dfs *d = t->d;
	const int64_t now = search_nodes(d->s);
	if (t->closed) /* the search runs again */
		t->iteration[0].depth = t->iteration[1].depth = 0;
	t->closed = false;
	leave_below(t, ply - 1, now, false);
	if (ply == 1 && t->iteration[t->now].depth != d->depth)
		start_iteration(t, t->iteration[t->now].depth == 0 ? t->now : !t->now);
	struct dfs_iteration *it = &t->iteration[t->now];
	t->mark[ply] = it->nodes;
	t->proof_mark[ply] = it->proofs;
	t->at[ply] = t->at[ply - 1] < 0 ? -1 : take_node(t, ply, seat, m);
	memset(t->tried[ply], 0, sizeof t->tried[ply]);
	if (t->at[ply] == t->mark[ply])
		t->mark[ply]++;
	t->open = ply;
	t->last = now;
	d->frame[ply].pv_count = 0; /* until a child is taken */
	struct dfs_node *n = node_at(t, ply);
	if (n == NULL)
		return;
	n->from = now;
	if (d->bounds_kind == DFS_WINDOW)
		find_window(t, ply, n);
}

static void
spy_play(const struct game *g, const struct state *from, int seat, move m,
	 struct state *to)
{
	struct dfs_tree *t = (struct dfs_tree *)(uintptr_t)g;
	t->play(g, from, seat, m, to);
	const int ply = dfs_tree_ply_of(t, to);
	if (ply > 0)
		dfs_tree_enter(t, ply, seat, m);
}

static unsigned
spy_enter(const struct game *g, const struct state *from, int seat, move m,
	  struct state *to)
{
	struct dfs_tree *t = (struct dfs_tree *)(uintptr_t)g;
	const unsigned turn = t->enter(g, from, seat, m, to);
	const int ply = dfs_tree_ply_of(t, to);
	if (ply > 0)
		dfs_tree_enter(t, ply, seat, m);
	return turn;
}

static void
spy_value(const struct game *g, const struct state *st, int32_t *value)
{
	struct dfs_tree *t = (struct dfs_tree *)(uintptr_t)g;
	t->value(g, st, value);
	const int ply = dfs_tree_ply_of(t, st);
	if (ply < 1 || ply > t->open)
		return;
	struct dfs_node *n = node_at(t, ply);
	if (n == NULL || n->child >= 0 || (n->flags & NODE_FOLDED))
		return;
	n->flags |= NODE_LEAF;
	if (game_decided(g, st))
		n->flags |= NODE_SOLVED;
}

/* Declines, so that the search makes every state and the tree gets every leaf. */
static bool
spy_taken_after(const struct game *g, const struct state *st, int seat, move m,
		int32_t *value)
{
	(void)g, (void)st, (void)seat, (void)m, (void)value;
	return false;
}

static void
dfs_tree_note_cut(void *self, const struct dfs_proof *p)
{
	struct dfs_tree *t = self;
	struct dfs_iteration *it = &t->iteration[t->now];
	/* Nodes below are folded now, before anything is added above them. */
	leave_below(t, p->ply, search_nodes(t->d->s), false);
	struct dfs_node *n = node_at(t, p->ply);
	if (n == NULL)
		return;
	if (n->flags & NODE_LEAF) /* evaluated only because the bounds decide it */
		n->flags = (uint16_t)((n->flags & ~NODE_LEAF) | NODE_KNOWN);
	n->flags |= NODE_CUT;
	n->ancestors = (int8_t)p->ancestors;
	if (n->proof < 0 && it->proofs < DFS_TREE_PROOFS)
		n->proof = it->proofs++;
	if (n->proof >= 0)
		it->proof[n->proof] = *p;
}

static void
note_unknown(void *self, int ply, int ancestors)
{
	struct dfs_node *n = node_at(self, ply);
	if (n != NULL)
		n->ancestors = (int8_t)ancestors;
}

/* The same position in another window: the result so far does not count. */
static void
dfs_tree_note_again(void *self, int ply)
{
	struct dfs_tree *t = self;
	struct dfs_node *n = node_at(t, ply);
	leave_below(t, ply, search_nodes(t->d->s), false);
	t->d->frame[ply].pv_count = 0;
	if (n == NULL)
		return;
	n->flags = NODE_AGAIN;
	n->proof = -1;
	n->ancestors = 0;
}

bool
dfs_tree_keep(struct dfs *d)
{
	struct arena *a = &d->s->kept;
	const size_t each = DFS_TREE_NODES * sizeof(struct dfs_node) +
			    DFS_TREE_PROOFS * sizeof(struct dfs_proof) +
			    DFS_TREE_NODES * sizeof(double[SEATS_MAX]) + 256;
	if (!arena_open(a, sizeof(struct dfs_tree) + 64 + 2 * each))
		return false;
	/* a page fault every 40 nodes would cost as much as writing them */
	arena_want_large_pages(a->base, a->size);
	struct dfs_tree *t = arena_take(a, sizeof *t);
	t->game = *d->g;
	t->room = DFS_TREE_NODES;
	t->d = d;
	t->play = d->play;
	t->enter = d->enter;
	t->value = d->value;
	for (int k = 0; k < 2; k++) {
		struct dfs_iteration *it = &t->iteration[k];
		it->node = arena_take(a, DFS_TREE_NODES * sizeof *it->node);
		it->proof = arena_take(a, DFS_TREE_PROOFS * sizeof *it->proof);
	}
	d->g = &t->game;
	d->play = spy_play;
	d->enter = spy_enter;
	d->value = spy_value;
	d->taken_after = d->taken_after != NULL ? spy_taken_after : NULL;
	d->last_ply = NULL;
	d->trace = dfs_tree_note_cut;
	d->unknown = note_unknown;
	d->again = dfs_tree_note_again;
	d->trace_self = t;
	d->tree = t;
	return true;
}

void
dfs_tree_keep_win(struct dfs *d, const double (*win)[SEATS_MAX])
{
	d->win = win;
	for (int k = 0; d->tree != NULL && k < 2; k++)
		d->tree->iteration[k].win =
			arena_take(&d->s->kept,
				   DFS_TREE_NODES * sizeof(double[SEATS_MAX]));
}

void
dfs_tree_close(struct dfs_tree *t)
{
	const struct snapshot *live = &t->d->s->live;
	if (t->closed)
		return;
	/* A search stops at a node that it has counted: at the newest one, which is then
	 * not searched, or at the root of a new iteration, when the tree is complete. */
	const bool whole = live->stop == STOP_DEPTH || live->stop == STOP_SOLVED ||
			   live->nodes > t->last + 1;
	leave_below(t, 0, live->nodes, !whole);
	t->closed = true;
}

int32_t
dfs_tree_row(const struct dfs_tree *t, move m, int *which)
{
	int32_t partial = -1;
	int partial_of = 0;
	const int trees = t->d->s->under_way ? 1 : 2;
	for (int k = 0; k < trees; k++) {
		const int at = k == 0 ? t->now : !t->now;
		const struct dfs_iteration *it = &t->iteration[at];
		const int32_t i =
			it->depth == 0 ? -1
				       : find_child(it, &it->node[0], t->d->s->mover, m);
		if (i < 0)
			continue;
		*which = at;
		if (!(it->node[i].flags & NODE_PARTIAL))
			return i;
		partial = i;
		partial_of = at;
	}
	*which = partial_of;
	return partial;
}
