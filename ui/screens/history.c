/* history.c - the finished games, newest first: your own, watched ones, those of several people. Enter
 * replays one. And your results. */
#include "src/core/game.h"
#include "src/study/results.h"
#include "ui/list.h"
#include "ui/screens.h"
#include "ui/screens/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROFILES      100 /* rows of the profile */
#define GAMES_MAX     200
#define RESULT_COLUMN 43 /* after the cursor, the date, the game and the plies */
#define RESULT_ROOM   60
#define RESULTS_W     75  /* columns of your results */
#define BESIDE_W      114 /* columns from which the profile stands beside them */

enum tab { MINE, WATCHED, SHARED, TABS }; /* by the persons who played */

struct history_screen {
	struct screen screen;
	struct list list;
	enum tab tab;
	int count, in_tab[TABS]; /* games shown, and games of each */
	struct store_row games[GAMES_MAX];
	int64_t doomed;	  /* the game that a second `d` deletes */
	struct status st; /* why they cannot be read */
	bool profiled;	  /* results and profile are shown in place of the games */
	struct result result[RESULTS];
	int results;
	int profiles;
	struct store_profile profile[PROFILES];
};

static enum tab
tab_of(const struct store_row *g)
{
	return g->persons == 1 ? MINE : g->persons == 0 ? WATCHED : SHARED;
}

static void
reload(struct ui *ui, struct history_screen *h)
{
	struct store_row all[GAMES_MAX];
	h->st = (struct status){ 0 };
	int n = store_list(ui->store, NULL, false, all, GAMES_MAX, &h->st);
	h->count = 0;
	h->doomed = 0;
	memset(h->in_tab, 0, sizeof h->in_tab);
	for (int i = 0; i < n; i++)
		h->in_tab[tab_of(&all[i])] += all[i].over;
	for (int k = 0; k < TABS && h->in_tab[h->tab] == 0; k++)
		h->tab = (h->tab + 1) % TABS; /* to one with games */
	for (int i = 0; i < n; i++)
		if (all[i].over && tab_of(&all[i]) == h->tab)
			h->games[h->count++] = all[i];
}

static void
run_tab(struct ui *ui, struct screen *s, int arg)
{
	struct history_screen *h = (struct history_screen *)s;
	h->tab = (h->tab + 1) % TABS;
	reload(ui, h);
}

static void
history_run_profile(struct ui *ui, struct screen *s, int arg)
{
	struct history_screen *h = (struct history_screen *)s;
	struct status st = { 0 };
	h->profiled = !h->profiled;
	h->results = results_read(ui->store, ui->catalog, NULL, h->result, &st);
	if (!st.failed)
		h->profiles = store_profiles(ui->store, h->profile, PROFILES, &st);
	ui_message(ui, "%s",
		   st.failed ? st.text
		   : h->profiled
			   ? "your results, and the points that the coach (v) saw lost"
			   : "the games");
}

/* A bar for each kind of decision, by game and month: points lost a hand. */
static void
profile_draw(const struct history_screen *h, struct canvas *c, struct rect r)
{
	const struct store_profile *last = NULL;
	double most = 0;
	int y = r.y;
	for (int i = 0; i < h->profiles; i++)
		most = h->profile[i].points > most ? h->profile[i].points : most;
	if (h->profiles <= 0)
		canvas_put_w(c, y, r.x, r.w, ROLE_TEXT,
			     "Nothing yet: v at the table turns the coach on, which "
			     "records the cost of moves.");
	for (int i = 0; i < h->profiles && y < r.y + r.h; i++) {
		const struct store_profile *p = &h->profile[i];
		if (last == NULL || strcmp(last->game, p->game) != 0 ||
		    strcmp(last->month, p->month) != 0)
			canvas_putf(c, y++, r.x, ROLE_STRONG,
				    r.w < 60 ? "%s, %s: lost a hand (%d hand%s)"
					     : "%s, %s: points lost a hand, %d hand%s "
					       "with the coach",
				    p->game, p->month, p->hands,
				    p->hands == 1 ? "" : "s");
		canvas_put_w(c, y, r.x + 2, 12, ROLE_TEXT, p->kind);
		canvas_putf(c, y, r.x + 14, ROLE_TEXT, "%6.2f", p->points);
		canvas_bar(c, y, r.x + 22, r.w > 60 ? 30 : r.w - 30, ROLE_BAR,
			   most > 0 ? p->points / most : 0);
		canvas_putf(c, y++, r.x + (r.w > 60 ? 54 : r.w - 6), ROLE_DIM, "%4d",
			    p->decisions);
		last = p;
	}
}

/* Your results, and the profile by kind of decision. */
static void
results_draw(struct history_screen *h, struct canvas *c, struct rect r)
{
	char line[RESULT_LINE];
	const bool beside = r.w >= BESIDE_W;
	const int half = r.h / 2, rows = h->results > 0 ? h->results + 2 : 1;
	const int high = beside || rows < half ? rows : half;
	struct rect in = { r.y + 1, r.x, (high < r.h ? high : r.h) - 1, RESULTS_W };
	results_line(NULL, line);
	canvas_put_w(c, r.y, r.x, RESULTS_W, ROLE_DIM, line);
	list_fit(&h->list, in);
	for (int i = 0; i < in.h && h->list.top + i < h->results; i++) {
		const struct result *row = &h->result[h->list.top + i];
		results_line(row, line);
		canvas_put_w(c, in.y + i, in.x, in.w,
			     row->kind == RESULT_ALL ? ROLE_STRONG : ROLE_TEXT, line);
	}
	list_draw_more(&h->list, c, in);
	profile_draw(h, c,
		     beside ? (struct rect){ r.y, r.x + RESULTS_W + 2, r.h,
					     r.w - RESULTS_W - 2 }
			    : (struct rect){ r.y + high, r.x, r.h - high, r.w });
}

static int
game_count(void *context)
{
	const struct history_screen *h = context;
	return h->profiled ? h->results : h->count;
}

static bool
has_games(struct screen *s)
{
	return ((struct history_screen *)s)->count > 0 &&
	       !((struct history_screen *)s)->profiled;
}

static void
history_run_open(struct ui *ui, struct screen *s, int arg)
{
	const struct history_screen *h = (struct history_screen *)s;
	struct match m;
	struct status st = { 0 };
	if (store_load(ui->store, h->games[list_at(&h->list)].id, ui->catalog, &m, &st))
		ui_push(ui, replay_screen(ui, &m));
	else
		ui_message(ui, "%s", st.text);
}

static void
history_run_judge(struct ui *ui, struct screen *s, int arg)
{
	const struct history_screen *h = (struct history_screen *)s;
	struct match m;
	struct status st = { 0 };
	if (!store_load(ui->store, h->games[list_at(&h->list)].id, ui->catalog, &m,
			&st)) {
		ui_message(ui, "%s", st.text);
		return;
	}
	analysis_push(ui, &m, 0, SEAT_ALL, 0);
	match_close(&m);
}

static void
history_run_delete(struct ui *ui, struct screen *s, int arg)
{
	struct history_screen *h = (struct history_screen *)s;
	int64_t id = h->games[list_at(&h->list)].id;
	struct status st = { 0 };
	if (h->doomed != id) {
		h->doomed = id;
		ui_message(ui, "d again deletes this game for good");
		return;
	}
	if (store_delete(ui->store, id, &st))
		ui_message(ui, "deleted");
	else
		ui_message(ui, "%s", st.text);
	reload(ui, h);
}

static const struct binding bindings[] = {
	{ K_ENTER, K_SPACE, "replay", "replay", "step through this game", has_games,
	  history_run_open, 0 },
	{ 'A', 0, "judge", "judge moves", "judge every move of this game", has_games,
	  history_run_judge, 0 },
	{ K_TAB, 0, "tab", "mine, watched",
	  "your own games, watched ones, those of several", has_games, run_tab, 0 },
	{ 'p', 0, "profile", "my results",
	  "your results, and points lost by kind of decision, and back", NULL,
	  history_run_profile, 0 },
	{ 'd', 0, "delete", "delete", "delete this game (asks for the key twice)",
	  has_games, history_run_delete, 0 },
	{ 0 },
};

/* Columns of the results; below RESULT_ROOM of them the title has none. */
static int
result_room(struct rect r)
{
	const int left = r.w - RESULT_COLUMN - 1;
	return left > RESULT_ROOM ? left / 2 : left > 0 ? left : 0;
}

/* The result of the game under the cursor, on the message line when it is cut above. */
static void
history_draw_result(const struct ui *ui, struct canvas *c, const struct store_row *g,
		    struct rect r)
{
	if (ui->message[0] == '\0' && canvas_width(g->result) > result_room(r))
		canvas_put_w(c, c->h - 2, 1, c->w - 2, ROLE_DIM, g->result);
}

static void
history_draw_row(struct ui *ui, struct canvas *c, const struct store_row *g,
		 struct rect r, int y, bool at)
{
	const struct game_ops *game = catalog_game(ui->catalog, g->game);
	enum role role = at ? ROLE_CURSOR : ROLE_TEXT;
	if (at) {
		canvas_cursor(c, y, r.x, r.w);
		canvas_put(c, y, r.x, role, ">");
	}
	char date[20], plies[12];
	snprintf(date, sizeof date, "%.16s", g->date);
	snprintf(plies, sizeof plies, "%d", g->plies);
	int x = canvas_put_w(c, y, r.x + 2, 16, at ? role : ROLE_DIM, date) + 1;
	x = canvas_put_w(c, y, x, 17, role, game ? game->title : g->game) + 1;
	canvas_put_w(c, y, x, -4, at ? role : ROLE_DIM, plies);
	const int result = result_room(r), left = r.w - RESULT_COLUMN - 1 - result;
	const char *points = strchr(g->result, ':');
	char won[sizeof g->result + 8];
	snprintf(won, sizeof won, "you won%s", points != NULL ? points : "");
	x = canvas_put_w(c, y, r.x + RESULT_COLUMN, result, role,
			 g->won && g->persons == 1 ? won : g->result) +
	    1;
	if (left > 0)
		canvas_put_w(c, y, x, left, at ? role : ROLE_DIM, g->title);
}

static void
history_draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct history_screen *h = (struct history_screen *)s;
	static const char *const tabs[TABS] = { "mine", "watched", "of several" };
	char right[40], title[120] = "history ";
	snprintf(right, sizeof right, "%d game%s", h->count, h->count == 1 ? "" : "s");
	for (int i = 0; i < TABS && !h->profiled; i++)
		if (h->in_tab[i] > 0)
			snprintf(title + strlen(title), sizeof title - strlen(title),
				 i == (int)h->tab ? "  [%s %d]" : "   %s %d ", tabs[i],
				 h->in_tab[i]);
	struct rect r = ui_chrome(ui, s, c, h->profiled ? "my results" : title,
				  h->profiled ? "" : right);
	r.x = 2;
	r.w = c->w > 124 ? 120 : c->w - 4;
	if (h->profiled) {
		results_draw(h, c, r);
		return;
	}
	if (h->count > 0)
		canvas_put_w(c, r.y, r.x + 2, r.w - 2, ROLE_DIM,
			     "played           game              plies  result");
	r.y++;
	r.h--;
	c->cursor_y = r.y;
	c->cursor_x = r.x;
	if (h->count == 0)
		canvas_put_w(c, r.y, r.x, r.w, ROLE_TEXT,
			     h->st.failed ? h->st.text
			     : ui->store
				     ? "No game has been finished here yet."
				     : "Nothing is saved here: the store could not be "
				       "opened.");
	list_fit(&h->list, r);
	for (int i = 0; i < r.h && h->list.top + i < h->count; i++)
		history_draw_row(ui, c, &h->games[h->list.top + i], r, r.y + i,
				 h->list.top + i == h->list.at);
	list_draw_more(&h->list, c, (struct rect){ r.y, r.x, r.h, r.w + 1 });
	if (h->count > 0)
		history_draw_result(ui, c, &h->games[h->list.at], r);
}

static bool
history_on_key(struct ui *ui, struct screen *s, int k)
{
	struct history_screen *h = (struct history_screen *)s;
	if (!list_key(&h->list, k))
		return false;
	h->doomed = 0;
	ui_message(ui, "%s", "");
	return true;
}

static void
history_on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	struct history_screen *h = (struct history_screen *)s;
	if (list_mouse(&h->list, m) >= 0 && !h->profiled)
		history_run_open(ui, s, 0);
}

static void
history_shown(struct ui *ui, struct screen *s)
{
	reload(ui, (struct history_screen *)s);
}

/* ---- Commands of every screen ---- */

static bool
history_run_history(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	(void)s, (void)rest, (void)st;
	ui_push(ui, history_screen(ui));
	return true;
}

static bool
history_run_stats(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	struct screen *history = history_screen(ui);
	ui_push(ui, history);
	if (history != NULL)
		history_run_profile(ui, history, 0);
	return true;
}

static const struct command opens[] = {
	{ "history", "", "games played here", WORDS_NONE, history_run_history },
	{ "stats", "", "your results", WORDS_NONE, history_run_stats },
	{ 0 },
};

const struct screen_ops history_screen_ops = {
	.name = "history",
	.title = "History",
	.bindings = bindings,
	.opens = opens,
	.draw = history_draw,
	.key = history_on_key,
	.mouse = history_on_mouse,
	.shown = history_shown,
};

struct screen *
history_screen(struct ui *ui)
{
	struct history_screen *h = calloc(1, sizeof *h);
	if (!h)
		return NULL;
	h->screen.ops = &history_screen_ops;
	list_open(&h->list, game_count, NULL, h);
	reload(ui, h);
	return &h->screen;
}
