/*
 * stepper.h - a search run one node, one iteration, one simulation or one world at a time.
 *
 * Step k is the same search with a limit of k, run again from the start: a search is the same
 * whenever its root, options, seed and limits are, so that going back is as exact as going forward.
 * A search of worlds takes them one after another, and a step may end inside one. The tree stays
 * open where it was, and what a step has changed is marked.
 *
 * A step may take as long as the whole search. A caller that must not wait begins it, runs the next
 * search on another thread, and takes its result; until then everything is as it was before.
 */
#ifndef PLYSCOPE_STUDY_STEPPER_H
#define PLYSCOPE_STUDY_STEPPER_H

#include "src/core/question.h"
#include "src/study/inspect.h"

enum step_unit { STEP_NODE, STEP_ITERATION, STEP_SIM, STEP_WORLD, STEP_UNITS };
extern const char *const step_unit_names[STEP_UNITS]; /* "node", "iteration", ... */

#define STEPPER_MOST 2000000 /* nodes of a search that can be stepped through */

struct stepper {
	struct game game;
	struct question q; /* its game is the one above */
	struct player player;
	const struct calibration *calibration; /* NULL: none */
	enum step_unit unit;
	unsigned units;	  /* a bit for each that this search has */
	int64_t at, last; /* steps; at 0: nothing is searched yet */
	struct search *search;
	struct inspect tree; /* of step `at`, once there is one */
	int64_t at_once;     /* of the trees, see struct inspect */
	bool open;
	struct search
		*next; /* begun, and to be run before stepper_take(); NULL: nothing */
	enum step_unit next_unit;
	int64_t next_at; /* the step that it is; 0: all of them in another unit */
};

/* Opens at the last step. The game and the player are copied; stepper_close() closes the question.
 * False: why not. */
bool stepper_open(struct stepper *s, const struct question *q, const struct player *p,
		  const struct calibration *cal, struct status *st);
void stepper_close(struct stepper *s);
/* Goes to a step, 1 .. last; the tree is made anew. */
bool stepper_go(struct stepper *s, int64_t at, struct status *st);
/* Another unit; the place stays as near as it can. False: this search has none such. */
bool stepper_set_unit(struct stepper *s, enum step_unit unit, struct status *st);

/* The same without waiting: a begun search is s->next. False: st says why there is none. */
bool stepper_begin(struct stepper *s, const struct question *q, const struct player *p,
		   const struct calibration *cal, struct status *st);
bool stepper_begin_step(struct stepper *s, int64_t at, struct status *st);
bool stepper_begin_unit(struct stepper *s, enum step_unit unit, struct status *st);
bool stepper_begin_next_unit(struct stepper *s, struct status *st);
/* s->next has run. Its step is there now, or s->next is another one that has to run first;
 * false: st says what went wrong. */
bool stepper_take(struct stepper *s, struct status *st);
/* Gives up what has begun. */
void stepper_drop(struct stepper *s);

#endif
