/*
 * private.h - what the files of the line mode share; nobody else includes it.
 *
 * line.c has its life, the waiting and the reading; say.c tells the game; commands.c runs typed
 * lines.
 */
#ifndef PLYSCOPE_UI_LINE_PRIVATE_H
#define PLYSCOPE_UI_LINE_PRIVATE_H

#include "ui/line.h"
#include "ui/session.h"

#include <signal.h>

struct editline; /* of histedit */
struct history;

#define HOLDING_TEXT 300

struct line_mode {
	struct session session;
	const struct line_options *options;
	int wake[2];
	int told;  /* plies that have been said */
	int asked; /* match.at when the turn was announced, -1 */
	int passed_to;
	char held[SEATS_MAX]
		 [HOLDING_TEXT];  /* the message to each seat at its last choice */
	struct line_learn *learn; /* questions after the game; NULL: none are open */
	move picked; /* the candidate of a hint that an empty line plays, MOVE_NONE */
	bool over_told, quit, tty, on_terminal;
	struct editline *edit;
	struct history *history;
	char history_path[512];
	char *read_line; /* getline's buffer */
	size_t read_room;
};

static inline const struct game *
line_game(const struct line_mode *l)
{
	return &l->session.match.setup.game;
}

/* ---- line.c ---- */

/* ^C has come; the reader clears it. */
extern volatile sig_atomic_t line_interrupted;
void line_catch_interrupt(bool on);
void line_wait_for_hint(struct line_mode *l);

/* ---- say.c ---- */

void line_say_figures(const struct game *g, const struct state *s);
/* What has happened since the last call. */
void line_say_news(struct line_mode *l);
/* Whose turn it is, once. */
void line_say_turn(struct line_mode *l);
/* A seat's cards or pegs in words. */
void line_say_holding(const struct line_mode *l, int seat);
/* What its search wrote of a move, with points as people count them: records have values. */
void line_say_comment(const struct game *g, const char *comment);
/* The legal moves, at most so many. */
void line_list_moves(const struct line_mode *l, int most);

/* What a seat holds in a position that was redacted for it. */
void line_say_held(const struct line_mode *l, const struct state *view, int seat);
/* After a person's move at a ply: prints its cost, where costs are shown. */
void line_say_cost(struct line_mode *l, int ply);

/* ---- learn.c ---- */

/* The one person's costliest decisions of a game that is over, listed; or asked again. */
void line_say_costliest(struct line_mode *l);
void line_learn(struct line_mode *l);
/* Takes the line as an answer; false: no question is open. */
bool line_learn_answer(struct line_mode *l, const char *line);
void line_learn_end(struct line_mode *l);

/* ---- commands.c ---- */

/* False: the line is not a command. */
bool line_run_command(struct line_mode *l, const char *line);
/* A digit picks a candidate of the hint, and an empty line plays it. False: the line is neither. */
bool line_pick(struct line_mode *l, const char *line);
/* Plays the line as a move, or says what is wrong with it. */
void line_play(struct line_mode *l, const char *line);
/* What the word before the cursor may become: commands and legal moves. */
int line_completions(const struct line_mode *l, const char *word, char (*out)[64],
		     int max);

/* ---- study.c: the screens compare, explain and beliefs as text ---- */

/* Each prints its text; a set *stop ends the searches early, with what they have. */

/* Players separated by blanks; "": the game's own. Equal nodes, so that it repeats. */
void line_compare(struct session *s, const char *players,
		  const volatile sig_atomic_t *stop);
/* The hint when there is one, else the move just made. */
void line_explain(struct session *s, const volatile sig_atomic_t *stop);
void line_beliefs(struct session *s);

#endif
