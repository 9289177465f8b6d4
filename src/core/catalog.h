/*
 * catalog.h - the lists of games and algorithms, handed down from src/app. The one place
 * that fills it is src/app/catalog.def; menus, `list`, completion, law tests, bench and
 * manual tables loop over it.
 */
#ifndef PLYSCOPE_CORE_CATALOG_H
#define PLYSCOPE_CORE_CATALOG_H

struct game_ops;
struct search_ops;

#define LEVELS 4 /* easy, medium, hard and max */

struct catalog {
	const struct game_ops *const *games; /* NULL-terminated */
	const struct search_ops *const *searches;
	const char *example; /* of a player: "NAME:depth=6" */
	/* Players for a game without presets, the best first, NULL-terminated; NULL: none. */
	const char *const (*level)[6];
};

const struct game_ops *catalog_game(const struct catalog *c, const char *key);
const struct search_ops *catalog_search(const struct catalog *c, const char *key);
#define CATALOG_KEYS 400 /* bytes, for all keys */
/* "a, b, c" of all keys. */
void catalog_game_keys(const struct catalog *c, char *out, int size);
void catalog_search_keys(const struct catalog *c, char *out, int size);

#endif
