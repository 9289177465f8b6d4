/*
 * race_text.c - moves and positions of races as text, the scene, what is said of them.
 *
 * ROWS SEAT PLY [seen N]: rows from the top divided by '/', a letter for a man, a number for
 * so many empty squares; the seat to move; the plies made; how often the position was there
 * before.
 */
#include "games/common/race.h"

#include "src/core/scene.h"

#include <stdio.h>
#include <string.h>

const struct ranked_style race_styles[2] = {
	{ "White", "○", 'W' },
	{ "Black", "●", 'B' },
};

static const char *
seat_name(const struct game *g, int seat)
{
	(void)g;
	return race_styles[seat].name;
}

static char
seat_letter(const struct game *g, int seat)
{
	(void)g;
	return race_styles[seat].letter;
}

static struct squares
board_of(const struct game *g, const struct state *state)
{
	const struct race_variant *v = race_variant(g);
	const struct race *s = race_state(state);
	return (struct squares){ .rows = v->rows,
				 .columns = v->columns,
				 .men = { s->men[0], s->men[1] },
				 .from = s->from,
				 .to = s->to,
				 .style = race_styles };
}

/* ---- moves and positions -------------------------------------------------------------- */

static void
format_move(const struct game *g, const struct state *s, int seat, move m, char *out,
	    int size)
{
	const struct squares b = board_of(g, s);
	squares_format_move(&b, seat, m, out, size);
}

static bool
parse_move(const struct game *g, const struct state *s, int seat, const char *text,
	   move *out, struct status *st)
{
	const struct squares b = board_of(g, s);
	return squares_parse_move(g, s, &b, seat, text, out, st);
}

static void
format_position(const struct game *g, const struct state *state, char *out, int size)
{
	const struct race *s = race_state(state);
	const struct squares b = board_of(g, state);
	char rows[SQUARES_ROWS_TEXT];
	squares_format_rows(g, &b, rows);
	struct words w = words_start(out, size);
	words_add(&w, "%s", rows);
	squares_format_tail(g, (struct squares_tail){ s->mover, s->times, s->ply }, &w);
}

/* Each seat's men, and that nobody has won before the last move. */
static bool
check_men(const struct game *g, const struct race *s, struct status *st)
{
	const struct race_variant *v = race_variant(g);
	for (int seat = 0; seat < 2; seat++) {
		const int men = __builtin_popcountll(s->men[seat]);
		if (men > 2 * v->columns)
			return status_fail(st, "position: %s has %d men, more than %d",
					   race_styles[seat].name, men, 2 * v->columns);
		const bool won = (s->men[seat] & v->goal[seat]) != 0;
		if (seat == s->mover && won)
			return status_fail(
				st, "position: %s has won already, it is not %s's turn",
				race_styles[seat].name, race_styles[seat].name);
		if (seat != s->mover && men == 0)
			return status_fail(st, "position: %s has no man left",
					   race_styles[seat].name);
	}
	return true;
}

static bool
parse_position(const struct game *g, const char *text, struct state *state,
	       struct status *st)
{
	const struct race_variant *v = race_variant(g);
	struct squares b = { .rows = v->rows, .columns = v->columns };
	struct race s = { .winner = SEAT_NONE, .from = SQUARES_NONE, .to = SQUARES_NONE };
	struct squares_tail tail;
	const int most = v->gait == RACE_KNIGHTS ? 2 : 0;
	if (!squares_parse_rows(g, &b, &text, st) ||
	    !squares_parse_tail(g, text, v->max_plies, most, &tail, st))
		return false;
	memcpy(s.men, b.men, sizeof s.men);
	s.mover = tail.mover;
	s.times = tail.times;
	s.ply = tail.ply;
	if (!check_men(g, &s, st))
		return false;
	*race_of(state) = s;
	race_settle(g, state);
	return true;
}

const struct game_text race_text = {
	.format_move = format_move,
	.parse_move = parse_move,
	.format_position = format_position,
	.parse_position = parse_position,
	.seat_name = seat_name,
	.seat_letter = seat_letter,
};

/* ---- what a person sees --------------------------------------------------------------- */

static void
headline(const struct game *g, const struct state *state, int viewer, char *out, int size)
{
	(void)viewer;
	const struct race *s = race_state(state);
	ranked_headline(g, s->ply, s->end, s->end == RANKED_WON ? s->winner : s->mover,
			out, size);
}

/* Rows between a seat's foremost man and its goal. */
static int
rows_to_go(const struct race_variant *v, const struct race *s, int seat)
{
	if (s->men[seat] == 0)
		return v->rows;
	return seat == 0 ? v->rows - 1 - (63 - __builtin_clzll(s->men[0])) / SQUARES_SIDE
			 : __builtin_ctzll(s->men[1]) / SQUARES_SIDE;
}

static int
figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct race *s = race_state(state);
	out[0] = (struct figure){ .name = "men" };
	out[1] = (struct figure){ .name = "to go", .lower_is_better = true };
	for (int seat = 0; seat < 2; seat++) {
		out[0].per_seat[seat] = __builtin_popcountll(s->men[seat]);
		out[1].per_seat[seat] = rows_to_go(race_variant(g), s, seat);
	}
	return 2;
}

static void
event(const struct game *g, const struct state *from, int seat, move m,
      const struct state *to, char *out, int size)
{
	const struct race *a = race_state(from), *b = race_state(to);
	const char *name = seat_name(g, seat), *other = seat_name(g, !seat);
	char goal[SQUARES_NAME];
	squares_name(squares_to(m), goal);
	out[0] = '\0';
	if (b->end == RANKED_LENGTH)
		snprintf(out, (size_t)size, "the turn limit is reached: a draw");
	else if (b->end == RANKED_REPETITION)
		snprintf(out, (size_t)size, "the position is there a third time: a draw");
	else if (b->end == RANKED_WON && b->men[!seat] == 0)
		snprintf(out, (size_t)size, "%s takes the last man and wins", name);
	else if (b->end == RANKED_WON &&
		 race_variant(g)->goal[seat] & SQUARES_BIT(squares_to(m)))
		snprintf(out, (size_t)size, "%s reaches %s and wins", name, goal);
	else if (b->end == RANKED_WON)
		snprintf(out, (size_t)size, "%s cannot move: %s wins", other, name);
	else if (a->men[!seat] != b->men[!seat])
		snprintf(out, (size_t)size, "%s takes on %s, %s has %d left", name, goal,
			 other, __builtin_popcountll(b->men[!seat]));
}

static void
scene(const struct game *g, const struct state *s, int viewer, struct scene *out)
{
	(void)viewer;
	const struct squares b = board_of(g, s);
	squares_scene(&b, SEAT_NONE, out);
}

static int
path(const struct game *g, const struct state *s, int seat, move m, int way,
     int16_t *cell)
{
	(void)seat;
	const struct squares b = board_of(g, s);
	return squares_path(&b, m, way, cell);
}

const struct game_view race_view = {
	.headline = headline,
	.figures = figures,
	.event = event,
	.scene = scene,
	.path = path,
};
