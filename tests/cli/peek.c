/*
 * peek.c - `plyscope search` gives a search only what its seat may know: two whole positions
 * that differ in cards the seat cannot see give the same JSON, times apart; and a bot is told
 * the same, byte for byte.
 *
 * The second position is made from the text of the first (tests/laws/swap.h).
 */
#include "src/app/catalog.h"
#include "tests/cli/scratch.h"
#include "tests/laws/swap.h"

#include <limits.h>

#define PLIES 12 /* of the game's own policy: past the passes or bids */

static void
play_policy(const struct game *g, uint64_t seed, struct state *s)
{
	struct rng r;
	rng_seed(&r, seed);
	memset(s, 0, sizeof *s);
	g->rules->start(g, s);
	for (int k = 0; k < PLIES || game_mover(g, s) == SEAT_CHANCE; k++) {
		int seat = game_mover(g, s);
		move m = seat == SEAT_CHANCE ? g->chance->sample(g, s, &r)
					     : g->knowledge->policy(g, s, seat, &r);
		struct state next = *s;
		g->rules->play(g, s, seat, m, &next);
		if (g->rules->acting(g, &next) == 0)
			return; /* the last choice of a short game */
		*s = next;
	}
}

static json_t *
search_position(const struct game *g, const struct state *s, const char *player)
{
	char text[POSITION_TEXT];
	struct text command = { 0 };
	g->text->format_position(g, s, text, sizeof text);
	text_add(&command, "search %s --position '%s' -a '%s' --seat %d --seed 5 --json",
		 g->ops->key, text, player, game_mover(g, s) + 1);
	json_t *j = run_json(command.s);
	json_object_del(j, "elapsed_ms");
	json_object_del(j, "nodes_per_s");
	text_free(&command);
	return j;
}

static void
what_a_seat_cannot_see_changes_nothing(void **state)
{
	static const char *const players[] = { "pimc:worlds=3,inner=(maxn:nodes=400)",
					       "pimc:worlds=3,inner=(uct:nodes=300)" };
	int swapped = 0;
	for (int i = 0; app_catalog.games[i]; i++) {
		struct game g;
		assert_true(game_init(&g, app_catalog.games[i], 0, NULL, NULL));
		for (uint64_t seed = 1;
		     game_hidden(&g) && g.knowledge->policy && seed <= 4; seed++) {
			struct state s, other;
			struct rng r;
			rng_seed(&r, seed);
			play_policy(&g, seed, &s);
			int seat = game_mover(&g, &s);
			if (seat < 0 || !swap_hidden(&g, &s, seat, &r, &other))
				continue;
			swapped++;
			json_t *a = search_position(&g, &s, players[seed % 2]);
			json_t *b = search_position(&g, &other, players[seed % 2]);
			if (!json_equal(a, b))
				print_message("# %s, seed %d\n", g.ops->key, (int)seed);
			assert_true(json_equal(a, b));
			json_decref(a);
			json_decref(b);
		}
	}
	assert_true(swapped >= 3);
}

/* Of everything that a bot is told. The caller frees it. */
static struct text
told_to_a_bot(const struct game *g, const struct state *s)
{
	char text[POSITION_TEXT], bot[PATH_MAX];
	struct text command = { 0 }, told = { 0 };
	assert_non_null(realpath("tests/data/bot.sh", bot));
	write_file("told", "");
	g->text->format_position(g, s, text, sizeof text);
	text_add(&command, "search %s --position '%s' -a 'bot:command=%s %s' --seat %d",
		 g->ops->key, text, bot, path("told"), game_mover(g, s) + 1);
	struct ran r = run(command.s);
	expect_status(&r, 0, command.s);
	ran_free(&r);
	text_free(&command);
	assert_true(text_read_file(&told, path("told"), 1 << 20));
	return told;
}

static void
what_a_seat_cannot_see_is_not_told_to_a_bot(void **state)
{
	int swapped = 0;
	for (int i = 0; app_catalog.games[i]; i++)
		for (uint64_t seed = 1; seed <= 4; seed++) {
			struct game g;
			struct state s, other;
			struct rng r;
			assert_true(game_init(&g, app_catalog.games[i], 0, NULL, NULL));
			if (!game_hidden(&g) || g.knowledge->policy == NULL)
				break;
			rng_seed(&r, seed);
			play_policy(&g, seed, &s);
			const int seat = game_mover(&g, &s);
			if (seat < 0 || !swap_hidden(&g, &s, seat, &r, &other))
				continue;
			struct text one = told_to_a_bot(&g, &s);
			struct text two = told_to_a_bot(&g, &other);
			assert_non_null(strstr(one.s, "\"say\":\"decide\""));
			assert_string_equal(one.s, two.s);
			text_free(&one);
			text_free(&two);
			swapped++;
		}
	assert_true(swapped >= 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_seat_cannot_see_changes_nothing),
		cmocka_unit_test(what_a_seat_cannot_see_is_not_told_to_a_bot),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
