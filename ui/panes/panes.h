/*
 * panes.h - the parts of the panel beside the board. Each draws a rectangle from its arguments and
 * keeps nothing, so that a picture depends on them alone.
 */
#ifndef PLYSCOPE_UI_PANES_H
#define PLYSCOPE_UI_PANES_H

#include "src/core/stats.h"
#include "ui/canvas.h"
#include "ui/session.h"

enum think_phase { THINK_WAITING, THINK_RUNNING, THINK_PAUSED, THINK_DONE };

/* The order in which candidates are shown: renewed at most twice a second, so that a row can
 * be read while the search runs. */
struct think_order {
	int count;
	int64_t renewed_us;
	move m[STATS_MOVES];
};

struct think_view {
	const struct game *game;
	int seat; /* who thinks, SEAT_NONE: nobody has yet */
	enum think_phase phase;
	bool back; /* the board shows an earlier ply, and this search is of the current one */
	const struct snapshot *effort; /* of that search, NULL: none yet */
	const struct snapshot *ended;  /* of its own search, once that has ended; NULL */
	const struct snapshot *judge;  /* effort of the search the bars are of; NULL */
	/* Hidden cards and a person: of `effort` only the time taken and the player's limits are
	 * shown; `search` is a search from the person's own seat. */
	bool fair;
	int64_t taken_us, whole_us; /* of the time that the table gives; 0: not known */
	const struct player *given; /* of the seat, or NULL */
	const char *by; /* in FAIR: the player that searches from the person's seat */
	const struct snapshot *search; /* values, win, candidates; NULL: none */
	const struct state *root;      /* the position it searched */
	const char *source;	       /* heading of the win bars */
	/* The bars are the judge's, as the graph is: of the match and of the hand. NULL: they
	 * are those of `search`. */
	const float (*judged)[SEATS_MAX];
	bool by_hand;
	const char *unknown; /* said where no win probability is known; NULL */
	bool gap; /* where best values would be drawn the exploitability is, if known */
	bool candidates;   /* the candidates and the line of `search` may be seen */
	const char *blank; /* said in place of candidates that may not */
	bool numbers;	   /* depth, nodes, cuts ... too */
	bool suits;	   /* cards as J♣, where there are glyphs */
	const char
		*helper; /* a hint or an analysis in place of a seat's search: its name */
	int rows;	 /* candidates wanted */
	bool focus;	 /* the arrows move in the candidates */
	int picked;	 /* the row the person chose with a digit, -1 */
	int point_of_view; /* whose values */
	/* Values are shown as value_top - value under this name (penalty points); NULL: as they
	 * are. */
	const char *value_name;
	double value_top;
};

/* A line across with a title; the pane that has the focus is marked. */
void pane_heading(struct canvas *c, int y, int x, int w, const char *text, bool focus);
void think_draw(struct canvas *c, struct rect r, const struct think_view *v);
/* Rows that think_draw() can make good use of. */
int think_height(const struct think_view *v);
/* The candidate shown in a row of the last picture, for a click: -1 none. */
int think_row_at(struct rect r, const struct think_view *v, int y);
void think_order_renew(struct think_order *o, const struct snapshot *s, int64_t now_us);

/* The matrix of a choice that two seats make at once, as the search of the view sees it: values,
 * or how often it has been in each cell. */
void matrix_draw(struct canvas *c, struct rect r, const struct think_view *v,
		 bool visits);
/* Rows that matrix_draw() can make good use of; 0: there is no matrix. */
int matrix_height(const struct stats_joint *j);

/* The scoreboard: a row for each figure, a column for each seat. */
int scores_height(const struct game *g, const struct state *s);
void scores_draw(struct canvas *c, struct rect r, const struct game *g,
		 const struct state *s, int turn);

/* A score sheet of the hands finished before ply `at`: the points of each and the running total, as
 * many of the last as fit, and how the totals grew; nothing where there is no total, or no room. */
void sheet_draw(struct canvas *c, struct rect r, const struct match *m, int at);
/* The game has such a sheet; it fits into so many columns; rows for all of it, 0 without. */
bool sheet_kept(const struct match *m);
bool sheet_fits(int w, const struct match *m);
int sheet_height(const struct match *m, int at);
/* The number, from 1, of the hand whose row is at y of such a sheet; 0: none. */
int sheet_hand(struct rect r, const struct match *m, int at, int y);
/* The ply of the first decision of a hand, from 1, before ply `at`; -1: there is no such hand. */
int sheet_first(const struct match *m, int at, int hand);

/* The log of the plies before `at`, newest last; cards as J♣ where `suits`. */
void log_draw(struct canvas *c, struct rect r, const struct session *s, int at,
	      bool suits);
/* One ply as a line of the log, as far as the viewer may know it. */
void log_line(const struct session *s, int ply, char *out, int size);

/* A seat's last search in a few numbers that outlive it. */
struct seat_figures {
	bool known, running;
	int ply; /* the decision */
	char player[PLAYER_TEXT], move[MOVE_TEXT];
	int64_t taken_us, given_ms; /* FAIR: time taken, and given or 0 */
	double value, win;	    /* of that move, to that seat; NAN unknown */
	char effort[80];
};

void seats_take(struct seat_figures *f, const struct game *g,
		const struct session_search *search, int64_t taken_us,
		const struct player *p);
/* The seats' searches on the same scale, two lines each. In FAIR the first is left out. */
int seats_height(const struct game *g, bool fair);
void seats_draw(struct canvas *c, struct rect r, const struct game *g,
		const struct seat_figures *f, const struct think_view *v);

/* Win probability of each seat over a game of so many plies. */
struct win_graph {
	const struct game *game;
	int plies;		   /* 0 .. plies may be asked for */
	const struct match *match; /* its hands stand apart; NULL: they do not */
	const char *none;	   /* said where nothing is known of any ply; NULL */
	int mark;		   /* a ply marked by a line, -1 none */
	bool (*at)(const void *self, int ply, float *win); /* false: not known */
	/* Whether a costly move was made at this ply, by which seat, and its role for drawing.
	 * NULL: not asked. */
	bool (*costly)(const void *self, int ply, int *seat, enum role *role);
	const void *self;
};
void win_graph_draw(struct canvas *c, struct rect r, const struct win_graph *w);
/* The ply drawn at a column, for a click; -1 none. */
int win_graph_ply(struct rect r, const struct win_graph *w, int x);
/* The same over the game at the table, and the ply at a column of it. It has begun when it has enough
 * values to show how the game went. */
bool graph_begun(const struct session *s);
void graph_draw(struct canvas *c, struct rect r, const struct session *s, int mark);
int graph_ply(struct rect r, const struct session *s, int x);

/* Values are told in points, or chips; else the game is won or lost, and they are wins of 100 where
 * these are known. */
static inline bool
tells_points(const struct game *g)
{
	return analyze_counts_points(g) || g->ops->public != NULL;
}
/* "4.1", "-7.6", "12", or "0.53" of a win: at most 5 columns; blank when unknown. */
void value_text(const struct game *g, double value, char *out, int size);
/* The win probabilities of n seats in whole percents that add up to 100 (largest remainders). */
void win_percents(const double *win, int n, int *out);

/* The strategy of a seat for all its hands (grid.c). */
enum grid_show {
	GRID_MIX,
	GRID_WEIGHT,
	GRID_EQUITY,
	GRID_VALUE,
	GRID_LIST,
	GRID_OTHER, /* the range of the other seat; beside the others where there is room */
	GRID_SHOWS
};
struct grid_view {
	const struct game *game;
	const struct state *root;	 /* where the seat chooses, for names of moves */
	const struct stats_hands *hands; /* NULL, or no classes: none */
	const char *blank;		 /* said then */
	const struct stats_ways *ways;	 /* at depth limits; NULL: not known */
	enum grid_show show;		 /* hands in a single row are always a list */
	int picked; /* the class whose figures stand below, -1: the held one's */
	int held;   /* of the hand that is held, where that may be seen; -1 */
};
/* What the key shows next: 1 + enum grid_show, 0 nothing. Says it. */
int grid_next(const struct game *g, int shown, const char **words);
void grid_draw(struct canvas *c, struct rect r, const struct grid_view *v);
/* The class at a place of that picture, for a click; -1: none. */
int grid_at(struct rect r, const struct grid_view *v, int y, int x);
/* The class `way` places after the one whose figures are shown, in the order shown. */
int grid_step(const struct grid_view *v, int way);

/* The exploitability of a search's strategy over its simulations, on a logarithmic scale; a single
 * row is bars. */
void gap_draw(struct canvas *c, struct rect r, const struct snapshot *s);
/* Rows that gap_draw() can make good use of, a heading among them; 0: there is nothing to draw. */
int gap_height(const struct snapshot *s);

/* Meanings of all figures, for the help page: "figure\tmeaning", NULL-terminated. */
extern const char *const pane_definitions[];

#endif
