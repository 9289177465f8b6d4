/*
 * pn_mcts.c - PN-MCTS: its numbers are those of the definition after every simulation, what it
 * proves is true, and what it does with both.
 */
#include "ai/common/outcome.h"
#include "tests/search/treegame.h"

extern const struct search_ops pn_mcts_search;

#define DEEP 24

struct pair {
	double pn, dn;
};

/* A node of the search's tree, as the definition has it: a pair for each seat's win. */
struct known {
	int64_t visits;
	struct pair goal[SEATS_MAX];
};

static struct run {
	struct search search;
	struct player player;
	struct game game;
	bool second, published; /* ties of ranks; the rank's share */
	int me;
	double cpn;
	int threshold;
	int checked, resolved;
} run;

static double
extra_of(const struct look_node *l, const char *key)
{
	return look_extra(&pn_mcts_search, l, key);
}

static void
open_run(const char *options, int sims)
{
	static const struct state root;
	open_search(&run.search, &run.player, &run.game, &root, &pn_mcts_search, options,
		    (struct limits){ .sims = sims }, NULL, false);
	run.me = run.search.mover;
	run.checked = run.resolved = 0;
}

static void
plant(struct rng *r)
{
	struct tree_plan plan;
	do {
		run.game = random_game(r, &plan);
	} while (tree[0].count == 0);
}

/* One of two seats that is not seen through at once. */
static void
plant_deep(struct rng *r)
{
	const struct tree_plan plan = {
		.seats = 2, .depth = 6, .width = 5, .maxsum = 4, .constant = true
	};
	do {
		random_tree(r, &plan);
	} while (tree[0].count < 3);
	run.game = tree_as_game(2, false);
}

/* ---- the definition ---- */

static struct pair
outcome_pair(int node, int goal)
{
	return outcome_of(tree[node].value, run.game.seats, goal) == OUTCOME_WIN
		       ? (struct pair){ 0, INFINITY }
		       : (struct pair){ INFINITY, 0 };
}

/* A node's pairs from those of its children, of which those after the first n are not known. */
static void
combine(int node, const struct known *child, int n, struct pair *goal)
{
	for (int g = 0; g < run.game.seats; g++) {
		const bool or_node = tree[node].seat == g;
		const int unmade = tree[node].count - n;
		double least = unmade > 0 ? 1 : INFINITY, sum = unmade;
		for (int i = 0; i < n; i++) {
			const struct pair p = child[i].goal[g];
			least = fmin(least, or_node ? p.pn : p.dn);
			sum += or_node ? p.dn : p.pn;
		}
		goal[g] = or_node ? (struct pair){ least, sum }
				  : (struct pair){ sum, least };
	}
}

static double
key_of(const struct known *k, int chooser, bool second)
{
	const struct pair *goal = k->goal;
	if (run.game.seats > 2)
		return second ? 0 : goal[chooser].pn;
	if (chooser == run.me)
		return second ? goal[!run.me].dn : goal[run.me].pn;
	return second ? goal[!run.me].pn : goal[run.me].dn;
}

static bool
stands_before(const struct known *a, const struct known *b, int chooser)
{
	const double x = key_of(a, chooser, false), y = key_of(b, chooser, false);
	return x < y || (x == y && run.second &&
			 key_of(a, chooser, true) < key_of(b, chooser, true));
}

static void
assert_number(const struct look_node *l, const char *key, double expected)
{
	const double shown = extra_of(l, key);
	if (!(shown == expected))
		fail_msg("%s is %g, by the definition %g", key, shown, expected);
}

/* Ranks and what they add, among all n children of which `visited` are known. */
static void
check_ranks(int node, const struct look_node *l, const struct known *k, int visited)
{
	const int n = tree[node].count, chooser = tree[node].seat;
	struct known all[TREE_MOVES];
	double rank[TREE_MOVES], worst = 0;
	for (int i = 0; i < n; i++) {
		all[i] = (struct known){ 0 };
		for (int g = 0; i >= visited && g < SEATS_MAX; g++)
			all[i].goal[g] = (struct pair){ 1, 1 };
		if (i < visited)
			all[i] = k[i];
	}
	for (int i = 0; i < n; i++) {
		rank[i] = 1;
		for (int j = 0; j < n; j++)
			rank[i] += stands_before(&all[j], &all[i], chooser);
		worst = fmax(worst, rank[i]);
	}
	for (int i = 0; i < visited; i++) {
		const double of = run.published ? n : worst;
		assert_number(&l[i], "rank", rank[i]);
		assert_true(fabs(extra_of(&l[i], "bonus") -
				 run.cpn * (1 - rank[i] / of)) < 1e-6);
	}
}

/* The numbers of a node and of all below it against the definition. */
static void
check_numbers(look_ref ref, int node, int depth, struct known *out)
{
	struct look_node l[TREE_MOVES];
	struct known k[TREE_MOVES];
	const int n = run.search.ops->look->children(&run.search, ref, l, TREE_MOVES);
	int visited = 0;
	assert_true(depth < DEEP);
	while (visited < n && l[visited].visits > 0) {
		const int i = visited++, at = tree[node].child[l[i].m];
		k[i].visits = l[i].visits;
		if (l[i].inner)
			check_numbers(l[i].ref, at, depth + 1, &k[i]);
		else
			for (int g = 0; g < run.game.seats; g++)
				k[i].goal[g] = tree[at].count == 0
						       ? outcome_pair(at, g)
						       : (struct pair){ 1, 1 };
		assert_number(&l[i], "pn", k[i].goal[run.me].pn);
		assert_number(&l[i], "dn", k[i].goal[run.me].dn);
		run.checked++;
		run.resolved += k[i].goal[run.me].pn == 0 || k[i].goal[run.me].dn == 0;
		if (run.game.seats > 2)
			continue;
		assert_number(&l[i], "pn2", k[i].goal[!run.me].dn);
		assert_number(&l[i], "dn2", k[i].goal[!run.me].pn);
	}
	check_ranks(node, l, k, visited);
	combine(node, k, visited, out->goal);
}

static void
numbers_and_ranks_are_those_of_the_definition_after_every_simulation(void **state)
{
	static const struct {
		const char *options;
		bool second, published;
		double cpn;
	} cases[] = {
		{ "final=off", true, false, 0.15 },
		{ "final=off,solver=off,expand=1,cpn=1", true, false, 1 },
		{ "final=off,layers=1", false, false, 0.15 },
		{ "final=off,code=published,cpn=0.5", false, true, 0.5 },
		{ "final=off,expand=3", true, false, 0.15 },
	};
	struct rng r;
	int checked = 0, resolved = 0;
	rng_seed(&r, 20);
	for (int i = 0; i < 400; i++) {
		const size_t at = (size_t)i % (sizeof cases / sizeof *cases);
		plant(&r);
		run.published = cases[at].published;
		run.cpn = cases[at].cpn;
		open_run(cases[at].options, 1);
		run.second = cases[at].second && run.game.seats == 2;
		/* a look gives ranks to nodes that have none: some trees are seldom looked at */
		const int step = i % 2 ? 1 : 9;
		for (int sims = 1; sims < 120; sims += step) {
			struct known root;
			run.search.limits.sims = sims;
			run.search.live.stop = STOP_RUNNING;
			search_run(&run.search);
			check_numbers(LOOK_ROOT, 0, 0, &root);
		}
		checked += run.checked;
		resolved += run.resolved;
		search_close(&run.search);
	}
	assert_true(checked > 500000);
	assert_true(resolved > checked / 20);
}

/* ---- the reference trees ---- */

/* "?" is where chance moves: nothing is known of it, and nothing follows. */
static int open_leaf[TREE_NODES];

static seat_set
and_or_acting(const struct game *g, const struct state *s)
{
	return open_leaf[tree_at(s)] ? ACTING_CHANCE : tree_acting(g, s);
}

static bool
and_or_settled(const struct game *g, const struct state *s)
{
	return tree_settled(g, s) && !open_leaf[tree_at(s)];
}

static move
and_or_sample(const struct game *g, const struct state *s, struct rng *r)
{
	(void)g, (void)s, (void)r;
	return 0;
}

static const struct game_rules and_or_rules = {
	.acting = and_or_acting,
	.moves = tree_moves,
	.play = tree_play,
	.settled = and_or_settled,
	.hash = tree_hash,
};
static const struct game_ops and_or_game = {
	.key = "and-or",
	.title = "and-or",
	.unit = 1,
	.state_size = sizeof(struct tree_state),
	.rules = &and_or_rules,
	.chance = &(const struct game_chance){ .sample = and_or_sample },
	.knowledge = &(const struct game_knowledge){ .evaluate = tree_evaluate,
						     .bounds = tree_bounds,
						     .order = tree_order },
	.text = PLAIN_TEXT,
	.view = PLAIN_VIEW,
};

static int
read_and_or(json_t *t)
{
	const int at = tree_count++;
	struct tree_node *n = &tree[at];
	const char *leaf = json_string_value(json_object_get(t, "leaf"));
	memset(n, 0, sizeof *n);
	n->bounds = (struct bounds){ .high = { 2, 2 }, .maxsum = 2 };
	open_leaf[at] = leaf != NULL && *leaf == '?';
	if (leaf != NULL) {
		n->value[0] = *leaf == 'W' ? 2 : *leaf == 'L' ? 0 : 1;
		n->value[1] = 2 - n->value[0];
		return at;
	}
	const char *type = json_string_value(json_object_get(t, "type"));
	json_t *children = json_object_get(t, "c"), *one;
	size_t i;
	n->seat = strcmp(type, "OR") != 0;
	n->count = (int)json_array_size(children);
	json_array_foreach(children, i, one) n->child[i] = read_and_or(one);
	return at;
}

static double
number_in(json_t *t, const char *key)
{
	json_t *n = json_object_get(t, key);
	return json_is_string(n) ? (double)INFINITY : json_number_value(n);
}

/* Numbers of the file are those of the first seat; the table's are the mover's. */
static void
check_row(const struct look_node *l, json_t *t)
{
	const bool first = run.me == 0;
	assert_number(l, "pn", number_in(t, first ? "pn1" : "dn2"));
	assert_number(l, "dn", number_in(t, first ? "dn1" : "pn2"));
	assert_number(l, "pn2", number_in(t, first ? "pn2" : "dn1"));
	assert_number(l, "dn2", number_in(t, first ? "dn2" : "pn1"));
}

/* What has been visited and grown whole; returns how many nodes there are of those. */
static int
check_reference(look_ref ref, json_t *t)
{
	struct look_node l[TREE_MOVES];
	const int n = run.search.ops->look->children(&run.search, ref, l, TREE_MOVES);
	int checked = 0;
	for (int i = 0; i < n; i++) {
		json_t *c = json_array_get(json_object_get(t, "c"), l[i].m);
		check_row(&l[i], c);
		checked++;
		if (l[i].inner)
			checked += check_reference(l[i].ref, c);
	}
	return checked;
}

static void
agrees_with_the_reference_trees(void **state)
{
	json_t *all = json_load_file("tests/data/pn_trees.json", 0, NULL), *row;
	size_t i;
	assert_non_null(all);
	json_array_foreach(json_object_get(all, "and_or_trees"), i, row)
	{
		json_t *t = json_object_get(row, "tree");
		json_t *paper = json_object_get(row, "uct_pn_term_paper(1-r/max r)");
		json_t *ranks = json_object_get(row, "root_child_ranks");
		struct look_node l[TREE_MOVES];
		tree_count = 0;
		read_and_or(t);
		run.game = (struct game){ .seats = 2,
					  .traits = TRAIT_ZERO_SUM | TRAIT_CHANCE };
		game_bind(&run.game, &and_or_game);
		open_run("final=off,solver=off,layers=1,c=10,cpn=1", 100000);
		search_run(&run.search);
		/* every node has been visited */
		assert_int_equal(check_reference(LOOK_ROOT, t), tree_count - 1);
		const int n = run.search.ops->look->children(&run.search, LOOK_ROOT, l,
							     TREE_MOVES);
		for (int k = 0; k < n; k++) {
			const double term =
				json_number_value(json_array_get(paper, l[k].m));
			if (run.me !=
			    0) /* the file's ranks are for the first seat's win */
				continue;
			assert_number(&l[k], "rank",
				      json_number_value(json_array_get(ranks, l[k].m)));
			assert_true(fabs(extra_of(&l[k], "bonus") - term) < 1e-6);
		}
		search_close(&run.search);
	}
	json_decref(all);
}

/* ---- proofs ---- */

static int8_t truth[SEATS_MAX][TREE_NODES]; /* 0: not worked out, 1: no, 2: yes */

/* Whether a seat wins from a node whatever the others do. */
static bool
can_win(int node, int seat)
{
	const struct tree_node *n = &tree[node];
	if (truth[seat][node] != 0)
		return truth[seat][node] == 2;
	bool wins = n->count == 0 &&
		    outcome_of(n->value, run.game.seats, seat) == OUTCOME_WIN;
	if (n->count > 0) {
		const bool or_node = n->seat == seat;
		wins = !or_node;
		for (int i = 0; i < n->count; i++)
			if (can_win(n->child[i], seat) == or_node)
				wins = or_node;
	}
	truth[seat][node] = wins ? 2 : 1;
	return wins;
}

/* Whether another seat wins from the root whatever is played. */
static bool
is_lost(void)
{
	for (int i = 0; i < run.game.seats; i++)
		if (i != run.me && can_win(0, i))
			return true;
	return false;
}

/* Every proof below a node; returns how many there are of positions that go on. */
static int
check_proofs(look_ref ref, int node)
{
	struct look_node l[TREE_MOVES];
	const int n = run.search.ops->look->children(&run.search, ref, l, TREE_MOVES);
	int proven = 0;
	for (int i = 0; i < n && l[i].visits > 0; i++) {
		const int at = tree[node].child[l[i].m];
		const bool pn = extra_of(&l[i], "pn") == 0,
			   dn = extra_of(&l[i], "dn") == 0;
		assert_false(pn && !can_win(at, run.me));
		assert_false(dn && can_win(at, run.me));
		if (run.game.seats == 2) {
			const bool loses = can_win(at, !run.me);
			assert_false(extra_of(&l[i], "pn2") == 0 && loses);
			assert_false(extra_of(&l[i], "dn2") == 0 && !loses);
		}
		proven += (pn || dn) && tree[at].count > 0;
		if (l[i].inner)
			proven += check_proofs(l[i].ref, at);
	}
	return proven;
}

static void
no_proof_is_wrong(void **state)
{
	static const char *const options[] = { "", "cpn=0", "layers=1,cpn=1",
					       "solver=off,code=published", "expand=1" };
	struct rng r;
	int proven = 0, decided = 0;
	rng_seed(&r, 21);
	for (int i = 0; i < 10000; i++) {
		plant(&r);
		memset(truth, 0, sizeof truth);
		open_run(options[i % 5], 150);
		search_run(&run.search);
		proven += check_proofs(LOOK_ROOT, 0);
		if (run.search.live.stop == STOP_SOLVED) {
			const move m = search_choice(&run.search);
			const int at = tree[0].child[m];
			decided++;
			assert_true(can_win(at, run.me) || is_lost() ||
				    (run.game.seats == 2 && !can_win(0, run.me) &&
				     !can_win(at, !run.me)));
		}
		search_close(&run.search);
	}
	assert_true(proven > 50000);
	assert_true(decided > 1000);
}

static int64_t proven_with[TREE_NODES]; /* visits, 0: not proven */

/* What is not proven of a node follows from its children, however often they were forgotten. */
static void
check_family(const struct look_node *l, int node)
{
	struct look_node child[TREE_MOVES];
	struct known k[TREE_MOVES];
	struct pair goal[SEATS_MAX];
	const int n =
		run.search.ops->look->children(&run.search, l->ref, child, TREE_MOVES);
	int visited = 0;
	for (; visited < n && child[visited].visits > 0; visited++) {
		const struct look_node *c = &child[visited];
		k[visited].goal[run.me] =
			(struct pair){ extra_of(c, "pn"), extra_of(c, "dn") };
		k[visited].goal[!run.me] =
			(struct pair){ extra_of(c, "dn2"), extra_of(c, "pn2") };
	}
	combine(node, k, visited, goal);
	if (extra_of(l, "pn") != 0 && extra_of(l, "dn") != 0) {
		assert_number(l, "pn", goal[run.me].pn);
		assert_number(l, "dn", goal[run.me].dn);
	}
	if (extra_of(l, "pn2") != 0 && extra_of(l, "dn2") != 0) {
		assert_number(l, "pn2", goal[!run.me].dn);
		assert_number(l, "dn2", goal[!run.me].pn);
	}
}

#define OFTEN 16 /* visits that a node forgotten and started anew does not reach again */

/* Notes what is proven below a node, and misses nothing of what was, unless it was forgotten and
 * started anew. */
static int
note_proofs(look_ref ref, int node)
{
	struct look_node l[TREE_MOVES];
	const int n = run.search.ops->look->children(&run.search, ref, l, TREE_MOVES);
	int still = 0;
	for (int i = 0; i < n && l[i].visits > 0; i++) {
		const int at = tree[node].child[l[i].m];
		const bool pn = extra_of(&l[i], "pn") == 0,
			   dn = extra_of(&l[i], "dn") == 0;
		const bool was =
			proven_with[at] >= OFTEN && l[i].visits >= proven_with[at];
		still += was && tree[at].count > 0;
		assert_false(was && !pn && !dn);
		proven_with[at] = pn || dn ? l[i].visits : 0;
		if (!l[i].inner)
			continue;
		check_family(&l[i], at);
		still += note_proofs(l[i].ref, at);
	}
	return still;
}

/* Where a win is rare for a seat, so that much has to be disproven. */
static void
make_wins_rare(struct rng *r, int seat)
{
	for (int i = 0; i < tree_count; i++) {
		const bool won = rng_below(r, 12) == 0;
		tree[i].value[seat] = won ? 3 : 0;
		tree[i].value[!seat] = 3 - tree[i].value[seat];
	}
}

/* The same where the tree does not fit into memory: what is forgotten stays proven. */
static void
no_proof_is_wrong_when_memory_is_full(void **state)
{
	struct rng r;
	rng_seed(&r, 22);
	for (int i = 0; i < 6; i++) {
		const struct tree_plan plan = { .seats = 2,
						.depth = 4 + i % 2 * 2,
						.width = i % 2 ? 6 : 15,
						.maxsum = 3 + i % 2,
						.uniform = true,
						.constant = true };
		random_tree(&r, &plan);
		if (i >= 2)
			make_wins_rare(&r, i / 2 % 2);
		run.game = tree_as_game(2, false);
		memset(truth, 0, sizeof truth);
		memset(proven_with, 0, sizeof proven_with);
		open_run("memory=1,final=off,solver=off,c=3", 10000);
		int still = 0;
		for (int sims = 10000; sims <= 150000; sims += 20000) {
			run.search.limits.sims = sims;
			search_run(&run.search);
			still += note_proofs(LOOK_ROOT, 0);
		}
		assert_true(still > 1000);
		bool recycled = false;
		for (int k = 0; k < run.search.live.gauge_count; k++)
			recycled = recycled || strcmp(run.search.live.gauges[k].name,
						      "recycled") == 0;
		assert_true(recycled);
		assert_true(check_proofs(LOOK_ROOT, 0) > 100);
		search_close(&run.search);
	}
}

/* ---- what is done with it ---- */

static void
a_solved_move_gets_no_more_simulations_than_the_threshold(void **state)
{
	struct rng r;
	int left_out = 0;
	rng_seed(&r, 23);
	for (int i = 0; i < 300; i++) {
		struct look_node before[TREE_MOVES], after[TREE_MOVES];
		plant_deep(&r);
		open_run("final=off,threshold=3", 100);
		search_run(&run.search);
		const int n = run.search.ops->look->children(&run.search, LOOK_ROOT,
							     before, TREE_MOVES);
		run.search.limits.sims = 130;
		search_run(&run.search);
		run.search.ops->look->children(&run.search, LOOK_ROOT, after, TREE_MOVES);
		bool root_open = true, solved[TREE_MOVES];
		int open = 0;
		for (int k = 0; k < n; k++) {
			solved[k] = extra_of(&before[k], "dn") == 0 ||
				    extra_of(&before[k], "pn2") == 0;
			open += extra_of(&after[k], "dn") != 0 &&
				extra_of(&after[k], "pn2") != 0;
			root_open = root_open && extra_of(&after[k], "pn2") != 0;
		}
		for (int k = 0; k < n && root_open && open > 0; k++) {
			if (!solved[k] || before[k].visits <= 3)
				continue;
			assert_int_equal(before[k].visits, after[k].visits);
			left_out++;
		}
		search_close(&run.search);
	}
	assert_true(left_out > 50);
}

/* Two moves: one to a certain draw; one to a node of the other seat with `won` wins and `lost`
 * losses for the first, of which it can be kept from knowing by few simulations. */
static void
plant_draw(int won, int lost)
{
	memset(tree, 0, sizeof *tree * 60);
	for (int i = 0; i < 60; i++)
		tree[i].bounds = (struct bounds){ .high = { 2, 2 }, .maxsum = 2 };
	tree[0].count = 2;
	tree[0].child[0] = 1;
	tree[0].child[1] = 2;
	tree[1].value[0] = tree[1].value[1] = 1;
	tree[2].count = won + lost;
	tree[2].seat = 1;
	tree_count = 3;
	for (int i = 0; i < won + lost; i++) {
		/* a chain of only moves, so that it is not seen at once */
		const int at = tree_count;
		tree[2].child[i] = at;
		for (int k = 0; k < 2; k++, tree_count++) {
			tree[at + k].count = 1;
			tree[at + k].child[0] = at + k + 1;
		}
		tree[tree_count].value[0] = i < won ? 2 : 0;
		tree[tree_count].value[1] = i < won ? 0 : 2;
		tree_count++;
	}
	run.game = tree_as_game(2, false);
}

/* The same, and the first win is a draw: the second move cannot win. */
static void
plant_two_draws(int won)
{
	plant_draw(won, 0);
	struct tree_node *first = &tree[tree[2].child[0]];
	first->count = 0;
	first->value[0] = first->value[1] = 1;
}

static move
play_draw(const char *options, int sims)
{
	open_run(options, sims);
	search_run(&run.search);
	const move m = search_choice(&run.search);
	search_close(&run.search);
	return m;
}

static void
contempt_decides_between_a_draw_and_a_chance(void **state)
{
	plant_draw(9, 1); /* nine in ten look like a win: the mean is far above a draw */
	assert_int_equal(play_draw("contempt=-2,solver=off,cpn=0", 9), 1);
	assert_int_equal(play_draw("contempt=0,solver=off,cpn=0", 9), 1);
	assert_int_equal(play_draw("contempt=2,solver=off,cpn=0", 9), 0);
	assert_int_equal(play_draw("contempt=2,layers=1,solver=off,cpn=0", 9), 1);
	assert_int_equal(play_draw("contempt=2,final=off,solver=off,cpn=0", 9), 1);
	plant_two_draws(9); /* looks won, and is known not to be */
	assert_int_equal(play_draw("contempt=-2,solver=off,cpn=0", 9), 0);
	plant_draw(9, 1);
	/* and with all of it seen the draw is the best there is, however few visits it has */
	assert_int_equal(play_draw("contempt=-2", 2000), 0);
}

static void
a_proven_win_is_played_however_few_visits_it_has(void **state)
{
	struct rng r;
	int few = 0, plain = 0;
	rng_seed(&r, 24);
	for (int i = 0; i < 600; i++) {
		plant_deep(&r);
		open_run(i % 2 ? "final=on" : "final=off", 200);
		search_run(&run.search);
		const struct snapshot *s = &run.search.live;
		int won = -1;
		int64_t most = 0;
		for (int k = 0; k < s->move_count; k++) {
			won = s->moves[k].extra[0] == 0 && won < 0 ? k : won;
			most = s->moves[k].visits > most ? s->moves[k].visits : most;
		}
		if (i % 2 && won >= 0) {
			assert_int_equal(won, 0);
			assert_int_equal(s->stop, STOP_SOLVED);
			few += s->moves[0].visits < most;
		}
		if (i % 2 == 0)
			assert_int_equal(s->moves[0].visits, most);
		plain += i % 2 == 0 && won > 0;
		search_close(&run.search);
	}
	assert_true(few > 20);
	assert_true(plain > 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			numbers_and_ranks_are_those_of_the_definition_after_every_simulation),
		cmocka_unit_test(agrees_with_the_reference_trees),
		cmocka_unit_test(no_proof_is_wrong),
		cmocka_unit_test(no_proof_is_wrong_when_memory_is_full),
		cmocka_unit_test(
			a_solved_move_gets_no_more_simulations_than_the_threshold),
		cmocka_unit_test(contempt_decides_between_a_draw_and_a_chance),
		cmocka_unit_test(a_proven_win_is_played_however_few_visits_it_has),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
