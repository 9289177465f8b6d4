/*
 * leaf.h - what hands get behind the betting of the flop, or before it: play by the table, played
 * out on boards that are drawn.
 *
 * Source: Brown, Sandholm and Amos 2018, sections 4 and 6.2: at a leaf the other seat chooses, with
 * each of its hands, among several continuations; the first is the table, the others are the
 * table with some kinds of moves made likelier. We play on by the table. Differs: values are worked
 * out before the solution and not when a leaf is visited, by groups of hands and not for two hands.
 *
 * Hands of a flop are in groups, by their equity against any hand and by its spread over the boards
 * to come. On each board that is drawn a hand stands for each group, one for either seat; all of
 * them play by the table's mixes of their own buckets and by the same draws, in every way and
 * behind every leaf alike. A leaf's value for two groups is the mean over the boards of what moves
 * from one hand to the other; the worth of their standing is counted apart from it, over all
 * boards, and is exact.
 *
 *   value = stake * equity + mean over boards (won - stake * shown)
 *
 * with the equity and what is shown between -1 and 1. Which cards exclude each other is reckoned
 * with for every pair of hands, so that values of both seats sum to zero.
 *
 * Boards: each turn card before one comes again, each with another river card; as many as there are
 * (LEAF_BOARDS) are all of them. Before the flop (preflop.c) groups are the classes of hands, and
 * whole boards are drawn by chance; modicum.h has values that were worked out once.
 *
 * Memory: 32 bytes for each group and board; 8 for each table, continuation and pair of groups.
 */
#ifndef PLYSCOPE_AI_POKER_MODICUM_LEAF_H
#define PLYSCOPE_AI_POKER_MODICUM_LEAF_H

#include "ai/poker/table/play.h"
#include "ai/poker/tree/continuation.h"
#include "ai/poker/tree/subgame.h"
#include "src/base/rng.h"

#define LEAF_BOARDS (49 * 48) /* a turn card, then a river card */
#define LEAF_ROW    1184      /* groups, at most: one for each hand beside a flop */
#define LEAF_WAYS   8
#define LEAF_ROUNDS 3 /* behind the first */
/* What is told of a group's hands on the flop: how many of the others they beat, from 0 to 1, as a
 * mean over the boards to come, its deviation over them, and how often it is in each of six
 * parts. */
#define LEAF_STANDING 8

/* A hand that stands for its group on a board. */
struct leaf_hand {
	uint64_t cards;		      /* 0: the board excludes them all */
	uint16_t bucket[LEAF_ROUNDS]; /* on the flop, the turn, the river */
	uint16_t strength;
};

/* What is known of a flop, or of all hands before it. */
struct leaf_flop {
	const struct game *g;
	const struct abstract_table *table;
	int round;	/* of the betting that ends in the leaves */
	uint64_t board; /* 0: of none yet */
	/* Asked before each board that is looked at or drawn, which takes up to a millisecond;
	 * false: nothing is kept of what was begun. NULL: nobody is asked. */
	bool (*more)(void *asker);
	void *asker;
	int groups, stride;
	uint64_t cards[PUBLIC_HANDS]; /* of each hand */
	uint16_t group[PUBLIC_HANDS];
	uint16_t member[PUBLIC_HANDS], begins[LEAF_ROW + 1]; /* hands, group by group */
	float standing[LEAF_ROW][LEAF_STANDING];
	float *equity; /* [group][group]: what the second wins of the first, -1 .. 1 */
	/* Likewise the part of their pairs that go together, where all hands of a group always
	 * weigh alike, as before the flop; NULL: they are reckoned with hand by hand. */
	float *unblocked;
	bool exact; /* the equities are not those of the boards that are drawn */
	int room;   /* for boards; */
	int boards; /* that are drawn */
	struct leaf_hand *hand; /* [board][seat][group] */
	float *shown;		/* [group of seat 0][of seat 1]: what 1 wins, sums, and */
	float *count;		/* how often two hands went with each other */
};

/* Takes the memory, for so many groups at most. */
bool leaf_flop_open(struct leaf_flop *f, struct arena *arena, const struct game *g,
		    const struct abstract_table *table, int groups, int boards);
/* The bytes that leaf_flop_open() takes. */
size_t leaf_flop_bytes(int groups, int boards);
/* Takes its tables, by its game, groups and room. False: no memory. */
bool leaf_flop_take(struct leaf_flop *f, struct arena *arena);
/* Groups and equities of the flop of a state; those of the last one are kept. False: more() said
 * so, as below. */
bool leaf_flop_find(struct leaf_flop *f, const struct state *at);
static inline bool
leaf_flop_may_go_on(const struct leaf_flop *f)
{
	return f->more == NULL || f->more(f->asker);
}
/* Checks and calls on from a public state until a card is to come. */
void leaf_flop_call(const struct game *g, struct state *s);
/* So many of its boards, at most as there is room for; kept where they are drawn already. */
bool leaf_flop_draw(struct leaf_flop *f, const struct state *at, int boards,
		    uint64_t seed);

/* Draws a hand of each group on a board for both seats, and counts what they show; buckets of all
 * hands on the flop, the turn and the river. */
void leaf_flop_put(struct leaf_flop *f, int at, uint64_t board,
		   uint16_t bucket[LEAF_ROUNDS][PUBLIC_HANDS], struct rng *rng);

/* The same before the flop: a group for each class of hands; flop, turn and river are drawn from
 * the public state `at` on. */
bool leaf_preflop_open(struct leaf_flop *f, struct arena *arena, const struct game *g,
		       const struct abstract_table *table, int boards);
size_t leaf_preflop_bytes(const struct game *g, int boards);
bool leaf_preflop_draw(struct leaf_flop *f, const struct state *at, int boards,
		       uint64_t seed);

/* What a showdown moves behind a place of the table's tree if nobody bets. */
int32_t leaf_stake(const struct betting *b, uint32_t place);

/* The values at all leaves of a subgame. */
struct leaf_values {
	struct subgame_leaves hook; /* of the subgame */
	const struct leaf_flop *flop;
	const struct subgame *s;
	/* Of the lists of the subgame: the group of each hand; a hand of each group. */
	uint16_t group[2][SUBGAME_WIDE], one[2][LEAF_ROW];
	int leaves;
	float *stake;	 /* of each leaf */
	bool *all_in;	 /* likewise: nothing is played any more, and there is no table */
	uint32_t *place; /* in the table's tree: the turn's betting behind it */
	float *scale;	 /* chips here for a chip there */
	int first;	 /* the seat that is seat 0 of that tree */
	float most;	 /* chips that can be lost */
	int tables;	 /* each of one leaf or of several with the same values: */
	int *table, *of; /* of a leaf; the first leaf of each */
	/* [table][continuation]: what seat 1 wins of seat 0, [group of seat 0][of seat 1], and the other
	 * way round, [of seat 1][of seat 0] */
	float *gain, *loss;
};

/* Sets the hook, which the subgame is then built with: the first `count` continuations, LEAF_WAYS
 * at most. */
void leaf_values_begin(struct leaf_values *v, const struct leaf_flop *flop,
		       const struct subgame *s, int count, int chooser);
/* Takes the memory for the leaves of the subgame, and finds their places in the table. */
bool leaf_values_open(struct leaf_values *v, struct abstract_play *play,
		      struct arena *arena);
/* The table of this number and a continuation among gain or loss. */
static inline float *
leaf_table(const struct leaf_values *v, float *tables, int number, int continuation)
{
	const size_t square = (size_t)v->flop->stride * (size_t)v->flop->stride;
	return tables +
	       ((size_t)number * (size_t)v->hook.continuations + (size_t)continuation) *
		       square;
}
/* Plays out; a piece is a table and a continuation. */
int leaf_pieces(const struct leaf_values *v);
void leaf_play_out(const struct leaf_values *v, int piece, uint64_t seed);
#endif
