/* aivat.c - results of hands of poker without luck. See aivat.h. */
#include "src/lab/aivat.h"
#include "src/core/question.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUTSIDE UINT32_MAX /* a node that the baseline does not have */
#define CARDS	52

/* ---- the baseline ---------------------------------------------------------------------- */

static bool
aivat_is_listed(const struct aivat *a)
{
	return a->tree.nodes > 0;
}

static double *
values_of(const struct aivat *a, uint32_t at)
{
	return a->value + (size_t)at * (size_t)a->hands * (size_t)a->hands;
}

static void
aivat_value_end(const struct aivat *a, const struct state *s, double *v)
{
	const int n = a->hands;
	double reach[PUBLIC_HANDS] = { 0 }, value[PUBLIC_HANDS];
	for (int o = 0; o < n; o++) {
		memset(value, 0, (size_t)n * sizeof *value);
		reach[o] = 1;
		a->ops->settle(a->g, s, 0, PAY_POINTS, reach, value);
		reach[o] = 0;
		for (int h = 0; h < n; h++)
			v[h * n + o] = value[h];
	}
}

static void
value_deal(const struct aivat *a, uint32_t at, double *v)
{
	const int n = a->hands;
	const struct state *s = public_tree_state(&a->tree, at);
	const double chance = a->tree.node[at].chance, *below = values_of(a, at);
	for (int h = 0; h < n; h++)
		for (int o = 0; o < n; o++)
			if (a->ops->possible(a->g, s, h) && a->ops->possible(a->g, s, o))
				v[h * n + o] += chance * below[h * n + o];
}

/* The mix of a hand in the baseline: a check or a call where there is no strategy, for the fold
 * stands before it. */
static void
mix_of(const struct aivat *a, uint32_t at, struct search *s, look_ref ref, int hand,
       double *prob)
{
	const struct public_node *n = &a->tree.node[at];
	const struct state *public = public_tree_state(&a->tree, at);
	struct state view;
	double part;
	game_copy(a->g, public, &view);
	a->ops->give(a->g, &view, n->seat, hand);
	if (ref != STRATEGY_NONE && s->ops->strategy->mix(s, ref, &view, n->seat, prob))
		return;
	const bool fold = n->children > 1 && a->ops->amount(a->g, public, n->seat,
							    a->tree.node[n->child + 1].m,
							    &part) == AMOUNT_NONE;
	for (uint32_t i = 0; i < n->children; i++)
		prob[i] = i == fold;
}

static void
value_choice(const struct aivat *a, uint32_t at, struct search *s, look_ref ref,
	     double *v)
{
	const struct public_node *node = &a->tree.node[at];
	const int n = a->hands;
	double prob[MOVES_MAX];
	for (int own = 0; own < n; own++) {
		if (!a->ops->possible(a->g, public_tree_state(&a->tree, at), own))
			continue;
		mix_of(a, at, s, ref, own, prob);
		for (uint32_t i = 0; i < node->children; i++) {
			const double *below = values_of(a, node->child + i);
			for (int o = 0; o < n; o++) {
				const int k = node->seat == 0 ? own * n + o : o * n + own;
				v[k] += prob[i] * below[k];
			}
		}
	}
}

static void
aivat_fill_values(struct aivat *a, struct search *s, const look_ref *ref)
{
	const struct public_tree *t = &a->tree;
	for (uint32_t at = t->nodes; at-- > 0;) {
		const struct public_node *n = &t->node[at];
		double *v = values_of(a, at);
		if (n->seat >= 0)
			value_choice(a, at, s, ref[at], v);
		else if (n->seat == SEAT_NONE)
			aivat_value_end(a, public_tree_state(t, at), v);
		for (uint32_t i = 0; n->seat == SEAT_CHANCE && i < n->children; i++)
			value_deal(a, n->child + i, v);
	}
	a->root = 0;
	for (int h = 0; h < a->hands; h++)
		for (int o = 0; o < a->hands; o++)
			if (!a->ops->excludes(a->g, h, o))
				a->root += values_of(a, 0)[h * a->hands + o] /
					   a->ops->pairs(a->g);
}

/* The first state of a game in which a seat acts. */
static void
first_choice(const struct game *g, struct state *s)
{
	struct rng rng;
	rng_seed(&rng, 1);
	memset(s, 0, sizeof *s);
	g->rules->start(g, s);
	while (game_mover(g, s) == SEAT_CHANCE)
		g->rules->play(g, s, SEAT_CHANCE, g->chance->sample(g, s, &rng), s);
}

/* Address space for a tree of so many nodes, half of which public_tree_build() leaves free. */
static size_t
aivat_tree_bytes(const struct aivat *a, size_t nodes)
{
	const size_t node = sizeof(struct public_node) + sizeof(struct state),
		     row = ((size_t)a->hands + PUBLIC_LANES) * sizeof(double);
	return 2 * (nodes + 1) * (node + row) + (1 << 24);
}

static bool
list_tree(struct aivat *a, const struct state *first, struct search *s, struct status *st)
{
	const size_t pairs = (size_t)a->hands * (size_t)a->hands,
		     most = (size_t)AIVAT_NUMBERS / pairs;
	struct status full = { 0 };
	struct played_move line[PUBLIC_LINE];
	struct state begin;
	memset(&begin, 0, sizeof begin);
	a->ops->begin(a->g, first, &begin, line);
	if (!arena_open(&a->arena, aivat_tree_bytes(a, most)))
		return status_fail(st, "aivat: not enough memory for the baseline");
	if (!public_tree_build(&a->tree, &a->arena, a->g, &begin, NULL, 0, "aivat",
			       &full) ||
	    a->tree.nodes > most)
		return status_fail(st,
				   "aivat: this %s has more than %lld pairs of "
				   "hands and positions",
				   a->g->ops->title, (long long)AIVAT_NUMBERS);
	look_ref *ref = malloc(a->tree.nodes * sizeof *ref);
	a->value = calloc((size_t)a->tree.nodes * pairs, sizeof *a->value);
	const bool ok = ref != NULL && a->value != NULL;
	if (ok) {
		strategy_refs(s, &a->tree, ref);
		aivat_fill_values(a, s, ref);
	}
	free(ref);
	return ok || status_fail(st, "aivat: not enough memory for the baseline");
}

bool
aivat_knows(const struct game *g, const struct player *p)
{
	const struct strategy_ops *o =
		p->human || p->count == 0 ? NULL : p->part[0].ops->strategy;
	if (o == NULL || g->ops->public == NULL || g->ops->public->set != NULL)
		return false;
	return game_public(g) != NULL ||
	       (o->mixes != NULL && g->ops->public->deck != NULL);
}

static bool
open_searched(struct aivat *a, const struct state *first, const struct player *p,
	      struct status *st)
{
	struct search s;
	struct question q;
	question_of_state(&q, a->g, first, game_mover(a->g, first), 1);
	struct search_job job = question_job(&q, p, NULL);
	job.bounded = true;
	if (!search_open(&s, &job, st))
		return false;
	search_run(&s);
	const bool ok = list_tree(a, first, &s, st);
	search_close(&s);
	return ok;
}

/* Equities before any card, where the boards are too many for more. */
static bool
open_classes(struct aivat *a, struct status *st)
{
	const struct deck_ops *deck = a->ops->deck;
	const size_t n = a->ops->classes != NULL ? (size_t)a->ops->classes->count : 0;
	if (n == 0 || deck == NULL || deck->equities == NULL)
		return true;
	a->won = malloc(n * n * sizeof *a->won);
	if (a->won == NULL)
		return status_fail(st, "aivat: not enough memory for the equities");
	if (!deck->equities(a->g, a->won)) {
		free(a->won);
		a->won = NULL;
	}
	return true;
}

/* Nothing is worked out yet. */
static bool
aivat_begin(struct aivat *a, const struct game *g, struct status *st)
{
	*a = (struct aivat){ .g = g, .ops = g->ops->public };
	if (a->ops == NULL || a->ops->set != NULL ||
	    (game_public(g) == NULL && a->ops->odds == NULL))
		return status_fail(st, "aivat: %s is no game of poker hands",
				   g->ops->title);
	a->hands = a->ops->hands(g);
	return true;
}

bool
aivat_open(struct aivat *a, const struct game *g, const struct player *baseline,
	   struct status *st)
{
	struct state first;
	if (!aivat_begin(a, g, st))
		return false;
	if (baseline != NULL && game_public(g) == NULL)
		return status_fail(st, "aivat: %s takes the baseline showdown alone",
				   g->ops->title);
	if (baseline != NULL && !aivat_knows(g, baseline))
		return status_fail(st, "aivat: %s holds no strategy for all hands of %s",
				   baseline->human ? "a person"
						   : baseline->part[0].ops->title,
				   g->ops->title);
	if (game_public(g) == NULL && !game_deals_board(g))
		return open_classes(a, st);
	if (game_public(g) == NULL)
		return showdowns_open(&a->before, g) ||
		       status_fail(st, "aivat: not enough memory for the showdowns");
	first_choice(g, &first);
	const bool ok = baseline != NULL ? open_searched(a, &first, baseline, st)
					 : list_tree(a, &first, NULL, st);
	if (!ok)
		aivat_close(a);
	return ok;
}

void
aivat_close(struct aivat *a)
{
	arena_close(&a->arena);
	free(a->value);
	free(a->won);
	showdowns_close(&a->before);
	*a = (struct aivat){ 0 };
}

/* ---- notes ----------------------------------------------------------------------------- */

static struct aivat_note *
add_note(struct aivat_notes *n)
{
	if (n->count == n->room) {
		n->room = n->room > 0 ? 2 * n->room : 16;
		n->note = realloc(n->note, (size_t)n->room * sizeof *n->note);
		if (n->note == NULL)
			BUG("not enough memory for %d decisions", n->room);
	}
	return &n->note[n->count++];
}

/* Takes the room for moves and mixes, all 0. */
static void
open_note(const struct aivat *a, struct aivat_note *note, int moves)
{
	note->moves = moves;
	note->m = calloc((size_t)moves, sizeof *note->m);
	note->mix = calloc((size_t)moves * (size_t)a->hands, sizeof *note->mix);
	if (note->m == NULL || note->mix == NULL)
		BUG("not enough memory for %d mixes", moves);
}

/* There is a mix of some hands alone: of no use. */
static void
drop_mix(struct aivat_note *note)
{
	free(note->mix);
	note->mix = NULL;
}

/* The mixes in a tree that can be listed. */
static void
note_listed(const struct aivat *a, struct aivat_note *note, struct search *s,
	    const struct state *now, int seat)
{
	struct played_move line[PUBLIC_LINE];
	struct state begin = { 0 };
	move legal[MOVES_MAX];
	double prob[MOVES_MAX + 1];
	const int moves = a->ops->begin(a->g, now, &begin, line);
	const int n = a->g->rules->moves(a->g, now, seat, legal);
	const look_ref at = s->ops->strategy->below(s, LOOK_ROOT, line, moves, now);
	open_note(a, note, n);
	memcpy(note->m, legal, (size_t)n * sizeof *legal);
	for (int h = 0; h < a->hands && note->mix != NULL; h++) {
		struct state view = *now;
		a->ops->give(a->g, &view, 1 - seat, -1);
		a->ops->give(a->g, &view, seat, h);
		if (!a->ops->possible(a->g, now, h))
			continue;
		if (at == STRATEGY_NONE ||
		    !s->ops->strategy->mix(s, at, &view, seat, prob)) {
			drop_mix(note);
			return;
		}
		for (int i = 0; i < n; i++)
			note->mix[i * a->hands + h] = prob[i];
	}
}

/* The same where one deal brings the board. */
static void
note_mixes(const struct aivat *a, struct aivat_note *note, struct search *s,
	   const struct state *now)
{
	static _Thread_local struct strategy_mixes x;
	if (!s->ops->strategy->mixes(s, now, &x))
		return;
	open_note(a, note, x.moves);
	memcpy(note->m, x.m, (size_t)x.moves * sizeof *x.m);
	for (int h = 0; h < a->hands; h++) {
		if (!a->ops->possible(a->g, now, h))
			continue;
		if (!x.known[h]) {
			drop_mix(note);
			return;
		}
		for (int i = 0; i < x.moves; i++)
			note->mix[i * a->hands + h] = x.prob[i][h];
	}
}

void
aivat_add_note(struct aivat_notes *notes, struct search *s, const struct match *m,
	       int seat)
{
	struct aivat a;
	struct aivat_note *note = add_note(notes);
	*note = (struct aivat_note){ .ply = m->at };
	if (!aivat_begin(&a, &m->setup.game, NULL))
		return;
	if (game_public(a.g) != NULL)
		note_listed(&a, note, s, &m->states[m->at], seat);
	else
		note_mixes(&a, note, s, &m->states[m->at]);
}

void
aivat_free_notes(struct aivat_notes *n)
{
	for (int i = 0; i < n->count; i++) {
		free(n->note[i].m);
		free(n->note[i].mix);
	}
	free(n->note);
	*n = (struct aivat_notes){ 0 };
}

/* ---- a hand ------------------------------------------------------------------------------ */

/* A public state of a hand: in the tree, or what a showdown there is about. */
struct aivat_place {
	uint32_t at;  /* the node */
	double stake; /* what a showdown moves; after a fold what the seat gets */
	bool folded;
};

struct aivat_hand {
	const struct aivat *a;
	const struct match *m;
	const struct aivat_notes *notes;
	unsigned known;
	int seat,
		other; /* whose hands are weighed; the hand of the other seat, which is fixed */
	int held;	/* of seat */
	double *weight; /* of the seat's hands, summing to 1 */
	uint64_t *card; /* of each hand, as bits, for showdowns */
	struct aivat_place place;
	int role;	  /* of seat: the baseline's seat that moves as it does */
	double *shown;	  /* without a tree: what each hand wins of a stake of 1 */
	double corrected; /* for seat */
};

/* The baseline's value of a hand of the seat, for the seat. */
static double
baseline(const struct aivat_hand *x, const struct aivat_place *p, int hand)
{
	const struct aivat *a = x->a;
	if (!aivat_is_listed(a))
		return p->folded ? p->stake : p->stake * x->shown[hand];
	if (p->at == OUTSIDE)
		return 0;
	const double *v = values_of(a, p->at);
	return x->role == 0 ? v[hand * a->hands + x->other]
			    : -v[x->other * a->hands + hand];
}

/* Over the weights. */
static double
expected(const struct aivat_hand *x, const struct aivat_place *p)
{
	double sum = 0;
	for (int h = 0; h < x->a->hands; h++)
		if (x->weight[h] > 0)
			sum += x->weight[h] * baseline(x, p, h);
	return sum;
}

static uint32_t
aivat_child_by(const struct aivat *a, uint32_t at, move m)
{
	return at == OUTSIDE ? OUTSIDE : (uint32_t)public_tree_child(&a->tree, at, m);
}

/* The place of a state where there is no tree. */
static struct aivat_place
aivat_place_of(const struct aivat_hand *x, const struct state *s)
{
	const struct aivat *a = x->a;
	const int folded = a->ops->deck->folded(a->g, s);
	const double stake = a->ops->stake(a->g, s);
	return (struct aivat_place){ .stake = folded == x->seat ? -stake : stake,
				     .folded = folded >= 0 };
}

/* Behind a move that was made, or that might have been made, at a ply. */
static struct aivat_place
place_behind(const struct aivat_hand *x, int ply, move m)
{
	const struct aivat *a = x->a;
	struct state after;
	if (aivat_is_listed(a))
		return (struct aivat_place){ .at = aivat_child_by(a, x->place.at, m) };
	memset(&after, 0, sizeof after);
	a->g->rules->play(a->g, &x->m->states[ply], x->m->plies[ply].seat, m, &after);
	return aivat_place_of(x, &after);
}

/* The weights after something that hand h does with probability prob[h]. */
static void
aivat_weigh(struct aivat_hand *x, const double *prob)
{
	double sum = 0;
	for (int h = 0; h < x->a->hands; h++)
		sum += x->weight[h] * prob[h];
	for (int h = 0; h < x->a->hands; h++)
		x->weight[h] = sum > 0 ? x->weight[h] * prob[h] / sum : h == x->held;
}

/* What is expected of the deals that may come, over the tree. */
static double
expected_deals(const struct aivat_hand *x)
{
	const struct aivat *a = x->a;
	const uint32_t at = x->place.at;
	double sum = 0;
	for (uint32_t i = 0; at != OUTSIDE && i < a->tree.node[at].children; i++) {
		const struct aivat_place c = { .at = a->tree.node[at].child + i };
		const struct state *after = public_tree_state(&a->tree, c.at);
		if (!a->ops->possible(a->g, after, x->other))
			continue;
		for (int h = 0; h < a->hands; h++)
			if (x->weight[h] > 0 && a->ops->possible(a->g, after, h))
				sum += x->weight[h] * a->tree.node[c.at].chance *
				       baseline(x, &c, h);
	}
	return sum;
}

/* Adds the showdowns of all hands on a whole board. */
static void
show_on(const struct aivat_hand *x, uint64_t board, double *met)
{
	const struct aivat *a = x->a;
	const struct deck_ops *deck = a->ops->deck;
	const int its = deck->strength(a->g, board, x->other);
	for (int h = 0; h < a->hands; h++) {
		if (!(x->weight[h] > 0) || (x->card[h] & board) != 0)
			continue;
		const int own = deck->strength(a->g, board, h);
		x->shown[h] += (own > its) - (own < its);
		met[h]++;
	}
}

/* The showdowns of all hands with these cards on the board, the mean over those to come. */
static void
show_boards(const struct aivat_hand *x, uint64_t board, int due, int above, double *met)
{
	if (due == 0) {
		show_on(x, board, met);
		return;
	}
	for (int card = above; card < CARDS; card++)
		if (((board | x->card[x->other]) >> card & 1) == 0)
			show_boards(x, board | UINT64_C(1) << card, due - 1, card + 1,
				    met);
}

static void
show_hands(const struct aivat_hand *x, const struct state *s)
{
	const struct aivat *a = x->a;
	const struct deck_ops *deck = a->ops->deck;
	const uint64_t board = deck->cards(a->g, s);
	double met[PUBLIC_HANDS] = { 0 };
	memset(x->shown, 0, (size_t)a->hands * sizeof *x->shown);
	show_boards(x, board, deck->complete(a->g) - __builtin_popcountll(board), 0, met);
	for (int h = 0; h < a->hands; h++)
		x->shown[h] = met[h] > 0 ? x->shown[h] / met[h] : 0;
}

/* Public cards. A board that comes at once is as likely for a hand as the mean over all, if it
 * leaves the hand alone: then showdowns before it are the mean of those after it. */
static void
pass_deal(struct aivat_hand *x, int ply)
{
	const struct aivat *a = x->a;
	const struct state *after = &x->m->states[ply + 1];
	const float *beside =
		a->before.hands > 0 ? a->before.beside + x->other * a->hands : NULL;
	double open[PUBLIC_HANDS];
	const double before =
		aivat_is_listed(a) ? expected_deals(x) : expected(x, &x->place);
	for (int h = 0; h < a->hands; h++) {
		open[h] = a->ops->possible(a->g, after, h);
		if (open[h] > 0 && beside != NULL)
			open[h] /= (double)beside[h];
	}
	aivat_weigh(x, open);
	if (!aivat_is_listed(a))
		show_hands(x, after);
	else
		x->place.at = aivat_child_by(a, x->place.at, x->m->plies[ply].m);
	x->corrected += before - expected(x, &x->place);
}

static const struct aivat_note *
aivat_note_of(const struct aivat_notes *n, int ply)
{
	for (int i = 0; i < n->count; i++)
		if (n->note[i].ply == ply)
			return &n->note[i];
	return NULL;
}

/* What is expected of a decision: of the seat with each of its hands, of the other with the one it
 * has. */
static double
expected_choice(const struct aivat_hand *x, const struct aivat_note *note, int ply)
{
	const int n = x->a->hands;
	const bool own = x->m->plies[ply].seat == x->seat;
	double sum = 0;
	for (int i = 0; i < note->moves; i++) {
		const struct aivat_place c = place_behind(x, ply, note->m[i]);
		for (int h = 0; h < n; h++)
			if (x->weight[h] > 0)
				sum += x->weight[h] *
				       note->mix[i * n + (own ? h : x->other)] *
				       baseline(x, &c, h);
	}
	return sum;
}

/* How the seat would decide with other hands is unknown, so its own hand is revealed, as
 * by a deal. */
static void
aivat_hold(struct aivat_hand *x)
{
	x->corrected += expected(x, &x->place) - baseline(x, &x->place, x->held);
	for (int h = 0; h < x->a->hands; h++)
		x->weight[h] = h == x->held;
}

static void
pass_choice(struct aivat_hand *x, int ply)
{
	const struct match_ply *p = &x->m->plies[ply];
	const struct aivat_note *note =
		x->known >> p->seat & 1 ? aivat_note_of(x->notes, ply) : NULL;
	const bool own = p->seat == x->seat;
	int made = 0;
	if (note != NULL && note->mix == NULL && own)
		aivat_hold(x);
	const struct aivat_place next = place_behind(x, ply, p->m);
	while (note != NULL && made < note->moves && note->m[made] != p->m)
		made++;
	if (note != NULL && note->mix != NULL && made < note->moves) {
		/* a showdown says little of a bet: with many rounds to come it has no baseline */
		const bool based = x->a->won == NULL;
		const double before = based ? expected_choice(x, note, ply) : 0;
		if (own)
			aivat_weigh(x, note->mix + made * x->a->hands);
		x->corrected += based ? before - expected(x, &next) : 0;
	}
	x->place = next;
}

/* ---- hands without a tree ------------------------------------------------------------------ */

/* The pot at a showdown without more bets, for seat 0. */
static double
showdown(const struct aivat *a, const struct state *s, const int hand[2])
{
	return a->ops->stake(a->g, s) *
	       (2 * a->ops->odds->share(a->g, s, hand[0], hand[1]) - 1);
}

/* Deals alone are corrected, the mean over them being the showdown before; that of the two hands
 * is 0. From ply `from` to the settled state after ply `to` - 1. */
static double
value_dealt(const struct aivat *a, const struct match *m, int from, int to,
	    const int hand[2], double result)
{
	double sum = result - showdown(a, &m->states[from], hand);
	for (int k = from; k < to; k++)
		if (m->plies[k].seat == SEAT_CHANCE)
			sum += showdown(a, &m->states[k], hand) -
			       showdown(a, &m->states[k + 1], hand);
	return sum;
}

/* ---- a match -------------------------------------------------------------------------------- */

/* What the hand brought, over the weights. */
static double
aivat_final_value(const struct aivat_hand *x, const struct state *end)
{
	const struct aivat *a = x->a;
	double reach[PUBLIC_HANDS] = { 0 }, value[PUBLIC_HANDS] = { 0 }, sum = 0;
	reach[x->other] = 1;
	a->ops->settle(a->g, end, x->seat, PAY_POINTS, reach, value);
	for (int h = 0; h < a->hands; h++)
		sum += x->weight[h] * value[h];
	return sum;
}

/* The deal of the hands: how likely each of the seat's is beside the other's. */
static void
aivat_begin_hand(struct aivat_hand *x, const struct state *s)
{
	const struct aivat *a = x->a;
	const size_t row = (size_t)x->other * (size_t)a->hands;
	double sum = 0;
	for (int h = 0; h < a->hands; h++) {
		double *w = &x->weight[h];
		*w = x->known == 0 ? h == x->held : !a->ops->excludes(a->g, h, x->other);
		if (a->won != NULL) {
			const struct hand_classes *c = a->ops->classes;
			x->shown[h] =
				(double)a->won[c->of(h) * c->count + c->of(x->other)];
		} else if (!aivat_is_listed(a)) {
			*w *= (double)a->before.beside[row + (size_t)h];
			x->shown[h] = (double)a->before.won[row + (size_t)h];
		}
		sum += *w;
	}
	for (int h = 0; h < a->hands; h++)
		x->weight[h] /= sum;
	if (!aivat_is_listed(a))
		x->place = aivat_place_of(x, s);
	x->corrected = (x->role == 0 ? a->root : -a->root) - expected(x, &x->place);
}

/* A hand from ply `from`, where its betting begins, to the settled state after ply `to` - 1, in
 * which these hands were held. */
static double
value_hand(const struct aivat *a, const struct match *m, const struct aivat_notes *notes,
	   unsigned known, int from, int to, const int hand[2])
{
	double weight[PUBLIC_HANDS], shown[PUBLIC_HANDS];
	uint64_t card[PUBLIC_HANDS];
	const int seat = known == 2 ? 1 : 0;
	struct aivat_hand x = {
		.a = a,
		.m = m,
		.notes = notes,
		.known = known,
		.seat = seat,
		.other = hand[1 - seat],
		.held = hand[seat],
		.role = aivat_is_listed(a)
				? seat ^ (m->plies[from].seat != a->tree.node[0].seat)
				: seat,
		.weight = weight,
		.card = card,
		.shown = shown,
	};
	for (int h = 0; h < a->hands && a->ops->deck != NULL; h++) {
		int c[2];
		a->ops->deck->hand(a->g, h, c);
		card[h] = UINT64_C(1) << c[0] | UINT64_C(1) << c[1];
	}
	aivat_begin_hand(&x, &m->states[from]);
	for (int k = from; k < to; k++)
		if (m->plies[k].seat == SEAT_CHANCE)
			pass_deal(&x, k);
		else
			pass_choice(&x, k);
	const double value = aivat_final_value(&x, &m->states[to]) + x.corrected;
	return seat == 0 ? value : -value;
}

/* What seat 0 got in the hand that is settled. */
static double
aivat_result_of(const struct game *g, const struct state *s)
{
	int32_t value[SEATS_MAX];
	g->knowledge->evaluate(g, s, value);
	return (double)value[0] / game_unit(g);
}

double
aivat_match(const struct aivat *a, const struct match *m, const struct aivat_notes *notes,
	    unsigned known)
{
	const struct game *g = a->g;
	double sum = 0;
	int from = -1;
	for (int k = 0; k < m->at; k++) {
		if (from < 0 && m->plies[k].seat >= 0)
			from = k;
		if (from < 0 || !g->rules->settled(g, &m->states[k + 1]))
			continue;
		const int hand[2] = { a->ops->hand(g, &m->states[from], 0),
				      a->ops->hand(g, &m->states[from], 1) };
		const bool weighed = aivat_is_listed(a) || a->before.hands > 0 ||
				     (a->won != NULL && known != 0);
		sum += weighed ? value_hand(a, m, notes, known, from, k + 1, hand)
			       : value_dealt(a, m, from, k + 1, hand,
					     aivat_result_of(g, &m->states[k + 1]));
		from = -1;
	}
	return sum;
}

/* ---- a session ------------------------------------------------------------------------------ */

static int
deals_of(const struct match *m)
{
	int n = 0;
	for (int k = 0; k < m->at; k++)
		n += m->plies[k].seat == SEAT_CHANCE;
	return n;
}

void
aivat_tell(const struct match *m, int seat, char *out, int size)
{
	const struct game *g = &m->setup.game;
	const struct aivat_notes none = { 0 };
	const char *unit = NULL;
	struct aivat a;
	*out = '\0';
	/* no player's strategy is known, so only deals are corrected: without showdowns */
	if (g->results->session == NULL || deals_of(m) > AIVAT_TOLD ||
	    !(game_public(g) != NULL ? aivat_open(&a, g, NULL, NULL)
				     : aivat_begin(&a, g, NULL)))
		return;
	const double points = aivat_match(&a, m, &none, 0) * (seat == 0 ? 1 : -1);
	const double rate = g->results->rate != NULL ? g->results->rate(g, &unit) : 0;
	aivat_close(&a);
	const int n =
		snprintf(out, (size_t)size, "without the luck of the cards %+.0f %s",
			 points, g->ops->point_name);
	if (rate > 0 && n < size)
		snprintf(out + n, (size_t)(size - n), ", %+.0f %s", points * rate, unit);
}
