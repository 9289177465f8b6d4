/* keys.c - names of keys, and the user's own bindings. See keys.h. */
#include "ui/keys.h"

#include "src/base/asset.h"
#include "src/base/inifile.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHANGES_MAX 128
#define TABLES_MAX  24
#define NAME_BYTES  24

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
	int key, key2;
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

static bool
read_entry(void *user, const char *section, const char *key, const char *value, int line,
	   struct status *st)
{
	struct keymap *k = user;
	char first[NAME_BYTES] = "", second[NAME_BYTES] = "";
	struct change c = { .key2 = 0 };
	(void)line;
	int n = sscanf(value, "%23s %23s", first, second);
	if (n < 1 || !key_parse(first, &c.key) || (n == 2 && !key_parse(second, &c.key2)))
		return status_fail(st,
				   "\"%.40s\" is no key; expected one or two such as x, "
				   "^X, Enter, PgUp, F1",
				   value);
	if (k->changes == CHANGES_MAX)
		return status_fail(st, "more than %d keys", CHANGES_MAX);
	snprintf(c.screen, sizeof c.screen, "%s", section);
	snprintf(c.action, sizeof c.action, "%s", key);
	k->change[k->changes++] = c;
	return true;
}

struct keymap *
keymap_read(const char *path, struct status *st)
{
	struct keymap *k = calloc(1, sizeof *k);
	if (k)
		inifile_read(path, read_entry, k, st);
	else
		status_fail(st, "no memory for the keys");
	return k;
}

struct keymap *
keymap_load(struct status *st)
{
	char path[512];
	if (!user_path(USER_CONFIG, "keys.ini", path, sizeof path, NULL) ||
	    access(path, R_OK) != 0)
		return NULL;
	return keymap_read(path, st);
}

void
keymap_free(struct keymap *k)
{
	for (int i = 0; k && i < k->tables; i++)
		free(k->table[i].to);
	free(k);
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

/* A copy of the table with the changes for it, its end included; NULL: no change, no memory. */
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
