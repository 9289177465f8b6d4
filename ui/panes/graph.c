/*
 * graph.c - the win probability of each seat over the game, one row of small columns a seat.
 *
 * A ply that no search has valued keeps the last value known, drawn dimmer by leaving a gap.
 * In FAIR the values are those the person's own seat could have.
 */
#include "ui/panes/panes.h"

#include <math.h>
#include <stdio.h>

#define GRAPH_COLUMNS 512

void
graph_draw(struct canvas *c, struct rect r, const struct session *s, bool fair)
{
	const struct game *g = &s->match.setup.game;
	const int n = g->seats, width = r.w - 9 < GRAPH_COLUMNS ? r.w - 9 : GRAPH_COLUMNS;
	const int at = s->match.at;
	for (int i = 0; i < n && i < r.h; i++) {
		float curve[GRAPH_COLUMNS];
		int count = 0;
		double last = (double)NAN;
		for (int k = at - width > 0 ? at - width : 0; k <= at && count < width;
		     k++) {
			const struct session_point *p =
				k < s->point_room ? &s->points[k] : NULL;
			const bool known = p != NULL && (fair ? p->fair : p->study);
			const float *win = p == NULL ? NULL
					   : fair    ? p->fair_win
						     : p->study_win;
			curve[count++] = known ? win[i] : (float)NAN;
			if (known)
				last = (double)win[i];
		}
		canvas_putf(c, r.y + i, r.x, (enum role)(ROLE_SEAT_0 + i), "%c",
			    g->ops->seat_letter(g, i));
		if (width > 0)
			canvas_spark(c, r.y + i, r.x + 2, width,
				     (enum role)(ROLE_SEAT_0 + i), curve, count);
		if (!isnan(last))
			canvas_putf(c, r.y + i, r.x + 3 + width, ROLE_TEXT, "%3.0f%%",
				    last * 100);
	}
}
