/* verb_calibrate.c - win probabilities fitted on games of a player against itself. */
#include "src/app/cli.h"

#include "src/base/asset.h"
#include "src/lab/calibrate.h"

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
	const struct calibrate_options options = {
		.catalog = cli->catalog,
		.game = &setup.game,
		.player = given->count ? given->word[0] : NULL,
		.deals = cli->args.games,
		/* Every run can be repeated: the default is 1. */
		.seed = cli->args.seed >= 0 ? (uint64_t)cli->args.seed : 1,
		.jobs = (int)cli->args.jobs,
		.progress = cli_progress(),
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
