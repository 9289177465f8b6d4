/*
 * stats.h - the part of a running search that others may see.
 *
 * A search fills its own struct snapshot (s->live) as it goes: counters on every node,
 * the tables of root moves when they change. search_poll() publishes a copy at most every
 * 50 ms through a wait-free triple buffer: one writer, one reader, neither ever waits.
 *
 * Point of view: everything is per seat, higher is better, in points of the game (value
 * divided by ops->unit). NAN means "not known" and prints as blank or null.
 */
#ifndef PLYSCOPE_CORE_STATS_H
#define PLYSCOPE_CORE_STATS_H

#include "src/base/json.h"
#include "src/core/game.h"

#include <stdatomic.h>

#define STATS_MOVES   64
#define STATS_PV      32
#define STATS_PLIES   64
#define STATS_HISTORY 64
#define STATS_GAUGES  8
#define STATS_NOTE    240
#define STATS_RULES   8		      /* cut rules of an algorithm, at most */
#define STATS_JOINT   13	      /* rows and columns of a matrix, at most */
#define STATS_CLASSES 169	      /* of hands, at most */
#define STATS_ACTIONS 12	      /* moves of which each has a share, at most */
#define STATS_KIND    32	      /* bytes of what a hand is called */
#define STATS_EXTRA   (2 * SEATS_MAX) /* an algorithm's own numbers of a move or a node */

/*
 * A figure that an algorithm has besides those common to all: of its root moves, or of the
 * nodes of its tree (struct search_ops). Panels, help, JSON and lessons show what is declared
 * and know none by name. A table of them is static and ends with a blank one; the values are
 * in extra[] of a move or a node, from `at` on, NAN not known.
 */
enum column_kind {
	COLUMN_NUMBER,	/* `decimals` after the point */
	COLUMN_SIGNED,	/* with its sign, `decimals` digits altogether */
	COLUMN_POINTS,	/* of the game: penalties are turned round where values are */
	COLUMN_PERCENT, /* 0..1 */
	COLUMN_COUNT,
};

enum column_owner {
	COLUMN_OF_ALL,	 /* one number */
	COLUMN_OF_SEATS, /* one for each seat */
	COLUMN_OF_SIDES, /* of a node: for its move, and the other's of two at once */
};

struct column {
	const char *key;   /* in JSON and lessons */
	const char *head;  /* on the screen */
	const char *brief; /* the same where there is less room; NULL: head */
	const char *unit;  /* behind the number; NULL: none */
	const char *help;
	enum column_kind kind;
	enum column_owner owner;
	uint8_t at, decimals;
	uint8_t width; /* columns on the screen, without a blank between */
	int8_t better; /* 1: more is better, -1: less is, 0: neither */
	bool range;    /* of moves: it and the next, which are shown as one, low..high */
};

/*
 * Why children of a visited node were never searched, as an algorithm declares it: a static table
 * that ends with a blank rule, and by which the cuts of a snapshot are counted.
 */
struct cut_rule {
	const char *key;  /* in JSON, lessons and sentences: "last-branch" */
	const char *head; /* on the panel: "last" */
	const char *help;
};

/*
 * A figure of a search as a whole, as an algorithm declares it: a table ends with NULL and points
 * to gauges, for several algorithms may have the same one.
 */
struct gauge {
	const char *name;
	const char *unit; /* behind the number; "": none, NULL: the game's points */
	const char *help;
};

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
 * few samples, "". */
extern const char *const move_status_signs[];
/* The same before a value as people read it: a bound of penalties is turned round. */
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
extern const char *const stop_reason_names[STOP_REASONS];

struct stats_move {
	move m;
	uint8_t status; /* enum move_status */
	int16_t depth;	/* plies below the root searched, 0 n/a */
	int64_t visits; /* simulations, nodes below it, or worlds (unit: visits_of) */
	double value[SEATS_MAX];   /* points */
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

/* A choice that two seats make at once, as a search sees it: filled when figures are
 * published, never for each simulation. Bigger matrices show the moves most likely to be
 * played. NAN: not known, or the algorithm has no such figure. */
struct stats_joint {
	int rows, columns;	       /* shown; 0 rows: there is no such choice */
	int rows_total, columns_total; /* moves that the seats have */
	int seat[2];		       /* that choose a row and a column */
	bool exact;		       /* values and mixes are, not estimates */
	move choice[2][STATS_JOINT];   /* of the rows, of the columns */
	float value[STATS_JOINT][STATS_JOINT]; /* points, of the row's seat */
	uint32_t visits[STATS_JOINT][STATS_JOINT];
	float current[2][STATS_JOINT]; /* drawn from now, without exploration */
	float average[2][STATS_JOINT]; /* what the seat would play: its mix */
	float regret[2][STATS_JOINT];  /* points per simulation for not playing it */
};

/* The strategy of a seat for all hands that it may have where it chooses, by classes of hands
 * (struct hand_classes of public.h). It is of public facts alone: the hand that is held is not in
 * it. What is said of a class is the mean over its hands, as likely as they come here. NAN: not
 * known, or the class never comes here. */
struct stats_hands {
	int classes,
		columns; /* in rows of so many; 0 classes: there is no such strategy */
	int seat;
	int actions; /* in the game's order; those that do not fit are left out */
	move action[STATS_ACTIONS];
	float all
		[STATS_ACTIONS]; /* of all hands that come here, how many take it, 0..1 */
	float weight[STATS_CLASSES]; /* of the class, how much the strategy brings here,
				      * 0..1; NAN: the public cards exclude it */
	/* The same of the other seat's hands; NAN also: unknown. */
	float other[STATS_CLASSES];
	float mix[STATS_CLASSES][STATS_ACTIONS];
	float value[STATS_CLASSES];  /* points, as both play on */
	float equity[STATS_CLASSES]; /* of the pot, 0..1, were there no more betting,
				      * against the other's hands as they come here */
};

#define STATS_WAYS 32
#define STATS_WAY  40

/* At a depth limit: a way to play on among which the other seat chooses. */
struct stats_way {
	char name[STATS_WAY]; /* "folding more" */
	double often; /* it is chosen, over the seat's hands as likely as they come
			       * there, 0..1 */
	double value; /* points, to the seat that does not choose */
};

struct stats_ways {
	int count; /* 0: there is no depth limit */
	int seat;  /* that chooses */
	struct stats_way way[STATS_WAYS];
};

/* What a bet meets: the other seat's answer with all hands that it may have beside the one that the
 * mover holds, as likely as they come here. Equities are parts of the pot, 0..1, of the hand held,
 * were there no more betting. NAN: not known. */
struct stats_answer {
	move m;	      /* of the root: a bet or a raise */
	float folds;  /* of the other's hands, 0..1 */
	float equity; /* against those that do not fold */
	/* Of the hands that fold this part, most of them, is of this kind or worse (kind() of
	 * public.h); empty: that says nothing. */
	float low;
	char kind[STATS_KIND];
};

struct stats_answers {
	bool known;
	float equity; /* against all of the other's hands at the root */
	int count;
	struct stats_answer answer[STATS_ACTIONS]; /* in the game's order */
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
	int64_t cut_rule_ply[STATS_RULES][STATS_PLIES]; /* cuts by ply below the root */
	int64_t researches;
	int64_t tt_probes, tt_hits;
	int64_t tree_nodes, tree_bytes, memory_bytes; /* memory_bytes: the budget */
	int32_t worlds_done, worlds_total;	      /* 0, 0 when there are none */
	int64_t elapsed_us, limit_us;		      /* limit 0: no clock */
	double value[SEATS_MAX], win[SEATS_MAX];
	bool of_match; /* win, here and of moves, is of the match and not of the hand */
	double match_win[SEATS_MAX], hand_win[SEATS_MAX]; /* where both are known; NAN */
	const char *visits_of; /* what visits counts: "sims", "nodes", "worlds" */
	int pv_count;
	move pv[STATS_PV];
	int move_count;	 /* best first */
	bool sorted;	 /* the search's own order, not that of the values */
	bool mixed;	 /* the answer was drawn by the moves' prob */
	int moves_total; /* legal moves; more than STATS_MOVES are not listed */
	const struct column
		*columns; /* of the moves, as the algorithm declares them; NULL */
	struct stats_move moves[STATS_MOVES];
	struct stats_hands hands;
	struct stats_joint joint;
	struct stats_answers answers;
	struct stats_ways ways; /* over all depth limits below the root */
	int history_count;	/* best move's value of the mover, oldest first */
	float history[STATS_HISTORY];
	move history_move[STATS_HISTORY];
	/* Of a search that solves for an equilibrium: what best replies gain against its strategy,
	 * mean of both seats, after so many simulations, oldest first. */
	int gap_count;
	float gap[STATS_HISTORY];
	int64_t gap_sims[STATS_HISTORY];
	int gauge_count;
	struct stats_gauge gauges[STATS_GAUGES];
	char note[STATS_NOTE]; /* told once: a damaged file, why it failed; or empty */
	enum stop_reason stop; /* STOP_RUNNING until done */
};

/* Columns or rules of a table, which may be NULL. */
int stats_columns(const struct column *c);
int stats_rules(const struct cut_rule *r);
/* The place in extra[] of a column's value for a seat (or side); not used by COLUMN_OF_ALL. */
int stats_place(const struct column *c, int seat);
/* "0.512", "+0.12", "31.0%", "600", with the unit; empty: not known. */
void stats_format_column(const struct column *c, double x, char *out, int size);
json_t *stats_ways_to_json(const struct stats_ways *w);
json_t *stats_column_to_json(const struct column *c, double x);
/* Adds the columns to a JSON object; those of sides, which are of two moves, are left out. */
void stats_columns_to_json(const struct column *c, const double *extra, int seats,
			   json_t *object);

/* A move of which nothing is known yet: MOVE_OPEN. */
void stats_move_blank(struct stats_move *row, move m);

void snapshot_init(struct snapshot *s, int seats, int mover, int viewer);
/* An assignment that leaves out unused rows of moves. */
void snapshot_copy(struct snapshot *to, const struct snapshot *from);
/* Adds the effort of a search to that of another whose root is `down` plies higher. */
void snapshot_add_effort(struct snapshot *to, const struct snapshot *from, int down);
/* Sorts moves: best first by (searched, visits when by_visits else value of mover),
 * stable. */
void snapshot_sort(struct snapshot *s, bool by_visits);
/* The row of a move that has been searched; NULL: none. */
const struct stats_move *snapshot_find(const struct snapshot *s, move m);
/* A move's value is of an iteration that looked less far ahead than that of others. */
bool snapshot_is_older(const struct snapshot *s, const struct stats_move *m);
/* True when a move's cost against the best one cannot be told from chance: MOVE_FEW, or
 * less than 1.96 of its standard errors (0: not known). */
bool stats_uncertain(uint8_t status, double cost, double cost_se);
/* Of a game with a pot: why nothing is told of the chance to win it, the end of a sentence "win: ";
 * NULL: it is told, or there is no pot. */
const char *snapshot_win_unknown(const struct snapshot *s, const struct game *g);
/* Appends to the history; when full every second entry goes. */
void snapshot_note_best(struct snapshot *s, move m, double value);
/* The same for the gap of the strategy; of two after as many simulations the later one counts. */
void snapshot_note_gap(struct snapshot *s, int64_t sims, double gap);
/* Sets the note unless there is one. */
void snapshot_note(struct snapshot *s, const char *text);
/* Sets a gauge; search_gauge() (search.h) is what a search calls. */
void snapshot_gauge(struct snapshot *s, const char *name, double value, const char *unit,
		    const char *help);
/* Share of generated children that were never searched, 0..1; NAN before any. */
double snapshot_skipped_share(const struct snapshot *s);
double snapshot_nodes_per_s(const struct snapshot *s);
/* The keys of `search --json` that come from a snapshot, added to object. The state
 * is the root, needed to write moves and the principal variation as text. */
void snapshot_to_json(const struct snapshot *s, const struct game *g,
		      const struct state *root, json_t *object);
/* The principal variation in the game's notation, chance moves left out. */
void snapshot_format_pv(const struct snapshot *s, const struct game *g,
			const struct state *root, int plies, char *out, int size);

/* The channel: three slots and an index swapped atomically. */
struct channel {
	struct snapshot slot[3];
	atomic_uint shared; /* index of the exchanged slot, bit 2: it is new */
	unsigned writing, reading;
};

void channel_init(struct channel *c);
void channel_publish(struct channel *c, const struct snapshot *s);
/* The newest snapshot when it is newer than the last one read; else false, out
 * untouched. */
bool channel_read(struct channel *c, struct snapshot *out);

#endif
