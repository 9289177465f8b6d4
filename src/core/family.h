/*
 * family.h - what a few games have beside the common tables: races, tables of endgames, variants in
 * files of the user's, and results that are more than points. Trick-taking games: trick.h.
 */
#ifndef PLYSCOPE_CORE_FAMILY_H
#define PLYSCOPE_CORE_FAMILY_H

#include "src/base/status.h"
#include "src/core/state.h"

#define DISTANCE_MOST 65536

struct game;
struct options;
struct solver_ops;

#define RACE_MOVES 64

/* Races. Every member may be NULL. */
struct race_ops {
	/* Whether the outcome of an unsettled state under correct play is plain without a search
	 * (a runner that no man can catch), whatever positions came before: value[] is then the
	 * value at the end of such play, after *plies more at most. True is never wrong. NULL:
	 * always false. */
	bool (*foresee)(const struct game *g, const struct state *s, int32_t *value,
			int *plies);
	/* An estimate of each seat's distance from winning in an unsettled state, 1 to
	 * DISTANCE_MOST. Proof-number search initialises its leaves from it. NULL: unknown. */
	void (*distance)(const struct game *g, const struct state *s, uint32_t *distance);
	/* For tables that keep values and no moves: a key that a state shares with its mirror
	 * images and rotations. Their moves are images of each other, in any order, and lead to
	 * images again; their values are the same. NULL: hash(), states have no images. */
	uint64_t (*image)(const struct game *g, const struct state *s);
	/* When the seat's ways home cross those of others no more: the moves of the shortest one that was
	 * found, into line[RACE_MOVES]. Returns their number, 0: they cross. */
	int (*finish)(const struct game *g, const struct state *s, int seat, move *line);
};

/* Tables of endgames that the user makes with `plyscope solve`. A game has all members. */
struct ending_ops {
	/* Opens the user's table before a search. Returns the number of stones or pieces up to
	 * which it is complete, and sets g->knows; 0: there is no table, or st says what is
	 * wrong with it. */
	int (*read)(const struct game *g, struct status *st);
	/* With g->knows: whether evaluate() is exact at an unsettled state. Searches and
	 * rollout() stop there. */
	bool (*known)(const struct game *g, const struct state *s);
	const struct solver_ops *solver; /* makes the table (src/core/solver.h) */
};

/* Variants in a file of the user's. A game has all members. */
struct file_ops {
	/* The OPTION_NAME whose value is what a position's text begins with, up to '@':
	 * a position then chooses the variant too. */
	const char *option;
	/* The text that a record needs beside the variant to be read in another place: the file's
	 * content, or its path. NULL: nothing. */
	const char *(*carried)(const struct game *g);
	/* From here on the variant stands for what carried() returned. */
	bool (*adopt)(const struct options *variant, const char *source,
		      struct status *st);
};

/* A feat that matches count beside points. */
#define GAME_FEATS 4
struct feat {
	const char *key;   /* in JSON: "moons_shot" */
	const char *title; /* "moons shot" */
};

#define SESSION_LINES 4
#define SESSION_LINE  120

/* Results of hands and games beside their points. */
struct result_ops {
	/* Sums up a finished game for a seat in sentences, from the states before each ply and
	 * the last one. Returns the number of lines, at most SESSION_LINES. NULL: the scoreboard
	 * is enough. */
	int (*session)(const struct game *g, const struct state *states, int count,
		       int seat, char line[][SESSION_LINE]);
	/* The unit in which players compare results, "mbb/g", and the value of one point per
	 * game in it; 0: this variant has no such unit. NULL: only points. */
	double (*rate)(const struct game *g, const char **unit);
	/* The feats that matches count: at most GAME_FEATS, ended by a key of NULL. feat(): the
	 * index of the feat that a move in a full state is, and the seat it belongs to; -1:
	 * none. A game has both or neither. */
	const struct feat *feats;
	int (*feat)(const struct game *g, const struct state *from, int seat, move m,
		    int *whose);
};

#endif
