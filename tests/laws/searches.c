/*
 * searches.c - what every search of the catalog keeps, on every game it may play.
 *
 * A search that refuses a game with hidden cards is tried inside pimc, and on the game's
 * open variant when it has one. Limits are nodes, so nothing here depends on a clock.
 */
#include "src/core/calibration.h"
#include "src/core/joint.h"
#include "src/core/public.h"
#include "src/core/search.h"
#include "tests/laws/swap.h"
#include "tests/laws/walk.h"
#include "tests/scale.h"

#include <math.h>

static const char *only; /* a key of a game: of it alone; NULL: of all */

/* A game, a position in the middle of it, and a player that may play there. */
struct table {
	struct game game;
	struct state root;
	struct player player;
	char name[256];
};

static struct table *tables;
static int table_count;
static struct search search;
static int values_seen;
static move moves[MOVES_MAX];

/* Plays `plies` moves of the game's own policy from the start. */
static void
mid_game(const struct game *g, uint64_t seed, int plies, struct state *s)
{
	struct rng r;
	rng_seed(&r, seed);
	memset(s, 0, sizeof *s);
	g->rules->start(g, s);
	for (int k = 0; k < plies || game_mover(g, s) == SEAT_CHANCE; k++) {
		struct state next;
		int seat = game_mover(g, s);
		if (seat == SEAT_NONE)
			return;
		move m = seat == SEAT_CHANCE ? g->chance->sample(g, s, &r)
					     : game_quick_move(g, s, seat, &r);
		game_copy(g, s, &next);
		g->rules->play(g, &next, seat, m, &next);
		if ((k > plies / 2 && seat != SEAT_CHANCE &&
		     g->rules->settled(g, &next)) ||
		    game_mover(g, &next) == SEAT_NONE)
			return;
		*s = next;
	}
}

/* Exact solution takes small positions only, and says so when it is opened. */
static bool
too_large(const struct table *t)
{
	const struct joint_ops *joint = t->game.ops->joint;
	bool solves = false;
	for (int i = 0; i < t->player.count; i++)
		solves |= (t->player.part[i].ops->flags & SEARCH_MEANS) != 0;
	return solves && joint->size(&t->game, &t->root) >= JOINT_NEVER;
}

static void
add_table(const struct game *g, const char *player, int plies)
{
	tables = realloc(tables, (size_t)(table_count + 1) * sizeof *tables);
	assert_non_null(tables);
	struct table *t = &tables[table_count];
	memset(t, 0, sizeof *t);
	if (!player_parse(&t->player, player, &app_catalog, g, NULL))
		return;
	t->game = *g;
	mid_game(g, (uint64_t)plies, plies, &t->root);
	if (too_large(t))
		return;
	snprintf(t->name, sizeof t->name, "%s seats=%d ply %d: %s", g->ops->key, g->seats,
		 plies, player);
	table_count++;
}

/* Each search of the catalog on g: as it is, and inside pimc when cards are hidden. */
static void
add_searches(const struct game *g, int plies)
{
	for (int i = 0; app_catalog.searches[i]; i++) {
		const struct search_ops *ops = app_catalog.searches[i];
		char player[200];
		if (ops->flags & SEARCH_INNER)
			snprintf(player, sizeof player,
				 "%s:worlds=4,inner=(maxn:nodes=300)", ops->key);
		else
			snprintf(player, sizeof player, "%s:nodes=1500", ops->key);
		add_table(g, player, plies);
		if (!game_hidden(g) || ops->flags & SEARCH_INNER)
			continue;
		snprintf(player, sizeof player, "pimc:worlds=4,inner=(%s:nodes=300)",
			 ops->key);
		add_table(g, player, plies);
	}
}

/* Hold'em's flop, solved: with as few nodes as above modicum plays its table. */
static void
add_solved_flop(const struct game *g, int plies)
{
	static const char *const players[] = { "modicum:fast=on,rollouts=2,sims=2",
					       "modicum:fast=on,leaf=net,sims=2" };
	if (g->ops->public == NULL || g->ops->public->buckets == NULL)
		return;
	for (int i = 0; i < 2; i++) {
		const int before = table_count;
		add_table(g, players[i], plies);
		assert_int_equal(table_count, before + 1);
		assert_int_equal(g->ops->public->deck->round(g, &tables[before].root), 1);
	}
}

static void
make_tables(void)
{
	only = getenv("PLYSCOPE_LAWS_OF");
	for (int i = 0; app_catalog.games[i]; i++) {
		const struct game_ops *ops = app_catalog.games[i];
		if (only != NULL && strcmp(ops->key, only) != 0)
			continue;
		struct game g;
		struct options v;
		assert_true(game_init(&g, ops, 0, NULL, NULL));
		add_searches(&g, 9);
		if (game_hidden(&g)) {
			add_searches(&g, 25);
			add_solved_flop(&g, 25);
		}
		options_init(&v, ops->options);
		if (options_find(&v, "open") < 0)
			continue;
		assert_true(options_set(&v, "open", "on", NULL));
		assert_true(game_init(&g, ops, 0, &v, NULL));
		add_searches(&g, 13);
	}
}

static move include = MOVE_NONE; /* of the searches from now on */

/* Runs t's player on a full state as its mover knows it; all but the times as text. */
static char *
run_search(const struct table *t, const struct state *full, uint64_t seed)
{
	struct state view;
	struct status st = { 0 };
	int seat = game_mover(&t->game, full);
	game_view(&t->game, full, seat, &view);
	struct search_job job = { .game = &t->game,
				  .root = &view,
				  .viewer = seat,
				  .player = &t->player,
				  .seed = seed,
				  .include = &include };
	if (!search_open(&search, &job, &st))
		print_message("# %s: %s\n", t->name, st.text);
	assert_false(st.failed);
	search_run(&search);
	json_t *j = json_object();
	snapshot_to_json(&search.live, &t->game, &search.root, j);
	json_object_del(j, "elapsed_ms");
	json_object_del(j, "nodes_per_s");
	char *text = json_dumps(j, JSON_INDENT(1));
	json_decref(j);
	assert_non_null(text);
	return text;
}

static void
expect_same(const struct table *t, const char *a, const char *b)
{
	if (strcmp(a, b) != 0)
		print_message("# %s\n", t->name);
	assert_string_equal(a, b);
}

static void
a_seed_and_a_node_limit_decide_everything(void **state)
{
	for (int i = 0; i < table_count; i++) {
		if (!scale_takes(i, 5))
			continue;
		char *a = run_search(&tables[i], &tables[i].root, 5);
		search_close(&search);
		char *b = run_search(&tables[i], &tables[i].root, 5);
		search_close(&search);
		expect_same(&tables[i], a, b);
		free(a);
		free(b);
	}
}

/* What t's player says of another deal that its mover cannot tell from the true one. */
static void
expect_same_search(const struct table *t, const struct state *other, const char *said)
{
	char *b = run_search(t, other, 5);
	search_close(&search);
	expect_same(t, said, b);
	free(b);
}

/* Other cards where the mover cannot see them, dealt by the game (determinize) and made from
 * the position text (swap.h, which trusts neither redact nor determinize): nothing in its
 * search may change. */
static void
no_search_peeks(void **state)
{
	int dealt = 0, swapped = 0, hidden = 0, hands = 0;
	for (int i = 0; i < table_count; i++) {
		const struct table *t = &tables[i];
		const struct game *g = &t->game;
		if (!game_hidden(g) || !scale_takes(i + 1, 5))
			continue;
		hidden++;
		hands += (g->traits & TRAIT_OPEN_CARDS) == 0;
		char *a = run_search(t, &t->root, 5);
		search_close(&search);
		for (int k = 0; k < 2; k++) {
			struct state other = { 0 };
			struct rng r;
			int seat = game_mover(g, &t->root);
			rng_seed(&r, (uint64_t)k);
			game_view(g, &t->root, seat, &other);
			g->hidden->determinize(g, &other, seat, &r);
			dealt += memcmp(other.bytes, t->root.bytes, g->ops->state_size) !=
				 0;
			expect_same_search(t, &other, a);
			if (!swap_hidden(g, &t->root, seat, &r, &other))
				continue;
			swapped++;
			expect_same_search(t, &other, a);
		}
		free(a);
	}
	/* The deals did differ. */
	if (only == NULL)
		assert_true(hands > 0 && dealt > hidden && swapped > hands);
}

/* The seats' values, and those of every move, lie within what the rules allow from here on. */
static void
expect_possible(const struct table *t)
{
	const struct game *g = &t->game;
	const double unit = game_unit(g),
		     close = 1e-5; /* networks have single precision */
	struct bounds b;
	g->knowledge->bounds(g, &t->root, &b);
	for (int i = -1; i < search.live.move_count; i++) {
		const double *value =
			i < 0 ? search.live.value : search.live.moves[i].value;
		for (int k = 0; k < g->seats; k++) {
			if (isnan(value[k]))
				continue;
			values_seen++;
			if (value[k] < b.low[k] / unit - close ||
			    value[k] > b.high[k] / unit + close)
				print_message(
					"# %s: row %d, seat %d has %g outside %g..%g\n",
					t->name, i, k, value[k], b.low[k] / unit,
					b.high[k] / unit);
			assert_true(value[k] >= b.low[k] / unit - close);
			assert_true(value[k] <= b.high[k] / unit + close);
		}
	}
}

static void
choices_are_legal_and_values_possible(void **state)
{
	values_seen = 0;
	for (int i = 0; i < table_count; i++) {
		const struct table *t = &tables[i];
		const struct game *g = &t->game;
		if (!scale_takes(i + 2, 5))
			continue;
		free(run_search(t, &t->root, 8));
		const struct snapshot *s = &search.live;
		int n = g->rules->moves(g, &t->root, s->mover, moves);
		move m = search_choice(&search);
		bool found = false;
		for (int k = 0; k < n; k++)
			found = found || moves[k] == m;
		if (!found)
			print_message("# %s: an illegal choice\n", t->name);
		assert_true(found);
		assert_int_equal(s->moves_total, n);
		assert_true(s->stop != STOP_RUNNING);
		expect_possible(t);
		search_close(&search);
	}
	assert_true(values_seen > table_count); /* `random` says nothing of values */
}

/* A player's limits made small, and free of the clock. */
static void
limit_player(struct player *p)
{
	for (int i = 0; i < p->count; i++) {
		struct limits *l = &p->part[i].limits;
		l->nodes = l->nodes > 1000 ? 1000 : l->nodes;
		l->sims = l->sims > 4 ? 4 : l->sims;
		l->time_ms = 0;
	}
	if (!player_limited(p))
		player_limit(p, &(struct limits){ .nodes = 1000 });
	player_single_thread(p);
}

/* The state so many decisions before the hand or game is settled, played by the game's policy. */
static bool
late_game(const struct game *g, uint64_t seed, int before, struct state *s)
{
	static struct state last[64];
	struct state now = { 0 };
	struct rng r;
	int n = 0, seat;
	rng_seed(&r, seed);
	g->rules->start(g, &now);
	while ((seat = game_mover(g, &now)) != SEAT_NONE &&
	       (n == 0 || !g->rules->settled(g, &now))) {
		if (seat != SEAT_CHANCE)
			last[n++ % 64] = now;
		g->rules->play(g, &now, seat,
			       seat == SEAT_CHANCE ? g->chance->sample(g, &now, &r)
						   : game_quick_move(g, &now, seat, &r),
			       &now);
	}
	if (n >= before)
		*s = last[(n - before) % 64];
	return n >= before;
}

/* A level of a variant, from the last choices of a hand back to its first ones. */
static void
check_level(const struct game *g, const char *level)
{
	static const int before[] = { 1, 2, 4, 9, 20, 50 };
	struct table t = { .game = *g };
	char changed[100];
	options_format_changed(&g->variant, changed, sizeof changed);
	if (!player_offered(level, g) ||
	    !player_parse(&t.player, level, &app_catalog, g, NULL))
		return;
	if (strcmp(t.player.part[0].ops->key, "modicum") == 0 && changed[0] != '\0')
		return; /* almost a second a position */
	limit_player(&t.player);
	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		if (!scale_takes((int)i, 9) || !late_game(g, i, before[i], &t.root) ||
		    too_large(&t))
			continue;
		snprintf(t.name, sizeof t.name, "%s seats=%d %s, %d before the end: %s",
			 g->ops->key, g->seats, changed, before[i], level);
		free(run_search(&t, &t.root, 8));
		expect_possible(&t);
		search_close(&search);
	}
}

static void
levels_tell_possible_values(void **state)
{
	static struct game variants[WALK_VARIANTS];
	for (int i = 0; app_catalog.games[i]; i++) {
		const struct game_ops *ops = app_catalog.games[i];
		if (only != NULL && strcmp(ops->key, only) != 0)
			continue;
		values_seen = 0;
		for (int v = walk_variants(ops, variants) - 1; v >= 0; v--)
			for (int k = 0; player_presets[k] != NULL; k++)
				check_level(&variants[v], player_presets[k]);
		assert_true(values_seen > 0);
	}
}

/* Whether the search's table has any value of its mover. */
static bool
values_moves(void)
{
	for (int i = 0; i < search.live.move_count; i++)
		if (!isnan(search.live.moves[i].value[search.live.mover]))
			return true;
	return false;
}

/* A legal move that moves() does not list, where there is one. */
static move
unlisted_move(const struct table *t, int seat, int n)
{
	const struct game *g = &t->game;
	for (int i = 0; i < n && g->turns->legal != NULL; i++)
		for (move near = moves[i] + 3; near > moves[i] - 4 && near > 0; near--)
			if (g->turns->legal(g, &t->root, seat, near) &&
			    !game_lists(g, &t->root, seat, near))
				return near;
	return MOVE_NONE;
}

/* A card that is equal to another in hand, whose row stands for both. */
static bool
is_twin(const struct game *g, const struct state *s, int seat, move m)
{
	static move left[MOVES_MAX];
	const int all = g->rules->moves(g, s, seat, left);
	if (g->knowledge->merge == NULL || m == MOVE_NONE || !game_lists(g, s, seat, m))
		return false;
	const int n = g->knowledge->merge(g, s, seat, left, all);
	for (int i = 0; i < n; i++)
		if (left[i] == m)
			return false;
	return true;
}

/* A move that is asked about is valued, whether the search would look at it or not. */
static void
the_move_asked_about_is_valued(void **state)
{
	int unlisted = 0, asked = 0;
	for (int i = 0; i < table_count; i++) {
		const struct table *t = &tables[i];
		const struct game *g = &t->game;
		const int seat = game_mover(g, &t->root);
		const int n = g->rules->moves(g, &t->root, seat, moves);
		move ask[] = { moves[0], moves[n / 2], moves[n - 1], MOVE_NONE };
		ask[3] = unlisted_move(t, seat, n);
		free(run_search(t, &t->root, 8));
		/* a proof has values of what it has proven alone */
		const bool values = values_moves() && search.ops->proof == NULL;
		search_close(&search);
		for (int k = 0; k < 4 && values; k++) {
			char name[MOVE_TEXT];
			include = ask[k];
			if (include == MOVE_NONE || is_twin(g, &t->root, seat, include))
				continue;
			free(run_search(t, &t->root, 8));
			const struct stats_move *row =
				snapshot_find(&search.live, include);
			const bool valued = row != NULL && !isnan(row->value[seat]);
			g->text->format_move(g, &t->root, seat, include, name,
					     sizeof name);
			if (!valued)
				print_message("# %s: %s is not valued\n", t->name, name);
			assert_true(valued);
			asked++;
			unlisted += k == 3;
			search_close(&search);
		}
		include = MOVE_NONE;
	}
	assert_true(asked > 0 && (only != NULL || unlisted > 0));
}

/* A stop flag that is set from the start still leaves a legal move. */
static void
a_stopped_search_has_a_move(void **state)
{
	for (int i = 0; i < table_count; i++) {
		const struct table *t = &tables[i];
		atomic_bool stop = true;
		struct state view;
		int seat = game_mover(&t->game, &t->root);
		game_view(&t->game, &t->root, seat, &view);
		struct search_job job = { .game = &t->game,
					  .root = &view,
					  .viewer = seat,
					  .player = &t->player,
					  .seed = 1,
					  .stop = &stop };
		assert_true(search_open(&search, &job, NULL));
		search_run(&search);
		if (search_choice(&search) == MOVE_NONE)
			print_message("# %s\n", t->name);
		assert_int_not_equal(search_choice(&search), MOVE_NONE);
		search_close(&search);
	}
}

/* max^n and paranoid go deeper with more nodes, never shallower. */
static void
more_nodes_never_mean_less_depth(void **state)
{
	int deeper = 0;
	for (int i = 0; i < table_count; i++) {
		struct table *t = &tables[i];
		if (t->player.count != 1 || t->player.part[0].ops->flags & SEARCH_INNER)
			continue;
		int depth = 0;
		int64_t nodes = t->player.part[0].limits.nodes;
		for (int64_t n = 1000; n <= 4000; n *= 4) {
			player_limit(&t->player, &(struct limits){ .nodes = n });
			free(run_search(t, &t->root, 3));
			if (!(search.live.simulations || search.live.depth >= depth))
				print_message("# %s: %lld nodes reach depth %d, not %d\n",
					      t->name, (long long)n, search.live.depth,
					      depth);
			assert_true(search.live.simulations ||
				    search.live.depth >= depth);
			deeper += n > 1000 && search.live.depth > depth;
			depth = search.live.depth;
			search_close(&search);
		}
		player_limit(&t->player, &(struct limits){ .nodes = nodes });
	}
	if (only == NULL)
		assert_true(deeper > 20);
}

/* The numbers of a column. */
static int
numbers_of(const struct column *c)
{
	return c->owner == COLUMN_OF_SEATS   ? SEATS_MAX
	       : c->owner == COLUMN_OF_SIDES ? 2
					     : 1;
}

static void
check_columns(const struct column *c, bool nodes)
{
	static const char *const taken[] = { "move", "visits", "depth", "value", "win",
					     "prob", "status", "seat",	"rule" };
	bool used[STATS_EXTRA] = { false };
	for (int i = 0, n = stats_columns(c); i < n; i++) {
		assert_non_null(c[i].head);
		assert_true(nodes || c[i].owner != COLUMN_OF_SIDES);
		assert_true(c[i].help != NULL || (i > 0 && c[i - 1].range));
		assert_true(!c[i].range || i + 1 < n);
		for (int k = 0; k < numbers_of(&c[i]); k++) {
			assert_in_range(c[i].at + k, 0, STATS_EXTRA - 1);
			assert_false(used[c[i].at + k]);
			used[c[i].at + k] = true;
		}
		for (int k = 0; k < i; k++)
			assert_string_not_equal(c[i].key, c[k].key);
		for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++)
			assert_true(c[i].owner == COLUMN_OF_SIDES ||
				    strcmp(c[i].key, taken[k]) != 0);
	}
}

/* A gauge is set by its name, so no two may have the same. */
static void
check_gauges(const struct gauge *const *g)
{
	for (int i = 0; g != NULL && g[i] != NULL; i++) {
		assert_true(g[i]->name[0] != '\0' && g[i]->help[0] != '\0');
		for (int k = 0; k < i; k++)
			assert_string_not_equal(g[i]->name, g[k]->name);
	}
}

/* Columns share no place in extra[] and no key in JSON, gauges no name, and each is explained. */
static void
declared_figures_keep_apart(void **state)
{
	for (int i = 0; app_catalog.searches[i]; i++) {
		const struct search_ops *ops = app_catalog.searches[i];
		const int rules = stats_rules(ops->rules);
		check_columns(ops->columns, false);
		check_columns(ops->node_columns, true);
		check_gauges(ops->gauges);
		assert_true(ops->node_columns == NULL || ops->look != NULL);
		assert_true(rules <= STATS_RULES);
		for (int k = 0; k < rules; k++)
			assert_true(ops->rules[k].head != NULL &&
				    ops->rules[k].help != NULL);
	}
}

int
main(void)
{
	const struct CMUnitTest list[] = {
		cmocka_unit_test(a_seed_and_a_node_limit_decide_everything),
		cmocka_unit_test(no_search_peeks),
		cmocka_unit_test(choices_are_legal_and_values_possible),
		cmocka_unit_test(levels_tell_possible_values),
		cmocka_unit_test(the_move_asked_about_is_valued),
		cmocka_unit_test(a_stopped_search_has_a_move),
		cmocka_unit_test(more_nodes_never_mean_less_depth),
		cmocka_unit_test(declared_figures_keep_apart),
	};
	make_tables();
	const int failed = cmocka_run_group_tests(list, NULL, NULL);
	free(tables);
	return failed;
}
