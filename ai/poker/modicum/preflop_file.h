/*
 * preflop_file.h - what the classes of hands get behind the betting before the flop, worked out once
 * on many boards and shipped.
 *
 * leaf.h plays hands out on boards that are drawn when they are asked for; here the same was done on
 * tens of thousands of boards, for every place of the table's tree where the flop's betting begins
 * and for a few larger stakes than the tree has. What the betting adds to the showdown is kept, in
 * stakes, in one byte for each pair of classes; the showdown itself is exact (deck_ops.equities()).
 *
 * The table is small, and from the flop on hands are not played by it but solved. So the values of
 * each class and seat are corrected: by what it gets when flops are solved, against the ranges that
 * come there, less what the table gives it. Corrections are means over flops (tests/bench/preflop.c).
 * There is one for either seat that may choose how to play on: the other seat's values are lower.
 *
 * A file belongs to the table whose play it is. It is of src/base/pack.h: the table, the counts, the
 * entries, a step for each table of bytes, the corrections, and the bytes.
 *
 * Memory: 200 kB for each entry, from the arena.
 */
#ifndef PLYSCOPE_AI_POKER_MODICUM_PREFLOP_FILE_H
#define PLYSCOPE_AI_POKER_MODICUM_PREFLOP_FILE_H

#include "ai/poker/modicum/leaf.h"

#define PREFLOP_FILE "strategies/holdem.preflop" /* the asset */
#define PREFLOP_WAYS 4 /* the table; more folds, calls, raises */
#define PREFLOP_TABLES \
	7 /* by the table; other ways of the tree's seat 0, then of seat 1 */
#define PREFLOP_ENTRIES 64
#define PREFLOP_UNIT	(1.0F / 32) /* stakes, of a correction */
#define PREFLOP_PAIRS	((size_t)SUBGAME_CLASSES * SUBGAME_CLASSES)

/* A place of the table's tree where the flop's betting begins, with a stake. */
struct preflop_entry {
	uint32_t place;
	float stake;
};

struct preflop_file {
	int boards, entries;
	int flops; /* that the corrections are means over; 0: there are none */
	struct preflop_entry entry[PREFLOP_ENTRIES];
	float step[PREFLOP_ENTRIES][PREFLOP_TABLES]; /* stakes */
	/* [entry][seat that may choose][seat][class]: what a seat gets beside the table, in units */
	int8_t solved[PREFLOP_ENTRIES][2][2][SUBGAME_CLASSES];
	/* [entry][table][class of the tree's seat 0][of seat 1]: what seat 1 wins, in steps */
	int8_t *won;
};

/* The entries for a table: its places, and the largest of them with larger stakes. */
void preflop_file_list(struct preflop_file *f, const struct abstract_table *t);
bool preflop_file_write(const struct preflop_file *f, const struct game *g,
			const struct abstract_table *t, const char *path,
			struct status *st);
/* The number of a continuation among the tables of an entry; `chooser`: a seat of the tree. */
int preflop_file_table(int continuation, int chooser);
/* Reads a file of this game and table, the bytes into the arena. False: st. */
bool preflop_file_read(struct preflop_file *f, const struct game *g,
		       const struct abstract_table *t, const char *path,
		       struct arena *arena, struct status *st);
/* Fills all tables of the leaves of a subgame, of PREFLOP_WAYS continuations at most. */
void preflop_file_fill(const struct preflop_file *f, const struct leaf_values *v);

#endif
