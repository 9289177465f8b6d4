/*
 * technique.c - positions with known right play: the suites that ship can be read, choices are
 * counted and the same again, and a damaged file is named with its line.
 */
#include "src/study/technique.h"
#include "src/app/catalog.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct technique suite;
static struct technique_result result, again;

/* Reads a suite from a text, through a file. */
static bool
read_text(const char *text, struct status *st)
{
	char path[] = "/tmp/plyscope-technique-XXXXXX";
	const int fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	const bool ok = technique_load(&suite, path, &app_catalog, st);
	unlink(path);
	return ok;
}

#define SUITE "[suite]\ntitle = T\ngame = hearts\noption = to=0\n"
/* The king of spades is led; South has the queen and the seven. */
#define QUEEN(rest) \
	"[position]\nname = queen\ntechnique = duck\n" \
	"position = hand=4 played=K..KJ973.KQJT962 S=Q7.J83.T52.84 trick=E:KS\n" rest
#define WHY "reason = It falls under the king.\n"

static void
play(const char *player, int runs, struct technique_result *r)
{
	struct status st = { 0 };
	static struct player p;
	if (!player_parse(&p, player, &app_catalog, &suite.setup.game, &st))
		fail_msg("%s", st.text);
	const struct technique_options o = {
		.suite = &suite, .player = &p, .players = 1, .runs = runs, .seed = 3
	};
	if (!technique_run(&o, r, &st))
		fail_msg("%s", st.text);
	assert_int_equal(r->positions, suite.positions);
}

static void
every_suite_can_be_read(void **state)
{
	char names[20][64];
	const int n = technique_names(names, 20);
	(void)state;
	assert_true(n >= 1);
	for (int i = 0; i < n; i++) {
		struct status st = { 0 };
		if (!technique_load(&suite, names[i], &app_catalog, &st))
			fail_msg("%s", st.text);
		assert_true(suite.positions >= 50);
		technique_free(&suite);
	}
}

/* Each position of the suite is of the seat named in its text, which sees no other cards. */
static void
a_seat_sees_its_own_cards(void **state)
{
	struct status st = { 0 };
	(void)state;
	assert_true(technique_load(&suite, "hearts-technique", &app_catalog, &st));
	for (int i = 0; i < suite.positions; i++) {
		const struct technique_position *p = &suite.position[i];
		struct state view;
		game_view(&suite.setup.game, &p->root, p->viewer, &view);
		assert_memory_equal(&view, &p->root, sizeof view);
	}
	technique_free(&suite);
}

/* Flat playouts do not see that a lead can be given away, a tree does: the 13 endings, which come
 * last. Others of the suite are there for both. */
static void
endings_tell_a_tree_from_flat_playouts(void **state)
{
	struct status st = { 0 };
	int right[2] = { 0 }, others[2] = { 0 };
	(void)state;
	assert_true(technique_load(&suite, "hearts-technique", &app_catalog, &st));
	for (int k = 0; k < 2; k++) {
		play(k == 0 ? "pimc:worlds=160,sims=1600,inner=(uct:expand=10000)"
			    : "ismcts:sims=3000",
		     1, &result);
		for (int i = 0; i < suite.positions; i++)
			*(i < suite.positions - 13 ? &others[k] : &right[k]) +=
				result.choice[0][i].right;
	}
	print_message("endings %d and %d, others %d and %d\n", right[0], right[1],
		      others[0], others[1]);
	assert_true(right[0] <= 2);
	assert_true(right[1] >= 9);
	assert_true(others[0] >= 55 && others[1] >= 45);
	technique_free(&suite);
}

static void
right_choices_are_counted(void **state)
{
	struct status st = { 0 };
	double mean;
	(void)state;
	if (!read_text(SUITE QUEEN("right = QS\n" WHY), &st))
		fail_msg("%s", st.text);
	const struct technique_options o = { .suite = &suite, .players = 1, .runs = 3 };
	assert_int_equal(suite.position[0].moves, 2);
	play("pimc:worlds=8,sims=800,inner=(uct)", 3, &result);
	assert_int_equal(result.choice[0][0].right, 3);
	assert_int_equal(result.choice[0][0].chosen, 3);
	assert_int_equal(technique_solved(&o, &result, 0, &mean), 1);
	assert_true(mean == 1);
	technique_free(&suite);
	/* The same with the queen called wrong. */
	assert_true(read_text(SUITE QUEEN("wrong = Q*\n" WHY), &st));
	play("pimc:worlds=8,sims=800,inner=(uct)", 3, &result);
	assert_int_equal(result.choice[0][0].right, 0);
	assert_int_equal(technique_solved(&o, &result, 0, &mean), 0);
	technique_free(&suite);
}

/* A choice depends on the seed alone; a player at random hits a right move now and then. */
static void
the_same_seeds_choose_the_same(void **state)
{
	struct status st = { 0 };
	(void)state;
	assert_true(read_text(SUITE QUEEN("right = QS\n" WHY), &st));
	play("random", 40, &result);
	play("random", 40, &again);
	assert_memory_equal(&result.choice, &again.choice, sizeof result.choice);
	assert_in_range(result.choice[0][0].right, 8, 32);
	assert_int_equal(result.choice[0][0].chosen,
			 result.choice[0][0].right > 20 ? result.choice[0][0].right
							: 40 - result.choice[0][0].right);
	technique_free(&suite);
}

static void
json_says_what_was_chosen(void **state)
{
	struct status st = { 0 };
	static struct player p;
	(void)state;
	assert_true(read_text(SUITE QUEEN("right = QS\n" WHY), &st));
	assert_true(player_parse(&p, "greedy", &app_catalog, &suite.setup.game, &st) ||
		    player_parse(&p, "easy", &app_catalog, &suite.setup.game, &st));
	const struct technique_options o = {
		.suite = &suite, .player = &p, .players = 1, .runs = 2, .seed = 1
	};
	assert_true(technique_run(&o, &result, &st));
	json_t *j = technique_to_json(&o, &result);
	json_t *position = json_array_get(json_object_get(j, "positions"), 0);
	json_t *choice = json_array_get(json_object_get(position, "choices"), 0);
	assert_string_equal(json_string_value(json_object_get(position, "right")), "QS");
	assert_string_equal(json_string_value(json_object_get(choice, "move")), "QS");
	assert_int_equal(json_integer_value(json_object_get(choice, "right")), 2);
	json_decref(j);
	technique_free(&suite);
}

static void
damaged_suites_are_named_with_their_line(void **state)
{
	static const struct {
		const char *text, *line, *says;
	} cases[] = {
		{ "[suite]\ntitle = T\n", "", "no [position]" },
		{ "[suite]\ngame = hearts\n" QUEEN("right = QS\n" WHY), "",
		  "[suite] needs a title" },
		{ "[suite]\ntitle = T\noption = to=0\n", ":3: ", "option before game" },
		{ "[suite]\nname = T\n", ":2: ", "unknown key \"name\" in [suite]" },
		{ "[suite]\ntitle = T\n" QUEEN("right = QS\n" WHY),
		  ":4: ", "expected game" },
		{ SUITE "[position]\nright = QS\n", ":6: ", "right before name" },
		{ SUITE QUEEN("right = AS\n" WHY), ":6: ", "no legal move is \"AS\"" },
		{ SUITE QUEEN("right = *S\n" WHY),
		  ":6: ", "of 2 legal ones 2 are right" },
		{ SUITE QUEEN("right = QS\n"), ":6: ", "needs a technique and a reason" },
		{ SUITE "[position]\nname = a\nposition = turn=Z\n", ":7: ", "position" },
		{ SUITE "[position]\nname = a\n", ":6: ", "has no position" },
		{ SUITE QUEEN("right = QS\n" WHY) QUEEN("right = QS\n" WHY),
		  ":12: ", "is that of line 6 too" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct status st = { 0 };
		if (read_text(cases[i].text, &st))
			fail_msg("case %zu was read", i);
		if (!strstr(st.text, cases[i].line) || !strstr(st.text, cases[i].says))
			fail_msg("case %zu: %s", i, st.text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_suite_can_be_read),
		cmocka_unit_test(a_seat_sees_its_own_cards),
		cmocka_unit_test(endings_tell_a_tree_from_flat_playouts),
		cmocka_unit_test(right_choices_are_counted),
		cmocka_unit_test(the_same_seeds_choose_the_same),
		cmocka_unit_test(json_says_what_was_chosen),
		cmocka_unit_test(damaged_suites_are_named_with_their_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
