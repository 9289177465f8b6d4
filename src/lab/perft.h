/*
 * perft.h - counts move sequences: the move generator's own test.
 *
 * nodes = sequences of exactly `depth` moves from the root. Sequences that are settled or
 * reach a chance move earlier do not count. Seats that choose at once commit one after the
 * other, lowest first.
 */
#ifndef PLYSCOPE_LAB_PERFT_H
#define PLYSCOPE_LAB_PERFT_H

#include "src/base/json.h"
#include "src/base/progress.h"
#include "src/core/game.h"

#include <stdio.h>

struct perft_options {
	const struct game *game;
	const struct state *root; /* complete: nothing redacted */
	int depth;		  /* 0 counts the root itself */
	struct progress progress; /* done, total: root moves */
};

struct perft_line {
	move m;
	int64_t nodes;
};

struct perft_result {
	int depth;
	int64_t nodes, elapsed_us;
	int count; /* root moves, in the order of moves() */
	struct perft_line line[MOVES_MAX];
};

/* False: stopped on the way; the result covers the root moves done. */
bool perft_run(const struct perft_options *o, struct perft_result *r);
/* The keys of DESIGN's `perft --json`. divide: with the count below each root move. */
json_t *perft_to_json(const struct perft_options *o, const struct perft_result *r,
		      bool divide);
void perft_print(const struct perft_options *o, const struct perft_result *r, bool divide,
		 FILE *out);

#endif
