/*
 * private.h - what the files of a tournament share: tournament.c runs it, seats.c makes the
 * seatings, game.c plays a table, sum.c adds up.
 */
#ifndef PLYSCOPE_LAB_TOURNAMENT_PRIVATE_H
#define PLYSCOPE_LAB_TOURNAMENT_PRIVATE_H

#include "src/core/calibration.h"
#include "src/core/match.h"
#include "src/core/store.h"
#include "src/lab/aivat.h"
#include "src/lab/tournament.h"

#include <stdatomic.h>

/* How many feats a game counts. */
static inline int
tournament_feats(const struct game *g)
{
	int n = 0;
	while (g->results->feats != NULL && n < GAME_FEATS &&
	       g->results->feats[n].key != NULL)
		n++;
	return n;
}

/* The record of one seat at a table. */
struct effort {
	int64_t nodes, moves, us, longest_us;
};

struct tournament_table {
	bool done, resumed; /* resumed: from the file */
	int loser;	    /* the seat that broke the rules or resigned, -1: none */
	bool late;	    /* it was by the clock */
	bool resigned;	    /* or its engine gave up, which breaks no rule */
	double points[SEATS_MAX];
	struct effort effort[SEATS_MAX];
	double without; /* luck, of seat 0; with a baseline */
	int64_t hands;	/* that were scored; of a game with feats */
	int64_t feats[SEATS_MAX][GAME_FEATS];
};

/* The players by seat. */
struct seating {
	int8_t who[SEATS_MAX];
};

/* A player's games so far: points are those of a seat and game that was played to its end. */
struct standing {
	int64_t wins, seats;
	double points;
};

struct tournament {
	const struct tournament_options *o;
	struct player player[TOURNAMENT_PLAYERS]; /* with one thread each */
	struct calibration calibration;		  /* for searches that reason with it */
	struct aivat aivat;			  /* with a baseline */
	struct seating *seating;
	int seatings; /* in a set */
	int64_t count, done;
	int64_t unread; /* unusable lines of the file */
	struct tournament_table *table;
	struct store *db;
	int64_t run;
	struct text about; /* everything that decides the games */
	atomic_bool stop;  /* the running games are abandoned */
	bool full;	 /* a result could not be kept: none that comes after it counts */
	bool fault_told; /* the first failure of a search */
	struct standing so_far[TOURNAMENT_PLAYERS]; /* for the line of progress */
};

/* Makes the seatings of a set. False: no memory. */
bool tournament_seat(struct tournament *t);

/* The random plies that all seatings of a set begin with; stops before the game is over. */
void tournament_open_table(struct match *m, int plies, uint64_t deal);
/* Plays a table to its end; false: stopped on the way, or st: a search
 * has no memory. Where a search failed `fault` says why. */
bool tournament_play_table(struct tournament *t, struct match *m,
			   struct tournament_table *table, uint64_t seed,
			   struct text *fault, struct status *st);
/* Adds up the feats a game counts, over the hands played. */
void tournament_count_feats(const struct match *m, struct tournament_table *table);
/* A table as a line for the file of results. */
void tournament_format_table(const struct tournament_table *t, const struct game *g,
			     bool aivat, char *out, size_t size);
/* False: not a line of tournament_format_table(), or one with another scale of points. */
bool tournament_parse_table(struct tournament_table *t, const struct game *g, bool aivat,
			    const char *p);

/* Each player's share of a table: of the seats with the best points, or all alike but the
 * one that broke the rules. Returns the players at the table as a set. */
unsigned tournament_shares(const struct tournament_table *t, const struct seating *s,
			   int seats, double *share);
/* The sets, from the first on, after which the test has its answer; all complete ones when it
 * has none. Looks at sets in order only, so that it is the same for any number of jobs. */
int64_t tournament_sprt_sets(const struct tournament *t, double *llr,
			     enum sprt_answer *answer);
/* The final figures, over the sets up to the test's answer or over all games. */
bool tournament_conclude(const struct tournament *t, struct tournament_result *r,
			 struct status *st);

#endif
