/*
 * seats.c - the seating of the games of a set.
 *
 * Two players meet in every split of the seats that is as even as can be; or all players sit
 * in every order.
 */
#include "src/lab/tournament/private.h"

#include <stdlib.h>
#include <string.h>

#define SEATINGS 20160 /* TOURNAMENT_ORDERS players in 6 seats */

const char *const tournament_seats_names[TOURNAMENT_SEATS] = {
	[TOURNAMENT_PAIRS] = "pairs",
	[TOURNAMENT_GAUNTLET] = "gauntlet",
	[TOURNAMENT_ALL] = "all",
};

/* Subsets with seat 0 whose size is half of the seats, rounded either way. */
static bool
is_even_split(int seats, unsigned a)
{
	const int n = __builtin_popcount(a);
	return (a & 1) && n >= seats / 2 && n <= (seats + 1) / 2;
}

int
tournament_seatings(int seats)
{
	int n = 0;
	for (unsigned a = 0; a < 1u << seats; a++)
		n += is_even_split(seats, a) ? 2 : 0;
	return n;
}

unsigned
tournament_seating(int seats, int k)
{
	int at = k / 2;
	unsigned a = 0;
	while (!is_even_split(seats, a) || at-- > 0)
		a++;
	return k & 1 ? ~a & ((1u << seats) - 1) : a;
}

/* Whether partners, who sit opposite each other, would be players that differ. */
static bool
parts_partners(const struct game *g, unsigned set)
{
	const unsigned all = (1u << g->seats) - 1, even = 0x55555555 & all;
	return (g->traits & TRAIT_TEAMS) != 0 && set != even && set != (all & ~even);
}

static void
add_pairs(struct tournament *t)
{
	const int seats = t->o->game->seats, players = t->o->players;
	const int last = t->o->seats == TOURNAMENT_GAUNTLET ? 1 : players;
	for (int a = 0; a < last; a++)
		for (int b = a + 1; b < players; b++)
			for (int k = 0; k < tournament_seatings(seats); k++) {
				const unsigned set = tournament_seating(seats, k);
				struct seating s = { 0 };
				if (parts_partners(t->o->game, set))
					continue;
				for (int i = 0; i < SEATS_MAX; i++)
					s.who[i] = (int8_t)(set >> i & 1 ? a : b);
				t->seating[t->seatings++] = s;
			}
}

/* Whether a player that has no seat yet is the same as one before it, which also has none: to
 * change places with it would make no other table. */
static bool
comes_again(const struct tournament *t, int p, unsigned used)
{
	for (int q = 0; q < p; q++)
		if (!(used >> q & 1) &&
		    strcmp(t->o->player[q].text, t->o->player[p].text) == 0)
			return true;
	return false;
}

/* Every order of as many players as there are seats, those of equal players once. */
static void
add_orders(struct tournament *t, struct seating *s, int seat, unsigned used)
{
	if (seat == t->o->game->seats) {
		t->seating[t->seatings++] = *s;
		return;
	}
	for (int p = 0; p < t->o->players; p++) {
		if ((used >> p & 1) || comes_again(t, p, used))
			continue;
		s->who[seat] = (int8_t)p;
		add_orders(t, s, seat + 1, used | 1u << p);
	}
}

bool
tournament_seat(struct tournament *t)
{
	t->seating = calloc(SEATINGS, sizeof *t->seating);
	if (t->seating == NULL)
		return false;
	if (t->o->seats == TOURNAMENT_ALL)
		add_orders(t, &(struct seating){ 0 }, 0, 0);
	else
		add_pairs(t);
	return true;
}
