/*
 * cluster.c - the program as one of several ranks: their names, a check that they are of one build,
 * and which of them prints.
 */
#include "src/app/cluster.h"

#include "src/base/bytes.h"
#include "src/base/pool.h"
#include "src/core/setup.h"
#include "src/lab/bench.h"
#include "src/lab/plan.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct store_machine *machines; /* NULL: one rank */
static bool json;

int
cluster_machines(const struct store_machine **out)
{
	*out = machines;
	return machines != NULL ? ranks_wire()->count : 0;
}

bool
cluster_json(void)
{
	return json;
}

void
cluster_print_plan(const struct cli *cli, const struct plan *p, int jobs)
{
	const int workers = jobs > 0 ? jobs : pool_cores();
	if (cli->args.json)
		json_print(plan_to_json(p, workers), stdout);
	else
		plan_print(p, workers, stdout);
}

bool
cluster_silent(void)
{
	int number;
	return ranks_started(&number) > 1 && number > 0;
}

/* Of the words, each with its end. */
static uint64_t
hash_words(int argc, char **argv)
{
	uint64_t h = BYTES_HASH;
	for (int i = 1; i < argc; i++)
		h = bytes_hash(h, argv[i], strlen(argv[i]) + 1);
	return h;
}

static bool
cluster_identify(const struct catalog *c, struct ranks_machine *own, struct status *st)
{
	struct bench_identity id;
	if (!bench_identify(c, &id, st))
		return false;
	*own = (struct ranks_machine){ .version = PLYSCOPE_VERSION };
	snprintf(own->signature, sizeof own->signature, "%016llx",
		 (unsigned long long)id.signature);
	own->machine.nodes_per_s = 1e6 * (double)id.nodes / (double)(id.elapsed_us + 1);
	ranks_describe(own);
	return true;
}

/* Every rank finds the same. */
static bool
cluster_compare(const struct ranks_machine *all, int count, struct status *st)
{
	const struct ranks_machine *a = &all[0];
	for (int i = 1; i < count; i++) {
		const struct ranks_machine *b = &all[i];
		if (strcmp(a->version, b->version) != 0 ||
		    strcmp(a->signature, b->signature) != 0)
			return status_fail(st,
					   "rank %d on %s is another build: version %s, "
					   "signature %s; rank 0 is %s, %s",
					   i, b->machine.host, b->version, b->signature,
					   a->version, a->signature);
		if (strcmp(a->words, b->words) != 0)
			return status_fail(
				st, "rank %d on %s was started with other arguments", i,
				b->machine.host);
	}
	return true;
}

/* Rank 0 prints for the others, and answers ^C and the like. */
static void
be_silent(void)
{
	const int null = open("/dev/null", O_WRONLY);
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	if (null >= 0)
		dup2(null, STDOUT_FILENO);
}

/* Without --seed all take that of rank 0. */
static void
share_seed(const struct jobs_wire *wire)
{
	struct text t = { 0 };
	if (wire->number == 0)
		bytes_add_int(&t, (int64_t)setup_fresh_seed());
	wire->spread(&t);
	struct bytes b = bytes_of(&t);
	setup_share_seed((uint64_t)bytes_int(&b));
	text_free(&t);
}

bool
cluster_join(struct cli *cli, bool can, int argc, char **argv)
{
	struct ranks_machine own;
	int number;
	if (ranks_started(&number) == 1)
		return true;
	if (!can)
		return status_fail(&cli->st,
				   "%s does not run on several ranks: start it without "
				   "mpirun",
				   cli->args.verb[0] ? cli->args.verb : "plyscope");
	if (cli->args.plan)
		return status_fail(&cli->st, "--plan measures this machine: start it "
					     "without mpirun");
	if (!ranks_begin(&argc, &argv, &cli->st) ||
	    !cluster_identify(cli->catalog, &own, &cli->st))
		return false;
	snprintf(own.words, sizeof own.words, "%016llx",
		 (unsigned long long)hash_words(argc, argv));
	const struct jobs_wire *wire = ranks_wire();
	json = cli->args.json;
	struct ranks_machine *all = calloc((size_t)wire->count, sizeof *all);
	machines = calloc((size_t)wire->count, sizeof *machines);
	if (all == NULL || machines == NULL) {
		free(all);
		return status_fail(&cli->st, "not enough memory for %d ranks",
				   wire->count);
	}
	ranks_introduce(&own, all);
	for (int i = 0; i < wire->count; i++)
		machines[i] = all[i].machine;
	if (wire->number > 0)
		be_silent();
	const bool same = cluster_compare(all, wire->count, &cli->st);
	free(all);
	if (!same)
		return false;
	share_seed(wire);
	jobs_join(wire, own.machine.cores);
	return true;
}

void
cluster_leave(const struct cli *cli)
{
	jobs_part(&cli->st);
	ranks_end();
	free(machines);
	machines = NULL;
}
