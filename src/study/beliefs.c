/*
 * beliefs.c - the likely holders of hidden cards, counted on the worlds of a search. See beliefs.h.
 *
 * Cost: one determinization a world, some microseconds for a pack of cards.
 */
#include "src/study/beliefs.h"

#include "src/core/search.h"

#include <stdlib.h>
#include <string.h>

/* The seat whose decision the worlds are dealt for: the viewer when it acts. */
static int
mover_of(const struct game *g, const struct state *root, int viewer)
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
		return "everything is open to this view";
	const int mover = game_mover(g, root);
	if (mover == SEAT_NONE || mover == SEAT_CHANCE)
		return "nothing is hidden now: there is no decision here";
	return NULL;
}

/* Adds one full state to the counts, of a share by its weight. */
static void
beliefs_count_world(struct beliefs *b, const struct state *world, double share)
{
	const struct game *g = b->game;
	for (int seat = 0; seat < g->seats; seat++) {
		const uint64_t held = g->hidden->held(g, world, seat);
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
		if (seat == b->viewer || held == 0)
			continue;
		b->hidden |= held;
		b->holders |= (seat_set)1 << seat;
	}
}

/* The share of each world; NULL: they are alike. */
static double *
beliefs_weigh(struct beliefs *b, const struct evidence *seen)
{
	double *share =
		infer_tells(seen) ? malloc((size_t)b->worlds * sizeof *share) : NULL;
	if (share == NULL)
		return NULL;
	for (int w = 0; w < b->worlds; w++)
		share[w] = infer_log(seen, (uint64_t)w);
	b->inferred = true;
	b->effective = infer_shares(share, b->worlds);
	return share;
}

void
beliefs_count(struct beliefs *b, const struct game *g, const struct state *root,
	      int viewer, const struct played_move *made, int made_count,
	      const struct cardnet *model, uint64_t seed, int worlds)
{
	memset(b, 0, sizeof *b);
	b->game = g;
	b->viewer = viewer;
	b->worlds = worlds;
	g->hidden->things(g, &b->things);
	const struct evidence seen = { .game = g,
				       .root = root,
				       .viewer = viewer,
				       .mover = mover_of(g, root, viewer),
				       .seed = seed,
				       .made = made,
				       .made_count = made_count,
				       .model = model };
	double *share = beliefs_weigh(b, &seen);
	for (int w = 0; w < worlds; w++) {
		struct state world;
		search_world(g, root, viewer, seen.mover, seed, (uint64_t)w, &world);
		beliefs_count_world(b, &world, share != NULL ? share[w] : 0);
	}
	free(share);
}

double
beliefs_held(const struct beliefs *b, int thing, int seat)
{
	return (double)b->held[thing][seat] / b->worlds;
}

double
beliefs_without(const struct beliefs *b, int group, int seat)
{
	return (double)b->without[group][seat] / b->worlds;
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
	text_add(out,
		 "What %s can know, in %% of %d deals that fit all it has seen, dealt as "
		 "its search deals them.\n",
		 g->text->seat_name(g, b->viewer), b->worlds);
	if (n == 0) {
		text_add(out, "Nothing is hidden from it now.\n");
		return;
	}
	if (b->inferred)
		text_add(
			out,
			"*: the deals weighted by how likely the others' choices were in "
			"each; worth %.0f equal ones.\n",
			b->effective);
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
