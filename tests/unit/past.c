/*
 * past.c - positions that must not come again: told apart by the match, by a record that is
 * read, and by every search that looks ahead.
 *
 * The game: a shuttle on five places. Each seat in turn moves it left or right, or (once each)
 * says "new", after which what was before no longer counts. When a position comes for the third
 * time the seat that brought it there loses; at the right end seat 0 wins, at the left seat 1.
 */
#include "src/core/past.h"
#include "ai/common/playout.h"
#include "src/core/match.h"
#include "tests/unit/plain_parts.h"
#include "tests/unit/play_text.h"

#include <stdint.h>

#define PLACES 5
#define LEFT   0u
#define RIGHT  1u
#define NEW    2u

struct shuttle {
	uint32_t at, since;		  /* plies so far, at the last "new" */
	uint8_t place, turn, said, times; /* times: this position was there before */
};

static struct shuttle *
in(const struct state *s)
{
	return (struct shuttle *)(void *)(uintptr_t)s->bytes;
}

static bool
setup(struct game *g, struct status *st)
{
	g->traits = TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM;
	return true;
}

static void
start(const struct game *g, struct state *s)
{
	in(s)->place = PLACES / 2;
}

static int
winner(const struct shuttle *h)
{
	if (h->times >= 2)
		return h->turn; /* who moved there has lost */
	return h->place == 0 ? 1 : h->place == PLACES - 1 ? 0 : SEAT_NONE;
}

static seat_set
acting(const struct game *g, const struct state *s)
{
	return winner(in(s)) == SEAT_NONE ? 1u << in(s)->turn : 0;
}

static int
moves(const struct game *g, const struct state *s, int seat, move *out)
{
	out[0] = LEFT;
	out[1] = RIGHT;
	out[2] = NEW;
	return in(s)->said >> seat & 1 ? 2 : 3;
}

static uint64_t
key(const struct game *g, const struct state *s)
{
	return rng_mix((uint64_t)in(s)->place << 16 | (uint64_t)in(s)->turn << 8 |
		       in(s)->said);
}

static void
play(const struct game *g, const struct state *from, int seat, move m, struct state *to)
{
	const struct shuttle h = *in(from);
	const uint64_t before = key(g, from);
	*to = *from;
	struct shuttle *n = in(to);
	n->at = h.at + 1;
	n->turn = !h.turn;
	if (m == NEW) {
		n->said |= (uint8_t)(1u << seat);
		n->since = n->at;
	} else {
		n->place = (uint8_t)(m == LEFT ? h.place - 1 : h.place + 1);
	}
	n->times = (uint8_t)past_note(g->past, h.at, before, n->since, key(g, to));
}

static bool
settled(const struct game *g, const struct state *s)
{
	return acting(g, s) == 0;
}

static void
evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	const int w = winner(in(s));
	value[0] = w == SEAT_NONE ? 5 : w == 0 ? 10 : 0;
	value[1] = 10 - value[0];
}

static void
bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	(void)g, (void)s;
	*b = (struct bounds){ .high = { 10, 10 }, .maxsum = 10 };
}

static uint64_t
hash(const struct game *g, const struct state *s)
{
	return rng_mix(key(g, s) ^ in(s)->times);
}

static int
progress(const struct game *g, const struct state *s)
{
	return settled(g, s) ? 1000 : 0;
}

static const struct option_spec no_options[] = { { .key = NULL } };

static const struct game_ops shuttle_game = {
	.key = "shuttle",
	.title = "Shuttle",
	.seats_default = 2,
	.seats_allowed = 1 << 2,
	.unit = 10,
	.point_name = "points",
	.options = no_options,
	.state_size = sizeof(struct shuttle),
	.rules = &(const struct game_rules){ .setup = setup,
					     .start = start,
					     .acting = acting,
					     .moves = moves,
					     .play = play,
					     .settled = settled,
					     .points = evaluate,
					     .hash = hash },
	.turns = &(const struct game_turns){ .key = key },
	.knowledge = &(const struct game_knowledge){ .evaluate = evaluate,
						     .bounds = bounds,
						     .progress = progress },
	.text = PLAIN_TEXT,
	.view = PLAIN_VIEW,
};

static void
open_match(struct match *m)
{
	struct setup setup_ = { .seed = 1 };
	open_game(&setup_.game, &shuttle_game, 2, "");
	setup_.seat[0].human = setup_.seat[1].human = true;
	match_open(m, &setup_);
}

static void
play_all(struct match *m, const char *text)
{
	for (; *text != '\0'; text++) {
		const int seat = __builtin_ctz(match_acting(m));
		const move mv = *text == 'l' ? LEFT : *text == 'r' ? RIGHT : NEW;
		assert_true(match_play(m, seat, mv, "", NULL));
	}
}

static void
a_third_time_ends_the_game(void **state)
{
	static struct match m;
	double points[SEATS_MAX];
	open_match(&m);
	play_all(&m, "rlr"); /* the start twice, and so the place on its right */
	assert_false(match_over(&m));
	play_all(&m, "l");
	assert_true(match_over(&m));
	match_points(&m, points);
	assert_true(points[0] == 10); /* seat 1 brought it there */
	assert_true(points[1] == 0);
	match_close(&m);
}

static void
what_cannot_be_taken_back_starts_afresh(void **state)
{
	static struct match m;
	open_match(&m);
	play_all(&m, "rlnrlr");
	assert_false(match_over(&m));
	match_close(&m);
}

/* Undone and played otherwise, the positions are those of the new line. */
static void
undone_positions_do_not_count(void **state)
{
	static struct match m;
	open_match(&m);
	play_all(&m, "rlr");
	for (int i = 0; i < 3; i++)
		assert_true(match_undo(&m, SEAT_ALL));
	play_all(&m, "lrl");
	assert_false(match_over(&m));
	play_all(&m, "r");
	assert_true(match_over(&m));
	match_close(&m);
}

/* What a search thinks of its moves in a match, by the moves' numbers. */
static void
values_of(const struct match *m, const char *player, bool with_past, double *value)
{
	static struct search s;
	static struct past past;
	static struct player p;
	struct status st = { 0 };
	struct state root;
	const struct game *g = &m->setup.game;
	match_view(m, SEAT_ALL, &root);
	match_past(m, m->at, &past);
	if (!player_parse(&p, player, &app_catalog, g, &st))
		fail_msg("%s", st.text);
	const struct search_job job = { .game = g,
					.root = &root,
					.viewer = __builtin_ctz(match_acting(m)),
					.player = &p,
					.past = with_past ? &past : NULL,
					.seed = 3,
					.bounded = true };
	if (!search_open(&s, &job, &st))
		fail_msg("%s", st.text);
	search_run(&s);
	for (int i = 0; i < s.live.move_count; i++)
		value[s.live.moves[i].m] = s.live.moves[i].value[s.mover];
	search_close(&s);
}

/* Left, here, is the third time: it loses at once, and only the past says so. */
static void
searches_know_what_was_before_their_root(void **state)
{
	static const char *const players[] = {
		"maxn:depth=1,table=off",
		"paranoid:depth=1,table=off",
		"uct:sims=300,playout=random",
		"greedy",
	};
	static struct match m;
	open_match(&m);
	play_all(&m, "rlr");
	for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
		double with[3] = { -1, -1, -1 }, without[3] = { -1, -1, -1 };
		values_of(&m, players[i], true, with);
		values_of(&m, players[i], false, without);
		assert_true(with[LEFT] == 0.0);
		assert_true(without[LEFT] > 0.2);
		assert_true(with[NEW] > 0.0);
	}
	match_close(&m);
}

/* Deeper than the root: to and fro twice from a fresh start is the third time. */
static void
searches_know_what_was_on_their_way(void **state)
{
	struct game g;
	static struct past past;
	struct state s = { 0 };
	open_game(&g, &shuttle_game, 2, "");
	g.past = &past;
	start_game(&g, &s);
	for (int k = 0; k < 4; k++) {
		struct state other;
		assert_int_equal(in(&s)->times, k / 2);
		/* a sibling that is made and left changes nothing */
		play(&g, &s, in(&s)->turn, k % 2 == 0 ? LEFT : RIGHT, &other);
		play(&g, &s, in(&s)->turn, k % 2 == 0 ? RIGHT : LEFT, &s);
	}
	assert_true(settled(&g, &s));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_third_time_ends_the_game),
		cmocka_unit_test(what_cannot_be_taken_back_starts_afresh),
		cmocka_unit_test(undone_positions_do_not_count),
		cmocka_unit_test(searches_know_what_was_before_their_root),
		cmocka_unit_test(searches_know_what_was_on_their_way),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
