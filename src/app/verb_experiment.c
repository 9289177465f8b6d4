/* verb_experiment.c - the papers' tables, measured again. */
#include "src/app/cluster.h"

#include "src/app/meter.h"
#include "src/base/asset.h"
#include "src/base/plot.h"
#include "src/base/text.h"
#include "src/lab/experiment.h"
#include "src/lab/plan.h"

#include <string.h>

#define SCALE_MAX 1000.0

/* ---- the list ---- */

struct listing {
	json_t *array;
	bool json;
	struct status *st;
};

static void
list_one(void *self, const char *name)
{
	static struct experiment e;
	struct listing *l = self;
	if (l->st->failed || !experiment_load(&e, name, l->st))
		return;
	json_array_append_new(l->array, experiment_about(&e));
	if (!l->json)
		printf("%-28s %s\n%-28s %s; %s\n", name,
		       experiment_get(&e, &e.part[0], "title"), "",
		       experiment_get(&e, &e.part[0], "paper"),
		       experiment_get(&e, &e.part[0], "table"));
	experiment_free(&e);
}

int
cli_list_experiments(struct cli *cli)
{
	struct listing l = { .array = json_array(),
			     .json = cli->args.json,
			     .st = &cli->st };
	const bool ok = experiment_list(list_one, &l, &cli->st) && !cli->st.failed;
	if (ok && l.json)
		json_print(json_pack("{s:O}", "experiments", l.array), stdout);
	json_decref(l.array);
	return ok ? CLI_DONE : CLI_USAGE;
}

/* ---- one ---- */

static bool
verb_experiment_read_options(struct cli *cli, struct experiment_options *o)
{
	const struct args *a = &cli->args;
	*o = (struct experiment_options){ .catalog = cli->catalog,
					  .scale = 1,
					  .full = a->full,
					  .seed = a->seed,
					  .jobs = (int)a->jobs,
					  .db = a->db,
					  .resume = a->go_on };
	if (a->go_on && a->db == NULL)
		return status_fail(&cli->st,
				   "--resume: expected --db with the file to go on with");
	if (a->scale == NULL || (text_parse_real(a->scale, &o->scale) && o->scale > 0 &&
				 o->scale <= SCALE_MAX))
		return true;
	return status_fail(
		&cli->st, "--scale: expected a number above 0, at most %g, not \"%.40s\"",
		SCALE_MAX, a->scale);
}

static int
verb_experiment_show(struct cli *cli, const struct experiment *e,
		     const struct experiment_options *o,
		     const struct experiment_result *r)
{
	if (o->plan != NULL) {
		cluster_print_plan(cli, o->plan, o->jobs);
		return CLI_DONE;
	}
	if (cli->args.json)
		json_print(experiment_to_json(e, r), stdout);
	else if (cli->args.mdoc)
		experiment_print_mdoc(e, r, stdout);
	else
		experiment_print(e, r, stdout);
	if (cli->args.plot && !experiment_plot(e, r, cli->args.plot, &cli->st))
		return CLI_CANNOT;
	return r->complete ? CLI_DONE : CLI_INTERRUPTED;
}

/* Nothing is run: the table of a file, or of the results that ship with the program. */
static int
verb_experiment_show_saved(struct cli *cli, const struct experiment *e)
{
	const char *file = cli->args.saved;
	char asset[EXPERIMENT_TEXT + 20], path[4096];
	struct experiment_result r = { 0 };
	if (strcmp(file, "shipped") == 0) {
		snprintf(asset, sizeof asset, "results/%s.json", e->name);
		if (!asset_find(asset, path, sizeof path)) {
			status_fail(&cli->st, "--saved: no results of %s ship", e->name);
			return CLI_USAGE;
		}
		file = path;
	}
	const struct experiment_options none = { 0 };
	const int status = experiment_read_saved(e, file, &r, &cli->st)
				   ? verb_experiment_show(cli, e, &none, &r)
				   : CLI_USAGE;
	experiment_result_free(&r);
	return status;
}

int
verb_experiment(struct cli *cli)
{
	static struct experiment e;
	struct experiment_options options;
	struct experiment_result result;
	struct meter meter;
	struct plan cost = { 0 };
	if (cli->args.count == 0)
		return cli_list_experiments(cli);
	if (!verb_experiment_read_options(cli, &options) ||
	    !experiment_load(&e, cli->args.word[0], &cli->st))
		return CLI_USAGE;
	if (cli->args.plot && !plot_possible(cli->args.plot, &cli->st)) {
		experiment_free(&e);
		return CLI_CANNOT;
	}
	if (cli->args.saved != NULL) {
		const int status = verb_experiment_show_saved(cli, &e);
		experiment_free(&e);
		return status;
	}
	options.machines = cluster_machines(&options.machine);
	options.plan = cli->args.plan ? &cost : NULL;
	options.progress = meter_progress(&meter);
	cli_catch_interrupt();
	const bool ok = experiment_run(&e, &options, &result, &cli->st);
	cli_progress_end();
	const int status = !ok ? result.refused ? CLI_USAGE : CLI_CANNOT
			   : !cli_is_rank_0()
				   ? CLI_DONE
				   : verb_experiment_show(cli, &e, &options, &result);
	experiment_result_free(&result);
	experiment_free(&e);
	return status;
}
