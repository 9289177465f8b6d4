/*
 * commands.c - what is typed after ':': the table of commands, how a line is run, and what
 * Tab makes of the word before the cursor.
 *
 * A line is, in this order: an action of the screen or of every screen by its name; a command
 * of the screen; a command of every screen; whatever the screen's command() understands,
 * such as a move. Completion knows from the tables which words may follow.
 */
#include "src/base/asset.h"
#include "src/base/text.h"
#include "src/core/record.h"
#include "src/core/search.h"
#include "src/core/setup.h"
#include "ui/complete.h"
#include "ui/loop_parts.h"
#include "ui/screens/analysis.h"
#include "ui/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_BYTES 512

/* Splits "word rest" without changing line. */
static const char *
first_word(const char *line, char *word, size_t size)
{
	size_t n = strcspn(line, " ");
	snprintf(word, size, "%.*s", (int)n, line);
	return line + n + strspn(line + n, " ");
}

/* ---- Commands of every screen ---- */

static const struct game_ops *
game_of(struct ui *ui, const char *key, struct status *st)
{
	const struct game_ops *g = catalog_game(ui->catalog, key);
	char keys[240];
	catalog_game_keys(ui->catalog, keys, sizeof keys);
	if (!g)
		status_fail(st, "there is no game \"%s\"; expected one of %s", key, keys);
	return g;
}

/* "seats=3", "W=max", "seed=7": one word of a new game. */
static bool
apply_word(struct ui *ui, struct setup *setup, const char *word, struct status *st)
{
	char name[40];
	const char *is = strchr(word, '=');
	int64_t seed;
	int seat;
	if (!is)
		return status_fail(st, "%s: expected KEY=VALUE or SEAT=PLAYER", word);
	snprintf(name, sizeof name, "%.*s", (int)(is - word), word);
	if (strcmp(name, "seed") == 0) {
		if (!text_parse_count(is + 1, &seed) || seed < 0 || seed > UINT32_MAX)
			return status_fail(st, "%s: expected a seed from 0 to %u", word,
					   UINT32_MAX);
		setup->seed = (uint64_t)seed;
		return true;
	}
	if (strcmp(name, "seats") == 0 || options_find(&setup->game.variant, name) >= 0)
		return setup_variant(setup, ui->catalog, name, is + 1, st);
	return setup_find_seat(setup, name, &seat, st) &&
	       setup_player(setup, ui->catalog, seat, is + 1, st);
}

/* GAME alone opens the form; with more words the game starts at once. */
static bool
start_game(struct ui *ui, const char *rest, bool person, struct status *st)
{
	static struct setup setup; /* large */
	char key[40], copy[LINE_BYTES], *words = copy;
	const char *more = first_word(rest, key, sizeof key);
	const struct game_ops *g = game_of(ui, key, st);
	if (!g)
		return false;
	if (*more == '\0') {
		ui_push(ui, person ? setup_screen(ui, g) : setup_watch_screen(ui, g));
		return true;
	}
	if (!setup_init(&setup, ui->catalog, g, person, st))
		return false;
	setup.seed = setup_fresh_seed();
	snprintf(copy, sizeof copy, "%s", more);
	for (char *word; (word = strsep(&words, " ")) != NULL;)
		if (*word != '\0' && !apply_word(ui, &setup, word, st))
			return false;
	ui_push(ui, table_screen(ui, &setup));
	return true;
}

static bool
run_play(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	(void)s;
	return start_game(ui, rest, true, st);
}

static bool
run_watch(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	(void)s;
	return start_game(ui, rest, false, st);
}

static bool
run_rules(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	(void)s;
	const struct game_ops *g = game_of(ui, rest, st);
	if (g)
		ui_push(ui, rules_screen(ui, g));
	return g != NULL;
}

/* The file of a record, "~/" being the home. */
static bool
load_record(struct ui *ui, const char *rest, struct match *m, struct status *st)
{
	char path[LINE_BYTES];
	file_expand(rest, path, sizeof path);
	*m = (struct match){ 0 };
	return record_load(m, path, ui->catalog, st);
}

static bool
run_load(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	static struct match m;
	(void)s;
	if (!load_record(ui, rest, &m, st))
		return false;
	ui_push(ui, table_screen_resume(ui, &m));
	return true;
}

static bool
run_replay(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	static struct match m;
	(void)s;
	if (!load_record(ui, rest, &m, st))
		return false;
	ui_push(ui, replay_screen(ui, &m));
	return true;
}

static bool
run_analyze(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	static struct match m;
	(void)s;
	if (!load_record(ui, rest, &m, st))
		return false;
	analysis_push(ui, &m, SEAT_ALL, 0);
	match_close(&m);
	return true;
}

static bool
run_lesson(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	(void)s;
	if (*rest == '\0') {
		ui_push(ui, lessons_screen(ui));
		return true;
	}
	struct screen *lesson = lesson_screen_named(ui, rest, st);
	if (lesson != NULL)
		ui_push(ui, lesson);
	return lesson != NULL;
}

static bool
run_history(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	(void)s, (void)rest, (void)st;
	ui_push(ui, history_screen(ui));
	return true;
}

static bool
run_home(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	(void)s, (void)rest, (void)st;
	ui_home(ui);
	return true;
}

/* ":set" lists nothing: the options screen does that better. */
static bool
run_set(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	char name[40], value[SETTING_TEXT];
	const char *to = first_word(rest, name, sizeof name);
	(void)s;
	if (*name == '\0')
		return ui_action(ui, "options");
	const int index = setting_find(name);
	if (index < 0)
		return status_fail(st, "there is no setting \"%s\"; o shows them all",
				   name);
	if (*to != '\0') {
		if (!setting_set(&ui->settings, index, to, st))
			return false;
		ui_settings_changed(ui);
	}
	setting_format(&ui->settings, index, value, sizeof value);
	ui_message(ui, "%s is %s: %s", name, *value != '\0' ? value : "as usual",
		   settings_table[index].help);
	return true;
}

static bool
run_one_setting(struct ui *ui, const char *name, const char *value, struct status *st)
{
	char line[LINE_BYTES];
	snprintf(line, sizeof line, "%s %s", name, value);
	return run_set(ui, NULL, line, st);
}

static bool
run_theme(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	(void)s;
	return run_one_setting(ui, "theme", rest, st);
}

static bool
run_speed(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	(void)s;
	return run_one_setting(ui, "speed", rest, st);
}

const struct command ui_commands[] = {
	{ "play", "GAME [KEY=VALUE]... [SEAT=PLAYER]...",
	  "a new game: with more words at once, else by the form", WORDS_GAME, run_play },
	{ "watch", "GAME [KEY=VALUE]... [SEAT=PLAYER]...",
	  "the same with a search on every seat", WORDS_GAME, run_watch },
	{ "load", "FILE[@PLY]", "go on with a record", WORDS_FILE, run_load },
	{ "replay", "FILE[@PLY]", "step through a record", WORDS_FILE, run_replay },
	{ "analyze", "FILE[@PLY]", "judge every move of a record", WORDS_FILE,
	  run_analyze },
	{ "lesson", "[NAME]",
	  "a search explained stop by stop; without a name, a list of them", WORDS_LESSON,
	  run_lesson },
	{ "rules", "GAME", "the rules of a game", WORDS_ONE_GAME, run_rules },
	{ "set", "[NAME [VALUE]]", "a setting; without a value it is shown",
	  WORDS_SETTING, run_set },
	{ "theme", "NAME", "colours", WORDS_THEME, run_theme },
	{ "speed", "TIME", "how long the move of a search stays visible", WORDS_NONE,
	  run_speed },
	{ "history", "", "games played here", WORDS_NONE, run_history },
	{ "home", "", "the first screen", WORDS_NONE, run_home },
	{ 0 },
};

/* ---- Running a line ---- */

static const struct command *
find_command(const struct command *table, const char *word)
{
	for (const struct command *c = table; c && c->name; c++)
		if (strcmp(c->name, word) == 0)
			return c;
	return NULL;
}

/* False: this many words are not for this command. */
static bool
fits_usage(const struct command *c, const char *rest)
{
	return c->usage[0] == '[' || (*rest == '\0') == (c->usage[0] == '\0');
}

static void
run_command(struct ui *ui, const struct command *c, const char *rest)
{
	struct status st = { 0 };
	if (!fits_usage(c, rest))
		ui_message(ui,
			   c->usage[0] ? ":%s needs a word after it: %s"
				       : ":%s stands alone%s",
			   c->name, c->usage);
	else if (!c->run(ui, ui->top, rest, &st) && st.failed)
		ui_message(ui, "%s", st.text);
}

void
ui_command(struct ui *ui, const char *line)
{
	struct screen *s = ui->top;
	struct status st = { 0 };
	char trimmed[LINE_BYTES], word[40];
	snprintf(trimmed, sizeof trimmed, "%s", line + strspn(line, " :"));
	for (size_t n = strlen(trimmed); n > 0 && trimmed[n - 1] == ' '; n--)
		trimmed[n - 1] = '\0';
	line = trimmed;
	const char *rest = first_word(line, word, sizeof word);
	if (*line == '\0')
		return;
	ui->dirty = true;
	if (*rest == '\0' && ui_action(ui, word))
		return;
	const struct command *c = find_command(s->ops->commands, word);
	if (!c)
		c = find_command(ui_commands, word);
	if (c)
		run_command(ui, c, rest);
	else if (s->ops->command && s->ops->command(ui, s, line, &st))
		return;
	else if (st.text[0])
		ui_message(ui, "%s", st.text);
	else
		ui_message(ui, "\"%.60s\" is no command here; ? lists them", line);
}

/* ---- Completion ---- */

static void
complete_words(struct ui *ui, const struct command *c, const char *rest,
	       struct completions *out)
{
	const struct screen *s = ui->top;
	const struct game *g = s->ops->game ? s->ops->game(s) : NULL;
	char first[LINE_BYTES];
	const bool second = *first_word(rest, first, sizeof first) != '\0' ||
			    (*first != '\0' && rest[strlen(rest) - 1] == ' ');
	switch (c->words) {
	case WORDS_ONE_GAME:
		if (!second)
			complete_game(out, ui->catalog);
		return;
	case WORDS_GAME:
		if (!second)
			complete_game(out, ui->catalog);
		else
			complete_setup(out, ui->catalog, first);
		return;
	case WORDS_THEME: complete_theme(out); return;
	case WORDS_SETTING:
		if (!second)
			complete_setting(out);
		else
			complete_setting_value(out, first);
		return;
	case WORDS_LESSON: complete_lesson(out); return;
	case WORDS_FILE: complete_file(out); return;
	case WORDS_PLAYER: complete_player(out, ui->catalog, g, out->last, ""); return;
	case WORDS_SEAT:
		if (!second)
			complete_seat(out, g);
		else
			complete_player(out, ui->catalog, g, out->last, "");
		return;
	case WORDS_NONE:
	case WORDS_OWN: return;
	}
}

static void
complete_names(struct ui *ui, struct completions *out)
{
	struct screen *s = ui->top;
	for (const struct binding *b = s->ops->bindings; b && b->action; b++)
		if (binding_applies(b, s))
			completions_add(out, b->action);
	for (const struct command *c = s->ops->commands; c && c->name; c++)
		completions_add(out, c->name);
	for (const struct binding *b = ui_common_bindings(ui); b->action; b++)
		completions_add(out, b->action);
	for (const struct command *c = ui_commands; c->name; c++)
		completions_add(out, c->name);
}

static int
complete(void *context, const char *line, char (*out)[64], int max)
{
	struct loop *l = context;
	struct ui *ui = &l->ui;
	struct screen *s = ui->top;
	char word[40];
	line += strspn(line, " :");
	const char *blank = strrchr(line, ' ');
	struct completions found = { .last = blank ? blank + 1 : line,
				     .out = out,
				     .max = max };
	const char *rest = first_word(line, word, sizeof word);
	if (l->asked)
		return 0;
	const struct command *c = blank ? find_command(s->ops->commands, word) : NULL;
	if (blank && !c)
		c = find_command(ui_commands, word);
	if (c && c->words != WORDS_OWN) {
		complete_words(ui, c, rest, &found);
		return found.count;
	}
	if (s->ops->complete)
		found.count = s->ops->complete(ui, s, line, out, max);
	if (!blank)
		complete_names(ui, &found);
	return found.count;
}

/* ---- The prompt ---- */

static void
start_prompt(struct ui *ui, const char *label, const char *initial,
	     void (*done)(struct ui *ui, struct screen *s, const char *line))
{
	struct loop *l = ui->loop;
	struct status st = { 0 };
	if (!l)
		return;
	if (!l->prompt)
		l->prompt = prompt_open(complete, l, &st);
	if (!l->prompt) {
		ui_message(ui, "%s", st.text);
		return;
	}
	l->asked = done;
	l->asker = done ? ui->top : NULL;
	l->prompting = true;
	prompt_start(l->prompt, label, initial ? initial : "", done == NULL);
	ui->dirty = true;
}

void
ui_prompt(struct ui *ui, const char *initial)
{
	start_prompt(ui, ":", initial, NULL);
}

void
ui_ask(struct ui *ui, const char *label, const char *initial,
       void (*done)(struct ui *ui, struct screen *s, const char *line))
{
	start_prompt(ui, label, initial, done);
}

void
commands_take_key(struct loop *l, int key)
{
	if (key == K_CTRL('z')) {
		loop_suspend(&l->ui);
		return;
	}
	enum prompt_state state = prompt_key(l->prompt, key);
	l->ui.dirty = true;
	if (state == PROMPT_EDITING)
		return;
	l->prompting = false;
	if (state == PROMPT_ABORTED)
		return;
	char line[LINE_BYTES];
	snprintf(line, sizeof line, "%s", prompt_line(l->prompt));
	loop_renew(l);
	if (l->asked)
		l->asked(&l->ui, l->asker, line);
	else
		ui_command(&l->ui, line);
}

void
ui_type(struct ui *ui, int key)
{
	if (ui->loop && ui->loop->prompting)
		commands_take_key(ui->loop, key);
}
