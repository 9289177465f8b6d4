/*
 * complete.h - what a word of the command line may become: games, their options, seats,
 * players with their options, lessons, settings, themes, files.
 */
#ifndef PLYSCOPE_UI_COMPLETE_H
#define PLYSCOPE_UI_COMPLETE_H

#include "src/core/catalog.h"
#include "src/core/game.h"

#include <stddef.h>

/* A list being filled: only words that begin with `last`, none twice. */
struct completions {
	const char *last; /* the word before the cursor */
	char (*out)[64];
	int max, count;
};

void completions_add(struct completions *c, const char *word);

void complete_game(struct completions *c, const struct catalog *catalog);
/* KEY=VALUE of a game's variant, SEAT=PLAYER. */
void complete_setup(struct completions *c, const struct catalog *catalog,
		    const char *game);
void complete_seat(struct completions *c, const struct game *g);
/* text is the part of c->last that names the player, before the part in front of it. g may be NULL:
 * then only presets of every game are offered. */
void complete_player(struct completions *c, const struct catalog *catalog,
		     const struct game *g, const char *text, const char *before);
void complete_lesson(struct completions *c);
void complete_theme(struct completions *c);
void complete_setting(struct completions *c);
void complete_setting_value(struct completions *c, const char *name);
void complete_file(struct completions *c);

/* path with a leading "~/" replaced by the home directory. */
void file_expand(const char *path, char *out, size_t size);

#endif
