/*
 * engine_options.h - the options of an outside engine in the form of a player: asked of the
 * program, chosen like others, written as the text of one option of the player.
 */
#ifndef PLYSCOPE_UI_SCREENS_ENGINE_OPTIONS_H
#define PLYSCOPE_UI_SCREENS_ENGINE_OPTIONS_H

#include "src/core/search_ops.h"

struct engine_options {
	const struct foreign_ops *ops;
	struct foreign *asked; /* NULL: none */
	bool known;	       /* it has told them: options */
	struct options options;
	char command[OPTION_TEXT]; /* of the program that was asked */
	char rest[OPTION_TEXT];	   /* choices that it has no option for, as they were */
};

/* Asks the program of these options of a player. */
bool engine_options_ask(struct engine_options *e, const struct foreign_ops *ops,
			const struct options *of, struct status *st);
/* Once it is known: its options have the choices of `of` and no others. */
void engine_options_take(struct engine_options *e, const struct options *of);
/* Hears it; true when it has told its options, which then have the choices of `of`, or when it is
 * given up (st). */
bool engine_options_hear(struct engine_options *e, const struct options *of,
			 struct status *st);
/* Whether these are the options of the program that a player names. */
bool engine_options_fit(const struct engine_options *e, const struct options *of);
/* Puts the choices into the options of the player. */
bool engine_options_put(const struct engine_options *e, struct options *of,
			struct status *st);
void engine_options_close(struct engine_options *e);

#endif
