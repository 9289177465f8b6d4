/*
 * guests.c - programs of other people on the screen: each of their faults pauses the game, a bot
 * plays every game, and what it says of itself stands in the panel and beside other searches.
 */
#include "tests/guests.h"
#include "tests/screen/play.h"

#include "src/app/catalog.h"
#include "src/core/game.h"
#include "tests/python.h"

static char talker[PATH_MAX], random_bot[PATH_MAX], rules[PATH_MAX];

static int
find_bots(void **unused)
{
	const char *assets = getenv("PLYSCOPE_ASSETS");
	char path[PATH_MAX - 50], file[PATH_MAX];
	snprintf(path, sizeof path, "%s/bots", assets != NULL ? assets : "assets");
	snprintf(file, sizeof file, "%s/random_bot.py", path);
	if (realpath(file, random_bot) == NULL)
		return -1;
	snprintf(file, sizeof file, "%s/hearts_rules.py", path);
	return realpath(file, rules) != NULL && realpath("tests/data/bot.sh", talker)
		       ? 0
		       : -1;
}

static void
every_fault_pauses_the_game(void **state)
{
	char command[900];
	for (int kind = 0; kind < GUEST_KINDS; kind++)
		for (int i = 0; i < GUEST_FAULTS; i++) {
			if (!scale_takes(i + kind, 4))
				continue;
			snprintf(command, sizeof command,
				 "watch %s --seed 1 -s 1=%.300s -s 2=random --delay 1",
				 guest_kind[kind].game, guest_player(kind, i));
			struct vt *v = play_start(command, 24, 200);
			expect_text(v, guest_fault[i].says[kind]);
			expect_text(v, "the game is paused");
			expect_text(v, "PAUSED");
			if (i % GUEST_KINDS == kind) {
				vt_keys(v, ":seat 1 random\r");
				expect_text(v, "is now random");
				vt_keys(v, " ");
				expect_text(v, "game over");
			}
			leave(v);
		}
}

static void
the_last_line_of_a_fault_is_told(void **state)
{
	char command[900];
	snprintf(command, sizeof command,
		 "watch minishogi --seed 1 -s 1=%.300s -s 2=random --delay 1",
		 guest_player(GUEST_BOT, 0));
	setenv("GUEST", "bot laments", 1);
	struct vt *v = play_start(command, 24, 200);
	expect_text(v, "has ended, with status 3; it wrote: last; the game is paused");
	leave(v);
}

/* At the table a game cannot end so: it is told, and its best move is played. */
static void
an_engine_that_resigns_is_told(void **state)
{
	char command[900], engine[PATH_MAX];
	assert_non_null(realpath("tests/data/engine.sh", engine));
	setenv("ENGINE_WAY", "resigns", 1);
	snprintf(command, sizeof command,
		 "play minishogi --seed 1 -s 1=usi:command=%.300s -s 2=human", engine);
	struct vt *v = play_start(command, 40, 120);
	expect_text(v, "Sente resigns; its best move is played on");
	leave(v);
}

static void
a_bot_plays_every_game_to_its_end(void **state)
{
	static const struct {
		const char *game, *options; /* shorter than usual */
	} shorter[] = { { "hearts", "-o hands=1" },
			{ "spades", "-o to=50 -o lower=100" },
			{ "holdem", "-o hands=5" } };
	char command[900];
	need_python();
	for (int i = 0; app_catalog.games[i] != NULL; i++) {
		const char *key = app_catalog.games[i]->key, *options = "--view fair";
		for (size_t k = 0; k < sizeof shorter / sizeof *shorter; k++)
			if (strcmp(shorter[k].game, key) == 0)
				options = shorter[k].options;
		int n = snprintf(command, sizeof command,
				 "watch %s %s --seed 1 --delay 1", key, options);
		for (int k = 1; k <= app_catalog.games[i]->seats_default; k++)
			n += snprintf(command + n, sizeof command - (size_t)n,
				      k == 1 ? " -s 1=bot:command=%.300s"
					     : " -s %.0s%d=easy",
				      random_bot, k);
		struct vt *v = play_start(command, 40, 120);
		expect_text(v, "game over");
		leave(v);
	}
}

static void
its_words_stand_in_the_panel(void **state)
{
	char command[900];
	snprintf(command, sizeof command,
		 "watch awari --seed 1 -s 1=bot:command=%.300s -s 2=bot:command=%.300s",
		 talker, talker);
	struct vt *v = play_start(command, 40, 120);
	expect_text(v, "Talker?[31m");
	expect_text(v, "]0;x?"); /* the end of its thought */
	vt_keys(v, "n");
	expect_text(v, "1.50"); /* its value of its choice */
	leave(v);
}

static void
a_bot_is_compared_with_two_searches(void **state)
{
	char command[900];
	need_python();
	snprintf(command, sizeof command,
		 "compare hearts -o passing=off --seed 3 -a easy -a bot:command=%.300s "
		 "-a pimc:worlds=4,inner=(maxn) --share nodes --nodes 2k",
		 rules);
	struct vt *v = play_start(command, 40, 120);
	expect_text(v, "choose");
	expect_text(v, "A easy");
	expect_text(v, "B bot");
	expect_text(v, "C ");
	expect_text(v, "Hearts by rules says:");
	leave(v);
}

#define GUEST_TEST(name) cmocka_unit_test_setup_teardown(name, play_setup, play_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		GUEST_TEST(every_fault_pauses_the_game),
		GUEST_TEST(the_last_line_of_a_fault_is_told),
		GUEST_TEST(an_engine_that_resigns_is_told),
		GUEST_TEST(a_bot_plays_every_game_to_its_end),
		GUEST_TEST(its_words_stand_in_the_panel),
		GUEST_TEST(a_bot_is_compared_with_two_searches),
	};
	return cmocka_run_group_tests(tests, find_bots, NULL);
}
