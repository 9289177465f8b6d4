/* net.h - what pimc asks of the worlds in which the network played. See net.c. */
#ifndef PLYSCOPE_AI_WORLDS_NET_H
#define PLYSCOPE_AI_WORLDS_NET_H

#include "src/core/search.h"

extern const struct search_ops net_search;
extern const struct column net_columns[]; /* of its moves, and of the worlds together */

/* In a row of a full deal. */
enum net_extra {
	NET_WORTH, /* the columns */
	NET_MOON,
	NET_TAKER, /* the seat that takes the trick on the table; NAN: none does */
	NET_SWEEP, /* by seat: the chance of a moon */
};

#endif
