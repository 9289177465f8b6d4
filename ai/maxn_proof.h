/*
 * maxn_proof.h - the numbers behind a cut of max^n, for the sentence of the inspector.
 */
#ifndef PLYSCOPE_AI_MAXN_PROOF_H
#define PLYSCOPE_AI_MAXN_PROOF_H

#include "ai/maxn_bound.h"

/* A cut, as the search made it. */
struct maxn_cut {
	enum cut_rule rule;
	int ply, ancestors; /* of the node; the m nearest */
	bool with_best;	    /* the mover's best counts: */
	int32_t best;	    /* this much of it */
	const struct bound_game *bounds;
};

/* The lemma of maxn_bound.h for this cut, seat by seat: to d->trace and, at ply 1, to
 * d->cut. */
void maxn_prove_cut(struct dfs *d, const struct maxn_cut *c);

/* True when somebody asks for the proof of a cut at this ply: the root's table, or a
 * trace. */
static inline bool
maxn_proof_wanted(const struct dfs *d, int ply)
{
	return __builtin_expect(ply == 1 || d->trace != NULL, 0);
}

#endif
