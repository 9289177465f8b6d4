/*
 * small_table.h - a small table of hold'em, trained into a file before a group of tests.
 */
#ifndef PLYSCOPE_TESTS_SMALL_TABLE_H
#define PLYSCOPE_TESTS_SMALL_TABLE_H

#include "games/holdem/holdem.h"
#include "src/core/trainer.h"
#include "tests/unit/play_text.h"

#include <unistd.h>

extern const struct search_ops mccfr_search;

static char table_path[] = "/tmp/plyscope-table-XXXXXX";

static inline int
train_small(void **state)
{
	struct game g;
	struct options o;
	struct status st = { 0 };
	(void)state;
	const int fd = mkstemp(table_path);
	assert_true(fd >= 0);
	close(fd);
	open_game(&g, &holdem_game, 2, "flops=1");
	read_options(&o, mccfr_search.options, "buckets=169/20 batch=500");
	struct trainer t = { .game = &g, .options = &o, .seed = 1, .threads = 1 };
	if (!abstract_trainer.open(&t, &st))
		fail_msg("%s", st.text);
	abstract_trainer.step(&t, 40000);
	if (!abstract_trainer.save(&t, table_path, &st))
		fail_msg("%s", st.text);
	abstract_trainer.close(&t);
	return 0;
}

static inline int
remove_small(void **state)
{
	(void)state;
	unlink(table_path);
	return 0;
}

#endif
