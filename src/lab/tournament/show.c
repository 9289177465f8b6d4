/* show.c - a tournament's figures as a table, JSON and CSV. See tournament.h. */
#include "src/lab/tournament/private.h"

#include "src/base/json.h"
#include "src/base/text.h"
#include "src/core/public.h"
#include "src/core/setup.h"

#include <math.h>
#include <string.h>

#define NAME 30 /* columns of a player; a longer one has a line */

static const char *const answer_names[] = {
	[SPRT_OPEN] = "open", [SPRT_ELO0] = "elo0", [SPRT_ELO1] = "elo1"
};

/* The heading: what was played. */
static void
tour_show_describe(const struct tournament_result *r, json_t *j)
{
	struct text variant = { 0 };
	setup_variant_text(&r->game, &variant);
	json_object_set_new(j, "game", json_string(r->game.ops->key));
	json_object_set_new(j, "options", json_text(variant.s));
	json_object_set_new(j, "seed", json_integer((json_int_t)r->seed));
	json_object_set_new(j, "seating", json_string(tournament_seats_names[r->seats]));
	json_object_set_new(j, "opening", json_integer(r->opening));
	json_object_set_new(j, "interrupted", json_boolean(r->interrupted));
	text_free(&variant);
}

#define WIDTH 50 /* of half an interval, in the unit, without --width */

/* What a point is in the unit; 1 without one. */
static double
factor_of(const struct tournament_result *r, const char **unit)
{
	const struct result_ops *results = r->game.results;
	*unit = NULL;
	const double factor = results->rate != NULL ? results->rate(&r->game, unit) : 0;
	if (factor <= 0)
		*unit = NULL;
	return factor > 0 ? factor : 1;
}

/* The three estimates of a mean: each game by itself, the same deals with seats changed as one,
 * without luck. */
enum estimate { PLAIN, DUPLICATE, AIVAT, ESTIMATES };
static const char *const estimate_names[] = { "plain", "duplicate", "aivat" };

struct estimated {
	const char *name, *unit;    /* unit NULL: points */
	double mean, ci95[2], half; /* in the unit */
};

static struct estimated
tour_show_estimate(const struct tournament_result *r, const struct tournament_row *w,
		   int which)
{
	const struct {
		double mean;
		const double *ci95;
	} of[ESTIMATES] = {
		[PLAIN] = { w->plain, w->plain95 },
		[DUPLICATE] = { w->points, w->points_ci95 },
		[AIVAT] = { w->without, w->without95 },
	};
	struct estimated e = { .name = estimate_names[which] };
	const double f = factor_of(r, &e.unit), *ci95 = of[which].ci95;
	e.mean = f * of[which].mean;
	e.ci95[0] = f * ci95[0];
	e.ci95[1] = f * ci95[1];
	e.half = f * (ci95[1] - ci95[0]) / 2;
	return e;
}

/* Games still needed for half an interval of that width, at the spread so far; NAN: not known. */
static double
games_left(const struct tournament_row *w, const struct estimated *e, double width)
{
	const double n = (double)w->games, times = e->half / width;
	return isfinite(times) ? fmax(0, ceil(n * times * times - n - 1e-6))
			       : (double)NAN;
}

static double
width_of(const struct tournament_result *r)
{
	const char *unit;
	factor_of(r, &unit);
	return r->width > 0 ? r->width : unit != NULL ? WIDTH : 0;
}

static void
add_rate(const struct tournament_result *r, const struct tournament_row *w, json_t *p)
{
	const struct estimated e = tour_show_estimate(r, w, DUPLICATE);
	if (e.unit == NULL)
		return;
	json_object_set_new(p, "rate", json_real_or_null(e.mean));
	json_object_set_new(p, "rate_ci95", json_reals(e.ci95, 2));
	json_object_set_new(p, "rate_unit", json_string(e.unit));
}

/* Whether it is a game whose luck is counted. */
static bool
is_poker(const struct tournament_result *r)
{
	return r->game.ops->public != NULL && r->game.ops->public->set == NULL;
}

static void
add_estimates(const struct tournament_result *r, const struct tournament_row *w,
	      json_t *p)
{
	const double width = width_of(r);
	json_t *all = json_object();
	for (int k = 0; k < ESTIMATES; k++) {
		const struct estimated e = tour_show_estimate(r, w, k);
		if (k == AIVAT && !r->aivat)
			continue;
		json_t *j = json_object();
		json_object_set_new(j, "mean", json_real_or_null(e.mean));
		json_object_set_new(j, "ci95", json_reals(e.ci95, 2));
		json_object_set_new(j, "games_left",
				    json_real_or_null(width > 0 ? games_left(w, &e, width)
								: (double)NAN));
		json_object_set_new(all, e.name, j);
	}
	json_object_set_new(all, "width",
			    json_real_or_null(width > 0 ? width : (double)NAN));
	json_object_set_new(p, "estimates", all);
}

/* The feats of hands, in games that count them. */
static void
add_feats(json_t *p, const struct game *g, const struct tournament_row *row)
{
	const int feats = tournament_feats(g);
	if (feats > 0)
		json_object_set_new(p, "hands", json_integer(row->hands));
	for (int k = 0; k < feats; k++)
		json_object_set_new(p, g->results->feats[k].key,
				    json_integer(row->feats[k]));
}

json_t *
tournament_to_json(const struct tournament_result *r)
{
	json_t *j = json_object(), *players = json_array();
	tour_show_describe(r, j);
	json_object_set_new(j, "games", json_integer(r->games));
	json_object_set_new(j, "resumed", json_integer(r->resumed));
	for (int i = 0; i < r->players; i++) {
		const struct tournament_row *row = &r->row[i];
		json_t *p = json_object();
		json_object_set_new(p, "player", json_text(r->name[i]));
		json_object_set_new(p, "name",
				    r->label[i][0] ? json_text(r->label[i])
						   : json_null());
		json_object_set_new(p, "points", json_real_or_null(row->points));
		json_object_set_new(p, "points_ci95", json_reals(row->points_ci95, 2));
		json_object_set_new(p, "margin", json_real_or_null(row->margin));
		json_object_set_new(p, "margin_ci95", json_reals(row->margin_ci95, 2));
		add_rate(r, row, p);
		if (is_poker(r))
			add_estimates(r, row, p);
		json_object_set_new(p, "wins", json_integer(row->wins));
		json_object_set_new(p, "draws", json_integer(row->draws));
		json_object_set_new(p, "losses", json_integer(row->losses));
		json_object_set_new(p, "score", json_real_or_null(row->score));
		json_object_set_new(p, "ci95", json_reals(row->ci95, 2));
		json_object_set_new(p, "bootstrap95", json_reals(row->bootstrap95, 2));
		json_object_set_new(p, "points_bootstrap95",
				    json_reals(row->points_bootstrap95, 2));
		json_object_set_new(p, "elo", json_real_or_null(row->elo));
		json_object_set_new(p, "elo_ci95", json_reals(row->elo_ci95, 2));
		json_object_set_new(p, "nodes_per_s",
				    json_real_or_null(row->nodes_per_s));
		json_object_set_new(p, "illegal", json_integer(row->illegal));
		json_object_set_new(p, "timeouts", json_integer(row->timeouts));
		add_feats(p, &r->game, row);
		json_array_append_new(players, p);
	}
	json_object_set_new(j, "players", players);
	if (r->sprt) {
		json_t *test = json_object();
		json_object_set_new(test, "llr", json_real_or_null(r->llr));
		json_object_set_new(test, "answer", json_string(answer_names[r->answer]));
		json_object_set_new(j, "sprt", test);
	}
	return j;
}

struct shown {
	char text[48];
};

/* A number; "-" where too few games, or too one-sided ones, say nothing. */
static struct shown
tour_show_number(double x, int digits, bool sign)
{
	struct shown s = { "-" };
	if (isfinite(x))
		snprintf(s.text, sizeof s.text, sign ? "%+.*f" : "%.*f", digits,
			 text_shown(x, digits));
	return s;
}

static struct shown
interval(const double ends[2], int digits, bool sign)
{
	struct shown s = { "-" };
	if (isfinite(ends[0]) || isfinite(ends[1]))
		snprintf(s.text, sizeof s.text, "[%.20s %.20s]",
			 tour_show_number(ends[0], digits, sign).text,
			 tour_show_number(ends[1], digits, sign).text);
	return s;
}

/* The estimates, and how many games they still need. */
static void
print_estimates(const struct tournament_result *r, const struct tournament_row *w,
		FILE *out)
{
	const double width = width_of(r);
	for (int k = 0; k < ESTIMATES; k++) {
		const struct estimated e = tour_show_estimate(r, w, k);
		const int digits = e.unit != NULL ? 0 : 3;
		if (k == AIVAT && !r->aivat)
			continue;
		fprintf(out, "%*s %-9s %s %s %s", NAME, "", e.name,
			tour_show_number(e.mean, digits, true).text,
			e.unit ? e.unit : "points", interval(e.ci95, digits, true).text);
		const double left = width > 0 ? games_left(w, &e, width) : 0;
		if (left > 0) {
			char more[24];
			text_format_count(more, sizeof more, left);
			fprintf(out, ", %s more games for +-%g", more, width);
		}
		fputc('\n', out);
	}
}

/* "moons shot 3, moons stopped 5, in 240 hands" */
static void
print_feats(const struct game *g, const struct tournament_row *w, FILE *out)
{
	const int feats = tournament_feats(g);
	if (feats > 0)
		fprintf(out, "%*s ", NAME, "");
	for (int k = 0; k < feats; k++)
		fprintf(out, "%s %lld, ", g->results->feats[k].title,
			(long long)w->feats[k]);
	if (feats > 0)
		fprintf(out, "in %lld hands\n", (long long)w->hands);
}

static void
tour_show_print_row(const struct tournament_result *r, int i, FILE *out)
{
	const struct tournament_row *w = &r->row[i];
	const char *name = r->label[i][0] ? r->label[i] : r->name[i];
	const bool wide = strlen(name) > NAME;
	if (wide)
		fprintf(out, "%s\n", name);
	fprintf(out, "%-*s %6lld %5lld %5lld %5lld  %5s %s  %-15s  %6s %-14s %8s %s\n",
		NAME, wide ? "" : name, (long long)w->games, (long long)w->wins,
		(long long)w->draws, (long long)w->losses,
		tour_show_number(w->score, 3, false).text,
		interval(w->ci95, 3, false).text, interval(w->bootstrap95, 3, false).text,
		tour_show_number(w->elo, 0, true).text,
		interval(w->elo_ci95, 0, true).text,
		tour_show_number(w->points, 2, false).text,
		interval(w->points_bootstrap95, 2, false).text);
	if (is_poker(r))
		print_estimates(r, w, out);
	const double moves = w->moves > 0 ? (double)w->moves : (double)NAN;
	fprintf(out, "%*s margin %s %s  %s ms a move, longest %.0f ms", NAME, "",
		tour_show_number(w->margin, 2, true).text,
		interval(w->margin_ci95, 2, true).text,
		tour_show_number((double)w->think_us / 1e3 / moves, 1, false).text,
		(double)w->longest_us / 1e3);
	if (w->illegal + w->timeouts > 0)
		fprintf(out, "  lost by illegal moves or crashes %lld, by time %lld",
			(long long)w->illegal, (long long)w->timeouts);
	fputc('\n', out);
	print_feats(&r->game, w, out);
}

void
tournament_print(const struct tournament_result *r, FILE *out)
{
	fprintf(out, "%lld games, %.1f s", (long long)r->games,
		(double)r->elapsed_us / 1e6);
	if (r->resumed)
		fprintf(out, ", %lld of them from the file", (long long)r->resumed);
	fputc('\n', out);
	fprintf(out, "%-*s %6s %5s %5s %5s  %-20s %-15s %-24s %-26s\n", NAME, "player",
		"games", "won", "drawn", "lost", "score (Wilson 95 %)", "bootstrap",
		"elo (95 %)", "points a game (bootstrap)");
	for (int i = 0; i < r->players; i++)
		tour_show_print_row(r, i, out);
	if (r->sprt)
		fprintf(out, "SPRT: LLR %s of -2.94 .. +2.94: %s\n",
			tour_show_number(r->llr, 2, true).text, answer_names[r->answer]);
}

/* Fields of a line, each behind its comma; empty where too few games say nothing. */
static void
print_reals(const double *x, size_t n, FILE *out)
{
	for (size_t k = 0; k < n; k++) {
		if (isfinite(x[k]))
			fprintf(out, ",%.6g", x[k] + 0.0); /* no minus zero */
		else
			fputc(',', out);
	}
}

void
tournament_print_csv(const struct tournament_result *r, FILE *out)
{
	fputs("player,games,wins,draws,losses,score,score_low,score_high,bootstrap_low,"
	      "bootstrap_high,points,points_low,points_high,elo,elo_low,elo_high,"
	      "nodes_per_s,illegal,timeouts,margin,margin_low,margin_high\n",
	      out);
	for (int i = 0; i < r->players; i++) {
		const struct tournament_row *w = &r->row[i];
		const double reals[] = { w->score,
					 w->ci95[0],
					 w->ci95[1],
					 w->bootstrap95[0],
					 w->bootstrap95[1],
					 w->points,
					 w->points_bootstrap95[0],
					 w->points_bootstrap95[1],
					 w->elo,
					 w->elo_ci95[0],
					 w->elo_ci95[1],
					 w->nodes_per_s };
		const double margin[] = { w->margin, w->margin_ci95[0],
					  w->margin_ci95[1] };
		fprintf(out, "\"%s\",%lld,%lld,%lld,%lld", r->name[i],
			(long long)w->games, (long long)w->wins, (long long)w->draws,
			(long long)w->losses);
		print_reals(reals, sizeof reals / sizeof *reals, out);
		fprintf(out, ",%lld,%lld", (long long)w->illegal, (long long)w->timeouts);
		print_reals(margin, sizeof margin / sizeof *margin, out);
		fputc('\n', out);
	}
}
