/*
 * player.c - the form of one player.
 *
 * A player is a chain: an algorithm, its limits and options, and, when it wraps another, that
 * one's algorithm, limits and options. The form edits the chain and reads the text it makes
 * back through player_parse(), so that the form offers exactly what can be typed.
 */
#include "ui/screens.h"

#include "src/base/text.h"
#include "src/core/game.h"
#include "src/core/search.h"
#include "ui/form.h"
#include "ui/screens/engine_options.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum row_id { ROW_USE, ROW_ALGORITHM, ROW_LIMIT, ROW_OPTION, ROW_ASK, ROW_ENGINE };

#define LIMITS	  4
#define ROW_LEVEL 1000 /* a row's index: level * ROW_LEVEL + option or limit */

struct level {
	const struct search_ops *ops;
	struct options options;
	struct limits limits;
};

struct player_form {
	struct screen screen;
	struct form form;
	struct game game;
	int seat;
	void (*done)(struct ui *ui, struct screen *below, int seat, const char *text);
	int levels;
	struct level level[PLAYER_NEST];
	char text[PLAYER_TEXT], refused[240];
	struct player parsed;
	struct engine_options engine; /* of the first level, where that is a program */
};

static const struct limit {
	const char *key, *help;
	bool duration;
} limits[LIMITS] = {
	{ "depth", "depth limit in plies; none: no such limit", false },
	{ "nodes", "limit of nodes; none: no such limit", false },
	{ "time", "time limit for a move; none: no such limit", true },
	{ "sims", "limit of simulations for a move; none: no such limit", false },
};

static int64_t *
limit_of(struct level *l, int which)
{
	int64_t *const fields[LIMITS] = { &l->limits.depth, &l->limits.nodes,
					  &l->limits.time_ms, &l->limits.sims };
	return fields[which];
}

/* ---- The chain and its text ---- */

/* The index of the option that names the nested player, -1 none. */
static int
inner_option(const struct level *l)
{
	for (int i = 0; i < l->options.count; i++)
		if (l->options.specs[i].kind == OPTION_PLAYER)
			return i;
	return -1;
}

static void
set_level(struct level *l, const struct search_ops *search)
{
	*l = (struct level){ .ops = search };
	options_init(&l->options, search->options);
}

/* Follows defaults: an algorithm that wraps another gets the one its option table names. */
static void
complete_chain(struct ui *ui, struct player_form *f)
{
	for (int i = 0; i < PLAYER_NEST; i++) {
		int inner = inner_option(&f->level[i]);
		f->levels = i + 1;
		if (inner < 0 || i + 1 == PLAYER_NEST)
			return;
		if (f->level[i + 1].ops)
			continue;
		char key[32];
		const char *text = f->level[i].options.v[inner].text;
		text += strspn(text, "( ");
		snprintf(key, sizeof key, "%.*s", (int)strcspn(text, ":), "), text);
		const struct search_ops *search = catalog_search(ui->catalog, key);
		set_level(&f->level[i + 1], search ? search : ui->catalog->searches[0]);
	}
}

static void
add_level_text(struct player_form *f, int i, struct text *t)
{
	struct level *l = &f->level[i];
	char value[OPTION_TEXT];
	const char *before = ":";
	text_add(t, "%s", l->ops->key);
	for (int k = 0; k < LIMITS; k++) {
		if (*limit_of(l, k) <= 0)
			continue;
		if (limits[k].duration)
			text_format_duration_exact(value, sizeof value, *limit_of(l, k));
		else
			snprintf(value, sizeof value, "%lld", (long long)*limit_of(l, k));
		text_add(t, "%s%s=%s", before, limits[k].key, value);
		before = ",";
	}
	for (int k = 0; k < l->options.count; k++) {
		if (l->options.specs[k].kind == OPTION_PLAYER ||
		    options_is_default(&l->options, k))
			continue;
		options_format(&l->options, k, value, sizeof value);
		text_add(t, "%s%s=%s", before, l->options.specs[k].key, value);
		before = ",";
	}
	int inner = inner_option(l);
	if (inner < 0 || i + 1 >= f->levels)
		return;
	text_add(t, "%s%s=(", before, l->options.specs[inner].key);
	add_level_text(f, i + 1, t);
	text_add(t, ")");
}

/* Writes the chain as text and asks whether the game accepts it. */
static void
player_check(struct ui *ui, struct player_form *f)
{
	struct text t = { 0 };
	struct status st = { 0 };
	complete_chain(ui, f);
	add_level_text(f, 0, &t);
	f->refused[0] = '\0';
	player_trust(t.s, ui->catalog); /* the form shows it */
	if (t.length >= sizeof f->text)
		status_fail(&st,
			    "too many options for one line: expected at most %d bytes",
			    PLAYER_TEXT - 1);
	else
		player_parse(&f->parsed, t.s, ui->catalog, &f->game, &st);
	if (st.failed)
		snprintf(f->refused, sizeof f->refused, "%.230s", st.text);
	snprintf(f->text, sizeof f->text, "%s", t.s);
	text_free(&t);
}

/* The chain of a text; a player the game refuses opens as its bare algorithm. */
static void
read_chain(struct ui *ui, struct player_form *f, const char *text)
{
	memset(f->level, 0, sizeof f->level);
	if (player_parse(&f->parsed, text, ui->catalog, &f->game, NULL) &&
	    !f->parsed.human) {
		int part = 0;
		for (int i = 0; i < PLAYER_NEST && part >= 0 && part < f->parsed.count;
		     i++) {
			const struct player_part *p = &f->parsed.part[part];
			f->level[i] = (struct level){ p->ops, p->options, p->limits };
			part = p->inner;
		}
	} else {
		char key[32];
		snprintf(key, sizeof key, "%.*s", (int)strcspn(text, ":"), text);
		const struct search_ops *search = catalog_search(ui->catalog, key);
		set_level(&f->level[0], search ? search : ui->catalog->searches[0]);
	}
	player_check(ui, f);
}

/* ---- An outside engine ---- */

static bool
is_program(const struct player_form *f)
{
	const struct foreign_ops *foreign = f->level[0].ops->foreign;
	return foreign != NULL && foreign->ask != NULL;
}

static bool
has_engine(const struct player_form *f)
{
	return is_program(f) && engine_options_fit(&f->engine, &f->level[0].options);
}

static void
ask_engine(struct ui *ui, struct player_form *f)
{
	struct status st = { 0 };
	struct level *l = &f->level[0];
	if (engine_options_ask(&f->engine, l->ops->foreign, &l->options, &st))
		ui_message(ui, "asking %s", f->engine.command);
	else
		ui_message(ui, "%s", st.text);
}

static void
set_engine(struct ui *ui, struct player_form *f, const struct form_row *r,
	   const char *value)
{
	struct status st = { 0 };
	const struct options before = f->engine.options;
	if (!options_set(&f->engine.options, r->label, value, &st) ||
	    !engine_options_put(&f->engine, &f->level[0].options, &st))
		f->engine.options = before;
	ui_message(ui, "%s", st.text);
	player_check(ui, f);
}

static void
add_engine_rows(struct player_form *f)
{
	if (!has_engine(f) || !f->engine.known) {
		form_add(&f->form, FORM_BUTTON, ROW_ASK, 0, "Ask it for its options",
			 NULL,
			 "starts the program of command= and lists its options here");
		return;
	}
	form_add(&f->form, FORM_HEADING, 0, 0, "The engine's own options", NULL, NULL);
	for (int k = 0; k < f->engine.options.count; k++)
		form_add_option(&f->form, ROW_ENGINE, &f->engine.options, k);
}

/* ---- Rows ---- */

static void
add_level_rows(struct player_form *f, int i)
{
	struct level *l = &f->level[i];
	char value[OPTION_TEXT], help[320], title[40];
	int base = i * ROW_LEVEL;
	snprintf(title, sizeof title, "%.28s%s", l->ops->title, i ? "  (inside)" : "");
	form_add(&f->form, FORM_HEADING, 0, 0, title, NULL, NULL);
	snprintf(help, sizeof help, "%s.  Source: %s", l->ops->summary, l->ops->source);
	form_add(&f->form, FORM_CHOICE, ROW_ALGORITHM, base, "algorithm", l->ops->key,
		 help);
	for (int k = 0; k < LIMITS; k++) {
		int64_t n = *limit_of(l, k);
		if (n <= 0)
			snprintf(value, sizeof value, "none");
		else if (limits[k].duration)
			text_format_duration_exact(value, sizeof value, n);
		else
			snprintf(value, sizeof value, "%lld", (long long)n);
		form_add(&f->form, FORM_NUMBER, ROW_LIMIT, base + k, limits[k].key, value,
			 limits[k].help);
	}
	for (int k = 0; k < l->options.count; k++)
		if (l->options.specs[k].kind != OPTION_PLAYER)
			form_add_option(&f->form, ROW_OPTION, &l->options, k)->index =
				base + k;
}

static void
player_build(struct player_form *f)
{
	form_clear(&f->form);
	form_add(&f->form, FORM_BUTTON, ROW_USE, 0, "Use this player", NULL,
		 "u uses it from any row; q forgets it");
	snprintf(f->form.warning, sizeof f->form.warning, "%s", f->refused);
	for (int i = 0; i < f->levels; i++)
		add_level_rows(f, i);
	if (is_program(f))
		add_engine_rows(f);
}

static void
step_algorithm(struct ui *ui, struct player_form *f, int level, int step)
{
	int n = 0, at = 0;
	for (; ui->catalog->searches[n]; n++)
		if (ui->catalog->searches[n] == f->level[level].ops)
			at = n;
	assert(n > 0);
	set_level(&f->level[level], ui->catalog->searches[(at + step + n) % n]);
	for (int i = level + 1; i < PLAYER_NEST; i++)
		f->level[i].ops = NULL;
}

static void
set_option(struct ui *ui, struct player_form *f, const struct form_row *r,
	   const char *value)
{
	struct status st = { 0 };
	struct level *l = &f->level[r->index / ROW_LEVEL];
	int64_t n;
	if (r->id == ROW_ENGINE) {
		set_engine(ui, f, r, value);
		return;
	}
	if (r->id == ROW_OPTION) {
		options_set(&l->options, r->label, value, &st);
		if (l == &f->level[0] && has_engine(f))
			engine_options_take(&f->engine, &l->options);
	} else if (strcmp(value, "none") == 0) {
		*limit_of(l, r->index % ROW_LEVEL) = 0;
	} else if ((limits[r->index % ROW_LEVEL].duration
			    ? text_parse_duration(value, &n)
			    : text_parse_count(value, &n)) &&
		   n >= 0) {
		*limit_of(l, r->index % ROW_LEVEL) = n;
	} else {
		status_fail(&st, "%s %.60s: expected a number or none", r->label, value);
	}
	ui_message(ui, "%s", st.text);
	player_check(ui, f);
}

static void
player_step_row(struct ui *ui, struct screen *s, const struct form_row *r, int step)
{
	struct player_form *f = (struct player_form *)s;
	char value[OPTION_TEXT];
	struct level *l = &f->level[r->index / ROW_LEVEL];
	int which = r->index % ROW_LEVEL;
	if (r->id == ROW_ALGORITHM) {
		step_algorithm(ui, f, r->index / ROW_LEVEL, step);
		player_check(ui, f);
	} else if (r->id == ROW_LIMIT) {
		int64_t n = *limit_of(l, which);
		bool small = strcmp(limits[which].key, "depth") == 0;
		/* The first step up from none lands on a limit fit for play. */
		if (n == 0 && step > 0)
			n = small ? 1 : which == 2 ? 1000 : 10000;
		else
			n = small ? n + step : round_step(n, step);
		*limit_of(l, which) = n < 0 ? 0 : n;
		player_check(ui, f);
	} else if (r->id == ROW_OPTION || r->id == ROW_ENGINE) {
		option_step(r->id == ROW_ENGINE ? &f->engine.options : &l->options, which,
			    step, value, sizeof value);
		set_option(ui, f, r, value);
	}
}

/* ---- Actions ---- */

static void
player_typed(struct ui *ui, struct screen *s, const char *line)
{
	struct player_form *f = (struct player_form *)s;
	const struct form_row *r = form_at(&f->form);
	if (r && *line)
		set_option(ui, f, r, line);
}

static void
run_use(struct ui *ui, struct screen *s, int arg)
{
	struct player_form *f = (struct player_form *)s;
	if (f->refused[0]) {
		ui_message(ui, "%s", f->refused);
		return;
	}
	f->done(ui, s->below, f->seat, f->text);
	ui_pop(ui);
}

static void
player_run_enter(struct ui *ui, struct screen *s, int arg)
{
	struct player_form *f = (struct player_form *)s;
	const struct form_row *r = form_at(&f->form);
	if (r && r->id == ROW_ASK)
		ask_engine(ui, f);
	else if (r && r->kind == FORM_BUTTON)
		run_use(ui, s, 0);
	else if (r && (r->kind == FORM_NUMBER || r->kind == FORM_TEXT))
		form_ask(ui, &f->form, r->value);
	else if (r)
		player_step_row(ui, s, r, 1);
}

static const struct binding bindings[] = {
	{ 'u', 0, "use", "use it", "use this player", NULL, run_use, 0 },
	{ K_ENTER, 0, "enter", "type or next", "type a number, or take the next choice",
	  NULL, player_run_enter, 0 },
	{ 0 },
};

/* ---- The screen ---- */

static const struct form_actions actions = { player_step_row, player_run_enter,
					     player_typed };

static bool
player_on_key(struct ui *ui, struct screen *s, int k)
{
	return form_key(ui, s, &((struct player_form *)s)->form, k);
}

static void
player_on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	form_mouse(ui, s, &((struct player_form *)s)->form, m);
}

static void
player_draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct player_form *f = (struct player_form *)s;
	char title[120];
	snprintf(title, sizeof title, "player of seat %s   %s",
		 f->game.text->seat_name(&f->game, f->seat), f->game.ops->title);
	struct rect r = form_area(c, ui_chrome(ui, s, c, title,
					       "left right change   Enter types"));
	canvas_put_w(c, r.y, r.x, r.w, f->refused[0] ? ROLE_BAD : ROLE_STRONG, f->text);
	r.y++;
	r.h--;
	player_build(f);
	form_draw(&f->form, c, r);
}

static bool
player_busy(struct screen *s)
{
	const struct player_form *f = (struct player_form *)s;
	return f->engine.asked != NULL && !f->engine.known;
}

static bool
player_tick(struct ui *ui, struct screen *s)
{
	struct player_form *f = (struct player_form *)s;
	struct status st = { 0 };
	if (!player_busy(s) ||
	    !engine_options_hear(&f->engine, &f->level[0].options, &st))
		return false;
	ui_message(ui, "%s", st.text);
	return true;
}

static void
close_player(struct screen *s)
{
	engine_options_close(&((struct player_form *)s)->engine);
}

const struct screen_ops player_screen_ops = {
	.name = "player",
	.title = "A player and its options",
	.bindings = bindings,
	.draw = player_draw,
	.key = player_on_key,
	.mouse = player_on_mouse,
	.tick = player_tick,
	.busy = player_busy,
	.close = close_player,
};

struct screen *
player_screen(struct ui *ui, const struct game *game, int seat, const char *text,
	      void (*done)(struct ui *ui, struct screen *below, int seat,
			   const char *text))
{
	struct player_form *f = calloc(1, sizeof *f);
	if (!f)
		return NULL;
	f->screen.ops = &player_screen_ops;
	f->game = *game;
	f->seat = seat;
	f->done = done;
	form_open(&f->form, &actions);
	read_chain(ui, f, text);
	player_build(f);
	return &f->screen;
}
