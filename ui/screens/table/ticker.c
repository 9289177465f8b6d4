/*
 * ticker.c - events in a watched game: another seat leads, a seat's chances have fallen, a search
 * has proved its value.
 *
 * Chances are the judge's, as in the graph. A lead or a fall is told once it has held for a round:
 * as many decisions as there are seats. Nothing is said while opponents' figures are hidden.
 */
#include "ui/screens/table/private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define FALL 0.15F /* of win probability: told from here on */
#define LEAD 0.05F /* over the leader before */

static void __attribute__((format(printf, 3, 4)))
table_ticker_tell(struct table *t, int ply, const char *format, ...)
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
table_ticker_leader_of(const float *win, int seats)
{
	int best = 0;
	for (int i = 1; i < seats; i++)
		if (win[i] > win[best])
			best = i;
	return best;
}

/* A seat's least, or greatest, chance in the last round. */
static float
in_round(const struct ticker *k, int seats, int seat, bool least)
{
	float x = k->round[0][seat];
	for (int i = 1; i < seats; i++) {
		const float y = k->round[i][seat];
		x = least == (y < x) ? y : x;
	}
	return x;
}

/* Another seat has been clearly ahead for a whole round. */
static void
tell_lead(struct table *t, int ply, const float *win, int seats)
{
	struct ticker *k = &t->ticker;
	const int leader = table_ticker_leader_of(win, seats);
	for (int i = 0; i < seats; i++)
		if (table_ticker_leader_of(k->round[i], seats) != leader)
			return;
	if (k->leader == leader || (k->led && win[leader] < win[k->leader] + LEAD))
		return;
	if (k->led)
		table_ticker_tell(t, ply, "%s leads, %.0f%%",
				  board_seat_word(table_game(t), leader),
				  (double)win[leader] * 100);
	k->leader = leader;
	k->led = true;
}

/* A seat was well off before the round, and never during it. */
static void
tell_falls(struct table *t, int ply, int seats)
{
	struct ticker *k = &t->ticker;
	for (int i = 0; i < seats; i++) {
		const float now = in_round(k, seats, i, false);
		if (k->high[i] >= now + FALL) {
			table_ticker_tell(t, ply, "%s: win falls from %.0f%% to %.0f%%",
					  board_seat_word(table_game(t), i),
					  (double)k->high[i] * 100, (double)now * 100);
			k->high[i] = now;
		}
		const float sure = in_round(k, seats, i, true);
		k->high[i] = sure > k->high[i] ? sure : k->high[i];
	}
}

/* The next judged decision; false: there is none yet. */
static bool
take_point(struct table *t)
{
	struct ticker *k = &t->ticker;
	const struct session *s = &t->session;
	const int seats = table_game(t)->seats;
	if (k->ply > s->match.at || k->ply >= s->point_room)
		return false;
	const struct session_point *p = &s->points[k->ply];
	if (!p->judged && game_mover(table_game(t), &s->match.states[k->ply]) >= 0)
		return false;
	const float *win = p->win[s->calibration.by_hand];
	if (p->judged && p->known) {
		memmove(k->round[1], k->round[0], sizeof k->round - sizeof k->round[0]);
		memcpy(k->round[0], win, sizeof k->round[0]);
		k->points++;
	}
	if (p->judged && p->known && k->points >= seats) {
		tell_lead(t, k->ply, win, seats);
		tell_falls(t, k->ply, seats);
	}
	k->ply++;
	return true;
}

static void
look_for_proof(struct table *t, const struct session_search *search)
{
	const struct snapshot *s = &search->snap;
	struct ticker *k = &t->ticker;
	const bool proved = s->stop == STOP_SOLVED ||
			    (s->move_count > 1 && s->moves[0].status == MOVE_PROVEN);
	if (proved && !k->proved[search->seat])
		table_ticker_tell(t, search->ply, "%s: its value is proven",
				  board_seat_word(table_game(t), search->seat));
	k->proved[search->seat] = proved;
}

/* Something was taken back, or the kind of chances has changed: rounds begin here. */
static void
begin_again(struct ticker *k, const struct session *s)
{
	k->ply = k->ply > s->match.at ? s->match.at : k->ply;
	k->by_hand = s->calibration.by_hand;
	k->led = false;
	k->points = 0;
	memset(k->high, 0, sizeof k->high);
}

bool
table_ticker_tick(struct ui *ui, struct table *t)
{
	struct ticker *k = &t->ticker;
	const struct session *s = &t->session;
	const struct session_search *search = &s->search;
	const int before = k->count;
	if (s->match.at + 1 < k->ply || s->calibration.by_hand != k->by_hand)
		begin_again(k, s);
	if (session_fair(s))
		return false;
	while (take_point(t))
		continue;
	if (search->known && search->done && search->ply + 1 > k->searched) {
		k->searched = search->ply + 1;
		look_for_proof(t, search);
	}
	if (k->count == before || setup_humans(&s->match.setup) > 0)
		return false;
	ui_message(ui, "! %s", k->event[(k->count - 1) % TICKER_EVENTS].text);
	return true;
}

/* The event at a ply; NULL: none. */
static const char *
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
