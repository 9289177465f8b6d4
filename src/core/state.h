/*
 * state.h - states, moves and seats, which every game and every search share.
 *
 * A state is plain bytes without pointers. Each game lays its own struct over it and
 * static_asserts the size. States are copied, never undone: play() makes the child.
 */
#ifndef PLYSCOPE_CORE_STATE_H
#define PLYSCOPE_CORE_STATE_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#define SEATS_MAX     6
#define STATE_BYTES   512
#define MOVES_MAX     2048
#define MOVE_TEXT     48
#define PATH_CELLS    16
#define POSITION_TEXT 1536

typedef uint32_t move;	   /* the game's own code; MOVE_NONE is never legal */
typedef uint32_t seat_set; /* bit i: seat i */

#define MOVE_NONE     UINT32_MAX
#define SEAT_NONE     (-1)
#define SEAT_CHANCE   (-2)
#define SEAT_ALL      (-3) /* viewer: knows everything */
#define ACTING_CHANCE ((seat_set)1 << 31)

struct state {
	alignas(16) unsigned char bytes[STATE_BYTES]; /* what malloc gives */
};

enum game_trait {
	TRAIT_HIDDEN = 1 << 0,	     /* seats know different things */
	TRAIT_CHANCE = 1 << 1,	     /* deals or dice */
	TRAIT_SIMULTANEOUS = 1 << 2, /* several seats may act at once */
	TRAIT_TEAMS = 1 << 3,
	TRAIT_ZERO_SUM = 1 << 4,     /* two seats, values sum to a constant */
	TRAIT_CONSTANT_SUM = 1 << 5, /* values of a settled state always sum to maxsum */
	TRAIT_DRAWS = 1 << 6,
	TRAIT_MULTIPLAYER = 1 << 7, /* more than two seats */
	TRAIT_OPEN_CARDS = 1 << 8,  /* only simultaneous choices are hidden */
	TRAIT_BIDS = 1 << 9,	    /* choices are amounts, moves() lists them growing */
	TRAIT_MUCKS =
		1 << 10, /* unshown cards stay hidden; the next hand starts at once */
};

/* A state in one word: the lowest acting seat (0 when nobody acts) and flags. */
#define TURN_SEAT    7u
#define TURN_SETTLED 8u
#define TURN_CHANCE  16u /* a chance move is next */
#define TURN_LOUD    32u /* not quiet */
#define TURN_LAST    64u /* every move leads to a quiet state; only enter() may say so */
/* Every move leads to a state with TURN_LAST; only enter() may say so. */
#define TURN_BEFORE_LAST 128u

/* What pruning may rely on at a state: every value vector reachable from here, and every
 * evaluate() below here, satisfies low[i] <= value[i] <= high[i] and sum <= maxsum. */
struct bounds {
	int32_t low[SEATS_MAX], high[SEATS_MAX];
	int32_t maxsum;
};

/* A move that was played, and by which seat. */
struct played_move {
	int seat;
	move m;
};

/* A line of the scoreboard, e.g. { "total", {26, 14, 3, 9}, .lower_is_better = true }. */
struct figure {
	const char *name;
	int32_t per_seat[SEATS_MAX];
	bool lower_is_better;
};
#define FIGURES_MAX 6

#endif
