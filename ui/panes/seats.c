/*
 * seats.c - the searches of all seats side by side: the latest result of each, in the same figures
 * on the same scale.
 *
 * Two lines a seat: the move with its value and win probability for that seat, and below it the
 * effort. FAIR has one line: the player, the time it took and the time it is given.
 */
#include "ui/panes/panes.h"

#include "src/base/text.h"
#include "src/core/effort.h"
#include "ui/boards/boards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void
seats_take(struct seat_figures *f, const struct game *g,
	   const struct session_search *search, int64_t taken_us, const struct player *p)
{
	const struct snapshot *s = &search->snap;
	f->taken_us = taken_us;
	f->given_ms = p->human ? 0 : p->part[0].limits.time_ms;
	f->known = true;
	f->running = search->worker != NULL;
	f->ply = search->ply;
	snprintf(f->player, sizeof f->player, "%.*s", (int)strcspn(search->name, ":"),
		 search->name);
	f->move[0] = '\0';
	f->value = f->win = (double)NAN;
	if (search->known && s->move_count > 0) {
		game_say_move(g, &search->root, s->mover, s->moves[0].m, f->move,
			      sizeof f->move);
		if (s->moves[0].status != MOVE_UNSEARCHED) {
			f->value = s->moves[0].value[search->seat];
			f->win = s->moves[0].win[search->seat];
		}
	}
	effort_format(
		s,
		effort_value(s, "cut") > 0
			? "{elapsed}, {depth=} moves ahead, {nodes} nodes, {cut} cut"
			: "{elapsed}, {depth=} moves ahead, {nodes} nodes",
		f->effort, sizeof f->effort);
}

int
seats_height(const struct game *g, bool fair)
{
	return 1 + g->seats * (fair ? 1 : 2);
}

static void
given_draw(struct canvas *c, int y, int x, int w, const struct seat_figures *f)
{
	char taken[12], given[12] = "", line[120];
	text_format_duration(taken, sizeof taken, f->taken_us / 1000);
	if (f->given_ms > 0)
		text_format_duration(given, sizeof given, f->given_ms);
	snprintf(line, sizeof line, "%5s%s%-5s %.80s", taken, f->given_ms > 0 ? "/" : " ",
		 given, f->player);
	canvas_put_w(c, y, x, w, f->running ? ROLE_STRONG : ROLE_TEXT, line);
}

static void
choice_draw(struct canvas *c, int y, int x, int w, const struct seat_figures *f,
	    const struct think_view *v)
{
	char value[16], worth[40] = "", line[160];
	value_text(v->game, game_told(v->game, f->value), value, sizeof value);
	if (!isnan(f->value) && tells_points(v->game))
		snprintf(worth, sizeof worth, "%s %s", value, v->game->ops->point_name);
	else if (!isnan(f->win))
		snprintf(worth, sizeof worth, "wins %.0f of 100", f->win * 100);
	snprintf(line, sizeof line, "%-9s %-15s  %.80s", f->move, worth, f->player);
	board_suits(v->game, line, v->suits ? sizeof line : 0);
	canvas_put_w(c, y, x, w, f->running ? ROLE_STRONG : ROLE_TEXT, line);
}

void
seats_draw(struct canvas *c, struct rect r, const struct game *g,
	   const struct seat_figures *f, const struct think_view *v)
{
	const int rows = v->fair ? 1 : 2;
	for (int i = 0; i < g->seats && (i + 1) * rows <= r.h; i++) {
		const enum role role = (enum role)(ROLE_SEAT_0 + i);
		const int y = r.y + i * rows;
		if (v->fair) {
			canvas_put(c, y, r.x, role, g->text->seat_name(g, i));
			if (f[i].known)
				given_draw(c, y, r.x + 7, r.w - 7, &f[i]);
			continue;
		}
		canvas_put(c, y, r.x, role, g->text->seat_name(g, i));
		if (!f[i].known) {
			canvas_put(c, y, r.x + 7, ROLE_DIM, "has not searched yet");
			continue;
		}
		choice_draw(c, y, r.x + 7, r.w - 7, &f[i], v);
		canvas_put_w(c, y + 1, r.x + 7, r.w - 7, ROLE_TEXT, f[i].effort);
	}
}
