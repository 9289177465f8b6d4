/*
 * surface.c - boards as areas of colour. See surface.h.
 *
 * A cell of scale k is k rows high and 2 k columns wide, which is about a square. A disc is drawn in
 * quarters of cells: those whose middle is inside an ellipse. It is half a row less high, and one
 * column less wide, than its cell, so that neighbours do not touch.
 */
#include "ui/boards/surface.h"

#include <string.h>

void
disc_draw(struct canvas *c, struct rect r, double share, enum role role)
{
	static const char *const quarters[] = { " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛",
						"▗", "▚", "▐", "▜", "▄", "▙", "▟", "█" };
	const double middle =
		r.h - 0.5; /* in half rows; a quarter is half as wide as high */
	const double ry = share * middle, rx = 2 * ry;
	for (int y = 0; y < r.h; y++)
		for (int x = 0; x < r.w; x++) {
			int bits = 0;
			for (int k = 0; k < 4; k++) {
				const double dx = (2 * x + (k & 1) + 0.5 - r.w) / rx;
				const double dy = (2 * y + (k >> 1) + 0.5 - middle) / ry;
				bits |= (dx * dx + dy * dy <= 1) << k;
			}
			if (bits != 0)
				canvas_put(c, r.y + y, r.x + x, role, quarters[bits]);
		}
}

void
tile_draw(struct canvas *c, struct rect r, enum role role)
{
	const int middle = (r.h - 1) / 2, more = r.h > 3 ? 2 : 1;
	const int left = r.x + (r.h > 2), w = r.w - (r.h > 2 ? 2 : 1);
	for (int y = 0; y < r.h; y++) {
		const bool upper =
			2 * y >= 2 * middle - more && 2 * y <= 2 * middle + 1 + more;
		const bool lower = 2 * y + 1 >= 2 * middle - more &&
				   2 * y + 1 <= 2 * middle + 1 + more;
		for (int x = left; x < left + w && upper != lower; x++)
			canvas_put(c, r.y + y, x, role, upper ? "▀" : "▄");
		if (upper && lower)
			canvas_ground(c, (struct rect){ r.y + y, left, 1, w }, role);
	}
}

enum role
surface_ink(const struct canvas *c, enum role role)
{
	role = canvas_role(c, role);
	return role == ROLE_STONE_BLACK	  ? ROLE_DISC_BLACK
	       : role == ROLE_STONE_WHITE ? ROLE_DISC_WHITE
					  : role;
}

bool
surface_is_disc(const char *glyph)
{
	static const char *const shapes[] = {
		"●", "○", "▲", "■", "◆", "★", "▼", "△", "▽"
	};
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (strcmp(shapes[i], glyph) == 0)
			return true;
	return false;
}
