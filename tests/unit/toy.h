/*
 * toy.h - the smallest game and algorithms that use every part of the contracts, so that
 * the tests of src/core depend on no real game.
 *
 * Toy: each round chance deals every seat a secret digit; then the seats pick 1 to 4 in
 * turn, and a pick of the own secret counts ten. Most points after `rounds` rounds win.
 * With open=on the secrets lie open.
 *
 * Searches: "count" visits leaf after leaf until its limits say stop; "perfect" the same,
 * but refuses hidden information; "wrap" holds an inner player for it.
 */
#ifndef PLYSCOPE_TESTS_TOY_H
#define PLYSCOPE_TESTS_TOY_H

#include "src/base/status.h"
#include "src/core/match.h"
#include "src/core/search.h"
#include "tests/unit/plain_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct toy {
	int32_t rounds, round, turn, dealt;
	int32_t secret[SEATS_MAX], points[SEATS_MAX];
	uint32_t path; /* of everything that happened */
};

static inline struct toy *
toy_of(const struct state *s)
{
	return (struct toy *)(void *)(uintptr_t)s->bytes;
}

static bool
toy_setup(struct game *g, struct status *st)
{
	if (g->seats == 4 && options_int(&g->variant, "rounds") > 8)
		return status_fail(st, "rounds: 4 seats play at most 8");
	g->traits = TRAIT_CHANCE | (g->seats > 2 ? TRAIT_MULTIPLAYER : 0);
	if (!options_int(&g->variant, "open"))
		g->traits |= TRAIT_HIDDEN;
	return true;
}

static void
toy_start(const struct game *g, struct state *s)
{
	toy_of(s)->rounds = (int32_t)options_int(&g->variant, "rounds");
}

static seat_set
toy_acting(const struct game *g, const struct state *s)
{
	const struct toy *t = toy_of(s);
	if (t->round >= t->rounds)
		return 0;
	return t->dealt ? (seat_set)1 << t->turn : ACTING_CHANCE;
}

static int
toy_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	int n = toy_of(s)->round == 0 && options_int(&g->variant, "forced") ? 1 : 4;
	for (int i = 0; i < n; i++)
		out[i] = (move)i + 1;
	return n;
}

static void
toy_play(const struct game *g, const struct state *from, int seat, move m,
	 struct state *to)
{
	*to = *from;
	struct toy *t = toy_of(to);
	t->path = t->path * 31 + m;
	if (seat == SEAT_CHANCE) {
		for (int i = 0; i < g->seats; i++)
			t->secret[i] = 1 + (int32_t)(rng_mix(m + (uint64_t)i) & 3);
		t->dealt = 1;
		return;
	}
	t->points[seat] += (int32_t)m == t->secret[seat] ? 10 : (int32_t)m;
	t->turn = (t->turn + 1) % g->seats;
	if (t->turn == 0) {
		t->round++;
		t->dealt = 0;
	}
}

static move
toy_chance_sample(const struct game *g, const struct state *s, struct rng *r)
{
	(void)g, (void)s;
	return rng_below(r, 1000000);
}

static bool
toy_settled(const struct game *g, const struct state *s)
{
	return toy_acting(g, s) == 0;
}

static void
toy_points(const struct game *g, const struct state *s, int32_t *points)
{
	memcpy(points, toy_of(s)->points, (size_t)g->seats * sizeof *points);
}

static uint64_t
toy_hash(const struct game *g, const struct state *s)
{
	return game_state_hash(g, s);
}

static int
toy_progress(const struct game *g, const struct state *s)
{
	return toy_of(s)->round * 1000 / toy_of(s)->rounds;
}

static void
toy_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	b->maxsum = 10 * 50 * g->seats;
	for (int i = 0; i < g->seats; i++) {
		b->low[i] = 0;
		b->high[i] = 10 * 50;
	}
}

static void
toy_redact(const struct game *g, struct state *s, int viewer)
{
	for (int i = 0; i < g->seats; i++)
		if (i != viewer)
			toy_of(s)->secret[i] = 0;
}

static void
toy_determinize(const struct game *g, struct state *s, int viewer, struct rng *r)
{
	for (int i = 0; i < g->seats; i++)
		if (i != viewer && toy_of(s)->dealt)
			toy_of(s)->secret[i] = 1 + (int32_t)rng_below(r, 4);
}

static void
toy_format_move(const struct game *g, const struct state *s, int seat, move m, char *out,
		int size)
{
	(void)g, (void)s, (void)seat;
	snprintf(out, (size_t)size, "pick %u", m);
}

static bool
toy_parse_move(const struct game *g, const struct state *s, int seat, const char *text,
	       move *out, struct status *st)
{
	unsigned n;
	char rest;
	(void)g, (void)s, (void)seat;
	if (sscanf(text, "pick %u%c", &n, &rest) != 1)
		return status_fail(st, "expected \"pick N\", not \"%s\"", text);
	*out = n;
	return true;
}

static void
toy_format_position(const struct game *g, const struct state *s, char *out, int size)
{
	const struct toy *t = toy_of(s);
	int n = snprintf(out, (size_t)size, "%d %d %d %u", t->round, t->turn, t->dealt,
			 t->path);
	for (int i = 0; i < g->seats; i++)
		n += snprintf(out + n, (size_t)(size - n), " %d:%d", t->secret[i],
			      t->points[i]);
}

static const char *
toy_seat_name(const struct game *g, int seat)
{
	static const char *const names[] = { "Ann", "Bob", "Cleo", "Dan" };
	return names[seat];
}

static char
toy_seat_letter(const struct game *g, int seat)
{
	return "ABCD"[seat];
}

static int
toy_figures(const struct game *g, const struct state *s, struct figure *out)
{
	out[0] = (struct figure){ .name = "total" };
	toy_points(g, s, out[0].per_seat);
	return 1;
}

static const struct option_spec toy_options[] = {
	{ "rounds", OPTION_INT, "3", 1, 50, NULL, "", "rounds to play" },
	{ "open", OPTION_SWITCH, "off", 0, 1, NULL, "", "secrets lie open" },
	{ "forced", OPTION_SWITCH, "off", 0, 1, NULL, "", "one move in the first round" },
	{ 0 },
};

static const struct game_ops toy_game = {
	.key = "toy-game",
	.title = "Toy",
	.summary = "a game for tests",
	.seats_default = 2,
	.seats_allowed = 1 << 2 | 1 << 3 | 1 << 4,
	.unit = 1,
	.point_name = "points",
	.options = toy_options,
	.state_size = sizeof(struct toy),
	.rules =
		&(const struct game_rules){
			.setup = toy_setup,
			.start = toy_start,
			.acting = toy_acting,
			.moves = toy_moves,
			.play = toy_play,
			.settled = toy_settled,
			.points = toy_points,
			.hash = toy_hash,
		},
	.chance = &(const struct game_chance){ .sample = toy_chance_sample },
	.knowledge =
		&(const struct game_knowledge){
			.evaluate = toy_points,
			.bounds = toy_bounds,
			.progress = toy_progress,
		},
	.hidden =
		&(const struct game_hidden){
			.redact = toy_redact,
			.determinize = toy_determinize,
		},
	.text =
		&(const struct game_text){
			.format_move = toy_format_move,
			.parse_move = toy_parse_move,
			.format_position = toy_format_position,
			.parse_position = plain_parse_position,
			.seat_name = toy_seat_name,
			.seat_letter = toy_seat_letter,
		},
	.view =
		&(const struct game_view){
			.headline = plain_headline,
			.figures = toy_figures,
			.event = plain_event,
			.scene = plain_scene,
		},
};

static bool
count_open(struct search *s, struct status *st)
{
	if (s->mover == 3)
		return status_fail(st, "count: does not play for Dan");
	s->self = arena_take(&s->arena, 64);
	return s->self != NULL;
}

/* Reports its moves, then steps until told to stop. */
static void
count_run(struct search *s)
{
	move moves[MOVES_MAX];
	int n = s->game->rules->moves(s->game, &s->root, s->mover, moves);
	s->live.move_count = 0;
	for (int i = 0; i < n; i++) {
		struct stats_move *m = &s->live.moves[s->live.move_count++];
		*m = (struct stats_move){ .m = moves[i], .visits = i, .prob = NAN };
		for (int k = 0; k < SEATS_MAX; k++)
			m->value[k] = k == s->mover ? i : -i;
	}
	search_report(s, false);
	while (search_step(s))
		s->live.simulations++;
}

static const struct option_spec count_options[] = {
	{ "memory", OPTION_INT, "1", 1, 64, NULL, "MiB", "memory of the search" },
	{ "prune", OPTION_CHOICE, "none", 0, 0, "none|shallow|deep", "", "what to cut" },
	{ "c", OPTION_REAL, "1.5", 0, 10, NULL, "", "exploration" },
	{ 0 },
};

static const struct option_spec wrap_options[] = {
	{ "worlds", OPTION_INT, "20", 1, 1000, NULL, "", "worlds" },
	{ "inner", OPTION_PLAYER, "perfect", 0, 0, NULL, "", "player of each world" },
	{ 0 },
};

static const struct search_ops count_search = {
	.key = "count",
	.title = "count",
	.options = count_options,
	.open = count_open,
	.run = count_run,
};
static const struct search_ops perfect_search = {
	.key = "perfect",
	.title = "perfect",
	.flags = SEARCH_PERFECT,
	.options = count_options,
	.open = count_open,
	.run = count_run,
};
static const struct search_ops wrap_search = {
	.key = "wrap",
	.title = "wrap",
	.flags = SEARCH_HIDDEN_OK | SEARCH_INNER,
	.options = wrap_options,
	.open = count_open,
	.run = count_run,
};
static bool
duel_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	return search_cannot("duel", g, TRAIT_MULTIPLAYER, out, size);
}

static const struct search_ops duel_search = {
	.key = "duel",
	.title = "duel",
	.misfit = duel_misfit,
	.options = count_options,
	.open = count_open,
	.run = count_run,
};

static const struct game_ops *const toy_games[] = { &toy_game, NULL };
static const struct search_ops *const toy_searches[] = { &count_search, &perfect_search,
							 &wrap_search, &duel_search,
							 NULL };
static const struct catalog toy_catalog = { .games = toy_games,
					    .example = "NAME:depth=6",
					    .searches = toy_searches };

/* A toy game of some seats; hidden unless open. */
static inline struct game
toy_make(int seats, bool open)
{
	struct game g;
	struct options variant;
	struct status st = { 0 };
	options_init(&variant, toy_options);
	options_set(&variant, "open", open ? "on" : "off", &st);
	if (!game_init(&g, &toy_game, seats, &variant, &st))
		BUG("%s", st.text);
	return g;
}

/* A setup with every seat played by `player`. */
static inline struct setup
toy_table(int seats, const char *player, uint64_t seed)
{
	struct setup s = { .game = toy_make(seats, false), .seed = seed };
	struct status st = { 0 };
	for (int i = 0; i < seats; i++)
		if (!player_parse(&s.seat[i], player, &toy_catalog, &s.game, &st))
			BUG("%s", st.text);
	return s;
}

/* Plays the match on with picks that depend on `salt` alone. */
static inline void
toy_play_on(struct match *m, int plies, uint64_t salt)
{
	for (; plies > 0 && !match_over(m); plies--) {
		move moves[MOVES_MAX];
		int seat = __builtin_ctz(match_acting(m));
		int n = match_moves(m, seat, moves);
		move mv = moves[rng_mix(salt + (uint64_t)m->at) % (uint64_t)n];
		if (!match_play(m, seat, mv, "value=1.0", NULL))
			BUG("the move %u was refused", mv);
	}
}

/* A directory below the system's temporary one for this test; made anew. */
static inline const char *
toy_directory(void)
{
	static char path[64];
	if (!path[0]) {
		snprintf(path, sizeof path, "/tmp/plyscope-test-XXXXXX");
		if (!mkdtemp(path))
			BUG("no temporary directory");
	}
	return path;
}

#endif
