/* net_hands.c - see net_hands.h. */
#include "ai/worlds/net_hands.h"

#include "ai/common/order.h"

#include <math.h>
#include <string.h>

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

void
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
