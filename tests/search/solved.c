/*
 * solved.c - the law of proofs: whatever a search calls solved or proven is what max^n says,
 * however few simulations it has had, and a settled root has its exact value and ends the search.
 * A proven value tells who wins, and no calibration is asked.
 */
#include "src/core/calibration.h"
#include "tests/search/treegame.h"

extern const struct search_ops uct_search, pn_mcts_search, pns_search, maxn_search;
extern const struct search_ops paranoid_search, offensive_search, mpmix_search;

#define SETS 48 /* values of a node that depend on the choice among equals, at most */

/* Every value that max^n may give a node, whichever of equal moves is made; more than SETS: unknown.
 */
struct values {
	int count; /* 0: not worked out yet */
	int32_t v[SETS][SEATS_MAX];
};
static struct values values[TREE_NODES];

static int
no_progress(const struct game *g, const struct state *s)
{
	(void)g, (void)s;
	return 0;
}

static const struct game_ops calibrated_tree = {
	TREE_OPS,
	.knowledge =
		&(const struct game_knowledge){ TREE_KNOWLEDGE, .progress = no_progress },
};

static struct game game;
static struct search search;
static struct player player;

static bool
holds(const struct values *set, const int32_t *v)
{
	for (int i = 0; i < set->count && i < SETS; i++)
		if (memcmp(set->v[i], v, sizeof set->v[i]) == 0)
			return true;
	return false;
}

/* What a seat gets from a node at least, whichever of equals is chosen. */
static int32_t
least_of(const struct values *set, int seat)
{
	int32_t least = set->v[0][seat];
	for (int i = 1; i < set->count; i++)
		least = set->v[i][seat] < least ? set->v[i][seat] : least;
	return least;
}

static const struct values *
values_of(int at)
{
	const struct tree_node *n = &tree[at];
	struct values *set = &values[at];
	int32_t least = INT32_MIN;
	if (set->count > 0)
		return set;
	if (n->count == 0) {
		set->count = 1;
		memcpy(set->v[0], n->value, sizeof n->value);
		return set;
	}
	/* a child's value may be chosen when no other child must be better */
	for (int i = 0; i < n->count; i++) {
		const struct values *c = values_of(n->child[i]);
		if (c->count > SETS) {
			set->count = SETS + 1;
			return set;
		}
		const int32_t v = least_of(c, n->seat);
		least = v > least ? v : least;
	}
	for (int i = 0; i < n->count; i++) {
		const struct values *c = values_of(n->child[i]);
		for (int k = 0; k < c->count && set->count <= SETS; k++) {
			if (c->v[k][n->seat] < least || holds(set, c->v[k]))
				continue;
			if (set->count < SETS)
				memcpy(set->v[set->count], c->v[k], sizeof c->v[k]);
			set->count++;
		}
	}
	return set;
}

/* ---- random trees ---- */

/* Two seats; the first has won, lost or drawn at every end. */
static void
plant_outcomes(struct rng *r, int depth)
{
	struct tree_plan plan = { .seats = 2, .depth = depth, .width = 3, .maxsum = 2 };
	plan.constant = plan.tight = true;
	plan.shared = rng_below(r, 2);
	plan.free_turns = rng_below(r, 2);
	random_tree(r, &plan);
	game = tree_as_game(2, false);
	game_bind(&game, &calibrated_tree);
	game.traits = TRAIT_DRAWS | TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM;
}

static void
plant_any(struct rng *r)
{
	struct tree_plan plan;
	game = random_game(r, &plan);
	game_bind(&game, &calibrated_tree);
	game.traits = plan.seats > 2 ? TRAIT_MULTIPLAYER : 0;
	if (plan.constant)
		game.traits |=
			TRAIT_CONSTANT_SUM | (plan.seats == 2 ? TRAIT_ZERO_SUM : 0);
}

static void
plant(struct rng *r)
{
	do {
		if (rng_below(r, 2))
			plant_outcomes(r, 1 + (int)rng_below(r, 4));
		else
			plant_any(r);
	} while (tree[0].count == 0);
	memset(values, 0, sizeof *values * (size_t)tree_count);
}

/* ---- what a search says ---- */

static void
run(const struct search_ops *ops, const char *options, struct limits limits)
{
	static const struct state root;
	static const struct calibration cal = { .stages = 1, .beta = { 0.5 } };
	const struct search_job job = {
		.game = &game, .root = &root, .seed = 1, .calibration = &cal
	};
	open_job(&search, &player, job, ops, options, limits);
	search_run(&search);
}

static bool
same_value(const double *told, const int32_t *v)
{
	for (int i = 0; i < game.seats; i++)
		if (!(told[i] == v[i]))
			return false;
	return true;
}

static bool
is_any_of(const struct values *set, const double *told)
{
	for (int i = 0; i < set->count; i++)
		if (same_value(told, set->v[i]))
			return true;
	return false;
}

/* Chances to win with proven values: 1, 0, or a part for all who have the most. */
static void
check_win(const double *value, const double *win)
{
	double most = value[0];
	int share = 0;
	for (int i = 0; i < game.seats; i++)
		most = fmax(most, value[i]);
	for (int i = 0; i < game.seats; i++)
		share += !(value[i] < most);
	for (int i = 0; i < game.seats; i++)
		assert_true(win[i] == (value[i] < most ? 0 : 1.0 / share));
}

/* The same in the tree that is shown. */
static void
check_look(void)
{
	struct look_node l[TREE_MOVES];
	if (search.ops == &maxn_search)
		return;
	const int n = search.ops->look->children(&search, LOOK_ROOT, l, TREE_MOVES);
	for (int i = 0; i < n; i++)
		if (l[i].status == MOVE_PROVEN)
			check_win(l[i].value, l[i].win);
}

/* Rows that are proven, against the values of their nodes. `ties`: the search has a rule of its own
 * among equals. Returns how many are of positions that go on. */
static int
check_rows(bool ties)
{
	int proven = 0;
	for (int i = 0; i < search.live.move_count; i++) {
		const struct stats_move *row = &search.live.moves[i];
		const int at = tree[0].child[row->m];
		const struct values *set = values_of(at);
		if (row->status == MOVE_PROVEN)
			check_win(row->value, row->win);
		else if (!isnan(row->win[0]) && tree_maxsum <= 20)
			assert_true(row->win[0] > 0 && row->win[0] < 1);
		if (row->status != MOVE_PROVEN || set->count > SETS)
			continue;
		assert_true(is_any_of(set, row->value));
		assert_true(ties || set->count == 1);
		proven += tree[at].count > 0;
	}
	return proven;
}

/* A search that stopped because it is solved plays a move of the exact value. */
static bool
check_root(void)
{
	const struct snapshot *live = &search.live;
	const struct values *set = values_of(0);
	const struct stats_move *best = &live->moves[0];
	const int seat = tree[0].seat;
	if (live->stop != STOP_SOLVED || set->count > SETS)
		return false;
	assert_int_equal(search_choice(&search), best->m);
	if (best->status == MOVE_PROVEN) {
		check_win(live->value, live->win);
		assert_true(live->value[seat] == best->value[seat]);
		assert_true(is_any_of(set, live->value));
	}
	const struct values *chosen = values_of(tree[0].child[best->m]);
	bool good = false;
	for (int i = 0; i < chosen->count && !good; i++)
		good = holds(set, chosen->v[i]);
	assert_true(good);
	return true;
}

static const struct {
	const struct search_ops *ops;
	const char *options;
	bool two;   /* seats, with a constant sum */
	bool exact; /* solved is all of the value, not the outcome alone */
	bool ties;
} proving[] = {
	{ &pn_mcts_search, "", true, false, false },
	{ &pn_mcts_search, "layers=1,cpn=1,expand=1", true, false, false },
	{ &pn_mcts_search, "final=off,solver=off", false, false, false },
	{ &pn_mcts_search, "code=published", false, false, false },
	{ &pns_search, "", true, false, false },
	{ &pns_search, "method=dfpn", true, false, false },
	{ &maxn_search, "prune=none", false, true, true },
	{ &maxn_search, "prune=speculative", false, true, true },
};
#define PROVING (sizeof proving / sizeof *proving)

static void
what_is_solved_is_what_maxn_says(void **state)
{
	static const int few[] = { 1, 2, 5, 20, 400 };
	int proven[PROVING] = { 0 }, solved[PROVING] = { 0 };
	struct rng r;
	rng_seed(&r, 31);
	for (int i = 0; i < 12000; i++) {
		const size_t k = (size_t)i % PROVING;
		const int n = few[rng_below(&r, 5)];
		const bool by_depth = proving[k].ops == &maxn_search;
		do {
			plant(&r);
		} while (proving[k].two && !(game.traits & TRAIT_ZERO_SUM));
		const struct limits limits = {
			.depth = by_depth ? n % 19 : 0,
			.sims = by_depth ? 0 : n,
			.nodes = proving[k].ops == &pns_search ? n : 0,
		};
		run(proving[k].ops, proving[k].options, limits);
		proven[k] += check_rows(proving[k].ties);
		check_look();
		if (proving[k].exact || tree_maxsum == 2)
			solved[k] += check_root();
		search_close(&search);
	}
	for (size_t k = 0; k < PROVING; k++) {
		const bool stops =
			strcmp(proving[k].options, "final=off,solver=off") != 0 &&
			strcmp(proving[k].options, "code=published") != 0;
		if (proven[k] < 60 || (stops && solved[k] < 60))
			fail_msg("%s:%s: only %d proven, %d solved", proving[k].ops->key,
				 proving[k].options, proven[k], solved[k]);
	}
}

/* ---- PN-MCTS at a settled root ---- */

static void
plant_text(const char *text)
{
	read_tree_text(text, 2, 2);
	game = tree_as_game(2, false);
	game_bind(&game, &calibrated_tree);
	game.traits = TRAIT_DRAWS | TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM;
}

static void
check_settled(double value)
{
	const struct snapshot *live = &search.live;
	assert_int_equal(live->stop, STOP_SOLVED);
	assert_int_equal(live->moves[0].status, MOVE_PROVEN);
	assert_true(live->value[0] == value && live->value[1] == 2 - value);
}

static void
pn_mcts_ends_at_a_settled_root_with_its_value(void **state)
{
	const struct limits limits = { .sims = 3000 };
	static const char drawn[] = "{\"p\":0,\"c\":[{\"p\":1,\"c\":[{\"v\":[2,0]},"
				    "{\"v\":[1,1]}]},{\"p\":1,\"c\":[{\"v\":[1,1]}]}]}";
	static const char lost[] = "{\"p\":0,\"c\":[{\"p\":1,\"c\":[{\"v\":[2,0]},"
				   "{\"v\":[0,2]}]},{\"p\":1,\"c\":[{\"v\":[0,2]}]}]}";
	static const char won[] = "{\"p\":0,\"c\":[{\"p\":1,\"c\":[{\"v\":[2,0]},"
				  "{\"v\":[0,2]}]},{\"p\":1,\"c\":[{\"v\":[2,0]}]}]}";
	static const struct {
		const char *tree;
		double value;
	} cases[] = { { drawn, 1 }, { lost, 0 }, { won, 2 } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		plant_text(cases[i].tree);
		run(&pn_mcts_search, "", limits);
		check_settled(cases[i].value);
		assert_true(search.live.simulations < 20);
		search_close(&search);
		/* the authors' program goes on */
		run(&pn_mcts_search, "code=published", limits);
		assert_int_equal(search.live.stop, STOP_SIMS);
		assert_int_equal(search.live.simulations, 3000);
		assert_true(search.live.value[0] == cases[i].value);
		search_close(&search);
	}
}

/* With three seats these assume how the others play: what they prove does not tell who wins. */
static void
what_is_proven_under_an_assumption_tells_no_winner(void **state)
{
	static const struct search_ops *const all[] = { &paranoid_search,
							&offensive_search,
							&mpmix_search };
	struct rng r;
	int proven = 0;
	rng_seed(&r, 32);
	for (int i = 0; i < 200; i++) {
		const struct tree_plan plan = {
			.seats = 3, .depth = 4, .width = 3, .maxsum = 6, .constant = true
		};
		do {
			random_tree(&r, &plan);
		} while (tree[0].count == 0);
		game = tree_as_game(3, false);
		game_bind(&game, &calibrated_tree);
		run(all[i % 3], "", (struct limits){ .depth = 20 });
		for (int k = 0; k < search.live.move_count; k++) {
			const struct stats_move *row = &search.live.moves[k];
			for (int j = 0; j < 3 && row->status == MOVE_PROVEN; j++)
				assert_true(!(row->win[j] <= 0) && !(row->win[j] >= 1));
			proven += row->status == MOVE_PROVEN;
		}
		search_close(&search);
	}
	assert_true(proven > 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_solved_is_what_maxn_says),
		cmocka_unit_test(pn_mcts_ends_at_a_settled_root_with_its_value),
		cmocka_unit_test(what_is_proven_under_an_assumption_tells_no_winner),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
