/*
 * hearts_scene.c - names, the scoreboard, what just happened, the generic scene.
 */
#include "games/hearts_parts.h"
#include "src/core/scene.h"

#include <stdio.h>

char
hearts_seat_letter(const struct game *g, int seat)
{
	return hearts_letters[g->seats][seat];
}

const char *
hearts_seat_name(const struct game *g, int seat)
{
	static const char *const names[] = { "S", "W", "N", "E", "L", "R" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (names[i][0] == hearts_letters[g->seats][seat])
			return names[i];
	return "?";
}

void
hearts_headline(const struct game *g, const struct state *s, int viewer, char *out,
		int size)
{
	(void)viewer;
	const struct hearts_rules *r = hearts_rules(g);
	const struct hearts_state *h = hearts_of(s);
	struct line l = hearts_line(out, size);
	if (h->hand_number == 0)
		hearts_add(&l, "before the deal");
	else
		hearts_add(&l, "hand %d", h->hand_number);
	if (r->passing && h->hand_number > 0)
		hearts_add(&l, pass_by(r, h) == 0 ? "  %s" : "  pass %s",
			   hearts_pass_name(g, s));
	if (h->phase == HEARTS_PLAYING)
		hearts_add(&l, "  trick %d/%d%s", cards_count(h->played) / r->seats + 1,
			   r->cards, h->broken ? "  hearts broken" : "");
	else if (h->hand_number > 0 && h->phase != HEARTS_PASSING)
		hearts_add(&l, h->phase == HEARTS_OVER ? "  over" : "  scored");
	if (r->to > 0)
		hearts_add(&l, "  to %d", r->to);
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
		hearts_add(l, "%s %s %d", i == 0 ? ":" : ",", hearts_seat_name(g, i),
			   h->points[i]);
}

/* Who took all 26 points of the hand that was just scored. */
static int
shooter(const struct game *g, const struct hearts_state *before)
{
	const struct hearts_rules *r = hearts_rules(g);
	struct hearts_state h = *before;
	int out = points_out(r, &h);
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
	struct line l = hearts_line(out, size);
	if (a->phase == HEARTS_DEAL) {
		hearts_add(&l, "hand %d is dealt", b->hand_number);
		if (b->phase == HEARTS_PASSING)
			hearts_add(&l, ": pass %d cards %s", r->pass_cards,
				   hearts_pass_name(g, to));
		return;
	}
	if (a->phase == HEARTS_PASSING && b->phase == HEARTS_PLAYING)
		hearts_add(&l, "the cards are passed %s", hearts_pass_name(g, to));
	if (a->phase != HEARTS_PLAYING || a->trick_count != r->seats - 1)
		return;
	struct hearts_state done = *a; /* the trick as it was taken, for its points */
	int best = a->best_seat, points = a->trick_points + points_of_card((int)m);
	bool follows = (CARD_BIT(m) & card_suit_mask(a->trick[0])) != 0;
	if (follows && (int)m > a->best)
		best = a->turn;
	hearts_add(&l, "%s takes the trick", hearts_seat_name(g, best));
	if (points > 0)
		hearts_add(&l, ": %d", points);
	if (b->phase == HEARTS_PLAYING)
		return;
	done.points[best] = (int8_t)(done.points[best] + points);
	int moon = shooter(g, &done);
	if (moon != SEAT_NONE)
		hearts_add(&l, "; %s shoots the moon", hearts_seat_name(g, moon));
	hearts_add(&l, "; hand %d", b->hand_number);
	add_scores(&l, g, b);
}

/* --- the generic scene --- */

struct place {
	int8_t x, y;	       /* of the seat's lines */
	int8_t card_x, card_y; /* of its card on the table */
};

/* By seats and by how far to the left of the viewer, who sits at the bottom. */
static const struct place places[HEARTS_SEATS + 1][HEARTS_SEATS] = {
	[3] = { { 0, 12, 22, 9 }, { 0, 1, 15, 6 }, { 25, 1, 29, 6 } },
	[4] = { { 0, 12, 22, 9 }, { 0, 3, 14, 7 }, { 13, 0, 22, 5 }, { 25, 3, 30, 7 } },
	[5] = { { 0, 12, 22, 9 },
		{ 0, 3, 12, 8 },
		{ 0, 0, 16, 6 },
		{ 25, 0, 28, 6 },
		{ 25, 3, 32, 8 } },
};
#define SCENE_WIDTH  48
#define SCENE_HEIGHT 17

static enum role
card_role(int card)
{
	return card_suit(card) == DIAMONDS || card_suit(card) == HEARTS ? ROLE_SUIT_RED
									: ROLE_SUIT_BLACK;
}

static struct scene_item *
put_text(struct scene *out, int x, int y, enum role role, int seat, const char *text)
{
	struct scene_item *item = scene_add(out, x, y, role, text, text);
	item->seat = (int8_t)seat;
	item->cell = -1;
	item->m = MOVE_NONE;
	return item;
}

/* "W:QC" or "QC", with a star when it wins so far. */
static struct scene_item *
put_scene_card(struct scene *out, int x, int y, enum role role, int seat, int card,
	       const char *before, const char *behind)
{
	char symbol[6], plain[CARD_TEXT], text[SCENE_GLYPH], ascii[SCENE_GLYPH];
	card_format_symbol(card, symbol);
	card_format(card, plain);
	snprintf(text, sizeof text, "%s%s%s", before, symbol, behind);
	snprintf(ascii, sizeof ascii, "%s%s%s", before, plain, behind);
	struct scene_item *item = scene_add(out, x, y, role, text, ascii);
	item->seat = (int8_t)seat;
	item->cell = (int16_t)card;
	item->m = MOVE_NONE;
	return item;
}

static void
scene_seat(const struct game *g, const struct state *s, int seat, const struct place *at,
	   struct scene *out)
{
	const struct hearts_rules *r = hearts_rules(g);
	const struct hearts_state *h = hearts_of(s);
	struct figure figures[FIGURES_MAX];
	hearts_figures(g, s, figures);
	bool acts = (hearts_acting(g, s) >> seat & 1) != 0 && h->phase != HEARTS_DEAL;
	char text[SCENE_GLYPH];
	snprintf(text, sizeof text, "%s%s%4d%5d", acts ? ">" : " ",
		 hearts_seat_name(g, seat), figures[0].per_seat[seat],
		 figures[1].per_seat[seat]);
	put_text(out, at->x, at->y, (enum role)(ROLE_SEAT_0 + seat), seat, text);
	if (h->phase != HEARTS_PASSING && h->phase != HEARTS_PLAYING)
		return;
	int cards = cards_in_hand(r, h, seat);
	snprintf(text, sizeof text, "%d card%s", cards, cards == 1 ? "" : "s");
	if ((h->committed >> seat & 1) != 0)
		snprintf(text, sizeof text, "has chosen");
	put_text(out, at->x + 13, at->y, ROLE_DIM, seat, text);
}

/* A hand that is not the viewer's: what is known of it, a suit each, then the backs. */
static void
scene_other_hand(const struct game *g, const struct hearts_state *h, int seat, int x,
		 int y, struct scene *out)
{
	static const uint8_t order[SUITS] = { CLUBS, DIAMONDS, SPADES, HEARTS };
	const struct hearts_rules *r = hearts_rules(g);
	int known = cards_count(h->hand[seat]);
	int hidden = cards_in_hand(r, h, seat) - known;
	int gap = known > 14 ? 0 : 1; /* so that it fits half the width */
	for (int k = 0; k < SUITS; k++) {
		uint64_t cards = h->hand[seat] & SUIT_MASK(order[k]);
		if (cards == 0)
			continue;
		char symbol[6], plain[CARD_TEXT], text[SCENE_GLYPH], ascii[SCENE_GLYPH];
		card_format_symbol(cards_lowest(cards), symbol);
		card_format(cards_lowest(cards), plain);
		int n = snprintf(text, sizeof text, "%s", symbol + 1);
		int a = snprintf(ascii, sizeof ascii, "%c", plain[1]);
		for (uint64_t left = cards; left != 0;) {
			int card = cards_highest(left);
			left ^= CARD_BIT(card);
			card_format(card, plain);
			text[n++] = ascii[a++] = plain[0];
		}
		text[n] = ascii[a] = '\0';
		struct scene_item *item =
			scene_add(out, x, y, card_role(cards_lowest(cards)), text, ascii);
		item->seat = (int8_t)seat;
		item->cell = -1;
		item->m = MOVE_NONE;
		x += a + gap;
	}
	char backs[SCENE_GLYPH];
	int n = 0;
	while (n < hidden && n < SCENE_GLYPH - 1)
		backs[n++] = '#';
	backs[n] = '\0';
	if (n > 0)
		put_text(out, x, y, ROLE_CARD_BACK, seat, backs);
}

static void
scene_own_hand(const struct game *g, const struct state *s, int seat, int y,
	       struct scene *out)
{
	const struct hearts_state *h = hearts_of(s);
	bool acts = (hearts_acting(g, s) >> seat & 1) != 0;
	uint64_t legal =
		acts && h->phase == HEARTS_PLAYING ? hearts_legal(g, s, seat) : 0;
	bool passing = acts && h->phase == HEARTS_PASSING;
	int x = 0;
	for (uint64_t left = h->hand[seat]; left != 0; x += 3) {
		int card = cards_pop(&left);
		bool may = passing || (legal >> card & 1) != 0;
		bool chosen =
			h->phase == HEARTS_PASSING && (h->passed[seat] >> card & 1) != 0;
		if (x + 2 > SCENE_WIDTH) {
			x = 0;
			y++;
		}
		enum role role = chosen		? ROLE_SELECTED
				 : acts && !may ? ROLE_DIM
						: card_role(card);
		struct scene_item *item =
			put_scene_card(out, x, y, role, seat, card, "", "");
		item->flags = may ? SCENE_CHOOSABLE : 0;
		item->m = may && !passing ? (move)card : MOVE_NONE;
	}
}

static void
scene_table(const struct game *g, const struct hearts_state *h, int bottom,
	    struct scene *out)
{
	const struct hearts_rules *r = hearts_rules(g);
	for (int i = 0; i < h->trick_count; i++) {
		int seat = (h->leader + i) % r->seats;
		const struct place *at =
			&places[r->seats][(seat - bottom + r->seats) % r->seats];
		char before[3] = { hearts_seat_letter(g, seat), ':', '\0' };
		bool wins = h->trick[i] == h->best;
		put_scene_card(out, at->card_x, at->card_y, card_role(h->trick[i]), seat,
			       h->trick[i], before, wins ? "*" : " ");
	}
	if (h->last_count == 0)
		return;
	put_text(out, 0, SCENE_HEIGHT - 1, ROLE_DIM, SEAT_NONE, "last");
	for (int i = 0; i < h->last_count; i++) {
		int seat = (h->last_leader + i) % r->seats;
		char before[3] = { hearts_seat_letter(g, seat), ':', '\0' };
		put_scene_card(out, 6 + 6 * i, SCENE_HEIGHT - 1, ROLE_DIM, seat,
			       h->last[i], before, "");
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
	int bottom = viewer >= 0 ? viewer : 0;
	memset(out, 0, sizeof *out);
	out->width = SCENE_WIDTH;
	out->height = SCENE_HEIGHT;
	for (int k = 0; k < r->seats; k++) {
		int seat = (bottom + k) % r->seats;
		const struct place *at = &places[r->seats][k];
		scene_seat(g, s, seat, at, out);
		if (k > 0)
			scene_other_hand(g, h, seat, at->x, at->y + 1, out);
	}
	if (cards_count(h->hand[bottom]) == cards_in_hand(r, h, bottom))
		scene_own_hand(g, s, bottom, places[r->seats][0].y + 1, out);
	else
		scene_other_hand(g, h, bottom, 0, places[r->seats][0].y + 1, out);
	scene_table(g, h, bottom, out);
	if (h->phase == HEARTS_PASSING) {
		char text[SCENE_GLYPH * 2];
		snprintf(text, sizeof text, "pass %d %s", r->pass_cards,
			 hearts_pass_name(g, s));
		put_text(out, 16, 8, ROLE_STRONG, SEAT_NONE, text);
	}
}
