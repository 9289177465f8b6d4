/* deals.h - the hands of a game of tricks as text to be read, in the manner of PBN. */
#ifndef PLYSCOPE_APP_DEALS_H
#define PLYSCOPE_APP_DEALS_H

#include "src/base/text.h"
#include "src/core/match.h"

/* The finished hands of a match: deal, passes, bids, tricks, scores. False: st. */
bool deals_write(const struct match *m, struct text *out, struct status *st);

#endif
