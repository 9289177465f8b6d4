/*
 * cluster_work.c - where the centres of clusters come from: k-means on deals that are drawn.
 *
 * Of each round's deals, a board and a hand beside it, in order, one is drawn from each of so many
 * parts of equal size; deals that are the same but for names of suits of the board are one point,
 * which counts as often as they were drawn. Centres are moved until an iteration brings them nearer
 * to their points by less than a thousandth. The flop comes first, for the groups of hands that the
 * river's points need are clusters of what all hands on all flops come to.
 *
 * A file can go on from each move of the centres: what is drawn is drawn again by the same seed.
 *
 * Memory: 24 MB for lists of boards and 290 for the shares on all rivers; 126 bytes for each deal
 * drawn.
 */
#include "games/holdem/buckets.h"

#include "src/base/crew.h"
#include "src/base/pool.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define ITERATIONS    100  /* at most */
#define GAIN	      1000 /* of the distance, the part that has to be gained */
#define SLACK	      ((size_t)1 << 20)
#define GROUP_ROUNDS  100
#define SEED_DRAWN    16 /* streams of the seed, and one for each round beside it */
#define SEED_EXAMPLES 32
#define SEED_GROUPS   48

enum phase { PHASE_SHARES, PHASE_DRAW, PHASE_SEED, PHASE_MOVE };

struct cluster_work {
	struct tables t; /* the shares of the river; never its buckets */
	struct cluster_file file;
	struct crew *crew;
	enum phase phase;
	/* The deals that were drawn for this round: board * pairs + pair, and how often. */
	uint32_t *deal, *times;
	int16_t *point;
	struct kmeans k;
	size_t used; /* of the arena, between rounds */
	uint64_t (*class_hist)[POKER_CLASSES][CLUSTER_BINS]; /* of each thread */
	uint8_t group[POKER_HANDS];
	/* for the pool */
	const struct progress *progress;
	char what[40];
};

static struct cluster_state *
state_of(struct cluster_work *c)
{
	return &c->file.state;
}

static const struct holdem_boards *
boards_of(const struct cluster_work *c, int round)
{
	return &c->t.board[round - 1];
}

static int
pairs_of(int round)
{
	return holdem_pairs(holdem_board_of_round(round));
}

/* ---- memory ------------------------------------------------------------------------------ */

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Points of a round, at most. */
static int64_t
points_most(const struct cluster_work *c, int round)
{
	return least(c->file.state.sample,
		     (int64_t)boards_of(c, round)->boards * pairs_of(round));
}

static size_t
round_bytes(const struct cluster_work *c, int round, int threads)
{
	const int width = clusters_of(c->file.kept, round).width;
	const int64_t points = points_most(c, round);
	return (size_t)points * (2 * sizeof *c->deal + (size_t)width * sizeof *c->point) +
	       kmeans_bytes(points, width, c->file.kept->count[round], threads);
}

/* What is needed beside the lists of boards and the file's. */
static size_t
work_bytes(const struct cluster_work *c, int threads)
{
	size_t most = 0;
	for (int i = 1; i < BUCKET_ROUNDS; i++) {
		const size_t bytes = round_bytes(c, i, threads);
		most = bytes > most ? bytes : most;
	}
	return (size_t)c->t.board[2].boards * RIVER_PAIRS * sizeof *c->t.river + most +
	       (size_t)threads * sizeof *c->class_hist + SLACK;
}

static void
close_work(struct bucket_work *w)
{
	struct cluster_work *c = w->self;
	if (c != NULL)
		crew_close(c->crew);
	arena_close(&w->arena);
	w->self = NULL;
}

/* The lists of boards and the file's memory; *more: what is needed beside. False: no memory. */
static bool
begin(struct bucket_work *w, size_t *more)
{
	struct cluster_work *c = arena_take(&w->arena, sizeof *c);
	if (c == NULL)
		return false;
	*c = (struct cluster_work){ .t = { .r = holdem_variant(w->game),
					   .threads = w->threads } };
	w->self = c;
	*state_of(c) = (struct cluster_state){ .round = 1,
					       .sample = w->sample,
					       .seed = w->seed };
	memcpy(state_of(c)->count, w->count, sizeof w->count);
	if (!buckets_list_boards(&c->t, &w->arena) ||
	    !cluster_file_take(&c->file, &w->arena))
		return false;
	*more = work_bytes(c, w->threads);
	return true;
}

static bool
refuse_memory(size_t needed, size_t most, struct status *st)
{
	return status_fail(st,
			   "abstract: needs %zu MiB, --memory is %zu; a smaller "
			   "--sample needs less",
			   (needed >> 20) + 1, most >> 20);
}

static bool
open_work(struct bucket_work *w, size_t most, struct status *st)
{
	size_t more;
	w->self = NULL;
	w->round = 1;
	if (!arena_open(&w->arena, most))
		return status_fail(st, "abstract: the system does not provide %zu MiB",
				   most >> 20);
	const bool begun = begin(w, &more);
	w->bytes = begun ? w->arena.used + more : buckets_list_bytes() + SLACK;
	if (!begun || w->bytes > most) {
		close_work(w);
		return refuse_memory(w->bytes, most, st);
	}
	struct cluster_work *c = w->self;
	struct arena *a = &w->arena;
	cluster_file_rules(w->game, w->rules);
	c->t.river = arena_take(a, (size_t)c->t.board[2].boards * RIVER_PAIRS *
					   sizeof *c->t.river);
	c->class_hist = arena_take(a, (size_t)w->threads * sizeof *c->class_hist);
	c->used = a->used;
	c->crew = crew_open();
	assert(c->t.river != NULL && c->class_hist != NULL);
	if (c->crew != NULL)
		return true;
	close_work(w);
	return status_fail(st, "abstract: the system gives no memory for threads");
}

/* ---- in pieces --------------------------------------------------------------------------- */

static bool
tell(void *self, int64_t done, int64_t all)
{
	const struct cluster_work *c = self;
	return !progress_stopped(c->progress) &&
	       progress_report(c->progress, done, all, c->what);
}

struct cluster_pieces {
	struct cluster_work *c;
	int64_t count;
	bool (*run)(void *self, int64_t piece, int thread);
};

static bool
run_piece(void *self, int64_t piece, int thread)
{
	const struct cluster_pieces *p = self;
	return p->run(p->c, piece, thread);
}

static bool
tick(void *self, int64_t finished)
{
	const struct cluster_pieces *p = self;
	return tell(p->c, finished, p->count);
}

/* False: stopped. */
static bool
over(struct cluster_work *c, int64_t count,
     bool (*run)(void *self, int64_t piece, int thread))
{
	struct cluster_pieces p = { c, count, run };
	const struct pool pool = { .count = count,
				   .threads = c->t.threads,
				   .run = run_piece,
				   .tick = tick,
				   .tick_ms = 100,
				   .self = &p,
				   .crew = c->crew,
				   .alone = true };
	return pool_run(&pool) == count;
}

static bool
shares_piece(void *self, int64_t piece, int thread)
{
	struct cluster_work *c = self;
	return buckets_sweep_piece(&c->t, piece, thread);
}

/* ---- deals that are drawn ---------------------------------------------------------------- */

/* Lists the deals; returns how many differ. */
static int64_t
draw_deals(struct cluster_work *c, int round)
{
	const struct holdem_boards *b = boards_of(c, round);
	const uint64_t pairs = (uint64_t)pairs_of(round);
	uint64_t all = 0, begins = 0;
	for (uint32_t i = 0; i < b->boards; i++)
		all += b->multiple[i] * pairs;
	const uint64_t parts = (uint64_t)least((int64_t)all, state_of(c)->sample);
	struct rng rng;
	int64_t n = 0;
	uint32_t board = 0;
	rng_seed(&rng, rng_fork(state_of(c)->seed, SEED_DRAWN + (uint64_t)round));
	for (uint64_t k = 0; k < parts; k++) {
		const uint64_t from = k * all / parts, to = (k + 1) * all / parts;
		const uint64_t at = from + rng_next(&rng) % (to - from);
		while (at >= begins + b->multiple[board] * pairs)
			begins += b->multiple[board++] * pairs;
		const uint32_t deal =
			(uint32_t)(board * pairs + (at - begins) / b->multiple[board]);
		if (n > 0 && c->deal[n - 1] == deal) {
			c->times[n - 1]++;
			continue;
		}
		c->deal[n] = deal;
		c->times[n++] = 1;
	}
	return n;
}

/* The first drawn deal of a board or a later one. */
static int64_t
first_of(const struct cluster_work *c, int64_t points, uint64_t deal)
{
	int64_t low = 0;
	for (int64_t high = points; low < high;) {
		const int64_t middle = (low + high) / 2;
		if (c->deal[middle] < deal)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The points of the deals that were drawn with a board. */
static bool
board_points(void *self, int64_t board, int thread)
{
	struct cluster_work *c = self;
	const int round = state_of(c)->round, pairs = pairs_of(round);
	const uint64_t begins = (uint64_t)board * (uint64_t)pairs;
	const int64_t from = first_of(c, c->k.points, begins),
		      to = first_of(c, c->k.points, begins + (uint64_t)pairs);
	const uint64_t set = boards_of(c, round)->set[board];
	(void)thread;
	if (from == to)
		return true;
	if (round == 3) {
		int16_t share[RIVER_PAIRS][HOLDEM_GROUPS];
		holdem_sweep_groups(set, c->group, share[0]);
		for (int64_t i = from; i < to; i++)
			memcpy(c->point + i * HOLDEM_GROUPS, share[c->deal[i] - begins],
			       sizeof *share);
		return true;
	}
	uint16_t hist[FLOP_PAIRS][CLUSTER_BINS];
	const struct share_source shares = buckets_shares(&c->t);
	clusters_count(set, &shares, hist);
	for (int64_t i = from; i < to; i++)
		clusters_point(hist[c->deal[i] - begins], cards_count(set),
			       c->point + i * KMEANS_WIDTH);
	return true;
}

static void
take_points(struct cluster_work *c, struct arena *a, int round)
{
	const size_t most = (size_t)points_most(c, round);
	const struct kmeans_centres to = clusters_of(c->file.kept, round);
	arena_back(a, c->used);
	c->deal = arena_take(a, most * sizeof *c->deal);
	c->times = arena_take(a, most * sizeof *c->times);
	c->point = arena_take(a, most * (size_t)to.width * sizeof *c->point);
	assert(c->deal != NULL && c->times != NULL && c->point != NULL);
	const int64_t points = draw_deals(c, round);
	c->k = (struct kmeans){ .to = to,
				.point = c->point,
				.weight = c->times,
				.points = points,
				.threads = c->t.threads,
				.crew = c->crew,
				.tick = tell,
				.self = c };
	const bool taken = kmeans_open(&c->k, a);
	assert(taken);
	(void)taken;
	state_of(c)->points[round] = points;
}

static bool
draw(struct cluster_work *c, struct arena *a)
{
	const int round = state_of(c)->round;
	take_points(c, a, round);
	if (round == 3)
		clusters_spread_groups(c->file.kept, c->group);
	return over(c, boards_of(c, round)->boards, board_points);
}

/* ---- a round is done: its report --------------------------------------------------------- */

/* "KsQs Ts9s2c" */
static void
format_deal(uint64_t board, int pair, char out[16])
{
	int place[2], card[2] = { 0 }, n = 4;
	char text[CARD_TEXT];
	poker_hand_cards(pair, place);
	for (int i = 0; i < CARDS; i++)
		for (int k = 0; k < 2; k++)
			if ((board & CARD_BIT(i)) == 0 &&
			    holdem_card_place(board, i) == place[k])
				card[k] = i;
	memset(out, '\0', 16);
	poker_hand_text(poker_hand_number(card[0], card[1]), out);
	out[n++] = ' ';
	for (int rank = SUIT_CARDS - 1; rank >= 0; rank--)
		for (int suit = 0; suit < SUITS; suit++)
			if ((board & CARD_BIT(CARD(rank, suit))) != 0) {
				card_format(CARD(rank, suit), text);
				out[n++] = text[0];
				out[n++] = (char)tolower((unsigned char)text[1]);
			}
}

/* A share of the pot, 0..1. */
static double
share_of(const struct cluster_work *c, int64_t point)
{
	return c->file.state.round == 3
		       ? (double)c->t.river[c->deal[point]] / HOLDEM_SHARES
		       : clusters_mean(c->point + point * KMEANS_WIDTH);
}

/* The distance of a point to its centre, in shares of the pot. */
static double
distance_of(const struct cluster_work *c, int64_t point)
{
	const double d = c->k.distance[point];
	return c->k.to.norm == KMEANS_L1 ? d / HOLDEM_WHOLE / CLUSTER_BINS
					 : sqrt(d / HOLDEM_GROUPS) / HOLDEM_WHOLE;
}

/* Of each bucket some deals, those with the least numbers by chance. */
struct chosen {
	uint64_t number[BUCKET_EXAMPLES];
	int64_t point[BUCKET_EXAMPLES];
};

static void
choose(struct chosen *x, uint64_t number, int64_t point)
{
	int at = BUCKET_EXAMPLES;
	while (at > 0 && number < x->number[at - 1])
		at--;
	for (int i = BUCKET_EXAMPLES - 1; i >= at; i--) {
		x->number[i] = i > at ? x->number[i - 1] : number;
		x->point[i] = i > at ? x->point[i - 1] : point;
	}
}

static void
write_examples(const struct cluster_work *c, int round, const struct chosen *x,
	       struct bucket_row *out)
{
	const uint32_t pairs = (uint32_t)pairs_of(round);
	for (int i = 0; i < BUCKET_EXAMPLES && x->number[i] < UINT64_MAX; i++) {
		const uint32_t deal = c->deal[x->point[i]];
		format_deal(boards_of(c, round)->set[deal / pairs], (int)(deal % pairs),
			    out->example[i]);
	}
}

static void
report(struct cluster_work *c)
{
	struct chosen chosen[BUCKETS_MOST];
	const int round = state_of(c)->round, count = state_of(c)->count[round];
	const uint64_t seed = rng_fork(state_of(c)->seed, SEED_EXAMPLES);
	struct bucket_row *row = c->file.row[round];
	double all = 0;
	memset(row, 0, (size_t)count * sizeof *row);
	memset(chosen, 0xff, (size_t)count * sizeof *chosen);
	for (int64_t i = 0; i < c->k.points; i++) {
		struct bucket_row *r = &row[c->k.nearest[i]];
		const double n = c->times[i], x = share_of(c, i);
		r->share += n;
		r->distance += n * distance_of(c, i);
		r->mean += n * x;
		r->spread += n * x * x;
		all += n;
		choose(&chosen[c->k.nearest[i]], rng_fork(seed, c->deal[i]), i);
	}
	for (int i = 0; i < count; i++) {
		struct bucket_row *r = &row[i];
		const double n = r->share > 0 ? r->share : 1;
		r->share /= all;
		r->distance /= n;
		r->mean /= n;
		r->spread = sqrt(fmax(r->spread / n - r->mean * r->mean, 0));
		write_examples(c, round, &chosen[i], r);
	}
}

/* ---- after the flop's centres: all flops, and the groups of classes ---------------------- */

/* The buckets of all hands on a flop, and what they add to the histograms of their classes. */
static bool
flop_board(void *self, int64_t board, int thread)
{
	struct cluster_work *c = self;
	const struct holdem_boards *b = boards_of(c, 1);
	uint16_t hist[FLOP_PAIRS][CLUSTER_BINS];
	_Alignas(16) int16_t point[KMEANS_WIDTH];
	uint16_t *bucket = c->file.kept->flop + board * FLOP_PAIRS;
	const struct share_source shares = buckets_shares(&c->t);
	uint32_t far;
	int n = 0;
	if (b->multiple[board] == 0)
		return true;
	clusters_count(b->set[board], &shares, hist);
	for (int y = 1; y < CARDS; y++)
		for (int x = 0; x < y; x++) {
			if ((b->set[board] & (CARD_BIT(x) | CARD_BIT(y))) != 0)
				continue;
			uint64_t *sum =
				c->class_hist[thread]
					     [poker_class(poker_hand_number(x, y))];
			for (int i = 0; i < CLUSTER_BINS; i++)
				sum[i] += (uint64_t)hist[n][i] * b->multiple[board];
			clusters_point(hist[n], HOLDEM_FLOP, point);
			bucket[n++] = (uint16_t)kmeans_nearest(&c->k.to, point, &far);
		}
	return true;
}

/* The histograms of all threads as points, with the hands of each class. */
static void
class_points(const struct cluster_work *c, int16_t *point, uint32_t *weight)
{
	for (int i = 0; i < POKER_CLASSES; i++) {
		uint64_t sum[CLUSTER_BINS] = { 0 }, all = 0, above;
		for (int t = 0; t < c->t.threads; t++)
			for (int j = 0; j < CLUSTER_BINS; j++)
				sum[j] += c->class_hist[t][i][j];
		for (int j = 0; j < CLUSTER_BINS; j++)
			all += sum[j];
		above = all;
		for (int j = 0; j < CLUSTER_BINS && all > 0; j++) {
			above -= sum[j];
			point[i * KMEANS_WIDTH + j] =
				(int16_t)((above * HOLDEM_WHOLE + all / 2) / all);
		}
	}
	for (int h = 0; h < POKER_HANDS; h++)
		weight[poker_class(h)]++;
}

static void
group_classes(struct cluster_work *c, struct arena *a)
{
	_Alignas(16) int16_t at[HOLDEM_GROUPS * KMEANS_WIDTH],
		point[POKER_CLASSES * KMEANS_WIDTH] = { 0 };
	uint32_t sum[HOLDEM_GROUPS], weight[POKER_CLASSES] = { 0 };
	struct kmeans k = { .to = { .norm = KMEANS_L1,
				    .width = KMEANS_WIDTH,
				    .count = HOLDEM_GROUPS,
				    .at = at,
				    .sum = sum },
			    .point = point,
			    .weight = weight,
			    .points = POKER_CLASSES,
			    .threads = 1 };
	arena_back(a, c->used); /* what was drawn has been reported */
	class_points(c, point, weight);
	const bool taken = kmeans_open(&k, a);
	assert(taken);
	(void)taken;
	kmeans_seed(&k, rng_fork(state_of(c)->seed, SEED_GROUPS));
	for (int i = 0; i < GROUP_ROUNDS; i++) {
		kmeans_assign(&k);
		kmeans_move(&k);
	}
	kmeans_assign(&k);
	for (int i = 0; i < POKER_CLASSES; i++)
		clusters_group(c->file.kept)[i] = (uint8_t)k.nearest[i];
}

/* ---- steps ------------------------------------------------------------------------------- */

static void
show(struct bucket_work *w)
{
	const struct cluster_work *c = w->self;
	const struct cluster_state *s = &c->file.state;
	w->round = s->round;
	for (int i = 1; i < BUCKET_ROUNDS; i++) {
		w->iterations[i] = s->iterations[i];
		w->points[i] = s->points[i];
		w->row[i] = i < s->round ? c->file.row[i] : NULL;
	}
}

/* False: stopped. */
static bool
end_round(struct cluster_work *c, struct arena *a)
{
	struct cluster_state *s = state_of(c);
	report(c);
	if (s->round == 1) {
		snprintf(c->what, sizeof c->what, "flops, for all hands");
		memset(c->class_hist, 0, (size_t)c->t.threads * sizeof *c->class_hist);
		if (!over(c, boards_of(c, 1)->boards, flop_board))
			return false;
		group_classes(c, a);
	}
	s->iterations[s->round++] = s->iteration;
	s->iteration = 0;
	s->cost = 0;
	c->phase = PHASE_DRAW;
	return true;
}

/* Moves the centres once; where that gains too little any more the round ends. */
static bool
iterate(struct cluster_work *c, struct arena *a)
{
	struct cluster_state *s = state_of(c);
	if (!kmeans_assign(&c->k))
		return false;
	const uint64_t before = s->cost;
	if (s->iteration == ITERATIONS ||
	    (s->iteration > 0 && c->k.cost + before / GAIN >= before))
		return end_round(c, a);
	s->cost = c->k.cost;
	s->iteration++;
	kmeans_move(&c->k);
	return true;
}

static bool
go_on(struct cluster_work *c, struct arena *a)
{
	struct cluster_state *s = state_of(c);
	const char *round = holdem_round_name(s->round);
	switch (c->phase) {
	case PHASE_SHARES:
		snprintf(c->what, sizeof c->what, "boards of five");
		c->phase = PHASE_DRAW;
		return over(c, buckets_pieces(&c->t.board[2]), shares_piece);
	case PHASE_DRAW:
		snprintf(c->what, sizeof c->what, "boards, %s", round);
		c->phase = s->iteration > 0 ? PHASE_MOVE : PHASE_SEED;
		return draw(c, a);
	case PHASE_SEED:
		snprintf(c->what, sizeof c->what, "first centres, %s", round);
		c->phase = PHASE_MOVE;
		return kmeans_seed(&c->k, rng_fork(s->seed, (uint64_t)s->round));
	default:
		snprintf(c->what, sizeof c->what, "hands, %s, iteration %d", round,
			 s->iteration + 1);
		return iterate(c, a);
	}
}

static bool
step(struct bucket_work *w, const struct progress *p)
{
	struct cluster_work *c = w->self;
	poker_init();
	c->progress = p;
	const bool going = go_on(c, &w->arena);
	show(w);
	return going;
}

/* ---- files ------------------------------------------------------------------------------- */

static bool
save(const struct bucket_work *w, const char *path, struct status *st)
{
	const struct cluster_work *c = w->self;
	return cluster_file_write(&c->file, w->game, path, st);
}

static bool
is_same_work(const struct cluster_state *a, const struct cluster_state *b)
{
	return memcmp(a->count, b->count, sizeof a->count) == 0 && a->seed == b->seed &&
	       a->sample == b->sample;
}

static void
format_work(const struct cluster_state *s, char *out, size_t size)
{
	snprintf(out, size, "--buckets %d/%d/%d/%d --sample %lld --seed %llu",
		 s->count[0], s->count[1], s->count[2], s->count[3], (long long)s->sample,
		 (unsigned long long)s->seed);
}

static bool
load(struct bucket_work *w, const char *path, struct status *st)
{
	struct cluster_work *c = w->self;
	struct cluster_file f;
	struct arena a;
	char rules[BUCKET_RULES], made[100], asked[100];
	if (!arena_open(&a, cluster_file_bytes()))
		return status_fail(st, "%s: no memory", path);
	bool ok = cluster_file_read(&f, w->game, path, rules, &a, st);
	if (ok && !is_same_work(&f.state, state_of(c))) {
		format_work(&f.state, made, sizeof made);
		format_work(state_of(c), asked, sizeof asked);
		ok = status_fail(st, "%s: made with %s, expected %s", path, made, asked);
	}
	if (ok) {
		cluster_file_copy(&f, &c->file);
		show(w);
	}
	arena_close(&a);
	return ok;
}

static bool
look(struct bucket_work *w, const char *path, struct status *st)
{
	w->self = NULL;
	if (!arena_open(&w->arena, cluster_file_bytes()))
		return status_fail(st, "%s: no memory", path);
	struct cluster_work *c = arena_take(&w->arena, sizeof *c);
	*c = (struct cluster_work){ 0 };
	w->self = c;
	if (!cluster_file_read(&c->file, NULL, path, w->rules, &w->arena, st)) {
		close_work(w);
		return false;
	}
	const struct cluster_state *s = &c->file.state;
	memcpy(w->count, s->count, sizeof w->count);
	w->seed = s->seed;
	w->sample = s->sample;
	show(w);
	return true;
}

static const void *
read_division(const struct game *g, const char *path, int *counts, struct arena *arena,
	      struct status *st)
{
	struct cluster_file f;
	char rules[BUCKET_RULES];
	if (!cluster_file_read(&f, g, path, rules, arena, st))
		return NULL;
	if (f.state.round < BUCKET_ROUNDS) {
		status_fail(st,
			    "%s: is not finished: the same plyscope abstract goes on "
			    "with it",
			    path);
		return NULL;
	}
	memcpy(counts, f.state.count, sizeof f.state.count);
	return f.kept;
}

const struct bucket_work_ops holdem_bucket_work = {
	.open = open_work,
	.step = step,
	.save = save,
	.load = load,
	.look = look,
	.close = close_work,
	.read = read_division,
};
