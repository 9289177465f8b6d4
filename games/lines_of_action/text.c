/*
 * text.c - moves and positions of Lines of Action as text: b1-b3, b1xb3; the rows from the top,
 * the seat to move, the plies made, and how often the position was there before.
 */
#include "games/lines_of_action/rules.h"

#include <string.h>

static const char *
seat_name(const struct game *g, int seat)
{
	(void)g;
	return loa_styles[seat].name;
}

static char
seat_letter(const struct game *g, int seat)
{
	(void)g;
	return loa_styles[seat].letter;
}

struct squares
loa_squares(const struct game *g, const struct state *state)
{
	const struct lines_of_action *s = lines_of_action_state(state);
	const int size = loa_variant(g)->size;
	return (struct squares){ .rows = size,
				 .columns = size,
				 .men = { s->men[0], s->men[1] },
				 .from = s->from,
				 .to = s->to,
				 .style = loa_styles };
}

static void
format_move(const struct game *g, const struct state *s, int seat, move m, char *out,
	    int size)
{
	const struct squares b = loa_squares(g, s);
	squares_format_move(&b, seat, m, out, size);
}

static bool
parse_move(const struct game *g, const struct state *s, int seat, const char *text,
	   move *out, struct status *st)
{
	const struct squares b = loa_squares(g, s);
	return squares_parse_move(g, s, &b, seat, text, out, st);
}

static void
format_position(const struct game *g, const struct state *state, char *out, int size)
{
	const struct lines_of_action *s = lines_of_action_state(state);
	const struct squares b = loa_squares(g, state);
	char rows[SQUARES_ROWS_TEXT];
	squares_format_rows(g, &b, rows);
	struct words w = words_start(out, size);
	words_add(&w, "%s", rows);
	squares_format_tail(g, (struct squares_tail){ s->mover, s->times, s->ply }, &w);
}

static bool
check_men(const struct game *g, const struct lines_of_action *s, struct status *st)
{
	const int most = 2 * (loa_variant(g)->size - 2);
	for (int seat = 0; seat < 2; seat++) {
		const int men = __builtin_popcountll(s->men[seat]);
		if (men < 1 || men > most)
			return status_fail(st,
					   "position: %s has %d men, expected 1 to %d",
					   loa_styles[seat].name, men, most);
	}
	return true;
}

static bool
parse_position(const struct game *g, const char *text, struct state *state,
	       struct status *st)
{
	const struct loa_variant *v = loa_variant(g);
	struct squares b = { .rows = v->size, .columns = v->size };
	struct squares_tail tail;
	if (!squares_parse_rows(g, &b, &text, st) ||
	    !squares_parse_tail(g, text, v->max_plies, v->repeats, &tail, st))
		return false;
	struct lines_of_action s = { .men = { b.men[0], b.men[1] },
				     .ply = tail.ply,
				     .mover = tail.mover,
				     .times = tail.times,
				     .winner = SEAT_NONE,
				     .from = SQUARES_NONE,
				     .to = SQUARES_NONE };
	if (!check_men(g, &s, st))
		return false;
	loa_settle(g, &s);
	*loa_of(state) = s;
	return true;
}

const struct game_text loa_text = {
	.format_move = format_move,
	.parse_move = parse_move,
	.format_position = format_position,
	.parse_position = parse_position,
	.seat_name = seat_name,
	.seat_letter = seat_letter,
};
