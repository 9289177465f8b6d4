/* flop.c - traversals of flop hold'em, and their tables. See flop.h. */
#include "ai/poker/mccfr/flop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct flop_walk {
	const struct flop_sampler *f;
	const struct subgame *s;
	struct sample_entry *entry;
	struct rng rng;
	int seat; /* that learns */
	const struct subgame_deal *deal;
	int hand[2]; /* places in the lists */
};

/* ---- dealing ----------------------------------------------------------------------------- */

static const struct subgame_deal *
mccfr_flop_draw_board(struct flop_walk *w)
{
	const struct subgame *s = w->s;
	const double x = rng_unit(&w->rng) * w->f->until[s->deals - 1];
	uint32_t low = 0, high = s->deals - 1;
	while (low < high) {
		const uint32_t middle = (low + high) / 2;
		if (x < w->f->until[middle])
			high = middle;
		else
			low = middle + 1;
	}
	return &s->deal[low];
}

static uint64_t
mccfr_flop_cards_of(const struct subgame *s, int seat, int hand)
{
	const uint8_t *card = s->hand[seat][hand].card;
	return UINT64_C(1) << card[0] | UINT64_C(1) << card[1];
}

/* False: it has a card that is gone. */
static bool
mccfr_flop_draw_hand(struct flop_walk *w, int seat, uint64_t *gone)
{
	w->hand[seat] = (int)rng_below(&w->rng, (uint32_t)w->s->hands[seat]);
	const uint64_t own = mccfr_flop_cards_of(w->s, seat, w->hand[seat]);
	const bool free = (*gone & own) == 0;
	*gone |= own;
	return free;
}

/* Two hands beside the board, all pairs alike. */
static void
mccfr_flop_draw_hands(struct flop_walk *w)
{
	uint64_t gone;
	do
		gone = w->deal->set;
	while (!mccfr_flop_draw_hand(w, 0, &gone) || !mccfr_flop_draw_hand(w, 1, &gone));
}

/* ---- a traversal ------------------------------------------------------------------------- */

/* The number of a seat's first move with its hand. */
static size_t
mccfr_flop_numbers_at(const struct flop_walk *w, const struct subgame_node *n,
		      size_t block)
{
	const int hand = w->hand[n->seat];
	const int at = n->level == 0 ? w->f->first[hand] : hand;
	return block + n->table + (size_t)at * n->moves;
}

static int32_t
mccfr_flop_pay(const struct flop_walk *w, const struct subgame_node *n)
{
	const int32_t stake = (int32_t)lrintf(n->stake);
	const uint16_t *strength = w->f->strength + w->deal->board * SUBGAME_WIDE;
	const int own = strength[w->hand[w->seat]],
		  other = strength[w->hand[1 - w->seat]];
	if (n->folded >= 0)
		return n->folded == w->seat ? -stake : stake;
	return stake * ((own > other) - (own < other));
}

/* To where the seat chooses or the hand is settled. */
static struct subgame_at
mccfr_flop_descend(struct flop_walk *w, struct subgame_at at)
{
	for (;;) {
		const struct subgame_node *n = &w->s->node[at.node];
		if (n->seat == SEAT_CHANCE) {
			at = subgame_behind_card(w->s, at, w->deal);
			continue;
		}
		if (n->seat != 1 - w->seat)
			return at;
		const size_t i = mccfr_flop_numbers_at(w, n, at.block);
		const int a = sampling_draw(&w->rng, w->f->to.number + i, n->moves);
		*w->entry++ = (struct sample_entry){
			(uint32_t)(w->f->to.numbers + i + (size_t)a), 1
		};
		at.node = n->child + (uint32_t)a;
	}
}

static int32_t
mccfr_flop_traverse(struct flop_walk *w, struct subgame_at at)
{
	at = mccfr_flop_descend(w, at);
	const struct subgame_node *n = &w->s->node[at.node];
	if (n->seat < 0)
		return mccfr_flop_pay(w, n);
	const size_t i = mccfr_flop_numbers_at(w, n, at.block);
	const int32_t *regret = w->f->to.number + i;
	int32_t q[MOVES_MAX];
	__builtin_prefetch(regret);
	for (int a = 0; a < n->moves; a++)
		q[a] = mccfr_flop_traverse(w, (struct subgame_at){ n->child + (uint32_t)a,
								   at.board, at.block });
	return sampling_decide(regret, q, n->moves, i, &w->entry);
}

static struct sample_entry *
mccfr_flop_sample(const void *self, int64_t iteration, struct sample_entry *to)
{
	const struct flop_sampler *f = self;
	struct flop_walk w = { .f = f, .s = f->s, .entry = to };
	rng_seed(&w.rng, rng_fork(f->seed, (uint64_t)iteration));
	w.deal = mccfr_flop_draw_board(&w);
	mccfr_flop_draw_hands(&w);
	for (w.seat = 0; w.seat < 2; w.seat++)
		mccfr_flop_traverse(&w, subgame_root());
	return w.entry;
}

/* ---- tables ------------------------------------------------------------------------------ */

/* The most entries of a traversal. */
static size_t
mccfr_flop_count_entries(const struct subgame *s, uint32_t at, int seat)
{
	const struct subgame_node *n = &s->node[at];
	size_t all = 0, most = 0;
	if (n->seat == SEAT_CHANCE)
		return mccfr_flop_count_entries(s, n->child, seat);
	for (uint32_t a = 0; n->seat >= 0 && a < n->moves; a++) {
		const size_t below = mccfr_flop_count_entries(s, n->child + a, seat);
		all += below;
		most = below > most ? below : most;
	}
	if (n->seat < 0)
		return 0;
	return n->seat == seat ? all + n->moves : most + 1;
}

/* Information sets: classes before the board, then hands on each board. */
static int64_t
count_sets(const struct subgame *s)
{
	int64_t shown = 0, sets = 0;
	for (uint32_t k = 0; k < s->deals; k++)
		shown += s->board[s->deal[k].board].count[0];
	for (uint32_t i = 0; i < s->nodes; i++)
		if (s->node[i].seat >= 0)
			sets += s->node[i].level == 0 ? s->classes : shown;
	return sets;
}

static void
fill_deals(struct flop_sampler *f)
{
	const struct subgame *s = f->s;
	double all = 0;
	for (uint32_t k = 0; k < s->deals; k++) {
		const struct subgame_board *board = &s->board[s->deal[k].board];
		uint16_t *strength = f->strength + s->deal[k].board * SUBGAME_WIDE;
		for (int i = 0; i < board->count[0]; i++)
			strength[board->shown[0][i].at] = board->shown[0][i].strength;
		all += s->deal[k].part;
		f->until[k] = all;
	}
}

/* The places of the hands of a class are the same in both lists, as all hands are there. */
static void
fill_classes(struct flop_sampler *f)
{
	const struct subgame *s = f->s;
	int first[SUBGAME_CLASSES];
	memset(first, -1, sizeof first);
	for (int h = 0; h < s->hands[0]; h++) {
		const int class = s->class[0][h];
		first[class] = first[class] < 0 ? h : first[class];
		f->first[h] = (uint16_t)first[class];
	}
}

/* All 0. False: they do not fit; st says how much they need. */
static bool
mccfr_flop_take_tables(struct flop_sampler *f, struct arena *arena, struct status *st)
{
	const struct subgame *s = f->s;
	const size_t strengths = (size_t)s->boards * SUBGAME_WIDE * sizeof *f->strength,
		     untils = s->deals * sizeof *f->until,
		     numbers = 2 * s->numbers * sizeof *f->to.number,
		     lists = (size_t)f->to.threads * sizeof *f->to.list,
		     needed = arena->used + strengths + untils + numbers + lists;
	f->strength = arena_take(arena, strengths);
	f->until = arena_take(arena, untils);
	f->to.number = arena_take(arena, numbers);
	f->to.list = arena_take(arena, lists);
	if (f->strength == NULL || f->until == NULL || f->to.number == NULL ||
	    f->to.list == NULL)
		return status_fail(st, "needs %zu MiB, memory= is %zu",
				   (needed >> 20) + 1, arena->size >> 20);
	memset(f->strength, 0, strengths);
	memset(f->to.number, 0, numbers);
	memset(f->to.list, 0, lists);
	return true;
}

bool
flop_sampler_open(struct flop_sampler *f, struct subgame *s, struct arena *arena,
		  int threads, uint64_t seed, int64_t batch, struct status *st)
{
	*f = (struct flop_sampler){ .s = s, .seed = seed, .to = { .threads = threads } };
	if (2 * s->numbers > UINT32_MAX)
		return status_fail(st, "%zu moves of all hands are more than 2147483647",
				   s->numbers);
	if (!mccfr_flop_take_tables(f, arena, st))
		return false;
	fill_deals(f);
	fill_classes(f);
	f->sets = count_sets(s);
	f->to.numbers = s->numbers;
	f->to.most =
		mccfr_flop_count_entries(s, 0, 0) + mccfr_flop_count_entries(s, 0, 1);
	f->to.self = f;
	f->to.sample = mccfr_flop_sample;
	sampling_set_pace(&f->to, f->sets, batch);
	return true;
}

/* ---- what was learned -------------------------------------------------------------------- */

/* The counts of a hand as the sums of its moves; without any what its regrets would play. */
static void
mccfr_flop_publish_hand(const struct flop_sampler *f, size_t at, int moves, float *sum,
			int stride)
{
	const int32_t *regret = f->to.number + at, *count = regret + f->to.numbers;
	bool counted = false;
	for (int a = 0; a < moves; a++)
		counted |= count[a] > 0;
	for (int a = 0; a < moves; a++)
		sum[a * stride] = counted	  ? (float)count[a]
				  : regret[a] > 0 ? (float)regret[a]
						  : 0;
}

static void
publish_decision(struct flop_sampler *f, const struct subgame_node *n, size_t block)
{
	const struct subgame *s = f->s;
	const size_t at = block + n->table;
	for (int h = 0; h < s->hands[n->seat]; h++) {
		const size_t hand = n->level == 0 ? f->first[h] : (size_t)h;
		mccfr_flop_publish_hand(f, at + hand * n->moves, n->moves,
					s->sum + at + h, s->stride[n->seat]);
	}
}

void
flop_sampler_publish(struct flop_sampler *f)
{
	struct subgame *s = f->s;
	for (uint32_t i = 0; i < s->nodes; i++) {
		const struct subgame_node *n = &s->node[i];
		for (uint32_t b = 0; n->seat >= 0 && b < s->level_boards[n->level]; b++)
			publish_decision(f, n, subgame_block(s, i, b));
	}
	s->iterations = f->to.iterations;
}

bool
flop_raises(const struct options *o, int *raises, struct status *st)
{
	const char *text = o->v[options_find(o, "raises")].text;
	int end = 0;
	if (options_int(o, "sampling") != 0)
		return status_fail(st, "mccfr: sampling=external is what hold'em is "
				       "trained with");
	if (sscanf(text, "%d%n", raises, &end) == 1 && text[end] == '\0' &&
	    *raises >= 0 && *raises <= 100)
		return true;
	return status_fail(st,
			   "mccfr: raises: '%.40s': expected one number, 0 to 100, "
			   "for both rounds",
			   text);
}
