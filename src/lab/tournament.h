/*
 * tournament.h - players against each other, over many seeds and all seats.
 *
 * Round-robin: each pair of players fills a table in every way that splits the seats as
 * evenly as can be (with 3 seats ABB, BAA, BAB, ABA, ...), all on the same seed, so that luck
 * of deal and seat cancels; then the next seed. Equal players score 0.5. Games are
 * independent jobs; the result does not depend on the number of threads when the players
 * have limits other than time.
 */
#ifndef PLYSCOPE_LAB_TOURNAMENT_H
#define PLYSCOPE_LAB_TOURNAMENT_H

#include "src/base/json.h"
#include "src/core/game.h"
#include "src/core/player.h"
#include "src/lab/progress.h"

#include <stdio.h>

#define TOURNAMENT_PLAYERS 8

struct tournament_options {
	const struct game *game;
	const struct player *player; /* 2 .. TOURNAMENT_PLAYERS */
	int players;
	int64_t games; /* rounded up to whole sets of seatings for every pair */
	uint64_t seed;
	int jobs; /* threads; 0: all cores */
	struct progress progress;
};

struct tournament_row {
	int64_t games, wins, draws, losses; /* of tables; a win: no seat of the other pair
					     * member has as many points as its best seat */
	double score, ci95[2];	       /* share of wins, shared ones in parts; Wilson */
	double points, points_ci95[2]; /* mean over seats and games; normal */
	double margin, margin_ci95[2]; /* points over the other's at the same table */
	double elo, elo_ci95[2];       /* from the score */
	int64_t nodes, moves, think_us, longest_us;
	double nodes_per_s;
	int64_t illegal, timeouts; /* a timeout: a move over its time limit by 100 ms */
};

struct tournament_result {
	int64_t games; /* played */
	int players;
	char name[TOURNAMENT_PLAYERS][PLAYER_TEXT];
	struct tournament_row row[TOURNAMENT_PLAYERS];
	int64_t elapsed_us;
};

bool tournament_run(const struct tournament_options *o, struct tournament_result *r,
		    struct status *st);
json_t *tournament_to_json(const struct tournament_result *r);
void tournament_print(const struct tournament_result *r, FILE *out);

/* Wilson's 95 % interval of a share of n trials, of which `wins` (shared ones in parts) were
 * won. E. B. Wilson 1927. */
void tournament_wilson(double wins, double n, double ci95[2]);
/* The seats of player A (bit i) in seating k; k and k ^ 1 are complements. */
unsigned tournament_seating(int seats, int k);
int tournament_seatings(int seats);

#endif
