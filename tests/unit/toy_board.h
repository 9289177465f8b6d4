/*
 * toy_board.h - the smallest board game that uses every part of choosing by cells.
 *
 * A board of 5x5: a man steps to one of the three cells ahead, a king to one of the eight
 * around it, and takes what stands there into the hand of its seat. A man in the hand is
 * dropped on any empty cell but the farthest row. On that row a man may become a king; one
 * that does not is stuck. Light (A) moves up the board, Dark (B) down.
 */
#ifndef PLYSCOPE_TESTS_TOY_BOARD_H
#define PLYSCOPE_TESTS_TOY_BOARD_H

#include "tests/unit/plain_parts.h"

#include <string.h>

#define TOY_SIDE  5
#define TOY_CELLS (TOY_SIDE * TOY_SIDE)
#define TOY_HAND  TOY_CELLS /* + seat: the cell of a hand */
#define TOY_CROWN (1u << 16)
#define TOY_PLIES 60

enum { TOY_EMPTY, TOY_MAN, TOY_KING };

struct toy_board {
	uint8_t piece[TOY_CELLS];
	int8_t seat[TOY_CELLS];
	uint8_t hand[2], mover, ply;
	int8_t from, to; /* of the last move; from -1: none */
};

static inline struct toy_board *
toy_board_of(const struct state *s)
{
	return (struct toy_board *)(void *)(uintptr_t)s->bytes;
}

/* From the top left; "a1" is at the lower left. */
static inline int
toy_cell(const char *name)
{
	return (TOY_SIDE - (name[1] - '0')) * TOY_SIDE + name[0] - 'a';
}

static inline move
toy_move(int from, int to, bool crown)
{
	return (move)from | (move)to << 8 | (crown ? TOY_CROWN : 0);
}

static inline int
toy_from(move m)
{
	return (int)(m & 255);
}

static inline int
toy_to(move m)
{
	return (int)(m >> 8 & 255);
}

static inline void
toy_put(struct state *s, const char *name, int seat, int piece)
{
	toy_board_of(s)->piece[toy_cell(name)] = (uint8_t)piece;
	toy_board_of(s)->seat[toy_cell(name)] = (int8_t)(piece ? seat : SEAT_NONE);
}

static bool
toy_board_setup(struct game *g, struct status *st)
{
	(void)g, (void)st;
	return true;
}

static void
toy_board_start(const struct game *g, struct state *s)
{
	static const char *const rows[2] = { "a1b1c1d1e1", "a5b5c5d5e5" };
	memset(toy_board_of(s)->seat, SEAT_NONE, TOY_CELLS);
	toy_board_of(s)->from = -1;
	for (int seat = 0; seat < 2; seat++)
		for (int i = 0; i < TOY_SIDE; i++)
			toy_put(s, rows[seat] + 2 * i, seat, TOY_MAN);
}

static int
toy_far_row(int seat)
{
	return seat == 0 ? 0 : TOY_SIDE - 1;
}

static int
toy_board_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	const struct toy_board *t = toy_board_of(s);
	int n = 0;
	for (int from = 0; from < TOY_CELLS; from++)
		for (int to = 0; to < TOY_CELLS; to++) {
			const int dy = to / TOY_SIDE - from / TOY_SIDE;
			const int dx = to % TOY_SIDE - from % TOY_SIDE;
			const bool ahead = dy == (seat == 0 ? -1 : 1);
			const bool man = t->piece[from] == TOY_MAN;
			if (t->seat[from] != seat || t->seat[to] == seat || dy * dy > 1 ||
			    dx * dx > 1 || (man && !ahead))
				continue;
			out[n++] = toy_move(from, to, false);
			if (man && to / TOY_SIDE == toy_far_row(seat))
				out[n++] = toy_move(from, to, true);
		}
	for (int to = 0; to < TOY_CELLS && t->hand[seat] > 0; to++)
		if (t->piece[to] == TOY_EMPTY && to / TOY_SIDE != toy_far_row(seat))
			out[n++] = toy_move(TOY_HAND + seat, to, false);
	return n;
}

static seat_set
toy_board_acting(const struct game *g, const struct state *s)
{
	static move moves[MOVES_MAX];
	const struct toy_board *t = toy_board_of(s);
	const bool on = t->ply < TOY_PLIES && toy_board_moves(g, s, t->mover, moves) > 0;
	return on ? (seat_set)1 << t->mover : 0;
}

static void
toy_board_play(const struct game *g, const struct state *from, int seat, move m,
	       struct state *to)
{
	const int a = toy_from(m), b = toy_to(m);
	*to = *from;
	struct toy_board *t = toy_board_of(to);
	t->hand[seat] = (uint8_t)(t->hand[seat] + (t->piece[b] != TOY_EMPTY));
	t->piece[b] = m & TOY_CROWN ? TOY_KING : a < TOY_CELLS ? t->piece[a] : TOY_MAN;
	t->seat[b] = (int8_t)seat;
	if (a < TOY_CELLS) {
		t->piece[a] = TOY_EMPTY;
		t->seat[a] = SEAT_NONE;
	} else
		t->hand[seat]--;
	t->from = (int8_t)a;
	t->to = (int8_t)b;
	t->mover ^= 1;
	t->ply++;
}

static bool
toy_board_settled(const struct game *g, const struct state *s)
{
	return toy_board_acting(g, s) == 0;
}

static void
toy_zero(const struct game *g, const struct state *s, int32_t *value)
{
	memset(value, 0, (size_t)g->seats * sizeof *value);
}

static void
toy_zero_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	(void)g, (void)s;
	memset(b, 0, sizeof *b);
}

static int
toy_no_progress(const struct game *g, const struct state *s)
{
	(void)g, (void)s;
	return 0;
}

static uint64_t
toy_board_hash(const struct game *g, const struct state *s)
{
	return game_state_hash(g, s);
}

/* "a1-b2", "b4-b5+", "*c3" */
static void
toy_board_format(const struct game *g, const struct state *s, int seat, move m, char *out,
		 int size)
{
	const int a = toy_from(m), b = toy_to(m);
	char from[4] = "*";
	(void)g, (void)s, (void)seat;
	if (a < TOY_CELLS)
		snprintf(from, sizeof from, "%c%c-", 'a' + a % TOY_SIDE,
			 '5' - a / TOY_SIDE);
	snprintf(out, (size_t)size, "%s%c%c%s", from, 'a' + b % TOY_SIDE,
		 '5' - b / TOY_SIDE, m & TOY_CROWN ? "+" : "");
}

static void
toy_board_scene(const struct game *g, const struct state *s, int viewer, struct scene *sc)
{
	static const char *const glyph[2][3] = { { "", "●", "♚" }, { "", "○", "♔" } };
	static const char *const ascii[2][3] = { { "", "m", "k" }, { "", "M", "K" } };
	const struct toy_board *t = toy_board_of(s);
	(void)g, (void)viewer;
	scene_add_grid(sc, 3, 0, TOY_SIDE, TOY_SIDE);
	for (int i = 0; i < TOY_CELLS; i++)
		if (t->piece[i] != TOY_EMPTY)
			scene_put(&sc->item[i], t->seat[i],
				  glyph[t->seat[i]][t->piece[i]],
				  ascii[t->seat[i]][t->piece[i]]);
	for (int seat = 0; seat < 2; seat++) {
		struct scene_item *it =
			scene_add_cell(sc, 15, seat == 0 ? TOY_SIDE - 1 : 0, "hand");
		if (t->hand[seat] > 0)
			scene_put(it, seat, glyph[seat][1], ascii[seat][1]);
	}
	scene_add_edges(sc, 3, 0, TOY_SIDE, TOY_SIDE);
	sc->width = 18;
	sc->height = TOY_SIDE + 1;
	if (t->from >= 0) {
		sc->way_count = 2;
		sc->way[0] = t->from;
		sc->way[1] = t->to;
	}
}

static int
toy_board_path(const struct game *g, const struct state *s, int seat, move m, int way,
	       int16_t *cell)
{
	(void)g, (void)s, (void)seat;
	cell[0] = (int16_t)toy_from(m);
	cell[1] = (int16_t)toy_to(m);
	return way == 0 ? 2 : 0;
}

static void
toy_board_choice(const struct game *g, const struct state *s, int seat, move m, char *out,
		 int size)
{
	(void)g, (void)s, (void)seat;
	snprintf(out, (size_t)size, "%s", m & TOY_CROWN ? "crown it" : "leave it");
}

static const struct game_text toy_board_text = {
	.format_move = toy_board_format,
	.parse_move = plain_parse_move,
	.format_position = plain_format_position,
	.parse_position = plain_parse_position,
	.seat_name = plain_seat_name,
	.seat_letter = plain_seat_letter,
};

#define TOY_OPS \
	.summary = "", .source = "", .seats_default = 2, .seats_allowed = 1 << 2, \
	.unit = 1, .point_name = "points", .knowledge = &(const struct game_knowledge) \
	{ \
		.evaluate = toy_zero, .bounds = toy_zero_bounds, \
		.progress = toy_no_progress \
	}

static const struct game_ops toy_board_game = {
	.key = "toy-board",
	.title = "Toy board",
	TOY_OPS,
	.state_size = sizeof(struct toy_board),
	.rules = &(const struct game_rules){ .setup = toy_board_setup,
					     .start = toy_board_start,
					     .acting = toy_board_acting,
					     .moves = toy_board_moves,
					     .play = toy_board_play,
					     .settled = toy_board_settled,
					     .points = toy_zero,
					     .hash = toy_board_hash },
	.text = &toy_board_text,
	.view = &(const struct game_view){ .headline = plain_headline,
					   .figures = plain_figures,
					   .event = plain_event,
					   .scene = toy_board_scene,
					   .path = toy_board_path,
					   .choice = toy_board_choice },
};

#endif
