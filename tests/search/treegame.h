/*
 * treegame.h - explicit trees as a game, random ones and ones read from a file, with a
 * plain recursive max^n and paranoid to compare with.
 *
 * The nodes of a tree may share children (then positions transpose). A node has an
 * estimate, children with order scores, and may be no place to stop (not quiet).
 */
#ifndef PLYSCOPE_TESTS_TREEGAME_H
#define PLYSCOPE_TESTS_TREEGAME_H

#include "tests/unit/plain_parts.h"
#include "tests/unit/play_text.h"

#include <jansson.h>
#include <limits.h>

#define TREE_NODES 60000
#define TREE_MOVES 16

struct tree_node {
	int seat, count;
	bool quiet;
	int child[TREE_MOVES];
	int32_t score[TREE_MOVES];
	int32_t value[SEATS_MAX];
	struct bounds bounds;
};

static struct tree_node tree[TREE_NODES];
static int tree_count;
static int32_t tree_maxsum;

struct tree_state {
	int node;
};

static inline int
tree_at(const struct state *s)
{
	return ((const struct tree_state *)(const void *)s)->node;
}

static inline seat_set
tree_acting(const struct game *g, const struct state *s)
{
	const struct tree_node *n = &tree[tree_at(s)];
	return n->count == 0 ? 0 : 1u << n->seat;
}

static inline int
tree_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	(void)g, (void)seat;
	const struct tree_node *n = &tree[tree_at(s)];
	for (int i = 0; i < n->count; i++)
		out[i] = (move)i;
	return n->count;
}

static inline void
tree_play(const struct game *g, const struct state *from, int seat, move m,
	  struct state *to)
{
	(void)g, (void)seat;
	((struct tree_state *)(void *)to)->node = tree[tree_at(from)].child[m];
}

static inline bool
tree_settled(const struct game *g, const struct state *s)
{
	return tree[tree_at(s)].count == 0;
}

static inline bool
tree_quiet(const struct game *g, const struct state *s)
{
	return tree[tree_at(s)].quiet;
}

static inline void
tree_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	memcpy(value, tree[tree_at(s)].value, sizeof *value * (size_t)g->seats);
}

static inline void
tree_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	*b = tree[tree_at(s)].bounds;
}

static inline void
tree_order(const struct game *g, const struct state *s, int seat, const move *m, int n,
	   int32_t *score)
{
	(void)g, (void)seat;
	for (int i = 0; i < n; i++)
		score[i] = tree[tree_at(s)].score[m[i]];
}

static inline uint64_t
tree_hash(const struct game *g, const struct state *s)
{
	return rng_mix((uint64_t)tree_at(s));
}

#define TREE_OPS \
	.key = "tree", .title = "tree", .unit = 1, .point_name = "points", \
	.state_size = sizeof(struct tree_state), .rules = &tree_rules, \
	.text = PLAIN_TEXT, .view = PLAIN_VIEW
#define TREE_KNOWLEDGE \
	.evaluate = tree_evaluate, .bounds = tree_bounds, .order = tree_order

static const struct game_rules tree_rules = {
	.acting = tree_acting,
	.moves = tree_moves,
	.play = tree_play,
	.settled = tree_settled,
	.hash = tree_hash,
};
static const struct game_ops tree_game = {
	TREE_OPS,
	.knowledge = &(const struct game_knowledge){ TREE_KNOWLEDGE },
};
static const struct game_ops restless_tree_game = {
	TREE_OPS,
	.knowledge =
		&(const struct game_knowledge){ TREE_KNOWLEDGE, .quiet = tree_quiet },
};

/* ---- making trees ---- */

struct tree_plan {
	int seats, depth, width; /* most children */
	int32_t maxsum;
	bool uniform, constant, free_turns, shared, tight, restless;
};

static inline void
random_tuple(struct rng *r, const struct tree_plan *p, int32_t *value)
{
	int32_t rest =
		p->constant ? p->maxsum : (int32_t)rng_below(r, (uint32_t)p->maxsum + 1);
	const int first = (int)rng_below(r, (uint32_t)p->seats);
	for (int i = 0; i < p->seats; i++) {
		const int seat = (first + i) % p->seats;
		value[seat] = i == p->seats - 1
				      ? rest
				      : (int32_t)rng_below(r, (uint32_t)rest + 1);
		rest -= value[seat];
	}
}

/* What every tuple in the subtree keeps to: exactly, or loosely. */
static inline void
bound_node(const struct tree_plan *p, struct tree_node *n)
{
	struct bounds *b = &n->bounds;
	*b = (struct bounds){ .maxsum = p->maxsum };
	for (int i = 0; i < p->seats; i++) {
		b->high[i] = p->maxsum;
		if (!p->tight)
			continue;
		b->low[i] = b->high[i] = n->value[i];
		for (int k = 0; k < n->count; k++) {
			const struct bounds *c = &tree[n->child[k]].bounds;
			b->low[i] = c->low[i] < b->low[i] ? c->low[i] : b->low[i];
			b->high[i] = c->high[i] > b->high[i] ? c->high[i] : b->high[i];
		}
	}
}

static inline int
grow(struct rng *r, const struct tree_plan *p, int depth, int seat)
{
	static int earlier[16][64];
	static int kept[16];
	if (tree_count == 0)
		memset(kept, 0, sizeof kept);
	if (p->shared && depth > 0 && kept[depth] > 2 && rng_below(r, 2)) {
		const int node = earlier[depth][rng_below(r, (uint32_t)kept[depth])];
		if (p->free_turns || tree[node].seat == seat)
			return node;
	}
	const int at = tree_count++;
	assert_true(at < TREE_NODES);
	struct tree_node *n = &tree[at];
	memset(n, 0, sizeof *n);
	n->seat = seat;
	n->quiet = !p->restless || rng_below(r, 3) > 0;
	random_tuple(r, p, n->value);
	if (depth > 0)
		n->count =
			p->uniform ? p->width : 1 + (int)rng_below(r, (uint32_t)p->width);
	for (int i = 0; i < n->count; i++) {
		const int next = p->free_turns ? (int)rng_below(r, (uint32_t)p->seats)
					       : (seat + 1) % p->seats;
		const bool jump = !p->uniform && depth > 1 && rng_below(r, 10) == 0;
		n->score[i] = (int32_t)rng_below(r, 3);
		n->child[i] = grow(r, p, depth - 1 - jump, next);
	}
	bound_node(p, n);
	if (kept[depth] < 64)
		earlier[depth][kept[depth]++] = at;
	return at;
}

static inline void
random_tree(struct rng *r, const struct tree_plan *p)
{
	tree_count = 0;
	tree_maxsum = p->maxsum;
	grow(r, p, p->depth, (int)rng_below(r, (uint32_t)p->seats));
}

static inline int
read_node(json_t *t, int seats)
{
	const int at = tree_count++;
	assert_true(at < TREE_NODES);
	struct tree_node *n = &tree[at];
	memset(n, 0, sizeof *n);
	n->bounds.maxsum = tree_maxsum;
	for (int i = 0; i < seats; i++)
		n->bounds.high[i] = tree_maxsum;
	json_t *v = json_object_get(t, "v"), *c = json_object_get(t, "c");
	for (int i = 0; v && i < seats; i++)
		n->value[i] = (int32_t)json_integer_value(json_array_get(v, (size_t)i));
	n->count = (int)json_array_size(c);
	assert_true(n->count <= TREE_MOVES);
	n->seat = (int)json_integer_value(json_object_get(t, "p"));
	for (int i = 0; i < n->count; i++) {
		const int child = read_node(json_array_get(c, (size_t)i), seats);
		tree[at].child[i] = child;
	}
	return at;
}

/* {"p": seat, "c": [children]} or {"v": [values]}; no tuple's sum is above maxsum. */
static inline void
read_tree(json_t *t, int seats, int32_t maxsum)
{
	tree_count = 0;
	tree_maxsum = maxsum;
	read_node(t, seats);
}

static inline void
read_tree_text(const char *text, int seats, int32_t maxsum)
{
	json_t *t = json_loads(text, 0, NULL);
	assert_non_null(t);
	read_tree(t, seats, maxsum);
	json_decref(t);
}

/* A uniform tree whose tuples are all 100 each, the best order there is: one shared node
 * per ply. */
static inline void
equal_tree(int seats, int depth, int width)
{
	tree_count = 0;
	tree_maxsum = 100 * seats;
	for (int ply = 0; ply <= depth; ply++) {
		struct tree_node *n = &tree[tree_count++];
		memset(n, 0, sizeof *n);
		n->seat = ply % seats;
		n->count = ply < depth ? width : 0;
		n->bounds.maxsum = tree_maxsum;
		for (int i = 0; i < SEATS_MAX; i++) {
			n->value[i] = i < seats ? 100 : 0;
			n->bounds.high[i] = tree_maxsum;
		}
		for (int i = 0; i < n->count; i++)
			n->child[i] = ply + 1;
	}
}

/* ---- the plain references ---- */

static inline bool
tree_leaf(const struct game *g, const struct tree_node *n, int rem)
{
	return n->count == 0 || (rem <= 0 && (g->knowledge->quiet == NULL || n->quiet));
}

/* The k-th child in the fixed order: score descending, stable. */
static inline int
tree_kth(const struct tree_node *n, int k)
{
	int index[TREE_MOVES];
	for (int i = 0; i < n->count; i++) {
		int j = i;
		for (; j > 0 && n->score[index[j - 1]] < n->score[i]; j--)
			index[j] = index[j - 1];
		index[j] = i;
	}
	return index[k];
}

static inline int
plain_maxn(const struct game *g, int node, int rem, int32_t *value)
{
	const struct tree_node *n = &tree[node];
	int best = -1;
	if (tree_leaf(g, n, rem)) {
		memcpy(value, n->value, sizeof n->value);
		return -1;
	}
	for (int k = 0; k < n->count; k++) {
		int32_t v[SEATS_MAX];
		const int i = tree_kth(n, k);
		plain_maxn(g, n->child[i], rem - 1, v);
		if (best < 0 || v[n->seat] > value[n->seat]) {
			memcpy(value, v, sizeof v);
			best = i;
		}
	}
	return best;
}

static inline int
plain_paranoid(const struct game *g, int node, int rem, int me, int32_t *value)
{
	const struct tree_node *n = &tree[node];
	int best = -1;
	*value = 0;
	if (tree_leaf(g, n, rem)) {
		*value = n->value[me];
		return -1;
	}
	for (int k = 0; k < n->count; k++) {
		int32_t v = 0;
		const int i = tree_kth(n, k);
		plain_paranoid(g, n->child[i], rem - 1, me, &v);
		if (best < 0 || (n->seat == me ? v > *value : v < *value)) {
			*value = v;
			best = i;
		}
	}
	return best;
}

/* ---- running a search ---- */

static inline struct game
tree_as_game(int seats, bool restless)
{
	struct game g = { .seats = seats, .traits = TRAIT_MULTIPLAYER };
	game_bind(&g, restless ? &restless_tree_game : &tree_game);
	return g;
}

/* Opens ops with "key=value,key=value", all hands open, for a job that says the rest. */
static inline void
open_job(struct search *s, struct player *p, struct search_job job,
	 const struct search_ops *ops, const char *options, struct limits limits)
{
	struct status st = { 0 };
	*p = (struct player){ .count = 1 };
	p->part[0].ops = ops;
	p->part[0].limits = limits;
	p->part[0].inner = -1;
	read_options(&p->part[0].options, ops->options, options);
	job.player = p;
	job.viewer = SEAT_ALL;
	if (!search_open(s, &job, &st))
		fail_msg("%s: %s", options, st.text);
}

/* The same on a state, with a tree to look at when kept; the caller closes the search. */
static inline void
open_search(struct search *s, struct player *p, const struct game *g,
	    const struct state *root, const struct search_ops *ops, const char *options,
	    struct limits limits, atomic_bool *stop, bool keep)
{
	const struct search_job job = {
		.game = g, .root = root, .seed = 1, .stop = stop, .keep = keep
	};
	open_job(s, p, job, ops, options, limits);
}

/* The same, and runs it. */
static inline void
run_search(struct search *s, struct player *p, const struct game *g,
	   const struct state *root, const struct search_ops *ops, const char *options,
	   struct limits limits, atomic_bool *stop)
{
	open_search(s, p, g, root, ops, options, limits, stop, false);
	search_run(s);
}

static inline void
run_tree(struct search *s, struct player *p, const struct game *g,
	 const struct search_ops *ops, const char *options, int depth)
{
	struct state root = { 0 };
	run_search(s, p, g, &root, ops, options, (struct limits){ .depth = depth }, NULL);
}

/* A figure of a node by the key of its column. */
static inline double
look_extra(const struct search_ops *ops, const struct look_node *l, const char *key)
{
	for (const struct column *c = ops->node_columns; c->key != NULL; c++)
		if (strcmp(c->key, key) == 0)
			return l->extra[c->at];
	fail_msg("no column %s", key);
	return 0;
}

static inline struct tree_plan
random_plan(struct rng *r)
{
	static const int32_t sums[] = { 3, 6, 10, 20, 1000000 };
	struct tree_plan p = {
		.seats = 2 + (int)rng_below(r, 4),
		.depth = 2 + (int)rng_below(r, 6),
		.maxsum = sums[rng_below(r, 5)],
		.uniform = rng_below(r, 2),
		.constant = rng_below(r, 5) > 0,
		.free_turns = rng_below(r, 3) == 0,
		.shared = rng_below(r, 3) == 0,
		.tight = rng_below(r, 2),
		.restless = rng_below(r, 3) == 0,
	};
	p.width = p.depth > 5 ? 2 + (int)rng_below(r, 2) : 2 + (int)rng_below(r, 3);
	return p;
}

/* A tree, made anew, as a game. */
static inline struct game
random_game(struct rng *r, struct tree_plan *plan)
{
	*plan = random_plan(r);
	random_tree(r, plan);
	return tree_as_game(plan->seats, plan->restless);
}

/* The same with `width` children everywhere and tuples that share out 26 points. */
static inline struct game
full_game(struct rng *r, int seats, int depth, int width)
{
	const struct tree_plan plan = { .seats = seats,
					.depth = depth,
					.width = width,
					.maxsum = 26,
					.uniform = true,
					.constant = true };
	random_tree(r, &plan);
	return tree_as_game(seats, false);
}

/* What a test is run on, and its name in a failure. */
struct tree_case {
	struct game game;
	int depth; /* to search */
	char what[40];
};

static inline void
random_case(struct rng *r, int i, struct tree_case *c)
{
	struct tree_plan plan;
	c->game = random_game(r, &plan);
	c->depth = 1 + (int)rng_below(r, (uint32_t)plan.depth + 1);
	snprintf(c->what, sizeof c->what, "random tree %d", i);
}

/* Every tree of maxn_trees.json, with its row of the file. */
static inline void
for_reference_trees(void (*check)(const struct tree_case *c, json_t *row))
{
	json_error_t error;
	json_t *file = json_load_file("tests/data/maxn_trees.json", 0, &error), *row;
	assert_non_null(file);
	json_t *trees = json_object_get(file, "trees");
	assert_int_equal(json_array_size(trees), 60);
	size_t i;
	json_array_foreach(trees, i, row)
	{
		const int seats =
			(int)json_integer_value(json_object_get(row, "players"));
		struct tree_case c = { .game = tree_as_game(seats, false), .depth = 20 };
		snprintf(c.what, sizeof c.what, "tree %zu", i);
		read_tree(json_object_get(row, "tree"), seats,
			  (int32_t)json_integer_value(json_object_get(row, "maxsum")));
		check(&c, row);
	}
	json_decref(file);
}

/* Root A has 11 of 26 after its first move; below its second, B already has 16. */
static const char cut_tree[] = "{\"p\":0,\"c\":[{\"p\":1,\"c\":[{\"v\":[11,10,5]}]},"
			       "{\"p\":1,\"c\":[{\"v\":[9,16,1]},{\"v\":[26,0,0]}]}]}";

/* Every pruning of max^n, with the step of a score and the table and without, and what may be
 * searched first. */
static const char *const maxn_modes[] = {
	"prune=none,table=off",
	"prune=bound,table=off,discrete=off",
	"prune=shallow,table=off,discrete=off",
	"prune=alphabeta-bound,table=off,discrete=off",
	"prune=last-branch,table=off,discrete=off",
	"prune=speculative,table=off,discrete=off",
	"prune=shallow,table=off",
	"prune=alphabeta-bound,table=off",
	"prune=last-branch,table=off",
	"prune=speculative,table=off",
	"prune=none,table=on",
	"prune=bound,table=on",
	"prune=shallow,table=on",
	"prune=alphabeta-bound,table=on",
	"prune=last-branch,table=on",
	"prune=speculative,table=on",
};
#define MAXN_MODES (int)(sizeof maxn_modes / sizeof maxn_modes[0])

#endif
