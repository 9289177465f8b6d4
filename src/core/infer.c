/*
 * infer.c - worlds weighted by the choices of the others. See infer.h.
 *
 * Cost: a deal, and for each choice of another seat the list and the order of its moves, some 10
 * microseconds a world late in a hand of 13 tricks.
 */
#include "src/core/infer.h"

#include "src/base/clock.h"
#include "src/core/cardnet.h"
#include "src/core/search.h"

#include <math.h>

/* Chosen by the log loss of who holds the dearest card and of all cards, on 60 games of
 * tricks by hard, and by the likelihood of 4969 of its choices, of which half come first in the
 * order. */
#define FALL  0.5 /* of the likelihood, with each move ordered before */
#define NOISE 0.2 /* of the choices are any move */
#define TRUST 0.6 /* of a log likelihood: the choices of a hand are not independent */
/* Of the network, in games that it plays: see plyscope(6), beliefs. */
#define NOISE_NET  0.1
#define TRUST_NET  0.5
#define NET_SPREAD 0.2 /* points of worth that make a card e times as likely */

#define POLL_WORLDS 16

/* Each move ordered before halves the likelihood. */
static void
order_likeness(const struct game *g, const struct state *s, int seat, const move *m,
	       int n, double *likeness)
{
	int32_t score[MOVES_MAX];
	double power[MOVES_MAX];
	g->knowledge->order(g, s, seat, m, n, score);
	power[0] = 1;
	for (int i = 1; i < n; i++)
		power[i] = power[i - 1] * FALL;
	for (int i = 0; i < n; i++) {
		int before = 0;
		for (int k = 0; k < n; k++)
			before += score[k] > score[i];
		likeness[i] = power[before];
	}
}

/* The network's worth of each card. Of equal cards it values the first alone, which is the nearest
 * valued one at or below the card played. */
static void
net_likeness(const struct cardnet *net, const struct game *g, const struct state *s,
	     int seat, const move *m, int n, double *likeness)
{
	struct cardnet_choice c[CARDNET_CARDS];
	const uint64_t set = net->ops->next(g, s, seat, 0);
	const int count = cardnet_choices(net, g, s, seat, 0, set, c);
	double top = -INFINITY;
	for (int i = 0; i < n; i++) {
		const uint64_t card = net->ops->from_move(g, s, m[i]);
		const int first = 63 - __builtin_clzll(set & (card | (card - 1)));
		int at = 0;
		while (at < count - 1 && c[at].card != first)
			at++;
		likeness[i] = (double)c[at].worth;
		top = fmax(top, likeness[i]);
	}
	for (int i = 0; i < n; i++)
		likeness[i] = exp((likeness[i] - top) / NET_SPREAD);
}

/* The chance of each of n moves of a seat by such a model. */
static void
infer_chances(const struct cardnet *model, const struct game *g, const struct state *s,
	      int seat, const move *m, int n, double *chance)
{
	const double noise = model != NULL ? NOISE_NET : NOISE;
	double all = 0;
	if (model != NULL)
		net_likeness(model, g, s, seat, m, n, chance);
	else
		order_likeness(g, s, seat, m, n, chance);
	for (int i = 0; i < n; i++)
		all += chance[i];
	for (int i = 0; i < n; i++)
		chance[i] = (1 - noise) * chance[i] / all + noise / n;
}

/* log of the likelihood of a move, as far as it is trusted. */
static double
log_choice(const struct evidence *e, const struct state *s, int seat, move m)
{
	move list[MOVES_MAX];
	double chance[MOVES_MAX];
	const int n = e->game->rules->moves(e->game, s, seat, list);
	int at = 0;
	if (n < 2)
		return 0;
	infer_chances(e->model, e->game, s, seat, list, n, chance);
	while (at < n - 1 && list[at] != m)
		at++;
	return (e->model != NULL ? TRUST_NET : TRUST) * log(chance[at]);
}

static void
infer_deal(const struct evidence *s, uint64_t w, struct state *out)
{
	search_world(s->game, s->root, s->viewer, s->mover, s->seed, w, out);
}

bool
infer_tells(const struct evidence *s)
{
	const struct game *g = s->game;
	struct state world, begin;
	int from;
	if (!game_hidden(g) || g->trick->rewind == NULL || g->knowledge->order == NULL ||
	    s->viewer < 0 || s->made == NULL)
		return false;
	infer_deal(s, 0, &world);
	if (!g->trick->rewind(g, &world, s->made, s->made_count, &begin, &from))
		return false;
	for (int k = from; k < s->made_count; k++)
		if (s->made[k].seat != s->viewer)
			return true;
	return false;
}

double
infer_log(const struct evidence *s, uint64_t w)
{
	const struct game *g = s->game;
	struct state world, at;
	double sum = 0;
	int from = 0;
	infer_deal(s, w, &world);
	g->trick->rewind(g, &world, s->made, s->made_count, &at, &from);
	for (int k = from; k < s->made_count; k++) {
		const struct played_move *made = &s->made[k];
		if (made->seat != s->viewer)
			sum += log_choice(s, &at, made->seat, made->m);
		g->rules->play(g, &at, made->seat, made->m, &at);
	}
	return sum;
}

double
infer_shares(double *weight, int n)
{
	double top = weight[0], sum = 0, squares = 0;
	for (int i = 1; i < n; i++)
		top = weight[i] > top ? weight[i] : top;
	for (int i = 0; i < n; i++)
		sum += weight[i] = exp(weight[i] - top);
	for (int i = 0; i < n; i++) {
		weight[i] = (1 - INFER_FLOOR) * weight[i] / sum + INFER_FLOOR / n;
		squares += weight[i] * weight[i];
	}
	return 1 / squares;
}

void
infer_pick(const double *share, int n, uint32_t *pick)
{
	double upto = share[0];
	uint32_t at = 0;
	for (int i = 0; i < n; i++) {
		const double want = (i + 0.5) / n;
		while (upto < want && at < (uint32_t)n - 1)
			upto += share[++at];
		pick[i] = at;
	}
}

/* ---- the worlds of a search --------------------------------------------------------------- */

/* With infer=: `asked` worlds of the sample are weighted, and `count` drawn from them. */
struct inferred {
	int asked, count; /* count 0: all worlds are alike */
	uint32_t step;	  /* world w of the search is pick[w * step % count] */
	uint32_t *pick;
	double *weight;
};

const struct gauge infer_effective = {
	"effective worlds", "",
	"number of equally likely worlds that would be as informative as those weighted "
	"by infer=: 1 / the sum of squared shares"
};

void
search_deal(const struct search *s, uint64_t w, struct state *out)
{
	const struct inferred *i = s->inferred;
	if (i != NULL && i->count > 0)
		w = i->pick[w * i->step % (uint64_t)i->count];
	search_world(s->game, &s->root, s->viewer, s->mover, s->seed, w, out);
}

bool
infer_open(struct search *s)
{
	const int at = options_find(&s->options, "infer");
	const int asked = at >= 0 ? (int)options_int(&s->options, "infer") : 0;
	if (asked == 0)
		return true;
	struct inferred *i = arena_take(&s->arena, sizeof *i);
	if (i == NULL)
		return false;
	*i = (struct inferred){ .asked = asked };
	i->pick = arena_take(&s->arena, (size_t)asked * sizeof *i->pick);
	i->weight = arena_take(&s->arena, (size_t)asked * sizeof *i->weight);
	s->inferred = i;
	return i->pick != NULL && i->weight != NULL;
}

/* The step with which any number of worlds in a row is spread over the picks: near the golden
 * section of them, and with no divisor in common. */
static uint32_t
infer_spread(uint32_t n)
{
	uint32_t step = (uint32_t)(n * 0.6180339887) | 1;
	for (;; step++) {
		uint32_t a = n, b = step;
		while (b != 0) {
			const uint32_t rest = a % b;
			a = b;
			b = rest;
		}
		if (a == 1)
			return step;
	}
}

/* Of a search with a clock, worlds are weighted for a quarter of its time. */
static bool
has_time(const struct search *s)
{
	if (search_stop_asked(s))
		return false;
	return s->limits.time_ms == 0 ||
	       search_now_us(s) - s->started_us < s->limits.time_ms * 1000 / 4;
}

void
infer_run(struct search *s)
{
	struct inferred *i = s->inferred;
	const struct evidence seen = { .game = s->game,
				       .root = &s->root,
				       .viewer = s->viewer,
				       .mover = s->mover,
				       .seed = s->seed,
				       .made = s->made,
				       .made_count = s->made_count,
				       .model = s->game->net };
	int n = 0;
	i->count = 0;
	if (!infer_tells(&seen))
		return;
	while (n < i->asked && (n % POLL_WORLDS != 0 || has_time(s))) {
		i->weight[n] = infer_log(&seen, (uint64_t)n);
		n++;
	}
	if (n == 0)
		return;
	search_gauge(s, &infer_effective, infer_shares(i->weight, n));
	infer_pick(i->weight, n, i->pick);
	i->step = infer_spread((uint32_t)n);
	i->count = n;
}
