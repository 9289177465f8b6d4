/*
 * pns.c - proof-number search on trees: the numbers are those of the definition after every
 * expansion, and every proof is right, whatever the method and however little memory it has.
 */
#include "ai/proof/pns.h"
#include "ai/proof/dfpn.h"
#include "tests/search/treegame.h"

extern const struct search_ops pns_search;

#define PROOFS 10000

static struct search search;
static struct player player;
static const struct state root;

/* Two seats; the tree's tuples sum to `maxsum`, so that 2 makes wins, draws and losses. */
static struct game
plant(struct rng *r, struct tree_plan *plan)
{
	*plan = (struct tree_plan){ .seats = 2,
				    .depth = 2 + (int)rng_below(r, 6),
				    .width = 1 + (int)rng_below(r, 4),
				    .maxsum = 1 + (int)rng_below(r, 2),
				    .constant = true,
				    .free_turns = rng_below(r, 2) != 0,
				    .shared = rng_below(r, 2) != 0 };
	random_tree(r, plan);
	struct game g = tree_as_game(2, false);
	g.traits = TRAIT_DRAWS | TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM;
	return g;
}

/* The outcome of a node to the root's mover, all below it looked at. */
static enum outcome
brute(int node, int prover)
{
	const struct tree_node *n = &tree[node];
	if (n->count == 0)
		return n->value[prover] > n->value[!prover]    ? OUTCOME_WIN
		       : n->value[prover] == n->value[!prover] ? OUTCOME_DRAW
							       : OUTCOME_LOSS;
	enum outcome best = n->seat == prover ? OUTCOME_LOSS : OUTCOME_WIN;
	for (int i = 0; i < n->count; i++) {
		const enum outcome o = brute(n->child[i], prover);
		if (n->seat == prover ? o > best : o < best)
			best = o;
	}
	return best;
}

/* Whether the trees' game foresees the end at a node, a quarter of them. */
static bool
is_foreseen(int node)
{
	return rng_mix((uint64_t)node + 5) % 4 == 0;
}

static bool
foresee(const struct game *g, const struct state *s, int32_t *value, int *plies)
{
	const int node = tree_at(s);
	if (!is_foreseen(node))
		return false;
	value[0] = (int)brute(node, 0) * tree_maxsum / 2;
	value[1] = tree_maxsum - value[0];
	*plies = 60;
	return true;
}

static uint32_t
distance_of(int node, int seat)
{
	return 1 + (uint32_t)(rng_mix((uint64_t)(2 * node + seat)) % 1000);
}

/* Anything will do: it must not change what is proven. */
static void
distance(const struct game *g, const struct state *s, uint32_t *out)
{
	for (int seat = 0; seat < 2; seat++)
		out[seat] = distance_of(tree_at(s), seat);
}

static const struct race_ops knowing = {
	.foresee = foresee,
	.distance = distance,
};
static const struct race_ops measured = { .distance = distance };

static void
open_pns(const struct game *g, const char *options, int64_t nodes)
{
	open_search(&search, &player, g, &root, &pns_search, options,
		    (struct limits){ .nodes = nodes }, NULL, false);
}

static const struct pns *
self(void)
{
	return search.self;
}

/* ---- numbers ---- */

/* Numbers from scratch: leaves by the game, inner nodes by their children, all the way down. */
static struct pns_numbers
define(const struct pns_tree *t, uint32_t at, int node)
{
	const struct pns *p = self();
	const struct pns_node *n = &t->node[at];
	uint64_t least = UINT64_MAX, sum = 0;
	if (n->children == 0 && tree[node].count > 0) {
		const uint32_t k = p->by_moves ? (uint32_t)tree[node].count : 1;
		const bool mine = tree[node].seat == p->prover;
		const uint32_t a = p->weighed ? distance_of(node, p->prover) : 1;
		const uint32_t b = p->weighed ? distance_of(node, !p->prover) : 1;
		return at == 0 ? (struct pns_numbers){ .pn = 1, .dn = 1 }
			       : (struct pns_numbers){ .pn = mine ? a : a * k,
						       .dn = mine ? b * k : b };
	}
	if (n->children == 0)
		return brute(node, p->prover) >= p->want
			       ? (struct pns_numbers){ .pn = 0, .dn = PROOF_INF }
			       : (struct pns_numbers){ .pn = PROOF_INF, .dn = 0 };
	const bool or = tree[node].seat == p->prover;
	for (uint32_t c = n->child; c < n->child + n->children; c++) {
		const struct pns_numbers x = define(t, c, tree[node].child[t->node[c].m]);
		const uint64_t pn = x.pn == PROOF_INF ? UINT64_MAX / 64 : x.pn;
		const uint64_t dn = x.dn == PROOF_INF ? UINT64_MAX / 64 : x.dn;
		least = (or ? pn : dn) < least ? (or ? pn : dn) : least;
		sum += or ? dn : pn;
	}
	const uint32_t a = least >= UINT64_MAX / 64 ? PROOF_INF : (uint32_t)least;
	const uint32_t b = sum >= UINT64_MAX / 64 ? PROOF_INF : (uint32_t)sum;
	return or ? (struct pns_numbers){ .pn = a, .dn = b }
		  : (struct pns_numbers){ .pn = b, .dn = a };
}

static int
check_numbers(const struct pns_tree *t, uint32_t at, int node)
{
	const struct pns_node *n = &t->node[at];
	const struct pns_numbers x = define(t, at, node);
	int checked = 1;
	assert_int_equal(n->pn, x.pn);
	assert_int_equal(n->dn, x.dn);
	for (uint32_t c = n->child; c < n->child + n->children; c++) {
		assert_int_equal(t->node[c].parent, at);
		checked += check_numbers(t, c, tree[node].child[t->node[c].m]);
	}
	return checked;
}

/* The moves to the most-proving node, by the definition. */
static int
most_proving(const struct pns_tree *t, move *line)
{
	uint32_t at = 0;
	int n = 0, node = 0;
	while (t->node[at].children > 0) {
		const bool or = tree[node].seat == self()->prover;
		uint32_t best = 0, least = PROOF_INF;
		for (uint32_t c = t->node[at].child;
		     c < t->node[at].child + t->node[at].children; c++) {
			const struct pns_numbers x =
				define(t, c, tree[node].child[t->node[c].m]);
			if (best == 0 || (or ? x.pn : x.dn) < least) {
				least = or ? x.pn : x.dn;
				best = c;
			}
		}
		line[n++] = t->node[best].m;
		node = tree[node].child[t->node[best].m];
		at = best;
	}
	return n;
}

/* The moves to the node that was expanded last. */
static int
last_expanded(const struct pns_tree *t, move *line)
{
	int n = 0;
	for (uint32_t k = t->last; k != 0; k = t->node[k].parent)
		n++;
	for (uint32_t k = t->last, i = (uint32_t)n; k != 0; k = t->node[k].parent)
		line[--i] = t->node[k].m;
	return n;
}

/* The tree to look at marks the same nodes, and no others on the way. */
static void
check_marks(const move *line, int length)
{
	static struct look_node node[TREE_MOVES];
	look_ref at = LOOK_ROOT;
	for (int i = 0; i <= length; i++) {
		const int n = pns_search.look->children(&search, at, node, TREE_MOVES);
		int marked = 0;
		for (int k = 0; k < n; k++)
			if (node[k].last) {
				assert_true(i < length && node[k].m == line[i]);
				at = node[k].ref;
				marked++;
			}
		assert_int_equal(marked, i < length);
	}
}

/* The best child of each node there, and no other, leads to the most-proving node. */
static void
check_best(const move *line, int length)
{
	static struct look_node node[TREE_MOVES];
	look_ref at = LOOK_ROOT;
	for (int i = 0; i < length; i++) {
		const int n = pns_search.look->children(&search, at, node, TREE_MOVES);
		int best = 0;
		for (int k = 0; k < n; k++)
			if (node[k].best) {
				assert_int_equal(node[k].m, line[i]);
				at = node[k].ref;
				best++;
			}
		assert_int_equal(best, 1);
	}
}

/* Every prefix of a search: a node limit is exact, so that one node more at a time shows every
 * expansion. Each was made at the most-proving node of the tree before. */
static void
numbers_are_those_of_the_definition(void **state)
{
	static const char *const questions[] = { "goal=win", "goal=draw",
						 "goal=win,leaf=moves",
						 "goal=draw,leaf=moves",
						 "goal=win,leaf=weighed" };
	struct rng r;
	rng_seed(&r, 11);
	int checked = 0, expansions = 0;
	for (int k = 0; k < 400; k++) {
		struct tree_plan plan;
		struct game g = plant(&r, &plan);
		g.race = &measured;
		move expected[64], line[64];
		int length = 0;
		uint32_t count = 1;
		bool over = tree[0].count == 0;
		for (int64_t nodes = 1; !over && nodes < 250; nodes++) {
			open_pns(&g, questions[k % 5], nodes);
			search_run(&search);
			const struct pns_tree *t = self()->tree;
			if (t->count > count) {
				checked += check_numbers(t, 0, 0);
				assert_int_equal(last_expanded(t, line), length);
				assert_memory_equal(line, expected,
						    (size_t)length * sizeof *line);
				check_marks(line, length);
				length = most_proving(t, expected);
				if (!pns_solved(t->node[0].pn, t->node[0].dn))
					check_best(expected, length);
				count = t->count;
				expansions++;
			}
			over = search.live.stop == STOP_SOLVED;
			search_close(&search);
		}
	}
	assert_true(expansions > 1500 && checked > 50000);
}

/* A tree of numbers from a file; its leaves have them, as `layer` says. */
static void
read_numbers(struct pns_tree *t, const json_t *j, uint32_t at, const char *layer)
{
	struct pns_node *n = &t->node[at];
	const json_t *c = json_object_get(j, "c");
	char pn[8], dn[8];
	snprintf(pn, sizeof pn, "pn%s", layer);
	snprintf(dn, sizeof dn, "dn%s", layer);
	const json_t *x = json_object_get(j, pn), *y = json_object_get(j, dn);
	n->proves = strcmp(json_string_value(json_object_get(j, "type")) != NULL
				   ? json_string_value(json_object_get(j, "type"))
				   : "",
			   "OR") == 0;
	n->pn = json_is_string(x) ? PROOF_INF : (uint32_t)json_integer_value(x);
	n->dn = json_is_string(y) ? PROOF_INF : (uint32_t)json_integer_value(y);
	n->children = (uint16_t)(json_array_size(c) & 0xfff);
	n->child = t->count;
	t->count += n->children;
	for (uint32_t i = 0; i < n->children; i++)
		read_numbers(t, json_array_get(c, i), n->child + i, layer);
}

static int
check_file_numbers(const struct pns_tree *t)
{
	int checked = 0;
	for (uint32_t i = 0; i < t->count; i++) {
		if (t->node[i].children == 0)
			continue;
		const struct pns_numbers x = pns_tree_sum(t, i);
		assert_int_equal(x.pn, t->node[i].pn);
		assert_int_equal(x.dn, t->node[i].dn);
		checked++;
	}
	return checked;
}

/* The path is that of the first layer, and none where the root is solved. */
static bool
check_file_path(const struct pns_tree *t, const json_t *path)
{
	uint32_t at = 0;
	if (!json_is_array(path)) {
		assert_true(pns_solved(t->node[0].pn, t->node[0].dn));
		return false;
	}
	for (size_t i = 0; i < json_array_size(path); i++) {
		const uint32_t next = pns_tree_best(t, at);
		assert_int_equal(next - t->node[at].child,
				 json_integer_value(json_array_get(path, i)));
		at = next;
	}
	assert_int_equal(t->node[at].children, 0);
	return true;
}

static void
trees_worked_out_elsewhere_agree(void **state)
{
	static struct pns_node nodes[1000];
	static const char *const layers[] = { "1", "2" };
	json_t *file = json_load_file("tests/data/pn_trees.json", 0, NULL), *one;
	size_t i;
	int checked = 0, paths = 0;
	assert_non_null(file);
	json_array_foreach(json_object_get(file, "and_or_trees"), i, one)
	{
		for (int k = 0; k < 2; k++) {
			struct pns_tree t = { .node = nodes, .count = 1 };
			memset(nodes, 0, sizeof nodes);
			read_numbers(&t, json_object_get(one, "tree"), 0, layers[k]);
			checked += check_file_numbers(&t);
			if (k == 0)
				paths += check_file_path(
					&t, json_object_get(one, "most_proving_path"));
		}
	}
	json_decref(file);
	assert_int_equal(paths, 18);
	assert_true(checked > 500);
}

/* ---- proofs ---- */

/* How little memory a search is left. */
enum memory { AMPLE, SCARCE };

static void
starve(struct rng *r)
{
	struct pns *p = search.self;
	if (p->tree != NULL)
		p->tree->room = 8 + rng_below(r, 40);
	else
		p->dfpn->table.buckets = p->dfpn->table.capacity = 1 + rng_below(r, 6);
}

/* What a move of the answer claims is what it is worth. */
static void
check_moves(int prover)
{
	const struct snapshot *live = &search.live;
	for (int i = 0; i < live->move_count; i++) {
		const struct stats_move *m = &live->moves[i];
		const enum outcome o = brute(tree[0].child[m->m], prover);
		const double worth = (int)o * tree_maxsum / 2.0;
		if (m->status == MOVE_PROVEN)
			assert_true(m->value[prover] == worth &&
				    m->value[!prover] == tree_maxsum - worth);
		if (m->status == MOVE_AT_LEAST)
			assert_true(m->value[prover] <= worth);
		if (m->status == MOVE_AT_MOST)
			assert_true(m->value[prover] >= worth);
	}
}

/* The best of the moves that win ends soonest, of those that lose last; all are there. */
static void
check_order(void)
{
	const struct snapshot *live = &search.live;
	const int at =
		self()->want == OUTCOME_WIN ? 0 : 2; /* of the numbers in extra[] */
	const double *first = live->moves[0].extra;
	assert_int_equal(live->move_count, tree[0].count);
	for (int i = 0; i < live->move_count; i++) {
		const double *x = live->moves[i].extra;
		assert_int_not_equal(live->moves[i].status, MOVE_UNSEARCHED);
		assert_true(first[at] > 0 || x[at] > 0 || first[4] <= x[4]);
		assert_true(first[at + 1] > 0 || first[4] >= x[4]);
	}
}

/* The nodes of a kept proof; -1: a part of it is missing. */
static int
count_proof(const struct pns_tree *t, uint32_t at)
{
	const struct pns_node *n = &t->node[at];
	const uint32_t best = pns_tree_best(t, at);
	const bool chosen = (n->pn == 0) == (n->proves != 0);
	int count = 1;
	if (n->settled)
		return 1;
	if (n->children == 0 || !pns_solved(n->pn, n->dn))
		return -1;
	for (uint32_t c = n->child; c < n->child + n->children; c++) {
		const int below = chosen && c != best ? 0 : count_proof(t, c);
		if (below < 0)
			return -1;
		count += below;
	}
	return count;
}

/* The line of a solved root keeps to what the last run has proven, to an end where it is whole. */
static void
check_line(enum outcome low, enum outcome high, int prover, bool whole)
{
	const struct snapshot *live = &search.live;
	int node = 0;
	assert_int_equal(live->pv[0], live->moves[0].m);
	for (int i = 0; i < live->pv_count; i++) {
		assert_in_range(live->pv[i], 0, tree[node].count - 1);
		node = tree[node].child[live->pv[i]];
		const enum outcome o = brute(node, prover);
		assert_true(o >= low && o <= high);
	}
	const bool foreseen = search.game->race->foresee != NULL && is_foreseen(node);
	if (whole)
		assert_true(tree[node].count == 0 || foreseen);
}

static const char *const leaves[] = { "one", "moves", "weighed" };

/* One search of a random tree with one method; true: it was solved. The game knows the outcome of
 * some nodes of every other tree. */
static bool
confirm(struct rng *r, const char *method, const char *goal, enum memory memory)
{
	struct tree_plan plan;
	char options[120];
	struct game g = plant(r, &plan);
	const int prover = tree[0].seat;
	if (tree[0].count == 0)
		return false;
	if (rng_below(r, 2))
		g.race = &knowing;
	const enum outcome o = brute(0, prover);
	snprintf(options, sizeof options, "method=%s,goal=%s,memory=2,epsilon=%u,leaf=%s",
		 method, goal, rng_below(r, 3) * 25, leaves[rng_below(r, 3)]);
	open_pns(&g, options, 20000);
	if (memory == SCARCE)
		starve(r);
	search_run(&search);
	const struct pns *p = self();
	assert_true(o >= p->low && o <= p->high);
	const bool solved = search.live.stop == STOP_SOLVED;
	if (solved && strcmp(goal, "outcome") == 0)
		assert_int_equal(p->low, p->high);
	if (solved && strcmp(goal, "win") == 0)
		assert_true(p->low == OUTCOME_WIN || p->high < OUTCOME_WIN);
	if (solved && strcmp(goal, "draw") == 0)
		assert_true(p->low > OUTCOME_LOSS || p->high == OUTCOME_LOSS);
	check_moves(prover);
	if (solved && memory == AMPLE && strcmp(goal, "outcome") != 0 &&
	    strcmp(method, "dfpn") != 0)
		check_order();
	if (solved)
		check_line(p->low, p->low >= p->want ? OUTCOME_WIN : p->high, prover,
			   memory == AMPLE);
	search_close(&search);
	return solved;
}

static const char *const methods[] = { "pns", "pn2", "dfpn" };
static const char *const goals[] = { "outcome", "outcome", "win", "draw" };

static void
every_proof_is_right(void **state)
{
	struct rng r;
	rng_seed(&r, 7);
	int solved = 0;
	for (int k = 0; solved < PROOFS; k++) {
		const bool s = confirm(&r, methods[k % 3], goals[k / 3 % 4], AMPLE);
		if (!s && tree[0].count > 0)
			fail_msg("tree %d, %s: not solved", k, methods[k % 3]);
		solved += s;
	}
}

/* A tree that was full once has most often dropped nothing of its proof: what no proof needs was
 * enough. */
static void
a_full_tree_keeps_its_proof(void **state)
{
	struct rng r;
	int kept = 0, full = 0;
	rng_seed(&r, 10);
	for (int k = 0; k < 8000; k++) {
		struct tree_plan plan;
		const struct game g = plant(&r, &plan);
		if (tree[0].count == 0)
			continue;
		open_pns(&g, "goal=win,memory=2", 20000);
		((struct pns *)search.self)->tree->room = 40 + rng_below(&r, 200);
		search_run(&search);
		const struct pns_tree *t = self()->tree;
		if (search.live.stop == STOP_SOLVED && t->collections == 1) {
			full++;
			kept += count_proof(t, 0) > 12;
		}
		search_close(&search);
	}
	assert_true(full > 30 && kept > full / 2);
}

/* A tree of a few dozen nodes drops what it can, a table of a few entries forgets nearly all. */
static void
little_memory_makes_no_wrong_proof(void **state)
{
	struct rng r;
	rng_seed(&r, 8);
	int solved[3] = { 0 };
	for (int k = 0; k < 3000; k++)
		solved[k % 3] += confirm(&r, methods[k % 3], goals[k / 3 % 4], SCARCE);
	for (int i = 0; i < 3; i++)
		assert_true(solved[i] > 850);
}

/* What was stored stays where a doubled table looks for it. */
static void
a_doubled_table_keeps_its_entries(void **state)
{
	static struct arena memory;
	struct ttable t;
	assert_true(arena_open(&memory, 8 << 20));
	ttable_open(&t, &memory, 4 << 20, 2, 0);
	ttable_restart(&t);
	const uint64_t first = t.buckets;
	int kept = 0; /* two of one bucket may be one too many */
	for (uint64_t k = 1; k <= first / 2; k++)
		ttable_store(&t, rng_mix(k), (int)(k % 60), TTABLE_EXACT, TTABLE_SOLVED,
			     (move)k, (const int32_t[]){ (int32_t)k, -(int32_t)k });
	for (int doubled = 0; doubled < 3; doubled++) {
		int found = 0;
		for (uint64_t k = 1; k <= first / 2; k++) {
			const struct ttable_entry *e = ttable_probe(&t, rng_mix(k), 255);
			found += e != NULL && e->value[0] == (int32_t)k &&
				 e->value[1] == -(int32_t)k;
		}
		kept = doubled == 0 ? found : kept;
		assert_int_equal(found, kept);
		ttable_double(&t);
		assert_int_equal(t.buckets, first << (doubled + 1));
	}
	assert_true(kept > (int)(first / 2 * 8 / 10));
	arena_close(&memory);
}

/* What the inspector is shown of a search with a table is what the search says of the root, and
 * what is proven below it is right. */
static void
a_table_is_shown_as_a_tree(void **state)
{
	struct rng r;
	int shown = 0, solved = 0;
	rng_seed(&r, 9);
	for (int k = 0; k < 300; k++) {
		struct tree_plan plan;
		struct look_node node[TREE_MOVES], below[TREE_MOVES];
		const struct game g = plant(&r, &plan);
		if (tree[0].count == 0)
			continue;
		open_pns(&g, "method=dfpn,memory=2,goal=win", 50 + rng_below(&r, 500));
		search_run(&search);
		const int n =
			pns_search.look->children(&search, LOOK_ROOT, node, TREE_MOVES);
		assert_int_equal(n, tree[0].count);
		for (int i = 0; i < n; i++) {
			const int at = tree[0].child[node[i].m];
			const int m = pns_search.look->children(&search, node[i].ref,
								below, TREE_MOVES);
			for (int j = 0; j < m; j++) {
				const enum outcome o =
					brute(tree[at].child[below[j].m], tree[0].seat);
				shown++;
				solved += below[j].extra[0] < 1 || below[j].extra[1] < 1;
				assert_true(below[j].extra[0] > 0 || o == OUTCOME_WIN);
				assert_true(below[j].extra[1] > 0 || o < OUTCOME_WIN);
			}
		}
		search_close(&search);
	}
	assert_true(shown > 500 && solved > 200);
}

int
main(void)
{
	const struct CMUnitTest list[] = {
		cmocka_unit_test(numbers_are_those_of_the_definition),
		cmocka_unit_test(trees_worked_out_elsewhere_agree),
		cmocka_unit_test(every_proof_is_right),
		cmocka_unit_test(a_full_tree_keeps_its_proof),
		cmocka_unit_test(little_memory_makes_no_wrong_proof),
		cmocka_unit_test(a_doubled_table_keeps_its_entries),
		cmocka_unit_test(a_table_is_shown_as_a_tree),
	};
	return cmocka_run_group_tests(list, NULL, NULL);
}
