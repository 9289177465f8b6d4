/* costliest.c - the costliest decisions of a game as rows of a list. See costliest.h. */
#include "ui/screens/costliest.h"

#include "src/lab/duplicate.h"
#include "ui/canvas.h"
#include "ui/screens/study.h"

#include <stdatomic.h>
#include <stdio.h>

#define WHOLE_W 60 /* columns of a row with its share of the pot */

struct analysis *
costliest_analysis(struct ui *ui, const struct match *m, struct status *st)
{
	static struct calibration calibration; /* copied when it opens */
	calibration_load(&calibration, &m->setup.game, NULL);
	calibration.by_hand = ui->settings.hand_win;
	return learn_open(m, duplicate_seat(m), ui->catalog, &calibration, st);
}

void
costliest_open(struct costliest *c, struct ui *ui, const struct match *m)
{
	struct status st = { 0 };
	match_copy(&c->match, m);
	c->open = true;
	c->a = costliest_analysis(ui, m, &st);
	if (c->a != NULL) {
		c->of = c->a->count;
		player_format(&c->a->player, c->player, sizeof c->player);
		analysis_start(c->a, 0, ui->wake_write, &st);
	}
	c->told = st.failed;
	snprintf(c->why, sizeof c->why, "%s", st.text);
}

void
costliest_close(struct costliest *c)
{
	analysis_close(c->a);
	if (c->open)
		match_close(&c->match);
}

struct analysis *
costliest_take(struct costliest *c)
{
	struct analysis *a = c->told ? c->a : NULL;
	if (a != NULL)
		c->a = NULL;
	return a;
}

/* ---- work ---- */

bool
costliest_busy(const struct costliest *c)
{
	return c->open && !c->told;
}

bool
costliest_tick(struct costliest *c)
{
	int question[LEARN_QUESTIONS];
	if (!costliest_busy(c))
		return false;
	const int before = c->done;
	const bool running = analysis_running(c->a);
	c->done = atomic_load(&c->a->done);
	if (running)
		return c->done != before;
	c->told = true;
	c->count = learn_questions(c->a, question, LEARN_QUESTIONS);
	for (int i = 0; i < c->count; i++)
		c->decision[i] = *analysis_move(c->a, question[i]);
	return true;
}

void
costliest_stop(struct costliest *c)
{
	if (c->a != NULL)
		analysis_stop(c->a);
}

void
costliest_pause(struct costliest *c, bool on)
{
	if (c->a != NULL)
		analysis_pause(c->a, on);
}

/* ---- rows ---- */

/* Their room is there from the start: nothing moves when they come. */
int
costliest_rows(const struct costliest *c)
{
	return !c->open ? 0 : 1 + (c->why[0] == '\0' ? LEARN_QUESTIONS : 0);
}

bool
costliest_opens(const struct costliest *c, int row)
{
	return row > 0 && row <= c->count;
}

static void
write_heading(const struct costliest *c, char *out, int size)
{
	const bool known = c->told && c->count > 0;
	char part[40] = "";
	if (c->done < c->of)
		snprintf(part, sizeof part, ": %d of %d judged", c->done, c->of);
	if (c->why[0] != '\0')
		snprintf(out, (size_t)size, "decisions not judged: %s", c->why);
	else if (c->told && !known)
		snprintf(out, (size_t)size,
			 "no clear mistake: no decision of yours cost more than chance%s",
			 part);
	else
		snprintf(out, (size_t)size, "costliest decisions, in %s%s",
			 analyze_unit(&c->match.setup.game), part);
}

void
costliest_draw(const struct costliest *c, struct canvas *canvas, struct rect r, int row,
	       enum role role)
{
	char heading[STATUS_TEXT + 40];
	struct text line = { 0 };
	if (row == 0) {
		write_heading(c, heading, sizeof heading);
		canvas_put_w(canvas, r.y, r.x, r.w, ROLE_DIM, heading);
	}
	if (!costliest_opens(c, row))
		return;
	learn_row(&c->match, &c->decision[row - 1], r.w < WHOLE_W, &line);
	canvas_put_w(canvas, r.y, r.x + 2, r.w - 2, role, line.s);
	text_free(&line);
}

/* With the judge's own search: the same figures. */
void
costliest_inspect(const struct costliest *c, struct ui *ui, int row)
{
	if (costliest_opens(c, row))
		study_open(ui, STUDY_INSPECT, &c->match, c->decision[row - 1].ply,
			   SEAT_ALL, c->player);
}
