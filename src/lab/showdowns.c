/* showdowns.c - see aivat.h. A board stands for those with other names of suits: sums are made
 * over the boards that are listed, and then for each pair of hands over its names. */
#include "src/lab/aivat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CARDS	 52
#define SUITS	 4
#define OF_SUIT	 (CARDS / SUITS)
#define SUITINGS 24
#define LANES	 16
#define TILES	 ((PUBLIC_HANDS + LANES - 1) / LANES)

/* Numbers of as many hands, which are worked on at once. */
typedef float lanes __attribute__((vector_size(4 * LANES)));

/* The strengths of the hands on a board; NaN: the board excludes it. */
struct shown_board {
	float part; /* of all deals */
	union {
		lanes tile[TILES];
		float hand[TILES * LANES];
	} strength;
};

static void
showdowns_fill_board(const struct game *g, uint64_t set, double chance,
		     struct shown_board *b)
{
	const struct deck_ops *deck = g->ops->public->deck;
	const int hands = g->ops->public->hands(g);
	b->part = (float)chance;
	for (int h = 0; h < TILES * LANES; h++)
		b->strength.hand[h] = (float)NAN;
	for (int h = 0; h < hands; h++) {
		int card[2];
		deck->hand(g, h, card);
		const uint64_t held = UINT64_C(1) << card[0] | UINT64_C(1) << card[1];
		if ((held & set) == 0)
			b->strength.hand[h] = (float)deck->strength(g, set, h);
	}
}

/* The sums of a tile of hands beside one of the other's. */
static void
sum_tile(const struct shown_board *board, int boards, int other, int tile, lanes *won,
	 lanes *beside)
{
	*won = *beside = (lanes){ 0 };
	for (int i = 0; i < boards; i++) {
		const struct shown_board *b = &board[i];
		const lanes own = b->strength.tile[tile],
			    its = own * 0 + b->strength.hand[other];
		/* a comparison is -1 where it is true; with NaN it is not */
		*won += b->part *
			__builtin_convertvector((own < its) - (own > its), lanes);
		*beside -= b->part * __builtin_convertvector(its == its, lanes);
	}
}

static void
sum_row(const struct shown_board *board, int boards, int other, const struct showdowns *x)
{
	const size_t row = (size_t)other * (size_t)x->hands;
	for (int tile = 0; tile < TILES; tile++) {
		lanes won, beside;
		const int from = tile * LANES,
			  n = x->hands - from < LANES ? x->hands - from : LANES;
		sum_tile(board, boards, other, tile, &won, &beside);
		memcpy(x->won + row + from, &won, (size_t)n * sizeof(float));
		memcpy(x->beside + row + from, &beside, (size_t)n * sizeof(float));
	}
}

/* The hand that each becomes when suits are renamed. */
static void
rename_hands(const struct game *g, const int suit[SUITS], uint16_t *out)
{
	static _Thread_local uint16_t number[CARDS][CARDS];
	const struct deck_ops *deck = g->ops->public->deck;
	const int hands = g->ops->public->hands(g);
	int card[2];
	for (int h = 0; h < hands; h++) {
		deck->hand(g, h, card);
		number[card[0]][card[1]] = number[card[1]][card[0]] = (uint16_t)h;
	}
	for (int h = 0; h < hands; h++) {
		deck->hand(g, h, card);
		for (int i = 0; i < 2; i++)
			card[i] = suit[card[i] / OF_SUIT] * OF_SUIT + card[i] % OF_SUIT;
		out[h] = number[card[0]][card[1]];
	}
}

/* Adds the sums of all pairs by other names. */
static void
add_names(const struct showdowns *from, const uint16_t *name, const struct showdowns *to)
{
	const size_t n = (size_t)from->hands;
	for (size_t o = 0; o < n; o++)
		for (size_t h = 0; h < n; h++) {
			const size_t at = name[o] * n + name[h];
			to->won[o * n + h] += from->won[at];
			to->beside[o * n + h] += from->beside[at];
		}
}

static void
add_all_names(const struct game *g, const struct showdowns *from,
	      const struct showdowns *to)
{
	uint16_t name[PUBLIC_HANDS];
	for (int code = 0; code < 256; code++) {
		int suit[SUITS], seen = 0;
		for (int i = 0; i < SUITS; i++) {
			suit[i] = code >> 2 * i & 3;
			seen |= 1 << suit[i];
		}
		if (seen != 15)
			continue;
		rename_hands(g, suit, name);
		add_names(from, name, to);
	}
	const size_t pairs = (size_t)to->hands * (size_t)to->hands;
	for (size_t i = 0; i < pairs; i++) {
		to->won[i] /= to->beside[i] > 0 ? to->beside[i] : 1;
		to->beside[i] /= SUITINGS;
	}
}

static bool
showdowns_take(struct showdowns *x, int hands)
{
	const size_t pairs = (size_t)hands * (size_t)hands;
	*x = (struct showdowns){ .hands = hands };
	x->won = calloc(pairs, sizeof *x->won);
	x->beside = calloc(pairs, sizeof *x->beside);
	return x->won != NULL && x->beside != NULL;
}

bool
showdowns_open(struct showdowns *x, const struct game *g)
{
	uint64_t set[DECK_BOARDS];
	double chance[DECK_BOARDS];
	struct showdowns listed;
	const int hands = g->ops->public->hands(g),
		  n = g->ops->public->deck->boards(g, set, chance);
	struct shown_board *board =
		aligned_alloc(alignof(struct shown_board), (size_t)n * sizeof *board);
	const bool summed = showdowns_take(&listed, hands),
		   named = showdowns_take(x, hands);
	const bool ok = summed && named && board != NULL;
	for (int i = 0; i < n && ok; i++)
		showdowns_fill_board(g, set[i], chance[i], &board[i]);
	for (int o = 0; o < hands && ok; o++)
		sum_row(board, n, o, &listed);
	if (ok)
		add_all_names(g, &listed, x);
	showdowns_close(&listed);
	free(board);
	return ok;
}

void
showdowns_close(struct showdowns *x)
{
	free(x->won);
	free(x->beside);
	*x = (struct showdowns){ 0 };
}
