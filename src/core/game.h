/*
 * game.h - what a game is: const tables of functions over plain bytes.
 *
 * A state is plain bytes without pointers. Each game lays its own struct over it and
 * static_asserts the size. States are copied, never undone: play() makes the child.
 *
 * Three scales, never mixed:
 *   value   int32 per seat, what searches maximise: the outcome of the current deal (a
 *           hand of Hearts) or of the game (Chinese Checkers). Higher is better.
 *           ops->unit values make one point of the game.
 *   points  the final score of the whole match of play per seat, higher is better (Hearts:
 *           minus the total), as int32 in parts of a point: game_parts(). A win is one
 *           point, divided among those who share it. Only when the game is over.
 *   win     probability per seat, from a calibration (calibration.h), never from a
 *           formula.
 *
 * Simultaneous choice: acting() is a SET of seats. A committed choice sits in the state
 * and is hidden from the others (redact) until the last acting seat has committed.
 * Repetition: a state's own bytes say how often its position was there before; past.h.
 * Chance: acting() is exactly ACTING_CHANCE; chance_sample() draws a move, play() takes
 * it with seat SEAT_CHANCE. A chance move is a public or hidden fact like any other.
 */
#ifndef PLYSCOPE_CORE_GAME_H
#define PLYSCOPE_CORE_GAME_H

#include "src/base/option.h"
#include "src/base/rng.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#define SEATS_MAX     6
#define STATE_BYTES   512
#define MOVES_MAX     2048
#define MOVE_TEXT     48
#define PATH_CELLS    16
#define POSITION_TEXT 1536
#define DISTANCE_MOST 65536

typedef uint32_t move;	   /* the game's own code; MOVE_NONE is never legal */
typedef uint32_t seat_set; /* bit i: seat i */

#define MOVE_NONE     UINT32_MAX
#define SEAT_NONE     (-1)
#define SEAT_CHANCE   (-2)
#define SEAT_ALL      (-3) /* viewer: knows everything */
#define ACTING_CHANCE ((seat_set)1 << 31)

struct state {
	alignas(16) unsigned char bytes[STATE_BYTES]; /* what malloc gives */
};

enum game_trait {
	TRAIT_HIDDEN = 1 << 0,	     /* seats know different things */
	TRAIT_CHANCE = 1 << 1,	     /* deals or dice */
	TRAIT_SIMULTANEOUS = 1 << 2, /* several seats may act at once */
	TRAIT_TEAMS = 1 << 3,
	TRAIT_ZERO_SUM = 1 << 4,     /* two seats, values sum to a constant */
	TRAIT_CONSTANT_SUM = 1 << 5, /* values of a settled state always sum to maxsum */
	TRAIT_DRAWS = 1 << 6,
	TRAIT_MULTIPLAYER = 1 << 7, /* more than two seats */
	TRAIT_OPEN_CARDS = 1 << 8,  /* hidden is only what others have just committed */
	TRAIT_BIDS = 1 << 9,	    /* choices are amounts, moves() lists them growing */
	TRAIT_MUCKS = 1 << 10, /* what a hand has not shown stays hidden after it, and the
				* next hand follows without a question */
};

/* What a state is, in one word: the lowest acting seat (0 when there is none) and flags. */
#define TURN_SEAT    7u
#define TURN_SETTLED 8u
#define TURN_CHANCE  16u /* a chance move is next */
#define TURN_LOUD    32u /* not quiet */
#define TURN_LAST    64u /* every move leads to a quiet state; only enter() may say so */
/* Every move leads to a state with TURN_LAST; only enter() may say so. */
#define TURN_BEFORE_LAST 128u

#define VARIANT_BYTES 64

/* A game with its variant chosen. POD; made by game_init(). Its parts are those of ops: none is
 * NULL, a part that the game does not have is empty. */
struct game {
	const struct game_ops *ops;
	const struct game_rules *rules;
	const struct game_chance *chance;
	const struct game_turns *turns;
	const struct game_knowledge *knowledge;
	const struct game_hidden *hidden;
	const struct game_text *text;
	const struct game_view *view;
	const struct game_fast *fast;
	int seats;
	int32_t unit;		/* ops->unit, unless setup() knows better */
	int32_t parts;		/* the same of ops->parts */
	unsigned traits;	/* of this variant: open=on clears TRAIT_HIDDEN */
	struct options variant; /* specs = ops->options */
	bool knows; /* the user's table of endgames is read: knowledge->known() */
	struct past
		*past;	 /* where positions must not come again: past.h; NULL: not kept */
	struct aim *aim; /* values are the chance to win the match: aim.h; NULL: points */
	const struct softmax *softmax; /* its learned policy: softmax.h; NULL: not read */
	alignas(8) unsigned char parsed[VARIANT_BYTES]; /* the variant, for speed */
};

/* What pruning may rely on at a state: every value vector reachable from here, and every
 * evaluate() below here, satisfies low[i] <= value[i] <= high[i] and sum <= maxsum. */
struct bounds {
	int32_t low[SEATS_MAX], high[SEATS_MAX];
	int32_t maxsum;
};

/* A move that was made. */
struct made {
	int seat;
	move m;
};

/* A line of the scoreboard, e.g. { "total", {26, 14, 3, 9}, .lower_is_better = true }. */
struct figure {
	const char *name;
	int32_t per_seat[SEATS_MAX];
	bool lower_is_better;
};
#define FIGURES_MAX 6

/* A match of several hands as its score sheet, in points as people count them. */
struct sheet {
	int32_t total[SEATS_MAX]; /* with this hand once it is scored */
	bool scored;		  /* this hand is in the totals */
	bool low_wins;		  /* the least total wins, else the greatest */
	int32_t base;	     /* a hand worth v points brings base - v where low_wins, else
				   * base + v */
	int32_t to, down_to; /* over as soon as a total is at least, at most that */
	int32_t hands_left;  /* at most this many after this one; -1: no limit */
};

/* What hidden information is about: things (cards, bids) that are with one seat or another.
 * A group is a suit: a seat may have none of it. */
#define THINGS_MAX 64
#define THING_NAME 8
#define GROUPS_MAX 8
#define GROUP_NAME 16

struct things {
	const char *called; /* "card", "bid" */
	int count;	    /* numbered 0 .. count - 1 */
	char name[THINGS_MAX][THING_NAME];
	uint8_t group[THINGS_MAX];
	uint64_t key; /* those that people ask for first: a bit each */
	int groups;   /* 0: being without a group says nothing */
	char group_name[GROUPS_MAX][GROUP_NAME];
};

struct scene;
struct past;
struct aim;
struct joint_ops;
struct public_ops;
struct solver_ops;
struct softmax;
struct softmax_ops;
struct cardnet_ops;

/* What a game is: how it is played. */
struct game_rules {
	/* Parses g->variant and g->seats into g->parsed, and may change g->traits. False: an
	 * impossible combination, said in one sentence. NULL: nothing to do. All others are
	 * there, game_init() sees to it. */
	bool (*setup)(struct game *g, struct status *st);
	/* The state before the first deal or move. */
	void (*start)(const struct game *g, struct state *s);
	/* The seats that choose now: a set of seats, ACTING_CHANCE, or 0 when the game is over. */
	seat_set (*acting)(const struct game *g, const struct state *s);
	/* Legal moves of an acting seat in a fixed order; returns the count >= 1. With
	 * game_turns.legal they are a choice among more. */
	int (*moves)(const struct game *g, const struct state *s, int seat, move *out);
	/* Makes the child of a LEGAL move. `to` may be `from`. */
	void (*play)(const struct game *g, const struct state *from, int seat, move m,
		     struct state *to);
	/* True when the values are final: the hand or the game is over. Searches stop
	 * here (a settled state may still go on: the next deal is a new decision). */
	bool (*settled)(const struct game *g, const struct state *s);
	/* Final points per seat, in parts; only when acting() is 0. */
	void (*points)(const struct game *g, const struct state *s, int32_t *points);
	/* 64-bit key of everything that decides the future and the values. */
	uint64_t (*hash)(const struct game *g, const struct state *s);
};

/* Deals and dice, with TRAIT_CHANCE. Chance may move several times in a row: a deal that is
 * too much for one move is made in stages. */
struct game_chance {
	/* Draws a chance move. */
	move (*sample)(const struct game *g, const struct state *s, struct rng *r);
	/* Every chance move with its probability, for searches that enumerate them; out
	 * and prob have room for MOVES_MAX; returns the count, 0: too many here. NULL: too
	 * many everywhere. */
	int (*list)(const struct game *g, const struct state *s, move *out, double *prob);
	/* Whether chance may make a move, for records. NULL: any number will do. */
	bool (*legal)(const struct game *g, const struct state *s, move m);
};

/* Special turns of some games; NULL: none. */
struct game_turns {
	/* Whether an acting seat may make a move, in games with more moves than can be
	 * listed (any bet in chips). True for all that moves() lists. NULL: for those
	 * alone. */
	bool (*legal)(const struct game *g, const struct state *s, int seat, move m);
	/* Simultaneous choice: the same state before any seat had committed, so that a
	 * search sees the whole matrix whoever chose first. `to` may be `from`. NULL: no
	 * state has choices committed. */
	void (*uncommit)(const struct game *g, const struct state *from,
			 struct state *to);
	/* Best-reply search lets a seat move out of turn: the same position with `seat`
	 * to move, where that makes sense. `to` may be `from`. NULL: turns are part of
	 * the game. */
	void (*give_turn)(const struct game *g, const struct state *from, int seat,
			  struct state *to);
	/* What must not come again, as a key; play() then notes it in g->past (past.h).
	 * NULL: positions may come again. */
	uint64_t (*key)(const struct game *g, const struct state *s);
};

/* Knowledge of good play: values, bounds, order. */
struct game_knowledge {
	/* value[seats]: exact when settled, an estimate within bounds() otherwise. */
	void (*evaluate)(const struct game *g, const struct state *s, int32_t *value);
	void (*bounds)(const struct game *g, const struct state *s, struct bounds *b);
	/* 0 at the start of the deal or game, 1000 when settled. NULL: 0 until then. Called as
	 * game_progress(). */
	int (*progress)(const struct game *g, const struct state *s);

	/* Those below may be NULL. */

	/* A cheap lower bound of what each seat already has ("points taken as leaf
	 * value"), within bounds(); NULL: evaluate. Selected by `eval=taken`. */
	void (*taken)(const struct game *g, const struct state *s, int32_t *value);
	/* False where a depth-limited search must not stop (in the middle of a trick);
	 * NULL: always true. */
	bool (*quiet)(const struct game *g, const struct state *s);
	/* A table of endgames that the user has (`plyscope solve`). table() reads it before a
	 * search: up to how many stones, pieces or whatever solve counts, 0 none; st: what is
	 * wrong with it. Where it was found g->knows is set, and known() tells whether
	 * evaluate() is exact at a state that is not settled: then searches stop there, and so
	 * does rollout(). Both or neither. */
	int (*table)(const struct game *g, struct status *st);
	bool (*known)(const struct game *g, const struct state *s);
	/* The values that evaluate() (taken: taken()) gives one seat at any two states
	 * differ by a multiple of this; NULL: 1. */
	int32_t (*value_step)(const struct game *g, bool taken);
	/* What each seat's final value may yet be, for searches that reason with
	 * intervals; NULL: from evaluate() to the upper end of bounds(). */
	void (*intervals)(const struct game *g, const struct state *s, double *low,
			  double *high);
	/* A match of several hands, in units of values: total[] is what the hands before
	 * this one brought, so that total + value stands when this hand is over; high[]
	 * is the end of the scale, which total + value never exceeds. NULL: one hand is
	 * all. */
	void (*standing)(const struct game *g, const struct state *s, int32_t *total,
			 int32_t *high);
	/* The same for the chance to win the match (equity.h). False: it is one hand. NULL:
	 * one hand is all. */
	bool (*sheet)(const struct game *g, const struct state *s, struct sheet *out);
	/* score[n]: higher is searched first. Ties keep the order of moves(). NULL: that
	 * order. */
	void (*order)(const struct game *g, const struct state *s, int seat,
		      const move *m, int n, int32_t *score);
	/* Whether a glance at an unsettled state tells its value under right play, whatever was
	 * there before it (a runner no man can catch): value[] is then what evaluate() says
	 * where such play ends, after *plies more at most. It is never wrong, and says nothing
	 * where that would need a search. For searches that prove. NULL: never. */
	bool (*foresee)(const struct game *g, const struct state *s, int32_t *value,
			int *plies);
	/* How far from winning each seat seems in an unsettled state, 1 (next to it) to
	 * DISTANCE_MOST: an estimate, of which proof-number search makes the numbers of its
	 * leaves. NULL: no idea. */
	void (*distance)(const struct game *g, const struct state *s, uint32_t *distance);
	/* Merges moves that must have equal outcomes (adjacent cards): keeps a subset of
	 * m in order, returns its size. Sound for perfect information. NULL: none. */
	int (*merge)(const struct game *g, const struct state *s, int seat, move *m,
		     int n);
	/* One move of the game's own quick player for an acting seat: playouts, and the
	 * other seats of a simultaneous choice. NULL: any move. */
	move (*policy)(const struct game *g, const struct state *s, int seat,
		       struct rng *r);
	/* All or nothing, as the moon of Hearts. attempt(): the game in whose playouts, and in
	 * whose order of moves, a seat goes for it for as long as it can be had; false: it
	 * cannot. `out` lives no longer than g. made(): whether the seat has it, in a settled
	 * state. NULL, both: there is nothing of the kind. */
	bool (*attempt)(const struct game *g, const struct state *s, int seat,
			struct game *out);
	bool (*made)(const struct game *g, const struct state *s, int seat);
};

/* Hidden information; empty in games without. */
struct game_hidden {
	/* Leaves only what `viewer` may know in the bytes; idempotent. */
	void (*redact)(const struct game *g, struct state *s, int viewer);
	/* Fills a redacted state with a full one that fits all that the viewer has
	 * seen. */
	void (*determinize)(const struct game *g, struct state *s, int viewer,
			    struct rng *r);
	/* Undoes the latest choices that every seat saw, for infer.h: made[0..count) are the
	 * moves that led to a full state as one seat saw them (MOVE_NONE: unseen), and playing
	 * made[*from..count) in `begin` leads there again. False: there are none since the deal,
	 * or they are not all known. NULL: choices tell nothing in this game. With it, the moves
	 * of chance and those made at the same time as others are the only unseen ones. */
	bool (*rewind)(const struct game *g, const struct state *s,
		       const struct made *made, int count, struct state *begin,
		       int *from);
	/* Names what hidden information is about; NULL: nothing that can be counted. */
	void (*things)(const struct game *g, struct things *out);
	/* The things a seat has in a full state and has not shown: a bit each. With
	 * things. */
	uint64_t (*held)(const struct game *g, const struct state *s, int seat);
};

/* Text follows the community ("QS", "e5-g5"). Members are there unless they say so. */
struct game_text {
	void (*format_move)(const struct game *g, const struct state *s, int seat, move m,
			    char *out, int size);
	/* A legal move from text; the failure says what was expected. With SEAT_CHANCE one
	 * of chance, where format_move() has a text for it that is no number. NULL: the text
	 * of one of moves(). Called as game_parse_move(). */
	bool (*parse_move)(const struct game *g, const struct state *s, int seat,
			   const char *text, move *out, struct status *st);
	/* One line that parse_position() reads back to the same hash. */
	void (*format_position)(const struct game *g, const struct state *s, char *out,
				int size);
	bool (*parse_position)(const struct game *g, const char *text, struct state *s,
			       struct status *st);
	/* "N", "Red": at most 6 columns; and one letter that names the seat on the board,
	 * NULL: the first of that. Called as game_seat_letter(). */
	const char *(*seat_name)(const struct game *g, int seat);
	char (*seat_letter)(const struct game *g, int seat);
	/* As people say it, "South". NULL: seat_name(). */
	const char *(*seat_word)(const struct game *g, int seat);
};

/* What matches count of a game's hands beside their points. */
#define GAME_FEATS 4
struct feat {
	const char *key;   /* in JSON: "moons_shot" */
	const char *title; /* "moons shot" */
};

#define SESSION_LINES 4
#define SESSION_LINE  120

/* Everything shown beside moves. All members are mandatory unless they say so. */
struct game_view {
	/* The place in the game for the top line: "hand 3  pass right  trick 5/13". */
	void (*headline)(const struct game *g, const struct state *s, int viewer,
			 char *out, int size);
	/* The scoreboard; returns the rows. NULL: none. Called as game_figures(). */
	int (*figures)(const struct game *g, const struct state *s, struct figure *out);
	/* What just happened, for the message line and the log ("W takes the trick: 14"),
	 * of the step from -> to; empty when there is nothing to say beyond the move
	 * itself. NULL: never anything. Called as game_event(). */
	void (*event)(const struct game *g, const struct state *from, int seat, move m,
		      const struct state *to, char *out, int size);
	/* The picture as seen by viewer (state already redacted for it). */
	void (*scene)(const struct game *g, const struct state *s, int viewer,
		      struct scene *out);
	/* For boards: the cells of the scene that a person chooses one after the other for
	 * a move, into cell[PATH_CELLS]; returns how many. A peg and its goal; one cell for
	 * a stone; a piece in the hand and where it is dropped. Where the order is free,
	 * way 0 is followed by others; 0: there is no such way. No path is the beginning
	 * of another. NULL: moves are not chosen by cells. */
	int (*path)(const struct game *g, const struct state *s, int seat, move m,
		    int way, int16_t *cell);
	/* What tells moves of the same path apart, of which there are at most 9:
	 * "promote". NULL: the move's text. */
	void (*choice)(const struct game *g, const struct state *s, int seat, move m,
		       char *out, int size);
	/* What came of a whole game for a seat, in sentences of its own figures, told when it
	 * is over: the states before each ply and the last one. Returns the lines, at most
	 * SESSION_LINES. NULL: the scoreboard says all. */
	int (*session)(const struct game *g, const struct state *states, int count,
		       int seat, char line[][SESSION_LINE]);
	/* The unit that players of the game compare results in, "mbb/g", and what a point of
	 * a game is in it; 0: no such unit in this variant. NULL: points alone. */
	double (*rate)(const struct game *g, const char **unit);
	/* What matches count: at most GAME_FEATS, ended by a key of NULL; and which of them,
	 * from 0, a move in a full state is, and of which seat; -1: none. NULL, both:
	 * nothing. */
	const struct feat *feats;
	int (*feat)(const struct game *g, const struct state *from, int seat, move m,
		    int *whose);
};

/* Alpha-beta at the last ply of a unit, whose moves lead to leaves: game_fast.last_ply. */
struct last_ply {
	/* Asked: seat `who` is sure of `from` elsewhere, and all others can hold it to `to`. */
	int who;
	int32_t from, to;
	/* Answered: the moves there, how many of them were valued, the best of these for the seat
	 * to move, and what it brings `who`. */
	int moves, valued;
	move reply;
	int32_t value;
};

/* Accelerators. Each stands for a plain way, to which it is equal; NULL: the plain way. */
struct game_fast {
	/* moves() and then merge(). */
	int (*choices)(const struct game *g, const struct state *s, int seat, move *out);
	/* play() and then what a search asks of every child: game_turn(). */
	unsigned (*enter)(const struct game *g, const struct state *from, int seat,
			  move m, struct state *to);
	/* taken() of the quiet state that a move leads to, without making it, asked only
	 * where enter() said TURN_LAST. False: it has to be made. `value` has room for 8
	 * numbers; those beyond the seats become 0. */
	bool (*taken_after)(const struct game *g, const struct state *s, int seat, move m,
			    int32_t *value);
	/* The moves of choices() after m, in their order, valued by taken() up to the first that
	 * is a cut: `who` has `to` or more and moves, or it has `from` or less and another does.
	 * Of equal ones the first is the best. Asked only where enter() said TURN_BEFORE_LAST.
	 * False: they have to be made. */
	bool (*last_ply)(const struct game *g, const struct state *s, int seat, move m,
			 struct last_ply *p);
	/* taken() after m and a reply that last_ply() gave; `value` as in taken_after(). */
	void (*taken_after_reply)(const struct game *g, const struct state *s, int seat,
				  move m, move reply, int32_t *value);
	/* For tables of searches: a key of what is still to come. Equal for states that
	 * differ in names alone (which card of a run is gone) or in what the seats have
	 * already: value = had + what is to come, for leaves of any kind, and moves at
	 * the same place of moves() or choices() lead to such states again. Only for full
	 * states. NULL: hash(), nothing had. */
	uint64_t (*future)(const struct game *g, const struct state *s, int32_t *had);
	/* For tables that keep values and no moves: a key that states have in common when they
	 * are images of one another, mirrored or turned. The moves of one are then images of
	 * the moves of the other, in any order, and lead to images again; values are the same.
	 * NULL: hash(), states have no images. */
	uint64_t (*image)(const struct game *g, const struct state *s);
	/* Plays s to its settled end, or for at most max_plies, by an enum rollout_kind;
	 * returns the plies played. A tight loop without calls through tables. */
	int (*rollout)(const struct game *g, struct state *s, struct rng *r,
		       int max_plies, int kind);
};

struct game_ops {
	const char *key;	/* "hearts" */
	const char *title;	/* "Hearts" */
	const char *summary;	/* one line for the home screen */
	const char *source;	/* where the rules come from */
	unsigned seats_allowed; /* bit n: n seats may play */
	int seats_default;
	unsigned traits;	/* of all variants; setup() adds the others */
	int32_t unit;		/* values in one point of the game */
	int32_t parts;		/* parts of a point that points() counts; 0: 1 */
	const char *point_name; /* "points", "steps" */
	int32_t penalties; /* where people count penalty points: so many minus the value,
			    * in points; 0: they count as values do */
	const struct option_spec
		*options; /* rule variants; NULL: none. The seat count is `seats=` */
	/* The OPTION_NAME whose value is what a position's text begins with, up to '@':
	 * a position then chooses the variant too. NULL: none. */
	const char *position_option;
	/* The options that change what a value is worth ("moon|jack"; NULL: all): each
	 * of their settings has a calibration of its own. */
	const char *valued_options;
	uint32_t state_size; /* bytes of struct state in use, <= STATE_BYTES */
	/* What a record needs beside the variant to be read in another place, where the
	 * variant is in a file of the user's: what the file says, or where it is. NULL, or
	 * it returns NULL: nothing. */
	const char *(*carried)(const struct game *g);
	/* From here on the variant stands for what carried() said. */
	bool (*adopt)(const struct options *variant, const char *source,
		      struct status *st);

	const struct game_rules *rules;
	const struct game_chance *chance; /* NULL: none */
	const struct game_turns *turns;	  /* NULL: nothing special */
	const struct game_knowledge *knowledge;
	const struct game_hidden *hidden; /* NULL: nothing is hidden */
	const struct game_text *text;
	const struct game_view *view;
	const struct game_fast *fast; /* NULL: none */
	const struct public_ops
		*public; /* for searches of the public tree (src/core/public.h); NULL: none */
	const struct joint_ops
		*joint; /* for exact solution (src/core/joint.h); NULL: none */
	/* Of its own tables, for `plyscope solve` (src/core/solver.h); NULL: none. */
	const struct solver_ops *solver;
	/* What a policy is learned by (src/core/softmax.h); NULL: none. */
	const struct softmax_ops *softmax;
	/* For networks (src/core/cardnet.h); NULL: none. */
	const struct cardnet_ops *cardnet;
};

/* Sets up a game with seats (0: the default) and the variant already in *variant (NULL:
 * all defaults). False: one sentence in st. */
bool game_init(struct game *g, const struct game_ops *ops, int seats,
	       const struct options *variant, struct status *st);
/* Points g at a game and its parts, nothing else; for games that are made of parts of others. */
void game_bind(struct game *g, const struct game_ops *ops);

/* The fewest and the most seats that may play. */
static inline int
game_seats_min(const struct game_ops *ops)
{
	return __builtin_ctz(ops->seats_allowed);
}

static inline int
game_seats_max(const struct game_ops *ops)
{
	return 31 - __builtin_clz(ops->seats_allowed);
}

/* Members that a game may leave out. */
int game_progress(const struct game *g, const struct state *s);
char game_seat_letter(const struct game *g, int seat);
bool game_parse_move(const struct game *g, const struct state *s, int seat,
		     const char *text, move *out, struct status *st);
int game_figures(const struct game *g, const struct state *s, struct figure *out);
void game_event(const struct game *g, const struct state *from, int seat, move m,
		const struct state *to, char *out, int size);

/* Copies only the bytes in use. */
static inline void
game_copy(const struct game *g, const struct state *from, struct state *to)
{
	__builtin_memcpy(to->bytes, from->bytes, g->ops->state_size);
}

/* Values in one point of the game. */
static inline int32_t
game_unit(const struct game *g)
{
	return g->unit > 0 ? g->unit : g->ops->unit;
}

/* Parts in one point of points(). */
static inline int32_t
game_parts(const struct game *g)
{
	const int32_t parts = g->parts > 0 ? g->parts : g->ops->parts;
	return parts > 0 ? parts : 1;
}

/* Decimals of a value or a loss in points: what divides a win is told in hundredths of it. */
static inline int
game_decimals(const struct game *g)
{
	return game_parts(g) > 1 ? 2 : 1;
}

/* Losses below this, in points, are shown as nothing. */
static inline double
game_nothing(const struct game *g)
{
	return game_decimals(g) == 2 ? 0.005 : 0.05;
}

/* A value in points as people read it, and what it is called then. JSON has values. */
static inline double
game_told(const struct game *g, double points)
{
	return g->ops->penalties > 0 ? g->ops->penalties - points : points;
}

static inline const char *
game_told_name(const struct game *g)
{
	return g->ops->penalties > 0 ? "penalty points" : g->ops->point_name;
}

/* The scale of values, for a legend or JSON: "points, higher is better". */
void game_scale(const struct game *g, char *out, int size);

static inline bool
game_hidden(const struct game *g)
{
	return (g->traits & TRAIT_HIDDEN) != 0;
}

/* Whether more is hidden than choices that are being made at the same time. */
static inline bool
game_hides_cards(const struct game *g)
{
	return game_hidden(g) && (g->traits & TRAIT_OPEN_CARDS) == 0;
}

/* The single acting seat, the lowest of several, SEAT_CHANCE, or SEAT_NONE when over. */
static inline int
game_mover(const struct game *g, const struct state *s)
{
	seat_set a = g->rules->acting(g, s);
	if (a == 0)
		return SEAT_NONE;
	return a == ACTING_CHANCE ? SEAT_CHANCE : __builtin_ctz(a);
}

/* Whether evaluate() is exact: searches end here. */
static inline bool
game_decided(const struct game *g, const struct state *s)
{
	return g->rules->settled(g, s) || (g->knows && g->knowledge->known(g, s));
}

/* Whether its ends are wins, draws and losses. Trees from a file are about points. */
bool game_is_won(const struct game *g);

/* Who wins with these values at the end: 1, 0, or an equal part for all who share the best. */
void game_share_win(const double *value, int seats, double *win);

/* game_decided(), acting() and quiet() as one word. */
unsigned game_turn(const struct game *g, const struct state *s);

/* A seat as people say it: "South". */
const char *game_seat_word(const struct game *g, int seat);

/* Whether an acting seat may make a move. */
bool game_legal(const struct game *g, const struct state *s, int seat, move m);
/* Whether a move is among those that searches choose from; others may be legal too. */
bool game_lists(const struct game *g, const struct state *s, int seat, move m);

/* copy + redact when the game hides anything. viewer SEAT_ALL copies. `out` may be `s`. */
void game_view(const struct game *g, const struct state *s, int viewer,
	       struct state *out);

/* Canonical hash of a whole state by its text; slow, for records and laws. */
uint64_t game_state_hash(const struct game *g, const struct state *s);

/* A key of what a seat knows: equal in states that it cannot tell apart. By the text of its
 * view, so slow. */
uint64_t game_infoset(const struct game *g, const struct state *s, int seat);

/* A move of the game's own quick policy; without one any legal move. */
move game_quick_move(const struct game *g, const struct state *s, int seat,
		     struct rng *rng);
/* By whose moves: the game's quick player's, or any. */
enum rollout_kind { ROLLOUT_POLICY, ROLLOUT_RANDOM };
/* One move of a playout, the plain way; the policy is there. */
move game_rollout_move(const struct game *g, const struct state *s, int seat,
		       struct rng *rng, enum rollout_kind kind);
/* What the plain way of a rollout does where chance moves. */
enum rollout_chance { ROLLOUT_DRAWS, ROLLOUT_STOPS };
/* A playout, the simulation below a tree: game_fast.rollout, or what it stands for; returns the
 * plies. */
int game_rollout(const struct game *g, struct state *s, struct rng *rng, int max_plies,
		 enum rollout_kind kind, enum rollout_chance chance);

#endif
