/*
 * text.c - moves as in USI (1e1d, 4e4a+, P*3c) and positions as in SFEN.
 */
#include "games/minishogi/rules.h"

#include "games/common/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SFEN lists hands from the strongest piece. */
static const uint8_t hand_order[MINISHOGI_HELD] = { ROOK, BISHOP, GOLD, SILVER, PAWN };

static int
kind_of_letter(char letter)
{
	const int upper = toupper((unsigned char)letter);
	const char *at = upper ? strchr(minishogi_letters, upper) : NULL;
	return at ? (int)(at - minishogi_letters) : -1;
}

/* A character of the user's text, fit for printing. */
static char
minishogi_shown(char c)
{
	return isprint((unsigned char)c) ? c : '?';
}

/* ---- moves ---------------------------------------------------------------------------- */

static void
minishogi_format_move(const struct game *g, const struct state *s, int seat, move m,
		      char *out, int size)
{
	(void)g, (void)s, (void)seat;
	char from[MINISHOGI_NAME], to[MINISHOGI_NAME];
	minishogi_name(minishogi_to(m), to);
	if (minishogi_is_drop(m)) {
		snprintf(out, (size_t)size, "%c*%s",
			 minishogi_letters[minishogi_from(m) - MINISHOGI_CELLS], to);
		return;
	}
	minishogi_name(minishogi_from(m), from);
	snprintf(out, (size_t)size, "%s%s%s", from, to, m & MINISHOGI_PROMOTE ? "+" : "");
}

/* "3c"; -1: no cell. */
static int
minishogi_read_cell(const char *text)
{
	if (text[0] < '1' || text[0] > '5')
		return -1;
	const int row = tolower((unsigned char)text[1]) - 'a';
	return row >= 0 && row < SIDE ? SIDE * row + '5' - text[0] : -1;
}

/* The code of a move text, whether it is legal or not. */
static bool
read_code(const char *text, move *out, struct status *st)
{
	const int kind = kind_of_letter(text[0]);
	const bool drop = kind >= 0 && kind < MINISHOGI_HELD && text[1] == '*';
	const int from = drop ? CELLS + kind : minishogi_read_cell(text);
	const int to = from >= 0 ? minishogi_read_cell(text + 2) : -1;
	if (to < 0 || (text[4] != '\0' && (text[4] != '+' || drop || text[5] != '\0')))
		return status_fail(
			st,
			"move '%.24s': expected two cells such as 1e1d, with + "
			"to promote, or a drop such as P*3c",
			text);
	*out = (move)from << 5 | (move)to | (text[4] == '+' ? MINISHOGI_PROMOTE : 0);
	return true;
}

/* Why a drop is not among the legal moves. */
static bool
refuse_drop(const struct minishogi *s, int seat, const char *text, move m,
	    struct status *st)
{
	const int kind = minishogi_from(m) - CELLS, to = minishogi_to(m);
	const char *name = minishogi_names[kind];
	const uint32_t pawns = s->of[seat] & s->walks[PAWN];
	const char *why = "it leaves the king in check";
	if (!s->hand[seat][kind])
		return status_fail(st, "move '%.24s': %s has no %s in the hand", text,
				   minishogi_seat_name(NULL, seat), name);
	if (s->board[to] != MINISHOGI_EMPTY)
		why = "the cell is taken";
	else if (kind == PAWN && zone_of(seat) >> to & 1)
		why = "a pawn could never move from there";
	else if (kind == PAWN && pawns & COLUMN << to % SIDE)
		why = "there is an unpromoted pawn on that file already (nifu)";
	else if (kind == PAWN && minishogi_no_pawns(s, seat, BIT(to)) >> to & 1)
		why = "a pawn that is dropped must not be mate (uchifuzume)";
	return status_fail(st, "move '%.24s' is not possible: %s", text, why);
}

/* The moves of a piece, as a list. */
static void
minishogi_list_from(const struct game *g, const struct state *s, int seat,
		    const move *list, int n, int from, struct words *w)
{
	for (int i = 0; i < n; i++) {
		char text[MOVE_TEXT];
		if (minishogi_from(list[i]) != from)
			continue;
		minishogi_format_move(g, s, seat, list[i], text, sizeof text);
		words_add(w, " %s", text);
	}
}

static bool
minishogi_refuse(const struct game *g, const struct state *state, int seat,
		 const move *list, int n, const char *text, move m, struct status *st)
{
	const struct minishogi *s = minishogi_state(state);
	const int from = minishogi_from(m);
	char name[MINISHOGI_NAME], can[200];
	struct words w = words_start(can, sizeof can);
	if (minishogi_is_drop(m))
		return refuse_drop(s, seat, text, m, st);
	minishogi_name(from, name);
	if (!(s->of[seat] >> from & 1))
		return status_fail(st, "move '%.24s': %s has no piece on %s", text,
				   minishogi_seat_name(g, seat), name);
	minishogi_list_from(g, state, seat, list, n, from, &w);
	if (can[0] == '\0')
		return status_fail(st, "move '%.24s': the %s on %s has no move%s", text,
				   minishogi_names[kind_of(s->board[from])], name,
				   s->checkers ? " that answers the check" : "");
	return status_fail(st, "move '%.24s' is not possible; with %s one can play%s",
			   text, name, can);
}

static bool
minishogi_parse_move(const struct game *g, const struct state *state, int seat,
		     const char *text, move *out, struct status *st)
{
	move list[MOVES_MAX], m = MOVE_NONE;
	const int n = g->rules->moves(g, state, seat, list);
	if (!read_code(text, &m, st))
		return false;
	for (int i = 0; i < n; i++)
		if (list[i] == m) {
			*out = m;
			return true;
		}
	return minishogi_refuse(g, state, seat, list, n, text, m, st);
}

/* ---- positions ------------------------------------------------------------------------ */

/*
 * SFEN: rows from the top, a to e, divided by '/', each from file 5 to file 1, Black's pieces in
 * capitals, '+' before a promoted one, a number for so many empty cells; b or w, the seat to
 * move; the hands, Black's first, or '-'; the number of the move that comes. A game that a
 * position ended for the fourth time has one word more: repetition or perpetual.
 */
static void
minishogi_format_rows(const struct minishogi *s, struct words *w)
{
	for (int row = 0; row < SIDE; row++) {
		int empty = 0;
		for (int column = 0; column < SIDE; column++) {
			const int piece = s->board[SIDE * row + column];
			const bool none = piece == MINISHOGI_EMPTY;
			empty += none;
			if (empty && (!none || column + 1 == SIDE)) {
				words_add(w, "%d", empty);
				empty = 0;
			}
			if (none)
				continue;
			const char letter = minishogi_letters[kind_of(piece)];
			words_add(w, "%s%c", piece & PROMOTED ? "+" : "",
				  seat_of(piece) ? tolower(letter) : letter);
		}
		words_add(w, "%s", row + 1 < SIDE ? "/" : "");
	}
}

static void
minishogi_format_position(const struct game *g, const struct state *state, char *out,
			  int size)
{
	const struct minishogi *s = minishogi_state(state);
	static const char *const ends[] = { [MINISHOGI_REPETITION] = " repetition",
					    [MINISHOGI_PERPETUAL] = " perpetual" };
	struct words w = words_start(out, size);
	bool any = false;
	minishogi_format_rows(s, &w);
	words_add(&w, " %c ", s->mover ? 'w' : 'b');
	for (int seat = 0; seat < 2; seat++)
		for (int i = 0; i < MINISHOGI_HELD; i++) {
			const int n = s->hand[seat][hand_order[i]];
			const char letter = minishogi_letters[hand_order[i]];
			if (n > 1)
				words_add(&w, "%d", n);
			if (n > 0)
				words_add(&w, "%c", seat ? tolower(letter) : letter);
			any = any || n > 0;
		}
	words_add(&w, "%s %d%s", any ? "" : "-", s->ply + 1,
		  s->end >= MINISHOGI_REPETITION ? ends[s->end] : "");
}

/* Reads one piece; *at moves behind it. */
static bool
read_piece(struct minishogi *s, int row, int column, const char **at, struct status *st)
{
	const bool promoted = **at == '+';
	const char letter = (*at)[promoted];
	const int kind = kind_of_letter(letter);
	if (kind < 0)
		return status_fail(
			st,
			"position: '%c' in row %c is no piece, expected one of "
			"PSGBRK psgbrk, '+' before it, or a number of cells",
			minishogi_shown(letter ? letter : **at), 'a' + row);
	if (promoted && (kind == GOLD || kind == KING))
		return status_fail(st, "position: a %s is never promoted",
				   minishogi_names[kind]);
	const int seat = islower((unsigned char)letter) ? 1 : 0;
	put_down(s, seat, SIDE * row + column, promoted ? kind | PROMOTED : kind);
	*at += 1 + promoted;
	return true;
}

static bool
minishogi_read_row(struct minishogi *s, int row, const char **at, struct status *st)
{
	int column = 0;
	while (**at && **at != '/' && **at != ' ') {
		if (**at >= '1' && **at <= '5') {
			column += *(*at)++ - '0';
		} else if (column >= SIDE) {
			column++;
			break;
		} else if (!read_piece(s, row, column, at, st)) {
			return false;
		} else {
			column++;
		}
	}
	return column == SIDE ||
	       status_fail(st, "position: row %c does not have exactly %d cells",
			   'a' + row, SIDE);
}

static bool
minishogi_read_rows(struct minishogi *s, const char **at, struct status *st)
{
	for (int row = 0; row < SIDE; row++) {
		if (!minishogi_read_row(s, row, at, st))
			return false;
		if (**at == '/' && row + 1 < SIDE)
			(*at)++;
		else if (**at == '/' || row + 1 < SIDE)
			return status_fail(st,
					   "position: expected %d rows divided by '/'",
					   SIDE);
	}
	return true;
}

/* The hands, "-" or "2Pb"; *at moves behind them. */
static bool
minishogi_read_hands(struct minishogi *s, const char **at, struct status *st)
{
	if (**at == '-') {
		(*at)++;
		return true;
	}
	const char *from = *at;
	while (**at && **at != ' ') {
		const bool two = **at == '2';
		const char letter = (*at)[two];
		const int kind = kind_of_letter(letter);
		const int seat = islower((unsigned char)letter) ? 1 : 0;
		if (kind < 0 || kind == KING || s->hand[seat][kind])
			return status_fail(st,
					   "position: expected the hands, '-' or pieces "
					   "such as 2Pb, not '%.12s'",
					   from);
		s->hand[seat][kind] = (uint8_t)(1 + two);
		*at += 1 + two;
	}
	return *at != from || status_fail(st, "position: expected the hands, '-' or "
					      "pieces such as 2Pb, after the seat");
}

/* A position is possible: as many pieces as there are, none where it could not be. */
static bool
check_pieces(const struct minishogi *s, struct status *st)
{
	int count[MINISHOGI_KINDS] = { 0 }, kings[2] = { 0 };
	for (int cell = 0; cell < CELLS; cell++) {
		const int piece = s->board[cell];
		if (piece == MINISHOGI_EMPTY)
			continue;
		count[kind_of(piece)]++;
		kings[seat_of(piece)] += kind_of(piece) == KING;
		if ((piece & 15) == PAWN && zone_of(seat_of(piece)) >> cell & 1)
			return status_fail(st,
					   "position: a pawn of %s stands on the last "
					   "row, where it must be promoted",
					   minishogi_seat_name(NULL, seat_of(piece)));
	}
	for (int seat = 0; seat < 2; seat++)
		if (kings[seat] != 1)
			return status_fail(st, "position: %s has %s, expected one king",
					   minishogi_seat_name(NULL, seat),
					   kings[seat] ? "two kings or more" : "no king");
	for (int kind = PAWN; kind <= ROOK; kind++) {
		const int n = count[kind] + s->hand[0][kind] + s->hand[1][kind];
		if (n > MINISHOGI_EACH)
			return status_fail(st,
					   "position: there are %d %ss, the game has %d",
					   n, minishogi_names[kind], MINISHOGI_EACH);
	}
	return true;
}

static bool
check_pawns(const struct minishogi *s, struct status *st)
{
	for (int seat = 0; seat < 2; seat++)
		for (int column = 0; column < SIDE; column++) {
			const uint32_t file =
				s->of[seat] & s->walks[PAWN] & COLUMN << column;
			if (file & (file - 1))
				return status_fail(st,
						   "position: %s has two unpromoted "
						   "pawns on file %d",
						   minishogi_seat_name(NULL, seat),
						   SIDE - column);
		}
	return true;
}

/* What a game that ended by repetition has behind it. */
static bool
minishogi_read_end(const struct game *g, struct minishogi *s, const char *text,
		   struct status *st)
{
	const bool draw = minishogi_variant(g)->repetition == DRAWN;
	const bool perpetual = words_alone(text, "perpetual");
	if (*text == '\0')
		return true;
	if (!perpetual && !words_alone(text, "repetition"))
		return status_fail(st,
				   "position: expected the end of the line, not '%.16s'",
				   text);
	if (s->end == MINISHOGI_MATE || minishogi_variant(g)->repetition == NOT_COUNTED)
		return status_fail(st, "position: it cannot have ended by repetition");
	s->times = REPEATED;
	/* The seat that gave perpetual check has just moved, or is to move again. */
	if (perpetual)
		end_game(s, MINISHOGI_PERPETUAL, s->checkers ? s->mover : !s->mover);
	else
		end_game(s, MINISHOGI_REPETITION, draw ? SEAT_NONE : 1);
	return true;
}

static bool
minishogi_read_tail(const struct game *g, struct minishogi *s, const char *at,
		    struct status *st)
{
	const int most = minishogi_variant(g)->max_plies + 1;
	if ((*at != 'b' && *at != 'w') || at[1] != ' ')
		return status_fail(st,
				   "position: expected b or w, the seat to move, after "
				   "the rows");
	s->mover = *at == 'w';
	at = words_skip(at + 1);
	if (!minishogi_read_hands(s, &at, st))
		return false;
	at = words_skip(at);
	char *end;
	const long number = isdigit((unsigned char)*at) ? strtol(at, &end, 10) : 0;
	if (number < 1 || number > most || (*end != ' ' && *end != '\0'))
		return status_fail(st,
				   "position: expected the number of the move, 1 to %d, "
				   "at the end",
				   most);
	s->ply = (uint16_t)(number - 1);
	if (!check_pieces(s, st) || !check_pawns(s, st))
		return false;
	if (minishogi_in_check(s, !s->mover))
		return status_fail(st, "position: %s is in check and not to move",
				   minishogi_seat_name(g, !s->mover));
	minishogi_settle(g, s);
	return minishogi_read_end(g, s, words_skip(end), st);
}

static bool
minishogi_parse_position(const struct game *g, const char *text, struct state *state,
			 struct status *st)
{
	struct minishogi *s = board_of(state);
	memset(state->bytes, 0, sizeof state->bytes);
	memset(s->board, MINISHOGI_EMPTY, sizeof s->board);
	text = words_skip(text);
	return minishogi_read_rows(s, &text, st) &&
	       minishogi_read_tail(g, s, words_skip(text), st);
}

const struct game_text minishogi_text = {
	.format_move = minishogi_format_move,
	.parse_move = minishogi_parse_move,
	.format_position = minishogi_format_position,
	.parse_position = minishogi_parse_position,
	.seat_name = minishogi_seat_name,
	.seat_letter = minishogi_seat_letter,
	.usi = "minishogi",
};
