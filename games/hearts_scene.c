/*
 * hearts_scene.c - names, the scoreboard, what just happened, the generic scene.
 */
#include "games/hearts_parts.h"
#include "src/core/scene.h"

#include <stdio.h>

void
hearts_headline(const struct game *g, const struct state *s, int viewer, char *out,
		int size)
{
	(void)viewer;
	const struct hearts_rules *r = hearts_rules(g);
	const struct hearts_state *h = hearts_of(s);
	struct line l = line_start(out, size);
	if (h->hand_number == 0)
		line_add(&l, "before the deal");
	else
		line_add(&l, "hand %d", h->hand_number);
	if (r->passing && h->hand_number > 0)
		line_add(&l, pass_by(r, h) == 0 ? "  %s" : "  pass %s",
			 hearts_pass_name(g, s));
	if (h->phase == HEARTS_PLAYING)
		line_add(&l, "  trick %d/%d%s", cards_count(h->played) / r->seats + 1,
			 r->cards, h->broken ? "  hearts broken" : "");
	else if (h->hand_number > 0 && h->phase != HEARTS_PASSING)
		line_add(&l, h->phase == HEARTS_OVER ? "  over" : "  scored");
	if (r->to > 0)
		line_add(&l, "  to %d", r->to);
}

int
hearts_figures(const struct game *g, const struct state *s, struct figure *out)
{
	const struct hearts_rules *r = hearts_rules(g);
	const struct hearts_state *h = hearts_of(s);
	struct figure hand = { .name = "hand", .lower_is_better = true };
	struct figure total = { .name = "total", .lower_is_better = true };
	struct figure cards = { .name = "cards" };
	for (int i = 0; i < r->seats; i++) {
		bool running = h->phase == HEARTS_PLAYING && h->jack == i + 1;
		hand.per_seat[i] = h->points[i] - (running ? JACK_BONUS : 0);
		total.per_seat[i] = h->total[i];
		cards.per_seat[i] = cards_in_hand(r, h, i);
	}
	out[0] = hand;
	out[1] = total;
	out[2] = cards;
	return 3;
}

static void
add_scores(struct line *l, const struct game *g, const struct hearts_state *h)
{
	for (int i = 0; i < g->seats; i++)
		line_add(l, "%s %s %d", i == 0 ? ":" : ",", trick_seat_name(g, i),
			 h->points[i]);
}

/* Who took all 26 points of the hand that was just scored. */
static int
shooter(const struct game *g, const struct hearts_state *before)
{
	const struct hearts_rules *r = hearts_rules(g);
	struct hearts_state h = *before;
	int out = points_out(&h);
	for (int i = 0; i < r->seats; i++)
		if (h.points[i] == ALL_POINTS || h.points[i] + out == ALL_POINTS)
			return i;
	return SEAT_NONE;
}

void
hearts_event(const struct game *g, const struct state *from, int seat, move m,
	     const struct state *to, char *out, int size)
{
	(void)seat, (void)m;
	const struct hearts_rules *r = hearts_rules(g);
	const struct hearts_state *a = hearts_of(from), *b = hearts_of(to);
	struct line l = line_start(out, size);
	if (a->phase == HEARTS_DEAL) {
		line_add(&l, "hand %d is dealt", b->hand_number);
		if (b->phase == HEARTS_PASSING)
			line_add(&l, ": pass %d cards %s", r->pass_cards,
				 hearts_pass_name(g, to));
		return;
	}
	if (a->phase == HEARTS_PASSING && b->phase == HEARTS_PLAYING)
		line_add(&l, "the cards are passed %s", hearts_pass_name(g, to));
	if (a->phase != HEARTS_PLAYING || a->trick_count != r->seats - 1)
		return;
	struct hearts_state done = *a; /* the trick as it was taken, for its points */
	int best = a->best_seat, points = a->trick_points + points_of_card((int)m);
	bool follows = (CARD_BIT(m) & card_suit_mask(a->trick[0])) != 0;
	if (follows && (int)m > a->best)
		best = a->turn;
	line_add(&l, "%s takes the trick", trick_seat_name(g, best));
	if (points > 0)
		line_add(&l, ": %d", points);
	if (b->phase == HEARTS_PLAYING)
		return;
	done.points[best] = (int8_t)(done.points[best] + points);
	int moon = shooter(g, &done);
	if (moon != SEAT_NONE)
		line_add(&l, "; %s shoots the moon", trick_seat_name(g, moon));
	line_add(&l, "; hand %d", b->hand_number);
	add_scores(&l, g, b);
}

/* --- the generic scene --- */

static void
scene_seat(const struct game *g, const struct state *s, int seat,
	   const struct trick_place *at, struct scene *out)
{
	const struct hearts_rules *r = hearts_rules(g);
	const struct hearts_state *h = hearts_of(s);
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
	int cards = cards_in_hand(r, h, seat);
	snprintf(text, sizeof text, "%d card%s", cards, cards == 1 ? "" : "s");
	if ((h->committed >> seat & 1) != 0)
		snprintf(text, sizeof text, "has chosen");
	trick_put_text(out, at->x + 13, at->y, ROLE_DIM, seat, text);
}

static void
scene_own_hand(const struct game *g, const struct state *s, int seat, int y,
	       struct scene *out)
{
	const struct hearts_state *h = hearts_of(s);
	struct trick_view v = hearts_view(g, s);
	bool acts = (hearts_acting(g, s) >> seat & 1) != 0;
	bool passing = acts && h->phase == HEARTS_PASSING;
	uint64_t legal =
		acts && h->phase == HEARTS_PLAYING ? hearts_legal(g, s, seat) : 0;
	int first = out->count;
	trick_put_own(&v, seat, y, acts && !passing, legal, out);
	for (int i = first; i < out->count; i++) {
		struct scene_item *item = &out->item[i];
		if (passing)
			item->flags = SCENE_CHOOSABLE;
		if (h->phase == HEARTS_PASSING &&
		    (h->passed[seat] >> item->cell & 1) != 0)
			item->role = ROLE_SELECTED;
	}
}

/*
 * The viewer (seat 0 for onlookers) sits at the bottom. While cards are passed the viewer's
 * cards are choosable but carry no move of their own: a pass is one move of several cards,
 * and its text is the cards' texts joined by `+`.
 */
void
hearts_scene(const struct game *g, const struct state *s, int viewer, struct scene *out)
{
	const struct hearts_rules *r = hearts_rules(g);
	const struct hearts_state *h = hearts_of(s);
	struct trick_view v = hearts_view(g, s);
	int bottom = viewer >= 0 ? viewer : 0;
	memset(out, 0, sizeof *out);
	out->width = TRICK_SCENE_WIDTH;
	out->height = TRICK_SCENE_HEIGHT;
	for (int k = 0; k < r->seats; k++) {
		int seat = (bottom + k) % r->seats;
		const struct trick_place *at = trick_place(r->seats, k);
		scene_seat(g, s, seat, at, out);
		if (k > 0)
			trick_put_hand(&v, seat, at->x, at->y + 1, out);
	}
	if (cards_count(h->hand[bottom]) == cards_in_hand(r, h, bottom))
		scene_own_hand(g, s, bottom, trick_place(r->seats, 0)->y + 1, out);
	else
		trick_put_hand(&v, bottom, 0, trick_place(r->seats, 0)->y + 1, out);
	trick_put_table(&v, bottom, h->best, out);
	if (h->phase == HEARTS_PASSING) {
		char text[SCENE_GLYPH * 2];
		snprintf(text, sizeof text, "pass %d %s", r->pass_cards,
			 hearts_pass_name(g, s));
		trick_put_text(out, 16, 8, ROLE_STRONG, SEAT_NONE, text);
	}
}
