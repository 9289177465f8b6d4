/*
 * dfs_options.h - options of several depth-first searches, for their tables.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_DFS_OPTIONS_H
#define PLYSCOPE_AI_DEPTH_FIRST_DFS_OPTIONS_H

#define DFS_OPTION_TABLE \
	{ \
		.key = "table", .kind = OPTION_SWITCH, .deflt = "on", \
		.help = "transposition table of exact results" \
	}
#define DFS_OPTION_PRUNE \
	{ \
		.key = "prune", .kind = OPTION_CHOICE, .deflt = "speculative", \
		.choices = "none|bound|shallow|alphabeta-bound|last-branch|speculative", \
		.help = "pruning; every choice gives the same move and value" \
	}
#define DFS_OPTION_WINDOW \
	{ \
		.key = "window", .kind = OPTION_CHOICE, .deflt = "full", \
		.choices = "full|zero", \
		.help = "zero: a null window first tests whether a later move is " \
			"better at all" \
	}
#define DFS_OPTION_DISCRETE \
	{ \
		.key = "discrete", .kind = OPTION_SWITCH, .deflt = "on", \
		.help = "use the smallest step of a value and the tie rule for more " \
			"cuts" \
	}
#define DFS_OPTION_EVAL \
	{ \
		.key = "eval", .kind = OPTION_CHOICE, .deflt = "evaluate", \
		.choices = "evaluate|taken", \
		.help = "value of a leaf: the game's evaluation, or the points taken " \
			"so far" \
	}
#define DFS_OPTION_WIDTH \
	{ \
		.key = "width", .kind = OPTION_INT, .deflt = "0", .min = 0, \
		.max = MOVES_MAX, .unit = "moves", \
		.help = "search only the best-ordered moves of each node; 0: all" \
	}
#define DFS_OPTION_MEMORY \
	{ \
		.key = "memory", .kind = OPTION_INT, .deflt = "64", .min = 16, \
		.max = 16384, .unit = "MiB", .help = "memory of the whole search" \
	}

#endif
