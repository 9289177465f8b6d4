/*
 * simulate.c - one simulation: a deal, selection, growth, playout, backing up. See ismcts.c.
 */
#include "ai/common/order.h"
#include "ai/tree/ismcts/ismcts.h"
#include "ai/tree/tree.h"

#include <limits.h>
#include <string.h>

/* ---- moves of a node ---- */

/* The moves a seat may choose from in this deal. */
static int
ismcts_list_moves(const struct game *g, const struct ismcts *x, uint32_t at,
		  const struct state *st, int seat, move *m)
{
	if (at != ISMCTS_ROOT)
		return order_choices(g, st, seat, m);
	int n = 0;
	for (int i = 0; i < x->roots; i++)
		if (!x->dealt || game_legal(g, st, seat, x->root[i]))
			m[n++] = x->root[i];
	return n;
}

/* A new child of a node; 0: no room. */
static uint32_t
ismcts_add_child(struct ismcts *x, uint32_t at, move m)
{
	if (x->count == x->room) {
		x->full = true;
		return 0;
	}
	const uint32_t i = x->count++;
	struct ismcts_node *c = ismcts_at(x, i), *node = ismcts_at(x, at);
	memset(c, 0, x->stride);
	c->m = m;
	c->seat = SEAT_NONE;
	c->next = node->child;
	node->child = i;
	return i;
}

/* The moves of this deal at a node; those that have a child come first. */
struct deal_moves {
	int n, known;
	move m[MOVES_MAX];
};

static void
list_deal(const struct game *g, const struct ismcts *x, uint32_t at,
	  const struct state *st, int seat, struct deal_moves *d)
{
	d->n = ismcts_list_moves(g, x, at, st, seat, d->m);
	d->known = 0;
}

/* Brings a move among those without a child to their first place. False: it is not there. */
static bool
bring(struct deal_moves *d, move one)
{
	const int to = d->known;
	for (int i = to; i < d->n; i++)
		if (d->m[i] == one) {
			d->m[i] = d->m[to];
			d->m[to] = one;
			return true;
		}
	return false;
}

/* The best ordered of the moves without a child. */
static move
best_untried(const struct game *g, const struct state *st, int seat, struct deal_moves *d)
{
	int32_t order[MOVES_MAX];
	order_best(g, st, seat, d->m + d->known, order, d->n - d->known, 1);
	return d->m[d->known];
}

static float
score(const struct ismcts *x, const struct ismcts_node *c, int seat)
{
	return c->mean[seat] * x->scale[seat] +
	       sqrtf(x->c2ln2 * tree_log2(c->available) / (float)c->visits);
}

/*
 * Among the moves that this deal allows: the best untried one, else the best by UCB1, in which a
 * child counts the visits in which it could have been chosen. 0: no room for the only ones.
 */
static uint32_t
ismcts_select_child(const struct game *g, struct ismcts *x, uint32_t at,
		    const struct state *st)
{
	const int seat = ismcts_at(x, at)->seat;
	struct deal_moves d;
	list_deal(g, x, at, st, seat, &d);
	float best = -INFINITY;
	uint32_t pick = 0;
	for (uint32_t i = ismcts_at(x, at)->child; i != 0; i = ismcts_at(x, i)->next) {
		struct ismcts_node *c = ismcts_at(x, i);
		if (!bring(&d, c->m))
			continue;
		c->available++;
		const float value = score(x, c, seat);
		d.known++;
		pick = value > best ? i : pick;
		best = value > best ? value : best;
	}
	if (d.known == d.n || x->full)
		return pick;
	const uint32_t fresh = ismcts_add_child(x, at, best_untried(g, st, seat, &d));
	if (fresh == 0)
		return pick;
	ismcts_at(x, fresh)->available = 1;
	return fresh;
}

/* The child by what chance did, made when it is new; 0: no room. */
static uint32_t
ismcts_follow(struct ismcts *x, uint32_t at, move m)
{
	for (uint32_t i = ismcts_at(x, at)->child; i != 0; i = ismcts_at(x, i)->next)
		if (ismcts_at(x, i)->m == m)
			return i;
	return x->full ? 0 : ismcts_add_child(x, at, m);
}

/* ---- a simulation ---- */

/* Goes on below a node, playing the move chosen there. 0: the playout starts here. */
static uint32_t
step_down(struct search *s, struct ismcts *x, uint32_t at)
{
	const struct game *g = s->game;
	struct state *st = &x->scratch;
	struct ismcts_node *node = ismcts_at(x, at);
	const seat_set acting = g->rules->acting(g, st);
	if (at != ISMCTS_ROOT && (node->visits + 1 < x->expand || game_decided(g, st)))
		return 0;
	/* Simultaneous choices are not seen by the others: no node tells them apart. */
	if (acting == 0 || (acting & (acting - 1)) != 0)
		return 0;
	node->seat =
		(int8_t)(acting == ACTING_CHANCE ? SEAT_CHANCE : __builtin_ctz(acting));
	if (acting != ACTING_CHANCE) {
		const uint32_t child = ismcts_select_child(g, x, at, st);
		if (child != 0)
			g->rules->play(g, st, node->seat, ismcts_at(x, child)->m, st);
		return child;
	}
	const move m = g->chance->sample(g, st, &s->rng);
	const uint32_t child = ismcts_follow(x, at, m);
	g->rules->play(g, st, SEAT_CHANCE, m, st);
	return child;
}

/* Down the tree to a node that is new or may not grow yet. False: the budget ended before. */
static bool
ismcts_descend(struct search *s, struct ismcts *x, int64_t budget, int *plies)
{
	uint32_t at = ISMCTS_ROOT;
	int depth = 0;
	x->path[0] = at;
	while (depth < ISMCTS_PLIES - 1 && (at = step_down(s, x, at)) != 0) {
		if (depth == budget)
			return false;
		x->path[++depth] = at;
		if (ismcts_at(x, at)->visits == 0)
			break;
	}
	*plies = depth;
	return true;
}

static void
ismcts_back_up(const struct game *g, struct ismcts *x, int depth)
{
	int32_t value[SEATS_MAX];
	g->knowledge->evaluate(g, &x->scratch, value);
	for (int d = 0; d <= depth; d++) {
		struct ismcts_node *n = ismcts_at(x, x->path[d]);
		const float part = 1.0f / (float)++n->visits;
		for (int i = 0; i < g->seats; i++)
			n->mean[i] +=
				((float)(value[i] - x->origin[i]) - n->mean[i]) * part;
	}
}

int64_t
ismcts_simulate(struct search *s, struct ismcts *x, int64_t budget)
{
	const struct game *g = s->game;
	int depth, plies = 0;
	search_deal(s, (uint64_t)x->simulations, &x->scratch);
	if (!ismcts_descend(s, x, budget, &depth))
		return budget;
	const int64_t left = budget - depth;
	if (!game_decided(g, &x->scratch)) {
		plies = game_rollout(g, &x->scratch, &s->rng,
				     left < INT_MAX ? (int)left : INT_MAX, ROLLOUT_POLICY,
				     ROLLOUT_DRAWS);
		if (plies >= left && !game_decided(g, &x->scratch))
			return budget;
	}
	ismcts_back_up(g, x, depth);
	x->simulations++;
	x->last = depth;
	x->tree_plies += depth;
	if (depth > x->seldepth)
		x->seldepth = depth;
	return depth + plies;
}
