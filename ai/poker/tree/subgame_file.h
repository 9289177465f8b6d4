/* subgame_file.h - subgames in files, with their strategies. See subgame_file.c. */
#ifndef PLYSCOPE_AI_POKER_TREE_SUBGAME_FILE_H
#define PLYSCOPE_AI_POKER_TREE_SUBGAME_FILE_H

#include "ai/poker/tree/subgame.h"

#define SUBGAME_VARIANT 400 /* bytes of the options of a game as text, */
#define SUBGAME_BY	120 /* and of how one is trained */

/* What a file says of itself. */
struct subgame_saved {
	char variant[SUBGAME_VARIANT], position[POSITION_TEXT];
	int raises;
	int64_t iterations;
	double exploitability;
	const char *by; /* how it is trained, shorter than SUBGAME_BY; NULL: it is not */
	/* What training goes on from where that is not the tables, as many bytes as both; NULL:
	 * they are. */
	const void *learned;
};

/* Replaces a file by the average strategies, with all that they belong to and, where they are
 * trained, what it takes to go on; raises, exploitability and `by` are told. */
bool subgame_save(const struct subgame *s, const struct subgame_saved *about,
		  const char *path, struct status *st);
/* What is in a file of this game, without its tables. */
bool subgame_about(const struct game_ops *ops, const char *path,
		   struct subgame_saved *about, struct status *st);
/* Builds the subgame of a file, in a game of its variant, and takes its strategies: they can be
 * looked at, not gone on with. False: damaged, or it does not fit. */
bool subgame_load(struct subgame *s, struct arena *arena, const struct game *g,
		  const char *path, struct status *st);
/* Goes on from a file that was trained like this, in the same subgame with nothing learned;
 * `learned`: where to put what subgame_save() was given as such, NULL: into the tables. False:
 * damaged, of other rules, or trained in another way. */
bool subgame_resume(struct subgame *s, const char *by, void *learned, const char *path,
		    struct status *st);

#endif
