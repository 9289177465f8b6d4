/*
 * belief_score.c - the log loss of beliefs is that of the games as they were played, counted apart
 * here, and is refused where nothing can be told.
 */
#include "src/lab/belief_score.h"
#include "games/hearts/hearts.h"
#include "src/core/match.h"
#include "tests/unit/play_text.h"

#include <math.h>

#define WORLDS 60
#define SEED   17

static struct belief_scores scores;
static atomic_bool stop;

static void
set_up(struct setup *setup, const char *game, const char *variant)
{
	struct status st = { 0 };
	memset(setup, 0, sizeof *setup);
	setup->seed = SEED;
	open_game(&setup->game, catalog_game(&app_catalog, game), 0, variant);
	for (int i = 0; i < setup->game.seats; i++)
		assert_true(setup_player(setup, &app_catalog, i,
					 "pimc:worlds=2,inner=(greedy)", &st));
}

/* Over the decisions of one game: what the queen of spades costs with all deals alike. */
static double
count_apart(const struct setup *setup, uint64_t game, int64_t *n)
{
	struct setup one = *setup;
	struct match m;
	double sum = 0;
	one.seed = rng_fork(SEED, game);
	for (match_open(&m, &one); !match_over(&m);) {
		const struct game *g = &one.game;
		const int seat = game_mover(g, &m.states[m.at]);
		const uint64_t seed = rng_fork(one.seed, (uint64_t)m.at);
		const struct hearts_state *full = hearts_of(&m.states[m.at]);
		const uint64_t queen = UINT64_C(1) << QUEEN_OF_SPADES;
		struct state view, world;
		struct search s;
		int with[SEATS_MAX] = { 0 }, others = 0, holder = -1;
		match_view(&m, seat, &view);
		for (uint64_t w = 0; w < WORLDS; w++) {
			search_world(g, &view, seat, seat, seed, w, &world);
			for (int i = 0; i < g->seats; i++)
				with[i] += (hearts_of(&world)->hand[i] & queen) != 0;
		}
		for (int i = 0; i < g->seats; i++) {
			others += i != seat && full->hand[i] != 0;
			holder = (full->hand[i] & queen) != 0 ? i : holder;
		}
		/* after the first lead by another */
		if (full->phase == HEARTS_PLAYING && full->played != 0 && holder >= 0 &&
		    holder != seat && with[holder] < WORLDS) {
			sum -= log((with[holder] + 0.5) / (WORLDS + 0.5 * others));
			++*n;
		}
		const struct search_job job = { .game = g,
						.root = &view,
						.viewer = seat,
						.player = &one.seat[seat],
						.seed = seed };
		assert_true(search_open(&s, &job, NULL));
		search_run(&s);
		const move mv = search_choice(&s);
		search_close(&s);
		assert_true(match_play(&m, seat, mv, "", NULL));
	}
	match_close(&m);
	return sum;
}

static void
losses_are_those_of_the_games(void **state)
{
	struct setup setup;
	struct status st = { 0 };
	double sum = 0, told = 0;
	int64_t n = 0, count = 0;
	set_up(&setup, "hearts", "hands=1");
	assert_true(belief_scores_play(&scores, &setup, 6, WORLDS, NULL, &stop, &st));
	for (uint64_t k = 0; k < 6; k++)
		sum += count_apart(&setup, k, &n);
	for (int held = 0; held < BELIEF_HELD; held++) {
		const struct belief_loss *l = &scores.key[QUEEN_OF_SPADES][held];
		told += l->alike;
		count += l->count;
		assert_true(scores.all[held].count >= l->count);
		assert_true((l->count > 0) == (l->weighted > 0));
	}
	assert_true(n > 10 && n == count);
	assert_true(fabs(sum - told) < 1e-6);
	assert_int_equal(scores.all[14].count, 0);
	assert_true(scores.all[12].count > 0);
}

static void
nothing_to_tell_is_said(void **state)
{
	struct setup setup;
	struct status st = { 0 };
	set_up(&setup, "goofspiel", "");
	assert_false(belief_scores_play(&scores, &setup, 1, WORLDS, NULL, &stop, &st));
	assert_string_equal(st.text,
			    "the choices of others say nothing about cards in Goofspiel");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(losses_are_those_of_the_games),
		cmocka_unit_test(nothing_to_tell_is_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
