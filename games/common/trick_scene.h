/*
 * trick_scene.h - the common pictures of trick games: the top line, and the pieces of a generic
 * scene of 48 by 17 with the viewer at the bottom.
 */
#ifndef PLYSCOPE_GAMES_COMMON_TRICK_SCENE_H
#define PLYSCOPE_GAMES_COMMON_TRICK_SCENE_H

#include "games/common/trick.h"
#include "src/core/scene.h"

/* "hand 3  pass left  trick 5/13  hearts broken  to 100"; note and broken come with their
 * blanks or are empty, to is 0 where there is no limit. */
void trick_headline(const struct trick_view *v, const char *note, const char *broken,
		    int to, char *out, int size);

#define TRICK_SCENE_WIDTH  48
#define TRICK_SCENE_HEIGHT 17
struct trick_place {
	int8_t x, y;	       /* of the seat's lines */
	int8_t card_x, card_y; /* of its card on the table */
};
/* Of a seat, with `bottom` at the bottom. */
const struct trick_place *trick_place(int seats, int seat, int bottom);
/* Nothing on it yet. */
void trick_clear_scene(struct scene *out);
struct scene_item *trick_put_text(struct scene *out, int x, int y, enum role role,
				  int seat, const char *text);
/* All hands. The cards of the one at the bottom, when they are known, are choosable and carry
 * their move where they are `legal`; `acts` dims the others. */
void trick_put_hands(const struct trick_view *v, int bottom, bool acts, uint64_t legal,
		     struct scene *out);
/* The trick on the table and the one before. */
void trick_put_table(const struct trick_view *v, int bottom, struct scene *out);

#endif
