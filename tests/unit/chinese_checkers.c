/*
 * chinese_checkers.c - the rules against a second, slow generator, and the laws of values,
 * hashes, ends and texts.
 *
 * The slow side knows only cube coordinates and a list of pegs; it shares the numbering of
 * cells (by row and place) with the game, nothing else.
 */
#include "games/chinese_checkers/chinese_checkers.h"
#include "src/core/family.h"
#include "src/core/scene.h"
#include "tests/unit/play_text.h"

static const struct game_ops *const ops = &chinese_checkers_game;

/* Every variant worth walking through. */
static const struct variant {
	int seats;
	const char *options;
	int cells, pegs;
} variants[] = {
	{ 2, "", 121, 10 },
	{ 3, "", 121, 10 },
	{ 4, "", 121, 10 },
	{ 6, "", 121, 10 },
	{ 2, "size=3", 73, 6 },
	{ 3, "size=3", 73, 6 },
	{ 4, "size=3", 73, 6 },
	{ 6, "size=3", 73, 6 },
	{ 2, "size=2", 37, 3 },
	{ 3, "size=2", 37, 3 },
	{ 4, "size=2", 37, 3 },
	{ 6, "size=2", 37, 3 },
	{ 2, "pegs=fifteen", 121, 15 },
	{ 3, "blocking=off", 121, 10 },
};
#define VARIANTS ((int)(sizeof variants / sizeof *variants))

/* ---- the slow generator --------------------------------------------------------------- */

struct cube {
	int x, y, z;
};

static int
slow_cells(int n, struct cube *at)
{
	int count = 0;
	for (int z = -2 * n; z <= 2 * n; z++)
		for (int x = -2 * n; x <= 2 * n; x++) {
			int y = -x - z;
			if ((x >= -n && y >= -n && z >= -n) ||
			    (x <= n && y <= n && z <= n))
				at[count++] = (struct cube){ x, y, z };
		}
	return count;
}

static int
slow_find(const struct cube *at, int cells, int x, int y, int z)
{
	for (int c = 0; c < cells; c++)
		if (at[c].x == x && at[c].y == y && at[c].z == z)
			return c;
	return -1;
}

static const struct cube ways[6] = {
	{ 1, -1, 0 }, { 1, 0, -1 }, { 0, 1, -1 },
	{ -1, 1, 0 }, { -1, 0, 1 }, { 0, -1, 1 },
};

static void
slow_hops(const struct cube *at, int cells, const int *board, int start_cell, int cell,
	  bool *seen)
{
	for (int d = 0; d < 6; d++) {
		struct cube p = at[cell], w = ways[d];
		int over = slow_find(at, cells, p.x + w.x, p.y + w.y, p.z + w.z);
		int land =
			slow_find(at, cells, p.x + 2 * w.x, p.y + 2 * w.y, p.z + 2 * w.z);
		if (over < 0 || land < 0 || board[over] < 0 || over == start_cell)
			continue;
		if (seen[land] || (board[land] >= 0 && land != start_cell))
			continue;
		seen[land] = true;
		slow_hops(at, cells, board, start_cell, land, seen);
	}
}

/* Marks to[from * 128 + to] for every move of a seat; returns how many. */
static int
slow_moves(const struct game *g, const struct state *s, int seat, bool *legal)
{
	struct cube at[HEX_CELLS];
	int board[HEX_CELLS], total = 0;
	int cells = slow_cells((int)options_int(&g->variant, "size"), at);
	memset(legal, 0, 128 * 128);
	for (int c = 0; c < cells; c++)
		board[c] = chinese_checkers_at(g, s, c);
	for (int c = 0; c < cells; c++) {
		bool *to = legal + c * 128;
		if (board[c] != seat)
			continue;
		slow_hops(at, cells, board, c, c, to);
		for (int d = 0; d < 6; d++) {
			struct cube p = at[c], w = ways[d];
			int step = slow_find(at, cells, p.x + w.x, p.y + w.y, p.z + w.z);
			if (step >= 0 && board[step] < 0)
				to[step] = true;
		}
		to[c] = false;
		for (int t = 0; t < cells; t++)
			total += to[t];
	}
	return total;
}

static void
same_moves(const struct game *g, const struct state *s)
{
	static bool legal[128 * 128];
	move list[MOVES_MAX];
	int seat = game_mover(g, s), n = g->rules->moves(g, s, seat, list);
	int expected = slow_moves(g, s, seat, legal);
	if (expected == 0) {
		assert_int_equal(n, 1);
		assert_int_equal(list[0], CC_PASS);
		return;
	}
	assert_int_equal(n, expected);
	for (int i = 0; i < n; i++) {
		bool *is = &legal[chinese_checkers_from(list[i]) * 128 +
				  chinese_checkers_to(list[i])];
		assert_true(*is);
		*is = false; /* each move once */
	}
}

/* ---- walking -------------------------------------------------------------------------- */

/* Calls f on states of games that mix random and forward play, to the end. */
static void
walk(const struct variant *v, uint64_t seed, int games, int every, state_visit *f)
{
	struct game g;
	open_game(&g, ops, v->seats, v->options);
	walk_games(&g, seed, games, every, 4, f);
}

/* ---- moves ---------------------------------------------------------------------------- */

static void
perft_matches_the_table(void **unused)
{
	assert_perft_table(ops, "tests/data/chinese_checkers_perft.json", 2);
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
	for (int k = 0; k < VARIANTS; k++)
		walk(&variants[k], 100 + (uint64_t)k, 2, 7, visit_moves);
}

/* Neighbours in the direction of a hop: two cells apart with a peg between. */
static bool
is_hop(const struct game *g, const struct state *s, int from, int to, int start_cell)
{
	const struct hexgrid *h = chinese_checkers_grid(g);
	for (int d = 0; d < HEX_DIRS; d++) {
		int over = h->step[from][d];
		if (h->hop[from][d] == to && over != start_cell)
			return chinese_checkers_at(g, s, over) != SEAT_NONE;
	}
	return false;
}

static void
visit_paths(const struct game *g, const struct state *s, struct rng *r)
{
	move list[MOVES_MAX];
	uint8_t path[HEX_CELLS];
	if (!g->rules->acting(g, s))
		return;
	int n = g->rules->moves(g, s, game_mover(g, s), list);
	for (int i = 0; i < n && list[i] != CC_PASS; i++) {
		int from = chinese_checkers_from(list[i]),
		    to = chinese_checkers_to(list[i]);
		int length = chinese_checkers_path(g, s, list[i], path);
		assert_true(length >= 2);
		assert_int_equal(path[0], from);
		assert_int_equal(path[length - 1], to);
		bool step = length == 2 &&
			    hexset_has(&chinese_checkers_grid(g)->near[from], to);
		for (int k = 1; k < length && !step; k++) {
			assert_true(is_hop(g, s, path[k - 1], path[k], from));
			assert_int_equal(chinese_checkers_at(g, s, path[k]), SEAT_NONE);
		}
		struct state child;
		uint8_t last[HEX_CELLS];
		g->rules->play(g, s, game_mover(g, s), list[i], &child);
		assert_int_equal(chinese_checkers_last_path(g, &child, last), length);
		assert_memory_equal(last, path, (size_t)length);
	}
}

static void
every_move_has_a_path_of_steps_or_hops(void **unused)
{
	for (int k = 0; k < VARIANTS; k++)
		walk(&variants[k], 200 + (uint64_t)k, 1, 9, visit_paths);
}

static void
impossible_moves_have_no_path(void **unused)
{
	struct game g;
	struct state s;
	uint8_t path[HEX_CELLS];
	open_game(&g, ops, 3, "");
	start_game(&g, &s);
	assert_int_equal(chinese_checkers_path(&g, &s, CC_PASS, path), 0);
	assert_int_equal(chinese_checkers_path(&g, &s, MOVE_NONE, path), 0);
	assert_int_equal(chinese_checkers_path(&g, &s, 120 << 8 | 0, path), 0);
	assert_int_equal(chinese_checkers_last_path(&g, &s, path), 0);
}

static void
uniform_playouts_reach_every_move(void **unused)
{
	struct game g;
	struct state s;
	struct rng r;
	static int seen[1 << 15];
	move list[MOVES_MAX];
	open_game(&g, ops, 3, "");
	rng_seed(&r, 5);
	start_game(&g, &s);
	g.fast->rollout(&g, &s, &r, 60, 1);
	int n = g.rules->moves(&g, &s, game_mover(&g, &s), list);
	memset(seen, 0, sizeof seen);
	for (int k = 0; k < 400 * n; k++) {
		struct state child = s;
		assert_int_equal(g.fast->rollout(&g, &child, &r, 1, 1), 1);
		const struct chinese_checkers *c = chinese_checkers_state(&child);
		seen[c->last_from << 8 | c->last_to]++;
	}
	for (int i = 0; i < n; i++)
		assert_in_range(seen[list[i]], 300, 500); /* 400, five sigma */
}

static void
visit_policy(const struct game *g, const struct state *s, struct rng *r)
{
	move list[MOVES_MAX];
	if (!g->rules->acting(g, s))
		return;
	int seat = game_mover(g, s), n = g->rules->moves(g, s, seat, list), i = 0;
	move m = g->knowledge->policy(g, s, seat, r);
	while (i < n && list[i] != m)
		i++;
	assert_true(i < n);
}

static void
the_quick_player_makes_legal_moves(void **unused)
{
	for (int k = 0; k < VARIANTS; k++)
		walk(&variants[k], 300 + (uint64_t)k, 2, 1, visit_policy);
}

static void
the_quick_player_fills_camps(void **unused)
{
	for (int k = 0; k < VARIANTS; k++) {
		struct game g;
		struct rng r;
		int filled = 0;
		open_game(&g, ops, variants[k].seats, variants[k].options);
		rng_seed(&r, 17);
		for (int game = 0; game < 40; game++) {
			struct state s;
			start_game(&g, &s);
			g.fast->rollout(&g, &s, &r, INT32_MAX, 0);
			filled += chinese_checkers_state(&s)->end == RANKED_WON;
		}
		assert_true(filled >= 30);
	}
}

/* ---- the race alone --------------------------------------------------------------------- */

#define ALONE 6000 /* positions of three pegs that are kept */

/* The fewest moves in a row that bring a seat home, by trying all, breadth first; -1: more than `most`. */
static int
fewest_moves(const struct game *g, const struct state *from, int seat, int most)
{
	static struct state at[ALONE];
	static uint64_t key[ALONE];
	move list[MOVES_MAX];
	int begin = 0, count = 1;
	at[0] = *from;
	key[0] = g->rules->hash(g, from);
	for (int moves = 1; moves <= most; moves++)
		for (const int end = count; begin < end; begin++) {
			const int n = g->rules->moves(g, &at[begin], seat, list);
			for (int i = 0; i < n; i++) {
				struct state next;
				g->rules->play(g, &at[begin], seat, list[i], &next);
				if (chinese_checkers_state(&next)->winner == seat)
					return moves;
				g->turns->give_turn(g, &next, seat, &next);
				const uint64_t k = g->rules->hash(g, &next);
				int same = 0;
				while (same < count && key[same] != k)
					same++;
				if (same < count || g->rules->settled(g, &next))
					continue;
				assert_true(count < ALONE);
				at[count] = next;
				key[count++] = k;
			}
		}
	return -1;
}

/* The moves of a way home, one after the other, end the game for the seat. Returns how many. */
static int
follow_home(const struct game *g, const struct state *from, int seat)
{
	move line[RACE_MOVES], list[MOVES_MAX];
	struct state s = *from;
	const int moves = g->race->finish(g, from, seat, line);
	for (int k = 0; k < moves; k++) {
		const int n = g->rules->moves(g, &s, seat, list);
		int at = 0;
		while (at < n && list[at] != line[k])
			at++;
		assert_true(at < n);
		g->rules->play(g, &s, seat, line[k], &s);
		assert_int_equal(chinese_checkers_state(&s)->winner == seat,
				 k == moves - 1);
		g->turns->give_turn(g, &s, seat, &s);
	}
	return moves;
}

/* With three pegs no way is shorter than the one that is found; with ten it leads home. */
static void
nobody_gets_home_sooner(void **unused)
{
	for (int k = 0; k < VARIANTS; k++) {
		struct game g;
		struct rng r;
		int found = 0;
		open_game(&g, ops, variants[k].seats, variants[k].options);
		rng_seed(&r, 23);
		for (int game = 0; game < 6; game++) {
			struct state s;
			start_game(&g, &s);
			assert_int_equal(follow_home(&g, &s, 0), 0);
			while (!g.rules->settled(&g, &s)) {
				const int seat = game_mover(&g, &s);
				const int moves = follow_home(&g, &s, seat);
				if (moves > 0 && variants[k].pegs == 3)
					assert_int_equal(fewest_moves(&g, &s, seat,
								      moves),
							 moves);
				found += moves > 0;
				g.fast->rollout(&g, &s, &r, 1, 0);
			}
		}
		assert_true(found > 0 ||
			    variants[k].seats >
				    3); /* beside a neighbour nobody is alone */
	}
}

/* ---- starts, camps and ends ----------------------------------------------------------- */

static void
starts_have_full_homes_and_equal_distances(void **unused)
{
	for (int k = 0; k < VARIANTS; k++) {
		const struct variant *v = &variants[k];
		struct game g;
		struct state s;
		open_game(&g, ops, v->seats, v->options);
		start_game(&g, &s);
		const struct chinese_checkers *c = chinese_checkers_state(&s);
		assert_int_equal(chinese_checkers_grid(&g)->cells, v->cells);
		assert_int_equal(hexset_count(&c->all), v->pegs * v->seats);
		assert_int_equal(game_progress(&g, &s), 0);
		for (int seat = 0; seat < v->seats; seat++) {
			assert_int_equal(hexset_count(&c->pegs[seat]), v->pegs);
			assert_int_equal(c->steps[seat], c->steps[0]);
			assert_int_equal(c->effort[seat], c->effort[0]);
		}
	}
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "pegs=fifteen");
	start_game(&g, &s);
	assert_int_equal(chinese_checkers_state(&s)->steps[0], 160);
	open_game(&g, ops, 2, "");
	start_game(&g, &s);
	assert_int_equal(chinese_checkers_state(&s)->steps[0], 120);
	assert_int_equal(chinese_checkers_at(&g, &s, 120), 0); /* seat 0 at the bottom */
}

static void
impossible_variants_are_refused(void **unused)
{
	static const struct {
		int seats;
		const char *key, *value;
	} bad[] = { { 3, "pegs", "fifteen" }, { 5, "size", "4" }, { 7, "size", "4" } };
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
		struct game g;
		struct status st = { 0 };
		struct options o;
		options_init(&o, ops->options);
		assert_true(options_set(&o, bad[k].key, bad[k].value, &st));
		assert_false(game_init(&g, ops, bad[k].seats, &o, &st));
		assert_true(st.text[0] != '\0');
	}
}

/* Red sits on a1 and b1; c4 to b2 fills its camp. */
static const char near_end[] = "R/R1/3R3/6/5/6/BBB4/2/1 R 40";

static void
filling_the_camp_wins(void **unused)
{
	struct game g;
	struct state s, before;
	int32_t value[SEATS_MAX], points[SEATS_MAX];
	char text[100];
	open_game(&g, ops, 2, "size=2");
	read_position(&g, near_end, &s);
	assert_true(g.rules->acting(&g, &s) == 1);
	before = s;
	play_word(&g, &s, "c4-b2");
	assert_true(g.rules->acting(&g, &s) == 0);
	assert_true(g.rules->settled(&g, &s));
	assert_int_equal(chinese_checkers_state(&s)->winner, 0);
	g.rules->points(&g, &s, points);
	g.knowledge->evaluate(&g, &s, value);
	assert_int_equal(points[0], 2);
	assert_int_equal(points[1], 0);
	assert_int_equal(value[0], 2 * CC_HALF);
	assert_int_equal(value[1], 0);
	assert_int_equal(game_progress(&g, &s), 1000);
	game_event(&g, &before, 0, 0, &s, text, sizeof text);
	assert_string_equal(text, "Red fills its camp and wins");
	g.view->headline(&g, &s, SEAT_ALL, text, sizeof text);
	assert_string_equal(text, "after ply 41  Red has won");
}

/* A blue peg has stayed at home in Red's target. */
static void
a_blocker_does_not_save_its_camp(void **unused)
{
	static const char position[] = "B/R1/3R3/6/5/6/BB5/1R/1 R 40";
	struct game on, off;
	struct state s;
	open_game(&on, ops, 2, "size=2 blocking=on");
	read_position(&on, position, &s);
	play_word(&on, &s, "c4-b2");
	assert_int_equal(chinese_checkers_state(&s)->winner, 0);

	open_game(&off, ops, 2, "size=2 blocking=off");
	read_position(&off, position, &s);
	play_word(&off, &s, "c4-b2");
	assert_int_equal(chinese_checkers_state(&s)->end, RANKED_RUNNING);
	read_position(&off, near_end, &s);
	play_word(&off, &s, "c4-b2");
	assert_int_equal(chinese_checkers_state(&s)->winner, 0);
}

/* Only Blue's pegs in a camp do not win it for Red; Blue's move may fill it for Red. */
static void
a_camp_needs_a_peg_of_its_own(void **unused)
{
	struct game g;
	struct state s, before;
	char text[100];
	open_game(&g, ops, 2, "size=2 blocking=on");
	read_position(&g, "B/B1/3B3/6/5/6/7/RR/R B 40", &s);
	play_word(&g, &s, "c4-b2");
	assert_int_equal(chinese_checkers_state(&s)->end, RANKED_RUNNING);
	read_position(&g, "R/B1/3B3/6/5/6/B6/R1/R B 40", &s);
	assert_int_equal(chinese_checkers_state(&s)->end, RANKED_RUNNING);
	before = s;
	play_word(&g, &s, "c4-b2");
	assert_int_equal(chinese_checkers_state(&s)->end, RANKED_WON);
	assert_int_equal(chinese_checkers_state(&s)->winner, 0);
	game_event(&g, &before, 1, 0, &s, text, sizeof text);
	assert_string_equal(text, "Blue fills the camp of Red, which wins");
}

/* Points of a finished game, worked out the long way. */
static void
check_points(const struct game *g, const struct state *s)
{
	const struct chinese_checkers *c = chinese_checkers_state(s);
	int32_t points[SEATS_MAX], value[SEATS_MAX], sum = 0;
	g->rules->points(g, s, points);
	g->knowledge->evaluate(g, s, value);
	for (int i = 0; i < g->seats; i++) {
		int ahead = 0, level = 0;
		for (int j = 0; j < g->seats; j++) {
			bool beats = i == c->winner ||
				     (j != c->winner && c->steps[i] < c->steps[j]);
			bool beaten = j == c->winner ||
				      (i != c->winner && c->steps[j] < c->steps[i]);
			ahead += j != i && beats;
			level += j != i && !beats && !beaten;
		}
		assert_int_equal(points[i], 2 * ahead + level);
		assert_int_equal(value[i], CC_HALF * points[i]);
		sum += points[i];
	}
	assert_int_equal(sum, g->seats * (g->seats - 1));
}

static void
losers_are_ranked_by_distance(void **unused)
{
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX];
	open_game(&g, ops, 3, "size=2");
	read_position(&g, "R/R1/3R3/6/BBB2/6/GG5/1G/1 R 40", &s);
	play_word(&g, &s, "c4-b2");
	const struct chinese_checkers *c = chinese_checkers_state(&s);
	assert_true(c->steps[2] < c->steps[1]);
	check_points(&g, &s);
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], 4);
	assert_int_equal(points[1], 0);
	assert_int_equal(points[2], 2);
}

/* The values are what has been gone of the way that is there at the start. */
static void
steps_may_be_the_points(void **unused)
{
	struct game g;
	struct state s;
	struct bounds b;
	int32_t points[SEATS_MAX], value[SEATS_MAX];
	open_game(&g, ops, 3, "size=2 score=steps");
	start_game(&g, &s);
	const int way = chinese_checkers_state(&s)->steps[0];
	g.knowledge->evaluate(&g, &s, value);
	g.knowledge->bounds(&g, &s, &b);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(value[i], 0);
		assert_int_equal(b.high[i], CC_HALF * way);
	}
	read_position(&g, "R/R1/3R3/6/BBB2/6/GG5/1G/1 R 40", &s);
	g.knowledge->evaluate(&g, &s, value);
	assert_int_equal(value[0], CC_HALF * (way - 1));
	play_word(&g, &s, "c4-b2");
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], way);
	assert_int_equal(points[1], way - chinese_checkers_state(&s)->steps[1]);
	assert_true(points[1] < points[2] && points[2] < way);
}

static void
the_turn_limit_ranks_by_distance(void **unused)
{
	for (int k = 0; k < VARIANTS; k++) {
		struct game g;
		struct rng r;
		struct state s;
		char options[80];
		snprintf(options, sizeof options, "%s max_turns=10", variants[k].options);
		open_game(&g, ops, variants[k].seats, options);
		rng_seed(&r, 3);
		start_game(&g, &s);
		g.fast->rollout(&g, &s, &r, INT32_MAX, 1);
		const struct chinese_checkers *c = chinese_checkers_state(&s);
		assert_true(c->ply <= 10 * g.seats);
		if (c->end == RANKED_LENGTH)
			assert_int_equal(c->ply, 10 * g.seats);
		assert_true(g.rules->acting(&g, &s) == 0);
		check_points(&g, &s);
	}
}

/* Every seat steps out and back; the start is there again after each round trip. */
static void
a_third_repetition_ends_the_game(void **unused)
{
	for (int k = 0; k < VARIANTS; k++) {
		struct game g;
		struct state s;
		move first[SEATS_MAX];
		int seats = variants[k].seats;
		open_game(&g, ops, seats, variants[k].options);
		start_game(&g, &s);
		uint64_t key = g.rules->hash(&g, &s);
		for (int ply = 0; ply < 4 * seats; ply++) {
			move list[MOVES_MAX], m;
			int seat = ply % seats;
			assert_true(g.rules->acting(&g, &s) == (seat_set)1 << seat);
			g.rules->moves(&g, &s, seat, list);
			m = first[seat] >> 8 | (first[seat] & 255) << 8;
			if (ply / seats % 2 == 0)
				m = first[seat] = list[0];
			g.rules->play(&g, &s, seat, m, &s);
			if (ply + 1 == 2 * seats)
				assert_true(g.rules->hash(&g, &s) == key);
		}
		assert_int_equal(chinese_checkers_state(&s)->end, RANKED_REPETITION);
		assert_true(g.rules->acting(&g, &s) == 0);
		assert_true(g.rules->hash(&g, &s) != key);
		check_points(&g, &s);
	}
}

static void
a_seat_without_a_move_passes(void **unused)
{
	struct game g;
	struct state s;
	struct status st = { 0 };
	struct rng r;
	move list[MOVES_MAX], m;
	char text[64];
	open_game(&g, ops, 4, "size=2");
	rng_seed(&r, 1);
	read_position(&g, "1/2/7/6/YY3/1BBBG1/2GGY2/RR/R R 40", &s);
	assert_int_equal(g.rules->moves(&g, &s, 0, list), 1);
	assert_int_equal(list[0], CC_PASS);
	assert_int_equal(g.knowledge->policy(&g, &s, 0, &r), CC_PASS);
	same_moves(&g, &s);
	g.text->format_move(&g, &s, 0, CC_PASS, text, sizeof text);
	assert_string_equal(text, "pass");
	struct state child = s;
	play_word(&g, &child, " pass ");
	assert_int_equal(game_mover(&g, &child), 1);
	assert_int_equal(chinese_checkers_state(&child)->ply, 41);
	game_event(&g, &s, 0, CC_PASS, &child, text, sizeof text);
	assert_string_equal(text, "Red has no move and passes");
	child = s;
	assert_int_equal(g.fast->rollout(&g, &child, &r, 1, 1), 1);
	assert_int_equal(game_mover(&g, &child), 1);
	/* and only then */
	start_game(&g, &s);
	assert_false(game_parse_move(&g, &s, 0, "pass", &m, &st));
}

/* ---- values and keys ------------------------------------------------------------------ */

static void
visit_values(const struct game *g, const struct state *s, struct rng *r)
{
	int32_t value[SEATS_MAX], sum = 0;
	struct bounds b;
	g->knowledge->evaluate(g, s, value);
	g->knowledge->bounds(g, s, &b);
	for (int i = 0; i < g->seats; i++) {
		assert_in_range(value[i], b.low[i], b.high[i]);
		if (!g->rules->settled(g, s))
			assert_in_range(value[i], b.low[i] + 1, b.high[i] - 1);
		sum += value[i];
	}
	assert_int_equal(sum, b.maxsum);
	if (g->rules->settled(g, s))
		check_points(g, s);
	int progress = game_progress(g, s);
	assert_in_range(progress, 0, g->rules->settled(g, s) ? 1000 : 999);
}

static void
values_are_bounded_and_sum_to_the_constant(void **unused)
{
	for (int k = 0; k < VARIANTS; k++)
		walk(&variants[k], 400 + (uint64_t)k, 10, 1, visit_values);
}

/* A move that order() likes and that is nearer the tip never lowers the mover's value. */
static void
visit_progress(const struct game *g, const struct state *s, struct rng *r)
{
	move list[MOVES_MAX];
	int32_t score[MOVES_MAX], before[SEATS_MAX], after[SEATS_MAX];
	if (!g->rules->acting(g, s))
		return;
	int seat = game_mover(g, s), n = g->rules->moves(g, s, seat, list);
	g->knowledge->order(g, s, seat, list, n, score);
	g->knowledge->evaluate(g, s, before);
	for (int i = 0; i < n; i++) {
		struct state child;
		g->rules->play(g, s, seat, list[i], &child);
		if (g->rules->settled(g, &child))
			continue;
		g->knowledge->evaluate(g, &child, after);
		int steps = chinese_checkers_state(s)->steps[seat] -
			    chinese_checkers_state(&child)->steps[seat];
		if (score[i] > 0 && steps >= 0)
			assert_true(after[seat] >= before[seat]);
		if (score[i] < 0 && steps <= 0)
			assert_true(after[seat] <= before[seat]);
	}
}

static void
progress_raises_the_value(void **unused)
{
	for (int k = 0; k < VARIANTS; k++)
		walk(&variants[k], 500 + (uint64_t)k, 2, 5, visit_progress);
}

static void
visit_recompute(const struct game *g, const struct state *s, struct rng *r)
{
	struct state again = *s;
	struct cube at[HEX_CELLS];
	int size = (int)options_int(&g->variant, "size");
	chinese_checkers_recompute(g, &again);
	assert_memory_equal(&again, s, g->ops->state_size);
	assert_true(g->rules->hash(g, &again) == g->rules->hash(g, s));
	slow_cells(size, at);
	/* Remaining distance of seat 0, whose target is at the top. */
	int pegs = 0, steps = 0, full = 0;
	for (int c = 0; c < chinese_checkers_grid(g)->cells; c++) {
		int dx = abs(at[c].x - at[0].x), dy = abs(at[c].y - at[0].y);
		int dz = abs(at[c].z - at[0].z);
		if (chinese_checkers_at(g, s, c) == 0) {
			steps += (dx + dy + dz) / 2;
			pegs++;
		}
	}
	for (int row = 0, left = pegs; left > 0; left -= ++row)
		full += row * (row + 1);
	assert_int_equal(chinese_checkers_state(s)->steps[0], steps - full);
}

static void
incremental_state_equals_a_fresh_count(void **unused)
{
	for (int k = 0; k < VARIANTS; k++)
		walk(&variants[k], 600 + (uint64_t)k, 3, 3, visit_recompute);
}

static void
the_hash_knows_the_ply_near_the_limit_only(void **unused)
{
	struct game g;
	struct state a, b;
	open_game(&g, ops, 2, "size=2");
	read_position(&g, "R/1R/3R3/6/5/6/BBB4/2/1 R 40", &a);
	read_position(&g, "R/1R/3R3/6/5/6/BBB4/2/1 R 80", &b);
	assert_true(g.rules->hash(&g, &a) == g.rules->hash(&g, &b));
	read_position(&g, "R/1R/3R3/6/5/6/BBB4/2/1 B 40", &b);
	assert_true(g.rules->hash(&g, &a) != g.rules->hash(&g, &b));
	read_position(&g, "R/1R/3R3/6/5/6/BBB4/2/1 R 380", &a);
	read_position(&g, "R/1R/3R3/6/5/6/BBB4/2/1 R 382", &b);
	assert_true(g.rules->hash(&g, &a) != g.rules->hash(&g, &b));
}

/* ---- texts ---------------------------------------------------------------------------- */

static void
visit_texts(const struct game *g, const struct state *s, struct rng *r)
{
	char text[POSITION_TEXT], again[POSITION_TEXT];
	struct state back;
	int32_t value[SEATS_MAX], value_back[SEATS_MAX];
	g->text->format_position(g, s, text, sizeof text);
	read_position(g, text, &back);
	g->text->format_position(g, &back, again, sizeof again);
	assert_string_equal(text, again);
	assert_true(g->rules->hash(g, s) == g->rules->hash(g, &back));
	assert_true(g->rules->acting(g, s) == g->rules->acting(g, &back));
	g->knowledge->evaluate(g, s, value);
	g->knowledge->evaluate(g, &back, value_back);
	assert_memory_equal(value, value_back, sizeof *value * (size_t)g->seats);
	if (!g->rules->acting(g, s))
		return;
	move list[MOVES_MAX], other[MOVES_MAX], m;
	int seat = game_mover(g, s), n = g->rules->moves(g, s, seat, list);
	assert_int_equal(g->rules->moves(g, &back, seat, other), n);
	assert_memory_equal(list, other, (size_t)n * sizeof *list);
	for (int i = 0; i < n; i++) {
		struct status st = { 0 };
		g->text->format_move(g, s, seat, list[i], text, MOVE_TEXT);
		assert_true(game_parse_move(g, s, seat, text, &m, &st));
		assert_int_equal(m, list[i]);
	}
}

static void
texts_read_back_to_the_same(void **unused)
{
	for (int k = 0; k < VARIANTS; k++)
		walk(&variants[k], 700 + (uint64_t)k, 1, 5, visit_texts);
}

static void
moves_may_be_typed_in_several_ways(void **unused)
{
	static const char *const good[] = { "o1-m5", "o1m5",   "o1 m5",	   " O1 - M5 ",
					    "o1>m5", "o1->m5", "o1-k4-m5", "o1,m5" };
	static const char *const bad[] = { "",	    "o1",    "o1-",	"o1-o1",  "o1-z9",
					   "a1-b1", "o1-a1", "o1-m5 x", "o1-m99", "pass",
					   "-",	    "o0-m5", "o1-m5-e5" };
	struct game g;
	struct state s;
	move m, expected = 0;
	open_game(&g, ops, 2, "");
	start_game(&g, &s);
	for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
		struct status st = { 0 };
		if (!game_parse_move(&g, &s, 0, good[k], &m, &st))
			fail_msg("%s: %s", good[k], st.text);
		if (k == 0)
			expected = m;
		assert_int_equal(m, expected);
	}
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
		struct status st = { 0 };
		if (game_parse_move(&g, &s, 0, bad[k], &m, &st))
			fail_msg("'%s' was read as a move", bad[k]);
		assert_true(st.text[0] && !strchr(st.text, '\n'));
	}
}

static void
bad_positions_are_refused_with_a_sentence(void **unused)
{
	static const char *const bad[] = {
		"",
		"R",
		"R/R1/3R3/6/5/6/BBB4/2/1",
		"R/R1/3R3/6/5/6/BBB4/2/1 ",
		"R/R1/3R3/6/5/6/BBB4/2/1 G 4",
		"R/R1/3R3/6/5/6/BBB4/2/1 RR 4",
		"R/R1/3R3/6/5/6/BBB4/2/1 R 999999999999999",
		"R/R1/3R3/6/5/6/BBB4/2/1 R 4 7",
		"R/R1/3R3/6/5/6/BBB4/2/1 R x",
		"R/R1/3R3/6/5/6/BBB4/2/1/1 R 4",
		"R/R1/3R3/6/5/6/BBB4/2 R 4",
		"R/R1/3R3/6/5/6/BBB5/2/1 R 4",
		"R/R1/3R3/6/5/6/BBB3/2/1 R 4",
		"R/R1/3R3/6/5/6/BBB99999999999999999999/2/1 R 4",
		"R/R1/7/6/5/6/BBB4/2/1 R 4",
		"R/R1/2RR3/6/5/6/BBB4/2/1 R 4",
		"R/R1/3Q3/6/5/6/BBB4/2/1 R 4",
	};
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "size=2");
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
		struct status st = { 0 };
		if (g.text->parse_position(&g, bad[k], &s, &st))
			fail_msg("'%s' was read as a position", bad[k]);
		assert_true(st.text[0] && !strchr(st.text, '\n'));
	}
	read_position(&g, "r/r./...r.../6/5/6/bbb4/2/1 r", &s); /* a gentle reader */
	assert_int_equal(chinese_checkers_state(&s)->ply, 0);
}

static void
damaged_texts_are_refused_or_read_whole(void **unused)
{
	struct rng r;
	rng_seed(&r, 11);
	for (int k = 0; k < 40000; k++) {
		struct game g;
		struct state s;
		struct status st = { 0 };
		char text[POSITION_TEXT];
		move m;
		open_game(&g, ops, variants[k % VARIANTS].seats,
			  variants[k % VARIANTS].options);
		start_game(&g, &s);
		g.text->format_position(&g, &s, text, sizeof text);
		uint32_t length = (uint32_t)strlen(text);
		for (uint32_t cuts = 1 + rng_below(&r, 4); cuts > 0; cuts--)
			text[rng_below(&r, length)] =
				rng_below(&r, 2)
					? "RBGYVO/. 0123456789"[rng_below(&r, 19)]
					: (char)rng_below(&r, 256);
		if (g.text->parse_position(&g, text, &s, &st))
			visit_texts(&g, &s, &r);
		else
			assert_true(st.text[0] != '\0');
		start_game(&g, &s);
		game_parse_move(&g, &s, 0, text + rng_below(&r, length), &m, NULL);
	}
}

/* ---- picture -------------------------------------------------------------------------- */

static void
visit_scene(const struct game *g, const struct state *s, struct rng *r)
{
	static struct scene sc;
	bool taken[64][64] = { { false } };
	move list[MOVES_MAX];
	const int seat = game_mover(g, s), all = chinese_checkers_grid(g)->cells;
	const int n = seat >= 0 ? g->rules->moves(g, s, seat, list) : 0;
	scene_clear(&sc);
	g->view->scene(g, s, SEAT_ALL, &sc);
	assert_true(sc.width <= 52 && sc.height <= 18);
	assert_int_equal(sc.cells, all + (n == 1 && list[0] == CC_PASS));
	for (int i = 0; i < sc.count; i++) {
		const struct scene_item *it = &sc.item[i];
		assert_in_range(it->x + it->beside_x, 0, sc.width - 1);
		assert_in_range(it->y, 0, sc.height - 1);
		if (i >= all)
			continue;
		assert_false(taken[it->y][it->x]);
		taken[it->y][it->x] = true;
		assert_int_equal(it->cell, i);
		assert_int_equal(it->seat, chinese_checkers_at(g, s, i));
	}
	for (int i = 0; i < n; i++) {
		int16_t cell[PATH_CELLS];
		const int length = g->view->path(g, s, seat, list[i], 0, cell);
		assert_int_equal(length, list[i] == CC_PASS ? 1 : 2);
		assert_int_equal(cell[0], list[i] == CC_PASS
						  ? all
						  : chinese_checkers_from(list[i]));
		assert_true(length < 2 || cell[1] == chinese_checkers_to(list[i]));
	}
}

static void
the_scene_shows_every_cell_and_move(void **unused)
{
	for (int k = 0; k < VARIANTS; k++)
		walk(&variants[k], 800 + (uint64_t)k, 1, 3, visit_scene);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(perft_matches_the_table),
		cmocka_unit_test(moves_equal_a_slow_generator),
		cmocka_unit_test(every_move_has_a_path_of_steps_or_hops),
		cmocka_unit_test(impossible_moves_have_no_path),
		cmocka_unit_test(uniform_playouts_reach_every_move),
		cmocka_unit_test(the_quick_player_makes_legal_moves),
		cmocka_unit_test(the_quick_player_fills_camps),
		cmocka_unit_test(nobody_gets_home_sooner),
		cmocka_unit_test(starts_have_full_homes_and_equal_distances),
		cmocka_unit_test(impossible_variants_are_refused),
		cmocka_unit_test(filling_the_camp_wins),
		cmocka_unit_test(a_blocker_does_not_save_its_camp),
		cmocka_unit_test(a_camp_needs_a_peg_of_its_own),
		cmocka_unit_test(losers_are_ranked_by_distance),
		cmocka_unit_test(steps_may_be_the_points),
		cmocka_unit_test(the_turn_limit_ranks_by_distance),
		cmocka_unit_test(a_third_repetition_ends_the_game),
		cmocka_unit_test(a_seat_without_a_move_passes),
		cmocka_unit_test(values_are_bounded_and_sum_to_the_constant),
		cmocka_unit_test(progress_raises_the_value),
		cmocka_unit_test(incremental_state_equals_a_fresh_count),
		cmocka_unit_test(the_hash_knows_the_ply_near_the_limit_only),
		cmocka_unit_test(texts_read_back_to_the_same),
		cmocka_unit_test(moves_may_be_typed_in_several_ways),
		cmocka_unit_test(bad_positions_are_refused_with_a_sentence),
		cmocka_unit_test(damaged_texts_are_refused_or_read_whole),
		cmocka_unit_test(the_scene_shows_every_cell_and_move),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
