/*
 * inspect.h - the tree of a parked search as rows on a screen or lines of text.
 *
 * Only opened nodes are in memory: the children of a node are asked of the search
 * when it is first expanded. Rows are the nodes that can be seen: below open nodes, through
 * the filter, in the order wanted. A node of a sample (a world) opens a search of its own.
 *
 * Nodes are named by their index, which stays; rows change with every change of what is seen.
 * Memory: about 700 bytes a node that was opened.
 */
#ifndef PLYSCOPE_STUDY_INSPECT_H
#define PLYSCOPE_STUDY_INSPECT_H

#include "src/core/search.h"

#include <jansson.h>
#include <stdio.h>

#define INSPECT_COUNT_MOST 20000000 /* nodes counted at most by inspect_count() */

enum inspect_sort { SORT_SEARCH, SORT_VALUE, SORT_VISITS, SORT_KINDS };
extern const char *const inspect_sort_names[SORT_KINDS]; /* "search order", ... */

enum inspect_filter {
	SHOW_ALL,
	SHOW_PV,      /* the principal variation and what stands beside it */
	SHOW_LEADS,   /* the line of most-proving nodes and what stands beside it */
	SHOW_CUTS,    /* cut nodes and the way to them */
	SHOW_DIFFERS, /* where the search would not have played what was played; of two
		       * searches, where they choose differently */
	SHOW_KINDS
};
extern const char *const inspect_filter_names[SHOW_KINDS];

struct inspect_node {
	struct look_node look;
	char text[2 * MOVE_TEXT]; /* the move; of two seats at once "3,7" */
	int32_t parent;		  /* -1: the root */
	int32_t first, count;	  /* children; count -1: not asked for yet */
	int16_t ply;
	int16_t source; /* whose search: 0 the parked one's, else a world's */
	bool open;
	bool pv;      /* on the principal variation */
	bool leads;   /* on the line of most-proving nodes */
	bool played;  /* on the line that was played */
	bool better;  /* when it was searched it became the best so far */
	bool changed; /* against another tree, see inspect_compare() */
	bool seen;    /* through the filter */
	bool absent;  /* only the other search has it: no figures */
	int32_t twin; /* the same node in the other search's tree; -1: it has none */
	bool counted;
	struct look_count full; /* when counted */
};

struct inspect_source {
	struct search *search;
	int32_t root; /* the node that its LOOK_ROOT is */
	bool owned;
};

struct inspect {
	struct inspect_source *source;
	int sources;
	struct inspect_node *node; /* 0 is the root */
	int32_t nodes, room;
	int32_t *row; /* nodes in view, top to bottom; the root is not one */
	int32_t rows, row_room;
	enum inspect_sort sort;
	enum inspect_filter filter;
	bool hide_skipped;
	struct inspect *other; /* another search of the position, NULL: none */
	int64_t at_once; /* a world of more nodes is not searched on the spot; 0: any is */
	const struct snapshot *figures; /* figures in place of the root's moves, NULL */
	struct look_node *children;	/* scratch, MOVES_MAX */
};

/* Opens the root of a parked search, which stays the caller's and must not run meanwhile.
 * False: st says why there is nothing to see. */
bool inspect_open(struct inspect *t, struct search *s, struct status *st);
/* The same beside the tree of another search of the same position, which must outlive it:
 * nodes have twins there, and those that only it has are added (absent). */
bool inspect_open_beside(struct inspect *t, struct search *s, struct inspect *other,
			 struct status *st);
/* Where worlds were sampled the same nodes, shared out otherwise, give other means: the moves of
 * the root get the figures seen on the screen (which outlive the tree), and below them stand the
 * worlds of this search. Right after opening; does nothing where no world is. */
void inspect_set_figures(struct inspect *t, const struct snapshot *figures);
/* A root and its moves from a snapshot, until there is a tree. The game outlives it. */
void inspect_open_preview(struct inspect *t, const struct game *g,
			  const struct state *root, int viewer,
			  const struct snapshot *snap);
void inspect_close(struct inspect *t);
const struct game *inspect_game(const struct inspect *t);
/* Bytes that the search's tree takes, those of worlds that were opened among them. */
int64_t inspect_bytes(const struct inspect *t);

/* True: before a node is expanded the search of a world has to run that is too big to be run in
 * passing (t->at_once), in the tree and at the node written down: this one, or its twin. */
bool inspect_needs_world(struct inspect *t, int32_t node, struct inspect **tree,
			 int32_t *world);
/* Opens that search, which the caller runs, on any thread, and gives to the tree or, on giving
 * up, closes and frees. NULL: st says why. */
struct search *inspect_open_world(struct inspect *t, int32_t world, struct status *st);
void inspect_take_world(struct inspect *t, int32_t world, struct search *s);

/* Asks the search for the children of a node, once; false: st (may be NULL) says why there are
 * none. */
bool inspect_load(struct inspect *t, int32_t node, struct status *st);
/* Shows or hides the children of a node; false (st may say why): it has none. */
bool inspect_expand(struct inspect *t, int32_t node, struct status *st);
void inspect_collapse(struct inspect *t, int32_t node);
/* Opens nodes level by level until `depth` plies or `nodes` of them are there. */
void inspect_expand_all(struct inspect *t, int depth, int32_t nodes);
/* Opens the nodes the proof of a solved root rests on, level by level, until `depth` plies or
 * `nodes` of them are there. */
void inspect_expand_proof(struct inspect *t, int depth, int32_t nodes);
/* Opens the principal variation. */
void inspect_expand_pv(struct inspect *t);
/* Opens the line of most-proving nodes, the one proof-number search would follow. False: the search
 * keeps no proof numbers, or the root is solved. */
bool inspect_expand_leads(struct inspect *t);
void inspect_set_sort(struct inspect *t, enum inspect_sort sort);
void inspect_set_filter(struct inspect *t, enum inspect_filter filter);
void inspect_hide_skipped(struct inspect *t, bool hide);
/* The moves that followed in the game, from the root on. */
void inspect_set_played(struct inspect *t, const move *m, int count);

/* The row of a node, or of its nearest ancestor in view; -1: none. */
int32_t inspect_row(const struct inspect *t, int32_t node);
/* The next row (way 1 or -1) after `row`, round the end, whose move's text begins with or
 * contains `text`; -1: none. */
int32_t inspect_find(const struct inspect *t, int32_t row, int way, const char *text);
/* The next row after `row` that became the best of its siblings; -1: none. */
int32_t inspect_next_better(const struct inspect *t, int32_t row, int way);
/* The node reached by moves as text, "Jd/Qd" or "world 2 Jd" ("" is the root), opened on
 * the way; -1: none. */
int32_t inspect_at(struct inspect *t, const char *path);
/* "7d Jd Qd", the moves from the root. */
void inspect_path(const struct inspect *t, int32_t node, char *out, int size);
/* The position of a node, as the search saw it. */
void inspect_state(const struct inspect *t, int32_t node, struct state *out);
/* The move of a node as records and JSON have it. */
void inspect_code(const struct inspect *t, int32_t node, char *out, int size);
/* The seat to move at a node, or SEAT_NONE or SEAT_CHANCE. */
int inspect_mover(const struct inspect *t, int32_t node);
/* Counts what was skipped below a node, see struct look_count. False: nothing is skipped by
 * this search, or it was never searched. */
bool inspect_count(struct inspect *t, int32_t node, int64_t limit, struct status *st);
/* Opens in t the nodes open in `old`, and marks those that are new or have another value. */
void inspect_compare(struct inspect *t, const struct inspect *old);
/* The same, marking nothing. */
void inspect_open_as(struct inspect *t, const struct inspect *old);

/* The node in the other search's tree; NULL: it has none. */
const struct inspect_node *inspect_twin(const struct inspect *t,
					const struct inspect_node *n);
/* With two searches: whether one of them chooses it here and the other does not. */
bool inspect_disagrees(const struct inspect *t, const struct inspect_node *n);

/* Whose move a node is, before its text: a seat, "chance"; empty: a world, two at once. */
const char *inspect_who(const struct inspect *t, const struct inspect_node *n);
/* The figures of the node as a whole that its algorithm declares: "UCB1 0.612 = mean 0.500 +
 * 0.112". False: it has none. */
bool inspect_own_figures(const struct inspect_node *n, char *out, int size);
/* Whether the strategies at the node are known, for inspect_mix(). */
bool inspect_mixed(const struct inspect_node *n);
/* The strategy's figures for a node's move `side` (1: the other's, of two at once): "South 3:
 * 31% mix, 20% now, regret +0.2, 600 visits"; of chance its probability. False: nothing. */
bool inspect_mix(const struct inspect *t, const struct inspect_node *n, int side,
		 char *out, int size);
/* The matrix of a node where two choose at once; false: it is none. */
bool inspect_joint(const struct inspect *t, int32_t node, struct stats_joint *out);
/* The strategy for all hands of the seat that chooses at a node; false: there is none. */
bool inspect_hands(const struct inspect *t, int32_t node, struct stats_hands *out);
/* The ways to play on at a depth limit; false: the node is none. */
bool inspect_ways(const struct inspect *t, int32_t node, struct look_ways *out);
/* '>' principal variation, 'x' never searched, 'c' cut, '~' searched again, '=' solved, 't' from
 * the table, '*' on the last simulation's path, ' '. */
char inspect_mark(const struct inspect_node *n);
/* The value of a seat with its kind: "11", "<= 5", ">= 3", "~4.2"; empty: unknown. */
void inspect_value(const struct inspect *t, const struct inspect_node *n, int seat,
		   char *out, int size);
/* The kind of a node in words: "exact", "at most", "cut by speculative: 2 of 4 skipped". */
void inspect_kind(const struct inspect *t, int32_t node, char *out, int size);

/* The rows in view as text: marks, moves, values of each seat, nodes, sentences. */
void inspect_print(const struct inspect *t, FILE *out);
/* The opened nodes, as a Graphviz digraph and as JSON (nested "children"). */
void inspect_print_dot(const struct inspect *t, FILE *out);
json_t *inspect_to_json(const struct inspect *t);
/* Whether a file's name tells how a tree is written into it, and the programs for that are
 * installed: to be asked before a long search. */
bool inspect_can_save(const char *path, struct status *st);
/* Writes FILE.dot, .json, .svg (Graphviz draws it) or, with "-", the rows as text. */
bool inspect_save(const struct inspect *t, const char *path, struct status *st);

#endif
