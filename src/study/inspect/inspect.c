/* inspect.c - the tree model of the inspector. See inspect.h. */
#include "src/study/inspect.h"

#include "src/base/text.h"
#include "src/study/inspect/private.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct game *
inspect_game(const struct inspect *t)
{
	return t->source[0].search->game;
}

int64_t
inspect_bytes(const struct inspect *t)
{
	int64_t bytes = 0;
	for (int i = 0; i < t->sources; i++) {
		const struct search *s = t->source[i].search;
		const struct look_ops *look = s->ops->look;
		bytes += look->bytes != NULL ? look->bytes(s) : s->live.tree_bytes;
	}
	return bytes;
}

void *
inspect_grown(void *p, size_t bytes)
{
	p = realloc(p, bytes);
	if (p == NULL)
		BUG("not enough memory for a tree on the screen");
	return p;
}

int32_t
inspect_add_node(struct inspect *t)
{
	if (t->nodes == t->room) {
		t->room = t->room ? t->room * 2 : 64;
		t->node = inspect_grown(t->node, (size_t)t->room * sizeof *t->node);
	}
	struct inspect_node *n = &t->node[t->nodes];
	memset(n, 0, sizeof *n);
	n->count = n->twin = -1;
	return t->nodes++;
}

static bool
builds_none(const struct search *s, struct status *st)
{
	return status_fail(st, "%s does not build a tree to look at", s->ops->key);
}

/* Every source has a tree to be asked about. */
static int
add_source(struct inspect *t, struct search *s, int32_t root, bool owned)
{
	assert(s->ops->look != NULL);
	t->source =
		inspect_grown(t->source, (size_t)(t->sources + 1) * sizeof *t->source);
	t->source[t->sources] =
		(struct inspect_source){ .search = s, .root = root, .owned = owned };
	return t->sources++;
}

/* ---- opening ---- */

static void
root_look(struct search *s, struct look_node *l)
{
	const struct snapshot *live = &s->live;
	look_blank(l, LOOK_ROOT, SEAT_NONE, MOVE_NONE);
	l->columns = s->ops->node_columns;
	l->visits = live->simulations ? live->simulations : live->nodes;
	l->inner = l->best = true;
	memcpy(l->value, live->value, sizeof l->value);
	memcpy(l->win, live->win, sizeof l->win);
	l->status = live->move_count ? live->moves[0].status : MOVE_UNSEARCHED;
}

bool
inspect_open(struct inspect *t, struct search *s, struct status *st)
{
	return inspect_open_beside(t, s, NULL, st);
}

bool
inspect_open_beside(struct inspect *t, struct search *s, struct inspect *other,
		    struct status *st)
{
	*t = (struct inspect){ .other = other };
	if (s->ops->look == NULL)
		return builds_none(s, st);
	add_source(t, s, 0, false);
	t->children = inspect_grown(NULL, MOVES_MAX * sizeof *t->children);
	inspect_add_node(t);
	struct inspect_node *root = &t->node[0];
	root->parent = -1;
	root->twin = other != NULL ? 0 : -1;
	root->pv = root->leads = root->played = true;
	root_look(s, &root->look);
	inspect_expand(t, 0, NULL);
	return true;
}

void
inspect_set_figures(struct inspect *t, const struct snapshot *figures)
{
	struct look_node *root = &t->node[0].look;
	bool sampled = false;
	for (int32_t i = 0; i < t->nodes; i++)
		sampled = sampled || t->node[i].look.kind == LOOK_WORLD;
	if (!sampled)
		return;
	t->figures = figures;
	memcpy(root->value, figures->value, sizeof root->value);
	memcpy(root->win, figures->win, sizeof root->win);
	t->nodes = 1;
	t->node[0].count = -1;
	inspect_expand(t, 0, NULL);
}

void
inspect_close(struct inspect *t)
{
	for (int i = t->sources - 1; i >= 0; i--) {
		if (!t->source[i].owned)
			continue;
		search_close(t->source[i].search);
		free(t->source[i].search);
	}
	free(t->source);
	free(t->node);
	free(t->row);
	free(t->children);
	*t = (struct inspect){ 0 };
}

/* Plays a move of a seat, though it may be out of turn. */
static void
inspect_play_turn(const struct game *g, struct state *st, int seat, move m)
{
	if (seat >= 0 && g->turns->give_turn != NULL &&
	    !(g->rules->acting(g, st) >> seat & 1))
		g->turns->give_turn(g, st, seat, st);
	g->rules->play(g, st, seat, m, st);
}

/* The tree begins before either seat had committed. */
static void
before_choice(const struct game *g, struct state *st, const struct look_node *l)
{
	const seat_set both = (seat_set)(1U << l->seat | 1U << l->other);
	if (g->turns->uncommit != NULL && (g->rules->acting(g, st) & both) != both)
		g->turns->uncommit(g, st, st);
}

void
inspect_state(const struct inspect *t, int32_t node, struct state *out)
{
	const struct inspect_node *n = &t->node[node];
	const struct inspect_source *source = &t->source[n->source];
	if (n->absent) {
		inspect_state(t->other, n->twin, out);
		return;
	}
	if (node == source->root) {
		*out = source->search->root;
		return;
	}
	if (n->look.kind == LOOK_WORLD) {
		if (!source->search->ops->look->deal(source->search, n->look.ref, out))
			BUG("a world without a position");
		return;
	}
	inspect_state(t, n->parent, out);
	if (n->look.kind == LOOK_JOINT)
		before_choice(inspect_game(t), out, &n->look);
	inspect_play_turn(inspect_game(t), out, n->look.seat, n->look.m);
	if (n->look.kind == LOOK_JOINT)
		inspect_play_turn(inspect_game(t), out, n->look.other, n->look.other_m);
}

bool
inspect_joint(const struct inspect *t, int32_t node, struct stats_joint *out)
{
	const struct inspect_node *n = &t->node[node];
	const struct inspect_source *source = &t->source[n->source];
	const struct look_ops *look = source->search->ops->look;
	if (n->absent)
		return inspect_joint(t->other, n->twin, out);
	return look->joint != NULL && (node == source->root || n->look.inner) &&
	       look->joint(source->search, node == source->root ? LOOK_ROOT : n->look.ref,
			   out);
}

bool
inspect_hands(const struct inspect *t, int32_t node, struct stats_hands *out)
{
	const struct inspect_node *n = &t->node[node];
	if (n->absent)
		return inspect_hands(t->other, n->twin, out);
	if (t->sources == 0)
		return false;
	const struct inspect_source *source = &t->source[n->source];
	const struct look_ops *look = source->search->ops->look;
	return look->hands != NULL && n->look.kind == LOOK_MOVE &&
	       look->hands(source->search, node == source->root ? LOOK_ROOT : n->look.ref,
			   out);
}

bool
inspect_ways(const struct inspect *t, int32_t node, struct look_ways *out)
{
	const struct inspect_node *n = &t->node[node];
	if (n->absent)
		return inspect_ways(t->other, n->twin, out);
	if (t->sources == 0)
		return false;
	const struct inspect_source *source = &t->source[n->source];
	const struct look_ops *look = source->search->ops->look;
	return look->ways != NULL && node != source->root && n->look.kind == LOOK_MOVE &&
	       look->ways(source->search, n->look.ref, out);
}

int
inspect_mover(const struct inspect *t, int32_t node)
{
	struct state st;
	inspect_state(t, node, &st);
	return game_mover(inspect_game(t), &st);
}

/* Which of the children was the best so far when its turn came, by the mover's exact value;
 * where visits decide, the chosen one. */
static void
mark_better(struct inspect *t, const struct inspect_node *n)
{
	double best = -(double)INFINITY;
	for (int32_t i = 0; i < n->count; i++) {
		struct inspect_node *c = &t->node[n->first + i];
		if (c->look.seat < 0)
			return; /* chance has no best */
		const double v = c->look.value[c->look.seat];
		const bool exact =
			c->look.status == MOVE_EXACT || c->look.status == MOVE_PROVEN;
		if (!exact) {
			c->better = c->look.best && c->look.status != MOVE_AT_MOST;
			continue;
		}
		c->better = v > best;
		best = v > best ? v : best;
	}
}

/* In words or, by the game's format_move(), in codes. */
static void
name_move(const struct game *g, const struct state *st, const struct look_node *l,
	  void (*write)(const struct game *, const struct state *, int, move, char *,
			int),
	  char *out, int size)
{
	struct state turn = *st;
	if (l->kind == LOOK_JOINT)
		before_choice(g, &turn, l);
	else if (l->seat >= 0 && g->turns->give_turn != NULL &&
		 !(g->rules->acting(g, &turn) >> l->seat & 1))
		g->turns->give_turn(g, &turn, l->seat, &turn);
	write(g, &turn, l->seat, l->m, out, MOVE_TEXT);
	if (l->kind != LOOK_JOINT)
		return;
	char other[MOVE_TEXT];
	write(g, &turn, l->other, l->other_m, other, sizeof other);
	const int n = (int)strlen(out);
	snprintf(out + n, (size_t)(size - n), ",%s", other);
}

/* The probability of a move of chance; NAN: the game does not list them. */
static double
inspect_chance_of(const struct game *g, const struct state *st, move m)
{
	move all[MOVES_MAX];
	double prob[MOVES_MAX];
	const int n = g->chance->list != NULL ? g->chance->list(g, st, all, prob) : 0;
	for (int i = 0; i < n; i++)
		if (all[i] == m)
			return prob[i];
	return (double)NAN;
}

/* Proofs count plies up, "(2 up)": here the node is known that this is, "(after o1-m7)". */
static void
name_places(const struct inspect *t, struct inspect_node *n, int32_t parent)
{
	struct text named = { 0 };
	const char *rest = n->look.proof;
	for (const char *at; (at = strchr(rest, '(')) != NULL;) {
		int up = 0, length = 0;
		sscanf(at, "(%d up)%n", &up, &length);
		text_add(&named, "%.*s", (int)(at + 1 - rest), rest);
		rest = at + 1;
		if (length == 0)
			continue;
		/* Of a child that was never searched the proof is that of its parent. */
		int32_t to = parent;
		for (int k = n->look.skipped ? 0 : 1; k < up && to > 0; k++)
			to = t->node[to].parent;
		text_add(&named, "after %s)", t->node[to].text);
		rest = at + length;
	}
	text_add(&named, "%s", rest);
	snprintf(n->look.proof, sizeof n->look.proof, "%s", named.s);
	text_free(&named);
}

static void
inspect_take_child(struct inspect *t, int32_t parent, const struct state *st,
		   const struct look_node *look, int source)
{
	const struct game *g = inspect_game(t);
	const int32_t at = inspect_add_node(t);
	const struct inspect_node *p = &t->node[parent];
	struct inspect_node *n = &t->node[at];
	n->look = *look;
	n->parent = parent;
	n->ply = (int16_t)(p->ply + 1);
	n->source = (int16_t)source;
	n->pv = p->pv && look->best && look->kind != LOOK_WORLD;
	n->leads = p->leads && look->leads;
	if (look->kind == LOOK_WORLD) {
		snprintf(n->text, sizeof n->text, "world %d", look->world);
		return;
	}
	name_move(g, st, look, game_say_move, n->text, sizeof n->text);
	name_places(t, n, parent);
	if (look->seat == SEAT_CHANCE && isnan(look->chance))
		n->look.chance = inspect_chance_of(g, st, look->m);
}

/* ---- worlds ---- */

/* The children of this node are those of a search that has not been run again yet. */
static bool
is_apart(const struct inspect *t, int32_t node)
{
	const struct inspect_node *n = &t->node[node];
	return n->look.apart && !n->absent && t->source[n->source].root != node;
}

static bool
is_big(const struct inspect *t, int32_t node)
{
	return is_apart(t, node) && t->at_once > 0 &&
	       t->node[node].look.visits > t->at_once;
}

bool
inspect_needs_world(struct inspect *t, int32_t node, struct inspect **tree,
		    int32_t *world)
{
	const int32_t twin = t->node[node].twin;
	const bool other = !is_big(t, node) && t->other != NULL && twin >= 0 &&
			   is_big(t->other, twin);
	*tree = other ? t->other : t;
	*world = other ? twin : node;
	return other || is_big(t, node);
}

struct search *
inspect_open_world(struct inspect *t, int32_t world, struct status *st)
{
	const struct inspect_node *n = &t->node[world];
	struct search *above = t->source[n->source].search;
	if (above->ops->look->world == NULL) {
		status_fail(st, "there is no world here");
		return NULL;
	}
	struct search *s = aligned_alloc(64, (sizeof *s + 63) & ~(size_t)63);
	if (s == NULL) {
		status_fail(st, "not enough memory for another search");
		return NULL;
	}
	if (above->ops->look->world(above, n->look.ref, s, st)) {
		if (s->ops->look != NULL)
			return s;
		builds_none(s, st);
		search_close(s);
	}
	free(s);
	return NULL;
}

void
inspect_take_world(struct inspect *t, int32_t world, struct search *s)
{
	t->node[world].source = (int16_t)add_source(t, s, world, true);
}

/* Runs the search that is apart again; its tree hangs below the node. False: it cannot. */
static bool
run_world(struct inspect *t, int32_t node, struct status *st)
{
	struct search *s = inspect_open_world(t, node, st);
	if (s == NULL)
		return false;
	search_run(s);
	inspect_take_world(t, node, s);
	return true;
}

/* ---- children ---- */

/* The moves as they were seen elsewhere, and then the worlds of this search. */
static int
root_of_figures(struct inspect *t, struct search *s)
{
	struct look_node *out = t->children;
	struct look_node moves[STATS_MOVES];
	const int count =
		s->ops->look->children(s, LOOK_ROOT, out, MOVES_MAX - STATS_MOVES);
	const int n = inspect_figure_moves(t->figures, moves, STATS_MOVES);
	int worlds = 0;
	for (int i = 0; i < count; i++)
		if (out[i].kind == LOOK_WORLD)
			out[worlds++] = out[i];
	memmove(out + n, out, (size_t)worlds * sizeof *out);
	memcpy(out, moves, (size_t)n * sizeof *out);
	return n + worlds;
}

/* Asks the search of a node for its children, into t->children; -1: it cannot have any. */
static int
ask_children(struct inspect *t, int32_t node, struct status *st)
{
	if (is_apart(t, node) && !run_world(t, node, st))
		return -1;
	const struct inspect_node *n = &t->node[node];
	const struct inspect_source *source = &t->source[n->source];
	const struct look_ops *look = source->search->ops->look;
	if (node == 0 && t->figures != NULL)
		return root_of_figures(t, source->search);
	const look_ref ref = node == source->root ? LOOK_ROOT : n->look.ref;
	const int count = look->children(source->search, ref, t->children, MOVES_MAX);
	search_tell_look(source->search, t->children, count);
	for (int i = 0; i < count; i++)
		t->children[i].columns = source->search->ops->node_columns;
	return count;
}

/* Why nothing was found below a node. */
static bool
says_nothing(const struct inspect *t, int32_t node, struct status *st)
{
	const struct inspect_node *n = &t->node[node];
	const struct search_ops *ops = t->source[n->source].search->ops;
	const bool sampled =
		ops->look->world != NULL && n->parent >= 0 && n->look.kind == LOOK_MOVE;
	return status_fail(
		st, "%s",
		is_apart(t, node)
			? "the search of this world does not build a tree to look at"
		: sampled ? "its value is the mean over the worlds: open a world to see "
			    "a tree"
			  : "nothing is recorded below this node");
}

bool
inspect_load(struct inspect *t, int32_t node, struct status *st)
{
	struct status why = { 0 };
	if (t->node[node].count > 0)
		return true;
	if (t->node[node].count == 0)
		return says_nothing(t, node, st);
	if (is_big(t, node))
		return status_fail(st,
				   "a big world: its search has to be repeated first");
	const int count = t->node[node].absent ? 0 : ask_children(t, node, &why);
	const int32_t first = t->nodes;
	if (count > 0) {
		struct state state;
		const int source = t->node[node].source;
		inspect_state(t, node, &state);
		for (int i = 0; i < count; i++)
			inspect_take_child(t, node, &state, &t->children[i], source);
	}
	t->node[node].first = first;
	t->node[node].count = count;
	if (t->other != NULL)
		inspect_pair_children(t, node);
	mark_better(t, &t->node[node]);
	if (t->node[node].count > 0)
		return true;
	return why.failed ? status_fail(st, "%s", why.text) : says_nothing(t, node, st);
}

bool
inspect_expand(struct inspect *t, int32_t node, struct status *st)
{
	if (!inspect_load(t, node, st))
		return false;
	t->node[node].open = true;
	inspect_rebuild(t);
	return true;
}

void
inspect_collapse(struct inspect *t, int32_t node)
{
	t->node[node].open = node == 0;
	inspect_rebuild(t);
}

void
inspect_expand_all(struct inspect *t, int depth, int32_t nodes)
{
	for (int32_t i = 0; i < t->nodes && t->nodes < nodes; i++) {
		const struct inspect_node *n = &t->node[i];
		if (n->ply < depth && (i == 0 || n->look.inner) &&
		    inspect_load(t, i, NULL))
			t->node[i].open = true;
	}
	inspect_rebuild(t);
}

void
inspect_expand_proof(struct inspect *t, int depth, int32_t nodes)
{
	for (int32_t i = 0; i < t->nodes && t->nodes < nodes; i++) {
		const struct inspect_node *n = &t->node[i];
		const bool wanted = i == 0 || (n->look.needed && n->look.inner &&
					       t->node[n->parent].open);
		if (n->ply < depth && wanted && inspect_load(t, i, NULL))
			t->node[i].open = true;
	}
	inspect_rebuild(t);
}

static bool
is_pv(const struct inspect_node *n)
{
	return n->pv;
}

static bool
is_leading(const struct inspect_node *n)
{
	return n->leads;
}

/* Opens the nodes on a line from the root; returns its plies. */
static int
expand_line(struct inspect *t, bool (*on_it)(const struct inspect_node *n))
{
	int32_t at = 0;
	int plies = 0;
	while (at >= 0 && inspect_load(t, at, NULL)) {
		const struct inspect_node *n = &t->node[at];
		t->node[at].open = true;
		at = -1;
		for (int32_t i = 0; i < n->count; i++)
			if (on_it(&t->node[n->first + i]))
				at = n->first + i;
		plies += at >= 0;
	}
	inspect_rebuild(t);
	return plies;
}

void
inspect_expand_pv(struct inspect *t)
{
	expand_line(t, is_pv);
}

bool
inspect_expand_leads(struct inspect *t)
{
	return expand_line(t, is_leading) > 0;
}

void
inspect_set_played(struct inspect *t, const move *m, int count)
{
	int32_t at = 0;
	for (int k = 0; k < count && at >= 0 && inspect_load(t, at, NULL); k++) {
		const struct inspect_node *n = &t->node[at];
		at = -1;
		for (int32_t i = 0; i < n->count; i++) {
			struct inspect_node *c = &t->node[n->first + i];
			if (c->look.kind != LOOK_MOVE || c->look.m != m[k])
				continue;
			c->played = true;
			at = n->first + i;
		}
	}
	inspect_rebuild(t);
}

int32_t
inspect_at(struct inspect *t, const char *path)
{
	int32_t at = 0;
	while (*path != '\0') {
		size_t n = 0;
		int32_t next = -1;
		if (!inspect_load(t, at, NULL))
			return -1;
		t->node[at].open = true;
		for (int32_t i = 0; i < t->node[at].count && next < 0; i++) {
			const int32_t child = t->node[at].first + i;
			char code[2 * MOVE_TEXT];
			inspect_code(t, child, code, sizeof code);
			for (int way = 0; way < 2 && next < 0; way++) {
				const char *text = way == 0 ? t->node[child].text : code;
				n = strlen(text);
				if (strncasecmp(text, path, n) == 0 &&
				    strchr("/ ", path[n]) != NULL)
					next = child;
			}
		}
		if (next < 0)
			return -1;
		at = next;
		path += n + (path[n] != '\0');
	}
	inspect_rebuild(t);
	return at;
}

void
inspect_path(const struct inspect *t, int32_t node, char *out, int size)
{
	if (size > 0)
		out[0] = '\0';
	if (node <= 0)
		return;
	inspect_path(t, t->node[node].parent, out, size);
	const int n = (int)strlen(out);
	snprintf(out + n, (size_t)(size - n), "%s%s", n ? " " : "", t->node[node].text);
}

bool
inspect_count(struct inspect *t, int32_t node, int64_t limit, struct status *st)
{
	struct inspect_node *n = &t->node[node];
	const struct inspect_source *source = &t->source[n->source];
	const struct look_ops *look = source->search->ops->look;
	const look_ref ref = node == source->root ? LOOK_ROOT : n->look.ref;
	if (n->absent)
		return status_fail(st, "this node is in the other search only");
	if (look->count == NULL)
		return status_fail(st, "%s skips no children", source->search->ops->key);
	if (n->look.skipped) /* count them from above: they have no tree */
		return inspect_count(t, n->parent, limit, st);
	if (!look->count(source->search, ref, limit, &n->full))
		return status_fail(st, "the tree below this node was not recorded");
	n->counted = true;
	return true;
}

void
inspect_code(const struct inspect *t, int32_t node, char *out, int size)
{
	const struct game *g = inspect_game(t);
	const struct inspect_node *n = &t->node[node];
	struct state st;
	snprintf(out, (size_t)size, "%s", n->text);
	if (n->look.kind == LOOK_WORLD || g->text->say_move == NULL)
		return;
	inspect_state(t, n->parent, &st);
	name_move(g, &st, &n->look, g->text->format_move, out, size);
}
