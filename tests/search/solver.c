/*
 * solver.c - what uct proves with solver=on.
 */
#include "tests/search/treegame.h"

extern const struct search_ops uct_search, pn_mcts_search;

/* ---- the solver, on random trees ---- */

struct solved {
	struct search search;
	struct player player;
	struct game game;
	struct tree_plan plan;
	int proven;
};

static void
solve(struct solved *o, struct rng *r, const char *options, int sims)
{
	static const struct state root;
	o->proven = 0;
	do {
		o->game = random_game(r, &o->plan);
	} while (tree[0].count == 0);
	o->plan.restless = false;
	if (o->plan.constant)
		o->game.traits |= TRAIT_CONSTANT_SUM;
	open_search(&o->search, &o->player, &o->game, &root, &uct_search, options,
		    (struct limits){ .sims = sims }, NULL, false);
	search_run(&o->search);
}

/* max^n where the last of equal moves is made. */
static void
last_maxn(int seats, int node, int32_t *value)
{
	const struct tree_node *n = &tree[node];
	memcpy(value, n->value, sizeof *value * SEATS_MAX);
	for (int i = 0; i < n->count; i++) {
		int32_t v[SEATS_MAX];
		last_maxn(seats, n->child[i], v);
		if (i == 0 || v[n->seat] >= value[n->seat])
			memcpy(value, v, sizeof v);
	}
}

/* What is marked as proven below a node is what max^n says of it, whichever of equals it takes. */
static void
check_proofs(struct solved *o, look_ref ref, int node)
{
	struct look_node child[TREE_MOVES];
	const int n = o->search.ops->look->children(&o->search, ref, child, TREE_MOVES);
	for (int i = 0; i < n; i++) {
		int32_t value[SEATS_MAX], other[SEATS_MAX];
		const int at = tree[node].child[child[i].m];
		plain_maxn(&o->game, at, 100, value);
		last_maxn(o->game.seats, at, other);
		for (int k = 0; child[i].status == MOVE_PROVEN && k < o->game.seats;
		     k++) {
			assert_true(child[i].value[k] == value[k]);
			assert_true(child[i].value[k] == other[k]);
		}
		o->proven += child[i].status == MOVE_PROVEN && tree[at].count > 0;
		if (child[i].inner)
			check_proofs(o, child[i].ref, at);
	}
}

static void
nothing_is_proven_that_maxn_does_not_say(void **state)
{
	struct rng r;
	int proven = 0, solved = 0;
	(void)state;
	rng_seed(&r, 15);
	for (int i = 0; i < 2000; i++) {
		static struct solved o;
		int32_t value[SEATS_MAX];
		solve(&o, &r, i % 2 ? "solver=on,c=0.7" : "solver=on,c=0.7,widen=2",
		      300 + 500 * (i / 2 % 3));
		check_proofs(&o, LOOK_ROOT, 0);
		proven += o.proven;
		if (o.search.live.stop == STOP_SOLVED) {
			const struct stats_move *best = &o.search.live.moves[0];
			plain_maxn(&o.game, 0, 100, value);
			assert_true(best->value[tree[0].seat] == value[tree[0].seat]);
			assert_int_equal(best->status, MOVE_PROVEN);
			solved++;
		}
		search_close(&o.search);
	}
	assert_true(proven > 2000);
	assert_true(solved > 700);
}

/* Without ties and with time enough everything is proven. */
static void
a_small_tree_is_solved_to_its_root(void **state)
{
	struct rng r;
	int solved = 0;
	(void)state;
	rng_seed(&r, 16);
	for (int i = 0; i < 200; i++) {
		static struct solved o;
		do {
			o.plan = random_plan(&r);
		} while (o.plan.maxsum < 1000000 || o.plan.depth > 4);
		random_tree(&r, &o.plan);
		o.game = tree_as_game(o.plan.seats, false);
		static const struct state root;
		open_search(&o.search, &o.player, &o.game, &root, &uct_search,
			    "solver=on,c=1", (struct limits){ .sims = 200000 }, NULL,
			    false);
		search_run(&o.search);
		assert_int_equal(o.search.live.stop, STOP_SOLVED);
		assert_true(o.search.live.simulations < 200000);
		solved++;
		search_close(&o.search);
	}
	assert_int_equal(solved, 200);
}

/* The second seat moves twice: its first move leads to an end worth 90 to it and to subtrees worth
 * about 50. */
static void
a_proven_value_goes_up_while_others_are_explored(void **state)
{
	static const struct state root;
	struct rng r;
	(void)state;
	rng_seed(&r, 25);
	const struct tree_plan plan = { .seats = 2,
					.depth = 8,
					.width = 3,
					.maxsum = 100,
					.uniform = true,
					.constant = true };
	random_tree(&r, &plan);
	tree[0].seat = 1;
	struct tree_node *reply = &tree[tree[0].child[0]];
	reply->seat = 1;
	struct tree_node *end = &tree[reply->child[0]];
	end->count = 0;
	end->value[0] = 10;
	end->value[1] = 90;
	struct game g = tree_as_game(2, false);
	struct search s;
	struct player p;
	struct look_node child[TREE_MOVES];
	open_search(&s, &p, &g, &root, &uct_search, "solver=on,c=0.2",
		    (struct limits){ .sims = 3000 }, NULL, false);
	search_run(&s);
	s.ops->look->children(&s, LOOK_ROOT, child, TREE_MOVES);
	int at = 0;
	while (at < 2 && child[at].m != 0)
		at++;
	assert_int_equal(child[at].m, 0);
	assert_true(child[at].visits > 50);
	assert_true(child[at].value[1] > 75);
	search_close(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_proven_that_maxn_does_not_say),
		cmocka_unit_test(a_small_tree_is_solved_to_its_root),
		cmocka_unit_test(a_proven_value_goes_up_while_others_are_explored),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
