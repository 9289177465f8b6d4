/*
 * subgame_boards.c - the boards of a subgame, and the hands on them by strength. See subgame.h.
 *
 * Suits are alike when swapping them changes neither the board nor a range nor which hands are
 * locked; of cards that are alike in that continuation the one of the lowest suit is dealt, and
 * stands for the others.
 */
#include "ai/poker/tree/subgame_build.h"

#include "src/base/rng.h"

#include <stdlib.h>
#include <string.h>

static int
swap_suits(int card, int one, int other)
{
	const int suit = card / SUIT_CARDS, rank = card % SUIT_CARDS;
	return (suit == one ? other : suit == other ? one : suit) * SUIT_CARDS + rank;
}

/* The pairs of suits are numbered by one * SUITS + other, one < other. */
static void
fill_perm(struct subgame *s, int seat, int one, int other, uint16_t *perm)
{
	for (int i = 0; i < s->hands[seat]; i++) {
		const struct subgame_hand *h = &s->hand[seat][i];
		int at = -1;
		/* numbers of hands are the game's: the one with both cards is looked for */
		const int a = swap_suits(h->card[0], one, other),
			  c = swap_suits(h->card[1], one, other);
		for (const uint16_t *k = s->blocked[seat][a]; *k != UINT16_MAX; k++)
			if (s->hand[seat][*k].card[0] == c ||
			    s->hand[seat][*k].card[1] == c)
				at = *k;
		perm[i] = at < 0 ? UINT16_MAX : (uint16_t)at;
	}
}

/* Whether a hand is just like another one of its list. */
static bool
is_like(const struct subgame_build *b, const struct subgame_hand *one,
	const struct subgame_hand *other)
{
	return !(one->weight < other->weight || one->weight > other->weight) &&
	       subgame_label_of(b, one->hand) == subgame_label_of(b, other->hand);
}

/* Whether both ranges are the same with two suits swapped; then their places are there. */
static bool
take_perm(struct subgame_build *b, int one, int other)
{
	struct subgame *s = b->s;
	uint16_t *perm[2];
	for (int seat = 0; seat < 2; seat++) {
		perm[seat] =
			arena_take(b->arena, (size_t)s->stride[seat] * sizeof **perm);
		if (perm[seat] == NULL)
			return false;
		fill_perm(s, seat, one, other, perm[seat]);
		for (int i = 0; i < s->hands[seat]; i++)
			if (perm[seat][i] == UINT16_MAX ||
			    !is_like(b, &s->hand[seat][i], &s->hand[seat][perm[seat][i]]))
				return false;
	}
	for (int seat = 0; seat < 2; seat++)
		s->perm[seat][one * SUITS + other] = perm[seat];
	return true;
}

static uint64_t
suit_of(uint64_t board, int suit)
{
	return board >> suit * SUIT_CARDS & 0x1fff;
}

/* The lowest suit that is alike on a board, by what the ranges allow. */
static int
leading_suit(const struct subgame *s, uint64_t board, int suit)
{
	for (int one = 0; one < suit; one++)
		if (s->perm[0][one * SUITS + suit] != NULL &&
		    suit_of(board, one) == suit_of(board, suit))
			return one;
	return suit;
}

static int
subgame_build_by_strength(const void *a, const void *b)
{
	const struct subgame_shown *x = a, *y = b;
	if (x->strength != y->strength)
		return x->strength < y->strength ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static bool
sort_hands(struct subgame_build *b, struct subgame_board *board)
{
	struct subgame *s = b->s;
	for (int seat = 0; seat < 2; seat++) {
		struct subgame_shown *out =
			arena_take(b->arena, (size_t)s->hands[seat] * sizeof *out);
		int n = 0;
		if (out == NULL)
			return false;
		for (int i = 0; i < s->hands[seat]; i++) {
			const struct subgame_hand *h = &s->hand[seat][i];
			if (((subgame_card_bit(h->card[0]) |
			      subgame_card_bit(h->card[1])) &
			     board->set) != 0)
				continue;
			out[n++] = (struct subgame_shown){
				.at = (uint16_t)i,
				.strength = (uint16_t)s->ops->strength(s->g, board->set,
								       h->hand),
				.card = { h->card[0], h->card[1] },
			};
		}
		qsort(out, (size_t)n, sizeof *out, subgame_build_by_strength);
		board->shown[seat] = out;
		board->count[seat] = (uint16_t)n;
	}
	return true;
}

/* A suit that is like a leading one: its card is that one's. */
static void
add_twin(struct subgame_deal *d, int lead, int suit, int rank)
{
	d->swap[d->swaps] = (uint8_t)(lead * SUITS + suit);
	d->twin[d->swaps++] = (uint8_t)(suit * SUIT_CARDS + rank);
}

/* The cards that may come on a board; the boards behind them get their numbers later. */
static void
subgame_build_list_deals(struct subgame *s, struct subgame_board *board,
			 struct subgame_deal *out)
{
	uint32_t n = 0;
	for (int rank = 0; rank < SUIT_CARDS; rank++)
		for (int suit = 0; suit < SUITS; suit++) {
			const int card = suit * SUIT_CARDS + rank;
			if ((board->set & subgame_card_bit(card)) != 0 ||
			    leading_suit(s, board->set, suit) != suit)
				continue;
			struct subgame_deal *d = &out[n++];
			*d = (struct subgame_deal){ .card = (uint8_t)card };
			for (int other = suit + 1; other < SUITS; other++)
				if (leading_suit(s, board->set, other) == suit)
					add_twin(d, suit, other, rank);
		}
	board->deals = n;
}

bool
subgame_build_boards(struct subgame_build *b, uint64_t set, int levels)
{
	struct subgame *s = b->s;
	size_t most = 1, all = 1;
	for (int i = 0; i < levels; i++) {
		most *= SUBGAME_CARDS;
		all += most;
	}
	const size_t used = b->arena->used;
	s->board = arena_take(b->arena, all * sizeof *s->board);
	if (s->board == NULL)
		return false;
	s->board[0] = (struct subgame_board){ .set = set };
	s->boards = 1;
	s->level_boards[0] = 1;
	arena_back(b->arena, used);
	/* first without deals: how many boards there are */
	struct subgame_deal deals[SUBGAME_CARDS];
	uint32_t from = 0, to = 1;
	for (int level = 0; level < levels; level++) {
		for (uint32_t i = from; i < to; i++) {
			struct subgame_board *board = &s->board[i];
			subgame_build_list_deals(s, board, deals);
			board->deal =
				s->boards - 1; /* each board but the first has one */
			for (uint32_t k = 0; k < board->deals; k++)
				s->board[s->boards + k] = (struct subgame_board){
					.set = board->set |
					       subgame_card_bit(deals[k].card),
					.number = s->boards + k - to,
				};
			s->boards += board->deals;
		}
		s->level_boards[level + 1] = s->boards - to;
		from = to;
		to = s->boards;
	}
	s->board = arena_take(b->arena, s->boards * sizeof *s->board);
	s->deals = s->boards - 1;
	s->deal = arena_take(b->arena, (s->deals + 1) * sizeof *s->deal);
	if (s->board == NULL || s->deal == NULL)
		return false;
	for (uint32_t i = 0; i < s->boards; i++) {
		struct subgame_board *board = &s->board[i];
		if (i >= from) {
			board->deals = 0;
			if (b->setup->boards == 0 && s->hook == NULL &&
			    !sort_hands(b, board))
				return false;
			continue;
		}
		subgame_build_list_deals(s, board, s->deal + board->deal);
		for (uint32_t k = 0; k < board->deals; k++)
			s->deal[board->deal + k].board = board->deal + k + 1;
	}
	return true;
}

void
subgame_place_tables(struct subgame_build *b)
{
	struct subgame *s = b->s;
	s->numbers = b->stretch;
	for (uint32_t i = 0; i < s->nodes; i++) {
		struct subgame_node *n = &s->node[i];
		if (n->seat != SEAT_CHANCE)
			continue;
		n->base = s->numbers;
		s->numbers += n->size * s->level_boards[n->level + 1];
	}
}

bool
subgame_build_wholes(struct subgame_build *b)
{
	struct subgame *s = b->s;
	const size_t sets = (size_t)b->sets;
	s->level_boards[0] = 1;
	s->level_boards[1] = (uint32_t)sets;
	subgame_place_tables(b);
	if (s->numbers * 2 * sizeof *s->sum > arena_left(b->arena))
		return false; /* sooner than by sorting all hands of all boards */
	s->board = arena_take(b->arena, (sets + 1) * sizeof *s->board);
	s->deal = arena_take(b->arena, sets * sizeof *s->deal);
	if (s->board == NULL || s->deal == NULL)
		return false;
	s->board[0] = (struct subgame_board){ .deals = (uint32_t)sets };
	s->boards = (uint32_t)sets + 1;
	s->deals = (uint32_t)sets;
	for (uint32_t i = 0; i < sets; i++) {
		s->deal[i] = (struct subgame_deal){
			.board = i + 1,
			.set = b->set[i],
			.part = b->chance[i] *
				subgame_part_of_board(__builtin_popcountll(b->set[i])),
		};
		s->board[i + 1] = (struct subgame_board){ .set = b->set[i], .number = i };
		if (!sort_hands(b, &s->board[i + 1]))
			return false;
	}
	return true;
}

/* Ways to draw some of so many cards. */
static double
subgame_build_ways(int cards, int drawn)
{
	double n = 1;
	for (int i = 0; i < drawn; i++)
		n *= (double)(cards - i) / (i + 1);
	return n;
}

bool
subgame_draw_boards(struct subgame_build *b, uint64_t set, int due)
{
	struct subgame *s = b->s;
	const int left = SUBGAME_CARDS - __builtin_popcountll(set);
	struct rng rng;
	rng_seed(&rng, b->setup->seed);
	s->runs = due > 0 ? b->setup->boards : 1;
	s->run = arena_take(b->arena, (size_t)s->runs * sizeof *s->run);
	if (s->run == NULL)
		return false;
	s->run_part = subgame_build_ways(left, due) / subgame_build_ways(left - 4, due) /
		      s->runs;
	for (int i = 0; i < s->runs; i++) {
		uint64_t drawn = set;
		while (__builtin_popcountll(drawn) < __builtin_popcountll(set) + due)
			drawn |= subgame_card_bit((int)rng_below(&rng, SUBGAME_CARDS));
		s->run[i] = (struct subgame_board){ .set = drawn };
		if (!sort_hands(b, &s->run[i]))
			return false;
	}
	return true;
}

void
subgame_take_perms(struct subgame_build *b, uint64_t board)
{
	for (int one = 0; one < SUITS; one++)
		for (int other = one + 1; other < SUITS; other++)
			if (suit_of(board, one) == suit_of(board, other))
				take_perm(b, one, other);
}
