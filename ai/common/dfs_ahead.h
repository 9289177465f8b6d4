/*
 * dfs_ahead.h - root moves of a depth-first search side by side, on threads.
 *
 * Each of the searchers has a row and a table of its own. They keep step: after so many nodes they
 * wait for each other and exchange the new entries of their tables, and those whose row has ended
 * get another, against the best so far. So values, moves and counts are the same for any number
 * of threads; and as cuts never change them, value and move are those of the search without it.
 *
 * Memory: memory= is shared out among `ahead` searchers.
 */
#ifndef PLYSCOPE_AI_COMMON_DFS_AHEAD_H
#define PLYSCOPE_AI_COMMON_DFS_AHEAD_H

#include "ai/common/dfs.h"
#include "src/base/pool.h"

#define DFS_OPTION_AHEAD \
	{ \
		.key = "ahead", .kind = OPTION_INT, .deflt = "0", .min = 0, \
		.max = POOL_THREADS_MAX, .unit = "moves", \
		.help = "root moves searched side by side, shared among threads; " \
			"0: one after another" \
	}
#define DFS_OPTION_THREADS \
	{ \
		.key = "threads", .kind = OPTION_INT, .deflt = "0", .min = 0, \
		.max = POOL_THREADS_MAX, \
		.help = "with ahead=: root moves searched at once, with the same " \
			"result for any number; 0: one for each core" \
	}

/* search_ops.misfit: threads without ahead, too little memory for so many. */
bool dfs_ahead_misfit(const struct game *g, const struct options *o, char *out, int size);
/* Takes what ahead= needs of the arena, where the search has that option. False: no room. */
bool dfs_ahead_open(struct dfs *d);
/* Opens the searchers. False: search_fail() said why. */
bool dfs_ahead_begin(struct dfs *d);
/* Gives their memory back. */
void dfs_ahead_end(struct dfs *d);
/* One iteration, which begins with row `first`; false: stopped. */
bool dfs_ahead_iterate(struct dfs *d, int first);
/* Bytes of their tables in use. */
size_t dfs_ahead_bytes(const struct dfs *d);

#endif
