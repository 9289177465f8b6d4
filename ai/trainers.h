/*
 * trainers.h - the trainings of strategies and networks, by `plyscope train`.
 */
#ifndef PLYSCOPE_AI_TRAINERS_H
#define PLYSCOPE_AI_TRAINERS_H

#include "src/core/trainer.h"

extern const struct trainer_ops cfr_trainer, cfr_flop_trainer, mccfr_trainer,
	mccfr_flop_trainer, abstract_trainer, modicum_trainer, net_trainer;

#endif
