/*
 * replay.c - stepping through a record: the board, the searches' comments, scores, moves.
 *
 * All cards are open, except in an unfinished FAIR game: there a person sees what its seat may
 * know. The list of moves stands where the thinking panel is at the table; the comment of a move is
 * its search's, from when it was played.
 */
#include "ui/screens.h"

#include "src/core/record.h"
#include "ui/boards/boards.h"
#include "ui/panes/panes.h"
#include "ui/screens/study.h"
#include "ui/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PANEL_W	  32
#define ALL_PLIES 1000000

struct replay {
	struct screen screen;
	struct session session; /* for its match; no search runs in it */
	struct board board;
	int at;
	struct rect list; /* of the last picture, for clicks */
	int list_top;
};

static void
replay_set_board(struct replay *r)
{
	const struct match *m = &r->session.match;
	const struct game *g = &m->setup.game;
	struct board *b = &r->board;
	b->viewer = session_viewer_at(&r->session, r->at);
	match_view_at(m, r->at, b->viewer, &b->state);
	const int mover = game_mover(g, &b->state);
	b->turn = mover < 0 ? SEAT_NONE : mover;
	b->reviewing = true;
	for (int i = 0; i < g->seats; i++)
		b->names[i] = m->setup.seat[i].text;
}

/* ------------------------------------------------------------------ drawing */

/* The moves around the current place, the next one marked. */
static void
replay_moves_draw(struct replay *r, struct canvas *c, struct rect a)
{
	const struct match *m = &r->session.match;
	int top = r->at - a.h / 2;
	if (top > m->count - a.h)
		top = m->count - a.h;
	if (top < 0)
		top = 0;
	r->list = a;
	r->list_top = top;
	for (int k = 0; k < a.h && top + k < m->count; k++) {
		const int ply = top + k;
		char line[200];
		log_line(&r->session, ply, line, sizeof line);
		board_suits(&m->setup.game, line, sizeof line);
		const bool next = ply == r->at;
		canvas_put_w(c, a.y + k, a.x, a.w,
			     next	   ? ROLE_SELECTED
			     : ply < r->at ? ROLE_TEXT
					   : ROLE_DIM,
			     line);
		if (next) {
			c->cursor_y = a.y + k;
			c->cursor_x = a.x;
		}
	}
}

/* The comment of the move that led here, over a few lines. */
static void
comment_draw(const struct replay *r, struct canvas *c, struct rect a)
{
	const struct match *m = &r->session.match;
	if (r->at == 0)
		return;
	const struct match_ply *p = &m->plies[r->at - 1];
	const bool kept = session_viewer_at(&r->session, r->at - 1) != SEAT_ALL;
	if (*p->note != '\0' && a.h > 0) {
		canvas_put_w(c, a.y, a.x, a.w, ROLE_STRONG, p->note);
		a = (struct rect){ a.y + 1, a.x, a.h - 1, a.w };
	}
	const char *text = kept && !p->human	 ? "hidden until the hand is over"
			   : *p->comment != '\0' ? p->comment
			   : p->seat < 0	 ? ""
			   : p->human		 ? "played by a person"
						 : "no comment";
	/* The heading below covers the row in which it would be cut short. */
	canvas_put_words(c, (struct rect){ a.y, a.x, a.h + 1, a.w }, ROLE_TEXT, text);
}

static void
panel_draw(struct replay *r, struct canvas *c, struct rect a)
{
	const struct game *g = &r->session.match.setup.game;
	const int scores = scores_height(g, &r->board.state);
	const int moves = a.h - scores - 6;
	replay_moves_draw(r, c, (struct rect){ a.y, a.x, moves, a.w });
	pane_heading(c, a.y + moves, a.x, a.w, "comment of the search", false);
	comment_draw(r, c, (struct rect){ a.y + moves + 1, a.x, 4, a.w });
	pane_heading(c, a.y + moves + 5, a.x, a.w, "scores", false);
	scores_draw(c, (struct rect){ a.y + moves + 6, a.x, scores, a.w }, g,
		    &r->board.state, r->board.turn);
}

static void
replay_draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct replay *r = (struct replay *)screen;
	const struct match *m = &r->session.match;
	const struct game *g = &m->setup.game;
	char title[240], headline[120] = "", right[60];
	replay_set_board(r);
	g->view->headline(g, &r->board.state, r->board.viewer, headline, sizeof headline);
	snprintf(title, sizeof title, "replay  %s  %s  seed %llu", g->ops->title,
		 headline, (unsigned long long)m->setup.seed);
	snprintf(right, sizeof right, "%d of %d", r->at, m->count);
	const struct rect a = ui_chrome(ui, screen, c, title, right);
	board_seat_roles(g, c);
	r->list = (struct rect){ 0 };
	if (a.w < 80 || a.h < 16) {
		r->board.ops->draw(&r->board, c, a);
		return;
	}
	int panel = a.w * 2 / 5;
	panel = panel < PANEL_W ? PANEL_W : panel;
	const struct rect board = { a.y, a.x, a.h, a.w - panel - 1 };
	canvas_clip(c, board);
	r->board.ops->draw(&r->board, c, board);
	canvas_clip(c, a);
	canvas_vline(c, a.y, a.x + board.w, a.h, ROLE_FRAME);
	panel_draw(r, c, (struct rect){ a.y, a.x + board.w + 2, a.h, panel - 1 });
}

/* ------------------------------------------------------------------ keys */

static void
replay_go(struct ui *ui, struct replay *r, int ply)
{
	const struct match *m = &r->session.match;
	const struct game *g = &m->setup.game;
	r->at = ply < 0 ? 0 : ply > m->count ? m->count : ply;
	ui->message[0] = '\0';
	if (r->at == 0 || m->plies[r->at - 1].seat < 0)
		return;
	const struct match_ply *p = &m->plies[r->at - 1];
	char said[160], event[120] = "";
	const int viewer = session_viewer_at(&r->session, r->at - 1);
	struct state before, after;
	match_view_at(m, r->at - 1, viewer, &before);
	match_view_at(m, r->at, viewer, &after);
	const bool known = viewer == SEAT_ALL || viewer == p->seat ||
			   !board_secret(g, &before, p->seat, p->m);
	board_say(g, &before, p->seat, p->m, known, said, sizeof said);
	if (known)
		game_event(g, &before, p->seat, p->m, &after, event, sizeof event);
	ui_message(ui, "%s%s%s", said, *event != '\0' ? ".  " : "", event);
}

static void
replay_run_by(struct ui *ui, struct screen *screen, int arg)
{
	replay_go(ui, (struct replay *)screen, ((struct replay *)screen)->at + arg);
}

/* The next or previous end of a hand. */
static void
run_hand(struct ui *ui, struct screen *screen, int arg)
{
	struct replay *r = (struct replay *)screen;
	const struct match *m = &r->session.match;
	const struct game *g = &m->setup.game;
	int ply = r->at + arg;
	while (ply > 0 && ply < m->count && !g->rules->settled(g, &m->states[ply]))
		ply += arg;
	replay_go(ui, r, ply);
}

/* True for a decision that an analysis has found costly: its comment ends in the label. */
static bool
is_costly(const struct match *m, int ply)
{
	const char *comment = m->plies[ply].comment;
	for (int k = LABEL_NONE + 1; k < LABELS; k++)
		if (text_ends_in(comment, analyze_label_names[k]))
			return true;
	return false;
}

/* To the position just after the next or previous costly decision. */
static void
replay_run_costly(struct ui *ui, struct screen *screen, int arg)
{
	struct replay *r = (struct replay *)screen;
	const struct match *m = &r->session.match;
	int ply = r->at - 1 + arg;
	while (ply >= 0 && ply < m->count && !is_costly(m, ply))
		ply += arg;
	if (ply >= 0 && ply < m->count)
		replay_go(ui, r, ply + 1);
	else
		ui_message(ui, "no costly decision %s: A judges every move",
			   arg < 0 ? "before" : "after");
}

static void
replay_run_judge(struct ui *ui, struct screen *screen, int arg)
{
	const struct session *s = &((struct replay *)screen)->session;
	struct match *m = &((struct replay *)screen)->session.match;
	const int at = m->at;
	int closed = 0;
	m->at = m->count; /* all of it, however far the record was undone */
	while (closed < m->count && session_viewer_at(s, closed) == SEAT_ALL)
		closed++;
	const int person = closed < m->count ? session_person(s) : SEAT_ALL;
	analysis_push(ui, m, 0, person, person == SEAT_ALL ? 0 : closed);
	m->at = at;
}

static void
jump_done(struct ui *ui, struct screen *screen, const char *line)
{
	int ply;
	if (sscanf(line, "%d", &ply) == 1)
		replay_go(ui, (struct replay *)screen, ply);
	else if (*line != '\0')
		ui_message(ui, "\"%.40s\" is not a move number", line);
}

static void
run_jump(struct ui *ui, struct screen *screen, int arg)
{
	ui_ask(ui, "to move number: ", "", jump_done);
}

/* Plays on from here: the rest of the record is kept as redo. */
static void
replay_run_play(struct ui *ui, struct screen *screen, int arg)
{
	struct replay *r = (struct replay *)screen;
	struct text text = { 0 };
	struct match m;
	struct status st = { 0 };
	record_write(&r->session.match, &text);
	if (!record_read(&m, text.s, "the record", ui->catalog, &st)) {
		ui_message(ui, "%s", st.text);
		text_free(&text);
		return;
	}
	text_free(&text);
	m.at = r->at;
	while (m.at < m.count && m.plies[m.at].seat < 0)
		m.at++; /* not between a hand and the next deal */
	if (!session_fair(&r->session))
		m.assisted = true; /* the cards have been seen */
	ui_replace(ui, table_screen_resume(ui, &m));
}

static void
replay_run_copy(struct ui *ui, struct screen *screen, int arg)
{
	const struct replay *r = (struct replay *)screen;
	const struct game *g = &r->session.match.setup.game;
	char text[POSITION_TEXT];
	g->text->format_position(g, &r->board.state, text, sizeof text);
	ui_copy(ui, text);
}

static void
run_suits(struct ui *ui, struct screen *screen, int arg)
{
	((struct replay *)screen)->board.symbols =
		!((struct replay *)screen)->board.symbols;
}

/* Opens the screens that look at one decision on the next one from here. */
static void
replay_run_look(struct ui *ui, struct screen *screen, int arg)
{
	struct replay *r = (struct replay *)screen;
	const struct match *m = &r->session.match;
	struct decision decision;
	struct status st = { 0 };
	int ply = r->at;
	while (ply < m->count && game_mover(&m->setup.game, &m->states[ply]) < 0)
		ply++;
	if (!session_decision(&r->session, ply, &decision, &st)) {
		ui_message(ui, "%s", st.text);
		return;
	}
	study_push(ui, (enum study)arg, &decision, NULL);
}

static bool
replay_command(struct ui *ui, struct screen *screen, const char *line, struct status *st)
{
	int ply;
	char rest;
	if (sscanf(line, "%d%c", &ply, &rest) != 1)
		return status_fail(st, "\"%.40s\" is neither a command nor a move number",
				   line);
	replay_go(ui, (struct replay *)screen, ply);
	return true;
}

static void
replay_mouse(struct ui *ui, struct screen *screen, const struct mouse *m)
{
	struct replay *r = (struct replay *)screen;
	const struct rect *a = &r->list;
	if (m->wheel_up || m->wheel_down)
		replay_go(ui, r, r->at + (m->wheel_down ? 1 : -1));
	else if (m->click && m->y >= a->y && m->y < a->y + a->h && m->x >= a->x)
		replay_go(ui, r, r->list_top + m->y - a->y);
}

static void
close_replay(struct screen *screen)
{
	struct replay *r = (struct replay *)screen;
	r->session.store = NULL; /* looking changes nothing */
	session_close(&r->session);
}

static const struct binding bindings[] = {
	{ '[', K_LEFT, "earlier", "back", "one move back", NULL, replay_run_by, -1 },
	{ ']', K_RIGHT, "later", "on", "one move on", NULL, replay_run_by, 1 },
	{ 'A', 0, "judge", "judge moves", "judge every move: what it cost, a graph", NULL,
	  replay_run_judge, 0 },
	{ '{', 0, "costly-earlier", "",
	  "back to the previous costly decision, once judged", NULL, replay_run_costly,
	  -1 },
	{ '}', 0, "costly-later", "", "on to the next costly decision, once judged", NULL,
	  replay_run_costly, 1 },
	{ '(', 0, "hand-earlier", "", "back to the end of the previous hand", NULL,
	  run_hand, -1 },
	{ ')', 0, "hand-later", "next hand", "on to the end of the hand", NULL, run_hand,
	  1 },
	{ K_ENTER, K_SPACE, "next", "", "one move on", NULL, replay_run_by, 1 },
	{ K_UP, 'k', "up", "", "one move back", NULL, replay_run_by, -1 },
	{ K_DOWN, 'j', "down", "", "one move on", NULL, replay_run_by, 1 },
	{ K_PAGE_UP, 0, "page-up", "", "ten moves back", NULL, replay_run_by, -10 },
	{ K_PAGE_DOWN, 0, "page-down", "", "ten moves on", NULL, replay_run_by, 10 },
	{ K_HOME, 'g', "start", "start", "to the start", NULL, replay_run_by,
	  -ALL_PLIES },
	{ K_END, 'G', "end", "end", "to the end", NULL, replay_run_by, ALL_PLIES },
	{ '/', 0, "jump", "jump", "to a move by its number", NULL, run_jump, 0 },
	{ 'p', 0, "play-on", "play on", "play on from here", NULL, replay_run_play, 0 },
	{ 'e', 0, "explain", "why", "why the next move, in sentences", NULL,
	  replay_run_look, STUDY_EXPLAIN },
	{ 'c', 'C', "compare", "compare", "players on this position, side by side", NULL,
	  replay_run_look, STUDY_COMPARE },
	{ 'b', 0, "beliefs", "", "where the hidden cards might be, for the seat to move",
	  NULL, replay_run_look, STUDY_BELIEFS },
	{ 'y', 0, "copy", "", "copy the position", NULL, replay_run_copy, 0 },
	{ 'i', 'I', "inspect", "tree", "the search tree of this decision", NULL,
	  replay_run_look, STUDY_INSPECT },
	{ 'T', 0, "suits", "", "suits as symbols or letters", NULL, run_suits, 0 },
	{ 0 },
};

static const char *const definitions[] = {
	"value\twhat the search expected for each seat when it moved, higher is better",
	"win\tprobability of the best result for each seat, from a calibration",
	"judged\tby an analysis (A): the cost of the move, the best move, and a label",
	"depth, nodes, ms\tplies looked ahead, positions, milliseconds",
	NULL,
};

/* ---- Commands of every screen ---- */

static bool
run_replay(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	static struct match m;
	if (!command_record(ui, rest, &m, st))
		return false;
	ui_push(ui, replay_screen(ui, &m));
	return true;
}

static const struct command opens[] = {
	{ "replay", "FILE[@PLY]", "step through a record", WORDS_FILE, run_replay },
	{ 0 },
};

const struct screen_ops replay_screen_ops = {
	.name = "replay",
	.title = "a record",
	.bindings = bindings,
	.opens = opens,
	.definitions = definitions,
	.draw = replay_draw,
	.command = replay_command,
	.mouse = replay_mouse,
	.close = close_replay,
};

struct match *
replay_match(struct screen *s)
{
	return &((struct replay *)s)->session.match;
}

struct screen *
replay_screen(struct ui *ui, struct match *m)
{
	struct replay *r = session_memory(sizeof *r);
	r->screen.ops = &replay_screen_ops;
	session_take(&r->session, ui->catalog, NULL, m, -1);
	r->session.match.at = r->session.match.count;
	if (!session_fair(&r->session) || match_over(&r->session.match)) {
		r->session.match.setup.view = VIEW_OPEN;
		r->session.match.at = 0;
	}
	board_init(&r->board, &r->session.match.setup.game);
	return &r->screen;
}
