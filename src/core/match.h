/*
 * match.h - one game being played: the only owner of the true state.
 *
 * Everything else gets match_view(): a redacted copy. Chance is drawn here from the
 * setup's seed. The match keeps every state, so that undo, redo and stepping are a change
 * of `at`.
 */
#ifndef PLYSCOPE_CORE_MATCH_H
#define PLYSCOPE_CORE_MATCH_H

#include "src/base/text.h"
#include "src/core/setup.h"
#include "src/core/stats.h"

#define MATCH_COMMENT 256
#define MATCH_NOTE    200
/* The comment of a move that a person left to the program. */
#define MATCH_PLAYED_OUT "played out by the quick player"

/* One thing that happened. */
struct match_ply {
	int seat; /* SEAT_CHANCE for a deal */
	move m;
	bool human;		     /* the seat was a person's; see match_by_person() */
	bool hidden;		     /* in a copy for a reader: record.h writes "..." */
	char comment[MATCH_COMMENT]; /* the search's figures, "" for none */
	int32_t used_ms;	     /* of its seat's clock; 0 without one */
	char note[MATCH_NOTE];	     /* what a person wrote about it, "" nothing */
};

/* Another course of the game, from its start: of another move, or of the same ones and then another
 * chance. */
struct match_line {
	struct match_ply *plies;
	int count;
};
#define MATCH_LINES 16 /* the oldest are dropped */

struct match {
	struct setup setup;
	struct rng chance;
	struct state *states; /* states[k]: before plies[k]; count + 1 of them */
	struct match_ply *plies;
	int count, room; /* plies kept, including undone ones */
	int at;		 /* plies played; count > at after an undo */
	bool typed;    /* it began at a typed position, so the moves before are unknown */
	bool assisted; /* a hint, an undo or an open view was used */
	char date[20];
	int64_t id;		  /* in the store; 0: not saved yet */
	struct match_line *lines; /* match_lines.c */
	int line_count;
};

void match_open(struct match *m, const struct setup *setup); /* plays the first deal */
void match_close(struct match *m);
/* A match of its own with everything m has, undone plies too; close it as well. */
void match_copy(struct match *out, const struct match *m);
bool match_over(const struct match *m);
/* The hand, from 1, in which a ply is made. */
int match_hand(const struct match *m, int ply);
seat_set match_acting(const struct match *m);
/* The redacted state for a viewer now, or before ply `at`. SEAT_ALL is allowed only for
 * VIEW_OPEN, replays and tests. */
void match_view(const struct match *m, int viewer, struct state *out);
void match_view_at(const struct match *m, int ply, int viewer, struct state *out);
/* The positions up to one before ply `ply`, for the search of a game with turns->key. */
void match_past(const struct match *m, int ply, struct past *out);
/* A person chose the move of a ply, and did not leave it to the program. */
bool match_by_person(const struct match_ply *ply);
/* Whether the seat of a ply (not chance) was one of several that chose at the same time. */
bool match_at_once(const struct match *m, int ply);
/* The moves before ply `ply` as a viewer saw them. Where nothing but choices made at the same time
 * is hidden, those of the turn under way are left out. Where cards are hidden, the moves that the
 * viewer did not see (deals, and others' choices made at the same time) are MOVE_NONE; the viewer
 * has to be a seat and the game has to have trick_ops.rewind. The caller frees them; NULL: not
 * known, or no memory. */
struct played_move *match_made(const struct match *m, int ply, int viewer, int *count);
/* Legal moves of a seat now. */
int match_moves(const struct match *m, int seat, move *out);
/* Plays a move of a seat (checked) and any chance that follows. Undone plies stay where it is the
 * move that was undone, and are kept as a line where it is another one. */
bool match_play(struct match *m, int seat, move mv, const char *comment,
		struct status *st);
/* Back to before the last ply of `seat` (SEAT_ALL: the last ply that was no chance);
 * false when there is none. */
bool match_undo(struct match *m, int seat);
bool match_redo(struct match *m);
/* What a seat has left of the setup's clock, the move to come not counted; 0 without one, less than
 * 0 when it used more. */
int64_t match_left_ms(const struct match *m, int seat);
/* Final points of each seat, only when over: a win is 1, divided among those who share it. */
void match_points(const struct match *m, double *points);
/* "14", "0.5", "0.33": points with at most so many decimals. */
void match_format_points(double points, int decimals, char *out, size_t size);
/* Seats with the best points. */
seat_set match_winners(const struct match *m);
/* "W wins: N 14, E 3, S 26, W 9" as people count; empty unless over. */
void match_result(const struct match *m, char *out, int size);
/* "{...}" text of a snapshot for the record: value, win, depth, nodes, time. */
void match_comment(const struct snapshot *s, const struct game *g, char *out, int size);

/* ---- lines: match_lines.c ---- */

/* The ply at which a line leaves the game as it is now. */
int match_line_from(const struct match *m, int line);
/* Makes a line the game, at its end; the game as it was becomes a line. Counts as assisted. */
void match_take_line(struct match *m, int line);
/* Forgets the lines that are part of the game as it is now: each that is left leaves it somewhere. */
void match_drop_lines(struct match *m);
/* Keeps a copy of a course, unless it is the beginning of one that is kept. */
void match_add_line(struct match *m, const struct match_ply *plies, int count);
void match_copy_lines(struct match *out, const struct match *m);
void match_close_lines(struct match *m);

/* For reading records: a match without its first deal, a ply known to be legal, and the chance move
 * that is due (false: none). */
void match_begin(struct match *m, const struct setup *setup);
void match_push(struct match *m, int seat, move mv, const char *comment);
bool match_play_chance(struct match *m);

#endif
