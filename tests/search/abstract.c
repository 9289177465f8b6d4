/*
 * abstract.c - abstractions of hold'em: their betting, hands followed in them, what is played.
 *
 * Decisions by round were counted apart from this program. The share of a bet that is taken for the
 * smaller one: 3/7 for 0.75 between 0.5 and 1 (Ganzfried and Sandholm 2013).
 */
#include "ai/poker/table/play.h"
#include "ai/poker/table/sample.h"

#include "tests/search/small_table.h"

extern const struct search_ops blueprint_search;

/* ---- betting ----------------------------------------------------------------------------- */

static void
build(struct betting *b, struct arena *a, const struct game *g, const char *sizes,
      const char *raises, const char *buckets)
{
	struct betting_plan plan;
	struct status st = { 0 };
	if (!betting_read(&plan, sizes, raises, buckets, &st))
		fail_msg("%s", st.text);
	arena_reset(a);
	assert_true(betting_build(b, g, &plan, a));
}

static void
decisions_are_as_counted_apart(void **state)
{
	static const struct {
		const char *variant, *sizes, *raises;
		uint32_t decisions[BUCKET_ROUNDS];
		uint64_t numbers; /* of 1000 buckets each */
	} cases[] = {
		{ "", "1/a", "3", { 14, 82, 310, 858 }, 3121000 },
		{ "",
		  "0.5/1/a+0.5/1/a+1/a",
		  "4/3/2",
		  { 92, 1680, 5750, 11806 },
		  45681000 },
		{ "", "0.5/1/a", "4/3/2", { 92, 1680, 9788, 43116 }, 0 },
		{ "stack=10000",
		  "0.5/1/a",
		  "4/3/2",
		  { 92, 1168, 5672, 21544 },
		  72021000 },
	};
	struct arena a;
	assert_true(arena_open(&a, (size_t)64 << 20));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game g;
		struct betting b;
		open_game(&g, &holdem_game, 2, cases[i].variant);
		build(&b, &a, &g, cases[i].sizes, cases[i].raises, "1000");
		for (int k = 0; k < BUCKET_ROUNDS; k++)
			assert_int_equal(b.decisions[k], cases[i].decisions[k]);
		if (cases[i].numbers > 0)
			assert_int_equal(b.numbers, cases[i].numbers);
	}
	arena_close(&a);
}

/* Half the pot, the pot and all to open with, all to raise with: the moves behind the beginning,
 * a raise, and a raise of that. */
static void
later_raises_have_sizes_of_their_own(void **state)
{
	struct arena a;
	struct game g;
	struct betting b;
	uint32_t at = 0;
	assert_true(arena_open(&a, (size_t)64 << 20));
	open_game(&g, &holdem_game, 2, "");
	build(&b, &a, &g, "0.5/1/a:1/a:a+1", "3", "9");
	static const int moves[] = { 5, 4, 3, 2 };
	for (int k = 0; k < 4; k++) {
		const struct betting_node *n = &b.node[at];
		assert_int_equal(n->moves, moves[k]);
		at = n->child + (k < 2 ? 2U : (uint32_t)n->moves - 1); /* the smallest */
	}
	assert_int_equal(b.node[at].kind, BETTING_CALL);
	arena_close(&a);
}

static void
plans_are_read_and_refused(void **state)
{
	static const char *const bad[][3] = {
		{ "", "3", "9" },	   { "0.5/", "3", "9" },
		{ "1/a+", "3", "9" },	   { "1+1+1+1+1", "3", "9" },
		{ "0.01", "3", "9" },	   { "1", "3/", "9" },
		{ "1", "10", "9" },	   { "1", "3", "0" },
		{ "1", "3", "9/9/9/9/9" }, { "1/2/3/4/5/6/7", "3", "9" },
		{ "1:", "3", "9" },	   { "1:1:1:1:1", "3", "9" },
	};
	struct betting_plan p;
	struct text text = { 0 };
	assert_true(betting_read(&p, "a/1/0.5:a+2", "3/1", "169/20/10", NULL));
	betting_write(&p, &text);
	assert_string_equal(text.s, "3.0.5/1/a,a:169+1.2:20+1.2:10+1.2:10");
	text_free(&text);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct status st = { 0 };
		assert_false(betting_read(&p, bad[i][0], bad[i][1], bad[i][2], &st));
		assert_non_null(strstr(st.text, "expected"));
	}
}

/* ---- training ---------------------------------------------------------------------------- */

/* A game with three hands, 0, 1 and 2: the higher one wins, and the same ones share the pot. */
static void
deal_one_of_three(const struct game *g, const void *tables, struct rng *rng,
		  struct bucket_deal *out)
{
	const uint16_t hand[2] = { (uint16_t)rng_below(rng, 3),
				   (uint16_t)rng_below(rng, 3) };
	for (int seat = 0; seat < 2; seat++)
		for (int r = 0; r < BUCKET_ROUNDS; r++)
			out->bucket[seat][r] = hand[seat];
	out->better = (int8_t)((hand[0] > hand[1]) - (hand[0] < hand[1]));
}

/* The share of a move in what was counted of a hand. */
static double
counted_share(const struct sampler *s, const struct betting_node *n, int hand, int at)
{
	const int32_t *count = &s->to.number[s->betting.numbers + n->table +
					     (uint64_t)(hand * n->moves)];
	double all = 0;
	for (int a = 0; a < n->moves; a++)
		all += count[a];
	assert_true(all > 0);
	return count[at] / all;
}

/* A fold costs what was put in, whatever the hands, and a showdown what the hands say: the lowest
 * hand, which never wins, folds to begin with and against all chips, and the highest never does. */
static void
a_trained_hand_folds_when_it_cannot_win(void **state)
{
	static const struct bucket_ops ops = { .deal = deal_one_of_three };
	struct game g;
	struct arena a;
	struct sample_list list[1] = { { 0 } };
	open_game(&g, &holdem_game, 2, "");
	assert_true(arena_open(&a, (size_t)16 << 20));
	struct sampler s = {
		.g = &g,
		.ops = &ops,
		.to = { .list = list, .threads = 1, .batch = 100, .tick = 1000 },
		.seed = 3
	};
	build(&s.betting, &a, &g, "a", "1", "3");
	s.to.numbers = s.betting.numbers;
	s.to.number = arena_take(&a, 2 * s.to.numbers * sizeof *s.to.number);
	memset(s.to.number, 0, 2 * s.to.numbers * sizeof *s.to.number);
	sampler_begin(&s);
	sampling_iterate(&s.to, 40000);
	assert_int_equal(s.to.iterations, 40000);
	/* moves of the first: fold, call, all in */
	const struct betting_node *first = s.betting.node,
				  *pushed = &s.betting.node[first->child + 2];
	assert_int_equal(pushed->kind, BETTING_ALL_IN);
	assert_int_equal(pushed->moves, 2);
	assert_true(counted_share(&s, first, 0, 0) > 0.9);
	assert_true(counted_share(&s, pushed, 0, 0) > 0.9);
	assert_true(counted_share(&s, first, 2, 0) < 0.02);
	assert_true(counted_share(&s, pushed, 2, 0) < 0.02);
	sampling_close(&s.to);
	arena_close(&a);
}

/* ---- a table that is written by hand ------------------------------------------------------ */

/* One bucket after the flop, 169 before it; every decision raises, calls and folds by shares that
 * are its own. */
struct bench {
	struct game g;
	struct arena arena;
	struct abstract_table t;
	struct follow *follow;
	struct strategy_mixes *mix;
};

static void
open_bench(struct bench *b, const char *sizes)
{
	size_t bytes;
	open_game(&b->g, &holdem_game, 2, "flops=1");
	assert_true(arena_open(&b->arena, (size_t)64 << 20));
	build(&b->t.betting, &b->arena, &b->g, sizes, "3", "169/2/2/2");
	b->t.ops = b->g.ops->public->buckets;
	const void *tables = b->t.ops->fill(&b->g, b->t.betting.plan.buckets, 1, NULL,
					    &b->arena, &bytes);
	assert_non_null(tables);
	b->t.lookup = b->t.ops->lookup(&b->g, tables);
	for (int r = 0; r < BUCKET_ROUNDS; r++) {
		const size_t n = b->t.betting.begins[r + 1] - b->t.betting.begins[r];
		b->t.byte[r] = arena_take(&b->arena, n);
		for (size_t i = 0; i < n; i++)
			b->t.byte[r][i] = (uint8_t)(1 + i % 50);
	}
	b->follow = arena_take(&b->arena, sizeof *b->follow);
	b->mix = arena_take(&b->arena, sizeof *b->mix);
	assert_non_null(b->mix);
}

static void
follow_text(struct bench *b, const char *at)
{
	struct state s;
	read_position(&b->g, at, &s);
	follow_hand(b->follow, &b->t, &b->g, TRANSLATE_RPAT, &s);
	follow_mix(b->follow, b->mix);
}

/* Bets of the tree lead to one place, and what is played is what the table says there. */
static void
a_line_of_the_tree_is_looked_up(void **state)
{
	struct bench b;
	open_bench(&b, "0.5/1/a");
	follow_text(&b, "0::9s9c|");
	assert_int_equal(b.follow->count, 1);
	assert_int_equal(b.follow->branch[0].at, 0);
	/* f, c, r200 (half), r300 (pot), r20000 */
	assert_int_equal(b.mix->moves, 5);
	assert_int_equal(b.mix->m[2], HOLDEM_RAISE + 200);
	assert_int_equal(b.mix->m[3], HOLDEM_RAISE + 300);
	assert_int_equal(b.mix->m[4], HOLDEM_RAISE + 20000);
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		const uint8_t *byte = b.t.byte[0] + poker_class(h) * 5;
		int sum = 0;
		for (int a = 0; a < 5; a++)
			sum += byte[a];
		assert_true(b.mix->known[h]);
		for (int a = 0; a < 5; a++)
			assert_true(fabs(b.mix->prob[a][h] - (double)byte[a] / sum) <
				    1e-12);
	}
	follow_text(&b, "0:r300c/:9s9c|/TsQh8c");
	assert_int_equal(b.follow->count, 1);
	/* seats change with the button: the second hand is the same tree */
	follow_text(&b, "1:r300c/:9s9c|/TsQh8c");
	assert_int_equal(b.follow->count, 1);
	assert_int_equal(b.t.betting.node[b.follow->branch[0].at].seat, 1);
	assert_int_equal(game_mover(&b.g, &b.follow->state), 0);
	arena_close(&b.arena);
}

/* 0.75 of the pot between 0.5 and 1 is 0.5 with 3/7. What the hand that answers plays is the
 * mixture of both answers; behind it each branch counts by what the hand did there. */
static void
a_bet_between_two_is_a_mixture(void **state)
{
	struct bench b;
	open_bench(&b, "0.5/1/a");
	follow_text(&b, "0:r250:9s9c|");
	assert_int_equal(b.follow->count, 2);
	assert_true(fabs(b.follow->branch[0].prior - 3.0 / 7) < 1e-12);
	assert_true(fabs(b.follow->branch[1].prior - 4.0 / 7) < 1e-12);
	const struct betting_node *half = &b.t.betting.node[b.follow->branch[0].at],
				  *whole = &b.t.betting.node[b.follow->branch[1].at];
	assert_true(fabs(half->part - 0.5) < 1e-12 && fabs(whole->part - 1) < 1e-12);
	const int hand = poker_hand_number(CARD(7, SPADES), CARD(7, CLUBS));
	double prob[2][BETTING_MOVES];
	assert_true(abstract_table_mix(&b.t, b.follow->branch[0].at, poker_class(hand),
				       prob[0]));
	assert_true(abstract_table_mix(&b.t, b.follow->branch[1].at, poker_class(hand),
				       prob[1]));
	/* folds of both are folds */
	assert_true(fabs(b.mix->prob[0][hand] - (3 * prob[0][0] + 4 * prob[1][0]) / 7) <
		    1e-12);
	/* raises are by the same part of the pot that is there: one move */
	assert_int_equal(b.mix->moves, 5);
	assert_int_equal(b.mix->m[3], HOLDEM_RAISE + 750);
	/* it called: each branch by how often the hand calls there */
	struct state s;
	struct rng r;
	read_position(&b.g, "0:r250:9s9c|", &s);
	b.g.rules->play(&b.g, &s, game_mover(&b.g, &s), HOLDEM_CALL, &s);
	rng_seed(&r, 1);
	b.g.rules->play(&b.g, &s, SEAT_CHANCE, b.g.chance->sample(&b.g, &s, &r), &s);
	follow_hand(b.follow, &b.t, &b.g, TRANSLATE_RPAT, &s);
	assert_int_equal(b.follow->count, 2);
	const double *reach[2] = { b.follow->branch[0].reach[1],
				   b.follow->branch[1].reach[1] };
	assert_true(fabs(reach[0][hand] - prob[0][1]) < 1e-12);
	assert_true(fabs(reach[1][hand] - prob[1][1]) < 1e-12);
	arena_close(&b.arena);
}

/* A raise beyond the last one of the tree leads nowhere; and zeros in the table are no mix. */
static void
where_nothing_was_learned_there_is_no_mix(void **state)
{
	struct bench b;
	open_bench(&b, "1/a");
	follow_text(&b, "0:r300r900r2700r8100:9s9c|");
	assert_int_equal(b.follow->count, 0);
	assert_int_equal(b.mix->moves, 0);
	const int hand = poker_hand_number(CARD(7, SPADES), CARD(7, CLUBS)),
		  other = poker_hand_number(CARD(8, SPADES), CARD(7, CLUBS));
	memset(b.t.byte[0] + poker_class(hand) * 4, 0, 4);
	follow_text(&b, "0::9s9c|");
	assert_false(b.mix->known[hand]);
	assert_true(b.mix->known[other]);
	arena_close(&b.arena);
}

/* ---- the player -------------------------------------------------------------------------- */

struct looked {
	struct game g;
	struct player p;
	struct search s;
};

static void
look_up(struct looked *l, const char *options, const struct state *root, int viewer)
{
	char text[300];
	struct status st = { 0 };
	snprintf(text, sizeof text, "blueprint:file=%s%s", table_path, options);
	if (!player_parse(&l->p, text, &app_catalog, &l->g, &st))
		fail_msg("%s", st.text);
	const struct search_job job = {
		.game = &l->g, .root = root, .viewer = viewer, .player = &l->p, .seed = 5
	};
	if (!search_open(&l->s, &job, &st))
		fail_msg("%s", st.text);
	search_run(&l->s);
}

/* Random hands: the player's mix is what mixes() says of the hand it holds, sums to 1 and does not
 * depend on the other's cards. */
static void
the_player_plays_the_mix_of_its_hand(void **state)
{
	static struct looked l;
	static struct strategy_mixes mixes;
	struct rng r;
	int looked = 0;
	open_game(&l.g, &holdem_game, 2, "flops=1");
	rng_seed(&r, 8);
	for (int hand = 0; hand < 12; hand++) {
		struct state s, seen;
		start_game(&l.g, &s);
		while (!(l.g.rules->settled(&l.g, &s) && holdem_of(&s)->hand > 0)) {
			const int seat = game_mover(&l.g, &s);
			if (seat == SEAT_CHANCE) {
				l.g.rules->play(&l.g, &s, seat,
						l.g.chance->sample(&l.g, &s, &r), &s);
				continue;
			}
			game_copy(&l.g, &s, &seen);
			l.g.hidden->redact(&l.g, &seen, seat);
			look_up(&l, ",values=3", &seen, seat);
			const struct snapshot *live = &l.s.live;
			double sum = 0;
			const int own = holdem_game.public->hand(&l.g, &s, seat);
			const bool any =
				blueprint_search.strategy->mixes(&l.s, &seen, &mixes);
			for (int i = 0; i < live->move_count; i++) {
				const struct stats_move *row = &live->moves[i];
				sum += row->prob;
				for (int k = 0;
				     any && mixes.known[own] && k < mixes.moves; k++)
					if (mixes.m[k] == row->m) {
						assert_true(fabs(mixes.prob[k][own] -
								 row->prob) < 1e-12);
						looked++;
					}
				assert_true(game_legal(&l.g, &s, seat, row->m));
			}
			assert_true(fabs(sum - 1) < 1e-9);
			const move m = search_choice(&l.s);
			search_close(&l.s);
			l.g.rules->play(&l.g, &s, seat, m, &s);
		}
	}
	assert_true(looked > 40);
}

/* A fold costs the blind, whatever the hands; after a call of all that there is nothing is left to
 * choose: its value is its share of the pot, which is large for aces. */
static void
values_are_those_of_hands_played_out(void **state)
{
	static struct looked l;
	struct state s;
	open_game(&l.g, &holdem_game, 2, "flops=1");
	read_position(&l.g, "0:r20000:AsAc|", &s);
	const int seat = game_mover(&l.g, &s);
	look_up(&l, ",values=400", &s, seat);
	int seen = 0;
	for (int i = 0; i < l.s.live.move_count; i++) {
		const struct stats_move *row = &l.s.live.moves[i];
		const double win = row->win[seat];
		assert_int_equal(row->visits, 400);
		if (row->m == HOLDEM_FOLD) {
			assert_true(fabs(row->value[seat] + 100) < 1e-9 && win == 0);
			seen |= 1;
		} else {
			assert_int_equal(row->m, HOLDEM_CALL);
			assert_true(win > 0.5 && win < 1);
			assert_true(fabs(row->value[seat] - 20000 * (2 * win - 1)) <
				    1e-6);
			seen |= 2;
		}
	}
	assert_int_equal(seen, 3);
	search_close(&l.s);
}

/* Of two hands played out: half of what their differences differ by. The first is the same whether
 * one is played out or two. */
static void
an_error_is_that_of_the_differences(void **state)
{
	static struct looked l;
	struct state s;
	double first[STATS_MOVES];
	move m[STATS_MOVES];
	int compared = 0;
	open_game(&l.g, &holdem_game, 2, "flops=1");
	read_position(&l.g, "0:r300:9s9c|", &s);
	const int seat = game_mover(&l.g, &s);
	for (int n = 1; n <= 2; n++) {
		look_up(&l, n == 1 ? ",values=1" : ",values=2", &s, seat);
		const struct snapshot *live = &l.s.live;
		int top = 0;
		for (int i = 1; i < live->move_count; i++)
			if (live->moves[i].prob > live->moves[top].prob)
				top = i;
		for (int i = 0; i < live->move_count; i++) {
			const double cost =
				live->moves[top].value[seat] - live->moves[i].value[seat];
			if (n == 1) {
				first[i] = cost;
				m[i] = live->moves[i].m;
			}
			assert_int_equal(live->moves[i].m, m[i]);
			if (n == 1 || isnan(cost)) {
				assert_true(live->moves[i].cost_se == 0);
				continue;
			}
			const double second = 2 * cost - first[i];
			assert_true(fabs(live->moves[i].cost_se -
					 fabs(first[i] - second) / 2) < 1e-6);
			compared += first[i] != second;
		}
		search_close(&l.s);
	}
	assert_true(compared > 0);
}

/* The mix of a decision's bucket, read from the bytes of the table; false: there is none. */
static bool
mix_of_bytes(const struct abstract_table *t, const struct betting_node *n, int bucket,
	     double *prob)
{
	const uint8_t *byte = t->byte[n->round] + n->table - t->betting.begins[n->round] +
			      bucket * n->moves;
	double sum = 0;
	for (int a = 0; a < n->moves; a++)
		sum += byte[a];
	for (int a = 0; a < n->moves; a++)
		prob[a] = sum > 0 ? byte[a] / sum : 0;
	return sum > 0;
}

/* What is told of all hands where the mover has made one move of the root, or none (-1): each of
 * the 1326 gets there as often as it makes that move, and then does what the table says of its
 * class. Without a hand held the moves are those of all these hands. Returns how many the table
 * knows. */
static int
check_told(const struct search *s, const struct abstract_table *t,
	   const struct betting_node *at, int made)
{
	const struct stats_hands *told = snapshot_hands(&s->live);
	double dealt[POKER_CLASSES] = { 0 }, here = 0, all[BETTING_MOVES] = { 0 };
	int known = 0;
	for (int h = 0; h < POKER_HANDS; h++)
		dealt[poker_class(h)]++;
	assert_int_equal(told->classes, POKER_CLASSES);
	assert_int_equal(told->actions, at->moves);
	for (int c = 0; c < POKER_CLASSES; c++) {
		double before[BETTING_MOVES], now[BETTING_MOVES];
		assert_true(mix_of_bytes(t, t->betting.node, c, before));
		const double reach = made >= 0 ? before[made] : 1;
		if (!mix_of_bytes(t, at, c, now)) {
			assert_true(told->weight[c] <= 0);
			continue;
		}
		known += (int)dealt[c];
		here += dealt[c] * reach;
		assert_true(fabs((double)told->weight[c] - reach) < 1e-6);
		for (int a = 0; a < at->moves; a++) {
			all[a] += dealt[c] * reach * now[a];
			assert_true(reach > 0 ? fabs((double)told->mix[c][a] - now[a]) <
							1e-6
					      : isnan(told->mix[c][a]));
		}
	}
	for (int a = 0; a < at->moves; a++) {
		assert_true(fabs((double)told->all[a] - all[a] / here) < 1e-6);
		for (int k = 0; k < s->live.move_count; k++)
			if (s->live.moves[k].m == told->action[a])
				assert_true(fabs(s->live.moves[k].prob - all[a] / here) <
					    1e-9);
	}
	return known;
}

/* The button calls, the other raises by the pot: training knows every hand that is to move before
 * that, and a part of those that answer it. */
static void
all_hands_are_told_with_what_brings_them_here(void **state)
{
	static struct looked l;
	struct abstract_table t;
	struct arena arena;
	struct status st = { 0 };
	struct state s;
	open_game(&l.g, &holdem_game, 2, "flops=1");
	assert_true(arena_open(&arena, (size_t)64 << 20));
	assert_true(abstract_table_read(&t, &l.g, table_path, &arena, &st));
	/* of the button: fold, call, the pot, all; of the other: check, the pot, all */
	const struct betting_node *node = t.betting.node,
				  *limped = &node[node->child + 1],
				  *raised = &node[limped->child + 1];
	read_position(&l.g, "0:c:|", &s);
	look_up(&l, "", &s, game_mover(&l.g, &s));
	assert_int_equal(check_told(&l.s, &t, limped, -1), POKER_HANDS);
	assert_int_equal(snapshot_hands(&l.s.live)->action[1], HOLDEM_RAISE + 300);
	search_close(&l.s);
	read_position(&l.g, "0:cr300:|", &s);
	look_up(&l, "", &s, game_mover(&l.g, &s));
	assert_in_range(check_told(&l.s, &t, raised, 1), 700, POKER_HANDS - 1);
	assert_int_equal(snapshot_hands(&l.s.live)->action[2], HOLDEM_RAISE + 900);
	search_close(&l.s);
	arena_close(&arena);
}

/* The table that ships is for rules of which none is changed: there the highest level has it. */
static void
the_highest_level_has_the_table_where_it_fits(void **state)
{
	static const struct {
		const char *variant, *key;
	} cases[] = { { "", "modicum" }, { "stack=10000", "equity" } };
	for (size_t i = 0; i < 2; i++) {
		static struct player p;
		struct game g;
		struct status st = { 0 };
		open_game(&g, &holdem_game, 2, cases[i].variant);
		if (!player_parse(&p, "max", &app_catalog, &g, &st))
			fail_msg("%s", st.text);
		assert_string_equal(p.part[0].ops->key, cases[i].key);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decisions_are_as_counted_apart),
		cmocka_unit_test(later_raises_have_sizes_of_their_own),
		cmocka_unit_test(plans_are_read_and_refused),
		cmocka_unit_test(a_trained_hand_folds_when_it_cannot_win),
		cmocka_unit_test(a_line_of_the_tree_is_looked_up),
		cmocka_unit_test(a_bet_between_two_is_a_mixture),
		cmocka_unit_test(where_nothing_was_learned_there_is_no_mix),
		cmocka_unit_test(the_player_plays_the_mix_of_its_hand),
		cmocka_unit_test(values_are_those_of_hands_played_out),
		cmocka_unit_test(an_error_is_that_of_the_differences),
		cmocka_unit_test(all_hands_are_told_with_what_brings_them_here),
		cmocka_unit_test(the_highest_level_has_the_table_where_it_fits),
	};
	return cmocka_run_group_tests(tests, train_small, remove_small);
}
