/*
 * beliefs.c - a seat's beliefs: the holders of hidden cards, and how likely.
 *
 * Counted by src/study/beliefs.h on the very worlds that the seat's search deals from the
 * decision's view, which in FAIR is the person's own. Rows are the key cards, the voids, then
 * all other cards; columns are the seats. A full bar is certainty. In poker the other's hands by
 * play come first, once a search has told them (src/study/likely.h).
 */
#include "ui/screens/study.h"

#include "src/base/text.h"
#include "src/core/cardnet.h"
#include "src/core/public.h"
#include "src/core/worker.h"
#include "src/study/beliefs.h"
#include "src/study/likely.h"
#include "ui/boards/boards.h"
#include "ui/list.h"
#include "ui/panes/panes.h"
#include "ui/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MAX   (THINGS_MAX + GROUPS_MAX + STATS_CLASSES + SEATS_MAX + 6)
#define WORDS_MAX  200
#define NAME_W	   12
#define WORLDS_MAX 100000
#define WORLDS_MIN 10
#define HEAD_H	   4
#define SHARE_W	   7
#define BAR_LEAST  5

enum row_kind { ROW_HEADING, ROW_WORDS, ROW_HAND, ROW_THING, ROW_GROUP };

struct belief_row {
	enum row_kind kind;
	int index;
	const char *text; /* of a heading */
};

struct beliefs_view {
	struct screen screen;
	struct decision decision;
	struct beliefs beliefs;
	const char *
		player; /* whose search tells the other's hands by play; NULL: none does */
	struct likely likely;
	int worlds;
	struct list list;
	int rows;
	struct belief_row row[ROWS_MAX];
	char words[SEATS_MAX][WORDS_MAX]; /* what departs from chance */
};

/* ------------------------------------------------------------------ counting */

static void
beliefs_add_row(struct beliefs_view *s, enum row_kind kind, int index, const char *text)
{
	if (s->rows < ROWS_MAX)
		s->row[s->rows++] = (struct belief_row){ kind, index, text };
}

static void
build_rows(struct beliefs_view *s)
{
	const struct beliefs *b = &s->beliefs;
	int order[THINGS_MAX], key;
	const int n = beliefs_order(b, order, &key);
	const bool bids = (decision_game(&s->decision)->traits & TRAIT_SIMULTANEOUS) != 0;
	s->rows = 0;
	for (int i = 0; i < decision_game(&s->decision)->seats; i++) {
		beliefs_words(b, i, true, s->words[i], WORDS_MAX);
		if (s->words[i][0] == '\0' || b->things.groups == 0)
			continue;
		if (s->rows == 0)
			beliefs_add_row(s, ROW_HEADING, 0,
					"more or less likely than by chance");
		beliefs_add_row(s, ROW_WORDS, i, NULL);
	}
	if (s->likely.count > 0)
		beliefs_add_row(s, ROW_HEADING, 0,
				"hands: all possible, then weighted by play");
	for (int i = 0; i < s->likely.count; i++)
		beliefs_add_row(s, ROW_HAND, i, NULL);
	if (key > 0)
		beliefs_add_row(s, ROW_HEADING, 0,
				b->things.groups > 0 ? "key cards"
				: bids		     ? "choices"
						     : "unseen");
	for (int i = 0; i < key; i++)
		beliefs_add_row(s, ROW_THING, order[i], NULL);
	if (b->things.groups > 0 && n > 0)
		beliefs_add_row(s, ROW_HEADING, 0, "void in");
	for (int i = 0; i < b->things.groups && n > 0; i++)
		beliefs_add_row(s, ROW_GROUP, i, NULL);
	if (n > key)
		beliefs_add_row(s, ROW_HEADING, 0, key > 0 ? "all others" : "unseen");
	for (int i = key; i < n; i++)
		beliefs_add_row(s, ROW_THING, order[i], NULL);
}

static int
beliefs_row_count(void *context)
{
	return ((const struct beliefs_view *)context)->rows;
}

/* Begins the search that tells the hands. */
static void
ask_hands(struct ui *ui, struct beliefs_view *s, const struct question *q)
{
	struct player p;
	worker_free(s->screen.worker);
	s->screen.worker = NULL;
	s->likely.count = 0;
	s->player = likely_player(ui->catalog, q->game, s->decision.player);
	if (s->player == NULL || !player_parse(&p, s->player, ui->catalog, q->game, NULL))
		return;
	const struct search_job job = question_job(q, &p, NULL);
	s->screen.worker = worker_start(&job, NULL, ui->wake_write, NULL);
}

static bool
beliefs_tick(struct ui *ui, struct screen *screen)
{
	static struct snapshot snap; /* large; one thread draws */
	struct beliefs_view *s = (struct beliefs_view *)screen;
	struct state root;
	if (s->screen.worker == NULL || !worker_done(s->screen.worker))
		return false;
	decision_view(&s->decision, &root);
	if (worker_read(s->screen.worker, &snap))
		likely_read(&s->likely, decision_game(&s->decision), &root,
			    s->decision.viewer, snapshot_hands(&snap), s->player);
	worker_free(s->screen.worker);
	s->screen.worker = NULL;
	build_rows(s);
	return true;
}

/* Counts the worlds of this ply and view; false: nothing is hidden here, and why says so. */
static bool
count(struct ui *ui, struct beliefs_view *s, const char **why)
{
	struct question q;
	decision_ask(&s->decision, &q);
	*why = beliefs_refusal(q.game, &q.root, q.viewer);
	if (*why == NULL) {
		beliefs_count(&s->beliefs, &q, cardnet_find(q.game, NULL), s->worlds);
		ask_hands(ui, s, &q);
	}
	question_close(&q);
	if (*why != NULL)
		return false;
	build_rows(s);
	return true;
}

/* ------------------------------------------------------------------ drawing */

/* The likeliest hand has a full bar. */
static void
beliefs_hand_draw(const struct beliefs_view *s, struct canvas *c, int y, struct rect r,
		  int i)
{
	const struct likely_hand *h = &s->likely.hand[i];
	char name[MOVE_TEXT];
	int x = r.x + NAME_W;
	public_format_class(decision_game(&s->decision), h->class, name, sizeof name);
	canvas_put_w(c, y, r.x + 1, NAME_W - 1, ROLE_STRONG, name);
	canvas_putf(c, y, x, ROLE_DIM, "%5.1f%%", 100 * h->before);
	x += SHARE_W;
	canvas_putf(c, y, x, h->after > 0 ? ROLE_TEXT : ROLE_DIM, "%5.1f%%",
		    100 * h->after);
	x += SHARE_W;
	if (r.x + r.w - x >= BAR_LEAST)
		canvas_bar(c, y, x, r.x + r.w - x - 2,
			   (enum role)(ROLE_SEAT_0 + s->likely.seat),
			   h->after / s->likely.hand[0].after);
}

static void
beliefs_row_draw(const struct beliefs_view *s, struct canvas *c, int y, struct rect r,
		 const struct belief_row *row, int w)
{
	const struct beliefs *b = &s->beliefs;
	const struct game *g = decision_game(&s->decision);
	const bool thing = row->kind == ROW_THING;
	int x = r.x + NAME_W;
	if (row->kind == ROW_HEADING) {
		pane_heading(c, y, r.x, r.w, row->text, false);
		return;
	}
	if (row->kind == ROW_WORDS) {
		canvas_put_w(c, y, r.x + 1, NAME_W - 1,
			     (enum role)(ROLE_SEAT_0 + row->index),
			     board_seat_word(g, row->index));
		char words[WORDS_MAX];
		snprintf(words, sizeof words, "%s", s->words[row->index]);
		if (!c->ascii)
			board_suits(g, words, sizeof words);
		canvas_put_w(c, y, x, r.w - NAME_W, ROLE_TEXT, words);
		return;
	}
	if (row->kind == ROW_HAND) {
		beliefs_hand_draw(s, c, y, r, row->index);
		return;
	}
	const struct belief told =
		thing ? beliefs_thing(b, row->index) : beliefs_group(b, row->index);
	canvas_put_w(c, y, r.x + 1, NAME_W - 1, ROLE_STRONG, told.name);
	for (int i = 0; i < g->seats; i++) {
		if (!(b->holders >> i & 1))
			continue;
		const double share = (double)told.count[i] / b->worlds;
		const double best = b->inferred ? told.weight[i] : share;
		int at = x;
		canvas_putf(c, y, at, share > 0 && !b->inferred ? ROLE_TEXT : ROLE_DIM,
			    "%5.1f%%", share * 100);
		at += SHARE_W;
		if (b->inferred) {
			canvas_putf(c, y, at, best > 0 ? ROLE_TEXT : ROLE_DIM, "%5.1f%%",
				    best * 100);
			at += SHARE_W;
		}
		if (x + w - at >= BAR_LEAST)
			canvas_bar(c, y, at, x + w - at - 2, (enum role)(ROLE_SEAT_0 + i),
				   best);
		x += w;
	}
}

static void
head_draw(const struct beliefs_view *s, struct canvas *c, struct rect r, int w)
{
	const struct beliefs *b = &s->beliefs;
	const struct game *g = decision_game(&s->decision);
	int x = r.x + NAME_W;
	char line[200];
	const int n =
		snprintf(line, sizeof line,
			 "Hidden %ss: shares of %d deals that fit what %s has seen, ",
			 b->things.called, b->worlds, board_seat_word(g, b->viewer));
	if (b->inferred)
		snprintf(line + n, sizeof line - (size_t)n,
			 "then weighted by the others' choices: as telling as %.0f equal "
			 "ones.",
			 b->effective);
	else
		snprintf(line + n, sizeof line - (size_t)n, "as its search deals them.");
	canvas_put_words(c, (struct rect){ r.y, r.x + 1, HEAD_H - 1, r.w - 1 }, ROLE_DIM,
			 line);
	for (int i = 0; i < g->seats; i++) {
		if (!(b->holders >> i & 1))
			continue;
		canvas_put_w(c, r.y + 3, x, w - 1, (enum role)(ROLE_SEAT_0 + i),
			     board_seat_word(g, i));
		x += w;
	}
}

static void
beliefs_draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct beliefs_view *s = (struct beliefs_view *)screen;
	const struct game *g = decision_game(&s->decision);
	char title[200], right[80];
	snprintf(title, sizeof title, "beliefs  %s  as %s sees it", g->ops->title,
		 board_seat_word(g, s->decision.viewer));
	decision_place(&s->decision, right, sizeof right);
	const struct rect a = ui_chrome(ui, screen, c, title, right);
	board_seat_roles(g, c);
	const int seats = __builtin_popcount(s->beliefs.holders);
	const int w = seats > 0 ? (a.w - NAME_W - 2) / seats : 8;
	head_draw(s, c, a, w);
	struct rect r = { a.y + HEAD_H, a.x, a.h - HEAD_H, a.w - 1 };
	list_fit(&s->list, r);
	const int most = s->rows > r.h ? s->rows - r.h : 0;
	s->list.top = s->list.at < most ? s->list.at : most;
	for (int k = 0; k < r.h && s->list.top + k < s->rows; k++)
		beliefs_row_draw(s, c, r.y + k, r, &s->row[s->list.top + k], w);
	if (s->rows == 0 && r.h > 0)
		canvas_put(c, r.y, r.x + 1, ROLE_TEXT,
			   "Nothing is hidden from this seat now.");
	list_draw_more(&s->list, c, r);
}

/* ------------------------------------------------------------------ keys */

static void
beliefs_run_step(struct ui *ui, struct screen *screen, int arg)
{
	struct beliefs_view *s = (struct beliefs_view *)screen;
	const int viewer = s->decision.viewer;
	const char *why;
	while (study_step(ui, &s->decision, arg)) {
		decision_set_viewer(&s->decision, viewer); /* the same viewer */
		if (count(ui, s, &why))
			return;
	}
}

static bool
may_change(struct screen *screen)
{
	return ((struct beliefs_view *)screen)->decision.person == SEAT_ALL;
}

/* The next seat whose knowledge may be seen. */
static void
run_seat(struct ui *ui, struct screen *screen, int arg)
{
	struct beliefs_view *s = (struct beliefs_view *)screen;
	const int before = s->decision.viewer, n = decision_game(&s->decision)->seats;
	const char *why;
	for (int i = 1; i < n; i++)
		if (decision_set_viewer(&s->decision, (before + arg * i + n) % n) &&
		    count(ui, s, &why))
			return;
	decision_set_viewer(&s->decision, before);
	ui_message(ui, "you may see your own seat's knowledge only: V changes the view");
}

static void
run_worlds(struct ui *ui, struct screen *screen, int arg)
{
	struct beliefs_view *s = (struct beliefs_view *)screen;
	const char *why;
	const int worlds = arg > 0 ? s->worlds * 10 : s->worlds / 10;
	if (worlds < WORLDS_MIN || worlds > WORLDS_MAX)
		return;
	s->worlds = worlds;
	count(ui, s, &why);
	ui_message(ui, "%d deals", worlds);
}

static void
beliefs_run_copy(struct ui *ui, struct screen *screen, int arg)
{
	const struct beliefs_view *s = (struct beliefs_view *)screen;
	struct text t = { 0 };
	beliefs_report(&s->beliefs, &t);
	if (s->likely.count > 0)
		likely_report(&s->likely, &t);
	ui_copy(ui, t.s);
	text_free(&t);
}

static void
close_beliefs(struct screen *screen)
{
	struct beliefs_view *s = (struct beliefs_view *)screen;
	decision_close(&s->decision);
}

static const struct binding bindings[] = {
	{ '[', K_LEFT, "earlier", "back", "the previous decision", NULL, beliefs_run_step,
	  -1 },
	{ ']', K_RIGHT, "later", "on", "the next decision", NULL, beliefs_run_step, 1 },
	{ 'P', K_TAB, "seat", "seat", "another seat's knowledge", may_change, run_seat,
	  1 },
	{ '+', 0, "more", "more deals", "ten times the deals", NULL, run_worlds, 1 },
	{ '-', 0, "less", "", "a tenth of the deals", NULL, run_worlds, -1 },
	{ 'y', 0, "copy", "copy", "copy the table", NULL, beliefs_run_copy, 0 },
	{ 0 },
};

static const char *const definitions[] = {
	"percent\tshare of the deals in which the seat holds the card",
	"second\tthe same, with the deals weighted by the others' choices (infer=)",
	"effective\tthe number of equally likely deals that would be as informative",
	/* NOLINTNEXTLINE(bugprone-suspicious-missing-comma): the others fit a line */
	"hands by play\tin poker: all possible hands, equally likely; then weighted by "
	"how the search of the hints would have played them. The likeliest has a full "
	"bar",
	"void in\tshare of the deals in which the seat has no card of the suit",
	"deals\tfull deals that fit what was seen, as the seat's search deals them",
	"choices\tfor simultaneous choices: how often others choose each move in those "
	"deals",
	NULL,
};

const struct screen_ops beliefs_screen_ops = {
	.name = "beliefs",
	.title = "what a seat can know",
	.bindings = bindings,
	.definitions = definitions,
	.draw = beliefs_draw,
	.tick = beliefs_tick,
	.close = close_beliefs,
};

struct screen *
beliefs_screen(struct ui *ui, struct decision *decision)
{
	struct beliefs_view *s = session_memory(sizeof *s);
	const char *why;
	s->screen.ops = &beliefs_screen_ops;
	s->screen.list = &s->list;
	list_open(&s->list, beliefs_row_count, NULL, s);
	s->decision = *decision;
	*decision = (struct decision){ 0 };
	s->worlds = BELIEFS_WORLDS;
	if (s->decision.viewer < 0)
		decision_set_viewer(&s->decision, s->decision.seat);
	if (count(ui, s, &why))
		return &s->screen;
	ui_message(ui, "no beliefs: %s", why);
	close_beliefs(&s->screen);
	free(s);
	return NULL;
}
