/*
 * explain.h - plain sentences on the reasons for a search's choice.
 *
 * They are made from one snapshot and nothing else: every number in a sentence is a figure of the
 * snapshot, the difference of two of its values, or the rest of the shares told (in whole
 * percents). In games with a pot prices are those of the rules (explain_pot.c).
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

/* ---- sentences that only games with a pot have (explain_pot.c) ----
 *
 * The price of a call is that of the rules. The rest is of the search: the other seat's hands by
 * its range, never the hand that is held there (struct stats_answers). What a bet needs is counted
 * without any more betting, and so is equity.
 */

/* Numbers of a decision, in points; shares 0..1, NAN not known. */
struct pot_price {
	double pot;   /* before the call or the bet */
	double costs; /* what it adds */
	double needs; /* of a call the equity, of a bet the folds, at which it is as good as to
		       * give up; 0: it always is */
};

/* The price of a call. False: nothing is asked, or the game has no pot. */
bool explain_call(const struct game *g, const struct state *s, int seat,
		  struct pot_price *out);
/* The price of a bet or a raise with so much equity where it is called. */
bool explain_bet(const struct game *g, const struct state *s, int seat, move m,
		 double equity, struct pot_price *out);
void explain_tell_pot(const struct explanation *e, struct text *out);

#endif
