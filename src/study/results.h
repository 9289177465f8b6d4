/*
 * results.h - how a person has done in the games saved here: all of them, against each kind of
 * opponent, and week by week. Only games that exactly one person played count, so watched games do not.
 */
#ifndef PLYSCOPE_STUDY_RESULTS_H
#define PLYSCOPE_STUDY_RESULTS_H

#include "src/base/json.h"
#include "src/core/store.h"

enum result_kind { RESULT_ALL, RESULT_AGAINST, RESULT_WEEK, RESULT_KINDS };

/* The sums of some games of one game. */
struct result {
	char game[24];
	enum result_kind kind;
	char name[40]; /* "hard"; "2026-11-23", the Monday of the week; "" of all */
	/* Finished hands, where a game keeps a score by hands: their points, the best and the worst
	 * one, and how often all penalties went to the others. */
	int hands, best, worst, moons;
	double points;
	int games, won; /* finished games; shared wins count */
	double places;	/* sum, from 1 */
};

/* The totals of a position; false: the game keeps none. *low: the least one wins; NULL is allowed. */
bool results_totals(const struct game *g, const struct state *s,
		    int32_t total[static SEATS_MAX], bool *low);
/* The ply at which the next hand ends, from `ply` on; -1: none up to `at`. */
int results_hand_end(const struct match *m, int ply, int at);
/* All penalties of a hand went to the others, or their number was taken off: the moon was shot. */
bool results_moon(const struct game *g, const int32_t *before, const int32_t *after,
		  int seat);

/* Reads all games (of one game; NULL: of all), the newest first. Rows of a game stand together: all,
 * against whom, by week. Returns how many; *out is the caller's to free. -1: st. */
int results_read(struct store *db, const struct catalog *c, const char *game,
		 struct result **out, struct status *st);
/* A line of the table, and its heading. */
#define RESULT_LINE 120
void results_head(char out[static RESULT_LINE]);
void results_line(const struct result *r, char out[static RESULT_LINE]);
json_t *results_json(const struct result *r, int count);

#endif
