/*
 * imitate.h - learns a game's policy (src/core/softmax.h) from the choices of a player.
 *
 * The player plays itself in all seats. Each choice among several moves is an example, described by
 * the features of the seat's own knowledge; one move in eight is the game's quick player's, so that
 * positions are not all of one player's making, and is no example. Every fourth game is held out:
 * on it the log loss and the share of choices that the policy thinks likeliest are measured, beside
 * those of the game's order of moves as infer= uses it, and of moves at random.
 */
#ifndef PLYSCOPE_LAB_IMITATE_H
#define PLYSCOPE_LAB_IMITATE_H

#include "src/core/softmax.h"
#include "src/lab/self_play.h"

#include <stdio.h>

#define IMITATE_KINDS 8

/* Held-out choices of one kind: sums of losses in nats, and of likeliest moves that were made. */
struct imitate_score {
	char kind[24]; /* "lead"; "" ends them; the last is "all" */
	int64_t count;
	double learned, order, uniform;
	double learned_hits, order_hits; /* a tie counts for its share */
	double uniform_hits;
};

struct imitate_result {
	struct softmax policy;
	char player[240];
	int64_t deals, fitted;
	uint64_t seed;
	struct imitate_score score[IMITATE_KINDS + 1];
	int64_t elapsed_us;
};

/* By default of hard, in 400 deals. */
bool imitate_run(const struct self_play *o, struct imitate_result *r, struct status *st);
void imitate_print(const struct game *g, const struct imitate_result *r, FILE *out);
/* Replaces the section of this variant in policy/GAME.ini; see section_write(). */
bool imitate_write(const struct game *g, const struct imitate_result *r, char *path,
		   int size, struct status *st);

#endif
