/* form.c - rows of "label  value". See form.h. */
#include "ui/form.h"

#include "src/base/text.h"

#include <stdio.h>
#include <string.h>

#define LABEL_COLUMN 22
#define HELP_ROWS    3

static int
form_row_count(void *context)
{
	return ((const struct form *)context)->count;
}

static bool
form_row_stops(const void *context, int row)
{
	return ((const struct form *)context)->rows[row].kind != FORM_HEADING;
}

void
form_open(struct form *f, const struct form_actions *actions)
{
	memset(f, 0, sizeof *f);
	f->actions = actions;
	list_open(&f->list, form_row_count, form_row_stops, f);
}

void
form_clear(struct form *f)
{
	f->count = 0;
}

struct form_row *
form_add(struct form *f, enum form_kind kind, int id, int index, const char *label,
	 const char *value, const char *help)
{
	struct form_row *r = &f->rows[f->count < FORM_ROWS ? f->count++ : FORM_ROWS - 1];
	*r = (struct form_row){ .kind = kind, .id = id, .index = index };
	snprintf(r->label, sizeof r->label, "%s", label);
	snprintf(r->value, sizeof r->value, "%s", value ? value : "");
	snprintf(r->help, sizeof r->help, "%s", help ? help : "");
	return r;
}

static void
describe_range(const struct option_spec *spec, char *out, size_t size)
{
	char low[24], high[24];
	out[0] = '\0';
	switch (spec->kind) {
	case OPTION_INT:
		text_format_count(low, sizeof low, spec->min);
		text_format_count(high, sizeof high, spec->max);
		break;
	case OPTION_DURATION:
		text_format_duration_exact(low, sizeof low, (int64_t)spec->min);
		text_format_duration_exact(high, sizeof high, (int64_t)spec->max);
		break;
	case OPTION_REAL:
		snprintf(low, sizeof low, "%g", spec->min);
		snprintf(high, sizeof high, "%g", spec->max);
		break;
	default: return;
	}
	snprintf(out, size, "%s to %s%s%s, ", low, high,
		 spec->unit && *spec->unit && spec->kind != OPTION_DURATION ? " " : "",
		 spec->unit && spec->kind != OPTION_DURATION ? spec->unit : "");
}

struct form_row *
form_add_option(struct form *f, int id, const struct options *o, int index)
{
	const struct option_spec *spec = &o->specs[index];
	char value[OPTION_TEXT], range[80], help[320];
	options_format(o, index, value, sizeof value);
	describe_range(spec, range, sizeof range);
	snprintf(help, sizeof help, "%s  (%sdefault %s)", spec->help, range, spec->deflt);
	bool number = spec->kind == OPTION_INT || spec->kind == OPTION_REAL ||
		      spec->kind == OPTION_DURATION;
	return form_add(f,
			number			    ? FORM_NUMBER
			: spec->kind == OPTION_NAME ? FORM_TEXT
						    : FORM_CHOICE,
			id, index, spec->key, value, help);
}

struct form_row *
form_at(struct form *f)
{
	const int at = list_at(&f->list);
	return at >= 0 ? &f->rows[at] : NULL;
}

/* ---- Drawing ---- */

static void
draw_value(const struct form *f, struct canvas *c, const struct form_row *r, int y,
	   bool at)
{
	const struct rect *v = &f->value_area;
	enum role role = r->bad ? ROLE_BAD : at ? ROLE_CURSOR : ROLE_TEXT;
	int room = v->w - 6, w = canvas_width(r->value);
	w = w < room ? w : room;
	if (at)
		canvas_put(c, y, v->x, ROLE_CURSOR, canvas_glyph(c, "‹", "<"));
	canvas_put_w(c, y, v->x + 2, w, role, r->value);
	if (at)
		canvas_putf(c, y, v->x + 3 + w, ROLE_CURSOR, "%s%s",
			    canvas_glyph(c, "›", ">"),
			    r->kind == FORM_OPEN   ? "  Enter"
			    : r->kind == FORM_TEXT ? "  Enter types"
						   : "");
	else if (r->bad)
		canvas_put(c, y, v->x + 3 + w, ROLE_BAD, "!");
}

static void
form_draw_row(const struct form *f, struct canvas *c, const struct form_row *r, int y,
	      struct rect area, bool at)
{
	if (r->kind == FORM_HEADING) {
		canvas_put_w(c, y, area.x, area.w, ROLE_STRONG, r->label);
		return;
	}
	if (at) {
		canvas_cursor(c, y, area.x, area.w);
		canvas_put(c, y, area.x, ROLE_CURSOR, ">");
	}
	if (r->kind == FORM_BUTTON) {
		canvas_putf(c, y, area.x + 2, at ? ROLE_CURSOR : ROLE_KEY, "[ %s ]",
			    r->label);
		return;
	}
	canvas_put_w(c, y, area.x + 2, LABEL_COLUMN - 3, at ? ROLE_CURSOR : ROLE_TEXT,
		     r->label);
	draw_value(f, c, r, y, at);
}

void
form_draw(struct form *f, struct canvas *c, struct rect r)
{
	const bool room = r.h >= 12 || (r.h >= 9 && r.w < CANVAS_NARROW);
	const int help = room ? HELP_ROWS : 2;
	struct rect rows = { r.y, r.x, r.h - help, r.w };
	f->value_area =
		(struct rect){ rows.y, r.x + LABEL_COLUMN, rows.h, r.w - LABEL_COLUMN };
	list_fit(&f->list, rows);
	for (int i = 0; i < rows.h && f->list.top + i < f->count; i++) {
		int row = f->list.top + i;
		form_draw_row(f, c, &f->rows[row], rows.y + i, rows, row == f->list.at);
	}
	list_draw_more(&f->list, c, (struct rect){ rows.y, rows.x, rows.h, rows.w + 1 });
	const struct form_row *at = form_at(f);
	struct rect below = { r.y + r.h - help + 1, r.x, help - 1, r.w };
	if (f->warning[0])
		canvas_put_words(c, below, ROLE_BAD, f->warning);
	else if (at)
		canvas_put_words(c, below, at->bad ? ROLE_BAD : ROLE_DIM, at->help);
}

/* ---- Keys ---- */

/* -1 or 1 when the key steps a value, else 0. */
static int
form_step_of(int key)
{
	switch (key) {
	case K_LEFT:
	case 'h':
	case '-': return -1;
	case K_RIGHT:
	case 'l':
	case '+':
	case K_SPACE: return 1;
	default: return 0;
	}
}

bool
form_key(struct ui *ui, struct screen *s, struct form *f, int key)
{
	const struct form_row *r = form_at(f);
	const int step = form_step_of(key);
	if (r && step != 0) {
		f->actions->step(ui, s, r, step);
		return true;
	}
	if (r && r->kind == FORM_NUMBER && key >= '0' && key <= '9') {
		form_ask(ui, f, r->value);
		ui_type(ui, key); /* replaces it */
		return true;
	}
	return list_key(&f->list, key);
}

void
form_ask(struct ui *ui, struct form *f, const char *initial)
{
	char label[60];
	snprintf(label, sizeof label, "%s: ", form_at(f)->label);
	ui_ask(ui, label, initial, f->actions->typed);
}

void
form_mouse(struct ui *ui, struct screen *s, struct form *f, const struct mouse *m)
{
	const int before = list_at(&f->list), row = list_mouse(&f->list, m);
	if (row < 0)
		return;
	const struct form_row *r = &f->rows[row];
	const int x = m->x - f->value_area.x, w = canvas_width(r->value);
	const bool button = r->kind == FORM_BUTTON;
	if (!button && (before != row || x < 0)) /* a first click selects */
		return;
	if (!button && (x < 2 || (x >= w + 2 && x <= w + 4))) /* on the arrows */
		f->actions->step(ui, s, r, x < 2 ? -1 : 1);
	else
		f->actions->enter(ui, s, 0);
}

struct rect
form_area(const struct canvas *c, struct rect r)
{
	return (struct rect){ r.y, 2, r.h, c->w > 104 ? 100 : c->w - 4 };
}

int64_t
round_step(int64_t n, int step)
{
	int64_t unit = 1;
	if (n <= 0)
		return step > 0 ? 1 : 0;
	while (unit * 10 <= n - (step < 0))
		unit *= 10;
	if (step > 0)
		return n < 2 * unit ? 2 * unit : n < 5 * unit ? 5 * unit : 10 * unit;
	return n == 1 ? 0 : n > 5 * unit ? 5 * unit : n > 2 * unit ? 2 * unit : unit;
}

static double
clamp(double x, double low, double high)
{
	return x < low ? low : x > high ? high : x;
}

void
option_step(const struct options *o, int index, int step, char *out, int size)
{
	const struct option_spec *spec = &o->specs[index];
	const struct option_value *v = &o->v[index];
	char choice[64];
	int n = 0, at = 0;
	double x;
	switch (spec->kind) {
	case OPTION_SWITCH:
		snprintf(out, (size_t)size, "%s", v->i ? "off" : "on");
		return;
	case OPTION_CHOICE:
		while (option_choice(spec->choices, n, choice, sizeof choice))
			n++;
		option_choice(spec->choices, (int)((v->i + step + n) % (n ? n : 1)), out,
			      size);
		return;
	case OPTION_INT:
		x = spec->max - spec->min <= 64 ? (double)(v->i + step)
						: (double)round_step(v->i, step);
		snprintf(out, (size_t)size, "%.0f", clamp(x, spec->min, spec->max));
		return;
	case OPTION_DURATION:
		x = clamp((double)round_step(v->i, step), spec->min, spec->max);
		snprintf(out, (size_t)size, "%.0fms", x);
		return;
	case OPTION_REAL:
		x = v->f + step * (spec->max - spec->min <= 2 ? 0.05 : 0.1);
		snprintf(out, (size_t)size, "%.4g", clamp(x, spec->min, spec->max));
		return;
	case OPTION_NAME: /* the next of the examples */
		while (option_choice(spec->choices, n, choice, sizeof choice)) {
			at = strcmp(choice, v->text) == 0 ? n : at;
			n++;
		}
		option_choice(spec->choices, (at + step + n) % (n ? n : 1), out, size);
		return;
	case OPTION_PLAYER: snprintf(out, (size_t)size, "%s", v->text); return;
	}
}
