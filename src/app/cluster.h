/* cluster.h - the program as one of several ranks. */
#ifndef PLYSCOPE_APP_CLUSTER_H
#define PLYSCOPE_APP_CLUSTER_H

#include "src/app/cli.h"
#include "src/core/store.h"
#include "src/wire/ranks.h"

/* Meets the other ranks, if mpirun or the like has started several; can: the verb runs on them.
 * They must be of one build and have the same command line. */
bool cluster_join(struct cli *cli, bool can, int argc, char **argv);
void cluster_leave(const struct cli *cli);
/* True on every rank but 0, from the start of the program. */
bool cluster_silent(void);
/* The machines of all ranks, by rank; the count, 0: alone. */
int cluster_machines(const struct store_machine **out);
bool cluster_json(void); /* --json was given to several ranks */

/* Prints what a match costs, as --plan asks; jobs: workers of a rank, 0: not said. */
struct plan;
void cluster_print_plan(const struct cli *cli, const struct plan *p, int jobs);

#endif
