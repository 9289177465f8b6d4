/*
 * laws.c - what every game of the catalog keeps, in every variant, under random play.
 *
 * A law is a function of one step of a walk (walk.h). Each law is one test for each game.
 */
#include "src/core/cardnet.h"
#include "src/core/record.h"
#include "src/core/scene.h"
#include "tests/laws/swap.h"
#include "tests/laws/walk.h"

#include <assert.h>

static struct game variants[WALK_VARIANTS];
static move moves[MOVES_MAX], others[MOVES_MAX];

#define same_bytes(g, a, b) (memcmp((a)->bytes, (b)->bytes, (g)->ops->state_size) == 0)

static void
law_moves_are_distinct(const struct step *w)
{
	const struct game *g = w->g;
	seat_set acting = g->rules->acting(g, w->s);
	if (acting == ACTING_CHANCE)
		return;
	assert_int_equal(acting >> g->seats, 0);
	for (int seat = 0; seat < g->seats; seat++) {
		if (!(acting >> seat & 1))
			continue;
		int n = g->rules->moves(g, w->s, seat, moves);
		assert_in_range(n, 1, MOVES_MAX);
		for (int i = 0; i < n; i++) {
			assert_int_not_equal(moves[i], MOVE_NONE);
			for (int j = 0; j < i; j++)
				assert_int_not_equal(moves[i], moves[j]);
		}
	}
}

static void
law_moves_are_read_back(const struct step *w)
{
	const struct game *g = w->g;
	seat_set acting = g->rules->acting(g, w->s);
	for (int seat = 0; seat < g->seats && acting != ACTING_CHANCE; seat++) {
		if (!(acting >> seat & 1))
			continue;
		int n = g->rules->moves(g, w->s, seat, moves);
		for (int i = 0; i < n; i++) {
			char text[2][MOVE_TEXT]; /* as a code, and as people say it */
			g->text->format_move(g, w->s, seat, moves[i], text[0], MOVE_TEXT);
			game_say_move(g, w->s, seat, moves[i], text[1], MOVE_TEXT);
			for (int way = 0; way < 2; way++) {
				struct status st = { 0 };
				move m = MOVE_NONE;
				if (!game_parse_move(g, w->s, seat, text[way], &m, &st))
					print_message("# %s: %s\n", text[way], st.text);
				assert_int_equal(m, moves[i]);
			}
		}
	}
}

static void
law_positions_are_read_back(const struct step *w)
{
	const struct game *g = w->g;
	char text[POSITION_TEXT], again[POSITION_TEXT];
	struct state s;
	struct status st = { 0 };
	memset(&s, 0, sizeof s);
	g->text->format_position(g, w->s, text, sizeof text);
	assert_true(strlen(text) < sizeof text - 1);
	assert_null(strchr(text, '\n'));
	if (!g->text->parse_position(g, text, &s, &st))
		print_message("# %s: %s\n", text, st.text);
	assert_false(st.failed);
	g->text->format_position(g, &s, again, sizeof again);
	assert_string_equal(again, text);
	assert_true(g->rules->hash(g, &s) == g->rules->hash(g, w->s));
	assert_true(game_state_hash(g, &s) == game_state_hash(g, w->s));
	seat_set acting = g->rules->acting(g, w->s);
	assert_int_equal(g->rules->acting(g, &s), acting);
	for (int seat = 0; seat < g->seats && acting != ACTING_CHANCE; seat++) {
		if (!(acting >> seat & 1))
			continue;
		int n = g->rules->moves(g, w->s, seat, moves);
		assert_int_equal(g->rules->moves(g, &s, seat, others), n);
		assert_memory_equal(moves, others, (size_t)n * sizeof *moves);
	}
}

static void
law_playing_is_a_function(const struct step *w)
{
	const struct game *g = w->g;
	if (!w->from)
		return;
	struct state in = *w->from, out;
	memset(&out, 0, sizeof out);
	g->rules->play(g, &in, w->seat, w->m, &out);
	assert_true(same_bytes(g, &out, w->s));
	assert_true(same_bytes(g, &in, w->from));
	g->rules->play(g, &in, w->seat, w->m, &in); /* to == from */
	assert_true(same_bytes(g, &in, w->s));
	assert_true(g->rules->hash(g, &in) == g->rules->hash(g, w->s));
}

static void
law_state_size_is_all(const struct step *w)
{
	const struct game *g = w->g;
	if (!w->from)
		return;
	struct state out;
	memset(&out, 0xa5, sizeof out);
	g->rules->play(g, w->from, w->seat, w->m, &out);
	for (size_t i = g->ops->state_size; i < sizeof out.bytes; i++)
		assert_int_equal(out.bytes[i], 0xa5);
}

/* Where enter() said so, every move leads to a quiet state, and its value is known before. */
static void
law_last_moves_end_in_quiet(const struct step *w, int mover)
{
	const struct game *g = w->g;
	const int n = g->rules->moves(g, w->s, mover, moves);
	for (int i = 0; i < n; i++) {
		struct state next = *w->s;
		int32_t value[SEATS_MAX] = { 0 }, after[8];
		memset(after, 0xff, sizeof after);
		g->rules->play(g, w->s, mover, moves[i], &next);
		assert_false(game_turn(g, &next) & TURN_LOUD);
		if (g->trick->taken_after == NULL ||
		    !g->trick->taken_after(g, w->s, mover, moves[i], after))
			continue;
		g->trick->taken(g, &next, value);
		assert_memory_equal(after, value, sizeof value);
		assert_int_equal(after[6] | after[7], 0);
	}
}

static int replies_met, replies_cut; /* answers of last_ply(), and of these with a cut */

/* The index of the best reply of alpha-beta, by the values to one seat. */
static int
find_reply(const int32_t *value, int n, bool most, int32_t from, int32_t to, int *valued)
{
	int best = 0;
	for (*valued = 1; *valued <= n; ++*valued) {
		const int i = *valued - 1;
		if (most ? value[i] > value[best] : value[i] < value[best])
			best = i;
		if (most ? value[i] >= to : value[i] <= from)
			return best;
	}
	*valued = n;
	return best;
}

/* One window for one seat, when m was played and `next` is reached, where n replies (others[])
 * have these values. */
static void
law_reply_is_alpha_beta(const struct step *w, int mover, move m, const struct state *next,
			int n, const int32_t *value, struct last_ply p)
{
	const struct game *g = w->g;
	const int seat = game_mover(g, next);
	int32_t after[8], taken[SEATS_MAX] = { 0 };
	struct state end = *next;
	int valued;
	if (!g->trick->last_ply(g, w->s, mover, m, &p))
		return;
	const int best = find_reply(value, n, seat == p.who, p.from, p.to, &valued);
	assert_int_equal(p.moves, n);
	assert_int_equal(p.valued, valued);
	assert_int_equal(p.reply, others[best]);
	assert_int_equal(p.value, value[best]);
	g->rules->play(g, next, seat, others[best], &end);
	g->trick->taken(g, &end, taken);
	memset(after, 0xff, sizeof after);
	g->trick->taken_after_reply(g, w->s, mover, m, p.reply, after);
	assert_memory_equal(after, taken, sizeof taken);
	assert_int_equal(after[6] | after[7], 0);
	replies_met++;
	replies_cut += valued < n;
}

/* Where enter() said so, the moves lead to the last ply of a unit; what comes after them is known
 * before, for every seat and in windows about every value. */
static void
law_replies_are_alpha_beta(const struct step *w, int mover)
{
	const struct game *g = w->g;
	const int count = g->trick->choices(g, w->s, mover, moves);
	for (int i = 0; i < count; i++) {
		struct state next;
		memset(&next, 0, sizeof next);
		assert_true(g->fast->enter(g, w->s, mover, moves[i], &next) & TURN_LAST);
		const int seat = game_mover(g, &next);
		const int n = g->trick->choices(g, &next, seat, others);
		for (int who = 0; who < g->seats && g->trick->last_ply; who++) {
			int32_t value[MOVES_MAX], all[SEATS_MAX];
			for (int k = 0; k < n; k++) {
				struct state end = next;
				g->rules->play(g, &next, seat, others[k], &end);
				g->trick->taken(g, &end, all);
				value[k] = all[who];
			}
			for (int k = -1; k < 3 * n; k++) {
				const int32_t at = k < 0 ? 0 : value[k / 3] + k % 3 - 1;
				const struct last_ply p = {
					.who = who,
					.from = k < 0 ? INT32_MIN : at,
					.to = k < 0 ? INT32_MAX : at + 1,
				};
				law_reply_is_alpha_beta(w, mover, moves[i], &next, n,
							value, p);
			}
		}
	}
}

#define MOVES_FEW 20
static int futures_met; /* pairs with one key: a law without any would say nothing */

/* What a game does in one go for speed is what its parts do. */
static void
law_shortcuts_are_the_long_way(const struct step *w)
{
	const struct game *g = w->g;
	const int mover = game_mover(g, w->s);
	if (g->trick->choices && mover >= 0) {
		int n = g->rules->moves(g, w->s, mover, moves);
		n = n > 1 && g->knowledge->merge
			    ? g->knowledge->merge(g, w->s, mover, moves, n)
			    : n;
		assert_int_equal(g->trick->choices(g, w->s, mover, others), n);
		assert_memory_equal(moves, others, (size_t)n * sizeof *moves);
	}
	if (g->fast->enter && w->from) {
		struct state out;
		memset(&out, 0, sizeof out);
		const unsigned turn = g->fast->enter(g, w->from, w->seat, w->m, &out);
		assert_true(same_bytes(g, &out, w->s));
		assert_int_equal(turn & ~(TURN_LAST | TURN_BEFORE_LAST),
				 game_turn(g, w->s));
		if (turn & TURN_LAST)
			law_last_moves_end_in_quiet(w, mover);
		if (turn & TURN_BEFORE_LAST)
			law_replies_are_alpha_beta(w, mover);
	}
}

/* Plays both states on by the same places in the lists of moves until they are settled. False:
 * one was settled before the other. */
static bool
play_on_alike(const struct game *g, struct state *a, struct state *b, struct rng *r)
{
	while (!g->rules->settled(g, a) && !g->rules->settled(g, b)) {
		const int mover = game_mover(g, a);
		assert_true(mover >= 0);
		assert_int_equal(game_mover(g, b), mover);
		const int n = g->rules->moves(g, a, mover, moves);
		assert_int_equal(g->rules->moves(g, b, mover, others), n);
		const uint32_t k = rng_below(r, (uint32_t)n);
		g->rules->play(g, a, mover, moves[k], a);
		g->rules->play(g, b, mover, others[k], b);
	}
	return g->rules->settled(g, a) && g->rules->settled(g, b);
}

/* Children with one key of what is to come: from both the same choices bring the same. */
static void
law_equal_futures_bring_the_same(const struct step *w)
{
	const struct game *g = w->g;
	const int mover = game_mover(g, w->s);
	if (g->trick->future == NULL || mover < 0 || g->rules->settled(g, w->s) ||
	    g->rules->hash(g, w->s) % 4 != 0)
		return;
	struct state child[MOVES_FEW];
	uint64_t key[MOVES_FEW];
	int32_t had[MOVES_FEW][8], end[2][SEATS_MAX];
	int n = g->rules->moves(g, w->s, mover, moves);
	n = n < MOVES_FEW ? n : MOVES_FEW;
	for (int i = 0; i < n; i++) {
		child[i] = *w->s;
		memset(had[i], 0, sizeof had[i]);
		g->rules->play(g, w->s, mover, moves[i], &child[i]);
		key[i] = g->trick->future(g, &child[i], had[i]);
	}
	for (int i = 1; i < n; i++) {
		struct state a = child[i - 1], b = child[i];
		if (key[i - 1] != key[i] || game_mover(g, &a) < 0)
			continue;
		futures_met++;
		assert_true(play_on_alike(g, &a, &b, w->r));
		g->knowledge->evaluate(g, &a, end[0]);
		g->knowledge->evaluate(g, &b, end[1]);
		for (int k = 0; k < g->seats; k++)
			assert_int_equal(end[0][k] - had[i - 1][k],
					 end[1][k] - had[i][k]);
	}
}

#define FORCE_BUDGET 20000
static int foreseen_met, images_met;

/* 1: the seat can force a settled state of these values within so many plies, 0: not, -1: the
 * budget is spent. */
static int
can_force(const struct game *g, const struct state *s, int seat, const int32_t *value,
	  int plies, int *budget)
{
	int32_t end[SEATS_MAX];
	if (g->rules->settled(g, s)) {
		g->knowledge->evaluate(g, s, end);
		return memcmp(end, value, (size_t)g->seats * sizeof *end) == 0;
	}
	if (plies == 0)
		return 0;
	const int mover = game_mover(g, s);
	move list[MOVES_MAX];
	const int n = g->rules->moves(g, s, mover, list);
	int spent = 0;
	for (int i = 0; i < n; i++) {
		struct state child = *s;
		if (--*budget < 0)
			return -1;
		g->rules->play(g, s, mover, list[i], &child);
		const int forced = can_force(g, &child, seat, value, plies - 1, budget);
		if (forced == (mover == seat))
			return forced;
		spent |= forced < 0;
	}
	return spent ? -1 : mover != seat;
}

/* What a game foresees of a winner comes about, in time, against every reply. */
static void
law_what_is_foreseen_comes(const struct step *w)
{
	const struct game *g = w->g;
	int32_t value[SEATS_MAX] = { 0 };
	int plies = 0, budget = FORCE_BUDGET, winner = 0;
	if (g->race->foresee == NULL || g->rules->settled(g, w->s) ||
	    !g->race->foresee(g, w->s, value, &plies))
		return;
	for (int seat = 1; seat < g->seats; seat++)
		winner = value[seat] > value[winner] ? seat : winner;
	const int forced = can_force(g, w->s, winner, value, plies, &budget);
	assert_int_not_equal(forced, 0);
	foreseen_met += forced > 0;
}

static void
law_distances_are_in_range(const struct step *w)
{
	const struct game *g = w->g;
	uint32_t distance[SEATS_MAX];
	if (g->race->distance == NULL || g->rules->settled(g, w->s))
		return;
	g->race->distance(g, w->s, distance);
	for (int seat = 0; seat < g->seats; seat++)
		assert_in_range(distance[seat], 1, DISTANCE_MOST);
}

static int
compare_keys(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return x < y ? -1 : x > y;
}

/* The images of a state's children, sorted; returns how many. */
static int
list_images(const struct game *g, const struct state *s, uint64_t *key)
{
	if (g->rules->settled(g, s))
		return 0;
	const int mover = game_mover(g, s), n = g->rules->moves(g, s, mover, moves);
	for (int i = 0; i < n; i++) {
		struct state child = *s;
		g->rules->play(g, s, mover, moves[i], &child);
		key[i] = g->race->image(g, &child);
	}
	qsort(key, (size_t)n, sizeof *key, compare_keys);
	return n;
}

/* States with one image are worth the same, and so are their children. */
static void
check_images(const struct game *g, const struct state *a, const struct state *b)
{
	static uint64_t key[2][MOVES_MAX];
	int32_t value[2][SEATS_MAX] = { 0 };
	const int n = list_images(g, a, key[0]);
	assert_int_equal(list_images(g, b, key[1]), n);
	assert_memory_equal(key[0], key[1], (size_t)n * sizeof key[0][0]);
	assert_int_equal(g->rules->acting(g, a), g->rules->acting(g, b));
	g->knowledge->evaluate(g, a, value[0]);
	g->knowledge->evaluate(g, b, value[1]);
	assert_memory_equal(value[0], value[1], sizeof value[0]);
}

/* Among the children of a state that is its own image some are images of each other. */
static void
law_images_go_on_alike(const struct step *w)
{
	const struct game *g = w->g;
	const int mover = game_mover(g, w->s);
	if (g->race->image == NULL || mover < 0 || g->rules->settled(g, w->s))
		return;
	struct state child[MOVES_FEW];
	int n = g->rules->moves(g, w->s, mover, others);
	n = n < MOVES_FEW ? n : MOVES_FEW;
	for (int i = 0; i < n; i++) {
		child[i] = *w->s;
		g->rules->play(g, w->s, mover, others[i], &child[i]);
		for (int k = 0; k < i; k++) {
			if (g->race->image(g, &child[i]) != g->race->image(g, &child[k]))
				continue;
			check_images(g, &child[i], &child[k]);
			images_met++;
		}
	}
}

/* A turn given away and back leaves no trace; who has it can move, nobody else acts. */
static void
law_turns_are_given_and_given_back(const struct step *w)
{
	const struct game *g = w->g;
	const int mover = game_mover(g, w->s);
	if (g->turns->give_turn == NULL || mover < 0 || g->rules->settled(g, w->s))
		return;
	for (int seat = 0; seat < g->seats; seat++) {
		struct state turn, back = *w->s;
		memset(&turn, 0, sizeof turn);
		g->turns->give_turn(g, w->s, seat, &turn);
		assert_int_equal(g->rules->acting(g, &turn), (seat_set)1 << seat);
		assert_true((g->rules->hash(g, &turn) == g->rules->hash(g, w->s)) ==
			    (seat == mover));
		assert_in_range(g->rules->moves(g, &turn, seat, moves), 1, MOVES_MAX);
		g->turns->give_turn(g, &back, seat, &back); /* to == from */
		assert_true(same_bytes(g, &back, &turn));
		g->turns->give_turn(g, &turn, mover, &turn);
		assert_true(same_bytes(g, &turn, w->s));
	}
}

static void
check_values(const struct step *w, const struct bounds *b, const int32_t *value)
{
	int64_t sum = 0;
	for (int i = 0; i < w->g->seats; i++) {
		assert_in_range(value[i] - b->low[i], 0, b->high[i] - b->low[i]);
		sum += value[i];
	}
	assert_true(sum <= b->maxsum);
}

static void
law_values_are_in_bounds(const struct step *w)
{
	const struct game *g = w->g;
	int32_t value[SEATS_MAX];
	struct bounds b;
	if (g->rules->acting(g, w->s) == ACTING_CHANCE)
		return;
	g->knowledge->bounds(g, w->s, &b);
	g->knowledge->evaluate(g, w->s, value);
	check_values(w, &b, value);
	if (g->rules->settled(g, w->s) && g->traits & TRAIT_CONSTANT_SUM) {
		int64_t sum = 0;
		for (int i = 0; i < g->seats; i++)
			sum += value[i];
		assert_int_equal(sum, b.maxsum);
	}
	if (g->trick->taken) {
		g->trick->taken(g, w->s, value);
		check_values(w, &b, value);
	}
	if (!g->fast->rollout)
		return;
	struct state end = *w->s;
	g->fast->rollout(g, &end, w->r, 4000, (int)rng_below(w->r, 2));
	g->knowledge->evaluate(g, &end, value);
	check_values(w, &b, value);
}

static void
law_bounds_only_shrink(const struct step *w)
{
	const struct game *g = w->g;
	struct bounds above, below;
	if (!w->from || g->rules->settled(g, w->from) || w->seat == SEAT_CHANCE)
		return;
	g->knowledge->bounds(g, w->from, &above);
	g->knowledge->bounds(g, w->s, &below);
	assert_true(below.maxsum <= above.maxsum);
	for (int i = 0; i < g->seats; i++) {
		assert_true(below.low[i] >= above.low[i]);
		assert_true(below.high[i] <= above.high[i]);
	}
}

static void
law_a_match_stays_on_its_scale(const struct step *w)
{
	const struct game *g = w->g;
	int32_t total[SEATS_MAX], high[SEATS_MAX], value[SEATS_MAX], after[SEATS_MAX],
		unused[SEATS_MAX];
	if (g->trick->standing == NULL || !w->from || w->seat == SEAT_CHANCE ||
	    g->rules->settled(g, w->from))
		return;
	g->trick->standing(g, w->from, total, high);
	g->trick->standing(g, w->s, after, unused);
	g->knowledge->evaluate(g, w->s, value);
	for (int i = 0; i < g->seats; i++) {
		assert_true(total[i] + value[i] <= high[i]);
		if (!g->rules->settled(g, w->s))
			assert_int_equal(after[i], total[i]);
	}
}

static void
law_progress_goes_forward(const struct step *w)
{
	const struct game *g = w->g;
	int now = game_progress(g, w->s);
	assert_in_range(now, 0, 1000);
	if (g->rules->settled(g, w->s))
		assert_int_equal(now, 1000);
	if (!w->from || g->rules->settled(g, w->from) || w->seat == SEAT_CHANCE)
		return;
	if (g->traits & TRAIT_CHANCE) /* a deal has a fixed length */
		assert_true(now >= game_progress(g, w->from));
}

static void
law_only_an_end_has_points(const struct step *w)
{
	const struct game *g = w->g;
	if (g->rules->acting(g, w->s) != 0)
		return;
	int32_t points[SEATS_MAX], value[SEATS_MAX];
	assert_true(g->rules->settled(g, w->s));
	g->rules->points(g, w->s, points);
	struct figure rows[FIGURES_MAX];
	if (game_parts(g) == 1 && game_figures(g, w->s, rows) > 0)
		return; /* other points than those of a win, on a scoreboard */
	g->knowledge->evaluate(g, w->s, value);
	for (int i = 0; i < g->seats; i++)
		assert_int_equal((int64_t)points[i] * game_unit(g),
				 (int64_t)value[i] * game_parts(g));
}

static void
law_order_only_scores(const struct step *w)
{
	const struct game *g = w->g;
	int seat = game_mover(g, w->s);
	if (seat < 0)
		return;
	static int32_t score[MOVES_MAX + 1];
	int n = g->rules->moves(g, w->s, seat, moves);
	memcpy(others, moves, (size_t)n * sizeof *moves);
	struct state before = *w->s;
	if (g->knowledge->order) {
		score[n] = 12345;
		g->knowledge->order(g, w->s, seat, moves, n, score);
		assert_int_equal(score[n], 12345);
		assert_memory_equal(moves, others, (size_t)n * sizeof *moves);
	}
	if (g->knowledge->merge) {
		int kept = g->knowledge->merge(g, w->s, seat, moves, n);
		assert_in_range(kept, 1, n);
		for (int i = 0, j = 0; i < kept; i++, j++) {
			while (j < n && others[j] != moves[i])
				j++;
			assert_true(j < n); /* a subset in the same order */
		}
	}
	assert_true(same_bytes(g, &before, w->s));
}

/* Whether one legal move, made by play(), leads from a state to another. */
static bool
one_move_apart(const struct game *g, const struct state *from, const struct state *to)
{
	const seat_set acting = g->rules->acting(g, from);
	struct state child;
	for (int seat = 0; seat < g->seats; seat++) {
		const int n =
			acting >> seat & 1 ? g->rules->moves(g, from, seat, moves) : 0;
		for (int i = 0; i < n; i++) {
			child = *from;
			g->rules->play(g, from, seat, moves[i], &child);
			if (same_bytes(g, to, &child))
				return true;
		}
	}
	return false;
}

/* Each ply of a rollout is a legal move of play(): of two rollouts from the same draws, one a ply
 * longer, the longer one goes on from where the shorter one ends. Not the last ply of Goofspiel,
 * whose playouts to the end deal whole hands at once: tests/unit/goofspiel.c has their spread. */
static void
check_plies(const struct step *w, int random, int plies)
{
	const struct game *g = w->g;
	struct state s = *w->s, next = *w->s;
	struct rng first = *w->r, second = first;
	if (g->fast->rollout(g, &s, &first, plies, random) < plies ||
	    g->rules->settled(g, &s) || g->rules->acting(g, &s) == ACTING_CHANCE)
		return;
	assert_int_equal(g->fast->rollout(g, &next, &second, plies + 1, random),
			 plies + 1);
	if (strcmp(g->ops->key, "goofspiel") == 0 && g->rules->settled(g, &next))
		return;
	if (!one_move_apart(g, &s, &next))
		fail_msg("ply %d of a rollout (random %d) is not a legal move", plies + 1,
			 random);
}

static void
law_rollouts_end(const struct step *w)
{
	const struct game *g = w->g;
	if (!g->fast->rollout || g->rules->acting(g, w->s) == ACTING_CHANCE)
		return;
	for (int random = 0; random < 2; random++) {
		struct state a = *w->s, b = *w->s;
		struct rng first = *w->r, second = first;
		int plies = g->fast->rollout(g, &a, &first, 50, random);
		assert_in_range(plies, 0, 50);
		assert_true(plies == 50 || g->rules->settled(g, &a));
		assert_int_equal(g->fast->rollout(g, &b, &second, 50, random), plies);
		assert_true(same_bytes(g, &a, &b));
		for (int i = 0; i < 4; i++)
			check_plies(w, random, i == 0 ? 0 : (int)rng_below(w->r, 60));
	}
}

static void
law_policy_moves_are_legal(const struct step *w)
{
	const struct game *g = w->g;
	int seat = game_mover(g, w->s);
	if (seat < 0 || !g->knowledge->policy)
		return;
	int n = g->rules->moves(g, w->s, seat, moves);
	move m = g->knowledge->policy(g, w->s, seat, w->r);
	bool found = false;
	for (int i = 0; i < n; i++)
		found = found || moves[i] == m;
	assert_true(found);
}

/* What a viewer may do is the same in both states. */
static void
check_same_choices(const struct game *g, const struct state *a, const struct state *b,
		   int viewer)
{
	seat_set acting = g->rules->acting(g, a);
	assert_int_equal(g->rules->acting(g, b), acting);
	if (acting == ACTING_CHANCE || !(acting >> viewer & 1))
		return;
	int n = g->rules->moves(g, a, viewer, moves);
	assert_int_equal(g->rules->moves(g, b, viewer, others), n);
	assert_memory_equal(moves, others, (size_t)n * sizeof *moves);
}

static void
law_redacting_is_idempotent(const struct step *w)
{
	const struct game *g = w->g;
	for (int viewer = 0; viewer < g->seats; viewer++) {
		struct state once, twice;
		game_view(g, w->s, viewer, &once);
		game_view(g, &once, viewer, &twice);
		assert_true(same_bytes(g, &once, &twice));
		if (!game_hidden(g))
			assert_true(same_bytes(g, &once, w->s));
		check_same_choices(g, w->s, &once, viewer);
	}
}

/* The true state and any other that the viewer cannot tell from it look alike to it. */
static void
law_hidden_cards_leave_no_trace(const struct step *w)
{
	const struct game *g = w->g;
	if (!game_hidden(g) || g->rules->acting(g, w->s) == ACTING_CHANCE)
		return;
	for (int viewer = 0; viewer < g->seats; viewer++) {
		struct state view, other, again;
		game_view(g, w->s, viewer, &view);
		other = view;
		g->hidden->determinize(g, &other, viewer, w->r);
		game_view(g, &other, viewer, &again);
		assert_true(same_bytes(g, &view, &again));
	}
}

/* True when some deal that fits what the viewer has seen gives the seat other cards. */
static bool
hand_is_open(const struct game *g, const struct state *full, int viewer, int seat,
	     struct rng *r)
{
	for (int k = 0; k < 8; k++) {
		struct state s, truth;
		game_view(g, full, viewer, &s);
		g->hidden->determinize(g, &s, viewer, r);
		game_view(g, &s, seat, &s);
		game_view(g, full, seat, &truth);
		if (!same_bytes(g, &s, &truth))
			return true;
	}
	return false;
}

/* Hands that other seats hold unseen, and how often two of their cards changed places: a law
 * of what is never swapped would say nothing. */
static int hands_held, hands_swapped, told_apart;

static bool
holds_cards(const struct game *g, const struct state *s, int seat)
{
	char text[POSITION_TEXT], key[] = "X=";
	struct swap_hand hand;
	key[0] = game_seat_letter(g, seat);
	g->text->format_position(g, s, text, sizeof text);
	return g->seats > 2 && swap_read(text, key, &hand);
}

/* Two deals that the viewer cannot tell apart: one information set for it, two for a seat
 * whose own cards changed, once it has looked at them. */
static void
check_information_sets(const struct game *g, const struct state *a, const struct state *b,
		       int viewer)
{
	assert_true(game_infoset(g, a, viewer) == game_infoset(g, b, viewer));
	for (int seat = 0; seat < g->seats; seat++) {
		told_apart += game_infoset(g, a, seat) != game_infoset(g, b, seat);
		for (int other = 0; other < seat; other++)
			assert_false(game_infoset(g, a, seat) ==
				     game_infoset(g, a, other));
	}
}

/* The same with a deal that owes nothing to redact() or determinize(). */
static void
law_cards_that_change_hands_leave_no_trace(const struct step *w)
{
	const struct game *g = w->g;
	if (!game_hidden(g) || game_mover(g, w->s) < 0)
		return;
	for (int viewer = 0; viewer < g->seats; viewer++) {
		struct state other, view, again;
		hands_held += holds_cards(g, w->s, viewer);
		if (!swap_hidden(g, w->s, viewer, w->r, &other))
			continue;
		hands_swapped++;
		assert_false(game_state_hash(g, &other) == game_state_hash(g, w->s));
		game_view(g, w->s, viewer, &view);
		game_view(g, &other, viewer, &again);
		assert_true(game_state_hash(g, &view) == game_state_hash(g, &again));
		assert_true(g->rules->hash(g, &view) == g->rules->hash(g, &again));
		check_same_choices(g, w->s, &other, viewer);
		check_information_sets(g, w->s, &other, viewer);
	}
}

static int views_compared;

static void
check_same_facts(const struct cardnet_ops *ops, const uint16_t *a, int n,
		 const uint16_t *b, int m, int most)
{
	assert_in_range(n, 1, most);
	assert_int_equal(n, m);
	assert_memory_equal(a, b, (size_t)n * sizeof *a);
	for (int i = 0; i < n; i++)
		assert_true(a[i] < ops->view_facts);
}

/* What a network sees of a seat's choice is that of another state. */
static void
check_same_view(const struct game *g, const struct state *a, const struct state *b,
		int seat)
{
	const struct cardnet_ops *ops = g->trick->cardnet;
	uint16_t fact[SPARSE_FACTS], other[SPARSE_FACTS];
	uint64_t chosen = 0, set;
	while ((set = ops->next(g, a, seat, chosen)) != 0) {
		assert_true(ops->next(g, b, seat, chosen) == set);
		int n = ops->view(g, a, seat, chosen, fact);
		check_same_facts(ops, fact, n, other,
				 ops->view(g, b, seat, chosen, other), SPARSE_FACTS);
		for (uint64_t left = set; left != 0; left &= left - 1) {
			const int card = __builtin_ctzll(left);
			n = ops->choice(g, a, seat, card, fact);
			check_same_facts(ops, fact, n, other,
					 ops->choice(g, b, seat, card, other),
					 SPARSE_MORE);
		}
		chosen |= set & -set;
		views_compared++;
	}
	assert_true(ops->from_move(g, a, ops->to_move(g, a, chosen)) == chosen);
}

/* A network sees what its seat knows: the same in its view of the state, and in another deal that it
 * cannot tell from this one. */
static void
law_networks_do_not_peek(const struct step *w)
{
	const struct game *g = w->g;
	const seat_set acting = g->rules->acting(g, w->s);
	if (g->trick->cardnet == NULL || acting == ACTING_CHANCE)
		return;
	for (int seat = 0; seat < g->seats; seat++) {
		struct state other;
		if (!(acting >> seat & 1))
			continue;
		game_view(g, w->s, seat, &other);
		check_same_view(g, w->s, &other, seat);
		if (game_hidden(g) && swap_hidden(g, w->s, seat, w->r, &other))
			check_same_view(g, w->s, &other, seat);
	}
}

/* Soon after a deal every other seat's hand must be open: the laws above would hold for a
 * redact() that leaves a hand in the bytes, this one does not. Soon, not at once: a seat may
 * have to decide something before it looks at its own cards. */
static void
law_a_fresh_deal_hides_every_hand(const struct step *w)
{
	const struct game *g = w->g;
	if (!game_hidden(g) || w->seat != SEAT_CHANCE || g->traits & TRAIT_OPEN_CARDS ||
	    game_mover(g, w->s) < 0) /* the rest is not dealt yet, or all is over */
		return;
	for (int viewer = 0; viewer < g->seats; viewer++) {
		for (int seat = 0; seat < g->seats; seat++) {
			struct state s = *w->s;
			bool open = seat == viewer;
			for (int ply = 0; ply < 2 * g->seats && !open; ply++) {
				open = hand_is_open(g, &s, viewer, seat, w->r);
				int mover = game_mover(g, &s);
				if (!open && mover >= 0)
					g->rules->play(g, &s, mover,
						       game_quick_move(g, &s, mover,
								       w->r),
						       &s);
			}
			assert_true(open);
		}
	}
}

/* Reading a position refuses a card where its seat has shown not to hold it. */
static void
check_position_is_possible(const struct game *g, const struct state *s)
{
	char text[POSITION_TEXT];
	struct state read = { 0 };
	struct status st = { 0 };
	g->text->format_position(g, s, text, sizeof text);
	if (!g->text->parse_position(g, text, &read, &st))
		print_message("# %s: %s\n", text, st.text);
	assert_false(st.failed);
}

static void
law_determinized_states_play_on(const struct step *w)
{
	const struct game *g = w->g;
	if (!game_hidden(g) || game_mover(g, w->s) < 0)
		return;
	for (int viewer = 0; viewer < g->seats; viewer++) {
		struct state view, s;
		int32_t value[SEATS_MAX];
		struct bounds b;
		game_view(g, w->s, viewer, &view);
		s = view;
		g->hidden->determinize(g, &s, viewer, w->r);
		check_same_choices(g, w->s, &s, viewer);
		check_position_is_possible(g, &s);
		g->knowledge->bounds(g, &s, &b);
		for (int ply = 0; ply < 400 && !g->rules->settled(g, &s); ply++) {
			int seat = game_mover(g, &s);
			if (seat == SEAT_CHANCE) {
				move m = g->chance->sample(g, &s, w->r);
				g->rules->play(g, &s, seat, m, &s);
				continue;
			}
			assert_true(seat >= 0);
			int n = g->rules->moves(g, &s, seat, moves);
			assert_in_range(n, 1, MOVES_MAX);
			g->rules->play(g, &s, seat, moves[rng_below(w->r, (uint32_t)n)],
				       &s);
		}
		g->knowledge->evaluate(g, &s, value);
		check_values(w, &b, value);
	}
}

/* Everything a screen asks for fits its room, and the moves on it are legal. */
static void
law_scenes_show_legal_moves(const struct step *w)
{
	const struct game *g = w->g;
	static struct scene sc;
	char line[200];
	struct figure figures[FIGURES_MAX];
	assert_in_range(game_figures(g, w->s, figures), 0, FIGURES_MAX);
	for (int viewer = 0; viewer < g->seats; viewer++) {
		struct state view;
		game_view(g, w->s, viewer, &view);
		scene_clear(&sc);
		g->view->scene(g, &view, viewer, &sc);
		g->view->headline(g, &view, viewer, line, sizeof line);
		assert_true(strlen(line) < sizeof line - 1);
		seat_set acting = g->rules->acting(g, w->s);
		int n = 0;
		if (acting != ACTING_CHANCE && acting >> viewer & 1)
			n = g->rules->moves(g, w->s, viewer, moves);
		for (int i = 0; i < sc.count; i++) {
			const struct scene_item *item = &sc.item[i];
			assert_in_range(item->x + item->beside_x, 0, sc.width);
			assert_in_range(item->y + item->beside_y, 0, sc.height);
			assert_true(i >= sc.cells || item->cell == i);
			assert_true(item->role < ROLES);
			bool found = item->m == MOVE_NONE || n == 0;
			for (int k = 0; k < n; k++)
				found = found || moves[k] == item->m;
			assert_true(found);
		}
	}
}

/* A seat that acts knows the things it holds, and nobody that of another. */
static void
law_who_acts_knows_its_hand(const struct step *w)
{
	const struct game *g = w->g;
	const seat_set acting = g->rules->acting(g, w->s);
	for (int seat = 0; seat < g->seats && acting != ACTING_CHANCE; seat++) {
		const int other = (seat + 1) % g->seats;
		struct state view, blind;
		struct status st = { 0 };
		if (!(acting >> seat & 1))
			continue;
		game_view(g, w->s, seat, &view);
		assert_true(game_knows_hand(g, &view, seat, &st));
		if (!game_hides_cards(g) || g->hidden->held == NULL)
			continue;
		game_view(g, w->s, other, &blind);
		const uint64_t known = g->hidden->held(g, &blind, seat);
		if (known != g->hidden->held(g, &view, seat))
			assert_false(game_knows_hand(g, &blind, seat, &st));
	}
}

/* The cells of one way to choose a move. */
struct way {
	int move, count; /* the move's place in its list */
	int16_t cell[PATH_CELLS];
};

/* By their cells; the beginning of another one right before it. */
static int
compare_ways(const void *left, const void *right)
{
	const struct way *a = left, *b = right;
	for (int i = 0; i < a->count && i < b->count; i++)
		if (a->cell[i] != b->cell[i])
			return a->cell[i] < b->cell[i] ? -1 : 1;
	return a->count != b->count ? (a->count < b->count ? -1 : 1) : a->move - b->move;
}

/* Each way of n moves, whose cells are all in the scene. */
static int
list_ways(const struct game *g, const struct state *s, int seat, int n, int cells,
	  struct way *out, int room)
{
	int count = 0;
	for (int i = 0; i < n; i++) {
		for (int way = 0;; way++) {
			struct way *w = &out[count];
			assert_true(count < room);
			w->move = i;
			w->count = g->view->path(g, s, seat, moves[i], way, w->cell);
			if (w->count == 0 && way > 0)
				break;
			assert_in_range(w->count, 1, PATH_CELLS);
			for (int k = 0; k < w->count; k++)
				assert_in_range(w->cell[k], 0, cells - 1);
			count++;
		}
	}
	return count;
}

static void
choice_text(const struct game *g, const struct state *s, int seat, move m, char *out)
{
	(g->view->choice != NULL ? g->view->choice
				 : g->text->format_move)(g, s, seat, m, out, MOVE_TEXT);
}

/* Two ways of different moves: neither begins the other, or they are the same cells and their
 * texts differ. */
static void
check_told_apart(const struct game *g, const struct state *s, int seat,
		 const struct way *a, const struct way *b)
{
	char text[2][MOVE_TEXT];
	const int shorter = a->count < b->count ? a->count : b->count;
	if (memcmp(a->cell, b->cell, (size_t)shorter * sizeof *a->cell) != 0)
		return;
	assert_int_equal(a->count, b->count);
	assert_int_not_equal(a->move, b->move);
	choice_text(g, s, seat, moves[a->move], text[0]);
	choice_text(g, s, seat, moves[b->move], text[1]);
	assert_string_not_equal(text[0], text[1]);
}

/* Where moves are chosen by cells, every move is, and by those cells (and the answer to a
 * question of at most 9) alone. */
static void
law_paths_tell_moves_apart(const struct step *w)
{
	static struct way ways[8 * MOVES_MAX];
	static struct scene sc;
	const struct game *g = w->g;
	const int seat = game_mover(g, w->s);
	if (g->view->path == NULL || seat < 0)
		return;
	scene_clear(&sc);
	g->view->scene(g, w->s, seat, &sc);
	const int n = g->rules->moves(g, w->s, seat, moves);
	const int count = list_ways(g, w->s, seat, n, sc.cells, ways,
				    (int)(sizeof ways / sizeof *ways));
	qsort(ways, (size_t)count, sizeof *ways, compare_ways);
	for (int i = 0; i < count; i++)
		for (int k = i + 1; k < count && k <= i + 9; k++)
			check_told_apart(g, w->s, seat, &ways[i], &ways[k]);
	for (int i = 0; i + 9 < count; i++)
		assert_true(ways[i].count != ways[i + 9].count ||
			    memcmp(ways[i].cell, ways[i + 9].cell,
				   (size_t)ways[i].count * sizeof *ways[i].cell) != 0);
}

static void
law_nothing(const struct step *w)
{
}

/* ---- Laws of whole games ---- */

static void
games_have_an_end(const struct game_ops *ops)
{
	int n = walk_variants(ops, variants);
	for (int i = 0; i < n; i++) {
		int plies = walk(&variants[i], 7, 100000, 1 << 20, true, law_nothing);
		if (plies >= 100000)
			walk_name(&variants[i], 7);
		assert_true(plies < 100000);
	}
}

/* Plays a match of random moves, at most max of them. */
static void
play_match(struct match *m, const struct game *g, uint64_t seed, int max)
{
	struct setup setup = { .game = *g, .seed = seed };
	struct rng r;
	for (int i = 0; i < g->seats; i++)
		assert_true(setup_player(&setup, &app_catalog, i, "human", NULL));
	rng_seed(&r, seed);
	match_open(m, &setup);
	for (int k = 0; k < max && !match_over(m); k++) {
		int seat = __builtin_ctz(match_acting(m));
		int n = match_moves(m, seat, moves);
		move choice = moves[rng_below(&r, (uint32_t)n)];
		assert_true(match_play(m, seat, choice, k % 5 ? "" : "value 3 depth 4",
				       NULL));
	}
}

static void
records_replay_to_the_same_states(const struct game_ops *ops)
{
	int n = walk_variants(ops, variants);
	for (int i = 0; i < n; i++) {
		struct match a = { 0 }, b = { 0 };
		struct text first = { 0 }, second = { 0 };
		struct status st = { 0 };
		play_match(&a, &variants[i], (uint64_t)i, 150);
		record_write(&a, &first);
		if (!record_read(&b, first.s, "law", &app_catalog, &st)) {
			walk_name(&variants[i], (uint64_t)i);
			print_message("# %s\n", st.text);
		}
		assert_false(st.failed);
		record_write(&b, &second);
		assert_string_equal(first.s, second.s);
		assert_int_equal(a.count, b.count);
		for (int k = 0; k <= a.count; k++) {
			const struct game *g = &a.setup.game;
			assert_true(g->rules->hash(g, &a.states[k]) ==
				    g->rules->hash(g, &b.states[k]));
			assert_true(game_state_hash(g, &a.states[k]) ==
				    game_state_hash(g, &b.states[k]));
		}
		text_free(&first);
		text_free(&second);
		match_close(&a);
		match_close(&b);
	}
}

static void
undoing_and_redoing_changes_nothing(const struct game_ops *ops)
{
	int n = walk_variants(ops, variants);
	for (int i = 0; i < n; i++) {
		struct match m = { 0 };
		play_match(&m, &variants[i], 11, 40);
		const struct game *g = &m.setup.game;
		uint64_t end = g->rules->hash(g, &m.states[m.at]);
		int at = m.at, undone = 0;
		while (undone < 25 && match_undo(&m, SEAT_ALL))
			undone++;
		assert_true(undone > 0 && m.at < at);
		for (int k = 0; k < undone; k++)
			assert_true(match_redo(&m));
		assert_int_equal(m.at, at);
		assert_true(g->rules->hash(g, &m.states[m.at]) == end);
		match_close(&m);
	}
}

/* ---- The tests: every law for every game ---- */

struct law_row {
	const char *name;
	law *check;				   /* at the states of a walk, or */
	void (*whole)(const struct game_ops *ops); /* on its own */
	int every;				   /* check about one state in so many */
};

static const struct law_row laws[] = {
	{ "moves are distinct", law_moves_are_distinct, NULL, 8 },
	{ "moves are read back from their text", law_moves_are_read_back, NULL, 12 },
	{ "positions are read back from their text", law_positions_are_read_back, NULL,
	  12 },
	{ "playing is a function", law_playing_is_a_function, NULL, 2 },
	{ "shortcuts do what their parts do", law_shortcuts_are_the_long_way, NULL, 2 },
	{ "equal futures bring the same", law_equal_futures_bring_the_same, NULL, 4 },
	{ "what is foreseen comes", law_what_is_foreseen_comes, NULL, 1 },
	{ "distances are in range", law_distances_are_in_range, NULL, 1 },
	{ "images go on alike", law_images_go_on_alike, NULL, 1 },
	{ "turns are given and given back", law_turns_are_given_and_given_back, NULL, 8 },
	{ "the state is state_size bytes", law_state_size_is_all, NULL, 8 },
	{ "values are within bounds", law_values_are_in_bounds, NULL, 8 },
	{ "bounds only shrink", law_bounds_only_shrink, NULL, 1 },
	{ "a match stays on its scale", law_a_match_stays_on_its_scale, NULL, 1 },
	{ "progress goes forward", law_progress_goes_forward, NULL, 1 },
	{ "only an end has points", law_only_an_end_has_points, NULL, 1 },
	{ "ordering only scores, merging only drops", law_order_only_scores, NULL, 8 },
	{ "rollouts end and repeat", law_rollouts_end, NULL, 8 },
	{ "policy moves are legal", law_policy_moves_are_legal, NULL, 4 },
	{ "redacting is idempotent", law_redacting_is_idempotent, NULL, 8 },
	{ "hidden cards leave no trace", law_hidden_cards_leave_no_trace, NULL, 4 },
	{ "cards that change hands leave no trace",
	  law_cards_that_change_hands_leave_no_trace, NULL, 8 },
	{ "learned policies do not peek", law_networks_do_not_peek, NULL, 4 },
	{ "who acts knows its hand", law_who_acts_knows_its_hand, NULL, 4 },
	{ "a fresh deal hides every hand", law_a_fresh_deal_hides_every_hand, NULL, 8 },
	{ "determinized states fit and play on", law_determinized_states_play_on, NULL,
	  8 },
	{ "scenes fit and show legal moves", law_scenes_show_legal_moves, NULL, 12 },
	{ "paths of cells tell moves apart", law_paths_tell_moves_apart, NULL, 12 },
	{ "every game has an end", NULL, games_have_an_end, 0 },
	{ "records replay to the same states", NULL, records_replay_to_the_same_states,
	  0 },
	{ "undo and redo change nothing", NULL, undoing_and_redoing_changes_nothing, 0 },
};
#define LAWS	  (int)(sizeof laws / sizeof laws[0])
#define LAW_TESTS (LAWS * 32) /* for so many games */

struct law_test {
	const struct law_row *law;
	const struct game_ops *ops;
	char name[120];
};

/* The walk that runs, so that a failure can say which it was. */
static struct {
	const struct game *g;
	uint64_t seed;
} running;

static int
name_failure(void **state)
{
	if (running.g)
		walk_name(running.g, running.seed);
	running.g = NULL;
	return 0;
}

static void
run_law(void **state)
{
	const struct law_test *t = *state;
	if (t->law->whole) {
		t->law->whole(t->ops);
		return;
	}
	int n = walk_variants(t->ops, variants), seeds = scale_rounds(2, 1);
	assert_true(n > 0);
	hands_held = hands_swapped = told_apart = futures_met = 0;
	foreseen_met = images_met = views_compared = 0;
	replies_met = replies_cut = 0;
	for (int i = 0; i < n; i++) {
		running.g = &variants[i];
		for (int k = 0; k < seeds; k++) {
			running.seed = (uint64_t)(i * 100 + k);
			walk(running.g, running.seed, 700, t->law->every, k == 2,
			     t->law->check);
		}
	}
	running.g = NULL;
	assert_true(hands_held == 0 || (hands_swapped > 0 && told_apart > 0));
	if (t->law->check == law_equal_futures_bring_the_same &&
	    variants[0].trick->future)
		assert_true(futures_met > 0);
	if (t->law->check == law_shortcuts_are_the_long_way &&
	    variants[0].trick->last_ply)
		assert_true(replies_cut > 0 && replies_met > replies_cut);
	if (t->law->check == law_what_is_foreseen_comes &&
	    variants[0].race->foresee != NULL)
		assert_true(foreseen_met > 0);
	if (t->law->check == law_networks_do_not_peek &&
	    variants[0].trick->cardnet != NULL)
		assert_true(views_compared > 0);
	if (t->law->check == law_images_go_on_alike && variants[0].race->image != NULL)
		assert_true(images_met > 0);
}

int
main(void)
{
	static struct law_test all[LAW_TESTS];
	static struct CMUnitTest tests[LAW_TESTS];
	size_t n = 0;
	const char *only = getenv("PLYSCOPE_LAWS_OF"); /* a key, NULL: all games */
	for (int i = 0; app_catalog.games[i]; i++) {
		if (only != NULL && strcmp(app_catalog.games[i]->key, only) != 0)
			continue;
		for (int k = 0; k < LAWS; k++, n++) {
			assert(n < LAW_TESTS);
			all[n] = (struct law_test){ .law = &laws[k],
						    .ops = app_catalog.games[i] };
			snprintf(all[n].name, sizeof all[n].name, "%s: %s",
				 app_catalog.games[i]->key, laws[k].name);
			tests[n] = (struct CMUnitTest){ .name = all[n].name,
							.test_func = run_law,
							.teardown_func = name_failure,
							.initial_state = &all[n] };
		}
	}
	return _cmocka_run_group_tests("laws", tests, n, NULL, NULL);
}
