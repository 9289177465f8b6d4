/* squares.c - see squares.h. */
#include "games/common/squares.h"

#include "games/common/words.h"
#include "src/core/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- the state ------------------------------------------------------------------------ */

seat_set
squares_acting(const struct game *g, const struct state *state)
{
	const struct squares_game *s = squares_game(state);
	return s->end ? 0 : (seat_set)1 << s->mover;
}

bool
squares_settled(const struct game *g, const struct state *state)
{
	return squares_game(state)->end != RANKED_RUNNING;
}

void
squares_points(const struct game *g, const struct state *state, int32_t *points)
{
	const struct squares_game *s = squares_game(state);
	const int32_t rank[2] = { s->winner == 0, s->winner == 1 };
	ranked_points(rank, 2, points);
}

uint64_t
squares_state_key(const struct game *g, const struct state *state)
{
	const struct squares_game *s = squares_game(state);
	return squares_key(s->men, s->mover);
}

void
squares_bounds(const struct game *g, const struct state *state, struct bounds *b)
{
	ranked_bounds(2, game_unit(g) / 2, b);
}

/* ---- names ---------------------------------------------------------------------------- */

const char *
squares_seat_name(const struct game *g, int seat)
{
	return squares_variant(g)->style[seat].name;
}

char
squares_seat_letter(const struct game *g, int seat)
{
	return squares_variant(g)->style[seat].letter;
}

void
squares_name(int square, char out[SQUARES_NAME])
{
	out[0] = (char)('a' + square % SQUARES_SIDE);
	out[1] = (char)('1' + square / SQUARES_SIDE);
	out[2] = '\0';
}

/* ---- moves ---------------------------------------------------------------------------- */

void
squares_format_move(const struct game *g, const struct state *state, int seat, move m,
		    char *out, int size)
{
	char from[SQUARES_NAME], to[SQUARES_NAME];
	if (m >= SQUARES_PASS) {
		snprintf(out, (size_t)size, "%s", m == SQUARES_PASS ? "pass" : "?");
		return;
	}
	squares_name(squares_from(m), from);
	squares_name(squares_to(m), to);
	const bool takes =
		seat >= 0 && squares_game(state)->men[!seat] >> squares_to(m) & 1;
	snprintf(out, (size_t)size, "%s%c%s", from, takes ? 'x' : '-', to);
}

/* The square that a text begins with. */
static int
read_square(const struct squares_variant *v, const char *text)
{
	const int column = tolower((unsigned char)text[0]) - 'a';
	const int row = column >= 0 && text[0] != '\0' ? text[1] - '1' : -1;
	if (column < 0 || column >= v->columns || row < 0 || row >= v->rows)
		return SQUARES_NONE;
	return SQUARES_SIDE * row + column;
}

static const char *
skip_dash(const char *text)
{
	text = words_skip(text);
	if (*text == '-' || *text == 'x' || *text == 'X' || *text == ':')
		text = words_skip(text + 1 + (text[0] == '-' && text[1] == '>'));
	return text;
}

/* Writes the legal moves of the man on a square. */
static void
squares_list_from(const struct game *g, const struct state *state, int seat,
		  const move *list, int n, int square, struct words *w)
{
	for (int i = 0; i < n && w->left > 8; i++) {
		char text[MOVE_TEXT];
		if (list[i] == SQUARES_PASS || squares_from(list[i]) != square)
			continue;
		squares_format_move(g, state, seat, list[i], text, sizeof text);
		words_add(w, " %s", text);
	}
}

static bool
squares_refuse(const struct game *g, const struct state *state, int seat,
	       const move *list, int n, const char *text, int square, struct status *st)
{
	char name[SQUARES_NAME], can[100];
	struct words w = words_start(can, sizeof can);
	squares_name(square, name);
	if (squares_seat(squares_game(state), square) != seat)
		return status_fail(st, "move '%.24s': %s has no man on %s", text,
				   g->text->seat_name(g, seat), name);
	squares_list_from(g, state, seat, list, n, square, &w);
	if (can[0] == '\0')
		return status_fail(st, "move '%.24s': the man on %s cannot move", text,
				   name);
	return status_fail(st, "move '%.24s' is not possible; from %s one can play%s",
			   text, name, can);
}

bool
squares_parse_move(const struct game *g, const struct state *state, int seat,
		   const char *text, move *out, struct status *st)
{
	const struct squares_variant *v = squares_variant(g);
	move list[MOVES_MAX];
	const int n = g->rules->moves(g, state, seat, list);
	if (words_alone(text, "pass")) {
		*out = SQUARES_PASS;
		return list[0] == SQUARES_PASS ||
		       status_fail(st, "move 'pass': %s can move",
				   g->text->seat_name(g, seat));
	}
	const char *at = words_skip(text);
	const int from = read_square(v, at);
	at = from == SQUARES_NONE ? at : skip_dash(at + 2);
	const int to = from == SQUARES_NONE ? from : read_square(v, at);
	if (to == SQUARES_NONE || *words_skip(at + 2) != '\0')
		return status_fail(st,
				   "move '%.24s': expected two squares from a1 to %c%d, "
				   "as in a2-a3 or a2xb3",
				   text, 'a' + v->columns - 1, v->rows);
	*out = squares_move(from, to);
	for (int i = 0; i < n; i++)
		if (list[i] == *out)
			return true;
	if (list[0] == SQUARES_PASS)
		return status_fail(st, "move '%.24s': %s has no move, expected pass",
				   text, g->text->seat_name(g, seat));
	return squares_refuse(g, state, seat, list, n, text, from, st);
}

/* ---- positions ------------------------------------------------------------------------ */

static void
squares_format_rows(const struct game *g, const struct squares_game *s, struct words *w)
{
	const struct squares_variant *v = squares_variant(g);
	for (int row = v->rows - 1; row >= 0; row--) {
		int empty = 0;
		for (int column = 0; column < v->columns; column++) {
			const int seat = squares_seat(s, SQUARES_SIDE * row + column);
			empty += seat == SEAT_NONE;
			if (empty && (seat != SEAT_NONE || column + 1 == v->columns)) {
				words_add(w, "%d", empty);
				empty = 0;
			}
			if (seat != SEAT_NONE)
				words_add(w, "%c", v->style[seat].letter);
		}
		words_add(w, row ? "/" : "");
	}
}

void
squares_format_position(const struct game *g, const struct state *state, char *out,
			int size)
{
	const struct squares_game *s = squares_game(state);
	struct words w = words_start(out, size);
	squares_format_rows(g, s, &w);
	words_add(&w, " %c %d", squares_seat_letter(g, s->mover), s->ply);
	if (s->times > 0)
		words_add(&w, " seen %d", s->times);
}

/* Reads the squares of one row; *text moves behind it. */
static bool
parse_row(const struct game *g, struct squares_game *s, int row, const char **text,
	  struct status *st)
{
	const int columns = squares_variant(g)->columns;
	const char *at = *text;
	int column = 0;
	for (; *at && *at != '/' && *at != ' ' && column <= columns; at++) {
		const int seat = ranked_seat(g, *at);
		if (*at >= '1' && *at <= '9') {
			column += *at - '0';
			continue;
		}
		if (seat == SEAT_NONE && *at != '.')
			return status_fail(
				st,
				"position: '%c' in row %d is not a man, expected "
				"%c, %c, a dot or a number of empty squares",
				isprint((unsigned char)*at) ? *at : '?', row + 1,
				squares_seat_letter(g, 0), squares_seat_letter(g, 1));
		if (seat != SEAT_NONE && column < columns)
			s->men[seat] |= SQUARES_BIT(SQUARES_SIDE * row + column);
		column++;
	}
	*text = at;
	return column == columns ||
	       status_fail(st, "position: row %d does not have exactly %d squares",
			   row + 1, columns);
}

static bool
squares_parse_rows(const struct game *g, struct squares_game *s, const char **text,
		   struct status *st)
{
	const int rows = squares_variant(g)->rows;
	*text = words_skip(*text);
	for (int row = rows - 1; row >= 0; row--) {
		if (!parse_row(g, s, row, text, st))
			return false;
		if (**text == '/' && row)
			(*text)++;
		else if (**text == '/' || row)
			return status_fail(st,
					   "position: expected %d rows divided by '/'",
					   rows);
	}
	return true;
}

/* A whole number low .. high; *text moves behind it and the blanks that follow. */
static bool
parse_count(const char **text, const char *called, int low, int high, int *out,
	    struct status *st)
{
	const char *at = words_skip(*text);
	int n = 0, digits = 0;
	for (; isdigit((unsigned char)*at) && digits < 6; at++, digits++)
		n = n * 10 + (*at - '0');
	if (digits == 0 || n < low || n > high || (*at != '\0' && *at != ' '))
		return status_fail(st, "position: expected the %s, %d to %d, not '%.16s'",
				   called, low, high, words_skip(*text));
	*text = words_skip(at);
	*out = n;
	return true;
}

/* The rest of the text after the rows, to the end of the line. */
static bool
parse_tail(const struct game *g, const char *text, struct squares_game *s,
	   struct status *st)
{
	const struct squares_variant *v = squares_variant(g);
	int ply = 0, times = 0;
	if (!ranked_read_mover(g, &text, &s->mover, st) ||
	    !parse_count(&text, "plies made", 0, v->max_plies, &ply, st))
		return false;
	if (strncmp(text, "seen ", 5) == 0 && v->repeats > 0) {
		text += 5;
		if (!parse_count(&text, "times it was there", 1, v->repeats, &times, st))
			return false;
	}
	s->ply = (uint16_t)ply;
	s->times = (uint8_t)times;
	return *text == '\0' ||
	       status_fail(st, "position: expected the end of the line, not '%.16s'",
			   text);
}

bool
squares_parse_position(const struct game *g, const char *text, struct squares_game *s,
		       struct status *st)
{
	*s = (struct squares_game){ .winner = SEAT_NONE,
				    .from = SQUARES_NONE,
				    .to = SQUARES_NONE };
	return squares_parse_rows(g, s, &text, st) && parse_tail(g, text, s, st);
}

/* ---- what a person sees --------------------------------------------------------------- */

#define LEFT 3 /* columns for the numbers of the rows */
#define PASS 6 /* and for a pass */

void
squares_headline(const struct game *g, const struct state *state, int viewer, char *out,
		 int size)
{
	const struct squares_game *s = squares_game(state);
	ranked_headline(g, s->ply, s->end, s->end == RANKED_WON ? s->winner : s->mover,
			out, size);
}

/* The cell of a square in the scene: row by row from the top. */
static int16_t
cell_of(const struct squares_variant *v, int square)
{
	const int row = square / SQUARES_SIDE, column = square % SQUARES_SIDE;
	return (int16_t)((v->rows - 1 - row) * v->columns + column);
}

void
squares_scene(const struct game *g, const struct state *state, int passing,
	      struct scene *sc)
{
	const struct squares_variant *v = squares_variant(g);
	const struct squares_game *s = squares_game(state);
	sc->width = LEFT + 2 * v->columns;
	sc->height = v->rows + 1;
	sc->surface = (struct surface){ SURFACE_SQUARES, ROLE_WOOD, ROLE_WOOD_DARK };
	scene_add_grid(sc, LEFT, 0, v->rows, v->columns);
	for (int square = 0; square < SQUARES_COUNT; square++) {
		const int seat = squares_seat(s, square);
		const struct ranked_style *look = &v->style[seat == 1];
		const char letter[2] = { look->letter, '\0' };
		if (seat != SEAT_NONE)
			scene_put(&sc->item[cell_of(v, square)], seat, look->shape,
				  letter);
	}
	if (passing != SEAT_NONE) {
		sc->width += PASS;
		ranked_scene_pass(sc, sc->width - 1, passing, SQUARES_PASS);
	}
	scene_add_edges(sc, LEFT, 0, v->rows, v->columns);
	if (s->from == SQUARES_NONE)
		return;
	sc->way_count = 2;
	sc->way[0] = cell_of(v, s->from);
	sc->way[1] = cell_of(v, s->to);
}

int
squares_path(const struct game *g, const struct state *state, int seat, move m, int way,
	     int16_t *cell)
{
	(void)state, (void)seat;
	const struct squares_variant *v = squares_variant(g);
	if (way > 0)
		return 0;
	if (m == SQUARES_PASS) {
		cell[0] = (int16_t)(v->rows * v->columns);
		return 1;
	}
	cell[0] = cell_of(v, squares_from(m));
	cell[1] = cell_of(v, squares_to(m));
	return 2;
}

/* ---- values --------------------------------------------------------------------------- */

void
squares_value(int32_t lead, int32_t half, int32_t draw, int32_t *value)
{
	const int32_t spread = draw * lead / ((lead < 0 ? -lead : lead) + half);
	value[0] = draw + spread;
	value[1] = draw - spread;
}
