/*
 * pushfold.c - exact equities of the 169 classes, and jam or fold by CFR+. See pushfold.h.
 *
 * On a board the hands go by in order of strength, and rows count by class those that went by, all
 * of them and those with each card. A hand adds the row of all less those of its two cards to its
 * class, once when the weaker ones have gone by and once when those as strong have too: that counts
 * two for each it beats and one for each it ties.
 *
 * A board stands for all that come from it by renaming suits: its suits hold growing sets of ranks.
 *
 * Memory: a table of 114 kB for each of the 48 pieces, by the lowest card of the board.
 */
#include "games/holdem/pushfold.h"

#include "src/base/pool.h"
#include "src/base/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PIECES	   (CARDS - POKER_BOARD + 1)
#define ROW	   176	   /* classes, and as many more as fill vectors */
#define BOARDS	   1712304 /* that go with two hands */
#define CHECK_EACH 50	   /* iterations from one look at the gap to the next */

/* ---- equities ---------------------------------------------------------------------------- */

struct hand {
	uint64_t set;
	uint8_t card[2], class;
};

/* Hands in order of strength on one board. */
struct sorted {
	int count;
	uint16_t hand[POKER_HANDS], strength[POKER_HANDS];
};

/* Of one board, by class. At most 12 hands of a class meet 12 of another. */
struct board_counts {
	uint16_t won[POKER_CLASSES][ROW];
	uint16_t by[ROW],
		with[CARDS][ROW]; /* hands that went by, and those with a card */
};

struct pieces {
	struct hand hand[POKER_HANDS];
	uint32_t (*won)[POKER_CLASSES][POKER_CLASSES]; /* of each piece */
	bool (*tick)(void *self, double part);
	void *self;
};

/* How many boards this one stands for; 0: another one stands for it. */
static uint32_t
weight_of(uint64_t board)
{
	uint32_t weight = 24, equal = 1;
	for (int suit = 1; suit < SUITS; suit++) {
		const uint64_t low = board >> (suit - 1) * SUIT_CARDS & 0x1fff;
		const uint64_t high = board >> suit * SUIT_CARDS & 0x1fff;
		if (low > high)
			return 0;
		equal = low == high ? equal + 1 : 1;
		weight /= equal;
	}
	return weight;
}

/* By the low byte of the strength, then by the high one. */
static void
sort_hands(struct sorted *s)
{
	struct sorted to;
	for (int shift = 0; shift < 16; shift += 8) {
		int from[257] = { 0 };
		for (int i = 0; i < s->count; i++)
			from[(s->strength[i] >> shift & 255) + 1]++;
		for (int i = 0; i < 256; i++)
			from[i + 1] += from[i];
		for (int i = 0; i < s->count; i++) {
			const int at = from[s->strength[i] >> shift & 255]++;
			to.hand[at] = s->hand[i];
			to.strength[at] = s->strength[i];
		}
		memcpy(s->hand, to.hand, (size_t)s->count * sizeof *s->hand);
		memcpy(s->strength, to.strength, (size_t)s->count * sizeof *s->strength);
	}
}

static void
collect_hands(const struct pieces *p, uint64_t board, struct sorted *out)
{
	const poker on_board = poker_set(board);
	out->count = 0;
	for (int h = 0; h < POKER_HANDS; h++) {
		const struct hand *hand = &p->hand[h];
		if ((hand->set & board) != 0)
			continue;
		const poker all =
			poker_add(poker_add(on_board, hand->card[0]), hand->card[1]);
		out->hand[out->count] = (uint16_t)h;
		out->strength[out->count++] = (uint16_t)poker_strength(all);
	}
	sort_hands(out);
}

/* The sums of a hand over those that went by, without those that share a card. */
static void
count_row(struct board_counts *c, const struct hand *h)
{
	uint16_t *restrict won = c->won[h->class];
	const uint16_t *first = c->with[h->card[0]], *second = c->with[h->card[1]];
	for (int k = 0; k < ROW; k++)
		won[k] = (uint16_t)(won[k] + c->by[k] - first[k] - second[k]);
}

static void
pass_by(struct board_counts *c, const struct hand *h)
{
	c->by[h->class]++;
	for (int i = 0; i < 2; i++)
		c->with[h->card[i]][h->class]++;
}

static void
count_board(const struct pieces *p, uint64_t board, uint32_t weight,
	    uint32_t (*won)[POKER_CLASSES])
{
	static _Thread_local struct sorted s;
	static _Thread_local struct board_counts c;
	memset(&c, 0, sizeof c);
	collect_hands(p, board, &s);
	for (int from = 0, to = 0; from < s.count; from = to) {
		while (to < s.count && s.strength[to] == s.strength[from])
			count_row(&c, &p->hand[s.hand[to++]]);
		for (int i = from; i < to; i++)
			pass_by(&c, &p->hand[s.hand[i]]);
		for (int i = from; i < to; i++) {
			const struct hand *h = &p->hand[s.hand[i]];
			count_row(&c, h);
			c.won[h->class][h->class]++; /* itself was taken back twice */
		}
	}
	for (int i = 0; i < POKER_CLASSES; i++)
		for (int k = 0; k < POKER_CLASSES; k++)
			won[i][k] += weight * c.won[i][k];
}

static void
count_boards(const struct pieces *p, uint64_t board, int left, uint64_t above,
	     uint32_t (*won)[POKER_CLASSES])
{
	if (left == 0) {
		const uint32_t weight = weight_of(board);
		if (weight > 0)
			count_board(p, board, weight, won);
		return;
	}
	while (above != 0) {
		const int card = cards_pop(&above);
		count_boards(p, board | CARD_BIT(card), left - 1, above, won);
	}
}

static bool
run_piece(void *self, int64_t piece, int thread)
{
	const struct pieces *p = self;
	const uint64_t first = CARD_BIT(piece);
	(void)thread;
	count_boards(p, first, POKER_BOARD - 1, CARDS_ALL & ~(2 * first - 1),
		     p->won[piece]);
	return true;
}

static bool
tick_pieces(void *self, int64_t finished)
{
	const struct pieces *p = self;
	return p->tick == NULL || p->tick(p->self, (double)finished / PIECES);
}

static void
list_hands(struct pieces *p)
{
	for (int h = 0; h < POKER_HANDS; h++) {
		int card[2];
		poker_hand_cards(h, card);
		p->hand[h] =
			(struct hand){ .set = poker_hand_set(h),
				       .card = { (uint8_t)card[0], (uint8_t)card[1] },
				       .class = (uint8_t)poker_class(h) };
	}
}

static void
take_shares(const struct pieces *p, struct pushfold_odds *out)
{
	memset(out, 0, sizeof *out);
	for (int a = 0; a < POKER_HANDS; a++)
		for (int b = 0; b < POKER_HANDS; b++)
			if ((p->hand[a].set & p->hand[b].set) == 0)
				out->pairs[p->hand[a].class][p->hand[b].class]++;
	for (int i = 0; i < POKER_CLASSES; i++)
		for (int k = 0; k < POKER_CLASSES; k++) {
			double won = 0;
			for (int piece = 0; piece < PIECES; piece++)
				won += p->won[piece][i][k];
			out->dealt += out->pairs[i][k];
			out->share[i][k] = out->pairs[i][k] > 0
						   ? won / 2 / BOARDS / out->pairs[i][k]
						   : 0.5;
		}
}

bool
pushfold_odds(struct pushfold_odds *out, int threads,
	      bool (*tick)(void *self, double part), void *self)
{
	struct pieces *p = calloc(1, sizeof *p);
	if (p == NULL || (p->won = calloc(PIECES, sizeof *p->won)) == NULL)
		BUG("not enough memory for the equities of hands");
	poker_init();
	list_hands(p);
	p->tick = tick;
	p->self = self;
	const struct pool pool = { .count = PIECES,
				   .threads = threads,
				   .run = run_piece,
				   .tick = tick_pieces,
				   .tick_ms = 100,
				   .self = p };
	const bool whole = pool_run(&pool) == PIECES;
	if (whole)
		take_shares(p, out);
	free(p->won);
	free(p);
	return whole;
}

/* ---- the equilibrium ------------------------------------------------------------------------ */

/* A seat's choice between going in and folding, for each class. */
struct choice {
	double regret[POKER_CLASSES][2]; /* of going in, of folding; never below 0 */
	double sum[POKER_CLASSES];	 /* weighted by the iteration */
};

static double
goes_in(const struct choice *c, int class)
{
	const double *r = c->regret[class];
	return r[0] + r[1] > 0 ? r[0] / (r[0] + r[1]) : 0.5;
}

/* The results of a jam and a fold of the button with a class, times the ways to deal it. */
static void
value_jam(const struct pushfold_odds *o, double stack, int class, const double *call,
	  double value[2])
{
	value[0] = value[1] = 0;
	for (int k = 0; k < POKER_CLASSES; k++) {
		const double called = stack * (2 * o->share[class][k] - 1);
		value[0] += o->pairs[class][k] * (1 - call[k] + call[k] * called);
		value[1] -= o->pairs[class][k] * 0.5;
	}
}

/* The same for a call and a fold of the big blind after a jam. */
static void
value_call(const struct pushfold_odds *o, double stack, int class, const double *jam,
	   double value[2])
{
	value[0] = value[1] = 0;
	for (int k = 0; k < POKER_CLASSES; k++) {
		const double met = o->pairs[class][k] * jam[k];
		value[0] += met * stack * (2 * o->share[class][k] - 1);
		value[1] -= met;
	}
}

typedef void value_of_class(const struct pushfold_odds *o, double stack, int class,
			    const double *other, double value[2]);

/* One step of CFR+; now[] is what the seat does now, before and after. */
static void
step_choice(const struct pushfold_odds *o, double stack, value_of_class *value_of,
	    const double *other, int iteration, struct choice *c, double *now)
{
	for (int k = 0; k < POKER_CLASSES; k++) {
		double value[2];
		value_of(o, stack, k, other, value);
		const double mean = now[k] * value[0] + (1 - now[k]) * value[1];
		for (int a = 0; a < 2; a++)
			c->regret[k][a] = fmax(0, c->regret[k][a] + value[a] - mean);
		c->sum[k] += iteration * now[k];
		now[k] = goes_in(c, k);
	}
}

static void
take_mean(const struct choice *c, int iterations, double *out)
{
	const double weight = 0.5 * iterations * (iterations + 1);
	for (int k = 0; k < POKER_CLASSES; k++)
		out[k] = c->sum[k] / weight;
}

/* The gap, the value, and how many hands go in. */
static void
measure(const struct pushfold_odds *o, struct pushfold *p)
{
	double best[2] = { 0 }, value = 0, jams = 0, calls = 0;
	for (int i = 0; i < POKER_CLASSES; i++) {
		double jam[2], call[2], pairs = 0, passed = 0;
		value_jam(o, p->stack, i, p->call, jam);
		value_call(o, p->stack, i, p->jam, call);
		for (int k = 0; k < POKER_CLASSES; k++) {
			pairs += o->pairs[i][k];
			passed += o->pairs[i][k] * (1 - p->jam[k]) * 0.5;
		}
		best[0] += fmax(jam[0], jam[1]);
		best[1] += fmax(call[0], call[1]) + passed;
		value += p->jam[i] * jam[0] + (1 - p->jam[i]) * jam[1];
		jams += p->jam[i] * pairs;
		calls += p->call[i] * pairs;
	}
	p->value = value / o->dealt;
	p->gap = (best[0] + best[1]) / o->dealt;
	p->jams = jams / o->dealt;
	p->calls = calls / o->dealt;
}

void
pushfold_solve(const struct pushfold_odds *odds, double stack, double gap, int most,
	       struct pushfold *out)
{
	struct choice jam = { 0 }, call = { 0 };
	double jams[POKER_CLASSES], calls[POKER_CLASSES];
	*out = (struct pushfold){ .stack = stack, .gap = HUGE_VAL };
	for (int k = 0; k < POKER_CLASSES; k++)
		jams[k] = calls[k] = 0.5;
	while (out->iterations < most && out->gap > gap) {
		const int t = ++out->iterations;
		step_choice(odds, stack, value_jam, calls, t, &jam, jams);
		step_choice(odds, stack, value_call, jams, t, &call, calls);
		if (t % CHECK_EACH != 0 && t < most)
			continue;
		take_mean(&jam, t, out->jam);
		take_mean(&call, t, out->call);
		measure(odds, out);
	}
}
