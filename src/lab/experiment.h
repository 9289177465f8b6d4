/*
 * experiment.h - a paper's table, measured again.
 *
 * An experiment is a file assets/experiments/NAME.ini: section [experiment] says its kind,
 * title, paper and table and what all parts have in common; each section below it is a part
 * (a game, a number of seats), named as in the table. In any section:
 *
 *   KEY = VALUE            a setting of the kind; a part's own goes before the common one
 *   player LABEL = PLAYER  a player; full player LABEL: the same one with --full, where the
 *                          paper's setting is out of reach otherwise
 *   paper CELL = FIGURE    the paper's figure for a cell, a range as 1..3, or unknown: its
 *                          digits are illegible
 *   claim NAME = A > B     a statement of the paper about two cells; also < and =; in
 *                          [experiment]: about the cells of every part
 *   margin NAME = FIGURE   the difference at which A and B of "claim NAME = A = B" still count
 *                          as equal: our reading of the paper's words
 *
 * A kind (struct experiment_kind) runs one part and adds its cells; nothing else is code.
 * A cell is the mean of observations (one for each deal, opening, hand: whatever shares no
 * luck with the next), or exact. Observations of the cells of one part are paired by index,
 * so that claims are judged on paired differences.
 *
 * Verdicts, computed here and nowhere else:
 *   reproduced      the paper's figure, give or take half of its last digit, is within our
 *                   95 % interval; without an interval, within 1 % of ours
 *   same direction  it is not, but ours and the paper's are on the same side of the level
 *                   (the figure if nothing made a difference: an even share, the mean of all
 *                   players, the other algorithm's nodes), and neither is more than twice as
 *                   far from it as the other
 *   weaker          on the same side, but ours is less than half as far from the level
 *   stronger        on the same side, but ours is more than twice as far from it
 *   undecided       our interval holds the paper's figure and the level too, or, where there
 *                   is no level, is wider than that figure: too few games to tell, or a
 *                   figure close to the level
 *   not reproduced  none of these
 * A claim A > B is reproduced when the 95 % interval of the difference is above 0, undecided when
 * only a part of it is, else not. A = B is reproduced when the whole interval lies within the
 * margin, not reproduced when it lies outside, else undecided; without a margin it is undecided when
 * it holds 0 (reproduced when it is just 0), else not reproduced. Intervals are Student's, over observations; those of shares of wins are
 * mean_share_interval()'s. The difference of two exact cells is its own interval.
 */
#ifndef PLYSCOPE_LAB_EXPERIMENT_H
#define PLYSCOPE_LAB_EXPERIMENT_H

#include "src/base/inifile.h"
#include "src/base/jobs.h"
#include "src/base/json.h"
#include "src/base/progress.h"
#include "src/base/status.h"
#include "src/core/setup.h"
#include "src/core/store.h"

#include <stdio.h>

/* ---- an experiment as its file says it: parts with settings ---- */

#define EXPERIMENT_TEXT	   (INIFILE_NAME + 1)
#define EXPERIMENT_VALUE   1200
#define EXPERIMENT_PARTS   24 /* in a file, the common one included */
#define EXPERIMENT_ENTRIES 48 /* in a part */
#define EXPERIMENT_PLAYERS 16

struct experiment_entry {
	char key[EXPERIMENT_TEXT], *value;
	int line;
};

struct experiment_part {
	char name[EXPERIMENT_TEXT];
	int entries;
	struct experiment_entry entry[EXPERIMENT_ENTRIES];
};

struct experiment {
	char name[EXPERIMENT_TEXT]; /* of the file, without .ini */
	char path[4096];
	const struct experiment_kind *kind;
	int parts;
	struct experiment_part part[EXPERIMENT_PARTS]; /* 0: [experiment] */
};

/* Names of the experiments there are, sorted; calls take for each. */
bool experiment_list(void (*take)(void *self, const char *name), void *self,
		     struct status *st);
/* Reads one by name; a failure says FILE:LINE, what is wrong and what was expected. */
bool experiment_load(struct experiment *e, const char *name, struct status *st);
bool experiment_parse(struct experiment *e, const char *text, const char *where,
		      struct status *st);
void experiment_free(struct experiment *e);

/* A setting of a part: its own, else the common one, else NULL. */
const char *experiment_get(const struct experiment *e, const struct experiment_part *p,
			   const char *key);
/* The same as a whole number least .. most; deflt when it is nowhere. */
bool experiment_count(const struct experiment *e, const struct experiment_part *p,
		      const char *key, int64_t least, int64_t most, int64_t deflt,
		      int64_t *out, struct status *st);
/* A failure of this part's setting: FILE:LINE before what st says. */
void experiment_blame(const struct experiment *e, const struct experiment_part *p,
		      const char *key, struct status *st);

/* ---- the result ---- */

enum experiment_verdict {
	VERDICT_NONE, /* nothing to compare with, or nothing measured */
	VERDICT_REPRODUCED,
	VERDICT_DIRECTION,
	VERDICT_WEAKER,
	VERDICT_STRONGER,
	VERDICT_UNDECIDED,
	VERDICT_NOT,
};
extern const char *const experiment_verdict_names[]; /* as printed and as in JSON */

struct experiment_mean {
	double mean, ci95[2]; /* ci95 NAN: none, fewer than two observations */
	int64_t n;
};

struct experiment_cell {
	int part;
	char name[EXPERIMENT_TEXT];
	double x; /* its place on an axis, NAN: on none; the name's last word is x then, the
		   * words before it name the curve */
	double level;		/* of no difference, NAN: there is none */
	bool exact;		/* no chance in it */
	double *sample;		/* [n], owned by the result */
	int64_t n;		/* 1 when exact */
	bool lost;		/* the paper has a figure, its digits are not legible */
	double paper, rounding; /* NAN: none, or lost */
	const char *paper_text; /* as in the file, NULL none; of the experiment */
	struct experiment_mean ours;
	enum experiment_verdict verdict;
};

struct experiment_claim {
	int part;
	char text[EXPERIMENT_VALUE]; /* "A > B" */
	double margin;		     /* of "A = B", NAN: none */
	struct experiment_mean difference;
	enum experiment_verdict verdict;
};

struct experiment_result {
	bool complete; /* false: interrupted, of what was measured so far */
	bool refused;  /* when it fails: what the file or the options ask for is wrong */
	double scale;
	bool full;
	uint64_t seed;
	int cells, claims, cell_room, claim_room;
	struct experiment_cell *cell;
	struct experiment_claim *claim;
	int64_t elapsed_us;
};

/* ---- running ---- */

struct plan;

struct experiment_options {
	const struct catalog *catalog;
	double scale; /* times the amount of the default scale */
	bool full;    /* times the paper's amount instead, in the paper's setting */
	int64_t seed; /* -1: the file's */
	int jobs;
	const char *db; /* results of tournaments, NULL none */
	bool resume;
	const struct store_machine *machine; /* see tournament.h */
	int machines;
	struct plan *
		plan; /* what it would cost is added here, and nothing is run; NULL: run */
	struct progress progress;
};

/* What a kind gets. */
struct experiment_run {
	const struct experiment *e;
	const struct experiment_options *o;
	struct experiment_result *result;
	uint64_t seed;
	int part; /* that runs now */
	struct status st;
};

struct experiment_kind {
	const char *key, *summary; /* one line of help */
	const char *settings;	   /* "game|variant|games": the keys it reads */
	const char *
		cell; /* how its cells that are of no player begin, NULL: there are none */
	bool keeps;   /* results can go to a file and be resumed */
	/* Measures a part and adds its cells; false: st says why not. When
	 * experiment_progress() says stop, it adds what is whole so far. */
	bool (*run)(struct experiment_run *run, const struct experiment_part *p,
		    struct status *st);
};

/* Runs every part. False: st. An interrupted run is true with complete false. */
bool experiment_run(const struct experiment *e, const struct experiment_options *o,
		    struct experiment_result *r, struct status *st);
void experiment_result_free(struct experiment_result *r);
/* The result that a run has printed as JSON, judged anew; free it, even after a failure. False: st
 * says what is wrong with the file. */
bool experiment_read_saved(const struct experiment *e, const char *path,
			   struct experiment_result *r, struct status *st);

/* For kinds: the key of a setting, "full KEY" with --full where the file has that one. */
const char *experiment_key(const struct experiment_run *run,
			   const struct experiment_part *p, const char *key,
			   char full[static EXPERIMENT_TEXT]);
/* The part's game, from game= and variant=. */
bool experiment_setup(const struct experiment_run *run, const struct experiment_part *p,
		      struct setup *out, struct status *st);
/* Its players, or the common ones when it has none, in the order of the file; label[i] names
 * them. Fewer than `least`: a failure. Returns the count, 0: failed. */
int experiment_players(const struct experiment_run *run, const struct experiment_part *p,
		       const struct game *g, int least, struct player *out,
		       const char **label, struct status *st);
/* How many games, hands, trees ...: KEY times the scale, at least 1, or full KEY ("games" and
 * "full games"). 0: st. */
int64_t experiment_amount(const struct experiment_run *run,
			  const struct experiment_part *p, const char *key,
			  struct status *st);
/* The mean of sample[n] (copied; NAN: no observation), in the table under `name`. */
void experiment_add(struct experiment_run *run, const char *name, double x, double level,
		    const double *sample, int64_t n);
void experiment_add_exact(struct experiment_run *run, const char *name, double x,
			  double level, double value);
/* The same from a mean that is known, without its observations. */
void experiment_add_mean(struct experiment_run *run, const char *name, double x,
			 double level, const struct experiment_mean *m, bool exact);
/* When all cells are there: puts the paper's figures beside them, and judges. */
void experiment_compare(struct experiment_run *run);
/* Then the difference of a claim of the part, where it is known without observations. False: the
 * part has no such claim. */
bool experiment_put_claim(struct experiment_run *run, const char *text,
			  const struct experiment_mean *difference);
/* Says how far this part is; false: stop. Another thread must not call it. */
bool experiment_progress(const struct experiment_run *run, int64_t done, int64_t total,
			 const char *what);
/* As progress_tell(), for the work of a part; self: its run. */
void experiment_tell(void *self, const char *line);

/* ---- judging and showing ---- */

struct experiment_mean experiment_mean(const double *sample, int64_t n);
enum experiment_verdict experiment_judge(const struct experiment_cell *c);
/* Of A - B, for a claim with '>', '<' or '=' between them; margin NAN: none. */
enum experiment_verdict
experiment_judge_claim(char relation, const struct experiment_mean *d, double margin);
/* Where '<', '>' or '=' stands alone in "A > B"; NULL unless it does so once. */
const char *experiment_claim_sign(const char *text);
/* "52", "1.2M": the figure and half of its last digit; "1..3": the middle and half of the
 * range. False: not a number. */
bool experiment_read_figure(const char *text, double *out, double *rounding);

/* How many cells and claims have each verdict, and how many of them are judged by an interval, of
 * which chance puts one in twenty outside even where the paper is right. */
struct experiment_summary {
	int verdict[VERDICT_NOT + 1], intervals;
};
struct experiment_summary experiment_sum_up(const struct experiment_result *r);

void experiment_print(const struct experiment *e, const struct experiment_result *r,
		      FILE *out);
/* Its rows as a display of a manual page, for plyscope-experiments(7). */
void experiment_print_mdoc(const struct experiment *e, const struct experiment_result *r,
			   FILE *out);
json_t *experiment_to_json(const struct experiment *e, const struct experiment_result *r);
/* One line and JSON about an experiment that has not run. */
json_t *experiment_about(const struct experiment *e);
/* Draws the table as SVG by gnuplot: curves where cells have an x, else bars. */
bool experiment_plot(const struct experiment *e, const struct experiment_result *r,
		     const char *path, struct status *st);

#endif
