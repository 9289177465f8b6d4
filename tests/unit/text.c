/* text.c - numbers as people type and read them; growing text; ini files. */
#include "src/base/text.h"
#include "src/base/asset.h"
#include "src/base/file.h"
#include "src/base/inifile.h"
#include "src/base/json.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* The system's, as long as it gives any. */
static bool no_stream;

FILE *
fdopen(int fd, const char *mode)
{
	FILE *(*real)(int fd, const char *mode);
	*(void **)&real = dlsym(RTLD_NEXT, "fdopen");
	errno = ENOMEM;
	return no_stream ? NULL : real(fd, mode);
}

/* The descriptor that the next open file would have. */
static int
free_descriptor(void)
{
	const int fd = dup(0);
	close(fd);
	return fd;
}

static void
no_descriptor_is_lost_without_memory_for_a_stream(void **state)
{
	struct text t = { 0 };
	struct file_draft d;
	const int before = free_descriptor();
	no_stream = true;
	assert_false(text_read_file(&t, "Makefile", 1 << 20));
	assert_int_equal(errno, ENOMEM);
	assert_false(file_begin(&d, "/tmp/plyscope-no-stream", 0600));
	assert_int_equal(errno, ENOMEM);
	no_stream = false;
	assert_int_equal(free_descriptor(), before);
	text_free(&t);
}

static void
a_long_sentence_ends_with_a_whole_word(void **state)
{
	char words[600] = "";
	for (int i = 0; i < 100; i++)
		strcat(words, "abcd ");
	for (int less = 0; less < 5; less++) {
		struct status st = { 0 }, prefixed = { 0 };
		status_fail(&st, "%s", words + less);
		const size_t n = strlen(st.text);
		assert_in_range(n, STATUS_TEXT - 10, STATUS_TEXT - 1);
		assert_string_equal(st.text + n - 9, " abcd ...");
		status_fail(&prefixed, "%.390s.", words + less);
		assert_null(strstr(prefixed.text, "..."));
		status_prefix(&prefixed, "twenty more letters!");
		assert_string_equal(prefixed.text + strlen(prefixed.text) - 9,
				    " abcd ...");
	}
}

static void
counts_take_suffixes_and_stay_whole(void **state)
{
	static const struct {
		const char *text;
		int64_t value;
	} good[] = {
		{ "0", 0 },
		{ "20k", 20000 },
		{ "1.5M", 1500000 },
		{ "1.50K", 1500 },
		{ "2G", 2000000000 },
		{ "-3", -3 },
		{ "9223372036854775807", INT64_MAX },
	};
	static const char *const bad[] = { "",
					   "k",
					   "1.5",
					   "1.2345k",
					   "12x",
					   "1 k",
					   "--1",
					   ".",
					   "99999999999999999999",
					   "9223372036854775807k" };
	int64_t value;
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
		assert_true(text_parse_count(good[i].text, &value));
		assert_int_equal(value, good[i].value);
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(text_parse_count(bad[i], &value));
}

static void
a_list_of_numbers_grows(void **state)
{
	static const struct {
		const char *text;
		int count;
		int64_t last;
	} good[] = { { "7", 1, 7 }, { "1k,2k,5k", 3, 5000 }, { "2, 4", 2, 4 } };
	static const char *const bad[] = { "",
					   "0",
					   "1,1",
					   "5,2",
					   "1,,2",
					   "1,2,",
					   ",1",
					   "1;2",
					   "1,2,3,4",
					   "1,x",
					   "1000000000000000000000000000,2" };
	int64_t value[3];
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
		assert_int_equal(text_parse_counts(good[i].text, value, 3),
				 good[i].count);
		assert_int_equal(value[good[i].count - 1], good[i].last);
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		if (text_parse_counts(bad[i], value, 3) != 0)
			fail_msg("\"%s\" was taken", bad[i]);
}

static void
a_word_of_a_list_that_does_not_fit_is_known_by_its_length(void **state)
{
	const char *at = "ab, abcd";
	char word[4];
	assert_int_equal(text_next(&at, ',', word, sizeof word), 2);
	assert_string_equal(word, "ab");
	assert_int_equal(text_next(&at, ',', word, sizeof word), 4);
	assert_string_equal(word, "abc");
	assert_int_equal(text_next(&at, ',', word, sizeof word), -1);
}

static void
durations_are_milliseconds(void **state)
{
	static const struct {
		const char *text;
		int64_t ms;
	} good[] = { { "500ms", 500 }, { "2s", 2000 },	  { "1.5m", 90000 },
		     { "250", 250 },   { "1h", 3600000 }, { "0", 0 } };
	static const char *const bad[] = { "2sec", "-1s", "1.5ms", "ms", "s" };
	int64_t ms;
	char again[16];
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
		assert_true(text_parse_duration(good[i].text, &ms));
		assert_int_equal(ms, good[i].ms);
		text_format_duration_exact(again, sizeof again, ms);
		assert_true(text_parse_duration(again, &ms));
		assert_int_equal(ms, good[i].ms);
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(text_parse_duration(bad[i], &ms));
}

static void
reals_ignore_the_locale(void **state)
{
	double x;
	assert_true(text_parse_real("1.25", &x) && x == 1.25);
	assert_true(text_parse_real("-0.1", &x) && x == -0.1);
	assert_true(text_parse_real("5e-3", &x) && x == 0.005);
	assert_true(text_parse_real("1.5k", &x) && x == 1500);
	assert_false(text_parse_real("1,25", &x));
	assert_false(text_parse_real("nan", &x));
	assert_false(text_parse_real("1e", &x));
	assert_false(text_parse_real("1e999", &x));
}

static void
counts_print_in_five_columns(void **state)
{
	static const struct {
		double n;
		const char *text;
	} cases[] = { { 0, "0" },	  { 999, "999" },	{ 1000, "1.00k" },
		      { 20500, "20.5k" }, { 1240000, "1.24M" }, { 999949, "1.00M" },
		      { 999499, "999k" }, { 9999, "10.0k" },	{ 3e9, "3.00G" },
		      { 9.2e18, "9.20E" } };
	char out[16];
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		text_format_count(out, sizeof out, cases[i].n);
		assert_string_equal(out, cases[i].text);
		assert_true(strlen(out) <= 5);
	}
}

static void
what_rounds_to_zero_has_no_sign(void **state)
{
	static const struct {
		double x;
		int decimals;
		const char *text, *with_sign;
	} cases[] = {
		{ -0.004, 2, "0.00", "+0.00" },	     { -0.0, 1, "0.0", "+0.0" },
		{ 0.004, 2, "0.00", "+0.00" },	     { -0.5, 0, "0", "+0" },
		{ -0.006, 2, "-0.01", "-0.01" },     { -0.04, 2, "-0.04", "-0.04" },
		{ -0.96, 1, "-1.0", "-1.0" },	     { -12, 0, "-12", "-12" },
		{ -4.9e-5, 4, "0.0000", "+0.0000" },
	};
	char out[16];
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const int decimals = cases[i].decimals;
		const double x = text_shown(cases[i].x, decimals);
		snprintf(out, sizeof out, "%.*f", decimals, x);
		assert_string_equal(out, cases[i].text);
		snprintf(out, sizeof out, "%+.*f", decimals, x);
		assert_string_equal(out, cases[i].with_sign);
	}
	assert_true(isnan(text_shown((double)NAN, 2)));
}

static void
durations_print_in_five_columns(void **state)
{
	static const struct {
		int64_t ms;
		const char *text;
	} cases[] = { { 0, "0.0s" },	  { 300, "0.3s" },   { 1234, "1.2s" },
		      { 59999, "59.9s" }, { 61000, "1:01" }, { 5999000, "99:59" },
		      { 7500000, "2h05" } };
	char out[16];
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		text_format_duration(out, sizeof out, cases[i].ms);
		assert_string_equal(out, cases[i].text);
	}
}

static void
distance_counts_changed_letters(void **state)
{
	assert_int_equal(text_distance("maxn", "maxn"), 0);
	assert_int_equal(text_distance("maxn", "MAXM"), 1);
	assert_int_equal(text_distance("dpth", "depth"), 1);
	assert_int_equal(text_distance("", "abc"), 3);
	assert_int_equal(text_distance("kitten", "sitting"), 3);
	assert_true(text_equal_fold("FAIR", "fair"));
	assert_false(text_equal_fold("fair", "fairy"));
}

static void
text_grows_and_is_read_back_from_a_file(void **state)
{
	char path[96];
	struct text t = { 0 }, again = { 0 };
	for (int i = 0; i < 5000; i++)
		text_add(&t, "%d,", i);
	snprintf(path, sizeof path, "%s/text", toy_directory());
	FILE *f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(t.s, 1, t.length, f), t.length);
	fclose(f);
	assert_true(text_read_file(&again, path, t.length));
	assert_string_equal(t.s, again.s);
	assert_false(text_read_file(&again, path, t.length - 1));
	assert_int_equal(errno, EFBIG);
	assert_false(text_read_file(&again, toy_directory(), 100));
	unlink(path);
	text_free(&t);
	text_free(&again);
}

static void
characters_are_decoded_or_told_to_be_none(void **state)
{
	static const struct {
		const char *bytes;
		size_t n;
		int taken;
		uint32_t ch;
	} cases[] = {
		{ "a", 1, 1, 'a' },
		{ "\xc3\xa9", 2, 2, 0xe9 },
		{ "\xe2\x99\xa0", 3, 3, 0x2660 },
		{ "\xf0\x9f\x82\xa1", 4, 4, 0x1f0a1 },
		{ "\xe2\x99", 2, 0, TEXT_INVALID }, /* its rest may come */
		{ "\xe2\x99z", 3, 1, TEXT_INVALID },
		{ "\x80", 1, 1, TEXT_INVALID },
		{ "\xff", 1, 1, TEXT_INVALID },
		{ "\xc0\xaf", 2, 1, TEXT_INVALID },	/* a longer way to write '/' */
		{ "\xed\xa0\x80", 3, 1, TEXT_INVALID }, /* half of a pair */
		{ "\xf4\x90\x80\x80", 4, 1, TEXT_INVALID },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint32_t ch;
		assert_int_equal(text_decode(cases[i].bytes, cases[i].n, &ch),
				 cases[i].taken);
		assert_int_equal(ch, cases[i].ch);
	}
	char text[] = "\033[1m\nd\xc3\xa9j\xc3\xa0\xc2\x85\xe2\x80\xaf\xe2\x80\xae\xff";
	text_make_plain(text);
	assert_string_equal(text, "?[1m?d\xc3\xa9j\xc3\xa0?\xe2\x80\xaf??");
}

static void
a_byte_order_mark_is_no_text(void **state)
{
	char path[96];
	struct text t = { 0 };
	snprintf(path, sizeof path, "%s/marked", toy_directory());
	FILE *f = fopen(path, "wb");
	assert_non_null(f);
	fputs("\xef\xbb\xbf[a]\n\xef\xbb\xbf", f);
	fclose(f);
	assert_true(text_read_file(&t, path, 100));
	assert_string_equal(t.s, "[a]\n\xef\xbb\xbf");
	assert_int_equal(t.length, 7);
	unlink(path);
	text_free(&t);
}

/* Whoever runs the tests may read everything, but not a link to itself. */
static void
what_is_there_and_cannot_be_read_is_not_missing(void **state)
{
	char path[96], below[120];
	struct text t = { 0 };
	snprintf(path, sizeof path, "%s/loop", toy_directory());
	assert_true(file_missing(path));
	assert_int_equal(symlink("loop", path), 0);
	assert_false(file_missing(path));
	assert_false(text_read_file(&t, path, 100));
	assert_string_equal(file_reason(), strerror(ELOOP));
	snprintf(below, sizeof below, "%s/x", path);
	struct file_draft d;
	assert_false(file_begin(&d, below, 0600));
	assert_string_equal(file_reason(), strerror(ELOOP));
	setenv("XDG_DATA_HOME", path, 1);
	struct status st = { 0 };
	assert_false(user_path(USER_DATA, "x", below, sizeof below, &st));
	assert_non_null(strstr(st.text, strerror(ELOOP)));
	unlink(path);
	text_free(&t);
}

/* Opening a pipe waits for its other end, and reading from it for what is written. */
static void
only_regular_files_are_opened(void **state)
{
	char path[96], end[40];
	int pipe_ends[2];
	snprintf(path, sizeof path, "%s/fifo", toy_directory());
	assert_int_equal(mkfifo(path, 0600), 0);
	const char *const others[] = { path, "/dev/zero", "/dev/null" };
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		assert_int_equal(file_open(others[i]), -1);
		assert_non_null(strstr(file_reason(), "not a regular file"));
		struct file_draft d;
		assert_false(file_begin(&d, others[i], 0600));
		assert_non_null(strstr(file_reason(), "not a regular file"));
	}
	unlink(path);
	assert_int_equal(pipe(pipe_ends), 0);
	snprintf(end, sizeof end, "/dev/fd/%d", pipe_ends[0]);
	const int fd = file_open(end);
	assert_true(fd >= 0);
	close(fd);
	file_regular_only(true);
	assert_int_equal(file_open(end), -1);
	file_regular_only(false);
	close(pipe_ends[0]);
	close(pipe_ends[1]);
}

static bool
join_entry(void *user, const char *section, const char *key, const char *value, int line,
	   struct status *st)
{
	text_add(user, "%d %s.%s=%s\n", line, section, key, value);
	return strcmp(key, "bad") != 0 || status_fail(st, "no such thing");
}

static bool
read_ini(const char *content, struct text *out, struct status *st)
{
	char path[96];
	snprintf(path, sizeof path, "%s/file.ini", toy_directory());
	FILE *f = fopen(path, "wb");
	assert_non_null(f);
	fputs(content, f);
	fclose(f);
	text_clear(out);
	bool read = inifile_read(path, join_entry, out, st);
	unlink(path);
	return read;
}

static void
ini_entries_know_section_and_line(void **state)
{
	struct text out = { 0 };
	struct status st = { 0 };
	assert_true(read_ini("# c\na = 1\n\n[two]\r\nb= x=y ; note\n;c\n[three]\nc =",
			     &out, &st));
	assert_string_equal(out.s, "2 .a=1\n5 two.b=x=y\n8 three.c=\n");
	assert_false(read_ini("[x]\nbad = 1\nbad = 2\n", &out, &st));
	assert_non_null(strstr(st.text, "file.ini:2: no such thing"));
	static const char *const damaged[] = { "[x\n", "\nword\n", "= 3\n",
					       "word\nbad = 1\n" };
	for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
		st = (struct status){ 0 };
		assert_false(read_ini(damaged[i], &out, &st));
		assert_non_null(strstr(st.text, "expected [section] or key = value"));
		assert_non_null(strstr(st.text, i == 1 ? "file.ini:2:" : "file.ini:1:"));
	}
	text_free(&out);
}

static void
ini_values_go_on_in_indented_lines(void **state)
{
	struct text out = { 0 };
	struct status st = { 0 };
	assert_true(read_ini("a = 1,\n  b=2, ; note\n\n# no\n\tc\na = 2\n"
			     "[two]\n x =\n  y\n[two]\nz = 1\n",
			     &out, &st));
	assert_string_equal(out.s, "1 .a=1, b=2, c\n6 .a=2\n8 two.x=y\n11 two.z=1\n");
	assert_false(read_ini("a = 1\nbad = 1\n 2\n 3\n", &out, &st));
	assert_non_null(strstr(st.text, "file.ini:2: no such thing"));
	assert_string_equal(out.s, "1 .a=1\n2 .bad=1 2 3\n");
	text_free(&out);
}

static void
ini_lines_are_never_cut(void **state)
{
	static const struct {
		const char *before, *after;
		int fits;
		const char *says;
	} cases[] = {
		{ "\na = ", "\nb = 1\n", 194, "file.ini:2: the line is longer than 198" },
		{ "\na = 1\n  ", "", 196, "file.ini:3: the line is longer than 198" },
		{ "[", "]\na = 1\n", 48, "file.ini:1: the section is longer than 48" },
		{ "\n", " = 1\n", 48, "file.ini:2: the key is longer than 48" },
		{ "bad = 1\nb = ", "", 0, "file.ini:1: no such thing" },
	};
	struct text out = { 0 };
	char content[600];
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		for (int more = 0; more < 120; more++) {
			struct status st = { 0 };
			snprintf(content, sizeof content, "%s%0*d%s", cases[i].before,
				 cases[i].fits + more, 7, cases[i].after);
			const bool read = read_ini(content, &out, &st);
			if (read != (more == 0 && cases[i].fits > 0))
				fail_msg("case %zu, %d more: %s", i, more, st.text);
			assert_true(read || strstr(st.text, cases[i].says));
		}
	}
	struct status st = { 0 };
	snprintf(content, sizeof content, "; %0300d\na = 1 ; %0100d", 1, 1);
	assert_true(read_ini(content, &out, &st)); /* of comments nothing is lost */
	assert_string_equal(out.s, "2 .a=1\n");
	text_free(&out);
}

static void
a_failure_is_one_plain_line_and_the_first_stays(void **state)
{
	struct status st = { 0 };
	assert_false(status_fail(&st, "no \"%s\"", "a\nb\x1b[2J\x7f"));
	assert_string_equal(st.text, "no \"a?b?[2J?\"");
	assert_false(status_fail(&st, "another"));
	status_prefix(&st, "%s:%d", "f\tg", 3);
	assert_string_equal(st.text, "f?g:3: no \"a?b?[2J?\"");
	assert_false(status_fail(NULL, "nobody listens"));
	st = (struct status){ 0 };
	status_fail(&st, "%0500d", 1);
	status_prefix(&st, "%0500d", 2);
	assert_int_equal(strlen(st.text), STATUS_TEXT - 1);
}

static void
json_text_is_whole_and_written_in_escapes(void **state)
{
	char *written = NULL;
	size_t size;
	json_t *array = json_array();
	json_array_append_new(array,
			      json_text("\xc2\x9b\xe2\x80\xae\xf3\xa0\x81\x81\177"));
	json_array_append_new(array, json_text("a\xff"
					       "b\xe2\x80"));
	json_t *copy = json_deep_copy(array);
	FILE *f = open_memstream(&written, &size);
	json_print(array, f);
	fclose(f);
	assert_non_null(strstr(written, "\"\\u009b\\u202e\\udb40\\udc41\\u007f\""));
	assert_non_null(strstr(written, "\"a\xef\xbf\xbd"
					"b\xef\xbf\xbd"));
	json_t *again = json_loads(written, 0, NULL);
	assert_true(json_equal(again, copy));
	json_decref(again);
	json_decref(copy);
	free(written);
}

static void
json_reals_are_short_and_never_nan(void **state)
{
	json_t *array = json_array();
	json_array_append_new(array, json_real_or_null(1.0 / 3));
	json_array_append_new(array, json_real_or_null((double)NAN));
	json_array_append_new(array, json_real_or_null(-0.0));
	char *text = json_dumps(array, JSON_COMPACT | JSON_REAL_PRECISION(15));
	assert_string_equal(text, "[0.333333,null,0.0]");
	free(text);
	json_decref(array);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_descriptor_is_lost_without_memory_for_a_stream),
		cmocka_unit_test(a_long_sentence_ends_with_a_whole_word),
		cmocka_unit_test(counts_take_suffixes_and_stay_whole),
		cmocka_unit_test(a_list_of_numbers_grows),
		cmocka_unit_test(
			a_word_of_a_list_that_does_not_fit_is_known_by_its_length),
		cmocka_unit_test(durations_are_milliseconds),
		cmocka_unit_test(reals_ignore_the_locale),
		cmocka_unit_test(counts_print_in_five_columns),
		cmocka_unit_test(what_rounds_to_zero_has_no_sign),
		cmocka_unit_test(durations_print_in_five_columns),
		cmocka_unit_test(distance_counts_changed_letters),
		cmocka_unit_test(text_grows_and_is_read_back_from_a_file),
		cmocka_unit_test(characters_are_decoded_or_told_to_be_none),
		cmocka_unit_test(a_byte_order_mark_is_no_text),
		cmocka_unit_test(what_is_there_and_cannot_be_read_is_not_missing),
		cmocka_unit_test(only_regular_files_are_opened),
		cmocka_unit_test(ini_entries_know_section_and_line),
		cmocka_unit_test(ini_values_go_on_in_indented_lines),
		cmocka_unit_test(ini_lines_are_never_cut),
		cmocka_unit_test(a_failure_is_one_plain_line_and_the_first_stays),
		cmocka_unit_test(json_text_is_whole_and_written_in_escapes),
		cmocka_unit_test(json_reals_are_short_and_never_nan),
	};
	int failed = cmocka_run_group_tests_name("text", tests, NULL, NULL);
	rmdir(toy_directory());
	return failed;
}
