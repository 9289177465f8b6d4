/* study.c - from any screen that shows a decision to the screens that study one. See study.h. */
#include "ui/screens/study.h"

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

void
study_open(struct ui *ui, enum study study, const struct match *m, int ply, int person,
	   const char *player)
{
	struct decision decision;
	struct status st = { 0 };
	if (decision_open(&decision, m, ply, person, player, &st))
		study_push(ui, study, &decision, NULL);
	else
		ui_message(ui, "%s", st.text);
}

bool
study_step(struct ui *ui, struct decision *s, int step)
{
	const bool stepped = decision_step(s, step);
	ui->message[0] = '\0';
	if (!stepped)
		ui_message(ui, "this is the %s decision", step < 0 ? "first" : "last");
	return stepped;
}
