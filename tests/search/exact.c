/*
 * exact.c - exact solution: values of 276 Goofspiel positions, seen from both seats, worked
 * out in fractions; mixes that cannot be exploited; files good and damaged.
 */
#include "src/base/asset.h"
#include "src/core/joint.h"
#include "src/core/solver.h"
#include "src/lab/solve.h"
#include "tests/kept.h"
#include "tests/unit/play_text.h"

#include <math.h>
#include <unistd.h>

extern const struct game_ops goofspiel_game, tree_game;
extern const struct search_ops exact_search;

static const struct game_ops *const ops = &goofspiel_game;
static struct search search;
static char directory[64];

static void
open_goofspiel(struct game *g, int cards, const char *order, const char *payoff,
	       const char *ties)
{
	char variant[120];
	snprintf(variant, sizeof variant, "cards=%d order=%s payoff=%s ties=%s",
		 cards < 4 ? 4 : cards, order, payoff, ties);
	open_game(g, ops, 2, variant);
}

/* Runs exact at a position for a seat; the result is in `search` until search_close(). */
static void
run_exact(const struct game *g, const struct state *root, int seat, const char *player,
	  uint64_t seed)
{
	static struct player p;
	struct state view;
	game_view(g, root, seat, &view);
	open_player(&search, &p,
		    (struct search_job){
			    .game = g, .root = &view, .viewer = seat, .seed = seed },
		    player);
	search_run(&search);
}

static void
add_list(char *out, size_t size, const json_t *list)
{
	size_t i, n = strlen(out);
	json_t *item;
	json_array_foreach(list, i, item) n +=
		(size_t)snprintf(out + n, size - n, "%s%lld", i ? "," : "",
				 (long long)json_integer_value(item));
	snprintf(out + n, size - n, "|");
}

static long long
integer(const json_t *o, const char *key)
{
	return json_integer_value(json_object_get(o, key));
}

/* One row of goofspiel_values.json: its position and game. */
static void
read_row(const json_t *row, struct game *g, struct state *s)
{
	char text[POSITION_TEXT] = "";
	const bool fixed =
		strcmp(json_string_value(json_object_get(row, "order")), "desc") == 0;
	const bool wl =
		strcmp(json_string_value(json_object_get(row, "payoff")), "wl") == 0;
	open_goofspiel(g, (int)integer(row, "N"), fixed ? "descending" : "random",
		       wl ? "win-loss" : "difference", "discard");
	add_list(text, sizeof text, json_object_get(row, "hand1"));
	add_list(text, sizeof text, json_object_get(row, "hand2"));
	size_t n = strlen(text);
	n += (size_t)snprintf(text + n, sizeof text - n, "%lld|", integer(row, "upcard"));
	add_list(text, sizeof text, json_object_get(row, "deck_after_upcard"));
	n = strlen(text);
	snprintf(text + n, sizeof text - n, "%lld", integer(row, "diff"));
	read_position(g, text, s);
}

static void
every_value_of_the_list_agrees(void **state)
{
	json_error_t error;
	json_t *file = json_load_file("tests/data/goofspiel_values.json", 0, &error);
	if (file == NULL)
		fail_msg("%s", error.text);
	size_t i, count = 0;
	json_t *row;
	json_array_foreach(json_object_get(file, "states"), i, row)
	{
		struct game g;
		struct state s;
		read_row(row, &g, &s);
		const json_t *half = json_object_get(row, "value01_float");
		const json_t *whole = json_object_get(row, "value_float");
		const bool wl = json_is_number(half);
		const double value = json_number_value(wl ? half : whole);
		for (int seat = 0; seat < 2; seat++) {
			run_exact(&g, &s, seat, "exact:nodes=100M", 1);
			assert_int_equal(search.live.stop, STOP_SOLVED);
			const double other = wl ? 1 - value : -value;
			if (fabs(search.live.value[0] - value) > 1e-6 ||
			    fabs(search.live.value[1] - other) > 1e-6)
				fail_msg("state %zu: %.9f, expected %.9f", i,
					 search.live.value[0], value);
			/* Nothing that the mix plays is worth less than the value. */
			for (int k = 0; k < search.live.move_count; k++) {
				const struct stats_move *m = &search.live.moves[k];
				const double short_of =
					search.live.value[seat] - m->value[seat];
				assert_true(short_of > -1e-6);
				if (m->prob > 1e-9)
					assert_true(short_of < 1e-6);
			}
			search_close(&search);
		}
		count++;
	}
	assert_int_equal(count, 276);
	json_decref(file);
}

/* What the best reply to seat 0's mix leaves it, worked out by playing every line: the mixes
 * come from exact itself at every position. */
static double
worst_reply(const struct game *g, const struct state *s)
{
	const seat_set acting = g->rules->acting(g, s);
	if (acting == 0) {
		int32_t v[SEATS_MAX];
		g->knowledge->evaluate(g, s, v);
		return (double)v[0] / game_unit(g);
	}
	if (acting == ACTING_CHANCE) {
		move m[MOVES_MAX];
		double p[MOVES_MAX], sum = 0;
		const int n = g->chance->list(g, s, m, p);
		for (int i = 0; i < n; i++) {
			struct state next;
			g->rules->play(g, s, SEAT_CHANCE, m[i], &next);
			sum += p[i] * worst_reply(g, &next);
		}
		return sum;
	}
	struct stats_move mix[STATS_MOVES];
	run_exact(g, s, 0, "exact:nodes=100M", 1);
	const int n = search.live.move_count;
	memcpy(mix, search.live.moves, sizeof mix);
	search_close(&search);
	move reply[MOVES_MAX];
	const int replies = g->rules->moves(g, s, 1, reply);
	double least = INFINITY;
	for (int j = 0; j < replies; j++) {
		double sum = 0;
		for (int i = 0; i < n; i++) {
			struct state next;
			if (mix[i].prob <= 0)
				continue;
			g->rules->play(g, s, 0, mix[i].m, &next);
			g->rules->play(g, &next, 1, reply[j], &next);
			sum += mix[i].prob * worst_reply(g, &next);
		}
		least = fmin(least, sum);
	}
	return least;
}

static void
the_mix_cannot_be_exploited(void **state)
{
	static const struct {
		const char *order, *payoff, *ties;
		double value;
	} rules[] = {
		{ "random", "win-loss", "discard", 0.5 },
		{ "random", "difference", "discard", 0 },
		{ "descending", "difference", "carry", 0 },
		{ "ascending", "win-loss", "carry", 0.5 },
		{ "random", "win-loss", "carry", 0.5 },
	};
	for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
		struct game g;
		struct state s;
		open_goofspiel(&g, 4, rules[k].order, rules[k].payoff, rules[k].ties);
		memset(&s, 0, sizeof s);
		g.rules->start(&g, &s);
		const double worst = worst_reply(&g, &s);
		if (!(fabs(worst - rules[k].value) < 1e-6))
			fail_msg("%s %s %s: %.9f", rules[k].order, rules[k].payoff,
				 rules[k].ties, worst);
	}
}

static void
the_position_of_the_manual_has_its_mix(void **state)
{
	struct game g;
	struct state s;
	open_goofspiel(&g, 4, "random", "difference", "discard");
	read_position(&g, "1,2|2,3|3|2|+1", &s);
	run_exact(&g, &s, 0, "exact", 7);
	assert_true(fabs(search.live.value[0] + 2.8) < 1e-6);
	for (int k = 0; k < 2; k++) {
		const struct stats_move *m = &search.live.moves[k];
		assert_true(fabs(m->prob - (m->m == 1 ? 0.6 : 0.4)) < 1e-6);
	}
	search_close(&search);
}

static void
moves_are_drawn_as_the_mix_says(void **state)
{
	struct game g;
	struct state s;
	int first = 0;
	open_goofspiel(&g, 4, "random", "difference", "discard");
	read_position(&g, "1,2|2,3|3|2|+1", &s);
	for (uint64_t seed = 0; seed < 1000; seed++) {
		run_exact(&g, &s, 0, "exact", seed);
		first += search_choice(&search) == 1;
		search_close(&search);
	}
	assert_in_range(first, 550, 650); /* 600, and three standard deviations */
}

/* What the other seat has chosen must not matter, whoever looks. */
static void
a_committed_bid_changes_nothing(void **state)
{
	struct game g;
	struct state s, later;
	open_goofspiel(&g, 5, "random", "difference", "discard");
	read_position(&g, "1,2,4|2,3,5|3|2,5|-1", &s);
	run_exact(&g, &s, 0, "exact", 3);
	const struct snapshot before = kept_figures(&search.live);
	search_close(&search);
	g.rules->play(&g, &s, 1, 5, &later);
	run_exact(&g, &later, 0, "exact", 3);
	assert_int_equal(search.live.moves[0].m, before.moves[0].m);
	assert_true(search.live.value[0] == before.value[0]);
	search_close(&search);
}

/* --- files --- */

static void
solve(const struct game *g, const char *path, struct solve_result *r)
{
	struct status st = { 0 };
	const struct solve_options o = {
		.ops = exact_search.solver, .game = g, .path = path, .jobs = 2
	};
	if (!solve_run(&o, r, &st))
		fail_msg("%s", st.text);
	assert_true(r->finished);
}

static void
user_file(const struct game *g, char *path, size_t size)
{
	char name[256];
	exact_search.solver->name(g, name, sizeof name);
	assert_true(user_path(USER_DATA, name, path, size, NULL));
}

static void
a_file_gives_the_same_answer(void **state)
{
	struct game g;
	struct state s;
	struct solve_result r;
	char path[512];
	open_goofspiel(&g, 6, "random", "win-loss", "discard");
	read_position(&g, "1,2,4,6|2,3,5,6|3|2,4,5|-1", &s);
	run_exact(&g, &s, 1, "exact", 3);
	const struct snapshot before = kept_figures(&search.live);
	search_close(&search);
	assert_true(before.leaves > 0);
	user_file(&g, path, sizeof path);
	solve(&g, path, &r);
	assert_int_equal(r.solved, r.positions);
	run_exact(&g, &s, 1, "exact", 3);
	assert_int_equal(search.live.leaves, 0); /* it was read, not solved */
	assert_int_equal(search.live.move_count, before.move_count);
	for (int k = 0; k < before.move_count; k++) {
		assert_int_equal(search.live.moves[k].m, before.moves[k].m);
		assert_true(fabs(search.live.moves[k].prob - before.moves[k].prob) <
			    1e-6);
	}
	search_close(&search);
	solve(&g, path, &r); /* again: nothing is left to do */
	assert_int_equal(r.solved, 0);
	unlink(path);
}

/* ---- the tree of the inspector ---- */

struct solution {
	const struct game *g;
	int64_t choices, outcomes, ends;
};

static void walk_solution(struct solution *w, look_ref ref, const struct state *st,
			  double value);

/* What a node without children is worth: the game is over. */
static void
check_end(struct solution *w, const struct state *st, double value)
{
	int32_t v[SEATS_MAX];
	assert_true(w->g->rules->settled(w->g, st));
	w->g->knowledge->evaluate(w->g, st, v);
	assert_true(fabs((double)v[0] / game_unit(w->g) - value) < 1e-6);
	w->ends++;
}

static void
check_chance(struct solution *w, const struct look_node *l, int n, const struct state *st,
	     double value)
{
	double whole = 0, mean = 0;
	for (int i = 0; i < n; i++) {
		struct state below;
		assert_int_equal(l[i].seat, SEAT_CHANCE);
		whole += l[i].chance;
		mean += l[i].chance * l[i].value[0];
		w->g->rules->play(w->g, st, SEAT_CHANCE, l[i].m, &below);
		walk_solution(w, l[i].ref, &below, l[i].value[0]);
	}
	assert_true(fabs(whole - 1) < 1e-9);
	assert_true(fabs(mean - value) < 1e-6);
	w->outcomes += n;
}

/* No reply to either mix does better than the value of the node: that is an equilibrium. */
static void
check_mixes(const struct look_node *l, int rows, int columns, double value)
{
	double sum[2] = { 0, 0 };
	for (int i = 0; i < rows; i++) {
		double row = 0;
		for (int k = 0; k < columns; k++)
			row += l[k].extra[1] * l[i * columns + k].value[0];
		assert_true(row < value + 1e-6);
		sum[0] += l[i * columns].extra[0];
	}
	for (int k = 0; k < columns; k++) {
		double column = 0;
		for (int i = 0; i < rows; i++)
			column += l[i * columns].extra[0] * l[i * columns + k].value[0];
		assert_true(column > value - 1e-6);
		sum[1] += l[k].extra[1];
	}
	assert_true(fabs(sum[0] - 1) < 1e-9 && fabs(sum[1] - 1) < 1e-9);
}

static void
check_choice(struct solution *w, look_ref ref, const struct look_node *l, int n,
	     const struct state *st, double value)
{
	const struct game *g = w->g;
	move m[MOVES_MAX];
	struct stats_joint joint;
	const int rows = g->rules->moves(g, st, 0, m), columns = n / rows;
	int best = 0;
	assert_int_equal(n, rows * g->rules->moves(g, st, 1, m));
	check_mixes(l, rows, columns, value);
	assert_true(search.ops->look->joint(&search, ref, &joint));
	assert_true(joint.exact && joint.rows == rows && joint.columns == columns);
	for (int i = 0; i < n; i++) {
		struct state below;
		assert_int_equal(l[i].kind, LOOK_JOINT);
		assert_int_equal(l[i].m, joint.choice[0][i / columns]);
		assert_int_equal(l[i].other_m, joint.choice[1][i % columns]);
		assert_true(fabs((double)joint.value[i / columns][i % columns] -
				 l[i].value[0]) < 1e-5);
		assert_int_equal(l[i].status, MOVE_PROVEN);
		best += l[i].best;
		g->rules->play(g, st, 0, l[i].m, &below);
		g->rules->play(g, &below, 1, l[i].other_m, &below);
		assert_true(l[i].inner == !g->rules->settled(g, &below));
		walk_solution(w, l[i].ref, &below, l[i].value[0]);
	}
	assert_int_equal(best, 1);
	w->choices++;
}

/* Every node below one whose value for seat 0 is known. */
static void
walk_solution(struct solution *w, look_ref ref, const struct state *st, double value)
{
	enum { MOST = 64 };
	struct look_node l[MOST], again[MOST];
	const int n = search.ops->look->children(&search, ref, l, MOST);
	assert_true(n < MOST);
	assert_int_equal(search.ops->look->children(&search, ref, again, MOST), n);
	for (int i = 0; i < n; i++)
		assert_true(again[i].ref == l[i].ref);
	if (n == 0)
		check_end(w, st, value);
	else if (w->g->rules->acting(w->g, st) == ACTING_CHANCE)
		check_chance(w, l, n, st, value);
	else
		check_choice(w, ref, l, n, st, value);
}

static void
walk_position(const struct game *g, const struct state *s, struct solution *w)
{
	*w = (struct solution){ .g = g };
	run_exact(g, s, 0, "exact:nodes=100M", 3);
	walk_solution(w, LOOK_ROOT, s, search.live.value[0]);
	search_close(&search);
}

/* Down to the ends of the game every cell has the value of what is below it, and the mixes of
 * every choice are an equilibrium; solved now or read from a file. */
static void
the_tree_of_a_solution_adds_up(void **state)
{
	static const char *const rules[][3] = { { "random", "difference", "discard" },
						{ "random", "win-loss", "carry" },
						{ "descending", "difference", "carry" } };
	extern const struct game_ops oshi_zumo_game;
	struct game g;
	struct state s;
	struct solution w, read;
	struct solve_result r;
	char path[512];
	for (int k = 0; k < 3; k++) {
		open_goofspiel(&g, 4, rules[k][0], rules[k][1], rules[k][2]);
		start_game(&g, &s);
		if (game_mover(&g, &s) == SEAT_CHANCE)
			g.rules->play(&g, &s, SEAT_CHANCE, 3, &s);
		walk_position(&g, &s, &w);
		assert_true(w.choices > 100 && w.ends > 100);
		assert_true(k == 2 || w.outcomes > 100);
		user_file(&g, path, sizeof path);
		solve(&g, path, &r);
		walk_position(&g, &s, &read);
		assert_int_equal(read.choices, w.choices);
		assert_int_equal(read.ends, w.ends);
		unlink(path);
	}
	open_game(&g, &oshi_zumo_game, 2, "coins=6");
	start_game(&g, &s);
	walk_position(&g, &s, &w);
	assert_true(w.choices > 100);
}

static void
damage(const char *path, long at, int byte, long length)
{
	FILE *f = fopen(path, "r+b");
	assert_non_null(f);
	if (byte >= 0) {
		fseek(f, at, at < 0 ? SEEK_END : SEEK_SET);
		fputc(byte, f);
	}
	fclose(f);
	if (length >= 0)
		assert_int_equal(truncate(path, length), 0);
}

/* A file that cannot be used is named in one line, kept, and done without. */
static void
damaged_files_are_left_alone(void **state)
{
	static const struct {
		long at;
		int byte;
		long length;
		const char *note;
	} cases[] = {
		{ 0, -1, 100, "not a table of solved positions" },
		{ 0, 'x', -1, "not a table of solved positions" },
		{ 0, -1, 1000, "truncated" },
		{ 8, 9, -1, "version 9" },
		{ 20, 77, -1, "header is damaged" },
		{ 0, -1, 0, "not a table of solved positions" },
	};
	struct game g;
	struct state s;
	struct solve_result r;
	char path[512];
	open_goofspiel(&g, 5, "random", "difference", "discard");
	read_position(&g, "1,2,4|2,3,5|3|2,5|-1", &s);
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		user_file(&g, path, sizeof path);
		solve(&g, path, &r);
		damage(path, cases[k].at, cases[k].byte, cases[k].length);
		run_exact(&g, &s, 0, "exact", 3);
		assert_int_equal(search.live.stop, STOP_SOLVED);
		if (strstr(search.live.note, cases[k].note) == NULL)
			fail_msg("'%s', expected '%s'", search.live.note, cases[k].note);
		assert_null(strchr(search.live.note, '\n'));
		assert_true(search.live.leaves > 0);
		assert_int_equal(access(path, R_OK), 0);
		search_close(&search);
		unlink(path);
	}
}

/* Nor one whose header is whole: the last layer, which the first decision needs, is not. */
static void
a_damaged_layer_is_named_and_solved_anew(void **state)
{
	struct game g;
	struct state s;
	struct solve_result r;
	char path[512];
	open_goofspiel(&g, 5, "random", "difference", "discard");
	start_game(&g, &s);
	g.rules->play(&g, &s, SEAT_CHANCE, 3, &s);
	user_file(&g, path, sizeof path);
	solve(&g, path, &r);
	damage(path, -20, 77, -1);
	run_exact(&g, &s, 0, "exact", 3);
	assert_int_equal(search.live.stop, STOP_SOLVED);
	assert_non_null(strstr(search.live.note, "layer"));
	assert_non_null(strstr(search.live.note, "is damaged"));
	search_close(&search);
	unlink(path);
}

static void
a_file_of_other_rules_is_refused(void **state)
{
	struct game g, other;
	struct solver v;
	struct solve_result r;
	struct status st = { 0 };
	char path[128];
	open_goofspiel(&g, 5, "random", "difference", "discard");
	open_goofspiel(&other, 5, "random", "difference", "carry");
	snprintf(path, sizeof path, "%s/table", directory);
	solve(&g, path, &r);
	assert_true(exact_search.solver->open(&v, &other, 0, &st));
	assert_false(exact_search.solver->load(&v, path, &st));
	assert_non_null(strstr(st.text, "expected 'goofspiel cards=5"));
	exact_search.solver->close(&v);
	/* A new run puts it aside. */
	solve(&other, path, &r);
	assert_true(r.note.failed);
	strcat(path, ".damaged");
	assert_int_equal(access(path, R_OK), 0);
	unlink(path);
}

/* progress: stops at the first call after `left` of them. */
static bool
stop_soon(void *self, int64_t done, int64_t total, const char *what)
{
	int *left = self;
	(void)done, (void)total, (void)what;
	return --*left > 0;
}

/* Thirteen cards are seconds of indexing, in which a clock or a person may say stop. */
static void
a_stop_is_heard_while_positions_are_indexed(void **state)
{
	static struct player p;
	struct game g;
	struct state root;
	atomic_bool stop = true;
	open_goofspiel(&g, 9, "random", "difference", "discard");
	memset(&root, 0, sizeof root);
	g.rules->start(&g, &root);
	g.rules->play(&g, &root, SEAT_CHANCE, 9, &root);
	open_player(&search, &p,
		    (struct search_job){
			    .game = &g, .root = &root, .seed = 1, .stop = &stop },
		    "exact:memory=512");
	search_run(&search);
	assert_int_equal(search.live.stop, STOP_INTERRUPTED);
	assert_int_equal(search.live.nodes, 0);
	search_close(&search);
}

static bool
count_down(void *self)
{
	return --*(int *)self > 0;
}

/* Every game of simultaneous choice whose index takes a while asks whether to go on. */
static void
an_index_asks_and_obeys(void **state)
{
	static const struct {
		const char *key, *variant;
	} cases[] = { { "goofspiel", "cards=8" }, { "tron", "width=5 height=5" } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game g;
		struct state root;
		struct joint t;
		int left = 3, many = 1 << 30;
		open_game(&g, catalog_game(&app_catalog, cases[i].key), 2,
			  cases[i].variant);
		memset(&root, 0, sizeof root);
		g.rules->start(&g, &root);
		assert_false(g.ops->joint->open(&t, &g, &root, count_down, &left));
		assert_int_equal(left, 0);
		assert_true(g.ops->joint->open(&t, &g, &root, count_down, &many));
		assert_true((1 << 30) - many > 3);
		joint_close(&t);
	}
}

static void
a_stopped_run_goes_on_where_it_was(void **state)
{
	struct game g;
	struct solve_result whole, part;
	struct status st = { 0 };
	char path[128], again[128];
	open_goofspiel(&g, 7, "random", "difference", "discard");
	snprintf(path, sizeof path, "%s/whole", directory);
	snprintf(again, sizeof again, "%s/parts", directory);
	solve(&g, path, &whole);
	int64_t solved = 0;
	for (int k = 0; k < 50; k++) {
		int left = 3;
		const struct solve_options o = {
			.ops = exact_search.solver,
			.game = &g,
			.path = again,
			.jobs = 1,
			.progress = { .report = stop_soon, .self = &left },
		};
		assert_true(solve_run(&o, &part, &st));
		solved += part.solved;
		if (part.finished)
			break;
	}
	assert_true(part.finished);
	assert_int_equal(solved, whole.positions);
	assert_true(part.solved < whole.positions);
	assert_int_equal(part.bytes, whole.bytes);
	unlink(path);
	unlink(again);
}

static void
what_cannot_be_solved_is_refused(void **state)
{
	struct game g;
	struct solver v;
	struct player p;
	struct status st = { 0 }, no = { 0 };
	open_goofspiel(&g, 13, "random", "win-loss", "carry");
	assert_false(exact_search.solver->open(&v, &g, 0, &st));
	assert_non_null(strstr(st.text, "too many"));
	assert_true(game_init(&g, ops, 3, NULL, NULL));
	assert_false(player_parse(&p, "exact", &app_catalog, &g, &no));
	assert_non_null(strstr(no.text, "more than two seats"));
	for (int i = 0; app_catalog.games[i] != NULL; i++) {
		if (app_catalog.games[i]->joint != NULL)
			continue;
		struct status why = { 0 };
		assert_true(game_init(&g, app_catalog.games[i], 0, NULL, NULL));
		assert_false(player_parse(&p, "exact", &app_catalog, &g, &why));
	}
}

static int
make_directory(void **state)
{
	snprintf(directory, sizeof directory, "/tmp/plyscope-exact-XXXXXX");
	if (mkdtemp(directory) == NULL)
		return -1;
	return setenv("XDG_DATA_HOME", directory, 1);
}

/* The value to seat 0 and its mix at the root of a tree that comes with plyscope. */
static void
expect_tree(const char *file, double value, int n, const double *mix)
{
	struct game g;
	struct state root;
	open_game(&g, &tree_game, 2, file);
	g.rules->start(&g, &root);
	run_exact(&g, &root, 0, "exact", 5);
	assert_int_equal(search.live.stop, STOP_SOLVED);
	assert_true(fabs(search.live.value[0] - value) < 1e-6);
	assert_true(fabs(search.live.value[1] + value) < 1e-6);
	assert_int_equal(search.live.move_count, n);
	for (int k = 0; k < n; k++) {
		const struct stats_move *m = &search.live.moves[k];
		assert_true(fabs(m->prob - mix[m->m]) < 1e-6);
	}
	search_close(&search);
}

/* Their sources say what they are worth; two pennies by hand: 1 for the second, so that the
 * first is the plain game. */
static void
trees_of_matrices_are_solved(void **state)
{
	expect_tree("file=rock-paper-scissors", 0, 3,
		    (const double[]){ 1. / 3, 1. / 3, 1. / 3 });
	expect_tree("file=biased-rock-paper-scissors", 0, 3,
		    (const double[]){ 1. / 16, 10. / 16, 5. / 16 });
	expect_tree("file=hide-and-seek", 6. / 11, 3,
		    (const double[]){ 6. / 11, 3. / 11, 2. / 11 });
	expect_tree("file=matching-pennies", 0, 2, (const double[]){ .5, .5 });
}

/* Chance between two choices, and seat 0 at the columns of the second: heads is worth half of
 * (1, -1) and half of a game of value 2/3 with the seats turned round. */
static void
seats_may_change_places_and_chance_come_between(void **state)
{
	static const char source[] =
		"{\"players\": 2, \"tree\": {\"rows\": 0, \"cols\": 1, \"m\": ["
		"[{\"chance\": [0.5, 0.5], \"c\": [{\"v\": [1, -1]}, {\"rows\": 1, "
		"\"cols\": 0,"
		" \"m\": [[[2, -2], [0, 0]], [[0, 0], [1, -1]]]}]}],"
		"[{\"v\": [0.75, -0.75]}]]}}";
	struct options variant;
	struct status st = { 0 };
	options_init(&variant, tree_game.options);
	assert_true(options_set(&variant, "file", "turned.json", &st));
	assert_true(tree_game.file->adopt(&variant, source, &st));
	expect_tree("file=turned.json", 0.5 + 1. / 3, 2, (const double[]){ 1, 0 });
}

static void
no_table_is_kept_of_a_tree(void **state)
{
	struct solver v;
	struct status st = { 0 };
	struct game g;
	open_game(&g, &tree_game, 2, "file=hide-and-seek");
	assert_false(exact_search.solver->open(&v, &g, 0, &st));
	assert_non_null(strstr(st.text, "no table of Game tree is kept"));
}

static int
remove_directory(void **state)
{
	char command[100];
	snprintf(command, sizeof command, "rm -rf %s", directory);
	return system(command);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_value_of_the_list_agrees),
		cmocka_unit_test(the_mix_cannot_be_exploited),
		cmocka_unit_test(the_position_of_the_manual_has_its_mix),
		cmocka_unit_test(moves_are_drawn_as_the_mix_says),
		cmocka_unit_test(a_committed_bid_changes_nothing),
		cmocka_unit_test(a_file_gives_the_same_answer),
		cmocka_unit_test(the_tree_of_a_solution_adds_up),
		cmocka_unit_test(damaged_files_are_left_alone),
		cmocka_unit_test(a_damaged_layer_is_named_and_solved_anew),
		cmocka_unit_test(a_file_of_other_rules_is_refused),
		cmocka_unit_test(a_stop_is_heard_while_positions_are_indexed),
		cmocka_unit_test(an_index_asks_and_obeys),
		cmocka_unit_test(a_stopped_run_goes_on_where_it_was),
		cmocka_unit_test(what_cannot_be_solved_is_refused),
		cmocka_unit_test(trees_of_matrices_are_solved),
		cmocka_unit_test(seats_may_change_places_and_chance_come_between),
		cmocka_unit_test(no_table_is_kept_of_a_tree),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
