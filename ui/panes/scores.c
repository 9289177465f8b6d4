/* scores.c - the scoreboard: the game's figures, a column for each seat. */
#include "ui/boards/boards.h"
#include "ui/panes/panes.h"

#include <ctype.h>
#include <stdio.h>

int
scores_height(const struct game *g, const struct state *s)
{
	struct figure f[FIGURES_MAX];
	return 1 + game_figures(g, s, f);
}

/* The best value of a row, to be shown strong: only when it is not shared by all. */
static bool
is_best(const struct figure *f, int seats, int seat)
{
	bool all = true;
	for (int i = 0; i < seats; i++) {
		const int32_t d = f->per_seat[i] - f->per_seat[seat];
		if (f->lower_is_better ? d < 0 : d > 0)
			return false;
		all = all && d == 0;
	}
	return !all;
}

/* Columns for the names: values get six each when that leaves the names whole. */
static int
name_column(const struct figure *f, int rows, int w, int seats)
{
	int longest = 0;
	for (int k = 0; k < rows; k++) {
		const int length = canvas_width(f[k].name);
		longest = length > longest ? length : longest;
	}
	if (w >= 9 + 6 * seats)
		return 11;
	if (w >= longest + 1 + 6 * seats)
		return w - 6 * seats;
	return w >= longest + 1 + 4 * seats ? w - 4 * seats : 3;
}

void
scores_draw(struct canvas *c, struct rect r, const struct game *g, const struct state *s,
	    int turn)
{
	struct figure f[FIGURES_MAX];
	const int rows = game_figures(g, s, f), n = g->seats;
	const int name_w = name_column(f, rows, r.w, n);
	int column = (r.w - name_w) / n;
	if (column > 8)
		column = 8;
	bool whole = true; /* names, when all of them fit with a mark before */
	for (int i = 0; i < n; i++)
		whole = whole && canvas_width(g->text->seat_name(g, i)) + 1 < column;
	for (int i = 0; i < n; i++) {
		const char letter[2] = { game_seat_letter(g, i), '\0' };
		char name[16];
		snprintf(name, sizeof name, "%s%s", i == turn ? "*" : "",
			 whole ? g->text->seat_name(g, i) : letter);
		canvas_put_w(c, r.y, r.x + name_w + i * column, -column,
			     (enum role)(ROLE_SEAT_0 + i), name);
	}
	for (int k = 0; k < rows && k + 1 < r.h; k++) {
		canvas_put_w(c, r.y + 1 + k, r.x, name_w, ROLE_DIM, f[k].name);
		for (int i = 0; i < n; i++) {
			char value[BOARD_FIGURE];
			board_figure(g, s, &f[k], i, value);
			/* A word is cut before it would touch its neighbour. */
			const bool word = isalpha((unsigned char)value[0]) != 0;
			canvas_put_w(c, r.y + 1 + k, r.x + name_w + i * column + word,
				     word - column,
				     is_best(&f[k], n, i) ? ROLE_STRONG : ROLE_TEXT,
				     value);
		}
	}
}
