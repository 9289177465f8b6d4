/*
 * text.c - moves and positions of Abalone as text.
 *
 * Moves are written as in Aba-Pro: in line A1B2, the rearmost marble and where it goes, even
 * when another marble of the line is there; sideways C3C5D4, the two ends and where the first
 * goes. Read are also the ends the other way round and the shorter C3D6, one end and where
 * the other end goes, where only one move can be meant.
 */
#include "games/abalone/rules.h"
#include "games/common/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void
abalone_name(int cell, char out[ABALONE_NAME])
{
	out[0] = (char)('A' + abalone_row(cell));
	out[1] = (char)('0' + abalone_column(cell));
	out[2] = '\0';
}

/* ---- moves ---------------------------------------------------------------------------- */

/* The last marble of a sideways move. */
static int
other_end(move m)
{
	const struct abalone_way *w = &abalone_ways[abalone_way(m)];
	int cell = abalone_cell(m);
	for (int k = 1; k < w->count && cell != ABALONE_NONE; k++)
		cell = abalone_step(cell, w->axis);
	return cell;
}

static int
destination(int cell, move m)
{
	return abalone_step(cell, abalone_ways[abalone_way(m)].dir);
}

static void
abalone_format_move(const struct game *g, const struct state *state, int seat, move m,
		    char *out, int size)
{
	char from[ABALONE_NAME], end[ABALONE_NAME] = "", to[ABALONE_NAME];
	int cell = abalone_cell(m);
	if (m >= ABALONE_PASS || cell >= ABALONE_CELLS) {
		snprintf(out, (size_t)size, "%s", m == ABALONE_PASS ? "pass" : "?");
		return;
	}
	int last = other_end(m), next = destination(cell, m);
	if (last == ABALONE_NONE || next == ABALONE_NONE) {
		snprintf(out, (size_t)size, "?");
		return;
	}
	abalone_name(cell, from);
	abalone_name(next, to);
	if (last != cell)
		abalone_name(last, end);
	snprintf(out, (size_t)size, "%s%s%s", from, end, to);
}

static int
abalone_read_cell(const char *text)
{
	int letter = toupper((unsigned char)text[0]);
	if (letter < 'A' || letter > 'I' || text[1] < '1' || text[1] > '9')
		return ABALONE_NONE;
	return abalone_cell_at(letter - 'A', text[1] - '0');
}

/* Reads two or three cells, with or without blanks, dashes or commas between them. */
static int
read_cells(const char *text, int *cells, struct status *st)
{
	const char *at = words_skip(text);
	int count = 0;
	for (; *at && count < 4; count++) {
		int cell = abalone_read_cell(at);
		if (cell == ABALONE_NONE) {
			status_fail(st,
				    "move '%.24s': '%.8s' is not a cell of this board, "
				    "expected a move such as A1B2 or C3C5D4",
				    text, at);
			return 0;
		}
		if (count < 3)
			cells[count] = cell;
		at = words_skip(at + 2);
		if (*at == '-' || *at == ',')
			at = words_skip(at + 1 + (at[0] == '-' && at[1] == '>'));
	}
	if (count == 2 || count == 3)
		return count;
	status_fail(st,
		    "move '%.24s': expected two cells as in A1B2 or three as in C3C5D4",
		    text);
	return 0;
}

/* Whether a legal move is the one these cells describe. */
static bool
is_in_line(move m, const int *cells)
{
	return abalone_way(m) < ABALONE_DIRS && abalone_cell(m) == cells[0] &&
	       destination(cells[0], m) == cells[1];
}

static bool
is_sideways(move m, const int *cells)
{
	int a = abalone_cell(m), b = other_end(m);
	return abalone_way(m) >= ABALONE_DIRS && destination(cells[0], m) == cells[2] &&
	       ((a == cells[0] && b == cells[1]) || (b == cells[0] && a == cells[1]));
}

static bool
is_short_sideways(move m, const int *cells)
{
	int a = abalone_cell(m), b = other_end(m);
	return abalone_way(m) >= ABALONE_DIRS &&
	       ((a == cells[0] && destination(b, m) == cells[1]) ||
		(b == cells[0] && destination(a, m) == cells[1]));
}

typedef bool meaning(move m, const int *cells);

/* How many of the moves the cells can mean; *out is the first of them. */
static int
count_meant(const move *list, int n, meaning *is, const int *cells, move *out)
{
	int found = 0;
	for (int i = 0; i < n; i++)
		if (list[i] != ABALONE_PASS && is(list[i], cells) && found++ == 0)
			*out = list[i];
	return found;
}

/* Writes the legal moves that begin with a cell. */
static void
abalone_list_from(const struct game *g, const struct state *s, int seat, const move *list,
		  int n, int cell, struct words *w)
{
	for (int i = 0; i < n && w->left > 10; i++) {
		char text[MOVE_TEXT];
		if (list[i] == ABALONE_PASS ||
		    (abalone_cell(list[i]) != cell && other_end(list[i]) != cell))
			continue;
		abalone_format_move(g, s, seat, list[i], text, sizeof text);
		words_add(w, " %s", text);
	}
}

static bool
abalone_refuse(const struct game *g, const struct state *state, int seat,
	       const move *list, int n, const char *text, int cell, struct status *st)
{
	char name[ABALONE_NAME], can[200] = "";
	struct words w = { can, sizeof can };
	abalone_name(cell, name);
	if (abalone_at(g, state, cell) != seat)
		return status_fail(st, "move '%.24s': %s has no marble on %s", text,
				   abalone_seat_name(g, seat), name);
	abalone_list_from(g, state, seat, list, n, cell, &w);
	if (can[0] == '\0')
		return status_fail(st, "move '%.24s': no move starts with %s", text,
				   name);
	return status_fail(st, "move '%.24s' is not possible; with %s one can play%s",
			   text, name, can);
}

static bool
abalone_parse_move(const struct game *g, const struct state *state, int seat,
		   const char *text, move *out, struct status *st)
{
	move list[MOVES_MAX];
	int cells[3], n = abalone_list_moves(g, state, seat, list);
	if (words_alone(text, "pass")) {
		*out = ABALONE_PASS;
		return list[0] == ABALONE_PASS ||
		       status_fail(st,
				   "move 'pass': only a seat without a move may pass");
	}
	int count = read_cells(text, cells, st), found;
	if (count == 0)
		return false;
	if (count == 3)
		found = count_meant(list, n, is_sideways, cells, out);
	else if ((found = count_meant(list, n, is_in_line, cells, out)) == 0)
		found = count_meant(list, n, is_short_sideways, cells, out);
	if (found == 1)
		return true;
	if (found > 1)
		return status_fail(st,
				   "move '%.24s' can mean %d moves, expected both ends "
				   "and where the first goes, as in C3C5D4",
				   text, found);
	return abalone_refuse(g, state, seat, list, n, text, cells[0], st);
}

/* ---- positions ------------------------------------------------------------------------ */

/*
 * ROWS SEAT PLY OFF [repetition]: rows from the top, I to A, divided by '/', a letter for a
 * marble, a number for so many empty cells (a dot is one); the seat to move; the plies made;
 * the marbles of others that each seat has pushed off, as in 2-0.
 */
static void
abalone_format_position(const struct game *g, const struct state *state, char *out,
			int size)
{
	const struct abalone *s = abalone_state(state);
	char text[2 * ABALONE_CELLS + ABALONE_ROWS], off[40] = "";
	int length = 0, written = 0;
	for (int row = ABALONE_ROWS - 1; row >= 0; row--) {
		int empty = 0, end = abalone_row_first(row) + abalone_row_width(row);
		for (int column = abalone_row_first(row); column < end; column++) {
			int seat = abalone_at(g, state, abalone_cell_at(row, column));
			empty += seat == SEAT_NONE;
			if (empty && (seat != SEAT_NONE || column + 1 == end)) {
				text[length++] = (char)('0' + empty);
				empty = 0;
			}
			if (seat != SEAT_NONE)
				text[length++] = abalone_styles[seat].letter;
		}
		text[length++] = row ? '/' : '\0';
	}
	for (int seat = 0; seat < g->seats; seat++)
		written += snprintf(off + written, sizeof off - (size_t)written, "%s%d",
				    seat ? "-" : "", s->ejected[seat]);
	snprintf(out, (size_t)size, "%s %c %d %s%s", text,
		 abalone_styles[s->mover].letter, s->ply, off,
		 s->end == RANKED_REPETITION ? " repetition" : "");
}

/* Reads the cells of one row; *text moves behind it. */
static bool
abalone_read_row(const struct game *g, struct abalone *s, int row, const char **text,
		 struct status *st)
{
	const char *at = *text;
	int place = 0, width = abalone_row_width(row);
	for (; *at && *at != '/' && *at != ' '; at++) {
		int seat = ranked_seat(g, *at), run = 1;
		if (*at >= '1' && *at <= '9')
			run = *at - '0';
		else if (seat == SEAT_NONE && *at != '.')
			return status_fail(
				st,
				"position: '%c' in row %c is not a marble of this game, "
				"expected a seat's letter, a dot or a number",
				isprint((unsigned char)*at) ? *at : '?', 'A' + row);
		if (place + run > width)
			break;
		if (seat != SEAT_NONE)
			s->marbles[seat] |=
				BIT(abalone_cell_at(row, abalone_row_first(row) + place));
		place += run;
	}
	if (place != width || (*at && *at != '/' && *at != ' '))
		return status_fail(st, "position: row %c does not have exactly %d cells",
				   'A' + row, width);
	*text = at;
	return true;
}

static bool
abalone_read_rows(const struct game *g, struct abalone *s, const char **text,
		  struct status *st)
{
	for (int row = ABALONE_ROWS - 1; row >= 0; row--) {
		if (!abalone_read_row(g, s, row, text, st))
			return false;
		if (**text == '/' && row)
			(*text)++;
		else if (**text == '/' || row)
			return status_fail(st,
					   "position: expected %d rows divided by '/'",
					   ABALONE_ROWS);
	}
	return true;
}

/* A number of at most three digits; *text moves behind it. -1: there is none. */
static int
abalone_read_number(const char **text)
{
	int n = 0, digits = 0;
	for (; isdigit((unsigned char)**text) && digits < 5; (*text)++, digits++)
		n = n * 10 + (**text - '0');
	return digits ? n : -1;
}

/* Marbles pushed off, one number for each seat. */
static bool
read_off(const struct game *g, struct abalone *s, const char **text, struct status *st)
{
	for (int seat = 0; seat < g->seats; seat++) {
		int n = abalone_read_number(text);
		if (n < 0 || n > abalone_goal(g))
			return status_fail(st,
					   "position: expected the marbles pushed off, "
					   "0 to %d for each of %d seats, as in %s",
					   abalone_goal(g), g->seats,
					   g->seats == 2 ? "2-0" : "2-0-1");
		s->ejected[seat] = (uint8_t)n;
		if (seat + 1 < g->seats && **text == '-')
			(*text)++;
	}
	return true;
}

/* Marbles missing from the board must have been pushed off by other seats. */
static bool
check_marbles(const struct game *g, const struct abalone *s, struct status *st)
{
	int missing = 0, off = 0, winners = 0, lost[ABALONE_SEATS];
	for (int seat = 0; seat < g->seats; seat++) {
		lost[seat] = abalone_marbles(g) - __builtin_popcountll(s->marbles[seat]);
		if (lost[seat] < 0)
			return status_fail(st,
					   "position: %s has %d marbles, more than %d",
					   abalone_styles[seat].name,
					   abalone_marbles(g) - lost[seat],
					   abalone_marbles(g));
		missing += lost[seat];
		off += s->ejected[seat];
		winners += s->ejected[seat] >= abalone_goal(g);
	}
	if (missing != off)
		return status_fail(st,
				   "position: %d marbles are missing from the board but "
				   "%d have been pushed off",
				   missing, off);
	for (int seat = 0; seat < g->seats; seat++)
		if (s->ejected[seat] > missing - lost[seat])
			return status_fail(st,
					   "position: %s cannot have pushed off %d, the "
					   "others lack only %d",
					   abalone_styles[seat].name, s->ejected[seat],
					   missing - lost[seat]);
	return winners <= 1 ||
	       status_fail(st, "position: two seats cannot both have pushed off %d",
			   abalone_goal(g));
}

static bool
abalone_read_tail(const struct game *g, struct abalone *s, const char *text,
		  struct status *st)
{
	int most = abalone_variant(g)->max_plies;
	if (!ranked_read_mover(g, &text, &s->mover, st))
		return false;
	int ply = abalone_read_number(&text);
	if (ply < 0 || ply > most)
		return status_fail(
			st,
			"position: expected the number of plies made, 0 to %d, "
			"after the seat to move",
			most);
	s->ply = (uint16_t)ply;
	text = words_skip(text);
	if (!read_off(g, s, &text, st))
		return false;
	text = words_skip(text);
	if (strcmp(text, "repetition") == 0)
		s->end = RANKED_REPETITION;
	else if (*text)
		return status_fail(st,
				   "position: expected the end of the line, not '%.16s'",
				   text);
	return true;
}

static bool
abalone_parse_position(const struct game *g, const char *text, struct state *state,
		       struct status *st)
{
	memset(state->bytes, 0, sizeof state->bytes);
	struct abalone *s = board_of(state);
	s->winner = s->last_seat = SEAT_NONE;
	text = words_skip(text);
	if (!abalone_read_rows(g, s, &text, st) || !abalone_read_tail(g, s, text, st) ||
	    !check_marbles(g, s, st))
		return false;
	abalone_settle(g, state);
	return true;
}

const struct game_text abalone_text = {
	.format_move = abalone_format_move,
	.parse_move = abalone_parse_move,
	.format_position = abalone_format_position,
	.parse_position = abalone_parse_position,
	.seat_name = abalone_seat_name,
	.seat_letter = abalone_seat_letter,
};
