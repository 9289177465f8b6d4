/*
 * text.c - which positions of Lines of Action can be; how moves and positions are written is in
 * games/common/squares.h.
 */
#include "games/lines_of_action/rules.h"

static bool
loa_check_men(const struct game *g, const struct squares_game *s, struct status *st)
{
	const int most = 2 * (loa_variant(g)->base.rows - 2);
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
loa_parse_position(const struct game *g, const char *text, struct state *state,
		   struct status *st)
{
	struct squares_game s;
	if (!squares_parse_position(g, text, &s, st) || !loa_check_men(g, &s, st))
		return false;
	loa_settle(g, &s);
	*squares_game_of(state) = s;
	return true;
}

const struct game_text loa_text = {
	.format_move = squares_format_move,
	.parse_move = squares_parse_move,
	.format_position = squares_format_position,
	.parse_position = loa_parse_position,
	.seat_name = squares_seat_name,
	.seat_letter = squares_seat_letter,
};
