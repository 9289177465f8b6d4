/*
 * swap.h - another deal that a viewer cannot tell from the true one, made without the game's
 * own redact() and determinize(): through the position text.
 *
 * Where the text has hands as tokens `X=AQ3.K..T92` (X the letter of a seat, four suits), two
 * cards change places between two seats that are not the viewer. Cards of a pass stay where
 * they are; a hand that would hold what its seat has shown not to hold is refused by
 * parse_position(), which checks `notX`.
 */
#ifndef PLYSCOPE_TESTS_LAWS_SWAP_H
#define PLYSCOPE_TESTS_LAWS_SWAP_H

#include "src/core/game.h"
#include "src/core/public.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define SWAP_TRIES 60
#define SWAP_SUITS 4

/* Ranks by suit. */
struct swap_hand {
	char ranks[SWAP_SUITS][16];
};

static inline const char *
swap_token(const char *text, const char *key)
{
	size_t length = strlen(key);
	for (const char *p = text; (p = strstr(p, key)) != NULL; p += length)
		if (p == text || p[-1] == ' ')
			return p + length;
	return NULL;
}

static inline bool
swap_read(const char *text, const char *key, struct swap_hand *h)
{
	const char *p = swap_token(text, key);
	memset(h, 0, sizeof *h);
	if (!p)
		return false;
	for (int suit = 0; *p && *p != ' '; p++) {
		size_t n = strlen(h->ranks[suit]);
		if (*p == '.' && ++suit == SWAP_SUITS)
			return false;
		if (*p != '.' && *p != '-' && n < sizeof h->ranks[suit] - 1)
			h->ranks[suit][n] = *p;
	}
	return true;
}

/* Any card of the hand that is in none of the passes; false: there is none. */
static inline bool
swap_pick(const struct game *g, const char *text, const struct swap_hand *h,
	  struct rng *r, int *suit, int *at)
{
	for (int k = 0; k < SWAP_TRIES; k++) {
		bool passed = false;
		*suit = (int)rng_below(r, SWAP_SUITS);
		int n = (int)strlen(h->ranks[*suit]);
		if (n == 0)
			continue;
		*at = (int)rng_below(r, (uint32_t)n);
		for (int seat = 0; seat < g->seats; seat++) {
			char key[] = "passX=";
			struct swap_hand pass;
			key[4] = game_seat_letter(g, seat);
			if (swap_read(text, key, &pass))
				passed |= strchr(pass.ranks[*suit],
						 h->ranks[*suit][*at]) != NULL;
		}
		if (!passed)
			return true;
	}
	return false;
}

static inline void
swap_move(struct swap_hand *from, struct swap_hand *to, int suit, int at)
{
	size_t n = strlen(to->ranks[suit]);
	to->ranks[suit][n] = from->ranks[suit][at];
	memmove(from->ranks[suit] + at, from->ranks[suit] + at + 1,
		strlen(from->ranks[suit] + at));
}

/* The text with the hand of one token replaced. */
static inline void
swap_write(char *text, size_t size, const char *key, const struct swap_hand *h)
{
	char out[POSITION_TEXT];
	const char *p = swap_token(text, key);
	snprintf(out, sizeof out, "%.*s%s.%s.%s.%s%s", (int)(p - text), text, h->ranks[0],
		 h->ranks[1], h->ranks[2], h->ranks[3], p + strcspn(p, " "));
	snprintf(text, size, "%s", out);
}

/* One try: text with two cards swapped between the seats a and b. */
static inline bool
swap_once(const struct game *g, char *text, size_t size, int a, int b, struct rng *r)
{
	char keys[2][3] = { "X=", "X=" };
	struct swap_hand hand[2];
	int suit[2], at[2];
	keys[0][0] = game_seat_letter(g, a);
	keys[1][0] = game_seat_letter(g, b);
	for (int i = 0; i < 2; i++)
		if (!swap_read(text, keys[i], &hand[i]) ||
		    !swap_pick(g, text, &hand[i], r, &suit[i], &at[i]))
			return false;
	swap_move(&hand[0], &hand[1], suit[0], at[0]);
	swap_move(&hand[1], &hand[0], suit[1], at[1]);
	for (int i = 0; i < 2; i++)
		swap_write(text, size, keys[i], &hand[i]);
	return true;
}

/* Where two seats have a hand each: another one for the seat that is not the viewer. */
static inline bool
swap_hand(const struct game *g, const struct state *s, int viewer, struct rng *r,
	  struct state *out)
{
	const struct public_ops *p = game_public(g);
	const int seat = 1 - viewer, own = p->hand(g, s, viewer),
		  old = p->hand(g, s, seat);
	for (int k = 0; k < SWAP_TRIES && own >= 0 && old >= 0; k++) {
		const int hand = (int)rng_below(r, (uint32_t)p->hands(g));
		if (hand == old || p->excludes(g, hand, own) || !p->possible(g, s, hand))
			continue;
		*out = *s;
		p->give(g, out, seat, hand);
		return true;
	}
	return false;
}

/* *out: s with two cards changed that `viewer` cannot see. False: no such cards. */
static inline bool
swap_hidden(const struct game *g, const struct state *s, int viewer, struct rng *r,
	    struct state *out)
{
	if (game_public(g) != NULL && g->seats == 2)
		return swap_hand(g, s, viewer, r, out);
	if (g->seats < 3)
		return false;
	for (int k = 0; k < SWAP_TRIES; k++) {
		char text[POSITION_TEXT];
		int a = (int)rng_below(r, (uint32_t)g->seats),
		    b = (int)rng_below(r, (uint32_t)g->seats);
		g->text->format_position(g, s, text, sizeof text);
		if (a == b || a == viewer || b == viewer ||
		    !swap_once(g, text, sizeof text, a, b, r))
			continue;
		memset(out, 0, sizeof *out);
		if (g->text->parse_position(g, text, out, NULL) &&
		    g->rules->acting(g, out) == g->rules->acting(g, s))
			return true;
	}
	return false;
}

#endif
