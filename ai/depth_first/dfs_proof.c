/*
 * dfs_proof.c - the reason for a cut, as one sentence whose numbers add up.
 *
 * Max^n: the needs of the seats sum to more than maxsum, or one of them is above the most
 * that the seat can get. Alpha-beta: the value of the root seat here against alpha or
 * beta.
 */
#include "ai/depth_first/dfs.h"

#include "src/base/text.h"

#include <assert.h>
#include <stdio.h>

static_assert(CUT_RULES <= STATS_RULES, "a snapshot counts them all");

const struct cut_rule dfs_rules[CUT_RULES + 1] = {
	[CUT_SHALLOW] = { "shallow", "shallow",
			  "cuts where two seats' bounds reach the sum (Korf 1991)" },
	[CUT_SPECULATIVE] = { "speculative", "spec",
			      "cuts by bounds along the whole path (Sturtevant 2003)" },
	[CUT_ALPHA_BETA] = { "alpha-beta", "a-b",
			     "cuts of one seat against all others (alpha-beta, "
			     "paranoid)" },
	[CUT_BOUND] = { "bound", "bound",
			"cuts because the game's own bounds settle the value" },
	[CUT_TABLE] = { "table", "table", "nodes whose value the table knew" },
	[CUT_LAST_BRANCH] = { "last-branch", "last",
			      "like spec, but at a last branch only, so never searched "
			      "again" },
	[CUT_ALPHA_BETA_BOUND] = { "alpha-beta-bound", "a-b-b",
				   "like shallow, with the points that the others have "
				   "already taken" },
	[CUT_DISCRETE] = { "discrete", "step",
			   "cuts by the smallest step of a value and the rule for ties" },
};

/* The node a need comes from: 0 this one, k the one k plies up. */
static void
add_where(struct text *t, const struct dfs_proof *p, int up)
{
	if (up == 0)
		text_add(t, "here");
	else if (up == p->ply)
		text_add(t, "root");
	else
		text_add(t, "%d up", up);
}

static void
dfs_proof_add_part(struct text *t, const struct dfs *d, const struct dfs_proof *p,
		   int seat)
{
	const struct game *g = d->s->game;
	const double points = (double)p->least[seat] / game_unit(g);
	const char *name = g->text->seat_name(g, seat);
	if (p->up[seat] < 0) {
		text_add(t, "%s gets at least %.9g", name, points);
		return;
	}
	const bool wants =
		p->up[seat] > 0 || p->rule == CUT_DISCRETE || p->rule == CUT_BOUND;
	text_add(t, "%s %s %.9g (", name, wants ? "needs" : "has", points);
	add_where(t, p, p->up[seat]);
	text_add(t, ")");
}

/* The seat that needs more than it can get; SEAT_NONE: the sum is too large. */
static int
seat_over(const struct dfs *d, const struct dfs_proof *p)
{
	if (p->sum > p->maxsum)
		return SEAT_NONE;
	for (int i = 0; i < d->seats; i++)
		if (p->least[i] > p->most[i])
			return i;
	return SEAT_NONE;
}

static void
add_sum(struct text *t, const struct dfs *d, const struct dfs_proof *p)
{
	const double unit = game_unit(d->s->game);
	for (int i = 0; i < d->seats; i++) {
		text_add(t, "%s", i == 0 ? " " : ", ");
		dfs_proof_add_part(t, d, p, i);
	}
	text_add(t, ": ");
	for (int i = 0; i < d->seats; i++)
		text_add(t, "%s%.9g", i == 0 ? "" : " + ", p->least[i] / unit);
	text_add(t, " = %.9g > %.9g, so no %s", (double)p->sum / unit, p->maxsum / unit,
		 p->seat == SEAT_NONE ? "child" : "unseen child");
	text_add(t, "%s",
		 p->ancestors == 0   ? " is better"
		 : p->ancestors == 1 ? " changes the choice above"
				     : " is what all of them prefer");
}

static void
add_over(struct text *t, const struct dfs *d, const struct dfs_proof *p, int seat)
{
	const double unit = game_unit(d->s->game);
	text_add(t, " ");
	dfs_proof_add_part(t, d, p, seat);
	text_add(t, " and can get at most %.9g below", p->most[seat] / unit);
	if (p->up[seat] == 0)
		text_add(t, ": no unseen child is better");
}

static void
add_alpha_beta(struct text *t, const struct dfs *d, const struct dfs_proof *p)
{
	const struct game *g = d->s->game;
	const double unit = game_unit(g), got = p->got / unit, need = p->need / unit;
	const char *me = g->text->seat_name(g, d->s->mover);
	if ((p->rule == CUT_BOUND || game_together(g, p->seat, d->s->mover)) &&
	    p->got < p->need)
		text_add(t,
			 " %s can get at most %.9g here and needs %.9g: no child helps",
			 me, got, need);
	else if (p->rule == CUT_BOUND)
		text_add(t,
			 " %s has %.9g here and no child can change it: %.9g is the end",
			 me, got, need);
	else if (p->got >= p->need)
		text_add(t, " %s gets %.9g here, the others can hold %s to %.9g above",
			 me, got, me, need);
	else
		text_add(t, " %s can hold %s to %.9g here, %s needs %.9g (%s)",
			 g->text->seat_name(g, p->seat), me, got, me, need,
			 p->ply == 1 ? "root" : "above");
}

void
dfs_explain(const struct dfs *d, const struct dfs_proof *p, char *out, size_t size)
{
	struct text t = { 0 };
	text_add(&t, "%s:", dfs_rules[p->rule].key);
	const int over = seat_over(d, p);
	if (d->bounds_kind == DFS_WINDOW)
		add_alpha_beta(&t, d, p);
	else if (over != SEAT_NONE)
		add_over(&t, d, p, over);
	else
		add_sum(&t, d, p);
	text_add(&t, ".");
	snprintf(out, size, "%s", t.s);
	text_free(&t);
}
