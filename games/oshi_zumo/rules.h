/* rules.h - shared by the files of Oshi-Zumo. */
#ifndef PLYSCOPE_GAMES_OSHI_ZUMO_RULES_H
#define PLYSCOPE_GAMES_OSHI_ZUMO_RULES_H

#include "games/oshi_zumo/oshi_zumo.h"

/* True when the game is over with these purses and this place. */
static inline bool
oshi_is_over(const struct oshi_variant *r, int west, int east, int place)
{
	return place > r->size || place < -r->size || west + east == 0;
}

/* West's outcome when nobody can bid any more: 1 won, 0 a draw, -1 lost. */
static inline int
oshi_outcome(const struct oshi_variant *r, int place)
{
	const int line = r->alesia ? r->size : 0;
	return (place > line) - (place < -line);
}

seat_set oshi_acting(const struct game *g, const struct state *state);
const char *oshi_seat_name(const struct game *g, int seat);
char oshi_seat_letter(const struct game *g, int seat);

/* text.c */
extern const struct game_text oshi_text;
extern const struct game_view oshi_view;

/* joint.c */
extern const struct joint_ops oshi_joint;

/* rules.c */
int oshi_figures(const struct game *g, const struct state *state, struct figure *out);

#endif
