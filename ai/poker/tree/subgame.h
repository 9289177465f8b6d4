/*
 * subgame.h - the rest of a hand of poker, solved for two ranges by counterfactual regret
 * minimisation in its vector form.
 *
 * Each stretch of betting between two cards is in the tree once, with tables for each board. A
 * board that becomes another by a change of suits which neither range notices is solved once for
 * both (a deal's swaps). A row has a number for each hand of the seat that moves, padded to
 * SUBGAME_LANES, in the order of its list, without hands of no weight or that the board excludes.
 *
 * In flop hold'em (deck_ops.boards) one deal brings the whole board. Each board stands for those
 * with other names of suits: its result is the mean over the hands of a class, so before the flop
 * all hands of a class must weigh alike. The board is drawn before the hands, and a pair of hands
 * counts as often as there are boards that do not exclude it.
 *
 * Source: Zinkevich et al. 2007; Johanson et al. 2011 (vector form, showdowns in time linear in the
 * hands); Brown and Sandholm 2019 (discounts 1.5, 0, 2); Tammelin 2014 (cfr+).
 * Values: points of the game, what a seat wins in the whole hand; reach-weighted within a walk.
 * Memory: 8 bytes for each move and hand on each board (regret and average), 6 for each hand on
 * each full board, 56 for a node, and rows for each thread; all from the arena.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_SUBGAME_H
#define PLYSCOPE_AI_POKER_TREE_SUBGAME_H

#include "ai/poker/tree/regret.h"
#include "src/base/arena.h"
#include "src/base/pool.h"
#include "src/core/public.h"

/* ---- decisions at which some hands do not choose ---- */

#define SUBGAME_SHARES 16 /* moves of a locked decision, at most */
#define SUBGAME_WORDS  ((PUBLIC_HANDS + 63) / 64)
#define SUBGAME_LOCKS  128

/* On every board these hands make the moves of a decision by these shares, which sum to 1. */
struct subgame_lock {
	uint32_t node;
	uint32_t next; /* the number + 1 of the next of its decision; 0: none */
	float share[SUBGAME_SHARES];
	uint64_t hands[SUBGAME_WORDS]; /* a bit for each hand of the game */
};

static inline bool
subgame_locks(const struct subgame_lock *l, int hand)
{
	return (l->hands[hand / 64] >> hand % 64 & 1) != 0;
}

struct subgame;

/* Locks a decision for hands that setup.label knew of. Of two locks of a hand the later one holds;
 * hands without a lock choose as before. False: no room for more. */
bool subgame_add_lock(struct subgame *s, const struct subgame_lock *l);
/* Adds lock number k to the labels of its hands. */
void subgame_label(uint64_t label[PUBLIC_HANDS], const struct subgame_lock *l, int k);
/* The lock that holds for a hand at a node; NULL: none. */
const struct subgame_lock *subgame_lock_of(const struct subgame *s, uint32_t node,
					   int hand);

#define SUBGAME_LANES	16
#define SUBGAME_ROUNDS	3 /* of cards still to come, and one */
#define SUBGAME_CARDS	52
#define SUBGAME_SWAPS	3
#define SUBGAME_WIDE	1328 /* numbers in the longest row */
#define SUBGAME_CLASSES 169

struct subgame_worker;

/* A hand of a range. */
struct subgame_hand {
	uint16_t hand; /* its number in the game */
	uint8_t card[2];
	int16_t same; /* its place in the other's list; -1: the other cannot hold it */
	float weight;
};

struct subgame_node {
	uint32_t child; /* the first; of chance: the only one, for every card */
	uint32_t up;
	uint32_t lock; /* the number of its first lock + 1; 0: none */
	move m;	       /* that leads here */
	int8_t seat;   /* to move: a seat, SEAT_CHANCE; SEAT_NONE: settled */
	uint8_t moves;
	uint8_t level; /* cards dealt since the root */
	int8_t folded; /* of a settled one: who, -1 nobody */
	bool runs;     /* settled before all cards are out: by boards that are drawn */
	uint8_t continuation; /* of an end that is a leaf: to play on behind it */
	uint16_t leaf; /* its number + 1, of its ends and the choice among them; else 0 */
	float stake;   /* of a settled one: points that go from one seat to the other */
	size_t table;  /* of a decision: where its rows begin, in its stretch */
	size_t size;   /* of chance: numbers in the stretch behind one card */
	size_t base;   /* where those of board 0 of the next level begin */
};

/* A hand at a showdown. */
struct subgame_shown {
	uint16_t at, strength; /* in the list of its seat */
	uint8_t card[2];
};

/* A card that may come, and what stands for it. */
struct subgame_deal {
	uint8_t card;
	uint8_t swaps;		     /* other cards that it stands for: */
	uint8_t swap[SUBGAME_SWAPS]; /* pairs of suits, their number in perm[] */
	uint8_t twin[SUBGAME_SWAPS]; /* the cards */
	uint32_t board;		     /* behind it */
	uint64_t set;		     /* of a whole board: its cards, */
	double part; /* and what it counts for hands that it does not exclude */
};

struct subgame_board {
	uint64_t set;
	uint32_t number; /* of its level */
	uint32_t deal, deals;
	struct subgame_shown *shown[2]; /* with all cards: the weakest first */
	uint16_t count[2];
};

/* Leaves, where the next card would come: one seat chooses a continuation with each of its hands,
 * as at a decision; the caller knows the values. Where a seat is all in there is one alone. */
struct subgame_leaves {
	int continuations, chooser;
	const void *self;
	/* The values of a seat's hands at a leaf against the other's reach, as in a walk. */
	void (*value)(const void *self, int leaf, int continuation, int seat,
		      const float *other, float *value);
	/* The same, for a stake of 1, when all is checked down. */
	void (*shown)(const void *self, int seat, const float *other, float *value);
	/* What a continuation is called, "calling more"; NULL: all are in. */
	const char *(*name)(const void *self, int leaf, int continuation);
};

struct subgame {
	const struct game *g;
	const struct deck_ops *ops;
	struct state *root; /* no hand known */
	struct subgame_hand *hand[2];
	int hands[2], stride[2];
	struct subgame_shown *all[2]; /* the lists, as if all hands tied */
	/* Hands of a list with a card, ended by UINT16_MAX; the place of the hand that each becomes
	 * by a pair of suits. */
	uint16_t *blocked[2][SUBGAME_CARDS], *perm[2][SUBGAME_CARDS];
	struct subgame_node *node;
	struct subgame_board *board;
	struct subgame_deal *deal;
	uint32_t nodes, decisions, boards, deals;
	const struct subgame_leaves *hook; /* NULL: it has no leaves */
	int leaves;
	uint32_t here;		   /* at the end of the line it was built with */
	struct subgame_board *run; /* boards that are drawn */
	int runs;
	bool whole;	   /* the first deal brings the whole board */
	int classes;	   /* of hands that differ in names of suits, where it does */
	uint8_t *class[2]; /* of each hand of a list */
	double class_size[2][SUBGAME_CLASSES];
	double *unblocked; /* [class][class]: hands of the first that go with one of the second */
	double run_part; /* what one of them counts for hands that it does not exclude */
	uint32_t level_boards[SUBGAME_ROUNDS];
	size_t numbers; /* in each table */
	float *regret, *sum;
	struct subgame_lock lock[SUBGAME_LOCKS];
	int locks;
	struct subgame_worker *worker; /* the caller's, then one for each thread */
	int workers, threads;
	/* Of the threads, set by the caller; NULL: it walks alone. No figure depends on it. */
	struct crew **crew;
	float *reach[2]; /* rows: the ranges */
	double pairs; /* their weight together, of hands that do not exclude each other */
	enum regret_variant variant;
	float tremble; /* least share of a move in an iteration */
	int parts; /* of the cards that may come one is dealt in an iteration, in turn */
	int64_t iterations;
	int64_t visited; /* nodes */
};

/* Bytes of the nodes, boards and tables; the work space of threads is not among them. */
static inline int64_t
subgame_bytes(const struct subgame *s)
{
	return (int64_t)(s->nodes * sizeof *s->node + s->boards * sizeof *s->board +
			 s->deals * sizeof *s->deal +
			 s->numbers * (sizeof *s->regret + sizeof *s->sum));
}

struct subgame_setup {
	const struct game *g;
	const struct state *root;
	const float *range[2]; /* a weight for each hand of the game, of each seat */
	/* Locks of each hand of the game (subgame_label()); suits are alike where these are. */
	const uint64_t *label;
	int raises; /* in a round, at most; above these only all-in */
	int fewer;  /* behind each card so many less; at least none */
	/* Bet or raise, of the pot after the call, the largest of either seat; 0: any. All in may be
	 * less than the smallest, and is no more than the largest. */
	double smallest, largest[2];
	/* From the root, of seats alone; they are in the tree though they may not be listed. */
	const struct played_move *line;
	int moves;
	int parts; /* of the cards that may come, one for each iteration in turn; 0: all */
	/* 0: to the end of the hand. Else to the next card, then checked down on so many boards
	 * that are drawn with this seed. */
	int boards;
	uint64_t seed;
	/* Not NULL: play ends at the next card, in leaves. They stay the caller's. */
	const struct subgame_leaves *leaves;
	enum regret_variant variant;
	/* Least share of every move in each iteration, so that no line is without hands. */
	float tremble;
	int threads; /* for the cards that may come; the caller's alone where memory is short */
};

/* subgame_build.c */

/* Builds tree and tables in the arena, nothing learned. False: a range is empty on this board, or
 * the memory that it needs. */
bool subgame_open(struct subgame *s, struct arena *arena,
		  const struct subgame_setup *setup, struct status *st);
/* MiB that a subgame needs; 0: more than can be counted. The arena is left as it was. */
int64_t subgame_needs(struct arena *arena, const struct subgame_setup *setup);
/* The most raises, below those of a setup, that need at most so many MiB; -1: none. */
int subgame_fewer_raises(struct arena *arena, const struct subgame_setup *setup,
			 int64_t most, int64_t *mib);
/* The same hand with the seats exchanged, as when the button moves: all tables stay, `root` is
 * where it begins. */
void subgame_turn(struct subgame *s, const struct state *root);

/* Where in the tree: a node, on a board, in a stretch of tables. */
struct subgame_at {
	uint32_t node, board;
	size_t block;
};
static inline struct subgame_at
subgame_root(void)
{
	return (struct subgame_at){ 0, 0, 0 };
}

void subgame_iterate(struct subgame *s);
/* Half an iteration below a place: a seat learns from the reach of both; fills the values of its
 * hands. The caller counts iterations. */
void subgame_learn(struct subgame *s, struct subgame_at at, int seat, const float *own,
		   const float *other, float *value);
/* A table with the averages of both seats, as shares of moves. */
void subgame_shares(const struct subgame *s, float *shares);
/* A seat's best reply to the other's shares in a table, into the seat's rows of another. Behind
 * cards the other's reach is raised by the nudge: the reply is defined everywhere. */
void subgame_reply_to(struct subgame *s, const float *shares, int seat, float nudge,
		      float *record);
/* The values of a seat's hands at a place against the other's reach, not divided by it: when both
 * play by their averages, or it replies best. */
void subgame_values(struct subgame *s, struct subgame_at at, int seat, bool best,
		    const float *other, float *value);
/* The same with the chance to win the pot, half for a shared one. */
void subgame_wins(struct subgame *s, struct subgame_at at, int seat, const float *other,
		  float *value);
/* The same when all is checked down from there, in parts of the pot from -1/2 to 1/2. */
void subgame_equities(struct subgame *s, struct subgame_at at, int seat,
		      const float *other, float *value);
/* For each hand of a seat the reach of the other's hands that share no card with it, on a board. */
void subgame_unblocked_on(const struct subgame *s, uint32_t board, int seat,
			  const float *other, double *unblocked);
/* The same behind the last deal of a whole board, or where there is none. */
void subgame_unblocked(const struct subgame *s, int seat, const float *other,
		       double *unblocked);
/* What a seat's best reply to the other's averages gets in a hand, in points. */
double subgame_reply(struct subgame *s, int seat);
/* What best replies gain, half of both together, in points. */
double subgame_exploitability(struct subgame *s);
/* The mean of values at the root over the hands of a seat, by weight. */
double subgame_mean(const struct subgame *s, int seat, const float *value);
/* The average strategy of a decision: a row for each move. */
void subgame_average(const struct subgame *s, const struct subgame_node *n, size_t block,
		     float *out);
/* The node of chance before the stretch of a node; of no use in the first stretch. */
uint32_t subgame_card_before(const struct subgame *s, uint32_t at);
/* Where the tables of a decision begin for a board, by its number of the level. */
size_t subgame_block(const struct subgame *s, uint32_t at, uint32_t board);
/* Behind a card, where chance moves. */
struct subgame_at subgame_behind_card(const struct subgame *s, struct subgame_at at,
				      const struct subgame_deal *d);

/* subgame_train.c: both seats may have any hand; the rest of the setup is the caller's. */
struct subgame_setup subgame_all_hands(const struct game *g, const struct state *root,
				       int raises);
/* The same of a game's first hand from its first bet on; `begin` becomes its root. */
struct subgame_setup subgame_first_hand(const struct game *g, int raises,
					struct state *begin);

#endif
