/*
 * self_play.h - games of a player against itself in all seats, for what is fitted to them.
 *
 * Each game is a job, so that the results are the same for any number of workers. The game's quick
 * player makes one move in eight, so that positions are not all of one player's making, and every
 * fourth game is held out of the fit, to measure it on.
 */
#ifndef PLYSCOPE_LAB_SELF_PLAY_H
#define PLYSCOPE_LAB_SELF_PLAY_H

#include "src/base/jobs.h"
#include "src/base/pool.h"
#include "src/base/progress.h"
#include "src/core/catalog.h"
#include "src/core/search.h"

#define SELF_PLAY_DEALS 4 /* in a game that deals again */

struct self_play {
	const struct catalog *catalog;
	const struct game *game; /* with its variant */
	const char *player;	 /* text; NULL: the default of what is fitted */
	int64_t deals;		 /* settled deals or games; 0: 400 */
	uint64_t seed;
	int jobs; /* workers; 0: all cores */
	struct progress progress;
};

/* What is done with a game: run() on a worker, merge() in the order of the games. */
struct self_play_work {
	bool (*run)(void *self, int64_t game, struct text *result, struct status *st);
	void (*merge)(void *self, int64_t game, const struct text *result);
	void *self;
};

static inline bool
self_play_held_out(int64_t game)
{
	return game % 4 == 3;
}

/* `purpose`: "calibrate", for the sentence that refuses a person. */
bool self_play_player(const struct self_play *o, const char *deflt, const char *purpose,
		      struct player *p, struct status *st);
int64_t self_play_deals(const struct self_play *o);
/* The number of games for so many deals. */
int64_t self_play_games(const struct self_play *o);
/* The move of chance, the only one of a seat, or with `stray` now and then the quick player's.
 * False: the player has to choose. */
bool self_play_unasked(const struct self_play *o, const struct state *s, int seat,
		       bool stray, struct rng *rng, move *m);
/* The player's search of a seat's view, run to its end; the caller closes it. False: st. */
bool self_play_search(const struct self_play *o, const struct player *p, struct kit *kit,
		      const struct state *s, const struct past *past, int seat,
		      uint64_t seed, struct search *search, struct status *st);
bool self_play_run(const struct self_play *o, int64_t games,
		   const struct self_play_work *work, struct status *st);

#endif
