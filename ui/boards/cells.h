/*
 * cells.h - boards of cells: how they are drawn from their scene (cells.c), and how a move is
 * chosen on them, cell by cell (choose.c).
 *
 * A game whose view has path() needs no more than its scene. A board with a picture of its
 * own lays its cells out, draws them, adds what is its own, and ends with cells_choice().
 */
#ifndef PLYSCOPE_UI_BOARDS_CELLS_H
#define PLYSCOPE_UI_BOARDS_CELLS_H

#include "ui/boards/boards.h"

/* ---- choose.c ---- */

#define CHOICE_ANSWERS 9
#define CHOICE_CURSOR  SCENE_CELLS /* where the cursor is on the first answer */

enum choice_use {
	CHOICE_START = 1 << 0, /* a move begins here */
	CHOICE_NEXT = 1 << 1,  /* can be chosen now, and more cells follow */
	CHOICE_GOAL = 1 << 2,  /* can be chosen now, and makes a move */
	CHOICE_HELD = 1 << 3,  /* has been chosen */
};

/* What the cells of a board are for the choice so far. */
struct cell_choice {
	uint8_t use[SCENE_CELLS];
	int held;    /* cells chosen */
	int reach;   /* cells that can be chosen now */
	int answers; /* moves whose cells are all chosen: the question asks which of them */
	move answer[CHOICE_ANSWERS];
};

void choice_find(const struct board *b, struct cell_choice *k);
/* Chooses the cell or the answer under the cursor, see board_choose(). */
enum board_answer choice_choose(struct board *b, move *out, char *text, int size);
/* See board_show(). */
void choice_show(struct board *b, move m);

/* ---- cells.c ---- */

/* A board of cells as it lies in a picture. */
struct cells {
	struct scene scene;
	struct cell_choice choice;
	struct rect r;
	int scale;
	int rows; /* of a cell, twice as many columns wide; 1: a glyph */
	const struct surface *on;
	int places; /* the first cells are places on it */
	bool kanji;
	int top, left;	/* where the scene's 0, 0 is */
	struct rect at; /* of the cells alone */
};

/* Lays a board out in r, over the whole of it: as large as there is room, a window where there is too
 * little. One picture at a time: the next call is another one's. */
struct cells *cells_lay_out(const struct board *b, const struct canvas *c, struct rect r);
int cells_y(const struct cells *p, int cell);
int cells_x(const struct cells *p, int cell);
/* The cells, the labels and the last move. */
void cells_draw(const struct board *b, const struct cells *p, struct canvas *c);
/* The ranks of a hint's best moves where they lead; what they move is underlined. */
void cells_marks(const struct board *b, const struct cells *p, struct canvas *c);
/* Dots between two cells where there is room for them. */
void cells_line(const struct cells *p, struct canvas *c, int from, int to);
/* What can be chosen, with its spots, the cursor and a question. The last to be drawn. */
void cells_choice(struct board *b, struct cells *p, struct canvas *c);
/* The look of a seat's piece. */
const char *cells_piece(const struct board *b, const struct cells *p,
			const struct canvas *c, int seat);
/* A line: whose turn it is, a piece of the seat, its name and its player. */
void cells_seat(const struct board *b, const struct cells *p, struct canvas *c, int seat,
		struct rect r);
/* The name of a cell: "e5". */
void cells_name(const struct board *b, int cell, char out[static SCENE_NAME]);
/* "pegs on a1 b2": the pieces of a seat by that word, with their letters where they differ. */
void cells_pieces(const struct game *g, const struct state *s, int seat,
		  const char *called, char *out, int size);

/* The draw() of a cell board with nothing of its own. */
void cells_board_draw(struct board *b, struct canvas *c, struct rect r);

#endif
