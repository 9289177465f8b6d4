/* verb_solve.c - a game of simultaneous choice, or endgames, solved into a file; positions of other
 * games are in verb_prove.c, ranges of hands in verb_subgame.c. */
#include "src/app/cli.h"

#include "src/base/asset.h"
#include "src/base/text.h"
#include "src/core/search.h"
#include "src/lab/solve.h"

#include <string.h>

/* `solve goofspiel 8` is `solve goofspiel -o cards=8`. */
static bool
read_size(struct cli *cli, struct setup *setup)
{
	const struct option_spec *specs = setup->game.ops->options;
	struct options variant = setup->game.variant;
	if (cli->args.count < 2)
		return true;
	if (specs == NULL || specs[0].key == NULL || setup->game.ops->endings != NULL)
		return status_fail(&cli->st, "solve: %s has no size",
				   setup->game.ops->key);
	return options_set(&variant, specs[0].key, cli->args.word[1], &cli->st) &&
	       game_init(&setup->game, setup->game.ops, setup->game.seats, &variant,
			 &cli->st);
}

/* The game's own, or that of the first search that keeps tables and may play it. */
static const struct solver_ops *
find_solver(struct cli *cli, const struct game *g)
{
	if (g->endings->solver != NULL)
		return g->endings->solver;
	char why[STATUS_TEXT] = "no search keeps tables";
	for (int i = 0; cli->catalog->searches[i] != NULL; i++) {
		const struct search_ops *ops = cli->catalog->searches[i];
		if (ops->solver != NULL &&
		    search_refusal(ops, g, NULL, 0, why, sizeof why) == NULL)
			return ops->solver;
	}
	status_fail(&cli->st, "solve: %s", why);
	return NULL;
}

/* The size of --stones, 0 without it. */
static bool
read_stones(struct cli *cli, const struct solver_ops *ops, const struct game *g, int *out)
{
	const char *text = cli->args.stones;
	int64_t n;
	*out = 0;
	if (text == NULL)
		return true;
	if (ops->most == 0)
		return status_fail(
			&cli->st,
			"solve: %s is solved as a whole, --stones is for endgames",
			g->ops->title);
	if (!text_parse_count(text, &n) || n < 1 || n > ops->most)
		return status_fail(&cli->st,
				   "--stones: expected a whole number from 1 to %d, not "
				   "\"%.40s\"",
				   ops->most, text);
	*out = (int)n;
	return true;
}

int
verb_solve(struct cli *cli)
{
	static struct setup setup;
	static struct solve_result result;
	char name[256], path[4096];
	int most;
	if (cli_solves_ranges(cli))
		return cli_solve_ranges(cli);
	if (cli_proves_position(cli)) {
		if (!jobs_have_ranks())
			return cli_prove_position(cli);
		status_fail(&cli->st, "solve: one position is proved by one program: "
				      "start it without mpirun");
		return CLI_USAGE;
	}
	if (cli->st.failed)
		return CLI_USAGE;
	if (!cli_setup(cli, &setup, false) || !read_size(cli, &setup))
		return CLI_USAGE;
	const struct solver_ops *ops = find_solver(cli, &setup.game);
	if (ops == NULL || !read_stones(cli, ops, &setup.game, &most))
		return CLI_USAGE;
	ops->name(&setup.game, name, sizeof name);
	if (cli->args.out == NULL &&
	    !user_path(USER_DATA, name, path, sizeof path, &cli->st))
		return CLI_CANNOT;
	struct solve_options options = {
		.ops = ops,
		.game = &setup.game,
		.path = cli->args.out != NULL ? cli->args.out : path,
		.most = most,
		.jobs = (int)cli->args.jobs,
		.progress = cli_progress(),
	};
	if (!cli_can_write(cli, options.path))
		return CLI_CANNOT;
	cli_catch_interrupt();
	const bool ok = solve_run(&options, &result, &cli->st);
	cli_progress_end();
	if (result.note.failed && cli_is_rank_0())
		fprintf(stderr,
			"plyscope: %s; moved to %s.damaged, solving from the start\n",
			result.note.text, options.path);
	if (!ok)
		return CLI_CANNOT;
	if (!cli_is_rank_0())
		return CLI_DONE;
	if (cli->args.json)
		json_print(solve_to_json(&options, &result), stdout);
	else
		solve_print(&options, &result, stdout);
	return result.finished ? CLI_DONE : CLI_INTERRUPTED;
}
