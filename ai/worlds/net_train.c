/*
 * net_train.c - the networks of a card game as a trainer (src/core/trainer.h).
 *
 * A step is a hand. NET_BATCH of them are played side by side, with the networks as they are; their
 * examples are then shown in a drawn order, NET_SHOWN at a time. Gradients are made in NET_PARTS
 * parts, one after the other in each and added up in order, so that any number of threads writes
 * the same bytes.
 *
 * The networks that play, and that are saved, are running means of those that learn (Polyak and
 * Juditsky 1992). The rate falls with the hands played, whatever the target.
 *
 * Two files: the one that plays (cardnet_write), and beside it one with the ending .state, from which
 * a training goes on, to the same bytes as without a stop. Without that file it goes on from the
 * rounded weights.
 */
#include "ai/common/order.h"
#include "ai/trainers.h"
#include "src/base/file.h"
#include "src/base/pack.h"
#include "src/base/pool.h"
#include "src/core/cardnet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Hands played to train the networks of a card game (src/core/cardnet.h).
 *
 * Who plays. Most seats are the networks as they are now. So that they learn what happens to
 * careless and to greedy players, in some hands one to three seats are the game's quick player, one
 * goes for the moon as long as it can be had, one plays anything in its first tricks, or choices
 * are drawn from wider than usual.
 *
 * What is learned. The deal network is shown the state before each trick with the lambda-return
 * (Sutton 1988) of what followed: the outcome of the hand mixed with the network's own values after
 * each later trick, which are less noisy. The view network is shown the seat's choices. At first
 * with the same return, of the card that was played; after NET_WARM hands with the value of every
 * card in the deal as it is, two tricks later. The seat does not see the deal, so that it learns the
 * mean over deals in which others would have played as they did. (Deals drawn from all that fit the
 * rules taught it too little of that: a search in them beat the policy by their figures, and lost
 * at the table.) Passes keep the return.
 */

#define NET_PIECE      64 /* hands */
#define NET_VIEWS      (NET_PIECE * 72)
#define NET_DEALS      (NET_PIECE * 20)
#define NET_TRICKS     20
#define NET_HAND_STEPS 96 /* examples of one hand, at most */

/* The examples of a piece of a batch. */
struct net_examples {
	struct sparse_example *view, *deal;
	int views, deals;
	int hands, moons; /* played by networks alone, and moons in them */
	double quick; /* points better than the quick player at the same table, summed */
	int quick_hands;
};

struct net_teacher {
	const struct game *game;
	const struct cardnet *net;
	bool taught;  /* by what each card would have brought; else the return teaches */
	float lambda; /* of returns */
	float noise;  /* points, of choices */
};

#define WIDER	   8   /* times the noise, of seats that try more */
#define SHOWN_VIEW 0.6 /* of the choices taught by returns */
#define RANDOM_MAX 5   /* tricks */

enum net_kind { NET_SELF, NET_QUICK, NET_SHOOTER, NET_CARELESS };

struct net_seat {
	enum net_kind kind;
	float noise;
	int careless; /* tricks */
};

/* A hand under way. */
struct net_hand {
	const struct net_teacher *t;
	struct rng *rng;
	struct net_examples *out;
	struct net_seat seat[SEATS_MAX];
	struct state now;
	int tricks;
	float value[NET_TRICKS + 1][2 * SEATS_MAX]; /* after each trick */
	int first_view, first_deal;		    /* of the hand, in out */
	/* Of each example: the trick it is from, and the seat it is of. */
	int8_t view_trick[NET_HAND_STEPS], view_seat[NET_HAND_STEPS];
	int8_t deal_trick[NET_HAND_STEPS], deal_seat[NET_HAND_STEPS];
	bool waits[NET_HAND_STEPS]; /* a view, for the outcome */
};

static bool
net_chance(struct rng *rng, double chance)
{
	return rng_unit(rng) < chance;
}

/* ---- players ----------------------------------------------------------------------------- */

/* Who sits where. In 9 of 16 hands all seats are networks, in 4 of these one tries more. */
static void
net_seat_players(struct net_hand *h)
{
	const int seats = h->t->game->seats, mode = (int)rng_below(h->rng, 16);
	const int some = 1 + (int)rng_below(h->rng, (uint32_t)seats - 1);
	for (int i = 0; i < seats; i++)
		h->seat[i] = (struct net_seat){ .kind = NET_SELF, .noise = h->t->noise };
	struct net_seat *one = &h->seat[rng_below(h->rng, (uint32_t)seats)];
	if (mode < 3) {
		for (int i = 0; i < some; i++)
			h->seat[rng_below(h->rng, (uint32_t)seats)].kind = NET_QUICK;
	} else if (mode < 5) {
		one->kind = NET_CARELESS;
		one->careless = 1 + (int)rng_below(h->rng, RANDOM_MAX);
	} else if (mode < 7) {
		one->kind = NET_SHOOTER;
	} else if (mode < 11) {
		one->noise *= WIDER;
	}
}

static move
net_any_move(const struct game *g, const struct state *s, int seat, struct rng *rng)
{
	move m[MOVES_MAX];
	const int n = g->rules->moves(g, s, seat, m);
	return m[rng_below(rng, (uint32_t)n)];
}

/* Goes for the moon until it is gone; what it passes is best for that. */
static move
net_shooter_move(const struct game *g, const struct state *s, int seat, struct rng *rng)
{
	struct game trying;
	move m[MOVES_MAX];
	int32_t score[MOVES_MAX];
	if (g->trick->shoot == NULL || !g->trick->shoot(g, s, seat, &trying))
		return game_quick_move(g, s, seat, rng);
	const int n = g->rules->moves(g, s, seat, m);
	if (n <= CARDNET_CARDS)
		return game_quick_move(&trying, s, seat, rng);
	order_best(&trying, s, seat, m, score, n, 1);
	return m[0];
}

/* ---- examples ---------------------------------------------------------------------------- */

/* The next example of a choice; NULL: the hand has enough. */
static struct sparse_example *
net_next_view(struct net_hand *h, int seat)
{
	const int at = h->out->views - h->first_view;
	if (at == NET_HAND_STEPS || h->out->views == NET_VIEWS)
		return NULL;
	h->view_trick[at] = (int8_t)h->tricks;
	h->view_seat[at] = (int8_t)seat;
	h->waits[at] = false;
	return &h->out->view[h->out->views++];
}

static void
net_note_card(const struct net_hand *h, const struct state *seen, int seat, int card,
	      struct sparse_example *e)
{
	e->mores = (int16_t)h->t->net->ops->choice(h->t->game, seen, seat, card,
						   e->more[e->choices++]);
}

/* A choice whose targets are filled in when the hand is over. */
static void
net_note_choice(struct net_hand *h, const struct state *seen, int seat, uint64_t chosen,
		int card)
{
	struct sparse_example *e = net_next_view(h, seat);
	if (e == NULL)
		return;
	e->facts = (int16_t)h->t->net->ops->view(h->t->game, seen, seat, chosen, e->fact);
	e->choices = 0;
	net_note_card(h, seen, seat, card, e);
	h->waits[e - h->out->view - h->first_view] = true;
}

static void
net_note_deal(struct net_hand *h)
{
	const struct game *g = h->t->game;
	const int at = h->out->deals - h->first_deal;
	struct sparse_example *e = &h->out->deal[h->out->deals];
	if (at == NET_HAND_STEPS || h->out->deals == NET_DEALS)
		return;
	e->facts = (int16_t)h->t->net->ops->deal(g, &h->now, e->fact);
	if (e->facts == 0)
		return;
	e->choices = 1;
	e->mores = 0;
	h->deal_trick[at] = (int8_t)h->tricks;
	h->deal_seat[at] = (int8_t)game_mover(g, &h->now);
	h->out->deals++;
}

/* ---- choices ----------------------------------------------------------------------------- */

/* By returns: the policy, with noise; each card is an example. */
static move
net_choose_plain(struct net_hand *h, const struct state *seen, int seat)
{
	const struct game *g = h->t->game;
	const struct cardnet_ops *ops = h->t->net->ops;
	const move m =
		cardnet_move(h->t->net, g, seen, seat, h->seat[seat].noise, h->rng);
	const uint64_t all = ops->from_move(g, seen, m);
	const bool several = (all & (all - 1)) != 0;
	uint64_t chosen = 0;
	/* A pass has no order; which card was chosen first is drawn. */
	for (uint64_t left = all; left != 0;) {
		int skip = (int)rng_below(h->rng, (uint32_t)__builtin_popcountll(left));
		uint64_t rest = left;
		while (skip-- > 0)
			rest &= rest - 1;
		const int card = __builtin_ctzll(rest);
		const uint64_t set = ops->next(g, seen, seat, chosen);
		if ((set & (set - 1)) != 0 && (several || net_chance(h->rng, SHOWN_VIEW)))
			net_note_choice(h, seen, seat, chosen, card);
		chosen |= UINT64_C(1) << card;
		left &= ~(UINT64_C(1) << card);
	}
	return m;
}

/* The policy's choice, with noise; an example says what every card would have brought in this very
 * deal. */
static move
net_choose_taught(struct net_hand *h, const struct state *seen, int seat)
{
	const struct net_teacher *t = h->t;
	const struct game *g = t->game;
	const struct cardnet_ops *ops = t->net->ops;
	move m[MOVES_MAX];
	uint64_t set = 0;
	const int n = order_choices(g, seen, seat, m);
	for (int i = 0; i < n; i++)
		set |= ops->from_move(g, seen, m[i]);
	if (n > SPARSE_CHOICES || __builtin_popcountll(set) != n)
		return net_choose_plain(h, seen, seat);
	struct sparse_example *e = net_next_view(h, seat);
	if (e != NULL) {
		e->facts = (int16_t)ops->view(g, seen, seat, 0, e->fact);
		e->choices = 0;
	}
	for (int i = 0; i < n && e != NULL; i++) {
		float share[SEATS_MAX], sweep[SEATS_MAX], any = 0;
		struct state next;
		g->rules->play(g, &h->now, seat, m[i], &next);
		cardnet_play_on(t->net, g, &next, CARDNET_TRICKS, share, sweep, NULL);
		for (int k = 0; k < g->seats; k++)
			any += sweep[k];
		e->target[2 * i + CARDNET_SHARE] = share[seat];
		e->target[2 * i + CARDNET_SWEEP] = any;
		net_note_card(h, seen, seat,
			      __builtin_ctzll(ops->from_move(g, seen, m[i])), e);
	}
	return cardnet_move(t->net, g, seen, seat, h->seat[seat].noise, h->rng);
}

/* A seat's move, from what it may know. */
static move
net_choose(struct net_hand *h, int seat)
{
	const struct game *g = h->t->game;
	struct state seen;
	const struct net_seat *p = &h->seat[seat];
	game_view(g, &h->now, seat, &seen);
	if (p->kind == NET_QUICK)
		return game_quick_move(g, &seen, seat, h->rng);
	if (p->kind == NET_SHOOTER)
		return net_shooter_move(g, &seen, seat, h->rng);
	if (p->kind == NET_CARELESS && h->tricks < p->careless)
		return net_any_move(g, &seen, seat, h->rng);
	h->t->net->ops->forget(g, &seen, h->rng);
	const uint64_t set = h->t->net->ops->next(g, &seen, seat, 0);
	if ((set & (set - 1)) == 0)
		return h->t->net->ops->to_move(g, &seen, set);
	return h->t->taught ? net_choose_taught(h, &seen, seat)
			    : net_choose_plain(h, &seen, seat);
}

/* ---- a hand ------------------------------------------------------------------------------ */

/* The value where a trick begins. */
static void
net_note_trick(struct net_hand *h)
{
	const struct game *g = h->t->game;
	float *value = h->value[h->tricks];
	if (h->tricks < NET_TRICKS && !g->rules->settled(g, &h->now) &&
	    cardnet_value(h->t->net, g, &h->now, value, value + SEATS_MAX))
		h->tricks++;
}

/* Lambda-returns, from the last trick to the first. */
static void
net_returns(struct net_hand *h)
{
	const float lambda = h->t->lambda;
	float *end = h->value[h->tricks];
	h->t->net->ops->outcome(h->t->game, &h->now, end, end + SEATS_MAX);
	for (int t = h->tricks - 1; t >= 0; t--)
		for (int k = 0; k < 2 * SEATS_MAX; k++)
			h->value[t][k] = (1 - lambda) * h->value[t][k] +
					 lambda * h->value[t + 1][k];
}

static void
net_fill_targets(struct net_hand *h)
{
	const int seats = h->t->game->seats;
	for (int i = h->first_view; i < h->out->views; i++) {
		struct sparse_example *e = &h->out->view[i];
		const float *value = h->value[h->view_trick[i - h->first_view]];
		if (!h->waits[i - h->first_view])
			continue;
		e->target[CARDNET_SHARE] = value[h->view_seat[i - h->first_view]];
		e->target[CARDNET_SWEEP] = 0;
		for (int k = 0; k < seats; k++)
			e->target[CARDNET_SWEEP] += value[SEATS_MAX + k];
	}
	for (int i = h->first_deal; i < h->out->deals; i++) {
		struct sparse_example *e = &h->out->deal[i];
		const float *value = h->value[h->deal_trick[i - h->first_deal]];
		for (int k = 0; k < 2 * seats; k++) {
			const int seat =
				(h->deal_seat[i - h->first_deal] + k % seats) % seats;
			e->target[k] = value[k < seats ? seat : SEATS_MAX + seat];
		}
	}
}

/* Counts how the networks do. */
static void
net_count_hand(struct net_hand *h)
{
	const int seats = h->t->game->seats;
	const float *end = h->value[h->tricks];
	double sum[2] = { 0 }, slope = (double)h->t->net->ops->slope;
	int count[2] = { 0 }, others = 0;
	for (int i = 0; i < seats; i++) {
		const enum net_kind kind = h->seat[i].kind;
		others += kind != NET_SELF;
		if (kind != NET_SELF && kind != NET_QUICK)
			return;
		count[kind == NET_QUICK]++;
		sum[kind == NET_QUICK] += slope * (double)end[i];
	}
	if (count[0] > 0 && count[1] > 0) {
		h->out->quick += sum[0] / count[0] - sum[1] / count[1];
		h->out->quick_hands++;
	}
	for (int i = 0; i < seats && others == 0; i++)
		h->out->moons += end[SEATS_MAX + i] > 0.5F;
	h->out->hands += others == 0;
}

static void
net_play_hand(struct net_hand *h)
{
	const struct game *g = h->t->game;
	h->tricks = 0;
	h->first_view = h->out->views;
	h->first_deal = h->out->deals;
	net_seat_players(h);
	do {
		const int seat = game_mover(g, &h->now);
		if (seat == SEAT_CHANCE) {
			g->rules->play(g, &h->now, seat,
				       g->chance->sample(g, &h->now, h->rng), &h->now);
			continue;
		}
		net_note_deal(h);
		g->rules->play(g, &h->now, seat, net_choose(h, seat), &h->now);
		net_note_trick(h);
	} while (!g->rules->settled(g, &h->now));
	net_returns(h);
	net_fill_targets(h);
	net_count_hand(h);
}

/* Plays NET_PIECE hands. */
static void
net_hands_play(const struct net_teacher *t, uint64_t seed, struct net_examples *out)
{
	struct rng rng;
	struct net_hand h = { .t = t, .rng = &rng, .out = out };
	const struct game *g = t->game;
	rng_seed(&rng, seed);
	out->views = out->deals = out->hands = out->moons = out->quick_hands = 0;
	out->quick = 0;
	for (int i = 0; i < NET_PIECE; i++) {
		if (i == 0 || g->rules->acting(g, &h.now) == 0)
			g->rules->start(g, &h.now);
		net_play_hand(&h);
	}
}

#define NET_PIECES 16 /* of a batch */
#define NET_BATCH  (NET_PIECES * NET_PIECE)
#define NET_SHOWN  1024
#define NET_PARTS  4
#define NET_RATE   2e-3F
#define NET_HALF   300000 /* hands after which the rate is half as large */
#define NET_WARM   200000 /* hands before the view network is taught by deals */
#define NET_KEEP   0.998F /* of the running mean, in a step of learning */
#define NET_LAMBDA 0.75F
#define NET_NOISE  0.4F /* points */
#define NET_ROOM   ((size_t)512 << 20)

/* One of the two networks in training. */
struct net_pupil {
	struct sparse_model model, mean;
	struct sparse_adam adam;
	float *gradient[NET_PARTS];
	double squares[NET_PARTS];
	const struct sparse_example *
		*shown; /* all examples of a batch, in the order drawn */
	int count, at;
	double loss; /* of the last batch, per target */
};

struct net_training {
	struct cardnet net; /* the means, rounded */
	struct net_pupil view, deal;
	struct net_examples piece[NET_PIECES];
	struct net_teacher teacher;
	struct net_pupil *learning;
};

/* ---- hands ------------------------------------------------------------------------------- */

static void
net_side_by_side(struct trainer *t, int pieces,
		 bool (*run)(void *self, int64_t piece, int thread))
{
	const struct pool pool = { .count = pieces,
				   .threads = t->threads,
				   .run = run,
				   .self = t,
				   .crew = &t->crew,
				   .alone = true };
	pool_run(&pool);
}

static bool
net_train_play_piece(void *self, int64_t piece, int thread)
{
	struct trainer *t = self;
	struct net_training *x = t->self;
	net_hands_play(&x->teacher,
		       rng_fork(t->seed, (uint64_t)(t->steps / NET_PIECE + piece)),
		       &x->piece[piece]);
	return true;
}

/* Returns begin as outcomes alone, for the deal network knows nothing yet. */
static void
net_plan(struct trainer *t)
{
	struct net_training *x = t->self;
	const float done = (float)t->steps / NET_WARM;
	x->teacher = (struct net_teacher){
		.game = t->game,
		.net = &x->net,
		.taught = t->steps >= NET_WARM,
		.lambda = done < 0.25F	? 1
			  : done < 0.5F ? 1 - (1 - NET_LAMBDA) * (done - 0.25F) * 4
					: NET_LAMBDA,
		.noise = NET_NOISE,
	};
}

/* ---- learning ---------------------------------------------------------------------------- */

static void
net_shuffle(const struct sparse_example **shown, int count, uint64_t seed)
{
	struct rng r;
	rng_seed(&r, seed);
	for (int i = count - 1; i > 0; i--) {
		const int j = (int)rng_below(&r, (uint32_t)i + 1);
		const struct sparse_example *e = shown[i];
		shown[i] = shown[j];
		shown[j] = e;
	}
}

static bool
net_find_gradient(void *self, int64_t part, int thread)
{
	struct trainer *t = self;
	struct net_pupil *p = ((struct net_training *)t->self)->learning;
	const int each = NET_SHOWN / NET_PARTS;
	float *gradient = p->gradient[part];
	memset(gradient, 0, sparse_weights(&p->model.shape) * sizeof *gradient);
	for (int i = 0; i < each; i++)
		p->squares[part] +=
			sparse_gradient(&p->model, p->shown[p->at + (int)part * each + i],
					gradient);
	return true;
}

static float
net_rate(const struct trainer *t)
{
	return NET_RATE * NET_HALF / (float)(NET_HALF + t->steps);
}

static void
net_learn_shown(struct trainer *t, struct net_pupil *p)
{
	struct net_training *x = t->self;
	const size_t all = sparse_weights(&p->model.shape);
	float *restrict sum = p->gradient[0], *restrict mean = p->mean.weight;
	const float *restrict now = p->model.weight;
	x->learning = p;
	net_side_by_side(t, NET_PARTS, net_find_gradient);
	for (int i = 1; i < NET_PARTS; i++) {
		const float *restrict part = p->gradient[i];
		for (size_t k = 0; k < all; k++)
			sum[k] += part[k];
	}
	sparse_learn(&p->model, &p->adam, sum, NET_SHOWN, net_rate(t));
	for (size_t k = 0; k < all; k++)
		mean[k] = NET_KEEP * mean[k] + (1 - NET_KEEP) * now[k];
}

static void
net_learn_batch(struct trainer *t, struct net_pupil *p, bool view)
{
	struct net_training *x = t->self;
	double targets = 0, squares = 0;
	p->count = 0;
	for (int i = 0; i < NET_PIECES; i++) {
		const struct net_examples *from = &x->piece[i];
		const int n = view ? from->views : from->deals;
		for (int k = 0; k < n; k++)
			p->shown[p->count++] = view ? &from->view[k] : &from->deal[k];
	}
	net_shuffle(p->shown, p->count, rng_fork(~t->seed, (uint64_t)t->steps));
	memset(p->squares, 0, sizeof p->squares);
	for (p->at = 0; p->at + NET_SHOWN <= p->count; p->at += NET_SHOWN)
		net_learn_shown(t, p);
	for (int i = 0; i < p->at; i++)
		targets += p->shown[i]->choices * p->model.shape.outputs;
	for (int i = 0; i < NET_PARTS; i++)
		squares += p->squares[i];
	p->loss = targets > 0 ? squares / targets : 0;
}

/* Rows of facts that never held are random as they began: they become 0, for smaller files. */
static void
net_round_pupil(const struct net_pupil *p, struct sparse_net *out)
{
	sparse_round(&p->mean, out);
	for (int i = 0; i < p->model.shape.facts; i++) {
		const float *square = p->adam.square + (size_t)i * SPARSE_HIDDEN;
		float sum = 0;
		for (int k = 0; k < SPARSE_HIDDEN; k++)
			sum += square[k];
		if (sum == 0)
			memset(out->first + (size_t)i * SPARSE_HIDDEN, 0,
			       SPARSE_HIDDEN * sizeof *out->first);
	}
}

static void
net_round_both(struct net_training *x)
{
	net_round_pupil(&x->view, &x->net.view);
	net_round_pupil(&x->deal, &x->net.deal);
}

static void
net_step(struct trainer *t, int64_t steps)
{
	struct net_training *x = t->self;
	for (; steps > 0; steps -= NET_BATCH) {
		net_plan(t);
		net_side_by_side(t, NET_PIECES, net_train_play_piece);
		t->steps += NET_BATCH;
		net_learn_batch(t, &x->view, true);
		net_learn_batch(t, &x->deal, false);
		net_round_both(x);
	}
}

/* ---- figures ----------------------------------------------------------------------------- */

static int
net_figures(struct trainer *t, struct trainer_figure *out)
{
	const struct net_training *x = t->self;
	const double unit = (double)(x->net.ops->slope * x->net.ops->slope);
	double quick = 0;
	int quick_hands = 0, hands = 0, moons = 0;
	for (int i = 0; i < NET_PIECES; i++) {
		quick += x->piece[i].quick;
		quick_hands += x->piece[i].quick_hands;
		hands += x->piece[i].hands;
		moons += x->piece[i].moons;
	}
	out[0] = (struct trainer_figure){ "view_loss", "squared error of views",
					  "points^2", x->view.loss * unit };
	out[1] = (struct trainer_figure){ "deal_loss", "of deals", "points^2",
					  x->deal.loss * unit };
	out[2] = (struct trainer_figure){ "over_quick", "policy over the quick player",
					  "points a hand",
					  quick_hands > 0 ? quick / quick_hands : 0 };
	out[3] = (struct trainer_figure){ "moons", "moons", "%",
					  hands > 0 ? 100.0 * moons / hands : 0 };
	return 4;
}

/* Each example is used once, so the errors of the last batch are of examples not yet
 * learned from. */
static double
net_loss_of_deals(struct trainer *t)
{
	const struct net_training *x = t->self;
	return x->deal.loss * (double)(x->net.ops->slope * x->net.ops->slope);
}

/* ---- files ------------------------------------------------------------------------------- */

enum {
	STATE_HEAD,
	STATE_VIEW,
	STATE_DEAL = STATE_VIEW + 4,
	STATE_LAYERS = STATE_DEAL + 4
};

static const struct pack_kind net_state_kind = {
	.magic = "plynetst",
	.version = 2,
	.layers_most = STATE_LAYERS,
	.called = "a training of networks",
	.done = "begun",
};

struct net_state_head {
	int64_t steps;
	uint64_t seed;
	double rest[2][2];
};

/* The four arrays of a pupil that a training goes on from. */
static float *
net_pupil_array(const struct net_pupil *p, int i)
{
	float *const array[4] = { p->model.weight, p->mean.weight, p->adam.mean,
				  p->adam.square };
	return array[i];
}

static struct net_pupil *
net_state_pupil(struct net_training *x, int layer)
{
	return layer < STATE_DEAL ? &x->view : &x->deal;
}

struct net_state_source {
	struct net_training *x;
	struct net_state_head head;
};

static const void *
net_state_layer(void *self, int layer, uint64_t *slots, size_t *bytes)
{
	struct net_state_source *s = self;
	*slots = 1;
	*bytes = sizeof s->head;
	if (layer == STATE_HEAD)
		return &s->head;
	const struct net_pupil *p = net_state_pupil(s->x, layer);
	*bytes = sparse_weights(&p->model.shape) * sizeof(float);
	return net_pupil_array(p, (layer - STATE_VIEW) % 4);
}

/* The game and the networks of a training. */
static void
net_state_rules(const struct trainer *t, char *out, int size)
{
	const struct cardnet_ops *ops = t->game->trick->cardnet;
	snprintf(out, (size_t)size, "%s view %d deal %d seed %llu", ops->name(t->game),
		 ops->view_facts, ops->deal_facts, (unsigned long long)t->seed);
}

static bool
net_save(struct trainer *t, const char *path, struct status *st)
{
	struct net_training *x = t->self;
	char state[600], rules[PACK_RULES], by[CARDNET_BY];
	struct net_state_source self = {
		.x = x,
		.head = { .steps = t->steps,
			  .seed = t->seed,
			  .rest = { { x->view.adam.rest[0], x->view.adam.rest[1] },
				    { x->deal.adam.rest[0], x->deal.adam.rest[1] } } },
	};
	const struct pack_source source = { .rules = rules,
					    .layers = STATE_LAYERS,
					    .layer = net_state_layer,
					    .self = &self,
					    .level = 1 };
	snprintf(state, sizeof state, "%s.state", path);
	snprintf(by, sizeof by,
		 "plyscope train %s -o seats=%d -a net --sims %lld --seed %llu",
		 t->game->ops->key, t->game->seats, (long long)t->steps,
		 (unsigned long long)t->seed);
	net_state_rules(t, rules, sizeof rules);
	return pack_write(&net_state_kind, &source, state, st) &&
	       cardnet_write(&x->net, t->game, path, by, st);
}

/* Without the state: from the rounded weights, with nothing known of their gradients. The command in
 * the file says how many hands they are of. */
static bool
net_load_rounded(struct trainer *t, const char *path, struct status *st)
{
	struct net_training *x = t->self;
	struct cardnet n;
	char by[CARDNET_BY];
	const size_t used = t->arena.used;
	if (!cardnet_read(&n, t->game, path, &t->arena, by, st))
		return false;
	sparse_restore(&n.view, &x->view.model);
	sparse_restore(&n.view, &x->view.mean);
	sparse_restore(&n.deal, &x->deal.model);
	sparse_restore(&n.deal, &x->deal.mean);
	memcpy(x->net.view.first, n.view.first, sparse_bytes(&n.view.shape));
	memcpy(x->net.deal.first, n.deal.first, sparse_bytes(&n.deal.shape));
	arena_back(&t->arena, used);
	const char *hands = strstr(by, "--sims ");
	if (hands == NULL)
		return status_fail(st, "%s: its command has no --sims", path);
	t->steps = strtoll(hands + 7, NULL, 10) / NET_BATCH * NET_BATCH;
	return t->steps >= 0 || status_fail(st, "%s: its command has --sims %lld", path,
					    (long long)t->steps);
}

static bool
net_load(struct trainer *t, const char *path, struct status *st)
{
	struct net_training *x = t->self;
	struct net_state_head head;
	char state[600], rules[PACK_RULES];
	struct pack p;
	snprintf(state, sizeof state, "%s.state", path);
	if (file_missing(state))
		return net_load_rounded(t, path, st);
	net_state_rules(t, rules, sizeof rules);
	if (!pack_map(&p, &net_state_kind, rules, state, st))
		return false;
	bool ok = pack_read(&p, state, STATE_HEAD, &head, sizeof head, st);
	for (int i = STATE_VIEW; ok && i < STATE_LAYERS; i++) {
		const struct net_pupil *pupil = net_state_pupil(x, i);
		ok = pack_read(&p, state, i, net_pupil_array(pupil, (i - STATE_VIEW) % 4),
			       sparse_weights(&pupil->model.shape) * sizeof(float), st);
	}
	pack_unmap(&p);
	if (!ok)
		return false;
	if (head.steps < 0)
		return status_fail(st, "%s: damaged: a count of %lld", state,
				   (long long)head.steps);
	t->steps = head.steps;
	memcpy(x->view.adam.rest, head.rest[0], sizeof head.rest[0]);
	memcpy(x->deal.adam.rest, head.rest[1], sizeof head.rest[1]);
	net_round_both(x);
	return true;
}

/* ---- memory ------------------------------------------------------------------------------ */

static bool
net_open_pupil(struct trainer *t, struct net_pupil *p, const struct sparse_shape *shape,
	       int each, uint64_t seed)
{
	struct arena *a = &t->arena;
	const size_t room = (size_t)NET_PIECES * (size_t)each;
	bool ok = sparse_model_open(&p->model, shape, a) &&
		  sparse_model_open(&p->mean, shape, a) &&
		  sparse_adam_open(&p->adam, shape, a);
	p->shown = arena_take(a, room * sizeof(const struct sparse_example *));
	for (int i = 0; ok && i < NET_PARTS; i++) {
		p->gradient[i] = arena_take(a, sparse_weights(shape) * sizeof(float));
		ok = p->gradient[i] != NULL;
	}
	if (!ok || p->shown == NULL)
		return false;
	sparse_begin(&p->model, &p->adam, seed);
	memcpy(p->mean.weight, p->model.weight, sparse_weights(shape) * sizeof(float));
	return true;
}

static bool
net_take_memory(struct trainer *t)
{
	struct arena *a = &t->arena;
	struct net_training *x = arena_take(a, sizeof *x);
	if (x == NULL)
		return false;
	memset(x, 0, sizeof *x);
	t->self = x;
	if (!cardnet_open(&x->net, t->game, a) ||
	    !net_open_pupil(t, &x->view, &x->net.view.shape, NET_VIEWS, t->seed) ||
	    !net_open_pupil(t, &x->deal, &x->net.deal.shape, NET_DEALS, t->seed + 1))
		return false;
	bool ok = true;
	for (int i = 0; i < NET_PIECES; i++) {
		struct net_examples *e = &x->piece[i];
		e->view = arena_take(a, NET_VIEWS * sizeof *e->view);
		e->deal = arena_take(a, NET_DEALS * sizeof *e->deal);
		ok = ok && e->view != NULL && e->deal != NULL;
	}
	return ok;
}

static bool
net_train_fits(const struct game *g)
{
	return g->trick->cardnet != NULL && g->trick->cardnet->name(g) != NULL;
}

static bool
net_train_open(struct trainer *t, struct status *st)
{
	if (!arena_open(&t->arena, NET_ROOM))
		return status_fail(st, "train: no memory for the networks");
	if (!net_take_memory(t)) {
		arena_close(&t->arena);
		return status_fail(st, "train: no memory for the networks");
	}
	net_round_both(t->self);
	t->pace = NET_BATCH;
	return true;
}

static void
net_train_close(struct trainer *t)
{
	crew_close(t->crew);
	arena_close(&t->arena);
}

const struct trainer_ops net_trainer = {
	.key = "net",
	.counted = "hands",
	.ending = "net",
	.fits = net_train_fits,
	.open = net_train_open,
	.step = net_step,
	.loss = net_loss_of_deals,
	.figures = net_figures,
	.save = net_save,
	.load = net_load,
	.close = net_train_close,
};
