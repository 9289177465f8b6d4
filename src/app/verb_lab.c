/* verb_lab.c - headless work: calibrate, bench. */
#include "src/app/bench_poker.h"
#include "src/app/cli.h"

#include "src/base/asset.h"
#include "src/lab/bench.h"
#include "src/lab/calibrate.h"

#define DEFAULT_SEED 1

/* Every run of the lab can be repeated: the default of --seed is 1. */
static uint64_t
lab_seed(const struct cli *cli)
{
	return cli->args.seed >= 0 ? (uint64_t)cli->args.seed : DEFAULT_SEED;
}

/* After ^C, also when it came before a failure. */
static int
end_interrupted(struct cli *cli)
{
	cli->st = (struct status){ 0 };
	status_fail(&cli->st, "calibrate: interrupted, nothing was written");
	return CLI_INTERRUPTED;
}

int
verb_calibrate(struct cli *cli)
{
	static struct setup setup;
	static struct calibrate_result result;
	const struct word_list *given = &cli->args.players;
	if (!cli_setup(cli, &setup, false))
		return CLI_USAGE;
	if (given->count > 1) {
		status_fail(&cli->st, "calibrate: one -a, not %d", given->count);
		return CLI_USAGE;
	}
	struct player p;
	if (given->count &&
	    !player_parse(&p, given->word[0], cli->catalog, &setup.game, &cli->st)) {
		status_prefix(&cli->st, "-a");
		return CLI_USAGE;
	}
	const struct self_play play = {
		.catalog = cli->catalog,
		.game = &setup.game,
		.player = given->count ? given->word[0] : NULL,
		.deals = cli->args.games,
		.seed = lab_seed(cli),
		.jobs = (int)cli->args.jobs,
		.progress = cli_progress(),
	};
	const struct calibrate_options options = {
		.play = play,
		.hands = cli->args.hands,
		.matches = cli->args.matches,
	};
	char path[4096], name[64];
	snprintf(name, sizeof name, "calibration/%s.ini", setup.game.ops->key);
	if (cli->args.out != NULL)
		snprintf(path, sizeof path, "%s", cli->args.out);
	else if (!user_path(USER_DATA, name, path, sizeof path, &cli->st) ||
		 !cli_can_write(cli, path))
		return CLI_CANNOT;
	cli_catch_interrupt();
	bool ok = calibrate_run(&options, &result, &cli->st);
	cli_progress_end();
	if (atomic_load(&cli_interrupted))
		return end_interrupted(cli);
	if (!ok)
		return CLI_CANNOT;
	if (!cli_is_rank_0())
		return CLI_DONE;
	calibrate_print(&setup.game, &result, stdout);
	if (result.matches)
		return CLI_DONE;
	if (!calibrate_write(&setup.game, &result, path, &cli->st))
		return CLI_CANNOT;
	if (cli->args.out != NULL)
		printf("written to %s\n", path);
	else
		printf("written to %s, which is used from now on; without that file, the "
		       "shipped one is\n",
		       path);
	return CLI_DONE;
}

int
verb_bench(struct cli *cli)
{
	static struct bench_result result;
	const struct game_ops *only = NULL;
	if (cli->args.game && !(only = cli_game(cli, cli->args.game)))
		return CLI_USAGE;
	struct bench_options options = {
		.catalog = cli->catalog,
		.works = bench_poker,
		.game = only ? only->key : NULL,
		.sample_ms = (int)cli->args.limits.time_ms,
		.progress = cli_progress(),
	};
	cli_catch_interrupt();
	bool ok = bench_run(&options, &result, &cli->st);
	cli_progress_end();
	if (atomic_load(&cli_interrupted))
		return CLI_INTERRUPTED;
	if (!ok)
		return CLI_CANNOT;
	if (cli->args.json)
		json_print(bench_to_json(&result), stdout);
	else
		bench_print(&result, stdout);
	return CLI_DONE;
}
