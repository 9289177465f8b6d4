/*
 * search.h - the data of a running search, and what its algorithm calls (search_ops.h).
 *
 * A search gets a REDACTED state and never sees the match. It owns everything in struct
 * search, runs in one thread (and may have helpers of its own), and is steered only by
 * `stop`. The same root, options, seed and node limit give the same moves and node
 * counts.
 *
 * The hot path: call search_step(s) once per node. It counts the node and burns fuel;
 * every SEARCH_FUEL nodes search_poll() looks at the clock, the limits and the stop flag,
 * and publishes s->live when 50 ms have passed. When it returns false, unwind:
 * s->live.stop says why. Results so far stay in s->live.
 */
#ifndef PLYSCOPE_CORE_SEARCH_H
#define PLYSCOPE_CORE_SEARCH_H

#include "src/base/arena.h"
#include "src/base/clock.h"
#include "src/base/pool.h"
#include "src/core/channel.h"
#include "src/core/film.h"
#include "src/core/search_ops.h"

#define SEARCH_FUEL  1024
#define SEARCH_LINES 16

/* Progress limit for single-stepping. */
struct portion {
	int64_t worlds, nodes, sims;
};

struct search {
	/* Given at search_open(). */
	const struct search_ops *ops;
	const struct game *game; /* outlives the search */
	const struct player *player;
	int part; /* which part of player this search is */
	struct options options;
	struct limits limits;
	struct state root; /* redacted for viewer */
	int viewer;	   /* whose knowledge: a seat, or SEAT_ALL */
	int mover;	   /* the seat to move: the viewer, else the lowest acting seat */
	const struct played_move
		*made; /* the moves since the start, as the job has them */
	int made_count;
	uint64_t seed;
	struct inferred *inferred; /* infer= of the options; NULL: not asked for */
	const struct calibration *calibration; /* NULL: win stays NAN */
	struct sheet sheet; /* of root, where it is one of a match (sheet_known) */
	bool sheet_known;
	move include; /* MOVE_NONE: none asked for */
	int lines;    /* so many of the best moves get exact values and no bounds */

	/* The search's own. */
	struct aim *aim;   /* with aim=match (aim.h); then game is its own */
	struct past *past; /* where positions must not come again; the same */
	int table;	   /* endgames are known up to here (ending_ops.read); the same */
	struct rng rng;
	struct arena arena; /* memory= of the options, default 64 MiB */
	struct kit *kit;    /* the job's; NULL: none */
	bool lent;	    /* the arena is the kit's */
	struct crew *crew;  /* search_crew() without a kit */
	bool keep;	    /* keep the tree for look.h */
	bool under_way;	    /* for single steps: only the running iteration is kept */
	/* With under_way, of a search of worlds: the next run() ends when so much is done, although
	 * its limits are shared out as ever; all 0: none. */
	struct portion upto;
	struct arena kept; /* for `keep`; its pages are mapped as they are used */
	struct snapshot live;
	int64_t fuel;
	int64_t fuel_given;
	int64_t chunk; /* nodes between polls now: 1 .. SEARCH_FUEL */
	int64_t started_us, published_us, polled_us;
	/* Set after search_open() for a search inside another: it ends then, by search_now_us(),
	 * whatever its limits say. 0: none. */
	int64_t until_us;
	void *self; /* the algorithm's own struct, in the arena */

	bool starved;  /* search_open() failed: the system gave no memory */
	bool bounded;  /* see search_endless() */
	bool thorough; /* see search_run() */
	bool alone;    /* see search_now_us(); open() takes it back where it cannot be */

	/* Shared with the world; all may be NULL. */
	atomic_bool *stop;
	struct channel *channel;
	atomic_bool *pause; /* while true search_poll() sleeps, off the clock */
	struct film *film;  /* NULL: it is not to be shown later */
};

struct search_job {
	const struct game *game;
	const struct state *root; /* redacted; copied */
	int viewer;
	const struct player *player; /* outlives the search */
	int part;
	uint64_t seed;
	/* The moves since the start as the viewer saw them (match_made()): for engines that ask
	 * for a game and not a position, for search_advance(), and for infer.h. NULL: unknown.
	 * They outlive the search. */
	const struct played_move *made;
	int made_count;
	/* The positions before root, in games that forbid repetition: copied. NULL: none. */
	const struct past *past;
	const struct calibration *calibration;
	atomic_bool *stop, *pause;
	bool bounded;  /* it must end by itself although there is `stop` */
	bool thorough; /* a single legal move is searched too: for its values */
	bool alone;    /* all of it runs on the calling thread: see search_now_us() */
	struct channel *channel;
	struct film *film; /* NULL: none; it changes no result */
	struct kit *
		kit; /* NULL; else the memory (with SEARCH_ANY_BYTES) and threads of searches after
			  * each other: one is closed before the next is opened */
	bool keep; /* for the inspector: the same search, slower, its tree kept */
	bool under_way;
	const move *include; /* NULL; else a move to be valued in any case */
	int lines; /* so many of the best moves get exact values and no bounds; 0: one */
};

/* Opens a search; false: why not, in one sentence, nothing left behind. */
bool search_open(struct search *s, const struct search_job *job, struct status *st);
/* Goes on with a search that has run, at a later position of the same game: it keeps its tree where
 * the algorithm can (search_ops.advance) and the job has the moves in between. The job is otherwise
 * the one it was opened with. False: nothing was kept; close it and open another. */
bool search_advance(struct search *s, const struct search_job *job);
/* Ends the search with a reason for its reader: one sentence without a full stop. */
void search_fail(struct search *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Runs to a stop reason; the clock starts here. Fills win from the calibration and
 * publishes the last snapshot. A single legal move is answered at once (STOP_ONLY_MOVE)
 * with the values of a search all the same only if limits are given in nodes, depth or
 * sims, or the job is thorough. */
void search_run(struct search *s);
void search_close(struct search *s);
/* Threads that stay until the search is closed: the kit's, else its own. */
struct crew **search_crew(struct search *s);
/* The chosen move: the first of live.moves. MOVE_NONE before any result. */
move search_choice(const struct search *s);

/* NULL when the algorithm may play this game, else the reason for the menu, a static or
 * caller-owned sentence written into out. */
const char *search_refusal(const struct search_ops *ops, const struct game *g,
			   const struct player *p, int part, char *out, int size);

/* For misfit(): true, and "KEY cannot handle chance moves" in out, where the game has one of these
 * traits. */
bool search_cannot(const char *key, const struct game *g, unsigned traits, char *out,
		   int size);

/* World w of a sample: a full state that fits what the viewer knows of root, in which the
 * seats that choose at the same time as the mover have committed, by the network of
 * model=learned (game.net), else by the game's policy. It depends on nothing but the
 * arguments, so that beliefs are counted on the very worlds that a search of that seed
 * deals. */
void search_world(const struct game *g, const struct state *root, int viewer, int mover,
		  uint64_t seed, uint64_t w, struct state *out);

/* World w of a search: of all that fit alike, or as infer= draws them. */
void search_deal(const struct search *s, uint64_t w, struct state *out);

/* The search's clock, in microseconds, for the thread of search_run(). Of a search that is alone it
 * is the processor time of that thread: other work on the machine costs it nothing. Of one that has
 * threads, or waits for another program, it is wall-clock time. */
static inline int64_t
search_now_us(const struct search *s)
{
	return s->alone ? clock_thread_us() : clock_now_us();
}

/* Whether the next search_poll() takes a frame: its tables should be those of now. */
static inline bool
search_films(const struct search *s)
{
	return s->film != NULL && s->fuel <= 0;
}

/* Whether somebody outside the search has stopped it. */
static inline bool
search_stop_asked(const struct search *s)
{
	return s->stop != NULL && atomic_load_explicit(s->stop, memory_order_relaxed);
}

/* A frame of what is in s->live, for a search that makes its film in the end. */
void search_film(struct search *s, struct film *film);
bool search_poll(struct search *s);
/* The next nodes may be much slower than the last, for they touch new memory: the clock is looked at
 * after each, until they are fast again. */
void search_poll_soon(struct search *s);

/* Once per node. False: unwind now. */
static inline bool
search_step(struct search *s)
{
	if (__builtin_expect(--s->fuel > 0, 1))
		return true;
	return search_poll(s);
}

/* Whether a search with no limit it heeds may run until it is stopped; else it sets itself a modest
 * depth or number of simulations. */
static inline bool
search_endless(const struct search *s)
{
	return s->stop != NULL && !s->bounded;
}

/* live.nodes is exact after search_poll(); between polls this is. */
static inline int64_t
search_nodes(const struct search *s)
{
	return s->live.nodes + (s->fuel_given - s->fuel);
}

/* Whether a limit of time leaves as much as that. */
bool search_has_us(const struct search *s, int64_t us);

/* Nodes that may still be searched. */
static inline int64_t
search_nodes_left(const struct search *s)
{
	return s->limits.nodes > 0 ? s->limits.nodes - search_nodes(s) : INT64_MAX;
}

/* Sets a gauge of the snapshot: one that the algorithm declares, or of search_gauges. */
void search_gauge(struct search *s, const struct gauge *g, double value);
extern const struct gauge *const search_gauges[]; /* of every search; NULL ends them */

/* Nodes of a look, for those who read them: where the values are chances to win the match they
 * are told as win[], and value[] is NAN. */
void search_tell_look(const struct search *s, struct look_node *nodes, int count);
/* Fills win[] of seats from value[] (points) of this status: of the match where that is known
 * (live.of_match), which takes some 40 microseconds, else of the hand. A proven value says who wins:
 * 1, 0, or an equal part for all who share the best. Others go through the calibration; NAN without
 * one. */
void search_fill_win(const struct search *s, int status, const double *value,
		     double *win);
/* The same for the rows of a report, which come often: slow parts are left for publishing, and
 * a search that fills win[] itself keeps it. */
static inline void
search_note_win(const struct search *s, int status, const double *value, double *win)
{
	if (!s->live.of_match && !(s->ops->flags & SEARCH_OWN_WIN))
		search_fill_win(s, status, value, win);
}
/* Fills live.value, live.win, every moves[].win and the history from moves[0] (call after
 * the table of root moves has changed). */
void search_report(struct search *s, bool by_visits);

#endif
