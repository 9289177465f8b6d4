/* verb_duplicate.c - the deals of a record played again by a search in a person's seat. */
#include "src/app/cli.h"

#include "src/core/record.h"
#include "src/lab/duplicate.h"

/* The seat of --seat, else the person's. */
static bool
verb_duplicate_find_seat(struct cli *cli, const struct match *m, int *seat)
{
	*seat = duplicate_seat(m);
	if (cli->args.seat == NULL)
		return *seat != SEAT_NONE ||
		       status_fail(&cli->st,
				   "--seat: expected the seat that the search takes: "
				   "this record does not have exactly one person");
	if (setup_find_seat(&m->setup, cli->args.seat, seat, &cli->st))
		return true;
	status_prefix(&cli->st, "--seat");
	return false;
}

/* Whether the other seats start no program that only the record names. */
static bool
others_trusted(struct cli *cli, const struct match *m, int seat)
{
	struct setup s = m->setup;
	s.seat[seat] = (struct player){ .human = true };
	if (setup_trusted(&s, &cli->st))
		return true;
	status_prefix(&cli->st, "%s", cli->args.word[0]);
	return false;
}

static int
verb_duplicate_run(struct cli *cli, const struct duplicate_options *o)
{
	struct duplicate_result r;
	cli_catch_interrupt();
	const bool ok = duplicate_run(o, &r, &cli->st);
	cli_progress_end();
	if (!ok)
		return CLI_CANNOT;
	if (!cli_is_rank_0())
		;
	else if (cli->args.json)
		json_print(duplicate_to_json(o, &r), stdout);
	else
		duplicate_print(o, &r, stdout);
	const bool all = r.games == o->games;
	duplicate_free(&r);
	return all ? CLI_DONE : CLI_INTERRUPTED;
}

int
verb_duplicate(struct cli *cli)
{
	static struct match m;
	static struct player p;
	const struct args *a = &cli->args;
	int seat, status = CLI_USAGE;
	if (a->count < 1) {
		status_fail(&cli->st, "duplicate: expected a FILE");
		return CLI_USAGE;
	}
	if (!record_load(&m, a->word[0], cli->catalog, &cli->st))
		return CLI_USAGE;
	/* the search that takes the seat: a preset as it plays, or any other */
	if (verb_duplicate_find_seat(cli, &m, &seat) && others_trusted(cli, &m, seat) &&
	    cli_one_search(cli, &m.setup.game, "hard", &p)) {
		const struct duplicate_options o = {
			.match = &m,
			.player = &p,
			.seat = seat,
			.games = a->games > 0 ? a->games : DUPLICATE_GAMES,
			.seed = a->seed >= 0 ? (uint64_t)a->seed : m.setup.seed,
			.jobs = (int)a->jobs,
			.progress = cli_progress(),
		};
		status = verb_duplicate_run(cli, &o);
	}
	match_close(&m);
	return status;
}
