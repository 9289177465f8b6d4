/*
 * commands.c - commands after ':': running a line, and completing with Tab the word
 * before the cursor. The commands themselves are in the tables of the screens.
 *
 * A line is, in this order: an action of the screen or of every screen by its name; a command
 * of the screen; a command of every screen; whatever the screen's command() understands,
 * such as a move. Completion knows from the tables which words may follow.
 */
#include "src/base/asset.h"
#include "src/base/text.h"
#include "src/core/record.h"
#include "ui/complete.h"
#include "ui/loop/private.h"
#include "ui/screens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *
command_word(const char *line, char *word, size_t size)
{
	size_t n = strcspn(line, " ");
	snprintf(word, size, "%.*s", (int)n, line);
	return line + n + strspn(line + n, " ");
}

/* ---- For the commands of screens ---- */

const struct game_ops *
command_game(struct ui *ui, const char *key, struct status *st)
{
	const struct game_ops *g = catalog_game(ui->catalog, key);
	char keys[CATALOG_KEYS];
	catalog_game_keys(ui->catalog, keys, sizeof keys);
	if (!g)
		status_fail(st, "there is no game \"%s\"; expected one of %s", key, keys);
	return g;
}

bool
command_record(struct ui *ui, const char *file, struct match *m, struct status *st)
{
	char path[COMMAND_BYTES];
	file_expand(file, path, sizeof path);
	*m = (struct match){ 0 };
	return record_load(m, path, ui->catalog, st);
}

/* ---- Running a line ---- */

static const struct command *
find_command(const struct command *table, const char *word)
{
	for (const struct command *c = table; c && c->name; c++)
		if (strcmp(c->name, word) == 0)
			return c;
	return NULL;
}

/* A command of the screen, or of every screen. */
static const struct command *
loop_commands_command_of(const struct screen *s, const char *word)
{
	const struct command *c = find_command(s->ops->commands, word);
	for (int i = 0; c == NULL && ui_screens[i] != NULL; i++)
		c = find_command(ui_screens[i]->opens, word);
	return c;
}

/* False: this command does not take so many words. */
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
				       : ":%s takes no argument%s",
			   c->name, c->usage);
	else if (!c->run(ui, ui->top, rest, &st) && st.failed)
		ui_message(ui, "%s", st.text);
}

void
ui_command(struct ui *ui, const char *line)
{
	struct screen *s = ui->top;
	struct status st = { 0 };
	char trimmed[COMMAND_BYTES], word[40];
	snprintf(trimmed, sizeof trimmed, "%s", line + strspn(line, " :"));
	for (size_t n = strlen(trimmed); n > 0 && trimmed[n - 1] == ' '; n--)
		trimmed[n - 1] = '\0';
	line = trimmed;
	const char *rest = command_word(line, word, sizeof word);
	if (*line == '\0')
		return;
	ui->dirty = true;
	if (*rest == '\0' && ui_action(ui, word))
		return;
	const struct command *c = loop_commands_command_of(s, word);
	if (c)
		run_command(ui, c, rest);
	else if (s->ops->command && s->ops->command(ui, s, line, &st))
		return;
	else if (st.text[0])
		ui_message(ui, "%s", st.text);
	else
		ui_message(ui, "\"%.60s\" is not a command here; ? lists them", line);
}

/* ---- Completion ---- */

static void
complete_words(struct ui *ui, const struct command *c, const char *rest,
	       struct completions *out)
{
	const struct screen *s = ui->top;
	const struct game *g = s->game;
	char first[COMMAND_BYTES];
	const bool second = *command_word(rest, first, sizeof first) != '\0' ||
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
	for (int i = 0; ui_screens[i] != NULL; i++)
		for (const struct command *c = ui_screens[i]->opens; c && c->name; c++)
			completions_add(out, c->name);
}

static int
loop_commands_complete(void *context, const char *line, char (*out)[64], int max)
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
	const char *rest = command_word(line, word, sizeof word);
	if (l->asked)
		return 0;
	const struct command *c = blank ? loop_commands_command_of(s, word) : NULL;
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
		l->prompt = prompt_open(loop_commands_complete, l, &st);
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
	char line[COMMAND_BYTES];
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
