/*
 * matrix.c - the matrix of a choice that two seats make at once, and both their mixes.
 *
 * A cell shows the row seat's points, or how often the search has visited it. Beside
 * each row, and under each column: the mix (average strategy: what the seat would play), the
 * strategy of this moment, and the regret. Cells are numbers where there is room, else shades:
 * darker is more for the row's seat. Rows and columns that do not fit are cut off at the end.
 *
 *   80x24   cells of two columns in shades, both strategies as one block each
 *   wider   cells with numbers; still wider: bars, percents and regrets
 */
#include "ui/panes/panes.h"

#include "src/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PERCENT_W 6 /* " 100%" */
#define REGRET_W  7 /* " -12.34" */
#define BAR_MIN	  6
#define HEAD_ROWS 3 /* heading, the two seats, the columns' moves */
#define FOOT_ROWS 4 /* mix, now, regret, distance */
#define SMALL	  4 /* rows beside the matrix where there is little room */

/* What fits: widths of a move, a cell, the two blocks and what follows a row. */
struct matrix_layout {
	int label, cell, blocks, percent, regret, bar;
	int row[STATS_JOINT], rows; /* the rows shown: those most likely to be played */
	bool small, visits;
	double low, high; /* of what the cells show, for the shades */
};

static void
plan_columns(struct matrix_layout *p, int w, int columns)
{
	p->label = 3;
	p->blocks = 3;
	p->cell = 6;
	while (p->cell > 2 && w < p->label + p->blocks + columns * p->cell)
		p->cell--;
	int left = w - p->label - p->blocks - columns * p->cell;
	if (left < 0) {
		p->label = p->blocks = 2;
		return;
	}
	p->percent = left >= PERCENT_W ? PERCENT_W : 0;
	left -= p->percent;
	p->regret = p->percent > 0 && left >= REGRET_W ? REGRET_W : 0;
	left -= p->regret;
	if (p->regret > 0 && left >= BAR_MIN)
		p->bar = left < 24 ? left : 24;
}

/* The rows most likely to be played, in their order, when not all fit. */
static void
matrix_plan_rows(struct matrix_layout *p, int h, const struct stats_joint *j)
{
	p->small = h < HEAD_ROWS + j->rows + FOOT_ROWS;
	const int room = h - (p->small ? SMALL : HEAD_ROWS + FOOT_ROWS);
	for (int i = 0; i < j->rows; i++) {
		int before = 0;
		for (int k = 0; k < j->rows; k++)
			before += j->average[0][k] > j->average[0][i] ||
				  (j->average[0][k] >= j->average[0][i] && k < i);
		if (before < room)
			p->row[p->rows++] = i;
	}
}

static double
cell_number(const struct stats_joint *j, bool visits, int i, int k)
{
	return visits ? log1p(j->visits[i][k]) : (double)j->value[i][k];
}

static void
plan_shades(struct matrix_layout *p, const struct stats_joint *j)
{
	p->low = INFINITY;
	p->high = -INFINITY;
	for (int i = 0; i < j->rows; i++)
		for (int k = 0; k < j->columns; k++) {
			const double x = cell_number(j, p->visits, i, k);
			p->low = x < p->low ? x : p->low;
			p->high = x > p->high ? x : p->high;
		}
}

int
matrix_height(const struct stats_joint *j)
{
	return j != NULL ? HEAD_ROWS + j->rows + FOOT_ROWS : 0;
}

/* A probability as one character: nothing, or 1 to 8 eighths. */
static void
put_block(struct canvas *c, int y, int x, enum role role, double p)
{
	static const char *const blocks[] = {
		" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"
	};
	static const char *const ascii[] = {
		" ", ".", ":", "-", "=", "+", "*", "#", "@"
	};
	if (!(p >= 0.005)) /* also NAN */
		return;
	const int step = p >= 1 ? 8 : 1 + (int)(p * 8 * 0.999);
	canvas_put(c, y, x, role, canvas_glyph(c, blocks[step], ascii[step]));
}

/* A number of at most w columns: ".47", "-3", "12.5", "1.2k". */
static void
matrix_cell_text(const struct game *g, const struct stats_joint *j,
		 const struct matrix_layout *p, int i, int k, char *out, int size)
{
	const double value = (double)j->value[i][k];
	out[0] = '\0';
	if (p->visits && j->visits[i][k] > 0) {
		text_format_count(out, size, j->visits[i][k]);
		if ((int)strlen(out) > p->cell)
			text_format_count(out, size, round(j->visits[i][k] / 1e3) * 1e3);
	}
	if (p->visits || isnan(value))
		return;
	if (fabs(value) < 0.995 && p->low > -2 && p->high < 2)
		snprintf(out, (size_t)size, "%s.%02.0f", value < -0.005 ? "-" : "",
			 fabs(value) * 100);
	else if (p->cell > 4)
		value_text(g, value, out, size);
	else
		snprintf(out, (size_t)size, "%.0f", fabs(value) < 0.5 ? 0.0 : value);
}

static void
matrix_cell_draw(struct canvas *c, int y, int x, const struct game *g,
		 const struct stats_joint *j, const struct matrix_layout *p, int i, int k)
{
	static const char *const shades[] = { "··", "░░", "▒▒", "▓▓", "██" };
	static const char *const ascii[] = { "..", "::", "++", "##", "@@" };
	/* Moves that neither would play are dim. */
	const bool played = j->average[0][i] >= 0.005F && j->average[1][k] >= 0.005F;
	if (p->cell > 2) {
		char text[16];
		matrix_cell_text(g, j, p, i, k, text, sizeof text);
		canvas_put_w(c, y, x, -p->cell, played ? ROLE_STRONG : ROLE_DIM, text);
		return;
	}
	const double v = cell_number(j, p->visits, i, k);
	if (isnan(v))
		return;
	const double share = p->high > p->low ? (v - p->low) / (p->high - p->low) : 0.5;
	const int step = (int)(share * 4.999);
	canvas_put(c, y, x, played ? ROLE_BAR : ROLE_DIM,
		   canvas_glyph(c, shades[step], ascii[step]));
}

static void
matrix_move_text(const struct think_view *v, const struct stats_joint *j, int side, int i,
		 char *out, int size)
{
	game_say_move(v->game, v->root, j->seat[side], j->choice[side][i], out, size);
}

/* A row: its move, its cells, the row seat's figures for it. */
static void
matrix_row_draw(struct canvas *c, int y, int x, const struct think_view *v,
		const struct matrix_layout *p, int i)
{
	const struct stats_joint *j = snapshot_joint(v->search);
	const enum role role = (enum role)(ROLE_SEAT_0 + j->seat[0]);
	const double mix = (double)j->average[0][i];
	char text[MOVE_TEXT];
	matrix_move_text(v, j, 0, i, text, sizeof text);
	canvas_put_w(c, y, x, -2, role, text);
	x += p->label;
	for (int k = 0; k < j->columns; k++, x += p->cell)
		matrix_cell_draw(c, y, x, v->game, j, p, i, k);
	x += p->blocks;
	put_block(c, y, x - 2, role, mix);
	put_block(c, y, x - 1, ROLE_DIM, (double)j->current[0][i]);
	if (p->percent > 0) {
		snprintf(text, sizeof text, "%.0f%%", mix * 100);
		canvas_put_w(c, y, x, -(PERCENT_W - 1), ROLE_TEXT, text);
		x += PERCENT_W;
	}
	if (p->regret > 0 && !isnan(j->regret[0][i])) {
		snprintf(text, sizeof text, "%+.2f",
			 text_shown((double)j->regret[0][i], 2));
		canvas_put_w(c, y, x, -(REGRET_W - 1), ROLE_DIM, text);
	}
	if (p->bar > 0)
		canvas_bar(c, y, x + p->regret, p->bar - 1, role, mix);
}

/* A line under the columns. */
enum foot { FOOT_MIX, FOOT_NOW, FOOT_REGRET };

static void
matrix_foot_draw(struct canvas *c, int y, int x, const struct stats_joint *j,
		 const struct matrix_layout *p, enum foot what)
{
	static const char *const names[] = { "mx", "nw", "rg" };
	const enum role role = (enum role)(ROLE_SEAT_0 + j->seat[1]);
	canvas_put(c, y, x, ROLE_DIM, names[what]);
	x += p->label;
	for (int k = 0; k < j->columns; k++, x += p->cell) {
		char text[16] = "";
		const double mix = (double)j->average[1][k];
		const double now = (double)j->current[1][k];
		const double regret = (double)j->regret[1][k];
		if (what == FOOT_REGRET && p->cell > 4 && !isnan(regret))
			snprintf(text, sizeof text, "%+.1f", text_shown(regret, 1));
		else if (what == FOOT_MIX && p->cell > 3 && mix >= 0.005)
			snprintf(text, sizeof text, "%.0f%%", mix * 100);
		else if (what != FOOT_REGRET)
			put_block(c, y, x + p->cell - 1,
				  what == FOOT_MIX ? role : ROLE_DIM,
				  what == FOOT_MIX ? mix : now);
		if (text[0] != '\0')
			canvas_put_w(c, y, x, -p->cell,
				     what == FOOT_MIX ? role : ROLE_DIM, text);
	}
}

/* The progress of the search, and the distance of its mix from equilibrium where that is known. */
static void
progress_text(const struct snapshot *s, char *out, int size)
{
	char count[12];
	text_format_count(count, sizeof count, (double)s->simulations);
	snprintf(out, (size_t)size, "%s sims", count);
	if (snapshot_joint(s)->exact)
		snprintf(out, (size_t)size, "exact: in equilibrium");
	for (int k = 0; k < s->gauge_count; k++)
		if (strcmp(s->gauges[k].name, "distance to equilibrium") == 0)
			snprintf(out, (size_t)size, "%s sims, %.4f from equilibrium",
				 count, s->gauges[k].value);
}

static void
matrix_columns_draw(struct canvas *c, int y, int x, const struct think_view *v,
		    const struct matrix_layout *p)
{
	const struct stats_joint *j = snapshot_joint(v->search);
	for (int k = 0; k < j->columns; k++) {
		char text[MOVE_TEXT];
		matrix_move_text(v, j, 1, k, text, sizeof text);
		canvas_put_w(c, y, x + p->label + k * p->cell, -p->cell,
			     (enum role)(ROLE_SEAT_0 + j->seat[1]), text);
	}
}

static void
filled_draw(struct canvas *c, struct rect r, const struct think_view *v, bool visits)
{
	const struct stats_joint *j = snapshot_joint(v->search);
	const struct game *g = v->game;
	struct matrix_layout p = { .visits = visits };
	char text[80];
	plan_columns(&p, r.w, j->columns);
	matrix_plan_rows(&p, r.h, j);
	plan_shades(&p, j);
	progress_text(v->search, text, sizeof text);
	int y = r.y + 1;
	if (p.small) {
		pane_heading(c, r.y, r.x, r.w, text, false);
	} else {
		const int x =
			canvas_putf(c, y, r.x, (enum role)(ROLE_SEAT_0 + j->seat[0]),
				    "%s rows", g->text->seat_name(g, j->seat[0]));
		canvas_putf(c, y, x + 2, (enum role)(ROLE_SEAT_0 + j->seat[1]),
			    "%s columns", g->text->seat_name(g, j->seat[1]));
		y++;
	}
	matrix_columns_draw(c, y++, r.x, v, &p);
	for (int i = 0; i < p.rows; i++)
		matrix_row_draw(c, y++, r.x, v, &p, p.row[i]);
	matrix_foot_draw(c, y++, r.x, j, &p, FOOT_MIX);
	matrix_foot_draw(c, y++, r.x, j, &p, FOOT_NOW);
	if (p.small)
		return;
	if (p.cell > 4 && !isnan(j->regret[1][0]))
		matrix_foot_draw(c, y, r.x, j, &p, FOOT_REGRET);
	canvas_put_w(c, y + 1, r.x, r.w, ROLE_TEXT, text);
}

void
matrix_draw(struct canvas *c, struct rect r, const struct think_view *v, bool visits)
{
	const struct rect old = canvas_clip(c, r);
	pane_heading(c, r.y, r.x, r.w, visits ? "matrix: simulations" : "matrix: values",
		     false);
	if (v->candidates && v->search != NULL && snapshot_joint(v->search) != NULL)
		filled_draw(c, r, v, visits);
	else
		canvas_put_w(c, r.y + 1, r.x + 1, r.w - 1, ROLE_DIM,
			     v->candidates || v->blank == NULL
				     ? "no matrix: no simultaneous choice here"
				     : v->blank);
	canvas_clip(c, old);
}
