/*
 * tree.c - the game that is read from a file: the shipped trees, the reference trees under
 * every pruning, and files with mistakes.
 */
#include "games/tree/tree.h"
#include "src/base/json.h"
#include "src/core/public.h"
#include "src/core/record.h"
#include "tests/unit/play_text.h"

#include <dirent.h>
#include <unistd.h>

static struct search search;

/* The game of a file; NULL when it is fine, else what is wrong. */
static const char *
open_tree(struct game *g, const char *file)
{
	static struct status st;
	struct options variant;
	st = (struct status){ 0 };
	options_init(&variant, tree_game.options);
	if (options_set(&variant, "file", file, &st) &&
	    game_init(g, &tree_game, 0, &variant, &st))
		return NULL;
	return st.text;
}

static void
expect_open(struct game *g, const char *file)
{
	const char *wrong = open_tree(g, file);
	if (wrong)
		fail_msg("%s", wrong);
}

/* Runs a player on the tree's root (behind chance); the caller closes the search. */
static void
run_player(const struct game *g, struct player *p, const char *text)
{
	struct state root;
	start_game(g, &root);
	open_player(&search, p,
		    (struct search_job){
			    .game = g, .root = &root, .viewer = game_mover(g, &root) },
		    text);
	search_run(&search);
}

static void
expect_values(const char *file, const char *player, int best, const double *value)
{
	struct game g;
	struct player p;
	expect_open(&g, file);
	run_player(&g, &p, player);
	if (search_choice(&search) != (move)best)
		print_message("# %s, %s\n", file, player);
	assert_int_equal(search_choice(&search), best);
	for (int i = 0; i < g.seats; i++) {
		const double off = search.live.value[i] - value[i];
		if (off > 1e-6 || off < -1e-6)
			print_message("# %s, %s: seat %d has %g, not %g\n", file, player,
				      i, search.live.value[i], value[i]);
		assert_true(off < 1e-6 && off > -1e-6);
	}
	search_close(&search);
}

static void
all_shipped_trees_load(void **state)
{
	int n = 0;
	DIR *d = opendir("assets/trees");
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d)) != NULL;) {
		struct game g;
		char name[64];
		if (e->d_name[0] == '.')
			continue;
		expect_open(&g, e->d_name);
		snprintf(name, sizeof name, "|%.*s|", (int)strcspn(e->d_name, "."),
			 e->d_name);
		char all[1000];
		snprintf(all, sizeof all, "|%s|", tree_game.options[0].choices);
		assert_non_null(strstr(all, name)); /* the form offers it */
		n++;
	}
	closedir(d);
	assert_true(n >= 10);
}

/* "none|shallow|...": whatever max^n offers. */
static const char *
prunings(void)
{
	const struct search_ops *maxn = catalog_search(&app_catalog, "maxn");
	for (const struct option_spec *o = maxn->options; o->key; o++)
		if (strcmp(o->key, "prune") == 0)
			return o->choices;
	fail_msg("max^n has no prune=");
	return NULL;
}

static void
the_reference_trees_have_their_values_under_every_pruning(void **state)
{
	json_error_t error;
	json_t *top = json_load_file("tests/data/maxn_trees.json", 0, &error), *t;
	size_t k;
	assert_non_null(top);
	json_array_foreach(json_object_get(top, "trees"), k, t)
	{
		const json_t *tuple = json_object_get(t, "maxn_tuple");
		const int best = (int)json_integer_value(json_object_get(t, "maxn_move"));
		double value[SEATS_MAX];
		for (int i = 0; i < (int)json_array_size(tuple); i++)
			value[i] = json_number_value(json_array_get(tuple, (size_t)i));
		char file[64], prune[64], player[96];
		snprintf(file, sizeof file, "tests/data/maxn_trees.json#%d", (int)k);
		for (int c = 0; option_choice(prunings(), c, prune, sizeof prune); c++) {
			snprintf(player, sizeof player, "maxn:prune=%s,depth=50", prune);
			expect_values(file, player, best, value);
		}
	}
	assert_true(k >= 60);
	json_decref(top);
}

static void
the_counterexamples_come_out_right(void **state)
{
	expect_values("tie-order", "maxn:depth=50", 0, (const double[]){ 1, 0, 2 });
	expect_values("dropped-child", "maxn:depth=50", 0,
		      (const double[]){ 365671, 340014, 294315 });
}

/* 0.5 (9, 1, 0) + 0.5 (0.5, 9.5, 0), and 0.25 (10, 0, 0) + 0.75 (2, 4, 4). */
static void
chance_counts_by_expectation(void **state)
{
	expect_values("chance-and-choice", "maxn:depth=50", 1,
		      (const double[]){ 4.75, 5.25, 0 });
}

static void
intervals_are_those_of_the_paper(void **state)
{
	static const double low_b[] = { 4, 3, 0 }, high_b[] = { 6, 5, 1 };
	struct game g;
	struct state s = { 0 };
	double low[SEATS_MAX], high[SEATS_MAX];
	expect_open(&g, "max-prob-2");
	assert_true(g.text->parse_position(&g, "max-prob-2@1.2", &s, NULL));
	g.knowledge->intervals(&g, &s, low, high);
	for (int i = 0; i < 3; i++) {
		assert_true(low[i] == low_b[i] * g.unit);
		assert_true(high[i] == high_b[i] * g.unit);
	}
}

static void
a_choice_at_a_matrix_is_hidden_until_both_have_chosen(void **state)
{
	struct game g;
	struct state s = { 0 }, other, paper, rock;
	char text[POSITION_TEXT];
	expect_open(&g, "rock-paper-scissors");
	g.rules->start(&g, &s);
	assert_int_equal(g.rules->acting(&g, &s), 3);
	g.rules->play(&g, &s, 0, 0, &rock);
	g.rules->play(&g, &s, 0, 1, &paper);
	assert_int_equal(g.rules->acting(&g, &paper), 2);
	game_view(&g, &paper, 1, &other);
	g.text->format_position(&g, &other, text, sizeof text);
	assert_string_equal(text, "rock-paper-scissors@root+?/-");
	game_view(&g, &rock, 1, &rock);
	assert_memory_equal(rock.bytes, other.bytes, tree_game.state_size);
	g.rules->play(&g, &paper, 1, 0, &s); /* paper beats rock */
	game_event(&g, &other, 1, 0, &s, text, sizeof text);
	assert_string_equal(text, "Row paper, Column rock; the end: Row 1, Column -1");
	int32_t value[SEATS_MAX];
	assert_true(g.rules->settled(&g, &s));
	g.rules->points(&g, &s, value);
	assert_int_equal(value[0], g.unit);
	assert_int_equal(value[1], -g.unit);
}

/* ---- mistakes ---- */

static void
write_text(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

#define HEAD "{ \"players\": 2, \"tree\": "
/* Seat 0 chooses between two nodes of the set x. */
#define SETS(seat_a, a, seat_b, b) \
	HEAD "{ \"p\": 0, \"c\": [{ \"p\": " seat_a ", \"infoset\": \"x\", \"c\": " a \
	     "}, { \"p\": " seat_b ", \"infoset\": \"x\", \"c\": " b "}] } }"

/* ---- names, and records that carry their tree ---- */

/* What a move may be called, however badly: all at most 27 bytes. */
static const char *const hostile[] = {
	"a{b",
	"{x}",
	"{",
	"}",
	"a{b}{c",
	"\"q\"",
	"\"",
	"b\\s\\",
	"\\n",
	"]",
	"[Game",
	"*",
	".",
	"-",
	"a'b`$(x)",
	"\u00e9\u2014\u540d",
	"\u2003wide",
	"%s%n",
	"<b>&amp;",
	"{value=1.0}",
	"abcdefghijklmnopqrstuvwxyz{",
	"x\U0001F600{}",
};
#define HOSTILE (sizeof hostile / sizeof *hostile)

/* A file with one decision, its moves the names above. */
static void
write_hostile(const char *path)
{
	json_t *names = json_array(), *ends = json_array();
	for (size_t i = 0; i < HOSTILE; i++) {
		json_array_append_new(names, json_string(hostile[i]));
		json_array_append_new(ends, json_pack("{s:[ii]}", "v", (int)i, 0));
	}
	json_t *top = json_pack("{s:i,s:{s:i,s:o,s:o}}", "players", 2, "tree", "p", 0,
				"moves", names, "c", ends);
	assert_int_equal(json_dump_file(top, path, 0), 0);
	json_decref(top);
}

static void
open_match(struct match *m, const char *file)
{
	struct setup s;
	struct status st = { 0 };
	if (!setup_init(&s, &app_catalog, &tree_game, true, &st) ||
	    !setup_variant(&s, &app_catalog, "file", file, &st))
		fail_msg("%s", st.text);
	match_open(m, &s);
}

/* Whatever a tree may call a move comes back from the record, with its comment. */
static void
hostile_names_survive_a_record(void **state)
{
	char path[] = "/tmp/plyscope-tree-XXXXXX.json";
	close(mkstemps(path, 5));
	write_hostile(path);
	for (size_t i = 0; i < 2 * HOSTILE; i++) {
		struct match m, again;
		struct text t = { 0 };
		struct status st = { 0 };
		const char *comment = i < HOSTILE ? "" : "a {brace \" \\";
		open_match(&m, path);
		assert_true(match_play(&m, 0, (move)(i % HOSTILE), comment, &st));
		record_write(&m, &t);
		if (!record_read(&again, t.s, "law", &app_catalog, &st))
			fail_msg("%s\n%s", st.text, t.s);
		assert_int_equal(again.count, 1);
		assert_int_equal(again.plies[0].m, i % HOSTILE);
		assert_string_equal(again.plies[0].comment, comment);
		match_close(&m);
		match_close(&again);
		text_free(&t);
	}
	unlink(path);
}

/* What it says of the first ply of a record, with the tree it came with. */
static void
expect_end(const char *record, int best)
{
	struct match m;
	struct status st = { 0 };
	double points[SEATS_MAX];
	if (!record_read(&m, record, "f", &app_catalog, &st))
		fail_msg("%s", st.text);
	match_points(&m, points);
	assert_true(points[0] == best);
	match_close(&m);
}

static void
write_end(const char *path, int value, size_t padding)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, HEAD "{ \"p\": 0, \"c\": [{ \"v\": [%d, 0] }] }, \"source\": \"",
		value);
	for (size_t i = 0; i < padding; i++)
		fputc('x', f);
	fputs("\" }", f);
	fclose(f);
}

static void
record_one_move(const char *file, struct text *out)
{
	struct match m;
	struct status st = { 0 };
	open_match(&m, file);
	assert_true(match_play(&m, 0, 0, "", &st));
	record_write(&m, out);
	match_close(&m);
}

/* The file is gone, or another one of its name is there: the record has its own. Two of a name
 * may be open in turn. */
static void
a_record_carries_its_tree(void **state)
{
	char folder[] = "/tmp/plyscope-trees-XXXXXX", back[4096];
	struct text first = { 0 }, second = { 0 }, t = { 0 };
	assert_non_null(mkdtemp(folder));
	assert_non_null(getcwd(back, sizeof back));
	assert_int_equal(chdir(folder), 0);
	write_end("it.json", 7, 0);
	record_one_move("it.json", &first);
	assert_int_equal(unlink("it.json"), 0);
	assert_int_equal(chdir(back), 0);
	rmdir(folder);
	expect_end(first.s, 7);
	/* the same record of a tree that came from elsewhere under the same name */
	const char *seven = strstr(first.s, "[7,0]");
	assert_non_null(seven);
	text_add_bytes(&second, first.s, (size_t)(seven - first.s));
	text_add(&second, "[9 ,0]%s", seven + 5); /* as no plyscope writes it */
	for (int turn = 0; turn < 600; turn++) {  /* more often than trees may be open */
		expect_end(first.s, 7);
		expect_end(second.s, 9);
	}
	/* and what is written again is what was read */
	struct match m;
	struct status st = { 0 };
	assert_true(record_read(&m, first.s, "f", &app_catalog, &st));
	record_write(&m, &t);
	assert_string_equal(t.s, first.s);
	match_close(&m);
	text_free(&t);
	text_free(&first);
	text_free(&second);
}

/* A tree over 16 KiB stays where it is, and the record says where. */
static void
a_record_says_where_a_large_tree_is(void **state)
{
	char folder[] = "/tmp/plyscope-trees-XXXXXX", back[4096], path[80], tag[120];
	struct text t = { 0 };
	assert_non_null(mkdtemp(folder));
	assert_non_null(getcwd(back, sizeof back));
	assert_int_equal(chdir(folder), 0);
	write_end("large.json", 7, 20000);
	record_one_move("./large.json", &t);
	assert_int_equal(chdir(back), 0);
	snprintf(path, sizeof path, "%s/large.json", folder);
	snprintf(tag, sizeof tag, "\n[File \"%s\"]\n", path);
	assert_non_null(strstr(t.s, tag));
	expect_end(t.s, 7);
	unlink(path);
	rmdir(folder);
	text_free(&t);
}

static void
a_record_of_a_shipped_tree_carries_nothing(void **state)
{
	struct match m;
	struct text t = { 0 };
	struct status st = { 0 };
	open_match(&m, "three-seats");
	record_write(&m, &t);
	assert_null(strstr(t.s, "[File"));
	match_close(&m);
	text_free(&t);
	assert_false(record_read(&m,
				 "[Game \"tree\"]\n[Variant \"file=three-seats\"]\n"
				 "[File \"{}\"]\n",
				 "f", &app_catalog, &st));
	assert_string_equal(st.text,
			    "f:3: File: three-seats comes with plyscope and has no file");
	st = (struct status){ 0 };
	assert_false(record_read(&m,
				 "[Game \"tree\"]\n[Variant \"file=a.json\"]\n"
				 "[File \"{\"]\n",
				 "f", &app_catalog, &st));
	assert_non_null(strstr(st.text, "f:3: File: a.json:1: not JSON"));
}

/* ---- information sets ---- */

/* What a seat sees at a position, as text. */
static const char *
seen(const struct game *g, const char *position, int viewer)
{
	static char text[POSITION_TEXT];
	struct state s, view;
	memset(&s, 0, sizeof s);
	assert_true(g->text->parse_position(g, position, &s, NULL));
	game_view(g, &s, viewer, &view);
	g->text->format_position(g, &view, text, sizeof text);
	return text;
}

static void
a_seat_sees_what_its_sets_tell_it(void **state)
{
	static const struct {
		const char *file, *at;
		int viewer;
		const char *seen;
	} cases[] = {
		{ "rps-plus", "rps-plus@root", 1, "rps-plus@root" },
		{ "rps-plus", "rps-plus@1", 0, "rps-plus@1" },
		{ "rps-plus", "rps-plus@3", 0, "rps-plus@3" },
		{ "rps-plus", "rps-plus@1", 1, "rps-plus@1?2" },
		{ "rps-plus", "rps-plus@3", 1, "rps-plus@1?2" },
		{ "rps-plus", "rps-plus@3", -1, "rps-plus@1?0" },
		{ "rps-plus", "rps-plus@3", SEAT_ALL, "rps-plus@3" },
		{ "rps-plus", "rps-plus@3.2", 1, "rps-plus@3.2" },
		/* Its own card, and after its move no more than that. */
		{ "kuhn-by-hand", "kuhn-by-hand@4", 0, "kuhn-by-hand@3?1" },
		{ "kuhn-by-hand", "kuhn-by-hand@4.1", 0, "kuhn-by-hand@3.1?1" },
		{ "kuhn-by-hand", "kuhn-by-hand@4.1.2", 0, "kuhn-by-hand@3.1.2?1" },
		/* The second card is not looked at before the second seat moves. */
		{ "kuhn-by-hand", "kuhn-by-hand@4", 1, "kuhn-by-hand@1?2" },
		{ "kuhn-by-hand", "kuhn-by-hand@4.2", 1, "kuhn-by-hand@2.2?2" },
		{ "kuhn-by-hand", "kuhn-by-hand@2.2", 1, "kuhn-by-hand@2.2?2" },
		{ "kuhn-by-hand", "kuhn-by-hand@4.1", 1, "kuhn-by-hand@2.1?2" },
		{ "tie-order", "tie-order@1", 2, "tie-order@1" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game g;
		expect_open(&g, cases[i].file);
		assert_string_equal(seen(&g, cases[i].at, cases[i].viewer),
				    cases[i].seen);
	}
}

/* Worlds are as likely as chance and moves at random make them. */
static void
worlds_are_all_nodes_that_a_seat_may_be_at(void **state)
{
	struct game g;
	struct rng r;
	int count[4] = { 0 };
	const int draws = 6000;
	expect_open(&g, "rps-plus");
	rng_seed(&r, 1);
	for (int i = 0; i < draws; i++) {
		struct state s;
		memset(&s, 0, sizeof s);
		assert_true(g.text->parse_position(&g, "rps-plus@1?2", &s, NULL));
		g.hidden->determinize(&g, &s, 1, &r);
		assert_int_equal(tree_state_of(&s)->eyes, 0);
		assert_in_range(tree_state_of(&s)->node, 1, 3);
		count[tree_state_of(&s)->node]++;
	}
	for (int k = 1; k <= 3; k++) /* five standard deviations */
		assert_in_range(count[k], draws / 3 - 183, draws / 3 + 183);
}

static void
a_forgetful_seat_has_to_be_said(void **state)
{
	char path[] = "/tmp/plyscope-tree-XXXXXX.json", text[600];
	struct game g;
	close(mkstemps(path, 5));
	snprintf(text, sizeof text, "{ \"imperfect_recall\": true, %s",
		 SETS("0", "[{ \"v\": [1, 0] }]", "0", "[{ \"v\": [1, 0] }]") + 1);
	write_text(path, text);
	expect_open(&g, path);
	assert_true(game_hidden(&g));
	assert_null(game_public(&g));
	unlink(path);
}

/* ---- more mistakes ---- */

static void
mistakes_are_said_in_one_line_with_their_node(void **state)
{
	static const struct {
		const char *text, *words;
	} cases[] = {
		{ "", "not JSON" },
		{ "[1, 2", ":1: not JSON" },
		{ "{}", "\"players\": expected a number from 2 to 6" },
		{ "{ \"players\": 7, \"tree\": {} }", "from 2 to 6" },
		{ "{ \"players\": 2 }", "expected a node under \"tree\"" },
		{ HEAD "{ \"p\": 0, \"c\": [{ \"v\": [1, 2] }, { \"v\": [1] }] } }",
		  "node 2: 1 values for 2 seats" },
		{ HEAD "{ \"p\": 0, \"c\": [{ \"v\": [1, null] }] } }",
		  "node 1: a value is missing" },
		{ HEAD "{ \"p\": 2, \"c\": [{ \"v\": [1, 1] }] } }",
		  "node root: \"p\": expected a seat from 0 to 1" },
		{ HEAD "{ \"p\": 0, \"c\": [] } }", "node root: \"c\": expected a list" },
		{ HEAD "{ \"p\": 0, \"c\": [{ \"p\": 1, \"c\": [{ \"ref\": 0 }] }] } }",
		  "node 1.1: \"ref\": a tree has no shared nodes and no cycles" },
		{ HEAD "{ \"chance\": [0.5, 0.4], \"c\": [{ \"v\": [1, 1] }, "
		       "{ \"v\": [1, 1] }] } }",
		  "the probabilities sum to 0.9, not to 1" },
		{ HEAD "{ \"chance\": [1], \"c\": [{ \"v\": [1, 1] }, "
		       "{ \"v\": [1, 1] }] } }",
		  "a probability for each node" },
		{ HEAD "{ \"lo\": [1, 5], \"hi\": [2, 4] } }", "\"lo\" is above" },
		{ HEAD "{ \"v\": [0.1234567, 0] } }", "more than 6 decimals" },
		{ HEAD "{ \"v\": [100000000, 0.001] } }", "do not fit" },
		{ HEAD "{ \"v\": [1e300, 0] } }", "do not fit" },
		{ HEAD "{ \"rows\": 0, \"cols\": 0, \"m\": [[[1, 1]]] } }",
		  "rows and columns need two seats" },
		{ HEAD "{ \"rows\": 0, \"cols\": 1, \"m\": [[[1, 1]], []] } }",
		  "rows of equal length" },
		{ HEAD "{ \"p\": 0, \"moves\": [\"a b\"], "
		       "\"c\": [{ \"v\": [1, 1] }] } }",
		  "node root: a move's name is a word of at most 27 bytes" },
		{ HEAD "{ \"p\": 0, \"moves\": [\"abcdefghijklmnopqrstuvwxyz01\"], "
		       "\"c\": [{ \"v\": [1, 1] }] } }",
		  "node root: a move's name is a word of at most 27 bytes" },
		{ HEAD "{ \"v\": [1, 1], \"x\": 2 } }", "unknown key \"x\"" },
		{ HEAD "{ \"v\": [1, 1] }, \"maxsum\": 1 }", "\"maxsum\": expected at "
							     "least 2" },
		{ SETS("1", "[{ \"v\": [1, 1] }]", "0", "[{ \"v\": [1, 1] }]"),
		  "node 2: another node of its \"infoset\" is of another seat" },
		{ SETS("1", "[{ \"v\": [1, 1] }]", "1",
		       "[{ \"v\": [1, 1] }, { \"v\": [1, 1] }]"),
		  "node 2: another node of its \"infoset\" has other moves" },
		{ SETS("1",
		       "[{ \"p\": 0, \"infoset\": \"y\", \"c\": [{ \"v\": [1, 1] }] }]",
		       "1",
		       "[{ \"p\": 0, \"infoset\": \"y\", \"c\": [{ \"v\": [1, 1] }] }]"),
		  "node 2.1: its seat has come to another node" },
		{ SETS("1", "[{ \"v\": [1, 1] }]", "0",
		       "[{ \"p\": 1, \"infoset\": \"x\", \"c\": [{ \"v\": [1, 1] }] }]"),
		  "is of another seat" },
		{ HEAD "{ \"p\": 0, \"c\": [{ \"p\": 1, \"infoset\": \"x\", \"c\": "
		       "[{ \"v\": [1, 1] }] }, { \"p\": 0, \"c\": [{ \"p\": 1, "
		       "\"infoset\": \"x\", \"c\": [{ \"v\": [1, 1] }] }] }] } }",
		  "node 2.1: before another node of its \"infoset\" the turns were "
		  "others" },
		{ HEAD "{ \"p\": 0, \"infoset\": 3, \"c\": [{ \"v\": [1, 1] }] } }",
		  "node root: \"infoset\": expected a short word" },
		{ HEAD "{ \"p\": 0, \"infoset\": \"x\", \"c\": [{ \"rows\": 0, \"cols\": "
		       "1, \"m\": [[[1, 1]]] }] } }",
		  "node 1: a tree with information sets has no matrices" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char path[] = "/tmp/plyscope-tree-XXXXXX.json";
		struct game g;
		close(mkstemps(path, 5));
		write_text(path, cases[i].text);
		const char *wrong = open_tree(&g, path);
		unlink(path);
		if (!wrong || !strstr(wrong, cases[i].words))
			print_message("# %s\n# %s\n", cases[i].text, wrong);
		assert_non_null(wrong);
		assert_non_null(strstr(wrong, cases[i].words));
		assert_non_null(strstr(wrong, path));
		assert_null(strchr(wrong, '\n'));
	}
}

static void
deep_and_huge_files_are_refused(void **state)
{
	char path[] = "/tmp/plyscope-tree-XXXXXX.json";
	struct game g;
	close(mkstemps(path, 5));
	for (int kind = 0; kind < 2; kind++) {
		FILE *f = fopen(path, "w");
		assert_non_null(f);
		fputs(HEAD, f);
		for (int i = 0; i < 400 && kind == 0; i++)
			fputs("{ \"p\": 0, \"c\": [", f);
		fputs("{ \"v\": [1, 1] }", f);
		for (int i = 0; i < 400 && kind == 0; i++)
			fputs("] }", f);
		for (int i = 0; i < 10 << 20 && kind == 1; i++)
			fputc('x', f);
		fputs(" }", f);
		fclose(f);
		const char *wrong = open_tree(&g, path);
		assert_non_null(wrong);
		assert_non_null(strstr(wrong, kind ? "over 8 MiB" : "deeper than 200"));
	}
	unlink(path);
	assert_non_null(strstr(open_tree(&g, "no-such-tree"), "no such file"));
	assert_non_null(
		strstr(open_tree(&g, "tests/data/maxn_trees.json"), "choose one as"));
	assert_non_null(
		strstr(open_tree(&g, "tests/data/maxn_trees.json#999"), "choose one as"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_shipped_trees_load),
		cmocka_unit_test(
			the_reference_trees_have_their_values_under_every_pruning),
		cmocka_unit_test(the_counterexamples_come_out_right),
		cmocka_unit_test(chance_counts_by_expectation),
		cmocka_unit_test(intervals_are_those_of_the_paper),
		cmocka_unit_test(a_choice_at_a_matrix_is_hidden_until_both_have_chosen),
		cmocka_unit_test(hostile_names_survive_a_record),
		cmocka_unit_test(a_record_carries_its_tree),
		cmocka_unit_test(a_record_says_where_a_large_tree_is),
		cmocka_unit_test(a_record_of_a_shipped_tree_carries_nothing),
		cmocka_unit_test(a_seat_sees_what_its_sets_tell_it),
		cmocka_unit_test(worlds_are_all_nodes_that_a_seat_may_be_at),
		cmocka_unit_test(a_forgetful_seat_has_to_be_said),
		cmocka_unit_test(mistakes_are_said_in_one_line_with_their_node),
		cmocka_unit_test(deep_and_huge_files_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
