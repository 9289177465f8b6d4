/*
 * ticker.c - what is worth a look in a game that is watched: another seat leads, a
 * search has proved its value, or sees its chances fall.
 *
 * All of it from the last figures of the searches that choose the moves, so nothing is said
 * while opponents' figures are hidden. A fall is measured between two decisions of the same
 * seat by its own search: a move of its own that was worse than it seemed, or a good one of
 * another's.
 */
#include "ui/screens/table/private.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#define FALL 0.15 /* of win probability: told from here on */
#define LEAD 0.05 /* over the leader before */

static void __attribute__((format(printf, 3, 4)))
tell(struct table *t, int ply, const char *format, ...)
{
	struct ticker *k = &t->ticker;
	struct ticker_event *e = &k->event[k->count % TICKER_EVENTS];
	va_list args;
	va_start(args, format);
	vsnprintf(e->text, sizeof e->text, format, args);
	va_end(args);
	e->ply = ply;
	k->count++;
}

static int
leader_of(const struct snapshot *s)
{
	int best = 0;
	for (int i = 1; i < s->seats; i++)
		if (s->win[i] > s->win[best])
			best = i;
	return best;
}

static void
look(struct table *t, const struct session_search *search)
{
	struct ticker *k = &t->ticker;
	const struct game *g = table_game(t);
	const struct snapshot *s = &search->snap;
	const int seat = search->seat;
	const bool proved = s->stop == STOP_SOLVED ||
			    (s->move_count > 1 && s->moves[0].status == MOVE_PROVEN);
	if (proved && !k->proved[seat])
		tell(t, search->ply, "%s has proved its value", board_seat_word(g, seat));
	k->proved[seat] = proved;
	if (isnan(s->win[seat]))
		return;
	const double fall = k->known[seat] ? k->win[seat] - s->win[seat] : 0;
	if (fall >= FALL)
		tell(t, search->ply, "%s sees its chances fall, %.0f%% to %.0f%%",
		     board_seat_word(g, seat), k->win[seat] * 100, s->win[seat] * 100);
	k->known[seat] = true;
	k->win[seat] = s->win[seat];
	const int leader = leader_of(s);
	if (k->leader != leader && s->win[leader] - s->win[k->leader] >= LEAD) {
		if (k->led)
			tell(t, search->ply, "%s leads, %.0f%%",
			     board_seat_word(g, leader), s->win[leader] * 100);
		k->leader = leader;
	}
	k->led = true;
}

bool
table_ticker_tick(struct ui *ui, struct table *t)
{
	struct ticker *k = &t->ticker;
	const struct session *s = &t->session;
	const struct session_search *search = &s->search;
	const int before = k->count;
	if (search->ply < k->ply) /* taken back, or another game */
		k->ply = 0;
	if (!search->known || !search->done || search->ply + 1 <= k->ply)
		return false;
	k->ply = search->ply + 1;
	if (session_fair(s))
		return false;
	look(t, search);
	if (k->count == before || setup_humans(&s->match.setup) > 0)
		return false;
	ui_message(ui, "! %s", k->event[(k->count - 1) % TICKER_EVENTS].text);
	return true;
}

const char *
table_ticker_at(const struct table *t, int ply)
{
	const struct ticker *k = &t->ticker;
	const int kept = k->count < TICKER_EVENTS ? k->count : TICKER_EVENTS;
	for (int i = 0; i < kept; i++)
		if (k->event[i].ply == ply)
			return k->event[i].text;
	return NULL;
}

/* The events beside the moves of the log, for the plies first .. at - 1 in its rows. */
void
table_ticker_draw(const struct table *t, struct canvas *c, struct rect r, int at)
{
	const int first = at > r.h ? at - r.h : 0;
	for (int ply = first; ply < at; ply++) {
		const char *text = table_ticker_at(t, ply);
		if (text == NULL || session_fair(&t->session))
			continue;
		const int w = canvas_width(text) + 3, room = r.w - 18;
		const int x = r.x + r.w - (w < room ? w : room);
		canvas_put(c, r.y + ply - first, x, ROLE_WARN, " ! ");
		canvas_put_w(c, r.y + ply - first, x + 3, r.x + r.w - x - 3, ROLE_WARN,
			     text);
	}
}
