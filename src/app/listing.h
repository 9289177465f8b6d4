/*
 * listing.h - a game as lines or as JSON, for its reader: `replay`, `history` and `position`.
 *
 * While a FAIR game with hidden cards is not over, its record holds passes and comments of its
 * searches; of the current hand a listing shows only what its person may know.
 */
#ifndef PLYSCOPE_APP_LISTING_H
#define PLYSCOPE_APP_LISTING_H

#include "src/base/json.h"
#include "src/core/match.h"

/* The viewer of a listing at the state before ply `ply`: SEAT_ALL, the one person, or SEAT_NONE
 * (several persons: what all of them may know). */
int listing_viewer(const struct match *m, int ply);
/* All plies in words, then the result. */
void listing_print(const struct match *m);
/* The whole game: what was played, the figures of the searches, the positions. */
json_t *listing_to_json(const struct match *m);
/* The record, without anything hidden at this moment. */
void listing_write_record(const struct match *m, struct text *out);
/* The position before ply `ply` as a listing may show it, or as one seat knows it. */
json_t *listing_position_to_json(const struct match *m, int ply, int viewer);
void listing_view(const struct match *m, int ply, int viewer, struct state *out);

#endif
