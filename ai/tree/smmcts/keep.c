/*
 * keep.c - the part of the tree of smmcts that a game goes on with.
 *
 * Nodes are of all sizes and lie in the order of their making, so everything below a node is copied
 * into fresh memory, depth first, and back to the front of the slab. Payoffs keep the scale of the
 * first root: the bounds of later ones are within it.
 */
#include "ai/tree/smmcts/smmcts.h"

#include <stdlib.h>
#include <string.h>

static smm_ref copy_below(struct smm *to, const struct smm *from, smm_ref at);

static smm_ref
copy_block(struct smm *to, const struct smm *from, smm_ref at, size_t bytes)
{
	const smm_ref copy = smm_take(to, bytes);
	memcpy(smm_at(to, copy), smm_at(from, at), bytes);
	return copy;
}

static void
copy_children(struct smm *to, const struct smm *from, smm_ref *child, size_t n)
{
	for (size_t i = 0; i < n; i++)
		child[i] = copy_below(to, from, child[i]);
}

static smm_ref
copy_choice(struct smm *to, const struct smm *from, smm_ref at)
{
	const struct smm_node *old = smm_node(from, at);
	const smm_ref copy =
		copy_block(to, from, at, smm_choice_bytes(old->rows, old->columns));
	struct smm_node *n = smm_node(to, copy);
	if (n->matrix != 0) {
		struct smm_matrix m;
		n->matrix = copy_block(to, from, n->matrix, smm_matrix_bytes(n));
		smm_view_matrix(to, n, &m);
		copy_children(to, from, m.child, (size_t)m.rows * (size_t)m.stride);
	}
	smm_ref *row = smm_rows(n);
	for (int i = 0; i < n->rows; i++) {
		if (n->matrix != 0)
			row[i] = 0; /* nobody asks for first payoffs any more */
		else if (row[i] != 0)
			row[i] = copy_block(to, from, row[i], sizeof(float) * n->columns);
	}
	return copy;
}

static smm_ref
copy_below(struct smm *to, const struct smm *from, smm_ref at)
{
	if (at <= SMM_END)
		return at;
	to->nodes++;
	if (smm_node(from, at)->rows > 0)
		return copy_choice(to, from, at);
	const smm_ref copy =
		copy_block(to, from, at, smm_chance_bytes(smm_node(from, at)->columns));
	struct smm_outcomes o;
	smm_outcomes(to, copy, &o);
	copy_children(to, from, o.child, (size_t)o.count);
	return copy;
}

bool
smm_reroot(struct smm *x, smm_ref at)
{
	struct smm fresh = *x;
	fresh.slab = aligned_alloc(64, ((size_t)x->used * SMM_UNIT + 63) & ~(size_t)63);
	if (fresh.slab == NULL)
		return false;
	fresh.room = x->used; /* the kept part lies within it */
	fresh.used = SMM_FIRST;
	fresh.nodes = 0;
	const smm_ref root = copy_below(&fresh, x, at);
	memcpy(x->slab, fresh.slab, (size_t)fresh.used * SMM_UNIT);
	free(fresh.slab);
	x->root = root;
	x->used = fresh.used;
	x->nodes = fresh.nodes;
	x->full = false;
	return true;
}
