/* cards.c - cards and sets of cards as text. */
#include "games/common/cards.h"

#include "src/core/game.h"

#include <string.h>

static const char rank_letters[] = "23456789TJQKA";
static const char suit_letters[] = "CDSH";
static const char *const suit_symbols[SUITS] = { "♣", "♦", "♠", "♥" };
static const char *const suit_outlines[SUITS] = { "♧", "♢", "♤", "♡" };

void
card_format(int card, char out[static CARD_TEXT])
{
	out[0] = rank_letters[card_rank(card)];
	out[1] = suit_letters[card_suit(card)];
	out[2] = '\0';
}

void
card_format_symbol(int card, char out[static 6])
{
	out[0] = rank_letters[card_rank(card)];
	memcpy(out + 1, suit_symbols[card_suit(card)], 4);
}

static char
upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* Rank at *text, or -1; moves behind it. */
static int
parse_rank(const char **text)
{
	const char *t = *text;
	if (t[0] == '1' && t[1] == '0') {
		*text = t + 2;
		return TEN;
	}
	const char *at = t[0] == '\0' ? NULL : strchr(rank_letters, upper(t[0]));
	if (at == NULL)
		return -1;
	*text = t + 1;
	return (int)(at - rank_letters);
}

static int
parse_suit(const char **text)
{
	const char *t = *text;
	for (int s = 0; s < SUITS; s++) {
		if (upper(t[0]) == suit_letters[s]) {
			*text = t + 1;
			return s;
		}
		if (strncmp(t, suit_symbols[s], 3) == 0 ||
		    strncmp(t, suit_outlines[s], 3) == 0) {
			*text = t + 3;
			return s;
		}
	}
	return -1;
}

int
card_parse(const char **text)
{
	const char *t = *text;
	int rank = parse_rank(&t);
	int suit = rank < 0 ? -1 : parse_suit(&t);
	if (suit < 0)
		return -1;
	*text = t;
	return CARD(rank, suit);
}

/* The order of suits in a set's text. */
static const uint8_t suit_order[SUITS] = { SPADES, HEARTS, DIAMONDS, CLUBS };

void
cards_format(uint64_t set, uint64_t full, char out[static CARDS_TEXT])
{
	char *o = out;
	if (set == 0)
		*o++ = '-';
	for (int k = 0; k < SUITS && set != 0; k++) {
		uint64_t suit = set & SUIT_MASK(suit_order[k]);
		if (k > 0)
			*o++ = '.';
		if (suit == (full & SUIT_MASK(suit_order[k])) && cards_count(suit) > 1) {
			*o++ = '*';
			continue;
		}
		while (suit != 0) {
			int card = cards_highest(suit);
			suit ^= CARD_BIT(card);
			*o++ = rank_letters[card_rank(card)];
		}
	}
	*o = '\0';
}

bool
cards_parse(const char *text, uint64_t full, uint64_t *set)
{
	*set = 0;
	if (strcmp(text, "-") == 0)
		return true;
	for (int k = 0; k < SUITS; k++) {
		int suit = suit_order[k];
		if (k > 0 && *text++ != '.')
			return false;
		if (*text == '*') {
			*set |= full & SUIT_MASK(suit);
			text++;
			continue;
		}
		for (int rank; (rank = parse_rank(&text)) >= 0;) {
			uint64_t bit = CARD_BIT(CARD(rank, suit));
			if ((*set & bit) != 0)
				return false;
			*set |= bit;
		}
	}
	return *text == '\0';
}

void
cards_things(uint64_t key, struct things *out)
{
	*out = (struct things){ .called = "card",
				.count = CARDS,
				.key = key,
				.groups = SUITS,
				.group_name = { "clubs", "diamonds", "spades",
						"hearts" } };
	for (int card = 0; card < CARDS; card++) {
		card_format(card, out->name[card]);
		out->group[card] = (uint8_t)card_suit(card);
	}
}

uint32_t
cards_part_height(uint32_t part)
{
	const uint32_t all = (uint32_t)cards_part_all(part);
	const uint32_t others = all - (uint32_t)cards_part_own(part);
	uint32_t lower = 0, sum = 0;
	for (uint32_t i = 0; i < all; i++) {
		const bool own = (part >> i & 1) != 0;
		sum += own ? lower * lower : 0;
		lower += !own;
	}
	const uint32_t square = others * others;
	return others == 0 ? 0 : sum * ((65536 + square / 2) / square) >> 8;
}

uint64_t
cards_hash_shape(const uint64_t *hand, int hands, uint64_t place)
{
	uint64_t lengths = 0, key;
	for (int suit = 0; suit < SUITS; suit++)
		lengths = lengths << 4 | (uint64_t)cards_count(place & SUIT_MASK(suit));
	key = lengths * cards_odd[5];
	for (int i = 0; i < hands; i++)
		key ^= cards_fold(cards_squeeze(hand[i], place) ^ cards_odd[i + 1],
				  cards_odd[i]);
	return key;
}
