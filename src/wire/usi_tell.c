/*
 * usi_tell.c - see usi_tell.h.
 *
 * Scores: centipawns of the chance to win by the game's calibration (info.h), without one of
 * where the value lies between the least and the most; a win that is proven is "mate" with the
 * plies of the line, or "mate +".
 */
#include "src/wire/usi_tell.h"

#include "src/wire/info.h"
#include "src/wire/serve.h"

#include "src/base/text.h"
#include "src/core/effort.h"

#include <math.h>
#include <stdio.h>

/* "cp 35" or "mate 5" of a value of the mover. */
static void
format_score(const struct usi_told *t, const double *value, const double *win, int plies,
	     char *out, size_t size)
{
	const int mover = t->snap->mover;
	struct bounds b;
	t->g->knowledge->bounds(t->g, t->root, &b);
	const double unit = game_unit(t->g);
	const double low = b.low[mover] / unit, high = b.high[mover] / unit;
	const double x = value[mover];
	const bool won = x >= high, lost = x <= low;
	if ((won || lost) && plies > 0)
		snprintf(out, size, "mate %s%d", lost ? "-" : "", plies);
	else if (won || lost)
		snprintf(out, size, "mate %s", lost ? "-" : "+");
	else
		snprintf(out, size, "cp %.0f",
			 info_centipawns(isnan(win[mover]) ? (x - low) / (high - low)
							   : win[mover]));
}

/* The line as far as it is legal; *mates: its last move ends the game. */
static void
usi_tell_format_line(const struct usi_told *t, const move *line, int n, struct text *out,
		     bool *mates)
{
	struct game g = *t->g;
	struct state at = *t->root;
	*mates = false;
	for (int i = 0; i < n; i++) {
		char text[MOVE_TEXT];
		const int seat = game_mover(&g, &at);
		if (seat < 0 || !game_legal(&g, &at, seat, line[i]))
			return;
		g.text->format_move(&g, &at, seat, line[i], text, sizeof text);
		text_add(out, " %s", text);
		g.rules->play(&g, &at, seat, line[i], &at);
	}
	*mates = n > 0 && game_mover(&g, &at) < 0;
}

void
usi_tell_row(const struct usi_told *t, int row, int number)
{
	const struct snapshot *s = t->snap;
	const struct stats_move *m = &s->moves[row];
	const bool first = row == 0;
	struct text line = { 0 };
	char score[40], effort[80];
	bool mates;
	usi_tell_format_line(t, first && s->pv_count > 0 ? s->pv : &m->m,
			     first && s->pv_count > 0 ? s->pv_count : 1, &line, &mates);
	format_score(t, m->value, m->win, mates ? first ? s->pv_count : 1 : 0, score,
		     sizeof score);
	const bool own = !first && m->status == MOVE_EXACT && m->depth > 0;
	const int depth = own ? m->depth : s->depth;
	effort_format(s, "nodes {nodes=} nps {nodes_per_s=} time {elapsed_ms}", effort,
		      sizeof effort);
	serve_say("info depth %d seldepth %d multipv %d score %s%s %s pv%s", depth,
		  s->seldepth > depth ? s->seldepth : depth, number, score,
		  m->status == MOVE_AT_MOST    ? " upperbound"
		  : m->status == MOVE_AT_LEAST ? " lowerbound"
					       : "",
		  effort, line.s != NULL ? line.s : "");
	text_free(&line);
}

void
usi_tell_best(const struct usi_told *t, move m)
{
	const struct snapshot *s = t->snap;
	char best[MOVE_TEXT], next[MOVE_TEXT];
	struct state after;
	struct game g = *t->g;
	const int seat = game_mover(&g, t->root);
	g.text->format_move(&g, t->root, seat, m, best, sizeof best);
	g.rules->play(&g, t->root, seat, m, &after);
	const int other = game_mover(&g, &after);
	if (s->pv_count < 2 || s->pv[0] != m || other < 0 ||
	    !game_legal(&g, &after, other, s->pv[1])) {
		serve_say("bestmove %s", best);
		return;
	}
	g.text->format_move(&g, &after, other, s->pv[1], next, sizeof next);
	serve_say("bestmove %s ponder %s", best, next);
}
