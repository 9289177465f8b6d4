/*
 * match.c - `plyscope match`: files that describe one, resuming after kill -9, and that the
 * figures depend on nothing but the match.
 */
#include "tests/cli/scratch.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <time.h>

/* The JSON of a match without what a clock says, and without names of one's own. */
static char *
figures(const char *command)
{
	json_t *j = run_json(command);
	size_t i;
	json_t *p;
	json_object_del(j, "resumed");
	json_array_foreach(json_object_get(j, "players"), i, p)
	{
		json_object_del(p, "nodes_per_s");
		json_object_del(p, "name");
	}
	char *text = json_dumps(j, JSON_INDENT(1));
	json_decref(j);
	assert_non_null(text);
	return text;
}

#define MATCH \
	"match hearts -o hands=1 -a pimc:worlds=3,inner=(uct:sims=40) -a random " \
	"--games 28 --seed 5 --json "
#define QUOTED \
	"match hearts -o hands=1 -a 'pimc:worlds=3,inner=(uct:sims=40)' -a random " \
	"--games 28 --seed 5 --json "

/* Of one job, in the process itself or not. */
static const char *
figures_of_one_job(void)
{
	static char *one;
	if (one == NULL)
		one = figures(QUOTED "--jobs 1");
	return one;
}

static void
figures_do_not_depend_on_the_threads(void **state)
{
	char *three = figures(QUOTED "--jobs 3");
	assert_string_equal(three, figures_of_one_job());
	free(three);
}

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED true /* and says itself what crashed */
#else
#define SANITIZED false
#endif

static int
count_files(const char *name)
{
	int n = 0;
	DIR *d = opendir(path(name));
	for (struct dirent *e; d && (e = readdir(d)) != NULL;)
		n += e->d_name[0] != '.';
	if (d)
		closedir(d);
	return n;
}

/* Starts `plyscope COMMAND` with its words split at blanks, and ends it by a signal as soon as there
 * are so many records (or it has ended). Returns how it ended. */
static int
run_and_kill(const char *command, int records, int signal_number)
{
	const char *program = getenv("PLYSCOPE");
	char words[600], *argv[40], *save = NULL;
	int n = 0, status;
	argv[n++] = (char *)(uintptr_t)(program ? program : "build/plyscope");
	snprintf(words, sizeof words, "%s", command);
	for (char *w = strtok_r(words, " ", &save); w && n < 39;
	     w = strtok_r(NULL, " ", &save))
		argv[n++] = w;
	argv[n] = NULL;
	const pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		dup2(open("/dev/null", O_WRONLY), 1);
		dup2(open(path("killed.err"), O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
		execv(argv[0], argv);
		_exit(127);
	}
	const struct timespec wait = { 0, 1000000L };
	while (count_files("killed") < records) {
		if (waitpid(child, &status, WNOHANG) == child)
			return status;
		nanosleep(&wait, NULL);
	}
	kill(child, signal_number);
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

/* Crashed in the middle, and then killed, the end is the same, and every game counts once. */
static void
a_killed_match_goes_on_to_the_same_figures(void **state)
{
	struct text command = { 0 };
	text_add(&command, MATCH "--jobs 2 --db %s --resume", path("killed.db"));
	text_add(&command, " --records %s", path("killed"));
	const int status = run_and_kill(command.s, 4, SIGSEGV);
	if (!SANITIZED && !WIFEXITED(status)) {
		struct text err = { 0 };
		assert_int_equal(WTERMSIG(status), SIGSEGV);
		assert_true(text_read_file(&err, path("killed.err"), 10000));
		assert_string_equal(err.s,
				    "plyscope: crashed by a fault of its own; results "
				    "in a --db are kept, and --resume goes on\n");
		text_free(&err);
	}
	run_and_kill(command.s, 12, SIGKILL);
	text_clear(&command);
	text_add(&command, QUOTED "--db %s --resume", path("killed.db"));
	json_t *j = run_json(command.s);
	const json_int_t resumed = json_integer_value(json_object_get(j, "resumed"));
	if (resumed == 0 || resumed >= 28)
		print_message("# %d games were there\n", (int)resumed);
	assert_true(resumed > 0 && resumed < 28);
	json_decref(j);
	char *again = figures(command.s);
	assert_string_equal(again, figures_of_one_job());
	free(again);
	text_free(&command);
}

static void
a_file_is_not_gone_on_with_unasked(void **state)
{
	struct text command = { 0 };
	text_add(&command,
		 "match chinese-checkers -o size=2 -a greedy -a random --games 6 "
		 "--db %s",
		 path("twice.db"));
	struct ran r = run(command.s);
	expect_status(&r, 0, command.s);
	ran_free(&r);
	expect_failure(command.s, 1, "add --resume to go on");
	text_free(&command);
	expect_failure("match hearts -a random -a random --resume", 2, "expected --db");
}

/* With other options, or of a version that described its players otherwise, it is another match. */
static void
resuming_in_a_file_of_other_matches_says_so(void **state)
{
	static const char *const says = "other matches and no game of this one";
	struct text command = { 0 };
	text_add(&command,
		 "match hearts -o hands=1 -a random -a random --games 6 --db %s"
		 " --resume --seed ",
		 path("others.db"));
	const size_t length = command.length;
	for (int seed = 1; seed <= 2; seed++) {
		command.length = length;
		text_add(&command, "%d", seed);
		for (int again = 0; again < 2; again++) {
			struct ran r = run(command.s);
			expect_status(&r, 0, command.s);
			assert_int_equal(strstr(r.err.s, says) != NULL,
					 seed == 2 && again == 0);
			ran_free(&r);
		}
	}
	text_free(&command);
}

/* As a crash of the machine, or an earlier version, may have left it. */
static void
games_that_say_nothing_are_played_again_once(void **state)
{
	struct text command = { 0 };
	sqlite3 *db;
	text_add(&command,
		 "match chinese-checkers -o size=2 -a greedy -a random --games 6 "
		 "--json --db %s",
		 path("unread.db"));
	char *first = figures(command.s);
	assert_int_equal(sqlite3_open(path("unread.db"), &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "UPDATE results SET line = '-1 0 2'", NULL,
				      NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(db);
	expect_failure(command.s, 1, "has 6 games of this match: add --resume to go on");
	text_add(&command, " --resume");
	struct ran r = run(command.s);
	expect_status(&r, 0, command.s);
	assert_non_null(strstr(r.err.s, "6 games of the file are damaged"));
	ran_free(&r);
	json_t *j = run_json(command.s);
	assert_int_equal(json_integer_value(json_object_get(j, "resumed")), 6);
	json_decref(j);
	char *again = figures(command.s);
	assert_string_equal(again, first);
	free(first);
	free(again);
	text_free(&command);
}

static void
a_file_describes_a_match(void **state)
{
	write_file("ok.ini", "[match]\ngame = chinese-checkers\ngames = 12\nseed = 4\n"
			     "[variant]\nsize = 2\nseats = 2\n"
			     "[players]\nthe wise = greedy\nb = random\n");
	struct text command = { 0 };
	text_add(&command, "match %s", path("ok.ini"));
	struct ran r = run(command.s);
	expect_status(&r, 0, command.s);
	assert_non_null(strstr(r.out.s, "\nthe wise  "));
	ran_free(&r);
	text_add(&command, " --json");
	char *file = figures(command.s);
	char *flags =
		figures("match chinese-checkers -o size=2,seats=2 -a greedy -a random "
			"--games 12 --seed 4 --json");
	assert_string_equal(file, flags);
	free(file);
	free(flags);
	text_free(&command);
}

/* No opening is one too. */
static void
flags_go_before_what_the_file_says(void **state)
{
	static const char players[] = "[variant]\nsize = 2\nseats = 2\nscore = steps\n"
				      "[players]\na = greedy\nb = random\n";
	struct text text = { 0 };
	char *got[2];
	for (int k = 0; k < 2; k++) {
		text_clear(&text);
		text_add(&text, "[match]\ngame = chinese-checkers\n%s%s",
			 k == 0 ? "opening = 5\n" : "", players);
		write_file("opening.ini", text.s);
		text_clear(&text);
		text_add(&text, "match %s --opening 0 --games 12 --json",
			 path("opening.ini"));
		got[k] = figures(text.s);
	}
	assert_string_equal(got[0], got[1]);
	free(got[0]);
	free(got[1]);
	text_free(&text);
}

static void
a_file_with_a_mistake_is_refused_with_its_line(void **state)
{
	static const struct {
		const char *text, *words;
	} cases[] = {
		{ "[match]\ngame = hearts\ngamez = 5\n",
		  "bad.ini:3: unknown key \"gamez\"" },
		{ "[match]\ngame = heart\n", "bad.ini:2: game: expected one of" },
		{ "[match]\ngame = hearts\n[variant]\nhands = many\n",
		  "bad.ini:4: hands" },
		{ "[match]\ngame = hearts\n[players]\na = nobody\n", "bad.ini:4: " },
		{ "[players]\na = random\n", "bad.ini:2: expected game" },
		{ "[teams]\na = random\n", "bad.ini:1: unknown section [teams]" },
		{ "[match]\ngame = hearts\n\n[Players]\n# none\na = random\n",
		  "bad.ini:4: unknown section [Players]: expected [match]" },
		{ "game = hearts\n", "bad.ini:1: game: expected [match] before it" },
		{ "[match]\ngame = hearts\nseating = ring\n[variant]\nhands = 1\n",
		  "bad.ini:3: seating: expected pairs, gauntlet or all, not \"ring\"" },
		{ "[match]\nsprt = 0;20\ngame = hearts\n",
		  "bad.ini:2: sprt: expected two Elo differences as in 0,20, not "
		  "\"0;20\"" },
		{ "[match]\nsprt = 20,0\n", "bad.ini:2: sprt: expected two Elo" },
		{ "[match]\ngame = hearts\n", "expected 2 to" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct text command = { 0 };
		write_file("bad.ini", cases[i].text);
		text_add(&command, "match %s", path("bad.ini"));
		expect_failure(command.s, 2, cases[i].words);
		text_free(&command);
	}
	expect_failure("match hearts -a random -a random --sprt 5", 2,
		       "--sprt: expected two Elo differences as in 0,20");
	expect_failure("match hearts -a random -a random --seating ring", 2,
		       "--seating: expected pairs, gauntlet or all");
	expect_failure("match hearts -a random -a random --seating all", 2,
		       "4 seats need as many players");
}

/* As the file and the flags had it; the rules as a record writes them. */
static void
the_json_says_what_was_played(void **state)
{
	static const struct {
		const char *key, *text;
		json_int_t number;
	} said[] = {
		{ "game", "chinese-checkers", 0 },
		{ "seating", "gauntlet", 0 },
		{ "seed", NULL, 4000000000 },
		{ "opening", NULL, 3 },
		{ "games", NULL, 12 },
	};
	write_file("said.ini", "[match]\ngame = chinese-checkers\nseating = all\n"
			       "seed = 9\nopening = 3\ngames = 12\nsprt =\n"
			       "[variant]\nsize = 2\nseats = 2\n"
			       "[players]\na = greedy\nb = random\n");
	struct text command = { 0 };
	text_add(&command, "match %s --seed 4000000000 --gauntlet --json --records %s",
		 path("said.ini"), path("said"));
	json_t *j = run_json(command.s);
	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		const json_t *value = json_object_get(j, said[i].key);
		if (said[i].text)
			assert_string_equal(json_string_value(value), said[i].text);
		else
			assert_int_equal(json_integer_value(value), said[i].number);
	}
	assert_true(json_is_false(json_object_get(j, "interrupted")));
	assert_null(json_object_get(j, "sprt"));
	struct text record = { 0 }, tag = { 0 };
	text_clear(&command);
	text_add(&command, "%s/chinese-checkers-000000.ply", path("said"));
	assert_true(text_read_file(&record, command.s, 100000));
	text_add(&tag, "[Variant \"%s\"]\n",
		 json_string_value(json_object_get(j, "options")));
	assert_non_null(strstr(tag.s, "\"seats=2,"));
	assert_non_null(strstr(record.s, tag.s));
	json_decref(j);
	text_free(&record);
	text_free(&tag);
	text_free(&command);
}

/* Field number `at` of a line, from 0. */
static double
field_of(const char *line, int at)
{
	while (at-- > 0)
		line = strchr(line, ',') + 1;
	return strtod(line, NULL);
}

static void
the_csv_ends_with_the_margin(void **state)
{
	static const char command[] =
		"match chinese-checkers -o size=2,seats=2 -a random "
		"-a random --games 12 --seed 4 ";
	struct text text = { 0 };
	text_add(&text, "%s--json", command);
	json_t *j = run_json(text.s);
	const json_t *first = json_array_get(json_object_get(j, "players"), 0);
	const json_t *ci95 = json_object_get(first, "margin_ci95");
	const double wanted[] = { json_real_value(json_object_get(first, "margin")),
				  json_real_value(json_array_get(ci95, 0)),
				  json_real_value(json_array_get(ci95, 1)) };
	text_clear(&text);
	text_add(&text, "%s--csv", command);
	struct ran r = run(text.s);
	expect_status(&r, 0, text.s);
	const char *line = strchr(r.out.s, '\n') + 1;
	static const char end[] = "illegal,timeouts,margin,margin_low,margin_high\n";
	assert_int_equal(strncmp(line - strlen(end), end, strlen(end)), 0);
	assert_true(wanted[0] > wanted[1] && wanted[0] < wanted[2]);
	for (int k = 0; k < 3; k++)
		assert_true(fabs(field_of(line, 19 + k) - wanted[k]) < 1e-4);
	json_decref(j);
	ran_free(&r);
	text_free(&text);
}

static void
four_players_sit_in_all_24_orders(void **state)
{
	json_t *j = run_json("match hearts -o hands=1 -a random -a easy "
			     "-a 'pimc:worlds=1,inner=(greedy)' "
			     "-a 'pimc:worlds=1,inner=(random)' --seating all --games 1 "
			     "--json");
	assert_int_equal(json_integer_value(json_object_get(j, "games")), 24);
	double score = 0;
	const json_t *players = json_object_get(j, "players");
	for (size_t i = 0; i < json_array_size(players); i++)
		score += json_real_value(
			json_object_get(json_array_get(players, i), "score"));
	assert_true(score > 1 - 1e-5 && score < 1 + 1e-5);
	json_decref(j);
}

/* Three equal players may change places without another table: who is alone sits in each seat. */
static void
equal_players_do_not_change_places(void **state)
{
	json_t *j = run_json("match hearts -o hands=1 -a random -a easy -a random "
			     "-a random --seating all --games 5 --json");
	assert_int_equal(json_integer_value(json_object_get(j, "games")), 8);
	const json_t *players = json_object_get(j, "players");
	assert_int_equal(json_array_size(players), 4);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(json_integer_value(
					 json_object_get(json_array_get(players, i),
							 "hands")),
				 8);
	json_decref(j);
}

static void
sprt_stops_early_with_the_same_games_for_any_threads(void **state)
{
	static const char command[] =
		"match chinese-checkers -o size=2,seats=2 -a greedy "
		"-a random --games 2000 --sprt 0,50 --json --jobs ";
	char *text[2];
	for (int k = 0; k < 2; k++) {
		struct text line = { 0 };
		text_add(&line, "%s%d", command, 1 + 2 * k);
		text[k] = figures(line.s);
		text_free(&line);
	}
	assert_string_equal(text[0], text[1]);
	json_t *j = json_loads(text[0], 0, NULL);
	assert_true(json_integer_value(json_object_get(j, "games")) < 2000);
	json_t *test = json_object_get(j, "sprt");
	assert_string_equal(json_string_value(json_object_get(test, "answer")), "elo1");
	json_decref(j);
	free(text[0]);
	free(text[1]);
}

/* Those that were finished after the answer are in the file, and do not count. */
static void
games_from_the_file_are_those_that_count(void **state)
{
	struct text command = { 0 };
	text_add(&command,
		 "match chinese-checkers -o size=2,seats=2 -a greedy -a random --games "
		 "2000 --sprt 0,50 --jobs 2 --db %s --resume --json",
		 path("sprt.db"));
	char *first = figures(command.s);
	json_t *j = run_json(command.s);
	const json_int_t games = json_integer_value(json_object_get(j, "games"));
	assert_int_equal(json_integer_value(json_object_get(j, "resumed")), games);
	assert_true(games < 2000);
	json_decref(j);
	free(first);
	text_clear(&command);
	text_add(&command,
		 "match chinese-checkers -o size=2,seats=2 -a greedy -a random --games 6 "
		 "--sprt 0,50 --json");
	j = run_json(command.s);
	const json_t *test = json_object_get(j, "sprt");
	assert_true(json_is_null(json_object_get(test, "llr"))); /* of three sets */
	assert_string_equal(json_string_value(json_object_get(test, "answer")), "open");
	json_decref(j);
	text_free(&command);
}

/* A file from elsewhere may give a match any number. */
static void
a_match_has_a_number_above_0(void **state)
{
	static const char *const changes[] = { "UPDATE runs SET id = 0",
					       "UPDATE runs SET id = -7" };
	char command[300];
	snprintf(command, sizeof command,
		 "match leduc -a random -a random --games 2 --seed 1 --db %s --resume",
		 path("number.db"));
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		sqlite3 *db;
		struct ran r = run(command);
		expect_status(&r, 0, command);
		ran_free(&r);
		assert_int_equal(sqlite3_open(path("number.db"), &db), SQLITE_OK);
		assert_int_equal(sqlite3_exec(db, changes[i], NULL, NULL, NULL),
				 SQLITE_OK);
		sqlite3_close(db);
		r = run(command);
		expect_status(&r, 1, command);
		assert_non_null(
			strstr(r.err.s, "expected 1 or more: the file is damaged"));
		assert_ptr_equal(strchr(r.err.s, '\n'), r.err.s + r.err.length - 1);
		ran_free(&r);
		assert_int_equal(unlink(path("number.db")), 0);
	}
}

static void
records_can_be_replayed(void **state)
{
	struct text command = { 0 };
	text_add(&command,
		 "match hearts -o hands=1 -a random -a random --games 6 --records "
		 "%s/games "
		 "--csv",
		 directory);
	struct ran r = run(command.s);
	expect_status(&r, 0, command.s);
	assert_int_equal(strncmp(r.out.s, "player,games,wins", 17), 0);
	ran_free(&r);
	int records = 0;
	DIR *d = opendir(path("games"));
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d)) != NULL;) {
		if (e->d_name[0] == '.')
			continue;
		records++;
		text_clear(&command);
		text_add(&command, "replay --plain '%s/games/%s'", directory, e->d_name);
		r = run(command.s);
		expect_status(&r, 0, command.s);
		/* penalties, as people count them */
		assert_true(strstr(r.out.s, " wins: S ") ||
			    strstr(r.out.s, "share it: S "));
		ran_free(&r);
	}
	closedir(d);
	assert_true(records >= 6);
	text_free(&command);
}

/* Who cannot play is named as it was typed, with its options. */
static void
a_player_that_cannot_start_is_named(void **state)
{
	expect_failure("match goofspiel -a random -a exact:memory=17 --games 2", 2,
		       "exact:memory=17: exact: this position needs about");
}

/* A record that cannot be written ends the match: no result is printed without it. */
static void
a_record_that_cannot_be_written_ends_the_match(void **state)
{
	struct text command = { 0 };
	assert_int_equal(mkdir(path("full"), 0700), 0);
	assert_int_equal(mkdir(path("full/goofspiel-000000.ply"), 0700), 0);
	text_add(&command,
		 "match goofspiel -o cards=4 -a random -a random --games 12 --jobs 1 "
		 "--records %s",
		 path("full"));
	expect_failure(command.s, 1, "goofspiel-000000.ply");
	assert_int_equal(count_files("full"), 1); /* the games after it are not played */
	text_free(&command);
}

/* One deal has no interval, and players that always win no Elo: a dash, an empty field, null. */
static void
what_too_few_games_do_not_say_is_left_out(void **state)
{
#define FEW "match goofspiel -o cards=4 -a random -a exact --games 2 --seed 1 "
	static const struct {
		const char *command, *says;
	} cases[] = {
		{ FEW, "  -                     - " },
		{ FEW "--csv", ",," },
		{ FEW "--json", "null" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ran r = run(cases[i].command);
		expect_status(&r, 0, cases[i].command);
		if (!strstr(r.out.s, cases[i].says) || strcasestr(r.out.s, "nan"))
			print_message("# %s\n", r.out.s);
		assert_non_null(strstr(r.out.s, cases[i].says));
		assert_null(strstr(r.out.s, "nan"));
		ran_free(&r);
	}
}

/* The players of a record's seats, one letter each. */
static void
seats_of(const char *path, char out[5])
{
	struct text t = { 0 };
	text_read_file(&t, path, 1 << 20);
	text_add(&t, "%s", "");
	for (int i = 0; i < 4; i++) {
		char tag[16];
		snprintf(tag, sizeof tag, "[Seat%d \"", i + 1);
		const char *at = strstr(t.s, tag);
		assert_non_null(at);
		out[i] = at[strlen(tag)];
	}
	out[4] = '\0';
	text_free(&t);
}

static void
partners_are_one_player(void **state)
{
	char dir[] = "/tmp/plyscope-partners-XXXXXX", command[200], seats[5];
	assert_non_null(mkdtemp(dir));
	snprintf(command, sizeof command,
		 "match spades -o partners=on,to=0 -a easy -a random --games 4 --seed 3 "
		 "--jobs 1 --records %s --json",
		 dir);
	json_t *j = run_json(command);
	json_decref(j);
	int games = 0, first = 0;
	for (int i = 0; i < 8; i++) {
		char path[100];
		snprintf(path, sizeof path, "%s/spades-%06d.ply", dir, i);
		if (access(path, R_OK) != 0)
			continue;
		seats_of(path, seats);
		assert_true(strcmp(seats, "erer") == 0 || strcmp(seats, "rere") == 0);
		first += seats[0] == 'e';
		games++;
		unlink(path);
	}
	assert_true(games == 4 && first == 2);
	rmdir(dir);
}

/* Spades above all others, and those left when they have drawn the rest, are bid by every level. */
static void
sure_tricks_are_bid(void **state)
{
	static const struct {
		const char *hand;
		int sure;
	} hands[] = { { "AKQJT98765432...", 13 },
		      { "AKQJT98.A42.7.32", 7 },
		      { "AKQJ.9876.432.32", 4 } };
	static const char *const levels[] = { "easy", "medium", "hard" };
	for (size_t i = 0; i < 9; i++) {
		char command[200];
		snprintf(command, sizeof command,
			 "search spades -a %s --seed 1 --json --position "
			 "\"phase=bid turn=S S=%s\"",
			 levels[i % 3], hands[i / 3].hand);
		json_t *j = run_json(command);
		const char *bid = json_string_value(json_object_get(j, "move"));
		if (atoi(bid) < hands[i / 3].sure)
			print_message("# %s: %s\n", command, bid);
		assert_true(atoi(bid) >= hands[i / 3].sure);
		json_decref(j);
	}
	for (size_t i = 0; i < 3; i++) { /* with a partner, who then bids nil */
		char command[200];
		snprintf(command, sizeof command,
			 "search spades -o partners=on -a %s --seed 1 --json --position "
			 "\"phase=bid turn=S S=AKQJT98765432...\"",
			 levels[i]);
		json_t *j = run_json(command);
		assert_string_equal(json_string_value(json_object_get(j, "move")), "13");
		json_decref(j);
		/* seven tricks and an ace: no enemy, and no miracle, sits opposite; a search that sees
		 * little leaves one of them for a contract that the partner's share may fail */
		snprintf(command, sizeof command,
			 "search spades -o partners=on -a %s --seed 1 --json --position "
			 "\"phase=bid turn=S S=AKQJT98.A42.7.32\"",
			 levels[i]);
		j = run_json(command);
		const int bid = atoi(json_string_value(json_object_get(j, "move")));
		assert_in_range(bid, i < 2 ? 6 : 7, 9);
		json_decref(j);
	}
}

/* A side needs one of the last two tricks, and the other has its contract. The ace of spades takes
 * one now, and the three of hearts the other, for nobody else has a heart above it: -60 for 60, at
 * the price of a bag. Of two sides the difference counts. */
static void
partners_set_the_other_side(void **state)
{
	static const char *const levels[] = { "easy", "medium", "hard", "max" };
	for (size_t i = 0; i < 4; i++) {
		char command[400];
		snprintf(command, sizeof command,
			 "search spades -o partners=on -a %s --seed 1 --json --position "
			 "\"bids=3,3,3,3 taken=3,3,3,2 turn=S S=A.3.. trick=W:KD,2D,3D "
			 "played=KQJT98765432.AKQJT987654.AKQJT98765432.AKQJT987654\"",
			 levels[i]);
		json_t *j = run_json(command), *value = json_object_get(j, "value");
		if (strcmp(json_string_value(json_object_get(j, "move")), "AS") != 0)
			print_message("# %s\n", command);
		assert_string_equal(json_string_value(json_object_get(j, "move")), "AS");
		for (size_t seat = 0; seat < 4; seat++)
			assert_true(json_number_value(json_array_get(value, seat)) ==
				    (seat % 2 ? -1 : 1) *
					    json_number_value(json_array_get(value, 0)));
		assert_non_null(
			strstr(json_string_value(json_object_get(j, "value_scale")),
			       "net points"));
		json_decref(j);
	}
}

/* Who takes a trick of four cards such as "TD": the first, or one that is higher in its suit or the
 * first spade above it. */
static int
taker_of(char cards[4][3], int leader)
{
	static const char ranks[] = "23456789TJQKA";
	int best = 0;
	for (int i = 1; i < 4; i++) {
		const char *a = cards[i], *b = cards[best];
		if (a[1] == b[1] ? strchr(ranks, a[0]) > strchr(ranks, b[0])
				 : a[1] == 'S')
			best = i;
	}
	return (leader + best) % 4;
}

/* Adds tricks taken less those bid of the seats of a record that did not bid nil. */
static void
add_hand(const char *path, int *sum, int *count)
{
	static const char seats[] = "SWNE";
	int bid[4] = { 0 }, taken[4] = { 0 }, played = 0, leader = 0;
	char line[200], cards[4][3];
	FILE *in = fopen(path, "r");
	assert_non_null(in);
	while (fgets(line, sizeof line, in) != NULL) {
		char seat, what[20];
		if (sscanf(line, "%*d. %c %19s", &seat, what) != 2 || seat == '*')
			continue;
		const int who = (int)(strchr(seats, seat) - seats);
		if (strlen(what) != 2 || isdigit((unsigned char)what[1])) {
			bid[who] = atoi(what); /* 0: nil */
			continue;
		}
		leader = played % 4 == 0 ? who : leader;
		memcpy(cards[played++ % 4], what, 3);
		if (played % 4 == 0)
			taken[taker_of(cards, leader)]++;
	}
	fclose(in);
	assert_int_equal(played, 52);
	for (int i = 0; i < 4; i++)
		if (bid[i] > 0) {
			*sum += taken[i] - bid[i];
			++*count;
		}
}

/* A bid is what the level then takes, give or take: 0.3 tricks, and 0.1 for chance. */
static void
bids_are_what_is_taken(void **state)
{
	static const char *const levels[] = { "easy", "medium" };
	for (size_t k = 0; k < 2; k++) {
		char dir[] = "/tmp/plyscope-bids-XXXXXX", command[300];
		int sum = 0, count = 0;
		assert_non_null(mkdtemp(dir));
		snprintf(command, sizeof command,
			 "match spades -o to=0 -a %s -a %s --games 120 --seed 5 --jobs 1 "
			 "--records %s --json",
			 levels[k], levels[k], dir);
		json_decref(run_json(command));
		for (int i = 0; i < 120; i++) {
			char path[100];
			snprintf(path, sizeof path, "%s/spades-%06d.ply", dir, i);
			add_hand(path, &sum, &count);
			unlink(path);
		}
		rmdir(dir);
		if (abs(sum) * 10 > 4 * count)
			print_message("# %s: %d tricks in %d hands\n", levels[k], sum,
				      count);
		assert_true(count > 300 && abs(sum) * 10 <= 4 * count);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_do_not_depend_on_the_threads),
		cmocka_unit_test(a_killed_match_goes_on_to_the_same_figures),
		cmocka_unit_test(a_file_is_not_gone_on_with_unasked),
		cmocka_unit_test(games_that_say_nothing_are_played_again_once),
		cmocka_unit_test(resuming_in_a_file_of_other_matches_says_so),
		cmocka_unit_test(a_file_describes_a_match),
		cmocka_unit_test(flags_go_before_what_the_file_says),
		cmocka_unit_test(a_file_with_a_mistake_is_refused_with_its_line),
		cmocka_unit_test(the_json_says_what_was_played),
		cmocka_unit_test(the_csv_ends_with_the_margin),
		cmocka_unit_test(four_players_sit_in_all_24_orders),
		cmocka_unit_test(equal_players_do_not_change_places),
		cmocka_unit_test(sprt_stops_early_with_the_same_games_for_any_threads),
		cmocka_unit_test(games_from_the_file_are_those_that_count),
		cmocka_unit_test(a_match_has_a_number_above_0),
		cmocka_unit_test(records_can_be_replayed),
		cmocka_unit_test(a_player_that_cannot_start_is_named),
		cmocka_unit_test(a_record_that_cannot_be_written_ends_the_match),
		cmocka_unit_test(what_too_few_games_do_not_say_is_left_out),
		cmocka_unit_test(partners_are_one_player),
		cmocka_unit_test(sure_tricks_are_bid),
		cmocka_unit_test(partners_set_the_other_side),
		cmocka_unit_test(bids_are_what_is_taken),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
