/*
 * inifile.c - sections of keys and values. See inifile.h.
 *
 * inih asks inifile_next_line() for each line, which counts them, and hands entries to inifile_take_entry(). A
 * continuation arrives as another value of the same key, so an entry is kept until the next one, or
 * the end, shows that it is whole.
 */
#include "src/base/inifile.h"

#include "src/base/file.h"
#include "src/base/text.h"

#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>

#define WRONG_LINE "expected [section] or key = value"

struct ini_reading {
	const char *at, *where; /* the text still unread; its name in messages */
	inifile_entry *entry;
	void *user;
	struct status why; /* the first refusal, with its place */
	int why_line;
	int line;      /* handed to inih last, from 1 */
	int head;      /* the last line that began with '[' */
	bool indented; /* the line began with a blank */
	bool sections; /* entry is called for them */
	char section[INIFILE_NAME + 1];
	struct {
		int line; /* 0: none is waiting */
		char section[INIFILE_NAME + 1], key[INIFILE_NAME + 1];
		struct text value;
	} waiting;
};

/* A waiting entry is whole: hands it on. */
static bool
flush(struct ini_reading *r)
{
	const int line = r->waiting.line;
	r->waiting.line = 0;
	if (line == 0 || r->why.failed ||
	    r->entry(r->user, r->waiting.section, r->waiting.key, r->waiting.value.s,
		     line, &r->why))
		return !r->why.failed;
	status_prefix(&r->why, "%s:%d", r->where, line);
	r->why_line = line;
	return false;
}

/* Tells of a section that begins. */
static bool
begin_section(struct ini_reading *r, const char *section)
{
	if (!r->sections || strcmp(section, r->section) == 0)
		return true;
	snprintf(r->section, sizeof r->section, "%s", section);
	if (r->entry(r->user, section, NULL, NULL, r->head, &r->why))
		return true;
	status_prefix(&r->why, "%s:%d", r->where, r->head);
	r->why_line = r->head;
	return false;
}

/* Refuses a line as too long, unless the entry that waits before it is refused. */
static bool
inifile_refuse(struct ini_reading *r, int line, const char *what, int limit,
	       const char *hint)
{
	if (!flush(r))
		return false;
	r->why_line = line;
	return status_fail(&r->why, "%s:%d: the %s is longer than %d bytes%s", r->where,
			   line, what, limit, hint);
}

/* inih's reader: the next line into out, or NULL at the end and after a failure. Of a
 * comment only its beginning matters. */
static char *
inifile_next_line(char *out, int size, void *stream)
{
	struct ini_reading *r = stream;
	if (*r->at == '\0' || r->why.failed)
		return NULL;
	size_t length = strcspn(r->at, "\n"), kept = length;
	const char *line = r->at, *ink = line + strspn(line, " \t");
	r->at += length + (line[length] == '\n');
	r->line++;
	r->indented = ink > line;
	r->head = *ink == '[' ? r->line : r->head;
	if (length > (size_t)size - 2) {
		if (*ink != '#' && *ink != ';') {
			inifile_refuse(r, r->line, "line", size - 2,
				       "; a value may go on in indented lines");
			return NULL;
		}
		kept = (size_t)size - 2;
	}
	memcpy(out, line, kept);
	memcpy(out + kept, "\n", 2);
	return out;
}

/* A continuation without the comment behind it, which older versions of inih leave. */
static void
join_value(struct text *value, const char *more)
{
	size_t length = 0;
	while (more[length] &&
	       !(more[length] == ';' && length > 0 && strchr(" \t", more[length - 1])))
		length++;
	while (length > 0 && strchr(" \t", more[length - 1]))
		length--;
	text_add(value, "%s%.*s", value->length > 0 && length > 0 ? " " : "", (int)length,
		 more);
}

/* inih's handler. It ignores the rest of a section's name after 49 bytes, and so does it
 * with the key of a continuation; therefore both must be shorter. */
static int
inifile_take_entry(void *user, const char *section, const char *key, const char *value)
{
	struct ini_reading *r = user;
	if (r->why.failed)
		return 0;
	if (r->indented && r->waiting.line && strcmp(key, r->waiting.key) == 0 &&
	    strcmp(section, r->waiting.section) == 0) {
		join_value(&r->waiting.value, value);
		return 1;
	}
	if (!flush(r))
		return 0;
	if (!*key)
		return 0; /* for inih, a line that is neither */
	if (strlen(section) > INIFILE_NAME)
		return inifile_refuse(r, r->head, "section", INIFILE_NAME, "");
	if (strlen(key) > INIFILE_NAME)
		return inifile_refuse(r, r->line, "key", INIFILE_NAME, "");
	if (!begin_section(r, section))
		return 0;
	r->waiting.line = r->line;
	snprintf(r->waiting.section, sizeof r->waiting.section, "%s", section);
	snprintf(r->waiting.key, sizeof r->waiting.key, "%s", key);
	text_clear(&r->waiting.value);
	text_add(&r->waiting.value, "%s", value);
	return 1;
}

/* Reads what r has been given. */
static bool
parse(struct ini_reading *r, struct status *st)
{
	const int wrong = ini_parse_stream(inifile_next_line, r, inifile_take_entry, r);
	const bool whole = flush(r) && wrong == 0;
	text_free(&r->waiting.value);
	if (whole)
		return true;
	if (r->why.failed && (wrong <= 0 || r->why_line <= wrong))
		return status_fail(st, "%s", r->why.text);
	if (wrong > 0)
		return status_fail(st, "%s:%d: " WRONG_LINE, r->where, wrong);
	return status_fail(st, "%s: not enough memory to read it", r->where);
}

bool
inifile_parse(const char *text, const char *where, inifile_entry *entry, void *user,
	      struct status *st)
{
	struct ini_reading r = {
		.at = text, .where = where, .entry = entry, .user = user
	};
	return parse(&r, st);
}

static bool
inifile_read_file(const char *path, struct ini_reading *r, struct status *st)
{
	struct text file = { 0 };
	bool read = text_read_file(&file, path, INIFILE_BYTES);
	if (!read) {
		status_fail(st, "%s: cannot be read: %s", path,
			    errno == EFBIG ? "over 1 MiB" : file_reason());
	} else if (file.length > 0 && memchr(file.s, '\0', file.length)) {
		read = status_fail(st, "%s: a zero byte: this is not a text file", path);
	} else {
		r->at = file.s ? file.s : "";
		r->where = path;
		read = parse(r, st);
	}
	text_free(&file);
	return read;
}

bool
inifile_read(const char *path, inifile_entry *entry, void *user, struct status *st)
{
	struct ini_reading r = { .entry = entry, .user = user };
	return inifile_read_file(path, &r, st);
}

bool
inifile_read_sections(const char *path, inifile_entry *entry, void *user,
		      struct status *st)
{
	struct ini_reading r = { .entry = entry, .user = user, .sections = true };
	return inifile_read_file(path, &r, st);
}
