/*
 * ahead.c - simulations under way at once: the same whatever the number of threads, counted
 * right, and spread over the moves.
 */
#include "src/core/past.h"
#include "tests/search/treegame.h"
#include "tests/unit/play_text.h"

extern const struct search_ops uct_search;

#define CHILDREN 64

static struct search search;
static struct player player;
static struct kit *kit; /* of the next search; NULL: none */

/* A position after some moves of the game's own policy. */
static void
walk(const struct game *g, int plies, struct state *s)
{
	struct rng r;
	rng_seed(&r, 3);
	start_game(g, s);
	for (int k = 0; k < plies && game_mover(g, s) >= 0; k++) {
		struct state next = *s;
		const int seat = game_mover(g, s);
		g->rules->play(g, s, seat, game_quick_move(g, s, seat, &r), &next);
		if (game_decided(g, &next) || game_mover(g, &next) < 0)
			return;
		*s = next;
	}
}

/* All figures but the times as text; the caller frees it. */
static char *
figures(const struct game *g, const struct state *root)
{
	json_t *j = json_object();
	snapshot_to_json(&search.live, g, root, j);
	json_object_del(j, "elapsed_ms");
	json_object_del(j, "nodes_per_s");
	char *text = json_dumps(j, JSON_INDENT(1));
	json_decref(j);
	assert_non_null(text);
	return text;
}

/* Opens a player on a position, with what must not come again where the game has it. */
static bool
open_there(const struct game *g, const struct state *root, const char *text)
{
	static struct past past;
	struct status st = { 0 };
	memset(&past, 0, sizeof past);
	if (!player_parse(&player, text, &app_catalog, g, &st))
		return false;
	const struct search_job job = { .game = g,
					.root = root,
					.viewer = SEAT_ALL,
					.player = &player,
					.past = g->turns->key != NULL ? &past : NULL,
					.kit = kit,
					.seed = 11 };
	if (!search_open(&search, &job, &st))
		fail_msg("%s on %s: %s", text, g->ops->key, st.text);
	return true;
}

/* In two runs, so that what was under way at a stop is gone on from. */
static char *
run_there(const struct game *g, const struct state *root, const char *text, int sims)
{
	if (!open_there(g, root, text))
		return NULL;
	search.limits.sims = sims / 3;
	search_run(&search);
	search.limits.sims = sims;
	search.live.stop = STOP_RUNNING;
	search_run(&search);
	char *said = figures(g, root);
	search_close(&search);
	return said;
}

static int
compare_threads(const struct game *g, const char *text, int sims)
{
	struct state root;
	char with[200];
	walk(g, 6, &root);
	if (game_mover(g, &root) < 0)
		return 0;
	snprintf(with, sizeof with, "%s,threads=1", text);
	char *first = run_there(g, &root, with, sims);
	for (int threads = 2; first != NULL && threads <= 3; threads++) {
		snprintf(with, sizeof with, "%s,threads=%d", text, threads);
		char *other = run_there(g, &root, with, sims);
		if (strcmp(first, other) != 0)
			print_message("# %s: %s\n", g->ops->key, with);
		assert_string_equal(first, other);
		free(other);
	}
	free(first);
	return first != NULL;
}

static void
any_number_of_threads_comes_to_the_same(void **state)
{
	static const char *const players[] = {
		"uct:ahead=1",
		"uct:ahead=16,solver=on,widen=3",
		"uct:ahead=32,memory=2,expand=1,widen=2,bias=0.3,fpu=0.2",
		"pn-mcts:ahead=16",
		"pn-mcts:ahead=5,memory=2,expand=1",
		"maxn:nodes=20k,ahead=3",
		"smmcts:trees=3,gauge=off",
		"smmcts:trees=2,nodes=30k,policy=duct-mix",
		"maxn:nodes=9k,ahead=2,prune=none,memory=32",
	};
	int compared = 0;
	(void)state;
	for (int i = 0; app_catalog.games[i]; i++) {
		const struct game_ops *ops = app_catalog.games[i];
		struct options v;
		struct game g;
		options_init(&v, ops->options);
		const bool open = options_find(&v, "open") >= 0;
		open_game(&g, ops, 0, open ? "open=on" : "");
		for (size_t k = 0; k < sizeof players / sizeof *players; k++)
			compared += compare_threads(&g, players[k], 600);
	}
	assert_true(compared > 40);
}

/* A tree that outgrows its memory again and again. */
static void
any_number_of_threads_recycles_the_same(void **state)
{
	struct game g;
	(void)state;
	open_game(&g, catalog_game(&app_catalog, "breakthrough"), 0, "columns=5,rows=5");
	assert_int_equal(compare_threads(&g, "uct:ahead=24,memory=1,expand=1", 60000), 1);
	assert_int_equal(compare_threads(&g, "pn-mcts:ahead=24,memory=1,final=off",
					 40000),
			 1);
}

/* The visits of a node's children. Every node but the root has one more: its first, from which
 * there was a playout. */
static int64_t
visits_below(look_ref at)
{
	struct look_node *l = calloc(CHILDREN, sizeof *l);
	assert_non_null(l);
	const int n = search.ops->look->children(&search, at, l, CHILDREN);
	int64_t sum = 0;
	for (int i = 0; i < n; i++) {
		assert_true(l[i].visits >= 0);
		if (l[i].inner)
			assert_int_equal(visits_below(l[i].ref),
					 l[i].visits - (l[i].visits > 0));
		sum += l[i].visits;
	}
	free(l);
	return sum;
}

/* What a limit cuts off has left no trace. */
static void
visits_are_simulations_and_a_node_limit_is_exact(void **state)
{
	struct game g;
	struct state root;
	(void)state;
	open_game(&g, catalog_game(&app_catalog, "breakthrough"), 0, "columns=5,rows=5");
	walk(&g, 4, &root);
	for (int k = 0; k < 12; k++) {
		assert_true(open_there(&g, &root,
				       k % 2 ? "pn-mcts:ahead=20,threads=2"
					     : "uct:ahead=20,threads=2"));
		for (int64_t nodes = 100 + 37 * k; nodes < 20000; nodes *= 4) {
			search.limits.nodes = nodes;
			search.live.stop = STOP_RUNNING;
			search_run(&search);
			assert_int_equal(search.live.nodes, nodes);
			assert_int_equal(search.live.stop, STOP_NODES);
			assert_int_equal(visits_below(LOOK_ROOT),
					 search.live.simulations);
		}
		search_close(&search);
	}
}

/* With fewer nodes than one simulation takes, the root's moves have been tried and the root has no
 * visit; the search goes on from there. */
static void
a_search_goes_on_from_a_root_without_visits(void **state)
{
	static const char *const players[] = {
		"uct:ahead=32",	    "uct:ahead=32,solver=on", "uct:ahead=32,fpu=0.1",
		"pn-mcts:ahead=32", "uct:solver=on",	      "pn-mcts"
	};
	struct game g;
	struct state root;
	move m[MOVES_MAX];
	(void)state;
	open_game(&g, catalog_game(&app_catalog, "breakthrough"), 0, "columns=5,rows=5");
	walk(&g, 4, &root);
	const int moves = g.rules->moves(&g, &root, game_mover(&g, &root), m);
	for (size_t k = 0; k < sizeof players / sizeof *players; k++) {
		struct look_node l[CHILDREN];
		assert_true(open_there(&g, &root, players[k]));
		search.limits.nodes = 2;
		search_run(&search);
		assert_int_equal(search.live.simulations, 0);
		search.limits.nodes = 8000;
		search.live.stop = STOP_RUNNING;
		search_run(&search);
		assert_int_equal(search.ops->look->children(&search, LOOK_ROOT, l,
							    CHILDREN),
				 moves);
		assert_int_equal(search.live.moves_total, moves);
		assert_true(search.live.simulations > 100);
		assert_int_equal(visits_below(LOOK_ROOT), search.live.simulations);
		search_close(&search);
	}
}

/* Four moves of the same worth, and none of their results known before twenty are chosen: with
 * nothing but what is under way to tell them apart they are tried in turn. */
static void
what_is_under_way_makes_a_move_less_tempting(void **state)
{
	const struct tree_plan plan = {
		.seats = 2, .depth = 1, .width = 4, .maxsum = 10, .uniform = true
	};
	static const struct state root;
	struct rng r;
	(void)state;
	rng_seed(&r, 1);
	random_tree(&r, &plan);
	for (int i = 0; i < 4; i++)
		tree[tree[0].child[i]].value[0] = tree[tree[0].child[i]].value[1] = 0;
	struct game g = tree_as_game(2, false);
	open_search(&search, &player, &g, &root, &uct_search, "ahead=20",
		    (struct limits){ .sims = 20 }, NULL, false);
	search_run(&search);
	assert_int_equal(search.live.move_count, 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(search.live.moves[i].visits, 5);
	search_close(&search);
}

/* Flat playouts of one ply below each move come to several leaves. */
static void
each_playout_has_chances_of_its_own(void **state)
{
	const struct tree_plan plan = {
		.seats = 2, .depth = 2, .width = 4, .maxsum = 1000000, .uniform = true
	};
	static const struct state root;
	struct rng r;
	(void)state;
	rng_seed(&r, 2);
	random_tree(&r, &plan);
	struct game g = tree_as_game(2, false);
	open_search(&search, &player, &g, &root, &uct_search,
		    "ahead=8,expand=10000,playout=random,c=10",
		    (struct limits){ .sims = 400 }, NULL, false);
	search_run(&search);
	for (int i = 0; i < 4; i++) {
		const struct stats_move *m = &search.live.moves[i];
		const struct tree_node *n = &tree[tree[0].child[m->m]];
		double sum = 0;
		for (int k = 0; k < 4; k++)
			sum += tree[n->child[k]].value[0] / 4.0;
		assert_true(m->visits > 50);
		assert_true(fabs(m->value[0] - sum) < 200000);
		for (int k = 0; k < 4; k++)
			assert_true(fabs(m->value[0] - tree[n->child[k]].value[0]) > 1);
	}
	search_close(&search);
}

/* So many decisions further, whoever takes them. */
static void
go_on(const struct game *g, int decisions, struct state *s)
{
	struct rng r;
	rng_seed(&r, 3);
	start_game(g, s);
	for (int k = 0;;) {
		const seat_set acting = g->rules->acting(g, s);
		if (k == decisions && acting != ACTING_CHANCE)
			return;
		const bool chance = acting == ACTING_CHANCE;
		const int seat = chance ? SEAT_CHANCE : __builtin_ctz(acting);
		const move m = chance ? g->chance->sample(g, s, &r)
				      : game_quick_move(g, s, seat, &r);
		g->rules->play(g, s, seat, m, s);
		k += !chance;
	}
}

/* Of max^n at a depth: root moves side by side against each other. */
static void
max_n_ahead_finds_the_same_and_ends_at_its_nodes(void **state)
{
	static const char *const games[] = { "chinese-checkers", "spades", "abalone" };
	static const char *const more[] = { "", ",ahead=1", ",ahead=3,threads=2",
					    ",prune=none,ahead=4" };
	(void)state;
	for (size_t k = 0; k < sizeof games / sizeof *games; k++) {
		struct game g;
		struct state root;
		struct snapshot plain;
		const struct game_ops *ops = catalog_game(&app_catalog, games[k]);
		open_game(&g, ops, 3, k == 1 ? "open=on,bidding=off" : "");
		go_on(&g, 6, &root);
		for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
			char text[120];
			snprintf(text, sizeof text, "maxn:depth=%d%s", k == 1 ? 9 : 3,
				 more[i]);
			assert_true(open_there(&g, &root, text));
			search_run(&search);
			if (i == 0)
				snapshot_copy(&plain, &search.live);
			assert_int_equal(search.live.moves[0].m, plain.moves[0].m);
			assert_int_equal(search.live.depth, plain.depth);
			assert_memory_equal(search.live.value, plain.value,
					    3 * sizeof *plain.value);
			search_close(&search);
		}
		for (int nodes = 1; nodes < 20000; nodes = nodes * 3 + 1) {
			char text[80];
			snprintf(text, sizeof text, "maxn:nodes=%d,ahead=3", nodes);
			assert_true(open_there(&g, &root, text));
			search_run(&search);
			assert_int_equal(search.live.nodes, nodes);
			assert_int_equal(search.live.stop, STOP_NODES);
			search_close(&search);
		}
	}
}

/* Moves that lead to the same positions: with tables that know nothing of each other two searchers
 * need 1.3 times the nodes in Hearts. */
static void
what_one_searcher_finds_the_others_know(void **state)
{
	static const char *const games[][2] = { { "hearts", "maxn:depth=13" },
						{ "spades", "maxn:depth=13" } };
	(void)state;
	for (int k = 0; k < 2; k++) {
		int64_t nodes[2] = { 0 };
		for (int i = 0; i < 4; i++) {
			struct game g;
			struct state root;
			char text[80];
			open_game(&g, catalog_game(&app_catalog, games[k][0]), 3,
				  k == 0 ? "open=on" : "open=on,bidding=off");
			go_on(&g, 15 + i / 2 * 3, &root);
			snprintf(text, sizeof text, "%s%s", games[k][1],
				 i % 2 ? ",ahead=2" : "");
			assert_true(open_there(&g, &root, text));
			search_run(&search);
			nodes[i % 2] += search.live.nodes;
			search_close(&search);
		}
		assert_true(nodes[0] > 100000);
		assert_true(nodes[1] < nodes[0] * 108 / 100);
	}
}

/* The figures of a root are those of its trees: each simulation is in one of them. */
static void
trees_share_the_simulations(void **state)
{
	static const char *const players[] = { "smmcts:trees=4,sims=1001",
					       "smmcts:trees=3,nodes=20001,policy=rm+" };
	struct game g;
	struct state root;
	(void)state;
	open_game(&g, catalog_game(&app_catalog, "goofspiel"), 0, "cards=6");
	go_on(&g, 0, &root);
	for (int i = 0; i < 2; i++) {
		assert_true(open_there(&g, &root, players[i]));
		search_run(&search);
		const struct snapshot *live = &search.live;
		int64_t visits = 0;
		double prob = 0;
		for (int k = 0; k < live->move_count; k++) {
			visits += live->moves[k].visits;
			prob += live->moves[k].prob;
		}
		assert_int_equal(visits, live->simulations);
		assert_true(fabs(prob - 1) < 1e-9);
		assert_int_equal(live->stop, i == 0 ? STOP_SIMS : STOP_NODES);
		assert_int_equal(i == 0 ? live->simulations : live->nodes,
				 i == 0 ? 1001 : 20001);
		search_close(&search);
	}
}

/* In memory and with threads that the searches before have used. */
static void
what_a_lent_kit_holds_changes_nothing(void **state)
{
	static const char *const players[] = {
		"uct",
		"uct:memory=1,ahead=8,threads=2",
		"pn-mcts",
		"ismcts",
		"maxn:nodes=5k",
		"maxn:nodes=5k,prune=none",
		"paranoid:nodes=5k",
		"pns:memory=4,nodes=5k",
		"pns:method=dfpn,nodes=5k",
		"pimc:worlds=6,nodes=5k,threads=2,inner=(maxn)",
		"pimc:worlds=6,inner=(uct)",
		"smmcts",
	};
	static const char *const games[] = { "hearts", "breakthrough", "goofspiel" };
	struct kit used = { 0 };
	int compared = 0;
	(void)state;
	for (size_t k = 0; k < 3 * sizeof games / sizeof *games; k++) {
		struct game g;
		struct state root;
		open_game(&g, catalog_game(&app_catalog, games[k % 3]), 0, "");
		go_on(&g, 4 + 2 * (int)k, &root);
		for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
			kit = NULL;
			char *fresh = run_there(&g, &root, players[i], 400);
			kit = &used;
			char *again = run_there(&g, &root, players[i], 400);
			kit = NULL;
			if (fresh == NULL)
				continue;
			assert_string_equal(again, fresh);
			free(again);
			free(fresh);
			compared++;
		}
	}
	assert_true(compared > 25);
	assert_non_null(used.arena.base);
	kit_close(&used);
}

static void
options_that_do_not_go_together_are_refused(void **state)
{
	static const char *const cases[][2] = {
		{ "uct:threads=2", "threads=2 needs ahead=" },
		{ "pn-mcts:threads=8", "threads=8 needs ahead=" },
		{ "maxn:threads=3", "threads=3 needs ahead=" },
		{ "maxn:ahead=5", "ahead=5 needs memory=80, 16 MiB for each" },
		{ "uct:ahead=8,rave=100", "ahead= does not go with rave= or mast=" },
		{ "uct:ahead=8,mast=0.5", "ahead= does not go with rave= or mast=" },
	};
	struct game g;
	(void)state;
	open_game(&g, catalog_game(&app_catalog, "breakthrough"), 0, "");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct status st = { 0 };
		assert_false(player_parse(&player, cases[i][0], &app_catalog, &g, &st));
		assert_non_null(strstr(st.text, cases[i][1]));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_number_of_threads_comes_to_the_same),
		cmocka_unit_test(any_number_of_threads_recycles_the_same),
		cmocka_unit_test(visits_are_simulations_and_a_node_limit_is_exact),
		cmocka_unit_test(a_search_goes_on_from_a_root_without_visits),
		cmocka_unit_test(what_is_under_way_makes_a_move_less_tempting),
		cmocka_unit_test(each_playout_has_chances_of_its_own),
		cmocka_unit_test(max_n_ahead_finds_the_same_and_ends_at_its_nodes),
		cmocka_unit_test(what_one_searcher_finds_the_others_know),
		cmocka_unit_test(trees_share_the_simulations),
		cmocka_unit_test(what_a_lent_kit_holds_changes_nothing),
		cmocka_unit_test(options_that_do_not_go_together_are_refused),
	};
	return cmocka_run_group_tests_name("ahead", tests, NULL, NULL);
}
