/*
 * player.h - the player of a seat, as text and as a table: "human", "hard",
 * "NAME:table=on,depth=8", "NAME:worlds=40,inner=(NAME:sims=2k)".
 *
 * A player is plain bytes: its parts are the algorithm and its nested algorithms,
 * outermost first. One that starts a program does so only when the user has typed it. Limits (depth, nodes, time, sims) are options every part understands.
 */
#ifndef PLYSCOPE_CORE_PLAYER_H
#define PLYSCOPE_CORE_PLAYER_H

#include "src/base/option.h"
#include "src/core/catalog.h"

struct game;

#define PLAYER_DEFAULT "medium" /* the seats that nobody has named */
#define PLAYER_NEST    4
#define PLAYER_TEXT    240
#define PLAYER_DEPTH   248 /* plies that every search of plies can reach */

/* 0: no such limit. */
struct limits {
	int64_t depth, nodes, time_ms, sims;
};

struct player_part {
	const struct search_ops *ops;
	struct options options;
	struct limits limits;
	int inner; /* index of the nested part, -1 none */
};

struct player {
	bool human;
	bool unknown; /* text is of another version and means nothing here: it does not play */
	int count;		/* parts, 0 for a human */
	char text[PLAYER_TEXT]; /* as typed: "hard", "NAME:depth=6" */
	struct player_part part[PLAYER_NEST];
};

/* Reads a player for a game. Presets are looked up in assets/presets/GAME.ini and may differ by the
 * number of seats; a game without that file has those of the catalog. A
 * hidden-information game wraps nothing by itself: a refused combination fails with the reason. */
bool player_parse(struct player *p, const char *text, const struct catalog *c,
		  const struct game *g, struct status *st);
/* The same for a reader that does not run the player: player_parse() refuses one that starts a
 * program which only a file has named, player_read() takes it. No search opens with it. */
bool player_read(struct player *p, const char *text, const struct catalog *c,
		 const struct game *g, struct status *st);
/* The user has typed this player: the programs it names may be started from now on
 * (src/base/trust.h). Not those of a preset: a file names them. */
void player_trust(const char *text, const struct catalog *c);
/* The user has seen this player in full and allows its programs, with these settings (set=). */
void player_allow(const struct player *p);
/* The command line of the first program in it that is not trusted with its settings; NULL: none. */
const char *player_stranger(const struct player *p);
/* False: there is one; st has the command, and the flag that allows it. */
bool player_trusted(const struct player *p, struct status *st);
/* The full text of a player as it really runs: presets expanded, defaults left out. An unknown
 * one keeps its text. */
void player_format(const struct player *p, char *out, int size);
/* The limits of the outermost part replaced where given (flags of the command line). */
void player_limit(struct player *p, const struct limits *limits);
/* Whether the outermost part has a limit of any kind. */
bool player_limited(const struct player *p);
/* One thread a search: for work that keeps the cores busy with other searches. */
void player_single_thread(struct player *p);

/* Names of presets, weakest first, NULL-terminated: learner easy medium hard max. */
#define PLAYER_PRESETS 5
extern const char *const player_presets[PLAYER_PRESETS + 1];
/* Whether people are offered a preset: easy and stronger ones in every game, but where they are another
 * preset by another name; a weaker one only where the presets of the variant name it. g NULL: whether
 * every game has it. */
bool player_offered(const char *preset, const struct game *g);

#endif
