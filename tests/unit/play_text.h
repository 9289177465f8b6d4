/*
 * play_text.h - games by their own texts: a variant, a position, moves, a search.
 *
 * What cannot be read or opened fails the test with the text and the reason.
 */
#ifndef PLYSCOPE_TESTS_PLAY_TEXT_H
#define PLYSCOPE_TESTS_PLAY_TEXT_H

#include "src/app/catalog.h"
#include "src/core/search.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- games ---- */

/* "to=0 jack=on": values for some options, parted by blanks or commas. */
static inline void
read_options(struct options *o, const struct option_spec *specs, const char *text)
{
	struct status st = { 0 };
	char words[300], *rest = words;
	options_init(o, specs);
	assert_true((size_t)snprintf(words, sizeof words, "%s", text) < sizeof words);
	for (char *word; (word = strtok_r(rest, " ,", &rest)) != NULL;) {
		char *value = strchr(word, '=');
		assert_non_null(value);
		*value++ = '\0';
		if (!options_set(o, word, value, &st))
			fail_msg("%s: %s", text, st.text);
	}
}

/* Seats 0: as many as usual. */
static inline void
open_game(struct game *g, const struct game_ops *ops, int seats, const char *variant)
{
	struct status st = { 0 };
	struct options o;
	read_options(&o, ops->options, variant);
	if (!game_init(g, ops, seats, &o, &st))
		fail_msg("%s, %d seats, %s: %s", ops->key, seats, variant, st.text);
}

static inline void
start_game(const struct game *g, struct state *s)
{
	memset(s, 0, sizeof *s);
	g->rules->start(g, s);
}

/* ---- positions and moves ---- */

static inline void
read_position(const struct game *g, const char *text, struct state *s)
{
	struct status st = { 0 };
	memset(s, 0, sizeof *s);
	if (!g->text->parse_position(g, text, s, &st))
		fail_msg("%s: %s", text, st.text);
}

static inline void
assert_position(const struct game *g, const struct state *s, const char *expected)
{
	char text[POSITION_TEXT];
	g->text->format_position(g, s, text, sizeof text);
	assert_string_equal(text, expected);
}

/* One move for whoever is to choose (chance too): the lowest seat first. */
static inline void
play_word(const struct game *g, struct state *s, const char *word)
{
	struct status st = { 0 };
	const int seat = game_mover(g, s);
	move m;
	if (!game_parse_move(g, s, seat, word, &m, &st))
		fail_msg("%s: %s", word, st.text);
	g->rules->play(g, s, seat, m, s);
}

/* "QS 7D 3": moves of one word each. */
static inline void
play_words(const struct game *g, struct state *s, const char *words)
{
	char text[200], *rest = text;
	assert_true((size_t)snprintf(text, sizeof text, "%s", words) < sizeof text);
	for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
		play_word(g, s, word);
}

/* All legal moves in their order, "7D 2S 3H". */
static inline void
assert_legal(const struct game *g, const struct state *s, const char *expected)
{
	move m[MOVES_MAX];
	const int seat = game_mover(g, s), n = g->rules->moves(g, s, seat, m);
	char text[400] = "";
	for (int i = 0; i < n; i++) {
		char word[MOVE_TEXT];
		g->text->format_move(g, s, seat, m[i], word, sizeof word);
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s",
			 i == 0 ? "" : " ", word);
	}
	assert_string_equal(text, expected);
}

/* The same of a position. */
static inline void
assert_legal_at(const struct game *g, const char *position, const char *expected)
{
	struct state s;
	read_position(g, position, &s);
	assert_legal(g, &s, expected);
}

/* A text that is no position, and words of the reason. */
struct refused {
	const char *text, *why;
};

static inline void
assert_refused(const struct game *g, const struct refused *r, size_t n)
{
	assert_true(n > 0);
	for (; n > 0; n--, r++) {
		struct status st = { 0 };
		struct state s = { 0 };
		const bool read = g->text->parse_position(g, r->text, &s, &st);
		if (read || strstr(st.text, r->why) == NULL)
			fail_msg("'%s': %s, expected '%s'", r->text,
				 read ? "accepted" : st.text, r->why);
	}
}

static inline void
assert_move_refused(const struct game *g, const struct state *s, int seat,
		    const struct refused *r)
{
	struct status st = { 0 };
	move m;
	const bool read = game_parse_move(g, s, seat, r->text, &m, &st);
	if (read || strstr(st.text, r->why) == NULL)
		fail_msg("'%s': %s, expected '%s'", r->text, read ? "accepted" : st.text,
			 r->why);
}

/* A way to write a move, and how the game writes that move. */
struct written {
	const char *text, *same;
};

static inline void
assert_moves_read(const struct game *g, const struct state *s, int seat,
		  const struct written *w, size_t n)
{
	assert_true(n > 0);
	for (; n > 0; n--, w++) {
		struct status st = { 0 };
		char text[MOVE_TEXT];
		move m;
		if (!game_parse_move(g, s, seat, w->text, &m, &st))
			fail_msg("%s: %s", w->text, st.text);
		g->text->format_move(g, s, seat, m, text, sizeof text);
		assert_string_equal(text, w->same);
	}
}

/* The move that order() puts first. */
static inline void
name_first_move(const struct game *g, const struct state *s, char text[MOVE_TEXT])
{
	move list[MOVES_MAX];
	int32_t score[MOVES_MAX];
	const int seat = game_mover(g, s), n = g->rules->moves(g, s, seat, list);
	int best = 0;
	g->knowledge->order(g, s, seat, list, n, score);
	for (int i = 1; i < n; i++)
		best = score[i] > score[best] ? i : best;
	g->text->format_move(g, s, seat, list[best], text, MOVE_TEXT);
}

/* ---- play ---- */

/* Uniform among the legal moves; chance as the game deals it. */
static inline move
random_move(const struct game *g, const struct state *s, struct rng *r)
{
	move m[MOVES_MAX];
	const int seat = game_mover(g, s);
	if (seat == SEAT_CHANCE)
		return g->chance->sample(g, s, r);
	return m[rng_below(r, (uint32_t)g->rules->moves(g, s, seat, m))];
}

/* The state at the decision that comes after so many of the game's quick player. */
static inline void
play_decisions(const struct game *g, uint64_t seed, int decisions, struct state *s)
{
	struct rng r;
	rng_seed(&r, seed);
	start_game(g, s);
	for (int i = 0; i <= decisions;) {
		const int seat = game_mover(g, s);
		move m;
		if (seat == SEAT_CHANCE)
			m = g->chance->sample(g, s, &r);
		else if (i++ < decisions)
			m = g->knowledge->policy(g, s, seat, &r);
		else
			break;
		g->rules->play(g, s, seat, m, s);
	}
}

/* The state so many plies after a deal, chance's first move, by the game's quick player. */
static inline void
play_from_deal(const struct game *g, uint32_t deal, int plies, struct state *s)
{
	struct rng r;
	rng_seed(&r, deal);
	start_game(g, s);
	g->rules->play(g, s, SEAT_CHANCE, deal, s);
	for (int i = 0; i < plies; i++) {
		const int seat = game_mover(g, s);
		g->rules->play(g, s, seat, game_quick_move(g, s, seat, &r), s);
	}
}

typedef void state_visit(const struct game *g, const struct state *s, struct rng *r);

/* Calls f on every such ply of so many games, and on their ends; the game's quick player moves,
 * and once in `stray` plies chance does. */
static inline void
walk_games(const struct game *g, uint64_t seed, int games, int every, uint32_t stray,
	   state_visit *f)
{
	struct rng r;
	struct state s;
	rng_seed(&r, seed);
	for (int k = 0; k < games; k++) {
		start_game(g, &s);
		for (int ply = 0; g->rules->acting(g, &s); ply++) {
			if (ply % every == 0)
				f(g, &s, &r);
			g->fast->rollout(g, &s, &r, 1, rng_below(&r, stray) == 0);
		}
		f(g, &s, &r);
	}
}

/* n random playouts in the game's tight loop, and n move by move: the means of seat 0's value
 * and of the plies are no farther apart than that. */
static inline void
assert_playouts(const struct game *g, const struct state *root, int n, double value,
		double plies)
{
	struct rng r;
	double values[2] = { 0 }, counts[2] = { 0 };
	rng_seed(&r, 9);
	for (int k = 0; k < 2 * n; k++) {
		struct state s = *root;
		int32_t v[SEATS_MAX];
		int count = k % 2 ? 0 : g->fast->rollout(g, &s, &r, 1000, 1);
		for (; !g->rules->settled(g, &s); count++)
			g->rules->play(g, &s, game_mover(g, &s), random_move(g, &s, &r),
				       &s);
		g->knowledge->evaluate(g, &s, v);
		values[k % 2] += v[0];
		counts[k % 2] += count;
	}
	assert_true(fabs(values[0] - values[1]) / n < value);
	assert_true(fabs(counts[0] - counts[1]) / n < plies);
}

/* Paths of `depth` moves; those that come to chance or to the end before do not count. */
static inline int64_t
perft(const struct game *g, const struct state *s, int depth)
{
	move list[MOVES_MAX];
	const int seat = game_mover(g, s);
	if (depth == 0)
		return 1;
	if (seat < 0)
		return 0;
	const int n = g->rules->moves(g, s, seat, list);
	if (depth == 1)
		return n;
	int64_t sum = 0;
	for (int i = 0; i < n; i++) {
		struct state child;
		g->rules->play(g, s, seat, list[i], &child);
		sum += perft(g, &child, depth - 1);
	}
	return sum;
}

/* The counts of a file, {"results": [{"seats": 2, "perft": [44, ...]}, ...]}, from the start
 * of the usual variant. */
static inline void
assert_perft_table(const struct game_ops *ops, const char *path, size_t rows)
{
	json_t *file = json_load_file(path, 0, NULL), *row, *count;
	size_t k, depth;
	assert_non_null(file);
	json_array_foreach(json_object_get(file, "results"), k, row)
	{
		struct game g;
		struct state s;
		open_game(&g, ops, (int)json_integer_value(json_object_get(row, "seats")),
			  "");
		start_game(&g, &s);
		json_array_foreach(json_object_get(row, "perft"), depth, count)
			assert_int_equal(perft(&g, &s, (int)depth + 1),
					 json_integer_value(count));
		assert_true(depth > 0);
	}
	assert_int_equal(k, rows);
	json_decref(file);
}

/* ---- searches ---- */

/* Opens "uct:sims=20k" for a job that says the rest; the player outlives the search. */
static inline void
open_player(struct search *s, struct player *p, struct search_job job, const char *text)
{
	struct status st = { 0 };
	job.player = p;
	if (!player_parse(p, text, &app_catalog, job.game, &st) ||
	    !search_open(s, &job, &st))
		fail_msg("%s: %s", text, st.text);
}

/* A search of a position as its mover may know it; game and player outlive it. */
static inline void
open_mover(struct search *s, struct player *p, const struct game *g, const char *position,
	   const char *text)
{
	struct state full, seen;
	read_position(g, position, &full);
	memset(&seen, 0, sizeof seen);
	const int viewer = game_mover(g, &full);
	game_view(g, &full, viewer, &seen);
	open_player(s, p,
		    (struct search_job){
			    .game = g, .root = &seen, .viewer = viewer, .seed = 1 },
		    text);
}

#define VIEW_SEED 5

/* Runs a search of what a seat may know of a position. The caller closes it; its player lasts until
 * the next call. */
static inline void
search_view(struct search *s, const struct game *g, const struct state *full, int seat,
	    const char *player)
{
	static struct player p;
	struct state seen;
	game_view(g, full, seat, &seen);
	open_player(s, &p,
		    (struct search_job){
			    .game = g, .root = &seen, .viewer = seat, .seed = VIEW_SEED },
		    player);
	search_run(s);
}

/* The mover's value of a move in the table of a search. */
static inline double
move_value(const struct search *s, move m)
{
	const struct stats_move *row = snapshot_find(&s->live, m);
	assert_non_null(row);
	return row->value[s->mover];
}

/* The row of a move of a search, by its text. */
static inline const struct stats_move *
find_row(const struct search *s, const struct game *g, const char *text)
{
	for (int i = 0; i < s->live.move_count; i++) {
		char word[MOVE_TEXT];
		g->text->format_move(g, &s->root, s->mover, s->live.moves[i].m, word,
				     sizeof word);
		if (strcmp(word, text) == 0)
			return &s->live.moves[i];
	}
	fail_msg("no move %s", text);
	return NULL;
}

/* A gauge of a search; NAN, which no comparison allows: it has none of the name. */
static inline double
read_gauge(const struct snapshot *s, const char *name)
{
	for (int i = 0; i < s->gauge_count; i++)
		if (strcmp(s->gauges[i].name, name) == 0)
			return s->gauges[i].value;
	return (double)NAN;
}

/* What `exact` says of a position of two seats: seat 0's value from -1 to 1. False: each has
 * one choice only, which is no search. */
static inline bool
exact_value(const struct game *g, const struct state *s, double *value)
{
	static struct search search;
	static struct player p;
	move m[MOVES_MAX];
	/* A seat with one choice has nothing to search: ask the other. */
	const int seat = g->rules->moves(g, s, 0, m) > 1 ? 0 : 1;
	if (g->rules->moves(g, s, seat, m) == 1)
		return false;
	open_player(&search, &p,
		    (struct search_job){
			    .game = g, .root = s, .viewer = seat, .seed = 1 },
		    "exact");
	search_run(&search);
	assert_int_equal(search.live.stop, STOP_SOLVED);
	*value = 2 * search.live.value[0] - 1;
	search_close(&search);
	return true;
}

/* "-3/11" */
static inline double
read_fraction(const char *text)
{
	const char *bar = strchr(text, '/');
	return atof(text) / (bar != NULL ? atof(bar + 1) : 1);
}

#endif
