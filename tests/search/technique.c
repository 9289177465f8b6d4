/*
 * technique.c - positions of Hearts whose right play is known (tests/data/hearts-technique.ini): a
 * search of a tree finds what flat playouts do not, and both find the rest.
 *
 * Every position says which moves are right (or wrong), as patterns of the shell's kind for their
 * texts. A search gets what the seat to move may know.
 */
#include "src/base/inifile.h"
#include "src/core/search.h"
#include "tests/unit/play_text.h"

#include <fnmatch.h>

#define POSITIONS 74
#define ENDINGS	  14 /* which come last */
#define PATTERNS  200

struct position {
	char name[INIFILE_NAME], right[PATTERNS], wrong[PATTERNS];
	struct state root;
	int viewer;
};

static struct game g;
static struct position position[POSITIONS];
static int positions;

static bool
take_entry(void *user, const char *section, const char *key, const char *value, int line,
	   struct status *st)
{
	struct state whole = { 0 };
	(void)user, (void)line;
	if (strcmp(section, "position") != 0)
		return true;
	if (strcmp(key, "name") == 0)
		assert_true(positions++ < POSITIONS);
	struct position *p = &position[positions - 1];
	char *to = strcmp(key, "name") == 0    ? p->name
		   : strcmp(key, "right") == 0 ? p->right
		   : strcmp(key, "wrong") == 0 ? p->wrong
					       : NULL;
	if (to != NULL)
		assert_true(snprintf(to, to == p->name ? INIFILE_NAME : PATTERNS, "%s",
				     value) < (to == p->name ? INIFILE_NAME : PATTERNS));
	if (strcmp(key, "position") != 0)
		return true;
	if (!g.text->parse_position(&g, value, &whole, st))
		return false;
	p->viewer = game_mover(&g, &whole);
	if (!game_knows_hand(&g, &whole, p->viewer, st))
		return false;
	game_view(&g, &whole, p->viewer, &p->root);
	return true;
}

/* How many of the patterns of a list a move's text fits. */
static int
fits(const char *list, const struct position *p, move m)
{
	char pattern[PATTERNS], text[MOVE_TEXT];
	int n = 0;
	g.text->format_move(&g, &p->root, p->viewer, m, text, sizeof text);
	while (text_next(&list, ' ', pattern, sizeof pattern) >= 0)
		n += pattern[0] != '\0' && fnmatch(pattern, text, 0) == 0;
	return n;
}

static bool
is_right(const struct position *p, move m)
{
	return (p->right[0] == '\0' || fits(p->right, p, m) > 0) &&
	       fits(p->wrong, p, m) == 0;
}

static int
read_positions(void **state)
{
	struct status st = { 0 };
	open_game(&g, catalog_game(&app_catalog, "hearts"), 4, "to=0");
	if (!inifile_read("tests/data/hearts-technique.ini", take_entry, NULL, &st))
		fail_msg("%s", st.text);
	return positions == POSITIONS ? 0 : -1;
}

static void
some_moves_are_right_and_others_are_not(void **state)
{
	for (int i = 0; i < positions; i++) {
		const struct position *p = &position[i];
		struct state view;
		move m[MOVES_MAX];
		const int n = g.rules->moves(&g, &p->root, p->viewer, m);
		int right = 0;
		for (int k = 0; k < n; k++)
			right += is_right(p, m[k]);
		if (right == 0 || right == n)
			fail_msg("%s: %d of %d moves are right", p->name, right, n);
		game_view(&g, &p->root, p->viewer, &view);
		assert_memory_equal(&view, &p->root, sizeof view);
	}
}

static void
solve(const char *player, uint64_t seed, int *endings, int *others)
{
	static struct player p;
	struct status st = { 0 };
	assert_true(player_parse(&p, player, &app_catalog, &g, &st));
	*endings = *others = 0;
	for (int i = 0; i < positions; i++) {
		struct search s;
		const struct search_job job = { .game = &g,
						.root = &position[i].root,
						.viewer = position[i].viewer,
						.player = &p,
						.seed = seed,
						.bounded = true };
		assert_true(search_open(&s, &job, &st));
		search_run(&s);
		*(i < POSITIONS - ENDINGS ? others : endings) +=
			is_right(&position[i], search_choice(&s));
		search_close(&s);
	}
}

/* Flat playouts do not see that a lead can be given away, a tree does: these are the endings. */
static void
endings_tell_a_tree_from_flat_playouts(void **state)
{
	int endings, others;
	solve("pimc:worlds=160,sims=1600,inner=(uct:expand=10000)", 3, &endings, &others);
	print_message("# playouts: endings %d, others %d\n", endings, others);
	assert_true(endings <= 2 && others >= 55);
	solve("ismcts:sims=3000", 3, &endings, &others);
	print_message("# a tree: endings %d, others %d\n", endings, others);
	assert_true(endings >= 9 && others >= 45);
	solve("random", 3, &endings, &others); /* the positions are no gift */
	print_message("# at random: endings %d, others %d\n", endings, others);
	assert_true(endings < 9 && others < 45);
}

/* The ends of a hand are solved in every world, from whatever seed. */
static void
solved_ends_are_right(void **state)
{
	static const char *const players[] = { "hard",
					       "pimc:worlds=40,solve=20,inner=(greedy)" };
	for (size_t k = 0; k < sizeof players / sizeof *players; k++)
		for (uint64_t seed = 1; seed <= 3; seed++) {
			int endings, others;
			solve(players[k], seed, &endings, &others);
			print_message("# %s: endings %d, others %d\n", players[k],
				      endings, others);
			assert_true(endings >= ENDINGS - 1);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(some_moves_are_right_and_others_are_not),
		cmocka_unit_test(endings_tell_a_tree_from_flat_playouts),
		cmocka_unit_test(solved_ends_are_right),
	};
	return cmocka_run_group_tests(tests, read_positions, NULL);
}
