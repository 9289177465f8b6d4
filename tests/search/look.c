/*
 * look.c - what the inspector is told of a search, against plain recursions on random trees.
 *
 * The tree that is kept is the one that was searched: figures, order, cuts. Each sentence of
 * a cut is taken at its word: its numbers add up, each number is what the named seat has at
 * the named node, and the plain value of the node that was cut is what the sentence claims.
 */
#include "ai/depth_first/dfs_tree.h"
#include "tests/kept.h"
#include "tests/search/treegame.h"

#include <math.h>
#include <stdlib.h>

extern const struct search_ops maxn_search, paranoid_search, offensive_search,
	maxprob_search, uct_search, brs_search;

#define DEEP 24

static int32_t room; /* nodes that a kept tree has room for, 0: as many as always */

static void
run_kept(struct search *s, struct player *p, const struct game *g,
	 const struct search_ops *ops, const char *options, struct limits limits,
	 bool keep)
{
	static const struct state root;
	open_search(s, p, g, &root, ops, options, limits, NULL, keep);
	if (room > 0)
		((struct dfs *)s->self)->tree->room = room;
	search_run(s);
}

/* A walk down a kept tree. */
struct walk {
	struct search *s;
	const struct game *g;
	int depth;				    /* of the iteration */
	int node[DEEP];				    /* of the tree, by ply */
	struct look_node sibling[DEEP][TREE_MOVES]; /* the children shown of node[ply] */
	int siblings[DEEP], at[DEEP];
	bool root_bounds; /* the search relies on those of the root alone */
	int64_t cuts, skipped, nodes, again, checked;
};

typedef void visitor(struct walk *w, int ply, const struct look_node *l);

static void
walk_down(struct walk *w, look_ref ref, int ply, visitor *visit)
{
	struct look_node *child = w->sibling[ply];
	const int n = w->s->ops->look->children(w->s, ref, child, TREE_MOVES);
	w->siblings[ply] = n;
	if (n > 0)
		assert_int_equal(n, tree[w->node[ply]].count);
	for (int i = 0; i < n; i++) {
		w->at[ply] = i;
		w->node[ply + 1] = tree[w->node[ply]].child[child[i].m];
		visit(w, ply + 1, &child[i]);
		w->skipped += child[i].skipped;
		assert_true(!child[i].skipped || child[i].visits == 0);
		if (child[i].visits == 0)
			continue;
		w->nodes++;
		w->again += child[i].again;
		if (child[i].inner)
			walk_down(w, child[i].ref, ply + 1, visit);
	}
}

static void
visit_nothing(struct walk *w, int ply, const struct look_node *l)
{
	(void)w, (void)ply, (void)l;
}

/* ---- the tree is the search's ---- */

static const struct {
	const struct search_ops *ops;
	const char *options;
} searches[] = {
	{ &maxn_search, "prune=none,table=off" },
	{ &maxn_search, "prune=shallow,table=off" },
	{ &maxn_search, "prune=last-branch,table=off" },
	{ &maxn_search, "prune=speculative,table=off" },
	{ &maxn_search, "prune=speculative,table=on" },
	{ &paranoid_search, "table=off,window=full" },
	{ &paranoid_search, "table=on,window=full" },
	{ &paranoid_search, "table=off,window=zero" },
	{ &brs_search, "" }, /* of two seats, so that it is paranoid */
	{ &offensive_search, "table=off" },
	{ &maxprob_search, "" },
};
#define PARANOID  5 /* the first of those that minimise the root seat's value */
#define PARANOIDS 4
#define SEARCHES  (int)(sizeof searches / sizeof searches[0])

/* In a tree no turn can be given away: best-reply search is for two seats there. */
static struct tree_plan
plan_for(struct rng *r, const struct search_ops *ops)
{
	struct tree_plan plan = random_plan(r);
	if (ops == &brs_search)
		plan.seats = 2;
	return plan;
}

static void
keeping_the_tree_changes_no_figure(void **state)
{
	struct rng r;
	rng_seed(&r, 1);
	for (int i = 0; i < 300; i++) {
		const int k = (int)rng_below(&r, SEARCHES);
		const struct tree_plan plan = plan_for(&r, searches[k].ops);
		random_tree(&r, &plan);
		const struct game g = tree_as_game(plan.seats, plan.restless);
		const struct limits l = { .depth = plan.depth,
					  .nodes = rng_below(&r, 2) ? 200 : 0 };
		struct search a, b;
		struct player p, q;
		run_kept(&a, &p, &g, searches[k].ops, searches[k].options, l, false);
		run_kept(&b, &q, &g, searches[k].ops, searches[k].options, l, true);
		assert_int_equal(a.live.nodes, b.live.nodes);
		assert_int_equal(a.live.leaves, b.live.leaves);
		assert_int_equal(a.live.stop, b.live.stop);
		assert_int_equal(search_choice(&a), search_choice(&b));
		for (int j = 0; j < plan.seats; j++)
			assert_true(a.live.value[j] == b.live.value[j]);
		for (int j = 0; j < STATS_RULES; j++)
			assert_int_equal(a.live.cuts[j], b.live.cuts[j]);
		search_close(&a);
		search_close(&b);
	}
}

/* One iteration from depth 1 on, so that all figures are of the tree that is shown. */
static void
one_iteration(struct rng *r, const struct search_ops *ops, struct tree_plan *plan)
{
	*plan = plan_for(r, ops);
	plan->shared = plan->restless = false;
	random_tree(r, plan);
}

/* The tree in hand, the search of it that is kept, and the walk down that. */
static struct {
	struct tree_plan plan;
	struct game game;
	struct player player;
	struct search search;
	struct walk walk;
} kept;

static void
plant(struct rng *r, const struct search_ops *ops)
{
	one_iteration(r, ops, &kept.plan);
	kept.game = tree_as_game(kept.plan.seats, false);
}

/* Searches the tree in hand; the caller closes kept.search. */
static void
keep(const struct search_ops *ops, const char *options, struct limits limits)
{
	run_kept(&kept.search, &kept.player, &kept.game, ops, options, limits, true);
	kept.walk = (struct walk){ .s = &kept.search,
				   .g = &kept.game,
				   .depth = kept.search.live.depth };
}

static struct limits
to_its_depth(void)
{
	return (struct limits){ .depth = kept.plan.depth };
}

/* Random trees, searched by `count` of the searches in turn, from `first` on, and walked down;
 * what was checked in all. */
static int64_t
walk_trees(uint64_t seed, int trees, int first, int count, visitor *visit)
{
	struct rng r;
	int64_t checked = 0;
	rng_seed(&r, seed);
	for (int i = 0; i < trees; i++) {
		const int k = first + i % count;
		plant(&r, searches[k].ops);
		keep(searches[k].ops, searches[k].options, to_its_depth());
		walk_down(&kept.walk, LOOK_ROOT, 0, visit);
		checked += kept.walk.checked;
		search_close(&kept.search);
	}
	return checked;
}

/* Nodes of the last iteration. */
static int64_t
nodes_of_last(const struct game *g, int k, int depth, struct snapshot *out)
{
	struct search s;
	struct player p;
	int64_t before = 0;
	for (int d = depth - 1; d <= depth; d++) {
		if (d == 0)
			continue;
		run_kept(&s, &p, g, searches[k].ops, searches[k].options,
			 (struct limits){ .depth = d }, false);
		if (d < depth)
			before = s.live.nodes;
		*out = kept_figures(&s.live);
		search_close(&s);
	}
	return out->nodes - before;
}

static void
the_tree_has_every_node_of_the_last_iteration(void **state)
{
	struct rng r;
	rng_seed(&r, 2);
	int64_t seen = 0;
	for (int i = 0; i < 400; i++) {
		struct snapshot last = { 0 };
		const struct walk *w = &kept.walk;
		const int k = i % SEARCHES;
		plant(&r, searches[k].ops);
		keep(searches[k].ops, searches[k].options, to_its_depth());
		const int64_t nodes = nodes_of_last(&kept.game, k, w->depth, &last);
		walk_down(&kept.walk, LOOK_ROOT, 0, visit_nothing);
		/* what was searched again is shown once */
		if (w->again == 0 && last.researches == 0)
			assert_int_equal(w->nodes + 1, nodes);
		else
			assert_true(w->nodes + 1 <= nodes);
		seen += w->nodes;
		search_close(&kept.search);
	}
	assert_true(seen > 10000);
}

/* ---- values ---- */

static int32_t
plain_of(struct walk *w, int ply, int seat)
{
	int32_t v[SEATS_MAX] = { 0 };
	plain_maxn(w->g, w->node[ply], w->depth - ply, v);
	return v[seat];
}

static void
check_maxn_value(struct walk *w, int ply, const struct look_node *l)
{
	for (int seat = 0; seat < w->g->seats; seat++) {
		const double v = l->value[seat];
		if (isnan(v) || l->skipped)
			continue;
		const int32_t plain = plain_of(w, ply, seat);
		if (l->status == MOVE_EXACT || l->status == MOVE_PROVEN)
			assert_true(v == plain);
		else if (l->status == MOVE_AT_MOST)
			assert_true(plain <= v);
		else if (l->status == MOVE_AT_LEAST)
			assert_true(plain >= v);
		w->checked++;
	}
}

static void
every_value_of_max_n_is_of_its_kind(void **state)
{
	assert_true(walk_trees(3, 600, 0, PARANOID, check_maxn_value) > 10000);
}

static void
check_paranoid_value(struct walk *w, int ply, const struct look_node *l)
{
	const int me = w->s->mover;
	int32_t plain;
	if (isnan(l->value[me]) || l->skipped)
		return;
	plain_paranoid(w->g, w->node[ply], w->depth - ply, me, &plain);
	if (l->status == MOVE_EXACT || l->status == MOVE_PROVEN)
		assert_true(l->value[me] == plain);
	else if (l->status == MOVE_AT_MOST)
		assert_true(plain <= l->value[me]);
	else if (l->status == MOVE_AT_LEAST)
		assert_true(plain >= l->value[me]);
	w->checked += l->status != MOVE_OPEN;
}

static void
every_value_of_paranoid_is_of_its_kind(void **state)
{
	assert_true(walk_trees(4, 600, PARANOID, PARANOIDS, check_paranoid_value) > 5000);
}

/* ---- the sentences ---- */

static int
seat_of(char name)
{
	return name - 'A';
}

/* Has the mover of node[ply - up] an earlier child that is worth `need`, or a step less? */
static bool
has_elsewhere(struct walk *w, int ply, int up, int32_t need)
{
	const int from = ply - up, seat = tree[w->node[from]].seat;
	for (int i = 0; i < w->siblings[from]; i++) {
		const struct look_node *l = &w->sibling[from][i];
		int32_t v[SEATS_MAX];
		if (i == w->at[from] || l->skipped)
			continue;
		plain_maxn(w->g, tree[w->node[from]].child[l->m], w->depth - from - 1, v);
		if (v[seat] == need || v[seat] == need - 1)
			return true;
	}
	return false;
}

static const struct bounds *
bounds_at(const struct walk *w, int ply)
{
	return &tree[w->node[w->root_bounds ? 0 : ply]].bounds;
}

/* "B needs 12 (root)", "B has 16 (here)", "C gets at least 0": the part of a sum. */
static int32_t
check_part(struct walk *w, int ply, const char *text, int *seat, int *up)
{
	const struct bounds *b = bounds_at(w, ply);
	char where[20] = "";
	int points;
	char name;
	*up = -1;
	if (sscanf(text, " %c gets at least %d", &name, &points) == 2) {
		*seat = seat_of(name);
		assert_true(points == b->low[*seat]);
		return points;
	}
	if (sscanf(text, " %c needs %d (%19[^)]", &name, &points, where) != 3)
		assert_int_equal(sscanf(text, " %c has %d (%19[^)]", &name, &points,
					where),
				 3);
	*seat = seat_of(name);
	*up = strcmp(where, "here") == 0   ? 0
	      : strcmp(where, "root") == 0 ? ply
					   : atoi(where);
	assert_true(*up >= 0 && *up <= ply);
	assert_int_equal(tree[w->node[ply - *up]].seat, *seat);
	if (*up > 0)
		assert_true(has_elsewhere(w, ply, *up, points));
	return points;
}

/* The node's value, searched in full, is not what all named seats prefer. */
static void
check_claim(struct walk *w, int ply, const int32_t *need, const int *up)
{
	int32_t v[SEATS_MAX];
	bool refused = false;
	plain_maxn(w->g, w->node[ply], w->depth - ply, v);
	for (int k = 0; k < w->g->seats; k++)
		refused = refused || (up[k] > 0 && v[k] < need[k]);
	assert_true(refused);
}

static void
check_sum(struct walk *w, int ply, const char *text)
{
	int32_t need[SEATS_MAX] = { 0 };
	int up[SEATS_MAX], sum = 0;
	for (int k = 0; k < SEATS_MAX; k++)
		up[k] = -1;
	const char *part = strchr(text, ':') + 1;
	for (int k = 0; k < w->g->seats; k++) {
		int seat, from;
		const int32_t points = check_part(w, ply, part, &seat, &from);
		need[seat] = points;
		up[seat] = from;
		sum += points;
		if (k < w->g->seats - 1)
			part = strchr(part, ',') + 1;
	}
	/* the sum as written */
	const char *sums = strrchr(text, ':') + 1;
	char *end;
	int written = (int)strtol(sums, &end, 10);
	for (int k = 1; k < w->g->seats; k++) {
		assert_true(strncmp(end, " + ", 3) == 0);
		written += (int)strtol(end + 3, &end, 10);
	}
	int total, most;
	assert_int_equal(sscanf(end, " = %d > %d", &total, &most), 2);
	assert_int_equal(written, sum);
	assert_int_equal(total, sum);
	assert_int_equal(most, bounds_at(w, ply)->maxsum);
	assert_true(total > most);
	if (strstr(text, "is better") == NULL)
		check_claim(w, ply, need, up);
}

/* "B needs 12 (root) and can get at most 10 below". */
static void
check_over(struct walk *w, int ply, const char *text)
{
	const struct bounds *b = bounds_at(w, ply);
	const char *part = strchr(text, ':') + 1;
	int seat, up, most;
	const int32_t points = check_part(w, ply, part, &seat, &up);
	assert_int_equal(sscanf(strstr(text, "at most"), "at most %d", &most), 1);
	assert_true(most == b->high[seat] && points > most);
	assert_true(plain_of(w, ply, seat) <= most);
}

static void
check_maxn_sentence(struct walk *w, int ply, const struct look_node *l)
{
	if (l->skipped || l->rule == NULL)
		return;
	if (strstr(l->proof, "at most") != NULL)
		check_over(w, ply, l->proof);
	else
		check_sum(w, ply, l->proof);
	w->checked++;
	w->cuts++;
}

static void
sentences_of_max_n_add_up(void **state)
{
	static const char *const modes[] = {
		"prune=bound,table=off",	   "prune=shallow,table=off",
		"prune=alphabeta-bound,table=off", "prune=last-branch,table=off",
		"prune=speculative,table=off",	   "prune=speculative,table=on",
	};
	struct rng r;
	rng_seed(&r, 20261121);
	int64_t checked[6] = { 0 };
	for (int i = 0; i < 3000; i++) {
		plant(&r, &maxn_search);
		keep(&maxn_search, modes[i % 6], to_its_depth());
		kept.walk.root_bounds = i % 6 == 1;
		walk_down(&kept.walk, LOOK_ROOT, 0, check_maxn_sentence);
		checked[i % 6] += kept.walk.checked;
		search_close(&kept.search);
	}
	for (int k = 1; k < 6; k++)
		assert_true(checked[k] > 100);
}

static void
check_paranoid_sentence(struct walk *w, int ply, const struct look_node *l)
{
	const int me = w->s->mover;
	int32_t plain;
	int got, bound;
	char a, b, c;
	if (l->skipped || l->proof[0] == '\0')
		return;
	plain_paranoid(w->g, w->node[ply], w->depth - ply, me, &plain);
	const char *t = strchr(l->proof, ':') + 1;
	if (sscanf(t, " %c can hold %c to %d here, %c needs %d", &a, &b, &got, &c,
		   &bound) == 5) {
		assert_true(seat_of(b) == me && seat_of(c) == me && seat_of(a) != me);
		assert_true(plain <= got && got < bound);
	} else if (sscanf(t, " %c gets %d here, the others can hold %c to %d above", &a,
			  &got, &b, &bound) == 4) {
		assert_true(seat_of(a) == me && seat_of(b) == me);
		assert_true(plain >= got && got >= bound);
	} else if (sscanf(t, " %c can get at most %d here and needs %d", &a, &got,
			  &bound) == 3) {
		assert_true(seat_of(a) == me && plain <= got && got < bound);
	} else {
		assert_int_equal(sscanf(t, " %c has %d here", &a, &got), 2);
		assert_true(seat_of(a) == me);
	}
	w->checked++;
}

static void
sentences_of_paranoid_hold(void **state)
{
	assert_true(walk_trees(6, 1500, PARANOID, PARANOIDS, check_paranoid_sentence) >
		    1000);
}

/* ---- counting ---- */

static int64_t
full_width(int node, int rem)
{
	int64_t n = 1;
	for (int i = 0; rem > 0 && i < tree[node].count; i++)
		n += full_width(tree[node].child[i], rem - 1);
	return n;
}

static void
check_count(struct walk *w, int ply, const struct look_node *l)
{
	struct look_count c;
	if (l->visits == 0)
		return;
	assert_true(w->s->ops->look->count(w->s, l->ref, 1 << 30, &c));
	assert_true(c.whole);
	assert_int_equal(c.searched + c.counted,
			 full_width(w->node[ply], w->depth - ply));
	w->checked += c.counted;
}

static void
searched_and_counted_are_the_full_width(void **state)
{
	struct rng r;
	rng_seed(&r, 5);
	int64_t counted = 0;
	for (int i = 0; i < 200; i++) {
		struct look_count c;
		struct search *s = &kept.search;
		const int k = i % (SEARCHES - 1);
		plant(&r, searches[k].ops);
		keep(searches[k].ops, searches[k].options, to_its_depth());
		walk_down(&kept.walk, LOOK_ROOT, 0, check_count);
		counted += kept.walk.checked;
		assert_true(s->ops->look->count(s, LOOK_ROOT, 1 << 30, &c));
		assert_true(c.whole);
		assert_int_equal(c.searched + c.counted, full_width(0, s->live.depth));
		if (c.counted > 2)
			assert_true(s->ops->look->count(s, LOOK_ROOT, 2, &c) && !c.whole);
		search_close(s);
	}
	assert_true(counted > 1000);
}

/* ---- stopped searches ---- */

/* What a stopped search has entered and what is counted besides is a tree between those of the
 * last whole iteration and the next, or said not to be whole. */
static void
check_stopped_count(struct search *s)
{
	struct look_count c;
	if (s->ops->look->count == NULL)
		return;
	assert_true(s->ops->look->count(s, LOOK_ROOT, 1 << 30, &c));
	const int64_t all = c.searched + c.counted;
	assert_true(all <= full_width(0, s->live.depth + 1));
	assert_true(!c.whole || all >= full_width(0, s->live.depth));
}

static void
a_search_stopped_anywhere_can_be_looked_at(void **state)
{
	struct rng r;
	rng_seed(&r, 8);
	for (int i = 0; i < 60; i++) {
		const int k = i % SEARCHES;
		int64_t seen = 0;
		plant(&r, searches[k].ops);
		for (int64_t nodes = 1; nodes < 400; nodes += 1 + nodes / 20) {
			keep(searches[k].ops, searches[k].options,
			     (struct limits){ .nodes = nodes });
			walk_down(&kept.walk, LOOK_ROOT, 0, visit_nothing);
			assert_true(kept.walk.nodes <= nodes);
			check_stopped_count(&kept.search);
			seen += kept.walk.nodes;
			search_close(&kept.search);
		}
		assert_true(seen > 0);
	}
}

/* A full tree keeps its upper part, and all that it says stays true. */
static void
a_full_tree_folds_small_subtrees_away(void **state)
{
	struct rng r;
	rng_seed(&r, 20261122);
	int64_t checked = 0, folded = 0;
	for (int i = 0; i < 1500; i++) {
		struct look_count c;
		plant(&r, &maxn_search);
		room = 40 + (int32_t)rng_below(&r, 400);
		keep(&maxn_search, "prune=speculative,table=off", to_its_depth());
		room = 0;
		walk_down(&kept.walk, LOOK_ROOT, 0, check_maxn_sentence);
		walk_down(&kept.walk, LOOK_ROOT, 0, check_maxn_value);
		checked += kept.walk.cuts;
		assert_true(
			maxn_search.look->count(&kept.search, LOOK_ROOT, 1 << 30, &c));
		folded += !c.whole;
		search_close(&kept.search);
	}
	assert_true(checked > 1000 && folded > 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeping_the_tree_changes_no_figure),
		cmocka_unit_test(the_tree_has_every_node_of_the_last_iteration),
		cmocka_unit_test(every_value_of_max_n_is_of_its_kind),
		cmocka_unit_test(every_value_of_paranoid_is_of_its_kind),
		cmocka_unit_test(sentences_of_max_n_add_up),
		cmocka_unit_test(sentences_of_paranoid_hold),
		cmocka_unit_test(searched_and_counted_are_the_full_width),
		cmocka_unit_test(a_full_tree_folds_small_subtrees_away),
		cmocka_unit_test(a_search_stopped_anywhere_can_be_looked_at),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
