/*
 * view.c - names, scoreboard, events and the generic scene of Awari.
 *
 * Each house is its number and, towards the middle of the board, as many dots.
 */
#include "games/awari/rules.h"

#include "games/common/words.h"
#include "src/core/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---------------------------------------------------------------------------- */

const char *
awari_seat_name(const struct game *g, int seat)
{
	return seat == 0 ? "South" : "North";
}

char
awari_seat_letter(const struct game *g, int seat)
{
	return seat == 0 ? 'S' : 'N';
}

/* ---- what a person sees --------------------------------------------------------------- */

/* "South wins by 6", "a draw" */
static void
say_result(const struct game *g, const struct awari *s, char *out, size_t size)
{
	const int margin = awari_margin(g, s);
	if (margin == 0)
		snprintf(out, size, "a draw");
	else
		snprintf(out, size, "%s wins by %d", awari_seat_name(g, margin < 0),
			 abs(margin));
}

static void
awari_headline(const struct game *g, const struct state *state, int viewer, char *out,
	       int size)
{
	const struct awari *s = awari_state(state);
	char result[40];
	say_result(g, s, result, sizeof result);
	char after[24];
	words_after_ply(s->ply, after);
	if (s->end)
		snprintf(out, (size_t)size, "%s  %s", after, result);
	else
		snprintf(out, (size_t)size, "%s  %s to move", after,
			 awari_seat_name(g, s->mover));
}

static int
awari_figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct awari *s = awari_state(state);
	out[0] = (struct figure){ .name = "captured" };
	out[1] = (struct figure){ .name = "in houses" };
	for (int seat = 0; seat < AWARI_SEATS; seat++) {
		out[0].per_seat[seat] = s->store[seat];
		out[1].per_seat[seat] = awari_row_seeds(s->row[seat]);
	}
	return 2;
}

/* Why the game is over, and who gets the seeds on the board. */
static void
awari_say_end(const struct game *g, const struct awari *s, struct words *w)
{
	static const char *const shares[] = {
		[RULES_AWARI] = "the seeds left are shared",
		[RULES_OWARE] = "each seat takes its own row",
		[RULES_PAPER] = "nobody wins",
	};
	static const char *const reasons[] = {
		[AWARI_MAJORITY] = "more than half of the seeds",
		[AWARI_NO_MOVE] = "no move: each seat takes its own row",
		[AWARI_SINGLES] = "no house has more than one seed",
		[AWARI_STUCK] = "neither seat has a move",
		[AWARI_REPETITION] = "third repetition: ",
		[AWARI_LENGTH] = "the turn limit: ",
	};
	const bool shared = s->end == AWARI_REPETITION || s->end == AWARI_LENGTH;
	words_add(w, "%s%s", reasons[s->end],
		  shared ? shares[awari_variant(g)->rules] : "");
}

static void
awari_event(const struct game *g, const struct state *from, int seat, move m,
	    const struct state *to, char *out, int size)
{
	const struct awari *s = awari_state(to);
	struct words w = words_start(out, size);
	if (m == AWARI_PASS)
		words_add(&w, "%s has no move and passes", awari_seat_name(g, seat));
	else if (s->taken > 0)
		words_add(&w, "%s captures %d: %d", awari_seat_name(g, seat), s->taken,
			  s->store[seat]);
	if (s->end == AWARI_RUNNING)
		return;
	char result[40];
	say_result(g, s, result, sizeof result);
	words_add(&w, "%s", m == AWARI_PASS || s->taken > 0 ? "; " : "");
	awari_say_end(g, s, &w);
	words_add(&w, "; %s", result);
}

/* ---- scene ---------------------------------------------------------------------------- */

#define MARGIN_X 3
#define HOUSE_W	 6 /* columns from one house to the next */
#define LINES	 3 /* of dots in a house */
#define DOTS	 5 /* in a line */
#define NORTH_Y	 1
#define SOUTH_Y	 9

/* South's A is at the left, North's a at the right. */
static int
house_x(int house)
{
	return MARGIN_X +
	       HOUSE_W * (house < AWARI_ROW ? house : AWARI_HOUSES - 1 - house);
}

static int
house_y(int house)
{
	return house < AWARI_ROW ? SOUTH_Y : NORTH_Y;
}

/* The last move sowed here; although it skips the house it came from. */
static bool
was_sown(const struct awari *s, int house)
{
	if (s->last < 0)
		return false;
	const int steps = (house - s->last + AWARI_HOUSES) % AWARI_HOUSES;
	return steps > 0 && steps <= s->sown;
}

static void
scene_houses(const struct awari *s, struct scene *sc)
{
	for (int house = 0; house < AWARI_HOUSES; house++) {
		const int n = awari_seeds_in(s, house);
		char text[12];
		const char name[2] = { "ABCDEFabcdef"[house], '\0' };
		struct scene_item *it =
			scene_add_cell(sc, house_x(house), house_y(house), name);
		snprintf(text, sizeof text, "%2d", n);
		scene_put(it, house / AWARI_ROW, text, text);
		it->seat = SEAT_NONE; /* a number, no piece */
		if (n == 0)
			it->role = house == s->last ? ROLE_LAST_MOVE : ROLE_DIM;
		if (was_sown(s, house))
			it->flags = SCENE_LAST;
	}
}

/* A line of at most DOTS seeds; the last one ends with a plus when there are more. */
static void
dots_line(int seeds, bool last, const char *dot, char *out, size_t size)
{
	struct words w = words_start(out, (int)size);
	for (int i = 0; i < DOTS && i < seeds; i++)
		words_add(&w, "%s", last && i == DOTS - 1 && seeds > DOTS ? "+" : dot);
}

static void
scene_dots(const struct awari *s, struct scene *sc)
{
	for (int house = 0; house < AWARI_HOUSES; house++) {
		const int n = awari_seeds_in(s, house), seat = house / AWARI_ROW;
		for (int line = 0; line < LINES && n > DOTS * line; line++) {
			char dots[SCENE_GLYPH], ascii[SCENE_GLYPH];
			const int rest = n - DOTS * line;
			const bool last = line + 1 == LINES;
			dots_line(rest, last, "•", dots, sizeof dots);
			dots_line(rest, last, "o", ascii, sizeof ascii);
			struct scene_item *it =
				scene_add(sc, house_x(house), house_y(house),
					  (enum role)(ROLE_SEAT_0 + seat), dots, ascii);
			it->beside_y = (int8_t)(seat == 0 ? -1 - line : 1 + line);
		}
	}
}

static void
awari_scene_labels(const struct game *g, const struct awari *s, struct scene *sc)
{
	for (int house = 0; house < AWARI_HOUSES; house++) {
		const bool south = house < AWARI_ROW;
		const char letter[3] = { ' ', "ABCDEFabcdef"[house], '\0' };
		struct scene_item *it = scene_add(sc, house_x(house), house_y(house),
						  ROLE_STRONG, letter, NULL);
		it->beside_y = south ? 1 : -1;
	}
	for (int seat = 0; seat < AWARI_SEATS; seat++) {
		char text[SCENE_GLYPH];
		snprintf(text, sizeof text, "%s %d", awari_seat_name(g, seat),
			 s->store[seat]);
		scene_add(sc, house_x(seat == 0 ? 4 : 11), (NORTH_Y + SOUTH_Y) / 2,
			  (enum role)(ROLE_SEAT_0 + seat), text, NULL);
	}
}

static void
awari_scene(const struct game *g, const struct state *state, int viewer, struct scene *sc)
{
	const struct awari *s = awari_state(state);
	move list[AWARI_HOUSES];
	scene_clear(sc);
	sc->width = MARGIN_X + HOUSE_W * AWARI_ROW;
	sc->height = SOUTH_Y + 2;
	sc->surface = (struct surface){ SURFACE_PITS, ROLE_WOOD, ROLE_WOOD_DARK };
	scene_houses(s, sc);
	if (!s->end && awari_list_moves(g, state, s->mover, list) == 1 &&
	    list[0] == AWARI_PASS) {
		struct scene_item *it =
			scene_add_cell(sc, house_x(2), (NORTH_Y + SOUTH_Y) / 2, "pass");
		scene_put(it, s->mover, "pass", "pass");
		it->seat = SEAT_NONE;
		it->role = ROLE_STRONG;
		it->flags = SCENE_CHOOSABLE;
		it->m = AWARI_PASS;
	}
	scene_dots(s, sc);
	awari_scene_labels(g, s, sc);
}

/* A house, or the pass, is one cell. */
static int
awari_path(const struct game *g, const struct state *s, int seat, move m, int way,
	   int16_t *cell)
{
	(void)g, (void)s, (void)seat;
	cell[0] = (int16_t)m;
	return way == 0;
}

const struct game_view awari_view = {
	.headline = awari_headline,
	.figures = awari_figures,
	.event = awari_event,
	.scene = awari_scene,
	.path = awari_path,
};
