/*
 * rules.c - Tron for two to four heads: rules, values, playouts. See tron.h.
 *
 * Source: the light cycles of the film of 1982; rules as in Samothrakis, Robles and Lucas 2010 and
 * Perick et al. 2012 (crash together: a draw), obstacles as in the latter.
 *
 * Evaluation. A cell belongs to the head that reaches it first, to nobody when two reach it
 * together (a Voronoi diagram of steps). A seat's value is its share of the squares of these
 * territories, each one more than its cells: a seat with twice the room has the value 0.8. The
 * heads spread over the grid a step at a time, sixteen cells of a row to a word.
 *
 * Memory: one state of 164 bytes.
 */
#include "games/tron/tron.h"

#include "games/tron/rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert(sizeof(struct tron) <= STATE_BYTES, "state fits");
static_assert(sizeof(struct tron_variant) <= VARIANT_BYTES, "rules fit");
static_assert(TRON_UNIT % COMMIT_PARTS == 0, "shares of up to four seats are whole");

enum option_at { OPT_WIDTH, OPT_HEIGHT, OPT_MAP };

static const struct option_spec variant_options[] = {
	[OPT_WIDTH] = { "width", OPTION_INT, "13", TRON_SIDE_MIN, TRON_SIDE, NULL,
			"cells", "columns of the grid" },
	[OPT_HEIGHT] = { "height", OPTION_INT, "13", TRON_SIDE_MIN, TRON_SIDE, NULL,
			 "cells", "rows of the grid" },
	[OPT_MAP] = { "map", OPTION_CHOICE, "empty", 0, 0, "empty|pillars|wall|cross", "",
		      "obstacles: none, single blocks, a wall or a cross in the middle" },
	{ .key = NULL },
};

static const int8_t cells_by[TRON_STEPS] = { -16, 1, 16, -1 };

static inline struct tron *
grid_of(struct state *s)
{
	return (struct tron *)(void *)s->bytes;
}

static inline int
tron_least(int a, int b)
{
	return a < b ? a : b;
}

/* --- maps --- */

/* Obstacles of a map; the same after a half turn. */
static bool
is_obstacle(const struct tron_variant *r, int x, int y)
{
	const int w = r->width, h = r->height;
	const int edge_x = tron_least(x, w - 1 - x), edge_y = tron_least(y, h - 1 - y);
	const int off_x = abs(2 * x - (w - 1)), off_y = abs(2 * y - (h - 1));
	switch ((enum tron_map)r->map) {
	case TRON_PILLARS: return edge_x % 3 == 2 && edge_y % 3 == 2;
	case TRON_WALL: return off_x <= 1 && edge_y >= 2;
	case TRON_CROSS:
		return (off_x <= 1 && off_y <= h / 2) || (off_y <= 1 && off_x <= w / 2);
	case TRON_EMPTY: break;
	}
	return false;
}

/* No grid of squares is alike from three places. Where three begin on a square grid of each side,
 * west, east, north: places about as far apart from which random players, and quick ones, win about
 * as often (30,000 games each: shares of 32 to 35 %, on 5 x 5 of 31 to 37, on 4 x 4 of 27 to 37).
 * On other grids the columns are those of its width and the rows those of its height; there the
 * shares differ more. */
static const struct {
	uint8_t column[3], row[3];
} three_starts[TRON_SIDE - TRON_SIDE_MIN + 1] = {
	{ { 0, 3, 2 }, { 2, 3, 0 } },  /* 4 */
	{ { 1, 3, 2 }, { 3, 3, 0 } },  /* 5 */
	{ { 1, 4, 2 }, { 4, 3, 1 } },  /* 6 */
	{ { 0, 6, 3 }, { 4, 4, 1 } },  /* 7 */
	{ { 2, 5, 3 }, { 5, 4, 2 } },  /* 8 */
	{ { 2, 6, 4 }, { 5, 5, 1 } },  /* 9 */
	{ { 1, 8, 5 }, { 3, 4, 2 } },  /* 10 */
	{ { 1, 9, 5 }, { 3, 3, 2 } },  /* 11 */
	{ { 1, 10, 6 }, { 5, 6, 1 } }, /* 12 */
	{ { 1, 11, 6 }, { 5, 5, 3 } }, /* 13 */
	{ { 2, 12, 6 }, { 5, 5, 4 } }, /* 14 */
	{ { 1, 13, 7 }, { 6, 6, 3 } }, /* 15 */
};

/* Two and four begin opposite each other, one sixth from the edge: west, east, north, south. */
static void
find_starts(struct tron_variant *r)
{
	const int w = r->width, h = r->height;
	r->start[0] = (uint8_t)tron_cell(w / 6, h / 2);
	r->start[1] = (uint8_t)tron_cell(w - 1 - w / 6, h - 1 - h / 2);
	r->start[2] = (uint8_t)tron_cell(w / 2, h / 6);
	r->start[3] = (uint8_t)tron_cell(w - 1 - w / 2, h - 1 - h / 6);
	for (int i = 0; i < 3 && r->seats == 3; i++)
		r->start[i] =
			(uint8_t)tron_cell(three_starts[w - TRON_SIDE_MIN].column[i],
					   three_starts[h - TRON_SIDE_MIN].row[i]);
}

static bool
beside_start(const struct tron_variant *r, int x, int y)
{
	for (int i = 0; i < TRON_SEATS; i++)
		if (abs(x - tron_x(r->start[i])) + abs(y - tron_y(r->start[i])) <= 1)
			return true;
	return false;
}

static bool
tron_setup(struct game *g, struct status *st)
{
	struct tron_variant r = {
		.width = (uint8_t)g->variant.v[OPT_WIDTH].i,
		.height = (uint8_t)g->variant.v[OPT_HEIGHT].i,
		.map = (uint8_t)g->variant.v[OPT_MAP].i,
		.seats = (uint8_t)g->seats,
	};
	find_starts(&r);
	for (int y = 0; y < r.height; y++)
		for (int x = 0; x < r.width; x++)
			if (!is_obstacle(&r, x, y) || beside_start(&r, x, y))
				r.floor.row[y] |= (uint16_t)(1u << x);
	memcpy(g->parsed, &r, sizeof r);
	g->traits = TRAIT_HIDDEN | TRAIT_SIMULTANEOUS | TRAIT_OPEN_CARDS |
		    TRAIT_CONSTANT_SUM | TRAIT_DRAWS;
	g->traits |= g->seats == 2 ? TRAIT_ZERO_SUM : TRAIT_MULTIPLAYER;
	return true;
}

/* --- rules --- */

static inline void
close_cell(struct tron_rows *rows, int cell)
{
	rows->row[tron_y(cell)] &= (uint16_t) ~(1u << tron_x(cell));
}

void
tron_place(const struct tron_variant *r, struct tron *s, const uint8_t *start)
{
	memset(s, 0, sizeof *s);
	s->open = r->floor;
	s->alive = (uint8_t)((1u << r->seats) - 1);
	for (int i = 0; i < r->seats; i++) {
		s->start[i] = s->head[i] = start[i];
		close_cell(&s->open, start[i]);
	}
}

static void
tron_start(const struct game *g, struct state *state)
{
	const struct tron_variant *r = tron_variant(g);
	tron_place(r, grid_of(state), r->start);
}

static inline bool
tron_is_over(const struct tron *s)
{
	return (s->alive & (s->alive - 1)) == 0;
}

static bool
tron_settled(const struct game *g, const struct state *state)
{
	return tron_is_over(tron_of(state));
}

seat_set
tron_acting(const struct game *g, const struct state *state)
{
	const struct tron *s = tron_of(state);
	return tron_is_over(s) ? 0 : s->alive & ~(seat_set)s->steps.seats;
}

/* The free neighbours of a cell as a set of steps. */
static inline unsigned
free_steps(const struct tron_rows *open, int cell)
{
	const int x = tron_x(cell), y = tron_y(cell);
	const unsigned north = y > 0 ? open->row[y - 1] >> x & 1U : 0;
	const unsigned east = open->row[y] >> (x + 1) & 1;
	const unsigned south = open->row[y + 1] >> x & 1;
	const unsigned west = x > 0 ? open->row[y] >> (x - 1) & 1U : 0;
	return north << TRON_NORTH | east << TRON_EAST | south << TRON_SOUTH |
	       west << TRON_WEST;
}

unsigned
tron_steps(const struct tron *s, int seat)
{
	const unsigned free = free_steps(&s->open, s->head[seat]);
	return free != 0 ? free : 1u << TRON_NORTH;
}

static int
tron_moves(const struct game *g, const struct state *state, int seat, move *out)
{
	const unsigned steps = tron_steps(tron_of(state), seat);
	int n = 0;
	for (unsigned left = steps; left != 0; left &= left - 1)
		out[n++] = (move)__builtin_ctz(left);
	return n;
}

/* The cell that a head enters, -1 when it crashes there whatever the others do. */
static inline int
entered(const struct tron *s, int seat, int step)
{
	const int cell = s->head[seat];
	return free_steps(&s->open, cell) >> step & 1 ? cell + cells_by[step] : -1;
}

void
tron_round(struct tron *s)
{
	int to[TRON_SEATS] = { -1, -1, -1, -1 };
	unsigned crashed = 0, steps = 0;
	for (int i = 0; i < TRON_SEATS; i++) {
		if (!(s->alive >> i & 1))
			continue;
		const int step = commit_choice(&s->steps, i);
		to[i] = entered(s, i, step);
		crashed |= (unsigned)(to[i] < 0) << i;
		for (int k = 0; k < i; k++)
			if (to[k] == to[i] && to[i] >= 0)
				crashed |= 1u << i | 1u << k;
		steps |= (unsigned)step << 2 * i;
		s->lived[i]++;
	}
	for (int i = 0; i < TRON_SEATS; i++)
		if (s->alive & ~crashed & 1u << i) {
			s->head[i] = (uint8_t)to[i];
			close_cell(&s->open, to[i]);
		}
	s->past[s->rounds++] = (uint8_t)steps;
	commit_clear(&s->steps);
	s->alive &= (uint8_t)~crashed;
	if (tron_is_over(s))
		s->winners = s->alive != 0 ? s->alive : (uint8_t)crashed;
}

static void
tron_play(const struct game *g, const struct state *from, int seat, move m,
	  struct state *to)
{
	struct tron *s = grid_of(to);
	if (from != to)
		*s = *tron_of(from);
	assert(tron_steps(s, seat) >> m & 1);
	commit_make(&s->steps, seat, (int)m);
	if (s->steps.seats == s->alive)
		tron_round(s);
}

/* --- values --- */

static inline int
count_cells(const struct tron_rows *rows)
{
	uint64_t word[sizeof *rows / sizeof(uint64_t)];
	int n = 0;
	memcpy(word, rows, sizeof word);
	for (size_t k = 0; k < sizeof word / sizeof *word; k++)
		n += __builtin_popcountll(word[k]);
	return n;
}

/* The cells of `free` beside those of `from`. */
static inline struct tron_rows
neighbours(const struct tron_rows *from, const struct tron_rows *free)
{
	uint16_t padded[TRON_SIDE + 3] = { 0 };
	struct tron_rows to;
	memcpy(padded + 1, from->row, sizeof from->row);
	for (int y = 0; y <= TRON_SIDE; y++) {
		const unsigned at = padded[y + 1];
		to.row[y] = (uint16_t)((at << 1 | at >> 1 | padded[y] | padded[y + 2]) &
				       free->row[y]);
	}
	return to;
}

/* Counts the cells each seat reaches alone, and removes all reached cells from the rest. A cell
 * where two arrive together belongs to nobody, but the way on from it is open to both. */
static bool
share_cells(const struct tron_rows *front, struct tron_rows *left, int seats, int *cells)
{
	struct tron_rows twice = { 0 }, any = { 0 };
	for (int i = 0; i < seats; i++)
		for (int y = 0; y <= TRON_SIDE; y++) {
			twice.row[y] |= any.row[y] & front[i].row[y];
			any.row[y] |= front[i].row[y];
		}
	for (int y = 0; y <= TRON_SIDE; y++)
		left->row[y] &= (uint16_t)~any.row[y];
	for (int i = 0; i < seats; i++) {
		struct tron_rows own;
		for (int y = 0; y <= TRON_SIDE; y++)
			own.row[y] = front[i].row[y] & (uint16_t)~twice.row[y];
		cells[i] += count_cells(&own);
	}
	return count_cells(&any) > 0;
}

/* The cells that each living head reaches before the others. */
static void
territories(const struct tron *s, int seats, int *cells)
{
	struct tron_rows left = s->open, front[TRON_SEATS];
	memset(front, 0, sizeof front);
	for (int i = 0; i < seats; i++) {
		cells[i] = 0;
		if (s->alive >> i & 1)
			front[i].row[tron_y(s->head[i])] =
				(uint16_t)(1u << tron_x(s->head[i]));
	}
	do
		for (int i = 0; i < seats; i++)
			front[i] = neighbours(&front[i], &left);
	while (share_cells(front, &left, seats, cells));
}

static void
tron_share_win(const struct tron *s, int seats, int32_t *value)
{
	const int winners = __builtin_popcount(s->winners);
	for (int i = 0; i < seats; i++)
		value[i] = s->winners >> i & 1 ? TRON_UNIT / winners : 0;
}

static void
tron_evaluate(const struct game *g, const struct state *state, int32_t *value)
{
	const struct tron *s = tron_of(state);
	int cells[TRON_SEATS] = { 0 }, all = 0;
	if (tron_is_over(s)) {
		tron_share_win(s, g->seats, value);
		return;
	}
	territories(s, g->seats, cells);
	for (int i = 0; i < g->seats; i++) {
		value[i] = s->alive >> i & 1 ? (cells[i] + 1) * (cells[i] + 1) : 0;
		all += value[i];
	}
	assert(all > 0);
	for (int i = 0; i < g->seats; i++)
		value[i] = TRON_UNIT * value[i] / all;
}

static void
tron_bounds(const struct game *g, const struct state *state, struct bounds *b)
{
	const struct tron *s = tron_of(state);
	b->maxsum = TRON_UNIT;
	for (int i = 0; i < g->seats; i++) {
		const bool can_win = ((s->alive | s->winners) >> i & 1) != 0;
		b->low[i] = 0;
		b->high[i] = can_win ? TRON_UNIT : 0;
	}
}

static uint64_t
tron_hash(const struct game *g, const struct state *state)
{
	const struct tron *s = tron_of(state);
	uint64_t word[sizeof s->open / sizeof(uint64_t)], heads;
	uint32_t at, step;
	memcpy(word, &s->open, sizeof word);
	memcpy(&at, s->head, sizeof at);
	memcpy(&step, s->steps.of, sizeof step);
	heads = (uint64_t)at << 32 | (uint64_t)s->alive << 16 |
		(uint64_t)s->steps.seats << 8 | s->winners;
	uint64_t key = rng_mix(rng_mix(heads) ^ step);
	for (size_t k = 0; k < sizeof word / sizeof *word; k++)
		key = rng_mix(key ^ word[k]);
	return key;
}

static void
tron_points(const struct game *g, const struct state *state, int32_t *points)
{
	const struct tron *s = tron_of(state);
	const int each = COMMIT_PARTS / __builtin_popcount(s->winners);
	for (int i = 0; i < g->seats; i++)
		points[i] = s->winners >> i & 1 ? each : 0;
}

static int
tron_progress(const struct game *g, const struct state *state)
{
	const struct tron_variant *r = tron_variant(g);
	const struct tron *s = tron_of(state);
	const int all = count_cells(&r->floor);
	return tron_is_over(s) ? 1000 : 1000 * (all - count_cells(&s->open)) / (all + 1);
}

/* One of the steps in a set, each as likely. */
static inline int
draw_step(unsigned steps, struct rng *rng)
{
	const int n = __builtin_popcount(steps);
	for (uint32_t skip = n > 1 ? rng_below(rng, (uint32_t)n) : 0; skip > 0; skip--)
		steps &= steps - 1;
	return __builtin_ctz(steps);
}

static void
tron_determinize(const struct game *g, struct state *state, int viewer, struct rng *rng)
{
	struct tron *s = grid_of(state);
	for (int i = 0; i < g->seats; i++)
		if (commit_unknown(&s->steps, i, viewer))
			commit_make(&s->steps, i, draw_step(tron_steps(s, i), rng));
}

/* What others may have beliefs about is the step that a seat has committed. */
static void
tron_things(const struct game *g, struct things *out)
{
	*out = (struct things){ .called = "step",
				.count = TRON_STEPS,
				.key = (1 << TRON_STEPS) - 1,
				.name = { "N", "E", "S", "W" } };
}

/* The quick player steps where it can go on from, any such way as likely. */
static inline int
policy_step(const struct tron *s, int seat, struct rng *rng)
{
	const unsigned free = free_steps(&s->open, s->head[seat]);
	unsigned good = 0;
	for (unsigned left = free; left != 0; left &= left - 1) {
		const int step = __builtin_ctz(left);
		if (free_steps(&s->open, s->head[seat] + cells_by[step]) != 0)
			good |= 1u << step;
	}
	return draw_step(good != 0 ? good : tron_steps(s, seat), rng);
}

static move
tron_policy(const struct game *g, const struct state *state, int seat, struct rng *rng)
{
	return (move)policy_step(tron_of(state), seat, rng);
}

static int
tron_rollout(const struct game *g, struct state *state, struct rng *rng, int max_plies,
	     int random)
{
	struct tron *s = grid_of(state);
	int n = 0;
	while (n < max_plies && !tron_is_over(s)) {
		unsigned left = s->alive & ~(unsigned)s->steps.seats;
		for (; left != 0 && n < max_plies; left &= left - 1, n++) {
			const int i = __builtin_ctz(left);
			commit_make(&s->steps, i,
				    random ? draw_step(tron_steps(s, i), rng)
					   : policy_step(s, i, rng));
		}
		if (s->steps.seats == s->alive)
			tron_round(s);
	}
	return n;
}

int
tron_figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct tron *s = tron_of(state);
	int cells[TRON_SEATS] = { 0 };
	out[0] = (struct figure){ .name = "steps" };
	out[1] = (struct figure){ .name = "room" };
	if (!tron_is_over(s))
		territories(s, g->seats, cells);
	for (int i = 0; i < g->seats; i++) {
		out[0].per_seat[i] = s->lived[i];
		out[1].per_seat[i] = cells[i];
	}
	return 2;
}

const char *
tron_seat_name(const struct game *g, int seat)
{
	static const char *const names[TRON_SEATS] = { "Alpha", "Beta", "Gamma",
						       "Delta" };
	return names[seat];
}

char
tron_seat_letter(const struct game *g, int seat)
{
	return *tron_seat_name(g, seat);
}

static const struct game_rules tron_rules = {
	.setup = tron_setup,
	.start = tron_start,
	.acting = tron_acting,
	.moves = tron_moves,
	.play = tron_play,
	.settled = tron_settled,
	.hash = tron_hash,
	.points = tron_points,
};

static const struct game_turns tron_turns = {
	.uncommit = commit_uncommit,
};

static const struct game_knowledge tron_knowledge = {
	.evaluate = tron_evaluate,
	.bounds = tron_bounds,
	.progress = tron_progress,
	.policy = tron_policy,
};

static const struct game_hidden tron_hidden = {
	.redact = commit_redact,
	.determinize = tron_determinize,
	.things = tron_things,
	.held = commit_held,
};

static const struct game_fast tron_fast = {
	.rollout = tron_rollout,
};

const struct game_ops tron_game = {
	.key = "tron",
	.title = "Tron",
	.summary = "heads move at the same time, leave walls, and must not crash",
	.source = "Samothrakis, Robles and Lucas 2010; Perick et al. 2012",
	.seats_default = 2,
	.seats_allowed = 1 << 2 | 1 << 3 | 1 << 4,
	.unit = TRON_UNIT,
	.parts = COMMIT_PARTS,
	.point_name = "points",
	.options = variant_options,
	.valued_options = "", /* a share of the room is one on every grid */
	.state_size = sizeof(struct tron),
	.rules = &tron_rules,
	.turns = &tron_turns,
	.knowledge = &tron_knowledge,
	.hidden = &tron_hidden,
	.text = &tron_text,
	.view = &tron_view,
	.fast = &tron_fast,
	.joint = &tron_joint,
};
