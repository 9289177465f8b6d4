/* scene.c - filling a scene. See scene.h. */
#include "src/core/scene.h"

#include "src/base/status.h"

#include <stdio.h>

void
scene_clear(struct scene *sc)
{
	sc->width = sc->height = sc->count = sc->cells = sc->way_count = 0;
	sc->surface.kind = SURFACE_NONE;
}

struct scene_item *
scene_add(struct scene *sc, int x, int y, enum role role, const char *glyph,
	  const char *ascii)
{
	if (sc->count >= SCENE_ITEMS)
		BUG("more than %d items in a scene", SCENE_ITEMS);
	struct scene_item *item = &sc->item[sc->count++];
	*item = (struct scene_item){
		.x = (int16_t)x,
		.y = (int16_t)y,
		.cell = -1,
		.seat = SEAT_NONE,
		.role = (uint8_t)role,
		.m = MOVE_NONE,
	};
	snprintf(item->glyph, sizeof item->glyph, "%s", glyph);
	snprintf(item->ascii, sizeof item->ascii, "%s", ascii ? ascii : glyph);
	return item;
}

struct scene_item *
scene_add_cell(struct scene *sc, int x, int y, const char *name)
{
	if (sc->cells >= SCENE_CELLS || sc->cells != sc->count)
		BUG("cell %d of a scene of %d items", sc->cells, sc->count);
	struct scene_item *item = scene_add(sc, x, y, ROLE_DIM, "·", ".");
	item->cell = (int16_t)sc->cells++;
	snprintf(item->name, sizeof item->name, "%s", name);
	return item;
}

void
scene_put(struct scene_item *cell, int seat, const char *glyph, const char *ascii)
{
	cell->seat = (int8_t)seat;
	cell->role = (uint8_t)(ROLE_SEAT_0 + seat);
	snprintf(cell->glyph, sizeof cell->glyph, "%s", glyph);
	snprintf(cell->ascii, sizeof cell->ascii, "%s", ascii);
}

void
scene_add_grid(struct scene *sc, int x, int y, int rows, int columns)
{
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++) {
			char name[SCENE_NAME];
			snprintf(name, sizeof name, "%c%d", 'a' + column, rows - row);
			scene_add_cell(sc, x + 2 * column, y + row, name);
		}
}

void
scene_add_edges(struct scene *sc, int x, int y, int rows, int columns)
{
	for (int row = 0; row < rows; row++) {
		char number[SCENE_NAME];
		snprintf(number, sizeof number, "%2d", rows - row);
		scene_add(sc, x, y + row, ROLE_DIM, number, NULL)->beside_x = -3;
	}
	for (int column = 0; column < columns; column++) {
		char letter[2] = { (char)('a' + column), '\0' };
		scene_add(sc, x + 2 * column, y + rows - 1, ROLE_DIM, letter, NULL)
			->beside_y = 1;
	}
}
