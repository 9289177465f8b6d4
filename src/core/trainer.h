/*
 * trainer.h - a strategy that is learned in steps and kept in a file, beside solver.h for tables of
 * values.
 *
 * An algorithm offers this so that headless work can show its progress, keep what is learned on the
 * way and continue after a stop. The file after so many steps is the same, byte for byte, for any
 * number of threads and ranks and however often the training was stopped. A target that is not
 * whole batches cuts the last one short; a strategy that is trained on from there differs from one
 * that is trained in one go.
 *
 * A file names the algorithm and what decides its result, as "NAME:batch=93,seed=1"; files that
 * were joined name all their seeds, "seed=1+2".
 */
#ifndef PLYSCOPE_CORE_TRAINER_H
#define PLYSCOPE_CORE_TRAINER_H

#include "src/base/pool.h"
#include "src/base/progress.h"
#include "src/core/game.h"

#include <stdatomic.h>

struct trainer {
	/* Given. */
	const struct game *game;
	const struct options *options; /* of the algorithm */
	uint64_t seed;
	int64_t target; /* steps altogether: some algorithms plan with it */
	int threads;
	/* Over ranks: a step is done as jobs by all of them, and this is told of it on rank 0, which
	 * may end it early, as if it had not begun. NULL: on threads. */
	const struct progress *progress;
	int workers; /* of a rank; 0: its cores */
	/* On threads: while it is true, a step ends early as well, and open() fails, with ended set.
	 * NULL: nobody stops it. */
	atomic_bool *stop;
	/* Its own. */
	int64_t steps; /* done */
	bool ended;    /* a step ended early; over ranks all of them know it */
	int64_t pace;  /* of a batch: steps come in multiples of it, but for the last */
	struct arena arena;
	struct crew *crew; /* threads that stay; NULL: none yet */
	void *self;
};

/* Figures of a training that are shown with its steps. */
struct trainer_figure {
	const char *key;    /* in JSON */
	const char *called; /* "never met" */
	const char *unit;   /* "%" */
	double value;
};

#define TRAINER_FIGURES 4

struct trainer_ops {
	const char *key;     /* of the algorithm */
	const char *counted; /* "iterations" */
	const char *ending;  /* of its file: "leaves"; NULL: "strategy" */
	/* Whether this one of several with the same key trains this game; NULL: where the search
	 * of that key can play. */
	bool (*fits)(const struct game *g);
	/* Takes all the memory it will need, at most memory=; false: it does not fit, or it
	 * cannot train this, in one sentence, nothing left behind. */
	bool (*open)(struct trainer *t, struct status *st);
	bool ranks; /* it trains over ranks */
	void (*step)(struct trainer *t, int64_t steps);
	/* What a best reply to the strategy gains, in points. NULL: too large a game. */
	double (*measure)(struct trainer *t);
	/* What is made small, on examples that are held out. NULL: nothing of the kind. */
	double (*loss)(struct trainer *t);
	/* At most TRAINER_FIGURES; returns how many. NULL: none. */
	int (*figures)(struct trainer *t, struct trainer_figure *out);
	/* The file is replaced atomically. */
	bool (*save)(struct trainer *t, const char *path, struct status *st);
	/* Goes on from a file that save() wrote. False: it is damaged, of other rules, or was
	 * trained in another way; it is left as it is. */
	bool (*load)(struct trainer *t, const char *path, struct status *st);
	void (*close)(struct trainer *t);
};

#endif
