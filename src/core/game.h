/*
 * game.h - what a game is: const tables of functions over plain bytes (state.h).
 *
 * Every game has rules (rules.h), knowledge (knowledge.h), text and a view (show.h). Only some have
 * chance, special turns, hidden information, accelerators, or what a family shares (family.h,
 * trick.h).
 *
 * Three scales, never mixed:
 *   value   int32 per seat, what searches maximise: the outcome of the current deal, a
 *           hand of cards, or of the game. Higher is better.
 *           ops->unit values make one point of the game.
 *   points  the final score of the whole match of play per seat, higher is better (penalties
 *           are negative), as int32 in parts of a point: game_parts(). A win is one
 *           point, divided among those who share it. Only when the game is over.
 *   win     probability per seat, from a calibration (calibration.h), never from a
 *           formula.
 */
#ifndef PLYSCOPE_CORE_GAME_H
#define PLYSCOPE_CORE_GAME_H

#include "src/base/option.h"
#include "src/core/family.h"
#include "src/core/knowledge.h"
#include "src/core/rules.h"
#include "src/core/show.h"
#include "src/core/trick.h"

struct past;
struct aim;
struct joint_ops;
struct public_ops;
struct cardnet;

struct game_ops {
	const char *key;	/* as it is typed, lower case */
	const char *title;	/* as it is shown */
	const char *summary;	/* one line for the home screen */
	const char *source;	/* where the rules come from */
	unsigned seats_allowed; /* bit n: n seats may play */
	int seats_default;
	unsigned traits;	/* of all variants; setup() adds the others */
	int32_t unit;		/* values in one point of the game */
	int32_t parts;		/* parts of a point that points() counts; 0: 1 */
	const char *point_name; /* "points", "steps" */
	int32_t penalties; /* where people count penalty points: this many minus the value,
			    * in points; 0: they count as values do */
	const struct option_spec
		*options; /* rule variants; NULL: none. The seat count is `seats=` */
	/* The options that change what a value is worth ("moon|jack"; NULL: all): each
	 * of their settings has a calibration of its own. */
	const char *valued_options;
	uint32_t state_size; /* bytes of struct state in use, <= STATE_BYTES */
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
	/* Of families of games (trick.h, family.h); NULL: none. */
	const struct trick_ops *trick;
	const struct race_ops *race;
	const struct ending_ops *endings;
	const struct result_ops *results;
	const struct file_ops *file;
};

#define VARIANT_BYTES 64

/* A game with its variant chosen; POD, filled by game_init(). Its parts are those of ops, and never
 * NULL: a part that the game lacks is empty. */
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
	const struct trick_ops *trick;
	const struct race_ops *race;
	const struct ending_ops *endings;
	const struct result_ops *results;
	int seats;
	int32_t unit;		/* 0: ops->unit; set by setup() */
	int32_t parts;		/* 0: ops->parts; the same */
	unsigned traits;	/* of this variant: open=on clears TRAIT_HIDDEN */
	struct options variant; /* specs = ops->options */
	bool knows; /* the user's table of endgames is read: endings->known() */
	struct past
		*past;	 /* where positions must not come again: past.h; NULL: not kept */
	struct aim *aim; /* values are the chance to win the match: aim.h; NULL: points */
	const struct cardnet *net; /* its learned policy: cardnet.h; NULL: not read */
	alignas(8) unsigned char parsed[VARIANT_BYTES]; /* the variant, for speed */
};

/* Sets up a game with seats (0: the default) and the variant already in *variant (NULL:
 * all defaults). False: one sentence in st. */
bool game_init(struct game *g, const struct game_ops *ops, int seats,
	       const struct options *variant, struct status *st);
/* Points g at a game and its parts and sets nothing else; for games built from parts of others. */
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
void game_say_move(const struct game *g, const struct state *s, int seat, move m,
		   char *out, int size);
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

/* Decimals of a value or a loss in points: two where a point has parts. */
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
	return g->ops->penalties > 0		? "penalty points"
	       : (g->traits & TRAIT_TEAMS) != 0 ? "net points"
						: g->ops->point_name;
}

/* Whether two seats play together: partners sit opposite each other. */
static inline bool
game_together(const struct game *g, int a, int b)
{
	return a == b || ((g->traits & TRAIT_TEAMS) != 0 && ((a ^ b) & 1) == 0);
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

/* Whether two legal moves of a seat come to the same: cards with none of the others' between. */
bool game_equal(const struct game *g, const struct state *s, int seat, move a, move b);
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
	return g->rules->settled(g, s) || (g->knows && g->endings->known(g, s));
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

/* Whether a seat that acts knows the things it holds, as a deal of the others' would not give it more;
 * else st says how many it has: "S has 1 card, expected 2". */
bool game_knows_hand(const struct game *g, const struct state *s, int seat,
		     struct status *st);

/* A key of what a seat knows: equal in states that it cannot tell apart. By the text of its
 * view, so slow. */
uint64_t game_infoset(const struct game *g, const struct state *s, int seat);

#endif
