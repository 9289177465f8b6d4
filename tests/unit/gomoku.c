/*
 * gomoku.c - the rules against a second, slow set that walks over a grid of characters; lines,
 * threats and values against their definitions; the opening, texts and playouts.
 */
#include "games/gomoku/rules.h"
#include "tests/unit/play_text.h"

static const struct game_ops *const ops = &gomoku_game;

static const char *const variants[] = {
	"",
	"exact=off",
	"size=9",
	"size=19",
	"size=10 exact=off",
	"opening=swap2",
	"opening=pro",
	"size=12 opening=long-pro",
};
#define VARIANTS ((int)(sizeof variants / sizeof *variants))

/* ---- the slow rules ------------------------------------------------------------------- */

#define EDGE '#'

struct slow {
	char at[GOMOKU_SIDE_MAX][GOMOKU_SIDE_MAX]; /* 'x', 'o' or '.' */
	int side;
	bool exact;
};

static const int way_row[4] = { 0, 1, 1, 1 }, way_column[4] = { 1, 0, 1, -1 };

/* By the text of the position, which knows nothing of lines. */
static struct slow
slow_read(const struct game *g, const struct state *s)
{
	struct slow b = { .side = (int)options_int(&g->variant, "size"),
			  .exact = options_int(&g->variant, "exact") != 0 };
	char text[POSITION_TEXT];
	int row = 0, column = 0;
	g->text->format_position(g, s, text, sizeof text);
	for (char *at = text; *at != ' ';) {
		int run = *at >= '0' && *at <= '9' ? (int)strtol(at, &at, 10) : 0;
		for (; run > 0; run--)
			b.at[row][column++] = '.';
		if (*at == 'x' || *at == 'o')
			b.at[row][column++] = *at++;
		if (*at == '/') {
			assert_int_equal(column, b.side);
			row++;
			column = 0;
			at++;
		}
	}
	assert_int_equal(row, b.side - 1);
	return b;
}

static char
slow_at(const struct slow *b, int row, int column)
{
	return row < 0 || column < 0 || row >= b->side || column >= b->side
		       ? EDGE
		       : b->at[row][column];
}

/* Whether the stone on a cell is in a winning row; only in direction `only` unless it is -1. */
static bool
slow_wins(const struct slow *b, int row, int column, int only)
{
	const char stone = b->at[row][column];
	for (int d = 0; d < 4 && stone != '.'; d++) {
		int n = 1;
		if (only >= 0 && d != only)
			continue;
		for (int sign = -1; sign <= 1; sign += 2)
			for (int k = 1;
			     slow_at(b, row + sign * k * way_row[d],
				     column + sign * k * way_column[d]) == stone;
			     k++)
				n++;
		if (b->exact ? n == 5 : n >= 5)
			return true;
	}
	return false;
}

/* Cells where a stone would win, into cells. */
static int
slow_fives(struct slow *b, char stone, int *cells)
{
	int n = 0;
	for (int cell = 0; cell < b->side * b->side; cell++) {
		char *at = &b->at[cell / b->side][cell % b->side];
		if (*at != '.')
			continue;
		*at = stone;
		if (slow_wins(b, cell / b->side, cell % b->side, -1))
			cells[n++] = cell;
		*at = '.';
	}
	return n;
}

/* Five cells in a row without the other stone that have n of this one. */
static int
slow_windows(const struct slow *b, char stone, int n)
{
	int count = 0;
	for (int cell = 0; cell < b->side * b->side; cell++)
		for (int d = 0; d < 4; d++) {
			int own = 0, others = 0;
			for (int k = 0; k < 5; k++) {
				const char c =
					slow_at(b, cell / b->side + k * way_row[d],
						cell % b->side + k * way_column[d]);
				own += c == stone;
				others += c != stone && c != '.';
			}
			count += others == 0 && own == n;
		}
	return count;
}

/* ---- walking -------------------------------------------------------------------------- */

static void
walk_all(uint64_t seed, int games, int every, state_visit *f)
{
	for (int k = 0; k < VARIANTS; k++) {
		struct game g;
		open_game(&g, ops, 0, variants[k]);
		walk_games(&g, seed + (uint64_t)k, games, every, 3, f);
	}
}

static bool
puts_stones(const struct state *s)
{
	const int stage = gomoku_state(s)->stage;
	return stage != STAGE_CHOOSE && stage != STAGE_PICK;
}

/* ---- moves and the end ---------------------------------------------------------------- */

static void
visit_rules(const struct game *g, const struct state *s, struct rng *r)
{
	const struct gomoku *p = gomoku_state(s);
	struct slow b = slow_read(g, s);
	int empty = 0;
	bool won[2] = { false, false };
	for (int cell = 0; cell < b.side * b.side; cell++) {
		const char c = b.at[cell / b.side][cell % b.side];
		empty += c == '.';
		if (c != '.' && slow_wins(&b, cell / b.side, cell % b.side, -1))
			won[c == 'o'] = true;
	}
	assert_false(won[0] && won[1]);
	assert_int_equal(p->end == END_FIVE, won[0] || won[1]);
	assert_int_equal(p->end == END_FULL, !won[0] && !won[1] && empty == 0);
	assert_int_equal(g->rules->acting(g, s) == 0, p->end != END_NONE);
	if (won[0] || won[1]) {
		int32_t points[SEATS_MAX];
		g->rules->points(g, s, points);
		assert_int_equal(points[won[1] ? !p->black : p->black], 2);
		assert_int_equal(points[0] + points[1], 2);
	}
	if (p->end || !puts_stones(s))
		return;
	move list[MOVES_MAX];
	const int n = g->rules->moves(g, s, p->mover, list);
	const bool restricted = p->stones <= 2 && options_int(&g->variant, "opening") % 3;
	assert_true(restricted ? n <= empty : n == empty);
	for (int i = 0; i < n; i++) {
		assert_int_equal(b.at[list[i] / (move)b.side][list[i] % (move)b.side],
				 '.');
		assert_true(i == 0 || list[i] > list[i - 1]);
	}
}

static void
rules_are_those_of_a_grid(void **unused)
{
	walk_all(1, 20, 1, visit_rules);
}

static void
perft_counts_ordered_cells(void **unused)
{
	/* Cells of the board, one less with each stone; on 9 x 9 the ninth stone is the
	 * first that can come after a five. */
	static const struct {
		const char *variant;
		int64_t count[3];
	} rows[] = {
		{ "", { 225, INT64_C(225) * 224, INT64_C(225) * 224 * 223 } },
		{ "size=9", { 81, 81 * 80, 81 * 80 * 79 } },
		/* 24 second stones among the 25 cells that the third may not enter. */
		{ "opening=pro", { 1, 224, 24 * 200 + 200 * 199 } },
		{ "opening=long-pro", { 1, 224, 48 * 176 + 176 * 175 } },
	};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 0, rows[k].variant);
		start_game(&g, &s);
		for (int depth = 1; depth <= 3; depth++)
			assert_int_equal(perft(&g, &s, depth), rows[k].count[depth - 1]);
	}
}

static int64_t
slow_perft(struct slow *b, char stone, int depth)
{
	int64_t sum = 0;
	for (int cell = 0; cell < b->side * b->side; cell++) {
		char *at = &b->at[cell / b->side][cell % b->side];
		if (*at != '.')
			continue;
		*at = stone;
		if (depth == 1)
			sum++;
		else if (!slow_wins(b, cell / b->side, cell % b->side, -1))
			sum += slow_perft(b, stone == 'x' ? 'o' : 'x', depth - 1);
		*at = '.';
	}
	return sum;
}

/* Late in a game, where five, overlines and the full board cut it short. */
static void
perft_ends_where_games_end(void **unused)
{
	int cut = 0;
	for (int k = 0; k < 2; k++) {
		struct game g;
		struct rng r;
		open_game(&g, ops, 0, k ? "size=9 exact=off" : "size=9");
		rng_seed(&r, 3);
		for (int game = 0; game < 300; game++) {
			struct state s;
			start_game(&g, &s);
			g.fast->rollout(&g, &s, &r, 75, 1);
			if (g.rules->settled(&g, &s))
				continue;
			struct slow b = slow_read(&g, &s);
			const int64_t n = slow_perft(&b, "xo"[gomoku_state(&s)->turn], 4);
			assert_int_equal(perft(&g, &s, 4), n);
			cut += n < 6 * 5 * 4 * 3;
		}
	}
	assert_true(cut > 5);
}

/* Moves from the start, and whether the last of them ends the game. */
static void
traps_of_five_in_a_row(void **unused)
{
	static const struct {
		const char *variant, *moves;
		bool ends;
	} traps[] = {
		{ "", "h8 a1 i8 a2 j8 a3 k8 a5 l8", true },
		/* Six in a row, made by joining three and two. */
		{ "", "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9 k8", false },
		{ "exact=off", "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9 k8", true },
		/* The same stone makes five on another line. */
		{ "", "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9 k7 b1 k6 b3 k5 b5 k4 b7 k8", true },
		/* From one row to the next is no line. */
		{ "", "m8 a1 n8 a3 o8 a5 a7 c1 b7 c3", false },
		{ "", "m8 d1 n8 d3 o8 d5 a7 f1 b7", false },
		{ "", "o1 a1 o2 a3 o3 a5 o4 a7 o5", true },
		/* Diagonals, up to the corners. */
		{ "", "a1 b1 b2 c1 c3 d1 d4 e1 e5", true },
		{ "", "o1 a1 n2 a3 m3 a5 l4 a7 k5", true },
		{ "", "a4 h1 b3 h3 c2 h5 d1 h7 o5", false },
		/* A gap. */
		{ "", "h8 a1 i8 a3 j8 a5 k8 a7 m8", false },
		/* Five of White. */
		{ "", "a1 h8 a3 h9 a5 h10 a7 h11 a9 h12", true },
	};
	for (size_t k = 0; k < sizeof traps / sizeof *traps; k++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 0, traps[k].variant);
		read_position(&g, traps[k].moves, &s);
		if ((g.rules->acting(&g, &s) == 0) != traps[k].ends)
			fail_msg("%s %s", traps[k].variant, traps[k].moves);
	}
}

/* Pairs of stones, changed about from row to row: nobody has three in a row anywhere. */
static void
a_full_board_is_a_draw(void **unused)
{
	char text[POSITION_TEXT] = "";
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX], value[SEATS_MAX];
	open_game(&g, ops, 0, "size=9");
	for (int row = 0; row < 9; row++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s",
			 row ? "/" : "",
			 row == 8	? "xxooxxoo1"
			 : row % 2 == 0 ? "xxooxxoox"
					: "ooxxooxxo");
	strcat(text, " x");
	read_position(&g, text, &s);
	assert_int_equal(gomoku_state(&s)->stones, 80);
	assert_int_equal(g.rules->acting(&g, &s), 1);
	/* Nobody can win any more, and the bounds know. */
	struct bounds b;
	g.knowledge->bounds(&g, &s, &b);
	assert_int_equal(b.low[0], GOMOKU_HALF);
	assert_int_equal(b.high[0], GOMOKU_HALF);
	play_word(&g, &s, "i1");
	assert_int_equal(gomoku_state(&s)->end, END_FULL);
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], 1);
	assert_int_equal(points[1], 1);
	g.knowledge->evaluate(&g, &s, value);
	assert_int_equal(value[0], GOMOKU_HALF);
}

/* ---- what play() keeps up ------------------------------------------------------------- */

static void
visit_kept(const struct game *g, const struct state *s, struct rng *r)
{
	const struct gomoku *p = gomoku_state(s);
	const struct slow b = slow_read(g, s);
	assert_true(p->key == gomoku_key(g, s));
	for (int colour = BLACK; colour <= WHITE; colour++)
		for (int n = 0; n < 6; n++)
			assert_int_equal(p->live[colour][n],
					 p->end ? 0 : slow_windows(&b, "xo"[colour], n));
}

static void
keys_and_windows_are_kept_up(void **unused)
{
	walk_all(100, 6, 1, visit_kept);
}

static void
other_orders_lead_to_the_same_hash(void **unused)
{
	static const char *const same[] = { "h8 h9 i8 i9 g3", "g3 i9 h8 h9 i8",
					    "i8 i9 g3 h9 h8" };
	static const char *const others[] = { "h8 h9 i8 i9", "h8 h9 i8 g3 i9",
					      "h8 h9 i8 i9 g4" };
	struct game g;
	struct state s;
	open_game(&g, ops, 0, "");
	read_position(&g, same[0], &s);
	const uint64_t hash = g.rules->hash(&g, &s);
	for (size_t k = 1; k < 3; k++) {
		read_position(&g, same[k], &s);
		assert_true(g.rules->hash(&g, &s) == hash);
	}
	for (size_t k = 0; k < 3; k++) {
		read_position(&g, others[k], &s);
		assert_true(g.rules->hash(&g, &s) != hash);
	}
}

/* ---- shapes --------------------------------------------------------------------------- */

/* A line of 11 cells with an own stone 'x' in the middle, by the definition of enum shape. */
static enum shape
slow_shape(char line[12], bool exact)
{
	int run = 1, best = SHAPE_NONE, fives = 0;
	for (int k = 6; k < 11 && line[k] == 'x'; k++)
		run++;
	for (int k = 4; k >= 0 && line[k] == 'x'; k--)
		run++;
	if (run >= 5)
		return run == 5 || !exact ? SHAPE_FIVE : SHAPE_NONE;
	for (int k = exact ? 0 : 1; k < (exact ? 11 : 10); k++) {
		if (line[k] != '.')
			continue;
		line[k] = 'x';
		const int next = slow_shape(line, exact);
		line[k] = '.';
		fives += next == SHAPE_FIVE;
		best = next > best ? next : best;
	}
	if (fives > 0)
		return fives > 1 ? SHAPE_OPEN_FOUR : SHAPE_FOUR;
	return best >= 2 ? (enum shape)(best - 2) : SHAPE_NONE;
}

/* The codes of a line for a stone in its middle. */
static unsigned
code_of(const char *line)
{
	static const int order[] = { 4, 6, 3, 7, 2, 8, 1, 9, 0, 10 };
	unsigned code = 0, weight = 1;
	for (int k = 0; k < 10; k++, weight *= 3)
		code += weight * (line[order[k]] == 'x'	  ? 1
				  : line[order[k]] == 'o' ? 2
							  : 0);
	return code;
}

static void
shapes_are_what_they_can_become(void **unused)
{
	struct rng r;
	struct game g;
	int seen[SHAPES] = { 0 };
	open_game(&g, ops, 0, "");
	rng_seed(&r, 4);
	for (int k = 0; k < 1500; k++) {
		char line[] = ".....x.....";
		for (int i = 0; i < 11; i++)
			if (i != 5)
				line[i] = "xxx.o"[rng_below(&r, 5)];
		for (int exact = 0; exact < 2; exact++) {
			if (!exact)
				line[0] = line[10] = '.';
			const unsigned code = code_of(line);
			const enum shape shape = exact ? gomoku_tables.exact[code]
						       : gomoku_tables.free[code];
			assert_int_equal(shape, slow_shape(line, exact));
			seen[shape]++;
		}
	}
	for (int k = SHAPE_TWO; k < SHAPES; k++)
		assert_true(seen[k] > 0);
}

/* Names that players use. */
static void
shapes_have_their_names(void **unused)
{
	static const struct {
		const char *line;
		enum shape free, exact;
	} rows[] = {
		{ "...xxxxx...", SHAPE_FIVE, SHAPE_FIVE },
		{ "..xxxxxx...", SHAPE_FIVE, SHAPE_NONE },
		{ "....xxxx...", SHAPE_OPEN_FOUR, SHAPE_OPEN_FOUR },
		{ "...oxxxx...", SHAPE_FOUR, SHAPE_FOUR },
		{ "...oxxxxo..", SHAPE_NONE, SHAPE_NONE },
		{ "...x.xxx...", SHAPE_FOUR, SHAPE_FOUR },
		{ ".x.xxx.x...", SHAPE_OPEN_FOUR, SHAPE_OPEN_FOUR },
		{ "..x.xxxx...", SHAPE_OPEN_FOUR, SHAPE_FOUR }, /* six on the left */
		{ "...xxx.....", SHAPE_OPEN_THREE, SHAPE_OPEN_THREE },
		{ "....xx.x...", SHAPE_OPEN_THREE, SHAPE_OPEN_THREE },
		{ "..oxxx.....", SHAPE_THREE, SHAPE_THREE },
		{ "..o.xxx.o..", SHAPE_THREE, SHAPE_THREE }, /* no room behind */
		{ "....xx.....", SHAPE_OPEN_TWO, SHAPE_OPEN_TWO },
	};
	struct game g;
	open_game(&g, ops, 0, "");
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		assert_int_equal(rows[k].line[5], 'x');
		const unsigned code = code_of(rows[k].line);
		assert_int_equal(gomoku_tables.exact[code], rows[k].exact);
		assert_int_equal(gomoku_tables.free[code % NEAR_CODES], rows[k].free);
	}
}

/* ---- threats -------------------------------------------------------------------------- */

static int threats_met, hunts_won;

static void
visit_fives(const struct game *g, const struct state *s, struct rng *r)
{
	const struct gomoku *p = gomoku_state(s);
	struct slow b = slow_read(g, s);
	if (p->end)
		return;
	for (int colour = BLACK; colour <= WHITE; colour++) {
		uint16_t fast[GOMOKU_FIVES];
		int slow[GOMOKU_CELLS];
		const int n = gomoku_list_fives(gomoku_variant(g), p, colour, fast);
		assert_int_equal(n, slow_fives(&b, "xo"[colour], slow));
		for (int i = 0; i < n; i++) {
			int k = 0;
			while (k < n && slow[k] != fast[i])
				k++;
			assert_true(k < n);
			slow[k] = -1;
		}
		threats_met += n > 0;
	}
	/* Loud after a four: some row of five would have the last stone. */
	bool four = false;
	const int row = p->last / b.side, column = p->last % b.side;
	for (int cell = 0; p->last != GOMOKU_NONE && cell < b.side * b.side; cell++) {
		char *at = &b.at[cell / b.side][cell % b.side];
		if (*at != '.')
			continue;
		*at = b.at[row][column];
		for (int d = 0; d < 4; d++)
			four |= slow_wins(&b, row, column, d) &&
				slow_wins(&b, cell / b.side, cell % b.side, d);
		*at = '.';
	}
	assert_int_equal(g->knowledge->quiet(g, s), !four);
}

static void
places_for_five_are_found(void **unused)
{
	threats_met = 0;
	walk_all(200, 12, 1, visit_fives);
	assert_true(threats_met > 100);
}

/* Whether stones that make fours win for whoever is to move: any cell is tried, the answer is
 * where five would be made, and no four may leave the other a five. */
static bool
slow_hunt(struct slow *b, char stone, int fours)
{
	int cells[GOMOKU_CELLS], places[GOMOKU_CELLS];
	const char other = stone == 'x' ? 'o' : 'x';
	if (slow_fives(b, stone, cells) > 0)
		return true;
	const int must = slow_fives(b, other, cells);
	if (must > 1 || fours == 0)
		return false;
	for (int cell = 0; cell < b->side * b->side; cell++) {
		char *at = &b->at[cell / b->side][cell % b->side];
		if (*at != '.' || (must == 1 && cell != cells[0]))
			continue;
		bool won = false;
		*at = stone;
		const int n = slow_fives(b, stone, places);
		if (n == 1) {
			char *reply = &b->at[places[0] / b->side][places[0] % b->side];
			*reply = other;
			won = !slow_wins(b, places[0] / b->side, places[0] % b->side,
					 -1) &&
			      slow_hunt(b, stone, fours - 1);
			*reply = '.';
		}
		*at = '.';
		if (n > 1 || won)
			return true;
	}
	return false;
}

static void
visit_hunt(const struct game *g, const struct state *s, struct rng *r)
{
	const struct gomoku *p = gomoku_state(s);
	uint16_t fives[GOMOKU_FIVES];
	if (p->end || p->stage != STAGE_PLAY ||
	    gomoku_list_fives(gomoku_variant(g), p, p->turn, fives) > 0)
		return;
	const int n = gomoku_list_fives(gomoku_variant(g), p, !p->turn, fives);
	if (n > 1)
		return;
	const int must = n == 1 ? fives[0] : -1;
	struct slow b = slow_read(g, s);
	const bool won = gomoku_wins_by_fours(gomoku_variant(g), p, p->turn, must);
	/* What is found is there; what one or two fours can do is found. */
	if (won && !slow_hunt(&b, "xo"[p->turn], 12)) {
		char text[POSITION_TEXT];
		g->text->format_position(g, s, text, sizeof text);
		fail_msg("%s: no win by fours", text);
	} else if (!won && slow_hunt(&b, "xo"[p->turn], 2)) {
		char text[POSITION_TEXT];
		g->text->format_position(g, s, text, sizeof text);
		fail_msg("%s: a win by two fours was not seen", text);
	}
	hunts_won += won;
}

static void
wins_by_fours_are_wins(void **unused)
{
	hunts_won = 0;
	walk_all(300, 3, 1, visit_hunt);
	assert_true(hunts_won > 20);
}

/* Black's four at g8 would lead to an open four in the column, but White's answer at h8 is an open
 * four, too. */
static void
an_answer_may_be_the_better_four(void **unused)
{
	static const struct {
		const char *moves;
		bool wins;
	} rows[] = {
		{ "d8 c8 e8 h5 f8 h6 g9 h7 g10 a1", false },
		{ "d8 c8 e8 h5 f8 h6 g9 a3 g10 a1", true },
	};
	struct game g;
	open_game(&g, ops, 0, "");
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct state s;
		read_position(&g, rows[k].moves, &s);
		assert_int_equal(gomoku_wins_by_fours(gomoku_variant(&g),
						      gomoku_state(&s), BLACK, -1),
				 rows[k].wins);
	}
}

/* ---- knowledge ------------------------------------------------------------------------ */

static void
visit_values(const struct game *g, const struct state *s, struct rng *r)
{
	int32_t value[SEATS_MAX];
	struct bounds b;
	g->knowledge->evaluate(g, s, value);
	g->knowledge->bounds(g, s, &b);
	assert_int_equal(value[0] + value[1], 2 * GOMOKU_HALF);
	for (int i = 0; i < 2; i++) {
		assert_in_range(value[i], b.low[i], b.high[i]);
		if (g->rules->acting(g, s))
			assert_in_range(value[i], 1, 2 * GOMOKU_HALF - 1);
		else
			assert_int_equal(value[i] % GOMOKU_HALF, 0);
	}
}

static void
estimates_stay_inside(void **unused)
{
	walk_all(400, 10, 1, visit_values);
}

/* The first move of a position by order(), and what policy() plays there: it has no choice. */
static void
urgent_moves_come_first(void **unused)
{
	static const struct {
		const char *moves, *best;
	} rows[] = {
		{ "h8 a1 i8 a2 j8 a3 k8 g8", "l8" },	/* five */
		{ "h8 a1 i8 a3 j8 a5 k8 g8 b7", "l8" }, /* no five of White: stop it */
		{ "h8 a1 i8 a2 j8 a3 k8 a4", "g8 l8" }, /* five before defence */
		{ "h8 a1 i8 a3 j8 a5", "g8 k8" },	/* an open four */
		{ "h8 a1 i8 a4 j8", "f8 g8 k8 l8" },	/* an open three is stopped */
	};
	struct game g;
	open_game(&g, ops, 0, "");
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct state s;
		struct rng r;
		char text[MOVE_TEXT];
		rng_seed(&r, k);
		read_position(&g, rows[k].moves, &s);
		const int seat = game_mover(&g, &s);
		name_first_move(&g, &s, text);
		if (strstr(rows[k].best, text) == NULL)
			fail_msg("%s: %s, not %s", rows[k].moves, text, rows[k].best);
		for (int i = 0; i < 20; i++) {
			const move m = g.knowledge->policy(&g, &s, seat, &r);
			g.text->format_move(&g, &s, seat, m, text, sizeof text);
			if (strstr(rows[k].best, text) == NULL)
				fail_msg("%s: the quick player %s, not %s", rows[k].moves,
					 text, rows[k].best);
		}
	}
}

/* What merging drops changes no value. */
static void
merging_keeps_values(void **unused)
{
	static struct search search;
	static struct player p;
	int merged = 0;
	struct game g;
	struct rng r;
	rng_seed(&r, 12);
	open_game(&g, ops, 0, "size=9");
	struct game_knowledge apart = *g.knowledge;
	struct game plain = g;
	apart.merge = NULL;
	plain.knowledge = &apart;
	for (int k = 0; k < 60; k++) {
		struct state s;
		double value[2];
		move list[MOVES_MAX];
		start_game(&g, &s);
		for (int ply = 0; ply < 10 + k % 9; ply++)
			g.fast->rollout(&g, &s, &r, 1, rng_below(&r, 3) == 0);
		if (g.rules->settled(&g, &s))
			continue;
		const int seat = game_mover(&g, &s),
			  n = g.rules->moves(&g, &s, seat, list);
		merged += g.knowledge->merge(&g, &s, seat, list, n) < n;
		for (int on = 0; on < 2; on++) {
			open_player(&search, &p,
				    (struct search_job){ .game = on ? &g : &plain,
							 .root = &s,
							 .viewer = seat,
							 .thorough = true,
							 .seed = 1 },
				    "paranoid:depth=3");
			search_run(&search);
			value[on] = search.live.value[seat];
			search_close(&search);
		}
		assert_true(value[0] == value[1]);
	}
	assert_true(merged > 3);
}

/* ---- playouts ------------------------------------------------------------------------- */

static void
random_playouts_are_uniform(void **unused)
{
	for (int k = 0; k < VARIANTS; k++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 0, variants[k]);
		start_game(&g, &s);
		assert_playouts(&g, &s, 3000, 0.03 * 2 * GOMOKU_HALF, 4);
	}
}

/* A playout by policy is the policy again and again. */
static void
quick_playouts_are_quick_moves(void **unused)
{
	for (int k = 0; k < VARIANTS; k++) {
		struct game g;
		struct rng loop, single;
		open_game(&g, ops, 0, variants[k]);
		rng_seed(&loop, 8);
		single = loop;
		for (int game = 0; game < 10; game++) {
			struct state a, b;
			int plies = 0;
			start_game(&g, &a);
			start_game(&g, &b);
			for (; g.rules->acting(&g, &b); plies++)
				g.rules->play(&g, &b, game_mover(&g, &b),
					      g.knowledge->policy(&g, &b,
								  game_mover(&g, &b),
								  &single),
					      &b);
			assert_int_equal(g.fast->rollout(&g, &a, &loop, 1000, 0), plies);
			assert_memory_equal(&a, &b, sizeof(struct gomoku));
		}
	}
}

/* Against random moves it does not lose. */
static void
the_quick_player_beats_chance(void **unused)
{
	struct game g;
	struct rng r;
	int won = 0;
	open_game(&g, ops, 0, "");
	rng_seed(&r, 11);
	for (int game = 0; game < 40; game++) {
		struct state s;
		start_game(&g, &s);
		for (int ply = game % 2; g.rules->acting(&g, &s); ply++)
			g.fast->rollout(&g, &s, &r, 1, ply % 2);
		won += gomoku_state(&s)->winner == (game % 2 ? 1 : 0);
	}
	assert_int_equal(won, 40);
}

/* ---- the opening ---------------------------------------------------------------------- */

static void
swap2_gives_colours(void **unused)
{
	static const struct {
		const char *moves, *headline;
		int mover;
		const char *position;
	} rows[] = {
		{ "h8 h9", "stone 3  First puts a black stone", 0, "x put" },
		{ "h8 h9 i3", "stone 4  Second chooses: black, white or two more stones",
		  1, "o choose" },
		{ "h8 h9 i3 black", "stone 4  First (white) to move", 0, "o second" },
		{ "h8 h9 i3 white", "stone 4  Second (white) to move", 1, "o first" },
		{ "h8 h9 i3 two", "stone 4  Second puts a white stone", 1, "o more" },
		{ "h8 h9 i3 two a1", "stone 5  Second puts a black stone", 1, "x more" },
		{ "h8 h9 i3 two a1 b1", "stone 6  First chooses: black or white", 0,
		  "o pick" },
		{ "h8 h9 i3 two a1 b1 black", "stone 6  Second (white) to move", 1,
		  "o first" },
		{ "h8 h9 i3 two a1 b1 white", "stone 6  First (white) to move", 0,
		  "o second" },
		{ "h8 h9 i3 two a1 b1 white o1", "stone 7  Second (black) to move", 1,
		  "x second" },
	};
	struct game g;
	open_game(&g, ops, 0, "opening=swap2");
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct state s, again;
		char text[POSITION_TEXT];
		read_position(&g, rows[k].moves, &s);
		g.view->headline(&g, &s, 0, text, sizeof text);
		assert_string_equal(text, rows[k].headline);
		assert_int_equal(game_mover(&g, &s), rows[k].mover);
		g.text->format_position(&g, &s, text, sizeof text);
		assert_string_equal(strchr(text, ' ') + 1, rows[k].position);
		read_position(&g, text, &again);
		assert_true(g.rules->hash(&g, &again) == g.rules->hash(&g, &s));
		assert_int_equal(game_mover(&g, &again), rows[k].mover);
	}
}

static void
the_seat_with_the_colour_wins(void **unused)
{
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX], value[SEATS_MAX];
	open_game(&g, ops, 0, "opening=swap2");
	read_position(&g, "h8 a1 i8 black a3 j8 a5 k8 a7 l8", &s);
	assert_int_equal(g.rules->acting(&g, &s), 0);
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], 0);
	assert_int_equal(points[1], 2);
	/* Who chooses takes the better colour: an open three of Black. */
	read_position(&g, "h8 a1 i8", &s);
	g.knowledge->evaluate(&g, &s, value);
	assert_true(value[1] > value[0]);
	struct rng r;
	rng_seed(&r, 2);
	assert_int_equal(g.knowledge->policy(&g, &s, 1, &r), GOMOKU_TAKE_BLACK);
}

/* ---- text ----------------------------------------------------------------------------- */

static void
texts_say_what_was_expected(void **unused)
{
	static const struct refused positions[] = {
		{ "", "expected 9 rows" },
		{ "9/9/9/9/9/9/9/9 x", "expected 9 rows" },
		{ "9/9/9/9/9/9/9/9/9/9 x", "expected 9 rows" },
		{ "9/9/9/9/9/9/9/9/8 x", "row 1 does not have exactly 9 cells" },
		{ "9/9/9/9/9/9/9/9/99 x", "row 1 does not have exactly 9 cells" },
		{ "9/9/9/9/9/9/9/9/xxxxxxxxxx x", "row 1 does not have exactly 9 cells" },
		{ "99999999999999999999/9/9/9/9/9/9/9/9 x",
		  "row 9 does not have exactly" },
		/* 2^32 + 9: more than an int holds. */
		{ "4294967305/9/9/9/9/9/9/9/9 x", "row 9 does not have exactly" },
		{ "9/9/9/9/4z4/9/9/9/9 x", "'z' in row 5" },
		{ "9/9/9/9/9/9/9/9/9", "expected x or o" },
		{ "9/9/9/9/9/9/9/9/9 z", "expected x or o" },
		{ "9/9/9/9/9/9/9/9/9 o", "x is next" },
		{ "9/9/9/9/4x4/9/9/9/9 x", "o is next" },
		{ "9/9/9/9/4o4/9/9/9/9 x", "as many x as o, or one more" },
		{ "9/9/9/9/4xx3/9/9/9/9 x", "as many x as o, or one more" },
		{ "9/9/9/9/9/9/9/9/9 x y", "expected the end of the line" },
		{ "xxxxx4/9/ooooo4/9/9/9/9/9/9 x", "both colours" },
		{ "xxxxx4/9/oooo4o/9/9/9/9/9/9 x", "the game ended before" },
		{ "e5 e5", "there is a stone already" },
		{ "e5 j5", "expected a cell from a1 to i9" },
		{ "e5 ?", "expected a cell" },
		{ "e5 black", "no colours are chosen now" },
	};
	static const struct refused moves[] = {
		{ "", "such as e5" },	      { "a0", "expected a cell" },
		{ "a10", "expected a cell" }, { "a 5", "expected a cell" },
		{ "5a", "expected a cell" },  { "two", "no colours" },
	};
	static const struct refused stages[] = {
		{ "9/9/9/9/9/9/9/9/9 x", "expected first or second" },
		{ "9/9/9/9/9/9/9/9/9 x first", "does not fit 0 stones" },
		{ "9/9/9/9/4x4/9/9/9/9 o choose", "does not fit 1 stones" },
		{ "e5 e6 e7 e8", "expected black, white or two" },
		{ "e5 e6 e7 two e8 e9 two", "expected black or white" },
	};
	struct game g;
	struct state s;
	open_game(&g, ops, 0, "size=9");
	assert_refused(&g, positions, sizeof positions / sizeof *positions);
	start_game(&g, &s);
	for (size_t k = 0; k < sizeof moves / sizeof *moves; k++)
		assert_move_refused(&g, &s, 0, &moves[k]);
	open_game(&g, ops, 0, "size=9 opening=swap2");
	assert_refused(&g, stages, sizeof stages / sizeof *stages);
	open_game(&g, ops, 0, "opening=pro");
	assert_refused(&g, &(struct refused){ "h9", "goes to the centre" }, 1);
	assert_refused(&g, &(struct refused){ "h8 a1 j6", "too near" }, 1);
	read_position(&g, "h8 a1 k8", &s);
}

static void
positions_are_read_in_other_ways(void **unused)
{
	static const char *const ways[] = { "e5e6d4", "E5 E6 D4", " e5, e6, d4 ",
					    "9/9/9/4o4/4X4/...x...2/9/9/9 o" };
	struct game g;
	open_game(&g, ops, 0, "size=9");
	for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
		struct state s;
		read_position(&g, ways[k], &s);
		assert_position(&g, &s, "9/9/9/4o4/4x4/3x5/9/9/9 o");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_are_those_of_a_grid),
		cmocka_unit_test(perft_counts_ordered_cells),
		cmocka_unit_test(perft_ends_where_games_end),
		cmocka_unit_test(traps_of_five_in_a_row),
		cmocka_unit_test(a_full_board_is_a_draw),
		cmocka_unit_test(keys_and_windows_are_kept_up),
		cmocka_unit_test(other_orders_lead_to_the_same_hash),
		cmocka_unit_test(shapes_are_what_they_can_become),
		cmocka_unit_test(shapes_have_their_names),
		cmocka_unit_test(places_for_five_are_found),
		cmocka_unit_test(wins_by_fours_are_wins),
		cmocka_unit_test(an_answer_may_be_the_better_four),
		cmocka_unit_test(estimates_stay_inside),
		cmocka_unit_test(urgent_moves_come_first),
		cmocka_unit_test(merging_keeps_values),
		cmocka_unit_test(random_playouts_are_uniform),
		cmocka_unit_test(quick_playouts_are_quick_moves),
		cmocka_unit_test(the_quick_player_beats_chance),
		cmocka_unit_test(swap2_gives_colours),
		cmocka_unit_test(the_seat_with_the_colour_wins),
		cmocka_unit_test(texts_say_what_was_expected),
		cmocka_unit_test(positions_are_read_in_other_ways),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
