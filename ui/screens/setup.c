/*
 * setup.c - a new game: who sits where, the rules, the seed, the view.
 *
 * The variant is always valid: a change the game refuses is not made, and the message says why. The
 * seats are kept as text and may be refused: the row then shows the reason, and Start goes there.
 * The last game started is remembered in the store, one line each: variant, then a player a seat,
 * then the view.
 */
#include "src/core/setup.h"
#include "src/base/text.h"
#include "src/core/game.h"
#include "src/core/search.h"
#include "ui/form.h"
#include "ui/screens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum row_id {
	ROW_START,
	ROW_SEATS,
	ROW_PLAYER,
	ROW_VARIANT,
	ROW_SEED,
	ROW_VIEW,
	ROW_CLOCK,
	ROW_RULES
};

struct setup_form {
	struct screen screen;
	struct form form;
	const struct game_ops *game;
	bool watch;
	struct setup setup; /* game, seed and view are final; seats are drafts: */
	char draft[SEATS_MAX][PLAYER_TEXT];
	char refused[SEATS_MAX][240]; /* why it is refused, "" when it is not */
};

static const char *
default_player(const struct setup_form *f, int seat)
{
	return seat == 0 && !f->watch ? "human" : "medium";
}

static void
check_seat(struct ui *ui, struct setup_form *f, int seat)
{
	struct status st = { 0 };
	f->refused[seat][0] = '\0';
	if (!player_read(&f->setup.seat[seat], f->draft[seat], ui->catalog,
			 &f->setup.game, &st))
		snprintf(f->refused[seat], sizeof f->refused[seat], "%.230s", st.text);
}

static void
check_seats(struct ui *ui, struct setup_form *f)
{
	for (int i = 0; i < f->setup.game.seats; i++) {
		if (f->draft[i][0] == '\0')
			snprintf(f->draft[i], PLAYER_TEXT, "%s", default_player(f, i));
		check_seat(ui, f, i);
	}
}

static void
change_variant(struct ui *ui, struct setup_form *f, const char *key, const char *value)
{
	struct status st = { 0 };
	if (setup_variant(&f->setup, ui->catalog, key, value, &st))
		ui_message(ui, "%s", "");
	else
		ui_message(ui, "%s", st.text);
	check_seats(ui, f);
}

/* ---- The last choice ---- */

static void
setup_store_key(const struct setup_form *f, char *out, size_t size)
{
	snprintf(out, size, "%s.%s", f->watch ? "watch" : "setup", f->game->key);
}

static void
setup_remember(struct ui *ui, const struct setup_form *f)
{
	struct text t = { 0 };
	char key[48], variant[512];
	if (!ui->store)
		return;
	options_format_changed(&f->setup.game.variant, variant, sizeof variant);
	text_add(&t, "seats=%d%s%s\n", f->setup.game.seats, *variant ? "," : "", variant);
	for (int i = 0; i < f->setup.game.seats; i++)
		text_add(&t, "%s\n", f->draft[i]);
	text_add(&t, "%s\n", view_names[f->setup.view]);
	setup_store_key(f, key, sizeof key);
	store_set(ui->store, key, t.s, NULL);
	text_free(&t);
}

static void
recall_variant(struct ui *ui, struct setup_form *f, char *line)
{
	for (char *pair; (pair = strsep(&line, ",")) != NULL;) {
		char *value = strchr(pair, '=');
		if (!value)
			continue;
		*value++ = '\0';
		setup_variant(&f->setup, ui->catalog, pair, value, NULL);
	}
}

/* A program among these players is asked about when the table opens: a store may come from elsewhere. */
static void
setup_recall(struct ui *ui, struct setup_form *f)
{
	char key[48], saved[2048], *rest = saved;
	setup_store_key(f, key, sizeof key);
	if (!ui->store || !store_get(ui->store, key, saved, sizeof saved))
		return;
	char *line = strsep(&rest, "\n");
	if (line)
		recall_variant(ui, f, line);
	for (int i = 0; i < f->setup.game.seats && (line = strsep(&rest, "\n")); i++)
		snprintf(f->draft[i], PLAYER_TEXT, "%s", line);
	if ((line = strsep(&rest, "\n")) != NULL)
		view_parse(line, &f->setup.view, NULL);
}

/* ---- Choices of a seat ---- */

/* The k-th value that left and right step through; false past the end. */
static bool
player_choice(struct ui *ui, const struct game *g, int k, char *out, size_t size)
{
	const char *name = k-- == 0 ? "human" : NULL;
	for (int i = 0; name == NULL && player_presets[i] != NULL; i++)
		if (player_offered(player_presets[i], g) && k-- == 0)
			name = player_presets[i];
	for (int i = 0; name == NULL && ui->catalog->searches[i] != NULL; i++)
		if (k-- == 0)
			name = ui->catalog->searches[i]->key;
	if (name != NULL)
		snprintf(out, size, "%s", name);
	return name != NULL;
}

static void
step_player(struct ui *ui, struct setup_form *f, int seat, int step)
{
	char choice[PLAYER_TEXT];
	const struct game *g = &f->setup.game;
	int at = -1, n = 0;
	size_t name = strcspn(f->draft[seat], ":");
	for (; player_choice(ui, g, n, choice, sizeof choice); n++)
		if (strlen(choice) == name && strncmp(choice, f->draft[seat], name) == 0)
			at = n;
	player_choice(ui, g, at < 0 ? 0 : (at + step + n) % n, f->draft[seat],
		      PLAYER_TEXT);
	check_seat(ui, f, seat);
}

static void
setup_player_done(struct ui *ui, struct screen *s, int seat, const char *text)
{
	struct setup_form *f = (struct setup_form *)s;
	snprintf(f->draft[seat], PLAYER_TEXT, "%s", text);
	player_trust(text, ui->catalog);
	check_seat(ui, f, seat);
}

/* ---- Rows ---- */

static void
add_seat_row(struct setup_form *f, int seat)
{
	char label[40], full[PLAYER_TEXT], help[320];
	const struct game *g = &f->setup.game;
	const struct player *p = &f->setup.seat[seat];
	const char *name = g->text->seat_name(g, seat);
	char letter = game_seat_letter(g, seat);
	if (name[0] == letter && name[1] == '\0')
		snprintf(label, sizeof label, "seat %s", name);
	else
		snprintf(label, sizeof label, "seat %c  %s", letter, name);
	bool bad = f->refused[seat][0] != '\0';
	if (bad)
		snprintf(help, sizeof help, "%s", f->refused[seat]);
	else if (p->human)
		snprintf(help, sizeof help, "you, at the keyboard");
	else {
		player_format(p, full, sizeof full);
		snprintf(help, sizeof help, "runs %.200s   Enter opens its options",
			 full);
	}
	form_add(&f->form, p->human && !bad ? FORM_CHOICE : FORM_OPEN, ROW_PLAYER, seat,
		 label, f->draft[seat], help)
		->bad = bad;
}

static void
setup_build(struct setup_form *f)
{
	static const char *const view_help[] = {
		"you see your seat's knowledge; of the others only the time they take",
		"the others' searches are shown too; the game counts as assisted",
		"all hands are on the table",
	};
	const struct game *g = &f->setup.game;
	struct form *form = &f->form;
	char text[64];
	form_clear(form);
	form_add(form, FORM_BUTTON, ROW_START, 0,
		 f->watch ? "Start watching" : "Start the game", NULL,
		 "p starts from any row");
	form_add(form, FORM_HEADING, 0, 0, "Seats", NULL, NULL);
	if (g->ops->seats_allowed & (g->ops->seats_allowed - 1)) {
		snprintf(text, sizeof text, "%d", g->seats);
		form_add(form, FORM_NUMBER, ROW_SEATS, 0, "how many", text,
			 "number of players");
	}
	for (int i = 0; i < g->seats; i++)
		add_seat_row(f, i);
	form_add(form, FORM_HEADING, 0, 0, "Rules", NULL, NULL);
	for (int i = 0; i < g->variant.count; i++)
		form_add_option(form, ROW_VARIANT, &g->variant, i);
	form_add(form, FORM_OPEN, ROW_RULES, 0, "rules of the game", "read",
		 "r reads them");
	form_add(form, FORM_HEADING, 0, 0, "Table", NULL, NULL);
	snprintf(text, sizeof text, "%llu", (unsigned long long)f->setup.seed);
	form_add(form, FORM_NUMBER, ROW_SEED, 0, "seed", text,
		 "the same seed gives the same cards and the same play; right draws a "
		 "new one, digits type one");
	if (game_hidden(g))
		form_add(form, FORM_CHOICE, ROW_VIEW, 0, "view",
			 view_names[f->setup.view], view_help[f->setup.view]);
	game_clock_format(&f->setup.clock, text, sizeof text);
	form_add(form, FORM_TEXT, ROW_CLOCK, 0, "clock", text,
		 "time of each seat: off, a time for each move (30s/move) or for the "
		 "game (5m/game); at zero the flag falls, and the game goes on");
}

/* The next of a few usual clocks. */
static void
step_clock(struct setup_form *f, int step)
{
	static const struct game_clock clocks[] = {
		{ 0 },
		{ 10000, false },
		{ 30000, false },
		{ 60000, false },
		{ 5 * 60000, true },
		{ 10 * 60000, true },
		{ 30 * 60000, true },
	};
	const int n = (int)(sizeof clocks / sizeof *clocks);
	int at = 0;
	for (int i = 0; i < n; i++)
		if (clocks[i].ms == f->setup.clock.ms &&
		    clocks[i].per_game == f->setup.clock.per_game)
			at = i;
	f->setup.clock = clocks[(at + step + n) % n];
}

static void
step_seats(struct ui *ui, struct setup_form *f, int step)
{
	char value[12];
	int n = f->setup.game.seats;
	do
		n += step;
	while (n >= game_seats_min(f->game) && n <= game_seats_max(f->game) &&
	       !(f->game->seats_allowed >> n & 1));
	if (n < game_seats_min(f->game) || n > game_seats_max(f->game))
		return;
	snprintf(value, sizeof value, "%d", n);
	change_variant(ui, f, "seats", value);
}

static void
setup_step_row(struct ui *ui, struct screen *s, const struct form_row *r, int step)
{
	struct setup_form *f = (struct setup_form *)s;
	char value[OPTION_TEXT];
	const struct options *variant = &f->setup.game.variant;
	switch ((enum row_id)r->id) {
	case ROW_SEATS: step_seats(ui, f, step); break;
	case ROW_PLAYER: step_player(ui, f, r->index, step); break;
	case ROW_VARIANT:
		option_step(variant, r->index, step, value, sizeof value);
		change_variant(ui, f, variant->specs[r->index].key, value);
		break;
	case ROW_SEED: f->setup.seed = setup_fresh_seed(); break;
	case ROW_VIEW:
		f->setup.view = (enum view)(((int)f->setup.view + step + 3) % 3);
		break;
	case ROW_CLOCK: step_clock(f, step); break;
	case ROW_START:
	case ROW_RULES: break;
	}
}

/* ---- Typing ---- */

static void
setup_typed(struct ui *ui, struct screen *s, const char *line)
{
	struct setup_form *f = (struct setup_form *)s;
	const struct form_row *r = form_at(&f->form);
	int64_t seed;
	if (!r || *line == '\0')
		return;
	if (r->id == ROW_VARIANT)
		change_variant(ui, f, r->label, line);
	else if (r->id == ROW_SEATS)
		change_variant(ui, f, "seats", line);
	else if (r->id == ROW_PLAYER)
		setup_player_done(ui, s, r->index, line);
	else if (r->id == ROW_CLOCK) {
		struct status st = { 0 };
		if (!game_clock_parse(line, &f->setup.clock, &st))
			ui_message(ui, "%s", st.text);
	} else if (r->id == ROW_SEED && text_parse_count(line, &seed) && seed >= 0)
		f->setup.seed = (uint64_t)seed;
	else
		ui_message(ui, "%s %.60s: expected a whole number, zero or more",
			   r->label, line);
}

/* ---- Actions ---- */

static void
setup_run_start(struct ui *ui, struct screen *s, int arg)
{
	struct setup_form *f = (struct setup_form *)s;
	check_seats(ui, f);
	for (int i = 0; i < f->setup.game.seats; i++) {
		if (f->refused[i][0] == '\0')
			continue;
		ui_message(ui, "%s", f->refused[i]);
		for (int row = 0; row < f->form.count; row++)
			if (f->form.rows[row].id == ROW_PLAYER &&
			    f->form.rows[row].index == i)
				list_select(&f->form.list, row);
		return;
	}
	setup_remember(ui, f);
	struct setup setup = f->setup;
	struct screen *table = table_screen(ui, &setup);
	if (table)
		ui_replace(ui, table);
}

static void
setup_run_enter(struct ui *ui, struct screen *s, int arg)
{
	struct setup_form *f = (struct setup_form *)s;
	const struct form_row *r = form_at(&f->form);
	if (!r)
		return;
	if (r->id == ROW_START)
		setup_run_start(ui, s, 0);
	else if (r->id == ROW_RULES)
		ui_push(ui, rules_screen(ui, f->game));
	else if (r->kind == FORM_OPEN)
		ui_push(ui, player_screen(ui, &f->setup.game, r->index,
					  f->draft[r->index], setup_player_done));
	else if (r->kind == FORM_NUMBER || r->kind == FORM_TEXT)
		form_ask(ui, &f->form, r->value);
	else
		setup_step_row(ui, s, r, 1);
}

static void
setup_run_rules(struct ui *ui, struct screen *s, int arg)
{
	ui_push(ui, rules_screen(ui, ((struct setup_form *)s)->game));
}

static void
run_defaults(struct ui *ui, struct screen *s, int arg)
{
	struct setup_form *f = (struct setup_form *)s;
	struct status st = { 0 };
	if (!setup_init(&f->setup, ui->catalog, f->game, !f->watch, &st))
		ui_message(ui, "%s", st.text);
	memset(f->draft, 0, sizeof f->draft);
	check_seats(ui, f);
}

static bool
on_seat(struct screen *s)
{
	const struct form_row *r = form_at(&((struct setup_form *)s)->form);
	return r && r->id == ROW_PLAYER;
}

static void
run_type_player(struct ui *ui, struct screen *s, int arg)
{
	struct form *f = &((struct setup_form *)s)->form;
	form_ask(ui, f, form_at(f)->value);
}

static const struct binding bindings[] = {
	{ 'p', 0, "start", "start", "start with these settings", NULL, setup_run_start,
	  0 },
	{ K_ENTER, 0, "enter", "open", "start, open a player's options, or type a number",
	  NULL, setup_run_enter, 0 },
	{ '=', 0, "type-player", "type it",
	  "type this player: pimc:worlds=40,inner=(maxn)", on_seat, run_type_player, 0 },
	{ 'r', 0, "read-rules", "rules", "the rules of this game", NULL, setup_run_rules,
	  0 },
	{ 'D', 0, "defaults", "defaults", "all settings back to the defaults", NULL,
	  run_defaults, 0 },
	{ 0 },
};

/* ---- The screen ---- */

static const struct form_actions actions = { setup_step_row, setup_run_enter,
					     setup_typed };

static bool
setup_on_key(struct ui *ui, struct screen *s, int k)
{
	return form_key(ui, s, &((struct setup_form *)s)->form, k);
}

static void
setup_on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	form_mouse(ui, s, &((struct setup_form *)s)->form, m);
}

static void
setup_draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct setup_form *f = (struct setup_form *)s;
	char title[80];
	snprintf(title, sizeof title, "%s   %s", f->watch ? "watch" : "new game",
		 f->game->title);
	struct rect r = form_area(c, ui_chrome(ui, s, c, title,
					       "left right change   Enter opens"));
	setup_build(f);
	form_draw(&f->form, c, r);
}

/* ---- Commands of every screen ---- */

/* "seats=3", "W=max", "seed=7": one word of a new game. */
static bool
apply_word(struct ui *ui, struct setup *setup, const char *word, struct status *st)
{
	char name[40];
	const char *is = strchr(word, '=');
	int64_t seed;
	int seat;
	if (!is)
		return status_fail(st, "%s: expected KEY=VALUE or SEAT=PLAYER", word);
	snprintf(name, sizeof name, "%.*s", (int)(is - word), word);
	if (strcmp(name, "seed") == 0) {
		if (!text_parse_count(is + 1, &seed) || seed < 0 || seed > UINT32_MAX)
			return status_fail(st, "%s: expected a seed from 0 to %u", word,
					   UINT32_MAX);
		setup->seed = (uint64_t)seed;
		return true;
	}
	if (strcmp(name, "seats") == 0 || options_find(&setup->game.variant, name) >= 0)
		return setup_variant(setup, ui->catalog, name, is + 1, st);
	player_trust(is + 1, ui->catalog);
	return setup_find_seat(setup, name, &seat, st) &&
	       setup_player(setup, ui->catalog, seat, is + 1, st);
}

/* GAME alone opens the form; with more words the game starts at once. */
static bool
start_game(struct ui *ui, const char *rest, bool person, struct status *st)
{
	static struct setup setup; /* large */
	char key[40], copy[COMMAND_BYTES], *words = copy;
	const char *more = command_word(rest, key, sizeof key);
	const struct game_ops *g = command_game(ui, key, st);
	if (!g)
		return false;
	if (*more == '\0') {
		ui_push(ui, person ? setup_screen(ui, g) : setup_watch_screen(ui, g));
		return true;
	}
	if (!setup_init(&setup, ui->catalog, g, person, st))
		return false;
	setup.seed = setup_fresh_seed();
	snprintf(copy, sizeof copy, "%s", more);
	for (char *word; (word = strsep(&words, " ")) != NULL;)
		if (*word != '\0' && !apply_word(ui, &setup, word, st))
			return false;
	ui_push(ui, table_screen(ui, &setup));
	return true;
}

static bool
setup_run_play(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	return start_game(ui, rest, true, st);
}

static bool
setup_run_watch(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	return start_game(ui, rest, false, st);
}

static const struct command opens[] = {
	{ "play", "GAME [KEY=VALUE]... [SEAT=PLAYER]...",
	  "a new game: with a player or seed at once, else by the form", WORDS_GAME,
	  setup_run_play },
	{ "watch", "GAME [KEY=VALUE]... [SEAT=PLAYER]...",
	  "the same with a search on every seat", WORDS_GAME, setup_run_watch },
	{ 0 },
};

const struct screen_ops setup_screen_ops = {
	.name = "setup",
	.title = "New game",
	.bindings = bindings,
	.opens = opens,
	.draw = setup_draw,
	.key = setup_on_key,
	.mouse = setup_on_mouse,
};

static struct screen *
open_setup(struct ui *ui, const struct game_ops *game, bool watch)
{
	struct setup_form *f = calloc(1, sizeof *f);
	struct status st = { 0 };
	if (!f)
		return NULL;
	f->screen.ops = &setup_screen_ops;
	f->game = game;
	f->watch = watch;
	form_open(&f->form, &actions);
	if (!setup_init(&f->setup, ui->catalog, game, !watch, &st)) {
		ui_message(ui, "%s", st.text);
		free(f);
		return NULL;
	}
	setup_recall(ui, f);
	check_seats(ui, f);
	setup_build(f);
	return &f->screen;
}

struct screen *
setup_screen(struct ui *ui, const struct game_ops *game)
{
	return open_setup(ui, game, false);
}

struct screen *
setup_watch_screen(struct ui *ui, const struct game_ops *game)
{
	return open_setup(ui, game, true);
}
