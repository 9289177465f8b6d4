/* list.c - a selection in a column of rows. See list.h. */
#include "ui/list.h"

void
list_open(struct list *l, int (*count)(void *context),
	  bool (*list_stops)(const void *context, int row), void *context)
{
	*l = (struct list){ .count = count, .stops = list_stops, .context = context };
}

static int
count_of(const struct list *l)
{
	return l->count(l->context);
}

static bool
list_stops(const struct list *l, int row)
{
	return !l->stops || l->stops(l->context, row);
}

/* The next of n rows from `row` in direction step that stops; -1 when there is none. */
static int
seek(const struct list *l, int n, int row, int step)
{
	while (row >= 0 && row < n && !list_stops(l, row))
		row += step;
	return row >= 0 && row < n ? row : -1;
}

/* The nearest of n rows that stops, looked for in direction step first. */
static int
nearest(const struct list *l, int n, int row, int step)
{
	row = row < 0 ? 0 : row >= n ? n - 1 : row;
	const int found = seek(l, n, row, step);
	return found >= 0 ? found : seek(l, n, row, -step);
}

int
list_at(const struct list *l)
{
	return nearest(l, count_of(l), l->at, 1);
}

void
list_select(struct list *l, int row)
{
	l->at = row;
	row = list_at(l);
	l->at = row < 0 ? 0 : row;
}

int
list_fit(struct list *l, struct rect r)
{
	const int n = count_of(l);
	l->rows = r.h;
	l->y = r.y;
	l->x = r.x;
	list_select(l, l->at);
	/* Headings above the row come into view with it. */
	int first = l->at;
	while (first > 0 && !list_stops(l, first - 1))
		first--;
	if (l->at < l->top)
		l->top = first;
	if (l->at >= l->top + r.h)
		l->top = l->at - r.h + 1;
	/* And with the last row the lines below it. */
	if (seek(l, n, l->at + 1, 1) < 0 && n - l->at <= r.h)
		l->top = n - r.h;
	if (l->top > n - r.h)
		l->top = n - r.h;
	if (l->top < 0)
		l->top = 0;
	return n;
}

static void
step_rows(struct list *l, int by)
{
	const int n = count_of(l), from = list_at(l);
	const int found = nearest(l, n, from + by, by < 0 ? -1 : 1);
	if (found >= 0)
		l->at = found;
}

bool
list_key(struct list *l, int key)
{
	const int page = l->rows > 2 ? l->rows - 1 : 1, all = count_of(l);
	switch (key) {
	case K_UP:
	case 'k': step_rows(l, -1); return true;
	case K_DOWN:
	case 'j': step_rows(l, 1); return true;
	case K_PAGE_UP: step_rows(l, -page); return true;
	case K_SPACE:
	case K_PAGE_DOWN: step_rows(l, page); return true;
	case K_HOME:
	case 'g': step_rows(l, -all); return true;
	case K_END:
	case 'G': step_rows(l, all); return true;
	default: return false;
	}
}

int
list_mouse(struct list *l, const struct mouse *m)
{
	if (m->wheel_up || m->wheel_down) {
		step_rows(l, m->wheel_up ? -3 : 3);
		return -1;
	}
	const int row = l->top + m->y - l->y;
	if (!m->click || m->y < l->y || m->y >= l->y + l->rows || row >= count_of(l) ||
	    !list_stops(l, row))
		return -1;
	l->at = row;
	return row;
}

void
list_draw_more(const struct list *l, struct canvas *c, struct rect r)
{
	int x = r.x + r.w - 1;
	if (l->top > 0)
		canvas_put(c, r.y, x, ROLE_KEY, canvas_glyph(c, "↑", "^"));
	if (l->top + r.h < count_of(l))
		canvas_put(c, r.y + r.h - 1, x, ROLE_KEY, canvas_glyph(c, "↓", "v"));
}
