/*
 * train_merge.h - trained strategies that differ in their seeds alone, joined in one.
 *
 * The joined file holds the sums of what was learned, as from all iterations together, each of them
 * made with the strategy that its own training had come to. Its average strategy is the mean of
 * theirs, each weighted by how often it came to a decision; a best reply gains no more from it than
 * from them on average.
 */
#ifndef PLYSCOPE_LAB_TRAIN_MERGE_H
#define PLYSCOPE_LAB_TRAIN_MERGE_H

#include "src/core/catalog.h"
#include "src/core/trainer.h"

struct train_merging {
	const struct catalog *catalog;
	const struct trainer_ops *const *trainers; /* ended by NULL */
	const char *const *path;
	int count;
	const char *out; /* a new file */
};

struct train_merged {
	struct trainer_about about; /* of the new file */
	int64_t steps;
	const char *counted; /* "iterations" */
};

/* False, and nothing is written: a file of other rules, trained in another way or with a seed that
 * is there already, an algorithm whose strategies cannot be joined, or `out` exists; one sentence
 * says which. */
bool train_merge(const struct train_merging *m, struct train_merged *r,
		 struct status *st);

#endif
