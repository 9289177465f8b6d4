/*
 * calibrate.h - fits the win probabilities of calibration.h on self-play.
 *
 * A player plays itself. At each decision the value vector of its search is kept with the stage of
 * the game; when the deal or game settles, the seats with the best value share the win. beta of
 * each stage maximises the multinomial likelihood (Newton's method; the likelihood is concave in
 * beta). Every fourth game is held out: the Brier score and the reliability table are measured
 * there. Each game is a job, so that the results are the same for any number of workers.
 *
 * With hands, instead, in a game whose hands make a match: the settled values of up to
 * CALIBRATION_HANDS hands, and by stage how closely they followed the values of the searches (least
 * squares) and by how much they missed.
 *
 * With matches nothing is fitted: whole matches are played, and of one decision in MATCH_SAMPLE the
 * probability to win the match (equity.h) is held against who won it.
 */
#ifndef PLYSCOPE_LAB_CALIBRATE_H
#define PLYSCOPE_LAB_CALIBRATE_H

#include "src/base/progress.h"
#include "src/core/calibration.h"
#include "src/core/catalog.h"

#include <stdio.h>

#define RELIABILITY_BINS 10

struct calibrate_options {
	const struct catalog *catalog;
	const struct game *game; /* with its variant */
	const char *player;	 /* text; NULL: the default */
	int64_t deals;		 /* settled deals or games; 0: 400 */
	uint64_t seed;
	int jobs; /* workers; 0: all cores */
	struct progress progress;
	bool hands;   /* fit the results of hands instead */
	bool matches; /* fit nothing: measure the win probability of whole matches, of which
		       * deals says how many */
};

struct reliability {
	double predicted, observed; /* means of the bin */
	int64_t count;
};

#define MATCH_PARTS 3 /* of a match, by the total that is nearest to its end */

struct calibrate_result {
	struct calibration cal;
	char player[240];	     /* the player */
	int64_t deals;		     /* played */
	int64_t held_out;	     /* positions the scores below are measured on */
	double brier, brier_uniform; /* of the fit; of 1/seats for everybody */
	struct reliability bin[RELIABILITY_BINS];
	bool matches; /* measured; brier and held_out are of their win probabilities */
	struct reliability part[MATCH_PARTS + 1][RELIABILITY_BINS]; /* and of all */
	bool hands; /* cal.hands was fitted */
	int64_t positions;
	int64_t elapsed_us;
};

/* One observation. */
struct calibrate_sample {
	uint8_t stage;
	bool held_out;
	float value[SEATS_MAX];	  /* points */
	float share[SEATS_MAX];	  /* of the win; sums to 1 */
	float settled[SEATS_MAX]; /* the value when the deal or game settled, points */
	bool first;		  /* of its deal */
};

bool calibrate_run(const struct calibrate_options *o, struct calibrate_result *r,
		   struct status *st);
/* The fit alone: cal, brier, brier_uniform, held_out and bin of r. */
void calibrate_fit(const struct calibrate_sample *sample, int64_t count, int seats,
		   struct calibrate_result *r);
/* The results of the deals, and the errors of the values, which may be by how much a side is
 * ahead: cal.hands of r. */
void calibrate_fit_hands(const struct calibrate_sample *sample, int64_t count, int seats,
			 bool ahead, struct calibrate_result *r);
/* Expected calibration error: the mean distance of predicted and observed, weighted. */
double calibrate_error(const struct reliability *bin);
void calibrate_print(const struct game *g, const struct calibrate_result *r, FILE *out);
/* Replaces the section of this variant in a file of calibration/GAME.ini's kind; the others stay. */
bool calibrate_write(const struct game *g, const struct calibrate_result *r,
		     const char *path, struct status *st);

#endif
