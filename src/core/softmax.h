/*
 * softmax.h - a learned policy: how likely a seat is to make each of its moves.
 *
 * A game describes a move by features of the seat's own knowledge, each there or not, and each
 * feature has a weight. The likelihood of a move is exp(sum of its weights) over that of all moves
 * (a log-linear model, as the playout policies of Coulom 2007 and Silver & Tesauro 2009). The
 * weights are fitted to the choices of a player by `plyscope calibrate GAME --policy` and kept as
 * text in assets/policy/GAME.ini, a section for each variant (calibration_section()), where the
 * user's own file comes first, as with calibrations.
 *
 * Weights are whole numbers, and so is all that follows from them: likelihoods are the same on
 * every machine.
 */
#ifndef PLYSCOPE_CORE_SOFTMAX_H
#define PLYSCOPE_CORE_SOFTMAX_H

#include "src/core/game.h"

#define SOFTMAX_UNIT	   256	/* weights in a nat */
#define SOFTMAX_LIMIT	   5000 /* of a weight, either way */
#define SOFTMAX_FEATURES   8192
#define SOFTMAX_ACTIVE	   16 /* features of a move, at most */
#define SOFTMAX_GROUPS_MAX 64
#define SOFTMAX_NONE	   0 /* a feature that is always without weight */

/* Features that belong together, numbered from 0 within it. */
struct softmax_group {
	const char *name; /* "lead height": its first word is the kind of choice */
	int size;
};

struct softmax_ops {
	/* Ended by a NULL name. The features of the first are numbered from 1, those of the others
	 * go on from there; fewer than SOFTMAX_FEATURES in all, and no more groups than
	 * SOFTMAX_GROUPS_MAX. */
	const struct softmax_group *groups;
	/* The features of n legal moves of an acting seat whose own cards are known, by nothing but
	 * what it knows. Returns how many each move has; a feature may be there twice. */
	int (*features)(const struct game *g, const struct state *s, int seat,
			const move *m, int n, uint16_t (*feature)[SOFTMAX_ACTIVE]);
};

#define SOFTMAX_FINE  8	  /* steps of the exponential are so many weights, */
#define SOFTMAX_STEPS 385 /* and it ends 12 nats down */

struct softmax {
	int16_t weight[SOFTMAX_FEATURES];
	uint32_t power[SOFTMAX_STEPS]; /* 2^20 exp(-step / 32) */
};

/* The weights for a game's variant, read at their first use and kept until the program ends. NULL:
 * st says why. */
const struct softmax *softmax_find(const struct game *g, struct status *st);
/* Reads weights from a text; `where` is its name in messages. *found: there is a section for this
 * variant. False: st. */
bool softmax_parse(struct softmax *x, const struct game *g, const char *text,
		   const char *where, bool *found, struct status *st);
/* The exponential; weights are the caller's. */
void softmax_open(struct softmax *x);
/* The number of features of a game, SOFTMAX_NONE among them. */
int softmax_features(const struct softmax_ops *ops);
/* How likely each of n moves is, in proportion to the likeliest, which is 1. */
void softmax_likeness(const struct softmax *x, const struct game *g,
		      const struct state *s, int seat, const move *m, int n,
		      double *likeness);
/* The score of a move by its features. */
static inline int32_t
softmax_score(const struct softmax *x, const uint16_t *feature, int count)
{
	int32_t score = 0;
	for (int i = 0; i < count; i++)
		score += x->weight[feature[i]];
	return score;
}

/* 2^20 exp(score - top), at least 1; top is the greatest score. */
static inline uint32_t
softmax_power(const struct softmax *x, int32_t top, int32_t score)
{
	const uint32_t step = (uint32_t)(top - score) / SOFTMAX_FINE;
	return x->power[step < SOFTMAX_STEPS ? step : SOFTMAX_STEPS - 1];
}

#endif
