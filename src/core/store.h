/*
 * store.h - the games played here: one SQLite file in the user's data directory. Only
 * store.c includes sqlite3. Every call is one transaction; after kill -9 the last saved
 * move is there.
 */
#ifndef PLYSCOPE_CORE_STORE_H
#define PLYSCOPE_CORE_STORE_H

#include "src/core/match.h"

struct store;

struct store_row {
	int64_t id;
	char game[24], date[20], title[96], result[96];
	int plies;	/* deals too, as the record numbers them */
	bool over, won; /* won: by a person */
	int persons;
};

/* path NULL: the user's data directory. A read-only home or a full disk: st, and NULL;
 * the caller goes on without saving and says so. */
struct store *store_open(const char *path, struct status *st);
/* Only to read, which works on a read-only file system too; nothing is made or changed.
 * NULL without a failure in st: nothing has been saved yet. */
struct store *store_open_to_read(const char *path, struct status *st);
void store_close(struct store *db);
/* A program that continues a game holds it until store_release(), store_close(), or its death.
 * False, and st: another table or another program has it. */
bool store_hold(struct store *db, int64_t id, struct status *st);
void store_release(struct store *db, int64_t id); /* nothing when it is not held here */
/* Inserts (m->id 0) or replaces the match's record, unless another program holds it. */
bool store_save(struct store *db, struct match *m, struct status *st);
/* Newest first; game NULL: all; only unfinished ones when `open`. Returns the count, -1: they
 * cannot be read. */
int store_list(struct store *db, const char *game, bool open, struct store_row *out,
	       int max, struct status *st);
/* There is no such game. False also when that cannot be read. */
bool store_lacks(struct store *db, int64_t id);
bool store_load(struct store *db, int64_t id, const struct catalog *c, struct match *m,
		struct status *st);
bool store_delete(struct store *db, int64_t id, struct status *st);
/* Settings that the screens remember ("setup.GAME", "theme"). */
bool store_get(struct store *db, const char *key, char *out, int size);
bool store_set(struct store *db, const char *key, const char *value, struct status *st);

/* Results of a match, game by game, in a file of its own (PATH in store_open()). A run is
 * known by the text of everything that decides its games; its games by their numbers. */
int64_t store_run(struct store *db, const char *about, struct status *st); /* 0: failed */
/* One game's result, a line of text; it replaces one of the same number. */
bool store_add_result(struct store *db, int64_t run, int64_t number, const char *line,
		      struct status *st);
/* Calls take for every result in the order of numbers; returns how many, -1: failed. */
int64_t store_results(struct store *db, int64_t run,
		      void (*take)(void *self, int64_t number, const char *line),
		      void *self, struct status *st);

/* A machine that played games of a run, as a rank. Limits in time are its own clock's. */
struct store_machine {
	int rank;
	char host[64], processor[64];
	int cores;
	double nodes_per_s; /* of the searches of the signature, when it began */
};
/* Adds one, or replaces that of the same rank and host. */
bool store_add_machine(struct store *db, int64_t run, const struct store_machine *m,
		       struct status *st);

/* What a decision of a person cost, by the kind of decision ("passing"): one for each ply of a
 * game, the last one counts. Points >= 0. */
bool store_add_cost(struct store *db, int64_t game, int ply, int hand, const char *kind,
		    double points, struct status *st);
/* What the decisions of a kind cost in the hands of a game that were judged in a month. */
struct store_profile {
	char game[24], month[8], kind[16]; /* month: "2026-11" */
	int decisions, hands;		   /* hands: judged, of all kinds */
	double points;			   /* a hand */
};
/* By game, month and kind, the dearest kind first; the count, -1: they cannot be read. */
int store_profiles(struct store *db, struct store_profile *out, int max,
		   struct status *st);

/* An answer of `plyscope drill`: what it cost, >= 0; good: nothing. */
bool store_add_drill(struct store *db, const char *game, const char *kind, double cost,
		     bool good, struct status *st);
/* The answers to spots of a kind in a month; cost: the mean. */
struct store_drill {
	char month[8], kind[16]; /* month: "2026-11" */
	int answers, good;
	double cost;
};
/* Of one game, by month, the newest first, and kind; the count, -1: they cannot be read. */
int store_drills(struct store *db, const char *game, struct store_drill *out, int max,
		 struct status *st);

#endif
