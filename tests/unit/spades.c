/*
 * spades.c - the rules case by case, scoring, what seats may know, even deals, values within
 * bounds, equal moves, perft against a slow generator, texts.
 */
#include "games/spades/spades.h"
#include "tests/unit/trick_play.h"

static const struct game_ops *const ops = &spades_game;

/* --- rules --- */

static void
suit_is_followed_and_spades_are_trumps(void **unused)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 4, "bidding=off");
	read_position(&g, "S=2.3.7. W=3.A.6. N=4.6..A E=5.7.4. turn=S taken=4,3,2,1", &s);
	assert_legal(&g, &s, "7D 2S 3H");
	play_words(&g, &s, "7D");
	assert_legal(&g, &s, "6D");
	play_words(&g, &s, "6D");
	assert_legal(&g, &s, "AC 4S 6H"); /* void: anything */
	play_words(&g, &s, "4S 4D");
	assert_int_equal(game_mover(&g, &s), 2);
	assert_int_equal(spades_of(&s)->taken[2], 3);
	assert_true(spades_of(&s)->cannot[2] == SUIT_MASK(DIAMONDS));
	/* The highest spade, not the first. */
	play_words(&g, &s, "AC 5S 3H 3S");
	assert_int_equal(game_mover(&g, &s), 3);
}

static void
spades_are_led_only_when_broken(void **unused)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 4, "bidding=off");
	read_position(&g, "S=*... W=.*.. N=..*. E=...* hand=1", &s);
	/* South has nothing else. */
	assert_int_equal(cards_count(spades_legal(&g, &s, 0)), 13);
	read_position(&g, "S=*... W=.*.. N=..*. E=...* hand=2", &s);
	play_words(&g, &s, "2H 2D 2C");
	assert_int_equal(cards_count(spades_legal(&g, &s, 0)), 13);
	play_words(&g, &s, "2S");
	assert_int_equal(spades_of(&s)->broken, 1);
	read_position(&g,
		      "S=AK..Q. W=Q.KQ.. N=J.JT.. E=T.98.. turn=S "
		      "played=98765432.A765432.AKJT98765432.* taken=2,3,2,3",
		      &s);
	assert_legal(&g, &s, "QD KS AS"); /* spades have been played */
	read_position(&g,
		      "S=AKQJ.K.K. W=T987.Q.Q. N=654.J.J.A E=32.AT.A.K turn=S "
		      "taken=2,2,2,1",
		      &s);
	assert_legal(&g, &s, "KD KH");
	play_words(&g, &s, "KH QH JH AH");
	assert_legal(&g, &s, "KC AD TH");
}

static void
bids_go_round_once_from_the_leader(void **unused)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 4, "");
	g.rules->start(&g, &s);
	g.rules->play(&g, &s, SEAT_CHANCE, 5, &s);
	assert_int_equal(game_mover(&g, &s), 0);
	assert_legal(&g, &s, "nil 1 2 3 4 5 6 7 8 9 10 11 12 13");
	play_words(&g, &s, "3 nil 4");
	assert_int_equal(spades_of(&s)->phase, SPADES_BIDDING);
	play_words(&g, &s, "5");
	assert_int_equal(spades_of(&s)->phase, SPADES_PLAYING);
	assert_int_equal(game_mover(&g, &s), 0);
	assert_int_equal(spades_of(&s)->bid[1], BID_NIL);
	open_game(&g, ops, 3, "nil=0");
	read_position(&g, "phase=deal hand=1", &s);
	g.rules->play(&g, &s, SEAT_CHANCE, 5, &s);
	assert_int_equal(game_mover(&g, &s), 1);
	assert_legal(&g, &s, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17");
}

static void
blind_nil_is_offered_to_who_is_far_behind(void **unused)
{
	static const char behind[] = "phase=deal hand=4 total=50,-50,-49,40";
	struct game g;
	struct state s, view;
	open_game(&g, ops, 4, "");
	read_position(&g, behind, &s);
	g.rules->play(&g, &s, SEAT_CHANCE, 5, &s);
	assert_int_equal(spades_of(&s)->blind, 1 << 1);
	game_view(&g, &s, 1, &view);
	assert_true(spades_of(&view)->hand[1] == 0); /* not seen yet */
	game_view(&g, &s, 0, &view);
	assert_int_equal(cards_count(spades_of(&view)->hand[0]), 13);
	play_words(&g, &s, "3");
	assert_legal(&g, &s, "look blind-nil");
	struct state looked = s;
	play_words(&g, &looked, "look");
	assert_int_equal(game_mover(&g, &looked), 1);
	assert_legal(&g, &looked, "nil 1 2 3 4 5 6 7 8 9 10 11 12 13");
	game_view(&g, &looked, 1, &view);
	assert_int_equal(cards_count(spades_of(&view)->hand[1]), 13);
	play_words(&g, &s, "blind-nil");
	assert_int_equal(game_mover(&g, &s), 2);
	game_view(&g, &s, 1, &view);
	assert_int_equal(cards_count(spades_of(&view)->hand[1]), 13);
	open_game(&g, ops, 4, "blind=off");
	read_position(&g, behind, &s);
	g.rules->play(&g, &s, SEAT_CHANCE, 5, &s);
	assert_int_equal(spades_of(&s)->blind, 0);
}

/* The last trick goes to South, who leads the ace of spades. */
static const struct {
	int seats;
	const char *variant, *position;
	int points[4], bags[4], value[4];
} scores[] = {
	/* made, made with a bag, set, nil made */
	{ 4,
	  "",
	  "bids=5,3,4,nil taken=5,4,3,0",
	  { 51, 31, -40, 100 },
	  { 1, 1, 0, 0 },
	  { 41, 21, -40, 100 } },
	/* nil failed with one trick, blind nil made; four bags to six: ten */
	{ 4,
	  "",
	  "bids=4,nil,4,blind taken=7,1,4,0 bags=6,0,0,0",
	  { -56, -99, 40, 200 },
	  { 0, 1, 0, 0 },
	  { 4, -109, 40, 200 } },
	{ 4,
	  "bags=off",
	  "bids=4,nil,4,blind taken=7,1,4,0",
	  { 44, -99, 40, 200 },
	  { 0, 0, 0, 0 },
	  { 44, -99, 40, 200 } },
	{ 4,
	  "nil=50",
	  "bids=4,nil,4,blind taken=7,0,4,1",
	  { 44, 50, 40, -99 },
	  { 4, 0, 0, 1 },
	  { 4, 50, 40, -109 } },
	/* partners: South takes 5 and North 2 for 4 + 3; a failed nil does not help East; the
	 * value is one side's less the other's */
	{ 4,
	  "partners=on",
	  "bids=4,6,3,nil taken=4,5,2,1",
	  { 70, -159, 70, -159 },
	  { 0, 1, 0, 1 },
	  { 239, -239, 239, -239 } },
	{ 4,
	  "bidding=off",
	  "taken=4,5,2,1",
	  { 50, 50, 20, 10 },
	  { 0, 0, 0, 0 },
	  { 50, 50, 20, 10 } },
	{ 4,
	  "bidding=off trick=1 partners=on",
	  "taken=4,5,2,1",
	  { 7, 6, 7, 6 },
	  { 0, 0, 0, 0 },
	  { 1, -1, 1, -1 } },
	{ 3,
	  "bidding=off trick=1",
	  "taken=8,5,3",
	  { 9, 5, 3 },
	  { 0, 0, 0 },
	  { 9, 5, 3 } },
};

static void
hands_are_scored(void **unused)
{
	for (size_t k = 0; k < sizeof scores / sizeof *scores; k++) {
		struct game g;
		struct state s;
		char text[200];
		int32_t value[SEATS_MAX];
		open_game(&g, ops, scores[k].seats, scores[k].variant);
		snprintf(text, sizeof text, "%s S=A... W=K... %sE=J... turn=S",
			 scores[k].position, scores[k].seats == 4 ? "N=Q... " : "");
		read_position(&g, text, &s);
		play_words(&g, &s, scores[k].seats == 4 ? "AS KS QS JS" : "AS KS JS");
		assert_true(g.rules->settled(&g, &s));
		g.knowledge->evaluate(&g, &s, value);
		for (int i = 0; i < scores[k].seats; i++) {
			const struct spades_state *h = spades_of(&s);
			if (h->points[i] != scores[k].points[i])
				print_message("# case %zu seat %d\n", k, i);
			assert_int_equal(h->points[i], scores[k].points[i]);
			assert_int_equal(h->total[i], scores[k].points[i]);
			assert_int_equal(h->bags[i], scores[k].bags[i]);
			assert_int_equal(value[i], 100 * scores[k].value[i]);
			struct sheet sheet;
			g.trick->sheet(&g, &s, &sheet);
			assert_true(sheet.ahead ==
				    (strstr(scores[k].variant, "partners") != NULL));
			if (sheet.ahead)
				assert_int_equal(sheet.hand[i] - sheet.hand[(i + 1) % 4],
						 scores[k].value[i]);
		}
	}
}

static void
match_ends_at_either_limit_and_ties_share(void **unused)
{
	static const struct {
		const char *variant, *total;
		bool over;
		int points[4];
	} cases[] = {
		{ "", "400,0,0,0", false, { 0 } },
		{ "", "459,460,0,0", true, { 500, 490, 40, -20 } },
		{ "", "460,470,0,0", true, { 501, 500, 40, -20 } },
		{ "", "0,0,0,-479", false, { 0 } },
		{ "", "0,0,0,-480", true, { 41, 30, 40, -500 } },
		{ "to=0", "0,0,0,0", true, { 41, 30, 40, -20 } },
	};
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct game g;
		struct state s;
		char text[200];
		open_game(&g, ops, 4, cases[k].variant);
		snprintf(text, sizeof text,
			 "total=%s bids=4,3,4,2 taken=4,3,4,1 S=A... W=K... N=Q... "
			 "E=J... turn=S",
			 cases[k].total);
		read_position(&g, text, &s);
		play_words(&g, &s, "AS KS QS JS");
		assert_int_equal(g.rules->acting(&g, &s),
				 cases[k].over ? 0 : ACTING_CHANCE);
		int32_t points[SEATS_MAX];
		g.rules->points(&g, &s, points);
		for (int i = 0; i < 4 && cases[k].over && k != 1 && k != 2; i++)
			assert_int_equal(points[i], cases[k].points[i]);
	}
}

static void
partners_need_four_seats(void **unused)
{
	struct game g;
	struct options o;
	struct status st = { 0 };
	options_init(&o, ops->options);
	assert_true(options_set(&o, "partners", "on", NULL));
	assert_false(game_init(&g, ops, 3, &o, &st));
	assert_non_null(strstr(st.text, "expected 4"));
	open_game(&g, ops, 4, "partners=on");
	assert_true((g.traits & TRAIT_TEAMS) != 0 && (g.traits & TRAIT_HIDDEN) != 0);
	open_game(&g, ops, 4, "open=on bidding=off");
	assert_true((g.traits & TRAIT_CONSTANT_SUM) != 0);
	assert_true((g.traits & (TRAIT_HIDDEN | TRAIT_TEAMS)) == 0);
	open_game(&g, ops, 3, "");
	assert_int_equal(cards_count(spades_variant(&g)->deck), 51);
	assert_int_equal(spades_variant(&g)->deck >> CARD(TWO, CLUBS) & 1, 0);
}

/* --- random games --- */

static const struct variant variants[] = {
	{ 4, "" },
	{ 3, "" },
	{ 4, "partners=on" },
	{ 4, "bags=off nil=60" },
	{ 4, "partners=on bags=off" },
	{ 4, "bidding=off open=on" },
	{ 3, "bidding=off trick=1" },
	{ 4, "bidding=off partners=on" },
};
#define VARIANTS ((int)(sizeof variants / sizeof *variants))

static void
positions_come_back_and_wrong_ones_say_why(void **unused)
{
	static const struct refused wrong[] = {
		{ "", "empty position" },
		{ "S=AK", "spades first" },
		{ "S=A... W=A...", "two hands" },
		{ "S=A... S=K...", "given twice" },
		{ "bids=1,2,3", "bids" },
		{ "bids=1,2,3,14", "bids" },
		{ "phase=bid bids=-,2,-,-", "from S on" },
		{ "phase=bid blind=S bids=3,-,-,-", "cannot bid blind" },
		{ "phase=play S=A... W=K... N=Q... E=J... taken=1,1,1,1 turn=S",
		  "12 tricks" },
		{ "phase=deal hand=1 taken=1,2,3,4", "13 tricks" },
		{ "phase=deal turn=S", "no cards" },
		{ "bags=10,0,0,0", "bags" },
		{ "trick=S:AS,KS,QS,JS", "trick" },
		{ "moon=S", "unknown key" },
	};
	struct game g;
	struct state s;
	struct rng r;
	int taken = 0;
	rng_seed(&r, 3);
	open_game(&g, ops, 4, "");
	assert_refused(&g, wrong, sizeof wrong / sizeof *wrong);
	for (int k = 0; k < VARIANTS * 6; k++) {
		start_variant(&g, ops, &variants[k % VARIANTS], &s);
		for (int ply = 0; ply < 150 && g.rules->acting(&g, &s) != 0; ply++) {
			struct state view;
			char text[POSITION_TEXT];
			game_view(&g, &s, (int)rng_below(&r, 3), &view);
			check_round_trip(&g, &view);
			g.text->format_position(&g, &view, text, sizeof text);
			damage(text, &r);
			taken += survives(&g, text, &r);
			step(&g, &s, &r);
		}
	}
	assert_true(taken > 100);
}

static void
bounds_hold_whatever_follows(void **unused)
{
	struct rng r;
	rng_seed(&r, 8);
	for (int k = 0; k < VARIANTS * 8; k++) {
		struct game g;
		struct state s;
		start_variant(&g, ops, &variants[k % VARIANTS], &s);
		step(&g, &s, &r);
		while (!g.rules->settled(&g, &s)) {
			struct bounds b;
			g.knowledge->bounds(&g, &s, &b);
			for (int i = 0; i < 6; i++) {
				struct state end = s;
				int32_t value[SEATS_MAX];
				g.fast->rollout(&g, &end, &r, (int)rng_below(&r, 60),
						i & 1);
				if (i < 2)
					g.trick->taken(&g, &end, value);
				else
					g.knowledge->evaluate(&g, &end, value);
				check_values(&g, &end, &b, i < 2 ? "taken" : "evaluate",
					     value);
			}
			step(&g, &s, &r);
		}
	}
}

/* Two diamonds and a club are hidden from South, East has shown a void in diamonds: both deals
 * that fit come up equally often. */
static void
full_deals_are_drawn_evenly(void **unused)
{
	struct game g;
	struct state view;
	struct rng r;
	int count[52] = { 0 };
	rng_seed(&r, 4);
	open_game(&g, ops, 4, "bidding=off");
	read_position(&g,
		      "S=..A. W=- N=- E=- turn=S "
		      "played=*.*.JT98765432.AKQJT9876543 taken=3,3,3,3 notE=..*.",
		      &view);
	enum { DRAWS = 6000 };
	for (int k = 0; k < DRAWS; k++) {
		struct state s = view;
		g.hidden->determinize(&g, &s, 0, &r);
		const struct spades_state *h = spades_of(&s);
		assert_true((h->hand[3] & SUIT_MASK(DIAMONDS)) == 0);
		for (int i = 0; i < 4; i++)
			assert_int_equal(cards_count(h->hand[i]), 1);
		count[cards_lowest(h->hand[1])]++;
	}
	/* East must hold the two of clubs, so West the king or the queen of diamonds. */
	for (int card = 0; card < 52; card++)
		if (count[card] != 0)
			assert_in_range(count[card], DRAWS / 2 - 150, DRAWS / 2 + 150);
}

/* --- search and generation --- */

static void
merging_equal_cards_changes_no_value(void **unused)
{
	struct rng r;
	rng_seed(&r, 6);
	int64_t nodes[2] = { 0 };
	for (int k = 0; k < VARIANTS * 6; k++) {
		struct game g;
		struct state s;
		start_variant(&g, ops, &variants[k % VARIANTS], &s);
		while (spades_of(&s)->phase != SPADES_PLAYING ||
		       cards_count(spades_variant(&g)->deck & ~spades_of(&s)->played) >=
			       4 * g.seats)
			step(&g, &s, &r);
		check_merging(&g, &s, 100, k % 2 == 1, nodes);
	}
	assert_true(nodes[1] * 10 < nodes[0] * 9);
}

/* A table of cards as letters, nothing shared with the game: who may play what, who wins. */
struct slow {
	int seats, turn, count, lead[4];
	bool broken, held[4][52];
};

static int
slow_legal(const struct slow *t, int *out)
{
	int n = 0, suited = 0, plain = 0;
	const bool *hand = t->held[t->turn];
	for (int c = 0; c < 52; c++) {
		suited += t->count > 0 && hand[c] && c / 13 == t->lead[0] / 13;
		plain += hand[c] && c / 13 != 2;
	}
	for (int c = 0; c < 52; c++) {
		if (!hand[c] || (suited > 0 && c / 13 != t->lead[0] / 13))
			continue;
		if (t->count == 0 && !t->broken && c / 13 == 2 && plain > 0)
			continue;
		out[n++] = c;
	}
	return n;
}

static int64_t
slow_perft(struct slow t, int depth)
{
	int card[52], n = slow_legal(&t, card);
	int64_t sum = 0;
	if (depth == 0)
		return 1;
	for (int i = 0; i < n; i++) {
		struct slow next = t;
		next.held[t.turn][card[i]] = false;
		next.broken |= card[i] / 13 == 2;
		next.lead[next.count++] = card[i];
		next.turn = (t.turn + 1) % t.seats;
		if (next.count == t.seats) {
			int leader = next.turn, best = 0;
			for (int k = 1; k < next.count; k++) {
				int a = next.lead[k], b = next.lead[best];
				if (a / 13 == b / 13 ? a > b : a / 13 == 2)
					best = k;
			}
			next.turn = (leader + best) % t.seats;
			next.count = 0;
		}
		sum += slow_perft(next, depth - 1);
	}
	return sum;
}

/* Counts from the slow generator, kept here so that both cannot change together. */
static void
perft_agrees_with_a_slow_generator(void **unused)
{
	static const struct {
		int seats;
		const char *position;
		int64_t counts[7];
	} cases[] = {
		{ 4,
		  "S=A5.K2.Q.J W=K6.Q3.J.T N=Q7.J4.T.9 E=J8.T5.9.8 "
		  "taken=2,2,2,1 turn=S",
		  { 1, 6, 10, 18, 34, 170, 242 } },
		{ 3,
		  "S=A5.K2.Q.J W=K6.Q3..T9 E=J8..T9.87 taken=4,4,3 turn=S",
		  { 1, 6, 16, 48, 240, 512, 1152 } },
	};
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct game g;
		struct state s;
		struct slow t = { .seats = cases[k].seats };
		open_game(&g, ops, cases[k].seats, "bidding=off open=on");
		read_position(&g, cases[k].position, &s);
		const struct spades_state *h = spades_of(&s);
		t.broken = h->broken != 0;
		t.turn = h->turn;
		for (int i = 0; i < t.seats; i++)
			for (int c = 0; c < 52; c++)
				t.held[i][c] = (h->hand[i] >> c & 1) != 0;
		for (int depth = 1; depth <= 8; depth++) {
			int64_t slow = slow_perft(t, depth);
			assert_true(slow == perft(&g, &s, depth));
			if (depth < 7)
				assert_true(slow == cases[k].counts[depth]);
		}
	}
}

/* --- the quick player --- */

static void
quick_player_bids_what_it_takes(void **unused)
{
	for (int k = 0; k < 3; k++) {
		struct game g;
		struct rng r;
		int off = 0, bids = 0, nils = 0, made = 0, beat = 0, hands = 400;
		open_game(&g, ops, k == 1 ? 3 : 4, k == 2 ? "to=0 partners=on" : "to=0");
		rng_seed(&r, 12);
		for (int i = 0; i < hands; i++) {
			struct state s;
			g.rules->start(&g, &s);
			g.fast->rollout(&g, &s, &r, 1000, 0);
			const struct spades_state *h = spades_of(&s);
			for (int j = 0; j < g.seats; j++) {
				if (h->bid[j] == BID_NIL) {
					nils++;
					made += h->taken[j] == 0;
					continue;
				}
				bids++;
				off += abs(h->bid[j] - h->taken[j]);
				beat += h->bid[j] <= h->taken[j];
			}
		}
		assert_true(off * 100 < bids * 90);
		assert_true(beat * 100 > bids * 70);
		assert_true(made * 100 > nils * 60);
		assert_true(nils > 10);
	}
}

static void
quick_player_beats_chance(void **unused)
{
	struct game g;
	struct rng r;
	int64_t own = 0, others = 0;
	open_game(&g, ops, 4, "to=0");
	rng_seed(&r, 2);
	for (int k = 0; k < 200; k++) {
		struct state s;
		int32_t value[SEATS_MAX];
		g.rules->start(&g, &s);
		while (!g.rules->settled(&g, &s)) {
			move m[MOVES_MAX], chosen;
			int seat = game_mover(&g, &s);
			if (seat == SEAT_CHANCE) {
				chosen = g.chance->sample(&g, &s, &r);
			} else if (seat == 0 || spades_of(&s)->phase == SPADES_BIDDING) {
				chosen = g.knowledge->policy(&g, &s, seat, &r);
			} else {
				int n = g.rules->moves(&g, &s, seat, m);
				chosen = m[rng_below(&r, (uint32_t)n)];
			}
			g.rules->play(&g, &s, seat, chosen, &s);
		}
		g.knowledge->evaluate(&g, &s, value);
		own += 3 * value[0];
		others += value[1] + value[2] + value[3];
	}
	assert_true(own > others + 200 * 3 * 100 * 20); /* 20 points a hand */
}

static void
moves_are_read_as_people_write_them(void **unused)
{
	static const struct {
		const char *text;
		move m;
	} bids[] = {
		{ "3", SPADES_BID + 3 },     { "nil", SPADES_BID },
		{ "NIL", SPADES_BID },	     { "0", SPADES_BID },
		{ " 13 ", SPADES_BID + 13 }, { "bid 4", SPADES_BID + 4 },
		{ "14", MOVE_NONE },	     { "look", MOVE_NONE },
		{ "blind nil", MOVE_NONE },  { "QS", MOVE_NONE },
		{ "", MOVE_NONE },	     { "3x", MOVE_NONE },
	};
	struct game g;
	struct state s;
	open_game(&g, ops, 4, "");
	g.rules->start(&g, &s);
	g.rules->play(&g, &s, SEAT_CHANCE, 5, &s);
	for (size_t k = 0; k < sizeof bids / sizeof *bids; k++) {
		struct status st = { 0 };
		move m = MOVE_NONE;
		bool good = game_parse_move(&g, &s, 0, bids[k].text, &m, &st);
		if (good != (bids[k].m != MOVE_NONE) || m != bids[k].m)
			fail_msg("'%s': %s", bids[k].text, st.text);
	}
	char text[100];
	g.view->headline(&g, &s, 0, text, sizeof text);
	assert_string_equal(text, "hand 1  bidding  to 500");
	play_words(&g, &s, "3 nil 4");
	struct state last = s;
	play_words(&g, &s, "4");
	game_event(&g, &last, 3, SPADES_BID + 4, &s, text, sizeof text);
	assert_string_equal(text, "11 of 13 tricks are bid");
	g.view->headline(&g, &s, 0, text, sizeof text);
	assert_string_equal(text, "hand 1  trick 1/13  to 500");
}

/* The score sheet of a match, from which win probabilities of matches are worked out. */
static void
the_sheet_has_the_totals(void **state)
{
	struct game g;
	struct state s;
	struct sheet sheet;
	open_game(&g, &spades_game, 4, "to=300,lower=200");
	read_position(&g,
		      "S=2.3.7. W=3.A.6. N=4.6..A E=5.7.4. turn=S taken=4,3,2,1 hand=3 "
		      "total=120,-31,0,44",
		      &s);
	assert_true(g.trick->sheet(&g, &s, &sheet));
	static const int32_t total[] = { 120, -31, 0, 44 };
	for (int i = 0; i < 4; i++)
		assert_int_equal(sheet.total[i], total[i]);
	assert_int_equal(sheet.to, 300);
	assert_int_equal(sheet.down_to, -200);
	assert_int_equal(sheet.hands_left, -1);
	assert_false(sheet.scored);
	open_game(&g, &spades_game, 4, "to=0");
	read_position(&g, "S=2.3.7. W=3.A.6. N=4.6..A E=5.7.4. turn=S taken=4,3,2,1", &s);
	assert_false(g.trick->sheet(&g, &s, &sheet));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(suit_is_followed_and_spades_are_trumps),
		cmocka_unit_test(spades_are_led_only_when_broken),
		cmocka_unit_test(bids_go_round_once_from_the_leader),
		cmocka_unit_test(blind_nil_is_offered_to_who_is_far_behind),
		cmocka_unit_test(hands_are_scored),
		cmocka_unit_test(match_ends_at_either_limit_and_ties_share),
		cmocka_unit_test(the_sheet_has_the_totals),
		cmocka_unit_test(partners_need_four_seats),
		cmocka_unit_test(positions_come_back_and_wrong_ones_say_why),
		cmocka_unit_test(bounds_hold_whatever_follows),
		cmocka_unit_test(full_deals_are_drawn_evenly),
		cmocka_unit_test(merging_equal_cards_changes_no_value),
		cmocka_unit_test(perft_agrees_with_a_slow_generator),
		cmocka_unit_test(quick_player_bids_what_it_takes),
		cmocka_unit_test(quick_player_beats_chance),
		cmocka_unit_test(moves_are_read_as_people_write_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
