/*
 * tournament.c - players against each other, over many seeds and all seats.
 *
 * Job order: seed first, then pair, then seating, so that an early stop leaves whole sets.
 * Game k of a seed is dealt from that seed alone; a player's own seed comes from the game and
 * the ply. Figures are added up in job order.
 */
#include "src/lab/tournament.h"

#include "src/base/clock.h"
#include "src/base/jobs.h"
#include "src/core/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLIES_MAX 100000
#define LATE_US	  100000
#define Z95	  1.959964

/* What one side of a table did. */
struct effort {
	int64_t nodes, moves, us, longest_us, illegal, timeouts;
};

struct table {
	bool done;
	int pair;
	unsigned seats_a;
	int loser; /* 0 or 1: the side that broke the rules, -1 nobody */
	int32_t points[SEATS_MAX];
	struct effort effort[2];
};

struct tournament {
	const struct tournament_options *o;
	struct player player[TOURNAMENT_PLAYERS]; /* with one thread each */
	int pairs, seatings;
	int first[TOURNAMENT_PLAYERS * TOURNAMENT_PLAYERS],
		second[TOURNAMENT_PLAYERS * TOURNAMENT_PLAYERS];
	int64_t count;
	struct table *table;
};

/* Subsets with seat 0 whose size is half of the seats, rounded either way. */
static bool
is_even_split(int seats, unsigned a)
{
	const int n = __builtin_popcount(a);
	return (a & 1) && n >= seats / 2 && n <= (seats + 1) / 2;
}

int
tournament_seatings(int seats)
{
	int n = 0;
	for (unsigned a = 0; a < 1u << seats; a++)
		n += is_even_split(seats, a) ? 2 : 0;
	return n;
}

unsigned
tournament_seating(int seats, int k)
{
	int at = k / 2;
	unsigned a = 0;
	while (!is_even_split(seats, a) || at-- > 0)
		a++;
	return k & 1 ? ~a & ((1u << seats) - 1) : a;
}

void
tournament_wilson(double wins, double n, double ci95[2])
{
	ci95[0] = 0;
	ci95[1] = 1;
	if (n <= 0)
		return;
	const double p = wins / n, z2 = Z95 * Z95;
	const double mid = (p + z2 / (2 * n)) / (1 + z2 / n);
	const double half = Z95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
	ci95[0] = mid - half < 0 ? 0 : mid - half;
	ci95[1] = mid + half > 1 ? 1 : mid + half;
}

static bool
is_legal(const struct game *g, const struct state *s, int seat, move m)
{
	move all[MOVES_MAX];
	const int n = g->ops->moves(g, s, seat, all);
	for (int i = 0; i < n; i++)
		if (all[i] == m)
			return true;
	return false;
}

/* One decision. MOVE_NONE when the player has none. */
static move
decide(const struct game *g, const struct state *s, int seat, const struct player *p,
       uint64_t seed, struct effort *e)
{
	move only[MOVES_MAX];
	if (g->ops->moves(g, s, seat, only) == 1)
		return only[0];
	struct state view;
	game_view(g, s, seat, &view);
	const struct search_job job = {
		.game = g, .root = &view, .viewer = seat, .player = p, .seed = seed
	};
	struct search search;
	if (!search_open(&search, &job, NULL))
		return MOVE_NONE;
	search_run(&search);
	const move m = search_choice(&search);
	const int64_t us = search.live.elapsed_us,
		      limit = p->part[0].limits.time_ms * 1000;
	e->nodes += search.live.nodes;
	e->moves++;
	e->us += us;
	e->longest_us = us > e->longest_us ? us : e->longest_us;
	e->timeouts += limit > 0 && us > limit + LATE_US;
	search_close(&search);
	return m;
}

/* Plays a table to its end. */
static void
play_table(const struct tournament *t, struct table *table, uint64_t deal, uint64_t seed)
{
	const struct game *g = t->o->game;
	const struct player *side[2] = { &t->player[t->first[table->pair]],
					 &t->player[t->second[table->pair]] };
	struct rng chance;
	struct state s;
	memset(&s, 0, sizeof s);
	rng_seed(&chance, deal);
	g->ops->start(g, &s);
	for (uint64_t ply = 0; ply < PLIES_MAX; ply++) {
		const int seat = game_mover(g, &s);
		if (seat == SEAT_NONE)
			break;
		if (seat == SEAT_CHANCE) {
			const move m = g->ops->chance_sample(g, &s, &chance);
			g->ops->play(g, &s, SEAT_CHANCE, m, &s);
			continue;
		}
		const int who = table->seats_a >> seat & 1 ? 0 : 1;
		const move m = decide(g, &s, seat, side[who], rng_fork(seed, ply),
				      &table->effort[who]);
		if (!is_legal(g, &s, seat, m)) {
			table->effort[who].illegal++;
			table->loser = who;
			return;
		}
		g->ops->play(g, &s, seat, m, &s);
	}
	g->ops->points(g, &s, table->points);
}

static bool
run_table(void *self, int64_t job, int thread)
{
	const struct tournament *t = self;
	struct table *table = &t->table[job];
	(void)thread;
	const int64_t set = job / ((int64_t)t->pairs * t->seatings);
	const uint64_t deal = rng_fork(t->o->seed, (uint64_t)set);
	table->pair = (int)(job / t->seatings % t->pairs);
	table->seats_a = tournament_seating(t->o->game->seats, (int)(job % t->seatings));
	table->loser = -1;
	play_table(t, table, deal, rng_fork(deal, (uint64_t)job));
	table->done = true;
	return true;
}

static bool
tick(void *self, int64_t finished)
{
	const struct tournament *t = self;
	return progress_report(&t->o->progress, finished, t->count, "games");
}

/* Share of the table's win that goes to side A. */
static double
share_of_a(const struct table *t, int seats)
{
	if (t->loser >= 0)
		return t->loser == 0 ? 0 : 1;
	int32_t best = t->points[0];
	for (int i = 1; i < seats; i++)
		best = t->points[i] > best ? t->points[i] : best;
	int a = 0, all = 0;
	for (int i = 0; i < seats; i++) {
		all += t->points[i] == best;
		a += t->points[i] == best && (t->seats_a >> i & 1);
	}
	return (double)a / all;
}

/* Mean points of the seats in a set. */
static double
mean_points(const struct table *t, int seats, unsigned set)
{
	double sum = 0;
	for (int i = 0; i < seats; i++)
		sum += set >> i & 1 ? t->points[i] : 0;
	return sum / __builtin_popcount(set & ((1u << seats) - 1));
}

/* Mean and sum of squares, one value after the other. Welford 1962. */
struct moments {
	double n, mean, m2;
};

static void
moments_add(struct moments *m, double x)
{
	m->n++;
	const double d = x - m->mean;
	m->mean += d / m->n;
	m->m2 += d * (x - m->mean);
}

static void
moments_interval(const struct moments *m, double *mean, double ci95[2])
{
	const double half =
		m->n > 1 ? Z95 * sqrt(m->m2 / (m->n - 1) / m->n) : (double)NAN;
	*mean = m->n > 0 ? m->mean : (double)NAN;
	ci95[0] = *mean - half;
	ci95[1] = *mean + half;
}

struct tally {
	double share;
	struct moments points, margin; /* of sets of seatings on one seed */
	struct moments set_margin, set_points;
};

static void
add_effort(struct tournament_row *row, const struct effort *e)
{
	row->nodes += e->nodes;
	row->moves += e->moves;
	row->think_us += e->us;
	row->longest_us =
		e->longest_us > row->longest_us ? e->longest_us : row->longest_us;
	row->illegal += e->illegal;
	row->timeouts += e->timeouts;
}

static void
add_side(const struct table *t, int side, int seats, struct tournament_row *row,
	 struct tally *tally)
{
	const double a = share_of_a(t, seats), share = side == 0 ? a : 1 - a;
	const unsigned mine = side == 0 ? t->seats_a : ~t->seats_a;
	row->games++;
	row->wins += share >= 1;
	row->losses += share <= 0;
	row->draws += share > 0 && share < 1;
	tally->share += share;
	add_effort(row, &t->effort[side]);
	if (t->loser >= 0)
		return;
	const double points = mean_points(t, seats, mine);
	moments_add(&tally->set_points, points);
	moments_add(&tally->set_margin, points - mean_points(t, seats, ~mine));
}

/* Seatings on one seed share its luck: only their mean is one observation. */
static void
close_set(struct tally *tally)
{
	if (tally->set_points.n > 0) {
		moments_add(&tally->points, tally->set_points.mean);
		moments_add(&tally->margin, tally->set_margin.mean);
	}
	tally->set_points = tally->set_margin = (struct moments){ 0 };
}

static double
elo_of(double share)
{
	return share <= 0 || share >= 1 ? (double)NAN : 400 * log10(share / (1 - share));
}

static void
finish_row(struct tournament_row *row, const struct tally *tally)
{
	const double n = (double)row->games;
	row->score = n > 0 ? tally->share / n : (double)NAN;
	tournament_wilson(tally->share, n, row->ci95);
	moments_interval(&tally->points, &row->points, row->points_ci95);
	moments_interval(&tally->margin, &row->margin, row->margin_ci95);
	row->elo = elo_of(row->score);
	for (int i = 0; i < 2; i++)
		row->elo_ci95[i] = elo_of(row->ci95[i]);
	row->nodes_per_s = row->think_us > 0
				   ? (double)row->nodes * 1e6 / (double)row->think_us
				   : (double)NAN;
}

static void
add_up(const struct tournament *t, struct tournament_result *r)
{
	struct tally tally[TOURNAMENT_PLAYERS] = { 0 };
	const int seats = t->o->game->seats;
	for (int64_t i = 0; i < t->count; i++) {
		const struct table *table = &t->table[i];
		if (table->done) {
			const int a = t->first[table->pair], b = t->second[table->pair];
			r->games++;
			add_side(table, 0, seats, &r->row[a], &tally[a]);
			add_side(table, 1, seats, &r->row[b], &tally[b]);
		}
		if ((i + 1) % t->seatings != 0)
			continue;
		for (int k = 0; k < r->players; k++)
			close_set(&tally[k]);
	}
	for (int k = 0; k < r->players; k++)
		finish_row(&r->row[k], &tally[k]);
}

/* One thread a search: the cores are busy with other tables. */
static void
single_thread(struct player *p)
{
	for (int i = 0; i < p->count; i++)
		if (options_find(&p->part[i].options, "threads") >= 0)
			options_set(&p->part[i].options, "threads", "1", NULL);
}

static bool
check(const struct tournament_options *o, struct status *st)
{
	if (o->players < 2 || o->players > TOURNAMENT_PLAYERS)
		return status_fail(st, "a tournament needs 2 to %d players, not %d",
				   TOURNAMENT_PLAYERS, o->players);
	for (int i = 0; i < o->players; i++)
		if (o->player[i].human)
			return status_fail(st, "a human cannot play in a tournament");
	if (o->games < 1)
		return status_fail(st, "games: expected at least 1");
	return true;
}

static void
make_pairs(struct tournament *t)
{
	for (int a = 0; a < t->o->players; a++)
		for (int b = a + 1; b < t->o->players; b++) {
			t->first[t->pairs] = a;
			t->second[t->pairs++] = b;
		}
}

bool
tournament_run(const struct tournament_options *o, struct tournament_result *r,
	       struct status *st)
{
	memset(r, 0, sizeof *r);
	if (!check(o, st))
		return false;
	const int64_t began = clock_now_us();
	struct tournament *t = calloc(1, sizeof *t);
	if (t == NULL)
		return status_fail(st, "no memory for a tournament");
	t->o = o;
	r->players = o->players;
	for (int i = 0; i < o->players; i++) {
		t->player[i] = o->player[i];
		single_thread(&t->player[i]);
		memcpy(r->name[i], o->player[i].text, PLAYER_TEXT);
	}
	make_pairs(t);
	t->seatings = tournament_seatings(o->game->seats);
	const int64_t set = (int64_t)t->pairs * t->seatings;
	t->count = (o->games + set - 1) / set * set;
	t->table = calloc((size_t)t->count, sizeof *t->table);
	const bool room = t->table != NULL;
	if (room) {
		const struct jobs jobs = { .count = t->count,
					   .threads = o->jobs,
					   .run = run_table,
					   .tick = tick,
					   .tick_ms = 200,
					   .self = t };
		jobs_run(&jobs);
		add_up(t, r);
	}
	r->elapsed_us = clock_now_us() - began;
	free(t->table);
	free(t);
	return room || status_fail(st, "no memory for so many games");
}

json_t *
tournament_to_json(const struct tournament_result *r)
{
	json_t *j = json_object(), *players = json_array();
	json_object_set_new(j, "games", json_integer(r->games));
	for (int i = 0; i < r->players; i++) {
		const struct tournament_row *row = &r->row[i];
		json_t *p = json_object();
		json_object_set_new(p, "player", json_string(r->name[i]));
		json_object_set_new(p, "points", json_real_or_null(row->points));
		json_object_set_new(p, "points_ci95", json_reals(row->points_ci95, 2));
		json_object_set_new(p, "margin", json_real_or_null(row->margin));
		json_object_set_new(p, "margin_ci95", json_reals(row->margin_ci95, 2));
		json_object_set_new(p, "wins", json_integer(row->wins));
		json_object_set_new(p, "draws", json_integer(row->draws));
		json_object_set_new(p, "losses", json_integer(row->losses));
		json_object_set_new(p, "score", json_real_or_null(row->score));
		json_object_set_new(p, "ci95", json_reals(row->ci95, 2));
		json_object_set_new(p, "elo", json_real_or_null(row->elo));
		json_object_set_new(p, "elo_ci95", json_reals(row->elo_ci95, 2));
		json_object_set_new(p, "nodes_per_s",
				    json_real_or_null(row->nodes_per_s));
		json_object_set_new(p, "illegal", json_integer(row->illegal));
		json_object_set_new(p, "timeouts", json_integer(row->timeouts));
		json_array_append_new(players, p);
	}
	json_object_set_new(j, "players", players);
	return j;
}

void
tournament_print(const struct tournament_result *r, FILE *out)
{
	fprintf(out, "%lld games, %.1f s\n", (long long)r->games,
		(double)r->elapsed_us / 1e6);
	fprintf(out, "%-34s %6s %5s %5s %5s  %-20s %-26s %8s %8s\n", "player", "games",
		"won", "drawn", "lost", "score (95 %)", "margin in points (95 %)",
		"ms/move", "longest");
	for (int i = 0; i < r->players; i++) {
		const struct tournament_row *row = &r->row[i];
		const double ms =
			row->moves > 0 ? (double)row->think_us / 1e3 / (double)row->moves
				       : (double)NAN;
		fprintf(out,
			"%-34.34s %6lld %5lld %5lld %5lld  %.3f [%.3f %.3f]  %+8.2f "
			"[%+.2f %+.2f]"
			" %8.1f %8.0f\n",
			r->name[i], (long long)row->games, (long long)row->wins,
			(long long)row->draws, (long long)row->losses, row->score,
			row->ci95[0], row->ci95[1], row->margin, row->margin_ci95[0],
			row->margin_ci95[1], ms, (double)row->longest_us / 1e3);
		if (row->illegal + row->timeouts > 0)
			fprintf(out, "  illegal moves %lld, over time %lld\n",
				(long long)row->illegal, (long long)row->timeouts);
	}
}
