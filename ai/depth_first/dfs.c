/* dfs.c - the root of a depth-first search. See dfs.h. */
#include "ai/depth_first/dfs_tree.h"

#include <string.h>

/* Nodes between two reports inside an iteration; a report costs some hundred nodes. */
#define REPORT_NODES 8192

int
dfs_option(const struct search *s, const char *key, int otherwise)
{
	const struct options *o = &s->options;
	return options_find(o, key) < 0 ? otherwise : (int)options_int(o, key);
}

static unsigned
enter(const struct game *g, const struct state *from, int seat, move m, struct state *to)
{
	g->rules->play(g, from, seat, m, to);
	return game_turn(g, to);
}

static void
cache_game(struct dfs *d, bool accelerated)
{
	const struct game_rules *rules = d->g->rules;
	const struct game_knowledge *known = d->g->knowledge;
	const struct game_fast *fast = d->g->fast;
	const struct trick_ops *trick = d->g->trick;
	d->moves = rules->moves;
	d->play = rules->play;
	d->settled = rules->settled;
	d->acting = rules->acting;
	d->hash = rules->hash;
	d->quiet = known->quiet;
	d->bounds = known->bounds;
	d->merge = accelerated ? known->merge : NULL;
	d->choices = d->merge ? trick->choices : NULL;
	d->enter = fast->enter ? fast->enter : enter;
	const bool taken = dfs_option(d->s, "eval", 0) && trick->taken;
	d->value = taken ? trick->taken : known->evaluate;
	d->taken_after = taken ? trick->taken_after : NULL;
	d->last_ply = taken && d->choices && known->order ? trick->last_ply : NULL;
	d->taken_after_reply = trick->taken_after_reply;
	d->seats = d->g->seats;
	d->step = 1;
	if (known->value_step != NULL && accelerated && dfs_option(d->s, "discrete", 1))
		d->step = known->value_step(d->g, taken);
	d->width = dfs_option(d->s, "width", 0);
	d->future = d->width == 0 ? trick->future : NULL; /* width= shortens the list */
}

bool
dfs_open(struct dfs *d, struct search *s, bool accelerated, struct status *st)
{
	struct arena *a = &s->arena;
	const size_t cells = (size_t)DFS_PLIES * MOVES_MAX;
	*d = (struct dfs){ .s = s, .g = s->game, .best = -1 };
	cache_game(d, accelerated);
	d->stride = ((size_t)d->g->ops->state_size + 63) & ~(size_t)63;
	d->states = arena_take(a, d->stride * (DFS_PLIES + 1) + sizeof(struct state));
	d->frame = arena_take(a, sizeof *d->frame * (DFS_PLIES + 1));
	d->stack = arena_take(a, cells * sizeof *d->stack);
	d->score = arena_take(a, cells * sizeof *d->score);
	d->key = arena_take(a, cells * sizeof *d->key);
	d->mark = arena_take(a, cells);
	d->row = arena_take(a, MOVES_MAX * sizeof *d->row);
	d->best_rows = arena_take(a, (STATS_MOVES + 1) * sizeof *d->best_rows);
	d->proof = arena_take(a, MOVES_MAX * sizeof *d->proof);
	if (d->states == NULL || d->frame == NULL || d->stack == NULL ||
	    d->score == NULL || d->key == NULL || d->mark == NULL || d->row == NULL ||
	    d->best_rows == NULL || d->proof == NULL)
		return status_fail(st, DFS_NO_MEMORY);
	memset(d->frame, 0, sizeof *d->frame * (DFS_PLIES + 1));
	if (accelerated && dfs_option(s, "table", 1))
		ttable_open(&d->table, a, arena_left(a) & ~(size_t)127, d->seats,
			    s->limits.nodes);
	d->use_table = d->table.buckets > 0;
	if (s->keep && !dfs_tree_keep(d))
		return status_fail(st, "not enough memory to keep the tree");
	return true;
}

/* The root moves in the fixed order: all of them, as the screen shows each. */
static void
dfs_list_root(struct dfs *d)
{
	const struct state *root = dfs_state(d, 0);
	const int seat = d->s->mover;
	const int n = d->moves(d->g, root, seat, d->stack);
	order_sort(d->g, root, seat, d->stack, d->score, n);
	d->rows = n;
	d->searched = d->width > 0 && d->width < n ? d->width : n;
	for (int i = 0; i < n; i++) {
		d->row[i] =
			(struct ranked){ .m = d->stack[i], .status = MOVE_UNSEARCHED };
		d->proof[i] = (struct dfs_proof){ .rule = -1 };
	}
}

/* With d->prefers: searched before unsearched, then deeper, then preferred. */
static bool
dfs_row_before(const struct dfs *d, const struct ranked *a, const struct ranked *b)
{
	const bool known = a->status != MOVE_UNSEARCHED;
	if (known != (b->status != MOVE_UNSEARCHED) || !known)
		return known && b->status == MOVE_UNSEARCHED;
	if (a->depth != b->depth)
		return a->depth > b->depth;
	return d->prefers(d, a->value, b->value);
}

static int
insert_row(const struct dfs *d, int kept, const struct ranked *row)
{
	int at = kept;
	if (d->prefers == NULL)
		return ranked_insert(d->best_rows, kept, STATS_MOVES, row, d->s->mover);
	for (; at > 0 && dfs_row_before(d, row, &d->best_rows[at - 1]); at--)
		d->best_rows[at] = d->best_rows[at - 1];
	d->best_rows[at] = *row; /* one more than are shown has room */
	return kept < STATS_MOVES ? kept + 1 : kept;
}

bool
dfs_holds(const struct dfs *d)
{
	return d->s->lines > 1 && !d->whole && d->s->live.depth > 0;
}

void
dfs_show_line(struct dfs *d)
{
	struct snapshot *live = &d->s->live;
	if (dfs_holds(d))
		return;
	live->pv_count = d->frame[0].pv_count;
	memcpy(live->pv, d->frame[0].pv, sizeof d->frame[0].pv);
}

static void
dfs_report(struct dfs *d)
{
	struct snapshot *live = &d->s->live;
	int kept = 0;
	if (dfs_holds(d))
		return;
	for (int i = 0; i < d->rows; i++)
		kept = insert_row(d, kept, &d->row[i]);
	live->sorted = d->prefers != NULL;
	d->reported_nodes = search_nodes(d->s);
	live->visits_of = "nodes";
	live->tree_bytes = (int64_t)ttable_bytes(&d->table);
	live->memory_bytes = (int64_t)d->s->arena.size;
	ranked_report(d->s, d->best_rows, kept, d->rows);
}

/* Searches the root move of row i; false: stopped. */
static bool
dfs_search_row(struct dfs *d, int i)
{
	struct search *s = d->s;
	struct dfs_frame *f = &d->frame[0], *c = &d->frame[1];
	struct ranked *row = &d->row[i];
	const int64_t before = search_nodes(s);
	int result = DFS_VALUE;
	const unsigned turn = dfs_enter(d, 0, f->seat, row->m);
	if (!search_step(s))
		return false;
	c->slack = DFS_SOLVED;
	d->cut.rule = -1;
	if (dfs_ends(d, turn, d->depth - 1, 1, &c->slack))
		dfs_visit_leaf(d, dfs_state(d, 1), 1);
	else
		result = d->child(d, d->depth - 1);
	if (result == DFS_STOP)
		return false;
	dfs_slack(&f->slack, c->slack);
	row->depth = (int16_t)d->depth;
	row->nodes = search_nodes(s) - before;
	d->proof[i] = d->cut;
	if (result == DFS_VALUE) {
		memcpy(row->value, c->value, sizeof row->value);
		row->status = c->slack == DFS_SOLVED && d->width == 0 ? MOVE_PROVEN
								      : MOVE_EXACT;
		d->proof[i].rule = -1;
	} else {
		row->value[f->seat] = f->need - d->step;
		row->status = MOVE_AT_MOST;
	}
	return true;
}

/* The need of row i that is to be better than the value of row `than`, or its equal before it. */
static int32_t
need_above(const struct dfs *d, int i, int than, int32_t value)
{
	return value + (than < i ? d->step : 0);
}

/* True when row i replaces the best so far. */
static bool
row_wins(const struct dfs *d, int i, int best)
{
	const struct dfs_frame *f = &d->frame[0];
	const struct ranked *row = &d->row[i];
	if (d->prefers == NULL)
		return row->status != MOVE_AT_MOST &&
		       (best < 0 ||
			row->value[f->seat] >= need_above(d, i, best, f->value[f->seat]));
	return best < 0 || d->prefers(d, row->value, f->value) ||
	       (i < best && !d->prefers(d, f->value, row->value));
}

/* The last of the `lines` best rows of this iteration; -1: there are fewer. */
static int
last_line(const struct dfs *d, int lines)
{
	const int seat = d->s->mover;
	int best[SEARCH_LINES] = { 0 };
	int n = 0;
	for (int i = 0; i < d->searched; i++) {
		const struct ranked *row = &d->row[i];
		int at = n;
		if (row->depth != d->depth || row->status == MOVE_AT_MOST ||
		    row->status == MOVE_UNSEARCHED)
			continue;
		while (at > 0 && row->value[seat] > d->row[best[at - 1]].value[seat])
			at--;
		n += n < lines;
		for (int k = n - 1; k > at; k--)
			best[k] = best[k - 1];
		if (at < lines)
			best[at] = i;
	}
	return n == lines ? best[n - 1] : -1;
}

/* What the mover needs of row i, searched when `best` (-1: none) is the best row and in the root's
 * frame. */
static int32_t
row_need(const struct dfs *d, int i, int best)
{
	const int seat = d->frame[0].seat;
	const int lines = d->s->lines;
	if (best < 0 || d->prefers != NULL)
		return DFS_NO_BOUND;
	if (lines <= 1)
		return need_above(d, i, best, d->frame[0].value[seat]);
	const int last = last_line(d, lines);
	return last < 0 ? DFS_NO_BOUND : need_above(d, i, last, d->row[last].value[seat]);
}

/* The result of row i is in the frames. */
static void
end_row(struct dfs *d, int i, int *best)
{
	if (row_wins(d, i, *best)) {
		dfs_take(d, 0, d->row[i].m);
		d->best = *best = i;
		dfs_show_line(d);
	}
	if (d->s->film != NULL || search_nodes(d->s) - d->reported_nodes >= REPORT_NODES)
		dfs_report(d);
}

/* One iteration, which begins with the best row of the last one; false: stopped. */
static bool
dfs_iterate(struct dfs *d)
{
	struct dfs_frame *f = &d->frame[0];
	const int first = d->best < 0 ? 0 : d->best;
	int best = -1;
	f->seat = d->s->mover;
	f->slack = DFS_SOLVED;
	d->s->live.children += d->searched;
	d->whole = false;
	if (!search_step(d->s))
		return false;
	for (int k = 0; k < d->searched; k++) {
		const int i = k == 0 ? first : k <= first ? k - 1 : k;
		f->need = row_need(d, i, best);
		if (!dfs_search_row(d, i))
			return false;
		end_row(d, i, &best);
	}
	d->whole = true;
	dfs_show_line(d);
	return true;
}

/* The depth up to which iterations would have the same leaves: they need no search. */
static int
same_until(struct dfs *d, int limit)
{
	const int depth = d->depth + d->frame[0].slack;
	const int until = depth < limit ? depth : limit;
	for (int i = 0; i < d->searched; i++)
		d->row[i].depth = (int16_t)until;
	return until;
}

/* A larger table between two iterations, with an eye on the clock. False: stopped. */
static bool
grow_table(struct dfs *d)
{
	if (!d->use_table || !ttable_grow(&d->table))
		return true;
	while (ttable_clean(&d->table))
		if (!search_poll(d->s))
			return false;
	search_poll_soon(d->s);
	return true;
}

void
dfs_run(struct dfs *d)
{
	struct search *s = d->s;
	const struct limits *l = &s->limits;
	const int most = DFS_PLIES - 2, unlimited = 6;
	int limit = l->depth > 0 && l->depth < most ? (int)l->depth : most;
	if (l->depth == 0 && l->nodes == 0 && l->time_ms == 0 && !search_endless(s))
		limit = unlimited; /* the search has to end by itself */
	game_copy(d->g, &s->root, dfs_state(d, 0));
	dfs_list_root(d);
	d->best = -1;
	d->reported_nodes = 0;
	if (d->use_table)
		ttable_clear(&d->table);
	for (d->depth = 1; d->depth <= limit; d->depth++) {
		if (!grow_table(d) || !dfs_iterate(d))
			break;
		s->live.depth = d->depth;
		if (d->frame[0].slack == DFS_SOLVED && d->width == 0) {
			s->live.stop = STOP_SOLVED;
			break;
		}
		if (d->frame[0].slack >=
		    DFS_STUCK) /* the remaining leaves are leaves at any depth */
			break;
		d->depth = s->live.depth = same_until(d, limit);
		if (d->depth < limit)
			dfs_report(d);
	}
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = STOP_DEPTH;
	dfs_report(d);
}
