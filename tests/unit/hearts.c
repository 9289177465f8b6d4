/*
 * hearts.c - the rules case by case, what seats may know, even deals, values within bounds,
 * equal moves, texts.
 */
#include "games/hearts/hearts.h"
#include "src/core/scene.h"
#include "tests/unit/trick_play.h"

static const struct game_ops *const ops = &hearts_game;

static void
assert_hand_points(const struct game *g, const struct state *s, const int *expected)
{
	struct figure f[FIGURES_MAX];
	int32_t value[SEATS_MAX];
	game_figures(g, s, f);
	g->knowledge->evaluate(g, s, value);
	for (int i = 0; i < g->seats; i++) {
		assert_int_equal(f[0].per_seat[i], expected[i]);
		if (g->rules->settled(g, s))
			assert_int_equal(value[i], 100 * (26 - expected[i]));
	}
}

#define POINTS(...) ((const int[]){ __VA_ARGS__ })

/* --- rules --- */

static void
first_trick_is_led_with_the_lowest_club(void **unused)
{
	static const char *const first[6] = { [3] = "2C", [4] = "2C", [5] = "3C" };
	for (int seats = 3; seats <= 5; seats++) {
		struct game g;
		struct state s;
		open_game(&g, ops, seats, "passing=off");
		g.rules->start(&g, &s);
		g.rules->play(&g, &s, SEAT_CHANCE, 99, &s);
		assert_legal(&g, &s, first[seats]);
		for (int i = 0; i < seats; i++)
			assert_int_equal(hearts_cards(&g, &s, i), seats == 3   ? 17
								  : seats == 4 ? 13
									       : 10);
	}
}

static void
first_trick_takes_no_points_unless_forced(void **unused)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 4, "passing=off");
	read_position(&g, "S=...* W=.*.. N=*... E=..*.", &s);
	play_words(&g, &s, "2C");
	assert_legal(&g, &s, "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH");
	play_words(&g, &s, "5H");
	assert_legal(&g, &s, "2S 3S 4S 5S 6S 7S 8S 9S TS JS KS AS");
	play_words(&g, &s, "2S AD");
	assert_int_equal(hearts_of(&s)->points[0], 1);
	assert_legal(&g, &s, "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC");
	read_position(&g, "S=...* W=Q.AKQJT9876543.. N=AKJT98765432.2.. E=..*.", &s);
	play_words(&g, &s, "2C");
	assert_legal(&g, &s, "QS 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH");
}

/* W's hand, as the others may deal it: 4-seat Hearts after 2C and the words. */
static void
assert_can_hold(const char *deal, const char *words, uint64_t possible)
{
	struct game g;
	struct state s, view;
	struct rng r;
	uint64_t seen = 0;
	open_game(&g, ops, 4, "passing=off");
	read_position(&g, deal, &s);
	play_words(&g, &s, words);
	assert_int_equal(hearts_of(&s)->cannot[1], CARDS_ALL & ~possible);
	game_view(&g, &s, 2, &view);
	rng_seed(&r, 22);
	for (int k = 0; k < 200; k++) {
		struct state world = view;
		g.hidden->determinize(&g, &world, 2, &r);
		seen |= hearts_of(&world)->hand[1];
	}
	assert_true((seen & ~possible) == 0);
	assert_true(seen != hearts_of(&s)->hand[1]); /* but it is not told which */
}

/* Who throws a point card on the first trick has nothing else; later, or a card without points,
 * it tells of the suit alone. */
static void
points_on_the_first_trick_tell_the_hand(void **unused)
{
	const uint64_t points = SUIT_MASK(HEARTS) | CARD_BIT(CARD(QUEEN, SPADES));
	static const char points_only[] =
		"S=KJT98765432.A..2 W=Q.KQJT98765432.. N=A..AKQJT98765.43 "
		"E=..432.AKQJT98765";
	static const char mixed[] = "S=K.T.98765432.432 W=QJ.987654.AKQJT. "
				    "N=A.AJ..AKQJT98765 E=T98765432.KQ32..";
	assert_can_hold(points_only, "2C 5H", points);
	assert_can_hold(points_only, "2C QS", points);
	assert_can_hold(mixed, "2C AD", CARDS_ALL & ~SUIT_MASK(CLUBS));
	assert_can_hold(mixed, "2C AD AC TS 5C 9S 3C 9H", CARDS_ALL & ~SUIT_MASK(CLUBS));
}

static void
hearts_are_led_only_when_broken(void **unused)
{
	static const char all_hearts[] =
		"S=A.AKQ.. W=K.JT9.. N=J.876.. E=.5432.. points=0,13,0,0 turn=";
	struct game g;
	struct state s;
	char text[200];
	open_game(&g, ops, 4, "passing=off");
	snprintf(text, sizeof text, "%sS", all_hearts);
	read_position(&g, text, &s);
	assert_legal(&g, &s, "AS");
	snprintf(text, sizeof text, "%sE", all_hearts);
	read_position(&g, text, &s);
	assert_legal(&g, &s, "2H 3H 4H 5H"); /* nothing else in the hand */
	play_words(&g, &s, "5H QH 9H 8H");
	assert_int_equal(hearts_of(&s)->broken, 1);
	assert_legal(&g, &s, "AS KH AH");
	/* Who leads hearts unbroken holds nothing else. */
	assert_true(hearts_of(&s)->cannot[3] == (CARDS_ALL & ~SUIT_MASK(HEARTS)));
	open_game(&g, ops, 4, "passing=off queen_breaks=on");
	snprintf(text, sizeof text, "%sS", all_hearts);
	read_position(&g, text, &s);
	assert_legal(&g, &s, "AS QH KH AH");
}

static void
suit_is_followed_and_the_highest_of_it_wins(void **unused)
{
	struct game g;
	struct state s, before;
	char text[200];
	open_game(&g, ops, 4, "");
	read_position(&g, "S=.2.7. W=.5.6. N=.6..A E=.7.4. turn=S points=0,9,13,0", &s);
	assert_legal(&g, &s, "7D 2H");
	play_words(&g, &s, "7D");
	assert_legal(&g, &s, "6D");
	play_words(&g, &s, "6D");
	assert_legal(&g, &s, "AC 6H"); /* void: anything */
	play_words(&g, &s, "6H");
	before = s;
	play_words(&g, &s, "4D");
	assert_int_equal(game_mover(&g, &s), 0);
	assert_hand_points(&g, &s, POINTS(1, 9, 13, 0));
	game_event(&g, &before, 3, CARD(TWO + 2, DIAMONDS), &s, text, sizeof text);
	assert_string_equal(text, "South takes the trick: 1 point");
	/* The last card may bring points too. */
	read_position(&g, "S=.2.7. W=.5.6. N=.6..A E=.7.4. turn=S points=0,9,13,0",
		      &before);
	play_words(&g, &before, "2H 5H 6H");
	struct state taken = before;
	play_words(&g, &taken, "7H");
	game_event(&g, &before, 3, CARD(TWO + 5, HEARTS), &taken, text, sizeof text);
	assert_string_equal(text, "East takes the trick: 4 points");
	/* N has shown a void. */
	assert_true(hearts_of(&s)->cannot[2] == SUIT_MASK(DIAMONDS));
}

static void
all_points_shoot_the_moon(void **unused)
{
	static const char last_trick[] =
		"S=.A.. W=..J. N=..K. E=..Q. turn=S points=25,0,0,0 total=10,0,0,0";
	struct game g;
	struct state s, before;
	char text[200];
	open_game(&g, ops, 4, "");
	read_position(&g, last_trick, &s);
	play_words(&g, &s, "AH JD KD");
	before = s;
	play_words(&g, &s, "QD");
	assert_true(g.rules->settled(&g, &s));
	assert_hand_points(&g, &s, POINTS(0, 26, 26, 26));
	assert_int_equal(hearts_of(&s)->total[0], 10);
	assert_int_equal(hearts_of(&s)->total[3], 26);
	game_event(&g, &before, 3, CARD(QUEEN, DIAMONDS), &s, text, sizeof text);
	assert_string_equal(text,
			    "South takes the trick: 1 point; South shoots the moon; "
			    "hand 1: S 0, W 26, N 26, E 26");
	open_game(&g, ops, 4, "moon=self");
	read_position(&g, last_trick, &s);
	play_words(&g, &s, "AH JD KD QD");
	assert_hand_points(&g, &s, POINTS(-26, 0, 0, 0));
	assert_int_equal(hearts_of(&s)->total[0], -16);
	/* 25 points are no moon. */
	open_game(&g, ops, 4, "");
	read_position(&g, "S=.2.. W=.A.. N=..K. E=..Q. turn=S points=24,0,0,0", &s);
	play_words(&g, &s, "2H AH KD QD");
	assert_hand_points(&g, &s, POINTS(24, 2, 0, 0));
	/* With the jack: it comes off after the moon. */
	open_game(&g, ops, 4, "jack=on");
	read_position(&g, last_trick, &s);
	play_words(&g, &s, "AH JD KD QD");
	assert_hand_points(&g, &s, POINTS(-10, 26, 26, 26));
}

static void
jack_of_diamonds_takes_ten_points_off(void **unused)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 4, "jack=on to=0");
	read_position(&g, "S=..3. W=..J. N=..T. E=..9. turn=S points=20,3,2,1", &s);
	play_words(&g, &s, "3D JD TD 9D");
	assert_hand_points(&g, &s, POINTS(20, -7, 2, 1));
	assert_int_equal(g.rules->acting(&g, &s), 0);
	open_game(&g, ops, 4, "to=0");
	read_position(&g, "S=..3. W=..J. N=..T. E=..9. turn=S points=20,3,2,1", &s);
	play_words(&g, &s, "3D JD TD 9D");
	assert_hand_points(&g, &s, POINTS(20, 3, 2, 1));
}

static void
cards_are_removed_for_three_and_five(void **unused)
{
	static const int removed[6] = { [3] = 1, [4] = 0, [5] = 2 };
	for (int seats = 3; seats <= 5; seats++) {
		struct game g;
		open_game(&g, ops, seats, "");
		uint64_t deck = hearts_variant(&g)->deck;
		assert_int_equal(cards_count(deck), 52 - removed[seats]);
		assert_int_equal(deck >> CARD(TWO, DIAMONDS) & 1, seats == 4);
		assert_int_equal(deck >> CARD(TWO, CLUBS) & 1, seats != 5);
	}
}

static void
open_hands_are_not_passed_unless_asked_for(void **unused)
{
	static const struct {
		const char *variant;
		bool passing;
	} cases[] = {
		{ "", true },
		{ "passing=off", false },
		{ "open=on", false },
		{ "open=on passing=on", true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct game g;
		open_game(&g, ops, 4, cases[i].variant);
		assert_int_equal(hearts_variant(&g)->passing, cases[i].passing);
	}
}

static void
passing_goes_round_in_its_cycle(void **unused)
{
	static const int cycles[6][6] = {
		[3] = { 1, 2, 0, 1, 2, 0 },
		[4] = { 1, 3, 2, 0, 1, 3 },
		[5] = { 1, 4, 2, 3, 0, 1 },
	};
	for (int seats = 3; seats <= 5; seats++)
		for (int hand = 0; hand < 6; hand++) {
			struct game g;
			struct state s, dealt;
			char text[80];
			open_game(&g, ops, seats, "");
			snprintf(text, sizeof text, "phase=deal hand=%d", hand);
			read_position(&g, text, &s);
			g.rules->play(&g, &s, SEAT_CHANCE, 5, &s);
			int by = cycles[seats][hand];
			assert_int_equal(hearts_pass_by(&g, &s), by);
			dealt = s;
			if (by == 0) {
				assert_int_equal(hearts_of(&s)->phase, HEARTS_PLAYING);
				continue;
			}
			uint64_t passed[HEARTS_SEATS];
			for (int i = 0; i < seats; i++) {
				move m[MOVES_MAX];
				int n = g.rules->moves(&g, &s, i, m);
				assert_int_equal(n, seats == 3	 ? 680
						    : seats == 4 ? 286
								 : 45);
				passed[i] = hearts_pass_set(m[n / 2]);
				assert_true(g.rules->acting(&g, &s) >> i & 1);
				g.rules->play(&g, &s, i, m[n / 2], &s);
			}
			for (int i = 0; i < seats; i++) {
				int giver = (i - by + seats) % seats;
				uint64_t kept = hearts_of(&dealt)->hand[i] & ~passed[i];
				assert_true(hearts_of(&s)->hand[i] ==
					    (kept | passed[giver]));
			}
		}
}

static void
match_ends_at_its_limit_and_ties_share(void **unused)
{
	static const struct {
		const char *variant, *position;
		bool over;
		int points[4];
	} cases[] = {
		{ "to=100", "total=89,40,40,20 points=10,6,6,4", false, { 0 } },
		{ "to=100",
		  "total=90,10,10,40 points=10,6,6,4",
		  true,
		  { 100, 16, 16, 44 } },
		{ "to=50",
		  "total=90,10,10,40 points=10,6,6,4",
		  true,
		  { 100, 16, 16, 44 } },
		{ "to=0", "points=10,6,6,4", true, { 10, 6, 6, 4 } },
		{ "to=100 hands=2", "hand=2 points=10,6,6,4", true, { 10, 6, 6, 4 } },
		{ "to=100 hands=3", "hand=2 points=10,6,6,4", false, { 0 } },
	};
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct game g;
		struct state s;
		char text[200];
		open_game(&g, ops, 4, cases[k].variant);
		snprintf(text, sizeof text, "%s S=..A. W=..K. N=..Q. E=..9. turn=S",
			 cases[k].position);
		read_position(&g, text, &s);
		play_words(&g, &s, "AD KD QD 9D");
		assert_true(g.rules->settled(&g, &s));
		assert_int_equal(g.rules->acting(&g, &s),
				 cases[k].over ? 0 : ACTING_CHANCE);
		if (!cases[k].over)
			continue;
		int32_t points[SEATS_MAX];
		g.rules->points(&g, &s, points);
		for (int i = 0; i < 4; i++)
			assert_int_equal(points[i], -cases[k].points[i]);
	}
}

/* --- walks through random games --- */

static const struct variant variants[] = {
	{ 4, "" },
	{ 3, "" },
	{ 5, "" },
	{ 4, "moon=self jack=on" },
	{ 3, "jack=on queen_breaks=on" },
	{ 5, "moon=self passing=off" },
	{ 4, "open=on passing=on" },
	{ 3, "open=on passing=off to=0" },
};
#define VARIANTS ((int)(sizeof variants / sizeof *variants))

static void
positions_and_moves_come_back_from_their_text(void **unused)
{
	struct rng r;
	rng_seed(&r, 11);
	for (int k = 0; k < VARIANTS * 12; k++) {
		struct game g;
		struct state s, view;
		start_variant(&g, ops, &variants[k % VARIANTS], &s);
		for (int plies = 0; plies < 150 && g.rules->acting(&g, &s) != 0;
		     plies++) {
			check_round_trip(&g, &s);
			int viewer = (int)rng_below(&r, (uint32_t)g.seats);
			game_view(&g, &s, viewer, &view);
			check_round_trip(&g, &view);
			int seat = game_mover(&g, &s);
			move m[MOVES_MAX], back;
			int n = seat == SEAT_CHANCE ? 1 : g.rules->moves(&g, &s, seat, m);
			if (seat == SEAT_CHANCE)
				m[0] = g.chance->sample(&g, &s, &r);
			move one = m[rng_below(&r, (uint32_t)n)];
			char text[MOVE_TEXT];
			struct status st = { 0 };
			g.text->format_move(&g, &s, seat, one, text, sizeof text);
			assert_true(game_parse_move(&g, &s, seat, text, &back, &st));
			assert_int_equal(one, back);
			step(&g, &s, &r);
		}
	}
}

static void
moves_are_read_as_people_write_them(void **unused)
{
	struct game g;
	struct state s;
	struct status st = { 0 };
	move m;
	open_game(&g, ops, 4, "");
	read_position(&g, "phase=pass S=AKQ.K..AKQJT9876", &s);
	static const char *const same[] = { "QS+AS+KH", "kh as qs", "A♠,Q♠,K♥", "pass ♠",
					    "pass qs, kH as" };
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		bool good = game_parse_move(&g, &s, 0, same[i], &m, &st);
		assert_int_equal(good, i != 3);
		if (good)
			assert_true(hearts_pass_set(m) == (CARD_BIT(QUEEN_OF_SPADES) |
							   CARD_BIT(CARD(ACE, SPADES)) |
							   CARD_BIT(CARD(KING, HEARTS))));
	}
	static const struct {
		const char *text, *error;
	} wrong[] = {
		{ "QS+AS", "'QS+AS': expected 3 cards to pass, as in QS+AS+KH" },
		{ "QS+AS+QS", "'QS+AS+QS': expected 3 cards to pass, as in QS+AS+KH" },
		{ "QS+AS+2D", "2D is not in the hand" },
		{ "", "'': expected 3 cards to pass, as in QS+AS+KH" },
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct status w = { 0 };
		assert_false(game_parse_move(&g, &s, 0, wrong[i].text, &m, &w));
		assert_string_equal(w.text, wrong[i].error);
	}
	read_position(&g, "S=.2.7. W=.5.6. N=.6..A E=.7.T. turn=E points=0,9,13,0", &s);
	assert_true(game_parse_move(&g, &s, 3, "10d", &m, &st));
	assert_int_equal(m, CARD(TEN, DIAMONDS));
	struct status w = { 0 };
	assert_false(game_parse_move(&g, &s, 3, "QS", &m, &w));
	assert_string_equal(w.text, "'QS': expected one of TD 7H");
}

static void
wrong_positions_say_what_is_wrong(void **unused)
{
	static const struct {
		int seats;
		struct refused position;
	} cases[] = {
		{ 4, { "", "an empty position" } },
		{ 4, { "hello", "'hello': expected key=value" } },
		{ 4, { "color=red", "'color': unknown key" } },
		{ 4, { "S=A... S=K...", "S= is given twice" } },
		{ 4, { "S=A.K", "expected cards by suit" } },
		{ 4, { "S=AA...", "expected cards by suit" } },
		{ 3, { "S=..2.", "2D is not in the pack with 3 seats" } },
		{ 4, { "S=A... W=A... N=K... E=J...", "AS is in two hands" } },
		{ 4,
		  { "S=A... W=KQ... N=J... points=0,0,0,13",
		    "W has 2 cards, expected 1" } },
		{ 4,
		  { "S=A... W=K... N=Q... E=J... points=1,0,0,0",
		    "1 in all, expected 13" } },
		{ 4,
		  { "S=A... W=K... N=Q... E=J... trick=S:AS",
		    "AS is in a hand and played" } },
		{ 4, { "S=A... W=K... N=J...", "cards played do not fit" } },
		{ 4,
		  { "S=A... W=K... N=Q... E=J... points=1,2,3", "expected 4 numbers" } },
		{ 4, { "S=A... turn=X", "expected a seat, one of SWNE" } },
		{ 4, { "total=1,2,3,99999", "expected 4 numbers" } },
		{ 4, { "phase=sleep", "expected deal, pass, play or over" } },
		{ 4, { "phase=deal S=A...", "expected no cards" } },
		{ 4, { "phase=pass hand=4", "no cards are passed in hand 4" } },
		{ 4,
		  { "phase=pass passS=?  passW=? passN=? passE=?", "all have passed" } },
		{ 4, { "S=A... notS=A...", "AS is in a hand that cannot hold it" } },
		{ 4,
		  { "turn=W S=2... played=- W=...3 N=...2", "2C leads but is not in" } },
		{ 4, { "phase=over hand=0", "expected hand=1 or more" } },
		{ 4, { "trick=S:2C,2C", "at most 3 cards" } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game g;
		open_game(&g, ops, cases[i].seats, "");
		assert_refused(&g, &cases[i].position, 1);
	}
}

/* Random words and damaged positions: refused or accepted, and what is accepted is sound
 * enough to be played to its end. */
static void
damaged_positions_never_break_the_game(void **unused)
{
	struct rng r;
	rng_seed(&r, 12);
	int accepted = 0;
	for (int k = 0; k < 6000; k++) {
		struct game g;
		struct state s, view;
		char text[POSITION_TEXT];
		start_variant(&g, ops, &variants[k % VARIANTS], &s);
		for (int n = (int)rng_below(&r, 60);
		     n > 0 && g.rules->acting(&g, &s) != 0; n--)
			step(&g, &s, &r);
		game_view(&g, &s, (int)rng_below(&r, (uint32_t)g.seats), &view);
		g.text->format_position(&g, k % 2 ? &s : &view, text, sizeof text);
		damage(text, &r);
		accepted += survives(&g, text, &r);
	}
	assert_in_range(accepted, 100, 6000);
}

/* --- hidden cards --- */

static void
full_deals_fit_what_the_viewer_has_seen(void **unused)
{
	struct rng r;
	rng_seed(&r, 13);
	for (int k = 0; k < VARIANTS * 40; k++) {
		struct game g;
		struct state s, view, world, again;
		start_variant(&g, ops, &variants[k % VARIANTS], &s);
		if (!game_hidden(&g))
			continue;
		for (int plies = 0; plies < 130 && g.rules->acting(&g, &s) != 0;
		     plies++) {
			int viewer = (int)rng_below(&r, (uint32_t)g.seats);
			game_view(&g, &s, viewer, &view);
			world = view;
			g.hidden->determinize(&g, &world, viewer, &r);
			const struct hearts_state *w = hearts_of(&world);
			uint64_t held = 0;
			for (int i = 0; i < g.seats; i++) {
				assert_true((w->hand[i] & w->cannot[i]) == 0);
				assert_true((w->hand[i] & held) == 0);
				assert_int_equal(cards_count(w->hand[i]),
						 hearts_cards(&g, &world, i));
				held |= w->hand[i];
				if (w->phase == HEARTS_PASSING &&
				    (w->committed >> i & 1) != 0)
					assert_true(w->passed[i] != 0 &&
						    (w->passed[i] & ~w->hand[i]) == 0);
			}
			/* The viewer sees no difference, nor after looking twice. */
			game_view(&g, &world, viewer, &again);
			assert_true(same_bytes(&g, &again, &view));
			game_view(&g, &view, viewer, &again);
			assert_true(same_bytes(&g, &again, &view));
			/* And the world can be played. */
			if (plies % 8 == 0) {
				g.fast->rollout(&g, &world, &r, 1000, plies % 16);
				assert_true(g.rules->settled(&g, &world));
			}
			step(&g, &s, &r);
		}
	}
}

static void
views_show_own_cards_and_passed_cards_only(void **unused)
{
	struct game g;
	struct state s, view;
	struct rng r;
	rng_seed(&r, 14);
	open_game(&g, ops, 4, "");
	g.rules->start(&g, &s);
	g.rules->play(&g, &s, SEAT_CHANCE, 1234, &s);
	for (int i = 0; i < 4; i++) {
		game_view(&g, &s, 0, &view);
		for (int j = 1; j < 4; j++) {
			assert_true(hearts_of(&view)->hand[j] == 0);
			assert_true(hearts_of(&view)->passed[j] == 0);
		}
		assert_true(hearts_of(&view)->hand[0] == hearts_of(&s)->hand[0]);
		g.rules->play(&g, &s, i, g.knowledge->policy(&g, &s, i, &r), &s);
	}
	const struct hearts_state *h = hearts_of(&s);
	game_view(&g, &s, 0, &view);
	const struct hearts_state *v = hearts_of(&view);
	uint64_t lead = CARD_BIT(CARD(TWO, CLUBS));
	for (int j = 1; j < 4; j++) {
		uint64_t known = j == 1 ? h->passed[0] : 0;
		if (h->turn == j)
			known |= lead;
		assert_true(v->hand[j] == known);
		assert_true(v->passed[j] == (j == 3 ? h->passed[3] : 0));
	}
	/* A known card goes when it is played. */
	while (hearts_of(&s)->phase == HEARTS_PLAYING) {
		game_view(&g, &s, 0, &view);
		assert_true((hearts_of(&view)->hand[1] & hearts_of(&s)->played) == 0);
		assert_true((hearts_of(&view)->hand[1] & ~hearts_of(&s)->hand[1]) == 0);
		step(&g, &s, &r);
	}
}

/* Eight hidden cards; W is void in hearts and clubs, N holds a card that S passed, E has not
 * the ace of spades. All deals that fit come up equally often: chi-square within five
 * standard deviations. */
static void
full_deals_are_drawn_evenly(void **unused)
{
	enum { DEALS = 256, DRAWS = 40000 };
	static uint64_t west[DEALS], north[DEALS];
	static int count[DEALS];
	struct game g;
	struct state s;
	struct rng r;
	open_game(&g, ops, 4, "");
	read_position(&g,
		      "hand=3 turn=S points=9,13,0,0 S=.2.2.2 N=.A.. notW=.*..* "
		      "passS=.AKQ.. notE=A... "
		      "played=KQT9876432.KQJT98765.KQJT986543.KQJT9876543",
		      &s);
	uint64_t hidden = CARDS_ALL & ~hearts_of(&s)->played & ~hearts_of(&s)->hand[0] &
			  ~hearts_of(&s)->hand[2];
	assert_int_equal(cards_count(hidden), 8);
	int deals = 0;
	for (int code = 0; code < 6561; code++) {
		uint64_t hand[3] = { 0 }, left = hidden;
		for (int c = code; left != 0; c /= 3)
			hand[c % 3] |= CARD_BIT(cards_pop(&left));
		if (cards_count(hand[0]) != 3 || cards_count(hand[1]) != 2 ||
		    (hand[0] & hearts_of(&s)->cannot[1]) != 0 ||
		    (hand[2] & hearts_of(&s)->cannot[3]) != 0)
			continue;
		assert_in_range(deals, 0, DEALS - 1);
		west[deals] = hand[0];
		north[deals++] = hand[1] | hearts_of(&s)->hand[2];
	}
	assert_in_range(deals, 50, 100);
	rng_seed(&r, 15);
	for (int k = 0; k < DRAWS; k++) {
		struct state world = s;
		g.hidden->determinize(&g, &world, 0, &r);
		int d = 0;
		while (d < deals && (west[d] != hearts_of(&world)->hand[1] ||
				     north[d] != hearts_of(&world)->hand[2]))
			d++;
		assert_in_range(d, 0, deals - 1);
		count[d]++;
	}
	double expected = (double)DRAWS / deals, chi = 0;
	for (int d = 0; d < deals; d++)
		chi += (count[d] - expected) * (count[d] - expected) / expected;
	double deviation = __builtin_sqrt(2.0 * (deals - 1));
	if (chi > deals - 1 + 5 * deviation || chi < deals - 1 - 5 * deviation)
		fail_msg("chi-square %.1f over %d deals", chi, deals);
}

/* --- values --- */

/* Values, and bounds of all later states, lie within the bounds of every state. */
static void
values_stay_within_bounds(void **unused)
{
	struct rng r;
	rng_seed(&r, 16);
	for (int k = 0; k < VARIANTS * 400; k++) {
		struct game g;
		struct state s;
		struct bounds before, b;
		int32_t value[SEATS_MAX];
		start_variant(&g, ops, &variants[k % VARIANTS], &s);
		step(&g, &s, &r);
		g.knowledge->bounds(&g, &s, &before);
		/* Every other hand: W takes every trick it can, so that moons happen. */
		bool grab = k / VARIANTS % 2 == 1;
		while (!g.rules->settled(&g, &s)) {
			if (grab && hearts_of(&s)->phase == HEARTS_PLAYING) {
				move m[MOVES_MAX];
				int seat = game_mover(&g, &s);
				int n = g.rules->moves(&g, &s, seat, m);
				bool high = seat == 1;
				g.rules->play(&g, &s, seat, m[high ? n - 1 : 0], &s);
			} else {
				step(&g, &s, &r);
			}
			g.knowledge->bounds(&g, &s, &b);
			g.knowledge->evaluate(&g, &s, value);
			check_values(&g, &s, &b, "evaluate", value);
			check_values(&g, &s, &before, "evaluate (before)", value);
			g.trick->taken(&g, &s, value);
			check_values(&g, &s, &b, "taken", value);
			for (int i = 0; i < g.seats; i++) {
				assert_true(b.low[i] >= before.low[i]);
				assert_true(b.high[i] <= before.high[i]);
			}
			assert_true(b.maxsum <= before.maxsum);
			before = b;
		}
		int32_t exact[SEATS_MAX];
		g.trick->taken(&g, &s, exact);
		g.knowledge->evaluate(&g, &s, value);
		for (int i = 0; i < g.seats; i++) {
			assert_int_equal(exact[i], value[i]);
			assert_true(b.low[i] == value[i] && b.high[i] == value[i]);
			assert_true(value[i] >= 0);
		}
		assert_int_equal(game_progress(&g, &s), 1000);
	}
}

/* Squared error against the end of the hand by the quick player, over tricks 2 to 9. */
/* What S is worth by evaluation, in points. */
static double
worth_of_south(const char *position)
{
	struct game g;
	struct state s;
	int32_t value[SEATS_MAX];
	open_game(&g, ops, 4, "passing=off");
	read_position(&g, position, &s);
	g.knowledge->evaluate(&g, &s, value);
	return value[0] / 100.0;
}

/* The same cards but the queen, and then the king, change hands; all else is alike. */
static void
the_queen_weighs_on_who_holds_her_and_on_who_may_win_her(void **unused)
{
	static const char *const holds[] = {
		"S=Q.2.7. W=4.3.8. N=5.4.9. E=6.5.T. turn=S points=5,3,1,0",
		"S=4.2.7. W=Q.3.8. N=5.4.9. E=6.5.T. turn=S points=5,3,1,0",
	};
	static const char *const covers[] = {
		"S=K.2.7. W=4.3.8. N=5.4.9. E=Q.5.T. turn=S points=5,3,1,0",
		"S=4.2.7. W=K.3.8. N=5.4.9. E=Q.5.T. turn=S points=5,3,1,0",
	};
	assert_true(worth_of_south(holds[0]) < worth_of_south(holds[1]) - 4);
	assert_true(worth_of_south(covers[0]) < worth_of_south(covers[1]) - 3);
}

static void
evaluation_forecasts_better_than_points_taken(void **unused)
{
	struct rng r;
	rng_seed(&r, 17);
	for (int seats = 3; seats <= 5; seats++) {
		struct game g;
		open_game(&g, ops, seats, "to=0");
		double error[2] = { 0 };
		for (int k = 0; k < 600; k++) {
			struct state s, end;
			int32_t value[2][SEATS_MAX], exact[SEATS_MAX];
			g.rules->start(&g, &s);
			g.fast->rollout(&g, &s, &r, 1 + seats * (2 + k % 8), 0);
			for (int seat; (seat = game_mover(&g, &s)) >= 0 &&
				       !g.knowledge->quiet(&g, &s);)
				g.rules->play(&g, &s, seat,
					      g.knowledge->policy(&g, &s, seat, &r), &s);
			g.knowledge->evaluate(&g, &s, value[0]);
			g.trick->taken(&g, &s, value[1]);
			end = s;
			g.fast->rollout(&g, &end, &r, 1000, 0);
			g.knowledge->evaluate(&g, &end, exact);
			for (int i = 0; i < seats; i++)
				for (int e = 0; e < 2; e++) {
					double d = (value[e][i] - exact[i]) / 100.0;
					error[e] += d * d;
				}
		}
		if (getenv("HEARTS_PRINT") != NULL)
			print_message("%d seats: squared error %.2f, points taken %.2f\n",
				      seats, error[0] / (600 * seats),
				      error[1] / (600 * seats));
		assert_true(error[0] < 0.95 * error[1]);
	}
}

static void
quick_player_takes_fewer_points_than_chance(void **unused)
{
	for (int seats = 3; seats <= 5; seats++) {
		struct game g;
		struct rng r;
		int64_t points = 0, hands = 400;
		open_game(&g, ops, seats, "to=0");
		rng_seed(&r, 18);
		for (int k = 0; k < hands; k++) {
			struct state s;
			g.rules->start(&g, &s);
			int quick = k % seats;
			while (!g.rules->settled(&g, &s)) {
				int seat = game_mover(&g, &s);
				if (seat == quick)
					g.rules->play(&g, &s, seat,
						      g.knowledge->policy(&g, &s, seat,
									  &r),
						      &s);
				else
					g.fast->rollout(&g, &s, &r, 1, 1);
			}
			points += hearts_of(&s)->points[quick];
		}
		/* An even share is 26 / seats. */
		if (getenv("HEARTS_PRINT") != NULL)
			print_message("%d seats: %.2f points a hand\n", seats,
				      (double)points / (double)hands);
		assert_true(points * seats * 2 < 26 * hands);
	}
}

static void
playouts_reach_a_scored_hand_and_are_repeatable(void **unused)
{
	struct rng r, again;
	for (int k = 0; k < VARIANTS * 40; k++) {
		struct game g;
		struct state s, t;
		int random = k / VARIANTS % 2;
		start_variant(&g, ops, &variants[k % VARIANTS], &s);
		start_game(&g, &t);
		rng_seed(&r, (uint64_t)k);
		rng_seed(&again, (uint64_t)k);
		int plies = g.fast->rollout(&g, &s, &r, 1000, random);
		assert_int_equal(g.fast->rollout(&g, &t, &again, 1000, random), plies);
		assert_true(same_bytes(&g, &s, &t));
		assert_true(g.rules->settled(&g, &s));
		int cards = cards_count(hearts_variant(&g)->deck);
		bool passing = hearts_variant(&g)->passing;
		assert_int_equal(plies, 1 + (passing ? g.seats : 0) + cards);
		assert_int_equal(g.fast->rollout(&g, &s, &r, 1000, random), 0);
	}
}

/* --- equal moves --- */

/* On random endgames, to the end and to a depth, ordered or not. */
static void
merging_equal_cards_changes_no_value(void **unused)
{
	static const struct variant open_games[] = {
		{ 4, "open=on passing=off" },
		{ 3, "open=on passing=off" },
		{ 3, "open=on passing=off jack=on" },
		{ 4, "open=on passing=off moon=self" },
	};
	struct rng r;
	int64_t nodes[2] = { 0 };
	rng_seed(&r, 19);
	for (int k = 0; k < 160; k++) {
		const struct variant *v = &open_games[k % 4];
		struct game g;
		struct state s;
		open_game(&g, ops, v->seats, v->options);
		g.rules->start(&g, &s);
		bool to_end = k / 4 % 2 == 0;
		int tricks_left = to_end ? 4 : 8;
		int cards = (hearts_variant(&g)->cards - tricks_left) * v->seats;
		g.fast->rollout(&g, &s, &r, 1 + cards + (int)rng_below(&r, 3), k / 8 % 2);
		check_merging(&g, &s, to_end ? 100 : 5, k / 16 % 2 == 1, nodes);
	}
	if (getenv("HEARTS_PRINT") != NULL)
		print_message("nodes %lld, merged %lld\n", (long long)nodes[0],
			      (long long)nodes[1]);
	assert_true(nodes[1] * 10 < nodes[0] * 9);
}

static void
queen_stays_apart_when_cards_are_merged(void **unused)
{
	static const struct {
		const char *variant, *position, *kept;
	} cases[] = {
		{ "", "S=KQJ2... W=T98.2.. N=A54.4.. E=763.3.. turn=S points=10,0,0,0",
		  "2S JS QS KS" },
		{ "", "S=KJ2.2.. W=T98.3.. N=A54.4.. E=763.5.. turn=S points=22,0,0,0",
		  "2S JS 2H" },
		{ "", "S=..QJT2. W=..987.2 N=..A54.3 E=..K63.4 turn=S points=13,13,0,0",
		  "2D" },
		{ "jack=on",
		  "S=..QJT2. W=..987.2 N=..A54.3 E=..K63.4 turn=S points=13,13,0,0",
		  "2D TD JD QD" },
	};
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct game g;
		struct state s;
		open_game(&g, ops, 4, cases[k].variant);
		char text[400];
		snprintf(text, sizeof text, "%s", cases[k].position);
		read_position(&g, text, &s);
		move m[MOVES_MAX];
		int n = g.rules->moves(&g, &s, 0, m);
		n = g.knowledge->merge(&g, &s, 0, m, n);
		char kept[200] = "";
		for (int i = 0; i < n; i++) {
			char card[MOVE_TEXT];
			g.text->format_move(&g, &s, 0, m[i], card, sizeof card);
			snprintf(kept + strlen(kept), sizeof kept - strlen(kept), "%s%s",
				 i == 0 ? "" : " ", card);
		}
		assert_string_equal(kept, cases[k].kept);
	}
}

/* --- pictures --- */

static int
glyph_width(const char *text)
{
	int n = 0;
	for (; *text != '\0'; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

static void
scene_fits_and_offers_every_legal_card(void **unused)
{
	struct rng r;
	rng_seed(&r, 20);
	static struct scene sc;
	for (int k = 0; k < VARIANTS * 3; k++) {
		struct game g;
		struct state s, view;
		start_variant(&g, ops, &variants[k % VARIANTS], &s);
		for (int plies = 0; plies < 70 && g.rules->acting(&g, &s) != 0; plies++) {
			int viewer = (int)rng_below(&r, (uint32_t)g.seats);
			game_view(&g, &s, viewer, &view);
			g.view->scene(&g, &view, viewer, &sc);
			char used[24][64] = { { 0 } };
			int offered = 0, choosable = 0;
			for (int i = 0; i < sc.count; i++) {
				const struct scene_item *it = &sc.item[i];
				int width = glyph_width(it->glyph);
				assert_int_equal(width, strlen(it->ascii));
				assert_true(it->x >= 0 && it->x + width <= sc.width);
				assert_true(it->y >= 0 && it->y < sc.height);
				for (int x = it->x; x < it->x + width; x++) {
					if (used[it->y][x])
						fail_msg("two items at %d,%d: %s", x,
							 it->y, it->ascii);
					used[it->y][x] = 1;
				}
				offered += it->m != MOVE_NONE;
				choosable += (it->flags & SCENE_CHOOSABLE) != 0;
			}
			move m[MOVES_MAX];
			bool acts = (g.rules->acting(&g, &s) >> viewer & 1) != 0;
			if (acts && hearts_of(&s)->phase == HEARTS_PLAYING)
				assert_int_equal(offered,
						 g.rules->moves(&g, &s, viewer, m));
			else
				assert_int_equal(offered, 0);
			if (acts && hearts_of(&s)->phase == HEARTS_PASSING)
				assert_int_equal(choosable, hearts_cards(&g, &s, viewer));
			step(&g, &s, &r);
		}
	}
}

static void
headline_says_where_the_match_is(void **unused)
{
	struct game g;
	struct state s;
	char text[100];
	open_game(&g, ops, 4, "");
	read_position(&g, "phase=deal hand=2", &s);
	g.rules->play(&g, &s, SEAT_CHANCE, 1, &s);
	g.view->headline(&g, &s, 0, text, sizeof text);
	assert_string_equal(text, "hand 3  pass across  to 100");
	read_position(&g, "hand=4 S=.2.7. W=.5.6. N=.6..A E=.7.4. points=0,9,13,0", &s);
	g.view->headline(&g, &s, 0, text, sizeof text);
	assert_string_equal(text, "hand 4  hold  trick 12/13  hearts broken  to 100");
}

/* The feat of the last card of a trick: -1, 0 a moon shot, 1 a moon stopped; and of which seat. */
static int
feat_of(const struct game *g, const char *position, const char *card, int *whose)
{
	struct state s;
	struct status st = { 0 };
	move m;
	read_position(g, position, &s);
	if (!game_parse_move(g, &s, game_mover(g, &s), card, &m, &st))
		fail_msg("%s", st.text);
	*whose = SEAT_NONE;
	return g->results->feat(g, &s, game_mover(g, &s), m, whose);
}

static void
moons_are_counted_for_who_shoots_or_stops_them(void **unused)
{
	struct game g;
	int whose;
	open_game(&g, ops, 4, "to=0");
	/* West leads its king; the ace takes it, or it is shot with the last tricks. */
	assert_int_equal(feat_of(&g,
				 "S=.A7.. W=.Q.. N=...4 E=..4. trick=W:KH,3C,3D "
				 "points=0,22,0,0",
				 "AH", &whose),
			 1);
	assert_int_equal(whose, 0);
	assert_int_equal(feat_of(&g,
				 "S=.A7.. W=.Q.. N=...4 E=..4. trick=W:KH,3C,3D "
				 "points=0,22,0,0",
				 "7H", &whose),
			 -1);
	/* Fewer than 18 points are no moon yet, nor are those of two seats. */
	assert_int_equal(feat_of(&g,
				 "S=.A72.. W=.Q9.. N=.T8.. E=.J6.. trick=W:KH,3H,4H "
				 "points=0,14,0,0",
				 "AH", &whose),
			 -1);
	assert_int_equal(feat_of(&g,
				 "S=.A7.. W=.Q.. N=...4 E=..4. trick=W:KH,3C,3D "
				 "points=0,21,1,0",
				 "AH", &whose),
			 -1);
	/* The last points of a moon, in the last trick or before. */
	assert_int_equal(feat_of(&g,
				 "S=.7.. W=-  N=- E=- trick=W:KH,3C,3D points=0,24,0,0",
				 "7H", &whose),
			 0);
	assert_int_equal(whose, 1);
	assert_int_equal(feat_of(&g,
				 "S=..7.5 W=...K N=...4 E=...3 trick=W:KH,3D,4D "
				 "points=0,25,0,0",
				 "7D", &whose),
			 0);
	/* Not in the middle of a trick. */
	assert_int_equal(
		feat_of(&g, "N=...43 W=.Q.. S=.A7.. E=..43. trick=W:KH points=0,22,0,0",
			"3C", &whose),
		-1);
}

/* Five top hearts and a deuce, with all points so far: five rounds draw every heart. */
static void
quick_player_shoots_a_moon_that_is_certain(void **unused)
{
	struct game g;
	struct state root, world;
	struct rng rng;
	open_game(&g, ops, 4, "to=0");
	read_position(&g,
		      "turn=S played=QT98765432.5432.T9876543.765432 S=.AKQJT.2. "
		      "points=17,0,0,0",
		      &root);
	rng_seed(&rng, 8);
	for (int k = 0; k < 100; k++) {
		world = root;
		g.hidden->determinize(&g, &world, 0, &rng);
		g.fast->rollout(&g, &world, &rng, 1000, false);
		assert_hand_points(&g, &world, POINTS(0, 26, 26, 26));
	}
	/* West takes a trick without points: South, void, throws the deuce and keeps its hearts. */
	read_position(
		&g,
		"played=QT98765432.5432.T9876543.AQJ765432 S=.AKQJT.2. trick=W:AC,QC,JC "
		"points=17,0,0,0",
		&root);
	for (int k = 0; k < 100; k++)
		assert_int_equal(g.knowledge->policy(&g, &root, 0, &rng),
				 CARD(TWO, DIAMONDS));
}

/* South takes all that is out with the cards of its hand, in playouts to that end and in no
 * others. */
static const struct attempt_case {
	const char *variant;
	int seats;
	const char *position;
	bool can; /* the moon is there for South, and for nobody else */
} attempts[] = {
	{ "to=0", 4, "turn=S played=...A532 S=AKQ2.AKQJT.AK.K points=0,0,0,0", true },
	{ "to=0 moon=self", 4, "turn=S played=...A532 S=AKQ2.AKQJT.AK.K points=0,0,0,0",
	  true },
	{ "to=0 jack=on", 4, "turn=S played=...A532 S=AKQ2.AKQJT.AK.K points=0,0,0,0",
	  true },
	{ "to=0", 4,
	  "turn=S played=QT98765432.5432.T9876543.765432 S=.AKQJT.2. "
	  "points=17,0,0,0",
	  true },
	{ "to=0", 4,
	  "turn=S played=QT98765432.5432.T9876543.765432 S=.AKQJT.2. "
	  "points=16,1,0,0",
	  false },
	{ "to=0", 4,
	  "turn=S played=QT98765432.5432.T9876543.765432 S=.AKQJT.2. "
	  "points=0,17,0,0",
	  false },
};

/* Who has the moon in a scored hand, from its points: the others have 26 more each. */
static int
moon_of(const struct game *g, const struct state *s)
{
	const struct hearts_state *h = hearts_of(s);
	const int jack = hearts_variant(g)->jack ? 10 : 0;
	int sum = jack, shooter = SEAT_NONE;
	for (int i = 0; i < g->seats; i++)
		sum += h->points[i];
	for (int i = 0; i < g->seats && sum != 26; i++)
		if (h->points[i] <= (hearts_variant(g)->moon_self ? -16 : 0))
			shooter = i;
	return shooter;
}

static void
an_attempt_is_for_all_points_and_ends_with_the_first_point_of_another(void **unused)
{
	for (size_t k = 0; k < sizeof attempts / sizeof attempts[0]; k++) {
		const struct attempt_case *c = &attempts[k];
		struct game g, tries;
		struct state root, s;
		struct rng rng;
		int shot = 0, broken = 0;
		open_game(&g, ops, c->seats, c->variant);
		read_position(&g, c->position, &root);
		assert_int_equal(g.trick->shoot(&g, &root, 0, &tries), c->can);
		rng_seed(&rng, k);
		for (int n = 0; n < 200 && c->can; n++) {
			s = root;
			tries.hidden->determinize(&tries, &s, 0, &rng);
			tries.fast->rollout(&tries, &s, &rng, 1000, false);
			const int who = moon_of(&g, &s);
			shot += who == 0;
			broken += who == SEAT_NONE;
		}
		assert_true(!c->can || shot > 100);
		assert_true(k != 0 || broken > 0);
	}
}

/* A seat that tries passes its lowest heart first; otherwise it keeps it. */
static void
who_goes_for_the_moon_passes_low_hearts(void **unused)
{
	struct game g, tries;
	struct state s;
	move m[2];
	struct status st = { 0 };
	int32_t plain[2], trying[2];
	open_game(&g, ops, 4, "to=0");
	read_position(&g, "hand=1 phase=pass S=AKQ.AKQ2.AKQ.AK5", &s);
	assert_true(game_parse_move(&g, &s, 0, "KC+KD+AC", &m[0], &st));
	assert_true(game_parse_move(&g, &s, 0, "5C+QD+2H", &m[1], &st));
	assert_true(g.trick->shoot(&g, &s, 0, &tries));
	g.knowledge->order(&g, &s, 0, m, 2, plain);
	tries.knowledge->order(&tries, &s, 0, m, 2, trying);
	assert_true(plain[0] > plain[1]);
	assert_true(trying[1] > trying[0]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_trick_is_led_with_the_lowest_club),
		cmocka_unit_test(first_trick_takes_no_points_unless_forced),
		cmocka_unit_test(points_on_the_first_trick_tell_the_hand),
		cmocka_unit_test(hearts_are_led_only_when_broken),
		cmocka_unit_test(suit_is_followed_and_the_highest_of_it_wins),
		cmocka_unit_test(all_points_shoot_the_moon),
		cmocka_unit_test(moons_are_counted_for_who_shoots_or_stops_them),
		cmocka_unit_test(jack_of_diamonds_takes_ten_points_off),
		cmocka_unit_test(cards_are_removed_for_three_and_five),
		cmocka_unit_test(open_hands_are_not_passed_unless_asked_for),
		cmocka_unit_test(passing_goes_round_in_its_cycle),
		cmocka_unit_test(match_ends_at_its_limit_and_ties_share),
		cmocka_unit_test(positions_and_moves_come_back_from_their_text),
		cmocka_unit_test(moves_are_read_as_people_write_them),
		cmocka_unit_test(wrong_positions_say_what_is_wrong),
		cmocka_unit_test(damaged_positions_never_break_the_game),
		cmocka_unit_test(full_deals_fit_what_the_viewer_has_seen),
		cmocka_unit_test(views_show_own_cards_and_passed_cards_only),
		cmocka_unit_test(full_deals_are_drawn_evenly),
		cmocka_unit_test(values_stay_within_bounds),
		cmocka_unit_test(
			the_queen_weighs_on_who_holds_her_and_on_who_may_win_her),
		cmocka_unit_test(evaluation_forecasts_better_than_points_taken),
		cmocka_unit_test(quick_player_takes_fewer_points_than_chance),
		cmocka_unit_test(quick_player_shoots_a_moon_that_is_certain),
		cmocka_unit_test(
			an_attempt_is_for_all_points_and_ends_with_the_first_point_of_another),
		cmocka_unit_test(who_goes_for_the_moon_passes_low_hearts),
		cmocka_unit_test(playouts_reach_a_scored_hand_and_are_repeatable),
		cmocka_unit_test(merging_equal_cards_changes_no_value),
		cmocka_unit_test(queen_stays_apart_when_cards_are_merged),
		cmocka_unit_test(scene_fits_and_offers_every_legal_card),
		cmocka_unit_test(headline_says_where_the_match_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
