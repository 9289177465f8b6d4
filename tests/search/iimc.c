/*
 * iimc.c - playouts by seats: no seat plays by cards that it cannot see, every move is played out in
 * every world, limits are kept, threads change nothing, and the inspector's searches are those of the
 * playouts.
 */
#include "games/hearts/hearts.h"
#include "tests/search/guess.h"
#include "tests/unit/play_text.h"

#include <math.h>

/* Any player that guesses in the playouts is right in half of the deals. */
static void
it_does_not_choose_as_if_it_knew(void **state)
{
	(void)state;
	static const char *const players[] = {
		"iimc:worlds=400,inner=(pimc:worlds=9,inner=(maxn))",
		"iimc:worlds=400,inner=(ismcts:sims=50)",
		"iimc:worlds=400,inner=(iimc:worlds=3,inner=(random))",
	};
	struct game g;
	struct state s;
	open_game(&g, &guess_game, 2, "");
	start_game(&g, &s);
	for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
		struct search search;
		search_view(&search, &g, &s, 0, players[i]);
		const struct stats_move *row = search.live.moves;
		assert_int_equal(search.live.move_count, 2);
		assert_int_equal(search_choice(&search), TAKE);
		assert_true(fabs(row[0].value[0] - 70) < 1e-9);
		assert_int_equal(row[1].m, GUESS);
		/* four standard errors of 400 fair guesses */
		assert_true(fabs(row[1].value[0] - 50) < 10);
		search_close(&search);
	}
}

/*
 * The signal: seat 1 sees the coin and says 1 or 2. Then seat 0, which does not see it, names a
 * side, and seat 1 gets the 100 points where that is wrong.
 */
static seat_set
signal_acting(const struct game *g, const struct state *s)
{
	static const seat_set who[] = { 2, 1, 0 };
	(void)g;
	return who[coin_of(s)->stage];
}

static int
signal_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	(void)g, (void)s, (void)seat;
	out[0] = 1;
	out[1] = 2;
	return 2;
}

static int names[3], seen[3], asked;

static void
signal_play(const struct game *g, const struct state *from, int seat, move m,
	    struct state *to)
{
	(void)g, (void)seat;
	*to = *from;
	struct coin *x = coin_of(to);
	if (x->stage == 1)
		x->got = (int32_t)m == x->side ? 100 : 0;
	x->stage++;
}

static void
signal_redact(const struct game *g, struct state *s, int viewer)
{
	(void)g;
	if (viewer == 0)
		coin_of(s)->side = 0;
}

static void
signal_determinize(const struct game *g, struct state *s, int viewer, struct rng *r)
{
	(void)g;
	if (viewer == 0)
		coin_of(s)->side = 1 + (int32_t)rng_below(r, 2);
}

static const struct game_ops signal_game = {
	.key = "signal",
	.title = "Signal",
	COIN_GAME,
	.rules =
		&(const struct game_rules){
			COIN_RULES,
			.acting = signal_acting,
			.moves = signal_moves,
			.play = signal_play,
		},
	.knowledge = &(const struct game_knowledge){ COIN_KNOWLEDGE },
	.hidden =
		&(const struct game_hidden){
			.redact = signal_redact,
			.determinize = signal_determinize,
		},
};

/* A nested player that counts its positions by mover and by the side it sees, and names heads. */
static bool
witness_open(struct search *s, struct status *st)
{
	(void)s, (void)st;
	return true;
}

static void
witness_run(struct search *s)
{
	asked++;
	seen[coin_of(&s->root)->side]++;
	names[s->mover]++;
	assert_int_equal(s->viewer, s->mover);
	stats_move_blank(&s->live.moves[0], 1);
	s->live.move_count = 1;
	s->live.stop = STOP_DEPTH;
}

static const struct option_spec witness_options[] = { { .key = NULL } };

static const struct search_ops witness = {
	.key = "witness",
	.title = "Witness",
	.summary = "a player for tests",
	.source = "here",
	.needs = NEED_HIDDEN_OK,
	.options = witness_options,
	.open = witness_open,
	.run = witness_run,
};

/* The nested searches get the views of their seats: seat 0 never sees the coin. */
static void
seats_are_shown_what_they_may_know(void **state)
{
	(void)state;
	struct game g;
	struct state s, view;
	struct search search;
	struct player p = { 0 };
	open_game(&g, &signal_game, 2, "");
	start_game(&g, &s);
	assert_true(player_parse(&p, "iimc:worlds=10,threads=1,inner=(random)",
				 &app_catalog, &g, NULL));
	p.part[1].ops = &witness;
	options_init(&p.part[1].options, witness_options);
	game_view(&g, &s, 1, &view);
	const struct search_job job = {
		.game = &g, .root = &view, .viewer = 1, .player = &p, .seed = 5
	};
	asked = 0;
	memset(names, 0, sizeof names);
	memset(seen, 0, sizeof seen);
	assert_true(search_open(&search, &job, NULL));
	search_run(&search);
	/* both words, ten worlds, and the answer to each */
	assert_int_equal(asked, 20);
	assert_int_equal(names[0], 20);
	assert_int_equal(seen[0], 20);
	search_close(&search);
}

static void
every_move_is_played_out_in_every_world(void **state)
{
	(void)state;
	struct game g;
	struct state s;
	struct search search;
	open_game(&g, &hearts_game, 4, "passing=off");
	play_from_deal(&g, 77, 21, &s);
	search_view(&search, &g, &s, game_mover(&g, &s), "iimc:worlds=6");
	const struct snapshot *live = &search.live;
	assert_in_range(live->moves_total, 2, 13);
	assert_int_equal(live->move_count, live->moves_total);
	assert_int_equal(live->simulations, 6 * live->moves_total);
	assert_int_equal(live->worlds_done, 6);
	/* to the end of the hand: what is left of the 52 cards */
	assert_int_equal(live->depth, 52 - 21);
	for (int i = 0; i < live->move_count; i++) {
		double sum = 0;
		assert_int_equal(live->moves[i].visits, 6);
		for (int k = 0; k < 4; k++)
			sum += live->moves[i].value[k];
		/* 26 penalties are divided, or each of three gets 26 */
		assert_true(sum > 26 - 1e-9 && sum < 78 + 1e-9);
	}
	search_close(&search);
}

static void
limits_are_kept(void **state)
{
	(void)state;
	struct game g;
	struct state s;
	struct search search;
	open_game(&g, &hearts_game, 4, "passing=off");
	play_from_deal(&g, 78, 21, &s);
	const int seat = game_mover(&g, &s);
	search_view(&search, &g, &s, seat, "iimc:worlds=50,nodes=9000");
	assert_in_range(search.live.nodes, 4500, 9000);
	search_close(&search);
	search_view(&search, &g, &s, seat, "iimc:worlds=50,nodes=3");
	assert_in_range(search.live.nodes, 1, 3);
	search_close(&search);
	search_view(&search, &g, &s, seat, "iimc:worlds=50,sims=40");
	const int moves = search.live.moves_total;
	assert_in_range(search.live.simulations, 40 - moves, 40);
	assert_int_equal(search.live.worlds_done, 40 / moves);
	search_close(&search);
	search_view(&search, &g, &s, seat, "iimc:worlds=5,depth=3");
	assert_int_equal(search.live.depth, 4);
	assert_int_equal(search.live.stop, STOP_DEPTH);
	search_close(&search);
}

static void
threads_change_nothing(void **state)
{
	(void)state;
	struct game g;
	struct state s;
	struct search one, three;
	open_game(&g, &hearts_game, 4, "passing=off");
	play_from_deal(&g, 79, 20, &s);
	search_view(&one, &g, &s, game_mover(&g, &s), "iimc:worlds=9,threads=1");
	search_view(&three, &g, &s, game_mover(&g, &s), "iimc:worlds=9,threads=3");
	assert_int_equal(one.live.nodes, three.live.nodes);
	assert_int_equal(one.live.move_count, three.live.move_count);
	for (int i = 0; i < one.live.move_count; i++) {
		assert_int_equal(one.live.moves[i].m, three.live.moves[i].m);
		for (int k = 0; k < 4; k++)
			assert_true(one.live.moves[i].value[k] ==
				    three.live.moves[i].value[k]);
	}
	search_close(&one);
	search_close(&three);
}

/* The means of the table are those of the worlds, and the search below a move of a world is the one
 * that made the first choice of its playout. */
static void
the_inspector_shows_the_playouts(void **state)
{
	(void)state;
	static struct look_node top[STATS_MOVES + 8], row[STATS_MOVES];
	struct game g;
	struct state s;
	struct search search, again;
	double sum[STATS_MOVES] = { 0 };
	int opened = 0;
	open_game(&g, &hearts_game, 4, "passing=off");
	play_from_deal(&g, 80, 22, &s);
	search_view(&search, &g, &s, game_mover(&g, &s), "iimc:worlds=5");
	const struct look_ops *look = search.ops->look;
	const int n = look->children(&search, LOOK_ROOT, top, STATS_MOVES + 8);
	const int moves = search.live.move_count;
	assert_int_equal(n, moves + 5);
	for (int w = moves; w < n; w++) {
		assert_int_equal(top[w].kind, LOOK_WORLD);
		assert_int_equal(look->children(&search, top[w].ref, row, STATS_MOVES),
				 moves);
		for (int i = 0; i < moves; i++) {
			int k = 0;
			while (search.live.moves[k].m != row[i].m)
				k++;
			sum[k] += row[i].value[search.mover];
			assert_non_null(strstr(row[i].proof, "played out: "));
			if (!row[i].apart)
				continue;
			char text[MOVE_TEXT];
			assert_true(look->world(&search, row[i].ref, &again, NULL));
			search_run(&again);
			assert_int_equal(again.viewer, again.mover);
			g.text->format_move(&g, &again.root, again.mover,
					    search_choice(&again), text, sizeof text);
			assert_non_null(strstr(row[i].proof, text));
			search_close(&again);
			opened++;
		}
	}
	assert_true(opened >= 5);
	for (int k = 0; k < moves; k++)
		assert_true(fabs(sum[k] / 5 - search.live.moves[k].value[search.mover]) <
			    1e-9);
	search_close(&search);
}

static void
it_says_what_it_cannot_play(void **state)
{
	(void)state;
	struct game g;
	struct player p;
	struct status st = { 0 };
	open_game(&g, catalog_game(&app_catalog, "awari"), 2, "");
	assert_false(player_parse(&p, "iimc", &app_catalog, &g, &st));
	assert_non_null(strstr(st.text, "nothing is hidden"));
	open_game(&g, &hearts_game, 4, "");
	st = (struct status){ 0 };
	assert_false(player_parse(&p, "iimc:inner=(maxn)", &app_catalog, &g, &st));
	assert_non_null(strstr(st.text, "wrap it in pimc"));
	st = (struct status){ 0 };
	assert_false(player_parse(&p, "pimc:inner=(iimc)", &app_catalog, &g, &st));
	assert_non_null(strstr(st.text, "nothing left to deal"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_does_not_choose_as_if_it_knew),
		cmocka_unit_test(seats_are_shown_what_they_may_know),
		cmocka_unit_test(every_move_is_played_out_in_every_world),
		cmocka_unit_test(limits_are_kept),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(the_inspector_shows_the_playouts),
		cmocka_unit_test(it_says_what_it_cannot_play),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
