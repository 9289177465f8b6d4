/*
 * cardnet.c - the networks of card games: training gives the same bytes for any number of threads and
 * however often it stops, and what is trained plays.
 */
#include "src/core/cardnet.h"

#include "ai/worlds/net_train.h"
#include "games/hearts/hearts.h"
#include "src/app/catalog.h"
#include "src/core/search.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void
open_hearts(struct game *g, int seats)
{
	struct status st = { 0 };
	assert_true(game_init(g, &hearts_game, seats, NULL, &st));
}

static void
open_training(struct trainer *t, const struct game *g, int threads)
{
	struct status st = { 0 };
	*t = (struct trainer){ .game = g, .seed = 4, .target = 4096, .threads = threads };
	assert_true(net_trainer.open(t, &st));
}

static char *
bytes_of(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	assert_non_null(f);
	char *out = malloc((size_t)4 << 20);
	*size = fread(out, 1, (size_t)4 << 20, f);
	fclose(f);
	return out;
}

static void
assert_same_files(const char *a, const char *b)
{
	size_t n, m;
	char *x = bytes_of(a, &n), *y = bytes_of(b, &m);
	assert_int_equal(n, m);
	assert_memory_equal(x, y, n);
	free(x);
	free(y);
}

static char folder[] = "/tmp/plyscope-cardnet-XXXXXX";

static const char *
file_in_folder(const char *name)
{
	static char path[4][200];
	static int next;
	char *out = path[next++ % 4];
	snprintf(out, sizeof path[0], "%s/%s", folder, name);
	return out;
}

static void
threads_and_stops_change_nothing(void **state)
{
	(void)state;
	struct game g;
	struct trainer t;
	struct status st = { 0 };
	open_hearts(&g, 4);
	open_training(&t, &g, 1);
	net_trainer.step(&t, 2 * t.pace);
	assert_true(net_trainer.save(&t, file_in_folder("one"), &st));
	net_trainer.close(&t);

	open_training(&t, &g, 2);
	net_trainer.step(&t, t.pace);
	assert_true(net_trainer.save(&t, file_in_folder("two"), &st));
	net_trainer.close(&t);
	open_training(&t, &g, 2);
	assert_true(net_trainer.load(&t, file_in_folder("two"), &st));
	assert_int_equal(t.steps, t.pace);
	net_trainer.step(&t, t.pace);
	assert_true(net_trainer.save(&t, file_in_folder("two"), &st));
	net_trainer.close(&t);
	assert_same_files(file_in_folder("one"), file_in_folder("two"));
}

/* Without the state a training goes on from what plays: the rounded weights, saved again, are the
 * same. */
static void
the_shipped_file_is_enough_to_go_on(void **state)
{
	(void)state;
	struct game g;
	struct trainer t;
	struct cardnet n[2];
	struct status st = { 0 };
	struct arena a;
	char by[CARDNET_BY];
	open_hearts(&g, 4);
	unlink(file_in_folder("two.state"));
	open_training(&t, &g, 1);
	assert_true(net_trainer.load(&t, file_in_folder("two"), &st));
	assert_int_equal(t.steps, 2 * t.pace);
	assert_true(net_trainer.save(&t, file_in_folder("two"), &st));
	net_trainer.close(&t);
	assert_true(arena_open(&a, (size_t)16 << 20));
	assert_true(cardnet_read(&n[0], &g, file_in_folder("one"), &a, by, &st));
	assert_true(cardnet_read(&n[1], &g, file_in_folder("two"), &a, by, &st));
	assert_memory_equal(n[0].deal.first, n[1].deal.first,
			    sparse_bytes(&n[0].deal.shape));
	assert_memory_equal(n[0].view.first, n[1].view.first,
			    sparse_bytes(&n[0].view.shape));
	arena_close(&a);
}

static void
files_of_another_game_or_damaged_are_refused(void **state)
{
	(void)state;
	struct game g, three;
	struct cardnet n;
	struct status st = { 0 };
	struct arena a;
	char by[CARDNET_BY];
	open_hearts(&g, 4);
	open_hearts(&three, 3);
	assert_true(arena_open(&a, (size_t)16 << 20));
	assert_true(cardnet_read(&n, &g, file_in_folder("one"), &a, by, &st));
	assert_non_null(strstr(by, "plyscope train hearts"));
	assert_false(cardnet_read(&n, &three, file_in_folder("one"), &a, by, &st));
	assert_non_null(strstr(st.text, "hearts-4"));
	st = (struct status){ 0 };
	size_t size;
	char *bytes = bytes_of(file_in_folder("one"), &size);
	bytes[size / 2] ^= 8;
	FILE *f = fopen(file_in_folder("bad"), "wb");
	assert_int_equal(fwrite(bytes, 1, size, f), size);
	fclose(f);
	free(bytes);
	assert_false(cardnet_read(&n, &g, file_in_folder("bad"), &a, by, &st));
	assert_true(st.failed);
	arena_close(&a);
}

/* Plays hands: seats of `mask` by the network, the others by the quick player; the points of both. */
static void
play_hands(const struct cardnet *n, const struct game *g, int hands, double *points)
{
	struct rng r;
	struct state s;
	rng_seed(&r, 77);
	points[0] = points[1] = 0;
	for (int i = 0; i < hands; i++) {
		const unsigned mask = i % 2 == 0 ? 5 : 10;
		g->rules->start(g, &s);
		do {
			const int seat = game_mover(g, &s);
			struct state seen;
			move m;
			if (seat == SEAT_CHANCE) {
				m = g->chance->sample(g, &s, &r);
			} else {
				game_view(g, &s, seat, &seen);
				m = mask >> seat & 1
					    ? cardnet_move(n, g, &seen, seat, 0, &r)
					    : game_quick_move(g, &seen, seat, &r);
				assert_true(game_legal(g, &s, seat, m));
			}
			g->rules->play(g, &s, seat, m, &s);
		} while (!g->rules->settled(g, &s));
		for (int k = 0; k < 4; k++)
			points[mask >> k & 1] += hearts_of(&s)->points[k];
	}
}

/* The shipped network, by its own cards alone, takes fewer points than the quick player. */
static void
the_shipped_network_plays(void **state)
{
	(void)state;
	struct game g;
	struct status st = { 0 };
	double points[2];
	open_hearts(&g, 4);
	const struct cardnet *n = cardnet_find(&g, &st);
	assert_non_null(n);
	play_hands(n, &g, 400, points);
	print_message("points a hand and seat: quick player %.2f, network %.2f\n",
		      points[0] / 800, points[1] / 800);
	assert_true(points[1] < points[0]);
}

/* The end of a hand is what it is: the deal network is not asked there. */
static void
ends_are_exact(void **state)
{
	(void)state;
	struct game g;
	struct status st = { 0 };
	struct rng r;
	open_hearts(&g, 4);
	const struct cardnet *n = cardnet_find(&g, &st);
	struct state s;
	rng_seed(&r, 8);
	g.rules->start(&g, &s);
	float share[SEATS_MAX], sweep[SEATS_MAX];
	while (hearts_of(&s)->phase != HEARTS_PLAYING ||
	       cards_count(hearts_of(&s)->played) < 48) {
		const int seat = game_mover(&g, &s);
		g.rules->play(&g, &s, seat,
			      seat == SEAT_CHANCE ? g.chance->sample(&g, &s, &r)
						  : game_quick_move(&g, &s, seat, &r),
			      &s);
	}
	struct state end = s;
	move m[MOVES_MAX];
	g.rules->moves(&g, &end, game_mover(&g, &end), m);
	g.rules->play(&g, &end, game_mover(&g, &end), m[0], &end);
	cardnet_play_on(n, &g, &end, share, sweep);
	assert_true(g.rules->settled(&g, &end));
	for (int i = 0; i < 4; i++)
		assert_true(fabsf(share[i] * 26 - hearts_of(&end)->points[i]) < 1e-3F);
}

/* What a player says of a position: each move with its value, in its order. */
static void
say_rows(const struct game *g, const struct state *root, int seat, const char *text,
	 char *out, size_t size)
{
	struct search s;
	struct player p;
	struct status st = { 0 };
	assert_true(player_parse(&p, text, &app_catalog, g, &st));
	const struct search_job job = {
		.game = g, .root = root, .viewer = seat, .player = &p, .seed = 6
	};
	assert_true(search_open(&s, &job, &st));
	search_run(&s);
	int n = 0;
	assert_int_equal(s.live.ranked, strcmp(text, "net") == 0);
	for (int i = 0; i < s.live.move_count; i++) {
		const struct stats_move *row = &s.live.moves[i];
		n += snprintf(out + n, size - (size_t)n, "%u %.9g ", row->m,
			      row->value[seat]);
		if (i > 0 && s.live.ranked)
			assert_true(row->rank[seat] <= row[-1].rank[seat]);
	}
	assert_true(s.live.move_count > 1);
	search_close(&s);
}

/* The first choice of a card among several, after some tricks; returns the seat. */
static int
reach_choice(const struct game *g, int played, struct state *seen)
{
	struct state s;
	struct rng r;
	move m[MOVES_MAX];
	rng_seed(&r, 12);
	g->rules->start(g, &s);
	for (;;) {
		const int seat = game_mover(g, &s);
		const bool plays = hearts_of(&s)->phase == HEARTS_PLAYING;
		if (plays && cards_count(hearts_of(&s)->played) >= played &&
		    g->trick->choices(g, &s, seat, m) > 2) {
			game_view(g, &s, seat, seen);
			return seat;
		}
		g->rules->play(g, &s, seat,
			       seat == SEAT_CHANCE ? g->chance->sample(g, &s, &r)
						   : game_quick_move(g, &s, seat, &r),
			       &s);
	}
}

/* Alone it is ordered by worth; in deals it says the same for any number of threads. */
static void
it_plays_alike_on_all_threads(void **state)
{
	(void)state;
	struct game g;
	struct state seen;
	char a[2000], b[2000];
	open_hearts(&g, 4);
	for (int played = 0; played < 30; played += 9) {
		const int seat = reach_choice(&g, played, &seen);
		say_rows(&g, &seen, seat, "net", a, sizeof a);
		say_rows(&g, &seen, seat, "pimc:worlds=24,threads=1,inner=(net)", a,
			 sizeof a);
		say_rows(&g, &seen, seat, "pimc:worlds=24,threads=3,inner=(net)", b,
			 sizeof b);
		assert_string_equal(a, b);
	}
}

static int
make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) == NULL;
}

static int
remove_folder(void **state)
{
	(void)state;
	static const char *const names[] = { "one", "two", "bad", "one.state",
					     "two.state" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		unlink(file_in_folder(names[i]));
	return rmdir(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_and_stops_change_nothing),
		cmocka_unit_test(the_shipped_file_is_enough_to_go_on),
		cmocka_unit_test(files_of_another_game_or_damaged_are_refused),
		cmocka_unit_test(the_shipped_network_plays),
		cmocka_unit_test(ends_are_exact),
		cmocka_unit_test(it_plays_alike_on_all_threads),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
