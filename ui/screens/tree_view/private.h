/* private.h - what the files of the tree view share; nobody else includes it. */
#ifndef PLYSCOPE_UI_SCREENS_TREE_VIEW_PRIVATE_H
#define PLYSCOPE_UI_SCREENS_TREE_VIEW_PRIVATE_H

#include "ui/screens/tree_view.h"

/* The head and the rows of the tree, or of two side by side (rows.c). */
void tree_view_draw_rows(struct tree_view *v, struct canvas *c, struct rect a);
/* All hands of the seat that chooses at the node, where they are wanted and there are any
 * (hands.c). */
bool tree_view_draw_hands(struct tree_view *v, struct canvas *c, struct rect a);
bool tree_view_click_hands(struct tree_view *v, const struct mouse *m);
/* A small tree as a whole (whole.c). False: it is too big for the room. */
bool tree_view_draw_whole(struct tree_view *v, struct canvas *c, struct rect a);

#endif
