/*
 * private.h - what the files of the compare screen share; nobody else includes it.
 *
 * compare.c has the key table and the life of the screen, draw.c the picture,
 * board.c the board in it.
 */
#ifndef PLYSCOPE_UI_SCREENS_COMPARE_PRIVATE_H
#define PLYSCOPE_UI_SCREENS_COMPARE_PRIVATE_H

#include "src/study/compare.h"
#include "ui/boards/boards.h"
#include "ui/decision.h"
#include "ui/panes/panes.h"
#include "ui/screen.h"

/* The contents of the left side when there is no room for both, or of a single pane over
 * everything. */
enum compare_face { FACE_BOARD, FACE_MOVES, FACE_ONE, FACES };

/* The outcome of the comparison at a ply. */
enum compare_ply { PLY_UNKNOWN, PLY_AGREED, PLY_SPLIT };

struct compare_screen {
	struct screen screen;
	struct decision decision;
	struct compare compare;
	struct board board;
	int focus; /* a player */
	enum compare_face face;
	bool walking;	/* on to the next ply when all are done */
	bool held;	/* the program is stopped */
	uint8_t *plies; /* enum compare_ply of each ply of the game */
	int ply_count;
	struct cell *scratch; /* for finding where a move is on the board */
	int scratch_cells;
	struct rect pane[COMPARE_PLAYERS], strip; /* of the last picture, for clicks */
	int strip_first;
};

/* The colour of a player. */
static inline enum role
compare_role(int player)
{
	return (enum role)(ROLE_SEAT_0 + player);
}

/* The board at the decision, and what each player would play there, by letter. */
void compare_set_board(struct compare_screen *s);
void compare_draw_board(struct compare_screen *s, struct canvas *c, struct rect r);
void compare_draw(struct ui *ui, struct screen *screen, struct canvas *c);

#endif
