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

/* Races, for searches that prove. Every member may be NULL. */
struct race_ops {
	/* Whether a glance at an unsettled state tells its value under right play, whatever was
	 * there before it (a runner no man can catch): value[] is then what evaluate() says
	 * where such play ends, after *plies more at most. It is never wrong, and says nothing
	 * where that would need a search. For searches that prove. NULL: never. */
	bool (*foresee)(const struct game *g, const struct state *s, int32_t *value,
			int *plies);
	/* How far from winning each seat seems in an unsettled state, 1 (next to it) to
	 * DISTANCE_MOST: an estimate, of which proof-number search makes the numbers of its
	 * leaves. NULL: no idea. */
	void (*distance)(const struct game *g, const struct state *s, uint32_t *distance);
	/* For tables that keep values and no moves: a key that states have in common when they
	 * are images of one another, mirrored or turned. The moves of one are then images of
	 * the moves of the other, in any order, and lead to images again; values are the same.
	 * NULL: hash(), states have no images. */
	uint64_t (*image)(const struct game *g, const struct state *s);
};

/* Tables of endgames that the user makes with `plyscope solve`. All members are there. */
struct ending_ops {
	/* A table of endgames that the user has (`plyscope solve`). read() opens it before a
	 * search: up to how many stones, pieces or whatever solve counts, 0 none; st: what is
	 * wrong with it. Where it was found g->knows is set, and known() tells whether
	 * evaluate() is exact at a state that is not settled: then searches stop there, and so
	 * does rollout(). */
	int (*read)(const struct game *g, struct status *st);
	bool (*known)(const struct game *g, const struct state *s);
	const struct solver_ops *solver; /* makes the table (src/core/solver.h) */
};

/* Variants that are in a file of the user's. All members are there. */
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

/* What matches count of a game's hands beside their points. */
#define GAME_FEATS 4
struct feat {
	const char *key;   /* in JSON: "moons_shot" */
	const char *title; /* "moons shot" */
};

#define SESSION_LINES 4
#define SESSION_LINE  120

/* Results of hands and games beside their points. */
struct result_ops {
	/* What came of a whole game for a seat, in sentences of its own figures, told when it
	 * is over: the states before each ply and the last one. Returns the lines, at most
	 * SESSION_LINES. NULL: the scoreboard says all. */
	int (*session)(const struct game *g, const struct state *states, int count,
		       int seat, char line[][SESSION_LINE]);
	/* The unit that players of the game compare results in, "mbb/g", and what a point of
	 * a game is in it; 0: no such unit in this variant. NULL: points alone. */
	double (*rate)(const struct game *g, const char **unit);
	/* What matches count: at most GAME_FEATS, ended by a key of NULL; and which of them,
	 * from 0, a move in a full state is, and of which seat; -1: none. NULL, both:
	 * nothing. */
	const struct feat *feats;
	int (*feat)(const struct game *g, const struct state *from, int seat, move m,
		    int *whose);
};

#endif
