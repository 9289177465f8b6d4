/* kinds.h - the kinds of experiments, for the table in experiment.c. */
#ifndef PLYSCOPE_LAB_EXPERIMENT_KINDS_H
#define PLYSCOPE_LAB_EXPERIMENT_KINDS_H

#include "src/lab/experiment.h"

extern const struct experiment_kind experiment_branching, experiment_expansions,
	experiment_depth, experiment_tournament, experiment_exploitability,
	experiment_speed, experiment_offtree, experiment_mixes;

#endif
