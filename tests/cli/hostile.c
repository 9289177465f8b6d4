/*
 * hostile.c - files that mean harm: text that would command a terminal, names that would be
 * commands, files that never end. The expectations are a scanner of our own, and jansson's idea
 * of UTF-8.
 */
#include "tests/cli/scratch.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <termios.h>

/* A title for the window, colours (also by C1), DEL, text turned around, half a character. */
#define EVIL \
	"x\033]0;y\007\033[31m\xc2\x9b" \
	"7m\177\xe2\x80\xae\xe2\x81\xa6\xd8\x9c\xff\xe2\x80z"
#define EVIL_JSON \
	"x\\u001b]0;y\\u0007\xc2\x9b" \
	"7m\177\xe2\x80\xae\xe2\x81\xa6\xd8\x9cz"
#define EVIL_NAME "\xc2\x9b\xe2\x80\xae\xd8\x9c" /* controls are refused in names */

#define EVIL_SEAT "\xc2\x9b\xd8\x9c"

/* The first thing that a terminal would obey, or NULL. */
static const char *
command_in(const char *text)
{
	static const char *const marks[] = { "\xd8\x9c",     "\xe2\x80\x8e",
					     "\xe2\x80\x8f", "\xe2\x80\xaa",
					     "\xe2\x80\xae", "\xe2\x81\xa6",
					     "\xe2\x81\xa9", "\xc2\x9b",
					     "\xc2\x9d" };
	for (const char *p = text; *p != '\0'; p++)
		if (((unsigned char)*p < ' ' && *p != '\n' && *p != '\t') || *p == 0x7f)
			return p;
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (strstr(text, marks[i]) != NULL)
			return strstr(text, marks[i]);
	return NULL;
}

static void
expect_harmless(const char *command, const char *text)
{
	const char *bad = command_in(text);
	json_t *whole = json_string(text); /* NULL: no UTF-8 */
	if (bad != NULL || whole == NULL)
		print_message("# plyscope %s: byte 0x%02x at %ld\n", command,
			      bad ? (unsigned char)*bad : 0u,
			      bad ? (long)(bad - text) : -1L);
	assert_null(bad);
	assert_non_null(whole);
	json_decref(whole);
}

static const char tree[] =
	"{\"title\":\"" EVIL_JSON "\",\"players\":2,\"seats\":[\"A" EVIL_SEAT "\",\"B\"],"
	"\"tree\":{\"p\":0,\"name\":\"n" EVIL_NAME "\",\"moves\":[\"l" EVIL_NAME
	"\",\"r\"],\"c\":[{\"v\":[1,0]},{\"p\":1,\"c\":[{\"v\":[0,1]},{\"v\":[2,1]}]}]}}";
static const char match[] = "[match]\ngame = goofspiel\ngames = 2\n[variant]\ncards = 4\n"
			    "[players]\n" EVIL " = random\nb" EVIL " = random\n";
static const char experiment[] =
	"[experiment]\nkind = tournament\ntitle = " EVIL "\npaper = " EVIL
	"\ntable = " EVIL "\nmeasure = " EVIL "\nnote = " EVIL
	"\nseating = pairs\n[part" EVIL
	"]\ngame = chinese-checkers\nvariant = seats=3,size=2\ngames = 6\n"
	"player a" EVIL " = greedy\nplayer b = random\n";
static const char lesson[] =
	"[lesson]\ntitle = " EVIL "\nabout = " EVIL "\ngame = tree\n"
	"option = file=max-prob-1\nseed = 1\nplayer = maxn\nstep = node\n"
	"[stop]\nat = end\nshow = 1\ntext = " EVIL "\nquestion = " EVIL "\nanswer = " EVIL
	"\nexpect = value P1 1 = 1\n";
static const char record[] =
	"[Game \"tree\"]\n[Variant \"file=max-prob-1\"]\n[Event \"" EVIL "\"]\n"
	"[Seat1 \"greedy\"]\n[Seed \"1\"]\n[Date \"" EVIL "\"]\n\n1. P1 1 {" EVIL "}\n";

static int
prepare(void **state)
{
	if (make_directory(state) != 0)
		return 1;
	write_file("tree.json", tree);
	write_file("match.ini", match);
	write_file("experiment.ini", experiment);
	write_file("lesson.ini", lesson);
	write_file("record.txt", record);
	write_file("bad.json", "{\"title\":\"\033[31m\"}");
	setenv("HOME", directory, 1);
	setenv("XDG_DATA_HOME", directory, 1);
	setenv("XDG_CONFIG_HOME", directory, 1);
	return 0;
}

/* "plyscope ..." with @ for the folder of the files. */
static const char *
in_folder(const char *command)
{
	static char out[600];
	size_t n = 0;
	for (; *command != '\0' && n < sizeof out - sizeof directory; command++)
		if (*command == '@')
			n += (size_t)sprintf(out + n, "%s", directory);
		else
			out[n++] = *command;
	out[n] = '\0';
	return out;
}

static void
no_verb_prints_what_a_terminal_obeys(void **state)
{
	static const struct {
		const char *command;
		int status;
	} cases[] = {
		{ "search tree -o file=@/tree.json -a maxn --tree - --explain", 0 },
		{ "compare tree -o file=@/tree.json --plain -a maxn -a greedy --nodes 9",
		  0 },
		{ "compare tree -o file=@/tree.json --csv -a maxn -a greedy --nodes 9",
		  0 },
		{ "perft tree 2 -o file=@/tree.json --divide", 0 },
		{ "match tree -o file=@/tree.json -a maxn -a greedy --games 2", 0 },
		{ "play tree --plain --delay 0 -o file=@/tree.json -s 1=maxn -s 2=maxn",
		  0 },
		{ "history", 0 },
		{ "match @/match.ini", 0 },
		{ "match @/match.ini --csv", 0 },
		{ "experiment @/experiment.ini", 0 },
		{ "lesson @/lesson.ini --plain", 0 },
		{ "replay @/record.txt --plain", 0 },
		{ "analyze @/record.txt --plain", 0 },
		{ "duplicate @/record.txt --games 1 --seat 1", 1 },
		{ "search tree -o file=@/bad.json", 2 },
		{ "search hearts --load '\033[31m\xc2\x9b\xff'", 2 },
		{ "search '\033]0;x\007\xe2\x80\xae'", 2 },
		{ "search hearts -a '\xc2\x9bmaxn'", 2 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *command = in_folder(cases[i].command);
		struct ran r = run(command);
		expect_status(&r, cases[i].status, command);
		expect_harmless(command, r.out.s);
		expect_harmless(command, r.err.s);
		ran_free(&r);
	}
}

/* Nothing is lost on the way: what the escapes stand for is what the file says. */
static void
json_says_it_in_escapes(void **state)
{
	static const struct {
		const char *command, *text;
	} cases[] = {
		{ "search tree -o file=@/tree.json -a maxn --json",
		  "l\\u009b\\u202e\\u061c" },
		{ "match @/match.ini --json", "\\u009b7m\\u007f\\u202e\\u2066\\u061c" },
		{ "experiment @/experiment.ini --json", "\\u009b7m" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *command = in_folder(cases[i].command);
		struct ran r = run(command);
		expect_status(&r, 0, command);
		expect_harmless(command, r.out.s);
		assert_non_null(strstr(r.out.s, cases[i].text));
		json_t *j = json_loads(r.out.s, 0, NULL);
		assert_non_null(j);
		json_decref(j);
		ran_free(&r);
	}
	json_t *j = run_json(in_folder("search tree -o file=@/tree.json -a maxn --json"));
	assert_string_equal(json_string_value(json_object_get(j, "move")), "l" EVIL_NAME);
	json_decref(j);
}

/* Runs it with a terminal as standard output; the caller frees what it shows. */
static struct text
shown_on_a_terminal(const char *command)
{
	char line[700], block[4096];
	const char *program = getenv("PLYSCOPE");
	struct text t = { 0 };
	const int master = posix_openpt(O_RDWR | O_NOCTTY);
	assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
	const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	struct termios as_it_is;
	assert_int_equal(tcgetattr(slave, &as_it_is), 0);
	cfmakeraw(&as_it_is);
	tcsetattr(slave, TCSANOW, &as_it_is);
	snprintf(line, sizeof line, "'%s' %s >%s </dev/null",
		 program ? program : "build/plyscope", command, ptsname(master));
	assert_int_equal(system(line), 0);
	fcntl(master, F_SETFL, O_NONBLOCK);
	for (ssize_t n; (n = read(master, block, sizeof block)) > 0;)
		text_add_bytes(&t, block, (size_t)n);
	close(slave);
	close(master);
	return t;
}

/* A record on its way into a file is the file; a terminal gets it without its commands. */
static void
a_record_is_exact_in_a_file_and_harmless_on_a_terminal(void **state)
{
	struct ran r = run(in_folder("history 1"));
	expect_status(&r, 0, "history 1");
	assert_non_null(strstr(r.out.s, "A" EVIL_SEAT));
	struct text shown = shown_on_a_terminal("history 1");
	expect_harmless("history 1", shown.s);
	assert_non_null(strstr(shown.s, "A?? wins"));
	text_free(&shown);
	ran_free(&r);
}

/* To gnuplot a name that begins with a bar is a command, and one with a quote ends its own. */
static void
the_name_of_a_picture_is_no_command(void **state)
{
	static const char *const names[] = { "|id > ran #.svg",
					     "x' ; system('id > ran') #.svg",
					     "`id > ran`.svg", "$(id > ran).svg" };
	if (system("command -v gnuplot >/dev/null") != 0)
		skip();
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char before[100];
		struct stat file;
		setenv("PICTURE", names[i], 1);
		snprintf(before, sizeof before, "cd '%s' &&", directory);
		struct ran r =
			run_with(before, "experiment experiment.ini --plot \"$PICTURE\"",
				 "</dev/null");
		expect_status(&r, 0, names[i]);
		assert_int_equal(stat(path(names[i]), &file), 0);
		assert_true(file.st_size > 1000);
		assert_int_not_equal(stat(path("ran"), &file), 0);
		ran_free(&r);
	}
}

/* A Graphviz of our own, that says what it was given. */
static void
graphviz_gets_no_names_and_is_repeated(void **state)
{
	char before[300];
	struct text drawn = { 0 };
	write_file("dot",
		   "#!/bin/sh\n[ \"$1\" = -V ] && exit 0\necho \"$*\"; exec cat\n");
	chmod(path("dot"), 0755);
	snprintf(before, sizeof before, "cd '%s' && PATH=\"%s:$PATH\"", directory,
		 directory);
	struct ran r =
		run_with(before,
			 "search tree -o file=./tree.json -a maxn --tree '-Tpng|x.svg'",
			 "</dev/null");
	expect_status(&r, 0, "--tree -Tpng|x.svg");
	assert_true(text_read_file(&drawn, path("-Tpng|x.svg"), 1 << 20));
	assert_int_equal(strncmp(drawn.s, "-Tsvg\ndigraph", 13), 0);
	ran_free(&r);
	write_file("dot", "#!/bin/sh\n[ \"$1\" = -V ] && exit 0\n"
			  "echo 'Error: no layout today' >&2; exit 1\n");
	r = run_with(before, "search tree -o file=./tree.json -a maxn --tree x.svg",
		     "</dev/null");
	expect_status(&r, 1, "--tree x.svg");
	assert_non_null(strstr(r.err.s, "x.svg: Graphviz could not draw it: "
					"Error: no layout today\n"));
	assert_int_not_equal(access(path("x.svg"), F_OK), 0);
	text_free(&drawn);
	ran_free(&r);
}

/* DOT ends a name at a quote. */
static void
names_in_dot_are_quoted(void **state)
{
	struct text dot = { 0 };
	write_file("quotes.json",
		   "{\"players\":2,\"seats\":[\"a\\\"b\",\"c\\\\\"],\"tree\":{\"p\":0,"
		   "\"moves\":[\"say\\\"\",\"x\\\\\"],\"c\":[{\"v\":[1,0]},{\"v\":[0,1]}]"
		   "}}");
	const char *command =
		in_folder("search tree -o file=@/quotes.json -a maxn --tree @/q.dot");
	struct ran r = run(command);
	expect_status(&r, 0, command);
	assert_true(text_read_file(&dot, path("q.dot"), 1 << 20));
	assert_non_null(strstr(dot.s, "[label=\"a\\\"b say\\\"\\na\\\"b 1  c\\\\ 0"));
	assert_non_null(strstr(dot.s, "[label=\"a\\\"b x\\\\\\n"));
	ran_free(&r);
	text_free(&dot);
}

/* A pipe that nobody writes to, or that nobody reads. */
static void
files_that_never_end_are_refused(void **state)
{
	static const struct {
		const char *command;
		int status;
	} cases[] = {
		{ "replay --plain @/fifo.ini", 2 },
		{ "replay --plain /dev/zero", 2 },
		{ "search tree -a maxn -o file=@/fifo.ini", 2 },
		{ "match @/fifo.ini", 2 },
		{ "experiment @/fifo.ini", 2 },
		{ "lesson @/fifo.ini", 2 },
		{ "play hearts --plain --theme fifo", 2 },
		{ "--print-config", 0 },
		{ "search goofspiel -o cards=4 -a exact", 0 },
		{ "search tree -a maxn --position max-prob-1 --tree @/fifo.dot", 1 },
		{ "experiment @/experiment.ini --plot @/fifo", 1 },
		{ "solve goofspiel -o cards=4 --out @/fifo", 1 },
	};
	static const char *const names[] = {
		"fifo.ini",
		"fifo.dot",
		"fifo",
		"plyscope/config.ini",
		"plyscope/themes/fifo.ini",
		"plyscope/solved-goofspiel-4-random-difference-"
		"discard.zst"
	};
	if (system("command -v gnuplot >/dev/null") != 0)
		skip();
	assert_int_equal(system(in_folder("mkdir -p @/plyscope/themes")), 0);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_int_equal(mkfifo(path(names[i]), 0600), 0);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *command = in_folder(cases[i].command);
		struct ran r = run_with("timeout 20", command, "</dev/null");
		expect_status(&r, cases[i].status, command);
		if (strncmp(cases[i].command, "solve", 5) != 0 &&
		    !strstr(r.err.s, "not a regular file"))
			print_message("# plyscope %s: %s\n", command, r.err.s);
		if (strncmp(cases[i].command, "solve", 5) != 0)
			assert_non_null(strstr(r.err.s, "not a regular file"));
		ran_free(&r);
	}
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		unlink(path(names[i]));
}

/* What a shell makes of <(...) is a pipe by its name. */
static void
a_pipe_that_is_named_as_one_is_read(void **state)
{
	struct ran r = run_with("printf '[Game \"tree\"]\\n' |",
				"replay --plain /dev/stdin", "");
	expect_status(&r, 0, "replay --plain /dev/stdin");
	assert_non_null(strstr(r.out.s, "Game tree, seed"));
	ran_free(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_verb_prints_what_a_terminal_obeys),
		cmocka_unit_test(json_says_it_in_escapes),
		cmocka_unit_test(a_record_is_exact_in_a_file_and_harmless_on_a_terminal),
		cmocka_unit_test(the_name_of_a_picture_is_no_command),
		cmocka_unit_test(graphviz_gets_no_names_and_is_repeated),
		cmocka_unit_test(names_in_dot_are_quoted),
		cmocka_unit_test(files_that_never_end_are_refused),
		cmocka_unit_test(a_pipe_that_is_named_as_one_is_read),
	};
	return cmocka_run_group_tests(tests, prepare, remove_directory);
}
