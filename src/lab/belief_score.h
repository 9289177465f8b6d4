/*
 * belief_score.h - how good beliefs are: the log loss of who holds a card, on fresh games.
 *
 * Games are played by one player in all seats. Before each decision with others' choices to infer
 * from (src/core/infer.h) the seat's beliefs are counted, and each hidden thing costs -ln(share of
 * its true holder): once with all deals alike, once weighted. A share is (count + 0.5) / (worlds +
 * 0.5 * holders), so that a thing that no deal gave to its holder has a finite cost. Lower is
 * better. It is a proper score: its mean is least for the true probabilities (Good 1952). Things
 * whose holder is certain are left out.
 */
#ifndef PLYSCOPE_LAB_BELIEF_SCORE_H
#define PLYSCOPE_LAB_BELIEF_SCORE_H

#include "src/core/setup.h"
#include "src/study/beliefs.h"

#include <stdatomic.h>

#define BELIEF_HELD 32 /* more cards in a hand than any game has */

struct belief_loss {
	int64_t count;
	double alike, weighted; /* sums, in nats */
};

struct belief_scores {
	struct game game;
	struct things things;
	const struct cardnet *model; /* of the others' choices; NULL: the game's order */
	int games, worlds;
	/* by the number of cards in the seat's hand: of each key thing, and of every thing */
	struct belief_loss key[THINGS_MAX][BELIEF_HELD], all[BELIEF_HELD];
};

/* Plays games of a setup whose seats are all searches, game i with the seed (seed of the setup, i).
 * False: the game has nothing to infer, a search cannot play, or *stop. */
bool belief_scores_play(struct belief_scores *b, const struct setup *setup, int games,
			int worlds, const struct cardnet *model, atomic_bool *stop,
			struct status *st);
/* As a table in text, and as JSON. */
void belief_scores_report(const struct belief_scores *b, struct text *out);
json_t *belief_scores_json(const struct belief_scores *b);

#endif
