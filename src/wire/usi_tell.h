/* usi_tell.h - what a USI engine says: lines about its search, and its answer. */
#ifndef PLYSCOPE_WIRE_USI_TELL_H
#define PLYSCOPE_WIRE_USI_TELL_H

#include "src/core/stats.h"

/* A search, and where it began. */
struct usi_told {
	const struct game *g;
	const struct state *root;
	const struct snapshot *snap;
};

/* "info ..." of a root move of the snapshot, as line `number`. */
void usi_tell_row(const struct usi_told *t, int row, int number);
/* "bestmove ...", with the reply that is expected. */
void usi_tell_best(const struct usi_told *t, move m);

#endif
