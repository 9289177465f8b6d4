/*
 * trick.h - what trick-taking games have beside the common tables.
 *
 * Every member may be NULL.
 */
#ifndef PLYSCOPE_CORE_TRICK_H
#define PLYSCOPE_CORE_TRICK_H

#include "src/core/state.h"

struct game;
struct cardnet_ops;

/* The score sheet of a match of several hands, in points as people count them. */
struct sheet {
	int32_t total[SEATS_MAX]; /* with this hand once it is scored */
	bool scored;		  /* this hand is in the totals */
	bool low_wins;		  /* the least total wins, else the greatest */
	int32_t base; /* a hand worth v points brings base - v where low_wins, else
				   * base + v */
	bool ahead; /* values are points of a side less those of the other; then hand[] has the
		     * points of this hand, once it is scored */
	int32_t hand[SEATS_MAX];
	int32_t to, down_to; /* over as soon as a total is at least, at most that */
	int32_t hands_left;  /* at most this many after this one; -1: no limit */
};

/* Alpha-beta at the last ply of a unit, whose moves lead to leaves: trick_ops.last_ply. */
struct last_ply {
	/* The question: seat `who` has at least `from` elsewhere, and the others can hold it
	 * down to `to`. */
	int who;
	int32_t from, to;
	/* The answer: the number of moves, how many of them were valued, the best of these for
	 * the seat to move, and its value for `who`. */
	int moves, valued;
	move reply;
	int32_t value;
};

struct trick_ops {
	/* A cheap lower bound on each seat's value: the points taken so far ("points taken as
	 * leaf value"), within bounds(); NULL: evaluate(). Selected by `eval=taken`. */
	void (*taken)(const struct game *g, const struct state *s, int32_t *value);
	/* moves() and then merge(). */
	int (*choices)(const struct game *g, const struct state *s, int seat, move *out);
	/* taken() of the quiet state after a move, without playing the move. Called only where
	 * enter() returned TURN_LAST. False: the move has to be played. `value` has room for 8
	 * numbers; those beyond the seats become 0. */
	bool (*taken_after)(const struct game *g, const struct state *s, int seat, move m,
			    int32_t *value);
	/* Values the moves of choices() after m, in their order, by taken(), up to the first cut:
	 * `who` moves and has `to` or more, or another seat moves and `who` has `from` or less.
	 * Of equal moves the first is the best. Called only where enter() returned
	 * TURN_BEFORE_LAST. False: the moves have to be played. */
	bool (*last_ply)(const struct game *g, const struct state *s, int seat, move m,
			 struct last_ply *p);
	/* taken() after m and a reply that last_ply() gave; `value` as in taken_after(). */
	void (*taken_after_reply)(const struct game *g, const struct state *s, int seat,
				  move m, move reply, int32_t *value);
	/* For tables of searches: a key of the rest of the hand. It is equal for states that
	 * differ only in names (which card of a run is gone) or in the values so far, had[]:
	 * value = had + the value of the rest, for leaves of any kind. Moves at the same place
	 * of moves() or choices() lead to states with equal keys again. Only for full states.
	 * NULL: hash(), and had[] is 0. */
	uint64_t (*future)(const struct game *g, const struct state *s, int32_t *had);
	/* Undoes the latest public choices, for infer.h. made[0..count) are the moves that led
	 * to a full state, as one seat saw them (MOVE_NONE: unseen); playing made[*from..count)
	 * from `begin` leads there again. False: there are none since the deal, or some are
	 * unknown. NULL: choices say nothing about hidden cards in this game. In a game that has
	 * this, only chance moves and simultaneous choices are unseen. */
	bool (*rewind)(const struct game *g, const struct state *s,
		       const struct played_move *made, int count, struct state *begin,
		       int *from);
	/* The score of a match of several hands, in units of values: total[] is the sum of the
	 * hands before this one, and total + value the score after it; high[] is a limit that
	 * total + value never exceeds. NULL: a game is one hand. */
	void (*standing)(const struct game *g, const struct state *s, int32_t *total,
			 int32_t *high);
	/* The score sheet, for the chance to win the match (equity.h). False, or NULL: a game is
	 * one hand. */
	bool (*sheet)(const struct game *g, const struct state *s, struct sheet *out);
	/* Shooting the moon: a game in whose playouts and order of moves the seat tries it as long
	 * as it is possible; false: it is impossible already. `out` lives no longer than g.
	 * NULL: there is no moon. */
	bool (*shoot)(const struct game *g, const struct state *s, int seat,
		      struct game *out);
	/* For networks (cardnet.h); NULL: none. */
	const struct cardnet_ops *cardnet;
};

#endif
