/*
 * chinese_checkers.c - the star for two to six seats: rules, moves, evaluation, playouts.
 *
 * Moves. All chains of hops of a peg are one flood fill in a 64-bit word (hexgrid.h); steps
 * are a mask of neighbours. A step changes the lattice of a peg and a hop never does, so no
 * destination is found twice. moves() lists pegs by cell, for each its steps by direction, then its hops.
 *
 * The end. The seat whose target camp is filled wins; the others are ranked by remaining
 * distance: the sum over pegs of the steps to the tip of the camp, less what a full camp has,
 * so 0 is home. The same ranking decides a game that reaches max_turns or a position (pegs
 * and mover) that occurs for the third time among the last CC_RECENT. The result is 2 points
 * for every seat beaten and 1 for every seat tied with.
 *
 * Values: CC_UNIT to the point, constant sum. Before the end a seat's value is the sum over
 * its rivals of CC_UNIT + spread(their effort - its own), where spread is odd, grows with the
 * lead and stays below CC_UNIT. So every vector sums to CC_UNIT n (n - 1) exactly in
 * integers, which is what last-branch and speculative pruning live on (Sturtevant, IJCAI
 * 2003), every value is within 0 .. 2 CC_UNIT (n - 1), and only a finished game reaches the
 * ends. Effort is the remaining distance with each step dearer the farther the peg, plus
 * something for pegs off the middle line, where hops are few, and for the last peg.
 *
 * Hash: pegs and mover, plus the ply where a depth-first search could see max_turns. Which
 * positions have occurred before is left out, as in chess programs: two paths to one position
 * share a table entry even if one of them is nearer to a third occurrence.
 *
 * Memory: one state of about 330 bytes; tables for each size and number of seats, built once.
 */
#include "games/chinese_checkers.h"
#include "games/common/zobrist.h"
#include "src/core/scene.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tables --------------------------------------------------------------------------- */

/* Camps of the seats, in the order of play (clockwise). */
static const int camps[SEATS_MAX + 1][SEATS_MAX] = {
	[2] = { 0, 3 },
	[3] = { 0, 2, 4 },
	[4] = { 0, 1, 3, 4 },
	[6] = { 0, 1, 2, 3, 4, 5 },
};

/* What play() asks about a peg of a seat on a cell, side by side: one cache line a cell. */
struct footing {
	uint64_t key;
	int16_t weight;
	int16_t owner; /* whose target the cell belongs to, SEAT_NONE */
	uint8_t steps; /* to the tip of the target */
	uint8_t lattice, bit;
};

#define STRIDE 128

/* Everything that depends only on the size, the number of seats and of pegs. */
struct course {
	int seats, pegs;
	struct hexset home[SEATS_MAX], target[SEATS_MAX];
	int16_t steps_home, weight_home; /* of a full camp */
	int16_t steps_start;		 /* remaining distance at the start */
	struct footing at[SEATS_MAX][STRIDE];
};

/* g->rules */
struct rules {
	const struct hexgrid *grid;
	const struct course *course;
	uint16_t max_plies;
	uint8_t seats, blocking;
};
static_assert(sizeof(struct rules) <= GAME_RULES_BYTES, "rules fit");
static_assert(sizeof(struct chinese_checkers) <= STATE_BYTES, "state fits");

enum pegs_choice { STANDARD, FIFTEEN, PEGS_CHOICES };

#define SPREAD 4096 /* above any difference of efforts */
static struct course courses[HEX_SIZE_MAX + 1][PEGS_CHOICES][SEATS_MAX + 1];
static uint64_t mover_key[SEATS_MAX];
static int16_t spread_table[2 * SPREAD + 1];
static pthread_once_t built = PTHREAD_ONCE_INIT;

/*
 * Effort: a peg d steps from the tip and `aside` half cells off the middle line costs
 * 8 d + d * d / 4 + aside, and the last peg 12 for each of its steps on top. Fitted by
 * matches of a two-seat alpha-beta, depth 2 and 3, 600 to 1000 games each: the middle line
 * scored 76 % and 63 % against the same without it, the last peg 58 % and 66 % on top of
 * that; d * d / 4 scored 63 % against none. Neighbours of lonely pegs gained nothing.
 */
#define STEP_WEIGHT 8
#define LAST_WEIGHT 12
/* A lead of SPREAD_HALF efforts, about ten steps, is half of the way to beating a rival for
 * certain. */
#define SPREAD_HALF 128
static_assert(CC_PEGS_MAX * (16 * STEP_WEIGHT + 64 + 12) + 16 * LAST_WEIGHT < SPREAD,
	      "every difference of efforts is in the table");

static int
peg_weight(int d, int aside)
{
	return STEP_WEIGHT * d + d * d / 4 + aside;
}

/* The cells as a seat with this target sees them. */
static void
build_footing(struct course *c, const struct hexgrid *h, int seat, int target,
	      const uint64_t *keys)
{
	for (int cell = 0; cell < h->cells; cell++) {
		int d = h->distance[target][cell];
		int aside = h->aside[target % HEX_AXES][cell];
		c->at[seat][cell] = (struct footing){
			.key = keys[seat * STRIDE + cell],
			.weight = (int16_t)peg_weight(d, aside),
			.steps = (uint8_t)d,
			.owner = SEAT_NONE,
			.lattice = h->lattice[cell],
			.bit = h->bit[cell],
		};
	}
}

static void
build_course(struct course *c, const struct hexgrid *h, int seats, int side,
	     const uint64_t *keys)
{
	c->seats = seats;
	c->pegs = side * (side + 1) / 2;
	for (int seat = 0; seat < seats; seat++) {
		int home = camps[seats][seat], target = (home + 3) % HEX_CAMPS;
		c->home[seat] = hexgrid_camp(h, home, side);
		c->target[seat] = hexgrid_camp(h, target, side);
		build_footing(c, h, seat, target, keys);
	}
	for (int cell = 0; cell < h->cells; cell++)
		for (int seat = 0; seat < seats; seat++)
			for (int whose = 0; whose < seats; whose++)
				if (hexset_has(&c->target[whose], cell))
					c->at[seat][cell].owner = (int16_t)whose;
	int steps_home = 0, weight_home = LAST_WEIGHT * (side - 1), steps_start = 0;
	for (int cell = 0; cell < h->cells; cell++) {
		const struct footing *f = &c->at[0][cell];
		if (hexset_has(&c->target[0], cell)) {
			steps_home += f->steps;
			weight_home += f->weight;
		}
		if (hexset_has(&c->home[0], cell))
			steps_start += f->steps;
	}
	c->steps_home = (int16_t)steps_home;
	c->weight_home = (int16_t)weight_home;
	c->steps_start = (int16_t)(steps_start - steps_home);
}

static void
build(void)
{
	static const int seat_counts[] = { 2, 3, 4, 6 };
	uint64_t keys[SEATS_MAX * STRIDE];
	zobrist_fill(keys, SEATS_MAX * STRIDE, 0x6368696e657365);
	zobrist_fill(mover_key, SEATS_MAX, 0x636865636b657273);
	for (int size = HEX_SIZE_MIN; size <= HEX_SIZE_MAX; size++)
		for (size_t k = 0; k < sizeof seat_counts / sizeof *seat_counts; k++)
			build_course(&courses[size][STANDARD][seat_counts[k]],
				     hexgrid_star(size), seat_counts[k], size, keys);
	build_course(&courses[4][FIFTEEN][2], hexgrid_star(4), 2, 5, keys);
	for (int x = 0; x <= SPREAD; x++) {
		int16_t v = (int16_t)(CC_UNIT * x / (x + SPREAD_HALF));
		spread_table[SPREAD + x] = v;
		spread_table[SPREAD - x] = (int16_t)-v;
	}
}

static inline const struct rules *
rules_of(const struct game *g)
{
	return (const struct rules *)g->rules;
}

static inline struct chinese_checkers *
board_of(struct state *s)
{
	return (struct chinese_checkers *)s->bytes;
}

enum option_at { OPT_SIZE, OPT_PEGS, OPT_BLOCKING, OPT_TURNS };

static const struct option_spec variant_options[] = {
	[OPT_SIZE] = { "size", OPTION_INT, "4", HEX_SIZE_MIN, HEX_SIZE_MAX, NULL, "rows",
		       "rows of a camp: 4 is the star of 121 cells, 2 and 3 are for "
		       "learning" },
	[OPT_PEGS] = { "pegs", OPTION_CHOICE, "standard", 0, 0, "standard|fifteen", "",
		       "pegs of a seat: 10 on the full star, or 15 for two seats" },
	[OPT_BLOCKING] = { "blocking", OPTION_SWITCH, "on", 0, 1, NULL, "",
			   "a full camp with at least one peg of yours wins even if "
			   "others "
			   "sit in it" },
	[OPT_TURNS] = { "max_turns", OPTION_INT, "200", 10, 1000, NULL, "turns",
			"turns of each seat before the game ends, ranked by distance" },
	{ .key = NULL },
};

static bool
cc_setup(struct game *g, struct status *st)
{
	pthread_once(&built, build);
	int size = (int)g->variant.v[OPT_SIZE].i;
	bool fifteen = g->variant.v[OPT_PEGS].i == FIFTEEN;
	if (fifteen && (g->seats != 2 || size != 4))
		return status_fail(st,
				   "pegs: fifteen pegs need two seats and size 4, not %d "
				   "seats and size %d",
				   g->seats, size);
	struct rules r = {
		.grid = hexgrid_star(size),
		.course = &courses[size][fifteen][g->seats],
		.max_plies = (uint16_t)(g->variant.v[OPT_TURNS].i * g->seats),
		.seats = (uint8_t)g->seats,
		.blocking = (uint8_t)g->variant.v[OPT_BLOCKING].i,
	};
	memcpy(g->rules, &r, sizeof r);
	g->traits = TRAIT_CONSTANT_SUM | TRAIT_DRAWS;
	g->traits |= g->seats == 2 ? TRAIT_ZERO_SUM : TRAIT_MULTIPLAYER;
	return true;
}

/* ---- state ---------------------------------------------------------------------------- */

/* Steps to the tip of a seat's last peg. */
static int
last_peg(const struct course *c, const struct hexset *pegs, int seat)
{
	int rear = 0;
	for (int half = 0; half < 2; half++)
		for (uint64_t w = pegs->w[half]; w; w &= w - 1) {
			int d = c->at[seat][64 * half + __builtin_ctzll(w)].steps;
			rear = d > rear ? d : rear;
		}
	return rear;
}

void
chinese_checkers_recompute(const struct game *g, struct state *state)
{
	const struct rules *r = rules_of(g);
	const struct course *c = r->course;
	struct chinese_checkers *s = board_of(state);
	s->all = (struct hexset){ { 0, 0 } };
	memset(s->lattice, 0, sizeof s->lattice);
	s->key = mover_key[s->mover];
	for (int seat = 0; seat < r->seats; seat++) {
		int steps = -c->steps_home, effort = -c->weight_home;
		for (int cell = 0; cell < r->grid->cells; cell++) {
			if (!hexset_has(&s->pegs[seat], cell))
				continue;
			const struct footing *f = &c->at[seat][cell];
			hexset_flip(&s->all, cell);
			s->lattice[f->lattice] |= UINT64_C(1) << f->bit;
			s->key ^= f->key;
			steps += f->steps;
			effort += f->weight;
		}
		s->steps[seat] = (int16_t)steps;
		s->rear[seat] = (uint8_t)last_peg(c, &s->pegs[seat], seat);
		s->effort[seat] = (int16_t)(effort + LAST_WEIGHT * s->rear[seat]);
	}
}

/* The half of a key that the repetition ring keeps; never 0, which means empty. Two wrong
 * matches in one ring are needed for a wrong verdict: about 10^-16 a position. */
static inline uint32_t
ring_key(uint64_t key)
{
	return (uint32_t)(key >> 32) | 1;
}

/* Counts earlier occurrences and remembers this one. */
static inline int
ring_note(struct chinese_checkers *s)
{
	uint32_t key = ring_key(s->key);
	int seen = 0;
	for (int i = 0; i < CC_RECENT; i++)
		seen += s->recent[i] == key;
	s->recent[s->ply % CC_RECENT] = key;
	return seen;
}

static inline bool
camp_filled(const struct rules *r, const struct chinese_checkers *s, int seat)
{
	const struct hexset *target = &r->course->target[seat];
	if (r->blocking)
		return hexset_within(target, &s->all) &&
		       hexset_meet(target, &s->pegs[seat]);
	return hexset_within(target, &s->pegs[seat]);
}

static void
cc_start(const struct game *g, struct state *state)
{
	const struct rules *r = rules_of(g);
	memset(state->bytes, 0, sizeof *board_of(state));
	struct chinese_checkers *s = board_of(state);
	memcpy(s->pegs, r->course->home, sizeof s->pegs);
	s->winner = s->last_seat = SEAT_NONE;
	chinese_checkers_recompute(g, state);
	ring_note(s);
}

static seat_set
cc_acting(const struct game *g, const struct state *state)
{
	(void)g;
	const struct chinese_checkers *s = chinese_checkers_state(state);
	return s->end ? 0 : (seat_set)1 << s->mover;
}

/* ---- moves ---------------------------------------------------------------------------- */

/* Where one peg can go. */
struct reach {
	struct hexset steps;
	uint64_t hops; /* in the peg's lattice */
};

static inline struct reach
reach_of(const struct hexgrid *h, const struct chinese_checkers *s,
	 const struct hexlinks *links, int cell)
{
	int l = h->lattice[cell];
	struct reach to;
	to.steps.w[0] = h->near[cell].w[0] & ~s->all.w[0];
	to.steps.w[1] = h->near[cell].w[1] & ~s->all.w[1];
	to.hops = hexgrid_hops(links, s->lattice[l], UINT64_C(1) << h->bit[cell]);
	return to;
}

/* Writes the moves of one peg; steps without a branch, by direction. `empty` has two words
 * more than the board, so that HEX_NONE is never an empty cell. */
static inline move *
list_peg(const struct hexgrid *h, const uint64_t empty[4], uint64_t hops, int cell,
	 move *out)
{
	move from = (move)cell << 8;
	for (int d = 0; d < HEX_DIRS; d++) {
		unsigned to = h->step[cell][d];
		*out = from | to;
		out += empty[to >> 6] >> (to & 63) & 1;
	}
	const uint8_t *cells = h->cell_of[h->lattice[cell]];
	for (; hops; hops &= hops - 1)
		*out++ = from | cells[__builtin_ctzll(hops)];
	return out;
}

static inline int
list_moves(const struct rules *r, const struct chinese_checkers *s, int seat, move *out)
{
	const struct hexgrid *h = r->grid;
	const uint64_t empty[4] = { ~s->all.w[0], ~s->all.w[1], 0, 0 };
	struct hexlinks links[HEX_LATTICES];
	for (int l = 0; l < HEX_LATTICES; l++)
		links[l] = hexgrid_links(h, s->lattice, l);
	move *end = out;
	for (int half = 0; half < 2; half++)
		for (uint64_t w = s->pegs[seat].w[half]; w; w &= w - 1) {
			int cell = 64 * half + __builtin_ctzll(w), l = h->lattice[cell];
			uint64_t start = UINT64_C(1) << h->bit[cell];
			uint64_t hops = hexgrid_hops(&links[l], s->lattice[l], start);
			end = list_peg(h, empty, hops, cell, end);
		}
	if (end == out)
		*end++ = CC_PASS;
	assert(end - out < MOVES_MAX);
	return (int)(end - out);
}

static int
cc_moves(const struct game *g, const struct state *state, int seat, move *out)
{
	return list_moves(rules_of(g), chinese_checkers_state(state), seat, out);
}

static inline void
shift_peg(const struct rules *r, struct chinese_checkers *s, int seat, move m)
{
	const struct course *c = r->course;
	int from = chinese_checkers_from(m), to = chinese_checkers_to(m);
	const struct footing *a = &c->at[seat][from], *b = &c->at[seat][to];
	hexset_flip(&s->pegs[seat], from);
	hexset_flip(&s->pegs[seat], to);
	hexset_flip(&s->all, from);
	hexset_flip(&s->all, to);
	s->lattice[a->lattice] ^= UINT64_C(1) << a->bit;
	s->lattice[b->lattice] ^= UINT64_C(1) << b->bit;
	s->key ^= a->key ^ b->key;
	int rear = s->rear[seat];
	if (b->steps >= rear)
		rear = b->steps;
	else if (a->steps == rear)
		rear = last_peg(c, &s->pegs[seat], seat);
	s->steps[seat] = (int16_t)(s->steps[seat] + b->steps - a->steps);
	s->effort[seat] = (int16_t)(s->effort[seat] + b->weight - a->weight +
				    LAST_WEIGHT * (rear - s->rear[seat]));
	s->rear[seat] = (uint8_t)rear;
	s->last_seat = (int8_t)seat;
	s->last_from = (uint8_t)from;
	s->last_to = (uint8_t)to;
	if (b->owner != SEAT_NONE && camp_filled(r, s, b->owner)) {
		s->end = CC_CAMP;
		s->winner = (int8_t)b->owner;
	}
}

/* Makes a legal move in place. */
static inline void
apply(const struct rules *r, struct chinese_checkers *s, int seat, move m)
{
	if (m != CC_PASS)
		shift_peg(r, s, seat, m);
	else
		s->last_seat = SEAT_NONE;
	int next = seat + 1 == r->seats ? 0 : seat + 1;
	s->key ^= mover_key[seat] ^ mover_key[next];
	s->mover = (uint8_t)next;
	s->ply++;
	int seen = ring_note(s);
	if (s->end)
		return;
	if (s->ply >= r->max_plies)
		s->end = CC_LENGTH;
	else if (seen >= 2)
		s->end = CC_REPETITION;
}

static void
cc_play(const struct game *g, const struct state *from, int seat, move m,
	struct state *to)
{
	if (to != from)
		memcpy(to->bytes, from->bytes, sizeof(struct chinese_checkers));
	apply(rules_of(g), board_of(to), seat, m);
}

/* A seat may move out of turn as if the seats between had passed. */
static void
cc_give_turn(const struct game *g, const struct state *from, int seat, struct state *to)
{
	(void)g;
	if (to != from)
		memcpy(to->bytes, from->bytes, sizeof(struct chinese_checkers));
	struct chinese_checkers *s = board_of(to);
	s->key ^= mover_key[s->mover] ^ mover_key[seat];
	s->mover = (uint8_t)seat;
}

static bool
cc_settled(const struct game *g, const struct state *state)
{
	(void)g;
	return chinese_checkers_state(state)->end != CC_RUNNING;
}

/* ---- values --------------------------------------------------------------------------- */

/* What ranks a seat at the end: its distance, or less than any for the winner. */
static inline int
final_distance(const struct chinese_checkers *s, int seat)
{
	return seat == s->winner ? -1 : s->steps[seat];
}

static void
cc_points(const struct game *g, const struct state *state, int32_t *points)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	for (int i = 0; i < g->seats; i++) {
		points[i] = 0;
		for (int j = 0; j < g->seats; j++) {
			int lead = final_distance(s, j) - final_distance(s, i);
			if (j != i)
				points[i] += lead > 0 ? 2 : lead == 0;
		}
	}
}

static void
cc_evaluate(const struct game *g, const struct state *state, int32_t *value)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	int seats = rules_of(g)->seats;
	if (s->end) {
		cc_points(g, state, value);
		for (int i = 0; i < seats; i++)
			value[i] *= CC_UNIT;
		return;
	}
	for (int i = 0; i < seats; i++)
		value[i] = CC_UNIT * (seats - 1);
	for (int i = 0; i < seats; i++)
		for (int j = i + 1; j < seats; j++) {
			int lead = spread_table[SPREAD + s->effort[j] - s->effort[i]];
			value[i] += lead;
			value[j] -= lead;
		}
}

static void
cc_bounds(const struct game *g, const struct state *state, struct bounds *b)
{
	(void)state;
	int n = g->seats;
	for (int i = 0; i < n; i++) {
		b->low[i] = 0;
		b->high[i] = 2 * CC_UNIT * (n - 1);
	}
	b->maxsum = CC_UNIT * n * (n - 1);
}

/* Progress of the peg: longest way forwards first, as in the paper. */
static void
cc_order(const struct game *g, const struct state *state, int seat, const move *m, int n,
	 int32_t *score)
{
	(void)state;
	const struct footing *at = rules_of(g)->course->at[seat];
	for (int i = 0; i < n; i++)
		score[i] = m[i] == CC_PASS ? 0
					   : at[chinese_checkers_from(m[i])].weight -
						     at[chinese_checkers_to(m[i])].weight;
}

/* Plies before the length rule within which the ply is part of the hash. */
#define LENGTH_NEAR 64

static uint64_t
cc_hash(const struct game *g, const struct state *state)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	uint64_t key = s->key;
	if (s->ply + LENGTH_NEAR >= rules_of(g)->max_plies)
		key ^= rng_mix(s->ply);
	if (s->end == CC_REPETITION)
		key = rng_mix(key);
	return key;
}

/* How far the seat nearest home has come. */
static int
cc_progress(const struct game *g, const struct state *state)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	int start = rules_of(g)->course->steps_start, nearest = start;
	if (s->end)
		return 1000;
	for (int i = 0; i < g->seats; i++)
		if (s->steps[i] < nearest)
			nearest = s->steps[i];
	int progress = 1000 - 1000 * nearest / start;
	return progress > 999 ? 999 : progress;
}

/* ---- the quick player ----------------------------------------------------------------- */

#define QUICK_PEGS  3  /* pegs looked at before looking at all */
#define QUICK_NOISE 15 /* efforts of luck in a move's score: about a step and a half */
#define QUICK_NONE  INT_MIN

/* The best move found so far; score is progress plus luck. */
struct quick {
	int score, gain;
	move m;
};

static inline void
quick_weigh(struct quick *q, const struct footing *at, int from, int to, uint64_t *luck)
{
	int gain = at[from].weight - at[to].weight;
	int score = gain + (int)(*luck & QUICK_NOISE);
	*luck = *luck >> 5 | *luck << 59;
	if (score > q->score)
		*q = (struct quick){ score, gain, (move)from << 8 | (move)to };
}

static inline void
quick_look(const struct rules *r, const struct chinese_checkers *s, int seat, int cell,
	   struct quick *q, uint64_t *luck)
{
	const struct hexgrid *h = r->grid;
	const struct footing *at = r->course->at[seat];
	int l = h->lattice[cell];
	struct hexlinks links = hexgrid_links(h, s->lattice, l);
	struct reach to = reach_of(h, s, &links, cell);
	for (uint64_t w = to.hops; w; w &= w - 1)
		quick_weigh(q, at, cell, h->cell_of[l][__builtin_ctzll(w)], luck);
	for (uint64_t w = to.steps.w[0]; w; w &= w - 1)
		quick_weigh(q, at, cell, __builtin_ctzll(w), luck);
	for (uint64_t w = to.steps.w[1]; w; w &= w - 1)
		quick_weigh(q, at, cell, 64 + __builtin_ctzll(w), luck);
}

static inline int
nth_bit(uint64_t w, int k)
{
	for (; k > 0; k--)
		w &= w - 1;
	return __builtin_ctzll(w);
}

/* The k-th cell of a set, k below its count. */
static inline int
nth_cell(const struct hexset *set, int k)
{
	int low = __builtin_popcountll(set->w[0]);
	return k < low ? nth_bit(set->w[0], k) : 64 + nth_bit(set->w[1], k - low);
}

/*
 * A few pegs drawn by lot, mostly from those not home yet; of their moves the one with the
 * most progress and luck. When these cannot come forward: the best of all pegs.
 */
static inline move
quick_move(const struct rules *r, const struct chinese_checkers *s, int seat,
	   struct rng *rng)
{
	const struct hexset *own = &s->pegs[seat], *target = &r->course->target[seat];
	struct hexset away = { { own->w[0] & ~target->w[0], own->w[1] & ~target->w[1] } };
	int pegs = hexset_count(own), out = hexset_count(&away);
	uint64_t lot = rng_next(rng), luck = rng_next(rng);
	struct quick q = { QUICK_NONE, 0, CC_PASS };
	for (int i = 0; i < QUICK_PEGS; i++, lot >>= 19) {
		bool any = out == 0 || (lot & 7) == 0;
		uint32_t draw = (uint32_t)(lot >> 3) & 0xffff;
		int k = (int)(draw * (uint32_t)(any ? pegs : out) >> 16);
		quick_look(r, s, seat, nth_cell(any ? own : &away, k), &q, &luck);
	}
	if (q.gain > 0)
		return q.m;
	for (int half = 0; half < 2; half++)
		for (uint64_t w = own->w[half]; w; w &= w - 1)
			quick_look(r, s, seat, 64 * half + __builtin_ctzll(w), &q, &luck);
	return q.m;
}

/* Uniform over all moves: counts them as sets, lists none. */
static inline move
random_move(const struct rules *r, const struct chinese_checkers *s, int seat,
	    struct rng *rng)
{
	const struct hexgrid *h = r->grid;
	struct hexlinks links[HEX_LATTICES];
	struct reach to[CC_PEGS_MAX];
	int cells[CC_PEGS_MAX], before[CC_PEGS_MAX + 1] = { 0 }, pegs = 0;
	for (int l = 0; l < HEX_LATTICES; l++)
		links[l] = hexgrid_links(h, s->lattice, l);
	for (int half = 0; half < 2; half++)
		for (uint64_t w = s->pegs[seat].w[half]; w; w &= w - 1, pegs++) {
			int cell = cells[pegs] = 64 * half + __builtin_ctzll(w);
			to[pegs] = reach_of(h, s, &links[h->lattice[cell]], cell);
			before[pegs + 1] = before[pegs] + hexset_count(&to[pegs].steps) +
					   __builtin_popcountll(to[pegs].hops);
		}
	if (before[pegs] == 0)
		return CC_PASS;
	int k = (int)rng_below(rng, (uint32_t)before[pegs]), at = 0;
	for (int i = 1; i < pegs; i++)
		at += before[i] <= k;
	k -= before[at];
	int steps = hexset_count(&to[at].steps);
	int goal = k < steps ? nth_cell(&to[at].steps, k)
			     : h->cell_of[h->lattice[cells[at]]]
					 [nth_bit(to[at].hops, k - steps)];
	return (move)cells[at] << 8 | (move)goal;
}

static move
cc_policy(const struct game *g, const struct state *state, int seat, struct rng *rng)
{
	return quick_move(rules_of(g), chinese_checkers_state(state), seat, rng);
}

static int
cc_rollout(const struct game *g, struct state *state, struct rng *rng, int max_plies,
	   int random)
{
	const struct rules *r = rules_of(g);
	struct chinese_checkers *s = board_of(state);
	int plies = 0;
	for (; !s->end && plies < max_plies; plies++) {
		int seat = s->mover;
		move m = random ? random_move(r, s, seat, rng)
				: quick_move(r, s, seat, rng);
		apply(r, s, seat, m);
	}
	return plies;
}

/* ---- looking at a state --------------------------------------------------------------- */

const struct hexgrid *
chinese_checkers_grid(const struct game *g)
{
	return rules_of(g)->grid;
}

int
chinese_checkers_at(const struct game *g, const struct state *state, int cell)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	for (int seat = 0; seat < g->seats; seat++)
		if (hexset_has(&s->pegs[seat], cell))
			return seat;
	return SEAT_NONE;
}

struct hexset
chinese_checkers_target(const struct game *g, int seat)
{
	return rules_of(g)->course->target[seat];
}

struct hexset
chinese_checkers_home(const struct game *g, int seat)
{
	return rules_of(g)->course->home[seat];
}

/* Breadth first over hops; `all` are the cells that hold a peg before the move. The peg never
 * meets its own start as a peg to hop over: that cell is of the lattice it stays in. */
static int
find_path(const struct hexgrid *h, const struct hexset *all, int from, int to,
	  uint8_t *cells)
{
	uint8_t parent[HEX_CELLS], queue[HEX_CELLS];
	int head = 0, tail = 0;
	if (from >= h->cells || to >= h->cells || from == to || hexset_has(all, to))
		return 0;
	cells[0] = (uint8_t)from;
	cells[1] = (uint8_t)to;
	if (hexset_has(&h->near[from], to))
		return 2;
	memset(parent, HEX_NONE, sizeof parent);
	parent[from] = (uint8_t)from;
	queue[tail++] = (uint8_t)from;
	while (head < tail && parent[to] == HEX_NONE) {
		int at = queue[head++];
		for (int d = 0; d < HEX_DIRS; d++) {
			int over = h->step[at][d], land = h->hop[at][d];
			if (land == HEX_NONE || !hexset_has(all, over) ||
			    hexset_has(all, land) || parent[land] != HEX_NONE)
				continue;
			parent[land] = (uint8_t)at;
			queue[tail++] = (uint8_t)land;
		}
	}
	if (parent[to] == HEX_NONE)
		return 0;
	int length = 1;
	for (int at = to; at != from; at = parent[at])
		length++;
	for (int at = to, k = length - 1; k >= 0; k--, at = parent[at])
		cells[k] = (uint8_t)at;
	return length;
}

int
chinese_checkers_path(const struct game *g, const struct state *state, move m,
		      uint8_t *cells)
{
	if (m == CC_PASS || m == MOVE_NONE)
		return 0;
	return find_path(rules_of(g)->grid, &chinese_checkers_state(state)->all,
			 chinese_checkers_from(m), chinese_checkers_to(m), cells);
}

int
chinese_checkers_last_path(const struct game *g, const struct state *state,
			   uint8_t *cells)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	if (s->last_seat == SEAT_NONE)
		return 0;
	struct hexset before = s->all;
	hexset_flip(&before, s->last_from);
	hexset_flip(&before, s->last_to);
	return find_path(rules_of(g)->grid, &before, s->last_from, s->last_to, cells);
}

/* ---- text of moves -------------------------------------------------------------------- */

static void
cc_format_move(const struct game *g, const struct state *state, int seat, move m,
	       char *out, int size)
{
	(void)state;
	(void)seat;
	const struct hexgrid *h = rules_of(g)->grid;
	int from = chinese_checkers_from(m), to = chinese_checkers_to(m);
	char a[HEX_NAME], b[HEX_NAME];
	if (m == CC_PASS || from >= h->cells || to >= h->cells) {
		snprintf(out, (size_t)size, "%s", m == CC_PASS ? "pass" : "?");
		return;
	}
	hexgrid_name(h, from, a);
	hexgrid_name(h, to, b);
	snprintf(out, (size_t)size, "%s-%s", a, b);
}

static const char *
skip_blanks(const char *text)
{
	while (*text == ' ' || *text == '\t')
		text++;
	return text;
}

/* Reads "e5-g5", "e5g5", "e5 g5", "e5-g5-i5": only the ends count. */
static bool
read_ends(const struct hexgrid *h, const char *text, int *from, int *to,
	  struct status *st)
{
	int count = 0;
	const char *at = skip_blanks(text);
	for (; *at; count++) {
		int length, cell = hexgrid_parse(h, at, &length);
		if (cell == HEX_NONE)
			return status_fail(
				st,
				"move '%.24s': '%.8s' is no cell of this board, "
				"expected a move such as e5-g5",
				text, at);
		*(count ? to : from) = cell;
		at = skip_blanks(at + length);
		if (*at == '-' || *at == '>' || *at == ',')
			at = skip_blanks(at + 1 + (at[0] == '-' && at[1] == '>'));
	}
	if (count < 2)
		return status_fail(st, "move '%.24s': expected two cells, as in e5-g5",
				   text);
	return true;
}

/* Says why a peg cannot go there, with where it can. */
static bool
refuse(const struct game *g, const struct state *state, int seat, int from, int to,
       struct status *st)
{
	const struct rules *r = rules_of(g);
	const struct chinese_checkers *s = chinese_checkers_state(state);
	char a[HEX_NAME], b[HEX_NAME], list[160] = "";
	hexgrid_name(r->grid, from, a);
	hexgrid_name(r->grid, to, b);
	if (!hexset_has(&s->pegs[seat], from))
		return status_fail(st, "move %s-%s: there is no peg of %s on %s", a, b,
				   g->ops->seat_name(g, seat), a);
	move moves[MOVES_MAX];
	int n = list_moves(r, s, seat, moves);
	size_t length = 0;
	for (int i = 0; i < n && length + 8 < sizeof list; i++) {
		char name[HEX_NAME];
		if (moves[i] == CC_PASS || chinese_checkers_from(moves[i]) != from)
			continue;
		hexgrid_name(r->grid, chinese_checkers_to(moves[i]), name);
		length += (size_t)snprintf(list + length, sizeof list - length, " %s",
					   name);
	}
	if (length == 0)
		return status_fail(st, "move %s-%s: the peg on %s cannot move", a, b, a);
	return status_fail(st, "move %s-%s: the peg on %s can only go to%s", a, b, a,
			   list);
}

static bool
cc_parse_move(const struct game *g, const struct state *state, int seat, const char *text,
	      move *out, struct status *st)
{
	const struct rules *r = rules_of(g);
	move list[MOVES_MAX];
	int from = 0, to = 0,
	    n = list_moves(r, chinese_checkers_state(state), seat, list);
	const char *word = skip_blanks(text);
	if (strncmp(word, "pass", 4) == 0 && *skip_blanks(word + 4) == '\0') {
		*out = CC_PASS;
		return list[0] == CC_PASS ||
		       status_fail(st,
				   "move 'pass': only a seat without a move may pass");
	}
	if (!read_ends(r->grid, text, &from, &to, st))
		return false;
	*out = (move)from << 8 | (move)to;
	for (int i = 0; i < n; i++)
		if (list[i] == *out)
			return true;
	return refuse(g, state, seat, from, to, st);
}

/* ---- text of positions ---------------------------------------------------------------- */

static const struct seat_style {
	const char *name, *shape;
	char letter;
} seat_styles[SEATS_MAX] = {
	{ "Red", "●", 'R' },	{ "Blue", "■", 'B' },	{ "Green", "▲", 'G' },
	{ "Yellow", "◆", 'Y' }, { "Violet", "★", 'V' }, { "Orange", "✚", 'O' },
};

static const char *
cc_seat_name(const struct game *g, int seat)
{
	(void)g;
	return seat_styles[seat].name;
}

static char
cc_seat_letter(const struct game *g, int seat)
{
	(void)g;
	return seat_styles[seat].letter;
}

/*
 * ROWS SEAT PLY [repetition]: rows from the top divided by '/', a letter for a peg, a number
 * for so many empty cells (a dot is one); the seat to move; the plies made.
 */
static void
cc_format_position(const struct game *g, const struct state *state, char *out, int size)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	const struct hexgrid *h = rules_of(g)->grid;
	char text[HEX_CELLS * 2 + HEX_ROWS + 1];
	int length = 0;
	for (int row = 0; row < h->rows; row++) {
		int empty = 0;
		for (int cell = h->first[row]; cell < h->first[row + 1]; cell++) {
			int seat = chinese_checkers_at(g, state, cell);
			bool last = cell + 1 == h->first[row + 1];
			empty += seat == SEAT_NONE;
			if (empty && (seat != SEAT_NONE || last)) {
				length += snprintf(text + length,
						   sizeof text - (size_t)length, "%d",
						   empty);
				empty = 0;
			}
			if (seat != SEAT_NONE)
				text[length++] = seat_styles[seat].letter;
		}
		text[length++] = row + 1 < h->rows ? '/' : '\0';
	}
	snprintf(out, (size_t)size, "%s %c %d%s", text, seat_styles[s->mover].letter,
		 s->ply, s->end == CC_REPETITION ? " repetition" : "");
}

static int
seat_of_letter(const struct game *g, char letter)
{
	for (int seat = 0; seat < g->seats; seat++)
		if (seat_styles[seat].letter == toupper((unsigned char)letter))
			return seat;
	return SEAT_NONE;
}

/* Reads the cells of one row; *text moves behind it. */
static bool
read_row(const struct game *g, struct chinese_checkers *s, int row, const char **text,
	 struct status *st)
{
	const struct hexgrid *h = rules_of(g)->grid;
	int place = 0, width = h->first[row + 1] - h->first[row];
	const char *at = *text;
	while (*at && *at != '/' && *at != ' ') {
		int seat = seat_of_letter(g, *at), run = 1;
		if (isdigit((unsigned char)*at)) {
			for (run = 0; isdigit((unsigned char)*at) && run < 100; at++)
				run = run * 10 + (*at - '0');
		} else if (seat == SEAT_NONE && *at != '.') {
			return status_fail(
				st,
				"position: '%c' in row %c is no peg of this game, "
				"expected a seat's letter, a dot or a number",
				isprint((unsigned char)*at) ? *at : '?', 'a' + row);
		} else {
			at++;
		}
		if (place + run > width)
			break;
		if (seat != SEAT_NONE)
			hexset_flip(&s->pegs[seat], h->first[row] + place);
		place += run;
	}
	if (place != width || (*at && *at != '/' && *at != ' '))
		return status_fail(st, "position: row %c has not exactly %d cells",
				   'a' + row, width);
	*text = at;
	return true;
}

static bool
read_rows(const struct game *g, struct chinese_checkers *s, const char **text,
	  struct status *st)
{
	const struct rules *r = rules_of(g);
	for (int row = 0; row < r->grid->rows; row++) {
		if (!read_row(g, s, row, text, st))
			return false;
		char expected = row + 1 < r->grid->rows ? '/' : ' ';
		if (**text == '/' && expected == '/')
			(*text)++;
		else if (**text == '/' || expected == '/')
			return status_fail(
				st,
				"position: expected %d rows divided by '/', as the "
				"board of this size has",
				r->grid->rows);
	}
	for (int seat = 0; seat < r->seats; seat++)
		if (hexset_count(&s->pegs[seat]) != r->course->pegs)
			return status_fail(st, "position: %s has %d pegs, expected %d",
					   seat_styles[seat].name,
					   hexset_count(&s->pegs[seat]), r->course->pegs);
	return true;
}

/* The seat to move, the plies made, and how the game ended where the board does not say. */
static bool
read_tail(const struct game *g, struct chinese_checkers *s, const char *text,
	  struct status *st)
{
	const struct rules *r = rules_of(g);
	text = skip_blanks(text);
	int seat = *text ? seat_of_letter(g, *text) : SEAT_NONE;
	if (seat == SEAT_NONE || (text[1] && text[1] != ' '))
		return status_fail(st,
				   "position: expected the letter of the seat to move "
				   "after the rows");
	s->mover = (uint8_t)seat;
	text = skip_blanks(text + 1);
	int ply = 0, digits = 0;
	for (; isdigit((unsigned char)*text) && ply <= r->max_plies; text++, digits++)
		ply = ply * 10 + (*text - '0');
	if (ply > r->max_plies)
		return status_fail(st,
				   "position: the number of plies is above %d, the most "
				   "this game can last",
				   r->max_plies);
	s->ply = (uint16_t)ply;
	text = skip_blanks(text);
	if (digits && strcmp(text, "repetition") == 0)
		s->end = CC_REPETITION;
	else if (*text)
		return status_fail(st,
				   "position: expected the number of plies and the end "
				   "of the line, not '%.16s'",
				   text);
	return true;
}

/* Works out whether a position that was read is over. */
static void
find_end(const struct rules *r, struct chinese_checkers *s)
{
	for (int k = 1; k <= r->seats; k++) {
		int seat = (s->mover + r->seats - k) % r->seats;
		if (s->winner == SEAT_NONE && camp_filled(r, s, seat)) {
			s->end = CC_CAMP;
			s->winner = (int8_t)seat;
		}
	}
	if (!s->end && s->ply >= r->max_plies)
		s->end = CC_LENGTH;
}

static bool
cc_parse_position(const struct game *g, const char *text, struct state *state,
		  struct status *st)
{
	memset(state->bytes, 0, sizeof state->bytes);
	struct chinese_checkers *s = board_of(state);
	s->winner = s->last_seat = SEAT_NONE;
	text = skip_blanks(text);
	if (!read_rows(g, s, &text, st) || !read_tail(g, s, text, st))
		return false;
	chinese_checkers_recompute(g, state);
	find_end(rules_of(g), s);
	ring_note(s);
	return true;
}

/* ---- what a person sees --------------------------------------------------------------- */

static void
cc_headline(const struct game *g, const struct state *state, int viewer, char *out,
	    int size)
{
	(void)viewer;
	const struct chinese_checkers *s = chinese_checkers_state(state);
	static const char *const endings[] = {
		[CC_LENGTH] = "over: turn limit",
		[CC_REPETITION] = "over: third repetition",
	};
	if (s->end == CC_CAMP)
		snprintf(out, (size_t)size, "ply %d  %s has won", s->ply,
			 cc_seat_name(g, s->winner));
	else if (s->end)
		snprintf(out, (size_t)size, "ply %d  %s", s->ply, endings[s->end]);
	else
		snprintf(out, (size_t)size, "ply %d  %s to move", s->ply,
			 cc_seat_name(g, s->mover));
}

static int
pegs_home(const struct rules *r, const struct chinese_checkers *s, int seat)
{
	struct hexset in = s->pegs[seat];
	in.w[0] &= r->course->target[seat].w[0];
	in.w[1] &= r->course->target[seat].w[1];
	return hexset_count(&in);
}

static int
cc_figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	out[0] = (struct figure){ .name = "home" };
	out[1] = (struct figure){ .name = "steps", .lower_is_better = true };
	for (int seat = 0; seat < g->seats; seat++) {
		out[0].per_seat[seat] = pegs_home(rules_of(g), s, seat);
		out[1].per_seat[seat] = s->steps[seat];
	}
	return 2;
}

/* The seats nearest home, as "Red" or "Red and Blue". */
static void
name_leaders(const struct game *g, const struct chinese_checkers *s, char *out,
	     size_t size)
{
	int best = INT_MAX;
	size_t length = 0;
	out[0] = '\0';
	for (int i = 0; i < g->seats; i++)
		best = s->steps[i] < best ? s->steps[i] : best;
	for (int i = 0; i < g->seats && length < size; i++)
		if (s->steps[i] == best)
			length += (size_t)snprintf(out + length, size - length, "%s%s",
						   length ? " and " : "",
						   cc_seat_name(g, i));
}

static void
cc_event(const struct game *g, const struct state *from, int seat, move m,
	 const struct state *to, char *out, int size)
{
	const struct rules *r = rules_of(g);
	const struct chinese_checkers *a = chinese_checkers_state(from);
	const struct chinese_checkers *b = chinese_checkers_state(to);
	const char *name = cc_seat_name(g, seat);
	char leaders[80];
	name_leaders(g, b, leaders, sizeof leaders);
	int home = pegs_home(r, b, seat);
	out[0] = '\0';
	if (b->end == CC_CAMP && b->winner == seat)
		snprintf(out, (size_t)size, "%s fills its camp and wins", name);
	else if (b->end == CC_CAMP)
		snprintf(out, (size_t)size, "%s fills the camp of %s, who wins", name,
			 cc_seat_name(g, b->winner));
	else if (b->end == CC_LENGTH)
		snprintf(out, (size_t)size, "the turn limit is reached; nearest home: %s",
			 leaders);
	else if (b->end == CC_REPETITION)
		snprintf(out, (size_t)size,
			 "the position is there a third time; nearest "
			 "home: %s",
			 leaders);
	else if (m == CC_PASS)
		snprintf(out, (size_t)size, "%s has no move and passes", name);
	else if (home > pegs_home(r, a, seat))
		snprintf(out, (size_t)size, "%s has %d of %d pegs home", name, home,
			 r->course->pegs);
}

/* ---- scene ---------------------------------------------------------------------------- */

#define MARGIN_X 3 /* row letters */

static int
cell_x(const struct hexgrid *h, int cell)
{
	return MARGIN_X + h->column[cell];
}

/* Cells with pegs; empty ones take the colour of the seat they are the target of. */
static void
scene_cells(const struct game *g, const struct state *state, struct scene *sc)
{
	const struct rules *r = rules_of(g);
	const struct hexgrid *h = r->grid;
	for (int cell = 0; cell < h->cells; cell++) {
		int seat = chinese_checkers_at(g, state, cell),
		    owner = r->course->at[0][cell].owner;
		int tint = seat != SEAT_NONE ? seat : owner;
		enum role role =
			tint == SEAT_NONE ? ROLE_DIM : (enum role)(ROLE_SEAT_0 + tint);
		char letter[2] = { seat == SEAT_NONE ? '.' : seat_styles[seat].letter,
				   0 };
		struct scene_item *it =
			scene_add(sc, cell_x(h, cell), h->row[cell], role,
				  seat == SEAT_NONE ? "·" : seat_styles[seat].shape,
				  letter);
		it->cell = (int16_t)cell;
		it->seat = (int8_t)seat;
	}
}

/* The last move: rings where the peg started and landed, brackets round where it is. */
static void
scene_last(const struct game *g, const struct state *state, struct scene *sc)
{
	const struct hexgrid *h = rules_of(g)->grid;
	uint8_t path[HEX_CELLS];
	int n = chinese_checkers_last_path(g, state, path);
	for (int i = 0; i + 1 < n; i++)
		scene_add(sc, cell_x(h, path[i]), h->row[path[i]], ROLE_LAST_MOVE,
			  i == 0 ? "○" : "∘", i == 0 ? "o" : "+")
			->cell = path[i];
	if (n > 0) {
		int x = cell_x(h, path[n - 1]), y = h->row[path[n - 1]];
		scene_add(sc, x - 1, y, ROLE_LAST_MOVE, "[", NULL);
		scene_add(sc, x + 1, y, ROLE_LAST_MOVE, "]", NULL);
	}
}

/* Pegs that can move become origins; every move adds a goal with no glyph of its own. */
static void
scene_choices(const struct game *g, const struct state *state, struct scene *sc)
{
	const struct rules *r = rules_of(g);
	const struct chinese_checkers *s = chinese_checkers_state(state);
	move list[MOVES_MAX];
	int n = list_moves(r, s, s->mover, list);
	if (list[0] == CC_PASS) {
		struct scene_item *it =
			scene_add(sc, 0, r->grid->rows, ROLE_STRONG, "pass", NULL);
		it->flags = SCENE_CHOOSABLE;
		it->seat = (int8_t)s->mover;
		it->m = CC_PASS;
		return;
	}
	for (int i = 0; i < n; i++) {
		int from = chinese_checkers_from(list[i]),
		    to = chinese_checkers_to(list[i]);
		sc->item[from].flags = SCENE_CHOOSABLE | SCENE_ORIGIN;
		if (sc->count == SCENE_ITEMS)
			continue;
		struct scene_item *it = scene_add(sc, cell_x(r->grid, to),
						  r->grid->row[to], ROLE_TARGET, "", "");
		it->cell = (int16_t)to;
		it->flags = SCENE_GOAL;
		it->m = list[i];
	}
}

static void
cc_scene(const struct game *g, const struct state *state, int viewer, struct scene *sc)
{
	(void)viewer;
	const struct hexgrid *h = rules_of(g)->grid;
	memset(sc, 0, sizeof *sc);
	sc->width = h->columns + 2 * MARGIN_X;
	sc->height = h->rows + 1;
	scene_cells(g, state, sc); /* first: item k is cell k */
	for (int row = 0; row < h->rows; row++) {
		char letter[2] = { (char)('a' + row), 0 };
		scene_add(sc, 0, row, ROLE_DIM, letter, NULL);
	}
	scene_last(g, state, sc);
	if (!chinese_checkers_state(state)->end)
		scene_choices(g, state, sc);
}

const struct game_ops chinese_checkers_game = {
	.key = "chinese-checkers",
	.title = "Chinese Checkers",
	.summary = "race your pegs across the star by steps and chains of hops",
	.source =
		"Common rules; blocking and repetition as in rules/chinese-checkers.txt",
	.seats_min = 2,
	.seats_max = 6,
	.seats_default = 3,
	.seats_allowed = 1 << 2 | 1 << 3 | 1 << 4 | 1 << 6,
	.unit = CC_UNIT,
	.point_name = "points",
	.options = variant_options,
	.valued_options = "size|pegs|blocking",
	.state_size = sizeof(struct chinese_checkers),
	.setup = cc_setup,
	.start = cc_start,
	.acting = cc_acting,
	.moves = cc_moves,
	.play = cc_play,
	.settled = cc_settled,
	.evaluate = cc_evaluate,
	.bounds = cc_bounds,
	.give_turn = cc_give_turn,
	.order = cc_order,
	.hash = cc_hash,
	.points = cc_points,
	.progress = cc_progress,
	.policy = cc_policy,
	.rollout = cc_rollout,
	.format_move = cc_format_move,
	.parse_move = cc_parse_move,
	.format_position = cc_format_position,
	.parse_position = cc_parse_position,
	.seat_name = cc_seat_name,
	.seat_letter = cc_seat_letter,
	.headline = cc_headline,
	.figures = cc_figures,
	.event = cc_event,
	.scene = cc_scene,
};
