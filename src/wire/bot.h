/*
 * bot.h - the bot protocol, version 1: anybody's program at any game, in lines of JSON.
 *
 * One line is one object, and its "say" names it. plyscope's side: hello, game, decide, stop,
 * over, quit. The bot's: ready, info, move. plyscope-formats(5) has a page with a transcript.
 *
 * Redaction: a question is built from a state that is redacted for the seat that is asked, and
 * from the moves that this seat saw. No seed is in it, for a seed tells the deal.
 */
#ifndef PLYSCOPE_WIRE_BOT_H
#define PLYSCOPE_WIRE_BOT_H

#include "src/base/json.h"
#include "src/core/search.h"

#define BOT_VERSION 1

/* What a bot is asked. */
struct bot_question {
	const struct game *game;
	const struct state *root; /* redacted for the viewer */
	int viewer, mover;
	const struct played_move
		*made; /* as the viewer saw them (match_made()); NULL: unknown */
	int made_count;
	struct limits limits;
	int id;
};

/* {"say":"game",...} for a seat; SEAT_ALL: one that sees everything. */
json_t *bot_tell_game(const struct game *g, int seat);
/* {"say":"decide",...} */
json_t *bot_tell_question(const struct bot_question *q);
/* {"say":"over",...}: the end of a game, as the viewer sees it. */
json_t *bot_tell_end(const struct game *g, const struct state *end, int viewer);
/* The object as one line, which the caller frees. */
char *bot_line(json_t *message);
/* A line as an object with "say"; NULL: st says in a sentence why it is none. */
json_t *bot_read_line(const char *line, struct status *st);
/* Whether its "say" is this word. */
bool bot_says(const json_t *message, const char *word);
/* Its text at a key; NULL: there is none. */
const char *bot_text(const json_t *message, const char *key);

/* The figures of an info or a move, into s->live: those that make no sense are left out. */
void bot_take_figures(struct search *s, const json_t *message);
/* The legal move of a text; MOVE_NONE: it is none. */
move bot_take_move(const struct game *g, const struct state *s, int seat,
		   const char *text);

#endif
