/*
 * drill.h - spots drawn from hands with a pot, each answered with a move and judged by a search.
 *
 * Hands are dealt at random, and both seats play the trained table, with raises by the pot before
 * the flop, until a decision of the wanted kind comes up. The search `max` judges the answer by
 * analyze.h, as the coach does: from what the seat knew, and a move of the search's own mix costs
 * nothing. An amount that the search has not looked at counts as the nearest one it has. The same
 * seed brings the same spots.
 */
#ifndef PLYSCOPE_STUDY_DRILL_H
#define PLYSCOPE_STUDY_DRILL_H

#include "src/base/pool.h"
#include "src/core/search.h"
#include "src/study/analyze.h"

struct store;

/* Somebody always has to answer a bet; before any raise it is the big blind. */
enum drill_kind {
	DRILL_OPEN,
	DRILL_RAISE,
	DRILL_THREE_BET,
	DRILL_FLOP,
	DRILL_TURN,
	DRILL_RIVER,
	DRILL_KINDS
};
extern const char *const drill_kind_words[DRILL_KINDS];

struct drill {
	struct setup setup; /* of a hand */
	struct player table, judge;
	struct kit kit; /* of the searches that play the hands */
	uint64_t seed;
	int only;   /* the one kind that is asked; -1: all, in random order */
	int number; /* of the spot, from 1 */
	/* The spot, and the answer to it. */
	bool dealt; /* match is open */
	struct match match;
	enum drill_kind kind;
	struct state root;
	struct analyze_move move;
	move typed; /* the answer; move.played counts for it */
	/* The answers so far; good: those that cost nothing. */
	int answers, good;
	double cost; /* big blinds, of all */
};

/* game NULL: the first that has such spots; kind NULL: all. */
bool drill_open(struct drill *d, const struct catalog *c, const char *game,
		const char *kind, uint64_t seed, struct status *st);
void drill_close(struct drill *d);
/* Draws the next spot. */
bool drill_next(struct drill *d, struct status *st);
/* The search that judges the spot: points into d and q, which the caller closes. */
struct search_job drill_job(const struct drill *d, struct question *q);
/* Judges the answer to the spot by its search. False: the search has no value for it, and it does
 * not count. */
bool drill_answer(struct drill *d, const struct snapshot *s, move answer);
/* The answer costs nothing. */
bool drill_is_good(const struct drill *d);
/* The pot and the price of a call, a line. */
void drill_say_price(const struct drill *d, struct text *out);
/* The shares and values of all moves, a line each, and a sentence on the answer. */
void drill_say_answer(const struct drill *d, const struct snapshot *s, bool judged,
		      struct text *out);
/* "3 of 4 good, 0.25 big blinds lost" */
void drill_say_score(const struct drill *d, struct text *out);
json_t *drill_answer_json(const struct drill *d, const struct snapshot *s, bool judged);

/* Keeps the answer that was judged in the user's data file. */
bool drill_keep(const struct drill *d, struct store *db, struct status *st);
/* All answers that were kept, by month and kind; nothing where there are none. */
bool drill_say_kept(const struct drill *d, struct store *db, struct text *out,
		    struct status *st);

#endif
