/*
 * session.h - a table without a screen: one match, its searches, its clock.
 *
 * The table screen and the line mode both sit on this. Nothing here blocks: session_tick() reads
 * what the workers have published, plays the moves they have finished, and starts the next search.
 * A search is given match_view() of its own seat and nothing else.
 *
 * Three searches may be at work: the seat that is to move, the advisor (what the person's own seat
 * may conclude, shown in FAIR while opponents' figures are hidden), and the hint or the analysis
 * that the person asked for. The seat's is shown at the table's pace before its move is made
 * (session/show.c).
 *
 * Seeds: the search of a seat's k-th decision is seeded from (setup seed, seat, k), so that
 * node-limited games repeat whatever the order of simultaneous choices. Every other search with
 * that seat's knowledge at that point is seeded alike: advisor, hint, and the screens that study a
 * decision deal the same worlds whenever they are asked.
 */
#ifndef PLYSCOPE_UI_SESSION_H
#define PLYSCOPE_UI_SESSION_H

#include "src/core/calibration.h"
#include "src/core/match.h"
#include "src/core/store.h"
#include "src/core/worker.h"
#include "src/study/analyze.h"
#include "ui/decision.h"

#define SESSION_NOTE 240

/* One search run for the table, and its latest snapshot. */
struct session_search {
	struct worker *worker;	/* NULL: none runs */
	char name[PLAYER_TEXT]; /* the player as typed */
	int viewer;		/* whose knowledge it has */
	int seat;		/* whose move it searches */
	int ply;		/* match.at when it began */
	bool known;		/* snap says something */
	bool done;		/* snap is final, and it has been shown */
	bool filmed;		/* it is shown slowly: snap is the frame that is on */
	bool live;		/* ... or, for it takes its time, as it runs */
	int frame;		/* of the film, -1 before the first */
	struct state root;	/* its position, redacted */
	struct snapshot snap;
};

/* Win probabilities of one ply, by one judge (session/judge.c), for the graph over the game. */
struct session_point {
	bool judged;		 /* or it was tried */
	bool known;		 /* not judged: figures of the advisor, until it is */
	float win[2][SEATS_MAX]; /* of the match, of the hand; the same without a match */
};

/* What a decision of a person cost (session/costs.c). */
struct session_cost {
	bool asked, known;
	struct analyze_move move;
};

struct session {
	const struct catalog *catalog;
	struct store *store;	   /* NULL: nothing is saved */
	char unsaved[STATUS_TEXT]; /* why the last save failed; "" when it did not */
	bool copy; /* of a game another table holds: saved once a move is made */
	struct match match;
	struct calibration calibration;
	int wake_fd;  /* workers write a byte here; -1 none */
	int speed_ms; /* an AI's move stays visible this long */
	int trick_ms; /* and a complete trick before it is swept up; 0: no longer */
	int sweep_ms; /* and is then on its way to its winner */
	bool bounded; /* no key ends a search: each must end by itself */
	bool paused;
	bool stepping;	  /* one AI move, then pause again */
	bool undo_paused; /* paused by taking back: playing everything again continues */
	bool hand_over;	  /* a hand has ended: session_continue() deals on */
	int hand_ply;	  /* states[hand_ply] is the end of that hand */
	bool advise;	  /* keep the advisor at work in FAIR */
	char unjudged[STATUS_TEXT]; /* why the hints' player gives no win; "" it may */
	bool analysing;
	char hint_player[PLAYER_TEXT]; /* "hard" */
	int hint_ms;
	int64_t hint_nodes; /* > 0: limit hints by nodes instead, for tests */
	struct session_search search, advisor, hint, judge;
	struct session_search last; /* the seats' search before `search` */
	bool animate;		    /* searches are shown at the pace of speed_ms */
	bool peeking;		    /* paused, and one search runs to its next figures */
	struct worker *parked[SEATS_MAX]; /* of each seat's last move, to go on with */
	int64_t round_ms;      /* an analysis of hidden cards goes on in longer and longer
				* rounds: the time of this one, 0 where it is a single search */
	struct snapshot later; /* the figures so far of a round after the first */
	int64_t now_us, played_us, asked_us;
	int64_t held_us; /* paused since then */
	int64_t thought_us,
		clock_us; /* of the turn, by the clock; when it was last looked at */
	seat_set flags;	  /* that have fallen at this turn */
	int64_t begun_us,
		answer_us; /* of the seats' search: when it was asked, and how long
				      * its last answer took to be seen */
	int64_t rest_us; /* until when a complete trick stays; 0: the last move made none */
	struct session_point *points; /* one per ply */
	int point_room;
	bool tell_costs;	    /* what persons' moves cost is told back */
	struct session_cost *costs; /* one per ply */
	int cost_room;
	struct analysis *costing; /* of one decision, at costing_ply; NULL: none runs */
	int costing_ply;
	char note[SESSION_NOTE]; /* news in words, "" none; the reader clears it */
};

/* Zeroed memory for whatever holds a session or a board: states want more alignment than
 * malloc() gives. Never NULL; free() it. */
void *session_memory(size_t bytes);

/* A new game of a setup; wake_fd -1 and store NULL are allowed. */
void session_open(struct session *s, const struct catalog *c, struct store *store,
		  const struct setup *setup, int wake_fd);
/* Continues a match, which is moved into the session. A saved game being played elsewhere continues
 * as a copy, and says so. */
void session_take(struct session *s, const struct catalog *c, struct store *store,
		  struct match *m, int wake_fd);
void session_close(struct session *s);
/* Saves now (it is saved after every move anyway), but nothing before a person, or in a game of
 * searches a search, has moved. A failed save is tried again the next time, and both are
 * reported. */
void session_save(struct session *s);

/* A session has been closed whose last moves could not be saved. */
bool session_lost(void);

/* Polls, plays, starts searches. True when something visible has changed. */
bool session_tick(struct session *s, int64_t now_us);
/* True while a seat's search runs or will run by itself. */
bool session_waiting(const struct session *s);
/* True while ticks are wanted: a search runs or is to be started. */
bool session_busy(const struct session *s);

/* The viewer of the screen: the one person, the person to move when several share the terminal,
 * SEAT_ALL when no person plays or all is open. */
int session_viewer(const struct session *s);
/* The same for looking back at a ply: all is open once the hand it belongs to is over. */
int session_viewer_at(const struct session *s, int ply);
/* The person who may choose now, SEAT_NONE when none. */
int session_chooser(const struct session *s);
/* The person a hint or the advisor speaks to: the viewer, SEAT_NONE without one. */
int session_person(const struct session *s);
/* The seat to move, the lowest of several, persons last; SEAT_NONE when over. */
int session_turn(const struct session *s);
/* True when opponents' figures must stay hidden: hidden cards, a person, VIEW_FAIR; and in STUDY
 * those of a private hand. */
bool session_fair(const struct session *s);
/* STUDY of a game of private hands (poker): what an opponent does with all its hands may be seen,
 * and nothing of the hand it holds. */
bool session_ranges(const struct session *s);

bool session_play(struct session *s, int seat, move m, struct status *st);
/* Takes back to before the person's last decision, or one single move. */
bool session_undo(struct session *s, bool single);
bool session_redo(struct session *s);
/* Another course of the game, by its number in match.lines, becomes the game. */
void session_take_line(struct session *s, int line);
void session_pause(struct session *s, bool on);
/* The program stops or continues: all searches are off the clock in between. */
void session_hold(struct session *s, bool on);
void session_step(struct session *s);
bool session_move_now(struct session *s); /* false: nothing runs */
void session_continue(struct session *s); /* after a hand */
/* Another player for a seat, in the middle of the game. */
bool session_seat(struct session *s, int seat, const char *player, struct status *st);
/* What is left of the hand cannot change its points, by all that the viewer knows. */
bool session_hand_decided(const struct session *s);
/* Among these: the person who leads takes all of it. */
bool session_hand_claimed(const struct session *s);
/* Plays the rest of the hand, or of the game, at once: every seat by the game's own quick player,
 * which the record says of each move. The game counts as assisted, unless that changed no points.
 * Returns the moves made. */
int session_finish(struct session *s, bool whole_game);
void session_set_view(struct session *s, enum view v);
/* Win probabilities of the hand, or of the match. */
void session_win_by_hand(struct session *s, bool by_hand);
bool session_hint(struct session *s, struct status *st);
/* One hint by another player. */
bool session_hint_by(struct session *s, const char *player, struct status *st);
void session_hint_clear(struct session *s);
bool session_analyse(struct session *s, bool on, struct status *st);
/* The effort of the hint or analysis so far; its values are those of s->hint, in an analysis by
 * rounds those of the last finished round. */
const struct snapshot *session_hint_effort(const struct session *s);
/* The seats' search to be shown: the running one, or, until it has figures (paused: until it
 * moves), the one that chose the last move. */
const struct session_search *session_thinker(const struct session *s);
/* The search that the win bars are of, as far as it has come: NULL, none at this position. */
const struct session_search *session_judging(const struct session *s);
/* Paused, and an opponent's search is shown: its next or last figures. False: there are none, or
 * they may not be seen. */
bool session_show_step(struct session *s, int step);
/* Frame 1.. of so many of the search that is shown; false: it has no film, or may not be seen. */
bool session_show_place(const struct session *s, int *frame, int *count);
/* How long the table has waited for the seat of the thinker, or did; and the time that it gives:
 * speed=, or the player's own where that is more. */
int64_t session_taken_us(const struct session *s);
int64_t session_given_us(const struct session *s);
/* A complete trick stays on the table; session_go_on() lets the game go on. */
bool session_rests(const struct session *s);
void session_go_on(struct session *s);
/* What a seat has left on its clock now; of no use without one. */
int64_t session_left_ms(const struct session *s, int seat);
/* The search whose figures may be shown for a ply by the rules of the view: the hint, the
 * seat's, or the advisor's; NULL: none. */
const struct session_search *session_shown(const struct session *s, int ply);
/* The decision at a ply, for a screen of its own: with the search whose figures the table
 * may show for it, else the hint's. The game then counts as assisted. */
bool session_decision(struct session *s, int ply, struct decision *out,
		      struct status *st);
/* Works out and tells the cost of persons' moves, from the first one of the game on; the game then
 * counts as assisted. */
void session_tell_costs(struct session *s, bool on);
/* The cost of the decision at a ply; NULL: unknown, or hidden from the viewer. */
const struct analyze_move *session_cost(const struct session *s, int ply);
/* The same, and waits for it. */
const struct analyze_move *session_wait_cost(struct session *s, int ply);
/* "+1.6 (best JH)", "=" or "": of the log. */
void session_cost_text(const struct session *s, int ply, char *out, int size);
/* The player of the hints from now on, of advisor and judge too. */
void session_set_hint(struct session *s, const char *player);
/* The opponent's plan was shown to a person: the game counts as assisted. */
void session_assisted(struct session *s);

#endif
