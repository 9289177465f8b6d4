/*
 * lines_of_action.c - the rules against a second, slow generator, every way in which a game
 * ends, a board that is solved, values and texts.
 *
 * The slow side is an array of characters and the rules as they are told; it shares nothing
 * with the game but the names of squares.
 */
#include "games/lines_of_action/rules.h"
#include "src/core/past.h"
#include "tests/unit/squares_play.h"

static const struct game_ops *const ops = &lines_of_action_game;

static const char *const variants[] = { "",
					"size=7",
					"size=6",
					"size=5",
					"size=3",
					"both=mover,stuck=loses,repeat=second",
					"repeat=allowed,max_turns=60" };
#define VARIANTS ((int)(sizeof variants / sizeof *variants))

/* ---- the slow side -------------------------------------------------------------------- */

static bool
inside(const struct slow *b, int y, int x)
{
	return y >= 0 && y < b->rows && x >= 0 && x < b->rows;
}

/* Men on the line through a square in the direction dy, dx and back. */
static int
slow_count(const struct slow *b, int y, int x, int dy, int dx)
{
	int n = 0;
	for (int k = -8; k <= 8; k++)
		n += inside(b, y + k * dy, x + k * dx) &&
		     b->at[y + k * dy][x + k * dx] != '.';
	return n;
}

static bool
slow_legal(const struct slow *b, int from, int to)
{
	const char own = "BW"[b->mover];
	const int y = from / 8, x = from % 8, v = to / 8 - y, h = to % 8 - x;
	if (!inside(b, y, x) || !inside(b, y + v, x + h) || b->at[y][x] != own ||
	    b->at[y + v][x + h] == own || (v == 0 && h == 0))
		return false;
	if (v != 0 && h != 0 && abs(v) != abs(h))
		return false;
	const int n = abs(v) > abs(h) ? abs(v) : abs(h), dy = v / n, dx = h / n;
	if (slow_count(b, y, x, dy, dx) != n)
		return false;
	for (int k = 1; k < n; k++)
		if (b->at[y + k * dy][x + k * dx] != '.' &&
		    b->at[y + k * dy][x + k * dx] != own)
			return false;
	return true;
}

/* How many men of a colour a walk over neighbours reaches from the first. */
static int
slow_reach(const struct slow *b, char who, int y, int x, bool seen[8][8])
{
	if (!inside(b, y, x) || b->at[y][x] != who || seen[y][x])
		return 0;
	int n = 1;
	seen[y][x] = true;
	for (int d = 0; d < 9; d++)
		n += slow_reach(b, who, y + d / 3 - 1, x + d % 3 - 1, seen);
	return n;
}

static bool
slow_connected(const struct slow *b, char who)
{
	bool seen[8][8] = { { false } };
	int men = 0, reached = 0;
	for (int k = 0; k < 64; k++) {
		if (!inside(b, k / 8, k % 8) || b->at[k / 8][k % 8] != who)
			continue;
		if (men++ == 0)
			reached = slow_reach(b, who, k / 8, k % 8, seen);
	}
	return reached == men;
}

static int
slow_moves(const struct slow *b)
{
	int n = 0;
	for (int from = 0; from < 64; from++)
		for (int to = 0; to < 64; to++)
			n += slow_legal(b, from, to);
	return n;
}

/* What a move brings about: the board and who has connected. */
static void
check_child(const struct game *g, const struct state *s, const struct slow *before,
	    int seat, move m)
{
	static struct slow after, expected;
	const int from = squares_from(m), to = squares_to(m);
	struct state child;
	g->rules->play(g, s, seat, m, &child);
	expected = *before;
	expected.at[to / 8][to % 8] = before->at[from / 8][from % 8];
	expected.at[from / 8][from % 8] = '.';
	expected.mover = !seat;
	slow_read(g, &child, "BW", &after);
	assert_memory_equal(&after, &expected, sizeof after);
	const bool over =
		slow_connected(&expected, 'B') || slow_connected(&expected, 'W');
	const int end = squares_game(&child)->end;
	const bool stuck =
		options_int(&g->variant, "stuck") && slow_moves(&expected) == 0;
	assert_int_equal(end == RANKED_WON || end == RANKED_LEVEL, over || stuck);
}

static void
visit_moves(const struct game *g, const struct state *s, struct rng *r)
{
	static struct slow b;
	move list[MOVES_MAX];
	const int seat = game_mover(g, s);
	if (seat < 0)
		return;
	slow_read(g, s, "BW", &b);
	const bool over = slow_connected(&b, 'B') || slow_connected(&b, 'W');
	assert_int_equal(b.mover, seat);
	const int n = g->rules->moves(g, s, seat, list), expected = slow_moves(&b);
	if (expected == 0) {
		assert_int_equal(n, 1);
		assert_int_equal(list[0], SQUARES_PASS);
		return;
	}
	assert_int_equal(n, expected);
	for (int i = 0; i < n; i++) {
		assert_true(slow_legal(&b, squares_from(list[i]), squares_to(list[i])));
		for (int j = 0; j < i; j++)
			assert_int_not_equal(list[i], list[j]);
		if (!over) /* where no game goes on */
			check_child(g, s, &b, seat, list[i]);
	}
}

static void
walk_all(uint64_t seed, int games, int every, state_visit *f)
{
	for (int k = 0; k < VARIANTS; k++) {
		struct game g;
		open_game(&g, ops, 2, variants[k]);
		walk_games(&g, seed + (uint64_t)k, games, every, 2, f);
	}
}

/* ---- moves ---------------------------------------------------------------------------- */

static void
moves_equal_a_slow_generator(void **unused)
{
	walk_all(100, 6, 5, visit_moves);
}

/* Any men anywhere, few and many: lines of every count, men in the way of both colours. */
static void
moves_equal_a_slow_generator_on_scattered_men(void **unused)
{
	struct rng r;
	rng_seed(&r, 7);
	for (int k = 0; k < 1500; k++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 2, variants[k % 5]);
		start_game(&g, &s);
		struct squares_game *b = (struct squares_game *)s.bytes;
		const int size = k % 5 == 4 ? 3 : 8 - k % 5 + (k % 5 > 3);
		const uint32_t thin = 3 + (uint32_t)k % 9;
		b->men[0] = b->men[1] = 0;
		for (int square = 0; square < 64; square++) {
			const uint32_t lot = rng_below(&r, thin);
			if (lot < 2 && square / 8 < size && square % 8 < size)
				b->men[lot] |= SQUARES_BIT(square);
		}
		b->mover = (uint8_t)rng_below(&r, 2);
		visit_moves(&g, &s, &r);
	}
}

/* A separate brute force in Python. */
static void
perft_matches_the_table(void **unused)
{
	static const struct {
		const char *options;
		int64_t counts[6];
	} rows[] = {
		{ "", { 36, 1244, 44952, 1563208 } },
		{ "size=7", { 30, 848, 25012, 698880 } },
		{ "size=6", { 24, 524, 11440, 234560, 4853792 } },
	};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 2, rows[k].options);
		start_game(&g, &s);
		for (int depth = 0; rows[k].counts[depth] > 0; depth++)
			assert_int_equal(perft(&g, &s, depth + 1), rows[k].counts[depth]);
	}
}

static void
connection_equals_a_walk_over_neighbours(void **unused)
{
	struct rng r;
	rng_seed(&r, 5);
	int count[2] = { 0 };
	for (int k = 0; k < 20000; k++) {
		struct slow b = { .rows = 8, .columns = 8 };
		uint64_t men = 0;
		/* Half of them grow from one man, so that many are connected. */
		for (int i = 1 + (int)rng_below(&r, 12); i > 0; i--) {
			int square = (int)rng_below(&r, 64);
			if (men != 0 && (k & 1) != 0 && rng_below(&r, 16) != 0) {
				const int near = squares_nth(
					men,
					(int)rng_below(&r, (uint32_t)__builtin_popcountll(
								   men)));
				const int y = near / 8 + (int)rng_below(&r, 3) - 1;
				const int x = near % 8 + (int)rng_below(&r, 3) - 1;
				square = inside(&b, y, x) ? 8 * y + x : near;
			}
			men |= SQUARES_BIT(square);
		}
		for (int square = 0; square < 64; square++)
			b.at[square / 8][square % 8] = men >> square & 1 ? 'B' : '.';
		const bool is = loa_connected(men);
		assert_int_equal(is, slow_connected(&b, 'B'));
		count[is]++;
	}
	assert_true(count[0] > 5000 && count[1] > 5000);
}

/* ---- a solved board ------------------------------------------------------------------- */

#define TINY 4096

struct tiny {
	struct state s[TINY];
	int count, winner[TINY]; /* 0, 1, or SEAT_NONE: not (yet) known */
};

static int
tiny_find(const struct game *g, struct tiny *t, const struct state *s)
{
	for (int i = 0; i < t->count; i++)
		if (g->rules->hash(g, &t->s[i]) == g->rules->hash(g, s))
			return i;
	assert_true(t->count < TINY);
	t->s[t->count] = *s;
	t->winner[t->count] = squares_game(s)->winner;
	return t->count++;
}

/* The child of a position, without its plies: they would tell apart what is the same. */
static int
tiny_child(const struct game *g, struct tiny *t, int i, move m)
{
	struct state child = t->s[i];
	g->rules->play(g, &child, game_mover(g, &child), m, &child);
	((struct squares_game *)child.bytes)->ply = 0;
	return tiny_find(g, t, &child);
}

static int
tiny_judge(const struct game *g, struct tiny *t, int i)
{
	move list[MOVES_MAX];
	const int seat = game_mover(g, &t->s[i]);
	const int n = g->rules->moves(g, &t->s[i], seat, list);
	int wins = 0, losses = 0;
	for (int k = 0; k < n; k++) {
		const int winner = t->winner[tiny_child(g, t, i, list[k])];
		wins += winner == seat;
		losses += winner == !seat;
	}
	return wins > 0 ? seat : losses == n ? !seat : SEAT_NONE;
}

/* All positions of 3x3 by working backwards from the ends, as a brute force in Python had it:
 * 692 of them, and who begins has lost. */
static void
the_smallest_board_is_lost_for_who_begins(void **unused)
{
	struct game g;
	struct tiny *t = calloc(1, sizeof *t);
	assert_non_null(t);
	open_game(&g, ops, 2, "size=3,repeat=allowed");
	start_game(&g, &t->s[0]);
	t->winner[0] = SEAT_NONE;
	t->count = 1;
	for (bool news = true; news;) {
		const int before = t->count;
		news = false;
		for (int i = 0; i < t->count; i++) {
			if (t->winner[i] != SEAT_NONE || game_mover(&g, &t->s[i]) < 0)
				continue;
			t->winner[i] = tiny_judge(&g, t, i);
			news = news || t->winner[i] != SEAT_NONE;
		}
		news = news || t->count != before;
	}
	assert_int_equal(t->winner[0], 1);
	assert_int_equal(t->count, 692);
	free(t);
}

/* ---- ends ----------------------------------------------------------------------------- */

static void
starts_are_as_drawn(void **unused)
{
	static const char *const starts[][2] = {
		{ "", "1BBBBBB1/W6W/W6W/W6W/W6W/W6W/W6W/1BBBBBB1 B 0" },
		{ "size=7", "1BBBBB1/W5W/W5W/W5W/W5W/W5W/1BBBBB1 B 0" },
		{ "size=3", "1B1/W1W/1B1 B 0" },
	};
	for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 2, starts[k][0]);
		start_game(&g, &s);
		assert_position(&g, &s, starts[k][1]);
	}
}

/* A move, and what comes of it. Where nobody wins and it is over, both have drawn. */
static void
games_end_as_the_rules_say(void **unused)
{
	static const struct {
		const char *options, *position, *word, *event;
		int end, winner;
	} ends[] = {
		{ "size=5", "W3W/5/2B2/1B2B/5 B 20", "e2-c2",
		  "Black connects all men and wins", RANKED_WON, 0 },
		{ "size=5", "W3W/5/2B2/1B2B/5 B 20", "e2-e4", "", RANKED_RUNNING,
		  SEAT_NONE },
		/* White's last man but one. */
		{ "size=5", "W4/B4/5/2W1B/5 B 20", "e2xc2",
		  "Black leaves White connected: White wins", RANKED_WON, 1 },
		{ "size=5", "W4/5/1B3/2W1B/5 B 20", "e2xc2",
		  "Black connects the men of both: a draw", RANKED_LEVEL, SEAT_NONE },
		{ "size=5,both=mover", "W4/5/1B3/2W1B/5 B 20", "e2xc2",
		  "Black connects the men of both and wins", RANKED_WON, 0 },
		{ "size=4", "W1W1/2BB/W1W1/1B2 B 20", "c3-a3", "", RANKED_RUNNING,
		  SEAT_NONE },
		{ "size=4,stuck=loses", "W1W1/2BB/W1W1/1B2 B 20", "c3-a3",
		  "White cannot move: Black wins", RANKED_WON, 0 },
		{ "size=4,max_turns=10", "W1W1/2BB/W1W1/1B2 B 19", "c3-a3",
		  "the turn limit is reached: a draw", RANKED_LENGTH, SEAT_NONE },
	};
	for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
		struct game g;
		struct state s, before;
		struct status st = { 0 };
		int32_t points[SEATS_MAX], value[SEATS_MAX];
		char event[100];
		move m;
		open_game(&g, ops, 2, ends[k].options);
		read_position(&g, ends[k].position, &s);
		before = s;
		if (!game_parse_move(&g, &s, 0, ends[k].word, &m, &st))
			fail_msg("%s", st.text);
		g.rules->play(&g, &s, 0, m, &s);
		game_event(&g, &before, 0, m, &s, event, sizeof event);
		assert_string_equal(event, ends[k].event);
		assert_int_equal(squares_game(&s)->end, ends[k].end);
		assert_int_equal(squares_game(&s)->winner, ends[k].winner);
		if (strchr(ends[k].word, 'x') != NULL)
			assert_int_equal(squares_game(&s)->since, squares_game(&s)->ply);
		assert_int_equal(g.rules->acting(&g, &s) == 0, ends[k].end != 0);
		if (ends[k].end == RANKED_RUNNING)
			continue;
		g.rules->points(&g, &s, points);
		g.knowledge->evaluate(&g, &s, value);
		for (int i = 0; i < 2; i++) {
			assert_int_equal(points[i], ends[k].winner == SEAT_NONE ? 1
						    : ends[k].winner == i	? 2
										: 0);
			assert_int_equal(value[i], points[i] * LINES_OF_ACTION_HALF);
		}
	}
}

static void
a_seat_without_a_move_passes(void **unused)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "size=4");
	read_position(&g, "W1W1/2BB/W1W1/1B2 B 20", &s);
	play_word(&g, &s, "c3-a3");
	assert_legal(&g, &s, "pass");
	play_word(&g, &s, "pass");
	assert_position(&g, &s, "W1W1/B2B/W1W1/1B2 B 22");
}

/* Men that go to and fro, until the game is over; the plies. */
static int
shuffle(const char *options)
{
	static const char *const round[] = { "b8-b6", "a7-c7", "b6-b8", "c7-a7" };
	struct game g;
	struct state s;
	struct past past = { { 0 } };
	int plies = 0;
	open_game(&g, ops, 2, options);
	g.past = &past;
	start_game(&g, &s);
	while (g.rules->acting(&g, &s) && plies < 100)
		play_word(&g, &s, round[plies++ % 4]);
	return plies;
}

static void
positions_come_again_as_often_as_the_rules_say(void **unused)
{
	assert_int_equal(shuffle(""), 8);
	assert_int_equal(shuffle("repeat=second"), 4);
	assert_int_equal(shuffle("repeat=allowed,max_turns=20"), 40);
}

/* It decides what may come of it. */
static void
a_position_tells_how_often_it_was_there(void **unused)
{
	struct game g;
	struct state once, twice;
	open_game(&g, ops, 2, "size=5");
	read_position(&g, "1BBB1/W3W/W3W/W3W/1BBB1 B 4", &once);
	read_position(&g, "1BBB1/W3W/W3W/W3W/1BBB1 B 4 seen 1", &twice);
	assert_false(g.rules->hash(&g, &once) == g.rules->hash(&g, &twice));
	assert_position(&g, &twice, "1BBB1/W3W/W3W/W3W/1BBB1 B 4 seen 1");
	read_position(&g, "1BBB1/W3W/W3W/W3W/1BBB1 B 4 seen 2", &twice);
	assert_int_equal(squares_game(&twice)->end, RANKED_REPETITION);
}

/* ---- values --------------------------------------------------------------------------- */

static void
only_a_game_that_is_over_has_the_value_of_a_win(void **unused)
{
	walk_all(400, 5, 1, visit_values);
}

/* Columns and rows exchanged, and the seats: the start is the same. */
static void
visit_both_sides(const struct game *g, const struct state *s, struct rng *r)
{
	int32_t value[SEATS_MAX], other[SEATS_MAX];
	struct squares_game b = *squares_game(s);
	struct state t = { 0 };
	if (b.end)
		return;
	b.men[0] = b.men[1] = 0;
	for (int k = 0; k < 64; k++)
		for (int seat = 0; seat < 2; seat++)
			if (squares_game(s)->men[seat] >> k & 1)
				b.men[!seat] |= SQUARES_BIT(8 * (k % 8) + k / 8);
	memcpy(t.bytes, &b, sizeof b);
	g->knowledge->evaluate(g, s, value);
	g->knowledge->evaluate(g, &t, other);
	assert_int_equal(value[0], other[1]);
}

static void
both_seats_are_judged_alike(void **unused)
{
	walk_all(500, 5, 3, visit_both_sides);
}

/* Men side by side are worth more than the same men far apart. */
static void
men_that_are_close_are_worth_more(void **unused)
{
	struct game g;
	struct state s;
	int32_t close[SEATS_MAX], apart[SEATS_MAX];
	open_game(&g, ops, 2, "");
	read_position(&g, "W6W/8/4B3/3B4/3B4/8/2B5/W6W B 20", &s);
	assert_int_equal(g.rules->acting(&g, &s), 1);
	g.knowledge->evaluate(&g, &s, close);
	read_position(&g, "WB4BW/8/8/8/8/8/8/WB4BW B 20", &s);
	g.knowledge->evaluate(&g, &s, apart);
	assert_true(close[0] > apart[0] + 1000);
}

static void
ordering_puts_connection_first(void **unused)
{
	struct game g;
	struct state s;
	move list[MOVES_MAX];
	int32_t score[MOVES_MAX];
	char text[MOVE_TEXT];
	open_game(&g, ops, 2, "size=5");
	read_position(&g, "W3W/5/2B2/1B2B/5 B 20", &s);
	const int n = g.rules->moves(&g, &s, 0, list);
	int best = 0, wins = 0;
	g.knowledge->order(&g, &s, 0, list, n, score);
	for (int i = 0; i < n; i++) {
		struct state child;
		g.rules->play(&g, &s, 0, list[i], &child);
		const bool won = squares_game(&child)->winner == 0;
		wins += won;
		assert_int_equal(score[i] > 5000, won);
		best = score[i] > score[best] ? i : best;
	}
	assert_true(wins > 0);
	g.text->format_move(&g, &s, 0, list[best], text, sizeof text);
	assert_string_equal(text, "e2-c2");
}

static void
playouts_are_those_of_the_rules(void **unused)
{
	for (int k = 0; k < VARIANTS; k++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 2, variants[k]);
		start_game(&g, &s);
		assert_playouts(&g, &s, 1500, 0.12 * LINES_OF_ACTION_HALF, 16);
	}
}

static void
the_quick_player_beats_chance(void **unused)
{
	struct game g;
	struct rng r;
	open_game(&g, ops, 2, "");
	rng_seed(&r, 4);
	int wins = 0;
	for (int k = 0; k < 200; k++) {
		struct state s;
		start_game(&g, &s);
		while (g.rules->acting(&g, &s))
			g.fast->rollout(&g, &s, &r, 1, (game_mover(&g, &s) + k) % 2);
		wins += squares_game(&s)->winner == k % 2;
	}
	assert_in_range(wins, 150, 200);
}

/* ---- texts ---------------------------------------------------------------------------- */

static void
moves_are_read_in_many_ways(void **unused)
{
	static const struct written ways[] = {
		{ "e2-c2", "e2xc2" }, { "e2c2", "e2xc2" },  { " E2 x C2 ", "e2xc2" },
		{ "e2:c2", "e2xc2" }, { "e2xe3", "e2-e3" },
	};
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "size=5");
	read_position(&g, "W4/5/1B3/2W1B/5 B 20", &s);
	assert_moves_read(&g, &s, 0, ways, sizeof ways / sizeof *ways);
}

static void
bad_texts_say_what_was_expected(void **unused)
{
#define ROWS "1BBB1/W3W/W3W/W3W/1BBB1"
	static const struct refused moves[] = {
		{ "", "two squares from a1 to e5" },
		{ "f1-f2", "two squares" },
		{ "b1-b2", "from b1 one can play b1-e1 b1-d3 b1-b3" },
		{ "a2-a3", "Black has no man on a2" },
		{ "c3-c4", "Black has no man on c3" },
		{ "pass", "Black can move" },
	};
	static const struct refused positions[] = {
		{ "", "row 5 does not have exactly 5" },
		{ "1BXB1/", "'X' in row 5" },
		{ ROWS, "seat to move" },
		{ ROWS " B", "plies made" },
		{ ROWS " B 9999", "plies made, 0 to 1000" },
		{ ROWS " B 4 seen 3", "1 to 2" },
		{ ROWS " B 4 more", "end of the line" },
		{ "BBBB1/W3W/W3W/W3W/1BBB1 B 0", "Black has 7 men, expected 1 to 6" },
		{ "1BBB1/5/5/5/1BBB1 B 0", "White has 0 men" },
	};
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "size=5");
	start_game(&g, &s);
	for (size_t k = 0; k < sizeof moves / sizeof *moves; k++)
		assert_move_refused(&g, &s, 0, &moves[k]);
	assert_refused(&g, positions, sizeof positions / sizeof *positions);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves_equal_a_slow_generator),
		cmocka_unit_test(moves_equal_a_slow_generator_on_scattered_men),
		cmocka_unit_test(perft_matches_the_table),
		cmocka_unit_test(connection_equals_a_walk_over_neighbours),
		cmocka_unit_test(the_smallest_board_is_lost_for_who_begins),
		cmocka_unit_test(starts_are_as_drawn),
		cmocka_unit_test(games_end_as_the_rules_say),
		cmocka_unit_test(a_seat_without_a_move_passes),
		cmocka_unit_test(positions_come_again_as_often_as_the_rules_say),
		cmocka_unit_test(a_position_tells_how_often_it_was_there),
		cmocka_unit_test(only_a_game_that_is_over_has_the_value_of_a_win),
		cmocka_unit_test(both_seats_are_judged_alike),
		cmocka_unit_test(men_that_are_close_are_worth_more),
		cmocka_unit_test(ordering_puts_connection_first),
		cmocka_unit_test(playouts_are_those_of_the_rules),
		cmocka_unit_test(the_quick_player_beats_chance),
		cmocka_unit_test(moves_are_read_in_many_ways),
		cmocka_unit_test(bad_texts_say_what_was_expected),
	};
	return cmocka_run_group_tests_name("lines of action", tests, NULL, NULL);
}
