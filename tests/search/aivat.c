/*
 * aivat.c - results without luck: the mean stays what it is for any baseline, and the spread is
 * what an implementation apart from this one found.
 *
 * Leduc, CFR+ after 1,000 iterations in seat 0 against CFR+ after 30: the exact mean is -.053077.
 * In flop hold'em the exact mean is that of the solution's own vectors.
 */
#include "src/lab/aivat.h"

#include "ai/poker/cfr/remainder.h"
#include "games/common/cards.h"
#include "games/poker/holdem/holdem.h"
#include "games/poker/poker.h"
#include "src/app/catalog.h"
#include "src/lab/mean.h"
#include "src/lab/tournament.h"
#include "tests/scale.h"
#include "tests/unit/near.h"
#include "tests/unit/play_text.h"

#include <math.h>

#define EXACT (-.053077)
#define HANDS 30000

/* A strategy that is searched once. */
struct sitting {
	struct player player;
	struct search search;
};

static void
sit(const struct game *g, const char *text, struct sitting *s)
{
	struct state first = { 0 };
	struct status st = { 0 };
	struct rng rng;
	rng_seed(&rng, 1);
	start_game(g, &first);
	while (game_mover(g, &first) == SEAT_CHANCE)
		g->rules->play(g, &first, SEAT_CHANCE, g->chance->sample(g, &first, &rng),
			       &first);
	assert_true(player_parse(&s->player, text, &app_catalog, g, NULL));
	const struct search_job job = { .game = g,
					.root = &first,
					.viewer = 0,
					.player = &s->player,
					.seed = 1,
					.bounded = true };
	if (!search_open(&s->search, &job, &st))
		fail_msg("%s", st.text);
	search_run(&s->search);
}

static bool forgetful; /* notes behind the flop have no mix */

static bool
forgets(const struct game *g, const struct match *m)
{
	return forgetful && g->ops->public->deck->cards(g, &m->states[m->at - 1]) != 0;
}

/* Plays a hand by the mixes of both, noting those of `known`. */
static void
play_hand(const struct setup *setup, struct sitting *seats[2], unsigned known,
	  struct rng *rng, struct match *m, struct aivat_notes *notes)
{
	const struct game *g = &setup->game;
	match_open(m, setup);
	while (!match_over(m)) {
		const int seat = __builtin_ctz(match_acting(m));
		struct search *s = &seats[seat]->search;
		struct aivat_notes one = { 0 };
		const int hand = g->ops->public->hand(g, &m->states[m->at], seat);
		const int hands = g->ops->public->hands(g);
		aivat_add_note(known >> seat & 1 ? notes : &one, s, m, seat);
		const struct aivat_notes *from = known >> seat & 1 ? notes : &one;
		struct aivat_note *note = &from->note[from->count - 1];
		double left = rng_unit(rng);
		int i = 0;
		while (i < note->moves - 1 && (left -= note->mix[i * hands + hand]) >= 0)
			i++;
		assert_true(match_play(m, seat, note->m[i], NULL, NULL));
		if (forgets(g, m)) {
			free(note->mix);
			note->mix = NULL;
		}
		aivat_free_notes(&one);
	}
}

struct spread {
	struct mean plain, without;
};

static void
measure(const struct game *g, const struct aivat *a, struct sitting *seats[2],
	unsigned known, int hands, struct spread *out)
{
	struct rng rng;
	*out = (struct spread){ 0 };
	rng_seed(&rng, 7);
	for (int k = 0; k < hands; k++) {
		const struct setup setup = { .game = *g,
					     .seed = (uint64_t)k + 1,
					     .view = VIEW_OPEN };
		struct match m = { 0 };
		struct aivat_notes notes = { 0 };
		double points[SEATS_MAX];
		play_hand(&setup, seats, known, &rng, &m, &notes);
		match_points(&m, points);
		mean_add(&out->plain, points[0]);
		mean_add(&out->without, aivat_match(a, &m, &notes, known));
		aivat_free_notes(&notes);
		match_close(&m);
	}
}

static double
deviation(const struct mean *m)
{
	return sqrt(m->m2 / (m->n - 1));
}

/* Within three standard errors of the exact mean, and of that spread within a tenth; 0: any. */
static void
expect(const char *what, const struct mean *m, double exact, double sd)
{
	const double error = deviation(m) / sqrt(m->n);
	if (fabs(m->mean - exact) > 3 * error + 1e-9)
		fail_msg("%s: mean %.5f +- %.5f, not %.5f", what, m->mean, error, exact);
	if (sd > 0 && fabs(deviation(m) - sd) > sd / 10)
		fail_msg("%s: deviation %.4f, not %.4f", what, deviation(m), sd);
}

static void
baseline_of(struct aivat *a, const struct game *g, const char *text)
{
	struct player p;
	struct status st = { 0 };
	if (text != NULL)
		assert_true(player_parse(&p, text, &app_catalog, g, NULL));
	if (!aivat_open(a, g, text != NULL ? &p : NULL, &st))
		fail_msg("%s", st.text);
}

static void
the_mean_stays_and_the_spread_shrinks(void **state)
{
	static struct sitting strong, weak;
	struct sitting *seats[2] = { &strong, &weak };
	struct game g;
	struct aivat a;
	struct spread s;
	open_game(&g, catalog_game(&app_catalog, "leduc"), 2, "");
	sit(&g, "cfr:variant=cfr+,sims=1000", &strong);
	sit(&g, "cfr:variant=cfr+,sims=30", &weak);
	baseline_of(&a, &g, "cfr:variant=cfr+,sims=100");
	measure(&g, &a, seats, 3, HANDS, &s);
	expect("plain", &s.plain, EXACT, 3.63);
	expect("both known", &s.without, EXACT, .15);
	measure(&g, &a, seats, 1, HANDS, &s);
	expect("the first known", &s.without, EXACT, .29);
	measure(&g, &a, seats, 2, HANDS, &s);
	expect("the second known", &s.without, EXACT, 0);
	assert_true(deviation(&s.without) < .5);
	measure(&g, &a, seats, 0, HANDS, &s);
	expect("none known", &s.without, EXACT, 0);
	assert_true(deviation(&s.without) < deviation(&s.plain));
	aivat_close(&a);
	search_close(&strong.search);
	search_close(&weak.search);
}

/* Bad and random baselines leave the mean as it is, whatever they do to the spread. */
static void
any_baseline_leaves_the_mean(void **state)
{
	static struct sitting strong, weak;
	struct sitting *seats[2] = { &strong, &weak };
	struct game g;
	struct aivat a;
	struct spread s;
	struct rng rng;
	open_game(&g, catalog_game(&app_catalog, "leduc"), 2, "");
	sit(&g, "cfr:variant=cfr+,sims=1000", &strong);
	sit(&g, "cfr:variant=cfr+,sims=30", &weak);
	baseline_of(&a, &g, "mccfr:sims=1");
	measure(&g, &a, seats, 3, HANDS / 3, &s);
	expect("bad baseline", &s.without, EXACT, 0);
	aivat_close(&a);
	baseline_of(&a, &g, NULL);
	for (unsigned known = 0; known < 4; known++) {
		measure(&g, &a, seats, known, HANDS / 3, &s);
		expect("showdowns", &s.without, EXACT, 0);
		assert_true(deviation(&s.without) < deviation(&s.plain));
	}
	rng_seed(&rng, 5);
	const size_t numbers = (size_t)a.tree.nodes * (size_t)a.hands * (size_t)a.hands;
	for (size_t i = 0; i < numbers; i++)
		a.value[i] = 4 * rng_unit(&rng) - 2;
	a.root = 0;
	for (int i = 0; i < a.hands * a.hands; i++)
		a.root += i / a.hands == i % a.hands ? 0 : a.value[i] / 30;
	for (unsigned known = 0; known < 4; known++) {
		measure(&g, &a, seats, known, HANDS / 3, &s);
		expect("random baseline", &s.without, EXACT, 0);
		assert_true(deviation(&s.without) > 1);
	}
	aivat_close(&a);
	search_close(&strong.search);
	search_close(&weak.search);
}

/* Each hand is worth the same when the baseline is exact and both are known. */
static void
nothing_is_left_to_chance_with_an_exact_baseline(void **state)
{
	static const struct {
		const char *game, *player;
	} trial[] = {
		{ "kuhn", "cfr:sims=5" },
		{ "leduc", "cfr:variant=cfr+,sims=30" },
		{ "leduc", "mccfr:sims=500" },
	};
	for (size_t i = 0; i < sizeof trial / sizeof *trial; i++) {
		static struct sitting both;
		struct sitting *seats[2] = { &both, &both };
		struct game g;
		struct aivat a;
		struct spread s;
		open_game(&g, catalog_game(&app_catalog, trial[i].game), 2, "");
		sit(&g, trial[i].player, &both);
		baseline_of(&a, &g, trial[i].player);
		measure(&g, &a, seats, 3, 300, &s);
		assert_true(deviation(&s.plain) > 1);
		assert_true(deviation(&s.without) < 1e-9);
		assert_true(fabs(s.without.mean - a.root) < 1e-9);
		/* one known: the other's decisions are left */
		measure(&g, &a, seats, 1, 300, &s);
		assert_true(deviation(&s.without) > .1);
		aivat_close(&a);
		search_close(&both.search);
	}
}

/* Of so many flops; one leaves some hands out. */
#define FLOP "rounds=2,hands=1,stack=12,blinds=1/2,sizes=1/a,flops="

static void
flop_holdem_keeps_its_mean(void **state)
{
	static struct sitting both;
	struct sitting *seats[2] = { &both, &both };
	float value[SUBGAME_WIDE];
	struct game g;
	struct aivat a;
	struct spread s;
	double before = 0;
	open_game(&g, catalog_game(&app_catalog, "holdem"), 2, FLOP "1");
	sit(&g, "cfr:sims=3,raises=2", &both);
	struct subgame *t = remainder_subgame(&both.search);
	subgame_values(t, subgame_root(), 0, false, t->reach[1], value);
	const double exact = subgame_mean(t, 0, value);
	baseline_of(&a, &g, NULL);
	for (unsigned known = 0; known < 4; known++) {
		measure(&g, &a, seats, known, HANDS / 15, &s);
		if (known == 0)
			before = deviation(&s.plain);
		expect("plain", &s.plain, exact, 0);
		expect("flop hold'em", &s.without, exact, 0);
		assert_true(deviation(&s.without) < before * (known == 0 ? 1 : .75));
	}
	forgetful = true;
	measure(&g, &a, seats, 3, HANDS / 15, &s);
	forgetful = false;
	expect("without mixes behind the flop", &s.without, exact, 0);
	aivat_close(&a);
	search_close(&both.search);
}

/* The only flop by other names of suits. */
static uint64_t
rename_flop(uint64_t flop, int code)
{
	uint64_t out = 0;
	int seen = 0;
	for (int i = 0; i < SUITS; i++)
		seen |= 1 << (code >> 2 * i & 3);
	for (; flop != 0 && seen == 15; flop &= flop - 1) {
		const uint8_t card = (uint8_t)__builtin_ctzll(flop);
		out |= CARD_BIT(CARD(card_rank(card), code >> 2 * card_suit(card) & 3));
	}
	return out;
}

/* How often seat 1 bets on the flop. */
static double
bets(int hand)
{
	return hand % 5 / 4.0;
}

/* South limps with its hand, North bets the flop or not and wins with a bet: what that is worth
 * without luck, whatever North holds. */
static double
limped(const struct aivat *a, uint64_t flop, bool bet)
{
	const struct game *g = a->g;
	const struct deck_ops *deck = g->ops->public->deck;
	static double mix[2 * PUBLIC_HANDS];
	static move made[2];
	struct aivat_note one = { 3, 2, made, mix };
	const struct aivat_notes notes = { &one, 1, 1 };
	const struct setup setup = { .game = *g, .seed = 1, .view = VIEW_OPEN };
	struct match m = { 0 };
	struct status st = { 0 };
	const uint64_t sevens = CARD_BIT(CARD(5, DIAMONDS)) | CARD_BIT(CARD(5, HEARTS));
	const char *hands = (flop & sevens) != 0 ? "5h5d|AsKs" : "7h7d|AsKs";
	match_begin(&m, &setup);
	for (int i = 0; i < 6 && !match_over(&m); i++) {
		const char *const text[] = { hands, "c", "c", "", "c", "c" };
		const int seat = game_mover(g, &m.states[m.at]);
		move mv = deck->deal_set(g, flop);
		if (i != 3 &&
		    !game_parse_move(g, &m.states[m.at], seat, text[i], &mv, &st))
			fail_msg("%s", st.text);
		if (i == 4) {
			one.ply = m.at;
			made[0] = mv;
			made[1] = g->ops->public->raise(g, &m.states[m.at], seat, 1);
			mv = made[bet];
		}
		if (i == 5 && bet)
			mv = public_fold(g, &m.states[m.at], seat);
		match_push(&m, seat, mv, NULL);
	}
	assert_true(match_over(&m));
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		mix[h] = 1 - bets(h);
		mix[PUBLIC_HANDS + h] = bets(h);
	}
	const double value = aivat_match(a, &m, &notes, 2);
	match_close(&m);
	return value;
}

/* Every flop and every hand of North beside South's: the flop leaves some hands more often than
 * others, and the weights know it. */
static void
weights_know_which_hands_a_flop_leaves(void **state)
{
	const int other = poker_hand_number(CARD(12, SPADES), CARD(11, SPADES));
	struct game g;
	struct aivat a;
	uint64_t set[DECK_BOARDS];
	double chance[DECK_BOARDS], all = 0, without = 0, wanted = 0;
	open_game(&g, catalog_game(&app_catalog, "holdem"), 2, FLOP "1");
	const struct deck_ops *deck = g.ops->public->deck;
	assert_int_equal(deck->boards(&g, set, chance), 1);
	baseline_of(&a, &g, NULL);
	for (int code = 0; code < 256; code++) {
		const uint64_t flop = rename_flop(set[0], code);
		if (flop == 0 || (flop & poker_hand_set(other)) != 0)
			continue;
		const double value[2] = { limped(&a, flop, false),
					  limped(&a, flop, true) };
		const int its = deck->strength(&g, flop, other);
		for (int h = 0; h < PUBLIC_HANDS; h++) {
			if ((poker_hand_set(h) & (flop | poker_hand_set(other))) != 0)
				continue;
			const int own = deck->strength(&g, flop, h);
			const double shown = 2 * ((own < its) - (own > its));
			all++;
			without += value[0] + bets(h) * (value[1] - value[0]);
			/* less the luck of being dealt these hands */
			wanted += bets(h) * (-2 - shown);
		}
	}
	near(without / all, wanted / all, 1e-5);
	assert_true(wanted / all < -.3);
	aivat_close(&a);
}

/* By all pairs at once as for one pair, with a few flops and with all. */
static void
showdowns_are_shares_of_the_pot(void **state)
{
	static const char *const variant[] = { FLOP "3", FLOP "0" };
	struct rng rng;
	if (scale_is("slow"))
		skip();
	rng_seed(&rng, 11);
	for (int i = 0; i < 2; i++) {
		struct game g;
		struct state first;
		struct showdowns x;
		double beside = 0;
		open_game(&g, catalog_game(&app_catalog, "holdem"), 2, variant[i]);
		start_game(&g, &first);
		assert_true(showdowns_open(&x, &g));
		for (int k = 0; k < 40;) {
			const int o = (int)rng_below(&rng, PUBLIC_HANDS),
				  h = (int)rng_below(&rng, PUBLIC_HANDS),
				  at = o * x.hands + h;
			if (g.ops->public->excludes(&g, o, h))
				continue;
			near((double)x.won[at],
			     2 * g.ops->public->odds->share(&g, &first, h, o) - 1, 1e-5);
			near((double)x.won[at], -(double)x.won[h * x.hands + o], 1e-6);
			beside += (double)x.beside[at] / 40;
			k++;
		}
		near(beside, 48 * 47 * 46 / (52. * 51 * 50), i == 0 ? .05 : 1e-5);
		showdowns_close(&x);
	}
}

static void
play_match(const char *game, const char *variant, const char *const text[2],
	   const char *baseline, struct tournament_options *o,
	   struct tournament_result *r)
{
	static struct game g;
	static struct player player[2], base;
	struct status st = { 0 };
	open_game(&g, catalog_game(&app_catalog, game), 2, variant);
	for (int i = 0; i < 2; i++)
		assert_true(player_parse(&player[i], text[i], &app_catalog, &g, NULL));
	assert_true(baseline == NULL ||
		    player_parse(&base, baseline, &app_catalog, &g, NULL));
	o->game = &g;
	o->player = player;
	o->players = 2;
	o->seed = 3;
	o->aivat = true;
	o->baseline = baseline != NULL ? &base : NULL;
	if (!tournament_run(o, r, &st))
		fail_msg("%s", st.text);
}

/* In a match the searches make their notes; the result is the same for any number of jobs. */
static void
a_match_is_told_without_luck(void **state)
{
	static struct tournament_result r, again;
	static const char *const equal[2] = { "cfr:sims=20", "cfr:sims=20" };
	static const char *const unequal[2] = { "cfr:sims=200", "random" };
	struct tournament_options o = { .games = 10, .jobs = 1 };
	play_match("leduc", "", equal, "cfr:sims=20", &o, &r);
	assert_true(fabs(r.row[0].without) < 1e-9);
	assert_true(r.row[0].without95[1] - r.row[0].without95[0] < 1e-9);
	assert_true(r.row[0].plain95[1] - r.row[0].plain95[0] > .1);
	o.games = 60;
	play_match("leduc", "hands=2", unequal, "cfr:sims=50", &o, &r);
	o.jobs = 2;
	play_match("leduc", "hands=2", unequal, "cfr:sims=50", &o, &again);
	const struct tournament_row *w = &r.row[0];
	assert_true(fabs(w->without - again.row[0].without) < 1e-9);
	assert_true(fabs(w->without + r.row[1].without) < 1e-9);
	assert_true(w->without95[1] - w->without95[0] <
		    (w->points_ci95[1] - w->points_ci95[0]) * .75);
	assert_true(w->without95[0] < w->points_ci95[1] &&
		    w->points_ci95[0] < w->without95[1]);
	assert_true(w->plain95[1] - w->plain95[0] > 0);
}

/* In hold'em the luck of the cards alone is taken out; the test on the mean in mbb/g ends early. */
static void
cards_of_holdem_are_evened_out(void **state)
{
	static struct tournament_result r;
	static const char *const alike[2] = { "random", "random" };
	struct tournament_options o = { .games = 100, .jobs = 1 };
	play_match("holdem", "hands=1", alike, NULL, &o, &r);
	const struct tournament_row *w = &r.row[0];
	assert_true(w->without95[1] - w->without95[0] <
		    (w->points_ci95[1] - w->points_ci95[0]) * .7);
	assert_true(w->without95[0] < 0 && w->without95[1] > 0);
	o.sprt = (struct tournament_sprt){
		.on = true, .rate = true, .elo0 = -100000, .elo1 = 100000
	};
	o.games = 400;
	play_match("holdem", "hands=1", alike, NULL, &o, &r);
	assert_true(r.games < 400 && r.answer != SPRT_OPEN);
	assert_true((r.row[0].without > 0) == (r.answer == SPRT_ELO1));
}

/* In flop hold'em decisions of known strategies are evened out too. */
static void
decisions_of_flop_holdem_are_evened_out(void **state)
{
	static struct tournament_result r;
	static const char *const players[] = { "cfr:sims=10,raises=1", "random" };
	struct tournament_options o = { .games = 60, .jobs = 1 };
	play_match("holdem", FLOP "2", players, NULL, &o, &r);
	const struct tournament_row *w = &r.row[0];
	assert_true(w->without95[1] - w->without95[0] <
		    (w->points_ci95[1] - w->points_ci95[0]) * .5);
}

/* What South's hand gets of the pot beside North's less what North's gets, over all boards. */
static double
edge(const char *hands[2], const char *board, int cards)
{
	uint64_t set[3] = { 0 };
	int64_t count[3];
	const char *text[3] = { hands[0], hands[1], board };
	for (int i = 0; i < 3; i++)
		for (const char *c = text[i]; *c != '\0';)
			set[i] |= CARD_BIT(card_parse(&c));
	poker_runouts(set[0], set[1], set[2], cards, count);
	return 2 * poker_share(count) - 1;
}

/* Aces are all-in against kings, which lose at their luck: what counts is the share of all boards,
 * less that of the blinds that they were dealt. Then South folds to a bet on the flop: what the
 * flop gave to South is taken back. */
static void
tell_session(const char *rounds, int cards)
{
	static const char *const moves[] = {
		"KsKh|AsAh", "all", "c",      "2c3c7d", "8d",	   "Jd", "2c2d|3c3d",
		"c",	     "c",   "2s9c9h", "c",	"bet 200", "f"
	};
	static struct setup s;
	struct match m;
	struct status st = { 0 };
	char told[2][SESSION_LINE], wanted[SESSION_LINE];
	assert_true(setup_init(&s, &app_catalog, catalog_game(&app_catalog, "holdem"),
			       false, &st));
	assert_true(setup_variant(&s, &app_catalog, "hands", "2", &st));
	assert_true(setup_variant(&s, &app_catalog, "rounds", rounds, &st));
	match_begin(&m, &s);
	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
		const struct game *g = &m.setup.game;
		const int seat = game_mover(g, &m.states[m.at]);
		move mv;
		if (cards == 3 && (i == 4 || i == 5))
			continue; /* no turn, no river */
		if (!game_parse_move(g, &m.states[m.at], seat, moves[i], &mv, &st))
			fail_msg("%s", st.text);
		match_push(&m, seat, mv, NULL);
	}
	const char *first[2] = { "AsAh", "KsKh" }, *second[2] = { "2c2d", "3c3d" };
	const double chips = (20000 - 100) * edge(first, "", cards) - 100 -
			     100 * edge(second, "2s9c9h", cards);
	for (int seat = 0; seat < 2; seat++) {
		aivat_tell(&m, seat, told[seat], SESSION_LINE);
		snprintf(wanted, sizeof wanted,
			 "without the luck of the cards %+.0f chips, %+.0f mbb/g",
			 seat == 0 ? chips : -chips, (seat == 0 ? 5 : -5) * chips);
		assert_string_equal(told[seat], wanted);
	}
	match_close(&m);
}

/* A note at the end of a match: South calls with each hand, or bets with some of them. */
static void
add_mix(struct aivat_notes *n, const struct match *m, move bet, double (*often)(int hand))
{
	struct aivat_note *note = &n->note[n->count++];
	*note = (struct aivat_note){ .ply = m->at, .moves = 2 };
	note->m = calloc(2, sizeof *note->m);
	note->mix = calloc(2 * PUBLIC_HANDS, sizeof *note->mix);
	note->m[0] = HOLDEM_CALL;
	note->m[1] = bet;
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		note->mix[PUBLIC_HANDS + h] = often(h);
		note->mix[h] = 1 - often(h);
	}
}

static double
never(int hand)
{
	return 0;
}

static double
by_number(int hand)
{
	return hand % 7 / 10.;
}

/* The mean share of South's hands against North's on the flop, from -1 to 1. */
static double
mean_on_flop(const struct game *g, const struct state *flop, double (*often)(int hand))
{
	const struct public_ops *p = g->ops->public;
	const int other = p->hand(g, flop, 1);
	double sum = 0, all = 0;
	for (int h = 0; h < PUBLIC_HANDS; h++) {
		if (p->excludes(g, h, other) || !p->possible(g, flop, h))
			continue;
		all += often(h);
		sum += often(h) * (2 * p->odds->share(g, flop, h, other) - 1);
	}
	return sum / all;
}

static double
always(int hand)
{
	return 1;
}

/* Of the seat whose strategy is known all hands count that would have made its moves. South bets on
 * the flop with some; all else is checked and called. What is left is the worth of that bet: a
 * showdown for its stake by those hands, less one for the blinds by all. */
static void
hands_of_a_known_seat_are_weighed(void **state)
{
	static const char *const moves[] = { "QsQh|7s6s", "c", "c",  "2c3c8d", "c",
					     "bet 400",	  "c", "8h", "c",      "c",
					     "Kd",	  "c", "c" };
	static struct setup s;
	struct aivat_note note[8];
	struct aivat_notes notes = { .note = note };
	struct match m;
	struct aivat a;
	struct status st = { 0 };
	double wanted = 0;
	assert_true(setup_init(&s, &app_catalog, catalog_game(&app_catalog, "holdem"),
			       false, &st));
	assert_true(setup_variant(&s, &app_catalog, "hands", "1", &st));
	match_begin(&m, &s);
	const struct game *g = &m.setup.game;
	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
		const struct state *now = &m.states[m.at];
		const int seat = game_mover(g, now);
		move mv;
		if (!game_parse_move(g, now, seat, moves[i], &mv, &st))
			fail_msg("%s", st.text);
		if (i == 5)
			wanted = 500 * mean_on_flop(g, now, by_number) -
				 100 * mean_on_flop(g, now, always);
		if (seat == 0)
			add_mix(&notes, &m, i == 5 ? mv : MOVE_NONE,
				i == 5 ? by_number : never);
		match_push(&m, seat, mv, NULL);
	}
	assert_true(aivat_open(&a, g, NULL, &st));
	near(aivat_match(&a, &m, &notes, 1), wanted, 1e-3);
	aivat_close(&a);
	for (int i = 0; i < notes.count; i++) {
		free(note[i].m);
		free(note[i].mix);
	}
	match_close(&m);
}

/* With all boards, and where the flop is the whole board. */
static void
a_session_is_told_without_luck(void **state)
{
	tell_session("4", 5);
	tell_session("2", 3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_mean_stays_and_the_spread_shrinks),
		cmocka_unit_test(any_baseline_leaves_the_mean),
		cmocka_unit_test(nothing_is_left_to_chance_with_an_exact_baseline),
		cmocka_unit_test(flop_holdem_keeps_its_mean),
		cmocka_unit_test(weights_know_which_hands_a_flop_leaves),
		cmocka_unit_test(showdowns_are_shares_of_the_pot),
		cmocka_unit_test(a_match_is_told_without_luck),
		cmocka_unit_test(cards_of_holdem_are_evened_out),
		cmocka_unit_test(decisions_of_flop_holdem_are_evened_out),
		cmocka_unit_test(a_session_is_told_without_luck),
		cmocka_unit_test(hands_of_a_known_seat_are_weighed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
