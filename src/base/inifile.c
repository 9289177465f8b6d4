/* inifile.c - sections of keys and values. See inifile.h. */
#include "src/base/inifile.h"

#include "src/base/text.h"

#include <errno.h>
#include <string.h>

/* Cuts blanks off both ends, in place. */
static char *
trim(char *s)
{
	s += strspn(s, " \t\r");
	size_t length = strlen(s);
	while (length > 0 && strchr(" \t\r", s[length - 1]))
		length--;
	s[length] = '\0';
	return s;
}

/* "[name]" to "name" in place; NULL when the bracket does not close. */
static char *
section_name(char *line)
{
	char *end = strchr(line, ']');
	if (!end || *trim(end + 1))
		return NULL;
	*end = '\0';
	return trim(line + 1);
}

static bool
read_entry(char *text, const char *section, int line, inifile_entry *entry, void *user,
	   struct status *st)
{
	char *equals = strchr(text, '=');
	if (!equals || equals == text)
		return status_fail(st, "expected [section] or key = value");
	*equals = '\0';
	char *value = equals + 1, *comment = strstr(value, " ;");
	if (comment)
		*comment = '\0';
	return entry(user, section, trim(text), trim(value), line, st);
}

static bool
read_lines(char *text, const char *path, inifile_entry *entry, void *user,
	   struct status *st)
{
	char *section = text + strlen(text), *next;
	int line = 1;
	for (char *at = text; at; at = next, line++) {
		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		at = trim(at);
		if (*at == '\0' || *at == '#' || *at == ';')
			continue;
		struct status why = { 0 };
		if (*at == '[') {
			section = section_name(at);
			if (!section)
				return status_fail(st, "%s:%d: expected ] at the end",
						   path, line);
		} else if (!read_entry(at, section, line, entry, user, &why)) {
			return status_fail(st, "%s:%d: %s", path, line, why.text);
		}
	}
	return true;
}

bool
inifile_read(const char *path, inifile_entry *entry, void *user, struct status *st)
{
	struct text file = { 0 };
	bool read = text_read_file(&file, path, INIFILE_BYTES);
	if (!read)
		status_fail(st, "%s: %s", path, strerror(errno));
	else
		read = read_lines(file.s, path, entry, user, st);
	text_free(&file);
	return read;
}
