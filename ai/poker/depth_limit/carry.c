/* carry.c - the strategy of one tree in another with bets that are not listed, in flop hold'em.
 * See flop.h and public_translate.h, whose way this is: a bet between two sizes is taken for
 * either with a probability, and what is made on both branches goes on with the weight of each
 * hand there. */
#include "ai/poker/depth_limit/flop.h"
#include "ai/poker/tree/public_translate.h"

#include <math.h>
#include <string.h>

#define BRANCHES FLOP_IMAGES /* of a place in the other tree; more are left out */
/* Of a share: behind a move that is hardly ever made there still is a strategy. */
#define LEAST 1e-5F

struct flop_branch {
	struct subgame_at at;
	struct state state;
	double prior;
	float *reach[2];
};

struct flop_carrying {
	const struct subgame *from;
	struct subgame *to;
	const float *shares;
	struct flop_image *image;
	struct arena *arena;
	bool full;
};

struct flop_amount {
	enum public_amount kind;
	double part;
};

static struct flop_amount
carry_amount_of(const struct subgame *t, const struct state *s, uint32_t child)
{
	struct flop_amount a = { AMOUNT_NONE, 0 };
	a.kind = t->g->ops->public->amount(t->g, s, t->node[t->node[child].up].seat,
					   t->node[child].m, &a.part);
	return a;
}

/* The place of the move of a node that is nearest to one of the other tree, without those that are
 * `off`. -1: none. */
static int
carry_nearest(const struct subgame *t, const struct state *s, uint32_t node,
	      struct flop_amount x, move m, const bool *off)
{
	const struct subgame_node *n = &t->node[node];
	int best = -1;
	double least = HUGE_VAL;
	for (int a = 0; a < n->moves; a++) {
		const uint32_t child = n->child + (uint32_t)a;
		const struct flop_amount y = carry_amount_of(t, s, child);
		if (off != NULL && off[a])
			continue;
		if (x.kind == AMOUNT_NONE && t->node[child].m == m)
			return a;
		if (x.kind == AMOUNT_NONE || y.kind == AMOUNT_NONE)
			continue;
		const double by = x.kind == AMOUNT_ALL && y.kind == AMOUNT_ALL
					  ? -1
					  : fabs(x.part - y.part);
		if (by < least) {
			least = by;
			best = a;
		}
	}
	return best;
}

/* Moves of a node that the rules do not list. */
static void
mark_off(const struct subgame *t, const struct state *s, uint32_t node, bool *off)
{
	const struct subgame_node *n = &t->node[node];
	for (int a = 0; a < n->moves; a++)
		off[a] = !game_lists(t->g, s, n->seat, t->node[n->child + (uint32_t)a].m);
}

/* Adds the part of a branch that goes on behind a move (-1: none does). The mover's reach there is
 * multiplied by its shares of the move in `rows`; NULL: all its hands make it. */
static void
carry_add_branch(struct flop_carrying *w, const struct flop_branch *b, int a, double part,
		 const float *rows, struct flop_branch *out, int *count)
{
	const struct subgame *t = w->from;
	const struct subgame_node *n = &t->node[b->at.node];
	const int seat = n->seat, stride = t->stride[seat];
	if (a < 0 || !(part > 0) || *count == BRANCHES || w->full)
		return;
	struct flop_branch *to = &out[*count];
	*to = *b;
	to->at.node = n->child + (uint32_t)a;
	to->prior = b->prior * part;
	t->g->rules->play(t->g, &b->state, seat, t->node[to->at.node].m, &to->state);
	if (rows != NULL) {
		const float *share = rows + a * stride;
		to->reach[seat] = arena_take(w->arena, (size_t)stride * sizeof(float));
		w->full = to->reach[seat] == NULL;
		for (int h = 0; h < stride && !w->full; h++)
			to->reach[seat][h] =
				b->reach[seat][h] * (share[h] > LEAST ? share[h] : LEAST);
	}
	*count += !w->full;
}

/* The neighbours of a bet that is not listed, and how likely it is taken for the smaller. */
static double
carry_look_around(const struct subgame *t, const struct flop_branch *b, double x,
		  int place[2])
{
	const struct subgame_node *n = &t->node[b->at.node];
	double part[2] = { 0, 0 };
	place[0] = place[1] = -1;
	for (int a = 0; a < n->moves; a++) {
		const struct flop_amount y =
			carry_amount_of(t, &b->state, n->child + (uint32_t)a);
		if (y.kind == AMOUNT_NONE)
			continue;
		if (y.part <= x && (place[0] < 0 || y.part > part[0])) {
			place[0] = a;
			part[0] = y.part;
		}
		if (y.part >= x && (place[1] < 0 || y.part < part[1])) {
			place[1] = a;
			part[1] = y.part;
		}
	}
	if (place[0] < 0 || place[1] < 0)
		return place[0] < 0 ? 0 : 1;
	return translate_share(x, part[0], part[1]);
}

static void carry_carry(struct flop_carrying *w, struct subgame_at at,
			const struct state *state, const struct flop_branch *branch,
			int branches);

static void
carry_deals(struct flop_carrying *w, struct subgame_at at, const struct state *state,
	    const struct flop_branch *branch, int branches)
{
	struct flop_image *image = &w->image[at.node];
	struct flop_branch below[BRANCHES];
	struct state next;
	int n = 0;
	image->count = 0;
	memset(&next, 0, sizeof next);
	for (int i = 0; i < branches; i++)
		if (w->from->node[branch[i].at.node].seat == SEAT_CHANCE) {
			image->node[image->count++] = branch[i].at.node;
			below[n++] = branch[i];
		}
	for (uint32_t d = 0; d < w->to->deals; d++) {
		const move m = w->to->ops->deal_set(w->to->g, w->to->deal[d].set);
		struct flop_branch here[BRANCHES];
		for (int i = 0; i < n; i++) {
			here[i] = below[i];
			here[i].at = subgame_behind_card(w->from, below[i].at,
							 &w->from->deal[d]);
			w->to->g->rules->play(w->to->g, &below[i].state, SEAT_CHANCE, m,
					      &here[i].state);
		}
		w->to->g->rules->play(w->to->g, state, SEAT_CHANCE, m, &next);
		carry_carry(w, subgame_behind_card(w->to, at, &w->to->deal[d]), &next,
			    here, n);
	}
}

/* The rows of a decision: what each branch plays, by the weight of each hand there. */
static void
carry_fill_rows(struct flop_carrying *w, struct subgame_at at, const struct state *state,
		const struct flop_branch *branch, int branches, const bool *off)
{
	const struct subgame_node *n = &w->to->node[at.node];
	const int stride = w->to->stride[n->seat];
	float *rows = w->to->sum + at.block + n->table;
	memset(rows, 0, (size_t)n->moves * (size_t)stride * sizeof *rows);
	for (int i = 0; i < branches; i++) {
		const struct flop_branch *b = &branch[i];
		const struct subgame_node *f = &w->from->node[b->at.node];
		if (f->seat != n->seat)
			continue;
		for (int a = 0; a < f->moves; a++) {
			const uint32_t child = f->child + (uint32_t)a;
			const int to =
				carry_nearest(w->to, state, at.node,
					      carry_amount_of(w->from, &b->state, child),
					      w->from->node[child].m, off);
			const float *share =
				w->shares + b->at.block + f->table + a * stride;
			for (int h = 0; h < stride && to >= 0; h++)
				rows[to * stride + h] +=
					(float)b->prior * b->reach[n->seat][h] * share[h];
		}
	}
}

/* The branches behind a move of the other tree; returns how many. */
static int
branch_out(struct flop_carrying *w, const struct flop_branch *branch, int branches,
	   int seat, struct flop_amount x, move m, bool off, struct flop_branch *out)
{
	int count = 0;
	for (int i = 0; i < branches; i++) {
		const struct flop_branch *b = &branch[i];
		const struct subgame_node *f = &w->from->node[b->at.node];
		if (f->seat != seat)
			continue;
		if (!off) {
			carry_add_branch(w, b,
					 carry_nearest(w->from, &b->state, b->at.node, x,
						       m, NULL),
					 1, w->shares + b->at.block + f->table, out,
					 &count);
			continue;
		}
		int place[2];
		const double part = carry_look_around(w->from, b, x.part, place);
		carry_add_branch(w, b, place[0], part, NULL, out, &count);
		carry_add_branch(w, b, place[1], 1 - part, NULL, out, &count);
	}
	return count;
}

static void
carry_carry(struct flop_carrying *w, struct subgame_at at, const struct state *state,
	    const struct flop_branch *branch, int branches)
{
	const struct subgame_node *n = &w->to->node[at.node];
	const size_t used = w->arena->used;
	bool off[MOVES_MAX + 1];
	struct state next;
	if (n->seat == SEAT_CHANCE) {
		carry_deals(w, at, state, branch, branches);
		return;
	}
	if (n->seat < 0)
		return;
	memset(&next, 0, sizeof next);
	mark_off(w->to, state, at.node, off);
	carry_fill_rows(w, at, state, branch, branches, off);
	for (int a = 0; a < n->moves && !w->full; a++) {
		const uint32_t child = n->child + (uint32_t)a;
		const move m = w->to->node[child].m;
		struct flop_branch below[BRANCHES];
		const int count = branch_out(w, branch, branches, n->seat,
					     carry_amount_of(w->to, state, child), m,
					     off[a], below);
		w->to->g->rules->play(w->to->g, state, n->seat, m, &next);
		carry_carry(w, (struct subgame_at){ child, at.board, at.block }, &next,
			    below, count);
		arena_back(w->arena, used);
	}
}

bool
flop_carry(const struct subgame *from, const float *shares, struct subgame *to,
	   struct flop_image *image, struct arena *arena)
{
	struct flop_carrying w = { from, to, shares, image, arena, false };
	struct flop_branch root = { .at = subgame_root(), .prior = 1 };
	const size_t used = arena->used;
	game_copy(from->g, from->root, &root.state);
	for (int seat = 0; seat < 2; seat++) {
		root.reach[seat] =
			arena_take(arena, (size_t)from->stride[seat] * sizeof(float));
		if (root.reach[seat] == NULL)
			return false;
		for (int h = 0; h < from->stride[seat]; h++)
			root.reach[seat][h] = 1;
	}
	memset(image, 0, to->nodes * sizeof *image);
	memset(to->sum, 0, to->numbers * sizeof *to->sum);
	carry_carry(&w, subgame_root(), from->root, &root, 1);
	arena_back(arena, used);
	return !w.full;
}
