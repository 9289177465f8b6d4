/*
 * technique.h - positions with a known right play, and the choices of players on them.
 *
 * A suite is a file assets/positions/NAME.ini (plyscope-formats(5)): a game, and positions, each
 * with its technique in a word or two, the moves that are right, and why. A player chooses on each
 * position once for each seed, knowing what the seat may know. Limits of nodes or simulations make
 * the choices the same on every machine.
 */
#ifndef PLYSCOPE_STUDY_TECHNIQUE_H
#define PLYSCOPE_STUDY_TECHNIQUE_H

#include "src/base/progress.h"
#include "src/base/text.h"
#include "src/core/setup.h"

#include <stdio.h>

#define TECHNIQUE_POSITIONS 200
#define TECHNIQUE_PLAYERS   12
#define TECHNIQUE_RUNS	    5 /* without --runs */

struct technique_position {
	char *name, *technique, *reason;
	int line; /* in the file */
	int viewer;
	struct state root; /* as the viewer may know it */
	int moves;	   /* legal ones, of which `rights` are right */
	int rights;
	char *right; /* as the file says them; NULL: all but the wrong ones */
	char *wrong; /* NULL: none but those that are not right */
};

struct technique {
	char path[512];
	char *title, *about;
	struct setup setup;
	struct technique_position position[TECHNIQUE_POSITIONS];
	int positions;
};

/* Reads a suite by name or as a file. False: FILE:LINE, what is wrong and what was expected. */
bool technique_load(struct technique *t, const char *name, const struct catalog *c,
		    struct status *st);
void technique_free(struct technique *t);
/* The names of the shipped suites, sorted; at most max of 64 bytes each; the count. */
int technique_names(char (*out)[64], int max);
/* Whether a move is one of the right ones. */
bool technique_right(const struct technique *t, const struct technique_position *p,
		     move m);

struct technique_options {
	const struct technique *suite;
	const struct player *player;
	int players;
	int runs;      /* seeds: seed, seed + 1, ... */
	uint64_t seed; /* the first */
	struct progress progress;
};

/* A player's choice on a position. */
struct technique_choice {
	int right;     /* runs */
	move often;    /* the move it chose most often, the first of equals */
	int chosen;    /* how often */
	int64_t nodes; /* of all runs */
};

struct technique_result {
	struct technique_choice choice[TECHNIQUE_PLAYERS][TECHNIQUE_POSITIONS];
	int positions; /* that were played by all; fewer than the suite's: stopped */
};

/* Positions that a player has right in most runs, among the first `positions`; and the mean
 * number of right ones in a run. */
int technique_solved(const struct technique_options *o, const struct technique_result *r,
		     int player, double *mean);

/* False: a player cannot play the game; st. */
bool technique_run(const struct technique_options *o, struct technique_result *r,
		   struct status *st);
json_t *technique_to_json(const struct technique_options *o,
			  const struct technique_result *r);
void technique_print(const struct technique_options *o, const struct technique_result *r,
		     FILE *out);

#endif
