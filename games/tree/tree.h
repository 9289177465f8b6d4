/*
 * tree.h - a game that is written down whole: a tree in a JSON file.
 *
 * A file is read once and never freed: read-only tables that live as long as the program.
 * struct game points to one in its rules; a state holds a node's number, no pointer.
 * A record carries a tree of the user's, or says where it is: its file may be named from another
 * folder, or be changed, when the game goes on.
 *
 * The file (plyscope-formats(5)): { "players": 3, "tree": NODE }, with "title", "source",
 * "seats": [names] and "maxsum" as one likes. NODE is one of
 *   { "v": [8, 12, 6] }                          an end, a value for each seat
 *   { "lo": [4, 3, 0], "hi": [6, 5, 1] }         an end known in intervals only
 *   { "p": 0, "c": [NODE, ...] }                 seat 0 moves
 *   { "chance": [0.5, 0.5], "c": [NODE, ...] }   chance moves
 *   { "rows": 0, "cols": 1, "m": [[[1, -1], NODE, ...], ...] }
 *                                                two seats choose at once
 * and may have a "name"; nodes with moves may have "moves" (or "row_moves", "col_moves"):
 * their names. A file with "trees": [...] has several: FILE#2 is the third.
 *
 * Information sets: { "p": 0, "infoset": "jack", "c": [...] }. The seat that moves cannot tell the
 * nodes of a set apart; they have the same number of moves, of the same names, and the same seats
 * and chance have moved before them, for a seat sees whose turn it is. Without "infoset" a node is
 * a set of its own. A seat remembers its sets and its moves; a file in which it does not says
 * "imperfect_recall": true. Such a file has no matrices.
 *
 * What a seat knows at a node follows from the sets: where it moves, its set; elsewhere the last
 * set at which it moved, its move there, and who has moved since. An end is seen by all. A state
 * that a seat sees holds the first node of those that it cannot tell apart.
 *
 * Values: `unit` to the point, the least power of ten (up to a million) that makes all values
 * whole; with chance the greatest that fits, so that expectations keep their decimals.
 */
#ifndef PLYSCOPE_GAMES_TREE_H
#define PLYSCOPE_GAMES_TREE_H

#include "src/core/game.h"

#define TREE_DEPTH    200
#define TREE_CHILDREN 999
#define TREE_BYTES    (8 << 20)	 /* a file over this is refused */
#define TREE_CARRIED  (16 << 10) /* a longer one is not put into records */
#define TREE_NAME     28	 /* bytes of a name, with its NUL */
#define TREE_PATH     (TREE_DEPTH * 4)

enum tree_kind { TREE_LEAF, TREE_TURN, TREE_CHANCE, TREE_MATRIX };

struct file_node {
	enum tree_kind kind;
	int seat, other;  /* who moves; a matrix: who chooses its rows, its columns */
	int rows, cols;	  /* of a matrix */
	int first, count; /* its children: nodes first .. first + count - 1 */
	int parent;	  /* -1: the root */
	int set;	  /* first node of its information set; itself: of its own */
	/* The nodes each seat, and last an onlooker, cannot tell apart: the first node and
	 * the next one, 0 none. */
	int first_like[SEATS_MAX + 1], next_like[SEATS_MAX + 1];
	double weight;	   /* of deals and, as if drawn, of moves on the way */
	int depth, height; /* plies from the root, and at most to an end */
	char name[TREE_NAME];
	char (*label)
		[TREE_NAME]; /* of the moves (of a matrix: rows, then columns); NULL */
	double *prob;	     /* of a chance node's children */
	/* An end's value, else an estimate: the mean of the children; a chance node's is the
	 * mean of the max^n values behind it. */
	int32_t value[SEATS_MAX];
	int32_t low[SEATS_MAX], high[SEATS_MAX]; /* of all ends below */
};

struct tree_file {
	char name[OPTION_TEXT]; /* as asked for: the position's text begins with it */
	char *source; /* for records: its JSON, or where it is; NULL: comes with plyscope */
	char title[96];
	int seats, count;
	int32_t unit;
	unsigned traits;
	bool sets;	/* it has information sets */
	bool forgetful; /* and a seat may forget what it knew */
	struct bounds bounds;
	char seat_name[SEATS_MAX][7];
	struct file_node *node; /* children after their parents */
};

/* The contents of a state. */
struct tree_state {
	int32_t node;
	uint16_t choice[2]; /* of a matrix: 0 none yet, else row or column + 1 */
	uint16_t eyes; /* 0: this node; else one of those like it for seat eyes - 1 */
	uint16_t padding;
};
#define TREE_HIDDEN 0xffff /* a choice that the viewer may not know */

extern const struct game_ops tree_game;

/* A tree by name: a file, or one of assets/trees/ with or without ".json". NULL: st says in
 * which file and at which node what is wrong. */
const struct tree_file *tree_file_open(const char *name, struct status *st);
/* From here on the name means the tree given by another one's `source`. */
bool tree_file_adopt(const char *name, const char *source, struct status *st);

static inline const struct tree_file *
tree_of(const struct game *g)
{
	const struct tree_file *t;
	__builtin_memcpy(&t, g->parsed, sizeof t);
	return t;
}

static inline const struct tree_state *
tree_state_of(const struct state *s)
{
	return (const struct tree_state *)(const void *)s->bytes;
}

static inline const struct file_node *
tree_node_of(const struct game *g, const struct state *s)
{
	return &tree_of(g)->node[tree_state_of(s)->node];
}

/* "1.2.1", the root's is "root". */
void tree_format_path(const struct tree_file *t, int node, char *out, int size);
/* The name of move m of a node (a matrix: `columns`), its number when it has none. */
void tree_format_label(const struct file_node *n, bool columns, int m, char *out,
		       int size);

#endif
