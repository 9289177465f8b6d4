/*
 * trick_play.h - what the tests of games of tricks do alike: random games in all variants,
 * positions there and back, values within bounds, a plain max^n.
 */
#ifndef PLYSCOPE_TESTS_TRICK_PLAY_H
#define PLYSCOPE_TESTS_TRICK_PLAY_H

#include "tests/unit/play_text.h"

struct variant {
	int seats;
	const char *options;
};

/* One random step, chance included; half the time the quick player's, which must be legal. */
static inline void
step(const struct game *g, struct state *s, struct rng *r)
{
	int seat = game_mover(g, s);
	if (seat == SEAT_CHANCE) {
		g->rules->play(g, s, seat, g->chance->sample(g, s, r), s);
		return;
	}
	const seat_set acting = g->rules->acting(g, s);
	do
		seat = (int)rng_below(r, (uint32_t)g->seats);
	while ((acting >> seat & 1) == 0);
	move m[MOVES_MAX];
	const int n = g->rules->moves(g, s, seat, m);
	assert_in_range(n, 1, MOVES_MAX);
	move chosen = m[rng_below(r, (uint32_t)n)];
	if (rng_below(r, 2) == 0) {
		chosen = g->knowledge->policy(g, s, seat, r);
		bool legal = false;
		for (int i = 0; i < n; i++)
			legal = legal || m[i] == chosen;
		assert_true(legal);
	}
	g->rules->play(g, s, seat, chosen, s);
}

static inline void
start_variant(struct game *g, const struct game_ops *ops, const struct variant *v,
	      struct state *s)
{
	open_game(g, ops, v->seats, v->options);
	start_game(g, s);
}

static inline bool
same_bytes(const struct game *g, const struct state *a, const struct state *b)
{
	return memcmp(a, b, g->ops->state_size) == 0;
}

/* What a position's text brings back is the position. */
static inline void
check_round_trip(const struct game *g, const struct state *s)
{
	struct state back;
	char text[POSITION_TEXT], again[POSITION_TEXT];
	g->text->format_position(g, s, text, sizeof text);
	read_position(g, text, &back);
	g->text->format_position(g, &back, again, sizeof again);
	if (!same_bytes(g, s, &back))
		fail_msg("position does not come back:\n%s\n%s", text, again);
	assert_true(g->rules->hash(g, s) == g->rules->hash(g, &back));
}

/* Whatever stands in a text, it is refused with a reason, or what it is taken for is sound
 * enough to be played to its end. True: it is taken. */
static inline bool
survives(const struct game *g, const char *text, struct rng *r)
{
	struct status st = { 0 };
	struct state s = { 0 };
	if (!g->text->parse_position(g, text, &s, &st)) {
		assert_true(st.text[0] != '\0');
		return false;
	}
	check_round_trip(g, &s);
	g->hidden->determinize(g, &s, SEAT_ALL, r);
	g->fast->rollout(g, &s, r, 1000, (int)rng_below(r, 2));
	assert_true(g->rules->settled(g, &s));
	return true;
}

/* Some letters of a text replaced or taken out. */
static inline void
damage(char *text, struct rng *r)
{
	static const char letters[] = "AKQJT98765432.,-=*?SWNE playednot0";
	for (uint32_t n = 1 + rng_below(r, 3); n > 0 && text[0] != '\0'; n--) {
		const size_t at = rng_below(r, (uint32_t)strlen(text));
		if (rng_below(r, 3) == 0)
			memmove(text + at, text + at + 1, strlen(text + at));
		else
			text[at] = letters[rng_below(r, (uint32_t)sizeof letters - 1)];
	}
}

static inline void
check_values(const struct game *g, const struct state *s, const struct bounds *b,
	     const char *what, const int32_t *value)
{
	int64_t sum = 0;
	for (int i = 0; i < g->seats; i++) {
		sum += value[i];
		if (value[i] < b->low[i] || value[i] > b->high[i]) {
			char text[POSITION_TEXT];
			g->text->format_position(g, s, text, sizeof text);
			fail_msg("%s of seat %d is %d, not in %d..%d: %s", what, i,
				 value[i], b->low[i], b->high[i], text);
		}
	}
	if (sum > b->maxsum)
		fail_msg("%s: sum %lld over %d", what, (long long)sum, b->maxsum);
}

/* ---- plain max^n, ties to the left ---- */

struct searcher {
	const struct game *g;
	bool merge, order;
	int64_t nodes;
};

/* Stable, highest first. */
static inline void
sort_moves(move *m, int32_t *score, int n)
{
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && score[k] > score[k - 1]; k--) {
			const int32_t sc = score[k];
			const move mv = m[k];
			score[k] = score[k - 1], m[k] = m[k - 1];
			score[k - 1] = sc, m[k - 1] = mv;
		}
}

/* depth: plies; stops at the first trick boundary after. */
static inline void
maxn(struct searcher *x, const struct state *s, int depth, int32_t *value)
{
	x->nodes++;
	if (x->g->rules->settled(x->g, s) ||
	    (depth <= 0 && x->g->knowledge->quiet(x->g, s))) {
		x->g->knowledge->evaluate(x->g, s, value);
		return;
	}
	move m[MOVES_MAX];
	int32_t score[MOVES_MAX], child[SEATS_MAX];
	const int seat = game_mover(x->g, s);
	int n = x->g->rules->moves(x->g, s, seat, m);
	if (x->merge)
		n = x->g->knowledge->merge(x->g, s, seat, m, n);
	if (x->order) {
		x->g->knowledge->order(x->g, s, seat, m, n, score);
		sort_moves(m, score, n);
	}
	for (int i = 0; i < n; i++) {
		struct state next;
		x->g->rules->play(x->g, s, seat, m[i], &next);
		maxn(x, &next, depth - 1, child);
		if (i == 0 || child[seat] > value[seat])
			memcpy(value, child, sizeof child);
	}
}

/* The value is the same without merging; returns the nodes of both added to nodes[2]. */
static inline void
check_merging(const struct game *g, const struct state *s, int depth, bool order,
	      int64_t *nodes)
{
	int32_t value[2][SEATS_MAX] = { 0 };
	for (int merge = 0; merge < 2; merge++) {
		struct searcher x = { g, merge == 1, order, 0 };
		maxn(&x, s, depth, value[merge]);
		nodes[merge] += x.nodes;
	}
	for (int i = 0; i < g->seats; i++)
		if (value[0][i] != value[1][i]) {
			char text[POSITION_TEXT];
			g->text->format_position(g, s, text, sizeof text);
			fail_msg("seat %d: %d, merged %d: %s", i, value[0][i],
				 value[1][i], text);
		}
}

#endif
