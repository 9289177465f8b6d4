/*
 * file.c - files that take the place of others when they are whole: nobody knows their names
 * before, a link that waits there is not followed, and a failure leaves nothing.
 */
#include "src/base/file.h"

#include "src/core/store.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/plyscope-file-XXXXXX", target[60], victim[60];

static int
make_folder(void **state)
{
	if (mkdtemp(folder) == NULL)
		return -1;
	snprintf(target, sizeof target, "%s/target", folder);
	snprintf(victim, sizeof victim, "%s/victim", folder);
	return 0;
}

static int
remove_folder(void **state)
{
	char command[60];
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command);
}

static void
write_text(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void
expect_file(const char *path, const char *text)
{
	char bytes[100] = "";
	FILE *f = fopen(path, "r");
	assert_non_null(f);
	bytes[fread(bytes, 1, sizeof bytes - 1, f)] = '\0';
	fclose(f);
	assert_string_equal(bytes, text);
}

static void
the_old_file_stays_until_the_new_one_is_whole(void **state)
{
	struct file_draft a, b;
	write_text(target, "old");
	assert_true(file_begin(&a, target, 0600));
	assert_true(file_begin(&b, target, 0600));
	assert_string_not_equal(a.name, b.name);
	assert_memory_equal(a.name, target, strlen(target));
	fputs("new", a.f);
	fputs("half", b.f);
	expect_file(target, "old");
	assert_true(file_finish(&a, target, true));
	assert_false(file_finish(&b, target, false));
	expect_file(target, "new");
	assert_int_equal(access(a.name, F_OK), -1);
	assert_int_equal(access(b.name, F_OK), -1);
}

/* Of a name that is given; the umask takes away from 0666 alone. */
static void
modes_are_as_asked_for(void **state)
{
	const unsigned mode[] = { 0600, 0666 }, got[] = { 0600, 0640 };
	const mode_t before = umask(027);
	for (int i = 0; i < 2; i++) {
		struct file_draft d;
		struct stat s;
		assert_true(file_begin(&d, target, mode[i]));
		assert_true(file_finish(&d, target, true));
		assert_int_equal(stat(target, &s), 0);
		assert_int_equal(s.st_mode & 0777, got[i]);
	}
	umask(before);
}

/* The target itself may be a link: it is replaced, and what it led to stays. */
static void
no_link_is_followed(void **state)
{
	struct file_draft d;
	struct stat s;
	write_text(victim, "precious");
	unlink(target);
	assert_int_equal(symlink(victim, target), 0);
	assert_true(file_begin(&d, target, 0600));
	fputs("new", d.f);
	assert_true(file_finish(&d, target, true));
	expect_file(victim, "precious");
	expect_file(target, "new");
	assert_int_equal(lstat(target, &s), 0);
	assert_true(S_ISREG(s.st_mode));
}

static void
a_pipe_or_a_device_is_never_replaced(void **state)
{
	static const char *const devices[] = { "/dev/null", "/dev/stdout", "/dev/fd/1" };
	struct file_draft d;
	struct stat s;
	file_regular_only(true);
	for (int i = 0; i < 3; i++) { /* begun only: root could destroy them */
		assert_false(file_begin(&d, devices[i], 0600));
		assert_int_equal(errno, ENOTSUP);
	}
	file_regular_only(false);
	assert_false(file_begin(&d, "/dev/null", 0600));
	unlink(target);
	assert_int_equal(mkfifo(target, 0600), 0);
	assert_false(file_begin(&d, target, 0600));
	assert_int_equal(errno, ENOTSUP);
	assert_int_equal(lstat(target, &s), 0);
	assert_true(S_ISFIFO(s.st_mode));
	unlink(target);
}

/* The next save of the same file removes what a killed one left, and nothing that a person may have put
 * there or that another program is writing. */
static void
drafts_of_killed_saves_are_removed(void **state)
{
	static const struct {
		const char *name;
		bool stays;
	} files[] = {
		{ "toy.ply.draft-ab3de9", false }, { "toy.ply.draft-zz3de9", false },
		{ "toy.ply.backup", true },	   { "toy.ply.draft-mine", true },
		{ "toy.ply.draft-ab3de9x", true }, { "other.ply.draft-ab3de9", true },
	};
	char path[160], toy[160];
	struct file_draft busy, d;
	snprintf(toy, sizeof toy, "%s/toy.ply", folder);
	assert_true(file_begin(&busy, toy, 0600));
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
		write_text(path, "");
	}
	assert_true(file_begin(&d, toy, 0600));
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
		if ((unlink(path) == 0) != files[i].stays)
			fail_msg("%s", files[i].name);
	}
	assert_true(file_finish(&d, toy, true));
	assert_true(file_finish(&busy, toy, true));
}

static void
what_cannot_be_made_leaves_nothing(void **state)
{
	char name[100];
	struct file_draft d;
	snprintf(name, sizeof name, "%s/no/such", folder);
	assert_false(file_begin(&d, name, 0600));
	assert_int_equal(errno, ENOENT);
	snprintf(name, sizeof name, "%s/room", folder);
	assert_int_equal(mkdir(name, 0700), 0);
	assert_false(file_begin(&d, name, 0600)); /* a folder has the name */
	assert_int_equal(errno, EISDIR);
	assert_false(file_writable(name));
	assert_true(file_writable(target));
	unlink(target);
	assert_true(file_writable(target));
	assert_true(file_missing(target));
}

/* With the log that SQLite keeps beside it. */
static void
a_database_is_for_its_owner(void **state)
{
	static const char *const beside[] = { "", "-wal", "-shm" };
	const mode_t before = umask(0);
	char path[100];
	struct status st = { 0 };
	struct stat s;
	snprintf(path, sizeof path, "%s/games.db", folder);
	struct store *db = store_open(path, &st);
	assert_non_null(db);
	for (int i = 0; i < 3; i++) {
		snprintf(path, sizeof path, "%s/games.db%s", folder, beside[i]);
		assert_int_equal(stat(path, &s), 0);
		assert_int_equal(s.st_mode & 0777, 0600);
	}
	store_close(db);
	umask(before);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_old_file_stays_until_the_new_one_is_whole),
		cmocka_unit_test(modes_are_as_asked_for),
		cmocka_unit_test(no_link_is_followed),
		cmocka_unit_test(a_pipe_or_a_device_is_never_replaced),
		cmocka_unit_test(drafts_of_killed_saves_are_removed),
		cmocka_unit_test(what_cannot_be_made_leaves_nothing),
		cmocka_unit_test(a_database_is_for_its_owner),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
