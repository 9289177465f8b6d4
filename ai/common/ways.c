/* ways.c - see ways.h. */
#include "ai/common/ways.h"

#include "src/base/text.h"

#include <stdio.h>

#define ROOM 60 /* bytes for the end of the sentence */

void
ways_write(const struct game *g, int us, const struct way_told *way, int ways,
	   int decimals, char out[static LOOK_PROOF])
{
	int n = snprintf(out, LOOK_PROOF, "Depth limit: %s plays on",
			 g->text->seat_name(g, 1 - us));
	for (int k = 0; k < ways && n < LOOK_PROOF - ROOM; k++)
		n += snprintf(out + n, (size_t)(LOOK_PROOF - n), "%s %s %.0f %% (%+.*f)",
			      k > 0 ? "," : "", way[k].name, 100 * way[k].often, decimals,
			      text_shown(way[k].value, decimals));
	if (n < LOOK_PROOF)
		snprintf(out + n, (size_t)(LOOK_PROOF - n), "; in brackets %s for %s.",
			 g->ops->point_name, g->text->seat_name(g, us));
}
