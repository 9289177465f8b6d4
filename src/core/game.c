/* game.c - what all games share. See game.h. */
#include "src/core/game.h"

#include <stdio.h>
#include <string.h>

/* "3, 4 or 5" */
static void
format_seats(const struct game_ops *ops, char *out, size_t size)
{
	size_t length = 0;
	out[0] = '\0';
	for (int n = ops->seats_min; n <= ops->seats_max && length < size; n++) {
		if (!(ops->seats_allowed >> n & 1))
			continue;
		bool last = ops->seats_allowed >> (n + 1) == 0;
		const char *before = length == 0 ? "" : last ? " or " : ", ";
		length +=
			(size_t)snprintf(out + length, size - length, "%s%d", before, n);
	}
}

bool
game_init(struct game *g, const struct game_ops *ops, int seats,
	  const struct options *variant, struct status *st)
{
	memset(g, 0, sizeof *g);
	g->ops = ops;
	g->seats = seats ? seats : ops->seats_default;
	if (g->seats < 1 || g->seats > SEATS_MAX ||
	    !(ops->seats_allowed >> g->seats & 1)) {
		char allowed[64];
		format_seats(ops, allowed, sizeof allowed);
		return status_fail(st, "seats: %s is for %s seats, not %d", ops->title,
				   allowed, g->seats);
	}
	if (variant && variant->specs)
		g->variant = *variant;
	else
		options_init(&g->variant, ops->options);
	return ops->setup(g, st);
}

unsigned
game_turn(const struct game *g, const struct state *s)
{
	if (g->ops->settled(g, s))
		return TURN_SETTLED;
	const unsigned loud = g->ops->quiet && !g->ops->quiet(g, s) ? TURN_LOUD : 0;
	const int seat = game_mover(g, s);
	return loud | (seat >= 0 ? (unsigned)seat : TURN_CHANCE);
}

void
game_view(const struct game *g, const struct state *s, int viewer, struct state *out)
{
	const uint32_t used = g->ops->state_size;
	if (out != s)
		game_copy(g, s, out);
	memset(out->bytes + used, 0, sizeof out->bytes - used);
	if (viewer != SEAT_ALL && game_hidden(g) && g->ops->redact)
		g->ops->redact(g, out, viewer);
}

move
game_quick_move(const struct game *g, const struct state *s, int seat, struct rng *rng)
{
	if (g->ops->policy != NULL)
		return g->ops->policy(g, s, seat, rng);
	move m[MOVES_MAX];
	const int n = g->ops->moves(g, s, seat, m);
	return m[rng_below(rng, (uint32_t)n)];
}

/* FNV-1a over the text, mixed once more. */
uint64_t
game_state_hash(const struct game *g, const struct state *s)
{
	char text[POSITION_TEXT];
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	g->ops->format_position(g, s, text, sizeof text);
	for (const char *p = text; *p; p++)
		h = (h ^ (unsigned char)*p) * UINT64_C(0x100000001b3);
	return rng_mix(h);
}
