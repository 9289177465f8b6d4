/* rules.h - shared by the files of hold'em. */
#ifndef PLYSCOPE_GAMES_POKER_HOLDEM_RULES_H
#define PLYSCOPE_GAMES_POKER_HOLDEM_RULES_H

#include "games/poker/holdem/holdem.h"

#include "src/core/public_buckets.h"

/* rules.c */
void holdem_start(const struct game *g, struct state *s);
seat_set holdem_acting(const struct game *g, const struct state *s);
int holdem_moves(const struct game *g, const struct state *s, int seat, move *out);
bool holdem_legal(const struct game *g, const struct state *s, int seat, move m);
void holdem_play(const struct game *g, const struct state *from, int seat, move m,
		 struct state *to);
/* Cards of the next deal that is due: of both hands, or of the board. */
int holdem_due(const struct holdem *h);

/* hidden.c: which flop a reduced game deals. */
extern const struct game_chance holdem_chance;
extern const struct game_hidden holdem_hidden;
/* eval.c */
extern const struct game_knowledge holdem_knowledge;
uint64_t holdem_draw_flop(const struct holdem_variant *r, uint64_t gone, struct rng *rng);
/* Whether a reduced game deals this flop, with some names of suits. */
bool holdem_flop_dealt(const struct holdem_variant *r, uint64_t flop);
/* The flops that a game of two rounds deals, as sets that stand for those with other names of
 * suits, and how likely each is; at most HOLDEM_FLOPS. */
int holdem_list_flops(const struct holdem_variant *r, uint64_t *set, double *chance);
/* The share of the pot that the first hand gets over all boards with these cards that may come;
 * with flops=N those of its flops. */
double holdem_share(const struct holdem_variant *r, uint64_t hand, uint64_t other,
		    uint64_t board);
/* buckets.c */
extern const struct bucket_ops holdem_buckets;
/* text.c */
/* A seat's choice in words. */
struct heads_up_choice holdem_choice(const struct holdem *h, int seat);
extern const struct game_text holdem_text;
/* public.c */
extern const struct public_ops holdem_public;
/* session.c */
int holdem_session(const struct game *g, const struct state *states, int count, int seat,
		   char line[][SESSION_LINE]);
double holdem_rate(const struct game *g, const char **unit);
/* view.c */
extern const struct game_view holdem_view;
extern const struct result_ops holdem_results;

#endif
