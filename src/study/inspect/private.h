/* private.h - shared by the files of the tree model only. */
#ifndef PLYSCOPE_STUDY_INSPECT_PRIVATE_H
#define PLYSCOPE_STUDY_INSPECT_PRIVATE_H

#include "src/study/inspect.h"

/* ---- inspect.c ---- */

/* realloc() that never returns NULL. */
void *inspect_grown(void *p, size_t bytes);
/* A blank node at the end; pointers to nodes may move. */
int32_t inspect_add_node(struct inspect *t);
/* ---- preview.c ---- */

/* The moves of a snapshot as children of a root; returns the count. */
int inspect_figure_moves(const struct snapshot *snap, struct look_node *out, int max);

/* ---- rows.c ---- */

/* The rows in view have changed. */
void inspect_rebuild(struct inspect *t);

/* ---- pair.c ---- */

/* The child the mover chose, NULL unknown. */
const struct inspect_node *inspect_chosen(const struct inspect *t,
					  const struct inspect_node *n);
/* Finds the twins of the children of a node, and adds those that only its twin has. */
void inspect_pair_children(struct inspect *t, int32_t node);

#endif
