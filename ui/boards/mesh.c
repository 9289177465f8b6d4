/* mesh.c - boxes that touch. See mesh.h. */
#include "ui/boards/mesh.h"

#include <stddef.h>

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8 };

static void
mesh_add(struct mesh *m, int y, int x, int ways, enum role role)
{
	if (y < 0 || y >= MESH_H || x < 0 || x >= MESH_W)
		return;
	m->line[y][x] = (uint8_t)(m->line[y][x] | ways);
	if (m->role[y][x] != ROLE_FRAME_FOCUS)
		m->role[y][x] = (uint8_t)role;
}

void
mesh_box(struct mesh *m, int y, int x, int h, int iw, enum role role)
{
	const int bottom = y + h - 1, right = x + iw + 1;
	mesh_add(m, y, x, DOWN | RIGHT, role);
	mesh_add(m, y, right, DOWN | LEFT, role);
	mesh_add(m, bottom, x, UP | RIGHT, role);
	mesh_add(m, bottom, right, UP | LEFT, role);
	for (int i = 1; i <= iw; i++) {
		mesh_add(m, y, x + i, LEFT | RIGHT, role);
		mesh_add(m, bottom, x + i, LEFT | RIGHT, role);
	}
	for (int k = 1; k < h - 1; k++) {
		mesh_add(m, y + k, x, UP | DOWN, role);
		mesh_add(m, y + k, right, UP | DOWN, role);
	}
}

void
mesh_draw(const struct mesh *m, struct canvas *c, int y, int x)
{
	static const char *const glyphs[16] = {
		[UP | DOWN] = "│",
		[LEFT | RIGHT] = "─",
		[DOWN | RIGHT] = "╭",
		[DOWN | LEFT] = "╮",
		[UP | RIGHT] = "╰",
		[UP | LEFT] = "╯",
		[DOWN | LEFT | RIGHT] = "┬",
		[UP | LEFT | RIGHT] = "┴",
		[UP | DOWN | RIGHT] = "├",
		[UP | DOWN | LEFT] = "┤",
		[UP | DOWN | LEFT | RIGHT] = "┼",
	};
	for (int row = 0; row < MESH_H; row++)
		for (int k = 0; k < MESH_W; k++) {
			const int ways = m->line[row][k];
			const char *ascii = ways == (UP | DOWN)	     ? "|"
					    : ways == (LEFT | RIGHT) ? "-"
								     : "+";
			if (glyphs[ways] != NULL)
				canvas_put(c, y + row, x + k, (enum role)m->role[row][k],
					   canvas_glyph(c, glyphs[ways], ascii));
		}
}
