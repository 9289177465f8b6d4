/*
 * candidates.c - the moves of a search: value, win probability, how often each was visited,
 * and the columns that its algorithm declares: as many as fit, the first one in place of the visits
 * where the panel is narrow.
 */
#include "ui/panes/think/private.h"

#include "src/base/text.h"
#include "ui/boards/boards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RENEW_US  (500 * 1000) /* two re-sorts a second */
#define BAR_LEAST 4

void
think_order_renew(struct think_order *o, const struct snapshot *s, int64_t now_us)
{
	bool same = o->count == s->move_count;
	for (int i = 0; same && i < o->count; i++) {
		bool found = false;
		for (int k = 0; k < s->move_count && !found; k++)
			found = s->moves[k].m == o->m[i];
		same = found;
	}
	if (same && s->stop == STOP_RUNNING && now_us - o->renewed_us < RENEW_US)
		return;
	o->renewed_us = now_us;
	o->count = s->move_count;
	for (int i = 0; i < s->move_count; i++)
		o->m[i] = s->moves[i].m;
}

static const char *
status_mark(uint8_t status, bool down)
{
	switch (status) {
	case MOVE_AT_MOST: return down ? ">=" : "<=";
	case MOVE_AT_LEAST: return down ? "<=" : ">=";
	case MOVE_FEW: return "~";
	case MOVE_PROVEN: return "=";
	default: return "";
	}
}

/* Columns for visits or depth, at most seven: those left by the others. */
static int
count_width(int w, int name_w)
{
	const int left = w - 15 - name_w;
	return left > 7 ? 7 : left > 0 ? left : 0;
}

/* Columns of the screen that a figure takes, not counting the blank between. */
static int
cell_width(const struct column *k)
{
	return k->range ? k->width + 2 + k[1].width : k->width;
}

static const struct column *
cell_after(const struct column *k)
{
	return k + 1 + k->range;
}

/* The columns of the view's search; NULL: none, or its moves may not be seen. */
static const struct column *
think_candidates_columns_of(const struct think_view *v)
{
	const bool shown = v->candidates && v->search != NULL;
	return shown && stats_columns(v->search->columns) > 0 ? v->search->columns : NULL;
}

/* A figure of the seat of the view, as the panel counts points. */
static double
think_candidates_figure_of(const struct think_view *v, const struct stats_move *m,
			   const struct column *k)
{
	const double x = m->extra[stats_place(k, v->point_of_view)];
	return v->value_name != NULL && k->kind == COLUMN_POINTS ? v->value_top - x : x;
}

static void
think_candidates_range_of(const struct think_view *v, const struct stats_move *m,
			  const struct column *k, double *from, double *to)
{
	const double low = think_candidates_figure_of(v, m, k),
		     high = think_candidates_figure_of(v, m, k + 1);
	*from = fmin(low, high);
	*to = fmax(low, high);
}

/* The ranges of all moves on one scale. */
static void
range_draw(struct canvas *c, int y, int x, int w, const struct think_view *v,
	   const struct stats_move *m, const struct column *column)
{
	double least = INFINITY, most = -INFINITY, from, to;
	for (int k = 0; k < v->search->move_count; k++) {
		think_candidates_range_of(v, &v->search->moves[k], column, &from, &to);
		least = fmin(least, from);
		most = fmax(most, to);
	}
	think_candidates_range_of(v, m, column, &from, &to);
	if (isnan(from) || isnan(to) || !(most > least) || w < 4)
		return;
	const int first = (int)((from - least) / (most - least) * (w - 1) + 0.5);
	const int last = (int)((to - least) / (most - least) * (w - 1) + 0.5);
	for (int k = 0; k < w; k++) {
		const bool in = k >= first && k <= last;
		canvas_put(c, y, x + k, in ? ROLE_BAR : ROLE_DIM,
			   in ? canvas_glyph(c, "\xe2\x96\xac", "=")
			      : canvas_glyph(c, "\xc2\xb7", "."));
	}
}

static void
think_candidates_cell_text(const struct think_view *v, const struct stats_move *m,
			   const struct column *k, bool wide, char *out, int size)
{
	const double x = think_candidates_figure_of(v, m, k);
	const int digits = wide ? k->decimals : 0;
	double from, to;
	out[0] = '\0';
	if (!k->range && k->kind == COLUMN_COUNT && isfinite(x)) {
		text_format_count(out, size, x);
	} else if (!k->range) {
		stats_format_column(k, x, out, size);
	} else {
		think_candidates_range_of(v, m, k, &from, &to);
		if (!isnan(from) && !isnan(to))
			snprintf(out, (size_t)size, "%.*f..%.*f", digits,
				 text_shown(from, digits), digits,
				 text_shown(to, digits));
	}
}

/* The columns that fit into w cells, of a move or, with NULL, their heads; returns where the
 * next would stand. */
static int
think_candidates_columns_draw(struct canvas *c, int y, int x, int w,
			      const struct think_view *v, const struct stats_move *m)
{
	const struct column *k = think_candidates_columns_of(v);
	for (const int end = x + w; k != NULL && k->key != NULL; k = cell_after(k)) {
		const int width = cell_width(k), sign = k->range ? 1 : -1;
		char text[24];
		if (x + width > end)
			break;
		if (m != NULL)
			think_candidates_cell_text(v, m, k, true, text, sizeof text);
		canvas_put_w(c, y, x, sign * width, m != NULL ? ROLE_TEXT : ROLE_DIM,
			     m != NULL ? text : k->head);
		x += width + 1;
	}
	return x;
}

/* How good a move looks: 1 the best of the candidates shown, 0 the worst, by what they are ordered by.
 * Where all are nearly alike, so are their bars. NAN: unknown. */
static double
goodness(const struct think_view *v, const struct stats_move *m)
{
	const struct snapshot *s = v->search;
	double least = INFINITY, most = -INFINITY;
	for (int k = 0; k < v->rows && k < s->move_count; k++) {
		const struct stats_move *row = &s->moves[k];
		if (row->status == MOVE_UNSEARCHED)
			continue;
		least = fmin(least, snapshot_rank(s, row, s->mover));
		most = fmax(most, snapshot_rank(s, row, s->mover));
	}
	const double span = fmax(most - least, 10 * game_nothing(v->game));
	const double behind = most - snapshot_rank(s, m, s->mover);
	return m->status == MOVE_UNSEARCHED ? (double)NAN
	       : behind > 0		    ? 1 - behind / span
					    : 1 - behind;
}

/* What the thin mark on a bar is a share of; NULL: the search has no shares. */
static const char *
shares_of(const struct snapshot *s)
{
	int64_t tries = 0;
	for (int i = 0; i < s->move_count; i++)
		tries += s->moves[i].visits;
	return s->move_count == 0					     ? NULL
	       : s->mixed						     ? "mix"
	       : s->worlds_total > 1					     ? "deals"
	       : s->simulations > 0 && tries <= s->simulations		     ? "tries"
	       : s->visits_of != NULL && strcmp(s->visits_of, "hands%") == 0 ? "hands"
									     : NULL;
}

/* How good a move is, and with a thin mark its share of the deals, of the tries or of the mix. A bound
 * has no bar but an end, open to the side where the value is. */
static void
candidate_bar(struct canvas *c, int y, int x, int w, const struct think_view *v,
	      const struct stats_move *m)
{
	const struct snapshot *s = v->search;
	const double good = goodness(v, m),
		     whole = s->simulations > 0 ? (double)s->simulations : 100;
	const double share = shares_of(s) == NULL ? 0
			     : !isnan(m->prob)	  ? m->prob
						  : (double)m->visits / whole;
	const bool most = m->status == MOVE_AT_MOST, least = m->status == MOVE_AT_LEAST;
	canvas_bar(c, y, x, w, ROLE_BAR, most ? 0 : good);
	if ((most || least) && !isnan(good))
		canvas_put(c, y, x + (int)(good * (w - 1) + 0.5), ROLE_BAR,
			   most ? canvas_glyph(c, "\xe2\x97\x82", "<")
				: canvas_glyph(c, "\xe2\x96\xb8", ">"));
	if (share >= 0.005)
		canvas_put(c, y, x + (int)(share * (w - 1) + 0.5), ROLE_STRONG,
			   canvas_glyph(c, "\xe2\x94\x82", "|"));
}

/* Values are told as wins of 100: of a game that is only won or lost, where the chances are known. */
static bool
tells_wins(const struct think_view *v)
{
	const struct snapshot *s = v->search;
	return s != NULL && !tells_points(v->game) && s->move_count > 0 &&
	       !isnan(s->moves[0].win[v->point_of_view]);
}

static void
value_cell(const struct think_view *v, const struct stats_move *m, char *out, size_t size)
{
	const bool down = v->value_name != NULL;
	const double points = m->value[v->point_of_view];
	char number[16];
	*out = '\0';
	value_text(v->game, down ? v->value_top - points : points, number, sizeof number);
	if (m->status != MOVE_UNSEARCHED)
		snprintf(out, size, "%s%s", status_mark(m->status, down), number);
}

/* The value for people: a bound on wins is said, for only that of the value is known. */
static void
plain_cell(const struct think_view *v, const struct stats_move *m, char *out, size_t size)
{
	const double win = m->win[v->point_of_view];
	if (!tells_wins(v) || m->status == MOVE_UNSEARCHED)
		value_cell(v, m, out, size);
	else if (!isnan(win))
		snprintf(out, size, "%s%.0f", status_mark(m->status, false), win * 100);
	else
		snprintf(out, size, "%s",
			 m->status == MOVE_AT_MOST    ? "no more"
			 : m->status == MOVE_AT_LEAST ? "or more"
						      : "");
}

/* A candidate without numbers but its value. */
static void
plain_candidate_draw(struct canvas *c, int y, int x, int w, const struct think_view *v,
		     int rank)
{
	const struct stats_move *m = &v->search->moves[rank];
	char name[MOVE_TEXT], value[24];
	think_name_move(v, c, m->m, name, sizeof name);
	plain_cell(v, m, value, sizeof value);
	const bool chosen = rank == v->picked;
	const int name_w = w >= THINK_WIDE ? 16 : 9, bar = w - name_w - 12;
	canvas_putf(c, y, x, chosen ? ROLE_SELECTED : ROLE_DIM, "%c%d",
		    chosen ? '>' : ' ', rank + 1);
	canvas_put_w(c, y, x + 3, name_w, rank == 0 ? ROLE_STRONG : ROLE_TEXT, name);
	candidate_bar(c, y, x + 3 + name_w, bar - 1, v, m);
	canvas_put_w(c, y, x + 3 + name_w + bar, -7, ROLE_TEXT, value);
}

static void
candidate_draw(struct canvas *c, int y, int x, int w, const struct think_view *v,
	       int rank)
{
	const struct snapshot *s = v->search;
	const struct stats_move *m = &s->moves[rank];
	const bool blank = m->status == MOVE_UNSEARCHED, older = snapshot_is_older(s, m);
	char name[MOVE_TEXT], value[24], win[12] = "", count[12] = "";
	think_name_move(v, c, m->m, name, sizeof name);
	value_cell(v, m, value, sizeof value);
	if (!blank && !isnan(m->win[v->point_of_view]))
		snprintf(win, sizeof win, "%.0f%%", m->win[v->point_of_view] * 100);
	if (think_candidates_columns_of(v) != NULL && w < THINK_WIDE)
		think_candidates_cell_text(v, m, think_candidates_columns_of(v), false,
					   count, sizeof count);
	else if (m->visits > 0 && !older)
		text_format_count(count, sizeof count, (double)m->visits);
	else if (m->depth > 0)
		snprintf(count, sizeof count, "d%d", m->depth);
	const bool chosen = rank == v->picked;
	const enum role role = rank == 0 ? ROLE_STRONG : older ? ROLE_DIM : ROLE_TEXT;
	canvas_putf(c, y, x, chosen ? ROLE_SELECTED : ROLE_DIM, "%c%d",
		    chosen ? '>' : ' ', rank + 1);
	const int name_w = w >= THINK_WIDE ? 14 : 8;
	canvas_put_w(c, y, x + 3, name_w, role, name);
	canvas_put_w(c, y, x + 3 + name_w, -7, role, value);
	canvas_put_w(c, y, x + 10 + name_w, -5, role, win);
	canvas_put_w(c, y, x + 15 + name_w, -count_width(w, name_w), role, count);
	if (w < THINK_WIDE)
		return;
	const int at = x + 24 + name_w, end = x + w - 1;
	const int bar = think_candidates_columns_draw(c, y, at, end - at, v, m);
	const struct column *k = think_candidates_columns_of(v);
	if (k != NULL && k->range)
		range_draw(c, y, bar, end - bar, v, m, k);
	else if (end - bar >= BAR_LEAST)
		candidate_bar(c, y, bar, end - bar, v, m);
}

/* How many moves are shown, and the share of a mix that the others have. */
static void
name_rest(const struct snapshot *s, const char *whose, int rows, char *out, size_t size)
{
	double rest = 1;
	rows = rows < s->move_count ? rows : s->move_count;
	for (int k = 0; k < rows; k++)
		rest -= s->moves[k].prob;
	snprintf(out, size, "%s: %d of %d", whose, rows, s->moves_total);
	const size_t used = strlen(out);
	if (s->mixed && rest >= 0.005)
		snprintf(out + used, size - used, ", others %.0f%%", rest * 100);
}

static void
blank_draw(struct canvas *c, struct rect r, const struct think_view *v)
{
	if (v->blank != NULL && r.h > HEAD_ROWS)
		canvas_put_w(c, r.y + HEAD_ROWS, r.x + 1, r.w - 1, ROLE_DIM, v->blank);
}

static void
plain_rows_draw(struct canvas *c, struct rect r, const struct think_view *v, int rows)
{
	for (int k = 0; k < rows && k < v->search->move_count; k++)
		plain_candidate_draw(c, r.y + HEAD_ROWS + k, r.x, r.w, v, k);
	if (!v->candidates || v->search == NULL)
		blank_draw(c, r, v);
}

void
think_draw_candidates(struct canvas *c, struct rect r, const struct think_view *view)
{
	const bool shown = view->candidates && view->search != NULL;
	struct think_view own = *view; /* with the rows that there is room for */
	const struct think_view *v = &own;
	const bool wide = r.w >= THINK_WIDE;
	const int name_w = wide ? 14 : 8;
	const char *unit = v->value_name != NULL ? v->value_name
						 : v->game->ops->point_name,
		   *shares = shown ? shares_of(v->search) : NULL;
	const char *whose = v->fair && shown ? "what it may play" : "candidates";
	char heading[80];
	snprintf(heading, sizeof heading, "%s", whose);
	const int rows = r.h - HEAD_ROWS < v->rows ? r.h - HEAD_ROWS : v->rows;
	own.rows = rows;
	if (shown && rows > 0 && rows < v->search->moves_total)
		name_rest(v->search, whose, rows, heading, sizeof heading);
	pane_heading(c, r.y, r.x, r.w, heading, v->focus);
	if (r.h < 2)
		return;
	canvas_put(c, r.y + 1, r.x + 3, ROLE_DIM, "move");
	if (!v->numbers) {
		char value[60];
		snprintf(value, sizeof value,
			 tells_wins(v) ? wide ? "wins of 100" : "wins %%"
			 : wide	       ? "%s for %s"
				       : "%s",
			 unit, board_seat_word(v->game, v->point_of_view));
		if (shares != NULL)
			canvas_putf(c, r.y + 1, r.x + (wide ? 19 : 12), ROLE_DIM, "%s%s",
				    canvas_glyph(c, "\xe2\x94\x82", "|"), shares);
		canvas_put_w(c, r.y + 1, r.x + r.w - 2 - canvas_width(value),
			     canvas_width(value), ROLE_DIM, value);
		plain_rows_draw(c, r, v, shown ? rows : 0);
		return;
	}
	canvas_put_w(c, r.y + 1, r.x + 3 + name_w, -7, ROLE_DIM, unit);
	canvas_put_w(c, r.y + 1, r.x + 10 + name_w, -5, ROLE_DIM, "win");
	const struct column *first = think_candidates_columns_of(v);
	canvas_put_w(c, r.y + 1, r.x + 15 + name_w, -count_width(r.w, name_w), ROLE_DIM,
		     first != NULL && r.w < THINK_WIDE	     ? first->head
		     : shown && v->search->visits_of != NULL ? v->search->visits_of
							     : "");
	if (r.w >= THINK_WIDE)
		think_candidates_columns_draw(c, r.y + 1, r.x + 24 + name_w,
					      r.w - 25 - name_w, v, NULL);
	if (!shown) {
		blank_draw(c, r, v);
		return;
	}
	for (int k = 0; k < rows && k < v->search->move_count; k++)
		candidate_draw(c, r.y + HEAD_ROWS + k, r.x, r.w, v, k);
}
