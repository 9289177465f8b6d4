/*
 * rules.c - marbles pushed off a hexagon, two or three seats: variants, moves, play, the
 * result.
 *
 * Moves. With a step as a rotation of 61 bits, every kind of move is a set of cells found by
 * a few words: N(d, X), the cells whose neighbour in direction d lies in X. Marbles that can
 * go alone are own & N(d, empty), those behind them own & N(d, that), and so on; pushes
 * begin with the opponents' marbles that have nothing behind them. Thirty words hold all
 * moves; nothing is looked at cell by cell until a move is listed or made (rules.h).
 *
 * The end. The seat that has pushed off `eject` marbles of others wins. The others, and all
 * seats of a game that reaches max_turns or a position (marbles, mover and marbles pushed
 * off) that occurs for the third time (games/common/ranked.h), are ranked by marbles pushed
 * off, then by marbles kept. A marble of a third seat pushed off counts like any other.
 *
 * Hash: marbles, marbles pushed off and mover, plus the ply where a depth-first search could
 * see max_turns. Which positions have occurred before is left out, as in chess programs.
 *
 * Memory: one state of 200 bytes; the tables of the board, built once.
 */
#include "games/abalone/rules.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct abalone_variant) <= VARIANT_BYTES, "rules fit");
static_assert(sizeof(struct abalone) <= STATE_BYTES, "state fits");

enum option_at { OPT_START, OPT_EJECT, OPT_TURNS, OPT_SCORE };
enum start_choice { STANDARD, DAISY };
enum score_choice { PLACES, MARBLES };

static const struct option_spec variant_options[] = {
	[OPT_START] = { "start", OPTION_CHOICE, "standard", 0, 0, "standard|belgian", "",
			"marbles on opposite sides, or the Belgian daisy for two seats" },
	[OPT_EJECT] = { "eject", OPTION_INT, "6", 1, EJECT_MAX, NULL, "marbles",
			"marbles of others to push off for a win" },
	[OPT_TURNS] = { "max_turns", OPTION_INT, "200", 10, 1000, NULL, "turns",
			"turns of each seat before the game ends, ranked by marbles" },
	[OPT_SCORE] = { "score", OPTION_CHOICE, "places", 0, 0, "places|marbles", "",
			"points: 1 for every seat beaten, or 1 for every marble pushed "
			"off" },
	{ .key = NULL },
};

static bool
abalone_setup(struct game *g, struct status *st)
{
	abalone_build();
	int marbles = g->seats == 2 ? 14 : 11, goal = (int)g->variant.v[OPT_EJECT].i;
	bool daisy = g->variant.v[OPT_START].i == DAISY;
	if (daisy && g->seats != 2)
		return status_fail(st,
				   "start: the Belgian daisy is for two seats, not %d",
				   g->seats);
	if (goal > marbles)
		return status_fail(st,
				   "eject: %d seats have %d marbles each, fewer than %d",
				   g->seats, marbles, goal);
	struct abalone_variant r = {
		.max_plies = (uint16_t)(g->variant.v[OPT_TURNS].i * g->seats),
		.seats = (uint8_t)g->seats,
		.by_marbles = g->variant.v[OPT_SCORE].i == MARBLES,
		.start = daisy ? DAISY : STANDARD,
		.goal = (uint8_t)goal,
		.marbles = (uint8_t)marbles,
	};
	memcpy(g->parsed, &r, sizeof r);
	g->traits = TRAIT_DRAWS | (g->seats > 2 ? TRAIT_MULTIPLAYER : 0);
	if (r.by_marbles) {
		g->unit = ABALONE_MARBLE;
		g->parts = 1;
	}
	if (!r.by_marbles)
		g->traits |= TRAIT_CONSTANT_SUM | (g->seats == 2 ? TRAIT_ZERO_SUM : 0);
	return true;
}

/* ---- state ---------------------------------------------------------------------------- */

/* Whose marble starts on a cell: clockwise from the bottom, or the flowers of the daisy. */
static int
owner_at_start(const struct abalone_variant *r, int row, int column)
{
	if (r->start == DAISY) {
		static const int8_t centres[4][3] = {
			{ 1, 2, 0 }, { 1, 5, 1 }, { 7, 5, 1 }, { 7, 8, 0 }
		};
		for (int k = 0; k < 4; k++)
			if (abalone_centre_distance(row - centres[k][0] + 4,
						    column - centres[k][1] + 5) <= 1)
				return centres[k][2];
		return SEAT_NONE;
	}
	if (row < 2)
		return 0;
	if (r->seats == 3)
		return row - column >= 2 ? 1 : column >= 8 ? 2 : SEAT_NONE;
	if (row > 6)
		return 1;
	if (row == 2 && column >= 3 && column <= 5)
		return 0;
	return row == 6 && column >= 5 && column <= 7 ? 1 : SEAT_NONE;
}

uint64_t
abalone_key(const struct game *g, const struct state *state)
{
	const struct abalone *s = abalone_state(state);
	uint64_t key = abalone_tables.mover_key[s->mover];
	for (int seat = 0; seat < g->seats; seat++) {
		key ^= abalone_tables.ejected_key[seat][s->ejected[seat]];
		for (uint64_t w = s->marbles[seat]; w; w &= w - 1)
			key ^= abalone_tables.key[seat][__builtin_ctzll(w)];
	}
	return key;
}

static void
abalone_start(const struct game *g, struct state *state)
{
	memset(state->bytes, 0, sizeof(struct abalone));
	struct abalone *s = board_of(state);
	for (int cell = 0; cell < ABALONE_CELLS; cell++) {
		int seat = owner_at_start(abalone_variant(g), abalone_tables.row[cell],
					  abalone_tables.column[cell]);
		if (seat != SEAT_NONE)
			s->marbles[seat] |= BIT(cell);
	}
	s->winner = s->last_seat = SEAT_NONE;
	s->key = abalone_key(g, state);
	ranked_note(s->recent, s->ply, s->key);
}

void
abalone_settle(const struct game *g, struct state *state)
{
	struct abalone *s = board_of(state);
	for (int seat = 0; seat < g->seats; seat++)
		if (s->ejected[seat] >= abalone_variant(g)->goal) {
			s->end = RANKED_WON;
			s->winner = (int8_t)seat;
		}
	s->key = abalone_key(g, state);
	int seen = ranked_note(s->recent, s->ply, s->key);
	s->end = ranked_verdict(s->end, s->ply, abalone_variant(g)->max_plies, seen);
}

/* Moves are of the seat's own marbles wherever the others' turn was: as if the seats between
 * had passed, which a seat without a move does. */
static void
abalone_give_turn(const struct game *g, const struct state *from, int seat,
		  struct state *to)
{
	game_copy(g, from, to);
	struct abalone *s = board_of(to);
	s->key ^= abalone_tables.mover_key[s->mover] ^ abalone_tables.mover_key[seat];
	s->mover = (uint8_t)seat;
}

static seat_set
abalone_acting(const struct game *g, const struct state *state)
{
	const struct abalone *s = abalone_state(state);
	return s->end ? 0 : (seat_set)1 << s->mover;
}

/* ---- moves ---------------------------------------------------------------------------- */

int
abalone_list_moves(const struct game *g, const struct state *state, int seat, move *list)
{
	uint64_t way[ABALONE_WAYS];
	move *at = list;
	find_ways(abalone_state(state), seat, way);
	for (move w = 0; w < ABALONE_WAYS; w++)
		for (uint64_t cells = way[w]; cells; cells &= cells - 1)
			*at++ = w << 6 | (move)__builtin_ctzll(cells);
	if (at == list)
		*at++ = ABALONE_PASS;
	return (int)(at - list);
}

static void
abalone_play(const struct game *g, const struct state *from, int seat, move m,
	     struct state *to)
{
	if (to != from)
		memcpy(to->bytes, from->bytes, sizeof(struct abalone));
	apply(abalone_variant(g), board_of(to), seat, m);
}

static bool
abalone_settled(const struct game *g, const struct state *state)
{
	return abalone_state(state)->end != RANKED_RUNNING;
}

/* ---- the result ----------------------------------------------------------------------- */

void
abalone_ranks(const struct game *g, const struct abalone *s, int32_t *rank)
{
	for (int i = 0; i < g->seats; i++) {
		int kept = __builtin_popcountll(s->marbles[i]);
		rank[i] = i == s->winner ? INT32_MAX : 16 * s->ejected[i] + kept;
	}
}

void
abalone_points(const struct game *g, const struct state *state, int32_t *points)
{
	const struct abalone *s = abalone_state(state);
	int32_t rank[SEATS_MAX];
	if (!abalone_variant(g)->by_marbles) {
		abalone_ranks(g, s, rank);
		ranked_points(rank, g->seats, points);
		return;
	}
	for (int i = 0; i < g->seats; i++)
		points[i] = s->ejected[i];
}

void
abalone_bounds(const struct game *g, const struct state *state, struct bounds *b)
{
	const struct abalone_variant *r = abalone_variant(g);
	const struct abalone *s = abalone_state(state);
	if (!r->by_marbles) {
		ranked_bounds(g->seats, ABALONE_HALF, b);
		return;
	}
	b->maxsum = 0;
	for (int i = 0; i < g->seats; i++) {
		b->low[i] = ABALONE_MARBLE * s->ejected[i];
		b->high[i] = s->end ? b->low[i] : ABALONE_MARBLE * r->goal;
		b->maxsum += b->high[i];
	}
}

static uint64_t
abalone_hash(const struct game *g, const struct state *state)
{
	const struct abalone *s = abalone_state(state);
	return ranked_hash(s->key, s->end, s->ply, abalone_variant(g)->max_plies);
}

/* How far the seat nearest to a win has come, or the clock when that is farther. */
int
abalone_progress(const struct game *g, const struct state *state)
{
	const struct abalone *s = abalone_state(state);
	const struct abalone_variant *r = abalone_variant(g);
	if (s->end)
		return 1000;
	int progress = 999 * s->ply / r->max_plies;
	for (int i = 0; i < g->seats; i++)
		if (999 * s->ejected[i] / r->goal > progress)
			progress = 999 * s->ejected[i] / r->goal;
	return progress;
}

/* ---- looking at a state --------------------------------------------------------------- */

int
abalone_at(const struct game *g, const struct state *state, int cell)
{
	for (int seat = 0; seat < g->seats; seat++)
		if (abalone_state(state)->marbles[seat] >> cell & 1)
			return seat;
	return SEAT_NONE;
}

int
abalone_goal(const struct game *g)
{
	return abalone_variant(g)->goal;
}

int
abalone_marbles(const struct game *g)
{
	return abalone_variant(g)->marbles;
}

struct abalone_move
abalone_describe(const struct game *g, const struct state *state, int seat, move m)
{
	const struct abalone *s = abalone_state(state);
	const struct abalone_way *w = &abalone_ways[abalone_way(m)];
	struct abalone_move d = { .dir = w->dir, .in_line = w->count == 0 };
	int cell = abalone_cell(m), along = d.in_line ? w->dir : w->axis;
	while (d.count < (d.in_line ? 3 : w->count) && cell != ABALONE_NONE &&
	       s->marbles[seat] >> cell & 1) {
		d.group |= BIT(cell);
		d.cells[d.count++] = (uint8_t)cell;
		cell = abalone_tables.step[along][cell];
	}
	/* In line the front leads; sideways the end that lies farther in the direction. */
	bool first = !d.in_line &&
		     ((w->dir - w->axis + 6) % 6 == 2 || (w->dir - w->axis + 6) % 6 == 4);
	d.target = abalone_tables.step[d.dir][d.cells[first ? 0 : d.count - 1]];
	for (cell = d.target; cell != ABALONE_NONE && abalone_at(g, state, cell) >= 0;
	     cell = abalone_tables.step[d.dir][cell])
		d.pushed++;
	d.ejects = cell == ABALONE_NONE;
	return d;
}

static const struct game_rules abalone_rules = {
	.setup = abalone_setup,
	.start = abalone_start,
	.acting = abalone_acting,
	.moves = abalone_list_moves,
	.play = abalone_play,
	.settled = abalone_settled,
	.hash = abalone_hash,
	.points = abalone_points,
};

static const struct game_turns abalone_turns = {
	.give_turn = abalone_give_turn,
};

const struct game_ops abalone_game = {
	.key = "abalone",
	.title = "Abalone",
	.summary =
		"push six of the others' marbles off the board, in lines of up to three",
	.source = "Lalet and Levi 1987; three seats as in Hashavit and Markovitch 2023",
	.seats_default = 2,
	.seats_allowed = 1 << 2 | 1 << 3,
	.unit = 2 * ABALONE_HALF,
	.parts = 2,
	.point_name = "points",
	.options = variant_options,
	.state_size = sizeof(struct abalone),
	.rules = &abalone_rules,
	.turns = &abalone_turns,
	.knowledge = &abalone_knowledge,
	.text = &abalone_text,
	.view = &abalone_view,
	.fast = &abalone_fast,
};
