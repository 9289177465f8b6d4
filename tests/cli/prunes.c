/*
 * prunes.c - `plyscope search` with every prune= of max^n on positions from the middle of
 * random games: the same move and the same values at equal depth, and what each visited.
 *
 * PRUNE_POSITIONS=n: so many of each game (`make prunes`: 200). The node counts are printed.
 */
#include "src/app/catalog.h"
#include "src/core/record.h"
#include "src/core/search.h"
#include "tests/cli/run.h"
#include "tests/scale.h"

#define MODES 16

struct table {
	const char *game, *variant; /* variant: "key=value,..." besides three seats */
	int depth, first, last;	    /* plies played at random */
};

static const struct table tables[] = {
	{ "hearts", "open=on,passing=off,to=0", 5, 6, 40 },
	{ "chinese-checkers", "", 3, 9, 120 },
};

static int
positions(void)
{
	const char *given = getenv("PRUNE_POSITIONS");
	return given ? atoi(given) : scale_rounds(6, 3);
}

/* The values of prune=, as the option table has them. */
static int
read_modes(char mode[MODES][64])
{
	const struct search_ops *maxn = catalog_search(&app_catalog, "maxn");
	int n = 0;
	assert_non_null(maxn);
	for (const struct option_spec *o = maxn->options; o->key; o++)
		while (strcmp(o->key, "prune") == 0 && n < MODES &&
		       option_choice(o->choices, n, mode[n], sizeof mode[n]))
			n++;
	assert_true(n >= 3);
	return n;
}

static void
set_variants(struct setup *s, const char *variant)
{
	char word[100];
	assert_true(setup_variant(s, &app_catalog, "seats", "3", NULL));
	for (const char *p = variant; *p; p += strcspn(p, ","), p += *p == ',') {
		snprintf(word, sizeof word, "%.*s", (int)strcspn(p, ","), p);
		char *equals = strchr(word, '=');
		*equals = '\0';
		assert_true(setup_variant(s, &app_catalog, word, equals + 1, NULL));
	}
}

/* A record of moves at random, written to path. False: over before. */
static bool
write_game(const struct table *t, uint64_t seed, const char *path)
{
	static move moves[MOVES_MAX];
	static struct setup setup;
	struct match m = { 0 };
	struct text record = { 0 };
	struct rng r;
	rng_seed(&r, seed);
	assert_true(setup_init(&setup, &app_catalog, catalog_game(&app_catalog, t->game),
			       false, NULL));
	set_variants(&setup, t->variant);
	setup.seed = seed;
	match_open(&m, &setup);
	int plies = t->first + (int)rng_below(&r, (uint32_t)(t->last - t->first));
	for (int k = 0; k < plies && !match_over(&m); k++) {
		int seat = __builtin_ctz(match_acting(&m));
		int n = match_moves(&m, seat, moves);
		move pick = moves[rng_below(&r, (uint32_t)n)];
		assert_true(match_play(&m, seat, pick, "", NULL));
	}
	bool going = !match_over(&m);
	record_write(&m, &record);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fwrite(record.s, 1, record.length, f);
	fclose(f);
	text_free(&record);
	match_close(&m);
	return going;
}

/* One position with every mode; adds to nodes[]. */
static void
compare(const struct table *t, const char *path, char mode[MODES][64], int modes,
	int64_t *nodes)
{
	json_t *plain = NULL;
	for (int k = 0; k < modes; k++) {
		char command[1200];
		snprintf(command, sizeof command,
			 "search --load %s -a maxn:prune=%s,table=off,depth=%d --seed 1 "
			 "--json",
			 path, mode[k], t->depth);
		json_t *j = run_json(command);
		nodes[k] += json_integer_value(json_object_get(j, "nodes"));
		if (!plain) {
			plain = j;
			continue;
		}
		bool same = json_equal(json_object_get(plain, "move"),
				       json_object_get(j, "move")) &&
			    json_equal(json_object_get(plain, "value"),
				       json_object_get(j, "value"));
		if (!same)
			print_message("# %s: prune=%s differs\n", t->game, mode[k]);
		assert_true(same);
		json_decref(j);
	}
	json_decref(plain);
}

static void
every_prune_gives_the_same_move_and_value(void **state)
{
	char mode[MODES][64], path[] = "/tmp/plyscope-prune-XXXXXX";
	int modes = read_modes(mode), wanted = positions(), fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
		const struct table *t = &tables[i];
		int64_t nodes[MODES] = { 0 };
		int done = 0;
		for (uint64_t seed = 1; done < wanted; seed++) {
			assert_true(seed < 100000);
			if (!write_game(t, seed, path))
				continue;
			compare(t, path, mode, modes, nodes);
			done++;
		}
		for (int k = 0; k < modes; k++) {
			print_message("# %s, %d positions, depth %d, prune=%-16s %12lld "
				      "nodes  %5.1f %%\n",
				      t->game, done, t->depth, mode[k],
				      (long long)nodes[k],
				      100 * (double)nodes[k] / (double)nodes[0]);
			assert_true(nodes[k] <= nodes[0]);
		}
		assert_true(nodes[modes - 1] < nodes[0]); /* something was cut */
	}
	unlink(path);
}

/* Max^n's tuple is the same with and without a table. Paranoid's is for the mover alone: the
 * others' values are those at the end of one of several equal lines. */
static bool
same_values(const char *player, const json_t *a, const json_t *b)
{
	const json_t *va = json_object_get(a, "value"), *vb = json_object_get(b, "value");
	if (strncmp(player, "paranoid", 8) != 0)
		return json_equal(va, vb);
	const size_t mover = (size_t)json_integer_value(json_object_get(a, "mover")) - 1;
	assert_true(mover < json_array_size(va));
	return json_equal(json_array_get(va, mover), json_array_get(vb, mover));
}

/* Games with many ways to the same position. */
static void
a_table_changes_nodes_and_nothing_else(void **state)
{
	static const struct table games[] = {
		{ "chinese-checkers", "seats=2,size=2", 6, 4, 20 },
		{ "hearts", "open=on,passing=off,to=0", 10, 20, 34 },
	};
	static const char *const players[] = { "maxn:prune=none", "maxn", "paranoid" };
	char path[] = "/tmp/plyscope-table-XXXXXX", command[300];
	int fd = mkstemp(path), wanted = positions() / 3;
	assert_true(fd >= 0);
	close(fd);
	for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
		int64_t hits = 0;
		for (uint64_t seed = 1, done = 0; done < (uint64_t)wanted; seed++) {
			if (!write_game(&games[i], seed, path))
				continue;
			for (size_t p = 0; p < sizeof players / sizeof players[0]; p++) {
				json_t *j[2];
				for (int on = 0; on < 2; on++) {
					const char *player = players[p];
					snprintf(command, sizeof command,
						 "search --load %s -a "
						 "%s%stable=%s,depth=%d "
						 "--seed 1 --json",
						 path, player,
						 strchr(player, ':') ? "," : ":",
						 on ? "on" : "off", games[i].depth);
					j[on] = run_json(command);
				}
				hits += json_integer_value(
					json_object_get(json_object_get(j[1], "tt"),
							"hits"));
				assert_true(json_equal(json_object_get(j[0], "move"),
						       json_object_get(j[1], "move")));
				assert_true(same_values(players[p], j[0], j[1]));
				json_decref(j[0]);
				json_decref(j[1]);
			}
			done++;
		}
		print_message("# %s: %lld hits\n", games[i].game, (long long)hits);
		assert_true(hits > 100);
	}
	unlink(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_prune_gives_the_same_move_and_value),
		cmocka_unit_test(a_table_changes_nodes_and_nothing_else),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
