/* scene.c - filling a scene. See scene.h. */
#include "src/core/scene.h"

#include "src/base/status.h"

#include <stdio.h>

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
