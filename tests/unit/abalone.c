/*
 * abalone.c - the rules against a second, slow generator, and the laws of pushes, values,
 * ends and texts.
 *
 * The slow side knows only axial coordinates and a map of marbles; it shares the names of
 * cells with the game, nothing else. Moves are compared as what they do to the board.
 */
#include "games/abalone/abalone.h"
#include "tests/unit/play_text.h"

static const struct game_ops *const ops = &abalone_game;

static const struct variant {
	int seats;
	const char *options;
} variants[] = {
	{ 2, "" },	   { 2, "start=belgian" }, { 3, "" },
	{ 3, "eject=11" }, { 2, "eject=14" },
};
#define VARIANTS ((int)(sizeof variants / sizeof *variants))

/* ---- the slow generator --------------------------------------------------------------- */

#define WIDE	11 /* rows and columns with a border; the border is OUTSIDE */
#define OUTSIDE (-2)

struct slow {
	int at[WIDE][WIDE]; /* row + 1, column: a seat, SEAT_NONE, OUTSIDE */
	int seats, mover, off[ABALONE_SEATS];
};

static const int way_row[6] = { 0, 1, 1, 0, -1, -1 },
		 way_column[6] = { 1, 1, 0, -1, -1, 0 };

static void
slow_read(const struct game *g, const struct state *s, struct slow *b)
{
	*b = (struct slow){ .seats = g->seats, .mover = game_mover(g, s) };
	for (int row = -1; row < WIDE - 1; row++)
		for (int column = 0; column < WIDE; column++) {
			int cell = abalone_cell_at(row, column);
			b->at[row + 1][column] =
				cell == ABALONE_NONE ? OUTSIDE : abalone_at(g, s, cell);
		}
	memcpy(b->off, (int[ABALONE_SEATS]){ 0 }, sizeof b->off);
	for (int i = 0; i < g->seats; i++)
		b->off[i] = abalone_state(s)->ejected[i];
}

/* Moves n marbles from (r, c) along `line` by one step in direction d when the rules allow. */
static bool
slow_move(struct slow *b, int r, int c, int line, int n, int d)
{
	int own = b->mover;
	for (int k = 0; k < n; k++)
		if (b->at[r + k * way_row[line]][c + k * way_column[line]] != own)
			return false;
	if (line != d) {
		for (int k = 0; k < n; k++)
			if (b->at[r + k * way_row[line] + way_row[d]]
				 [c + k * way_column[line] + way_column[d]] != SEAT_NONE)
				return false;
		for (int k = 0; k < n; k++) {
			int y = r + k * way_row[line], x = c + k * way_column[line];
			b->at[y][x] = SEAT_NONE;
			b->at[y + way_row[d]][x + way_column[d]] = own;
		}
		return true;
	}
	int y = r + n * way_row[d], x = c + n * way_column[d], pushed = 0;
	for (; b->at[y][x] >= 0 && b->at[y][x] != own; pushed++) {
		y += way_row[d];
		x += way_column[d];
	}
	bool edge = b->at[y][x] == OUTSIDE;
	if (pushed >= n || b->at[y][x] == own || (edge && pushed == 0))
		return false;
	if (edge)
		b->off[own]++;
	for (int k = n + pushed; k > 0; k--, y -= way_row[d], x -= way_column[d])
		if (b->at[y][x] != OUTSIDE)
			b->at[y][x] = b->at[y - way_row[d]][x - way_column[d]];
	b->at[r][c] = SEAT_NONE;
	return true;
}

#define SLOW_MOVES 400

/* All results of moves, each once. */
static int
slow_results(const struct slow *b, struct slow *out)
{
	int count = 0;
	for (int r = 1; r < WIDE - 1; r++)
		for (int c = 1; c < WIDE - 1; c++)
			for (int k = 0; k < 6 * 6 * 3; k++) {
				int line = k % 6, d = k / 6 % 6, n = k / 36 + 1;
				bool opposite = (line + 3) % 6 == d;
				struct slow child = *b;
				/* A line sideways is found from one of its ends only. */
				if (opposite || (line != d && (line >= 3 || n == 1)) ||
				    !slow_move(&child, r, c, line, n, d))
					continue;
				assert_true(count < SLOW_MOVES);
				out[count++] = child;
			}
	return count;
}

static bool
slow_same(const struct slow *a, const struct slow *b)
{
	return memcmp(a->at, b->at, sizeof a->at) == 0 &&
	       memcmp(a->off, b->off, sizeof a->off) == 0;
}

static void
same_moves(const struct game *g, const struct state *s)
{
	static struct slow results[SLOW_MOVES];
	struct slow b, after;
	move list[MOVES_MAX];
	slow_read(g, s, &b);
	int seat = game_mover(g, s), n = g->rules->moves(g, s, seat, list);
	int expected = slow_results(&b, results);
	if (expected == 0) {
		assert_int_equal(n, 1);
		assert_int_equal(list[0], ABALONE_PASS);
		return;
	}
	assert_int_equal(n, expected);
	for (int i = 0; i < n; i++) {
		struct state child;
		g->rules->play(g, s, seat, list[i], &child);
		slow_read(g, &child, &after);
		int found = 0;
		while (found < n && !slow_same(&results[found], &after))
			found++;
		assert_true(found < n);
		results[found].off[0] = -1; /* each once */
	}
}

/* ---- walking -------------------------------------------------------------------------- */

/* Calls f on states of games that mix random and quick play. */
static void
walk(const struct variant *v, uint64_t seed, int games, int every, state_visit *f)
{
	struct game g;
	open_game(&g, ops, v->seats, v->options);
	walk_games(&g, seed, games, every, 3, f);
}

static void
walk_all(uint64_t seed, int games, int every, state_visit *f)
{
	for (int k = 0; k < VARIANTS; k++)
		walk(&variants[k], seed + (uint64_t)k, games, every, f);
}

/* ---- moves ---------------------------------------------------------------------------- */

static void
perft_matches_the_table(void **unused)
{
	assert_perft_table(ops, "tests/data/abalone_perft.json", 2);
}

static void
visit_moves(const struct game *g, const struct state *s, struct rng *r)
{
	if (g->rules->acting(g, s))
		same_moves(g, s);
}

static void
moves_equal_a_slow_generator(void **unused)
{
	walk_all(100, 4, 5, visit_moves);
}

/* Positions that play does not reach: marbles anywhere, so that every pattern of a push and
 * of a blocked push turns up. */
static void
moves_equal_a_slow_generator_on_scattered_marbles(void **unused)
{
	struct rng r;
	rng_seed(&r, 7);
	for (int k = 0; k < 3000; k++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 2 + k % 2, "");
		start_game(&g, &s);
		struct abalone *b = (struct abalone *)s.bytes;
		memset(b->marbles, 0, sizeof b->marbles);
		for (int cell = 0; cell < ABALONE_CELLS; cell++) {
			uint32_t lot = rng_below(&r, k % 4 < 2 ? 4 : 6);
			if (lot < (uint32_t)g.seats)
				b->marbles[lot] |= UINT64_C(1) << cell;
		}
		b->key = abalone_key(&g, &s);
		same_moves(&g, &s);
	}
}

static void
visit_key(const struct game *g, const struct state *s, struct rng *r)
{
	const struct abalone *b = abalone_state(s);
	int missing = 0, off = 0;
	assert_true(b->key == abalone_key(g, s));
	for (int i = 0; i < g->seats; i++) {
		missing += abalone_marbles(g) - __builtin_popcountll(b->marbles[i]);
		off += b->ejected[i];
		for (int j = 0; j < i; j++)
			assert_true((b->marbles[i] & b->marbles[j]) == 0);
	}
	assert_true(((b->marbles[0] | b->marbles[1] | b->marbles[2]) & ~ABALONE_BOARD) ==
		    0);
	assert_int_equal(missing, off);
}

static void
keys_and_marbles_add_up(void **unused)
{
	walk_all(200, 5, 1, visit_key);
}

static void
visit_description(const struct game *g, const struct state *s, struct rng *r)
{
	move list[MOVES_MAX];
	int seat = game_mover(g, s);
	if (seat < 0)
		return;
	int n = g->rules->moves(g, s, seat, list);
	for (int i = 0; i < n && list[i] != ABALONE_PASS; i++) {
		struct abalone_move d = abalone_describe(g, s, seat, list[i]);
		struct state to;
		g->rules->play(g, s, seat, list[i], &to);
		const struct abalone *a = abalone_state(s), *b = abalone_state(&to);
		assert_in_range(d.count, 1, 3);
		assert_int_equal(__builtin_popcountll(d.group), d.count);
		assert_true((d.group & ~a->marbles[seat]) == 0);
		assert_true(b->entered >> d.target & 1);
		assert_int_equal(b->ejected[seat] - a->ejected[seat], d.ejects);
		assert_int_equal(__builtin_popcountll(b->vacated & ~b->entered),
				 d.in_line ? 1 : d.count);
		/* A group and a target name one move. */
		for (int j = 0; j < i; j++) {
			struct abalone_move e = abalone_describe(g, s, seat, list[j]);
			assert_false(e.group == d.group && e.target == d.target);
		}
	}
}

static void
a_group_and_a_target_name_one_move(void **unused)
{
	walk_all(300, 2, 9, visit_description);
}

/* ---- starts and pushes ---------------------------------------------------------------- */

static void
starts_are_as_drawn(void **unused)
{
	static const struct {
		int seats;
		const char *options, *text;
	} starts[] = {
		{ 2, "", "WWWWW/WWWWWW/2WWW2/8/9/8/2BBB2/BBBBBB/BBBBB B 0 0-0" },
		{ 2, "start=belgian",
		  "WW1BB/WWWBBB/1WW1BB1/8/9/8/1BB1WW1/BBBWWW/BB1WW B 0 0-0" },
		{ 3, "", "WW1GG/WW2GG/WW3GG/WW4GG/WW5GG/W6G/7/BBBBBB/BBBBB B 0 0-0-0" },
	};
	for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
		struct game g;
		struct state s;
		char text[POSITION_TEXT];
		open_game(&g, ops, starts[k].seats, starts[k].options);
		start_game(&g, &s);
		g.text->format_position(&g, &s, text, sizeof text);
		assert_string_equal(text, starts[k].text);
	}
}

static void
cells_are_named_from_the_lower_left(void **unused)
{
	static const struct {
		int row, column;
		const char *name;
	} cells[] = { { 0, 1, "A1" }, { 0, 5, "A5" }, { 4, 1, "E1" }, { 4, 9, "E9" },
		      { 8, 5, "I5" }, { 8, 9, "I9" }, { 5, 2, "F2" }, { 7, 4, "H4" } };
	uint64_t all = 0;
	struct game g;
	open_game(&g, ops, 2, "");
	for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
		char name[ABALONE_NAME];
		abalone_name(abalone_cell_at(cells[k].row, cells[k].column), name);
		assert_string_equal(name, cells[k].name);
	}
	for (int row = -1; row <= 9; row++)
		for (int column = -1; column <= 10; column++) {
			int cell = abalone_cell_at(row, column);
			if (cell == ABALONE_NONE)
				continue;
			assert_true((all >> cell & 1) == 0);
			all |= UINT64_C(1) << cell;
		}
	assert_true(all == ABALONE_BOARD);
	assert_int_equal(abalone_cell_at(0, 6), ABALONE_NONE);
	assert_int_equal(abalone_cell_at(8, 4), ABALONE_NONE);
}

/* Row E, E1 to E9, before and after a move of Black; "" when it is not possible. */
static void
pushes_follow_the_rule(void **unused)
{
	static const struct {
		const char *row, *text, *after;
	} pushes[] = {
		{ "1BBW5", "E2E3", "2BBW4" },	  /* 2 against 1 */
		{ "1BBBWW3", "E2E3", "2BBBWW2" }, /* 3 against 2 */
		{ "1BBBW4", "E2E3", "2BBBW3" },	  /* 3 against 1 */
		{ "1BBWW4", "E2E3", "" },	  /* 2 against 2 */
		{ "1BW6", "E2E3", "" },		  /* 1 against 1 */
		{ "BBBBWWW2", "E1E2", "" },	  /* never 4 */
		{ "BBBBWWW2", "E2E3", "" },	  /* 3 against 3 */
		{ "BBBBW4", "E2E3", "B1BBBW3" },  /* the front three of four */
		{ "BBBBW4", "E1E2", "" },
		{ "1BBWB4", "E2E3", "" }, /* own marble behind */
		{ "1BBBWWB2", "E2E3", "" },
		{ "1BBW1W3", "E2E3", "2BBWW3" }, /* up to the next one */
		{ "6BBW", "E7E8", "7BB" },	 /* off the board */
		{ "4BBBWW", "E5E6", "5BBBW" },
		{ "8B", "E9E8", "7B1" },
		{ "7BB", "E8E9", "" }, /* no marble of one's own over the edge */
		{ "WBB6", "E3E2", "BB7" },
	};
	struct game g;
	open_game(&g, ops, 2, "");
	for (size_t k = 0; k < sizeof pushes / sizeof *pushes; k++) {
		char text[POSITION_TEXT], rest[POSITION_TEXT];
		struct state s;
		struct status st = { 0 };
		move m;
		/* Nobody has lost a marble: the others stand on rows A to C and G to I. */
		int black = 0, white = 0;
		for (const char *c = pushes[k].row; *c; c++) {
			black += *c == 'B';
			white += *c == 'W';
		}
		int b = 14 - black, w = 14 - white;
		char rows[9][12];
		for (int row = 0; row < 9; row++) {
			int width = row > 4 ? 13 - row : row + 5;
			for (int i = 0; i < width; i++) {
				bool low = row < 3 && b > 0, high = row > 5 && w > 0;
				b -= low;
				w -= high;
				rows[row][i] = low ? 'B' : high ? 'W' : '.';
			}
			rows[row][width] = '\0';
		}
		snprintf(text, sizeof text, "%s/%s/%s/%s/%s/%s/%s/%s/%s B 0 0-0", rows[8],
			 rows[7], rows[6], rows[5], pushes[k].row, rows[3], rows[2],
			 rows[1], rows[0]);
		read_position(&g, text, &s);
		bool legal = game_parse_move(&g, &s, 0, pushes[k].text, &m, &st);
		if (legal != (*pushes[k].after != '\0'))
			fail_msg("%s %s: %s", pushes[k].row, pushes[k].text, st.text);
		if (!legal)
			continue;
		g.rules->play(&g, &s, 0, m, &s);
		g.text->format_position(&g, &s, rest, sizeof rest);
		char *row = rest;
		for (int i = 0; i < 4; i++)
			row = strchr(row, '/') + 1;
		*strchr(row, '/') = '\0';
		assert_string_equal(row, pushes[k].after);
	}
}

static void
two_colours_are_pushed_as_one(void **unused)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 3, "");
	read_position(&g, "WW1GG/WW2GG/WW3GG/WW4GG/4BBBWG/WW6/5GG/BBBB2/BBBB1 B 12 0-0-0",
		      &s);
	play_word(&g, &s, "E5E6");
	assert_int_equal(abalone_state(&s)->ejected[0], 1);
	assert_int_equal(abalone_at(&g, &s, abalone_cell_at(4, 9)), 1);
	assert_int_equal(__builtin_popcountll(abalone_state(&s)->marbles[2]), 10);
}

/* ---- the end -------------------------------------------------------------------------- */

static void
the_last_push_wins(void **unused)
{
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX], value[SEATS_MAX];
	open_game(&g, ops, 2, "");
	read_position(&g, "WWWWW/WWW3/7/8/6BBW/8/2BBB2/BBBBBB/BBB2 B 30 5-0", &s);
	assert_int_equal(g.rules->acting(&g, &s), 1);
	play_word(&g, &s, "E7E8");
	assert_int_equal(abalone_state(&s)->end, RANKED_WON);
	assert_int_equal(g.rules->acting(&g, &s), 0);
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], 2);
	assert_int_equal(points[1], 0);
	g.knowledge->evaluate(&g, &s, value);
	assert_int_equal(value[0], 2 * ABALONE_HALF);
}

static void
the_others_are_ranked_by_marbles(void **unused)
{
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX];
	open_game(&g, ops, 3, "");
	/* White wins; Black has pushed off more than Gold. */
	read_position(&g, "WWWW1/WWWW2/WW5/8/9/8/2GGGG1/BBBBBB/BB3 B 60 3-6-2", &s);
	assert_int_equal(abalone_state(&s)->winner, 1);
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], 2);
	assert_int_equal(points[1], 4);
	assert_int_equal(points[2], 0);
}

static void
marbles_may_be_the_points(void **unused)
{
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX], value[SEATS_MAX];
	open_game(&g, ops, 2, "score=marbles");
	read_position(&g, "WWWWW/WWW3/7/8/6BBW/8/2BBB2/BBBBBB/BBB2 B 30 5-0", &s);
	g.knowledge->evaluate(&g, &s, value);
	assert_in_range(value[0], 5 * ABALONE_HALF + 1, 6 * ABALONE_HALF - 1);
	assert_in_range(value[1], 1, ABALONE_HALF - 1);
	assert_true(value[0] - 5 * ABALONE_HALF > value[1]); /* has more left */
	play_word(&g, &s, "E7E8");
	g.rules->points(&g, &s, points);
	g.knowledge->evaluate(&g, &s, value);
	assert_int_equal(points[0], 6);
	assert_int_equal(points[1], 0);
	assert_int_equal(value[0], 6 * ABALONE_HALF);
}

static void
a_third_repetition_ends_the_game(void **unused)
{
	static const char *const round[] = { "C3D3", "G7F7", "D3C3", "F7G7" };
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX];
	int plies = 0;
	open_game(&g, ops, 2, "");
	start_game(&g, &s);
	while (g.rules->acting(&g, &s) && plies < 40)
		play_word(&g, &s, round[plies++ % 4]);
	assert_int_equal(plies, 8);
	assert_int_equal(abalone_state(&s)->end, RANKED_REPETITION);
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], 1);
	assert_int_equal(points[1], 1);
}

static void
the_turn_limit_ends_the_game(void **unused)
{
	struct game g;
	struct state s;
	struct rng r;
	rng_seed(&r, 5);
	open_game(&g, ops, 3, "max_turns=10");
	start_game(&g, &s);
	assert_int_equal(g.fast->rollout(&g, &s, &r, 1000, 1), 30);
	assert_int_equal(abalone_state(&s)->end, RANKED_LENGTH);
}

static void
a_seat_that_cannot_move_passes(void **unused)
{
	struct game g;
	struct state s;
	move list[MOVES_MAX], m;
	open_game(&g, ops, 3, "eject=11");
	read_position(&g, "GGGGG/GGGGGG/7/8/9/8/7/WWWWWW/WWWWW B 90 0-8-3", &s);
	assert_int_equal(g.rules->moves(&g, &s, 0, list), 1);
	assert_int_equal(list[0], ABALONE_PASS);
	assert_true(game_parse_move(&g, &s, 0, "pass", &m, NULL));
	g.rules->play(&g, &s, 0, m, &s);
	assert_int_equal(game_mover(&g, &s), 1);
	assert_false(game_parse_move(&g, &s, 1, "pass", &m, NULL));
}

/* ---- values --------------------------------------------------------------------------- */

static void
visit_values(const struct game *g, const struct state *s, struct rng *r)
{
	int32_t value[SEATS_MAX], sum = 0;
	int n = g->seats;
	g->knowledge->evaluate(g, s, value);
	for (int i = 0; i < n; i++) {
		sum += value[i];
		if (g->rules->acting(g, s))
			assert_in_range(value[i], 1, 2 * ABALONE_HALF * (n - 1) - 1);
		else
			assert_int_equal(value[i] % ABALONE_HALF, 0);
	}
	assert_int_equal(sum, ABALONE_HALF * n * (n - 1));
}

static void
values_have_a_constant_sum(void **unused)
{
	walk_all(400, 6, 1, visit_values);
}

/* One marble of a rival gone and counted, all else equal. */
static void
visit_push(const struct game *g, const struct state *s, struct rng *r)
{
	int32_t value[SEATS_MAX], after[SEATS_MAX];
	if (!g->rules->acting(g, s))
		return;
	int seat = (int)rng_below(r, (uint32_t)g->seats), rival = (seat + 1) % g->seats;
	struct state t = *s;
	struct abalone *b = (struct abalone *)t.bytes;
	uint64_t w = b->marbles[rival];
	for (uint32_t k = rng_below(r, (uint32_t)__builtin_popcountll(w) + !w); k > 0;
	     k--)
		w &= w - 1;
	b->marbles[rival] &= ~(w & -w);
	b->ejected[seat]++;
	g->knowledge->evaluate(g, s, value);
	g->knowledge->evaluate(g, &t, after);
	assert_true(after[seat] > value[seat]);
	assert_true(after[rival] < value[rival]);
}

static void
a_marble_pushed_off_is_worth_something(void **unused)
{
	walk_all(500, 4, 3, visit_push);
}

/* ---- texts ---------------------------------------------------------------------------- */

static void
moves_are_read_in_many_ways(void **unused)
{
	static const struct written ways[] = {
		{ "A1B1", "A1B1" },	{ "a1b1", "A1B1" },
		{ " A1-B1 ", "A1B1" },	{ "A1 -> B1", "A1B1" },
		{ "C3C5D4", "C3C5D4" }, { "c5 c3 d6", "C3C5D4" },
		{ "C3D6", "C3C5D4" },	{ "C3,C5,D3", "C3C5D3" },
		{ "C5D3", "C3C5D3" },	{ "C4C3D5", "C3C4D4" },
	};
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "");
	start_game(&g, &s);
	assert_moves_read(&g, &s, 0, ways, sizeof ways / sizeof *ways);
}

static void
bad_moves_say_what_was_expected(void **unused)
{
	static const struct refused bad[] = {
		{ "", "two cells" },
		{ "A1", "two cells" },
		{ "A1B1C1D1", "two cells" },
		{ "A9B9", "not a cell" },
		{ "Z1A1", "not a cell" },
		{ "A1A2", "A1B1" },
		{ "E5E6", "Black has no marble on E5" },
		{ "I5H4", "Black has no marble on I5" },
		{ "pass", "without a move" },
		{ "A1\xff", "not a cell" },
	};
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "");
	start_game(&g, &s);
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
		assert_move_refused(&g, &s, 0, &bad[k]);
}

/* C3 and C4 up right, or C3 to C5 up left: the far end comes to D5 either way. */
static void
a_short_move_with_two_meanings_is_refused(void **unused)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "");
	start_game(&g, &s);
	assert_move_refused(&g, &s, 0, &(struct refused){ "C3D5", "can mean 2 moves" });
}

static void
bad_positions_say_what_was_expected(void **unused)
{
#define FULL "WWWWW/WWWWWW/2WWW2/8/9/8/2BBB2/BBBBBB/BBBBB"
	static const struct refused bad[] = {
		{ "", "row I" },
		{ "WWWWW", "divided by '/'" },
		{ "WWWWWW/WWWWW", "row I" },
		{ "WWWXW/", "'X' in row I" },
		{ FULL, "seat to move" },
		{ FULL "/5 B 0 0-0", "divided by '/'" },
		{ FULL " X 0 0-0", "seat to move" },
		{ FULL " B", "plies" },
		{ FULL " B 99999 0-0", "plies" },
		{ FULL " B 0", "pushed off" },
		{ FULL " B 0 0", "pushed off" },
		{ FULL " B 0 7-0", "pushed off" },
		{ FULL " B 0 1-0", "0 marbles are missing" },
		{ FULL " B 0 0-0 nonsense", "end of the line" },
		{ "WWWWW/WWWWWW/2WWWW1/8/9/8/2BBB2/BBBBBB/BBBBB B 0 0-0",
		  "more than 14" },
		{ "WWWWW/WWWWWW/2WW3/8/9/8/2BBB2/BBBBBB/BBBBB B 0 0-1",
		  "cannot have pushed off" },
	};
	struct game g;
	open_game(&g, ops, 2, "");
	assert_refused(&g, bad, sizeof bad / sizeof *bad);
}

static void
impossible_variants_are_refused(void **unused)
{
	static const struct {
		int seats;
		const char *key, *value;
	} bad[] = { { 3, "start", "belgian" }, { 3, "eject", "12" } };
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
		struct game g;
		struct options o;
		struct status st = { 0 };
		options_init(&o, ops->options);
		assert_true(options_set(&o, bad[k].key, bad[k].value, &st));
		assert_false(game_init(&g, ops, bad[k].seats, &o, &st));
		assert_non_null(strstr(st.text, bad[k].key));
	}
}

static void
ordering_puts_pushes_off_the_board_first(void **unused)
{
	struct game g;
	struct state s;
	move list[MOVES_MAX];
	int32_t score[MOVES_MAX];
	open_game(&g, ops, 2, "");
	read_position(&g, "WWWWW/WWWWWW/2WW3/8/6BBW/8/2BBB2/BBBBBB/BBB2 B 0 0-0", &s);
	int n = g.rules->moves(&g, &s, 0, list), best = 0;
	g.knowledge->order(&g, &s, 0, list, n, score);
	for (int i = 1; i < n; i++)
		if (score[i] > score[best])
			best = i;
	char text[MOVE_TEXT];
	g.text->format_move(&g, &s, 0, list[best], text, sizeof text);
	assert_string_equal(text, "E7E8");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(perft_matches_the_table),
		cmocka_unit_test(moves_equal_a_slow_generator),
		cmocka_unit_test(moves_equal_a_slow_generator_on_scattered_marbles),
		cmocka_unit_test(keys_and_marbles_add_up),
		cmocka_unit_test(a_group_and_a_target_name_one_move),
		cmocka_unit_test(starts_are_as_drawn),
		cmocka_unit_test(cells_are_named_from_the_lower_left),
		cmocka_unit_test(pushes_follow_the_rule),
		cmocka_unit_test(two_colours_are_pushed_as_one),
		cmocka_unit_test(the_last_push_wins),
		cmocka_unit_test(the_others_are_ranked_by_marbles),
		cmocka_unit_test(marbles_may_be_the_points),
		cmocka_unit_test(a_third_repetition_ends_the_game),
		cmocka_unit_test(the_turn_limit_ends_the_game),
		cmocka_unit_test(a_seat_that_cannot_move_passes),
		cmocka_unit_test(values_have_a_constant_sum),
		cmocka_unit_test(a_marble_pushed_off_is_worth_something),
		cmocka_unit_test(moves_are_read_in_many_ways),
		cmocka_unit_test(bad_moves_say_what_was_expected),
		cmocka_unit_test(a_short_move_with_two_meanings_is_refused),
		cmocka_unit_test(bad_positions_say_what_was_expected),
		cmocka_unit_test(impossible_variants_are_refused),
		cmocka_unit_test(ordering_puts_pushes_off_the_board_first),
	};
	return cmocka_run_group_tests_name("abalone", tests, NULL, NULL);
}
