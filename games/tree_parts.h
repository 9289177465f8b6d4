/*
 * tree_parts.h - what the files of the game of trees share, and nobody else.
 *
 *   tree.c        rules, values, moves and positions as text, the table of functions
 *   tree_file.c   reading a tree from a file
 *   tree_fold.c   what is known of a node from those below
 *   tree_scene.c  names, events, the picture
 */
#ifndef PLYSCOPE_GAMES_TREE_PARTS_H
#define PLYSCOPE_GAMES_TREE_PARTS_H

#include "games/tree.h"

/* tree_fold.c: estimates, bounds and heights of all nodes from the ends; false: no memory. */
bool tree_fold(struct tree_file *t);

/* tree_scene.c */
const char *tree_seat_name(const struct game *g, int seat);
char tree_seat_letter(const struct game *g, int seat);
void tree_headline(const struct game *g, const struct state *s, int viewer, char *out,
		   int size);
int tree_figures(const struct game *g, const struct state *s, struct figure *out);
void tree_event(const struct game *g, const struct state *from, int seat, move m,
		const struct state *to, char *out, int size);
void tree_scene(const struct game *g, const struct state *s, int viewer,
		struct scene *out);

#endif
