/*
 * commit.h - choices made at the same time: a committed choice is hidden from the others until the
 * last seat has chosen.
 *
 * The state of such a game begins with its struct commits. Then commit_redact(), commit_uncommit()
 * and commit_held() stand in its table of functions as they are. A choice is a number below
 * COMMIT_HIDDEN that means the same to every viewer: a card, coins, a step.
 */
#ifndef PLYSCOPE_GAMES_COMMIT_H
#define PLYSCOPE_GAMES_COMMIT_H

#include "games/common/words.h"
#include "src/core/game.h"

#define COMMIT_SEATS  4
#define COMMIT_HIDDEN 0xff
#define COMMIT_PARTS  12 /* parts of the point for a win, which up to four may share */

struct commits {
	uint8_t seats; /* that have committed */
	uint8_t of
		[COMMIT_SEATS]; /* 0 for those that have not; COMMIT_HIDDEN: not known */
};

static inline bool
commit_has(const struct commits *c, int seat)
{
	return c->seats >> seat & 1;
}

static inline void
commit_make(struct commits *c, int seat, int choice)
{
	c->seats |= (uint8_t)(1u << seat);
	c->of[seat] = (uint8_t)choice;
}

/* The choice to reveal: 0 when it is unknown, in a position typed without it. */
static inline int
commit_choice(const struct commits *c, int seat)
{
	return c->of[seat] == COMMIT_HIDDEN ? 0 : c->of[seat];
}

/* Forgets all choices, after they have been revealed. */
static inline void
commit_clear(struct commits *c)
{
	*c = (struct commits){ 0 };
}

/* Whether a seat's choice has to be made up for a viewer. */
static inline bool
commit_unknown(const struct commits *c, int seat, int viewer)
{
	return seat != viewer && c->of[seat] == COMMIT_HIDDEN;
}

/* game_hidden: the choices others have committed are forgotten, but not that they have chosen. */
void commit_redact(const struct game *g, struct state *s, int viewer);
/* game_turns: no seat has committed. */
void commit_uncommit(const struct game *g, const struct state *from, struct state *to);
/* game_hidden: the choice that a seat has committed, for beliefs. */
uint64_t commit_held(const struct game *g, const struct state *s, int seat);
/* For things(): choices 0 .. most, by their numbers. */
void commit_things(struct things *out, const char *called, int most);

/* "|bids=2,?,-", by seat: a choice, one that is not known, none; nothing when nobody has
 * committed. `letters` names choices, NULL: their numbers. */
void commit_add(struct words *w, const char *called, const struct commits *c, int seats,
		const char *letters);

enum commit_word { COMMIT_END, COMMIT_NONE, COMMIT_NOT_KNOWN, COMMIT_CHOICE };

/* Reads the next seat's word of such a list and stores it; a COMMIT_CHOICE is the
 * caller's to read from `word` and to note. */
enum commit_word commit_next(struct commits *c, int seat, const char **text, char *word,
			     size_t size);

/* joint_ops: the points of a game in which a win is 1 and a draw 0.5. */
double commit_win_points(const struct game *g, int seat, double advantage);

#endif
