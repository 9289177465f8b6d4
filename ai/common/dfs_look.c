/*
 * dfs_look.c - the tree of a depth-first search from its tape. See dfs_look.h.
 *
 * A reference names a side of the tape and a node on it; children never searched are the
 * moves of the node's position that the tape does not have. Positions are played again
 * from the root.
 */
#include "ai/common/dfs_look.h"

#include "ai/common/dfs_tape.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define REF_SIDE 40		     /* bit of a reference: which side */
#define REF_SKIP (UINT64_C(1) << 62) /* a child never searched; it has none itself */

/* A node of the tape with its position. */
struct place {
	const struct tape_side *side;
	const struct tape_node *node; /* NULL: the root */
	int ply;
	struct state state;
};

static look_ref
ref_of(int side, int32_t node)
{
	return (look_ref)side << REF_SIDE | (look_ref)(uint32_t)node;
}

static void
play_turn(const struct game *g, struct state *st, int seat, move m)
{
	if (g->turns->give_turn != NULL && !(g->rules->acting(g, st) >> seat & 1))
		g->turns->give_turn(g, st, seat, st);
	g->rules->play(g, st, seat, m, st);
}

/* False: no such node. */
static bool
find_place(const struct search *s, const struct dfs_tape *t, look_ref ref,
	   struct place *p)
{
	const int32_t at = (int32_t)(ref & ((UINT64_C(1) << REF_SIDE) - 1));
	const struct tape_side *side = &t->side[ref >> REF_SIDE & 1];
	int32_t path[DFS_PLIES];
	int n = 0;
	if ((ref & REF_SKIP) || side->depth == 0 || at < 1 || at >= side->nodes)
		return false;
	for (int32_t i = at; i > 0 && n < DFS_PLIES; i = side->node[i].parent)
		path[n++] = i;
	p->side = side;
	p->node = &side->node[at];
	p->ply = n;
	game_copy(s->game, &s->root, &p->state);
	while (n-- > 0)
		play_turn(s->game, &p->state, side->node[path[n]].seat,
			  side->node[path[n]].m);
	return true;
}

/* What a search goes through at a position, in its order and within its width. */
struct choices {
	int count;
	move m[MOVES_MAX];
	uint8_t seat[MOVES_MAX];
};

/* by: who made the move that led to the position. */
static void
list_choices(struct dfs *d, const struct state *st, int by, struct choices *c)
{
	if (d->replies != NULL) {
		c->count = d->replies(d, st, by, c->m, c->seat);
		return;
	}
	int32_t score[MOVES_MAX];
	const int seat = dfs_mover(d, st), n = dfs_moves(d, st, seat, c->m);
	order_sort(d->s->game, st, seat, c->m, score, n);
	c->count = d->width > 0 && d->width < n ? d->width : n;
	memset(c->seat, seat, (size_t)c->count * sizeof c->seat[0]);
}

/* The child that choice i leads to, NULL: it was not searched. */
static const struct tape_node *
find_choice(const struct tape_side *side, const struct tape_node *n,
	    const struct choices *c, int i)
{
	for (int32_t k = n->child; k >= 0; k = side->node[k].next)
		if (side->node[k].m == c->m[i] && side->node[k].seat == c->seat[i])
			return &side->node[k];
	return NULL;
}

/* Moves of a node that was left which nobody searched. */
static int
count_skipped(struct dfs *d, const struct tape_side *side, const struct tape_node *n,
	      const struct state *st)
{
	struct choices c;
	int skipped = 0;
	if ((n->flags & (TAPE_LEAF | TAPE_FOLDED | TAPE_PARTIAL)) ||
	    (n->child < 0 && !(n->flags & TAPE_CUT)))
		return 0;
	list_choices(d, st, n->seat, &c);
	for (int i = 0; i < c.count; i++)
		skipped += find_choice(side, n, &c, i) == NULL;
	return skipped;
}

/* ---- a node as it is shown ---- */

/* What the seats above have, or hold the root seat to. */
static void
fill_window(const struct dfs *d, const struct tape_side *side, const struct tape_node *n,
	    struct look_node *l)
{
	const double unit = game_unit(d->s->game);
	const int me = d->s->mover;
	if (d->bounds_kind == DFS_WINDOW) {
		if (n->alpha != INT32_MIN)
			l->low[me] = n->alpha / unit;
		if (n->beta != INT32_MAX)
			l->high[me] = n->beta / unit;
		return;
	}
	for (; d->bounds_kind == DFS_NEEDS && n->parent >= 0; n = &side->node[n->parent])
		if (n->need != DFS_NO_BOUND &&
		    !(n->need / unit <= l->low[n->seat])) /* NAN: nothing yet */
			l->low[n->seat] = n->need / unit;
}

static bool
asked_by_halves(const struct dfs *d)
{
	const struct options *o = &d->s->options;
	return options_find(o, "window") >= 0 && options_int(o, "window") == 1;
}

/* The kind of an alpha-beta value, by the window it was searched with. With window=zero
 * what lies inside may be a bound of a narrower one. */
static enum move_status
window_status(const struct dfs *d, const struct tape_node *n, bool solved)
{
	const int32_t v = n->value[d->s->mover];
	if (n->flags & TAPE_LEAF)
		return solved ? MOVE_PROVEN : MOVE_EXACT;
	if (v <= n->alpha)
		return MOVE_AT_MOST;
	if (v >= n->beta)
		return MOVE_AT_LEAST;
	return asked_by_halves(d) ? MOVE_OPEN : solved ? MOVE_PROVEN : MOVE_EXACT;
}

static enum move_status
status_of(const struct dfs *d, const struct tape_node *n)
{
	const bool known = n->flags & TAPE_KNOWN, solved = n->flags & TAPE_SOLVED;
	if (n->ways == 1 && n->need != DFS_NO_BOUND && !(n->flags & TAPE_PARTIAL))
		return MOVE_AT_MOST;
	if (!known)
		return MOVE_UNSEARCHED;
	if (n->flags & TAPE_PARTIAL)
		return MOVE_OPEN;
	if (n->ways > 0)
		return MOVE_AT_LEAST;
	if (d->bounds_kind == DFS_WINDOW)
		return window_status(d, n, solved);
	return solved ? MOVE_PROVEN : MOVE_EXACT;
}

/* mover: who moves at the node, SEAT_NONE. */
static void
fill_value(const struct dfs *d, const struct tape_node *n, int mover, struct look_node *l)
{
	const double unit = game_unit(d->s->game);
	const int me = d->s->mover;
	const bool bound = l->status == MOVE_AT_MOST || l->status == MOVE_AT_LEAST;
	if (l->status == MOVE_UNSEARCHED)
		return;
	if (bound && d->bounds_kind == DFS_WINDOW) {
		l->value[me] = n->value[me] / unit;
	} else if (l->status == MOVE_AT_MOST) {
		l->value[n->seat] = (n->need - d->step) / unit;
	} else if (l->status == MOVE_AT_LEAST) {
		if (mover >= 0)
			l->value[mover] = n->value[mover] / unit;
	} else {
		for (int j = 0; j < d->seats; j++)
			l->value[j] = n->value[j] / unit;
	}
	if (!bound && d->win == NULL)
		search_fill_win(d->s, l->value, l->win);
}

/* No rule cut the node itself: some of its children were, for the sake of seats above. */
static void
explain_unknown(const struct dfs *d, const struct tape_node *n, struct look_node *l)
{
	const struct game *g = d->s->game;
	snprintf(l->proof, sizeof l->proof,
		 "Children of it were cut for the sake of seats above and stay unknown; "
		 "whatever they are worth, %s %s.",
		 n->ways == 1 ? g->text->seat_name(g, n->seat) : "not all of them",
		 n->ways == 1 ? "has something better" : "prefer it");
}

/* A searched child; st: the position after it. */
static void
fill_node(struct dfs *d, int side, int32_t at, const struct state *st,
	  struct look_node *l)
{
	const struct tape_side *s = &d->tape->side[side];
	const struct tape_node *n = &s->node[at];
	look_blank(l, ref_of(side, at), n->seat, n->m);
	l->visits = n->nodes;
	l->status = (uint8_t)status_of(d, n);
	l->again = n->flags & TAPE_AGAIN;
	l->partial = n->flags & TAPE_PARTIAL;
	l->inner = n->child >= 0 || (n->flags & TAPE_CUT);
	l->table = !(n->flags & (TAPE_LEAF | TAPE_FOLDED | TAPE_PARTIAL | TAPE_CUT)) &&
		   n->child < 0;
	l->best = n->parent >= 0 && s->node[n->parent].best == n->m &&
		  (s->node[n->parent].flags & TAPE_KNOWN);
	fill_value(d, n, game_mover(d->s->game, st), l);
	if (!(n->flags & TAPE_LEAF))
		fill_window(d, s, n, l);
	for (int j = 0; s->win != NULL && j < d->seats && (n->flags & TAPE_KNOWN); j++)
		l->win[j] = s->win[at][j];
	if (d->describe != NULL)
		d->describe(d, st, l);
	if (!(n->flags & TAPE_CUT)) {
		if (n->flags & TAPE_FOLDED)
			snprintf(l->proof, sizeof l->proof,
				 "What is below was too much to keep: a search of fewer "
				 "nodes, or from here on, shows it.");
		else if (n->ways > 0)
			explain_unknown(d, n, l);
		return;
	}
	l->children_skipped = count_skipped(d, s, n, st);
	if (n->proof < 0)
		return;
	l->rule = s->proof[n->proof].rule;
	dfs_explain(d, &s->proof[n->proof], l->proof, sizeof l->proof);
}

/* ---- children ---- */

/* A root move from the table of the report. */
static void
fill_row(struct search *s, const struct dfs *d, int i, struct look_node *l)
{
	const double unit = game_unit(s->game);
	const struct ranked *row = &d->row[i];
	l->visits = row->nodes;
	l->status = row->status;
	l->rule = -1;
	l->proof[0] = '\0';
	l->best = i == d->best;
	for (int j = 0; j < SEATS_MAX; j++)
		l->value[j] = l->win[j] = (double)NAN;
	if (row->status == MOVE_UNSEARCHED)
		return;
	if (row->status == MOVE_AT_MOST) {
		l->value[s->mover] = row->value[s->mover] / unit;
		l->rule = d->proof[i].rule;
		if (l->rule >= 0)
			dfs_explain(d, &d->proof[i], l->proof, sizeof l->proof);
		return;
	}
	for (int j = 0; j < d->seats; j++)
		l->value[j] = row->value[j] / unit;
	search_fill_win(s, l->value, l->win);
}

bool
dfs_tape_root(struct dfs *d, move m, struct look_node *l)
{
	struct state st;
	int side;
	if (d->tape != NULL)
		dfs_tape_close(d->tape);
	const int32_t at = d->tape == NULL ? -1 : dfs_tape_row(d->tape, m, &side);
	if (at < 0)
		return false;
	game_copy(d->s->game, &d->s->root, &st);
	play_turn(d->s->game, &st, d->s->mover, m);
	fill_node(d, side, at, &st, l);
	return true;
}

static int
root_children(struct search *s, struct dfs *d, struct look_node *out, int max)
{
	int n = 0;
	for (; n < d->rows && n < max; n++) {
		const struct ranked *row = &d->row[n];
		look_blank(&out[n], (look_ref)(uint32_t)n | REF_SKIP, s->mover, row->m);
		const bool kept = dfs_tape_root(d, row->m, &out[n]);
		out[n].best = kept && n == d->best;
		if (s->under_way || (kept && row->status == MOVE_UNSEARCHED))
			continue; /* cut short: its value so far is on the tape */
		const bool partial = out[n].partial;
		fill_row(s, d, n, &out[n]);
		out[n].partial = partial;
	}
	return n;
}

static int
below_place(struct dfs *d, const struct place *p, look_ref ref, struct look_node *out,
	    int max)
{
	const struct tape_side *side = p->side;
	const int number = (int)(side - d->tape->side);
	const struct tape_node *n = p->node;
	const bool whole = !(n->flags & (TAPE_PARTIAL | TAPE_FOLDED));
	struct state st;
	int k = 0;
	for (int32_t i = n->child; i >= 0 && k < max; i = side->node[i].next, k++) {
		game_copy(d->s->game, &p->state, &st);
		play_turn(d->s->game, &st, side->node[i].seat, side->node[i].m);
		fill_node(d, number, i, &st, &out[k]);
	}
	if ((n->flags & (TAPE_LEAF | TAPE_FOLDED)) ||
	    (n->child < 0 && !(n->flags & TAPE_CUT)))
		return k;
	struct choices c;
	list_choices(d, &p->state, n->seat, &c);
	for (int i = 0, first = k; i < c.count && k < max; i++) {
		if (find_choice(side, n, &c, i) != NULL)
			continue;
		struct look_node *l = &out[k++];
		look_blank(l, REF_SKIP | ref | (look_ref)(k - first) << (REF_SIDE + 1),
			   c.seat[i], c.m[i]);
		l->skipped = whole;
		if (!whole || n->proof < 0)
			continue;
		l->rule = side->proof[n->proof].rule;
		dfs_explain(d, &side->proof[n->proof], l->proof, sizeof l->proof);
	}
	return k;
}

int
dfs_tape_children(struct dfs *d, look_ref node, struct look_node *out, int max)
{
	struct place p;
	if (d->tape == NULL)
		return 0;
	dfs_tape_close(d->tape);
	if (!find_place(d->s, d->tape, node, &p))
		return 0;
	return below_place(d, &p, node, out, max);
}

static int
dfs_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	if (node == LOOK_ROOT)
		return root_children(s, s->self, out, max);
	return dfs_tape_children(s->self, node, out, max);
}

/* ---- what was skipped ---- */

/* Nodes of the unpruned tree of this position, which `by` moved to, itself too; *left falls
 * with each. */
static int64_t
full_width(struct dfs *d, const struct state *st, int by, int rem, int ply, int64_t *left)
{
	uint8_t slack = DFS_SOLVED;
	struct state child;
	struct choices c;
	int64_t nodes = 1;
	if (--*left <= 0 || dfs_leaf(d, st, rem, ply, &slack))
		return nodes;
	list_choices(d, st, by, &c);
	for (int i = 0; i<c.count && * left> 0; i++) {
		game_copy(d->s->game, st, &child);
		play_turn(d->s->game, &child, c.seat[i], c.m[i]);
		nodes += full_width(d, &child, c.seat[i], rem > 0 ? rem - 1 : 0, ply + 1,
				    left);
	}
	return nodes;
}

static void
count_node(struct dfs *d, const struct tape_side *side, const struct tape_node *n,
	   const struct state *st, int ply, int64_t *left, struct look_count *out)
{
	const int rem = side->depth > ply ? side->depth - ply : 0;
	uint8_t slack = DFS_SOLVED;
	struct state child;
	struct choices c;
	out->searched++;
	if ((n->flags & TAPE_LEAF) || *left <= 0)
		return;
	if ((n->flags & TAPE_PARTIAL) && dfs_leaf(d, st, rem, ply, &slack))
		return; /* the search stopped on entering it */
	if (n->flags & TAPE_FOLDED)
		out->whole = false;
	list_choices(d, st, n->seat, &c);
	for (int i = 0; i<c.count && * left> 0; i++) {
		const struct tape_node *below = find_choice(side, n, &c, i);
		game_copy(d->s->game, st, &child);
		play_turn(d->s->game, &child, c.seat[i], c.m[i]);
		if (below != NULL)
			count_node(d, side, below, &child, ply + 1, left, out);
		else if (!(n->flags & TAPE_FOLDED))
			out->counted += full_width(d, &child, c.seat[i],
						   rem > 0 ? rem - 1 : 0, ply + 1, left);
	}
}

bool
dfs_count(struct search *s, look_ref node, int64_t limit, struct look_count *out)
{
	struct dfs *d = s->self;
	struct place p;
	int64_t left = limit;
	if (d->tape == NULL)
		return false;
	dfs_tape_close(d->tape);
	*out = (struct look_count){ .whole = true };
	if (node != LOOK_ROOT) {
		if (!find_place(s, d->tape, node, &p))
			return false;
		count_node(d, p.side, p.node, &p.state, p.ply, &left, out);
	} else {
		out->searched = 1;
		for (int i = 0; i < d->searched; i++) {
			int side;
			const int32_t at = dfs_tape_row(d->tape, d->row[i].m, &side);
			const struct tape_side *t = &d->tape->side[side];
			game_copy(s->game, &s->root, &p.state);
			play_turn(s->game, &p.state, s->mover, d->row[i].m);
			if (at >= 0)
				count_node(d, t, &t->node[at], &p.state, 1, &left, out);
			else
				out->whole = false;
		}
	}
	out->whole = out->whole && left > 0;
	return true;
}

static int64_t
tape_bytes(const struct search *s)
{
	const struct dfs *d = s->self;
	size_t bytes = 0;
	for (int k = 0; d->tape != NULL && k < 2; k++) {
		const struct tape_side *side = &d->tape->side[k];
		const size_t win = side->win != NULL ? sizeof *side->win : 0;
		bytes += (size_t)side->nodes * (sizeof *side->node + win) +
			 (size_t)side->proofs * sizeof *side->proof;
	}
	return (int64_t)bytes;
}

const struct look_ops dfs_look = { .children = dfs_children,
				   .count = dfs_count,
				   .bytes = tape_bytes };
