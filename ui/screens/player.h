/* player.h - the form of one player: algorithm, limits, options, nested algorithms. */
#ifndef PLYSCOPE_UI_SCREENS_PLAYER_H
#define PLYSCOPE_UI_SCREENS_PLAYER_H

#include "src/core/player.h"
#include "ui/screen.h"

/* Edits the player `text` for `seat` of a game; done gets the new text and the screen below.
 * Copies the game. NULL when there is no memory. */
struct screen *player_screen(struct ui *ui, const struct game *game, int seat,
			     const char *text,
			     void (*done)(struct ui *ui, struct screen *below, int seat,
					  const char *text));

#endif
