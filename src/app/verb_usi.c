/* verb_usi.c - plyscope as an engine: the player and the rules it offers over USI. */
#include "src/app/cli.h"

#include "src/wire/serve.h"

int
verb_usi(struct cli *cli)
{
	static struct setup setup;
	static struct usi_setup usi;
	const struct game_ops *const *ops = cli->catalog->games;
	while ((*ops)->text->usi == NULL)
		ops++;
	cli->args.word[0] = (*ops)->key;
	cli->args.count = 1;
	if (!cli_setup(cli, &setup, false) ||
	    !cli_one_search(cli, &setup.game, "max", &usi.player))
		return CLI_USAGE;
	usi.game = setup.game;
	usi.seed = setup.seed;
	return usi_run(&usi, &cli->st) ? CLI_DONE : CLI_CANNOT;
}
