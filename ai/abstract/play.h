/*
 * play.h - the player that looks a move up in a table of an abstraction (table.h): the part of
 * ai/blueprint.c for games whose boards are too many to be listed.
 */
#ifndef PLYSCOPE_AI_ABSTRACT_PLAY_H
#define PLYSCOPE_AI_ABSTRACT_PLAY_H

#include "ai/abstract/follow.h"
#include "src/core/search.h"

/* Opens the table of a file as s->self. */
bool abstract_play_open(struct search *s, const char *path, enum follow_way way,
			struct status *st);
/* Answers the root: the mix of the hand held, values by `rollouts` hands that are played out. */
void abstract_play_run(struct search *s, int rollouts);
/* The mix of every hand of the mover at a public state: as src/core/strategy.h has it. */
bool abstract_play_mixes(struct search *s, const struct state *at,
			 struct strategy_mixes *out);

/* Of the root: its moves. */
int abstract_play_children(struct search *s, look_ref node, struct look_node *out,
			   int max);
/* The iterations that the table was trained for. */
int64_t abstract_play_steps(const struct search *s);

extern const struct gauge abstract_gauge_known, abstract_gauge_branches;

#endif
