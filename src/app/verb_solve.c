/*
 * verb_solve.c - `solve`: a game of simultaneous choice or endgames into a file; a position, by a
 * search that proves the winner (proof_ops.outcome), with a line of progress. The rest of a hand for
 * two ranges is in verb_subgame.c.
 */
#include "src/app/cli.h"

#include "src/base/asset.h"
#include "src/base/clock.h"
#include "src/base/text.h"
#include "src/core/effort.h"
#include "src/core/proof.h"
#include "src/core/search.h"
#include "src/core/worker.h"
#include "src/lab/solve.h"
#include "src/study/inspect.h"

#include <string.h>

#define TICK_US	    100000
#define TREE_DEPTH  250
#define TREE_NODES  5000
#define LINE_GAUGES 4

/* ---- a position -------------------------------------------------------------------------- */

static const struct {
	int low, high;
	const char *key; /* in JSON */
	const char *says;
} outcomes[] = {
	{ 1, 1, "win", "wins" },
	{ 0, 0, "draw", "draws" },
	{ -1, -1, "loss", "loses" },
	{ 0, 1, "win-or-draw", "does not lose" },
	{ -1, 0, "draw-or-loss", "does not win" },
	{ -1, 1, "unknown", "is not settled" },
};
#define UNKNOWN 5

/* The first search of the catalogue that proves positions of this game. NULL: none, why. */
static const struct search_ops *
find_prover(const struct cli *cli, const struct game *g, char *why, int size)
{
	char refused[STATUS_TEXT];
	snprintf(why, (size_t)size, "no search proves positions of %s%s", g->ops->title,
		 game_hidden(g) ? ": that takes perfect information"
		 : g->seats > 2 ? ": it has more than two seats"
				: "");
	for (int i = 0; cli->catalog->searches[i] != NULL; i++) {
		const struct search_ops *ops = cli->catalog->searches[i];
		if (ops->proof == NULL)
			continue;
		if (search_refusal(ops, g, NULL, 0, refused, sizeof refused) == NULL)
			return ops;
	}
	return NULL;
}

/* A position is meant where one is named, or a player is; or where a search can prove the start, or
 * nothing else is possible. */
static bool
proves_position(struct cli *cli)
{
	static struct setup setup;
	const struct args *a = &cli->args;
	char why[STATUS_TEXT];
	if (a->stones != NULL)
		return false;
	if (a->position != NULL || a->load != NULL || a->players.count > 0)
		return true;
	return cli_setup(cli, &setup, false) &&
	       (setup.game.ops->joint == NULL ||
		find_prover(cli, &setup.game, why, sizeof why) != NULL);
}

/* Flags of the other kind of solving, and a size. */
static bool
check_position_flags(struct cli *cli)
{
	const struct args *a = &cli->args;
	if (a->jobs > 0)
		return status_fail(&cli->st,
				   "--jobs: a position is proven on one thread");
	if (a->out != NULL || a->go_on)
		return status_fail(&cli->st,
				   "%s: the proof of a position is not saved in a file",
				   a->out != NULL ? "--out" : "--resume");
	if (a->count > 1)
		return status_fail(&cli->st,
				   "solve: unexpected \"%.60s\" with a position",
				   a->word[1]);
	return cli_check_tree(cli);
}

/* The player of -a, else the game's prover as it solves. */
static bool
read_prover(struct cli *cli, const struct game *g, struct player *p)
{
	const struct word_list *given = &cli->args.players;
	char text[200], why[STATUS_TEXT];
	if (given->count > 1)
		return status_fail(&cli->st, "solve: one -a, not %d", given->count);
	if (given->count == 0) {
		const struct search_ops *ops = find_prover(cli, g, why, sizeof why);
		if (ops == NULL)
			return status_fail(&cli->st, "solve: %s", why);
		snprintf(text, sizeof text, "%s:%s", ops->key, ops->proof->options);
	} else {
		snprintf(text, sizeof text, "%s", given->word[0]);
	}
	if (!player_parse(p, text, cli->catalog, g, &cli->st)) {
		status_prefix(&cli->st, "-a");
		return false;
	}
	if (p->human || p->part[0].ops->proof == NULL)
		return status_fail(&cli->st, "-a: %s does not prove who wins; take pns",
				   p->human ? "a person" : p->part[0].ops->key);
	player_limit(p, &cli->args.limits);
	return true;
}

/* "12.3M nodes, 1.2M/s  proof 350 disproof 965" */
static void
show_progress(const struct snapshot *s)
{
	char line[200];
	effort_format(s, "{nodes} nodes, {nodes_per_s}/s ", line, sizeof line);
	int n = (int)strlen(line);
	for (int i = 0; i < s->gauge_count && i < LINE_GAUGES && n < 70; i++) {
		char value[16];
		text_format_count(value, sizeof value, s->gauges[i].value);
		n += snprintf(line + n, sizeof line - (size_t)n, "  %s %s",
			      s->gauges[i].name, value);
	}
	line[79] = '\0';
	cli_progress_line(line);
}

/* Waits for the search. */
static void
watch(struct worker *w)
{
	static struct snapshot snap;
	while (!worker_done(w)) {
		clock_sleep_us(TICK_US);
		if (atomic_load(&cli_interrupted))
			worker_stop(w);
		if (worker_read(w, &snap))
			show_progress(&snap);
	}
	cli_progress_end();
}

static int
outcome_of(const struct search *s)
{
	int low, high, k = 0;
	s->ops->proof->outcome(s, &low, &high);
	while (k < UNKNOWN && (outcomes[k].low != low || outcomes[k].high != high))
		k++;
	return k;
}

static void
print_text(const struct search *s)
{
	const struct game *g = s->game;
	const struct snapshot *live = &s->live;
	char line[800], full[PLAYER_TEXT * 2];
	const int k = outcome_of(s);
	g->view->headline(g, &s->root, SEAT_ALL, line, sizeof line);
	player_format(s->player, full, sizeof full);
	printf("%s  %s\nplayer    %s\n", g->ops->title, line, full);
	printf("outcome   %s %s", game_seat_word(g, s->mover), outcomes[k].says);
	if (live->stop != STOP_SOLVED)
		printf(": stopped by %s", stop_words[live->stop].key);
	snapshot_format_pv(live, g, &s->root, STATS_PV, line, sizeof line);
	printf("\nline      %s\n", line);
	effort_format(live,
		      "effort    {nodes} nodes, {nodes_per_s}/s, {seconds} s, "
		      "{tree_bytes} bytes",
		      line, sizeof line);
	puts(line);
	cli_print_gauges(live);
}

static json_t *
to_json(const struct search *s)
{
	char full[PLAYER_TEXT * 2], position[POSITION_TEXT];
	json_t *o = json_object();
	player_format(s->player, full, sizeof full);
	s->game->text->format_position(s->game, &s->root, position, sizeof position);
	json_object_set_new(o, "game", json_string(s->game->ops->key));
	json_object_set_new(o, "variant", setup_variant_json(s->game));
	json_object_set_new(o, "position", json_text(position));
	json_object_set_new(o, "player", json_text(full));
	json_object_set_new(o, "mover", json_integer(s->mover + 1));
	json_object_set_new(o, "outcome", json_string(outcomes[outcome_of(s)].key));
	snapshot_to_json(&s->live, s->game, &s->root, o);
	return o;
}

/* The result, and the proof into its file or the object. */
static bool
print_all(struct cli *cli, struct search *s)
{
	const struct args *a = &cli->args;
	struct inspect t = { 0 };
	if (a->tree != NULL) {
		if (!inspect_open(&t, s, &cli->st))
			return false;
		inspect_expand_proof(&t, a->tree_depth ? (int)a->tree_depth : TREE_DEPTH,
				     a->tree_nodes ? (int32_t)a->tree_nodes : TREE_NODES);
	}
	if (!a->json)
		print_text(s);
	return cli_print_tree(cli, &t, a->json ? to_json(s) : NULL);
}

/* Runs an opened search to its end and prints what it has found. */
static int
prove(struct cli *cli, struct search *s)
{
	cli_catch_interrupt();
	struct worker *w = worker_start_opened(s, -1, &cli->st);
	if (w == NULL)
		return CLI_CANNOT;
	watch(w);
	worker_free(w);
	const bool ok = s->live.stop != STOP_FAILED && print_all(cli, s);
	return atomic_load(&cli_interrupted) && ok ? CLI_INTERRUPTED
	       : ok				   ? CLI_DONE
						   : CLI_CANNOT;
}

static int
prove_position(struct cli *cli)
{
	static struct match m; /* for as long as the program runs */
	static struct player player;
	static struct search search;
	struct question q;
	if (!check_position_flags(cli) || !cli_given(cli, &m))
		return CLI_USAGE;
	if (game_mover(&m.setup.game, &m.states[m.at]) < 0) {
		status_fail(&cli->st,
			    "solve: the game is over, there is nothing to prove");
		return CLI_CANNOT;
	}
	if (!read_prover(cli, &m.setup.game, &player))
		return CLI_USAGE;
	question_ask(&q, &m, m.at, SEAT_ALL);
	struct search_job job = question_job(&q, &player, NULL);
	job.thorough = true;
	int code = CLI_USAGE;
	if (search_open(&search, &job, &cli->st)) {
		code = prove(cli, &search);
		search_close(&search);
	}
	question_close(&q);
	return code;
}

/* ---- a game ------------------------------------------------------------------------------ */

/* `solve goofspiel 8` is `solve goofspiel -o cards=8`. */
static bool
read_size(struct cli *cli, struct setup *setup)
{
	const struct option_spec *specs = setup->game.ops->options;
	struct options variant = setup->game.variant;
	if (cli->args.count < 2)
		return true;
	if (specs == NULL || specs[0].key == NULL || setup->game.ops->endings != NULL)
		return status_fail(&cli->st, "solve: %s has no size",
				   setup->game.ops->key);
	return options_set(&variant, specs[0].key, cli->args.word[1], &cli->st) &&
	       game_init(&setup->game, setup->game.ops, setup->game.seats, &variant,
			 &cli->st);
}

/* The game's own, or that of the first search that keeps tables and may play it. */
static const struct solver_ops *
find_solver(struct cli *cli, const struct game *g)
{
	if (g->endings->solver != NULL)
		return g->endings->solver;
	char why[STATUS_TEXT] = "no search keeps tables";
	for (int i = 0; cli->catalog->searches[i] != NULL; i++) {
		const struct search_ops *ops = cli->catalog->searches[i];
		if (ops->solver != NULL &&
		    search_refusal(ops, g, NULL, 0, why, sizeof why) == NULL)
			return ops->solver;
	}
	status_fail(&cli->st, "solve: %s", why);
	return NULL;
}

/* The size of --stones, 0 without it. */
static bool
read_stones(struct cli *cli, const struct solver_ops *ops, const struct game *g, int *out)
{
	const char *text = cli->args.stones;
	int64_t n;
	*out = 0;
	if (text == NULL)
		return true;
	if (ops->most == 0)
		return status_fail(
			&cli->st,
			"solve: %s is solved as a whole, --stones is for endgames",
			g->ops->title);
	if (!text_parse_count(text, &n) || n < 1 || n > ops->most)
		return status_fail(&cli->st,
				   "--stones: expected a whole number from 1 to %d, not "
				   "\"%.40s\"",
				   ops->most, text);
	*out = (int)n;
	return true;
}

int
verb_solve(struct cli *cli)
{
	static struct setup setup;
	static struct solve_result result;
	char name[256], path[4096];
	int most;
	if (cli_solves_ranges(cli))
		return cli_solve_ranges(cli);
	if (proves_position(cli)) {
		if (!jobs_have_ranks())
			return prove_position(cli);
		status_fail(&cli->st, "solve: one position is proved by one program: "
				      "start it without mpirun");
		return CLI_USAGE;
	}
	if (cli->st.failed)
		return CLI_USAGE;
	if (!cli_setup(cli, &setup, false) || !read_size(cli, &setup))
		return CLI_USAGE;
	const struct solver_ops *ops = find_solver(cli, &setup.game);
	if (ops == NULL || !read_stones(cli, ops, &setup.game, &most))
		return CLI_USAGE;
	ops->name(&setup.game, name, sizeof name);
	if (cli->args.out == NULL &&
	    !user_path(USER_DATA, name, path, sizeof path, &cli->st))
		return CLI_CANNOT;
	struct solve_options options = {
		.ops = ops,
		.game = &setup.game,
		.path = cli->args.out != NULL ? cli->args.out : path,
		.most = most,
		.jobs = (int)cli->args.jobs,
		.progress = cli_progress(),
	};
	if (!cli_can_write(cli, options.path))
		return CLI_CANNOT;
	cli_catch_interrupt();
	const bool ok = solve_run(&options, &result, &cli->st);
	cli_progress_end();
	if (result.note.failed && cli_is_rank_0())
		fprintf(stderr,
			"plyscope: %s; moved to %s.damaged, solving from the start\n",
			result.note.text, options.path);
	if (!ok)
		return CLI_CANNOT;
	if (!cli_is_rank_0())
		return CLI_DONE;
	if (cli->args.json)
		json_print(solve_to_json(&options, &result), stdout);
	else
		solve_print(&options, &result, stdout);
	return result.finished ? CLI_DONE : CLI_INTERRUPTED;
}
