/* catalog.c - looking things up in the lists. See catalog.h. */
#include "src/core/catalog.h"

#include "src/core/search.h"

#include <stdio.h>

/* Equal but for case and for '-', '_' and ' ', which may be there or not. */
static bool
same_key(const char *a, const char *b)
{
	for (;; a++, b++) {
		while (*a == '-' || *a == '_' || *a == ' ')
			a++;
		while (*b == '-' || *b == '_' || *b == ' ')
			b++;
		char x = *a >= 'A' && *a <= 'Z' ? (char)(*a + 'a' - 'A') : *a;
		char y = *b >= 'A' && *b <= 'Z' ? (char)(*b + 'a' - 'A') : *b;
		if (x != y)
			return false;
		if (x == '\0')
			return true;
	}
}

const struct game_ops *
catalog_game(const struct catalog *c, const char *key)
{
	for (int i = 0; c->games[i]; i++)
		if (same_key(c->games[i]->key, key))
			return c->games[i];
	return NULL;
}

const struct search_ops *
catalog_search(const struct catalog *c, const char *key)
{
	for (int i = 0; c->searches[i]; i++)
		if (same_key(c->searches[i]->key, key))
			return c->searches[i];
	return NULL;
}

static void
add_key(const char *key, char *out, int size, int *length)
{
	if (*length + (int)strlen(key) + 3 > size)
		BUG("no room for the keys of the catalog");
	*length += snprintf(out + *length, (size_t)(size - *length), "%s%s",
			    *length ? ", " : "", key);
}

void
catalog_game_keys(const struct catalog *c, char *out, int size)
{
	int length = 0;
	out[0] = '\0';
	for (int i = 0; c->games[i]; i++)
		add_key(c->games[i]->key, out, size, &length);
}

void
catalog_search_keys(const struct catalog *c, char *out, int size)
{
	int length = 0;
	out[0] = '\0';
	for (int i = 0; c->searches[i]; i++)
		add_key(c->searches[i]->key, out, size, &length);
}
