/*
 * tree_view.h - a search tree on the screen: rows on the left, the position of the row under
 * the cursor and its figures on the right, the sentence of its cut below.
 *
 * The inspector and the lessons both are this with keys of their own.
 */
#ifndef PLYSCOPE_UI_SCREENS_TREE_VIEW_H
#define PLYSCOPE_UI_SCREENS_TREE_VIEW_H

#include "src/lab/inspect.h"
#include "ui/boards/boards.h"
#include "ui/list.h"

struct tree_view {
	struct inspect *tree; /* NULL: nothing to show yet */
	int32_t node;	      /* under the cursor */
	struct list list;     /* of tree->row */
	struct board board;
	int point_of_view; /* whose values stand in the rows */
	bool big_board;	   /* the board alone */
	const char
		*note; /* a sentence about the whole tree, where a node has none; NULL */
	char find[64];
};

/* Called again for another tree of the same search: the cursor stays where it can. */
void tree_view_set(struct tree_view *v, struct inspect *tree, const struct game *g,
		   int viewer, int mover);
/* Puts the cursor on a node, or its nearest ancestor in view. */
void tree_view_select(struct tree_view *v, int32_t node);
void tree_view_draw(struct tree_view *v, struct canvas *c, struct rect a);
/* Text broken at blanks into at most r.h lines; returns the lines. */
int tree_view_words(struct canvas *c, struct rect r, enum role role, const char *text);
/* Moves the cursor; false: no moving key. */
bool tree_view_key(struct tree_view *v, int key);
/* A click selects, a second one on the same row folds. */
void tree_view_mouse(struct ui *ui, struct tree_view *v, const struct mouse *m);

/* The actions of both screens; each says on the message line what does not go. */
void tree_view_fold(struct ui *ui, struct tree_view *v);
void tree_view_parent(struct tree_view *v);
void tree_view_filter(struct ui *ui, struct tree_view *v, enum inspect_filter filter);
void tree_view_skipped(struct ui *ui, struct tree_view *v);
void tree_view_sort(struct ui *ui, struct tree_view *v);
void tree_view_count(struct ui *ui, struct tree_view *v);
void tree_view_better(struct ui *ui, struct tree_view *v, int way);
void tree_view_find(struct ui *ui, struct tree_view *v, int way);
void tree_view_save(struct ui *ui, struct tree_view *v, const char *path);
extern const char *const tree_view_definitions[];

#endif
