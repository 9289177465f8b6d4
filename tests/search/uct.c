/* uct.c - UCT: what it finds, and that its counts are what they say. */
#include "src/core/family.h"
#include "src/study/explain.h"
#include "tests/kept.h"
#include "tests/unit/plain_parts.h"
#include "tests/unit/play_text.h"

#include <stdint.h>

/* Nim with one pile: take 1 to 3, who takes the last wins. Byte 0: pile, byte 1: to move. */

static bool
nim_setup(struct game *g, struct status *st)
{
	g->traits =
		g->seats == 2 ? TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM : TRAIT_MULTIPLAYER;
	return true;
}

static void
nim_start(const struct game *g, struct state *s)
{
	s->bytes[0] = 21;
	s->bytes[1] = 0;
}

static seat_set
nim_acting(const struct game *g, const struct state *s)
{
	return s->bytes[0] == 0 ? 0 : (seat_set)1 << s->bytes[1];
}

static int
nim_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	int n = 0;
	for (move m = 1; m <= 3 && m <= s->bytes[0]; m++)
		out[n++] = m;
	return n;
}

static void
nim_play(const struct game *g, const struct state *from, int seat, move m,
	 struct state *to)
{
	to->bytes[0] = (unsigned char)(from->bytes[0] - m);
	to->bytes[1] = (unsigned char)((seat + 1) % g->seats);
}

static bool
nim_settled(const struct game *g, const struct state *s)
{
	return s->bytes[0] == 0;
}

static void
nim_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	const int winner = (s->bytes[1] + g->seats - 1) % g->seats;
	for (int i = 0; i < g->seats; i++)
		value[i] = s->bytes[0] > 0 ? 5 : i == winner ? 10 : 0;
}

static void
nim_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	for (int i = 0; i < g->seats; i++) {
		b->low[i] = 0;
		b->high[i] = 10;
	}
	b->maxsum = 5 * g->seats;
}

static uint64_t
nim_hash(const struct game *g, const struct state *s)
{
	return game_state_hash(g, s);
}

static int
nim_progress(const struct game *g, const struct state *s)
{
	return s->bytes[0] == 0 ? 1000 : 0;
}

static const struct option_spec nim_options[] = { { .key = NULL } };

static const struct game_ops nim_game = {
	.key = "nim",
	.title = "Nim",
	.seats_default = 2,
	.seats_allowed = 0x1c,
	.unit = 10,
	.options = nim_options,
	.state_size = 2,
	.rules =
		&(const struct game_rules){
			.setup = nim_setup,
			.start = nim_start,
			.acting = nim_acting,
			.moves = nim_moves,
			.play = nim_play,
			.settled = nim_settled,
			.points = nim_evaluate,
			.hash = nim_hash,
		},
	.knowledge =
		&(const struct game_knowledge){
			.evaluate = nim_evaluate,
			.bounds = nim_bounds,
			.progress = nim_progress,
		},
	.text = PLAIN_TEXT,
	.view = PLAIN_VIEW,
};

/* A search on a game and state of its own; the caller closes it. */
struct opened {
	struct game game;
	struct player player;
	struct search search;
};

static void
open_search(struct opened *o, const struct game_ops *ops, int seats, const char *variant,
	    const struct state *root, const char *player)
{
	open_game(&o->game, ops, seats, variant);
	open_player(&o->search, &o->player,
		    (struct search_job){ .game = &o->game,
					 .root = root,
					 .viewer = SEAT_ALL,
					 .seed = 7 },
		    player);
}

static void
run_nim(struct opened *o, int seats, int pile, const char *player)
{
	struct state root = { 0 };
	root.bytes[0] = (unsigned char)pile;
	open_search(o, &nim_game, seats, "", &root, player);
	search_run(&o->search);
}

static void
finds_the_only_winning_move_of_nim(void **state)
{
	for (int pile = 5; pile <= 15; pile++) {
		struct opened o;
		if (pile % 4 == 0)
			continue;
		run_nim(&o, 2, pile, "uct:sims=20k,c=0.7");
		assert_int_equal(search_choice(&o.search), pile % 4);
		assert_true(o.search.live.moves[0].value[0] > 0.8);
		search_close(&o.search);
	}
}

/* A game says that the rest is a race: three, then the last. */
static int
nim_finish(const struct game *g, const struct state *s, int seat, move *line)
{
	line[0] = 3;
	line[1] = 1;
	return 2;
}

/* With one pile of six taking two wins, which is tried more often than the way home. */
static void
a_race_alone_is_finished_where_it_is_asked_for(void **state)
{
	static const struct race_ops race = { .finish = nim_finish };
	static struct game_ops racing;
	struct state root = { .bytes = { 6 } };
	racing = nim_game;
	racing.race = &race;
	for (int on = 0; on < 2; on++) {
		struct opened o;
		struct text said = { 0 };
		open_search(&o, &racing, 2, "", &root,
			    on ? "uct:sims=2k,finish=on" : "uct:sims=2k");
		search_run(&o.search);
		const struct snapshot *live = &o.search.live;
		assert_int_equal(search_choice(&o.search), on ? 3 : 2);
		assert_int_equal(live->moves[0].m, on ? 3 : 2);
		assert_true(live->moves[1].visits < live->moves[0].visits || on);
		const struct explanation e = { .game = &o.game,
					       .root = &root,
					       .snap = live,
					       .player = o.player.text,
					       .played = MOVE_NONE };
		explain_write(&e, &said);
		assert_int_equal(strstr(said.s, "the shortest way home decides") != NULL,
				 on);
		assert_int_equal(strstr(said.s, "home in 2 moves") != NULL, on);
		text_free(&said);
		search_close(&o.search);
	}
}

static void
meets_the_node_limit_exactly(void **state)
{
	for (int64_t nodes = 1; nodes < 5000; nodes = nodes * 3 + 1) {
		struct opened o;
		char player[64];
		snprintf(player, sizeof player, "uct:nodes=%lld", (long long)nodes);
		run_nim(&o, 3, 40, player);
		assert_int_equal(o.search.live.nodes, nodes);
		assert_int_equal(o.search.live.stop, STOP_NODES);
		search_close(&o.search);
	}
}

static void
meets_the_simulation_limit_exactly(void **state)
{
	for (int64_t sims = 1; sims < 5000; sims = sims * 3 + 1) {
		struct opened o;
		char player[64];
		snprintf(player, sizeof player, "uct:sims=%lld", (long long)sims);
		run_nim(&o, 3, 40, player);
		assert_int_equal(o.search.live.simulations, sims);
		assert_int_equal(o.search.live.leaves, sims);
		assert_int_equal(o.search.live.stop, STOP_SIMS);
		search_close(&o.search);
	}
}

/* Where it must end by itself, a limit that it does not heed is none. */
static void
ends_by_itself_where_nobody_can_stop_it(void **state)
{
	static const char *const players[] = { "uct", "uct:depth=3" };
	struct state root = { .bytes = { 40 } };
	for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
		struct opened o;
		atomic_bool stop = false;
		open_search(&o, &nim_game, 3, "", &root, players[i]);
		o.search.stop = &stop;
		o.search.bounded = true;
		search_run(&o.search);
		assert_int_equal(o.search.live.stop, STOP_SIMS);
		assert_true(o.search.live.simulations > 0);
		search_close(&o.search);
	}
}

static void
goes_on_where_it_stopped(void **state)
{
	struct opened a, b;
	run_nim(&a, 3, 30, "uct:sims=1000");
	a.search.limits.sims = 3000;
	search_run(&a.search);
	run_nim(&b, 3, 30, "uct:sims=3000");
	assert_int_equal(a.search.live.simulations, 3000);
	assert_int_equal(a.search.live.nodes, b.search.live.nodes);
	for (int i = 0; i < 3; i++)
		assert_int_equal(a.search.live.moves[i].visits,
				 b.search.live.moves[i].visits);
	search_close(&a.search);
	search_close(&b.search);
}

/*
 * A bandit: one seat chooses an arm, then moves that do not count go by until it pays. Byte 0:
 * plies left, byte 1: to move, byte 2: the arm and one more, 0 none yet. The seats count on
 * scales of their own.
 */

#define ARMS 4

static const int32_t pay[ARMS][3] = {
	{ 4, 250, 31 }, { 7, 100, 32 }, { 6, 700, 33 }, { 1, 650, 37 }
};
static const struct bounds bandit_scale = { .low = { 0, 0, 30 },
					    .high = { 10, 1000, 40 },
					    .maxsum = 1050 };

static int
bandit_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	(void)g, (void)seat;
	const int n = s->bytes[2] == 0 ? ARMS : 2;
	for (int i = 0; i < n; i++)
		out[i] = (move)i;
	return n;
}

static void
bandit_play(const struct game *g, const struct state *from, int seat, move m,
	    struct state *to)
{
	(void)g, (void)seat;
	*to = *from;
	to->bytes[0]--;
	if (from->bytes[2] == 0)
		to->bytes[2] = (unsigned char)(m + 1);
}

static void
bandit_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	for (int i = 0; i < g->seats; i++)
		value[i] =
			s->bytes[2] == 0 ? bandit_scale.low[i] : pay[s->bytes[2] - 1][i];
}

static void
bandit_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	(void)g, (void)s;
	*b = bandit_scale;
}

static const struct game_ops bandit_game = {
	.key = "bandit",
	.title = "Bandit",
	.seats_default = 3,
	.seats_allowed = 1 << 3,
	.unit = 1,
	.options = nim_options,
	.state_size = 3,
	.rules =
		&(const struct game_rules){
			.setup = nim_setup,
			.start = nim_start,
			.acting = nim_acting,
			.moves = bandit_moves,
			.play = bandit_play,
			.settled = nim_settled,
			.points = bandit_evaluate,
			.hash = nim_hash,
		},
	.knowledge =
		&(const struct game_knowledge){
			.evaluate = bandit_evaluate,
			.bounds = bandit_bounds,
			.progress = nim_progress,
		},
	.text = PLAIN_TEXT,
	.view = PLAIN_VIEW,
};

static void
run_bandit(struct opened *o, int plies, int seat, const char *player)
{
	struct state root = { 0 };
	root.bytes[0] = (unsigned char)plies;
	root.bytes[1] = (unsigned char)seat;
	open_search(o, &bandit_game, 3, "", &root, player);
	search_run(&o->search);
}

/* The visits of each arm by UCB1 as Kocsis and Szepesvari write it, in plain numbers. */
static void
plain_ucb1(int seat, double c, int sims, double *visits)
{
	const double low = bandit_scale.low[seat], wide = bandit_scale.high[seat] - low;
	for (int n = 0; n < sims; n++) {
		int best = n < ARMS ? n : 0;
		double most = -1;
		for (int i = 0; n >= ARMS && i < ARMS; i++) {
			const double score = (pay[i][seat] - low) / wide +
					     c * sqrt(log(n) / visits[i]);
			best = score > most ? i : best;
			most = score > most ? score : most;
		}
		visits[best]++;
	}
}

/* Each seat by its own scale; its logarithm is good to 2e-4, so that near ties may differ. */
static void
visits_are_those_of_ucb1(void **state)
{
	static const double c[] = { 0.25, 0.4, 1.5 };
	for (int k = 0; k < 9; k++) {
		struct opened o;
		const int seat = k % 3;
		double expected[ARMS] = { 0 };
		char player[64];
		snprintf(player, sizeof player, "uct:sims=3000,c=%g", c[k / 3]);
		run_bandit(&o, 1, seat, player);
		plain_ucb1(seat, c[k / 3], 3000, expected);
		for (int i = 0; i < o.search.live.move_count; i++) {
			const struct stats_move *row = &o.search.live.moves[i];
			assert_true(fabs((double)row->visits - expected[row->m]) < 4);
			assert_true(row->value[seat] == pay[row->m][seat]);
		}
		search_close(&o.search);
	}
}

/* Every simulation takes ten nodes, in the tree or below. */
static void
a_simulation_that_the_limit_cuts_counts_nowhere(void **state)
{
	for (int nodes = 990; nodes <= 1010; nodes++) {
		struct opened o;
		char player[64];
		int64_t visits = 0;
		snprintf(player, sizeof player, "uct:nodes=%d,playout=random", nodes);
		run_bandit(&o, 10, 0, player);
		const struct snapshot *s = &o.search.live;
		assert_int_equal(s->nodes, nodes);
		assert_int_equal(s->simulations, nodes / 10);
		for (int i = 0; i < s->move_count; i++)
			visits += s->moves[i].visits;
		assert_int_equal(visits, nodes / 10);
		for (int i = 0; i < s->move_count; i++)
			assert_true(s->moves[i].value[0] == pay[s->moves[i].m][0]);
		search_close(&o.search);
	}
}

/* After the deal, the passes and n plays of a hand by the game's own policy. */
static void
hearts_position(const struct game *g, uint64_t seed, int cards_left, struct state *s)
{
	struct rng rng;
	rng_seed(&rng, seed);
	memset(s, 0, sizeof *s);
	g->rules->start(g, s);
	while (g->rules->acting(g, s) == ACTING_CHANCE ||
	       game_progress(g, s) < cards_left) {
		const int seat = game_mover(g, s);
		const move m = seat == SEAT_CHANCE
				       ? g->chance->sample(g, s, &rng)
				       : g->knowledge->policy(g, s, seat, &rng);
		g->rules->play(g, s, seat, m, s);
	}
}

static void
open_hearts(struct game *g, int seats)
{
	open_game(g, catalog_game(&app_catalog, "hearts"), seats, "open=on");
}

/* What max^n says of the moves of a position searched to its end. */
static void
solve(const struct state *root, struct snapshot *out)
{
	struct opened o;
	open_search(&o, catalog_game(&app_catalog, "hearts"), 3, "open=on", root,
		    "maxn:prune=none,depth=60");
	search_run(&o.search);
	*out = kept_figures(&o.search.live);
	search_close(&o.search);
}

static double
value_in(const struct snapshot *s, move m)
{
	for (int i = 0; i < s->move_count; i++)
		if (s->moves[i].m == m)
			return s->moves[i].value[s->mover];
	fail_msg("the move is not in the table");
	return 0;
}

static void
agrees_with_maxn_on_the_last_tricks_of_hearts(void **state)
{
	struct game g;
	int asked = 0, agreed = 0;
	open_hearts(&g, 3);
	for (uint64_t seed = 1; asked < 30 && seed < 400; seed++) {
		struct state root;
		struct opened o;
		struct snapshot truth;
		hearts_position(&g, seed, 800, &root);
		if (g.rules->settled(&g, &root))
			continue;
		solve(&root, &truth);
		if (truth.move_count < 2 ||
		    truth.moves[0].value[truth.mover] -
				    truth.moves[1].value[truth.mover] <
			    1.0)
			continue;
		asked++;
		open_search(&o, g.ops, 3, "open=on", &root,
			    "uct:sims=20k,playout_plies=0");
		search_run(&o.search);
		agreed += value_in(&truth, search_choice(&o.search)) >=
			  truth.moves[0].value[truth.mover] - 0.01;
		search_close(&o.search);
	}
	assert_true(asked >= 20);
	assert_true(agreed * 10 >= asked * 9);
}

static void
is_the_same_every_time(void **state)
{
	struct game g;
	struct state root;
	struct snapshot first = { 0 };
	open_hearts(&g, 4);
	hearts_position(&g, 3, 20, &root);
	for (int round = 0; round < 2; round++) {
		struct opened o;
		open_search(&o, g.ops, 4, "open=on", &root, "uct:nodes=100k");
		search_run(&o.search);
		assert_int_equal(o.search.live.nodes, 100000);
		if (round == 0) {
			first = kept_figures(&o.search.live);
		} else {
			assert_int_equal(first.simulations, o.search.live.simulations);
			assert_memory_equal(first.pv, o.search.live.pv, sizeof first.pv);
			for (int i = 0; i < first.move_count; i++)
				assert_int_equal(first.moves[i].visits,
						 o.search.live.moves[i].visits);
		}
		search_close(&o.search);
	}
}

/* Where a small tree stands after many simulations. */
static void
run_full(struct opened *o)
{
	struct game g;
	struct state root;
	open_hearts(&g, 4);
	hearts_position(&g, 5, 20, &root);
	open_search(o, g.ops, 4, "open=on", &root, "uct:sims=150k,memory=1");
	search_run(&o->search);
	assert_true(o->search.live.tree_bytes <= 1 << 20);
}

/* No node has more visits than it was given from above, whatever was forgotten below it. */
static int
check_visits(struct search *s, look_ref at, int64_t visits)
{
	struct look_node node[64];
	const int n = s->ops->look->children(s, at, node, 64);
	int64_t sum = 0;
	int deep = 0;
	for (int i = 0; i < n; i++) {
		sum += node[i].visits;
		const int below =
			node[i].inner ? check_visits(s, node[i].ref, node[i].visits) : 0;
		deep = below + 1 > deep ? below + 1 : deep;
	}
	assert_true(sum <= visits);
	return deep;
}

static void
a_full_tree_grows_where_it_is_visited_most(void **state)
{
	struct opened live, again;
	run_full(&live);
	run_full(&again);
	assert_int_equal(live.search.live.stop, STOP_SIMS);
	assert_true(read_gauge(&live.search.live, "recycled") > 20000);
	check_visits(&live.search, LOOK_ROOT, 150000);
	int64_t sum = 0;
	for (int i = 0; i < live.search.live.move_count; i++) {
		sum += live.search.live.moves[i].visits;
		assert_int_equal(live.search.live.moves[i].visits,
				 again.search.live.moves[i].visits);
	}
	assert_int_equal(sum, 150000);
	search_close(&live.search);
	search_close(&again.search);
}

/* A leaf gets its children at its first visit and is played out from all the same: no simulation
 * adds more than one ply, so that n of them go no deeper than n. */
static void
a_simulation_grows_the_tree_once(void **state)
{
	for (int sims = 1; sims <= 6; sims++) {
		struct opened o[2];
		for (int k = 0; k < 2; k++) {
			char player[64];
			snprintf(player, sizeof player, "uct:sims=%d,expand=%d", sims,
				 k + 1);
			run_nim(&o[k], 2, 200, player);
			assert_true(o[k].search.live.seldepth <= 1 + sims / 3);
		}
		/* a node's children are not visited before it is: only the time they are
		 * made at differs */
		assert_int_equal(o[0].search.live.nodes, o[1].search.live.nodes);
		for (int i = 0; i < 3; i++)
			assert_int_equal(o[0].search.live.moves[i].visits,
					 o[1].search.live.moves[i].visits);
		assert_true(o[0].search.live.children > o[1].search.live.children);
		for (int k = 0; k < 2; k++)
			search_close(&o[k].search);
	}
}

/* Every node's children account for all visits but those it had as a leaf. */
static void
check_look(struct search *s, look_ref at, int64_t visits, int depth)
{
	struct look_node node[64];
	const int n = s->ops->look->children(s, at, node, 64);
	int64_t sum = 0;
	for (int i = 0; i < n; i++) {
		sum += node[i].visits;
		if (node[i].inner && depth > 0)
			check_look(s, node[i].ref, node[i].visits, depth - 1);
	}
	if (n > 0)
		assert_true(sum == visits - 1 || (at == LOOK_ROOT && sum >= visits - 1));
}

static void
shows_its_tree(void **state)
{
	struct opened o;
	run_nim(&o, 3, 30, "uct:sims=2000,expand=2");
	check_look(&o.search, LOOK_ROOT, 2000, 4);
	search_close(&o.search);
}

static void
widening_looks_at_the_best_ordered_moves_first(void **state)
{
	struct opened o;
	run_nim(&o, 2, 21, "uct:sims=30,widen=2");
	assert_int_equal(o.search.live.moves[2].visits, 0);
	assert_int_equal(o.search.live.moves[2].status, MOVE_UNSEARCHED);
	search_close(&o.search);
	run_nim(&o, 2, 21, "uct:sims=300,widen=2");
	assert_true(o.search.live.moves[2].visits > 0);
	search_close(&o.search);
}

/* With more moves than the table has lines, and all visited equally often, it is still full. */
static void
lists_as_many_moves_as_fit(void **state)
{
	struct game g;
	struct rng rng;
	struct state root = { 0 };
	int listed = 0;
	assert_true(game_init(&g, catalog_game(&app_catalog, "chinese-checkers"), 3, NULL,
			      NULL));
	rng_seed(&rng, 1);
	g.rules->start(&g, &root);
	for (int ply = 0; ply < 60; ply++) {
		struct opened o;
		open_search(&o, g.ops, 3, "", &root, "uct:sims=200");
		search_run(&o.search);
		const int legal = o.search.live.moves_total;
		assert_int_equal(o.search.live.move_count,
				 legal < STATS_MOVES ? legal : STATS_MOVES);
		listed += legal > STATS_MOVES;
		search_close(&o.search);
		const int seat = game_mover(&g, &root);
		g.rules->play(&g, &root, seat, g.knowledge->policy(&g, &root, seat, &rng),
			      &root);
	}
	assert_true(listed > 0);
}

#define NODE_MOVES 8

/* A node says "proven" where the game is over and nowhere else: chance and all choices above it
 * are estimates. Returns the nodes that are proven. */
static int
count_proven(struct search *s, const struct state *from, look_ref at)
{
	const struct game *g = s->game;
	struct look_node node[NODE_MOVES];
	const int n = s->ops->look->children(s, at, node, NODE_MOVES);
	int proven = 0;
	for (int i = 0; i < n; i++) {
		struct state st = *from;
		g->rules->play(g, from, game_mover(g, from), node[i].m, &st);
		const bool over = g->rules->acting(g, &st) == 0;
		assert_true(node[i].visits > 1); /* at the first it is not looked at */
		assert_int_equal(node[i].status == MOVE_PROVEN, over);
		proven += over;
		if (node[i].inner)
			proven += count_proven(s, &st, node[i].ref);
	}
	return proven;
}

static void
proves_nothing_that_chance_decides(void **state)
{
	static const char *const players[] = { "uct:sims=4000,c=2",
					       "pimc:inner=(uct:sims=4000,c=2)" };
	for (int i = 0; i < 2; i++) {
		struct opened o;
		struct state root = { 0 };
		open_search(&o, catalog_game(&app_catalog, "tree"), 0,
			    "file=tests/data/chance_below_choices.json", &root,
			    players[i]);
		search_run(&o.search);
		assert_int_equal(o.search.live.move_count, 2);
		for (int k = 0; k < 2; k++) {
			const struct stats_move *row = &o.search.live.moves[k];
			if (row->m == 1) /* the first choice above the die */
				assert_false(row->status == MOVE_PROVEN ||
					     row->status == MOVE_EXACT);
		}
		if (i == 0)
			assert_int_equal(count_proven(&o.search, &root, LOOK_ROOT), 3);
		search_close(&o.search);
	}
}

/* The die itself is one of the moves, and pimc() believes what is proven. */
static void
says_of_a_draw_that_it_is_open(void **state)
{
	static const char *const players[] = { "uct:sims=2000,c=2",
					       "pimc:inner=(uct:sims=2000,c=2)" };
	for (int i = 0; i < 2; i++) {
		struct opened o;
		struct state root = { 0 };
		open_search(&o, catalog_game(&app_catalog, "tree"), 0,
			    "file=chance-and-choice", &root, players[i]);
		search_run(&o.search);
		assert_int_equal(o.search.live.move_count, 3);
		for (int k = 0; k < 3; k++) {
			const struct stats_move *row = &o.search.live.moves[k];
			const bool exact =
				row->status == MOVE_PROVEN || row->status == MOVE_EXACT;
			assert_int_equal(exact, row->m == 0); /* "sure" alone */
		}
		search_close(&o.search);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_the_only_winning_move_of_nim),
		cmocka_unit_test(a_race_alone_is_finished_where_it_is_asked_for),
		cmocka_unit_test(meets_the_node_limit_exactly),
		cmocka_unit_test(meets_the_simulation_limit_exactly),
		cmocka_unit_test(ends_by_itself_where_nobody_can_stop_it),
		cmocka_unit_test(goes_on_where_it_stopped),
		cmocka_unit_test(visits_are_those_of_ucb1),
		cmocka_unit_test(a_simulation_that_the_limit_cuts_counts_nowhere),
		cmocka_unit_test(agrees_with_maxn_on_the_last_tricks_of_hearts),
		cmocka_unit_test(is_the_same_every_time),
		cmocka_unit_test(proves_nothing_that_chance_decides),
		cmocka_unit_test(says_of_a_draw_that_it_is_open),
		cmocka_unit_test(a_full_tree_grows_where_it_is_visited_most),
		cmocka_unit_test(a_simulation_grows_the_tree_once),
		cmocka_unit_test(shows_its_tree),
		cmocka_unit_test(lists_as_many_moves_as_fit),
		cmocka_unit_test(widening_looks_at_the_best_ordered_moves_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
