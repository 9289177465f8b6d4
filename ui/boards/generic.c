/*
 * generic.c - shared by all boards, and the view of a game that has none of its own.
 *
 * A game whose view has path() is a board of cells (cells.h). Of any other the generic view
 * draws the scene; an item with a move is a spot, and choosing it plays the move. The cursor
 * moves geometrically: among the spots in the wanted direction the one with the least distance
 * along it plus twice the distance across it, rows counted double because a character is about
 * twice as high as wide.
 */
#include "games/common/cards.h"
#include "src/study/explain.h"
#include "ui/boards/cells.h"
#include "ui/boards/faces.h"

#include "ui/screen.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ shared */

static const struct board_ops *const views[] = {
	&hearts_board,	&spades_board,	  &chinese_checkers_board,
	&abalone_board, &goofspiel_board, &oshi_zumo_board,
	&tron_board,	&holdem_board,	  NULL
};

const struct board_ops *
board_ops_for(const struct game *g)
{
	for (int i = 0; views[i] != NULL; i++)
		if (strcmp(views[i]->game, g->ops->key) == 0)
			return views[i];
	return g->view->path != NULL ? &cells_board : &generic_board;
}

void
board_init(struct board *b, const struct game *g)
{
	*b = (struct board){ .game = g,
			     .ops = board_ops_for(g),
			     .viewer = SEAT_ALL,
			     .chooser = SEAT_NONE,
			     .turn = SEAT_NONE,
			     .mark_rows = 3,
			     .way = 1,
			     .symbols = true,
			     .cursor = -1,
			     .origin = -1,
			     .shown = MOVE_NONE,
			     .flagged = MOVE_NONE };
}

/* Seats called Black and White look like it; 0: a seat has the colour of its number. */
static uint8_t
stone_role(const char *name)
{
	if (strcmp(name, "Black") == 0)
		return ROLE_STONE_BLACK;
	return strcmp(name, "White") == 0 ? ROLE_STONE_WHITE : 0;
}

void
board_seat_roles(const struct game *g, struct canvas *c)
{
	const uint8_t *roles = board_ops_for(g)->seat_roles;
	c->suits = board_ops_for(g)->rests != NULL && !c->ascii;
	for (int i = 0; i < SEATS_MAX; i++)
		c->seat_role[i] = i >= g->seats	  ? 0
				  : roles != NULL ? roles[i]
						  : stone_role(g->text->seat_name(g, i));
}

void
board_set_moves(struct board *b, const struct state *s)
{
	static move m[MOVES_MAX]; /* one thread draws */
	const int n = b->chooser == SEAT_NONE
			      ? 0
			      : b->game->rules->moves(b->game, s, b->chooser, m);
	if (n == b->move_count && memcmp(m, b->moves, (size_t)n * sizeof *m) == 0)
		return;
	memcpy(b->moves, m, (size_t)n * sizeof *m);
	b->move_count = n;
	b->origin = -1;
	b->picked = 0;
}

void
board_look(struct board *b, const struct state *s, int viewer, int mover)
{
	const bool hidden = game_hidden(b->game);
	b->state = *s;
	b->viewer = viewer;
	b->turn = mover;
	b->bottom = viewer >= 0 ? viewer : hidden ? mover : 0;
	b->chooser = !hidden || viewer < 0 || viewer == mover ? mover : SEAT_NONE;
	board_set_moves(b, s);
	b->cursor = b->origin = -1;
	b->picked = 0;
}

void
board_spot(struct board *b, struct rect at, int cell, bool live)
{
	if (b->spot_count < BOARD_SPOTS)
		b->spots[b->spot_count++] = (struct spot){ at, cell, live };
}

int
board_find(const struct board *b, int cell)
{
	for (int i = 0; i < b->spot_count; i++)
		if (b->spots[i].cell == cell)
			return i;
	return -1;
}

static int
first_live(const struct board *b)
{
	for (int i = 0; i < b->spot_count; i++)
		if (b->spots[i].live)
			return i;
	return -1;
}

/* The live spot nearest to a place, a row being as high as two columns are wide. */
static int
nearest_live(const struct board *b, const struct rect *from)
{
	int best = -1, least = INT_MAX;
	for (int i = 0; i < b->spot_count; i++) {
		const struct rect *to = &b->spots[i].at;
		const int y = (2 * to->y + to->h) - (2 * from->y + from->h);
		const int x = (2 * to->x + to->w) - (2 * from->x + from->w);
		const int d = 4 * y * y + x * x;
		if (b->spots[i].live && d < least) {
			least = d;
			best = i;
		}
	}
	return best;
}

/* Most cells of a board can be chosen: stones are put on empty ones. */
static bool
is_wide_open(const struct board *b)
{
	int live = 0;
	if (b->ops->choose != NULL || b->spot_count == 0 ||
	    b->spots[0].cell >= CHOICE_CURSOR)
		return false;
	for (int i = 0; i < b->spot_count; i++)
		live += b->spots[i].live;
	return 2 * live > b->spot_count;
}

/* The live spot in the middle of all. */
static int
middle_live(const struct board *b)
{
	int top = INT_MAX, bottom = INT_MIN, left = INT_MAX, right = INT_MIN;
	for (int i = 0; i < b->spot_count; i++) {
		const struct rect *r = &b->spots[i].at;
		top = r->y < top ? r->y : top;
		bottom = r->y + r->h > bottom ? r->y + r->h : bottom;
		left = r->x < left ? r->x : left;
		right = r->x + r->w > right ? r->x + r->w : right;
	}
	return nearest_live(b, &(struct rect){ top, left, bottom - top, right - left });
}

bool
board_stand(struct board *b)
{
	const int at = board_find(b, b->cursor);
	const int live = at >= 0	   ? nearest_live(b, &b->spots[at].at)
			 : is_wide_open(b) ? middle_live(b)
					   : first_live(b);
	b->shown = MOVE_NONE;
	b->cursor = live >= 0 ? b->spots[live].cell : -1;
	return live >= 0;
}

/* How far a spot is in a direction; INT_MAX when it is not there at all. */
static int
generic_board_distance(const struct rect *from, const struct rect *to, int dy, int dx)
{
	const int y = (2 * to->y + to->h) - (2 * from->y + from->h);
	const int x = (2 * to->x + to->w) - (2 * from->x + from->w);
	const int along = dy != 0 ? 2 * y * dy : x * dx;
	const int across = dy != 0 ? abs(x) : 2 * abs(y);
	if (along <= 0 || across > 2 * along + 2)
		return INT_MAX;
	return along + 2 * across;
}

bool
board_step(struct board *b, int key)
{
	static const struct {
		int key, dy, dx;
	} steps[] = {
		{ K_UP, -1, 0 }, { K_DOWN, 1, 0 }, { K_LEFT, 0, -1 }, { K_RIGHT, 0, 1 }
	};
	const int at = board_find(b, b->cursor);
	b->shown = MOVE_NONE;
	if (at < 0)
		return board_stand(b);
	for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
		if (steps[k].key != key)
			continue;
		int best = -1, least = INT_MAX;
		for (int i = 0; i < b->spot_count; i++) {
			const int d =
				generic_board_distance(&b->spots[at].at, &b->spots[i].at,
						       steps[k].dy, steps[k].dx);
			if (b->spots[i].live && d < least) {
				least = d;
				best = i;
			}
		}
		if (best >= 0)
			b->cursor = b->spots[best].cell;
		return best >= 0;
	}
	return false;
}

bool
board_click(struct board *b, int y, int x)
{
	for (int i = b->spot_count - 1; i >= 0; i--) {
		const struct rect *r = &b->spots[i].at;
		if (y >= r->y && y < r->y + r->h && x >= r->x && x < r->x + r->w) {
			b->before = b->cursor;
			b->cursor = b->spots[i].cell;
			b->shown = MOVE_NONE;
			return true;
		}
	}
	return false;
}

bool
board_next(struct board *b, int by)
{
	const int at = board_find(b, b->cursor), n = b->spot_count;
	const int from = at >= 0 ? at : by > 0 ? -1 : 0;
	for (int k = 1; k <= n; k++) {
		const int i = (from + by * k + 2 * n) % n;
		if (!b->spots[i].live || i == at)
			continue;
		b->cursor = b->spots[i].cell;
		b->shown = MOVE_NONE;
		return true;
	}
	return false;
}

bool
board_cancel(struct board *b)
{
	const bool had = b->origin >= 0 || b->picked != 0;
	if (b->origin >= 0)
		b->cursor = b->origin;
	b->origin = -1;
	b->picked = 0;
	b->shown = MOVE_NONE;
	return had;
}

enum board_answer
board_choose(struct board *b, bool take, move *out, char *text, int size)
{
	*text = '\0';
	if (b->chooser == SEAT_NONE || b->reviewing || b->move_count == 0) {
		snprintf(text, (size_t)size, "%s",
			 b->reviewing		? "looking back: ] steps forward"
			 : b->turn == SEAT_NONE ? "the game is over"
						: "not your turn");
		return BOARD_NOTHING;
	}
	if (b->ops->choose != NULL)
		return b->ops->choose(b, take, out, text, size);
	return choice_choose(b, out, text, size);
}

void
board_show(struct board *b, move m)
{
	for (int i = 0; i < b->move_count; i++)
		if (b->moves[i] == m)
			(b->ops->show != NULL ? b->ops->show : choice_show)(b, m);
}

struct board_thought
board_thought(const struct board *b)
{
	if (b->marks != NULL && b->marks_root != NULL)
		return (struct board_thought){ b->marks, b->marks_root, b->mark_rows };
	return (struct board_thought){ b->ghost_root != NULL ? b->ghost : NULL,
				       b->ghost_root, b->mark_rows };
}

int
board_mark_rank(const struct board *b, move m)
{
	if (b->marks == NULL)
		return -1;
	for (int i = 0; i < b->marks->move_count && i < b->mark_rows; i++)
		if (b->marks->moves[i].m == m)
			return i;
	return -1;
}

double
board_cost(const struct board *b, const struct stats_move *m)
{
	if (b->marks == NULL || m->status == MOVE_UNSEARCHED || b->marks->move_count == 0)
		return (double)NAN;
	const int seat = b->marks->mover;
	const double best = snapshot_best(b->marks)->value[seat];
	return m->value[seat] > best || snapshot_mixes(b->marks, m)
		       ? 0
		       : best - m->value[seat];
}

/* "0.8", of a win ".08": at most three columns below 9.95. */
static void
fine_cost(const struct game *g, double cost, char out[static 8])
{
	const bool hundredths = game_decimals(g) == 2 && cost < 0.995;
	snprintf(out, 8, "%.*f", hundredths ? 2 : 1, cost);
	if (hundredths)
		memmove(out, out + 1, 4);
}

enum role
board_cost_text(const struct board *b, const struct stats_move *m, int w,
		char out[static 8])
{
	const double cost = board_cost(b, m);
	const bool wide = w >= 4, bound = m->status == MOVE_AT_MOST;
	const char *sign = bound ? (wide ? ">=" : ">") : wide ? "+" : "";
	const double nothing = wide ? game_nothing(b->game) : 0.05;
	char number[8];
	*out = '\0';
	if (isnan(cost) || (bound && cost < (wide ? nothing : 0.5)))
		return ROLE_DIM; /* "at least nothing" says nothing */
	if (m == &b->marks->moves[0] ||
	    (cost < nothing && m->status != MOVE_FEW && !bound)) {
		snprintf(out, 8, "=");
		return ROLE_GOOD;
	}
	if (stats_uncertain(m->status, cost, m->cost_se)) {
		fine_cost(b->game, cost, number);
		snprintf(out, 8, "~%.6s", wide && cost < 99 ? number : "");
		return ROLE_DIM;
	}
	const double fine = wide ? 9.95 : 0.95; /* two columns are ".8" or "12" */
	fine_cost(b->game, cost, number);
	if (cost < fine && wide)
		snprintf(out, 8, "%.3s%.4s", sign, number);
	else if (cost < fine && *sign == '\0')
		snprintf(out, 8, "%.1f", cost);
	else
		snprintf(out, 8, "%s%.0f", sign, cost < 9999 ? cost : 9999);
	if (!wide && out[0] == '0') /* ".8" */
		memmove(out, out + 1, 3);
	return cost < 2 ? ROLE_WARN : ROLE_BAD;
}

#define COSTS_WIN_W  60 /* columns of a board whose corners have room for more */
#define COSTS_NAME   12 /* of a move, where they are listed in a corner */
#define COSTS_RANK   2
#define COSTS_WIN    6
#define COSTS_COST   5
#define COSTS_LEAST  2 /* of a cost, where there is hardly any room */
#define COSTS_LEGEND 11

/* Of the first candidates, at most what the corner has room for. */
static int
longest_name(const struct board *b, int rows)
{
	int longest = 0;
	for (int k = 0; k < rows; k++) {
		char text[MOVE_TEXT];
		game_say_move(b->game, b->marks_root, b->marks->mover,
			      b->marks->moves[k].m, text, sizeof text);
		const int length = canvas_width(text);
		longest = length > longest ? length : longest;
	}
	return longest < COSTS_NAME ? longest : COSTS_NAME;
}

/* Columns from x on in which nothing is drawn yet, of w. */
static int
blanks(const struct canvas *c, int y, int x, int w)
{
	int n = 0;
	while (n < w && y >= 0 && y < c->h && x + n < c->w &&
	       c->cells[y * c->w + x + n].ch == ' ')
		n++;
	return n;
}

/* The list of costs in the corner the board leaves free. */
struct costs_plan {
	int top, rows;
	int names, cost; /* columns of a move, of its cost */
	bool wide;	 /* win probabilities, or values, too */
};

static struct costs_plan
plan_costs(const struct board *b, const struct canvas *c, struct rect r)
{
	const int candidates = b->marks->move_count;
	struct costs_plan p = { .rows = candidates < b->mark_rows ? candidates
								  : b->mark_rows };
	int room = r.w;
	p.top = r.y + r.h - p.rows;
	for (int k = 0; k < p.rows; k++) {
		const int free = blanks(c, p.top + k, r.x, r.w);
		room = free < room ? free : room;
	}
	p.names = longest_name(b, p.rows);
	const int left = room - COSTS_RANK - p.names - 2; /* a blank on either side */
	p.wide = r.w >= COSTS_WIN_W && left >= COSTS_COST + COSTS_WIN;
	p.cost = left < COSTS_COST ? left : COSTS_COST;
	if (p.cost >= COSTS_LEAST)
		return p;
	p.names -= COSTS_LEAST - p.cost;
	p.names = p.names > 0 ? p.names : 0;
	p.cost = COSTS_LEAST;
	return p;
}

static void
cost_draw(const struct board *b, struct canvas *c, int y, int x,
	  const struct costs_plan *p, int rank)
{
	const struct stats_move *m = &b->marks->moves[rank];
	const int seat = b->marks->mover;
	char text[MOVE_TEXT], cost[8];
	game_say_move(b->game, b->marks_root, seat, m->m, text, sizeof text);
	x = canvas_putf(c, y, x, ROLE_HINT, "%d ", rank + 1);
	x = canvas_put_w(c, y, x, p->names, ROLE_HINT, text) + 1;
	if (!isnan(m->win[seat]) && p->wide)
		x = canvas_putf(c, y, x, ROLE_TEXT, "%3.0f%% ", m->win[seat] * 100);
	else if (p->wide && isnan(b->marks->moves[0].win[seat]))
		x = canvas_putf(c, y, x, ROLE_TEXT, "%5.1f ",
				text_shown(m->value[seat], 1));
	else if (p->wide) /* a bound: a column has one unit */
		x += COSTS_WIN;
	const enum role role = board_cost_text(b, m, p->cost, cost);
	canvas_put_w(c, y, x, -p->cost, role, cost);
}

/* Nothing the board has drawn is covered. */
int
board_costs(const struct board *b, struct canvas *c, struct rect r)
{
	if (b->marks == NULL || b->marks_root == NULL)
		return 0;
	static const char *const legend[] = { "= best", "+ cost", "~ too few" };
	const struct costs_plan p = plan_costs(b, c, r);
	for (int k = 0; k < 3; k++) {
		const int y = r.y + r.h - 3 + k, x = r.x + r.w - COSTS_LEGEND;
		if (blanks(c, y, x - 1, COSTS_LEGEND) == COSTS_LEGEND)
			canvas_put(c, y, x, ROLE_DIM, legend[k]);
	}
	for (int k = 0; k < p.rows; k++)
		cost_draw(b, c, p.top + k, r.x, &p, k);
	return p.rows > 3 ? p.rows : 3;
}

int
board_mix(const struct board *b, struct canvas *c, int y, int x, int w)
{
	if (b->marks == NULL || b->marks_root == NULL)
		return 0;
	const int end = x + w, seat = b->marks->mover;
	x = canvas_put(c, y, x, ROLE_HINT, "hint") + 1;
	for (int k = 0; k < b->marks->move_count && k < b->mark_rows; k++) {
		const struct stats_move *m = &b->marks->moves[k];
		char text[MOVE_TEXT], cost[8];
		game_say_move(b->game, b->marks_root, seat, m->m, text, sizeof text);
		board_cost_text(b, m, 5, cost);
		if (x + (int)strlen(text) + 8 > end)
			break;
		x = canvas_put(c, y, x + 1, k == 0 ? ROLE_HINT : ROLE_TEXT, text);
		if (!isnan(m->prob))
			x = canvas_putf(c, y, x, ROLE_DIM, " %.0f%%", m->prob * 100);
		else
			x = canvas_putf(c, y, x, ROLE_DIM, " %s", cost);
		x = canvas_put(c, y, x, ROLE_DIM, " ");
	}
	return 1;
}

bool
board_secret(const struct game *g, const struct state *before, int seat, move m)
{
	const struct board_ops *ops = board_ops_for(g);
	return seat >= 0 && ops->secret != NULL && ops->secret(g, before, seat, m);
}

const struct board_kind *
board_kind(const struct game *g, const struct state *before, int seat, move played,
	   move best)
{
	static const struct board_kind moves = { "moves", NULL };
	const struct board_ops *ops = board_ops_for(g);
	return ops->kind != NULL ? ops->kind(g, before, seat, played, best) : &moves;
}

const char *
board_seat_word(const struct game *g, int seat)
{
	const struct board_ops *ops = board_ops_for(g);
	return (ops->seat_word != NULL ? ops->seat_word : g->text->seat_name)(g, seat);
}

void
board_figure(const struct game *g, const struct state *s, const struct figure *f,
	     int seat, char out[static BOARD_FIGURE])
{
	const struct board_ops *ops = board_ops_for(g);
	if (ops->figure_word == NULL || !ops->figure_word(g, s, f->name, seat, out))
		snprintf(out, BOARD_FIGURE, "%d", f->per_seat[seat]);
}

static void
plain_say(const struct game *g, const struct state *before, int seat, move m, bool known,
	  char *out, int size)
{
	char text[MOVE_TEXT];
	if (!known) {
		snprintf(out, (size_t)size, "%s has chosen", g->text->seat_name(g, seat));
		return;
	}
	const char *name = g->text->seat_name(g, seat);
	game_say_move(g, before, seat, m, text, sizeof text);
	const int verb = (int)strcspn(text, " ");
	if (g->text->say_move == NULL)
		snprintf(out, (size_t)size, "%s moves %s", name, text);
	else if (strcmp(text, "all in") == 0)
		snprintf(out, (size_t)size, "%s goes all in", name);
	else /* "South raises to 6" */
		snprintf(out, (size_t)size, "%s %.*ss%s", name, verb, text, text + verb);
}

void
board_say(const struct game *g, const struct state *before, int seat, move m, bool known,
	  char *out, int size)
{
	const struct board_ops *ops = board_ops_for(g);
	(ops->say != NULL ? ops->say : plain_say)(g, before, seat, m, known, out, size);
}

void
board_say_moves(const struct match *m, int ply, int viewer, struct text *out)
{
	const struct game *g = &m->setup.game;
	for (int k = 0; k < ply; k++) {
		const struct match_ply *p = &m->plies[k];
		struct state before, after;
		char text[200] = "";
		match_view_at(m, k, viewer, &before);
		match_view_at(m, k + 1, viewer, &after);
		if (p->seat >= 0)
			board_say(g, &before, p->seat, p->m,
				  p->seat == viewer ||
					  !board_secret(g, &before, p->seat, p->m),
				  text, sizeof text);
		else
			game_event(g, &before, p->seat, p->m, &after, text, sizeof text);
		if (*text != '\0')
			text_add(out, "%c%s.\n", toupper((unsigned char)*text), text + 1);
	}
}

#define SUITS_TEXT 1024

void
board_suits(const struct game *g, char *text, int size)
{
	static const char suits[] = "CDHS", *const glyphs[] = { "\u2663", "\u2666",
								"\u2665", "\u2660" };
	const struct board_ops *ops = board_ops_for(g);
	char out[SUITS_TEXT] = "";
	int n = 0;
	if (ops->rests == NULL && ops->bet == NULL)
		return;
	for (const char *at = text; *at != '\0' && n + 4 < (int)sizeof out; at++) {
		const char *suit = at > text && strchr("23456789TJQKA", at[-1]) != NULL
					   ? strchr(suits, toupper((unsigned char)*at))
					   : NULL;
		if (suit != NULL && !isalnum((unsigned char)at[1]))
			n += snprintf(out + n, sizeof out - (size_t)n, "%s",
				      glyphs[suit - suits]);
		else
			out[n++] = *at;
	}
	out[n] = '\0';
	if (n < size)
		memcpy(text, out, (size_t)n + 1);
}

/* ------------------------------------------------------------------ the generic view */

/* The scene as the viewer sees it; another one at the next call. */
static const struct scene *
scene_of(const struct board *b)
{
	static struct scene sc; /* large; drawing happens on one thread only */
	scene_clear(&sc);
	b->game->view->scene(b->game, &b->state, b->viewer, &sc);
	return &sc;
}

static void
generic_board_item_draw(struct board *b, struct canvas *c, const struct scene_item *it,
			int index, int y, int x)
{
	const int w = canvas_width(it->glyph);
	canvas_put(c, y, x, (enum role)it->role, canvas_glyph(c, it->glyph, it->ascii));
	if (it->m == MOVE_NONE || b->chooser == SEAT_NONE)
		return;
	board_spot(b, (struct rect){ y, x, 1, w }, index, true);
	if (board_mark_rank(b, it->m) == 0)
		canvas_flags(c, y, x, w, CELL_UNDERLINE);
	if (b->cursor == index) {
		canvas_flags(c, y, x, w, CELL_REVERSE);
		c->cursor_y = y;
		c->cursor_x = x;
	}
}

/* A card of a scene, in brackets there, over r: its suit is written where the pack has several. */
static void
felt_card(const struct board *b, struct canvas *c, struct rect r, const char *glyph)
{
	const bool suits = glyph[2] != ']';
	char text[8] = { glyph[1], suits ? glyph[2] : 's', '\0' };
	const char *at = text;
	const int card = card_parse(&at);
	if (suits && b->symbols && card >= 0)
		card_format_symbol(card, text);
	else if (!suits || card < 0)
		text[1] = '\0';
	if (card >= 0)
		face_draw(c, r, &(struct face){ .card = card, .text = text });
	else
		face_back(c, r, *text == '?', *text == '?' ? "??" : "");
}

#define FELT_GAP   3 /* rows of a scene from one line of cards to the next */
#define FELT_EXTRA 5 /* rows beside three cards: between them, the moves, a hint */

/* A scene of cards on a felt: a line of it is a card high, its other items stand in the middle. False:
 * there is no room. */
static bool
felt_draw(struct board *b, struct canvas *c, struct rect r, const struct scene *sc)
{
	const int most = (r.h - FELT_EXTRA) / FELT_GAP;
	const int h = most >= 9 ? 9 : most >= 7 ? 7 : 5, w = h + 2 + 2 * (h == 9);
	int beside = 0, columns = 0; /* the column after the cards; all of them */
	for (int i = 0; i < sc->count; i++) {
		const int end = sc->item[i].x + canvas_width(sc->item[i].glyph);
		columns = end + w > columns ? end + w : columns;
		if (sc->item[i].glyph[0] == '[')
			beside = end;
	}
	const struct rect in = { r.y + (r.h - FELT_GAP * h - FELT_EXTRA) / 2,
				 r.x + (r.w - columns) / 2, 0, 0 };
	if (sc->surface.kind != SURFACE_FELT || !c->filled || most < 5 || r.w < columns)
		return false;
	canvas_ground(c, r, (enum role)sc->surface.ground);
	for (int i = 0; i < sc->count; i++) {
		const struct scene_item *it = &sc->item[i];
		const int y = in.y + it->y / FELT_GAP * (h + 1);
		const bool button = it->m != MOVE_NONE;
		if (it->glyph[0] == '[')
			felt_card(b, c, (struct rect){ y, in.x + it->x, h, w },
				  it->glyph);
		else
			generic_board_item_draw(b, c, it, i,
						button ? y + h + 1 : y + h / 2,
						in.x + it->x +
							(button || it->x < beside
								 ? 0
								 : w - 3));
	}
	board_mix(b, c, in.y + FELT_GAP * (h + 1) + 1, r.x + 1, r.w - 2);
	return true;
}

static void
generic_draw(struct board *b, struct canvas *c, struct rect r)
{
	const struct scene *sc = scene_of(b);
	b->spot_count = 0;
	if (felt_draw(b, c, r, sc))
		return;
	r.h -= board_costs(b, c, r);
	const int left = r.x + (r.w > sc->width ? (r.w - sc->width) / 2 : 0);
	const int top = r.y + (r.h > sc->height ? (r.h - sc->height) / 2 : 0);
	for (int i = 0; i < sc->count; i++)
		generic_board_item_draw(b, c, &sc->item[i], i, top + sc->item[i].y,
					left + sc->item[i].x);
}

/* The move of the scene item under the cursor. */
static enum board_answer
generic_choose(struct board *b, bool take, move *out, char *text, int size)
{
	const struct scene *sc = scene_of(b);
	for (int i = 0; i < b->move_count; i++)
		if (b->cursor >= 0 && b->cursor < sc->count &&
		    sc->item[b->cursor].m == b->moves[i]) {
			*out = b->moves[i];
			return BOARD_MOVE;
		}
	snprintf(text, (size_t)size, "type the move after a colon");
	return BOARD_NOTHING;
}

static void
generic_show(struct board *b, move m)
{
	const struct scene *sc = scene_of(b);
	for (int i = 0; i < sc->count; i++)
		if (sc->item[i].m == m)
			b->cursor = i;
}

/* Whether another seat sees the same after two moves. */
static bool
looks_alike(const struct game *g, const struct state *before, int seat, move a, move b)
{
	struct state x = *before, y = *before;
	g->rules->play(g, before, seat, a, &x);
	g->rules->play(g, before, seat, b, &y);
	for (int viewer = 0; viewer < g->seats; viewer++)
		if (viewer != seat &&
		    game_infoset(g, &x, viewer) == game_infoset(g, &y, viewer))
			return true;
	return false;
}

/* A simultaneous choice is not told before everybody has chosen; the outcome then shows all of
 * them. Nor is a choice told that the other seats cannot tell from another one. */
static bool
generic_secret(const struct game *g, const struct state *before, int seat, move m)
{
	const seat_set acting = g->rules->acting(g, before);
	move moves[MOVES_MAX];
	if (acting != ACTING_CHANCE && (acting & (acting - 1)) != 0)
		return true;
	if (!game_hidden(g) || g->traits & TRAIT_OPEN_CARDS || acting == ACTING_CHANCE)
		return false;
	const int n = g->rules->moves(g, before, seat, moves);
	for (int i = 0; i < n; i++)
		if (moves[i] != m && looks_alike(g, before, seat, m, moves[i]))
			return true;
	return false;
}

const struct board_ops generic_board = {
	.game = NULL,
	.draw = generic_draw,
	.choose = generic_choose,
	.show = generic_show,
	.secret = generic_secret,
};

static void
pieces_holding(const struct game *g, const struct state *s, int seat, char *out, int size)
{
	cells_pieces(g, s, seat, "pieces", out, size);
}

const struct board_ops cells_board = {
	.game = NULL,
	.draw = cells_board_draw,
	.secret = generic_secret,
	.holding = pieces_holding,
};

void
board_explain(const struct game *g, const struct state *root, const struct snapshot *snap,
	      const char *player, move played, struct text *out)
{
	const struct board_ops *ops = board_ops_for(g);
	const struct explanation e = { .game = g,
				       .root = root,
				       .snap = snap,
				       .player = player,
				       .played = played,
				       .value_name = ops->value_name,
				       .value_top = ops->value_top,
				       .seat_word = ops->seat_word };
	explain_write(&e, out);
}
