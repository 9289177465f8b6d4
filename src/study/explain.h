/*
 * explain.h - plain sentences on why a search chooses what it chooses.
 *
 * They are made from one snapshot and nothing else: every number in a sentence is a figure
 * of the snapshot, the difference of two of its values, or what the shares told leave of
 * all (shares in whole percents).
 */
#ifndef PLYSCOPE_STUDY_EXPLAIN_H
#define PLYSCOPE_STUDY_EXPLAIN_H

#include "src/base/text.h"
#include "src/core/stats.h"

struct explanation {
	const struct game *game;
	const struct state *root; /* what the search was given */
	const struct snapshot *snap;
	const char *player; /* as typed */
	move played;	    /* what was played in the game, MOVE_NONE: not known */
	/* How values are told: value_top - value under that name; NULL: as the game's are
	 * (game_told()). */
	const char *value_name;
	double value_top;
	/* "West"; NULL: the game's short name. */
	const char *(*seat_word)(const struct game *g, int seat);
};

/* One sentence or two a line, the most important first. The line that begins with "Effort:"
 * is the only one that clocks and loads have an influence on. */
void explain_write(const struct explanation *e, struct text *out);

#endif
