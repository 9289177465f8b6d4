/*
 * private.h - what the files of the inspector share; nobody else includes it.
 *
 * inspect.c has the life of the screen, its picture and its keys, runs.c the searches behind
 * it, steps.c those of step mode.
 */
#ifndef PLYSCOPE_UI_SCREENS_INSPECT_PRIVATE_H
#define PLYSCOPE_UI_SCREENS_INSPECT_PRIVATE_H

#include "src/core/calibration.h"
#include "src/core/worker.h"
#include "src/study/stepper.h"
#include "ui/screen.h"
#include "ui/screens/study.h"
#include "ui/screens/tree_view.h"

#include <stddef.h>

#define INSPECTOR_AT_ONCE 50000 /* a world of more nodes runs on a thread of its own */

/* A search of the position, run again with its tree kept. */
struct inspect_run {
	char text[PLAYER_TEXT]; /* the player as typed; "" none */
	struct player player;
	struct worker *worker; /* parked once it is done: the tree is its search's */
	struct snapshot snap;
	bool done;
	struct inspect tree;
};

/* The search of a world, run again so that it can be opened. */
struct inspect_world {
	struct worker *worker; /* NULL: none runs */
	struct search *search;
	struct snapshot snap;
	struct inspect *shown; /* the tree on the screen */
	struct inspect
		*tree; /* of this world, and of which node: this one, or its twin */
	int32_t world;
	int32_t node;  /* the node to be opened in the tree on the screen */
	int64_t nodes; /* that it had */
};

/* The searches of step mode, one at a time: the stepper's next. */
struct inspect_steps {
	struct worker *worker; /* NULL: none runs */
	struct snapshot snap;
	int64_t more; /* steps asked for by keys beyond the one being searched */
};

struct inspector {
	struct screen screen;
	struct decision decision;
	struct calibration calibration;
	struct state root;
	struct inspect_run run[2]; /* the second: the other one of a difference */
	struct inspect preview;	   /* the first level, until run[0] is done */
	bool shown;		   /* there are figures of the table for this decision */
	struct snapshot table;	   /* they */
	struct inspect_world world;
	char why[STATUS_TEXT]; /* there is no tree */
	struct stepper stepper;
	struct inspect_steps steps;
	bool stepping; /* or about to: its first search is under way */
	bool chosen;   /* the player was typed by a person */
	struct tree_view view;
};

/* ---- runs.c ---- */

/* Searches the position of the decision again, by run[0] and, when it has a player, run[1]; shown:
 * the table's figures of it, or NULL. */
void inspector_search(struct inspector *s, struct ui *ui, const struct snapshot *shown);
void inspector_use_thinker(struct inspector *s);
/* The current run; NULL: none. */
struct inspect_run *inspector_running(struct inspector *s);
/* Reads the current run; true when the picture has changed. */
bool inspector_tick(struct ui *ui, struct inspector *s);
/* Adds another search beside the first; "" ends the difference. */
void inspector_differ(struct inspector *s, struct ui *ui, const char *player);
/* The whole tree is there: it can be counted, saved, stepped through. */
bool inspector_whole(const struct inspector *s);
/* The limits of a run: nodes in place of a clock. */
struct limits inspector_limits(const struct inspector *s, int run);
const struct calibration *inspector_calibration(const struct inspector *s);
/* Shows a tree, with the cursor on the node of a path ("Jd/Qd") or its nearest. */
void inspector_show(struct inspector *s, struct inspect *tree, const char *path,
		    int mover);
/* The moves to the cursor as such a path. */
void inspector_path(const struct inspector *s, char *out, int size);
void inspector_forget(struct inspector *s);

/* Begins the run needed before the node under the cursor can be opened; false: none is needed. */
bool inspector_run_world(struct inspector *s, struct ui *ui);
/* Reads it, and opens the node when it is done; true when the picture has changed. */
bool inspector_tick_world(struct ui *ui, struct inspector *s);
/* Abandons it. */
void inspector_drop_world(struct inspector *s);

/* ---- steps.c ---- */

void inspector_enter_steps(struct inspector *s, struct ui *ui);
/* Back to the whole tree. */
void inspector_leave_steps(struct inspector *s);
/* Begins another step, or another unit; it is shown when it is there. */
void inspector_step(struct inspector *s, struct ui *ui, int by);
void inspector_step_unit(struct inspector *s, struct ui *ui);
/* The tree of a step is on the screen. */
bool inspector_on_step(const struct inspector *s);
/* Reads the current one; true when the picture has changed. */
bool inspector_tick_steps(struct inspector *s, struct ui *ui);
/* Gives up the current step; false: there is none. */
bool inspector_stop_step(struct inspector *s, struct ui *ui);
/* Gives up step mode, and its tree with it. */
void inspector_drop_steps(struct inspector *s);

#endif
