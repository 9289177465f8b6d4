/*
 * deals.c - local best response in hold'em, where it is measured in deals that are drawn.
 *
 * Expectations are by enumeration of all deals of a game with one flop, and from the exact best
 * replies of flop hold'em.
 */
#include "games/poker/holdem/holdem.h"
#include "src/core/public.h"
#include "src/lab/exploit.h"
#include "tests/scale.h"
#include "tests/unit/play_text.h"

#include <math.h>

static void
open_holdem(struct game *g, const char *variant)
{
	open_game(g, catalog_game(&app_catalog, "holdem"), 2, variant);
}

/* ---- players by hand --------------------------------------------------------------------- */

/* A pocket pair or an ace. */
static bool
is_tight(int hand)
{
	int card[2];
	poker_hand_cards(hand, card);
	return card_rank(card[0]) == card_rank(card[1]) ||
	       card_rank(card[0]) == SUIT_CARDS - 1 ||
	       card_rank(card[1]) == SUIT_CARDS - 1;
}

/* Checks, calls, and before the flop folds what is not tight to a raise. */
static bool
tight_mixes(struct search *s, const struct state *at, struct strategy_mixes *out)
{
	const struct holdem *h = holdem_of(at);
	const bool raised = h->round == 0 && h->in[h->mover] == 100 &&
			    holdem_to_call(h, h->mover) > 0;
	memset(out, 0, sizeof *out);
	out->moves = 2;
	out->m[0] = HOLDEM_CALL;
	out->m[1] = HOLDEM_FOLD;
	for (int i = 0; i < PUBLIC_HANDS; i++) {
		const bool folds = s->ops->key[0] == 't' &&
				   (raised || h->in[1 - h->mover] > 100) && !is_tight(i);
		out->known[i] = true;
		out->prob[folds][i] = 1;
	}
	return true;
}

static void
run_nothing(struct search *s)
{
	stats_move_blank(&s->live.moves[0], HOLDEM_CALL);
	s->live.move_count = s->live.moves_total = 1;
	s->live.stop = STOP_DEPTH;
}

static bool
open_nothing(struct search *s, struct status *st)
{
	s->self = NULL;
	return true;
}

static const struct option_spec no_options[] = { { .key = NULL } };
static const struct strategy_ops tight_strategy = { .below = strategy_nowhere,
						    .mix = strategy_no_mix,
						    .mixes = tight_mixes };
static const struct search_ops tight = { .key = "tight",
					 .title = "tight",
					 .summary = "",
					 .flags = SEARCH_HIDDEN_OK,
					 .options = no_options,
					 .open = open_nothing,
					 .run = run_nothing,
					 .strategy = &tight_strategy };
static const struct search_ops loose = { .key = "loose",
					 .title = "loose",
					 .summary = "",
					 .flags = SEARCH_HIDDEN_OK,
					 .options = no_options,
					 .open = open_nothing,
					 .run = run_nothing,
					 .strategy = &tight_strategy };

/* ---- measuring --------------------------------------------------------------------------- */

struct measured {
	double reply[2], error[2]; /* means, and their standard errors */
	double mean;
};

static struct measured
measure_with(const struct game *g, const struct player *p, enum exploit_reply reply,
	     int deals, int jobs)
{
	struct exploit_result r;
	struct exploit_roots roots;
	struct status st = { 0 };
	struct measured out = { .mean = 0 };
	exploit_roots(g, NULL, &roots);
	const struct exploit_options o = { .game = g,
					   .root = roots.state,
					   .weight = roots.weight,
					   .roots = roots.count,
					   .player = p,
					   .reply = reply,
					   .seed = 11,
					   .runs = deals,
					   .jobs = jobs };
	if (!exploit_run(&o, &r, &st))
		fail_msg("%s", st.text);
	assert_int_equal(r.runs, deals);
	for (int seat = 0; seat < 2; seat++) {
		double square = 0;
		out.reply[seat] = r.point[0].reply[seat];
		for (int i = 0; i < deals; i++)
			square += pow(r.run[i].reply[seat] - out.reply[seat], 2);
		out.error[seat] = sqrt(square / deals / (deals > 1 ? deals - 1 : 1));
	}
	out.mean = r.point[0].mean;
	exploit_free(&r);
	exploit_roots_free(&roots);
	return out;
}

static struct measured
measure(const struct game *g, const char *player, const struct search_ops *ops,
	enum exploit_reply reply, int deals)
{
	static struct player p;
	struct status st = { 0 };
	if (!player_parse(&p, player, &app_catalog, g, &st))
		fail_msg("%s", st.text);
	if (ops != NULL)
		p.part[0].ops = ops;
	return measure_with(g, &p, reply, deals, 1);
}

/* ---- by enumeration ---------------------------------------------------------------------- */

static int
strength_of(uint64_t flop, int hand)
{
	return poker_strength(poker_set(flop | poker_hand_set(hand)));
}

/* What raising to 250 with every hand brings against the tight player, over all pairs of hands
 * beside a flop. */
static double
raise_always(uint64_t flop)
{
	double sum = 0, pairs = 0;
	for (int own = 0; own < PUBLIC_HANDS; own++)
		for (int o = 0; o < PUBLIC_HANDS; o++) {
			const uint64_t a = poker_hand_set(own), b = poker_hand_set(o);
			if ((a & b) != 0 || ((a | b) & flop) != 0)
				continue;
			const int by = strength_of(flop, own) - strength_of(flop, o);
			pairs++;
			sum += !is_tight(o) ? 100 : 250 * ((by > 0) - (by < 0));
		}
	return sum / pairs;
}

/* One flop is dealt, with some names of suits, and the tight player folds so much that every hand
 * raises. In both seats it has put 100 in then. */
static void
a_player_that_folds_too_much_loses_what_enumeration_says(void **state)
{
	static uint64_t set[DECK_BOARDS];
	static double chance[DECK_BOARDS];
	struct game g;
	open_holdem(&g, "rounds=2,flops=1");
	assert_int_equal(g.ops->public->deck->boards(&g, set, chance), 1);
	const double expected = raise_always(set[0]);
	const struct measured m = measure(&g, "random", &tight, EXPLOIT_LBR_1, 200);
	for (int seat = 0; seat < 2; seat++)
		if (!(fabs(m.reply[seat] - expected) < 4 * m.error[seat]) ||
		    !(m.error[seat] < 0.1 * fabs(expected)))
			fail_msg("seat %d: %.3f +- %.3f, by enumeration %.3f", seat,
				 m.reply[seat], m.error[seat], expected);
}

/* Against one that calls everything a bet is a bet on the showdown: with the big blind lbr-1 has to
 * bet every hand and gets nothing; with the button it folds what wins less than 0.4 of the pot. */
static void
a_caller_is_bet_against_by_equity(void **state)
{
	struct game g;
	struct state s;
	double expected = 0;
	open_holdem(&g, "");
	read_position(&g, "0::|", &s);
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		g.ops->public->give(&g, &s, 0, h);
		const double share = holdem_standing(holdem_of(&s), 0) / 1000.0;
		expected += fmax(-50, 250 * (2 * share - 1)) / PUBLIC_HANDS;
	}
	const struct measured m = measure(&g, "random", &loose, EXPLOIT_LBR_1, 60);
	assert_true(m.error[0] < 1e-9 && m.error[1] < 4);
	assert_true(fabs(m.reply[0]) < 1e-9);
	if (!(fabs(m.reply[1] - expected) < 4 * m.error[1] + 1))
		fail_msg("%.3f +- %.3f, by equities %.3f", m.reply[1], m.error[1],
			 expected);
}

/* ---- laws -------------------------------------------------------------------------------- */

static void
exact_replies(const struct game *g, const char *player, double reply[2])
{
	const struct measured m = measure(g, player, NULL, EXPLOIT_BEST, 1);
	memcpy(reply, m.reply, sizeof m.reply);
}

static void
no_local_response_exceeds_the_best_reply(void **state)
{
	static const char *const player[] = { "cfr:sims=2", "cfr:sims=12" };
	struct game g;
	open_holdem(&g, "rounds=2,flops=2,stack=600");
	for (size_t i = 0; i < sizeof player / sizeof *player; i++) {
		double best[2];
		exact_replies(&g, player[i], best);
		const struct measured m = measure(&g, player[i], NULL, EXPLOIT_LBR, 30);
		for (int seat = 0; seat < 2; seat++)
			if (!(m.reply[seat] - 3 * m.error[seat] < best[seat]))
				fail_msg("%s, seat %d: %.3f +- %.3f, best reply %.3f",
					 player[i], seat, m.reply[seat], m.error[seat],
					 best[seat]);
	}
}

static void
any_number_of_threads_measures_the_same(void **state)
{
	static struct player p;
	struct game g;
	open_holdem(&g, "");
	assert_true(player_parse(&p, "blueprint:values=0", &app_catalog, &g, NULL));
	const struct measured one = measure_with(&g, &p, EXPLOIT_LBR_2, 7, 1),
			      three = measure_with(&g, &p, EXPLOIT_LBR_2, 7, 3);
	assert_memory_equal(&one, &three, sizeof one);
	assert_true(isfinite(one.mean));
}

static void
players_that_show_no_strategy_are_refused(void **state)
{
	static struct player p;
	struct game g;
	struct exploit_result r;
	struct exploit_roots roots;
	struct status st = { 0 };
	open_holdem(&g, "");
	assert_true(player_parse(&p, "equity", &app_catalog, &g, NULL));
	exploit_roots(&g, NULL, &roots);
	const struct exploit_options o = { .game = &g,
					   .root = roots.state,
					   .weight = roots.weight,
					   .roots = 1,
					   .player = &p,
					   .reply = EXPLOIT_LBR,
					   .runs = 1,
					   .jobs = 1 };
	assert_false(exploit_run(&o, &r, &st));
	assert_non_null(strstr(st.text, "shows its strategy"));
	exploit_roots_free(&roots);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_player_that_folds_too_much_loses_what_enumeration_says),
		cmocka_unit_test(a_caller_is_bet_against_by_equity),
		cmocka_unit_test(no_local_response_exceeds_the_best_reply),
		cmocka_unit_test(any_number_of_threads_measures_the_same),
		cmocka_unit_test(players_that_show_no_strategy_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
