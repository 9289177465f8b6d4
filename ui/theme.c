/*
 * theme.c - theme files. See theme.h.
 *
 * A file has the sections [16], [256], [true], [8] and [mono], each with lines `role = style`; a
 * style is words: a colour (a name, bright-NAME, gray, default, 0 to 255, or in [true] #rrggbb), `on`
 * and a background, and bold, dim, reverse, underline. A line in [16] also serves all levels but
 * [mono] (at level 8 bright colours become bold), one in [256] also [true]; so the coarser section
 * comes first and the others refine it.
 */
#include "ui/theme.h"

#include "src/base/asset.h"
#include "src/base/file.h"
#include "src/base/inifile.h"
#include "src/base/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const theme_names[] = { "dark",	 "light", "high-contrast",
				    "okabe-ito", "mono",  NULL };

static const char *const role_names[ROLES] = {
	[ROLE_TEXT] = "text",
	[ROLE_DIM] = "dim",
	[ROLE_STRONG] = "strong",
	[ROLE_SEAT_0] = "seat-0",
	[ROLE_SEAT_1] = "seat-1",
	[ROLE_SEAT_2] = "seat-2",
	[ROLE_SEAT_3] = "seat-3",
	[ROLE_SEAT_4] = "seat-4",
	[ROLE_SEAT_5] = "seat-5",
	[ROLE_SUIT_RED] = "suit-red",
	[ROLE_SUIT_BLACK] = "suit-black",
	[ROLE_CARD_BACK] = "card-back",
	[ROLE_LAST_MOVE] = "last-move",
	[ROLE_TARGET] = "target",
	[ROLE_CURSOR] = "cursor",
	[ROLE_SELECTED] = "selected",
	[ROLE_HINT] = "hint",
	[ROLE_GOOD] = "good",
	[ROLE_BAD] = "bad",
	[ROLE_WARN] = "warn",
	[ROLE_TITLE] = "title",
	[ROLE_KEYBAR] = "keybar",
	[ROLE_KEY] = "key",
	[ROLE_FRAME] = "frame",
	[ROLE_FRAME_FOCUS] = "frame-focus",
	[ROLE_BAR] = "bar",
	[ROLE_STONE_BLACK] = "stone-black",
	[ROLE_STONE_WHITE] = "stone-white",
	[ROLE_FELT] = "felt",
	[ROLE_FELT_PLACE] = "felt-place",
	[ROLE_CARD] = "card",
	[ROLE_CARD_LIT] = "card-lit",
	[ROLE_CARD_OFF] = "card-off",
	[ROLE_CARD_RED] = "card-red",
	[ROLE_CARD_BLACK] = "card-black",
	[ROLE_BOARD] = "board",
	[ROLE_WOOD] = "wood",
	[ROLE_WOOD_DARK] = "wood-dark",
	[ROLE_TRACE] = "trace",
	[ROLE_DISC_BLACK] = "disc-black",
	[ROLE_DISC_WHITE] = "disc-white",
	[ROLE_DISC_INK] = "disc-ink",
};

/* The theme built in, in the language of the files: sixteen colours and attributes alone. */
static const char built_in[] =
	"[16]\ntext=default\ndim=gray\nstrong=default bold\n"
	"seat-0=bright-red\nseat-1=bright-blue\nseat-2=bright-green\n"
	"seat-3=bright-yellow\nseat-4=bright-magenta\nseat-5=yellow\n"
	"suit-red=bright-red\nsuit-black=bright-white\ncard-back=blue\n"
	"last-move=bright-white underline\ntarget=bright-cyan underline\n"
	"cursor=black on bright-yellow\nselected=black on bright-green bold\n"
	"hint=bright-green bold underline\ngood=bright-green\nbad=bright-red bold\n"
	"warn=bright-yellow\ntitle=default bold reverse\nkeybar=default\n"
	"key=bright-cyan bold\nframe=gray\nframe-focus=bright-cyan bold\nbar=cyan\n"
	"stone-black=default\nstone-white=bright-white bold\n"
	"felt=default\nfelt-place=default\ncard=default\ncard-lit=default\n"
	"card-off=default\ncard-red=bright-red\ncard-black=bright-white\n"
	"board=default\nwood=default\nwood-dark=default\ntrace=default\n"
	"disc-black=default\ndisc-white=bright-white bold\ndisc-ink=default\n"
	"[mono]\ntext=default\ndim=default dim\nstrong=default bold\n"
	"seat-0=default bold\nseat-1=default\nseat-2=default bold\n"
	"seat-3=default\nseat-4=default bold\nseat-5=default\n"
	"suit-red=default bold\nsuit-black=default\ncard-back=default dim\n"
	"last-move=default bold underline\ntarget=default underline\n"
	"cursor=default reverse\nselected=default reverse bold\n"
	"hint=default bold reverse underline\ngood=default bold\n"
	"bad=default bold underline\nwarn=default underline\ntitle=default reverse\n"
	"keybar=default\nkey=default bold\nframe=default dim\n"
	"frame-focus=default bold\nbar=default bold\n"
	"stone-black=default\nstone-white=default bold\n"
	"felt=default\nfelt-place=default\ncard=default\ncard-lit=default\n"
	"card-off=default\ncard-red=default bold\ncard-black=default\n"
	"board=default\nwood=default\nwood-dark=default\ntrace=default\n"
	"disc-black=default\ndisc-white=default bold\ndisc-ink=default\n";

/* ---- Reading ---- */

static bool
parse_colour(const char *word, int32_t *out)
{
	static const char *const names[] = { "black", "red",	 "green", "yellow",
					     "blue",  "magenta", "cyan",  "white" };
	if (strcmp(word, "default") == 0) {
		*out = -1;
		return true;
	}
	if (strcmp(word, "gray") == 0) {
		*out = 8;
		return true;
	}
	char *end;
	if (*word == '#') {
		*out = (int32_t)strtol(word + 1, &end, 16) | STYLE_EXACT;
		return end == word + 7 && *end == '\0';
	}
	bool bright = strncmp(word, "bright-", 7) == 0;
	for (int i = 0; i < 8; i++)
		if (strcmp(word + (bright ? 7 : 0), names[i]) == 0) {
			*out = i + (bright ? 8 : 0);
			return true;
		}
	const long n = strtol(word, &end, 10);
	*out = (int32_t)n;
	return *end == '\0' && end != word && n >= 0 && n <= 255;
}

static bool
parse_style(const char *value, struct style *out)
{
	static const struct {
		const char *word;
		uint8_t bit;
	} attributes[] = {
		{ "bold", STYLE_BOLD },
		{ "dim", STYLE_DIM },
		{ "reverse", STYLE_REVERSE },
		{ "underline", STYLE_UNDERLINE },
	};
	char copy[120], *rest = copy;
	snprintf(copy, sizeof copy, "%s", value);
	*out = (struct style){ -1, -1, 0 };
	bool background = false;
	for (char *word; (word = strsep(&rest, " \t")) != NULL;) {
		if (*word == '\0')
			continue;
		uint8_t bit = 0;
		for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
			if (strcmp(word, attributes[i].word) == 0)
				bit = attributes[i].bit;
		out->attributes = (uint8_t)(out->attributes | bit);
		if (bit)
			continue;
		if (strcmp(word, "on") == 0)
			background = true;
		else if (!parse_colour(word, background ? &out->bg : &out->fg))
			return false;
	}
	return true;
}

/* A style of sixteen colours on a terminal with eight: bright becomes bold. */
static struct style
with_eight(struct style s)
{
	if (s.fg >= 8 && s.fg < 16) {
		/* Gray would be black on black: the terminal's own colour, dimmed. */
		s.attributes |= s.fg == 8 ? STYLE_DIM : STYLE_BOLD;
		s.fg = s.fg == 8 ? -1 : s.fg - 8;
	}
	if (s.bg >= 8 && s.bg < 16)
		s.bg -= 8;
	return s;
}

static int
theme_level_of(const char *section)
{
	static const char *const names[THEME_LEVELS] = {
		[LEVEL_MONO] = "mono", [LEVEL_8] = "8",	      [LEVEL_16] = "16",
		[LEVEL_256] = "256",   [LEVEL_TRUE] = "true",
	};
	for (int i = 0; i < THEME_LEVELS; i++)
		if (strcmp(names[i], section) == 0)
			return i;
	return -1;
}

static bool
read_style(void *user, const char *section, const char *name, const char *value, int line,
	   struct status *st)
{
	struct theme *t = user;
	int role = 0;
	while (role < ROLES && strcmp(role_names[role], name) != 0)
		role++;
	struct style s;
	if (role == ROLES)
		return status_fail(st, "there is no role \"%.40s\"", name);
	if (!parse_style(value, &s))
		return status_fail(
			st,
			"\"%.60s\" is not a style; expected colours and attributes "
			"such as \"bright-cyan on black bold\"",
			value);
	const int level = theme_level_of(section);
	if (level < 0)
		return status_fail(
			st,
			"section [%.20s] is not one of [16], [256], [true], [8], [mono]",
			section);
	if ((s.fg >= STYLE_EXACT || s.bg >= STYLE_EXACT) && level != LEVEL_TRUE)
		return status_fail(st, "\"%.60s\": #rrggbb stands in [true] only", value);
	t->style[level][role] = s;
	for (int finer = level + 1; level >= LEVEL_16 && finer < THEME_LEVELS; finer++)
		t->style[finer][role] = s;
	if (level == LEVEL_16)
		t->style[LEVEL_8][role] = with_eight(s);
	return true;
}

bool
theme_read(struct theme *t, const char *text, const char *where, struct status *st)
{
	return inifile_parse(text, where, read_style, t, st);
}

/* ---- Where themes are ---- */

static int
theme_by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Adds the user's themes behind the n that are there. */
static int
add_own_themes(char (*out)[24], int n, int max)
{
	char path[512];
	const int first = n;
	if (!user_find(USER_CONFIG, "themes", path, sizeof path))
		return n;
	DIR *d = opendir(path);
	for (const struct dirent *e; d && (e = readdir(d)) != NULL && n < max;) {
		const size_t length = strlen(e->d_name);
		if (length < 5 || length - 4 >= sizeof *out ||
		    strcmp(e->d_name + length - 4, ".ini") != 0)
			continue;
		snprintf(out[n], sizeof *out, "%.*s", (int)length - 4, e->d_name);
		bool known = false;
		for (int i = 0; i < first; i++)
			known = known || strcmp(out[i], out[n]) == 0;
		n += !known;
	}
	if (d)
		closedir(d);
	qsort(out + first, (size_t)(n - first), sizeof *out, theme_by_name);
	return n;
}

int
theme_list(char (*out)[24], int max)
{
	int n = 0;
	for (const char *const *name = theme_names; *name && n < max; name++)
		snprintf(out[n++], sizeof *out, "%s", *name);
	return add_own_themes(out, n, max);
}

const char *
theme_step(const char *name, int step)
{
	static char names[THEMES_MAX][24];
	const int n = theme_list(names, THEMES_MAX);
	for (int i = 0; i < n; i++)
		if (strcmp(names[i], name) == 0)
			return names[((i + step) % n + n) % n];
	return names[0];
}

/* The user's own comes first. */
static bool
find_theme(const char *file, char *path, size_t size)
{
	if (strchr(strchr(file, '/') + 1, '/')) /* a name is not a path */
		return false;
	return (user_find(USER_CONFIG, file, path, size) && !file_missing(path)) ||
	       asset_find(file, path, size);
}

bool
theme_load(struct theme *t, const char *name, struct status *st)
{
	memset(t, 0, sizeof *t);
	snprintf(t->name, sizeof t->name, "%s", name && *name ? name : theme_names[0]);
	theme_read(t, built_in, "built-in theme", NULL);

	char file[64], path[512];
	snprintf(file, sizeof file, "themes/%s.ini", t->name);
	if (find_theme(file, path, sizeof path)) {
		struct text text = { 0 };
		if (!text_read_file(&text, path, INIFILE_BYTES)) {
			status_fail(st, "%s: cannot be read: %s", path, file_reason());
			text_free(&text);
			snprintf(t->name, sizeof t->name, "%s", theme_names[0]);
			return false;
		}
		const bool ok = theme_read(t, text.s ? text.s : "", file, st);
		text_free(&text);
		return ok;
	}
	char known[THEMES_MAX][24], list[THEMES_MAX * 26] = "";
	const int n = theme_list(known, THEMES_MAX);
	bool listed = false;
	for (int i = 0; i < n; i++) {
		const size_t end = strlen(list);
		snprintf(list + end, sizeof list - end, "%s%.23s", i ? ", " : "",
			 known[i]);
		listed = listed || strcmp(known[i], t->name) == 0;
	}
	if (listed)
		asset_missing(file, st);
	else
		status_fail(st, "there is no theme \"%s\"; expected one of %s", t->name,
			    list);
	snprintf(t->name, sizeof t->name, "%s", theme_names[0]);
	return false;
}
