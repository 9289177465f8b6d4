/*
 * brs.c - best-reply search against a plain recursion on Chinese Checkers and Abalone: its
 * values, and what it says of its cuts.
 */
#include "ai/depth_first/dfs.h"
#include "tests/kept.h"
#include "tests/search/treegame.h"

extern const struct search_ops brs_search;
extern const struct game_ops hearts_game, chinese_checkers_game, abalone_game;

static int32_t
reference(const struct game *g, const struct state *s, int rem, int me, bool mine)
{
	int32_t value[SEATS_MAX], best = 0;
	bool any = false;
	if (g->rules->settled(g, s) || rem == 0) {
		g->knowledge->evaluate(g, s, value);
		return value[me];
	}
	for (int seat = 0; seat < g->seats; seat++) {
		static move moves[8][MOVES_MAX];
		struct state turn = *s, child;
		if ((seat == me) != mine)
			continue;
		g->turns->give_turn(g, &turn, seat, &turn);
		const int n = g->rules->moves(g, &turn, seat, moves[rem]);
		for (int i = 0; i < n; i++) {
			g->rules->play(g, &turn, seat, moves[rem][i], &child);
			const int32_t v = reference(g, &child, rem - 1, me, !mine);
			if (!any || (mine ? v > best : v < best))
				best = v;
			any = true;
		}
	}
	return best;
}

static void
compare_on(const struct game_ops *ops, const struct options *variant, int positions,
	   int depth)
{
	struct status st = { 0 };
	struct rng r;
	rng_seed(&r, 3);
	for (int k = 0; k < positions; k++) {
		struct game g;
		struct state s = { 0 };
		assert_true(game_init(&g, ops, k % 2 ? 3 : 2, variant, &st));
		g.rules->start(&g, &s);
		for (int i = 0; i < k % 12; i++) {
			const int seat = game_mover(&g, &s);
			if (seat >= 0)
				g.rules->play(&g, &s, seat,
					      g.knowledge->policy(&g, &s, seat, &r), &s);
		}
		const int me = game_mover(&g, &s);
		if (me < 0)
			continue;
		struct search search;
		struct player p;
		run_search(&search, &p, &g, &s, &brs_search, "",
			   (struct limits){ .depth = depth }, NULL);
		assert_true(search.live.value[me] ==
			    reference(&g, &s, depth, me, true) / (double)game_unit(&g));
		search_close(&search);
	}
}

static void
it_has_the_value_of_a_plain_recursion(void **state)
{
	struct options variant;
	struct status st = { 0 };
	options_init(&variant, chinese_checkers_game.options);
	assert_true(options_set(&variant, "size", "2", &st));
	compare_on(&chinese_checkers_game, &variant, 30, 3);
	compare_on(&abalone_game, NULL, 12, 2);
}

/* ---- what was skipped ---- */

/* Nodes of the search without cuts below a position, itself too. */
static int64_t
full_width(const struct game *g, const struct state *s, int rem, int me, bool mine)
{
	int64_t nodes = 1;
	for (int seat = 0; seat < g->seats && rem > 0 && !g->rules->settled(g, s);
	     seat++) {
		move m[MOVES_MAX];
		struct state turn = *s, child;
		if ((seat == me) != mine)
			continue;
		g->turns->give_turn(g, &turn, seat, &turn);
		const int n = g->rules->moves(g, &turn, seat, m);
		for (int i = 0; i < n; i++) {
			g->rules->play(g, &turn, seat, m[i], &child);
			nodes += full_width(g, &child, rem - 1, me, !mine);
		}
	}
	return nodes;
}

struct walk {
	struct search *s;
	const struct game *g;
	int depth, me;
	int64_t nodes, skipped, counted;
	int cuts[2]; /* at nodes of others, of the root seat */
};

/* Both numbers of a sentence, against a plain search of the node. */
static void
check_sentence(struct walk *w, const struct look_node *l, const struct state *st, int rem,
	       bool mine)
{
	const double unit = game_unit(w->g);
	const double plain = reference(w->g, st, rem, w->me, mine) / unit;
	const char *gets = strstr(l->proof, "gets "), *to = strstr(l->proof, " to ");
	double got, bound;
	assert_ptr_equal(l->rule, &dfs_rules[CUT_ALPHA_BETA]);
	assert_non_null(to);
	if (mine) { /* "X gets 5 here, the others can hold X to 3 above" */
		assert_non_null(gets);
		assert_int_equal(sscanf(gets, "gets %lf here", &got), 1);
		assert_int_equal(sscanf(to, " to %lf above", &bound), 1);
		assert_true(plain >= got && got >= bound);
	} else { /* "Y can hold X to 3 here, X needs 5" */
		assert_null(gets);
		assert_int_equal(sscanf(to, " to %lf here, %*s needs %lf", &got, &bound),
				 2);
		assert_true(plain <= got && got < bound);
	}
	w->cuts[mine]++;
}

/* The children of a node; st: its position, where the root seat moves (mine) or all others.
 * Returns how many were never searched. */
static int
walk_down(struct walk *w, look_ref ref, const struct state *st, int ply, bool mine)
{
	static struct look_node rows[8][MOVES_MAX];
	struct look_node *l = rows[ply];
	const int rem = w->depth - ply - 1;
	const int n = w->s->ops->look->children(w->s, ref, l, MOVES_MAX);
	int skipped = 0, best = 0;
	assert_int_equal(n, full_width(w->g, st, 1, w->me, mine) - 1);
	for (int i = 0; i < n; i++) {
		struct state child = *st;
		struct look_count c;
		assert_true((l[i].seat == w->me) == mine);
		skipped += l[i].skipped;
		best += l[i].best;
		w->g->turns->give_turn(w->g, &child, l[i].seat, &child);
		w->g->rules->play(w->g, &child, l[i].seat, l[i].m, &child);
		if (l[i].skipped) {
			assert_ptr_equal(l[i].rule, &dfs_rules[CUT_ALPHA_BETA]);
			assert_true(l[i].proof[0] != '\0' && l[i].visits == 0);
			continue;
		}
		w->nodes++;
		if (l[i].children_skipped > 0)
			check_sentence(w, &l[i], &child, rem, !mine);
		assert_true(w->s->ops->look->count(w->s, l[i].ref, 1 << 30, &c));
		assert_true(c.whole);
		assert_int_equal(c.searched, l[i].visits);
		assert_int_equal(c.searched + c.counted,
				 full_width(w->g, &child, rem, w->me, !mine));
		w->counted += c.counted;
		if (l[i].inner)
			assert_int_equal(walk_down(w, l[i].ref, &child, ply + 1, !mine),
					 l[i].children_skipped);
	}
	assert_int_equal(best, 1);
	w->skipped += skipped;
	return skipped;
}

/* Figures of the last iteration alone. */
static struct snapshot
before(const struct game *g, const struct state *s, int depth)
{
	struct search search;
	struct player p;
	run_search(&search, &p, g, s, &brs_search, "", (struct limits){ .depth = depth },
		   NULL);
	const struct snapshot live = kept_figures(&search.live);
	search_close(&search);
	return live;
}

static void
walk_on(const struct game_ops *ops, const struct options *variant, int depth,
	struct walk *w)
{
	struct status st = { 0 };
	struct rng r;
	rng_seed(&r, 5);
	for (int k = 0; k < 6; k++) {
		struct game g;
		struct state s = { 0 };
		struct search search;
		struct player p;
		assert_true(game_init(&g, ops, k % 2 ? 3 : 2, variant, &st));
		g.rules->start(&g, &s);
		for (int i = 0; i < k; i++) {
			const int seat = game_mover(&g, &s);
			g.rules->play(&g, &s, seat, g.knowledge->policy(&g, &s, seat, &r),
				      &s);
		}
		open_search(&search, &p, &g, &s, &brs_search, "",
			    (struct limits){ .depth = depth }, NULL, true);
		search_run(&search);
		*w = (struct walk){ .s = &search,
				    .g = &g,
				    .depth = depth,
				    .me = search.mover,
				    .cuts = { w->cuts[0], w->cuts[1] },
				    .counted = w->counted };
		walk_down(w, LOOK_ROOT, &s, 0, true);
		const struct snapshot last = before(&g, &s, depth - 1);
		assert_int_equal(w->nodes + 1, search.live.nodes - last.nodes);
		assert_int_equal(w->skipped, search.live.skipped[CUT_ALPHA_BETA] -
						     last.skipped[CUT_ALPHA_BETA]);
		search_close(&search);
	}
}

/* Every reply that was cut away is there, with a sentence that holds; what was searched and
 * what is counted are the tree of a search without cuts. */
static void
what_is_skipped_is_listed_and_adds_up(void **state)
{
	static struct walk w;
	struct options variant;
	struct status st = { 0 };
	options_init(&variant, chinese_checkers_game.options);
	assert_true(options_set(&variant, "size", "2", &st));
	walk_on(&chinese_checkers_game, &variant, 4, &w);
	walk_on(&abalone_game, NULL, 2, &w);
	assert_true(w.cuts[0] > 100 && w.cuts[1] > 100);
	assert_true(w.counted > 10000);
}

static void
a_game_of_tricks_is_refused_with_the_reason(void **state)
{
	struct game g;
	struct status st = { 0 };
	char why[200];
	assert_true(game_init(&g, &hearts_game, 3, NULL, &st));
	g.traits &= ~(unsigned)TRAIT_HIDDEN;
	assert_non_null(search_refusal(&brs_search, &g, NULL, 0, why, sizeof why));
	assert_string_equal(why, "brs skips turns, which Hearts cannot");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_has_the_value_of_a_plain_recursion),
		cmocka_unit_test(what_is_skipped_is_listed_and_adds_up),
		cmocka_unit_test(a_game_of_tricks_is_refused_with_the_reason),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
