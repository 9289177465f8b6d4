/*
 * rules.h - how a game is played: moves, chance, special turns, hidden information.
 *
 * Simultaneous choice: acting() is a set of seats. A committed choice sits in the state
 * and is hidden from the others (redact) until the last acting seat has committed.
 * Repetition: a state's own bytes say how often its position was there before; past.h.
 * Chance: acting() is exactly ACTING_CHANCE; chance->sample() draws a move, play() takes
 * it with seat SEAT_CHANCE. A chance move is a public or hidden fact like any other.
 */
#ifndef PLYSCOPE_CORE_RULES_H
#define PLYSCOPE_CORE_RULES_H

#include "src/base/rng.h"
#include "src/base/status.h"
#include "src/core/state.h"

struct game;

/* What a game is: how it is played. */
struct game_rules {
	/* Parses g->variant and g->seats into g->parsed, and may change g->traits. False: an
	 * impossible combination, with one sentence in st. NULL: nothing to do. A game has all
	 * other members; game_init() checks it. */
	bool (*setup)(struct game *g, struct status *st);
	/* The state before the first deal or move. */
	void (*start)(const struct game *g, struct state *s);
	/* The seats that choose now: a set of seats, ACTING_CHANCE, or 0 when the game is over. */
	seat_set (*acting)(const struct game *g, const struct state *s);
	/* Legal moves of an acting seat in a fixed order; returns the count >= 1. With
	 * game_turns.legal more moves than these are legal. */
	int (*moves)(const struct game *g, const struct state *s, int seat, move *out);
	/* Makes the child of a LEGAL move. `to` may be `from`. */
	void (*play)(const struct game *g, const struct state *from, int seat, move m,
		     struct state *to);
	/* True when the values are final: the hand or the game is over. Searches stop
	 * here (a settled state may still go on: the next deal is a new decision). */
	bool (*settled)(const struct game *g, const struct state *s);
	/* Final points per seat, in parts; only when acting() is 0. */
	void (*points)(const struct game *g, const struct state *s, int32_t *points);
	/* 64-bit key of everything that decides the future and the values. */
	uint64_t (*hash)(const struct game *g, const struct state *s);
};

/* Deals and dice, with TRAIT_CHANCE. Chance may move several times in a row: a deal that is
 * too much for one move is made in stages. */
struct game_chance {
	/* Draws a chance move. */
	move (*sample)(const struct game *g, const struct state *s, struct rng *r);
	/* Every chance move with its probability, for searches that enumerate them; out
	 * and prob have room for MOVES_MAX; returns the count, 0: too many here. NULL: too
	 * many everywhere. */
	int (*list)(const struct game *g, const struct state *s, move *out, double *prob);
	/* Whether a chance move is legal, for records. NULL: every move is. */
	bool (*legal)(const struct game *g, const struct state *s, move m);
};

/* Special turns of some games; NULL: none. */
struct game_turns {
	/* Whether an acting seat may make a move, in games with more moves than can be
	 * listed (any bet in chips). True for every move of moves(). NULL: only those are
	 * legal. */
	bool (*legal)(const struct game *g, const struct state *s, int seat, move m);
	/* Simultaneous choice: the same state before any seat had committed, so that a
	 * search sees the whole matrix, no matter which seat chose first. `to` may be `from`.
	 * NULL: no state has committed choices. */
	void (*uncommit)(const struct game *g, const struct state *from,
			 struct state *to);
	/* Best-reply search lets a seat move out of turn: the same position with `seat`
	 * to move, where that makes sense. `to` may be `from`. NULL: turns are part of
	 * the game. */
	void (*give_turn)(const struct game *g, const struct state *from, int seat,
			  struct state *to);
	/* The key of a position that may not be repeated; play() then notes it in g->past
	 * (past.h). NULL: positions may be repeated. */
	uint64_t (*key)(const struct game *g, const struct state *s);
};

/* The hidden things of a game (cards, bids), each held by one seat. A group is a suit: a seat may
 * hold none of it. */
#define THINGS_MAX 64
#define THING_NAME 8
#define GROUPS_MAX 8
#define GROUP_NAME 16

struct things {
	const char *called; /* "card", "bid" */
	int count;	    /* numbered 0 .. count - 1 */
	char name[THINGS_MAX][THING_NAME];
	uint8_t group[THINGS_MAX];
	uint64_t key; /* the most important ones: a bit each */
	int groups;   /* 0: a missing group means nothing */
	char group_name[GROUPS_MAX][GROUP_NAME];
};

/* Hidden information; empty in games that hide nothing. */
struct game_hidden {
	/* Leaves only what `viewer` may know in the bytes; idempotent. */
	void (*redact)(const struct game *g, struct state *s, int viewer);
	/* Deals the hidden things of a redacted state at random, consistent with everything the
	 * viewer has seen. */
	void (*determinize)(const struct game *g, struct state *s, int viewer,
			    struct rng *r);
	/* Names the hidden things; NULL: they cannot be counted. */
	void (*things)(const struct game *g, struct things *out);
	/* The things a seat holds in a full state and has not shown: a bit each. A game has
	 * things() and held(), or neither. */
	uint64_t (*held)(const struct game *g, const struct state *s, int seat);
};

#endif
