/*
 * poker.c - how many hands of seven cards the evaluator (games/common/poker.h) takes in a second
 * of one processor: random ones from lists of cards, and all of them after each other.
 *
 * Reported, not asserted. A goal of 250 million from lists is what plyscope set out to reach.
 */
#include "games/common/poker.h"

#include <stdio.h>
#include <time.h>

#define HANDS  65536
#define ROUNDS 1500
#define SEVEN  7

static double
cpu_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
deal(uint8_t hand[SEVEN], struct rng *r)
{
	uint8_t pack[CARDS];
	for (int i = 0; i < CARDS; i++)
		pack[i] = (uint8_t)i;
	cards_shuffle(pack, CARDS, r);
	for (int i = 0; i < SEVEN; i++)
		hand[i] = pack[i];
}

static int64_t
sum_of_all(poker h, int below, int left)
{
	int64_t sum = 0;
	for (int card = left - 1; card < below; card++)
		sum += left > 1 ? sum_of_all(poker_add(h, card), card, left - 1)
				: poker_strength(poker_add(h, card));
	return sum;
}

int
main(void)
{
	static uint8_t hand[HANDS][SEVEN];
	struct rng r;
	int64_t sum = 0;
	double from = cpu_now();
	poker_init();
	printf("tables: %.1f ms\n", 1e3 * (cpu_now() - from));
	rng_seed(&r, 5);
	for (int i = 0; i < HANDS; i++)
		deal(hand[i], &r);
	from = cpu_now();
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < HANDS; i++) {
			poker h = POKER_EMPTY;
			for (int k = 0; k < SEVEN; k++)
				h = poker_add(h, hand[i][k]);
			sum += poker_strength(h);
		}
	printf("hands of seven cards, from lists of cards: %.0fM/s\n",
	       HANDS * 1e-6 * ROUNDS / (cpu_now() - from));
	from = cpu_now();
	sum += sum_of_all(POKER_EMPTY, CARDS, SEVEN);
	printf("all 133,784,560 after each other: %.0fM/s\n",
	       133.78456 / (cpu_now() - from));
	return sum > 0 ? 0 : 1;
}
