/*
 * tournament.h - players against each other, over many seeds and all seats.
 *
 * Pairs: two players fill a table in every way that splits the seats as evenly as can be
 * (with 3 seats ABB, BAA, BAB, ABA, ...). All: as many players as seats, or more, sit down in
 * every order (4 players: 24 seatings). All seatings of a set are on the same seed, so that
 * luck of deal and seat cancels; then comes the next seed. Deterministic searches from one
 * start would play one game again and again: opening plies drawn from the set's seed, the
 * same for all of its seatings, are the luck of games without deals. Games are independent
 * jobs; the result does not depend on the number of workers or their way when the players have
 * limits other than time, nor on how often the work was killed and resumed. In processes of
 * their own a search that crashes twice, or says nothing for long over its time, loses its game;
 * a game that was killed from outside is played again, or not counted.
 */
#ifndef PLYSCOPE_LAB_TOURNAMENT_H
#define PLYSCOPE_LAB_TOURNAMENT_H

#include "src/base/jobs.h"
#include "src/base/json.h"
#include "src/base/progress.h"
#include "src/core/game.h"
#include "src/core/player.h"
#include "src/core/store.h"

#include <stdio.h>

#define TOURNAMENT_PLAYERS 12
#define TOURNAMENT_ORDERS  8  /* players who may sit in every order */
#define TOURNAMENT_LABEL   50 /* bytes of a name that a match file gives a player */

enum tournament_seats {
	TOURNAMENT_PAIRS,
	TOURNAMENT_GAUNTLET,
	TOURNAMENT_ALL,
	TOURNAMENT_SEATS
};
extern const char *const tournament_seats_names[TOURNAMENT_SEATS]; /* "pairs" ... */

/* Wald's test between two Elo differences of the first player over the second, errors of
 * about 5 %; in a game with a rate also between two of its means in that unit (by AIVAT where it is
 * on). It gives no answer before ten sets, from which its variance is taken. */
struct tournament_sprt {
	bool on, rate;
	double elo0, elo1; /* or of the rate */
};

/* A game that was played. */
struct tournament_game {
	int64_t set; /* games of a set share their luck */
	int seats;
	const int8_t *who;    /* player of each seat */
	const double *points; /* of each seat */
	const double *share;  /* of the win, of each PLAYER */
	unsigned players;     /* bit p: player p sits there */
	int loser;	      /* the seat that broke the rules or resigned, SEAT_NONE */
};

struct tournament_options {
	const struct game *game;
	const struct player *player; /* 2 .. TOURNAMENT_PLAYERS */
	int players;
	int64_t games; /* rounded up to whole sets of seatings */
	uint64_t seed;
	int jobs; /* workers; 0: all cores */
	enum tournament_seats seats;
	int opening; /* random plies before the players take over */
	struct tournament_sprt sprt;
	bool aivat;		       /* in poker: results without luck too (aivat.h) */
	const struct player *baseline; /* of it; NULL: showdowns */
	double width; /* how narrow half an interval is wanted, in the unit of the game's rate,
		       * else in points; 0: 50 of the rate, or nothing is said */
	/* Called on every game that counts, in the order of the games; NULL: none. */
	void (*take)(void *self, const struct tournament_game *game);
	void *self;
	const char *db; /* a file for the results, NULL none */
	bool resume;	/* count the results of this match that are there already */
	const struct store_machine
		*machine; /* that compute, for the file; NULL: unknown */
	int machines;
	const char *records; /* a directory for the games, NULL none */
	struct progress progress;
};

struct tournament_row {
	int64_t games, wins, draws,
		losses;		       /* a win: nobody else has as many points as the
					     * player's best seat */
	double score, ci95[2];	       /* share of wins, shared ones in parts; Wilson */
	double bootstrap95[2];	       /* of the score, over sets */
	double points, points_ci95[2]; /* mean over seats and games; normal, over sets */
	double points_bootstrap95[2];
	double margin, margin_ci95[2]; /* points over the others' at the same table */
	double elo, elo_ci95[2];       /* from the score */
	double plain, plain95[2];      /* points, each game by itself */
	double without, without95[2];  /* luck: points by AIVAT; over sets */
	int64_t nodes, moves, think_us, longest_us;
	double nodes_per_s;
	int64_t illegal, timeouts; /* games lost by it; illegal: by a crash too */
	int64_t hands;		   /* of its seats; of a game with feats */
	int64_t feats[GAME_FEATS];
};

enum sprt_answer { SPRT_OPEN, SPRT_ELO0, SPRT_ELO1 };

struct tournament_result {
	struct game game; /* what was played */
	uint64_t seed;
	enum tournament_seats seats;
	int opening;
	bool possible;	  /* false: the options or a player were refused */
	bool interrupted; /* before the last game, and the test had no answer */
	int64_t games;	  /* that count */
	int64_t resumed;  /* of them from the file */
	int players;
	char name[TOURNAMENT_PLAYERS][PLAYER_TEXT];
	char label[TOURNAMENT_PLAYERS][TOURNAMENT_LABEL]; /* the caller's; "": none */
	struct tournament_row row[TOURNAMENT_PLAYERS];
	bool aivat;
	double width; /* as asked for */
	bool sprt;
	double llr; /* NAN: too few sets */
	enum sprt_answer answer;
	int64_t elapsed_us;
};

/* False: a tournament of these options makes no sense, in one sentence. */
bool tournament_possible(const struct tournament_options *o, struct status *st);
/* How many games that will be, whole sets; of them those of each player, if own is given. 0: no
 * memory. */
int64_t tournament_count(const struct tournament_options *o, int64_t *own);
bool tournament_run(const struct tournament_options *o, struct tournament_result *r,
		    struct status *st);
json_t *tournament_to_json(const struct tournament_result *r);
void tournament_print(const struct tournament_result *r, FILE *out);
void tournament_print_csv(const struct tournament_result *r, FILE *out);

/* The seats of player A (bit i) in seating k of a pair; k and k ^ 1 are complements. */
unsigned tournament_seating(int seats, int k);
int tournament_seatings(int seats);

#endif
