/*
 * history.h - hands of hold'em in the texts of other programs: lines of the Annual Computer Poker
 * Competition (ACPC), PHH files, and the hand histories of PokerStars.
 *
 * A hand is read into a game of its own variant and the state at its end, or as far as the text
 * goes. Players are by seat; as in plyscope seat 0 has the button in hands 0, 2, 4.
 *
 * Sources: the ACPC protocol 2.0.0; the PHH specification (Kim 2024), in which heads-up blinds are
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
	bool partial; /* PokerStars and PHH: hands that do not fit may be left out */
	struct text left_out; /* a line for each of them */
};

enum history_format { HISTORY_ACPC, HISTORY_PHH, HISTORY_STARS, HISTORY_FORMATS };

/* Reads a text of ACPC lines, PHH or PokerStars; `where` stands for the file in messages. The first
 * thing wrong ends it: a line, what, what was expected; in PokerStars and PHH texts it leaves the hand
 * out, and there has to be one that is read. ACPC lines do not tell their rules: stacks, blinds and
 * betting are those of the game `rules`; NULL: those of the competition, stacks of 20000 and blinds
 * of 50/100, or limit with 5/10 where raises have no amounts. */
bool history_read(struct history *h, const char *text, const char *where,
		  const struct game *rules, struct status *st);
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
