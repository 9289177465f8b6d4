/*
 * solved.h - tables of exact values of games of simultaneous choice, and their files.
 *
 * The files are those of pack.h. A slot is four bytes, kept apart in four planes, because the
 * high bytes repeat and the low ones do not.
 */
#ifndef PLYSCOPE_AI_EXACT_SOLVED_H
#define PLYSCOPE_AI_EXACT_SOLVED_H

#include "src/base/pack.h"
#include "src/core/joint.h"

/* "solved-goofspiel-8-random-difference-discard.zst" */
void solved_name(const struct game *g, char *out, int size);
/* Solves slots from .. to - 1 of a layer into out (the whole layer); returns the matrix
 * games solved. */
int64_t solved_run(const struct joint *t, int layer, int64_t from, int64_t to,
		   const int32_t *below, int32_t *out);
/* Writes layers 0 .. layers - 1. */
bool solved_write(const struct joint *t, const int32_t *const *layer, int layers,
		  const char *path, struct status *st);
/* Maps a file of this game's rules; pack_unmap() when it has been read. */
bool solved_map(struct pack *f, const struct game *g, const char *path,
		struct status *st);
/* Unpacks a layer into out, room for its slots. */
bool solved_read(const struct pack *f, const char *path, int layer, int32_t *out,
		 struct status *st);

#endif
