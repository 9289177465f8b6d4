/* subgame_place.c - moves and cards from the root of a subgame, with the reach of both. See
 * subgame.h. */
#include "ai/poker/tree/subgame_place.h"
#include "ai/poker/tree/private.h"

#include <string.h>

#define SUIT_CARDS 13
#define SUITS	   4

void
subgame_begin(const struct subgame *s, struct subgame_place *p)
{
	memset(p, 0, sizeof *p);
	p->at = subgame_root();
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < s->hands[seat]; h++) {
			p->map[seat][h] = (uint16_t)h;
			p->reach[seat][h] = s->reach[seat][h];
		}
	for (int suit = 0; suit < SUITS; suit++)
		p->suit[suit] = (uint8_t)suit;
}

uint32_t
subgame_child(const struct subgame *s, uint32_t node, move m)
{
	const struct subgame_node *n = &s->node[node];
	for (uint32_t k = 0; n->seat >= 0 && k < n->moves; k++)
		if (s->node[n->child + k].m == m)
			return n->child + k;
	return 0;
}

bool
subgame_share(struct subgame *s, const struct subgame_place *p, move m, float *row)
{
	const struct subgame_node *n = &s->node[p->at.node];
	const uint32_t child = subgame_child(s, p->at.node, m);
	if (child == 0)
		return false;
	const int stride = s->stride[n->seat];
	float *const work = s->worker->work;
	float *rows = subgame_take(s->worker, n->moves, stride);
	subgame_average(s, n, p->at.block, rows);
	memcpy(row, rows + (child - n->child) * (uint32_t)stride,
	       (size_t)stride * sizeof *row);
	s->worker->work = work;
	return true;
}

bool
subgame_move(struct subgame *s, struct subgame_place *p, move m)
{
	const int seat = s->node[p->at.node].seat;
	float row[SUBGAME_WIDE];
	if (!subgame_share(s, p, m, row))
		return false;
	for (int h = 0; h < s->hands[seat]; h++)
		p->reach[seat][h] *= row[h];
	p->at.node = subgame_child(s, p->at.node, m);
	return true;
}

/* Two suits change their names: hands and reach follow. */
static void
swap(const struct subgame *s, struct subgame_place *p, int pair)
{
	const uint8_t one = (uint8_t)(pair / SUITS), other = (uint8_t)(pair % SUITS);
	for (int seat = 0; seat < 2; seat++) {
		const uint16_t *perm = s->perm[seat][pair];
		float reach[SUBGAME_WIDE];
		memcpy(reach, p->reach[seat], sizeof reach);
		for (int h = 0; h < s->hands[seat]; h++) {
			p->map[seat][h] = perm[p->map[seat][h]];
			p->reach[seat][perm[h]] = reach[h];
		}
	}
	for (int suit = 0; suit < SUITS; suit++)
		p->suit[suit] = p->suit[suit] == one	 ? other
				: p->suit[suit] == other ? one
							 : p->suit[suit];
}

/* The deal of a card of the tree; *pair: the suits to be swapped before, -1 none. NULL: it cannot
 * come. */
static const struct subgame_deal *
find_deal(const struct subgame *s, uint32_t at, int card, int *pair)
{
	const struct subgame_board *board = &s->board[at];
	*pair = -1;
	for (uint32_t i = 0; i < board->deals; i++) {
		const struct subgame_deal *d = &s->deal[board->deal + i];
		if (d->card == card)
			return d;
		for (int k = 0; k < d->swaps; k++)
			if (d->twin[k] == card) {
				*pair = d->swap[k];
				return d;
			}
	}
	return NULL;
}

/* All names of suits: suit i changes with one that is not below it. */
static int
change_names(int code, int *pair)
{
	const int other[SUITS - 1] = { code % 4, 1 + code / 4 % 3, 2 + code / 12 % 2 };
	int n = 0;
	for (int i = 0; i < SUITS - 1; i++)
		if (other[i] != i)
			pair[n++] = i * SUITS + other[i];
	return n;
}

static uint64_t
swap_set(uint64_t set, int pair)
{
	const int one = pair / SUITS, other = pair % SUITS;
	const uint64_t a = set >> one * SUIT_CARDS & 0x1fff,
		       b = set >> other * SUIT_CARDS & 0x1fff;
	return set ^ (a ^ b) << one * SUIT_CARDS ^ (a ^ b) << other * SUIT_CARDS;
}

static const struct subgame_deal *
find_whole(const struct subgame *s, uint64_t set)
{
	for (uint32_t i = 0; i < s->deals; i++)
		if (s->deal[i].set == set)
			return &s->deal[i];
	return NULL;
}

#define NAMES 24 /* of four suits */

bool
subgame_whole_board(const struct subgame *s, struct subgame_place *p, uint64_t set)
{
	if (!s->whole || s->node[p->at.node].seat != SEAT_CHANCE)
		return false;
	for (int code = 0; code < NAMES; code++) {
		int pair[SUITS];
		const int n = change_names(code, pair);
		uint64_t named = set;
		for (int i = 0; i < n; i++)
			named = swap_set(named, pair[i]);
		const struct subgame_deal *d = find_whole(s, named);
		if (d == NULL)
			continue;
		for (int i = 0; i < n; i++)
			swap(s, p, pair[i]);
		for (; named != 0; named &= named - 1)
			for (int seat = 0; seat < 2; seat++)
				for (const uint16_t *k =
					     s->blocked[seat][__builtin_ctzll(named)];
				     *k != UINT16_MAX; k++)
					p->reach[seat][*k] = 0;
		p->at = subgame_behind_card(s, p->at, d);
		return true;
	}
	return false;
}

bool
subgame_card(const struct subgame *s, struct subgame_place *p, int card)
{
	int pair;
	if (s->node[p->at.node].seat != SEAT_CHANCE)
		return false;
	const int in_tree = p->suit[card / SUIT_CARDS] * SUIT_CARDS + card % SUIT_CARDS;
	const struct subgame_deal *d = find_deal(s, p->at.board, in_tree, &pair);
	if (d == NULL)
		return false;
	if (pair >= 0)
		swap(s, p, pair);
	for (int seat = 0; seat < 2; seat++)
		for (const uint16_t *k = s->blocked[seat][d->card]; *k != UINT16_MAX; k++)
			p->reach[seat][*k] = 0;
	p->at = subgame_behind_card(s, p->at, d);
	return true;
}
