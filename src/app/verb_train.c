/* verb_train.c - a strategy trained into a file. */
#include "ai/trainers.h"
#include "src/app/cli.h"

#include "src/app/meter.h"
#include "src/base/json.h"
#include "src/base/pool.h"
#include "src/core/search.h"
#include "src/core/setup.h"
#include "src/lab/train.h"

#include <stdio.h>
#include <string.h>

#define CHECKPOINT_MS 10000
#define DEFAULT_STEPS 1000

/* The first that has the key and fits the game trains it. */
static const struct trainer_ops *const cli_trainers[] = {
	&cfr_flop_trainer, &cfr_trainer,     &mccfr_flop_trainer, &mccfr_trainer,
	&abstract_trainer, &modicum_trainer, &net_trainer,	  NULL
};

/* Whether a trainer is for this game. False: st, unless another has its key (fits). */
static bool
trains(const struct trainer_ops *ops, const struct game *g, const struct player *p,
       struct status *st)
{
	char why[STATUS_TEXT];
	if (ops->fits != NULL)
		return ops->fits(g);
	return search_refusal(p->part[0].ops, g, p, 0, why, sizeof why) == NULL ||
	       status_fail(st, "%s", why);
}

static const struct trainer_ops *
find_trainer(const struct player *p, const struct game *g, struct status *st)
{
	const char *key = p->human || p->count == 0 ? "human" : p->part[0].ops->key;
	struct status why = { 0 };
	bool known = false;
	for (int i = 0; cli_trainers[i] != NULL; i++) {
		if (strcmp(cli_trainers[i]->key, key) != 0)
			continue;
		if (trains(cli_trainers[i], g, p, &why))
			return cli_trainers[i];
		known = true;
	}
	if (why.failed)
		status_fail(st, "%s", why.text);
	else if (known)
		status_fail(st, "train: %s does not train this %s", key, g->ops->title);
	else
		status_fail(st, "train: expected cfr, mccfr, modicum or net, not %s",
			    key);
	return NULL;
}

/* The one player; without -a the network of the game, else cfr where that trains it, else mccfr. */
static bool
verb_train_read_player(struct cli *cli, const struct game *g, struct player *player)
{
	const struct word_list *words = &cli->args.players;
	if (words->count > 1)
		return status_fail(&cli->st, "train: expected one player, -a PLAYER");
	const bool listed = cfr_flop_trainer.fits(g) || !abstract_trainer.fits(g);
	const char *usual = g->trick->cardnet != NULL ? "net" : listed ? "cfr" : "mccfr";
	return player_parse(player, words->count > 0 ? words->word[0] : usual,
			    cli->catalog, NULL, &cli->st);
}

int
verb_train(struct cli *cli)
{
	static struct setup setup;
	static struct player player;
	struct train_result result;
	struct meter meter;
	char name[64];
	const struct args *a = &cli->args;
	if (!cli_setup(cli, &setup, false) ||
	    !verb_train_read_player(cli, &setup.game, &player))
		return CLI_USAGE;
	const struct trainer_ops *ops = find_trainer(&player, &setup.game, &cli->st);
	if (ops == NULL)
		return CLI_USAGE;
	if (jobs_have_ranks() && !ops->ranks) {
		status_fail(&cli->st,
			    "train: %s does not train %s on several ranks: start it "
			    "without mpirun",
			    ops->key, setup.game.ops->key);
		return CLI_CANNOT;
	}
	const int64_t asked =
		a->limits.sims > 0 ? a->limits.sims : player.part[0].limits.sims;
	const int threads = options_find(&player.part[0].options, "threads") >= 0
				    ? (int)options_int(&player.part[0].options, "threads")
				    : pool_cores();
	snprintf(name, sizeof name, "%s.%s", setup.game.ops->key,
		 ops->ending != NULL ? ops->ending : "strategy");
	const struct train_options o = {
		.ops = ops,
		.trainer = { .game = &setup.game,
			     .options = &player.part[0].options,
			     .seed = a->seed >= 0 ? (uint64_t)a->seed : 1,
			     .target = asked > 0 ? asked : DEFAULT_STEPS,
			     .threads = a->jobs > 0 ? (int)a->jobs : threads,
			     .workers = (int)a->jobs },
		.path = a->out != NULL ? a->out : name,
		.resume = a->go_on,
		.checkpoint_ms = CHECKPOINT_MS,
		.progress = meter_progress(&meter),
	};
	if (!cli_can_write(cli, o.path))
		return CLI_CANNOT;
	cli_catch_interrupt();
	const bool ok = train_run(&o, &result, &cli->st);
	cli_progress_end();
	const bool stopped = atomic_load(&cli_interrupted);
	if (!ok && stopped)
		return CLI_INTERRUPTED;
	if (!ok)
		return result.refused ? CLI_USAGE : CLI_CANNOT;
	if (stopped && !result.finished && cli_is_rank_0())
		fprintf(stderr, "plyscope: interrupted; --resume goes on with %s\n",
			o.path);
	if (a->json)
		json_print(train_json(&o, &result), stdout);
	else
		train_print(&o, &result, stdout);
	return result.finished ? CLI_DONE : CLI_INTERRUPTED;
}
