/*
 * small_table.h - a small table of hold'em, trained into a file before a group of tests.
 */
#ifndef PLYSCOPE_TESTS_SMALL_TABLE_H
#define PLYSCOPE_TESTS_SMALL_TABLE_H

#include "ai/trainers.h"
#include "games/poker/holdem/holdem.h"
#include "src/core/trainer.h"
#include "tests/unit/play_text.h"

#include <unistd.h>

extern const struct search_ops mccfr_search, modicum_search;

static char table_path[] = "/tmp/plyscope-table-XXXXXX";

/* A table of hold'em with one flop, into a file whose name ends with six X. */
static inline void
train_table(char *path, int iterations)
{
	struct game g;
	struct options o;
	struct status st = { 0 };
	const int fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
	open_game(&g, &holdem_game, 2, "flops=1");
	read_options(&o, mccfr_search.options, "buckets=169/20 batch=500");
	struct trainer t = { .game = &g, .options = &o, .seed = 1, .threads = 1 };
	if (!abstract_trainer.open(&t, &st))
		fail_msg("%s", st.text);
	abstract_trainer.step(&t, iterations);
	if (!abstract_trainer.save(&t, path, &st))
		fail_msg("%s", st.text);
	abstract_trainer.close(&t);
}

static inline int
train_small(void **state)
{
	train_table(table_path, 40000);
	return 0;
}

static inline int
remove_small(void **state)
{
	unlink(table_path);
	return 0;
}

/* The flop that is dealt, in g. */
static inline void
flop_text(const struct game *g, char out[8])
{
	struct state s;
	struct rng r;
	char text[POSITION_TEXT];
	rng_seed(&r, 1);
	read_position(g, "0:r300:|", &s);
	g->rules->play(g, &s, game_mover(g, &s), HOLDEM_CALL, &s);
	g->rules->play(g, &s, SEAT_CHANCE, g->chance->sample(g, &s, &r), &s);
	g->text->format_position(g, &s, text, sizeof text);
	snprintf(out, 8, "%.6s", strrchr(text, '/') + 1);
}

#endif
