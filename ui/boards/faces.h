/*
 * faces.h - a playing card as an area of colour, or as an outline where the canvas has no grounds.
 *
 * A face has its rank and suit in the upper left corner, a large one in the lower right corner too,
 * and its pips or, for ace and court cards, one large figure in the middle.
 */
#ifndef PLYSCOPE_UI_BOARDS_FACES_H
#define PLYSCOPE_UI_BOARDS_FACES_H

#include "ui/canvas.h"

enum face_look { FACE_PLAIN, FACE_LIT, FACE_OFF };

struct face {
	int card;	  /* games/common/cards.h */
	const char *text; /* two columns: "8♣", "8c" */
	enum face_look look;
	enum role frame; /* of an outline */
	bool half;	 /* half a row higher */
	bool fanned;	 /* the next card covers all but its left edge */
};

/* Draws a card over r, which is at least 3 by 4. */
void face_draw(struct canvas *c, struct rect r, const struct face *f);
/* The back of a card that was dealt, or the place of one that was not, over r, with a text in its
 * middle. */
void face_back(struct canvas *c, struct rect r, bool dealt, const char *text);
/* The outline of a place without a card, or of a card. */
void face_box(struct canvas *c, struct rect r, enum role role);

#endif
