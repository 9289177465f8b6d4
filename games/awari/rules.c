/*
 * rules.c - seeds sown round a board of two rows of six houses: variants, play, the result.
 *
 * A seat takes all seeds of one of its houses and sows them one by one into the houses that
 * follow, skipping the one they came from. When the last seed makes two or three in a house of the
 * other side, it captures them, and so on backwards while the houses before hold two or three. A
 * seat without seeds must be given some if possible.
 *
 * rules=    a move that would capture      the seat to move      the third time
 *           all of the other side's seeds  has no move           the same position
 *   awari   only if every move does        each takes its row    the rest is shared
 *   oware   captures nothing               each takes its row    each takes its row
 *   paper   is not allowed                 it passes             (goes on)
 *
 * Sources. awari: Allis, van der Meulen and van den Herik, Databases in Awari, 1991, the rules
 * of the Computer Olympiads, under which Romein and Bal solved the game (2003). oware: Abapa, the
 * rules of the Oware Society and of the Mind Sports Olympiad; there the players agree that the game
 * is going round in circles, here the third repetition decides it. paper: Awari.lud of Ludii, as in
 * Kowalski et al.; it ends when no house has more than one seed, and the remaining seeds count for
 * neither seat; when neither has a move it is a draw.
 *
 * A seat with more than half of the seeds has won, except with score=seeds, where the other seeds
 * count, and rules=paper, where an endless game is a draw. At max_turns a game ends as by
 * repetition.
 *
 * Hash: houses, mover, stores, whether a position has occurred a second time since the last capture
 * (endgame tables are valid only before that, see known.c), plus the ply where a depth-first search
 * could reach max_turns. The positions that have occurred are left out, as in chess programs.
 *
 * Memory: one state of 32 bytes; tables of 16 KB, built once.
 */
#include "games/awari/rules.h"

#include "games/common/ranked.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

static_assert(sizeof(struct awari_variant) <= VARIANT_BYTES, "rules fit");
static_assert(sizeof(struct awari) == 32, "as the head of this file says");

/* ---- sowing --------------------------------------------------------------------------- */

struct awari_sowing awari_sowings[AWARI_ROW][AWARI_COUNTS];

static struct awari_sowing
one_sowing(int house, int seeds)
{
	struct awari_sowing w = { 0, 0, 0 };
	int at = house;
	for (; seeds > 0; seeds--) {
		at = (at + 1) % AWARI_HOUSES;
		if (at == house)
			at = (at + 1) % AWARI_HOUSES;
		if (at < AWARI_ROW)
			w.own += UINT64_C(1) << 8 * at;
		else
			w.other += UINT64_C(1) << 8 * (at - AWARI_ROW);
	}
	if (at >= AWARI_ROW)
		w.reach = (UINT64_C(1) << 8 * (at - AWARI_ROW + 1)) - 1;
	return w;
}

static void
build_tables(void)
{
	awari_build_lots();
	awari_build_slots();
	for (int house = 0; house < AWARI_ROW; house++)
		for (int n = 0; n <= AWARI_SEEDS; n++)
			awari_sowings[house][n] = one_sowing(house, n);
}

/* ---- variants ------------------------------------------------------------------------- */

enum option_at { OPT_RULES, OPT_TURNS, OPT_SCORE, OPT_ENDGAMES };
enum score_choice { SCORE_WIN, SCORE_SEEDS };

static const struct option_spec variant_options[] = {
	[OPT_RULES] = { "rules", OPTION_CHOICE, "awari", 0, 0, "awari|oware|paper", "",
			"the rules of the Computer Olympiads, of Oware tournaments, or "
			"of Kowalski et al." },
	[OPT_TURNS] = { "max_turns", OPTION_INT, "500", 10, 1000, NULL, "turns",
			"turns of each seat before the game ends, as after a "
			"repetition" },
	[OPT_SCORE] = { "score", OPTION_CHOICE, "win", 0, 0, "win|seeds", "",
			"points: 1 for a win and half for a draw, or the lead in seeds" },
	[OPT_ENDGAMES] = { "endgames", OPTION_SWITCH, "on", 0, 1, NULL, "",
			   "searches use the table of endgames written by plyscope "
			   "solve" },
	{ .key = NULL },
};

static bool
awari_setup(struct game *g, struct status *st)
{
	static pthread_once_t built = PTHREAD_ONCE_INIT;
	pthread_once(&built, build_tables);
	struct awari_variant r = {
		.max_plies = (uint16_t)(g->variant.v[OPT_TURNS].i * AWARI_SEATS),
		.rules = (uint8_t)g->variant.v[OPT_RULES].i,
		.by_margin = g->variant.v[OPT_SCORE].i == SCORE_SEEDS,
	};
	if (r.by_margin) {
		g->unit = AWARI_SEED;
		g->parts = 1;
	}
	memcpy(g->parsed, &r, sizeof r);
	if (g->variant.v[OPT_ENDGAMES].i)
		r.table = endgame_find(g, &awari_endgame); /* by the rules in g */
	memcpy(g->parsed, &r, sizeof r);
	g->traits = TRAIT_DRAWS | TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM;
	return true;
}

/* ---- state ---------------------------------------------------------------------------- */

static void
awari_start(const struct game *g, struct state *state)
{
	*awari_of(state) = (struct awari){
		.row = { EACH(4), EACH(4) },
		.last = -1,
	};
}

void
awari_settle(const struct game *g, struct awari *s)
{
	const struct awari_variant *r = awari_variant(g);
	const struct turn t = turn_of(s);
	const uint64_t moves = legal_moves(r->rules, t.own, t.other);
	s->end = verdict(r, r->rules, &t, moves, s->ply,
			 s->end == AWARI_REPETITION ? 2 : 0);
}

static seat_set
awari_acting(const struct game *g, const struct state *state)
{
	const struct awari *s = awari_state(state);
	return s->end ? 0 : (seat_set)1 << s->mover;
}

int
awari_list_moves(const struct game *g, const struct state *state, int seat, move *list)
{
	const struct awari *s = awari_state(state);
	uint64_t moves =
		legal_moves(awari_variant(g)->rules, s->row[seat], s->row[!seat]);
	move *at = list;
	for (; moves; moves &= moves - 1)
		*at++ = (move)(AWARI_ROW * seat + __builtin_ctzll(moves) / 8);
	if (at == list)
		*at++ = AWARI_PASS;
	return (int)(at - list);
}

static uint64_t
awari_position(const struct game *g, const struct state *state)
{
	const struct awari *s = awari_state(state);
	const struct turn t = turn_of(s);
	return position_key(&t, s->mover);
}

static void
awari_play(const struct game *g, const struct state *from, int seat, move m,
	   struct state *to)
{
	const struct awari_variant *r = awari_variant(g);
	struct awari *s = awari_of(to);
	if (to != from)
		*s = *awari_state(from);
	struct turn t = turn_of(s);
	struct past *past = awari_past(g);
	const uint64_t before = past != NULL ? position_key(&t, seat) : 0;
	take_turn(r->rules, s, &t, m == AWARI_PASS ? -1 : (int)m - AWARI_ROW * seat);
	int seen = 0;
	if (past != NULL)
		seen = note_position(past, s, before, position_key(&t, s->mover));
	keep_turn(s, &t);
	s->end = verdict(r, r->rules, &t, legal_moves(r->rules, t.own, t.other), s->ply,
			 seen);
}

static bool
awari_settled(const struct game *g, const struct state *state)
{
	return awari_state(state)->end != AWARI_RUNNING;
}

static uint64_t
awari_hash(const struct game *g, const struct state *state)
{
	const struct awari *s = awari_state(state);
	uint64_t key = awari_position(g, state) +
		       s->store[0] * UINT64_C(0xa24baed4963ee407) +
		       s->store[1] * UINT64_C(0x9e3779b97f4a7c15);
	key += s->again * UINT64_C(0xe7037ed1a0b428db);
	return ranked_hash(key,
			   s->end == AWARI_REPETITION ? RANKED_REPETITION
						      : RANKED_RUNNING,
			   s->ply, awari_variant(g)->max_plies);
}

/* ---- the result ----------------------------------------------------------------------- */

int
awari_margin(const struct game *g, const struct awari *s)
{
	const int rules = awari_variant(g)->rules;
	const int stores = s->store[0] - s->store[1];
	const int rows = awari_row_seeds(s->row[0]) - awari_row_seeds(s->row[1]);
	switch (s->end) {
	case AWARI_STUCK: return 0;
	case AWARI_NO_MOVE: return stores + rows;
	case AWARI_REPETITION:
	case AWARI_LENGTH:
		return rules == RULES_PAPER   ? 0
		       : rules == RULES_OWARE ? stores + rows
					      : stores;
	default: return stores;
	}
}

static void
awari_points(const struct game *g, const struct state *state, int32_t *points)
{
	const int margin = awari_margin(g, awari_state(state));
	if (awari_variant(g)->by_margin) {
		points[0] = margin;
		points[1] = -margin;
		return;
	}
	points[0] = margin > 0 ? 2 : margin == 0;
	points[1] = 2 - points[0];
}

void
awari_bounds(const struct game *g, const struct state *state, struct bounds *b)
{
	const struct awari_variant *r = awari_variant(g);
	const struct awari *s = awari_state(state);
	const int rest = AWARI_SEEDS - s->store[0] - s->store[1];
	b->maxsum = r->by_margin ? 0 : 2 * AWARI_HALF;
	for (int i = 0; i < AWARI_SEATS; i++) {
		const int ahead = s->store[i] - s->store[!i];
		int least = ahead - rest, most = ahead + rest;
		if (s->end) {
			least = most = i == 0 ? awari_margin(g, s) : -awari_margin(g, s);
		} else if (r->rules == RULES_PAPER) { /* an endless game is a draw */
			least = least < 0 ? least : 0;
			most = most > 0 ? most : 0;
		}
		if (r->by_margin) {
			b->low[i] = AWARI_SEED * least;
			b->high[i] = AWARI_SEED * most;
		} else {
			b->low[i] = AWARI_HALF * (least > 0 ? 2 : least == 0);
			b->high[i] = AWARI_HALF * (most > 0 ? 2 : most == 0);
		}
	}
}

/* Seeds captured, or the clock when that is farther. */
int
awari_progress(const struct game *g, const struct state *state)
{
	const struct awari *s = awari_state(state);
	if (s->end)
		return 1000;
	const int taken = 999 * (s->store[0] + s->store[1]) / AWARI_SEEDS;
	const int clock = 999 * s->ply / awari_variant(g)->max_plies;
	return taken > clock ? taken : clock;
}

static const struct game_rules awari_rules = {
	.setup = awari_setup,
	.start = awari_start,
	.acting = awari_acting,
	.moves = awari_list_moves,
	.play = awari_play,
	.settled = awari_settled,
	.hash = awari_hash,
	.points = awari_points,
};

static const struct game_turns awari_turns = {
	.key = awari_position,
};

const struct game_ops awari_game = {
	.key = "awari",
	.title = "Awari",
	.summary = "sow the seeds of a house, capture twos and threes",
	.source = "Allis, van der Meulen and van den Herik 1991; Oware Society (Abapa)",
	.seats_default = AWARI_SEATS,
	.seats_allowed = 1 << AWARI_SEATS,
	.unit = 2 * AWARI_HALF,
	.parts = 2,
	.point_name = "points",
	.options = variant_options,
	.valued_options = "rules|score",
	.state_size = sizeof(struct awari),
	.rules = &awari_rules,
	.turns = &awari_turns,
	.knowledge = &awari_knowledge,
	.text = &awari_text,
	.view = &awari_view,
	.fast = &awari_fast,
	.endings = &awari_endings,
};
