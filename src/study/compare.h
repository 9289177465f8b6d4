/*
 * compare.h - several players search the same position, with fair shares of the machine.
 *
 * Every player gets the same redacted root and the same seed, so that samplers deal the same
 * worlds. How much each may search is explicit, not left to chance:
 *   own       one after another, each with the limits that it has in a game
 *   turns     one after another, the same time each, the machine to itself
 *   nodes     one after another, the same nodes each: repeatable
 *   parallel  all at once, the same time; they slow each other down
 * Only "own" heeds a player's own limits (depth, nodes, time, sims): in the others its outermost
 * search has the equal share and nothing else. A player without limits has the share's time in
 * "own" too.
 *
 * Nothing blocks: compare_tick() starts what is due and reads what the workers publish.
 */
#ifndef PLYSCOPE_STUDY_COMPARE_H
#define PLYSCOPE_STUDY_COMPARE_H

#include "src/base/json.h"
#include "src/base/text.h"
#include "src/core/calibration.h"
#include "src/core/question.h"
#include "src/core/worker.h"

#define COMPARE_PLAYERS 6

enum compare_share {
	COMPARE_OWN,
	COMPARE_TURNS,
	COMPARE_NODES,
	COMPARE_PARALLEL,
	COMPARE_SHARES
};
extern const char *const compare_share_names[]; /* "own", "turns", "nodes", "parallel" */
bool compare_share_parse(const char *text, enum compare_share *out, struct status *st);

struct compare_player {
	char text[PLAYER_TEXT];	   /* as it runs */
	char given[PLAYER_TEXT];   /* as typed, when pimc has been put around it; "" */
	char refused[STATUS_TEXT]; /* why it did not search; "" */
	struct limits limits;	   /* of its search, once it runs */
	struct worker *worker;	   /* NULL: does not run */
	bool done;		   /* has run, or cannot */
	bool known;		   /* snap has content */
	struct snapshot snap;
};

struct compare {
	const struct catalog *catalog;
	struct game game;
	struct calibration calibration;
	struct question q;  /* of all; its game is the one above */
	int mover;	    /* whose move is searched: the viewer's when it acts */
	uint64_t game_seed; /* of the game, for the reports; set by the owner */
	enum compare_share share;
	int64_t time_ms, nodes; /* the budget of a player, by share */
	int wake_fd;		/* workers write a byte here; -1 none */
	bool paused;
	int count;
	struct compare_player player[COMPARE_PLAYERS];
};

/* Moves that players chose, and who: bit i is player i. */
struct compare_choice {
	move m;
	unsigned players;
};

/* No players, no position; own limits, one second, 50,000 nodes. */
void compare_open(struct compare *c, const struct catalog *catalog,
		  const struct game *game, int wake_fd);
void compare_close(struct compare *c);
/* "A" and so on. */
char compare_letter(int player);
/* A player's text with the innermost algorithm first, which is what tells players apart:
 * "uct:sims=2k on deals of pimc:worlds=40". */
void compare_label(const char *text, char *out, int size);
/* "maxn needs to see all that is hidden, so pimc deals it"; false: the player runs as given. */
bool compare_wrapped(const struct compare *c, int player, char *out, int size);
/* An algorithm that needs to see everything is put into pimc where cards are hidden. False,
 * with one sentence: no such player, a person, or one too many. */
bool compare_add(struct compare *c, const char *text, struct status *st);
bool compare_set(struct compare *c, int player, const char *text, struct status *st);
void compare_remove(struct compare *c, int player);
/* Four players that can play the game: the preset hard, then algorithms of the catalog,
 * wrapped in pimc where cards are hidden. */
void compare_add_defaults(struct compare *c);

/* Another question: all start afresh at the next tick. The comparison closes it. */
void compare_ask(struct compare *c, const struct question *q);
/* All start afresh. */
void compare_restart(struct compare *c);
/* Starts, reads; true when something visible has changed. */
bool compare_tick(struct compare *c);
/* True until every player is done. */
bool compare_busy(const struct compare *c);
void compare_pause(struct compare *c, bool on);
/* Running players stop with their best so far; players not begun do not start. */
void compare_stop(struct compare *c);

/* The first move of a player's table; MOVE_NONE: none yet. */
move compare_move(const struct compare *c, int player);
/* Distinct choices, most players first; returns how many. */
int compare_choices(const struct compare *c, struct compare_choice *out);
/* All moves of any table: chosen ones by votes, then as the first tables rank them. */
int compare_moves(const struct compare *c, move *out, int max);
/* A player's figures for a move; NULL: none. */
const struct stats_move *compare_row(const struct compare *c, int player, move m);
/* "A, B choose 7d; C chooses Kd" or "all choose 7d". */
void compare_verdict(const struct compare *c, char *out, int size);
/* "equal time, 1s each in turns": how much each may search. */
void compare_sharing(const struct compare *c, char *out, int size);
/* What ended the search of a player that is done: "its own limit of 60 simulations", "all is
 * searched"; brief: "own 60 sims". */
void compare_ended(const struct compare *c, int player, bool brief, char *out, int size);

/* The comparison as a table in text, as CSV (a line for each candidate of each player), and
 * as JSON (players have the names of `search --json`). `again`: the command that makes it
 * again, up to its players; NULL: not known. */
void compare_report(const struct compare *c, const char *again, struct text *out);
void compare_csv(const struct compare *c, struct text *out);
json_t *compare_json(const struct compare *c);

#endif
