/* rules.h - shared by the files of Tron. */
#ifndef PLYSCOPE_GAMES_TRON_RULES_H
#define PLYSCOPE_GAMES_TRON_RULES_H

#include "games/tron/tron.h"

/* The start of a game from these cells, no steps made. */
void tron_place(const struct tron_variant *r, struct tron *s, const uint8_t *start);
/* Steps that a seat may take, as a set of bits; see tron.h. */
unsigned tron_steps(const struct tron *s, int seat);
/* All that are alive have committed: they step. */
void tron_round(struct tron *s);

seat_set tron_acting(const struct game *g, const struct state *state);
const char *tron_seat_name(const struct game *g, int seat);
char tron_seat_letter(const struct game *g, int seat);

/* text.c */
extern const struct game_text tron_text;
extern const struct game_view tron_view;

/* joint.c */
extern const struct joint_ops tron_joint;

/* rules.c */
int tron_figures(const struct game *g, const struct state *state, struct figure *out);

#endif
