/*
 * inifile.h - reading files of "[section]" and "key = value" lines.
 *
 * Blank lines and lines that begin with '#' or ';' are skipped; " ;" ends a value. Lines
 * and names have no length limit (common readers cut sections at 50 characters, and a
 * calibration's section names a whole variant), and every entry knows its line, so that a
 * damaged file is reported as FILE:LINE.
 */
#ifndef PLYSCOPE_BASE_INIFILE_H
#define PLYSCOPE_BASE_INIFILE_H

#include "src/base/status.h"

#define INIFILE_BYTES (1 << 20) /* a file over this is refused */

/* Takes one entry; the strings last until it returns. False, with st filled, ends the
 * reading. */
typedef bool inifile_entry(void *user, const char *section, const char *key,
			   const char *value, int line, struct status *st);

/* Calls entry for each "key = value" line in order. False: the file cannot be read, a
 * line is neither, or an entry was refused; st says "FILE:LINE: what". */
bool inifile_read(const char *path, inifile_entry *entry, void *user, struct status *st);

#endif
