/*
 * cardnet.h - what a trained network knows of a card game: the contract of a game, and the weights.
 *
 * Two networks (src/base/sparse.h), trained together by `plyscope train GAME` on games that their
 * player plays against itself.
 *
 *   view  From what one seat knows: for each card that it may choose, what the hand will bring it.
 *   deal  From all hands: what each seat will get, played on by seats that do not see them.
 *
 * The first tells a policy, and so which deals fit what others played; the second values the deals
 * that fit. Both give two numbers a seat, as the game says (struct cardnet_ops): `share`, the part
 * of a hand's points that a seat takes, and `sweep`, the chance that it takes all. The view network's
 * are of one card, its `sweep` is of anybody's. worth() makes one number of them, which players
 * maximise.
 *
 * A move is chosen card by card: one card to play, three to pass. So the chosen part of a move is a
 * set of cards, and the network sees it.
 *
 * The view is computed from a state as redact() leaves it for the seat; the law "networks do not
 * peek" checks that hidden cards change nothing.
 */
#ifndef PLYSCOPE_CORE_CARDNET_H
#define PLYSCOPE_CORE_CARDNET_H

#include "src/base/sparse.h"
#include "src/core/game.h"

#define CARDNET_CARDS 52

struct cardnet_ops {
	int view_facts, deal_facts;
	/* The name of the weights that this variant is played with, "GAME-4"; NULL: none can be
	 * trained for it. */
	const char *(*name)(const struct game *g);
	/* The cards that may be chosen next when `chosen` are, of equal ones the first; 0: the move
	 * is complete. */
	uint64_t (*next)(const struct game *g, const struct state *s, int seat,
			 uint64_t chosen);
	/* A complete choice as a move, and a move as a choice. */
	move (*to_move)(const struct game *g, const struct state *s, uint64_t chosen);
	uint64_t (*from_move)(const struct game *g, const struct state *s, move m);
	/* The facts of an acting seat's knowledge, at most SPARSE_FACTS; returns the count. */
	int (*view)(const struct game *g, const struct state *s, int seat,
		    uint64_t chosen, uint16_t *fact);
	/* Those of choosing a card there, at most SPARSE_MORE, the same number for each. */
	int (*choice)(const struct game *g, const struct state *s, int seat, int card,
		      uint16_t *fact);
	/* Those of a full state, seen from the seat to move. 0: the deal network is not asked
	 * here, only where a trick begins. */
	int (*deal)(const struct game *g, const struct state *s, uint16_t *fact);
	/* Takes back what seats have chosen at the same time as the mover, which it does not see. */
	void (*reopen)(const struct game *g, struct state *s, int mover);
	/* In training: takes from the state, some of the time, what a seat knows of passed cards,
	 * for in a deal drawn for another seat it is not known. */
	void (*forget)(const struct game *g, struct state *s, struct rng *rng);
	/* Of a settled state: both numbers of each seat. */
	void (*outcome)(const struct game *g, const struct state *s, float *share,
			float *sweep);
	/* A seat's value in points is base + slope * share. */
	float base, slope;
	/* Points against the mean of the others, of a seat's share and the chance of anybody's
	 * sweep: what players maximise. */
	float (*worth)(const struct game *g, float share, float sweep);
};

/* Outputs of the view network. Those of the deal network: the shares of all seats and then their
 * sweeps, from the seat to move on. */
enum { CARDNET_SHARE, CARDNET_SWEEP, CARDNET_VIEW_OUTPUTS };

struct cardnet {
	const struct cardnet_ops *ops;
	struct sparse_net view, deal;
};

/* What each seat gets in a full state that is not settled. False: the network is not asked there. */
bool cardnet_value(const struct cardnet *n, const struct game *g, const struct state *s,
		   float *share, float *sweep);
/* A card and what choosing it brings. */
struct cardnet_choice {
	int card;
	float share, sweep, worth;
};
/* Those of a set, by the view of a seat, as the network says them; returns the count. */
int cardnet_choices(const struct cardnet *n, const struct game *g, const struct state *s,
		    int seat, uint64_t chosen, uint64_t set, struct cardnet_choice *out);
/* Cuts what each seat gets to what the rules allow from this state on. Training takes the network at
 * its word. */
void cardnet_cut(const struct cardnet *n, const struct game *g, const struct state *s,
		 float *share, float *sweep);
/* A share as a seat's value. */
static inline float
cardnet_points(const struct cardnet *n, float share)
{
	return n->ops->base + n->ops->slope * share;
}
/* A complete move and what it brings, as its last card is valued after the others. */
struct cardnet_option {
	move m;
	float share, sweep, worth;
};
/* Goes through the moves of a seat card by card, of a pass through the best CARDNET_BEAM cards at each
 * step, and fills the first `max` that it finds, each once and the best in front; returns the count.
 * What they bring is cut to what the rules allow. *steps grows with each question to the network. */
#define CARDNET_BEAM	4
#define CARDNET_OPTIONS 200 /* more than it finds: of a pass 4 * 4 * 11 */
int cardnet_options(const struct cardnet *n, const struct game *g, const struct state *s,
		    int seat, struct cardnet_option *out, int max, int *steps);
/* The move that the view network thinks best; with `noise` above 0 it is added to each worth, drawn
 * so that a choice is taken with probability proportional to exp(worth / noise). */
move cardnet_move(const struct cardnet *n, const struct game *g, const struct state *s,
		  int seat, float noise, struct rng *rng);

/* What each seat gets in a full state: the policy plays the trick on the table and the next ones,
 * `tricks` in all or to the end of the hand, and the deal network says the rest. Asked after one trick
 * it chose no better than the policy. Returns the plies played. *taker: who takes the trick on the
 * table, or leads if there is none; -1: the hand ends with it. NULL: not asked. */
#define CARDNET_TRICKS 2 /* in training */
int cardnet_play_on(const struct cardnet *n, const struct game *g, struct state *s,
		    int tricks, float *share, float *sweep, int *taker);

/* The shipped weights for a game, or the user's own, read at their first use and kept until the
 * program ends. NULL: there are none, or st says what is wrong with them. */
const struct cardnet *cardnet_find(const struct game *g, struct status *st);
/* Whether there is a file of them. */
bool cardnet_exists(const struct game *g);
/* Reads weights from a file into new memory; false: st. `by`: the command that made it. */
#define CARDNET_BY 160
bool cardnet_read(struct cardnet *n, const struct game *g, const char *path,
		  struct arena *arena, char by[CARDNET_BY], struct status *st);
/* Writes them; the file is replaced atomically. */
bool cardnet_write(const struct cardnet *n, const struct game *g, const char *path,
		   const char *by, struct status *st);
/* Lays out a net for a game in an arena; false: it is full. */
bool cardnet_open(struct cardnet *n, const struct game *g, struct arena *arena);

#endif
