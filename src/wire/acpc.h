/*
 * acpc.h - hands of hold'em between programs, by the protocol of the Annual Computer Poker
 * Competition (2.0.0): plyscope as a player at somebody's dealer, and as the dealer.
 *
 * A player connects, says VERSION:2.0.0, gets a line MATCHSTATE:position:hand:betting:cards
 * whenever something has happened, and where it is its turn sends that line back with its action
 * behind a colon: f, c or rN, the chips it has then put in during the hand. Position 0 is the big
 * blind. Lines end in CR LF; those that begin with # or ; are comments.
 *
 * Source: "ACPC Protocol Specification", version 2.0.0; the files of the competition's games.
 */
#ifndef PLYSCOPE_WIRE_ACPC_H
#define PLYSCOPE_WIRE_ACPC_H

#include "src/base/status.h"
#include "src/core/game.h"
#include "src/core/player.h"

#include <stdatomic.h>
#include <stdio.h>

#define ACPC_HANDS   10000 /* of a match */
#define ACPC_ILLEGAL 10	   /* illegal answers of a player until it is out */
#define ACPC_NAME    32

/* The variant that a game file describes, as options of hold'em:
 * "betting=no-limit,stack=20000,...". False: the file says something else, with its line. */
bool acpc_read_game(const char *text, const char *where, char *out, int size,
		    struct status *st);

struct acpc_client {
	const char *host, *port;
	const struct game *game;     /* hold'em by the game file */
	const struct player *player; /* a search */
	uint64_t seed;
	atomic_bool *stop; /* NULL: never */
	/* what came of it */
	int64_t hands;
	double points;
};

/* Plays until the dealer ends it, or it is stopped. False: one sentence; hands and points hold
 * until then. */
bool acpc_play(struct acpc_client *c, struct status *st);

struct acpc_dealer {
	const struct game *game; /* hold'em with as many hands as are played */
	char name[2][ACPC_NAME];
	int port[2]; /* on the loopback interface; 0: any */
	uint64_t seed;
	int64_t patience_ms;	 /* for a connection, and for an answer */
	FILE *log;		 /* STATE lines and comments */
	FILE *told;		 /* "PORT PORT" once players may connect; the score */
	const atomic_bool *stop; /* NULL: never */
};

/*
 * Deals the match. A player that does not answer in time, goes away or gives ACPC_ILLEGAL illegal
 * answers is out: it checks or folds in the hands that are left. An illegal answer counts as a
 * check or a fold; an answer to another state than the present one is passed over. A player that
 * does not connect in time is out from the start. False: a port cannot be had, or it was stopped.
 */
bool acpc_deal(const struct acpc_dealer *d, struct status *st);

/* "MATCHSTATE:1:0:cc/:|QdJd/2c3c4c" of what a seat may see. */
void acpc_format_state(const struct game *g, const struct state *s, int seat, char *out,
		       size_t size);
/* A listening socket on the loopback interface; -1: st. *port: the one it has, 0 before: any. */
int acpc_listen(int *port, struct status *st);
/* The hand's number from 0, of a state. */
int acpc_hand(const struct game *g, const struct state *s);
/* The seat at a position of that hand, and back. */
static inline int
acpc_seat(int hand, int position)
{
	return position == 1 ? hand & 1 : 1 - (hand & 1);
}

#endif
