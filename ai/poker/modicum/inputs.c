/* inputs.c - see inputs.h. */
#include "ai/poker/modicum/inputs.h"

#include <math.h>
#include <string.h>

#define RANKS	   13 /* a card is suit * RANKS + rank */
#define FLOP	   1  /* rounds */
#define TURN	   2
#define RIVER_STEP 7 /* prime to 52: rivers of all kinds */

/* ---- the place --------------------------------------------------------------------------- */

/* The raises of a round on the way to a place. */
struct raised {
	int last; /* the seat, -1: nobody */
	int count;
};

static struct raised
raises_in(const struct betting *b, uint32_t place, int round)
{
	struct raised out = { .last = -1 };
	for (uint32_t i = place; i > 0; i = b->node[i].up) {
		const struct betting_node *from = &b->node[b->node[i].up];
		if (from->round != round || b->node[i].kind < BETTING_RAISE)
			continue;
		if (out.count++ == 0)
			out.last = from->seat;
	}
	return out;
}

static float *
put_raises(float *out, struct raised r, int chooser, int most)
{
	*out++ = r.last == chooser;
	*out++ = r.last == 1 - chooser;
	*out++ = (float)r.count / (float)most;
	return out;
}

/* Where the betting of the flop began. */
static uint32_t
begin_of_flop(const struct betting *b, uint32_t place)
{
	while (b->node[place].round != FLOP || b->node[b->node[place].up].round == FLOP)
		place = b->node[place].up;
	return place;
}

/* ---- the board --------------------------------------------------------------------------- */

/* Runs of five ranks, an ace below the deuce too, of which the board has three. */
static int
straights(unsigned ranks)
{
	const unsigned low = ranks << 1 | ranks >> (RANKS - 1);
	int n = 0;
	for (int i = 0; i + 5 <= RANKS + 1; i++)
		n += __builtin_popcount(low >> i & 31) == 3;
	return n;
}

static void
put_board(float *out, uint64_t board)
{
	unsigned ranks = 0, rank[8] = { 0 }, n = 0, suit = 0;
	for (int s = 0; s < 4; s++) {
		const unsigned of = board >> s * RANKS & ((1U << RANKS) - 1);
		const unsigned cards = (unsigned)__builtin_popcount(of);
		suit = cards > suit ? cards : suit;
		ranks |= of;
	}
	for (unsigned r = RANKS; r-- > 0;)
		for (int s = 0; s < 4; s++)
			if ((board >> (s * RANKS + (int)r) & 1) != 0 && n < 8)
				rank[n++] = r;
	*out++ = suit == 3;
	*out++ = suit == 2;
	*out++ = (float)(n - (unsigned)__builtin_popcount(ranks)) / 2;
	for (unsigned i = 0; i < 3; i++)
		*out++ = i < n ? (float)rank[i] / (RANKS - 1) : 0;
	*out = (float)straights(ranks) / 3;
}

void
inputs_place(const struct betting *b, uint32_t place, int chooser, uint64_t board,
	     float out[INPUTS - INPUT_PLACE])
{
	const double stake = leaf_stake(b, place),
		     before = leaf_stake(b, begin_of_flop(b, place)),
		     stack = betting_largest_stake(b);
	*out++ = (float)(log(stack / stake) / 5);
	*out++ = (float)(stake / stack);
	*out++ = b->node[place].seat == chooser;
	out = put_raises(out, raises_in(b, place, FLOP), chooser, 2);
	out = put_raises(out, raises_in(b, place, 0), chooser, 3);
	*out++ = (float)(log(stake / before) / 2);
	put_board(out, board);
}

/* ---- buckets to come --------------------------------------------------------------------- */

static int
buckets_of(const struct input_flop *t, int round)
{
	return t->flop->table->betting.plan.buckets[TURN + round];
}

static size_t
share_bytes(const struct input_flop *t, int round)
{
	return (size_t)t->flop->groups * (size_t)buckets_of(t, round) * sizeof(float);
}

bool
input_flop_open(struct input_flop *t, const struct leaf_flop *f, struct arena *arena)
{
	*t = (struct input_flop){ .flop = f };
	for (int i = 0; i < INPUT_ROUNDS; i++) {
		t->share[i] = arena_take(arena, share_bytes(t, i));
		if (t->share[i] == NULL)
			return false;
	}
	return true;
}

/* After calls alone. */
static void
input_deal_card(const struct game *g, struct state *s, int card)
{
	leaf_flop_call(g, s);
	g->rules->play(g, s, SEAT_CHANCE, g->ops->public->deck->deal(g, card), s);
}

static void
count_buckets(const struct input_flop *t, int round, const struct state *s)
{
	const struct leaf_flop *f = t->flop;
	uint16_t bucket[PUBLIC_HANDS];
	f->g->ops->public->buckets->of(f->g, f->table->lookup, s, bucket);
	for (int h = 0; h < PUBLIC_HANDS; h++)
		if (bucket[h] != BUCKET_NONE)
			t->share[round][f->group[h] * buckets_of(t, round) + bucket[h]]++;
}

static void
divide(const struct input_flop *t, int round)
{
	const int n = buckets_of(t, round);
	for (int group = 0; group < t->flop->groups; group++) {
		float *row = t->share[round] + group * n, all = 0;
		for (int i = 0; i < n; i++)
			all += row[i];
		for (int i = 0; i < n && all > 0; i++)
			row[i] /= all;
	}
}

void
input_flop_find(struct input_flop *t, const struct state *at)
{
	const struct leaf_flop *f = t->flop;
	if (t->board == f->board)
		return;
	t->board = f->board;
	for (int i = 0; i < INPUT_ROUNDS; i++)
		memset(t->share[i], 0, share_bytes(t, i));
	for (int card = 0, river = RIVER_STEP; card < SUBGAME_CARDS;
	     card++, river = (river + RIVER_STEP) % SUBGAME_CARDS) {
		struct state s = *at;
		uint64_t board = f->board | UINT64_C(1) << card;
		if (board == f->board)
			continue;
		input_deal_card(f->g, &s, card);
		count_buckets(t, 0, &s);
		while ((board >> river & 1) != 0)
			river = (river + 1) % SUBGAME_CARDS;
		input_deal_card(f->g, &s, river);
		count_buckets(t, 1, &s);
	}
	for (int i = 0; i < INPUT_ROUNDS; i++)
		divide(t, i);
}

/* ---- hands ------------------------------------------------------------------------------- */

/* The decision behind a move of this kind, the smallest; 0: there is none. */
static uint32_t
input_after(const struct betting *b, uint32_t at, enum betting_kind kind)
{
	const struct betting_node *n = &b->node[at];
	for (uint32_t i = n->child; at > 0 && i < n->child + n->moves; i++)
		if (b->node[i].kind == kind)
			return betting_decides(&b->node[i]) ? i : 0;
	return 0;
}

/* The decisions of a seat that are inputs. */
enum { OPENING, AGAINST_BET, AGAINST_ALL_IN, DECISIONS };

static void
find_decisions(const struct betting *b, uint32_t begin, bool first,
	       uint32_t out[DECISIONS])
{
	const uint32_t checked = input_after(b, begin, BETTING_CALL),
		       other = first ? checked : begin;
	out[OPENING] = first ? begin : checked;
	out[AGAINST_BET] = input_after(b, other, BETTING_RAISE);
	out[AGAINST_ALL_IN] = input_after(b, other, BETTING_ALL_IN);
}

static const struct told {
	int decision;
	enum betting_kind least, most; /* of the moves */
} told[INPUT_PLAY] = {
	{ OPENING, BETTING_RAISE, BETTING_RAISE },
	{ OPENING, BETTING_ALL_IN, BETTING_ALL_IN },
	{ AGAINST_BET, BETTING_FOLD, BETTING_FOLD },
	{ AGAINST_BET, BETTING_RAISE, BETTING_ALL_IN },
	{ AGAINST_ALL_IN, BETTING_FOLD, BETTING_FOLD },
};

/* How often a bucket makes such a move; 0 where training never came. */
static float
how_often(const struct abstract_table *t, const struct betting_node *n, int bucket,
	  const struct told *what)
{
	const uint8_t *byte = abstract_table_bytes(t, n, bucket);
	const struct betting_node *child = &t->betting.node[n->child];
	int all = 0, of = 0;
	for (int a = 0; a < n->moves; a++) {
		all += byte[a];
		of += child[a].kind >= what->least && child[a].kind <= what->most
			      ? byte[a]
			      : 0;
	}
	return all > 0 ? (float)of / (float)all : 0;
}

/* One number of all groups. */
static void
put_play(const struct input_flop *t, int round, uint32_t at, const struct told *what,
	 float *out)
{
	const struct betting_node *n = &t->flop->table->betting.node[at];
	const int buckets = buckets_of(t, round), groups = t->flop->groups;
	for (int group = 0; group < groups; group++)
		out[group * INPUT_HAND] = 0;
	for (int i = 0; at > 0 && i < buckets; i++) {
		const float often = how_often(t->flop->table, n, i, what);
		const float *share = t->share[round] + i;
		for (int group = 0; group < groups && often > 0; group++)
			out[group * INPUT_HAND] += often * share[group * buckets];
	}
}

static void
put_round(const struct input_flop *t, int round, uint32_t begin, struct input_hands *out)
{
	const struct betting *b = &t->flop->table->betting;
	for (int seat = 0; seat < 2; seat++) {
		uint32_t decision[DECISIONS];
		float *to = &out->of[seat][0][LEAF_STANDING + round * INPUT_PLAY];
		find_decisions(b, begin, seat == b->node[begin].seat, decision);
		for (int i = 0; i < INPUT_PLAY; i++)
			put_play(t, round, decision[told[i].decision], &told[i], to + i);
	}
}

void
inputs_hands(const struct input_flop *t, uint32_t place, struct input_hands *out)
{
	const struct leaf_flop *f = t->flop;
	const struct betting *b = &f->table->betting;
	uint32_t begin = place;
	for (int seat = 0; seat < 2; seat++)
		for (int group = 0; group < f->groups; group++)
			memcpy(out->of[seat][group], f->standing[group],
			       sizeof f->standing[group]);
	for (int i = 0; i < INPUT_ROUNDS; i++) {
		put_round(t, i, begin, out);
		begin = input_after(b, input_after(b, begin, BETTING_CALL), BETTING_CALL);
	}
}
