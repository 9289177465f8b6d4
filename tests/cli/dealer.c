/*
 * dealer.c - hold'em by the ACPC protocol over the loopback: whole matches between `plyscope
 * dealer` and `plyscope acpc`, and players and dealers that do not behave.
 */
#include "src/base/trust.h"
#include "src/wire/acpc.h"
#include "src/wire/engine.h"
#include "tests/cli/run.h"
#include "tests/cli/scratch.h"
#include "tests/unit/play_text.h"

#include <arpa/inet.h>
#include <limits.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#define ANSWER_MS 30000 /* until a test gives up; nothing depends on it */

static const char game_file[] =
	"GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 4\n"
	"stack = 20000 20000\nblind = 100 50\n"
	"firstPlayer = 2 1 1 1\nnumSuits = 4\nnumRanks = 13\n"
	"numHoleCards = 2\nnumBoardCards = 0 3 1 1\nEND GAMEDEF\n";

static char program[PATH_MAX];

static int
find_program(void **unused)
{
	const char *given = getenv("PLYSCOPE");
	return make_directory(unused) == 0 &&
			       realpath(given ? given : "build/plyscope", program)
		       ? 0
		       : -1;
}

/* ---- a table and its players ------------------------------------------------------------- */

struct table {
	struct engine dealer;
	int port[2];
};

static char *
line_of(struct engine *e)
{
	char *line = NULL;
	struct status st = { 0 };
	for (int ms = 0; ms < ANSWER_MS && line == NULL; ms += 50)
		if (!engine_hear(e, 50, &line, &st))
			fail_msg("%s", st.text);
	assert_non_null(line);
	return line;
}

static void
open_table_of(struct table *t, const char *game, const char *flags)
{
	char command[500];
	struct status st = { 0 };
	write_file("a.game", game);
	snprintf(command, sizeof command, "%.150s dealer %s --out %s %s", program,
		 path("a.game"), path("match.log"), flags);
	assert_true(engine_start(&t->dealer, command, "", &st));
	assert_int_equal(sscanf(line_of(&t->dealer), "%d %d", &t->port[0], &t->port[1]),
			 2);
}

static void
open_table(struct table *t, const char *flags)
{
	open_table_of(t, game_file, flags);
}

static void
start_player(const struct table *t, int seat, const char *player, struct engine *e)
{
	char command[400];
	struct status st = { 0 };
	snprintf(command, sizeof command, "%.150s acpc localhost %d %s -a %s --seed 1",
		 program, t->port[seat], path("a.game"), player);
	assert_true(engine_start(e, command, "", &st));
}

static int
connect_port(int port)
{
	const struct sockaddr_in at = { .sin_family = AF_INET,
					.sin_port = htons((uint16_t)port),
					.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(connect(fd, (const struct sockaddr *)&at, sizeof at), 0);
	return fd;
}

static void
send_text(int fd, const char *text)
{
	send(fd, text, strlen(text), MSG_NOSIGNAL);
}

/* It is whole when the dealer has ended. */
static void
read_log(struct table *t, struct text *out)
{
	engine_end(&t->dealer);
	*out = (struct text){ 0 };
	assert_true(text_read_file(out, path("match.log"), 1 << 20));
}

static int
count(const char *text, const char *what)
{
	int n = 0;
	while ((text = strstr(text, what)) != NULL) {
		n++;
		text++;
	}
	return n;
}

static void
close_table(struct table *t)
{
	engine_end(&t->dealer);
}

/* ---- matches ------------------------------------------------------------------------------- */

/* What the players counted is what the dealer did, and the log is a record with the same chips. */
static void
a_whole_match_runs_and_replays(void **unused)
{
	struct table t;
	static struct engine player[2];
	struct text log;
	char command[300], score[LINE_MAX];
	int hands, won[2], sum[2];
	(void)unused;
	open_table(&t, "--games 40 --seed 3");
	for (int i = 0; i < 2; i++)
		start_player(&t, i, "random", &player[i]);
	snprintf(score, sizeof score, "%s", line_of(&t.dealer));
	for (int i = 0; i < 2; i++) {
		assert_int_equal(sscanf(line_of(&player[i]), "%d hands, %d chips", &hands,
					&won[i]),
				 2);
		assert_int_equal(hands, 40);
		engine_end(&player[i]);
	}
	assert_int_equal(sscanf(score, "SCORE:%d|%d:Bob|Alice", &sum[1], &sum[0]), 2);
	assert_true(won[0] == -won[1] && won[0] == sum[0] && won[0] != 0);
	read_log(&t, &log);
	assert_int_equal(count(log.s, "\nSTATE:"), 40);
	const char *states = strstr(log.s, "STATE:0:");
	snprintf(command, sizeof command, "convert %s --to acpc", path("match.log"));
	struct ran same = run(command);
	assert_string_equal(same.out.s, states);
	ran_free(&same);
	snprintf(command, sizeof command, "convert %s --to record", path("match.log"));
	struct ran record = run(command);
	expect_status(&record, 0, command);
	write_file("match.ply", record.out.s);
	snprintf(command, sizeof command, "convert %s --to acpc", path("match.ply"));
	struct ran again = run(command);
	assert_non_null(strstr(again.out.s, "SCORE:"));
	int back[2];
	assert_int_equal(sscanf(strstr(again.out.s, "SCORE:"), "SCORE:%d|%d", &back[1],
				&back[0]),
			 2);
	assert_true(back[0] == sum[0] && back[1] == sum[1]);
	ran_free(&again);
	ran_free(&record);
	text_free(&log);
	close_table(&t);
}

/* Limit: raises are told without their chips, between the programs and in the log, which reads and
 * prints back. */
static void
a_limit_match_runs_and_reads_back(void **unused)
{
	static const char limit[] = "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 4\n"
				    "blind = 10 5\nraiseSize = 10 10 20 20\n"
				    "firstPlayer = 2 1 1 1\nmaxRaises = 3 4 4 4\n"
				    "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\n"
				    "numBoardCards = 0 3 1 1\nEND GAMEDEF\n";
	struct table t;
	static struct engine player[2];
	struct text log;
	char command[300];
	int hands, won[2];
	(void)unused;
	open_table_of(&t, limit, "--games 30 --seed 3");
	for (int i = 0; i < 2; i++)
		start_player(&t, i, "random", &player[i]);
	assert_non_null(strstr(line_of(&t.dealer), "SCORE:"));
	for (int i = 0; i < 2; i++) {
		assert_int_equal(sscanf(line_of(&player[i]), "%d hands, %d chips", &hands,
					&won[i]),
				 2);
		engine_end(&player[i]);
	}
	assert_true(hands == 30 && won[0] == -won[1]);
	read_log(&t, &log);
	assert_int_equal(count(log.s, "\nSTATE:"), 30);
	assert_int_equal(count(log.s, "illegal"), 0);
	assert_true(count(log.s, "rr") > 5);
	snprintf(command, sizeof command, "convert %s --to acpc", path("match.log"));
	struct ran same = run(command);
	assert_string_equal(same.out.s, strstr(log.s, "STATE:0:"));
	ran_free(&same);
	text_free(&log);
	close_table(&t);
}

/* ---- players that do not behave --------------------------------------------------------- */

enum fault {
	OTHERS_TURN,
	HALF_A_LINE,
	ILLEGAL_RAISE,
	NOTHING,
	DEATH,
	NO_VERSION,
	FAULTS
};

static const struct {
	const char *expected; /* in the log */
	bool out;
} faults[FAULTS] = {
	[OTHERS_TURN] = { "# Bob: passed over MATCHSTATE:7:0::", true },
	[HALF_A_LINE] = { "# Bob is out: no answer in time", true },
	[ILLEGAL_RAISE] = { "# Bob: illegal action r101", true },
	[NOTHING] = { "# Bob is out: no answer in time", true },
	[DEATH] = { "# Bob is out: it has disconnected", true },
	[NO_VERSION] = { "# Bob is out: expected VERSION:2.0.0 first", true },
};

static void
misbehave(int fd, enum fault fault, const char *line)
{
	char text[4096];
	if (fault == OTHERS_TURN)
		send_text(fd, "MATCHSTATE:7:0:::c\r\n");
	if (fault == HALF_A_LINE)
		send_text(fd, "MATCHST");
	if (fault == ILLEGAL_RAISE) {
		snprintf(text, sizeof text, "%s:r101\r\n", line);
		send_text(fd, text);
	}
}

/* Plays badly until the dealer closes. */
static void
play_badly(const struct table *t, enum fault fault)
{
	static struct lines in;
	char *line;
	const int fd = connect_port(t->port[1]);
	lines_init(&in, fd);
	send_text(fd, fault == NO_VERSION ? "HELLO\r\n" : "VERSION:2.0.0\r\n");
	for (int ms = 0; ms < ANSWER_MS; ms += 50) {
		const enum lines_got got = lines_next(&in, 50, &line);
		if (got == LINES_END)
			break;
		if (got != LINES_ONE)
			continue;
		ms = 0;
		if (fault == DEATH)
			break;
		misbehave(fd, fault, line);
	}
	close(fd);
}

/* The others go on to the last hand, and lose nothing by it. */
static void
a_player_that_misbehaves_is_out_and_the_rest_goes_on(void **unused)
{
	(void)unused;
	for (enum fault fault = 0; fault < FAULTS; fault++) {
		struct table t;
		static struct engine other;
		struct text log;
		int hands, won;
		/* long enough for a player that does answer, on a slow machine too */
		open_table(&t, "--games 12 --seed 5 --time 2s");
		start_player(&t, 0, "random", &other);
		play_badly(&t, fault);
		assert_true(strncmp(line_of(&t.dealer), "SCORE:", 6) == 0);
		assert_int_equal(sscanf(line_of(&other), "%d hands, %d chips", &hands,
					&won),
				 2);
		assert_int_equal(hands, 12);
		read_log(&t, &log);
		if (strstr(log.s, faults[fault].expected) == NULL)
			fail_msg("fault %d: no \"%s\" in\n%s", (int)fault,
				 faults[fault].expected, log.s);
		assert_int_equal(count(log.s, "\nSTATE:"), 12);
		assert_int_equal(count(log.s, "is out:"), faults[fault].out);
		text_free(&log);
		engine_end(&other);
		close_table(&t);
	}
}

/* ---- dealers that do not behave ----------------------------------------------------------- */

/* A dealer that says this to a player and then closes. What the player answered, and how it
 * ended. */
static void
bad_dealer(const char *says, char *answer, size_t size, struct ran *end)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t length = sizeof at;
	char command[300];
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	write_file("a.game", game_file);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
	assert_int_equal(listen(fd, 1), 0);
	getsockname(fd, (struct sockaddr *)&at, &length);
	fflush(NULL);
	const pid_t child = fork();
	if (child == 0) {
		const int to = accept(fd, NULL, NULL);
		send_text(to, says);
		shutdown(to, SHUT_WR);
		FILE *out = fdopen(to, "r");
		char heard[4096];
		const size_t n = fread(heard, 1, sizeof heard - 1, out);
		heard[n] = '\0';
		write_file("heard", heard);
		_exit(0);
	}
	close(fd);
	snprintf(command, sizeof command, "acpc 127.0.0.1 %d %s -a random --seed 2",
		 ntohs(at.sin_port), path("a.game"));
	*end = run(command);
	waitpid(child, NULL, 0);
	struct text heard = { 0 };
	assert_true(text_read_file(&heard, path("heard"), 4096));
	snprintf(answer, size, "%s", heard.s);
	text_free(&heard);
}

static void
a_player_says_what_is_wrong_with_a_dealer(void **unused)
{
	static const struct {
		const char *says, *error; /* NULL: none */
		bool answers;
	} trial[] = {
		{ "# hello\r\nMATCHSTATE:1:0::|QdJd\r\n", NULL, true },
		{ "MATCHSTATE:0:0::QdJd|\r\n", NULL, false }, /* the other's turn */
		{ "MATCHSTATE:1:0::|Qd", "ended in the middle of a line", false },
		{ "MATCHSTATE:1:0:r101:|QdJd\r\n", "r101", false },
		{ "MATCHSTATE:1:0::|QdQd\r\n", "twice", false },
		{ "WELCOME\r\n", "expected MATCHSTATE", false },
		{ "", NULL, false },
	};
	(void)unused;
	for (size_t i = 0; i < sizeof trial / sizeof *trial; i++) {
		char answer[4096];
		struct ran end;
		bad_dealer(trial[i].says, answer, sizeof answer, &end);
		assert_int_equal(strncmp(answer, "VERSION:2.0.0\r\n", 15), 0);
		const char *rest = answer + 15;
		static const char state[] = "MATCHSTATE:1:0::|QdJd:";
		if (trial[i].answers)
			assert_int_equal(strncmp(rest, state, sizeof state - 1), 0);
		else
			assert_string_equal(rest, "");
		assert_int_equal(end.status != 0, trial[i].error != NULL);
		if (trial[i].error != NULL)
			assert_non_null(strstr(end.err.s, trial[i].error));
		ran_free(&end);
	}
}

/* A player that waits for a hand is interrupted. */
static void
a_player_ends_when_it_is_interrupted(void **unused)
{
	struct table t;
	static struct engine player;
	struct status st = { 0 };
	char *line = NULL;
	(void)unused;
	open_table(&t, "--games 2");
	start_player(&t, 0, "random", &player);
	/* the first hand is dealt when both have said their version */
	const int fd = connect_port(t.port[1]);
	send_text(fd, "VERSION:2.0.0\r\n");
	static struct lines in;
	lines_init(&in, fd);
	for (int ms = 0; ms < ANSWER_MS; ms += 50)
		if (lines_next(&in, 50, &line) == LINES_ONE)
			break;
	assert_non_null(line);
	kill(player.pid, SIGINT);
	for (int ms = 0; ms < ANSWER_MS && !st.failed; ms += 50)
		engine_hear(&player, 50, &line, &st);
	assert_non_null(strstr(st.text, "with status 130"));
	close(fd);
	close_table(&t);
}

/* ---- outside programs as players --------------------------------------------------------- */

/* plyscope is the outside program: a script that answers otherwise is told apart. */
static void
a_program_sits_at_the_table(void **unused)
{
	static const struct {
		const char *script, *error;
	} wrong[] = {
		{ "exit 3", "has ended, with status 3" },
		{ "sleep 9", "does not answer within 300 ms" },
	};
	struct text command = { 0 };
	(void)unused;
	write_file("a.game", game_file);
	text_add(&command,
		 "match holdem -o hands=2 -a \"acpc:command=sh -c '%s acpc \\$0 \\$1 %s "
		 "-a "
		 "random'\" -a random --games 2 --seed 1 --json",
		 program, path("a.game"));
	json_t *j = run_json(command.s);
	assert_int_equal(json_integer_value(json_object_get(j, "games")), 2);
	for (size_t i = 0; i < 2; i++) {
		const json_t *p = json_array_get(json_object_get(j, "players"), i);
		assert_int_equal(json_integer_value(json_object_get(p, "illegal")), 0);
	}
	json_decref(j);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		text_clear(&command);
		text_add(&command,
			 "search holdem --position '0::|QdJd' -a \"acpc:patience=300ms,"
			 "command=sh -c '%s'\"",
			 wrong[i].script);
		struct ran r = run(command.s);
		if (r.status == 0 || strstr(r.err.s, wrong[i].error) == NULL)
			fail_msg("%s: status %d, %s%s", wrong[i].script, r.status,
				 r.out.s, r.err.s);
		ran_free(&r);
	}
	text_free(&command);
}

/* ---- game files ------------------------------------------------------------------------------ */

static void
game_files_are_read_or_refused_with_their_line(void **unused)
{
	static const struct {
		const char *from, *to, *says;
	} change[] = {
		{ "", "",
		  "betting=no-limit,blinds=50/100,rounds=4,reset=on,stack=20000" },
		{ "stack = 20000 20000", "stack = 300 300",
		  "betting=no-limit,blinds=50/100,rounds=4,reset=on,stack=300" },
		{ "nolimit", "limit\nraiseSize = 100 100 200 200\nmaxRaises = 3 4 4 4",
		  "betting=limit,blinds=50/100,rounds=4,reset=on,stack=20000" },
		{ "blind = 100 50", "blind = 50 100",
		  "f: blind: expected the big blind" },
		{ "numPlayers = 2", "numPlayers = 3", "f: numPlayers: expected 2" },
		{ "numPlayers = 2", "players = 2", "f:3: \"players = 2\": expected" },
		{ "numSuits = 4", "numSuits = x", "f:8: \"numSuits = x\": expected" },
		{ "END GAMEDEF", "", "f: expected GAMEDEF" },
		{ "firstPlayer = 2", "firstPlayer = 1", "f: firstPlayer: expected 2" },
		{ "0 3 1 1", "0 1", "f: expected hold'em" },
	};
	(void)unused;
	for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
		struct status st = { 0 };
		char text[1000], out[200] = "";
		const char *at = strstr(game_file, change[i].from);
		snprintf(text, sizeof text, "%.*s%s%s", (int)(at - game_file), game_file,
			 change[i].to, at + strlen(change[i].from));
		if (!acpc_read_game(text, "f", out, sizeof out, &st))
			snprintf(out, sizeof out, "%.190s", st.text);
		if (strncmp(out, change[i].says, strlen(change[i].says)) != 0)
			fail_msg("row %d: \"%s\"", (int)i, out);
	}
}

int
main(void)
{
	trust_everything();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_match_runs_and_replays),
		cmocka_unit_test(a_limit_match_runs_and_reads_back),
		cmocka_unit_test(a_player_that_misbehaves_is_out_and_the_rest_goes_on),
		cmocka_unit_test(a_player_says_what_is_wrong_with_a_dealer),
		cmocka_unit_test(a_player_ends_when_it_is_interrupted),
		cmocka_unit_test(a_program_sits_at_the_table),
		cmocka_unit_test(game_files_are_read_or_refused_with_their_line),
	};
	return cmocka_run_group_tests(tests, find_program, remove_directory);
}
