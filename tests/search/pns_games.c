/*
 * pns_games.c - proof-number search on small positions of every game of two seats with nothing
 * hidden: what each method proves is what a search of every line says.
 *
 * Positions are those of games at random, near enough to their end for that. A game that comes to
 * the catalogue is tried as it is; a row of the table gives it a small variant, or the variants
 * that have rules of their own.
 */
#include "ai/proof/pns.h"
#include "src/core/past.h"
#include "src/core/proof.h"
#include "tests/scale.h"
#include "tests/search/noughts.h"
#include "tests/unit/play_text.h"

#define POSITIONS 100  /* whose outcome is known for certain */
#define TRIES	  20   /* for each of them, at most */
#define SLOWLY	  60   /* under sanitizers */
#define BUDGET	  5000 /* moves of a search of every line */
#define PLIES	  1024
#define BEFORE	  9 /* plies before the end of a game, at most */

static const struct {
	const char *game, *variant;
} variants[] = {
	{ "chinese-checkers", "size=2,max_turns=10" },
	{ "chinese-checkers", "size=2,max_turns=30" },
	{ "abalone", "eject=1,max_turns=10" },
	{ "abalone", "eject=2,max_turns=10,start=belgian,score=marbles" },
	{ "tree", "file=proof-numbers" },
	{ "breakthrough", "columns=3,rows=5" },
	{ "breakthrough", "columns=4,rows=4" },
	{ "knightthrough", "columns=4,rows=4" },
	{ "knightthrough", "columns=4,rows=5,moves=all" },
	{ "lines-of-action", "size=6" },
	{ "gomoku", "size=9" },
};
#define VARIANTS (sizeof variants / sizeof variants[0])

static const char *const methods[] = { "pns", "pn2", "dfpn" };

static struct search search;
static struct player player;
static struct past past, played;
static struct state line[PLIES];

/* What is known of a position: the mover gets at least, and at most. */
struct truth {
	int low, high;
};

/* The best outcome for `prover` by every line of at most so many plies, beyond which all is worth
 * `beyond` to it; -1: the budget is spent. */
static int
brute(const struct game *g, const struct state *s, int prover, int plies, int beyond,
      int *budget)
{
	move m[MOVES_MAX];
	if (g->rules->settled(g, s))
		return (int)outcome_settled(g, s, prover);
	if (plies == 0)
		return beyond;
	const int seat = game_mover(g, s), n = g->rules->moves(g, s, seat, m);
	const bool mine = seat == prover;
	int best = mine ? OUTCOME_LOSS : OUTCOME_WIN;
	for (int i = 0; i < n && best != (mine ? OUTCOME_WIN : OUTCOME_LOSS); i++) {
		struct state child;
		if (--*budget < 0)
			return -1;
		g->rules->play(g, s, seat, m[i], &child);
		const int o = brute(g, &child, prover, plies - 1, beyond, budget);
		if (o < 0)
			return -1;
		best = mine ? (o > best ? o : best) : (o < best ? o : best);
	}
	return best;
}

/* As far as the budget goes. */
static struct truth
find_truth(const struct game *g, const struct state *s)
{
	const int prover = game_mover(g, s);
	struct truth t = { OUTCOME_LOSS, OUTCOME_WIN };
	int budget = BUDGET;
	for (int plies = 1; plies <= PLIES && t.low < t.high; plies++) {
		const int low = brute(g, s, prover, plies, OUTCOME_LOSS, &budget);
		const int high =
			low < 0 ? low : brute(g, s, prover, plies, OUTCOME_WIN, &budget);
		if (high < 0)
			break;
		t = (struct truth){ low, high };
	}
	return t;
}

/* A game at random into line[]; how many positions it has. */
static int
random_game(const struct game *g, struct rng *r)
{
	int n = 1;
	start_game(g, &line[0]);
	while (n < PLIES && !g->rules->settled(g, &line[n - 1])) {
		move m[MOVES_MAX];
		const int seat = game_mover(g, &line[n - 1]);
		const int k = g->rules->moves(g, &line[n - 1], seat, m);
		g->rules->play(g, &line[n - 1], seat, m[rng_below(r, (uint32_t)k)],
			       &line[n]);
		n++;
	}
	return n;
}

/* The positions before line[at], where the game wants to know them. */
static void
remember(const struct game *g, int at)
{
	memset(&played, 0, sizeof played);
	if (g->turns->key != NULL)
		past_fill(&played, g, line, at);
	past = played;
}

/* A position of a random game, and what is known of it. */
static struct truth
find_position(struct game *g, struct rng *r, int *at)
{
	struct truth t = { OUTCOME_LOSS, OUTCOME_WIN };
	g->past = g->turns->key != NULL ? &past : NULL;
	memset(&past, 0, sizeof past);
	const int n = random_game(g, r);
	for (int before = 1 + (int)rng_below(r, BEFORE); before > 0; before--) {
		*at = n - 1 - before;
		if (*at < 0)
			continue;
		remember(g, *at);
		t = find_truth(g, &line[*at]);
		if (t.low == t.high)
			break;
	}
	return t;
}

/* One method on line[at]; true: it has settled it. */
static bool
confirm(struct game *g, int at, struct truth t, const char *method)
{
	char text[80];
	remember(g, at);
	g->past = NULL; /* the search has its own */
	snprintf(text, sizeof text, "pns:method=%s,memory=8,nodes=300k", method);
	open_player(&search, &player,
		    (struct search_job){ .game = g,
					 .root = &line[at],
					 .viewer = SEAT_ALL,
					 .seed = 1,
					 .past = &played },
		    text);
	search_run(&search);
	const struct pns *p = search.self;
	if (t.low > (int)p->high || t.high < (int)p->low) {
		char position[POSITION_TEXT];
		g->text->format_position(g, &line[at], position, sizeof position);
		fail_msg("%s %s, %s: %d..%d is not %d..%d", g->ops->key, position, method,
			 t.low, t.high, p->low, p->high);
	}
	const bool settled = p->low == p->high;
	search_close(&search);
	return settled;
}

/* What is known is never denied, and of what is known for certain nearly all is settled. */
static void
try_variant(struct game *g)
{
	struct rng r;
	int known = 0, settled = 0;
	const int positions = scale_rounds(POSITIONS, SLOWLY);
	rng_seed(&r, 5);
	for (int k = 0; known < positions && k < TRIES * positions; k++) {
		int at;
		const struct truth t = find_position(g, &r, &at);
		const bool certain = t.low == t.high;
		if (!certain && k % 8 != 0)
			continue;
		for (int m = 0; m < 3; m++)
			settled += confirm(g, at, t, methods[m]) && certain;
		known += certain;
	}
	if (known < positions || settled < 3 * known * 9 / 10)
		fail_msg("%s: %d of %d positions, %d proofs", g->ops->key, known,
			 positions, settled);
}

/* What pns plays with two seats, as it is or by its rows of the table. */
static int
try_game(const struct game_ops *ops)
{
	int n = 0;
	struct game g;
	char why[STATUS_TEXT];
	const struct search_ops *pns = catalog_search(&app_catalog, "pns");
	if (!(ops->seats_allowed >> 2 & 1))
		return 0;
	for (size_t i = 0; i < VARIANTS; i++) {
		if (strcmp(variants[i].game, ops->key) != 0)
			continue;
		open_game(&g, ops, 2, variants[i].variant);
		try_variant(&g);
		n++;
	}
	if (n > 0 || !game_init(&g, ops, 2, NULL, NULL) ||
	    search_refusal(pns, &g, NULL, 0, why, sizeof why) != NULL)
		return n;
	try_variant(&g);
	return 1;
}

static void
proofs_are_what_every_line_says(void **state)
{
	int games = try_game(&noughts_game);
	for (int i = 0; app_catalog.games[i] != NULL; i++)
		games += try_game(app_catalog.games[i]) > 0;
	assert_true(games >= 6);
}

/* The games of tests/data/pn_trees.json, and how they are called here. */
static const char *const called[][2] = {
	{ "breakthrough", "breakthrough" },
	{ "knightthrough-forward", "knightthrough" },
	{ "LOA (simultaneous connection = draw, no moves = loss, infinite play = draw)",
	  "lines-of-action" },
};

/* The variant of a board, and the outcome to who begins; -1: it was not solved there. */
static int
read_board(const json_t *board, char *variant, size_t size)
{
	const json_t *square = json_object_get(board, "board");
	if (square == NULL) {
		snprintf(variant, size, "columns=%lld,rows=%lld",
			 json_integer_value(json_object_get(board, "columns")),
			 json_integer_value(json_object_get(board, "rows")));
		return json_is_true(json_object_get(board, "first_player_wins"))
			       ? OUTCOME_WIN
			       : OUTCOME_LOSS;
	}
	snprintf(variant, size, "size=%lld,stuck=loses", json_integer_value(square));
	const char *v =
		json_string_value(json_object_get(board, "value_for_first_player"));
	return v == NULL   ? -1
	       : *v == 'W' ? OUTCOME_WIN
	       : *v == 'D' ? OUTCOME_DRAW
			   : OUTCOME_LOSS;
}

/* One board from its start by one method. */
static void
solve_board(const char *game, const char *variant, int outcome, const char *method)
{
	struct game g;
	char text[80];
	const struct game_ops *ops = catalog_game(&app_catalog, game);
	assert_non_null(ops);
	open_game(&g, ops, 2, variant);
	start_game(&g, &line[0]);
	snprintf(text, sizeof text, "pns:method=%s,memory=256,nodes=20M", method);
	open_player(&search, &player,
		    (struct search_job){
			    .game = &g, .root = &line[0], .viewer = SEAT_ALL, .seed = 1 },
		    text);
	search_run(&search);
	const struct pns *p = search.self;
	assert_int_equal(search.live.stop, STOP_SOLVED);
	assert_int_equal(p->low, outcome);
	assert_int_equal(p->high, outcome);
	search_close(&search);
}

static void
whole_boards_are_solved_as_elsewhere(void **state)
{
	json_t *file = json_load_file("tests/data/pn_trees.json", 0, NULL), *board;
	size_t i;
	int boards = 0;
	assert_non_null(file);
	json_array_foreach(json_object_get(file, "solved"), i, board)
	{
		const char *game = json_string_value(json_object_get(board, "game"));
		for (size_t k = 0; k < sizeof called / sizeof called[0]; k++) {
			char variant[80];
			if (strcmp(game, called[k][0]) != 0)
				continue;
			const int outcome = read_board(board, variant, sizeof variant);
			for (int m = scale_rounds(0, 2); outcome >= 0 && m < 3; m++)
				solve_board(called[k][1], variant, outcome, methods[m]);
			boards += outcome >= 0;
		}
	}
	json_decref(file);
	assert_int_equal(boards, 11);
}

/* Breakthrough by the search of `plyscope solve`. The outcomes are those of a program apart, a plain
 * depth-first search with a table; that the second player wins on 5x5 is also known from
 * littlegolem.net. */
static void
larger_boards_are_solved(void **state)
{
	static const struct {
		int columns, rows, outcome;
		bool large;
	} boards[] = {
		{ 3, 6, OUTCOME_WIN, false },  { 4, 5, OUTCOME_LOSS, false },
		{ 6, 4, OUTCOME_LOSS, false }, { 5, 5, OUTCOME_LOSS, true },
		{ 4, 6, OUTCOME_WIN, true },
	};
	for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
		struct game g;
		char text[120];
		if (boards[i].large && !scale_is("full"))
			continue;
		snprintf(text, sizeof text, "columns=%d,rows=%d", boards[i].columns,
			 boards[i].rows);
		open_game(&g, catalog_game(&app_catalog, "breakthrough"), 2, text);
		start_game(&g, &line[0]);
		snprintf(text, sizeof text, "pns:%s,nodes=1G",
			 catalog_search(&app_catalog, "pns")->proof->options);
		open_player(&search, &player,
			    (struct search_job){ .game = &g,
						 .root = &line[0],
						 .viewer = SEAT_ALL,
						 .seed = 1 },
			    text);
		search_run(&search);
		const struct pns *p = search.self;
		assert_int_equal(search.live.stop, STOP_SOLVED);
		assert_int_equal(p->low, boards[i].outcome);
		assert_int_equal(p->high, boards[i].outcome);
		search_close(&search);
	}
}

int
main(void)
{
	const struct CMUnitTest list[] = {
		cmocka_unit_test(proofs_are_what_every_line_says),
		cmocka_unit_test(whole_boards_are_solved_as_elsewhere),
		cmocka_unit_test(larger_boards_are_solved),
	};
	return cmocka_run_group_tests(list, NULL, NULL);
}
