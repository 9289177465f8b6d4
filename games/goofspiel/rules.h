/* rules.h - shared by the files of Goofspiel. */
#ifndef PLYSCOPE_GAMES_GOOFSPIEL_RULES_H
#define PLYSCOPE_GAMES_GOOFSPIEL_RULES_H

#include "games/goofspiel/goofspiel.h"

#define CARD_SET(c) ((uint16_t)(1u << (c)))

static inline int
set_count(unsigned set)
{
	return __builtin_popcount(set);
}

static inline int
set_lowest(unsigned set)
{
	return __builtin_ctz(set);
}

static inline int
set_highest(unsigned set)
{
	return 31 - __builtin_clz(set);
}

static inline int
set_pop(unsigned *set)
{
	int c = set_lowest(*set);
	*set &= *set - 1;
	return c;
}

int goofspiel_sum(unsigned set); /* of the cards in it */
/* Turns up the next prize where that needs no chance. */
void goofspiel_turn_up(const struct goofspiel_variant *r, struct goofspiel *s);

seat_set goofspiel_acting(const struct game *g, const struct state *state);
int goofspiel_figures(const struct game *g, const struct state *state,
		      struct figure *out);
const char *goofspiel_seat_name(const struct game *g, int seat);
char goofspiel_seat_letter(const struct game *g, int seat);

/* text.c */
extern const struct game_text goofspiel_text;
extern const struct game_view goofspiel_view;

/* joint.c */
extern const struct joint_ops goofspiel_joint;

#endif
