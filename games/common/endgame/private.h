/* private.h - shared by the files of endgame tables only. */
#ifndef PLYSCOPE_GAMES_ENDGAME_PRIVATE_H
#define PLYSCOPE_GAMES_ENDGAME_PRIVATE_H

#include "games/common/endgame.h"

#define ENDGAME_NEVER 1000000 /* plies: more than are counted */

size_t endgame_bytes(const struct endgame *t, int layer);
/* Counts a layer whose planes are filled as there. */
void endgame_add_layer(struct endgame *t, const struct endgame_ops *ops, int layer);
/* Frees all layers; t is empty then. */
void endgame_free(struct endgame *t);
bool endgame_write(const struct endgame *t, const char *rules, const char *path,
		   struct status *st);
/* Reads the layers below `most` that t lacks. False: those before the bad one are there. */
bool endgame_read_file(struct endgame *t, const struct endgame_ops *ops,
		       const char *rules, int most, const char *path, struct status *st);

#endif
