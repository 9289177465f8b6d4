/*
 * view.c - names, the scoreboard, the last event, the generic scene.
 */
#include "games/common/trick_scene.h"
#include "games/common/words.h"
#include "games/hearts/rules.h"

#include <stdio.h>

static void
hearts_headline(const struct game *g, const struct state *s, int viewer, char *out,
		int size)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	const struct trick_view v = hearts_trick_view(g, s);
	char note[24] = "";
	if (r->passing)
		snprintf(note, sizeof note, pass_by(r, h) == 0 ? "  %s" : "  pass %s",
			 hearts_pass_name(g, s));
	trick_headline(&v, note, h->broken ? "  hearts broken" : "", r->to, out, size);
}

static int
hearts_figures(const struct game *g, const struct state *s, struct figure *out)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	struct figure hand = { .name = "hand", .lower_is_better = true };
	struct figure total = { .name = "total", .lower_is_better = true };
	struct figure cards = { .name = "cards" };
	for (int i = 0; i < r->seats; i++) {
		bool running = h->phase == HEARTS_PLAYING && h->jack == i + 1;
		hand.per_seat[i] = h->points[i] - (running ? JACK_BONUS : 0);
		total.per_seat[i] = h->total[i];
		cards.per_seat[i] = hearts_cards(g, s, i);
	}
	out[0] = hand;
	out[1] = total;
	out[2] = cards;
	return 3;
}

static void
hearts_add_scores(struct words *w, const struct game *g, const struct hearts_state *h)
{
	for (int i = 0; i < g->seats; i++)
		words_add(w, "%s %s %d", i == 0 ? ":" : ",", trick_seat_name(g, i),
			  h->points[i]);
}

/* The seat with all points of a hand, its last trick included; SEAT_NONE: none. */
static int
shooter(const struct hearts_variant *r, const struct hearts_state *h, int best,
	int points)
{
	for (int i = 0; i < r->seats; i++)
		if (h->points[i] + (i == best ? points : 0) == ALL_POINTS)
			return i;
	return SEAT_NONE;
}

static void
hearts_event(const struct game *g, const struct state *from, int seat, move m,
	     const struct state *to, char *out, int size)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *a = hearts_of(from), *b = hearts_of(to);
	struct words w = words_start(out, size);
	if (a->phase == HEARTS_DEAL) {
		words_add(&w, "hand %d is dealt", b->hand_number);
		if (b->phase == HEARTS_PASSING)
			words_add(&w, ": pass %d cards %s", r->pass_cards,
				  hearts_pass_name(g, to));
		return;
	}
	if (a->phase == HEARTS_PASSING && b->phase == HEARTS_PLAYING)
		words_add(&w, "the cards are passed %s", hearts_pass_name(g, to));
	if (a->phase != HEARTS_PLAYING || a->trick_count != r->seats - 1)
		return;
	const int best = card_beats((int)m, a->best) ? a->turn : a->best_seat;
	const int points = a->trick_points + points_of_card((int)m);
	words_add(&w, "%s takes the trick", game_seat_word(g, best));
	if (points != 0)
		words_add(&w, ": %d %s", points, points == 1 ? "point" : "points");
	if (b->phase == HEARTS_PLAYING)
		return;
	const int moon = shooter(r, a, best, points);
	if (moon != SEAT_NONE)
		words_add(&w, "; %s shoots the moon", game_seat_word(g, moon));
	words_add(&w, "; hand %d", b->hand_number);
	hearts_add_scores(&w, g, b);
}

/* --- the generic scene --- */

static void
hearts_scene_seat(const struct game *g, const struct state *s, int seat, int bottom,
		  struct scene *out)
{
	const struct hearts_state *h = hearts_of(s);
	const struct trick_place *at = trick_place(g->seats, seat, bottom);
	struct figure figures[FIGURES_MAX];
	hearts_figures(g, s, figures);
	bool acts = (hearts_acting(g, s) >> seat & 1) != 0 && h->phase != HEARTS_DEAL;
	char text[SCENE_GLYPH];
	snprintf(text, sizeof text, "%s%s%4d%5d", acts ? ">" : " ",
		 trick_seat_name(g, seat), figures[0].per_seat[seat],
		 figures[1].per_seat[seat]);
	trick_put_text(out, at->x, at->y, (enum role)(ROLE_SEAT_0 + seat), seat, text);
	if (h->phase != HEARTS_PASSING && h->phase != HEARTS_PLAYING)
		return;
	int cards = hearts_cards(g, s, seat);
	snprintf(text, sizeof text, "%d card%s", cards, cards == 1 ? "" : "s");
	if ((h->committed >> seat & 1) != 0)
		snprintf(text, sizeof text, "has chosen");
	trick_put_text(out, at->x + 13, at->y, ROLE_DIM, seat, text);
}

/* While cards are passed the viewer's are choosable but carry no move of their own: a pass is
 * one move of several cards, and its text is the cards' texts joined by `+`. */
static void
scene_pass(const struct game *g, const struct state *s, int seat, bool acts,
	   struct scene *out)
{
	const struct hearts_state *h = hearts_of(s);
	for (int i = 0; i < out->count; i++) {
		struct scene_item *item = &out->item[i];
		if (item->seat != seat || item->cell < 0)
			continue;
		if (acts)
			item->flags = SCENE_CHOOSABLE;
		if ((h->passed[seat] >> item->cell & 1) != 0)
			item->role = ROLE_SELECTED;
	}
	char text[SCENE_GLYPH * 2];
	snprintf(text, sizeof text, "pass %d %s", hearts_variant(g)->pass_cards,
		 hearts_pass_name(g, s));
	trick_put_text(out, 16, 8, ROLE_STRONG, SEAT_NONE, text);
}

/* The viewer (seat 0 for onlookers) sits at the bottom. */
static void
hearts_scene(const struct game *g, const struct state *s, int viewer, struct scene *out)
{
	const struct trick_view v = hearts_trick_view(g, s);
	const int bottom = viewer >= 0 ? viewer : 0;
	const bool acts = (hearts_acting(g, s) >> bottom & 1) != 0;
	const bool plays = acts && v.phase == TRICK_PLAY;
	trick_clear_scene(out);
	for (int i = 0; i < v.seats; i++)
		hearts_scene_seat(g, s, i, bottom, out);
	trick_put_hands(&v, bottom, plays, plays ? hearts_legal(g, s, bottom) : 0, out);
	trick_put_table(&v, bottom, out);
	if (v.phase == TRICK_BEFORE)
		scene_pass(g, s, bottom, acts, out);
}

/* Taking all points is begun in earnest with more than two thirds of them. */
#define MOON_BEGUN 18

static const struct feat hearts_feats[] = {
	{ "moons_shot", "moons shot" },
	{ "moons_stopped", "moons stopped" },
	{ NULL, NULL },
};

/* Of the card that ends a trick with points, while one seat has all taken so far. */
static int
hearts_feat(const struct game *g, const struct state *from, int seat, move m, int *whose)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(from);
	if (h->phase != HEARTS_PLAYING || h->trick_count != r->seats - 1)
		return -1;
	const int points = h->trick_points + points_of_card((int)m);
	const int has_all = hearts_moon_seat(r, h);
	*whose = card_beats((int)m, h->best) ? seat : h->best_seat;
	if (points == 0 || has_all < 0 || has_all >= r->seats)
		return -1;
	if (*whose == has_all)
		return h->points[has_all] + points == ALL_POINTS ? 0 : -1;
	return h->points[has_all] >= MOON_BEGUN ? 1 : -1;
}

const struct game_view hearts_view = {
	.headline = hearts_headline,
	.figures = hearts_figures,
	.event = hearts_event,
	.scene = hearts_scene,
};

const struct result_ops hearts_results = {
	.feats = hearts_feats,
	.feat = hearts_feat,
};
