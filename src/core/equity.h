/*
 * equity.h - match equity: the chance that each seat wins the match, from the score sheet and what
 * a search expects of the hand that is being played.
 *
 * Source: the idea is that of backgammon (match equity tables); here there is no table, as the
 * totals of several seats are too many, but a sample of how the match may go on. The hand under way
 * ends at the search's values and an error, as far off as searches were at this stage
 * (calibration_hands.spread); each later hand is one of those that self-play brought, its seats
 * turned round the table at random. The match ends as the sheet says; those who share the best
 * total share the win.
 *
 * Differs from play: hands are independent of the totals, and what a game charges for ten bags at
 * once is charged bag by bag. Where values tell by how much a side is ahead, each side is taken to be
 * half of it from the mean.
 *
 * Deterministic: the same EQUITY_PATHS courses each time, so that small differences of values show
 * as differences; and each is turned round the whole table, so that equal totals have equal
 * chances. Whole numbers but for the values that come in. About 40 microseconds on a machine of
 * 2020.
 */
#ifndef PLYSCOPE_CORE_EQUITY_H
#define PLYSCOPE_CORE_EQUITY_H

#include "src/core/calibration.h"

#define EQUITY_PATHS 2048

typedef int16_t seats_vector __attribute__((vector_size(16)));

/* The part that is the same for all values of one sheet: for repeated questions. */
struct equity {
	const struct calibration_hands *calibrated;
	struct sheet sheet;
	int seats, hands; /* hands: before they are turned round the table */
	double mean;	  /* of all hands, points */
	int left;	  /* hands that may follow */
	seats_vector to, down_to;
	seats_vector hand[CALIBRATION_HANDS * SEATS_MAX];
};

/* The sheet of a state, where match equity is known for the game. False: the win probability is
 * that of the hand. */
bool equity_sheet(const struct calibration *cal, const struct game *g,
		  const struct state *s, struct sheet *out);
/* win[seats], summing to 1, from values of this hand in points at progress 0..1000; a sheet that
 * is scored needs no values. NAN when a value is. */
void equity_win(const struct calibration *cal, const struct sheet *sheet, int seats,
		int progress, const double *value, double *win);
/* The same in two steps; the calibration outlives them. With fewer courses, of which the first are
 * the same, it is quicker and coarser. Returns the hands that were drawn. */
void equity_open(struct equity *e, const struct calibration *cal,
		 const struct sheet *sheet, int seats);
int equity_ask(const struct equity *e, int paths, int progress, const double *value,
	       double *win);

#endif
