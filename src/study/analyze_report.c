/* analyze_report.c - the findings of an analysis as text, comments, JSON and a picture. */
#include "src/study/analyze.h"

#include "src/base/json.h"
#include "src/base/plot.h"
#include "src/core/search.h"
#include "src/study/learn.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define JUDGED	    "judged " /* begins the analysis's part of a comment */
#define PLOT_WIDTH  960
#define PLOT_HEIGHT 420

const char *const analyze_definitions[] = {
	"before\tvalue of the best move to the mover, in points, by the search; of a "
	"mix, the likeliest",
	"after\tthe same for the move that was played",
	"loss\tbefore minus after, in points, never below 0; = is the best move, or one "
	"as good, or one in the search's mix",
	"~ before a loss\ttoo few samples: less than 1.96 standard errors over the "
	"worlds; no label",
	">= before a loss\tonly a bound: the loss is at least this",
	"- as a loss\tnot judged: the search has no value for the move",
	"win lost\tthe same difference in win probability of the mover, from a "
	"calibration",
	"pot lost\twhere there is a pot, instead of win lost: the loss as a share of the "
	"pot after "
	"a call; amounts are in big blinds",
	"?! ? ??\tinaccuracy, mistake, blunder: at least 5, 10, 15 % is lost of the win "
	"probability, or of the pot; in a hand played for points 6, 15, 30 % of its "
	"points, at any score",
	"costliest first\tby points, or big blinds; in games that are won or "
	"lost by win probability",
	"accuracy\tof a seat: win probability after its moves as a share of that after "
	"the best moves, summed over its decisions; where there are pots, of these",
	"graph\twin probability of each seat before each decision, by the knowledge of "
	"its mover",
	NULL,
};

static const struct game *
analyze_report_game_of(const struct analysis *a)
{
	return &a->match.setup.game;
}

static void
analyze_report_format_move(const struct analysis *a, const struct analyze_move *m,
			   move mv, char *out, int size)
{
	const struct game *g = analyze_report_game_of(a);
	out[0] = '\0';
	if (mv != MOVE_NONE)
		g->text->format_move(g, &a->match.states[m->ply], m->seat, mv, out, size);
}

double
analyze_nothing(const struct game *g, const struct analyze_move *m)
{
	return m->unit > 1 ? 0.005 * m->unit : game_nothing(g);
}

void
analyze_format_cost(const struct game *g, const struct analyze_move *m, double cost,
		    char *out, int size)
{
	snprintf(out, (size_t)size, "%.*f", m->unit > 1 ? 2 : game_decimals(g),
		 cost / m->unit);
}

void
analyze_format_loss(const struct game *g, const struct analyze_move *m, char *out,
		    int size)
{
	const char *kind = analyze_uncertain(m)	       ? "~"
			   : m->status == MOVE_AT_MOST ? ">="
						       : "+";
	if (m->choices < 2)
		snprintf(out, (size_t)size, "only");
	else if (isnan(m->loss))
		snprintf(out, (size_t)size, "%s", m->played == m->best ? "=" : "-");
	else if (m->loss < analyze_nothing(g, m))
		snprintf(out, (size_t)size, "=");
	else
		analyze_format_cost(g, m, m->loss, out + snprintf(out, 3, "%s", kind),
				    size - 2);
}

void
analyze_add_loss(const struct game *g, const struct analyze_move *m, struct text *out)
{
	char cost[16];
	analyze_format_cost(g, m, m->loss, cost, sizeof cost);
	text_add(out, "%s%s %s",
		 analyze_uncertain(m)	     ? "about "
		 : m->status == MOVE_AT_MOST ? "at least "
					     : "",
		 cost, analyze_unit(g));
}

void
analyze_add_weight(const struct game *g, const struct analyze_move *m, struct text *out)
{
	if (m->lost >= 0.0005)
		text_add(out, ", %.1f %% %s", m->lost * 100, analyze_measure(g)->part);
	if (analyze_uncertain(m))
		text_add(out, ", within chance");
	if (m->label != LABEL_NONE)
		text_add(out, ": %s %s", m->label == LABEL_INACCURACY ? "an" : "a",
			 analyze_label_names[m->label]);
}

void
analyze_add_equal(const struct game *g, const struct analyze_move *m, const char *best,
		  struct text *out)
{
	const double more = m->value_after - m->value_before;
	if (!(fabs(more) >= analyze_nothing(g, m)))
		text_add(out, "as good as %s", best);
	else if (m->mixed)
		text_add(out, "the search mixes it with %s", best);
	else if (more > 0)
		text_add(out, "the search preferred %s, whose value is worse", best);
	else
		text_add(out, "wins as often as %s", best);
}

void
analyze_say(const struct match *match, const struct analyze_move *m, struct text *out)
{
	const struct game *g = &match->setup.game;
	const struct state *s = &match->states[m->ply];
	char played[MOVE_TEXT], best[MOVE_TEXT] = "?", loss[16];
	const bool wins = m->lost >= 0.0005;
	game_say_move(g, s, m->seat, m->played, played, sizeof played);
	analyze_format_loss(g, m, loss, sizeof loss);
	text_add(out, "%s %s: ", g->text->seat_name(g, m->seat), played);
	if (m->best != MOVE_NONE)
		game_say_move(g, s, m->seat, m->best, best, sizeof best);
	if (m->choices < 2)
		text_add(out, "the only move");
	else if (m->played == m->best)
		text_add(out, "the best move");
	else if (isnan(m->loss))
		text_add(out, "best was %s; the cost is unknown", best);
	else if (strcmp(loss, "=") != 0) {
		text_add(out, "best was %s; it costs ", best);
		analyze_add_loss(g, m, out);
	} else if (wins)
		text_add(out, "best was %s; the cost in %s is close to 0", best,
			 analyze_unit(g));
	else
		analyze_add_equal(g, m, best, out);
	analyze_add_weight(g, m, out);
}

/* ---- comments ---- */

void
analysis_comment(const struct analysis *a, struct match *m)
{
	for (int i = 0; i < a->count; i++) {
		const struct analyze_move *d = analysis_move(a, i);
		char loss[16], best[MOVE_TEXT], win[32] = "", old[MATCH_COMMENT];
		if (d == NULL || d->choices < 2 || d->ply >= m->count ||
		    m->plies[d->ply].m != d->played)
			continue;
		char *comment = m->plies[d->ply].comment;
		char *before = strstr(comment, JUDGED);
		if (before != NULL)
			*before = '\0';
		snprintf(old, sizeof old, "%s", comment);
		const bool space = *old != '\0' && old[strlen(old) - 1] != ' ';
		analyze_format_loss(analyze_report_game_of(a), d, loss, sizeof loss);
		analyze_report_format_move(a, d, d->best, best, sizeof best);
		if (strcmp(loss, "=") == 0)
			snprintf(loss, sizeof loss, "0");
		if (!isnan(d->lost))
			snprintf(win, sizeof win, " %s-lost=%.1f%%",
				 analyze_measure(analyze_report_game_of(a))->name,
				 d->lost * 100);
		const char *label = analyze_label_names[d->label];
		const int length = snprintf(comment, MATCH_COMMENT,
					    "%s%s" JUDGED "loss=%s%s best=%s%s%s", old,
					    space ? " " : "", loss, win, best,
					    *label ? " " : "", label);
		if (length >=
		    MATCH_COMMENT) /* no room for both: the search's own stays */
			snprintf(comment, MATCH_COMMENT, "%s", old);
	}
}

/* ---- JSON ---- */

static json_t *
analyze_report_move_to_json(const struct analysis *a, const struct analyze_move *m)
{
	const int seats = analyze_report_game_of(a)->seats;
	const double se = m->loss_se > 0 ? m->loss_se : (double)NAN;
	const double ci95[2] = { m->loss - 1.959964 * se, m->loss + 1.959964 * se };
	char played[MOVE_TEXT], best[MOVE_TEXT];
	json_t *j = json_object();
	analyze_report_format_move(a, m, m->played, played, sizeof played);
	analyze_report_format_move(a, m, m->best, best, sizeof best);
	json_object_set_new(j, "ply", json_integer(m->ply + 1));
	json_object_set_new(j, "seat", json_integer(m->seat + 1));
	json_object_set_new(j, "move", json_text(played));
	json_object_set_new(j, "choices", json_integer(m->choices));
	json_object_set_new(j, "best", *best != '\0' ? json_text(best) : json_null());
	json_object_set_new(j, "value_before", json_real_or_null(m->value_before));
	json_object_set_new(j, "value_after", json_real_or_null(m->value_after));
	json_object_set_new(j, "loss", json_real_or_null(m->loss));
	json_object_set_new(j, "loss_ci95", json_reals(ci95, 2));
	json_object_set_new(j, "win_before", json_reals(m->win_before, seats));
	json_object_set_new(j, "win_after", json_reals(m->win_after, seats));
	json_object_set_new(j, "win_lost", json_real_or_null(m->win_loss));
	json_object_set_new(j, "pot", json_real_or_null(m->pot));
	json_object_set_new(j, "pot_lost",
			    json_real_or_null(isnan(m->pot) ? (double)NAN : m->lost));
	json_object_set_new(j, "mixed", json_boolean(m->mixed));
	json_object_set_new(j, "uncertain", json_boolean(analyze_uncertain(m)));
	json_object_set_new(j, "open", json_boolean(m->open));
	json_object_set_new(j, "label",
			    m->label != LABEL_NONE
				    ? json_string(analyze_label_names[m->label])
				    : json_null());
	json_object_set_new(j, "status", json_string(move_status_names[m->status]));
	json_object_set_new(j, "nodes", json_integer(m->nodes));
	return j;
}

/* The costliest decisions of persons, as they are asked again (learn.h), in analyze_unit(). */
static json_t *
costliest_to_json(const struct analysis *a)
{
	int at[LEARN_QUESTIONS];
	const int n = learn_questions(a, at, LEARN_QUESTIONS);
	json_t *list = json_array();
	for (int i = 0; i < n; i++) {
		const struct analyze_move *m = &a->move[at[i]];
		json_array_append_new(list,
				      json_pack("{s:i, s:i, s:i, s:o, s:s}", "ply",
						m->ply + 1, "hand",
						match_hand(&a->match, m->ply), "seat",
						m->seat + 1, "cost",
						json_real_or_null(m->loss / m->unit),
						"unit",
						analyze_unit(analyze_report_game_of(a))));
	}
	return list;
}

static json_t *
seat_to_json(const struct analysis *a, int seat)
{
	struct analyze_seat s;
	json_t *j = json_object();
	analysis_seat(a, seat, &s);
	json_object_set_new(j, "seat", json_integer(seat + 1));
	json_object_set_new(j, "name",
			    json_string(analyze_report_game_of(a)->text->seat_name(
				    analyze_report_game_of(a), seat)));
	json_object_set_new(j, "player", json_text(a->match.setup.seat[seat].text));
	json_object_set_new(j, "decisions", json_integer(s.decisions));
	json_object_set_new(j, "accuracy", json_real_or_null(s.accuracy));
	json_object_set_new(j, "mean_loss", json_real_or_null(s.loss));
	const bool pots = analyze_measure(analyze_report_game_of(a))->of_pot;
	json_object_set_new(j, "mean_win_lost",
			    json_real_or_null(pots ? (double)NAN : s.lost));
	json_object_set_new(j, "mean_pot_lost",
			    json_real_or_null(pots ? s.lost : (double)NAN));
	json_object_set_new(j, "inaccuracies", json_integer(s.count[LABEL_INACCURACY]));
	json_object_set_new(j, "mistakes", json_integer(s.count[LABEL_MISTAKE]));
	json_object_set_new(j, "blunders", json_integer(s.count[LABEL_BLUNDER]));
	return j;
}

/* A decision of which the judge could not tell the cost. */
static bool
is_unjudged(const struct analyze_move *m)
{
	return m != NULL && m->choices > 1 && m->played != m->best && isnan(m->loss);
}

json_t *
analysis_to_json(const struct analysis *a)
{
	char full[PLAYER_TEXT * 2];
	json_t *j = json_object(), *moves = json_array(), *seats = json_array(),
	       *thresholds = json_object(), *unjudged = json_array();
	player_format(&a->player, full, sizeof full);
	for (int k = LABEL_NONE + 1; k < LABELS; k++)
		json_object_set_new(thresholds, analyze_label_names[k],
				    json_real_or_null(
					    analyze_label_from(&a->options.thresholds,
							       &a->move[0])[k]));
	for (int i = 0; i < a->count; i++)
		if (analysis_move(a, i) != NULL)
			json_array_append_new(moves,
					      analyze_report_move_to_json(a,
									  &a->move[i]));
	for (int i = 0; i < a->count; i++)
		if (is_unjudged(analysis_move(a, i)))
			json_array_append_new(unjudged, json_integer(a->move[i].ply + 1));
	for (int i = 0; i < analyze_report_game_of(a)->seats; i++)
		json_array_append_new(seats, seat_to_json(a, i));
	json_object_set_new(j, "game", json_string(analyze_report_game_of(a)->ops->key));
	json_object_set_new(j, "player", json_text(full));
	json_object_set_new(j, "seed", json_integer((json_int_t)a->options.seed));
	json_object_set_new(j, "open", json_boolean(a->options.open));
	json_object_set_new(j, "thresholds", thresholds);
	json_object_set_new(j, "finished",
			    json_boolean(atomic_load(&a->done) == a->count));
	json_object_set_new(j, "elapsed_ms", json_integer(a->elapsed_us / 1000));
	json_object_set_new(j, "seats", seats);
	json_object_set_new(j, "moves", moves);
	json_object_set_new(j, "costliest", costliest_to_json(a));
	json_object_set_new(j, "not_judged", unjudged);
	return j;
}

/* ---- text ---- */

static void
print_share(FILE *out, double share, int width)
{
	if (isnan(share))
		fprintf(out, "%*s", width, "");
	else
		fprintf(out, "%*.1f", width, share * 100);
}

static void
print_value(FILE *out, double value)
{
	if (isnan(value))
		fprintf(out, "%9s", "");
	else
		fprintf(out, " %8.2f",
			text_shown(value, 2)); /* a blank before wide ones */
}

static void
print_move(const struct analysis *a, const struct analyze_move *m, FILE *out)
{
	char played[MOVE_TEXT], best[MOVE_TEXT], loss[16];
	analyze_report_format_move(a, m, m->played, played, sizeof played);
	analyze_report_format_move(a, m, m->best, best, sizeof best);
	analyze_format_loss(analyze_report_game_of(a), m, loss, sizeof loss);
	fprintf(out, "%5d  %-6s  %-14s", m->ply + 1,
		analyze_report_game_of(a)->text->seat_name(analyze_report_game_of(a),
							   m->seat),
		played);
	print_value(out, game_told(analyze_report_game_of(a), m->value_before) / m->unit);
	print_value(out, game_told(analyze_report_game_of(a), m->value_after) / m->unit);
	fprintf(out, " %7s", loss);
	print_share(out, m->lost, 10);
	fprintf(out, "  %-2s  %s", analyze_label_marks[m->label],
		m->played == m->best ? "" : best);
	fprintf(out, "%s%s\n", *analyze_label_names[m->label] ? "  " : "",
		analyze_label_names[m->label]);
}

static void
print_seat(const struct analysis *a, int seat, FILE *out)
{
	struct analyze_seat s;
	analysis_seat(a, seat, &s);
	fprintf(out, "%-6s  %-20.20s%10d",
		analyze_report_game_of(a)->text->seat_name(analyze_report_game_of(a),
							   seat),
		a->match.setup.seat[seat].text, s.decisions);
	print_share(out, s.accuracy, 10);
	if (isnan(s.told))
		fprintf(out, "%10s", "");
	else
		fprintf(out, "%10.2f", text_shown(s.told, 2));
	print_share(out, s.lost, 10);
	for (int k = LABEL_NONE + 1; k < LABELS; k++)
		fprintf(out, "%5d", s.count[k]);
	fputc('\n', out);
}

static void
print_costliest(const struct analysis *a, FILE *out)
{
	int at[LEARN_QUESTIONS];
	const int n = learn_questions(a, at, LEARN_QUESTIONS);
	if (n > 0)
		fprintf(out, "\ncostliest decisions of persons, in %s\n",
			analyze_unit(analyze_report_game_of(a)));
	for (int i = 0; i < n; i++) {
		struct text row = { 0 };
		learn_row(&a->match, &a->move[at[i]], false, &row);
		fprintf(out, "%s\n", row.s);
		text_free(&row);
	}
}

/* The moves that the judge could not value. */
static void
print_unjudged(const struct analysis *a, FILE *out)
{
	const struct game *g = analyze_report_game_of(a);
	struct text list = { 0 };
	int n = 0;
	for (int i = 0; i < a->count; i++) {
		const struct analyze_move *m = analysis_move(a, i);
		char played[MOVE_TEXT];
		if (!is_unjudged(m))
			continue;
		analyze_report_format_move(a, m, m->played, played, sizeof played);
		text_add(&list, "%s%s %s (ply %d)", n++ > 0 ? ", " : "",
			 g->text->seat_name(g, m->seat), played, m->ply + 1);
	}
	if (n > 0)
		fprintf(out,
			"\nnot judged, left out of all figures: %d of %d decisions: %s\n",
			n, a->count, list.s);
	text_free(&list);
}

/* The judge knows chances to win without a calibration. */
static bool
tells_win(const struct analysis *a)
{
	return (a->player.part[0].ops->flags & SEARCH_OWN_WIN) != 0;
}

void
analysis_print(const struct analysis *a, FILE *out)
{
	char full[PLAYER_TEXT * 2];
	const struct analyze_measure *measure =
		analyze_measure(analyze_report_game_of(a));
	const int done = atomic_load(&a->done);
	const double span = a->move[0].span, part = isnan(span) ? 100 : span;
	const double *from = analyze_label_from(&a->options.thresholds, &a->move[0]);
	player_format(&a->player, full, sizeof full);
	fprintf(out, "%s, seed %llu, judged by %s,\n%s\n\n",
		analyze_report_game_of(a)->ops->title,
		(unsigned long long)a->match.setup.seed, full,
		!game_hidden(analyze_report_game_of(a)) ? "with nothing hidden"
		: a->options.open			? "with all hands open"
							: "from what each seat knew");
	fprintf(out, "%5s  %-6s  %-14s%9s%9s%8s%5s lost  %s\n", "ply", "seat", "move",
		"before", "after", "loss", measure->name, "    best");
	for (int i = 0; i < a->count; i++)
		if (analysis_move(a, i) != NULL)
			print_move(a, &a->move[i], out);
	fprintf(out, "\n%-6s  %-20s%10s%10s%10s%5s lost%5s%5s%5s\n", "seat", "player",
		"decisions", "accuracy", "loss", measure->name, "?!", "?", "??");
	for (int i = 0; i < analyze_report_game_of(a)->seats; i++)
		print_seat(a, i, out);
	print_costliest(a, out);
	print_unjudged(a, out);
	if (done < a->count)
		fprintf(out, "\nstopped: %d of %d decisions are judged\n", done,
			a->count);
	fprintf(out,
		"\n"
		"before, after: %s of the mover, %s is better, with the best move and "
		"with the\n"
		"move played; loss: their difference, for a seat the mean; = best or as "
		"good\n"
		"- not judged  ~ too few samples  >= at least; %s lost: in %% of %s\n"
		"%s lost: ?! inaccuracy from %.3g, ? mistake from %.3g, ?? blunder from "
		"%.3g\n"
		"accuracy: %s after the moves played, in %% of that after the best "
		"moves\n",
		analyze_unit(analyze_report_game_of(a)),
		analyze_report_game_of(a)->ops->penalties > 0 ? "lower" : "higher",
		measure->name, measure->whole, isnan(span) ? measure->name : "points",
		from[LABEL_INACCURACY] * part, from[LABEL_MISTAKE] * part,
		from[LABEL_BLUNDER] * part, measure->whole);
	if (a->calibration.stages == 0 && !tells_win(a) && isnan(span))
		fprintf(out,
			"no win probabilities for this variant, so no labels: `plyscope "
			"calibrate %s` fits them\n",
			analyze_report_game_of(a)->ops->key);
}

/* ---- the picture ---- */

bool
analysis_plot(const struct analysis *a, const char *path, struct status *st)
{
	const struct game *g = analyze_report_game_of(a);
	struct plot p;
	char title[200];
	if (!plot_open(&p, path, PLOT_WIDTH, PLOT_HEIGHT, st))
		return false;
	snprintf(title, sizeof title, "%s, seed %llu: win probability over the game",
		 g->ops->title, (unsigned long long)a->match.setup.seed);
	fputs("set title ", p.out);
	plot_quote(p.out, title);
	fputs("\nset xlabel 'ply'\nset ylabel 'win probability (%)'\nset yrange [0:100]\n"
	      "set key outside\nset grid ytics\nplot ",
	      p.out);
	for (int i = 0; i < g->seats; i++) {
		fputs(i > 0 ? ", '-' with lines lw 2 lc rgb "
			    : "'-' with lines lw 2 lc rgb ",
		      p.out);
		plot_quote(p.out, plot_colour(i));
		fputs(" title ", p.out);
		plot_quote(p.out, g->text->seat_name(g, i));
	}
	fputc('\n', p.out);
	for (int i = 0; i < g->seats; i++) {
		for (int k = 0; k < a->count; k++) {
			const struct analyze_move *m = analysis_move(a, k);
			if (m != NULL && !isnan(m->win_before[i]))
				fprintf(p.out, "%d %.4f\n", m->ply + 1,
					m->win_before[i] * 100);
		}
		fputs("e\n", p.out);
	}
	return plot_close(&p, st);
}
