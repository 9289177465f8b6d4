/*
 * refined.c - what uct's options do: solver, first-play urgency, RAVE, MAST, bias, final move; and
 * that the score decides in a full tree too, of its relatives as well.
 */
#include "tests/search/treegame.h"

extern const struct search_ops uct_search, pn_mcts_search;

/* ---- the solver, on random trees ---- */

struct solved {
	struct search search;
	struct player player;
	struct game game;
	struct tree_plan plan;
	int proven;
};

static void
solve(struct solved *o, struct rng *r, const char *options, int sims)
{
	static const struct state root;
	o->proven = 0;
	do {
		o->game = random_game(r, &o->plan);
	} while (tree[0].count == 0);
	o->plan.restless = false;
	if (o->plan.constant)
		o->game.traits |= TRAIT_CONSTANT_SUM;
	open_search(&o->search, &o->player, &o->game, &root, &uct_search, options,
		    (struct limits){ .sims = sims }, NULL, false);
	search_run(&o->search);
}

/* max^n where the last of equal moves is made. */
static void
last_maxn(int seats, int node, int32_t *value)
{
	const struct tree_node *n = &tree[node];
	memcpy(value, n->value, sizeof *value * SEATS_MAX);
	for (int i = 0; i < n->count; i++) {
		int32_t v[SEATS_MAX];
		last_maxn(seats, n->child[i], v);
		if (i == 0 || v[n->seat] >= value[n->seat])
			memcpy(value, v, sizeof v);
	}
}

/* What is marked as proven below a node is what max^n says of it, whichever of equals it takes. */
static void
check_proofs(struct solved *o, look_ref ref, int node)
{
	struct look_node child[TREE_MOVES];
	const int n = o->search.ops->look->children(&o->search, ref, child, TREE_MOVES);
	for (int i = 0; i < n; i++) {
		int32_t value[SEATS_MAX], other[SEATS_MAX];
		const int at = tree[node].child[child[i].m];
		plain_maxn(&o->game, at, 100, value);
		last_maxn(o->game.seats, at, other);
		for (int k = 0; child[i].status == MOVE_PROVEN && k < o->game.seats;
		     k++) {
			assert_true(child[i].value[k] == value[k]);
			assert_true(child[i].value[k] == other[k]);
		}
		o->proven += child[i].status == MOVE_PROVEN && tree[at].count > 0;
		if (child[i].inner)
			check_proofs(o, child[i].ref, at);
	}
}

static void
nothing_is_proven_that_maxn_does_not_say(void **state)
{
	struct rng r;
	int proven = 0, solved = 0;
	(void)state;
	rng_seed(&r, 15);
	for (int i = 0; i < 2000; i++) {
		static struct solved o;
		int32_t value[SEATS_MAX];
		solve(&o, &r,
		      i % 2 ? "solver=on,c=0.7"
			    : "solver=on,c=0.7,ahead=12,threads=2,widen=2",
		      300 + 500 * (i / 2 % 3));
		check_proofs(&o, LOOK_ROOT, 0);
		proven += o.proven;
		if (o.search.live.stop == STOP_SOLVED) {
			const struct stats_move *best = &o.search.live.moves[0];
			plain_maxn(&o.game, 0, 100, value);
			assert_true(best->value[tree[0].seat] == value[tree[0].seat]);
			assert_int_equal(best->status, MOVE_PROVEN);
			solved++;
		}
		search_close(&o.search);
	}
	assert_true(proven > 2000);
	assert_true(solved > 700);
}

/* Without ties and with time enough everything is proven. */
static void
a_small_tree_is_solved_to_its_root(void **state)
{
	struct rng r;
	int solved = 0;
	(void)state;
	rng_seed(&r, 16);
	for (int i = 0; i < 200; i++) {
		static struct solved o;
		do {
			o.plan = random_plan(&r);
		} while (o.plan.maxsum < 1000000 || o.plan.depth > 4);
		random_tree(&r, &o.plan);
		o.game = tree_as_game(o.plan.seats, false);
		static const struct state root;
		open_search(&o.search, &o.player, &o.game, &root, &uct_search,
			    "solver=on,c=1", (struct limits){ .sims = 200000 }, NULL,
			    false);
		search_run(&o.search);
		assert_int_equal(o.search.live.stop, STOP_SOLVED);
		assert_true(o.search.live.simulations < 200000);
		solved++;
		search_close(&o.search);
	}
	assert_int_equal(solved, 200);
}

/* The second seat moves twice: its first move leads to an end worth 90 to it and to subtrees worth
 * about 50. */
static void
a_proven_value_goes_up_while_others_are_explored(void **state)
{
	static const struct state root;
	struct rng r;
	(void)state;
	rng_seed(&r, 25);
	const struct tree_plan plan = { .seats = 2,
					.depth = 8,
					.width = 3,
					.maxsum = 100,
					.uniform = true,
					.constant = true };
	random_tree(&r, &plan);
	tree[0].seat = 1;
	struct tree_node *reply = &tree[tree[0].child[0]];
	reply->seat = 1;
	struct tree_node *end = &tree[reply->child[0]];
	end->count = 0;
	end->value[0] = 10;
	end->value[1] = 90;
	struct game g = tree_as_game(2, false);
	struct search s;
	struct player p;
	struct look_node child[TREE_MOVES];
	open_search(&s, &p, &g, &root, &uct_search, "solver=on,c=0.2",
		    (struct limits){ .sims = 3000 }, NULL, false);
	search_run(&s);
	s.ops->look->children(&s, LOOK_ROOT, child, TREE_MOVES);
	int at = 0;
	while (at < 2 && child[at].m != 0)
		at++;
	assert_int_equal(child[at].m, 0);
	assert_true(child[at].visits > 50);
	assert_true(child[at].value[1] > 75);
	search_close(&s);
}

/* ---- the final move ---- */

/* The move to be played by the definition of `final`, from the table. */
static move
expected_choice(const struct snapshot *s, const char *final)
{
	int64_t most = 0;
	const struct stats_move *best = NULL;
	for (int i = 0; i < s->move_count; i++)
		most = s->moves[i].visits > most ? s->moves[i].visits : most;
	for (int i = 0; i < s->move_count; i++) {
		const struct stats_move *m = &s->moves[i];
		const int64_t least = *final == 'v' && final[1] == 'i' ? most
				      : *final == 'r'		       ? (most + 1) / 2
								       : 1;
		if (m->visits < least)
			continue;
		if (best == NULL || m->value[s->mover] > best->value[s->mover] ||
		    (m->value[s->mover] == best->value[s->mover] && m->m < best->m))
			best = m;
	}
	assert_non_null(best);
	return best->m;
}

static void
the_final_move_is_the_one_that_was_asked_for(void **state)
{
	static const char *const finals[] = { "visits", "value", "robust" };
	struct rng r;
	int differ = 0;
	(void)state;
	rng_seed(&r, 17);
	for (int i = 0; i < 300; i++) {
		static const struct state root;
		struct tree_plan plan = { .seats = 3,
					  .depth = 5,
					  .width = 6,
					  .maxsum = 1000000,
					  .uniform = true };
		move chosen[3];
		random_tree(&r, &plan);
		for (int k = 0; k < 3; k++) {
			struct search s;
			struct player p;
			struct game g = tree_as_game(3, false);
			char options[64];
			snprintf(options, sizeof options, "c=0.3,final=%s", finals[k]);
			open_search(&s, &p, &g, &root, &uct_search, options,
				    (struct limits){ .sims = 60 + i % 7 }, NULL, false);
			search_run(&s);
			chosen[k] = search_choice(&s);
			assert_int_equal(s.live.pv[0], chosen[k]);
			if (k > 0) /* equal visits: the first in order, not the best */
				assert_int_equal(chosen[k],
						 expected_choice(&s.live, finals[k]));
			for (int m = 1; k == 0 && m < s.live.move_count; m++)
				assert_true(s.live.moves[0].visits >=
					    s.live.moves[m].visits);
			search_close(&s);
		}
		differ += chosen[0] != chosen[1];
		differ += chosen[1] != chosen[2];
	}
	assert_true(differ > 30);
}

/* ---- what selection adds ---- */

static double
extra_of(const struct look_node *l, const char *key)
{
	return look_extra(&uct_search, l, key);
}

static void
the_bias_is_the_order_of_the_game_and_fades(void **state)
{
	struct rng r;
	(void)state;
	rng_seed(&r, 18);
	for (int i = 0; i < 100; i++) {
		static const struct state root;
		struct tree_plan plan = { .seats = 2,
					  .depth = 3,
					  .width = 12,
					  .maxsum = 100,
					  .uniform = true,
					  .constant = true };
		struct search s;
		struct player p;
		struct look_node child[TREE_MOVES];
		random_tree(&r, &plan);
		for (int k = 0; k < 12; k++)
			tree[0].score[k] = (int32_t)rng_below(&r, 1000) - 500;
		int32_t low = tree[0].score[0], high = low;
		for (int k = 0; k < 12; k++) {
			low = tree[0].score[k] < low ? tree[0].score[k] : low;
			high = tree[0].score[k] > high ? tree[0].score[k] : high;
		}
		struct game g = tree_as_game(2, false);
		open_search(&s, &p, &g, &root, &uct_search, "bias=3",
			    (struct limits){ .sims = 100 }, NULL, false);
		search_run(&s);
		assert_int_equal(s.ops->look->children(&s, LOOK_ROOT, child, TREE_MOVES),
				 12);
		for (int k = 0; k < 12; k++) {
			const double h =
				(double)(tree[0].score[child[k].m] - low) / (high - low);
			assert_true(fabs(extra_of(&child[k], "bias") -
					 3 * h / ((double)child[k].visits + 1)) < 1e-5);
			assert_true(fabs(extra_of(&child[k], "score") -
					 extra_of(&child[k], "exploit") -
					 extra_of(&child[k], "explore") -
					 extra_of(&child[k], "bias")) < 1e-5);
		}
		search_close(&s);
	}
}

/* With a low urgency a good first move is gone after while others have not been tried. */
static void
urgency_decides_when_an_untried_move_is_tried(void **state)
{
	(void)state;
	static const struct state root;
	static const char *const options[] = { "c=0.1,fpu=-1", "c=0.1,fpu=2" };
	int64_t untried[2] = { 0, 0 };
	struct rng r;
	rng_seed(&r, 19);
	struct game g = full_game(&r, 2, 3, 10);
	for (int k = 0; k < 2; k++) {
		struct search s;
		struct player p;
		open_search(&s, &p, &g, &root, &uct_search, options[k],
			    (struct limits){ .sims = 30 }, NULL, false);
		search_run(&s);
		for (int i = 0; i < s.live.move_count; i++)
			untried[k] += s.live.moves[i].visits == 0;
		search_close(&s);
	}
	assert_int_equal(untried[1], 0);
	assert_true(untried[0] > 4);
}

/* A way down the tree, as far as it is certain. */
struct way {
	move m[TREE_MOVES];
	int plies, crowded; /* nodes with more moves than there was room for */
};

/* The way of the highest scores: to an untried child, an end, or two that are too close. */
static void
follow_scores(struct search *s, struct way *way)
{
	look_ref ref = LOOK_ROOT;
	bool inner = true;
	*way = (struct way){ 0 };
	for (int node = 0; inner && way->plies < TREE_MOVES;) {
		struct look_node child[TREE_MOVES];
		double best = -INFINITY, next = -INFINITY;
		int at = 0;
		const int n = s->ops->look->children(s, ref, child, TREE_MOVES);
		for (int i = 0; i < n; i++) {
			if (child[i].visits == 0)
				return;
			const double score = look_extra(s->ops, &child[i], "score");
			next = fmax(next, fmin(best, score));
			at = score > best ? i : at;
			best = fmax(best, score);
		}
		if (best - next < 1e-5)
			return;
		way->crowded += n < tree[node].count;
		way->m[way->plies++] = child[at].m;
		node = tree[node].child[child[at].m];
		ref = child[at].ref;
		inner = child[at].inner;
	}
}

/* The newest simulation went this way. */
static void
assert_went(struct search *s, const struct way *way)
{
	look_ref ref = LOOK_ROOT;
	for (int k = 0; k < way->plies; k++) {
		struct look_node child[TREE_MOVES];
		const int n = s->ops->look->children(s, ref, child, TREE_MOVES);
		int at = 0;
		while (at < n && !child[at].last)
			at++;
		assert_true(at < n);
		assert_int_equal(child[at].m, way->m[k]);
		ref = child[at].ref;
	}
}

/* Where there is no room for another child, those that were tried are chosen from by the score of
 * the search and not by that of plain UCB1. */
static void
a_full_tree_goes_on_by_the_same_score(void **state)
{
	static const struct {
		const struct search_ops *ops;
		const char *options;
	} cases[] = {
		{ &uct_search, "bias=3,c=0.3,expand=1,memory=1,full=go-on" },
		{ &pn_mcts_search,
		  "solver=off,final=off,cpn=0.3,c=2,expand=1,memory=1,full=go-on" },
	};
	static const struct tree_plan plan = { .seats = 2,
					       .depth = 4,
					       .width = 15,
					       .maxsum = 100,
					       .uniform = true,
					       .constant = true };
	static const struct state root;
	struct rng r;
	(void)state;
	rng_seed(&r, 26);
	for (int k = 0; k < 2; k++) {
		struct search s;
		struct player p;
		int crowded = 0;
		random_tree(&r, &plan);
		struct game g = tree_as_game(2, false);
		open_search(&s, &p, &g, &root, cases[k].ops, cases[k].options,
			    (struct limits){ .sims = 30000 }, NULL, false);
		search_run(&s);
		for (int i = 0; i < 500; i++) {
			struct way way;
			follow_scores(&s, &way);
			s.limits.sims++;
			search_run(&s);
			assert_went(&s, &way);
			crowded += way.crowded;
		}
		assert_true(crowded > 50);
		search_close(&s);
	}
}

/*
 * Counting: seat 0 chooses 0 to 7 and then, again and again, 0 or 1. Byte 0: plies left, byte 1:
 * the first choice and one more, byte 2: how many of the later ones were 1.
 */
#define LATER 40

static seat_set
counting_acting(const struct game *g, const struct state *s)
{
	(void)g;
	return s->bytes[0] > 0;
}

static int
counting_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	(void)g, (void)seat;
	const int n = s->bytes[1] == 0 ? 8 : 2;
	for (int i = 0; i < n; i++)
		out[i] = (move)i;
	return n;
}

static void
counting_play(const struct game *g, const struct state *from, int seat, move m,
	      struct state *to)
{
	(void)g, (void)seat;
	*to = *from;
	to->bytes[0]--;
	if (from->bytes[1] == 0)
		to->bytes[1] = (unsigned char)(m + 1);
	else
		to->bytes[2] += (unsigned char)m;
}

static bool
counting_settled(const struct game *g, const struct state *s)
{
	(void)g;
	return s->bytes[0] == 0;
}

static void
counting_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	(void)g;
	value[0] = s->bytes[2] + s->bytes[1];
	value[1] = 0;
}

static void
counting_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	(void)g, (void)s;
	*b = (struct bounds){ .high = { LATER + 8, 1 }, .maxsum = LATER + 9 };
}

static uint64_t
counting_hash(const struct game *g, const struct state *s)
{
	return game_state_hash(g, s);
}

static const struct game_ops counting_game = {
	.key = "counting",
	.title = "counting",
	.unit = 1,
	.state_size = 3,
	.rules =
		&(const struct game_rules){
			.acting = counting_acting,
			.moves = counting_moves,
			.play = counting_play,
			.settled = counting_settled,
			.hash = counting_hash,
		},
	.knowledge =
		&(const struct game_knowledge){
			.evaluate = counting_evaluate,
			.bounds = counting_bounds,
		},
	.text = PLAIN_TEXT,
	.view = PLAIN_VIEW,
};

static void
run_counting(struct search *s, struct player *p, struct game *g, const char *options,
	     int sims)
{
	struct state root = { .bytes = { LATER + 1 } };
	*g = (struct game){ .seats = 2 };
	game_bind(g, &counting_game);
	open_search(s, p, g, &root, &uct_search, options, (struct limits){ .sims = sims },
		    NULL, false);
	search_run(s);
}

static void
mast_teaches_playouts_which_moves_are_good(void **state)
{
	(void)state;
	struct search s;
	struct player p;
	struct game g;
	run_counting(&s, &p, &g, "playout=random,expand=10000", 2000);
	const double plain = s.live.value[0];
	search_close(&s);
	run_counting(&s, &p, &g, "playout=random,expand=10000,mast=0.5", 2000);
	const double taught = s.live.value[0];
	search_close(&s);
	assert_true(plain > LATER / 2 + 2 && plain < LATER / 2 + 8);
	assert_true(taught > LATER * 3 / 4 + 2 && taught < LATER * 3 / 4 + 8);
}

/* Moves 0 and 1 are made in every simulation, 2 to 7 only as the first one: RAVE knows of the
 * former the mean of all simulations since they were tried, of the latter nothing new. */
static void
rave_takes_moves_that_are_made_later_into_account(void **state)
{
	(void)state;
	struct search s;
	struct player p;
	struct game g;
	struct look_node child[8];
	run_counting(&s, &p, &g, "playout=random,expand=10000,rave=300", 400);
	assert_int_equal(s.ops->look->children(&s, LOOK_ROOT, child, 8), 8);
	double all = 0;
	for (int i = 0; i < 8; i++)
		all += child[i].value[0] * (double)child[i].visits / 400;
	for (int i = 0; i < 8; i++) {
		const double n = (double)child[i].visits;
		const double beta = sqrt(300 / (3 * n + 300));
		const double expected =
			i < 2 ? beta * (all - child[i].value[0]) / (LATER + 8) : 0;
		assert_true(child[i].m == (move)i);
		/* move 1 was tried one simulation late */
		assert_true(fabs(extra_of(&child[i], "rave") - expected) <
			    (i == 1 ? 1e-3 : 1e-5));
	}
	search_close(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_proven_that_maxn_does_not_say),
		cmocka_unit_test(a_small_tree_is_solved_to_its_root),
		cmocka_unit_test(a_proven_value_goes_up_while_others_are_explored),
		cmocka_unit_test(the_final_move_is_the_one_that_was_asked_for),
		cmocka_unit_test(the_bias_is_the_order_of_the_game_and_fades),
		cmocka_unit_test(urgency_decides_when_an_untried_move_is_tried),
		cmocka_unit_test(a_full_tree_goes_on_by_the_same_score),
		cmocka_unit_test(mast_teaches_playouts_which_moves_are_good),
		cmocka_unit_test(rave_takes_moves_that_are_made_later_into_account),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
