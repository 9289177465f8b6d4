/*
 * ranks.h - this program started several times by mpirun or a queue, on one machine or on many:
 * messages between the ranks by MPI, and who they are.
 *
 * Only ranks.c includes mpi.h, and only where the program is built with MPI (`make mpi`). Without
 * it, and with one rank, the same calls say that there is one.
 */
#ifndef PLYSCOPE_WIRE_RANKS_H
#define PLYSCOPE_WIRE_RANKS_H

#include "src/base/jobs.h"
#include "src/base/status.h"
#include "src/core/store.h"

/* A rank's build and machine. */
struct ranks_machine {
	char version[24], signature[20]; /* of the program; signature: bench.h */
	char words[20];			 /* of the command line, as a hash */
	struct store_machine machine;	 /* cores: that its workers may use */
};

/* The program was built with MPI. */
bool ranks_built(void);
/* How often the program was started together, by the environment; 1: alone. *number: which of
 * them this is. */
int ranks_started(int *number);
/* Starts MPI, which may take words out of argv. False: it cannot, in one sentence that is the
 * same on every rank. */
bool ranks_begin(int *argc, char ***argv, struct status *st);
/* Fills in host, processor and cores; of one rank also without ranks_begin(). */
void ranks_describe(struct ranks_machine *own);
/* Tells all ranks about each: all[ranks_wire()->count]. */
void ranks_introduce(const struct ranks_machine *own, struct ranks_machine *machines);
const struct jobs_wire *ranks_wire(void);
/* Ends MPI; every rank must come here. */
void ranks_end(void);

#endif
