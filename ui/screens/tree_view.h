/*
 * tree_view.h - a search tree on the screen: rows on the left, the position of the row under
 * the cursor and its figures on the right, the sentence of its cut below.
 *
 * The inspector and the lessons are both this view with keys of their own.
 */
#ifndef PLYSCOPE_UI_SCREENS_TREE_VIEW_H
#define PLYSCOPE_UI_SCREENS_TREE_VIEW_H

#include "src/study/inspect.h"
#include "ui/boards/boards.h"
#include "ui/list.h"

struct tree_view {
	struct inspect *tree; /* NULL: nothing to show yet */
	int32_t node;	      /* under the cursor */
	struct list list;     /* of tree->row */
	struct board board;
	int viewer;	   /* whose knowledge the search has */
	int point_of_view; /* whose values stand in the rows */
	bool big_board;	   /* the board alone */
	bool all_values; /* of every seat, even if that leaves no room for the position */
	bool whole;	 /* the whole tree in place of the position, where it has room */
	int hands;	 /* all hands in place of the position: 1 + enum grid_show */
	int hand_class;	 /* whose figures stand below them, -1: of the hand held */
	struct rect hands_rect; /* where they were */
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
/* The cursor's keys and the mouse, for struct screen_ops: a click selects, a second one on the
 * same row folds. */
bool tree_view_key(struct ui *ui, struct screen *screen, int key);
void tree_view_mouse(struct ui *ui, struct screen *screen, const struct mouse *m);

/* Actions for the key table of any screen with a tree; each says on the message line why it cannot
 * act. */
typedef void tree_view_run(struct ui *ui, struct screen *screen, int arg);
tree_view_run
	tree_view_fold; /* 1: opens or closes the node; -1: closes, or to its parent */
tree_view_run tree_view_filter;	 /* an enum inspect_filter, or all again */
tree_view_run tree_view_skipped; /* hides what was never searched, and shows it */
tree_view_run tree_view_sort;	 /* the next order */
tree_view_run tree_view_count;	 /* counts what was skipped below the node */
tree_view_run tree_view_better;	 /* -1, 1: to a change of the best move */
tree_view_run tree_view_find;	 /* 0: asks what for; -1, 1: the one before, the next */
tree_view_run tree_view_save;	 /* asks for a file */
tree_view_run tree_view_board;	 /* the position alone, and back */
tree_view_run tree_view_point;	 /* the next seat's values */
tree_view_run tree_view_copy;	 /* the position */
tree_view_run tree_view_hands;	 /* all hands of the seat that chooses, the next figure */
tree_view_run tree_view_hand;	 /* -1, 1: the figures of the hand before, of the next */
bool tree_view_has(struct screen *screen);
bool tree_view_has_hands(struct screen *screen);
bool tree_view_shows_hands(struct screen *screen);

/* Key table rows shared by all screens with a tree. */
#define TREE_VIEW_ROW(key, word, bar, help, run, arg) \
	{ \
		key, 0, word, bar, help, tree_view_has, run, arg \
	}
/* clang-format off */
#define TREE_VIEW_BINDINGS \
	TREE_VIEW_ROW('P', "pv", "pv", "the principal variation alone, or all", \
		      tree_view_filter, SHOW_PV), \
	TREE_VIEW_ROW('M', "most-proving", "", \
		      "the line of most-proving nodes alone, or all", \
		      tree_view_filter, SHOW_LEADS), \
	TREE_VIEW_ROW('X', "skipped", "skipped", "show or hide children never searched", \
		      tree_view_skipped, 0), \
	TREE_VIEW_ROW('c', "cuts", "", "cut nodes alone, or all", \
		      tree_view_filter, SHOW_CUTS), \
	TREE_VIEW_ROW(',', "better-before", "", "previous change of the best move", \
		      tree_view_better, -1), \
	TREE_VIEW_ROW('.', "better-next", "", "next change of the best move", \
		      tree_view_better, 1), \
	TREE_VIEW_ROW('v', "board", "board", "the position of the node, large", \
		      tree_view_board, 0), \
	TREE_VIEW_ROW('s', "sort", "", "search order, by value, by visits", \
		      tree_view_sort, 0), \
	TREE_VIEW_ROW('p', "point-of-view", "", "whose values stand in the rows", \
		      tree_view_point, 0), \
	TREE_VIEW_ROW('/', "find", "find", "find a move among the open nodes", \
		      tree_view_find, 0), \
	TREE_VIEW_ROW('n', "find-next", "", "the next such move", tree_view_find, 1), \
	TREE_VIEW_ROW('N', "find-before", "", "the one before", tree_view_find, -1), \
	{ 'R', 0, "hands", "hands", \
	  "all hands of the seat that chooses: moves, range, equity, worth, " \
	  "by strength, off", \
	  tree_view_has_hands, tree_view_hands, 0 }, \
	{ '}', 0, "hand-after", "", "the figures of the next hand", \
	  tree_view_shows_hands, tree_view_hand, 1 }, \
	{ '{', 0, "hand-before", "", "those of the hand before", \
	  tree_view_shows_hands, tree_view_hand, -1 }, \
	TREE_VIEW_ROW('y', "copy", "", "copy the position of the node", tree_view_copy, 0)
/* clang-format on */

extern const char *const tree_view_definitions[];

#endif
