/*
 * text.c - moves and positions of Chinese Checkers as text.
 *
 * A move is written as the cells of its ends, e5-g5. A position is written as
 *
 *   ROWS SEAT PLY [repetition]
 *
 * rows from the top divided by '/', a letter for a peg, a number for so many empty cells (a
 * dot is one); the seat to move; the plies made.
 */
#include "games/chinese_checkers/rules.h"
#include "games/common/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- moves ---------------------------------------------------------------------------- */

static void
star_format_move(const struct game *g, const struct state *state, int seat, move m,
		 char *out, int size)
{
	const struct hexgrid *h = cc_variant(g)->grid;
	int from = chinese_checkers_from(m), to = chinese_checkers_to(m);
	char a[HEX_NAME], b[HEX_NAME];
	if (m == CC_PASS || from >= h->cells || to >= h->cells) {
		snprintf(out, (size_t)size, "%s", m == CC_PASS ? "pass" : "?");
		return;
	}
	hexgrid_name(h, from, a);
	hexgrid_name(h, to, b);
	snprintf(out, (size_t)size, "%s-%s", a, b);
}

/* Reads "e5-g5", "e5g5", "e5 g5", "e5-g5-i5": only the ends count. */
static bool
star_read_ends(const struct hexgrid *h, const char *text, int *from, int *to,
	       struct status *st)
{
	int count = 0;
	const char *at = words_skip(text);
	for (; *at; count++) {
		int length, cell = hexgrid_parse(h, at, &length);
		if (cell == HEX_NONE)
			return status_fail(
				st,
				"move '%.24s': '%.8s' is not a cell of this board, "
				"expected a move such as e5-g5",
				text, at);
		*(count ? to : from) = cell;
		at = words_skip(at + length);
		if (*at == '-' || *at == '>' || *at == ',')
			at = words_skip(at + 1 + (at[0] == '-' && at[1] == '>'));
	}
	if (count < 2)
		return status_fail(st, "move '%.24s': expected two cells, as in e5-g5",
				   text);
	return true;
}

/* Says why a peg cannot go there, and where it can go. */
static bool
star_refuse(const struct game *g, const struct state *state, int seat, int from, int to,
	    const move *moves, int n, struct status *st)
{
	const struct hexgrid *h = cc_variant(g)->grid;
	char a[HEX_NAME], b[HEX_NAME], name[HEX_NAME], list[160] = "";
	struct words w = { list, sizeof list };
	hexgrid_name(h, from, a);
	hexgrid_name(h, to, b);
	if (chinese_checkers_at(g, state, from) != seat)
		return status_fail(st, "move %s-%s: %s has no peg on %s", a, b,
				   cc_seat_name(g, seat), a);
	for (int i = 0; i < n && w.left > 8; i++) {
		if (moves[i] == CC_PASS || chinese_checkers_from(moves[i]) != from)
			continue;
		hexgrid_name(h, chinese_checkers_to(moves[i]), name);
		words_add(&w, " %s", name);
	}
	if (list[0] == '\0')
		return status_fail(st, "move %s-%s: the peg on %s cannot move", a, b, a);
	return status_fail(st, "move %s-%s: the peg on %s can only go to%s", a, b, a,
			   list);
}

static bool
star_parse_move(const struct game *g, const struct state *state, int seat,
		const char *text, move *out, struct status *st)
{
	move list[MOVES_MAX];
	int from = 0, to = 0, n = cc_moves(g, state, seat, list);
	if (words_alone(text, "pass")) {
		*out = CC_PASS;
		return list[0] == CC_PASS ||
		       status_fail(st,
				   "move 'pass': only a seat without a move may pass");
	}
	if (!star_read_ends(cc_variant(g)->grid, text, &from, &to, st))
		return false;
	*out = (move)from << 8 | (move)to;
	for (int i = 0; i < n; i++)
		if (list[i] == *out)
			return true;
	return star_refuse(g, state, seat, from, to, list, n, st);
}

/* ---- positions ------------------------------------------------------------------------ */

static void
star_format_position(const struct game *g, const struct state *state, char *out, int size)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	const struct hexgrid *h = cc_variant(g)->grid;
	char text[HEX_CELLS * 2 + HEX_ROWS + 1];
	int length = 0;
	for (int row = 0; row < h->rows; row++) {
		int empty = 0;
		for (int cell = h->first[row]; cell < h->first[row + 1]; cell++) {
			int seat = chinese_checkers_at(g, state, cell);
			bool last = cell + 1 == h->first[row + 1];
			empty += seat == SEAT_NONE;
			if (empty && (seat != SEAT_NONE || last)) {
				length += snprintf(text + length,
						   sizeof text - (size_t)length, "%d",
						   empty);
				empty = 0;
			}
			if (seat != SEAT_NONE)
				text[length++] = cc_styles[seat].letter;
		}
		text[length++] = row + 1 < h->rows ? '/' : '\0';
	}
	snprintf(out, (size_t)size, "%s %c %d%s", text, cc_styles[s->mover].letter,
		 s->ply, s->end == RANKED_REPETITION ? " repetition" : "");
}

/* Reads the cells of one row; *text moves behind it. */
static bool
star_read_row(const struct game *g, struct chinese_checkers *s, int row,
	      const char **text, struct status *st)
{
	const struct hexgrid *h = cc_variant(g)->grid;
	int place = 0, width = h->first[row + 1] - h->first[row];
	const char *at = *text;
	while (*at && *at != '/' && *at != ' ') {
		int seat = ranked_seat(g, *at), run = 1;
		if (isdigit((unsigned char)*at)) {
			for (run = 0; isdigit((unsigned char)*at) && run < 100; at++)
				run = run * 10 + (*at - '0');
		} else if (seat == SEAT_NONE && *at != '.') {
			return status_fail(
				st,
				"position: '%c' in row %c is not a peg of this game, "
				"expected a seat's letter, a dot or a number",
				isprint((unsigned char)*at) ? *at : '?', 'a' + row);
		} else {
			at++;
		}
		if (place + run > width)
			break;
		if (seat != SEAT_NONE)
			hexset_flip(&s->pegs[seat], h->first[row] + place);
		place += run;
	}
	if (place != width || (*at && *at != '/' && *at != ' '))
		return status_fail(st, "position: row %c does not have exactly %d cells",
				   'a' + row, width);
	*text = at;
	return true;
}

static bool
star_read_rows(const struct game *g, struct chinese_checkers *s, const char **text,
	       struct status *st)
{
	const struct cc_variant *r = cc_variant(g);
	for (int row = 0; row < r->grid->rows; row++) {
		if (!star_read_row(g, s, row, text, st))
			return false;
		char expected = row + 1 < r->grid->rows ? '/' : ' ';
		if (**text == '/' && expected == '/')
			(*text)++;
		else if (**text == '/' || expected == '/')
			return status_fail(
				st,
				"position: expected %d rows divided by '/', as the "
				"board of this size has",
				r->grid->rows);
	}
	for (int seat = 0; seat < r->seats; seat++)
		if (hexset_count(&s->pegs[seat]) != r->terrain->pegs)
			return status_fail(st, "position: %s has %d pegs, expected %d",
					   cc_styles[seat].name,
					   hexset_count(&s->pegs[seat]),
					   r->terrain->pegs);
	return true;
}

/* The seat to move, the plies made, and how the game ended where the board does not say. */
static bool
star_read_tail(const struct game *g, struct chinese_checkers *s, const char *text,
	       struct status *st)
{
	const struct cc_variant *r = cc_variant(g);
	if (!ranked_read_mover(g, &text, &s->mover, st))
		return false;
	int ply = 0, digits = 0;
	for (; isdigit((unsigned char)*text) && ply <= r->max_plies; text++, digits++)
		ply = ply * 10 + (*text - '0');
	if (ply > r->max_plies)
		return status_fail(st,
				   "position: the number of plies is above %d, the most "
				   "this game can last",
				   r->max_plies);
	s->ply = (uint16_t)ply;
	text = words_skip(text);
	if (digits && strcmp(text, "repetition") == 0)
		s->end = RANKED_REPETITION;
	else if (*text)
		return status_fail(st,
				   "position: expected the number of plies and the end "
				   "of the line, not '%.16s'",
				   text);
	return true;
}

static bool
star_parse_position(const struct game *g, const char *text, struct state *state,
		    struct status *st)
{
	memset(state->bytes, 0, sizeof state->bytes);
	struct chinese_checkers *s = board_of(state);
	s->winner = s->last_seat = SEAT_NONE;
	text = words_skip(text);
	if (!star_read_rows(g, s, &text, st) || !star_read_tail(g, s, text, st))
		return false;
	cc_settle(g, state);
	return true;
}

const struct game_text cc_text = {
	.format_move = star_format_move,
	.parse_move = star_parse_move,
	.format_position = star_format_position,
	.parse_position = star_parse_position,
	.seat_name = cc_seat_name,
	.seat_letter = cc_seat_letter,
};
