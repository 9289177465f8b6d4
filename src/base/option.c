/*
 * option.c - reading, checking and printing options by their table. See option.h.
 */
#include "src/base/option.h"

#include "src/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool
option_choice(const char *choices, int k, char *out, int size)
{
	const char *p = choices;
	for (; k > 0; k--) {
		p = strchr(p, '|');
		if (!p)
			return false;
		p++;
	}
	snprintf(out, (size_t)size, "%.*s", (int)strcspn(p, "|"), p);
	return true;
}

int
option_choice_find(const char *choices, const char *text)
{
	const size_t n = strlen(text);
	for (int k = 0;; k++) {
		const size_t length = strcspn(choices, "|");
		if (length == n && strncmp(choices, text, n) == 0)
			return k;
		if (choices[length] == '\0')
			return -1;
		choices += length + 1;
	}
}

static bool
option_parse_choice(const struct option_spec *spec, const char *text,
		    struct option_value *v, struct status *st)
{
	char choice[64], best[64] = "";
	int least = 3;
	for (int k = 0; option_choice(spec->choices, k, choice, sizeof choice); k++) {
		if (text_equal_fold(choice, text)) {
			v->i = k;
			return true;
		}
		int distance = text_distance(choice, text);
		if (distance < least) {
			least = distance;
			snprintf(best, sizeof best, "%s", choice);
		}
	}
	if (best[0])
		return status_fail(
			st, "%s: expected %s, not \"%.60s\" (did you mean \"%s\"?)",
			spec->key, spec->choices, text, best);
	return status_fail(st, "%s: expected %s, not \"%.60s\"", spec->key, spec->choices,
			   text);
}

static bool
option_parse_switch(const struct option_spec *spec, const char *text,
		    struct option_value *v, struct status *st)
{
	static const char *const words[] = { "off",   "on",   "no", "yes",
					     "false", "true", "0",  "1" };
	for (int k = 0; k < 8; k++) {
		if (text_equal_fold(words[k], text)) {
			v->i = k & 1;
			return true;
		}
	}
	return status_fail(st, "%s: expected on or off, not \"%.60s\"", spec->key, text);
}

/* A bound of the table as the user would type it. */
static void
format_bound(const struct option_spec *spec, double x, char *out, int size)
{
	if (spec->kind == OPTION_DURATION)
		text_format_duration_exact(out, size, (int64_t)x);
	else
		snprintf(out, (size_t)size, "%.12g", x);
}

static bool
fail_range(const struct option_spec *spec, const char *what, const char *text,
	   struct status *st)
{
	char low[32], high[32];
	format_bound(spec, spec->min, low, sizeof low);
	format_bound(spec, spec->max, high, sizeof high);
	return status_fail(st, "%s: expected %s from %s to %s, not \"%.60s\"", spec->key,
			   what, low, high, text);
}

static bool
parse_integer(const struct option_spec *spec, const char *text, struct option_value *v,
	      struct status *st)
{
	bool duration = spec->kind == OPTION_DURATION;
	bool read = duration ? text_parse_duration(text, &v->i)
			     : text_parse_count(text, &v->i);
	if (read && (double)v->i >= spec->min && (double)v->i <= spec->max)
		return true;
	return fail_range(spec, duration ? "a duration (ms, s, m)" : "a whole number",
			  text, st);
}

static bool
parse_real(const struct option_spec *spec, const char *text, struct option_value *v,
	   struct status *st)
{
	if (text_parse_real(text, &v->f) && v->f >= spec->min && v->f <= spec->max)
		return true;
	return fail_range(spec, "a number", text, st);
}

/* A nested player: kept as text, without the parentheses around it. */
static bool
parse_player(const struct option_spec *spec, const char *text, struct option_value *v,
	     struct status *st)
{
	size_t length = strlen(text);
	if (length >= 2 && text[0] == '(' && text[length - 1] == ')') {
		text++;
		length -= 2;
	}
	if (length == 0)
		return status_fail(st, "%s: expected a player", spec->key);
	if (length >= OPTION_TEXT)
		return status_fail(st, "%s: a nested player has at most %d characters",
				   spec->key, OPTION_TEXT - 1);
	memcpy(v->text, text, length);
	v->text[length] = '\0';
	return true;
}

static bool
parse_name(const struct option_spec *spec, const char *text, struct option_value *v,
	   struct status *st)
{
	size_t length = strlen(text);
	for (const char *p = text; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 127 || strchr(",()\"", *p))
			return status_fail(st,
					   "%s: a name has no commas, quotes or "
					   "parentheses",
					   spec->key);
	if (length == 0 || length >= OPTION_TEXT)
		return status_fail(st, "%s: expected a name of 1 to %d characters",
				   spec->key, OPTION_TEXT - 1);
	memcpy(v->text, text, length + 1);
	return true;
}

typedef bool parser(const struct option_spec *, const char *, struct option_value *,
		    struct status *);

static parser *const parsers[] = {
	[OPTION_INT] = parse_integer,
	[OPTION_REAL] = parse_real,
	[OPTION_SWITCH] = option_parse_switch,
	[OPTION_CHOICE] = option_parse_choice,
	[OPTION_DURATION] = parse_integer,
	[OPTION_PLAYER] = parse_player,
	[OPTION_NAME] = parse_name,
};

void
options_init(struct options *o, const struct option_spec *specs)
{
	*o = (struct options){ .specs = specs };
	for (; specs && specs[o->count].key; o->count++) {
		const struct option_spec *spec = &specs[o->count];
		struct status st = { 0 };
		if (o->count == OPTIONS_MAX)
			BUG("more than %d options", OPTIONS_MAX);
		if (!parsers[spec->kind](spec, spec->deflt, &o->v[o->count], &st))
			BUG("default of option %s", st.text);
	}
}

/* Most keys differ in their first letter: a search reads some twenty options. */
int
options_find(const struct options *o, const char *key)
{
	for (int i = 0; i < o->count; i++)
		if (o->specs[i].key[0] == key[0] && strcmp(o->specs[i].key, key) == 0)
			return i;
	return -1;
}

const char *
options_nearest(const struct options *o, const char *key)
{
	const char *best = NULL;
	int least = 3;
	for (int i = 0; i < o->count; i++) {
		int distance = text_distance(o->specs[i].key, key);
		if (distance < least) {
			least = distance;
			best = o->specs[i].key;
		}
	}
	return best;
}

static bool
fail_key(const struct options *o, const char *key, struct status *st)
{
	const char *near = options_nearest(o, key);
	if (o->count == 0)
		return status_fail(st, "unknown option \"%.60s\": there are none here",
				   key);
	if (near)
		return status_fail(st, "unknown option \"%.60s\" (did you mean \"%s\"?)",
				   key, near);
	char keys[240] = "";
	size_t length = 0;
	for (int i = 0; i < o->count && length < sizeof keys; i++)
		length += (size_t)snprintf(keys + length, sizeof keys - length, "%s%s",
					   i ? ", " : "", o->specs[i].key);
	return status_fail(st, "unknown option \"%.60s\": expected one of %s", key, keys);
}

bool
options_set(struct options *o, const char *key, const char *value, struct status *st)
{
	int at = options_find(o, key);
	if (at < 0)
		return fail_key(o, key, st);
	struct option_value v = { 0 };
	const struct option_spec *spec = &o->specs[at];
	if (!parsers[spec->kind](spec, value, &v, st))
		return false;
	o->v[at] = v;
	return true;
}

void
options_format(const struct options *o, int index, char *out, int size)
{
	const struct option_spec *spec = &o->specs[index];
	const struct option_value *v = &o->v[index];
	switch (spec->kind) {
	case OPTION_INT: snprintf(out, (size_t)size, "%lld", (long long)v->i); break;
	case OPTION_REAL: snprintf(out, (size_t)size, "%.12g", v->f); break;
	case OPTION_SWITCH: snprintf(out, (size_t)size, "%s", v->i ? "on" : "off"); break;
	case OPTION_CHOICE: option_choice(spec->choices, (int)v->i, out, size); break;
	case OPTION_DURATION: text_format_duration_exact(out, size, v->i); break;
	case OPTION_NAME: snprintf(out, (size_t)size, "%s", v->text); break;
	case OPTION_PLAYER:
		snprintf(out, (size_t)size, strpbrk(v->text, ":,(=") ? "(%s)" : "%s",
			 v->text);
		break;
	}
}

bool
options_is_default(const struct options *o, int index)
{
	const struct option_spec *spec = &o->specs[index];
	const struct option_value *v = &o->v[index];
	struct option_value d = { 0 };
	if (!parsers[spec->kind](spec, spec->deflt, &d, NULL))
		BUG("default of option %s", spec->key);
	return v->i == d.i && v->f == d.f && strcmp(v->text, d.text) == 0;
}

int
options_format_changed(const struct options *o, char *out, int size)
{
	int length = 0;
	out[0] = '\0';
	for (int i = 0; i < o->count && length < size; i++) {
		if (options_is_default(o, i))
			continue;
		char value[OPTION_TEXT + 2];
		options_format(o, i, value, sizeof value);
		length += snprintf(out + length, (size_t)(size - length), "%s%s=%s",
				   length ? "," : "", o->specs[i].key, value);
	}
	return length < size ? length : size - 1;
}

static const struct option_value *
option_value_of(const struct options *o, const char *key)
{
	int at = options_find(o, key);
	if (at >= 0)
		return &o->v[at];
	BUG("no option \"%s\"", key);
}

int64_t
options_int(const struct options *o, const char *key)
{
	return option_value_of(o, key)->i;
}

double
options_real(const struct options *o, const char *key)
{
	return option_value_of(o, key)->f;
}

const char *
options_name(const struct options *o, const char *key)
{
	const char *name = o->v[options_find(o, key)].text;
	return strcmp(name, "none") != 0 ? name : NULL;
}
