/*
 * keep.c - a proof continued another day: a stopped run to a file, and back.
 *
 * The file holds the tree, or the table and the path of df-pn, as it was before the interrupted
 * step; that step is made again, so that a proof makes the same nodes however often it was stopped.
 * Numbers are as this machine has them in memory.
 *
 * The file says of what position, with what rules and options and by what version it was written,
 * and a search takes no other. Every move of a tree or path is checked against the rules, and every
 * number of an inner node against its children: a damaged file is refused, not played.
 */
#include "ai/pns/dfpn.h"
#include "ai/pns/tree.h"

#include "src/base/bytes.h"
#include "src/base/pack.h"
#include "src/core/past.h"

#include <stdlib.h>
#include <string.h>

#define PARTS 24 /* of what is large: as much memory is used to pack one */
#define LEVEL 1	 /* of packing: keys of a table look like noise */

static const struct pack_kind kind = {
	.magic = "plyproof",
	.version = 2,
	.layers_most = PACK_LAYERS,
	.called = "a proof that was stopped",
	.done = "a proof",
};

enum { LAYER_OF, LAYER_RUN, LAYER_ROOT, LAYER_FRAMES, LAYER_CHILDREN, LAYER_PARTS };
static_assert(LAYER_PARTS + PARTS <= PACK_LAYERS, "layers for all");

/* The subject of the proof. */
struct proof_of {
	char version[32], options[320], position[POSITION_TEXT];
	uint64_t before;
};

/* Everything but what is large. */
struct proof_run {
	struct pns_mark mark;
	struct pns_seen seen[3];
	int64_t next_report, elapsed_us;
	int32_t want, low, high, runs, roots;
	/* a tree */
	uint32_t count, last;
	int64_t collections, seconds;
	/* df-pn */
	int32_t ply, whole;
	uint32_t children, table_run;
	uint64_t buckets, stores;
	int64_t tied;
};

struct area {
	void *at;
	size_t bytes;
};

void
pns_mark_here(struct search *s)
{
	struct pns *p = s->self;
	const struct snapshot *live = &s->live;
	p->mark = (struct pns_mark){ .nodes = search_nodes(s),
				     .leaves = live->leaves,
				     .children = live->children,
				     .expanded = p->expanded,
				     .draws = p->draws,
				     .rounds = p->dfpn != NULL ? p->dfpn->rounds : 0,
				     .probes = live->tt_probes,
				     .hits = live->tt_hits,
				     .deepest = p->deepest };
}

uint64_t
pns_sum_past(const struct search *s)
{
	return s->past == NULL ? 0
			       : bytes_hash(BYTES_HASH, (const char *)s->past->key,
					    sizeof s->past->key);
}

static void
describe(const struct search *s, struct proof_of *of)
{
	const struct game *g = s->game;
	memset(of, 0, sizeof *of);
	snprintf(of->version, sizeof of->version, "%s", PLYSCOPE_VERSION);
	const int n =
		options_format_changed(&s->options, of->options, sizeof of->options - 30);
	snprintf(of->options + n, 30, "%sdepth=%d", n > 0 ? "," : "",
		 (int)s->limits.depth);
	g->text->format_position(g, &s->root, of->position, sizeof of->position);
	of->before = ((const struct pns *)s->self)->before;
}

static void
format_rules(const struct game *g, char *out, size_t size)
{
	char variant[120] = "";
	if (g->ops->options != NULL)
		options_format_changed(&g->variant, variant, sizeof variant);
	snprintf(out, size, "%s%s%s", g->ops->key, variant[0] ? " " : "", variant);
}

/* Where the layers from LAYER_ROOT on are in memory. */
static void
list_areas(const struct pns *p, const struct proof_run *run, struct area *out)
{
	const struct dfpn *d = p->dfpn;
	unsigned char *large = d != NULL ? d->table.base : (unsigned char *)p->tree->node;
	const size_t bytes = d != NULL ? (size_t)run->buckets * 2 * d->table.stride
				       : run->count * sizeof *p->tree->node;
	const size_t part = bytes / PARTS + 1;
	memset(out, 0, PACK_LAYERS * sizeof *out);
	out[LAYER_ROOT] = (struct area){ p->root, (size_t)run->roots * sizeof *p->root };
	if (d != NULL) {
		out[LAYER_FRAMES].bytes = ((size_t)run->ply + 1) * sizeof *d->frame;
		out[LAYER_CHILDREN].bytes = run->children * sizeof *d->child;
	}
	for (size_t k = 0, at = 0; k < PARTS; k++, at += part) {
		const size_t left = at < bytes ? bytes - at : 0;
		out[LAYER_PARTS + k] = (struct area){ large + (left > 0 ? at : 0),
						      left < part ? left : part };
	}
}

/* ---- writing ---- */

struct writing {
	struct proof_of of;
	struct proof_run run;
	struct area area[PACK_LAYERS];
};

static const void *
layer(void *self, int k, uint64_t *slots, size_t *bytes)
{
	struct writing *w = self;
	*slots = 1;
	*bytes = w->area[k].bytes;
	return w->area[k].at != NULL ? w->area[k].at : (const void *)w;
}

static struct proof_run
sum_up(const struct search *s)
{
	const struct pns *p = s->self;
	const struct pns_tree *t = p->tree;
	const struct dfpn *d = p->dfpn;
	struct proof_run run = { .mark = p->mark,
				 .next_report = p->next_report,
				 .elapsed_us = s->live.elapsed_us,
				 .want = (int32_t)p->want,
				 .low = (int32_t)p->low,
				 .high = (int32_t)p->high,
				 .runs = p->runs,
				 .roots = p->roots };
	memcpy(run.seen, p->seen, sizeof run.seen);
	if (t != NULL) {
		run.count = t->count;
		run.last = t->last;
		run.collections = t->collections;
		run.seconds = t->seconds;
	} else {
		run.ply = d->parked_ply;
		run.whole = d->whole;
		run.children = d->parked_children;
		run.table_run = d->table.run;
		run.buckets = d->table.buckets;
		run.stores = d->table.stores;
		run.tied = d->tied;
	}
	return run;
}

bool
pns_save(const struct search *s, const char *path, struct status *st)
{
	static struct writing w;
	const struct pns *p = s->self;
	const struct dfpn *d = p->dfpn;
	char rules[PACK_RULES];
	if (d != NULL && (d->parked_frame == NULL || d->parked_child == NULL))
		return status_fail(st, "%s: not enough memory to keep the proof", path);
	if (p->tree != NULL)
		pns_tree_undo(p->tree);
	describe(s, &w.of);
	w.run = sum_up(s);
	list_areas(p, &w.run, w.area);
	w.area[LAYER_OF] = (struct area){ &w.of, sizeof w.of };
	w.area[LAYER_RUN] = (struct area){ &w.run, sizeof w.run };
	if (d != NULL) {
		w.area[LAYER_FRAMES].at = d->parked_frame;
		w.area[LAYER_CHILDREN].at = d->parked_child;
	}
	format_rules(s->game, rules, sizeof rules);
	const struct pack_source source = { .rules = rules,
					    .layers = LAYER_PARTS + PARTS,
					    .layer = layer,
					    .self = &w,
					    .level = LEVEL };
	return pack_write(&kind, &source, path, st);
}

/* ---- reading ---- */

/* The same version, options and position; else which of them is not. */
static bool
check_what(const struct search *s, const struct proof_of *of, const char *path,
	   struct status *st)
{
	static struct proof_of own;
	describe(s, &own);
	const struct {
		const char *called, *found, *expected;
	} parts[] = {
		{ "by version", of->version, own.version },
		{ "with the options", of->options, own.options },
		{ "of the position", of->position, own.position },
	};
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (strcmp(parts[i].found, parts[i].expected) != 0)
			return status_fail(st, "%s: a proof %s '%.80s', expected '%.80s'",
					   path, parts[i].called, parts[i].found,
					   parts[i].expected);
	return of->before == own.before ||
	       status_fail(st, "%s: a proof of this position after other moves", path);
}

/* Whether the file's figures of the run are possible with this much memory. */
static bool
check_run(const struct search *s, const struct proof_run *run)
{
	const struct pns *p = s->self;
	const struct dfpn *d = p->dfpn;
	const int moves = s->live.moves_total;
	if (run->roots != moves || run->want < OUTCOME_DRAW || run->want > OUTCOME_WIN ||
	    run->low < OUTCOME_LOSS || run->high > OUTCOME_WIN || run->low > run->high ||
	    run->mark.nodes < 0)
		return false;
	if (p->tree != NULL)
		return run->count >= 1 && run->count <= p->tree->room &&
		       run->last < run->count;
	return run->ply >= 0 && run->ply < PNS_PATH && run->children <= d->room &&
	       run->buckets >= 1 && run->buckets <= d->table.capacity &&
	       (!run->whole || run->ply == 0);
}

static void
take_run(struct search *s, const struct proof_run *run)
{
	struct pns *p = s->self;
	struct snapshot *live = &s->live;
	pns_begin(s);
	live->nodes = run->mark.nodes;
	live->leaves = run->mark.leaves;
	live->children = run->mark.children;
	live->tt_probes = run->mark.probes;
	live->tt_hits = run->mark.hits;
	p->mark = run->mark;
	p->expanded = run->mark.expanded;
	p->draws = run->mark.draws;
	p->deepest = (int)run->mark.deepest;
	p->next_report = run->next_report;
	p->earlier_us = run->elapsed_us;
	p->want = (enum outcome)run->want;
	p->low = (enum outcome)run->low;
	p->high = (enum outcome)run->high;
	p->runs = run->runs;
	memcpy(p->seen, run->seen, sizeof p->seen);
	if (p->tree != NULL) {
		p->tree->count = run->count;
		p->tree->last = run->last;
		p->tree->collections = run->collections;
		p->tree->seconds = run->seconds;
		return;
	}
	ttable_restart(&p->dfpn->table);
	p->dfpn->table.buckets = run->buckets;
	p->dfpn->table.stores = run->stores;
	p->dfpn->table.run = (uint8_t)run->table_run;
	p->dfpn->tied = run->tied;
	p->dfpn->rounds = run->mark.rounds;
	p->dfpn->whole = run->whole != 0;
}

/* The root's moves are those of the position, and claims about them are outcomes. */
static bool
check_roots(const struct search *s)
{
	const struct pns *p = s->self;
	move m[MOVES_MAX];
	const int n = pns_moves(s, &s->root, s->mover, true, m);
	bool ok = n == p->roots;
	for (int i = 0; ok && i < n; i++)
		ok = p->root[i].m == m[i] && p->root[i].low <= p->root[i].high &&
		     p->root[i].high <= OUTCOME_WIN;
	return ok;
}

static bool
read_areas(struct search *s, const struct pack *f, const struct proof_run *run,
	   const char *path, struct status *st)
{
	struct pns *p = s->self;
	struct area area[PACK_LAYERS];
	list_areas(p, run, area);
	if (p->dfpn != NULL) {
		area[LAYER_FRAMES].at = p->dfpn->frame;
		area[LAYER_CHILDREN].at = p->dfpn->child;
	}
	for (int k = LAYER_ROOT; k < LAYER_PARTS + PARTS; k++) {
		unsigned char none = 0;
		void *to = area[k].at != NULL ? area[k].at : &none;
		if (!pack_read(f, path, k, to, area[k].bytes, st))
			return false;
	}
	return true;
}

static bool
read_file(struct search *s, const struct pack *f, const char *path, struct status *st)
{
	static struct proof_of of;
	struct proof_run run;
	struct pns *p = s->self;
	if (!pack_read(f, path, LAYER_OF, &of, sizeof of, st) ||
	    !check_what(s, &of, path, st) ||
	    !pack_read(f, path, LAYER_RUN, &run, sizeof run, st))
		return false;
	if (!check_run(s, &run))
		return status_fail(st,
				   "%s: needs more memory or nodes than this search "
				   "may have, or is damaged",
				   path);
	take_run(s, &run);
	if (!read_areas(s, f, &run, path, st))
		return false;
	if (check_roots(s) &&
	    (p->tree != NULL ? pns_tree_check(s) : dfpn_find_path(s, run.ply)))
		return true;
	return status_fail(st, "%s: its moves or numbers are not those of this position",
			   path);
}

bool
pns_load(struct search *s, const char *path, struct status *st)
{
	struct pns *p = s->self;
	char rules[PACK_RULES];
	struct pack f;
	format_rules(s->game, rules, sizeof rules);
	if (!pack_map(&f, &kind, rules, path, st))
		return false;
	p->goes_on = read_file(s, &f, path, st);
	pack_unmap(&f);
	return p->goes_on;
}
