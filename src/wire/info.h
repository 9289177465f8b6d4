/*
 * info.h - an engine's reports about its running search: "info depth 9 ...".
 */
#ifndef PLYSCOPE_WIRE_INFO_H
#define PLYSCOPE_WIRE_INFO_H

#include <stdbool.h>
#include <stdint.h>

/* -1: not said. */
struct info {
	int64_t depth, seldepth, nodes, hashfull, multipv;
	bool scored, mate, upper, lower; /* of the score */
	int64_t score;	/* centipawns, or the length of a mate: below 0 for the
					  * side that is mated; a mate without its length is
					  * INFO_MATE or -INFO_MATE */
	const char *pv; /* the rest of the line, in which the moves are; NULL: none */
};

#define INFO_MATE 1000000

/* False: the line is no info, or one that says nothing of this ("info string ..."). */
bool info_read(const char *line, struct info *out);

/* Scores and chances: programs show 1 / (1 + exp(-cp / 600)) as the chance to win. */
double info_win(double centipawns);
double info_centipawns(double win);

#endif
