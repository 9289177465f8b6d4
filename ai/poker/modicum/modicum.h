/*
 * modicum.h - hold'em by a trained table and by solving what is left of the hand: what its files
 * share.
 *
 * Source: Brown, Sandholm and Amos 2018, "Depth-limited solving for imperfect-information games",
 * section 6.2. Differs: before the flop the table is played or (from=preflop) solved with the same
 * continuations as the flop, not with values made by the solver itself; solving is by CFR in its
 * vector form (ai/poker/tree) on all rounds, discounted (Brown and Sandholm 2019), and not safe;
 * values at leaves are worked out before the solution (leaf.h), ship (preflop_file.c), or are said
 * by a network (estimate.h).
 *
 * A solution begins with the betting of a round, and before a bet that the solution so far does not
 * have, which is then part of its tree. Before the flop it begins with each decision of the seat it
 * is for, and behind a bet that the one before it lacks: trees are small there, and a line that is
 * seldom taken is solved for itself. The
 * ranges that it begins with are those of the moves before: by the table up to the first round that
 * is solved, behind it by the solutions themselves, whose moves are the ones that were made. So
 * they are a function of the public moves of the hand, the seat that is to move and the options:
 * kept from decision to decision, or worked out again from the first, they are the same. What is
 * drawn for the leaves is the same on the same flop, always. Nodes count as if all solutions were
 * worked out for each decision.
 */
#ifndef PLYSCOPE_AI_POKER_MODICUM_MODICUM_H
#define PLYSCOPE_AI_POKER_MODICUM_MODICUM_H

#include "ai/poker/modicum/estimate.h"
#include "ai/poker/modicum/leaf.h"
#include "ai/poker/tree/subgame_view.h"

/* ---- what the classes of hands get behind the betting before the flop (preflop_file.c) ----
 *
 * It was worked out once on many boards, and ships.
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

#define NESTED_LEAF_SEED 1 /* of what is drawn for the leaves: always the same */
#define MODICUM_PREFLOP	 0 /* rounds */
#define MODICUM_FLOP	 1
#define MODICUM_TURN	 2
#define MODICUM_ROUNDS	 4
#define MODICUM_LEAST	 0.005F /* of the greatest weight, of every hand */

/* How thoroughly a round is solved. */
struct nested_effort {
	int64_t iterations[MODICUM_ROUNDS];
	int raises[MODICUM_ROUNDS];
	int fewer[MODICUM_ROUNDS]; /* on the next round */
	double largest;	   /* bet or raise, of the pot; what is played may be more */
	int parts;	   /* of the river cards, one for each iteration on the turn */
	int groups;	   /* of hands, at a leaf */
	int rollouts;	   /* boards that are drawn for the leaves of the flop, */
	int boards;	   /* and for those before it */
	int continuations; /* that the other seat has there to play on, at most */
	int from;	   /* the first round that is solved */
};

struct nested {
	struct search *s;
	struct abstract_play *table;
	struct nested_effort effort;
	void (*report)(struct search *s, bool end); /* while a solution grows */
	bool quiet;  /* limits are ignored, nothing is counted or reported */
	size_t mark; /* of the arena, below the solution */
	/* of the flop: its hands and boards stay for the hand */
	struct leaf_flop flop;
	struct leaf_flop preflop;  /* of the first round: its boards stay for all hands */
	struct preflop_file *kept; /* of its leaves; NULL: they are played out */
	struct leaf_values leaves;
	struct estimate *net; /* for those of the flop; NULL: they are played out */
	float *check
		[2]; /* with it: a table of gains and one of losses (rollout_check.c) */
	int boards;  /* that were drawn for its leaves */
	/* the solution */
	struct subgame sub;
	bool built, whole; /* whole: later solutions may begin from it */
	int us;		   /* the seat it is for */
	int round;	   /* that it begins in */
	uint64_t begin;	   /* hash of the state in which the hand began */
	struct played_move line[BUCKET_LINE]; /* of the hand, up to its root */
	int count;
	bool off;      /* the tree has the next move of the line, which was not listed */
	int solutions; /* in this hand, with those before it */
	int64_t nodes; /* of all of these */
	struct subgame_place here; /* in its tree: the state that was asked for */
	float range[2][PUBLIC_HANDS];
};

/* How thoroughly the search solves, by its option `fast`. */
const struct nested_effort *modicum_effort(bool fast);
/* Solves up to a public state in which a seat acts, in a round that is solved. False: it cannot
 * be, or the limits allowed no iteration. */
bool nested_find(struct nested *n, const struct state *at);
/* Memory for rollout_check_tell(), with a network. */
bool rollout_check_open(struct nested *n, struct arena *arena);
/* Adds to a leaf in the inspector, in big blinds, the values of its continuations by
 * playing out. */
void rollout_check_tell(struct nested *n, struct subgame_view *view, struct look_node *l);

#endif
