/* net_train.h - the training of the networks of card games, by `plyscope train`. */
#ifndef PLYSCOPE_AI_WORLDS_NET_TRAIN_H
#define PLYSCOPE_AI_WORLDS_NET_TRAIN_H

#include "src/core/trainer.h"

extern const struct trainer_ops net_trainer;

#endif
