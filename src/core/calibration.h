/*
 * calibration.h - from values to win probabilities, fitted on self-play.
 *
 * Model: multinomial logistic. In stage k (an interval of progress), seat i wins with
 * probability exp(beta_k v_i) / sum_j exp(beta_k v_j), v in points. "Wins" means the best
 * result of what `settled` settles (the hand, the game); shared wins count in equal
 * parts, so the probabilities of all seats sum to 1. Fitted by `plyscope calibrate GAME`,
 * kept in assets/calibration/GAME.ini, one section for each variant and number of seats.
 *
 * Hands: what self-play brought every seat, hand by hand, in a section "hands ...".
 */
#ifndef PLYSCOPE_CORE_CALIBRATION_H
#define PLYSCOPE_CORE_CALIBRATION_H

#include "src/core/game.h"

#define CALIBRATION_STAGES 10

/* The results of hands, for the chance to win a match of them (equity.h). */
#define CALIBRATION_HANDS 256
struct calibration_hands {
	int count;	    /* 0: none */
	int stages, slopes; /* as many of both */
	int16_t value[CALIBRATION_HANDS]
		     [SEATS_MAX]; /* points, of the hands of self-play */
	/* By stage, as a search's values lay from the mean of all hands: the share of that
	 * which the hand kept, and how far it ended from there, a share of how far hands are
	 * from their mean. */
	double slope[CALIBRATION_STAGES], spread[CALIBRATION_STAGES];
};

struct calibration {
	int stages; /* 0: none */
	double beta[CALIBRATION_STAGES];
	int64_t positions; /* it was fitted on */
	double brier;	   /* on held-out games */
	struct calibration_hands hands;
	bool by_hand; /* win probabilities are of the hand, also where a match is played */
};

/* Section name of a variant: "seats=3" and the valued options that are changed, or a hash of
 * them where they are too many: at most INIFILE_NAME bytes. */
void calibration_section(const struct game *g, char *out, int size);
/* The same for the hands: "hands seats=3". */
void calibration_hands_section(const struct game *g, char *out, int size);
/* False when there is no fit for this variant: cal->stages is 0. A damaged file: st. */
bool calibration_load(struct calibration *cal, const struct game *g, struct status *st);
/* win[seats] for values (points) at progress 0..1000. All NAN without a calibration. */
void calibration_win(const struct calibration *cal, int progress, const double *value,
		     int seats, double *win);
#endif
