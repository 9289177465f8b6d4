/* reuse.c - a search that goes on with its game keeps what it learned below the moves made. */
#include "src/core/past.h"
#include "tests/unit/play_text.h"

#define CHILDREN 80

/* A game under way, and the search of the seat to move. */
struct table {
	struct game game;
	struct state state;
	struct player player;
	struct search search;
	struct played_move made[40];
	int made_count;
	struct past past; /* of games with rules against repetition */
};

static struct search_job
job_of(struct table *t, int viewer)
{
	return (struct search_job){ .game = &t->game,
				    .root = &t->state,
				    .viewer = viewer,
				    .player = &t->player,
				    .made = t->made,
				    .made_count = t->made_count,
				    .past = &t->past,
				    .seed = 5,
				    .bounded = true };
}

static void
play(struct table *t, int seat, move m)
{
	t->made[t->made_count++] = (struct played_move){ seat, m };
	t->game.past = &t->past;
	t->game.rules->play(&t->game, &t->state, seat, m, &t->state);
	t->game.past = NULL;
}

/* The first outcome of any chance. */
static void
deal(struct table *t)
{
	move m[MOVES_MAX];
	double prob[MOVES_MAX];
	while (t->game.rules->acting(&t->game, &t->state) == ACTING_CHANCE) {
		assert_true(t->game.chance->list(&t->game, &t->state, m, prob) > 0);
		play(t, SEAT_CHANCE, m[0]);
	}
}

static void
open_table(struct table *t, const char *game, const char *variant, const char *player)
{
	struct status st = { 0 };
	memset(t, 0, sizeof *t);
	open_game(&t->game, catalog_game(&app_catalog, game), 2, variant);
	start_game(&t->game, &t->state);
	if (!player_parse(&t->player, player, &app_catalog, &t->game, &st))
		fail_msg("%s", st.text);
	deal(t);
	const struct search_job job = job_of(t, 0);
	if (!search_open(&t->search, &job, &st))
		fail_msg("%s", st.text);
	search_run(&t->search);
}

static bool
advance(struct table *t)
{
	const struct search_job job = job_of(t, 0);
	return search_advance(&t->search, &job);
}

static const struct look_node *
child_with_most_visits(struct search *s, look_ref node)
{
	static struct look_node children[2][CHILDREN];
	static int turn;
	struct look_node *list = children[turn = !turn];
	const int n = s->ops->look->children(s, node, list, CHILDREN);
	int best = 0;
	assert_in_range(n, 1, CHILDREN);
	for (int i = 1; i < n; i++)
		if (list[i].visits > list[best].visits)
			best = i;
	return &list[best];
}

static void
uct_keeps_the_tree_below_the_moves(void **state)
{
	static struct table t;
	static struct look_node before[CHILDREN], after[CHILDREN];
	open_table(&t, "chinese-checkers", "size=2", "uct:sims=5k");
	const struct look_node *own = child_with_most_visits(&t.search, LOOK_ROOT);
	const move first = own->m;
	const struct look_node *reply = child_with_most_visits(&t.search, own->ref);
	const int64_t visits = reply->visits;
	const move second = reply->m;
	const int n =
		t.search.ops->look->children(&t.search, reply->ref, before, CHILDREN);
	assert_true(visits > 20 && n > 5);
	play(&t, 0, first);
	play(&t, 1, second);
	assert_true(advance(&t));
	assert_int_equal(t.search.ops->look->children(&t.search, LOOK_ROOT, after,
						      CHILDREN),
			 n);
	for (int i = 0; i < n; i++) {
		assert_int_equal(after[i].m, before[i].m);
		assert_int_equal(after[i].visits, before[i].visits);
		for (int seat = 0; before[i].visits > 0 && seat < 2; seat++)
			assert_true(fabs(after[i].value[seat] - before[i].value[seat]) <
				    1e-9);
	}
	search_run(&t.search);
	const struct snapshot *live = &t.search.live;
	assert_int_equal(live->simulations, 5000);
	assert_int_equal(live->stop, STOP_SIMS);
	assert_int_equal((int64_t)read_gauge(live, "reused"), visits);
	int64_t all = 0;
	for (int i = 0; i < live->move_count; i++)
		all += live->moves[i].visits;
	/* each simulation but the first, which made them, is one of a child */
	assert_in_range(all, visits + 5000 - 2, visits + 5000);
	search_close(&t.search);
}

/* Seeds in the store bound what can still be had, so that both bounds move as a game of Awari goes
 * on; the tree's own means are counted from where they were at first. */
static void
rewards_are_shares_of_the_bounds_of_the_new_root(void **state)
{
	static struct table t;
	static struct look_node list[CHILDREN];
	struct bounds begun, b;
	int moved = 0;
	open_table(&t, "awari", "score=seeds", "uct:sims=3k");
	const struct game *g = &t.game;
	g->knowledge->bounds(g, &t.state, &begun);
	for (int turn = 0; turn < 18; turn++) {
		const struct look_node *own =
			child_with_most_visits(&t.search, LOOK_ROOT);
		const move first = own->m;
		const move reply = child_with_most_visits(&t.search, own->ref)->m;
		play(&t, 0, first);
		play(&t, 1, reply);
		if (!advance(&t)) /* a move that was never tried */
			break;
		search_run(&t.search);
		const int n = t.search.ops->look->children(&t.search, LOOK_ROOT, list,
							   CHILDREN);
		g->knowledge->bounds(g, &t.state, &b);
		for (int i = 0; i < n; i++)
			assert_true(fabs(list[i].extra[1] -
					 (list[i].value[0] * game_unit(g) - b.low[0]) /
						 (b.high[0] - b.low[0])) < 1e-5);
		moved += b.low[0] != begun.low[0] || b.high[0] != begun.high[0];
	}
	assert_true(moved > 0);
	search_close(&t.search);
}

static void
a_position_that_the_moves_do_not_lead_to_starts_afresh(void **state)
{
	static struct table t;
	open_table(&t, "chinese-checkers", "size=2", "uct:sims=500");
	const move first = child_with_most_visits(&t.search, LOOK_ROOT)->m;
	play(&t, 0, first);
	play(&t, 1,
	     child_with_most_visits(&t.search, LOOK_ROOT)->m); /* not legal there */
	assert_false(advance(&t));
	search_close(&t.search);
	open_table(&t, "chinese-checkers", "size=2", "uct:sims=500,reuse=off");
	play(&t, 0, first);
	play(&t, 1,
	     child_with_most_visits(&t.search,
				    child_with_most_visits(&t.search, LOOK_ROOT)->ref)
		     ->m);
	assert_false(advance(&t));
	search_close(&t.search);
	open_table(&t, "chinese-checkers", "size=2", "maxn:depth=2");
	play(&t, 0, first);
	assert_false(advance(&t));
	search_close(&t.search);
}

/* A position that was proven from above needs no simulation to be played from. */
static void
what_was_proven_stays_proven(void **state)
{
	static struct table t;
	static struct look_node first[CHILDREN], reply[CHILDREN];
	open_table(&t, "tree", "file=narrow-win", "pn-mcts:sims=500,playout=random");
	assert_int_equal(t.search.live.stop, STOP_SOLVED);
	t.search.ops->look->children(&t.search, LOOK_ROOT, first, CHILDREN);
	assert_int_equal(search_choice(&t.search), first[1].m);
	t.search.ops->look->children(&t.search, first[1].ref, reply, CHILDREN);
	play(&t, 0, first[1].m);
	play(&t, 1, reply[0].m);
	assert_true(advance(&t));
	search_run(&t.search);
	assert_int_equal(t.search.live.stop, STOP_SOLVED);
	assert_int_equal(t.search.live.simulations, 0);
	play(&t, 0, search_choice(&t.search));
	int32_t value[SEATS_MAX];
	assert_true(t.game.rules->settled(&t.game, &t.state));
	t.game.knowledge->evaluate(&t.game, &t.state, value);
	assert_int_equal(value[0], 2 * game_unit(&t.game));
	search_close(&t.search);
}

/* The joint choice with the most visits. */
static int64_t
likeliest(const struct stats_joint *j, move *m)
{
	int64_t visits = 0;
	for (int i = 0; i < j->rows; i++)
		for (int k = 0; k < j->columns; k++) {
			if (j->visits[i][k] <= visits)
				continue;
			visits = j->visits[i][k];
			m[0] = j->choice[0][i];
			m[1] = j->choice[1][k];
		}
	return visits;
}

/* Whichever seat's choice was told first. */
static void
smmcts_keeps_what_it_learned_of_the_joint_choice(void **state)
{
	for (int later = 0; later < 2; later++) {
		static struct table t;
		open_table(&t, "goofspiel", "cards=5", "smmcts:sims=40k");
		const struct stats_joint *j = snapshot_joint(&t.search.live);
		move m[2] = { MOVE_NONE, MOVE_NONE };
		const int64_t visits = likeliest(j, m);
		const int64_t before = t.search.live.tree_nodes;
		assert_true(visits > 1000);
		play(&t, later, m[later]);
		play(&t, !later, m[!later]);
		deal(&t);
		assert_true(advance(&t));
		search_run(&t.search);
		const double reused = read_gauge(&t.search.live, "reused");
		/* one upcard of four follows */
		assert_in_range((int64_t)reused, visits / 5, visits / 3);
		assert_int_equal(t.search.live.simulations, 40000);
		/* what is not below has gone */
		assert_in_range(t.search.live.tree_nodes, 1, before - 1);
		int64_t all = 0;
		for (int i = 0; i < j->rows; i++)
			for (int c = 0; c < j->columns; c++)
				all += j->visits[i][c];
		assert_int_equal(all, (int64_t)reused + 40000);
		search_close(&t.search);
	}
}

static void
choices_that_no_simulation_tried_start_afresh(void **state)
{
	static struct table t;
	open_table(&t, "goofspiel", "cards=5", "smmcts:sims=2");
	const struct stats_joint *j = snapshot_joint(&t.search.live);
	int i = 0;
	while (j->visits[i / j->columns][i % j->columns] > 0)
		i++;
	assert_true(i < j->rows * j->columns);
	const move m[2] = { j->choice[0][i / j->columns], j->choice[1][i % j->columns] };
	play(&t, 0, m[0]);
	play(&t, 1, m[1]);
	deal(&t);
	assert_false(advance(&t));
	search_close(&t.search);
}

/* What is kept is worth as much as what is learned anew: the mix comes closer. */
static void
a_strategy_that_is_kept_is_no_worse(void **state)
{
	static struct table t;
	open_table(&t, "goofspiel", "cards=4", "smmcts:sims=200k");
	move m[2] = { MOVE_NONE, MOVE_NONE };
	likeliest(snapshot_joint(&t.search.live), m);
	play(&t, 0, m[0]);
	play(&t, 1, m[1]);
	deal(&t);
	assert_true(advance(&t));
	search_run(&t.search);
	const double kept = read_gauge(&t.search.live, "distance to equilibrium");
	assert_true(kept >= 0 && kept < 0.2);
	search_close(&t.search);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uct_keeps_the_tree_below_the_moves),
		cmocka_unit_test(rewards_are_shares_of_the_bounds_of_the_new_root),
		cmocka_unit_test(a_position_that_the_moves_do_not_lead_to_starts_afresh),
		cmocka_unit_test(what_was_proven_stays_proven),
		cmocka_unit_test(smmcts_keeps_what_it_learned_of_the_joint_choice),
		cmocka_unit_test(choices_that_no_simulation_tried_start_afresh),
		cmocka_unit_test(a_strategy_that_is_kept_is_no_worse),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
