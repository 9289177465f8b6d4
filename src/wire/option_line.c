/* option_line.c - see option_line.h. */
#include "src/wire/option_line.h"

#include "src/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_MOST 48

void
option_lines_init(struct option_lines *l, const char *program)
{
	memset(l, 0, sizeof *l);
	snprintf(l->help, sizeof l->help, "an option of %.60s", program);
}

/* Copies n bytes of text; NULL: no room. */
static const char *
option_line_keep(struct option_lines *l, const char *from, size_t n)
{
	char *at = l->text + l->used;
	if (n >= sizeof l->text - l->used)
		return NULL;
	memcpy(at, from, n);
	at[n] = '\0';
	l->used += n + 1;
	return at;
}

/* What stands between a word and the next one of these, or the end; NULL: the word is not there. */
static const char *
after(const char *line, const char *word, const char *until, size_t *length)
{
	const char *at = strstr(line, word);
	if (at == NULL)
		return NULL;
	at += strlen(word);
	const char *end = until != NULL ? strstr(at, until) : NULL;
	*length = end != NULL ? (size_t)(end - at) : strlen(at);
	return at;
}

/* Whether a text can stand in "Name=value;Name=value", within a list of options. */
static bool
is_plain(const char *text, const char *none_of)
{
	for (const char *p = text; *p != '\0'; p++)
		if (*p < ' ' || *p > '~' || strchr(none_of, *p) != NULL)
			return false;
	return true;
}

static bool
option_line_read_number(const char *line, const char *word, double *out)
{
	size_t n;
	const char *at = after(line, word, NULL, &n);
	char *end;
	if (at == NULL)
		return false;
	*out = (double)strtoll(at, &end, 10);
	return end != at;
}

static bool
read_spin(struct option_lines *l, const char *rest, struct option_spec *s)
{
	double deflt;
	char text[24];
	if (!option_line_read_number(rest, " default ", &deflt) ||
	    !option_line_read_number(rest, " min ", &s->min) ||
	    !option_line_read_number(rest, " max ", &s->max) || s->min > s->max)
		return false;
	deflt = deflt < s->min ? s->min : deflt > s->max ? s->max : deflt;
	s->kind = OPTION_INT;
	s->unit = "";
	s->deflt = option_line_keep(l, text,
				    (size_t)snprintf(text, sizeof text, "%.0f", deflt));
	return s->deflt != NULL;
}

static bool
read_check(struct option_lines *l, const char *rest, struct option_spec *s)
{
	(void)l;
	s->kind = OPTION_SWITCH;
	s->deflt = strstr(rest, " default true") != NULL ? "on" : "off";
	return true;
}

/* "calm|wild", the default first where it is none of them. */
static bool
read_combo(struct option_lines *l, const char *rest, struct option_spec *s)
{
	size_t n;
	const char *at = after(rest, " default ", " var ", &n);
	if (at == NULL || n == 0)
		return false;
	s->kind = OPTION_CHOICE;
	s->deflt = option_line_keep(l, at, n);
	char *to = l->text + l->used;
	bool listed = false;
	size_t used = 0;
	const size_t room = sizeof l->text - l->used;
	for (at += n; s->deflt != NULL && (at = after(at, " var ", " var ", &n)) != NULL;
	     at += n) {
		if (n == 0 || n >= OPTION_TEXT || memchr(at, '|', n) != NULL ||
		    used + n + 2 >= room)
			continue;
		used += (size_t)snprintf(to + used, room - used, "%s%.*s",
					 used > 0 ? "|" : "", (int)n, at);
		listed = listed ||
			 (strlen(s->deflt) == n && strncmp(s->deflt, at, n) == 0);
	}
	s->choices = to;
	l->used += used + 1;
	return listed && is_plain(to, ",()\";=");
}

static bool
read_string(struct option_lines *l, const char *rest, struct option_spec *s)
{
	size_t n = 0;
	const char *at = after(rest, " default ", NULL, &n);
	s->kind = OPTION_NAME;
	s->deflt = at != NULL && n > 0 ? option_line_keep(l, at, n) : "<empty>";
	s->choices = s->deflt;
	return s->deflt != NULL && strlen(s->deflt) < OPTION_TEXT &&
	       is_plain(s->deflt, ",()\";=");
}

static const struct {
	const char *type;
	bool (*read)(struct option_lines *l, const char *rest, struct option_spec *s);
} types[] = {
	{ "spin", read_spin },	   { "check", read_check },	{ "combo", read_combo },
	{ "string", read_string }, { "filename", read_string },
};

bool
option_lines_add(struct option_lines *l, const char *line)
{
	struct option_spec s = { .help = l->help };
	size_t name, type;
	const char *at = after(line, "option name ", " type ", &name);
	const char *kind = after(line, " type ", " ", &type);
	const size_t used = l->used;
	if (at == NULL || kind == NULL || strncmp(line, "option name ", 12) != 0 ||
	    name == 0 || name >= NAME_MOST || l->count == OPTIONS_MAX)
		return false;
	s.key = option_line_keep(l, at, name);
	for (size_t i = 0; i < sizeof types / sizeof *types && s.key != NULL; i++)
		if (strlen(types[i].type) == type &&
		    strncmp(types[i].type, kind, type) == 0 &&
		    is_plain(s.key, ",()\";=") && types[i].read(l, kind + type, &s)) {
			l->spec[l->count++] = s;
			return true;
		}
	l->used = used;
	return false;
}
