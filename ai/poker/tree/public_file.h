/*
 * public_file.h - strategies on a public tree in a file (src/base/pack.h): the averages, which any
 * player can look up, and the data their algorithm needs to continue.
 *
 * The rules of the file are the game, its variant and a sum of the whole tree, so that a file of
 * rules that have changed is refused. Layers: the algorithm that made it, as text; steps; the sums
 * of the average; the strategy where nothing was summed; then the algorithm's own.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_PUBLIC_FILE_H
#define PLYSCOPE_AI_POKER_TREE_PUBLIC_FILE_H

#include "ai/poker/tree/public_search.h"

#define PUBLIC_FILE_OWN 2
#define PUBLIC_FILE_BY	120

struct public_file {
	struct public_mix *mix;
	char by[PUBLIC_FILE_BY]; /* the algorithm and what decides its result */
	struct {
		void *at;
		size_t bytes;
	} own[PUBLIC_FILE_OWN];
	int owns;
};

bool public_file_write(const struct public_file *f, const char *path, struct status *st);
/* Everything, the iterations of the mix too; f->by says the required maker; "": any. */
bool public_file_read(struct public_file *f, const char *path, struct status *st);
/* The averages alone; whatever made them goes into f->by. */
bool public_file_read_mix(struct public_file *f, const char *path, struct status *st);

#endif
