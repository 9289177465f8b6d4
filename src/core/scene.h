/*
 * scene.h - what a game hands to the screen: positioned pieces of text with roles.
 *
 * Coordinates are columns and rows from the top left of the board. A role says what a
 * thing IS; the theme decides how it looks. Every meaning is in the text too, so that a
 * screen without colour says the same. An item with a move belongs to that move: choosing
 * the item chooses the move (several items may share one).
 *
 * A board has cells: the first items, item k is cell k. The pieces in a hand and a pass are
 * cells too, whatever a person can point at. Their moves are chosen by cells
 * (game_view.path), and their picture may be drawn twice as large.
 */
#ifndef PLYSCOPE_CORE_SCENE_H
#define PLYSCOPE_CORE_SCENE_H

#include "src/core/game.h"

#define SCENE_ITEMS 1024
#define SCENE_CELLS 512
#define SCENE_GLYPH 28
#define SCENE_NAME  16

enum role {
	ROLE_TEXT,
	ROLE_DIM,    /* present but unimportant: empty cells, frames */
	ROLE_STRONG, /* headings, totals */
	ROLE_SEAT_0, /* ROLE_SEAT_0 + seat, for SEATS_MAX seats */
	ROLE_SEAT_1,
	ROLE_SEAT_2,
	ROLE_SEAT_3,
	ROLE_SEAT_4,
	ROLE_SEAT_5,
	ROLE_SUIT_RED,
	ROLE_SUIT_BLACK,
	ROLE_CARD_BACK,
	ROLE_LAST_MOVE,
	ROLE_TARGET, /* where the selected thing can go */
	ROLE_CURSOR, /* under the cursor */
	ROLE_SELECTED,
	ROLE_HINT,
	ROLE_GOOD,
	ROLE_BAD,
	ROLE_WARN,
	ROLE_TITLE,  /* top line */
	ROLE_KEYBAR, /* bottom line */
	ROLE_KEY,    /* a key in the bottom line */
	ROLE_FRAME,  /* borders of panes */
	ROLE_FRAME_FOCUS,
	ROLE_BAR,	  /* filled part of a meter */
	ROLE_STONE_BLACK, /* stones and marbles of seats called Black and White */
	ROLE_STONE_WHITE,
	/* Areas of colour under a picture, where a theme has them. Plain text on one has its ink. */
	ROLE_FELT,	 /* the table under cards */
	ROLE_FELT_PLACE, /* ... where a card will lie */
	ROLE_CARD,	 /* the face of a card */
	ROLE_CARD_LIT,	 /* ... that wins the trick, or is under the cursor */
	ROLE_CARD_OFF,	 /* ... that may not be played */
	ROLE_CARD_RED,	 /* a red suit on a face */
	ROLE_CARD_BLACK, /* a black one */
	ROLE_BOARD,	 /* a board of coloured pegs */
	ROLE_WOOD,	 /* a board of black and white stones */
	ROLE_WOOD_DARK,	 /* its other squares */
	ROLE_TRACE,	 /* cells of the last move */
	ROLE_DISC_BLACK, /* a black stone on wood */
	ROLE_DISC_WHITE,
	ROLE_DISC_INK, /* a sign on a disc */
	ROLES
};

enum scene_flag {
	SCENE_CHOOSABLE = 1 << 0, /* the cursor may stand here */
	SCENE_LAST = 1 << 1,	  /* what moved last */
};

struct scene_item {
	int16_t x, y;
	int8_t beside_x, beside_y; /* added however large a board is drawn: a label */
	int16_t cell;		   /* the game's cell or card number, -1 none */
	int8_t seat;		   /* whose, SEAT_NONE */
	uint8_t role, flags;
	move m;			 /* MOVE_NONE */
	char name[SCENE_NAME];	 /* of a cell: "e5" */
	char glyph[SCENE_GLYPH]; /* UTF-8, single-width characters */
	char ascii[SCENE_GLYPH]; /* same width in ASCII */
	/* In place of the first letter of a piece where there is room for two columns, as the
	 * player wishes: a kanji. Empty: there is none. */
	char wide[8];
};

/* What a board is made of, where a screen has areas of colour. */
struct surface {
	enum {
		SURFACE_NONE,
		SURFACE_HOLES,
		SURFACE_SQUARES,
		SURFACE_LINES,
		SURFACE_PITS,
		SURFACE_FELT /* under cards, which stand in brackets */
	} kind;
	uint8_t ground, other; /* roles; of every second square */
};

struct scene {
	int width, height, count;
	int cells; /* of a board: the first items */
	/* The way of the last move over them, ends included; its piece walks along it. */
	int way_count;
	int16_t way[SCENE_CELLS];
	struct surface surface;
	struct scene_item item[SCENE_ITEMS];
};

/* No items: what scene() of a game is handed. */
void scene_clear(struct scene *sc);

/* Adds an item and returns it; a BUG when full. text in UTF-8, ascii NULL: the same. */
struct scene_item *scene_add(struct scene *sc, int x, int y, enum role role,
			     const char *glyph, const char *ascii);
/* Adds the next cell of a board, an empty one; a BUG behind other items. */
struct scene_item *scene_add_cell(struct scene *sc, int x, int y, const char *name);
/* Puts a seat's piece on a cell. */
void scene_put(struct scene_item *cell, int seat, const char *glyph, const char *ascii);
/* The cells of a rectangular board from its top left corner at x, y, row by row, two columns
 * each, with names from "a1" at the lower left. */
void scene_add_grid(struct scene *sc, int x, int y, int rows, int columns);
/* The letters and numbers of those names along its lower and left edge. */
void scene_add_edges(struct scene *sc, int x, int y, int rows, int columns);

#endif
