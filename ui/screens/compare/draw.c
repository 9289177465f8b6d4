/*
 * draw.c - the picture of the compare screen: panes, table of moves, strip.
 *
 * Every pane has the same meters, and their bars the same scale: the largest figure of any
 * player fills a bar. Only the rows of effort, nodes/s and time depend on a clock.
 */
#include "ui/screens/compare/private.h"

#include "src/core/effort.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PANE_W	   33 /* columns of a pane, at least */
#define BARS_H	   10 /* rows from which a pane has meters */
#define BOTTOM	   2  /* verdict and strip */
#define MOVES_H	   8  /* rows of the table of moves below the board, at least */
#define BOARD_H	   21
#define CELL_W	   8
#define STRIP_HEAD 7

/* A value as people count it in this game. */
static void
compare_draw_points(const struct compare_screen *s, const struct stats_move *m, char *out,
		    int size)
{
	static const char *const up[] = { "", "", "<=", ">=", "~", "=", "" };
	static const char *const down[] = { "", "", ">=", "<=", "~", "=", "" };
	const struct board_ops *ops = s->board.ops;
	const bool turned = ops->value_name != NULL;
	char text[16];
	if (m->status == MOVE_UNSEARCHED) {
		snprintf(out, (size_t)size, "%s", "");
		return;
	}
	const double value = m->value[s->compare.mover];
	value_text(&s->compare.game, turned ? ops->value_top - value : value, text,
		   sizeof text);
	snprintf(out, (size_t)size, "%s%s", (turned ? down : up)[m->status], text);
}

static void
move_name(const struct compare_screen *s, move m, char *out, int size)
{
	const struct compare *c = &s->compare;
	snprintf(out, (size_t)size, "...");
	if (m != MOVE_NONE)
		game_say_move(&c->game, &c->q.root, c->mover, m, out, size);
}

static void
compare_draw_share_text(char *out, int size, double share)
{
	if (isnan(share))
		snprintf(out, (size_t)size, "-");
	else
		snprintf(out, (size_t)size, "%.0f%%", share * 100);
}

/* ------------------------------------------------------------------ a pane */

/* The largest figures of any player: what fills a bar. */
struct compare_scale {
	double nodes, rate, depth;
};

static double
largest(double a, double b)
{
	return b > a ? b : a;
}

static struct compare_scale
scale_of(const struct compare *c)
{
	struct compare_scale x = { 1, 1, 1 };
	for (int i = 0; i < c->count; i++) {
		const struct snapshot *s = &c->player[i].snap;
		if (!c->player[i].known)
			continue;
		x.nodes = largest(x.nodes, (double)s->nodes);
		x.rate = largest(x.rate, effort_value(s, "nodes_per_s"));
		x.depth = largest(x.depth, s->seldepth);
	}
	return x;
}

/* Of a player that runs or has not begun. */
static const char *
compare_draw_phase_of(const struct compare *c, const struct compare_player *p)
{
	return p->worker == NULL ? "waits" : c->paused ? "paused" : "runs";
}

static void
title_row(const struct compare_screen *s, struct canvas *c, struct rect r, int i)
{
	const struct compare *cmp = &s->compare;
	const struct compare_player *p = &cmp->player[i];
	char name[MOVE_TEXT], value[24] = "", win[12] = "", label[PLAYER_TEXT];
	const bool valued = p->known && p->snap.move_count > 0;
	move_name(s, compare_move(cmp, i), name, sizeof name);
	if (valued) {
		const double w = p->snap.win[cmp->mover];
		compare_draw_points(s, &p->snap.moves[0], value, sizeof value);
		if (!isnan(w))
			compare_draw_share_text(win, sizeof win, w);
	}
	int move_w = canvas_width(name);
	move_w = move_w < 5 ? 5 : move_w > 12 ? 12 : move_w;
	const int x = r.x + r.w - move_w - 13;
	canvas_putf(c, r.y, r.x, compare_role(i), "%c", compare_letter(i));
	canvas_flags(c, r.y, r.x, 1, CELL_REVERSE | CELL_BOLD);
	compare_label(p->text, label, sizeof label);
	canvas_put_w(c, r.y, r.x + 2, x - r.x - 3, i == s->focus ? ROLE_STRONG : ROLE_DIM,
		     label);
	if (i == s->focus)
		canvas_flags(c, r.y, r.x + 2, x - r.x - 3, CELL_UNDERLINE);
	canvas_put_w(c, r.y, x, move_w, ROLE_STRONG, name);
	canvas_put_w(c, r.y, x + move_w, -8, ROLE_TEXT, value);
	canvas_put_w(c, r.y, x + move_w + 8, -5, ROLE_TEXT, win);
}

static void
effort_row(const struct compare_screen *s, struct canvas *c, struct rect r, int y, int i)
{
	const struct compare_player *p = &s->compare.player[i];
	const struct snapshot *n = &p->snap;
	char phase[60], line[160];
	if (p->done)
		compare_ended(&s->compare, i, true, phase, sizeof phase);
	else
		snprintf(phase, sizeof phase, "%s",
			 compare_draw_phase_of(&s->compare, p));
	effort_format(n,
		      r.w >= 46
			      ? "effort {depth=}/{seldepth=} {nodes:5} {nodes_per_s:5}/s "
				"cut {cut} {elapsed} "
			      : "depth {depth=}, {nodes} nodes; ",
		      line, sizeof line);
	const int used = p->known ? canvas_width(line) : 0;
	canvas_put_w(c, y, r.x + 2, r.w - 2, ROLE_TEXT, p->known ? line : "");
	canvas_put_w(c, y, r.x + 2 + used, r.w - 2 - used, ROLE_TEXT, phase);
}

static void
meter(struct canvas *c, struct rect r, int y, const char *name, const char *figure,
      double share)
{
	canvas_put_w(c, y, r.x + 2, 13, ROLE_DIM, name);
	canvas_put_w(c, y, r.x + 15, -7, ROLE_TEXT, figure);
	if (!isnan(share))
		canvas_bar(c, y, r.x + 23, r.w - 24, ROLE_BAR, share > 1 ? 1 : share);
}

/* Five meters, one a row, and what ended the search. */
static int
meters(const struct compare_screen *s, struct canvas *c, struct rect r, int y, int i)
{
	const struct compare_player *p = &s->compare.player[i];
	const struct snapshot *n = &p->snap;
	const struct compare_scale top = scale_of(&s->compare);
	const double win = n->win[s->compare.mover],
		     rate = effort_value(n, "nodes_per_s");
	const struct {
		const char *name, *format;
		double share;
	} effort[] = {
		{ "depth", "{depth=}/{seldepth=}", n->seldepth / top.depth },
		{ "nodes", "{nodes}", (double)n->nodes / top.nodes },
		{ "nodes/s", "{nodes_per_s}", isnan(rate) ? 0 : rate / top.rate },
		{ "cut", "{cut}", effort_value(n, "cut") },
	};
	char text[24], spent[12], ended[80];
	if (!p->known) {
		canvas_put(c, y, r.x + 2, ROLE_DIM,
			   compare_draw_phase_of(&s->compare, p));
		return y + 6;
	}
	compare_draw_share_text(text, sizeof text, win);
	meter(c, r, y++, "win", text, win);
	for (size_t k = 0; k < sizeof effort / sizeof *effort; k++) {
		effort_format(n, effort[k].format, text, sizeof text);
		meter(c, r, y++, effort[k].name, text, effort[k].share);
	}
	effort_format(n, "{elapsed}", spent, sizeof spent);
	if (!p->done) {
		canvas_putf(c, y++, r.x + 2, ROLE_DIM, "time %s  %s", spent,
			    compare_draw_phase_of(&s->compare, p));
		return y;
	}
	compare_ended(&s->compare, i, false, ended, sizeof ended);
	if (canvas_width(ended) + canvas_width(spent) + 16 > r.w)
		compare_ended(&s->compare, i, true, ended, sizeof ended);
	canvas_putf(c, y++, r.x + 2, ROLE_DIM, "time %s  ended: %s", spent, ended);
	return y;
}

/* Columns for a move: those left by its rank and three figures. */
static int
compare_draw_name_width(struct rect r)
{
	return r.w - 26 < 14 ? r.w - 26 : 14;
}

static void
candidate_row(const struct compare_screen *s, struct canvas *c, struct rect r, int y,
	      int i, int rank)
{
	const struct snapshot *n = &s->compare.player[i].snap;
	const struct stats_move *m = &n->moves[rank];
	char name[MOVE_TEXT], value[24], win[12] = "", count[12] = "";
	move_name(s, m->m, name, sizeof name);
	compare_draw_points(s, m, value, sizeof value);
	if (m->status != MOVE_UNSEARCHED && !isnan(m->win[s->compare.mover]))
		compare_draw_share_text(win, sizeof win, m->win[s->compare.mover]);
	const bool older = snapshot_is_older(n, m);
	if (older)
		snprintf(count, sizeof count, "d%d", m->depth);
	else if (m->visits > 0)
		text_format_count(count, sizeof count, (double)m->visits);
	const enum role role = older ? ROLE_DIM : ROLE_TEXT;
	const int name_w = compare_draw_name_width(r);
	canvas_putf(c, y, r.x + 2, ROLE_DIM, "%2d", rank + 1);
	canvas_put_w(c, y, r.x + 5, name_w, rank == 0 ? ROLE_STRONG : role, name);
	canvas_put_w(c, y, r.x + 5 + name_w, -8, role, value);
	canvas_put_w(c, y, r.x + 13 + name_w, -6, role, win);
	canvas_put_w(c, y, r.x + 19 + name_w, -7, role, count);
}

static void
candidate_head(const struct compare_screen *s, struct canvas *c, struct rect r, int y,
	       int i)
{
	const struct snapshot *n = &s->compare.player[i].snap;
	const int name_w = compare_draw_name_width(r);
	canvas_put(c, y, r.x + 5, ROLE_DIM, "move");
	canvas_put_w(c, y, r.x + 5 + name_w, -8, ROLE_DIM,
		     decision_game(&s->decision)->ops->point_name);
	canvas_put_w(c, y, r.x + 13 + name_w, -6, ROLE_DIM, "win");
	canvas_put_w(c, y, r.x + 19 + name_w, -7, ROLE_DIM,
		     n->visits_of != NULL ? n->visits_of : "");
}

/* From top to bottom: player and choice, meters, the line, candidates. */
static void
player_pane(const struct compare_screen *s, struct canvas *c, struct rect r, int i)
{
	const struct compare_player *p = &s->compare.player[i];
	const struct rect old = canvas_clip(c, r);
	int y = r.y;
	char line[300] = "";
	title_row(s, c, r, i);
	y++;
	if (p->refused[0] != '\0') {
		canvas_put_w(c, y, r.x + 2, r.w - 2, ROLE_WARN, p->refused);
		canvas_clip(c, old);
		return;
	}
	if (r.h >= BARS_H)
		y = meters(s, c, r, y, i);
	else
		effort_row(s, c, r, y++, i);
	if (p->known)
		snapshot_format_pv(&p->snap, &s->compare.game, &s->compare.q.root,
				   STATS_PV, line, sizeof line);
	canvas_put(c, y, r.x + 2, ROLE_DIM, "line");
	canvas_put_w(c, y++, r.x + 7, r.w - 7, ROLE_TEXT, line);
	const struct stats_words *words = p->known ? snapshot_words(&p->snap) : NULL;
	if (words != NULL && words->thought[0] != '\0') {
		snprintf(line, sizeof line, "%.40s says: \"%s\"", words->by,
			 words->thought);
		canvas_put_words(c, (struct rect){ y, r.x + 2, 2, r.w - 2 }, ROLE_TEXT,
				 line);
		y += 2;
	}
	const bool head = p->known && r.y + r.h - y >= 3;
	if (head)
		candidate_head(s, c, r, y++, i);
	/* The first is in the title: with few rows begin with the second. */
	for (int k = !head; p->known && k < p->snap.move_count && y < r.y + r.h; k++)
		candidate_row(s, c, r, y++, i, k);
	canvas_clip(c, old);
}

/* Panes side by side and below each other, all of one size. */
static void
panes_draw(struct compare_screen *s, struct canvas *c, struct rect r)
{
	const int n = s->compare.count;
	int columns = r.w / PANE_W;
	columns = columns < 1 ? 1 : columns > n ? n : columns;
	if (columns < 1)
		return;
	const int rows = (n + columns - 1) / columns;
	columns = (n + rows - 1) / rows; /* no empty column */
	const int w = r.w / columns, h = r.h / rows;
	for (int i = 0; i < n; i++) {
		const struct rect p = { r.y + i / columns * h, r.x + i % columns * w, h,
					w - 1 };
		s->pane[i] = p;
		player_pane(s, c, p, i);
	}
}

/* ------------------------------------------------------------------ the table of moves */

/* A player's value of a move, and behind it whether it is the choice, or older than others. */
static void
move_cell(const struct compare_screen *s, struct canvas *c, int y, int x, int w, int i,
	  move m)
{
	const struct compare *cmp = &s->compare;
	const struct stats_move *row = compare_row(cmp, i, m);
	const bool chosen = compare_move(cmp, i) == m;
	const bool older =
		row != NULL && snapshot_is_older(&cmp->player[i].snap, row) && !chosen;
	char text[40] = "";
	if (row != NULL)
		compare_draw_points(s, row, text, sizeof text);
	canvas_put_w(c, y, x, -(w - 1),
		     chosen  ? ROLE_STRONG
		     : older ? ROLE_DIM
			     : ROLE_TEXT,
		     text);
	if (chosen || older)
		canvas_put(c, y, x + w - 1, chosen ? compare_role(i) : ROLE_DIM,
			   chosen ? "*" : "'");
}

static void
compare_draw_moves_draw(const struct compare_screen *s, struct canvas *c, struct rect r)
{
	static move m[STATS_MOVES * COMPARE_PLAYERS];
	const struct compare *cmp = &s->compare;
	const int n = compare_moves(cmp, m, STATS_MOVES * COMPARE_PLAYERS);
	const int cell =
		(r.w - 10) / cmp->count < CELL_W ? (r.w - 10) / cmp->count : CELL_W;
	const int name_w =
		r.w - cell * cmp->count - 1 < 14 ? r.w - cell * cmp->count - 1 : 14;
	pane_heading(c, r.y, r.x, r.w, "every move, every player: * choice, ' earlier",
		     false);
	for (int i = 0; i < cmp->count; i++) {
		canvas_putf(c, r.y + 1, r.x + name_w + (i + 1) * cell - 2,
			    compare_role(i), "%c", compare_letter(i));
		canvas_flags(c, r.y + 1, r.x + name_w + (i + 1) * cell - 2, 1, CELL_BOLD);
	}
	for (int k = 0; k < n && k + 2 < r.h; k++) {
		char text[MOVE_TEXT];
		move_name(s, m[k], text, sizeof text);
		canvas_put_w(c, r.y + 2 + k, r.x, name_w, ROLE_TEXT, text);
		for (int i = 0; i < cmp->count; i++)
			move_cell(s, c, r.y + 2 + k, r.x + name_w + i * cell, cell, i,
				  m[k]);
	}
}

/* ------------------------------------------------------------------ the strip */

/* The move of the record at this ply, when the view may know it. */
static void
played_text(const struct compare_screen *s, char *out, int size)
{
	const struct match *m = &s->decision.match;
	const int ply = s->decision.ply;
	const move played = decision_played(&s->decision);
	char text[MOVE_TEXT];
	out[0] = '\0';
	if (played == MOVE_NONE || m->plies[ply].seat != s->compare.mover)
		return;
	move_name(s, played, text, sizeof text);
	snprintf(out, (size_t)size, "  played: %s", text);
}

static void
strip_draw(struct compare_screen *s, struct canvas *c, struct rect r)
{
	static const char glyphs[] = { '.', '=', 'x' };
	static const enum role roles[] = { ROLE_DIM, ROLE_GOOD, ROLE_BAD };
	const int list_w = r.w >= 60 ? 30 : 0; /* of the plies named */
	const int w = r.w - STRIP_HEAD - list_w, ply = s->decision.ply;
	int first = ply - w / 2;
	if (first > s->ply_count - w)
		first = s->ply_count - w;
	if (first < 0)
		first = 0;
	canvas_put(c, r.y, r.x, ROLE_DIM, "plies");
	s->strip = (struct rect){ r.y, r.x + STRIP_HEAD, 1, w };
	s->strip_first = first;
	for (int k = 0; k < w && first + k < s->ply_count; k++) {
		const uint8_t is = s->plies[first + k];
		canvas_putf(c, r.y, r.x + STRIP_HEAD + k, roles[is], "%c", glyphs[is]);
		if (first + k == ply)
			canvas_flags(c, r.y, r.x + STRIP_HEAD + k, 1, CELL_REVERSE);
	}
	char list[120] = "";
	int n = 0;
	for (int k = 0; k < s->ply_count && n < 24; k++)
		if (s->plies[k] == PLY_SPLIT)
			n += snprintf(list + n, sizeof list - (size_t)n, "%s%d",
				      n > 0 ? " " : "", k + 1);
	if (n > 0 && list_w > 0)
		canvas_putf(c, r.y, r.x + r.w - 29, ROLE_DIM, "differ at move%s %.13s",
			    strchr(list, ' ') != NULL ? "s" : "", list);
}

/* The verdict without its verbs: "A C: 3  B: 1". */
static void
short_verdict(const struct compare_screen *s, char *out, int size)
{
	struct compare_choice choice[COMPARE_PLAYERS];
	const int choices = compare_choices(&s->compare, choice);
	int n = 0;
	out[0] = '\0';
	for (int i = 0; i < choices && n < size; i++) {
		char name[MOVE_TEXT];
		move_name(s, choice[i].m, name, sizeof name);
		n += snprintf(out + n, (size_t)(size - n), "%s", i > 0 ? "  " : "");
		for (int k = 0; k < s->compare.count && n < size; k++)
			if (choice[i].players >> k & 1)
				n += snprintf(out + n, (size_t)(size - n), "%c",
					      compare_letter(k));
		if (n < size)
			n += snprintf(out + n, (size_t)(size - n), " %s", name);
	}
}

static void
bottom_draw(struct compare_screen *s, struct canvas *c, struct rect r)
{
	char verdict[240], played[MOVE_TEXT + 16];
	compare_verdict(&s->compare, verdict, sizeof verdict);
	if (canvas_width(verdict) > r.w)
		short_verdict(s, verdict, sizeof verdict);
	played_text(s, played, sizeof played);
	const char *said = verdict[0] != '\0' ? verdict : "no player has chosen yet";
	canvas_put_w(c, r.y, r.x, r.w, ROLE_STRONG, said);
	canvas_put(c, r.y, r.x + canvas_width(said), ROLE_DIM, played);
	strip_draw(s, c, (struct rect){ r.y + 1, r.x, 1, r.w });
}

/* ------------------------------------------------------------------ the whole */

static void
compare_draw_draw_small(struct compare_screen *s, struct canvas *c, struct rect a)
{
	const int n = s->compare.count;
	if (s->face == FACE_MOVES) {
		compare_draw_moves_draw(s, c, a);
		return;
	}
	for (int i = 0; i < n && i < a.h; i++) {
		s->pane[i] = (struct rect){ a.y + i, a.x, 1, a.w };
		title_row(s, c, s->pane[i], i);
	}
	if (a.h - n >= 6)
		compare_draw_board(s, c, (struct rect){ a.y + n, a.x, a.h - n, a.w });
}

static void
draw_left(struct compare_screen *s, struct canvas *c, struct rect r)
{
	const bool both = r.h >= BOARD_H + MOVES_H;
	if (both) {
		const int moves = r.h - BOARD_H > 22 ? 22 : r.h - BOARD_H;
		compare_draw_board(s, c, (struct rect){ r.y, r.x, r.h - moves, r.w });
		compare_draw_moves_draw(s, c,
					(struct rect){ r.y + r.h - moves, r.x, moves,
						       r.w });
	} else if (s->face == FACE_MOVES)
		compare_draw_moves_draw(s, c, r);
	else
		compare_draw_board(s, c, r);
}

void
compare_draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	const struct game *g = decision_game(&s->decision);
	char title[240], headline[120] = "", sharing[80], right[120];
	compare_set_board(s);
	g->view->headline(g, &s->board.state, s->decision.viewer, headline,
			  sizeof headline);
	const char *mover = g->text->seat_name(g, s->compare.mover);
	if (strstr(headline, " to move") != NULL)
		snprintf(title, sizeof title, "compare  %s  %s", g->ops->title, headline);
	else
		snprintf(title, sizeof title, "compare  %s  %s  %s to move",
			 g->ops->title, headline, mover);
	compare_sharing(&s->compare, sharing, sizeof sharing);
	snprintf(right, sizeof right, "%s%s", s->compare.paused ? "PAUSED " : "",
		 sharing);
	if (canvas_width(title) + canvas_width(right) + 4 > c->w)
		snprintf(title, sizeof title, "compare  %s  %s to move", g->ops->title,
			 mover);
	const struct rect a = ui_chrome(ui, screen, c, title, right);
	board_seat_roles(g, c);
	memset(s->pane, 0, sizeof s->pane);
	s->strip = (struct rect){ 0 };
	const int bottom = a.h > BOTTOM ? BOTTOM : 0;
	const struct rect top = { a.y, a.x, a.h - bottom, a.w };
	if (s->face == FACE_ONE) {
		s->pane[s->focus] = top;
		player_pane(s, c, top, s->focus);
	} else if (a.w < 80 || a.h < 18)
		compare_draw_draw_small(s, c, top);
	else {
		const int left = a.w >= 110 ? a.w * 2 / 5 : a.w / 2;
		draw_left(s, c, (struct rect){ top.y, top.x, top.h, left });
		canvas_vline(c, top.y, top.x + left, top.h, ROLE_FRAME);
		panes_draw(s, c,
			   (struct rect){ top.y, top.x + left + 2, top.h,
					  top.w - left - 2 });
	}
	if (bottom > 0)
		bottom_draw(s, c, (struct rect){ a.y + a.h - bottom, a.x, bottom, a.w });
}
