/*
 * store.c - the games played here, in SQLite. See store.h.
 *
 * One table of games, one row each with the whole record as text, and one of settings. A save is
 * one statement, so it is one transaction: after kill -9 it is there or the one before it. The
 * journal is a write-ahead log with synchronous=NORMAL: it survives the program's death (and keeps
 * the file whole if the power fails). Only moving the log into the file waits for the disk, so that
 * is done every 16 MB and at the end. A save runs on the screen's thread. While searches use every
 * core it takes 0.5 ms at the median and 5 ms at the 99th percentile for 500 moves of Hearts with
 * comments (a record of 46 kB), 1 and 14 ms for 2000 moves: a key's 20 ms hold without a thread for
 * saving. `stamp` grows with every save and sorts the list without asking a clock.
 *
 * Versions (PRAGMA user_version): a file of an older version is brought up to date when it is
 * opened to write, one of a newer version is refused. To read, a file is left as it is: the
 * statements that read must suit every version.
 *
 * A game being continued is held: a lock on one byte, the game's number, of a file beside the
 * database. The kernel drops the locks of a program that has died. (Not on the database: SQLite has
 * locks of its own there.)
 */
#include "src/core/store.h"

#include "src/base/asset.h"
#include "src/base/clock.h"
#include "src/core/record.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUSY_MS 2000 /* another plyscope may be writing */
#define VERSION 1    /* of the tables */

/* Locks of an open file, not of the process, where the system has them. */
#ifdef F_OFD_SETLK
#define SET_LOCK F_OFD_SETLK
#define GET_LOCK F_OFD_GETLK
#else
#define SET_LOCK F_SETLK
#define GET_LOCK F_GETLK
#endif

struct store {
	sqlite3 *db;
	char path[4096];
	int locks; /* the file of locks, -1: not open */
	int64_t *held;
	int held_count;
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
store_prepare(struct store *db, const char *sql, const char *what, struct status *st)
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
store_finish(struct store *db, sqlite3_stmt *q, const char *what, struct status *st)
{
	bool done = sqlite3_step(q) == SQLITE_DONE || fail(db, what, st);
	sqlite3_finalize(q);
	return done;
}

static const char cannot_open[] = "cannot open the saved games";
static const char cannot_read[] = "the saved games cannot be read";

static bool
run_sql(struct store *db, const char *sql, struct status *st)
{
	return sqlite3_exec(db->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
	       fail(db, cannot_open, st);
}

/* The number that a statement gives. */
static bool
ask_number(struct store *db, const char *sql, int *out, struct status *st)
{
	sqlite3_stmt *q = store_prepare(db, sql, cannot_open, st);
	if (!q)
		return false;
	const bool asked = sqlite3_step(q) == SQLITE_ROW || fail(db, cannot_open, st);
	if (asked)
		*out = sqlite3_column_int(q, 0);
	sqlite3_finalize(q);
	return asked;
}

static bool
read_version(struct store *db, int *version, struct status *st)
{
	if (!ask_number(db, "PRAGMA user_version", version, st))
		return false;
	return *version <= VERSION ||
	       status_fail(st,
			   "%s: %s: written by a newer plyscope (version %d, this one "
			   "knows %d)",
			   db->path, cannot_open, *version, VERSION);
}

/* Version 0 has the tables of version 1, at most not all of them. */
static bool
update_tables(struct store *db, struct status *st)
{
	char version[40];
	int now = 0;
	snprintf(version, sizeof version, "PRAGMA user_version = %d", VERSION);
	if (!read_version(db, &now, st))
		return false;
	if (now == VERSION)
		return true;
	if (!run_sql(db, "BEGIN IMMEDIATE", st))
		return false;
	if (read_version(db, &now, st) && run_sql(db, schema, st) &&
	    run_sql(db, version, st) && run_sql(db, "COMMIT", st))
		return true;
	sqlite3_exec(db->db, "ROLLBACK", NULL, NULL, NULL);
	return false;
}

static bool
store_connect_to(struct store *db, const char *name, int flags, struct status *st)
{
	if (sqlite3_open_v2(name, &db->db, flags | SQLITE_OPEN_NOMUTEX, NULL) !=
	    SQLITE_OK)
		return fail(db, cannot_open, st);
	sqlite3_extended_result_codes(db->db, 0);
	sqlite3_busy_timeout(db->db, BUSY_MS);
	return true;
}

/* It has hidden cards, and what was played: a new one is for its owner alone, and so are the files
 * that SQLite puts beside it. */
static void
keep_private(const char *path)
{
	const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0)
		close(fd);
}

static bool
store_open_file(struct store *db, struct status *st)
{
	static const char pragmas[] =
		"PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
		"PRAGMA wal_autocheckpoint=4000";
	int version;
	keep_private(db->path);
	/* what is newer is not touched */
	if (!store_connect_to(db, db->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
			      st) ||
	    !read_version(db, &version, st) || !run_sql(db, pragmas, st) ||
	    !update_tables(db, st))
		return false;
	return sqlite3_db_readonly(db->db, "main") != 1 ||
	       status_fail(st, "%s: %s: it cannot be written to", db->path, cannot_open);
}

static struct store *
new_store(struct status *st)
{
	struct store *db = calloc(1, sizeof *db);
	if (db)
		db->locks = -1;
	else
		status_fail(st, "out of memory");
	return db;
}

struct store *
store_open(const char *path, struct status *st)
{
	struct store *db = new_store(st);
	if (!db)
		return NULL;
	bool placed = true;
	if (path)
		snprintf(db->path, sizeof db->path, "%s", path);
	else
		placed = user_path(USER_DATA, "plyscope.db", db->path, sizeof db->path,
				   st);
	if (placed && store_open_file(db, st))
		return db;
	store_close(db);
	return NULL;
}

/* A name that tells SQLite that nobody changes the file: it then needs no log and no locks. */
static void
add_unchanging(struct text *out, const char *path)
{
	text_add(out, "file:");
	for (const char *p = path; *p; p++)
		text_add(out, strchr("%?#", *p) ? "%%%02X" : "%c", (unsigned char)*p);
	text_add(out, "?immutable=1");
}

static bool
has_log(const struct store *db)
{
	char log[sizeof db->path + 8];
	struct stat s;
	snprintf(log, sizeof log, "%s-wal", db->path);
	return stat(log, &s) == 0 && s.st_size > 0;
}

/* Read-only. A place that cannot be written to has no room for the files beside a database with
 * a log; when its log is empty, it can be read without them. */
static bool
open_to_read(struct store *db, bool *any, struct status *st)
{
	static const char tables[] =
		"SELECT count(*) FROM sqlite_master WHERE name = 'games'";
	struct status why = { 0 };
	int version, games = 0;
	bool read = store_connect_to(db, db->path, SQLITE_OPEN_READONLY, &why) &&
		    read_version(db, &version, &why) &&
		    ask_number(db, tables, &games, &why);
	const int code = sqlite3_errcode(db->db);
	if (!read && (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) &&
	    !has_log(db)) {
		struct text name = { 0 };
		add_unchanging(&name, db->path);
		sqlite3_close(db->db);
		why = (struct status){ 0 };
		read = store_connect_to(db, name.s,
					SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, &why) &&
		       read_version(db, &version, &why) &&
		       ask_number(db, tables, &games, &why);
		text_free(&name);
	}
	*any = games > 0;
	return read || status_fail(st, "%s", why.text);
}

struct store *
store_open_to_read(const char *path, struct status *st)
{
	struct store *db = new_store(st);
	bool any = false;
	if (!db)
		return NULL;
	if (path)
		snprintf(db->path, sizeof db->path, "%s", path);
	else if (!user_find(USER_DATA, "plyscope.db", db->path, sizeof db->path))
		status_fail(st, "plyscope.db: no place for it: HOME is not set to a "
				"directory");
	if (db->path[0] && (access(db->path, F_OK) == 0 || errno != ENOENT) &&
	    open_to_read(db, &any, st) && any)
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
	if (db->locks >= 0)
		close(db->locks);
	free(db->held);
	free(db);
}

/* ---- holding ---- */

/* Sets or asks for the lock of a game; false: another one has it. A place without locks holds
 * nobody up. */
static bool
lock_game(struct store *db, int command, short type, int64_t id)
{
	struct flock lock = {
		.l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)id, .l_len = 1
	};
	if (db->locks < 0) {
		char path[sizeof db->path + 8];
		snprintf(path, sizeof path, "%s-held", db->path);
		db->locks = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	}
	if (db->locks < 0)
		return true;
	if (fcntl(db->locks, command, &lock) != 0)
		return errno != EAGAIN && errno != EACCES;
	return command != GET_LOCK || lock.l_type == F_UNLCK;
}

static int
find_held(const struct store *db, int64_t id)
{
	int i = 0;
	while (i < db->held_count && db->held[i] != id)
		i++;
	return i;
}

/* False: another program holds the game. */
static bool
may_write(struct store *db, int64_t id, struct status *st)
{
	return find_held(db, id) < db->held_count ||
	       lock_game(db, GET_LOCK, F_WRLCK, id) ||
	       status_fail(st, "game %lld is being played in another plyscope",
			   (long long)id);
}

bool
store_hold(struct store *db, int64_t id, struct status *st)
{
	if (find_held(db, id) < db->held_count)
		return status_fail(st, "game %lld is being played at another table",
				   (long long)id);
	if (!lock_game(db, SET_LOCK, F_WRLCK, id))
		return status_fail(st, "game %lld is being played in another plyscope",
				   (long long)id);
	int64_t *grown = realloc(db->held, (size_t)(db->held_count + 1) * sizeof *grown);
	if (!grown)
		BUG("out of memory for a number");
	db->held = grown;
	db->held[db->held_count++] = id;
	return true;
}

void
store_release(struct store *db, int64_t id)
{
	const int at = find_held(db, id);
	if (at == db->held_count)
		return;
	db->held[at] = db->held[--db->held_count];
	lock_game(db, SET_LOCK, F_UNLCK, id);
}

/* ---- games ---- */

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
	if (!db || (m->id && !may_write(db, m->id, st)))
		return false;
	sqlite3_stmt *q = store_prepare(db, sql, what, st);
	struct text record = { 0 };
	if (!q)
		return false;
	record_write(m, &record);
	bind_match(q, m, record.s);
	text_free(&record);
	const bool saved = store_finish(db, q, what, st);
	/* after one wait in vain, later moves are not held up */
	sqlite3_busy_timeout(db->db, saved ? BUSY_MS : 0);
	if (!saved)
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

/* The next row; false behind the last. *n becomes -1 when it cannot be read. */
static bool
next_row(struct store *db, sqlite3_stmt *q, int *n, struct status *st)
{
	const int step = sqlite3_step(q);
	if (step == SQLITE_ROW)
		return true;
	if (step != SQLITE_DONE) {
		fail(db, cannot_read, st);
		*n = -1;
	}
	return false;
}

int
store_list(struct store *db, const char *game, bool open, struct store_row *out, int max,
	   struct status *st)
{
	static const char sql[] =
		"SELECT id, game, updated, title, result, plies, over FROM games"
		" WHERE (?1 IS NULL OR game = ?1) AND (?2 = 0 OR over = 0)"
		" ORDER BY stamp DESC LIMIT ?3";
	int n = 0;
	if (!db)
		return 0;
	sqlite3_stmt *q = store_prepare(db, sql, cannot_read, st);
	if (!q)
		return -1;
	bind_text(q, 1, game);
	sqlite3_bind_int(q, 2, open);
	sqlite3_bind_int(q, 3, max);
	while (n >= 0 && n < max && next_row(db, q, &n, st)) {
		struct store_row *row = &out[n++];
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
store_lacks(struct store *db, int64_t id)
{
	sqlite3_stmt *q =
		db ? store_prepare(db, "SELECT 1 FROM games WHERE id = ?1", "", NULL)
		   : NULL;
	if (!q)
		return db == NULL;
	sqlite3_bind_int64(q, 1, id);
	const bool lacks = sqlite3_step(q) == SQLITE_DONE;
	sqlite3_finalize(q);
	return lacks;
}

bool
store_load(struct store *db, int64_t id, const struct catalog *c, struct match *m,
	   struct status *st)
{
	static const char what[] = "the game cannot be read";
	char name[40];
	sqlite3_stmt *q =
		db ? store_prepare(db, "SELECT record FROM games WHERE id = ?1", what, st)
		   : NULL;
	if (!q)
		return db ? false
			  : status_fail(st, "no games are saved here: the store could "
					    "not be opened");
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
		db && may_write(db, id, st)
			? store_prepare(db, "DELETE FROM games WHERE id = ?1", what, st)
			: NULL;
	if (!q)
		return false;
	sqlite3_bind_int64(q, 1, id);
	if (!store_finish(db, q, what, st))
		return false;
	return sqlite3_changes(db->db) > 0 ||
	       status_fail(st, "there is no saved game %lld", (long long)id);
}

bool
store_get(struct store *db, const char *key, char *out, int size)
{
	static const char sql[] = "SELECT value FROM settings WHERE key = ?1";
	sqlite3_stmt *q = db ? store_prepare(db, sql, "", NULL) : NULL;
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
	sqlite3_stmt *q = db ? store_prepare(db, sql, what, st) : NULL;
	if (!q)
		return false;
	bind_text(q, 1, key);
	bind_text(q, 2, value);
	return store_finish(db, q, what, st);
}

int
store_totals(struct store *db, struct store_total *out, int max, struct status *st)
{
	static const char sql[] = "SELECT game, count(*), sum(over), sum(won) FROM games"
				  " GROUP BY game ORDER BY game";
	int n = 0;
	if (!db)
		return 0;
	sqlite3_stmt *q = store_prepare(db, sql, cannot_read, st);
	if (!q)
		return -1;
	while (n >= 0 && n < max && next_row(db, q, &n, st)) {
		struct store_total *t = &out[n++];
		copy_column(q, 0, t->game, sizeof t->game);
		t->games = sqlite3_column_int(q, 1);
		t->finished = sqlite3_column_int(q, 2);
		t->won = sqlite3_column_int(q, 3);
	}
	sqlite3_finalize(q);
	return n;
}

static const char costs_table[] =
	"CREATE TABLE IF NOT EXISTS costs (game INTEGER NOT NULL, ply INTEGER NOT NULL,"
	" hand INTEGER NOT NULL, kind TEXT NOT NULL, points REAL NOT NULL,"
	" PRIMARY KEY (game, ply))";

bool
store_add_cost(struct store *db, int64_t game, int ply, int hand, const char *kind,
	       double points, struct status *st)
{
	static const char what[] = "what a move cost cannot be saved";
	sqlite3_stmt *q =
		run_sql(db, costs_table, st)
			? store_prepare(db,
					"INSERT OR REPLACE INTO costs VALUES (?1, ?2, "
					"?3, ?4, ?5)",
					what, st)
			: NULL;
	if (!q)
		return false;
	sqlite3_bind_int64(q, 1, game);
	sqlite3_bind_int(q, 2, ply);
	sqlite3_bind_int(q, 3, hand);
	bind_text(q, 4, kind);
	sqlite3_bind_double(q, 5, points);
	return store_finish(db, q, what, st);
}

/* Whether anything was ever saved in a table that is made with its first row. */
static bool
store_has_table(struct store *db, const char *name, struct status *st)
{
	static const char sql[] = "SELECT 1 FROM sqlite_master WHERE name = ?1";
	sqlite3_stmt *q = db != NULL ? store_prepare(db, sql, cannot_read, st) : NULL;
	if (!q)
		return false;
	bind_text(q, 1, name);
	const bool found = sqlite3_step(q) == SQLITE_ROW;
	sqlite3_finalize(q);
	return found;
}

int
store_profiles(struct store *db, struct store_profile *out, int max, struct status *st)
{
	static const char sql[] =
		"WITH c AS (SELECT g.game, substr(g.started, 1, 7) AS month, c.kind,"
		" c.points, c.game || '.' || c.hand AS hand"
		" FROM costs c JOIN games g ON g.id = c.game),"
		" h AS (SELECT game, month, count(DISTINCT hand) AS hands FROM c"
		" GROUP BY game, month)"
		" SELECT c.game, c.month, c.kind, count(*), h.hands,"
		" sum(c.points) / h.hands AS lost FROM c JOIN h"
		" ON h.game = c.game AND h.month = c.month"
		" GROUP BY c.game, c.month, c.kind ORDER BY c.game, c.month, lost DESC";
	int n = 0;
	if (!store_has_table(db, "costs", st))
		return 0;
	sqlite3_stmt *q = store_prepare(db, sql, cannot_read, st);
	if (!q)
		return -1;
	while (n >= 0 && n < max && next_row(db, q, &n, st)) {
		struct store_profile *p = &out[n++];
		copy_column(q, 0, p->game, sizeof p->game);
		copy_column(q, 1, p->month, sizeof p->month);
		copy_column(q, 2, p->kind, sizeof p->kind);
		p->decisions = sqlite3_column_int(q, 3);
		p->hands = sqlite3_column_int(q, 4);
		p->points = sqlite3_column_double(q, 5);
	}
	sqlite3_finalize(q);
	return n;
}

static const char drills_table[] =
	"CREATE TABLE IF NOT EXISTS drills (game TEXT NOT NULL, kind TEXT NOT NULL,"
	" day TEXT NOT NULL, cost REAL NOT NULL, good INTEGER NOT NULL)";

bool
store_add_drill(struct store *db, const char *game, const char *kind, double cost,
		bool good, struct status *st)
{
	static const char what[] = "the answer cannot be saved";
	char day[20];
	sqlite3_stmt *q =
		run_sql(db, drills_table, st)
			? store_prepare(db,
					"INSERT INTO drills VALUES (?1, ?2, ?3, "
					"?4, ?5)",
					what, st)
			: NULL;
	if (!q)
		return false;
	clock_date(day);
	bind_text(q, 1, game);
	bind_text(q, 2, kind);
	bind_text(q, 3, day);
	sqlite3_bind_double(q, 4, cost);
	sqlite3_bind_int(q, 5, good);
	return store_finish(db, q, what, st);
}

int
store_drills(struct store *db, const char *game, struct store_drill *out, int max,
	     struct status *st)
{
	static const char sql[] =
		"SELECT substr(day, 1, 7) AS month, kind, count(*), sum(good), avg(cost)"
		" FROM drills WHERE game = ?1 GROUP BY month, kind"
		" ORDER BY month DESC, kind";
	int n = 0;
	if (!store_has_table(db, "drills", st))
		return 0;
	sqlite3_stmt *q = store_prepare(db, sql, cannot_read, st);
	if (!q)
		return -1;
	bind_text(q, 1, game);
	while (n >= 0 && n < max && next_row(db, q, &n, st)) {
		struct store_drill *d = &out[n++];
		copy_column(q, 0, d->month, sizeof d->month);
		copy_column(q, 1, d->kind, sizeof d->kind);
		d->answers = sqlite3_column_int(q, 2);
		d->good = sqlite3_column_int(q, 3);
		d->cost = sqlite3_column_double(q, 4);
	}
	sqlite3_finalize(q);
	return n;
}

int64_t
store_run(struct store *db, const char *about, struct status *st)
{
	static const char what[] = "the match cannot be saved";
	sqlite3_stmt *q =
		store_prepare(db, "INSERT OR IGNORE INTO runs (about) VALUES (?1)", what,
			      st);
	int64_t id = 0;
	if (!q)
		return 0;
	bind_text(q, 1, about);
	if (!store_finish(db, q, what, st) ||
	    !(q = store_prepare(db, "SELECT id FROM runs WHERE about = ?1", what, st)))
		return 0;
	bind_text(q, 1, about);
	if (sqlite3_step(q) == SQLITE_ROW)
		id = sqlite3_column_int64(q, 0);
	else
		fail(db, what, st);
	sqlite3_finalize(q);
	if (id <= 0)
		status_fail(st,
			    "%s: the match has the number %lld, expected 1 or more: "
			    "the file is damaged; move it away to start a new one",
			    db->path, (long long)id);
	return id;
}

bool
store_add_result(struct store *db, int64_t run, int64_t number, const char *line,
		 struct status *st)
{
	static const char what[] = "the result cannot be saved";
	sqlite3_stmt *q =
		store_prepare(db,
			      "INSERT OR REPLACE INTO results (run, number, line)"
			      " VALUES (?1, ?2, ?3)",
			      what, st);
	if (!q)
		return false;
	sqlite3_bind_int64(q, 1, run);
	sqlite3_bind_int64(q, 2, number);
	bind_text(q, 3, line);
	return store_finish(db, q, what, st);
}

int64_t
store_results(struct store *db, int64_t run,
	      void (*take)(void *self, int64_t number, const char *line), void *self,
	      struct status *st)
{
	static const char what[] = "the results cannot be read";
	sqlite3_stmt *q = store_prepare(
		db, "SELECT number, line FROM results WHERE run = ?1 ORDER BY number",
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

int
store_runs(struct store *db)
{
	sqlite3_stmt *q = store_prepare(db, "SELECT count(*) FROM runs", "", NULL);
	if (!q)
		return 0;
	const int n = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int(q, 0) : 0;
	sqlite3_finalize(q);
	return n;
}

bool
store_add_machine(struct store *db, int64_t run, const struct store_machine *m,
		  struct status *st)
{
	static const char what[] = "the machine cannot be saved";
	static const char table[] =
		"CREATE TABLE IF NOT EXISTS machines (run INTEGER NOT NULL,"
		" rank INTEGER NOT NULL, host TEXT NOT NULL, processor TEXT NOT NULL,"
		" cores INTEGER NOT NULL, nodes_per_s REAL NOT NULL,"
		" PRIMARY KEY (run, rank, host))";
	static const char sql[] =
		"INSERT OR REPLACE INTO machines VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
	sqlite3_stmt *q =
		run_sql(db, table, st) ? store_prepare(db, sql, what, st) : NULL;
	if (!q)
		return false;
	sqlite3_bind_int64(q, 1, run);
	sqlite3_bind_int(q, 2, m->rank);
	bind_text(q, 3, m->host);
	bind_text(q, 4, m->processor);
	sqlite3_bind_int(q, 5, m->cores);
	sqlite3_bind_double(q, 6, m->nodes_per_s);
	return store_finish(db, q, what, st);
}
