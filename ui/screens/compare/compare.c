/*
 * compare.c - several players search the position of a decision, side by side.
 *
 * The screen owns its copy of the game and steps through it; all players think again at each
 * ply. Only decision_ask() gives states, so nothing is searched or shown that the table did
 * not allow. The players of a game are remembered in the store.
 */
#include "ui/screens/compare/private.h"

#include "src/base/file.h"
#include "src/base/text.h"
#include "ui/form.h"
#include "ui/screens.h"
#include "ui/screens/study.h"
#include "ui/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIME_MIN_MS 50
#define TIME_MAX_MS (600 * 1000)
#define NODES_MIN   100
#define NODES_MAX   1000000000
#define SAVE_NAME   "compare.txt"
#define STORE_TEXT  (COMPARE_PLAYERS * PLAYER_TEXT)

/* ------------------------------------------------------------------ the position */

/* All players think about the decision's ply. */
static void
look(struct compare_screen *s)
{
	struct question q;
	decision_ask(&s->decision, &q);
	compare_ask(&s->compare, &q);
}

static void
note_ply(struct compare_screen *s)
{
	struct compare_choice choice[COMPARE_PLAYERS];
	if (compare_busy(&s->compare) || s->compare.count < 2)
		return;
	s->plies[s->decision.ply] =
		compare_choices(&s->compare, choice) > 1 ? PLY_SPLIT : PLY_AGREED;
}

/* Another set of players or shares: earlier findings no longer hold. */
static void
forget_plies(struct compare_screen *s)
{
	memset(s->plies, PLY_UNKNOWN, (size_t)s->ply_count);
}

static void
compare_go(struct ui *ui, struct compare_screen *s, int step)
{
	const int viewer = s->decision.viewer;
	if (!study_step(ui, &s->decision, step)) {
		s->walking = false;
		return;
	}
	if (viewer == SEAT_ALL)
		decision_set_viewer(&s->decision, SEAT_ALL);
	look(s);
}

static void
compare_go_to(struct ui *ui, struct compare_screen *s, int ply)
{
	const int by = ply - s->decision.ply;
	if (by != 0)
		compare_go(ui, s, by);
}

static void
compare_run_step(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	s->walking = false;
	compare_go(ui, s, arg);
}

/* The next ply at which players are known to differ. */
static void
run_split(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	for (int ply = s->decision.ply + arg; ply >= 0 && ply < s->ply_count; ply += arg)
		if (s->plies[ply] == PLY_SPLIT) {
			compare_go_to(ui, s, ply);
			return;
		}
	ui_message(ui, "no difference known %s this ply; w looks for more",
		   arg < 0 ? "before" : "after");
}

static void
compare_run_walk(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	s->walking = !s->walking;
	ui_message(ui, "%s",
		   s->walking ? "stepping through the game; w stops" : "stopped");
	if (s->walking && !compare_busy(&s->compare))
		compare_go(ui, s, 1);
}

static void
run_ply(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	s->walking = false;
	/* The first or last ply may be chance or the end of the game: takes the nearest
	 * decision. */
	while (decision_step(&s->decision, arg))
		continue;
	ui->message[0] = '\0';
	look(s);
}

/* ------------------------------------------------------------------ time and shares */

static void
restart(struct compare_screen *s)
{
	forget_plies(s);
	compare_restart(&s->compare);
}

static void
run_share(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	char text[80];
	s->compare.share = (enum compare_share)((s->compare.share + 1) % COMPARE_SHARES);
	restart(s);
	compare_sharing(&s->compare, text, sizeof text);
	ui_message(ui, "%s", text);
}

static void
run_budget(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	struct compare *c = &s->compare;
	const bool nodes = c->share == COMPARE_NODES;
	int64_t *at = nodes ? &c->nodes : &c->time_ms;
	const int64_t next = round_step(*at, arg);
	char text[80];
	if (next < (nodes ? NODES_MIN : TIME_MIN_MS) ||
	    next > (nodes ? NODES_MAX : TIME_MAX_MS))
		return;
	*at = next;
	restart(s);
	compare_sharing(c, text, sizeof text);
	ui_message(ui, "%s", text);
}

static void
run_again(struct ui *ui, struct screen *screen, int arg)
{
	compare_restart(&((struct compare_screen *)screen)->compare);
}

static void
run_pause(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	compare_pause(&s->compare, !s->compare.paused);
}

/* ------------------------------------------------------------------ the players */

static void
compare_remember(struct ui *ui, const struct compare_screen *s)
{
	char key[64];
	struct text t = { 0 };
	if (ui->store == NULL)
		return;
	snprintf(key, sizeof key, "compare.%s", decision_game(&s->decision)->ops->key);
	for (int i = 0; i < s->compare.count; i++)
		text_add(&t, "%s\n", s->compare.player[i].text);
	store_set(ui->store, key, t.s != NULL ? t.s : "", NULL);
	text_free(&t);
}

/* The players of the last comparison that can still play this game. One that starts a program is left out:
 * a store may come from elsewhere. */
static void
compare_recall(struct ui *ui, struct compare_screen *s)
{
	char key[64], text[STORE_TEXT], *rest = NULL;
	snprintf(key, sizeof key, "compare.%s", decision_game(&s->decision)->ops->key);
	if (ui->store == NULL || !store_get(ui->store, key, text, sizeof text))
		return;
	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest)) {
		struct player p;
		if (!compare_add(&s->compare, line, NULL) &&
		    player_read(&p, line, ui->catalog, decision_game(&s->decision),
				NULL) &&
		    !player_trusted(&p, NULL))
			ui_message(
				ui,
				"left out, for it starts a program: %.120s (a adds it)",
				line);
	}
}

static void
players_changed(struct ui *ui, struct compare_screen *s)
{
	forget_plies(s);
	compare_remember(ui, s);
	ui->dirty = true;
}

/* The player in focus is a new one. */
static void
player_given(struct ui *ui, struct compare_screen *s)
{
	char said[PLAYER_TEXT + 80] = "";
	players_changed(ui, s);
	compare_wrapped(&s->compare, s->focus, said, sizeof said);
	ui_message(ui, "%s", said);
}

static void
add_done(struct ui *ui, struct screen *below, int seat, const char *text)
{
	struct compare_screen *s = (struct compare_screen *)below;
	struct status st = { 0 };
	if (!compare_add(&s->compare, text, &st)) {
		ui_message(ui, "%s", st.text);
		return;
	}
	s->focus = s->compare.count - 1;
	player_given(ui, s);
}

static void
change_done(struct ui *ui, struct screen *below, int seat, const char *text)
{
	struct compare_screen *s = (struct compare_screen *)below;
	struct status st = { 0 };
	if (!compare_set(&s->compare, s->focus, text, &st)) {
		ui_message(ui, "%s", st.text);
		return;
	}
	player_given(ui, s);
}

static void
run_add(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	if (s->compare.count == COMPARE_PLAYERS) {
		ui_message(ui, "at most %d players are compared: d removes one",
			   COMPARE_PLAYERS);
		return;
	}
	struct screen *form = player_screen(ui, decision_game(&s->decision),
					    s->compare.mover, "medium", add_done);
	if (form != NULL)
		ui_push(ui, form);
}

static void
run_change(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	struct screen *form =
		player_screen(ui, decision_game(&s->decision), s->compare.mover,
			      s->compare.player[s->focus].text, change_done);
	if (form != NULL)
		ui_push(ui, form);
}

static void
run_remove(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	if (s->compare.count <= 2) {
		ui_message(ui, "at least two players: Enter changes one");
		return;
	}
	compare_remove(&s->compare, s->focus);
	if (s->focus >= s->compare.count)
		s->focus = s->compare.count - 1;
	players_changed(ui, s);
}

/* ------------------------------------------------------------------ the picture */

static void
run_focus(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	s->focus = (s->focus + arg + s->compare.count) % s->compare.count;
}

static void
run_face(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	s->face = s->face == (enum compare_face)arg ? FACE_BOARD : (enum compare_face)arg;
}

static bool
may_open(struct screen *screen)
{
	const struct compare_screen *s = (struct compare_screen *)screen;
	return game_hidden(decision_game(&s->decision)) && s->decision.person == SEAT_ALL;
}

/* The searches know what the seat knows, or everything. */
static void
run_view(struct ui *ui, struct screen *screen, int arg)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	const bool open = s->decision.viewer == SEAT_ALL;
	if (!may_open(screen) ||
	    !decision_set_viewer(&s->decision, open ? s->decision.seat : SEAT_ALL)) {
		ui_message(ui, "the view cannot change here");
		return;
	}
	forget_plies(s);
	look(s);
	ui_message(ui, "%s",
		   open ? "the searches know only what the seat knows"
			: "the searches see all hands");
}

/* The tree of a player's search, with the limits that it had. */
static void
run_inspect(struct ui *ui, struct screen *screen, int arg)
{
	const struct compare_screen *s = (struct compare_screen *)screen;
	const struct compare_player *at = &s->compare.player[s->focus];
	const struct snapshot *snap = &at->snap;
	struct decision decision;
	struct player p;
	struct status st = { 0 };
	if (s->compare.count == 0 || !at->known) {
		ui_message(ui, "this player has not searched yet");
		return;
	}
	if (!player_parse(&p, at->text, ui->catalog, decision_game(&s->decision), &st) ||
	    !decision_open(&decision, &s->decision.match, s->decision.ply,
			   s->decision.person, at->text, &st)) {
		ui_message(ui, "%s", st.text);
		return;
	}
	decision_set_viewer(&decision, s->decision.viewer);
	decision_set_nodes(&decision, snap);
	decision.limits = p.part[0].limits;
	decision.limits.time_ms = 0;
	if (decision.nodes == snap->nodes || !decision_limited(&decision))
		decision.limits.nodes = decision.nodes;
	study_push(ui, STUDY_INSPECT, &decision, at->done ? snap : NULL);
}

/* ------------------------------------------------------------------ files */

/* The command that makes the comparison again, up to the players. */
static void
again_text(const struct compare_screen *s, char *out, int size)
{
	const struct game *g = decision_game(&s->decision);
	char position[POSITION_TEXT], variant[300] = "";
	options_format_changed(&g->variant, variant, sizeof variant);
	if (game_hidden(g)) { /* a position would lay the hands open */
		snprintf(out, (size_t)size,
			 "plyscope compare %s --load RECORD@%d --seat %c", g->ops->key,
			 s->decision.ply, game_seat_letter(g, s->compare.mover));
		return;
	}
	g->text->format_position(g, &s->compare.q.root, position, sizeof position);
	snprintf(out, (size_t)size,
		 "plyscope compare %s -o seats=%d%s%s --seed %llu --position '%s'",
		 g->ops->key, g->seats, variant[0] != '\0' ? "," : "", variant,
		 (unsigned long long)s->compare.game_seed, position);
}

static void
compare_save_done(struct ui *ui, struct screen *screen, const char *line)
{
	const struct compare_screen *s = (struct compare_screen *)screen;
	if (*line == '\0')
		return;
	struct file_draft draft;
	if (!file_begin(&draft, line, 0666)) {
		ui_message(ui, "%.120s: cannot be written: %s", line, file_reason());
		return;
	}
	if (text_ends_in(line, ".json"))
		json_print(compare_json(&s->compare), draft.f);
	else {
		struct text t = { 0 };
		char again[POSITION_TEXT + 400];
		again_text(s, again, sizeof again);
		if (text_ends_in(line, ".csv"))
			compare_csv(&s->compare, &t);
		else
			compare_report(&s->compare, again, &t);
		fputs(t.s, draft.f);
		text_free(&t);
	}
	if (file_finish(&draft, line, !ferror(draft.f)))
		ui_message(ui, "saved to %.120s", line);
	else
		ui_message(ui, "%.120s: cannot be written: %s", line, file_reason());
}

static void
compare_run_save(struct ui *ui, struct screen *screen, int arg)
{
	ui_ask(ui, "save as (.txt, .csv or .json): ", SAVE_NAME, compare_save_done);
}

static void
compare_run_copy(struct ui *ui, struct screen *screen, int arg)
{
	const struct compare_screen *s = (struct compare_screen *)screen;
	struct text t = { 0 };
	compare_report(&s->compare, NULL, &t);
	ui_copy(ui, t.s);
	text_free(&t);
}

/* ------------------------------------------------------------------ the life of the screen */

static bool
tick(struct ui *ui, struct screen *screen)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	if (s->held)
		return false;
	const bool was_busy = compare_busy(&s->compare);
	const bool changed = compare_tick(&s->compare);
	if (was_busy && !compare_busy(&s->compare)) {
		note_ply(s);
		if (s->walking)
			compare_go(ui, s, 1);
		return true;
	}
	return changed;
}

static bool
busy(struct screen *screen)
{
	const struct compare_screen *s = (struct compare_screen *)screen;
	return compare_busy(&s->compare) && !s->compare.paused;
}

static bool
compare_interrupt(struct ui *ui, struct screen *screen)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	if (!compare_busy(&s->compare))
		return false;
	s->walking = false;
	compare_stop(&s->compare);
	return true;
}

static void
compare_hold(struct screen *screen, bool on)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	const bool paused = s->compare.paused;
	s->held = on;
	compare_pause(&s->compare, on || paused);
	s->compare.paused = paused;
}

static void
compare_mouse(struct ui *ui, struct screen *screen, const struct mouse *m)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	const struct rect *strip = &s->strip;
	if (m->wheel_up || m->wheel_down) {
		compare_run_step(ui, screen, m->wheel_down ? 1 : -1);
		return;
	}
	if (!m->click)
		return;
	if (m->y == strip->y && m->x >= strip->x && m->x < strip->x + strip->w)
		compare_go_to(ui, s, s->strip_first + m->x - strip->x);
	for (int i = 0; i < s->compare.count; i++) {
		const struct rect *p = &s->pane[i];
		if (m->y < p->y || m->y >= p->y + p->h || m->x < p->x ||
		    m->x >= p->x + p->w)
			continue;
		if (i == s->focus)
			run_face(ui, screen, FACE_ONE);
		s->focus = i;
	}
}

/* `:maxn:depth=4` adds a player, a number goes to that ply. */
static bool
compare_command(struct ui *ui, struct screen *screen, const char *line, struct status *st)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	int ply;
	char rest;
	if (sscanf(line, "%d%c", &ply, &rest) == 1) {
		compare_go_to(ui, s, ply - 1);
		return true;
	}
	player_trust(line, ui->catalog);
	if (!compare_add(&s->compare, line, st))
		return false;
	s->focus = s->compare.count - 1;
	player_given(ui, s);
	return true;
}

static void
close_compare(struct screen *screen)
{
	struct compare_screen *s = (struct compare_screen *)screen;
	compare_close(&s->compare);
	decision_close(&s->decision);
	free(s->plies);
	free(s->scratch);
}

static const struct binding bindings[] = {
	{ '[', K_LEFT, "earlier", "back", "one decision back", NULL, compare_run_step,
	  -1 },
	{ ']', K_RIGHT, "later", "on", "one decision on", NULL, compare_run_step, 1 },
	{ '{', 0, "split-earlier", "", "back to where they differ", NULL, run_split, -1 },
	{ '}', 0, "split-later", "", "on to where they differ", NULL, run_split, 1 },
	{ K_HOME, 'g', "start", "", "the first decision", NULL, run_ply, -1 },
	{ K_END, 'G', "end", "", "the last decision", NULL, run_ply, 1 },
	{ 'w', 0, "walk", "walk", "step on by itself when all have chosen, or stop", NULL,
	  compare_run_walk, 0 },
	{ 'f', 0, "share", "share",
	  "own limits, equal time in turns, equal nodes, or in parallel", NULL, run_share,
	  0 },
	{ '+', '>', "more", "", "more time or nodes for each", NULL, run_budget, 1 },
	{ '-', '<', "less", "", "less time or nodes for each", NULL, run_budget, -1 },
	{ K_SPACE, 0, "pause", "", "pause, go on", NULL, run_pause, 0 },
	{ 'r', 0, "again", "", "all search again", NULL, run_again, 0 },
	{ K_TAB, K_DOWN, "next", "", "next player", NULL, run_focus, 1 },
	{ K_BACKTAB, K_UP, "previous", "", "previous player", NULL, run_focus, -1 },
	{ K_ENTER, 0, "change", "change", "another player in this pane", NULL, run_change,
	  0 },
	{ 'a', 0, "add", "add", "add a player", NULL, run_add, 0 },
	{ 'd', K_DELETE, "remove", "", "remove the player of this pane", NULL, run_remove,
	  0 },
	{ 'i', 'I', "inspect", "tree", "search tree of this player", NULL, run_inspect,
	  0 },
	{ 'm', 0, "moves", "moves", "every move of every player, or the board", NULL,
	  run_face, FACE_MOVES },
	{ 'z', 0, "zoom", "zoom", "this player alone, or all", NULL, run_face, FACE_ONE },
	{ 'V', 0, "view", "", "search with the seat's knowledge, or with all hands open",
	  may_open, run_view, 0 },
	{ 'S', 0, "save", "save", "save as text, CSV or JSON", NULL, compare_run_save,
	  0 },
	{ 'y', 0, "copy", "", "copy the comparison as text", NULL, compare_run_copy, 0 },
	{ 0 },
};

static const char *const definitions[] = {
	"letters\tthe choice of each player; the same letter heads its pane",
	"bars\tthe largest figure of any player fills a bar; win: 100 %",
	"own limits\teach searches as long as in a game",
	"equal time\tone after another, the same time each, without own limits",
	"equal nodes\tone after another, the same nodes each: repeatable",
	"in parallel\tall at once for the same time: they share the cores",
	"plies\t= all agreed, x they differed, . not compared; one column a ply",
	"split at\tthe plies where they differed",
	"played\tthe move of the game at this ply, where you may know it",
	("effort\tdepth, longest line, nodes, nodes/s, share of children skipped, time, "
	 "and the end: own 60 sims = its own limit, all searched = no more to search"),
	"'\tfrom an earlier iteration, which looked less far ahead",
	("value, pts\tof the seat to move; ~ few samples, >= <= bounds, "
	 "= searched to the end"),
	NULL,
};

const struct screen_ops compare_screen_ops = {
	.name = "compare",
	.title = "players compared",
	.bindings = bindings,
	.definitions = definitions,
	.draw = compare_draw,
	.mouse = compare_mouse,
	.command = compare_command,
	.tick = tick,
	.busy = busy,
	.interrupt = compare_interrupt,
	.hold = compare_hold,
	.close = close_compare,
};

struct screen *
compare_screen(struct ui *ui, struct decision *decision, const struct compare *like)
{
	struct compare_screen *s = session_memory(sizeof *s);
	s->screen.ops = &compare_screen_ops;
	s->decision = *decision;
	*decision = (struct decision){ 0 };
	s->ply_count = s->decision.match.count + 1;
	s->plies = calloc((size_t)s->ply_count, 1);
	if (s->plies == NULL)
		BUG("not enough memory for the plies of a game");
	compare_open(&s->compare, ui->catalog, decision_game(&s->decision),
		     ui->wake_write);
	s->compare.calibration.by_hand = ui->settings.hand_win;
	s->compare.game_seed = s->decision.match.setup.seed;
	if (like != NULL) {
		s->compare.share = like->share;
		s->compare.time_ms = like->time_ms;
		s->compare.nodes = like->nodes;
		for (int i = 0; i < like->count; i++)
			compare_add(&s->compare, like->player[i].text, NULL);
	} else
		compare_recall(ui, s);
	if (s->compare.count < 2)
		compare_add_defaults(&s->compare);
	board_init(&s->board, decision_game(&s->decision));
	look(s);
	return &s->screen;
}
