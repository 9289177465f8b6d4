/*
 * home.c - the first screen: sit down, go on, or look around.
 *
 * The rows are built when the screen comes to the top. The first one starts a game: Enter is enough.
 * Games that were left follow it, the newest first. How long a game of cards is to be is chosen with
 * the arrows and remembered in the store.
 */
#include "src/base/asset.h"
#include "src/base/file.h"
#include "src/core/game.h"
#include "src/core/record.h"
#include "ui/list.h"
#include "ui/screens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MAX    80
#define AT_ONCE	    3 /* games offered at the top; the list below has all of them */
#define UNFINISHED  3 /* games to go on with, until all are asked for */
#define GO_ON	    "Go on: "
#define LOOKED_AT   30	/* newest games searched for those in which somebody has moved */
#define WIDTH	    100 /* of the column of rows on wide screens */
#define NOTE_COLUMN 28

enum row_kind {
	ROW_BLANK,
	ROW_HEADING,
	ROW_PLAY,   /* starts at once */
	ROW_RESUME, /* an unfinished game */
	ROW_MORE,   /* unfolds those that have no row */
	ROW_GAME,   /* the form of a new game */
	ROW_WATCH,  /* the same with searches on every seat */
	ROW_RECORD,
	ROW_ACTION, /* runs an action or command by name */
};

struct home_row {
	enum row_kind kind;
	const struct game_ops *game;
	int64_t id; /* in the store */
	const char *action;
	char text[100], note[160];
};

struct home {
	struct screen screen;
	struct list list;
	struct home_row rows[ROWS_MAX];
	int count;
	int64_t doomed; /* the game that a second `d` deletes */
	bool all;	/* unfinished games do not fold */
	bool coached;	/* the setting that a row shows */
	bool seen;	/* it has been on the screen */
	bool welcome;	/* the very first start, until another screen is opened */
};

static const char *const welcome[] = {
	"plyscope plays games of cards and boards, and shows how a search thinks.",
	"Enter starts the line at the cursor: a game against searches, a lesson.",
	"In a game the arrows choose and Enter plays; the mouse does the same.",
	"?  lists all keys of a screen and what its words mean.",
	"q  goes back, and from here it leaves; every game is saved by itself.",
};
#define WELCOME_LINES (int)(sizeof welcome / sizeof *welcome)
#define WELCOME_WIDTH 72

static struct home_row *
home_add_row(struct home *h, enum row_kind kind, const char *text, const char *note)
{
	if (h->count == ROWS_MAX)
		return &h->rows[ROWS_MAX - 1];
	struct home_row *r = &h->rows[h->count++];
	*r = (struct home_row){ .kind = kind };
	snprintf(r->text, sizeof r->text, "%s", text);
	snprintf(r->note, sizeof r->note, "%s", note ? note : "");
	return r;
}

static void
home_add_heading(struct home *h, const char *text)
{
	if (h->count > 0)
		home_add_row(h, ROW_BLANK, "", NULL);
	home_add_row(h, ROW_HEADING, text, NULL);
}

static void
add_action(struct home *h, const char *text, const char *note, const char *action)
{
	home_add_row(h, ROW_ACTION, text, note)->action = action;
}

/* How long a game may be, the shortest first. */
static const struct length {
	const char *game, *words, *variant;
} lengths[] = {
	{ "hearts", "one hand", "to=0" },	 { "hearts", "four hands", "hands=4" },
	{ "hearts", "to 50 points", "to=50" },	 { "hearts", "to 100 points", "to=100" },
	{ "spades", "one hand", "to=0" },	 { "spades", "to 200 points", "to=200" },
	{ "spades", "to 500 points", "to=500" },
};
#define LENGTHS (int)(sizeof lengths / sizeof *lengths)

/* The one chosen last, at first the shortest; -1: the game has only one. */
static int
length_of(struct ui *ui, const struct game_ops *g)
{
	char key[40], last[24] = "";
	int first = -1;
	snprintf(key, sizeof key, "length.%s", g->key);
	store_get(ui->store, key, last, sizeof last);
	for (int i = LENGTHS - 1; i >= 0; i--) {
		if (strcmp(lengths[i].game, g->key) != 0)
			continue;
		first = i;
		if (strcmp(lengths[i].variant, last) == 0)
			break;
	}
	return first;
}

/* "Play Hearts, one hand", and its opponents. */
static void
add_play_row(struct ui *ui, struct home *h, const struct game_ops *g)
{
	static const char *const words[] = { "no",   "one",  "two", "three",
					     "four", "five", "six" };
	const int others = g->seats_default - 1, length = length_of(ui, g);
	char text[100], note[160] = "";
	snprintf(text, sizeof text, "Play %s%s%s", g->title, length >= 0 ? ", " : "",
		 length >= 0 ? lengths[length].words : "");
	if (others > 0)
		snprintf(note, sizeof note, "%s medium opponent%s%s",
			 words[others < 6 ? others : 6], others == 1 ? "" : "s",
			 length >= 0 ? "; left, right: length" : "");
	home_add_row(h, ROW_PLAY, text, note)->game = g;
}

static void
add_unfinished_rows(struct ui *ui, struct home *h)
{
	struct store_row found[LOOKED_AT];
	struct status st = { 0 };
	char text[100], note[160];
	int n = store_list(ui->store, NULL, true, found, LOOKED_AT, &st), shown = 0;
	if (st.failed)
		ui_message(ui, "%s", st.text);
	for (int i = 0; i < n; i++) {
		const struct game_ops *g = catalog_game(ui->catalog, found[i].game);
		if (found[i].plies == 0) /* all moves were taken back */
			continue;
		if (shown++ >= UNFINISHED && !h->all)
			continue;
		snprintf(text, sizeof text, GO_ON "%s", g ? g->title : found[i].game);
		snprintf(note, sizeof note, "%.16s  after ply %d  %s", found[i].date,
			 found[i].plies, found[i].title);
		struct home_row *r = home_add_row(h, ROW_RESUME, text, note);
		r->id = found[i].id;
		r->game = g;
	}
	snprintf(text, sizeof text, "%d more unfinished games", shown - UNFINISHED);
	if (shown > UNFINISHED && !h->all)
		home_add_row(h, ROW_MORE, text, "Enter shows them");
}

static void
rebuild(struct ui *ui, struct home *h)
{
	h->count = 0;
	h->doomed = 0;
	h->coached = ui->settings.coach;
	home_add_heading(h, "Sit down");
	for (int i = 0; i < AT_ONCE && ui->catalog->games[i]; i++) {
		add_play_row(ui, h, ui->catalog->games[i]);
		if (i == 0)
			add_unfinished_rows(ui, h);
	}
	/* Above the growing list of games, where a newcomer sees it without pressing a key. */
	add_action(h, "Lessons", "a search explained stop by stop", "lesson");
	add_action(h, ui->settings.coach ? "Coach: on" : "Coach: off",
		   "Enter: tell me what each of my moves cost",
		   ui->settings.coach ? "set coach off" : "set coach on");
	add_action(h, "Drill", "spots of hold'em to answer, judged by a solver", "drill");
	home_add_heading(h, "Games, with your own seats and rules");
	for (int i = 0; ui->catalog->games[i]; i++) {
		const struct game_ops *g = ui->catalog->games[i];
		home_add_row(h, ROW_GAME, g->title, g->summary)->game = g;
	}
	home_add_heading(h, "More");
	if (ui->catalog->games[0])
		home_add_row(h, ROW_WATCH, "Watch searches play",
			     "every seat a search; w on the line of a game, too")
			->game = ui->catalog->games[0];
	home_add_row(h, ROW_RECORD, "Open a record",
		     "a game in a file, to replay or to continue");
	add_action(h, "My results", "hands, points, places, week by week", "stats");
	add_action(h, "History", "finished games, to replay", "history");
	add_action(h, "Options", "theme, speed, mouse, animation", "options");
	add_action(h, "Help", "every key; Enter there runs it", "help");
	add_action(h, "Quit", "games are saved", "quit");
	list_select(&h->list, h->list.at);
}

/* ---- What rows do ---- */

static void
play_at_once(struct ui *ui, const struct game_ops *g)
{
	struct setup setup;
	struct status st = { 0 };
	const int length = length_of(ui, g);
	if (setup_init(&setup, ui->catalog, g, true, &st) &&
	    (length < 0 ||
	     setup_variants(&setup, ui->catalog, lengths[length].variant, &st)))
		ui_push(ui, table_screen(ui, &setup));
	else
		ui_message(ui, "%s", st.text);
}

/* A finished game is replayed, any other continues. */
static void
open_match(struct ui *ui, struct match *m)
{
	ui_push(ui, match_over(m) ? replay_screen(ui, m) : table_screen_resume(ui, m));
}

static void
home_resume(struct ui *ui, int64_t id)
{
	struct match m;
	struct status st = { 0 };
	if (store_load(ui->store, id, ui->catalog, &m, &st))
		open_match(ui, &m);
	else
		ui_message(ui, "%s", st.text);
}

static void
open_record(struct ui *ui, struct screen *s, const char *line)
{
	struct match m;
	struct status st = { 0 };
	if (*line == '\0')
		return;
	if (record_load(&m, line, ui->catalog, &st))
		open_match(ui, &m);
	else
		ui_message(ui, "%s", st.text);
}

static const struct home_row *
selected(const struct home *h)
{
	const int at = list_at(&h->list);
	return &h->rows[at < 0 ? 0 : at];
}

static void
run_row(struct ui *ui, struct screen *s, int arg)
{
	const struct home_row *r = selected((struct home *)s);
	switch (r->kind) {
	case ROW_PLAY: play_at_once(ui, r->game); break;
	case ROW_RESUME: home_resume(ui, r->id); break;
	case ROW_MORE:
		((struct home *)s)->all = true;
		rebuild(ui, (struct home *)s);
		break;
	case ROW_GAME: ui_push(ui, setup_screen(ui, r->game)); break;
	case ROW_WATCH: ui_push(ui, setup_watch_screen(ui, r->game)); break;
	case ROW_RECORD: ui_ask(ui, "record file: ", "", open_record); break;
	case ROW_ACTION: ui_command(ui, r->action); break;
	default: break;
	}
}

static bool
on_game(struct screen *s)
{
	return selected((struct home *)s)->game != NULL;
}

static bool
on_lengths(struct screen *s)
{
	return selected((struct home *)s)->kind == ROW_PLAY;
}

/* The next length of the game, which is remembered. */
static void
home_run_length(struct ui *ui, struct screen *s, int step)
{
	const struct game_ops *g = selected((struct home *)s)->game;
	const int to = length_of(ui, g) + step;
	char key[40];
	if (to < 0 || to >= LENGTHS || strcmp(lengths[to].game, g->key) != 0)
		return;
	snprintf(key, sizeof key, "length.%s", g->key);
	store_set(ui->store, key, lengths[to].variant, NULL);
	rebuild(ui, (struct home *)s);
}

static bool
on_unfinished(struct screen *s)
{
	return selected((struct home *)s)->kind == ROW_RESUME;
}

static void
run_setup(struct ui *ui, struct screen *s, int arg)
{
	ui_push(ui, setup_screen(ui, selected((struct home *)s)->game));
}

static void
home_run_watch(struct ui *ui, struct screen *s, int arg)
{
	ui_push(ui, setup_watch_screen(ui, selected((struct home *)s)->game));
}

static void
home_run_rules(struct ui *ui, struct screen *s, int arg)
{
	ui_push(ui, rules_screen(ui, selected((struct home *)s)->game));
}

static void
home_run_history(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	ui_push(ui, history_screen(ui));
}

static void
home_run_quit(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	ui->quit = true;
}

/* The one action that cannot be undone needs its key twice. */
static void
home_run_delete(struct ui *ui, struct screen *s, int arg)
{
	struct home *h = (struct home *)s;
	const struct home_row *r = selected(h);
	struct status st = { 0 };
	if (h->doomed != r->id) {
		h->doomed = r->id;
		ui_message(ui, "d again deletes this game of %s for good",
			   r->text + strlen(GO_ON));
		return;
	}
	if (store_delete(ui->store, r->id, &st))
		ui_message(ui, "deleted");
	else
		ui_message(ui, "%s", st.text);
	rebuild(ui, h);
}

static const struct binding bindings[] = {
	{ K_ENTER, K_SPACE, "choose", "choose", "do what the selected line says", NULL,
	  run_row, 0 },
	{ K_RIGHT, 'l', "longer", "longer", "a longer game, which is remembered",
	  on_lengths, home_run_length, 1 },
	{ K_LEFT, 'h', "shorter", "shorter", "a shorter one", on_lengths, home_run_length,
	  -1 },
	{ 'e', 0, "seats", "seats and rules",
	  "choose seats, rules and seed of this game first", on_game, run_setup, 0 },
	{ 'w', 0, "look-on", "watch", "watch searches play this game", on_game,
	  home_run_watch, 0 },
	{ 'r', 0, "read-rules", "rules", "the rules of this game", on_game,
	  home_run_rules, 0 },
	{ 'd', 0, "delete", "delete",
	  "delete this unfinished game (asks for the key twice)", on_unfinished,
	  home_run_delete, 0 },
	{ 'H', 0, "history", "", "finished games", NULL, home_run_history, 0 },
	{ 'q', 0, "quit", "quit", "leave plyscope; unfinished games stay here", NULL,
	  home_run_quit, 0 },
	{ 0 },
};

/* ---- The screen ---- */

static int
home_row_count(void *context)
{
	return ((const struct home *)context)->count;
}

static bool
home_row_stops(const void *context, int row)
{
	const struct home *h = context;
	return h->rows[row].kind != ROW_BLANK && h->rows[row].kind != ROW_HEADING;
}

static void
home_draw_row(struct canvas *c, const struct home_row *r, int y, int x, int w, bool at)
{
	int split = w > NOTE_COLUMN + 20 ? NOTE_COLUMN : w;
	if (r->kind == ROW_HEADING) {
		canvas_put_w(c, y, x, w, ROLE_STRONG, r->text);
		return;
	}
	if (r->kind == ROW_BLANK)
		return;
	enum role role = at ? ROLE_CURSOR : ROLE_TEXT;
	if (at)
		canvas_cursor(c, y, x, w);
	canvas_put(c, y, x, role, at ? ">" : " ");
	int room = r->note[0] ? split - 3 : w - 3;
	canvas_put_w(c, y, x + 2, room, role, r->text);
	if (r->note[0] && split < w)
		canvas_put_w(c, y, x + split, w - split - 1, at ? ROLE_CURSOR : ROLE_DIM,
			     r->note);
}

/* Nobody has played here, set anything, or seen the welcome. It is noted as seen. */
static bool
is_first_start(struct ui *ui)
{
	char path[512], seen[8];
	struct store_row game;
	if (ui->store == NULL || store_get(ui->store, "welcomed", seen, sizeof seen))
		return false;
	store_set(ui->store, "welcomed", "yes", NULL);
	return store_list(ui->store, NULL, false, &game, 1, NULL) == 0 &&
	       user_find(USER_CONFIG, "config.ini", path, sizeof path) &&
	       file_missing(path);
}

/* Above the rows, where they keep room enough; returns what is left. */
static struct rect
welcome_draw(struct canvas *c, struct rect r)
{
	const int h = WELCOME_LINES + 2, w = WELCOME_WIDTH + 4;
	if (r.h < 2 * h || r.w < w)
		return r;
	const struct rect in =
		canvas_frame(c, (struct rect){ r.y, r.x, h, w }, "welcome", false);
	for (int i = 0; i < WELCOME_LINES; i++)
		canvas_put_w(c, in.y + i, in.x + 1, in.w - 2, ROLE_TEXT, welcome[i]);
	return (struct rect){ r.y + h, r.x, r.h - h, r.w };
}

static void
home_draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct home *h = (struct home *)s;
	if (h->coached != ui->settings.coach)
		rebuild(ui, h);
	struct rect r = ui_chrome(ui, s, c, "plyscope   play, and watch the search think",
				  PLYSCOPE_VERSION);
	r.w = r.w > WIDTH + 4 ? WIDTH : r.w - 4;
	r.x = r.w == WIDTH ? (c->w - WIDTH) / 2 : 2;
	if (h->welcome)
		r = welcome_draw(c, r);
	if (r.h > h->count + 2) {
		r.y++;
		r.h--;
	}
	list_fit(&h->list, r);
	for (int i = 0; i < r.h && h->list.top + i < h->count; i++) {
		int row = h->list.top + i;
		home_draw_row(c, &h->rows[row], r.y + i, r.x, r.w - 1, row == h->list.at);
	}
	list_draw_more(&h->list, c, r);
	/* A note that is cut above appears in full on the message line. */
	const char *note = h->rows[h->list.at].note;
	if (!ui->message[0] && canvas_width(note) > r.w - NOTE_COLUMN - 2)
		canvas_put_w(c, c->h - 2, 1, c->w - 2, ROLE_DIM, note);
}

static bool
home_on_key(struct ui *ui, struct screen *s, int k)
{
	struct home *h = (struct home *)s;
	if (k == 'l' || k == K_RIGHT) {
		run_row(ui, s, 0);
		return true;
	}
	if (k == K_ESCAPE) /* Esc does not leave the program */
		return true;
	if (!list_key(&h->list, k))
		return false;
	h->doomed = 0;
	ui_message(ui, "%s", "");
	return true;
}

static void
home_on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	if (list_mouse(&((struct home *)s)->list, m) >= 0)
		run_row(ui, s, 0);
}

static void
home_shown(struct ui *ui, struct screen *s)
{
	struct home *h = (struct home *)s;
	h->welcome = h->welcome && !h->seen;
	h->seen = true;
	rebuild(ui, h);
}

void
ui_home(struct ui *ui)
{
	ui_back_to(ui, &home_screen_ops, home_screen);
}

/* ---- Commands of every screen ---- */

static bool
run_home(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	(void)s, (void)rest, (void)st;
	ui_home(ui);
	return true;
}

static const struct command opens[] = {
	{ "home", "", "the first screen", WORDS_NONE, run_home },
	{ 0 },
};

const struct screen_ops home_screen_ops = {
	.name = "home",
	.title = "Home",
	.bindings = bindings,
	.opens = opens,
	.draw = home_draw,
	.key = home_on_key,
	.mouse = home_on_mouse,
	.shown = home_shown,
};

struct screen *
home_screen(struct ui *ui)
{
	struct home *h = calloc(1, sizeof *h);
	if (!h)
		return NULL;
	h->screen.ops = &home_screen_ops;
	h->welcome = is_first_start(ui);
	list_open(&h->list, home_row_count, home_row_stops, h);
	rebuild(ui, h);
	return &h->screen;
}
