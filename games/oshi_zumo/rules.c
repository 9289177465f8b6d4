/*
 * rules.c - Oshi-Zumo: rules, values, playouts. See oshi_zumo.h.
 *
 * Source: Buro 2003, "Solving the Oshi-Zumo game", with its 50 coins and seven places; Alesia
 * is the variant of Perolat et al. 2016 in which only pushing the wrestler off counts.
 * Differs: with minimum=0 a round without a coin ends the game, where others count rounds up to
 * a horizon (OpenSpiel: 1000).
 *
 * Memory: one state of 46 bytes.
 */
#include "games/oshi_zumo/oshi_zumo.h"

#include "games/oshi_zumo/rules.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert(sizeof(struct oshi) <= STATE_BYTES, "state fits");
static_assert(OSHI_COINS + 1 < THINGS_MAX, "a bit for each bid");
static_assert(sizeof(struct oshi_variant) <= VARIANT_BYTES, "rules fit");

enum option_at { OPT_COINS, OPT_SIZE, OPT_MINIMUM, OPT_ALESIA };

static const struct option_spec variant_options[] = {
	[OPT_COINS] = { "coins", OPTION_INT, "50", 2, OSHI_COINS, NULL, "coins",
			"coins in each purse" },
	[OPT_SIZE] = { "size", OPTION_INT, "3", 1, OSHI_SIZE, NULL, "places",
		       "places on each side of the middle" },
	[OPT_MINIMUM] = { "minimum", OPTION_INT, "1", 0, 1, NULL, "coins",
			  "the smallest bid while a seat has coins" },
	[OPT_ALESIA] = { "alesia", OPTION_SWITCH, "off", 0, 1, NULL, "",
			 "only pushing the wrestler off wins, anything else is a draw" },
	{ .key = NULL },
};

static inline struct oshi *
ring_of(struct state *s)
{
	return (struct oshi *)(void *)s->bytes;
}

static bool
oshi_setup(struct game *g, struct status *st)
{
	const struct oshi_variant r = {
		.coins = (int)g->variant.v[OPT_COINS].i,
		.size = (int)g->variant.v[OPT_SIZE].i,
		.minimum = (int)g->variant.v[OPT_MINIMUM].i,
		.alesia = g->variant.v[OPT_ALESIA].i != 0,
	};
	memcpy(g->parsed, &r, sizeof r);
	g->traits = TRAIT_HIDDEN | TRAIT_SIMULTANEOUS | TRAIT_OPEN_CARDS | TRAIT_BIDS |
		    TRAIT_CONSTANT_SUM | TRAIT_DRAWS | TRAIT_ZERO_SUM;
	return true;
}

static void
oshi_start(const struct game *g, struct state *state)
{
	struct oshi *s = ring_of(state);
	memset(s, 0, sizeof *s);
	s->coins[0] = s->coins[1] = (uint8_t)oshi_variant(g)->coins;
}

static bool
oshi_settled(const struct game *g, const struct state *state)
{
	const struct oshi *s = oshi_of(state);
	return s->ended ||
	       oshi_is_over(oshi_variant(g), s->coins[0], s->coins[1], s->place);
}

seat_set
oshi_acting(const struct game *g, const struct state *state)
{
	return oshi_settled(g, state) ? 0 : 3 & ~(seat_set)oshi_of(state)->bids.seats;
}

static int
oshi_moves(const struct game *g, const struct state *state, int seat, move *out)
{
	const int purse = oshi_of(state)->coins[seat];
	int n = 0;
	for (int bid = oshi_least(oshi_variant(g), purse); bid <= purse; bid++)
		out[n++] = (move)bid;
	return n;
}

/* Both have committed: the higher bid pushes, and the coins are gone. */
static void
oshi_zumo_reveal(struct oshi *s)
{
	const int west = commit_choice(&s->bids, 0), east = commit_choice(&s->bids, 1);
	const int at = s->rounds++ % OSHI_PAST;
	s->place = (int8_t)(s->place + (west > east) - (west < east));
	s->coins[0] = (uint8_t)(s->coins[0] - west);
	s->coins[1] = (uint8_t)(s->coins[1] - east);
	s->ended = west + east == 0;
	s->past_bid[at][0] = (uint8_t)west;
	s->past_bid[at][1] = (uint8_t)east;
	commit_clear(&s->bids);
}

static void
oshi_play(const struct game *g, const struct state *from, int seat, move m,
	  struct state *to)
{
	struct oshi *s = ring_of(to);
	if (from != to)
		*s = *oshi_of(from);
	assert(m <= s->coins[seat] &&
	       (int)m >= oshi_least(oshi_variant(g), s->coins[seat]));
	commit_make(&s->bids, seat, (int)m);
	if (s->bids.seats == 3)
		oshi_zumo_reveal(s);
}

/* Where he ends when only one purse has coins: its seat pushes on, a coin at a time. */
static int
place_at_last(const struct oshi_variant *r, const struct oshi *s)
{
	const int place = s->place + s->coins[0] - s->coins[1];
	return place > r->size ? r->size + 1 : place < -r->size ? -r->size - 1 : place;
}

/*
 * An end is exact, and so is a position where a purse is empty: the other seat pushes as far as
 * its coins reach. Else half a win, and more for the place (at most 0.3) and for the share of
 * the coins left (at most 0.65).
 */
static int32_t
value_of_west(const struct oshi_variant *r, const struct oshi *s, bool over)
{
	const int west = s->coins[0], east = s->coins[1];
	if (over)
		return OSHI_UNIT / 2 * (1 + oshi_outcome(r, s->place));
	if (west == 0 || east == 0)
		return OSHI_UNIT / 2 * (1 + oshi_outcome(r, place_at_last(r, s)));
	const int place = 360 * s->place / (r->size + 1);
	const int purse = 780 * (west - east) / (west + east);
	const int sum = OSHI_UNIT / 2 + place + purse;
	return sum < 12 ? 12 : sum > OSHI_UNIT - 12 ? OSHI_UNIT - 12 : sum;
}

static void
oshi_evaluate(const struct game *g, const struct state *state, int32_t *value)
{
	const bool over = oshi_settled(g, state);
	value[0] = value_of_west(oshi_variant(g), oshi_of(state), over);
	value[1] = OSHI_UNIT - value[0];
}

static void
oshi_bounds(const struct game *g, const struct state *state, struct bounds *b)
{
	(void)g, (void)state;
	b->low[0] = b->low[1] = 0;
	b->high[0] = b->high[1] = OSHI_UNIT;
	b->maxsum = OSHI_UNIT;
}

static uint64_t
oshi_hash(const struct game *g, const struct state *state)
{
	const struct oshi *s = oshi_of(state);
	return rng_mix((uint64_t)(uint8_t)s->place << 48 | (uint64_t)s->coins[0] << 40 |
		       (uint64_t)s->coins[1] << 32 | (uint64_t)s->bids.of[0] << 24 |
		       (uint64_t)s->bids.of[1] << 16 | (uint64_t)s->bids.seats << 8 |
		       s->ended);
}

static void
oshi_points(const struct game *g, const struct state *state, int32_t *points)
{
	const int won = oshi_outcome(oshi_variant(g), oshi_of(state)->place);
	points[0] = COMMIT_PARTS / 2 * (1 + won);
	points[1] = COMMIT_PARTS - points[0];
}

static int
oshi_progress(const struct game *g, const struct state *state)
{
	const int all = 2 * oshi_variant(g)->coins;
	const struct oshi *s = oshi_of(state);
	if (oshi_settled(g, state))
		return 1000;
	return 1000 * (all - s->coins[0] - s->coins[1]) / all;
}

static inline int
draw_bid(const struct oshi_variant *r, int purse, struct rng *rng)
{
	const int least = oshi_least(r, purse);
	return least + (int)rng_below(rng, (uint32_t)(purse - least + 1));
}

static void
oshi_determinize(const struct game *g, struct state *state, int viewer, struct rng *rng)
{
	struct oshi *s = ring_of(state);
	for (int i = 0; i < 2; i++)
		if (commit_unknown(&s->bids, i, viewer))
			commit_make(&s->bids, i,
				    draw_bid(oshi_variant(g), s->coins[i], rng));
}

/* What others may have beliefs about is the bid that a seat has committed. */
static void
oshi_things(const struct game *g, struct things *out)
{
	commit_things(out, "bid", oshi_variant(g)->coins);
}

/*
 * The quick player spreads its coins over the pushes to the nearer edge and bids anything up to
 * twice that share; never more than one coin above the other's purse, which surely pushes.
 */
static inline int
policy_bid(const struct oshi_variant *r, int purse, int other, int place, struct rng *rng)
{
	const int least = oshi_least(r, purse), edge = r->size + 1 - abs(place);
	int most = 1 + 2 * purse / edge;
	most = most > other + 1 ? other + 1 : most;
	most = most > purse ? purse : most;
	if (other == 0)
		return most; /* one coin, or none when there is none */
	return least + (int)rng_below(rng, (uint32_t)(most - least + 1));
}

static move
oshi_policy(const struct game *g, const struct state *state, int seat, struct rng *rng)
{
	const struct oshi *s = oshi_of(state);
	return (move)policy_bid(oshi_variant(g), s->coins[seat], s->coins[1 - seat],
				s->place, rng);
}

static inline int
rollout_bid(const struct oshi_variant *r, const struct oshi *s, int seat, struct rng *rng,
	    int random)
{
	return random ? draw_bid(r, s->coins[seat], rng)
		      : policy_bid(r, s->coins[seat], s->coins[1 - seat], s->place, rng);
}

static int
oshi_rollout(const struct game *g, struct state *state, struct rng *rng, int max_plies,
	     int random)
{
	const struct oshi_variant *r = oshi_variant(g);
	struct oshi *s = ring_of(state);
	int n = 0;
	while (n < max_plies && !oshi_settled(g, state)) {
		for (int i = 0; i < 2 && n < max_plies; i++) {
			if (commit_has(&s->bids, i))
				continue;
			commit_make(&s->bids, i, rollout_bid(r, s, i, rng, random));
			n++;
		}
		if (s->bids.seats == 3)
			oshi_zumo_reveal(s);
	}
	return n;
}

int
oshi_figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct oshi *s = oshi_of(state);
	out[0] = (struct figure){ .name = "coins",
				  .per_seat = { s->coins[0], s->coins[1] } };
	out[1] = (struct figure){ .name = "pushed", .per_seat = { s->place, -s->place } };
	return 2;
}

const char *
oshi_seat_name(const struct game *g, int seat)
{
	return seat == 0 ? "West" : "East";
}

char
oshi_seat_letter(const struct game *g, int seat)
{
	return *oshi_seat_name(g, seat);
}

static const struct game_rules oshi_rules = {
	.setup = oshi_setup,
	.start = oshi_start,
	.acting = oshi_acting,
	.moves = oshi_moves,
	.play = oshi_play,
	.settled = oshi_settled,
	.hash = oshi_hash,
	.points = oshi_points,
};

static const struct game_turns oshi_turns = {
	.uncommit = commit_uncommit,
};

static const struct game_knowledge oshi_knowledge = {
	.evaluate = oshi_evaluate,
	.bounds = oshi_bounds,
	.progress = oshi_progress,
	.policy = oshi_policy,
};

static const struct game_hidden oshi_hidden = {
	.redact = commit_redact,
	.determinize = oshi_determinize,
	.things = oshi_things,
	.held = commit_held,
};

static const struct game_fast oshi_fast = {
	.rollout = oshi_rollout,
};

const struct game_ops oshi_zumo_game = {
	.key = "oshi-zumo",
	.title = "Oshi-Zumo",
	.summary = "bid coins at the same time to push the wrestler off the other side",
	.source = "Buro 2003, Solving the Oshi-Zumo game",
	.seats_default = 2,
	.seats_allowed = 1 << 2,
	.unit = OSHI_UNIT,
	.parts = COMMIT_PARTS,
	.point_name = "points",
	.options = variant_options,
	.valued_options = "alesia",
	.state_size = sizeof(struct oshi),
	.rules = &oshi_rules,
	.turns = &oshi_turns,
	.knowledge = &oshi_knowledge,
	.hidden = &oshi_hidden,
	.text = &oshi_text,
	.view = &oshi_view,
	.fast = &oshi_fast,
	.joint = &oshi_joint,
};
