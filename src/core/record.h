/*
 * record.h - a game as text, in the style of PGN.
 *
 *   [Game "key"]
 *   [Variant "seats=4,limit=100,..."]   every setting, changed or not
 *   [File "{...}"] or [File "/home/..."] what the variant's file says when it is not one of
 *                                       plyscope's, or where it is when that is too long
 *   [Seat1 "human"] [Seat2 "hard"]      as typed
 *   [Runs2 "name:depth=6"]              what it really is, when that is more
 *   [Clock "5m/game"]                   of each seat, where there is one
 *   [Seed "7"] [View "fair"] [Date "..."] [Plyscope "1.0.0"] [Result "..."]
 *   [Assisted "yes"] [At "12"]          undone to ply 12: the rest is redo
 *   [Hash "0123456789abcdef"]           of the state after the last ply
 *
 *   1. * 8123                           chance, the game's number for it
 *   2. N QS TH 2C {value=-4.1,-5.0}     number, seat letter, move, comment
 *   3. E 4C {[%emt] 1.250}              seconds of its seat's clock
 *   3. E 4C {[%note] too early}         what a person wrote about it
 *   {[%line]                            another course of the game from a ply on
 *   3. E 2C
 *   ; this one was better
 *   }
 *
 * Reading one replays it: every move is checked, and the hash must agree. Numbers may be
 * left out, and so may chance: it is then drawn from the seed. A comment may span lines.
 */
#ifndef PLYSCOPE_CORE_RECORD_H
#define PLYSCOPE_CORE_RECORD_H

#include "src/core/match.h"

#define RECORD_BYTES (16 << 20) /* a longer text is refused */
#define RECORD_PLIES 200000	/* and so are more plies than this */

/* "..." stands for a hidden move (match_ply.hidden), so that it cannot be read back. */
void record_write(const struct match *m, struct text *out);
/* To a file, atomically (temporary file, then rename). */
bool record_save(const struct match *m, const char *path, struct status *st);
/* The same with what record_write() has written. */
bool record_save_text(const struct text *t, const char *path, struct status *st);
/* Opens a match from text; `name` is used in messages ("FILE:LINE: ..."). On failure
 * there is nothing to close. */
bool record_read(struct match *m, const char *text, const char *name,
		 const struct catalog *c, struct status *st);
/* FILE or FILE@PLY: with a ply the later plies are kept as redo. */
bool record_load(struct match *m, const char *spec, const struct catalog *c,
		 struct status *st);

#endif
