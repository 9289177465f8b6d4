/*
 * ways.h - how the other seat may play on behind a leaf at the depth limit: the kinds of moves that
 * a biased strategy prefers there, and what the leaf tells.
 */
#ifndef PLYSCOPE_AI_COMMON_WAYS_H
#define PLYSCOPE_AI_COMMON_WAYS_H

#include "src/base/option.h"
#include "src/core/look.h"

enum way_kind { WAY_FOLD, WAY_CALL, WAY_RAISE, WAY_KINDS };

/* In the order in which ways are added. */
struct way_kinds {
	int count;
	enum way_kind kind[WAY_KINDS];
};

/* "fold/raise"; false: a sentence that begins with whose option it is. */
bool way_kinds_read(struct way_kinds *k, const char *text, const char *whose,
		    struct status *st);
/* "folding" */
const char *way_kind_name(enum way_kind kind);

/* To be put into a table of options. */
#define WAY_OPTION_KINDS(of) \
	{ \
		.key = "kinds", .kind = OPTION_NAME, .deflt = "fold/call/raise", \
		.choices = "fold/call/raise|fold/raise|raise", \
		.help = "kinds of moves that a way to play on has more of, in the " \
			"order in which values= counts them" of \
	}

/* Means over the hands of the seat that chooses, made from sums: begin; for each hand, or class of
 * hands, add its weight and then each of its ways; divide. Class -1: hands are not told apart. */
void ways_begin(struct look_ways *w, int seat, int ways, int classes);
void ways_weigh(struct look_ways *w, int class, double weight);
void ways_add(struct look_ways *w, int class, int way, double weight, double often,
	      double value);
/* False: no hand comes there. */
bool ways_divide(struct look_ways *w);

/* One sentence, with as many of the ways as it has room for. Values are told in big blinds, of
 * state s, where the game has them. */
void ways_write(const struct game *g, const struct state *s, const struct stats_ways *w,
		char out[static LOOK_PROOF]);

#endif
