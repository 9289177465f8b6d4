/*
 * awari.c - the rules against a second, slow implementation, their traps one by one, repetition,
 * values, texts.
 *
 * The slow side sows seed by seed into an array of twelve numbers and knows nothing of words with
 * a byte for each house.
 */
#include "games/awari/awari.h"
#include "src/core/past.h"
#include "src/core/scene.h"
#include "tests/unit/play_text.h"

static const struct game_ops *const ops = &awari_game;

enum { AWARI, OWARE, PAPER };
static const char *const rules_names[] = { "rules=awari", "rules=oware", "rules=paper" };
#define RULES ((int)(sizeof rules_names / sizeof *rules_names))

/* ---- the slow rules ------------------------------------------------------------------- */

struct slow {
	int seeds[12], store[2], mover;
};

static void
slow_read(const struct state *s, struct slow *b)
{
	const struct awari *a = awari_state(s);
	*b = (struct slow){ .store = { a->store[0], a->store[1] }, .mover = a->mover };
	for (int house = 0; house < 12; house++)
		b->seeds[house] = awari_seeds_in(a, house);
}

static int
slow_side(const struct slow *b, int seat)
{
	int sum = 0;
	for (int house = 6 * seat; house < 6 * seat + 6; house++)
		sum += b->seeds[house];
	return sum;
}

/* Sows a house of the mover; the turn goes on. */
static void
slow_sow(struct slow *b, int house, int rules)
{
	const int other = 1 - b->mover;
	int hand = b->seeds[house], at = house, captured = 0;
	b->seeds[house] = 0;
	while (hand > 0) {
		at = at == 11 ? 0 : at + 1;
		if (at == house)
			continue;
		b->seeds[at]++;
		hand--;
	}
	const struct slow before = *b;
	while (at / 6 == other && (b->seeds[at] == 2 || b->seeds[at] == 3)) {
		captured += b->seeds[at];
		b->seeds[at] = 0;
		if (at == 0)
			break;
		at--;
	}
	if (rules == OWARE && captured > 0 && slow_side(b, other) == 0)
		*b = before;
	else
		b->store[b->mover] += captured;
	b->mover = other;
}

static bool
slow_feeds(const struct slow *b, int house, int rules)
{
	struct slow child = *b;
	slow_sow(&child, house, rules);
	return slow_side(&child, child.mover) > 0;
}

/* Houses that may be played, in order; returns how many. */
static int
slow_moves(const struct slow *b, int rules, int *out)
{
	const int from = 6 * b->mover;
	int feeding = 0, n = 0;
	bool hungry = slow_side(b, 1 - b->mover) == 0;
	for (int house = from; house < from + 6; house++)
		feeding += b->seeds[house] > 0 && slow_feeds(b, house, rules);
	for (int house = from; house < from + 6; house++) {
		if (b->seeds[house] == 0)
			continue;
		const bool feeds = slow_feeds(b, house, rules);
		/* Where nothing can feed, a hungry side ends the game; a side that is not is
		 * captured whole by every move. */
		if (feeds || (rules == AWARI && feeding == 0 && !hungry))
			out[n++] = house;
	}
	return n;
}

static void
same_as_slow(const struct game *g, const struct state *s, int rules)
{
	struct slow b;
	move list[MOVES_MAX];
	int expected[6];
	slow_read(s, &b);
	if (g->rules->acting(g, s) == 0)
		return;
	const int n = slow_moves(&b, rules, expected);
	const int got = g->rules->moves(g, s, b.mover, list);
	assert_int_equal(got, n > 0 ? n : 1);
	if (n == 0) {
		assert_int_equal(rules, PAPER);
		assert_int_equal(list[0], AWARI_PASS);
	}
	for (int i = 0; i < n; i++) {
		struct slow child = b, seen;
		struct state to = { 0 };
		assert_int_equal(list[i], expected[i]);
		slow_sow(&child, expected[i], rules);
		g->rules->play(g, s, b.mover, list[i], &to);
		slow_read(&to, &seen);
		assert_memory_equal(&seen, &child, sizeof child);
	}
}

/* The margin of South that the rules give a position in which the game is over. */
static int
slow_margin(const struct slow *b, int rules, int end)
{
	const int stores = b->store[0] - b->store[1];
	const int rows = slow_side(b, 0) - slow_side(b, 1);
	if (end == AWARI_NO_MOVE)
		return stores + rows;
	if (end == AWARI_REPETITION || end == AWARI_LENGTH)
		return rules == OWARE ? stores + rows : rules == AWARI ? stores : 0;
	return end == AWARI_STUCK ? 0 : stores;
}

static void
check_end(const struct game *g, const struct state *s, int rules)
{
	const struct awari *a = awari_state(s);
	struct slow b, turned;
	int list[6];
	int32_t points[SEATS_MAX];
	slow_read(s, &b);
	turned = b;
	turned.mover = 1 - b.mover;
	bool single = true;
	for (int house = 0; house < 12; house++)
		single = single && b.seeds[house] <= 1;
	const int n = slow_moves(&b, rules, list);
	assert_int_equal(a->end == AWARI_SINGLES, rules == PAPER && single);
	if (a->end == AWARI_NO_MOVE)
		assert_true(n == 0 && rules != PAPER);
	if (a->end == AWARI_STUCK)
		assert_true(n == 0 && slow_moves(&turned, rules, list) == 0 &&
			    rules == PAPER);
	if (a->end == AWARI_MAJORITY)
		assert_true(b.store[0] > 24 || b.store[1] > 24);
	g->rules->points(g, s, points);
	const int margin = slow_margin(&b, rules, a->end);
	assert_int_equal(points[0] - points[1], margin > 0 ? 2 : margin < 0 ? -2 : 0);
	assert_int_equal(points[0] + points[1], 2);
}

static void
moves_equal_a_slow_generator(void **unused)
{
	int ends[AWARI_LENGTH + 1] = { 0 };
	for (int rules = 0; rules < RULES; rules++) {
		struct game g;
		struct rng r;
		static struct past past;
		open_game(&g, ops, 2, rules_names[rules]);
		g.past = &past;
		rng_seed(&r, 5);
		for (int k = 0; k < 400; k++) {
			struct state s;
			start_game(&g, &s);
			while (g.rules->acting(&g, &s)) {
				const bool stray = rng_below(&r, 2) == 0;
				same_as_slow(&g, &s, rules);
				g.fast->rollout(&g, &s, &r, 1, stray);
			}
			check_end(&g, &s, rules);
			ends[awari_state(&s)->end]++;
		}
	}
	for (int end = AWARI_MAJORITY; end < AWARI_LENGTH; end++)
		if (end != AWARI_STUCK)
			assert_true(ends[end] > 0);
}

/* Few seeds, where rows run empty and all is captured at once. */
static void
moves_equal_a_slow_generator_in_endgames(void **unused)
{
	int passes = 0, all_taken = 0;
	for (int rules = 0; rules < RULES; rules++) {
		struct game g;
		struct rng r;
		open_game(&g, ops, 2, rules_names[rules]);
		rng_seed(&r, 6);
		for (int k = 0; k < 30000; k++) {
			struct state s = { 0 };
			char text[200] = "";
			int seeds[12] = { 0 }, n = 1 + (int)rng_below(&r, 14);
			for (int i = 0; i < n; i++)
				seeds[rng_below(&r, 12)]++;
			for (int i = 0; i < 12; i++)
				snprintf(text + strlen(text), sizeof text - strlen(text),
					 "%d-", seeds[i]);
			snprintf(text + strlen(text), sizeof text - strlen(text),
				 "%d-%d-%c", 24 - n / 2, 24 - (n + 1) / 2,
				 "SN"[rng_below(&r, 2)]);
			read_position(&g, text, &s);
			same_as_slow(&g, &s, rules);
			if (!g.rules->acting(&g, &s)) {
				check_end(&g, &s, rules);
				continue;
			}
			move list[MOVES_MAX];
			const int seat = game_mover(&g, &s);
			g.rules->moves(&g, &s, seat, list);
			passes += list[0] == AWARI_PASS;
			g.rules->play(&g, &s, seat, list[0], &s);
			all_taken += awari_state(&s)->row[!seat] == 0;
		}
	}
	assert_true(passes > 0 && all_taken > 0);
}

/* OpenSpiel's oware and the Awari.lud of Kowalski et al. have the same counts to depth 9: the
 * first difference is a grand slam later on. */
static void
perft_matches_the_table(void **unused)
{
	static const int64_t nodes[] = { 6, 36, 190, 1014, 5219, 27332, 139157, 711414 };
	for (int rules = 0; rules < RULES; rules++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 2, rules_names[rules]);
		start_game(&g, &s);
		for (size_t d = 0; d < sizeof nodes / sizeof *nodes; d++)
			assert_int_equal(perft(&g, &s, (int)d + 1), nodes[d]);
	}
}

/* ---- the traps ------------------------------------------------------------------------ */

static void
plays_to(const char *options, const char *from, const char *words, const char *to)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, options);
	read_position(&g, from, &s);
	play_words(&g, &s, words);
	assert_position(&g, &s, to);
}

static void
sowing_leaves_out_the_house_it_came_from(void **unused)
{
	plays_to("", "0-0-12-0-0-0-1-1-1-1-1-1-15-15-S", "C",
		 "1-1-0-2-1-1-2-2-2-2-2-2-15-15-N 1");
	plays_to("", "0-0-23-0-0-0-1-1-1-0-0-0-11-11-S", "C",
		 "2-2-0-3-2-2-3-3-3-2-2-2-11-11-N 1");
}

static void
twos_and_threes_are_captured_backwards(void **unused)
{
	/* d, c and b; a has four. */
	plays_to("", "0-0-0-0-0-4-3-1-2-1-1-0-18-18-S", "F",
		 "0-0-0-0-0-0-4-0-0-0-1-0-25-18-N 1");
	/* The chain ends at c, although b has two. */
	plays_to("", "0-0-0-0-0-4-1-1-3-1-1-0-18-19-S", "F",
		 "0-0-0-0-0-0-2-2-4-0-1-0-20-19-N 1");
	/* The own side is never captured. */
	plays_to("", "1-1-0-0-0-0-4-4-4-4-4-4-11-11-S", "A",
		 "0-2-0-0-0-0-4-4-4-4-4-4-11-11-N 1");
}

static void
a_grand_slam_depends_on_the_rules(void **unused)
{
#define SLAM "0-0-0-0-1-2-1-1-0-0-0-0-22-21-S"
	struct game g;
	struct state s;
	plays_to("rules=oware", SLAM, "F", "0-0-0-0-1-0-2-2-0-0-0-0-22-21-N 1");
	for (int rules = 0; rules < RULES; rules++) {
		open_game(&g, ops, 2, rules_names[rules]);
		read_position(&g, SLAM, &s);
		assert_legal(&g, &s, rules == OWARE ? "E F" : "E");
	}
	/* No other move: the Olympiads allow it, and the rest is South's. */
	open_game(&g, ops, 2, "rules=awari");
	read_position(&g, "0-0-0-0-0-3-1-1-1-0-0-0-21-21-S", &s);
	assert_legal(&g, &s, "F");
	play_word(&g, &s, "F");
	assert_position(&g, &s, "0-0-0-0-0-0-0-0-0-0-0-0-27-21-N 1");
	assert_int_equal(g.rules->acting(&g, &s), 0);
	/* The paper's seat passes. */
	open_game(&g, ops, 2, "rules=paper");
	read_position(&g, "0-0-0-0-0-3-1-1-1-0-0-0-21-21-S", &s);
	assert_legal(&g, &s, "pass");
	play_words(&g, &s, "pass c");
	assert_position(&g, &s, "0-0-0-0-0-3-1-1-0-1-0-0-21-21-S 2");
}

/* Seventeen seeds: every house of North gets two. */
static void
a_round_of_sowing_may_capture_all(void **unused)
{
	for (int rules = 0; rules < RULES; rules++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 2, rules_names[rules]);
		read_position(&g, "0-0-0-0-1-17-0-1-0-0-0-0-15-14-S", &s);
		assert_legal(&g, &s, rules == OWARE ? "E F" : "E");
	}
}

static void
a_side_without_seeds_is_fed(void **unused)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "");
	read_position(&g, "1-0-0-0-2-1-0-0-0-0-0-0-22-22-S", &s);
	assert_legal(&g, &s, "E F");
	/* It cannot be: South keeps what is left. */
	for (int rules = AWARI; rules <= OWARE; rules++) {
		int32_t points[SEATS_MAX];
		open_game(&g, ops, 2, rules_names[rules]);
		read_position(&g, "1-1-1-1-0-0-0-0-0-0-0-0-20-24-S", &s);
		assert_int_equal(awari_state(&s)->end, AWARI_NO_MOVE);
		g.rules->points(&g, &s, points);
		assert_int_equal(points[0], 1);
	}
}

static void
more_than_half_wins_at_once(void **unused)
{
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX];
	static const char *const near = "0-0-0-0-4-1-1-4-0-0-0-2-23-13-S";
	open_game(&g, ops, 2, "");
	read_position(&g, near, &s);
	play_word(&g, &s, "F");
	assert_int_equal(awari_state(&s)->end, AWARI_MAJORITY);
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], 2);
	/* Where seeds count it goes on. */
	open_game(&g, ops, 2, "score=seeds");
	read_position(&g, near, &s);
	play_word(&g, &s, "F");
	assert_int_equal(awari_state(&s)->end, AWARI_RUNNING);
	assert_legal(&g, &s, "b f");
}

/* Two seeds chase each other: all moves are forced, and twelve of them make a round. */
#define CHASE "f A a B b C c D d E e F"

static void
a_third_repetition_ends_the_game(void **unused)
{
	static const struct {
		const char *options;
		int margin;
	} cases[] = { { "rules=awari,score=seeds", 0 },
		      { "rules=oware,score=seeds", -2 } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game g;
		struct state s, read;
		static struct past past;
		int32_t points[SEATS_MAX];
		open_game(&g, ops, 2, cases[i].options);
		g.past = &past;
		read_position(&g, "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N", &s);
		play_words(&g, &s, CHASE);
		assert_position(&g, &s, "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N 12 again");
		read_position(&g, "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N 12 again", &read);
		assert_int_equal(awari_state(&read)->again, 1);
		assert_true(g.rules->hash(&g, &read) == g.rules->hash(&g, &s));
		play_words(&g, &s, "f A a B b C c D d E e");
		assert_int_equal(awari_state(&s)->end, AWARI_RUNNING);
		play_word(&g, &s, "F");
		assert_position(&g, &s, "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N 24 repetition");
		g.rules->points(&g, &s, points);
		assert_int_equal(points[0], cases[i].margin);
		assert_int_equal(points[1], -cases[i].margin);
	}
}

/* The positions before a capture had more seeds. */
static void
a_capture_makes_a_new_beginning(void **unused)
{
	struct game g;
	struct state s;
	static struct past past;
	open_game(&g, ops, 2, "");
	g.past = &past;
	read_position(&g, "0-0-0-0-0-0-1-0-0-0-0-1-23-23-N", &s);
	play_words(&g, &s, CHASE " f A");
	assert_int_equal(awari_state(&s)->again, 1);
	/* No capture is possible with two seeds; a house of three of the other side is. */
	read_position(&g, "0-0-0-0-0-1-2-0-0-0-0-3-21-21-S 5", &s);
	((struct awari *)s.bytes)->again = 1;
	play_word(&g, &s, "F");
	assert_int_equal(awari_state(&s)->taken, 3);
	assert_int_equal(awari_state(&s)->since, 6);
	assert_int_equal(awari_state(&s)->again, 0);
}

static void
the_turn_limit_ends_the_game(void **unused)
{
	static const struct {
		const char *options;
		int margin;
	} cases[] = {
		{ "rules=awari,score=seeds,max_turns=10", 4 },
		{ "rules=oware,score=seeds,max_turns=10", 2 },
		{ "rules=paper,score=seeds,max_turns=10", 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game g;
		struct state s;
		int32_t points[SEATS_MAX];
		open_game(&g, ops, 2, cases[i].options);
		read_position(&g, "2-1-0-0-0-0-5-0-0-0-0-0-22-18-S 19", &s);
		play_word(&g, &s, "A");
		assert_int_equal(awari_state(&s)->end, AWARI_LENGTH);
		g.rules->points(&g, &s, points);
		assert_int_equal(points[0], cases[i].margin);
		assert_int_equal(points[1], -cases[i].margin);
	}
}

static void
neither_seat_can_move(void **unused)
{
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX];
	open_game(&g, ops, 2, "rules=paper");
	read_position(&g, "2-0-0-0-0-0-0-0-0-0-0-0-26-20-S", &s);
	assert_int_equal(awari_state(&s)->end, AWARI_STUCK);
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], 1);
}

/* ---- values --------------------------------------------------------------------------- */

static void
check_value(const struct game *g, const struct state *s, struct rng *r)
{
	int32_t value[SEATS_MAX];
	struct bounds b;
	g->knowledge->evaluate(g, s, value);
	g->knowledge->bounds(g, s, &b);
	assert_int_equal(value[0] + value[1], b.maxsum);
	for (int seat = 0; seat < 2 && !g->rules->settled(g, s); seat++) {
		assert_true(value[seat] > b.low[seat]);
		assert_true(value[seat] < b.high[seat]);
	}
}

static void
an_estimate_is_never_taken_for_a_result(void **unused)
{
	static const char *const scores[] = { "score=win", "score=seeds" };
	for (int k = 0; k < 2 * RULES; k++) {
		struct game g;
		char options[60];
		snprintf(options, sizeof options, "%s,%s", rules_names[k / 2],
			 scores[k % 2]);
		open_game(&g, ops, 2, options);
		walk_games(&g, 3, 60, 1, 3, check_value);
	}
}

static void
seeds_captured_are_worth_most(void **unused)
{
	struct game g;
	struct state a, b;
	int32_t more[SEATS_MAX], fewer[SEATS_MAX];
	open_game(&g, ops, 2, "");
	read_position(&g, "2-2-2-2-2-2-2-2-2-2-2-2-13-11-S", &a);
	read_position(&g, "2-2-2-2-2-2-2-2-2-2-2-2-11-13-S", &b);
	g.knowledge->evaluate(&g, &a, more);
	g.knowledge->evaluate(&g, &b, fewer);
	assert_true(more[0] > fewer[0]);
	assert_int_equal(more[0], fewer[1]);
}

static void
ordering_puts_captures_first(void **unused)
{
	struct game g;
	struct state s;
	move list[MOVES_MAX];
	int32_t score[MOVES_MAX];
	open_game(&g, ops, 2, "");
	read_position(&g, "1-1-1-1-1-2-4-1-2-4-4-4-11-11-S", &s);
	const int n = g.rules->moves(&g, &s, 0, list);
	g.knowledge->order(&g, &s, 0, list, n, score);
	for (int i = 0; i < n; i++)
		assert_true(list[i] == 5 || score[i] < score[5]);
}

static void
playouts_in_one_go_are_those_move_by_move(void **unused)
{
	for (int rules = 0; rules < RULES; rules++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 2, rules_names[rules]);
		start_game(&g, &s);
		assert_playouts(&g, &s, 4000, 500, 4);
	}
}

/* ---- texts and the picture ------------------------------------------------------------ */

static void
moves_are_letters_of_either_size(void **unused)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "");
	start_game(&g, &s);
	assert_legal(&g, &s, "A B C D E F");
	play_words(&g, &s, "c C");
	assert_position(&g, &s, "5-4-0-5-5-5-5-4-0-5-5-5-0-0-S 2");
	assert_legal(&g, &s, "A B D E F");
}

static void
bad_moves_say_what_was_expected(void **unused)
{
	static const struct refused bad[] = {
		{ "", "A, B, D, E or F" },   { "C", "A, B, D, E or F" },
		{ "AB", "A, B, D, E or F" }, { "7", "A, B, D, E or F" },
		{ "pass", "expected A" },    { "A\xff", "expected A" },
	};
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "");
	start_game(&g, &s);
	play_words(&g, &s, "C c");
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
		assert_move_refused(&g, &s, 0, &bad[k]);
}

static void
bad_positions_say_what_was_expected(void **unused)
{
#define HOUSES "4-4-4-4-4-4-4-4-4-4-4-4-"
	static const struct refused bad[] = {
		{ "", "the seeds of 12 houses" },
		{ "4-4-4", "not '4'" },
		{ HOUSES "0", "2 stores" },
		{ HOUSES "0-0", "2 stores" },
		{ HOUSES "0-0-", "S or N" },
		{ HOUSES "0-0-X", "S or N" },
		{ HOUSES "0-0-South", "S or N" },
		{ HOUSES "0-1-S", "49 seeds" },
		{ "3-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "47 seeds" },
		{ "-4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "12 houses" },
		{ "49-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "12 houses" },
		{ "99999999999999999999-", "12 houses" },
		{ HOUSES "0-0-S 1001", "0 to 1000" },
		{ HOUSES "0-0-S x", "0 to 1000" },
		{ HOUSES "0-0-S 0 twice", "not 'twice'" },
		{ HOUSES "0-0-S 0 repetition S", "end of the line" },
	};
	struct game g;
	open_game(&g, ops, 2, "");
	assert_refused(&g, bad, sizeof bad / sizeof *bad);
}

static void
events_say_why_the_game_is_over(void **unused)
{
	static const struct {
		const char *options, *from, *word, *says;
	} cases[] = {
		{ "", "1-0-0-0-0-4-3-1-2-1-1-0-13-22-S", "F", "South captures 7: 20" },
		{ "", "0-0-0-0-0-4-3-1-2-1-1-0-18-18-S", "F",
		  "South captures 7: 25; more than half of the seeds; South wins by 7" },
		{ "", "1-0-0-0-0-0-0-0-0-0-0-1-23-23-S", "A", "" },
		{ "rules=paper", "0-0-0-0-1-2-1-0-0-0-0-0-20-24-S", "E", "" },
		{ "", "0-0-0-0-0-1-0-0-0-0-0-0-24-23-S", "F",
		  "no move: each seat takes its own row; a draw" },
		{ "max_turns=10", "2-1-0-0-0-0-5-0-0-0-0-0-22-18-S 19", "A",
		  "the turn limit: the seeds left are shared; South wins by 4" },
		{ "rules=oware,max_turns=10", "2-1-0-0-0-0-5-0-0-0-0-0-22-18-S 19", "A",
		  "the turn limit: each seat takes its own row; South wins by 2" },
		{ "rules=paper,max_turns=10", "2-1-0-0-0-0-5-0-0-0-0-0-22-18-S 19", "A",
		  "the turn limit: nobody wins; a draw" },
		{ "rules=paper", "0-0-0-0-2-0-0-0-0-0-0-1-20-25-S", "E",
		  "no house has more than one seed; North wins by 5" },
		{ "rules=paper", "3-0-0-0-0-0-0-0-0-0-0-1-20-24-N", "f",
		  "neither seat has a move; a draw" },
		{ "rules=paper", "0-0-0-0-0-3-1-1-1-0-0-0-21-21-S", "pass",
		  "South has no move and passes" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game g;
		struct state from, to;
		move m;
		char text[200];
		open_game(&g, ops, 2, cases[i].options);
		read_position(&g, cases[i].from, &from);
		to = from;
		const int seat = game_mover(&g, &from);
		assert_true(game_parse_move(&g, &from, seat, cases[i].word, &m, NULL));
		g.rules->play(&g, &from, seat, m, &to);
		game_event(&g, &from, seat, m, &to, text, sizeof text);
		assert_string_equal(text, cases[i].says);
	}
}

/* The number of each house, and as many dots as far as there is room. */
static void
the_picture_counts_the_seeds(void **unused)
{
	struct game g;
	struct state s;
	static struct scene sc;
	open_game(&g, ops, 2, "");
	read_position(&g, "1-2-3-4-5-6-0-15-12-0-0-0-0-0-S", &s);
	g.view->scene(&g, &s, 0, &sc);
	assert_int_equal(sc.cells, AWARI_HOUSES);
	for (int house = 0; house < AWARI_HOUSES; house++) {
		int dots = 0;
		for (int i = sc.cells; i < sc.count; i++)
			if (sc.item[i].x == sc.item[house].x &&
			    sc.item[i].y == sc.item[house].y)
				for (const char *c = sc.item[i].ascii; *c; c++)
					dots += *c == 'o';
		assert_int_equal(atoi(sc.item[house].glyph),
				 awari_seeds_in(awari_state(&s), house));
		assert_int_equal(dots, awari_seeds_in(awari_state(&s), house));
		assert_string_equal(sc.item[house].ascii, sc.item[house].glyph);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(perft_matches_the_table),
		cmocka_unit_test(moves_equal_a_slow_generator),
		cmocka_unit_test(moves_equal_a_slow_generator_in_endgames),
		cmocka_unit_test(sowing_leaves_out_the_house_it_came_from),
		cmocka_unit_test(twos_and_threes_are_captured_backwards),
		cmocka_unit_test(a_grand_slam_depends_on_the_rules),
		cmocka_unit_test(a_round_of_sowing_may_capture_all),
		cmocka_unit_test(a_side_without_seeds_is_fed),
		cmocka_unit_test(more_than_half_wins_at_once),
		cmocka_unit_test(a_third_repetition_ends_the_game),
		cmocka_unit_test(a_capture_makes_a_new_beginning),
		cmocka_unit_test(the_turn_limit_ends_the_game),
		cmocka_unit_test(neither_seat_can_move),
		cmocka_unit_test(an_estimate_is_never_taken_for_a_result),
		cmocka_unit_test(seeds_captured_are_worth_most),
		cmocka_unit_test(ordering_puts_captures_first),
		cmocka_unit_test(playouts_in_one_go_are_those_move_by_move),
		cmocka_unit_test(moves_are_letters_of_either_size),
		cmocka_unit_test(bad_moves_say_what_was_expected),
		cmocka_unit_test(bad_positions_say_what_was_expected),
		cmocka_unit_test(events_say_why_the_game_is_over),
		cmocka_unit_test(the_picture_counts_the_seeds),
	};
	return cmocka_run_group_tests_name("awari", tests, NULL, NULL);
}
