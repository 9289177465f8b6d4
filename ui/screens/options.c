/* options.c - the table of settings as a form: they hold for all games and are saved at once. */
#include "src/base/text.h"
#include "ui/form.h"
#include "ui/screens.h"
#include "ui/session.h"
#include "ui/settings.h"

#include <stdio.h>
#include <stdlib.h>

struct options_form {
	struct screen screen;
	struct form form;
};

static void
options_build(struct ui *ui, struct form *f)
{
	form_clear(f);
	for (int i = 0; settings_table[i].name != NULL; i++) {
		const struct setting *s = &settings_table[i];
		char value[SETTING_TEXT];
		setting_format(&ui->settings, i, value, sizeof value);
		form_add(f, s->kind == SETTING_DURATION ? FORM_NUMBER : FORM_CHOICE, i, 0,
			 s->name, *value != '\0' ? value : "as usual", s->help);
	}
}

static void
set(struct ui *ui, int index, const char *value)
{
	struct status st = { 0 };
	if (setting_set(&ui->settings, index, value, &st))
		ui_settings_changed(ui);
	else
		ui_message(ui, "%s", st.text);
}

static void
options_step_row(struct ui *ui, struct screen *s, const struct form_row *r, int step)
{
	char value[SETTING_TEXT];
	setting_step(&ui->settings, r->id, step, value, sizeof value);
	set(ui, r->id, value);
}

static void
options_typed(struct ui *ui, struct screen *s, const char *line)
{
	const struct form_row *r = form_at(&((struct options_form *)s)->form);
	if (r != NULL)
		set(ui, r->id, line);
}

static void
options_run_enter(struct ui *ui, struct screen *s, int arg)
{
	struct form *f = &((struct options_form *)s)->form;
	const struct form_row *r = form_at(f);
	char value[SETTING_TEXT];
	if (r == NULL)
		return;
	switch (settings_table[r->id].kind) {
	case SETTING_SWITCH:
	case SETTING_PIECES:
	case SETTING_THEME: options_step_row(ui, s, r, 1); return;
	default:
		setting_format(&ui->settings, r->id, value, sizeof value);
		form_ask(ui, f, value);
	}
}

static void
run_reset(struct ui *ui, struct screen *s, int arg)
{
	settings_defaults(&ui->settings);
	ui_settings_changed(ui);
	ui_message(ui, "all options have their defaults");
}

static const struct binding bindings[] = {
	{ K_ENTER, 0, "change", "change", "next value, or type one", NULL,
	  options_run_enter, 0 },
	{ 'D', 0, "reset", "reset", "all options back to their defaults", NULL, run_reset,
	  0 },
	{ 0 },
};

static const struct form_actions actions = { options_step_row, options_run_enter,
					     options_typed };

static bool
options_on_key(struct ui *ui, struct screen *s, int k)
{
	return form_key(ui, s, &((struct options_form *)s)->form, k);
}

static void
options_on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	form_mouse(ui, s, &((struct options_form *)s)->form, m);
}

static void
options_draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct options_form *f = (struct options_form *)s;
	struct rect r = form_area(c, ui_chrome(ui, s, c, "options", "left right change"));
	r.y++;
	r.h--;
	options_build(ui, &f->form);
	form_draw(&f->form, c, r);
}

/* ---- Commands of every screen ---- */

/* ":set" lists nothing: the options screen does that better. */
static bool
run_set(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	char name[40], value[SETTING_TEXT];
	const char *to = command_word(rest, name, sizeof name);
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
	char line[COMMAND_BYTES];
	snprintf(line, sizeof line, "%s %s", name, value);
	return run_set(ui, NULL, line, st);
}

static bool
options_run_theme(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	return run_one_setting(ui, "theme", rest, st);
}

static bool
run_speed(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	const bool watched = s->ops == &table_screen_ops &&
			     setup_humans(&table_session(s)->match.setup) == 0;
	return run_one_setting(ui, watched ? "watch-speed" : "speed", rest, st);
}

static const struct command opens[] = {
	{ "set", "[NAME [VALUE]]", "a setting; without a value it is shown",
	  WORDS_SETTING, run_set },
	{ "theme", "NAME", "colours", WORDS_THEME, options_run_theme },
	{ "speed", "TIME", "how long the move of a search stays visible", WORDS_NONE,
	  run_speed },
	{ 0 },
};

const struct screen_ops options_screen_ops = {
	.name = "options",
	.title = "Options",
	.bindings = bindings,
	.opens = opens,
	.draw = options_draw,
	.key = options_on_key,
	.mouse = options_on_mouse,
};

struct screen *
options_screen(struct ui *ui)
{
	struct options_form *f = calloc(1, sizeof *f);
	if (!f)
		return NULL;
	f->screen.ops = &options_screen_ops;
	form_open(&f->form, &actions);
	options_build(ui, &f->form);
	return &f->screen;
}
