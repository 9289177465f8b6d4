/*
 * stats.h - what the world may see of a running search: a snapshot.
 *
 * Point of view: everything is per seat, higher is better, in points of the game (value
 * divided by ops->unit). NAN means "not known" and prints as blank or null.
 *
 * Memory: the rows of moves and the attachments are the snapshot's own. A snapshot is all zeros
 * before its first use; snapshot_init() and snapshot_copy() use the memory that it has, and
 * snapshot_free() frees it. An assignment makes a view, which lasts as long as the original and
 * is never freed.
 */
#ifndef PLYSCOPE_CORE_STATS_H
#define PLYSCOPE_CORE_STATS_H

#include "src/base/text.h"
#include "src/core/attachment.h"

#include <assert.h>

#define STATS_MOVES   64
#define STATS_PV      32
#define STATS_HISTORY 64
#define STATS_GAUGES  8
#define STATS_NOTE    240

enum move_status {
	MOVE_OPEN,    /* blank: an estimate */
	MOVE_EXACT,   /* exact in this search (to its depth) */
	MOVE_AT_MOST, /* a bound: the value is no better for the mover */
	MOVE_AT_LEAST,
	MOVE_FEW,    /* too few samples: print ~ */
	MOVE_PROVEN, /* settled to the end of the game */
	MOVE_UNSEARCHED,
};
extern const char *const move_status_names[]; /* "open", "exact", ... as in JSON */
/* Before a value in a table: "=" exact in this search, "==" to the end, "<=", ">=" a bound, "~"
 * few samples, "". A bound of penalties is turned round, as people read it. */
const char *stats_told_sign(const struct game *g, int status);

enum stop_reason {
	STOP_RUNNING,
	STOP_DEPTH,
	STOP_NODES,
	STOP_TIME,
	STOP_SIMS,
	STOP_SOLVED,
	STOP_MEMORY,
	STOP_INTERRUPTED,
	STOP_ONLY_MOVE,
	STOP_FAILED, /* snapshot.note says why; there may be no move */
	STOP_REASONS
};

struct stats_move {
	move m;
	uint8_t status; /* enum move_status */
	int16_t depth;	/* plies below the root searched, 0 n/a */
	int64_t visits; /* simulations, nodes below it, or worlds (unit: visits_of) */
	double value[SEATS_MAX];   /* points */
	double rank[SEATS_MAX];	   /* with snapshot.ranked */
	double win[SEATS_MAX];	   /* probability */
	double prob;		   /* snapshot.mixed, or a share of visits, votes; NAN */
	double extra[STATS_EXTRA]; /* of snapshot.columns */
	double cost_se; /* standard error, over worlds, of what it costs the mover against
			 * the best move; 0: none or not known */
};

struct stats_gauge { /* a gauge's value, with the game's unit where that is its own */
	const char *name, *unit, *help; /* static strings */
	double value;
};

struct snapshot {
	int seats, mover, viewer;
	uint64_t sequence; /* grows with each publication */
	int32_t depth, seldepth;
	int64_t nodes, leaves, simulations;
	const struct cut_rule *rules; /* that cuts were made by; NULL */
	int64_t cuts[STATS_RULES];    /* how often the rule fired */
	int64_t skipped[STATS_RULES]; /* children of visited nodes never searched */
	int64_t children;	      /* children generated, searched or not */
	int64_t researches;
	int64_t tt_probes, tt_hits;
	int64_t tree_nodes, tree_bytes, memory_bytes; /* memory_bytes: the budget */
	int32_t worlds_done, worlds_total;	      /* 0, 0 when there are none */
	int64_t elapsed_us, limit_us;		      /* limit 0: no clock */
	double value[SEATS_MAX], win[SEATS_MAX];
	bool own_win;  /* the search knows chances to win, and no calibration is asked */
	bool of_match; /* win, here and of moves, is of the match and not of the hand */
	double match_win[SEATS_MAX], hand_win[SEATS_MAX]; /* where both are known; NAN */
	const char *visits_of; /* what visits counts: "sims", "nodes", "worlds" */
	int pv_count;
	move pv[STATS_PV];
	int move_count;	 /* best first */
	bool resigned;	 /* an engine gives up; its best move is there all the same */
	bool sorted;	 /* the search's own order, not that of the values */
	bool ranked;	 /* moves are ordered by the mover's rank, not by its value */
	bool mixed;	 /* the answer was drawn by the moves' prob */
	bool way_home;	 /* the choice begins the shortest way home (struct race_ops) */
	int moves_total; /* legal moves; more than STATS_MOVES are not listed */
	const struct column
		*columns;	  /* of the moves, as the algorithm declares them; NULL */
	struct stats_move *moves; /* move_count of them */
	int rows;		  /* there is room for so many */
	struct {
		void *room;
		bool filled;
	} attached[ATTACHMENTS];
	int history_count; /* best move's value of the mover, oldest first */
	float history[STATS_HISTORY];
	move history_move[STATS_HISTORY];
	/* Of a search that solves for an equilibrium: what best replies gain against its strategy,
	 * mean of both seats, after so many simulations, oldest first. */
	int gap_count;
	float gap[STATS_HISTORY];
	int64_t gap_sims[STATS_HISTORY];
	int gauge_count;
	struct stats_gauge gauges[STATS_GAUGES];
	char note[STATS_NOTE]; /* shown once: a damaged file, why it failed; or empty */
	enum stop_reason stop; /* STOP_RUNNING until done */
};

/* Every publication copies it. */
static_assert(sizeof(struct snapshot) <= 3072, "a snapshot is small");

/* What a row is ordered by for a seat: its rank in a ranked snapshot, else its value. */
static inline double
snapshot_rank(const struct snapshot *s, const struct stats_move *row, int seat)
{
	return s->ranked ? row->rank[seat] : row->value[seat];
}

/* A move without figures so far: MOVE_OPEN. */
void stats_move_blank(struct stats_move *row, move m);

/* A blank snapshot with room for STATS_MOVES rows. False: there is no memory for them. */
bool snapshot_init(struct snapshot *s, int seats, int mover, int viewer);
/* Rows and attachments for which there is no memory are left out. */
void snapshot_copy(struct snapshot *to, const struct snapshot *from);
/* Frees rows and attachments; the other figures stay. */
void snapshot_free(struct snapshot *s);
/* Room for an attachment, zeroed when it is new in this snapshot. NULL: there is no memory. */
void *snapshot_attach(struct snapshot *s, enum attachment kind);
/* The attachments for readers; NULL: there is none. */
const struct stats_plies *snapshot_plies(const struct snapshot *s);
const struct stats_joint *snapshot_joint(const struct snapshot *s);
const struct stats_hands *snapshot_hands(const struct snapshot *s);
const struct stats_answers *snapshot_answers(const struct snapshot *s);
/* Over all depth limits below the root. */
const struct stats_ways *snapshot_ways(const struct snapshot *s);
/* Of worlds with a network in them. */
const struct stats_reasons *snapshot_reasons(const struct snapshot *s);
/* Of a program from elsewhere. */
const struct stats_words *snapshot_words(const struct snapshot *s);
/* Adds why a search failed: its note, and a line for each of the last lines that the program wrote
 * to its standard error, or with `one` the newest alone, behind the note. */
void snapshot_add_fault(const struct snapshot *s, bool one, struct text *out);
/* Whether the search failed: it has no choice, and st says why, with the newest line of its program. */
bool snapshot_failed(const struct snapshot *s, struct status *st);

/* Counts a cut of a search that declares its rules: it has room for plies. */
static inline void
snapshot_count_cut(struct snapshot *s, int rule, int ply, int skipped)
{
	struct stats_plies *plies = s->attached[ATTACHED_PLIES].room;
	s->cuts[rule]++;
	s->skipped[rule] += skipped;
	plies->cuts[rule][ply < STATS_PLIES ? ply : STATS_PLIES - 1]++;
}

/* Adds the effort of a search to that of another whose root is `down` plies higher. */
void snapshot_add_effort(struct snapshot *to, const struct snapshot *from, int down);
/* Sorts moves: best first by (searched, visits when by_visits else value of mover),
 * stable. */
void snapshot_sort(struct snapshot *s, bool by_visits);
/* The row of a move that has been searched; NULL: none. */
const struct stats_move *snapshot_find(const struct snapshot *s, move m);
/* The same, else the row of a move that is equal in the state searched (game_equal()): searches list
 * one of a run of cards. */
const struct stats_move *snapshot_find_equal(const struct snapshot *s,
					     const struct game *g,
					     const struct state *root, move m);
/* A move's value is of an iteration that looked less far ahead than that of others. */
bool snapshot_is_older(const struct snapshot *s, const struct stats_move *m);
/* The best move of a snapshot that has any: the first, or the likeliest where the first was drawn from
 * a mix; what other moves cost is told against it. One that the mix has at least one time in twenty
 * costs nothing. */
const struct stats_move *snapshot_best(const struct snapshot *s);
bool snapshot_mixes(const struct snapshot *s, const struct stats_move *row);
/* True when a move's cost against the best one cannot be told from chance: MOVE_FEW, or
 * less than 1.96 of its standard errors (0: not known). */
bool stats_uncertain(uint8_t status, double cost, double cost_se);
/* In a game with a pot: why no win probability is available, the end of a sentence "win: "; NULL:
 * it is available, or there is no pot. */
const char *snapshot_win_unknown(const struct snapshot *s, const struct game *g);
/* Appends to the history; when full every second entry goes. */
void snapshot_note_best(struct snapshot *s, move m, double value);
/* The same for the gap of the strategy; a later one after the same simulations replaces it. */
void snapshot_note_gap(struct snapshot *s, int64_t sims, double gap);
/* Sets the note unless there is one. */
void snapshot_note(struct snapshot *s, const char *text);
/* Sets a gauge; search_gauge() (search.h) is what a search calls. */
void snapshot_gauge(struct snapshot *s, const char *name, double value, const char *unit,
		    const char *help);
/* The keys of `search --json` that come from a snapshot, added to object. The state
 * is the root, needed to write moves and the principal variation as text. */
void snapshot_to_json(const struct snapshot *s, const struct game *g,
		      const struct state *root, json_t *object);
/* The principal variation in the game's notation, chance moves left out. */
void snapshot_format_pv(const struct snapshot *s, const struct game *g,
			const struct state *root, int plies, char *out, int size);

#endif
