/* oshi_zumo_parts.h - what the files of Oshi-Zumo share. */
#ifndef PLYSCOPE_GAMES_OSHI_ZUMO_PARTS_H
#define PLYSCOPE_GAMES_OSHI_ZUMO_PARTS_H

#include "games/oshi_zumo.h"

/* True when the game is over with these purses and this place. */
static inline bool
oshi_is_over(const struct oshi_rules *r, int west, int east, int place)
{
	return place > r->size || place < -r->size || west + east == 0;
}

/* West's outcome when nobody can bid any more: 1 won, 0 a draw, -1 lost. */
static inline int
oshi_outcome(const struct oshi_rules *r, int place)
{
	const int line = r->alesia ? r->size : 0;
	return (place > line) - (place < -line);
}

seat_set oshi_acting(const struct game *g, const struct state *state);
const char *oshi_seat_name(const struct game *g, int seat);
char oshi_seat_letter(const struct game *g, int seat);

/* oshi_zumo_text.c */
void oshi_format_move(const struct game *g, const struct state *s, int seat, move m,
		      char *out, int size);
bool oshi_parse_move(const struct game *g, const struct state *s, int seat,
		     const char *text, move *out, struct status *st);
void oshi_format_position(const struct game *g, const struct state *s, char *out,
			  int size);
bool oshi_parse_position(const struct game *g, const char *text, struct state *s,
			 struct status *st);
void oshi_headline(const struct game *g, const struct state *state, int viewer, char *out,
		   int size);
void oshi_event(const struct game *g, const struct state *from, int seat, move m,
		const struct state *to, char *out, int size);
void oshi_scene(const struct game *g, const struct state *state, int viewer,
		struct scene *out);

/* oshi_zumo_joint.c */
extern const struct joint_ops oshi_joint;

#endif
