/* settings.c - the table of settings. See settings.h. */
#include "ui/settings.h"

#include "src/base/asset.h"
#include "src/base/file.h"
#include "src/base/inifile.h"
#include "src/core/player.h"
#include "ui/theme.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum setting_id {
	SET_THEME,
	SET_SPEED,
	SET_WATCH_SPEED,
	SET_FORCED,
	SET_TRICK,
	SET_MOUSE,
	SET_ANIMATION,
	SET_ASCII,
	SET_PIECES,
	SET_HINT,
	SET_HINT_TIME,
	SET_HINT_AFTER,
	SET_COACH,
	SET_HAND_WIN,
	SET_NUMBERS,
	SET_BELIEFS,
	SET_PANES,
	SETTINGS
};

const struct setting settings_table[SETTINGS + 1] = {
	[SET_THEME] = { "theme", SETTING_THEME, "dark", "a theme",
			"colours; t changes them anywhere, NO_COLOR is respected", 0, 0,
			1 },
	[SET_SPEED] = { "speed", SETTING_DURATION, "1500ms", "0ms to 60s",
			"how long a search is shown before its move is made; 0: at once",
			0, 60000, 100 },
	[SET_WATCH_SPEED] = { "watch-speed", SETTING_DURATION, "1500ms", "0ms to 60s",
			      "the same at a table where nobody plays", 0, 60000, 100 },
	[SET_FORCED] = { "forced", SETTING_SWITCH, "on", "on or off",
			 "your only legal move is played by itself, after a short pause",
			 0, 1, 1 },
	[SET_TRICK] = { "trick", SETTING_DURATION, "1200ms", "0ms to 60s",
			"how long a complete trick stays on the table; Enter or a card "
			"goes on",
			0, 60000, 200 },
	[SET_MOUSE] = { "mouse", SETTING_SWITCH, "on", "on or off",
			"clicks and wheel; hold Shift to select text for copying", 0, 1,
			1 },
	[SET_ANIMATION] = { "animation", SETTING_SWITCH, "on", "on or off",
			    "searches are replayed on the panel; cards and pegs move to "
			    "their places",
			    0, 1, 1 },
	[SET_ASCII] = { "ascii", SETTING_SWITCH, "off", "on or off",
			"ASCII characters only, whatever the terminal can show", 0, 1,
			1 },
	[SET_PIECES] = { "pieces", SETTING_PIECES, "letters", "letters or kanji",
			 "how the pieces of MiniShogi are written; kanji need UTF-8 and "
			 "a "
			 "font that has them",
			 0, 1, 1 },
	[SET_HINT] = { "hint", SETTING_PLAYER, "hard", "a player such as hard or max",
		       "the player behind hints and analysis", 0, 0, 1 },
	[SET_HINT_TIME] = { "hint-time", SETTING_DURATION, "3s", "100ms to 600s",
			    "time to search for a hint", 100, 600000, 500 },
	[SET_HINT_AFTER] = { "hint-after", SETTING_DURATION, "0", "0ms to 600s",
			     "show a hint after this time at your turn; 0: never", 0,
			     600000, 5000 },
	[SET_COACH] = { "coach", SETTING_SWITCH, "off", "on or off",
			"what each of your moves cost, on its card and below the board; "
			"games count as assisted",
			0, 1, 1 },
	[SET_HAND_WIN] = { "hand-win", SETTING_SWITCH, "off", "on or off",
			   "win probabilities are of the hand, not of the match: panel, "
			   "graph, coach, analysis",
			   0, 1, 1 },
	[SET_NUMBERS] = { "numbers", SETTING_SWITCH, "off", "on or off",
			  "the panel of a search has depth, nodes, cuts and worlds below "
			  "its words",
			  0, 1, 1 },
	[SET_BELIEFS] = { "beliefs", SETTING_SWITCH, "on", "on or off",
			  "next to each opponent, what is certain of its cards; with a "
			  "hint or the coach also what is likely",
			  0, 1, 1 },
	[SET_PANES] = { "panes", SETTING_PANES, "",
			"such as board=55,log=8,hidden=graph+seats",
			"the table's panes: rows (the board: percent of the width), and "
			"hidden ones; keys ( ) x X",
			0, 0, 0 },
};

static const char *const pane_words[UI_PANES] = { "board", "search", "graph",
						  "log",   "seats",  NULL };

int
setting_find(const char *name)
{
	for (int i = 0; i < SETTINGS; i++)
		if (strcmp(settings_table[i].name, name) == 0)
			return i;
	return -1;
}

static bool *
switch_of(struct ui_settings *set, int index)
{
	switch (index) {
	case SET_FORCED: return &set->forced;
	case SET_MOUSE: return &set->mouse;
	case SET_ANIMATION: return &set->animation;
	case SET_COACH: return &set->coach;
	case SET_HAND_WIN: return &set->hand_win;
	case SET_NUMBERS: return &set->numbers;
	case SET_BELIEFS: return &set->beliefs;
	default: return &set->ascii;
	}
}

static int *
settings_number_of(struct ui_settings *set, int index)
{
	return index == SET_SPEED	  ? &set->speed_ms
	       : index == SET_WATCH_SPEED ? &set->watch_ms
	       : index == SET_TRICK	  ? &set->trick_ms
	       : index == SET_HINT_AFTER  ? &set->hint_after_ms
					  : &set->hint_ms;
}

static const char *const piece_words[] = { "letters", "kanji" };

/* ------------------------------------------------------------------ panes as text */

static int
find_pane(const char *word)
{
	for (int i = 0; pane_words[i] != NULL; i++)
		if (strcmp(pane_words[i], word) == 0)
			return i;
	return -1;
}

static bool
parse_hidden(struct ui_panes *p, char *list)
{
	for (char *word; (word = strsep(&list, "+")) != NULL;) {
		const int pane = find_pane(word);
		if (pane <= 0) /* the board stays */
			return false;
		p->hidden[pane] = true;
	}
	return true;
}

static bool
parse_panes(struct ui_panes *out, const char *value)
{
	struct ui_panes p = { 0 };
	char copy[SETTING_TEXT], *rest = copy;
	snprintf(copy, sizeof copy, "%s", value);
	for (char *item; (item = strsep(&rest, ",")) != NULL;) {
		item += strspn(item, " ");
		if (*item == '\0')
			continue;
		char *is = strchr(item, '=');
		int64_t n;
		if (is == NULL)
			return false;
		*is++ = '\0';
		const int pane = find_pane(item);
		if (strcmp(item, "hidden") == 0) {
			if (!parse_hidden(&p, is))
				return false;
		} else if (pane < 0 || !text_parse_count(is, &n) || n < 1 || n > 200)
			return false;
		else
			p.size[pane] = (uint8_t)n;
	}
	*out = p;
	return true;
}

static void
format_panes(const struct ui_panes *p, char *out, int size)
{
	int n = 0;
	bool hidden = false;
	*out = '\0';
	for (int i = 0; pane_words[i] != NULL && n < size; i++)
		if (p->size[i] > 0)
			n += snprintf(out + n, (size_t)(size - n), "%s%s=%d",
				      n > 0 ? "," : "", pane_words[i], p->size[i]);
	for (int i = 0; pane_words[i] != NULL && n < size; i++) {
		if (!p->hidden[i])
			continue;
		n += snprintf(out + n, (size_t)(size - n), "%s%s",
			      hidden  ? "+"
			      : n > 0 ? ",hidden="
				      : "hidden=",
			      pane_words[i]);
		hidden = true;
	}
}

/* ------------------------------------------------------------------ one value */

static bool
settings_parse_switch(const char *value, bool *out)
{
	const bool on = strcmp(value, "on") == 0 || strcmp(value, "yes") == 0;
	if (!on && strcmp(value, "off") != 0 && strcmp(value, "no") != 0)
		return false;
	*out = on;
	return true;
}

static bool
parse_pieces(const char *value, bool *kanji)
{
	for (int i = 0; i < 2; i++)
		if (strcmp(piece_words[i], value) == 0) {
			*kanji = i == 1;
			return true;
		}
	return false;
}

/* Whether every game accepts it is not known here, only whether it can be a player at all. */
static bool
parse_word(const char *value, char *out, size_t size)
{
	if (*value == '\0' || strlen(value) >= size || strchr(value, ' '))
		return false;
	snprintf(out, size, "%s", value);
	return true;
}

bool
setting_set(struct ui_settings *set, int index, const char *value, struct status *st)
{
	const struct setting *s = &settings_table[index];
	int64_t ms = 0;
	bool good = false;
	struct theme t;
	switch (s->kind) {
	case SETTING_SWITCH:
		good = settings_parse_switch(value, switch_of(set, index));
		break;
	case SETTING_PIECES: good = parse_pieces(value, &set->kanji); break;
	case SETTING_DURATION:
		good = text_parse_duration(value, &ms) && ms >= s->least && ms <= s->most;
		if (good)
			*settings_number_of(set, index) = (int)ms;
		break;
	case SETTING_THEME:
		/* A theme with a mistake in it is still a theme. */
		if (!theme_load(&t, value, st) && strcmp(t.name, value) != 0)
			return false;
		if (st != NULL)
			*st = (struct status){ 0 };
		good = parse_word(value, set->theme, sizeof set->theme);
		break;
	case SETTING_PLAYER:
		good = parse_word(value, set->hint, sizeof set->hint);
		set->hint_stored = false;
		break;
	case SETTING_PANES: good = parse_panes(&set->panes, value); break;
	}
	return good || status_fail(st, "%s %s: expected %s", s->name, value, s->expected);
}

void
setting_format(const struct ui_settings *set, int index, char *out, int size)
{
	struct ui_settings *from = (struct ui_settings *)(uintptr_t)set; /* only read */
	switch (settings_table[index].kind) {
	case SETTING_SWITCH:
		snprintf(out, (size_t)size, "%s", *switch_of(from, index) ? "on" : "off");
		return;
	case SETTING_PIECES:
		snprintf(out, (size_t)size, "%s", piece_words[set->kanji]);
		return;
	case SETTING_DURATION:
		text_format_duration_exact(out, size, *settings_number_of(from, index));
		return;
	case SETTING_THEME: snprintf(out, (size_t)size, "%s", set->theme); return;
	case SETTING_PLAYER: snprintf(out, (size_t)size, "%s", set->hint); return;
	case SETTING_PANES: format_panes(&set->panes, out, size); return;
	}
}

void
setting_step(const struct ui_settings *set, int index, int step, char *out, int size)
{
	const struct setting *s = &settings_table[index];
	struct ui_settings from = *set;
	const char *level[PLAYER_PRESETS];
	int n = 0, at = 0;
	switch (s->kind) {
	case SETTING_SWITCH:
		snprintf(out, (size_t)size, "%s",
			 *switch_of(&from, index) ? "off" : "on");
		return;
	case SETTING_PIECES:
		snprintf(out, (size_t)size, "%s", piece_words[!set->kanji]);
		return;
	case SETTING_DURATION:
		n = *settings_number_of(&from, index) + step * s->step;
		n = n < s->least ? s->least : n > s->most ? s->most : n;
		text_format_duration_exact(out, size, n);
		return;
	case SETTING_THEME:
		snprintf(out, (size_t)size, "%s", theme_step(set->theme, step));
		return;
	case SETTING_PLAYER:
		for (int i = 0; player_presets[i] != NULL; i++) {
			if (!player_offered(player_presets[i], NULL))
				continue;
			if (strcmp(player_presets[i], set->hint) == 0)
				at = n;
			level[n++] = player_presets[i];
		}
		assert(n > 0);
		snprintf(out, (size_t)size, "%s", level[(at + step + n) % n]);
		return;
	case SETTING_PANES: setting_format(set, index, out, size); return;
	}
}

/* ------------------------------------------------------------------ all of them */

void
settings_defaults(struct ui_settings *set)
{
	for (int i = 0; i < SETTINGS; i++)
		setting_set(set, i, settings_table[i].deflt, NULL);
}

struct settings_reading {
	struct ui_settings *set;
	const char *where;
	struct status *st; /* the first thing wrong */
	bool failed;
};

/* A line that is wrong is reported and passed over. */
static bool
settings_read_entry(void *user, const char *section, const char *key, const char *value,
		    int line, struct status *st)
{
	struct settings_reading *r = user;
	struct status why = { 0 };
	const int index = setting_find(key);
	if (*section != '\0')
		status_fail(&why, "[%.20s]: this file has no sections", section);
	else if (index < 0)
		status_fail(&why,
			    "there is no setting \"%.30s\"; --print-config lists them",
			    key);
	else
		setting_set(r->set, index, value, &why);
	if (why.failed && !r->failed) {
		r->failed = true;
		status_fail(r->st, "%s:%d: %.200s; the setting is unchanged", r->where,
			    line, why.text);
	}
	return true;
}

bool
settings_read(struct ui_settings *set, const char *text, const char *where,
	      struct status *st)
{
	struct settings_reading r = { .set = set, .where = where, .st = st };
	struct status grammar = { 0 };
	if (!inifile_parse(text, where, settings_read_entry, &r, &grammar) && !r.failed)
		return status_fail(st, "%s", grammar.text);
	return !r.failed;
}

static void
settings_store_key(int index, char out[static 40])
{
	snprintf(out, 40, "%s", settings_table[index].name);
}

void
settings_load(struct ui_settings *set, struct store *db, struct status *st)
{
	char path[512], value[SETTING_TEXT], key[40];
	settings_defaults(set);
	for (int i = 0; db != NULL && i < SETTINGS; i++) {
		settings_store_key(i, key);
		if (store_get(db, key, value, sizeof value) &&
		    setting_set(set, i, value, NULL) && i == SET_HINT)
			set->hint_stored = true;
	}
	struct text text = { 0 };
	if (user_find(USER_CONFIG, "config.ini", path, sizeof path) &&
	    !file_missing(path)) {
		if (text_read_file(&text, path, INIFILE_BYTES))
			settings_read(set, text.s != NULL ? text.s : "", "config.ini",
				      st);
		else
			status_fail(st, "%s: cannot be read: %s", path, file_reason());
	}
	text_free(&text);
}

void
settings_save(const struct ui_settings *set, struct store *db)
{
	char value[SETTING_TEXT], key[40];
	for (int i = 0; i < SETTINGS; i++) {
		settings_store_key(i, key);
		setting_format(set, i, value, sizeof value);
		store_set(db, key, value, NULL);
	}
}

void
settings_print(const struct ui_settings *set, struct text *out)
{
	text_add(out,
		 "# plyscope's settings: $XDG_CONFIG_HOME/plyscope/config.ini (usually\n"
		 "# ~/.config/plyscope/config.ini). A line that is missing or begins "
		 "with # "
		 "leaves the\n"
		 "# setting as it was last time. Keys are in keys.ini beside it, themes "
		 "of "
		 "your own in\n"
		 "# themes/NAME.ini.\n");
	for (int i = 0; i < SETTINGS; i++) {
		const struct setting *s = &settings_table[i];
		char value[SETTING_TEXT];
		setting_format(set, i, value, sizeof value);
		text_add(out, "\n# %s\n# %s; default: %s\n%s%s = %s\n", s->help,
			 s->expected, *s->deflt != '\0' ? s->deflt : "as usual",
			 *value == '\0' ? "# " : "", s->name, value);
	}
}

void
settings_print_config(void)
{
	struct ui_settings set = { 0 };
	struct status st = { 0 };
	struct text out = { 0 };
	struct store *db = store_open(NULL, NULL);
	settings_load(&set, db, &st);
	if (db != NULL)
		store_close(db);
	if (st.failed)
		fprintf(stderr, "plyscope: %s\n", st.text);
	settings_print(&set, &out);
	fputs(out.s, stdout);
	text_free(&out);
}
