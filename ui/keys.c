/* keys.c - names of keys, and the user's own bindings. See keys.h. */
#include "ui/keys.h"

#include "src/base/asset.h"
#include "src/base/file.h"
#include "src/base/inifile.h"
#include "src/base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANGES_MAX 128
#define TABLES_MAX  24
#define NAME_BYTES  24
#define NEAR	    3 /* letters: a name that differs by more is not a misspelling */

static const struct {
	int key;
	const char *name;
} names[] = {
	{ K_ENTER, "Enter" },	 { K_ESCAPE, "Esc" },  { K_TAB, "Tab" },
	{ K_SPACE, "Space" },	 { K_UP, "Up" },       { K_DOWN, "Down" },
	{ K_LEFT, "Left" },	 { K_RIGHT, "Right" }, { K_PAGE_UP, "PgUp" },
	{ K_PAGE_DOWN, "PgDn" }, { K_HOME, "Home" },   { K_END, "End" },
	{ K_BACKTAB, "S-Tab" },	 { K_DELETE, "Del" },  { K_F1, "F1" },
	{ K_BACKSPACE, "BkSp" },
};
#define NAMES (sizeof names / sizeof *names)

struct change {
	char screen[NAME_BYTES], action[NAME_BYTES];
	int key, key2, line;
};

struct keymap {
	int changes, tables;
	struct change change[CHANGES_MAX];
	struct {
		const struct binding *from;
		struct binding *to; /* NULL when nothing changes */
	} table[TABLES_MAX];
};

void
ui_key_name(int key, char out[static 12])
{
	for (size_t i = 0; i < NAMES; i++)
		if (names[i].key == key) {
			snprintf(out, 12, "%s", names[i].name);
			return;
		}
	if (key > 0 && key < 27)
		snprintf(out, 12, "^%c", key + '@');
	else
		snprintf(out, 12, "%c", key > 0 && key < 127 ? key : '?');
}

bool
key_parse(const char *name, int *key)
{
	for (size_t i = 0; i < NAMES; i++)
		if (strcasecmp(names[i].name, name) == 0) {
			*key = names[i].key;
			return true;
		}
	if (name[0] == '^' && isalpha((unsigned char)name[1]) && name[2] == '\0')
		*key = K_CTRL(name[1]);
	else if (name[0] > ' ' && name[0] < 127 && name[1] == '\0')
		*key = name[0];
	else
		return false;
	return true;
}

/* ------------------------------------------------------------------ reading */

struct keys_reading {
	struct keymap *keys;
	const struct screen_ops *const *screens;
	const char *where;
	struct status *st; /* the first thing wrong */
	bool failed;
};

static bool
has_action(const struct screen_ops *screen, const char *action)
{
	for (const struct binding *b = screen->bindings; b && b->action; b++)
		if (strcmp(b->action, action) == 0)
			return true;
	return false;
}

/* The nearest name, when near enough to be a misspelling; else "". */
struct nearest {
	int least;
	const char *name;
};

static void
try_name(struct nearest *near, const char *name, const char *text)
{
	const int distance = text_distance(name, text);
	if (distance < near->least)
		*near = (struct nearest){ distance, name };
}

/* NULL: there is none, st says so. */
static const struct screen_ops *
find_screen(const struct keys_reading *r, const char *name, struct status *st)
{
	struct nearest near = { NEAR, "" };
	for (int i = 0; r->screens[i]; i++) {
		if (strcmp(r->screens[i]->name, name) == 0)
			return r->screens[i];
		try_name(&near, r->screens[i]->name, name);
	}
	if (*name == '\0')
		status_fail(st, "expected [everywhere] or [SCREEN] before this");
	else if (*near.name)
		status_fail(st, "there is no screen [%.24s] (did you mean [%s]?)", name,
			    near.name);
	else
		status_fail(st, "there is no screen [%.24s]; plyscope-formats(5) has all",
			    name);
	return NULL;
}

static bool
check_action(const struct keys_reading *r, const struct screen_ops *screen,
	     const char *action, struct status *st)
{
	struct nearest near = { NEAR, "" };
	if (has_action(screen, action))
		return true;
	for (const struct binding *b = screen->bindings; b && b->action; b++)
		try_name(&near, b->action, action);
	for (int i = 0; r->screens[i] && near.least > 1; i++)
		if (has_action(r->screens[i], action))
			return status_fail(st, "[%s] has no action %.24s, but [%s] has",
					   screen->name, action, r->screens[i]->name);
	if (*near.name)
		return status_fail(st, "[%s] has no action %.24s (did you mean %s?)",
				   screen->name, action, near.name);
	return status_fail(st, "[%s] has no action %.24s; its help (?) names them",
			   screen->name, action);
}

static bool
parse_keys(struct change *c, const char *value, struct status *st)
{
	char first[NAME_BYTES] = "", second[NAME_BYTES] = "", third[2] = "";
	const int n = sscanf(value, "%23s %23s %1s", first, second, third);
	if (n < 1 || n > 2 || !key_parse(first, &c->key) ||
	    (n == 2 && !key_parse(second, &c->key2)))
		return status_fail(
			st,
			"\"%.40s\" is not a key; expected one or two such as x ^X "
			"Enter PgUp",
			value);
	return true;
}

static bool
keys_take_line(struct keys_reading *r, const char *section, const char *action,
	       const char *value, int line, struct status *st)
{
	struct keymap *k = r->keys;
	const struct screen_ops *screen = find_screen(r, section, st);
	struct change c = { .line = line };
	if (!screen || !check_action(r, screen, action, st) || !parse_keys(&c, value, st))
		return false;
	if (k->changes == CHANGES_MAX)
		return status_fail(st, "more than %d keys", CHANGES_MAX);
	snprintf(c.screen, sizeof c.screen, "%s", section);
	snprintf(c.action, sizeof c.action, "%s", action);
	k->change[k->changes++] = c;
	return true;
}

/* A line that is wrong is reported and passed over. */
static bool
keys_read_entry(void *user, const char *section, const char *key, const char *value,
		int line, struct status *st)
{
	struct keys_reading *r = user;
	struct status why = { 0 };
	if (!keys_take_line(r, section, key, value, line, &why) && !r->failed) {
		r->failed = true;
		status_fail(r->st, "%s:%d: %.200s", r->where, line, why.text);
	}
	return true;
}

static const struct change *
find_change(const struct keymap *k, const char *screen, const char *action)
{
	const struct change *found = NULL;
	for (int i = 0; i < k->changes; i++) /* the last line wins */
		if (strcmp(k->change[i].screen, screen) == 0 &&
		    strcmp(k->change[i].action, action) == 0)
			found = &k->change[i];
	return found;
}

static bool
keys_has_key(int key, int key2, int which)
{
	return which != 0 && (key == which || key2 == which);
}

/* A key the program itself gives to two actions does one of them at a time: the tables see to
 * that. */
static bool
shared_by_the_table(const struct binding *table, const struct binding *other,
		    const struct change *c, int key)
{
	for (const struct binding *b = table; b->action; b++)
		if (strcmp(b->action, c->action) == 0 &&
		    keys_has_key(b->key, b->key2, key) &&
		    keys_has_key(other->key, other->key2, key))
			return true;
	return false;
}

/* The action of the same screen that has one of the keys of a change already; NULL: none. Of
 * two changes the later one is to blame. */
static const char *
taken_by(const struct keymap *k, const struct binding *table, const struct change *c,
	 int key)
{
	for (const struct binding *b = table; b && b->action; b++) {
		const struct change *own = find_change(k, c->screen, b->action);
		const int first = own ? own->key : b->key;
		const int second = own ? own->key2 : b->key2;
		if (strcmp(b->action, c->action) != 0 &&
		    keys_has_key(first, second, key) && (!own || own->line < c->line) &&
		    !shared_by_the_table(table, b, c, key))
			return b->action;
	}
	return NULL;
}

/* Reports the first key that two actions of one screen would have. */
static void
keys_check_keys(struct keys_reading *r)
{
	const struct keymap *k = r->keys;
	for (int i = 0; i < 2 * k->changes && !r->failed; i++) {
		const struct change *c = &k->change[i / 2];
		const int key = i % 2 == 0 ? c->key : c->key2;
		const struct screen_ops *screen = find_screen(r, c->screen, NULL);
		const char *other = find_change(k, c->screen, c->action) == c
					    ? taken_by(k, screen->bindings, c, key)
					    : NULL;
		char name[12];
		if (!other)
			continue;
		ui_key_name(key, name);
		r->failed = true;
		status_fail(r->st, "%s:%d: [%s] has %s for %s already", r->where, c->line,
			    c->screen, name, other);
	}
}

struct keymap *
keymap_read(const char *text, const char *where, const struct screen_ops *const *screens,
	    struct status *st)
{
	struct keymap *k = calloc(1, sizeof *k);
	struct keys_reading r = {
		.keys = k, .screens = screens, .where = where, .st = st
	};
	struct status grammar = { 0 };
	if (!k)
		status_fail(st, "not enough memory for the keys");
	else if (!inifile_parse(text, where, keys_read_entry, &r, &grammar) && !r.failed)
		status_fail(st, "%s", grammar.text);
	else if (!r.failed)
		keys_check_keys(&r);
	return k;
}

struct keymap *
keymap_load(const struct screen_ops *const *screens, struct status *st)
{
	char path[512];
	struct text text = { 0 };
	struct keymap *k = NULL;
	if (!user_find(USER_CONFIG, "keys.ini", path, sizeof path) || file_missing(path))
		return NULL;
	if (text_read_file(&text, path, INIFILE_BYTES))
		k = keymap_read(text.s ? text.s : "", "keys.ini", screens, st);
	else
		status_fail(st, "%s: cannot be read: %s", path, file_reason());
	text_free(&text);
	return k;
}

void
keymap_free(struct keymap *k)
{
	for (int i = 0; k && i < k->tables; i++)
		free(k->table[i].to);
	free(k);
}

/* ------------------------------------------------------------------ applying */

/* A copy of the table with its changes, including its end; NULL: no change, or no memory. */
static struct binding *
changed_copy(const struct keymap *k, const char *screen, const struct binding *table)
{
	size_t n = 0, changed = 0;
	for (; table[n].action; n++)
		changed += find_change(k, screen, table[n].action) != NULL;
	struct binding *copy = changed ? malloc((n + 1) * sizeof *copy) : NULL;
	if (!copy)
		return NULL;
	memcpy(copy, table, (n + 1) * sizeof *copy);
	for (size_t b = 0; b < n; b++) {
		const struct change *c = find_change(k, screen, table[b].action);
		if (c) {
			copy[b].key = c->key;
			copy[b].key2 = c->key2;
		}
	}
	return copy;
}

const struct binding *
keymap_apply(struct keymap *k, const char *screen, const struct binding *table)
{
	if (!k || !table || k->changes == 0)
		return table;
	for (int i = 0; i < k->tables; i++)
		if (k->table[i].from == table)
			return k->table[i].to ? k->table[i].to : table;
	if (k->tables == TABLES_MAX)
		return table;
	struct binding *copy = changed_copy(k, screen, table);
	k->table[k->tables].from = table;
	k->table[k->tables++].to = copy;
	return copy ? copy : table;
}
