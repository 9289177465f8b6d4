/*
 * dialect.h - a game's moves and positions in the words of a protocol.
 *
 * A protocol between programs has words of its own for a game's moves and positions. A dialect
 * turns the game's texts into them, and back by comparing with every legal move, so that only legal
 * moves are understood.
 */
#ifndef PLYSCOPE_WIRE_DIALECT_H
#define PLYSCOPE_WIRE_DIALECT_H

#include "src/core/game.h"

#include <stddef.h>

#define DIALECT_MOVE 16

struct dialect {
	const char *protocol; /* "usi", "uci" */
	const char *game;     /* its key */
	const char *variant;  /* what UCI_Variant calls it */
	const char *board;    /* variants that it can play, "rows=8"; NULL: all */
	/* The text of a move as the protocol has it. */
	void (*move)(const char *text, char out[static DIALECT_MOVE]);
	/* The text of a position as it stands behind "position ". */
	void (*position)(const char *text, char *out, size_t size);
};

/* NULL: the protocol has no words for this game, or not for this variant of it. */
const struct dialect *dialect_find(const char *protocol, const struct game *g);
/* "minishogi, breakthrough": keys of the games that a protocol has words for. */
void dialect_list(const char *protocol, char *out, int size);
void dialect_format_move(const struct dialect *d, const struct game *g,
			 const struct state *s, int seat, move m,
			 char out[static DIALECT_MOVE]);
/* MOVE_NONE: no legal move is written so. */
move dialect_read_move(const struct dialect *d, const struct game *g,
		       const struct state *s, int seat, const char *text);
/* "sfen ...", "fen ..." of a state that is not over. */
void dialect_format_position(const struct dialect *d, const struct game *g,
			     const struct state *s, char *out, size_t size);

#endif
