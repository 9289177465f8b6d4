/*
 * maxprob.c - Max-Prob: equation (1) against exact fractions, the paper's figures, and a
 * plain recursion on random trees.
 *
 * Data: maxprob_cases.json, 100 sets of intervals with values computed in exact fractions.
 */
#include "ai/depth_first/interval.h"
#include "games/hearts/hearts.h"
#include "src/app/catalog.h"
#include "src/core/calibration.h"
#include "src/core/match.h"
#include "tests/search/treegame.h"

#include <math.h>
#include <stdlib.h>

extern const struct search_ops maxprob_search;

static double
fraction(json_t *t)
{
	char *end;
	const double top = strtod(json_string_value(t), &end);
	return *end == '/' ? top / strtod(end + 1, NULL) : top;
}

static int
read_case(json_t *c, double *low, double *high, double *win)
{
	json_t *at = json_object_get(c, "intervals"), *p = json_object_get(c, "win");
	const int n = (int)json_array_size(at);
	for (int i = 0; i < n; i++) {
		json_t *pair = json_array_get(at, (size_t)i);
		low[i] = fraction(json_array_get(pair, 0));
		high[i] = fraction(json_array_get(pair, 1));
		win[i] = json_number_value(json_array_get(p, (size_t)i));
	}
	return n;
}

static void
equation_1_is_exact_on_every_case(void **state)
{
	json_t *file = json_load_file("tests/data/maxprob_cases.json", 0, NULL);
	json_t *cases = json_object_get(file, "cases");
	int common = 0;
	assert_int_equal(json_array_size(cases), 100);
	for (size_t k = 0; k < json_array_size(cases); k++) {
		double low[SEATS_MAX], high[SEATS_MAX], win[SEATS_MAX], got[SEATS_MAX];
		const int n = read_case(json_array_get(cases, k), low, high, win);
		bool same = true;
		interval_win(n, low, high, got);
		for (int i = 0; i < n; i++) {
			if (fabs(got[i] - win[i]) > 1e-9)
				fail_msg("case %zu seat %d: %.12g, expected %.12g", k, i,
					 got[i], win[i]);
			same = same && fabs(high[i] - high[0]) <= 0;
		}
		if (!same)
			continue;
		common++;
		interval_win_common(n, low, high[0], got);
		for (int i = 0; i < n; i++)
			assert_true(fabs(got[i] - win[i]) <= 1e-9);
	}
	assert_true(common > 10);
	json_decref(file);
}

/* ---- trees ---- */

static const struct game_ops *tree_files; /* "tree": trees in files */
static double leaf_low[TREE_NODES][SEATS_MAX], leaf_high[TREE_NODES][SEATS_MAX];

static void
tree_intervals(const struct game *g, const struct state *s, double *low, double *high)
{
	memcpy(low, leaf_low[tree_at(s)], sizeof *low * (size_t)g->seats);
	memcpy(high, leaf_high[tree_at(s)], sizeof *high * (size_t)g->seats);
}

static const struct game_ops interval_game = {
	TREE_OPS,
	.knowledge = &(const struct game_knowledge){ TREE_KNOWLEDGE,
						     .intervals = tree_intervals },
};

static void
load(const char *text, int seats)
{
	read_tree_text(text, seats, 10);
}

static void
near(double a, double b)
{
	if (fabs(a - b) > 1e-12)
		fail_msg("%.15g, expected %.15g", a, b);
}

/* Figure 1: agent 2 has no win at a or b and is as likely to go to each child. */
static void
figure_1_is_a_half_and_two_thirds(void **state)
{
	struct search s;
	struct player p;
	const struct game g = tree_as_game(3, false);
	load("{\"p\":0,\"c\":[{\"p\":1,\"c\":[{\"v\":[1,0,0]},{\"v\":[0,0,1]}]},"
	     "{\"p\":1,\"c\":[{\"v\":[1,0,1]},{\"v\":[0,0,1]},{\"v\":[1,0,0]}]}]}",
	     3);
	run_tree(&s, &p, &g, &maxprob_search, "", 2);
	assert_int_equal(search_choice(&s), 1);
	near(s.live.moves[0].win[0], 2.0 / 3);
	near(s.live.moves[0].win[1], 0);
	near(s.live.moves[0].win[2], 2.0 / 3);
	near(s.live.moves[1].win[0], 0.5);
	near(s.live.moves[1].win[2], 0.5);
	near(s.live.win[0], 2.0 / 3);
	assert_int_equal(s.live.stop, STOP_SOLVED);
	search_close(&s);
}

/* Figure 2: node b, [4,6] against [3,5], wins with 7/8; seat 3 cannot. */
static void
figure_2_node_b_is_seven_eighths(void **state)
{
	struct search s;
	struct player p;
	struct look_node look[4];
	struct game g = tree_as_game(3, false);
	static const double low[] = { 4, 3, 0 }, high[] = { 6, 5, 1 };
	static const double sure[] = { 2, 1, 5 };
	game_bind(&g, &interval_game);
	load("{\"p\":0,\"c\":[{\"v\":[2,1,5]},{\"v\":[4,3,0]}]}", 3);
	memcpy(leaf_low[2], low, sizeof low);
	memcpy(leaf_high[2], high, sizeof high);
	memcpy(leaf_low[1], sure, sizeof sure);
	memcpy(leaf_high[1], sure, sizeof sure);
	run_tree(&s, &p, &g, &maxprob_search, "", 1);
	assert_int_equal(search_choice(&s), 1);
	near(s.live.win[0], 0.875);
	near(s.live.win[1], 0.125);
	near(s.live.win[2], 0);
	near(s.live.moves[1].win[2], 1);
	assert_int_equal(maxprob_search.look->children(&s, LOOK_ROOT, look, 4), 2);
	assert_string_equal(look[1].proof, "A 4..6, B 3..5, C 0..1");
	search_close(&s);
}

static void
reference(const struct game *g, int node, int rem, double *win)
{
	const struct tree_node *n = &tree[node];
	double low[SEATS_MAX], high[SEATS_MAX];
	if (tree_leaf(g, n, rem)) {
		for (int i = 0; i < g->seats; i++) {
			low[i] = n->value[i];
			high[i] = n->count == 0 ? low[i] : tree[0].bounds.high[i];
		}
		interval_win(g->seats, low, high, win);
		return;
	}
	double child[TREE_MOVES][SEATS_MAX], best = -1;
	int same = 0;
	for (int i = 0; i < n->count; i++) {
		reference(g, n->child[i], rem - 1, child[i]);
		best = child[i][n->seat] > best ? child[i][n->seat] : best;
	}
	memset(win, 0, sizeof *win * SEATS_MAX);
	for (int i = 0; i < n->count; i++) {
		if (child[i][n->seat] < best - 1e-9)
			continue;
		same++;
		for (int k = 0; k < g->seats; k++)
			win[k] += child[i][k];
	}
	for (int k = 0; k < g->seats; k++)
		win[k] /= same;
}

static void
random_trees_give_the_vector_of_a_plain_recursion(void **state)
{
	struct rng r;
	rng_seed(&r, 2011);
	for (int i = 0; i < 3000; i++) {
		const struct tree_plan plan = random_plan(&r);
		random_tree(&r, &plan);
		const struct game g = tree_as_game(plan.seats, plan.restless);
		const int depth = 1 + (int)rng_below(&r, (uint32_t)plan.depth + 1);
		struct search s;
		struct player p;
		const int me = tree[0].seat;
		double best = -1;
		run_tree(&s, &p, &g, &maxprob_search, "", depth);
		for (int k = 0; k < s.live.move_count; k++) {
			double win[SEATS_MAX];
			const struct stats_move *m = &s.live.moves[k];
			reference(&g, tree[0].child[m->m], depth - 1, win);
			for (int j = 0; j < g.seats; j++)
				if (fabs(win[j] - m->win[j]) > 1e-8)
					fail_msg("tree %d move %d seat %d: %.12g, "
						 "expected %.12g",
						 i, (int)m->m, j, m->win[j], win[j]);
			best = win[me] > best ? win[me] : best;
		}
		assert_true(s.live.win[me] >= best - 1e-8);
		search_close(&s);
	}
}

/* ---- trees with chance ---- */

/* A random node of a file: an end at depth 0, else a choice of a seat or a move of chance. */
static json_t *
chance_node(struct rng *r, int seats, int depth)
{
	json_t *children = json_array();
	const int n = 2 + (int)rng_below(r, 2);
	if (depth == 0 || rng_below(r, 8) == 0) {
		for (int i = 0; i < seats; i++)
			json_array_append_new(children, json_integer(rng_below(r, 4)));
		return json_pack("{s:o}", "v", children);
	}
	for (int i = 0; i < n; i++)
		json_array_append_new(children, chance_node(r, seats, depth - 1));
	if (rng_below(r, 3) > 0)
		return json_pack("{s:i, s:o}", "p", (int)rng_below(r, (uint32_t)seats),
				 "c", children);
	return json_pack("{s:o, s:o}", "chance",
			 n == 2 ? json_pack("[f, f]", 0.25, 0.75)
				: json_pack("[f, f, f]", 0.5, 0.125, 0.375),
			 "c", children);
}

/* Max-Prob to the ends, by the file: winners, means over chance, means over equal choices. */
static void
plain_max_prob(json_t *node, int seats, double *win)
{
	json_t *v = json_object_get(node, "v"), *prob = json_object_get(node, "chance");
	json_t *children = json_object_get(node, "c"), *seat = json_object_get(node, "p");
	double best = -1, same = 0, child[3][SEATS_MAX];
	const size_t n = json_array_size(children);
	for (int i = 0; v && i < seats; i++)
		best = fmax(best, json_number_value(json_array_get(v, (size_t)i)));
	for (int i = 0; i < seats; i++) {
		json_t *x = json_array_get(v, (size_t)i);
		win[i] = v && json_number_value(x) >= best ? 1 : 0;
	}
	for (size_t k = 0; k < n; k++) {
		plain_max_prob(json_array_get(children, k), seats, child[k]);
		if (seat)
			best = fmax(best, child[k][json_integer_value(seat)]);
	}
	for (size_t k = 0; k < n; k++) {
		const bool chosen =
			seat && child[k][json_integer_value(seat)] > best - 1e-9;
		const double w =
			prob ? json_number_value(json_array_get(prob, k)) : chosen;
		same += w;
		for (int i = 0; i < seats; i++)
			win[i] += w * child[k][i];
	}
	for (int i = 0; n > 0 && i < seats; i++)
		win[i] /= same;
}

/* One tree: every root move's probabilities, and that the search knows it is done. */
static void
expect_plain_max_prob(int number, json_t *file, int seats)
{
	struct game g;
	struct status st = { 0 };
	struct options variant;
	struct search s;
	struct player p;
	struct state root = { 0 };
	char name[32], *text = json_dumps(file, 0);
	json_t *moves = json_object_get(json_object_get(file, "tree"), "c");
	snprintf(name, sizeof name, "chance-%d.json", number);
	options_init(&variant, tree_files->options);
	assert_true(tree_files->file->adopt != NULL &&
		    options_set(&variant, "file", name, &st) &&
		    tree_files->file->adopt(&variant, text, &st) &&
		    game_init(&g, tree_files, 0, &variant, &st));
	g.rules->start(&g, &root);
	run_search(&s, &p, &g, &root, &maxprob_search, "", (struct limits){ .depth = 20 },
		   NULL);
	assert_int_equal(s.live.stop, STOP_SOLVED);
	for (int k = 0; k < s.live.move_count; k++) {
		const struct stats_move *m = &s.live.moves[k];
		double win[SEATS_MAX];
		plain_max_prob(json_array_get(moves, m->m), seats, win);
		for (int i = 0; i < seats; i++)
			if (fabs(win[i] - m->win[i]) > 1e-9)
				fail_msg("tree %s: move %d, seat %d: %.12g, expected "
					 "%.12g",
					 text, (int)m->m, i, m->win[i], win[i]);
		assert_true(s.live.win[s.mover] >= m->win[s.mover] - 1e-9);
	}
	search_close(&s);
	free(text);
}

static void
behind_chance_a_probability_is_the_mean_of_the_outcomes(void **state)
{
	struct rng r;
	int below = 0;
	rng_seed(&r, 2026);
	tree_files = catalog_game(&app_catalog, "tree");
	for (int i = 0; i < 300; i++) {
		const int seats = 2 + (int)rng_below(&r, 3);
		json_t *node = chance_node(&r, seats, 2 + (int)rng_below(&r, 3));
		json_t *file = json_pack("{s:i, s:O}", "players", seats, "tree", node);
		char *text = json_dumps(node, 0);
		below += strstr(text, "chance") != NULL;
		if (json_object_get(node, "p") != NULL)
			expect_plain_max_prob(i, file, seats);
		free(text);
		json_decref(file);
		json_decref(node);
	}
	assert_true(below > 100);
}

/* Both moves win as often; the second looks better right after it. */
static void
the_evaluation_breaks_a_tie_at_the_root(void **state)
{
	struct search s;
	struct player p;
	const struct game g = tree_as_game(2, false);
	load("{\"p\":0,\"c\":[{\"p\":1,\"v\":[1,0],\"c\":[{\"v\":[3,1]}]},"
	     "{\"p\":1,\"v\":[2,0],\"c\":[{\"v\":[2,1]}]}]}",
	     2);
	run_tree(&s, &p, &g, &maxprob_search, "", 2);
	assert_int_equal(search_choice(&s), 1);
	assert_true(s.live.value[0] == 2);
	search_close(&s);
}

/* Moves 0 and 2 look as good right after them; ties= decides what counts. */
static void
what_is_still_equal_is_won_by_order_or_by_lot(void **state)
{
	static const char *const ties[] = { "ties=order", "ties=value", "ties=lot" };
	const struct game g = tree_as_game(2, false);
	load("{\"p\":0,\"c\":[{\"p\":1,\"v\":[2,0],\"c\":[{\"v\":[3,1]}]},"
	     "{\"p\":1,\"v\":[1,0],\"c\":[{\"v\":[3,1]}]},"
	     "{\"p\":1,\"v\":[2,0],\"c\":[{\"v\":[2,1]}]}]}",
	     2);
	for (int k = 0; k < 3; k++) {
		int count[3] = { 0 };
		for (uint64_t seed = 1; seed <= 64; seed++) {
			struct state root = { 0 };
			struct search s;
			struct player p;
			const struct search_job job = { .game = &g,
							.root = &root,
							.seed = seed };
			open_job(&s, &p, job, &maxprob_search, ties[k],
				 (struct limits){ .depth = 2 });
			search_run(&s);
			count[search_choice(&s)]++;
			search_close(&s);
		}
		assert_true(k == 0 ? count[0] == 64 : count[0] > 8 && count[2] > 8);
		assert_true(k == 2 ? count[1] > 8 : count[1] == 0);
	}
}

/* Two tricks before the end of a match: the queen of spades given to S wins the hand for W,
 * who then loses the match to N; kept for N, it wins W the match. */
static void
search_last_hand(const char *player, struct search *s)
{
	static struct setup setup;
	static struct player p;
	struct status st = { 0 };
	struct state root = { 0 };
	const struct game *g = &setup.game;
	assert_true(setup_init(&setup, &app_catalog, &hearts_game, false, &st));
	assert_true(setup_variant(&setup, &app_catalog, "open", "on", &st));
	assert_true(setup_variant(&setup, &app_catalog, "hands", "2", &st));
	assert_true(player_parse(&p, player, &app_catalog, g, &st));
	assert_true(g->text->parse_position(
		g,
		"hand=2 total=30,20,10,60 turn=W trick=S:AC S=..2. W=Q..4. N=..9.2 "
		"E=..3.3 points=0,0,0,13",
		&root, &st));
	const struct search_job job = {
		.game = g, .root = &root, .viewer = 1, .player = &p
	};
	assert_true(search_open(s, &job, &st));
	search_run(s);
}

static void
the_match_counts_what_the_hands_before_brought(void **state)
{
	struct search s;
	search_last_hand("maxprob:depth=8", &s);
	assert_true(s.live.moves[0].win[1] >= 1 && s.live.moves[1].win[1] >= 1);
	search_close(&s);
	search_last_hand("maxprob:depth=8,aim=match", &s);
	assert_int_equal(search_choice(&s), CARD(TWO + 2, DIAMONDS));
	assert_true(s.live.win[1] >= 1);
	assert_int_equal(s.live.moves[1].m, QUEEN_OF_SPADES);
	for (int i = 0; i < 4; i++) /* 30 + 13, 20, 10, 60 + 13: N has least */
		assert_true((s.live.moves[1].win[i] > 0) == (i == 2));
	search_close(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equation_1_is_exact_on_every_case),
		cmocka_unit_test(figure_1_is_a_half_and_two_thirds),
		cmocka_unit_test(figure_2_node_b_is_seven_eighths),
		cmocka_unit_test(random_trees_give_the_vector_of_a_plain_recursion),
		cmocka_unit_test(behind_chance_a_probability_is_the_mean_of_the_outcomes),
		cmocka_unit_test(the_evaluation_breaks_a_tie_at_the_root),
		cmocka_unit_test(what_is_still_equal_is_won_by_order_or_by_lot),
		cmocka_unit_test(the_match_counts_what_the_hands_before_brought),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
