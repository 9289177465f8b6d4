/*
 * dfs_look.c - the tree of a depth-first search for the inspector. See dfs_look.h.
 *
 * A reference names an iteration and a node of its tree; children never searched are the
 * moves of the node's position that the tree does not have. Positions are reached by
 * playing the moves from the root.
 */
#include "ai/depth_first/dfs_look.h"

#include "ai/depth_first/dfs_tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define REF_ITERATION 40		  /* bit of a reference: which side */
#define REF_SKIP      (UINT64_C(1) << 62) /* a child never searched */

const struct column dfs_columns[] = {
	{ .key = "low",
	  .head = "needs",
	  .help = "what the seat has elsewhere on the way here; a lower value changes "
		  "nothing",
	  .kind = COLUMN_POINTS,
	  .owner = COLUMN_OF_SEATS,
	  .at = DFS_LOW,
	  .width = 6 },
	{ .key = "high",
	  .head = "can get",
	  .brief = "gets",
	  .help = "the most that the others allow the seat; a higher value changes "
		  "nothing",
	  .kind = COLUMN_POINTS,
	  .owner = COLUMN_OF_SEATS,
	  .at = DFS_HIGH,
	  .width = 7 },
	{ .key = NULL },
};

/* A node of the tree with its position. */
struct look_place {
	const struct dfs_iteration *it;
	const struct dfs_node *node; /* NULL: the root */
	int ply;
	struct state state;
};

static look_ref
ref_of(int which, int32_t node)
{
	return (look_ref)which << REF_ITERATION | (look_ref)(uint32_t)node;
}

static void
dfs_look_play_turn(const struct game *g, struct state *st, int seat, move m)
{
	if (g->turns->give_turn != NULL && seat != SEAT_CHANCE &&
	    !(g->rules->acting(g, st) >> seat & 1))
		g->turns->give_turn(g, st, seat, st);
	g->rules->play(g, st, seat, m, st);
}

/* False: no such node. */
static bool
dfs_look_find_place(const struct search *s, const struct dfs_tree *t, look_ref ref,
		    struct look_place *p)
{
	const int32_t at = (int32_t)(ref & ((UINT64_C(1) << REF_ITERATION) - 1));
	const struct dfs_iteration *it = &t->iteration[ref >> REF_ITERATION & 1];
	int32_t path[DFS_PLIES];
	int n = 0;
	if ((ref & REF_SKIP) || it->depth == 0 || at < 1 || at >= it->nodes)
		return false;
	for (int32_t i = at; i > 0 && n < DFS_PLIES; i = it->node[i].parent)
		path[n++] = i;
	p->it = it;
	p->node = &it->node[at];
	p->ply = n;
	game_copy(s->game, &s->root, &p->state);
	while (n-- > 0)
		dfs_look_play_turn(s->game, &p->state, it->node[path[n]].seat,
				   it->node[path[n]].m);
	return true;
}

/* The moves a search tries at a position, in its order and within its width=. */
struct tried_moves {
	int count;
	move m[MOVES_MAX];
	uint8_t seat[MOVES_MAX];
};

/* by: the seat whose move led to the position. For chance all outcomes are searched, or none. */
static void
list_choices(struct dfs *d, const struct state *st, int by, struct tried_moves *c)
{
	c->count = 0;
	if (d->acting(d->g, st) == ACTING_CHANCE)
		return;
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

/* The child after choice i, NULL: it was not searched. */
static const struct dfs_node *
find_choice(const struct dfs_iteration *it, const struct dfs_node *n,
	    const struct tried_moves *c, int i)
{
	for (int32_t k = n->child; k >= 0; k = it->node[k].next)
		if (it->node[k].m == c->m[i] && it->node[k].seat == c->seat[i])
			return &it->node[k];
	return NULL;
}

/* The moves of a finished node that were not searched. */
static int
count_skipped(struct dfs *d, const struct dfs_iteration *it, const struct dfs_node *n,
	      const struct state *st)
{
	struct tried_moves c;
	int skipped = 0;
	if ((n->flags & (NODE_LEAF | NODE_FOLDED | NODE_PARTIAL)) ||
	    (n->child < 0 && !(n->flags & NODE_CUT)))
		return 0;
	list_choices(d, st, n->seat, &c);
	for (int i = 0; i < c.count; i++)
		skipped += find_choice(it, n, &c, i) == NULL;
	return skipped;
}

/* ---- a node as it is shown ---- */

/* The bounds on a node: each seat's need above it, or the window of the root seat. */
static void
fill_window(const struct dfs *d, const struct dfs_iteration *it, const struct dfs_node *n,
	    struct look_node *l)
{
	const double unit = game_unit(d->s->game);
	const int me = d->s->mover;
	if (d->bounds_kind == DFS_WINDOW) {
		if (n->alpha != INT32_MIN)
			l->extra[DFS_LOW + me] = n->alpha / unit;
		if (n->beta != INT32_MAX)
			l->extra[DFS_HIGH + me] = n->beta / unit;
		return;
	}
	for (; d->bounds_kind == DFS_NEEDS && n->parent >= 0; n = &it->node[n->parent]) {
		double *low = &l->extra[DFS_LOW + n->seat];
		if (n->need != DFS_NO_BOUND &&
		    !(n->need / unit <= *low)) /* NAN: nothing yet */
			*low = n->need / unit;
	}
}

/* The kind of an alpha-beta value, by the window it was searched with. With window=zero a
 * value inside may be the bound of a narrower one. */
static enum move_status
window_status(const struct dfs *d, const struct dfs_node *n, bool solved)
{
	const int32_t v = n->value[d->s->mover];
	if (n->flags & NODE_LEAF)
		return solved ? MOVE_PROVEN : MOVE_EXACT;
	if (v <= n->alpha)
		return MOVE_AT_MOST;
	if (v >= n->beta)
		return MOVE_AT_LEAST;
	return dfs_option(d->s, "window", 0) == 1 ? MOVE_OPEN
	       : solved				  ? MOVE_PROVEN
						  : MOVE_EXACT;
}

static enum move_status
status_of(const struct dfs *d, const struct dfs_node *n)
{
	const bool known = n->flags & NODE_KNOWN, solved = n->flags & NODE_SOLVED;
	if (n->ancestors == 1 && n->need != DFS_NO_BOUND && !(n->flags & NODE_PARTIAL))
		return MOVE_AT_MOST;
	if (!known)
		return MOVE_UNSEARCHED;
	if (n->flags & NODE_PARTIAL)
		return MOVE_OPEN;
	if (n->ancestors > 0)
		return MOVE_AT_LEAST;
	if (d->bounds_kind == DFS_WINDOW)
		return window_status(d, n, solved);
	return solved ? MOVE_PROVEN : MOVE_EXACT;
}

/* mover: the seat to move at the node, SEAT_NONE: none. */
static void
dfs_look_fill_value(const struct dfs *d, const struct dfs_node *n, int mover,
		    struct look_node *l)
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
		search_fill_win(d->s, l->status, l->value, l->win);
}

/* No rule cut the node itself, but some of its children were cut for ancestors. */
static void
explain_unknown(const struct dfs *d, const struct dfs_node *n, struct look_node *l)
{
	const struct game *g = d->s->game;
	snprintf(l->proof, sizeof l->proof,
		 "Some children were cut for seats above and stay unknown; whatever "
		 "their values, %s %s.",
		 n->ancestors == 1 ? g->text->seat_name(g, n->seat)
				   : "not all of those seats",
		 n->ancestors == 1 ? "has a better move" : "prefer it");
}

/* A searched child; st: the position after it. */
static void
dfs_look_fill_node(struct dfs *d, int which, int32_t at, const struct state *st,
		   struct look_node *l)
{
	const struct dfs_iteration *it = &d->tree->iteration[which];
	const struct dfs_node *n = &it->node[at];
	look_blank(l, ref_of(which, at), n->seat, n->m);
	l->visits = n->nodes;
	l->status = (uint8_t)status_of(d, n);
	l->again = n->flags & NODE_AGAIN;
	l->partial = n->flags & NODE_PARTIAL;
	l->inner = n->child >= 0 || (n->flags & NODE_CUT);
	l->table = !(n->flags & (NODE_LEAF | NODE_FOLDED | NODE_PARTIAL | NODE_CUT)) &&
		   n->child < 0;
	l->best = n->parent >= 0 && it->node[n->parent].best == n->m &&
		  (it->node[n->parent].flags & NODE_KNOWN);
	dfs_look_fill_value(d, n, game_mover(d->s->game, st), l);
	if (!(n->flags & NODE_LEAF))
		fill_window(d, it, n, l);
	for (int j = 0; it->win != NULL && j < d->seats && (n->flags & NODE_KNOWN); j++)
		l->win[j] = it->win[at][j];
	if (d->describe != NULL)
		d->describe(d, st, l);
	if (!(n->flags & NODE_CUT)) {
		if (n->flags & NODE_FOLDED)
			snprintf(l->proof, sizeof l->proof,
				 "Too many nodes below to record: a search of fewer "
				 "nodes, or from here, shows them.");
		else if (n->ancestors > 0)
			explain_unknown(d, n, l);
		return;
	}
	l->children_skipped = count_skipped(d, it, n, st);
	if (n->proof < 0)
		return;
	l->rule = &dfs_rules[it->proof[n->proof].rule];
	dfs_explain(d, &it->proof[n->proof], l->proof, sizeof l->proof);
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
	l->rule = NULL;
	l->proof[0] = '\0';
	l->best = i == d->best;
	for (int j = 0; j < SEATS_MAX; j++)
		l->value[j] = l->win[j] = (double)NAN;
	if (row->status == MOVE_UNSEARCHED)
		return;
	if (row->status == MOVE_AT_MOST) {
		l->value[s->mover] = row->value[s->mover] / unit;
		if (d->proof[i].rule < 0)
			return;
		l->rule = &dfs_rules[d->proof[i].rule];
		dfs_explain(d, &d->proof[i], l->proof, sizeof l->proof);
		return;
	}
	for (int j = 0; j < d->seats; j++)
		l->value[j] = row->value[j] / unit;
	search_fill_win(s, l->status, l->value, l->win);
}

bool
dfs_look_root(struct dfs *d, move m, struct look_node *l)
{
	struct state st;
	int which;
	if (d->tree != NULL)
		dfs_tree_close(d->tree);
	const int32_t at = d->tree == NULL ? -1 : dfs_tree_row(d->tree, m, &which);
	if (at < 0)
		return false;
	game_copy(d->s->game, &d->s->root, &st);
	dfs_look_play_turn(d->s->game, &st, d->s->mover, m);
	dfs_look_fill_node(d, which, at, &st, l);
	return true;
}

static int
dfs_look_root_children(struct search *s, struct dfs *d, struct look_node *out, int max)
{
	int n = 0;
	for (; n < d->rows && n < max; n++) {
		const struct ranked *row = &d->row[n];
		look_blank(&out[n], (look_ref)(uint32_t)n | REF_SKIP, s->mover, row->m);
		const bool kept = dfs_look_root(d, row->m, &out[n]);
		out[n].best = kept && n == d->best;
		if (s->under_way || (kept && row->status == MOVE_UNSEARCHED))
			continue; /* cut short: the tree has its value so far */
		const bool partial = out[n].partial;
		fill_row(s, d, n, &out[n]);
		out[n].partial = partial;
	}
	return n;
}

/* Of an outcome of chance. */
static double
probability(const struct game *g, const struct state *st, move outcome)
{
	move m[MOVES_MAX];
	double prob[MOVES_MAX];
	const int n = g->chance->list(g, st, m, prob);
	for (int i = 0; i < n; i++)
		if (m[i] == outcome)
			return prob[i];
	return (double)NAN;
}

static int
below_place(struct dfs *d, const struct look_place *p, look_ref ref,
	    struct look_node *out, int max)
{
	const struct dfs_iteration *it = p->it;
	const int which = (int)(it - d->tree->iteration);
	const struct dfs_node *n = p->node;
	const bool whole = !(n->flags & (NODE_PARTIAL | NODE_FOLDED));
	struct state st;
	int k = 0;
	for (int32_t i = n->child; i >= 0 && k < max; i = it->node[i].next, k++) {
		game_copy(d->s->game, &p->state, &st);
		dfs_look_play_turn(d->s->game, &st, it->node[i].seat, it->node[i].m);
		dfs_look_fill_node(d, which, i, &st, &out[k]);
		if (it->node[i].seat == SEAT_CHANCE)
			out[k].chance = probability(d->s->game, &p->state, it->node[i].m);
	}
	if ((n->flags & (NODE_LEAF | NODE_FOLDED)) ||
	    (n->child < 0 && !(n->flags & NODE_CUT)))
		return k;
	struct tried_moves c;
	list_choices(d, &p->state, n->seat, &c);
	for (int i = 0, first = k; i < c.count && k < max; i++) {
		if (find_choice(it, n, &c, i) != NULL)
			continue;
		struct look_node *l = &out[k++];
		look_blank(l,
			   REF_SKIP | ref | (look_ref)(k - first) << (REF_ITERATION + 1),
			   c.seat[i], c.m[i]);
		l->skipped = whole;
		if (!whole || n->proof < 0)
			continue;
		l->rule = &dfs_rules[it->proof[n->proof].rule];
		dfs_explain(d, &it->proof[n->proof], l->proof, sizeof l->proof);
	}
	return k;
}

int
dfs_look_children(struct dfs *d, look_ref node, struct look_node *out, int max)
{
	struct look_place p;
	if (d->tree == NULL)
		return 0;
	dfs_tree_close(d->tree);
	if (!dfs_look_find_place(d->s, d->tree, node, &p))
		return 0;
	return below_place(d, &p, node, out, max);
}

static int
dfs_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	if (node == LOOK_ROOT)
		return dfs_look_root_children(s, s->self, out, max);
	return dfs_look_children(s->self, node, out, max);
}

/* ---- counting what was skipped ---- */

/* The nodes of the unpruned tree from this position on, to which `by` moved, itself
 * included; each takes one off *left. */
static int64_t
full_width(struct dfs *d, const struct state *st, int by, int rem, int ply, int64_t *left)
{
	uint8_t slack = DFS_SOLVED;
	struct state child;
	struct tried_moves c;
	int64_t nodes = 1;
	if (--*left <= 0 || dfs_leaf(d, st, rem, ply, &slack))
		return nodes;
	list_choices(d, st, by, &c);
	for (int i = 0; *left > 0 && i < c.count; i++) {
		game_copy(d->s->game, st, &child);
		dfs_look_play_turn(d->s->game, &child, c.seat[i], c.m[i]);
		nodes += full_width(d, &child, c.seat[i], rem > 0 ? rem - 1 : 0, ply + 1,
				    left);
	}
	return nodes;
}

static void
count_node(struct dfs *d, const struct dfs_iteration *it, const struct dfs_node *n,
	   const struct state *st, int ply, int64_t *left, struct look_count *out)
{
	const int rem = it->depth > ply ? it->depth - ply : 0;
	uint8_t slack = DFS_SOLVED;
	struct state child;
	struct tried_moves c;
	out->searched++;
	if ((n->flags & NODE_LEAF) || *left <= 0)
		return;
	if ((n->flags & NODE_PARTIAL) && dfs_leaf(d, st, rem, ply, &slack))
		return; /* the search stopped on entering it */
	if (n->flags & NODE_FOLDED)
		out->whole = false;
	list_choices(d, st, n->seat, &c);
	for (int i = 0; *left > 0 && i < c.count; i++) {
		const struct dfs_node *below = find_choice(it, n, &c, i);
		game_copy(d->s->game, st, &child);
		dfs_look_play_turn(d->s->game, &child, c.seat[i], c.m[i]);
		if (below != NULL)
			count_node(d, it, below, &child, ply + 1, left, out);
		else if (!(n->flags & NODE_FOLDED))
			out->counted += full_width(d, &child, c.seat[i],
						   rem > 0 ? rem - 1 : 0, ply + 1, left);
	}
}

static bool
dfs_count(struct search *s, look_ref node, int64_t limit, struct look_count *out)
{
	struct dfs *d = s->self;
	struct look_place p;
	int64_t left = limit;
	if (d->tree == NULL)
		return false;
	dfs_tree_close(d->tree);
	*out = (struct look_count){ .whole = true };
	if (node != LOOK_ROOT) {
		if (!dfs_look_find_place(s, d->tree, node, &p))
			return false;
		count_node(d, p.it, p.node, &p.state, p.ply, &left, out);
	} else {
		out->searched = 1;
		for (int i = 0; i < d->searched; i++) {
			int which;
			const int32_t at = dfs_tree_row(d->tree, d->row[i].m, &which);
			const struct dfs_iteration *t = &d->tree->iteration[which];
			game_copy(s->game, &s->root, &p.state);
			dfs_look_play_turn(s->game, &p.state, s->mover, d->row[i].m);
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
dfs_look_tree_bytes(const struct search *s)
{
	const struct dfs *d = s->self;
	size_t bytes = 0;
	for (int k = 0; d->tree != NULL && k < 2; k++) {
		const struct dfs_iteration *it = &d->tree->iteration[k];
		const size_t win = it->win != NULL ? sizeof *it->win : 0;
		bytes += (size_t)it->nodes * (sizeof *it->node + win) +
			 (size_t)it->proofs * sizeof *it->proof;
	}
	return (int64_t)bytes;
}

const struct look_ops dfs_look = { .children = dfs_children,
				   .count = dfs_count,
				   .bytes = dfs_look_tree_bytes };
