/*
 * minishogi.c - the rules against a second, slow generator, and drops, promotion, mates,
 * repetition, values and texts one by one.
 */
#include "games/minishogi/minishogi.h"
#include "src/core/past.h"
#include "src/core/scene.h"
#include "tests/unit/minishogi_slow.h"
#include "tests/unit/play_text.h"

#define START "rbsgk/4p/5/P4/KGSBR b - 1"

static const struct game_ops *const ops = &minishogi_game;

static void
open_usual(struct game *g)
{
	open_game(g, ops, 2, "");
}

/* ---- moves ---------------------------------------------------------------------------- */

static void
perft_matches_the_table(void **unused)
{
	assert_perft_table(ops, "tests/data/minishogi_perft.json", 1);
}

static int
compare_moves(const void *a, const void *b)
{
	const struct slow_move *x = a, *y = b;
	return strcmp(x->text, y->text);
}

/* The same moves with the same results, and it is mate where there is none. */
static void
same_moves(const struct game *g, const struct state *s, struct rng *r)
{
	static struct slow_move slow[SLOW_MOVES], fast[SLOW_MOVES];
	char text[POSITION_TEXT];
	move list[MOVES_MAX];
	g->text->format_position(g, s, text, sizeof text);
	const struct slow b = slow_read(text);
	const int expected = slow_moves(&b, false, slow);
	const struct minishogi *m = minishogi_state(s);
	assert_int_equal(m->checkers != 0, slow_in_check(&b, b.turn));
	assert_int_equal(m->end == MINISHOGI_MATE, expected == 0);
	if (m->end)
		return;
	const int seat = game_mover(g, s), n = g->rules->moves(g, s, seat, list);
	for (int i = 0; i < n; i++) {
		struct state child;
		g->rules->play(g, s, seat, list[i], &child);
		g->text->format_move(g, s, seat, list[i], fast[i].text,
				     sizeof fast[i].text);
		g->text->format_position(g, &child, fast[i].after, sizeof fast[i].after);
	}
	qsort(slow, (size_t)expected, sizeof *slow, compare_moves);
	qsort(fast, (size_t)n, sizeof *fast, compare_moves);
	for (int i = 0; i < n && i < expected; i++)
		if (strcmp(fast[i].text, slow[i].text) != 0 ||
		    strcmp(fast[i].after, slow[i].after) != 0)
			fail_msg("%s: %s %s, expected %s %s", text, fast[i].text,
				 fast[i].after, slow[i].text, slow[i].after);
	if (n != expected)
		fail_msg("%s: %d moves, expected %d", text, n, expected);
}

static void
moves_equal_a_slow_generator(void **unused)
{
	struct game g;
	open_usual(&g);
	walk_games(&g, 100, 25, 3, 3, same_moves);
	walk_games(&g, 101, 10, 5, 1, same_moves);
}

/* A piece anywhere it may be, of a seat at random. */
static void
scatter_piece(struct slow *b, char letter, struct rng *r)
{
	const int seat = (int)rng_below(r, 2);
	const bool plus = strchr("PSBR", letter) && rng_below(r, 3) == 0;
	const int row = 1 + (int)rng_below(r, 5), place = 1 + (int)rng_below(r, 5);
	const int turn = b->turn;
	b->turn = seat;
	const bool pawn = letter == 'P' && !plus &&
			  (row == (seat ? 5 : 1) || slow_has_pawn(b, place));
	b->turn = turn;
	if (rng_below(r, 4) == 0 || b->piece[row][place] != '.' || pawn) {
		b->hand[seat][strchr(slow_hand, letter) - slow_hand]++;
		return;
	}
	b->piece[row][place] = (char)(seat ? tolower(letter) : letter);
	b->plus[row][place] = plus;
}

/* Positions that play hardly reaches: everything anywhere. */
static void
moves_equal_a_slow_generator_on_scattered_pieces(void **unused)
{
	struct game g;
	struct rng r;
	int mates = 0, checks = 0;
	open_usual(&g);
	rng_seed(&r, 7);
	for (int k = 0; k < 3000; k++) {
		struct slow b = slow_read("5/5/5/5/5 b - 1");
		struct state s;
		char text[POSITION_TEXT];
		const int kings[2] = { (int)rng_below(&r, 25), (int)rng_below(&r, 25) };
		b.turn = k % 2;
		b.piece[1 + kings[0] / 5][1 + kings[0] % 5] = 'K';
		b.piece[1 + kings[1] / 5][1 + kings[1] % 5] = 'k';
		for (const char *p = "RRBBGGSSPP"; *p; p++)
			scatter_piece(&b, *p, &r);
		if (kings[0] == kings[1] || slow_in_check(&b, !b.turn))
			continue;
		slow_write(&b, text);
		read_position(&g, text, &s);
		assert_position(&g, &s, text);
		mates += minishogi_state(&s)->end == MINISHOGI_MATE;
		checks += minishogi_state(&s)->checkers != 0;
		same_moves(&g, &s, &r);
	}
	assert_true(mates > 20 && checks > 300);
}

static void
visit_key(const struct game *g, const struct state *s, struct rng *r)
{
	struct state again;
	char text[POSITION_TEXT];
	const struct minishogi *m = minishogi_state(s), *n = minishogi_state(&again);
	assert_true(m->key == minishogi_key(m));
	g->text->format_position(g, s, text, sizeof text);
	read_position(g, text, &again);
	assert_memory_equal(m->of, n->of, sizeof m->of);
	assert_memory_equal(m->walks, n->walks, sizeof m->walks);
	assert_memory_equal(m->board, n->board, sizeof m->board);
	assert_memory_equal(m->king, n->king, sizeof m->king);
	assert_int_equal(m->promoted, n->promoted);
	assert_int_equal(m->checkers, n->checkers);
}

static void
what_play_keeps_up_is_what_a_position_says(void **unused)
{
	struct game g;
	open_usual(&g);
	walk_games(&g, 200, 30, 1, 2, visit_key);
}

static void
playouts_are_those_of_the_rules(void **unused)
{
	struct game g;
	struct state s;
	open_usual(&g);
	start_game(&g, &s);
	assert_playouts(&g, &s, 3000, 0.06 * MINISHOGI_HALF, 4);
}

/* ---- rules one by one ----------------------------------------------------------------- */

/* Positions in which a move is possible, or is not and why. */
static const struct rule {
	const char *position, *move, *why; /* NULL: it is possible */
} rules[] = {
	/* promotion: into the last row, from it, by force for a pawn */
	{ "4k/P4/5/5/K4 b - 1", "5b5a+", NULL },
	{ "4k/P4/5/5/K4 b - 1", "5b5a", "is not possible; with 5b one can play 5b5a+" },
	{ "4k/S4/5/5/K4 b - 1", "5b5a+", NULL },
	{ "4k/S4/5/5/K4 b - 1", "5b5a", NULL },
	{ "S3k/5/5/5/K4 b - 1", "5a4b+", NULL },
	{ "5/S3k/5/5/K4 b - 1", "5b4c+", "is not possible" },
	{ "G4/4k/5/5/K4 b - 1", "5a4a+", "is not possible" },
	{ "+S4/4k/5/5/K4 b - 1", "5a4a+", "is not possible" },
	{ "4k/5/5/4b/K4 w - 1", "1d2e+", NULL },
	/* drops */
	{ "4k/5/5/5/K4 b P 1", "P*3b", NULL },
	{ "4k/5/5/5/K4 b P 1", "P*3a", "could never move" },
	{ "4k/5/5/5/K4 w p 1", "P*3e", "could never move" },
	{ "4k/5/5/5/K4 b S 1", "S*3a", NULL },
	{ "4k/5/5/5/K4 b P 1", "P*5e", "the cell is taken" },
	{ "4k/5/5/5/K4 b p 1", "P*3b", "Sente has no pawn in the hand" },
	{ "4k/5/5/2P2/K4 b P 1", "P*3b", "nifu" },
	{ "4k/5/5/2+P2/K4 b P 1", "P*3b", NULL },
	{ "4k/2p2/5/5/K4 b P 1", "P*3c", NULL },
	{ "4k/5/5/5/r3K b G 1", "G*5d", "leaves the king in check" },
	{ "4k/5/5/5/r3K b G 1", "G*3e", NULL },
	/* mate by the drop of a pawn: the king sees no way out and nobody takes the pawn */
	{ "3sk/5/3G1/5/K4 b P 1", "P*1b", NULL },	   /* the silver takes it */
	{ "3gk/5/3G1/5/K4 b P 1", "P*1b", NULL },	   /* the gold takes it */
	{ "R2gk/5/3G1/5/K4 b P 1", "P*1b", "uchifuzume" }, /* it is pinned */
	{ "3rk/5/3G1/5/K4 b P 1", "P*1b", "uchifuzume" },
	{ "4k/5/3G1/5/K4 b P 1", "P*1b", NULL },  /* the king goes to 2a */
	{ "3rk/3p1/5/5/K4 b P 1", "P*1b", NULL }, /* the king takes it */
	{ "3rk/3p1/5/5/KB3 b P 1", "P*1b", "uchifuzume" },
	{ "3rk/3p1/4P/4R/K4 b - 1", "1c1b", NULL }, /* a pawn that moves may mate */
	{ "3rk/5/3G1/5/K4 b S 1", "S*1b", NULL },   /* so may other drops */
	{ "k4/1P3/K4/5/5 b P 1", "P*5b", "uchifuzume" },
	{ "4k/5/1g3/5/KR3 w p 1", "P*5d", "uchifuzume" },
	/* pins and checks */
	{ "4k/5/5/2G2/r1S1K b - 1", "3e4d", "no move" },
	{ "4k/5/5/2G2/r1G1K b - 1", "3e4e", NULL },
	{ "4k/5/5/2G2/r1G1K b - 1", "3e2d", "is not possible" },
	{ "r3k/5/5/5/K3G b - 1", "1e1d", "no move that answers the check" },
	{ "r3k/5/4b/5/K3G b S 1", "S*5c", NULL },
	{ "r3k/5/2b2/5/K3G b S 1", "S*5c", "leaves the king in check" },
	{ "4k/5/5/5/K3G b - 1", "5e5d", NULL },
};

static void
rules_are_kept_one_by_one(void **unused)
{
	struct game g;
	open_usual(&g);
	for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
		struct state s;
		struct status st = { 0 };
		move m;
		read_position(&g, rules[k].position, &s);
		const bool legal = game_parse_move(&g, &s, game_mover(&g, &s),
						   rules[k].move, &m, &st);
		if (legal != (rules[k].why == NULL) ||
		    (!legal && strstr(st.text, rules[k].why) == NULL))
			fail_msg("%s %s: %s", rules[k].position, rules[k].move,
				 legal ? "possible" : st.text);
	}
}

static void
what_is_taken_changes_hands_unpromoted(void **unused)
{
	struct game g;
	struct state s;
	open_usual(&g);
	read_position(&g, "4k/5/+p+s3/1G3/K4 b - 1", &s);
	play_words(&g, &s, "4d5c 1a1b 5c4c");
	assert_position(&g, &s, "5/4k/1G3/5/K4 w SP 4");
	play_words(&g, &s, "1b1a P*3b 1a1b S*3a");
	assert_position(&g, &s, "2S2/2P1k/1G3/5/K4 w - 8");
}

static void
a_seat_without_a_move_has_lost(void **unused)
{
	static const struct {
		const char *position;
		bool check;
	} ends[] = {
		{ "4k/3GR/5/5/K4 w - 9", true },
		{ "k4/2R2/1R3/5/4K w - 9", false }, /* no check: it loses all the same */
	};
	struct game g;
	open_usual(&g);
	for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
		struct state s;
		int32_t points[SEATS_MAX], value[SEATS_MAX];
		read_position(&g, ends[k].position, &s);
		assert_int_equal(minishogi_state(&s)->end, MINISHOGI_MATE);
		assert_int_equal(minishogi_state(&s)->checkers != 0, ends[k].check);
		assert_int_equal(g.rules->acting(&g, &s), 0);
		g.rules->points(&g, &s, points);
		g.knowledge->evaluate(&g, &s, value);
		assert_int_equal(points[0], 2);
		assert_int_equal(points[1], 0);
		assert_int_equal(value[0], 2 * MINISHOGI_HALF);
		assert_int_equal(value[1], 0);
	}
}

static void
the_turn_limit_is_a_draw(void **unused)
{
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX];
	open_game(&g, ops, 2, "max_turns=10");
	read_position(&g, "4k/5/5/5/K4 w - 20", &s);
	assert_false(g.rules->settled(&g, &s));
	play_word(&g, &s, "1a2a");
	assert_int_equal(minishogi_state(&s)->end, MINISHOGI_LENGTH);
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], 1);
	assert_int_equal(points[1], 1);
	read_position(&g, "3rk/3p1/4P/4R/K4 b - 20", &s); /* mate with the last move */
	play_word(&g, &s, "1c1b");
	assert_int_equal(minishogi_state(&s)->end, MINISHOGI_MATE);
}

/* ---- scene ---------------------------------------------------------------------------- */

/* Letters on the cells, capitals for Sente, a plus before what is promoted. */
static void
the_scene_has_the_letters_of_the_pieces(void **unused)
{
	static const char *const pieces[][2] = {
		{ "2a", "r" }, { "1a", "k" }, { "2b", "g" }, { "3c", "+P" },
		{ "5e", "K" }, { "3e", "S" }, { "1e", "R" },
	};
	static struct scene sc;
	struct game g;
	struct state s;
	size_t found = 0;
	open_usual(&g);
	read_position(&g, "3rk/3g1/2+P2/5/K1S1R w GBbps 24", &s);
	scene_clear(&sc);
	g.view->scene(&g, &s, SEAT_ALL, &sc);
	for (int i = 0; i < sc.count; i++)
		for (size_t k = 0; k < sizeof pieces / sizeof *pieces; k++)
			if (strcmp(sc.item[i].name, pieces[k][0]) == 0) {
				assert_string_equal(sc.item[i].ascii, pieces[k][1]);
				found++;
			}
	assert_int_equal(found, sizeof pieces / sizeof *pieces);
}

/* ---- repetition ----------------------------------------------------------------------- */

/* A cycle of four moves three times over from a position; the end comes with the last. */
static const struct cycle {
	const char *variant, *position, *moves;
	enum minishogi_end end;
	int winner;
	const char *after;
} cycles[] = {
	{ "", START, "1e1d 5a5b 1d1e 5b5a", MINISHOGI_REPETITION, 1,
	  "rbsgk/4p/5/P4/KGSBR b - 13 repetition" },
	{ "repetition=draw", START, "1e1d 5a5b 1d1e 5b5a", MINISHOGI_REPETITION,
	  SEAT_NONE, "rbsgk/4p/5/P4/KGSBR b - 13 repetition" },
	{ "repetition=none", START, "1e1d 5a5b 1d1e 5b5a", MINISHOGI_RUNNING, SEAT_NONE,
	  "rbsgk/4p/5/P4/KGSBR b - 13" },
	/* The rook checks with every move: it comes again before such a check, after one. */
	{ "", "4k/5/5/5/K2R1 b - 1", "2e1e 1a2a 1e2e 2a1a", MINISHOGI_PERPETUAL, 1,
	  "4k/5/5/5/K2R1 b - 13 perpetual" },
	{ "repetition=draw", "3k1/5/5/5/K2R1 w - 2", "2a1a 2e1e 1a2a 1e2e",
	  MINISHOGI_PERPETUAL, 1, "3k1/5/5/5/K2R1 w - 14 perpetual" },
	/* Gote checks. */
	{ "", "k2r1/5/5/5/4K w - 2", "2a1a 1e2e 1a2a 2e1e", MINISHOGI_PERPETUAL, 0,
	  "k2r1/5/5/5/4K w - 14 perpetual" },
	{ "repetition=none", "4k/5/5/5/K2R1 b - 1", "2e1e 1a2a 1e2e 2a1a",
	  MINISHOGI_RUNNING, SEAT_NONE, "4k/5/5/5/K2R1 b - 13" },
	/* Two moves of the cycle give no check. */
	{ "", "4k/5/5/5/K1R2 b - 1", "3e1e 1a2a 1e3e 2a1a", MINISHOGI_REPETITION, 1,
	  "4k/5/5/5/K1R2 b - 13 repetition" },
};

static void
play_cycle(struct game *g, const struct cycle *c, struct state *s, int rounds)
{
	static struct past past;
	memset(&past, 0, sizeof past);
	open_game(g, ops, 2, c->variant);
	g->past = &past;
	read_position(g, c->position, s);
	for (int k = 0; k < rounds; k++) {
		assert_int_equal(minishogi_state(s)->end, MINISHOGI_RUNNING);
		play_words(g, s, c->moves);
	}
}

static void
the_fourth_time_ends_the_game(void **unused)
{
	for (size_t k = 0; k < sizeof cycles / sizeof *cycles; k++) {
		const struct cycle *c = &cycles[k];
		struct game g;
		struct state s, read;
		play_cycle(&g, c, &s, 3);
		if (minishogi_state(&s)->end != c->end ||
		    minishogi_state(&s)->winner != c->winner)
			fail_msg("%s %s: end %d, winner %d", c->position, c->moves,
				 minishogi_state(&s)->end, minishogi_state(&s)->winner);
		assert_position(&g, &s, c->after);
		read_position(&g, c->after, &read);
		assert_int_equal(minishogi_state(&read)->end, c->end);
		assert_int_equal(minishogi_state(&read)->winner, c->winner);
		if (c->end != MINISHOGI_RUNNING)
			assert_true(g.rules->hash(&g, &read) == g.rules->hash(&g, &s));
	}
}

/* Checks count from the first time on: quiet moves before it excuse nothing, quiet moves after
 * it all. */
static void
only_checks_since_the_first_time_count(void **unused)
{
	static const struct {
		const char *before, *cycle;
		int rounds;
		enum minishogi_end end;
	} lines[] = {
		{ "5e5d 1a1b", "2e1e 1b2b 1e2e 2b1b", 3, MINISHOGI_PERPETUAL },
		{ "5e5d 1a1b 5d5e 1b1a", "2e1e 1a2a 1e2e 2a1a", 2, MINISHOGI_REPETITION },
	};
	for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
		const struct cycle before = { "",
					      "4k/5/5/5/K2R1 b - 1",
					      lines[k].before,
					      MINISHOGI_RUNNING,
					      SEAT_NONE,
					      NULL };
		struct game g;
		struct state s;
		play_cycle(&g, &before, &s, 1);
		for (int i = 0; i < lines[k].rounds; i++) {
			assert_int_equal(minishogi_state(&s)->end, MINISHOGI_RUNNING);
			play_words(&g, &s, lines[k].cycle);
		}
		assert_int_equal(minishogi_state(&s)->end, lines[k].end);
		assert_int_equal(minishogi_state(&s)->winner, 1);
	}
}

/* The fast way counts repetitions like play(): a rollout that makes the move of the fourth time
 * ends with it. */
static void
a_rollout_ends_with_the_fourth_time(void **unused)
{
	const struct cycle *c = &cycles[7];
	struct game g;
	struct rng r;
	struct state s;
	int ended = 0;
	rng_seed(&r, 3);
	play_cycle(&g, c, &s, 2);
	play_words(&g, &s, "3e1e 1a2a 1e3e");
	for (int k = 0; k < 100; k++) {
		struct state child = s;
		assert_int_equal(g.fast->rollout(&g, &child, &r, 1, 1), 1);
		if (minishogi_state(&child)->end == MINISHOGI_RUNNING)
			continue;
		assert_position(&g, &child, c->after);
		ended++;
	}
	assert_true(ended > 0 && ended < 100);
}

/* How often a position was there is part of what a search must tell apart. */
static void
a_repeated_position_has_another_hash(void **unused)
{
	struct game g;
	struct state s, first;
	play_cycle(&g, &cycles[0], &s, 1);
	read_position(&g, START, &first);
	assert_int_equal(minishogi_state(&s)->times, 1);
	assert_true(minishogi_state(&s)->key == minishogi_state(&first)->key);
	assert_false(g.rules->hash(&g, &s) == g.rules->hash(&g, &first));
}

/* ---- values --------------------------------------------------------------------------- */

/* The position turned round, with the other seat to move. */
static void
turn_round(const char *text, char *out)
{
	struct slow b = slow_read(text), t = b;
	for (int r = 1; r <= 5; r++)
		for (int c = 1; c <= 5; c++) {
			const char piece = b.piece[6 - r][6 - c];
			t.piece[r][c] =
				(char)(islower((unsigned char)piece) ? toupper(piece)
								     : tolower(piece));
			t.plus[r][c] = b.plus[6 - r][6 - c];
		}
	memcpy(t.hand[0], b.hand[1], sizeof t.hand[0]);
	memcpy(t.hand[1], b.hand[0], sizeof t.hand[1]);
	t.turn = !b.turn;
	slow_write(&t, out);
}

static void
visit_values(const struct game *g, const struct state *s, struct rng *r)
{
	int32_t value[SEATS_MAX], turned[SEATS_MAX];
	char text[POSITION_TEXT], other[POSITION_TEXT];
	struct state t;
	g->knowledge->evaluate(g, s, value);
	assert_int_equal(value[0] + value[1], 2 * MINISHOGI_HALF);
	if (!minishogi_state(s)->end)
		assert_in_range(value[0], 1, 2 * MINISHOGI_HALF - 1);
	if (minishogi_state(s)->end >= MINISHOGI_LENGTH)
		return;
	g->text->format_position(g, s, text, sizeof text);
	turn_round(text, other);
	read_position(g, other, &t);
	g->knowledge->evaluate(g, &t, turned);
	assert_int_equal(turned[0], value[1]);
	assert_int_equal(turned[1], value[0]);
}

static void
values_are_the_same_for_both_seats(void **unused)
{
	struct game g;
	open_usual(&g);
	walk_games(&g, 300, 20, 1, 3, visit_values);
}

/* From a rook less to a rook more, step by step. */
static void
a_rook_more_is_worth_more_than_a_pawn_more(void **unused)
{
	static const char *const positions[] = {
		"brsgk/4p/5/P4/KGS1B b r 1", "brsgk/4p/5/5/KGSRB b p 1",
		"brsgk/4p/5/P4/KGSRB b - 1", "brsgk/5/5/P4/KGSRB b P 1",
		"1rsgk/4p/5/P4/KGSRB b B 1", "b1sgk/4p/5/P4/KGSRB b R 1",
	};
	int32_t last = 0;
	struct game g;
	open_usual(&g);
	for (size_t k = 0; k < sizeof positions / sizeof *positions; k++) {
		struct state s;
		int32_t value[SEATS_MAX];
		read_position(&g, positions[k], &s);
		g.knowledge->evaluate(&g, &s, value);
		assert_true(value[0] > last);
		last = value[0];
	}
}

/* The move that order() puts first. */
static void
assert_first(const struct game *g, const char *position, const char *expected)
{
	struct state s;
	move list[MOVES_MAX];
	int32_t score[MOVES_MAX];
	char text[MOVE_TEXT];
	int best = 0;
	read_position(g, position, &s);
	const int seat = game_mover(g, &s), n = g->rules->moves(g, &s, seat, list);
	g->knowledge->order(g, &s, seat, list, n, score);
	for (int i = 1; i < n; i++)
		best = score[i] > score[best] ? i : best;
	g->text->format_move(g, &s, seat, list[best], text, sizeof text);
	assert_string_equal(text, expected);
}

static void
captures_checks_and_promotions_come_first(void **unused)
{
	struct game g;
	open_usual(&g);
	assert_first(&g, "r3k/5/5/5/R3K b - 1", "5e5a+");
	assert_first(&g, "4k/p4/5/5/R3K b - 1", "5e5b");
	assert_first(&g, "4k/P4/5/5/K4 b - 1", "5b5a+");
	assert_first(&g, "4k/5/5/5/K2R1 b - 1", "2e1e");
}

static void
the_quick_player_beats_chance(void **unused)
{
	struct game g;
	struct rng r;
	int won = 0, games = 200;
	open_usual(&g);
	rng_seed(&r, 5);
	for (int k = 0; k < games; k++) {
		struct state s;
		int32_t points[SEATS_MAX];
		start_game(&g, &s);
		while (g.rules->acting(&g, &s))
			g.fast->rollout(&g, &s, &r, 1,
					minishogi_state(&s)->mover == k % 2);
		g.rules->points(&g, &s, points);
		won += points[!(k % 2)];
	}
	assert_true(won > 2 * games * 85 / 100);
}

/* ---- texts ---------------------------------------------------------------------------- */

static void
bad_positions_say_what_was_expected(void **unused)
{
	static const struct refused bad[] = {
		{ "", "row a does not have exactly 5 cells" },
		{ "rbsgk/4p/5/P4 b - 1", "expected 5 rows" },
		{ "rbsgk/4p/5/P4/KGSBR/5 b - 1", "expected 5 rows" },
		{ "rbsgk/4p/6/P4/KGSBR b - 1", "'6' in row c is no piece" },
		{ "rbsgk/4p/4/P4/KGSBR b - 1", "row c does not have exactly 5" },
		{ "rbsgk/4p/33/P4/KGSBR b - 1", "row c does not have exactly 5" },
		{ "rbsgk/4p/5P/P4/KGSBR b - 1", "row c does not have exactly 5" },
		{ "rbsgk/4p/2n2/P4/KGSBR b - 1", "'n' in row c is no piece" },
		{ "rbsg+/4p/5/P4/KGSBR b - 1", "row a is no piece" },
		{ "rbsgk/4p/5/P4/K+GSBR b - 1", "a gold is never promoted" },
		{ "rbsg+k/4p/5/P4/KGSBR b - 1", "a king is never promoted" },
		{ "rbsg1/4p/5/P4/KGSBR b - 1", "Gote has no king" },
		{ "rbsgk/4p/5/P4/1GSBR b - 1", "Sente has no king" },
		{ "rbsgk/4p/2K2/P4/KGSBR b - 1", "Sente has two kings" },
		{ "rbsgk/4p/2R2/P4/KGSBR b - 1", "there are 3 rooks, the game has 2" },
		{ "rbsgk/4p/2+P2/P4/KGSBR b - 1", "there are 3 pawns" },
		{ "rbsgk/4p/5/P4/KGSBR b 2G 1", "there are 4 golds" },
		{ "rbsgk/P4/5/P4/KGSBR b - 1",
		  "Sente has two unpromoted pawns on file 5" },
		{ "rbPgk/4p/5/5/KG1BR b - 1", "a pawn of Sente stands on the last row" },
		{ "rbsgk/5/5/P4/KGSBp b - 1", "a pawn of Gote stands on the last row" },
		{ "rbsgk/4p/5/P4/KGSBR x - 1", "expected b or w" },
		{ "rbsgk/4p/5/P4/KGSBR", "expected b or w" },
		{ "rbsgk/4p/5/P4/KGSBR b", "expected b or w" },
		{ "rbsgk/4p/5/P4/KGSBR b ", "expected the hands" },
		{ "rbsgk/4p/5/P4/KGSBR b K 1", "expected the hands" },
		{ "rbsg1/4p/5/P4/KG1BR b 3S 1", "expected the hands" },
		{ "rbsgk/4p/5/P4/KGSBR b -", "expected the number of the move" },
		{ "rbsgk/4p/5/P4/KGSBR b - 0", "expected the number of the move" },
		{ "rbsgk/4p/5/P4/KGSBR b - 202", "expected the number of the move" },
		{ "rbsgk/4p/5/P4/KGSBR b - 1x", "expected the number of the move" },
		{ "rbsgk/4p/5/P4/KGSBR b - 1 more", "expected the end of the line" },
		{ "4k/5/5/5/K3R b - 1", "Gote is in check and not to move" },
		{ "k4/K4/5/5/5 b - 1", "Gote is in check and not to move" },
		{ "5/5/1K3/2k2/5 w - 1", "Sente is in check and not to move" },
		{ "4k/3GR/5/5/K4 w - 9 repetition", "cannot have ended by repetition" },
	};
	struct game g;
	open_usual(&g);
	assert_refused(&g, bad, sizeof bad / sizeof *bad);
}

static void
bad_moves_say_what_was_expected(void **unused)
{
	static const struct refused bad[] = {
		{ "", "expected two cells" },
		{ "1e", "expected two cells" },
		{ "1e6a", "expected two cells" },
		{ "1e1f", "expected two cells" },
		{ "P*1e+", "expected two cells" },
		{ "K*1c", "expected two cells" },
		{ "1e1d++", "expected two cells" },
		{ "hello world", "expected two cells" },
		{ "1a1b", "Sente has no piece on 1a" },
		{ "3c3b", "Sente has no piece on 3c" },
		{ "1e1a", "with 1e one can play 1e1b 1e1c 1e1d" },
		{ "P*3c", "Sente has no pawn in the hand" },
	};
	struct game g;
	struct state s;
	open_usual(&g);
	start_game(&g, &s);
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
		assert_move_refused(&g, &s, 0, &bad[k]);
}

static void
the_start_is_as_drawn(void **unused)
{
	struct game g;
	struct state s;
	open_usual(&g);
	start_game(&g, &s);
	assert_position(&g, &s, START);
	play_words(&g, &s, "1e1b 1a1b");
	assert_position(&g, &s, "rbsg1/4k/5/P4/KGSB1 b Pr 3");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_start_is_as_drawn),
		cmocka_unit_test(perft_matches_the_table),
		cmocka_unit_test(moves_equal_a_slow_generator),
		cmocka_unit_test(moves_equal_a_slow_generator_on_scattered_pieces),
		cmocka_unit_test(what_play_keeps_up_is_what_a_position_says),
		cmocka_unit_test(playouts_are_those_of_the_rules),
		cmocka_unit_test(rules_are_kept_one_by_one),
		cmocka_unit_test(what_is_taken_changes_hands_unpromoted),
		cmocka_unit_test(a_seat_without_a_move_has_lost),
		cmocka_unit_test(the_turn_limit_is_a_draw),
		cmocka_unit_test(the_fourth_time_ends_the_game),
		cmocka_unit_test(a_rollout_ends_with_the_fourth_time),
		cmocka_unit_test(the_scene_has_the_letters_of_the_pieces),
		cmocka_unit_test(only_checks_since_the_first_time_count),
		cmocka_unit_test(a_repeated_position_has_another_hash),
		cmocka_unit_test(values_are_the_same_for_both_seats),
		cmocka_unit_test(a_rook_more_is_worth_more_than_a_pawn_more),
		cmocka_unit_test(captures_checks_and_promotions_come_first),
		cmocka_unit_test(the_quick_player_beats_chance),
		cmocka_unit_test(bad_positions_say_what_was_expected),
		cmocka_unit_test(bad_moves_say_what_was_expected),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
