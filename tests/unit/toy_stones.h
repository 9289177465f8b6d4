/* toy_stones.h - the largest board: a stone on any empty cell of 19x19. */
#ifndef PLYSCOPE_TESTS_TOY_STONES_H
#define PLYSCOPE_TESTS_TOY_STONES_H

#include "tests/unit/toy_board.h"

#define STONE_SIDE 19

static void
stones_start(const struct game *g, struct state *s)
{
	memset(s->bytes, 0, STONE_SIDE * STONE_SIDE);
}

static int
stones_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	int n = 0;
	(void)g, (void)seat;
	for (int i = 0; i < STONE_SIDE * STONE_SIDE; i++)
		if (s->bytes[i] == 0)
			out[n++] = (move)i;
	return n;
}

static seat_set
stones_acting(const struct game *g, const struct state *s)
{
	int n = 0;
	for (int i = 0; i < STONE_SIDE * STONE_SIDE; i++)
		n += s->bytes[i] != 0;
	return n < STONE_SIDE * STONE_SIDE ? (seat_set)1 << n % 2 : 0;
}

static void
stones_play(const struct game *g, const struct state *from, int seat, move m,
	    struct state *to)
{
	*to = *from;
	to->bytes[m] = (unsigned char)(seat + 1);
}

static bool
stones_settled(const struct game *g, const struct state *s)
{
	return stones_acting(g, s) == 0;
}

static void
stones_scene(const struct game *g, const struct state *s, int viewer, struct scene *sc)
{
	(void)g, (void)viewer;
	scene_add_grid(sc, 3, 0, STONE_SIDE, STONE_SIDE);
	for (int i = 0; i < STONE_SIDE * STONE_SIDE; i++)
		if (s->bytes[i] != 0)
			scene_put(&sc->item[i], s->bytes[i] - 1,
				  s->bytes[i] == 1 ? "●" : "○",
				  s->bytes[i] == 1 ? "X" : "O");
	scene_add_edges(sc, 3, 0, STONE_SIDE, STONE_SIDE);
	sc->width = 2 * STONE_SIDE + 3;
	sc->height = STONE_SIDE + 1;
}

static int
stones_path(const struct game *g, const struct state *s, int seat, move m, int way,
	    int16_t *cell)
{
	(void)g, (void)s, (void)seat;
	cell[0] = (int16_t)m;
	return way == 0;
}

static const struct game_ops toy_stones_game = {
	.key = "toy-stones",
	.title = "Toy stones",
	TOY_OPS,
	.state_size = STONE_SIDE * STONE_SIDE,
	.rules = &(const struct game_rules){ .setup = toy_board_setup,
					     .start = stones_start,
					     .acting = stones_acting,
					     .moves = stones_moves,
					     .play = stones_play,
					     .settled = stones_settled,
					     .points = toy_zero,
					     .hash = toy_board_hash },
	.text = PLAIN_TEXT,
	.view = &(const struct game_view){ .headline = plain_headline,
					   .figures = plain_figures,
					   .event = plain_event,
					   .scene = stones_scene,
					   .path = stones_path },
};

#endif
