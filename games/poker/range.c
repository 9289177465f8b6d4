/* range.c - see range.h. Classes are places in the square of 13 x 13, as poker_class() has them. */
#include "games/poker/range.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE	 SUIT_CARDS
#define WEIGHTS	 32 /* of a text that is written, as characters */
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

/* ---- writing --------------------------------------------------------------------------- */

#define CLASS_HANDS 12

/* The hands of each class. */
struct classes {
	int hand[POKER_CLASSES][CLASS_HANDS], hands[POKER_CLASSES];
};

static void
range_list_classes(struct classes *c)
{
	memset(c->hands, 0, sizeof c->hands);
	for (int h = 0; h < POKER_HANDS; h++) {
		const int class = poker_class(h);
		c->hand[class][c->hands[class]++] = h;
	}
}

static bool
range_same(float a, float b)
{
	return !(a < b) && !(a > b);
}

/* Entries of a class that is written with this weight first, 0: without. */
static int
entries(const struct poker_range *r, const struct classes *c, int class, float base)
{
	int n = base > 0;
	for (int k = 0; k < c->hands[class]; k++)
		n += !range_same(r->weight[c->hand[class][k]], base);
	return n;
}

/* What a class is written with, before its hands that differ: the weight that leaves the fewest
 * entries, the higher of two. */
static float
base_of(const struct poker_range *r, const struct classes *c, int class)
{
	float best = 0;
	for (int k = 0; k < c->hands[class]; k++) {
		const float w = r->weight[c->hand[class][k]];
		const int more = entries(r, c, class, w) - entries(r, c, class, best);
		if (more < 0 || (more == 0 && w > best))
			best = w;
	}
	return best;
}

static void
add_entry(struct text *out, size_t begin, const char *hands, float weight)
{
	char number[WEIGHTS] = "";
	for (int digits = 1; digits <= 9 && weight < 1; digits++) {
		snprintf(number, sizeof number, ":%.*g", digits, (double)weight);
		const float read = strtof(number + 1, NULL);
		if (!(read < weight) && !(read > weight))
			break;
	}
	text_add(out, "%s%s%s", out->length > begin ? "," : "", hands, number);
}

/* A row of classes that a run can go along: pairs, or the lower ranks under one higher. */
struct range_row {
	int high; /* SIDE: the pairs */
	enum kind kind;
};

static int
row_length(const struct range_row *w)
{
	return w->high == SIDE ? SIDE : SIDE - 1 - w->high;
}

static int
row_class(const struct range_row *w, int k)
{
	if (w->high == SIDE)
		return k * SIDE + k;
	const int low = w->high + 1 + k;
	return w->kind == OFFSUIT ? low * SIDE + w->high : w->high * SIDE + low;
}

/* Where a run of a weight ends that begins at k; k: there is none. */
static int
range_run_end(const struct range_row *w, const float *base, int k, float weight)
{
	while (k < row_length(w) && range_same(base[row_class(w, k)], weight))
		k++;
	return k;
}

static void
class_words(const struct range_row *w, int k, char out[4])
{
	poker_class_text(row_class(w, k), out);
	if (w->kind == BOTH)
		out[2] = '\0';
}

/* "A8s+", "A5s-A4s", "77" */
static void
add_run(struct text *out, size_t begin, const struct range_row *w, int from, int to,
	float weight)
{
	char first[4], last[4], hands[12];
	class_words(w, from, first);
	class_words(w, to - 1, last);
	if (to - from == 1)
		snprintf(hands, sizeof hands, "%s", first);
	else if (from == 0)
		snprintf(hands, sizeof hands, "%s+", last);
	else
		snprintf(hands, sizeof hands, "%s-%s", first, last);
	add_entry(out, begin, hands, weight);
}

/* Whether a row has exactly this run. */
static bool
has_run(const struct range_row *w, const float *base, int from, int to, float weight)
{
	return (from == 0 || !range_same(base[row_class(w, from - 1)], weight)) &&
	       range_run_end(w, base, from, weight) == to;
}

/* Suited and offsuit runs that are the same are written as one. */
static void
range_add_row(struct text *out, size_t begin, const struct range_row *w,
	      const float *base, float weight)
{
	const struct range_row twin = { w->high, w->kind == SUITED ? OFFSUIT : SUITED },
			       whole = { w->high, BOTH };
	for (int k = 0; k < row_length(w); k++) {
		const int end = range_run_end(w, base, k, weight);
		if (end == k)
			continue;
		const bool both = w->high < SIDE && has_run(&twin, base, k, end, weight);
		if (!both || w->kind == SUITED)
			add_run(out, begin, both ? &whole : w, k, end, weight);
		k = end;
	}
}

static void
add_classes(struct text *out, size_t begin, const float *base, float weight)
{
	const struct range_row pairs = { SIDE, BOTH };
	range_add_row(out, begin, &pairs, base, weight);
	for (enum kind kind = SUITED; kind <= OFFSUIT; kind++)
		for (int high = 0; high < SIDE - 1; high++)
			range_add_row(out, begin, &(struct range_row){ high, kind }, base,
				      weight);
}

/* The next lower weight of the classes; 0: there is none. */
static float
next_weight(const float *base, float above)
{
	float next = 0;
	for (int class = 0; class < POKER_CLASSES; class ++)
		if (base[class] < above && base[class] > next)
			next = base[class];
	return next;
}

void
range_format(const struct poker_range *r, struct text *out)
{
	float base[POKER_CLASSES];
	struct classes classes;
	const size_t begin = out->length;
	bool all = true;
	for (int h = 1; h < POKER_HANDS; h++)
		all &= range_same(r->weight[h], r->weight[0]);
	if (all) {
		add_entry(out, begin, "random", r->weight[0]);
		return;
	}
	range_list_classes(&classes);
	for (int class = 0; class < POKER_CLASSES; class ++)
		base[class] = base_of(r, &classes, class);
	float weight = 2; /* above them all */
	while ((weight = next_weight(base, weight)) > 0)
		add_classes(out, begin, base, weight);
	for (int h = POKER_HANDS - 1; h >= 0; h--)
		if (!range_same(r->weight[h], base[poker_class(h)])) {
			char text[5];
			poker_hand_text(h, text);
			add_entry(out, begin, text, r->weight[h]);
		}
}
