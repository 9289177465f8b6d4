/*
 * private.h - what the files of the table screen share; nobody else includes it.
 *
 * table.c has the key table and the life of the screen, draw.c the picture,
 * play.c choosing and walking, steer.c everything else a person can do.
 */
#ifndef PLYSCOPE_UI_SCREENS_TABLE_PRIVATE_H
#define PLYSCOPE_UI_SCREENS_TABLE_PRIVATE_H

#include "src/study/beliefs.h"
#include "ui/boards/boards.h"
#include "ui/coach.h"
#include "ui/panes/panes.h"
#include "ui/screens.h"
#include "ui/screens/study.h"
#include "ui/screens/table/ticker.h"

#include <assert.h>

#define TABLE_SLIDE_US (300 * 1000) /* a card or a peg is on its way */
#define TABLE_LIVE     (-1)

/* The panes; the arrows move in one of them. */
enum pane { PANE_BOARD, PANE_CANDIDATES, PANE_GRAPH, PANE_LOG, PANE_SEATS, PANES };
static_assert(PANES <= UI_PANES, "the settings have a size for every pane");

/* The layout of the screen; a rect of no height is not shown. */
struct table_layout {
	bool small;   /* board and two lines: below 80x24 */
	bool stacked; /* one pane at a time beside the board */
	struct rect pane[PANES], scores;
	int line_count, line_x[2]; /* lines between the columns */
};

#define TABLE_BELIEF 120

/* What the viewer can know of the others' cards at a ply, in words (beliefs.c). */
struct table_beliefs {
	bool on; /* of the settings */
	int ply; /* counted, or being counted; -1: none */
	int viewer;
	bool busy;
	struct beliefs counts;
	struct state root;
	struct played_move *made;
	/* Lines, of the last count that ended: what is certain; and with what is likely. */
	char text[2][SEATS_MAX][TABLE_BELIEF];
};

struct table {
	struct screen screen;
	struct session session;
	struct board board;
	struct think_order order;
	struct think_view think; /* of the last picture, for clicks */
	struct rect think_rect;	 /* where it was; of no height behind a matrix */
	int review;		 /* the ply looked at, TABLE_LIVE */
	int seen;		 /* plies already told */
	int rows;		 /* candidates */
	bool numbers;		 /* of the settings */
	bool sheet;		 /* the score sheet is over the board */
	struct table_beliefs beliefs;
	char seat_words[SEATS_MAX][PLAYER_TEXT + 16]; /* player and clock */
	int picked;	   /* candidate picked by a digit, -1 */
	int point_of_view; /* whose values: a seat, -1: the mover's */
	int passed_to;	   /* several persons: who has the terminal */
	int hints;	   /* how often h was pressed on this position */
	bool hint_told;	   /* what the hint came to */
	int hint_after_ms; /* of the settings */
	bool forced;	   /* likewise */
	int64_t forced_us; /* since when the person has one move and no other, 0: it has not */
	int turn_ply;	   /* of the person's turn that began at turn_us, -1: none */
	int64_t turn_us;
	bool overlay;		/* costs are on the board */
	int matrix;		/* 1, 2: in place of the candidates, with simulations */
	int hands;		/* all hands in place of the search: 1 + enum grid_show */
	int hand_class;		/* whose figures stand below them, -1: of the hand held */
	struct rect hands_rect; /* where they were */
	bool told_over;
	bool welcomed;
	enum pane pane;		    /* the arrows move here */
	enum pane side;		    /* the pane beside the board when one is shown */
	bool zoomed;		    /* `pane` has the whole screen */
	struct table_layout layout; /* of the last picture */
	int dragged;		    /* the line taken up by the mouse, -1: none */
	int log_back;		    /* moves after the last one that the log shows */
	struct seat_figures figures[SEATS_MAX]; /* of each seat's last search */
	struct ticker ticker;
	int64_t slide_us; /* when the newest card or peg set out, 0: it has arrived */
	bool frame;	  /* the next picture is one of its way, not a key's */
	char mark_name[PLAYER_TEXT + 16];
	struct coach coach;
	bool coach_setting;    /* of ui_settings when last looked at */
	char hint_setting[64]; /* the player of ui_settings when last looked at */
	bool hint_stored;      /* and whether it came from the store */
};

static inline struct table *
table_of(struct screen *s)
{
	return (struct table *)s;
}

/* ---- table.c ---- */

const struct game *table_game(const struct table *t);
/* The ply on the screen, and its viewer. */
int table_shown_ply(const struct table *t);
int table_shown_viewer(const struct table *t);
/* A complete trick is still on the table, or moving to its winner. */
bool table_sweeps(const struct table *t);
/* Several persons share the terminal and it is another one's turn. */
bool table_covered(const struct table *t);
/* Says so and returns true when nothing may be asked because the terminal is changing hands. */
bool table_refused(struct ui *ui, const struct table *t);

/* Settings count at once; a player typed for the hints of this game stays until the setting is
 * another one. */
void table_take_settings(const struct ui *ui, struct table *t);

/* ---- layout.c ---- */

/* Divides the area among the panes. */
void table_lay_out(struct table *t, const struct ui_panes *u, struct rect area);
bool table_pane_shown(const struct table *t, enum pane pane);
/* Border lines and headings as handles: true when the click was one. */
bool table_layout_mouse(struct ui *ui, struct table *t, const struct mouse *m);

/* ---- draw.c ---- */

void table_draw(struct ui *ui, struct screen *screen, struct canvas *c);
/* Chooses the search that the panel shows. */
void table_set_think(struct table *t);
/* The hint or analysis of the position on the screen; NULL: none. */
const struct session_search *table_hint_now(const struct table *t);

/* ---- save.c ---- */

/* Saves the record, or, depending on the file name's ending, the screen. */
bool table_save(struct ui *ui, struct table *t, const char *name, struct status *st);

/* ---- play.c ---- */

/* Tells the plies since the last call; true when there was one. */
bool table_news(struct ui *ui, struct table *t);
void table_tell_ply(struct ui *ui, const struct table *t, int ply);
void table_play(struct ui *ui, struct table *t, int seat, move m);
/* A message in which cards are written as the table shows them: J♣ or JC. */
void table_say(struct ui *ui, const struct table *t, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Space marks a card for a pass instead of pausing. */
bool table_can_mark(struct screen *screen);
/* A person is to fold, call or raise. */
bool table_can_bet(struct screen *screen);
bool table_has_bets(struct screen *screen);
bool table_key(struct ui *ui, struct screen *screen, int key);
void table_mouse(struct ui *ui, struct screen *screen, const struct mouse *m);

/* ---- steer.c ---- */

/* A person plays, and the rest of the hand is certain. */
bool table_can_claim(struct screen *screen);
/* The game is at another position than by a move. */
void table_after_jump(struct table *t);
/* Looks back at the position before a ply. */
void table_jump(struct ui *ui, struct table *t, int ply);
extern const struct command table_commands[];
bool table_command(struct ui *ui, struct screen *screen, const char *line,
		   struct status *st);
bool table_hint_tick(struct ui *ui, struct table *t);
/* A hint will come by itself at this turn. */
bool table_hint_waits(const struct table *t);
int table_complete(struct ui *ui, struct screen *screen, const char *line,
		   char (*out)[64], int max);

/* ---- hands.c ---- */

/* The game has hands that a strategy may be shown for; they are shown. */
bool table_has_hands(struct screen *screen);
bool table_shows_hands(struct screen *screen);
/* The player of a hint: while all hands are shown one that has a strategy for them, the strongest
 * preset if the player of the hints has none. */
const char *table_hands_player(const struct table *t);
void table_hands_view(const struct table *t, struct grid_view *out);
/* A click on a hand: its figures. False: it was elsewhere. */
bool table_click_hands(struct table *t, const struct mouse *m);

/* ---- beliefs.c ---- */

/* Counts on, for two thousandths of a second at most; true when the words are new. */
bool table_beliefs_tick(struct table *t);
void table_beliefs_close(struct table *t);

/* ---- lines.c ---- */

/* A move was taken back and another played: there is more than one course. */
bool table_has_lines(struct screen *screen);

/* ---- study.c ---- */

/* Something is hidden here, so that there are beliefs to show. */
bool table_has_beliefs(struct screen *screen);

/* ---- coach.c ---- */

/* False: the coach holds the move back and has said why. */
bool table_coach_allows(struct ui *ui, struct table *t, int seat, move m);
bool table_coach_tick(struct ui *ui, struct table *t);
/* The verdict on the person's last move: in a line, and for the board's flag. */
void table_coach_draw(struct table *t, struct canvas *c, struct rect line);
void table_coach_flag(struct table *t);
bool table_command_coach(struct ui *ui, struct screen *screen, const char *rest,
			 struct status *st);

/* ---- what keys run, by file ---- */

typedef void table_run(struct ui *ui, struct screen *screen, int arg);
table_run table_run_hands, table_run_hand;		     /* hands.c */
table_run table_run_study;				     /* study.c */
table_run table_run_lines;				     /* lines.c */
table_run table_run_judge, table_run_coach, table_run_learn; /* coach.c */
table_run table_run_choose, table_run_mark, table_run_candidate, table_run_digit,
	table_run_next, table_run_walk, table_run_cancel, table_run_bet,
	table_run_blinds; /* play.c */
table_run table_run_pane, table_run_zoom, table_run_size, table_run_hide,
	table_run_panes; /* layout.c */
table_run table_run_hint, table_run_analyse, table_run_overlay, table_run_view,
	table_run_win, table_run_point, table_run_undo, table_run_redo, table_run_pause,
	table_run_step, table_run_now, table_run_numbers, table_run_sheet, table_run_rows,
	table_run_speed, table_run_review, table_run_ends, table_run_follow,
	table_run_finish, table_run_claim, table_run_suits, table_run_last_trick,
	table_run_matrix, table_run_rules, table_run_seats, table_run_save,
	table_run_copy, table_run_type; /* steer.c */

#endif
