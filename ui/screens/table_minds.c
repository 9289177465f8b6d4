/*
 * table_minds.c - from the table to the screens that look at one decision: compare, explain,
 * beliefs.
 */
#include "ui/screens/minds.h"
#include "ui/screens/table_parts.h"

#include <stddef.h>

/* The decision on the screen. What is to be explained of a live game without a hint is the
 * move just made: the next one would be a hint that nobody asked for. */
static int
decision_of(const struct table *t, enum mind mind)
{
	const int ply = subject_decision(&t->session.match, table_shown_ply(t));
	if (mind != MIND_EXPLAIN || t->review != TABLE_LIVE || table_hint_now(t) != NULL)
		return ply;
	const int before = subject_decision(&t->session.match, ply - 1);
	return before >= 0 ? before : ply;
}

/* What the table shows of that decision when it has finished; of a hint or an analysis that runs
 * what it has by now. */
static const struct snapshot *
shown_of(const struct session *s, const struct subject *subject)
{
	const struct session_mind *mind = session_shown(s, subject->ply);
	if (mind == NULL || mind->viewer != subject->viewer ||
	    mind->seat != subject->seat)
		return NULL;
	return mind->done || mind == &s->hint ? &mind->snap : NULL;
}

void
table_run_mind(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const enum mind mind = (enum mind)arg;
	const int ply = decision_of(t, mind);
	struct subject subject;
	struct status st = { 0 };
	if (table_refused(ui, t))
		return;
	if (ply < 0 || !session_subject(&t->session, ply, &subject, &st)) {
		ui_message(ui, "%s", ply < 0 ? "nothing has been decided yet" : st.text);
		return;
	}
	mind_push(ui, mind, &subject, shown_of(&t->session, &subject));
}

bool
table_has_beliefs(struct screen *screen)
{
	const struct game *g = table_game(table_of(screen));
	return game_hidden(g) && g->hidden->held != NULL;
}
