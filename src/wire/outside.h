/* outside.h - what outside.c and outside_report.c share: a USI or UCI engine as a guest. */
#ifndef PLYSCOPE_WIRE_OUTSIDE_H
#define PLYSCOPE_WIRE_OUTSIDE_H

#include "src/wire/dialect.h"
#include "src/wire/guest.h"

#define OUTSIDE_LINE 16384 /* bytes of a game as one command */
#define OUTSIDE_ROWS 16	   /* of multipv */

/* What tells the two protocols apart. */
struct protocol {
	const char *key;      /* "usi": also the first command */
	const char *ready;    /* "usiok" */
	const char *new_game; /* "usinewgame" */
	const char *hash;     /* option of the size of its table */
	const char *time;     /* "go" with a time for this move */
	double scale;	      /* of its centipawns */
	bool variants; /* the engine plays several games and must be sent the name of this one */
};

extern const struct protocol outside_usi, outside_uci;

struct outside {
	struct guest guest;
	const struct protocol *protocol;
	const struct dialect *dialect;
	double low, high;	 /* points of the mover, at the root */
	const char *awaits;	 /* the word that the greeting waits for */
	const char *answer;	 /* its line "bestmove ..." */
	char line[OUTSIDE_LINE]; /* a position with its moves */
};

static inline struct outside *
outside_of(const struct search *s)
{
	return s->self;
}

extern const struct gauge *const outside_gauges[];

/* A line of the engine while it thinks: into s->live. */
void outside_note_info(struct search *s, const char *text);
/* Its "bestmove ...": the search has ended, for this reason or because of the move. */
void outside_take_answer(struct search *s, const char *line, enum stop_reason reason);

#endif
