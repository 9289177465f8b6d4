/*
 * player.c - players from text and back. See player.h.
 *
 *   player = "human" | PRESET | ALGORITHM [":" key "=" value {"," key "=" value}]
 *
 * A value may stand in parentheses, which nest; commas inside them belong to the value. A
 * nested player is such a value and becomes a part of its own.
 */
#include "src/core/player.h"

#include "src/base/asset.h"
#include "src/base/inifile.h"
#include "src/base/text.h"
#include "src/base/trust.h"
#include "src/core/cardnet.h"
#include "src/core/public_buckets.h"
#include "src/core/search.h"

#include <stdio.h>
#include <string.h>

#define NAME_TEXT 32
#define KEY_TEXT  32
#define LIMIT_MAX 1e15

const char *const player_presets[PLAYER_PRESETS + 1] = { "learner", "easy", "medium",
							 "hard",    "max",  NULL };

/* The limits as an option table, so that they are read and checked like any option. A limit that is
 * not written is none. */
static const struct option_spec limit_specs[] = {
	{ "depth", OPTION_INT, "1", 1, PLAYER_DEPTH, NULL, "plies", "plies to search" },
	{ "nodes", OPTION_INT, "1", 1, LIMIT_MAX, NULL, "", "nodes to search" },
	{ "time", OPTION_DURATION, "1", 1, 86400000, NULL, "ms", "time for a move" },
	{ "sims", OPTION_INT, "1", 1, LIMIT_MAX, NULL, "", "simulations for a move" },
	{ 0 },
};

static int64_t *
limit_field(struct limits *l, int index)
{
	int64_t *const fields[] = { &l->depth, &l->nodes, &l->time_ms, &l->sims };
	return fields[index];
}

/* Everything parsing needs below the text. */
struct parsing {
	struct player *p;
	const struct catalog *c;
	const struct game *g;
	struct status *st;
};

static int parse_part(struct parsing *ps, const char *text, size_t length);

/* Copies [from, from + length) without blanks around it; false when it does not fit. */
static bool
copy_trimmed(char *out, size_t size, const char *from, size_t length)
{
	while (length > 0 && (*from == ' ' || *from == '\t'))
		from++, length--;
	while (length > 0 && (from[length - 1] == ' ' || from[length - 1] == '\t'))
		length--;
	if (length >= size)
		return false;
	memcpy(out, from, length);
	out[length] = '\0';
	return true;
}

/* Length up to the next comma outside parentheses; -1: they do not match. */
static long
value_length(const char *p, size_t length)
{
	int open = 0;
	size_t i = 0;
	for (; i < length && (open > 0 || p[i] != ','); i++) {
		open += (p[i] == '(') - (p[i] == ')');
		if (open < 0)
			return -1;
	}
	return open == 0 ? (long)i : -1;
}

static void
set_limit(struct player_part *part, int at, const struct options *read)
{
	*limit_field(&part->limits, at) = read->v[at].i;
}

/* One "key=value". Limits first: every part understands them. */
static bool
player_set_option(struct parsing *ps, struct player_part *part, const char *key,
		  const char *value)
{
	struct options limits;
	options_init(&limits, limit_specs);
	int at = options_find(&limits, key);
	if (at >= 0) {
		if (!options_set(&limits, key, value, ps->st))
			goto failed;
		set_limit(part, at, &limits);
	}
	if (at >= 0 && options_find(&part->options, key) < 0)
		return true;
	if (!options_nearest(&part->options, key) && options_nearest(&limits, key))
		options_set(&limits, key, value, ps->st); /* which tells what was meant */
	else if (options_set(&part->options, key, value, ps->st))
		return true;
failed:
	status_prefix(ps->st, "%s", part->ops->key);
	return false;
}

static bool
parse_options(struct parsing *ps, struct player_part *part, const char *p, size_t length)
{
	while (length > 0) {
		char key[KEY_TEXT], value[OPTION_TEXT + 2];
		long n = value_length(p, length);
		if (n < 0)
			return status_fail(ps->st,
					   "%s: parentheses do not match in \"%.*s\"",
					   part->ops->key, (int)length, p);
		const char *equals = memchr(p, '=', (size_t)n);
		if (!equals || !copy_trimmed(key, sizeof key, p, (size_t)(equals - p)))
			return status_fail(ps->st, "%s: expected key=value, not \"%.*s\"",
					   part->ops->key, (int)n, p);
		size_t rest = (size_t)n - (size_t)(equals - p) - 1;
		if (!copy_trimmed(value, sizeof value, equals + 1, rest))
			return status_fail(ps->st, "%s: the value of %s is too long",
					   part->ops->key, key);
		if (!player_set_option(ps, part, key, value))
			return false;
		size_t step = (size_t)n < length ? (size_t)n + 1 : length;
		p += step;
		length -= step;
	}
	return true;
}

/* Nested players become parts of their own. */
static bool
parse_inner(struct parsing *ps, int at)
{
	struct player_part *part = &ps->p->part[at];
	for (int i = 0; i < part->options.count; i++) {
		if (part->options.specs[i].kind != OPTION_PLAYER)
			continue;
		const char *text = part->options.v[i].text;
		part->inner = parse_part(ps, text, strlen(text));
		if (part->inner < 0)
			status_prefix(ps->st, "%s", part->options.specs[i].key);
		return part->inner >= 0;
	}
	return true;
}

/* Offers the nearest algorithm, preset or "human". */
static bool
player_fail_name(const struct parsing *ps, const char *name)
{
	const struct catalog *c = ps->c;
	struct status *st = ps->st;
	const char *best = NULL;
	int least = 3;
	for (int i = 0; c->searches[i]; i++) {
		int distance = text_distance(c->searches[i]->key, name);
		if (distance < least) {
			least = distance;
			best = c->searches[i]->key;
		}
	}
	for (int i = 0; player_presets[i]; i++) {
		int distance = text_distance(player_presets[i], name);
		if (distance < least && player_offered(player_presets[i], ps->g)) {
			least = distance;
			best = player_presets[i];
		}
	}
	if (least == 0)
		return status_fail(st, "the preset \"%s\" takes no options", name);
	if (best)
		return status_fail(st, "unknown player \"%s\" (did you mean \"%s\"?)",
				   name, best);
	char keys[CATALOG_KEYS], levels[80] = "";
	for (int i = 0; player_presets[i]; i++)
		if (player_offered(player_presets[i], ps->g))
			snprintf(levels + strlen(levels), sizeof levels - strlen(levels),
				 "%s, ", player_presets[i]);
	catalog_search_keys(c, keys, sizeof keys);
	return status_fail(st, "unknown player \"%s\": expected human, %s%s", name,
			   levels, keys);
}

/* Adds the part described by text; its index, or -1. */
static int
parse_part(struct parsing *ps, const char *text, size_t length)
{
	char name[NAME_TEXT] = "";
	struct player *p = ps->p;
	size_t colon = 0;
	while (colon < length && text[colon] != ':')
		colon++;
	if (p->count == PLAYER_NEST) {
		status_fail(ps->st, "players nest at most %d deep", PLAYER_NEST);
		return -1;
	}
	if (!copy_trimmed(name, sizeof name, text, colon) || !name[0]) {
		status_fail(ps->st, "expected a player such as hard or %s, not \"%.*s\"",
			    ps->c->example, (int)(length < 60 ? length : 60), text);
		return -1;
	}
	const struct search_ops *ops = catalog_search(ps->c, name);
	if (!ops) {
		player_fail_name(ps, name);
		return -1;
	}
	int at = p->count++;
	struct player_part *part = &p->part[at];
	*part = (struct player_part){ .ops = ops, .inner = -1 };
	options_init(&part->options, ops->options);
	size_t skip = colon < length ? colon + 1 : length;
	if (!parse_options(ps, part, text + skip, length - skip) || !parse_inner(ps, at))
		return -1;
	return at;
}

/* The first search that runs a nested player; NULL: there is none. */
static const struct search_ops *
outer_of(const struct catalog *c)
{
	const struct search_ops *const *ops = c->searches;
	while (*ops != NULL && ((*ops)->flags & SEARCH_INNER) == 0)
		ops++;
	return *ops;
}

/* An algorithm with its options into p->part; checks that it may play this game. */
static bool
parse_algorithm(struct player *p, const char *text, const struct catalog *c,
		const struct game *g, struct status *st)
{
	char why[STATUS_TEXT], full[PLAYER_TEXT + 1];
	struct parsing ps = { p, c, g, st };
	p->human = false;
	p->count = 0;
	if (parse_part(&ps, text, strlen(text)) < 0)
		return false;
	if (g != NULL && search_refusal(p->part[0].ops, g, p, 0, why, sizeof why)) {
		const struct search_ops *outer = outer_of(c);
		const bool fits = (p->part[0].ops->flags & SEARCH_PERFECT) &&
				  game_hidden(g) && outer != NULL;
		return status_fail(st, "%s%s%s", why, fits ? ": wrap it in " : "",
				   fits ? outer->key : "");
	}
	player_format(p, full, sizeof full);
	return strlen(full) < PLAYER_TEXT ||
	       status_fail(st, "the player is longer than %d characters",
			   PLAYER_TEXT - 1);
}

/* The command line of a part; NULL: it starts no program. */
static const char *
player_command_of(const struct player_part *part)
{
	return part->ops->foreign != NULL ? options_name(&part->options, "command")
					  : NULL;
}

/* The command with its settings, which are sent to the program and may make it write
 * files. */
static void
player_told(const struct player_part *part, char *out, size_t size)
{
	const char *set = options_find(&part->options, "set") >= 0
				  ? options_name(&part->options, "set")
				  : NULL;
	snprintf(out, size, "%s\n%s", player_command_of(part), set != NULL ? set : "");
}

const char *
player_stranger(const struct player *p)
{
	char told[PLAYER_TEXT];
	for (int i = 0; i < p->count; i++) {
		if (player_command_of(&p->part[i]) == NULL)
			continue;
		player_told(&p->part[i], told, sizeof told);
		if (!trust_has(told))
			return player_command_of(&p->part[i]);
	}
	return NULL;
}

void
player_allow(const struct player *p)
{
	char told[PLAYER_TEXT];
	for (int i = 0; i < p->count; i++) {
		if (player_command_of(&p->part[i]) == NULL)
			continue;
		player_told(&p->part[i], told, sizeof told);
		trust_command(player_command_of(&p->part[i]));
		trust_command(told);
	}
}

#define PRESET_SECTIONS 4
#define PRESET_FILE	64

/* Looking up a preset: the best section that has it; PRESET_SECTIONS: none. */
struct preset {
	const char *name;
	char sections[PRESET_SECTIONS][NAME_TEXT]; /* best first; "" matches nothing */
	int best, line;
	char text[PLAYER_TEXT];
};

static bool
read_preset(void *user, const char *section, const char *key, const char *value, int line,
	    struct status *st)
{
	struct preset *pr = user;
	if (strcmp(key, pr->name) != 0)
		return true;
	for (int i = 0; i < pr->best; i++) {
		if (!pr->sections[i][0] || strcmp(pr->sections[i], section) != 0)
			continue;
		if (strlen(value) >= sizeof pr->text)
			return status_fail(st,
					   "%s: the player is longer than %d characters",
					   key, PLAYER_TEXT - 1);
		snprintf(pr->text, sizeof pr->text, "%s", value);
		pr->best = i;
		pr->line = line;
		break;
	}
	return true;
}

/* A trained table that is for the default variant is for this one too, whose other options, such as
 * the number of hands, do not matter to it. */
static bool
has_usual_table(const struct game *g)
{
	const struct bucket_ops *b = g->ops->public ? g->ops->public->buckets : NULL;
	struct game usual;
	char here[STATUS_TEXT], there[STATUS_TEXT];
	if (b == NULL || !game_init(&usual, g->ops, g->seats, NULL, NULL))
		return false;
	b->rules(g, here, sizeof here);
	b->rules(&usual, there, sizeof there);
	return strcmp(here, there) == 0;
}

static void
name_sections(struct preset *pr, const struct game *g)
{
	if (g->hidden->redact && !game_hidden(g)) {
		snprintf(pr->sections[0], NAME_TEXT, "open,seats=%d", g->seats);
		snprintf(pr->sections[1], NAME_TEXT, "open");
	}
	if (g->ops->public != NULL && g->ops->public->here != NULL &&
	    game_public(g) != NULL)
		snprintf(pr->sections[1], NAME_TEXT, "sets");
	if (has_usual_table(g))
		snprintf(pr->sections[1], NAME_TEXT, "usual");
	if (game_hidden(g) && game_deals_board(g))
		snprintf(pr->sections[1], NAME_TEXT, "board");
	const unsigned duel = TRAIT_SIMULTANEOUS | TRAIT_ZERO_SUM;
	if (game_hidden(g) && (g->traits & duel) == duel)
		snprintf(pr->sections[1], NAME_TEXT, "duel");
	if (cardnet_exists(g))
		snprintf(pr->sections[1], NAME_TEXT, "net");
	snprintf(pr->sections[2], NAME_TEXT, "seats=%d", g->seats);
	snprintf(pr->sections[3], NAME_TEXT, "default");
}

/* The levels that every game has. Without a file of presets they are the first player of each list
 * of the catalog that may play the game. */
static const char *const plain_levels[LEVELS] = { "easy", "medium", "hard", "max" };

/* LEVELS: it is none. */
static int
find_plain_level(const char *name)
{
	int i = 0;
	while (i < LEVELS && strcmp(plain_levels[i], name) != 0)
		i++;
	return i;
}

static bool
parse_plain_level(struct player *p, const char *name, const struct catalog *c,
		  const struct game *g, struct status *st)
{
	struct status why = { 0 };
	const int level = find_plain_level(name);
	for (int k = 0; c->level != NULL && level < LEVELS && c->level[level][k]; k++)
		if (parse_algorithm(p, c->level[level][k], c, g, &why))
			return true;
	return status_fail(st, "preset %s: %s %s", name,
			   level < LEVELS ? "no search plays" : "it is not a level of",
			   g->ops->title);
}

/* The file of a game's presets; false: it has none. */
static bool
preset_file(const struct game *g, char file[static PRESET_FILE], char *path, size_t size)
{
	snprintf(file, PRESET_FILE, "presets/%s.ini", g->ops->key);
	return asset_find(file, path, size);
}

static const char *
preset_name(const char *text)
{
	for (int i = 0; player_presets[i]; i++)
		if (text_equal_fold(player_presets[i], text))
			return player_presets[i];
	return NULL;
}

static bool
preset_look_up(struct preset *pr, const char *name, const struct game *g,
	       const char *path, struct status *st)
{
	*pr = (struct preset){ .name = name, .best = PRESET_SECTIONS };
	name_sections(pr, g);
	return inifile_read(path, read_preset, pr, st);
}

bool
player_offered(const char *preset, const struct game *g)
{
	char file[PRESET_FILE], path[4096];
	struct preset pr;
	const bool plain = find_plain_level(preset) < LEVELS;
	if (g == NULL || !preset_file(g, file, path, sizeof path) ||
	    !preset_look_up(&pr, preset, g, path, NULL) || pr.best == PRESET_SECTIONS)
		return plain;
	return preset_name(pr.text) == NULL;
}

static bool
parse_preset(struct player *p, const char *name, const struct catalog *c,
	     const struct game *g, struct status *st)
{
	char file[PRESET_FILE], path[4096];
	struct preset pr;
	if (!preset_file(g, file, path, sizeof path))
		return asset_find("presets", path, sizeof path)
			       ? parse_plain_level(p, name, c, g, st)
			       : asset_missing(file, st);
	if (!preset_look_up(&pr, name, g, path, st))
		return false;
	const char *same = pr.best < PRESET_SECTIONS ? preset_name(pr.text) : NULL;
	if (same != NULL && !preset_look_up(&pr, same, g, path, st))
		return false; /* it must be a search: parse_algorithm() knows no levels */
	if (pr.best == PRESET_SECTIONS)
		return status_fail(st, "%s: no preset \"%s\" in [default] or [seats=%d]",
				   path, name, g->seats);
	bool ok = parse_algorithm(p, pr.text, c, g, st);
	for (int i = 0; ok && i < p->count; i++)
		if (player_command_of(&p->part[i]) != NULL)
			ok = status_fail(st, "a preset starts no program, not \"%s\"",
					 player_command_of(&p->part[i]));
	if (ok)
		return true;
	status_prefix(st, "%s:%d: %s", path, pr.line, name);
	return false;
}

bool
player_read(struct player *p, const char *text, const struct catalog *c,
	    const struct game *g, struct status *st)
{
	char typed[PLAYER_TEXT] = "";
	struct player read = { 0 };
	if (!copy_trimmed(typed, sizeof typed, text, strlen(text)))
		return status_fail(st, "the player is longer than %d characters",
				   PLAYER_TEXT - 1);
	const char *preset = preset_name(typed);
	if (text_equal_fold(typed, "human"))
		read.human = true;
	else if (preset ? !parse_preset(&read, preset, c, g, st)
			: !parse_algorithm(&read, typed, c, g, st))
		return false;
	snprintf(read.text, sizeof read.text, "%s", preset ? preset : typed);
	*p = read;
	return true;
}

bool
player_parse(struct player *p, const char *text, const struct catalog *c,
	     const struct game *g, struct status *st)
{
	struct player read;
	if (!player_read(&read, text, c, g, st) || !player_trusted(&read, st))
		return false;
	*p = read;
	return true;
}

void
player_trust(const char *text, const struct catalog *c)
{
	struct player p = { 0 };
	struct parsing ps = { &p, c, NULL, NULL };
	if (preset_name(text) != NULL || parse_part(&ps, text, strlen(text)) < 0)
		return;
	player_allow(&p);
}

bool
player_trusted(const struct player *p, struct status *st)
{
	const char *command = player_stranger(p);
	return command == NULL ||
	       status_fail(st,
			   "it starts the program \"%s\", which a file names: --trust "
			   "allows that",
			   command);
}

static void
add_setting(struct text *t, char *separator, const char *key, const char *value)
{
	text_add(t, "%c%s=%s", *separator, key, value);
	*separator = ',';
}

static void player_add_part(const struct player *p, int at, struct text *t);

/* A nested player, left out when it is the table's default. */
static void
add_inner(const struct player *p, int inner, const struct option_spec *spec,
	  struct text *t, char *separator)
{
	struct text nested = { 0 };
	player_add_part(p, inner, &nested);
	if (strcmp(nested.s, spec->deflt) != 0) {
		text_add(t, strchr(nested.s, ':') ? "%c%s=(%s)" : "%c%s=%s", *separator,
			 spec->key, nested.s);
		*separator = ',';
	}
	text_free(&nested);
}

static void
player_add_part(const struct player *p, int at, struct text *t)
{
	const struct player_part *part = &p->part[at];
	struct limits limits = part->limits;
	char separator = ':', value[OPTION_TEXT + 2];
	text_add(t, "%s", part->ops->key);
	for (int i = 0; i < part->options.count; i++) {
		const struct option_spec *spec = &part->options.specs[i];
		if (spec->kind == OPTION_PLAYER) {
			if (part->inner >= 0)
				add_inner(p, part->inner, spec, t, &separator);
		} else if (!options_is_default(&part->options, i)) {
			options_format(&part->options, i, value, sizeof value);
			add_setting(t, &separator, spec->key, value);
		}
	}
	for (int i = 0; limit_specs[i].key; i++) {
		int64_t limit = *limit_field(&limits, i);
		if (!limit || options_find(&part->options, limit_specs[i].key) >= 0)
			continue;
		if (limit_specs[i].kind == OPTION_DURATION)
			text_format_duration_exact(value, sizeof value, limit);
		else
			snprintf(value, sizeof value, "%lld", (long long)limit);
		add_setting(t, &separator, limit_specs[i].key, value);
	}
}

void
player_format(const struct player *p, char *out, int size)
{
	struct text t = { 0 };
	if (p->human || p->unknown)
		text_add(&t, "%s", p->human ? "human" : p->text);
	else
		player_add_part(p, 0, &t);
	snprintf(out, (size_t)size, "%s", t.s);
	text_free(&t);
}

void
player_single_thread(struct player *p)
{
	for (int i = 0; i < p->count; i++)
		if (options_find(&p->part[i].options, "threads") >= 0)
			options_set(&p->part[i].options, "threads", "1", NULL);
}

void
player_limit(struct player *p, const struct limits *limits)
{
	struct limits given = *limits;
	if (p->human || p->count == 0)
		return;
	for (int i = 0; limit_specs[i].key; i++)
		if (*limit_field(&given, i))
			*limit_field(&p->part[0].limits, i) = *limit_field(&given, i);
}

bool
player_limited(const struct player *p)
{
	const struct limits *l = &p->part[0].limits;
	return l->depth > 0 || l->nodes > 0 || l->time_ms > 0 || l->sims > 0;
}
