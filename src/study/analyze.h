/*
 * analyze.h - every move of a game judged by a search.
 *
 * For each decision with a choice the search looks at the position as the seat knew it (or, `open`,
 * with all hands on the table). Its value of its own best move (of a mix, of the likeliest) is the
 * value before, its value of the move played the value after; the loss is their difference, never
 * below 0, in points of the game and in win probability (calibration.h).
 *
 * Where everything is known and the played move's figure is not exact, the positions after the best
 * move and after the one played are searched too, each with the same effort, and it is these that
 * are compared. Where cards are hidden such a position would tell more than the seat knew, so the
 * figure is the mean over the same worlds as the best move's, and its standard error is known; a
 * loss within 1.96 of them gets no label. One that is large enough for a label is searched again
 * with ten times the work, and with a hundred times, before that.
 *
 * Label: in a hand played for points the points lost reach a share of those that a
 * hand has, at any score; else the win probability lost reaches a threshold. Accuracy of a seat: the
 * sum of the win probabilities that its moves kept, as a share of the sum that the best moves offered,
 * over its decisions with a choice.
 *
 * Where there is a pot the chance to win it says little of a decision: a fold always
 * loses it. There the points lost, as a share of the pot after a call, stand for the win
 * probability lost, in labels and in accuracy, and amounts are told in big blinds.
 *
 * A move that the judge itself plays at least one time in twenty is part of its mix and costs
 * nothing.
 *
 * Decisions are independent jobs with seeds of their own (question.h): the result does not depend on the number
 * of threads when the search has a limit other than time.
 */
#ifndef PLYSCOPE_STUDY_ANALYZE_H
#define PLYSCOPE_STUDY_ANALYZE_H

#include "src/base/jobs.h"
#include "src/base/json.h"
#include "src/base/progress.h"
#include "src/base/text.h"
#include "src/core/calibration.h"
#include "src/core/question.h"

#include <stdatomic.h>
#include <stdio.h>

#define ANALYZE_NODES 1000000 /* a decision, when nothing else limits the search */

enum analyze_label { LABEL_NONE, LABEL_INACCURACY, LABEL_MISTAKE, LABEL_BLUNDER, LABELS };
extern const char *const analyze_label_names[LABELS]; /* "", "inaccuracy" ... */
extern const char *const analyze_label_marks[LABELS]; /* "", "?!", "?", "??" */
extern const char *const analyze_definitions[];	      /* "figure\tmeaning", NULL ends */

/* Win probability lost from which a label is given, 0..1, or points lost, as a share of those of a
 * whole hand; [LABEL_NONE] is not used. */
struct analyze_thresholds {
	double lost[LABELS], points[LABELS];
};
extern const struct analyze_thresholds analyze_thresholds_default;

struct analyze_options {
	const struct match *match; /* its plies up to `at` */
	const struct player *player;
	const struct calibration *calibration; /* NULL: no win probabilities, no labels */
	bool open;			       /* judged with all hands on the table */
	/* What may be shown: everything, or (person is a seat) from ply `closed` on only that
	 * seat's own decisions. */
	int person; /* SEAT_ALL: everything */
	int closed;
	int from; /* the first ply that is judged; 0: all */
	uint64_t seed;
	struct analyze_thresholds thresholds;
};

/* One decision. Values are the mover's, in points; win[] is per seat. NAN: not known. */
struct analyze_move {
	atomic_bool done; /* the rest may be read once this is true */
	int ply, seat;
	move played, best;
	int choices;	/* legal moves; 1: nothing to judge */
	uint8_t status; /* enum move_status of the played move's figure */
	bool open;	/* judged with all hands on the table */
	bool again;	/* the positions after the moves were searched too */
	bool mixed;	/* the judge's mix has the move played */
	double pot;	/* in points, after a call; NAN: the game has none */
	double unit;	/* points to one analyze_unit() */
	double span;	/* points of a whole hand; NAN: it is not played for points */
	double value_before, value_after, loss;
	double loss_se; /* standard error of the loss over worlds; 0 none or not known */
	double win_before[SEATS_MAX], win_after[SEATS_MAX];
	double win_loss; /* NAN too where there is a pot */
	double lost;	 /* win_loss, or the share of the pot */
	enum analyze_label label;
	int64_t nodes;
};

struct analysis {
	struct match match; /* a copy */
	struct player player;
	struct calibration calibration;
	struct analyze_options options; /* its pointers are those above */
	int count;			/* decisions */
	struct analyze_move *move;
	int *at_ply;	 /* the decision of a ply, -1 none */
	atomic_int done; /* decisions that are finished */
	atomic_bool stop, pause;
	int64_t elapsed_us;
	atomic_bool failed;  /* a search failed */
	struct status fault; /* of the first one: why; valid after the run */
	/* A run on a thread of its own. */
	struct analysis_thread *thread;
};

/* A seat's figures so far; means over its decisions with a choice, NAN without. */
struct analyze_seat {
	int decisions;
	int count[LABELS];
	double loss;	 /* means, in points */
	double told;	 /* the same in analyze_unit() */
	double lost;	 /* of what the labels go by */
	double accuracy; /* 0..1 */
};

/* The search of -a TEXT (NULL: max) with `nodes` a decision (0: its own limits, without the
 * clock when there is another; ANALYZE_NODES when there is none). open: it may be one that
 * needs everything known. */
bool analyze_player(struct player *p, const char *text, int64_t nodes, bool open,
		    const struct catalog *c, const struct game *g, struct status *st);

/* Copies what it needs. NULL: nothing to judge, said in st. */
struct analysis *analysis_open(const struct analyze_options *o, struct status *st);
/* Judges on `jobs` threads (0: all cores) and waits. False: stopped before its end. */
bool analysis_run(struct analysis *a, int jobs, const struct progress *progress);
/* The same on a thread of its own; wake_fd (-1: none) gets a byte now and then. After a stop it
 * goes on where it was. */
bool analysis_start(struct analysis *a, int jobs, int wake_fd, struct status *st);
bool analysis_running(const struct analysis *a);
void analysis_stop(struct analysis *a); /* asks; does not wait */
void analysis_pause(struct analysis *a, bool on);
void analysis_close(struct analysis *a); /* stops and waits; NULL is allowed */

/* What the search is asked that judges a decision. */
void analyze_question(const struct analysis *a, const struct analyze_move *m,
		      struct question *q);
/* A decision in a position, not judged yet. */
void analyze_begin(struct analyze_move *m, const struct game *g, const struct state *s,
		   int ply, int seat, move played);
/* Judges a decision that was begun by a search of its position that was made before. False: the
 * search has no value of the move that was played. */
bool analyze_by_search(struct analyze_move *m, const struct game *g,
		       const struct state *root, const struct snapshot *s,
		       const struct analyze_thresholds *t);
/* Decision i when it is finished, else NULL. */
const struct analyze_move *analysis_move(const struct analysis *a, int i);
/* The decision at a ply, -1 none. */
int analysis_find(const struct analysis *a, int ply);
/* Win probability of each seat before a ply; false: not known. */
bool analysis_win(const struct analysis *a, int ply, float *win);
/* The nearest decision from i (not itself) in a direction that has a label; -1 none. */
int analysis_costly(const struct analysis *a, int i, int step);
void analysis_seat(const struct analysis *a, int seat, struct analyze_seat *out);
/* True when the loss may be chance: too few samples. */
bool analyze_uncertain(const struct analyze_move *m);
/* ... and it is so large that it would have a label. */
bool analyze_doubtful(const struct analyze_move *m, const struct analyze_thresholds *t);
/* The game is played for points: a cost is shown in points, not in chances. */
bool analyze_counts_points(const struct game *g);
/* The unit of amounts: "chips", "big blinds". */
const char *analyze_unit(const struct game *g);
/* What `lost` is a share of. */
struct analyze_measure {
	const char *name;  /* "win", "pot" */
	const char *part;  /* behind a percentage: "of the pot" */
	const char *whole; /* "the win probability" */
	bool of_pot;
};
const struct analyze_measure *analyze_measure(const struct game *g);
/* The thresholds of the label: of the points of a hand (m->span), of the pot, or of the win
 * probability. */
const double *analyze_label_from(const struct analyze_thresholds *t,
				 const struct analyze_move *m);
/* A loss too small to be shown, in points. */
double analyze_nothing(const struct game *g, const struct analyze_move *m);
/* A loss in the unit of amounts. */
void analyze_format_cost(const struct game *g, const struct analyze_move *m, double cost,
			 char *out, int size);
/* "+1.9", "~0.3", "=", "-" (not judged): the loss as it is shown. */
void analyze_format_loss(const struct game *g, const struct analyze_move *m, char *out,
			 int size);
/* Adds "at least 5.7 penalty points": a loss in a sentence. */
void analyze_add_loss(const struct game *g, const struct analyze_move *m,
		      struct text *out);
/* Adds ", 6.3 % of wins, within chance: an inaccuracy", as far as it applies. */
void analyze_add_weight(const struct game *g, const struct analyze_move *m,
			struct text *out);
/* "as good as KS", of a decision that costs nothing; other words where the values are apart. */
void analyze_add_equal(const struct game *g, const struct analyze_move *m,
		       const char *best, struct text *out);
/* "N 7S: best was KS; it costs 4.1 points, 6.3 % of wins: an inaccuracy", of a decision of the match. */
void analyze_say(const struct match *match, const struct analyze_move *m,
		 struct text *out);
/* Adds the findings to the comments of a match of the same plies, behind any text (an earlier
 * analysis is replaced). */
void analysis_comment(const struct analysis *a, struct match *m);

json_t *analysis_to_json(const struct analysis *a);
/* The table of decisions and of seats. */
void analysis_print(const struct analysis *a, FILE *out);
/* Win probabilities over the game as an SVG, through gnuplot. */
bool analysis_plot(const struct analysis *a, const char *path, struct status *st);

#endif
