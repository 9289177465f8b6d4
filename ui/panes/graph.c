/*
 * graph.c - the win probability of each seat over the game: 100% at the top, 0 at the bottom.
 *
 * A line of braille dots for each seat, two dots a column and four a row, from one known place of
 * the game to the next, with the seat's letter on it every so often; in ASCII the letter stands at
 * every known place. A dot on its line is a move of a person that cost something. The newest value
 * of each seat is at the right in percent. Lines divide the hands of a match. While the game fits,
 * every ply has a column of its own; a longer one is squeezed into the width. In FAIR the values at the
 * table are those the person's own seat could know.
 */
#include "ui/panes/panes.h"

#include "src/base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LABEL_W	    5 /* "100% " at the left */
#define VALUE_W	    7 /* " N  31%" at the right */
#define ROWS	    48
#define COLUMNS	    256
#define LETTER_STEP 18 /* columns between a seat's letters on its line */
#define GRAPH_LEAST 8  /* values that make a picture */

/* Dots of the braille cells and the role of the line that goes through them. */
struct raster {
	int rows, columns;
	uint8_t dots[ROWS][COLUMNS], role[ROWS][COLUMNS];
};

static struct rect
plot_area(struct rect r)
{
	struct rect a = { r.y, r.x + LABEL_W, r.h, r.w - LABEL_W - VALUE_W };
	a.h = a.h > ROWS ? ROWS : a.h;
	a.w = a.w > COLUMNS ? COLUMNS : a.w;
	return a;
}

/* The dot column of a ply in a picture w columns wide. */
static int
dot_of(int w, int plies, int ply)
{
	const int last = plies < w ? w : plies;
	return (int)((int64_t)ply * (2 * w - 1) / (last > 0 ? last : 1));
}

static void
dot(struct raster *d, enum role role, int x, int y)
{
	static const uint8_t bit[4][2] = {
		{ 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 }, { 0x40, 0x80 }
	};
	if (x < 0 || y < 0 || x >= 2 * d->columns || y >= 4 * d->rows)
		return;
	d->dots[y / 4][x / 2] |= bit[y % 4][x % 2];
	d->role[y / 4][x / 2] = (uint8_t)role;
}

/* From one known place to the next, without a gap where it is steep. */
static void
line(struct raster *d, enum role role, int x0, int y0, int x1, int y1)
{
	const int steps = abs(x1 - x0) > abs(y1 - y0) ? abs(x1 - x0) : abs(y1 - y0);
	for (int k = 0; k <= steps; k++)
		dot(d, role, x0 + (steps > 0 ? (x1 - x0) * k / steps : 0),
		    y0 + (steps > 0 ? (y1 - y0) * k / steps : 0));
}

static int
height_of(const struct raster *d, float win)
{
	return (int)((1 - (double)win) * (4 * d->rows - 1) + 0.5);
}

/* A hand ends with this state and another follows. */
static bool
ends_hand(const struct win_graph *w, int ply)
{
	return w->match != NULL && ply > 0 && ply < w->plies &&
	       w->game->rules->settled(w->game, &w->match->states[ply]);
}

static void
trace_seat(struct raster *d, const struct win_graph *w, int seat)
{
	const enum role role = (enum role)(ROLE_SEAT_0 + seat);
	float win[SEATS_MAX];
	int x0 = -1, y0 = 0;
	for (int ply = 0; ply <= w->plies; ply++) {
		if (!w->at(w->self, ply, win))
			continue;
		const int x = dot_of(d->columns, w->plies, ply),
			  y = height_of(d, win[seat]);
		if (x0 < 0)
			dot(d, role, x, y);
		else
			line(d, role, x0, y0, x, y);
		x0 = ends_hand(w, ply) ? -1 : x;
		y0 = y;
	}
}

static void
put_dots(struct canvas *c, struct rect a, const struct raster *d)
{
	for (int y = 0; y < d->rows; y++)
		for (int x = 0; x < d->columns; x++) {
			const uint8_t b = d->dots[y][x];
			const char cell[4] = { (char)0xe2, (char)(0xa0 | b >> 6),
					       (char)(0x80 | (b & 0x3f)), '\0' };
			if (b != 0)
				canvas_put(c, a.y + y, a.x + x, (enum role)d->role[y][x],
					   cell);
		}
}

/* The seats' letters where their values are known: everywhere in ASCII, else now and then, at a
 * different place for each seat. */
static void
graph_put_letters(struct canvas *c, struct rect a, const struct win_graph *w, int seat)
{
	const struct game *g = w->game;
	float win[SEATS_MAX];
	int next = c->ascii ? 0 : 2 + seat * LETTER_STEP / g->seats;
	for (int ply = 0; ply <= w->plies; ply++) {
		const int x = dot_of(a.w, w->plies, ply) / 2;
		if (x < next || !w->at(w->self, ply, win))
			continue;
		const int y = (int)((1 - (double)win[seat]) * (a.h - 1) + 0.5);
		canvas_putf(c, a.y + y, a.x + x, (enum role)(ROLE_SEAT_0 + seat), "%c",
			    game_seat_letter(g, seat));
		next = x + (c->ascii ? 1 : LETTER_STEP);
	}
}

/* A dot where a costly move was made, on the line of its seat. */
static void
put_costly(struct canvas *c, struct rect a, const struct win_graph *w)
{
	float win[SEATS_MAX];
	enum role role;
	int seat;
	for (int ply = 0; w->costly != NULL && ply < w->plies; ply++) {
		if (!w->costly(w->self, ply, &seat, &role) || !w->at(w->self, ply, win))
			continue;
		const int y = (int)((1 - (double)win[seat]) * (a.h - 1) + 0.5);
		canvas_put(c, a.y + y, a.x + dot_of(a.w, w->plies, ply) / 2, role,
			   canvas_glyph(c, "\xe2\x97\x8f", "o"));
	}
}

/* The newest values up to the marked place. */
static void
put_values(struct canvas *c, struct rect r, const struct win_graph *w)
{
	const struct game *g = w->game;
	float win[SEATS_MAX];
	double share[SEATS_MAX];
	int ply = w->mark >= 0 ? w->mark : w->plies, percent[SEATS_MAX];
	while (ply >= 0 && !w->at(w->self, ply, win))
		ply--;
	if (ply < 0)
		return;
	for (int i = 0; i < g->seats; i++)
		share[i] = (double)win[i];
	win_percents(share, g->seats, percent);
	for (int i = 0; i < g->seats && i < r.h; i++)
		canvas_putf(c, r.y + i, r.x + r.w - VALUE_W + 1,
			    (enum role)(ROLE_SEAT_0 + i), "%c %3d%%",
			    game_seat_letter(g, i), percent[i]);
}

static bool
graph_is_known(const struct win_graph *w)
{
	float win[SEATS_MAX];
	int ply = w->plies;
	while (ply >= 0 && !w->at(w->self, ply, win))
		ply--;
	return ply >= 0;
}

void
win_graph_draw(struct canvas *c, struct rect r, const struct win_graph *w)
{
	const struct rect a = plot_area(r);
	if (a.w < 8 || a.h < 2)
		return;
	canvas_put(c, r.y, r.x, ROLE_DIM, "100%");
	canvas_put(c, r.y + a.h - 1, r.x, ROLE_DIM, "  0%");
	if (w->mark >= 0)
		canvas_vline(c, a.y, a.x + dot_of(a.w, w->plies, w->mark) / 2, a.h,
			     ROLE_DIM);
	struct raster d = { .rows = a.h, .columns = a.w };
	for (int ply = 1; ply < w->plies; ply++)
		if (ends_hand(w, ply))
			canvas_vline(c, a.y, a.x + dot_of(a.w, w->plies, ply) / 2, a.h,
				     ROLE_FRAME);
	for (int i = 0; i < w->game->seats && !c->ascii; i++)
		trace_seat(&d, w, i);
	put_dots(c, a, &d);
	if (w->none != NULL && !graph_is_known(w))
		canvas_put_words(c, (struct rect){ a.y, a.x + 1, a.h, a.w - 2 }, ROLE_DIM,
				 w->none);
	for (int i = 0; i < w->game->seats; i++)
		graph_put_letters(c, a, w, i);
	put_costly(c, a, w);
	put_values(c, r, w);
}

int
win_graph_ply(struct rect r, const struct win_graph *w, int x)
{
	const struct rect a = plot_area(r);
	if (x < a.x || x >= a.x + a.w)
		return -1;
	for (int ply = w->plies; ply >= 0; ply--)
		if (dot_of(a.w, w->plies, ply) / 2 <= x - a.x)
			return ply;
	return -1;
}

/* ---- the table's ---- */

struct session_wins {
	const struct session *session;
};

static bool
session_win(const void *self, int ply, float *win)
{
	const struct session_wins *w = self;
	if (ply >= w->session->point_room)
		return false;
	const struct session_point *p = &w->session->points[ply];
	const float *from = p->win[w->session->calibration.by_hand];
	for (int i = 0; i < SEATS_MAX; i++)
		win[i] = from[i];
	return p->known;
}

static bool
session_costly(const void *self, int ply, int *seat, enum role *role)
{
	static const enum role roles[LABELS] = { ROLE_TEXT, ROLE_WARN, ROLE_WARN,
						 ROLE_BAD };
	const struct session_wins *w = self;
	const struct analyze_move *m = session_cost(w->session, ply);
	char loss[16] = "";
	if (m != NULL)
		analyze_format_loss(&w->session->match.setup.game, m, loss, sizeof loss);
	if (*loss != '+' && *loss != '>')
		return false;
	*seat = m->seat;
	*role = roles[m->label];
	return true;
}

/* Why no ply has a win probability. */
static const char *
none_known(const struct session *s)
{
	bool judged = false;
	for (int ply = 0; ply < s->point_room && !judged; ply++)
		judged = s->points[ply].judged;
	if (*s->unjudged != '\0')
		return s->unjudged;
	return judged && s->calibration.stages == 0
		       ? "no win probabilities: no calibration for these rules"
		       : "no position is judged yet";
}

bool
graph_begun(const struct session *s)
{
	int known = 0;
	for (int ply = 0; ply < s->point_room && ply <= s->match.at; ply++)
		known += s->points[ply].known;
	return known >= GRAPH_LEAST;
}

static struct win_graph
session_graph(const struct session_wins *self, int mark)
{
	return (struct win_graph){ .game = &self->session->match.setup.game,
				   .plies = self->session->match.at,
				   .match = &self->session->match,
				   .mark = mark,
				   .none = none_known(self->session),
				   .at = session_win,
				   .costly = session_costly,
				   .self = self };
}

void
graph_draw(struct canvas *c, struct rect r, const struct session *s, int mark)
{
	const struct session_wins self = { s };
	const struct win_graph w = session_graph(&self, mark);
	win_graph_draw(c, r, &w);
}

int
graph_ply(struct rect r, const struct session *s, int x)
{
	const struct session_wins self = { s };
	const struct win_graph w = session_graph(&self, -1);
	return win_graph_ply(r, &w, x);
}

/* ---- the gap ---- */

#define GAP_ROWS 7 /* and a heading */

/* The greatest and the least gap above 0; a gap of 0 is drawn as the least. */
static void
gap_range(const struct snapshot *s, double *low, double *high)
{
	*low = *high = 0;
	for (int i = 0; i < s->gap_count; i++) {
		const double x = (double)s->gap[i];
		*low = x > 0 && (*low <= 0 || x < *low) ? x : *low;
		*high = x > *high ? x : *high;
	}
}

/* 1 at the greatest gap, 0 at the least, by logarithms. */
static double
gap_share(const struct snapshot *s, int i)
{
	double low, high;
	gap_range(s, &low, &high);
	const double x = (double)s->gap[i] > low ? (double)s->gap[i] : low;
	return high > low ? log(x / low) / log(high / low) : 0.5;
}

/* The column of a point in a picture so many columns wide. */
static int
gap_column(const struct snapshot *s, int i, int columns)
{
	const int64_t last = s->gap_sims[s->gap_count - 1];
	return last > 0 ? (int)(s->gap_sims[i] * (columns - 1) / last) : 0;
}

static void
gap_trace(struct canvas *c, struct rect a, const struct snapshot *s)
{
	struct raster d = { .rows = a.h, .columns = a.w };
	int x0 = 0, y0 = 0;
	for (int i = 0; i < s->gap_count; i++) {
		const int x = gap_column(s, i, 2 * a.w),
			  y = height_of(&d, (float)gap_share(s, i));
		line(&d, ROLE_BAR, i > 0 ? x0 : x, i > 0 ? y0 : y, x, y);
		x0 = x;
		y0 = y;
	}
	put_dots(c, a, &d);
}

static void
gap_points(struct canvas *c, struct rect a, const struct snapshot *s)
{
	for (int i = 0; i < s->gap_count; i++)
		canvas_put(c, a.y + (int)((1 - gap_share(s, i)) * (a.h - 1) + 0.5),
			   a.x + gap_column(s, i, a.w), ROLE_BAR, "*");
}

static void
gap_bars(struct canvas *c, struct rect r, const struct snapshot *s)
{
	float share[STATS_HISTORY];
	for (int i = 0; i < s->gap_count; i++)
		share[i] = (float)gap_share(s, i);
	canvas_spark(c, r.y, r.x, r.w, ROLE_BAR, share, s->gap_count);
}

int
gap_height(const struct snapshot *s)
{
	return s != NULL && s->gap_count >= 2 ? 1 + GAP_ROWS : 0;
}

/* In five columns. */
static void
put_gap(struct canvas *c, int y, int x, double gap)
{
	char text[16];
	if (gap >= 999.5)
		text_format_count(text, sizeof text, gap);
	else if (gap < 0.0095)
		snprintf(text, sizeof text, "%.0e", gap);
	else
		snprintf(text, sizeof text, "%.*f", gap < 0.9995 ? 3 : gap < 99.95, gap);
	canvas_put_w(c, y, x, -LABEL_W, ROLE_DIM, text);
}

void
gap_draw(struct canvas *c, struct rect r, const struct snapshot *s)
{
	struct rect a = { r.y + 1, r.x + LABEL_W + 1, r.h - 1, r.w - LABEL_W - 2 };
	char text[80], sims[12];
	double low, high;
	if (s->gap_count < 2)
		return;
	if (r.h == 1) {
		gap_bars(c, r, s);
		return;
	}
	a.h = a.h > ROWS ? ROWS : a.h;
	a.w = a.w > COLUMNS ? COLUMNS : a.w;
	text_format_count(sims, sizeof sims, (double)s->gap_sims[s->gap_count - 1]);
	snprintf(text, sizeof text, "exploitability, %s sims", sims);
	pane_heading(c, r.y, r.x, r.w, text, false);
	if (a.w < 8 || a.h < 2)
		return;
	gap_range(s, &low, &high);
	put_gap(c, a.y, r.x, high);
	put_gap(c, a.y + a.h - 1, r.x, low);
	(c->ascii ? gap_points : gap_trace)(c, a, s);
}
