/* minds.c - from any screen with a decision on it to those that look at one. See minds.h. */
#include "ui/screens/minds.h"

#include "ui/screens/inspect.h"

#include <stddef.h>

void
mind_push(struct ui *ui, enum mind mind, struct subject *s, const struct snapshot *shown)
{
	struct screen *next = NULL;
	switch (mind) {
	case MIND_COMPARE: next = compare_screen(ui, s, NULL); break;
	case MIND_EXPLAIN: next = explain_screen(ui, s, shown); break;
	case MIND_BELIEFS: next = beliefs_screen(ui, s); break;
	case MIND_INSPECT: next = inspect_screen(ui, s, shown); break;
	}
	if (next != NULL)
		ui_push(ui, next);
}
