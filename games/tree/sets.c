/*
 * sets.c - information sets of a tree, and their consequences for every seat. See tree.h.
 *
 * Two nodes are alike for a seat when it has the same key at both. Where it moves, the key is its
 * set; below, the key of the node above, its own move if it was its own, and who moves now. So a
 * seat that is shown the first node of those alike learns nothing but its key.
 */
#include "games/tree/rules.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOBODY SEATS_MAX /* an onlooker: sees whose turn it is */

/* ---- keys ------------------------------------------------------------------------------ */

/* The facts gathered about a node on the way from the root. */
struct sets_node {
	uint64_t turns;		  /* who has moved so far */
	uint64_t past[SEATS_MAX]; /* sets and moves of each seat so far */
	uint64_t key;		  /* of the viewer in hand */
};

static uint64_t
mix_in(uint64_t key, uint64_t what)
{
	return rng_mix(key ^ (what + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

/* Who moves at a node, as a number; the end of a game has its own. */
static uint64_t
tree_turn_of(const struct tree_file *t, int at)
{
	const struct file_node *n = &t->node[at];
	switch (n->kind) {
	case TREE_LEAF: return (uint64_t)at + 16;
	case TREE_CHANCE: return 8;
	default: return (uint64_t)n->seat;
	}
}

static int
move_to(const struct tree_file *t, int at)
{
	return at - t->node[t->node[at].parent].first;
}

static void
fill_past(const struct tree_file *t, struct sets_node *x)
{
	for (int at = 1; at < t->count; at++) {
		const int up = t->node[at].parent;
		const struct file_node *n = &t->node[up];
		x[at] = x[up];
		x[at].turns = mix_in(x[up].turns, tree_turn_of(t, up));
		if (n->kind == TREE_TURN)
			x[at].past[n->seat] = mix_in(mix_in(0, (uint64_t)n->set),
						     (uint64_t)move_to(t, at));
	}
}

/* The key of a viewer's knowledge at a node. */
static uint64_t
tree_key_of(const struct tree_file *t, const struct sets_node *x, int viewer, int at)
{
	const struct file_node *n = &t->node[at];
	const int up = n->parent;
	if (n->kind == TREE_TURN && n->seat == viewer)
		return mix_in(1, (uint64_t)n->set);
	if (up < 0)
		return mix_in(2, tree_turn_of(t, at));
	const bool own = t->node[up].kind == TREE_TURN && t->node[up].seat == viewer;
	const uint64_t above =
		own ? mix_in(x[up].key, (uint64_t)move_to(t, at)) : x[up].key;
	return mix_in(above, tree_turn_of(t, at));
}

/* ---- who is like whom ------------------------------------------------------------------ */

/* Nodes by key: open addressing, each slot the last node of its key + 1. */
struct sets_table {
	int *slot;
	size_t mask;
};

/* Chains a node behind those with its key. */
static void
chain(struct tree_file *t, const struct sets_node *x, struct sets_table *table,
      int viewer, int at)
{
	size_t i = (size_t)x[at].key & table->mask;
	while (table->slot[i] != 0 && x[table->slot[i] - 1].key != x[at].key)
		i = (i + 1) & table->mask;
	const int last = table->slot[i] - 1;
	t->node[at].first_like[viewer] = last < 0 ? at : t->node[last].first_like[viewer];
	t->node[at].next_like[viewer] = 0;
	if (last >= 0)
		t->node[last].next_like[viewer] = at;
	table->slot[i] = at + 1;
}

static void
fill_likes(struct tree_file *t, struct sets_node *x, struct sets_table *table)
{
	for (int viewer = 0; viewer <= NOBODY; viewer++) {
		memset(table->slot, 0, (table->mask + 1) * sizeof *table->slot);
		for (int at = 0; at < t->count; at++) {
			x[at].key = tree_key_of(t, x, viewer, at);
			chain(t, x, table, viewer, at);
		}
	}
}

static void
fill_weights(struct tree_file *t)
{
	t->node[0].weight = 1;
	for (int at = 1; at < t->count; at++) {
		const struct file_node *n = &t->node[t->node[at].parent];
		t->node[at].weight =
			n->weight * (n->prob ? n->prob[move_to(t, at)] : 1.0 / n->count);
	}
}

/* ---- checks ---------------------------------------------------------------------------- */

static bool
same_labels(const struct file_node *a, const struct file_node *b)
{
	if ((a->label == NULL) != (b->label == NULL))
		return false;
	return a->label == NULL ||
	       memcmp(a->label, b->label, (size_t)a->count * sizeof *a->label) == 0;
}

/* The fault of a node in the set of another; NULL: none. */
static const char *
tree_misfit(const struct tree_file *t, const struct sets_node *x, int at)
{
	const struct file_node *n = &t->node[at], *first = &t->node[n->set];
	if (n->seat != first->seat)
		return "another node of its \"infoset\" is of another seat";
	if (n->count != first->count || !same_labels(n, first))
		return "another node of its \"infoset\" has other moves";
	if (x[at].turns != x[n->set].turns)
		return "before another node of its \"infoset\" the turns were others, "
		       "and "
		       "a seat sees whose turn it is";
	if (!t->forgetful && x[at].past[n->seat] != x[n->set].past[n->seat])
		return "its seat has come to another node of its \"infoset\" by other "
		       "sets or moves and would forget them: say "
		       "\"imperfect_recall\": true";
	return NULL;
}

bool
tree_fill_sets(struct tree_file *t, int *at, char *what, size_t size)
{
	struct sets_table table = { .mask = 1 };
	while (table.mask < 2 * (size_t)t->count)
		table.mask = 2 * table.mask + 1;
	struct sets_node *x = calloc((size_t)t->count, sizeof *x);
	table.slot = calloc(table.mask + 1, sizeof *table.slot);
	const char *wrong = NULL;
	*at = -1;
	if (x != NULL && table.slot != NULL) {
		fill_past(t, x);
		for (int i = 0; i < t->count && wrong == NULL; i++) {
			wrong = t->node[i].kind == TREE_TURN ? tree_misfit(t, x, i)
							     : NULL;
			*at = i;
		}
		if (wrong == NULL) {
			fill_likes(t, x, &table);
			fill_weights(t);
		}
	}
	const bool ok = x != NULL && table.slot != NULL && wrong == NULL;
	snprintf(what, size, "%s", wrong ? wrong : "");
	free(x);
	free(table.slot);
	return ok;
}

/* ---- what a seat may see --------------------------------------------------------------- */

static struct tree_state *
tree_sets_state_of(struct state *s)
{
	return (struct tree_state *)(void *)s->bytes;
}

static void
tree_redact(const struct game *g, struct state *s, int viewer)
{
	const struct tree_file *t = tree_of(g);
	const struct file_node *n = tree_node_of(g, s);
	struct tree_state *at = tree_sets_state_of(s);
	if (t->sets && viewer != SEAT_ALL) {
		const int who = viewer >= 0 && viewer < t->seats ? viewer : NOBODY;
		if (at->eyes == who + 1)
			return;
		const int first = n->first_like[who];
		const bool alone = t->node[first].next_like[who] == 0;
		*at = (struct tree_state){ .node = first,
					   .eyes = (uint16_t)(alone ? 0 : who + 1) };
	}
	if (n->kind != TREE_MATRIX)
		return;
	if (at->choice[0] && viewer != n->seat)
		at->choice[0] = TREE_HIDDEN;
	if (at->choice[1] && viewer != n->other)
		at->choice[1] = TREE_HIDDEN;
}

/* One of the nodes alike, as likely as chance and moves at random lead there. */
static void
choose_like(const struct tree_file *t, struct tree_state *at, struct rng *r)
{
	const int who = at->eyes - 1;
	double all = t->node[at->node].weight;
	int k = at->node;
	for (int i = t->node[k].next_like[who]; i != 0; i = t->node[i].next_like[who])
		all += t->node[i].weight;
	double x = rng_unit(r) * all - t->node[k].weight;
	while (x >= 0 && t->node[k].next_like[who] != 0) {
		k = t->node[k].next_like[who];
		x -= t->node[k].weight;
	}
	*at = (struct tree_state){ .node = k };
}

static void
tree_determinize(const struct game *g, struct state *s, int viewer, struct rng *r)
{
	const struct file_node *n = tree_node_of(g, s);
	struct tree_state *at = tree_sets_state_of(s);
	if (at->eyes != 0)
		choose_like(tree_of(g), at, r);
	for (int i = 0; i < 2; i++)
		if (at->choice[i] == TREE_HIDDEN)
			at->choice[i] =
				(uint16_t)(1 + rng_below(r, (uint32_t)(i ? n->cols
									 : n->rows)));
}

int
tree_likes(const struct game *g, const struct state *s, int *out, int most)
{
	const struct tree_file *t = tree_of(g);
	const struct tree_state *at = tree_state_of(s);
	int n = 0;
	for (int k = at->node;; k = t->node[k].next_like[at->eyes - 1]) {
		if (n < most)
			out[n] = k;
		n++;
		if (at->eyes == 0 || t->node[k].next_like[at->eyes - 1] == 0)
			return n;
	}
}

const struct game_hidden tree_hidden = {
	.redact = tree_redact,
	.determinize = tree_determinize,
};

/* ---- for solvers ----------------------------------------------------------------------- */

/* Two seats that share nothing, and ways as long as a search can walk. */
static bool
public_here(const struct game *g)
{
	const struct tree_file *t = tree_of(g);
	return t->sets && !t->forgetful && (g->traits & TRAIT_ZERO_SUM) &&
	       t->bounds.maxsum == 0 && t->node[0].height <= PUBLIC_LINE;
}

static int
tree_public_hands(const struct game *g)
{
	return 1;
}

static double
public_pairs(const struct game *g)
{
	return 1;
}

static bool
public_excludes(const struct game *g, int a, int b)
{
	(void)g, (void)a, (void)b;
	return false;
}

static int
public_hand(const struct game *g, const struct state *s, int seat)
{
	(void)g, (void)s, (void)seat;
	return 0;
}

static void
public_format(const struct game *g, int hand, char *out, int size)
{
	(void)g, (void)hand;
	if (size > 0)
		out[0] = '\0';
}

static void
public_give(const struct game *g, struct state *s, int seat, int hand)
{
	(void)g, (void)s, (void)seat, (void)hand;
}

static int
public_begin(const struct game *g, const struct state *s, struct state *out,
	     struct played_move *line)
{
	const struct tree_file *t = tree_of(g);
	int at = tree_state_of(s)->node;
	const int n = t->node[at].depth;
	*tree_sets_state_of(out) = (struct tree_state){ .node = 0 };
	for (int i = n; i > 0; at = t->node[at].parent) {
		const struct file_node *up = &t->node[t->node[at].parent];
		line[--i] = (struct played_move){ up->kind == TREE_CHANCE ? SEAT_CHANCE
									  : up->seat,
						  (move)move_to(t, at) };
	}
	return n;
}

static int
public_deals(const struct game *g, const struct state *s, move *out, double *chance)
{
	const struct file_node *n = tree_node_of(g, s);
	for (int i = 0; i < n->count; i++) {
		out[i] = (move)i;
		chance[i] = n->prob[i];
	}
	return n->count;
}

static bool
public_possible(const struct game *g, const struct state *s, int hand)
{
	(void)g, (void)s;
	return hand == 0;
}

static void
public_settle(const struct game *g, const struct state *s, int seat, enum public_pay pay,
	      const double *reach, double *value)
{
	const int32_t points = tree_node_of(g, s)->value[seat];
	const double won = points > 0 ? 1 : points == 0 ? 0.5 : 0;
	value[0] += reach[0] * (pay == PAY_WINS ? won : (double)points / g->unit);
}

static double
public_pair(const struct game *g, const struct state *s, int hand0, int hand1)
{
	(void)hand0, (void)hand1;
	return (double)tree_node_of(g, s)->value[0] / g->unit;
}

static int
public_set(const struct game *g, const struct state *s, int seat)
{
	return tree_node_of(g, s)->first_like[seat];
}

static int
public_sets(const struct game *g)
{
	return tree_of(g)->count;
}

const struct public_ops tree_public = {
	.here = public_here,
	.hands = tree_public_hands,
	.pairs = public_pairs,
	.excludes = public_excludes,
	.hand = public_hand,
	.format_hand = public_format,
	.give = public_give,
	.begin = public_begin,
	.deals = public_deals,
	.possible = public_possible,
	.settle = public_settle,
	.pair = public_pair,
	.set = public_set,
	.sets = public_sets,
};
