/*
 * record.h - a game as text, in the style of PGN.
 *
 * Tags first ([Game "hearts"], [Variant "seats=4,passing=on"], [Seat1 "human"], [Seed "7"],
 * [Plyscope "1.0"], [Date ...], [Result ...]), an empty line, then one turn a line: number,
 * seat letter, move in the game's notation, {comment}. Chance is written as `* deal N`.
 * Reading one replays it: every move is checked, and the hash tag must agree.
 */
#ifndef PLYSCOPE_CORE_RECORD_H
#define PLYSCOPE_CORE_RECORD_H

#include "src/core/match.h"

void record_write(const struct match *m, struct text *out);
/* To a file, atomically (temporary file, then rename). */
bool record_save(const struct match *m, const char *path, struct status *st);
/* Opens a match from text; `name` is used in messages ("FILE:LINE: ..."). */
bool record_read(struct match *m, const char *text, const char *name,
		 const struct catalog *c, struct status *st);
/* FILE or FILE@PLY: with a ply the later plies are kept as redo. */
bool record_load(struct match *m, const char *spec, const struct catalog *c,
		 struct status *st);

#endif
