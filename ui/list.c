/* list.c - a selection in a column of rows. See list.h. */
#include "ui/list.h"

static bool
stops(const struct list *l, int row)
{
	return !l->stops || l->stops(l->context, row);
}

/* The next row from `row` in direction step that stops; -1 when there is none. */
static int
seek(const struct list *l, int row, int step)
{
	while (row >= 0 && row < l->count && !stops(l, row))
		row += step;
	return row >= 0 && row < l->count ? row : -1;
}

void
list_select(struct list *l, int row)
{
	row = row < 0 ? 0 : row >= l->count ? l->count - 1 : row;
	int found = seek(l, row, 1);
	if (found < 0)
		found = seek(l, row, -1);
	if (found >= 0)
		l->at = found;
}

void
list_fit(struct list *l, struct rect r, int count)
{
	l->count = count;
	l->rows = r.h;
	l->y = r.y;
	l->x = r.x;
	if (count > 0 && (l->at >= count || l->at < 0 || !stops(l, l->at)))
		list_select(l, l->at);
	if (l->at < l->top)
		l->top = l->at;
	/* Headings above the first row come into view with it. */
	if (seek(l, 0, 1) == l->at && l->at < r.h)
		l->top = 0;
	if (l->at >= l->top + r.h)
		l->top = l->at - r.h + 1;
	if (l->top > count - r.h)
		l->top = count - r.h;
	if (l->top < 0)
		l->top = 0;
}

static void
step_rows(struct list *l, int by)
{
	int target = l->at + by, step = by < 0 ? -1 : 1;
	target = target < 0 ? 0 : target >= l->count ? l->count - 1 : target;
	int found = seek(l, target, step);
	if (found < 0)
		found = seek(l, target, -step);
	if (found >= 0)
		l->at = found;
}

bool
list_key(struct list *l, int key)
{
	int page = l->rows > 2 ? l->rows - 1 : 1;
	switch (key) {
	case K_UP:
	case 'k': step_rows(l, -1); return true;
	case K_DOWN:
	case 'j': step_rows(l, 1); return true;
	case K_PAGE_UP: step_rows(l, -page); return true;
	case K_PAGE_DOWN: step_rows(l, page); return true;
	case K_HOME:
	case 'g': step_rows(l, -l->count); return true;
	case K_END:
	case 'G': step_rows(l, l->count); return true;
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
	int row = l->top + m->y - l->y;
	if (!m->click || m->y < l->y || m->y >= l->y + l->rows || row >= l->count ||
	    !stops(l, row))
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
	if (l->top + r.h < l->count)
		canvas_put(c, r.y + r.h - 1, x, ROLE_KEY, canvas_glyph(c, "↓", "v"));
}
