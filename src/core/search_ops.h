/*
 * search_ops.h - what an algorithm offers: its name, options, figures and functions.
 *
 * A search gets a REDACTED state and never sees the match. search.h has the data of a running
 * search and what the algorithm calls.
 */
#ifndef PLYSCOPE_CORE_SEARCH_OPS_H
#define PLYSCOPE_CORE_SEARCH_OPS_H

#include "src/core/look.h"
#include "src/core/player.h"
#include "src/core/strategy.h"

/* ---- the options of another program that plays here, as it says them itself ----
 *
 * The program is started, asked and ended; nothing here waits. The option command= of the search has
 * its command line, of which only a trusted one is started (src/base/trust.h). What a person chooses
 * stands in the option set= as text, "Skill Level=5;Contempt=0"; "none": nothing.
 */

struct foreign; /* a program that was asked */

struct foreign_ops {
	/* Starts the program of these options and asks it; NULL: st says why not. The member is
	 * NULL, as all those below, where the program cannot be asked. */
	struct foreign *(*ask)(const struct options *o, struct status *st);
	/* Reads its answer so far, without waiting. True once it has answered, or has failed (st):
	 * *specs has its options, at most OPTIONS_MAX, while f is open. Options that plyscope sets
	 * itself, and buttons, are left out. */
	bool (*hear)(struct foreign *f, const struct option_spec **specs,
		     struct status *st);
	void (*close)(struct foreign *f); /* ends the program, frees f */
};

struct search;
struct calibration;
struct solver_ops;
struct proof_ops;

enum search_flag {
	SEARCH_PERFECT = 1 << 0,   /* refuses TRAIT_HIDDEN */
	SEARCH_HIDDEN_OK = 1 << 1, /* made for hidden information */
	SEARCH_INNER = 1 << 2,	   /* runs a nested player */
	SEARCH_OWN_WIN = 1 << 3,   /* fills win[] itself: no calibration */
	SEARCH_MEANS = 1 << 4,	   /* proven values are means over mixed choices */
	SEARCH_TRAINED = 1 << 5,   /* plays a strategy that was trained beforehand */
	SEARCH_ANY_BYTES = 1 << 6, /* needs no zeroed arena: a used one will do */
	/* With more than two seats it assumes how the others play: it proves values under that
	 * assumption. */
	SEARCH_ASSUMES = 1 << 7,
	SEARCH_AIMS = 1 << 8, /* has SEARCH_OPTION_AIM: it plays search.game */
	/* advance() takes any later position of the game and no moves (`made` is NULL): it finds
	 * by the state what it kept. So it works with hidden cards, too. */
	SEARCH_BY_STATE = 1 << 9,
};

#define SEARCH_OPTION_AIM \
	{ \
		.key = "aim", .kind = OPTION_CHOICE, .deflt = "hand", \
		.choices = "hand|match", \
		.help = "the goal: to win this hand, or the match with the " \
			"points of earlier hands" \
	}

/* Of a search that takes its worlds from search_deal(). */
#define SEARCH_OPTION_INFER \
	{ .key = "infer", \
	  .kind = OPTION_INT, \
	  .deflt = "0", \
	  .min = 0, \
	  .max = 10000, \
	  .unit = "worlds", \
	  .help = "draw the worlds from this many, by how likely the others' " \
		  "choices were in each; 0: all equally likely" }, \
	{ \
		.key = "model", .kind = OPTION_CHOICE, .deflt = "order", \
		.choices = "order|learned", \
		.help = "how the choices of others are predicted with infer=: by " \
			"the game's order of moves, or by its network, which " \
			"passes for them too" \
	}

struct search_ops {
	const char *key;   /* as a player types it */
	const char *title; /* as papers call it */
	const char *summary;
	const char *source; /* paper, section */
	unsigned flags;	    /* enum search_flag */
	const struct option_spec *options;
	/* True, with one sentence in out: it cannot play this game, or not with these options
	 * (o NULL: not chosen yet). The game has no TRAIT_HIDDEN where the search sees whole
	 * states. NULL: the flags say everything. */
	bool (*misfit)(const struct game *g, const struct options *o, char *out,
		       int size);
	/* The figures that it declares, each table ended by a blank column; NULL: none. */
	const struct column *columns;	   /* of root moves: stats_move.extra */
	const struct column *node_columns; /* of the tree's nodes: look_node.extra */
	const struct cut_rule
		*rules; /* what it cuts by, ended by a blank; NULL: nothing */
	const struct gauge *const *gauges; /* ended by NULL; NULL: none */
	/* Takes arena memory, checks options. False: one sentence. */
	bool (*open)(struct search *s, struct status *st);
	/* Searches until search_step() says stop or it is finished; leaves the result in s->live
	 * and sets s->live.stop; search_fail() when it cannot. May be called again after a stop to
	 * go on where the algorithm can; others start afresh. */
	void (*run)(struct search *s);
	/* The game went on by these moves: s->root, seed and mover are those of the new position,
	 * s->live is blank. Keeps the part of the tree below it for the next run(), which reports
	 * its size in the gauge "reused". False: nothing can be kept, and the search can only be
	 * closed. NULL: every search starts afresh. */
	bool (*advance)(struct search *s, const struct played_move *made, int count);
	/* The game has ended in this state, as the search's seat sees it; for those that learn
	 * from it. Called between run() and close(). NULL: it makes no difference. */
	void (*over)(struct search *s, const struct state *end);
	/* Frees whatever the arena does not own; may be NULL. */
	void (*close)(struct search *s);
	const struct look_ops *look; /* NULL: no tree to show */
	/* It proves who wins, for `plyscope solve` of a position (proof.h); NULL: nothing. */
	const struct proof_ops *proof;
	/* Tables that `plyscope solve` can write (src/core/solver.h); NULL: none. */
	const struct solver_ops *solver;
	/* It starts another program; NULL: none. */
	const struct foreign_ops *foreign;
	/* The strategy its tree holds below the root; NULL: only that of the root. */
	const struct strategy_ops *strategy;
};

#endif
