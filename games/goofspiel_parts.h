/* goofspiel_parts.h - what the files of Goofspiel share. */
#ifndef PLYSCOPE_GAMES_GOOFSPIEL_PARTS_H
#define PLYSCOPE_GAMES_GOOFSPIEL_PARTS_H

#include "games/goofspiel.h"

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
void goofspiel_turn_up(const struct goofspiel_rules *r, struct goofspiel *s);

seat_set goofspiel_acting(const struct game *g, const struct state *state);
int goofspiel_figures(const struct game *g, const struct state *state,
		      struct figure *out);
const char *goofspiel_seat_name(const struct game *g, int seat);
char goofspiel_seat_letter(const struct game *g, int seat);

/* goofspiel_text.c */
void goofspiel_format_move(const struct game *g, const struct state *s, int seat, move m,
			   char *out, int size);
bool goofspiel_parse_move(const struct game *g, const struct state *s, int seat,
			  const char *text, move *out, struct status *st);
void goofspiel_format_position(const struct game *g, const struct state *s, char *out,
			       int size);
bool goofspiel_parse_position(const struct game *g, const char *text, struct state *s,
			      struct status *st);
void goofspiel_headline(const struct game *g, const struct state *state, int viewer,
			char *out, int size);
void goofspiel_event(const struct game *g, const struct state *from, int seat, move m,
		     const struct state *to, char *out, int size);
void goofspiel_scene(const struct game *g, const struct state *state, int viewer,
		     struct scene *out);

/* goofspiel_joint.c */
extern const struct joint_ops goofspiel_joint;

#endif
