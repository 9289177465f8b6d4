/*
 * public.h - what a game with private hands tells a search of its public tree.
 *
 * For two seats whose hands are dealt at the start and stay as they are (poker). A public state
 * is a state of the game in which neither hand is known: rules->acting(), moves() and play() work
 * on it as on any other, for the legal moves depend on public facts alone. A node of the public
 * tree stands for all pairs of hands at once: a search carries for each seat a vector over its
 * hands and never loops over pairs where it need not.
 *
 * Hands are numbered 0 .. hands() - 1, alike for both seats. Every pair of hands that do not
 * exclude each other is dealt with the same probability. Values are in points of the game.
 *
 * A game whose information sets are not made by hands (a tree in a file) has a single hand for each
 * seat and names the sets: a node of the tree is then a state of the game, and those of a set have
 * the same moves and are equally deep.
 */
#ifndef PLYSCOPE_CORE_PUBLIC_H
#define PLYSCOPE_CORE_PUBLIC_H

#include "src/core/game.h"

#include <stddef.h>

#define PUBLIC_HANDS 1326
#define PUBLIC_LINE  64 /* moves of a hand, at most */
#define PUBLIC_KINDS 64 /* of hands, as kind() names them, at most */

/* The payments of settle(). */
enum public_pay {
	PAY_POINTS, /* of the game: what the hand brings */
	PAY_WINS,   /* 1 for the pot, 0.5 for half of it */
};

/* How likely a bet of x parts of the pot, A <= x <= B, is taken for A where only A and B are known:
 * (B - x)(1 + A) / ((B - A)(1 + x)) (pseudo-harmonic: Ganzfried and Sandholm 2013). */
static inline double
public_share_of_smaller(double x, double smaller, double larger)
{
	if (!(x > smaller))
		return 1;
	if (!(x < larger))
		return 0;
	return (larger - x) * (1 + smaller) / ((larger - smaller) * (1 + x));
}

/* What a move does to the pot. */
enum public_amount {
	AMOUNT_NONE, /* a fold, a check, a call */
	AMOUNT_PART, /* a bet or a raise */
	AMOUNT_ALL,  /* the same, with all that the seat has */
};

/* For a game with a pot: what a player by pot odds needs to know (ai/poker/equity.c). */
struct odds_ops {
	/* The same hand without any more betting: what was put in is matched, the public cards to
	 * come are drawn; settled. `to` may be `from`. */
	void (*run_out)(const struct game *g, const struct state *from, struct rng *rng,
			struct state *to);
	/* The first hand's share of the pot over all public cards to come, exact: 0 .. 1. The
	 * hands go with each other and with the cards that are out. */
	double (*share)(const struct game *g, const struct state *s, int hand0,
			int hand1);
	/* How often a seat has bet or raised in this hand. */
	int (*raises)(const struct game *g, const struct state *s, int seat);
};

/* Hands that differ in names of suits alone, as one: what strategies are shown by. At most
 * STATS_CLASSES. */
struct hand_classes {
	int count, columns; /* in rows of so many */
	int (*of)(int hand);
	/* "AKs" */
	void (*format)(int class, char *out, int size);
};

#define DECK_BOARDS 1755

/* Of a game with cards on a board: what a search asks that solves the rest of a hand (ai/poker/tree).
 * Cards are numbers below 52, 13 of each suit in a row. */
struct deck_ops {
	uint64_t (*cards)(const struct game *g,
			  const struct state *s); /* on the board, as bits */
	int (*complete)(const struct game *g);	  /* cards of a whole board */
	/* The move that brings a card. */
	move (*deal)(const struct game *g, int card);
	/* Of a variant whose whole board is dealt at once, by one of so many sets of cards that
	 * stand for those with other names of suits: the sets and their probabilities, at most
	 * DECK_BOARDS; returns how many, 0: no such variant. A set is drawn before the hands, which
	 * come from the cards that are left. */
	int (*boards)(const struct game *g, uint64_t *set, double *chance);
	move (*deal_set)(const struct game *g, uint64_t set);
	void (*hand)(const struct game *g, int hand, int card[2]);
	int (*strength)(const struct game *g, uint64_t board, int hand);
	/* Who has folded; -1: nobody. */
	int (*folded)(const struct game *g, const struct state *s);
	/* The round of a state in which a seat acts, from 0. The public state in which the betting
	 * of that round or an earlier one began, and the moves in it, at most PUBLIC_LINE;
	 * returns how many, -1: more. */
	int (*round)(const struct game *g, const struct state *s);
	int (*begin)(const struct game *g, const struct state *s, int round,
		     struct state *out, struct played_move *line);
	/* Bets and raises in this round, and whether a seat has all in. */
	int (*raises)(const struct game *g, const struct state *s);
	bool (*all_in)(const struct game *g, const struct state *s);
	/* Before any card is out: what each class of hands wins of each other for a stake of 1 when
	 * all is checked down, -1 to 1, exact: [class][class], of the first. False: this variant
	 * has no table of it. NULL: no variant has. */
	bool (*equities)(const struct game *g, float *won);
};

struct public_ops {
	/* Whether this variant has a public tree; NULL: every one. */
	bool (*here)(const struct game *g);
	int (*hands)(const struct game *g);
	/* The number of pairs of hands that can be dealt. */
	double (*pairs)(const struct game *g);
	/* Whether two seats cannot hold these hands at the same time. */
	bool (*excludes)(const struct game *g, int a, int b);
	/* The hand of a seat in a state; -1: not known. */
	int (*hand)(const struct game *g, const struct state *s, int seat);
	/* "Ks" */
	void (*format_hand)(const struct game *g, int hand, char *out, int size);
	/* Gives a seat another hand, known or not, in a state in which somebody acts. */
	void (*give)(const struct game *g, struct state *s, int seat, int hand);
	/* The public state in which the betting of this hand began, and the moves since then,
	 * at most PUBLIC_LINE; `s` is any state in which a seat acts. NULL with deals. */
	int (*begin)(const struct game *g, const struct state *s, struct state *out,
		     struct played_move *line);
	/* Where chance moves: the public moves it has with the probability of each for hands
	 * that do not exclude it. Returns the count. NULL: too many, the tree cannot be
	 * listed; the rest is about a state alone. */
	int (*deals)(const struct game *g, const struct state *s, move *out,
		     double *chance);
	/* Whether a hand goes with the public cards of a state. */
	bool (*possible)(const struct game *g, const struct state *s, int hand);
	/* At a settled state: value[h] += the sum over the other seat's hands o that go with h
	 * of reach[o] times what h gets against o. In time linear in the hands. */
	void (*settle)(const struct game *g, const struct state *s, int seat,
		       enum public_pay pay, const double *reach, double *value);
	/* What seat 0 gets at a settled state with these hands, in points: for searches that draw
	 * hands. NULL: such searches cannot. */
	double (*pair)(const struct game *g, const struct state *s, int hand0, int hand1);
	/* What a move adds to a call, as a part of the pot after that call. Of AMOUNT_NONE
	 * moves() lists a check or a call, and before it a fold where one is legal. NULL: no
	 * game of amounts. */
	enum public_amount (*amount)(const struct game *g, const struct state *s,
				     int seat, move m, double *part);
	/* The legal raise by the nearest to such a part of the pot; with buckets: part 0: of all
	 * that counts. MOVE_NONE: none is legal. With amount. */
	move (*raise)(const struct game *g, const struct state *s, int seat, double part);
	/* The information set of a seat, whether it acts or not: a number below sets(). Both
	 * NULL: every public state is one, for each hand. */
	int (*set)(const struct game *g, const struct state *s, int seat);
	int (*sets)(const struct game *g);
	/* Whether a move puts in what is asked for and no more: a check, a call. NULL: no pot. */
	bool (*calls)(move m);
	/* What a showdown moves from the loser to the winner once the seat that has put in
	 * less has called, in points; after a fold what moved. NULL: no pot. */
	double (*stake)(const struct game *g, const struct state *s);
	/* What a hand is with the public cards of a state, for sentences: "king high", "a pair of
	 * nines". Returns the place of that name, a better one higher, below PUBLIC_KINDS. With
	 * stake. */
	int (*kind)(const struct game *g, const struct state *s, int hand, char *out,
		    int size);
	/* Points of a big blind in this state; NULL: amounts are shown in points. */
	double (*blind)(const struct game *g, const struct state *s);
	const struct hand_classes *classes; /* NULL: each hand is one, in a row */
	const struct odds_ops *odds;	    /* NULL: none */
	const struct bucket_ops *buckets;   /* src/core/public_buckets.h; NULL: none */
	const struct deck_ops *deck;	    /* with buckets; NULL: none */
};

/* The class of a hand, and its name: the hand's own where there are no classes. */
static inline int
public_class(const struct public_ops *p, int hand)
{
	return p->classes != NULL && hand >= 0 ? p->classes->of(hand) : hand;
}

static inline void
public_format_class(const struct game *g, int class, char *out, int size)
{
	const struct public_ops *p = g->ops->public;
	if (p->classes != NULL)
		p->classes->format(class, out, size);
	else
		p->format_hand(g, class, out, size);
}

/* The public tree of a game as it is set up; NULL: it has none, or too many boards. */
static inline const struct public_ops *
game_public(const struct game *g)
{
	const struct public_ops *p = g->ops->public;
	const bool listed = p != NULL && p->deals != NULL;
	return listed && (p->here == NULL || p->here(g)) ? p : NULL;
}

/* The move that gives the pot up where a seat has to pay for staying in; MOVE_NONE: it has not. */
static inline move
public_fold(const struct game *g, const struct state *s, int seat)
{
	const struct public_ops *p = g->ops->public;
	move m[MOVES_MAX];
	const int n = g->rules->moves(g, s, seat, m);
	for (int i = 0; i < n; i++) {
		struct state after = *s;
		g->rules->play(g, s, seat, m[i], &after);
		if (g->rules->settled(g, &after) && p->stake(g, &after) < p->stake(g, s))
			return m[i];
	}
	return MOVE_NONE;
}

/* Whether it has hands, but more boards than can be listed. */
static inline bool
game_unlisted(const struct game *g)
{
	return g->ops->public != NULL && g->ops->public->deals == NULL;
}

/* Whether hands are bet on for a pot, with calls() and stake(). */
static inline bool
game_has_pot(const struct game *g)
{
	return g->ops->public != NULL && g->ops->public->calls != NULL;
}

/* Whether one deal brings its whole board. */
static inline bool
game_deals_board(const struct game *g)
{
	uint64_t set[DECK_BOARDS];
	double chance[DECK_BOARDS];
	const struct deck_ops *deck =
		g->ops->public != NULL ? g->ops->public->deck : NULL;
	return deck != NULL && deck->boards != NULL && deck->boards(g, set, chance) > 0;
}

#endif
