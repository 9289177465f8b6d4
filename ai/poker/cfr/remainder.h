/*
 * remainder.h - cfr in a game whose public tree has too many boards: what is left of the hand.
 *
 * The round that is played is solved from where its betting began. From the turn on that is to the
 * end of the hand; before, it ends where the next card would come, as if all were checked down
 * then, on boards that are drawn.
 *
 * The ranges it begins with are those that play before left: every hand at first; each round before
 * is solved like that too, and a hand's weight is multiplied by how often the average strategy made
 * the moves that were made. No move is taken for quite impossible: a hand makes each at least once
 * in fifty. All of this depends on public facts alone, and is the same whoever asks.
 *
 * Flop hold'em, where one deal brings the whole board, is solved from its first bet to its end if
 * that fits into memory=; two decisions of a hand then come from the same solution, as in small
 * games.
 *
 * With file= nothing is solved: what `plyscope solve` has written is looked up, and can be walked
 * through.
 */
#ifndef PLYSCOPE_AI_POKER_CFR_REMAINDER_H
#define PLYSCOPE_AI_POKER_CFR_REMAINDER_H

#include "ai/poker/tree/subgame.h"
#include "src/core/search.h"
#include "src/core/strategy.h"

/* Whether cfr plays a game like this; whether one deal brings its whole board. */
bool remainder_plays(const struct game *g);
bool remainder_plays_whole(const struct game *g);
bool remainder_open(struct search *s, struct status *st);
void remainder_run(struct search *s);
/* As in look.h. */
int remainder_children(struct search *s, look_ref node, struct look_node *out, int max);
bool remainder_hands(struct search *s, look_ref node, struct stats_hands *out);

/* For a search that fills the strategies of a whole hand itself. Opens it, with so many bytes of
 * its own, all 0, as remainder_filled(); NULL: st. */
void *remainder_open_filled(struct search *s, size_t bytes, struct status *st);
void *remainder_filled(const struct search *s);
/* The tree of the whole hand that the root is in, with the moves that were made and at most so many
 * raises a round. False: no such game, or it does not fit, said in st. */
bool remainder_build_whole(struct search *s, int raises, struct status *st);
struct subgame *remainder_subgame(const struct search *s);
/* The search goes on from another root, of which nothing is built. */
void remainder_look_again(struct search *s);
/* Fills s->live, all but the caller's gauges, at the end of a search with the move; known: the
 * strategies filled are played to the end of the hand, so their exploitability is told. */
void remainder_tell(struct search *s, bool known, bool end);
/* Makes a subgame that of a hand which begins in `begin`, where another seat may have the
 * button. False: it is played for other chips. */
bool remainder_fit_hand(struct subgame *s, const struct state *begin);
/* As in strategy.h: of a hand that was solved from its first bet to its end. */
bool remainder_replies(struct search *s, double reply[2]);
bool remainder_mixes(struct search *s, const struct state *at,
		     struct strategy_mixes *out);
/* The node of a state in the tree of the whole hand. False: it is not there. */
bool remainder_find(struct search *s, const struct state *at, uint32_t *node);
bool remainder_save(struct search *s, const char *path, struct status *st);

/* cfr.c: the tree and the strategies of a game of either kind, with listed boards or as here. */
int cfr_children(struct search *s, look_ref node, struct look_node *out, int max);
bool cfr_hands(struct search *s, look_ref node, struct stats_hands *out);
extern const struct look_ops cfr_look;
extern const struct strategy_ops cfr_strategy;
extern const struct gauge cfr_gauge_nodes;
/* The other's range, in hands. */
extern const struct gauge remainder_gauge_range;

#endif
