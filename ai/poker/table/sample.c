/* sample.c - traversals. See sample.h. */
#include "ai/poker/table/sample.h"

struct traversal {
	const struct betting_node *node;
	const int32_t *number;
	uint32_t counts; /* where the counts begin */
	struct sample_entry *entry;
	struct rng rng;
	int seat; /* that learns */
	struct bucket_deal deal;
};

static inline void
table_sample_add(struct traversal *w, uint64_t at, int32_t by)
{
	*w->entry++ = (struct sample_entry){ (uint32_t)at, by };
}

static int32_t
table_sample_pay(const struct traversal *w, const struct betting_node *n)
{
	const int32_t won =
		n->end == BETTING_FOLDED ? n->stake : n->stake * w->deal.better;
	return w->seat == 0 ? won : -won;
}

static int32_t
table_sample_traverse(struct traversal *w, uint32_t at)
{
	const struct betting_node *n = &w->node[at];
	while (betting_decides(n) && n->seat != w->seat) {
		const uint64_t i =
			n->table + (uint64_t)w->deal.bucket[n->seat][n->round] * n->moves;
		const int a = sampling_draw(&w->rng, w->number + i, n->moves);
		table_sample_add(w, w->counts + i + (uint64_t)a, 1);
		n = &w->node[n->child + (uint32_t)a];
	}
	if (!betting_decides(n))
		return table_sample_pay(w, n);
	const int moves = n->moves;
	const uint64_t i =
		n->table + (uint64_t)w->deal.bucket[w->seat][n->round] * n->moves;
	const int32_t *regret = w->number + i;
	int32_t q[BETTING_MOVES];
	__builtin_prefetch(regret);
	for (int a = 0; a < moves; a++)
		q[a] = table_sample_traverse(w, n->child + (uint32_t)a);
	return sampling_decide(regret, q, moves, i, &w->entry);
}

/* ---- iterations -------------------------------------------------------------------------- */

static struct sample_entry *
table_sample_sample(const void *self, int64_t iteration, struct sample_entry *to)
{
	const struct sampler *s = self;
	struct traversal w = {
		.node = s->betting.node,
		.number = s->to.number,
		.counts = (uint32_t)s->betting.numbers,
		.entry = to,
	};
	rng_seed(&w.rng, rng_fork(s->seed, (uint64_t)iteration));
	s->ops->deal(s->g, s->tables, &w.rng, &w.deal);
	for (w.seat = 0; w.seat < 2; w.seat++)
		table_sample_traverse(&w, 0);
	return w.entry;
}

/* ---- sizes ------------------------------------------------------------------------------- */

static size_t
table_sample_count_entries(const struct betting *b, uint32_t at, int seat)
{
	const struct betting_node *n = &b->node[at];
	size_t all = 0, most = 0;
	for (uint32_t a = 0; a < n->moves; a++) {
		const size_t below = table_sample_count_entries(b, n->child + a, seat);
		all += below;
		most = below > most ? below : most;
	}
	if (!betting_decides(n))
		return 0;
	return n->seat == seat ? all + n->moves : most + 1;
}

void
sampler_begin(struct sampler *s)
{
	s->to.most = table_sample_count_entries(&s->betting, 0, 0) +
		     table_sample_count_entries(&s->betting, 0, 1);
	s->to.self = s;
	s->to.sample = table_sample_sample;
}
