/* lessons.c - every stop of every lesson at four sizes: its words are on the screen to the last,
 * with the figures that the search has there; in a small window page by page. */
#include "tests/screen/play.h"

#include "src/app/catalog.h"
#include "src/study/lesson.h"

static int words_from; /* the column where words begin, behind a board */

/* The screen's lines after each other, blanks and what parts panes as one blank. */
static void
screen_words(struct vt *v, char *out, size_t size)
{
	int h, w;
	size_t n = 0;
	vt_size(v, &h, &w);
	for (int y = 0; y < h; y++) {
		const char *row = vt_row(v, y);
		const size_t length = strlen(row);
		for (size_t x = (size_t)words_from; x <= length && n + 1 < size; x++) {
			const char c = x == length ? ' ' : row[x];
			if (c != ' ' || (n > 0 && out[n - 1] != ' '))
				out[n++] = c;
		}
	}
	out[n] = '\0';
}

static bool
shows(struct vt *v, const char *words)
{
	static char screen[200000];
	screen_words(v, screen, sizeof screen);
	return strstr(screen, words) != NULL;
}

/* Waits for the last words of a text; `more`: with Space through its pages. */
static void
expect_words(struct vt *v, const char *text, bool whole, const char *where)
{
	const size_t n = strlen(text), last = n > 24 ? n - 24 : 0;
	const int64_t until = clock_now_us() + 20 * INT64_C(1000000);
	const char *words = whole ? text : text + last;
	while (!shows(v, words)) {
		if (clock_now_us() > until) {
			vt_print(v);
			fail_msg("%s: not on the screen: %s", where, words);
		}
		vt_settle(v, 30);
		if (!whole && !shows(v, words))
			vt_keys(v, " ");
	}
}

static void
play_lesson(const char *name, int h, int w)
{
	static struct lesson l;
	struct lesson_run run;
	struct status st = { 0 };
	char command[100], where[120];
	const bool whole = w >= 80;
	assert_true(lesson_load(&l, name, &app_catalog, &st));
	assert_true(lesson_start(&run, &l, &st));
	snprintf(command, sizeof command, "lesson %s --ascii", name);
	words_from = l.board && whole ? (w / 2 > 42 ? w / 2 : 42) + 1 : 0;
	struct vt *v = play_start(command, h, w);
	for (int i = 0; i < l.stops; i++) {
		const struct lesson_stop *stop = &l.stop[i];
		const char *const parts[] = { stop->text, stop->question, stop->answer };
		snprintf(where, sizeof where, "%s, stop %d, %dx%d", name, i + 1, w, h);
		for (int k = 0; k < 3; k++) {
			struct text words = { 0 };
			if (parts[k] == NULL || parts[k][0] == '\0')
				continue;
			if (!lesson_fill(&run, parts[k], &words, &st))
				fail_msg("%s: %s", where, st.text);
			if (k == 2 && whole)
				vt_keys(v, i % 2 == 0 ? " " : RIGHT); /* both go on */
			expect_words(v, words.s, whole, where);
			text_free(&words);
		}
		if (i + 1 == l.stops)
			break;
		while (run.at == i)
			assert_true(lesson_next(&run, &st));
		vt_keys(v, " ");
	}
	if (whole)
		expect_words(v, l.play.text, true, where);
	lesson_end(&run);
	lesson_free(&l);
	leave(v);
}

static void
play_lessons(int h, int w)
{
	char names[40][64];
	const int n = lesson_names(names, 40);
	assert_true(n >= 13);
	for (int i = 0; i < n; i++)
		if (scale_takes(i + w / 40, 6))
			play_lesson(names[i], h, w);
}

static void
every_word_at_80_columns(void **state)
{
	play_lessons(24, 80);
}

static void
every_word_at_120_columns(void **state)
{
	play_lessons(40, 120);
}

static void
every_word_at_160_columns(void **state)
{
	play_lessons(50, 160);
}

static void
every_last_word_in_a_small_window(void **state)
{
	play_lessons(15, 40);
}

/* The list begins with a trick of Hearts, under its heading; at its end Enter seats the reader at
 * the position, and the game can be left and taken up again. */
static void
the_first_lesson_ends_at_a_table(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("", sizes[i][0], sizes[i][1]);
		expect_text(v, "Hearts");
		vt_keys(v, ":lesson" ENTER);
		expect_text(v, "Start here");
		expect_text(v, "Easy");
		vt_keys(v, ENTER);
		expect_text(v, "Question: Which spade would");
		expect_text(v, "K\xe2\x99\xa0"); /* the board is beside it */
		expect_no_text(v, "points lost");
		vt_keys(v, ENTER);
		expect_text(v, "19.0 after");
		expect_text(v, "points lost");
		vt_keys(v, LEFT);
		expect_no_text(v, "19.0 after");
		for (int k = 0; k < 9 && !on_screen(v, "Now you:"); k++) {
			vt_keys(v, ENTER);
			vt_settle(v, 50);
		}
		expect_text(v, "Now you:");
		vt_keys(v, ENTER);
		expect_text(v, "trick 8/13");
		expect_text(v, "your turn: any suit");
		expect_text(v, "diamonds"); /* beside East */
		vt_keys(v, ":set beliefs off" ENTER);
		assert_true(vt_wait_gone(v, "diamonds"));
		assert_true(
			vt_settle(v, 1500)); /* a table with nothing to do wakes up too */
		vt_keys(v, ":set beliefs on" ENTER);
		expect_text(v, "diamonds");
		vt_keys(v, ":QS" ENTER);
		expect_text(v, "trick 9/13");
		vt_keys(v, "q");
		expect_text(v, "Now you:");
		vt_keys(v, "qq");
		leave(v);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, play_setup, play_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_word_at_80_columns),
		TEST(every_word_at_120_columns),
		TEST(every_word_at_160_columns),
		TEST(every_last_word_in_a_small_window),
		TEST(the_first_lesson_ends_at_a_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
