/*
 * dialect.c - see dialect.h.
 *
 * MiniShogi in USI is the game's own text. In UCI, as Fairy-Stockfish has it, files are a to e
 * from the left and ranks 1 to 5 from the bottom, a drop is P@c3, and a FEN has the hands in
 * brackets behind the rows; Sente is white.
 */
#include "src/wire/dialect.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- MiniShogi ------------------------------------------------------------------------ */

static void
same_move(const char *text, char out[static DIALECT_MOVE])
{
	snprintf(out, DIALECT_MOVE, "%s", text);
}

static void
sfen(const char *text, char *out, size_t size)
{
	snprintf(out, size, "sfen %s", text);
}

/* 1e1d is e1e2, P*3c is P@c3. */
static void
shogi_move_in_uci(const char *text, char out[static DIALECT_MOVE])
{
	size_t n = 0;
	for (const char *p = text; *p != '\0' && n + 1 < DIALECT_MOVE; p++, n++)
		out[n] = *p == '*'		  ? '@'
			 : *p >= '1' && *p <= '5' ? (char)('a' + '5' - *p)
			 : *p >= 'a' && *p <= 'e' ? (char)('1' + 'e' - *p)
						  : *p;
	out[n] = '\0';
}

/* "2Pb" is PPb. */
static void
spread_hands(const char *hands, char *out, size_t size)
{
	size_t n = 0;
	for (const char *p = hands; *p != '\0'; p++) {
		const bool two = *p == '2' && p[1] != '\0';
		p += two;
		for (int k = two ? 2 : 1; k > 0 && n + 1 < size; k--)
			out[n++] = *p;
	}
	out[n] = '\0';
}

/* "ROWS b HANDS N" is "ROWS[HANDS] w - - 0 M". */
static void
shogi_fen(const char *text, char *out, size_t size)
{
	char rows[64] = "", turn[4] = "", hands[32] = "", each[32];
	int number = 1;
	sscanf(text, "%63s %3s %31s %d", rows, turn, hands, &number);
	spread_hands(hands, each, sizeof each);
	snprintf(out, size, "fen %s[%s] %c - - 0 %d", rows, each,
		 turn[0] == 'b' ? 'w' : 'b', (number + 1) / 2);
}

/* ---- Breakthrough --------------------------------------------------------------------- */

/* b2-b3 and b2xc3 are b2b3 and b2c3. */
static void
joined_move(const char *text, char out[static DIALECT_MOVE])
{
	size_t n = 0;
	for (const char *p = text; *p != '\0' && n + 1 < DIALECT_MOVE; p++)
		if (*p != '-' && *p != 'x')
			out[n++] = *p;
	out[n] = '\0';
}

/* "ROWS W PLY", men W and B, is "ROWS w - - 0 M", men P and p. */
static void
race_fen(const char *text, char *out, size_t size)
{
	char rows[100] = "", turn[4] = "";
	int ply = 0;
	sscanf(text, "%99s %3s %d", rows, turn, &ply);
	for (char *p = rows; *p != '\0'; p++)
		*p = *p == 'W' ? 'P' : *p == 'B' ? 'p' : *p;
	snprintf(out, size, "fen %s %c - - 0 %d", rows, tolower((unsigned char)turn[0]),
		 1 + ply / 2);
}

/* ---- the table ------------------------------------------------------------------------ */

static const struct dialect dialects[] = {
	{ "usi", "minishogi", "minishogi", NULL, same_move, sfen },
	{ "uci", "minishogi", "minishogi", NULL, shogi_move_in_uci, shogi_fen },
	{ "uci", "breakthrough", "breakthrough", "rows=8 columns=8", joined_move,
	  race_fen },
};
#define DIALECTS (sizeof dialects / sizeof *dialects)

/* Whether the options of a variant have all these values, "rows=8 columns=8". */
static bool
has_board(const struct game *g, const char *wanted)
{
	char text[OPTION_TEXT + 2], pair[80];
	while (wanted != NULL && *wanted != '\0') {
		int n = 0;
		if (sscanf(wanted, "%79s%n", pair, &n) != 1)
			return true;
		wanted += n;
		wanted += strspn(wanted, " ");
		char *equals = strchr(pair, '=');
		*equals = '\0';
		const int at = options_find(&g->variant, pair);
		if (at < 0)
			return false;
		options_format(&g->variant, at, text, sizeof text);
		if (strcmp(text, equals + 1) != 0)
			return false;
	}
	return true;
}

const struct dialect *
dialect_find(const char *protocol, const struct game *g)
{
	for (size_t i = 0; i < DIALECTS; i++)
		if (strcmp(dialects[i].protocol, protocol) == 0 &&
		    strcmp(dialects[i].game, g->ops->key) == 0 &&
		    has_board(g, dialects[i].board))
			return &dialects[i];
	return NULL;
}

void
dialect_list(const char *protocol, char *out, int size)
{
	int n = 0;
	out[0] = '\0';
	for (size_t i = 0; i < DIALECTS && n < size; i++)
		if (strcmp(dialects[i].protocol, protocol) == 0)
			n += snprintf(out + n, (size_t)(size - n), "%s%s",
				      n > 0 ? ", " : "", dialects[i].game);
}

void
dialect_format_move(const struct dialect *d, const struct game *g, const struct state *s,
		    int seat, move m, char out[static DIALECT_MOVE])
{
	char text[MOVE_TEXT];
	g->text->format_move(g, s, seat, m, text, sizeof text);
	d->move(text, out);
}

move
dialect_read_move(const struct dialect *d, const struct game *g, const struct state *s,
		  int seat, const char *text)
{
	move list[MOVES_MAX];
	const int n = g->rules->moves(g, s, seat, list);
	for (int i = 0; i < n; i++) {
		char said[DIALECT_MOVE];
		dialect_format_move(d, g, s, seat, list[i], said);
		if (strcmp(said, text) == 0)
			return list[i];
	}
	return MOVE_NONE;
}

void
dialect_format_position(const struct dialect *d, const struct game *g,
			const struct state *s, char *out, size_t size)
{
	char text[POSITION_TEXT];
	g->text->format_position(g, s, text, sizeof text);
	d->position(text, out, size);
}
