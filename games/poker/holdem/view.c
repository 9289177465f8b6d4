/* view.c - sentences, figures and the plain picture of hold'em. */
#include "games/poker/holdem/rules.h"

#include <stdio.h>
#include <string.h>

const char *
holdem_round_name(int round)
{
	static const char *const name[HOLDEM_ROUNDS] = { "before the flop", "flop",
							 "turn", "river" };
	return name[round];
}

/* ---- sentences ------------------------------------------------------------------------- */

void
holdem_move_words(const struct holdem *h, int seat, move m, char *out, int size)
{
	const int call = holdem_to_call(h, seat), to = (int)(m - HOLDEM_RAISE);
	struct words w = words_start(out, size);
	if (m == HOLDEM_FOLD)
		words_add(&w, "folds");
	else if (m == HOLDEM_CALL && call == 0)
		words_add(&w, "checks");
	else if (m == HOLDEM_CALL)
		words_add(&w, "calls %d", call);
	else if (h->in[1 - seat] == h->base)
		words_add(&w, "bets %d", to - h->base);
	else
		words_add(&w, "raises to %d", to - h->base);
	const bool all = m != HOLDEM_FOLD &&
			 (m == HOLDEM_CALL ? h->in[seat] + call == h->stack[seat]
					   : to == h->stack[seat]);
	if (all && (m != HOLDEM_CALL || call > 0))
		words_add(&w, " and is all-in");
}

static void
holdem_view_headline(const struct game *g, const struct state *s, int viewer, char *out,
		     int size)
{
	const struct holdem *h = holdem_of(s);
	const struct holdem_variant *r = holdem_variant(g);
	const int hand = h->hand > 0 ? h->hand : 1;
	struct words w = words_start(out, size);
	words_add(&w, "%d/%d  ", holdem_small_blind(r, hand), holdem_big_blind(r, hand));
	if (r->hands > 1)
		words_add(&w, "hand %d of %d  ", hand, r->hands);
	words_add(&w, "%s  pot %d", holdem_round_name(h->round), h->in[0] + h->in[1]);
	if (r->flops > 0)
		words_add(&w, "  %d of 1,755 flops", r->flops);
}

static int
holdem_view_figures(const struct game *g, const struct state *s, struct figure *out)
{
	const struct holdem *h = holdem_of(s);
	out[0] = (struct figure){ .name = "in the pot",
				  .per_seat = { h->in[0], h->in[1] } };
	out[1] = (struct figure){ .name = "stack",
				  .per_seat = { h->stack[0] - h->in[0],
						h->stack[1] - h->in[1] } };
	out[2] = (struct figure){ .name = "total", .per_seat = { h->won, -h->won } };
	return 3;
}

static void
say_back(struct words *w, const struct holdem *h)
{
	const int back = h->in[0] > h->in[1] ? h->in[0] - h->in[1] : h->in[1] - h->in[0];
	if (back > 0)
		words_add(w, "%d %s; ", back, back == 1 ? "goes back" : "go back");
}

/* Who shows what: nothing is said of a hand that folded, unless it is shown as well. */
static void
say_hands(struct words *w, const struct game *g, const struct holdem *h)
{
	char text[POKER_WORDS];
	for (int i = 0; i < HOLDEM_SEATS; i++) {
		const char *name = g->text->seat_name(g, i);
		const bool mucks = holdem_mucks(holdem_variant(g), h, i);
		holdem_words(h, i, text, sizeof text);
		if (!mucks && text[0] != '\0')
			words_add(w, "%s shows %s; ", name, text);
		else if (!h->folded)
			words_add(w, "%s mucks; ", name);
	}
}

static void
holdem_view_say_end(struct words *w, const struct game *g, const struct holdem *h)
{
	say_back(w, h);
	say_hands(w, g, h);
	if (h->last == 0)
		words_add(w, "the pot is shared");
	else
		words_add(w, "%s wins %d", g->text->seat_name(g, h->last < 0),
			  h->last < 0 ? -h->last : h->last);
}

static void
holdem_view_event(const struct game *g, const struct state *from, int seat, move m,
		  const struct state *to, char *out, int size)
{
	const struct holdem *a = holdem_of(from), *b = holdem_of(to);
	struct words w = words_start(out, size);
	char text[64];
	if (seat == SEAT_CHANCE && a->phase == HOLDEM_BOARD) {
		const int had = holdem_board_count(a);
		poker_cards_text(b->board + had, holdem_board_count(b) - had, " ", text,
				 sizeof text);
		words_add(&w, "the %s is %s", holdem_round_name(b->round), text);
	} else if (seat == SEAT_CHANCE) {
		words_add(&w, "hand %d, %s has the button", b->hand,
			  g->text->seat_name(g, holdem_button(b)));
	}
	if (holdem_hand_over(b) && !holdem_hand_over(a)) {
		words_add(&w, "%s", out[0] != '\0' ? "; " : "");
		holdem_view_say_end(&w, g, b);
	}
}

/* ---- the picture ----------------------------------------------------------------------- */

static void
holdem_view_scene_seat(const struct game *g, const struct holdem *h, int seat, int y,
		       struct scene *out)
{
	char text[SCENE_GLYPH];
	const bool dealt = h->card[seat][0] != HOLDEM_NONE;
	snprintf(text, sizeof text, "%-6s%s", g->text->seat_name(g, seat),
		 h->hand > 0 && holdem_button(h) == seat ? " (button)" : "");
	heads_up_put(out, 0, y, (enum role)(ROLE_SEAT_0 + seat), seat, text);
	if (holdem_knows(h, seat))
		poker_cards_text(h->card[seat], HOLDEM_CARDS, " ", text, sizeof text);
	else
		snprintf(text, sizeof text, "%s", dealt ? "?? ??" : "");
	heads_up_put(out, 17, y, holdem_knows(h, seat) ? ROLE_STRONG : ROLE_CARD_BACK,
		     seat, text);
	if (h->folded == seat + 1)
		snprintf(text, sizeof text, "folded");
	else
		snprintf(text, sizeof text, "bet %d, %d left", h->in[seat] - h->base,
			 h->stack[seat] - h->in[seat]);
	heads_up_put(out, 24, y, ROLE_TEXT, seat, text);
}

struct heads_up_choice
holdem_choice(const struct holdem *h, int seat)
{
	return (struct heads_up_choice){ .viewer = seat,
					 .call = holdem_to_call(h, seat),
					 .base = h->base,
					 .all = h->stack[seat],
					 .facing = h->in[1 - seat] != h->base };
}

/* The moves of the viewer, in words. */
static void
holdem_view_scene_moves(const struct game *g, const struct state *s, int viewer,
			struct scene *out)
{
	const struct holdem *h = holdem_of(s);
	move m[HOLDEM_SIZES + 2];
	if (viewer < 0 || !(holdem_acting(g, s) >> viewer & 1))
		return;
	struct heads_up_choice c = holdem_choice(h, viewer);
	c.m = m;
	c.count = holdem_moves(g, s, viewer, m);
	heads_up_scene_moves(out, 8, 2, &c);
}

static void
holdem_view_scene(const struct game *g, const struct state *s, int viewer,
		  struct scene *out)
{
	const struct holdem *h = holdem_of(s);
	char text[SCENE_GLYPH];
	scene_clear(out);
	out->width = 120;
	out->height = 10;
	holdem_view_scene_seat(g, h, 1, 0, out);
	poker_cards_text(h->board, holdem_board_count(h), " ", text, sizeof text);
	heads_up_put(out, 0, 3, ROLE_TEXT, SEAT_NONE, "board");
	heads_up_put(out, 7, 3, ROLE_STRONG, SEAT_NONE, text);
	snprintf(text, sizeof text, "pot %d", h->in[0] + h->in[1]);
	heads_up_put(out, 24, 3, ROLE_STRONG, SEAT_NONE, text);
	holdem_view_scene_seat(g, h, 0, 6, out);
	holdem_view_scene_moves(g, s, viewer, out);
}

const struct game_view holdem_view = {
	.headline = holdem_view_headline,
	.figures = holdem_view_figures,
	.event = holdem_view_event,
	.scene = holdem_view_scene,
};

const struct result_ops holdem_results = {
	.session = holdem_session,
	.rate = holdem_rate,
};
