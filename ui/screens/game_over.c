/*
 * game_over.c - the end of a game: who won, the scores in order, and what to do next.
 *
 * The match is copied as a record, so the screen stays valid whatever happens to the table.
 */
#include "src/core/match.h"
#include "src/core/record.h"
#include "src/lab/aivat.h"
#include "src/lab/duplicate.h"
#include "src/study/habits.h"
#include "src/study/learn.h"
#include "ui/boards/boards.h"
#include "ui/list.h"
#include "ui/panes/panes.h"
#include "ui/screens.h"
#include "ui/screens/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DUPLICATE_PLAYER "hard"
#define WHOLE_W		 60 /* columns of a decision's row with its share of the pot */

enum choice { AGAIN, SAME_DEAL, REPLAY, JUDGE, LEARN, DUPLICATE, HOME, CHOICES };

/* The costliest decisions of the one person, judged in the background: a heading, then a row for
 * each. */
struct costliest {
	bool open;	    /* there are such rows */
	struct analysis *a; /* NULL: taken, or refused */
	char player[PLAYER_TEXT];
	struct analyze_move decision[LEARN_QUESTIONS];
	int count;    /* decisions listed, once told */
	int done, of; /* judged, and all */
	bool told;
	char why[STATUS_TEXT]; /* there are none, "" */
};

struct game_over {
	struct screen screen;
	struct list list; /* of row */
	enum choice row[CHOICES];
	int rows;
	struct setup setup;
	struct text record;
	double points[SEATS_MAX];
	int rank[SEATS_MAX], order[SEATS_MAX]; /* seat -> rank from 1; place -> seat */
	seat_set winners;
	int plies, figure_count;
	bool assisted;
	struct figure figures[FIGURES_MAX];
	char value[FIGURES_MAX][SEATS_MAX][BOARD_FIGURE]; /* of the figures */
	struct duplicate *duplicate;			  /* NULL: not asked for */
	int64_t duplicate_seen;
	bool duplicate_told;
	int habit_lines; /* how the one person has bid; 0: the game has no bids */
	char habit[HABITS_LINES][HABITS_LINE];
	int session_lines; /* its result for the one person, else for seat 0 */
	char session[SESSION_LINES + 1][SESSION_LINE];
	struct costliest costliest; /* rows of the list below the choices */
	bool learns;		    /* asked for, once they are judged */
	struct match match;	    /* a copy, for these and the score sheet */
	bool sheet;		    /* the score sheet is shown in place of the choices */
};

/* The room of the decisions is there from the start: nothing moves when they come. */
static int
game_over_row_count(void *context)
{
	const struct game_over *o = context;
	const int decisions = o->costliest.why[0] == '\0' ? LEARN_QUESTIONS : 0;
	return o->rows + (o->costliest.open ? 1 + decisions : 0);
}

static bool
game_over_stops(const void *context, int row)
{
	const struct game_over *o = context;
	return row < o->rows || (row > o->rows && row - o->rows <= o->costliest.count);
}

/* Seats by points, equal points share a rank; ties keep the order of the seats. */
static void
rank_seats(struct game_over *o)
{
	int n = o->setup.game.seats;
	for (int i = 0; i < n; i++) {
		o->rank[i] = 1;
		for (int j = 0; j < n; j++)
			o->rank[i] += o->points[j] > o->points[i];
	}
	int place = 0;
	for (int rank = 1; rank <= n; rank++)
		for (int i = 0; i < n; i++)
			if (o->rank[i] == rank)
				o->order[place++] = i;
}

/* "You win.", "W wins.", "N and E share the win." */
static void
say_winner(const struct game_over *o, char *out, size_t size)
{
	const struct game *g = &o->setup.game;
	int count = __builtin_popcount(o->winners), said = 0;
	if (count == 1) {
		int seat = __builtin_ctz(o->winners);
		bool you = o->setup.seat[seat].human && setup_humans(&o->setup) == 1;
		if (you)
			snprintf(out, size, "You win.");
		else
			snprintf(out, size, "%s wins.", g->text->seat_name(g, seat));
		return;
	}
	size_t length = 0;
	out[0] = '\0';
	for (int i = 0; i < g->seats && length < size; i++) {
		if (!(o->winners >> i & 1))
			continue;
		said++;
		length += (size_t)snprintf(out + length, size - length, "%s%s",
					   said == 1	   ? ""
					   : said == count ? " and "
							   : ", ",
					   g->text->seat_name(g, i));
	}
	if (length < size)
		snprintf(out + length, size - length, " share the win.");
}

/* ---- Drawing ---- */

static void
game_over_draw_row(const struct game_over *o, struct canvas *c, struct rect r, int y,
		   int seat, int columns)
{
	const struct game *g = &o->setup.game;
	bool won = o->winners >> seat & 1;
	char letter[2] = { game_seat_letter(g, seat), '\0' };
	canvas_putf(c, y, r.x, won ? ROLE_GOOD : ROLE_TEXT, "%2d", o->rank[seat]);
	const char *name = g->text->seat_name(g, seat);
	canvas_put(c, y, r.x + 4, ROLE_SEAT_0 + (enum role)seat, letter);
	if (strcmp(name, letter) != 0)
		canvas_put_w(c, y, r.x + 6, 7, ROLE_SEAT_0 + (enum role)seat, name);
	int room = r.w - 14 - 10 * columns;
	canvas_put_w(c, y, r.x + 14, room, ROLE_TEXT,
		     o->setup.seat[seat].human ? "you" : o->setup.seat[seat].text);
	for (int k = 0; k < columns; k++) {
		char points[BOARD_FIGURE];
		match_format_points(o->points[seat], 2, points, sizeof points);
		canvas_put_w(c, y, r.x + 13 + room + 10 * k, -10,
			     won ? ROLE_GOOD : ROLE_TEXT,
			     o->figure_count ? o->value[k][seat] : points);
	}
}

static int
draw_scores(const struct game_over *o, struct canvas *c, struct rect r)
{
	const struct game *g = &o->setup.game;
	int columns = o->figure_count ? o->figure_count : 1;
	while (columns > 1 && r.w - 14 - 10 * columns < 12)
		columns--;
	int room = r.w - 14 - 10 * columns;
	canvas_put(c, r.y, r.x, ROLE_DIM, "rank seat     player");
	for (int k = 0; k < columns; k++)
		canvas_put_w(c, r.y, r.x + 13 + room + 10 * k, -10, ROLE_DIM,
			     o->figure_count ? o->figures[k].name : g->ops->point_name);
	for (int i = 0; i < g->seats && i + 1 < r.h; i++)
		game_over_draw_row(o, c, r, r.y + 1 + i, o->order[i], columns);
	return r.y + 1 + g->seats;
}

struct offer {
	const char *text, *note;
};
static const struct offer choices[CHOICES] = {
	[AGAIN] = { "Play again", "same seats and rules, a new deal" },
	[SAME_DEAL] = { "The same deal again",
			"same seed: what would you do differently?" },
	[REPLAY] = { "Step through it", "every move, with the figures of every search" },
	[JUDGE] = { "Judge every move", "costs, mistakes and blunders, and a graph" },
	[LEARN] = { "Learn from mistakes",
		    "your three costliest decisions again, as questions" },
	[DUPLICATE] = { "A search in your seat",
			"plays the same deals, to compare the results" },
	[HOME] = { "Home", "the game stays in the history" },
};

/* Where nothing is dealt the seed only serves the searches. */
static const struct offer undealt[CHOICES] = {
	[AGAIN] = { "Play again", "same seats and rules, another seed" },
	[SAME_DEAL] = { "The same seed again",
			"the searches choose alike: what would you do differently?" },
};

static const struct offer *
offer_of(const struct game_over *o, int row)
{
	const bool dealt = (o->setup.game.traits & (TRAIT_HIDDEN | TRAIT_CHANCE)) != 0;
	const int k = o->row[row];
	return !dealt && undealt[k].text != NULL ? &undealt[k] : &choices[k];
}

/* The progress, then the result. */
static void
draw_duplicate(const struct game_over *o, struct canvas *c, struct rect r)
{
	const struct duplicate_options *asked = duplicate_asked(o->duplicate);
	const struct duplicate_result *result = duplicate_result(o->duplicate, NULL);
	char first[160], second[160] = "^C stops it; what is finished counts";
	if (result != NULL && result->games > 0)
		duplicate_say(asked, result, first, second, sizeof first);
	else
		snprintf(first, sizeof first,
			 DUPLICATE_PLAYER " plays the same deals: %lld of %lld games",
			 (long long)duplicate_done(o->duplicate),
			 (long long)asked->games);
	canvas_put_w(c, r.y, r.x, r.w, ROLE_TEXT, first);
	canvas_put_w(c, r.y + 1, r.x, r.w, result != NULL ? ROLE_STRONG : ROLE_DIM,
		     second);
}

/* Lines of the whole picture without gaps. */
static int
height(struct game_over *o)
{
	return 2 + o->setup.game.seats + game_over_row_count(o) + o->habit_lines +
	       o->session_lines + (o->duplicate != NULL ? 2 : 0);
}

static void
game_over_draw_choice(const struct game_over *o, struct canvas *c, struct rect r, int row,
		      enum role role)
{
	const struct offer *is = offer_of(o, row);
	canvas_put(c, r.y, r.x + 2, role, is->text);
	canvas_put_w(c, r.y, r.x + 26, r.w - 26, role == ROLE_CURSOR ? role : ROLE_DIM,
		     is->note);
}

static void
write_heading(const struct game_over *o, char *out, int size)
{
	const struct costliest *c = &o->costliest;
	const bool known = c->told && c->count > 0;
	char part[40] = "";
	if (c->done < c->of)
		snprintf(part, sizeof part, ": %d of %d judged", c->done, c->of);
	if (c->why[0] != '\0')
		snprintf(out, (size_t)size, "decisions not judged: %s", c->why);
	else if (c->told && !known)
		snprintf(out, (size_t)size,
			 "no clear mistake: no decision of yours cost more than chance%s",
			 part);
	else
		snprintf(out, (size_t)size, "costliest decisions, in %s%s",
			 analyze_unit(&o->match.setup.game), part);
}

static void
draw_decision(const struct game_over *o, struct canvas *c, struct rect r, int row,
	      enum role role)
{
	char heading[STATUS_TEXT + 40];
	struct text line = { 0 };
	if (row == 0) {
		write_heading(o, heading, sizeof heading);
		canvas_put_w(c, r.y, r.x, r.w, ROLE_DIM, heading);
	} else if (row <= o->costliest.count) {
		learn_row(&o->match, &o->costliest.decision[row - 1], r.w < WHOLE_W,
			  &line);
		canvas_put_w(c, r.y, r.x + 2, r.w - 2, role, line.s);
		text_free(&line);
	}
}

/* The choices, then the costliest decisions; the row below them. */
static int
game_over_draw_list(struct game_over *o, struct canvas *c, struct rect r)
{
	const int rows = game_over_row_count(o);
	r.h = r.h < rows ? r.h : rows;
	list_fit(&o->list, r);
	for (int k = 0; k < r.h; k++) {
		const int row = o->list.top + k;
		const enum role role = row == o->list.at ? ROLE_CURSOR : ROLE_TEXT;
		const struct rect line = { r.y + k, r.x, 1, r.w };
		canvas_fill(c, line, role, " ");
		canvas_put(c, line.y, r.x, role, role == ROLE_CURSOR ? ">" : " ");
		if (row < o->rows)
			game_over_draw_choice(o, c, line, row, role);
		else
			draw_decision(o, c, line, row - o->rows, role);
	}
	list_draw_more(&o->list, c, r);
	c->cursor_y = r.y + o->list.at - o->list.top;
	c->cursor_x = r.x;
	return r.y + r.h;
}

static void
game_over_draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct game_over *o = (struct game_over *)s;
	char title[80], right[80], winner[120];
	snprintf(title, sizeof title, "game over   %s", o->setup.game.ops->title);
	snprintf(right, sizeof right, "%d %s   seed %llu%s", o->plies,
		 o->plies == 1 ? "ply" : "plies", (unsigned long long)o->setup.seed,
		 o->assisted ? "   assisted" : "");
	struct rect r = ui_chrome(ui, s, c, title, right);
	board_seat_roles(&o->setup.game, c);
	r.w = r.w > 88 ? 84 : r.w - 4;
	r.x = 2;
	if (o->sheet) {
		sheet_draw(c, r, &o->match, o->match.at);
		return;
	}
	const int spare = r.h - height(o); /* for empty lines */
	const int head = r.y + (spare > 2) + 1 + (spare > 3);
	say_winner(o, winner, sizeof winner);
	canvas_put_w(c, r.y + (spare > 2), r.x, r.w, ROLE_STRONG, winner);
	const struct rect scores = { head, r.x, r.y + r.h - o->rows - head, r.w };
	int y = draw_scores(o, c, scores) + (spare > 0);
	if (y > r.y + r.h - o->rows)
		y = r.y + r.h - o->rows;
	y = game_over_draw_list(o, c, (struct rect){ y, r.x, r.y + r.h - y, r.w }) +
	    (spare > 1);
	for (int i = 0; i < o->habit_lines && y < r.y + r.h; i++, y++)
		canvas_put_w(c, y, r.x, r.w, ROLE_TEXT, o->habit[i]);
	for (int i = 0; i < o->session_lines && y < r.y + r.h; i++, y++)
		canvas_put_w(c, y, r.x, r.w, ROLE_TEXT, o->session[i]);
	y += o->habit_lines + o->session_lines > 0 && spare > 4;
	if (o->duplicate != NULL && y + 2 <= r.y + r.h)
		draw_duplicate(o, c, (struct rect){ y, r.x, 2, r.w });
	y += 1 + (o->duplicate != NULL ? 2 : 0);
	if (y < r.y + r.h)
		sheet_draw(c, (struct rect){ y, r.x, r.y + r.h - y, r.w }, &o->match,
			   o->match.at);
}

/* ---- What the choices do ---- */

/* The game-over screen and the table below it make way for the next screen. */
static void
game_over_go_to(struct ui *ui, struct screen *s, struct screen *next)
{
	if (!next)
		return;
	bool table = s->below && (strcmp(s->below->ops->name, "table") == 0 ||
				  strcmp(s->below->ops->name, "replay") == 0);
	if (table)
		ui_pop(ui);
	ui_replace(ui, next);
}

/* The game again, with the comments an analysis has left at the table. False: the reason has been
 * shown. */
static bool
game_over_read_game(struct ui *ui, struct game_over *o, struct match *m)
{
	struct status st = { 0 };
	const struct screen *below = o->screen.below;
	if (below != NULL && strcmp(below->ops->name, "table") == 0) {
		const struct match *played = &table_session(o->screen.below)->match;
		if (played->at == o->plies && played->setup.seed == o->setup.seed) {
			text_clear(&o->record);
			record_write(played, &o->record);
		}
	}
	if (record_read(m, o->record.s, "this game", ui->catalog, &st))
		return true;
	ui_message(ui, "%s", st.text);
	return false;
}

static void
game_over_judge(struct ui *ui, struct game_over *o)
{
	struct match m;
	if (!game_over_read_game(ui, o, &m))
		return;
	analysis_push(ui, &m, 0, SEAT_ALL, 0);
	match_close(&m);
}

/* Of the person's decisions, not started. NULL: why not. */
static struct analysis *
costliest_analysis(struct ui *ui, const struct match *m, struct status *st)
{
	static struct calibration calibration; /* copied when it opens */
	calibration_load(&calibration, &m->setup.game, NULL);
	calibration.by_hand = ui->settings.hand_win;
	return learn_open(m, duplicate_seat(m), 0, ui->catalog, &calibration, st);
}

static void
costliest_open(struct ui *ui, struct game_over *o)
{
	struct costliest *c = &o->costliest;
	struct status st = { 0 };
	c->open = true;
	c->a = costliest_analysis(ui, &o->match, &st);
	if (c->a != NULL) {
		c->of = c->a->count;
		player_format(&c->a->player, c->player, sizeof c->player);
		analysis_start(c->a, 0, ui->wake_write, &st);
	}
	c->told = st.failed;
	snprintf(c->why, sizeof c->why, "%s", st.text);
}

static bool
costliest_busy(const struct costliest *c)
{
	return c->open && !c->told;
}

static bool
costliest_tick(struct costliest *c)
{
	int question[LEARN_QUESTIONS];
	if (!costliest_busy(c))
		return false;
	const int before = c->done;
	const bool running = analysis_running(c->a);
	c->done = atomic_load(&c->a->done);
	if (running)
		return c->done != before;
	c->told = true;
	c->count = learn_questions(c->a, question, LEARN_QUESTIONS);
	for (int i = 0; i < c->count; i++)
		c->decision[i] = *analysis_move(c->a, question[i]);
	return true;
}

/* The only person's decisions, judged as in an analysis. */
static void
learn(struct ui *ui, struct game_over *o)
{
	struct match m;
	struct status st = { 0 };
	if (costliest_busy(&o->costliest)) {
		o->learns = true;
		ui_message(ui, "the questions come when your decisions have been judged");
		return;
	}
	if (!game_over_read_game(ui, o, &m))
		return;
	struct analysis *a = o->costliest.a; /* the rows stay */
	o->costliest.a = NULL;
	if (a == NULL)
		a = costliest_analysis(ui, &m, &st);
	if (a == NULL)
		ui_message(ui, "%s", st.text);
	else
		ui_push(ui, learn_screen(ui, a));
	match_close(&m);
}

/* Starts the games of a search in the person's seat. */
static void
start_duplicate(struct ui *ui, struct game_over *o)
{
	static struct player p; /* copied when it starts */
	struct match m;
	struct status st = { 0 };
	if (!game_over_read_game(ui, o, &m))
		return;
	struct duplicate_options options = { .match = &m,
					     .player = &p,
					     .seat = duplicate_seat(&m),
					     .games = DUPLICATE_GAMES,
					     .seed = m.setup.seed };
	if (options.seat == SEAT_NONE)
		status_fail(&st, "this game did not have exactly one human player");
	else if (player_parse(&p, DUPLICATE_PLAYER, ui->catalog, &m.setup.game, &st))
		o->duplicate = duplicate_start(&options, ui->wake_write, &st);
	o->duplicate_told = false;
	ui_message(ui, "%s",
		   st.failed ? st.text : "a search plays your deals; ^C stops it");
	match_close(&m);
}

static void
duplicate(struct ui *ui, struct game_over *o)
{
	if (o->duplicate == NULL) {
		start_duplicate(ui, o);
	} else if (duplicate_result(o->duplicate, NULL) == NULL) {
		duplicate_stop(o->duplicate);
	} else {
		duplicate_close(o->duplicate);
		o->duplicate = NULL;
		ui_message(ui, "%s", "");
	}
}

static bool
tick_duplicate(struct ui *ui, struct game_over *o)
{
	struct status st = { 0 };
	char first[160], second[160];
	if (o->duplicate == NULL || o->duplicate_told)
		return false;
	const struct duplicate_result *r = duplicate_result(o->duplicate, &st);
	const bool changed = duplicate_done(o->duplicate) != o->duplicate_seen;
	o->duplicate_seen = duplicate_done(o->duplicate);
	if (r == NULL)
		return changed;
	o->duplicate_told = true;
	if (!st.failed)
		duplicate_say(duplicate_asked(o->duplicate), r, first, second,
			      sizeof first);
	ui_message(ui, "%s", st.failed ? st.text : r->games > 0 ? second : "stopped");
	return true;
}

static bool
game_over_tick(struct ui *ui, struct screen *s)
{
	struct game_over *o = (struct game_over *)s;
	const bool judged = costliest_tick(&o->costliest);
	if (o->learns && !costliest_busy(&o->costliest)) {
		o->learns = false;
		ui_message(ui, "%s", "");
		learn(ui, o);
	}
	return tick_duplicate(ui, o) || judged;
}

static bool
duplicates(const struct game_over *o)
{
	return o->duplicate != NULL && !o->duplicate_told;
}

static bool
game_over_busy(struct screen *s)
{
	const struct game_over *o = (struct game_over *)s;
	return duplicates(o) || costliest_busy(&o->costliest);
}

static bool
game_over_interrupt(struct ui *ui, struct screen *s)
{
	struct game_over *o = (struct game_over *)s;
	if (!game_over_busy(s))
		return false;
	o->learns = false;
	if (duplicates(o))
		duplicate_stop(o->duplicate);
	else
		analysis_stop(o->costliest.a);
	return true;
}

static void
game_over_hold(struct screen *s, bool on)
{
	struct game_over *o = (struct game_over *)s;
	if (o->duplicate != NULL)
		duplicate_pause(o->duplicate, on);
	if (o->costliest.a != NULL)
		analysis_pause(o->costliest.a, on);
}

static void
game_over_replay(struct ui *ui, struct game_over *o)
{
	struct match m;
	if (game_over_read_game(ui, o, &m))
		ui_push(ui, replay_screen(ui, &m)); /* q comes back here */
}

static void
run_choice(struct ui *ui, struct screen *s, int arg)
{
	struct game_over *o = (struct game_over *)s;
	struct setup setup = o->setup;
	const int row = list_at(&o->list);
	o->learns = false;
	if (arg < 0 && row >= o->rows) {
		study_open(ui, STUDY_INSPECT, &o->match,
			   o->costliest.decision[row - o->rows - 1].ply, SEAT_ALL,
			   o->costliest.player);
		return;
	}
	switch (arg < 0 ? o->row[row] : (enum choice)arg) {
	case AGAIN:
		setup.seed = setup_fresh_seed();
		game_over_go_to(ui, s, table_screen(ui, &setup));
		break;
	case SAME_DEAL: game_over_go_to(ui, s, table_screen(ui, &setup)); break;
	case REPLAY: game_over_replay(ui, o); break;
	case JUDGE: game_over_judge(ui, o); break;
	case LEARN: learn(ui, o); break;
	case DUPLICATE: duplicate(ui, o); break;
	case HOME:
	case CHOICES: ui_home(ui); break;
	}
}

/* One person has played, and a search could have had the seat. */
static bool
has_seat(struct screen *s)
{
	return setup_humans(&((struct game_over *)s)->setup) == 1;
}

static void
game_over_run_back(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	ui_pop(ui);
}

static bool
keeps_sheet_over(struct screen *s)
{
	return sheet_kept(&((struct game_over *)s)->match);
}

static void
run_sheet(struct ui *ui, struct screen *s, int arg)
{
	struct game_over *o = (struct game_over *)s;
	o->sheet = !o->sheet;
}

static const struct binding bindings[] = {
	{ K_ENTER, K_SPACE, "choose", "choose", "do what the selected line says", NULL,
	  run_choice, -1 },
	{ 'p', 0, "again", "play again", "same seats and rules, a new deal", NULL,
	  run_choice, AGAIN },
	{ 'd', 0, "same-deal", "same deal", "the same seed once more", NULL, run_choice,
	  SAME_DEAL },
	{ 'r', 0, "replay", "step through", "step through the game", NULL, run_choice,
	  REPLAY },
	{ 'A', 0, "judge", "judge moves", "judge every move: costs and a graph", NULL,
	  run_choice, JUDGE },
	{ 'L', 0, "learn", "learn", "your three costliest decisions again, as questions",
	  has_seat, run_choice, LEARN },
	{ 'D', 0, "duplicate", "",
	  "a search plays the same deals in your seat, 20 games; again: stop, dismiss",
	  has_seat, run_choice, DUPLICATE },
	{ 'w', 0, "sheet", "sheet", "the score sheet, and back", keeps_sheet_over,
	  run_sheet, 0 },
	{ 'H', 0, "home", "home", "the home screen", NULL, run_choice, HOME },
	{ 'q', K_ESCAPE, "back", "table", "back to the table as it ended", NULL,
	  game_over_run_back, 0 },
	{ 0 },
};

static void
game_over_on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	int row = list_mouse(&((struct game_over *)s)->list, m);
	if (row >= 0)
		run_choice(ui, s, -1);
}

static void
close_over(struct screen *s)
{
	struct game_over *o = (struct game_over *)s;
	text_free(&o->record);
	duplicate_close(o->duplicate);
	analysis_close(o->costliest.a);
	match_close(&o->match);
}

static const char *const definitions[] = {
	"your highest, your lowest\twhat you bid, among what you still had; prizes "
	"likewise, "
	"among those to come",
	"cost against perfect play\tthe value of the position minus that of your bid "
	"against the equilibrium mix; the sum over positions small enough to solve",
	"mbb/g\tthousandths of a big blind won in a hand, on average",
	"all-ins evened out\tafter an all-in before the last card, the average share of "
	"the pot over all boards counts, not the cards that came",
	"ended\tthe chips of hands by the round in which the last move was made",
	"without the luck of the cards\tchips won, minus the gain from each dealt card, "
	"estimated as the change of the pot's share at a showdown without further bets "
	"(AIVAT); up to 100 deals",
	"your costliest decisions\tthe questions of learn, in big blinds; judged when "
	"the game ends",
	"VPIP, PFR\tshares of the hands in which you called or raised before the flop, "
	"and in which you raised there",
	"a search in your seat\tthe preset hard plays the same deals, everybody else as "
	"before",
	"difference\tyour points at the end minus the mean of its games: above 0 you did "
	"better",
	"95 % [a b]\tinterval of the difference, over the luck of the searches on these "
	"deals",
	NULL,
};

const struct screen_ops game_over_screen_ops = {
	.name = "over",
	.title = "Game over",
	.bindings = bindings,
	.draw = game_over_draw,
	.mouse = game_over_on_mouse,
	.definitions = definitions,
	.tick = game_over_tick,
	.busy = game_over_busy,
	.interrupt = game_over_interrupt,
	.hold = game_over_hold,
	.close = close_over,
};

/* The only person's bidding habits, and their cost where that is quickly known. */
static void
tell_habits(struct game_over *o, const struct catalog *catalog, const struct match *m)
{
	const struct game *g = &m->setup.game;
	static const char quick[] = "exact:memory=16,nodes=10k";
	struct player exact;
	struct habits h;
	struct status st = { 0 };
	int seat = 0;
	while (seat < g->seats && !m->setup.seat[seat].human)
		seat++;
	if (setup_humans(&m->setup) != 1 || (g->traits & TRAIT_BIDS) == 0)
		return;
	const bool solved = player_parse(&exact, quick, catalog, g, &st);
	if (habits_of(m, seat, solved ? &exact : NULL, &h))
		o->habit_lines = habits_write(&h, g, o->habit);
}

static void
tell_session(struct game_over *o, const struct match *m)
{
	const struct game *g = &m->setup.game;
	const int seat = duplicate_seat(m);
	if (g->results->session == NULL)
		return;
	o->session_lines = g->results->session(g, m->states, m->at + 1,
					       seat >= 0 ? seat : 0, o->session);
	aivat_tell(m, seat >= 0 ? seat : 0, o->session[o->session_lines], SESSION_LINE);
	o->session_lines += o->session[o->session_lines][0] != '\0';
}

static void
write_figures(struct game_over *o, const struct game *g, const struct state *end)
{
	o->figure_count = game_figures(g, end, o->figures);
	for (int k = 0; k < o->figure_count; k++)
		for (int i = 0; i < g->seats; i++)
			board_figure(g, end, &o->figures[k], i, o->value[k][i]);
}

struct screen *
game_over_screen(struct ui *ui, const struct match *m)
{
	struct game_over *o = calloc(1, sizeof *o);
	if (!o)
		return NULL;
	const struct game *g = &m->setup.game;
	o->screen.ops = &game_over_screen_ops;
	o->screen.list = &o->list;
	list_open(&o->list, game_over_row_count, game_over_stops, o);
	o->setup = m->setup;
	o->assisted = m->assisted;
	o->plies = m->at;
	o->winners = match_winners(m);
	match_points(m, o->points);
	write_figures(o, g, &m->states[m->at]);
	record_write(m, &o->record);
	match_copy(&o->match, m);
	for (enum choice i = 0; i < CHOICES; i++)
		if ((i != DUPLICATE && i != LEARN) || has_seat(&o->screen))
			o->row[o->rows++] = i;
	rank_seats(o);
	tell_habits(o, ui->catalog, m);
	tell_session(o, m);
	if (g->results->session != NULL && has_seat(&o->screen))
		costliest_open(ui, o);
	return &o->screen;
}
