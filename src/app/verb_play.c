/* verb_play.c - the verbs that open a table: home, play, watch, replay. */
#include "src/app/cli.h"

#include "src/app/listing.h"
#include "src/core/record.h"
#include "src/core/store.h"
#include "ui/line.h"
#include "ui/screens.h"
#include "ui/settings.h"
#include "ui/theme.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool
cli_at_terminal(void)
{
	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool
cli_dumb_terminal(void)
{
	const char *term = getenv("TERM");
	return !term || !*term || strcmp(term, "dumb") == 0;
}

static bool
can_draw(void)
{
	return cli_at_terminal() && !cli_dumb_terminal();
}

void
cli_screen_settings(const struct cli *cli, struct ui_settings *set)
{
	const struct args *a = &cli->args;
	*set = (struct ui_settings){ .ascii = a->ascii,
				     .mouse = !a->no_mouse,
				     .animation = !a->no_animation,
				     .plain = a->plain,
				     .speed_ms = a->delay_ms < 0   ? 0
						 : a->delay_ms < 1 ? 1
								   : (int)a->delay_ms };
	if (a->theme != NULL)
		snprintf(set->theme, sizeof set->theme, "%s", a->theme);
}

bool
cli_check_theme(struct cli *cli)
{
	struct theme t;
	if (cli->args.theme == NULL || theme_load(&t, cli->args.theme, &cli->st))
		return true;
	status_prefix(&cli->st, "--theme");
	return false;
}

static struct screen *
open_home(struct ui *ui, void *argument)
{
	return home_screen(ui);
}

static struct screen *
verb_play_open_table(struct ui *ui, void *argument)
{
	return table_screen_resume(ui, argument);
}

static struct screen *
open_replay(struct ui *ui, void *argument)
{
	return replay_screen(ui, argument);
}

/* Plays on lines instead of a screen, in a game that is kept or not. Without a writable home nothing
 * is saved, and one message says so. */
static int
run_lines(struct cli *cli, struct match *m, bool watch, bool keep)
{
	struct status st = { 0 };
	struct store *db = keep ? store_open(NULL, &st) : NULL;
	if (!db && keep)
		fprintf(stderr, "plyscope: nothing will be saved: %s\n", st.text);
	int64_t delay = cli->args.delay_ms;
	struct ui_settings set;
	st = (struct status){ 0 };
	settings_load(&set, db, &st);
	if (st.failed)
		fprintf(stderr, "plyscope: %s\n", st.text);
	if (!set.hint_stored)
		player_trust(set.hint, cli->catalog);
	struct line_options options = { .watch = watch,
					.ascii = cli->args.ascii,
					.speed_ms = delay < 0 ? 0 : (int)delay,
					.hint = set.hint,
					.hint_ms = set.hint_ms };
	int status = line_run(cli->catalog, db, m, &options, &cli->st);
	if (db)
		store_close(db);
	return status;
}

/* On a screen the table asks. */
static bool
seats_trusted(struct cli *cli, const struct match *m)
{
	if (setup_trusted(&m->setup, &cli->st))
		return true;
	status_prefix(&cli->st, "%s", cli->args.load ? cli->args.load : "--resume");
	return false;
}

static int
verb_play_run_table(struct cli *cli, bool person)
{
	static struct match m;
	struct ui_settings set;
	const bool plain = cli->args.plain || !can_draw();
	cli_screen_settings(cli, &set);
	if (!cli_match(cli, &m, person))
		return CLI_USAGE;
	if (!person && setup_humans(&m.setup) > 0)
		status_fail(&cli->st, "watch: every seat is a search; `plyscope play` "
				      "seats a person");
	if (cli->st.failed || (plain && !seats_trusted(cli, &m))) {
		match_close(&m);
		return CLI_USAGE;
	}
	if (plain && !cli->args.plain)
		puts("No terminal to draw on: the game is told in lines. "
		     "In a terminal the same command has a screen.");
	if (plain)
		return run_lines(cli, &m, setup_humans(&m.setup) == 0, true);
	return ui_run(cli->catalog, &set, verb_play_open_table, &m);
}

/* Where no screen can be drawn, as on a build machine: a person's first game of the catalog by the
 * lines on standard input; where there are none, one hand between searches, in nobody's history. */
static int
home_in_lines(struct cli *cli)
{
	static struct match m;
	struct args *a = &cli->args;
	bool person = isatty(STDIN_FILENO);
	printf("No terminal to draw on: this is %s in lines. "
	       "In a terminal `plyscope` opens its screen, with all games; "
	       "`plyscope play GAME --plain` plays any of them in lines.\n",
	       cli->catalog->games[0]->title);
	fflush(stdout);
	if (!person) {
		const int first = getc(stdin);
		person = first != EOF && ungetc(first, stdin) != EOF;
	}
	a->word[a->count++] = cli->catalog->games[0]->key;
	if (!person)
		a->variants.word[a->variants.count++] = "hands=1";
	return cli_match(cli, &m, person) ? run_lines(cli, &m, !person, person)
					  : CLI_USAGE;
}

int
verb_home(struct cli *cli)
{
	struct ui_settings set;
	if (cli->args.print_config) {
		settings_print_config();
		return CLI_DONE;
	}
	cli_screen_settings(cli, &set);
	return can_draw() ? ui_run(cli->catalog, &set, open_home, NULL)
			  : home_in_lines(cli);
}

int
verb_play(struct cli *cli)
{
	const struct args *a = &cli->args;
	const bool named = a->count > 0 || a->load != NULL || a->resume > 0 ||
			   a->seats.count > 0 || a->variants.count > 0;
	if (!named && !a->plain && !can_draw()) {
		struct ui_settings set;
		cli_screen_settings(cli, &set);
		return home_in_lines(cli);
	}
	return verb_play_run_table(cli, true);
}

int
verb_watch(struct cli *cli)
{
	return verb_play_run_table(cli, false);
}

int
verb_replay(struct cli *cli)
{
	static struct match m;
	struct ui_settings set;
	const struct args *a = &cli->args;
	if (a->count < 1) {
		status_fail(&cli->st, "replay: expected a FILE");
		return CLI_USAGE;
	}
	cli_screen_settings(cli, &set);
	if (!record_load(&m, a->word[0], cli->catalog, &cli->st))
		return CLI_USAGE;
	if (a->json) {
		json_print(listing_to_json(&m), stdout);
		match_close(&m);
		return CLI_DONE;
	}
	if (!a->plain && can_draw())
		return ui_run(cli->catalog, &set, open_replay, &m);
	listing_print(&m);
	match_close(&m);
	return CLI_DONE;
}

/* The listing's view, or with --seat the view of that seat. */
int
verb_position(struct cli *cli)
{
	static struct match m;
	const struct args *a = &cli->args;
	char text[POSITION_TEXT];
	struct state view;
	if (a->count < 1) {
		status_fail(&cli->st, "position: expected a FILE");
		return CLI_USAGE;
	}
	if (!record_load(&m, a->word[0], cli->catalog, &cli->st))
		return CLI_USAGE;
	const struct game *g = &m.setup.game;
	int viewer = listing_viewer(&m, m.at), seat;
	if (a->seat && !setup_find_seat(&m.setup, a->seat, &seat, &cli->st)) {
		status_prefix(&cli->st, "--seat");
		match_close(&m);
		return CLI_USAGE;
	}
	if (a->seat && viewer != SEAT_ALL && viewer != seat) {
		status_fail(&cli->st,
			    "--seat: a FAIR game that is not over shows %s alone",
			    viewer >= 0 ? g->text->seat_name(g, viewer)
					: "what all know");
		match_close(&m);
		return CLI_CANNOT;
	}
	viewer = a->seat ? seat : viewer;
	if (a->json) {
		json_t *o = listing_position_to_json(&m, m.at, viewer);
		json_object_set_new(o, "game", json_text(g->ops->key));
		json_object_set_new(o, "variant", setup_variant_json(g));
		json_print(o, stdout);
	} else {
		listing_view(&m, m.at, viewer, &view);
		g->text->format_position(g, &view, text, sizeof text);
		puts(text);
	}
	match_close(&m);
	return CLI_DONE;
}
