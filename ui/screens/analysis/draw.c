/*
 * draw.c - the picture of the analysis: list, seats, graph, board.
 *
 * Narrow screens have list and graph, Enter puts the board of the decision in their place; wide
 * ones show all of it. Where only one person's knowledge may be seen, the board shows no more
 * either.
 */
#include "ui/screens/analysis/private.h"

#include "src/base/text.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define LIST_W 46
#define WIDE   118 /* columns from which the board stands beside the list */

/* ---- the board ---- */

int
analysis_viewer(const struct analysis_view *v, int ply)
{
	const struct analyze_options *o = &v->a->options;
	return o->person == SEAT_ALL || ply < o->closed ? SEAT_ALL : o->person;
}

static void
analysis_draw_set_board(struct analysis_view *v, const struct analyze_move *m, int ply,
			int seat)
{
	const struct match *match = &v->a->match;
	const struct game *g = analysis_game(v);
	struct board *b = &v->board;
	b->viewer = analysis_viewer(v, ply);
	b->bottom = b->turn = b->chooser = seat;
	match_view_at(match, ply, b->viewer, &b->state);
	for (int i = 0; i < g->seats; i++)
		b->names[i] = setup_seat_word(&match->setup, i);
	board_set_moves(b, &match->states[ply]);
	board_cancel(b);
	board_show(b, m != NULL && m->best != MOVE_NONE ? m->best : match->plies[ply].m);
}

static void
analysis_draw_draw_board(struct analysis_view *v, struct canvas *c, struct rect r)
{
	const int i = analysis_chosen(v);
	if (i < 0)
		return;
	const struct analyze_move *m = analysis_move(v->a, i);
	/* ply, seat and move are there from the start */
	analysis_draw_set_board(v, m, v->a->move[i].ply, v->a->move[i].seat);
	const struct rect old = canvas_clip(c, r);
	v->board.ops->draw(&v->board, c, r);
	canvas_clip(c, old);
}

/* ---- list, seats, graph ---- */

static void
analysis_draw_draw_row(const struct analysis_view *v, struct canvas *c, struct rect r,
		       int y, int i, bool at)
{
	const struct game *g = analysis_game(v);
	const struct analyze_move *d = &v->a->move[i], *m = analysis_move(v->a, i);
	static const enum role roles[LABELS] = { ROLE_TEXT, ROLE_WARN, ROLE_WARN,
						 ROLE_BAD };
	char played[MOVE_TEXT], best[MOVE_TEXT] = "", loss[16] = "", win[16] = "";
	const enum role role = at ? ROLE_CURSOR : m == NULL ? ROLE_DIM : roles[m->label];
	const struct state *s = &v->a->match.states[d->ply];
	g->text->format_move(g, s, d->seat, d->played, played, sizeof played);
	if (m != NULL) {
		analyze_format_loss(g, m, loss, sizeof loss);
		if (m->best != MOVE_NONE && m->best != m->played)
			g->text->format_move(g, s, d->seat, m->best, best, sizeof best);
		if (m->lost > 0)
			snprintf(win, sizeof win, "%.1f", m->lost * 100);
	}
	if (at) {
		canvas_fill(c, (struct rect){ y, r.x, 1, r.w }, role, " ");
		c->cursor_y = y;
		c->cursor_x = r.x;
	}
	char ply[12];
	snprintf(ply, sizeof ply, "%d", d->ply + 1);
	canvas_put_w(c, y, r.x, -4, at ? role : ROLE_DIM, ply);
	canvas_putf(c, y, r.x + 5, at ? role : (enum role)(ROLE_SEAT_0 + d->seat), "%c",
		    game_seat_letter(g, d->seat));
	canvas_put_w(c, y, r.x + 7, 10, role, played);
	canvas_put_w(c, y, r.x + 18, -6, role, loss);
	canvas_put_w(c, y, r.x + 25, -5, role, win);
	canvas_put_w(c, y, r.x + 31, 2, role,
		     m != NULL ? analyze_label_marks[m->label] : "");
	canvas_put_w(c, y, r.x + 34, r.w - 34, at ? role : ROLE_DIM, best);
}

static void
analysis_draw_draw_list(struct analysis_view *v, struct canvas *c, struct rect r)
{
	char head[48];
	snprintf(head, sizeof head, " ply   move         loss %s%%-    best",
		 analyze_measure(analysis_game(v))->name);
	canvas_put_w(c, r.y, r.x, r.w, ROLE_DIM, head);
	const struct rect in = { r.y + 1, r.x, r.h - 1, r.w - 1 };
	const int rows = list_fit(&v->list, in);
	for (int k = 0; k < in.h && v->list.top + k < rows; k++)
		analysis_draw_draw_row(v, c, in, in.y + k, v->row[v->list.top + k],
				       v->list.top + k == v->list.at);
	list_draw_more(&v->list, c, (struct rect){ in.y, r.x, in.h, r.w });
	if (rows == 0)
		canvas_put(c, in.y, r.x, ROLE_TEXT,
			   "No decision has a label: f lists all.");
}

static void
analysis_draw_draw_seats(const struct analysis_view *v, struct canvas *c, struct rect r)
{
	const struct game *g = analysis_game(v);
	canvas_put_w(c, r.y, r.x, r.w, ROLE_DIM, "seat   accuracy  loss   ?! ?  ??");
	for (int i = 0; i < g->seats && i + 1 < r.h; i++) {
		struct analyze_seat s;
		char accuracy[12] = "", loss[12] = "";
		analysis_seat(v->a, i, &s);
		if (!isnan(s.accuracy))
			snprintf(accuracy, sizeof accuracy, "%.1f%%", s.accuracy * 100);
		if (!isnan(s.told))
			snprintf(loss, sizeof loss, "%.2f", text_shown(s.told, 2));
		const int y = r.y + 1 + i;
		canvas_put_w(c, y, r.x, 6, (enum role)(ROLE_SEAT_0 + i),
			     g->text->seat_name(g, i));
		canvas_put_w(c, y, r.x + 7, -8, ROLE_TEXT, accuracy);
		canvas_put_w(c, y, r.x + 16, -5, ROLE_TEXT, loss);
		canvas_putf(c, y, r.x + 23, ROLE_TEXT, "%3d%3d%3d",
			    s.count[LABEL_INACCURACY], s.count[LABEL_MISTAKE],
			    s.count[LABEL_BLUNDER]);
	}
}

static bool
analysis_draw_win_at(const void *self, int ply, float *win)
{
	return analysis_win(self, ply, win);
}

struct win_graph
analysis_graph(const struct analysis_view *v)
{
	const int i = analysis_chosen(v);
	return (struct win_graph){ .game = analysis_game(v),
				   .plies = v->a->match.at,
				   .mark = i >= 0 ? v->a->move[i].ply : -1,
				   .at = analysis_draw_win_at,
				   .self = v->a };
}

static void
draw_graph(struct analysis_view *v, struct canvas *c, struct rect r)
{
	const struct win_graph w = analysis_graph(v);
	pane_heading(c, r.y, r.x, r.w, "win probability over the game", false);
	v->graph = (struct rect){ r.y + 1, r.x, r.h - 1, r.w };
	const struct analyze_move *m = &v->a->move[0];
	if (v->a->calibration.stages == 0)
		canvas_put_w(c, r.y + 1, r.x, r.w, ROLE_DIM,
			     !isnan(m->pot)
				     ? "none: chips count here"
				     : "unknown for this variant: `plyscope calibrate`");
	else
		win_graph_draw(c, v->graph, &w);
}

/* List at the left; seats and graph, with room the board, at the right. */
static void
draw_wide(struct analysis_view *v, struct canvas *c, struct rect r)
{
	const int seats = analysis_game(v)->seats + 1;
	const bool board = r.w >= WIDE && r.h >= 24;
	const struct rect right = { r.y, r.x + LIST_W + 2, r.h, r.w - LIST_W - 2 };
	int y = right.y;
	analysis_draw_draw_list(v, c, (struct rect){ r.y, r.x, r.h, LIST_W });
	canvas_vline(c, r.y, r.x + LIST_W, r.h, ROLE_FRAME);
	if (board) {
		const int h =
			r.h - seats - 9 > r.h * 3 / 5 ? r.h * 3 / 5 : r.h - seats - 9;
		analysis_draw_draw_board(v, c, (struct rect){ y, right.x, h, right.w });
		y += h;
		pane_heading(c, y++, right.x, right.w, "seats", false);
	}
	analysis_draw_draw_seats(v, c, (struct rect){ y, right.x, seats, right.w });
	y += seats;
	draw_graph(v, c, (struct rect){ y, right.x, right.y + right.h - y, right.w });
}

void
analysis_draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct analysis_view *v = analysis_of(screen);
	char title[320], right[80];
	const int done = atomic_load(&v->a->done);
	snprintf(title, sizeof title, "analysis  %s  %s  %s",
		 analysis_game(v)->ops->title,
		 !game_hidden(analysis_game(v)) ? "nothing hidden"
		 : v->a->options.open		? "with open hands"
						: "on what each seat knew",
		 v->a->player.text);
	snprintf(right, sizeof right, "%s%d of %d judged",
		 analysis_running(v->a) ? "working "
		 : done < v->a->count	? "stopped "
					: "",
		 done, v->a->count);
	const struct rect r = ui_chrome(ui, screen, c, title, right);
	board_seat_roles(analysis_game(v), c);
	const struct rect old = canvas_clip(c, r);
	v->graph = (struct rect){ 0 };
	v->list.rows = 0;
	if (v->board_shown)
		analysis_draw_draw_board(v, c, r);
	else if (r.w >= 76)
		draw_wide(v, c, r);
	else
		analysis_draw_draw_list(v, c, r);
	canvas_clip(c, old);
}
