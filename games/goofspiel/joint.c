/*
 * joint.c - the positions below a Goofspiel position, indexed for backward induction.
 *
 * Two facts make the tables small. The value of a hand depends only on how its cards compare with
 * the other's, so a slot stands for every pair of hands of one PATTERN: the cards of both hands in
 * ascending order, each marked as seat 0's, seat 1's or both's (Rhoads and Bartholdi 2012 use the
 * same). And swapping the hands turns a value into its opposite, so a pattern and its swap share a
 * slot. For eight cards 739,162 sets of hands and prizes become 60,000.
 *
 * A layer is the number of cards in a hand. A slot is (pattern, set of prizes left, lead, pot): the
 * sets are one per layer when the order is fixed, the lead counts only for win-loss, the pot only
 * when ties carry. Hands and prizes are sets of positions within the root's hands and prizes, so
 * that a late position of a long game is as small as a short game.
 *
 * Source: antisymmetry and the recursion are those of Ross 1971; win-loss is valued -1, 0, 1 here
 * and 0, 0.5, 1 as points.
 *
 * Memory: for each layer k an int32 for each pair of k-subsets (C(n, k)^2), two subsets for each
 * pattern, tables of ranks: 41 MB for thirteen cards, 0.2 MB for eight.
 */
#include "games/goofspiel/rules.h"

#include "src/core/joint.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SUBSETS (1 << GOOFSPIEL_CARDS)

struct joint_layer {
	int sets;	     /* k-subsets of n cards */
	int patterns;	     /* slots' patterns, swaps counted once */
	int prizes;	     /* sets of prizes that can be left */
	uint16_t *subset;    /* sets: by rank */
	uint16_t *left;	     /* prizes: sets of prizes left */
	int32_t *pair;	     /* sets * sets: pattern + 1, negative when swapped */
	uint16_t (*hand)[2]; /* patterns: the pair of hands that stands for it */
};

struct goofspiel_index {
	struct goofspiel_variant rules;
	int n;				  /* cards of a hand at the root */
	uint8_t card[2][GOOFSPIEL_CARDS]; /* the root's hands, ascending */
	uint8_t prize[GOOFSPIEL_CARDS];	  /* the root's prizes, ascending */
	uint8_t order[GOOFSPIEL_CARDS];	  /* positions of prizes as they are turned up */
	int total;			  /* of the root's prizes */
	int leads, pots;		  /* values of lead and pot in a slot */
	int lead_low;			  /* the lowest lead */
	int reach;			  /* lead and pot at the root, and the prizes */
	uint16_t rank[SUBSETS];		  /* of a subset among those of its size */
	struct joint_layer layer[GOOFSPIEL_CARDS + 1];
};

static const struct goofspiel_index *
index_of(const struct joint *t)
{
	return t->index;
}

/* --- building --- */

static double
goofspiel_joint_choose(int n, int k)
{
	double c = 1;
	for (int i = 0; i < k; i++)
		c = c * (n - i) / (i + 1);
	return c;
}

/* The two hands as a word: two bits for each card of either, 1 seat 0's, 2 seat 1's, 3 both. */
static uint64_t
pattern_of(const struct goofspiel_index *x, unsigned a, unsigned b)
{
	uint64_t word = 0;
	while (a != 0 || b != 0) {
		const int mine = a != 0 ? x->card[0][set_lowest(a)] : 99;
		const int theirs = b != 0 ? x->card[1][set_lowest(b)] : 99;
		word = word << 2 | (mine <= theirs ? 1 : 0) | (theirs <= mine ? 2 : 0);
		if (mine <= theirs)
			a &= a - 1;
		if (theirs <= mine)
			b &= b - 1;
	}
	return word;
}

static uint64_t
pattern_swapped(uint64_t word)
{
	const uint64_t ones = UINT64_C(0x5555555555555555);
	return (word & ones) << 1 | (word >> 1 & ones);
}

/* Open addressing from pattern words to numbers. */
struct numbers {
	uint64_t *word;
	int32_t *number;
	uint64_t mask;
};

static bool
numbers_open(struct numbers *m, uint64_t most)
{
	uint64_t size = 64;
	while (size < 2 * most)
		size *= 2;
	m->mask = size - 1;
	m->word = calloc(size, sizeof *m->word);
	m->number = calloc(size, sizeof *m->number);
	return m->word != NULL && m->number != NULL;
}

static void
numbers_close(struct numbers *m)
{
	free(m->word);
	free(m->number);
}

/* The place of a word; its number is 0 when it is new. */
static int32_t *
numbers_at(struct numbers *m, uint64_t word)
{
	uint64_t at = rng_mix(word) & m->mask;
	while (m->word[at] != 0 && m->word[at] != word)
		at = (at + 1) & m->mask;
	m->word[at] = word;
	return &m->number[at];
}

static bool
number_patterns(const struct goofspiel_index *x, struct joint_layer *l,
		joint_go_on *go_on, void *self)
{
	struct numbers numbers;
	const size_t pairs = (size_t)l->sets * (size_t)l->sets;
	bool ok = numbers_open(&numbers, pairs);
	for (int i = 0; ok && i < l->sets; i++) {
		ok = go_on == NULL || go_on(self);
		for (int j = 0; j < l->sets; j++) {
			const uint64_t word = pattern_of(x, l->subset[i], l->subset[j]);
			const uint64_t swapped = pattern_swapped(word);
			int32_t *pair = &l->pair[(size_t)i * (size_t)l->sets + (size_t)j];
			int32_t *at =
				numbers_at(&numbers, word <= swapped ? word : swapped);
			if (*at == 0) {
				/* The first pair seen stands for the pattern. */
				l->hand[l->patterns][0] = l->subset[i];
				l->hand[l->patterns][1] = l->subset[j];
				*at = ++l->patterns;
				if (word > swapped)
					*at = -*at;
			}
			/* *at > 0: the smaller word is the one that stands for it. */
			*pair = word <= swapped ? *at : -*at;
		}
	}
	numbers_close(&numbers);
	return ok;
}

/* Takes part of the one block; sizes only while it is NULL. */
static void *
carve(unsigned char *block, size_t *used, size_t bytes)
{
	void *p = block != NULL ? block + *used : NULL;
	*used += (bytes + 63) & ~(size_t)63;
	return p;
}

/* Lays out the block; returns its size. With block NULL only measures. */
static size_t
lay_out(struct goofspiel_index *x, unsigned char *block)
{
	size_t used = 0;
	carve(block, &used, sizeof *x);
	for (int k = 0; k <= x->n; k++) {
		struct joint_layer *l = &x->layer[k];
		const size_t sets = (size_t)l->sets;
		l->subset = carve(block, &used, sets * sizeof *l->subset);
		l->left = carve(block, &used, (size_t)l->prizes * sizeof *l->left);
		l->pair = carve(block, &used, sets * sets * sizeof *l->pair);
		l->hand = carve(block, &used, (sets * sets) * sizeof *l->hand);
	}
	return used;
}

static void
list_subsets(struct goofspiel_index *x)
{
	int count[GOOFSPIEL_CARDS + 1] = { 0 };
	for (unsigned set = 0; set < 1u << x->n; set++) {
		const int k = set_count(set);
		x->layer[k].subset[count[k]] = (uint16_t)set;
		x->rank[set] = (uint16_t)count[k]++;
	}
	for (int k = 0; k <= x->n; k++) {
		struct joint_layer *l = &x->layer[k];
		if (x->rules.order == GOOFSPIEL_RANDOM) {
			memcpy(l->left, l->subset, (size_t)l->sets * sizeof *l->left);
			continue;
		}
		l->left[0] = 0;
		for (int i = x->n - k; i < x->n; i++)
			l->left[0] |= (uint16_t)(1u << x->order[i]);
	}
}

static void
read_root(struct goofspiel_index *x, const struct goofspiel *s)
{
	for (int seat = 0; seat < 2; seat++) {
		int n = 0;
		for (unsigned left = s->hand[seat]; left != 0;)
			x->card[seat][n++] = (uint8_t)set_pop(&left);
	}
	unsigned prizes = s->rest | (s->up != 0 ? CARD_SET(s->up) : 0u);
	x->n = 0;
	x->total = goofspiel_sum(prizes);
	while (prizes != 0)
		x->prize[x->n++] = (uint8_t)set_pop(&prizes);
	for (int i = 0; i < x->n; i++)
		x->order[i] =
			(uint8_t)(x->rules.order == GOOFSPIEL_DESCENDING ? x->n - 1 - i
									 : i);
	const int lead = s->points[0] - s->points[1];
	const int pot = s->pot;
	x->reach = abs(lead) + pot + x->total;
	x->leads = x->pots = 1;
	x->lead_low = 0;
	/* A slot and its swap hold opposite leads, so the range is symmetric. */
	if (!x->rules.difference) {
		x->leads = 2 * x->reach + 1;
		x->lead_low = -x->reach;
	}
	if (x->rules.carry)
		x->pots = x->reach + 1;
	for (int k = 0; k <= x->n; k++) {
		x->layer[k].sets = (int)(goofspiel_joint_choose(x->n, k) + 0.5);
		x->layer[k].prizes =
			x->rules.order == GOOFSPIEL_RANDOM ? x->layer[k].sets : 1;
	}
}

/* Paths through a square: patterns of two hands of k cards, and no more pairs than there are. */
static double
patterns_about(int n, int k)
{
	double delannoy = 0;
	for (int i = 0; i <= k; i++)
		delannoy += goofspiel_joint_choose(k, i) *
			    goofspiel_joint_choose(2 * k - i, k);
	const double pairs = goofspiel_joint_choose(n, k) * goofspiel_joint_choose(n, k);
	return (delannoy < pairs ? delannoy : pairs) / 2;
}

static double
goofspiel_joint_size(const struct game *g, const struct state *root)
{
	struct goofspiel_index x = { .rules = *goofspiel_variant(g) };
	double sum = 0;
	if (g->seats != 2)
		return 1e300;
	read_root(&x, goofspiel_of(root));
	for (int k = 0; k < x.n; k++)
		sum += patterns_about(x.n, k) * x.layer[k].prizes * x.leads * x.pots;
	return sum;
}

static bool
goofspiel_joint_open(struct joint *t, const struct game *g, const struct state *root,
		     joint_go_on *go_on, void *self)
{
	struct goofspiel_index x = { .rules = *goofspiel_variant(g) };
	*t = (struct joint){ .game = g };
	if (g->seats != 2)
		return false;
	read_root(&x, goofspiel_of(root));
	t->top = x.n;
	t->index_bytes = lay_out(&x, NULL);
	t->index = aligned_alloc(64, t->index_bytes);
	if (t->index == NULL)
		return false;
	lay_out(&x, t->index);
	list_subsets(&x);
	bool ok = true;
	for (int k = 0; ok && k <= x.n; k++)
		ok = number_patterns(&x, &x.layer[k], go_on, self);
	memcpy(t->index, &x, sizeof x);
	if (!ok)
		joint_close(t);
	return ok;
}

/* --- slots --- */

static int64_t
goofspiel_joint_slots(const struct joint *t, int layer)
{
	const struct goofspiel_index *x = index_of(t);
	const struct joint_layer *l = &x->layer[layer];
	return (int64_t)l->patterns * l->prizes * x->leads * x->pots;
}

/* A position before chance: sets are positions within the root's cards. */
struct goofspiel_place {
	unsigned hand[2], left;
	int cards, lead, pot;
};

/* Every pair of bids: how it compares, and the pair of hands it leaves. */
struct bids {
	int n;
	int8_t cmp[GOOFSPIEL_CARDS][GOOFSPIEL_CARDS];
	int32_t pair[GOOFSPIEL_CARDS][GOOFSPIEL_CARDS];
};

static inline int
sign_of(int x)
{
	return (x > 0) - (x < 0);
}

static int
prizes_sum(const struct goofspiel_index *x, unsigned left)
{
	int sum = 0;
	while (left != 0)
		sum += x->prize[set_pop(&left)];
	return sum;
}

static void
list_bids(const struct goofspiel_index *x, const struct goofspiel_place *p,
	  struct bids *b)
{
	const struct joint_layer *l = &x->layer[p->cards - 1];
	unsigned mine = p->hand[0];
	b->n = p->cards;
	for (int i = 0; i < b->n; i++) {
		const int a = set_pop(&mine);
		const int32_t *row =
			l->pair + (size_t)x->rank[p->hand[0] ^ 1u << a] * (size_t)l->sets;
		unsigned theirs = p->hand[1];
		for (int j = 0; j < b->n; j++) {
			const int c = set_pop(&theirs);
			b->cmp[i][j] = (int8_t)sign_of(x->card[0][a] - x->card[1][c]);
			b->pair[i][j] = row[x->rank[p->hand[1] ^ 1u << c]];
		}
	}
}

/* The value of the position a round leaves: a pair of hands, prizes, lead and pot, one layer
 * below. */
static inline double
value_below(const struct goofspiel_index *x, int layer, const int32_t *below,
	    int32_t pair, int left, int lead, int pot)
{
	const struct joint_layer *l = &x->layer[layer];
	const int64_t line = (int64_t)(abs(pair) - 1) * l->prizes + left;
	int64_t slot = line;
	if (x->leads > 1)
		slot = slot * x->leads + (pair < 0 ? -lead : lead) - x->lead_low;
	if (x->pots > 1)
		slot = slot * x->pots + pot;
	const double v = below[slot] * JOINT_STEP;
	return pair < 0 ? -v : v;
}

/* The effect of a round with this prize when the lead or a pot counts. */
static double
after_round(const struct goofspiel_index *x, const struct goofspiel_place *p,
	    const int32_t *below, int prize, int open, int left, int cmp, int32_t pair)
{
	const struct goofspiel_variant *r = &x->rules;
	const int worth = x->prize[prize] + p->pot, layer = p->cards - 1;
	const int gain = cmp * worth, pot = cmp == 0 && r->carry ? worth : 0;
	if (r->difference)
		return gain +
		       (layer == 0 ? 0
				   : value_below(x, layer, below, pair, left, 0, pot));
	const int lead = p->lead + gain;
	if (layer == 0 || abs(lead) > open + pot)
		return sign_of(lead);
	return value_below(x, layer, below, pair, left, lead, pot);
}

/* The matrix of a round: from a place, with one of its prizes turned up. */
static void
goofspiel_fill_matrix(const struct goofspiel_index *x, const struct goofspiel_place *p,
		      const struct bids *b, int prize, const int32_t *below,
		      struct joint_matrix *m)
{
	const unsigned after = p->left ^ 1u << prize;
	const struct joint_layer *l = &x->layer[p->cards - 1];
	const int left = x->rules.order == GOOFSPIEL_RANDOM ? x->rank[after] : 0;
	m->rows = m->columns = b->n;
	if (x->leads > 1 || x->pots > 1) {
		const int open = prizes_sum(x, after);
		for (int i = 0; i < b->n; i++)
			for (int j = 0; j < b->n; j++)
				m->a[i * JOINT_STRIDE + j] =
					after_round(x, p, below, prize, open, left,
						    b->cmp[i][j], b->pair[i][j]);
		return;
	}
	const double worth = x->prize[prize];
	for (int i = 0; i < b->n; i++)
		for (int j = 0; j < b->n; j++) {
			const int32_t pair = b->pair[i][j];
			const int32_t v =
				below[(int64_t)(abs(pair) - 1) * l->prizes + left];
			m->a[i * JOINT_STRIDE + j] =
				b->cmp[i][j] * worth + (pair < 0 ? -v : v) * JOINT_STEP;
		}
}

/* The meaning of a slot. */
static struct goofspiel_place
read_slot(const struct goofspiel_index *x, int layer, int64_t slot)
{
	const struct joint_layer *l = &x->layer[layer];
	struct goofspiel_place p = { .cards = layer };
	p.pot = (int)(slot % x->pots);
	slot /= x->pots;
	p.lead = (int)(slot % x->leads) + x->lead_low;
	slot /= x->leads;
	p.left = l->left[slot % l->prizes];
	slot /= l->prizes;
	p.hand[0] = l->hand[slot][0];
	p.hand[1] = l->hand[slot][1];
	return p;
}

static bool
same_hands(const struct goofspiel_index *x, const struct goofspiel_place *p)
{
	unsigned a = p->hand[0], b = p->hand[1];
	while (a != 0)
		if (x->card[0][set_pop(&a)] != x->card[1][set_pop(&b)])
			return false;
	return true;
}

static double
goofspiel_joint_induce(const struct joint *t, int layer, int64_t slot,
		       const int32_t *below, joint_solve *solve, void *self)
{
	const struct goofspiel_index *x = index_of(t);
	const struct goofspiel_place p = read_slot(x, layer, slot);
	if (x->leads > 1 || x->pots > 1) {
		const int open = prizes_sum(x, p.left), gone = x->reach - open;
		if (abs(p.lead) > gone || p.pot > gone)
			return 0; /* no way leads there */
		if (layer == 0 || (x->leads > 1 && abs(p.lead) > open + p.pot))
			return x->leads > 1 ? sign_of(p.lead) : 0;
	}
	if (layer == 0 || (p.lead == 0 && same_hands(x, &p)))
		return 0;
	struct bids b;
	struct joint_matrix m;
	list_bids(x, &p, &b);
	if (x->rules.order != GOOFSPIEL_RANDOM) {
		goofspiel_fill_matrix(x, &p, &b, x->order[x->n - layer], below, &m);
		return solve(self, &m);
	}
	double sum = 0;
	for (unsigned left = p.left; left != 0;) {
		goofspiel_fill_matrix(x, &p, &b, set_pop(&left), below, &m);
		sum += solve(self, &m);
	}
	return sum / layer;
}

/* --- a state of the game --- */

/* The positions of a set of cards within a list; false when one is not there. */
static bool
find_cards(const uint8_t *card, int n, unsigned set, unsigned *out)
{
	*out = 0;
	for (int i = 0; i < n; i++)
		if (set >> card[i] & 1) {
			*out |= 1u << i;
			set ^= 1u << card[i];
		}
	return set == 0;
}

/* The place of a state with a prize turned up, that prize among those left. */
static bool
goofspiel_find_place(const struct goofspiel_index *x, const struct goofspiel *s,
		     struct goofspiel_place *p, int *prize)
{
	unsigned up;
	if (s->up == 0 || !find_cards(x->card[0], x->n, s->hand[0], &p->hand[0]) ||
	    !find_cards(x->card[1], x->n, s->hand[1], &p->hand[1]) ||
	    !find_cards(x->prize, x->n, s->rest | CARD_SET(s->up), &p->left) ||
	    !find_cards(x->prize, x->n, CARD_SET(s->up), &up))
		return false;
	p->cards = set_count(s->hand[0]);
	p->lead = s->points[0] - s->points[1];
	p->pot = s->pot;
	*prize = set_lowest(up);
	if (x->rules.order != GOOFSPIEL_RANDOM &&
	    p->left != (p->cards == x->n ? (1u << x->n) - 1 : x->layer[p->cards].left[0]))
		return false;
	const int gone = x->reach - prizes_sum(x, p->left);
	return (x->leads == 1 || abs(p->lead) <= gone) && p->pot <= gone;
}

static bool
goofspiel_joint_matrix(const struct joint *t, const struct state *state,
		       const int32_t *below, struct joint_matrix *m, move *row,
		       move *column)
{
	const struct goofspiel_index *x = index_of(t);
	const struct goofspiel *s = goofspiel_of(state);
	struct goofspiel_place p;
	struct bids b;
	int prize;
	if (!goofspiel_find_place(x, s, &p, &prize))
		return false;
	list_bids(x, &p, &b);
	goofspiel_fill_matrix(x, &p, &b, prize, below, m);
	if (x->rules.difference)
		for (int i = 0; i < b.n; i++)
			for (int j = 0; j < b.n; j++)
				m->a[i * JOINT_STRIDE + j] += p.lead;
	unsigned mine = s->hand[0], theirs = s->hand[1];
	for (int i = 0; i < b.n; i++) {
		row[i] = (move)set_pop(&mine);
		column[i] = (move)set_pop(&theirs);
	}
	return true;
}

static int
goofspiel_joint_layer(const struct joint *t, const struct state *state)
{
	struct goofspiel_place p;
	int prize;
	return goofspiel_find_place(index_of(t), goofspiel_of(state), &p, &prize)
		       ? p.cards
		       : -1;
}

static double
goofspiel_joint_points(const struct game *g, int seat, double advantage)
{
	if (!goofspiel_variant(g)->difference)
		return commit_win_points(g, seat, advantage);
	return seat == 0 ? advantage : -advantage;
}

const struct joint_ops goofspiel_joint = {
	.size = goofspiel_joint_size,
	.open = goofspiel_joint_open,
	.slots = goofspiel_joint_slots,
	.induce = goofspiel_joint_induce,
	.matrix = goofspiel_joint_matrix,
	.layer = goofspiel_joint_layer,
	.points = goofspiel_joint_points,
};
