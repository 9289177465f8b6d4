/*
 * kept.h - whole solutions before the flop: settled in the numbers of the classes of hands, and
 * kept on disk.
 *
 * What is asked of a whole solution is how often each class makes each move, and what a class gets
 * at each leaf against the other's reach there. A solution is settled in these numbers, and so is
 * one that comes from the disk: the answers are the same bytes.
 *
 * Files are those of src/base/pack.h in the user's cache directory, a fixed number of them; each
 * names its key: a hash of all that the solution is a function of, the tree with its amounts, the
 * ranges, the table with its buckets, boards, ways and iterations. One that is damaged or has
 * another key is as good as none, and is replaced.
 *
 * Memory: 4 bytes for each class and move, and for each class of both seats, leaf and way.
 */
#ifndef PLYSCOPE_AI_MODICUM_KEPT_H
#define PLYSCOPE_AI_MODICUM_KEPT_H

#include "ai/modicum/leaf.h"

#define KEPT_FILES 1024

struct kept_solution {
	struct subgame *s;
	struct leaf_values *leaves;
	uint64_t key;  /* that was looked for last */
	size_t moves;  /* of all decisions */
	size_t values; /* of leaves, for a seat, in a way */
	size_t bytes;
	struct kept_head {
		int64_t iterations, visited;
		float number[]; /* [move][class], then [leaf][way][seat][class] */
	} * head;
};

/* Takes the memory, for a solution with its leaves that has learned nothing yet. */
bool kept_open(struct kept_solution *k, struct subgame *s, struct leaf_values *leaves,
	       struct arena *arena);
/* A hash of all that is played by. */
uint64_t kept_hash_table(const struct abstract_table *t);
/* The key of the solution by a table of such a hash, with so many boards and iterations. */
uint64_t kept_key(const struct kept_solution *k, uint64_t table, int boards,
		  int64_t iterations);
/* Makes it the solution that is on disk. False: there is none, and nothing is changed. */
bool kept_read(struct kept_solution *k, uint64_t key);
/* Settles a solution that is whole. */
void kept_settle(struct kept_solution *k);
/* Puts one that is settled on disk, if that can be. */
void kept_write(const struct kept_solution *k);

#endif
