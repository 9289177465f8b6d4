/*
 * spot.h - the rest of a hand of hold'em for two ranges: verb_subgame.c makes, solves and saves it,
 * spot_line.c walks through it, spot_report.c prints a place in it.
 */
#ifndef PLYSCOPE_APP_SPOT_H
#define PLYSCOPE_APP_SPOT_H

#include "ai/poker/tree/subgame_place.h"
#include "games/poker/holdem/holdem.h"
#include "games/poker/range.h"
#include "src/app/cli.h"
#include "src/core/setup.h"

#define SPOT_BUTTON 0 /* seats of the game */
#define SPOT_FIRST  1
#define SPOT_LINE   80 /* moves of a line, at most */

/* What is solved, and what came of it. */
struct spot_run {
	struct setup setup;
	struct state root;
	struct poker_range range[2];
	uint64_t label[PUBLIC_HANDS]; /* which of --lock name a hand */
	struct arena arena;
	struct crew *crew;
	struct subgame s;
	int raises;
	double gap; /* exploitability, chips */
	int64_t elapsed_us;
	bool stopped;
};

/* A walk by words: moves as they are typed, cards where they come. */
struct line_walk {
	struct spot_run *r;
	struct subgame_place place;
	struct state at;
	uint32_t passed[SPOT_LINE]; /* decisions on the way */
	move made[SPOT_LINE];
	int count;
};

/* The pot of a state, chips. */
static inline int
spot_pot(const struct state *s)
{
	return holdem_of(s)->in[0] + holdem_of(s)->in[1];
}

/* The word for a move: "check", "bet 100", "all-in". */
void spot_move_word(const struct state *s, move m, char *out, size_t size);
/* To the place of --at. False: cli->st. */
bool spot_walk(struct cli *cli, struct spot_run *r, struct line_walk *w);
/* Reads the hands of --lock, before there is a tree. False: cli->st. */
bool spot_read_locks(struct cli *cli, struct spot_run *r);
/* Locks the decisions of --lock and --line. False: cli->st. */
bool spot_lock(struct cli *cli, struct spot_run *r);

/* On stdout: a place and the answers to its moves, with a row for each hand or class of hands. */
void spot_print(struct spot_run *run, const struct line_walk *w, bool each);
void spot_print_json(struct spot_run *run, const struct line_walk *w);

#endif
