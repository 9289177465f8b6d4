/*
 * sheet.c - the score sheet of a match of several hands: a row for each finished hand, with each
 * seat's points and running total, moons marked; below it, where there is room, how the totals grew.
 */
#include "src/study/results.h"
#include "ui/panes/panes.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define HAND_W	   5  /* the number of a hand */
#define SEAT_W	   12 /* " +13    113" */
#define SEAT_LEAST 10 /* "☽+0  113" */
#define LEAST_ROWS 4  /* a heading, the seats, two hands */

static bool
totals(const struct game *g, const struct state *s, int32_t total[static SEATS_MAX])
{
	bool low;
	return results_totals(g, s, total, &low);
}

static void
sheet_row_draw(struct canvas *c, struct rect r, int y, int hand, const struct game *g,
	       const int32_t *before, const int32_t *after)
{
	const int room = (r.w - HAND_W) / g->seats, w = room < SEAT_W ? room : SEAT_W;
	canvas_putf(c, y, r.x, ROLE_DIM, "%4d", hand);
	for (int i = 0; i < g->seats; i++) {
		const bool moon = results_moon(g, before, after, i);
		char text[40];
		snprintf(text, sizeof text, w < SEAT_W ? "%s%+d %4d" : "%s%+d %5d",
			 moon ? canvas_glyph(c, "\u263d", "*") : "", after[i] - before[i],
			 after[i]);
		canvas_put_w(c, y, r.x + HAND_W + i * w, -w, moon ? ROLE_GOOD : ROLE_TEXT,
			     text);
	}
}

static int
sheet_count_hands(const struct match *m, int at)
{
	int hands = 0;
	for (int ply = results_hand_end(m, 1, at); ply >= 0;
	     ply = results_hand_end(m, ply + 1, at))
		hands++;
	return hands;
}

/* Rows of a sheet that are of no hand: the heading and the seats. */
#define HEAD_ROWS 2

/* Hands left out because there are more than rows. */
static int
skipped(struct rect r, int hands)
{
	return hands > r.h - HEAD_ROWS ? hands - (r.h - HEAD_ROWS) : 0;
}

int
sheet_hand(struct rect r, const struct match *m, int at, int y)
{
	const int hands = sheet_count_hands(m, at);
	const int hand = y - r.y - HEAD_ROWS + skipped(r, hands) + 1;
	return r.h >= LEAST_ROWS && y >= r.y + HEAD_ROWS && y < r.y + r.h && hand <= hands
		       ? hand
		       : 0;
}

int
sheet_first(const struct match *m, int at, int hand)
{
	int ply = hand == 1 ? 0 : -1;
	for (int k = 1, end = 0; k < hand; k++) {
		end = results_hand_end(m, end + 1, at);
		if (end < 0)
			return -1;
		ply = end;
	}
	while (ply >= 0 && ply < at && m->plies[ply].seat < 0)
		ply++;
	return ply < at ? ply : -1;
}

/* How the totals grew, a row for each seat, all on one scale; the first is before any hand. */
static void
growth_draw(struct canvas *c, struct rect r, const struct match *m, int at)
{
	const struct game *g = &m->setup.game;
	int32_t total[SEATS_MAX] = { 0 }, low = 0, high = 1;
	const int hands = sheet_count_hands(m, at), w = r.w - HAND_W;
	const int skip = hands > w ? hands - w : 0;
	for (int round = 0; round < 2; round++) {
		int hand = 0;
		for (int ply = results_hand_end(m, 1, at); ply >= 0;
		     ply = results_hand_end(m, ply + 1, at), hand++) {
			totals(g, &m->states[ply], total);
			for (int i = 0; i < g->seats; i++) {
				low = total[i] < low ? total[i] : low;
				high = total[i] > high ? total[i] : high;
				if (round == 0 || hand < skip)
					continue;
				assert(low < high);
				const int step = 7 * (total[i] - low) / (high - low);
				static const char *const blocks[] = {
					"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"
				};
				const char plain[2] = { "_.:-=+*#"[step], '\0' };
				canvas_put(c, r.y + i, r.x + HAND_W + hand - skip,
					   (enum role)(ROLE_SEAT_0 + i),
					   canvas_glyph(c, blocks[step], plain));
			}
		}
	}
	for (int i = 0; i < g->seats; i++)
		canvas_putf(c, r.y + i, r.x + 1, (enum role)(ROLE_SEAT_0 + i), "%c",
			    game_seat_letter(g, i));
}

bool
sheet_kept(const struct match *m)
{
	int32_t total[SEATS_MAX];
	return totals(&m->setup.game, &m->states[0], total);
}

bool
sheet_fits(int w, const struct match *m)
{
	return (w - HAND_W) / m->setup.game.seats >= SEAT_LEAST;
}

int
sheet_height(const struct match *m, int at)
{
	return sheet_kept(m)
		       ? HEAD_ROWS + sheet_count_hands(m, at) + 1 + m->setup.game.seats
		       : 0;
}

void
sheet_draw(struct canvas *c, struct rect r, const struct match *m, int at)
{
	const struct game *g = &m->setup.game;
	int32_t before[SEATS_MAX] = { 0 }, after[SEATS_MAX] = { 0 };
	const int hands = sheet_count_hands(m, at);
	int hand = 0;
	const int room = (r.w - HAND_W) / g->seats, w = room < SEAT_W ? room : SEAT_W;
	if (hands == 0 || r.h < LEAST_ROWS || room < SEAT_LEAST ||
	    !totals(g, &m->states[0], before))
		return;
	char heading[64] = "the hands so far";
	if (r.w >= 52)
		snprintf(heading, sizeof heading,
			 "the hands so far: %s of each, and the total",
			 g->ops->point_name);
	pane_heading(c, r.y, r.x, r.w, heading, false);
	for (int i = 0; i < g->seats; i++)
		canvas_put_w(c, r.y + 1, r.x + HAND_W + i * w, -w,
			     (enum role)(ROLE_SEAT_0 + i), g->text->seat_name(g, i));
	const int skip = skipped(r, hands);
	for (int ply = results_hand_end(m, 1, at); ply >= 0;
	     ply = results_hand_end(m, ply + 1, at)) {
		totals(g, &m->states[ply], after);
		if (hand >= skip)
			sheet_row_draw(c, r, r.y + HEAD_ROWS + hand - skip, hand + 1, g,
				       before, after);
		memcpy(before, after, sizeof before);
		hand++;
	}
	const int used = HEAD_ROWS + hands - skip + 1;
	if (r.h >= used + g->seats)
		growth_draw(c, (struct rect){ r.y + used, r.x, g->seats, r.w }, m, at);
}
