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
			"order in " \
			"which values= counts them" of \
	}

struct way_told {
	char name[40]; /* "folding more" */
	double often;  /* it is chosen, over the seat's hands, 0..1 */
	double value;  /* to us, in points */
};

/* One sentence, with as many of the ways as it has room for. */
void ways_write(const struct game *g, int us, const struct way_told *way, int ways,
		int decimals, char out[static LOOK_PROOF]);

#endif
