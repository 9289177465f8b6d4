/*
 * log.c - the moves so far, one line each, newest last.
 *
 * The cost of a person's move stands behind it when costs are told.
 *
 * A secret move (a pass) is named only to those who may know it: its seat, and everybody once the
 * hand is over.
 */
#include "ui/panes/panes.h"

#include "ui/boards/boards.h"

#include <stdio.h>
#include <string.h>

static int
log_name_width(const struct game *g)
{
	int most = 1;
	for (int i = 0; i < g->seats; i++) {
		const int w = canvas_width(g->text->seat_name(g, i));
		most = w > most ? w : most;
	}
	return most;
}

void
log_line(const struct session *s, int ply, char *out, int size)
{
	const struct match *m = &s->match;
	const struct match_ply *p = &m->plies[ply];
	const struct game *g = &m->setup.game;
	const int viewer = session_viewer_at(s, ply);
	struct state before, after;
	match_view_at(m, ply, viewer, &before);
	match_view_at(m, ply + 1, viewer, &after);
	if (p->seat < 0) {
		char dealt[120] = "";
		game_event(g, &before, SEAT_CHANCE, p->m, &after, dealt, sizeof dealt);
		snprintf(out, (size_t)size, "%4d %s", ply + 1,
			 *dealt != '\0' ? dealt : "cards are dealt");
		return;
	}
	char text[MOVE_TEXT] = "...", event[120] = "";
	const bool known = viewer == SEAT_ALL || viewer == p->seat ||
			   !board_secret(g, &before, p->seat, p->m);
	if (known) {
		game_say_move(g, &before, p->seat, p->m, text, sizeof text);
		game_event(g, &before, p->seat, p->m, &after, event, sizeof event);
	}
	char cost[60];
	session_cost_text(s, ply, cost, sizeof cost);
	snprintf(out, (size_t)size, "%4d %-*s %-7s %s%s%s%s%s", ply + 1,
		 log_name_width(g), g->text->seat_name(g, p->seat), text, cost,
		 *cost != '\0' ? "  " : "", event, *p->note != '\0' ? "  # " : "",
		 p->note);
}

void
log_draw(struct canvas *c, struct rect r, const struct session *s, int at, bool suits)
{
	const struct match *m = &s->match;
	const int first = at > r.h ? at - r.h : 0;
	for (int k = first; k < at; k++) {
		char line[200];
		log_line(s, k, line, sizeof line);
		board_suits(&m->setup.game, line, suits ? sizeof line : 0);
		const int y = r.y + k - first, seat = m->plies[k].seat;
		canvas_put_w(c, y, r.x, r.w, k == at - 1 ? ROLE_STRONG : ROLE_TEXT, line);
		if (seat < 0 || r.w < 13)
			continue;
		char name[8];
		snprintf(name, sizeof name, "%s",
			 m->setup.game.text->seat_name(&m->setup.game, seat));
		canvas_put(c, y, r.x + 5, (enum role)(ROLE_SEAT_0 + seat), name);
	}
}
