/*
 * noughts.h - Noughts and Crosses, a game for tests that is small enough to be searched whole.
 *
 * Values: a win is 100, a draw 50.
 */
#include "src/core/scene.h"

#include <stdio.h>
#include <string.h>

#define SIDE  3
#define CELLS 9
#define WIN   100

struct noughts {
	uint32_t of[2]; /* cells of each seat, a bit each, row by row */
	uint8_t turn;
};

static struct noughts *
in(struct state *s)
{
	return (struct noughts *)(void *)s->bytes;
}

static const struct noughts *
of(const struct state *s)
{
	return (const struct noughts *)(const void *)s->bytes;
}

static uint32_t
taken(const struct state *s)
{
	return of(s)->of[0] | of(s)->of[1];
}

/* Whose mark is there, SEAT_NONE: nobody's. */
static int
cell_seat(const struct state *s, int k)
{
	return of(s)->of[0] >> k & 1 ? 0 : of(s)->of[1] >> k & 1 ? 1 : SEAT_NONE;
}

/* ---- rules ---- */

static bool
setup(struct game *g, struct status *st)
{
	g->traits = TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM | TRAIT_DRAWS;
	return true;
}

static void
start(const struct game *g, struct state *s)
{
	*in(s) = (struct noughts){ 0 };
}

/* The seat with a whole line, or SEAT_NONE. */
static int
lined(const struct state *s)
{
	static const uint32_t lines[] = {
		0007, 0070, 0700, 0111, 0222, 0444, 0124, 0421
	};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		for (int seat = 0; seat < 2; seat++)
			if ((of(s)->of[seat] & lines[i]) == lines[i])
				return seat;
	return SEAT_NONE;
}

static bool
settled(const struct game *g, const struct state *s)
{
	return lined(s) != SEAT_NONE || __builtin_popcount(taken(s)) == CELLS;
}

static seat_set
acting(const struct game *g, const struct state *s)
{
	return settled(g, s) ? 0 : (seat_set)1 << of(s)->turn;
}

static int
moves(const struct game *g, const struct state *s, int seat, move *out)
{
	int n = 0;
	(void)g, (void)seat;
	for (int k = 0; k < CELLS; k++)
		if (!(taken(s) >> k & 1))
			out[n++] = (move)k;
	return n;
}

static void
play(const struct game *g, const struct state *from, int seat, move m, struct state *to)
{
	*in(to) = *of(from);
	in(to)->of[seat] |= UINT32_C(1) << m;
	in(to)->turn = (uint8_t)!seat;
}

static void
evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	const int seat = lined(s);
	value[0] = value[1] = WIN / 2;
	if (seat == SEAT_NONE)
		return;
	value[seat] = WIN;
	value[!seat] = 0;
}

static uint64_t
hash(const struct game *g, const struct state *s)
{
	return rng_mix(rng_mix((uint64_t)of(s)->of[0] << 32 | of(s)->of[1]) ^
		       of(s)->turn);
}

static void
bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	(void)g, (void)s;
	*b = (struct bounds){ .high = { WIN, WIN }, .maxsum = WIN };
}

static int
progress(const struct game *g, const struct state *s)
{
	return settled(g, s) ? 1000 : 39 * __builtin_popcount(taken(s));
}

/* ---- text: a cell by column and row, from the bottom left ---- */

static void
format_move(const struct game *g, const struct state *s, int seat, move m, char *out,
	    int size)
{
	(void)g, (void)s, (void)seat;
	snprintf(out, (size_t)size, "%c%d", 'a' + (int)m % SIDE, SIDE - (int)m / SIDE);
}

static bool
parse_move(const struct game *g, const struct state *s, int seat, const char *text,
	   move *out, struct status *st)
{
	move m[CELLS];
	char name[MOVE_TEXT];
	const int n = acting(g, s) != 0 ? moves(g, s, seat, m) : 0;
	for (int i = 0; i < n; i++) {
		format_move(g, s, seat, m[i], name, sizeof name);
		if (strcmp(name, text) != 0)
			continue;
		*out = m[i];
		return true;
	}
	return status_fail(st, "'%.20s': expected a free cell such as a1", text);
}

static void
format_position(const struct game *g, const struct state *s, char *out, int size)
{
	char text[CELLS + SIDE] = "", *at = text;
	for (int k = 0; k < CELLS; k++) {
		if (k > 0 && k % SIDE == 0)
			*at++ = '/';
		*at++ = ".xo"[cell_seat(s, k) + 1];
	}
	snprintf(out, (size_t)size, "%s %c", text, "xo"[of(s)->turn]);
}

static bool
parse_position(const struct game *g, const char *text, struct state *s, struct status *st)
{
	struct noughts n = { 0 };
	int k = 0;
	for (; *text != '\0' && *text != ' '; text++) {
		if (*text == '/' && k > 0 && k % SIDE == 0)
			continue;
		if (strchr("xo.", *text) == NULL || k == CELLS)
			return status_fail(st, "expected three rows of x, o or .");
		if (*text != '.')
			n.of[*text == 'o'] |= UINT32_C(1) << k;
		k++;
	}
	if (k != CELLS || (strcmp(text, " x") != 0 && strcmp(text, " o") != 0))
		return status_fail(st, "expected three rows, a blank, x or o");
	n.turn = text[1] == 'o';
	*in(s) = n;
	return true;
}

static const char *
seat_name(const struct game *g, int seat)
{
	return seat == 0 ? "Cross" : "Nought";
}

static char
seat_letter(const struct game *g, int seat)
{
	return "XO"[seat];
}

/* ---- view ---- */

static void
headline(const struct game *g, const struct state *s, int viewer, char *out, int size)
{
	(void)g, (void)viewer;
	snprintf(out, (size_t)size, "move %d", __builtin_popcount(taken(s)) + 1);
}

static int
figures(const struct game *g, const struct state *s, struct figure *out)
{
	return (void)g, (void)s, (void)out, 0;
}

static void
event(const struct game *g, const struct state *from, int seat, move m,
      const struct state *to, char *out, int size)
{
	(void)g, (void)from, (void)seat, (void)m;
	snprintf(out, (size_t)size, "%s", lined(to) == SEAT_NONE ? "" : "a whole line");
}

static void
scene(const struct game *g, const struct state *s, int viewer, struct scene *out)
{
	(void)g, (void)viewer;
	out->width = 3 + 2 * SIDE;
	out->height = SIDE + 1;
	scene_add_grid(out, 3, 0, SIDE, SIDE);
	for (int k = 0; k < CELLS; k++)
		if (cell_seat(s, k) != SEAT_NONE)
			scene_put(&out->item[k], cell_seat(s, k),
				  cell_seat(s, k) == 0 ? "X" : "O", NULL);
	scene_add_edges(out, 3, 0, SIDE, SIDE);
}

static int
path(const struct game *g, const struct state *s, int seat, move m, int way,
     int16_t *cell)
{
	(void)g, (void)s, (void)seat;
	cell[0] = (int16_t)m;
	return way == 0;
}

static const struct option_spec options[] = { { .key = NULL } };

static const struct game_rules rules = { setup, start,	 acting,   moves,
					 play,	settled, evaluate, hash };
static const struct game_knowledge knowledge = { .evaluate = evaluate,
						 .bounds = bounds,
						 .progress = progress };
static const struct game_text texts = { .format_move = format_move,
					.parse_move = parse_move,
					.format_position = format_position,
					.parse_position = parse_position,
					.seat_name = seat_name,
					.seat_letter = seat_letter };
static const struct game_view view = { .headline = headline,
				       .figures = figures,
				       .event = event,
				       .scene = scene,
				       .path = path };

const struct game_ops noughts_game = {
	.key = "noughts",
	.title = "Noughts and Crosses",
	.summary = "a whole line wins",
	.source = "common rules",
	.seats_default = 2,
	.seats_allowed = 1 << 2,
	.unit = WIN,
	.parts = WIN,
	.point_name = "points",
	.options = options,
	.state_size = sizeof(struct noughts),
	.rules = &rules,
	.knowledge = &knowledge,
	.text = &texts,
	.view = &view,
};
