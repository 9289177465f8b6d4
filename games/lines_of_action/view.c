/*
 * view.c - names, scoreboard, events and the scene of Lines of Action.
 */
#include "games/lines_of_action/rules.h"

#include "src/core/scene.h"

#include <stdio.h>

const struct ranked_style loa_styles[2] = {
	{ "Black", "●", 'B' },
	{ "White", "○", 'W' },
};

static int
loa_figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct squares_game *s = squares_game(state);
	out[0] = (struct figure){ .name = "men" };
	out[1] = (struct figure){ .name = "groups", .lower_is_better = true };
	for (int seat = 0; seat < 2; seat++) {
		out[0].per_seat[seat] = __builtin_popcountll(s->men[seat]);
		out[1].per_seat[seat] = loa_groups(s->men[seat]);
	}
	return 2;
}

static void
loa_event(const struct game *g, const struct state *from, int seat, move m,
	  const struct state *to, char *out, int size)
{
	const struct squares_game *a = squares_game(from), *b = squares_game(to);
	const char *name = loa_styles[seat].name, *other = loa_styles[!seat].name;
	const bool mine = loa_connected(b->men[seat]);
	const bool theirs = loa_connected(b->men[!seat]);
	out[0] = '\0';
	if (b->end == RANKED_LENGTH)
		snprintf(out, (size_t)size, "the turn limit is reached: a draw");
	else if (b->end == RANKED_REPETITION)
		snprintf(out, (size_t)size, "the position is there a %s time: a draw",
			 loa_variant(g)->base.repeats == 2 ? "third" : "second");
	else if (b->end == RANKED_LEVEL)
		snprintf(out, (size_t)size, "%s connects the men of both: a draw", name);
	else if (b->end == RANKED_WON && mine)
		snprintf(out, (size_t)size, "%s connects %s men%s and wins", name,
			 theirs ? "the" : "all", theirs ? " of both" : "");
	else if (b->end == RANKED_WON && theirs)
		snprintf(out, (size_t)size, "%s leaves %s connected: %s wins", name,
			 other, other);
	else if (b->end == RANKED_WON)
		snprintf(out, (size_t)size, "%s cannot move: %s wins", other, name);
	else if (m == SQUARES_PASS)
		snprintf(out, (size_t)size, "%s has no move and passes", name);
	else if (a->men[!seat] != b->men[!seat])
		snprintf(out, (size_t)size, "%s takes a man, %s has %d left", name, other,
			 __builtin_popcountll(b->men[!seat]));
}

static void
loa_scene(const struct game *g, const struct state *state, int viewer, struct scene *out)
{
	const struct squares_game *s = squares_game(state);
	const bool passes = !s->end && !loa_can_move(loa_variant(g), s, s->mover);
	squares_scene(g, state, passes ? s->mover : SEAT_NONE, out);
}

const struct game_view loa_view = {
	.headline = squares_headline,
	.figures = loa_figures,
	.event = loa_event,
	.scene = loa_scene,
	.path = squares_path,
};
