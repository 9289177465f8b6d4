/*
 * explain_pot.h - the sentences of explain.h that only games with a pot have.
 *
 * The price of a call is that of the rules. The rest is of the search: the other seat's hands by
 * its range, never the hand that is held there (struct stats_answers). What a bet needs is counted
 * without any more betting, and so is equity.
 */
#ifndef PLYSCOPE_STUDY_EXPLAIN_POT_H
#define PLYSCOPE_STUDY_EXPLAIN_POT_H

#include "src/study/explain.h"

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
