/*
 * net.c - networks of ai/poker/modicum/net.h, against sums made here unit by unit and against differences,
 * and the network for values at leaves, which is trained here on one flop.
 */
#include "ai/poker/modicum/net.h"
#include "ai/poker/modicum/examples.h"
#include "ai/trainers.h"

#include "tests/scale.h"
#include "tests/search/small_table.h"
#include "tests/unit/near.h"

#include <math.h>

#define OUT 4

static struct arena arena;
static struct net net;
static struct net_adam adam;
static struct net_pass pass;

/* ---- networks ---------------------------------------------------------------------------- */

static void
open_net(const struct net_shape *shape, uint64_t seed)
{
	arena_reset(&arena);
	assert_true(net_open(&net, shape, &arena));
	assert_true(net_adam_open(&adam, shape, &arena));
	assert_true(net_pass_open(&pass, shape, true, &arena));
	net_begin(&net, &adam, seed);
}

static void
random_inputs(uint64_t seed)
{
	struct rng r;
	rng_seed(&r, seed);
	for (int i = 0; i < net.shape.width[0] * NET_ROW; i++)
		pass.value[0][i] = (float)(2 * rng_unit(&r) - 1);
}

/* The outputs of one example. */
static void
plain_forward(int example, double *out)
{
	double x[300], y[300];
	const float *w = net.weight;
	for (int i = 0; i < net.shape.width[0]; i++)
		x[i] = (double)pass.value[0][i * NET_ROW + example];
	for (int k = 0; k < net.shape.layers; k++) {
		const int in = net.shape.width[k], units = net.shape.width[k + 1];
		const float *bias = w + in * units;
		for (int u = 0; u < units; u++) {
			y[u] = (double)bias[u];
			for (int i = 0; i < in; i++)
				y[u] += (double)w[u * in + i] * x[i];
		}
		for (int u = 0; u < units; u++)
			x[u] = k == net.shape.layers - 1 || y[u] > 0 ? y[u] : 0;
		w = bias + units;
	}
	for (int u = 0; u < OUT; u++)
		out[u] = x[u];
}

static const struct net_shape shape = { 3, { 6, 12, 8, OUT } };

static void
set_biases(void)
{
	struct rng r;
	rng_seed(&r, 9);
	for (int k = 0; k < net.shape.layers; k++) {
		const int in = net.shape.width[k], units = net.shape.width[k + 1];
		float *bias = net.weight + net_begins(&net.shape, k) + in * units;
		for (int u = 0; u < units; u++)
			bias[u] = (float)(rng_unit(&r) - 0.5);
	}
}

static void
passes_forward_as_the_sums_say(void **state)
{
	open_net(&shape, 1);
	set_biases();
	random_inputs(2);
	assert_int_equal(net_weights(&shape), 6 * 12 + 12 + 12 * 8 + 8 + 8 * OUT + OUT);
	net_forward(&net, &pass, 0, NET_ROW);
	for (int i = 0; i < NET_ROW; i += 5) {
		double out[OUT];
		plain_forward(i, out);
		for (int u = 0; u < OUT; u++)
			near((double)pass.value[3][u * NET_ROW + i], out[u], 1e-5);
	}
}

/* Of the blocks that are not asked for nothing is touched. */
static void
a_part_of_a_row_is_enough(void **state)
{
	open_net(&shape, 1);
	random_inputs(2);
	net_forward(&net, &pass, 0, NET_ROW);
	const float first = pass.value[3][0];
	pass.value[3][0] = pass.value[3][NET_ROW - 1] = 77;
	net_forward(&net, &pass, 0, NET_BLOCK);
	assert_memory_equal(&pass.value[3][0], &first, sizeof first);
	assert_true(pass.value[3][NET_ROW - 1] > 76);
}

/* Huber's loss by hand, for the sum over examples. */
static double
plain_loss(const float *target, int count)
{
	double sum = 0;
	for (int i = 0; i < count; i++) {
		double out[OUT];
		plain_forward(i, out);
		for (int u = 0; u < OUT; u++) {
			const double far = fabs(out[u] - (double)target[u * NET_ROW + i]);
			sum += far < 1 ? far * far / 2 : far - 0.5;
		}
	}
	return sum / OUT;
}

/* Some of the differences are over 1, where the loss is straight. */
static void
gradients_are_those_of_differences(void **state)
{
	static float target[OUT * NET_ROW], gradient[1000];
	struct rng r;
	open_net(&shape, 3);
	set_biases();
	random_inputs(4);
	rng_seed(&r, 5);
	for (int i = 0; i < OUT * NET_ROW; i++)
		target[i] = (float)(4 * rng_unit(&r) - 2);
	net_forward(&net, &pass, 0, NET_BLOCK);
	near(net_loss(&net, &pass, target, NET_BLOCK, 1.0F / OUT),
	     plain_loss(target, NET_BLOCK), 1e-3);
	net_backward(&net, &pass, NET_BLOCK, gradient);
	for (size_t i = 0; i < net_weights(&shape); i++) {
		const float kept = net.weight[i], step = 1e-3F;
		net.weight[i] = kept + step;
		const double more = plain_loss(target, NET_BLOCK);
		net.weight[i] = kept - step;
		const double less = plain_loss(target, NET_BLOCK);
		net.weight[i] = kept;
		near((double)gradient[i], (more - less) / (2 * (double)step),
		     2e-3 * (1 + fabs((double)gradient[i])));
	}
}

/* A product of two inputs, which no straight line is near. */
static void
learns_what_it_is_shown(void **state)
{
	static float target[OUT * NET_ROW], gradient[1000];
	double first = 0, loss = 0;
	open_net(&shape, 6);
	for (int step = 0; step < 600; step++) {
		random_inputs((uint64_t)step);
		for (int i = 0; i < NET_ROW; i++)
			for (int u = 0; u < OUT; u++)
				target[u * NET_ROW + i] =
					pass.value[0][i] *
					pass.value[0][(u + 1) * NET_ROW + i];
		memset(gradient, 0, sizeof gradient);
		net_forward(&net, &pass, 0, NET_ROW);
		loss = net_loss(&net, &pass, target, NET_ROW, 1.0F / NET_ROW) / NET_ROW;
		first = step == 0 ? loss : first;
		net_backward(&net, &pass, NET_ROW, gradient);
		net_learn(&net, &adam, gradient, 5e-3F);
	}
	assert_true(loss < first / 10);
}

/* Adam's first step is the rate, against the sign of the gradient. */
static void
the_first_step_is_the_rate(void **state)
{
	static float gradient[1000];
	open_net(&shape, 6);
	const float before[2] = { net.weight[0], net.weight[1] };
	gradient[0] = 20;
	gradient[1] = -0.01F;
	net_learn(&net, &adam, gradient, 0.25F);
	near((double)net.weight[0], (double)before[0] - 0.25, 1e-4);
	near((double)net.weight[1], (double)before[1] + 0.25, 1e-4);
}

/* ---- values at leaves -------------------------------------------------------------------- */

static struct game g;
static char leaves_path[] = "/tmp/plyscope-leaves-XXXXXX";

/* Of a training; two are enough for the sanitizers. */
#define STEPS scale_rounds(8, 2)

/* A network of hold'em with one flop, trained for so many steps of it. */
static void
train_leaves(const char *path, const char *from, const char *table, int steps,
	     int threads, struct trainer_figure *figure)
{
	struct status st = { 0 };
	struct options o;
	char text[200];
	snprintf(text, sizeof text, "rollouts=4 file=%s", table);
	read_options(&o, modicum_search.options, text);
	atomic_bool stop = true;
	struct trainer t = {
		.game = &g, .options = &o, .seed = 1, .threads = threads, .stop = &stop
	};
	if (!modicum_trainer.open(&t, &st))
		fail_msg("%s", st.text);
	if (from != NULL && !modicum_trainer.load(&t, from, &st))
		fail_msg("%s", st.text);
	/* a step that is stopped is as if it had not begun */
	modicum_trainer.step(&t, steps);
	assert_true(t.ended);
	assert_int_equal(t.steps, from != NULL ? STEPS : 0);
	struct trainer_figure none[TRAINER_FIGURES];
	assert_int_equal(modicum_trainer.figures(&t, none), 0);
	stop = t.ended = false;
	if (figure != NULL)
		modicum_trainer.figures(&t, figure);
	modicum_trainer.step(&t, steps - t.steps);
	if (figure != NULL)
		modicum_trainer.figures(&t, figure + TRAINER_FIGURES);
	if (!modicum_trainer.save(&t, path, &st))
		fail_msg("%s", st.text);
	modicum_trainer.close(&t);
}

static int
train_all(void **state)
{
	const int fd = mkstemp(leaves_path);
	assert_true(fd >= 0);
	close(fd);
	train_small(state);
	open_game(&g, &holdem_game, 2, "flops=1");
	train_leaves(leaves_path, NULL, table_path, STEPS, 2, NULL);
	return 0;
}

static int
remove_all(void **state)
{
	unlink(leaves_path);
	return remove_small(state);
}

static size_t
read_bytes(const char *path, char *out, size_t room)
{
	FILE *f = fopen(path, "rb");
	assert_non_null(f);
	const size_t n = fread(out, 1, room, f);
	fclose(f);
	return n;
}

static void
same_files(const char *a, const char *b)
{
	static char one[1 << 20], other[1 << 20];
	const size_t n = read_bytes(a, one, sizeof one);
	assert_int_equal(read_bytes(b, other, sizeof other), n);
	assert_memory_equal(one, other, n);
}

static void
threads_and_stops_leave_the_same_bytes(void **state)
{
	struct trainer_figure figure[2 * TRAINER_FIGURES];
	char path[] = "/tmp/plyscope-leaves-XXXXXX";
	close(mkstemp(path));
	train_leaves(path, NULL, table_path, STEPS, 3, figure);
	train_leaves(leaves_path, leaves_path, table_path, STEPS, 1, NULL);
	same_files(path, leaves_path);
	unlink(path);
	if (STEPS < 8)
		return;
	/* the loss falls, and the network says more than that betting is worth nothing */
	assert_string_equal(figure[0].key, "held_out_loss");
	assert_true(figure[TRAINER_FIGURES].value < 0.8 * figure[0].value);
	assert_string_equal(figure[1].key, "held_out_error");
	assert_string_equal(figure[2].key, "showdown_error");
	assert_true(figure[TRAINER_FIGURES + 1].value <
		    figure[TRAINER_FIGURES + 2].value);
}

/* The same batch of a few flops learned from here, all of them in one gradient. */
static void
every_flop_of_a_batch_counts(void **state)
{
	enum { FLOPS = 3, UPDATES = 96, BOARDS = 4 };
	static float gradient[20000];
	static struct abstract_table table;
	struct example_drawer d;
	struct estimate_file f = { .g = &g };
	struct status st = { 0 };
	char path[] = "/tmp/plyscope-leaves-XXXXXX";
	close(mkstemp(path));
	train_leaves(path, NULL, table_path, FLOPS, 2, NULL);
	open_net(&estimate_shape, 1);
	assert_true(net_open(&f.net, &estimate_shape, &arena));
	assert_true(abstract_table_read(&table, &g, table_path, &arena, &st));
	assert_true(example_drawer_open(&d, &g, &table, BOARDS, NULL, &arena));
	struct example_row *row = arena_take(&arena, FLOPS * UPDATES * sizeof *row);
	for (int i = 0; i < FLOPS; i++)
		example_draw(&d, rng_fork(1, (uint64_t)i), false, BOARDS,
			     row + i * UPDATES, UPDATES);
	for (int k = 0; k < UPDATES; k++) {
		memset(gradient, 0, sizeof gradient);
		for (int i = 0; i < FLOPS; i++) {
			const struct example_row *from = &row[i * UPDATES + k];
			memcpy(pass.value[0], from->input, sizeof from->input);
			net_forward(&net, &pass, 0, NET_ROW);
			net_loss(&net, &pass, from->target, NET_ROW,
				 1.0F / (FLOPS * NET_ROW * ESTIMATE_WAYS));
			net_backward(&net, &pass, NET_ROW, gradient);
		}
		net_learn(&net, &adam, gradient, 2e-3F);
	}
	estimate_table(&table, f.table);
	assert_true(estimate_read(&f, path, &st));
	for (size_t i = 0; i < net_weights(&estimate_shape); i++)
		near((double)f.net.weight[i], (double)net.weight[i], 1e-4);
	unlink(path);
}

/* What is opened of a flop. */
struct estimate_scene {
	struct search search;
	struct abstract_play *play;
	struct leaf_flop flop;
	struct subgame s;
	struct leaf_values leaves;
	struct estimate estimate;
	struct state root;
};

static struct estimate_scene sc;

static void
open_estimate(int groups, int chooser)
{
	static float range[PUBLIC_HANDS];
	struct status st = { 0 };
	char flop[8], position[60];
	arena_reset(&arena);
	memset(&sc, 0, sizeof sc);
	sc.search = (struct search){ .game = &g, .arena = arena, .ops = &mccfr_search };
	assert_true(abstract_play_open(&sc.play, &sc.search, table_path, TRANSLATE_RPAT,
				       &st));
	arena = sc.search.arena;
	flop_text(&g, flop);
	snprintf(position, sizeof position, "0:r300c/:|/%s", flop);
	read_position(&g, position, &sc.root);
	assert_true(leaf_flop_open(&sc.flop, &arena, &g, abstract_play_table(sc.play),
				   groups, 1));
	leaf_flop_find(&sc.flop, &sc.root);
	leaf_values_begin(&sc.leaves, &sc.flop, &sc.s, ESTIMATE_WAYS, chooser);
	for (int h = 0; h < PUBLIC_HANDS; h++)
		range[h] = 1;
	const struct subgame_setup setup = { .g = &g,
					     .root = &sc.root,
					     .range = { range, range },
					     .raises = 1,
					     .largest = { 2, 2 },
					     .leaves = &sc.leaves.hook,
					     .variant = REGRET_DISCOUNTED };
	if (!subgame_open(&sc.s, &arena, &setup, &st))
		fail_msg("%s", st.text);
	assert_true(leaf_values_open(&sc.leaves, sc.play, &arena));
	if (!estimate_open(&sc.estimate, &sc.flop, leaves_path, 1, &arena, &st))
		fail_msg("%s", st.text);
	estimate_flop(&sc.estimate, &sc.root);
	for (int i = 0; i < sc.leaves.tables; i++)
		estimate_leaf(&sc.estimate, &sc.leaves, i, 0);
}

/* The chooser's winnings of a pair as the network says them, put together here. */
static double
said_of(int number, int continuation, int chooser, int other)
{
	static struct input_hands hands;
	const struct leaf_values *v = &sc.leaves;
	const int leaf = v->of[number], seat = v->hook.chooser ^ v->first;
	const struct net kept = net;
	float place[INPUTS - INPUT_PLACE];
	double out[OUT];
	inputs_hands(&sc.estimate.told, v->place[leaf], &hands);
	inputs_place(&sc.flop.table->betting, v->place[leaf], seat, sc.flop.board, place);
	net = sc.estimate.net;
	pass = sc.estimate.pass[0];
	for (int i = 0; i < INPUT_HAND; i++) {
		pass.value[0][(INPUT_CHOOSER + i) * NET_ROW] = hands.of[seat][chooser][i];
		pass.value[0][(INPUT_OTHER + i) * NET_ROW] = hands.of[1 - seat][other][i];
	}
	const float equity = sc.flop.equity[other * sc.flop.stride + chooser];
	pass.value[0][INPUT_EQUITY * NET_ROW] = equity;
	for (int i = INPUT_PLACE; i < INPUTS; i++)
		pass.value[0][i * NET_ROW] = place[i - INPUT_PLACE];
	plain_forward(0, out);
	net = kept;
	return (double)v->stake[leaf] * ((double)equity + 2 * out[continuation]);
}

/* More groups than go side by side. */
static void
values_are_what_the_network_says(void **state)
{
	for (int chooser = 0; chooser < 2; chooser++) {
		open_estimate(300, chooser);
		const struct leaf_values *v = &sc.leaves;
		assert_true(v->tables > 2);
		for (int i = 0; i < 60; i++) {
			const int number = i % v->tables, continuation = i % OUT,
				  own = i * 17 % sc.flop.groups,
				  other = (i * 71 + 5) % sc.flop.groups;
			const float *won = leaf_table(v, chooser == 0 ? v->loss : v->gain,
						      number, continuation);
			const double said = said_of(number, continuation, own, other);
			near((double)won[other * sc.flop.stride + own], said,
			     1e-3 * (1 + fabs(said)));
		}
	}
}

static void
what_one_seat_gets_the_other_loses(void **state)
{
	open_estimate(128, 1);
	const struct leaf_values *v = &sc.leaves;
	const int stride = sc.flop.stride;
	for (int i = 0; i < v->tables * OUT; i++) {
		const float *gain = leaf_table(v, v->gain, i / OUT, i % OUT),
			    *loss = leaf_table(v, v->loss, i / OUT, i % OUT);
		for (int a = 0; a < sc.flop.groups; a += 3)
			for (int b = 0; b < sc.flop.groups; b += 5) {
				near((double)(gain[a * stride + b] +
					      loss[b * stride + a]),
				     0, 0);
				assert_true(fabsf(gain[a * stride + b]) <= v->most);
			}
	}
}

/* A group is told of by numbers between 0 and 1; what it does at one decision sums to 1 at most. */
static void
inputs_are_parts(void **state)
{
	static struct input_hands hands;
	open_estimate(192, 0);
	inputs_hands(&sc.estimate.told, sc.leaves.place[0], &hands);
	double played = 0;
	for (int seat = 0; seat < 2; seat++)
		for (int group = 0; group < sc.flop.groups; group++) {
			const float *x = hands.of[seat][group];
			double parts = 0;
			for (int i = 0; i < INPUT_HAND; i++)
				assert_true(x[i] >= 0 && x[i] < 1.0001F);
			for (int i = 2; i < LEAF_STANDING; i++)
				parts += (double)x[i];
			near(parts, 1, 1e-4);
			for (int i = LEAF_STANDING; i < INPUT_HAND; i += INPUT_PLAY) {
				assert_true(x[i] + x[i + 1] < 1.0001F);
				assert_true(x[i + 2] + x[i + 3] < 1.0001F);
				played += (double)x[i];
			}
		}
	assert_true(played > 1);
}

#define PLACE (INPUTS - INPUT_PLACE)

/* Three cards of a suit, two; a pair; three ranks; straights in thirds. */
static void
inputs_say_what_the_board_is(void **state)
{
	static const struct {
		uint64_t board;
		double told[7];
	} flop[] = {
		{ CARD_BIT(CARD(12, 0)) | CARD_BIT(CARD(11, 0)) | CARD_BIT(CARD(10, 0)),
		  { 1, 0, 0, 1, 11 / 12., 10 / 12., 1 / 3. } },
		{ CARD_BIT(CARD(5, 1)) | CARD_BIT(CARD(5, 2)) | CARD_BIT(CARD(0, 3)),
		  { 0, 0, .5, 5 / 12., 5 / 12. } },
		{ CARD_BIT(CARD(12, 3)) | CARD_BIT(CARD(0, 3)) | CARD_BIT(CARD(1, 1)),
		  { 0, 1, 0, 1, 1 / 12., 0, 1 / 3. } },
		{ CARD_BIT(CARD(7, 0)) | CARD_BIT(CARD(6, 1)) | CARD_BIT(CARD(5, 2)),
		  { 0, 0, 0, 7 / 12., 6 / 12., 5 / 12., 1 } },
		{ CARD_BIT(CARD(2, 0)) | CARD_BIT(CARD(2, 1)) | CARD_BIT(CARD(2, 2)),
		  { 0, 0, 1, 2 / 12., 2 / 12., 2 / 12. } },
	};
	float out[PLACE];
	open_estimate(128, 0);
	for (size_t i = 0; i < sizeof flop / sizeof *flop; i++) {
		inputs_place(&sc.flop.table->betting, sc.leaves.place[sc.leaves.of[0]], 0,
			     flop[i].board, out);
		for (int k = 0; k < 7; k++)
			near((double)out[PLACE - 7 + k], flop[i].told[k], 1e-6);
	}
}

/* Before the flop the seat that acts last behind it has raised once; on the flop nobody or
 * either. */
static void
inputs_say_who_raised(void **state)
{
	float own[PLACE], other[PLACE];
	int raised = 0, checked = 0;
	open_estimate(128, 0);
	const struct betting *b = &sc.flop.table->betting;
	for (int i = 0; i < sc.leaves.tables; i++) {
		const uint32_t place = sc.leaves.place[sc.leaves.of[i]];
		const int seat = b->node[place].seat;
		inputs_place(b, place, seat, 7, own);
		inputs_place(b, place, 1 - seat, 7, other);
		near((double)own[2], 1, 0);
		near((double)other[2], 0, 0);
		near((double)own[6], 0, 0);
		near((double)own[7], 1, 0);
		near((double)other[6], 1, 0);
		near((double)own[8], 1 / 3., 1e-6);
		/* the flop's, with its growth of the stake */
		near((double)own[3], (double)other[4], 0);
		near((double)own[4], (double)other[3], 0);
		near((double)(own[3] + own[4]), own[5] > 0, 0);
		assert_true((own[9] > 0) == (own[5] > 0));
		near((double)own[1], exp(-5 * (double)own[0]), 1e-5);
		raised += own[5] > 0;
		checked += own[5] <= 0;
	}
	assert_true(raised > 0 && checked == 1);
}

/* A position, solved with these options. */
static void
solve(struct search *s, const char *position, const char *options)
{
	static struct player p;
	struct status st = { 0 };
	struct state at;
	char text[300];
	snprintf(text, sizeof text, "modicum:file=%s,net=%s,fast=on,sims=5,%s",
		 table_path, leaves_path, options);
	assert_true(player_parse(&p, text, &app_catalog, &g, &st));
	read_position(&g, position, &at);
	const struct search_job job = { .game = &g,
					.root = &at,
					.viewer = game_mover(&g, &at),
					.player = &p,
					.seed = 1 };
	if (!search_open(s, &job, &st))
		fail_msg("%s", st.text);
	search_run(s);
}

/* A flop with the network. */
static void
solve_flop(struct search *s, int threads)
{
	char flop[8], position[60], options[40];
	flop_text(&g, flop);
	snprintf(position, sizeof position, "0:r300c/:|KsQs/%s", flop);
	snprintf(options, sizeof options, "leaf=net,threads=%d", threads);
	solve(s, position, options);
}

static void
threads_do_not_change_a_solution(void **state)
{
	static struct search one, three;
	solve_flop(&one, 1);
	solve_flop(&three, 3);
	assert_int_equal(one.live.stop, STOP_SIMS);
	near(read_gauge(&one.live, "boards"), 0, 0);
	assert_int_equal(one.live.nodes, three.live.nodes);
	assert_memory_equal(one.live.moves, three.live.moves,
			    (size_t)one.live.move_count * sizeof one.live.moves[0]);
	search_close(&one);
	search_close(&three);
}

/* The children of a node, asked for twice; returns how many tell of playing out. */
static int
tells_twice(struct search *s, look_ref node, struct look_node *out)
{
	static struct look_node before[MOVES_MAX];
	const int n = s->ops->look->children(s, node, before, MOVES_MAX);
	int told = 0;
	assert_int_equal(s->ops->look->children(s, node, out, MOVES_MAX), n);
	for (int i = 0; i < n; i++) {
		const char *at = strstr(before[i].proof, "Played out on 98 boards: ");
		double worth[ESTIMATE_WAYS];
		assert_string_equal(before[i].proof, out[i].proof);
		if (at == NULL)
			continue;
		assert_int_equal(sscanf(strchr(at, ':'), ": %lf, %lf, %lf, %lf.", worth,
					worth + 1, worth + 2, worth + 3),
				 4);
		told++;
	}
	return told;
}

/* Beside what the network says of a leaf stands what playing out says, and it changes nothing. */
static void
a_leaf_tells_what_playing_out_says(void **state)
{
	static struct search s;
	static struct look_node first[MOVES_MAX], again[MOVES_MAX];
	int told = 0;
	solve_flop(&s, 1);
	const int n = s.ops->look->children(&s, LOOK_ROOT, first, MOVES_MAX);
	for (int i = 0; i < n; i++)
		if (first[i].inner)
			told += tells_twice(&s, first[i].ref, again);
	assert_true(told > 0);
	search_close(&s);
}

/* What is told below a node of both trees; returns how much is told of leaves. */
static int
same_below(struct search *one, struct search *other, look_ref node, int depth)
{
	static struct look_node a[3][MOVES_MAX], b[3][MOVES_MAX];
	const int n = one->ops->look->children(one, node, a[depth], MOVES_MAX);
	int told = 0;
	assert_int_equal(other->ops->look->children(other, node, b[depth], MOVES_MAX), n);
	for (int i = 0; i < n; i++) {
		assert_string_equal(a[depth][i].proof, b[depth][i].proof);
		told += a[depth][i].proof[0] != '\0';
		if (depth < 2 && a[depth][i].inner)
			told += same_below(one, other, a[depth][i].ref, depth + 1);
	}
	return told;
}

/* Before the flop nothing is the network's. */
static void
leaves_before_the_flop_are_as_without(void **state)
{
	static struct search net_search, plain_search;
	static const char position[] = "0:r250:KsQs|",
			  plain[] = "leaf=rollout,from=preflop",
			  with_net[] = "leaf=net,from=preflop";
	solve(&net_search, position, with_net);
	solve(&plain_search, position, plain);
	assert_true(same_below(&net_search, &plain_search, LOOK_ROOT, 0) > 0);
	search_close(&net_search);
	search_close(&plain_search);
}

/* ---- files ------------------------------------------------------------------------------- */

static void
refused(const char *path, const char *table, const char *why)
{
	struct status st = { 0 };
	static struct search s;
	static struct player p;
	char text[300];
	snprintf(text, sizeof text, "modicum:file=%s,leaf=net,net=%s", table, path);
	assert_true(player_parse(&p, text, &app_catalog, &g, &st));
	struct state at;
	read_position(&g, "0:r300:AsKs|", &at);
	const struct search_job job = {
		.game = &g, .root = &at, .viewer = 1, .player = &p, .seed = 1
	};
	assert_false(search_open(&s, &job, &st));
	if (strstr(st.text, why) == NULL)
		fail_msg("%s: expected %s", st.text, why);
}

static void
a_file_that_is_no_such_network_is_refused(void **state)
{
	static char bytes[1 << 20];
	char path[] = "/tmp/plyscope-leaves-XXXXXX",
	     other[] = "/tmp/plyscope-table-XXXXXX";
	const size_t n = read_bytes(leaves_path, bytes, sizeof bytes);
	close(mkstemp(path));
	for (size_t cut = 0; cut < n; cut += n / 9 + 1) {
		FILE *f = fopen(path, "wb");
		assert_non_null(f);
		fwrite(bytes, 1, cut, f);
		fclose(f);
		refused(path, table_path, path);
	}
	unlink(path);
	refused("/nowhere.leaves", table_path, "/nowhere.leaves");
	refused(table_path, table_path, "network");
	train_table(other, 20000);
	refused(leaves_path, other, "learned of the table");
	unlink(other);
}

static int
open_arena(void **state)
{
	return arena_open(&arena, (size_t)512 << 20) ? 0 : -1;
}

int
main(void)
{
	const struct CMUnitTest networks[] = {
		cmocka_unit_test(passes_forward_as_the_sums_say),
		cmocka_unit_test(a_part_of_a_row_is_enough),
		cmocka_unit_test(gradients_are_those_of_differences),
		cmocka_unit_test(learns_what_it_is_shown),
		cmocka_unit_test(the_first_step_is_the_rate),
	};
	const struct CMUnitTest leaves[] = {
		cmocka_unit_test(values_are_what_the_network_says),
		cmocka_unit_test(what_one_seat_gets_the_other_loses),
		cmocka_unit_test(inputs_are_parts),
		cmocka_unit_test(inputs_say_what_the_board_is),
		cmocka_unit_test(inputs_say_who_raised),
		cmocka_unit_test(threads_do_not_change_a_solution),
		cmocka_unit_test(a_leaf_tells_what_playing_out_says),
		cmocka_unit_test(leaves_before_the_flop_are_as_without),
		cmocka_unit_test(every_flop_of_a_batch_counts),
		cmocka_unit_test(threads_and_stops_leave_the_same_bytes),
		cmocka_unit_test(a_file_that_is_no_such_network_is_refused),
	};
	const int failed = cmocka_run_group_tests(networks, open_arena, NULL);
	return failed + cmocka_run_group_tests(leaves, train_all, remove_all);
}
