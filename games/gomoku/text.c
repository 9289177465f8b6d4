/*
 * text.c - moves and positions of Gomoku as text.
 *
 * Moves are written as in RenLib: the letter of the column and the number of the row from the
 * bottom, h8 for the centre of a board of 15. A position is rows of x and o, or the moves that
 * lead to it, with or without blanks: h8 h9 g7, h8h9g7.
 */
#include "games/gomoku/rules.h"

#include "games/common/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char stones[] = "xo";

const char *const gomoku_choices[3] = { "black", "white", "two" };

/* As the third word of a position, with opening=swap2. */
static const char *const stage_words[STAGES] = {
	[STAGE_PUT] = "put",
	[STAGE_CHOOSE] = "choose",
	[STAGE_MORE] = "more",
	[STAGE_PICK] = "pick",
};
static const char *const owner_words[] = { "first", "second" };

static void
gomoku_name(const struct game *g, int cell, char *out, int size)
{
	const int side = gomoku_side(g);
	snprintf(out, (size_t)size, "%c%d", 'a' + cell % side, side - cell / side);
}

/* ---- moves ---------------------------------------------------------------------------- */

static void
gomoku_format_move(const struct game *g, const struct state *s, int seat, move m,
		   char *out, int size)
{
	(void)s, (void)seat;
	if (m >= GOMOKU_TAKE_BLACK && m <= GOMOKU_PUT_TWO)
		snprintf(out, (size_t)size, "%s", gomoku_choices[m - GOMOKU_TAKE_BLACK]);
	else if (m < gomoku_variant(g)->cells)
		gomoku_name(g, (int)m, out, size);
	else
		snprintf(out, (size_t)size, "?");
}

/* A cell of this board with nothing but blanks around it. */
static bool
gomoku_read_cell(const struct game *g, const char *text, move *out)
{
	const int side = gomoku_side(g);
	const char *at = words_skip(text);
	const int column = tolower((unsigned char)*at) - 'a';
	int row;
	if (column < 0 || column >= side || !isdigit((unsigned char)at[1]) ||
	    !words_number(at + 1, 1, side, &row))
		return false;
	*out = (move)((side - row) * side + column);
	return true;
}

static bool
read_word(const char *text, move *out)
{
	for (int k = 0; k < 3; k++)
		if (words_alone(text, gomoku_choices[k])) {
			*out = GOMOKU_TAKE_BLACK + (move)k;
			return true;
		}
	return false;
}

/* Why a move that can be read is not legal. */
static bool
gomoku_refuse(const struct game *g, const struct gomoku *s, const char *text, move m,
	      struct status *st)
{
	const bool colour = s->stage == STAGE_CHOOSE || s->stage == STAGE_PICK;
	if (s->end)
		return status_fail(st, "move '%.24s': the game is over", text);
	if (colour)
		return status_fail(st, "move '%.24s': expected %s", text,
				   s->stage == STAGE_PICK ? "black or white"
							  : "black, white or two");
	if (m >= GOMOKU_CELLS)
		return status_fail(st,
				   "move '%.24s': no colours are chosen now, expected an "
				   "empty cell",
				   text);
	if (!is_empty(gomoku_variant(g), s, (int)m))
		return status_fail(st, "move '%.24s': there is a stone already", text);
	return status_fail(st, "move '%.24s': %s", text,
			   s->stones == 0 ? "the first stone goes to the centre"
					  : "the third stone is too near to the centre");
}

static bool
gomoku_parse_move(const struct game *g, const struct state *state, int seat,
		  const char *text, move *out, struct status *st)
{
	const struct gomoku *s = gomoku_state(state);
	const int side = gomoku_side(g);
	move list[GOMOKU_CELLS], m;
	if (!gomoku_read_cell(g, text, &m) && !read_word(text, &m))
		return status_fail(st,
				   "move '%.24s': expected a cell from a1 to %c%d, such "
				   "as %c%d",
				   text, 'a' + side - 1, side, 'a' + side / 2,
				   side / 2 + 1);
	const int n = s->end ? 0 : gomoku_list_moves(g, state, seat, list);
	for (int i = 0; i < n; i++)
		if (list[i] == m) {
			*out = m;
			return true;
		}
	return gomoku_refuse(g, s, text, m, st);
}

/* ---- positions ------------------------------------------------------------------------ */

/*
 * ROWS TURN [OPENING]: rows from the top divided by '/', x a black stone, o a white one, a
 * number so many empty cells (a dot is one); the colour of the next stone, x or o; with
 * opening=swap2 the seat that has the black stones, first or second, or how far the opening is:
 * put, choose, more, pick.
 */
static void
gomoku_format_position(const struct game *g, const struct state *state, char *out,
		       int size)
{
	const struct gomoku *s = gomoku_state(state);
	const int side = gomoku_side(g);
	struct words w = words_start(out, size);
	int empty = 0;
	for (int cell = 0; cell < side * side; cell++) {
		const int colour = gomoku_at(g, state, cell);
		const bool ends = cell % side == side - 1;
		empty += colour == SEAT_NONE;
		if (empty > 0 && (colour != SEAT_NONE || ends)) {
			words_add(&w, "%d", empty);
			empty = 0;
		}
		if (colour != SEAT_NONE)
			words_add(&w, "%c", stones[colour]);
		if (ends && cell + 1 < side * side)
			words_add(&w, "/");
	}
	words_add(&w, " %c", stones[s->turn]);
	if (gomoku_variant(g)->swap2)
		words_add(&w, " %s",
			  s->stage == STAGE_PLAY ? owner_words[s->black]
						 : stage_words[s->stage]);
}

/* Reads one row; *text moves behind it. */
static bool
gomoku_read_row(const struct gomoku_variant *r, struct gomoku *s, int row,
		const char **text, struct status *st)
{
	const char *at = *text;
	int column = 0;
	while (*at != '\0' && *at != '/' && *at != ' ' && column <= r->side) {
		const char *stone = strchr(stones, tolower((unsigned char)*at));
		int run = 1;
		if (isdigit((unsigned char)*at)) {
			const long n = strtol(at, (char **)&at, 10);
			run = n > r->side ? r->side + 1 : (int)n;
		} else if (stone == NULL && *at != '.') {
			return status_fail(st,
					   "position: '%c' in row %d: expected x, o, a "
					   "dot or a number of empty cells",
					   isprint((unsigned char)*at) ? *at : '?',
					   r->side - row);
		} else {
			at++;
		}
		if (stone != NULL && column < r->side)
			set_stone(r->board, s, (int)(stone - stones),
				  row * r->side + column);
		column += run;
	}
	*text = at;
	return column == r->side ||
	       status_fail(st, "position: row %d does not have exactly %d cells",
			   r->side - row, r->side);
}

static bool
gomoku_read_rows(const struct gomoku_variant *r, struct gomoku *s, const char **text,
		 struct status *st)
{
	for (int row = 0; row < r->side; row++) {
		if (!gomoku_read_row(r, s, row, text, st))
			return false;
		const bool last = row + 1 == r->side;
		if (last ? **text == '/' : **text != '/')
			return status_fail(st,
					   "position: expected %d rows divided by '/'",
					   r->side);
		*text += !last;
	}
	return true;
}

/* Black begins, so it has as many stones as White or one more. */
static bool
count_stones(const struct gomoku_variant *r, struct gomoku *s, struct status *st)
{
	int n[2] = { 0 };
	for (int cell = 0; cell < r->cells; cell++)
		for (int colour = BLACK; colour <= WHITE; colour++)
			n[colour] += has_stone(r, s, colour, cell);
	s->stones = (uint16_t)(n[BLACK] + n[WHITE]);
	s->turn = n[BLACK] > n[WHITE] ? WHITE : BLACK;
	return n[BLACK] - n[WHITE] == s->turn ||
	       status_fail(st,
			   "position: %d x and %d o: x begins, so expected as many x as "
			   "o, or one more",
			   n[BLACK], n[WHITE]);
}

/* Whether so many stones belong to a stage of swap2. */
static bool
fits_stage(const struct gomoku *s, enum gomoku_stage stage)
{
	switch (stage) {
	case STAGE_PUT: return s->stones < 3;
	case STAGE_CHOOSE: return s->stones == 3;
	case STAGE_MORE: return s->stones == 3 || s->stones == 4;
	case STAGE_PICK: return s->stones == 5;
	default: return s->stones >= 3;
	}
}

/* How far swap2 is, and who moves. */
static bool
read_stage(struct gomoku *s, const char *text, struct status *st)
{
	int stage = STAGES;
	for (int k = 0; k < 2; k++)
		if (words_alone(text, owner_words[k])) {
			stage = STAGE_PLAY;
			s->black = (uint8_t)k;
		}
	for (int k = STAGE_PUT; k < STAGES; k++)
		if (words_alone(text, stage_words[k]))
			stage = k;
	if (stage == STAGES)
		return status_fail(
			st,
			"position: '%.16s': expected first or second, the seat with the "
			"black stones, or put, choose, more or pick",
			text);
	if (!fits_stage(s, (enum gomoku_stage)stage))
		return status_fail(st, "position: '%.16s' does not fit %d stones", text,
				   s->stones);
	s->stage = (uint8_t)stage;
	s->mover = stage == STAGE_PLAY ? (uint8_t)seat_of(s, s->turn)
				       : stage == STAGE_CHOOSE || stage == STAGE_MORE;
	return true;
}

static bool
gomoku_read_tail(const struct game *g, struct gomoku *s, const char *text,
		 struct status *st)
{
	text = words_skip(text);
	const char *stone =
		*text != '\0' ? strchr(stones, tolower((unsigned char)*text)) : NULL;
	if (stone == NULL || (text[1] != '\0' && text[1] != ' '))
		return status_fail(st,
				   "position: expected x or o, the colour of the next "
				   "stone, after the rows");
	if (stone - stones != s->turn)
		return status_fail(st, "position: with these stones %c is next, not %c",
				   stones[s->turn], *stone);
	text = words_skip(text + 1);
	if (gomoku_variant(g)->swap2)
		return read_stage(s, text, st);
	s->mover = s->turn;
	return *text == '\0' ||
	       status_fail(st, "position: expected the end of the line, not '%.16s'",
			   text);
}

/* A row of five ends the game, so it is of the stone put last. */
static bool
check_fives(const struct gomoku_variant *r, const struct gomoku *s, struct status *st)
{
	const int five = gomoku_find_five(r, s);
	if (five == 2)
		return status_fail(st, "position: both colours have five in a row");
	return five != s->turn ||
	       status_fail(st,
			   "position: %c has five in a row, the game ended before %c "
			   "moved again",
			   stones[five], stones[!five]);
}

static bool
gomoku_parse_rows(const struct game *g, const char *text, struct state *state,
		  struct status *st)
{
	const struct gomoku_variant *r = gomoku_variant(g);
	memset(state->bytes, 0, sizeof state->bytes);
	struct gomoku *s = board_of(state);
	s->last = GOMOKU_NONE;
	s->winner = SEAT_NONE;
	if (!gomoku_read_rows(r, s, &text, st) || !count_stones(r, s, st) ||
	    !gomoku_read_tail(g, s, text, st) || !check_fives(r, s, st))
		return false;
	gomoku_settle(g, state);
	return true;
}

/* One move of a list: a letter and its digits, or a word. *text moves behind it. */
static bool
gomoku_next_move(const char **text, char *out, size_t size)
{
	const char *at = *text + strspn(*text, " \t,");
	size_t n = 0;
	while (isalpha((unsigned char)at[n]))
		n++;
	while (isdigit((unsigned char)at[n]))
		n++;
	if (*at != '\0' && n == 0)
		n = strcspn(at, " \t,");
	*text = at + n;
	n = n < size ? n : size - 1;
	memcpy(out, at, n);
	out[n] = '\0';
	return n > 0;
}

static bool
parse_moves(const struct game *g, const char *text, struct state *state,
	    struct status *st)
{
	char word[MOVE_TEXT];
	memset(state->bytes, 0, sizeof state->bytes);
	g->rules->start(g, state);
	while (gomoku_next_move(&text, word, sizeof word)) {
		const int seat = gomoku_state(state)->mover;
		move m = MOVE_NONE;
		if (!gomoku_parse_move(g, state, seat, word, &m, st))
			return false;
		gomoku_play(g, state, seat, m, state);
	}
	return true;
}

static bool
gomoku_parse_position(const struct game *g, const char *text, struct state *state,
		      struct status *st)
{
	text = words_skip(text);
	if (*text == '\0')
		return status_fail(st,
				   "position: expected %d rows divided by '/', or moves "
				   "such as h8 h9 g7",
				   gomoku_side(g));
	return strchr(text, '/') != NULL ? gomoku_parse_rows(g, text, state, st)
					 : parse_moves(g, text, state, st);
}

const struct game_text gomoku_text = {
	.format_move = gomoku_format_move,
	.parse_move = gomoku_parse_move,
	.format_position = gomoku_format_position,
	.parse_position = gomoku_parse_position,
	.seat_name = gomoku_seat_name,
	.seat_letter = gomoku_seat_letter,
};
