/*
 * eval.c - a quick estimate of a hand of hold'em, and the game's quick player.
 *
 * An unfinished hand is valued by the result of an even bet on the better cards for half the pot.
 * The quick player looks at how many hands it beats and at luck: it neither remembers nor plans.
 */
#include "games/poker/holdem/rules.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#define SAMPLES	   1500 /* boards and hands for each of the 169 */
#define EVEN	   500
#define RAISE_WISH 680
#define BLUFFS	   60 /* of 1000 */
#define CALL_EXTRA 60 /* the margin above the price of a call */

/* ---- standing -------------------------------------------------------------------------- */

static int16_t before_flop[POKER_CLASSES]; /* of 1000, against any hand */

/* Sampled with a fixed seed: within 13 of 1000. */
static void
fill_before_flop(void)
{
	struct rng r;
	int sum[POKER_CLASSES] = { 0 };
	rng_seed(&r, 169);
	for (int class = 0; class < POKER_CLASSES; class ++) {
		const int row = class / SUIT_CARDS, column = class % SUIT_CARDS;
		const uint64_t own =
			CARD_BIT(CARD(ACE - row, SPADES)) |
			CARD_BIT(CARD(ACE - column, row < column ? SPADES : HEARTS));
		for (int k = 0; k < SAMPLES; k++) {
			uint64_t gone = own, two = 0;
			for (int i = 0; i < POKER_BOARD + HOLDEM_CARDS; i++) {
				two = i == HOLDEM_CARDS ? gone & ~own : two;
				gone |= CARD_BIT(cards_random(CARDS_ALL & ~gone,
							      rng_next(&r) >> 32));
			}
			const int by = poker_strength(poker_set(gone & ~two)) -
				       poker_strength(poker_set(gone & ~own));
			sum[class] += (by > 0) + (by >= 0);
		}
		before_flop[class] = (int16_t)(500 * sum[class] / SAMPLES);
	}
}

static int
standing_before_flop(const struct holdem *h, int seat)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, fill_before_flop);
	return before_flop[poker_class(
		poker_hand_number(h->card[seat][0], h->card[seat][1]))];
}

int
holdem_standing(const struct holdem *h, int seat)
{
	const uint64_t board = holdem_board_set(h), own = holdem_hand_set(h, seat);
	if (own == 0)
		return EVEN;
	if (board == 0)
		return standing_before_flop(h, seat);
	const poker common = poker_set(board);
	const int strength = poker_strength(poker_set(board | own));
	int won = 0, hands = 0;
	for (uint64_t left = CARDS_ALL & ~(board | own); left != 0;) {
		const poker one = poker_add(common, cards_pop(&left));
		for (uint64_t rest = left; rest != 0; hands++) {
			const int by = strength -
				       poker_strength(poker_add(one, cards_pop(&rest)));
			won += (by > 0) + (by >= 0);
		}
	}
	assert(hands > 0);
	return 500 * won / hands;
}

void
holdem_words(const struct holdem *h, int seat, char *out, int size)
{
	const uint64_t board = holdem_board_set(h);
	out[0] = '\0';
	if (!holdem_knows(h, seat))
		return;
	if (board != 0) {
		poker_words(poker_strength(poker_set(board | holdem_hand_set(h, seat))),
			    out, size);
		return;
	}
	poker_hand_words(poker_hand_number(h->card[seat][0], h->card[seat][1]), out,
			 size);
}

/* ---- values ---------------------------------------------------------------------------- */

static int
holdem_eval_better(const struct holdem *h)
{
	const uint64_t board = holdem_board_set(h);
	int by[HOLDEM_SEATS];
	for (int i = 0; i < HOLDEM_SEATS; i++)
		by[i] = board != 0
				? poker_strength(poker_set(board | holdem_hand_set(h, i)))
				: standing_before_flop(h, i);
	return (by[0] > by[1]) - (by[0] < by[1]);
}

static void
holdem_eval_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	const struct holdem *h = holdem_of(s);
	value[0] = 0;
	if (holdem_hand_over(h))
		value[0] = HOLDEM_UNIT * h->last;
	else if (h->phase != HOLDEM_DEAL && holdem_knows(h, 0) && holdem_knows(h, 1))
		value[0] = HOLDEM_UNIT / 2 * holdem_matched(h) * holdem_eval_better(h);
	value[1] = -value[0];
}

static void
holdem_eval_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	const struct holdem *h = holdem_of(s);
	const int32_t most =
		HOLDEM_UNIT * (h->stack[0] < h->stack[1] ? h->stack[0] : h->stack[1]);
	const bool over = holdem_hand_over(h);
	int32_t value[HOLDEM_SEATS];
	holdem_eval_evaluate(g, s, value);
	b->maxsum = 0;
	for (int i = 0; i < HOLDEM_SEATS; i++) {
		b->low[i] = over ? value[i] : -most;
		b->high[i] = over ? value[i] : most;
	}
}

static int
holdem_eval_progress(const struct game *g, const struct state *s)
{
	const struct holdem *h = holdem_of(s);
	if (holdem_hand_over(h))
		return 1000;
	if (h->phase == HOLDEM_DEAL)
		return 0;
	const int moves = h->moves - h->before[h->round];
	return (1000 * h->round + (moves < 9 ? 100 * moves : 900)) /
	       holdem_variant(g)->rounds;
}

/* ---- the quick player ------------------------------------------------------------------ */

static move
holdem_eval_policy(const struct game *g, const struct state *s, int seat, struct rng *rng)
{
	const struct holdem *h = holdem_of(s);
	move m[HOLDEM_SIZES + 2];
	const int n = holdem_moves(g, s, seat, m);
	const int call = holdem_to_call(h, seat), first = call > 0 ? 2 : 1;
	const int luck = (int)rng_below(rng, 1000);
	const int wish = (4 * holdem_standing(h, seat) + luck) / 5;
	const int price = 1000 * call / (h->in[0] + h->in[1] + call);
	if (n > first && (wish > RAISE_WISH || luck < BLUFFS)) {
		/* more often the smaller sizes */
		const uint32_t sizes = (uint32_t)(n - first);
		const uint32_t a = rng_below(rng, sizes), b = rng_below(rng, sizes);
		return m[first + (int)(a < b ? a : b)];
	}
	return call > 0 && wish < price + CALL_EXTRA ? HOLDEM_FOLD : HOLDEM_CALL;
}

const struct game_knowledge holdem_knowledge = {
	.evaluate = holdem_eval_evaluate,
	.bounds = holdem_eval_bounds,
	.progress = holdem_eval_progress,
	.policy = holdem_eval_policy,
};
