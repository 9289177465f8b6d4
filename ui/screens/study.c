/* study.c - from any screen that shows a decision to the screens that study one. See study.h. */
#include "ui/screens/study.h"

#include "ui/screens/inspect.h"

#include <stddef.h>

void
study_push(struct ui *ui, enum study study, struct decision *s,
	   const struct snapshot *shown)
{
	struct screen *next = NULL;
	switch (study) {
	case STUDY_COMPARE: next = compare_screen(ui, s, NULL); break;
	case STUDY_EXPLAIN: next = explain_screen(ui, s, shown); break;
	case STUDY_BELIEFS: next = beliefs_screen(ui, s); break;
	case STUDY_INSPECT: next = inspect_screen(ui, s, shown); break;
	}
	if (next != NULL)
		ui_push(ui, next);
}
