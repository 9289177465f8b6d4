/*
 * history_hand.h - a hand while its text is read: what PHH and PokerStars texts share.
 *
 * Both fill the fields of struct phh. Actions are those of PHH, "p1 cbr 600", in which p1 has the
 * big blind; history_end_hand() plays them and adds the hand.
 */
#ifndef PLYSCOPE_GAMES_POKER_HOLDEM_HISTORY_HAND_H
#define PLYSCOPE_GAMES_POKER_HOLDEM_HISTORY_HAND_H

#include "games/poker/holdem/history.h"

#define VALUE_BYTES 128
#define ITEMS	    400

/* A value of a field, or an action. */
struct item {
	char text[VALUE_BYTES];
	int line;
};

/* A text that is read, and the fields of the hand so far. */
struct phh {
	const char *at, *where;
	int line;
	struct status *st;
	struct item *item; /* of the value read last */
	int items;
	/* of the hand */
	int begun; /* the line of its first field, 0 none; also of some others */
	bool bad;  /* the hand is left out, and its other fields are passed over */
	int variant, least_bet;
	bool limit;
	int stack[2], blind[2], small_bet, min_bet, stacks, blinds;
	int year, month, day, number;
	char time[16], name[2][HISTORY_NAME];
	struct item *action;
	int actions;
};

void history_begin_hand(struct phh *p);
/* Adds the hand, if one was begun; one that does not fit is left out. */
void history_end_hand(struct phh *p, struct history *h);
/* Unless `ok`, the hand is left out, and a line of h->left_out says why: the text of p->st. */
void history_check(struct phh *p, struct history *h, bool ok);
/* "where:line: what text" */
bool history_fail_at(struct phh *p, int line, const char *what, const char *text);

/* PokerStars texts, history_stars.c. */
bool history_is_stars(const char *text);
bool history_read_stars(struct phh *p, struct history *h);

#endif
