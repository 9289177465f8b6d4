/*
 * pimc.c - PIMC: blind to what it may not know, the same for any number of threads; its worlds
 * for the inspector and its steps.
 */
#include "games/chinese_checkers/chinese_checkers.h"
#include "games/hearts/hearts.h"
#include "games/spades/spades.h"
#include "src/study/stepper.h"
#include "tests/kept.h"
#include "tests/unit/play_text.h"

#include <math.h>
#include <stdint.h>

#define SEED 11 /* of every search */

/* The result of one search by a part of a player. */
static void
run_part(const struct game *g, const struct state *root, int viewer, const char *text,
	 int part, atomic_bool *stop, struct snapshot *out)
{
	struct player p;
	struct search s;
	open_player(&s, &p,
		    (struct search_job){ .game = g,
					 .root = root,
					 .viewer = viewer,
					 .part = part,
					 .seed = SEED,
					 .stop = stop },
		    text);
	search_run(&s);
	*out = kept_figures(&s.live);
	search_close(&s);
}

/* The result of one search of a redacted view. */
static void
run(const struct game *g, const struct state *view, int viewer, const char *text,
    atomic_bool *stop, struct snapshot *out)
{
	run_part(g, view, viewer, text, 0, stop, out);
}

static void
assert_same_double(double a, double b)
{
	assert_true((isnan(a) && isnan(b)) || !(a < b || a > b));
}

static void
assert_same(const struct snapshot *a, const struct snapshot *b)
{
	assert_int_equal(a->nodes, b->nodes);
	assert_int_equal(a->leaves, b->leaves);
	assert_int_equal(a->simulations, b->simulations);
	assert_int_equal(a->stop, b->stop);
	assert_int_equal(a->worlds_done, b->worlds_done);
	assert_int_equal(a->move_count, b->move_count);
	assert_int_equal(a->pv_count, b->pv_count);
	assert_memory_equal(a->pv, b->pv, (size_t)a->pv_count * sizeof a->pv[0]);
	assert_int_equal(a->history_count, b->history_count);
	for (int i = 0; i < a->history_count; i++)
		assert_int_equal(a->history_move[i], b->history_move[i]);
	for (int i = 0; i < a->move_count; i++) {
		assert_int_equal(a->moves[i].m, b->moves[i].m);
		assert_int_equal(a->moves[i].visits, b->moves[i].visits);
		assert_same_double(a->moves[i].prob, b->moves[i].prob);
		for (int k = 0; k < a->seats; k++)
			assert_same_double(a->moves[i].value[k], b->moves[i].value[k]);
	}
}

static const char *const inner_limits[] = {
	"worlds=7,nodes=21k,inner=(maxn:prune=speculative)",
	"worlds=5,depth=3,inner=(paranoid)",
	"worlds=6,sims=1800,inner=(uct)",
	"worlds=3,inner=(uct:sims=200,playout=policy)",
	"worlds=40,sims=400,inner=(uct:expand=10000)",
};

static void
is_the_same_for_any_number_of_threads(void **state)
{
	struct game g;
	open_game(&g, &hearts_game, 4, "");
	for (size_t i = 0; i < sizeof inner_limits / sizeof inner_limits[0]; i++) {
		struct state s, view;
		struct snapshot first, next;
		char text[120];
		play_decisions(&g, i + 1, 20, &s);
		const int viewer = game_mover(&g, &s);
		game_view(&g, &s, viewer, &view);
		snprintf(text, sizeof text, "pimc:threads=1,%s", inner_limits[i]);
		run(&g, &view, viewer, text, NULL, &first);
		assert_true(first.move_count > 0);
		assert_true(first.worlds_done == first.worlds_total);
		int notes = 1; /* after 1, 2, 4 ... worlds, whatever the clock, and all */
		for (int upto = 1; upto < first.worlds_total; upto *= 2)
			notes++;
		assert_int_equal(first.history_count, notes);
		for (int threads = 2; threads <= 5; threads += 3) {
			snprintf(text, sizeof text, "pimc:threads=%d,%s", threads,
				 inner_limits[i]);
			run(&g, &view, viewer, text, NULL, &next);
			assert_same(&first, &next);
		}
	}
}

/* Another true state that the viewer cannot tell from this one. */
static void
cards_it_cannot_see_change_nothing(void **state)
{
	struct game g;
	open_game(&g, &hearts_game, 4, "");
	int different = 0;
	for (int at = 0; at < 50; at += 7) {
		struct state truth, view, other;
		struct snapshot a, b;
		play_decisions(&g, 40 + (uint64_t)at, at, &truth);
		const int viewer = game_mover(&g, &truth);
		game_view(&g, &truth, viewer, &view);
		other = view;
		struct rng rng;
		rng_seed(&rng, 99);
		g.hidden->determinize(&g, &other, viewer, &rng);
		different += memcmp(&other, &truth, g.ops->state_size) != 0;
		const char *player = at % 2 == 0 ? "pimc:worlds=4,nodes=4k,inner=(maxn)"
						 : "pimc:worlds=20,sims=80,inner=(uct)";
		run(&g, &view, viewer, player, NULL, &a);
		game_view(&g, &other, viewer, &view);
		run(&g, &view, viewer, player, NULL, &b);
		assert_same(&a, &b);
	}
	assert_true(different > 4);
}

/* What the worlds must add up to, move by move: each world dealt and searched here. */
struct sum {
	move m[MOVES_MAX];
	double value[MOVES_MAX], votes[MOVES_MAX];
	int moves;
};

static int
sum_find(struct sum *sum, move m)
{
	int i = 0;
	while (i < sum->moves && sum->m[i] != m)
		i++;
	if (i == sum->moves) {
		sum->m[i] = m;
		sum->value[i] = sum->votes[i] = 0;
		sum->moves++;
	}
	return i;
}

/* Moves whose values are proven and that no other move of the world beats; 1 without proof. */
static int
best_of_world(const struct snapshot *r, int seat)
{
	int n = 1;
	while (n < r->move_count && r->moves[0].status == MOVE_EXACT &&
	       r->moves[n].status == MOVE_EXACT &&
	       r->moves[n].value[seat] >= r->moves[0].value[seat])
		n++;
	return n;
}

static void
sum_world(const struct game *g, const struct state *view, int viewer, uint64_t index,
	  struct sum *sum)
{
	struct rng rng;
	struct state world = *view;
	struct snapshot r;
	rng_seed(&rng, rng_fork(SEED, index));
	g->hidden->determinize(g, &world, viewer, &rng);
	run_part(g, &world, SEAT_ALL, "pimc:inner=(maxn:depth=8)", 1, NULL, &r);
	const int best = best_of_world(&r, viewer);
	for (int i = 0; i < r.move_count; i++) {
		const int at = sum_find(sum, r.moves[i].m);
		sum->value[at] += r.moves[i].value[viewer];
		sum->votes[at] += i < best ? 1.0 / best : 0;
	}
}

/* Every world is another deal, by its index, and counts as much as any other. */
static void
averages_the_searches_of_its_worlds(void **state)
{
	enum { WORLDS = 12 };
	struct game g;
	open_game(&g, &hearts_game, 4, "");
	int roots = 0, uneven = 0, split = 0;
	for (uint64_t seed = 1; seed <= 12; seed++) {
		struct state s, view;
		struct snapshot r;
		struct sum all = { .moves = 0 }, last = { .moves = 0 };
		play_decisions(&g, seed, 40, &s);
		const int viewer = game_mover(&g, &s);
		game_view(&g, &s, viewer, &view);
		run(&g, &view, viewer, "pimc:worlds=12,inner=(maxn:depth=8)", NULL, &r);
		if (r.move_count < 2)
			continue;
		for (uint64_t w = 0; w < WORLDS; w++)
			sum_world(&g, &view, viewer, w, &all);
		sum_world(&g, &view, viewer, WORLDS - 1, &last);
		assert_int_equal(r.move_count, all.moves);
		for (int i = 0; i < r.move_count; i++) {
			const struct stats_move *row = &r.moves[i];
			const int at = sum_find(&all, row->m);
			const double mean = all.value[at] / WORLDS;
			assert_int_equal(row->visits, WORLDS);
			assert_true(fabs(row->value[viewer] - mean) < 1e-9);
			assert_true(fabs(row->prob - all.votes[at] / WORLDS) < 1e-9);
			const double one = last.value[sum_find(&last, row->m)];
			uneven += fabs(one - mean) > 1e-6;
			split += row->prob > 0 && row->prob < 1;
		}
		roots++;
	}
	assert_true(roots >= 4);
	assert_true(uneven >= 4); /* else the deals do not matter here */
	assert_true(split >= 4);
}

/* A seat that is watched holds other cards in each world, and plays the best of those. */
static void
a_watched_seats_position_is_worth_the_mean_of_its_worlds(void **state)
{
	enum { WORLDS = 12 };
	struct game g;
	open_game(&g, &hearts_game, 4, "");
	int some = 0;
	for (uint64_t seed = 1; seed <= 6; seed++) {
		struct state s, view;
		struct snapshot r, world;
		double mean[4] = { 0 };
		play_decisions(&g, seed, 41, &s);
		const int seat = game_mover(&g, &s), viewer = (seat + 1) % 4;
		game_view(&g, &s, viewer, &view);
		run(&g, &view, viewer, "pimc:worlds=12,inner=(maxn:depth=8)", NULL, &r);
		for (uint64_t w = 0; w < WORLDS; w++) {
			struct state dealt = view;
			struct rng rng;
			rng_seed(&rng, rng_fork(SEED, w));
			g.hidden->determinize(&g, &dealt, viewer, &rng);
			run_part(&g, &dealt, SEAT_ALL, "pimc:inner=(maxn:depth=8)", 1,
				 NULL, &world);
			for (int i = 0; i < 4; i++)
				mean[i] += world.moves[0].value[i] / WORLDS;
		}
		for (int i = 0; i < 4; i++)
			assert_true(fabs(r.value[i] - mean[i]) < 1e-9);
		some += r.moves[0].visits < WORLDS &&
			fabs(r.moves[0].value[seat] - r.value[seat]) > 1e-6;
	}
	assert_true(some >= 2); /* else its moves are legal in all of them */
}

static bool
is_legal(const struct game *g, const struct state *s, int seat, move m)
{
	move all[MOVES_MAX];
	const int n = g->rules->moves(g, s, seat, all);
	for (int i = 0; i < n; i++)
		if (all[i] == m)
			return true;
	return false;
}

static void
chooses_a_pass_among_the_best_ordered(void **state)
{
	for (int seats = 3; seats <= 5; seats++) {
		struct game g;
		struct state s, view;
		struct snapshot r;
		open_game(&g, &hearts_game, seats, "");
		play_decisions(&g, 5, 0, &s);
		for (int seat = 0; seat < seats; seat++) {
			game_view(&g, &s, seat, &view);
			run(&g, &view, seat, "pimc:worlds=3,nodes=9k,inner=(maxn)", NULL,
			    &r);
			assert_int_equal(r.mover, seat);
			assert_int_equal(r.move_count, 24);
			assert_true(r.moves_total > 24);
			assert_true(r.nodes <= 9000);
			assert_true(is_legal(&g, &s, seat, r.moves[0].m));
			for (int i = 1; i < r.move_count; i++)
				assert_true(r.moves[0].value[seat] >=
					    r.moves[i].value[seat]);
		}
	}
}

/* The first play of a hand is forced: what follows it must be searched all the same. */
static void
values_a_pass_by_what_follows_the_forced_play(void **state)
{
	struct game g;
	struct state s, view;
	struct snapshot r;
	open_game(&g, &hearts_game, 4, "");
	play_decisions(&g, 5, 0, &s);
	game_view(&g, &s, 0, &view);
	run(&g, &view, 0, "pimc:worlds=2,inner=(maxn:nodes=300,time=60s)", NULL, &r);
	assert_int_equal(r.nodes, 2 * 24 * 300);
	assert_true(r.moves[0].depth > 2);
	/* The pass, the lead, a ply; and on to the end of the trick, where it is quiet. */
	run(&g, &view, 0, "pimc:worlds=2,inner=(maxn:depth=1)", NULL, &r);
	assert_in_range(r.depth, 1 + 1 + 1, 1 + 1 + 3); /* more plays may be forced */
	assert_int_equal(r.seldepth, 1 + 1 + 3);
}

/* Nodes and simulations of all worlds add up to the limit, pass or play, whether the worlds
 * and moves divide it or are more than it. */
static void
spends_its_limits_to_the_last_one(void **state)
{
	static const struct {
		const char *player;
		int nodes, sims, worlds;
	} cases[] = {
		{ "pimc:worlds=7,nodes=1000,inner=(uct)", 1000, -1, 7 },
		{ "pimc:worlds=7,nodes=5,inner=(uct:playout_plies=1)", 5, -1, 5 },
		{ "pimc:worlds=7,sims=100,inner=(uct)", -1, 100, 7 },
		{ "pimc:worlds=7,sims=33,inner=(uct)", -1, 33, 7 },
		{ "pimc:worlds=7,sims=4,inner=(uct)", -1, 4, 4 },
	};
	struct game g;
	struct state s, view;
	struct snapshot r;
	open_game(&g, &hearts_game, 4, "");
	for (int decisions = 0; decisions < 12; decisions += 9)
		for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
			play_decisions(&g, 5, decisions, &s);
			const int seat = game_mover(&g, &s);
			game_view(&g, &s, seat, &view);
			run(&g, &view, seat, cases[i].player, NULL, &r);
			if (cases[i].nodes >= 0)
				assert_int_equal(r.nodes, cases[i].nodes);
			if (cases[i].sims >= 0)
				assert_int_equal(r.simulations, cases[i].sims);
			assert_int_equal(r.worlds_total, cases[i].worlds);
			assert_true(is_legal(&g, &s, seat, r.moves[0].m));
		}
}

/* At a pass (0) and in the play; plies count from the root, above those of a pass's searches. */
static void
cuts_by_ply_are_all_cuts(void **state)
{
	struct game g;
	struct state s, view;
	struct snapshot r;
	open_game(&g, &hearts_game, 4, "");
	for (int decisions = 0; decisions < 12; decisions += 9) {
		play_decisions(&g, 5, decisions, &s);
		const int seat = game_mover(&g, &s);
		int64_t all = 0;
		game_view(&g, &s, seat, &view);
		run(&g, &view, seat, "pimc:worlds=5,nodes=40k,inner=(maxn)", NULL, &r);
		for (int rule = 0; rule < STATS_RULES; rule++) {
			int64_t sum = 0;
			for (int ply = 0; ply < STATS_PLIES; ply++)
				sum += snapshot_plies(&r)->cuts[rule][ply];
			assert_int_equal(sum, r.cuts[rule]);
			if (decisions == 0)
				assert_int_equal(snapshot_plies(&r)->cuts[rule][0], 0);
			all += sum;
		}
		assert_true(all > 0);
		assert_string_equal(r.rules[0].key, "shallow"); /* those of max^n */
	}
}

/* One simulation for each card to pass is enough to compare them. */
static void
values_a_pass_with_one_simulation_a_move(void **state)
{
	struct game g;
	struct state s, view;
	struct snapshot r;
	open_game(&g, &hearts_game, 4, "");
	play_decisions(&g, 5, 0, &s);
	game_view(&g, &s, 0, &view);
	run(&g, &view, 0, "pimc:worlds=6,sims=144,inner=(uct)", NULL, &r);
	assert_int_equal(r.worlds_done, 6);
	assert_int_equal(r.move_count, 24);
	for (int i = 0; i < r.move_count; i++)
		assert_true(!isnan(r.moves[i].value[0]));
}

static void
shows_its_moves_to_the_inspector(void **state)
{
	struct game g;
	struct state s, view;
	struct player p;
	struct search search;
	struct look_node node[80];
	open_game(&g, &hearts_game, 4, "");
	play_decisions(&g, 9, 21, &s);
	const int seat = game_mover(&g, &s);
	game_view(&g, &s, seat, &view);
	assert_true(player_parse(&p, "pimc:worlds=4,sims=80,inner=(uct)", &app_catalog,
				 &g, NULL));
	const struct search_job job = {
		.game = &g, .root = &view, .viewer = seat, .player = &p, .seed = 1
	};
	assert_true(search_open(&search, &job, NULL));
	search_run(&search);
	const int n = p.part[0].ops->look->children(&search, LOOK_ROOT, node, 80);
	assert_int_equal(n, search.live.move_count + 4);
	for (int i = 0; i < search.live.move_count; i++) {
		assert_int_equal(node[i].kind, LOOK_MOVE);
		assert_int_equal(node[i].m, search.live.moves[i].m);
		assert_same_double(node[i].value[seat], search.live.moves[i].value[seat]);
		assert_false(node[i].inner);
	}
	/* each world's search again, with a tree to walk */
	int64_t nodes = 0;
	for (int i = search.live.move_count; i < n; i++) {
		struct search world;
		struct look_node below[80];
		assert_int_equal(node[i].kind, LOOK_WORLD);
		assert_true(node[i].inner);
		assert_true(search.ops->look->world(&search, node[i].ref, &world, NULL));
		search_run(&world);
		assert_int_equal(world.live.nodes, node[i].visits);
		assert_int_equal(search_choice(&world), node[i].m);
		assert_true(world.ops->look->children(&world, LOOK_ROOT, below, 80) >= 1);
		nodes += world.live.nodes;
		search_close(&world);
	}
	assert_int_equal(nodes, search.live.nodes);
	assert_int_equal(search.ops->look->children(&search, 0, node, 8), 0);
	search_close(&search);
}

/* ---- a wide root: each move of each world has a tree ---- */

static void
every_move_of_a_pass_has_a_tree_in_every_world(void **state)
{
	struct game g;
	struct state s, view;
	struct player p;
	struct search search;
	struct look_node node[80], row[80], below[80];
	open_game(&g, &hearts_game, 4, "");
	play_decisions(&g, 5, 0, &s);
	game_view(&g, &s, 0, &view);
	open_player(&search, &p,
		    (struct search_job){ .game = &g, .root = &view, .seed = SEED },
		    "pimc:worlds=3,nodes=6k,inner=(maxn)");
	search_run(&search);
	const struct look_ops *look = search.ops->look;
	const int n = look->children(&search, LOOK_ROOT, node, 80);
	assert_int_equal(n, search.live.move_count + 3);
	int64_t nodes = 0;
	for (int i = search.live.move_count; i < n; i++) {
		struct state deal;
		int64_t world_nodes = 0;
		assert_true(node[i].inner && !node[i].apart);
		assert_true(search.ops->look->deal(&search, node[i].ref, &deal));
		assert_true(g.hidden->held(&g, &deal, 0) == g.hidden->held(&g, &view, 0));
		const int moves = look->children(&search, node[i].ref, row, 80);
		assert_int_equal(moves, 24);
		assert_int_equal(row[0].m, node[i].m);
		for (int k = 0; k < moves; k++) {
			struct search one;
			assert_true(row[k].inner && row[k].apart);
			assert_true(
				search.ops->look->world(&search, row[k].ref, &one, NULL));
			search_run(&one);
			assert_int_equal(one.live.nodes, row[k].visits);
			assert_same_double(one.live.value[0], row[k].value[0]);
			assert_true(one.ops->look->children(&one, LOOK_ROOT, below, 80) >
				    1);
			world_nodes += one.live.nodes;
			search_close(&one);
		}
		assert_int_equal(world_nodes, node[i].visits);
		nodes += world_nodes;
	}
	assert_int_equal(nodes, search.live.nodes);
	search_close(&search);
}

/* ---- steps ---- */

static struct stepper steps;

/* The first decision from `from` on with some choice. */
static int
find_choice(const struct game *g, uint64_t seed, int from)
{
	for (;; from++) {
		struct state s;
		move m[MOVES_MAX];
		play_decisions(g, seed, from, &s);
		if (g->rules->moves(g, &s, game_mover(g, &s), m) > 4)
			return from;
	}
}

/* Opens step mode at a decision of a game, from what the mover knows. */
static void
open_steps(const struct game *g, uint64_t seed, int decisions, const char *text)
{
	struct state s;
	struct player p;
	struct status st = { 0 };
	play_decisions(g, seed, decisions, &s);
	const int seat = game_mover(g, &s);
	struct question q = { .game = g, .viewer = seat, .seed = SEED };
	game_view(g, &s, seat, &q.root);
	assert_true(player_parse(&p, text, &app_catalog, g, &st));
	if (!stepper_open(&steps, &q, &p, NULL, &st))
		fail_msg("%s: %s", text, st.text);
}

static int
count_worlds(void)
{
	const struct inspect_node *root = &steps.tree.node[0];
	int n = 0;
	for (int32_t i = 0; i < root->count; i++)
		n += steps.tree.node[root->first + i].look.kind == LOOK_WORLD;
	return n;
}

static const struct inspect_node *
world_node(int number)
{
	const struct inspect_node *root = &steps.tree.node[0];
	for (int32_t i = 0; i < root->count; i++) {
		const struct inspect_node *n = &steps.tree.node[root->first + i];
		if (n->look.kind == LOOK_WORLD && n->look.world == number)
			return n;
	}
	fail_msg("no world %d", number);
	return NULL;
}

/* After k worlds a move's value is its mean over the first k, and the votes are theirs. */
static void
a_step_of_a_world_adds_its_vote(void **state)
{
	struct game g;
	struct state s, view;
	struct snapshot plain;
	struct status st = { 0 };
	int moved = 0;
	const char *text = "pimc:worlds=6,inner=(maxn:depth=4)";
	open_game(&g, &hearts_game, 4, "");
	const int decisions = find_choice(&g, 9, 21);
	play_decisions(&g, 9, decisions, &s);
	const int seat = game_mover(&g, &s);
	game_view(&g, &s, seat, &view);
	run(&g, &view, seat, text, NULL, &plain);
	open_steps(&g, 9, decisions, text);
	assert_int_equal(steps.unit, STEP_WORLD);
	assert_int_equal(steps.last, 6);
	assert_same(&plain, &steps.search->live); /* the last step is the search */
	struct sum before = { .moves = 0 };
	for (int k = 1; k <= 6; k++) {
		assert_true(stepper_go(&steps, k, &st));
		const struct snapshot *live = &steps.search->live;
		assert_int_equal(live->worlds_done, k);
		assert_int_equal(count_worlds(), k);
		const struct look_node *world = &world_node(k)->look;
		struct sum now = { .moves = 0 };
		double more = 0;
		for (int i = 0; i < live->move_count; i++) {
			const struct stats_move *m = &live->moves[i];
			const int at = sum_find(&now, m->m),
				  was = sum_find(&before, m->m);
			now.votes[at] = m->prob * k;
			now.value[at] = m->value[seat] * k;
			const double vote = now.votes[at] - before.votes[was];
			more += vote;
			assert_true(vote > -1e-9);
			if (m->m != world->m)
				continue;
			assert_true(vote > 0.1);
			assert_true(fabs(now.value[at] - before.value[was] -
					 world->value[seat]) < 1e-6);
			moved += k > 1 && fabs(m->value[seat] -
					       before.value[was] / (k - 1)) > 1e-6;
		}
		assert_true(fabs(more - 1) < 1e-9);
		before = now;
	}
	assert_true(moved > 1);
	stepper_close(&steps);
}

/* A step of nodes or simulations ends inside a world, which is shown as far as it came. */
static void
steps_end_inside_a_world(void **state)
{
	static const struct {
		const struct game_ops *ops;
		int decisions;
		enum step_unit unit;
		int64_t stride;
		const char *player;
	} cases[] = {
		{ &hearts_game, 21, STEP_NODE, 61,
		  "pimc:worlds=3,nodes=3k,inner=(maxn)" },
		{ &hearts_game, 0, STEP_NODE, 97, "pimc:worlds=2,nodes=3k,inner=(maxn)" },
		{ &hearts_game, 21, STEP_SIM, 7, "pimc:worlds=3,sims=90,inner=(uct)" },
		{ &spades_game, 0, STEP_NODE, 61,
		  "pimc:worlds=3,nodes=3k,inner=(paranoid)" },
		{ &spades_game, 9, STEP_SIM, 7, "pimc:worlds=3,sims=90,inner=(uct)" },
	};
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		struct game g;
		struct status st = { 0 };
		int inside = 0;
		open_game(&g, cases[k].ops, 4, "");
		open_steps(&g, 5, cases[k].decisions, cases[k].player);
		assert_true(stepper_set_unit(&steps, cases[k].unit, &st));
		const int64_t last = steps.last;
		assert_true(last > 80);
		for (int64_t at = 1; at < last; at += cases[k].stride) {
			assert_true(stepper_go(&steps, at, &st));
			const struct snapshot *live = &steps.search->live;
			assert_int_equal(cases[k].unit == STEP_NODE ? live->nodes
								    : live->simulations,
					 at);
			const int worlds = count_worlds();
			assert_true(worlds >= 1);
			const struct look_node node = world_node(worlds)->look;
			assert_true(node.partial);
			for (int w = 1; w < worlds; w++)
				assert_false(world_node(w)->look.partial);
			if (!node.apart)
				continue;
			struct search again;
			assert_true(steps.search->ops->look->world(steps.search, node.ref,
								   &again, &st));
			search_run(&again);
			assert_int_equal(again.live.nodes, node.visits);
			search_close(&again);
			inside++;
		}
		assert_true(inside > 5 || cases[k].decisions == 0);
		stepper_close(&steps);
	}
}

static void
every_step_of_its_units_comes_again(void **state)
{
	struct game g;
	struct status st = { 0 };
	unsigned seen = 0;
	open_game(&g, &hearts_game, 4, "");
	open_steps(&g, 9, 21, "pimc:worlds=3,nodes=600,inner=(maxn)");
	static const enum step_unit next[] = { STEP_NODE, STEP_ITERATION, STEP_WORLD };
	for (int k = 0; k < 3; k++) {
		static struct snapshot first;
		seen |= 1u << steps.unit;
		assert_true(stepper_go(&steps, 2, &st));
		first = kept_figures(&steps.search->live);
		assert_true(stepper_go(&steps, steps.last, &st));
		assert_int_equal(steps.search->live.nodes, 600);
		assert_true(stepper_go(&steps, 2, &st));
		assert_same(&first, &steps.search->live);
		assert_true(stepper_set_unit(&steps, next[k], &st));
	}
	assert_int_equal(seen, 1u << STEP_NODE | 1u << STEP_ITERATION | 1u << STEP_WORLD);
	assert_int_equal(steps.unit, STEP_WORLD);
	assert_false(stepper_set_unit(&steps, STEP_SIM, &st));
	stepper_close(&steps);
}

static void
watches_another_seat_think_from_its_own_knowledge(void **state)
{
	struct game g;
	struct state s, view;
	struct snapshot r;
	open_game(&g, &hearts_game, 4, "");
	play_decisions(&g, 9, 21, &s);
	const int mover = game_mover(&g, &s), viewer = (mover + 2) % 4;
	game_view(&g, &s, viewer, &view);
	run(&g, &view, viewer, "pimc:worlds=12,nodes=24k,inner=(maxn)", NULL, &r);
	assert_int_equal(r.mover, mover);
	assert_int_equal(r.viewer, viewer);
	double votes = 0;
	int in_some = 0; /* moves of some deals only */
	for (int i = 0; i < r.move_count; i++) {
		votes += r.moves[i].prob;
		assert_true(r.moves[i].visits >= 1 && r.moves[i].visits <= 12);
		in_some += r.moves[i].visits < 12;
		assert_true(i == 0 || r.moves[i].prob <= r.moves[i - 1].prob);
	}
	assert_true(fabs(votes - 1) < 1e-9);
	assert_true(r.move_count > 1);
	assert_true(in_some > 0);
}

static void
needs_one_world_when_nothing_is_hidden(void **state)
{
	struct game g;
	struct state s = { 0 };
	struct snapshot wrapped, bare;
	open_game(&g, &chinese_checkers_game, 3, "");
	g.rules->start(&g, &s);
	run(&g, &s, 0, "pimc:nodes=5k,inner=(maxn)", NULL, &wrapped);
	run(&g, &s, 0, "maxn:nodes=5k", NULL, &bare);
	assert_int_equal(wrapped.worlds_total, 1);
	assert_int_equal(wrapped.nodes, bare.nodes);
	assert_int_equal(wrapped.moves[0].m, bare.moves[0].m);
	assert_same_double(wrapped.moves[0].value[0], bare.moves[0].value[0]);
}

/* The same search with a channel: its figures while it runs go out, its result stays. */
static void
is_not_changed_by_being_watched(void **state)
{
	static struct channel channel;
	struct game g;
	struct state s, view;
	struct snapshot alone, seen = { 0 };
	struct status st = { 0 };
	struct player p;
	struct search search;
	open_game(&g, &hearts_game, 4, "");
	play_decisions(&g, 8, 12, &s);
	const int viewer = game_mover(&g, &s);
	const char *text = "pimc:worlds=20,threads=3,nodes=400k,inner=(maxn)";
	game_view(&g, &s, viewer, &view);
	run(&g, &view, viewer, text, NULL, &alone);
	assert_true(player_parse(&p, text, &app_catalog, &g, &st));
	channel_init(&channel);
	const struct search_job job = { .game = &g,
					.root = &view,
					.viewer = viewer,
					.player = &p,
					.seed = SEED,
					.channel = &channel };
	assert_true(search_open(&search, &job, &st));
	search_run(&search);
	assert_same(&alone, &search.live);
	assert_true(channel_read(&channel, &seen));
	assert_same(&alone, &seen);
	search_close(&search);
	snapshot_free(&seen);
	channel_free(&channel);
}

static void
has_a_move_even_when_stopped_at_once(void **state)
{
	struct game g;
	struct state s, view;
	struct snapshot r;
	atomic_bool stop = true;
	open_game(&g, &hearts_game, 4, "");
	for (int at = 0; at < 30; at += 10) {
		play_decisions(&g, 3, at, &s);
		const int viewer = game_mover(&g, &s);
		game_view(&g, &s, viewer, &view);
		run(&g, &view, viewer, "pimc:nodes=1M,inner=(maxn)", &stop, &r);
		assert_int_equal(r.stop, STOP_INTERRUPTED);
		assert_true(r.move_count > 0);
		assert_true(is_legal(&g, &s, viewer, r.moves[0].m));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_the_same_for_any_number_of_threads),
		cmocka_unit_test(cards_it_cannot_see_change_nothing),
		cmocka_unit_test(averages_the_searches_of_its_worlds),
		cmocka_unit_test(
			a_watched_seats_position_is_worth_the_mean_of_its_worlds),
		cmocka_unit_test(chooses_a_pass_among_the_best_ordered),
		cmocka_unit_test(values_a_pass_by_what_follows_the_forced_play),
		cmocka_unit_test(spends_its_limits_to_the_last_one),
		cmocka_unit_test(cuts_by_ply_are_all_cuts),
		cmocka_unit_test(values_a_pass_with_one_simulation_a_move),
		cmocka_unit_test(shows_its_moves_to_the_inspector),
		cmocka_unit_test(every_move_of_a_pass_has_a_tree_in_every_world),
		cmocka_unit_test(a_step_of_a_world_adds_its_vote),
		cmocka_unit_test(steps_end_inside_a_world),
		cmocka_unit_test(every_step_of_its_units_comes_again),
		cmocka_unit_test(watches_another_seat_think_from_its_own_knowledge),
		cmocka_unit_test(needs_one_world_when_nothing_is_hidden),
		cmocka_unit_test(is_not_changed_by_being_watched),
		cmocka_unit_test(has_a_move_even_when_stopped_at_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
