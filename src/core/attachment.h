/*
 * attachment.h - figures that only some searches have: cuts by ply, the matrix of a simultaneous
 * choice, poker's strategy for all hands, the answers to a bet, continuations at a depth limit, words,
 * what separates the two best moves.
 *
 * A snapshot has room for a kind only where its search reports it (stats.h).
 */
#ifndef PLYSCOPE_CORE_ATTACHMENT_H
#define PLYSCOPE_CORE_ATTACHMENT_H

#include "src/core/columns.h"
#include "src/core/rules.h"

#define STATS_PLIES   64
#define STATS_JOINT   13  /* rows and columns of a matrix, at most */
#define STATS_CLASSES 169 /* of hands, at most */
#define STATS_ACTIONS 12  /* moves of which each has a share, at most */
#define STATS_KIND    32  /* bytes of what a hand is called */
#define STATS_NAME    80
#define STATS_THOUGHT 240
#define STATS_ERROR   200
#define STATS_ERRORS  3

enum attachment {
	ATTACHED_PLIES, /* struct stats_plies */
	ATTACHED_JOINT,
	ATTACHED_HANDS,
	ATTACHED_ANSWERS,
	ATTACHED_WAYS,
	ATTACHED_WORDS,
	ATTACHED_REASONS,
	ATTACHMENTS
};

/* Cuts by rule and by ply below the root; the last ply counts those below it, too. */
struct stats_plies {
	int64_t cuts[STATS_RULES][STATS_PLIES];
};

/* A choice that two seats make at once, as a search sees it: filled when figures are
 * published, never for each simulation. Bigger matrices show the moves most likely to be
 * played. NAN: not known, or the algorithm has no such figure. */
struct stats_joint {
	int rows, columns;	       /* shown; 0 rows: there is no such choice */
	int rows_total, columns_total; /* moves that the seats have */
	int seat[2];		       /* that choose a row and a column */
	bool exact;		       /* values and mixes are, not estimates */
	move choice[2][STATS_JOINT];   /* of the rows, of the columns */
	float value[STATS_JOINT][STATS_JOINT]; /* points, of the row's seat */
	uint32_t visits[STATS_JOINT][STATS_JOINT];
	float current[2][STATS_JOINT]; /* drawn from now, without exploration */
	float average[2][STATS_JOINT]; /* what the seat would play: its mix */
	float regret[2][STATS_JOINT];  /* points per simulation for not playing it */
};

/* The strategy of a seat for all hands that it may have where it chooses, by classes of hands
 * (struct hand_classes of public.h). It is of public facts alone: the hand that is held is not in
 * it. What is said of a class is the mean over its hands, as likely as they come here. NAN: not
 * known, or the class never comes here. */
struct stats_hands {
	int classes,
		columns; /* in rows of so many; 0 classes: there is no such strategy */
	int seat;
	int actions; /* in the game's order; those that do not fit are left out */
	move action[STATS_ACTIONS];
	float all
		[STATS_ACTIONS]; /* of all hands that come here, how many take it, 0..1 */
	float weight[STATS_CLASSES]; /* of the class, how much the strategy brings here,
				      * 0..1; NAN: the public cards exclude it */
	/* The same of the other seat's hands; NAN also: unknown. */
	float other[STATS_CLASSES];
	float mix[STATS_CLASSES][STATS_ACTIONS];
	float value[STATS_CLASSES];  /* points, as both play on */
	float equity[STATS_CLASSES]; /* of the pot, 0..1, were there no more betting,
				      * against the other's hands as they come here */
};

#define STATS_WAYS 32
#define STATS_WAY  40

/* At a depth limit: a way to play on among which the other seat chooses. */
struct stats_way {
	char name[STATS_WAY]; /* "folding more" */
	double often; /* it is chosen, over the seat's hands as likely as they come
			       * there, 0..1 */
	double value; /* points, to the seat that does not choose */
};

struct stats_ways {
	int count; /* 0: there is no depth limit */
	int seat;  /* that chooses */
	struct stats_way way[STATS_WAYS];
};

/* What a bet meets: the other seat's answer with all hands that it may have beside the one that the
 * mover holds, as likely as they come here. Equities are parts of the pot, 0..1, of the hand held,
 * were there no more betting. NAN: not known. */
struct stats_answer {
	move m;	      /* of the root: a bet or a raise */
	float folds;  /* of the other's hands, 0..1 */
	float equity; /* against those that do not fold */
	/* Of the hands that fold this part, most of them, is of this kind or worse (kind() of
	 * public.h); empty: that says nothing. */
	float low;
	char kind[STATS_KIND];
};

struct stats_answers {
	bool known;
	float equity; /* against all of the other's hands at the root */
	int count;
	struct stats_answer answer[STATS_ACTIONS]; /* in the game's order */
};

/* What a program from elsewhere says of itself, in its own words. Nothing in them is checked, but
 * they are free of what a terminal obeys. */
struct stats_words {
	char by[STATS_NAME];	     /* its name */
	char thought[STATS_THOUGHT]; /* about its choice; empty: nothing */
	/* When it fails: the last lines of its standard error, the newest first; empty: none. */
	char error[STATS_ERRORS][STATS_ERROR];
};

/* What separates the choice from the runner-up in a game of tricks, over the deals that a search by the
 * network has valued. Side 0 is the choice. */
struct stats_reasons {
	int deals; /* 0: nothing is known */
	move m[2];
	/* Deals in which the seat takes the trick on the table; all 0: there is none. */
	int takes[2][SEATS_MAX];
	float sweep[2][SEATS_MAX]; /* chance to shoot the moon, 0..1; NAN: not known */
	/* The hidden card whose place matters most for the difference of both moves. */
	char card[THING_NAME]; /* empty: no place matters */
	int holder, held;      /* deals in which this seat has it */
	/* Points of the mover by which the choice is better there, and in the other deals. */
	double there, elsewhere;
};

json_t *stats_ways_to_json(const struct stats_ways *w);

#endif
