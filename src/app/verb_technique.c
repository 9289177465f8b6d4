/* verb_technique.c - the choices of players on positions with a known right play. */
#include "src/app/cli.h"

#include "src/app/meter.h"
#include "src/base/asset.h"
#include "src/study/technique.h"

#include <string.h>

#define NAMES_MAX 64

static int
list_suites(struct cli *cli)
{
	static char names[NAMES_MAX][64];
	static struct technique t;
	const int n = technique_names(names, NAMES_MAX);
	for (int i = 0; i < n; i++) {
		if (!technique_load(&t, names[i], cli->catalog, &cli->st))
			return CLI_USAGE;
		printf("%-20s %3d positions: %s\n", names[i], t.positions, t.title);
		technique_free(&t);
	}
	return n > 0 || asset_missing("positions", &cli->st) ? CLI_DONE : CLI_USAGE;
}

/* The players of -a, else all presets. */
static bool
verb_technique_read_players(struct cli *cli, const struct game *g, struct player *player,
			    int *players)
{
	const struct word_list *given = &cli->args.players;
	if (given->count > TECHNIQUE_PLAYERS)
		return status_fail(&cli->st, "technique: more than %d players",
				   TECHNIQUE_PLAYERS);
	for (int i = 0; given->count > 0 ? i < given->count : player_presets[i] != NULL;
	     i++) {
		struct player *p = &player[*players];
		const char *text = given->count > 0 ? given->word[i] : player_presets[i];
		if (given->count == 0 && !player_offered(text, g))
			continue;
		if (!player_parse(p, text, cli->catalog, g, &cli->st) ||
		    (p->human &&
		     !status_fail(&cli->st, "expected a search, not a person"))) {
			status_prefix(&cli->st, "-a");
			return false;
		}
		player_limit(p, &cli->args.limits);
		++*players;
	}
	return true;
}

static int
play_suite(struct cli *cli, const struct technique *t, const struct player *player,
	   int players)
{
	static struct technique_result r;
	struct meter meter;
	const struct args *a = &cli->args;
	struct technique_options o = { .suite = t,
				       .player = player,
				       .players = players,
				       .runs = a->runs > 0 ? (int)a->runs
							   : TECHNIQUE_RUNS,
				       .seed = a->seed >= 0 ? (uint64_t)a->seed : 1,
				       .progress = meter_progress(&meter) };
	cli_catch_interrupt();
	const bool ok = technique_run(&o, &r, &cli->st);
	cli_progress_end();
	if (!ok)
		return CLI_USAGE;
	if (a->json)
		json_print(technique_to_json(&o, &r), stdout);
	else
		technique_print(&o, &r, stdout);
	return r.positions == t->positions ? CLI_DONE : CLI_INTERRUPTED;
}

int
verb_technique(struct cli *cli)
{
	static struct technique t;
	static struct player player[TECHNIQUE_PLAYERS];
	int players = 0, status = CLI_USAGE;
	if (cli->args.count == 0)
		return list_suites(cli);
	if (!technique_load(&t, cli->args.word[0], cli->catalog, &cli->st))
		return CLI_USAGE;
	if (verb_technique_read_players(cli, &t.setup.game, player, &players))
		status = play_suite(cli, &t, player, players);
	technique_free(&t);
	return status;
}
