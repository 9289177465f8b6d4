/*
 * film.h - a search as it went: snapshots at even distances, however short it was.
 *
 * A search that ends within a millisecond publishes once; its film has what it had in between, so
 * that a table can show it at a pace that can be followed. The pictures are those of the search: of
 * every look at the clock while there is room, then of every second, every fourth ... The last one
 * is the result. One thread writes it, and it may be read when the search has ended.
 */
#ifndef PLYSCOPE_CORE_FILM_H
#define PLYSCOPE_CORE_FILM_H

#include "src/core/stats.h"

#define FILM_FRAMES 64 /* of a search that is shown */
#define FILM_LEAST  24 /* of a search in few worlds: frames of its worlds make up for it */

struct film {
	int room, count;      /* room is even; 0: no film */
	int64_t takes, every; /* of so many takes one is kept */
	struct snapshot *frame;
};

/* room < 2, or no memory: a film that stays empty. */
void film_open(struct film *f, int room);
void film_close(struct film *f);
void film_clear(struct film *f);
/* Counts a moment of which a frame could be kept; false: none is wanted of it. */
bool film_due(struct film *f);
void film_take(struct film *f, const struct snapshot *s);

#endif
