/* verb_usi.c - plyscope as an engine: the player and the rules it offers over USI. */
#include "src/app/cli.h"

#include "src/wire/usi.h"

#include <unistd.h>

int
verb_usi(struct cli *cli)
{
	static struct setup setup;
	static struct usi_setup usi;
	const struct word_list *players = &cli->args.players;
	if (players->count > 1) {
		status_fail(&cli->st, "usi: one -a, not %d", players->count);
		return CLI_USAGE;
	}
	cli->args.word[0] = "minishogi";
	cli->args.count = 1;
	if (!cli_setup(cli, &setup, false))
		return CLI_USAGE;
	if (!player_parse(&usi.player, players->count ? players->word[0] : "max",
			  cli->catalog, &setup.game, &cli->st)) {
		status_prefix(&cli->st, "-a");
		return CLI_USAGE;
	}
	if (usi.player.human) {
		status_fail(&cli->st, "-a: expected a search, not a person");
		return CLI_USAGE;
	}
	usi.game = setup.game;
	usi.seed = setup.seed;
	usi.in = STDIN_FILENO;
	return usi_run(&usi, &cli->st) ? CLI_DONE : CLI_CANNOT;
}
