/*
 * ranked.h - the common part of board games that rank all seats at the end: the result in points,
 * the bounds of their values, how a game ends without a winner, and saying so.
 *
 * A rank is any number, higher is better; the winner's is the highest. The result is a point for
 * every seat beaten and half a point for every seat tied with, so that the points of n seats always
 * sum to n (n - 1) / 2, and of two seats the winner has 1. A game without a winner ends after so
 * many plies, or when a position occurs for the third time among the last RANKED_RECENT.
 */
#ifndef PLYSCOPE_GAMES_RANKED_H
#define PLYSCOPE_GAMES_RANKED_H

#include "src/base/rng.h"
#include "src/core/game.h"

#include <stddef.h>

#define RANKED_RECENT 32 /* positions remembered for the repetition rule */
/* Plies before the last one within which the ply is part of the hash: where a depth-first
 * search could see the end. */
#define RANKED_LENGTH_NEAR 64

enum ranked_end {
	RANKED_RUNNING,
	RANKED_WON,
	RANKED_LENGTH,	   /* max_turns */
	RANKED_REPETITION, /* the third time the same position */
	RANKED_LEVEL,	   /* a draw by a rule of the game */
};

/* The name of a seat and the look of its pieces. */
struct ranked_style {
	const char *name, *shape;
	char letter;
};

/* Counts earlier occurrences of a position in the ring and remembers this one. The ring keeps
 * half of a key, never 0, which means empty: two wrong matches in one ring are needed for a
 * wrong verdict, about 10^-16 a position. */
static inline int
ranked_note(uint32_t recent[RANKED_RECENT], int ply, uint64_t key)
{
	const uint32_t half = (uint32_t)(key >> 32) | 1;
	int seen = 0;
	for (int i = 0; i < RANKED_RECENT; i++)
		seen += recent[i] == half;
	recent[ply % RANKED_RECENT] = half;
	return seen;
}

/* The status after a move: `seen` is from ranked_note(). */
static inline uint8_t
ranked_verdict(uint8_t end, int ply, int max_plies, int seen)
{
	if (end != RANKED_RUNNING)
		return end;
	if (ply >= max_plies)
		return RANKED_LENGTH;
	return seen >= 2 ? RANKED_REPETITION : RANKED_RUNNING;
}

/* The hash of a state from the key of its position. */
static inline uint64_t
ranked_hash(uint64_t key, uint8_t end, int ply, int max_plies)
{
	if (ply + RANKED_LENGTH_NEAR >= max_plies)
		key ^= rng_mix((uint64_t)ply);
	return end == RANKED_REPETITION ? rng_mix(key) : key;
}

/* The result in halves of a point, from the ranks of n seats. */
void ranked_points(const int32_t *rank, int n, int32_t *points);
/* Bounds of values of n seats with so many values to half a point. */
void ranked_bounds(int n, int32_t half, struct bounds *b);
/* "ply 7  Red to move", "ply 90  Red has won"; `seat` moves, or has won. */
void ranked_headline(const struct game *g, int ply, enum ranked_end end, int seat,
		     char *out, int size);
/* The seats of the highest rank: "Red", "Red and Blue". */
void ranked_leaders(const struct game *g, const int32_t *rank, char *out, size_t size);
/* The seat with this letter, small or capital, or SEAT_NONE. */
int ranked_seat(const struct game *g, char letter);
/* Reads the seat to move, a letter by itself; *text moves behind it and the blanks that
 * follow. */
bool ranked_read_mover(const struct game *g, const char **text, uint8_t *mover,
		       struct status *st);
/* The move of a seat that has none: one more cell, in the upper right corner of the board. */
void ranked_scene_pass(struct scene *sc, int right, int seat, move pass);

#endif
