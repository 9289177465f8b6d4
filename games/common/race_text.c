/*
 * race_text.c - possible positions of races, the scene, the words about them. How moves and
 * positions are written is in squares.h.
 */
#include "games/common/race.h"

#include "src/core/scene.h"

#include <stdio.h>

const struct ranked_style race_styles[2] = {
	{ "White", "○", 'W' },
	{ "Black", "●", 'B' },
};

/* ---- positions ------------------------------------------------------------------------ */

/* Checks each seat's men, and that nobody had won before the last move. */
static bool
race_text_check_men(const struct game *g, const struct squares_game *s, struct status *st)
{
	const struct race_variant *v = race_variant(g);
	for (int seat = 0; seat < 2; seat++) {
		const int men = __builtin_popcountll(s->men[seat]);
		if (men > 2 * v->base.columns)
			return status_fail(st, "position: %s has %d men, more than %d",
					   race_styles[seat].name, men,
					   2 * v->base.columns);
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
race_text_parse_position(const struct game *g, const char *text, struct state *state,
			 struct status *st)
{
	struct squares_game s;
	if (!squares_parse_position(g, text, &s, st) || !race_text_check_men(g, &s, st))
		return false;
	*squares_game_of(state) = s;
	race_settle(g, state);
	return true;
}

const struct game_text race_text = {
	.format_move = squares_format_move,
	.parse_move = squares_parse_move,
	.format_position = squares_format_position,
	.parse_position = race_text_parse_position,
	.seat_name = squares_seat_name,
	.seat_letter = squares_seat_letter,
};

/* ---- what a person sees --------------------------------------------------------------- */

static int
race_text_figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct race_variant *v = race_variant(g);
	const struct squares_game *s = squares_game(state);
	out[0] = (struct figure){ .name = "men" };
	out[1] = (struct figure){ .name = "to go", .lower_is_better = true };
	for (int seat = 0; seat < 2; seat++) {
		out[0].per_seat[seat] = __builtin_popcountll(s->men[seat]);
		out[1].per_seat[seat] = s->men[seat]
						? race_rows_left(v, seat, s->men[seat])
						: v->base.rows;
	}
	return 2;
}

static void
race_text_event(const struct game *g, const struct state *from, int seat, move m,
		const struct state *to, char *out, int size)
{
	const struct squares_game *a = squares_game(from), *b = squares_game(to);
	const char *name = race_styles[seat].name, *other = race_styles[!seat].name;
	char goal[SQUARES_NAME];
	squares_name(squares_to(m), goal);
	out[0] = '\0';
	if (b->end == RANKED_LENGTH)
		snprintf(out, (size_t)size, "the turn limit is reached: a draw");
	else if (b->end == RANKED_REPETITION)
		snprintf(out, (size_t)size, "third repetition: a draw");
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
race_text_scene(const struct game *g, const struct state *s, int viewer,
		struct scene *out)
{
	squares_scene(g, s, SEAT_NONE, out);
}

const struct game_view race_view = {
	.headline = squares_headline,
	.figures = race_text_figures,
	.event = race_text_event,
	.scene = race_text_scene,
	.path = squares_path,
};
