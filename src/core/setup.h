/*
 * setup.h - everything that is decided before a game starts.
 */
#ifndef PLYSCOPE_CORE_SETUP_H
#define PLYSCOPE_CORE_SETUP_H

#include "src/base/json.h"
#include "src/base/text.h"
#include "src/core/game.h"
#include "src/core/player.h"

enum view {
	VIEW_FAIR,  /* what the person's seat may know; opponents show effort only */
	VIEW_STUDY, /* opponents' searches are shown */
	VIEW_OPEN,  /* all hands on the table */
};
extern const char *const view_names[]; /* "fair", "study", "open" */
bool view_parse(const char *text, enum view *out, struct status *st);

/* The time of a seat, for each move or for the whole game; ms 0: no clock. */
struct game_clock {
	int64_t ms;
	bool per_game;
};
/* "off", "30s/move", "5m/game"; without a slash for each move. */
bool game_clock_parse(const char *text, struct game_clock *out, struct status *st);
void game_clock_format(const struct game_clock *c, char *out, int size);

struct setup {
	struct game game;
	struct player seat[SEATS_MAX];
	uint64_t seed;
	enum view view;
	struct game_clock clock;
};

/* A game with defaults: seat 0 human when `person`, all others medium. */
bool setup_init(struct setup *s, const struct catalog *c, const struct game_ops *ops,
		bool person, struct status *st);
/* The same of a game named in a file: "game: expected one of ..." when there is none. */
bool setup_named(struct setup *s, const struct catalog *c, const char *key,
		 struct status *st);
/* Changes a variant option or the seat count ("seats"); players are kept where they
 * fit. */
bool setup_variant(struct setup *s, const struct catalog *c, const char *key,
		   const char *value, struct status *st);
/* The same for a list "KEY=VALUE,KEY=VALUE", checked as a whole: what one of them allows may
 * depend on another, wherever it stands. */
bool setup_variants(struct setup *s, const struct catalog *c, const char *list,
		    struct status *st);
/* Seat by letter, name or number from 1. */
bool setup_find_seat(const struct setup *s, const char *text, int *seat,
		     struct status *st);
bool setup_player(struct setup *s, const struct catalog *c, int seat, const char *text,
		  struct status *st);
/* False: a seat starts a program that only a file has named (player_trusted()). */
bool setup_trusted(const struct setup *s, struct status *st);
int setup_humans(const struct setup *s);
/* The player of a seat as a board names it: "you" for the only person, a preset, else the
 * algorithm. */
const char *setup_seat_word(const struct setup *s, int seat);
/* "seats" and every option of the variant: "seats=4,hands=1"; as a record has it. */
void setup_variant_text(const struct game *g, struct text *out);
/* Every option of the variant and "seats", as JSON. */
json_t *setup_variant_json(const struct game *g);
/* A fresh seed from the system, shown and recorded; below 2^32 so that it can be
 * typed. */
uint64_t setup_fresh_seed(void);
/* From here on fresh seeds follow from this one: ranks that share it draw the same. */
void setup_share_seed(uint64_t seed);

#endif
