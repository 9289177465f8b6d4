/* carry.c - the strategy of one tree in another with bets that are not listed, in flop hold'em.
 * See flop.h and public_translate.h, whose way this is: a bet between two sizes is taken for
 * either with a probability, and what is made on both branches goes on with the weight of each
 * hand there. */
#include "ai/poker/depth_limit/flop.h"
#include "ai/poker/tree/public_translate.h"

#include <string.h>

#define BRANCHES FLOP_IMAGES /* of a place in the other tree; more are left out */
/* The least share of a move, so that the strategy after a move that is hardly ever made
 * is defined too. */
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

/* The moves of a node in a state, without those that are not listed, which no move becomes. */
static void
carry_list(const struct subgame *t, const struct state *s, uint32_t node, bool listed,
	   struct translate_list *l)
{
	const struct subgame_node *n = &t->node[node];
	l->count = n->moves;
	for (int a = 0; a < l->count; a++) {
		const move m = t->node[n->child + (uint32_t)a].m;
		if (listed && !game_lists(t->g, s, n->seat, m))
			l->bet[a] = (struct translate_bet){ MOVE_NONE, AMOUNT_NONE, 0 };
		else
			l->bet[a] = translate_bet_of(t->g, s, n->seat, m);
	}
}

/* Adds the part of a branch that continues after a move (-1: none does). The mover's
 * reach is multiplied by its shares of the move in `rows`; NULL: all its hands make the
 * move. */
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
		const struct flop_branch *branch, int branches)
{
	const struct subgame_node *n = &w->to->node[at.node];
	const int stride = w->to->stride[n->seat];
	float *rows = w->to->sum + at.block + n->table;
	struct translate_list l;
	carry_list(w->to, state, at.node, true, &l);
	memset(rows, 0, (size_t)n->moves * (size_t)stride * sizeof *rows);
	for (int i = 0; i < branches; i++) {
		const struct flop_branch *b = &branch[i];
		const struct subgame_node *f = &w->from->node[b->at.node];
		if (f->seat != n->seat)
			continue;
		for (int a = 0; a < f->moves; a++) {
			const struct translate_bet x =
				translate_bet_of(w->from->g, &b->state, f->seat,
						 w->from->node[f->child + (uint32_t)a].m);
			const int to = translate_nearest(&l, &x);
			const float *share =
				w->shares + b->at.block + f->table + a * stride;
			for (int h = 0; h < stride && to >= 0; h++)
				rows[to * stride + h] +=
					(float)b->prior * b->reach[n->seat][h] * share[h];
		}
	}
}

/* The branches behind a move of the other tree, which its rules may not list; returns how many. */
static int
branch_out(struct flop_carrying *w, const struct flop_branch *branch, int branches,
	   int seat, const struct translate_bet *x, bool listed, struct flop_branch *out)
{
	int count = 0;
	for (int i = 0; i < branches; i++) {
		const struct flop_branch *b = &branch[i];
		const struct subgame_node *f = &w->from->node[b->at.node];
		struct translate_list l;
		struct translate_around r;
		if (f->seat != seat)
			continue;
		carry_list(w->from, &b->state, b->at.node, false, &l);
		if (listed) {
			carry_add_branch(w, b, translate_nearest(&l, x), 1,
					 w->shares + b->at.block + f->table, out, &count);
			continue;
		}
		translate_look_around(&l, x, &r);
		const double part = translate_share_of(TRANSLATE_RPAT, x->part, &r);
		carry_add_branch(w, b, r.smaller, part, NULL, out, &count);
		carry_add_branch(w, b, r.larger, 1 - part, NULL, out, &count);
	}
	return count;
}

static void
carry_carry(struct flop_carrying *w, struct subgame_at at, const struct state *state,
	    const struct flop_branch *branch, int branches)
{
	const struct subgame_node *n = &w->to->node[at.node];
	const size_t used = w->arena->used;
	struct state next;
	if (n->seat == SEAT_CHANCE) {
		carry_deals(w, at, state, branch, branches);
		return;
	}
	if (n->seat < 0)
		return;
	memset(&next, 0, sizeof next);
	carry_fill_rows(w, at, state, branch, branches);
	for (int a = 0; a < n->moves && !w->full; a++) {
		const uint32_t child = n->child + (uint32_t)a;
		const move m = w->to->node[child].m;
		struct flop_branch below[BRANCHES];
		const struct translate_bet x =
			translate_bet_of(w->to->g, state, n->seat, m);
		const int count =
			branch_out(w, branch, branches, n->seat, &x,
				   game_lists(w->to->g, state, n->seat, m), below);
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
