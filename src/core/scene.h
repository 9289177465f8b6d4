/*
 * scene.h - what a game hands to the screen: positioned pieces of text with roles.
 *
 * Coordinates are columns and rows from the top left of the board. A role says what a
 * thing IS; the theme decides how it looks. Every meaning is in the text too, so that a
 * screen without colour says the same. An item with a move belongs to that move: choosing
 * the item chooses the move (several items may share one, several moves may share an
 * item's place).
 */
#ifndef PLYSCOPE_CORE_SCENE_H
#define PLYSCOPE_CORE_SCENE_H

#include "src/core/game.h"

#define SCENE_ITEMS 400
#define SCENE_GLYPH 28

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
	ROLES
};

enum scene_flag {
	SCENE_CHOOSABLE = 1 << 0, /* the cursor may stand here */
	SCENE_ORIGIN = 1 << 1,	  /* start of a two-step move: a peg */
	SCENE_GOAL = 1 << 2,	  /* end of a two-step move: a cell */
};

struct scene_item {
	int16_t x, y;
	int16_t cell; /* the game's cell or card number, -1 none */
	int8_t seat;  /* whose, SEAT_NONE */
	uint8_t role, flags;
	move m;			 /* MOVE_NONE */
	char glyph[SCENE_GLYPH]; /* UTF-8, single-width characters */
	char ascii[SCENE_GLYPH]; /* same width in ASCII */
};

struct scene {
	int width, height, count;
	struct scene_item item[SCENE_ITEMS];
};

/* Adds an item and returns it; a BUG when full. text in UTF-8, ascii NULL: the same. */
struct scene_item *scene_add(struct scene *sc, int x, int y, enum role role,
			     const char *glyph, const char *ascii);

#endif
