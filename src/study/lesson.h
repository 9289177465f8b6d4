/*
 * lesson.h - a search explained stop by stop, from a text file.
 *
 * A lesson names a position, a player, a seed, and stops: a step of the search, a text about it, a
 * question and its answer. Figures in the texts are placeholders ({value W 7d}) that are filled
 * from the search when the stop is reached, so that a lesson cannot claim anything the search does
 * not show. The format is in plyscope-formats(5).
 */
#ifndef PLYSCOPE_STUDY_LESSON_H
#define PLYSCOPE_STUDY_LESSON_H

#include "src/base/text.h"
#include "src/core/calibration.h"
#include "src/core/match.h"
#include "src/core/setup.h"
#include "src/study/stepper.h"

#define LESSON_STOPS	 40
#define LESSON_EXPECT	 8
#define LESSON_UNORDERED 1000 /* the order of a lesson that gives none */

struct lesson_stop {
	int line;   /* where it begins in the file */
	int64_t at; /* the step; 0: the last */
	char *show; /* the node under the cursor, "" the root */
	char *text, *question, *answer;
	char *check; /* the figure that a typed answer must be; "": none is asked for */
	int check_line;
	char *expect
		[LESSON_EXPECT]; /* "FIGURE = TEXT", checked by tests and when played */
	int expect_line[LESSON_EXPECT];
	int expects;
};

/* How hard a lesson is: the groups of the list. */
enum lesson_level {
	LESSON_START,
	LESSON_EASY,
	LESSON_MEDIUM,
	LESSON_HARD,
	LESSON_LEVELS
};
extern const char *const lesson_levels[LESSON_LEVELS]; /* "start", "easy", ... */

/* The game that a reader plays on at the end: the lesson's own, from its beginning or after some
 * moves. */
struct lesson_play {
	char *text;   /* the task */
	char *moves;  /* "2C 5C KC", each by the seat to move; "": the lesson's */
	char *others; /* the player of all other seats */
	char *seat;   /* the reader's; "" the first that is to move */
	uint64_t seed;
	int line; /* of the section, 0: it has none */
};

struct lesson {
	char path[512];
	char *title, *about;
	int order; /* its place in the list */
	enum lesson_level level;
	char *moves; /* from the start of the game to its position; "" none */
	bool board;  /* shows the game's board in place of the search tree */
	struct setup setup;
	struct player player;
	struct state root; /* as the mover may know it */
	int viewer;
	uint64_t seed;
	enum step_unit unit;
	struct lesson_stop stop[LESSON_STOPS];
	int stops;
	struct lesson_play play;
};

/* Reads a lesson by name (assets/lessons/NAME.ini) or as a file. False: FILE:LINE, what is
 * wrong and what was expected. */
bool lesson_load(struct lesson *l, const char *name, const struct catalog *c,
		 struct status *st);
void lesson_free(struct lesson *l);
/* The names of the shipped lessons by their order=, then sorted; at most max of 64 bytes each; the
 * count. */
int lesson_names(char (*out)[64], int max);

/* A new match of the lesson's game for the reader, to be closed. False: a move is not legal, or
 * a player unknown. */
bool lesson_match(const struct lesson *l, const struct catalog *c, struct match *out,
		  struct status *st);

/* A lesson being played. The lesson outlives it and stays where it is. */
struct lesson_run {
	const struct lesson *lesson;
	struct stepper stepper;
	int at;	       /* the stop */
	bool answered; /* its answer is shown */
	int32_t node;  /* of the tree, that the stop shows */
};

/* Opens it at its first stop. */
bool lesson_start(struct lesson_run *r, const struct lesson *l, struct status *st);
void lesson_end(struct lesson_run *r);
/* Shows the answer, then goes to the next stop; false at the end. */
bool lesson_next(struct lesson_run *r, struct status *st);
bool lesson_back(struct lesson_run *r, struct status *st);
/* Whether a typed answer, or its last word, equals the stop's figure; then the answer is shown.
 * False: there is nothing to check, or the figure is not there, said in st. */
bool lesson_try(struct lesson_run *r, const char *typed, bool *right, struct status *st);
/* A text with its figures filled in; the caller frees it. False: a figure that the search does
 * not have here. */
bool lesson_fill(struct lesson_run *r, const char *text, struct text *out,
		 struct status *st);
/* One figure ("value W 7d/Jd") as text; false: there is no such figure here. */
bool lesson_figure(struct lesson_run *r, const char *figure, struct text *out,
		   struct status *st);
/* Whether a word names a figure, of every search or of one in the catalogue. */
bool lesson_figure_known(const char *figure, const struct catalog *c);

#endif
