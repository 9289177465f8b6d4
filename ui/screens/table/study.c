/*
 * study.c - from the table to the screens that study one decision: compare, explain, beliefs.
 */
#include "ui/screens/study.h"
#include "ui/screens/table/private.h"

#include <stddef.h>

/* The decision on the screen. Of a live game without a hint it is what the panel shows, or the
 * move just made, that is to be inspected or explained: the next one would be a hint that nobody
 * asked for. */
static int
table_study_ply_of(const struct table *t, enum study study)
{
	const struct session_search *panel = session_thinker(&t->session);
	const int ply = decision_at(&t->session.match, table_shown_ply(t));
	if ((study != STUDY_EXPLAIN && study != STUDY_INSPECT) ||
	    t->review != TABLE_LIVE || table_hint_now(t) != NULL)
		return ply;
	if (study == STUDY_INSPECT && panel->known)
		return panel->ply;
	if (study == STUDY_INSPECT && session_chooser(&t->session) == SEAT_NONE)
		return ply;
	const int before = decision_at(&t->session.match, ply - 1);
	return before >= 0 ? before : ply;
}

/* The table's figures of that decision when its search has finished; of a running hint or analysis
 * the figures so far. */
static const struct snapshot *
shown_of(const struct session *s, const struct decision *decision)
{
	const struct session_search *search = session_shown(s, decision->ply);
	if (search == NULL || search->viewer != decision->viewer ||
	    search->seat != decision->seat)
		return NULL;
	return search->done || search == &s->hint ? &search->snap : NULL;
}

void
table_run_study(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const enum study study = (enum study)arg;
	const int ply = table_study_ply_of(t, study);
	struct decision decision;
	struct status st = { 0 };
	if (table_refused(ui, t))
		return;
	if (ply < 0 || !session_decision(&t->session, ply, &decision, &st)) {
		ui_message(ui, "%s", ply < 0 ? "no move has been made yet" : st.text);
		return;
	}
	study_push(ui, study, &decision, shown_of(&t->session, &decision));
	int frame, frames;
	if (study == STUDY_INSPECT && ply == t->session.search.ply &&
	    table_hint_now(t) == NULL &&
	    session_show_place(&t->session, &frame, &frames) && frame < frames)
		ui_message(ui, "the whole search; the panel stands at step %d of %d",
			   frame, frames);
}

bool
table_has_beliefs(struct screen *screen)
{
	const struct game *g = table_game(table_of(screen));
	return game_hidden(g) && g->hidden->held != NULL;
}
