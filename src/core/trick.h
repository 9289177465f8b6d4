/*
 * trick.h - what trick-taking games have beside the common tables (Hearts, Spades).
 *
 * Every member may be NULL.
 */
#ifndef PLYSCOPE_CORE_TRICK_H
#define PLYSCOPE_CORE_TRICK_H

#include "src/core/state.h"

struct game;
struct cardnet_ops;

/* A match of several hands as its score sheet, in points as people count them. */
struct sheet {
	int32_t total[SEATS_MAX]; /* with this hand once it is scored */
	bool scored;		  /* this hand is in the totals */
	bool low_wins;		  /* the least total wins, else the greatest */
	int32_t base;	     /* a hand worth v points brings base - v where low_wins, else
				   * base + v */
	int32_t to, down_to; /* over as soon as a total is at least, at most that */
	int32_t hands_left;  /* at most this many after this one; -1: no limit */
};

/* Alpha-beta at the last ply of a unit, whose moves lead to leaves: trick_ops.last_ply. */
struct last_ply {
	/* Asked: seat `who` is sure of `from` elsewhere, and all others can hold it to `to`. */
	int who;
	int32_t from, to;
	/* Answered: the moves there, how many of them were valued, the best of these for the seat
	 * to move, and what it brings `who`. */
	int moves, valued;
	move reply;
	int32_t value;
};

struct trick_ops {
	/* A cheap lower bound of what each seat already has ("points taken as leaf
	 * value"), within bounds(); NULL: evaluate. Selected by `eval=taken`. */
	void (*taken)(const struct game *g, const struct state *s, int32_t *value);
	/* moves() and then merge(). */
	int (*choices)(const struct game *g, const struct state *s, int seat, move *out);
	/* taken() of the quiet state that a move leads to, without making it, asked only
	 * where enter() said TURN_LAST. False: it has to be made. `value` has room for 8
	 * numbers; those beyond the seats become 0. */
	bool (*taken_after)(const struct game *g, const struct state *s, int seat, move m,
			    int32_t *value);
	/* The moves of choices() after m, in their order, valued by taken() up to the first that
	 * is a cut: `who` has `to` or more and moves, or it has `from` or less and another does.
	 * Of equal ones the first is the best. Asked only where enter() said TURN_BEFORE_LAST.
	 * False: they have to be made. */
	bool (*last_ply)(const struct game *g, const struct state *s, int seat, move m,
			 struct last_ply *p);
	/* taken() after m and a reply that last_ply() gave; `value` as in taken_after(). */
	void (*taken_after_reply)(const struct game *g, const struct state *s, int seat,
				  move m, move reply, int32_t *value);
	/* For tables of searches: a key of what is still to come. Equal for states that
	 * differ in names alone (which card of a run is gone) or in what the seats have
	 * already: value = had + what is to come, for leaves of any kind, and moves at
	 * the same place of moves() or choices() lead to such states again. Only for full
	 * states. NULL: hash(), nothing had. */
	uint64_t (*future)(const struct game *g, const struct state *s, int32_t *had);
	/* Undoes the latest choices that every seat saw, for infer.h: made[0..count) are the
	 * moves that led to a full state as one seat saw them (MOVE_NONE: unseen), and playing
	 * made[*from..count) in `begin` leads there again. False: there are none since the deal,
	 * or they are not all known. NULL: choices tell nothing in this game. With it, the moves
	 * of chance and those made at the same time as others are the only unseen ones. */
	bool (*rewind)(const struct game *g, const struct state *s,
		       const struct made *made, int count, struct state *begin,
		       int *from);
	/* A match of several hands, in units of values: total[] is what the hands before
	 * this one brought, so that total + value stands when this hand is over; high[]
	 * is the end of the scale, which total + value never exceeds. NULL: one hand is
	 * all. */
	void (*standing)(const struct game *g, const struct state *s, int32_t *total,
			 int32_t *high);
	/* The same for the chance to win the match (equity.h). False: it is one hand. NULL:
	 * one hand is all. */
	bool (*sheet)(const struct game *g, const struct state *s, struct sheet *out);
	/* All or nothing, as the moon of Hearts. shoot(): the game in whose playouts, and in
	 * whose order of moves, a seat goes for it for as long as it can be had; false: it
	 * cannot. `out` lives no longer than g. shot(): whether the seat has it, in a settled
	 * state. NULL, both: there is nothing of the kind. */
	bool (*shoot)(const struct game *g, const struct state *s, int seat,
		      struct game *out);
	bool (*shot)(const struct game *g, const struct state *s, int seat);
	/* For networks (cardnet.h); NULL: none. */
	const struct cardnet_ops *cardnet;
};

#endif
