/*
 * knowledge.h - what a game knows about good play, and its accelerators.
 *
 * A value is an int32 per seat, which searches maximise: the outcome of the current deal, a hand
 * of cards, or of the game. Higher is better. game_unit() values make one
 * point of the game.
 */
#ifndef PLYSCOPE_CORE_KNOWLEDGE_H
#define PLYSCOPE_CORE_KNOWLEDGE_H

#include "src/base/rng.h"
#include "src/core/state.h"

struct game;

/* Knowledge of good play: values, bounds, order. */
struct game_knowledge {
	/* value[seats]: exact when settled, an estimate within bounds() otherwise. */
	void (*evaluate)(const struct game *g, const struct state *s, int32_t *value);
	void (*bounds)(const struct game *g, const struct state *s, struct bounds *b);
	/* 0 at the start of the deal or game, 1000 when settled. NULL: 0 until then. Called as
	 * game_progress(). */
	int (*progress)(const struct game *g, const struct state *s);

	/* The members below may be NULL. */

	/* False where a depth-limited search must not stop (in the middle of a trick);
	 * NULL: always true. */
	bool (*quiet)(const struct game *g, const struct state *s);
	/* The granularity of values: two values of a seat by evaluate() differ by a multiple of
	 * this. With `taken`, the same of trick_ops.taken(). NULL: 1. */
	int32_t (*value_step)(const struct game *g, bool taken);
	/* The range of each seat's final value, for searches that reason with intervals; NULL:
	 * from evaluate() to the upper end of bounds(). */
	void (*intervals)(const struct game *g, const struct state *s, double *low,
			  double *high);
	/* score[n]: higher is searched first. Ties keep the order of moves(). NULL: that
	 * order. */
	void (*order)(const struct game *g, const struct state *s, int seat,
		      const move *m, int n, int32_t *score);
	/* Merges moves that must have equal outcomes (adjacent cards), and drops moves that are
	 * worse for the seat whatever follows: keeps a subset of m in order, returns its
	 * size. Sound for perfect information. NULL: none. */
	int (*merge)(const struct game *g, const struct state *s, int seat, move *m,
		     int n);
	/* A move of the game's quick player for an acting seat. It plays the playouts, and the
	 * other seats of a simultaneous choice. NULL: any move. */
	move (*policy)(const struct game *g, const struct state *s, int seat,
		       struct rng *r);
};

/* Accelerators. Each equals a plain way of doing the same; NULL: the plain way is taken. */
struct game_fast {
	/* play() and then game_turn() of the child. */
	unsigned (*enter)(const struct game *g, const struct state *from, int seat,
			  move m, struct state *to);
	/* Plays s to its settled end, or for at most max_plies, by an enum rollout_kind;
	 * returns the plies played. A tight loop without calls through tables. */
	int (*rollout)(const struct game *g, struct state *s, struct rng *r,
		       int max_plies, int kind);
};

/* A move of the game's quick player; any legal move where the game has none. */
move game_quick_move(const struct game *g, const struct state *s, int seat,
		     struct rng *rng);
/* The moves of a playout: the quick player's, or random ones. */
enum rollout_kind { ROLLOUT_POLICY, ROLLOUT_RANDOM };
/* At a chance move a plain playout draws it, or stops. */
enum rollout_chance { ROLLOUT_DRAWS, ROLLOUT_STOPS };
/* A playout, by game_fast.rollout or the plain way; returns the plies played. */
int game_rollout(const struct game *g, struct state *s, struct rng *rng, int max_plies,
		 enum rollout_kind kind, enum rollout_chance chance);

#endif
