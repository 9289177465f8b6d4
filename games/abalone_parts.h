/*
 * abalone_parts.h - what the two files of Abalone share, and nobody else.
 *
 *   abalone.c       variants, moves, play, values, the quick player, the table of functions
 *   abalone_text.c  names, moves and positions as text, scoreboard, the generic scene
 */
#ifndef PLYSCOPE_GAMES_ABALONE_PARTS_H
#define PLYSCOPE_GAMES_ABALONE_PARTS_H

#include "games/abalone.h"

#define BIT(cell) (UINT64_C(1) << (cell))

/* g->rules */
struct rules {
	uint16_t max_plies;
	uint8_t seats, start, goal, marbles;
};

static inline const struct rules *
rules_of(const struct game *g)
{
	return (const struct rules *)g->rules;
}

static inline struct abalone *
board_of(struct state *s)
{
	return (struct abalone *)s->bytes;
}

/* abalone.c */
int abalone_list_moves(const struct game *g, const struct state *s, int seat, move *list);
/* What ranks a seat when the game is over: higher is better. */
int abalone_rank(const struct game *g, const struct abalone *s, int seat);
/* After reading a position: key, end and ring. */
void abalone_settle(const struct game *g, struct state *s);

/* abalone_text.c */
void abalone_format_move(const struct game *g, const struct state *s, int seat, move m,
			 char *out, int size);
bool abalone_parse_move(const struct game *g, const struct state *s, int seat,
			const char *text, move *out, struct status *st);
void abalone_format_position(const struct game *g, const struct state *s, char *out,
			     int size);
bool abalone_parse_position(const struct game *g, const char *text, struct state *s,
			    struct status *st);
const char *abalone_seat_name(const struct game *g, int seat);
char abalone_seat_letter(const struct game *g, int seat);
void abalone_headline(const struct game *g, const struct state *s, int viewer, char *out,
		      int size);
int abalone_figures(const struct game *g, const struct state *s, struct figure *out);
void abalone_event(const struct game *g, const struct state *from, int seat, move m,
		   const struct state *to, char *out, int size);
void abalone_scene(const struct game *g, const struct state *s, int viewer,
		   struct scene *out);

#endif
