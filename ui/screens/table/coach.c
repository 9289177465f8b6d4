/*
 * coach.c - the table: the coach before a move and after it, and judging the game so far.
 */
#include "src/study/learn.h"
#include "ui/screens/study.h"
#include "ui/screens/table/private.h"

#include <string.h>

bool
table_coach_allows(struct ui *ui, struct table *t, int seat, move m)
{
	char text[160];
	switch (coach_ask(&t->coach, &t->session, seat, m, text, sizeof text)) {
	case COACH_WARN: table_say(ui, t, "%s", text); return false;
	case COACH_WAIT: ui_message(ui, "the coach is checking it"); return false;
	case COACH_PLAY: return true;
	}
	return true;
}

bool
table_coach_tick(struct ui *ui, struct table *t)
{
	const bool changed = coach_tick(&t->coach, &t->session);
	const move waiting = t->coach.waiting;
	if (changed && waiting != MOVE_NONE)
		table_play(ui, t, t->coach.seat, waiting);
	return changed;
}

static void
coach_on(struct ui *ui, struct table *t, bool on)
{
	ui->settings.coach = on;
	ui_settings_changed(ui);
	table_take_settings(ui, t);
	ui_message(ui, on ? "coach on: shows the cost of your moves (v turns it off); "
			    "the game counts as assisted"
			  : "coach off");
}

/* A limit lasts until the game ends. */
bool
table_command_coach(struct ui *ui, struct screen *screen, const char *rest,
		    struct status *st)
{
	struct table *t = table_of(screen);
	const bool plain = *rest == '\0' || strcmp(rest, "on") == 0;
	if (!coach_parse(&t->coach, plain ? "off" : rest, st))
		return false;
	coach_on(ui, t, plain || coach_teaches(&t->coach));
	if (coach_teaches(&t->coach))
		ui_message(ui,
			   "the coach takes back a move that costs %s%s, at most twice a "
			   "hand",
			   rest,
			   t->coach.points > 0			    ? " or more"
			   : analyze_measure(table_game(t))->of_pot ? " of the pot"
								    : " of the chances");
	return true;
}

void
table_run_coach(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	if (table_refused(ui, t))
		return;
	coach_parse(&t->coach, "off", NULL);
	coach_on(ui, t, !t->session.tell_costs);
}

/* The person's last move before the position shown; -1: none. */
static int
own_last(const struct table *t)
{
	const struct session *s = &t->session;
	int ply = table_shown_ply(t) - 1;
	while (ply >= 0 && !match_by_person(&s->match.plies[ply]))
		ply--;
	return ply;
}

void
table_coach_flag(struct table *t)
{
	static const enum role roles[LABELS] = { ROLE_WARN, ROLE_WARN, ROLE_BAD,
						 ROLE_BAD };
	struct board *b = &t->board;
	const struct analyze_move *m = session_cost(&t->session, own_last(t));
	b->flagged = MOVE_NONE;
	if (!t->session.tell_costs || m == NULL || m->choices < 2)
		return;
	const bool dear = m->best != m->played && !analyze_uncertain(m) &&
			  m->loss >= analyze_nothing(table_game(t), m);
	b->flagged = m->played;
	b->flag_role = dear ? roles[m->label] : ROLE_GOOD;
	analyze_format_loss(table_game(t), m, b->flag, sizeof b->flag);
}

void
table_coach_draw(struct table *t, struct canvas *c, struct rect line)
{
	static const char back[] = " u takes it back.";
	const bool dear = t->board.flag_role != ROLE_GOOD;
	const int w = line.w - 2;
	char said[200];
	if (t->board.flagged == MOVE_NONE)
		return;
	coach_say(&t->session.match, session_cost(&t->session, own_last(t)),
		  t->board.symbols && !c->ascii, said, sizeof said);
	const bool fits = canvas_width(said) + (int)sizeof back < w;
	canvas_putf(c, line.y, line.x + 1, t->board.flag_role, "%s.%s", said,
		    dear && fits ? back : "");
	canvas_flags(c, line.y, line.x + 1, w, dear ? CELL_BOLD : 0);
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

/* The first decision of the hand that is over; 0: none is. */
static int
over_from(const struct session *s)
{
	return s->hand_over ? sheet_first(&s->match, s->match.at,
					  match_hand(&s->match, s->hand_ply - 1))
			    : 0;
}

void
table_run_judge(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	struct session *s = &t->session;
	if (table_refused(ui, t))
		return;
	if (!match_over(&s->match))
		session_assisted(s);
	const int person = session_fair(s) ? session_viewer(s) : SEAT_ALL;
	analysis_push(ui, &s->match, over_from(s), person,
		      person == SEAT_ALL ? 0 : closed_from(s));
}

/* The hand that is over: the person's costliest decisions as questions. */
void
table_run_learn(struct ui *ui, struct screen *screen, int arg)
{
	struct session *s = &table_of(screen)->session;
	struct status st = { 0 };
	struct analysis *a = learn_open(&s->match, session_person(s), over_from(s),
					s->catalog, &s->calibration, &st);
	if (a == NULL)
		ui_message(ui, "%s", st.text);
	else
		ui_push(ui, learn_screen(ui, a));
}
