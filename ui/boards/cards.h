/*
 * cards.h - the table of a game of tricks: cards as cards, one before each seat, the viewer's
 * hand below. Hearts and Spades fill in what is theirs and share the picture.
 *
 * The viewer sits at the bottom and play goes clockwise. Places are computed from the
 * size and the number of cards dealt, not from the cards left, so nothing moves while a hand
 * is played but a card on its way to the table. Cards are as large as there is room for; where the
 * theme has grounds they are faces on a felt (faces.h), those that may not be played gray, the one
 * that wins the trick lit. Outlined cards that may be played are bold in a lit frame. The cursor
 * visits no others. Below each card stands its cost after a hint, "=" the best, else the points it
 * loses against the best, and the better a card the higher it stands. With few rows the seats sit
 * side by side; a small area gets one line of text for the trick and the hand.
 */
#ifndef PLYSCOPE_UI_BOARDS_CARDS_H
#define PLYSCOPE_UI_BOARDS_CARDS_H

#include "games/common/trick.h"

#include "ui/boards/boards.h"

#define CARD_NEWS 2

struct card_table {
	struct trick_view v;
	int trumps;		    /* a suit, -1 none */
	char note[TRICK_SEATS][28]; /* behind a seat's name: "9 cards" */
	bool own_note;		    /* ... and behind the viewer's own */
	char news[CARD_NEWS][24];   /* in the corner of the table: "hearts broken" */
	bool happened[CARD_NEWS];   /* or it says that it has not */
	bool all_known;		    /* the viewer knows the whole hands of the others */
	uint64_t given;		    /* cards that the viewer passed to another */
	bool choosing;		    /* any card of the hand may be chosen, as in a pass */
	uint64_t hinted;	    /* cards of a hinted move of several */
	char won[24];		    /* what the last trick brought: "13 points" */
	char heading[80];	    /* beside the hand; "": what the turn asks for */
	int info_rows;		    /* of the game's own choices at `info`, 0 none */
};

/* The layout; a game with choices of its own draws them at `info`. */
struct card_plan {
	struct rect r;
	int ch, cw;  /* rows and columns of a card on the table */
	int hh;	     /* rows of a card in the hand */
	int step;    /* columns from a card of the hand to the next */
	int lift;    /* rows above the hand that cards can rise into */
	int gap;     /* rows between the upper and the lower card on the table */
	int aside;   /* columns from them to the cards at the sides */
	int table;   /* first row of the table */
	int info;    /* the line of the last trick */
	int hands;   /* first row of the other seats' cards */
	int hand;    /* heading of the hand */
	int deal;    /* first row of its cards */
	int per_row; /* cards in a row of the hand */
	int cx;	     /* column of the middle */
	bool small;
	bool flat; /* the seats side by side, for few rows */
};

struct card_plan cards_draw(struct board *b, struct canvas *c, struct rect r,
			    const struct card_table *t);
/* Why a card of the hand is illegal, if it is about following suit; false: for another reason. */
bool cards_why_not(const struct board *b, const struct card_table *t, int card,
		   char *text, int size);
/* True when the cursor is on a card of the chooser's hand. */
bool cards_on_hand(const struct board *b, const struct card_table *t);
bool cards_legal(const struct board *b, const struct card_table *t, int card);
/* A trick has just been completed. */
bool cards_rest(const struct trick_view *before, const struct trick_view *after);
/* "2C 5C AS", as cards are typed. */
void cards_holding(uint64_t set, char *out, int size);

#endif
