/*
 * smmcts.c - Monte Carlo tree search for simultaneous choice: each policy's update worked out by
 * hand, convergence to known equilibria (and where there is none), the tree, its options.
 */
#include "ai/tree/smmcts/smmcts.h"
#include "ai/exact/matrix.h"
#include "tests/unit/play_text.h"

#include <math.h>
#include <unistd.h>

extern const struct game_ops goofspiel_game, tree_game, hearts_game, abalone_game;
extern const struct search_ops smmcts_search;

enum { DUCT_MAX, DUCT_MIX, EXP3, RM, RM_PLUS, OOS, OOS_PLUS, POLICIES };

static struct search search;

/* ------------------------------------------------------------------ helpers */

/* Opens the search for a seat at a position (NULL: the start); `search` until it is closed. */
static void
start_search(const struct game *g, const char *position, int seat, const char *player,
	     uint64_t seed)
{
	static struct player p;
	struct state root, view;
	if (position != NULL)
		read_position(g, position, &root);
	else
		start_game(g, &root);
	game_view(g, &root, seat, &view);
	open_player(&search, &p,
		    (struct search_job){
			    .game = g, .root = &view, .viewer = seat, .seed = seed },
		    player);
}

static void
run(const struct game *g, const char *position, int seat, const char *player,
    uint64_t seed)
{
	start_search(g, position, seat, player, seed);
	search_run(&search);
}

static void
policy_player(char *out, size_t size, int policy, const char *options)
{
	snprintf(out, size, "smmcts:policy=%s,%s", smm_policies[policy]->key, options);
}

/* Of the root's average strategy of a seat. */
static double
root_gap(const struct joint_matrix *m, int seat)
{
	double mix[STATS_JOINT];
	for (int i = 0; i < STATS_JOINT; i++)
		mix[i] = (double)snapshot_joint(&search.live)->average[seat][i];
	return equilibrium_distance(m, seat, mix);
}

static double
worse_gap(const struct joint_matrix *m)
{
	const double a = root_gap(m, 0), b = root_gap(m, 1);
	return a > b ? a : b;
}

/* A matrix game as a tree in a file of its own. */
static void
matrix_game(struct game *g, const struct joint_matrix *m)
{
	char path[] = "/tmp/plyscope-matrix-XXXXXX", variant[64];
	const int fd = mkstemp(path);
	assert_true(fd >= 0);
	FILE *f = fdopen(fd, "w");
	assert_non_null(f);
	fprintf(f, "{ \"players\": 2, \"tree\": { \"rows\": 0, \"cols\": 1, \"m\": [");
	for (int i = 0; i < m->rows; i++) {
		fprintf(f, "%s[", i ? "," : "");
		for (int j = 0; j < m->columns; j++) {
			const double a = m->a[i * JOINT_STRIDE + j];
			fprintf(f, "%s[%.2f, %.2f]", j ? "," : "", a, -a);
		}
		fprintf(f, "]");
	}
	fprintf(f, "] } }\n");
	fclose(f);
	snprintf(variant, sizeof variant, "file=%s", path);
	open_game(g, &tree_game, 0, variant);
	unlink(path);
}

static void
set_matrix(struct joint_matrix *m, int rows, int columns, const double *a)
{
	*m = (struct joint_matrix){ .rows = rows, .columns = columns };
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			m->a[i * JOINT_STRIDE + j] = a[i * columns + j];
}

static const double rps_plus[] = { 0, -1, 2, 1, 0, -2, -2, 2, 0 };

/* ------------------------------------------------------------------ updates by hand */

/* A filled node of two rows and two columns, as figure 3 of the paper has it at s3. */
struct desk {
	struct smm x;
	struct smm_matrix m;
	struct smm_step step;
	double field[2][2][4];
	double sum[8];
	float mean[8];
	uint32_t count[8];
	uint64_t visits;
};

static struct desk *
set_desk(int policy)
{
	static struct desk d;
	memset(&d, 0, sizeof d);
	d.x.policy = smm_policies[policy];
	d.m = (struct smm_matrix){ .rows = 2,
				   .columns = 2,
				   .stride = 4,
				   .size = { 2, 2 },
				   .visits = &d.visits,
				   .sum = d.sum,
				   .mean = d.mean,
				   .count = d.count };
	for (int seat = 0; seat < 2; seat++)
		for (int k = 0; k < 2; k++)
			d.m.field[seat][k] = d.field[seat][k];
	const float mean[] = { 0.5F, 0.2F, 0, 0, 0.6F, 0.7F, 0, 0 };
	memcpy(d.mean, mean, sizeof mean);
	d.visits = 8;
	return &d;
}

static void
near(double a, double b)
{
	if (!(fabs(a - b) < 1e-6))
		fail_msg("%.9g, expected %.9g", a, b);
}

/* v[e] = s(f) u + s(f') / 5 and v[e'] = 0.6 s(f) + 0.7 s(f'), all over the reach. */
static void
figure_3_of_the_paper_is_what_oos_plus_does(void **state)
{
	struct desk *d = set_desk(OOS_PLUS);
	d->field[0][0][0] = 3; /* the explorer's strategy: 3/4, 1/4 */
	d->field[0][0][1] = 1;
	d->field[1][0][0] = 2; /* the other's: 2/5, 3/5 */
	d->field[1][0][1] = 3;
	d->step.total[0] = 4;
	d->step.total[1] = 5;
	d->step.reach = 0.25;
	const double u = 1, v[2] = { 0.4 * u + 0.6 * 0.2, 0.4 * 0.6 + 0.6 * 0.7 };
	const double mean = 0.75 * v[0] + 0.25 * v[1];
	d->x.policy->update(&d->x, &d->m, &d->step, u);
	near(d->field[0][0][0], 3 + (v[0] - mean) / 0.25);
	near(d->field[0][0][1], 1 + (v[1] - mean) / 0.25);
	near(d->field[1][1][0], 0.4 / 0.25);
	near(d->field[1][1][1], 0.6 / 0.25);
	near(d->field[1][0][0], 2);
	near(d->field[0][1][0], 0);
}

/* Seat 1 explores: its payoffs are those of seat 0 turned round. */
static void
oos_plus_sees_the_matrix_from_both_sides(void **state)
{
	struct desk *d = set_desk(OOS_PLUS);
	d->x.explorer = 1;
	d->field[0][0][0] = 3;
	d->field[0][0][1] = 1;
	d->step.total[0] = 4;
	d->step.reach = 1;
	d->step.choice[0] = 1;
	d->step.choice[1] = 0;
	const double u = 0;
	const double v[2] = { 0.75 * 0.5 + 0.25 * (1 - u), 0.75 * 0.8 + 0.25 * 0.3 };
	const double mean = (v[0] + v[1]) / 2;
	d->x.policy->update(&d->x, &d->m, &d->step, u);
	near(d->field[1][0][0], v[0] - mean);
	near(d->field[1][0][1], v[1] - mean);
	near(d->field[0][1][0], 0.75);
}

/* The sampled counterfactual values of outcome sampling with tail weights. */
static void
oos_weighs_what_was_sampled(void **state)
{
	struct desk *d = set_desk(OOS);
	d->field[0][0][0] = 3;
	d->field[0][0][1] = 1;
	d->step.total[0] = 4;
	d->step.choice[0] = 1;
	d->step.prob[0] = 0.375; /* half even, half 1/4 */
	d->step.reach = 0.5;
	d->x.tail = 0.8;
	d->x.base[1] = 1;
	const double v = 0.9 * 0.8 / 0.375; /* of the move drawn */
	d->x.policy->update(&d->x, &d->m, &d->step, 0.9);
	near(d->field[0][0][0], 3 + (0 - 0.25 * v) / 0.5);
	near(d->field[0][0][1], 1 + (v - 0.25 * v) / 0.5);
	near(d->field[1][1][0], 0.5 / 0.5);
	near(d->x.tail, 0.8 * 0.25 / 0.375);
}

static void
regret_matching_compares_with_the_other_ones_choice(void **state)
{
	struct desk *d = set_desk(RM);
	d->field[0][0][0] = 3;
	d->field[0][0][1] = -1;
	d->step.total[0] = 3;
	d->step.choice[0] = 0;
	d->step.choice[1] = 1;
	d->x.policy->update(&d->x, &d->m, &d->step, 1);
	near(d->field[0][0][0], 3); /* it was played: it counts as u */
	near(d->field[0][0][1], -1 + 0.7 - 1);
	near(d->field[1][0][0], (1 - 0.5) - (1 - 1));
	near(d->field[1][0][1], 0);
	near(d->field[0][1][0], 1);
	near(d->field[0][1][1], 0);
	near(d->field[1][1][0], 0.5);
	struct desk *plus = set_desk(RM_PLUS);
	plus->field[0][0][0] = 3;
	plus->step.total[0] = 3;
	plus->step.choice[1] = 1;
	plus->x.policy->update(&plus->x, &plus->m, &plus->step, 1);
	near(plus->field[0][0][1], 0); /* not -0.3 */
	near(plus->field[0][1][0], 8); /* weighted by the visits */
}

/* Equations 3 and 4. */
static void
exp3_leaves_its_exploration_out(void **state)
{
	struct desk *d = set_desk(EXP3);
	double out[2];
	d->x.gamma = 0.2;
	d->field[0][0][0] = 10; /* estimated sums; eta is 0.1 */
	d->field[0][1][0] = 70;
	d->field[0][1][1] = 30;
	d->x.policy->current(&d->x, &d->m, 0, out);
	near(out[0], 1 / (1 + exp(-1)));
	d->x.policy->average(&d->x, &d->m, 0, out);
	near(out[0], 60.0 / 80);
	d->step.prob[0] = d->step.prob[1] = 0.25;
	d->x.policy->update(&d->x, &d->m, &d->step, 0.5);
	near(d->field[0][0][0], 12);
	near(d->field[0][1][0], 71);
	near(d->field[1][1][0], 1);
}

/* ------------------------------------------------------------------ convergence */

/* How near each policy comes in 200,000 simulations, in points of payoffs 4 points apart; DUCT
 * promises nothing. */
static const struct {
	int policy;
	double within;
} bounds[] = {
	{ EXP3, 0.12 }, { RM, 0.03 },	    { RM_PLUS, 0.03 },
	{ OOS, 0.05 },	{ OOS_PLUS, 0.05 },
};
#define BOUNDS (int)(sizeof bounds / sizeof *bounds)

static void
expect_convergence(const struct game *g, const struct joint_matrix *m, const char *what)
{
	char player[80];
	for (int k = 0; k < BOUNDS; k++) {
		policy_player(player, sizeof player, bounds[k].policy, "sims=200k");
		run(g, NULL, 0, player, 7);
		const double gap = worse_gap(m);
		if (!(gap <= bounds[k].within))
			fail_msg("%s, %s: %.4f from equilibrium", what, player, gap);
		near((double)snapshot_joint(&search.live)->seat[1], 1);
		search_close(&search);
	}
}

static void
pennies_are_learned(void **state)
{
	const double pennies[] = { 1, -1, -1, 1 };
	struct joint_matrix m;
	struct game g;
	set_matrix(&m, 2, 2, pennies);
	open_game(&g, &tree_game, 0, "file=matching-pennies");
	expect_convergence(&g, &m, "pennies");
}

static void
biased_rock_paper_scissors_is_learned(void **state)
{
	struct joint_matrix m;
	struct matrix_solution s;
	struct game g;
	set_matrix(&m, 3, 3, rps_plus);
	matrix_solve(&m, &s);
	near(s.value, 0);
	near(s.row[0], 0.4);
	near(s.row[2], 0.2);
	open_game(&g, &tree_game, 0, "file=tests/data/rps_plus.json");
	expect_convergence(&g, &m, "RPS+");
}

static void
random_matrices_are_learned(void **state)
{
	struct rng r;
	rng_seed(&r, 42);
	for (int k = 0; k < 6; k++) {
		struct joint_matrix m = { .rows = 2 + (int)rng_below(&r, 12),
					  .columns = 2 + (int)rng_below(&r, 12) };
		struct game g;
		char name[40];
		for (int i = 0; i < m.rows; i++)
			for (int j = 0; j < m.columns; j++)
				m.a[i * JOINT_STRIDE + j] =
					rng_below(&r, 201) / 100.0 - 1;
		matrix_game(&g, &m);
		snprintf(name, sizeof name, "matrix %d, %d x %d", k, m.rows, m.columns);
		expect_convergence(&g, &m, name);
	}
}

/* Decoupled UCT does not approach the equilibrium of a game whose only one is mixed (Shafiei et
 * al. 2009): its best mean is one pure move, and its visits stay away too. */
static void
decoupled_uct_stays_away(void **state)
{
	struct joint_matrix m;
	struct game g;
	set_matrix(&m, 3, 3, rps_plus);
	open_game(&g, &tree_game, 0, "file=tests/data/rps_plus.json");
	static const char *const sims[] = { "sims=20k", "sims=2M" };
	for (int k = 0; k < 2; k++) {
		char player[80];
		policy_player(player, sizeof player, DUCT_MAX, sims[k]);
		run(&g, NULL, 0, player, 7);
		assert_true(root_gap(&m, 0) >= 1); /* any pure move loses 1 or 2 */
		near(search.live.moves[0].prob, 1);
		search_close(&search);
		policy_player(player, sizeof player, DUCT_MIX, sims[k]);
		run(&g, NULL, 0, player, 7);
		assert_true(worse_gap(&m) > 0.1);
		search_close(&search);
	}
}

/* The roots of the smallest games, against what the exact tables know. */
static void
small_goofspiel_is_learned(void **state)
{
	static const struct {
		const char *variant, *position;
		double rm, oos; /* 300,000 simulations come nearer than that, points */
	} rows[] = {
		{ "cards=4,payoff=win-loss", "1,2,3,4|1,2,3,4|2|1,3,4|0", 0.02, 0.02 },
		{ "cards=4,payoff=win-loss", "1,2,3,4|1,2,3,4|3|1,2,4|0", 0.04, 0.04 },
		{ "cards=4", "1,2,3,4|1,2,3,4|2|1,3,4|0", 0.1, 0.4 },
		{ "cards=4", "1,2|2,3|3|2|+1", 0.03, 0.05 },
	};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct game g;
		struct joint_matrix m;
		open_game(&g, &goofspiel_game, 0, rows[k].variant);
		for (int policy = RM; policy <= OOS; policy++) {
			char player[80];
			policy_player(player, sizeof player, policy, "sims=300k");
			run(&g, rows[k].position, 0, player, 11);
			assert_true(
				equilibrium_find_matrix(&g,
							&((struct search *)&search)->root,
							&m));
			const double unit = g.ops->joint->points(&g, 0, 1) -
					    g.ops->joint->points(&g, 0, 0);
			const double own = root_gap(&m, 0) * unit;
			near(own, read_gauge(&search.live, "distance to equilibrium"));
			const double most = policy == OOS ? rows[k].oos : rows[k].rm;
			if (!(worse_gap(&m) * unit <= most))
				fail_msg("%s, %s: %.4f from equilibrium",
					 rows[k].position, player, worse_gap(&m) * unit);
			search_close(&search);
		}
	}
}

/* ------------------------------------------------------------------ the tree */

static void
turns_and_chance_are_part_of_it(void **state)
{
	struct game g;
	open_game(&g, &tree_game, 0, "file=tests/data/turns_and_pennies.json");
	for (int policy = EXP3; policy < POLICIES; policy++) {
		char player[120];
		policy_player(player, sizeof player, policy, "sims=400k");
		run(&g, NULL, 0, player, 5);
		assert_null(snapshot_joint(&search.live));
		const struct stats_move *left = &search.live.moves[0];
		if (left->m != 0)
			left++;
		if (!(left->prob > 0.7 && fabs(left->value[0] - 0.5) < 0.2))
			fail_msg("%s: left %.3f with %.3f", player, left->value[0],
				 left->prob);
		search_close(&search);
	}
}

static char *
all_figures(const struct game *g)
{
	json_t *j = json_object();
	snapshot_to_json(&search.live, g, &search.root, j);
	json_object_del(j, "elapsed_ms");
	json_object_del(j, "nodes_per_s");
	char *text = json_dumps(j, 0);
	json_decref(j);
	return text;
}

static void
a_seed_decides_everything_and_runs_go_on(void **state)
{
	struct game g;
	char *text[3];
	open_game(&g, &goofspiel_game, 0, "cards=6");
	for (int policy = 0; policy < POLICIES; policy++) {
		char player[80];
		policy_player(player, sizeof player, policy, "nodes=200k");
		for (int k = 0; k < 3; k++) {
			run(&g, "1,2,3,4,5,6|1,2,3,4,5,6|6|1,2,3,4,5|0", 0, player,
			    k < 2 ? 4 : 5);
			assert_int_equal(search.live.nodes, 200000);
			assert_int_equal(search.live.stop, STOP_NODES);
			text[k] = all_figures(&g);
			search_close(&search);
		}
		assert_string_equal(text[0], text[1]);
		assert_string_not_equal(text[0], text[2]);
		for (int k = 0; k < 3; k++)
			free(text[k]);
	}
}

static void
what_the_other_has_committed_changes_nothing(void **state)
{
	struct game g;
	open_game(&g, &goofspiel_game, 0, "cards=5");
	static const char *const roots[] = {
		"1,2,3,4,5|1,2,3,4,5|4|1,2,3,5|0",
		"1,2,3,4,5|1,2,3,4,5|4|1,2,3,5|0|bids=1,-",
		"1,2,3,4,5|1,2,3,4,5|4|1,2,3,5|0|bids=5,-",
	};
	char *text[3];
	for (int k = 0; k < 3; k++) {
		run(&g, roots[k], 1, "smmcts:sims=5k", 9);
		assert_int_equal(search.live.mover, 1);
		assert_int_equal(snapshot_joint(&search.live)->rows, 5);
		text[k] = all_figures(&g);
		search_close(&search);
	}
	assert_string_equal(text[0], text[1]);
	assert_string_equal(text[0], text[2]);
	for (int k = 0; k < 3; k++)
		free(text[k]);
}

static void
a_full_tree_goes_on_or_stops(void **state)
{
	struct game g;
	open_game(&g, &goofspiel_game, 0, "cards=13");
	const char *root = "1,2,3,4,5,6,7,8,9,10,11,12,13|1,2,3,4,5,6,7,8,9,10,11,12,13|"
			   "7|1,2,3,4,5,6,8,9,10,11,12,13|0";
	for (int policy = 0; policy < POLICIES; policy++) {
		char player[100];
		policy_player(player, sizeof player, policy, "sims=50k,memory=1");
		run(&g, root, 0, player, 2);
		assert_int_equal(search.live.simulations, 50000);
		near(read_gauge(&search.live, "tree full"), 1);
		assert_true(search.live.tree_bytes <= 1 << 20);
		search_close(&search);
	}
}

/* ------------------------------------------------------------------ what is shown and played */

static void
without_limits_it_ends_by_itself(void **state)
{
	struct game g;
	open_game(&g, &goofspiel_game, 0, "cards=4");
	run(&g, "1,2,3,4|1,2,3,4|2|1,3,4|0", 0, "smmcts:depth=3", 2);
	assert_int_equal(search.live.stop, STOP_SIMS);
	assert_true(search.live.simulations > 0);
	search_close(&search);
}

static void
the_move_is_drawn_from_the_mix_that_is_shown(void **state)
{
	enum { DRAWS = 2000 };
	struct game g;
	int count[3] = { 0 };
	double prob[3] = { 0 };
	open_game(&g, &tree_game, 0, "file=rock-paper-scissors");
	for (uint64_t seed = 0; seed < DRAWS; seed++) {
		run(&g, NULL, 0, "smmcts:sims=200", seed);
		const struct snapshot *s = &search.live;
		assert_true(s->sorted);
		assert_int_equal(s->pv[0], s->moves[0].m);
		double sum = 0;
		for (int i = 0; i < 3; i++) {
			sum += s->moves[i].prob;
			prob[s->moves[i].m] += s->moves[i].prob / DRAWS;
			if (s->moves[i].m == s->moves[0].m)
				count[s->moves[i].m]++;
			near(s->moves[i].prob,
			     (double)snapshot_joint(s)->average[0][s->moves[i].m]);
		}
		near(sum, 1);
		search_close(&search);
	}
	for (int i = 0; i < 3; i++)
		if (!(fabs(count[i] / (double)DRAWS - prob[i]) < 0.04))
			fail_msg("move %d drawn %d times of %d, shown %.3f", i, count[i],
				 DRAWS, prob[i]);
}

static void
the_matrix_that_is_shown_adds_up(void **state)
{
	struct game g;
	open_game(&g, &goofspiel_game, 0, "cards=5");
	for (int policy = 0; policy < POLICIES; policy++) {
		char player[80];
		policy_player(player, sizeof player, policy, "sims=20k");
		run(&g, "1,2,3,4,5|1,2,3,4,5|4|1,2,3,5|0", 0, player, 1);
		const struct stats_joint *j = snapshot_joint(&search.live);
		int64_t visits = 0;
		for (int i = 0; i < j->rows; i++)
			for (int k = 0; k < j->columns; k++) {
				visits += j->visits[i][k];
				assert_true(fabsf(j->value[i][k]) <= 15);
			}
		assert_int_equal(visits, search.live.simulations);
		assert_false(j->exact);
		for (int side = 0; side < 2; side++) {
			double now = 0, mean = 0;
			for (int i = 0; i < 5; i++) {
				now += (double)j->current[side][i];
				mean += (double)j->average[side][i];
				assert_int_equal(isnan(j->regret[side][i]) != 0,
						 !smm_policies[policy]->regrets);
			}
			near(now, 1);
			near(mean, 1);
		}
		search_close(&search);
	}
}

static void
exact_shows_its_matrix(void **state)
{
	struct game g;
	open_game(&g, &goofspiel_game, 0, "cards=4");
	run(&g, "1,2|2,3|3|2|+1", 1, "exact", 1);
	const struct stats_joint *j = snapshot_joint(&search.live);
	assert_true(j->exact);
	assert_int_equal(j->rows, 2);
	assert_int_equal(j->choice[1][1], 3);
	near((double)j->value[0][0], -4);
	near((double)j->value[1][0], -1);
	near((double)j->average[0][0], 0.6);
	search_close(&search);
}

/* The strategy below the root: the node of a position, its mix, and none where it never was. */
static void
the_strategy_goes_on_below(void **state)
{
	struct game g;
	double mix[3];
	open_game(&g, &goofspiel_game, 0, "cards=4");
	run(&g, "1,2,3,4|1,2,3,4|4|1,2,3|0", 0, "smmcts:policy=rm,sims=100k", 1);
	const struct strategy_ops *o = smmcts_search.strategy;
	const struct played_move way[] = { { 0, 4 }, { 1, 4 }, { SEAT_CHANCE, 3 } };
	const look_ref node = o->below(&search, LOOK_ROOT, way, 3, &search.root);
	assert_true(node != STRATEGY_NONE);
	assert_true(o->mix(&search, node, &search.root, 0, mix));
	near(mix[0] + mix[1] + mix[2], 1);
	const struct played_move wrong[] = { { 0, 5 }, { 1, 4 }, { SEAT_CHANCE, 3 } };
	assert_true(o->below(&search, LOOK_ROOT, wrong, 3, &search.root) ==
		    STRATEGY_NONE);
	search_close(&search);
}

/* What the inspector is told of a node with so many simulations that went on below it. */
static int64_t
look_adds_up(look_ref ref, int64_t visits, int depth)
{
	static struct look_node levels[6][64];
	struct look_node *l = levels[depth];
	const int n = smmcts_search.look->children(&search, ref, l, 64);
	int64_t sum = 0, cells = n;
	double mixes[2] = { 0, 0 };
	bool mixed = false;
	for (int i = 0; i < n; i++) {
		sum += l[i].visits;
		assert_true(isnan(l[i].value[0]) == (l[i].visits == 0));
		if (l[i].visits > 0)
			near(l[i].value[0] + l[i].value[1], 0);
		mixed = !isnan(l[i].extra[0]);
		for (int side = 0; mixed && side < 2; side++)
			if (i == 0 ||
			    (side == 0 ? l[i].m != l[i - 1].m : l[i].m == l[0].m))
				mixes[side] += l[i].extra[side];
		const bool joint = l[i].kind == LOOK_JOINT;
		assert_true(joint || l[i].seat == SEAT_CHANCE);
		if (l[i].inner && depth < 5)
			cells += look_adds_up(l[i].ref, l[i].visits - joint, depth + 1);
	}
	assert_int_equal(sum, visits);
	if (mixed) {
		near(mixes[0], 1);
		near(mixes[1], 1);
	}
	return cells;
}

static void
the_tree_that_is_shown_adds_up(void **state)
{
	static const char *const players[] = {
		"smmcts:policy=rm,sims=3k",
		"smmcts:policy=exp3,sims=3k",
		"smmcts:policy=oos+,sims=3k",
	};
	for (size_t k = 0; k < sizeof players / sizeof *players; k++) {
		struct game g;
		struct stats_joint j;
		open_game(&g, &goofspiel_game, 0, "cards=4");
		run(&g, "1,2,3,4|1,2,3,4|4|1,2,3|0", 0, players[k], 1);
		assert_true(look_adds_up(LOOK_ROOT, search.live.simulations, 0) > 200);
		assert_true(smmcts_search.look->joint(&search, LOOK_ROOT, &j));
		assert_memory_equal(&j, snapshot_joint(&search.live), sizeof j);
		search_close(&search);
	}
}

static void
other_games_are_refused_with_the_reason(void **state)
{
	static const struct {
		const struct game_ops *ops;
		int seats;
		const char *why;
	} rows[] = {
		{ &hearts_game, 4, "more than two seats" },
		{ &abalone_game, 2, "seats choose one after the other" },
		{ &goofspiel_game, 3, "more than two seats" },
	};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct game g;
		char out[200];
		assert_true(game_init(&g, rows[k].ops, rows[k].seats, NULL, NULL));
		const char *why =
			search_refusal(&smmcts_search, &g, NULL, 0, out, sizeof out);
		assert_non_null(why);
		if (strstr(why, rows[k].why) == NULL)
			fail_msg("%s", why);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figure_3_of_the_paper_is_what_oos_plus_does),
		cmocka_unit_test(oos_plus_sees_the_matrix_from_both_sides),
		cmocka_unit_test(oos_weighs_what_was_sampled),
		cmocka_unit_test(regret_matching_compares_with_the_other_ones_choice),
		cmocka_unit_test(exp3_leaves_its_exploration_out),
		cmocka_unit_test(pennies_are_learned),
		cmocka_unit_test(biased_rock_paper_scissors_is_learned),
		cmocka_unit_test(random_matrices_are_learned),
		cmocka_unit_test(decoupled_uct_stays_away),
		cmocka_unit_test(small_goofspiel_is_learned),
		cmocka_unit_test(turns_and_chance_are_part_of_it),
		cmocka_unit_test(a_seed_decides_everything_and_runs_go_on),
		cmocka_unit_test(what_the_other_has_committed_changes_nothing),
		cmocka_unit_test(a_full_tree_goes_on_or_stops),
		cmocka_unit_test(without_limits_it_ends_by_itself),
		cmocka_unit_test(the_move_is_drawn_from_the_mix_that_is_shown),
		cmocka_unit_test(the_matrix_that_is_shown_adds_up),
		cmocka_unit_test(exact_shows_its_matrix),
		cmocka_unit_test(the_strategy_goes_on_below),
		cmocka_unit_test(the_tree_that_is_shown_adds_up),
		cmocka_unit_test(other_games_are_refused_with_the_reason),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
