/*
 * results.h - how a person has done in the games saved here: all of them, against each kind of
 * opponent, and week by week. Only games that exactly one person played count.
 */
#ifndef PLYSCOPE_STUDY_RESULTS_H
#define PLYSCOPE_STUDY_RESULTS_H

#include "src/base/json.h"
#include "src/core/store.h"

/* The sums of some games of one game. In games that keep a score by hands: hands, their points, the
 * least and the most of one, and how often all penalties went to the others. */
struct result {
	char game[24];
	enum result_kind { RESULT_ALL, RESULT_AGAINST, RESULT_WEEK } kind;
	char name[40]; /* "hard"; "2026-11-23", the Monday of the week; "" of all */
	bool low;      /* the least points are the best */
	int hands, points, least, most, moons;
	int games, won, places; /* finished games; places from 1, summed */
};
#define RESULTS 400 /* rows that are kept */

/* The totals of a position; false: the game keeps none. *low: the least one wins. */
bool results_totals(const struct game *g, const struct state *s,
		    int32_t total[static SEATS_MAX], bool *low);
/* The ply at which the next hand ends, from `ply` on; -1: none up to `at`. */
int results_hand_end(const struct match *m, int ply, int at);
/* All penalties of a hand went to the others, or their number was taken off: the moon was shot. */
bool results_moon(const struct game *g, const int32_t *before, const int32_t *after,
		  int seat);

/* Reads the games (NULL: of all games). Rows of a game stand together: all, against whom, by week.
 * Returns how many; -1: they cannot be read. */
int results_read(struct store *db, const struct catalog *c, const char *game,
		 struct result out[static RESULTS], struct status *st);
/* A line of the table; r NULL: its heading. */
#define RESULT_LINE 120
void results_line(const struct result *r, char out[static RESULT_LINE]);
json_t *results_json(const struct result *r, int count);

#endif
