/*
 * races.c - Breakthrough and Knightthrough: the rules against a second, slow generator, boards
 * that are solved, ends, values and texts.
 *
 * The slow side is an array of characters and the rules as they are told; it shares nothing
 * with the game but the names of squares.
 */
#include "games/common/race.h"
#include "src/core/past.h"
#include "tests/unit/squares_play.h"

extern const struct game_ops breakthrough_game, knightthrough_game;

enum { STEPS, FORWARD, ALL };

static const struct variant {
	const struct game_ops *ops;
	const char *options;
	int kind;
} variants[] = {
	{ &breakthrough_game, "", STEPS },
	{ &breakthrough_game, "rows=5,columns=5", STEPS },
	{ &breakthrough_game, "rows=6,columns=2", STEPS },
	{ &breakthrough_game, "rows=4,columns=7", STEPS },
	{ &knightthrough_game, "", FORWARD },
	{ &knightthrough_game, "rows=5,columns=3", FORWARD },
	{ &knightthrough_game, "rows=6,columns=4", FORWARD },
	{ &knightthrough_game, "moves=all", ALL },
	{ &knightthrough_game, "moves=all,rows=5,columns=3", ALL },
};
#define VARIANTS ((int)(sizeof variants / sizeof *variants))

/* ---- the slow generator --------------------------------------------------------------- */

static const struct variant *walked;

static bool
slow_legal(const struct slow *b, int from, int to)
{
	const char own = "WB"[b->mover];
	const int r = from / 8, c = from % 8, y = to / 8, x = to % 8;
	const int up = b->mover == 0 ? y - r : r - y, side = abs(x - c);
	if (r >= b->rows || c >= b->columns || y >= b->rows || x >= b->columns ||
	    b->at[r][c] != own || b->at[y][x] == own)
		return false;
	if (walked->kind == STEPS)
		return up == 1 && (side == 1 || (side == 0 && b->at[y][x] == '.'));
	return side + abs(up) == 3 && side > 0 && side < 3 &&
	       (walked->kind == ALL || up > 0);
}

/* 0: goes on, else 1 + the seat that has won; `last` has just moved. */
static int
slow_winner(const struct slow *b, int last)
{
	int men[2] = { 0 }, moves = 0;
	for (int r = 0; r < b->rows; r++)
		for (int c = 0; c < b->columns; c++) {
			const char who = b->at[r][c];
			men[0] += who == 'W';
			men[1] += who == 'B';
			if (who == "WB"[last] && r == (last == 0 ? b->rows - 1 : 0))
				return 1 + last;
		}
	for (int from = 0; from < 64; from++)
		for (int to = 0; to < 64; to++)
			moves += slow_legal(b, from, to);
	return men[!last] == 0 || moves == 0 ? 1 + last : 0;
}

static void
visit_moves(const struct game *g, const struct state *s, struct rng *r)
{
	static struct slow before, after, expected;
	move list[MOVES_MAX];
	const int seat = game_mover(g, s);
	if (seat < 0)
		return;
	slow_read(g, s, "WB", &before);
	assert_int_equal(before.mover, seat);
	const int n = g->rules->moves(g, s, seat, list);
	int count = 0;
	for (int from = 0; from < 64; from++)
		for (int to = 0; to < 64; to++)
			count += slow_legal(&before, from, to);
	assert_int_equal(n, count);
	for (int i = 0; i < n; i++) {
		const int from = squares_from(list[i]), to = squares_to(list[i]);
		struct state child;
		assert_true(slow_legal(&before, from, to));
		for (int j = 0; j < i; j++)
			assert_int_not_equal(list[i], list[j]);
		g->rules->play(g, s, seat, list[i], &child);
		expected = before;
		expected.at[to / 8][to % 8] = before.at[from / 8][from % 8];
		expected.at[from / 8][from % 8] = '.';
		expected.mover = !seat;
		slow_read(g, &child, "WB", &after);
		assert_memory_equal(&after, &expected, sizeof after);
		const int won = slow_winner(&expected, seat);
		const struct squares_game *c = squares_game(&child);
		if (c->end == RANKED_LENGTH)
			continue;
		assert_int_equal(c->end == RANKED_WON ? 1 + c->winner : 0, won);
	}
}

static void
walk_all(uint64_t seed, int games, int every, state_visit *f)
{
	for (int k = 0; k < VARIANTS; k++) {
		struct game g;
		walked = &variants[k];
		open_game(&g, walked->ops, 2, walked->options);
		walk_games(&g, seed + (uint64_t)k, games, every, 2, f);
	}
}

static void
moves_equal_a_slow_generator(void **unused)
{
	walk_all(100, 12, 4, visit_moves);
}

/* Any men anywhere but on their goals. */
static void
scatter(const struct game *g, struct rng *r, uint32_t thin, struct state *s)
{
	const struct race_variant *v = race_variant(g);
	start_game(g, s);
	struct squares_game *b = squares_game_of(s);
	do {
		b->men[0] = b->men[1] = 0;
		for (int k = 0; k < 64; k++) {
			const uint32_t lot = rng_below(r, thin);
			if (lot < 2)
				b->men[lot] |=
					v->base.board & ~v->goal[lot] & SQUARES_BIT(k);
		}
		b->mover = (uint8_t)rng_below(r, 2);
		race_settle(g, s);
	} while (b->men[0] == 0 || b->men[1] == 0 || b->end);
}

static void
moves_equal_a_slow_generator_on_scattered_men(void **unused)
{
	struct rng r;
	rng_seed(&r, 7);
	for (int k = 0; k < 900; k++) {
		struct game g;
		struct state s;
		walked = &variants[k % VARIANTS];
		open_game(&g, walked->ops, 2, walked->options);
		scatter(&g, &r, 3 + (uint32_t)k % 7, &s);
		visit_moves(&g, &s, &r);
	}
}

/* By a separate brute force in Python; those of Breakthrough also by Fairy-Stockfish 11.1 (go
 * perft, the small boards as variants of its breakthrough with other files and ranks). */
static void
perft_matches_the_table(void **unused)
{
	static const struct {
		const struct game_ops *ops;
		const char *options;
		int64_t counts[7];
	} rows[] = {
		{ &breakthrough_game, "", { 22, 484, 11132, 256036, 6182818 } },
		{ &breakthrough_game,
		  "rows=6,columns=6",
		  { 16, 256, 4308, 71478, 1248290, 21470998 } },
		{ &breakthrough_game,
		  "rows=6,columns=5",
		  { 13, 169, 2331, 31545, 453608 } },
		{ &knightthrough_game, "", { 40, 1600, 63520, 2521306 } },
		{ &knightthrough_game, "moves=all", { 40, 1600, 66880, 2794708 } },
	};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct game g;
		struct state s;
		open_game(&g, rows[k].ops, 2, rows[k].options);
		start_game(&g, &s);
		for (int depth = 0; rows[k].counts[depth] > 0; depth++)
			assert_int_equal(perft(&g, &s, depth + 1), rows[k].counts[depth]);
	}
}

/* ---- solved boards -------------------------------------------------------------------- */

/* A key, with the number of its board in it so that nothing has to be wiped, and the winner as
 * its lowest bit. */
#define KNOWN (1 << 21)

/* Who wins with the best play of both, by trying everything (likely moves first, to be done
 * sooner); men that only go forward. */
static int
solve(const struct game *g, const struct state *s, uint64_t board, uint64_t *table)
{
	const int seat = game_mover(g, s);
	if (seat < 0)
		return squares_game(s)->winner;
	const uint64_t key = g->rules->hash(g, s) ^ rng_mix(board);
	uint64_t *known = &table[key >> 1 & (KNOWN - 1)];
	if ((*known ^ key) >> 1 == 0)
		return (int)(*known & 1);
	move list[64];
	int32_t score[64];
	const int n = g->rules->moves(g, s, seat, list);
	int winner = !seat;
	g->knowledge->order(g, s, seat, list, n, score);
	for (int k = 0; k < n && winner != seat; k++) {
		struct state child;
		int best = 0;
		for (int i = 1; i < n; i++)
			best = score[i] > score[best] ? i : best;
		score[best] = INT32_MIN;
		g->rules->play(g, s, seat, list[best], &child);
		winner = solve(g, &child, board, table);
	}
	*known = (key & ~UINT64_C(1)) | (uint64_t)winner;
	return winner;
}

static void
small_boards_have_the_value_that_is_known(void **unused)
{
	static const struct {
		const struct game_ops *ops;
		int columns, rows, winner;
	} boards[] = {
		{ &breakthrough_game, 2, 4, 1 },  { &breakthrough_game, 2, 5, 1 },
		{ &breakthrough_game, 3, 4, 1 },  { &breakthrough_game, 3, 5, 1 },
		{ &breakthrough_game, 4, 4, 1 },  { &breakthrough_game, 2, 6, 0 },
		{ &breakthrough_game, 3, 6, 0 },  { &knightthrough_game, 3, 4, 0 },
		{ &knightthrough_game, 3, 5, 0 }, { &knightthrough_game, 4, 4, 0 },
	};
	uint64_t *table = calloc(KNOWN, sizeof *table);
	assert_non_null(table);
	for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
		char options[40];
		struct game g;
		struct state s;
		snprintf(options, sizeof options, "rows=%d,columns=%d", boards[k].rows,
			 boards[k].columns);
		open_game(&g, boards[k].ops, 2, options);
		start_game(&g, &s);
		if (solve(&g, &s, k, table) != boards[k].winner)
			fail_msg("%s %s", boards[k].ops->key, options);
	}
	free(table);
}

/* ---- ends ----------------------------------------------------------------------------- */

static void
starts_are_as_drawn(void **unused)
{
	static const struct {
		const struct game_ops *ops;
		const char *options, *text;
	} starts[] = {
		{ &breakthrough_game, "",
		  "BBBBBBBB/BBBBBBBB/8/8/8/8/WWWWWWWW/WWWWWWWW W 0" },
		{ &knightthrough_game, "rows=5,columns=4", "BBBB/BBBB/4/WWWW/WWWW W 0" },
		{ &breakthrough_game, "rows=4,columns=2", "BB/BB/WW/WW W 0" },
	};
	for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
		struct game g;
		struct state s;
		open_game(&g, starts[k].ops, 2, starts[k].options);
		start_game(&g, &s);
		assert_position(&g, &s, starts[k].text);
	}
}

/* A last move, and who wins by it. */
static void
games_end_as_the_rules_say(void **unused)
{
	static const struct {
		const struct game_ops *ops;
		const char *options, *position, *word, *event;
		int winner;
	} ends[] = {
		{ &breakthrough_game, "", "8/2W5/8/8/8/8/5B2/W7 W 40", "c7-d8",
		  "White reaches d8 and wins", 0 },
		{ &breakthrough_game, "", "1B6/2W5/8/8/8/8/5B2/W7 W 40", "c7xb8",
		  "White reaches b8 and wins", 0 },
		{ &breakthrough_game, "", "8/2W5/8/8/8/8/5B2/W7 B 41", "f2-f1",
		  "Black reaches f1 and wins", 1 },
		{ &breakthrough_game, "", "8/8/8/8/3B4/2W5/8/8 B 41", "d4xc3",
		  "Black takes the last man and wins", 1 },
		{ &knightthrough_game, "", "8/8/2W5/8/8/8/6B1/8 W 9", "c6-d8",
		  "White reaches d8 and wins", 0 },
		{ &knightthrough_game, "", "8/8/2W5/8/8/8/6B1/8 B 9", "g2-e1",
		  "Black reaches e1 and wins", 1 },
		/* The middle column of three: no leap of one row fits. */
		{ &knightthrough_game, "rows=5,columns=3", "3/3/3/1B1/W2 W 9", "a1-b3",
		  "Black cannot move: White wins", 0 },
	};
	for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
		struct game g;
		struct state s, before;
		int32_t points[SEATS_MAX], value[SEATS_MAX];
		char event[100];
		move m;
		open_game(&g, ends[k].ops, 2, ends[k].options);
		read_position(&g, ends[k].position, &s);
		before = s;
		const int seat = game_mover(&g, &s);
		assert_true(game_parse_move(&g, &s, seat, ends[k].word, &m, NULL));
		play_word(&g, &s, ends[k].word);
		assert_int_equal(g.rules->acting(&g, &s), 0);
		g.rules->points(&g, &s, points);
		g.knowledge->evaluate(&g, &s, value);
		game_event(&g, &before, seat, m, &s, event, sizeof event);
		assert_string_equal(event, ends[k].event);
		for (int i = 0; i < 2; i++) {
			assert_int_equal(points[i], i == ends[k].winner ? 2 : 0);
			assert_int_equal(value[i], points[i] * RACE_HALF);
		}
	}
}

static void
a_man_straight_ahead_is_in_the_way(void **unused)
{
	struct game g;
	struct state s;
	open_game(&g, &breakthrough_game, 2, "rows=5,columns=3");
	read_position(&g, "1B1/3/1B1/1W1/3 W 0", &s);
	assert_legal(&g, &s, "b2-a3 b2-c3");
	read_position(&g, "1B1/3/B1B/1W1/3 W 0", &s);
	assert_legal(&g, &s, "b2xa3 b2xc3 b2-b3");
	read_position(&g, "1B1/3/WWW/1W1/3 W 0", &s);
	assert_legal(&g, &s, "b3-a4 c3-b4 a3-b4 b3-c4 a3-a4 b3-b4 c3-c4");
}

/* Knights that go to and fro. */
static void
a_third_occurrence_is_a_draw(void **unused)
{
	static const char *const round[] = { "b1-a3", "b8-a6", "a3-b1", "a6-b8" };
	struct game g;
	struct state s;
	struct past past = { { 0 } };
	int32_t points[SEATS_MAX];
	int plies = 0;
	open_game(&g, &knightthrough_game, 2, "moves=all");
	g.past = &past;
	start_game(&g, &s);
	while (g.rules->acting(&g, &s) && plies < 40)
		play_word(&g, &s, round[plies++ % 4]);
	assert_int_equal(plies, 8);
	assert_int_equal(squares_game(&s)->end, RANKED_REPETITION);
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], 1);
	assert_int_equal(points[1], 1);
}

/* What was there before a man was taken is not looked at again. */
static void
a_capture_ends_the_past(void **unused)
{
	struct game g;
	struct state s;
	struct past past = { { 0 } };
	open_game(&g, &knightthrough_game, 2, "moves=all");
	g.past = &past;
	start_game(&g, &s);
	play_words(&g, &s, "b1-a3 b8-a6 a3-b1 a6-b8 b1-c3 b7-d6 c3-d5 e7xd5");
	assert_int_equal(squares_game(&s)->since, squares_game(&s)->ply);
	play_words(&g, &s, "g1-h3 g8-h6 h3-g1 h6-g8 g1-h3 g8-h6 h3-g1");
	assert_int_equal(squares_game(&s)->end, RANKED_RUNNING);
	play_word(&g, &s, "h6-g8");
	assert_int_equal(squares_game(&s)->end, RANKED_REPETITION);
}

static void
the_turn_limit_is_a_draw(void **unused)
{
	static const char *const round[] = { "b1-a3", "b8-a6", "a3-b1", "a6-b8" };
	struct game g;
	struct state s;
	int plies = 0;
	open_game(&g, &knightthrough_game, 2, "moves=all,max_turns=10");
	start_game(&g, &s);
	while (g.rules->acting(&g, &s) && plies < 40)
		play_word(&g, &s, round[plies++ % 4]);
	assert_int_equal(plies, 20);
	assert_int_equal(squares_game(&s)->end, RANKED_LENGTH);
}

/* ---- values --------------------------------------------------------------------------- */

static void
only_a_game_that_is_over_has_the_value_of_a_win(void **unused)
{
	walk_all(400, 10, 1, visit_values);
}

/* The same position with the board upside down and the seats exchanged. */
static void
turn_round(const struct game *g, const struct state *s, struct state *out)
{
	const struct race_variant *v = race_variant(g);
	*out = *s;
	struct squares_game *b = squares_game_of(out);
	memset(b->men, 0, sizeof b->men);
	for (int seat = 0; seat < 2; seat++)
		for (uint64_t w = squares_game(s)->men[seat]; w; w &= w - 1) {
			const int k = __builtin_ctzll(w);
			b->men[!seat] |=
				SQUARES_BIT(8 * (v->base.rows - 1 - k / 8) + k % 8);
		}
	b->mover ^= 1;
	race_settle(g, out);
}

static void
visit_both_sides(const struct game *g, const struct state *s, struct rng *r)
{
	int32_t value[SEATS_MAX], other[SEATS_MAX];
	struct state t;
	if (squares_game(s)->end)
		return;
	turn_round(g, s, &t);
	g->knowledge->evaluate(g, s, value);
	g->knowledge->evaluate(g, &t, other);
	assert_int_equal(value[0], other[1]);
}

static void
both_seats_are_judged_alike(void **unused)
{
	walk_all(500, 6, 2, visit_both_sides);
}

#define CERTAIN 9800 /* off the middle: only what is called decided is as far */

/* What the evaluation takes for decided is. */
static void
a_decided_race_is_won(void **unused)
{
	static const struct variant small[] = {
		{ &breakthrough_game, "rows=5,columns=4", STEPS },
		{ &breakthrough_game, "rows=6,columns=5", STEPS },
		{ &breakthrough_game, "rows=8,columns=3", STEPS },
		{ &knightthrough_game, "rows=7,columns=4", FORWARD },
		{ &knightthrough_game, "rows=6,columns=3", FORWARD },
	};
	uint64_t *table = calloc(KNOWN, sizeof *table);
	struct rng r;
	rng_seed(&r, 11);
	assert_non_null(table);
	int count[2] = { 0 };
	for (int k = 0; k < 1500; k++) {
		struct game g;
		struct state s;
		int32_t value[SEATS_MAX];
		const struct variant *v = &small[k % 5];
		open_game(&g, v->ops, 2, v->options);
		scatter(&g, &r, 7, &s);
		g.knowledge->evaluate(&g, &s, value);
		if (abs(value[0] - RACE_HALF) < CERTAIN)
			continue;
		const int winner = value[0] > RACE_HALF ? 0 : 1;
		if (solve(&g, &s, (uint64_t)k, table) != winner) {
			char text[POSITION_TEXT];
			g.text->format_position(&g, &s, text, sizeof text);
			fail_msg("%s %s %s", v->ops->key, v->options, text);
		}
		count[winner]++;
	}
	assert_true(count[0] > 100 && count[1] > 100);
	free(table);
}

/* One man that is about to arrive can be taken, of two only one. */
static void
two_threats_are_one_too_many(void **unused)
{
	struct game g;
	struct state s;
	int32_t value[SEATS_MAX];
	open_game(&g, &breakthrough_game, 2, "");
	read_position(&g, "8/8/2B5/8/8/8/1B6/W3W3 W 20", &s);
	g.knowledge->evaluate(&g, &s, value);
	assert_in_range(value[0], RACE_HALF - CERTAIN, RACE_HALF + CERTAIN);
	read_position(&g, "8/8/2B5/8/8/8/1B3B2/W3W3 W 20", &s);
	g.knowledge->evaluate(&g, &s, value);
	assert_in_range(value[0], 1, RACE_HALF - CERTAIN);
}

static void
the_quick_player_wins_where_it_can(void **unused)
{
	static const struct {
		const struct game_ops *ops;
		const char *position, *word;
	} cases[] = {
		{ &breakthrough_game, "8/2W5/8/8/8/8/5B2/W7 W 40", NULL },
		{ &breakthrough_game, "8/8/8/8/1W3B2/8/2B5/1W5W W 40", "b1xc2" },
		{ &breakthrough_game, "8/4W3/8/8/8/8/1B6/W7 B 40", NULL },
		{ &knightthrough_game, "8/8/8/2W5/8/1B6/8/2W5 W 40", "c1xb3" },
	};
	struct rng r;
	rng_seed(&r, 3);
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct game g;
		struct state s, t;
		char text[MOVE_TEXT];
		open_game(&g, cases[k].ops, 2, "");
		read_position(&g, cases[k].position, &s);
		for (int i = 0; i < 20; i++) {
			const int seat = game_mover(&g, &s);
			const move m = g.knowledge->policy(&g, &s, seat, &r);
			g.text->format_move(&g, &s, seat, m, text, sizeof text);
			g.rules->play(&g, &s, seat, m, &t);
			if (cases[k].word != NULL)
				assert_string_equal(text, cases[k].word);
			else
				assert_int_equal(squares_game(&t)->winner, seat);
		}
	}
}

static void
playouts_are_those_of_the_rules(void **unused)
{
	for (int k = 0; k < VARIANTS; k++) {
		struct game g;
		struct state s;
		open_game(&g, variants[k].ops, 2, variants[k].options);
		start_game(&g, &s);
		assert_playouts(&g, &s, 4000, 0.08 * RACE_HALF, 1.5);
	}
}

static void
ordering_puts_the_end_first_and_then_what_saves(void **unused)
{
	static const struct {
		const char *position, *first;
	} cases[] = {
		{ "8/2W5/8/8/1W3B2/8/2B5/1W5W W 40", "c7-b8" },
		{ "8/8/8/1B6/W4B2/8/2B5/1W5W W 40", "b1xc2" },
		{ "8/8/8/8/1W3B2/2B5/3W4/8 W 40", "d2xc3" },
	};
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct game g;
		struct state s;
		char text[MOVE_TEXT];
		open_game(&g, &breakthrough_game, 2, "");
		read_position(&g, cases[k].position, &s);
		name_first_move(&g, &s, text);
		assert_string_equal(text, cases[k].first);
	}
}

/* ---- texts ---------------------------------------------------------------------------- */

static void
moves_are_read_in_many_ways(void **unused)
{
	static const struct written ways[] = {
		{ "b3-b4", "b3-b4" },	 { "b3b4", "b3-b4" },  { " B3 - B4 ", "b3-b4" },
		{ "b3xb4", "b3-b4" },	 { "b3xc4", "b3xc4" }, { "b3-c4", "b3xc4" },
		{ "b3 -> c4", "b3xc4" }, { "b3:c4", "b3xc4" }, { "B3XC4", "b3xc4" },
	};
	struct game g;
	struct state s;
	open_game(&g, &breakthrough_game, 2, "");
	read_position(&g, "8/8/8/8/2B5/1W6/8/8 W 30", &s);
	assert_moves_read(&g, &s, 0, ways, sizeof ways / sizeof *ways);
}

static void
bad_moves_say_what_was_expected(void **unused)
{
	static const struct refused bad[] = {
		{ "", "two squares from a1 to e6" },
		{ "b2", "two squares" },
		{ "f2-f3", "two squares" },
		{ "b2-b7", "two squares" },
		{ "b2-b3 b4", "two squares" },
		{ "a9a8", "two squares" },
		{ "b2-b4", "from b2 one can play b2-a3 b2-c3 b2-b3" },
		{ "b1-b2", "the man on b1 cannot move" },
		{ "b4-b5", "White has no man on b4" },
		{ "b5-b4", "White has no man on b5" },
		{ "pass", "White can move" },
		{ "b2-\xff", "two squares" },
	};
	struct game g;
	struct state s;
	open_game(&g, &breakthrough_game, 2, "rows=6,columns=5");
	start_game(&g, &s);
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
		assert_move_refused(&g, &s, 0, &bad[k]);
}

#define FULL "BBBB/BBBB/4/WWWW/WWWW"

static void
bad_positions_say_what_was_expected(void **unused)
{
	static const struct refused bad[] = {
		{ "", "row 5 does not have exactly 4" },
		{ "BBBB", "divided by '/'" },
		{ "BBBBB/BBBB", "row 5" },
		{ "BBB5/BBBB", "row 5" },
		{ "BBXB/", "'X' in row 5" },
		{ FULL, "seat to move" },
		{ FULL "/4 W 0", "divided by '/'" },
		{ FULL " X 0", "seat to move" },
		{ FULL " W", "plies" },
		{ FULL " W -1", "plies" },
		{ FULL " W 999", "plies made, 0 to 56" },
		{ FULL " W 0 more", "end of the line" },
		{ FULL " W 0 seen 1", "end of the line" },
		{ "BBBB/BBBB/B3/WWWW/WWWW W 0", "Black has 9 men" },
		{ "BWBB/BBBB/4/WWWW/WWW1 W 0", "White has won already" },
		{ "4/4/4/W3/4 W 9", "Black has no man left" },
		{ "4/4/4/4/4 W 9", "Black has no man left" },
	};
	static const struct refused seen[] = {
		{ FULL " W 9 seen 3", "times it was there, 1 to 2" },
		{ FULL " W 9 seen", "end of the line" },
	};
	struct game g;
	open_game(&g, &breakthrough_game, 2, "rows=5,columns=4");
	assert_refused(&g, bad, sizeof bad / sizeof *bad);
	open_game(&g, &knightthrough_game, 2, "rows=5,columns=4,moves=all");
	assert_refused(&g, seen, sizeof seen / sizeof *seen);
}

static void
a_position_says_how_often_it_was_there(void **unused)
{
	struct game g;
	struct state s;
	struct past past = { { 0 } };
	open_game(&g, &knightthrough_game, 2, "rows=5,columns=4,moves=all");
	g.past = &past;
	start_game(&g, &s);
	play_words(&g, &s, "b1-c3 b5-a3 c3-b1 a3-b5");
	assert_position(&g, &s, FULL " W 4 seen 1");
	play_words(&g, &s, "b1-c3 b5-a3 c3-b1 a3-b5");
	assert_position(&g, &s, FULL " W 8 seen 2");
	read_position(&g, FULL " W 8 seen 2", &s);
	assert_int_equal(squares_game(&s)->end, RANKED_REPETITION);
	struct state once, twice;
	read_position(&g, FULL " W 8", &once);
	read_position(&g, FULL " W 8 seen 1", &twice);
	assert_false(g.rules->hash(&g, &once) == g.rules->hash(&g, &twice));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves_equal_a_slow_generator),
		cmocka_unit_test(moves_equal_a_slow_generator_on_scattered_men),
		cmocka_unit_test(perft_matches_the_table),
		cmocka_unit_test(small_boards_have_the_value_that_is_known),
		cmocka_unit_test(starts_are_as_drawn),
		cmocka_unit_test(games_end_as_the_rules_say),
		cmocka_unit_test(a_man_straight_ahead_is_in_the_way),
		cmocka_unit_test(a_third_occurrence_is_a_draw),
		cmocka_unit_test(a_capture_ends_the_past),
		cmocka_unit_test(the_turn_limit_is_a_draw),
		cmocka_unit_test(only_a_game_that_is_over_has_the_value_of_a_win),
		cmocka_unit_test(both_seats_are_judged_alike),
		cmocka_unit_test(a_decided_race_is_won),
		cmocka_unit_test(two_threats_are_one_too_many),
		cmocka_unit_test(the_quick_player_wins_where_it_can),
		cmocka_unit_test(playouts_are_those_of_the_rules),
		cmocka_unit_test(ordering_puts_the_end_first_and_then_what_saves),
		cmocka_unit_test(moves_are_read_in_many_ways),
		cmocka_unit_test(bad_moves_say_what_was_expected),
		cmocka_unit_test(bad_positions_say_what_was_expected),
		cmocka_unit_test(a_position_says_how_often_it_was_there),
	};
	return cmocka_run_group_tests_name("races", tests, NULL, NULL);
}
