/* complete.c - completions of a word of the command line. See complete.h. */
#include "ui/complete.h"

#include "src/base/option.h"
#include "src/core/player.h"
#include "src/core/search.h"
#include "src/study/lesson.h"
#include "ui/settings.h"
#include "ui/theme.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LESSONS_MAX 32

void
completions_add(struct completions *c, const char *word)
{
	if (c->count >= c->max || strlen(word) >= sizeof *c->out ||
	    strncmp(word, c->last, strlen(c->last)) != 0)
		return;
	for (int i = 0; i < c->count; i++)
		if (strcmp(c->out[i], word) == 0)
			return;
	snprintf(c->out[c->count++], sizeof *c->out, "%s", word);
}

/* before + word + after as one word. */
static void
add_joined(struct completions *c, const char *before, const char *word, const char *after)
{
	char joined[800]; /* a path is the longest */
	snprintf(joined, sizeof joined, "%s%s%s", before, word, after);
	completions_add(c, joined);
}

void
complete_game(struct completions *c, const struct catalog *catalog)
{
	for (int i = 0; catalog->games[i] != NULL; i++)
		completions_add(c, catalog->games[i]->key);
}

/* The values an option may have that can be listed. */
static void
complete_add_values(struct completions *c, const char *before,
		    const struct option_spec *s)
{
	char word[64];
	if (s->kind == OPTION_SWITCH) {
		add_joined(c, before, "on", "");
		add_joined(c, before, "off", "");
	}
	for (int k = 0;
	     s->kind == OPTION_CHOICE && option_choice(s->choices, k, word, sizeof word);
	     k++)
		add_joined(c, before, word, "");
	if (s->kind != OPTION_SWITCH && s->kind != OPTION_CHOICE && s->deflt != NULL)
		add_joined(c, before, s->deflt, "");
}

static const struct option_spec *
find_spec(const struct option_spec *specs, const char *key, size_t length)
{
	for (const struct option_spec *s = specs; s != NULL && s->key != NULL; s++)
		if (strlen(s->key) == length && strncmp(s->key, key, length) == 0)
			return s;
	return NULL;
}

void
complete_setup(struct completions *c, const struct catalog *catalog, const char *game)
{
	const struct game_ops *ops = catalog_game(catalog, game);
	struct game g;
	if (ops == NULL || !game_init(&g, ops, 0, NULL, NULL))
		return;
	const char *is = strchr(c->last, '=');
	if (is == NULL) {
		add_joined(c, "seats", "=", "");
		add_joined(c, "seed", "=", "");
		for (const struct option_spec *s = ops->options; s && s->key; s++)
			add_joined(c, s->key, "=", "");
		for (int i = 0; i < g.seats; i++)
			add_joined(c, g.text->seat_name(&g, i), "=", "");
		return;
	}
	char before[64];
	const size_t length = (size_t)(is - c->last);
	snprintf(before, sizeof before, "%.*s", (int)length + 1, c->last);
	const struct option_spec *s = find_spec(ops->options, c->last, length);
	if (s != NULL)
		complete_add_values(c, before, s);
	else if (strcmp(before, "seats=") == 0)
		for (int n = game_seats_min(ops); n <= game_seats_max(ops); n++) {
			char count[12];
			snprintf(count, sizeof count, "%d", n);
			if (ops->seats_allowed >> n & 1)
				add_joined(c, before, count, "");
		}
	else
		complete_player(c, catalog, &g, is + 1, before);
}

void
complete_seat(struct completions *c, const struct game *g)
{
	for (int i = 0; g != NULL && i < g->seats; i++)
		completions_add(c, g->text->seat_name(g, i));
}

static const struct option_spec limit_specs[] = {
	{ "depth", OPTION_INT, "6", 0, 0, NULL, "", "" },
	{ "nodes", OPTION_INT, "20k", 0, 0, NULL, "", "" },
	{ "sims", OPTION_INT, "2k", 0, 0, NULL, "", "" },
	{ "time", OPTION_DURATION, "1s", 0, 0, NULL, "", "" },
	{ 0 },
};

static void
add_options(struct completions *c, const char *before, const struct option_spec *specs)
{
	for (const struct option_spec *s = specs; s != NULL && s->key != NULL; s++)
		add_joined(c, before, s->key, s->kind == OPTION_PLAYER ? "=(" : "=");
}

/* "maxn:prune=spe": the algorithm, its options, their values; a nested player begins after
 * the last parenthesis. */
void
complete_player(struct completions *c, const struct catalog *catalog,
		const struct game *g, const char *text, const char *before)
{
	static struct player p; /* large; one thread types */
	char head[200], key[40];
	const char *open = strrchr(text, '('), *inner = open ? open + 1 : text;
	const char *colon = strchr(inner, ':');
	snprintf(head, sizeof head, "%s%.*s", before, (int)(inner - text), text);
	if (colon == NULL) {
		for (int i = 0; open == NULL && player_presets[i] != NULL; i++)
			if (player_offered(player_presets[i], g))
				add_joined(c, head, player_presets[i], "");
		if (open == NULL)
			add_joined(c, head, "human", "");
		for (int i = 0; catalog->searches[i] != NULL; i++)
			if (g == NULL || open != NULL ||
			    player_parse(&p, catalog->searches[i]->key, catalog, g, NULL))
				add_joined(c, head, catalog->searches[i]->key, "");
		return;
	}
	snprintf(key, sizeof key, "%.*s", (int)(colon - inner), inner);
	const struct search_ops *search = catalog_search(catalog, key);
	if (search == NULL)
		return;
	const char *comma = strrchr(colon, ','), *item = comma ? comma + 1 : colon + 1;
	const char *is = strchr(item, '=');
	snprintf(head, sizeof head, "%s%.*s", before, (int)((is ? is + 1 : item) - text),
		 text);
	if (is == NULL) {
		add_options(c, head, search->options);
		add_options(c, head, limit_specs);
		return;
	}
	const size_t length = (size_t)(is - item);
	const struct option_spec *s = find_spec(search->options, item, length);
	if (s == NULL)
		s = find_spec(limit_specs, item, length);
	if (s != NULL)
		complete_add_values(c, head, s);
}

void
complete_lesson(struct completions *c)
{
	char names[LESSONS_MAX][64];
	const int n = lesson_names(names, LESSONS_MAX);
	for (int i = 0; i < n; i++)
		completions_add(c, names[i]);
}

void
complete_theme(struct completions *c)
{
	char names[THEMES_MAX][24];
	const int n = theme_list(names, THEMES_MAX);
	for (int i = 0; i < n; i++)
		completions_add(c, names[i]);
}

void
complete_setting(struct completions *c)
{
	for (const struct setting *s = settings_table; s->name != NULL; s++)
		completions_add(c, s->name);
}

void
complete_setting_value(struct completions *c, const char *name)
{
	const int index = setting_find(name);
	if (index < 0)
		return;
	const struct setting *s = &settings_table[index];
	if (s->kind == SETTING_THEME)
		complete_theme(c);
	if (s->kind == SETTING_PIECES) {
		completions_add(c, "letters");
		completions_add(c, "kanji");
	}
	if (s->kind == SETTING_SWITCH) {
		completions_add(c, "on");
		completions_add(c, "off");
	}
	for (int i = 0; s->kind == SETTING_PLAYER && player_presets[i] != NULL; i++)
		if (player_offered(player_presets[i], NULL))
			completions_add(c, player_presets[i]);
	if (s->kind == SETTING_DURATION)
		completions_add(c, s->deflt);
}

void
file_expand(const char *path, char *out, size_t size)
{
	const char *home = getenv("HOME");
	const bool tilde = path[0] == '~' && path[1] == '/' && home != NULL;
	snprintf(out, size, "%s%s", tilde ? home : "", tilde ? path + 1 : path);
}

void
complete_file(struct completions *c)
{
	char directory[400], place[512];
	const char *slash = strrchr(c->last, '/');
	const int length = slash != NULL ? (int)(slash - c->last) + 1 : 0;
	snprintf(directory, sizeof directory, "%.*s", length, c->last);
	file_expand(*directory != '\0' ? directory : "./", place, sizeof place);
	DIR *d = opendir(place);
	for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
		char path[800];
		struct stat about;
		if (e->d_name[0] == '.' && (slash ? slash[1] : c->last[0]) != '.')
			continue;
		snprintf(path, sizeof path, "%s%s", place, e->d_name);
		const bool below = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
		add_joined(c, directory, e->d_name, below ? "/" : "");
	}
	if (d != NULL)
		closedir(d);
}
