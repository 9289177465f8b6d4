/*
 * steer.c - the table: everything besides playing: hints, views, taking back, pausing, looking
 * back, changing players, typed lines.
 */
#include "ui/screens/table/private.h"

#include "src/core/equity.h"
#include "src/core/record.h"
#include "ui/screens.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROWS_MAX 20

/* ------------------------------------------------------------------ steering */

void
table_run_hint(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	struct session *s = &t->session;
	struct status st = { 0 };
	if (table_refused(ui, t))
		return;
	const struct session_search *hint = table_hint_now(t);
	if (hint == NULL && s->hint.worker == NULL) {
		if (t->board.move_count == 1) {
			ui_message(ui, "there is only one legal move");
			return;
		}
		t->hints = 1;
		t->overlay = true;
		t->hint_told = false;
		table_take_settings(ui, t);
		const char *by = table_hands_player(t);
		if (strcmp(by, s->hint_player) != 0 && session_hint_by(s, by, &st))
			ui_message(ui,
				   "asking %s for a hint: it has a strategy for all "
				   "hands; the game counts as assisted",
				   by);
		else if (!st.failed && session_hint(s, &st))
			ui_message(ui, "searching for a hint; m takes the best so far; "
				       "the game counts as assisted");
		else
			ui_message(ui, "%s", st.text);
		return;
	}
	if (hint != NULL && ++t->hints == 2) {
		char pv[200] = "";
		snapshot_format_pv(&hint->snap, table_game(t), &hint->root, STATS_PV, pv,
				   sizeof pv);
		table_say(ui, t, "expected line: %s", pv);
		return;
	}
	session_hint_clear(s);
	ui_message(ui, "the hint is hidden");
	t->hints = 0;
}

bool
table_hint_waits(const struct table *t)
{
	const struct session *s = &t->session;
	return t->hint_after_ms > 0 && t->review == TABLE_LIVE && !s->paused &&
	       session_chooser(s) != SEAT_NONE && !table_covered(t) &&
	       t->board.move_count > 1 && s->hint.worker == NULL &&
	       table_hint_now(t) == NULL;
}

/* Asks for the hint once the person has thought for so long. */
static void
hint_by_itself(struct ui *ui, struct table *t)
{
	const int ply = t->session.match.at;
	if (!table_hint_waits(t)) {
		t->turn_ply = -1;
		return;
	}
	if (t->turn_ply != ply) {
		t->turn_ply = ply;
		t->turn_us = ui->now_us;
	}
	if (ui->now_us - t->turn_us >= (int64_t)t->hint_after_ms * 1000)
		table_run_hint(ui, &t->screen, 0);
}

/* Tells the hint as soon as its search has ended, and how to use it. */
bool
table_hint_tick(struct ui *ui, struct table *t)
{
	hint_by_itself(ui, t);
	const struct session_search *hint = table_hint_now(t);
	if (hint == NULL || !hint->done || t->hint_told || t->hints != 1)
		return false;
	t->hint_told = true;
	if (hint->snap.move_count == 0)
		return false;
	const struct game *g = table_game(t);
	const struct stats_move *best = &hint->snap.moves[0];
	const double value = best->value[hint->snap.mover],
		     win = best->win[hint->snap.mover];
	const char *pick = board_takes_number(&t->board) ? "" : " 1 picks it,";
	char name[MOVE_TEXT], worth[40] = "", number[16], mix[40] = "";
	game_say_move(g, &hint->root, hint->snap.mover, best->m, name, sizeof name);
	value_text(g, game_told(g, value), number, sizeof number);
	if (tells_points(g) && !isnan(value))
		snprintf(worth, sizeof worth, ", %s %s", number, g->ops->point_name);
	else if (!isnan(win))
		snprintf(worth, sizeof worth, ", wins %.0f of 100", win * 100);
	if (snapshot_joint(&hint->snap) != NULL && best->prob < 0.995)
		snprintf(mix, sizeof mix, ", one of a mix, %.0f%%", best->prob * 100);
	table_say(ui, t, "hint: %s%s%s;%s e why, h line", name, worth, mix, pick);
	return true;
}

void
table_run_analyse(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	struct status st = { 0 };
	if (table_refused(ui, t))
		return;
	const bool on = !t->session.analysing;
	t->overlay = true;
	table_take_settings(ui, t);
	if (!session_analyse(&t->session, on, &st))
		ui_message(ui, "%s", st.text);
	else
		ui_message(ui,
			   on ? "analysis runs until a stops it" : "analysis stopped");
}

void
table_run_overlay(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const bool none = table_hint_now(t) == NULL;
	if (none && session_chooser(&t->session) != SEAT_NONE) {
		t->overlay = true;
		if (t->session.hint.worker == NULL)
			table_run_hint(ui, screen, 0);
		return;
	}
	t->overlay = !t->overlay;
	ui_message(ui, "costs on the board: %s%s", t->overlay ? "on" : "off",
		   t->overlay && none ? " (they come with a hint, on your turn)" : "");
}

void
table_run_view(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	struct session *s = &t->session;
	if (!game_hidden(table_game(t)) || session_person(s) == SEAT_NONE) {
		ui_message(ui, "nothing is hidden here: all views are the same");
		return;
	}
	static const char *const said[] = {
		"FAIR: of opponents only the time they take is shown",
		"STUDY: opponents' thoughts are shown; the game counts as assisted",
		"OPEN: all hands are on the table; the game counts as assisted",
	};
	const enum view v = (enum view)((s->match.setup.view + 1) % 3);
	session_set_view(s, v);
	ui_message(ui, "%s",
		   session_ranges(s) ? "STUDY: opponents' strategies for all hands, not "
				       "their own cards; the game counts as assisted"
				     : said[v]);
}

/* Which win probability all figures go by. */
void
table_run_win(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	struct session *s = &t->session;
	struct sheet sheet;
	if (!equity_sheet(&s->calibration, table_game(t), &s->match.states[s->match.at],
			  &sheet)) {
		ui_message(ui, "this is a single game, not a match: win is of the game");
		return;
	}
	ui->settings.hand_win = !ui->settings.hand_win;
	ui_settings_changed(ui);
	session_win_by_hand(s, ui->settings.hand_win);
	ui_message(ui, "win probabilities of the %s, in panel, graph, coach and analysis",
		   s->calibration.by_hand ? "hand" : "match");
}

void
table_run_point(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const struct game *g = table_game(t);
	if (++t->point_of_view >= g->seats)
		t->point_of_view = -1;
	ui_message(ui, "values are those of %s",
		   t->point_of_view < 0 ? "the seat to move"
					: board_seat_word(g, t->point_of_view));
}

void
table_after_jump(struct table *t)
{
	t->review = TABLE_LIVE;
	t->seen = t->session.match.at;
	t->hints = 0;
	t->picked = -1;
	t->told_over = match_over(&t->session.match);
	board_cancel(&t->board);
}

void
table_run_undo(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	if (!session_undo(&t->session, arg == 1)) {
		ui_message(ui, "there is no move to take back");
		return;
	}
	table_after_jump(t);
	ui_message(ui, "taken back%s; ^R plays it again",
		   t->session.paused ? ", paused: Space goes on" : "");
}

void
table_run_redo(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	if (session_redo(&t->session)) {
		table_after_jump(t);
		ui_message(ui, "played again%s",
			   t->session.paused ? ", paused: Space goes on" : "");
	} else
		ui_message(ui, "there is no move to play again");
}

void
table_run_pause(struct ui *ui, struct screen *screen, int arg)
{
	struct session *s = &table_of(screen)->session;
	const struct game *g = table_game(table_of(screen));
	const int turn = session_turn(s);
	s->now_us = ui->now_us;
	session_pause(s, !s->paused);
	/* Candidates are in order when nothing moves. */
	table_of(screen)->order.count = 0;
	if (!s->paused)
		ui_message(ui, "the game goes on");
	else if (session_thinker(s)->known && session_thinker(s)->ply < s->match.at &&
		 turn != SEAT_NONE)
		ui_message(ui,
			   "paused, %s to move; the panel shows the search before: Space "
			   "goes on, . one step",
			   g->text->seat_name(g, turn));
	else
		ui_message(ui, "paused: Space goes on, . makes one step");
}

/* While a search is shown and the table is paused, its figures on or back; else one move. */
void
table_run_step(struct ui *ui, struct screen *screen, int arg)
{
	struct session *s = &table_of(screen)->session;
	int frame, count;
	s->now_us = ui->now_us;
	table_of(screen)->order.count = 0;
	if (session_show_step(s, arg)) {
		if (session_show_place(s, &frame, &count))
			ui_message(ui,
				   "step %d of %d of this search; . and , step, Space "
				   "goes on",
				   frame, count);
		return;
	}
	if (arg > 0)
		session_step(s);
	else
		ui_message(ui, s->paused ? "this is the first step"
					 : "Space stops a search; then , goes back");
}

void
table_run_now(struct ui *ui, struct screen *screen, int arg)
{
	if (!session_move_now(&table_of(screen)->session))
		ui_message(ui, "no search is running");
}

void
table_run_rows(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	t->rows += arg;
	t->rows = t->rows < 1 ? 1 : t->rows > ROWS_MAX ? ROWS_MAX : t->rows;
	ui_message(ui, "%d candidate%s", t->rows, t->rows == 1 ? "" : "s");
}

void
table_run_sheet(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	t->sheet = !t->sheet;
	if (!t->sheet)
		ui_message(ui, "the board again");
	else
		ui_message(ui, "the score sheet: %s of each hand, the totals",
			   table_game(t)->ops->point_name);
}

void
table_run_numbers(struct ui *ui, struct screen *screen, int arg)
{
	ui->settings.numbers = !ui->settings.numbers;
	ui_settings_changed(ui);
	table_take_settings(ui, table_of(screen));
	ui_message(ui,
		   ui->settings.numbers
			   ? "numbers shown: depth, nodes, cuts, worlds; ? explains them"
			   : "numbers hidden; n shows them");
}

void
table_run_matrix(struct ui *ui, struct screen *screen, int arg)
{
	static const char *const said[] = {
		"the matrix is hidden", "the matrix: value of each pair of moves",
		"the matrix: simulations of each pair of moves"
	};
	struct table *t = table_of(screen);
	t->matrix = (t->matrix + 1) % 3;
	ui_message(ui, "%s", said[t->matrix]);
}

/* From slow to at once, and back. */
void
table_run_speed(struct ui *ui, struct screen *screen, int arg)
{
	static const struct {
		int ms;
		const char *said;
	} paces[] = {
		{ 6000, "each search is shown for 6 s; > is faster" },
		{ 3000, "each search is shown for 3 s; < slower, > faster" },
		{ 1500, "each search is shown for 1.5 s; < slower, > faster" },
		{ 700, "each search is shown for 0.7 s; < slower, > faster" },
		{ 0, "moves are made at once; < shows the searches" },
	};
	const int last = (int)(sizeof paces / sizeof *paces) - 1;
	int at = 0;
	int *pace = setup_humans(&table_of(screen)->session.match.setup) > 0
			    ? &ui->settings.speed_ms
			    : &ui->settings.watch_ms;
	while (at < last && paces[at].ms > *pace)
		at++;
	const bool between = paces[at].ms < *pace;
	at += arg > 0 ? !between : -1;
	at = at < 0 ? 0 : at > last ? last : at;
	*pace = paces[at].ms;
	ui_settings_changed(ui);
	ui_message(ui, "%s", paces[at].said);
}

/* Shows the position before a ply; from the end of the game on, the game as it stands. */
void
table_jump(struct ui *ui, struct table *t, int ply)
{
	const struct match *m = &t->session.match;
	if (table_refused(ui, t))
		return;
	if (ply < 0 || ply >= m->at) {
		ui_message(ui, ply < 0 ? "this is the start"
				       : "this is the end of the game so far");
		if (ply >= m->at)
			t->review = TABLE_LIVE;
		return;
	}
	t->review = ply;
	table_tell_ply(ui, t, ply);
	char said[240];
	snprintf(said, sizeof said, "move %d of %d comes next: %.180s", ply + 1, m->at,
		 ui->message);
	ui_message(ui, "%s", said);
}

/* [ and ]: a ply back or on, deals left out. */
void
table_run_review(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const struct match *m = &t->session.match;
	int ply = table_shown_ply(t);
	do
		ply += arg;
	while (ply > 0 && ply < m->at && m->plies[ply].seat < 0);
	table_jump(ui, t, ply);
}

/* g and G: the first decision, the game as it stands. */
void
table_run_ends(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const struct match *m = &t->session.match;
	int ply = 0;
	while (ply < m->at && m->plies[ply].seat < 0)
		ply++;
	table_jump(ui, t, arg > 0 ? m->at : ply);
}

/* In a match of several hands, continues after a settled one. */
static bool
game_has_hands(const struct table *t)
{
	return t->board.ops->rests != NULL;
}

bool
table_can_claim(struct screen *screen)
{
	const struct table *t = table_of(screen);
	return t->review == TABLE_LIVE && game_has_hands(t) && !table_covered(t) &&
	       session_person(&t->session) != SEAT_NONE &&
	       session_hand_decided(&t->session);
}

static void
finish_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct table *t = table_of(screen);
	const bool yes = strcmp(line, "y") == 0 || strcmp(line, "yes") == 0;
	const bool hand = strcmp(line, "hand") == 0 || (yes && game_has_hands(t));
	const bool game = strcmp(line, "game") == 0 || (yes && !hand);
	if (!game && !hand) {
		const bool no = strchr("n", line[0]) != NULL;
		ui_message(ui,
			   no ? "the game goes on as it was"
			      : "\"%.40s\": hand or game? The game goes on as it was",
			   line);
		return;
	}
	const int made = session_finish(&t->session, game);
	table_after_jump(t);
	t->told_over = false;
	ui_message(ui, "the last %d move%s played automatically", made,
		   made == 1 ? " was" : "s were");
}

/* c: plays the rest of the hand, which is certain. */
void
table_run_claim(struct ui *ui, struct screen *screen, int arg)
{
	finish_done(ui, screen, "hand");
}

/* F: plays the rest at once, for everybody, after a question. */
void
table_run_finish(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	if (!table_refused(ui, t))
		ui_ask(ui, "play it out at once: hand or game? ",
		       game_has_hands(t) ? "hand" : "game", finish_done);
}

/* f: the screen follows the game, or stays at its ply while the game goes on. */
void
table_run_follow(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	if (table_refused(ui, t))
		return;
	t->review = t->review == TABLE_LIVE ? table_shown_ply(t) : TABLE_LIVE;
	ui_message(ui,
		   t->review == TABLE_LIVE
			   ? "following the game"
			   : "the screen stays here while the game goes on; f follows");
}

void
table_run_suits(struct ui *ui, struct screen *screen, int arg)
{
	struct board *b = &table_of(screen)->board;
	b->symbols = !b->symbols;
	ui_message(ui, "suits as %s", b->symbols ? "symbols" : "letters");
}

/* l: shows the last trick instead of the current one, until the next move. */
void
table_run_last_trick(struct ui *ui, struct screen *screen, int arg)
{
	struct board *b = &table_of(screen)->board;
	b->last_trick = !b->last_trick;
	ui_message(ui,
		   b->last_trick ? "the last trick; l goes back" : "the current trick");
}

void
table_run_rules(struct ui *ui, struct screen *screen, int arg)
{
	ui_push(ui, rules_screen(ui, table_game(table_of(screen))->ops));
}
/* ------------------------------------------------------------------ asking */

/* "W hard", or as on the command line "W=hard". */
static bool
seat_command(struct ui *ui, struct table *t, const char *line, struct status *st)
{
	char seat_text[24];
	int seat = SEAT_NONE;
	const char *rest = line + strcspn(line, " =");
	snprintf(seat_text, sizeof seat_text, "%.*s", (int)(rest - line), line);
	rest += strspn(rest, " =");
	if (*rest == '\0')
		return status_fail(st, "expected a seat and a player, such as: W hard");
	player_trust(rest, ui->catalog);
	if (!setup_find_seat(&t->session.match.setup, seat_text, &seat, st) ||
	    !session_seat(&t->session, seat, rest, st))
		return false;
	ui_message(ui, "%s is now %s", board_seat_word(table_game(t), seat),
		   t->session.match.setup.seat[seat].text);
	return true;
}

static void
seats_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct status st = { 0 };
	if (*line != '\0' && !seat_command(ui, table_of(screen), line, &st))
		ui_message(ui, "%s", st.text);
}

void
table_run_seats(struct ui *ui, struct screen *screen, int arg)
{
	ui_ask(ui, "seat and its player (W hard, S human): ", "", seats_done);
}

static void
table_steer_save_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct status st = { 0 };
	if (*line == '\0')
		return;
	if (table_save(ui, table_of(screen), line, &st))
		ui_message(ui, "saved to %s", line);
	else
		ui_message(ui, "%s", st.text);
}

void
table_run_save(struct ui *ui, struct screen *screen, int arg)
{
	const struct table *t = table_of(screen);
	char name[80];
	snprintf(name, sizeof name, "%s-%llu.ply", table_game(t)->ops->key,
		 (unsigned long long)t->session.match.setup.seed);
	ui_ask(ui, "save as (.ply record, .txt .json .csv what is shown): ", name,
	       table_steer_save_done);
}

void
table_run_copy(struct ui *ui, struct screen *screen, int arg)
{
	const struct table *t = table_of(screen);
	char text[POSITION_TEXT];
	if (table_refused(ui, t))
		return;
	table_game(t)->text->format_position(table_game(t), &t->board.state, text,
					     sizeof text);
	ui_copy(ui, text);
}
/* ------------------------------------------------------------------ typed lines */

static bool
command_seat(struct ui *ui, struct screen *screen, const char *rest, struct status *st)
{
	return seat_command(ui, table_of(screen), rest, st);
}

static bool
command_save(struct ui *ui, struct screen *screen, const char *rest, struct status *st)
{
	(void)st; /* it is said by save_done() */
	table_steer_save_done(ui, screen, rest);
	return true;
}

/* Changes the player behind the hints of this game and asks it at once. */
static bool
command_hint(struct ui *ui, struct screen *screen, const char *rest, struct status *st)
{
	struct table *t = table_of(screen);
	struct player p;
	if (table_refused(ui, t))
		return true;
	player_trust(rest, ui->catalog);
	if (!player_parse(&p, rest, t->session.catalog, table_game(t), st))
		return false;
	session_set_hint(&t->session, rest);
	session_hint_clear(&t->session);
	table_run_hint(ui, screen, 0);
	return true;
}

static bool
command_view(struct ui *ui, struct screen *screen, const char *rest, struct status *st)
{
	enum view v;
	if (!view_parse(rest, &v, st))
		return false;
	session_set_view(&table_of(screen)->session, v);
	ui_message(ui, "the view is %s", rest);
	return true;
}

static bool
command_ply(struct ui *ui, struct screen *screen, const char *rest, struct status *st)
{
	int64_t ply;
	if (!text_parse_count(rest, &ply) || ply < 1 || ply > INT32_MAX)
		return status_fail(st, "ply %s: expected a number from 1", rest);
	table_jump(ui, table_of(screen), (int)ply - 1);
	return true;
}

/* From there ] steps through the hand. */
static bool
command_hand(struct ui *ui, struct screen *screen, const char *rest, struct status *st)
{
	struct table *t = table_of(screen);
	const struct match *m = &t->session.match;
	int64_t hand;
	const int ply = text_parse_count(rest, &hand) && hand > 0 && hand <= m->at
				? sheet_first(m, m->at, (int)hand)
				: -1;
	if (ply < 0)
		return status_fail(st,
				   "hand %s: expected the number of a hand of this game",
				   rest);
	table_jump(ui, t, ply);
	return true;
}

/* About the last move before the position shown. */
static bool
command_comment(struct ui *ui, struct screen *screen, const char *rest, struct status *st)
{
	struct table *t = table_of(screen);
	struct match *m = &t->session.match;
	int ply = table_shown_ply(t) - 1;
	while (ply >= 0 && m->plies[ply].seat < 0)
		ply--;
	if (ply < 0)
		return status_fail(st, "there is no move to comment yet");
	snprintf(m->plies[ply].note, sizeof m->plies[ply].note, "%s", rest);
	session_save(&t->session);
	ui_message(ui, "ply %d: %s", ply + 1,
		   *rest != '\0' ? "the comment is saved in the record"
				 : "the comment is deleted");
	return true;
}

const struct command table_commands[] = {
	{ "comment", "[TEXT]",
	  "write about the last move, or the one looked back at; no text removes it",
	  WORDS_NONE, command_comment },
	{ "seat", "SEAT PLAYER", "give a seat to a person or a search", WORDS_SEAT,
	  command_seat },
	{ "hint", "[PLAYER]", "a hint by this player", WORDS_PLAYER, command_hint },
	{ "coach", "[POINTS|PERCENT%|off]",
	  "cost of your moves; with a limit, costlier ones are taken back, twice a hand",
	  WORDS_NONE, table_command_coach },
	{ "save", "[FILE]",
	  "save the record (.ply), the view (.txt) or the searches' figures (.csv "
	  ".json)",
	  WORDS_FILE, command_save },
	{ "view", "[fair|study|open]", "how much of the hidden cards is shown",
	  WORDS_NONE, command_view },
	{ "ply", "NUMBER", "look back at the position before this ply", WORDS_NONE,
	  command_ply },
	{ "hand", "NUMBER", "look back at the first decision of this hand", WORDS_NONE,
	  command_hand },
	{ 0 },
};

static void
typed_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct status st = { 0 };
	if (*line != '\0' && !table_command(ui, screen, line, &st))
		ui_message(ui, "%s", st.failed ? st.text : "it is not your turn");
}

void
table_run_type(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	if (table_refused(ui, t))
		return;
	if (t->board.chooser == SEAT_NONE)
		ui_message(ui, "it is not your turn");
	else
		ui_ask(ui, "move: ", "", typed_done);
}

/* A move. */
bool
table_command(struct ui *ui, struct screen *screen, const char *line, struct status *st)
{
	struct table *t = table_of(screen);
	const struct game *g = table_game(t);
	if (table_refused(ui, t))
		return true;
	const int chooser = session_chooser(&t->session);
	move m;
	if (chooser == SEAT_NONE)
		return false;
	struct state view;
	match_view(&t->session.match, chooser, &view);
	if (!game_parse_move(g, &view, chooser, line, &m, st)) {
		board_suits(g, st->text, t->board.symbols ? sizeof st->text : 0);
		return false;
	}
	t->review = TABLE_LIVE;
	table_play(ui, t, chooser, m);
	return true;
}

int
table_complete(struct ui *ui, struct screen *screen, const char *line, char (*out)[64],
	       int max)
{
	const struct table *t = table_of(screen);
	const struct game *g = table_game(t);
	const struct board *b = &t->board;
	int n = 0;
	for (int i = 0; i < b->move_count && n < max; i++) {
		char text[MOVE_TEXT];
		g->text->format_move(g, &b->state, b->chooser, b->moves[i], text,
				     sizeof text);
		if (strncasecmp(text, line, strlen(line)) == 0)
			snprintf(out[n++], 64, "%s", text);
	}
	return n;
}
