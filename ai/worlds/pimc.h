/*
 * pimc.h - the worlds of pimc and their results, shared by its files.
 *
 *   pimc.c     options, opening, the loop
 *   world.c    dealing, sharing the limits, searching a world
 *   vote.c     the common table of all worlds
 *   reasons.c  what separates the two best moves
 *   look.c     moves and worlds for the inspector
 */
#ifndef PLYSCOPE_AI_WORLDS_PIMC_H
#define PLYSCOPE_AI_WORLDS_PIMC_H

#include "src/base/pool.h"
#include "src/core/search.h"

/* The moves that are searched in a world, best first: of a pass, which has hundreds. */
#define PIMC_WIDTH 24

/* One search inside a world: the world's own, or that of one move of a wide root. */
struct part_run {
	int64_t nodes, sims;
	uint8_t stop; /* enum stop_reason */
	bool cut;     /* ended by the end of a step */
};

struct world {
	atomic_bool done;
	bool valid;		  /* result.moves are comparable values */
	struct snapshot result;	  /* written by the world's thread before done */
	struct film film;	  /* how it went, where few worlds are searched */
	uint64_t held[SEATS_MAX]; /* by seat (hidden->held()), where the network plays */
	struct part_run
		part[PIMC_WIDTH]; /* [0], or one for each move of a wide root, in order */
};

/* A root move of any world. */
struct candidate {
	move m;
	int worlds; /* legal and valued */
	bool exact;
	double votes;
	double sum[SEATS_MAX];
	double rank; /* sum of what its moves are ordered by, of the mover */
	double moon; /* by the network: the sum of the chances of a moon */
	const struct cardnet_option *own; /* by the network; NULL: not asked */
	int known[SEATS_MAX];		  /* worlds with a value for the seat */
};

struct pimc {
	struct player player; /* the copy whose inner memory is this search's share */
	int inner;
	int worlds_asked, worlds; /* dealt: fewer when the limits are too small for all */
	int threads;
	const struct cardnet *net; /* with the network in the worlds, else NULL */
	int prior; /* its value by the seat's cards alone counts as so many worlds */
	struct cardnet_option *own; /* those values, by move; CARDNET_OPTIONS */
	int owns;
	bool sliced;		  /* time is the only limit */
	atomic_llong deadline_us; /* 0: none */
	struct world *world;
	struct candidate *candidate; /* MOVES_MAX */
	int candidates;
	struct channel *channel; /* one a thread: the inner search's figures */
	struct kit kit;		 /* where none is lent */
	struct kit *below; /* one a thread: the inner searches' memory; NULL: none */
	struct snapshot *running;
	struct snapshot blank;
	int64_t most_nodes;   /* shown so far: shown figures never fall */
	struct portion spent; /* in this step, by one thread */
};

/* A world as it is searched: its position, and its moves when the root is wide. */
struct deal {
	struct state root;
	int moves_total;
	int parts;	    /* searches: one for each of m[], or 1 for the root itself */
	bool wide;	    /* more than PIMC_WIDTH moves: expanded here */
	move m[PIMC_WIDTH]; /* when wide */
	uint64_t seed;
	struct limits limits; /* of the world */
};

/* One inner search: its position, seed, and share of the world's limits. */
struct world_job {
	const struct state *root;
	uint64_t seed;
	struct limits limits;
	int64_t us; /* microseconds it may take, 0: no clock */
	int of;	    /* searches in this world */
	struct channel *channel;
	struct film *film; /* NULL: none */
	struct kit *kit;   /* of the thread */
};

/* world.c */
/* The number of n searches for which the limits suffice. */
int pimc_parts(const struct limits *l, int n);
void pimc_deal(const struct search *s, int w, struct deal *d);
/* Part i of a world, its root still to be set. */
struct world_job pimc_errand(const struct deal *d, int i);
/* Opens an errand's search with its limits; kit and channel belong to the errand. */
bool pimc_open_inner(const struct search *s, const struct world_job *e, bool keep,
		     struct search *inner, struct status *st);
/* The position after a move of a wide root and the forced moves that follow. */
void pimc_enter(const struct search *s, const struct state *root, move m,
		struct state *child, struct snapshot *forced);
/* For pool: one world. */
bool pimc_run_world(void *self, int64_t job, int thread);

/* vote.c */
extern const struct gauge *const pimc_gauges[];
/* Fills s->live from the worlds that are done. */
void pimc_report(struct search *s, bool running);
/* Fills a film from the worlds, which have all ended, in their order. */
void pimc_develop(struct search *s, struct film *film);

/* reasons.c */
/* Attaches what separates the two best moves, where the network played in the worlds. */
void pimc_reasons(struct search *s);

/* look.c */
extern const struct look_ops pimc_look;

static inline bool
world_done(const struct world *w)
{
	return atomic_load_explicit(&w->done, memory_order_acquire);
}

#endif
