/*
 * rules.c - the star for two to six seats: variants, moves, play, the result.
 *
 * Moves. All chains of hops of a peg are one flood fill in a 64-bit word (hexgrid.h); steps
 * are a mask of neighbours. A step changes the lattice of a peg and a hop never does, so no
 * destination is found twice. moves() lists pegs by cell, for each its steps by direction,
 * then its hops.
 *
 * The end. The seat whose target camp is filled wins; the others are ranked by remaining
 * distance: the sum over pegs of the steps to the tip of the camp, less what a full camp has,
 * so 0 is home. The same ranking decides a game that reaches max_turns or a position (pegs
 * and mover) that occurs for the third time (games/common/ranked.h). With score=steps the
 * points are the steps gone, all of them for the winner: a race, no constant sum.
 *
 * Hash: pegs and mover, plus the ply where a depth-first search could see max_turns. Which
 * positions have occurred before is left out, as in chess programs: two paths to one position
 * share a table entry even if one of them is nearer to a third occurrence.
 *
 * Memory: one state of about 330 bytes; tables for each size and number of seats, built once.
 */
#include "games/chinese_checkers/rules.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct cc_variant) <= VARIANT_BYTES, "rules fit");
static_assert(sizeof(struct chinese_checkers) <= STATE_BYTES, "state fits");

enum pegs_choice { STANDARD, FIFTEEN };

enum score_choice { PLACES, STEPS };

enum option_at { OPT_SIZE, OPT_PEGS, OPT_BLOCKING, OPT_TURNS, OPT_SCORE };

static const struct option_spec variant_options[] = {
	[OPT_SIZE] = { "size", OPTION_INT, "4", HEX_SIZE_MIN, HEX_SIZE_MAX, NULL, "rows",
		       "rows of a camp: 4 is the star of 121 cells, 2 and 3 are for "
		       "learning" },
	[OPT_PEGS] = { "pegs", OPTION_CHOICE, "standard", 0, 0, "standard|fifteen", "",
		       "pegs of a seat: 10 on the full star, or 15 for two seats" },
	[OPT_BLOCKING] = { "blocking", OPTION_SWITCH, "on", 0, 1, NULL, "",
			   "a full camp with at least one peg of yours wins even if "
			   "others sit in it" },
	[OPT_TURNS] = { "max_turns", OPTION_INT, "200", 10, 1000, NULL, "turns",
			"turns of each seat before the game ends, ranked by distance" },
	[OPT_SCORE] = { "score", OPTION_CHOICE, "places", 0, 0, "places|steps", "",
			"points: 1 for every seat beaten, or 1 for every step made" },
	{ .key = NULL },
};

static bool
cc_setup(struct game *g, struct status *st)
{
	int size = (int)g->variant.v[OPT_SIZE].i;
	bool fifteen = g->variant.v[OPT_PEGS].i == FIFTEEN;
	if (fifteen && (g->seats != 2 || size != 4))
		return status_fail(st,
				   "pegs: fifteen pegs need two seats and size 4, not %d "
				   "seats and size %d",
				   g->seats, size);
	struct cc_variant r = {
		.grid = hexgrid_star(size),
		.terrain = cc_terrain(size, fifteen, g->seats),
		.max_plies = (uint16_t)(g->variant.v[OPT_TURNS].i * g->seats),
		.seats = (uint8_t)g->seats,
		.blocking = (uint8_t)g->variant.v[OPT_BLOCKING].i,
		.by_steps = g->variant.v[OPT_SCORE].i == STEPS,
	};
	memcpy(g->parsed, &r, sizeof r);
	g->traits = TRAIT_DRAWS | (g->seats > 2 ? TRAIT_MULTIPLAYER : 0);
	if (r.by_steps) {
		g->unit = CC_STEP;
		g->parts = 1;
	}
	if (!r.by_steps)
		g->traits |= TRAIT_CONSTANT_SUM | (g->seats == 2 ? TRAIT_ZERO_SUM : 0);
	return true;
}

/* ---- state ---------------------------------------------------------------------------- */

void
chinese_checkers_recompute(const struct game *g, struct state *state)
{
	const struct cc_variant *r = cc_variant(g);
	const struct terrain *c = r->terrain;
	struct chinese_checkers *s = board_of(state);
	s->all = (struct hexset){ { 0, 0 } };
	memset(s->lattice, 0, sizeof s->lattice);
	s->key = c->mover_key[s->mover];
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

void
cc_settle(const struct game *g, struct state *state)
{
	const struct cc_variant *r = cc_variant(g);
	struct chinese_checkers *s = board_of(state);
	chinese_checkers_recompute(g, state);
	for (int k = 1; k <= r->seats; k++) {
		int seat = (s->mover + r->seats - k) % r->seats;
		if (s->winner == SEAT_NONE && camp_filled(r, s, seat)) {
			s->end = RANKED_WON;
			s->winner = (int8_t)seat;
		}
	}
	int seen = ranked_note(s->recent, s->ply, s->key);
	s->end = ranked_verdict(s->end, s->ply, r->max_plies, seen);
}

static void
cc_start(const struct game *g, struct state *state)
{
	const struct cc_variant *r = cc_variant(g);
	memset(state->bytes, 0, sizeof *board_of(state));
	struct chinese_checkers *s = board_of(state);
	memcpy(s->pegs, r->terrain->home, sizeof s->pegs);
	s->winner = s->last_seat = SEAT_NONE;
	chinese_checkers_recompute(g, state);
	ranked_note(s->recent, s->ply, s->key);
}

static seat_set
cc_acting(const struct game *g, const struct state *state)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	return s->end ? 0 : (seat_set)1 << s->mover;
}

/* ---- moves ---------------------------------------------------------------------------- */

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

int
cc_moves(const struct game *g, const struct state *state, int seat, move *out)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	const struct hexgrid *h = cc_variant(g)->grid;
	const uint64_t empty[4] = { ~s->all.w[0], ~s->all.w[1], 0, 0 };
	struct cc_hops to;
	move *end = out;
	cc_find_hops(h, s, seat, &to);
	for (int i = 0; i < to.pegs; i++)
		end = list_peg(h, empty, to.fan.hops.of[i], to.cell[i], end);
	if (end == out)
		*end++ = CC_PASS;
	assert(end - out < MOVES_MAX);
	return (int)(end - out);
}

static void
cc_play(const struct game *g, const struct state *from, int seat, move m,
	struct state *to)
{
	if (to != from)
		memcpy(to->bytes, from->bytes, sizeof(struct chinese_checkers));
	apply(cc_variant(g), board_of(to), seat, m);
}

/* A seat may move out of turn as if the seats between had passed. */
static void
cc_give_turn(const struct game *g, const struct state *from, int seat, struct state *to)
{
	const uint64_t *key = cc_variant(g)->terrain->mover_key;
	if (to != from)
		memcpy(to->bytes, from->bytes, sizeof(struct chinese_checkers));
	struct chinese_checkers *s = board_of(to);
	s->key ^= key[s->mover] ^ key[seat];
	s->mover = (uint8_t)seat;
}

static bool
cc_settled(const struct game *g, const struct state *state)
{
	return chinese_checkers_state(state)->end != RANKED_RUNNING;
}

/* ---- the result ----------------------------------------------------------------------- */

void
cc_ranks(const struct game *g, const struct chinese_checkers *s, int32_t *rank)
{
	for (int i = 0; i < g->seats; i++)
		rank[i] = i == s->winner ? INT32_MAX : -s->steps[i];
}

void
cc_points(const struct game *g, const struct state *state, int32_t *points)
{
	const struct cc_variant *r = cc_variant(g);
	const struct chinese_checkers *s = chinese_checkers_state(state);
	int32_t rank[SEATS_MAX];
	if (!r->by_steps) {
		cc_ranks(g, s, rank);
		ranked_points(rank, g->seats, points);
		return;
	}
	for (int i = 0; i < g->seats; i++)
		points[i] = r->terrain->steps_start - (i == s->winner ? 0 : s->steps[i]);
}

void
cc_bounds(const struct game *g, const struct state *state, struct bounds *b)
{
	const struct cc_variant *r = cc_variant(g);
	if (!r->by_steps) {
		ranked_bounds(g->seats, CC_HALF, b);
		return;
	}
	const int32_t home = CC_STEP * r->terrain->steps_start;
	for (int i = 0; i < g->seats; i++) {
		b->low[i] = 0; /* no cell is farther than those of the own camp */
		b->high[i] = home;
	}
	b->maxsum = home * g->seats;
}

int32_t
cc_value_step(const struct game *g, bool taken)
{
	return cc_variant(g)->by_steps ? CC_STEP : 1;
}

static uint64_t
cc_hash(const struct game *g, const struct state *state)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	return ranked_hash(s->key, s->end, s->ply, cc_variant(g)->max_plies);
}

/* How far the seat nearest home has come. */
int
cc_progress(const struct game *g, const struct state *state)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	int start = cc_variant(g)->terrain->steps_start, nearest = start;
	if (s->end)
		return 1000;
	for (int i = 0; i < g->seats; i++)
		if (s->steps[i] < nearest)
			nearest = s->steps[i];
	int progress = 1000 - 1000 * nearest / start;
	return progress > 999 ? 999 : progress;
}

/* ---- looking at a state --------------------------------------------------------------- */

const struct hexgrid *
chinese_checkers_grid(const struct game *g)
{
	return cc_variant(g)->grid;
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

static const struct game_rules cc_rules = {
	.setup = cc_setup,
	.start = cc_start,
	.acting = cc_acting,
	.moves = cc_moves,
	.play = cc_play,
	.settled = cc_settled,
	.hash = cc_hash,
	.points = cc_points,
};

static const struct game_turns cc_turns = {
	.give_turn = cc_give_turn,
};

const struct game_ops chinese_checkers_game = {
	.key = "chinese-checkers",
	.title = "Chinese Checkers",
	.summary = "race your pegs across the star by steps and chains of hops",
	.source =
		"Common rules; blocking and repetition as in rules/chinese-checkers.txt",
	.seats_default = 3,
	.seats_allowed = 1 << 2 | 1 << 3 | 1 << 4 | 1 << 6,
	.unit = 2 * CC_HALF,
	.parts = 2,
	.point_name = "points",
	.options = variant_options,
	.valued_options = "size|pegs|blocking|score",
	.state_size = sizeof(struct chinese_checkers),
	.rules = &cc_rules,
	.turns = &cc_turns,
	.knowledge = &cc_knowledge,
	.text = &cc_text,
	.view = &cc_view,
	.fast = &cc_fast,
	.race = &cc_race,
};
