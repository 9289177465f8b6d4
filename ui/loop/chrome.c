/*
 * chrome.c - the frame of every screen: top line, message line and key bar.
 */
#include "src/base/clock.h"
#include "ui/loop/private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
ui_message(struct ui *ui, const char *format, ...)
{
	char said[sizeof ui->message];
	struct loop *l = ui->loop;
	va_list args;
	va_start(args, format);
	vsnprintf(said, sizeof said, format, args);
	va_end(args);
	ui->dirty = true;
	if (!l || !l->complaining)
		snprintf(ui->message, sizeof ui->message, "%s", said);
	if (!l || said[0] == '\0')
		return;
	char *slot = l->messages[l->message_count % MESSAGES];
	snprintf(slot, sizeof l->messages[0], "%s", said);
	l->message_count++;
	l->message_back = 0;
}

void
ui_warning(struct ui *ui, const char *text)
{
	ui_message(ui, "%s", text);
	if (ui->loop)
		ui->loop->complaining = true;
}

/* ---- The key bar ---- */

#define WORD_GAP   2
#define WORD_LEAST 4 /* a word is never cut to fewer columns */

/* The words of the bar: the help first, then those that apply, the way out last. */
struct bar {
	int y, count;
	const struct binding *word[ZONES_MAX];
};

static int
word_width(const struct binding *b)
{
	char name[12];
	ui_key_name(b->key, name);
	return canvas_width(name) + 1 + canvas_width(b->label);
}

/* Draws one word in columns before limit, which can be clicked from then on; returns where the
 * next begins. */
static int
draw_word(struct ui *ui, struct canvas *c, int y, int x, int limit,
	  const struct binding *b)
{
	char name[12];
	const int most = limit - x, w = word_width(b) < most ? word_width(b) : most;
	ui_key_name(b->key, name);
	const int key_w = canvas_width(name) + 1;
	canvas_put(c, y, x, ROLE_KEY, name);
	if (w > key_w)
		canvas_put_w(c, y, x + key_w, w - key_w, ROLE_KEYBAR, b->label);
	struct loop *l = ui->loop;
	if (l && l->zone_count < ZONES_MAX)
		l->zones[l->zone_count++] = (struct zone){ x, w, b };
	return x + w + WORD_GAP;
}

/* The first word that has no room any more when the bar begins with word `first`, which has. */
static int
bar_end(const struct bar *bar, int first, int room)
{
	int i = first;
	for (int w = 0; i < bar->count; i++) {
		w += word_width(bar->word[i]) + WORD_GAP;
		if (w > room)
			break;
	}
	return i == first && i < bar->count ? first + 1 : i;
}

/* A page of the words between x and limit; more-keys stands at its end when there are several,
 * and after the last page comes the first. */
static void
loop_chrome_draw_words(struct ui *ui, struct screen *s, struct canvas *c,
		       const struct bar *bar, int x, int limit)
{
	const struct binding *more =
		binding_of_action(ui_common_bindings(ui), s, "more-keys");
	int first = 0, end = bar_end(bar, 0, limit - x);
	const bool pages_wanted = end < bar->count && more != NULL;
	const int after = pages_wanted ? limit - word_width(more) - WORD_GAP : limit;
	if (after - x < WORD_LEAST + WORD_GAP)
		return;
	if (pages_wanted) {
		limit = after;
		const int pages = ui->loop ? ui->loop->bar_page : 0;
		for (int i = 0; i < pages && first < bar->count; i++)
			first = bar_end(bar, first, limit - x);
		if (first >= bar->count) {
			first = 0;
			if (ui->loop)
				ui->loop->bar_page = 0;
		}
		end = bar_end(bar, first, limit - x);
		draw_word(ui, c, bar->y, limit, c->w, more);
	}
	for (int i = first; i < end; i++)
		x = draw_word(ui, c, bar->y, x, limit - WORD_GAP, bar->word[i]);
}

static void
draw_keybar(struct ui *ui, struct screen *s, struct canvas *c, int y)
{
	struct bar bar = { .y = y };
	const struct binding *help = binding_of_action(ui_common_bindings(ui), s, "help");
	/* The way out comes last, whatever its key. */
	const struct binding *way_out = binding_of_key(s->ops->bindings, s, 'q');
	const struct binding *last =
		way_out ? binding_of_action(ui_bindings(ui, s), s, way_out->action)
			: binding_of_action(ui_common_bindings(ui), s, "back");
	if (!last)
		last = help;
	if (ui->loop)
		ui->loop->zone_count = 0;
	canvas_fill(c, (struct rect){ y, 0, 1, c->w }, ROLE_KEYBAR, " ");
	for (const struct binding *b = ui_bindings(ui, s); b && b->action; b++)
		if (b != last && *b->label && bar.count < ZONES_MAX &&
		    binding_of_key(ui_bindings(ui, s), s, b->key) == b)
			bar.word[bar.count++] = b;
	const int x = draw_word(ui, c, y, 1, c->w, help);
	const int end = c->w - 1 - word_width(last);
	loop_chrome_draw_words(ui, s, c, &bar, x, end);
	draw_word(ui, c, y, end, c->w, last);
}

/* ---- Drawing ---- */

struct rect
ui_chrome(struct ui *ui, struct screen *s, struct canvas *c, const char *title,
	  const char *right)
{
	/* On narrow screens the name of the screen matters more than its state. */
	if (right && c->w < 60 && canvas_width(right) + canvas_width(title) + 3 > c->w)
		right = NULL;
	int room = right ? canvas_width(right) + 2 : 1;
	canvas_fill(c, (struct rect){ 0, 0, 1, c->w }, ROLE_TITLE, " ");
	if (right && *right)
		canvas_put(c, 0, c->w - room + 1, ROLE_TITLE, right);
	canvas_put_w(c, 0, 1, c->w - 1 - room, ROLE_TITLE, title ? title : "");
	canvas_put_w(c, c->h - 2, 1, c->w - 2, ROLE_TEXT, ui->message);
	draw_keybar(ui, s, c, c->h - 1);
	const struct rect area = { 1, 0, c->h > 3 ? c->h - 3 : 0, c->w };
	canvas_clip(c, area);
	return area;
}

/* A message that does not fit takes the row above it too, whatever is there: half a sentence helps
 * nobody. */
void
chrome_draw_long_message(const struct ui *ui, struct canvas *c)
{
	const struct rect rows = { c->h - 3, 0, 2, c->w };
	if (canvas_width(ui->message) <= c->w - 2)
		return;
	canvas_fill(c, rows, ROLE_TEXT, " ");
	canvas_put_words(c, (struct rect){ rows.y, 1, 2, c->w - 2 }, ROLE_TEXT,
			 ui->message);
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
