/*
 * play.h - the player that looks a move up in a table of an abstraction (table.h): the part of
 * ai/poker/table/blueprint.c for games whose boards are too many to be listed.
 */
#ifndef PLYSCOPE_AI_POKER_TABLE_PLAY_H
#define PLYSCOPE_AI_POKER_TABLE_PLAY_H

#include "ai/poker/table/follow.h"
#include "src/core/search.h"

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
