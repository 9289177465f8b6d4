/*
 * option_line.h - lines in which an engine says its options, as a table of options.
 *
 *	option name Skill Level type spin default 20 min -20 max 20
 *	option name Style type combo default calm var calm var wild
 *
 * Memory: the texts of the table are in the struct; nothing is allocated.
 */
#ifndef PLYSCOPE_WIRE_OPTION_LINE_H
#define PLYSCOPE_WIRE_OPTION_LINE_H

#include "src/base/option.h"

#include <stddef.h>

#define OPTION_LINES_TEXT 16384

struct option_lines {
	int count;
	struct option_spec spec[OPTIONS_MAX + 1]; /* ends with a blank one */
	size_t used;
	char text[OPTION_LINES_TEXT];
	char help[80]; /* of all of them */
};

/* `program` is for the help. */
void option_lines_init(struct option_lines *l, const char *program);
/* Adds what a line says. False: it is no such line, or its option is not one to be chosen: a
 * button, a name or a default that cannot be written in one line with others, or there is no
 * more room. */
bool option_lines_add(struct option_lines *l, const char *line);

#endif
