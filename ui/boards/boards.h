/*
 * boards.h - the picture of a game on the table, and choosing a move in it.
 *
 * A board draws a redacted state and leaves behind the spots that can be chosen: a card, a
 * peg, a cell. The cursor walks from spot to spot, a click finds one, and choose() turns the
 * choice into a move, at once or in steps (a peg and its goal, three cards to pass). Games
 * without a picture of their own are drawn from their scene, and those whose view has path()
 * are chosen cell by cell (cells.h).
 */
#ifndef PLYSCOPE_UI_BOARDS_BOARDS_H
#define PLYSCOPE_UI_BOARDS_BOARDS_H

#include "src/core/stats.h"
#include "ui/canvas.h"

#define BOARD_SPOTS SCENE_CELLS
#define BOARD_TEXT  160

struct spot {
	struct rect at;
	int cell;  /* the game's cell or card number, or the scene item's index */
	bool live; /* choosing it can lead to a legal move */
};

struct board_ops;
struct cell_choice;

/* The path of an earlier move over the cells, both ends included. */
#define TRAIL_CELLS 32
struct board_trail {
	int seat, count;
	int16_t cell[TRAIL_CELLS];
};

struct board {
	/* The game on the table: set before drawing. */
	const struct game *game;
	const struct board_ops *ops;
	struct state state; /* redacted for viewer */
	int viewer;	    /* SEAT_ALL: all is open */
	int bottom;	    /* the seat at the lower edge */
	int chooser;	    /* the person who may choose now, SEAT_NONE */
	int turn;	    /* the seat to move, SEAT_NONE when over */
	int move_count;	    /* legal moves of the chooser */
	move moves[MOVES_MAX];
	float way;	 /* of the newest card or peg: 0 has just left .. 1 has arrived */
	float gone;	 /* of a complete trick: 0 on the table .. 1 with its winner */
	bool last_trick; /* show the last trick instead of the current one */
	const char *names[SEATS_MAX]; /* the players */
	const char *known[SEATS_MAX]; /* lines about a seat's hidden cards; NULL: none */
	const struct snapshot *marks; /* a hint to draw on the board, NULL none */
	const struct state *marks_root;
	int mark_rows; /* candidates to mark */
	int trails; /* moves of others since the bottom seat's last, the newest left out */
	struct board_trail trail[SEATS_MAX];
	const struct snapshot
		*ghost; /* of whoever thinks, where it may be seen; NULL: none */
	const struct state *ghost_root;
	bool estimate; /* it is the viewer's own, not the opponent's */
	move flagged;  /* a move of the bottom seat that was judged, MOVE_NONE */
	enum role flag_role;
	char flag[16];	   /* what it cost */
	uint64_t received; /* by a pass, until the bottom seat plays a card */
	int received_from;
	bool kanji;	/* pieces by their wide signs, where there is room */
	bool symbols;	/* suits as symbols, not letters */
	bool reviewing; /* an earlier position: nothing can be chosen */

	bool in_blinds; /* chips as big blinds */

	/* The person's choice so far, kept between drawings. */
	int amount, amount_at;	  /* of a bet, and at which decision */
	int cursor;		  /* cell of the spot under the cursor, -1 none */
	int before;		  /* where it was before a click */
	int origin;		  /* the first cell chosen, the peg taken up, -1 none */
	int held;		  /* with an origin: how many cells are chosen */
	int16_t path[PATH_CELLS]; /* those cells */
	move shown;		  /* by board_show(), until the cursor moves */
	uint64_t picked;	  /* the cards picked for a pass */

	/* Left behind by drawing. */
	struct rect room; /* room left for others; of no height when there is none */
	int spot_count;
	struct spot spots[BOARD_SPOTS];
};

enum board_answer {
	BOARD_NOTHING, /* not a choice; text says why */
	BOARD_MORE,    /* a step of the choice; text says what comes next */
	BOARD_MOVE,    /* *out is the move */
};

/* What the extra keys of a betting game do. */
enum board_bet { BET_FOLD, BET_CALL, BET_RAISE };

/* A kind of decision: the profile says what each cost, and Learn what to look for. */
struct board_kind {
	const char *name;   /* "leads" */
	const char *advice; /* a sentence; NULL: none */
};

#define BOARD_FIGURE 16 /* characters of a value of the scoreboard */

struct board_ops {
	const char *game; /* its key, NULL: any */
	/* How values are shown: value_top - value under this name (penalty points); NULL:
	 * values as they are. */
	const char *value_name;
	double value_top;
	void (*draw)(struct board *b, struct canvas *c, struct rect r);
	/* Chooses the spot under the cursor. `take` is false for Space: mark only. NULL: by
	 * cells, as the view's path() says. */
	enum board_answer (*choose)(struct board *b, bool take, move *out, char *text,
				    int size);
	/* Puts cursor and selection on a move, so that Enter plays it. NULL: by cells. */
	void (*show)(struct board *b, move m);
	/* What the chosen cells can lead to, as a sentence. NULL: how many more can be reached. */
	void (*reach)(const struct board *b, const struct cell_choice *k, char *text,
		      int size);
	/* Handles an arrow that does something other than move the cursor; false: it moves it.
	 * NULL: all arrows move it. */
	bool (*walk)(struct board *b, int key);
	/* The text of the move that folds, checks or calls; of a raise the amount to begin
	 * with. False: why not, as text, empty when it is not one's turn. NULL: there are no
	 * bets. */
	bool (*bet)(const struct board *b, enum board_bet bet, char *text, int size);
	/* True when Space marks instead of pausing. NULL: never. */
	bool (*marking)(const struct board *b);
	/* True when a move has completed something people want to look at before play goes on: a
	 * trick. NULL: never. */
	bool (*rests)(const struct game *g, const struct state *before,
		      const struct state *after);
	/* Whether a seat takes every trick left by its highest cards, whatever the others hold. NULL:
	 * there are no tricks. */
	bool (*claims)(const struct game *g, const struct state *s, int seat);
	/* Cards (games/common/cards.h) that a seat got from another by a move, from whom; both
	 * states as the seat knows them. NULL: there is no such thing. */
	uint64_t (*received)(const struct game *g, const struct state *before,
			     const struct state *after, int seat, int *from);
	/* The kind of a decision; NULL: board_kind() has one for all. */
	const struct board_kind *(*kind)(const struct game *g, const struct state *before,
					 int seat, move played, move best);
	/* True when a seat's choice stays hidden from the others (a pass). NULL: never. */
	bool (*secret)(const struct game *g, const struct state *before, int seat,
		       move m);
	/* A move as a sentence without its full stop: "West plays the queen of spades".
	 * NULL: the move's text. */
	void (*say)(const struct game *g, const struct state *before, int seat, move m,
		    bool known, char *out, int size);
	/* "West": the seat in a sentence. NULL: as everywhere. */
	const char *(*seat_word)(const struct game *g, int seat);
	/* ROLE_... of each seat; NULL: by number, but Black and White by name. */
	const uint8_t *seat_roles;
	/* The viewer's cards or pieces, in words. NULL: none. */
	void (*holding)(const struct game *g, const struct state *s, int seat, char *out,
			int size);
	/* A scoreboard value that is a word ("nil"); false: it is shown as a number. NULL: all are
	 * numbers. */
	bool (*figure_word)(const struct game *g, const struct state *s, const char *name,
			    int seat, char out[static BOARD_FIGURE]);
};

extern const struct board_ops generic_board, cells_board, hearts_board, spades_board,
	chinese_checkers_board, abalone_board, goofspiel_board, oshi_zumo_board,
	tron_board, holdem_board;
/* Sets the roles of the game's seats on a canvas, and that it is a game of cards, until it is
 * cleared. */
void board_seat_roles(const struct game *g, struct canvas *c);
const struct board_ops *board_ops_for(const struct game *g);

void board_init(struct board *b, const struct game *g);
/* The moves of the chooser in a state; a choice begun among others is dropped. */
void board_set_moves(struct board *b, const struct state *s);
/* A position as a viewer knows it, to be looked at: nothing is chosen. */
void board_look(struct board *b, const struct state *s, int viewer, int mover);
void board_spot(struct board *b, struct rect at, int cell, bool live);
/* Index of the spot of a cell, -1 none. */
int board_find(const struct board *b, int cell);
/* Puts the cursor on the live spot nearest to where it is, or on the first when it is nowhere;
 * false when there is none. */
bool board_stand(struct board *b);
/* Moves the cursor to the nearest live spot in a direction (K_UP ...); true when it moved. */
bool board_step(struct board *b, int key);
/* Moves it to the next live spot in their order (by -1: back); true when it moved. */
bool board_next(struct board *b, int by);
/* Puts the cursor on the spot at a place on the screen; false when there is none. */
bool board_click(struct board *b, int y, int x);
/* Puts it on answer k (from 0) of a question on the board; false when none is asked. */
bool board_answer(struct board *b, int k);
/* Some of the moves are numbers as they are typed: a bid, or the chips of a bet. */
bool board_takes_number(const struct board *b);
/* Drops the selection; false when there was none. */
bool board_cancel(struct board *b);
enum board_answer board_choose(struct board *b, bool take, move *out, char *text,
			       int size);
void board_show(struct board *b, move m);
/* Whose candidates the board shows: the hint's, else those of the search that runs. */
struct board_thought {
	const struct snapshot *snap; /* NULL: nobody's */
	const struct state *root;
	int rows; /* at most so many */
};
struct board_thought board_thought(const struct board *b);
/* Rank of a move among the marked candidates, -1 not marked. */
int board_mark_rank(const struct board *b, move m);
/* After a hint one line: the best moves with the percent of the mix that plays them, or what
 * each costs. Returns the lines drawn, 0 without a hint. */
int board_mix(const struct board *b, struct canvas *c, int y, int x, int w);
/* What a move costs against the best candidate, in points for the mover; NAN unknown. */
double board_cost(const struct board *b, const struct stats_move *m);
/* The same as it is written on a card or beside a move, in w columns (2 at least): "=" the
 * best, "+1.9" or "1.9", ">1.9" at least that, "~" or "~0.4" too few samples, "" not known. */
enum role board_cost_text(const struct board *b, const struct stats_move *m, int w,
			  char out[static 8]);
/* Draws the marked candidates with their costs and the legend upwards from the bottom of r;
 * returns the rows. Nothing without a hint. */
int board_costs(const struct board *b, struct canvas *c, struct rect r);

const struct board_kind *board_kind(const struct game *g, const struct state *before,
				    int seat, move played, move best);
/* Sentences, for the line mode, the log and the message line. */
bool board_secret(const struct game *g, const struct state *before, int seat, move m);
void board_say(const struct game *g, const struct state *before, int seat, move m,
	       bool known, char *out, int size);
/* The moves and deals before a ply as a viewer saw them, a line each. */
struct match;
struct text;
void board_say_moves(const struct match *m, int ply, int viewer, struct text *out);
/* Cards in the text of a move as people read them: "JC" becomes "J♣", in games of cards. */
void board_suits(const struct game *g, char *text, int size);
/* Why a search chose its move, in sentences (src/study/explain.h). played: the move of the game. */
void board_explain(const struct game *g, const struct state *root,
		   const struct snapshot *snap, const char *player, move played,
		   struct text *out);
const char *board_seat_word(const struct game *g, int seat);
/* A seat's value of a figure of this state as it is written. */
void board_figure(const struct game *g, const struct state *s, const struct figure *f,
		  int seat, char out[static BOARD_FIGURE]);

#endif
