/*
 * solver.h - a table of values worked out once and kept in a file, layer by layer.
 *
 * An algorithm that can keep its solution (exact) offers this beside its search, a game with
 * endgame tables beside its rules, so that headless work can give it threads, show its progress and
 * go on after a stop.
 */
#ifndef PLYSCOPE_CORE_SOLVER_H
#define PLYSCOPE_CORE_SOLVER_H

#include "src/base/bytes.h"
#include "src/base/progress.h"
#include "src/core/game.h"

struct solver {
	const struct game *game;
	int layers; /* 0 .. layers - 1, solved in this order */
	int done;   /* layers that are solved */
	void *self;
};

struct solver_ops {
	const char *counted; /* what run() counts: "matrix games" */
	int most;	     /* of open(); 0: all positions alone */
	/* A table of all positions of g, or of those with at most so many stones, pieces or
	 * whatever the game counts; 0: as many as usual. False: it cannot be solved, in one
	 * sentence. */
	bool (*open)(struct solver *v, const struct game *g, int most, struct status *st);
	int64_t (*slots)(const struct solver *v, int layer);
	/* Makes room for layer v->done; before run(). */
	bool (*ready)(struct solver *v, struct status *st);
	/* Solves slots from .. to - 1 of layer v->done; several threads may, for parts that
	 * do not overlap. Returns how much it did. */
	int64_t (*run)(struct solver *v, int64_t from, int64_t to);
	/* The results of run() for these slots, as bytes for another rank, and the way back into a
	 * table at the same layer. False: they are not bytes of give(). */
	void (*give)(const struct solver *v, int64_t from, int64_t to, struct text *out);
	bool (*take)(struct solver *v, int64_t from, int64_t to, struct bytes *b);
	/* The work that needs all slots of the layer, once run() has done them. False: no
	 * memory, or (st has not failed) stopped. NULL: nothing does. */
	bool (*finish)(struct solver *v, const struct progress *p, struct status *st);
	/* Writes all layers that are done; the file is replaced atomically. */
	bool (*save)(const struct solver *v, const char *path, struct status *st);
	/* Reads a file that save() wrote, finished or not, into v->done layers. False: it
	 * is damaged or of other rules; it is left as it is. */
	bool (*load)(struct solver *v, const char *path, struct status *st);
	/* The name its file has in the user's data directory. */
	void (*name)(const struct game *g, char *out, int size);
	void (*close)(struct solver *v);
};

#endif
