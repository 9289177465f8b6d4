/*
 * modicum.c - hold'em by a table before the flop, or the turn, and by solving behind it.
 *
 * The table is trained here, small; limits are a few iterations.
 */
#include "ai/poker/modicum/modicum.h"

#include "tests/scale.h"
#include "tests/search/small_table.h"
#include "tests/unit/near.h"

static struct game g;
static struct player player;
static const char *from = "turn"; /* that hands are solved */

/* ---- searches ---------------------------------------------------------------------------- */

static void
parse_modicum(const char *options)
{
	char text[300];
	struct status st = { 0 };
	snprintf(text, sizeof text, "modicum:file=%s,fast=on,from=%s,rollouts=20%s",
		 table_path, from, options);
	if (!player_parse(&player, text, &app_catalog, &g, &st))
		fail_msg("%s", st.text);
}

/* Opens and runs a search of a state for the seat to move. */
static void
run_state(struct search *s, const char *options, const struct state *at)
{
	struct status st = { 0 };
	parse_modicum(options);
	const struct search_job job = { .game = &g,
					.root = at,
					.viewer = game_mover(&g, at),
					.player = &player,
					.seed = 5 };
	if (!search_open(s, &job, &st))
		fail_msg("%s", st.text);
	search_run(s);
}

static void
run(struct search *s, const char *options, const char *position)
{
	struct state at;
	read_position(&g, position, &at);
	run_state(s, options, &at);
}

static double
share_of(const struct search *s, move m)
{
	for (int i = 0; i < s->live.move_count; i++)
		if (s->live.moves[i].m == m)
			return s->live.moves[i].prob;
	return (double)NAN;
}

static double
sum_of_shares(const struct search *s)
{
	double sum = 0;
	for (int i = 0; i < s->live.move_count; i++)
		sum += s->live.moves[i].prob;
	return sum;
}

/* All that is told of a decision, but for what is drawn. */
static void
same_answers(const struct search *a, const struct search *b)
{
	const struct snapshot *x = &a->live, *y = &b->live;
	assert_int_equal(x->nodes, y->nodes);
	assert_int_equal(x->simulations, y->simulations);
	assert_int_equal(x->move_count, y->move_count);
	assert_memory_equal(x->moves, y->moves,
			    (size_t)x->move_count * sizeof x->moves[0]);
	assert_memory_equal(x->value, y->value, sizeof x->value);
	const struct stats_hands *h = snapshot_hands(x), *k = snapshot_hands(y);
	assert_true(h != NULL && k != NULL);
	assert_int_equal(h->classes, k->classes);
	assert_memory_equal(h->weight, k->weight, sizeof h->weight);
	for (int i = 0; i < h->actions; i++)
		assert_memory_equal(h->mix[i], k->mix[i], sizeof h->mix[i]);
	assert_int_equal(x->gauge_count, y->gauge_count);
	for (int i = 0; i < x->gauge_count; i++)
		assert_memory_equal(&x->gauges[i].value, &y->gauges[i].value,
				    sizeof(double));
}

/* ---- what it plays ----------------------------------------------------------------------- */

/* With no turn the cards of the flop, NULL: before it. */
static const char *
position(const char *betting, const char *cards, const char *turn)
{
	static char text[120];
	char flop[8];
	if (turn == NULL) {
		snprintf(text, sizeof text, "0:%s:%s", betting, cards);
		return text;
	}
	flop_text(&g, flop);
	snprintf(text, sizeof text, "0:%s:%s/%s%s", betting, cards, flop, turn);
	return text;
}

static void
plays_as_the_table(const char *round, const char *at_position)
{
	static struct search mine, table;
	struct status st = { 0 };
	static struct player p;
	struct state at;
	char text[200];
	from = round;
	read_position(&g, at_position, &at);
	run_state(&mine, ",playouts=3", &at);
	snprintf(text, sizeof text, "blueprint:file=%s,values=3", table_path);
	assert_true(player_parse(&p, text, &app_catalog, &g, &st));
	const struct search_job job = { .game = &g,
					.root = &at,
					.viewer = game_mover(&g, &at),
					.player = &p,
					.seed = 5 };
	assert_true(search_open(&table, &job, &st));
	search_run(&table);
	assert_int_equal(mine.live.move_count, table.live.move_count);
	for (int i = 0; i < mine.live.move_count; i++) {
		assert_int_equal(mine.live.moves[i].m, table.live.moves[i].m);
		assert_true(fabs(mine.live.moves[i].prob - table.live.moves[i].prob) <
			    1e-12);
	}
	assert_true(read_gauge(&mine.live, "solved") < 0.5);
	search_close(&mine);
	search_close(&table);
}

static void
before_it_solves_it_is_the_table(void **state)
{
	plays_as_the_table("turn", position("r300c/c", "9s9c|", ""));
	plays_as_the_table("flop", "0:r300:|9s9c");
}

/* Multiplies a seat's range by what a player's strategy says of a move. */
static void
narrow(const struct search *s, const struct state *at, move m, float *range)
{
	static struct strategy_mixes x;
	assert_true(s->ops->strategy->mixes((struct search *)s, at, &x));
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		double share = 0, all = 0;
		for (int k = 0; k < x.moves && x.known[h]; k++) {
			all += x.prob[k][h];
			share += x.m[k] == m ? x.prob[k][h] : 0;
		}
		/* hands that training never met do every move alike */
		range[h] *= (float)(all > 0 ? share : 1.0 / x.moves);
	}
}

static float value[MOVES_MAX][SUBGAME_WIDE], row[MOVES_MAX][SUBGAME_WIDE];

/* What each move at the root of a subgame is worth to each hand, and its shares by the average. */
static void
value_moves(struct subgame *s, const struct subgame_place *p)
{
	const struct subgame_node *n = &s->node[0];
	for (int k = 0; k < n->moves; k++) {
		struct subgame_at at = p->at;
		at.node = n->child + (uint32_t)k;
		subgame_values(s, at, n->seat, false, p->reach[1 - n->seat], value[k]);
		assert_true(subgame_share(s, p, s->node[at.node].m, row[k]));
	}
}

/* The shares of a hand there, after value_moves(): by the average, without moves that lose more than
 * a hundredth of the pot, at least five chips and at most 100, against another. */
static void
shares_of(const struct subgame *s, const struct subgame_place *p, int hand, double pot,
	  double share[MOVES_MAX])
{
	const struct subgame_node *n = &s->node[0];
	const double worst = fmin(100, fmax(5, pot / 100));
	const float *other = p->reach[1 - n->seat];
	double met = 0, best = -HUGE_VAL, all = 0;
	for (int o = 0; o < s->hands[1 - n->seat]; o++)
		if (!g.ops->public->excludes(&g, s->hand[n->seat][hand].hand,
					     s->hand[1 - n->seat][o].hand))
			met += (double)other[o];
	for (int k = 0; k < n->moves; k++)
		best = fmax(best, (double)value[k][hand] / met);
	for (int k = 0; k < n->moves; k++) {
		const bool made = (double)value[k][hand] / met >= best - worst;
		all += share[k] = made ? (double)row[k][hand] : 0;
	}
	for (int k = 0; k < n->moves; k++)
		share[k] =
			all > 0 ? share[k] / all : (double)value[k][hand] / met >= best;
}

/* None of the hands with less than a two-hundredth of the greatest weight. */
static void
tidy(const struct state *root, float range[2][PUBLIC_HANDS])
{
	for (int seat = 0; seat < 2; seat++) {
		float most = 0;
		for (int h = 0; h < PUBLIC_HANDS; h++) {
			if (!g.ops->public->possible(&g, root, h))
				range[seat][h] = 0;
			most = range[seat][h] > most ? range[seat][h] : most;
		}
		for (int h = 0; h < PUBLIC_HANDS; h++)
			range[seat][h] = fmaxf(range[seat][h] / most, 0.005F);
	}
}

/* Solves by hand: a subgame with ranges that are tidied; two
 * raises in this round and `later` on the next, of twice the pot at most. */
static void
solve(struct subgame *s, struct arena *a, const struct state *root,
      float range[2][PUBLIC_HANDS], int later, int iterations)
{
	struct status st = { 0 };
	tidy(root, range);
	const struct subgame_setup setup = { .g = &g,
					     .root = root,
					     .range = { range[0], range[1] },
					     .raises = 2,
					     .fewer = 2 - later,
					     .largest = { 2, 2 },
					     .parts = 7,
					     .variant = REGRET_DISCOUNTED };
	if (!subgame_open(s, a, &setup, &st))
		fail_msg("%s", st.text);
	for (int i = 0; i < iterations; i++)
		subgame_iterate(s);
}

/* What would be played after a bet off the tree may be asked for, and changes nothing where the bet
 * is not made. */
static void
asks_about_a_bet(const char *round, const char *listed, const char *other,
		 const char *turn)
{
	static struct search asked, fresh;
	static struct strategy_mixes before, after, expected;
	struct state start, at, bet;
	from = round;
	read_position(&g, "0::9s9c|", &start);
	read_position(&g, position(listed, "|", turn), &at);
	read_position(&g, position(other, "|", turn), &bet);
	run_state(&fresh, ",sims=3", &start);
	assert_true(fresh.ops->strategy->mixes(&fresh, &at, &expected));
	run_state(&asked, ",sims=3", &start);
	assert_true(asked.ops->strategy->mixes(&asked, &bet, &before));
	assert_true(asked.ops->strategy->mixes(&asked, &at, &after));
	assert_int_equal(after.moves, expected.moves);
	for (int k = 0; k < expected.moves; k++) {
		assert_true(after.m[k] == expected.m[k]);
		assert_memory_equal(after.prob[k], expected.prob[k],
				    sizeof after.prob[k]);
	}
	search_close(&asked);
	search_close(&fresh);
}

static void
a_bet_that_was_only_asked_about_leaves_no_trace(void **state)
{
	asks_about_a_bet("turn", "cc/cc/cr300", "cc/cc/cr411", "/2d");
	asks_about_a_bet("flop", "cc/cr300", "cc/cr411", "");
}

/* The river is what a solver makes of the ranges, and these are those of the table's mixes on
 * the way to the turn and of the turn's solution from there on. */
static void
the_river_is_solved_from_the_ranges_that_play_left(void **state)
{
	static struct search mine;
	static float range[2][PUBLIC_HANDS];
	static struct strategy_mixes x;
	struct arena a;
	struct subgame turn, river;
	struct subgame_place p;
	struct state at, root;
	struct played_move line[PUBLIC_LINE];
	from = "turn";
	read_position(&g, position("cc/cr300c/cc/", "|", "/2d/3d"), &at);
	run_state(&mine, ",sims=3", &at);
	assert_true(read_gauge(&mine.live, "solved") > 1.5);
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < PUBLIC_HANDS; h++)
			range[seat][h] = 1;
	const struct deck_ops *deck = g.ops->public->deck;
	for (int round = 0; round < 2; round++) {
		memset(&root, 0, sizeof root);
		const int n = deck->begin(&g, &at, round, &root, line);
		for (int i = 0; i < n; i++) {
			narrow(&mine, &root, line[i].m, range[line[i].seat]);
			g.rules->play(&g, &root, line[i].seat, line[i].m, &root);
		}
	}
	assert_true(arena_open(&a, (size_t)256 << 20));
	memset(&root, 0, sizeof root);
	const int n = deck->begin(&g, &at, 2, &root, line);
	assert_int_equal(n, 2);
	solve(&turn, &a, &root, range, 1, 3);
	subgame_begin(&turn, &p);
	assert_true(subgame_move(&turn, &p, line[0].m));
	assert_true(subgame_move(&turn, &p, line[1].m));
	memset(range, 0, sizeof range);
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < turn.hands[seat]; h++)
			range[seat][turn.hand[seat][h].hand] = p.reach[seat][h];
	solve(&river, &a, &at, range, 2, 3);
	assert_true(mine.ops->strategy->mixes(&mine, &at, &x));
	const struct subgame_node *first = &river.node[0];
	assert_int_equal(x.moves, first->moves);
	subgame_begin(&river, &p);
	value_moves(&river, &p);
	int hands = 0;
	for (int h = 0; h < river.hands[first->seat]; h++, hands++) {
		const int hand = river.hand[first->seat][h].hand;
		double share[MOVES_MAX];
		shares_of(&river, &p, h, 600, share);
		assert_true(x.known[hand]);
		for (int k = 0; k < x.moves; k++)
			assert_true(fabs(x.prob[k][hand] - share[k]) < 1e-3);
	}
	assert_true(hands > 100);
	arena_close(&a);
	search_close(&mine);
}

/* Solves the flop by hand as far as the turn, with one way behind its leaves; the ranges that both
 * seats have there, where they make these moves. */
static void
ranges_of_flop(const struct state *root, const struct played_move *line, int moves,
	       int iterations, float range[2][PUBLIC_HANDS])
{
	static struct search s;
	static struct leaf_flop flop;
	static struct subgame sub;
	struct abstract_play *play;
	struct leaf_values leaves;
	struct subgame_place p;
	struct status st = { 0 };
	s = (struct search){ .game = &g, .ops = &mccfr_search };
	assert_true(arena_open(&s.arena, (size_t)256 << 20));
	assert_true(abstract_play_open(&play, &s, table_path, TRANSLATE_RPAT, &st));
	assert_true(
		leaf_flop_open(&flop, &s.arena, &g, abstract_play_table(play), 128, 20));
	leaf_flop_find(&flop, root);
	tidy(root, range);
	leaf_values_begin(&leaves, &flop, &sub, 1, 0);
	const struct subgame_setup setup = { .g = &g,
					     .root = root,
					     .range = { range[0], range[1] },
					     .raises = 2,
					     .fewer = 0,
					     .largest = { 2, 2 },
					     .parts = 7,
					     .leaves = &leaves.hook,
					     .variant = REGRET_DISCOUNTED };
	assert_true(subgame_open(&sub, &s.arena, &setup, &st));
	assert_true(leaf_values_open(&leaves, play, &s.arena));
	leaf_flop_draw(&flop, root, 20, NESTED_LEAF_SEED);
	for (int i = 0; i < leaf_pieces(&leaves); i++)
		leaf_play_out(&leaves, i, NESTED_LEAF_SEED);
	for (int i = 0; i < iterations; i++)
		subgame_iterate(&sub);
	subgame_begin(&sub, &p);
	for (int i = 0; i < moves; i++)
		assert_true(subgame_move(&sub, &p, line[i].m));
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < sub.hands[seat]; h++)
			range[seat][sub.hand[seat][h].hand] = p.reach[seat][h];
	arena_close(&s.arena);
}

/* With one continuation at the leaves the flop's solution is the same for either seat: the turn begins with
 * the ranges that its averages leave. */
static void
the_turn_is_solved_from_the_ranges_of_the_flop(void **state)
{
	static struct search mine;
	static float range[2][PUBLIC_HANDS];
	static struct strategy_mixes x;
	struct arena a;
	struct subgame turn;
	struct subgame_place p;
	struct state at, root;
	struct played_move line[PUBLIC_LINE];
	from = "flop";
	read_position(&g, position("cr300c/cr600c/", "|", "/2d"), &at);
	run_state(&mine, ",sims=8,values=1", &at);
	assert_true(read_gauge(&mine.live, "solved") > 1.5);
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < PUBLIC_HANDS; h++)
			range[seat][h] = 1;
	for (int round = 0; round < 2; round++) {
		memset(&root, 0, sizeof root);
		const int n = g.ops->public->deck->begin(&g, &at, round, &root, line);
		if (round == 1)
			ranges_of_flop(&root, line, n, 8, range);
		for (int i = 0; i < n && round == 0; i++) {
			narrow(&mine, &root, line[i].m, range[line[i].seat]);
			g.rules->play(&g, &root, line[i].seat, line[i].m, &root);
		}
	}
	assert_true(arena_open(&a, (size_t)256 << 20));
	solve(&turn, &a, &at, range, 1, 8);
	assert_true(mine.ops->strategy->mixes(&mine, &at, &x));
	subgame_begin(&turn, &p);
	value_moves(&turn, &p);
	assert_int_equal(x.moves, turn.node[0].moves);
	const int seat = turn.node[0].seat;
	for (int h = 0; h < turn.hands[seat]; h++) {
		double share[MOVES_MAX];
		shares_of(&turn, &p, h, 1200, share);
		for (int k = 0; k < x.moves; k++)
			assert_true(fabs(x.prob[k][turn.hand[seat][h].hand] - share[k]) <
				    1e-3);
	}
	assert_true(turn.hands[seat] > 100);
	arena_close(&a);
	search_close(&mine);
}

/* ---- memory ------------------------------------------------------------------------------ */

/* A search that goes along with the hand, and one that is opened at each decision. */
static void
goes_along(const char *round, const char *const betting[4], const char *const board[4],
	   int positions, int expected)
{
	static struct search kept, anew;
	struct status st = { 0 };
	int solutions = 0;
	from = round;
	for (int i = 0; i < positions; i++) {
		struct state at;
		read_position(&g, position(betting[i], "KsQs|", board[i]), &at);
		assert_int_equal(game_mover(&g, &at), 1);
		run_state(&anew, ",sims=3", &at);
		const struct search_job job = {
			.game = &g,
			.root = &at,
			.viewer = 1,
			.player = &player,
			.seed = 5,
		};
		assert_true(i == 0 ? search_open(&kept, &job, &st)
				   : search_advance(&kept, &job));
		search_run(&kept);
		same_answers(&kept, &anew);
		const double now = read_gauge(&kept.live, "solved");
		assert_true(now >= solutions);
		solutions = (int)now;
		search_close(&anew);
	}
	struct game other;
	open_game(&other, &holdem_game, 2, "flops=2");
	const struct search_job job = {
		.game = &other, .root = &kept.root, .viewer = 1, .player = &player
	};
	assert_false(search_advance(&kept, &job));
	assert_int_equal(solutions, expected);
	search_close(&kept);
}

static void
what_is_kept_is_what_is_worked_out_again(void **state)
{
	static const char *const late[] = { "r300c/cc/", "r300c/cc/cr411",
					    "r300c/cc/cr411c/",
					    "r300c/cc/cr411c/r917r1800" };
	static const char *const boards[] = { "/2d", "/2d", "/2d/3d", "/2d/3d" };
	static const char *const first[4] = { "r250", "r250c/" };
	static const char *const none[4] = { NULL, "" };
	/* the turn, the bet of 111, the river with a first bet of 506, that of 883 */
	goes_along("turn", late, boards, 4, 4);
	/* the first round, the raise to 250, the flop */
	if (!scale_is("slow"))
		goes_along("preflop", first, none, 2, 3);
}

static void
alike_with_threads(const char *round, const char *where)
{
	static struct search one, three;
	from = round;
	run(&one, ",sims=5", where);
	run(&three, ",sims=5,threads=3", where);
	assert_true(read_gauge(&one.live, "solved") > 1.5);
	same_answers(&one, &three);
	search_close(&one);
	search_close(&three);
}

static void
threads_change_nothing(void **state)
{
	alike_with_threads("flop", position("r300c/cr411", "KsQs|", ""));
	alike_with_threads("preflop", position("r300r750", "|KsQs", NULL));
}

/* ---- what it may know -------------------------------------------------------------------- */

static void
sees_no_hand(const char *round, const char *betting, const char *board)
{
	static const char *const hands[] = { "KsQs|AhAd", "KsQs|7h4s", "KhJd|7h4s" };
	static struct search s[3];
	from = round;
	for (int i = 0; i < 3; i++) {
		struct state at;
		read_position(&g, position(betting, hands[i], board), &at);
		g.hidden->redact(&g, &at, game_mover(&g, &at));
		run_state(&s[i], ",sims=3", &at);
	}
	same_answers(&s[0], &s[1]);
	assert_int_equal(s[2].live.nodes, s[0].live.nodes);
	assert_memory_equal(snapshot_hands(&s[2].live)->weight,
			    snapshot_hands(&s[0].live)->weight,
			    sizeof snapshot_hands(&s[0].live)->weight);
	for (int i = 0; i < 3; i++)
		search_close(&s[i]);
}

static void
no_hand_changes_the_solve(void **state)
{
	sees_no_hand("flop", "r300c/cr411c/", "/2d");
	sees_no_hand("preflop", "r250r900r2500", NULL);
}

/* A bet between those of the tree is answered as what it is: its price decides. */
static void
answers_at_its_price(const char *round, const char *few, const char *many,
		     const char *board)
{
	static struct search cheap, dear;
	from = round;
	run(&cheap, ",sims=40", position(few, "KsQs|", board));
	assert_true(fabs(sum_of_shares(&cheap) - 1) < 1e-6);
	run(&dear, ",sims=40", position(many, "KsQs|", board));
	assert_true(share_of(&cheap, HOLDEM_FOLD) < share_of(&dear, HOLDEM_FOLD));
	search_close(&cheap);
	search_close(&dear);
}

static void
a_bet_off_the_tree_is_answered_at_its_price(void **state)
{
	answers_at_its_price("flop", "r300c/cr400", "r300c/cr20000", "");
	answers_at_its_price("preflop", "r210", "r4000", NULL);
}

/* ---- limits ------------------------------------------------------------------------------ */

static void
limits_end_it_and_it_answers_all_the_same(void **state)
{
	static struct search s;
	from = "turn";
	run(&s, ",nodes=1", position("r300c/cc/cc/c", "|KsQs", "/2d/3d"));
	assert_true(search_choice(&s) != MOVE_NONE);
	assert_true(read_gauge(&s.live, "solved") < 0.5);
	search_close(&s);
	run(&s, ",nodes=60000", position("r300c/cc/cc/c", "|KsQs", "/2d/3d"));
	assert_true(search_nodes(&s) <= 60000);
	assert_true(read_gauge(&s.live, "solved") > 1.5);
	assert_int_equal(s.live.stop, STOP_NODES);
	search_close(&s);
	from = "flop";
	run(&s, ",nodes=500", position("r300c/c", "|KsQs", ""));
	assert_true(search_nodes(&s) <= 500);
	assert_true(search_choice(&s) != MOVE_NONE);
	assert_true(read_gauge(&s.live, "solved") < 0.5);
	search_close(&s);
	run(&s, ",nodes=20000", position("r300c/c", "|KsQs", ""));
	assert_true(search_nodes(&s) <= 20000);
	assert_true(read_gauge(&s.live, "solved") > 0.5);
	search_close(&s);
}

/* A solution that a limit forbade is made where none is set. */
static void
a_solution_that_was_not_allowed_is_not_kept(void **state)
{
	static struct search s, fresh;
	static struct strategy_mixes x, expected;
	struct state before, at;
	from = "flop";
	read_position(&g, position("r300c/", "KsQs|", ""), &before);
	read_position(&g, position("r300c/cr411", "KsQs|", ""), &at);
	run_state(&fresh, ",sims=3", &at);
	assert_true(fresh.ops->strategy->mixes(&fresh, &at, &expected));
	run_state(&s, ",sims=3,nodes=500", &before);
	assert_true(s.ops->strategy->mixes(&s, &before, &x));
	const struct search_job job = {
		.game = &g, .root = &at, .viewer = 1, .player = &player, .seed = 5
	};
	assert_true(search_advance(&s, &job));
	search_run(&s);
	assert_true(read_gauge(&s.live, "solved") < 0.5);
	assert_true(s.ops->strategy->mixes(&s, &at, &x));
	assert_int_equal(x.moves, expected.moves);
	for (int k = 0; k < x.moves; k++)
		assert_memory_equal(x.prob[k], expected.prob[k], sizeof x.prob[k]);
	search_close(&s);
	search_close(&fresh);
}

/* Shares of moves and cards sum to 1, all the way down. */
static void
check_tree(struct search *s, look_ref at, int depth, int *cards)
{
	struct look_node n[MOVES_MAX];
	const int count = s->ops->look->children(s, at, n, MOVES_MAX);
	double sum = 0;
	for (int i = 0; i < count; i++)
		sum += n[i].seat == SEAT_CHANCE ? n[i].chance : n[i].extra[1];
	if (count > 0 && !isnan(sum))
		assert_true(fabs(sum - 1) < 1e-5);
	*cards += count > 0 && n[0].seat == SEAT_CHANCE ? count : 0;
	for (int i = 0; i < count && depth > 0; i += n[0].seat == SEAT_CHANCE ? 20 : 1)
		if (n[i].inner)
			check_tree(s, n[i].ref, depth - 1, cards);
}

/* Also after the strategy was asked for another hand. */
static void
its_tree_is_that_of_the_root(void **state)
{
	static struct search s;
	static struct strategy_mixes x;
	struct state other;
	int cards = 0, again = 0;
	from = "turn";
	run(&s, ",sims=3", position("r300c/cc/c", "|KsQs", "/2d"));
	check_tree(&s, LOOK_ROOT, 4, &cards);
	assert_true(cards > 46);
	read_position(&g, position("r300c/cr600c/", "|", "/Kd"), &other);
	assert_true(s.ops->strategy->mixes(&s, &other, &x));
	check_tree(&s, LOOK_ROOT, 4, &again);
	assert_int_equal(again, cards);
	search_close(&s);
}

/* The move that is marked at a node; there is one. */
static const struct look_node *
marked(struct search *s, look_ref at, struct look_node n[MOVES_MAX], int *count)
{
	const struct look_node *best = NULL;
	*count = s->ops->look->children(s, at, n, MOVES_MAX);
	for (int i = 0; i < *count; i++) {
		assert_true(!n[i].best || best == NULL);
		best = n[i].best ? &n[i] : best;
	}
	assert_non_null(best);
	return best;
}

/* Behind its check and a bet, what the hand held does most. */
static void
marks_what_the_hand_does(struct search *s, const struct look_node *checks)
{
	struct look_node n[MOVES_MAX];
	int bets, answers;
	marked(s, checks->ref, n, &bets);
	const look_ref bet = n[bets - 1].ref;
	const struct look_node *best = marked(s, bet, n, &answers);
	for (int i = 0; i < answers; i++)
		assert_true(best->extra[0] >= n[i].extra[0]);
}

/* Whatever most hands do: the draw of the seed, and what it is from. */
static void
the_choice_in_its_tree_is_that_of_the_hand_held(void **state)
{
	static const char *const hands[] = { "KsQs|", "7h4s|", "AhAd|", "9s9c|" };
	static const char *const bets = "r300c/cc/";
	static struct search s;
	move first = MOVE_NONE;
	struct look_node n[MOVES_MAX];
	int others = 0, count;
	from = "turn";
	for (int i = 0; i < 4; i++) {
		run(&s, ",sims=20", position(bets, hands[i], "/2d"));
		const move best = marked(&s, LOOK_ROOT, n, &count)->m;
		assert_int_equal(best, s.live.moves[0].m);
		first = i == 0 ? best : first;
		others += best != first;
		search_close(&s);
	}
	assert_true(others > 0); /* the ranges are the same */
	run(&s, ",sims=20", position("r300c/cc/", "KsQs|", "/2d"));
	marked(&s, LOOK_ROOT, n, &count);
	marks_what_the_hand_does(&s, &n[0]);
	search_close(&s);
}

/* A leaf of the flop says how the other goes on, and has nothing below it. */
static void
a_leaf_tells_how_play_goes_on(void **state)
{
	static struct search s;
	struct look_node n[MOVES_MAX];
	struct stats_hands hands;
	static struct look_ways w;
	int leaves = 0;
	if (scale_is("slow"))
		skip();
	from = "flop";
	run(&s, ",sims=5", position("r300c/cr600", "KsQs|", ""));
	const int count = s.ops->look->children(&s, LOOK_ROOT, n, MOVES_MAX);
	for (int i = 0; i < count; i++) {
		if (n[i].m != HOLDEM_CALL)
			continue;
		int share[4], sum = 0;
		double worth;
		assert_false(n[i].inner);
		assert_int_equal(
			sscanf(n[i].proof,
			       "Depth limit: South plays on by the table %d %% (%lf), "
			       "folding more %d %% (%lf), calling more %d %% (%lf), "
			       "raising more %d %% (%lf); in brackets big blinds for "
			       "North.",
			       &share[0], &worth, &share[1], &worth, &share[2], &worth,
			       &share[3], &worth),
			8);
		for (int k = 0; k < 4; k++)
			sum += share[k];
		assert_true(sum >= 98 && sum <= 102);
		assert_true(s.ops->look->ways(&s, n[i].ref, &w));
		for (int k = 0; k < 4; k++)
			near(100 * w.all.way[k].often, share[k], 0.51);
		near(w.all.way[3].value / 100, worth, 0.0051);
		assert_int_equal(w.classes, POKER_CLASSES);
		assert_int_equal(s.ops->look->children(&s, n[i].ref, n, MOVES_MAX), 0);
		assert_false(s.ops->look->hands(&s, n[i].ref, &hands));
		leaves++;
		break;
	}
	assert_int_equal(leaves, 1);
	search_close(&s);
}

static int
begin(void **state)
{
	open_game(&g, &holdem_game, 2, "flops=1");
	return train_small(state);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(before_it_solves_it_is_the_table),
		cmocka_unit_test(a_bet_that_was_only_asked_about_leaves_no_trace),
		cmocka_unit_test(the_river_is_solved_from_the_ranges_that_play_left),
		cmocka_unit_test(the_turn_is_solved_from_the_ranges_of_the_flop),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(a_leaf_tells_how_play_goes_on),
		cmocka_unit_test(what_is_kept_is_what_is_worked_out_again),
		cmocka_unit_test(no_hand_changes_the_solve),
		cmocka_unit_test(a_bet_off_the_tree_is_answered_at_its_price),
		cmocka_unit_test(limits_end_it_and_it_answers_all_the_same),
		cmocka_unit_test(a_solution_that_was_not_allowed_is_not_kept),
		cmocka_unit_test(its_tree_is_that_of_the_root),
		cmocka_unit_test(the_choice_in_its_tree_is_that_of_the_hand_held),
	};
	return cmocka_run_group_tests(tests, begin, remove_small);
}
