/*
 * bench.h - the speed of everything, on one thread and on two, and a signature of behaviour.
 *
 * Speeds depend on the machine. The signature does not: it is a hash over the node counts
 * and moves of fixed searches and changes only when behaviour does.
 */
#ifndef PLYSCOPE_LAB_BENCH_H
#define PLYSCOPE_LAB_BENCH_H

#include "src/base/json.h"
#include "src/base/progress.h"
#include "src/base/status.h"
#include "src/core/catalog.h"

#include <stdio.h>

#define BENCH_ROWS    48
#define BENCH_NAME    64
#define BENCH_GOALS   40
#define BENCH_FIGURES 2
#define BENCH_DEALS   3
#define BENCH_PAIRS   8
#define BENCH_TWICE   1.7 /* times as fast as one thread: what two are to be */

/* Work that is no search of a position, as the caller measures it: figures with their goals. A list
 * ends with a row without a name. */
struct bench_work {
	const char *name;
	const char *game; /* that it is about */
	struct {
		const char *unit; /* NULL: no figure */
		double goal;
		bool at_most;
	} figure[BENCH_FIGURES];
	/* sample_ms: the time for it, where that can be chosen. */
	bool (*measure)(const struct catalog *c, int sample_ms, double *figure,
			struct status *st);
};

struct bench_options {
	const struct catalog *catalog;
	const struct bench_work *works; /* NULL: none */
	const char *game;		/* key of one game; NULL: all */
	int sample_ms;			/* time for each measurement; 0: 400 */
	struct progress progress;
};

/* A game and variant: "hearts", "hearts seats=3", "chinese-checkers seats=6". */
struct bench_game {
	char name[BENCH_NAME];
	double playouts_per_s; /* random, from the first move to the settled end */
	double moves_per_s;    /* complete moves applied in those playouts */
	double mean_plies;
	double perft_nodes_per_s;
};

/* A speed plyscope set out to reach, beside the measured one. */
struct bench_goal {
	char name[BENCH_NAME];
	const char *unit; /* "nodes/s" */
	double goal, measured;
	bool at_most; /* less is better: measured should not be above goal */
};

/* A search that plays the last tricks of a hand out, on a few deals. */
struct bench_solve {
	char name[BENCH_NAME];
	char game[BENCH_NAME];
	char player[BENCH_NAME];
	int64_t nodes[BENCH_DEALS], elapsed_us[BENCH_DEALS];
	bool solved[BENCH_DEALS]; /* false: stopped at the limit of nodes */
};

/* A search on a position: "maxn taken, open hearts 4p". */
struct bench_player {
	char name[BENCH_NAME];
	char game[BENCH_NAME];
	char player[BENCH_NAME];
	int64_t nodes, simulations, elapsed_us;
	double nodes_per_s, simulations_per_s;
};

/* The same search with one thread and with two: wall time, opening included. */
struct bench_pair {
	char name[BENCH_NAME];
	char game[BENCH_NAME];
	char one[BENCH_NAME], two[BENCH_NAME]; /* the players */
	int64_t one_us, two_us;
};

struct bench_result {
	uint64_t signature;
	int games, players;
	struct bench_game game[BENCH_ROWS];
	struct bench_player player[BENCH_ROWS];
	int solves;
	struct bench_solve solve[BENCH_ROWS];
	int pairs;
	struct bench_pair pair[BENCH_PAIRS];
	int goals;
	struct bench_goal goal[BENCH_GOALS];
	double watching_cost; /* share of nodes/s lost to a channel with a reader; NAN */
};

bool bench_run(const struct bench_options *o, struct bench_result *r, struct status *st);
json_t *bench_to_json(const struct bench_result *r);
void bench_print(const struct bench_result *r, FILE *out);
/* The results of those searches: the signature, and the speed of this machine just now. */
struct bench_identity {
	uint64_t signature;
	int64_t nodes, elapsed_us;
};
bool bench_identify(const struct catalog *c, struct bench_identity *out,
		    struct status *st);
/* The signature alone: fast, for tests. */
bool bench_signature(const struct catalog *c, uint64_t *out, struct status *st);

#endif
