/*
 * train.h - what trainers (src/core/trainer.h) of poker share.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_TRAIN_H
#define PLYSCOPE_AI_POKER_TREE_TRAIN_H

#include "ai/poker/tree/public_file.h"
#include "src/core/trainer.h"

/* Opens an arena of memory=, for the algorithm of that name. */
bool train_open_memory(struct arena *arena, const struct options *o, const char *name,
		       struct status *st);

/* ---- on the public tree: an algorithm's own struct begins with a struct public_mix -------- */

/* The public state in which the first hand of a game begins. */
void public_train_begin(const struct game *g, struct state *out);
/* Takes the memory of the options, in it the algorithm's own struct of so many bytes, all 0, as
 * t->self, and builds the tree of the game's first hand. NULL: it does not fit, said in st; nothing
 * is left behind. `name` is the algorithm's. */
void *public_train_open(struct trainer *t, size_t bytes, const char *name,
			struct status *st);
/* Says that the tables do not fit, and closes; false. */
bool public_train_refuse(struct trainer *t, const char *name, struct status *st);
/* Goes on from a file: public_file_read(). */
bool public_train_load(struct trainer *t, struct public_file *f, const char *path,
		       struct status *st);
void public_train_close(struct trainer *t); /* its memory and threads */

#endif
