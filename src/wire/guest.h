/*
 * guest.h - another program that plays for a search, whatever it speaks (USI, the bot protocol): its options, its patience, and its end.
 *
 * Patience: the program is given up when it has been silent for as long as the option patience=
 * says, counted from since_us. A pause stops the process and takes no patience.
 */
#ifndef PLYSCOPE_WIRE_GUEST_H
#define PLYSCOPE_WIRE_GUEST_H

#include "src/core/search.h"
#include "src/wire/engine.h"

struct guest {
	struct engine engine;
	int64_t patience_us;
	int64_t since_us;
	const char *owes; /* "has said nothing for": its fault when patience is over */
	bool talks;	  /* each line puts patience off */
	bool stopped;	  /* it was told to stop */
};

/* What a line of the program means: nothing yet; what was waited for; st, it is given up. */
enum guest_line { GUEST_MORE, GUEST_ENOUGH, GUEST_WRONG };
typedef enum guest_line guest_take(struct search *s, char *line, struct status *st);

#define GUEST_NOTHING "none"

#define GUEST_COMMAND(example, text) \
	{ \
		.key = "command", .kind = OPTION_NAME, .deflt = GUEST_NOTHING, \
		.choices = GUEST_NOTHING "|" example, .help = text \
	}
#define GUEST_PATIENCE(text) \
	{ \
		.key = "patience", .kind = OPTION_DURATION, .deflt = "10s", .min = 50, \
		.max = 600000, .unit = "ms", .help = text \
	}

/* True, and why in out: options were chosen, and command= is not among them. */
bool guest_misfit(const char *key, const char *example, const struct options *o,
		  char *out, int size);
/* Takes arena memory for a struct of this size, zeroed, as s->self. NULL: st. */
void *guest_open(struct search *s, size_t size, struct status *st);
/* Patience from the options; it counts from now on. */
void guest_expect(const struct search *s, struct guest *x, const char *owes);
/* Starts the program of the option command=. */
bool guest_start(const struct search *s, struct guest *x, struct status *st);
/* Takes lines until one is enough. No clock runs, but a search that is stopped waits no longer:
 * false without a reason. */
bool guest_await(struct search *s, struct guest *x, guest_take *take, struct status *st);
/* The same while it thinks. `stop` is what it is told when its time is over or the search is
 * stopped, and *reason is then that; NULL: nothing, and nobody waits for it when the search is
 * stopped from outside. */
bool guest_think(struct search *s, struct guest *x, const char *stop, guest_take *take,
		 enum stop_reason *reason, struct status *st);
/* The search has no answer: it has failed, as st says, or was stopped from outside; the program
 * is ended. */
void guest_fail(struct search *s, struct guest *x, const struct status *st);

/* A row of live.moves at a rank; another one with the same move leaves. */
struct stats_move *guest_row(struct search *s, int at, move m);
/* The move becomes the first of the table, whatever was reported before. */
void guest_choose(struct search *s, move m);

#endif
