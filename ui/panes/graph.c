/*
 * graph.c - the win probability of each seat over the game: 100% at the top, 0 at the bottom.
 *
 * One column a ply (the last that fit), the seat's letter at its height, the newest value of
 * each seat in percent at the right. A ply that no search has valued leaves a gap. In FAIR
 * the values are those that the person's own seat could have.
 */
#include "ui/panes/panes.h"

#include <math.h>
#include <stdio.h>

#define LABEL_W 5 /* "100% " at the left */
#define VALUE_W 7 /* " N  31%" at the right */

/* Win probabilities after `ply` plies, NULL when nobody has valued it. */
static const float *
wins_at(const struct session *s, int ply, bool fair)
{
	if (ply >= s->point_room)
		return NULL;
	const struct session_point *p = &s->points[ply];
	if (fair)
		return p->fair ? p->fair_win : NULL;
	return p->study ? p->study_win : NULL;
}

void
graph_draw(struct canvas *c, struct rect r, const struct session *s, bool fair)
{
	const struct game *g = &s->match.setup.game;
	const int width = r.w - LABEL_W - VALUE_W, at = s->match.at;
	const int first = at + 1 > width ? at + 1 - width : 0;
	const float *newest = NULL;
	if (width < 8 || r.h < 2)
		return;
	canvas_put(c, r.y, r.x, ROLE_DIM, "100%");
	canvas_put(c, r.y + r.h - 1, r.x, ROLE_DIM, "  0%");
	for (int k = first; k <= at; k++) {
		const float *win = wins_at(s, k, fair);
		if (win == NULL)
			continue;
		newest = win;
		for (int i = 0; i < g->seats; i++) {
			const int y = (int)((1 - (double)win[i]) * (r.h - 1) + 0.5);
			canvas_putf(c, r.y + y, r.x + LABEL_W + k - first,
				    (enum role)(ROLE_SEAT_0 + i), "%c",
				    g->ops->seat_letter(g, i));
		}
	}
	for (int i = 0; newest != NULL && i < g->seats && i < r.h; i++)
		canvas_putf(c, r.y + i, r.x + r.w - VALUE_W + 1,
			    (enum role)(ROLE_SEAT_0 + i), "%c %3.0f%%",
			    g->ops->seat_letter(g, i), (double)newest[i] * 100);
}
