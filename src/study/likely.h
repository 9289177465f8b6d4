/*
 * likely.h - the hands that the other seat may have, before its choices in this hand and after
 * them, as a search's strategy, which rests on public facts alone, would have played each.
 *
 * Before: the hands that go with the cards that the viewer sees, all alike. After: each times the
 * share of it that the strategy brings here (struct stats_hands), by classes: the hands of a class
 * count as alike.
 */
#ifndef PLYSCOPE_STUDY_LIKELY_H
#define PLYSCOPE_STUDY_LIKELY_H

#include "src/base/json.h"
#include "src/base/text.h"
#include "src/core/question.h"
#include "src/core/stats.h"

struct likely_hand {
	int class;
	double before, after; /* 0..1, of all hands 1 */
};

struct likely {
	const struct game *game;
	int seat;  /* whose hands they are */
	int count; /* 0: not known */
	char player[PLAYER_TEXT * 2];
	struct likely_hand hand[STATS_CLASSES]; /* the likeliest first */
};

/* A player that has a strategy for all hands of this game: the given one (NULL: none), else the
 * strongest preset that has. NULL: none has, or the game has no such hands. */
const char *likely_player(const struct catalog *c, const struct game *g,
			  const char *player);
/* From a search of root, which is redacted for the viewer, and its strategy for all hands (h, which may
 * be NULL). False: it does not tell the other seat's hands. */
bool likely_read(struct likely *out, const struct game *g, const struct state *root,
		 int viewer, const struct stats_hands *h, const char *player);
/* Searches by the text of a player, without a clock. False, with count 0: it does not tell them, or cannot play here (st, which may be NULL). */
bool likely_search(struct likely *out, const struct catalog *c, const struct question *q,
		   const char *player, struct status *st);
/* As a table in text, and as JSON. */
void likely_report(const struct likely *l, struct text *out);
json_t *likely_json(const struct likely *l);

#endif
