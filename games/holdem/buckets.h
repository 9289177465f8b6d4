/*
 * buckets.h - shared by the files that put hands of hold'em into buckets: buckets.c (percentiles,
 * and the table of functions), clusters.c (the nearest of centres), cluster_work.c (where centres
 * come from), cluster_file.c.
 */
#ifndef PLYSCOPE_GAMES_HOLDEM_BUCKETS_H
#define PLYSCOPE_GAMES_HOLDEM_BUCKETS_H

#include "games/holdem/boards.h"
#include "games/holdem/rules.h"

#include "src/base/kmeans.h"

#define BUCKETS_MOST 4096 /* of a round */
#define TURN_CARDS   4
#define FLOP_PAIRS   1176 /* hands beside a flop */
#define TURN_PAIRS   1128
#define RIVER_PAIRS  1081

/* How the features of a round become buckets. */
struct cuts {
	/* Parts by mean, and parts of each by spread; no parts by mean: hands are put to the
	 * nearest of centres, in every round. */
	uint16_t means, spreads;
	/* Of parts from the second on: what they begin with. */
	uint16_t mean[BUCKETS_MOST];
	uint16_t spread[BUCKETS_MOST]; /* [part by mean * spreads + part by spread] */
};

/* What play needs. With centres they stand behind it: clusters.c. */
struct kept {
	uint16_t count[BUCKET_ROUNDS];
	struct cuts cuts[2]; /* flop, turn */
	uint16_t river[HOLDEM_SHARES + 1];
	uint16_t flop[HOLDEM_FLOPS * FLOP_PAIRS];
};

struct tables {
	const struct holdem_variant *r;
	struct holdem_boards board[3];
	uint16_t class[POKER_HANDS]; /* before the flop */
	uint16_t *turn, *river;	     /* of each hand beside each board */
	struct kept *kept;
	/* while they are filled */
	int threads;
	struct feature *on_flop, *on_turn;
};

/* ---- buckets.c ---- */

/* Lists the boards that the game deals; those of three cards all, with a multiple of 0 where they
 * are not dealt. False: the arena is full. */
bool buckets_list_boards(struct tables *t, struct arena *arena);
/* Bytes of such lists, at most. */
size_t buckets_list_bytes(void);
/* Where the shares of hands on rivers come from. */
struct share_source {
	/* The shares beside a river, and the places of cards in them. */
	const uint16_t *(*shares)(void *self, uint64_t river, uint8_t place[CARDS]);
	void *self;
};
/* Shares that stand in t->river. */
struct share_source buckets_shares(struct tables *t);
/* Works out the shares on some boards of five, into t->river. */
#define BUCKETS_PIECE 64 /* boards */
int64_t buckets_pieces(const struct holdem_boards *b);
bool buckets_sweep_piece(void *tables, int64_t piece, int thread);
/* Does pieces of the tables on their threads. */
void buckets_over(struct tables *t, int64_t pieces,
		  bool (*run)(void *self, int64_t piece, int thread));

/* ---- clusters.c ---- */

#define CLUSTER_BINS 50 /* of a histogram of shares of the pot */

static inline bool
has_clusters(const struct kept *k)
{
	return k->cuts[0].means == 0;
}

/* The centres of a round from the flop on, and the group of each class of hands before the flop,
 * which stand behind it. */
size_t clusters_bytes(const int *count);
struct kmeans_centres clusters_of(const struct kept *k, int round);
uint8_t *clusters_group(const struct kept *k);
/* The group of each hand. */
void clusters_spread_groups(const struct kept *k, uint8_t group[POKER_HANDS]);
/* Whether the bytes, from a file, are such a division of so many buckets. */
bool clusters_hold(const struct kept *k, const int *count);

/* Counts the shares of each hand beside a board of three or four cards over the boards of five that
 * may come of it: hist[pair][bin]. */
void clusters_count(uint64_t board, const struct share_source *from,
		    uint16_t (*hist)[CLUSTER_BINS]);
/* A histogram of a board of so many cards as a point: what is above each bin, of HOLDEM_WHOLE. */
void clusters_point(const uint16_t *hist, int cards, int16_t *point);
/* The mean share that such a point stands for, 0..1. */
double clusters_mean(const int16_t *point);

/* Works out the tables that training deals with, shares being in t->river. */
void clusters_fill(struct tables *t);
/* The buckets of the hands beside a board of four or five cards. */
void clusters_beside(const struct kept *k, uint64_t board,
		     const struct share_source *from, uint16_t *bucket);

/* ---- cluster_work.c, cluster_file.c ---- */

extern const struct bucket_work_ops holdem_bucket_work;

/* Where the work stands. */
struct cluster_state {
	int count[BUCKET_ROUNDS]; /* four bytes each, as the others */
	int32_t round, iteration; /* under way; BUCKET_ROUNDS: done */
	int32_t iterations[BUCKET_ROUNDS];
	int64_t points[BUCKET_ROUNDS]; /* hands beside boards that were drawn */
	int64_t sample;
	uint64_t seed;
	uint64_t cost; /* of the last iteration */
};

struct cluster_file {
	struct cluster_state state;
	struct kept *kept;
	struct bucket_row *row[BUCKET_ROUNDS]; /* from the flop on, one after the other */
};

bool cluster_file_write(const struct cluster_file *f, const struct game *g,
			const char *path, struct status *st);
/* The rules that a file is for: stacks, blinds and bets do not matter. */
void cluster_file_rules(const struct game *g, char out[BUCKET_RULES]);
/* Reads a file of this game, NULL: of any, into the arena. */
bool cluster_file_read(struct cluster_file *f, const struct game *g, const char *path,
		       char rules[BUCKET_RULES], struct arena *arena, struct status *st);
/* Takes memory for buckets of f->state.count. */
bool cluster_file_take(struct cluster_file *f, struct arena *arena);
/* Into memory for the same counts. */
void cluster_file_copy(const struct cluster_file *from, struct cluster_file *to);
/* Enough memory for a file of any counts. */
size_t cluster_file_bytes(void);

#endif
