/*
 * store.c - what has been played here, in SQLite. See store.h.
 *
 * One table of games, one row each with the whole record as text, and one of settings. A
 * save is one statement, so it is one transaction: after kill -9 it is there or the one
 * before it. The journal is a write-ahead log with synchronous=NORMAL: it survives the
 * program's death (and keeps the file whole when the machine's power goes). Only moving
 * the log into the file waits for the disk, so that is done every 16 MB and at the end.
 * A save runs on the screen's thread. While searches use every core it takes 0.5 ms at the
 * median and 5 ms at the 99th percentile for 500 moves of Hearts with comments (a record
 * of 46 kB), 1 and 14 ms for 2000 moves: a key's 20 ms hold without a thread for saving.
 * `stamp` grows with every save and sorts the list without asking a clock.
 */
#include "src/core/store.h"

#include "src/base/asset.h"
#include "src/base/clock.h"
#include "src/core/record.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUSY_MS 2000 /* another plyscope may be writing */

struct store {
	sqlite3 *db;
	char path[4096];
};

static const char schema[] =
	"CREATE TABLE IF NOT EXISTS games (id INTEGER PRIMARY KEY AUTOINCREMENT,"
	" game TEXT NOT NULL, started TEXT NOT NULL, updated TEXT NOT NULL,"
	" title TEXT NOT NULL, result TEXT NOT NULL, plies INTEGER NOT NULL,"
	" over INTEGER NOT NULL, won INTEGER NOT NULL, record TEXT NOT NULL,"
	" stamp INTEGER NOT NULL);"
	"CREATE INDEX IF NOT EXISTS games_stamp ON games (stamp);"
	"CREATE TABLE IF NOT EXISTS settings (key TEXT PRIMARY KEY,"
	" value TEXT NOT NULL);"
	"CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY,"
	" about TEXT NOT NULL UNIQUE);"
	"CREATE TABLE IF NOT EXISTS results (run INTEGER NOT NULL,"
	" number INTEGER NOT NULL, line TEXT NOT NULL,"
	" PRIMARY KEY (run, number)) WITHOUT ROWID;";

static bool
fail(const struct store *db, const char *what, struct status *st)
{
	int code = sqlite3_errcode(db->db);
	if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
		return status_fail(st,
				   "%s: %s: the file is damaged (%s); move it away to "
				   "start a new one",
				   db->path, what, sqlite3_errmsg(db->db));
	return status_fail(st, "%s: %s: %s", db->path, what, sqlite3_errmsg(db->db));
}

/* A statement that is ready to bind; NULL: st says why. */
static sqlite3_stmt *
prepare(struct store *db, const char *sql, const char *what, struct status *st)
{
	sqlite3_stmt *q = NULL;
	if (sqlite3_prepare_v2(db->db, sql, -1, &q, NULL) != SQLITE_OK)
		fail(db, what, st);
	return q;
}

static void
bind_text(sqlite3_stmt *q, int at, const char *text)
{
	if (text)
		sqlite3_bind_text(q, at, text, -1, SQLITE_TRANSIENT);
	else
		sqlite3_bind_null(q, at);
}

/* Runs a statement that gives no rows, and ends it. */
static bool
finish(struct store *db, sqlite3_stmt *q, const char *what, struct status *st)
{
	bool done = sqlite3_step(q) == SQLITE_DONE || fail(db, what, st);
	sqlite3_finalize(q);
	return done;
}

static bool
open_file(struct store *db, struct status *st)
{
	const int flags =
		SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
	static const char pragmas[] =
		"PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
		"PRAGMA wal_autocheckpoint=4000";
	static const char what[] = "cannot open the saved games";
	if (sqlite3_open_v2(db->path, &db->db, flags, NULL) != SQLITE_OK)
		return fail(db, what, st);
	sqlite3_extended_result_codes(db->db, 0);
	sqlite3_busy_timeout(db->db, BUSY_MS);
	if (sqlite3_exec(db->db, pragmas, NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_exec(db->db, schema, NULL, NULL, NULL) != SQLITE_OK)
		return fail(db, what, st);
	if (sqlite3_db_readonly(db->db, "main") == 1)
		return status_fail(st, "%s: %s: it cannot be written to", db->path, what);
	return true;
}

struct store *
store_open(const char *path, struct status *st)
{
	struct store *db = calloc(1, sizeof *db);
	if (!db) {
		status_fail(st, "out of memory");
		return NULL;
	}
	bool placed = true;
	if (path)
		snprintf(db->path, sizeof db->path, "%s", path);
	else
		placed = user_path(USER_DATA, "plyscope.db", db->path, sizeof db->path,
				   st);
	if (placed && open_file(db, st))
		return db;
	store_close(db);
	return NULL;
}

void
store_close(struct store *db)
{
	if (!db)
		return;
	sqlite3_close(db->db);
	free(db);
}

/* "N human, E medium, S medium, W hard" */
static void
format_title(const struct match *m, char *out, size_t size)
{
	const struct game *g = &m->setup.game;
	size_t length = 0;
	out[0] = '\0';
	for (int i = 0; i < g->seats && length < size; i++)
		length += (size_t)snprintf(out + length, size - length, "%s%s %s",
					   i ? ", " : "", g->text->seat_name(g, i),
					   m->setup.seat[i].text);
}

/* A person sits on a seat that won. */
static bool
person_won(const struct match *m)
{
	if (!match_over(m))
		return false;
	seat_set winners = match_winners(m);
	for (int i = 0; i < m->setup.game.seats; i++)
		if (m->setup.seat[i].human && (winners >> i & 1))
			return true;
	return false;
}

static void
bind_match(sqlite3_stmt *q, const struct match *m, const char *record)
{
	char title[96], result[96], updated[20];
	format_title(m, title, sizeof title);
	match_result(m, result, sizeof result);
	clock_date(updated);
	if (m->id)
		sqlite3_bind_int64(q, 1, m->id);
	bind_text(q, 2, m->setup.game.ops->key);
	bind_text(q, 3, m->date);
	bind_text(q, 4, updated);
	bind_text(q, 5, title);
	bind_text(q, 6, result);
	sqlite3_bind_int(q, 7, m->at);
	sqlite3_bind_int(q, 8, match_over(m));
	sqlite3_bind_int(q, 9, person_won(m));
	bind_text(q, 10, record);
}

bool
store_save(struct store *db, struct match *m, struct status *st)
{
	static const char sql[] =
		"INSERT INTO games (id, game, started, updated, title, result, plies,"
		" over, won, record, stamp)"
		" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
		" (SELECT coalesce(max(stamp), 0) + 1 FROM games))"
		" ON CONFLICT (id) DO UPDATE SET updated = excluded.updated,"
		" title = excluded.title, result = excluded.result,"
		" plies = excluded.plies, over = excluded.over, won = excluded.won,"
		" record = excluded.record, stamp = excluded.stamp";
	static const char what[] = "the game cannot be saved";
	sqlite3_stmt *q = db ? prepare(db, sql, what, st) : NULL;
	struct text record = { 0 };
	if (!q)
		return false;
	record_write(m, &record);
	bind_match(q, m, record.s);
	text_free(&record);
	if (!finish(db, q, what, st))
		return false;
	if (!m->id)
		m->id = sqlite3_last_insert_rowid(db->db);
	return true;
}

static void
copy_column(sqlite3_stmt *q, int column, char *out, size_t size)
{
	const unsigned char *text = sqlite3_column_text(q, column);
	snprintf(out, size, "%s", text ? (const char *)text : "");
}

int
store_list(struct store *db, const char *game, bool open, struct store_row *out, int max)
{
	static const char sql[] =
		"SELECT id, game, updated, title, result, plies, over FROM games"
		" WHERE (?1 IS NULL OR game = ?1) AND (?2 = 0 OR over = 0)"
		" ORDER BY stamp DESC LIMIT ?3";
	int n = 0;
	sqlite3_stmt *q = db ? prepare(db, sql, "", NULL) : NULL;
	if (!q)
		return 0;
	bind_text(q, 1, game);
	sqlite3_bind_int(q, 2, open);
	sqlite3_bind_int(q, 3, max);
	for (; n < max && sqlite3_step(q) == SQLITE_ROW; n++) {
		struct store_row *row = &out[n];
		row->id = sqlite3_column_int64(q, 0);
		copy_column(q, 1, row->game, sizeof row->game);
		copy_column(q, 2, row->date, sizeof row->date);
		copy_column(q, 3, row->title, sizeof row->title);
		copy_column(q, 4, row->result, sizeof row->result);
		row->plies = sqlite3_column_int(q, 5);
		row->over = sqlite3_column_int(q, 6) != 0;
	}
	sqlite3_finalize(q);
	return n;
}

bool
store_load(struct store *db, int64_t id, const struct catalog *c, struct match *m,
	   struct status *st)
{
	static const char what[] = "the game cannot be read";
	char name[40];
	sqlite3_stmt *q =
		db ? prepare(db, "SELECT record FROM games WHERE id = ?1", what, st)
		   : NULL;
	if (!q)
		return db ? false : status_fail(st, "nothing is saved here");
	sqlite3_bind_int64(q, 1, id);
	bool read = false;
	int step = sqlite3_step(q);
	snprintf(name, sizeof name, "saved game %lld", (long long)id);
	if (step == SQLITE_ROW && sqlite3_column_text(q, 0))
		read = record_read(m, (const char *)sqlite3_column_text(q, 0), name, c,
				   st);
	else if (step == SQLITE_DONE)
		status_fail(st, "there is no %s", name);
	else
		fail(db, what, st);
	if (read)
		m->id = id;
	sqlite3_finalize(q);
	return read;
}

bool
store_delete(struct store *db, int64_t id, struct status *st)
{
	static const char what[] = "the game cannot be deleted";
	sqlite3_stmt *q =
		db ? prepare(db, "DELETE FROM games WHERE id = ?1", what, st) : NULL;
	if (!q)
		return false;
	sqlite3_bind_int64(q, 1, id);
	if (!finish(db, q, what, st))
		return false;
	return sqlite3_changes(db->db) > 0 ||
	       status_fail(st, "there is no saved game %lld", (long long)id);
}

bool
store_get(struct store *db, const char *key, char *out, int size)
{
	static const char sql[] = "SELECT value FROM settings WHERE key = ?1";
	sqlite3_stmt *q = db ? prepare(db, sql, "", NULL) : NULL;
	if (!q)
		return false;
	bind_text(q, 1, key);
	bool found = sqlite3_step(q) == SQLITE_ROW;
	if (found)
		copy_column(q, 0, out, (size_t)size);
	sqlite3_finalize(q);
	return found;
}

bool
store_set(struct store *db, const char *key, const char *value, struct status *st)
{
	static const char sql[] =
		"INSERT INTO settings (key, value) VALUES (?1, ?2)"
		" ON CONFLICT (key) DO UPDATE SET value = excluded.value";
	static const char what[] = "the setting cannot be saved";
	sqlite3_stmt *q = db ? prepare(db, sql, what, st) : NULL;
	if (!q)
		return false;
	bind_text(q, 1, key);
	bind_text(q, 2, value);
	return finish(db, q, what, st);
}

int
store_totals(struct store *db, struct store_total *out, int max)
{
	static const char sql[] = "SELECT game, count(*), sum(over), sum(won) FROM games"
				  " GROUP BY game ORDER BY game";
	int n = 0;
	sqlite3_stmt *q = db ? prepare(db, sql, "", NULL) : NULL;
	if (!q)
		return 0;
	for (; n < max && sqlite3_step(q) == SQLITE_ROW; n++) {
		copy_column(q, 0, out[n].game, sizeof out[n].game);
		out[n].games = sqlite3_column_int(q, 1);
		out[n].finished = sqlite3_column_int(q, 2);
		out[n].won = sqlite3_column_int(q, 3);
	}
	sqlite3_finalize(q);
	return n;
}

int64_t
store_run(struct store *db, const char *about, struct status *st)
{
	static const char what[] = "the match cannot be saved";
	sqlite3_stmt *q =
		prepare(db, "INSERT OR IGNORE INTO runs (about) VALUES (?1)", what, st);
	int64_t id = 0;
	if (!q)
		return 0;
	bind_text(q, 1, about);
	if (!finish(db, q, what, st) ||
	    !(q = prepare(db, "SELECT id FROM runs WHERE about = ?1", what, st)))
		return 0;
	bind_text(q, 1, about);
	if (sqlite3_step(q) == SQLITE_ROW)
		id = sqlite3_column_int64(q, 0);
	else
		fail(db, what, st);
	sqlite3_finalize(q);
	return id;
}

bool
store_add_result(struct store *db, int64_t run, int64_t number, const char *line,
		 struct status *st)
{
	static const char what[] = "the result cannot be saved";
	sqlite3_stmt *q = prepare(db,
				  "INSERT OR IGNORE INTO results (run, number, line)"
				  " VALUES (?1, ?2, ?3)",
				  what, st);
	if (!q)
		return false;
	sqlite3_bind_int64(q, 1, run);
	sqlite3_bind_int64(q, 2, number);
	bind_text(q, 3, line);
	return finish(db, q, what, st);
}

int64_t
store_results(struct store *db, int64_t run,
	      void (*take)(void *self, int64_t number, const char *line), void *self,
	      struct status *st)
{
	static const char what[] = "the results cannot be read";
	sqlite3_stmt *q =
		prepare(db,
			"SELECT number, line FROM results WHERE run = ?1 ORDER BY number",
			what, st);
	int64_t n = 0;
	int step;
	if (!q)
		return -1;
	sqlite3_bind_int64(q, 1, run);
	for (; (step = sqlite3_step(q)) == SQLITE_ROW; n++)
		take(self, sqlite3_column_int64(q, 0),
		     (const char *)sqlite3_column_text(q, 1));
	if (step != SQLITE_DONE) {
		fail(db, what, st);
		n = -1;
	}
	sqlite3_finalize(q);
	return n;
}
