/*
 * chrome.c - what is around every screen: the top line, the line of messages, the key bar.
 */
#include "src/base/clock.h"
#include "ui/loop_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
ui_message(struct ui *ui, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(ui->message, sizeof ui->message, format, args);
	va_end(args);
	ui->dirty = true;
	struct loop *l = ui->loop;
	if (!l || ui->message[0] == '\0')
		return;
	char *slot = l->messages[l->message_count % MESSAGES];
	snprintf(slot, sizeof l->messages[0], "%s", ui->message);
	l->message_count++;
	l->message_back = 0;
}

/* ---- Drawing ---- */

/* One word of the key bar; returns the column after it, or x when it does not fit. */
static int
bar_word(struct ui *ui, struct canvas *c, int y, int x, int limit,
	 const struct binding *b)
{
	char name[12];
	ui_key_name(b->key, name);
	int w = canvas_width(name) + 1 + canvas_width(b->label);
	if (x + w > limit)
		return x;
	canvas_put(c, y, x, ROLE_KEY, name);
	canvas_put(c, y, x + canvas_width(name) + 1, ROLE_KEYBAR, b->label);
	struct loop *l = ui->loop;
	if (l && l->zone_count < ZONES_MAX)
		l->zones[l->zone_count++] = (struct zone){ x, w, b };
	return x + w + 2;
}

static void
draw_keybar(struct ui *ui, struct screen *s, struct canvas *c, int y)
{
	const struct binding *help = binding_of_action(ui_common_bindings(ui), s, "help");
	/* The way out stands last, whatever its key is by now. */
	const struct binding *way_out = binding_of_key(s->ops->bindings, s, 'q');
	const struct binding *last =
		way_out ? binding_of_action(ui_bindings(ui, s), s, way_out->action)
			: binding_of_action(ui_common_bindings(ui), s, "back");
	if (!last)
		last = help;
	if (ui->loop)
		ui->loop->zone_count = 0;
	canvas_fill(c, (struct rect){ y, 0, 1, c->w }, ROLE_KEYBAR, " ");
	int x = bar_word(ui, c, y, 1, c->w, help);
	char name[12];
	ui_key_name(last->key, name);
	int end = c->w - 2 - canvas_width(name) - canvas_width(last->label);
	int limit = end - 1;
	for (const struct binding *b = ui_bindings(ui, s); b && b->action; b++)
		if (b != last && b->label && *b->label && binding_applies(b, s))
			x = bar_word(ui, c, y, x, limit, b);
	bar_word(ui, c, y, end, c->w, last);
}

struct rect
ui_chrome(struct ui *ui, struct screen *s, struct canvas *c, const char *title,
	  const char *right)
{
	/* On narrow screens what this is goes before how it stands. */
	if (right && c->w < 60 && canvas_width(right) + canvas_width(title) + 3 > c->w)
		right = NULL;
	int room = right ? canvas_width(right) + 2 : 1;
	canvas_fill(c, (struct rect){ 0, 0, 1, c->w }, ROLE_TITLE, " ");
	if (right && *right)
		canvas_put(c, 0, c->w - room + 1, ROLE_TITLE, right);
	canvas_put_w(c, 0, 1, c->w - 1 - room, ROLE_TITLE, title ? title : "");
	canvas_put_w(c, c->h - 2, 1, c->w - 2, ROLE_TEXT, ui->message);
	draw_keybar(ui, s, c, c->h - 1);
	int h = c->h - 3;
	return (struct rect){ 1, 0, h > 0 ? h : 0, c->w };
}

void
chrome_draw_too_small(struct canvas *c, int h, int w)
{
	char line[96];
	snprintf(line, sizeof line, "plyscope needs %d by %d; this is %d by %d.", w, h,
		 c->w, c->h);
	/* Wrapped by hand at the edge: the terminal may be a few columns wide. */
	int length = (int)strlen(line);
	for (int y = 0; y < c->h && y * c->w < length; y++)
		canvas_put(c, y, 0, ROLE_TEXT, line + y * c->w);
}
