/*
 * outside_report.c - the reports of an outside engine on its search, as a snapshot, and its answer.
 */
#include "src/wire/outside.h"

#include "src/wire/info.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORD 64

/* ---- what it thinks ------------------------------------------------------------------- */

/* The moves of a line, from the root, as far as they are legal. */
static int
outside_report_read_line(const struct search *s, const char *text, move *out, int most)
{
	const struct game *g = s->game;
	struct state at = s->root;
	struct game plain = *g;
	char word[WORD];
	int n = 0;
	plain.past = NULL;
	while (n < most && engine_word(&text, word, sizeof word)) {
		const int seat = game_mover(&plain, &at);
		const move m = seat < 0 ? MOVE_NONE
					: dialect_read_move(outside_of(s)->dialect,
							    &plain, &at, seat, word);
		if (m == MOVE_NONE)
			break;
		out[n++] = m;
		plain.rules->play(&plain, &at, seat, m, &at);
	}
	return n;
}

static void
fill_values(const struct search *s, double win, struct stats_move *row)
{
	const struct outside *x = outside_of(s);
	const int other = !s->mover;
	row->win[s->mover] = win;
	row->win[other] = 1 - win;
	row->value[s->mover] = x->low + (x->high - x->low) * win;
	row->value[other] = x->low + (x->high - x->low) * (1 - win);
}

static double
outside_report_win_of(const struct outside *x, const struct info *in)
{
	if (in->mate)
		return in->score > 0 ? 1 : 0;
	return info_win((double)in->score, x->protocol->scale);
}

static const struct gauge gauge_mate = {
	"mate", "", "the engine sees a mate in so many moves; below 0 it is mated"
};
static const struct gauge gauge_cp = { "cp", "centipawns",
				       "the engine's own score, for the seat to move" };
static const struct gauge gauge_hashfull = { "hashfull", "permille",
					     "how full the engine's table is" };
const struct gauge *const outside_gauges[] = { &gauge_mate, &gauge_cp, &gauge_hashfull,
					       NULL };

static void
report_first(struct search *s, const struct info *in, const struct stats_move *row)
{
	struct snapshot *l = &s->live;
	memcpy(l->value, row->value, sizeof l->value);
	memcpy(l->win, row->win, sizeof l->win);
	snapshot_note_best(l, row->m, row->value[s->mover]);
	if (in->mate)
		search_gauge(s, &gauge_mate,
			     fabs((double)in->score) >= INFO_MATE ? 0
								  : (double)in->score);
	else
		search_gauge(s, &gauge_cp, (double)in->score);
}

static void
note_line(struct search *s, const struct info *in)
{
	struct snapshot *l = &s->live;
	move line[STATS_PV];
	const int n = outside_report_read_line(s, in->pv, line, STATS_PV);
	const int64_t at = in->multipv > 0 ? in->multipv - 1 : 0;
	if (n == 0 || !in->scored || at >= OUTSIDE_ROWS)
		return;
	struct stats_move *row = guest_row(s, (int)at, line[0]);
	fill_values(s, outside_report_win_of(outside_of(s), in), row);
	row->depth = (int16_t)(in->depth > 0 ? in->depth : 0);
	row->visits = in->nodes > 0 ? in->nodes : l->nodes;
	row->status = in->mate	  ? MOVE_EXACT
		      : in->upper ? MOVE_AT_MOST
		      : in->lower ? MOVE_AT_LEAST
				  : MOVE_OPEN;
	if (row != l->moves)
		return;
	l->pv_count = n;
	memcpy(l->pv, line, (size_t)n * sizeof *line);
	report_first(s, in, row);
}

void
outside_note_info(struct search *s, const char *text)
{
	struct snapshot *l = &s->live;
	struct info in;
	if (!info_read(text, &in))
		return;
	l->depth = in.depth > 0 ? (int32_t)in.depth : l->depth;
	l->seldepth = in.seldepth > 0 ? (int32_t)in.seldepth : l->seldepth;
	l->nodes = in.nodes > 0 ? in.nodes : l->nodes;
	if (in.hashfull >= 0)
		search_gauge(s, &gauge_hashfull, (double)in.hashfull);
	if (in.pv != NULL)
		note_line(s, &in);
}

/* ---- its answer ----------------------------------------------------------------------- */

/* It gives up. Where a game cannot end so, its best line, or any move, is played on. */
static void
choose_resigned(struct search *s)
{
	move list[MOVES_MAX];
	s->game->rules->moves(s->game, &s->root, s->mover, list);
	snapshot_note(&s->live, "the engine resigns");
	s->live.resigned = true;
	guest_choose(s, s->live.move_count > 0 ? s->live.moves[0].m : list[0]);
}

void
outside_take_answer(struct search *s, const char *line, enum stop_reason reason)
{
	struct outside *x = outside_of(s);
	char word[WORD] = "";
	line += strlen("bestmove");
	engine_word(&line, word, sizeof word);
	const move m = dialect_read_move(x->dialect, s->game, &s->root, s->mover, word);
	if (m != MOVE_NONE)
		guest_choose(s, m);
	else if (strcmp(word, "resign") == 0)
		choose_resigned(s);
	else {
		for (char *p = word; *p != '\0'; p++)
			*p = *p < ' ' || *p > '~' ? '?' : *p;
		struct status st = { 0 };
		status_fail(&st, "%s plays \"%s\", which is not a legal move",
			    x->guest.engine.program, word);
		guest_fail(s, &x->guest, &st);
		return;
	}
	s->live.stop = reason;
}
