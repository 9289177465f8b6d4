/*
 * beliefs.c - who holds what: counted on the worlds that pimc searches, the same for all
 * deals that a seat cannot tell apart, and within what a seat has shown.
 */
#include "src/study/beliefs.h"
#include "games/hearts/hearts.h"
#include "src/core/match.h"
#include "src/core/public.h"
#include "src/study/likely.h"
#include "tests/kept.h"
#include "tests/laws/swap.h"
#include "tests/unit/play_text.h"

#include <math.h>
#include <stdint.h>

#define WORLDS 400
#define SEED   21

/* A whole state of a game after so many decisions of its quick player. */
static void
play_to(struct game *g, const char *key, uint64_t seed, int decisions, struct state *s)
{
	open_game(g, catalog_game(&app_catalog, key), 0, "");
	play_decisions(g, seed, decisions, s);
}

/* The search of a part of the player: pimc, or the max^n inside. */
static struct snapshot
run_search(const struct game *g, const struct state *root, int viewer, int part)
{
	struct player p;
	struct search s;
	open_player(&s, &p,
		    (struct search_job){ .game = g,
					 .root = root,
					 .viewer = viewer,
					 .part = part,
					 .seed = SEED },
		    "pimc:worlds=5,inner=(maxn:depth=4)");
	search_run(&s);
	const struct snapshot result = kept_figures(&s.live);
	search_close(&s);
	return result;
}

/* max^n on the worlds of the beliefs, one by one, is what pimc says of all of them. */
static void
they_are_counted_on_the_worlds_of_the_search(void **state)
{
	struct game g;
	struct state s, root, world;
	play_to(&g, "hearts", 4, 40, &s);
	const int seat = game_mover(&g, &s);
	game_view(&g, &s, seat, &root);
	const struct snapshot all = run_search(&g, &root, seat, 0);
	assert_int_equal(all.worlds_done, 5);
	double sum = 0;
	for (uint64_t w = 0; w < 5; w++) {
		search_world(&g, &root, seat, seat, SEED, w, &world);
		const struct snapshot one = run_search(&g, &world, SEAT_ALL, 1);
		for (int i = 0; i < one.move_count; i++)
			if (one.moves[i].m == all.moves[0].m)
				sum += one.moves[i].value[seat];
	}
	assert_true(fabs(sum / 5 - all.moves[0].value[seat]) < 1e-9);
}

static void
every_hidden_card_is_with_somebody(void **state)
{
	static const char *const games[] = { "hearts", "spades" };
	for (int i = 0; i < 2; i++) {
		struct game g;
		struct state s, root;
		static struct beliefs b;
		play_to(&g, games[i], 7, 20, &s);
		const int seat = game_mover(&g, &s);
		game_view(&g, &s, seat, &root);
		beliefs_count(&b,
			      &(struct question){ .game = &g,
						  .root = root,
						  .viewer = seat,
						  .seed = SEED },
			      NULL, WORLDS);
		uint64_t truly = 0;
		for (int k = 0; k < g.seats; k++)
			truly |= k == seat ? 0 : g.hidden->held(&g, &s, k);
		assert_true(b.hidden == truly);
		for (int card = 0; card < b.things.count; card++) {
			double all = 0;
			for (int k = 0; k < g.seats; k++)
				all += beliefs_held(&b, card, k);
			const bool own = g.hidden->held(&g, &root, seat) >> card & 1;
			assert_true(fabs(all - (truly >> card & 1 || own)) < 1e-9);
			assert_true(fabs(beliefs_held(&b, card, seat) - own) < 1e-9);
		}
	}
}

/* What is certain in the beliefs is true: no card is thought to be where it cannot be. */
static void
what_was_shown_is_believed(void **state)
{
	int voids = 0;
	for (uint64_t seed = 1; seed < 12; seed++) {
		struct game g;
		struct state s, root;
		static struct beliefs b;
		play_to(&g, "hearts", seed, 40, &s);
		const int seat = game_mover(&g, &s);
		game_view(&g, &s, seat, &root);
		beliefs_count(&b,
			      &(struct question){ .game = &g,
						  .root = root,
						  .viewer = seat,
						  .seed = SEED },
			      NULL, WORLDS);
		for (int k = 0; k < g.seats; k++)
			for (int suit = 0; suit < b.things.groups && k != seat; suit++) {
				uint64_t cards = 0;
				for (int c = 0; c < b.things.count; c++)
					cards |= (uint64_t)(b.things.group[c] == suit)
						 << c;
				if (b.without[suit][k] < b.worlds)
					continue;
				assert_true((g.hidden->held(&g, &s, k) & cards) == 0);
				voids++;
			}
	}
	assert_true(voids > 0);
}

/* Words for shares written down by hand: of 100 deals, and by the others' choices. */
static void
what_departs_from_chance_is_said(void **state)
{
	static struct setup setup;
	static struct beliefs b;
	char words[200];
	assert_true(setup_init(&setup, &app_catalog, catalog_game(&app_catalog, "hearts"),
			       false, NULL));
	b = (struct beliefs){ .game = &setup.game, .worlds = 100, .holders = 14 };
	setup.game.hidden->things(&setup.game, &b.things);
	int queen = -1, seven = -1;
	for (int i = 0; i < b.things.count; i++) {
		b.hidden |= (uint64_t)1 << i;
		if (strcmp(b.things.name[i], "QS") == 0)
			queen = i;
		if (strcmp(b.things.name[i], "7H") == 0)
			seven = i;
	}
	beliefs_words(&b, 1, true, words, sizeof words);
	assert_string_equal(words, "");
	b.without[DIAMONDS][1] = 100; /* certain */
	b.held[seven][1] = 100;
	b.without[CLUBS][1] = 90; /* likely, but no more than chance has it */
	b.without_weight[CLUBS][1] = 0.92;
	b.inferred = true;
	beliefs_words(&b, 1, true, words, sizeof words);
	assert_string_equal(words, "no diamonds; has 7H");
	b.held[queen][1] = 30; /* moved by the others' choices */
	b.held_weight[queen][1] = 0.7;
	b.none_below[queen][1] = 20;
	b.none_below_weight[queen][1] = 0.66;
	beliefs_words(&b, 1, true, words, sizeof words);
	assert_string_equal(words, "no diamonds; has 7H; probably has QS; "
				   "probably no spades below QS");
	b.held_weight[queen][1] = 0.05;
	b.none_below_weight[queen][1] = 0.3;
	beliefs_words(&b, 1, true, words, sizeof words);
	assert_string_equal(words, "no diamonds; has 7H; probably not QS");
	beliefs_words(&b, 0, true, words, sizeof words); /* the viewer */
	assert_string_equal(words, "");
	b.hidden = (uint64_t)1 << queen; /* nothing of the other suits is hidden */
	b.held_weight[queen][1] = 0.3;
	beliefs_words(&b, 1, true, words, sizeof words);
	assert_string_equal(words, "");
}

/* In pieces or at once: the same counts. */
static void
counting_in_pieces_is_the_same(void **state)
{
	struct game g;
	struct state s, root;
	static struct beliefs at_once, pieces;
	int steps = 0;
	play_to(&g, "hearts", 3, 20, &s);
	const int seat = game_mover(&g, &s);
	game_view(&g, &s, seat, &root);
	beliefs_count(&at_once,
		      &(struct question){
			      .game = &g, .root = root, .viewer = seat, .seed = SEED },
		      NULL, 50);
	const struct evidence seen = {
		.game = &g, .root = &root, .viewer = seat, .mover = seat, .seed = SEED
	};
	beliefs_begin(&pieces, &seen, 50);
	while (!beliefs_step(&pieces, 7))
		steps++;
	assert_int_equal(steps, 7); /* 7 times 7 of 50, then the last */
	assert_memory_equal(at_once.held, pieces.held, sizeof pieces.held);
	assert_memory_equal(at_once.none_below, pieces.none_below,
			    sizeof pieces.none_below);
}

static void
deals_that_cannot_be_told_apart_give_the_same(void **state)
{
	int swapped = 0;
	for (uint64_t seed = 1; seed < 10; seed++) {
		struct game g;
		struct state s, other, root;
		struct rng rng;
		static struct beliefs a, b;
		rng_seed(&rng, seed);
		play_to(&g, "hearts", seed, 12, &s);
		const int seat = game_mover(&g, &s);
		if (!swap_hidden(&g, &s, seat, &rng, &other))
			continue;
		swapped++;
		game_view(&g, &s, seat, &root);
		beliefs_count(&a,
			      &(struct question){ .game = &g,
						  .root = root,
						  .viewer = seat,
						  .seed = SEED },
			      NULL, 50);
		game_view(&g, &other, seat, &root);
		beliefs_count(&b,
			      &(struct question){ .game = &g,
						  .root = root,
						  .viewer = seat,
						  .seed = SEED },
			      NULL, 50);
		assert_memory_equal(a.held, b.held, sizeof a.held);
		assert_memory_equal(a.without, b.without, sizeof a.without);
	}
	assert_true(swapped > 3);
}

/* A bid that another has committed: any of its cards, and in the end as often as the search
 * deals it. */
static void
a_committed_bid_is_a_distribution(void **state)
{
	struct game g;
	struct state s, root;
	static struct beliefs b;
	play_to(&g, "goofspiel", 3, 0, &s);
	game_view(&g, &s, 0, &root);
	beliefs_count(&b,
		      &(struct question){
			      .game = &g, .root = root, .viewer = 0, .seed = SEED },
		      NULL, WORLDS);
	double all = 0;
	for (int bid = 0; bid < b.things.count; bid++)
		all += beliefs_held(&b, bid, 1);
	assert_true(fabs(all - 1) < 1e-9);
	assert_true(beliefs_held(&b, 0, 1) == 0); /* there is no card 0 */
	int order[THINGS_MAX], key;
	const int n = beliefs_order(&b, order, &key);
	assert_true(n >= 2 && key == n);
}

/* A match of Hearts after so many decisions of its quick player. */
static void
play_match(struct match *m, uint64_t seed, int decisions)
{
	struct setup setup;
	struct rng r;
	memset(&setup, 0, sizeof setup);
	setup.seed = seed;
	rng_seed(&r, seed);
	open_game(&setup.game, catalog_game(&app_catalog, "hearts"), 0, "");
	for (match_open(m, &setup); decisions > 0; decisions--) {
		const int seat = __builtin_ctz(match_acting(m));
		const move mv = game_quick_move(&setup.game, &m->states[m->at], seat, &r);
		assert_true(match_play(m, seat, mv, "", NULL));
	}
}

/* The same worlds, each by its share: all holders of a card make 1, what is certain stays so, and
 * the choices of others move what is not. */
static void
weights_are_those_of_inference(void **state)
{
	struct match m;
	struct state root, world;
	static struct beliefs b;
	double share[100], queen[SEATS_MAX] = { 0 }, moved = 0;
	int count;
	play_match(&m, 6, 24);
	const struct game *g = &m.setup.game;
	const int seat = game_mover(g, &m.states[m.at]);
	match_view(&m, seat, &root);
	struct played_move *made = match_made(&m, m.at, seat, &count);
	beliefs_count(&b,
		      &(struct question){ .game = g,
					  .root = root,
					  .viewer = seat,
					  .seed = SEED,
					  .made = made,
					  .made_count = count },
		      NULL, 100);
	assert_true(b.inferred && b.effective > 1 && b.effective < 100);
	const struct evidence seen = { g, &root, seat, seat, SEED, made, count, NULL };
	for (uint64_t w = 0; w < 100; w++)
		share[w] = infer_log(&seen, w);
	assert_true(fabs(infer_shares(share, 100) - b.effective) < 1e-9);
	for (uint64_t w = 0; w < 100; w++) {
		search_world(g, &root, seat, seat, SEED, w, &world);
		for (int k = 0; k < g->seats; k++)
			queen[k] += g->hidden->held(g, &world, k) >> QUEEN_OF_SPADES & 1
					    ? share[w]
					    : 0;
	}
	for (int thing = 0; thing < b.things.count; thing++) {
		if (!(b.hidden >> thing & 1))
			continue;
		double all = 0;
		for (int k = 0; k < g->seats; k++) {
			const double weighted = b.held_weight[thing][k];
			const double alike = beliefs_held(&b, thing, k);
			all += weighted;
			moved += fabs(weighted - alike);
			assert_true((alike > 0) == (weighted > 0));
		}
		assert_true(fabs(all - 1) < 1e-9);
	}
	assert_true(moved > 0.5);
	for (int k = 0; k < g->seats; k++)
		assert_true(fabs(queen[k] - b.held_weight[QUEEN_OF_SPADES][k]) < 1e-9);
	beliefs_count(&b,
		      &(struct question){
			      .game = g, .root = root, .viewer = seat, .seed = SEED },
		      NULL, 100);
	assert_false(b.inferred);
	free(made);
	match_close(&m);
}

static void
where_nothing_is_hidden_there_are_none(void **state)
{
	struct game g;
	struct state s;
	play_to(&g, "abalone", 1, 2, &s);
	assert_non_null(beliefs_refusal(&g, &s, 0));
	play_to(&g, "hearts", 1, 2, &s);
	assert_non_null(beliefs_refusal(&g, &s, SEAT_ALL));
	assert_null(beliefs_refusal(&g, &s, 0));
}

/* ---- hands by play ---- */

static double
after_of(const struct likely *l, const char *hand)
{
	for (int i = 0; i < l->count; i++) {
		char name[MOVE_TEXT];
		public_format_class(l->game, l->hand[i].class, name, sizeof name);
		if (strcmp(name, hand) == 0)
			return l->hand[i].after;
	}
	return 0;
}

/* In every equilibrium of Kuhn poker the first seat bets the king three times as often as the
 * jack. */
static void
a_bet_tells_of_kings(void **state)
{
	struct game g;
	struct state s;
	struct likely l;
	open_game(&g, catalog_game(&app_catalog, "kuhn"), 0, "");
	read_position(&g, "K|Q|-|r2", &s);
	game_view(&g, &s, 1, &s);
	assert_true(likely_search(&l, &app_catalog,
				  &(struct question){
					  .game = &g, .root = s, .viewer = 1, .seed = 1 },
				  "cfr:sims=3000", NULL));
	assert_int_equal(l.seat, 0);
	assert_int_equal(l.count, 2); /* the viewer has the queen */
	assert_true(fabs(after_of(&l, "K") - 0.75) < 0.01);
	assert_true(fabs(after_of(&l, "J") - 0.25) < 0.01);
	for (int i = 0; i < l.count; i++)
		assert_true(fabs(l.hand[i].before - 0.5) < 1e-9);
}

/* Aces that the viewer holds are fewer with the other; of a seat that is to choose it is its own
 * share, of the one that is not the other's. */
static void
held_cards_make_hands_rarer(void **state)
{
	static struct stats_hands h;
	struct game g;
	struct state s;
	struct likely l;
	open_game(&g, catalog_game(&app_catalog, "holdem"), 0, "");
	read_position(&g, "0:r300:AsAc|KhKd", &s);
	game_view(&g, &s, 1, &s);
	h.classes = 169;
	h.seat = 1;
	for (int i = 0; i < h.classes; i++) {
		h.weight[i] = 1;
		h.other[i] = 0;
	}
	h.other[0] = 0.5F;  /* AA: one pair of aces is left */
	h.other[14] = 0.5F; /* KK: six */
	assert_true(likely_read(&l, &g, &s, 1, &h, "test"));
	assert_int_equal(l.count, 169);
	assert_true(fabs(after_of(&l, "AA") - 1.0 / 7) < 1e-9);
	assert_true(fabs(after_of(&l, "KK") - 6.0 / 7) < 1e-9);
	assert_true(fabs(l.hand[0].before - 6.0 / 1225) < 1e-9);
	h.seat = 0; /* the other is to choose */
	assert_true(likely_read(&l, &g, &s, 1, &h, "test"));
	assert_true(fabs(after_of(&l, "AA") - 1.0 / 1225) < 1e-9);
}

static void
games_without_hands_tell_none(void **state)
{
	struct game g;
	open_game(&g, catalog_game(&app_catalog, "hearts"), 0, "");
	assert_null(likely_player(&app_catalog, &g, NULL));
	open_game(&g, catalog_game(&app_catalog, "leduc"), 0, "");
	assert_string_equal(likely_player(&app_catalog, &g, "easy"), "max");
	assert_string_equal(likely_player(&app_catalog, &g, "medium"), "medium");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(they_are_counted_on_the_worlds_of_the_search),
		cmocka_unit_test(every_hidden_card_is_with_somebody),
		cmocka_unit_test(what_was_shown_is_believed),
		cmocka_unit_test(deals_that_cannot_be_told_apart_give_the_same),
		cmocka_unit_test(what_departs_from_chance_is_said),
		cmocka_unit_test(counting_in_pieces_is_the_same),
		cmocka_unit_test(a_committed_bid_is_a_distribution),
		cmocka_unit_test(weights_are_those_of_inference),
		cmocka_unit_test(where_nothing_is_hidden_there_are_none),
		cmocka_unit_test(a_bet_tells_of_kings),
		cmocka_unit_test(held_cards_make_hands_rarer),
		cmocka_unit_test(games_without_hands_tell_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
