/* blend.c - what is played behind the leaves of flop hold'em where both seats choose their ways to
 * play on. See flop.h.
 *
 * A hand that has chosen one of several ways plays, at each decision, the mean of their mixes, each
 * by how likely the hand has chosen that way and would have got there by it.
 */
#include "ai/dls/flop.h"

#include <string.h>

struct blending {
	const struct flop_trunk *k;
	float *const *way;
	float *shares;
	struct arena *arena;
};

/* A decision of ours on a board: reach[way][hand] is how likely a hand has chosen a way and got
 * here by it. Where no way does the first stays. */
static void
blend_moves(const struct blending *b, const struct subgame_node *n, size_t block,
	    const float *reach)
{
	const int stride = b->k->t->stride[n->seat], ways = b->k->choosing[n->seat].ways;
	for (int a = 0; a < n->moves; a++) {
		const size_t row = block + n->table + (size_t)(a * stride);
		for (int h = 0; h < stride; h++) {
			float sum = 0, all = 0;
			for (int w = 0; w < ways; w++) {
				sum += reach[w * stride + h] * b->way[w][row + (size_t)h];
				all += reach[w * stride + h];
			}
			b->shares[row + (size_t)h] =
				all > 0 ? sum / all : b->way[0][row + (size_t)h];
		}
	}
}

/* The reach behind one of our moves. */
static void
follow(const struct blending *b, const struct subgame_node *n, int a, size_t block,
       const float *reach, float *next)
{
	const int stride = b->k->t->stride[n->seat], ways = b->k->choosing[n->seat].ways;
	const size_t row = block + n->table + (size_t)(a * stride);
	for (int w = 0; w < ways; w++)
		for (int h = 0; h < stride; h++)
			next[w * stride + h] =
				reach[w * stride + h] * b->way[w][row + (size_t)h];
}

static bool
blend(const struct blending *b, uint32_t at, size_t block, const float *reach)
{
	const struct flop_trunk *k = b->k;
	const struct subgame_node *n = &k->t->node[at];
	const size_t used = b->arena->used;
	float *next = NULL;
	bool ok = true;
	if (n->seat < 0)
		return true;
	if (n->seat == k->us) {
		next = arena_take(b->arena, (size_t)(k->choosing[k->us].ways *
						     k->t->stride[k->us]) *
						    sizeof *next);
		ok = next != NULL;
		if (ok)
			blend_moves(b, n, block, reach);
	}
	for (int a = 0; ok && a < n->moves; a++) {
		if (next != NULL)
			follow(b, n, a, block, reach, next);
		ok = blend(b, n->child + (uint32_t)a, block, next ? next : reach);
	}
	arena_back(b->arena, used);
	return ok;
}

/* On all boards behind a leaf. */
static bool
blend_leaf(const struct blending *b, uint32_t at)
{
	const struct flop_trunk *k = b->k;
	const struct subgame_node *n = &k->t->node[at];
	const int stride = k->t->stride[k->us], ways = k->choosing[k->us].ways;
	double often[DLS_VALUES * SUBGAME_CLASSES];
	const size_t used = b->arena->used;
	float *reach = arena_take(b->arena, (size_t)(ways * stride) * sizeof *reach);
	bool ok = reach != NULL;
	if (ok) {
		flop_trunk_choice(k, (int)k->leaf[at] - 1, k->us, often);
		for (int w = 0; w < ways; w++)
			flop_to_hands(k->t, k->us, often + w * SUBGAME_CLASSES,
				      reach + w * stride);
	}
	for (uint32_t board = 0; ok && board < k->t->level_boards[1]; board++)
		ok = blend(b, n->child, n->base + board * n->size, reach);
	arena_back(b->arena, used);
	return ok;
}

bool
flop_trunk_blend(const struct flop_trunk *k, float *const *way, struct arena *arena,
		 float *shares)
{
	const struct blending b = {
		.k = k, .way = way, .shares = shares, .arena = arena
	};
	for (uint32_t at = 0; at < k->t->nodes; at++)
		if (k->leaf[at] != 0 && !blend_leaf(&b, at))
			return false;
	return true;
}
