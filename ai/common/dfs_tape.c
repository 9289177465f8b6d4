/* dfs_tape.c - see dfs_tape.h. */
#include "ai/common/dfs_tape.h"

#include "ai/common/dfs_look.h"

#include <string.h>

/* Nodes a subtree must have to stay open, by how full (in eighths) its side is. */
static const int64_t fold_below[9] = {
	0, 0, 0, 0, 256, 2048, 32768, INT64_MAX, INT64_MAX
};

static int
ply_of(const struct dfs *d, const struct state *st)
{
	const unsigned char *at = (const unsigned char *)st;
	if (at < d->states || at >= d->states + d->stride * (DFS_PLIES + 1))
		return -1;
	return (int)((size_t)(at - d->states) / d->stride);
}

static struct tape_node *
node_at(struct dfs_tape *t, int ply)
{
	return t->at[ply] < 0 ? NULL : &t->side[t->now].node[t->at[ply]];
}

static void
start_side(struct dfs_tape *t, int side)
{
	struct tape_side *s = &t->side[side];
	t->now = side;
	s->depth = t->d->depth;
	s->nodes = 1;
	s->proofs = 0;
	s->node[0] = (struct tape_node){
		.best = MOVE_NONE, .parent = -1, .child = -1, .last = -1, .next = -1
	};
	t->at[0] = 0;
	t->open = 0;
	memset(t->tried[0], 0, sizeof t->tried[0]);
}

/* Gives the room of a small subtree back; the node's own proof stays. */
static void
fold(struct dfs_tape *t, struct tape_node *n, int ply)
{
	struct tape_side *s = &t->side[t->now];
	const int full = (int)((int64_t)s->nodes * 8 / t->room);
	if (n->child < 0 || n->nodes >= fold_below[full])
		return;
	s->nodes = t->mark[ply];
	n->child = n->last = -1;
	n->flags |= TAPE_FOLDED;
	const int32_t keep = t->proof_mark[ply];
	if (n->proof > keep) {
		s->proof[keep] = s->proof[n->proof];
		n->proof = keep;
	}
	s->proofs = n->proof < 0 ? keep : keep + 1;
}

/* What the frame of a node says now that it is left. */
static void
leave(struct dfs_tape *t, int ply, int64_t now, bool partial)
{
	const struct dfs *d = t->d;
	const struct dfs_frame *f = &d->frame[ply];
	struct tape_node *n = node_at(t, ply);
	if (n == NULL)
		return;
	/* a line out of turn is forgotten at its end, though its first move is the best */
	const bool out_of_turn = d->replies != NULL && !(partial || n->flags & TAPE_LEAF);
	const bool chosen = f->pv_count > 0 || out_of_turn;
	n->nodes += now - n->from;
	if (chosen)
		n->best = f->pv[0];
	if (chosen || (n->flags & (TAPE_LEAF | TAPE_KNOWN))) {
		n->flags |= TAPE_KNOWN;
		memcpy(n->value, f->value, sizeof n->value);
		if (t->side[t->now].win != NULL)
			memcpy(t->side[t->now].win[t->at[ply]], d->win[ply],
			       sizeof(double[SEATS_MAX]));
	}
	if (partial)
		n->flags |= TAPE_PARTIAL;
	else if (!(n->flags & TAPE_LEAF) && f->slack == DFS_SOLVED && d->width == 0)
		n->flags |= TAPE_SOLVED;
	if (!(n->flags & TAPE_LEAF) && d->bounds_kind == DFS_NEEDS)
		n->need = d->frame[ply - 1].need;
	fold(t, n, ply);
}

static void
leave_below(struct dfs_tape *t, int ply, int64_t now, bool partial)
{
	for (int k = t->open; k > ply; k--)
		leave(t, k, now, partial);
	if (t->open > ply)
		t->open = ply;
}

/* The window of a new node: what the nodes above it have by now. */
static void
find_window(const struct dfs_tape *t, int ply, struct tape_node *n)
{
	const struct dfs *d = t->d;
	const int me = d->s->mover;
	n->alpha = d->frame[0].need == DFS_NO_BOUND ? INT32_MIN : d->frame[0].need - 1;
	n->beta = INT32_MAX;
	for (int k = 1; k < ply; k++) {
		if (d->frame[k].pv_count == 0)
			continue;
		const struct tape_node *child =
			t->at[k + 1] < 0 || k + 1 == ply
				? NULL
				: &t->side[t->now].node[t->at[k + 1]];
		const int seat = child != NULL ? child->seat : n->seat;
		const int32_t v = d->frame[k].value[me];
		if (seat == me && v > n->alpha)
			n->alpha = v;
		if (seat != me && v < n->beta)
			n->beta = v;
	}
}

/* The child of a node made by this move already, -1: none. */
static int32_t
find_child(const struct tape_side *s, const struct tape_node *parent, int seat, move m)
{
	for (int32_t i = parent->child; i >= 0; i = s->node[i].next)
		if (s->node[i].m == m && s->node[i].seat == seat)
			return i;
	return -1;
}

/* Notes a move made at a ply; false: it certainly was not made there before. Most are new,
 * and going through all their siblings would cost more than the search. */
static bool
tried_before(struct dfs_tape *t, int ply, int seat, move m)
{
	const uint64_t mixed =
		((uint64_t)m + (uint64_t)seat) * UINT64_C(0x9e3779b97f4a7c15);
	uint64_t *word = &t->tried[ply][mixed >> 62 & (TAPE_TRIED - 1)];
	const uint64_t bit = UINT64_C(1) << (mixed >> 56 & 63);
	const bool before = *word & bit;
	*word |= bit;
	return before;
}

/* A record for a child: its own from before, or a new one; -1: the side is full. */
static int32_t
take_node(struct dfs_tape *t, int ply, int seat, move m)
{
	struct tape_side *s = &t->side[t->now];
	const int32_t parent = t->at[ply - 1];
	struct tape_node *p = &s->node[parent];
	int32_t i = tried_before(t, ply - 1, seat, m) ? find_child(s, p, seat, m) : -1;
	if (i >= 0) {
		struct tape_node *n = &s->node[i];
		n->flags = TAPE_AGAIN;
		n->child = n->last = n->proof = -1;
		n->best = MOVE_NONE;
		n->ways = 0;
		return i;
	}
	if (s->nodes >= t->room) {
		p->flags |= TAPE_FOLDED;
		return -1;
	}
	i = s->nodes++;
	s->node[i] = (struct tape_node){ .m = m,
					 .best = MOVE_NONE,
					 .parent = parent,
					 .child = -1,
					 .last = -1,
					 .next = -1,
					 .proof = -1,
					 .need = DFS_NO_BOUND,
					 .seat = (uint8_t)seat };
	if (p->last < 0)
		p->child = i;
	else
		s->node[p->last].next = i;
	p->last = i;
	return i;
}

static void
enter(struct dfs_tape *t, int ply, int seat, move m)
{
	struct dfs *d = t->d;
	const int64_t now = search_nodes(d->s);
	if (t->closed) /* the search runs again */
		t->side[0].depth = t->side[1].depth = 0;
	t->closed = false;
	leave_below(t, ply - 1, now, false);
	if (ply == 1 && t->side[t->now].depth != d->depth)
		start_side(t, t->side[t->now].depth == 0 ? t->now : !t->now);
	struct tape_side *s = &t->side[t->now];
	t->mark[ply] = s->nodes;
	t->proof_mark[ply] = s->proofs;
	t->at[ply] = t->at[ply - 1] < 0 ? -1 : take_node(t, ply, seat, m);
	memset(t->tried[ply], 0, sizeof t->tried[ply]);
	if (t->at[ply] == t->mark[ply])
		t->mark[ply]++;
	t->open = ply;
	t->last = now;
	d->frame[ply].pv_count = 0; /* until a child is taken */
	struct tape_node *n = node_at(t, ply);
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
	struct dfs_tape *t = (struct dfs_tape *)(uintptr_t)g;
	t->play(g, from, seat, m, to);
	const int ply = ply_of(t->d, to);
	if (ply > 0)
		enter(t, ply, seat, m);
}

static unsigned
spy_enter(const struct game *g, const struct state *from, int seat, move m,
	  struct state *to)
{
	struct dfs_tape *t = (struct dfs_tape *)(uintptr_t)g;
	const unsigned turn = t->enter(g, from, seat, m, to);
	const int ply = ply_of(t->d, to);
	if (ply > 0)
		enter(t, ply, seat, m);
	return turn;
}

static void
spy_value(const struct game *g, const struct state *st, int32_t *value)
{
	struct dfs_tape *t = (struct dfs_tape *)(uintptr_t)g;
	t->value(g, st, value);
	const int ply = ply_of(t->d, st);
	if (ply < 1 || ply > t->open)
		return;
	struct tape_node *n = node_at(t, ply);
	if (n == NULL || n->child >= 0 || (n->flags & TAPE_FOLDED))
		return;
	n->flags |= TAPE_LEAF;
	if (t->d->settled(g, st))
		n->flags |= TAPE_SOLVED;
}

/* A state that is not made could not be written down. */
static bool
spy_taken_after(const struct game *g, const struct state *st, int seat, move m,
		int32_t *value)
{
	(void)g, (void)st, (void)seat, (void)m, (void)value;
	return false;
}

static void
note_cut(void *self, const struct dfs_proof *p)
{
	struct dfs_tape *t = self;
	struct tape_side *s = &t->side[t->now];
	/* What is below is over: it must be folded before anything is taken above it. */
	leave_below(t, p->ply, search_nodes(t->d->s), false);
	struct tape_node *n = node_at(t, p->ply);
	if (n == NULL)
		return;
	if (n->flags & TAPE_LEAF) /* evaluated only because its bounds settle it */
		n->flags = (uint16_t)((n->flags & ~TAPE_LEAF) | TAPE_KNOWN);
	n->flags |= TAPE_CUT;
	n->ways = (int8_t)p->ways;
	if (n->proof < 0 && s->proofs < TAPE_PROOFS)
		n->proof = s->proofs++;
	if (n->proof >= 0)
		s->proof[n->proof] = *p;
}

static void
note_unknown(void *self, int ply, int ways)
{
	struct tape_node *n = node_at(self, ply);
	if (n != NULL)
		n->ways = (int8_t)ways;
}

/* The same position in another window: what the node came to does not count. */
static void
note_again(void *self, int ply)
{
	struct dfs_tape *t = self;
	struct tape_node *n = node_at(t, ply);
	leave_below(t, ply, search_nodes(t->d->s), false);
	t->d->frame[ply].pv_count = 0;
	if (n == NULL)
		return;
	n->flags = TAPE_AGAIN;
	n->proof = -1;
	n->ways = 0;
}

bool
dfs_keep(struct dfs *d)
{
	struct arena *a = &d->s->kept;
	const size_t side = TAPE_NODES * sizeof(struct tape_node) +
			    TAPE_PROOFS * sizeof(struct dfs_proof) +
			    TAPE_NODES * sizeof(double[SEATS_MAX]) + 256;
	if (!arena_open(a, sizeof(struct dfs_tape) + 64 + 2 * side))
		return false;
	/* a page fault every 40 nodes cost as much as writing them */
	arena_want_large_pages(a->base, a->size);
	struct dfs_tape *t = arena_take(a, sizeof *t);
	t->game = *d->g;
	t->room = TAPE_NODES;
	t->d = d;
	t->play = d->play;
	t->enter = d->enter;
	t->value = d->value;
	for (int k = 0; k < 2; k++) {
		struct tape_side *s = &t->side[k];
		s->node = arena_take(a, TAPE_NODES * sizeof *s->node);
		s->proof = arena_take(a, TAPE_PROOFS * sizeof *s->proof);
	}
	d->g = &t->game;
	d->play = spy_play;
	d->enter = spy_enter;
	d->value = spy_value;
	d->taken_after = d->taken_after != NULL ? spy_taken_after : NULL;
	d->trace = note_cut;
	d->unknown = note_unknown;
	d->again = note_again;
	d->trace_self = t;
	d->tape = t;
	return true;
}

void
dfs_keep_win(struct dfs *d, const double (*win)[SEATS_MAX])
{
	d->win = win;
	for (int k = 0; d->tape != NULL && k < 2; k++)
		d->tape->side[k].win =
			arena_take(&d->s->kept, TAPE_NODES * sizeof(double[SEATS_MAX]));
}

void
dfs_tape_close(struct dfs_tape *t)
{
	const struct snapshot *live = &t->d->s->live;
	if (t->closed)
		return;
	/* A search stops at a node that it has counted: at the newest, which then is not
	 * searched, or at the root of another iteration, when all of the tape is whole. */
	const bool whole = live->stop == STOP_DEPTH || live->stop == STOP_SOLVED ||
			   live->nodes > t->last + 1;
	leave_below(t, 0, live->nodes, !whole);
	t->closed = true;
}

int32_t
dfs_tape_row(const struct dfs_tape *t, move m, int *side)
{
	int32_t partial = -1;
	int partial_side = 0;
	const int sides = t->d->s->under_way ? 1 : 2;
	for (int k = 0; k < sides; k++) {
		const int at = k == 0 ? t->now : !t->now;
		const struct tape_side *s = &t->side[at];
		const int32_t i = s->depth == 0
					  ? -1
					  : find_child(s, &s->node[0], t->d->s->mover, m);
		if (i < 0)
			continue;
		*side = at;
		if (!(s->node[i].flags & TAPE_PARTIAL))
			return i;
		partial = i;
		partial_side = at;
	}
	*side = partial_side;
	return partial;
}
