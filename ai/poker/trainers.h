/*
 * trainers.h - the trainings of poker strategies, by `plyscope train`.
 */
#ifndef PLYSCOPE_AI_POKER_TRAINERS_H
#define PLYSCOPE_AI_POKER_TRAINERS_H

#include "src/core/trainer.h"

extern const struct trainer_ops cfr_trainer, cfr_flop_trainer, mccfr_trainer,
	mccfr_flop_trainer, abstract_trainer, modicum_trainer;

#endif
