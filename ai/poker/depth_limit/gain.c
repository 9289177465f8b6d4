/*
 * gain.c - the values at a leaf of a trunk, by pairs of classes. See flop.h.
 *
 * Behind a leaf each plays by a table, so what a pair of hands is worth is a sum over the ends of
 * the betting: the stake there times how likely each hand gets there. On a board that sum is made
 * for one hand of the other and all of ours at once; those that share a card with it are left out,
 * and where hands are shown the stronger one takes the stake.
 *
 * Cost: for each board the ends times the hands of both, where a vector of hands is one step.
 * Memory: a row for each move behind the leaf, and one for each class.
 */
#include "ai/poker/depth_limit/flop.h"

#include <string.h>

#define ENDS_MOST 4096 /* behind one card */

/* Where the betting ends, with how likely each hand gets there. */
struct gain_end {
	const float *us, *other;
	float stake; /* of ours, if we are the stronger, or anyway */
	bool shown;
};

struct gain_board {
	struct subgame *t;
	const float *const *shares; /* of each seat */
	int us;
	struct arena *arena;
	struct gain_end end[ENDS_MOST];
	int ends;
	int64_t visited;
};

static float *
gain_take_row(struct gain_board *b, int seat)
{
	return arena_take(b->arena, (size_t)b->t->stride[seat] * sizeof(float));
}

/* Lists the ends below a place; false: no room. */
static bool
list_ends(struct gain_board *b, struct subgame_at at, const float *const reach[2])
{
	const struct subgame_node *n = &b->t->node[at.node];
	b->visited++;
	if (n->seat < 0) {
		if (b->ends == ENDS_MOST)
			return false;
		b->end[b->ends++] =
			(struct gain_end){ reach[b->us], reach[1 - b->us],
					   n->folded == b->us ? -n->stake : n->stake,
					   n->folded < 0 };
		return true;
	}
	const int stride = b->t->stride[n->seat];
	const float *now = b->shares[n->seat] + at.block + n->table;
	for (int a = 0; a < n->moves; a++, now += stride) {
		float *row = gain_take_row(b, n->seat);
		const float *next[2] = { reach[0], reach[1] };
		if (row == NULL)
			return false;
		for (int h = 0; h < stride; h++)
			row[h] = reach[n->seat][h] * now[h];
		next[n->seat] = row;
		const struct subgame_at child = { n->child + (uint32_t)a, at.board,
						  at.block };
		if (!list_ends(b, child, next))
			return false;
	}
	return true;
}

/* Hands that a board leaves alone count 1; their strengths. */
static void
gain_fill_board(const struct subgame *t, const struct subgame_board *board, int seat,
		float *reach, float *strength)
{
	memset(reach, 0, (size_t)t->stride[seat] * sizeof *reach);
	memset(strength, 0, (size_t)t->stride[seat] * sizeof *strength);
	for (int k = 0; k < board->count[seat]; k++) {
		const struct subgame_shown *h = &board->shown[seat][k];
		reach[h->at] = 1;
		strength[h->at] = (float)h->strength;
	}
}

static void
add_times(float *sum, const float *row, float by, int stride)
{
	for (int h = 0; h < stride; h++)
		sum[h] += by * row[h];
}

/* What our hands get from one of the other's, added to a row. */
static void
gain_add_hand(const struct gain_board *b, int o, float its, const float *ours, float *row)
{
	const struct subgame *t = b->t;
	const int stride = t->stride[b->us];
	float any[SUBGAME_WIDE] = { 0 }, shown[SUBGAME_WIDE] = { 0 };
	for (int e = 0; e < b->ends; e++) {
		const struct gain_end *end = &b->end[e];
		const float by = end->stake * end->other[o];
		if (by > 0 || by < 0)
			add_times(end->shown ? shown : any, end->us, by, stride);
	}
	for (int h = 0; h < stride; h++)
		any[h] += ours[h] > its ? shown[h] : ours[h] < its ? -shown[h] : 0;
	const struct subgame_hand *hand = &t->hand[1 - b->us][o];
	for (int i = 0; i < 2; i++)
		for (const uint16_t *k = t->blocked[b->us][hand->card[i]];
		     *k != UINT16_MAX; k++)
			any[*k] = 0;
	add_times(row, any, 1, stride);
}

/* One board; rows: of each class of the other, what our hands get from it. */
static bool
add_board(struct gain_board *b, uint32_t leaf, const struct subgame_deal *d, float *rows)
{
	const struct subgame *t = b->t;
	const struct subgame_board *board = &t->board[d->board];
	const int us = b->us, stride = t->stride[us];
	float reach[2][SUBGAME_WIDE], strength[2][SUBGAME_WIDE];
	for (int seat = 0; seat < 2; seat++)
		gain_fill_board(t, board, seat, reach[seat], strength[seat]);
	const float *const root[2] = { reach[0], reach[1] };
	b->ends = 0;
	if (!list_ends(b, subgame_behind_card(t, (struct subgame_at){ leaf, 0, 0 }, d),
		       root))
		return false;
	memset(rows, 0, (size_t)(t->classes * stride) * sizeof *rows);
	for (int k = 0; k < board->count[1 - us]; k++) {
		const int o = board->shown[1 - us][k].at;
		gain_add_hand(b, o, strength[1 - us][o], strength[us],
			      rows + t->class[1 - us][o] * stride);
	}
	return true;
}

bool
flop_fill_gain(struct subgame *t, const float *const shares[2], uint32_t leaf, int us,
	       struct arena *arena, float *gain)
{
	const size_t used = arena->used;
	const int stride = t->stride[us];
	struct gain_board *b = arena_take(arena, sizeof *b);
	float *rows = arena_take(arena, (size_t)(t->classes * stride) * sizeof *rows);
	bool ok = b != NULL && rows != NULL;
	memset(gain, 0, FLOP_SQUARE * sizeof *gain);
	if (ok)
		*b = (struct gain_board){
			.t = t, .shares = shares, .us = us, .arena = arena
		};
	const size_t mark = arena->used;
	for (uint32_t k = 0; ok && k < t->board->deals; k++) {
		const struct subgame_deal *d = &t->deal[t->board->deal + k];
		const float part = (float)d->part;
		ok = add_board(b, leaf, d, rows);
		for (int o = 0; ok && o < t->classes; o++)
			for (int h = 0; h < t->hands[us]; h++)
				gain[o * FLOP_ROW + t->class[us][h]] +=
					part * rows[o * stride + h];
		arena_back(arena, mark);
	}
	t->visited += ok ? b->visited : 0;
	arena_back(arena, used);
	return ok;
}
