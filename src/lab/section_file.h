/*
 * section_file.h - a file of fitted numbers, a section for each variant of a game, of which one is
 * written anew and the others stay as they are.
 */
#ifndef PLYSCOPE_LAB_SECTION_FILE_H
#define PLYSCOPE_LAB_SECTION_FILE_H

#include "src/base/status.h"
#include "src/base/text.h"

/* Puts `body`, "[section]" and what follows, into DIRECTORY/KEY.ini: among the assets when they can
 * be written, else in the user's data directory. `head` begins a new file. path gets its name. */
bool section_write(const char *directory, const char *key, const char *section,
		   const char *head, const struct text *body, char *path, int size,
		   struct status *st);

#endif
