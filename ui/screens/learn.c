/*
 * learn.c - learn from your mistakes: the costliest decisions of a finished game, asked again; and
 * the spots of a drill (src/study/drill.h), asked in the same way.
 *
 * The person's own decisions are judged as the analysis does, from what the seat knew. Then the
 * position is shown as it was seen, a move is chosen as at the table, and the answer follows: the
 * values of the choice, of the best move and of the move in the game, and the reasons in the
 * sentences of src/study/explain.h. A search begins with the question, so that the answer has the
 * values of all moves.
 */
#include "ui/screens/study.h"

#include "src/core/worker.h"
#include "src/study/drill.h"
#include "src/study/learn.h"
#include "ui/boards/boards.h"
#include "ui/coach.h"
#include "ui/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE_BY_SIDE 76 /* columns from which the words stand beside the board */
#define SAID_W	     31
#define BELOW_H	     7
#define AIRY_H	     30 /* rows from which paragraphs stand apart */

struct learn {
	struct screen screen;
	struct analysis *a;  /* NULL: a drill */
	struct drill *drill; /* NULL: an analysis */
	bool judged;	     /* all decisions are; the questions are known */
	int question[LEARN_QUESTIONS], count, at;
	struct state root;
	struct snapshot snap;
	bool known; /* snap is final */
	bool answered;
	move answer;
	bool counts; /* of a drill: the answer was judged */
	int found;   /* questions answered with the best move */
	struct board board;
};

static const struct match *
learn_match(const struct learn *l)
{
	return l->drill != NULL ? &l->drill->match : &l->a->match;
}

static const struct player *
learn_player(const struct learn *l)
{
	return l->drill != NULL ? &l->drill->judge : &l->a->player;
}

static const struct analyze_move *
learn_question(const struct learn *l)
{
	if (l->drill != NULL)
		return l->drill->dealt ? &l->drill->move : NULL;
	return l->judged && l->at < l->count ? analysis_move(l->a, l->question[l->at])
					     : NULL;
}

/* ------------------------------------------------------------------ work */

static void
learn_ask(struct ui *ui, struct learn *l)
{
	struct question q;
	struct status st = { 0 };
	worker_free(l->screen.worker);
	l->screen.worker = NULL;
	l->known = l->answered = l->counts = false;
	board_cancel(&l->board);
	l->board.cursor = -1;
	if (l->drill != NULL && !drill_next(l->drill, &st))
		ui_message(ui, "%s", st.text);
	const struct analyze_move *m = learn_question(l);
	if (m == NULL)
		return;
	const struct search_job job = l->drill != NULL
					      ? drill_job(l->drill, &q)
					      : learn_job(l->a, l->question[l->at], &q);
	l->root = q.root;
	l->screen.worker = worker_start(&job, NULL, ui->wake_write, &st);
	question_close(&q);
	ui_message(ui, "%s",
		   l->screen.worker == NULL ? st.text : "what would you do now?");
}

/* Judges the answer to a spot, once it is there and the search has ended. */
static void
judge_spot(struct ui *ui, struct learn *l)
{
	struct status st = { 0 };
	if (l->drill == NULL || !l->answered || !l->known)
		return;
	l->counts = drill_answer(l->drill, &l->snap, l->answer);
	if (l->counts && ui->store != NULL && !drill_keep(l->drill, ui->store, &st))
		ui_message(ui, "%s", st.text);
	else
		ui_message(ui, "%s; Enter goes on",
			   !l->counts		     ? "it does not count"
			   : drill_is_good(l->drill) ? "good"
						     : "another move is better");
	if (l->counts)
		board_show(&l->board, l->drill->move.best);
}

static bool
read_judge(struct ui *ui, struct learn *l)
{
	if (l->judged || analysis_running(l->a))
		return !l->judged;
	l->judged = true;
	l->count = learn_questions(l->a, l->question, LEARN_QUESTIONS);
	learn_ask(ui, l);
	if (l->count == 0)
		ui_message(ui, "%s", "");
	return true;
}

static bool
learn_tick(struct ui *ui, struct screen *screen)
{
	struct learn *l = (struct learn *)screen;
	bool changed = read_judge(ui, l);
	if (l->screen.worker != NULL && worker_done(l->screen.worker)) {
		l->known = worker_read(l->screen.worker, &l->snap);
		worker_free(l->screen.worker);
		l->screen.worker = NULL;
		judge_spot(ui, l);
		changed = true;
	}
	return changed;
}

static bool
learn_busy(struct screen *screen)
{
	return !((struct learn *)screen)->judged || screen->worker != NULL;
}

static void
learn_hold(struct screen *screen, bool on)
{
	struct learn *l = (struct learn *)screen;
	if (l->a != NULL)
		analysis_pause(l->a, on);
}

/* Asks about the decisions judged by then. */
static bool
learn_interrupt(struct ui *ui, struct screen *screen)
{
	struct learn *l = (struct learn *)screen;
	if (l->drill != NULL || !learn_busy(screen))
		return false;
	analysis_stop(l->a);
	if (l->screen.worker != NULL)
		worker_stop(l->screen.worker);
	return true;
}

/* ------------------------------------------------------------------ drawing */

/* The position as the seat saw it; once it is answered the best move is under the cursor. */
static void
learn_set_board(struct learn *l, const struct analyze_move *m)
{
	const struct game *g = l->screen.game;
	struct board *b = &l->board;
	b->viewer = b->bottom = b->turn = m->seat;
	b->state = l->root;
	b->chooser = m->seat;
	b->reviewing = l->answered;
	b->gone = 1; /* the trick before is taken away */
	for (int i = 0; i < g->seats; i++)
		b->names[i] = l->drill != NULL ? i == m->seat ? "you" : "opponent"
			      : l->a->match.setup.seat[i].human
				      ? "you"
				      : l->a->match.setup.seat[i].text;
	board_set_moves(b, &l->root);
	const bool marks = l->answered && l->known;
	b->marks = marks ? &l->snap : NULL;
	b->marks_root = marks ? &l->root : NULL;
	b->mark_rows = LEARN_QUESTIONS;
}

static void
write_answer(const struct learn *l, struct text *t)
{
	if (l->drill == NULL)
		learn_answer(l->a, l->question[l->at], l->known ? &l->snap : NULL,
			     l->answer, t);
	else if (l->known)
		drill_say_answer(l->drill, &l->snap, l->counts, t);
	if (l->known && l->drill != NULL) {
		drill_say_score(l->drill, t);
		text_add(t, ".\n");
	} else if (l->known)
		board_explain(l->screen.game, &l->root, &l->snap, learn_player(l)->text,
			      learn_question(l)->played, t);
	else
		text_add(t, "The search goes on.\n");
}

/* A spot of a drill, or the answer to it. */
static void
write_spot(const struct learn *l, struct text *t)
{
	const struct drill *d = l->drill;
	if (l->answered) {
		write_answer(l, t);
		return;
	}
	text_add(t, "Spot: %s. You are %s.\n", drill_kind_words[d->kind],
		 board_seat_word(l->screen.game, d->move.seat));
	board_say_moves(&d->match, d->move.ply, d->move.seat, t);
	drill_say_price(d, t);
	if (d->answers > 0) {
		text_add(t, "So far: ");
		drill_say_score(d, t);
		text_add(t, ".\n");
	}
}

/* What was asked, and what to look for the next time, each kind once. */
static void
write_end(const struct learn *l, struct text *t)
{
	const struct match *played = &l->a->match;
	const struct board_kind *told[LEARN_QUESTIONS] = { NULL };
	char said[200];
	text_add(t, "You found %d of %d.\n", l->found, l->count);
	for (int i = 0; i < l->count; i++) {
		const struct analyze_move *m = analysis_move(l->a, l->question[i]);
		coach_say(played, m, l->board.symbols, said, sizeof said);
		text_add(t, "%s.\n", said);
		told[i] = board_kind(&played->setup.game, &played->states[m->ply],
				     m->seat, m->played, m->best);
	}
	for (int i = 0; i < l->count; i++)
		if (told[i]->advice != NULL && (i == 0 || told[i] != told[i - 1]) &&
		    (i < 2 || told[i] != told[0]))
			text_add(t, "%s%s\n", i == 0 ? "What to look for: " : "",
				 told[i]->advice);
	text_add(t, "Enter goes back.\n");
}

/* The words of this moment, a paragraph a line. */
static void
write_said(const struct learn *l, struct text *t)
{
	const struct game *g = l->screen.game;
	const struct analyze_move *m = learn_question(l);
	char headline[160] = "";
	if (l->drill != NULL && m != NULL) {
		write_spot(l, t);
	} else if (!l->judged) {
		text_add(t, "Your decisions are judged: %d of %d.\n",
			 atomic_load(&l->a->done), l->a->count);
	} else if (l->count == 0) {
		text_add(t, "You made no clear mistake: no decision cost more than "
			    "chance explains. There is nothing to ask.\n");
	} else if (m == NULL) {
		write_end(l, t);
	} else if (l->answered) {
		write_answer(l, t);
	} else {
		g->view->headline(g, &l->root, m->seat, headline, sizeof headline);
		text_add(t, "You are %s: %s.\n", board_seat_word(g, m->seat), headline);
		text_add(t, "This was one of your costliest moves.\nWhat would you do "
			    "now?\n");
	}
}

static void
draw_said(const struct learn *l, struct canvas *c, struct rect r)
{
	struct text t = { 0 };
	char *rest = NULL;
	const int gap = r.h >= AIRY_H;
	write_said(l, &t);
	for (char *line = strtok_r(t.s, "\n", &rest); line != NULL && r.h > 0;
	     line = strtok_r(NULL, "\n", &rest)) {
		const int rows = canvas_put_words(c, r, ROLE_TEXT, line);
		r.y += rows + gap;
		r.h -= rows + gap;
	}
	text_free(&t);
}

static void
learn_draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct learn *l = (struct learn *)screen;
	const struct analyze_move *m = learn_question(l);
	char title[120], right[40] = "";
	snprintf(title, sizeof title, "%s  %s", screen->ops->title,
		 l->screen.game->ops->title);
	if (l->drill != NULL)
		snprintf(right, sizeof right, "spot %d", l->drill->number);
	else if (m != NULL)
		snprintf(right, sizeof right, "question %d of %d   found %d", l->at + 1,
			 l->count, l->found);
	const struct rect r = ui_chrome(ui, screen, c, title, right);
	board_seat_roles(l->screen.game, c);
	const bool beside = r.w >= SIDE_BY_SIDE;
	const int words = beside ? (r.w - SAID_W - 2 > 70 ? r.w - 70 : SAID_W) : r.w;
	struct rect board = { r.y, r.x, r.h, r.w - words - 2 };
	struct rect said = { r.y, r.x + board.w + 1, r.h, words };
	if (!beside) {
		board = (struct rect){ r.y, r.x, r.h > 14 ? r.h - BELOW_H : 0, r.w };
		said = (struct rect){ r.y + board.h, r.x, r.h - board.h, r.w };
	}
	if (m == NULL || board.h == 0) {
		draw_said(l, c,
			  m == NULL ? (struct rect){ r.y, r.x + 1, r.h, r.w - 2 } : said);
		return;
	}
	learn_set_board(l, m);
	l->board.spot_count = 0;
	const struct rect old = canvas_clip(c, board);
	l->board.ops->draw(&l->board, c, board);
	if (!l->answered && board_find(&l->board, l->board.cursor) < 0 &&
	    board_stand(&l->board)) {
		canvas_fill(c, board, ROLE_TEXT, " ");
		l->board.ops->draw(&l->board, c, board);
	}
	canvas_clip(c, old);
	if (beside)
		canvas_vline(c, r.y, board.x + board.w, r.h, ROLE_FRAME);
	draw_said(l, c, (struct rect){ said.y, said.x + 1, said.h, said.w - 1 });
}

/* ------------------------------------------------------------------ keys */

static void
give_answer(struct ui *ui, struct learn *l, move m)
{
	const struct analyze_move *q = learn_question(l);
	l->answer = m;
	l->answered = true;
	const bool good = game_equal(l->screen.game, &l->root, q->seat, m, q->best);
	l->found += good;
	board_cancel(&l->board);
	if (l->drill != NULL) {
		judge_spot(ui, l);
		return;
	}
	ui_message(ui, "%s; Enter goes on",
		   good		    ? "yes"
		   : m == q->played ? "the same move again"
				    : "another move than in the game");
	board_show(&l->board, q->best);
}

static void
learn_choose(struct ui *ui, struct learn *l, bool take)
{
	char text[BOARD_TEXT];
	move m = MOVE_NONE;
	if (learn_question(l) == NULL || l->answered)
		return;
	if (board_choose(&l->board, take, &m, text, sizeof text) == BOARD_MOVE)
		give_answer(ui, l, m);
	else if (*text != '\0')
		ui_message(ui, "%s", text);
}

static void
run_choose(struct ui *ui, struct screen *screen, int take)
{
	struct learn *l = (struct learn *)screen;
	if (!l->answered) {
		learn_choose(ui, l, take);
		return;
	}
	if (l->drill != NULL && l->screen.worker != NULL) {
		ui_message(ui, "one moment: the solver is still at work");
		return;
	}
	l->at++;
	learn_ask(ui, l);
	if (l->drill == NULL && learn_question(l) == NULL)
		ui_message(ui, "%s", "");
}

static void
learn_run_walk(struct ui *ui, struct screen *screen, int key)
{
	board_step(&((struct learn *)screen)->board, key);
}

static void
learn_run_next(struct ui *ui, struct screen *screen, int by)
{
	board_next(&((struct learn *)screen)->board, by);
}

static bool
has_answer(struct screen *screen)
{
	return ((struct learn *)screen)->answered;
}

static bool
has_question(struct screen *screen)
{
	return learn_question((struct learn *)screen) != NULL && !has_answer(screen);
}

static bool
is_through(struct screen *screen)
{
	return ((struct learn *)screen)->judged &&
	       learn_question((struct learn *)screen) == NULL;
}

static bool
can_mark(struct screen *screen)
{
	const struct board *b = &((struct learn *)screen)->board;
	return has_question(screen) && b->ops->marking != NULL && b->ops->marking(b);
}

/* Opens the screens that look at one decision once it is answered: they would give the answer
 * away. */
static void
learn_run_study(struct ui *ui, struct screen *screen, int arg)
{
	struct learn *l = (struct learn *)screen;
	const struct analyze_move *m = learn_question(l);
	study_open(ui, (enum study)arg, learn_match(l), m->ply, m->seat,
		   learn_player(l)->text);
}

static void
learn_run_back(struct ui *ui, struct screen *screen, int arg)
{
	struct learn *l = (struct learn *)screen;
	if (!l->answered && board_cancel(&l->board))
		ui_message(ui, "put back");
	else if (arg)
		ui_pop(ui);
	else
		ui_message(ui, "q leaves");
}

/* An answer as text: a move, or an amount. */
static bool
learn_take_text(struct ui *ui, struct learn *l, const char *text, struct status *st)
{
	const struct analyze_move *q = learn_question(l);
	move m;
	if (q == NULL || l->answered ||
	    !game_parse_move(l->screen.game, &l->root, q->seat, text, &m, st))
		return false;
	give_answer(ui, l, m);
	return true;
}

static bool
learn_command(struct ui *ui, struct screen *screen, const char *line, struct status *st)
{
	return learn_take_text(ui, (struct learn *)screen, line, st);
}

static bool
learn_can_bet(struct screen *screen)
{
	const struct board *b = &((struct learn *)screen)->board;
	char text[BOARD_TEXT];
	return has_question(screen) && b->ops->bet != NULL &&
	       b->ops->bet(b, BET_CALL, text, sizeof text);
}

static void
learn_raise_done(struct ui *ui, struct screen *screen, const char *line)
{
	char text[80];
	struct status st = { 0 };
	snprintf(text, sizeof text, "raise to %.60s", line);
	if (*line != '\0' && !learn_take_text(ui, (struct learn *)screen, text, &st))
		ui_message(ui, "%s", st.text);
}

/* As at the table: fold and call at once, a raise by an amount that is asked for. */
static void
learn_run_bet(struct ui *ui, struct screen *screen, int bet)
{
	struct learn *l = (struct learn *)screen;
	char text[BOARD_TEXT];
	struct status st = { 0 };
	if (!l->board.ops->bet(&l->board, (enum board_bet)bet, text, sizeof text))
		ui_message(ui, "%s", text);
	else if (bet == BET_RAISE)
		ui_ask(ui, "bet or raise to (300 3bb 75% pot min all): ", text,
		       learn_raise_done);
	else if (!learn_take_text(ui, l, text, &st))
		ui_message(ui, "%s", st.text);
}

static void
learn_typed_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct status st = { 0 };
	if (*line != '\0' && !learn_take_text(ui, (struct learn *)screen, line, &st))
		ui_message(ui, "%s", st.text);
}

static void
learn_run_type(struct ui *ui, struct screen *screen, int arg)
{
	ui_ask(ui, "move: ", "", learn_typed_done);
}

/* As at the table, a digit begins the number of a bid or bet. */
static bool
learn_key(struct ui *ui, struct screen *screen, int k)
{
	if (k < '0' || k > '9' || !has_question(screen) ||
	    !board_takes_number(&((struct learn *)screen)->board))
		return false;
	if (learn_can_bet(screen))
		learn_run_bet(ui, screen, BET_RAISE);
	else
		learn_run_type(ui, screen, 0);
	ui_type(ui, k);
	return true;
}

static const struct binding bindings[] = {
	{ K_ENTER, 0, "choose", "choose", "the chosen card or move is your answer",
	  has_question, run_choose, 1 },
	{ K_ENTER, 0, "go-on", "go on", "the next question", has_answer, run_choose, 1 },
	{ K_ENTER, 0, "end", "back", "after the last question: back", is_through,
	  learn_run_back, 1 },
	{ K_SPACE, 0, "mark", "mark", "pick a card to pass, or put it back", can_mark,
	  run_choose, 0 },
	{ 'f', 0, "fold", "fold", "fold the hand", learn_can_bet, learn_run_bet,
	  BET_FOLD },
	{ 'k', 0, "call", "call", "check, or call", learn_can_bet, learn_run_bet,
	  BET_CALL },
	{ 'r', 0, "raise", "raise", "bet or raise, by an amount that is typed",
	  learn_can_bet, learn_run_bet, BET_RAISE },
	{ 'e', 0, "explain", "why", "why, in sentences; once it is answered", has_answer,
	  learn_run_study, STUDY_EXPLAIN },
	{ 'i', 'I', "inspect", "tree", "the search tree; once it is answered", has_answer,
	  learn_run_study, STUDY_INSPECT },
	{ K_LEFT, 'H', "left", "", "to the next card or cell on the left", NULL,
	  learn_run_walk, K_LEFT },
	{ K_RIGHT, 'L', "right", "", "to the next on the right", NULL, learn_run_walk,
	  K_RIGHT },
	{ K_UP, 'K', "up", "", "to the next above", NULL, learn_run_walk, K_UP },
	{ K_DOWN, 'J', "down", "", "to the next below", NULL, learn_run_walk, K_DOWN },
	{ 'n', 0, "next", "", "to the next card or piece that can be chosen",
	  has_question, learn_run_next, 1 },
	{ 'N', 0, "previous", "", "to the one before", has_question, learn_run_next, -1 },
	{ '\'', 0, "type", "type", "type the move: e5-g5, QS, b1-b3", has_question,
	  learn_run_type, 0 },
	{ K_ESCAPE, 0, "put-back", "", "put a choice back", NULL, learn_run_back, 0 },
	{ 'q', 0, "back", "back", "put a choice back, then leave", NULL, learn_run_back,
	  1 },
	{ 0 },
};

static void
learn_mouse(struct ui *ui, struct screen *screen, const struct mouse *m)
{
	struct learn *l = (struct learn *)screen;
	if (m->click && has_question(screen) && board_click(&l->board, m->y, m->x))
		learn_choose(ui, l, !can_mark(screen));
}

static void
close_learn(struct screen *screen)
{
	struct learn *l = (struct learn *)screen;
	snapshot_free(&l->snap);
	analysis_close(l->a);
	if (l->drill != NULL)
		drill_close(l->drill);
	free(l->drill);
}

const struct screen_ops learn_screen_ops = {
	.name = "learn",
	.title = "learn from your mistakes",
	.bindings = bindings,
	.definitions = analyze_definitions,
	.draw = learn_draw,
	.key = learn_key,
	.mouse = learn_mouse,
	.command = learn_command,
	.tick = learn_tick,
	.busy = learn_busy,
	.interrupt = learn_interrupt,
	.hold = learn_hold,
	.close = close_learn,
};

/* ---- Commands of every screen ---- */

/* ":drill" and ":drill river" */
static bool
run_drill(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	struct drill *d = session_memory(sizeof *d);
	if (!drill_open(d, ui->catalog, NULL, *rest != '\0' ? rest : NULL,
			setup_fresh_seed(), st)) {
		free(d);
		return false;
	}
	ui_push(ui, drill_screen(ui, d));
	return true;
}

static const struct command drill_opens[] = {
	{ "drill", "[KIND]",
	  "spots of hold'em to answer: open, raise, three-bet, flop, turn, river",
	  WORDS_NONE, run_drill },
	{ 0 },
};

const struct screen_ops drill_screen_ops = {
	.name = "drill",
	.title = "drill",
	.bindings = bindings,
	.definitions = analyze_definitions,
	.draw = learn_draw,
	.key = learn_key,
	.mouse = learn_mouse,
	.command = learn_command,
	.opens = drill_opens,
	.tick = learn_tick,
	.busy = learn_busy,
	.interrupt = learn_interrupt,
	.hold = learn_hold,
	.close = close_learn,
};

static struct learn *
new_questions(const struct screen_ops *ops, struct analysis *a, struct drill *d)
{
	struct learn *l = session_memory(sizeof *l);
	l->screen.ops = ops;
	l->a = a;
	l->drill = d;
	l->screen.game = d != NULL ? &d->setup.game : &a->match.setup.game;
	board_init(&l->board, l->screen.game);
	l->board.way = 1;
	l->board.cursor = -1;
	return l;
}

struct screen *
learn_screen(struct ui *ui, struct analysis *a)
{
	struct learn *l = new_questions(&learn_screen_ops, a, NULL);
	struct status st = { 0 };
	if (!analysis_start(a, 0, ui->wake_write, &st))
		ui_message(ui, "%s", st.text);
	return &l->screen;
}

struct screen *
drill_screen(struct ui *ui, struct drill *d)
{
	struct learn *l = new_questions(&drill_screen_ops, NULL, d);
	l->judged = true;
	learn_ask(ui, l);
	return &l->screen;
}
