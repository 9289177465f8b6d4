/*
 * holdem.c - Texas hold'em for two: its betting, texts, deals.
 *
 * How many sequences of bets there are was counted apart from this program, by a recursion over
 * levels of bets (decision nodes by round, folds, showdowns). The sizes of limit and no-limit
 * hold'em are those of Johanson 2013. The hands of the dealer of the Annual Computer Poker
 * Competition are a log of that program.
 */
#include "src/core/public.h"

#include "games/poker/holdem/boards.h"
#include "games/poker/holdem/rules.h"

#include "tests/unit/near.h"
#include "tests/unit/play_text.h"

/* What the seat to move gets for a text: the move as it is written, or why not. */
static void
expect_read(const struct game *g, const char *at, const char *text, const char *expected)
{
	struct state s;
	struct status st = { 0 };
	char one[MOVE_TEXT];
	move m = MOVE_NONE;
	read_position(g, at, &s);
	const int seat = game_mover(g, &s);
	if (!game_parse_move(g, &s, seat, text, &m, &st)) {
		assert_string_equal(st.text, expected);
		return;
	}
	g->text->format_move(g, &s, seat, m, one, sizeof one);
	assert_string_equal(one, expected);
}

/* ---- betting --------------------------------------------------------------------------- */

struct counts {
	int64_t decisions[HOLDEM_ROUNDS], folds, showdowns;
};

/* Every legal amount, listed or not. */
static void
count_bets(const struct game *g, const struct state *s, struct counts *c)
{
	const struct holdem *h = holdem_of(s);
	struct state next;
	struct rng r;
	if (g->rules->settled(g, s)) {
		c->folds += h->folded != 0;
		c->showdowns += h->folded == 0;
		return;
	}
	const int seat = game_mover(g, s);
	if (seat == SEAT_CHANCE) {
		rng_seed(&r, 1);
		g->rules->play(g, s, seat, g->chance->sample(g, s, &r), &next);
		count_bets(g, &next, c);
		return;
	}
	c->decisions[h->round]++;
	const move most = HOLDEM_RAISE + holdem_variant(g)->stack;
	for (move m = 0; m <= most; m++)
		if (game_legal(g, s, seat, m)) {
			g->rules->play(g, s, seat, m, &next);
			count_bets(g, &next, c);
		}
}

static void
all_amounts_are_counted(void **state)
{
	static const struct {
		const char *variant;
		struct counts expected;
	} rows[] = {
		{ "stack=4,blinds=1/2,hands=1", { { 4, 4, 4, 4 }, 9, 9 } },
		{ "stack=6,blinds=1/2,hands=1", { { 12, 28, 44, 60 }, 89, 89 } },
		{ "stack=8,blinds=1/2,hands=1", { { 28, 100, 220, 388 }, 489, 489 } },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct game g;
		struct state s;
		struct counts c = { .folds = 0 };
		open_game(&g, &holdem_game, 0, rows[i].variant);
		read_position(&g, "0::", &s);
		count_bets(&g, &s, &c);
		assert_memory_equal(&c, &rows[i].expected, sizeof c);
	}
}

static void
raises_are_listed_and_bounded(void **state)
{
	struct game g;
	open_game(&g, &holdem_game, 0, "");
	assert_legal_at(&g, "0::9s9c|KhKd", "f c r200 r300 r20000");
	assert_legal_at(&g, "0:c:9s9c|KhKd", "c r200 r300 r20000");
	/* a raise is at least the last one: 300 more than 600 */
	assert_legal_at(&g, "0:r300r600:9s9c|KhKd", "f c r1200 r1800 r20000");
	expect_read(&g, "0:r300r600:9s9c|KhKd", "r899",
		    "'r899': expected f, c or r900 to r20000");
	expect_read(&g, "0:r300r600:9s9c|KhKd", "r900", "r900");
	/* after an all-in there is nothing left to raise with, or for */
	assert_legal_at(&g, "0:r20000:9s9c|KhKd", "f c");
	/* the first size that is not below all is all */
	assert_legal_at(&g, "0:r12000:9s9c|KhKd", "f c r20000");
	/* on the flop the big blind acts first, and a bet is at least the big blind */
	assert_legal_at(&g, "0:r300c/:9s9c|KhKd/2c3c4d", "c r600 r900 r20000");
	expect_read(&g, "0:r300c/:9s9c|KhKd/2c3c4d", "r399",
		    "'r399': expected c or r400 to r20000");
	open_game(&g, &holdem_game, 0, "sizes=0.33/0.75/2");
	assert_legal_at(&g, "0:r300c/:9s9c|KhKd/2c3c4d", "c r498 r750 r1500");
}

/* Bets of one part of the pot each that put all in together: twice, or once in each round left. */
static void
equal_bets_reach_all(void **state)
{
	struct game g;
	open_game(&g, &holdem_game, 0, "stack=900,sizes=2e");
	assert_legal_at(&g, "0:cc/:9s9c|KhKd/2c3c4d", "c r300"); /* 100, 300, 900 */
	assert_legal_at(&g, "0:r300c/:9s9c|KhKd/2c3c4d", "c r520");
	open_game(&g, &holdem_game, 0, "stack=2700,sizes=a/e/1e/0.5");
	assert_legal_at(&g, "0:cc/:9s9c|KhKd/2c3c4d", "c r200 r300 r2700");
	assert_legal_at(&g, "0:cc/r300c/:9s9c|KhKd/2c3c4d/5h", "c r600 r900 r2700");
	assert_legal_at(&g, "0:cc/r300c/r900c/:9s9c|KhKd/2c3c4d/5h/8s", "c r1800 r2700");
	/* an answer is counted from what has to be called, and is a legal raise */
	assert_legal_at(&g, "0:cc/r300:9s9c|KhKd/2c3c4d", "f c r600 r624 r2700");
	assert_legal_at(&g, "0:cc/r300r1700:9s9c|KhKd/2c3c4d", "f c r2700");
	open_game(&g, &holdem_game, 0, "rounds=2,stack=400,sizes=e");
	assert_legal_at(&g, "0::9s9c|KhKd", "f c r200");
	assert_legal_at(&g, "0:r200c/:9s9c|KhKd/2c3c4d", "c r400");
}

/* The betting of a whole hand of no-limit, counted over the level that both seats have to reach
 * instead of bet by bet: numbers far beyond counting. */
struct sums {
	double decisions[HOLDEM_ROUNDS], folds, showdowns;
};

/* A round that begins at each level in so many ways: into asked[] how often a seat has to answer a
 * bet to a level. A raise is at least as large as the one before it. While d, the size of a raise,
 * grows, asked[] has those by at most d, which are those that may be raised by d; all-in may
 * answer any. Either seat may make the first bet, the second after a check. */
static void
sum_round(const double *begun, double *asked, int stack, int big)
{
	for (int level = 0; level <= stack; level++)
		asked[level] = 0;
	for (int d = big; d < stack; d++)
		for (int level = d; level < stack; level++)
			asked[level] += 2 * begun[level - d] + asked[level - d];
	for (int level = 0; level < stack; level++)
		asked[stack] += 2 * begun[level] + asked[level];
}

static void
sum_bets(int stack, int big, struct sums *out)
{
	double *begun = calloc((size_t)stack + 1, sizeof *begun),
	       *asked = calloc((size_t)stack + 1, sizeof *asked);
	assert_true(begun != NULL && asked != NULL);
	*out = (struct sums){ .folds = 1 }; /* the small blind's first */
	begun[big] = 1;
	for (int round = 0; round < HOLDEM_ROUNDS; round++) {
		sum_round(begun, asked, stack, big);
		for (int level = 0; level <= stack; level++) {
			out->decisions[round] += 2 * begun[level] + asked[level];
			out->folds += asked[level];
			begun[level] += asked[level]; /* called, or checked twice */
		}
		out->showdowns += begun[stack];
		begun[stack] = 0;
	}
	for (int level = 0; level < stack; level++)
		out->showdowns += begun[level];
	free(begun);
	free(asked);
}

/* The cards that a seat may have seen at a decision of a round, and that both may. */
static const double seen_by_one[] = { 1326, 1326. * 19600, 1326. * 19600 * 47,
				      1326. * 19600 * 47 * 46 },
		    seen_by_both[] = { 1326. * 1225, 1326. * 1225 * 17296,
				       1326. * 1225 * 17296 * 45,
				       1326. * 1225 * 17296 * 45 * 44 };

static double
times(const double *a, const double *b)
{
	double sum = 0;
	for (int i = 0; i < HOLDEM_ROUNDS; i++)
		sum += a[i] * b[i];
	return sum;
}

static bool
nearly(double x, double expected)
{
	return x > expected * (1 - 1e-5) && x < expected * (1 + 1e-5);
}

/* Counted over levels the small games have what they have bet by bet, and the game of the
 * competition what is published of it. */
static void
the_game_is_as_large_as_published(void **state)
{
	static const double nodes[] = { 2.05342e95, 1.01693e121, 1.12027e138,
					1.13459e151 };
	struct sums sums;
	for (int stack = 3; stack <= 8; stack++) {
		char variant[64];
		struct game g;
		struct state s;
		struct counts c = { .folds = 0 };
		snprintf(variant, sizeof variant, "stack=%d,blinds=1/2,hands=1", stack);
		open_game(&g, &holdem_game, 0, variant);
		read_position(&g, "0::", &s);
		count_bets(&g, &s, &c);
		sum_bets(stack, 2, &sums);
		for (int i = 0; i < HOLDEM_ROUNDS; i++)
			assert_true((double)c.decisions[i] == sums.decisions[i]);
		assert_true((double)c.folds == sums.folds);
		assert_true((double)c.showdowns == sums.showdowns);
	}
	sum_bets(20000, 100, &sums);
	for (int i = 0; i < HOLDEM_ROUNDS; i++)
		assert_true(nearly(sums.decisions[i], nodes[i]));
	assert_true(nearly(times(sums.decisions, seen_by_one), 6.37519e161));
	assert_true(nearly(times(sums.decisions, seen_by_both), 6.31144e164));
}

/* Limit hold'em bet by bet. */
static void
limit_is_as_large_as_published(void **state)
{
	struct game g;
	struct state s;
	struct counts c = { .folds = 0 };
	double decisions[HOLDEM_ROUNDS];
	open_game(&g, &holdem_game, 0, "betting=limit,stack=60,blinds=1/2,hands=1");
	read_position(&g, "0::", &s);
	count_bets(&g, &s, &c);
	for (int i = 0; i < HOLDEM_ROUNDS; i++)
		decisions[i] = (double)c.decisions[i];
	assert_true(times(decisions, seen_by_one) == 319365922522608.);
	assert_true(nearly(times(decisions, seen_by_both), 3.16207058696e17));
}

/* Three raises before the flop, four bets after it; the bets double on the turn. */
static void
limit_bets_are_fixed(void **state)
{
	struct game g;
	open_game(&g, &holdem_game, 0, "betting=limit");
	assert_legal_at(&g, "0::9s9c|KhKd", "f c r");
	expect_read(&g, "0::9s9c|KhKd", "r200", "r");
	assert_legal_at(&g, "0:rr:9s9c|KhKd", "f c r");
	expect_read(&g, "0:rr:9s9c|KhKd", "400", "r");
	expect_read(&g, "0:rr:9s9c|KhKd", "r500", "'r500': expected f, c or r");
	assert_legal_at(&g, "0:rrr:9s9c|KhKd", "f c");
	assert_legal_at(&g, "0:cc/rrr:9s9c|KhKd/2c3c4d", "f c r");
	expect_read(&g, "0:cc/rrr:9s9c|KhKd/2c3c4d", "r500", "r");
	assert_legal_at(&g, "0:cc/rrrr:9s9c|KhKd/2c3c4d", "f c");
	expect_read(&g, "0:cc/cc/:9s9c|KhKd/2c3c4d/5h", "r300", "r");
	open_game(&g, &holdem_game, 0, "betting=limit,stack=250");
	expect_read(&g, "0:r:9s9c|KhKd", "r250", "r");
}

/* A raise of one size needs no amount, however it is said; texts with amounts are read too. */
static void
limit_raises_have_no_amount(void **state)
{
	static const char *const said[] = {
		"r", "raise", "bet", "raise to", "min", "300"
	};
	struct game g;
	struct state s;
	char text[POSITION_TEXT];
	open_game(&g, &holdem_game, 0, "betting=limit");
	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		expect_read(&g, "0:r:9s9c|KhKd", said[i], "r");
	read_position(&g, "0:r200r300c/r400:9s9c|KhKd/2c3c4d", &s);
	g.text->format_position(&g, &s, text, sizeof text);
	assert_string_equal(text, "0:rrc/r:9s9c|KhKd/2c3c4d");
	open_game(&g, &holdem_game, 0, "");
	expect_read(&g, "0::9s9c|KhKd", "r",
		    "'r': expected 200 to 20000 chips, or 3bb 75% 2.5x half pot min all");
}

/* What seat 0 wins; it has the button in hand 0. */
static void
expect_won(const struct game *g, const char *text, int won)
{
	struct state s;
	read_position(g, text, &s);
	assert_true(g->rules->settled(g, &s));
	assert_int_equal(holdem_of(&s)->won, won);
}

static void
hands_are_paid(void **state)
{
	struct game g;
	open_game(&g, &holdem_game, 0, "reset=off,hands=100,rise=1000");
	expect_won(&g, "0:f:9s9c|KhKd", -50);
	expect_won(&g, "0:r20000f:9s9c|KhKd", 100);
	expect_won(&g, "0:r20000c///:9s9c|KhKd/2c3c4d/5h/8s", 20000);
	expect_won(&g, "0:cc/cc/cc/cc:9s9c|9h9d/2c3c4d/5h/8s", 0);
	/* 25,000 against 15,000: what cannot be called goes back */
	expect_won(&g, "1:r15000c///:KhKd|9s9c/2c3c4d/5h/8s won=5000", 5000 + 15000);
	expect_won(&g, "1:cr25000c///:9h9d|AsAc/2c3c4d/5h/8s won=5000", 5000 - 15000);
	assert_legal_at(&g, "1:cr25000:9h9d|AsAc won=5000", "f c");
}

static void
stacks_rise_and_run_out(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, &holdem_game, 0, "reset=off,hands=100,rise=10,stack=1000");
	const struct holdem_variant *r = holdem_variant(&g);
	assert_int_equal(holdem_big_blind(r, 10), 100);
	assert_int_equal(holdem_big_blind(r, 11), 200);
	assert_int_equal(holdem_big_blind(r, 100), 2000);
	read_position(&g, "0:r1000c///:9s9c|KhKd/2c3c4d/5h/8s", &s);
	assert_int_equal(g.rules->acting(&g, &s), 0); /* broke */
	/* The big blind takes the rest of a stack: the button calls or folds. */
	assert_legal_at(&g, "8::KhKd|9s9c won=920", "f c");
	read_position(&g, "10::9s9c|KhKd won=-850",
		      &s); /* seat 0 has the button, 150 left */
	assert_int_equal(holdem_of(&s)->in[0], 100);
	assert_int_equal(holdem_of(&s)->in[1], 200);
	assert_legal_at(&g, "10::9s9c|KhKd won=-850", "f c");
	/* All-in by the small blind: no decision, the board is due and both hands are open. */
	read_position(&g, "10::9s9c|KhKd won=-900", &s);
	assert_int_equal(g.rules->acting(&g, &s), ACTING_CHANCE);
	assert_true(holdem_shown(holdem_of(&s)));
	expect_won(&g, "10:///:9s9c|KhKd/2c3c4d/5h/8s won=-900", -900 + 100);
	/* All-in by the big blind with no more than the small one. */
	expect_won(&g, "10:///:KhKd|9s9c/2c3c4d/5h/8s won=920", 920 - 80);
	/* Equal blinds leave the button a decision. */
	open_game(&g, &holdem_game, 0, "blinds=100/100");
	assert_legal_at(&g, "0::9s9c|KhKd", "c r200 r300 r20000");
}

static void
amounts_are_read_as_people_type_them(void **state)
{
	static const struct {
		const char *at, *text, *expected;
	} rows[] = {
		{ "0::9s9c|KhKd", "300", "r300" },
		{ "0::9s9c|KhKd", "raise to 300", "r300" },
		{ "0::9s9c|KhKd", "3bb", "r300" },
		{ "0::9s9c|KhKd", "2.5x", "r250" },
		{ "0::9s9c|KhKd", "pot", "r300" },
		{ "0::9s9c|KhKd", "min", "r200" },
		{ "0::9s9c|KhKd", "all", "r20000" },
		{ "0::9s9c|KhKd", "call", "c" },
		{ "0::9s9c|KhKd", "fold", "f" },
		{ "0::9s9c|KhKd", "100", "'100' is 100 chips: expected 200 to 20000" },
		{ "0::9s9c|KhKd", "20001",
		  "'20001' is 20001 chips: expected 200 to 20000" },
		{ "0::9s9c|KhKd", "3cm",
		  "'3cm': expected 200 to 20000 chips, or 3bb 75% 2.5x half pot min "
		  "all" },
		/* on the flop 300 are in already: 400 of this round are 700 of the hand */
		{ "0:r300c/:9s9c|KhKd/2c3c4d", "400", "r700" },
		{ "0:r300c/:9s9c|KhKd/2c3c4d", "75%", "r750" },
		{ "0:r300c/:9s9c|KhKd/2c3c4d", "r700", "r700" },
		{ "0:r300c/:9s9c|KhKd/2c3c4d", "bet pot", "r900" },
		{ "0:r300c/:9s9c|KhKd/2c3c4d", "2x",
		  "'2x': expected 100 to 19700 chips, or 3bb 75% half pot min all" },
		{ "0:r300c/r700:9s9c|KhKd/2c3c4d", "3x", "r1500" },
		{ "0:r20000:9s9c|KhKd", "min", "no raise here: fold or call" },
	};
	struct game g;
	open_game(&g, &holdem_game, 0, "");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		expect_read(&g, rows[i].at, rows[i].text, rows[i].expected);
}

/* ---- texts ----------------------------------------------------------------------------- */

/* A log of the competition's dealer, with what position 1, which has the button in hand 0 and
 * sits at seat 0, won; its names change places from hand to hand. */
static void
hands_of_the_dealer_come_out(void **state)
{
	static const struct {
		const char *text;
		int won; /* by the big blind */
	} rows[] = {
		{ "0:r342r8184r18016r20000f:8dJd|Td4d", 18016 },
		{ "1:cc/r1164r19448r20000c//:Jc6c|7h5d/As5cAh/Qh/Tc", -20000 },
		{ "2:cc/cr1423f:8d9h|9s6d/TsQh8c", -100 },
		{ "3:cr3421c/cr14271c/cr17579c/cr19746r20000c:3hQh|4h3c/QsKsJs/Qc/9s",
		  20000 },
		{ "4:cr17113r20000c///:5dQd|4dQc/6s3dAc/4c/8h", -20000 },
		{ "5:r14710c/r17819r20000c//:2d3c|Js2s/9s3s8d/6d/8s", -20000 },
	};
	struct game g;
	char text[POSITION_TEXT];
	open_game(&g, &holdem_game, 0, "");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct state s;
		read_position(&g, rows[i].text, &s);
		g.text->format_position(&g, &s, text, sizeof text);
		assert_string_equal(text, rows[i].text);
		assert_true(g.rules->settled(&g, &s));
		const int big = 1 - holdem_button(holdem_of(&s));
		assert_int_equal(big == 0 ? holdem_of(&s)->last : -holdem_of(&s)->last,
				 rows[i].won);
	}
}

static void
bad_positions_are_told(void **state)
{
	static const char *const rows[][2] = {
		{ "0:c:9s9c|9s8d", "cards: '9s8d': expected two different cards such as "
				   "AhKd, none of them twice" },
		{ "0:c:9s9c", "cards: '9s9c': expected two hands with | between, as in "
			      "9s9c|8dJd" },
		{ "0:c:9s9|", "cards: '9s9|': expected two different cards such as AhKd, "
			      "none of them twice" },
		{ "0:cc/:9s9c|", "cards: expected 3 on the board" },
		{ "0:cc:9s9c|/2c3c4d",
		  "cards: expected 0 on the board, the betting has no more rounds" },
		{ "0:c/:9s9c|/2c3c4d", "betting: '/' before the round is over" },
		{ "0:r150:9s9c|", "betting: 'r150': expected f, c or r200 to r20000" },
		{ "0:fc:9s9c|", "betting: 'c': expected none here" },
		{ "0:ccc:9s9c|",
		  "betting: 'c': expected none here, but / and the board" },
		{ "0:c:", "cards: expected two hands before any betting" },
		{ "20::9s9c|", "hand: '20': expected 0 to 19" },
		{ "hello", "expected hand:betting:cards, as in 0:cr300c/:9s9c|/TsQh8c" },
		{ "0:c:9s9c| lost=3", "'lost=3': expected won= and chips" },
	};
	struct game g;
	struct state s;
	open_game(&g, &holdem_game, 0, "");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct status st = { 0 };
		memset(&s, 0, sizeof s);
		assert_false(g.text->parse_position(&g, rows[i][0], &s, &st));
		assert_string_equal(st.text, rows[i][1]);
	}
}

static void
bad_variants_are_told(void **state)
{
	static const char *const rows[][2] = {
		{ "stack=99", "stack=99 is below the big blind of 100" },
		{ "stack=20100", "stack=20100 is more than 200 big blinds of 100: longer "
				 "hands than fit" },
		{ "blinds=100/50",
		  "blinds: '100/50': expected two whole numbers, the small "
		  "one first, as in 50/100" },
		{ "blinds=x", "blinds: 'x': expected two whole numbers, the small one "
			      "first, as in 50/100" },
		{ "sizes=0.5//a",
		  "sizes: '0.5//a': expected one to 6 parts of the pot from "
		  "0.001 to 60, e, 1e to 9e or a, as in 0.5/1/a" },
		{ "sizes=0e", "sizes: '0e': expected one to 6 parts of the pot from "
			      "0.001 to 60, e, 1e to 9e or a, as in 0.5/1/a" },
		{ "sizes=1/2.5e",
		  "sizes: '1/2.5e': expected one to 6 parts of the pot from "
		  "0.001 to 60, e, 1e to 9e or a, as in 0.5/1/a" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct game g;
		struct status st = { 0 };
		struct options v;
		read_options(&v, holdem_game.options, rows[i][0]);
		assert_false(game_init(&g, &holdem_game, 0, &v, &st));
		assert_string_equal(st.text, rows[i][1]);
	}
}

/* ---- deals ----------------------------------------------------------------------------- */

/* Another hand for the seat that is not the viewer changes nothing that the viewer is shown. */
static void
unseen_hands_leave_no_trace(void **state)
{
	static const char *const rows[][2] = {
		{ "0:r300:9s9c|KhKd", "0:r300:9s9c|7h2d" },
		{ "0:r300c/cr900:9s9c|KhKd/TsQh8c", "0:r300c/cr900:9s9c|7h2d/TsQh8c" },
		{ "0:r300c/cr900f:9s9c|KhKd/TsQh8c", "0:r300c/cr900f:9s9c|7h2d/TsQh8c" },
		{ "0:r300c/cc/cc/c:9s9c|KhKd/TsQh8c/2c/3d",
		  "0:r300c/cc/cc/c:9s9c|7h2d/TsQh8c/2c/3d" },
	};
	struct game g;
	open_game(&g, &holdem_game, 0, "");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct state s[2];
		char text[2][POSITION_TEXT];
		const int viewer = 1; /* the big blind of hand 0 */
		for (int k = 0; k < 2; k++) {
			read_position(&g, rows[i][k], &s[k]);
			game_view(&g, &s[k], viewer, &s[k]);
			g.text->format_position(&g, &s[k], text[k], sizeof text[k]);
		}
		assert_memory_equal(s[0].bytes, s[1].bytes, g.ops->state_size);
		assert_string_equal(text[0], text[1]);
		assert_null(strstr(text[0], "Kh"));
	}
}

/* What the big blind is shown of the button's hand once it is over: of a fold, of a showdown that
 * the button loses, and of one where it has to show first. */
static void
hands_are_mucked(void **state)
{
#define FOLD  "r300c/cr900f:9s9c|%s/TsQh8c"
#define LOSES "r300c/cc/cc/cc:9s9c|%s/TsQh8c/2c/3d"
#define FIRST "r300c/cc/cc/cr900c:9s9c|%s/TsQh8c/2c/3d"
#define ALLIN "r300c/cc/cc/cr20000c:9s9c|%s/TsQh8c/2c/3d"
	static const struct {
		const char *muck, *hand;
		bool seen;
	} rows[] = {
		{ "folded", FOLD, false }, { "lost", FOLD, false },
		{ "none", FOLD, true },	   { "folded", LOSES, true },
		{ "lost", LOSES, false },  { "none", LOSES, true },
		{ "folded", FIRST, true }, { "lost", FIRST, true },
		{ "lost", ALLIN, true },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct game g;
		struct state s[2];
		char variant[40], text[100];
		const char *at = strstr(rows[i].hand, "%s");
		snprintf(variant, sizeof variant, "muck=%s", rows[i].muck);
		open_game(&g, &holdem_game, 0, variant);
		for (int k = 0; k < 2; k++) { /* two hands that lose */
			snprintf(text, sizeof text, "0:%.*s%s%s",
				 (int)(at - rows[i].hand), rows[i].hand,
				 k == 0 ? "Kh4h" : "7h6d", at + 2);
			read_position(&g, text, &s[k]);
			game_view(&g, &s[k], 1, &s[k]);
		}
		const bool seen = memcmp(s[0].bytes, s[1].bytes, g.ops->state_size) != 0;
		if (seen != rows[i].seen)
			printf("# %s: %s\n", rows[i].muck, rows[i].hand);
		assert_int_equal(seen, rows[i].seen);
		assert_int_equal(holdem_knows(holdem_of(&s[0]), 0), seen);
	}
}

/* A mucked hand is any of those that lose, and nothing else is said of it. */
static void
a_mucked_hand_loses_in_every_world(void **state)
{
	struct game g;
	struct state from, over, seen, world;
	struct rng r;
	char text[200];
	uint64_t first = 0, others = 0;
	open_game(&g, &holdem_game, 0, "muck=lost");
	read_position(&g, "0:r300c/cc/cc/c:9s9c|Kh4h/TsQh8c/2c/3d", &from);
	g.rules->play(&g, &from, 0, HOLDEM_CALL, &over);
	game_event(&g, &from, 0, HOLDEM_CALL, &over, text, sizeof text);
	assert_string_equal(text,
			    "South mucks; North shows a pair of nines; North wins 300");
	game_view(&g, &over, 1, &seen);
	rng_seed(&r, 3);
	for (int i = 0; i < 200; i++) {
		world = seen;
		g.hidden->determinize(&g, &world, 1, &r);
		const struct holdem *h = holdem_of(&world);
		const uint64_t hand = holdem_hand_set(h, 0);
		const uint64_t out = holdem_board_set(h) | holdem_hand_set(h, 1);
		assert_int_equal(__builtin_popcountll(hand), 2);
		assert_true((hand & out) == 0);
		assert_true(poker_strength(poker_set(hand | holdem_board_set(h))) <
			    poker_strength(poker_set(out)));
		first = i == 0 ? hand : first;
		others += hand != first;
	}
	assert_true(others > 150);
}

static void
called_all_ins_are_laid_open(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, &holdem_game, 0, "");
	read_position(&g, "0:r20000c:9s9c|KhKd", &s);
	game_view(&g, &s, 1, &s);
	assert_true(holdem_knows(holdem_of(&s), 0));
	read_position(&g, "0:r20000:9s9c|KhKd", &s);
	game_view(&g, &s, 1, &s);
	assert_false(holdem_knows(holdem_of(&s), 0));
}

/* A game of fewer flops than hold'em has is named as one. */
static void
a_headline_says_how_many_flops_there_are(void **state)
{
	struct game g;
	struct state s;
	char text[100];
	open_game(&g, &holdem_game, 0, "flops=5,rounds=2,hands=1");
	read_position(&g, "0::", &s);
	g.view->headline(&g, &s, SEAT_ALL, text, sizeof text);
	assert_string_equal(text, "50/100  before the flop  pot 0  5 of 1,755 flops");
	open_game(&g, &holdem_game, 0, "rounds=2,hands=1");
	g.view->headline(&g, &s, SEAT_ALL, text, sizeof text);
	assert_string_equal(text, "50/100  before the flop  pot 0");
}

/* Hands with flops=1: the flop is one, up to names of suits, and no hand holds a card of it. */
static void
fewer_flops_are_dealt(void **state)
{
	struct game g;
	struct state s;
	struct rng r;
	open_game(&g, &holdem_game, 0, "flops=1,rounds=2");
	rng_seed(&r, 3);
	char first[3] = "";
	for (int k = 0; k < 200; k++) {
		char text[MOVE_TEXT], ranks[4];
		read_position(&g, "0::", &s);
		g.rules->play(&g, &s, SEAT_CHANCE, g.chance->sample(&g, &s, &r), &s);
		g.rules->play(&g, &s, 0, HOLDEM_CALL, &s);
		g.rules->play(&g, &s, 1, HOLDEM_CALL, &s);
		const move m = g.chance->sample(&g, &s, &r);
		assert_true(g.chance->legal(&g, &s, m));
		g.text->format_move(&g, &s, SEAT_CHANCE, m, text, sizeof text);
		for (int i = 0; i < 3; i++)
			ranks[i] = text[2 * i];
		/* the ranks in the order of the cards, which follow their suits */
		for (int i = 0; i < 2; i++)
			for (int j = 0; j < 2; j++)
				if (ranks[j] > ranks[j + 1]) {
					const char swap = ranks[j];
					ranks[j] = ranks[j + 1];
					ranks[j + 1] = swap;
				}
		if (k == 0)
			memcpy(first, ranks, 3);
		assert_memory_equal(first, ranks, 3);
		for (int viewer = 0; viewer < 2; viewer++) {
			struct state view;
			game_view(&g, &s, viewer, &view);
			g.hidden->determinize(&g, &view, viewer, &r);
			assert_true((holdem_hand_set(holdem_of(&view), 0) &
				     holdem_hand_set(holdem_of(&view), 1)) == 0);
		}
	}
}

/* A flop of a small game comes as often as another, in all the names of suits it has alike. */
static void
shares_are_those_of_the_flops_that_come(void **state)
{
	const uint64_t one = CARD_BIT(CARD(12, 0)) | CARD_BIT(CARD(7, 1)),
		       two = CARD_BIT(CARD(4, 2)) | CARD_BIT(CARD(4, 3));
	struct game g;
	struct state s;
	uint64_t set[HOLDEM_FLOPS];
	double chance[HOLDEM_FLOPS], won = 0, all = 0;
	open_game(&g, &holdem_game, 0, "flops=3,rounds=2");
	read_position(&g, "0::", &s);
	const int flops = holdem_list_flops(holdem_variant(&g), set, chance);
	for (int i = 0; i < flops; i++) {
		double wins = 0, left = 0, names = 0;
		uint8_t unused;
		const uint64_t named = holdem_set_named(set[i], &unused);
		for (int card = 0; card < CARDS * CARDS * CARDS; card++) {
			const int a = card % CARDS, b = card / CARDS % CARDS,
				  c = card / CARDS / CARDS;
			const uint64_t board = CARD_BIT(a) | CARD_BIT(b) | CARD_BIT(c);
			if (a >= b || b >= c || holdem_set_named(board, &unused) != named)
				continue;
			names++;
			if ((board & (one | two)) != 0)
				continue;
			const int x = poker_strength(poker_set(board | one)),
				  y = poker_strength(poker_set(board | two));
			wins += x > y ? 1 : x == y ? 0.5 : 0;
			left++;
		}
		won += chance[i] * wins / names;
		all += chance[i] * left / names;
	}
	near(g.ops->public->odds->share(&g, &s,
					poker_hand_number(CARD(12, 0), CARD(7, 1)),
					poker_hand_number(CARD(4, 2), CARD(4, 3))),
	     won / all, 1e-12);
	assert_true(won / all > .05 && won / all < .95);
}

static void
standing_is_what_a_hand_beats(void **state)
{
	struct game g;
	struct state s;
	char words[POKER_WORDS];
	open_game(&g, &holdem_game, 0, "");
	read_position(&g, "0:cc/:AsKs|KhKd/QsJsTs", &s);
	assert_int_equal(holdem_standing(holdem_of(&s), 1), 1000);
	read_position(&g, "0::AsAd|7h2d", &s);
	assert_in_range(holdem_standing(holdem_of(&s), 1), 852 - 13, 852 + 13);
	assert_in_range(holdem_standing(holdem_of(&s), 0), 346 - 13, 346 + 13);
	holdem_words(holdem_of(&s), 1, words, sizeof words);
	assert_string_equal(words, "a pair of aces");
	holdem_words(holdem_of(&s), 0, words, sizeof words);
	assert_string_equal(words, "seven-two");
}

/* ---- all hands at once -------------------------------------------------------------------- */

/* What a hand gets against each hand of the other, one after the other. */
static double
plain_settle(const struct game *g, const struct state *s, int hand, const double *reach)
{
	const uint64_t board = holdem_board_set(holdem_of(s)), own = poker_hand_set(hand);
	const double chips = holdem_matched(holdem_of(s));
	double sum = 0;
	if ((own & board) != 0)
		return 0;
	for (int o = 0; o < POKER_HANDS; o++) {
		const uint64_t other = poker_hand_set(o);
		if ((other & (board | own)) != 0)
			continue;
		const int by = poker_strength(poker_set(own | board)) -
			       poker_strength(poker_set(other | board));
		sum += reach[o] * chips * ((by > 0) - (by < 0));
	}
	return sum;
}

static void
vectors_are_sums_over_pairs(void **state)
{
	static const char *const rows[] = {
		"0:cc/cc/cc/r300c:9s9c|KhKd/TsQh8c/2d/8h",
		"0:r300c/cc/cc/cc:9s9c|KhKd/5s5h5c/5d/Ah",
	};
	struct game g;
	struct rng r;
	static double reach[POKER_HANDS], value[POKER_HANDS];
	open_game(&g, &holdem_game, 0, "");
	rng_seed(&r, 8);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct state s;
		read_position(&g, rows[i], &s);
		for (int h = 0; h < POKER_HANDS; h++)
			reach[h] = rng_below(&r, 1000) / 1000.0;
		memset(value, 0, sizeof value);
		g.ops->public->settle(&g, &s, 0, PAY_POINTS, reach, value);
		for (int h = 0; h < POKER_HANDS; h += 13)
			assert_true(fabs(value[h] - plain_settle(&g, &s, h, reach)) <
				    1e-6 * 300 * 1000);
	}
}

/* ---- the picture ------------------------------------------------------------------------- */

/* The words at a place of the scene; "" where nothing stands. */
static const char *
words_at(const struct scene *sc, int x, int y)
{
	for (int i = 0; i < sc->count; i++)
		if (sc->item[i].x == x && sc->item[i].y == y)
			return sc->item[i].glyph;
	return "";
}

/* The big blind sees its own cards and the board; those of the other only where they are shown. */
static void
the_picture_has_the_cards(void **state)
{
	static const struct {
		const char *position, *own, *other, *board, *chips; /* the other's */
	} rows[] = {
		{ "0:r300:9s9c|KhKd", "9s 9c", "?? ??", "", "bet 300, 19700 left" },
		{ "0:r300c/cr900:9s9c|KhKd/TsQh8c", "9s 9c", "?? ??", "Ts Qh 8c",
		  "bet 600, 19100 left" },
		{ "0:r300c/cc/cr900f:9s9c|KhKd/TsQh8c/2d", "9s 9c", "?? ??",
		  "Ts Qh 8c 2d", "bet 600, 19100 left" },
		{ "0:cc/cc/cc/cc:9s9c|KhKd/TsQh8c/2d/3d", "9s 9c", "Kh Kd",
		  "Ts Qh 8c 2d 3d", "bet 0, 19900 left" },
	};
	static struct scene sc;
	struct game g;
	open_game(&g, &holdem_game, 0, "");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct state s;
		read_position(&g, rows[i].position, &s);
		game_view(&g, &s, 1, &s);
		g.view->scene(&g, &s, 1, &sc);
		assert_string_equal(words_at(&sc, 17, 0), rows[i].own);
		assert_string_equal(words_at(&sc, 17, 6), rows[i].other);
		assert_string_equal(words_at(&sc, 7, 3), rows[i].board);
		assert_string_equal(words_at(&sc, 24, 6), rows[i].chips);
	}
}

/* ---- a session --------------------------------------------------------------------------- */

/* All states of a game, by its moves; how many. */
static int
play_moves(const struct game *g, const char *const *moves, size_t count, struct state *s)
{
	g->rules->start(g, s);
	for (size_t i = 0; i < count; i++, s++) {
		struct status st = { 0 };
		move m;
		const int seat = game_mover(g, s);
		if (!game_parse_move(g, s, seat, moves[i], &m, &st))
			fail_msg("%s", st.text);
		g->rules->play(g, s, seat, m, s + 1);
	}
	return (int)count + 1;
}

/* Aces against kings all-in before the flop, by the shares of all boards that were counted
 * apart: 1410336 wins and 9308 ties of 1712304, so that 20,000 chips are worth 13,054.6. Then
 * North limps, South, in the big blind, checks and folds to a bet on the flop. */
static void
a_session_is_told_in_figures(void **state)
{
	static const char *const moves[] = {
		"KsKh|AsAh", "all", "c",      "2c3c7d", "8d",	   "Jd", "2c2d|3c3d",
		"c",	     "c",   "9s9c9h", "c",	"bet 200", "f"
	};
	struct game g;
	struct state s[16];
	char line[SESSION_LINES][SESSION_LINE];
	open_game(&g, &holdem_game, 0, "hands=2");
	const int n = play_moves(&g, moves, sizeof moves / sizeof *moves, s);
	assert_int_equal(g.results->session(&g, s, n, 0, line), 4);
	assert_string_equal(line[0], "2 hands: +19900 chips, +99500 mbb/g; with 1 all-in "
				     "evened out +12955, +64773");
	assert_string_equal(line[1],
			    "on the button +20000 (1), in the big blind -100 (1)");
	assert_string_equal(
		line[2],
		"ended before the flop +20000, on the flop -100, turn +0, river +0");
	assert_string_equal(line[3], "showdowns 1, won 1; folded 1; came in 50 % (VPIP), "
				     "raised 50 % (PFR)");
	assert_int_equal(g.results->session(&g, s, n, 1, line), 4);
	assert_string_equal(line[1],
			    "on the button +100 (1), in the big blind -20000 (1)");
	assert_string_equal(
		line[2],
		"ended before the flop -20000, on the flop +100, turn +0, river +0");
	assert_string_equal(line[3],
			    "showdowns 1, won 0; folded 0; came in 100 % (VPIP), "
			    "raised 0 % (PFR)");
}

/* With equal blinds a button that checks has not come in. */
static void
a_check_on_equal_blinds_is_not_coming_in(void **state)
{
	static const char *const moves[] = {
		"KsKh|AsAh",	"c", "c",      "2c3c7d",  "bet 100", "f", "2c2d|3c3d",
		"raise to 200", "c", "9s9c9h", "bet 200", "f"
	};
	struct game g;
	struct state s[16];
	char line[SESSION_LINES][SESSION_LINE];
	open_game(&g, &holdem_game, 0, "hands=2,blinds=100/100");
	const int n = play_moves(&g, moves, sizeof moves / sizeof *moves, s);
	for (int seat = 0; seat < 2; seat++) {
		assert_int_equal(g.results->session(&g, s, n, seat, line), 4);
		assert_null(strstr(line[0], "evened out")); /* never all-in */
		assert_string_equal(
			line[3],
			seat == 0 ? "showdowns 0, won 0; folded 1; came in 50 % (VPIP), "
				    "raised 0 % (PFR)"
				  : "showdowns 0, won 0; folded 1; came in 50 % (VPIP), "
				    "raised 50 % (PFR)");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_amounts_are_counted),
		cmocka_unit_test(raises_are_listed_and_bounded),
		cmocka_unit_test(equal_bets_reach_all),
		cmocka_unit_test(the_game_is_as_large_as_published),
		cmocka_unit_test(limit_is_as_large_as_published),
		cmocka_unit_test(limit_bets_are_fixed),
		cmocka_unit_test(limit_raises_have_no_amount),
		cmocka_unit_test(hands_are_paid),
		cmocka_unit_test(stacks_rise_and_run_out),
		cmocka_unit_test(amounts_are_read_as_people_type_them),
		cmocka_unit_test(hands_of_the_dealer_come_out),
		cmocka_unit_test(bad_positions_are_told),
		cmocka_unit_test(bad_variants_are_told),
		cmocka_unit_test(unseen_hands_leave_no_trace),
		cmocka_unit_test(hands_are_mucked),
		cmocka_unit_test(a_mucked_hand_loses_in_every_world),
		cmocka_unit_test(called_all_ins_are_laid_open),
		cmocka_unit_test(a_headline_says_how_many_flops_there_are),
		cmocka_unit_test(fewer_flops_are_dealt),
		cmocka_unit_test(shares_are_those_of_the_flops_that_come),
		cmocka_unit_test(the_picture_has_the_cards),
		cmocka_unit_test(a_session_is_told_in_figures),
		cmocka_unit_test(a_check_on_equal_blinds_is_not_coming_in),
		cmocka_unit_test(standing_is_what_a_hand_beats),
		cmocka_unit_test(vectors_are_sums_over_pairs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
