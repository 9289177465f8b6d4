/*
 * tables.h - what a file of results says, in an order and form of its own, and JSON without what
 * a clock says. Two files are equal when the same matches have the same results.
 */
#ifndef PLYSCOPE_TESTS_CLI_TABLES_H
#define PLYSCOPE_TESTS_CLI_TABLES_H

#include "tests/cli/run.h"

#include <sqlite3.h>

/* Loser, lateness, and of each seat points, nodes and moves; two times are left out. */
static inline int
dump_row(void *out, int columns, char **value, char **name)
{
	const char *line = value[2];
	char *end;
	(void)columns, (void)name;
	text_add(out, "%s\n%s:", value[0], value[1]);
	for (int i = 0; *line; i++, line = end) {
		const long long x = strtoll(line, &end, 10);
		if (end == line)
			break;
		if (i < 2 || (i - 2) % 5 < 3)
			text_add(out, " %lld", x);
	}
	text_add(out, "\n");
	return 0;
}

static inline void
dump_results(const char *file, struct text *out)
{
	sqlite3 *db;
	char *why = NULL;
	assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
	if (sqlite3_exec(db,
			 "SELECT about, number, line FROM results JOIN runs ON id = run"
			 " ORDER BY about, number",
			 dump_row, out, &why) != SQLITE_OK)
		fail_msg("%s: %s", file, why);
	sqlite3_close(db);
}

static inline void
drop_times(json_t *j)
{
	static const char *const times[] = { "elapsed_ms", "nodes_per_s", "sims_per_s",
					     "think_ms", "longest_ms" };
	const char *key;
	json_t *value;
	size_t i;
	for (i = 0; i < sizeof times / sizeof *times && json_is_object(j); i++)
		json_object_del(j, times[i]);
	json_object_foreach(j, key, value) drop_times(value);
	json_array_foreach(j, i, value) drop_times(value);
}

#endif
