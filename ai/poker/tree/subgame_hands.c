/*
 * subgame_hands.c - the hands of a subgame: lists of the ranges, and what they weigh before a whole
 * board. See subgame.h.
 *
 * Before the flop of flop hold'em hands that differ in names of suits alone are a class, and a pair
 * of classes counts as much as there are boards beside both.
 */
#include "ai/poker/tree/subgame_build.h"

#include "src/base/rng.h"

#include <stdlib.h>
#include <string.h>

/* ---- hands ------------------------------------------------------------------------------- */

/* Hands of a range that the board allows, in the order of their numbers. */
static bool
subgame_build_list_hands(struct subgame_build *b, int seat, uint64_t board)
{
	struct subgame *s = b->s;
	const int all = s->g->ops->public->hands(s->g);
	s->hand[seat] = arena_take(b->arena, (size_t)all * sizeof *s->hand[seat]);
	if (s->hand[seat] == NULL)
		return false;
	int n = 0;
	for (int h = 0; h < all; h++) {
		int card[2];
		const float weight = b->setup->range[seat][h];
		s->ops->hand(s->g, h, card);
		if (!(weight > 0) ||
		    ((subgame_card_bit(card[0]) | subgame_card_bit(card[1])) & board) !=
			    0)
			continue;
		s->hand[seat][n++] = (struct subgame_hand){
			.hand = (uint16_t)h,
			.card = { (uint8_t)card[0], (uint8_t)card[1] },
			.same = -1,
			.weight = weight,
		};
	}
	s->hands[seat] = n;
	s->stride[seat] = (n + SUBGAME_LANES - 1) / SUBGAME_LANES * SUBGAME_LANES;
	return true;
}

/* The place of a hand in a list; -1: it is not there. */
static int
find_hand(const struct subgame *s, int seat, int hand)
{
	int low = 0, high = s->hands[seat];
	while (low < high) {
		const int middle = (low + high) / 2;
		if (s->hand[seat][middle].hand < hand)
			low = middle + 1;
		else
			high = middle;
	}
	return low < s->hands[seat] && s->hand[seat][low].hand == hand ? low : -1;
}

static bool
list_all(struct subgame_build *b, int seat)
{
	struct subgame *s = b->s;
	struct subgame_shown *out =
		arena_take(b->arena, (size_t)s->stride[seat] * sizeof *out);
	for (int i = 0; out != NULL && i < s->hands[seat]; i++) {
		const struct subgame_hand *h = &s->hand[seat][i];
		out[i] = (struct subgame_shown){ .at = (uint16_t)i,
						 .card = { h->card[0], h->card[1] } };
	}
	s->all[seat] = out;
	return out != NULL;
}

static bool
list_blocked(struct subgame_build *b, int seat)
{
	struct subgame *s = b->s;
	for (int card = 0; card < SUBGAME_CARDS; card++) {
		uint16_t *list = arena_take(b->arena, SUBGAME_CARDS * sizeof *list);
		int n = 0;
		if (list == NULL)
			return false;
		for (int i = 0; i < s->hands[seat]; i++)
			if (s->hand[seat][i].card[0] == card ||
			    s->hand[seat][i].card[1] == card)
				list[n++] = (uint16_t)i;
		list[n] = UINT16_MAX;
		s->blocked[seat][card] = list;
	}
	return true;
}

/* ---- before a whole board ---------------------------------------------------------------- */

double
subgame_part_of_board(int cards)
{
	const double pairs = SUBGAME_CARDS * (SUBGAME_CARDS - 1) / 2.0,
		     others = (SUBGAME_CARDS - 2) * (SUBGAME_CARDS - 3) / 2.0;
	const int left = SUBGAME_CARDS - cards;
	return pairs / (left * (left - 1) / 2.0) * others /
	       ((left - 2) * (left - 3) / 2.0);
}

/* The hands of the deck that a board leaves alone, by the cards and the class of each. */
struct class_hand {
	uint64_t set;
	uint8_t class;
};

static int
list_class_hands(const struct subgame *s, struct class_hand *out)
{
	const int all = s->g->ops->public->hands(s->g);
	for (int h = 0; h < all; h++) {
		int card[2];
		s->ops->hand(s->g, h, card);
		out[h].set = subgame_card_bit(card[0]) | subgame_card_bit(card[1]);
		out[h].class = (uint8_t)s->g->ops->public->classes->of(h);
	}
	return all;
}

static int
leave_out(const struct class_hand *all, int count, uint64_t board, struct class_hand *out)
{
	int n = 0;
	for (int h = 0; h < count; h++)
		if ((all[h].set & board) == 0)
			out[n++] = all[h];
	return n;
}

/* How many pairs of hands of two classes share no card: all of them without those that share one,
 * found by their cards; a hand shares two with itself. */
static void
subgame_build_count_pairs(const struct class_hand *hand, int n,
			  int32_t pairs[SUBGAME_CLASSES][SUBGAME_CLASSES])
{
	uint16_t with[SUBGAME_CARDS][SUBGAME_CARDS];
	int withs[SUBGAME_CARDS] = { 0 }, size[SUBGAME_CLASSES] = { 0 };
	for (int k = 0; k < n; k++) {
		size[hand[k].class]++;
		for (uint64_t left = hand[k].set; left != 0; left &= left - 1) {
			const int card = __builtin_ctzll(left);
			with[card][withs[card]++] = (uint16_t)k;
		}
	}
	for (int a = 0; a < SUBGAME_CLASSES; a++)
		for (int b = 0; b < SUBGAME_CLASSES; b++)
			pairs[a][b] = size[a] * size[b];
	for (int k = 0; k < n; k++) {
		int32_t *row = pairs[hand[k].class];
		row[hand[k].class]++;
		for (uint64_t left = hand[k].set; left != 0; left &= left - 1) {
			const int card = __builtin_ctzll(left);
			for (int i = 0; i < withs[card]; i++)
				row[hand[with[card][i]].class]--;
		}
	}
}

/* Pairs of hands that go together beside each board, by their classes, times what it counts, for
 * each hand of the second class. */
static void
sum_beside(struct subgame_build *b)
{
	static _Thread_local int32_t pairs[SUBGAME_CLASSES][SUBGAME_CLASSES];
	struct subgame *s = b->s;
	struct class_hand all[PUBLIC_HANDS], hand[PUBLIC_HANDS];
	double size[SUBGAME_CLASSES] = { 0 };
	const int count = list_class_hands(s, all);
	for (int i = 0; i < b->sets; i++) {
		const double part =
			b->chance[i] *
			subgame_part_of_board(__builtin_popcountll(b->set[i]));
		subgame_build_count_pairs(hand, leave_out(all, count, b->set[i], hand),
					  pairs);
		for (int a = 0; a < s->classes; a++)
			for (int o = 0; o < s->classes; o++)
				s->unblocked[a * s->classes + o] += part * pairs[a][o];
	}
	for (int k = 0; k < count; k++)
		size[all[k].class]++;
	for (int c = 0; c < s->classes * s->classes; c++)
		s->unblocked[c] /= size[c % s->classes];
}

uint64_t
subgame_label_of(const struct subgame_build *b, int hand)
{
	return b->setup->label != NULL ? b->setup->label[hand] : 0;
}

/* Whether the hands of each class are locked alike. */
static bool
locks_classes(const struct subgame_build *b)
{
	const struct public_ops *ops = b->s->g->ops->public;
	uint64_t label[SUBGAME_CLASSES];
	bool seen[SUBGAME_CLASSES] = { false };
	const int all = ops->hands(b->s->g);
	for (int h = 0; h < all; h++) {
		const int class = ops->classes->of(h);
		if (seen[class] && label[class] != subgame_label_of(b, h))
			return false;
		seen[class] = true;
		label[class] = subgame_label_of(b, h);
	}
	return true;
}

/* The class of each hand; false: hands of a class do not weigh alike, or are not all there. */
static bool
classify(struct subgame *s, int seat)
{
	float weight[SUBGAME_CLASSES];
	struct class_hand hand[PUBLIC_HANDS];
	double size[SUBGAME_CLASSES] = { 0 };
	const int all = list_class_hands(s, hand);
	for (int i = 0; i < all; i++)
		size[hand[i].class]++;
	for (int i = 0; i < s->hands[seat]; i++) {
		const struct subgame_hand *h = &s->hand[seat][i];
		const int class = s->g->ops->public->classes->of(h->hand);
		double *count = &s->class_size[seat][class];
		s->class[seat][i] = (uint8_t) class;
		weight[class] = *count > 0 ? weight[class] : h->weight;
		if (weight[class] < h->weight || weight[class] > h->weight)
			return false;
		++*count;
	}
	for (int c = 0; c < s->classes; c++)
		if (s->class_size[seat][c] > 0 && s->class_size[seat][c] < size[c])
			return false;
	return true;
}

static bool
take_classes(struct subgame_build *b, struct status *st)
{
	struct subgame *s = b->s;
	s->classes = s->g->ops->public->classes->count;
	const size_t square = (size_t)s->classes * (size_t)s->classes;
	s->unblocked = arena_take(b->arena, square * sizeof *s->unblocked);
	for (int seat = 0; seat < 2; seat++) {
		s->class[seat] = arena_take(b->arena, (size_t)s->stride[seat]);
		if (s->unblocked == NULL || s->class[seat] == NULL)
			return status_fail(st, "memory= is too small");
		if (!classify(s, seat))
			return status_fail(
				st,
				"range of seat %d: before the flop hands that differ in "
				"names of suits alone have to weigh alike",
				seat + 1);
	}
	if (!locks_classes(b))
		return status_fail(st,
				   "locks: before the flop hands that differ in names "
				   "of suits alone have to be locked alike");
	memset(s->unblocked, 0, square * sizeof *s->unblocked);
	sum_beside(b);
	return true;
}

bool
subgame_find_wholes(struct subgame_build *b, uint64_t board, struct status *st)
{
	struct subgame *s = b->s;
	b->sets = 0;
	if (board != 0 || s->ops->boards == NULL || b->setup->boards > 0 ||
	    s->hook != NULL)
		return true;
	b->set = arena_take(b->arena, DECK_BOARDS * sizeof *b->set);
	b->chance = arena_take(b->arena, DECK_BOARDS * sizeof *b->chance);
	if (b->set == NULL || b->chance == NULL)
		return status_fail(st, "memory= is too small");
	b->sets = s->ops->boards(s->g, b->set, b->chance);
	s->whole = b->sets > 0;
	return true;
}

bool
subgame_take_hands(struct subgame_build *b, uint64_t board, struct status *st)
{
	struct subgame *s = b->s;
	for (int seat = 0; seat < 2; seat++) {
		if (!subgame_build_list_hands(b, seat, board) || !list_all(b, seat) ||
		    !list_blocked(b, seat))
			return status_fail(st, "memory= is too small");
		if (s->hands[seat] == 0)
			return status_fail(
				st, "range of seat %d: no hand goes with the board",
				seat + 1);
		s->reach[seat] =
			arena_take(b->arena, (size_t)s->stride[seat] * sizeof(float));
		if (s->reach[seat] == NULL)
			return status_fail(st, "memory= is too small");
		memset(s->reach[seat], 0, (size_t)s->stride[seat] * sizeof(float));
		for (int i = 0; i < s->hands[seat]; i++)
			s->reach[seat][i] = s->hand[seat][i].weight;
	}
	for (int seat = 0; seat < 2; seat++)
		for (int i = 0; i < s->hands[seat]; i++)
			s->hand[seat][i].same =
				(int16_t)find_hand(s, 1 - seat, s->hand[seat][i].hand);
	double *unblocked =
		arena_take(b->arena, (size_t)s->stride[0] * sizeof *unblocked);
	if (unblocked == NULL)
		return status_fail(st, "memory= is too small");
	if (s->whole && !take_classes(b, st))
		return false;
	subgame_unblocked_on(s, 0, 0, s->reach[1], unblocked);
	for (int i = 0; i < s->hands[0]; i++)
		s->pairs += unblocked[i] * (double)s->reach[0][i];
	return s->pairs > 0 ||
	       status_fail(st, "ranges: every hand of one excludes those of the other");
}
