/* verb_list.c - lists of games, players, presets, themes, and of the games played. */
#include "src/app/cli.h"

#include "src/app/listing.h"
#include "src/base/harmless.h"
#include "src/base/text.h"
#include "src/core/record.h"
#include "src/core/search.h"
#include "src/core/store.h"
#include "src/study/results.h"
#include "ui/theme.h"

#include <string.h>

#define HISTORY_ROWS  1000
#define PROFILES      200 /* rows */
#define CATALOG_NAMES 64

static const char *const kind_names[] = {
	[OPTION_INT] = "int",		[OPTION_REAL] = "real",
	[OPTION_SWITCH] = "switch",	[OPTION_CHOICE] = "choice",
	[OPTION_DURATION] = "duration", [OPTION_PLAYER] = "player",
	[OPTION_NAME] = "name",
};

static json_t *
option_json(const struct option_spec *spec)
{
	json_t *object = json_object();
	json_object_set_new(object, "key", json_string(spec->key));
	json_object_set_new(object, "kind", json_string(kind_names[spec->kind]));
	json_object_set_new(object, "default", json_string(spec->deflt));
	if (spec->kind == OPTION_INT || spec->kind == OPTION_REAL ||
	    spec->kind == OPTION_DURATION) {
		json_object_set_new(object, "min", json_real_or_null(spec->min));
		json_object_set_new(object, "max", json_real_or_null(spec->max));
	}
	if (spec->kind == OPTION_CHOICE) {
		json_t *choices = json_array();
		char choice[64];
		for (int k = 0; option_choice(spec->choices, k, choice, sizeof choice);
		     k++)
			json_array_append_new(choices, json_text(choice));
		json_object_set_new(object, "choices", choices);
	}
	json_object_set_new(object, "unit", json_string(spec->unit ? spec->unit : ""));
	json_object_set_new(object, "help", json_string(spec->help));
	return object;
}

static json_t *
options_json(const struct option_spec *specs)
{
	json_t *array = json_array();
	for (; specs && specs->key; specs++)
		json_array_append_new(array, option_json(specs));
	return array;
}

/* Whether the second word, when there is one, names this. */
static bool
verb_list_wanted(const struct cli *cli, const char *key)
{
	return cli->args.count < 2 || strcmp(cli->args.word[1], key) == 0;
}

/* The values an option takes: "on|off", "none|shallow", "1..9", "10ms..5m". */
static void
option_range(const struct option_spec *spec, char *out, int size)
{
	char low[32], high[32];
	switch (spec->kind) {
	case OPTION_SWITCH: snprintf(out, (size_t)size, "on|off"); break;
	case OPTION_CHOICE: snprintf(out, (size_t)size, "%s", spec->choices); break;
	case OPTION_PLAYER: snprintf(out, (size_t)size, "PLAYER"); break;
	case OPTION_NAME:
		snprintf(out, (size_t)size, "%s%sNAME",
			 spec->choices != NULL ? spec->choices : "",
			 spec->choices != NULL ? "|" : "");
		break;
	case OPTION_DURATION:
		text_format_duration_exact(low, sizeof low, (int64_t)spec->min);
		text_format_duration_exact(high, sizeof high, (int64_t)spec->max);
		snprintf(out, (size_t)size, "%s..%s", low, high);
		break;
	case OPTION_INT:
	case OPTION_REAL:
		snprintf(out, (size_t)size, "%.12g..%.12g", spec->min, spec->max);
		break;
	}
}

static void
print_options(const struct option_spec *specs)
{
	for (; specs && specs->key; specs++) {
		char range[400];
		option_range(specs, range, sizeof range);
		printf("    %s=%s  (%s%s%s)  %s\n", specs->key, specs->deflt, range,
		       specs->unit && *specs->unit ? " " : "",
		       specs->unit ? specs->unit : "", specs->help);
	}
}

static int
list_games(struct cli *cli)
{
	json_t *array = json_array();
	for (int i = 0; cli->catalog->games[i]; i++) {
		const struct game_ops *g = cli->catalog->games[i];
		if (!verb_list_wanted(cli, g->key))
			continue;
		json_t *object = json_object(), *seats = json_array();
		for (int n = game_seats_min(g); n <= game_seats_max(g); n++)
			if (g->seats_allowed >> n & 1)
				json_array_append_new(seats, json_integer(n));
		json_object_set_new(object, "key", json_string(g->key));
		json_object_set_new(object, "title", json_string(g->title));
		json_object_set_new(object, "summary", json_string(g->summary));
		json_object_set_new(object, "source", json_string(g->source));
		json_object_set_new(object, "seats", seats);
		json_object_set_new(object, "seats_default",
				    json_integer(g->seats_default));
		json_object_set_new(object, "options", options_json(g->options));
		json_array_append_new(array, object);
		if (cli->args.json)
			continue;
		printf("%s  %s\n    seats=%d  (", g->key, g->summary, g->seats_default);
		for (size_t n = 0; n < json_array_size(seats); n++)
			printf("%s%lld", n ? "|" : "",
			       (long long)json_integer_value(json_array_get(seats, n)));
		printf(")  number of seats\n");
		print_options(g->options);
	}
	if (cli->args.json)
		json_print(json_pack("{s:o}", "games", array), stdout);
	else
		json_decref(array);
	return CLI_DONE;
}

static int
list_players(struct cli *cli)
{
	json_t *array = json_array();
	for (int i = 0; cli->catalog->searches[i]; i++) {
		const struct search_ops *s = cli->catalog->searches[i];
		if (!verb_list_wanted(cli, s->key))
			continue;
		json_t *object = json_object();
		json_object_set_new(object, "key", json_string(s->key));
		json_object_set_new(object, "title", json_string(s->title));
		json_object_set_new(object, "summary", json_string(s->summary));
		json_object_set_new(object, "source", json_string(s->source));
		json_object_set_new(object, "options", options_json(s->options));
		json_array_append_new(array, object);
		if (cli->args.json)
			continue;
		printf("%s  %s: %s\n    %s\n", s->key, s->title, s->summary, s->source);
		print_options(s->options);
	}
	if (cli->args.json) {
		json_print(json_pack("{s:o}", "players", array), stdout);
		return CLI_DONE;
	}
	json_decref(array);
	puts(cli->args.count < 2
		     ? "every one also takes the limits depth=, nodes=, time=, sims="
		     : "    and the limits depth=, nodes=, time=, sims=");
	return CLI_DONE;
}

/* The presets of one game; false when one cannot be read. */
static bool
list_presets_of(struct cli *cli, const struct game_ops *ops, json_t *array)
{
	struct game g;
	if (!game_init(&g, ops, 0, NULL, &cli->st))
		return false;
	if (!cli->args.json)
		printf("%s\n", ops->key);
	for (int k = 0; player_presets[k]; k++) {
		static struct player p;
		char full[PLAYER_TEXT * 2];
		if (!player_offered(player_presets[k], &g))
			continue;
		if (!player_parse(&p, player_presets[k], cli->catalog, &g, &cli->st))
			return false;
		player_format(&p, full, sizeof full);
		json_array_append_new(array, json_pack("{s:s,s:s,s:s}", "game", ops->key,
						       "preset", player_presets[k],
						       "player", full));
		if (!cli->args.json)
			printf("    %-7s %s\n", player_presets[k], full);
	}
	return true;
}

static int
list_presets(struct cli *cli)
{
	json_t *array = json_array();
	bool ok = true;
	for (int i = 0; ok && cli->catalog->games[i]; i++)
		if (verb_list_wanted(cli, cli->catalog->games[i]->key))
			ok = list_presets_of(cli, cli->catalog->games[i], array);
	if (ok && cli->args.json)
		json_print(json_pack("{s:o}", "presets", array), stdout);
	else
		json_decref(array);
	return ok ? CLI_DONE : CLI_USAGE;
}

static int
list_themes(struct cli *cli)
{
	json_t *array = json_array();
	char names[THEMES_MAX][24];
	const int n = theme_list(names, THEMES_MAX);
	for (int i = 0; i < n; i++) {
		json_array_append_new(array, json_text(names[i]));
		if (!cli->args.json)
			puts(names[i]);
	}
	if (cli->args.json)
		json_print(json_pack("{s:o}", "themes", array), stdout);
	else
		json_decref(array);
	return CLI_DONE;
}

/* The second word is a key of the catalogue; false: what was expected. */
static bool
check_name(struct cli *cli, bool games)
{
	const char *names[CATALOG_NAMES + 1] = { NULL }, *name = cli->args.word[1];
	int n = 0;
	for (int i = 0; games && cli->catalog->games[i] && n < CATALOG_NAMES; i++)
		names[n++] = cli->catalog->games[i]->key;
	for (int i = 0; !games && cli->catalog->searches[i] && n < CATALOG_NAMES; i++)
		names[n++] = cli->catalog->searches[i]->key;
	for (int i = 0; i < n; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	const char *near = args_nearest(names, name);
	const char *kind = games ? "game" : "player";
	if (near)
		return status_fail(&cli->st,
				   "list: no %s \"%.60s\" (did you mean \"%s\"?)", kind,
				   name, near);
	return status_fail(&cli->st, "list: no %s \"%.60s\"; `plyscope list %ss` has all",
			   kind, name, kind);
}

int
verb_list(struct cli *cli)
{
	static const struct {
		const char *name;
		int (*run)(struct cli *cli);
		bool games, named; /* a second word is a game and is optional */
	} lists[] = { { "games", list_games, true, true },
		      { "players", list_players, false, true },
		      { "presets", list_presets, true, true },
		      { "themes", list_themes, false, false },
		      { "experiments", cli_list_experiments, false, false } };
	const char *what = cli->args.count ? cli->args.word[0] : NULL;
	for (size_t i = 0; what && i < sizeof lists / sizeof lists[0]; i++) {
		if (strcmp(lists[i].name, what) != 0)
			continue;
		if (cli->args.count > 1 && !lists[i].named) {
			status_fail(&cli->st, "list %s takes no name", what);
			return CLI_USAGE;
		}
		if (cli->args.count > 1 && !check_name(cli, lists[i].games))
			return CLI_USAGE;
		return lists[i].run(cli);
	}
	if (what)
		status_fail(
			&cli->st,
			"list: expected games, players, presets, themes or experiments, "
			"not \"%.60s\"",
			what);
	else
		status_fail(
			&cli->st,
			"list: expected games, players, presets, themes or experiments");
	return CLI_USAGE;
}

/* ---- history ---- */

static int
print_record(struct cli *cli, struct store *db)
{
	int64_t id;
	static struct match m;
	if (!text_parse_count(cli->args.word[0], &id) || id < 1) {
		status_fail(&cli->st,
			    "history: expected the number of a game, not \"%.60s\"",
			    cli->args.word[0]);
		return CLI_USAGE;
	}
	if (!store_load(db, id, cli->catalog, &m, &cli->st))
		return store_lacks(db, id) ? CLI_USAGE : CLI_CANNOT;
	struct text t = { 0 };
	if (cli->args.whole)
		record_write(&m, &t);
	else
		listing_write_record(&m, &t);
	harmless_exact(true);
	fwrite(t.s, 1, t.length, stdout);
	harmless_exact(false);
	text_free(&t);
	match_close(&m);
	return CLI_DONE;
}

/* Points lost a hand by the kind of decision, as the coach found them. */
static bool
print_profile(struct cli *cli, struct store *db, const char *game, json_t *array)
{
	struct store_profile row[PROFILES];
	const int n = store_profiles(db, row, PROFILES, &cli->st);
	const struct store_profile *last = NULL;
	for (int i = 0; i < n; i++) {
		const struct store_profile *p = &row[i];
		if (game != NULL && strcmp(p->game, game) != 0)
			continue;
		if (array != NULL) {
			json_array_append_new(array,
					      json_pack("{s:s,s:s,s:s,s:i,s:i,s:f}",
							"game", p->game, "month",
							p->month, "kind", p->kind,
							"decisions", p->decisions,
							"hands", p->hands, "points",
							p->points));
			continue;
		}
		if (last == NULL || strcmp(last->game, p->game) != 0 ||
		    strcmp(last->month, p->month) != 0)
			printf("\n%s, %s: points lost a hand, in %d hand%s with the "
			       "coach\n",
			       p->game, p->month, p->hands, p->hands == 1 ? "" : "s");
		printf("  %-12s %6.2f  in %d decision%s\n", p->kind, p->points,
		       p->decisions, p->decisions == 1 ? "" : "s");
		last = p;
	}
	return n >= 0;
}

static int
verb_list_print_rows(struct cli *cli, struct store *db, const char *game)
{
	static struct store_row row[HISTORY_ROWS];
	int n = store_list(db, game, cli->args.unfinished, row, HISTORY_ROWS, &cli->st);
	if (n < 0)
		return CLI_CANNOT;
	if (cli->args.json) {
		json_t *array = json_array();
		for (int i = 0; i < n; i++)
			json_array_append_new(
				array,
				json_pack("{s:I,s:s,s:s,s:o,s:o,s:i,s:b,s:i,s:b}", "id",
					  (json_int_t)row[i].id, "game", row[i].game,
					  "date", row[i].date, "title",
					  json_text(row[i].title), "result",
					  json_text(row[i].result), "plies", row[i].plies,
					  "over", row[i].over, "persons", row[i].persons,
					  "won", row[i].won));
		json_print(json_pack("{s:o}", "games", array), stdout);
		return CLI_DONE;
	}
	if (n == 0)
		puts("nothing has been played here yet");
	for (int i = 0; i < n; i++)
		printf("%5lld  %s  %-18s %5d plies  %s  %s\n", (long long)row[i].id,
		       row[i].date, row[i].game, row[i].plies, row[i].title,
		       row[i].over ? row[i].result : "in progress");
	return CLI_DONE;
}

int
verb_history(struct cli *cli)
{
	const struct args *a = &cli->args;
	const struct game_ops *only = NULL;
	if (a->count && (a->game || a->unfinished || a->json)) {
		status_fail(&cli->st, "history: a saved game takes no flag but --whole");
		return CLI_USAGE;
	}
	if (a->whole && !a->count) {
		status_fail(&cli->st, "history: --whole is for the record of one game");
		return CLI_USAGE;
	}
	if (a->game && !(only = cli_game(cli, a->game)))
		return CLI_USAGE;
	const char *game = only ? only->key : NULL;
	struct store *db = store_open_to_read(NULL, &cli->st);
	if (cli->st.failed)
		return CLI_CANNOT;
	const int status =
		a->count ? print_record(cli, db) : verb_list_print_rows(cli, db, game);
	store_close(db);
	return status;
}

/* ---- stats ---- */

int
verb_stats(struct cli *cli)
{
	static struct result row[RESULTS];
	const struct game_ops *only = NULL;
	char line[RESULT_LINE];
	if (cli->args.game && !(only = cli_game(cli, cli->args.game)))
		return CLI_USAGE;
	const char *game = only ? only->key : NULL;
	struct store *db = store_open_to_read(NULL, &cli->st);
	json_t *profile = cli->args.json ? json_array() : NULL;
	const int n =
		cli->st.failed ? -1 : results_read(db, cli->catalog, game, row, &cli->st);
	for (int i = -1; i < n && profile == NULL; i++) {
		results_line(i < 0 ? NULL : &row[i], line);
		puts(line);
	}
	const bool read = n >= 0 && print_profile(cli, db, game, profile);
	if (read && profile != NULL)
		json_print(json_pack("{s:o,s:O}", "results", results_json(row, n),
				     "profile", profile),
			   stdout);
	json_decref(profile);
	store_close(db);
	return read ? CLI_DONE : CLI_CANNOT;
}
