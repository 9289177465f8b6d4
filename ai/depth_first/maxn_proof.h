/*
* maxn_proof.h - the numbers behind a cut of max^n, for the sentence of the inspector.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_MAXN_PROOF_H
#define PLYSCOPE_AI_DEPTH_FIRST_MAXN_PROOF_H

#include "ai/depth_first/bound.h"

/* A cut, as the search made it. */
struct maxn_cut {
	enum dfs_rule rule;
	int ply, ancestors; /* of the node; the m nearest */
	bool with_best;	    /* the mover's best counts: */
	int32_t best;	    /* this much of it */
	const struct bound_game *bounds;
};

/* Applies the lemma of bound.h by seat, for d->trace and, at ply 1, for d->cut. */
void maxn_prove_cut(struct dfs *d, const struct maxn_cut *c);

/* True when the root's table or a trace needs the proof of a cut at this ply. */
static inline bool
maxn_proof_wanted(const struct dfs *d, int ply)
{
	return __builtin_expect(ply == 1 || d->trace != NULL, 0);
}

#endif
