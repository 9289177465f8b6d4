/*
 * subgame.h - a hand of poker from a position on, solved for two ranges of hands by counterfactual
 * regret minimisation in its vector form.
 *
 * The betting is a tree of which each stretch between two cards is kept once, whatever card comes:
 * its tables are there once for each board. A board that becomes another by a change of suits which
 * neither range notices is solved once for both (a deal's swaps). Hands that a range does not hold,
 * or that the board excludes, are left out: a row has a number for each hand of the seat that
 * moves, in the order of its list, padded to SUBGAME_LANES.
 *
 * Before the flop of a game that ends with the flop's betting (deck_ops.boards) one deal brings the
 * whole board. Each board stands for those with other names of suits: what comes of it is the mean
 * over the hands of a class, so before the flop all hands of a class must weigh alike. The board is
 * drawn before the hands, and a pair of hands counts as much as there are boards beside it.
 *
 * Source: Zinkevich et al. 2007; Johanson et al. 2011 (vector form, showdowns in time linear in the
 * hands); Brown and Sandholm 2019 (discounts 1.5, 0, 2); Tammelin 2014 (cfr+).
 * Values: points of the game, what a seat wins in the whole hand; reach-weighted within a walk.
 * Memory: 8 bytes for each move and hand on each board (the regret and the sum of the average
 * strategy, 4 bytes each), 6 for each hand on each full board, 56 for a node, and for each thread
 * rows for the moves and ends between two cards; all from the arena.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_SUBGAME_H
#define PLYSCOPE_AI_POKER_TREE_SUBGAME_H

#include "ai/poker/tree/regret.h"
#include "src/base/arena.h"
#include "src/base/crew.h"
#include "src/core/public.h"
#include "src/core/trainer.h"

#define SUBGAME_LANES	16
#define SUBGAME_ROUNDS	3 /* of cards still to come, and one */
#define SUBGAME_CARDS	52
#define SUBGAME_LINE	80 /* moves and cards from the root, at most */
#define SUBGAME_SWAPS	3
#define SUBGAME_VARIANT 400  /* the options of a game as text */
#define SUBGAME_WIDE	1328 /* numbers in the longest row */
#define SUBGAME_LOCKS	128
#define SUBGAME_WORDS	((PUBLIC_HANDS + 63) / 64)
#define SUBGAME_SHARES	16 /* moves of a locked decision, at most */
#define SUBGAME_CLASSES 169
#define SUBGAME_BY	120 /* bytes of how one is trained */
#define SUBGAME_WAVE	48  /* cards or boards that are dealt together on threads */

struct subgame_worker;

/* A hand of a range. */
struct subgame_hand {
	uint16_t hand; /* its number in the game */
	uint8_t card[2];
	int16_t same; /* its place in the other's list; -1: the other cannot hold it */
	float weight;
};

struct subgame_node {
	uint32_t
		child; /* the first, of a decision; of chance: the only one, for every card */
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

/* Where the next card would come and what follows is not in the tree: a leaf. One seat has several
 * continuations and chooses among them with each of its hands, as at a decision; what the hands
 * get is told from outside. Where a seat is all in there is one continuation alone. */
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

/* A decision where some hands do not choose: on every board they make its moves by these shares,
 * which sum to 1. */
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

struct subgame {
	const struct game *g;
	const struct deck_ops *ops;
	struct state *root; /* no hand known */
	struct subgame_hand *hand[2];
	int hands[2], stride[2];
	struct subgame_shown *all[2]; /* the lists, as if all hands tied */
	uint16_t *blocked
		[2][SUBGAME_CARDS]; /* hands of a list with a card, ended by UINT16_MAX */
	uint16_t *perm
		[2]
		[SUBGAME_CARDS]; /* by pair of suits: the place of the hand that it becomes */
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
	double *beside; /* [class][class]: what all hands of the first count beside a hand of the
			 * second, before the flop */
	double run_part; /* what one of them counts for hands that it does not exclude */
	uint32_t level_boards[SUBGAME_ROUNDS];
	size_t numbers; /* in each table */
	float *regret, *sum;
	struct subgame_lock lock[SUBGAME_LOCKS];
	int locks;
	struct subgame_worker *worker; /* the caller's, then one for each thread */
	int workers, threads;
	/* Of the threads, set by the caller; NULL: it walks alone. No figure depends on it. */
	struct crew *crew;
	float *reach[2]; /* rows: the ranges */
	double pairs; /* their weight together, of hands that do not exclude each other */
	enum regret_variant variant;
	int parts; /* of the cards that may come one is dealt in an iteration, in turn */
	int64_t iterations;
	int64_t visited; /* nodes */
};

struct subgame_setup {
	const struct game *g;
	const struct state *root;
	const float *range[2]; /* a weight for each hand of the game, of each seat */
	/* For each hand of the game the locks that are to hold for it, as subgame_label() tells
	 * them; NULL: none will. Suits are alike only where these are too. */
	const uint64_t *label;
	int raises;	/* in a round, at most; above these only all-in */
	int fewer;	/* behind each card so many less; at least none */
	double largest; /* bet or raise, of the pot after the call, all-in too; 0: any */
	const struct made
		*line; /* from the root, those of seats alone: in the tree though they may
				  * not be listed */
	int moves;
	int parts; /* of the cards that may come, one for each iteration in turn; 0: all */
	/* 0: the hand is solved to its end. Else up to the next card; then what is in counts as
	 * if all were checked down, on so many boards drawn with this seed. */
	int boards;
	uint64_t seed;
	/* Not NULL: play ends at the next card, in leaves. They stay the caller's. */
	const struct subgame_leaves *leaves;
	enum regret_variant variant;
	int threads; /* for the cards that may come; where these do not fit into memory, and
		      * for 0 and 1, the caller's alone */
};

/* subgame_build.c */

/* Builds tree and tables in the arena, nothing learned. False: what is missing; where memory is,
 * how much there would have to be. A range that has no hand on this board is refused too. */
bool subgame_open(struct subgame *s, struct arena *arena,
		  const struct subgame_setup *setup, struct status *st);
/* MiB that a subgame needs; 0: more than can be counted. The arena is left as it was. */
int64_t subgame_needs(struct arena *arena, const struct subgame_setup *setup);
/* The most raises below those of a setup with which it needs no more than so many MiB, and those;
 * -1: none. */
int subgame_fewer_raises(struct arena *arena, const struct subgame_setup *setup,
			 int64_t most, int64_t *mib);
/* Locks a decision for hands that setup.label knew of. Of two locks of a hand the later one holds;
 * hands without a lock choose as before. False: no room for more. */
bool subgame_add_lock(struct subgame *s, const struct subgame_lock *l);
/* Adds lock number k to the labels of its hands. */
void subgame_label(uint64_t label[PUBLIC_HANDS], const struct subgame_lock *l, int k);
/* The lock that holds for a hand at a node; NULL: none. */
const struct subgame_lock *subgame_lock_of(const struct subgame *s, uint32_t node,
					   int hand);

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

/* subgame_solve.c, subgame_walk.c */

void subgame_iterate(struct subgame *s);
/* Half an iteration below a place: a seat learns there from the reach of both, and the values of
 * its hands are told; the caller counts iterations. */
void subgame_learn(struct subgame *s, struct subgame_at at, int seat, const float *own,
		   const float *other, float *value);
/* A table with the averages of both seats, as shares of moves. */
void subgame_shares(const struct subgame *s, float *shares);
/* A seat's best reply to the other's shares in a table, into the seat's rows of another. Behind
 * cards the reach replied to is raised by the nudge, so that the reply is defined where they do
 * not get to. */
void subgame_reply_to(struct subgame *s, const float *shares, int seat, float nudge,
		      float *record);
/* The values of a seat's hands at a place against the other's reach, times the weight of the
 * hands that they meet: when both play by their averages, or it replies best. */
void subgame_values(struct subgame *s, struct subgame_at at, int seat, bool best,
		    const float *other, float *value);
/* The same with the chance to win the pot, half for a shared one. */
void subgame_wins(struct subgame *s, struct subgame_at at, int seat, const float *other,
		  float *value);
/* The same when all is checked down from there, in parts of the pot from -1/2 to 1/2. */
void subgame_equities(struct subgame *s, struct subgame_at at, int seat,
		      const float *other, float *value);
/* The unblocked weight for each hand of a seat on a board: that of the other's hands which share no
 * card with it. */
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
/* The node of chance that the stretch of a node begins behind; of no use in the first stretch. */
uint32_t subgame_card_before(const struct subgame *s, uint32_t at);
/* Behind a card, where chance moves. */
struct subgame_at subgame_behind_card(const struct subgame *s, struct subgame_at at,
				      const struct subgame_deal *d);

/* subgame_file.c */

/* What a file says of itself. */
struct subgame_saved {
	char variant[SUBGAME_VARIANT], position[POSITION_TEXT];
	int raises;
	int64_t iterations;
	double exploitability;
	const char *by; /* how it is trained, shorter than SUBGAME_BY; NULL: it is not */
	/* What training goes on from where that is not the tables, as many bytes as both; NULL:
	 * they are. */
	const void *learned;
};

/* Replaces a file by the average strategies, with all that they belong to and, where they are
 * trained, what it takes to go on; raises, exploitability and `by` are told. */
bool subgame_save(const struct subgame *s, const struct subgame_saved *about,
		  const char *path, struct status *st);
/* What is in a file of this game, without its tables. */
bool subgame_about(const struct game_ops *ops, const char *path,
		   struct subgame_saved *about, struct status *st);
/* Rules and maker of a trained file of any game: "holdem rounds=2,...". */
bool subgame_trained(const char *path, struct trainer_about *out, struct status *st);
/* Builds the subgame of a file, in a game of its variant, and takes its strategies: they can be
 * looked at, not gone on with. False: damaged, or it does not fit. */
bool subgame_load(struct subgame *s, struct arena *arena, const struct game *g,
		  const char *path, struct status *st);
/* Goes on from a file that was trained like this, in the same subgame with nothing learned;
 * `learned`: where to put what subgame_save() was given as such, NULL: into the tables. False:
 * damaged, of other rules, or trained in another way. */
bool subgame_resume(struct subgame *s, const char *by, void *learned, const char *path,
		    struct status *st);

/* subgame_train.c: both seats may have any hand; the rest of the setup is the caller's. */
struct subgame_setup subgame_all_hands(const struct game *g, const struct state *root,
				       int raises);
/* The same of a game's first hand from its first bet on; `begin` becomes its root. */
struct subgame_setup subgame_first_hand(const struct game *g, int raises,
					struct state *begin);

/* subgame_place.c: a place found by moves and cards from the root, and what is known there. */

struct subgame_place {
	struct subgame_at at;
	/* A board may be solved as another one with its suits changed: the place in the lists of
	 * the tree of each hand of a list, and of each suit. */
	uint16_t map[2][SUBGAME_WIDE];
	uint8_t suit[4];
	/* Of both seats by their averages, in the order of the tree. */
	float reach[2][SUBGAME_WIDE];
};

void subgame_begin(const struct subgame *s, struct subgame_place *p);
/* Behind a move. False: it is not in the tree. */
bool subgame_move(struct subgame *s, struct subgame_place *p, move m);
/* How often each hand of the seat to move there makes a move on average. False: it is not in the
 * tree. */
bool subgame_share(struct subgame *s, const struct subgame_place *p, move m, float *row);
/* Behind the deal of a whole board. False: it cannot come. */
bool subgame_whole_board(const struct subgame *s, struct subgame_place *p, uint64_t set);
/* Behind a card, where chance moves. False: it cannot come. */
bool subgame_card(const struct subgame *s, struct subgame_place *p, int card);
/* The node behind a move; 0: there is none. */
uint32_t subgame_child(const struct subgame *s, uint32_t node, move m);

#endif
