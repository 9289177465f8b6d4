/*
 * endgame.c - Awari's endgame tables: against bounds improved step by step, against their own
 * moves, against searches without a table, played out; files stopped, gone on with and damaged;
 * and what searches make of them.
 *
 * A process reads a table once and keeps it: each home of a user here holds one.
 */
#include "games/common/endgame.h"
#include "games/awari/rules.h"
#include "src/base/asset.h"
#include "src/core/past.h"
#include "src/core/solver.h"
#include "src/lab/solve.h"
#include "tests/scale.h"
#include "tests/unit/play_text.h"

#include <sys/stat.h>
#include <unistd.h>

static const struct game_ops *const ops = &awari_game;
static const char *const rules_names[] = { "rules=awari", "rules=oware", "rules=paper" };
static const char *const homes[] = { "awari", "oware", "paper" };
enum { AWARI, OWARE, PAPER, RULES };

static struct search search;
static char directory[64];
static struct rng rng;

/* ---- homes ---------------------------------------------------------------------------- */

static void
go_home(const char *name)
{
	char path[128];
	snprintf(path, sizeof path, "%s/%s", directory, name);
	mkdir(path, 0700);
	setenv("XDG_DATA_HOME", path, 1);
}

static void
solve(const struct game *g, int stones, const char *path, struct solve_result *r)
{
	const struct solve_options o = { .ops = ops->endings->solver,
					 .game = g,
					 .path = path,
					 .most = stones,
					 .jobs = 2 };
	struct status st = { 0 };
	if (!solve_run(&o, r, &st))
		fail_msg("%s", st.text);
	assert_true(r->finished);
}

static void
table_path(const struct game *g, char *out, size_t size)
{
	char name[256];
	ops->endings->solver->name(g, name, sizeof name);
	assert_true(user_path(USER_DATA, name, out, size, NULL));
}

/* A game of a home with a table of so many stones. */
static void
open_known(struct game *g, const char *home, const char *variant, int stones)
{
	char path[512];
	struct solve_result r;
	go_home(home);
	open_game(g, ops, 2, variant);
	table_path(g, path, sizeof path);
	solve(g, stones, path, &r);
	assert_int_equal(g->endings->read(g, NULL), stones);
	g->knows = true;
}

/* The rest of the seeds is captured. */
static void
place(const struct game *g, const int *seeds, int south, bool north_moves,
      struct state *s)
{
	char text[200] = "";
	int rest = 48 - south;
	for (int i = 0; i < 12; i++) {
		snprintf(text + strlen(text), sizeof text - strlen(text), "%d-",
			 seeds[i]);
		rest -= seeds[i];
	}
	snprintf(text + strlen(text), sizeof text - strlen(text), "%d-%d-%c", south, rest,
		 "SN"[north_moves]);
	read_position(g, text, s);
}

/* A position of n seeds by lot. */
static void
scatter(const struct game *g, int n, struct state *s)
{
	int seeds[12] = { 0 };
	for (int i = 0; i < n; i++)
		seeds[rng_below(&rng, 12)]++;
	place(g, seeds, (48 - n) / 2, rng_below(&rng, 2), s);
}

/* ---- bounds by steps ------------------------------------------------------------------ */

/*
 * All positions of at most MOST seeds, South to move. Their bounds begin with nothing known and
 * are improved by a ply at a time until nothing changes: that is what can be forced in any number
 * of plies, but never by going in circles.
 */
#define MOST	  5
#define POSITIONS 6188 /* C(17, 12) */
#define FREE	  ENDGAME_FREE

struct slow {
	struct state at;
	int seeds, low, high, moves;
	int next[6], gain[6];
};
static struct slow slow[POSITIONS];
static int slow_count;

static void
add_positions(const struct game *g, int all, int house, int left, int *seeds)
{
	if (house == 11) {
		struct slow *b = &slow[slow_count++];
		seeds[house] = left;
		*b = (struct slow){ .seeds = all };
		place(g, seeds, 20, false, &b->at);
		return;
	}
	for (seeds[house] = 0; seeds[house] <= left; seeds[house]++)
		add_positions(g, all, house + 1, left - seeds[house], seeds);
}

/* The position with South to move that is this one, perhaps turned round. */
static int
find_position(const struct state *s)
{
	const struct awari *a = awari_state(s);
	for (int i = 0; i < slow_count; i++) {
		const struct awari *b = awari_state(&slow[i].at);
		if (a->row[a->mover] == b->row[0] && a->row[!a->mover] == b->row[1])
			return i;
	}
	fail_msg("a position that is not there");
	return -1;
}

static void
add_moves(const struct game *g, struct slow *b)
{
	move list[MOVES_MAX];
	if (g->rules->settled(g, &b->at))
		return;
	b->moves = g->rules->moves(g, &b->at, 0, list);
	for (int i = 0; i < b->moves; i++) {
		struct state child = b->at;
		g->rules->play(g, &b->at, 0, list[i], &child);
		b->gain[i] =
			awari_state(&child)->store[0] - awari_state(&b->at)->store[0];
		b->next[i] = find_position(&child);
	}
}

/* What the end is worth, from here on. */
static void
value_end(struct slow *b)
{
	const struct awari *s = awari_state(&b->at);
	b->low = b->high = 0;
	if (s->end == AWARI_NO_MOVE)
		b->low = b->high =
			awari_row_seeds(s->row[0]) - awari_row_seeds(s->row[1]);
	if (s->end == AWARI_STUCK) {
		b->low = -FREE;
		b->high = FREE;
	}
}

/* One ply more; true when a bound has changed. */
static bool
improve(struct slow *b)
{
	int low = -FREE, high = -FREE;
	if (b->moves == 0)
		return false;
	for (int i = 0; i < b->moves; i++) {
		const struct slow *n = &slow[b->next[i]];
		const int l = n->high == FREE ? -FREE : b->gain[i] - n->high;
		const int h = n->low == -FREE ? FREE : b->gain[i] - n->low;
		low = l > low ? l : low;
		high = h > high ? h : high;
	}
	const bool better = low != b->low || high != b->high;
	b->low = low;
	b->high = high;
	return better;
}

static void
bounds_by_steps(int rules, int seeds)
{
	bool going = true;
	for (int i = 0; i < slow_count; i++) {
		struct slow *b = &slow[i];
		if (b->seeds != seeds)
			continue;
		b->low = -FREE;
		b->high = FREE;
		if (b->moves == 0)
			value_end(b);
	}
	while (going) {
		going = false;
		for (int i = 0; i < slow_count; i++)
			if (slow[i].seeds == seeds)
				going = improve(&slow[i]) || going;
	}
	for (int i = 0; i < slow_count && rules != PAPER; i++) {
		struct slow *b = &slow[i];
		if (b->seeds != seeds)
			continue;
		if (rules == AWARI)
			b->low = b->high = b->low > 0	 ? b->low
					   : b->high < 0 ? b->high
							 : 0;
		b->low = b->low == -FREE ? -seeds : b->low;
		b->high = b->high == FREE ? seeds : b->high;
	}
}

static struct endgame_value
look(const struct game *g, const struct state *s)
{
	struct endgame_value v;
	const struct turn t = turn_of(awari_state(s));
	assert_true(awari_look_up(g, &t, &v));
	return v;
}

static void
small_tables_are_right_everywhere(void **unused)
{
	int circles = 0;
	for (int rules = 0; rules < RULES; rules++) {
		struct game g;
		char variant[60], home[60];
		snprintf(variant, sizeof variant, "%s,score=seeds", rules_names[rules]);
		snprintf(home, sizeof home, "small-%d", rules);
		open_known(&g, home, variant, MOST);
		slow_count = 0;
		for (int n = 0, seeds[12]; n <= MOST; n++)
			add_positions(&g, n, 0, n, seeds);
		assert_int_equal(slow_count, POSITIONS);
		for (int i = 0; i < slow_count; i++)
			add_moves(&g, &slow[i]);
		for (int n = 0; n <= MOST; n++)
			bounds_by_steps(rules, n);
		for (int i = 0; i < slow_count; i++) {
			const struct slow *b = &slow[i];
			const struct endgame_value e = look(&g, &b->at);
			if (e.low != b->low || e.high != b->high)
				fail_msg("%s, position %d of %d seeds: %d..%d, not "
					 "%d..%d",
					 variant, i, b->seeds, e.low, e.high, b->low,
					 b->high);
			circles += b->low != b->high;
		}
	}
	assert_true(circles > 1000);
}

/* ---- the moves of a table ------------------------------------------------------------- */

#define STONES 11

/* A position is worth what its best move is; by the one with the fewest plies a seat with
 * something to gain comes nearer to it. */
static void
check_moves(const struct game *g, const struct state *s)
{
	move list[MOVES_MAX];
	const struct endgame_value v = look(g, s);
	const int seat = game_mover(g, s);
	if (seat < 0)
		return;
	const int n = g->rules->moves(g, s, seat, list);
	int low = -FREE, high = -FREE;
	bool nearer = false;
	for (int i = 0; i < n; i++) {
		struct state child = *s;
		g->rules->play(g, s, seat, list[i], &child);
		const int gain =
			awari_state(&child)->store[seat] - awari_state(s)->store[seat];
		const struct endgame_value c = look(g, &child);
		const int l = c.high == FREE ? -FREE : gain - c.high;
		const int h = c.low == -FREE ? FREE : gain - c.low;
		low = l > low ? l : low;
		high = h > high ? h : high;
		nearer = nearer || (l == v.low && (gain > 0 || c.high_in < v.low_in));
	}
	assert_int_equal(low, v.low);
	assert_int_equal(high, v.high);
	if (v.low > 0)
		assert_true(nearer);
}

/* What is known of who wins hangs on no bound that is open. */
static void
check_known(const struct game *g, const struct state *s)
{
	int32_t value[SEATS_MAX];
	const struct awari *a = awari_state(s);
	const struct endgame_value v = look(g, s);
	const int ahead = a->store[a->mover] - a->store[!a->mover];
	const int least = ahead + v.low, most = ahead + v.high;
	if (a->end)
		return;
	const bool settled = least > 0 || most < 0 || (v.low == v.high);
	assert_int_equal(g->endings->known(g, s), settled);
	g->knowledge->evaluate(g, s, value);
	const int unit = AWARI_HALF, expected = least > 0 ? 2 : most < 0 ? 0 : 1;
	if (settled)
		assert_int_equal(value[a->mover], expected * unit);
	else
		assert_in_range(value[0], 1, 2 * unit - 1);
}

/* No seat is farther from the end than all layers that it may have to go through. */
static void
check_plies(const struct endgame *t)
{
	int bound[STONES + 1] = { 0 };
	for (int k = 0; k <= STONES; k++) {
		int longest = 0;
		for (int64_t i = 0; i < t->slots[k]; i++) {
			const struct endgame_value v = endgame_at(t, k, i);
			longest = v.low_in > longest ? v.low_in : longest;
			longest = v.high_in > longest ? v.high_in : longest;
		}
		bound[k] = longest;
		for (int below = 0; below <= k - 2; below++)
			if (bound[below] + longest > bound[k])
				bound[k] = bound[below] + longest;
		assert_int_equal(t->plies[k], bound[k]);
	}
}

static void
a_value_is_that_of_the_best_move(void **unused)
{
	for (int rules = 0; rules < RULES; rules++) {
		struct game g;
		open_known(&g, homes[rules], rules_names[rules], STONES);
		for (int k = 0; k < scale_rounds(20000, 2000); k++) {
			struct state s;
			scatter(&g, 2 + (int)rng_below(&rng, STONES - 1), &s);
			check_moves(&g, &s);
			check_known(&g, &s);
		}
		check_plies(awari_table_of(&g));
	}
}

/* A search without a table that comes to the end of all lines finds what the table says. */
static void
searches_to_the_end_agree(void **unused)
{
	static struct past none;
	int solved = 0, circles = 0;
	for (int rules = 0; rules < RULES; rules++) {
		struct game g, plain;
		char variant[60];
		snprintf(variant, sizeof variant, "%s,score=seeds", rules_names[rules]);
		open_known(&g, homes[rules], variant, STONES);
		go_home("empty");
		open_game(&plain, ops, 2, variant);
		for (int k = 0; k < 150; k++) {
			struct state s;
			static struct player p;
			scatter(&g, 2 + (int)rng_below(&rng, 6), &s);
			const int seat = game_mover(&g, &s);
			if (seat < 0)
				continue;
			open_player(&search, &p,
				    (struct search_job){ .game = &plain,
							 .root = &s,
							 .viewer = seat,
							 .past = &none },
				    "paranoid:table=off,nodes=100k");
			search_run(&search);
			const bool whole = search.live.stop == STOP_SOLVED;
			const double value = search.live.value[seat];
			search_close(&search);
			const struct endgame_value v = look(&g, &s);
			const int ahead = awari_state(&s)->store[seat] -
					  awari_state(&s)->store[!seat];
			if (!whole)
				continue;
			solved++;
			circles += v.low != v.high;
			assert_true(value >= ahead + v.low || v.low == -FREE);
			assert_true(value <= ahead + v.high || v.high == FREE);
		}
	}
	assert_true(solved > 100);
	assert_true(circles > 0);
}

/* ---- what searches make of it --------------------------------------------------------- */

static void
run(const struct game *g, const struct state *s, const struct past *past,
    const char *player)
{
	static struct player p;
	open_player(&search, &p,
		    (struct search_job){ .game = g,
					 .root = s,
					 .viewer = game_mover(g, s),
					 .past = past,
					 .seed = 5 },
		    player);
	search_run(&search);
}

static void
every_search_uses_it_and_says_so(void **unused)
{
	static const char *const players[] = {
		"greedy",
		"paranoid:depth=1",
		"maxn:depth=1",
		"offensive:depth=1",
		"brs:depth=1",
		"mpmix:depth=1",
		"maxprob:depth=1",
		"uct:sims=200",
		"uct:sims=200,playout=random",
	};
	struct game g;
	struct state s;
	open_known(&g, homes[AWARI], "rules=awari,score=seeds", STONES);
	for (size_t i = 0; i < sizeof players / sizeof *players; i++)
		for (int k = 0; k < 20; k++) {
			do
				scatter(&g, STONES, &s);
			while (game_mover(&g, &s) < 0);
			const int seat = game_mover(&g, &s);
			const int ahead = awari_state(&s)->store[seat] -
					  awari_state(&s)->store[!seat];
			run(&g, &s, NULL, players[i]);
			assert_true(read_gauge(&search.live, "endgames known") == STONES);
			if (strncmp(players[i], "uct", 3) == 0) {
				assert_int_equal(search.live.moves[0].status,
						 MOVE_PROVEN);
				assert_true(search.live.moves[0].value[seat] <=
					    ahead + look(&g, &s).low);
			} else {
				assert_true(search.live.value[seat] ==
					    ahead + look(&g, &s).low);
			}
			search_close(&search);
		}
}

/* A proof ends where the table begins. */
static void
proofs_use_it(void **unused)
{
	static const char *const players[] = { "pns:method=dfpn", "pns:method=pns" };
	struct game g, plain;
	int64_t nodes[2] = { 0 };
	open_known(&g, homes[AWARI], "rules=awari", STONES);
	go_home("empty");
	open_game(&plain, ops, 2, "rules=awari");
	for (int k = 0; k < scale_rounds(24, 12); k++) {
		struct state s;
		double value[2];
		bool proven = true;
		do
			scatter(&g, STONES + 2, &s);
		while (game_mover(&g, &s) < 0);
		const int seat = game_mover(&g, &s);
		for (int known = 0; known < 2; known++) {
			char player[80];
			snprintf(player, sizeof player, "%s,nodes=200k", players[k % 2]);
			run(known ? &g : &plain, &s, NULL, player);
			proven = proven && search.live.stop == STOP_SOLVED;
			value[known] = search.live.value[seat];
			nodes[known] += search.live.nodes;
			search_close(&search);
		}
		if (proven)
			assert_true(value[0] == value[1]);
	}
	assert_true(nodes[1] * 2 < nodes[0]);
}

/* Without a file nothing is different, nor is anything said. */
static void
without_a_table_nothing_is_said(void **unused)
{
	struct game g;
	struct state s;
	go_home("empty");
	open_game(&g, ops, 2, "");
	assert_int_equal(g.endings->read(&g, NULL), 0);
	scatter(&g, 6, &s);
	while (game_mover(&g, &s) < 0)
		scatter(&g, 6, &s);
	run(&g, &s, NULL, "paranoid:depth=1");
	assert_true(isnan(read_gauge(&search.live, "endgames known")));
	assert_string_equal(search.live.note, "");
	search_close(&search);
	go_home(homes[AWARI]);
	open_game(&g, ops, 2, "endgames=off");
	assert_int_equal(g.endings->read(&g, NULL), 0);
}

/* How many plies a seat that is to gain has for the next capture. */
static int
plies_promised(const struct game *g, const struct state *s)
{
	const struct endgame_value v = look(g, s);
	return v.low > 0 ? v.low_in : v.low < 0 ? v.high_in : 1000;
}

/* Both seats play by the table: the one that is to gain does, and in time. */
static void
what_the_table_promises_is_played_out(void **unused)
{
	struct game g;
	int won = 0;
	open_known(&g, homes[AWARI], "rules=awari,score=seeds", STONES);
	for (int k = 0; k < 60; k++) {
		struct state s;
		static struct state states[1001];
		static struct past past;
		int32_t points[SEATS_MAX];
		scatter(&g, STONES, &s);
		if (game_mover(&g, &s) < 0)
			continue;
		const int seat = game_mover(&g, &s);
		const int value = awari_state(&s)->store[seat] -
				  awari_state(&s)->store[!seat] + look(&g, &s).low;
		struct game own = g;
		int n = 0, due = plies_promised(&g, &s);
		memset(&past, 0, sizeof past);
		own.past = &past;
		while (g.rules->acting(&g, &s)) {
			states[n++] = s;
			past_fill(&past, &own, states, n);
			run(&g, &s, &past, "paranoid:depth=2");
			const move m = search_choice(&search);
			search_close(&search);
			g.rules->play(&own, &s, game_mover(&g, &s), m, &s);
			assert_true(--due >= 0);
			if (awari_state(&s)->taken > 0)
				due = plies_promised(&g, &s);
		}
		g.rules->points(&g, &s, points);
		assert_int_equal(points[seat], value);
		won += value != 0 && awari_state(&s)->end == AWARI_NO_MOVE;
	}
	assert_true(won > 10);
}

static void
a_value_has_its_limits(void **unused)
{
	struct game g;
	struct state s;
	open_known(&g, homes[AWARI], "rules=awari", STONES);
	read_position(&g, "0-0-0-0-0-1-2-1-1-0-0-1-21-21-S", &s);
	assert_true(g.endings->known(&g, &s));
	/* A position has come a second time: what comes next may end the game. */
	struct awari *a = (struct awari *)s.bytes;
	a->again = 1;
	assert_false(g.endings->known(&g, &s));
	/* max_turns is near. */
	read_position(&g, "0-0-0-0-0-1-2-1-1-0-0-1-21-21-S 990", &s);
	assert_false(g.endings->known(&g, &s));
	/* Too many seeds. */
	read_position(&g, "0-0-0-4-0-1-2-1-1-0-2-1-18-18-S", &s);
	assert_false(g.endings->known(&g, &s));
}

/* ---- files ---------------------------------------------------------------------------- */

static off_t
size_of(const char *path)
{
	struct stat info;
	assert_int_equal(stat(path, &info), 0);
	return info.st_size;
}

static bool
same_files(const char *a, const char *b)
{
	char command[1200];
	snprintf(command, sizeof command, "cmp -s '%s' '%s'", a, b);
	return system(command) == 0;
}

static bool
stop_soon(void *self, int64_t done, int64_t total, const char *what)
{
	int *reports = self;
	(void)done, (void)total, (void)what;
	return --*reports > 0;
}

/* Wherever it is stopped, and with more stones asked for later, the file becomes the same. */
static void
a_table_is_gone_on_with(void **unused)
{
	struct game g;
	struct solve_result r;
	char whole[200], part[200];
	open_game(&g, ops, 2, "rules=oware");
	snprintf(whole, sizeof whole, "%s/whole", directory);
	snprintf(part, sizeof part, "%s/part", directory);
	solve(&g, 7, whole, &r);
	int stopped = 0;
	for (int reports = 1; reports < 200; reports += 9) {
		int left = reports;
		const struct solve_options o = {
			.ops = ops->endings->solver,
			.game = &g,
			.path = part,
			.most = 7,
			.jobs = 1,
			.progress = { .report = stop_soon, .self = &left },
		};
		struct status st = { 0 };
		assert_true(solve_run(&o, &r, &st));
		assert_false(st.failed);
		stopped += !r.finished;
	}
	assert_true(stopped > 2);
	assert_true(r.finished);
	assert_true(same_files(whole, part));
	unlink(part);
	solve(&g, 4, part, &r);
	assert_true(size_of(part) < size_of(whole));
	solve(&g, 7, part, &r);
	assert_true(same_files(whole, part));
	/* Fewer stones are there already. */
	solve(&g, 3, part, &r);
	assert_int_equal(r.solved, 0);
	assert_true(same_files(whole, part));
}

static void
change_byte(const char *path, long at)
{
	FILE *f = fopen(path, "r+b");
	assert_non_null(f);
	fseek(f, at, at < 0 ? SEEK_END : SEEK_SET);
	const int c = fgetc(f);
	fseek(f, -1, SEEK_CUR);
	fputc(c ^ 0x55, f);
	fclose(f);
}

static void
damaged_tables_are_named(void **unused)
{
	static const struct {
		const char *home;
		long at;
		const char *note;
		int stones;
	} cases[] = {
		{ "magic", 0, "not a table of solved positions", 0 },
		{ "version", 8, "version", 0 },
		{ "header", 40, "header is damaged", 0 },
		{ "layer", -20, "layer 5 is damaged", 4 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct game g;
		struct state s;
		struct solve_result r;
		char path[512];
		go_home(cases[i].home);
		open_game(&g, ops, 2, "rules=awari");
		table_path(&g, path, sizeof path);
		solve(&g, 5, path, &r);
		change_byte(path, cases[i].at);
		read_position(&g, "0-0-0-0-0-1-1-1-1-0-0-1-21-22-S", &s);
		run(&g, &s, NULL, "paranoid:depth=3");
		if (strstr(search.live.note, cases[i].note) == NULL)
			fail_msg("'%s', expected '%s'", search.live.note, cases[i].note);
		const double known = read_gauge(&search.live, "endgames known");
		assert_true(cases[i].stones ? known == cases[i].stones : isnan(known));
		search_close(&search);
	}
}

/* Solving again puts it aside and begins with nothing of it. */
static void
a_damaged_table_is_made_again(void **unused)
{
	struct game g;
	struct solve_result r;
	char path[200], whole[220], aside[220];
	open_game(&g, ops, 2, "rules=awari");
	snprintf(path, sizeof path, "%s/torn", directory);
	snprintf(whole, sizeof whole, "%s-whole", path);
	snprintf(aside, sizeof aside, "%s.damaged", path);
	solve(&g, 5, whole, &r);
	solve(&g, 5, path, &r);
	change_byte(path, -20);
	solve(&g, 5, path, &r);
	assert_non_null(strstr(r.note.text, "layer 5 is damaged"));
	assert_int_equal(r.solved, r.positions);
	assert_true(same_files(whole, path));
	assert_int_equal(size_of(aside), size_of(whole));
	assert_false(same_files(whole, aside));
}

static void
other_rules_are_refused(void **unused)
{
	struct game g, other;
	struct solve_result r;
	struct solver v;
	struct status st = { 0 };
	char path[200];
	open_game(&g, ops, 2, "rules=awari");
	open_game(&other, ops, 2, "rules=paper");
	snprintf(path, sizeof path, "%s/other", directory);
	solve(&g, 3, path, &r);
	assert_true(ops->endings->solver->open(&v, &other, 3, &st));
	assert_false(ops->endings->solver->load(&v, path, &st));
	assert_non_null(strstr(st.text, "solved for 'awari-awari', expected"));
	ops->endings->solver->close(&v);
	st = (struct status){ 0 };
	assert_false(ops->endings->solver->open(&v, &g, 19, &st));
	assert_non_null(strstr(st.text, "19 stones are too many"));
}

static int
set_up(void **unused)
{
	snprintf(directory, sizeof directory, "/tmp/plyscope-endgame-XXXXXX");
	rng_seed(&rng, 11);
	return mkdtemp(directory) != NULL ? 0 : -1;
}

static int
tear_down(void **unused)
{
	char command[100];
	snprintf(command, sizeof command, "rm -rf %s", directory);
	return system(command);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_tables_are_right_everywhere),
		cmocka_unit_test(a_value_is_that_of_the_best_move),
		cmocka_unit_test(searches_to_the_end_agree),
		cmocka_unit_test(every_search_uses_it_and_says_so),
		cmocka_unit_test(proofs_use_it),
		cmocka_unit_test(without_a_table_nothing_is_said),
		cmocka_unit_test(what_the_table_promises_is_played_out),
		cmocka_unit_test(a_value_has_its_limits),
		cmocka_unit_test(a_table_is_gone_on_with),
		cmocka_unit_test(damaged_tables_are_named),
		cmocka_unit_test(a_damaged_table_is_made_again),
		cmocka_unit_test(other_rules_are_refused),
	};
	return cmocka_run_group_tests_name("endgame", tests, set_up, tear_down);
}
