/*
 * calibration.h - from values to win probabilities, fitted on self-play.
 *
 * Model: multinomial logistic. In stage k (an interval of progress), seat i wins with
 * probability exp(beta_k v_i) / sum_j exp(beta_k v_j), v in points. "Wins" means the best
 * result of what `settled` settles (the hand, the game); shared wins count in equal
 * parts, so the probabilities of all seats sum to 1. Fitted by `plyscope calibrate GAME`,
 * kept in assets/calibration/GAME.ini, one section for each variant and number of seats.
 */
#ifndef PLYSCOPE_CORE_CALIBRATION_H
#define PLYSCOPE_CORE_CALIBRATION_H

#include "src/core/game.h"

#define CALIBRATION_STAGES 10

struct calibration {
	int stages; /* 0: none */
	double beta[CALIBRATION_STAGES];
	int64_t positions; /* it was fitted on */
	double brier;	   /* on held-out games */
};

/* Section name of a variant: "seats=3" and the valued options that are changed, or a hash of
 * them where they are too many: at most INIFILE_NAME bytes. */
void calibration_section(const struct game *g, char *out, int size);
/* False when there is none for this variant: cal->stages is 0. A damaged file: st. */
bool calibration_load(struct calibration *cal, const struct game *g, struct status *st);
/* win[seats] for values (points) at progress 0..1000. All NAN without a calibration. */
void calibration_win(const struct calibration *cal, int progress, const double *value,
		     int seats, double *win);

#endif
