/*
 * known.c - Awari's endgames: the table that `plyscope solve` makes, and its use in a search.
 *
 * A layer is the seeds on the board. Its positions, as their mover sees them, are numbered in the
 * order of Knuth's combinadics: 12 houses are parted by 11 bars, and bar i with b places before it
 * adds C(b, i + 1).
 *
 * Values are the seeds that the mover captures from here on less those of the other seat. Circles
 * are worth 0 with rules=awari, where the rest is shared, and the seeds in a seat's own row with
 * rules=oware, which depends on the position that comes for the third time: there low and high
 * may differ. With rules=paper the whole game is then a draw, whatever was captured.
 *
 * A value from the table holds as long as no position has come a second time since the last
 * capture. By moves that never repeat a position a seat gets the table's value, and no position
 * on the way has been there more than once before: none comes a third time. It also must not be
 * cut short by max_turns, see endgame.plies.
 */
#include "games/awari/rules.h"

#include <stdio.h>
#include <string.h>

#define BARS	    (AWARI_HOUSES - 1)
#define LAYERS_MOST 18 /* has 34,597,290 positions: two gigabytes while it is solved */
#define PLACES	    (LAYERS_MOST + BARS + 1)

/* C(b, i + 1) at [i][b]. */
static uint32_t choose[BARS][PLACES];

void
awari_build_slots(void)
{
	for (int b = 0; b < PLACES; b++)
		for (int i = 0; i < BARS; i++)
			choose[i][b] =
				b == 0 ? 0
				       : choose[i][b - 1] +
						 (i == 0 ? 1 : choose[i - 1][b - 1]);
}

static uint32_t
awari_slot_of(uint64_t own, uint64_t other)
{
	uint64_t sums = own * EACH(1);
	const uint64_t half = sums >> 8 * (AWARI_ROW - 1) & 0xff;
	uint32_t slot = 0;
	for (int i = 0; i < AWARI_ROW; i++, sums >>= 8)
		slot += choose[i][(sums & 0xff) + (uint64_t)i];
	sums = other * EACH(1);
	for (int i = AWARI_ROW; i < BARS; i++, sums >>= 8)
		slot += choose[i][(sums & 0xff) + half + (uint64_t)i];
	return slot;
}

static void
awari_rows_of(int layer, uint32_t slot, uint64_t *own, uint64_t *other)
{
	uint64_t row[2] = { 0, 0 };
	int after = layer + BARS; /* the place of the bar behind */
	for (int house = BARS; house >= 0; house--) {
		int b = -1;
		if (house > 0) {
			b = after - 1;
			while (choose[house - 1][b] > slot)
				b--;
			slot -= choose[house - 1][b];
		}
		row[house / AWARI_ROW] |= (uint64_t)(after - b - 1)
					  << 8 * (house % AWARI_ROW);
		after = b;
	}
	*own = row[0];
	*other = row[1];
}

/* ---- what solve asks ------------------------------------------------------------------ */

static enum endgame_cycle
cycle(const struct game *g)
{
	static const enum endgame_cycle cycles[] = {
		[RULES_AWARI] = ENDGAME_EVEN,
		[RULES_OWARE] = ENDGAME_BOUNDED,
		[RULES_PAPER] = ENDGAME_OPEN,
	};
	return cycles[awari_variant(g)->rules];
}

static int64_t
slots(const struct game *g, int layer)
{
	return choose[BARS - 1][layer + BARS];
}

static int
span(const struct game *g, int layer)
{
	return layer;
}

/* A position without a move: the end, or the paper's pass. */
static void
expand_end(const struct awari_variant *r, const struct turn *t, struct endgame_node *out)
{
	switch (verdict(r, r->rules, t, 0, 0, 0)) {
	case AWARI_NO_MOVE:
		endgame_leave(out, awari_row_seeds(t->own) - awari_row_seeds(t->other),
			      NULL);
		break;
	case AWARI_SINGLES: endgame_leave(out, 0, NULL); break;
	case AWARI_STUCK: /* a draw of the whole game */
		out->low = -ENDGAME_FREE;
		out->high = ENDGAME_FREE;
		break;
	default: out->next[out->count++] = awari_slot_of(t->other, t->own);
	}
}

static void
awari_expand(const struct game *g, const struct endgame *table, int layer, int64_t slot,
	     struct endgame_node *out)
{
	const struct awari_variant *r = awari_variant(g);
	struct turn t = { 0 };
	awari_rows_of(layer, (uint32_t)slot, &t.own, &t.other);
	uint64_t moves = legal_moves(r->rules, t.own, t.other);
	if (r->rules == RULES_PAPER && verdict(r, r->rules, &t, moves, 0, 0) != 0)
		moves = 0;
	if (moves == 0)
		expand_end(r, &t, out);
	for (; moves; moves &= moves - 1) {
		const struct sown to =
			sow(r->rules, t.own, t.other, __builtin_ctzll(moves) / 8);
		const uint32_t next = awari_slot_of(to.other, to.own);
		if (to.taken == 0) {
			out->next[out->count++] = next;
			continue;
		}
		const struct endgame_value v = endgame_at(table, layer - to.taken, next);
		endgame_leave(out, to.taken, &v);
	}
}

static void
rules_name(const struct game *g, char *out, int size)
{
	static const char *const names[] = { "awari", "oware", "paper" };
	snprintf(out, (size_t)size, "awari-%s", names[awari_variant(g)->rules]);
}

const struct endgame_ops awari_endgame = {
	.layers_most = LAYERS_MOST,
	.layers_usual = 12,
	.least = 2, /* seeds that a capture takes */
	.called = "stones",
	.cycle = cycle,
	.slots = slots,
	.span = span,
	.expand = awari_expand,
	.rules = rules_name,
};

static bool
awari_solver_open(struct solver *v, const struct game *g, int most, struct status *st)
{
	return endgame_open(v, g, &awari_endgame, most, st);
}

static void
solver_name(const struct game *g, char *out, int size)
{
	endgame_name(g, &awari_endgame, out, size);
}

const struct solver_ops awari_solver = {
	.most = LAYERS_MOST,
	.counted = "moves",
	.open = awari_solver_open,
	.slots = endgame_slots,
	.ready = endgame_ready,
	.run = endgame_run,
	.give = endgame_give,
	.take = endgame_take,
	.finish = endgame_finish,
	.save = endgame_save,
	.load = endgame_read,
	.name = solver_name,
	.close = endgame_close,
};

/* ---- values for a search -------------------------------------------------------------- */

int
awari_table(const struct game *g, struct status *st)
{
	struct endgame_file *file = awari_variant(g)->table;
	const int layers = file != NULL ? endgame_load(file, st) : 0;
	return layers > 0 ? layers - 1 : 0;
}

static bool
value_at(const struct endgame *table, const struct turn *t, struct endgame_value *out)
{
	const int layer = AWARI_SEEDS - t->mine - t->theirs;
	if (layer >= atomic_load_explicit(&table->layers, memory_order_acquire))
		return false;
	*out = endgame_at(table, layer, awari_slot_of(t->own, t->other));
	return true;
}

const struct endgame *
awari_table_of(const struct game *g)
{
	return endgame_table(awari_variant(g)->table);
}

bool
awari_look_up(const struct game *g, const struct turn *t, struct endgame_value *out)
{
	return value_at(awari_table_of(g), t, out);
}

bool
awari_decided(const struct game *g, const struct awari *s, const struct turn *t,
	      int *margin)
{
	const struct awari_variant *r = awari_variant(g);
	const int layer = AWARI_SEEDS - t->mine - t->theirs, ahead = t->mine - t->theirs;
	struct endgame_value v;
	if (layer > LAYERS_MOST || s->again || !awari_look_up(g, t, &v) ||
	    s->ply + awari_table_of(g)->plies[layer] > r->max_plies)
		return false;
	*margin = ahead + v.low;
	if (v.low == v.high)
		return true;
	if (r->by_margin)
		return false;
	if (ahead + v.high < 0)
		*margin = ahead + v.high;
	return ahead + v.low > 0 || ahead + v.high < 0;
}

bool
awari_known(const struct game *g, const struct state *state)
{
	const struct awari *s = awari_state(state);
	const struct turn t = turn_of(s);
	int margin;
	return awari_decided(g, s, &t, &margin);
}
