/*
 * usi_text.h - lines of USI that need more than a word to read: an engine's reports about its
 * running search ("info depth 9 ..."), the options it offers, and what "go" asks for.
 */
#ifndef PLYSCOPE_WIRE_USI_TEXT_H
#define PLYSCOPE_WIRE_USI_TEXT_H

#include "src/base/option.h"

#include <stdbool.h>
#include <stddef.h>
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

/*
 * Lines in which an engine says its options, as a table of options.
 *
 *	option name Skill Level type spin default 20 min -20 max 20
 *	option name Style type combo default calm var calm var wild
 *
 * Memory: the texts of the table are in the struct; nothing is allocated.
 */

#define OPTION_LINES_TEXT 16384

struct option_lines {
	int count;
	struct option_spec spec[OPTIONS_MAX + 1]; /* ends with a blank one */
	size_t used;
	char text[OPTION_LINES_TEXT];
	char help[80]; /* of all of them */
};

/* `program` is for the help. */
void option_lines_init(struct option_lines *l, const char *program);
/* Adds what a line says. False: it is no such line, or its option is not one to be chosen: a
 * button, a name or a default that cannot be written in one line with others, or there is no
 * more room. */
bool option_lines_add(struct option_lines *l, const char *line);

/* What "go" asks for; 0: not said. */
struct usi_go {
	int64_t left_ms[2], gain_ms[2]; /* btime and wtime, binc and winc */
	int64_t byoyomi_ms, move_ms;
	int64_t depth, nodes;
	bool clock; /* a limit of time was sent, even if it is 0 */
	bool infinite, ponder, mate;
};

struct usi_go usi_read_go(const char *rest);
/* Milliseconds for this move of a seat; 0: no clock. Never more than there is. */
int64_t usi_budget(const struct usi_go *go, int seat);

#endif
