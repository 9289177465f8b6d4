/*
 * beliefs.c - the likely holders of hidden cards, counted on the worlds of a search. See beliefs.h.
 *
 * Cost: one determinization a world, some microseconds for a pack of cards.
 */
#include "src/study/beliefs.h"

#include "src/core/search.h"

#include <stdlib.h>
#include <string.h>

int
beliefs_mover(const struct game *g, const struct state *root, int viewer)
{
	const seat_set acting = g->rules->acting(g, root);
	return acting != ACTING_CHANCE && (acting >> viewer & 1) != 0
		       ? viewer
		       : game_mover(g, root);
}

const char *
beliefs_refusal(const struct game *g, const struct state *root, int viewer)
{
	if (!game_hidden(g) || g->hidden->held == NULL)
		return "nothing is hidden in this game";
	if (viewer < 0)
		return "this view sees everything";
	const int mover = game_mover(g, root);
	if (mover == SEAT_NONE || mover == SEAT_CHANCE)
		return "no seat has to choose here";
	return NULL;
}

/* A bit for each thing of the same group that is lower. */
static uint64_t
lower_things(const struct things *t, int thing)
{
	uint64_t lower = 0;
	for (int i = 0; i < thing; i++)
		if (t->group[i] == t->group[thing])
			lower |= (uint64_t)1 << i;
	return lower;
}

/* Adds what a seat has in one world to the counts. */
static void
beliefs_count_seat(struct beliefs *b, int seat, uint64_t held, double share)
{
	bool has[GROUPS_MAX] = { false };
	for (uint64_t rest = held; rest != 0; rest &= rest - 1) {
		const int thing = __builtin_ctzll(rest);
		b->held[thing][seat]++;
		b->held_weight[thing][seat] += share;
		has[b->things.group[thing]] = true;
	}
	for (int k = 0; k < b->things.groups; k++) {
		b->without[k][seat] += !has[k];
		b->without_weight[k][seat] += has[k] ? 0 : share;
	}
	for (uint64_t rest = b->things.key; rest != 0; rest &= rest - 1) {
		const int thing = __builtin_ctzll(rest);
		const bool none = (held & lower_things(&b->things, thing)) == 0;
		b->none_below[thing][seat] += none;
		b->none_below_weight[thing][seat] += none ? share : 0;
	}
	if (seat == b->viewer || held == 0)
		return;
	b->hidden |= held;
	b->holders |= (seat_set)1 << seat;
}

void
beliefs_begin(struct beliefs *b, const struct evidence *seen, int worlds)
{
	memset(b, 0, sizeof *b);
	b->game = seen->game;
	b->viewer = seen->viewer;
	b->worlds = worlds;
	b->seen = *seen;
	b->game->hidden->things(b->game, &b->things);
	b->cards = calloc((size_t)worlds, sizeof *b->cards);
	if (infer_tells(seen))
		b->share = malloc((size_t)worlds * sizeof *b->share);
	if (b->cards == NULL)
		BUG("not enough memory for %d worlds", worlds);
}

/* All worlds are dealt: their shares, and the counts. */
static void
beliefs_finish(struct beliefs *b)
{
	b->inferred = b->share != NULL;
	if (b->inferred)
		b->effective = infer_shares(b->share, b->worlds);
	for (int w = 0; w < b->worlds; w++)
		for (int seat = 0; seat < b->game->seats; seat++)
			beliefs_count_seat(b, seat, b->cards[w][seat],
					   b->inferred ? b->share[w] : 0);
}

bool
beliefs_step(struct beliefs *b, int worlds)
{
	const struct evidence *seen = &b->seen;
	if (b->cards == NULL)
		return true;
	for (; worlds > 0 && b->dealt < b->worlds; worlds--, b->dealt++) {
		struct state world;
		search_world(b->game, seen->root, seen->viewer, seen->mover, seen->seed,
			     (uint64_t)b->dealt, &world);
		for (int seat = 0; seat < b->game->seats; seat++)
			b->cards[b->dealt][seat] =
				b->game->hidden->held(b->game, &world, seat);
		if (b->share != NULL)
			b->share[b->dealt] = infer_log(seen, (uint64_t)b->dealt);
	}
	if (b->dealt < b->worlds)
		return false;
	beliefs_finish(b);
	beliefs_drop(b);
	return true;
}

void
beliefs_drop(struct beliefs *b)
{
	free(b->share);
	free(b->cards);
	b->share = NULL;
	b->cards = NULL;
}

void
beliefs_count(struct beliefs *b, const struct question *q, const struct cardnet *model,
	      int worlds)
{
	const struct evidence seen = { .game = q->game,
				       .root = &q->root,
				       .viewer = q->viewer,
				       .mover = beliefs_mover(q->game, &q->root,
							      q->viewer),
				       .seed = q->seed,
				       .made = q->made,
				       .made_count = q->made_count,
				       .model = model };
	beliefs_begin(b, &seen, worlds);
	while (!beliefs_step(b, worlds))
		continue;
}

double
beliefs_held(const struct beliefs *b, int thing, int seat)
{
	return (double)b->held[thing][seat] / b->worlds;
}

struct belief
beliefs_thing(const struct beliefs *b, int thing)
{
	return (struct belief){ b->things.name[thing], b->held[thing],
				b->held_weight[thing] };
}

struct belief
beliefs_group(const struct beliefs *b, int group)
{
	return (struct belief){ b->things.group_name[group], b->without[group],
				b->without_weight[group] };
}

int
beliefs_order(const struct beliefs *b, int out[static THINGS_MAX], int *key)
{
	int n = 0;
	for (int round = 0; round < 2; round++) {
		const uint64_t set =
			b->hidden & (round == 0 ? b->things.key : ~b->things.key);
		for (int i = b->things.count - 1; i >= 0; i--)
			if (set >> i & 1)
				out[n++] = i;
		if (round == 0)
			*key = n;
	}
	return n;
}

/* ------------------------------------------------------------------ reports */

static void
beliefs_report_row(const struct beliefs *b, const struct belief *row, struct text *out)
{
	text_add(out, "%-14s", row->name);
	for (int i = 0; i < b->game->seats; i++)
		if (b->holders >> i & 1)
			text_add(out, "%8.1f", 100.0 * row->count[i] / b->worlds);
	for (int i = 0; i < b->game->seats; i++)
		if (b->inferred && (b->holders >> i & 1))
			text_add(out, "%8.1f", 100 * row->weight[i]);
	text_add(out, "\n");
}

static void
report_head(const struct beliefs *b, const char *name, struct text *out)
{
	text_add(out, "\n%-14s", name);
	for (int half = 0; half < (b->inferred ? 2 : 1); half++)
		for (int i = 0; i < b->game->seats; i++)
			if (b->holders >> i & 1)
				text_add(out, "%*s%s", half == 0 ? 8 : 7,
					 b->game->text->seat_name(b->game, i),
					 half == 0 ? "" : "*");
	text_add(out, "\n");
}

void
beliefs_report(const struct beliefs *b, struct text *out)
{
	const struct game *g = b->game;
	int order[THINGS_MAX], key;
	const int n = beliefs_order(b, order, &key);
	text_add(out, "Hidden %ss: shares in %% of %d deals that fit what %s has seen.\n",
		 b->things.called, b->worlds, g->text->seat_name(g, b->viewer));
	if (n == 0) {
		text_add(out, "Nothing is hidden from this seat now.\n");
		return;
	}
	if (b->inferred)
		text_add(out,
			 "*: the deals weighted by how likely the others' choices were "
			 "in each; as informative as %.0f equally likely ones.\n",
			 b->effective);
	for (int i = 0; i < g->seats; i++) {
		char words[400];
		beliefs_words(b, i, true, words, sizeof words);
		if (words[0] != '\0')
			text_add(out, "%s: %s.\n", g->text->seat_name(g, i), words);
	}
	report_head(b, b->things.called, out);
	for (int i = 0; i < n; i++) {
		const struct belief row = beliefs_thing(b, order[i]);
		beliefs_report_row(b, &row, out);
	}
	if (b->things.groups == 0)
		return;
	report_head(b, "void in", out);
	for (int k = 0; k < b->things.groups; k++) {
		const struct belief row = beliefs_group(b, k);
		beliefs_report_row(b, &row, out);
	}
}

/* {"N": 0.25, ...} of the seats that hold anything: of the worlds, or by their weights. */
static json_t *
shares_json(const struct beliefs *b, const struct belief *row, bool weighted)
{
	json_t *object = json_object();
	for (int i = 0; i < b->game->seats; i++)
		if (b->holders >> i & 1)
			json_object_set_new(object, b->game->text->seat_name(b->game, i),
					    json_real_or_null(
						    weighted ? row->weight[i]
							     : (double)row->count[i] /
								       b->worlds));
	return object;
}

/* The tables by card and by suit, in an object. */
static void
add_tables(const struct beliefs *b, bool weighted, json_t *object)
{
	int order[THINGS_MAX], key;
	const int n = beliefs_order(b, order, &key);
	json_t *held = json_object(), *without = json_object();
	for (int i = 0; i < n; i++) {
		const struct belief row = beliefs_thing(b, order[i]);
		json_object_set_new(held, row.name, shares_json(b, &row, weighted));
	}
	for (int k = 0; k < b->things.groups; k++) {
		const struct belief row = beliefs_group(b, k);
		json_object_set_new(without, row.name, shares_json(b, &row, weighted));
	}
	json_object_set_new(object, b->things.called, held);
	json_object_set_new(object, "void", without);
}

json_t *
beliefs_json(const struct beliefs *b)
{
	json_t *object = json_object();
	json_object_set_new(object, "seat", json_integer(b->viewer + 1));
	json_object_set_new(object, "worlds", json_integer(b->worlds));
	add_tables(b, false, object);
	if (!b->inferred)
		return object;
	json_t *inferred = json_object();
	json_object_set_new(inferred, "effective_worlds", json_real(b->effective));
	add_tables(b, true, inferred);
	json_object_set_new(object, "inferred", inferred);
	return object;
}
