/*
 * table.c - the table: a session on the screen. Its keys, its ticks, its life.
 *
 * The picture (draw.c) is a function of the session, of what the viewer may know, and of the
 * person's own choices; play.c chooses and plays, steer.c is everything else a person can do.
 * private.h is what they share.
 */
#include "ui/screens.h"
#include "ui/screens/table/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OVER_US	  (1500 * 1000) /* the last move stays visible before the scores */
#define FORCED_MS 800		/* at most, before an only move is played by itself */

const struct game *
table_game(const struct table *t)
{
	return &t->session.match.setup.game;
}

int
table_shown_ply(const struct table *t)
{
	if (t->review != TABLE_LIVE)
		return t->review;
	return t->session.hand_over ? t->session.hand_ply : t->session.match.at;
}

int
table_shown_viewer(const struct table *t)
{
	if (t->review != TABLE_LIVE)
		return session_viewer_at(&t->session, t->review);
	return session_viewer(&t->session);
}

/* Several persons share the terminal and it is another one's turn. */
bool
table_covered(const struct table *t)
{
	const struct session *s = &t->session;
	const int chooser = session_chooser(s);
	return game_hidden(table_game(t)) && setup_humans(&s->match.setup) > 1 &&
	       s->match.setup.view != VIEW_OPEN && chooser != SEAT_NONE &&
	       chooser != t->passed_to;
}

/* Says so and returns true when nothing may be asked because the terminal is being passed. */
bool
table_refused(struct ui *ui, const struct table *t)
{
	if (!table_covered(t))
		return false;
	ui_message(ui, "first the terminal goes to %s: press Enter",
		   board_seat_word(table_game(t), session_chooser(&t->session)));
	return true;
}

/* ------------------------------------------------------------------ ticks */

void
table_take_settings(const struct ui *ui, struct table *t)
{
	const struct ui_settings *set = &ui->settings;
	struct session *s = &t->session;
	t->numbers = set->numbers;
	t->beliefs.on = set->beliefs;
	t->hint_after_ms = set->hint_after_ms;
	t->forced = set->forced;
	s->speed_ms = setup_humans(&s->match.setup) > 0 ? set->speed_ms : set->watch_ms;
	s->trick_ms = set->trick_ms;
	s->sweep_ms = set->animation ? TABLE_SLIDE_US / 1000 : 0;
	s->animate = set->animation;
	if (set->hint_ms > 0)
		s->hint_ms = set->hint_ms;
	if (s->calibration.by_hand != set->hand_win)
		session_win_by_hand(s, set->hand_win);
	if (t->coach_setting != set->coach) {
		t->coach_setting = set->coach;
		session_tell_costs(s, set->coach);
	}
	if (strcmp(t->hint_setting, set->hint) == 0 && t->hint_stored == set->hint_stored)
		return;
	t->hint_stored = set->hint_stored;
	snprintf(t->hint_setting, sizeof t->hint_setting, "%s", set->hint);
	if (!set->hint_stored)
		player_trust(set->hint, ui->catalog);
	session_set_hint(s, set->hint);
}

/* The one legal move of the one person, to be played by itself; MOVE_NONE: it may choose. After a move
 * was taken back it chooses, whatever there is. */
static move
forced_move(const struct table *t)
{
	static move moves[MOVES_MAX];
	const struct session *s = &t->session;
	const int seat = session_chooser(s);
	const bool may = t->forced && seat != SEAT_NONE && !s->paused && !s->hand_over &&
			 t->review == TABLE_LIVE && s->match.at == s->match.count &&
			 setup_humans(&s->match.setup) == 1;
	return may && match_moves(&s->match, seat, moves) == 1 ? moves[0] : MOVE_NONE;
}

/* After a pause for the eye. An opponent's keeps its pace, which in FAIR would tell what it holds. */
static bool
play_forced(struct ui *ui, struct table *t)
{
	const struct session *s = &t->session;
	const int pause_ms = s->speed_ms < FORCED_MS ? s->speed_ms : FORCED_MS;
	const move m = table_sweeps(t) ? MOVE_NONE : forced_move(t);
	if (m == MOVE_NONE) {
		t->forced_us = 0;
		return false;
	}
	if (t->forced_us == 0) {
		t->forced_us = ui->now_us;
		ui_message(ui,
			   "your only move is played by itself; :set forced off changes "
			   "that");
		return true;
	}
	if (ui->now_us - t->forced_us < 1000 * (int64_t)pause_ms)
		return false;
	t->forced_us = 0;
	table_play(ui, t, session_chooser(s), m);
	return true;
}

static bool
table_tick(struct ui *ui, struct screen *screen)
{
	struct table *t = table_of(screen);
	struct session *s = &t->session;
	table_take_settings(ui, t);
	bool changed = session_tick(s, ui->now_us);
	changed |= table_coach_tick(ui, t);
	changed |= table_news(ui, t);
	changed |= play_forced(ui, t);
	changed |= table_ticker_tick(ui, t);
	changed |= table_hint_tick(ui, t);
	changed |= table_beliefs_tick(t);
	changed |= t->frame = t->slide_us > 0;
	if (s->search.known || (s->search.worker != NULL && session_fair(s)))
		seats_take(&t->figures[s->search.seat], table_game(t), &s->search,
			   session_taken_us(s), &s->match.setup.seat[s->search.seat]);
	changed |= table_sweeps(t) && !session_rests(s);
	table_set_think(t);
	if (t->think.search != NULL)
		think_order_renew(&t->order, t->think.search, ui->now_us);
	if (match_over(&s->match) && !t->told_over && !table_sweeps(t) &&
	    ui->now_us - s->played_us >= (s->speed_ms > 0 ? OVER_US : 0)) {
		t->told_over = true;
		session_save(s);
		ui_message(ui, "%s", ""); /* that message was about a running game */
		ui_push(ui, game_over_screen(ui, &s->match));
		changed = true;
	}
	return changed;
}

bool
table_sweeps(const struct table *t)
{
	return t->session.rest_us > 0 && t->review == TABLE_LIVE &&
	       !t->board.last_trick && t->board.gone < 1;
}

static bool
table_busy(struct screen *screen)
{
	const struct table *t = table_of(screen);
	return session_busy(&t->session) || t->beliefs.busy || table_hint_waits(t) ||
	       forced_move(t) != MOVE_NONE || t->slide_us > 0 || table_sweeps(t) ||
	       (match_over(&t->session.match) && !t->told_over);
}
static bool
table_interrupt(struct ui *ui, struct screen *screen)
{
	if (!session_move_now(&table_of(screen)->session))
		return false;
	ui_message(ui, "stopped: its best move stands");
	return true;
}

/* How to continue a game that was left, or that it could not be saved. */
static bool
farewell(struct screen *screen, char *out, int size)
{
	struct session *s = &table_of(screen)->session;
	session_save(s);
	if (s->unsaved[0] != '\0') {
		snprintf(out, (size_t)size, "The last moves of %s are not saved.",
			 table_game(table_of(screen))->ops->title);
		return true;
	}
	if (match_over(&s->match))
		return false;
	if (s->store == NULL && s->match.at > 0) {
		snprintf(out, (size_t)size, "%s is not saved.",
			 table_game(table_of(screen))->ops->title);
		return true;
	}
	if (s->match.id == 0)
		return false;
	snprintf(out, (size_t)size, "%s is saved: plyscope play --resume %lld goes on.",
		 table_game(table_of(screen))->ops->title, (long long)s->match.id);
	return true;
}

static void
close_table(struct screen *screen)
{
	coach_close(&table_of(screen)->coach);
	table_beliefs_close(table_of(screen));
	session_close(&table_of(screen)->session);
}
/* ------------------------------------------------------------------ keys */

static bool
can_choose(struct screen *screen)
{
	return session_chooser(&table_of(screen)->session) != SEAT_NONE;
}

static bool
has_person(struct screen *screen)
{
	return session_person(&table_of(screen)->session) != SEAT_NONE;
}

/* Something is hidden that another view would show. */
static bool
keeps_sheet(struct screen *screen)
{
	return sheet_kept(&table_of(screen)->session.match);
}

static bool
has_views(struct screen *screen)
{
	return has_person(screen) && game_hidden(table_game(table_of(screen)));
}

static bool
can_go_on(struct screen *screen)
{
	const struct table *t = table_of(screen);
	return table_covered(t) || t->review != TABLE_LIVE || t->session.hand_over ||
	       match_over(&t->session.match);
}

static bool
can_play(struct screen *screen)
{
	return has_person(screen) && !can_go_on(screen);
}

static bool
can_finish(struct screen *screen)
{
	return has_person(screen) && !match_over(&table_of(screen)->session.match);
}

static bool
stands_paused(struct screen *screen)
{
	return !table_can_mark(screen) && table_of(screen)->session.paused;
}

static bool
can_pause(struct screen *screen)
{
	return !table_can_mark(screen) && !table_of(screen)->session.paused;
}

/* A hand is over, whose costliest moves the only person may be asked again. */
static bool
table_asks_again(struct screen *screen)
{
	const struct session *s = &table_of(screen)->session;
	return s->hand_over && setup_humans(&s->match.setup) == 1 &&
	       (s->match.setup.game.traits & TRAIT_MUCKS) == 0;
}

static bool
has_matrix(struct screen *screen)
{
	const struct game *g = table_game(table_of(screen));
	return (g->traits & TRAIT_SIMULTANEOUS) != 0 && g->seats == 2;
}

static bool
has_tricks(struct screen *screen)
{
	return table_of(screen)->board.ops->rests != NULL;
}

static bool
in_log(struct screen *screen)
{
	return table_of(screen)->pane == PANE_LOG;
}

static bool
table_is_running(struct screen *screen)
{
	const struct session *s = &table_of(screen)->session;
	return s->search.worker != NULL || s->hint.worker != NULL;
}

/* The words of the key bar stand in this order: what a newcomer looks for comes first. */
static const struct binding bindings[] = {
	{ K_ENTER, 0, "play", "play", "play the chosen card or move", can_play,
	  table_run_choose, 0 },
	{ K_ENTER, 0, "go-on", "go on",
	  "go on: the next hand, back to the game, the scores", can_go_on,
	  table_run_choose, 0 },
	{ 'L', 0, "learn", "learn",
	  "after a hand: your three costliest moves again, as questions",
	  table_asks_again, table_run_learn, 0 },
	{ 'c', 0, "claim", "claim",
	  "claim: the rest of the hand is certain and is played at once", table_can_claim,
	  table_run_claim, 0 },
	{ 'f', 0, "fold", "fold", "fold the hand", table_can_bet, table_run_bet,
	  BET_FOLD },
	{ 'k', 0, "call", "call", "check, or call", table_can_bet, table_run_bet,
	  BET_CALL },
	{ 'r', 0, "raise", "raise",
	  "bet or raise: 300, 3bb, 75%, 2.5x, half, pot, min, all; up and down step the "
	  "amount, a digit begins one",
	  table_can_bet, table_run_bet, BET_RAISE },
	{ K_SPACE, 0, "mark", "mark", "pick a card to pass, or put it back",
	  table_can_mark, table_run_mark, 0 },
	{ K_SPACE, 0, "pause", "go on", "go on with a paused game", stands_paused,
	  table_run_pause, 0 },
	{ 'h', 0, "hint", "hint",
	  "a hint: the cost of each move; again: the expected line", can_choose,
	  table_run_hint, 0 },
	{ '\'', 0, "type", "type",
	  "type the move: e5-g5, QS, b1-b3; letters alone are keys", NULL, table_run_type,
	  0 },
	{ 'e', 0, "explain", "why", "explain that move in sentences", NULL,
	  table_run_study, STUDY_EXPLAIN },
	{ 'c', 'C', "compare", "compare",
	  "compare players on this position, side by side", NULL, table_run_study,
	  STUDY_COMPARE },
	{ 'i', 'I', "inspect", "tree",
	  "search tree of the hint, or else of the last move", NULL, table_run_study,
	  STUDY_INSPECT },
	{ K_SPACE, 0, "pause", "pause", "pause the searches, go on", can_pause,
	  table_run_pause, 0 },
	{ 'u', 0, "undo", "undo", "take back to your last decision", NULL, table_run_undo,
	  0 },
	{ 'm', 0, "now", "move now", "the search stops and plays its best move",
	  table_is_running, table_run_now, 0 },
	{ '.', 0, "step", "step", "paused: one step of the search shown, or one move",
	  NULL, table_run_step, 1 },
	{ ',', 0, "step-back", "", "paused: one step back", NULL, table_run_step, -1 },
	{ '>', 0, "faster", "faster", "searches are shown for less time, then at once",
	  NULL, table_run_speed, 1 },
	{ '<', 0, "slower", "slower", "searches are shown for more time", NULL,
	  table_run_speed, -1 },
	{ '[', 0, "earlier", "look back", "look back one move; nothing changes", NULL,
	  table_run_review, -1 },
	{ ']', 0, "later", "", "look on one move", NULL, table_run_review, 1 },
	{ 'a', 0, "analyse", "analyse", "analyse without playing, on and off", NULL,
	  table_run_analyse, 0 },
	{ 'A', 0, "judge", "judge",
	  "judge every move so far, or of the hand that is over: costs, labels, a graph; "
	  "in an unfinished hand, only yours",
	  NULL, table_run_judge, 0 },
	{ 'v', 0, "coach", "",
	  "the coach: the cost of each of your moves, on its card, in the log and on the "
	  "graph; remembered until v",
	  has_person, table_run_coach, 0 },
	{ 'V', 0, "view", "view", "FAIR, STUDY, OPEN", has_views, table_run_view, 0 },
	{ 'W', 0, "win-of", "", "win probabilities of the match, or of the hand", NULL,
	  table_run_win, 0 },
	{ 'b', 0, "beliefs", "beliefs",
	  "where the hidden cards may be, for you or the seat to move", table_has_beliefs,
	  table_run_study, STUDY_BELIEFS },
	{ 'O', 0, "overlay", "costs", "costs on the hand or board, on and off", NULL,
	  table_run_overlay, 0 },
	{ 'M', 0, "matrix", "matrix",
	  "the matrix of a simultaneous choice: values, simulations, off", has_matrix,
	  table_run_matrix, 0 },
	{ 'R', 0, "hands", "hands",
	  "all hands of the seat that thinks: moves, range, equity, worth, by strength, "
	  "off",
	  table_has_hands, table_run_hands, 0 },
	{ '}', 0, "hand-after", "", "the figures of the next hand", table_shows_hands,
	  table_run_hand, 1 },
	{ '{', 0, "hand-before", "", "those of the hand before", table_shows_hands,
	  table_run_hand, -1 },
	{ 's', 0, "seats", "seats", "give a seat to a person or a search", NULL,
	  table_run_seats, 0 },
	{ 'r', 0, "rules", "rules", "rules of this game", NULL, table_run_rules, 0 },
	{ 'S', 0, "save", "save", "save the record, or the view as .txt .json .csv", NULL,
	  table_run_save, 0 },
	{ 'F', 0, "finish", "finish",
	  "play the rest of the hand or of the game at once; it asks first", can_finish,
	  table_run_finish, 0 },
	{ 'f', 0, "follow", "follow",
	  "follow the game, or stay at this move while it goes on", NULL,
	  table_run_follow, 0 },
	{ K_TAB, 0, "pane", "pane", "focus the next pane; in a small window, show it",
	  NULL, table_run_pane, 1 },
	{ K_BACKTAB, 0, "pane-back", "", "the same, backwards", NULL, table_run_pane,
	  -1 },
	{ 'z', 0, "zoom", "zoom", "the focused pane alone, and back", NULL,
	  table_run_zoom, 0 },
	{ K_LEFT, 'H', "left", "", "to the next card or cell on the left", NULL,
	  table_run_walk, K_LEFT },
	{ K_RIGHT, 'L', "right", "", "to the next on the right", NULL, table_run_walk,
	  K_RIGHT },
	{ K_UP, 'K', "up", "", "to the next above", NULL, table_run_walk, K_UP },
	{ K_DOWN, 'J', "down", "", "to the next below", NULL, table_run_walk, K_DOWN },
	{ 'w', 0, "sheet", "", "the score sheet over the board, and back", keeps_sheet,
	  table_run_sheet, 0 },
	{ 'n', 0, "numbers", "numbers",
	  "depth, nodes, cuts and worlds of the search, on and off", NULL,
	  table_run_numbers, 0 },
	{ 'j', 0, "next", "", "to the next card or piece that can be chosen", can_choose,
	  table_run_next, 1 },
	{ 'k', 0, "previous", "", "to the one before", can_choose, table_run_next, -1 },
	{ K_PAGE_UP, 0, "page-up", "", "in the log: a page back", in_log, table_run_walk,
	  K_PAGE_UP },
	{ K_PAGE_DOWN, 0, "page-down", "", "in the log: a page on", in_log,
	  table_run_walk, K_PAGE_DOWN },
	{ '1', 0, "candidate", "",
	  "1 to 9: pick that candidate; Enter plays it; at a bid or bet its first digit",
	  NULL, table_run_digit, 0 },
	{ 'P', 0, "point", "", "show the values of the next seat", NULL, table_run_point,
	  0 },
	{ 'U', 0, "undo-one", "", "take back a single move", NULL, table_run_undo, 1 },
	{ K_CTRL('r'), 0, "redo", "", "play again what was taken back", NULL,
	  table_run_redo, 0 },
	{ '+', '=', "more", "", "more candidates", NULL, table_run_rows, 1 },
	{ '-', 0, "fewer", "", "fewer candidates", NULL, table_run_rows, -1 },
	{ 'y', 0, "copy", "", "copy the position", NULL, table_run_copy, 0 },
	{ 'g', 0, "first", "", "look back at the first decision", NULL, table_run_ends,
	  -1 },
	{ 'G', 0, "live", "", "back to the end of the game so far", NULL, table_run_ends,
	  1 },
	{ '(', 0, "smaller", "", "make the focused pane smaller", NULL, table_run_size,
	  -1 },
	{ ')', 0, "larger", "", "make the focused pane larger", NULL, table_run_size, 1 },
	{ 'x', 0, "hide", "", "hide the focused pane", NULL, table_run_hide, 0 },
	{ 'X', 0, "panes", "", "show all panes again, in their usual sizes", NULL,
	  table_run_panes, 0 },
	{ 'd', 0, "lines", "lines",
	  "other lines of this game, kept when you took back and played another move",
	  table_has_lines, table_run_lines, 0 },
	{ 'l', 0, "last-trick", "", "the last trick again, and back", has_tricks,
	  table_run_last_trick, 0 },
	{ 'B', 0, "blinds", "", "amounts in chips or in big blinds", table_has_bets,
	  table_run_blinds, 0 },
	{ 'T', 0, "suits", "", "suits as symbols or letters", NULL, table_run_suits, 0 },
	{ K_ESCAPE, 0, "put-back", "",
	  "put a choice back; back to the board, to the game", NULL, table_run_cancel,
	  0 },
	{ 'q', 0, "back", "leave", "the same, then leave: the game is saved", NULL,
	  table_run_cancel, 1 },
	{ 0 },
};

/* clang-format off */
static const char *const parts[] = {
	"Play\t play go-on claim fold call raise mark undo undo-one redo finish candidate type next "
	"previous left right up down put-back ",
	"Look\t earlier later first live follow view sheet last-trick numbers matrix hands hand-after "
	"hand-before win-of point more fewer lines suits blinds pane pane-back zoom smaller larger hide "
	"panes page-up page-down ",
	"Study\t hint explain compare inspect analyse judge learn coach beliefs overlay ",
	"Time\t pause step step-back faster slower now ",
	"System\t seats rules save copy back ",
	NULL,
};
/* clang-format on */

/* Settings left on by an earlier game are announced before they surprise anyone. */
static void
table_welcome(struct ui *ui)
{
	const struct ui_settings *set = &ui->settings;
	ui_message(ui, "%s; ? every key",
		   set->coach		? "the coach is on, v turns it off"
		   : set->speed_ms == 0 ? "moves follow at once, < shows the searches"
					: "arrows and Enter choose");
}

static void
table_shown(struct ui *ui, struct screen *screen)
{
	struct table *t = table_of(screen);
	if (!t->welcomed && has_person(screen))
		table_welcome(ui);
	t->welcomed = true;
}

static void
table_hold(struct screen *screen, bool on)
{
	struct session *s = &table_of(screen)->session;
	session_hold(s, on || (s->paused && !s->stepping));
	coach_hold(&table_of(screen)->coach, on);
}

/* ---- Commands of every screen ---- */

static bool
run_load(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	static struct match m;
	if (!command_record(ui, rest, &m, st))
		return false;
	ui_push(ui, table_screen_resume(ui, &m));
	return true;
}

static const struct command opens[] = {
	{ "load", "FILE[@PLY]", "go on with a record", WORDS_FILE, run_load },
	{ 0 },
};

const struct screen_ops table_screen_ops = {
	.name = "table",
	.title = "the table",
	.bindings = bindings,
	.parts = parts,
	.opens = opens,
	.definitions = pane_definitions,
	.declared = DECLARED_MOVES | DECLARED_RULES | DECLARED_GAUGES,
	.draw = table_draw,
	.key = table_key,
	.mouse = table_mouse,
	.command = table_command,
	.commands = table_commands,
	.complete = table_complete,
	.tick = table_tick,
	.busy = table_busy,
	.interrupt = table_interrupt,
	.shown = table_shown,
	.hold = table_hold,
	.farewell = farewell,
	.close = close_table,
};

static struct table *
new_table(void)
{
	struct table *t = session_memory(sizeof *t);
	t->screen.ops = &table_screen_ops;
	t->screen.game = table_game(t);
	t->review = TABLE_LIVE;
	t->rows = 8;
	t->picked = t->hand_class = -1;
	t->point_of_view = -1;
	t->passed_to = SEAT_NONE;
	t->overlay = true;
	t->side = PANE_CANDIDATES;
	t->dragged = -1;
	coach_init(&t->coach);
	t->beliefs.ply = t->turn_ply = -1;
	return t;
}

static struct screen *
ready(struct ui *ui, struct table *t)
{
	board_init(&t->board, table_game(t));
	t->seen = t->session.match.at;
	t->session.now_us = ui->now_us;
	table_take_settings(ui, t);
	t->told_over = match_over(&t->session.match);
	return &t->screen;
}

struct session *
table_session(struct screen *s)
{
	return &table_of(s)->session;
}

struct screen *
table_screen(struct ui *ui, const struct setup *setup)
{
	if (!setup_trusted(setup, NULL))
		return trust_screen(ui, setup, NULL);
	struct table *t = new_table();
	session_open(&t->session, ui->catalog, ui->store, setup, ui->wake_write);
	return ready(ui, t);
}

struct screen *
table_screen_resume(struct ui *ui, struct match *m)
{
	if (!setup_trusted(&m->setup, NULL))
		return trust_screen(ui, &m->setup, m);
	struct table *t = new_table();
	session_take(&t->session, ui->catalog, ui->store, m, ui->wake_write);
	return ready(ui, t);
}
