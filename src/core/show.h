/*
 * show.h - how a game is written and drawn: text of moves and positions, scoreboard, picture.
 */
#ifndef PLYSCOPE_CORE_SHOW_H
#define PLYSCOPE_CORE_SHOW_H

#include "src/base/status.h"
#include "src/core/state.h"

struct game;
struct scene;

/* Text follows the community ("QS", "e5-g5"). A game has every member whose comment does not say
 * what NULL means. */
struct game_text {
	void (*format_move)(const struct game *g, const struct state *s, int seat, move m,
			    char *out, int size);
	/* The same as people say it, "call", "raise to 200", for screens; parse_move() reads it too.
	 * NULL: format_move(). Called as game_say_move(). */
	void (*say_move)(const struct game *g, const struct state *s, int seat, move m,
			 char *out, int size);
	/* A legal move from text; the failure says what was expected. With SEAT_CHANCE a
	 * chance move, where format_move() writes it as more than a number. NULL: the text is
	 * compared with those of moves(). Called as game_parse_move(). */
	bool (*parse_move)(const struct game *g, const struct state *s, int seat,
			   const char *text, move *out, struct status *st);
	/* One line that parse_position() reads back to the same hash. */
	void (*format_position)(const struct game *g, const struct state *s, char *out,
				int size);
	bool (*parse_position)(const struct game *g, const char *text, struct state *s,
			       struct status *st);
	/* "N", "Red": at most 6 columns; and one letter that names the seat on the board,
	 * NULL: the first of that. Called as game_seat_letter(). */
	const char *(*seat_name)(const struct game *g, int seat);
	char (*seat_letter)(const struct game *g, int seat);
	/* As people say it, "South". NULL: seat_name(). */
	const char *(*seat_word)(const struct game *g, int seat);
	/* The variant's name for engines, where moves and positions are those of USI. NULL: they
	 * are not. */
	const char *usi;
};

/* The scoreboard, events and the picture. A game has every member whose comment does not say what
 * NULL means. */
struct game_view {
	/* The place in the game for the top line: "hand 3  pass right  trick 5/13". */
	void (*headline)(const struct game *g, const struct state *s, int viewer,
			 char *out, int size);
	/* The scoreboard; returns the rows. NULL: none. Called as game_figures(). */
	int (*figures)(const struct game *g, const struct state *s, struct figure *out);
	/* A sentence on the step from -> to, for the message line and the log ("W takes the
	 * trick: 14"); empty when the move itself says enough. NULL: always empty. Called as
	 * game_event(). */
	void (*event)(const struct game *g, const struct state *from, int seat, move m,
		      const struct state *to, char *out, int size);
	/* The picture as seen by viewer (state already redacted for it). */
	void (*scene)(const struct game *g, const struct state *s, int viewer,
		      struct scene *out);
	/* For boards: the cells of the scene that a person chooses one after the other for
	 * a move, into cell[PATH_CELLS]; returns how many. A peg and its goal; one cell for
	 * a stone; a piece in the hand and where it is dropped. Where the order is free,
	 * way 0 is followed by others; 0: there is no such way. No path is the beginning
	 * of another. NULL: moves are not chosen by cells. */
	int (*path)(const struct game *g, const struct state *s, int seat, move m,
		    int way, int16_t *cell);
	/* The name of a move among at most 9 with the same path: "promote". NULL: the move's
	 * text. */
	void (*choice)(const struct game *g, const struct state *s, int seat, move m,
		       char *out, int size);
};

#endif
