/*
 * lesson.c - lessons: each one that ships is played through, forwards and back, and every
 * figure its answers name is the search's; damaged files are named with their line.
 */
#include "src/study/lesson.h"
#include "src/app/catalog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct lesson lesson;
static struct lesson_run run;

static void
start(const char *name)
{
	struct status st = { 0 };
	if (!lesson_load(&lesson, name, &app_catalog, &st) ||
	    !lesson_start(&run, &lesson, &st))
		fail_msg("%s: %s", name, st.text);
}

static void
stop(void)
{
	lesson_end(&run);
	lesson_free(&lesson);
}

static char *
filled(const char *text)
{
	struct status st = { 0 };
	struct text t = { 0 };
	if (!lesson_fill(&run, text, &t, &st))
		fail_msg("%s: stop %d: %s", lesson.path, run.at + 1, st.text);
	return t.s;
}

static bool
names_a_node(const char *text, const char *digit)
{
	static const char *const before[] = {
		"node ", "Node ", "move ", "Move ", "P", "/"
	};
	for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
		const size_t n = strlen(before[i]);
		if ((size_t)(digit - text) >= n && memcmp(digit - n, before[i], n) == 0)
			return true;
	}
	return false;
}

/* An answer says its numbers as figures in braces; other digits only name nodes and seats. */
static void
no_bare_figure(const char *answer)
{
	bool inside = false;
	for (const char *at = answer; *at != '\0'; at++) {
		inside = *at == '{' || (inside && *at != '}');
		if (!inside && *at >= '0' && *at <= '9' && !names_a_node(answer, at))
			fail_msg("%s: \"%s\": a bare figure", lesson.path, answer);
	}
}

/* All that a stop shows, as one text. */
static char *
shown(void)
{
	const struct lesson_stop *s = &lesson.stop[run.at];
	struct text t = { 0 };
	const char *const parts[] = { s->text, s->question, s->answer };
	text_add(&t, "%s %lld\n", step_unit_names[run.stepper.unit],
		 (long long)run.stepper.at);
	for (int i = 0; i < 3; i++) {
		char *part = filled(parts[i]);
		text_add(&t, "%s\n", part);
		free(part);
	}
	json_t *object = inspect_to_json(&run.stepper.tree);
	char *tree = json_dumps(object, 0);
	text_add(&t, "%s", tree);
	json_decref(object);
	free(tree);
	return t.s;
}

/* What is asked for to be typed: the figure is right, by itself or behind words, nothing else. */
static void
try_answers(void)
{
	const struct lesson_stop *s = &lesson.stop[run.at];
	struct status st = { 0 };
	struct text figure = { 0 };
	char line[100];
	bool right = true;
	if (s->check[0] == '\0') {
		assert_false(lesson_try(&run, "1", &right, &st));
		return;
	}
	assert_true(lesson_figure(&run, s->check, &figure, &st));
	assert_true(lesson_try(&run, "-77", &right, &st));
	assert_false(right);
	assert_true(lesson_try(&run, "what?", &right, &st));
	assert_true(!right && !run.answered);
	snprintf(line, sizeof line, "it is %s", figure.s);
	assert_true(lesson_try(&run, line, &right, &st));
	assert_true(right && run.answered);
	run.answered = false;
	assert_true(lesson_try(&run, figure.s, &right, &st));
	assert_true(right);
	run.answered = false;
	text_free(&figure);
}

static int
play(char **first)
{
	struct status st = { 0 };
	int stops = 0;
	for (bool on = true; on; on = lesson_next(&run, &st)) {
		if (run.answered)
			continue;
		const struct lesson_stop *s = &lesson.stop[run.at];
		no_bare_figure(s->answer);
		assert_true(s->question[0] == '\0' || s->answer[0] != '\0');
		first[run.at] = shown();
		try_answers();
		stops++;
	}
	if (st.failed)
		fail_msg("%s", st.text);
	return stops;
}

static int
place_of(char (*names)[64], int n, const char *name)
{
	for (int i = 0; i < n; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	fail_msg("no lesson %s", name);
	return -1;
}

/* Each behind those that its texts build on. */
static void
lessons_are_in_the_order_of_learning(void **state)
{
	static const char *const pairs[][2] = {
		{ "maxn", "shallow" },
		{ "shallow", "last-branch" },
		{ "last-branch", "speculative" },
		{ "maxn", "paranoid" },
		{ "uct", "uct-pn" },
		{ "proof-numbers", "uct-pn" },
		{ "strategy-fusion", "information-sets" },
		{ "information-sets", "one-value" },
		{ "one-value", "four-values" },
		{ "four-values", "bluffing" },
		{ "bluffing", "off-tree" },
	};
	static char names[64][64];
	const int n = lesson_names(names, 64);
	assert_string_equal(names[0], "hearts-trick");
	assert_string_equal(names[1], "star");
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
		assert_true(place_of(names, n, pairs[i][0]) <
			    place_of(names, n, pairs[i][1]));
	assert_string_equal(names[n - 1], "off-tree");
}

static void
every_shipped_lesson_says_what_its_search_shows(void **state)
{
	static char names[64][64];
	const int n = lesson_names(names, 64);
	assert_true(n >= 6);
	for (int i = 0; i < n; i++) {
		char *first[LESSON_STOPS] = { 0 };
		struct status st = { 0 };
		int figures = 0, checks = 0;
		start(names[i]);
		assert_int_equal(play(first), lesson.stops);
		/* back again: the same trees and texts, bit for bit */
		for (bool on = true; on; on = lesson_back(&run, &st)) {
			char *again = shown();
			assert_string_equal(again, first[run.at]);
			free(again);
		}
		assert_false(st.failed);
		assert_int_equal(run.at, 0);
		for (int k = 0; k < lesson.stops; k++) {
			figures += strchr(lesson.stop[k].answer, '{') != NULL;
			checks += lesson.stop[k].expects;
			free(first[k]);
		}
		assert_int_equal(figures, lesson.stops);
		assert_true(checks > 0);
		stop();
	}
}

/* Levels only rise along the list; every lesson ends with a game in which the reader is to move. */
static void
lessons_grow_harder_and_end_with_a_game(void **state)
{
	static char names[64][64];
	const int n = lesson_names(names, 64);
	enum lesson_level level = LESSON_START;
	for (int i = 0; i < n; i++) {
		static struct match m;
		struct status st = { 0 };
		start(names[i]);
		assert_true(lesson.level >= level);
		level = lesson.level;
		assert_true(lesson.play.text[0] != '\0');
		if (!lesson_match(&lesson, &app_catalog, &m, &st))
			fail_msg("%s", st.text);
		assert_false(match_over(&m));
		assert_int_equal(setup_humans(&m.setup), 1);
		match_close(&m);
		stop();
	}
	assert_int_equal(level, LESSON_HARD);
}

static void
the_papers_methods_each_have_a_lesson(void **state)
{
	static const char *const names[] = { "maxn",
					     "shallow",
					     "last-branch",
					     "speculative",
					     "paranoid",
					     "max-prob",
					     "uct",
					     "proof-numbers",
					     "strategy-fusion",
					     "information-sets" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		start(names[i]);
		assert_true(lesson.stops >= 3);
		stop();
	}
}

/* ---- damaged files ---- */

#define HEAD \
	"[lesson]\ntitle = t\ngame = tree\noption = file=last-branch\n" \
	"player = maxn:depth=3\n"

static const struct {
	const char *text, *says;
} damaged[] = {
	{ "[lesson]\ntitle = t\ngame = chess\n", ":3: game: expected one of hearts" },
	{ "[lesson]\ntitle = t\nplayer = maxn\n", ":3: player before game" },
	{ "[lesson]\norder = 0\n", ":2: order: expected a number from 1 to 999" },
	{ "[lesson]\ngame = tree\ntitel = t\n", ":3: unknown key \"titel\"" },
	{ "[lesson]\ngame = tree\n[pause]\nat = 1\n", ":4: unknown section [pause]" },
	{ "[lesson]\nlevel = mild\n", ":2: level: expected start, easy" },
	{ "[lesson]\npicture = photo\n", ":2: picture: expected board or tree" },
	{ HEAD "moves = 1 9 1\n[stop]\nat = 1\n", ":6: moves: " },
	{ HEAD "[play]\ntask = t\n", ":7: unknown key \"task\" in [play]" },
	{ HEAD "[stop]\ntext = x\n", ":7: text before at" },
	{ HEAD "[stop]\nat = soon\n", ":7: at: expected a step from 1, or end" },
	{ HEAD "[stop]\nat = 1\ntext = {valeu P1}\n", ":8: {valeu P1} is not a figure" },
	{ HEAD "[stop]\nat = 1\ntext = {value P1\n", ":8: '{' without '}'" },
	{ HEAD "[stop]\nat = 1\nexpect = value\n", ":8: expect: expected FIGURE = TEXT" },
	{ HEAD, "no [stop]" },
	{ "[lesson]\ntitle = t\ngame = tree\nplayer = maxm\n[stop]\nat = 1\n",
	  ":4: player: " },
	{ "[lesson]\ntitle = t\ngame = tree\noption = file\n",
	  ":4: option: expected KEY=VALUE" },
	{ HEAD "step = minute\n[stop]\nat = 1\n", ":6: step: expected node, iteration" },
};

static const char *
written(const char *text)
{
	static char path[] = "/tmp/plyscope-lesson-XXXXXX";
	snprintf(path, sizeof path, "/tmp/plyscope-lesson-XXXXXX");
	const int fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	return path;
}

static void
a_damaged_lesson_is_named_with_its_line(void **state)
{
	for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
		struct status st = { 0 };
		const char *path = written(damaged[i].text);
		assert_false(lesson_load(&lesson, path, &app_catalog, &st));
		if (strstr(st.text, damaged[i].says) == NULL ||
		    strncmp(st.text, path, strlen(path)) != 0)
			fail_msg("\"%s\" does not say \"%s\"", st.text, damaged[i].says);
		unlink(path);
	}
	struct status st = { 0 };
	assert_false(lesson_load(&lesson, "nowhere", &app_catalog, &st));
	assert_non_null(strstr(st.text, "no lesson \"nowhere\""));
}

static const struct {
	const char *text, *says;
} wrong[] = {
	{ HEAD "[stop]\nat = 9999\n", ":7: at: the search has only" },
	{ HEAD "[stop]\nat = end\nshow = 7/7\n", ":7: show: the tree has no node" },
	{ HEAD "[stop]\nat = end\nexpect = best = 2\n",
	  ":8: expected best = 2, the search shows 1" },
	{ HEAD "[stop]\nat = end\nexpect = value Q 1 = 2\n", "unknown seat \"Q\"" },
	{ HEAD "[stop]\nat = end\nexpect = nodes 1 = 2\n", "has one word too many" },
};

static void
what_the_search_does_not_show_is_refused(void **state)
{
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		struct status st = { 0 };
		const char *path = written(wrong[i].text);
		if (!lesson_load(&lesson, path, &app_catalog, &st))
			fail_msg("%s", st.text);
		assert_false(lesson_start(&run, &lesson, &st));
		if (strstr(st.text, wrong[i].says) == NULL)
			fail_msg("\"%s\" does not say \"%s\"", st.text, wrong[i].says);
		lesson_free(&lesson);
		unlink(path);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lessons_are_in_the_order_of_learning),
		cmocka_unit_test(every_shipped_lesson_says_what_its_search_shows),
		cmocka_unit_test(the_papers_methods_each_have_a_lesson),
		cmocka_unit_test(lessons_grow_harder_and_end_with_a_game),
		cmocka_unit_test(a_damaged_lesson_is_named_with_its_line),
		cmocka_unit_test(what_the_search_does_not_show_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
