/* range.c - see range.h. Classes are places in the square of 13 x 13, as poker_class() has them. */
#include "games/poker/range.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE	 SUIT_CARDS
#define ENTRY	 48 /* of an entry, in messages */
#define EXPECTED "expected hands such as 66+, A8s+, AJo, QQ-77, AhKd or random"

static const char ranks[] = "AKQJT98765432";

/* ---- reading --------------------------------------------------------------------------- */

enum kind { BOTH, SUITED, OFFSUIT };

/* Two ranks of an entry, the higher (the lower number) first. */
struct ends {
	int high, low;
	enum kind kind;
};

static int
read_rank(const char **at)
{
	const char *found = **at != '\0' ? strchr(ranks, **at) : NULL;
	if (found == NULL && **at >= 'a' && **at <= 't')
		found = strchr(ranks, **at - 'a' + 'A');
	if (found == NULL)
		return -1;
	++*at;
	return (int)(found - ranks);
}

/* "AKs", "77" */
static bool
range_read_ends(const char **at, struct ends *out)
{
	const int one = read_rank(at), other = one < 0 ? -1 : read_rank(at);
	if (other < 0)
		return false;
	*out = (struct ends){ one < other ? one : other, one < other ? other : one,
			      BOTH };
	if (one != other && (**at == 's' || **at == 'o'))
		out->kind = *(*at)++ == 's' ? SUITED : OFFSUIT;
	return true;
}

/* The hands of a class. */
static void
set_class(struct poker_range *r, int high, int low, enum kind kind, float weight)
{
	for (int one = 0; one < SUITS; one++)
		for (int other = 0; other < SUITS; other++) {
			const bool suited = one == other;
			if ((suited && (high == low || kind == OFFSUIT)) ||
			    (!suited && kind == SUITED))
				continue;
			const int hand = poker_hand_number(CARD(ACE - high, one),
							   CARD(ACE - low, other));
			r->weight[hand] = weight;
		}
}

/* From one class to the other; false: no run leads there. */
static bool
set_run(struct poker_range *r, struct ends a, struct ends b, float weight)
{
	if (a.high > b.high || (a.high == b.high && a.low > b.low)) {
		const struct ends swap = a;
		a = b;
		b = swap;
	}
	const int apart = a.low - a.high;
	const bool both = apart == b.low - b.high;
	if (a.kind != b.kind ||
	    (!both && (a.high != b.high || apart == 0 || b.low == b.high)))
		return false;
	for (int k = 0; a.low + k <= b.low; k++)
		set_class(r, both ? a.high + k : a.high, a.low + k, a.kind, weight);
	return true;
}

/* The other end of "66+" and of "A8s+". */
static struct ends
top_of(struct ends e)
{
	const int apart = e.low - e.high;
	if (apart <= 1)
		return (struct ends){ 0, apart, e.kind };
	return (struct ends){ e.high, e.high + 1, e.kind };
}

/* "AhKd" */
static bool
range_read_hand(const char **at, int *hand)
{
	uint64_t gone = 0;
	uint8_t card[2];
	if (!poker_read_cards(at, 2, &gone, card))
		return false;
	*hand = poker_hand_number(card[0], card[1]);
	return true;
}

/* The hands of an entry up to its colon or end. */
static bool
range_read_hands(const char **at, struct poker_range *r, float weight)
{
	struct ends a, b;
	int hand;
	if (strncmp(*at, "random", 6) == 0) {
		*at += 6;
		for (int h = 0; h < POKER_HANDS; h++)
			r->weight[h] = weight;
		return true;
	}
	if (range_read_hand(at, &hand)) {
		r->weight[hand] = weight;
		return true;
	}
	if (!range_read_ends(at, &a))
		return false;
	b = a;
	if (**at == '+') {
		++*at;
		b = top_of(a);
	} else if (**at == '-') {
		++*at;
		if (!range_read_ends(at, &b))
			return false;
	}
	return set_run(r, a, b, weight);
}

static bool
read_weight(const char *text, float *out)
{
	char *end;
	*out = 1;
	if (*text == '\0')
		return true;
	if (text[0] != ':' || strchr("0123456789.", text[1]) == NULL || text[1] == '\0')
		return false;
	*out = strtof(text + 1, &end);
	return *end == '\0' && *out >= 0 && *out <= 1;
}

/* An entry without the blanks around it. */
static bool
range_read_entry(char *entry, int place, struct poker_range *r, struct status *st)
{
	const char *at = entry, *end = entry + strcspn(entry, ":");
	float weight;
	if (!read_weight(end, &weight))
		return status_fail(st,
				   "range: '%s' at %d: expected a weight from 0 to 1 "
				   "behind the colon",
				   entry, place);
	if (!range_read_hands(&at, r, weight) || at != end)
		return status_fail(st, "range: '%s' at %d: " EXPECTED, entry, place);
	return true;
}

bool
range_parse(const char *text, struct poker_range *out, struct status *st)
{
	static const char blanks[] = " \t\r\n";
	memset(out, 0, sizeof *out);
	bool any = false;
	for (const char *at = text;; at++) {
		char entry[ENTRY];
		at += strspn(at, blanks);
		const size_t whole = strcspn(at, ",");
		size_t length = whole;
		while (length > 0 && strchr(blanks, at[length - 1]) != NULL)
			length--;
		snprintf(entry, sizeof entry, "%.*s",
			 (int)(length < ENTRY ? length : ENTRY), at);
		if (!range_read_entry(entry, (int)(at - text) + 1, out, st))
			return false;
		at += whole;
		if (*at == '\0')
			break;
	}
	for (int h = 0; h < POKER_HANDS; h++)
		any |= out->weight[h] > 0;
	return any || status_fail(st, "range: no hand has a weight above 0");
}
