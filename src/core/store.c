/*
 * store.c - the games played here, in SQLite. See store.h.
 *
 * One table of games, one row each with the whole record as text, and one of settings. A save is
 * one statement, so it is one transaction: after kill -9 it is there or the one before it. The
 * journal is a write-ahead log with synchronous=NORMAL: it survives the program's death (and keeps
 * the file whole if the power fails). Only moving the log into the file waits for the disk, so that
 * is done every 16 MB and at the end. A save runs on the screen's thread. While searches use every
 * core it takes 0.5 ms at the median and 5 ms at the 99th percentile for 500 moves of cards with
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
#include <stdarg.h>
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

static const char cannot_open[] = "cannot open the saved games";
static const char cannot_read[] = "the saved games cannot be read";

/* Asks a statement, up to its first row, with the values that `form` lists: i int, l int64_t,
 * d double, s text or NULL. NULL: st says why not. */
static sqlite3_stmt *
ask(struct store *db, struct status *st, const char *what, const char *sql,
    const char *form, ...)
{
	sqlite3_stmt *q = NULL;
	va_list values;
	if (sqlite3_prepare_v2(db->db, sql, -1, &q, NULL) != SQLITE_OK) {
		fail(db, what, st);
		return NULL;
	}
	va_start(values, form);
	for (int at = 1; *form != '\0'; form++, at++)
		if (*form == 'i')
			sqlite3_bind_int(q, at, va_arg(values, int));
		else if (*form == 'l')
			sqlite3_bind_int64(q, at, va_arg(values, int64_t));
		else if (*form == 'd')
			sqlite3_bind_double(q, at, va_arg(values, double));
		else
			sqlite3_bind_text(q, at, va_arg(values, const char *), -1,
					  SQLITE_TRANSIENT);
	va_end(values);
	sqlite3_step(q);
	return q;
}

static bool
at_row(sqlite3_stmt *q)
{
	return q != NULL && sqlite3_data_count(q) > 0;
}

/* Reads the row into what follows and goes to the next one. `form` as in ask(): an int *,
 * int64_t *, double *, or for text a char * and its size_t. False: no row. */
static bool
take_row(sqlite3_stmt *q, const char *form, ...)
{
	va_list out;
	if (!at_row(q))
		return false;
	va_start(out, form);
	for (int i = 0; form[i] != '\0'; i++)
		if (form[i] == 'i') {
			*va_arg(out, int *) = sqlite3_column_int(q, i);
		} else if (form[i] == 'l') {
			*va_arg(out, int64_t *) = sqlite3_column_int64(q, i);
		} else if (form[i] == 'd') {
			*va_arg(out, double *) = sqlite3_column_double(q, i);
		} else {
			const unsigned char *text = sqlite3_column_text(q, i);
			char *to = va_arg(out, char *);
			snprintf(to, va_arg(out, size_t), "%s",
				 text ? (const char *)text : "");
		}
	va_end(out);
	sqlite3_step(q);
	return true;
}

/* Ends a statement; false: it could not be asked, or its rows could not be read. */
static bool
end(struct store *db, struct status *st, const char *what, sqlite3_stmt *q)
{
	return q != NULL && (sqlite3_finalize(q) == SQLITE_OK || fail(db, what, st));
}

/* Does a statement that gives no rows: the values follow sql and their form. */
#define store_do(db, st, what, ...) end(db, st, what, ask(db, st, what, __VA_ARGS__))

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
	sqlite3_stmt *q = ask(db, st, cannot_open, sql, "");
	take_row(q, "i", out);
	return end(db, st, cannot_open, q);
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

static bool
open_to_write(struct store *db, struct status *st)
{
	static const char pragmas[] =
		"PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
		"PRAGMA wal_autocheckpoint=4000";
	int version;
	/* It has hidden cards, and what was played: a new one is for its owner alone, and so are
	 * the files that SQLite puts beside it. */
	const int fd = open(db->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0)
		close(fd);
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
	if (placed && open_to_write(db, st))
		return db;
	store_close(db);
	return NULL;
}

/* Whether it has games; a failure is st's. */
static bool
connect_to_read(struct store *db, const char *name, int flags, struct status *st)
{
	int version, games = 0;
	return store_connect_to(db, name, SQLITE_OPEN_READONLY | flags, st) &&
	       read_version(db, &version, st) &&
	       ask_number(db, "SELECT count(*) FROM sqlite_master WHERE name = 'games'",
			  &games, st) &&
	       games > 0;
}

/* Read-only. A place that cannot be written to has no room for the files beside a database with
 * a log; when its log is empty, it can be read without them. */
static bool
open_to_read(struct store *db, struct status *st)
{
	struct status why = { 0 };
	struct stat log = { 0 };
	char name[sizeof db->path + 8];
	bool any = connect_to_read(db, db->path, 0, &why);
	const int code = sqlite3_errcode(db->db);
	snprintf(name, sizeof name, "%s-wal", db->path);
	if (why.failed && (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) &&
	    (stat(name, &log) != 0 || log.st_size == 0)) {
		/* a name that tells SQLite that nobody changes the file: it then needs no log
		 * and no locks */
		struct text uri = { 0 };
		text_add(&uri, "file:");
		for (const char *p = db->path; *p; p++)
			text_add(&uri, strchr("%?#", *p) ? "%%%02X" : "%c",
				 (unsigned char)*p);
		text_add(&uri, "?immutable=1");
		sqlite3_close(db->db);
		why = (struct status){ 0 };
		any = connect_to_read(db, uri.s, SQLITE_OPEN_URI, &why);
		text_free(&uri);
	}
	if (why.failed)
		status_fail(st, "%s", why.text);
	return any;
}

struct store *
store_open_to_read(const char *path, struct status *st)
{
	struct store *db = new_store(st);
	if (!db)
		return NULL;
	if (path)
		snprintf(db->path, sizeof db->path, "%s", path);
	else if (!user_find(USER_DATA, "plyscope.db", db->path, sizeof db->path))
		status_fail(st, "plyscope.db: no place for it: HOME is not set to a "
				"directory");
	if (db->path[0] && (access(db->path, F_OK) == 0 || errno != ENOENT) &&
	    open_to_read(db, st))
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

bool
store_save(struct store *db, struct match *m, struct status *st)
{
	static const char sql[] =
		"INSERT INTO games (id, game, started, updated, title, result, plies,"
		" over, won, record, stamp)"
		" VALUES (nullif(?1, 0), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
		" (SELECT coalesce(max(stamp), 0) + 1 FROM games))"
		" ON CONFLICT (id) DO UPDATE SET updated = excluded.updated,"
		" title = excluded.title, result = excluded.result,"
		" plies = excluded.plies, over = excluded.over, won = excluded.won,"
		" record = excluded.record, stamp = excluded.stamp";
	char title[96], result[96], updated[20];
	struct text record = { 0 };
	if (!db || (m->id && !may_write(db, m->id, st)))
		return false;
	format_title(m, title, sizeof title);
	match_result(m, result, sizeof result);
	clock_date(updated);
	record_write(m, &record);
	const bool saved =
		store_do(db, st, "the game cannot be saved", sql, "lsssssiiis", m->id,
			 m->setup.game.ops->key, m->date, updated, title, result, m->at,
			 match_over(m), person_won(m), record.s);
	text_free(&record);
	/* after one wait in vain, later moves are not held up */
	sqlite3_busy_timeout(db->db, saved ? BUSY_MS : 0);
	if (saved && !m->id)
		m->id = sqlite3_last_insert_rowid(db->db);
	return saved;
}

int
store_list(struct store *db, const char *game, bool open, struct store_row *out, int max,
	   struct status *st)
{
	static const char sql[] =
		"SELECT id, game, updated, title, result, plies, over, won,"
		" (length(record) - length(replace(record, ' \"human\"]', ''))) / 9"
		" FROM games"
		" WHERE (?1 IS NULL OR game = ?1) AND (?2 = 0 OR over = 0)"
		" ORDER BY stamp DESC LIMIT ?3";
	int n = 0, over = 0, won = 0;
	if (!db)
		return 0;
	sqlite3_stmt *q = ask(db, st, cannot_read, sql, "sii", game, open, max);
	for (struct store_row *r = out;
	     n < max && take_row(q, "lssssiiii", &r->id, r->game, sizeof r->game, r->date,
				 sizeof r->date, r->title, sizeof r->title, r->result,
				 sizeof r->result, &r->plies, &over, &won, &r->persons);
	     r = &out[++n]) {
		r->over = over != 0;
		r->won = won != 0;
	}
	return end(db, st, cannot_read, q) ? n : -1;
}

bool
store_lacks(struct store *db, int64_t id)
{
	int games = 0;
	if (!db)
		return true;
	sqlite3_stmt *q =
		ask(db, NULL, "", "SELECT count(*) FROM games WHERE id = ?1", "l", id);
	take_row(q, "i", &games);
	return end(db, NULL, "", q) && games == 0;
}

bool
store_load(struct store *db, int64_t id, const struct catalog *c, struct match *m,
	   struct status *st)
{
	static const char what[] = "the game cannot be read";
	char name[40];
	if (!db)
		return status_fail(
			st, "no games are saved here: the store could not be opened");
	sqlite3_stmt *q =
		ask(db, st, what, "SELECT record FROM games WHERE id = ?1", "l", id);
	snprintf(name, sizeof name, "saved game %lld", (long long)id);
	const char *record = at_row(q) ? (const char *)sqlite3_column_text(q, 0) : NULL;
	const bool read = record && record_read(m, record, name, c, st);
	if (read)
		m->id = id;
	if (end(db, st, what, q) && !record)
		status_fail(st, "there is no %s", name);
	return read;
}

bool
store_delete(struct store *db, int64_t id, struct status *st)
{
	if (!db || !may_write(db, id, st) ||
	    !store_do(db, st, "the game cannot be deleted",
		      "DELETE FROM games WHERE id = ?1", "l", id))
		return false;
	return sqlite3_changes(db->db) > 0 ||
	       status_fail(st, "there is no saved game %lld", (long long)id);
}

bool
store_get(struct store *db, const char *key, char *out, int size)
{
	if (!db)
		return false;
	sqlite3_stmt *q =
		ask(db, NULL, "", "SELECT value FROM settings WHERE key = ?1", "s", key);
	const bool found = take_row(q, "s", out, (size_t)size);
	return end(db, NULL, "", q) && found;
}

bool
store_set(struct store *db, const char *key, const char *value, struct status *st)
{
	return db != NULL && store_do(db, st, "the setting cannot be saved",
				      "INSERT OR REPLACE INTO settings VALUES (?1, ?2)",
				      "ss", key, value);
}

bool
store_add_cost(struct store *db, int64_t game, int ply, int hand, const char *kind,
	       double points, struct status *st)
{
	static const char table[] =
		"CREATE TABLE IF NOT EXISTS costs (game INTEGER NOT NULL,"
		" ply INTEGER NOT NULL, hand INTEGER NOT NULL, kind TEXT NOT NULL,"
		" points REAL NOT NULL, PRIMARY KEY (game, ply))";
	return run_sql(db, table, st) &&
	       store_do(db, st, "what a move cost cannot be saved",
			"INSERT OR REPLACE INTO costs VALUES (?1, ?2, ?3, ?4, ?5)",
			"liisd", game, ply, hand, kind, points);
}

/* Whether anything was ever saved in a table that is made with its first row. */
static bool
store_has_table(struct store *db, const char *name, struct status *st)
{
	static const char sql[] = "SELECT 1 FROM sqlite_master WHERE name = ?1";
	sqlite3_stmt *q = db != NULL ? ask(db, st, cannot_read, sql, "s", name) : NULL;
	const bool found = at_row(q);
	return end(db, st, cannot_read, q) && found;
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
	sqlite3_stmt *q = ask(db, st, cannot_read, sql, "");
	for (struct store_profile *p = out;
	     n < max &&
	     take_row(q, "sssiid", p->game, sizeof p->game, p->month, sizeof p->month,
		      p->kind, sizeof p->kind, &p->decisions, &p->hands, &p->points);
	     p = &out[++n])
		;
	return end(db, st, cannot_read, q) ? n : -1;
}

bool
store_add_drill(struct store *db, const char *game, const char *kind, double cost,
		bool good, struct status *st)
{
	static const char table[] =
		"CREATE TABLE IF NOT EXISTS drills (game TEXT NOT NULL,"
		" kind TEXT NOT NULL, day TEXT NOT NULL, cost REAL NOT NULL,"
		" good INTEGER NOT NULL)";
	char day[20];
	clock_date(day);
	return run_sql(db, table, st) &&
	       store_do(db, st, "the answer cannot be saved",
			"INSERT INTO drills VALUES (?1, ?2, ?3, ?4, ?5)", "sssdi", game,
			kind, day, cost, good);
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
	sqlite3_stmt *q = ask(db, st, cannot_read, sql, "s", game);
	for (struct store_drill *d = out;
	     n < max && take_row(q, "ssiid", d->month, sizeof d->month, d->kind,
				 sizeof d->kind, &d->answers, &d->good, &d->cost);
	     d = &out[++n])
		;
	return end(db, st, cannot_read, q) ? n : -1;
}

int64_t
store_run(struct store *db, const char *about, struct status *st)
{
	static const char what[] = "the match cannot be saved";
	int64_t id = 0;
	if (!store_do(db, st, what, "INSERT OR IGNORE INTO runs (about) VALUES (?1)", "s",
		      about))
		return 0;
	sqlite3_stmt *q =
		ask(db, st, what, "SELECT id FROM runs WHERE about = ?1", "s", about);
	take_row(q, "l", &id);
	if (end(db, st, what, q) && id <= 0)
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
	return store_do(db, st, "the result cannot be saved",
			"INSERT OR REPLACE INTO results VALUES (?1, ?2, ?3)", "lls", run,
			number, line);
}

int64_t
store_results(struct store *db, int64_t run,
	      void (*take)(void *self, int64_t number, const char *line), void *self,
	      struct status *st)
{
	static const char what[] = "the results cannot be read";
	sqlite3_stmt *q =
		ask(db, st, what,
		    "SELECT number, line FROM results WHERE run = ?1 ORDER BY number",
		    "l", run);
	int64_t n = 0;
	for (; at_row(q); n++, sqlite3_step(q))
		take(self, sqlite3_column_int64(q, 0),
		     (const char *)sqlite3_column_text(q, 1));
	return end(db, st, what, q) ? n : -1;
}

bool
store_add_machine(struct store *db, int64_t run, const struct store_machine *m,
		  struct status *st)
{
	static const char table[] =
		"CREATE TABLE IF NOT EXISTS machines (run INTEGER NOT NULL,"
		" rank INTEGER NOT NULL, host TEXT NOT NULL, processor TEXT NOT NULL,"
		" cores INTEGER NOT NULL, nodes_per_s REAL NOT NULL,"
		" PRIMARY KEY (run, rank, host))";
	return run_sql(db, table, st) &&
	       store_do(db, st, "the machine cannot be saved",
			"INSERT OR REPLACE INTO machines VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
			"lissid", run, m->rank, m->host, m->processor, m->cores,
			m->nodes_per_s);
}
