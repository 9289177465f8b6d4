/*
 * play.h - the player that looks a move up in a table of an abstraction (table.h): the part of
 * ai/poker/table/blueprint.c for games whose boards are too many to be listed.
 */
#ifndef PLYSCOPE_AI_POKER_TABLE_PLAY_H
#define PLYSCOPE_AI_POKER_TABLE_PLAY_H

#include "ai/poker/table/table.h"
#include "ai/poker/tree/public_translate.h"
#include "src/core/search.h"
#include "src/core/strategy.h"

/* ---- a hand of the whole game in the tree of an abstraction (follow.c) ----
 *
 * A bet that the tree lacks is taken for the two around it, as a mixture (pseudo-harmonic:
 * Ganzfried and Sandholm 2013): what is made on either branch goes on with the weight of the moves
 * that each hand would have made there, so that it plays as one that draws a branch at the bet, and
 * the same whenever it is asked. A raise where the tree has none leads nowhere, and an end of the
 * tree before that of the hand neither: then there is no mix.
 *
 * Memory: some 21 kB a branch.
 */

#define FOLLOW_BRANCHES 8 /* the heaviest */

struct follow_branch {
	uint32_t at;
	double prior;		       /* by the bets that were translated */
	double reach[2][PUBLIC_HANDS]; /* of each seat of the tree by its moves */
};

struct follow {
	const struct abstract_table *table;
	const struct game *g;
	enum translation how;
	int count;
	struct follow_branch branch[FOLLOW_BRANCHES];
	struct follow_branch next[FOLLOW_BRANCHES];
	struct state state; /* the public one that was followed to */
	int first;	    /* the seat of the game that is seat 0 of the tree */
	uint16_t bucket[PUBLIC_HANDS];
};

/* Follows a hand to a state in which a seat acts. */
void follow_hand(struct follow *f, const struct abstract_table *t, const struct game *g,
		 enum translation how, const struct state *s);
/* The mix of the seat to move. */
void follow_mix(const struct follow *f, struct strategy_mixes *out);
/* The move of the game that one of the tree becomes: the node behind it. */
move follow_move_of(const struct follow *f, uint32_t child);

struct abstract_play;

/* Whether a game of buckets is one that tables are trained for; else why not. */
bool abstract_play_fits(const struct game *g, struct status *why);
/* The path of a table: `file`, or (NULL) the one that ships for the game. False: there is none;
 * a sentence that begins with whose option file= is. */
bool abstract_play_path(const struct game *g, const char *whose, const char *file,
			char *path, size_t size, struct status *st);
/* Opens the table of a file, or (NULL) the one that ships for the game, in the search's arena. */
bool abstract_play_open(struct abstract_play **out, struct search *s, const char *file,
			enum translation how, struct status *st);
/* Answers the root: the mix of the hand held, values by `rollouts` hands that are played out. */
void abstract_play_run(struct search *s, struct abstract_play *l, int rollouts);
/* The mix of every hand of the mover at a public state: as src/core/strategy.h has it. */
bool abstract_play_mixes(struct abstract_play *l, const struct game *g,
			 const struct state *at, struct strategy_mixes *out);
/* The weights of both seats' hands at a state in which a seat acts: how often they make the moves
 * that were made. False: the hand has left the table's tree. */
bool abstract_play_ranges(struct abstract_play *l, const struct game *g,
			  const struct state *at, float range[2][PUBLIC_HANDS]);

/* The place of the tree that stands for a state in which a seat acts, and the seat that is seat 0
 * there; after bets that were translated the likeliest. False: the hand has left the tree. */
bool abstract_play_find(struct abstract_play *l, const struct game *g,
			const struct state *at, uint32_t *place, int *first);
const struct abstract_table *abstract_play_table(const struct abstract_play *l);

/* Of the root alone, as in look.h: its moves and its hands. */
int abstract_play_children(struct search *s, look_ref node, struct look_node *out,
			   int max);
bool abstract_play_hands(struct search *s, look_ref node, struct stats_hands *out);
/* The iterations that the table was trained for. */
int64_t abstract_play_steps(const struct abstract_play *l);

extern const struct gauge abstract_gauge_known, abstract_gauge_branches;

#endif
