/*
 * look.c - proof-number search for the inspector.
 *
 * The tree of PNS and PN2 is shown as it is. Df-pn keeps none: a node is made when its parent is
 * opened, as a move; its position is played again from the root and looked up in the table, under
 * the key of the position and of the path. Nodes the table has lost are shown as open.
 */
#include "ai/proof/dfpn.h"
#include "ai/proof/pns.h"

#include <stdio.h>
#include <stdlib.h>

/* The known facts of a node of any kind. */
struct known {
	uint32_t pn, dn;
	uint16_t plies;
	bool settled, foreseen;
	bool dropped; /* solved, its proof is not kept */
};

static void
proof_say(struct look_node *o, const struct known *k)
{
	const bool solved = pns_solved(k->pn, k->dn);
	if (!solved)
		snprintf(o->proof, sizeof o->proof, "%u to prove, %u to disprove", k->pn,
			 k->dn);
	else
		snprintf(o->proof, sizeof o->proof, "%s%s%.0d%s%s",
			 k->pn == 0 ? "proven" : "disproven",
			 k->settled	? ": the end of the game"
			 : k->plies > 0 ? " within "
					: "",
			 k->settled ? 0 : k->plies,
			 k->settled || k->plies == 0 ? ""
			 : k->plies == 1	     ? " ply"
						     : " plies",
			 k->foreseen  ? ", as the game foresees"
			 : k->dropped ? ", the proof is not kept"
				      : "");
}

/* Everything about a child except its rank among its siblings. */
static void
proof_fill(const struct search *s, const struct known *k, struct look_node *o)
{
	const struct pns *p = s->self;
	if (k->pn == 0)
		o->status = pns_fill_value(s, p->want, OUTCOME_WIN, o->value);
	else if (k->dn == 0)
		o->status = pns_fill_value(s, OUTCOME_LOSS, pns_disproven(p), o->value);
	else
		o->status = MOVE_OPEN;
	search_fill_win(s, o->status, o->value, o->win);
	pns_fill_columns(p, k->pn, k->dn, k->plies, o->extra);
	proof_say(o, k);
}

/* Whether the proof of a solved node rests on this child: on all of them, or on the one that its
 * line goes on with. */
static bool
is_needed(bool proves, uint32_t pn, uint32_t dn, bool best)
{
	return pns_solved(pn, dn) && (best || (pn == 0) != proves);
}

/* ---- PNS and PN2 ---- */

static bool
on_last_path(const struct pns_tree *t, uint32_t node)
{
	for (uint32_t k = t->last; k >= node && k != 0; k = t->node[k].parent)
		if (k == node)
			return true;
	return false;
}

static int
tree_children(const struct search *s, look_ref ref, struct look_node *out, int max)
{
	const struct pns *p = s->self;
	const struct pns_tree *t = p->tree;
	const uint32_t at = ref == LOOK_ROOT ? 0 : (uint32_t)ref;
	if (at >= t->count)
		return 0;
	const struct pns_node *node = &t->node[at];
	const uint32_t best = pns_tree_best(t, at);
	int n = 0;
	for (; n < (int)node->children && n < max; n++) {
		const uint32_t i = node->child + (uint32_t)n;
		const struct pns_node *c = &t->node[i];
		const struct known k = {
			.pn = c->pn,
			.dn = c->dn,
			.plies = c->plies,
			.settled = c->settled,
			.foreseen = c->foreseen && c->children == 0,
			.dropped = c->children == 0 && !c->settled,
		};
		look_blank(&out[n], i, node->proves ? p->prover : 1 - p->prover, c->m);
		proof_fill(s, &k, &out[n]);
		out[n].visits = (int64_t)c->made + 1;
		out[n].inner = c->children > 0;
		out[n].best = i == best;
		out[n].last = on_last_path(t, i);
		out[n].needed = is_needed(node->proves, node->pn, node->dn, i == best);
		out[n].leads = i == best && !pns_solved(node->pn, node->dn);
	}
	return n;
}

/* ---- df-pn ---- */

struct dfpn_node {
	int32_t parent, first; /* -1: none */
	int count;	       /* of children, -1: not opened yet */
	move m;
};

/* Room for the children of a node; false: no memory. */
static bool
proof_make_children(struct dfpn *d, int32_t at, int count)
{
	if (d->node[at].count >= 0)
		return d->node[at].count == count;
	while (d->nodes + count > d->node_room) {
		const int room = 2 * d->node_room;
		struct dfpn_node *more = realloc(d->node, (size_t)room * sizeof *more);
		if (more == NULL)
			return false;
		d->node = more;
		d->node_room = room;
	}
	d->node[at].first = d->nodes;
	d->node[at].count = count;
	for (int i = 0; i < count; i++)
		d->node[d->nodes++] =
			(struct dfpn_node){ .parent = at, .first = -1, .count = -1 };
	return true;
}

/* The node of a reference; -1: there is none. */
static int32_t
proof_find_node(struct dfpn *d, look_ref ref)
{
	if (d->node == NULL) {
		d->node_room = 256;
		d->node = calloc((size_t)d->node_room, sizeof *d->node);
		if (d->node == NULL)
			return -1;
		d->node[d->nodes++] =
			(struct dfpn_node){ .parent = -1, .first = -1, .count = -1 };
	}
	return ref == LOOK_ROOT ? 0 : ref < (look_ref)d->nodes ? (int32_t)ref : -1;
}

/* Opens the frame of a node. */
static bool
show_node(struct search *s, int32_t at)
{
	const struct dfpn *d = dfpn_of(s);
	move line[PNS_PATH];
	int plies = 0;
	for (int32_t k = at; k > 0; k = d->node[k].parent)
		plies++;
	if (plies >= PNS_PATH)
		return false;
	for (int32_t k = at, n = plies; k > 0; k = d->node[k].parent)
		line[--n] = d->node[k].m;
	return dfpn_show(s, line, plies);
}

static int
table_children(struct search *s, look_ref ref, struct look_node *out, int max)
{
	const struct pns *p = s->self;
	struct dfpn *d = p->dfpn;
	const int32_t at = proof_find_node(d, ref);
	if (at < 0 || !show_node(s, at))
		return 0;
	const struct dfpn_frame *f = &d->frame[d->ply];
	if (!proof_make_children(d, at, (int)f->count))
		return 0;
	const uint32_t best = dfpn_line_child(d);
	const struct pns_numbers x = dfpn_end(d);
	int n = 0;
	for (; n < (int)f->count && n < max; n++) {
		const struct dfpn_child *c = &d->child[f->first + (uint32_t)n];
		const int32_t i = d->node[at].first + n;
		const struct known k = { .pn = c->pn,
					 .dn = c->dn,
					 .plies = c->plies,
					 .settled = c->fixed,
					 .foreseen = c->foreseen };
		d->node[i].m = c->m;
		look_blank(&out[n], (look_ref)i, f->proves ? p->prover : 1 - p->prover,
			   c->m);
		proof_fill(s, &k, &out[n]);
		out[n].visits = c->fixed || c->known || c->foreseen;
		out[n].inner = c->known && !c->fixed;
		out[n].table = c->known;
		out[n].best = n == (int)best;
		out[n].needed = is_needed(f->proves, x.pn, x.dn, n == (int)best);
		out[n].leads = n == (int)best && !pns_solved(x.pn, x.dn);
	}
	return n;
}

void
dfpn_close(struct search *s)
{
	struct dfpn *d = dfpn_of(s);
	free(d->node);
}

static int
pns_children(struct search *s, look_ref ref, struct look_node *out, int max)
{
	const struct pns *p = s->self;
	return p->runs == 0	 ? 0
	       : p->tree != NULL ? tree_children(s, ref, out, max)
				 : table_children(s, ref, out, max);
}

const struct look_ops pns_look = { .children = pns_children };
