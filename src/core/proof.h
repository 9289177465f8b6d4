/*
 * proof.h - a search that proves who wins.
 */
#ifndef PLYSCOPE_CORE_PROOF_H
#define PLYSCOPE_CORE_PROOF_H

struct search;

struct proof_ops {
	/* The bounds proven for the mover: -1 a loss, 0 a draw, 1 a win. */
	void (*outcome)(const struct search *s, int *low, int *high);
	const char *options; /* with which `plyscope solve` runs it */
};

#endif
