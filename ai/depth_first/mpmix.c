/*
 * mpmix.c - MP-Mix: max^n, paranoid or offensive, chosen by the lead at the root.
 *
 * Source: Zuckerman and Felner, IEEE TCIAIG 3(4), 2011. All seats are evaluated at the
 * root; the leading edge is the highest value minus the second. When the root seat leads
 * by at least td it plays paranoid; when another seat leads by at least to, offensive
 * against that seat; else max^n. With td and to above every value it is max^n alone;
 * td = 0 and a high to mix max^n with paranoid only. With aim=match the lead is that of
 * the match. strategy= plays one of the three whatever the lead, so that it can be combined
 * with ties=.
 *
 * The chosen search is opened in place of this one: see its file for its properties.
 */
#include "ai/common/gauges.h"
#include "ai/depth_first/dfs_look.h"
#include "ai/depth_first/dfs_options.h"
#include "ai/depth_first/leader.h"
#include "ai/depth_first/ties.h"

#define EDGE_MAX 1e9

extern const struct search_ops maxn_search, paranoid_search, offensive_search;

/* The choices of strategy=; only the first three are played. */
enum strategy { STRATEGY_MAXN, STRATEGY_PARANOID, STRATEGY_OFFENSIVE, STRATEGY_LEAD };

static const struct search_ops *const strategies[] = {
	[STRATEGY_MAXN] = &maxn_search,
	[STRATEGY_PARANOID] = &paranoid_search,
	[STRATEGY_OFFENSIVE] = &offensive_search,
};

static const struct option_spec mpmix_options[] = {
	{ .key = "td",
	  .kind = OPTION_REAL,
	  .deflt = "1",
	  .max = EDGE_MAX,
	  .unit = "points",
	  .help = "play paranoid when leading by this much" },
	{ .key = "to",
	  .kind = OPTION_REAL,
	  .deflt = "1",
	  .max = EDGE_MAX,
	  .unit = "points",
	  .help = "play offensive when another leads by this much" },
	{ .key = "strategy",
	  .kind = OPTION_CHOICE,
	  .deflt = "lead",
	  .choices = "maxn|paranoid|offensive|lead",
	  .help = "always one of the three, or by the lead" },
	SEARCH_OPTION_AIM,
	TIES_OPTION,
	DFS_OPTION_EVAL,
	DFS_OPTION_WIDTH,
	DFS_OPTION_MEMORY,
	{ .key = NULL },
};

static void
add_standing(const struct search *s, int32_t *value)
{
	int32_t total[SEATS_MAX], high[SEATS_MAX];
	s->game->trick->standing(s->game, &s->root, total, high);
	for (int i = 0; i < s->game->seats; i++)
		value[i] += total[i];
}

/* The strategy of strategy= or of the lead at the root; *edge in points. */
static enum strategy
mpmix_choose(const struct search *s, double *edge)
{
	int32_t value[DFS_VALUES] = { 0 };
	const struct game *g = s->game;
	g->knowledge->evaluate(g, &s->root, value);
	if (options_int(&s->options, "aim") && g->trick->standing != NULL)
		add_standing(s, value);
	const int first = leader_of(value, g->seats, SEAT_NONE);
	const int second = leader_of(value, g->seats, first);
	const enum strategy asked = (enum strategy)options_int(&s->options, "strategy");
	*edge = (double)(value[first] - value[second]) / game_unit(g);
	if (asked != STRATEGY_LEAD)
		return asked;
	/* With several leaders the edge is 0, and the mover leads if it is one. */
	const bool mine = value[s->mover] == value[first];
	if (mine)
		return *edge >= options_real(&s->options, "td") ? STRATEGY_PARANOID
								: STRATEGY_MAXN;
	return *edge >= options_real(&s->options, "to") ? STRATEGY_OFFENSIVE
							: STRATEGY_MAXN;
}

static bool
mpmix_open(struct search *s, struct status *st)
{
	double edge;
	return ties_open(s, st) && strategies[mpmix_choose(s, &edge)]->open(s, st);
}

static const struct gauge gauge_strategy = {
	"strategy", "", "0 max^n, 1 paranoid, 2 offensive, by the lead at the root"
};
static const struct gauge gauge_edge = { "leading edge", "points",
					 "the lead over the second at the root" };
static const struct gauge *const gauges[] = { &gauge_strategy, &gauge_edge, &gauge_target,
					      NULL };

static void
mpmix_run(struct search *s)
{
	double edge;
	const enum strategy k = mpmix_choose(s, &edge);
	search_gauge(s, &gauge_strategy, k);
	search_gauge(s, &gauge_edge, edge);
	strategies[k]->run(s);
}

const struct search_ops mpmix_search = {
	.key = "mpmix",
	.title = "MP-Mix",
	.summary = "max^n, paranoid when far ahead, offensive when another is",
	.source = "Zuckerman and Felner, IEEE TCIAIG 3(4), 2011",
	.flags = SEARCH_PERFECT | SEARCH_ASSUMES,
	.options = mpmix_options,
	.open = mpmix_open,
	.run = mpmix_run,
	.look = &dfs_look,
	.node_columns = dfs_columns,
	.rules = dfs_rules,
	.gauges = gauges,
};
