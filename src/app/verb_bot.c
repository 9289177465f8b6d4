/* verb_bot.c - plyscope as a bot: the game and the player it offers over the bot protocol. */
#include "src/app/cli.h"

#include "src/wire/serve.h"

int
verb_bot(struct cli *cli)
{
	static struct setup setup;
	static struct player player;
	if (!cli_setup(cli, &setup, false) ||
	    !cli_one_search(cli, &setup.game, "medium", &player))
		return CLI_USAGE;
	const struct bot_setup bot = { .ops = setup.game.ops,
				       .catalog = cli->catalog,
				       .player = player.text,
				       .seed = setup.seed };
	return bot_serve_run(&bot, &cli->st) ? CLI_DONE : CLI_CANNOT;
}
