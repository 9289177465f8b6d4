/*
 * inspect.c - the tree model: opening, folding, sorting, filters, finding, positions, worlds,
 * steps, and what is written to files.
 */
#include "src/app/catalog.h"
#include "src/core/match.h"
#include "src/study/stepper.h"
#include "tests/kept.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct setup setup;
static struct player player;
static struct state root;
static struct search search;
static struct inspect tree;

/* The first decision of a game with options "key=value" (one, or NULL). */
static void
open_game(const char *key, const char *option)
{
	struct status st = { 0 };
	struct match m = { 0 };
	char name[64];
	assert_true(setup_init(&setup, &app_catalog, catalog_game(&app_catalog, key),
			       false, &st));
	if (option != NULL) {
		const char *is = strchr(option, '=');
		snprintf(name, sizeof name, "%.*s", (int)(is - option), option);
		if (!setup_variant(&setup, &app_catalog, name, is + 1, &st))
			fail_msg("%s", st.text);
	}
	setup.seed = 5;
	match_open(&m, &setup);
	for (;;) { /* to where there is a choice */
		move moves[MOVES_MAX];
		const int seat = game_mover(&setup.game, &m.states[m.at]);
		if (match_moves(&m, seat, moves) > 1)
			break;
		assert_true(match_play(&m, seat, moves[0], "", &st));
	}
	match_view(&m, game_mover(&setup.game, &m.states[m.at]), &root);
	match_close(&m);
}

static void
open_tree(const char *text)
{
	struct status st = { 0 };
	if (!player_parse(&player, text, &app_catalog, &setup.game, &st))
		fail_msg("%s", st.text);
	const struct search_job job = { .game = &setup.game,
					.root = &root,
					.viewer = game_mover(&setup.game, &root),
					.player = &player,
					.seed = 1,
					.keep = true };
	if (!search_open(&search, &job, &st))
		fail_msg("%s", st.text);
	search_run(&search);
	if (!inspect_open(&tree, &search, &st))
		fail_msg("%s", st.text);
}

static void
close_tree(void)
{
	inspect_close(&tree);
	search_close(&search);
}

static void
rows_are_the_open_nodes_in_order(void **state)
{
	open_game("tree", "file=last-branch");
	open_tree("maxn:table=off,depth=3");
	assert_int_equal(tree.rows, 2);
	const int32_t second = inspect_at(&tree, "2");
	assert_int_equal(inspect_row(&tree, second), 1);
	assert_true(inspect_expand(&tree, second, NULL));
	assert_int_equal(tree.rows, 5);
	for (int i = 2; i < 5; i++)
		assert_int_equal(tree.node[tree.row[i]].parent, second);
	assert_true(tree.node[tree.row[4]].look.skipped);
	assert_int_equal(inspect_mark(&tree.node[tree.row[4]]), 'x');
	assert_int_equal(inspect_mark(&tree.node[tree.row[0]]), '>');
	inspect_collapse(&tree, second);
	assert_int_equal(tree.rows, 2);
	/* a leaf has nothing to open, and says so */
	struct status st = { 0 };
	assert_false(inspect_expand(&tree, inspect_at(&tree, "1"), &st));
	assert_true(st.failed);
	assert_int_equal(inspect_at(&tree, "9"), -1);
	close_tree();
}

static void
filters_and_orders_keep_to_their_word(void **state)
{
	open_game("tree", "file=three-seats");
	open_tree("maxn:depth=9,table=off");
	inspect_expand_all(&tree, 9, 3000);
	const int32_t all = tree.rows;
	assert_true(all > 20);
	inspect_hide_skipped(&tree, true);
	for (int32_t i = 0; i < tree.rows; i++)
		assert_false(tree.node[tree.row[i]].look.skipped);
	inspect_hide_skipped(&tree, false);
	inspect_set_filter(&tree, SHOW_PV);
	for (int32_t i = 0; i < tree.rows; i++)
		assert_true(tree.node[tree.node[tree.row[i]].parent].pv);
	assert_true(tree.rows > 0 && tree.rows < all);
	inspect_set_filter(&tree, SHOW_CUTS);
	int cuts = 0;
	for (int32_t i = 0; i < tree.rows; i++)
		cuts += tree.node[tree.row[i]].look.rule != NULL;
	assert_true(cuts > 0 && tree.rows < all);
	inspect_set_filter(&tree, SHOW_ALL);
	inspect_set_sort(&tree, SORT_VISITS);
	assert_int_equal(tree.rows, all);
	int64_t before = INT64_MAX;
	for (int32_t i = 0; i < tree.rows; i++) {
		const struct inspect_node *n = &tree.node[tree.row[i]];
		if (n->parent != 0)
			continue;
		assert_true(n->look.visits <= before);
		before = n->look.visits;
	}
	close_tree();
}

/* A proof or disproof number of a node, by the key of its column; inf (not a number) is the
 * most. */
static double
number_of(const struct inspect_node *n, const char *key)
{
	for (const struct column *k = n->look.columns; k->key != NULL; k++)
		if (strcmp(k->key, key) == 0)
			return isfinite(n->look.extra[k->at]) ? n->look.extra[k->at]
							      : DBL_MAX;
	fail_msg("no column %s", key);
	return 0;
}

/* The first child, of those visited unless `unvisited`, with the least to prove where the seat
 * at the root moves, else to disprove; down to a node that is solved or without children. The
 * table of df-pn may know more of a node's children than it knew when it chose the node: that they
 * solve it. Returns the plies. */
static int
follow_leads(const char *pn, const char *dn, bool unvisited)
{
	int plies = 0;
	int32_t at = 0;
	while (tree.node[at].count > 0) {
		const struct inspect_node *n = &tree.node[at];
		const char *key = plies % 2 == 0 ? pn : dn;
		int32_t first = -1;
		for (int32_t i = n->first; i < n->first + n->count; i++)
			if ((unvisited || tree.node[i].look.visits > 0) &&
			    (first < 0 || number_of(&tree.node[i], key) <
						  number_of(&tree.node[first], key)))
				first = i;
		const double least = number_of(&tree.node[first], key);
		const bool solved = least <= 0 || least == DBL_MAX;
		for (int32_t i = n->first; i < n->first + n->count; i++)
			assert_int_equal(tree.node[i].leads, i == first && !solved);
		if (solved)
			break;
		at = first;
		plies++;
	}
	return plies;
}

static void
the_most_proving_line_goes_where_least_is_left(void **state)
{
	static const struct {
		const char *player, *pn, *dn;
		bool unvisited;
	} searches[] = {
		{ "pns:method=pns,nodes=4000", "pn", "dpn", true },
		{ "pns:method=dfpn,nodes=4000", "pn", "dpn", true },
		{ "pn-mcts:sims=9000,layers=1", "pn", "dn", false },
	};
	open_game("breakthrough", "rows=5");
	for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
		open_tree(searches[i].player);
		assert_true(inspect_expand_leads(&tree));
		const int plies = follow_leads(searches[i].pn, searches[i].dn,
					       searches[i].unvisited);
		if (plies < 2)
			fail_msg("%s: %d plies", searches[i].player, plies);
		inspect_expand_all(&tree, 2, 2000);
		for (int32_t k = 1; k < tree.nodes; k++)
			assert_true(!tree.node[k].leads ||
				    tree.node[tree.node[k].parent].leads);
		inspect_set_filter(&tree, SHOW_LEADS);
		for (int32_t k = 0; k < tree.rows; k++) {
			const struct inspect_node *n = &tree.node[tree.row[k]];
			assert_true(tree.node[n->parent].leads);
			const char mark = inspect_mark(n);
			assert_int_equal(mark == ')' || mark == '}', n->leads);
		}
		close_tree();
	}
}

/* Nothing leads where nothing is left to prove, or nothing counts it. */
static void
a_solved_tree_and_one_without_numbers_have_no_such_line(void **state)
{
	open_game("tree", "file=last-branch");
	open_tree("maxn:table=off,depth=3");
	assert_false(inspect_expand_leads(&tree));
	close_tree();
	open_game("lines-of-action", "size=3");
	open_tree("pns:method=pns");
	assert_int_equal(search.live.stop, STOP_SOLVED);
	assert_false(inspect_expand_leads(&tree));
	close_tree();
}

/* The search itself names the line that was played; the filter shows where it parts. */
static void
the_played_line_is_compared(void **state)
{
	open_game("tree", "file=last-branch");
	open_tree("maxn:table=off,depth=3");
	const move other = tree.node[inspect_at(&tree, "2")].look.m;
	inspect_set_played(&tree, &other, 1);
	inspect_set_filter(&tree, SHOW_DIFFERS);
	assert_int_equal(tree.rows, 2);
	close_tree();
	open_tree("maxn:table=off,depth=3");
	const move best = tree.node[inspect_at(&tree, "1")].look.m;
	inspect_set_played(&tree, &best, 1);
	inspect_set_filter(&tree, SHOW_DIFFERS);
	assert_int_equal(tree.rows, 0);
	close_tree();
}

static void
a_node_s_position_is_the_moves_to_it(void **state)
{
	open_game("chinese-checkers", NULL);
	open_tree("paranoid:depth=3");
	inspect_expand_pv(&tree);
	const struct game *g = &setup.game;
	struct state st = root;
	int plies = 0;
	for (int k = 0; k < search.live.pv_count; k++)
		g->rules->play(g, &st, game_mover(g, &st), search.live.pv[k], &st);
	for (int32_t i = 0; i < tree.nodes; i++) {
		const struct inspect_node *n = &tree.node[i];
		struct state here;
		if (!n->pv || n->ply != search.live.pv_count)
			continue;
		inspect_state(&tree, i, &here);
		assert_true(g->rules->hash(g, &here) == g->rules->hash(g, &st));
		plies = n->ply;
	}
	assert_int_equal(plies, search.live.pv_count);
	close_tree();
}

static void
moves_are_found_and_changes_of_the_best(void **state)
{
	open_game("hearts", "open=on");
	open_tree("maxn:depth=3,prune=none,table=off");
	inspect_expand_all(&tree, 3, 3000);
	const char *text = tree.node[tree.row[tree.rows - 1]].text;
	const int32_t first = inspect_find(&tree, -1, 1, text);
	assert_true(first >= 0 && strstr(tree.node[tree.row[first]].text, text) != NULL);
	assert_int_equal(inspect_find(&tree, first, -1, "no such move"), -1);
	int32_t row = -1, seen = 0;
	while ((row = inspect_next_better(&tree, row, 1)) >= 0) {
		const struct inspect_node *n = &tree.node[tree.row[row]];
		const struct inspect_node *p = &tree.node[n->parent];
		for (int32_t i = p->first; i < tree.row[row]; i++)
			assert_true(tree.node[i].look.value[n->look.seat] <
				    n->look.value[n->look.seat]);
		seen++;
	}
	assert_true(seen > 3);
	close_tree();
}

static void
worlds_open_their_own_trees(void **state)
{
	open_game("hearts", "passing=off");
	open_tree("pimc:worlds=3,inner=(maxn:depth=4)");
	int worlds = 0;
	for (int32_t i = 0; i < tree.rows; i++) {
		const int32_t at = tree.row[i];
		if (tree.node[at].look.kind != LOOK_WORLD)
			continue;
		const int64_t nodes = tree.node[at].look.visits;
		if (!inspect_expand(&tree, at, NULL))
			continue;
		worlds++;
		struct state st;
		inspect_state(&tree, at, &st);
		/* the deal: the viewer's own hand as it is known, the others' filled in */
		game_view(&setup.game, &st, search.viewer, &st);
		assert_true(setup.game.rules->hash(&setup.game, &st) ==
			    setup.game.rules->hash(&setup.game, &root));
		int64_t below = 0;
		const struct inspect_node *n = &tree.node[at];
		for (int32_t k = 0; k < n->count; k++)
			below += tree.node[n->first + k].look.visits;
		assert_true(below > 0 && below <= nodes);
		i = inspect_row(&tree, at);
	}
	assert_int_equal(worlds, 3);
	close_tree();
}

/* What somebody saw of the moves stands above the worlds of another run. */
static void
the_moves_keep_the_figures_of_the_table(void **state)
{
	open_game("hearts", "passing=off");
	open_tree("pimc:worlds=4,nodes=400,inner=(maxn)");
	const struct snapshot seen = kept_figures(&search.live);
	inspect_close(&tree);
	search_close(&search);
	open_tree("pimc:worlds=3,nodes=2k,inner=(maxn)");
	inspect_set_figures(&tree, &seen);
	assert_true(tree.node[0].look.value[0] == seen.value[0]);
	for (int i = 0; i < seen.move_count; i++) {
		const struct inspect_node *n = &tree.node[tree.row[i]];
		assert_int_equal(n->look.m, seen.moves[i].m);
		assert_int_equal(n->look.visits, 4);
		assert_true(n->look.value[0] == seen.moves[i].value[0]);
		assert_true(n->look.best == (i == 0));
	}
	assert_int_equal(tree.rows, seen.move_count + 3);
	assert_true(inspect_expand(&tree, tree.row[tree.rows - 1], NULL));
	close_tree();
	open_game("tree", "file=last-branch"); /* nothing was sampled: nothing changes */
	open_tree("maxn");
	inspect_set_figures(&tree, &seen);
	assert_null(tree.figures);
	close_tree();
}

/* Big ones are not run in passing: whoever shows them runs them, and gives them. */
static void
a_big_world_is_run_by_who_shows_it(void **state)
{
	struct status st = { 0 };
	struct inspect *of;
	int32_t world;
	open_game("hearts", "passing=off");
	open_tree("pimc:worlds=3,nodes=900,inner=(maxn)");
	tree.at_once = 100;
	const int32_t node = tree.row[tree.rows - 1];
	assert_int_equal(tree.node[node].look.kind, LOOK_WORLD);
	inspect_expand_all(&tree, 9, 500);
	assert_false(inspect_expand(&tree, node, &st));
	assert_true(inspect_needs_world(&tree, node, &of, &world));
	assert_true(of == &tree && world == node);
	struct search *s = inspect_open_world(&tree, node, &st);
	assert_non_null(s);
	search_run(s);
	inspect_take_world(&tree, node, s);
	assert_false(inspect_needs_world(&tree, node, &of, &world));
	assert_true(inspect_expand(&tree, node, &st));
	assert_int_equal(s->live.nodes, tree.node[node].look.visits);
	close_tree();
}

/* A search that keeps no tree has worlds that do not open; everything else may be asked of them. */
static void
worlds_without_a_tree_say_so(void **state)
{
	static const char *const games[][2] = { { "spades", NULL },
						{ "hearts", NULL },
						{ "hearts", "passing=off" } };
	for (size_t k = 0; k < 3; k++) {
		open_game(games[k][0], games[k][1]);
		open_tree("pimc:worlds=2,inner=(greedy)");
		inspect_expand_all(&tree, 9, 500);
		int worlds = 0;
		for (int32_t at = 0; at < tree.nodes; at++) {
			struct status first = { 0 }, again = { 0 };
			struct stats_joint joint;
			struct state st;
			assert_false(inspect_joint(&tree, at, &joint));
			inspect_state(&tree, at, &st);
			if (!tree.node[at].look.apart)
				continue;
			worlds++;
			tree.node[at].count = -1; /* as if nobody had asked */
			assert_false(inspect_expand(&tree, at, &first));
			assert_string_equal(first.text,
					    "greedy does not build a tree to look at");
			assert_false(inspect_expand(&tree, at, &again));
			assert_non_null(
				strstr(again.text, "does not build a tree to look at"));
			assert_false(inspect_joint(&tree, at, &joint));
		}
		assert_true(worlds >= 2);
		assert_int_equal(tree.sources, 1);
		assert_true(inspect_bytes(&tree) >= 0);
		close_tree();
	}
}

/* ---- steps ---- */

static char *
picture(const struct stepper *s)
{
	json_t *object = inspect_to_json(&s->tree);
	char *text = json_dumps(object, JSON_COMPACT);
	assert_non_null(text);
	json_decref(object);
	return text;
}

static void
steps_go_forward_and_back_alike(void **state)
{
	static const char *const players[] = { "maxn:table=off,depth=3",
					       "paranoid:depth=3", "maxprob:depth=2",
					       "uct:sims=20,playout=random" };
	static struct stepper s;
	for (int k = 0; k < 4; k++) {
		struct status st = { 0 };
		char *seen[64] = { 0 };
		open_game("tree", "file=last-branch");
		assert_true(player_parse(&player, players[k], &app_catalog, &setup.game,
					 &st));
		if (!stepper_open(&s,
				  &(struct question){ .game = &setup.game,
						      .root = root,
						      .viewer = SEAT_ALL,
						      .seed = 1 },
				  &player, NULL, &st))
			fail_msg("%s", st.text);
		assert_true(s.last >= 2 && s.last < 64);
		for (int64_t i = 1; i <= s.last; i++) {
			assert_true(stepper_go(&s, i, &st));
			assert_int_equal(s.at, i);
			if (s.unit == STEP_NODE)
				assert_int_equal(s.search->live.nodes, i);
			seen[i] = picture(&s);
		}
		for (int64_t i = s.last; i >= 1; i--) {
			assert_true(stepper_go(&s, i, &st));
			char *again = picture(&s);
			assert_string_equal(again, seen[i]);
			free(again);
			free(seen[i]);
		}
		stepper_close(&s);
	}
}

static void
a_step_marks_what_it_changed(void **state)
{
	static struct stepper s;
	struct status st = { 0 };
	open_game("tree", "file=sum-of-bounds");
	assert_true(player_parse(&player, "uct:sims=9", &app_catalog, &setup.game, &st));
	assert_true(stepper_open(&s,
				 &(struct question){ .game = &setup.game,
						     .root = root,
						     .viewer = SEAT_ALL,
						     .seed = 1 },
				 &player, NULL, &st));
	for (int64_t i = 2; i <= s.last; i++) {
		assert_true(stepper_go(&s, i - 1, &st) && stepper_go(&s, i, &st));
		int changed = 0;
		for (int32_t k = 1; k < s.tree.nodes; k++)
			changed += s.tree.node[k].changed && s.tree.node[k].parent == 0;
		assert_int_equal(changed, 1); /* one simulation goes one way */
	}
	assert_false(stepper_set_unit(&s, STEP_NODE, &st));
	stepper_close(&s);
}

/* What is begun and run elsewhere comes to the same, and what is given up has never been. */
static void
a_step_may_be_run_by_somebody_else(void **state)
{
	static struct stepper here, there;
	struct status st = { 0 };
	int runs = 0;
	open_game("tree", "file=last-branch");
	assert_true(player_parse(&player, "maxn:table=off,depth=3", &app_catalog,
				 &setup.game, &st));
	assert_true(stepper_open(&here,
				 &(struct question){ .game = &setup.game,
						     .root = root,
						     .viewer = SEAT_ALL,
						     .seed = 1 },
				 &player, NULL, &st));
	assert_true(stepper_begin(&there,
				  &(struct question){ .game = &setup.game,
						      .root = root,
						      .viewer = SEAT_ALL,
						      .seed = 1 },
				  &player, NULL, &st));
	assert_false(there.open);
	search_run(there.next);
	assert_true(stepper_take(&there, &st) && there.next == NULL && there.open);
	assert_int_equal(there.at, here.last);
	char *whole = picture(&there);
	assert_true(stepper_begin_step(&there, 3, &st));
	assert_true(stepper_begin_step(&there, 5, &st)); /* in its place */
	stepper_drop(&there);
	char *still = picture(&there);
	assert_string_equal(whole, still);
	assert_true(stepper_set_unit(&here, STEP_ITERATION, &st));
	for (bool ok = stepper_begin_unit(&there, STEP_ITERATION, &st);
	     there.next != NULL; ok = stepper_take(&there, &st), runs++) {
		assert_true(ok);
		search_run(there.next);
	}
	assert_int_equal(runs, 2); /* how many there are, and the one at this place */
	char *a = picture(&here), *b = picture(&there);
	assert_string_equal(a, b);
	assert_int_equal(there.at, here.at);
	assert_int_equal(there.last, here.last);
	stepper_close(&here);
	assert_true(stepper_begin_step(&there, 1, &st));
	stepper_close(&there); /* with what is under way */
	free(whole);
	free(still);
	free(a);
	free(b);
}

/* ---- two searches ---- */

static struct search search_b;
static struct player other;
static struct inspect beside, pair;

/* The tree of open_tree() beside that of another search of the same position. */
static void
open_pair(const char *text)
{
	struct status st = { 0 };
	if (!player_parse(&other, text, &app_catalog, &setup.game, &st))
		fail_msg("%s", st.text);
	const struct search_job job = { .game = &setup.game,
					.root = &root,
					.viewer = search.viewer,
					.player = &other,
					.seed = 1,
					.keep = true };
	assert_true(search_open(&search_b, &job, &st));
	search_run(&search_b);
	assert_true(inspect_open(&beside, &search_b, &st));
	assert_true(inspect_open_beside(&pair, &search, &beside, &st));
}

static void
close_pair(void)
{
	inspect_close(&pair);
	inspect_close(&beside);
	search_close(&search_b);
	close_tree();
}

/* A tree of max^n beside that of another search: every node of either is there once. */
static void
two_searches_are_matched_move_by_move(void **state)
{
	open_game("tree", "file=last-branch");
	open_tree("maxn:table=off,depth=3");
	open_pair("maxn:depth=3,prune=none,table=off");
	inspect_expand_all(&pair, 9, 100);
	inspect_expand_all(&beside, 9, 100);
	assert_int_equal(pair.nodes, beside.nodes); /* full width has all of them */
	int absent = 0, skipped = 0;
	for (int32_t i = 1; i < pair.nodes; i++) {
		const struct inspect_node *n = &pair.node[i];
		const struct inspect_node *twin = inspect_twin(&pair, n);
		struct state a, b;
		assert_non_null(twin);
		assert_string_equal(n->text, twin->text);
		inspect_state(&pair, i, &a);
		inspect_state(&beside, n->twin, &b);
		assert_true(setup.game.rules->hash(&setup.game, &a) ==
			    setup.game.rules->hash(&setup.game, &b));
		assert_true(twin->look.visits > 0);
		/* both agree on all that pruning has left exact */
		if (n->look.status == MOVE_PROVEN && n->look.visits > 0)
			assert_true(n->look.value[0] == twin->look.value[0]);
		assert_true(!n->absent || n->look.visits == 0);
		assert_int_equal(n->ply, twin->ply);
		absent += n->absent;
		skipped += n->look.skipped;
	}
	assert_true(absent > 0 && skipped > 0); /* below what is skipped */
	json_t *o = inspect_to_json(&pair);
	json_t *cut = json_array_get(json_object_get(o, "children"), 1);
	assert_string_equal(json_string_value(json_object_get(cut, "rule")), "shallow");
	json_t *theirs = json_object_get(cut, "other");
	assert_null(json_object_get(theirs, "rule"));
	assert_true(json_integer_value(json_object_get(theirs, "visits")) >
		    json_integer_value(json_object_get(cut, "visits")));
	assert_true(json_is_false(json_object_get(cut, "disagrees")));
	json_decref(o);
	close_pair();
}

/* A row is shown when exactly one of the two chooses it. */
static void
only_differences_are_shown(void **state)
{
	open_game("hearts", "open=on");
	open_tree("maxn:depth=6,table=off");
	open_pair("paranoid:depth=6,table=off");
	inspect_expand_all(&pair, 4, 2000);
	inspect_set_filter(&pair, SHOW_DIFFERS);
	int found = 0;
	for (int32_t i = 0; i < pair.rows; i++) {
		const struct inspect_node *n = &pair.node[pair.row[i]];
		const struct inspect_node *twin = inspect_twin(&pair, n);
		if (!inspect_disagrees(&pair, n))
			continue; /* the way to one */
		assert_true(n->look.best != twin->look.best);
		found++;
	}
	assert_true(found > 0);
	close_pair();
}

static void
the_first_level_is_what_the_snapshot_has(void **state)
{
	static struct inspect first;
	open_game("hearts", "open=on");
	open_tree("maxn:depth=3");
	inspect_open_preview(&first, &setup.game, &root, search.viewer, &search.live);
	assert_int_equal(first.rows, search.live.move_count);
	for (int32_t i = 0; i < first.rows; i++) {
		const struct inspect_node *n = &first.node[first.row[i]];
		const int32_t whole = inspect_at(&tree, n->text);
		assert_true(whole > 0);
		assert_true(tree.node[whole].look.m == search.live.moves[i].m);
		assert_int_equal(n->look.visits, search.live.moves[i].visits);
		assert_int_equal(n->look.best, i == 0);
	}
	struct status st = { 0 };
	assert_false(inspect_expand(&first, first.row[0], &st));
	inspect_close(&first);
	close_tree();
}

/* ---- files ---- */

static void
a_tree_is_written_as_text_dot_and_json(void **state)
{
	char path[] = "/tmp/plyscope-inspect-XXXXXX.json", text[4000] = "";
	struct status st = { 0 };
	const int fd = mkstemps(path, 5);
	assert_true(fd >= 0);
	close(fd);
	open_game("tree", "file=last-branch");
	open_tree("maxn:table=off,depth=3");
	inspect_expand_all(&tree, 9, 100);
	assert_true(inspect_save(&tree, path, &st));
	json_t *o = json_load_file(path, 0, NULL);
	json_t *second = json_array_get(json_object_get(o, "children"), 1);
	assert_string_equal(json_string_value(json_object_get(second, "move")), "2");
	assert_string_equal(json_string_value(json_object_get(second, "rule")),
			    "shallow");
	json_t *third = json_array_get(json_object_get(second, "children"), 2);
	assert_true(json_is_true(json_object_get(third, "skipped")));
	json_decref(o);
	unlink(path);
	FILE *f = fmemopen(text, sizeof text, "w");
	inspect_print_dot(&tree, f);
	fclose(f);
	assert_non_null(strstr(text, "digraph search {"));
	assert_non_null(strstr(text, "n0 -> n1"));
	assert_non_null(strstr(text, "style=dashed"));
	assert_false(inspect_save(&tree, "tree.png", &st));
	assert_non_null(strstr(st.text, "FILE.dot"));
	close_tree();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_the_open_nodes_in_order),
		cmocka_unit_test(filters_and_orders_keep_to_their_word),
		cmocka_unit_test(the_most_proving_line_goes_where_least_is_left),
		cmocka_unit_test(a_solved_tree_and_one_without_numbers_have_no_such_line),
		cmocka_unit_test(the_played_line_is_compared),
		cmocka_unit_test(a_node_s_position_is_the_moves_to_it),
		cmocka_unit_test(moves_are_found_and_changes_of_the_best),
		cmocka_unit_test(worlds_open_their_own_trees),
		cmocka_unit_test(the_moves_keep_the_figures_of_the_table),
		cmocka_unit_test(a_big_world_is_run_by_who_shows_it),
		cmocka_unit_test(worlds_without_a_tree_say_so),
		cmocka_unit_test(steps_go_forward_and_back_alike),
		cmocka_unit_test(a_step_marks_what_it_changed),
		cmocka_unit_test(a_step_may_be_run_by_somebody_else),
		cmocka_unit_test(two_searches_are_matched_move_by_move),
		cmocka_unit_test(only_differences_are_shown),
		cmocka_unit_test(the_first_level_is_what_the_snapshot_has),
		cmocka_unit_test(a_tree_is_written_as_text_dot_and_json),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
