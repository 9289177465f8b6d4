/* options.c - what holds for all games: theme, speed, mouse, animation. Saved at once. */
#include "src/base/text.h"
#include "ui/form.h"
#include "ui/theme.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum row_id { ROW_THEME, ROW_SPEED, ROW_MOUSE, ROW_ANIMATION };

struct options_form {
	struct screen screen;
	struct form form;
};

static void
build(struct ui *ui, struct form *f)
{
	const struct ui_settings *set = &ui->settings;
	char speed[24];
	text_format_duration_exact(speed, sizeof speed, set->speed_ms);
	form_clear(f);
	form_add(f, FORM_CHOICE, ROW_THEME, 0, "theme", set->theme,
		 "t changes it anywhere; NO_COLOR and terminals without colour are "
		 "respected");
	form_add(f, FORM_NUMBER, ROW_SPEED, 0, "a move stays for", speed,
		 "how long the move of a search stays visible before the next one");
	form_add(f, FORM_CHOICE, ROW_MOUSE, 0, "mouse", set->mouse ? "on" : "off",
		 "clicks and wheel; hold Shift to select text for copying");
	form_add(f, FORM_CHOICE, ROW_ANIMATION, 0, "animation",
		 set->animation ? "on" : "off",
		 "cards and pegs move to their places; any key skips it");
}

static const char *
theme_step(const char *name, int step)
{
	int n = 0, at = 0;
	for (; theme_names[n]; n++)
		if (strcmp(theme_names[n], name) == 0)
			at = n;
	assert(n > 0);
	return theme_names[(at + step + n) % n];
}

static void
step_row(struct ui *ui, const struct form_row *r, int step)
{
	struct ui_settings *set = &ui->settings;
	int64_t ms;
	switch ((enum row_id)r->id) {
	case ROW_THEME:
		snprintf(set->theme, sizeof set->theme, "%s",
			 theme_step(set->theme, step));
		break;
	case ROW_SPEED:
		ms = set->speed_ms + step * 100;
		set->speed_ms = (int)(ms < 0 ? 0 : ms > 60000 ? 60000 : ms);
		break;
	case ROW_MOUSE: set->mouse = !set->mouse; break;
	case ROW_ANIMATION: set->animation = !set->animation; break;
	}
	ui_settings_changed(ui);
}

static void
typed(struct ui *ui, struct screen *s, const char *line)
{
	(void)s;
	char command[80];
	snprintf(command, sizeof command, "speed %.60s", line);
	ui_command(ui, command);
}

static void
run_enter(struct ui *ui, struct screen *s, int arg)
{
	(void)arg;
	const struct form_row *r = form_at(&((struct options_form *)s)->form);
	if (r && r->id == ROW_SPEED)
		ui_ask(ui, "a move stays for: ", r->value, typed);
	else if (r)
		step_row(ui, r, 1);
}

static const struct binding bindings[] = {
	{ K_ENTER, 0, "change", "change", "next value, or type a number", NULL, run_enter,
	  0 },
	{ 0 },
};

static bool
on_key(struct ui *ui, struct screen *s, int k)
{
	struct options_form *f = (struct options_form *)s;
	const struct form_row *r = form_at(&f->form);
	int step = form_step(k);
	if (r && step) {
		step_row(ui, r, step);
		return true;
	}
	return list_key(&f->form.list, k);
}

static void
on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	struct options_form *f = (struct options_form *)s;
	int what = form_click(&f->form, m);
	if (what == 2)
		run_enter(ui, s, 0);
	else if (what)
		step_row(ui, form_at(&f->form), what);
}

static void
draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct options_form *f = (struct options_form *)s;
	struct rect r = ui_chrome(ui, s, c, "options", "left right change");
	r.x = 2;
	r.w = c->w > 104 ? 100 : c->w - 4;
	r.y++;
	r.h--;
	build(ui, &f->form);
	form_draw(&f->form, c, r);
}

static void
close_options(struct screen *s)
{
	free(s);
}

static const struct screen_ops ops = {
	.name = "options",
	.title = "Options",
	.bindings = bindings,
	.draw = draw,
	.key = on_key,
	.mouse = on_mouse,
	.close = close_options,
};

struct screen *
options_screen(struct ui *ui)
{
	struct options_form *f = calloc(1, sizeof *f);
	if (!f)
		return NULL;
	f->screen.ops = &ops;
	form_open(&f->form);
	build(ui, &f->form);
	return &f->screen;
}
