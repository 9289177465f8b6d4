/*
 * view.c - names, the scoreboard, the last event, the generic scene.
 */
#include "games/common/trick_scene.h"
#include "games/common/words.h"
#include "games/spades/rules.h"

#include <stdio.h>

static void
spades_headline(const struct game *g, const struct state *s, int viewer, char *out,
		int size)
{
	const struct trick_view v = spades_trick_view(g, s);
	trick_headline(&v, v.phase == TRICK_BEFORE ? "  bidding" : "",
		       spades_of(s)->broken ? "  spades broken" : "",
		       spades_variant(g)->to, out, size);
}

static int
spades_figures(const struct game *g, const struct state *s, struct figure *out)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	int n = 0;
	struct figure bid = { .name = "bid" }, taken = { .name = "taken" };
	struct figure bags = { .name = "bags", .lower_is_better = true };
	struct figure total = { .name = "total" };
	for (int i = 0; i < r->seats; i++) {
		bid.per_seat[i] = h->bid[i] < 0 || is_nil(h->bid[i]) ? 0 : h->bid[i];
		taken.per_seat[i] = h->taken[i];
		bags.per_seat[i] = h->bags[i];
		total.per_seat[i] = h->total[i];
	}
	if (r->bidding)
		out[n++] = bid;
	out[n++] = taken;
	if (r->bidding && r->bags)
		out[n++] = bags;
	out[n++] = total;
	return n;
}

static void
spades_add_scores(struct words *w, const struct game *g, const struct spades_state *h)
{
	for (int i = 0; i < g->seats; i++)
		words_add(w, "%s %s %d", i == 0 ? ":" : ",", trick_seat_name(g, i),
			  h->points[i]);
}

static void
spades_event(const struct game *g, const struct state *from, int seat, move m,
	     const struct state *to, char *out, int size)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *a = spades_of(from), *b = spades_of(to);
	struct words w = words_start(out, size);
	if (a->phase == SPADES_DEAL) {
		words_add(&w, "hand %d is dealt: %s %s first", b->hand_number,
			  trick_seat_name(g, b->turn), r->bidding ? "bids" : "plays");
		return;
	}
	if (a->phase == SPADES_BIDDING && b->phase == SPADES_PLAYING) {
		int sum = 0;
		for (int i = 0; i < r->seats; i++)
			sum += is_nil(b->bid[i]) ? 0 : b->bid[i];
		words_add(&w, "%d of %d tricks are bid", sum, r->cards);
		return;
	}
	if (a->phase != SPADES_PLAYING)
		return;
	if (!a->broken && m < CARDS && (CARD_BIT(m) & SPADE_CARDS) != 0)
		words_add(&w, "spades are broken%s",
			  a->trick_count == r->seats - 1 ? "; " : "");
	if (a->trick_count != r->seats - 1)
		return;
	int best = card_beats((int)m, a->best) ? a->turn : a->best_seat;
	words_add(&w, "%s takes the trick", game_seat_word(g, best));
	if (r->bidding && is_nil(a->bid[best]) && a->taken[best] == 0)
		words_add(&w, ": the nil fails");
	if (b->phase == SPADES_PLAYING)
		return;
	words_add(&w, "; hand %d", b->hand_number);
	spades_add_scores(&w, g, b);
	for (int i = 0; i < r->seats && r->bags; i++)
		if (r->bidding && b->bags[i] < a->bags[i])
			words_add(&w, "; ten bags cost %s 100", game_seat_word(g, i));
}

/* --- the generic scene --- */

static void
spades_scene_seat(const struct game *g, const struct state *s, int seat, int bottom,
		  struct scene *out)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	const struct trick_place *at = trick_place(r->seats, seat, bottom);
	bool acts = h->phase != SPADES_DEAL && (spades_acting(g, s) >> seat & 1) != 0;
	char text[SCENE_GLYPH], bid[8];
	spades_bid_text(h->bid[seat], bid);
	if (r->bidding)
		snprintf(text, sizeof text, "%s%s %d/%s%5d", acts ? ">" : " ",
			 trick_seat_name(g, seat), h->taken[seat], bid, h->total[seat]);
	else
		snprintf(text, sizeof text, "%s%s %d%5d", acts ? ">" : " ",
			 trick_seat_name(g, seat), h->taken[seat], h->total[seat]);
	trick_put_text(out, at->x, at->y, (enum role)(ROLE_SEAT_0 + seat), seat, text);
}

static void
spades_scene_bids(const struct game *g, const struct state *s, int seat,
		  struct scene *out)
{
	move m[MOVES_MAX];
	int n = spades_moves(g, s, seat, m), x = 0, y = 15;
	trick_put_text(out, 0, 14, ROLE_STRONG, seat, "your bid:");
	for (int i = 0; i < n; i++) {
		char text[SCENE_GLYPH];
		spades_format_move(g, s, seat, m[i], text, sizeof text);
		int width = (int)strlen(text);
		if (x + width > TRICK_SCENE_WIDTH) {
			x = 0;
			y++;
		}
		struct scene_item *item =
			trick_put_text(out, x, y, ROLE_STRONG, seat, text);
		item->flags = SCENE_CHOOSABLE;
		item->m = m[i];
		x += width + 1;
	}
}

/* The viewer (seat 0 for onlookers) sits at the bottom. */
static void
spades_scene(const struct game *g, const struct state *s, int viewer, struct scene *out)
{
	const struct trick_view v = spades_trick_view(g, s);
	const int bottom = viewer >= 0 ? viewer : 0;
	const bool acts = (spades_acting(g, s) >> bottom & 1) != 0;
	const bool plays = acts && v.phase == TRICK_PLAY;
	trick_clear_scene(out);
	for (int i = 0; i < v.seats; i++)
		spades_scene_seat(g, s, i, bottom, out);
	trick_put_hands(&v, bottom, plays, plays ? spades_legal(g, s, bottom) : 0, out);
	trick_put_table(&v, bottom, out);
	if (acts && v.phase == TRICK_BEFORE)
		spades_scene_bids(g, s, bottom, out);
}

const struct game_view spades_view = {
	.headline = spades_headline,
	.figures = spades_figures,
	.event = spades_event,
	.scene = spades_scene,
};
