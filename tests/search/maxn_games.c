/*
 * maxn_games.c - max^n and paranoid on positions of the games themselves: every pruning
 * gives the move and the tuple of a plain recursion without table or merging.
 */
#include "ai/depth_first/dfs.h"
#include "tests/search/treegame.h"

extern const struct search_ops maxn_search, paranoid_search, offensive_search;
extern const struct game_ops hearts_game, spades_game, chinese_checkers_game;

#define POSITIONS 200
#define MIDDLES	  64

static int64_t paranoid_nodes[4]; /* in all, by mode */

/* ---- the references ---- */

static bool
game_leaf(const struct game *g, const struct state *s, int rem)
{
	if (g->rules->settled(g, s))
		return true;
	return rem <= 0 && (g->knowledge->quiet == NULL || g->knowledge->quiet(g, s));
}

/* Moves in the fixed order, sorted as simply as can be. */
static int
ordered_moves(const struct game *g, const struct state *s, int seat, move *m)
{
	static int32_t score[MOVES_MAX];
	const int n = g->rules->moves(g, s, seat, m);
	g->knowledge->order(g, s, seat, m, n, score);
	for (int i = 1; i < n; i++) {
		for (int j = i; j > 0 && score[j - 1] < score[j]; j--) {
			const move mv = m[j];
			const int32_t sc = score[j];
			m[j] = m[j - 1], m[j - 1] = mv;
			score[j] = score[j - 1], score[j - 1] = sc;
		}
	}
	return n;
}

/* me SEAT_NONE: max^n; else paranoid for that seat, only value[me] counts. Leaves are valued by
 * what is taken or by evaluation. */
static move
reference_by(const struct game *g, bool taken, const struct state *s, int rem, int me,
	     int32_t *value)
{
	move m[256], best = MOVE_NONE;
	if (game_leaf(g, s, rem)) {
		(taken ? g->trick->taken : g->knowledge->evaluate)(g, s, value);
		return MOVE_NONE;
	}
	const int seat = game_mover(g, s), n = ordered_moves(g, s, seat, m);
	for (int i = 0; i < n; i++) {
		struct state child;
		int32_t v[SEATS_MAX] = { 0 };
		g->rules->play(g, s, seat, m[i], &child);
		reference_by(g, taken, &child, rem - 1, me, v);
		const bool better = me == SEAT_NONE || me == seat
					    ? v[me == SEAT_NONE ? seat : me] >
						      value[me == SEAT_NONE ? seat : me]
					    : v[me] < value[me];
		if (best == MOVE_NONE || better) {
			memcpy(value, v, sizeof v);
			best = m[i];
		}
	}
	return best;
}

static move
reference(const struct game *g, const struct state *s, int rem, int me, int32_t *value)
{
	return reference_by(g, false, s, rem, me, value);
}

/* ---- positions ---- */

/*
 * A position after some moves, by the game's own player now and then: false when
 * settled.
 */
static bool
random_position(const struct game *g, struct rng *r, int plies, struct state *s)
{
	move m[256];
	g->rules->start(g, s);
	for (int i = 0; i < plies;) {
		const int seat = game_mover(g, s);
		move mv;
		if (seat == SEAT_NONE)
			return false;
		if (seat == SEAT_CHANCE) {
			mv = g->chance->sample(g, s, r);
		} else {
			const int n = g->rules->moves(g, s, seat, m);
			mv = m[rng_below(r, (uint32_t)n)];
			if (rng_below(r, 2))
				mv = g->knowledge->policy(g, s, seat, r);
			i++;
		}
		g->rules->play(g, s, seat, mv, s);
	}
	return !g->rules->settled(g, s) && game_mover(g, s) >= 0;
}

/* ---- the tests ---- */

static void
compare_modes_by(const struct game *g, bool taken, const struct state *root, int depth,
		 int64_t *nodes)
{
	struct search s;
	struct player p;
	int32_t value[SEATS_MAX] = { 0 };
	char text[POSITION_TEXT], how[96];
	const move best = reference_by(g, taken, root, depth, SEAT_NONE, value);
	g->text->format_position(g, root, text, sizeof text);
	for (int m = 0; m < MAXN_MODES; m++) {
		snprintf(how, sizeof how, "%s%s", maxn_modes[m],
			 taken ? ",eval=taken" : "");
		run_search(&s, &p, g, root, &maxn_search, how,
			   (struct limits){ .depth = depth }, NULL);
		nodes[m] += s.live.nodes;
		if (search_choice(&s) != best)
			fail_msg("%s depth %d at %s: another move", how, depth, text);
		for (int i = 0; i < g->seats; i++)
			if (s.live.moves[0].value[i] != value[i] / (double)game_unit(g))
				fail_msg("%s depth %d at %s: another value", how, depth,
					 text);
		search_close(&s);
	}
}

static void
compare_modes(const struct game *g, const struct state *root, int depth, int64_t *nodes)
{
	compare_modes_by(g, false, root, depth, nodes);
}

static void
compare_paranoid(const struct game *g, const struct state *root, int depth)
{
	static const char *const paranoid_modes[] = { "table=off,window=full",
						      "table=on,window=full",
						      "table=off,window=zero",
						      "table=on,window=zero" };
	for (int m = 0; m < 4; m++) {
		struct search s;
		struct player p;
		int32_t value[SEATS_MAX] = { 0 };
		const int me = game_mover(g, root);
		const move best = reference(g, root, depth, me, value);
		run_search(&s, &p, g, root, &paranoid_search, paranoid_modes[m],
			   (struct limits){ .depth = depth }, NULL);
		assert_int_equal(search_choice(&s), best);
		assert_true(s.live.value[me] == value[me] / (double)game_unit(g));
		paranoid_nodes[m] += s.live.nodes;
		search_close(&s);
	}
}

static void
print_nodes(const char *what, const int64_t *nodes)
{
	printf("%s, %d positions, nodes:", what, POSITIONS);
	for (int m = 0; m < MAXN_MODES; m++)
		printf(" %s %lld%s", maxn_modes[m], (long long)nodes[m],
		       m < MAXN_MODES - 1 ? "," : "\n");
}

/* Three seats, 17 tricks: endings played out, and earlier positions to a depth. */
static void
open_hearts_gives_the_same_move_and_value_with_every_pruning(void **state)
{
	struct game g;
	struct rng r;
	struct state s;
	int64_t nodes[MAXN_MODES] = { 0 };
	open_game(&g, &hearts_game, 3, "open=on passing=off");
	rng_seed(&r, 26);
	for (int done = 0; done < POSITIONS;) {
		const bool ending = done % 2;
		const int plies =
			ending ? 39 + (int)rng_below(&r, 8) : (int)rng_below(&r, 36);
		if (!random_position(&g, &r, plies, &s))
			continue;
		compare_modes(&g, &s, ending ? 30 : 3 + (int)rng_below(&r, 2), nodes);
		if (ending || done % 8 == 0)
			compare_paranoid(&g, &s, ending ? 30 : 3);
		done++;
	}
	print_nodes("open Hearts, 3 seats", nodes);
	printf("paranoid so far, nodes with the full window %lld, zero %lld; with the "
	       "table %lld, %lld\n",
	       (long long)paranoid_nodes[0], (long long)paranoid_nodes[2],
	       (long long)paranoid_nodes[1], (long long)paranoid_nodes[3]);
}

static void
chinese_checkers_gives_the_same_move_and_value_with_every_pruning(void **state)
{
	struct game g, small;
	struct rng r;
	struct state s;
	int64_t nodes[MAXN_MODES] = { 0 };
	open_game(&g, &chinese_checkers_game, 3, "size=4");
	open_game(&small, &chinese_checkers_game, 3, "size=2");
	rng_seed(&r, 121);
	for (int done = 0; done < POSITIONS;) {
		const bool big = done % 4 == 0;
		const int plies = (int)rng_below(&r, big ? 60 : 20);
		const struct game *game = big ? &g : &small;
		if (!random_position(game, &r, plies, &s))
			continue;
		const int depth = big ? 2 : 3 + done % 8 / 7;
		compare_modes(game, &s, depth, nodes);
		compare_paranoid(game, &s, depth);
		done++;
	}
	print_nodes("Chinese Checkers, 3 seats", nodes);
}

static void
other_numbers_of_seats_agree_too(void **state)
{
	struct rng r;
	rng_seed(&r, 45);
	for (int i = 0, done = 0; done < 40; i++) {
		struct game g;
		struct state s;
		int64_t nodes[MAXN_MODES] = { 0 };
		const int seats = 4 + i % 2;
		open_game(&g, &hearts_game, seats, "open=on passing=off");
		const int plies =
			(seats == 4 ? 52 : 50) - 2 * seats - (int)rng_below(&r, 9);
		if (!random_position(&g, &r, plies, &s))
			continue;
		compare_modes(&g, &s, 30, nodes);
		compare_paranoid(&g, &s, 30);
		done++;
	}
}

/* In the middle of a hand, where what is taken so far leaves many ties at the bounds, and a cut
 * that asks for one point too little is a wrong one. */
static void
the_middle_of_a_hand_agrees_by_points_taken_and_by_evaluation(void **state)
{
	struct rng r;
	int64_t nodes[MAXN_MODES] = { 0 };
	rng_seed(&r, 299);
	for (int done = 0; done < MIDDLES;) {
		struct game g;
		struct state s;
		const int seats = 4 + done % 2, cards = seats == 4 ? 52 : 50;
		const int left = 4 * seats + (int)rng_below(&r, 2 * (uint32_t)seats);
		open_game(&g, &hearts_game, seats, "open=on passing=off");
		if (!random_position(&g, &r, cards - left, &s))
			continue;
		compare_modes_by(&g, done / 2 % 4 != 0, &s, 8, nodes);
		done++;
	}
	print_nodes("open Hearts, 4 and 5 seats, middle of the hand", nodes);
}

/* Games of tricks in their variants, for tables that know a node by what is to come. */
static const struct tricks {
	const struct game_ops *ops;
	int seats, cards; /* in all hands */
	const char *variant;
} tricks[] = {
	{ &hearts_game, 3, 51, "open=on" },
	{ &hearts_game, 4, 52, "open=on" },
	{ &hearts_game, 5, 50, "open=on" },
	{ &hearts_game, 4, 52, "open=on,moon=self" },
	{ &hearts_game, 4, 52, "open=on,jack=on" },
	{ &hearts_game, 3, 51, "open=on,queen_breaks=on" },
	{ &spades_game, 4, 52, "open=on,bidding=off" },
	{ &spades_game, 3, 51, "open=on,bidding=off" },
	{ &spades_game, 4, 52, "open=on,bidding=off,partners=on" },
	{ &spades_game, 4, 52, "open=on,partners=off" },
	{ &spades_game, 4, 52, "open=on,partners=on" },
	{ &spades_game, 3, 51, "open=on" },
};
#define TRICKS (int)(sizeof tricks / sizeof tricks[0])

/* The move and value of a search with the table and merging are those without, in a game that
 * merges no moves. */
static void
compare_table(const struct game *g, const struct state *root,
	      const struct search_ops *ops, const char *with, const char *without,
	      int depth)
{
	struct search a, b;
	struct player pa, pb;
	const struct limits limits = { .depth = depth };
	const int me = game_mover(g, root);
	struct game_knowledge apart = *g->knowledge;
	struct game plain = *g;
	apart.merge = NULL;
	plain.knowledge = &apart;
	run_search(&a, &pa, g, root, ops, with, limits, NULL);
	run_search(&b, &pb, &plain, root, ops, without, limits, NULL);
	bool same = search_choice(&a) == search_choice(&b);
	for (int i = 0; i < g->seats && same; i++)
		if (ops != &paranoid_search || i == me)
			same = a.live.moves[0].value[i] == b.live.moves[0].value[i];
	if (!same) {
		char text[POSITION_TEXT];
		g->text->format_position(g, root, text, sizeof text);
		fail_msg("%s %s, depth %d at %s: not as with %s", ops->key, with, depth,
			 text, without);
	}
	/* What the principal variation shows can be played. */
	struct state s;
	game_copy(g, root, &s);
	for (int i = 0; i < a.live.pv_count; i++) {
		move m[64];
		const int seat = game_mover(g, &s), n = g->rules->moves(g, &s, seat, m);
		int at = 0;
		while (at < n && m[at] != a.live.pv[i])
			at++;
		assert_true(at < n);
		g->rules->play(g, &s, seat, m[at], &s);
	}
	search_close(&a);
	search_close(&b);
}

static void
tables_of_what_is_to_come_change_nothing(void **state)
{
	struct rng r;
	rng_seed(&r, 52);
	for (int done = 0; done < 20 * TRICKS;) {
		const struct tricks *t = &tricks[done % TRICKS];
		struct game g;
		struct state s;
		open_game(&g, t->ops, t->seats, t->variant);
		const bool ending = done / TRICKS % 2;
		const int left = ending ? t->seats * 2 + (int)rng_below(&r, 4)
					: t->seats + (int)rng_below(&r, 16);
		const int depth = ending ? 40 : 4;
		if (!random_position(&g, &r, t->cards - left, &s))
			continue;
		const char *none = "table=off,prune=none";
		compare_table(&g, &s, &maxn_search, "prune=none", none, depth);
		compare_table(&g, &s, &maxn_search, "prune=speculative", none, depth);
		compare_table(&g, &s, &maxn_search, "prune=speculative,eval=taken",
			      "table=off,prune=none,eval=taken", depth);
		compare_table(&g, &s, &paranoid_search, "window=zero", "table=off",
			      depth);
		compare_table(&g, &s, &offensive_search, "table=on", "table=off", depth);
		done++;
	}
}

/* Runs both: they must not differ in any figure. */
static void
run_alike(struct search *a, struct search *b)
{
	search_run(a);
	search_run(b);
	assert_int_equal(a->live.nodes, b->live.nodes);
	assert_int_equal(a->live.leaves, b->live.leaves);
	assert_int_equal(a->live.children, b->live.children);
	assert_int_equal(a->live.depth, b->live.depth);
	assert_int_equal(a->live.seldepth, b->live.seldepth);
	assert_int_equal(a->live.stop, b->live.stop);
	assert_int_equal(a->live.pv_count, b->live.pv_count);
	assert_memory_equal(a->live.pv, b->live.pv,
			    (size_t)a->live.pv_count * sizeof *a->live.pv);
	for (int i = 0; i < a->game->seats; i++)
		assert_true(a->live.value[i] == b->live.value[i]);
	for (int i = 0; i < CUT_RULES; i++) {
		assert_int_equal(a->live.cuts[i], b->live.cuts[i]);
		assert_int_equal(a->live.skipped[i], b->live.skipped[i]);
	}
	search_close(a);
	search_close(b);
}

static void
writing_down_changes_no_figure(void **state)
{
	struct rng r;
	rng_seed(&r, 77);
	for (int done = 0; done < 20 * TRICKS;) {
		const struct tricks *t = &tricks[done % TRICKS];
		struct game g;
		struct state s;
		struct search a, b;
		struct player pa, pb;
		open_game(&g, t->ops, t->seats, t->variant);
		if (!random_position(&g, &r, (int)rng_below(&r, (uint32_t)t->cards - 4),
				     &s))
			continue;
		const struct limits l = { .depth = 5,
					  .nodes = 200 + (int)rng_below(&r, 5000) };
		const char *how = maxn_modes[rng_below(&r, MAXN_MODES)];
		open_search(&a, &pa, &g, &s, &maxn_search, how, l, NULL, false);
		open_search(&b, &pb, &g, &s, &maxn_search, how, l, NULL, true);
		run_alike(&a, &b);
		done++;
	}
}

/* A tree that is written down has every state made: the last card of a trick, which is answered
 * for at once, must come to the same. */
static void
the_last_ply_at_once_changes_no_figure(void **state)
{
	static const char *const how[] = { "eval=taken", "eval=taken,table=off" };
	struct rng r;
	rng_seed(&r, 313);
	for (int done = 0; done < 240;) {
		const struct tricks *t = &tricks[done % 6];
		struct game g;
		struct search a, b;
		struct player pa, pb;
		struct state s;
		open_game(&g, t->ops, t->seats, t->variant);
		const int most = t->cards - 4, last = most - (int)rng_below(&r, 16);
		if (!random_position(&g, &r,
				     done % 3 ? last : (int)rng_below(&r, (uint32_t)most),
				     &s))
			continue;
		const struct limits l = { .nodes = 200 + (int)rng_below(&r, 40000) };
		const char *const options = how[done / 6 % 2];
		open_search(&a, &pa, &g, &s, &paranoid_search, options, l, NULL, false);
		open_search(&b, &pb, &g, &s, &paranoid_search, options, l, NULL, true);
		run_alike(&a, &b);
		done++;
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			open_hearts_gives_the_same_move_and_value_with_every_pruning),
		cmocka_unit_test(
			chinese_checkers_gives_the_same_move_and_value_with_every_pruning),
		cmocka_unit_test(other_numbers_of_seats_agree_too),
		cmocka_unit_test(
			the_middle_of_a_hand_agrees_by_points_taken_and_by_evaluation),
		cmocka_unit_test(tables_of_what_is_to_come_change_nothing),
		cmocka_unit_test(writing_down_changes_no_figure),
		cmocka_unit_test(the_last_ply_at_once_changes_no_figure),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
