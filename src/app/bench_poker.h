/* bench_poker.h - what poker rests on, as rows of `plyscope bench`. */
#ifndef PLYSCOPE_APP_BENCH_POKER_H
#define PLYSCOPE_APP_BENCH_POKER_H

#include "src/lab/bench.h"

extern const struct bench_work bench_poker[];

#endif
