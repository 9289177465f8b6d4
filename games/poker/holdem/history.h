/*
 * history.h - hands of hold'em in the texts of other programs: PHH files, and the hand histories of
 * PokerStars.
 *
 * A hand is read into a game of its own variant and the state at its end, or as far as the text
 * goes. Players are by seat; as in plyscope seat 0 has the button in hands 0, 2, 4.
 *
 * Sources: the PHH specification (Kim 2024), in which heads-up blinds are
 * assigned in reverse: the first player is the big blind. PokerStars texts as its client writes
 * them, in English; amounts are multiplied so that a big blind that divides 100 is 100 chips, else
 * money is counted in cents.
 */
#ifndef PLYSCOPE_GAMES_POKER_HOLDEM_HISTORY_H
#define PLYSCOPE_GAMES_POKER_HOLDEM_HISTORY_H

#include "games/poker/holdem/holdem.h"

#include "src/base/text.h"

#define HISTORY_NAME  40
#define HISTORY_HANDS 10000
/* The comment on the first deal of a record: "the button is Bob, the big blind Ann". */
#define HISTORY_BUTTON	 "the button is "
#define HISTORY_BIG	 ", the big blind "
#define HISTORY_LEFT_OUT ": this hand is left out"

struct history_hand {
	struct game game;
	struct state end;
	char name[HOLDEM_SEATS][HISTORY_NAME];
	char date[48]; /* "2026/11/22 8:00:00"; "": not known */
};

struct history {
	struct history_hand *hand;
	int count, room;
	bool partial; /* a text of another program: hands that do not fit may be left out */
	struct text left_out; /* a line for each of them */
};

enum history_format { HISTORY_PHH, HISTORY_STARS, HISTORY_FORMATS };

/* Reads a text of PHH or PokerStars; `where` stands for the file in messages. A hand that is wrong is
 * left out with a line: where, what, what was expected. There has to be one that is read. */
bool history_read(struct history *h, const char *text, const char *where,
		  struct status *st);
/* Whether a text looks like one that history_read() reads. */
bool history_looks(const char *text);
/* Adds a hand; the caller fills it in. NULL: there are HISTORY_HANDS. */
struct history_hand *history_add(struct history *h);
void history_free(struct history *h);

/* The hands as one record of plyscope, with reset=on: equal stacks that are full in each hand,
 * the same blinds, known cards, and the button changing from hand to hand. Else one sentence
 * names the first hand that does not fit. */
bool history_write_record(const struct history *h, struct text *out, struct status *st);
/* Drops the hands that are left out of such a record, each with a line of left_out. */
void history_drop_unfit(struct history *h);
/* All hands in a format. */
void history_write(const struct history *h, enum history_format format, struct text *out);
extern const char *const history_names[HISTORY_FORMATS + 1]; /* ended by NULL */

#endif
