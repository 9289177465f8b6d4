/*
 * merge.h - the parts of a match, each played into a file of its own, joined in one.
 *
 * The resulting file has every game as in the file of its shard, and no trace of shards: it equals
 * that of the same match in one piece, run by run and game by game, except for clock readings and
 * the order in which games ended.
 */
#ifndef PLYSCOPE_LAB_MERGE_H
#define PLYSCOPE_LAB_MERGE_H

#include "src/base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct merge_result {
	int runs, shards; /* an experiment has a run for each of its parts */
	int64_t games;
	bool unwritten; /* the files are right, and `out` cannot be written */
};

/* Joins files[count] in a new file. False, and nothing is written: a file is missing or of another
 * match, version, signature or number of shards, a shard is there twice, not at all or not to its
 * end, or `out` exists; one sentence says which. */
bool merge_files(const char *const *files, int count, const char *out,
		 struct merge_result *r, struct status *st);

#endif
