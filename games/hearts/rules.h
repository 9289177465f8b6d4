/*
 * rules.h - shared by the files of Hearts alone.
 *
 *   rules.c    variants, the course of a hand, values, the tables of functions
 *   eval.c     evaluation, move ordering, merging, the quick player and playouts
 *   last.c     the last card of a trick, for alpha-beta
 *   hidden.c   the knowledge of a seat, and full deals that fit it
 *   text.c     moves and positions as text
 *   view.c     names, scoreboard, events, the generic scene
 *
 * The two functions that every node of every search runs are here, to be compiled into
 * their callers: the legal cards, and putting one on the table.
 */
#ifndef PLYSCOPE_GAMES_HEARTS_RULES_H
#define PLYSCOPE_GAMES_HEARTS_RULES_H

#include "games/hearts/cards.h"

/* rules.c */
void hearts_deal(const struct hearts_variant *r, struct hearts_state *h, uint32_t number);
void hearts_commit(const struct hearts_variant *r, struct hearts_state *h, int seat,
		   uint64_t set);
void hearts_exchange(const struct hearts_variant *r, struct hearts_state *h);
int hearts_holder(const struct hearts_variant *r, const struct hearts_state *h, int card);
seat_set hearts_acting(const struct game *g, const struct state *s);
int hearts_moves(const struct game *g, const struct state *s, int seat, move *out);

/* values.c */
extern const struct game_knowledge hearts_knowledge;
extern const struct trick_ops hearts_trick;
int hearts_moon_seat(const struct hearts_variant *r, const struct hearts_state *h);
/* trick_ops.future. */
uint64_t hearts_future(const struct game *g, const struct state *s, int32_t *had);

/* eval.c */
void hearts_build_eval(void); /* its tables, once for all games */
void hearts_evaluate(const struct game *g, const struct state *s, int32_t *value);
void hearts_order(const struct game *g, const struct state *s, int seat, const move *m,
		  int n, int32_t *score);
int hearts_merge(const struct game *g, const struct state *s, int seat, move *m, int n);
int hearts_choices(const struct game *g, const struct state *s, int seat, move *out);
move hearts_policy(const struct game *g, const struct state *s, int seat,
		   struct rng *rng);
int hearts_rollout(const struct game *g, struct state *s, struct rng *rng, int max_plies,
		   int kind);
uint64_t hearts_choose_pass(const struct hearts_variant *r, uint64_t hand,
			    struct rng *rng);

/* net.c */
extern const struct cardnet_ops hearts_cardnet;

/* last.c */
bool hearts_last_ply(const struct game *g, const struct state *s, int seat, move m,
		     struct last_ply *p);
void hearts_taken_after_reply(const struct game *g, const struct state *s, int seat,
			      move m, move reply, int32_t *value);

/* hidden.c */
/* trick_ops.rewind. */
bool hearts_rewind(const struct game *g, const struct state *s,
		   const struct played_move *made, int count, struct state *begin,
		   int *from);
extern const struct game_hidden hearts_hidden;

/* text.c */
extern const struct game_text hearts_text;

/* view.c */
extern const struct game_view hearts_view;
extern const struct result_ops hearts_results;

#endif
