/*
 * dfpn.c - depth-first proof-number search with a table of positions.
 *
 * Source: Nagai 2002, "Df-pn algorithm for searching AND/OR trees and its applications"; Pawlewicz
 * & Lew 2006 (thresholds of 1 + epsilon). Differs: no recursion, but frames; and the rules for
 * positions that come again.
 *
 * A node is searched until its numbers reach the thresholds that its parent gave it: from there on
 * another child would be the most-proving one. Results left behind are in the table.
 *
 * Images of a position are one in the table, which keeps no moves: a proof of repeats.c that rests
 * on nothing rests on older proofs alone, which may be of images as well. This does not hold where
 * positions from before the root count, for their images do not count.
 *
 * All children of a frame are made before the table is asked about any, so that it is on its way
 * from memory meanwhile.
 *
 * repeats.c explains what a proof rests on where positions repeat: such a result is kept under a
 * key made of the path, and serves that path alone.
 *
 * Memory: frames and their children for PNS_PATH plies; the table takes the rest.
 */
#include "ai/proof/dfpn.h"

#include <stdlib.h>
#include <string.h>

#define SHARE_OF_CHILDREN 16 /* of the memory, for children of the frames */
#define CHILDREN_LEAST	  (4 * MOVES_MAX)
#define FRESHEN		  64	 /* nodes that make siblings worth a second look */
#define COPY_PER_US	  500	 /* bytes of a table that is doubled, at least */
#define AGAIN_NODES	  500000 /* for a proof that the table has lost */

bool
dfpn_open(struct search *s, int64_t epsilon_percent)
{
	struct pns *p = s->self;
	struct dfpn *d = arena_take(&s->arena, sizeof *d);
	if (d == NULL)
		return false;
	memset(d, 0, sizeof *d);
	d->epsilon = (uint32_t)epsilon_percent;
	dfpn_note_past(s, d);
	d->images =
		s->game->race->image != NULL && (d->fresh || s->game->turns->key == NULL);
	d->frame = arena_take(&s->arena, (PNS_PATH + 1) * sizeof *d->frame);
	const size_t room = s->arena.size / SHARE_OF_CHILDREN / sizeof *d->child;
	d->room = room > INT32_MAX ? INT32_MAX : (uint32_t)room;
	if (d->room < CHILDREN_LEAST)
		d->room = CHILDREN_LEAST;
	d->child = arena_take(&s->arena, d->room * sizeof *d->child);
	if (d->frame == NULL || d->child == NULL)
		return false;
	const size_t left = arena_left(&s->arena);
	ttable_open(&d->table, &s->arena, left > 128 ? left - 128 : 0, 2,
		    s->limits.nodes);
	p->dfpn = d;
	return d->table.buckets > 0;
}

/* ---- the table ---- */

/* Paths are distinguished by their moves. */
static uint64_t
path_after(uint64_t path, move m)
{
	return rng_mix(path + m + 1);
}

static uint64_t
key_on_path(const struct dfpn_child *c, uint64_t path)
{
	return rng_mix(c->key ^ path_after(path, c->m));
}

/* The table's entry under a key; false: none. */
static bool
proof_probe(struct search *s, uint64_t key, struct dfpn_child *c)
{
	const struct pns *p = s->self;
	const struct ttable_entry *e = ttable_probe(&p->dfpn->table, key, 255);
	s->live.tt_probes++;
	if (e == NULL)
		return false;
	s->live.tt_hits++;
	c->known = true;
	if (e->bound == TTABLE_EXACT) {
		c->pn = (uint32_t)e->value[0];
		c->dn = (uint32_t)e->value[1];
		return true;
	}
	c->pn = e->bound == TTABLE_LOWER ? 0 : PROOF_INF;
	c->dn = e->bound == TTABLE_LOWER ? PROOF_INF : 0;
	c->ref = e->value[0];
	c->plies = (uint16_t)e->value[1];
	return true;
}

/* An open child as the table has it: solved for good, solved on this path, or numbers. */
static void
look_up(struct search *s, const struct dfpn_frame *f, struct dfpn_child *c)
{
	const struct pns *p = s->self;
	struct dfpn_child found = *c;
	const bool known = proof_probe(s, c->key, &found);
	if (known && pns_solved(found.pn, found.dn)) {
		found.ref = REF_NOTHING;
		*c = found;
		return;
	}
	if (known && !c->bound)
		*c = found;
	if (p->dfpn->tied > 0)
		proof_probe(s, key_on_path(c, f->path), c);
}

/* Doubles a full table, unless too little time is left to copy it. */
static void
proof_enlarge(struct search *s)
{
	struct ttable *t = &dfpn_of(s)->table;
	const size_t bytes = 2 * ttable_bytes(t);
	if (2 * t->buckets > t->capacity ||
	    !search_has_us(s, (int64_t)(bytes / COPY_PER_US)))
		return;
	ttable_double(t);
	if (s->limits.time_ms > 0)
		search_poll_soon(s);
}

/* Stores the result of a child when it is left; `work` nodes were made below. */
static void
note(struct search *s, const struct dfpn_frame *f, const struct dfpn_child *c,
     int64_t work)
{
	struct dfpn *d = dfpn_of(s);
	const bool solved = pns_solved(c->pn, c->dn);
	const bool tied = solved ? c->ref != REF_NOTHING : c->bound;
	const int effort = 63 - __builtin_clzll((uint64_t)work | 1);
	const int32_t open[2] = { (int32_t)c->pn, (int32_t)c->dn };
	const int32_t closed[2] = { c->ref, c->plies };
	d->tied += tied;
	if (d->table.stores >= d->table.buckets)
		proof_enlarge(s);
	ttable_store(&d->table, tied ? key_on_path(c, f->path) : c->key,
		     solved ? effort + 2 : effort,
		     !solved	  ? TTABLE_EXACT
		     : c->pn == 0 ? TTABLE_LOWER
				  : TTABLE_UPPER,
		     TTABLE_SOLVED, c->m, solved ? closed : open);
}

/* ---- frames ---- */

/* The known result of the child by a move of a frame, whose state is `st`. */
static void
proof_meet(struct search *s, const struct dfpn_frame *f, const struct state *st, move m,
	   struct dfpn_child *c)
{
	const struct game *g = s->game;
	const struct pns *p = s->self;
	*c = (struct dfpn_child){
		.m = m, .pn = 1, .dn = 1, .ref = REF_NOTHING, .bound = f->bound
	};
	const uint64_t hash = g->rules->hash(g, st);
	c->key = p->dfpn->images ? g->race->image(g, st) : hash;
	const uint64_t cycle = dfpn_cycle_key(g, st, hash);
	const int ref = dfpn_find_on_path(p->dfpn, cycle);
	if (game_decided(g, st)) {
		const struct pns_numbers x = pns_judge(s, st);
		c->pn = x.pn;
		c->dn = x.dn;
		if (g->rules->settled(g, st))
			c->ref = dfpn_end_rests_on(s, f, st, cycle, ref);
		c->fixed = true;
		s->live.leaves++;
		return;
	}
	if (ref >= 0)
		dfpn_judge_round(s, ref, st, c);
	if (c->fixed)
		return;
	const struct pns_numbers x = pns_open_numbers(s, st, game_mover(g, st));
	c->pn = x.pn;
	c->dn = x.dn;
	c->plies = x.plies;
	c->foreseen = pns_solved(x.pn, x.dn);
	ttable_prefetch(&p->dfpn->table, c->key);
}

static bool
is_open(const struct dfpn_child *c)
{
	return !c->fixed && !pns_solved(c->pn, c->dn);
}

/* Whether a child solves the frame, which is not the root's, for every path. */
static bool
solves(const struct dfpn *d, const struct dfpn_frame *f, const struct dfpn_child *c)
{
	return d->ply > 0 && (f->proves ? c->pn : c->dn) == 0 && c->ref == REF_NOTHING;
}

/* What the table knows of the children of the path's end; those behind one that solves it are
 * left out. */
static void
proof_recall(struct search *s, struct dfpn_frame *f)
{
	const struct pns *p = s->self;
	const struct dfpn *d = p->dfpn;
	const bool deep = d->ply + 1 >= p->depth;
	for (uint32_t i = 0; i < f->count; i++) {
		struct dfpn_child *c = &d->child[f->first + i];
		if (is_open(c))
			look_up(s, f, c);
		if (deep && is_open(c)) {
			c->pn = c->dn = PROOF_MOST;
			c->fixed = true;
		}
		if (solves(d, f, c))
			f->count = i + 1;
	}
}

/* Opens the frame of path[d->ply], whose state is there, and meets its children; `count`: as nodes.
 * False: stopped, or no room. */
static bool
proof_enter(struct search *s, bool count)
{
	const struct game *g = s->game;
	struct pns *p = s->self;
	struct dfpn *d = p->dfpn;
	struct dfpn_frame *f = &d->frame[d->ply];
	const struct state *st = &p->state[d->ply];
	const int seat = game_mover(g, st);
	move m[MOVES_MAX];
	const int n = pns_moves(s, st, seat, d->ply == 0, m);
	f->first = d->ply > 0 ? f[-1].first + f[-1].count : 0;
	f->count = 0;
	f->proves = seat == p->prover;
	if ((uint32_t)n > d->room - f->first) {
		s->live.stop = STOP_MEMORY;
		return false;
	}
	for (int i = 0; i < n; i++) {
		struct dfpn_child *c = &d->child[f->first + (uint32_t)i];
		struct state child;
		if (count && !search_step(s))
			return false;
		g->rules->play(g, st, seat, m[i], &child);
		proof_meet(s, f, &child, m[i], c);
		f->count++;
		if (solves(d, f, c))
			break;
	}
	proof_recall(s, f);
	if (!count)
		return true;
	s->live.children += n;
	p->expanded++;
	if (d->ply + 1 > p->deepest)
		p->deepest = d->ply + 1;
	return true;
}

/* The keys that identify a frame. */
static void
name_frame(struct search *s, struct dfpn_frame *f, const struct state *st, uint64_t path)
{
	struct dfpn *d = dfpn_of(s);
	f->cycle = dfpn_cycle_key(s->game, st, s->game->rules->hash(s->game, st));
	f->path = path;
	d->on_path[f->cycle % ON_PATH]++;
}

/* The path as far as its root. */
static void
start_path(struct search *s)
{
	struct pns *p = s->self;
	struct dfpn *d = p->dfpn;
	memset(d->on_path, 0, sizeof d->on_path);
	d->ply = 0;
	d->frame[0] = (struct dfpn_frame){ .th_pn = PROOF_INF, .th_dn = PROOF_INF };
	game_copy(s->game, &s->root, &p->state[0]);
	name_frame(s, &d->frame[0], &p->state[0], 0);
}

/* One ply down by a child. */
static void
proof_push(struct search *s, uint32_t chosen, uint32_t th_pn, uint32_t th_dn)
{
	const struct game *g = s->game;
	struct pns *p = s->self;
	struct dfpn *d = p->dfpn;
	struct dfpn_frame *f = &d->frame[d->ply];
	const struct state *st = &p->state[d->ply];
	const struct dfpn_child *c = &d->child[f->first + chosen];
	f->chosen = chosen;
	d->ply++;
	g->rules->play(g, st, game_mover(g, st), c->m, &p->state[d->ply]);
	f[1] = (struct dfpn_frame){ .th_pn = th_pn,
				    .th_dn = th_dn,
				    .bound = c->bound,
				    .nodes = search_nodes(s) };
	name_frame(s, &f[1], &p->state[d->ply], path_after(f->path, c->m));
}

static void
proof_pop(struct dfpn *d)
{
	d->on_path[d->frame[d->ply].cycle % ON_PATH]--;
	d->ply--;
}

/* The numbers of a frame by those of its children, which is the best, and the best number of the
 * others. */
struct dfpn_sums {
	uint32_t pn, dn, best, second;
};

static struct dfpn_sums
proof_sum_up(const struct dfpn *d, const struct dfpn_frame *f)
{
	uint32_t least = PROOF_INF, second = PROOF_INF, sum = 0, best = 0;
	for (uint32_t i = 0; i < f->count; i++) {
		const struct dfpn_child *c = &d->child[f->first + i];
		const uint32_t one = f->proves ? c->pn : c->dn;
		sum = proof_sum(sum, f->proves ? c->dn : c->pn);
		if (one < least) {
			second = least;
			least = one;
			best = i;
		} else if (one < second) {
			second = one;
		}
	}
	return f->proves ? (struct dfpn_sums){ least, sum, best, second }
			 : (struct dfpn_sums){ sum, least, best, second };
}

/* The basis of a solved frame's proof, and its length. */
static void
close_proof(const struct dfpn *d, const struct dfpn_frame *f, struct dfpn_child *out)
{
	const bool proven = out->pn == 0, chosen = proven == f->proves;
	bool any = false;
	for (uint32_t i = 0; i < f->count; i++) {
		const struct dfpn_child *c = &d->child[f->first + i];
		if (proven ? c->pn != 0 : c->dn != 0)
			continue;
		const bool better = c->ref > out->ref ||
				    (c->ref == out->ref && c->plies < out->plies);
		if (!any || (chosen && better)) {
			out->ref = c->ref;
			out->plies = c->plies;
		} else if (!chosen) {
			out->ref = c->ref < out->ref ? c->ref : out->ref;
			out->plies = c->plies > out->plies ? c->plies : out->plies;
		}
		any = true;
	}
	out->plies++;
	if (f->bound && out->ref != REF_NOTHING)
		out->ref = 0;
	else if (out->ref >= d->ply)
		out->ref = REF_NOTHING; /* all of it lies below */
}

/* Siblings may have been solved, or come to other numbers, in the subtree that is left. */
static void
freshen(struct search *s, const struct dfpn_frame *f)
{
	const struct dfpn *d = dfpn_of(s);
	for (uint32_t i = 0; i < f->count; i++)
		ttable_prefetch(&d->table, d->child[f->first + i].key);
	for (uint32_t i = 0; i < f->count; i++)
		if (is_open(&d->child[f->first + i]))
			look_up(s, f, &d->child[f->first + i]);
}

/* Leaves the frame at the path's end with its numbers, which its parent and the table get. */
static void
proof_leave(struct search *s, const struct dfpn_sums *x)
{
	struct dfpn *d = dfpn_of(s);
	struct dfpn_frame *f = &d->frame[d->ply], *above = f - 1;
	struct dfpn_child *c = &d->child[above->first + above->chosen];
	const int64_t work = search_nodes(s) - f->nodes;
	c->pn = x->pn;
	c->dn = x->dn;
	c->nodes += work;
	if (pns_solved(c->pn, c->dn))
		close_proof(d, f, c);
	proof_pop(d);
	if (c->pn == PROOF_MOST && c->dn == PROOF_MOST)
		c->fixed = true; /* too deep on this path */
	else
		note(s, above, c, work);
	if (work >= FRESHEN * (int64_t)above->count)
		freshen(s, above);
}

/* The thresholds under which the best child stays the best. */
static void
proof_descend(struct search *s, const struct dfpn_sums *x)
{
	const struct dfpn *d = dfpn_of(s);
	const struct dfpn_frame *f = &d->frame[d->ply];
	const struct dfpn_child *c = &d->child[f->first + x->best];
	const uint32_t th_one = f->proves ? f->th_pn : f->th_dn;
	const uint32_t th_all = f->proves ? f->th_dn : f->th_pn;
	const uint32_t all = f->proves ? x->dn : x->pn, its = f->proves ? c->dn : c->pn;
	const uint64_t more = x->second + (uint64_t)x->second * d->epsilon / 100 + 1;
	const uint32_t one = more < th_one ? (uint32_t)more : th_one;
	const uint32_t rest = th_all == PROOF_INF || all == PROOF_MOST
				      ? PROOF_INF
				      : th_all - (all - its);
	proof_push(s, x->best, f->proves ? one : rest, f->proves ? rest : one);
}

static bool
proof_is_over(const struct dfpn_frame *f, const struct dfpn_sums *x)
{
	return x->pn >= f->th_pn || x->dn >= f->th_dn ||
	       (x->pn >= PROOF_MOST && x->dn >= PROOF_MOST);
}

/* Searches below path[base], the path's end, whose frame was entered, until its thresholds are
 * reached; false: stopped. */
static bool
search_below(struct search *s, int base)
{
	struct dfpn *d = dfpn_of(s);
	for (;;) {
		const struct dfpn_frame *f = &d->frame[d->ply];
		const struct dfpn_sums x = proof_sum_up(d, f);
		if (!proof_is_over(f, &x)) {
			proof_descend(s, &x);
			if (!proof_enter(s, true))
				return false;
		} else if (d->ply > base) {
			proof_leave(s, &x);
		} else {
			return true;
		}
		if (base == 0)
			pns_report_now_and_then(s);
		if (d->most > 0 && search_nodes(s) > d->most)
			return false;
	}
}

/* ---- a run ---- */

static void
proof_begin(struct search *s)
{
	struct dfpn *d = dfpn_of(s);
	ttable_restart(&d->table);
	d->tied = d->rounds = 0;
	d->frame[0].count = 0;
	start_path(s);
}

bool
dfpn_run(struct search *s)
{
	struct dfpn *d = dfpn_of(s);
	proof_begin(s);
	if (!proof_enter(s, true) || !search_below(s, 0))
		return false;
	const struct dfpn_sums x = proof_sum_up(d, &d->frame[0]);
	if (!pns_solved(x.pn, x.dn))
		s->live.stop = STOP_DEPTH;
	return pns_solved(x.pn, x.dn);
}

struct pns_numbers
dfpn_root(struct search *s)
{
	struct pns *p = s->self;
	const struct dfpn *d = p->dfpn;
	const struct dfpn_frame *f = &d->frame[0];
	for (int i = 0; i < p->roots && i < (int)f->count; i++) {
		const struct dfpn_child *c = &d->child[f->first + (uint32_t)i];
		p->root[i].pn = c->pn;
		p->root[i].dn = c->dn;
		p->root[i].plies = c->plies;
		p->root[i].nodes = c->nodes + 1;
	}
	if (d->ply > 0 && f->chosen < (uint32_t)p->roots)
		p->root[f->chosen].nodes += search_nodes(s) - d->frame[1].nodes;
	if ((int)f->count < p->roots) /* stopped before all were visited */
		return (struct pns_numbers){ .pn = 1, .dn = 1 };
	const struct dfpn_sums x = proof_sum_up(d, f);
	return (struct pns_numbers){ .pn = x.pn, .dn = x.dn };
}

/* ---- after a run ---- */

/* The child of a frame that its position's line goes on with. */
static uint32_t
line_child(const struct dfpn *d, const struct dfpn_frame *f)
{
	const struct dfpn_sums x = proof_sum_up(d, f);
	const bool proven = x.pn == 0, chosen = proven == f->proves;
	uint32_t best = x.best;
	if (!pns_solved(x.pn, x.dn))
		return best;
	bool any = false;
	for (uint32_t i = 0; i < f->count; i++) {
		const struct dfpn_child *c = &d->child[f->first + i],
					*b = &d->child[f->first + best];
		if (proven ? c->pn != 0 : c->dn != 0)
			continue;
		if (!any || (chosen ? c->plies < b->plies : c->plies > b->plies))
			best = i;
		any = true;
	}
	return best;
}

/* The path is that of the root again, whose children keep the run's findings. */
static void
return_to_root(struct search *s)
{
	struct dfpn *d = dfpn_of(s);
	const struct dfpn_frame root = d->frame[0];
	start_path(s);
	d->frame[0].count = root.count;
	d->frame[0].proves = root.proves;
}

/* Solves the path's end again when the table has lost that; its frame was entered. False: there
 * is no room for it. */
static bool
search_again(struct search *s)
{
	struct dfpn *d = dfpn_of(s);
	const struct dfpn_sums x = proof_sum_up(d, &d->frame[d->ply]);
	const int base = d->ply;
	if (pns_solved(x.pn, x.dn) || s->live.stop != STOP_RUNNING)
		return pns_solved(x.pn, x.dn);
	d->most = search_nodes(s) + AGAIN_NODES;
	const bool done = search_below(s, base);
	d->most = 0;
	while (d->ply > base)
		proof_pop(d);
	return done;
}

int
dfpn_line(struct search *s, move *out, int max)
{
	const struct pns *p = s->self;
	struct dfpn *d = p->dfpn;
	const int64_t probes = s->live.tt_probes, hits = s->live.tt_hits;
	bool solved = false;
	int n = 0;
	return_to_root(s);
	while (n < max && d->ply < PNS_PATH - 1 &&
	       (d->ply == 0 || proof_enter(s, false))) {
		const struct dfpn_frame *f = &d->frame[d->ply];
		if (solved && !search_again(s))
			break;
		if (f->count == 0)
			break; /* stopped before anything was visited */
		uint32_t at = line_child(d, f);
		for (uint32_t i = 0; n == 0 && i < f->count; i++)
			if (d->child[f->first + i].m == s->live.moves[0].m)
				at = i;
		const struct dfpn_child *c = &d->child[f->first + at];
		solved = pns_solved(c->pn, c->dn);
		out[n++] = c->m;
		if (c->fixed || pns_line_ends(s, c->foreseen))
			break;
		proof_push(s, at, PROOF_INF, PROOF_INF);
	}
	s->live.tt_probes = probes;
	s->live.tt_hits = hits;
	return n;
}

bool
dfpn_show(struct search *s, const move *m, int count)
{
	struct dfpn *d = dfpn_of(s);
	const int64_t probes = s->live.tt_probes, hits = s->live.tt_hits;
	bool found = true;
	return_to_root(s);
	for (int k = 0; found && k <= count; k++) {
		const struct dfpn_frame *f = &d->frame[d->ply];
		found = d->ply < PNS_PATH - 1 && (d->ply == 0 || proof_enter(s, false));
		if (!found || k == count)
			break;
		uint32_t at = 0;
		while (at < f->count && d->child[f->first + at].m != m[k])
			at++;
		found = at < f->count && !d->child[f->first + at].fixed;
		if (found)
			proof_push(s, at, PROOF_INF, PROOF_INF);
	}
	s->live.tt_probes = probes;
	s->live.tt_hits = hits;
	return found;
}

struct pns_numbers
dfpn_end(const struct dfpn *d)
{
	const struct dfpn_sums x = proof_sum_up(d, &d->frame[d->ply]);
	return (struct pns_numbers){ .pn = x.pn, .dn = x.dn };
}

uint32_t
dfpn_line_child(const struct dfpn *d)
{
	return line_child(d, &d->frame[d->ply]);
}

const struct gauge dfpn_gauge_repetitions = {
	"repetitions", "", "moves that led back to a position on the way to them"
};
const struct gauge dfpn_gauge_tied = {
	"tied to paths", "results",
	"they depend on a repetition and hold on one path only"
};

void
dfpn_figures(struct search *s)
{
	const struct dfpn *d = dfpn_of(s);
	struct snapshot *live = &s->live;
	live->tree_bytes = (int64_t)ttable_bytes(&d->table);
	if (d->rounds > 0)
		search_gauge(s, &dfpn_gauge_repetitions, (double)d->rounds);
	if (d->tied > 0)
		search_gauge(s, &dfpn_gauge_tied, (double)d->tied);
}
