/*
 * connect_four.c - Connect Four, as CONTRIBUTING.md says to add a game: one file, one line in a
 * catalogue. It has no presets, no calibration, no rules text and no picture of its own.
 *
 * Values: a win is 100, a draw 50; of a match a win is one point. Position: rows from the top,
 * then the mover: "......./......./......./......./......./...x... o".
 */
#include "src/core/scene.h"

#include <stdio.h>
#include <string.h>

#define ROWS		 6
#define COLUMNS		 7
#define CELLS		 (ROWS * COLUMNS)
#define WIN		 100
#define BIT(column, row) (UINT64_C(1) << ((column) * (ROWS + 1) + (row)))

struct connect_four {
	/* The discs of each seat, a bit each: column * (ROWS + 1) + row from the bottom. The bit
	 * above each column stays empty, so that lines do not run on into the next. */
	uint64_t disc[2];
};

static struct connect_four *
in(struct state *s)
{
	return (struct connect_four *)(void *)s->bytes;
}

static const struct connect_four *
of(const struct state *s)
{
	return (const struct connect_four *)(const void *)s->bytes;
}

/* Who has a disc there; SEAT_NONE: nobody. Rows count from the bottom. */
static int
owner(const struct state *s, int column, int row)
{
	const uint64_t b = BIT(column, row);
	return of(s)->disc[0] & b ? 0 : of(s)->disc[1] & b ? 1 : SEAT_NONE;
}

static int
discs(const struct state *s)
{
	return __builtin_popcountll(of(s)->disc[0] | of(s)->disc[1]);
}

/* The row in which a disc dropped into a column comes to rest; ROWS: it is full. */
static int
landing(const struct state *s, int column)
{
	int row = 0;
	while (row < ROWS && owner(s, column, row) != SEAT_NONE)
		row++;
	return row;
}

/* ---- rules ---- */

static void
start(const struct game *g, struct state *s)
{
	*in(s) = (struct connect_four){ 0 };
}

/* The seat with four in a line, or SEAT_NONE. */
static int
winner(const struct state *s)
{
	static const int steps[] = { 1, ROWS, ROWS + 1, ROWS + 2 };
	for (int seat = 0; seat < 2; seat++)
		for (int i = 0; i < 4; i++) {
			const uint64_t two =
				of(s)->disc[seat] & of(s)->disc[seat] >> steps[i];
			if (two & two >> 2 * steps[i])
				return seat;
		}
	return SEAT_NONE;
}

static bool
settled(const struct game *g, const struct state *s)
{
	return winner(s) != SEAT_NONE || discs(s) == CELLS;
}

static seat_set
acting(const struct game *g, const struct state *s)
{
	return settled(g, s) ? 0 : (seat_set)1 << discs(s) % 2;
}

static int
moves(const struct game *g, const struct state *s, int seat, move *out)
{
	int n = 0;
	(void)g, (void)seat;
	for (int column = 0; column < COLUMNS; column++)
		if (landing(s, column) < ROWS)
			out[n++] = (move)column;
	return n;
}

static void
play(const struct game *g, const struct state *from, int seat, move m, struct state *to)
{
	*in(to) = *of(from);
	in(to)->disc[seat] |= BIT((int)m, landing(from, (int)m));
}

/* Also the points of a match, of which a win is one: see parts. */
static void
evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	const int seat = winner(s);
	value[0] = seat == SEAT_NONE ? WIN / 2 : seat == 0 ? WIN : 0;
	value[1] = WIN - value[0];
}

static uint64_t
hash(const struct game *g, const struct state *s)
{
	return rng_mix(rng_mix(of(s)->disc[0]) ^ of(s)->disc[1]);
}

static void
bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	(void)g, (void)s;
	*b = (struct bounds){ .high = { WIN, WIN }, .maxsum = WIN };
}

/* ---- text ---- */

static void
format_move(const struct game *g, const struct state *s, int seat, move m, char *out,
	    int size)
{
	(void)g, (void)s, (void)seat;
	snprintf(out, (size_t)size, "%c", 'a' + (int)m);
}

static void
format_position(const struct game *g, const struct state *s, char *out, int size)
{
	char text[CELLS + ROWS] = "", *at = text;
	for (int row = ROWS - 1; row >= 0; row--) {
		for (int column = 0; column < COLUMNS; column++)
			*at++ = ".xo"[owner(s, column, row) + 1];
		*at++ = row > 0 ? '/' : '\0';
	}
	(void)g, snprintf(out, (size_t)size, "%s %c", text, "xo"[discs(s) % 2]);
}

/* A text is what format_position() makes of the discs that were read from it: none of them hangs
 * in the air, and the mover is the one whose turn it is. */
static bool
parse_position(const struct game *g, const char *text, struct state *s, struct status *st)
{
	char again[POSITION_TEXT];
	start(g, s);
	for (int i = 0; i < CELLS + ROWS - 1 && text[i] != '\0'; i++) {
		const int column = i % (COLUMNS + 1), row = ROWS - 1 - i / (COLUMNS + 1);
		if (text[i] == 'x' || text[i] == 'o')
			in(s)->disc[text[i] == 'o'] |= BIT(column % COLUMNS, row);
	}
	format_position(g, s, again, sizeof again);
	bool good = strcmp(text, again) == 0;
	for (int column = 0; column < COLUMNS; column++)
		for (int row = landing(s, column); row < ROWS; row++)
			good = good && owner(s, column, row) == SEAT_NONE;
	return good ||
	       status_fail(st, "expected six rows of x, o or ., a blank, the mover");
}

static const char *
seat_name(const struct game *g, int seat)
{
	return seat == 0 ? "Red" : "Yellow";
}

/* ---- view ---- */

static void
headline(const struct game *g, const struct state *s, int viewer, char *out, int size)
{
	(void)g, (void)viewer;
	snprintf(out, (size_t)size, "move %d", discs(s) + 1);
}

static void
scene(const struct game *g, const struct state *s, int viewer, struct scene *out)
{
	(void)g, (void)viewer;
	out->width = 3 + 2 * COLUMNS;
	out->height = ROWS + 1;
	scene_add_grid(out, 3, 0, ROWS, COLUMNS);
	for (int i = 0; i < CELLS; i++) {
		const int seat = owner(s, i % COLUMNS, ROWS - 1 - i / COLUMNS);
		if (seat != SEAT_NONE)
			scene_put(&out->item[i], seat, seat == 0 ? "X" : "O", NULL);
	}
	scene_add_edges(out, 3, 0, ROWS, COLUMNS);
}

/* A person chooses the cell in which the disc comes to rest. */
static int
path(const struct game *g, const struct state *s, int seat, move m, int way,
     int16_t *cell)
{
	(void)g, (void)seat;
	cell[0] = (int16_t)((ROWS - 1 - landing(s, (int)m)) * COLUMNS + (int)m);
	return way == 0;
}

const struct game_ops connect_four_game = {
	.key = "connect-four",
	.title = "Connect Four",
	.summary = "four discs in a line win",
	.source = "common rules",
	.seats_allowed = 1 << 2,
	.seats_default = 2,
	.traits = TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM | TRAIT_DRAWS,
	.unit = WIN,
	.parts = WIN,

	.point_name = "points",
	.state_size = sizeof(struct connect_four),
	.rules = &(const struct game_rules){ NULL, start, acting, moves, play, settled,
					     evaluate, hash },
	.knowledge =
		&(const struct game_knowledge){ .evaluate = evaluate, .bounds = bounds },
	.text = &(const struct game_text){ .format_move = format_move,
					   .format_position = format_position,
					   .parse_position = parse_position,
					   .seat_name = seat_name },
	.view = &(const struct game_view){ .headline = headline,
					   .scene = scene,
					   .path = path },
};
