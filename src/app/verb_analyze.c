/*
 * verb_analyze.c - judging every move of a record; the same deals played by a search.
 *
 * On a terminal the analysis opens as a screen; through a pipe, with --plain, --json, --out or
 * --plot the work is done here and printed.
 */
#include "src/app/cli.h"

#include "src/base/plot.h"
#include "src/core/record.h"
#include "src/study/analyze.h"
#include "ui/panes/panes.h"
#include "ui/screens/study.h"

#include <langinfo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GRAPH_ROWS    12
#define GRAPH_COLUMNS 78
#define PERCENT	      100.0

/* Thresholds of --inaccuracy, --mistake and --blunder, in growing order. */
static bool
read_thresholds(struct cli *cli, const struct game *g, struct analyze_thresholds *t)
{
	const bool points = analyze_counts_points(g) && !analyze_measure(g)->of_pot;
	const int64_t given[LABELS] = { [LABEL_INACCURACY] = cli->args.inaccuracy,
					[LABEL_MISTAKE] = cli->args.mistake,
					[LABEL_BLUNDER] = cli->args.blunder };
	*t = analyze_thresholds_default;
	for (int k = LABEL_NONE + 1; k < LABELS; k++)
		if (given[k] > 0)
			t->lost[k] = t->points[k] = (double)given[k] / PERCENT;
	const double *const from = points ? t->points : t->lost;
	if (from[LABEL_INACCURACY] <= from[LABEL_MISTAKE] &&
	    from[LABEL_MISTAKE] <= from[LABEL_BLUNDER])
		return true;
	return status_fail(&cli->st,
			   "--inaccuracy, --mistake, --blunder: expected increasing "
			   "thresholds, not %g, %g and %g %%",
			   from[LABEL_INACCURACY] * PERCENT,
			   from[LABEL_MISTAKE] * PERCENT, from[LABEL_BLUNDER] * PERCENT);
}

/* The record of the first word, and the search of -a. */
static bool
read_record(struct cli *cli, struct match *m)
{
	const struct args *a = &cli->args;
	if (a->count < 1)
		return status_fail(&cli->st, "%s: expected a FILE", a->verb);
	if (a->players.count > 1)
		return status_fail(&cli->st, "%s: one -a, not %d", a->verb,
				   a->players.count);
	return record_load(m, a->word[0], cli->catalog, &cli->st);
}

static const char *
given_player(const struct cli *cli)
{
	return cli->args.players.count > 0 ? cli->args.players.word[0] : NULL;
}

/* ---- the graph in text ---- */

static bool
verb_analyze_win_at(const void *self, int ply, float *win)
{
	return analysis_win(self, ply, win);
}

static bool
can_print_braille(const struct cli *cli)
{
	return !cli->args.ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* One code point below U+10000 as UTF-8: enough for a picture of letters and braille. */
static void
put_code_point(uint32_t ch, FILE *out)
{
	if (ch < 0x80) {
		fputc((int)(ch ? ch : ' '), out);
	} else if (ch < 0x800) {
		fputc((int)(0xc0 | ch >> 6), out);
		fputc((int)(0x80 | (ch & 0x3f)), out);
	} else {
		fputc((int)(0xe0 | ch >> 12), out);
		fputc((int)(0x80 | (ch >> 6 & 0x3f)), out);
		fputc((int)(0x80 | (ch & 0x3f)), out);
	}
}

static void
print_graph(const struct cli *cli, const struct analysis *a, FILE *out)
{
	static struct cell cells[GRAPH_ROWS * GRAPH_COLUMNS];
	struct canvas c = { .h = GRAPH_ROWS,
			    .w = GRAPH_COLUMNS,
			    .ascii = !can_print_braille(cli),
			    .cells = cells };
	const struct win_graph w = { .game = &a->match.setup.game,
				     .plies = a->match.at,
				     .mark = -1,
				     .at = verb_analyze_win_at,
				     .self = a };
	if (a->calibration.stages == 0)
		return;
	canvas_clear(&c);
	canvas_clip(&c, (struct rect){ 0, 0, GRAPH_ROWS, GRAPH_COLUMNS });
	win_graph_draw(&c, (struct rect){ 0, 0, GRAPH_ROWS, GRAPH_COLUMNS }, &w);
	fprintf(out, "\nwin probability of each seat over the game\n");
	for (int y = 0; y < c.h; y++) {
		int last = c.w - 1;
		while (last >= 0 && cells[y * c.w + last].ch <= ' ')
			last--;
		for (int x = 0; x <= last; x++)
			put_code_point(cells[y * c.w + x].ch, out);
		fputc('\n', out);
	}
}

/* ---- analyze ---- */

static bool
write_outputs(struct cli *cli, struct analysis *a, struct match *m)
{
	if (cli->args.out != NULL) {
		analysis_comment(a, m);
		if (!record_save(m, cli->args.out, &cli->st))
			return false;
	}
	return cli->args.plot == NULL || analysis_plot(a, cli->args.plot, &cli->st);
}

/* Judges here and prints. */
static int
print_analysis(struct cli *cli, struct match *m, struct analysis *a)
{
	const struct progress progress = cli_progress();
	if (cli->args.plot && !plot_possible(cli->args.plot, &cli->st)) {
		analysis_close(a);
		return CLI_CANNOT;
	}
	cli_catch_interrupt();
	const bool finished = analysis_run(a, (int)cli->args.jobs, &progress);
	cli_progress_end();
	if (!cli_is_rank_0()) {
		analysis_close(a);
		return CLI_DONE;
	}
	if (cli->args.json) {
		json_print(analysis_to_json(a), stdout);
	} else {
		analysis_print(a, stdout);
		print_graph(cli, a, stdout);
	}
	const bool written = write_outputs(cli, a, m);
	const bool failed = a->fault.failed;
	if (failed)
		status_fail(&cli->st, "analyze: %s", a->fault.text);
	analysis_close(a);
	return !written || failed ? CLI_CANNOT : finished ? CLI_DONE : CLI_INTERRUPTED;
}

struct analyzed_game {
	struct analysis *analysis;
	int jobs;
	const char *file;
};

static struct screen *
open_analysis(struct ui *ui, void *argument)
{
	const struct analyzed_game *f = argument;
	return analysis_screen(ui, f->analysis, f->jobs, f->file);
}

/* True when the screen is wanted: there is a terminal, and no flag asks for printing. */
static bool
wants_screen(const struct cli *cli)
{
	const struct args *a = &cli->args;
	return cli_at_terminal() && !jobs_have_ranks() && !cli_dumb_terminal() &&
	       !a->plain && !a->json && !a->out && !a->plot;
}

static int
show_analysis(struct cli *cli, struct analysis *a)
{
	struct ui_settings set;
	struct analyzed_game f = { a, (int)cli->args.jobs, cli->args.word[0] };
	cli_screen_settings(cli, &set);
	return ui_run(cli->catalog, &set, open_analysis, &f);
}

/* The analysis that the command line asks for; NULL: why not, in st, and *status. */
static struct analysis *
open_given(struct cli *cli, const struct match *m, int *status)
{
	static struct player p; /* copied by analysis_open() */
	struct calibration calibration = { 0 };
	const struct args *a = &cli->args;
	struct analyze_options o = { .match = m,
				     .player = &p,
				     .calibration = &calibration,
				     .open = a->open,
				     .person = SEAT_ALL,
				     .seed = a->seed >= 0 ? (uint64_t)a->seed
							  : m->setup.seed };
	*status = CLI_USAGE;
	if (!read_thresholds(cli, &m->setup.game, &o.thresholds))
		return NULL;
	if (!analyze_player(&p, given_player(cli), a->limits.nodes, a->open, cli->catalog,
			    &m->setup.game, &cli->st)) {
		status_prefix(&cli->st, "-a");
		return NULL;
	}
	if (!calibration_load(&calibration, &m->setup.game, &cli->st) && cli->st.failed) {
		*status = CLI_CANNOT;
		return NULL;
	}
	calibration.by_hand = cli->args.hand_win;
	return analysis_open(&o, &cli->st);
}

int
verb_analyze(struct cli *cli)
{
	static struct match m;
	int status;
	if (!read_record(cli, &m))
		return CLI_USAGE;
	struct analysis *a = open_given(cli, &m, &status);
	if (a != NULL)
		status = wants_screen(cli) ? show_analysis(cli, a)
					   : print_analysis(cli, &m, a);
	match_close(&m);
	return status;
}
