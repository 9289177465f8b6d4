/*
 * trust.c - files that name a program. Opening one starts nothing: the refusal shows the command
 * and the flag that allows it. What the user types is started. The program leaves a mark.
 */
#include "tests/cli/scratch.h"

#define MARK "started"

/* What the program, a player, is called in the files. */
static char player[200], nested[240];

static int
make_program(void **state)
{
	char text[200];
	if (make_directory(state) != 0)
		return -1;
	snprintf(text, sizeof text, "#!/bin/sh\n: >%s/" MARK "\n", directory);
	write_file("evil.sh", text);
	snprintf(player, sizeof player, "usi:command=%s/evil.sh", directory);
	snprintf(nested, sizeof nested, "pimc:inner=(%s)", player);
	snprintf(text, sizeof text, "chmod +x %s/evil.sh", directory);
	setenv("XDG_DATA_HOME", directory, 1);
	return system(text);
}

/* Whether it was started since the last time. */
static bool
was_started(void)
{
	return unlink(path(MARK)) == 0;
}

/* In `text`, @ stands for the player. */
static void
write_with(const char *file, const char *text, const char *who)
{
	struct text t = { 0 };
	for (; *text != '\0'; text++)
		if (*text == '@')
			text_add(&t, "%s", who);
		else
			text_add_bytes(&t, text, 1);
	write_file(file, t.s);
	text_free(&t);
}

#define RECORD \
	"[Game \"minishogi\"]\n[Seat1 \"random\"]\n[Seat2 \"@\"]\n[Seed \"1\"]\n\n" \
	"1. S 5e4d\n"
#define RECORD_OF_OTHERS \
	"[Game \"minishogi\"]\n[Seat1 \"random\"]\n[Seat2 \"gone\"]\n[Runs2 \"@\"]\n" \
	"[Seed \"1\"]\n\n1. S 5e4d\n"
#define MATCH "[match]\ngame = minishogi\ngames = 2\n[players]\na = random\nb = @\n"
#define EXPERIMENT \
	"[experiment]\nkind = tournament\ntitle = t\npaper = p\ntable = t\nmeasure = " \
	"m\n" \
	"game = minishogi\ngames = 2\n[one]\nplayer a = random\nplayer b = @\n"
#define LESSON \
	"[lesson]\ntitle = t\ngame = minishogi\nplayer = @,depth=1\nstep = node\n" \
	"[stop]\nat = 1\ntext = hello\n"

static const struct {
	const char *file, *text, *before; /* words before and behind the file's name */
	const char *behind;
	bool starts; /* with --trust */
} files[] = {
	{ "seat.ply", RECORD, "watch --load", "--plain --delay 0", true },
	{ "runs.ply", RECORD_OF_OTHERS, "watch --load", "--plain --delay 0", true },
	{ "play.ply", RECORD, "play -s 1=human --load", "--plain", true },
	{ "twice.ply", RECORD, "duplicate --seat 1 --games 2", "", false },
	{ "match.ini", MATCH, "match", "", true },
	{ "experiment.ini", EXPERIMENT, "experiment", "", true },
	{ "lesson.ini", LESSON, "lesson", "--plain", false },
};

static void
check_file(int i, const char *who)
{
	char command[400];
	write_with(files[i].file, files[i].text, who);
	snprintf(command, sizeof command, "%s %s %s", files[i].before,
		 path(files[i].file), files[i].behind);
	expect_failure(command, 2, "/evil.sh\"");
	expect_failure(command, 2, "--trust");
	assert_false(was_started());
	strcat(command, " --trust");
	struct ran r = run(command);
	if (files[i].starts != was_started() || strstr(r.err.s, "--trust") != NULL)
		fail_msg("plyscope %s: %s", command, r.err.s);
	ran_free(&r);
}

static void
no_file_starts_a_program(void **state)
{
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		check_file((int)i, player);
}

static void
nor_does_one_start_a_bot(void **state)
{
	char bot[200];
	snprintf(bot, sizeof bot, "bot:%s", player + strlen("usi:"));
	for (int i = 0; i < 6; i++)
		check_file(i, bot);
}

/* Players are hidden in others only where those search without a tree of their own. */
static void
nor_does_one_inside_another_player(void **state)
{
	for (int i = 0; i < 6; i++)
		check_file(i, nested);
}

/* They need no player: the file can be read. */
static void
what_runs_no_player_takes_the_record(void **state)
{
	static const char *const commands[][2] = {
		{ "replay", "--plain" },
		{ "position", "" },
		{ "analyze", "--nodes 100 --plain" },
		{ "search minishogi --nodes 100 --load", "" },
		{ "compare minishogi --nodes 100 --json --load", "" },
		{ "play --plain -s 2=random --load", "" },
	};
	char command[300];
	write_with("seat.ply", RECORD, player);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		snprintf(command, sizeof command, "%s %s %s", commands[i][0],
			 path("seat.ply"), commands[i][1]);
		struct ran r = run(command);
		expect_status(&r, 0, command);
		ran_free(&r);
		assert_false(was_started());
	}
}

/* What is typed is started, but not for a file that names something else. */
static void
a_typed_program_is_started(void **state)
{
	char command[600];
	snprintf(command, sizeof command, "match minishogi -a random -a '%s' --games 2",
		 nested);
	struct ran r = run(command);
	expect_status(&r, 0, command);
	ran_free(&r);
	assert_true(was_started());
	write_with("match.ini", MATCH, player);
	snprintf(command, sizeof command, "match %s -a usi:command=/bin/true",
		 path("match.ini"));
	expect_failure(command, 2, "/evil.sh\"");
	assert_false(was_started());
	/* nor with other settings than were typed: they may name a file to be written */
	char told[260];
	snprintf(told, sizeof told, "%s,set=Debug Log File=/tmp/x", player);
	write_with("match.ini", MATCH, told);
	snprintf(command, sizeof command, "match %s -a %s", path("match.ini"), player);
	expect_failure(command, 2, "/evil.sh\"");
	assert_false(was_started());
}

/* Its game was saved by the user, but games come from files, too. */
static void
a_saved_game_is_asked_about(void **state)
{
	char command[400];
	snprintf(command, sizeof command, "play minishogi -s 1=human -s '2=%s' --plain",
		 player);
	struct ran r = run_with("echo 5e4d |", command, "");
	expect_status(&r, 0, command);
	ran_free(&r);
	assert_true(was_started());
	expect_failure("play --resume 1 --plain", 2, "--trust");
	assert_false(was_started());
	r = run("play --resume 1 --plain --trust");
	ran_free(&r);
	assert_true(was_started());
}

/* Nor do presets, which are files, too; no flag allows it. */
static void
a_preset_starts_no_program(void **state)
{
	char command[500];
	const char *assets = getenv("PLYSCOPE_ASSETS");
	snprintf(command, sizeof command,
		 "cp -r '%s' %s && sed -i 's|^hard *=.*|hard = %s|' "
		 "%s/presets/minishogi.ini",
		 assets != NULL ? assets : "assets", path("assets"), player,
		 path("assets"));
	assert_int_equal(system(command), 0);
	char *before = assets != NULL ? strdup(assets) : NULL;
	setenv("PLYSCOPE_ASSETS", path("assets"), 1);
	expect_failure("search minishogi -a hard", 2, "a preset starts no program");
	expect_failure("watch minishogi -s 1=hard -s 2=random --plain --delay 0 --trust",
		       2, "a preset starts no program");
	assert_false(was_started());
	if (before != NULL)
		setenv("PLYSCOPE_ASSETS", before, 1);
	else
		unsetenv("PLYSCOPE_ASSETS");
	free(before);
}

/* A graphical program that speaks USI cannot name one, either. */
static void
a_set_option_starts_no_program(void **state)
{
	char before[500];
	snprintf(before, sizeof before,
		 "printf 'usi\\nsetoption name command value %s/evil.sh\\nisready\\n"
		 "position startpos\\ngo depth 1\\nquit\\n' |",
		 directory);
	struct ran r = run_with(before, "usi -a usi:command=/bin/false", "");
	ran_free(&r);
	assert_false(was_started());
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_file_starts_a_program),
		cmocka_unit_test(nor_does_one_start_a_bot),
		cmocka_unit_test(nor_does_one_inside_another_player),
		cmocka_unit_test(what_runs_no_player_takes_the_record),
		cmocka_unit_test(a_typed_program_is_started),
		cmocka_unit_test(a_saved_game_is_asked_about),
		cmocka_unit_test(a_preset_starts_no_program),
		cmocka_unit_test(a_set_option_starts_no_program),
	};
	return cmocka_run_group_tests(tests, make_program, remove_directory);
}
