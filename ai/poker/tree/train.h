/*
 * train.h - what all trainers (src/core/trainer.h) share: their memory, and what a file tells.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_TRAIN_H
#define PLYSCOPE_AI_POKER_TREE_TRAIN_H

#include "src/base/pack.h"
#include "src/core/trainer.h"

/* Opens an arena of memory=, for the algorithm of that name. */
bool train_open_memory(struct arena *arena, const struct options *o, const char *name,
		       struct status *st);
/* Says that merging needs so many bytes, more than there are; false. */
bool train_refuse_merge(const struct arena *arena, size_t needed, const char *name,
			struct status *st);
/* Rules and maker of a file of this kind, whatever its game; the maker is the text of a layer of
 * so many bytes, at most TRAINER_BY. */
bool train_about(const struct pack_kind *kind, int layer, size_t bytes, const char *path,
		 struct trainer_about *out, struct status *st);

#endif
