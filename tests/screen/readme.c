/*
 * readme.c - every command line of README.md, of the manual and of --help does what it is there
 * for: it starts, on a terminal, in a home of its own. And what README.md names is there.
 *
 * A command line is a code span of README.md, or a line of its code blocks or a .Dl of a page of
 * the manual, that begins with `plyscope `. The shell reads it as written; only words in capitals
 * (GAME, FILE) are filled in. It passes when it ends well, or shows a screen that can be left,
 * or has used up its processor time, which cuts the long ones short wherever they are: what
 * is wrong with a command line is said before anything is computed, with status 2.
 */
#include "tests/scale.h"
#include "tests/screen/play.h"

#include "src/app/catalog.h"
#include "src/app/cli.h"
#include "src/core/record.h"
#include "src/core/store.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define COMMANDS_MAX 400
#define AT_ONCE	     6 /* command lines: most of them wait for a terminal or a process */
#define CPU_SECONDS  "1" /* of one command line and of each of its processes, at most */
#define CPU_ENOUGH   0.1 /* seconds of all its processes: nothing wrong was said by then */
#define CUT	     (128 + SIGXCPU)

static struct commands {
	char *line[COMMANDS_MAX];
	const char *file[COMMANDS_MAX];
	int count;
} found;

static char record[100], hands[100], match_file[100], picture[100], library_leaks[100];

/* What stands for what; of several verbs with a NAME each has its own. */
static const struct {
	const char *verb, *word, *value;
} stands_for[] = {
	{ NULL, "GAME", "hearts" },
	{ NULL, "PLAYER", "easy" },
	{ "convert", "FILE", hands },
	{ NULL, "FILE", record },
	{ NULL, "FILE.ini", match_file },
	{ NULL, "FILE.svg", picture },
	{ "experiment", "NAME", "speculative-branching" },
	{ "lesson", "NAME", "shallow" },
};

/* Verbs that README names without what they need. */
static const struct {
	const char *verb, *rest;
} operands[] = {
	{ "exploit", " goofspiel -o cards=4 -a smmcts:sims=1k" },
	{ "perft", " abalone 2" },
};

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

/* ---- finding them ---- */

static void
add_command(const char *file, const char *text, size_t n)
{
	struct text line = { 0 };
	for (size_t i = 0; i < n; i++) /* a span may go on in the next line */
		text_add(&line, "%c", text[i] == '\n' ? ' ' : text[i]);
	for (int i = 0; i < found.count; i++)
		if (strcmp(found.line[i], line.s) == 0) {
			text_free(&line);
			return;
		}
	assert_true(found.count < COMMANDS_MAX);
	found.file[found.count] = file;
	found.line[found.count++] = line.s;
}

static bool
begins_a_command(const char *text, size_t n)
{
	return n > 9 && strncmp(text, "plyscope ", 9) == 0;
}

/* The lines between fences, without what follows two blanks and a #; elsewhere what is between
 * two backticks. */
static void
read_markdown(const char *path)
{
	struct text t = { 0 };
	bool fenced = false;
	assert_true(text_read_file(&t, path, 1 << 20));
	for (const char *p = t.s; *p != '\0';) {
		const size_t line = strcspn(p, "\n");
		const bool fence = strncmp(p, "```", 3) == 0;
		fenced = fenced != fence;
		if (fence || fenced) {
			const char *comment = strstr(p, "  #");
			const size_t n = comment && comment < p + line
						 ? (size_t)(comment - p)
						 : line;
			if (!fence && begins_a_command(p, n))
				add_command(path, p, n);
			p += line + (p[line] == '\n');
			continue;
		}
		if (*p++ != '`')
			continue;
		const size_t span = strcspn(p, "`");
		if (begins_a_command(p, span))
			add_command(path, p, span);
		p += span + (p[span] == '`');
	}
	text_free(&t);
}

static void
read_manual(const char *path)
{
	struct text t = { 0 };
	assert_true(text_read_file(&t, path, 1 << 20));
	for (const char *p = t.s; (p = strstr(p, "\n.Dl plyscope ")) != NULL;) {
		p += strlen("\n.Dl ");
		add_command(path, p, strcspn(p, "\n"));
	}
	text_free(&t);
}

static void
read_help(void)
{
	for (int i = 0; cli_verb(i) != NULL; i++)
		for (int k = 0; k < VERB_EXAMPLES && cli_verb(i)->examples[k]; k++) {
			char line[200];
			const int n = snprintf(line, sizeof line, "plyscope %s",
					       cli_verb(i)->examples[k]);
			add_command("--help", line, (size_t)n);
		}
}

/* ---- making them run ---- */

#define ASSET_SUMS "find assets -type f -exec cksum {} + | sort >sums."

static void
write_text(const char *path, const char *content)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(content, f);
	fclose(f);
}

/* The assets are a copy that cannot be written to. Root could: so their sums are kept too. */
static void
copy_assets(void)
{
	const char *assets = getenv("PLYSCOPE_ASSETS");
	struct text line = { 0 };
	if (assets == NULL)
		return;
	text_add(&line, "cp -R '%s' '%s/assets' && cd '%s' && chmod -R a-w assets && ",
		 assets, play_home, play_home);
	text_add(&line, ASSET_SUMS "before");
	assert_int_equal(system(line.s), 0);
	text_free(&line);
}

/* A game of Goofspiel to its end, its first seat a person's; a match of two games. */
static void
write_files(void)
{
	static struct setup setup;
	struct match m = { 0 };
	snprintf(record, sizeof record, "%s/record", play_home);
	snprintf(hands, sizeof hands, "%s/hands", play_home);
	write_text(hands,
		   "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\n"
		   "starting_stacks = [20000, 20000]\nplayers = ['Alice', 'Bob']\n"
		   "actions = ['d dh p1 8dJd', 'd dh p2 Td4d', 'p2 cbr 300', 'p1 f']\n");
	snprintf(match_file, sizeof match_file, "%s/match.ini", play_home);
	snprintf(picture, sizeof picture, "%s/picture.svg", play_home);
	assert_true(setup_init(&setup, &app_catalog,
			       catalog_game(&app_catalog, "goofspiel"), true, NULL));
	assert_true(setup_variant(&setup, &app_catalog, "cards", "4", NULL));
	assert_true(setup_player(&setup, &app_catalog, 1, "easy", NULL));
	setup.seed = 1;
	match_open(&m, &setup);
	while (!match_over(&m)) {
		move moves[MOVES_MAX];
		const int seat = __builtin_ctz(match_acting(&m));
		assert_true(match_moves(&m, seat, moves) > 0);
		assert_true(match_play(&m, seat, moves[0], "", NULL));
	}
	assert_true(record_save(&m, record, NULL));
	match_close(&m);
	write_text(match_file, "[match]\ngame = abalone\ngames = 2\n"
			       "[players]\na = random\nb = greedy\n");
	copy_assets();
	struct text pages = { 0 };
	text_add(&pages, "cp -R man '%s'", play_home);
	assert_int_equal(system(pages.s), 0);
	text_free(&pages);
	/* libedit does not free the names of the functions that it is given. */
	snprintf(library_leaks, sizeof library_leaks, "%s/leaks", play_home);
	write_text(library_leaks, "leak:wcsdup\n");
}

/* A word in capitals, with a dot at most. */
static bool
is_placeholder(const char *word, size_t n)
{
	size_t capitals = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	return capitals >= 2 && capitals <= n && (capitals == n || word[capitals] == '.');
}

/* FILE, and a ply behind it that stays. */
static size_t
placeholder_length(const char *word, size_t n)
{
	const char *at = memchr(word, '@', n);
	return at != NULL && is_placeholder(word, (size_t)(at - word))
		       ? (size_t)(at - word)
		       : n;
}

static void
add_word(struct text *out, const char *verb, const char *word, size_t all)
{
	const size_t n = placeholder_length(word, all);
	if (!is_placeholder(word, n)) {
		text_add(out, " %.*s", (int)all, word);
		return;
	}
	for (int i = 0; i < COUNT(stands_for); i++)
		if (strlen(stands_for[i].word) == n &&
		    strncmp(stands_for[i].word, word, n) == 0 &&
		    (!stands_for[i].verb || strcmp(stands_for[i].verb, verb) == 0)) {
			text_add(out, " %s%.*s", stands_for[i].value, (int)(all - n),
				 word + n);
			return;
		}
	fail_msg("%s: nothing stands for %.*s", verb, (int)n, word);
}

/* The line as the shell is to read it, the program's own name left out. */
static void
fill_in(const char *line, struct text *out)
{
	char verb[40] = "";
	const char *p = strchr(line, ' ');
	sscanf(p, " %39s", verb);
	while (*(p += strspn(p, " ")) != '\0') {
		const size_t n = strcspn(p, " ");
		add_word(out, verb, p, n);
		p += n;
	}
	for (int i = 0; i < COUNT(operands); i++)
		if (strcmp(out->s + 1, operands[i].verb) == 0)
			text_add(out, "%s", operands[i].rest);
}

/* Long ones that come to their end here, so that they write what they write: their limit and another. */
static const struct {
	const char *limit, *instead;
} shorter[] = {
	{ "checkers --games 20", "checkers -a easy --games 4" },
	{ "checkers --games 2000", "checkers -a easy --games 4" },
	{ "--matches --games 2000", "--matches -a easy --games 2" },
	{ "--sims 10k", "--sims 20" },
	{ "--sims 2114560", "--sims 64" },
	{ "--sims 347136", "--sims 64" },
	{ "--sims 361472", "--sims 64" },
};

/* Whether a limit was replaced. */
static bool
shorten(struct text *words)
{
	for (int i = 0; i < COUNT(shorter); i++) {
		const char *at = strstr(words->s, shorter[i].limit);
		const size_t n = strlen(shorter[i].limit);
		if (at == NULL || (at[n] != '\0' && at[n] != ' '))
			continue;
		struct text whole = { 0 };
		text_add(&whole, "%.*s%s%s", (int)(at - words->s), words->s,
			 shorter[i].instead, at + n);
		text_free(words);
		*words = whole;
		return true;
	}
	return false;
}

/* Where it writes files by names of their own, and assets, is the home of the test. */
static struct vt *
start_shell(const char *words, const char *seconds)
{
	static char data[100], state[100], leaks[160], program[PATH_MAX];
	const char *given = getenv("PLYSCOPE");
	struct text script = { 0 };
	assert_non_null(realpath(given ? given : "build/plyscope", program));
	snprintf(data, sizeof data, "XDG_DATA_HOME=%s", play_home);
	snprintf(state, sizeof state, "XDG_STATE_HOME=%s", play_home);
	snprintf(leaks, sizeof leaks, "LSAN_OPTIONS=suppressions=%s:print_suppressions=0",
		 library_leaks);
	text_add(&script,
		 "cd %s; [ -d assets ] && PLYSCOPE_ASSETS=$PWD/assets; "
		 "PATH=$PWD/bin:${0%%/*}:$PATH; "
		 "ulimit -c 0; ulimit -S -t %s; exec \"$0\"%s",
		 play_home, seconds, words);
	const char *argv[] = { "/bin/sh", "-c", script.s, program, NULL };
	const char *env[] = { data, state, leaks, "MANPAGER=cat", NULL };
	struct vt *v = vt_start(argv, env, 24, 80);
	text_free(&script);
	return v;
}

/* Processor time of a process if it belongs to the group, in seconds. */
static double
time_in_group(const char *process, pid_t group)
{
	char path[300];
	int pgrp;
	unsigned long user, kernel;
	snprintf(path, sizeof path, "/proc/%s/stat", process);
	FILE *f = fopen(path, "r");
	if (f == NULL)
		return 0;
	const int n = fscanf(f,
			     "%*d (%*[^)]) %*c %*d %d %*d %*d %*d %*u %*u %*u %*u %*u "
			     "%lu %lu",
			     &pgrp, &user, &kernel);
	fclose(f);
	return n == 3 && pgrp == group
		       ? (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK)
		       : 0;
}

/* Ends a program that has computed long enough, with the processes it has started. */
static void
cut_short(struct vt *v)
{
	const pid_t group = getpgid(vt_pid(v));
	double all = 0;
	DIR *d = opendir("/proc");
	for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
		if (e->d_name[0] >= '1' && e->d_name[0] <= '9')
			all += time_in_group(e->d_name, group);
	if (d != NULL)
		closedir(d);
	if (all > CPU_ENOUGH && group > 1)
		kill(-group, SIGXCPU);
}

/* Until it has ended, or waits for somebody: on a screen, or for a typed line. */
static int
run_to_its_end(struct vt *v, bool whole)
{
	static const char *const waits[] = { "? help", "? is help", NULL };
	const int64_t until = clock_now_us() + VT_WAIT_US;
	while (vt_alive(v) && clock_now_us() < until) {
		for (int i = 0; waits[i]; i++)
			if (on_screen(v, waits[i])) {
				vt_keys(v, i == 0 ? "Q" : "quit\r");
				return vt_exit(v);
			}
		vt_pump(v, 50);
		if (!whole)
			cut_short(v);
	}
	return vt_exit(v);
}

/* Verbs that wait for another program, and what ends them. */
static const struct other {
	const char *verb, *keys;
} others[] = {
	{ " usi", "quit\r" },
	{ " bot ", "{\"say\":\"quit\"}\r" },
};

static const struct other *
other_of(const char *words)
{
	for (int i = 0; i < COUNT(others); i++)
		if (strncmp(words, others[i].verb, strlen(others[i].verb)) == 0)
			return &others[i];
	return NULL;
}

static bool
passes(const char *file, const char *line)
{
	struct text words = { 0 };
	fill_in(line, &words);
	const bool whole = shorten(&words);
	struct vt *v = start_shell(words.s, whole ? "60" : CPU_SECONDS);
	const struct other *o = other_of(words.s);
	if (o != NULL)
		vt_keys(v, o->keys);
	const int status = run_to_its_end(v, whole);
	const bool good = (status == CUT && !whole) || status == 0;
	if (!good) {
		printf("# %s: %s\n# plyscope%s: status %d\n", file, line, words.s,
		       status);
		vt_print(v);
	}
	vt_close(v);
	text_free(&words);
	return good;
}

static void
read_pages(void)
{
	static char path[100][300];
	int n = 0;
	DIR *d = opendir("man");
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d)) != NULL;)
		if (strncmp(e->d_name, "plyscope", 8) == 0) {
			assert_true(n < COUNT(path));
			snprintf(path[n], sizeof path[n], "man/%s", e->d_name);
			read_manual(path[n++]);
		}
	closedir(d);
	assert_true(n > 10);
}

/* The command lines with this number modulo AT_ONCE, in a process of their own; how many are bad. */
static int
run_some(int k)
{
	int bad = 0;
	for (int i = 0; i < found.count; i++)
		if (i % AT_ONCE == k && i / AT_ONCE % scale_rounds(1, 4) == 0)
			bad += !passes(found.file[i], found.line[i]);
	fflush(stdout);
	return bad;
}

static void
every_command_line_of_the_texts_starts(void **state)
{
	pid_t child[AT_ONCE];
	int bad = 0;
	read_markdown("README.md");
	const int in_readme = found.count;
	read_pages();
	const int in_texts = found.count;
	assert_true(in_readme >= 6 && in_texts > 2 * in_readme);
	read_help();
	assert_true(found.count > in_texts);
	write_files();
	for (int k = 0; k < AT_ONCE; k++) {
		fflush(stdout);
		child[k] = fork();
		assert_true(child[k] >= 0);
		if (child[k] == 0)
			_exit(run_some(k));
	}
	for (int k = 0; k < AT_ONCE; k++) {
		int status = 0;
		waitpid(child[k], &status, 0);
		assert_true(WIFEXITED(status));
		bad += WEXITSTATUS(status);
	}
	struct text sums = { 0 };
	text_add(&sums, "cd '%s' && " ASSET_SUMS "after && diff sums.before sums.after",
		 play_home);
	bad += system(sums.s) != 0;
	text_free(&sums);
	if (bad > 0)
		fail_msg("%d of %d command lines", bad, found.count);
	for (int i = 0; i < found.count; i++)
		free(found.line[i]);
}

/* A wrong option, verb, game, file or quote is seen. */
static void
wrong_ones_do_not(void **state)
{
	static const char *const wrong[] = {
		" ploy hearts",	       " play heart",
		" play hearts -o x=1", " match hearts -a nobody -a easy",
		" replay nothing",     " search tree --position nothing -a maxn",
		" experiment nothing", " search hearts -a pimc:inner=(maxn)",
	};
	write_files();
	for (int i = 0; i < COUNT(wrong); i++) {
		struct vt *v = start_shell(wrong[i], CPU_SECONDS);
		assert_int_equal(run_to_its_end(v, false), 2);
		vt_close(v);
	}
}

/* ---- the page of a verb ---- */

/* A man of our own: it finds the pages whose names have this word, and shows its words. */
static void
write_man(const char *knows)
{
	char path[100];
	struct text script = { 0 };
	snprintf(path, sizeof path, "%s/bin", play_home);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/bin/man", play_home);
	text_add(&script, "#!/bin/sh\ncase \"$*\" in *'%s'*) echo \"shown: $*\" ;; ",
		 knows);
	text_add(&script, "*) echo unknown; exit 16 ;; esac\n");
	write_text(path, script.s);
	assert_int_equal(chmod(path, 0700), 0);
	text_free(&script);
}

/* The home lies in no source tree, so that man is asked for the installed page. */
static void
help_of_a_verb_opens_its_page(void **state)
{
	copy_assets();
	write_man("6 plyscope-match");
	struct vt *v = start_shell(" help match", CPU_SECONDS);
	assert_int_equal(run_to_its_end(v, false), 0);
	assert_true(on_screen(v, "shown: 6 plyscope-match"));
	assert_false(on_screen(v, "usage:"));
	vt_close(v);
	v = start_shell(" help perft", CPU_SECONDS); /* it has no page for man */
	assert_int_equal(run_to_its_end(v, false), 0);
	assert_true(on_screen(v, "usage: plyscope perft"));
	assert_false(on_screen(v, "unknown"));
	vt_close(v);
	v = start_shell(" match --help", CPU_SECONDS);
	assert_int_equal(run_to_its_end(v, false), 0);
	assert_false(on_screen(v, "shown"));
	vt_close(v);
	v = start_shell(" help match | cat", CPU_SECONDS);
	assert_int_equal(run_to_its_end(v, false), 0);
	assert_false(on_screen(v, "shown"));
	vt_close(v);
}

/* That of the source tree comes first. */
static void
a_source_tree_has_pages(void **state)
{
	char path[100];
	copy_assets();
	snprintf(path, sizeof path, "%s/man", play_home);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/man/plyscope-match.6", play_home);
	write_text(path, "a page");
	write_man("match");
	struct vt *v = start_shell(" help match", CPU_SECONDS);
	assert_int_equal(run_to_its_end(v, false), 0);
	assert_true(on_screen(v, "man/plyscope-match.6"));
	vt_close(v);
}

/* ---- files, experiments, targets ---- */

/* The next text between two marks of the same line; false: there is none. */
static bool
next_between(const char **at, const char *before, const char *after, char *out,
	     size_t size)
{
	const char *p = strstr(*at, before), *end;
	if (!p)
		return false;
	p += strlen(before);
	end = strstr(p, after);
	*at = p;
	snprintf(out, size, "%.*s", end ? (int)(end - p) : 0, p);
	return true;
}

static int
missing(const char *kind, const char *name, bool there)
{
	if (!there)
		printf("# README.md names the %s %s\n", kind, name);
	return !there;
}

/* Links and `make TARGET`. */
static void
what_readme_names_is_there(void **state)
{
	struct text t = { 0 }, make = { 0 };
	char name[200], target[220];
	int links = 0, targets = 0, bad = 0;
	assert_true(text_read_file(&t, "README.md", 1 << 20));
	assert_true(text_read_file(&make, "Makefile", 1 << 20));
	for (const char *p = t.s; next_between(&p, "](", ")", name, sizeof name); links++)
		bad += missing("file", name, access(name, F_OK) == 0);
	for (const char *p = t.s; next_between(&p, "`make ", "`", name, sizeof name);
	     targets++) {
		snprintf(target, sizeof target, "\n%s:", name);
		bad += missing("target", name, strstr(make.s, target) != NULL);
	}
	assert_true(links >= 4 && targets >= 2);
	assert_int_equal(bad, 0);
	text_free(&t);
	text_free(&make);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, play_setup, play_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_command_line_of_the_texts_starts),
		TEST(wrong_ones_do_not),
		TEST(help_of_a_verb_opens_its_page),
		TEST(a_source_tree_has_pages),
		TEST(what_readme_names_is_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
