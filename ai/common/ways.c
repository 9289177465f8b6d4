/* ways.c - see ways.h. */
#include "ai/common/ways.h"

#include "src/base/text.h"

#include <stdio.h>
#include <string.h>

#define ROOM 60 /* bytes for the end of the sentence */

/* As an option names them, and in sentences. */
static const char *const kinds[WAY_KINDS][2] = {
	[WAY_FOLD] = { "fold", "folding" },
	[WAY_CALL] = { "call", "calling" },
	[WAY_RAISE] = { "raise", "raising" },
};

const char *
way_kind_name(enum way_kind kind)
{
	return kinds[kind][1];
}

/* Adds the kind of so many letters; false: it is none, or there already. */
static bool
add_kind(struct way_kinds *k, const char *text, size_t length)
{
	enum way_kind kind = WAY_FOLD;
	while (kind < WAY_KINDS && (strlen(kinds[kind][0]) != length ||
				    memcmp(kinds[kind][0], text, length) != 0))
		kind++;
	for (int i = 0; i < k->count; i++)
		if (k->kind[i] == kind)
			return false;
	if (kind < WAY_KINDS)
		k->kind[k->count++] = kind;
	return kind < WAY_KINDS;
}

bool
way_kinds_read(struct way_kinds *k, const char *text, const char *whose,
	       struct status *st)
{
	*k = (struct way_kinds){ 0 };
	for (const char *at = text;; at++) {
		const size_t length = strcspn(at, "/");
		if (!add_kind(k, at, length))
			return status_fail(st,
					   "%s: kinds=%.40s: expected fold, call and "
					   "raise, each at most once, as in fold/raise",
					   whose, text);
		at += length;
		if (*at == '\0')
			return true;
	}
}

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
