/*
 * coach.c - the table: the coach between the person's choice and the move, the cost of moves, and
 * judging the game so far.
 */
#include "ui/screens/analysis.h"
#include "ui/screens/table/private.h"
#include "ui/settings.h"

static int
percent_of(const struct ui *ui, const struct table *t)
{
	return t->coach_percent >= 0 ? t->coach_percent : ui->settings.coach;
}

bool
table_coach_allows(struct ui *ui, struct table *t, int seat, move m)
{
	char text[160];
	switch (coach_ask(&t->coach, &t->session, percent_of(ui, t), seat, m, text,
			  sizeof text)) {
	case COACH_WARN: ui_message(ui, "%s", text); return false;
	case COACH_WAIT: ui_message(ui, "the coach looks at it"); return false;
	case COACH_PLAY: return true;
	}
	return true;
}

bool
table_coach_tick(struct ui *ui, struct table *t)
{
	const bool changed = coach_tick(&t->coach, &t->session, percent_of(ui, t));
	const move waiting = t->coach.waiting;
	if (changed && waiting != MOVE_NONE)
		table_play(ui, t, t->coach.seat, waiting);
	return changed;
}

/* Until the game ends: the setting of all games is `:set coach`. */
bool
table_command_coach(struct ui *ui, struct screen *screen, const char *rest,
		    struct status *st)
{
	struct table *t = table_of(screen);
	struct ui_settings own = ui->settings;
	if (!setting_set(&own, setting_find("coach"), rest, st))
		return false;
	t->coach_percent = own.coach;
	if (own.coach > 0)
		ui_message(ui,
			   "the coach warns before a move that loses %d %% %s; the "
			   "game counts as assisted",
			   own.coach, analyze_measure(table_game(t))->part);
	else
		ui_message(ui, "the coach is silent");
	return true;
}

bool
table_cost_tick(struct ui *ui, struct table *t)
{
	struct session *s = &t->session;
	const int ply = s->cost_news;
	const struct analyze_move *m = session_cost(s, ply);
	struct text said = { 0 };
	s->cost_news = -1;
	if (m == NULL || m->choices < 2)
		return false;
	for (int k = ply + 1; k < s->match.at; k++)
		if (s->match.plies[k].human)
			return true; /* of an earlier move: it is in the log */
	analyze_say(&s->match, m, &said);
	ui_message(ui, "%s", said.s);
	text_free(&said);
	return true;
}

void
table_run_costs(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	(void)arg;
	if (table_refused(ui, t))
		return;
	ui->settings.costs = !ui->settings.costs;
	ui_settings_changed(ui);
	table_take_settings(ui, t);
	ui_message(ui, "%s",
		   ui->settings.costs
			   ? "what your moves cost is told; the game counts as "
			     "assisted"
			   : "what your moves cost is not told any more");
}

/* The first ply from which the person may not see everything. */
static int
closed_from(const struct session *s)
{
	int ply = 0;
	while (ply < s->match.at && session_viewer_at(s, ply) == SEAT_ALL)
		ply++;
	return ply;
}

void
table_run_judge(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	struct session *s = &t->session;
	(void)arg;
	if (table_refused(ui, t))
		return;
	if (!match_over(&s->match))
		session_assisted(s);
	const int person = session_fair(s) ? session_viewer(s) : SEAT_ALL;
	analysis_push(ui, &s->match, person, person == SEAT_ALL ? 0 : closed_from(s));
}
