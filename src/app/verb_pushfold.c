/* verb_pushfold.c - charts of jam or fold, heads-up hold'em with short stacks. */
#include "src/app/cli.h"

#include "games/holdem/pushfold.h"

#include <stdio.h>
#include <stdlib.h>

#define GAP  1e-5 /* big blinds: what both could still gain */
#define MOST 20000
#define SIDE SUIT_CARDS

static bool
tell_progress(void *self, double part)
{
	const struct progress *p = self;
	return progress_report(p, (int64_t)(100 * part), 100, "equities, percent") &&
	       !progress_stopped(p);
}

/* "#" always, "." never, else tenths, rounded to 1 .. 9. */
static char
mark(double often)
{
	const int tenths = (int)(10 * often + 0.5);
	if (often >= 0.995)
		return '#';
	return often < 0.005 ? '.'
			     : (char)('0' + (tenths < 1	  ? 1
					     : tenths > 9 ? 9
							  : tenths));
}

static void
print_row(const double *often, int row)
{
	printf(" %c ", "AKQJT98765432"[row]);
	for (int column = 0; column < SIDE; column++)
		printf(" %c", mark(often[row * SIDE + column]));
}

static void
print_chart(const struct pushfold *p)
{
	static const char head[] = "    A K Q J T 9 8 7 6 5 4 3 2";
	printf("Jam or fold, %g big blinds\n\n", p->stack);
	printf("%-34s%s\n%-34s%s\n", "the button is all-in", "the big blind calls", head,
	       head);
	for (int row = 0; row < SIDE; row++) {
		print_row(p->jam, row);
		printf("     ");
		print_row(p->call, row);
		printf("\n");
	}
	printf("\n# always, . never, 1 to 9 tenths; suited above the diagonal\n"
	       "all-in    %.1f %% of hands, called by %.1f %%\n"
	       "value     %+.4f big blinds a hand for the button\n"
	       "gap       %.6f big blinds that best replies of both would gain\n",
	       100 * p->jams, 100 * p->calls, p->value, p->gap);
}

static json_t *
chart_json(const double *often)
{
	json_t *o = json_object();
	for (int k = 0; k < POKER_CLASSES; k++) {
		char name[4];
		poker_class_text(k, name);
		json_object_set_new(o, name, json_real(often[k]));
	}
	return o;
}

static json_t *
to_json(const struct pushfold *p)
{
	json_t *o = json_object();
	json_object_set_new(o, "stack", json_real(p->stack));
	json_object_set_new(o, "value", json_real(p->value));
	json_object_set_new(o, "gap", json_real(p->gap));
	json_object_set_new(o, "jams", json_real(p->jams));
	json_object_set_new(o, "calls", json_real(p->calls));
	json_object_set_new(o, "iterations", json_integer(p->iterations));
	json_object_set_new(o, "jam", chart_json(p->jam));
	json_object_set_new(o, "call", chart_json(p->call));
	return o;
}

/* A chart of one stack, or a line for each of 1 to 25. */
static void
print_all(const struct cli *cli, const struct pushfold_odds *odds, double stack)
{
	const int from = stack > 0 ? 0 : 1, to = stack > 0 ? 0 : PUSHFOLD_MOST;
	json_t *all = json_array();
	if (stack == 0 && !cli->args.json)
		printf("stack  all-in  called  value of the button, big blinds\n");
	for (int k = from; k <= to; k++) {
		struct pushfold p;
		pushfold_solve(odds, k > 0 ? k : stack, GAP, MOST, &p);
		if (cli->args.json)
			json_array_append_new(all, to_json(&p));
		else if (k == 0)
			print_chart(&p);
		else
			printf("%5d  %5.1f%%  %5.1f%%  %+.4f\n", k, 100 * p.jams,
			       100 * p.calls, p.value);
	}
	if (cli->args.json)
		json_print(json_incref(stack > 0 ? json_array_get(all, 0) : all), stdout);
	json_decref(all);
}

int
verb_pushfold(struct cli *cli)
{
	static struct pushfold_odds odds;
	struct progress progress = cli_progress();
	double stack = 0;
	if (cli->args.count > 0) {
		char *end;
		stack = strtod(cli->args.word[0], &end);
		if (*end != '\0' || !(stack >= 1 && stack <= PUSHFOLD_MOST)) {
			status_fail(&cli->st,
				    "pushfold: '%.20s': expected big blinds from 1 to %d",
				    cli->args.word[0], PUSHFOLD_MOST);
			return CLI_USAGE;
		}
	}
	cli_catch_interrupt();
	const bool whole =
		pushfold_odds(&odds, (int)cli->args.jobs, tell_progress, &progress);
	cli_progress_end();
	if (!whole)
		return CLI_INTERRUPTED;
	if (cli_is_rank_0())
		print_all(cli, &odds, stack);
	return CLI_DONE;
}
