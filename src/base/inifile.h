/*
 * inifile.h - reading "[section]" and "key = value" lines, with inih.
 *
 * inih knows the grammar: '#' or ';' begins a comment line, " ;" ends a value, ':' may
 * stand for '=', and a line that begins with a blank continues the value above it. What
 * it would cut silently (a line over 198 bytes, a name over 48) is refused here, and
 * every entry knows its line, so that a damaged file is reported as FILE:LINE.
 */
#ifndef PLYSCOPE_BASE_INIFILE_H
#define PLYSCOPE_BASE_INIFILE_H

#include "src/base/status.h"

#define INIFILE_BYTES (1 << 20) /* a file over this is refused */
#define INIFILE_NAME  48	/* bytes of a section or a key at most */

/* Takes one entry, continuation lines joined by a blank; line is its first. The strings
 * last until it returns. False, with st filled, ends the reading. */
typedef bool inifile_entry(void *user, const char *section, const char *key,
			   const char *value, int line, struct status *st);

/* Calls entry for each "key = value" in order. False: the file cannot be read, a line is
 * neither, or an entry was refused; st says "FILE:LINE: what". Entries below a line that
 * is neither may still be taken. */
bool inifile_read(const char *path, inifile_entry *entry, void *user, struct status *st);
/* The same, and entry is called with key and value NULL at the line of each section that has
 * entries, before them. */
bool inifile_read_sections(const char *path, inifile_entry *entry, void *user,
			   struct status *st);
/* As inifile_read() from a text; `where` stands for the file's name in messages. */
bool inifile_parse(const char *text, const char *where, inifile_entry *entry, void *user,
		   struct status *st);

#endif
