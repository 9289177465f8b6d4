/* tron_parts.h - what the files of Tron share. */
#ifndef PLYSCOPE_GAMES_TRON_PARTS_H
#define PLYSCOPE_GAMES_TRON_PARTS_H

#include "games/tron.h"

/* The start of a game from these cells, no steps made. */
void tron_place(const struct tron_rules *r, struct tron *s, const uint8_t *start);
/* Steps that a seat may take, as a set of bits; see tron.h. */
unsigned tron_steps(const struct tron *s, int seat);
/* All that are alive have committed: they step. */
void tron_round(struct tron *s);

seat_set tron_acting(const struct game *g, const struct state *state);
const char *tron_seat_name(const struct game *g, int seat);
char tron_seat_letter(const struct game *g, int seat);

/* tron_text.c */
void tron_format_move(const struct game *g, const struct state *s, int seat, move m,
		      char *out, int size);
bool tron_parse_move(const struct game *g, const struct state *s, int seat,
		     const char *text, move *out, struct status *st);
void tron_format_position(const struct game *g, const struct state *s, char *out,
			  int size);
bool tron_parse_position(const struct game *g, const char *text, struct state *s,
			 struct status *st);
void tron_headline(const struct game *g, const struct state *state, int viewer, char *out,
		   int size);
void tron_event(const struct game *g, const struct state *from, int seat, move m,
		const struct state *to, char *out, int size);
void tron_scene(const struct game *g, const struct state *state, int viewer,
		struct scene *out);

/* tron_joint.c */
extern const struct joint_ops tron_joint;

#endif
