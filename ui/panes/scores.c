/* scores.c - the scoreboard: the game's figures, a column for each seat. */
#include "ui/panes/panes.h"

#include <stdio.h>

int
scores_height(const struct game *g, const struct state *s)
{
	struct figure f[FIGURES_MAX];
	return 1 + g->ops->figures(g, s, f);
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

void
scores_draw(struct canvas *c, struct rect r, const struct game *g, const struct state *s,
	    int turn)
{
	struct figure f[FIGURES_MAX];
	const int rows = g->ops->figures(g, s, f), n = g->seats;
	const int name_w = r.w >= 9 + 6 * n ? 11 : r.w >= 7 + 4 * n ? r.w - 4 * n : 3;
	int column = (r.w - name_w) / n;
	if (column > 8)
		column = 8;
	bool whole = true; /* names, when all of them fit with a mark before */
	for (int i = 0; i < n; i++)
		whole = whole && canvas_width(g->ops->seat_name(g, i)) + 1 < column;
	for (int i = 0; i < n; i++) {
		const char letter[2] = { g->ops->seat_letter(g, i), '\0' };
		char name[16];
		snprintf(name, sizeof name, "%s%s", i == turn ? "*" : "",
			 whole ? g->ops->seat_name(g, i) : letter);
		canvas_put_w(c, r.y, r.x + name_w + i * column, -column,
			     (enum role)(ROLE_SEAT_0 + i), name);
	}
	for (int k = 0; k < rows && k + 1 < r.h; k++) {
		canvas_put_w(c, r.y + 1 + k, r.x, name_w, ROLE_DIM, f[k].name);
		for (int i = 0; i < n; i++) {
			char number[16];
			snprintf(number, sizeof number, "%d", f[k].per_seat[i]);
			canvas_put_w(c, r.y + 1 + k, r.x + name_w + i * column, -column,
				     is_best(&f[k], n, i) ? ROLE_STRONG : ROLE_TEXT,
				     number);
		}
	}
}
