/*
 * heads_up.h - the common part of two-player poker games in texts and pictures: the names of the
 * seats, moves, betting as a text, and the moves of a scene.
 *
 * Moves are fold, check or call, and raises: HEADS_UP_RAISE + the chips that the seat has put in
 * with it in the whole hand. As texts they are those of the Annual Computer Poker Competition: f,
 * c, rN, and r alone in a game whose raises are all of one size.
 */
#ifndef PLYSCOPE_GAMES_POKER_HEADS_UP_H
#define PLYSCOPE_GAMES_POKER_HEADS_UP_H

#include "src/core/game.h"
#include "src/core/scene.h"

#include "games/common/words.h"

#define HEADS_UP_FOLD  0u
#define HEADS_UP_CALL  1u
#define HEADS_UP_RAISE 2u

/* South and North, as struct game_text has them. */
const char *heads_up_seat_name(const struct game *g, int seat);
char heads_up_seat_letter(const struct game *g, int seat);

/* "f", "c", "r300"; `fixed`: "r" */
void heads_up_format_move(move m, bool fixed, char *out, int size);
/* The move that a word alone stands for: f, fold, c, k, call, check; MOVE_NONE: none. */
move heads_up_spoken(const char *text);
/* "f, c or r400 to r20000"; most 0: no raise is legal. `fixed`: "f, c or r" */
void heads_up_expected(bool fold, int least, int most, bool fixed, char *out, int size);

/* The moves of a hand in rounds 0 .. round, before[k] of them before round k. */
struct heads_up_line {
	const uint16_t *line;
	const uint8_t *before;
	int moves, round;
	bool fixed; /* raises without their chips */
};
/* "cr300c/cr900" */
void heads_up_add_betting(struct words *w, const struct heads_up_line *l);

/* A word of the picture that cannot be chosen. */
void heads_up_put(struct scene *out, int x, int y, enum role role, int seat,
		  const char *text);
/* The viewer's moves in words, one after the other in a row. Chips of a raise are told without
 * `base` of them; `facing`: it answers a bet. */
struct heads_up_choice {
	const move *m;
	int count, viewer, call, base;
	int all; /* the chips that are all-in */
	bool facing;
};
/* "fold", "call", "raise to 200", "all in" */
void heads_up_say_move(const struct heads_up_choice *c, move m, char *out, int size);
void heads_up_scene_moves(struct scene *out, int y, int gap,
			  const struct heads_up_choice *c);

#endif
