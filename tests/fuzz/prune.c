/*
 * prune.c - every pruning of max^n against plain max^n, on trees made from bytes.
 *
 * usage: prune TREES [SEED] Makes TREES trees from random bytes (two to six seats, ties and none,
 * turns in order and free); each must give plain max^n's tuple and move with every prune=, discrete
 * on and off; every cut must prove itself. The seed of a
 * failure is printed: `prune 1 SEED` repeats it. LLVMFuzzerTestOneInput() takes the bytes of a
 * fuzzer.
 */
#include "ai/depth_first/dfs.h"
#include "tests/search/treegame.h"

#include <stdlib.h>

extern const struct search_ops maxn_search;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* prune=, discrete= */
static const char *const modes[][2] = {
	{ "bound", "off" },	     { "shallow", "off" },
	{ "alphabeta-bound", "on" }, { "alphabeta-bound", "off" },
	{ "last-branch", "on" },     { "last-branch", "off" },
	{ "speculative", "on" },     { "speculative", "off" },
};
#define MODES (sizeof modes / sizeof modes[0])

static int64_t cuts[CUT_RULES];
static uint64_t seed_now; /* of the tree in hand, 0: a fuzzer's bytes */

struct bytes {
	const uint8_t *at, *end;
};

static uint32_t
take(struct bytes *b, uint32_t below)
{
	return b->at < b->end ? *b->at++ % below : 0;
}

static int
build(struct bytes *b, const struct tree_plan *p, int depth, int seat)
{
	const int at = tree_count++;
	struct tree_node *n = &tree[at];
	memset(n, 0, sizeof *n);
	n->seat = seat;
	n->quiet = !p->restless || take(b, 3) > 0;
	int32_t rest = p->maxsum;
	for (int i = 0; i < p->seats; i++) {
		const int who = (i + seat) % p->seats;
		const bool last = i == p->seats - 1 && p->constant;
		n->value[who] =
			last ? rest : (int32_t)(take(b, 256) * (uint32_t)rest / 256);
		rest -= n->value[who];
	}
	if (depth > 0 && b->at < b->end && tree_count < 4000)
		n->count = 1 + (int)take(b, (uint32_t)p->width);
	for (int i = 0; i < n->count; i++) {
		const int next = p->free_turns ? (int)take(b, (uint32_t)p->seats)
					       : (seat + 1) % p->seats;
		n->score[i] = (int32_t)take(b, 3);
		const int child = build(b, p, depth - 1, next);
		n->child[i] = child;
	}
	bound_node(p, n);
	return at;
}

/* The least that the seats must get is more than there is. */
static void
check_proof(void *self, const struct dfs_proof *p)
{
	int64_t sum = 0;
	bool over = false;
	for (int i = 0; i < SEATS_MAX; i++) {
		sum += p->least[i];
		over = over || p->least[i] > p->most[i];
	}
	cuts[p->rule]++;
	if (sum != p->sum || (!over && sum <= p->maxsum) || p->ancestors > p->ply)
		fail_msg("seed %llu: rule %d at ply %d proves nothing: %lld of %d",
			 (unsigned long long)seed_now, p->rule, p->ply, (long long)sum,
			 p->maxsum);
}

static void
compare(const struct game *g, int depth, size_t mode, const int32_t *value, int best)
{
	struct player p = { .count = 1 };
	struct search s;
	struct status st = { 0 };
	const struct state root = { 0 };
	p.part[0].ops = &maxn_search;
	p.part[0].limits.depth = depth;
	p.part[0].inner = -1;
	struct options *o = &p.part[0].options;
	options_init(o, maxn_search.options);
	if (!options_set(o, "prune", modes[mode][0], &st) ||
	    !options_set(o, "discrete", modes[mode][1], &st) ||
	    !options_set(o, "table", "off", &st) || !options_set(o, "memory", "16", &st))
		fail_msg("%s", st.text);
	const struct search_job job = {
		.game = g, .root = &root, .viewer = SEAT_ALL, .player = &p, .seed = 1
	};
	if (!search_open(&s, &job, &st))
		fail_msg("%s", st.text);
	((struct dfs *)s.self)->trace = check_proof;
	search_run(&s);
	bool same = search_choice(&s) == (move)best;
	for (int i = 0; i < g->seats; i++)
		same = same && s.live.value[i] == value[i];
	if (!same || (s.live.researches > 0 && modes[mode][0][0] == 'l'))
		fail_msg("seed %llu prune=%s,discrete=%s depth %d: not what plain max^n "
			 "gives",
			 (unsigned long long)seed_now, modes[mode][0], modes[mode][1],
			 depth);
	search_close(&s);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const int32_t sums[] = { 3, 6, 10, 26, 1000, 1000000 };
	struct bytes b = { data, data + size };
	const struct tree_plan p = { .seats = 2 + (int)take(&b, 5),
				     .width = 2 + (int)take(&b, 3),
				     .maxsum = sums[take(&b, 6)],
				     .constant = take(&b, 4) > 0,
				     .free_turns = take(&b, 3) == 0,
				     .tight = take(&b, 2) == 0,
				     .restless = take(&b, 3) == 0 };
	const int depth = 2 + (int)take(&b, 5);
	tree_count = 0;
	tree_maxsum = p.maxsum;
	build(&b, &p, depth, (int)take(&b, (uint32_t)p.seats));
	if (tree[0].count == 0)
		return 0;
	const struct game g = tree_as_game(p.seats, p.restless);
	const int limit = depth - (int)(size % 2);
	int32_t value[SEATS_MAX] = { 0 };
	const int best = plain_maxn(&g, 0, limit, value);
	for (size_t m = 0; m < MODES; m++)
		compare(&g, limit, m, value, best);
	return 0;
}

static long trees = 1000;
static uint64_t first_seed = 1;

static void
every_pruning_gives_plain_maxns_tuple_and_move(void **state)
{
	static uint8_t byte[4096];
	for (long i = 0; i < trees; i++) {
		struct rng r;
		seed_now = first_seed + (uint64_t)i;
		rng_seed(&r, seed_now);
		const size_t size = 16 + rng_below(&r, seed_now % 50 ? 400 : 4000);
		for (size_t k = 0; k < size; k++)
			byte[k] = (uint8_t)rng_below(&r, 256);
		LLVMFuzzerTestOneInput(byte, size);
	}
	for (int i = 0; i < CUT_RULES; i++)
		if (cuts[i] > 0)
			printf("# %s: %lld cuts proved\n", dfs_rules[i].key,
			       (long long)cuts[i]);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pruning_gives_plain_maxns_tuple_and_move),
	};
	if (argc > 1)
		trees = strtol(argv[1], NULL, 10);
	if (argc > 2)
		first_seed = strtoull(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
