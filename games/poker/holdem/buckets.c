/*
 * buckets.c - hands of hold'em in buckets: percentiles of equity.
 *
 * Before the flop the 169 classes. Later by E[HS], the share of the pot against any hand over all
 * boards to come, cut into parts of as many deals each; on the flop and the turn each of these is
 * cut again by the spread of the share over the boards, E[HS^2] - E[HS]^2. A hand is judged with
 * the board as a set, whatever it was before (imperfect recall): Johanson et al. 2013.
 *
 * All of it in whole numbers, the same wherever it is worked out: shares on the river in 1/1980,
 * means in 1/65535, spreads in 1/65535 of 1/4. On the turn a mean is that over the 46 rivers, on
 * the flop that over the 47 turns, of what was rounded there.
 *
 * Training deals with tables: a bucket of two bytes for each hand beside each board. In play the
 * flop's are kept; a turn is worked out anew from its 48 rivers.
 *
 * Memory: 350 MB for all boards, 75 more while they are filled; 4 MB in play.
 */
#include "games/poker/holdem/boards.h"

#include "src/base/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPREADS 20 /* parts by spread, at most */
#define ONE	65535
#define QUARTER 16384 /* 1/65535 of 1/4, in 1/65535 squared */
#define TURNS	47    /* of a hand and a flop */
#define RIVERS	46    /* of a hand and a turn */
#define FINE	4096  /* steps of the spread while its parts are sought */

#define BOARDS_PIECE 64 /* of work */
#define TURN_CARDS   4
#define TURN_PAIRS   1128 /* hands beside a turn board */
#define RIVER_PAIRS  1081

struct feature {
	uint16_t mean, spread;
};

struct tables {
	const struct holdem_variant *r;
	struct holdem_boards board[3];
	uint16_t class[POKER_HANDS]; /* before the flop */
	uint16_t *turn, *river;	     /* of each hand beside each board */
	struct bucket_lookup *lookup;
	/* while they are filled */
	int threads;
	atomic_bool *stop;
	struct feature *on_flop, *on_turn;
};

/* Where the shares of hands on rivers come from. */
struct share_source {
	/* The shares beside a river, and the places of cards in them. */
	const uint16_t *(*shares)(void *self, uint64_t river, uint8_t place[CARDS]);
	void *self;
};

/* ---- features ---------------------------------------------------------------------------- */

static struct feature
feature_of(uint64_t sum, uint64_t squares, uint64_t n)
{
	const uint64_t spread = (squares - sum * sum / n) / n / QUARTER;
	return (struct feature){ (uint16_t)((sum + n / 2) / n),
				 (uint16_t)(spread < ONE ? spread : ONE) };
}

/* Of a turn's hand, from its shares on the rivers. */
static struct feature
turn_feature(uint32_t sum, uint32_t squares)
{
	const uint64_t unit = (uint64_t)HOLDEM_SHARES * RIVERS;
	const uint64_t mean = ((uint64_t)sum * ONE + unit / 2) / unit;
	const uint64_t spread = ((uint64_t)squares * RIVERS - (uint64_t)sum * sum) * 4 *
				ONE / (unit * unit);
	return (struct feature){ (uint16_t)mean,
				 (uint16_t)(spread < ONE ? spread : ONE) };
}

/* The places of cards beside a board, under other names. */
static void
holdem_buckets_list_places(uint64_t board, uint8_t names, uint8_t place[CARDS])
{
	for (int card = 0; card < CARDS; card++)
		place[card] =
			(uint8_t)holdem_card_place(board, holdem_card_named(card, names));
}

static void
turn_features(uint64_t turn, const struct share_source *from, struct feature *out)
{
	uint32_t sum[TURN_PAIRS] = { 0 }, squares[TURN_PAIRS] = { 0 };
	uint8_t place[CARDS];
	for (uint64_t rest = CARDS_ALL & ~turn; rest != 0;) {
		const uint64_t river = turn | CARD_BIT(cards_pop(&rest));
		const uint16_t *share = from->shares(from->self, river, place);
		uint8_t own[RIVER_PAIRS], there[RIVER_PAIRS];
		int n = 0;
		for (uint64_t left = CARDS_ALL & ~river; left != 0; n++) {
			const int card = cards_pop(&left);
			own[n] = (uint8_t)holdem_card_place(turn, card);
			there[n] = place[card];
		}
		for (int b = 1; b < n; b++)
			for (int a = 0; a < b; a++) {
				const uint32_t x = share[holdem_pair(there[a], there[b])];
				const uint32_t at =
					(uint32_t)(own[b] * (own[b] - 1) / 2 + own[a]);
				sum[at] += x;
				squares[at] += x * x;
			}
	}
	for (int i = 0; i < TURN_PAIRS; i++)
		out[i] = turn_feature(sum[i], squares[i]);
}

/* ---- tables: all boards ------------------------------------------------------------------ */

static int64_t
pieces_of_boards(const struct holdem_boards *b)
{
	return (b->boards + BOARDS_PIECE - 1) / BOARDS_PIECE;
}

static bool
sweep_piece(void *tables, int64_t piece, int thread)
{
	struct tables *t = tables;
	const struct holdem_boards *b = &t->board[2];
	for (uint32_t i = (uint32_t)piece * BOARDS_PIECE;
	     i < b->boards && i < ((uint32_t)piece + 1) * BOARDS_PIECE; i++)
		holdem_sweep(b->set[i], t->river + (size_t)i * RIVER_PAIRS);
	return true;
}

static const uint16_t *
shares_of(void *self, uint64_t river, uint8_t place[CARDS])
{
	const struct tables *t = self;
	const struct holdem_boards *b = &t->board[2];
	const uint32_t of = b->of[holdem_set_place(river)];
	holdem_buckets_list_places(b->set[of >> 8], (uint8_t)of, place);
	return t->river + (size_t)(of >> 8) * RIVER_PAIRS;
}

static bool
turn_piece(void *self, int64_t piece, int thread)
{
	struct tables *t = self;
	const struct holdem_boards *b = &t->board[1];
	const struct share_source from = { shares_of, t };
	for (uint32_t i = (uint32_t)piece * BOARDS_PIECE;
	     i < b->boards && i < ((uint32_t)piece + 1) * BOARDS_PIECE; i++)
		turn_features(b->set[i], &from, t->on_turn + (size_t)i * TURN_PAIRS);
	return true;
}

static void
flop_features(const struct tables *t, uint64_t flop, struct feature *out)
{
	const struct holdem_boards *b = &t->board[1];
	uint64_t sum[FLOP_PAIRS] = { 0 }, squares[FLOP_PAIRS] = { 0 };
	uint8_t place[CARDS];
	for (uint64_t rest = CARDS_ALL & ~flop; rest != 0;) {
		const uint64_t turn = flop | CARD_BIT(cards_pop(&rest));
		const uint32_t of = b->of[holdem_set_place(turn)];
		const struct feature *f = t->on_turn + (size_t)(of >> 8) * TURN_PAIRS;
		holdem_buckets_list_places(b->set[of >> 8], (uint8_t)of, place);
		for (uint64_t left = CARDS_ALL & ~turn; left != 0;) {
			const int card = cards_pop(&left);
			const int own = holdem_card_place(flop, card);
			for (uint64_t more = left; more != 0;) {
				const int other = cards_pop(&more);
				const struct feature *x =
					&f[holdem_pair(place[card], place[other])];
				const uint32_t at =
					holdem_pair(own, holdem_card_place(flop, other));
				sum[at] += x->mean;
				squares[at] += (uint64_t)x->mean * x->mean +
					       (uint64_t)x->spread * QUARTER;
			}
		}
	}
	for (int i = 0; i < FLOP_PAIRS; i++)
		out[i] = feature_of(sum[i], squares[i], TURNS);
}

static bool
flop_piece(void *self, int64_t piece, int thread)
{
	struct tables *t = self;
	const struct holdem_boards *b = &t->board[0];
	if (holdem_flop_dealt(t->r, b->set[piece]))
		flop_features(t, b->set[piece], t->on_flop + piece * FLOP_PAIRS);
	return true;
}

static bool
not_stopped(void *self, int64_t finished)
{
	const struct tables *t = self;
	return t->stop == NULL || !atomic_load(t->stop);
}

/* False: it was stopped. */
static bool
over_pieces(struct tables *t, int64_t pieces,
	    bool (*run)(void *self, int64_t piece, int thread))
{
	const struct pool pool = { .count = pieces,
				   .threads = t->threads,
				   .run = run,
				   .tick = not_stopped,
				   .tick_ms = 100,
				   .self = t };
	return pool_run(&pool) == pieces && not_stopped(t, pieces);
}

/* ---- cuts -------------------------------------------------------------------------------- */

/* The parts of a count: so many by mean, each in so many by spread. */
static void
share_count(int count, uint16_t *means, uint16_t *spreads)
{
	int best = 1;
	for (int k = 1; k <= SPREADS && k * k * 4 <= count; k++)
		best = count % k == 0 ? k : best;
	*spreads = (uint16_t)best;
	*means = (uint16_t)(count / best);
}

/* Cuts a histogram into parts of about the same weight: begins[i] for each part from the second
 * on. */
static void
holdem_buckets_cut(const uint64_t *weight, int bins, int parts, int scale,
		   uint16_t *begins)
{
	uint64_t all = 0, below = 0;
	int part = 1;
	for (int i = 0; i < bins; i++)
		all += weight[i];
	begins[0] = 0;
	for (int i = 0; i < bins && part < parts; i++) {
		below += weight[i];
		while (part < parts && below * (uint64_t)parts >= all * (uint64_t)part)
			begins[part++] =
				(uint16_t)((i + 1) * scale < ONE ? (i + 1) * scale : ONE);
	}
}

/* The part of a number: the last that begins at or below it. */
static int
holdem_buckets_part_of(const uint16_t *begins, int parts, uint16_t x)
{
	int low = 0;
	for (int n = parts; n > 1;) {
		const int half = n / 2;
		low = begins[low + half] <= x ? low + half : low;
		n -= half;
	}
	return low;
}

static int
bucket_of(const struct cuts *c, struct feature f)
{
	const int mean = holdem_buckets_part_of(c->mean, c->means, f.mean);
	return mean * c->spreads + holdem_buckets_part_of(c->spread + mean * c->spreads,
							  c->spreads, f.spread);
}

/* Cuts the features of some boards. Returns false without memory. */
static bool
cut_features(struct cuts *c, int count, const struct holdem_boards *b, int pairs,
	     const struct feature *f)
{
	share_count(count, &c->means, &c->spreads);
	uint64_t *by_mean = calloc(ONE + 1, sizeof *by_mean);
	uint64_t *by_spread = calloc((size_t)c->means * FINE, sizeof *by_spread);
	const bool ok = by_mean != NULL && by_spread != NULL;
	for (size_t i = 0; ok && i < (size_t)b->boards * (size_t)pairs; i++)
		by_mean[f[i].mean] += b->multiple[i / (size_t)pairs];
	if (ok)
		holdem_buckets_cut(by_mean, ONE + 1, c->means, 1, c->mean);
	for (size_t i = 0; ok && i < (size_t)b->boards * (size_t)pairs; i++) {
		const int part = holdem_buckets_part_of(c->mean, c->means, f[i].mean);
		by_spread[part * FINE + f[i].spread / (ONE / FINE + 1)] +=
			b->multiple[i / (size_t)pairs];
	}
	for (int part = 0; ok && part < c->means; part++)
		holdem_buckets_cut(by_spread + part * FINE, FINE, c->spreads,
				   ONE / FINE + 1, c->spread + part * c->spreads);
	free(by_mean);
	free(by_spread);
	return ok;
}

static void
cut_river(struct tables *t, int count)
{
	const struct holdem_boards *b = &t->board[2];
	uint64_t weight[HOLDEM_SHARES + 1] = { 0 };
	uint16_t begins[HOLDEM_SHARES + 1];
	for (uint32_t i = 0; i < b->boards; i++)
		for (int k = 0; k < RIVER_PAIRS; k++)
			weight[t->river[(size_t)i * RIVER_PAIRS + (size_t)k]] +=
				b->multiple[i];
	holdem_buckets_cut(weight, HOLDEM_SHARES + 1, count, 1, begins);
	for (int x = 0; x <= HOLDEM_SHARES; x++)
		t->lookup->river[x] =
			(uint16_t)holdem_buckets_part_of(begins, count, (uint16_t)x);
}

/* ---- filling ----------------------------------------------------------------------------- */

/* Whether a flop that the game deals is in a set. */
static bool
has_flop(const void *self, uint64_t set)
{
	const struct holdem_variant *r = self;
	const int cards = cards_count(set);
	if (cards == HOLDEM_FLOP)
		return true;
	for (uint64_t left = set; left != 0;) {
		const uint64_t card = CARD_BIT(cards_pop(&left));
		if (cards == TURN_CARDS ? holdem_flop_dealt(r, set & ~card)
					: has_flop(r, set & ~card))
			return true;
	}
	return false;
}

static bool
holdem_buckets_list_boards(struct tables *t, struct arena *arena)
{
	for (int i = 0; i < 3; i++)
		if (!holdem_boards_list(&t->board[i], HOLDEM_FLOP + i, arena,
					t->r->flops > 0 ? has_flop : NULL, t->r))
			return false;
	const struct holdem_boards *flop = &t->board[0];
	for (uint32_t i = 0; i < flop->boards; i++)
		if (!holdem_flop_dealt(t->r, flop->set[i]))
			flop->multiple[i] = 0;
	return true;
}

static size_t
board_list_bytes(void)
{
	return 4 * (22100 + 270725 + 2598960) + 9 * (1755 + 16432 + 134459) + 1024;
}

/* Room for what is kept, and for the tables. */
static bool
holdem_buckets_take_tables(struct tables *t, struct arena *arena)
{
	t->lookup = arena_take(arena, sizeof *t->lookup);
	t->turn = arena_take(arena, (size_t)t->board[1].boards * TURN_PAIRS * 2);
	t->river = arena_take(arena, (size_t)t->board[2].boards * RIVER_PAIRS * 2);
	return t->lookup != NULL && t->turn != NULL && t->river != NULL;
}

static bool
take_features(struct tables *t, struct arena *arena)
{
	const size_t flops = (size_t)HOLDEM_FLOPS * FLOP_PAIRS * sizeof *t->on_flop;
	t->on_flop = arena_take(arena, flops);
	t->on_turn = arena_take(arena, (size_t)t->board[1].boards * TURN_PAIRS *
					       sizeof *t->on_turn);
	if (t->on_flop == NULL || t->on_turn == NULL)
		return false;
	memset(t->on_flop, 0, flops);
	return true;
}

static size_t
bytes_most(const struct tables *t)
{
	const size_t turns = t->board[1].boards > 0 ? t->board[1].boards : 16432,
		     rivers = t->board[2].boards > 0 ? t->board[2].boards : 134459;
	return sizeof *t + board_list_bytes() + sizeof(struct bucket_lookup) +
	       turns * TURN_PAIRS * 6 + rivers * RIVER_PAIRS * 2 +
	       (size_t)HOLDEM_FLOPS * FLOP_PAIRS * 4 + 4096;
}

/* Shares are in t->river. */
static bool
fill_by_percentiles(struct tables *t, const int *counts)
{
	struct bucket_lookup *k = t->lookup;
	const struct holdem_boards *const flop = &t->board[0], *turn = &t->board[1],
					  *river = &t->board[2];
	memset(k, 0, sizeof *k);
	for (int i = 0; i < BUCKET_ROUNDS; i++)
		k->count[i] = (uint16_t)counts[i];
	if (!over_pieces(t, pieces_of_boards(turn), turn_piece) ||
	    !over_pieces(t, flop->boards, flop_piece) ||
	    !cut_features(&k->cuts[0], counts[1], flop, FLOP_PAIRS, t->on_flop) ||
	    !cut_features(&k->cuts[1], counts[2], turn, TURN_PAIRS, t->on_turn))
		return false;
	cut_river(t, counts[3]);
	for (size_t i = 0; i < (size_t)HOLDEM_FLOPS * FLOP_PAIRS; i++)
		k->flop[i] = (uint16_t)bucket_of(&k->cuts[0], t->on_flop[i]);
	for (size_t i = 0; i < (size_t)turn->boards * TURN_PAIRS; i++)
		t->turn[i] = (uint16_t)bucket_of(&k->cuts[1], t->on_turn[i]);
	for (size_t i = 0; i < (size_t)river->boards * RIVER_PAIRS; i++)
		t->river[i] = k->river[t->river[i]];
	return true;
}

static bool
fill_tables(struct tables *t, const int *counts, struct arena *arena)
{
	for (int h = 0; h < POKER_HANDS; h++)
		t->class[h] = (uint16_t)poker_class(h);
	if (!over_pieces(t, pieces_of_boards(&t->board[2]), sweep_piece))
		return false;
	const size_t used = arena->used;
	const bool ok = take_features(t, arena) && fill_by_percentiles(t, counts);
	arena_back(arena, used);
	return ok;
}

static void *
holdem_buckets_fill(const struct game *g, const int *counts, int threads,
		    atomic_bool *stop, struct arena *arena, size_t *bytes)
{
	struct tables *t = arena_take(arena, sizeof *t), none = { 0 };
	*bytes = bytes_most(&none);
	if (t == NULL)
		return NULL;
	*t = (struct tables){ .r = holdem_variant(g), .threads = threads, .stop = stop };
	const bool taken = holdem_buckets_list_boards(t, arena) &&
			   holdem_buckets_take_tables(t, arena);
	*bytes = bytes_most(t);
	return taken && fill_tables(t, counts, arena) ? t : NULL;
}

/* ---- deals ------------------------------------------------------------------------------- */

static int
holdem_buckets_draw_card(uint64_t *gone, struct rng *rng)
{
	for (;;) {
		const int card = (int)rng_below(rng, CARDS);
		if ((*gone & CARD_BIT(card)) != 0)
			continue;
		*gone |= CARD_BIT(card);
		return card;
	}
}

/* The places of two hands beside a board, in a table of so many pairs each. */
static void
holdem_buckets_look_up(const struct holdem_boards *b, const uint16_t *table,
		       uint64_t board, int card[2][2], int round, struct bucket_deal *out)
{
	const uint32_t of = b->of[holdem_set_place(board)], at = of >> 8;
	const uint64_t named = b->set[at];
	const uint16_t *row = table + (size_t)at * (size_t)holdem_pairs(b->cards);
	for (int seat = 0; seat < 2; seat++) {
		int place[2];
		for (int i = 0; i < 2; i++)
			place[i] =
				holdem_card_place(named, holdem_card_named(card[seat][i],
									   (uint8_t)of));
		out->bucket[seat][round] = row[holdem_pair(place[0], place[1])];
	}
}

static void
holdem_buckets_deal(const struct game *g, const void *tables, struct rng *rng,
		    struct bucket_deal *out)
{
	const struct tables *t = tables;
	int card[2][2];
	uint64_t flop = 0;
	if (t->r->flops > 0)
		flop = holdem_draw_flop(t->r, 0, rng);
	else
		for (int i = 0; i < HOLDEM_FLOP; i++)
			holdem_buckets_draw_card(&flop, rng);
	uint64_t gone = flop;
	for (int i = 0; i < 4; i++)
		card[i / 2][i % 2] = holdem_buckets_draw_card(&gone, rng);
	const uint64_t turn = flop | CARD_BIT(holdem_buckets_draw_card(&gone, rng));
	const uint64_t river = turn | CARD_BIT(holdem_buckets_draw_card(&gone, rng));
	for (int seat = 0; seat < 2; seat++)
		out->bucket[seat][0] =
			t->class[poker_hand_number(card[seat][0], card[seat][1])];
	holdem_buckets_look_up(&t->board[0], t->lookup->flop, flop, card, 1, out);
	holdem_buckets_look_up(&t->board[1], t->turn, turn, card, 2, out);
	holdem_buckets_look_up(&t->board[2], t->river, river, card, 3, out);
	const poker common = poker_set(river);
	const int by =
		poker_strength(poker_add(poker_add(common, card[0][0]), card[0][1])) -
		poker_strength(poker_add(poker_add(common, card[1][0]), card[1][1]));
	out->better = (int8_t)((by > 0) - (by < 0));
}

/* ---- in play ----------------------------------------------------------------------------- */

static size_t
lookup_bytes(const struct game *g)
{
	return sizeof(struct bucket_lookup);
}

/* Whether all numbers are those of buckets. */
static bool
all_below(const uint16_t *x, size_t n, int count)
{
	for (size_t i = 0; i < n; i++)
		if (x[i] >= count)
			return false;
	return true;
}

static bool
cuts_hold(const struct cuts *c, int count)
{
	return c->means >= 1 && c->spreads >= 1 && c->means * c->spreads == count;
}

static bool
lookup_holds(const struct game *g, const int *counts, const void *lookup, size_t bytes)
{
	const struct bucket_lookup *k = lookup;
	if (bytes != sizeof *k)
		return false;
	for (int i = 0; i < BUCKET_ROUNDS; i++)
		if (k->count[i] != counts[i] || counts[i] > BUCKETS_MOST)
			return false;
	return all_below(k->flop, HOLDEM_FLOPS * FLOP_PAIRS, counts[1]) &&
	       cuts_hold(&k->cuts[0], counts[1]) && cuts_hold(&k->cuts[1], counts[2]) &&
	       all_below(k->river, HOLDEM_SHARES + 1, counts[3]);
}

static const void *
lookup(const struct game *g, const void *tables)
{
	return ((const struct tables *)tables)->lookup;
}

static const uint16_t *
sweep_river(void *self, uint64_t river, uint8_t place[CARDS])
{
	holdem_sweep(river, self);
	for (int card = 0; card < CARDS; card++)
		place[card] = (uint8_t)holdem_card_place(river, card);
	return self;
}

/* Hands are in order: of the higher card, then of the lower, as pairs beside a board are. */
static void
spread_out(uint64_t board, const uint16_t *beside, uint16_t *bucket)
{
	int n = 0;
	memset(bucket, 0xff, POKER_HANDS * sizeof *bucket);
	for (int b = 1; b < CARDS; b++)
		for (int a = 0; a < b; a++)
			if ((board & (CARD_BIT(a) | CARD_BIT(b))) == 0)
				bucket[poker_hand_number(a, b)] = beside[n++];
}

static void
buckets_of_flop(const struct bucket_lookup *k, uint64_t board, uint16_t *bucket)
{
	uint8_t names;
	const uint64_t named = holdem_set_named(board, &names);
	const uint16_t *row = k->flop + (size_t)holdem_flop_number(named) * FLOP_PAIRS;
	memset(bucket, 0xff, POKER_HANDS * sizeof *bucket);
	for (int b = 1; b < CARDS; b++)
		for (int a = 0; a < b; a++)
			if ((board & (CARD_BIT(a) | CARD_BIT(b))) == 0)
				bucket[poker_hand_number(a, b)] = row[holdem_pair(
					holdem_card_place(named,
							  holdem_card_named(a, names)),
					holdem_card_place(named,
							  holdem_card_named(b, names)))];
}

static void
of(const struct game *g, const void *lookup, const struct state *s, uint16_t *bucket)
{
	const struct bucket_lookup *k = lookup;
	const uint64_t board = holdem_board_set(holdem_of(s));
	uint16_t share[FLOP_PAIRS], beside[FLOP_PAIRS];
	const struct share_source from = { sweep_river, share };
	struct feature feature[TURN_PAIRS];
	const int cards = cards_count(board);
	if (cards == 0) {
		for (int h = 0; h < POKER_HANDS; h++)
			bucket[h] = (uint16_t)poker_class(h);
		return;
	}
	if (cards == HOLDEM_FLOP) {
		buckets_of_flop(k, board, bucket);
		return;
	}
	if (cards == TURN_CARDS) {
		turn_features(board, &from, feature);
		for (int i = 0; i < TURN_PAIRS; i++)
			beside[i] = (uint16_t)bucket_of(&k->cuts[1], feature[i]);
	} else {
		holdem_sweep(board, share);
		for (int i = 0; i < RIVER_PAIRS; i++)
			beside[i] = k->river[share[i]];
	}
	spread_out(board, beside, bucket);
}

static bool
here(const struct game *g, const int *counts, struct status *st)
{
	const struct holdem_variant *r = holdem_variant(g);
	if (r->rounds != BUCKET_ROUNDS || !r->reset)
		return status_fail(st,
				   "an abstraction is trained for rounds=4 and reset=on");
	if (counts[0] != POKER_CLASSES)
		return status_fail(st,
				   "buckets=%d: before the flop there are the %d "
				   "classes of hands",
				   counts[0], POKER_CLASSES);
	for (int i = 1; i < BUCKET_ROUNDS; i++)
		if (counts[i] < 1 || counts[i] > (i == 3 ? HOLDEM_SHARES : BUCKETS_MOST))
			return status_fail(st, "buckets=%d: expected 1 to %d in round %d",
					   counts[i],
					   i == 3 ? HOLDEM_SHARES : BUCKETS_MOST, i + 1);
	return true;
}

static void
rules_of(const struct game *g, char *out, int size)
{
	const struct holdem_variant *r = holdem_variant(g);
	snprintf(out, (size_t)size, "holdem %s stack=%d blinds=%d/%d flops=%d%s%s",
		 r->no_limit ? "no-limit" : "limit", r->stack, r->small, r->big, r->flops,
		 r->rounds == BUCKET_ROUNDS ? "" : " rounds=2",
		 r->reset ? "" : " reset=off");
}

/* The hand is played again from its blinds. */
static int
holdem_buckets_begin(const struct game *g, const struct state *s, struct state *out,
		     struct played_move *line)
{
	const struct holdem *h = holdem_of(s);
	struct holdem *b = holdem_in(out);
	struct state at;
	int n = 0;
	*out = *s;
	*b = (struct holdem){ .phase = HOLDEM_DEAL,
			      .hand = (uint16_t)(h->hand - 1),
			      .won = h->won };
	memset(b->board, HOLDEM_NONE, sizeof b->board);
	holdem_play(g, out, SEAT_CHANCE, holdem_cards_move((uint8_t[]){ 0, 1, 2, 3 }, 4),
		    out);
	memset(b->card, HOLDEM_HIDDEN, sizeof b->card);
	at = *out;
	for (int i = 0; i < h->moves || holdem_of(&at)->round < h->round;) {
		const struct holdem *now = holdem_of(&at);
		struct played_move *m = &line[n++];
		if (now->phase == HOLDEM_BOARD) {
			m->seat = SEAT_CHANCE;
			m->m = holdem_cards_move(h->board + holdem_board_count(now),
						 holdem_due(now));
		} else {
			m->seat = (int8_t)now->mover;
			m->m = h->line[i++];
		}
		holdem_play(g, &at, m->seat, m->m, &at);
	}
	return n;
}

const struct bucket_ops holdem_buckets = {
	.here = here,
	.begin = holdem_buckets_begin,
	.rules = rules_of,
	.fill = holdem_buckets_fill,
	.deal = holdem_buckets_deal,
	.lookup = lookup,
	.lookup_bytes = lookup_bytes,
	.lookup_holds = lookup_holds,
	.of = of,
};
