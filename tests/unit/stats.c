/* stats.c - snapshots: order of moves, history, figures, JSON, and the channel. */
#include "src/core/stats.h"
#include "src/core/effort.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <pthread.h>

static void
add_move(struct snapshot *s, move m, enum move_status status, double value,
	 int64_t visits)
{
	struct stats_move *at = &s->moves[s->move_count++];
	stats_move_blank(at, m);
	at->status = (uint8_t)status;
	at->visits = visits;
	at->value[s->mover] = value;
}

static void
assert_order(const struct snapshot *s, const char *letters)
{
	char order[STATS_MOVES + 1];
	for (int i = 0; i < s->move_count; i++)
		order[i] = (char)s->moves[i].m;
	order[s->move_count] = '\0';
	assert_string_equal(order, letters);
}

static void
moves_are_sorted_best_first_and_ties_stay(void **state)
{
	static struct snapshot s;
	snapshot_init(&s, 3, 1, 1);
	add_move(&s, 'u', MOVE_UNSEARCHED, 99, 99);
	add_move(&s, 'a', MOVE_AT_MOST, 4, 7);
	add_move(&s, 'b', MOVE_EXACT, 4, 5);
	add_move(&s, 'c', MOVE_EXACT, 2, 9);
	add_move(&s, 'd', MOVE_EXACT, 4, 5);
	add_move(&s, 'n', MOVE_FEW, (double)NAN, 0);
	snapshot_sort(&s, false);
	assert_order(&s, "bdacnu"); /* reached 4, at most 4, 2, unknown, not searched */
	snapshot_sort(&s, true);
	assert_order(&s, "cabdnu");
}

static void
a_deeper_iteration_stands_above_a_better_shallow_value(void **state)
{
	static struct snapshot s;
	snapshot_init(&s, 2, 0, 0);
	add_move(&s, 'a', MOVE_EXACT, 9, 1);
	add_move(&s, 'b', MOVE_EXACT, 1, 1);
	s.moves[0].depth = 4;
	s.moves[1].depth = 5;
	snapshot_sort(&s, false);
	assert_order(&s, "ba");
	snapshot_sort(&s, true);
	assert_order(&s, "ba"); /* visits do not care about depth */
}

static void
a_full_history_keeps_every_second_entry(void **state)
{
	static struct snapshot s;
	snapshot_init(&s, 2, 0, 0);
	for (int i = 0; i < STATS_HISTORY + 1; i++)
		snapshot_note_best(&s, (move)i, i);
	assert_int_equal(s.history_count, STATS_HISTORY / 2 + 1);
	assert_true(s.history[0] == 1.0f);
	assert_int_equal(s.history_move[STATS_HISTORY / 2 - 1], STATS_HISTORY - 1);
	assert_int_equal(s.history_move[STATS_HISTORY / 2], STATS_HISTORY);
}

static void
the_last_of_two_gaps_at_once_counts(void **state)
{
	static struct snapshot s;
	snapshot_init(&s, 2, 0, 0);
	snapshot_note_gap(&s, 10, 1);
	snapshot_note_gap(&s, 10, 0.5);
	assert_int_equal(s.gap_count, 1);
	assert_true(s.gap[0] == 0.5F && s.gap_sims[0] == 10);
	for (int i = 1; i < STATS_HISTORY + 1; i++)
		snapshot_note_gap(&s, 10 + i, i);
	assert_int_equal(s.gap_count, STATS_HISTORY / 2 + 1);
	assert_true(s.gap[0] == 1 && s.gap_sims[0] == 11);
	assert_true(s.gap_sims[s.gap_count - 1] == 10 + STATS_HISTORY);
}

static void
shares_and_rates_are_unknown_before_any(void **state)
{
	static struct snapshot s;
	snapshot_init(&s, 2, 0, 0);
	assert_true(isnan(effort_value(&s, "cut")));
	assert_true(isnan(effort_value(&s, "nodes_per_s")));
	s.children = 8;
	s.skipped[0] = 1;
	s.skipped[3] = 3;
	s.nodes = 3000;
	s.elapsed_us = 2000;
	assert_true(effort_value(&s, "cut") == 0.5);
	assert_true(effort_value(&s, "nodes_per_s") == 1.5e6);
}

static void
a_gauge_is_updated_by_name(void **state)
{
	static struct snapshot s;
	snapshot_init(&s, 2, 0, 0);
	snapshot_gauge(&s, "regret", 1, "points", "");
	snapshot_gauge(&s, "other", 2, "", "");
	snapshot_gauge(&s, "regret", 3, "points", "");
	assert_int_equal(s.gauge_count, 2);
	assert_true(s.gauges[0].value == 3);
}

/* After a deal: Ann to move. */
static void
dealt_state(const struct game *g, struct state *root)
{
	memset(root, 0, sizeof *root);
	g->rules->start(g, root);
	g->rules->play(g, root, SEAT_CHANCE, 7, root);
}

/* As an algorithm declares them. */
static const struct column own_columns[] = {
	{ .key = "gain", .head = "gain", .kind = COLUMN_COUNT, .at = 0 },
	{ .key = "least",
	  .head = "least",
	  .kind = COLUMN_POINTS,
	  .owner = COLUMN_OF_SEATS,
	  .at = 2 },
	{ .key = NULL },
};

static const struct cut_rule own_rules[] = { { "early", "e", "" },
					     { "late", "l", "" },
					     { NULL, NULL, NULL } };

static void
columns_are_written_by_their_kind(void **state)
{
	static const struct {
		enum column_kind kind;
		int decimals;
		double x;
		const char *text;
	} cases[] = {
		{ COLUMN_NUMBER, 3, 0.0004, "0.000u" },
		{ COLUMN_NUMBER, 1, -0.04, "0.0u" },
		{ COLUMN_SIGNED, 2, 0.1234, "+0.12u" },
		{ COLUMN_POINTS, 0, 12.25, "12.25u" },
		{ COLUMN_PERCENT, 1, 0.3125, "31.2%u" },
		{ COLUMN_COUNT, 0, 600, "600u" },
		{ COLUMN_COUNT, 0, (double)INFINITY, "infu" },
		{ COLUMN_SIGNED, 2, (double)NAN, "" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const struct column c = { .kind = cases[i].kind,
					  .unit = "u",
					  .decimals = (uint8_t)cases[i].decimals };
		char text[24];
		stats_format_column(&c, cases[i].x, text, sizeof text);
		assert_string_equal(text, cases[i].text);
	}
}

static void
json_has_the_documented_keys(void **state)
{
	static const char *const keys[] = {
		"move",	       "pv",	"value",       "win",	      "depth",
		"seldepth",    "nodes", "leaves",      "simulations", "elapsed_ms",
		"nodes_per_s", "stop",	"cuts",	       "skipped",     "children",
		"researches",  "tt",	"tree",	       "worlds",      "moves",
		"gauges",      "joint", "cuts_by_ply", "value_scale", "win_of",
	};
	static const char *const move_keys[] = { "move", "visits", "depth",   "value",
						 "win",	 "prob",   "cost_se", "status",
						 "gain", "least" };
	struct game g = toy_make(2, true);
	struct state root;
	static struct snapshot s;
	dealt_state(&g, &root);
	snapshot_init(&s, 2, 0, 0);
	add_move(&s, 3, MOVE_EXACT, 2.5, 1);
	s.columns = own_columns;
	s.moves[0].extra[0] = 12;
	s.moves[0].extra[3] = -1.5;
	s.stop = STOP_ONLY_MOVE;
	s.rules = own_rules;
	s.cuts[1] = 7;
	((struct stats_plies *)snapshot_attach(&s, ATTACHED_PLIES))->cuts[1][2] = 5;
	json_t *j = json_object();
	snapshot_to_json(&s, &g, &root, j);
	assert_int_equal(json_object_size(j), sizeof keys / sizeof keys[0]);
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		assert_non_null(json_object_get(j, keys[i]));
	json_t *m = json_array_get(json_object_get(j, "moves"), 0);
	assert_int_equal(json_object_size(m), sizeof move_keys / sizeof move_keys[0]);
	assert_int_equal(json_integer_value(json_object_get(m, "gain")), 12);
	json_t *least = json_object_get(m, "least");
	assert_int_equal(json_array_size(least), 2);
	assert_true(json_is_null(json_array_get(least, 0)));
	assert_true(json_real_value(json_array_get(least, 1)) == -1.5);
	for (size_t i = 0; i < sizeof move_keys / sizeof move_keys[0]; i++)
		assert_non_null(json_object_get(m, move_keys[i]));
	assert_string_equal(json_string_value(json_object_get(j, "move")), "pick 3");
	assert_string_equal(json_string_value(json_object_get(j, "stop")), "only-move");
	assert_string_equal(json_string_value(json_object_get(m, "status")), "exact");
	assert_true(json_is_null(json_array_get(json_object_get(m, "value"), 1)));
	json_t *cuts = json_object_get(j, "cuts");
	assert_int_equal(json_object_size(cuts), 2);
	assert_int_equal(json_integer_value(json_object_get(cuts, "early")), 0);
	assert_int_equal(json_integer_value(json_object_get(cuts, "late")), 7);
	assert_int_equal(json_object_size(json_object_get(j, "skipped")), 2);
	json_t *plies = json_object_get(j, "cuts_by_ply");
	assert_int_equal(json_object_size(plies), 1);
	plies = json_object_get(plies, "late");
	assert_int_equal(json_array_size(plies), 3);
	assert_int_equal(json_integer_value(json_array_get(plies, 2)), 5);
	json_decref(j);
}

static void
the_line_leaves_chance_out_and_stops_at_the_end(void **state)
{
	struct game g = toy_make(2, true);
	struct state root;
	static struct snapshot s;
	char out[64];
	dealt_state(&g, &root);
	snapshot_init(&s, 2, 0, SEAT_ALL);
	const move line[] = { 1, 2, 99, 3, 4, 98, 1, 2, 1, 1 };
	memcpy(s.pv, line, sizeof line);
	s.pv_count = sizeof line / sizeof line[0];
	snapshot_format_pv(&s, &g, &root, 4, out, sizeof out);
	assert_string_equal(out, "pick 1 pick 2 pick 3 pick 4");
	snapshot_format_pv(&s, &g, &root, 99, out, sizeof out);
	assert_string_equal(out, "pick 1 pick 2 pick 3 pick 4 pick 1 pick 2");
}

/* Writer, reader and the exchanged slot are three different ones, always. */
static void
assert_three_slots(struct channel *c)
{
	unsigned shared = atomic_load(&c->shared) & 3;
	assert_int_equal((1 << shared) | (1 << c->writing) | (1 << c->reading), 7);
}

static void
a_channel_gives_the_newest_and_only_once(void **state)
{
	static struct channel c;
	static struct snapshot s, out;
	channel_init(&c);
	snapshot_init(&s, 2, 0, 0);
	assert_false(channel_read(&c, &out));
	for (int i = 1; i <= 5; i++) {
		s.nodes = i;
		channel_publish(&c, &s);
		assert_three_slots(&c);
	}
	assert_true(channel_read(&c, &out));
	assert_three_slots(&c);
	assert_int_equal(out.nodes, 5);
	assert_false(channel_read(&c, &out));
	s.nodes = 6;
	channel_publish(&c, &s);
	assert_true(channel_read(&c, &out));
	assert_int_equal(out.nodes, 6);
}

#define PUBLICATIONS 20000

static void *
publish_many(void *argument)
{
	static struct snapshot s, rows;
	static struct stats_joint joint;
	for (int64_t i = 1; i <= PUBLICATIONS; i++) {
		s.nodes = s.leaves = i;
		s.history_count = (int)(i & 63);
		snapshot_init(&rows, 2, 0, 0);
		s.moves = rows.moves;
		s.move_count = (int)(i & 31) + 1;
		s.moves[s.move_count - 1].visits = i;
		s.attached[ATTACHED_JOINT].room = &joint;
		s.attached[ATTACHED_JOINT].filled = i & 1;
		joint.rows = STATS_JOINT;
		joint.rows_total = (int)i;
		channel_publish(argument, &s);
	}
	snapshot_free(&rows);
	return NULL;
}

static void
two_threads_never_see_half_a_snapshot(void **state)
{
	static struct channel c;
	static struct snapshot out;
	pthread_t writer;
	int64_t last = 0;
	channel_init(&c);
	assert_int_equal(pthread_create(&writer, NULL, publish_many, &c), 0);
	while (last < PUBLICATIONS) {
		if (!channel_read(&c, &out))
			continue;
		assert_true(out.nodes > last);
		assert_int_equal(out.nodes, out.leaves);
		assert_int_equal(out.history_count, out.nodes & 63);
		assert_int_equal(out.moves[out.move_count - 1].visits, out.nodes);
		const struct stats_joint *joint = snapshot_joint(&out);
		assert_int_equal(joint != NULL, out.nodes & 1);
		if (joint != NULL)
			assert_int_equal(joint->rows_total, out.nodes);
		last = out.nodes;
	}
	pthread_join(writer, NULL);
	channel_free(&c);
	snapshot_free(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves_are_sorted_best_first_and_ties_stay),
		cmocka_unit_test(a_deeper_iteration_stands_above_a_better_shallow_value),
		cmocka_unit_test(a_full_history_keeps_every_second_entry),
		cmocka_unit_test(the_last_of_two_gaps_at_once_counts),
		cmocka_unit_test(shares_and_rates_are_unknown_before_any),
		cmocka_unit_test(a_gauge_is_updated_by_name),
		cmocka_unit_test(json_has_the_documented_keys),
		cmocka_unit_test(columns_are_written_by_their_kind),
		cmocka_unit_test(the_line_leaves_chance_out_and_stops_at_the_end),
		cmocka_unit_test(a_channel_gives_the_newest_and_only_once),
		cmocka_unit_test(two_threads_never_see_half_a_snapshot),
	};
	return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
