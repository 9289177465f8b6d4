/*
 * option.h - the option table: the single source for the command line, the form on the
 * screen, `list --json`, completion, the manual page and the record.
 *
 * A table is an array of struct option_spec ended by a NULL key. Values live in a struct
 * options, filled with the defaults by options_init() and changed by options_set(), which
 * checks kind and range. Numbers take k and M suffixes, durations ms, s and m.
 */
#ifndef PLYSCOPE_BASE_OPTION_H
#define PLYSCOPE_BASE_OPTION_H

#include "src/base/status.h"

#include <stdint.h>

#define OPTIONS_MAX 24
#define OPTION_TEXT 200

enum option_kind {
	OPTION_INT,	 /* i, min..max */
	OPTION_REAL,	 /* f, min..max */
	OPTION_SWITCH,	 /* i, 0 off, 1 on */
	OPTION_CHOICE,	 /* i, index into choices */
	OPTION_DURATION, /* i in milliseconds, min..max */
	OPTION_PLAYER,	 /* text: a nested player, in parentheses or bare */
	OPTION_NAME,	 /* text: a file or a name, no commas; choices: examples */
};

struct option_spec {
	const char *key; /* NULL ends the table */
	enum option_kind kind;
	const char *deflt;   /* as the user would type it */
	double min, max;     /* INT, REAL, DURATION (ms) */
	const char *choices; /* CHOICE: "none|shallow|speculative" */
	const char *unit;    /* "ms", "MiB", "" ... */
	const char *help;    /* one sentence without a full stop */
};

struct option_value {
	int64_t i;
	double f;
	char text[OPTION_TEXT]; /* OPTION_PLAYER, OPTION_NAME */
};

struct options {
	const struct option_spec *specs; /* NULL: no options */
	int count;
	struct option_value v[OPTIONS_MAX];
};

void options_init(struct options *o, const struct option_spec *specs);
/* Index of a key, or -1. */
int options_find(const struct options *o, const char *key);
/* The key within two changes of a mistyped one; NULL when none is near. */
const char *options_nearest(const struct options *o, const char *key);
/* Sets one option from text; the failure names the key and what was expected. */
bool options_set(struct options *o, const char *key, const char *value,
		 struct status *st);
/* The value as the user would type it (canonical: "500ms", "20000", "on"). */
void options_format(const struct options *o, int index, char *out, int size);
/* True when the value is the default. */
bool options_is_default(const struct options *o, int index);
/* "key=value,key=value" of all that differ from the default; returns the length. */
int options_format_changed(const struct options *o, char *out, int size);

/* By key; a BUG when the table has no such key. */
int64_t options_int(const struct options *o, const char *key);
double options_real(const struct options *o, const char *key);
/* The text of a name option; NULL: "none". */
const char *options_name(const struct options *o, const char *key);

/* Number k of a "a|b|c" list into out; false past the end. */
bool option_choice(const char *choices, int k, char *out, int size);
/* The number of a text in such a list; -1: it is not there. */
int option_choice_find(const char *choices, const char *text);

#endif
