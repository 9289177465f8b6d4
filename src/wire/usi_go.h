/* usi_go.h - what "go" asks for, and how much of a clock one move may take. */
#ifndef PLYSCOPE_WIRE_USI_GO_H
#define PLYSCOPE_WIRE_USI_GO_H

#include <stdbool.h>
#include <stdint.h>

/* 0: not said. */
struct usi_go {
	int64_t left_ms[2], gain_ms[2]; /* btime and wtime, binc and winc */
	int64_t byoyomi_ms, move_ms;
	int64_t depth, nodes;
	bool clock; /* a limit of time was sent, even if it is 0 */
	bool infinite, ponder, mate;
};

struct usi_go usi_read_go(const char *rest);
/* Milliseconds for this move of a seat; 0: no clock. Never more than there is. */
int64_t usi_budget(const struct usi_go *go, int seat);

#endif
