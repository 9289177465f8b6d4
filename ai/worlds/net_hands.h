/*
 * net_hands.h - hands played to train the networks of a card game (src/core/cardnet.h).
 *
 *   net_hands.c  players of a hand, and the examples it gives
 *   net_train.c  the trainer: batches of hands, learning, files
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
#ifndef PLYSCOPE_AI_WORLDS_NET_HANDS_H
#define PLYSCOPE_AI_WORLDS_NET_HANDS_H

#include "src/core/cardnet.h"

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

/* Plays NET_PIECE hands. */
void net_hands_play(const struct net_teacher *t, uint64_t seed, struct net_examples *out);

#endif
