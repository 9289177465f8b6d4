/*
 * aim.c - playing for the match: the leader at 95 points plays otherwise than at 10, whatever
 * searches; chances are those of equity.h, sum to one and stay within their bounds.
 */
#include "src/core/aim.h"
#include "games/hearts/hearts.h"
#include "src/app/catalog.h"
#include "src/core/setup.h"
#include "tests/unit/play_text.h"

#include <math.h>
#include <stdlib.h>

/* South, who leads the match, leads to the third trick from the end and takes four points whatever
 * it plays; with 8D West takes none, and at 95 shares the win with South; with 5H North has the
 * least when the match ends. At 10 the five points that 5H costs West count for South. */
#define LAST_CARDS "turn=S N=.7.7.2 E=A.6.A. S=.A5.8. W=.K..84 points=4,0,0,17 total="
static const char at_95[] = LAST_CARDS "95,98,97,99";
static const char at_10[] = LAST_CARDS "10,13,12,14";

struct table {
	struct game game;
	struct calibration cal;
	struct state root;
	struct player player;
};

static void
lay(struct table *t, const char *variant, const char *position)
{
	struct status st = { 0 };
	open_game(&t->game, &hearts_game, 4, variant);
	assert_true(calibration_load(&t->cal, &t->game, &st));
	assert_true(t->game.text->parse_position(&t->game, position, &t->root, &st));
}

static bool
search_it(struct table *t, const char *player, const struct calibration *cal,
	  struct search *s, struct status *st)
{
	const struct search_job job = { .game = &t->game,
					.root = &t->root,
					.viewer = game_mover(&t->game, &t->root),
					.player = &t->player,
					.seed = 4,
					.calibration = cal };
	assert_true(player_parse(&t->player, player, &app_catalog, &t->game, st));
	if (!search_open(s, &job, st))
		return false;
	search_run(s);
	return true;
}

static move
choice(const char *player, const char *position)
{
	struct table t;
	struct search s;
	struct status st = { 0 };
	lay(&t, "open=on", position);
	assert_true(search_it(&t, player, &t.cal, &s, &st));
	const move m = search_choice(&s);
	search_close(&s);
	return m;
}

static void
the_leader_at_95_plays_otherwise_than_at_10(void **state)
{
	static const char *const players[][2] = {
		{ "maxn:depth=12", "maxn:depth=12,aim=match" },
		{ "uct:sims=4k", "uct:sims=4k,aim=match" },
		{ "pimc:depth=12,inner=(maxn)", "pimc:depth=12,aim=match,inner=(maxn)" },
		{ "pimc:sims=4k,inner=(uct)", "pimc:sims=4k,inner=(uct:aim=match)" },
	};
	const move low = CARD(TWO + 3, HEARTS), other = CARD(TWO + 6, DIAMONDS);
	for (size_t k = 0; k < sizeof players / sizeof *players; k++) {
		const char *hand = players[k][0], *match = players[k][1];
		assert_int_equal(choice(hand, at_95), low);
		assert_int_equal(choice(hand, at_10), low);
		assert_int_equal(choice(match, at_10), low);
		assert_int_equal(choice(match, at_95), other);
	}
}

static void
values_are_told_as_chances(void **state)
{
	struct table t;
	struct search s;
	struct status st = { 0 };
	lay(&t, "open=on", at_95);
	assert_true(search_it(&t, "maxn:depth=12,aim=match", &t.cal, &s, &st));
	assert_true(s.live.of_match);
	const double won[] = { 0.5, 0.5, 0, 0 };
	for (int i = 0; i < 4; i++) {
		assert_true(isnan(s.live.value[i]));
		assert_true(fabs(s.live.win[i] - won[i]) < 1e-9);
		assert_true(fabs(s.live.moves[0].win[i] - won[i]) < 1e-9);
		assert_true(isnan(s.live.moves[0].value[i]));
	}
	search_close(&s);
}

/* Random moves, so many or until the hand is over. */
static void
play_on(const struct game *g, struct state *s, struct rng *rng, int plies)
{
	for (int k = 0; k < plies && (k == 0 || !g->rules->settled(g, s)); k++) {
		move m[MOVES_MAX];
		const int seat = game_mover(g, s);
		if (seat == SEAT_CHANCE) {
			g->rules->play(g, s, seat, g->chance->sample(g, s, rng), s);
			continue;
		}
		const int n = g->rules->moves(g, s, seat, m);
		g->rules->play(g, s, seat, m[rng_below(rng, (uint32_t)n)], s);
	}
}

static void
chances_are_those_of_equity(void **state)
{
	static struct aim aim;
	static const char *const sheets[] = { "phase=deal",
					      "phase=deal total=60,71,20,45",
					      "phase=deal total=97,99,95,98" };
	struct rng rng;
	int over = 0;
	rng_seed(&rng, 3);
	for (int k = 0; k < 60; k++) {
		struct table t;
		struct sheet sheet;
		double points[SEATS_MAX], win[SEATS_MAX];
		int32_t chance[SEATS_MAX], value[SEATS_MAX];
		int sum = 0;
		lay(&t, "", sheets[k % 3]);
		play_on(&t.game, &t.root, &rng, 5);
		assert_true(equity_sheet(&t.cal, &t.game, &t.root, &sheet));
		aim_open(&aim, &t.cal, &t.game, &sheet, &t.root);
		play_on(&t.game, &t.root, &rng, 100);
		t.game.knowledge->evaluate(&t.game, &t.root, value);
		for (int i = 0; i < 4; i++)
			points[i] = (double)value[i] / game_unit(&t.game);
		equity_win(&t.cal, &sheet, 4, 1000, points, win);
		aim_chances(&aim, value, 1000, chance);
		for (int i = 0; i < 4; i++) {
			const bool certain = win[i] <= 0 || win[i] >= 1;
			const double off = fabs((double)chance[i] / AIM_WHOLE - win[i]);
			assert_true(off < (certain ? 1e-9 : 0.05));
			over += certain;
			sum += chance[i];
		}
		assert_int_equal(sum, AIM_WHOLE);
		aim.game.knowledge->evaluate(&aim.game, &t.root, value);
		for (int i = 0; i < 4; i++) {
			assert_true(value[i] >= aim.bounds.low[i]);
			assert_true(value[i] <= aim.bounds.high[i]);
			assert_true(abs(value[i] - chance[i]) <= AIM_WHOLE / 20);
		}
	}
	assert_true(over > 20);
}

static void
threads_and_pruning_change_nothing(void **state)
{
	static const char *const pairs[][2] = {
		{ "pimc:worlds=12,sims=600,threads=1,aim=match,inner=(uct)",
		  "pimc:worlds=12,sims=600,threads=4,aim=match,inner=(uct)" },
		{ "pimc:worlds=4,depth=6,threads=1,aim=match,inner=(maxn:prune=none)",
		  "pimc:worlds=4,depth=6,threads=2,aim=match,inner=(maxn)" },
	};
	for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
		double win[2][SEATS_MAX];
		move best[2];
		for (int i = 0; i < 2; i++) {
			struct table t;
			struct search s;
			struct status st = { 0 };
			struct rng rng;
			rng_seed(&rng, 12);
			lay(&t, "", "phase=deal total=80,62,91,70");
			play_on(&t.game, &t.root, &rng, 17);
			game_view(&t.game, &t.root, game_mover(&t.game, &t.root),
				  &t.root);
			assert_true(search_it(&t, pairs[k][i], &t.cal, &s, &st));
			best[i] = search_choice(&s);
			memcpy(win[i], s.live.win, sizeof win[i]);
			search_close(&s);
		}
		assert_int_equal(best[0], best[1]);
		assert_memory_equal(win[0], win[1], 4 * sizeof win[0][0]);
	}
}

static void
a_hand_alone_is_played_for_its_points(void **state)
{
	struct table t;
	struct search s;
	struct status st = { 0 };
	lay(&t, "open=on,hands=1", LAST_CARDS "0,0,0,0");
	assert_true(search_it(&t, "maxn:depth=12,aim=match", &t.cal, &s, &st));
	assert_true(fabs(s.live.value[0] - 22) < 1e-9);
	search_close(&s);
}

static void
what_is_not_calibrated_is_said(void **state)
{
	struct table t;
	struct search s;
	struct status st = { 0 };
	lay(&t, "open=on", at_95);
	assert_false(search_it(&t, "maxn:aim=match", NULL, &s, &st));
	assert_non_null(strstr(st.text, "not calibrated"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_leader_at_95_plays_otherwise_than_at_10),
		cmocka_unit_test(values_are_told_as_chances),
		cmocka_unit_test(chances_are_those_of_equity),
		cmocka_unit_test(threads_and_pruning_change_nothing),
		cmocka_unit_test(a_hand_alone_is_played_for_its_points),
		cmocka_unit_test(what_is_not_calibrated_is_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
