/*
 * minishogi_slow.h - MiniShogi once more, slowly, for tests: it knows pieces as characters on a
 * board with a border, tries every move and looks whether the king could be taken. It shares
 * with the game nothing but SFEN and the texts of moves.
 */
#ifndef PLYSCOPE_TESTS_MINISHOGI_SLOW_H
#define PLYSCOPE_TESTS_MINISHOGI_SLOW_H

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOW_MOVES 400
#define SLOW_TEXT  80

struct slow {
	char piece[7][7]; /* '.', a letter as in SFEN, '#' the border; [row][place] */
	bool plus[7][7];
	int hand[2][5]; /* in the order of slow_hand */
	int turn, number;
};

/* A move with its result; texts as in USI and SFEN. */
struct slow_move {
	char text[8], after[SLOW_TEXT];
};

static const char slow_hand[] = "RBGSP";

static inline struct slow
slow_read(const char *sfen)
{
	struct slow b = { 0 };
	int row = 1, place = 1;
	const char *p = sfen;
	memset(b.piece, '#', sizeof b.piece);
	for (int r = 1; r <= 5; r++)
		memset(&b.piece[r][1], '.', 5);
	for (; *p != ' '; p++) {
		if (*p == '/')
			row++, place = 1;
		else if (isdigit((unsigned char)*p))
			place += *p - '0';
		else if (*p == '+')
			b.plus[row][place] = true;
		else
			b.piece[row][place++] = *p;
	}
	b.turn = p[1] == 'w';
	for (p += 3; *p != ' '; p++) {
		const int n = isdigit((unsigned char)*p) ? *p++ - '0' : 1;
		if (*p != '-')
			b.hand[islower((unsigned char)*p) != 0]
			      [strchr(slow_hand, toupper((unsigned char)*p)) -
			       slow_hand] += n;
	}
	b.number = atoi(p + 1);
	return b;
}

static inline void
slow_write(const struct slow *b, char *out)
{
	char *p = out;
	for (int r = 1; r <= 5; r++) {
		int empty = 0;
		for (int c = 1; c <= 6; c++) {
			if (c <= 5 && b->piece[r][c] == '.') {
				empty++;
				continue;
			}
			if (empty > 0)
				*p++ = (char)('0' + empty);
			empty = 0;
			if (c <= 5 && b->plus[r][c])
				*p++ = '+';
			if (c <= 5)
				*p++ = b->piece[r][c];
		}
		*p++ = r < 5 ? '/' : ' ';
	}
	*p++ = b->turn ? 'w' : 'b';
	*p++ = ' ';
	char *hands = p;
	for (int seat = 0; seat < 2; seat++)
		for (int k = 0; k < 5; k++) {
			if (b->hand[seat][k] > 1)
				*p++ = (char)('0' + b->hand[seat][k]);
			if (b->hand[seat][k] > 0)
				*p++ = (char)(seat ? tolower(slow_hand[k])
						   : slow_hand[k]);
		}
	if (p == hands)
		*p++ = '-';
	sprintf(p, " %d", b->number);
}

static inline bool
slow_is_of(char piece, int seat)
{
	return isalpha((unsigned char)piece) &&
	       (islower((unsigned char)piece) != 0) == seat;
}

/* How a piece of Black goes: up, right, whether it runs; ended by zeros. */
struct slow_way {
	int up, right;
	bool runs;
};

static inline int
slow_ways(char letter, bool plus, struct slow_way *out)
{
	static const char *const names = "PSGBRK";
	/* The eight ways around, clockwise from ahead: 1 a step, 2 a run. */
	static const char *const steps[] = { "10000000", "11010101", "11101011",
					     "02020202", "20202020", "11111111" };
	static const int up[] = { 1, 1, 0, -1, -1, -1, 0, 1 },
			 right[] = { 0, 1, 1, 1, 0, -1, -1, -1 };
	int kind = (int)(strchr(names, toupper((unsigned char)letter)) - names), n = 0;
	if (plus && kind < 2)
		kind = 2;
	for (int k = 0; k < 8; k++) {
		const char way =
			plus && kind > 2 && steps[kind][k] == '0' ? '1' : steps[kind][k];
		if (way != '0')
			out[n++] = (struct slow_way){ up[k], right[k], way == '2' };
	}
	return n;
}

/* All cells, as 10 row + place, that the piece on a cell reaches; own pieces included. */
static inline int
slow_reach(const struct slow *b, int r, int c, int *out)
{
	struct slow_way way[8];
	const int sign = islower((unsigned char)b->piece[r][c]) ? 1 : -1;
	const int ways = slow_ways(b->piece[r][c], b->plus[r][c], way);
	int n = 0;
	for (int k = 0; k < ways; k++) {
		int y = r, x = c;
		do {
			y += sign * way[k].up;
			x -= sign * way[k].right;
			if (b->piece[y][x] == '#')
				break;
			out[n++] = 10 * y + x;
		} while (way[k].runs && b->piece[y][x] == '.');
	}
	return n;
}

static inline bool
slow_in_check(const struct slow *b, int seat)
{
	int to[40];
	for (int r = 1; r <= 5; r++)
		for (int c = 1; c <= 5; c++) {
			if (!slow_is_of(b->piece[r][c], !seat))
				continue;
			for (int n = slow_reach(b, r, c, to); n-- > 0;)
				if (b->piece[to[n] / 10][to[n] % 10] ==
				    (seat ? 'k' : 'K'))
					return true;
		}
	return false;
}

static inline int slow_moves(const struct slow *b, bool pawn_mates,
			     struct slow_move *out);

static inline bool
slow_is_stuck(const struct slow *b)
{
	struct slow_move *m = calloc(SLOW_MOVES, sizeof *m);
	const int n = slow_moves(b, false, m);
	free(m);
	return n == 0;
}

static inline void
slow_add(struct slow *after, const char *text, struct slow_move *out, int *n)
{
	if (slow_in_check(after, after->turn))
		return;
	after->turn = !after->turn;
	after->number++;
	snprintf(out[*n].text, sizeof out[*n].text, "%s", text);
	slow_write(after, out[(*n)++].after);
}

static inline void
slow_add_step(const struct slow *b, int r, int c, int to, bool promote,
	      struct slow_move *out, int *n)
{
	struct slow after = *b;
	const int y = to / 10, x = to % 10, seat = b->turn;
	const char taken = b->piece[y][x];
	char text[8];
	if (taken != '.')
		after.hand[seat][strchr(slow_hand, toupper((unsigned char)taken)) -
				 slow_hand]++;
	after.piece[y][x] = b->piece[r][c];
	after.plus[y][x] = b->plus[r][c] || promote;
	after.piece[r][c] = '.';
	after.plus[r][c] = false;
	snprintf(text, sizeof text, "%c%c%c%c%s", '6' - c, 'a' + r - 1, '6' - x,
		 'a' + y - 1, promote ? "+" : "");
	slow_add(&after, text, out, n);
}

static inline void
slow_steps(const struct slow *b, struct slow_move *out, int *n)
{
	int to[40];
	const int last = b->turn ? 5 : 1;
	for (int r = 1; r <= 5; r++)
		for (int c = 1; c <= 5; c++) {
			const char piece = b->piece[r][c];
			if (!slow_is_of(piece, b->turn))
				continue;
			const int letter = toupper((unsigned char)piece);
			const bool may = !b->plus[r][c] && letter != 'K' && letter != 'G';
			for (int k = slow_reach(b, r, c, to); k-- > 0;) {
				const int y = to[k] / 10;
				const char there = b->piece[y][to[k] % 10];
				if (slow_is_of(there, b->turn) ||
				    toupper((unsigned char)there) == 'K')
					continue;
				if (may && (r == last || y == last))
					slow_add_step(b, r, c, to[k], true, out, n);
				if (!may || letter != 'P' || y != last)
					slow_add_step(b, r, c, to[k], false, out, n);
			}
		}
}

static inline bool
slow_has_pawn(const struct slow *b, int c)
{
	for (int r = 1; r <= 5; r++)
		if (b->piece[r][c] == (b->turn ? 'p' : 'P') && !b->plus[r][c])
			return true;
	return false;
}

/* pawn_mates: mate by the drop of a pawn counts as a move. */
static inline void
slow_drops(const struct slow *b, bool pawn_mates, struct slow_move *out, int *n)
{
	for (int k = 0; k < 5; k++)
		for (int cell = 0; b->hand[b->turn][k] > 0 && cell < 25; cell++) {
			struct slow after = *b;
			const int r = 1 + cell / 5, c = 1 + cell % 5;
			const bool pawn = slow_hand[k] == 'P';
			char text[8];
			if (b->piece[r][c] != '.' ||
			    (pawn && (r == (b->turn ? 5 : 1) || slow_has_pawn(b, c))))
				continue;
			after.hand[b->turn][k]--;
			after.piece[r][c] =
				(char)(b->turn ? tolower(slow_hand[k]) : slow_hand[k]);
			if (pawn && !pawn_mates && slow_in_check(&after, !b->turn)) {
				struct slow answer = after;
				answer.turn = !b->turn;
				if (slow_is_stuck(&answer))
					continue;
			}
			snprintf(text, sizeof text, "%c*%c%c", slow_hand[k], '6' - c,
				 'a' + r - 1);
			slow_add(&after, text, out, n);
		}
}

static inline int
slow_moves(const struct slow *b, bool pawn_mates, struct slow_move *out)
{
	int n = 0;
	slow_steps(b, out, &n);
	slow_drops(b, pawn_mates, out, &n);
	return n;
}

#endif
