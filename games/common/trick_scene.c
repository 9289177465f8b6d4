/* trick_scene.c - see trick_scene.h. */
#include "games/common/trick_scene.h"

#include "games/common/words.h"

#include <stdio.h>
#include <string.h>

void
trick_headline(const struct trick_view *v, const char *note, const char *broken, int to,
	       char *out, int size)
{
	struct words w = words_start(out, size);
	if (v->hand_number == 0)
		words_add(&w, "before the deal");
	else
		words_add(&w, "hand %d%s", v->hand_number, note);
	if (v->phase == TRICK_PLAY)
		words_add(&w, "  trick %d/%d%s", cards_count(v->played) / v->seats + 1,
			  v->cards, broken);
	else if (v->hand_number > 0 && v->phase != TRICK_BEFORE)
		words_add(&w, v->phase == TRICK_OVER ? "  over" : "  scored");
	if (to > 0)
		words_add(&w, "  to %d", to);
}

/* By seats and by how far to the left of the viewer, who sits at the bottom. */
static const struct trick_place places[TRICK_SEATS + 1][TRICK_SEATS] = {
	[3] = { { 0, 12, 22, 9 }, { 0, 1, 15, 6 }, { 25, 1, 29, 6 } },
	[4] = { { 0, 12, 22, 9 }, { 0, 3, 14, 7 }, { 13, 0, 22, 5 }, { 25, 3, 30, 7 } },
	[5] = { { 0, 12, 22, 9 },
		{ 0, 3, 12, 8 },
		{ 0, 0, 16, 6 },
		{ 25, 0, 28, 6 },
		{ 25, 3, 32, 8 } },
};

const struct trick_place *
trick_place(int seats, int seat, int bottom)
{
	return &places[seats][(seat - bottom + seats) % seats];
}

static enum role
trick_scene_card_role(int card)
{
	return card_suit(card) == DIAMONDS || card_suit(card) == HEARTS ? ROLE_SUIT_RED
									: ROLE_SUIT_BLACK;
}

void
trick_clear_scene(struct scene *out)
{
	memset(out, 0, sizeof *out);
	out->width = TRICK_SCENE_WIDTH;
	out->height = TRICK_SCENE_HEIGHT;
}

struct scene_item *
trick_put_text(struct scene *out, int x, int y, enum role role, int seat,
	       const char *text)
{
	struct scene_item *item = scene_add(out, x, y, role, text, text);
	item->seat = (int8_t)seat;
	item->cell = -1;
	item->m = MOVE_NONE;
	return item;
}

/* "W:QC" or "QC", with a star when it wins so far. */
static struct scene_item *
trick_scene_put_card(struct scene *out, int x, int y, enum role role, int seat, int card,
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
put_hand(const struct trick_view *v, int seat, int x, int y, struct scene *out)
{
	static const uint8_t order[SUITS] = { CLUBS, DIAMONDS, SPADES, HEARTS };
	int known = cards_count(v->hand[seat]);
	int hidden = trick_cards(v, seat) - known;
	int gap = known > 14 ? 0 : 1; /* so that it fits half the width */
	for (int k = 0; k < SUITS; k++) {
		uint64_t cards = v->hand[seat] & SUIT_MASK(order[k]);
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
			scene_add(out, x, y, trick_scene_card_role(cards_lowest(cards)),
				  text, ascii);
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
		trick_put_text(out, x, y, ROLE_CARD_BACK, seat, backs);
}

static void
put_own(const struct trick_view *v, int seat, int y, bool acts, uint64_t legal,
	struct scene *out)
{
	int x = 0;
	for (uint64_t left = v->hand[seat]; left != 0; x += 3) {
		int card = cards_pop(&left);
		bool may = (legal >> card & 1) != 0;
		if (x + 2 > TRICK_SCENE_WIDTH) {
			x = 0;
			y++;
		}
		struct scene_item *item =
			trick_scene_put_card(out, x, y,
					     acts && !may ? ROLE_DIM
							  : trick_scene_card_role(card),
					     seat, card, "", "");
		item->flags = may ? SCENE_CHOOSABLE : 0;
		item->m = may ? (move)card : MOVE_NONE;
	}
}

void
trick_put_hands(const struct trick_view *v, int bottom, bool acts, uint64_t legal,
		struct scene *out)
{
	for (int i = 0; i < v->seats; i++) {
		const struct trick_place *at = trick_place(v->seats, i, bottom);
		if (i == bottom && cards_count(v->hand[i]) == trick_cards(v, i))
			put_own(v, i, at->y + 1, acts, legal, out);
		else
			put_hand(v, i, at->x, at->y + 1, out);
	}
}

void
trick_put_table(const struct trick_view *v, int bottom, struct scene *out)
{
	const char *letter = trick_letters[v->seats];
	for (int i = 0; i < v->trick_count; i++) {
		int seat = (v->leader + i) % v->seats;
		const struct trick_place *at = trick_place(v->seats, seat, bottom);
		char before[3] = { letter[seat], ':', '\0' };
		trick_scene_put_card(out, at->card_x, at->card_y,
				     trick_scene_card_role(v->trick[i]), seat,
				     v->trick[i], before,
				     v->trick[i] == v->best ? "*" : " ");
	}
	if (v->last_count == 0)
		return;
	trick_put_text(out, 0, TRICK_SCENE_HEIGHT - 1, ROLE_DIM, SEAT_NONE, "last");
	for (int i = 0; i < v->last_count; i++) {
		int seat = (v->last_leader + i) % v->seats;
		char before[3] = { letter[seat], ':', '\0' };
		trick_scene_put_card(out, 6 + 6 * i, TRICK_SCENE_HEIGHT - 1, ROLE_DIM,
				     seat, v->last[i], before, "");
	}
}
