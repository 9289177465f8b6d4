/*
 * cardnet.c - the networks of card games: training gives the same bytes for any number of threads and
 * however often it stops, and what is trained plays.
 */
#include "src/core/cardnet.h"

#include "ai/trainers.h"
#include "games/hearts/hearts.h"
#include "src/app/catalog.h"
#include "src/core/search.h"
#include "tests/scale.h"

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

/* Plays hands: every other seat by the network, the others by the quick player; the points of both, a
 * hand and seat. */
static void
play_hands(const struct cardnet *n, const struct game *g, int hands, double *points)
{
	struct rng r;
	struct state s;
	int seats[2] = { 0 };
	rng_seed(&r, 77);
	points[0] = points[1] = 0;
	for (int i = 0; i < hands; i++) {
		const unsigned mask = i % 2 == 0 ? 5 + 16 : 10;
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
		for (int k = 0; k < g->seats; k++) {
			points[mask >> k & 1] += hearts_of(&s)->points[k];
			seats[mask >> k & 1]++;
		}
	}
	points[0] /= seats[0];
	points[1] /= seats[1];
}

/* The shipped networks, by their own cards alone, take fewer points than the quick player. */
static void
the_shipped_networks_play(void **state)
{
	for (int seats = 3; seats <= 5; seats++) {
		struct game g;
		struct status st = { 0 };
		double points[2];
		open_hearts(&g, seats);
		const struct cardnet *n = cardnet_find(&g, &st);
		assert_non_null(n);
		play_hands(n, &g, scale_rounds(400, 100), points);
		print_message("%d seats, points a hand and seat: quick player %.2f, "
			      "network %.2f\n",
			      seats, points[0], points[1]);
		assert_true(points[1] < points[0]);
	}
}

/* A hand by the quick player, up to so many cards. */
static void
play_cards(const struct game *g, uint64_t seed, int cards, struct state *s)
{
	struct rng r;
	rng_seed(&r, seed);
	g->rules->start(g, s);
	while (hearts_of(s)->phase != HEARTS_PLAYING ||
	       cards_count(hearts_of(s)->played) < cards) {
		const int seat = game_mover(g, s);
		g->rules->play(g, s, seat,
			       seat == SEAT_CHANCE ? g->chance->sample(g, s, &r)
						   : game_quick_move(g, s, seat, &r),
			       s);
	}
}

/* The end of a hand is what it is: the deal network is not asked there. */
static void
ends_are_exact(void **state)
{
	struct game g;
	struct status st = { 0 };
	open_hearts(&g, 4);
	const struct cardnet *n = cardnet_find(&g, &st);
	struct state s;
	float share[SEATS_MAX], sweep[SEATS_MAX];
	play_cards(&g, 8, 48, &s);
	struct state end = s;
	move m[MOVES_MAX];
	g.rules->moves(&g, &end, game_mover(&g, &end), m);
	g.rules->play(&g, &end, game_mover(&g, &end), m[0], &end);
	cardnet_play_on(n, &g, &end, 2, share, sweep, NULL);
	assert_true(g.rules->settled(&g, &end));
	for (int i = 0; i < 4; i++)
		assert_true(fabsf(share[i] * 26 - hearts_of(&end)->points[i]) < 1e-3F);
}

/* The policy plays the trick on the table and so many more: counted by the cards played. */
static void
tricks_are_played_before_the_network_is_asked(void **state)
{
	struct game g;
	struct status st = { 0 };
	open_hearts(&g, 4);
	const struct cardnet *n = cardnet_find(&g, &st);
	struct state s;
	float share[SEATS_MAX], sweep[SEATS_MAX];
	play_cards(&g, 9, 22, &s);
	for (int tricks = 1; tricks <= 10; tricks++) {
		struct state end = s;
		int taker;
		const int plies =
			cardnet_play_on(n, &g, &end, tricks, share, sweep, &taker);
		const int cards = 20 + 4 * tricks; /* five whole tricks, and these */
		assert_int_equal(plies, (cards < 52 ? cards : 52) - 22);
		assert_true(g.rules->settled(&g, &end) == (cards >= 52));
		assert_true(taker >= 0 && taker < 4);
		if (tricks == 1)
			assert_int_equal(taker, hearts_of(&end)->leader);
	}
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
	assert_true(s.live.ranked);
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

/* The chosen move, and with `rows` all moves with what they are ordered by. */
static move
choose_with(const struct game *g, const struct state *root, int seat, const char *text,
	    uint64_t seed, struct stats_move *rows, int *count)
{
	struct search s;
	struct player p;
	struct status st = { 0 };
	assert_true(player_parse(&p, text, &app_catalog, g, &st));
	const struct search_job job = {
		.game = g, .root = root, .viewer = seat, .player = &p, .seed = seed
	};
	assert_true(search_open(&s, &job, &st));
	search_run(&s);
	const move chosen = search_choice(&s);
	assert_true(chosen == s.live.pv[0]);
	assert_true(s.live.value[seat] == s.live.moves[0].value[seat]);
	if (rows != NULL) {
		*count = s.live.move_count;
		memcpy(rows, s.live.moves, (size_t)*count * sizeof *rows);
	}
	search_close(&s);
	return chosen;
}

/* With noise a move is drawn as often as exp(worth / noise) says, from the worths of the player
 * without it. */
static void
noise_draws_by_worth(void **state)
{
	struct game g;
	struct state seen;
	static struct stats_move row[STATS_MOVES];
	int n = 0, drawn[STATS_MOVES] = { 0 };
	double share[STATS_MOVES], all = 0, spread = 0;
	const int draws = scale_rounds(3000, 600);
	open_hearts(&g, 4);
	const int seat = reach_choice(&g, 9, &seen);
	choose_with(&g, &seen, seat, "net", 1, row, &n);
	for (int i = 0; i < n; i++)
		all += share[i] = exp(row[i].rank[seat] / 3);
	for (int k = 0; k < draws; k++) {
		const move m = choose_with(&g, &seen, seat, "net:noise=3", (uint64_t)k,
					   NULL, NULL);
		for (int i = 0; i < n; i++)
			drawn[i] += row[i].m == m;
	}
	for (int i = 0; i < n; i++) {
		const double p = share[i] / all, sigma = sqrt(p * (1 - p) / draws);
		assert_true(fabs((double)drawn[i] / draws - p) < 4 * sigma + 1e-3);
		spread += p > 0.02 && p < 0.98;
	}
	assert_true(spread > 1);
	for (uint64_t k = 0; k < 20; k++) {
		const move m =
			choose_with(&g, &seen, seat, "net:noise=0.001", k, NULL, NULL);
		for (int i = 0; i < n; i++)
			assert_true(row[i].m != m ||
				    row[i].rank[seat] > row[0].rank[seat] - 0.01);
	}
}

/* A pass is chosen among those that the network likes best: its own first choices are there, whatever
 * the game's order says. */
static void
passes_are_the_network_s(void **state)
{
	struct game g;
	static struct stats_move own[STATS_MOVES], dealt[STATS_MOVES];
	open_hearts(&g, 4);
	for (uint64_t seed = 1; seed <= 6; seed++) {
		struct state s, seen;
		struct rng r;
		int n = 0, m = 0;
		rng_seed(&r, seed);
		g.rules->start(&g, &s);
		g.rules->play(&g, &s, SEAT_CHANCE, g.chance->sample(&g, &s, &r), &s);
		const int seat = game_mover(&g, &s);
		game_view(&g, &s, seat, &seen);
		choose_with(&g, &seen, seat, "net", 1, own, &n);
		choose_with(&g, &seen, seat, "pimc:worlds=2,inner=(net)", 1, dealt, &m);
		assert_int_equal(m, 24);
		for (int i = 0; i < 8; i++) {
			int at = 0;
			while (at < m && dealt[at].m != own[i].m)
				at++;
			assert_true(at < m);
		}
	}
}

/* With model=learned the other seats pass in every deal what the network would pass from their cards
 * there, those too that have passed already. */
static void
others_pass_as_the_network_does(void **state)
{
	struct game g;
	struct status st = { 0 };
	static struct search s;
	struct player p;
	struct state full, seen, world, view;
	struct rng r;
	int quick = 0;
	open_hearts(&g, 4);
	rng_seed(&r, 8);
	g.rules->start(&g, &full);
	g.rules->play(&g, &full, SEAT_CHANCE, g.chance->sample(&g, &full, &r), &full);
	for (int i = 0; i < 2; i++)
		g.rules->play(&g, &full, i, game_quick_move(&g, &full, i, &r), &full);
	game_view(&g, &full, 2, &seen);
	assert_true(player_parse(&p, "pimc:model=learned,inner=(net)", &app_catalog, &g,
				 &st));
	const struct search_job job = {
		.game = &g, .root = &seen, .viewer = 2, .player = &p, .seed = 3
	};
	assert_true(search_open(&s, &job, &st));
	const struct cardnet *n = cardnet_find(&g, &st);
	for (uint64_t w = 0; w < 8; w++) {
		uint64_t hand[4], pass[4];
		move m[MOVES_MAX];
		search_deal(&s, w, &world);
		for (int i = 0; i < 4; i++) {
			hand[i] = g.hidden->held(&g, &world, i);
			game_view(&g, &world, i, &view);
			pass[i] =
				n->ops->from_move(&g, &view,
						  cardnet_move(n, &g, &view, i, 0, NULL));
			quick += i != 2 &&
				 n->ops->from_move(&g, &view,
						   game_quick_move(&g, &view, i, &r)) !=
					 pass[i];
		}
		g.rules->moves(&g, &world, 2, m);
		pass[2] = n->ops->from_move(&g, &world, m[0]);
		g.rules->play(&g, &world, 2, m[0], &world);
		for (int i = 0; i < 4; i++) /* the first hand is passed to the left */
			assert_true(g.hidden->held(&g, &world, i) ==
				    ((hand[i] & ~pass[i]) | pass[(i + 3) % 4]));
	}
	assert_true(quick > 0);
	search_close(&s);
}

/* What the rules of Hearts leave a seat: no fewer points than it has, unless it may still shoot the
 * moon, and no more than are left, unless another seat may. */
static void
cut_to_rules(const struct game *g, const struct state *s, float *share, float *sweep)
{
	const struct hearts_state *h = hearts_of(s);
	int left = 26, takers = 0;
	for (int i = 0; i < g->seats; i++) {
		left -= h->points[i];
		takers += h->points[i] > 0;
	}
	for (int i = 0; i < g->seats; i++) {
		const int taken = h->points[i];
		const bool moon = takers == (taken > 0),
			   other = takers == 0 || (takers == 1 && taken == 0);
		share[i] = fmaxf(share[i], moon ? 0 : (float)taken / 26);
		share[i] = fminf(share[i], other ? 1 : (float)(taken + left) / 26);
		sweep[i] = moon ? sweep[i] : 0;
	}
}

/* What a move is worth in a deal, and the seat's value: the policy plays two tricks, and the network
 * says the rest. */
static double
worth_in_deal(const struct cardnet *n, const struct game *g, const struct state *world,
	      int seat, move m, double *value)
{
	struct state next;
	float share[SEATS_MAX], sweep[SEATS_MAX], any = 0;
	g->rules->play(g, world, seat, m, &next);
	cardnet_play_on(n, g, &next, 2, share, sweep, NULL);
	if (!g->rules->settled(g, &next))
		cut_to_rules(g, &next, share, sweep);
	for (int i = 0; i < g->seats; i++)
		any += sweep[i];
	*value += 26 - 26 * (double)share[seat];
	return (double)n->ops->worth(g, share[seat], any);
}

/* With prior=, moves are valued and ordered by the mean over the deals and as many times the value by
 * the seat's cards alone: worked out here for several priors, some of which choose another move. */
static void
the_value_by_own_cards_counts_as_worlds(void **state)
{
	enum { WORLDS = 4, SEED_OF = 6 };
	struct game g;
	struct status st = { 0 };
	static struct stats_move own[STATS_MOVES], row[STATS_MOVES];
	int others = 0;
	open_hearts(&g, 4);
	const struct cardnet *n = cardnet_find(&g, &st);
	for (int played = 0; played < 40; played += scale_rounds(1, 4)) {
		struct state seen, world;
		double sum[STATS_MOVES] = { 0 }, value[STATS_MOVES] = { 0 };
		int count = 0, rows = 0;
		move plain = MOVE_NONE;
		const int seat = reach_choice(&g, played, &seen);
		choose_with(&g, &seen, seat, "net", SEED_OF, own, &count);
		for (uint64_t w = 0; w < WORLDS; w++) {
			search_world(&g, &seen, seat, seat, SEED_OF, w, &world);
			for (int i = 0; i < count; i++)
				sum[i] += worth_in_deal(n, &g, &world, seat, own[i].m,
							&value[i]);
		}
		for (int prior = 0; prior <= 1000; prior = prior * 10 + 1) {
			char text[80];
			snprintf(text, sizeof text, "pimc:worlds=%d,prior=%d,inner=(net)",
				 WORLDS, prior);
			const move m =
				choose_with(&g, &seen, seat, text, SEED_OF, row, &rows);
			double best = -INFINITY, chosen = NAN;
			assert_int_equal(rows, count);
			for (int i = 0; i < count; i++) {
				const double x = sum[i] + prior * own[i].rank[seat];
				best = fmax(best, x);
				chosen = own[i].m == m ? x : chosen;
				for (int k = 0; k < rows; k++)
					assert_true(row[k].m != own[i].m ||
						    fabs(row[k].value[seat] *
								 (WORLDS + prior) -
							 value[i] -
							 prior * own[i].value[seat]) <
							    0.1);
			}
			assert_true(chosen > best - 1e-3);
			plain = prior == 0 ? m : plain;
			others += m != plain;
		}
	}
	assert_true(others > 0);
}

/* With two tricks to go, which the worlds are played out to the end, the network adds nothing. */
static void
what_is_played_out_is_not_guessed(void **state)
{
	static struct stats_move with[STATS_MOVES], without[STATS_MOVES];
	struct game g;
	struct state s = { 0 }, seen;
	struct rng r;
	move m[MOVES_MAX];
	int apart = 0, alike = 0;
	open_hearts(&g, 4);
	rng_seed(&r, 12);
	g.rules->start(&g, &s);
	for (int ply = 0; ply < 400; ply++) {
		const int seat = game_mover(&g, &s);
		const int played = cards_count(hearts_of(&s)->played);
		int rows = 0, others = 0;
		if (seat != SEAT_CHANCE && played > 35 &&
		    g.trick->choices(&g, &s, seat, m) > 1) {
			game_view(&g, &s, seat, &seen);
			choose_with(&g, &seen, seat,
				    "pimc:worlds=9,prior=500,inner=(net)", 3, with,
				    &rows);
			choose_with(&g, &seen, seat, "pimc:worlds=9,inner=(net)", 3,
				    without, &others);
			assert_int_equal(rows, others);
			for (int i = 0; i < rows * rows; i++) {
				const struct stats_move *a = &with[i / rows],
							*b = &without[i % rows];
				const bool same = a->value[seat] == b->value[seat];
				if (a->m != b->m)
					continue;
				assert_true(same || played < 44);
				apart += !same;
				alike += played >= 44;
			}
		}
		g.rules->play(&g, &s, seat,
			      seat == SEAT_CHANCE ? g.chance->sample(&g, &s, &r)
						  : game_quick_move(&g, &s, seat, &r),
			      &s);
	}
	assert_true(apart > 0 && alike > 0);
}

/* A seat with two cards when all points are taken. */
static void
points_that_are_taken_are_told(void **state)
{
	static const char position[] =
		"hand=4 points=0,13,13,0 turn=S S=A4... played=KQJT9876532."
		"AKQJT98765432.KQJT987654.KQJT987654";
	static const char *const players[] = { "net", "learner", "hard", "max" };
	struct game g;
	struct state s = { 0 };
	struct status st = { 0 };
	static struct stats_move row[STATS_MOVES];
	open_hearts(&g, 4);
	assert_true(g.text->parse_position(&g, position, &s, &st));
	for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
		int rows = 0;
		choose_with(&g, &s, 0, players[i], 1, row, &rows);
		for (int k = 0; k < rows; k++)
			assert_true(row[k].value[0] == 26);
	}
}

/* ---- reasons ----------------------------------------------------------------------------- */

#define REASON_WORLDS 32
#define REASON_SEED   6

static const char reason_player[] = "pimc:worlds=32,inner=(net)";

/* After some cards of the quick player, in a game without passes, a seat that leads a trick. */
static int
reach_lead(const struct game *g, uint64_t seed, int played, struct state *s)
{
	struct rng r;
	move m[MOVES_MAX];
	rng_seed(&r, seed);
	g->rules->start(g, s);
	for (;;) {
		const int seat = game_mover(g, s);
		if (seat != SEAT_CHANCE && hearts_of(s)->trick_count == 0 &&
		    cards_count(hearts_of(s)->played) >= played &&
		    g->trick->choices(g, s, seat, m) > 2)
			return seat;
		g->rules->play(g, s, seat,
			       seat == SEAT_CHANCE ? g->chance->sample(g, s, &r)
						   : game_quick_move(g, s, seat, &r),
			       s);
	}
}

static void
open_without_passes(struct game *g)
{
	struct options o;
	struct status st = { 0 };
	options_init(&o, hearts_game.options);
	assert_true(options_set(&o, "passing", "off", &st));
	assert_true(game_init(g, &hearts_game, 4, &o, &st));
}

static void
search_reasons(struct search *s, const struct game *g, const struct state *root, int seat,
	       struct player *p)
{
	struct status st = { 0 };
	assert_true(player_parse(p, reason_player, &app_catalog, g, &st));
	const struct search_job job = {
		.game = g, .root = root, .viewer = seat, .player = p, .seed = REASON_SEED
	};
	assert_true(search_open(s, &job, &st));
	search_run(s);
}

/* Who takes the trick that a move leads to, as the policy plays. */
static int
play_trick(const struct cardnet *n, const struct game *g, struct state *s, int seat,
	   move m)
{
	g->rules->play(g, s, seat, m, s);
	while (hearts_of(s)->trick_count > 0) {
		const int next = game_mover(g, s);
		g->rules->play(g, s, next, cardnet_move(n, g, s, next, 0, NULL), s);
	}
	return hearts_of(s)->turn;
}

/* Counted here on the same deals; the gains of the deals with a card and of those without make up the
 * whole gain. Returns whether a card mattered. */
static bool
check_reasons(const struct cardnet *n, const struct game *g, const struct search *s)
{
	const struct stats_reasons *r = snapshot_reasons(&s->live);
	const struct snapshot *live = &s->live;
	struct things things;
	int takes[2][4] = { 0 }, held = 0, card = 0;
	assert_non_null(r);
	assert_int_equal(r->deals, REASON_WORLDS);
	g->hidden->things(g, &things);
	while (card < things.count && strcmp(things.name[card], r->card) != 0)
		card++;
	for (uint64_t w = 0; w < REASON_WORLDS; w++) {
		struct state world;
		search_world(g, &s->root, s->viewer, s->mover, REASON_SEED, w, &world);
		if (card < things.count)
			held += (int)(hearts_of(&world)->hand[r->holder] >> card & 1);
		for (int side = 0; side < 2; side++) {
			struct state now = world;
			takes[side]
			     [play_trick(n, g, &now, s->mover, live->moves[side].m)]++;
		}
	}
	for (int side = 0; side < 2; side++) {
		float moons = 0;
		assert_int_equal(r->m[side], live->moves[side].m);
		for (int i = 0; i < 4; i++) {
			assert_int_equal(r->takes[side][i], takes[side][i]);
			assert_true(r->sweep[side][i] >= 0 && r->sweep[side][i] <= 1);
			moons += r->sweep[side][i];
		}
		assert_true(moons < 1.05F);
	}
	if (card == things.count)
		return false;
	assert_int_equal(r->held, held);
	assert_true(held > 0 && held < REASON_WORLDS);
	const double whole =
		(held * r->there + (r->deals - held) * r->elsewhere) / r->deals;
	assert_true(fabs(whole - (live->moves[0].value[s->mover] -
				  live->moves[1].value[s->mover])) < 1e-9);
	return true;
}

static void
reasons_are_counted_on_the_deals(void **state)
{
	struct game g;
	struct status st = { 0 };
	static struct search s;
	struct player p;
	int cards = 0;
	open_without_passes(&g);
	const struct cardnet *n = cardnet_find(&g, &st);
	for (uint64_t seed = 1; seed <= 12; seed++) {
		struct state full, seen;
		const int seat = reach_lead(&g, seed, 12, &full);
		game_view(&g, &full, seat, &seen);
		search_reasons(&s, &g, &seen, seat, &p);
		cards += check_reasons(n, &g, &s);
		search_close(&s);
	}
	assert_true(cards > 0);
}

static void
write_reasons(const struct game *g, const struct state *root, int seat, char *out,
	      int size)
{
	static struct search s;
	struct player p;
	search_reasons(&s, g, root, seat, &p);
	json_t *all = json_object();
	snapshot_to_json(&s.live, g, root, all);
	char *text = json_dumps(json_object_get(all, "reasons"), 0);
	assert_non_null(text);
	snprintf(out, (size_t)size, "%s", text);
	free(text);
	json_decref(all);
	search_close(&s);
}

/* The others' hands may be exchanged: what is said stays the same. */
static void
reasons_do_not_peek(void **state)
{
	struct game g;
	char a[4000], b[4000];
	open_without_passes(&g);
	for (uint64_t seed = 1; seed <= 4; seed++) {
		struct state full, other, seen;
		const int seat = reach_lead(&g, seed, 4, &full);
		other = full;
		struct hearts_state *h = (struct hearts_state *)(void *)other.bytes;
		const uint64_t cards = h->hand[(seat + 1) % 4];
		h->hand[(seat + 1) % 4] = h->hand[(seat + 2) % 4];
		h->hand[(seat + 2) % 4] = cards;
		game_view(&g, &full, seat, &seen);
		write_reasons(&g, &seen, seat, a, sizeof a);
		game_view(&g, &other, seat, &seen);
		write_reasons(&g, &seen, seat, b, sizeof b);
		assert_string_equal(a, b);
	}
}

static int
make_folder(void **state)
{
	return mkdtemp(folder) == NULL;
}

static int
remove_folder(void **state)
{
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
		cmocka_unit_test(the_shipped_networks_play),
		cmocka_unit_test(ends_are_exact),
		cmocka_unit_test(tricks_are_played_before_the_network_is_asked),
		cmocka_unit_test(it_plays_alike_on_all_threads),
		cmocka_unit_test(noise_draws_by_worth),
		cmocka_unit_test(passes_are_the_network_s),
		cmocka_unit_test(others_pass_as_the_network_does),
		cmocka_unit_test(the_value_by_own_cards_counts_as_worlds),
		cmocka_unit_test(what_is_played_out_is_not_guessed),
		cmocka_unit_test(points_that_are_taken_are_told),
		cmocka_unit_test(reasons_are_counted_on_the_deals),
		cmocka_unit_test(reasons_do_not_peek),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
