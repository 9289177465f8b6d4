/*
 * squares.h - playing a game of men on squares, by keys or by mouse: a man that can move, one
 * of the squares that it can reach. Which ones does not matter.
 */
#ifndef PLYSCOPE_TESTS_SCREEN_SQUARES_H
#define PLYSCOPE_TESTS_SCREEN_SQUARES_H

#include "tests/screen/play.h"

#define SQUARES_BOARD_W 47 /* columns of the board at 80x24 */

/* Who plays, what its men look like, and how far the game is. */
struct squares_player {
	const char *to_move, *own, *other;
	int turns;
};

static const struct squares_player *squares_waiting; /* for squares_answered() */

static inline bool
squares_answered(struct vt *v, int before)
{
	return on_screen(v, "game over") || (on_screen(v, squares_waiting->to_move) &&
					     number_after(v, "ply ") > before);
}

/* True when a move has been made; then the other seat has answered. */
static inline bool
squares_moved(struct vt *v, struct squares_player *p, int before)
{
	vt_settle(v, 25);
	if (number_after(v, "ply ") <= before && !on_screen(v, "game over"))
		return false;
	squares_waiting = p;
	expect_state(v, squares_answered, before, "the other seat's answer");
	p->turns++;
	return true;
}

/* The man under the cursor and the first square in some direction; else the next man. */
static inline void
squares_by_keys(struct vt *v, void *self)
{
	static const char *const ways[] = { UP, LEFT, RIGHT, DOWN };
	struct squares_player *p = self;
	const int before = number_after(v, "ply ");
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		if (on_screen(v, "game over"))
			return;
		vt_keys(v, ENTER);
		vt_settle(v, 15);
		if (!on_screen(v, "can reach"))
			break;
		vt_keys(v, ways[i]);
		vt_keys(v, ENTER);
		if (squares_moved(v, p, before))
			return;
		if (on_screen(v, "can reach"))
			press_escape(v);
	}
	vt_keys(v, "\t");
	vt_settle(v, 15);
}

/* Clicks on each cell of the board with this glyph until a move has been made. */
static inline bool
squares_click_on(struct vt *v, struct squares_player *p, const char *glyph, int before)
{
	for (int y = 1; y < 22; y++)
		for (int x = 4; x < SQUARES_BOARD_W; x++) {
			if (strcmp(vt_cell(v, y, x).text, glyph) != 0)
				continue;
			vt_click(v, y, x);
			if (squares_moved(v, p, before))
				return true;
		}
	return false;
}

/* Clicks on a man of one's own, then on an empty square that it can reach or on a man that it
 * can take; the next man when there is none. False: no man would move. */
static inline bool
squares_click_once(struct vt *v, struct squares_player *p, int before)
{
	for (int y = 1; y < 22; y++)
		for (int x = 4; x < SQUARES_BOARD_W; x++) {
			if (strcmp(vt_cell(v, y, x).text, p->own) != 0)
				continue;
			vt_click(v, y, x);
			vt_settle(v, 15);
			if (on_screen(v, "can reach") &&
			    (squares_click_on(v, p, "◇", before) ||
			     squares_click_on(v, p, p->other, before)))
				return true;
		}
	return false;
}

/* Until one has moved: the other's answer may still be on its way. */
static inline void
squares_by_mouse(struct vt *v, void *self)
{
	struct squares_player *p = self;
	const int before = number_after(v, "ply ");
	const int64_t until = clock_now_us() + VT_WAIT_US;
	while (!on_screen(v, "game over") && !squares_click_once(v, p, before)) {
		expect_in_time(v, until, "a man that can be moved");
		vt_settle(v, 15); /* no man of one's own may have been drawn yet */
	}
}

/* A game from its start to its ranking. */
static inline void
squares_play_whole(const char *command, struct squares_player p,
		   void (*step)(struct vt *v, void *self))
{
	/* The mouse finds men by their glyphs. */
	const char *env = step == squares_by_mouse ? "NO_COLOR=1" : NULL;
	struct vt *v = play_start_with(command, 24, 80, env, NULL);
	expect_text(v, p.to_move);
	play_until(v, "game over", step, &p);
	assert_in_range(p.turns, 2, 40);
	expect_text(v, "rank seat");
	leave(v);
}

#endif
