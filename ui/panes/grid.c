/*
 * grid.c - the strategy of a seat for all its hands: for hold'em the square of 13 x 13 classes,
 * pairs on the diagonal, suited hands above it, others below; or a list, the strongest first.
 *
 * The same figures are shown one at a time: what the hands do, how many of them come here, their
 * equity, what they are worth. What they do is letters, as many of each move as its share of the
 * cell, so that it can be read without colours; a wide cell has the move taken most and its
 * percent. The others are numbers, in narrow cells shades. The figures of one hand stand below.
 * What the other seat may hold is a square of its own, or a line below a list.
 *
 *   40x15   rows that fit, round the hand whose figures are shown
 *   80x24   cells of two columns, the other seat's in place of them
 *   wider   the other seat's beside them, or below where that leaves more room; numbers
 */
#include "ui/panes/panes.h"

#include "src/base/text.h"
#include "src/core/public.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define CELL_MOST   6
#define CELL_NUMBER 4 /* columns from which a cell is a number */
#define LIST_ROW    25
#define FOOT_ROWS   4
#define HEADING_W   30 /* columns from which a heading is whole */
#define CELL_OTHER  2  /* columns of a cell of the other seat's range beside the square */

static const char *const grid_show_words[GRID_SHOWS] = {
	"all hands: moves", "all hands: range",	      "all hands: equity",
	"all hands: worth", "all hands: by strength", "all hands: range of the opponent",
};

/* ---- figures --------------------------------------------------------------------------- */

static bool
grid_is_known(const struct grid_view *v)
{
	return v->hands != NULL && v->hands->classes > 0;
}

/* The place of the call among the moves; folds are before it, bets by size behind it. */
static int
call_place(const struct grid_view *v)
{
	const struct stats_hands *h = v->hands;
	for (int a = 0; a < h->actions; a++)
		if (v->game->ops->public->calls(h->action[a]))
			return a;
	return -1;
}

static enum role
action_role(const struct grid_view *v, int a)
{
	static const enum role bets[] = { ROLE_WARN, ROLE_BAD, ROLE_HINT, ROLE_BAR };
	const int call = call_place(v);
	return a < call	   ? ROLE_DIM
	       : a == call ? ROLE_GOOD
			   : bets[(a - call - 1) % (int)(sizeof bets / sizeof *bets)];
}

/* "Fold", "R300": the first letter is a capital. */
static void
action_text(const struct grid_view *v, int a, char *out, int size)
{
	v->game->text->format_move(v->game, v->root, v->hands->seat, v->hands->action[a],
				   out, size);
	out[0] = (char)toupper((unsigned char)out[0]);
}

/* The first letter of a move; bets of several sizes are numbered. */
static char
action_letter(const struct grid_view *v, int a)
{
	char text[MOVE_TEXT];
	const int bets = v->hands->actions - call_place(v) - 1;
	action_text(v, a, text, sizeof text);
	if (a > call_place(v) && bets > 1)
		return (char)('1' + (a - call_place(v) - 1) % 9);
	return text[0];
}

static double
blind_of(const struct grid_view *v)
{
	const struct public_ops *p = v->game->ops->public;
	return p->blind != NULL ? p->blind(v->game, v->root) : 1;
}

static const char *
blind_word(const struct grid_view *v)
{
	return v->game->ops->public->blind != NULL ? "bb" : v->game->ops->point_name;
}

/* The figure of a class that is shown: NAN not known, or that it never comes here. */
static double
grid_figure_of(const struct grid_view *v, int class)
{
	const struct stats_hands *h = v->hands;
	return v->show == GRID_WEIGHT	? (double)h->weight[class]
	       : v->show == GRID_EQUITY ? (double)h->equity[class]
					: (double)h->value[class] / blind_of(v);
}

/* Hands that the seat's strategy does not bring here. */
static bool
grid_is_gone(const struct stats_hands *h, int class)
{
	return !((double)h->weight[class] >= 0.0005); /* also NAN */
}

static int
most_taken(const struct stats_hands *h, int class)
{
	int best = 0;
	for (int a = 1; a < h->actions; a++)
		if (h->mix[class][a] > h->mix[class][best])
			best = a;
	return best;
}

/* ---- order ----------------------------------------------------------------------------- */

/* The hands that come here, the strongest first. */
static int
by_strength(const struct stats_hands *h, int *out)
{
	int n = 0;
	for (int i = 0; i < h->classes; i++) {
		int k = n;
		if (grid_is_gone(h, i))
			continue;
		for (; k > 0 && h->equity[i] > h->equity[out[k - 1]]; k--)
			out[k] = out[k - 1];
		out[k] = i;
		n++;
	}
	return n;
}

/* A search that has moves alone, without equities and values. */
static bool
is_unknown(const struct grid_view *v)
{
	const struct stats_hands *h = v->hands;
	bool known = v->show == GRID_MIX || v->show == GRID_WEIGHT;
	for (int i = 0; i < h->classes && !known; i++)
		known = !isnan(h->equity[i]);
	return !known;
}

static bool
is_square(const struct stats_hands *h)
{
	return h->columns < h->classes;
}

static bool
is_list(const struct grid_view *v)
{
	return v->show == GRID_LIST || !is_square(v->hands);
}

static int
shown_class(const struct grid_view *v)
{
	return v->picked >= 0 && v->picked < v->hands->classes ? v->picked : v->held;
}

static int
grid_place_of(const int *order, int n, int class)
{
	for (int i = 0; i < n; i++)
		if (order[i] == class)
			return i;
	return -1;
}

int
grid_step(const struct grid_view *v, int way)
{
	int order[STATS_CLASSES], n = 0;
	if (!grid_is_known(v))
		return -1;
	if (is_list(v))
		n = by_strength(v->hands, order);
	else
		for (; n < v->hands->classes; n++)
			order[n] = n;
	const int at = grid_place_of(order, n, shown_class(v));
	if (n == 0)
		return -1;
	return order[at < 0 ? 0 : (at + way + n) % n];
}

int
grid_next(const struct game *g, int shown, const char **words)
{
	const bool square = g->ops->public->classes != NULL;
	int next = (shown + 1) % (GRID_SHOWS + 1);
	if (!square)
		next = shown == 0 ? GRID_LIST + 1 : 0;
	*words = next > 0 ? grid_show_words[next - 1] : NULL;
	return next;
}

/* ---- the other seat -------------------------------------------------------------------- */

static bool
knows_other(const struct stats_hands *h)
{
	for (int i = 0; i < h->classes; i++)
		if (!isnan(h->other[i]))
			return true;
	return false;
}

/* Its hands, of which only the number that come here is known. */
static struct grid_view
view_other(const struct grid_view *v, struct stats_hands *room)
{
	struct grid_view o = *v;
	*room = *v->hands;
	room->seat = 1 - v->hands->seat;
	room->actions = 0;
	memcpy(room->weight, v->hands->other, sizeof room->weight);
	for (int i = 0; i < room->classes; i++)
		room->equity[i] = room->value[i] = (float)NAN;
	o.hands = room;
	o.ways = NULL;
	o.show = GRID_WEIGHT;
	o.held = -1;
	return o;
}

/* Takes the place of the other seat's square from a pane: at its right where numbers still fit at
 * the left, else below, else at the right of narrow cells; of no height where there is none. */
static struct rect
take_beside(struct rect *r, const struct grid_view *v)
{
	const struct stats_hands *h = v->hands;
	const int columns = h->columns, all = h->classes / columns;
	const int w = 2 + columns * CELL_OTHER, rows = all + 3;
	const bool tall = r->h >= 2 * rows + 1;
	const int left = r->w - w - 1;
	struct rect out = { .h = 0 };
	if (!is_square(h) || !knows_other(h))
		return out;
	if (left >= 2 + columns * CELL_NUMBER || (left >= w && !tall)) {
		out = (struct rect){ r->y, r->x + left + 1, r->h, w };
		r->w = left;
	} else if (tall) {
		out = (struct rect){ r->y + r->h - rows, r->x, rows, r->w };
		r->h -= rows;
	}
	return out;
}

/* ---- where everything is --------------------------------------------------------------- */

struct grid_layout {
	int y, x;	 /* of the first cell or row */
	int rows, first; /* shown, and the first of them */
	int cell;	 /* columns of a cell, or of a list's hand */
	int columns;	 /* hands beside each other in a list */
	bool heads;	 /* a line of column heads */
	int foot;	 /* first line below */
};

/* The first of `all` rows when `rows` fit, so that one of them is in the middle. */
static int
first_row(int all, int rows, int at)
{
	const int first = at - rows / 2;
	return first < 0 || all <= rows ? 0 : first > all - rows ? all - rows : first;
}

static struct grid_layout
plan_list(struct rect r, const struct grid_view *v, const int *order, int n)
{
	struct grid_layout p = { .y = r.y + 2, .x = r.x, .heads = true };
	const int foot = r.h >= 12 ? FOOT_ROWS : r.h >= 8 ? 2 : 0;
	p.columns = r.w / LIST_ROW > 1 ? r.w / LIST_ROW : 1;
	p.cell = r.w / p.columns;
	p.rows = r.h - 2 - foot;
	if (p.rows > n)
		p.rows = n;
	if (p.rows * p.columns > n && p.rows > 0)
		p.columns = (n + p.rows - 1) / p.rows;
	p.first =
		first_row(n, p.rows * p.columns, grid_place_of(order, n, shown_class(v)));
	p.foot = p.y + p.rows;
	return p;
}

static struct grid_layout
plan_square(struct rect r, const struct grid_view *v)
{
	const struct stats_hands *h = v->hands;
	const int all = h->classes / h->columns, at = shown_class(v);
	struct grid_layout p = { .columns = h->columns, .x = r.x + 2 };
	p.cell = (r.w - 2) / h->columns;
	p.cell = p.cell > CELL_MOST ? CELL_MOST : p.cell < 1 ? 1 : p.cell;
	p.heads = r.h >= all + 2;
	p.y = r.y + 1 + p.heads;
	p.rows = r.y + r.h - p.y;
	p.rows = p.rows > all ? all : p.rows;
	p.first = first_row(all, p.rows, at >= 0 ? at / h->columns : 0);
	p.foot = p.y + p.rows;
	return p;
}

static int
seat_at(struct rect r, const struct grid_view *v, int y, int x)
{
	int order[STATS_CLASSES];
	const bool list = is_list(v);
	const int n = list ? by_strength(v->hands, order) : 0;
	const struct grid_layout p = list ? plan_list(r, v, order, n) : plan_square(r, v);
	const int row = y - p.y, column = x < p.x ? -1 : (x - p.x) / p.cell;
	if (row < 0 || row >= p.rows || column < 0 || column >= p.columns)
		return -1;
	if (!list)
		return (p.first + row) * p.columns + column;
	const int at = p.first + column * p.rows + row;
	return at < n ? order[at] : -1;
}

int
grid_at(struct rect r, const struct grid_view *v, int y, int x)
{
	static struct stats_hands room; /* large; one thread asks */
	if (!grid_is_known(v))
		return -1;
	const struct grid_view o = view_other(v, &room);
	if (v->show == GRID_OTHER)
		return seat_at(r, &o, y, x);
	const struct rect beside = take_beside(&r, v);
	const bool in = beside.h > 0 && x >= beside.x && y >= beside.y;
	return in ? seat_at(beside, &o, y, x) : seat_at(r, v, y, x);
}

/* ---- cells ----------------------------------------------------------------------------- */

/* Letters of the moves, as many as their shares of w columns; columns left over go to the largest
 * remainders. */
static void
grid_put_letters(struct canvas *c, int y, int x, int w, const struct grid_view *v,
		 int class)
{
	const struct stats_hands *h = v->hands;
	double rest[STATS_ACTIONS] = { 0 };
	int columns[STATS_ACTIONS] = { 0 }, left = w;
	for (int a = 0; a < h->actions; a++) {
		const double share = (double)h->mix[class][a] * w;
		columns[a] = (int)floor(share + 1e-6);
		rest[a] = share - columns[a];
		left -= columns[a];
	}
	for (; left > 0; left--) {
		int most = 0;
		for (int a = 1; a < h->actions; a++)
			most = rest[a] > rest[most] ? a : most;
		columns[most]++;
		rest[most] = -1;
	}
	for (int a = h->actions - 1; a >= 0; a--)
		for (int k = 0; k < columns[a]; k++)
			canvas_putf(c, y, x++, action_role(v, a), "%c",
				    action_letter(v, a));
}

/* "R97", "RRR" where nothing else is done. */
static void
put_most(struct canvas *c, int y, int x, const struct grid_view *v, int class)
{
	const int a = most_taken(v->hands, class);
	const double mix = (double)v->hands->mix[class][a] * 100;
	if (mix >= 99.5)
		grid_put_letters(c, y, x, 3, v, class);
	else
		canvas_putf(c, y, x, action_role(v, a), "%c%2.0f", action_letter(v, a),
			    mix);
}

static void
put_shade(struct canvas *c, int y, int x, int w, double share)
{
	static const char *const shades[] = { "·", "░", "▒", "▓", "█" };
	static const char *const ascii[] = { ".", ":", "+", "#", "@" };
	const int step = share <= 0 ? 0 : share >= 1 ? 4 : (int)(share * 4.999);
	for (int k = 0; k < w; k++)
		canvas_put(c, y, x + k, ROLE_BAR,
			   canvas_glyph(c, shades[step], ascii[step]));
}

/* At most three columns: "97", "1.2", "-.4", "-12"; in wider cells with a sign. */
static void
value_figure(double value, int w, char *out, int size)
{
	char text[24];
	const double x = text_shown(value, 1);
	if (w > 4 && fabs(x) < 99.95)
		snprintf(text, sizeof text, "%+.1f", x);
	else if (fabs(x) < 0.95)
		snprintf(text, sizeof text, "%s.%d", x < 0 ? "-" : "",
			 (int)lround(fabs(x) * 10));
	else if (x > 0 && x < 9.95)
		snprintf(text, sizeof text, "%.1f", x);
	else
		snprintf(text, sizeof text, "%.0f", value);
	snprintf(out, (size_t)size, "%s", text);
}

/* The least and the greatest figure shown, for shades. */
static void
shown_range(const struct grid_view *v, double *low, double *high)
{
	*low = INFINITY;
	*high = -(double)INFINITY;
	for (int i = 0; i < v->hands->classes; i++) {
		const double x = grid_figure_of(v, i);
		if (!isnan(x) && !grid_is_gone(v->hands, i)) {
			*low = x < *low ? x : *low;
			*high = x > *high ? x : *high;
		}
	}
	if (v->show != GRID_VALUE) {
		*low = 0;
		*high = 1;
	}
}

static void
put_figure(struct canvas *c, int y, int x, int w, const struct grid_view *v, int class)
{
	const double f = grid_figure_of(v, class);
	double low, high;
	char text[24];
	if (isnan(f))
		return;
	if (w < CELL_NUMBER) {
		shown_range(v, &low, &high);
		put_shade(c, y, x, w, high > low ? (f - low) / (high - low) : 1);
		return;
	}
	if (v->show == GRID_VALUE)
		value_figure(f, w, text, sizeof text);
	else
		snprintf(text, sizeof text, "%.0f", f * 100);
	canvas_put_w(c, y, x, -(w - 1), f < 0 ? ROLE_DIM : ROLE_TEXT, text);
}

static void
grid_cell_draw(struct canvas *c, int y, int x, int w, const struct grid_view *v,
	       int class)
{
	const struct stats_hands *h = v->hands;
	if (grid_is_gone(h, class)) /* blank: the board excludes it */
		canvas_put(c, y, x, ROLE_DIM, isnan(h->weight[class]) ? " " : ".");
	else if (v->show != GRID_MIX)
		put_figure(c, y, x, w, v, class);
	else if (w >= CELL_NUMBER)
		put_most(c, y, x, v, class);
	else
		grid_put_letters(c, y, x, w > 2 ? 2 : w, v, class);
	const int inner = w > 2 ? w - 1 : w;
	if (class == shown_class(v))
		canvas_flags(c, y, x, inner, CELL_REVERSE);
	else if (class == v->held)
		canvas_flags(c, y, x, inner, CELL_UNDERLINE);
}

static void
square_draw(struct canvas *c, struct rect r, const struct grid_view *v,
	    const struct grid_layout *p)
{
	char text[MOVE_TEXT];
	for (int k = 0; k < p->columns; k++) {
		public_format_class(v->game, k * p->columns + k, text, sizeof text);
		if (p->heads)
			canvas_putf(c, p->y - 1, p->x + k * p->cell, ROLE_DIM, "%c",
				    text[0]);
	}
	for (int row = 0; row < p->rows; row++) {
		const int at = p->first + row;
		public_format_class(v->game, at * p->columns + at, text, sizeof text);
		canvas_putf(c, p->y + row, r.x, ROLE_DIM, "%c", text[0]);
		for (int k = 0; k < p->columns; k++)
			grid_cell_draw(c, p->y + row, p->x + k * p->cell, p->cell, v,
				       at * p->columns + k);
	}
}

/* ---- the list -------------------------------------------------------------------------- */

static void
list_row(struct canvas *c, int y, int x, int w, const struct grid_view *v, int class)
{
	const struct stats_hands *h = v->hands;
	char text[MOVE_TEXT];
	public_format_class(v->game, class, text, sizeof text);
	canvas_put_w(c, y, x, 4, class == v->held ? ROLE_STRONG : ROLE_TEXT, text);
	canvas_putf(c, y, x + 4, ROLE_DIM, "%3.0f", (double)h->weight[class] * 100);
	canvas_putf(c, y, x + 7, ROLE_TEXT, "%4.0f", (double)h->equity[class] * 100);
	canvas_putf(c, y, x + 11, ROLE_TEXT, "%+6.1f",
		    text_shown((double)h->value[class] / blind_of(v), 1));
	if (w > 20)
		grid_put_letters(c, y, x + 18, w - 20 > 12 ? 12 : w - 20, v, class);
	if (class == shown_class(v))
		canvas_flags(c, y, x, 17, CELL_REVERSE);
}

static void
list_draw(struct canvas *c, const struct grid_view *v, const struct grid_layout *p,
	  const int *order, int n)
{
	char unit[24];
	snprintf(unit, sizeof unit, "%s", blind_word(v));
	for (int i = 0; i < p->rows * p->columns && p->first + i < n; i++) {
		const int x = p->x + i / p->rows * p->cell;
		if (i % p->rows == 0)
			canvas_putf(c, p->y - 1, x, ROLE_DIM, "    rng  eq %6.6s does",
				    unit);
		list_row(c, p->y + i % p->rows, x, p->cell, v, order[p->first + i]);
	}
}

/* ---- below ----------------------------------------------------------------------------- */

/* The letters with their moves, and how many of all hands that come here take each. */
static void
legend_text(const struct grid_view *v, char *out, int size)
{
	int at = 0;
	out[0] = '\0';
	for (int a = 0; a < v->hands->actions && at < size; a++) {
		char text[MOVE_TEXT];
		const char letter = action_letter(v, a);
		action_text(v, a, text, sizeof text);
		const char number[] = { letter, ' ', '\0' };
		at += snprintf(out + at, (size_t)(size - at), "%s%s%s %.0f%%",
			       a > 0 ? "  " : "", text[0] == letter ? "" : number, text,
			       (double)v->hands->all[a] * 100);
	}
}

/* "AKs: range 100 %, equity 65 %, worth +1.23 bb; R 97%, C 3%" */
static void
class_text(const struct grid_view *v, int class, char *out, int size)
{
	const struct stats_hands *h = v->hands;
	char name[MOVE_TEXT];
	public_format_class(v->game, class, name, sizeof name);
	if (grid_is_gone(h, class)) {
		snprintf(out, (size_t)size, "%s: %s", name,
			 isnan(h->weight[class]) ? "excluded by the board"
						 : "not in the range");
		return;
	}
	int at = snprintf(out, (size_t)size, "%s: range %.0f %%", name,
			  (double)h->weight[class] * 100);
	if (!isnan(h->equity[class]))
		at += snprintf(out + at, (size_t)(size - at),
			       ", equity %.0f %%, worth %+.2f %s",
			       (double)h->equity[class] * 100,
			       text_shown((double)h->value[class] / blind_of(v), 2),
			       blind_word(v));
	if (h->actions > 0)
		at += snprintf(out + at, (size_t)(size - at), ";");
	for (int a = 0; a < h->actions && at < size; a++)
		if ((double)h->mix[class][a] >= 0.0005)
			at += snprintf(out + at, (size_t)(size - at), " %c %.1f%%",
				       action_letter(v, a),
				       (double)h->mix[class][a] * 100);
}

/* The figure shown and the moves by name, which need no legend: "AKs: equity 67 %; C 3% R300
 * 97%". */
static void
class_text_brief(const struct grid_view *v, int class, char *out, int size)
{
	const struct stats_hands *h = v->hands;
	char text[MOVE_TEXT];
	public_format_class(v->game, class, text, sizeof text);
	int at = snprintf(out, (size_t)size, "%s:", text);
	if (v->show == GRID_VALUE)
		at += snprintf(out + at, (size_t)(size - at), " worth %+.2f %s;",
			       text_shown(grid_figure_of(v, class), 2), blind_word(v));
	else if (v->show == GRID_WEIGHT || v->show == GRID_EQUITY)
		at += snprintf(out + at, (size_t)(size - at), " %s %.0f %%;",
			       v->show == GRID_WEIGHT ? "range" : "equity",
			       grid_figure_of(v, class) * 100);
	for (int a = 0; a < h->actions && at < size; a++) {
		action_text(v, a, text, sizeof text);
		if ((double)h->mix[class][a] >= 0.005)
			at += snprintf(out + at, (size_t)(size - at), " %s %.0f%%", text,
				       (double)h->mix[class][a] * 100);
	}
}

/* From row y of a pane to its end; the rows taken. */
static int
put_words(struct canvas *c, struct rect r, int y, enum role role, const char *text)
{
	const struct rect rest = { y, r.x, r.y + r.h - y, r.w };
	return canvas_put_words(c, rest, role, text);
}

/* The first row below it. */
static int
grid_foot_draw(struct canvas *c, struct rect r, const struct grid_view *v, int y)
{
	char text[300], legend[300];
	const int end = r.y + r.h, class = shown_class(v);
	legend_text(v, legend, sizeof legend);
	if (class >= 0 && y < end) {
		class_text(v, class, text, sizeof text);
		const int rows = (canvas_width(text) + r.w - 1) / r.w +
				 (canvas_width(legend) + r.w - 1) / r.w;
		if (rows > end - y && !grid_is_gone(v->hands, class))
			class_text_brief(v, class, text, sizeof text);
		y += put_words(c, r, y, ROLE_TEXT, text);
	}
	return y + put_words(c, r, y, ROLE_DIM, legend);
}

static void
heading_draw(struct canvas *c, struct rect r, const struct grid_view *v)
{
	static const char *const what[GRID_SHOWS] = {
		"moves", "range, %", "equity, %", "worth", "by strength", "range, %"
	};
	char text[80];
	const bool list = is_list(v);
	snprintf(text, sizeof text, "%s%s: %s%s%s", r.w < HEADING_W ? "" : "hands of ",
		 v->game->text->seat_name(v->game, v->hands->seat),
		 what[list ? GRID_LIST : v->show],
		 v->show == GRID_VALUE && !list ? " in " : "",
		 v->show == GRID_VALUE && !list ? blind_word(v) : "");
	pane_heading(c, r.y, r.x, r.w, text, false);
}

static void
put_note(struct canvas *c, struct rect r, const char *text)
{
	canvas_put_words(c, (struct rect){ r.y + 1, r.x + 1, r.h - 1, r.w - 1 }, ROLE_DIM,
			 text);
}

/* What the other seat may hold, in a line: "range of South: J 33 %, Q 100 %". Returns its rows. */
static int
other_line(struct canvas *c, struct rect r, const struct grid_view *v, int y)
{
	const struct stats_hands *h = v->hands;
	char text[600], name[MOVE_TEXT];
	const char *between = "";
	int at = snprintf(text, sizeof text,
			  "range of %s:", v->game->text->seat_name(v->game, 1 - h->seat));
	for (int i = 0; i < h->classes && at < (int)sizeof text; i++) {
		if (!((double)h->other[i] >= 0.0005))
			continue;
		public_format_class(v->game, i, name, sizeof name);
		at += snprintf(text + at, sizeof text - (size_t)at, "%s %s %.0f %%",
			       between, name, (double)h->other[i] * 100);
		between = ",";
	}
	return put_words(c, r, y, ROLE_TEXT, text);
}

/* How the other seat plays on at the depth limit: "at the limit South plays on by the blueprint 62
 * % (+0.4 bb), folding more 38 % (+0.5)"; ways that it hardly takes are left out. */
static void
ways_line(struct canvas *c, struct rect r, const struct grid_view *v, int y)
{
	const struct stats_ways *w = v->ways;
	char text[600];
	const char *between = "", *unit = blind_word(v);
	if (w == NULL || w->count == 0)
		return;
	int at = snprintf(text, sizeof text, "at the limit %s plays on",
			  v->game->text->seat_name(v->game, w->seat));
	for (int k = 0; k < w->count && at < (int)sizeof text; k++) {
		if (!(w->way[k].often >= 0.005))
			continue;
		at += snprintf(text + at, sizeof text - (size_t)at,
			       "%s %s %.0f %% (%+.2f%s%s)", between, w->way[k].name,
			       w->way[k].often * 100,
			       text_shown(w->way[k].value / blind_of(v), 2),
			       *unit != '\0' ? " " : "", unit);
		between = ",";
		unit = "";
	}
	put_words(c, r, y, ROLE_TEXT, text);
}

/* One seat's hands. */
static void
seat_draw(struct canvas *c, struct rect r, const struct grid_view *v)
{
	const struct rect old = canvas_clip(c, r);
	int order[STATS_CLASSES];
	heading_draw(c, r, v);
	if (is_unknown(v)) {
		put_note(c, r, "unknown: this search has no more than a table of moves");
	} else if (is_list(v)) {
		const int n = by_strength(v->hands, order);
		const struct grid_layout p = plan_list(r, v, order, n);
		list_draw(c, v, &p, order, n);
		int y = grid_foot_draw(c, r, v, p.foot);
		if (!is_square(v->hands) && knows_other(v->hands))
			y += other_line(c, r, v, y);
		ways_line(c, r, v, y);
	} else {
		const struct grid_layout p = plan_square(r, v);
		square_draw(c, r, v, &p);
		ways_line(c, r, v, grid_foot_draw(c, r, v, p.foot));
	}
	canvas_clip(c, old);
}

void
grid_draw(struct canvas *c, struct rect r, const struct grid_view *v)
{
	static struct stats_hands room; /* large; one thread draws */
	const struct rect old = canvas_clip(c, r);
	const bool known = grid_is_known(v), other = v->show == GRID_OTHER;
	if (!known || (other && !knows_other(v->hands))) {
		pane_heading(c, r.y, r.x, r.w, "all hands", false);
		put_note(c, r, known ? "unknown: the range of the opponent" : v->blank);
	} else {
		const struct rect beside = other ? r : take_beside(&r, v);
		const struct grid_view o = view_other(v, &room);
		if (!other)
			seat_draw(c, r, v);
		if (beside.h > 0)
			seat_draw(c, beside, &o);
	}
	canvas_clip(c, old);
}
