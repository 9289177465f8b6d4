/* errors.c - every kind of bad input: one line, the right status, nothing else. */
#include "tests/cli/scratch.h"

struct wrong {
	const char *command;
	int status;
	const char *words;
};

static void
all_fail(const struct wrong *w)
{
	for (; w->command; w++)
		expect_failure(w->command, w->status, w->words);
}

static void
unknown_words_get_a_suggestion(void **state)
{
	static const struct wrong wrong[] = {
		{ "serach hearts", 2, "did you mean \"search\"" },
		{ "frobnicate", 2, "plyscope --help" },
		{ "search herats", 2, "did you mean \"hearts\"" },
		{ "search chess", 2, "chinese-checkers" },
		{ "search hearts --dpeth 3", 2, "did you mean \"--depth\"" },
		{ "search hearts --divide", 2, "unknown flag" },
		{ "match --resum", 2, "did you mean \"--resume\"?" },
		{ "search hearts -a pimcc", 2, "pimc" },
		{ "search chinese-checkers -a maxn:prune=specluative", 2, "speculative" },
		{ "search chinese-checkers -a maxn:prnue=none", 2,
		  "did you mean \"prune\"" },
		{ "search hearts -o paasing=off", 2, "did you mean \"passing\"" },
		{ "search abalone -a maxn:detph=3", 2, "did you mean \"depth\"" },
		{ "search hearts -o passing=maybe", 2, "auto|on|off" },
		{ "search hearts -o jack=maybe", 2, "on or off" },
		{ "list gmaes", 2, "games, players, presets, themes or experiments" },
		{ "list", 2, "games, players, presets, themes or experiments" },
		{ "--them dark", 2, "did you mean \"--theme\"" },
		{ "''", 2, "unknown verb" },
		{ "acpc localhost", 2, "acpc is gone: `plyscope bot`" },
		{ "help dealer", 2, "dealer is gone: `plyscope match`" },
		{ "hearts", 2, "`plyscope play hearts`" },
		{ "play nosuch", 2, "unknown game \"nosuch\"" },
		{ "watch herats", 2, "did you mean \"hearts\"" },
		{ 0 },
	};
	all_fail(wrong);
}

static void
missing_and_extra_words_are_told(void **state)
{
	static const struct wrong wrong[] = {
		{ "search", 2, "expected a game, one of" },
		{ "perft hearts", 2, "DEPTH" },
		{ "perft hearts two", 2, "DEPTH" },
		{ "perft hearts -1", 2, "unknown flag" },
		{ "perft --load /dev/null", 2, "DEPTH" },
		{ "replay", 2, "expected a FILE" },
		{ "search hearts 3", 2, "unexpected \"3\"" },
		{ "search hearts --depth", 2, "expected D" },
		{ "search hearts --json=yes", 2, "takes no value" },
		{ "match hearts -a easy", 2, "2 to" },
		{ "match hearts -a easy -a human", 2, "not persons" },
		{ "match hearts -a easy -a easy --gauntlet --seating all", 2,
		  "--seating and --gauntlet" },
		{ "search hearts --tree-nodes 9", 2, "--tree-nodes: expected --tree" },
		{ "history 1 --json", 2, "takes no flag" },
		{ "match hearts -a easy -a easy -a easy --sprt 0,20", 2,
		  "a test between two players" },
		{ "beliefs hearts --resume 1 --position turn=N", 2,
		  "--position and --resume" },
		{ "search hearts -a easy -a hard", 2, "one -a" },
		{ "search hearts -a human", 2, "expected a search, not a person" },
		{ "play hearts --plain -s N", 2, "SEAT=PLAYER" },
		{ "search hearts -o passing", 2, "KEY=VALUE" },
		{ "search hearts -o ''", 2, "KEY=VALUE" },
		{ "search hearts -a ''", 2, "expected a player" },
		{ "search ''", 2, "unknown game" },
		{ "search hearts --load ''", 2, "FILE[@PLY]" },
		{ "play hearts --theme ''", 2, "--theme" },
		{ "match hearts -a easy -a easy --json --csv", 2,
		  "--json and --csv: expected one of them" },
		{ "compare hearts --csv --json", 2, "--json and --csv" },
		{ "search hearts --load x --resume 1", 2, "unknown flag" },
		{ "play --plain --load x --resume 1", 2, "--load and --resume" },
		{ "search hearts --seed 1 --seed 1", 2, "--seed is given twice" },
		{ "search hearts --depth 2 --nodes 5 --depth 3", 2,
		  "--depth is given twice" },
		{ "search chinese-checkers -o size=2 -o size=3", 2,
		  "-o: size is given twice" },
		{ "search chinese-checkers -o seats=2,size=2,seats=3", 2,
		  "-o: seats is given twice" },
		{ 0 },
	};
	all_fail(wrong);
}

static void
values_out_of_range_are_told(void **state)
{
	static const struct wrong wrong[] = {
		{ "exploit goofspiel -a smmcts --depth 0", 2,
		  "plyscope: --depth: expected a whole number from 1 to 1000" },
		{ "search hearts --depth 249", 2, "from 1 to 248" },
		{ "search minishogi -a maxn:depth=249", 2, "from 1 to 248" },
		{ "search minishogi -a uct:sims=0", 2, "sims: expected a whole number" },
		{ "search minishogi -a uct:time=0", 2, "time: expected a duration" },
		{ "solve awari --stones -1", 2, "from 1 to 18, not \"-1\"" },
		{ "solve awari --stones 19", 2, "from 1 to 18, not \"19\"" },
		{ "search hearts --nodes 0", 2, "--nodes" },
		{ "search hearts --nodes many", 2, "whole number" },
		{ "search hearts --time 5parsecs", 2, "duration" },
		{ "search hearts --seed -4", 2, "--seed" },
		{ "search hearts --nodes 1e400", 2, "--nodes" },
		{ "search hearts --depth 99999999999999999999", 2, "--depth" },
		{ "search chinese-checkers -a uct:c=nan", 2, "from 0 to 10" },
		{ "search chinese-checkers -a uct:c=1e400", 2, "from 0 to 10" },
		{ "play hearts --delay -3", 2, "--delay" },
		{ "search hearts -o seats=9", 2, "seats" },
		{ "search hearts -o to=5000", 2, "from 0 to 1000" },
		{ "search chinese-checkers -o seats=5", 2, "seats" },
		{ "search chinese-checkers -o pegs=fifteen", 2, "pegs" },
		{ "search chinese-checkers -a maxn:memory=1", 2, "memory" },
		{ "search hearts --seat 9", 2, "--seat" },
		{ "search hearts --seat 0", 2, "--seat" },
		{ "match hearts -a easy -a easy --games 0", 2, "--games" },
		{ "bench --game go", 2, "unknown game" },
		{ 0 },
	};
	all_fail(wrong);
}

static void
seats_and_players_are_checked(void **state)
{
	static const struct wrong wrong[] = {
		{ "exploit holdem -a random", 2, "more boards than can be listed" },
		{ "play hearts --plain -s 1=human -s 1=hard", 2,
		  "seat 1 is given twice" },
		{ "play hearts --plain -s N=hard -s north=easy", 2, "-s" },
		{ "play hearts -s S=human -s S=easy", 2, "seat S is given twice" },
		{ "play hearts -s Z=easy", 2, "unknown seat" },
		{ "play hearts -s 1=", 2, "expected a player" },
		{ "play hearts -o to=-1", 2, "from 0 to 1000" },
		{ "play --resume 999999", 2, "999999" },
		{ "search hearts -a 'pimc:inner=(pimc)'", 2, "nothing left to deal" },
		{ "search hearts -a 'pimc:inner=(pimc:inner=(uct))'", 2,
		  "pimc inside pimc" },
		{ "play hearts --plain -s 7=human", 2, "-s" },
		{ "play hearts --plain -s 1=nobody", 2, "nobody" },
		{ "search hearts -a maxn", 2, "pimc" },
		{ "search hearts -a 'pimc:inner=(maxn'", 2, "-a" },
		{ "watch hearts --plain -s 1=human", 2, "every seat is a search" },
		{ "play hearts --plain --view naked", 2, "--view" },
		{ "play hearts --plain --theme mud", 2, "--theme" },
		{ "compare hearts --plain --theme mud", 2, "--theme: there is no theme" },
		{ "lesson --plain --theme mud", 2, "--theme: there is no theme" },
		{ "analyze --plain --theme mud /dev/null", 2,
		  "--theme: there is no theme" },
		{ "play hearts --plain -s South=easy -s south=hard", 2,
		  "seat south is given twice" },
		{ "play hearts -o seats=5 -s 'far left=nobody'", 2, "seat L: " },
		{ 0 },
	};
	all_fail(wrong);
}

static void
positions_and_records_are_checked(void **state)
{
	char path[] = "/tmp/plyscope-record-XXXXXX";
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	static const char text[] = "[Game \"hearts\"]\n[Seed \"7\"]\n\n1. N ZZ\n";
	assert_int_equal(write(fd, text, sizeof text - 1), (int)sizeof text - 1);
	close(fd);
	char command[200];
	static const struct wrong wrong[] = {
		{ "search hearts --position nonsense", 2, "--position" },
		{ "search hearts --position 'turn=S S=A... played=-'", 2,
		  "--position: S has 2 cards, expected 13" },
		{ "search hearts --position 'phase=pass S=AK...'", 2,
		  "--position: S has 2 cards, expected 13" },
		{ "search spades --position 'phase=bid S=AKQ.2..'", 2,
		  "--position: S has 4 cards, expected 13" },
		{ "search spades --position 'bids=3,3,3,3 turn=W W=A... played=-'", 2,
		  "--position: W has 1 card, expected 13" },
		{ "search holdem --position '0::QdJd|'", 2,
		  "--position: South has 0 cards, expected 2" },
		{ "search leduc --position '?|Ks|-|'", 2,
		  "--position: South has 0 cards, expected 1" },
		{ "search kuhn --position '?|?|-|'", 2,
		  "--position: South has 0 cards, expected 1" },
		{ "compare hearts --position 'turn=S S=A... played=-'", 2,
		  "--position: S has 2 cards, expected 13" },
		{ "beliefs hearts --position 'turn=S S=A... played=-'", 2,
		  "--position: S has 2 cards, expected 13" },
		{ "search chinese-checkers --position nonsense", 2, "--position" },
		{ "search chinese-checkers --position ''", 2, "--position" },
		{ "search hearts --load /nowhere/at.all", 2, "/nowhere/at.all" },
		{ "replay --plain /nowhere/at.all", 2, "/nowhere/at.all" },
		{ "search hearts --load x --position y", 2, "expected one of them" },
		{ "play hearts --plain --load x --seed 3", 2, "from the record" },
		{ "play hearts --plain --load x -o to=50", 2, "rules come from" },
		{ "replay --plain /dev/null", 2, "/dev/null" },
		{ "replay --plain /tmp", 2, "directory" },
		{ "replay /nowhere/at.all", 2, "/nowhere/at.all" },
		{ "search hearts --position 'S=AK7.KJ6.AT3.KT92 N=AK7.KJ6.AT3.KT92'", 2,
		  "impossible deal" },
		{ "search chinese-checkers --position "
		  "'B/2/3/4/BBBB5GGGG/BBB6GGG/BB7GG/B8G/9/10/11/12/13/RRRR/RRR/RR/R R 0'",
		  2, "expected 10" },
		{ "play --plain --resume 999999", 2, "999999" },
		{ 0 },
	};
	all_fail(wrong);
	snprintf(command, sizeof command, "replay --plain %s", path);
	expect_failure(command, 2, path);
	snprintf(command, sizeof command, "%s:", path); /* FILE:LINE: */
	struct ran r = { 0 };
	char again[240];
	snprintf(again, sizeof again, "replay --plain %s", path);
	r = run(again);
	const char *place = strstr(r.err.s, command);
	assert_non_null(place);
	assert_in_range(atoi(place + strlen(command)), 1, 5);
	ran_free(&r);
	unlink(path);
}

/* A game of a few plies as a record: loaded, and beyond its end. */
static void
a_record_is_asked_for_what_it_has(void **state)
{
	char path[] = "/tmp/plyscope-record-XXXXXX", command[200];
	int fd = mkstemp(path);
	static const char text[] =
		"[Game \"chinese-checkers\"]\n[Variant \"seats=2,size=2\"]\n"
		"[Seat1 \"greedy\"]\n[Seat2 \"greedy\"]\n[Seed \"7\"]\n\n";
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, sizeof text - 1), (int)sizeof text - 1);
	close(fd);
	static const struct {
		const char *before, *after;
		const char *words;
	} wrong[] = {
		{ "search --load ", "@1", "there is no ply 1" },
		{ "search --load ", "@-1", "@-1" },
		{ "search hearts --load ", "", "not of hearts" },
		{ "search --seat 3 --load ", "", "unknown seat" },
		{ "search --position x --load ", "", "expected one of them" },
	};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		snprintf(command, sizeof command, "%s%s%s", wrong[i].before, path,
			 wrong[i].after);
		expect_failure(command, 2, wrong[i].words);
	}
	unlink(path);
}

static void
without_a_terminal_play_goes_on_in_lines(void **state)
{
	static const struct {
		const char *before, *command, *says, *ends;
	} rows[] = {
		{ "", "", "In a terminal `plyscope` opens its screen",
		  "The game is over." },
		{ "printf 'hint greedy\\n' |", "", "South to choose.", "greedy" },
		{ "", "play abalone --theme dark", "has a screen.", "Black to choose." },
		{ "", "play last-branch", "the same command has a screen.",
		  "P1 to choose." },
		{ "printf 'A1B1\\n' |", "play abalone -s 2=easy --no-mouse",
		  "has a screen.", "Black moves A1 B1" },
		{ "", "play --theme dark", "this is Hearts in lines",
		  "The game is over." },
		{ "", "watch tron --ascii", "has a screen.", "The game is over." },
		{ "TERM=dumb", "watch tron", "has a screen.", "The game is over." },
	};
	char before[200];
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const bool piped = strchr(rows[i].before, '|') != NULL;
		snprintf(before, sizeof before, "%s XDG_DATA_HOME=%s", rows[i].before,
			 directory);
		struct ran r =
			run_with(before, rows[i].command, piped ? "" : "</dev/null");
		expect_status(&r, 0, rows[i].command);
		assert_int_equal(strncmp(r.out.s, "No terminal to draw on: ", 24), 0);
		assert_non_null(strstr(r.out.s, rows[i].says));
		if (strstr(r.out.s, rows[i].ends) == NULL)
			fail_msg("%zu: no '%s' in %s", i, rows[i].ends, r.out.s);
		ran_free(&r);
	}
	expect_failure("play hearts --theme nosuch", 2, "there is no theme");
	expect_failure("watch hearts -s 1=human", 2, "every seat is a search");
}

/* A long word is cut in the message, and is one line all the same. */
static void
long_words_are_cut_short(void **state)
{
	static const char *const before[] = { "",
					      "search ",
					      "search hearts -a ",
					      "search hearts -o passing=",
					      "search hearts --position ",
					      "search hearts --nodes ",
					      "play hearts -s ",
					      "play hearts -s 1=",
					      "replay ",
					      "--" };
	for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
		struct text command = { 0 };
		text_add(&command, "%s", before[i]);
		for (int k = 0; k < 3000; k++)
			text_add(&command, "a");
		struct ran r = run(command.s);
		assert_int_equal(r.status, 2);
		assert_int_equal(strncmp(r.err.s, "plyscope: ", 10), 0);
		if (strlen(r.err.s) > 500)
			print_message("# %s...: %.100s...\n", before[i], r.err.s);
		assert_true(strlen(r.err.s) <= 500);
		assert_ptr_equal(strchr(r.err.s, '\n'), r.err.s + strlen(r.err.s) - 1);
		ran_free(&r);
		text_free(&command);
	}
}

static void
a_full_disk_is_reported(void **state)
{
	if (access("/dev/full", W_OK) != 0)
		skip();
	struct ran r = run_with("", "list players --json", ">/dev/full </dev/null");
	assert_int_equal(r.status, 1);
	assert_non_null(strstr(r.err.s, "cannot write"));
	ran_free(&r);
}

/* Each of these would compute for hours first. */
static void
a_target_that_cannot_be_written_is_said_before_the_work(void **state)
{
	static const char *const commands[] = {
		"train leduc -a mccfr --sims 1000000000 --out /nonexistent/x",
		"train leduc -a mccfr --sims 1000000000 --out /",
		"calibrate hearts --games 1000000 --out /nonexistent/x",
		"solve goofspiel 13 --out /nonexistent/x",
		"search hearts --seed 1 -a pimc:worlds=100000 --tree /nonexistent/x.dot",
		"experiment goofspiel-wins --scale 100 --plot /nonexistent/x.svg",
	};
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		struct ran r = run_with("", commands[i], "</dev/null");
		expect_status(&r, 1, commands[i]);
		assert_non_null(strstr(r.err.s, "cannot be written: "));
		assert_int_equal(r.out.length, 0);
		ran_free(&r);
	}
}

/* Files of plyscope that are missing: the folder that was looked in is named. */
static void
missing_assets_name_their_folder(void **state)
{
	static const struct {
		const char *command;
		int status;
	} rows[] = {
		{ "lesson", 2 },
		{ "lesson hearts-trick", 2 },
		{ "experiment", 2 },
		{ "experiment card-scores", 2 },
		{ "search hearts -a hard", 2 },
		{ "search last-branch", 2 },
		{ "play hearts --theme dark", 2 },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct ran r = run_with("PLYSCOPE_ASSETS=/no/where", rows[i].command,
					"</dev/null");
		expect_status(&r, rows[i].status, rows[i].command);
		assert_non_null(strstr(r.err.s, "missing in /no/where, which "
						"PLYSCOPE_ASSETS names"));
		assert_int_equal(r.out.length, 0);
		ran_free(&r);
	}
}

/* No verb is named where none was typed, and a list of games is whole. */
static void
sentences_are_whole(void **state)
{
	char command[200];
	struct ran r = run("--bogus");
	assert_string_equal(r.err.s,
			    "plyscope: unknown flag \"--bogus\"; `plyscope --help` "
			    "lists them\n");
	ran_free(&r);
	write_file("game.ply", "[Game \"x\"]\n");
	snprintf(command, sizeof command, "replay --plain %s", path("game.ply"));
	expect_failure(command, 2, "kuhn, leduc, holdem, tree\n");
}

/* A picture is SVG: another ending is refused before the work, and no file is written. */
static void
a_picture_has_the_ending_of_what_it_is(void **state)
{
	static const char *const commands[] = { "experiment goofspiel-wins --scale 100",
						"exploit kuhn -a cfr:sims=1000000000",
						"analyze nothing.ply" };
	static const char *const endings[] = { "png", "pdf", "jpg", "svg.gz" };
	char command[300], name[20];
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
			snprintf(name, sizeof name, "x.%s", endings[k]);
			snprintf(command, sizeof command, "%s --plot %s", commands[i],
				 path(name));
			expect_failure(command, 2, "expected FILE.svg");
			assert_int_not_equal(access(path(name), F_OK), 0);
		}
}

static void
a_home_that_cannot_be_written_is_said_once(void **state)
{
	const char *command =
		"play hearts --plain --seed 1 -s 1=easy -s 2=easy -s 3=easy "
		"-s 4=easy -o to=1 --delay 0";
	struct ran r = run_with("XDG_DATA_HOME=/dev/null/x", command, "</dev/null");
	expect_status(&r, 0, command);
	const char *said = strstr(r.err.s, "nothing will be saved");
	assert_non_null(said);
	assert_null(strstr(said + 1, "nothing will be saved"));
	ran_free(&r);
}

/* Of the few descriptors that a shell may leave, one more is always lacking somewhere else. */
static void
too_few_descriptors_end_in_a_sentence(void **state)
{
	static const char *const commands[] = {
		"play hearts --plain --seed 1 --delay 0 -o to=1 -s 1=easy -s 2=easy -s "
		"3=easy "
		"-s 4=easy",
		"watch goofspiel --plain --seed 1 --delay 0 -o cards=4 -s 1=random -s "
		"2=random",
		"search hearts -a easy --nodes 100 --seed 1",
		"compare goofspiel -o cards=4 --plain -a random -a random",
		"search tree -a maxn --position max-prob-1 --tree -",
		"lesson maxn --plain",
		"experiment --json",
	};
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		for (int n = 6; n < 14; n++) {
			char before[60];
			snprintf(before, sizeof before,
				 "sh -c 'ulimit -n %d; exec \"$0\" \"$@\"'", n);
			struct ran r = run_with(before, commands[i], "</dev/null");
			if (r.status > 2 || strstr(r.err.s, "bug at") ||
			    (r.status && !strstr(r.err.s, "plyscope: ")))
				print_message(
					"# ulimit -n %d; plyscope %s: status %d: %s\n", n,
					commands[i], r.status, r.err.s);
			assert_in_range(r.status, 0, 2);
			assert_null(strstr(r.err.s, "bug at"));
			if (r.status != 0)
				assert_non_null(strstr(r.err.s, "plyscope: "));
			ran_free(&r);
		}
}

/* A data directory of its own, in which one game is saved: an unknown number is no empty store. */
static int
save_a_game(void **state)
{
	if (make_directory(state) != 0)
		return -1;
	setenv("XDG_DATA_HOME", directory, 1);
	struct ran r = run_with("printf '6C 9C TC\\nquit\\n' |",
				"play hearts --plain --seed 5", "");
	const bool ok = r.status == 0;
	ran_free(&r);
	return ok ? 0 : -1;
}

/* What was typed wrong is 2, what failed is 1; the same sentence has the same status. */
static void
failing_is_not_bad_input(void **state)
{
	static const struct wrong wrong[] = {
		{ "history 99999", 2, "there is no saved game 99999" },
		{ "play --resume 99999 --plain", 2, "there is no saved game 99999" },
		{ "match leduc -a random -a random --games 2 --db /proc/nowhere/x.db", 1,
		  "/proc/nowhere/x.db" },
		{ "experiment rps-plus --plot /proc/nowhere/p.svg", 1,
		  "/proc/nowhere/p.svg: cannot be written" },
		{ "train leduc -a mccfr --sims 10 --out /proc/nowhere/x", 1,
		  "/proc/nowhere/x: cannot be written" },
		{ 0 },
	};
	setenv("XDG_DATA_HOME", directory, 1);
	struct ran r = run_with("echo 5e4d |", "play minishogi --plain", "");
	expect_status(&r, 0, "play minishogi --plain");
	ran_free(&r);
	all_fail(wrong);
}

/* Of a search that nobody named, nothing is said. */
static void
solve_names_the_game(void **state)
{
	struct ran r = run("solve hearts");
	expect_status(&r, 2, "solve hearts");
	assert_non_null(strstr(r.err.s, "no search proves positions of Hearts"));
	assert_null(strstr(r.err.s, "pns"));
	ran_free(&r);
}

/* PHH, a record, and PHH again. */
static void
names_survive_a_conversion(void **state)
{
	static const char hands[] =
		"[1]\nvariant = \"NT\"\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\n"
		"starting_stacks = [20000, 20000]\nactions = [\n  \"d dh p1 AcAd\",\n"
		"  \"d dh p2 KcKd\",\n  \"p2 cbr 300\",\n  \"p1 f\",\n]\nhand = 0\n"
		"players = [\"Ann\", \"Bob\"]\n"
		"[2]\nvariant = \"NT\"\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\n"
		"starting_stacks = [20000, 20000]\nactions = [\n  \"d dh p1 2c2d\",\n"
		"  \"d dh p2 3c3d\",\n  \"p2 f\",\n]\nhand = 1\n"
		"players = [\"Bob\", \"Ann\"]\n";
	char command[200];
	write_file("named.phh", hands);
	snprintf(command, sizeof command, "convert %s --to record", path("named.phh"));
	struct ran r = run(command);
	expect_status(&r, 0, command);
	write_file("named.ply", r.out.s);
	ran_free(&r);
	snprintf(command, sizeof command, "convert %s --to phh", path("named.ply"));
	r = run(command);
	const char *second = strstr(r.out.s, "[2]\n");
	assert_non_null(second);
	assert_non_null(strstr(r.out.s, "\"d dh p1 AcAd\",\n  \"d dh p2 KcKd\",\n"
					"  \"p2 cbr 300\",\n  \"p1 f\",\n"));
	assert_true(strstr(r.out.s, "players = [\"Ann\", \"Bob\"]") < second);
	assert_non_null(strstr(second, "\"d dh p1 2c2d\",\n  \"d dh p2 3c3d\",\n"));
	assert_non_null(strstr(second, "players = [\"Bob\", \"Ann\"]"));
	ran_free(&r);
	snprintf(command, sizeof command, "convert %s --to pokerstars",
		 path("named.ply"));
	r = run(command);
	write_file("stars.txt", r.out.s);
	ran_free(&r);
	/* PokerStars has the cards of one player alone */
	snprintf(command, sizeof command, "convert %s --to phh", path("stars.txt"));
	r = run(command);
	second = strstr(r.out.s, "[2]\n");
	assert_non_null(second);
	assert_non_null(strstr(r.out.s, "\"d dh p1 AcAd\",\n  \"d dh p2 \?\?\?\?\",\n"));
	assert_non_null(strstr(second, "\"d dh p1 \?\?\?\?\",\n  \"d dh p2 3c3d\",\n"));
	assert_non_null(strstr(second, "players = [\"Bob\", \"Ann\"]"));
	ran_free(&r);
	write_file("odd.phh", "hello\n");
	snprintf(command, sizeof command, "convert %s --to phh", path("odd.phh"));
	expect_failure(command, 2, "odd.phh:1: expected key = value");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unknown_words_get_a_suggestion),
		cmocka_unit_test(missing_and_extra_words_are_told),
		cmocka_unit_test(values_out_of_range_are_told),
		cmocka_unit_test(seats_and_players_are_checked),
		cmocka_unit_test(positions_and_records_are_checked),
		cmocka_unit_test(a_record_is_asked_for_what_it_has),
		cmocka_unit_test(without_a_terminal_play_goes_on_in_lines),
		cmocka_unit_test(failing_is_not_bad_input),
		cmocka_unit_test(solve_names_the_game),
		cmocka_unit_test(names_survive_a_conversion),
		cmocka_unit_test(long_words_are_cut_short),
		cmocka_unit_test(a_full_disk_is_reported),
		cmocka_unit_test(a_target_that_cannot_be_written_is_said_before_the_work),
		cmocka_unit_test(too_few_descriptors_end_in_a_sentence),
		cmocka_unit_test(missing_assets_name_their_folder),
		cmocka_unit_test(sentences_are_whole),
		cmocka_unit_test(a_picture_has_the_ending_of_what_it_is),
		cmocka_unit_test(a_home_that_cannot_be_written_is_said_once),
	};
	return cmocka_run_group_tests(tests, save_a_game, remove_directory);
}
