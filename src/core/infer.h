/*
 * infer.h - inference of the others' hands from their choices.
 *
 * search_world() deals every world that fits what was seen with the same chance. Here such worlds
 * are weighted by how likely the others' choices were in them: a card led, followed with or thrown
 * away, a bid. Source: importance sampling with resampling (Richards & Amir 2007 for Scrabble;
 * Buro, Long, Furtak & Sturtevant 2009 for Skat; Rebstock, Solinas, Buro & Sturtevant 2019). The
 * model of their play is the game's own order of moves, which knows a seat's cards and everything
 * open: each better-ordered move lowers the likelihood of a move by a constant factor, and a
 * constant part of the choices is noise, any move. Or it is the game's network (cardnet.h).
 *
 * A weight depends on nothing but the arguments, and on the world's cards only through the choices
 * of the others. The viewer's own moves carry no weight.
 */
#ifndef PLYSCOPE_CORE_INFER_H
#define PLYSCOPE_CORE_INFER_H

#include "src/core/search.h"

/* What a seat saw, and the sample of its worlds (search_world()). */
struct evidence {
	const struct game *game;
	const struct state *root; /* redacted for viewer */
	int viewer, mover;
	uint64_t seed;
	/* the moves since the start as it saw them (match_made()) */
	const struct played_move *made;
	int made_count;
	const struct cardnet *model; /* of the others; NULL: the game's order of moves */
};

/* False: there is nothing to weigh worlds by: the others have not chosen since the deal, the moves
 * are not known, or the game has no trick_ops.rewind. */
bool infer_tells(const struct evidence *s);
/* log of the likelihood of what was seen in world w, up to a constant of all worlds. Only where
 * infer_tells(). */
double infer_log(const struct evidence *s, uint64_t w);
/* Turns n such logs into shares of 1, in place. None is below INFER_FLOOR / n, so that no deal that
 * fits is ruled out. Returns the number of equal shares that they are worth, 1 / sum of squares
 * (Kong 1992). */
double infer_shares(double *weight, int n);
/* Draws n worlds by their shares, in ascending order (systematic resampling, Carpenter, Clifford &
 * Fearnhead 1999): pick[i] is a world's number. */
void infer_pick(const double *share, int n, uint32_t *pick);

#define INFER_FLOOR 0.05

/* For search.c: memory for infer= of the options (false: too little), and the weights for a run. */
bool infer_open(struct search *s);
void infer_run(struct search *s);
extern const struct gauge infer_effective;

#endif
