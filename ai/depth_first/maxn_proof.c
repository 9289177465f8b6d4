/* maxn_proof.c - see maxn_proof.h. */
#include "ai/depth_first/maxn_proof.h"

#include <string.h>

void
maxn_prove_cut(struct dfs *d, const struct maxn_cut *c)
{
	const struct bounds *b = &c->bounds->b;
	const int seat = d->frame[c->ply].seat;
	struct dfs_proof p = { .rule = (int8_t)c->rule,
			       .seat = c->with_best ? seat : SEAT_NONE,
			       .maxsum = b->maxsum,
			       .ply = c->ply,
			       .ancestors = c->ancestors };
	struct bound_sum a;
	memset(p.up, -1, sizeof p.up);
	memcpy(p.most, b->high, (size_t)d->seats * sizeof p.most[0]);
	bound_begin(&a, c->bounds);
	for (int k = 1; k <= c->ancestors; k++) {
		const struct dfs_frame *f = &d->frame[c->ply - k];
		const int32_t before = a.low[f->seat];
		bound_add(&a, f, b, true);
		if (a.low[f->seat] > before)
			p.up[f->seat] = (int8_t)k;
	}
	if (c->with_best && c->best > a.low[seat]) {
		a.sum += c->best - a.low[seat];
		a.low[seat] = c->best;
		p.up[seat] = 0;
	}
	memcpy(p.least, a.low, (size_t)d->seats * sizeof p.least[0]);
	p.sum = a.sum;
	if (c->ply == 1 && c->ancestors == 1)
		d->cut = p;
	if (d->trace != NULL)
		d->trace(d->trace_self, &p);
}
