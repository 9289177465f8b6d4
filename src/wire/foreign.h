/* foreign.h - engines asked for their options, by protocol. */
#ifndef PLYSCOPE_WIRE_FOREIGN_H
#define PLYSCOPE_WIRE_FOREIGN_H

#include "src/core/foreign.h"

extern const struct foreign_ops foreign_usi, foreign_uci;

#endif
