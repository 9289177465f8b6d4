/* preflop_file.c - see modicum.h. */
#include "ai/poker/modicum/modicum.h"

#include "ai/poker/modicum/estimate.h"

#include <math.h>
#include <string.h>

enum {
	LAYER_TABLE,
	LAYER_HEAD,
	LAYER_ENTRY,
	LAYER_STEP,
	LAYER_SOLVED,
	LAYER_WON,
	LAYERS
};

static const struct pack_kind kind = { "PLYFIRST", 2, LAYERS, "values before the flop",
				       "played out" };

struct preflop_head {
	int32_t boards, entries, flops;
};

static size_t
bytes_of(int entries)
{
	return (size_t)entries * PREFLOP_TABLES * PREFLOP_PAIRS;
}

/* ---- entries ----------------------------------------------------------------------------- */

void
preflop_file_list(struct preflop_file *f, const struct abstract_table *t)
{
	const struct betting *b = &t->betting;
	const float all = (float)betting_largest_stake(b);
	struct preflop_entry most = { 0, 0 };
	f->entries = 0;
	for (uint32_t i = 1; i < b->nodes; i++) {
		const struct betting_node *n = &b->node[i];
		if (!betting_decides(n) || n->round != 1 || b->node[n->up].round != 0)
			continue;
		const struct preflop_entry e = { i, (float)leaf_stake(b, i) };
		if (f->entries < PREFLOP_ENTRIES)
			f->entry[f->entries++] = e;
		most = e.stake > most.stake ? e : most;
	}
	/* each half as large again, as long as a third of the stack is left */
	for (most.stake *= 1.5F; most.stake * 1.5F < all && f->entries < PREFLOP_ENTRIES;
	     most.stake *= 1.5F)
		f->entry[f->entries++] = most;
}

/* The entry of a place with the nearest stake. */
static int
entry_of(const struct preflop_file *f, uint32_t place, double stake)
{
	int best = 0;
	double least = HUGE_VAL;
	for (int i = 0; i < f->entries; i++) {
		const double far = f->entry[i].place != place
					   ? HUGE_VAL
					   : fabs(log(stake / (double)f->entry[i].stake));
		best = far < least ? i : best;
		least = far < least ? far : least;
	}
	return best;
}

int
preflop_file_table(int continuation, int chooser)
{
	return continuation == 0 ? 0 : continuation + (PREFLOP_WAYS - 1) * chooser;
}

/* ---- values ------------------------------------------------------------------------------ */

static void
fill_leaf(const struct preflop_file *f, const struct leaf_values *v, int number,
	  int continuation)
{
	const struct leaf_flop *all = v->flop;
	const int leaf = v->of[number],
		  entry = entry_of(f, v->place[leaf], (double)v->stake[leaf]),
		  chooser = v->hook.chooser ^ v->first,
		  table = preflop_file_table(continuation, chooser);
	/* the tree's seats may be the other way round */
	const int8_t *one = f->solved[entry][chooser][v->first],
		     *other = f->solved[entry][chooser][1 - v->first];
	const float stake = v->stake[leaf], step = f->step[entry][table];
	const int8_t *won =
		f->won + (size_t)(entry * PREFLOP_TABLES + table) * PREFLOP_PAIRS;
	float *gain = leaf_table(v, v->gain, number, continuation),
	      *loss = leaf_table(v, v->loss, number, continuation);
	for (int a = 0; a < all->groups; a++)
		for (int b = 0; b < all->groups; b++) {
			const int at = a * all->stride + b;
			const float bets = v->first == 0
						   ? step * won[a * SUBGAME_CLASSES + b]
						   : -step * won[b * SUBGAME_CLASSES + a];
			const int solved = other[b] - one[a];
			gain[at] = stake * (all->equity[at] + bets +
					    PREFLOP_UNIT * (float)solved);
			loss[b * all->stride + a] = -gain[at];
		}
}

void
preflop_file_fill(const struct preflop_file *f, const struct leaf_values *v)
{
	const size_t square = (size_t)v->flop->stride * (size_t)v->flop->stride,
		     numbers = (size_t)leaf_pieces(v) * square;
	memset(v->gain, 0, numbers * sizeof *v->gain);
	memset(v->loss, 0, numbers * sizeof *v->loss);
	for (int i = 0; i < leaf_pieces(v); i++)
		fill_leaf(f, v, i / v->hook.continuations, i % v->hook.continuations);
}

/* ---- files ------------------------------------------------------------------------------- */

struct preflop_writing {
	const struct preflop_file *f;
	struct preflop_head head;
	char table[ESTIMATE_BY];
};

static const void *
preflop_layer(void *self, int k, uint64_t *slots, size_t *bytes)
{
	const struct preflop_writing *w = self;
	const struct preflop_file *f = w->f;
	const void *const from[LAYERS] = { w->table, &w->head,	f->entry,
					   f->step,  f->solved, f->won };
	const size_t size[LAYERS] = { sizeof w->table,	sizeof w->head,
				      sizeof f->entry,	sizeof f->step,
				      sizeof f->solved, bytes_of(f->entries) };
	*slots = 1;
	*bytes = size[k];
	return from[k];
}

bool
preflop_file_write(const struct preflop_file *f, const struct game *g,
		   const struct abstract_table *t, const char *path, struct status *st)
{
	char rules[PACK_RULES];
	struct preflop_writing w = { .f = f,
				     .head = { f->boards, f->entries, f->flops } };
	estimate_table(t, w.table);
	g->ops->public->buckets->rules(g, rules, PACK_RULES);
	const struct pack_source source = { .rules = rules,
					    .layers = LAYERS,
					    .layer = preflop_layer,
					    .self = &w,
					    .level = 19 };
	return pack_write(&kind, &source, path, st);
}

/* What the program itself could have written. */
static bool
preflop_file_holds(const struct preflop_file *f, const struct abstract_table *t)
{
	if (f->boards < 1 || f->flops < 0 || f->entries < 1 ||
	    f->entries > PREFLOP_ENTRIES)
		return false;
	for (int i = 0; i < f->entries; i++) {
		if (f->entry[i].place >= t->betting.nodes || !(f->entry[i].stake > 0))
			return false;
		for (int k = 0; k < PREFLOP_TABLES; k++)
			if (!(f->step[i][k] >= 0 && f->step[i][k] < 1))
				return false;
	}
	return true;
}

static bool
read_layers(struct preflop_file *f, const struct abstract_table *t, const struct pack *p,
	    const char *path, struct arena *arena, struct status *st)
{
	char table[ESTIMATE_BY], expected[ESTIMATE_BY];
	struct preflop_head head;
	estimate_table(t, expected);
	if (!pack_read(p, path, LAYER_TABLE, table, sizeof table, st) ||
	    !pack_read(p, path, LAYER_HEAD, &head, sizeof head, st) ||
	    !pack_read(p, path, LAYER_ENTRY, f->entry, sizeof f->entry, st) ||
	    !pack_read(p, path, LAYER_STEP, f->step, sizeof f->step, st) ||
	    !pack_read(p, path, LAYER_SOLVED, f->solved, sizeof f->solved, st))
		return false;
	if (memcmp(table, expected, sizeof table) != 0)
		return status_fail(st, "%s: is of another table than '%.100s'", path,
				   expected);
	f->boards = head.boards;
	f->entries = head.entries;
	f->flops = head.flops;
	if (!preflop_file_holds(f, t))
		return status_fail(st, "%s: its numbers are damaged", path);
	f->won = arena_take(arena, bytes_of(f->entries));
	if (f->won == NULL)
		return status_fail(st, "%s: memory= is too small for it", path);
	return pack_read(p, path, LAYER_WON, f->won, bytes_of(f->entries), st);
}

bool
preflop_file_read(struct preflop_file *f, const struct game *g,
		  const struct abstract_table *t, const char *path, struct arena *arena,
		  struct status *st)
{
	char rules[PACK_RULES];
	struct pack p;
	g->ops->public->buckets->rules(g, rules, PACK_RULES);
	if (!pack_map(&p, &kind, rules, path, st))
		return false;
	const bool ok = read_layers(f, t, &p, path, arena, st);
	pack_unmap(&p);
	return ok;
}
