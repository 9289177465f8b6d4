/* verb_abstract.c - hands of hold'em put into buckets, into a file that `train` takes. */
#include "src/app/cli.h"

#include "ai/abstract/betting.h"
#include "src/app/meter.h"
#include "src/base/pool.h"
#include "src/core/setup.h"
#include "src/lab/abstract.h"

#include <stdio.h>
#include <string.h>

#define BUCKETS "169/200"
#define SAMPLE	1000000
#define MEMORY	1024

/* "169/200/200/200" as `train` reads it. */
static bool
read_counts(struct cli *cli, int count[BUCKET_ROUNDS])
{
	struct betting_plan plan;
	const char *text = cli->args.buckets != NULL ? cli->args.buckets : BUCKETS;
	if (!betting_read(&plan, "1", "0", text, &cli->st))
		return false;
	memcpy(count, plan.buckets, sizeof plan.buckets);
	return true;
}

/* A game whose hands can be put into buckets. */
static bool
check_game(struct cli *cli, const struct game *g, const int *count)
{
	const struct bucket_ops *ops =
		g->ops->public != NULL ? g->ops->public->buckets : NULL;
	if (ops == NULL || ops->work == NULL)
		return status_fail(&cli->st, "abstract: expected the game holdem, not %s",
				   g->ops->key);
	if (ops->here(g, count, &cli->st))
		return true;
	status_prefix(&cli->st, "abstract");
	return false;
}

static int
show(struct cli *cli, struct abstract_options *o, const struct abstract_result *r)
{
	if (cli->args.json)
		json_print(abstract_json(o, r), stdout);
	else
		abstract_print(o, r, stdout);
	const bool done = abstract_done(o);
	abstract_close(o);
	return done || r == NULL ? CLI_DONE : CLI_INTERRUPTED;
}

static int
show_saved(struct cli *cli, struct abstract_options *o)
{
	const struct args *a = &cli->args;
	if (a->out != NULL || a->buckets != NULL || a->sample > 0 || a->seed >= 0) {
		status_fail(&cli->st,
			    "--saved: the file has what was worked out; expected "
			    "only --json with it");
		return CLI_USAGE;
	}
	o->path = a->saved;
	return abstract_look(o, &cli->st) ? show(cli, o, NULL) : CLI_USAGE;
}

int
verb_abstract(struct cli *cli)
{
	static struct setup setup;
	struct abstract_result result;
	struct meter meter;
	const struct args *a = &cli->args;
	char name[64];
	if (cli->way == JOBS_RANKS) {
		status_fail(&cli->st, "abstract: works on one machine: start it without "
				      "mpirun");
		return CLI_USAGE;
	}
	struct abstract_options o = {
		.work = { .game = &setup.game,
			  .seed = a->seed >= 0 ? (uint64_t)a->seed : 1,
			  .sample = a->sample > 0 ? a->sample : SAMPLE,
			  .threads = a->jobs > 0 ? (int)a->jobs : pool_cores() },
		.memory = (size_t)(a->memory > 0 ? a->memory : MEMORY) << 20,
		.progress = meter_progress(&meter),
	};
	if (!cli_setup(cli, &setup, false) || !read_counts(cli, o.work.count) ||
	    !check_game(cli, &setup.game, o.work.count))
		return CLI_USAGE;
	if (a->saved != NULL)
		return show_saved(cli, &o);
	snprintf(name, sizeof name, "%s.buckets", setup.game.ops->key);
	o.path = a->out != NULL ? a->out : name;
	cli_catch_interrupt();
	const bool ok = abstract_run(&o, &result, &cli->st);
	cli_progress_end();
	if (!ok)
		return result.refused ? CLI_USAGE : CLI_CANNOT;
	return show(cli, &o, &result);
}
