/*
 * explain.h - plain sentences on the reasons for a search's choice.
 *
 * They are made from one snapshot and nothing else: every number in a sentence is a figure of the
 * snapshot, the difference of two of its values, or the rest of the shares told (in whole
 * percents). In games with a pot prices are those of the rules (explain_pot.h).
 */
#ifndef PLYSCOPE_STUDY_EXPLAIN_H
#define PLYSCOPE_STUDY_EXPLAIN_H

#include "src/base/text.h"
#include "src/core/stats.h"

struct explanation {
	const struct game *game;
	const struct state *root; /* the position searched */
	const struct snapshot *snap;
	const char *player; /* as typed */
	move played;	    /* what was played in the game, MOVE_NONE: not known */
	/* How values are shown: value_top - value under that name; NULL: as the game
	 * shows them (game_told()). */
	const char *value_name;
	double value_top;
	/* "West"; NULL: the game's short name. */
	const char *(*seat_word)(const struct game *g, int seat);
};

/* One sentence or two a line, the most important first. Only the line that begins with "Effort:"
 * depends on clock and load. */
void explain_write(const struct explanation *e, struct text *out);

#endif
