/* tree_view.c - see tree_view.h. */
#include "ui/screens/tree_view/private.h"

#include <stdio.h>
#include <string.h>

const char *const tree_view_definitions[] = {
	"> ) } c x ~ = t *\tprincipal variation; most-proving line of a proof-number "
	"search; both; cut: some children were never searched; never searched itself; "
	"searched again; solved; from the transposition table; on the path of the last "
	"simulation",
	"value\tof the seat named at its head, higher is better: plain exact, <= >= a "
	"bound, ~ few samples, blank unknown; the same in files and JSON",
	"26 - points\tin Hearts a value is 26 minus the penalty points; the column "
	"points has the penalty points, lower is better",
	"nodes, sims\tsearched at the node and below it; - never searched",
	"skipped\tchildren of searched nodes that were never searched; = searches them "
	"and counts",
	"again\tthe search is repeated with its seed and nodes to record its tree; until "
	"then the moves have the figures of the table. Where worlds were sampled they "
	"keep those, for a clock shares the nodes otherwise. At most 1.5M nodes of each "
	"of the last two iterations are recorded (700 MB); of bigger searches small "
	"subtrees are left out",
	"A, B, !\ttwo searches (D): > its choice, c cut, x never searched, blank no such "
	"node; ! only one of the two chooses it; B - A the difference of two values that "
	"are no bounds. B has as many nodes as A unless its player has a limit other "
	"than time",
	"tree MB\tmemory of the tree, with opened worlds and the second search",
	"3,7\ttwo seats choose at once: the row's move, the column's; values, visits and "
	"bounds are of both together",
	"chance\tan outcome with its probability",
	NULL,
};

static int
tree_view_row_count(void *context)
{
	const struct tree_view *v = context;
	return v->tree != NULL ? v->tree->rows : 0;
}

void
tree_view_set(struct tree_view *v, struct inspect *tree, const struct game *g, int viewer,
	      int mover)
{
	if (v->board.game == NULL) {
		board_init(&v->board, g);
		list_open(&v->list, tree_view_row_count, NULL, v);
		v->point_of_view = mover;
		v->hand_class = -1;
	}
	v->viewer = viewer;
	v->board.bottom = viewer >= 0 ? viewer : game_hidden(g) ? mover : 0;
	v->board.reviewing = true;
	v->tree = tree;
	if (tree == NULL)
		return;
	if (v->node >= tree->nodes)
		v->node = 0;
	tree_view_select(v, v->node);
}

void
tree_view_select(struct tree_view *v, int32_t node)
{
	const int32_t row = v->tree ? inspect_row(v->tree, node) : -1;
	v->list.at = row < 0 ? 0 : row;
	v->node = row < 0 ? 0 : v->tree->row[row];
}

/* ------------------------------------------------------------------ keys */

/* The subject of an action: the view when it has a row, else NULL. */
static struct tree_view *
tree_view_rows_of(struct screen *screen)
{
	struct tree_view *v = screen->tree;
	return v->tree != NULL && v->tree->rows > 0 ? v : NULL;
}

bool
tree_view_has(struct screen *screen)
{
	return screen->tree->tree != NULL;
}

static void
take_row(struct tree_view *v)
{
	const int row = list_at(&v->list);
	if (row >= 0)
		v->node = v->tree->row[row];
}

bool
tree_view_key(struct ui *ui, struct screen *screen, int key)
{
	struct tree_view *v = screen->tree;
	if (v->tree == NULL || !list_key(&v->list, key))
		return false;
	take_row(v);
	ui->message[0] = '\0'; /* it was about another node */
	return true;
}

void
tree_view_mouse(struct ui *ui, struct screen *screen, const struct mouse *m)
{
	struct tree_view *v = screen->tree;
	if (v->tree == NULL)
		return;
	if (m->click && tree_view_click_hands(v, m))
		return;
	const int before = list_at(&v->list), row = list_mouse(&v->list, m);
	if (row >= 0)
		take_row(v);
	if (m->click && row >= 0 && row == before)
		ui_action(ui, "fold");
}

static void
open_or_close(struct ui *ui, struct tree_view *v)
{
	struct status st = { 0 };
	const int32_t at = v->node;
	if (v->tree->node[at].open)
		inspect_collapse(v->tree, at);
	else if (!inspect_expand(v->tree, at, &st))
		ui_message(ui, "%s", st.text);
	tree_view_select(v, at);
}

static void
close_or_up(struct tree_view *v)
{
	const int32_t at = v->node;
	if (v->tree->node[at].open && v->tree->node[at].count > 0)
		inspect_collapse(v->tree, at);
	else if (v->tree->node[at].parent > 0)
		v->node = v->tree->node[at].parent;
	tree_view_select(v, v->node);
}

void
tree_view_fold(struct ui *ui, struct screen *screen, int arg)
{
	struct tree_view *v = tree_view_rows_of(screen);
	if (v == NULL)
		return;
	if (arg < 0)
		close_or_up(v);
	else
		open_or_close(ui, v);
}

void
tree_view_filter(struct ui *ui, struct screen *screen, int arg)
{
	struct tree_view *v = screen->tree;
	enum inspect_filter filter = (enum inspect_filter)arg;
	if (v->tree == NULL)
		return;
	if (filter == v->tree->filter)
		filter = SHOW_ALL;
	if (filter == SHOW_PV)
		inspect_expand_pv(v->tree);
	if (filter == SHOW_LEADS && !inspect_expand_leads(v->tree)) {
		ui_message(ui, "no line of most-proving nodes: the search counts no "
			       "proof numbers, or all is solved");
		return;
	}
	inspect_set_filter(v->tree, filter);
	tree_view_select(v, v->node);
	ui_message(ui, "shown: %s", inspect_filter_names[filter]);
}

void
tree_view_skipped(struct ui *ui, struct screen *screen, int arg)
{
	struct tree_view *v = screen->tree;
	if (v->tree == NULL)
		return;
	inspect_hide_skipped(v->tree, !v->tree->hide_skipped);
	tree_view_select(v, v->node);
	ui_message(ui, "children that were never searched are %s",
		   v->tree->hide_skipped ? "hidden" : "shown");
}

void
tree_view_sort(struct ui *ui, struct screen *screen, int arg)
{
	struct tree_view *v = screen->tree;
	if (v->tree == NULL)
		return;
	inspect_set_sort(v->tree, (enum inspect_sort)((v->tree->sort + 1) % SORT_KINDS));
	tree_view_select(v, v->node);
	ui_message(ui, "sorted by %s", inspect_sort_names[v->tree->sort]);
}

void
tree_view_count(struct ui *ui, struct screen *screen, int arg)
{
	struct tree_view *v = screen->tree;
	struct status st = { 0 };
	if (v->tree == NULL)
		return;
	int32_t at = v->node;
	if (v->tree->node[at].look.skipped)
		at = v->tree->node[at].parent;
	if (!inspect_count(v->tree, at, INSPECT_COUNT_MOST, &st)) {
		ui_message(ui, "%s", st.text);
		return;
	}
	const struct look_count *n = &v->tree->node[at].full;
	const int64_t whole = n->searched + n->counted;
	tree_view_select(v, at);
	ui_message(ui, "full width %s%lld nodes here, %lld searched, %lld skipped",
		   n->whole ? "" : "over ", (long long)whole, (long long)n->searched,
		   (long long)n->counted);
}

static void
go_row(struct ui *ui, struct tree_view *v, int32_t row, const char *none)
{
	if (row < 0) {
		ui_message(ui, "%s", none);
		return;
	}
	v->list.at = row;
	take_row(v);
}

void
tree_view_better(struct ui *ui, struct screen *screen, int arg)
{
	struct tree_view *v = tree_view_rows_of(screen);
	if (v != NULL)
		go_row(ui, v, inspect_next_better(v->tree, list_at(&v->list), arg),
		       "no further change of the best move in the open nodes");
}

static void
find(struct ui *ui, struct tree_view *v, int way)
{
	if (v != NULL && v->find[0] != '\0')
		go_row(ui, v, inspect_find(v->tree, list_at(&v->list), way, v->find),
		       "no open node has such a move");
}

static void
find_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct tree_view *v = screen->tree;
	snprintf(v->find, sizeof v->find, "%s", line);
	find(ui, tree_view_rows_of(screen), 1);
}

void
tree_view_find(struct ui *ui, struct screen *screen, int arg)
{
	if (arg == 0)
		ui_ask(ui, "find a move: ", screen->tree->find, find_done);
	else
		find(ui, tree_view_rows_of(screen), arg);
}

static void
tree_view_save_done(struct ui *ui, struct screen *screen, const char *path)
{
	const struct tree_view *v = screen->tree;
	struct status st = { 0 };
	if (v->tree == NULL || path[0] == '\0')
		return;
	if (strcmp(path, "-") == 0 || !inspect_save(v->tree, path, &st))
		ui_message(ui, "%s", st.failed ? st.text : "type the name of a file");
	else
		ui_message(ui, "saved as %s", path);
}

void
tree_view_save(struct ui *ui, struct screen *screen, int arg)
{
	ui_ask(ui, "save the tree as FILE.txt, .dot, .json or .svg: ", "tree.dot",
	       tree_view_save_done);
}

void
tree_view_board(struct ui *ui, struct screen *screen, int arg)
{
	struct tree_view *v = screen->tree;
	v->big_board = !v->big_board;
}

void
tree_view_point(struct ui *ui, struct screen *screen, int arg)
{
	struct tree_view *v = screen->tree;
	if (v->tree == NULL)
		return;
	const struct game *g = inspect_game(v->tree);
	v->point_of_view = (v->point_of_view + 1) % g->seats;
	ui_message(ui, "values are those of %s", board_seat_word(g, v->point_of_view));
}

void
tree_view_copy(struct ui *ui, struct screen *screen, int arg)
{
	const struct tree_view *v = screen->tree;
	char text[POSITION_TEXT];
	struct state st;
	if (v->tree == NULL)
		return;
	const struct game *g = inspect_game(v->tree);
	inspect_state(v->tree, v->node, &st);
	g->text->format_position(g, &st, text, sizeof text);
	ui_copy(ui, text);
}
