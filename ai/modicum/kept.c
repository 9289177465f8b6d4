/* kept.c - see kept.h. */
#include "ai/modicum/kept.h"

#include "src/base/asset.h"
#include "src/base/jobs_ranks.h"
#include "src/base/pack.h"

#include <stdio.h>
#include <string.h>

static const struct pack_kind kind = { "PLYPREFL", 1, 1, "a solution before the flop",
				       "solved" };

/* ---- the key ----------------------------------------------------------------------------- */

static uint64_t
add(uint64_t key, uint64_t x)
{
	return rng_mix(key ^ x);
}

static uint64_t
add_real(uint64_t key, double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	return add(key, bits);
}

static uint64_t
add_bytes(uint64_t key, const void *bytes, size_t n)
{
	const uint8_t *at = bytes;
	for (; n >= 8; n -= 8, at += 8) {
		uint64_t x;
		memcpy(&x, at, sizeof x);
		key = add(key, x);
	}
	while (n-- > 0)
		key = add(key, *at++);
	return key;
}

uint64_t
kept_hash_table(const struct abstract_table *t)
{
	const struct betting *b = &t->betting;
	uint64_t key = add((uint64_t)t->steps, b->nodes);
	for (int round = 0; round < BUCKET_ROUNDS; round++)
		key = add_bytes(key, t->byte[round],
				b->begins[round + 1] - b->begins[round]);
	for (uint32_t i = 0; i < b->nodes; i++) {
		const struct betting_node *n = &b->node[i];
		key = add(key, (uint64_t)n->child << 32 | n->kind << 8 | n->end);
		key = add(key, (uint64_t)(int64_t)n->stake);
	}
	return key;
}

static uint64_t
add_tree(uint64_t key, const struct subgame *s)
{
	for (uint32_t i = 0; i < s->nodes; i++) {
		const struct subgame_node *n = &s->node[i];
		key = add(key, (uint64_t)n->child << 32 | n->m);
		key = add(key, (uint64_t)(n->seat + 2) << 32 | (uint64_t)n->leaf << 16 |
				       (uint64_t)n->way << 8 | (uint64_t)(n->folded + 1));
		key = add_real(key, (double)n->stake);
	}
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < s->hands[seat]; h++)
			key = add_real(add(key, s->hand[seat][h].hand),
				       (double)s->reach[seat][h]);
	return add(key, s->variant);
}

static uint64_t
add_leaves(uint64_t key, const struct leaf_values *v)
{
	const struct leaf_flop *f = v->flop;
	key = add(key, (uint64_t)(v->hook.chooser << 16 | v->hook.ways << 8 | v->first));
	for (int way = 0; way < v->hook.ways; way++)
		key = add(key, (uint64_t)v->way[way]);
	for (int i = 0; i < v->leaves; i++)
		key = add_real(add(key, v->place[i]), (double)v->scale[i]);
	if (f->exact)
		key = add_bytes(key, f->equity,
				(size_t)f->groups * (size_t)f->stride * sizeof(float));
	return key;
}

uint64_t
kept_key(const struct kept_solution *k, uint64_t table, int boards, int64_t iterations)
{
	const struct game *g = k->s->g;
	char rules[PACK_RULES] = "";
	g->ops->public->buckets->rules(g, rules, sizeof rules);
	uint64_t key = add(add(table, (uint64_t)boards), (uint64_t)iterations);
	key = add_bytes(key, rules, strlen(rules));
	return add_leaves(add_tree(key, k->s), k->leaves);
}

/* ---- numbers ----------------------------------------------------------------------------- */

bool
kept_open(struct kept_solution *k, struct subgame *s, struct leaf_values *leaves,
	  struct arena *arena)
{
	const size_t classes = (size_t)leaves->flop->groups;
	*k = (struct kept_solution){ .s = s, .leaves = leaves };
	for (uint32_t i = 0; i < s->nodes; i++)
		k->moves += s->node[i].seat >= 0 ? s->node[i].moves : 0;
	k->values = (size_t)leaves->leaves * (size_t)leaves->hook.ways * 2;
	k->bytes = sizeof *k->head + (k->moves + k->values) * classes * sizeof(float);
	k->head = arena_take(arena, k->bytes);
	return k->head != NULL;
}

/* Between rows of hands and of classes, which are alike in a solution. */
static void
to_classes(const struct kept_solution *k, int seat, const float *row, float *out)
{
	for (int h = 0; h < k->s->hands[seat]; h++)
		out[k->leaves->flop->group[k->s->hand[seat][h].hand]] = row[h];
}

static void
to_hands(const struct kept_solution *k, int seat, const float *in, float *row)
{
	for (int h = 0; h < k->s->hands[seat]; h++)
		row[h] = in[k->leaves->flop->group[k->s->hand[seat][h].hand]];
}

/* All moves of all decisions, in the order of the tree. */
static void
over_moves(struct kept_solution *k,
	   void (*visit)(struct kept_solution *k, const struct subgame_node *n, int move,
			 float *number))
{
	float *number = k->head->number;
	for (uint32_t i = 0; i < k->s->nodes; i++) {
		const struct subgame_node *n = &k->s->node[i];
		for (int a = 0; n->seat >= 0 && a < n->moves; a++) {
			visit(k, n, a, number);
			number += k->leaves->flop->groups;
		}
	}
}

static void
take_share(struct kept_solution *k, const struct subgame_node *n, int a, float *number)
{
	struct subgame_place p = { .at = { .node = (uint32_t)(n - k->s->node) } };
	float row[SUBGAME_WIDE];
	subgame_share(k->s, &p, k->s->node[n->child + (uint32_t)a].m, row);
	to_classes(k, n->seat, row, number);
}

static void
give_share(struct kept_solution *k, const struct subgame_node *n, int a, float *number)
{
	to_hands(k, n->seat, number,
		 k->s->sum + n->table + (size_t)a * (size_t)k->s->stride[n->seat]);
}

/* The values at the leaves below a place, against the averages. */
static void
take_values(struct kept_solution *k, const struct subgame_place *p)
{
	const struct subgame_node *n = &k->s->node[p->at.node];
	const struct subgame_leaves *l = &k->leaves->hook;
	if (n->seat == SEAT_NONE && n->leaf != 0 && !k->leaves->all_in[n->leaf - 1])
		for (int seat = 0; seat < 2; seat++) {
			float row[SUBGAME_WIDE];
			l->value(l->self, n->leaf - 1, n->way, seat, p->reach[1 - seat],
				 row);
			to_classes(k, seat, row,
				   k->head->number +
					   k->moves * (size_t)k->leaves->flop->groups +
					   leaf_settled_at(k->leaves, n->leaf - 1, n->way,
							   seat));
		}
	for (uint32_t a = 0; n->seat >= 0 && a < n->moves; a++) {
		struct subgame_place next = *p;
		subgame_move(k->s, &next, k->s->node[n->child + a].m);
		take_values(k, &next);
	}
}

static void
use_values(struct kept_solution *k)
{
	k->leaves->settled = k->head->number + k->moves * (size_t)k->leaves->flop->groups;
}

void
kept_settle(struct kept_solution *k)
{
	struct subgame_place p;
	memset(k->head, 0, k->bytes);
	k->head->iterations = k->s->iterations;
	k->head->visited = k->s->visited;
	over_moves(k, take_share);
	over_moves(k, give_share);
	subgame_begin(k->s, &p);
	take_values(k, &p);
	use_values(k);
}

/* ---- files ------------------------------------------------------------------------------- */

static void
name_file(const struct kept_solution *k, char *name, size_t size,
	  char rules[static PACK_RULES])
{
	snprintf(name, size, "preflop/%04d.solution", (int)(k->key % KEPT_FILES));
	snprintf(rules, PACK_RULES, "key %016llx", (unsigned long long)k->key);
}

bool
kept_read(struct kept_solution *k, uint64_t key)
{
	char name[64], path[4096], rules[PACK_RULES];
	struct status st = { 0 };
	struct pack p;
	k->key = key;
	name_file(k, name, sizeof name, rules);
	if (!user_find(USER_CACHE, name, path, sizeof path) ||
	    !pack_map(&p, &kind, rules, path, &st))
		return false;
	const bool ok = p.layers == 1 && pack_read(&p, path, 0, k->head, k->bytes, &st);
	pack_unmap(&p);
	if (!ok)
		return false;
	k->s->iterations = k->head->iterations;
	k->s->visited = k->head->visited;
	over_moves(k, give_share);
	use_values(k);
	return true;
}

static const void *
layer(void *self, int number, uint64_t *slots, size_t *bytes)
{
	const struct kept_solution *k = self;
	(void)number;
	*slots = k->moves + k->values;
	*bytes = k->bytes;
	return k->head;
}

void
kept_write(const struct kept_solution *k)
{
	char name[64], path[4096], rules[PACK_RULES];
	struct status st = { 0 };
	struct kept_solution copy = *k;
	name_file(k, name, sizeof name, rules);
	const struct pack_source source = {
		.rules = rules, .layers = 1, .layer = layer, .self = &copy, .level = 1
	};
	if (jobs_lead() && user_path(USER_CACHE, name, path, sizeof path, &st))
		pack_write(&kind, &source, path, &st);
}
