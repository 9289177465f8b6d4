/*
 * cli.c - the table of verbs, and one place that dispatches, helps and reports failures.
 */
#include "src/app/cli.h"
#include "src/app/cluster.h"

#include "src/base/file.h"
#include "src/base/harmless.h"
#include "src/base/text.h"
#include "src/base/trust.h"

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TOLD_MAX     20 /* lines about lost work */
#define SCREEN_FLAGS " --theme --ascii --no-mouse --no-animation"

static int verb_help(struct cli *cli);

static const struct verb verbs[] = {
	{ "",
	  "",
	  "the home screen",
	  NULL,
	  "--version --print-config --trust" SCREEN_FLAGS,
	  0,
	  verb_home,
	  NULL,
	  { NULL } },
	{ "play",
	  "GAME [-o KEY=VALUE]... [-s SEAT=PLAYER]... [--load FILE[@PLY]]",
	  "sit down at a game",
	  "The first seat that -s leaves free is yours, the others are medium. Without "
	  "a\n"
	  "terminal, or with --plain, moves are typed, one a line.",
	  "--option --player --seed --load --resume --view --clock --delay --plain "
	  "--trust" SCREEN_FLAGS,
	  1,
	  verb_play,
	  "game",
	  { "play hearts -s W=hard", "play chinese-checkers -o seats=2 --seed 7" } },
	{ "watch",
	  "GAME [-o KEY=VALUE]... [-s SEAT=PLAYER]... [--delay MS]",
	  "watch a game between searches",
	  "Seats that -s does not name are medium.",
	  "--option --player --seed --load --view --clock --delay --plain "
	  "--trust" SCREEN_FLAGS,
	  1,
	  verb_watch,
	  "game",
	  { "watch hearts -s N=pimc:inner=paranoid -s S=hard",
	    "watch abalone --delay 200" } },
	{ "replay",
	  "FILE[@PLY]",
	  "step through a record",
	  "With --plain each ply is printed as a line, with --json the whole game.",
	  "--plain --json --trust" SCREEN_FLAGS,
	  1,
	  verb_replay,
	  "file",
	  { "replay FILE", "replay FILE --plain" } },
	{ "position",
	  "FILE[@PLY] [--seat SEAT]",
	  "print the position of a record as text",
	  "The position after PLY plies, or at the end, as the --position of other "
	  "verbs.",
	  "--seat --json",
	  1,
	  verb_position,
	  "file",
	  { "position FILE" } },
	{ "analyze",
	  "FILE[@PLY] [-a PLAYER] [--nodes N] [--open] [--out FILE]",
	  "judge every move of a record by a search",
	  "Cost of each move in points and in win probability, the best move, labels,\n"
	  "accuracy of each seat, the win probability over the game. On a terminal it "
	  "is\n"
	  "a screen; with --plain, --json, --out or --plot, or through a pipe, it is\n"
	  "printed. Without -a the search is max with 1M nodes a move; --out writes the\n"
	  "record with the findings as comments. ^C prints what is done.",
	  "--algorithm --nodes --jobs --open:hands --seed --inaccuracy --mistake "
	  "--blunder --hand-win "
	  "--json --out --plot --plain" SCREEN_FLAGS,
	  1,
	  verb_analyze,
	  "file",
	  { "analyze FILE", "analyze FILE -a hard --nodes 50k --plain" } },
	{ "duplicate",
	  "FILE [-a PLAYER] [--games N] [--seat SEAT]",
	  "play the same deals again, with a search in your seat",
	  "All other seats play as before. Without -a the search is hard, and there are\n"
	  "20 games, which differ in the seeds of the searches. The difference in "
	  "points\n"
	  "is printed with its 95 % interval.",
	  "--algorithm --games --seat --seed --jobs --trust --json",
	  1,
	  verb_duplicate,
	  "file",
	  { "duplicate FILE -a easy --games 4" } },
	{ "convert",
	  "FILE --to phh|pokerstars|record",
	  "hands of hold'em for other programs, or from them",
	  "FILE is a record of hold'em, PHH (.phh, .phhs), or hand histories of "
	  "PokerStars.\n"
	  "All its hands are printed in the other format. --to record makes a record of "
	  "hands\n"
	  "from elsewhere, which replay, analyze, duplicate and search take.",
	  "--to",
	  1,
	  verb_convert,
	  "file",
	  { "convert FILE --to phh", "convert FILE --to record" } },
	{ "search",
	  "GAME [-a PLAYER] [--position TEXT | --load FILE[@PLY]] [--seat SEAT]",
	  "search one position, with all figures",
	  "Without --position or --load it searches the start, after the first deal. In "
	  "a\ngame with hidden cards the search gets only what the seat may know. "
	  "Without any "
	  "limit\n"
	  "it stops after one second; ^C stops it and prints the best so far.",
	  "--option --algorithm --position --load --seat --seed --depth --nodes --time "
	  "--sims --json --explain --hand-win --tree --tree-depth --tree-nodes",
	  1,
	  verb_search,
	  "game",
	  { "search chinese-checkers -a maxn --depth 4",
	    "search hearts -a hard --time 500ms --explain" } },
	{ "compare",
	  "GAME [-a PLAYER]... [--load FILE[@PLY] | --position TEXT] [--share HOW]",
	  "compare two to six players on a position, side by side",
	  "On a terminal it is a screen that steps through the game. With --plain, "
	  "--json or\n--csv, or without a terminal, it searches that one position, "
	  "prints the table and\nexits. Each has the limits that it has in a game, or "
	  "with --time or --nodes an\nequal share in place of them.",
	  "--option --algorithm --load --resume --position --seat --seed --share --time "
	  "--hand-win --nodes --plain --json --csv" SCREEN_FLAGS,
	  1,
	  verb_compare,
	  "game",
	  { "compare spades -a easy -a hard",
	    "compare abalone -a maxn -a brs --share nodes --plain" } },
	{ "beliefs",
	  "GAME [--load FILE[@PLY] | --position TEXT] [--seat SEAT] | GAME "
	  "--games N [-a PLAYER]",
	  "where the hidden cards may be, from what a seat has seen",
	  "With --games one player plays fresh games in all seats, and the log loss of\n"
	  "the shares given to the holders of cards is printed: with deals equally "
	  "likely,\n"
	  "and weighted by the others' choices. In poker -a without --games names\n"
	  "the search that infers the opponent's hands from its bets.",
	  "--option --load --resume --position --seat --seed --worlds --games "
	  "--algorithm --model --json",
	  1,
	  verb_beliefs,
	  "game",
	  { "beliefs hearts --seed 3", "beliefs spades --seat N --worlds 200" } },
	{ "perft",
	  "GAME DEPTH [--position TEXT | --load FILE[@PLY]] [--divide]",
	  "count move sequences of an exact length",
	  NULL,
	  "--option --position --load --seed --divide --json",
	  2,
	  verb_perft,
	  "game",
	  { "perft chinese-checkers 3 --divide" } },
	{ "match",
	  "FILE.ini | GAME -a PLAYER -a PLAYER... [--games N] [--jobs J]",
	  "players against each other, on equal deals in all seats",
	  "Every pair meets in every mixed seating of the same deal, or with\n"
	  "--seating all the players sit in every order, so that luck cancels.\n"
	  "With --db results survive a crash: the same command with --resume continues.\n"
	  "In poker --aivat takes luck out of the results, without changing their mean.",
	  "--option --algorithm --games --jobs --seed --seating --gauntlet --opening "
	  "--sprt --aivat --width --db --resume:on --plan --records --bot-log "
	  "--trust "
	  "--json --csv",
	  1,
	  verb_match,
	  "game",
	  { "match chinese-checkers -a easy -a medium --games 6",
	    "match spades -a easy -a random --games 4 --json" } },
	{ "experiment",
	  "[NAME | FILE.ini] [--scale S] [--full] [--saved FILE] [--plot FILE.svg]",
	  "measure a paper's table again; without a name, list them",
	  "Prints the paper's figures beside ours with intervals and verdicts. The "
	  "default\n"
	  "scale takes at most ten minutes on two cores; --full plays as many games as\n"
	  "the paper, with --scale 0.002 that part of them. ^C stops it and prints the\n"
	  "results so far. With --saved FILE, or --saved shipped, nothing is run: the\n"
	  "results of a run are printed or drawn again.",
	  "--scale --full --seed --jobs --db --resume:on --plan --trust "
	  "--saved:json --json --mdoc --plot",
	  1,
	  verb_experiment,
	  "experiment",
	  { "experiment speculative-branching --scale 0.1",
	    "experiment card-scores --saved shipped" } },
	{ "exploit",
	  "GAME -a PLAYER [--reply WHICH] [--curve N,N,...] [--runs R] [--depth D]",
	  "gain of a best reply against the strategy of a search",
	  "For games of two seats that choose at the same time, and for poker. The\n"
	  "strategy is that of one search from the root, or with --anew that of a new\n"
	  "search at every position. With --depth D both play perfectly after D steps\n"
	  "(a choice or a chance move), by exact values. In poker --reply lbr measures\n"
	  "local best response, lbr-1 and lbr-2 its two restricted forms; in hold'em in\n"
	  "--runs deals, 200 by default. In poker a player without a table is asked at\n"
	  "every information set.",
	  "--option --algorithm --position --load --seed --depth:steps --curve --runs "
	  "--anew --reply "
	  "--jobs --json --plot",
	  1,
	  verb_exploit,
	  "game",
	  { "exploit goofspiel -o cards=4 -a smmcts:sims=1k" } },
	{ "solve",
	  "GAME [N] [--stones N] [-a PLAYER] [--position TEXT | --load FILE[@PLY]]",
	  "prove who wins a position, or solve a whole game into a file",
	  "With two seats in turns and nothing hidden: proves that the seat to move "
	  "wins,\n"
	  "draws or loses, and prints the line. Without -a the search is\n"
	  "pns:method=dfpn,leaf=weighed,epsilon=100,memory=1024. --tree writes the "
	  "proof;\n"
	  "pns:method=pns keeps all of it. With simultaneous choice: all positions; N "
	  "is\n"
	  "the game's size (cards=N). The player exact reads the file from the user's\n"
	  "data directory. With --board: the rest of a hand of hold'em for two ranges,\n"
	  "by CFR; without it flop hold'em (rounds=2) whole; --at shows a place in "
	  "either.\n"
	  "With --stones: all endgames of at most N (awari), for every search. After\n"
	  "^C the next run continues from there; a proof does so with --out FILE, which\n"
	  "keeps it, and --resume.",
	  "--option --algorithm --position --load --nodes --time --json --tree "
	  "--tree-depth:proof --tree-nodes:proof --stones --out --resume:proof --jobs "
	  "--board --pot --stack --range --sizes --raises --exploitability "
	  "--sims:ranges --memory --lock --line --at --saved --record --hands:each",
	  2,
	  verb_solve,
	  "game",
	  { "solve goofspiel 5",
	    "solve holdem --board Td9d6hQc2s --pot 200 --stack 900 --range 88+,AJ+ "
	    "--range QQ-22,A2s+" } },
	{ "train",
	  "GAME [-a cfr|mccfr|modicum|net] [--sims N] [--out FILE] [--resume]",
	  "train a strategy for poker, or the networks of Hearts, into a file",
	  "Goes on to N iterations (1000), with a checkpoint every 10 s and at ^C; with\n"
	  "--resume from the file, to the same bytes as without a stop. The file\n"
	  "(GAME.strategy) is the same for any number of jobs. blueprint:file=FILE\n"
	  "plays it. Flop hold'em (rounds=2) is trained whole. Hold'em of four rounds\n"
	  "is trained in an abstraction: mccfr:sizes=,raises=,buckets=. With -a modicum\n"
	  "the network of leaf=net is trained, on N flops, into GAME.leaves. In Hearts\n"
	  "the networks of the player net are trained on N hands, into GAME.net.",
	  "--option --algorithm --sims --out --resume:training --jobs --seed --json",
	  1,
	  verb_train,
	  "game",
	  { "train leduc -a cfr:variant=cfr+ --sims 10k" } },
	{ "calibrate",
	  "GAME [-a PLAYER] [--games N] [--jobs J] [--out FILE]",
	  "fit win probabilities to values, on self-play",
	  "Prints the reliability table and the Brier score, and writes them into FILE. "
	  "Without\n"
	  "--out it is a file of your own, which the program then uses in place of the "
	  "shipped one.",
	  "--option --algorithm --games --hands --matches --jobs "
	  "--seed --out",
	  1,
	  verb_calibrate,
	  "game",
	  { "calibrate chinese-checkers --games 20 --out trial.ini" } },
	{ "bench",
	  "[--game GAME]",
	  "measure speeds, and print a signature of behaviour",
	  "The signature changes only when a search behaves differently.",
	  "--game --time:sample --json",
	  0,
	  verb_bench,
	  NULL,
	  { "bench --game hearts --time 100ms" } },
	{ "list",
	  "games | players | presets | themes | experiments [NAME]",
	  "the games, players, presets, themes or experiments, with every option",
	  "With a name only that game, that player or the presets of that game.",
	  "--json",
	  2,
	  verb_list,
	  "games|players|presets|themes|experiments",
	  { "list games", "list players maxn" } },
	{ "lesson",
	  "[NAME | FILE]",
	  "a search explained stop by stop",
	  "Without a name it lists what there is. On a terminal it is a screen; with "
	  "--plain\n"
	  "or through a pipe lines: Enter goes on, b goes back, q ends.",
	  "--plain --trust" SCREEN_FLAGS,
	  1,
	  verb_lesson,
	  "lesson",
	  { "lesson", "lesson shallow" } },
	{ "drill",
	  "[holdem] [--kind KIND] [--count N] [--seed N]",
	  "spots of hold'em: answer, and see what a solver would do",
	  "Draws spots from play and asks for a move. The answer is shown with the "
	  "moves\n"
	  "of the solver (max), how often it makes each, and what each is worth. The\n"
	  "score is kept in the user's data directory. On a terminal it is a screen; "
	  "with\n"
	  "--plain or through a pipe lines: a move, or q to end. --json prints all\n"
	  "answers at the end.",
	  "--kind --count --seed --json --plain" SCREEN_FLAGS,
	  1,
	  verb_drill,
	  "game",
	  { "drill holdem", "drill holdem --kind river --count 5 --plain" } },
	{ "usi",
	  "[-a PLAYER] [-o KEY=VALUE]... [--seed N]",
	  "plyscope as a USI engine for MiniShogi",
	  "Reads commands from standard input, as shogi programs send them. Without -a "
	  "the\n"
	  "player is max; its options and the rules are options of the engine, too. Its "
	  "limits\n"
	  "hold where \"go\" gives none.",
	  "--option --algorithm --seed",
	  0,
	  verb_usi,
	  NULL,
	  { "usi -a hard" } },
	{ "bot",
	  "GAME [-a PLAYER] [--seed N]",
	  "plyscope as a bot for any game, in lines of JSON",
	  "Reads messages of the bot protocol from standard input, as the player bot "
	  "sends\n"
	  "them. The rules of the game are those of the message \"game\". Without -a "
	  "the\n"
	  "player is medium; its limits hold where a question has none.",
	  "--algorithm --seed",
	  1,
	  verb_bot,
	  "game",
	  { "bot hearts -a hard" } },
	{ "history",
	  "[ID]",
	  "games played here; with ID, that game's record",
	  NULL,
	  "--game --open --whole --json",
	  1,
	  verb_history,
	  NULL,
	  { "history --open" } },
	{ "stats",
	  "",
	  "your results in the games played here",
	  "Hands and points a hand, the best and the worst hand, moons shot, games "
	  "won, and\n"
	  "your mean place: of each game, against whom, and by week. Games that you "
	  "only\n"
	  "watched do not count. The coach adds what each kind of decision cost.",
	  "--game --json",
	  0,
	  verb_stats,
	  NULL,
	  { "stats", "stats --game hearts --json" } },
	{ "help",
	  "[VERB | PAGE]",
	  "this list, or a page of the manual",
	  "On a terminal the page of a verb opens in man; else, and without a page, the\n"
	  "text of `plyscope VERB --help` is printed. Other pages are tutorial, "
	  "glossary,\n"
	  "games, players, formats, experiments and cluster.",
	  "",
	  1,
	  verb_help,
	  "verb",
	  { "help match" } },
	{ "completion",
	  "bash | zsh | fish",
	  "a script that completes words in this shell",
	  "`make install` puts the three where the shells look for them. The script "
	  "asks\n"
	  "`plyscope completion words WORD...` what the last word may become.",
	  "",
	  CLI_RAW,
	  verb_completion,
	  "bash|zsh|fish",
	  { "completion bash" } },
};
#define VERBS (int)(sizeof verbs / sizeof verbs[0])

const struct verb *
cli_verb(int index)
{
	return index < VERBS ? &verbs[index] : NULL;
}

static void
print_help(FILE *out)
{
	fputs("plyscope - play board and card games against searches, and watch "
	      "them "
	      "think\n\nusage:\n",
	      out);
	for (int i = 0; i < VERBS; i++)
		fprintf(out, "  plyscope %-10s %s\n", verbs[i].name, verbs[i].summary);
	fputs("  plyscope VERB --help        usage, flags and examples of one verb\n"
	      "  plyscope --version\n",
	      out);
}

/* Prints usage, flags and text of one verb. */
static void
print_verb(const struct verb *v, FILE *out)
{
	if (v->name[0] == '\0') {
		print_help(out);
		fputs("\nflags of the home screen:\n", out);
	} else {
		fprintf(out, "usage: plyscope %s %s\n\n%s\n", v->name, v->usage,
			v->summary);
		if (v->more)
			fprintf(out, "\n%s\n", v->more);
		fputs("\nflags:\n", out);
	}
	args_print_flags(v->flags, out);
	if (v->examples[0])
		fputs("\nexamples:\n", out);
	for (int i = 0; i < VERB_EXAMPLES && v->examples[i]; i++)
		fprintf(out, "  plyscope %s\n", v->examples[i]);
}

/* Verbs of earlier versions, and what to use instead. */
static const struct {
	const char *verb, *instead;
} gone[] = {
	{ "acpc", "`plyscope bot` plays for other programs" },
	{ "dealer", "`plyscope match` plays programs that speak the bot protocol" },
	{ "merge", "several machines play one match as `mpirun plyscope match`" },
	{ "technique", "`plyscope match` tells how well players play" },
};

static const struct verb *
cli_find_verb(const struct catalog *catalog, const char *name, struct status *st)
{
	const char *names[VERBS + 1];
	int n = 0;
	for (int i = 0; i < VERBS; i++) {
		if (verbs[i].name[0] == '\0') /* home has no name to type */
			continue;
		if (strcmp(verbs[i].name, name) == 0)
			return &verbs[i];
		names[n++] = verbs[i].name;
	}
	names[n] = NULL;
	for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
		if (strcmp(gone[i].verb, name) == 0) {
			status_fail(st, "%s is gone: %s", name, gone[i].instead);
			return NULL;
		}
	const char *near = args_nearest(names, name);
	if (catalog_game(catalog, name))
		status_fail(st, "%s is a game: `plyscope play %s` sits down at it", name,
			    name);
	else if (near)
		status_fail(st, "unknown verb \"%.60s\" (did you mean \"%s\"?)", name,
			    near);
	else
		status_fail(st, "unknown verb \"%.60s\"; `plyscope --help` lists them",
			    name);
	return NULL;
}

static int
verb_help(struct cli *cli)
{
	const char *name = cli->args.count ? cli->args.word[0] : NULL;
	for (int k = 0; name != NULL && manual_page(k) != NULL; k++)
		if (strcmp(manual_page(k), name) == 0) {
			manual_open(name);
			status_fail(&cli->st,
				    "help: man shows no page plyscope-%s; is man "
				    "installed?",
				    name);
			return CLI_CANNOT;
		}
	const struct verb *v = name ? cli_find_verb(cli->catalog, name, &cli->st) : NULL;
	if (name && !v)
		return CLI_USAGE;
	if (v && cli_at_terminal())
		manual_open(v->name);
	if (v)
		print_verb(v, stdout);
	else
		print_help(stdout);
	return CLI_DONE;
}

/* The rest of stdout's buffer must reach its reader before success is reported. Of several ranks
 * one reports: mpirun kills the others as soon as any has failed. */
static int
cli_finish(struct cli *cli, int status)
{
	if (cli->st.failed) {
		if (!cluster_silent())
			fprintf(stderr, "plyscope: %s\n", cli->st.text);
		if (status == CLI_DONE || (status == CLI_USAGE && cli->cannot))
			status = CLI_CANNOT;
	}
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "plyscope: cannot write the output: %s\n",
			strerror(errno));
		return CLI_CANNOT;
	}
	return cluster_silent() ? CLI_DONE : status;
}

/* A locale that came along with ssh and is not installed here still tells whether the terminal
 * shows UTF-8. */
static void
set_locale(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	const char *value = NULL;
	if (setlocale(LC_CTYPE, ""))
		return;
	for (size_t i = 0; i < sizeof names / sizeof *names && !(value && *value); i++)
		value = getenv(names[i]);
	if (value && (strcasestr(value, "UTF-8") || strcasestr(value, "UTF8")))
		setlocale(LC_CTYPE, "C.UTF-8");
}

/* The players on the command line are typed; with --trust files may name programs, too. */
static void
trust_words(const struct cli *cli)
{
	const struct args *a = &cli->args;
	for (int i = 0; i < a->players.count; i++)
		player_trust(a->players.word[i], cli->catalog);
	for (int i = 0; i < a->seats.count; i++) {
		const char *player = strchr(a->seats.word[i], '=');
		if (player != NULL)
			player_trust(player + 1, cli->catalog);
	}
	if (a->aivat != NULL)
		player_trust(a->aivat, cli->catalog);
	if (a->trust)
		trust_everything();
}

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

static void
print_version(void)
{
	printf("plyscope %s\n", PLYSCOPE_VERSION);
	printf("built for %s by %s\n", PLYSCOPE_BUILD, COMPILER);
	printf("MPI: %s\n", ranks_built() ? "yes" : "no");
}

/* Before any work: what it would be written to at the end can be written. */
static bool
can_write_outputs(struct cli *cli)
{
	const char *const paths[] = { cli->args.out, cli->args.plot, cli->args.tree };
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (paths[i] != NULL && strcmp(paths[i], "-") != 0 &&
		    !cli_can_write(cli, paths[i]))
			return false;
	return true;
}

/* A picture is SVG, and its name must not say otherwise. */
static bool
names_svg(struct cli *cli)
{
	const char *path = cli->args.plot;
	const char *slash = path != NULL ? strrchr(path, '/') : NULL;
	const char *end =
		path != NULL ? strrchr(slash != NULL ? slash : path, '.') : NULL;
	return end == NULL || text_equal_fold(end, ".svg") ||
	       status_fail(&cli->st,
			   "--plot: %s: expected FILE.svg, the kind of picture "
			   "that is drawn",
			   path);
}

int
cli_main(const struct catalog *catalog, int argc, char **argv)
{
	static struct cli cli;
	cli.catalog = catalog;
	signal(SIGXFSZ, SIG_IGN); /* a limit of file sizes is an error of a write */
	set_locale();
	harmless_begin();
	bool named = argc > 1 && argv[1][0] != '-';
	const struct verb *v =
		named ? cli_find_verb(catalog, argv[1], &cli.st) : &verbs[0];
	if (!v)
		return cli_finish(&cli, CLI_USAGE);
	cli.args.verb = v->name;
	int skip = named ? 2 : 1;
	if (argc < skip) /* no argv[0] */
		skip = argc;
	cli.raw_count = argc - skip;
	cli.raw = argv + skip;
	const bool raw = v->words == CLI_RAW &&
			 (cli.raw_count == 0 || strcmp(cli.raw[0], "--help") != 0);
	if (!raw && !args_read(&cli.args, cli.raw_count, cli.raw, v->flags,
			       v->words == CLI_RAW ? 0 : v->words, &cli.st))
		return cli_finish(&cli, CLI_USAGE);
	if (cli.args.help) {
		print_verb(v, stdout);
		return cli_finish(&cli, CLI_DONE);
	}
	if (cli.args.version) {
		print_version();
		return cli_finish(&cli, CLI_DONE);
	}
	if (!cli_check_theme(&cli) || !names_svg(&cli))
		return cli_finish(&cli, CLI_USAGE);
	if (!can_write_outputs(&cli))
		return cli_finish(&cli, CLI_CANNOT);
	trust_words(&cli);
	/* work done by jobs can be done on ranks */
	if (!cluster_join(&cli, strstr(v->flags, "--jobs") != NULL, argc, argv)) {
		const int failed = cli_finish(&cli, CLI_USAGE);
		ranks_end();
		return failed;
	}
	const int status = cli_finish(&cli, v->run(&cli));
	cluster_leave(&cli);
	return status;
}

bool
cli_can_write(struct cli *cli, const char *path)
{
	return file_writable(path) ||
	       status_fail(&cli->st, "%s: cannot be written: %s", path, file_reason());
}

bool
cli_is_rank_0(void)
{
	return jobs_lead();
}

atomic_bool cli_interrupted;

/* Signals come in pairs sometimes (timeout(1) sends one to the process and one to its group),
 * so only a second one that comes later means impatience. */
static void
cli_on_interrupt(int signal_number)
{
	static volatile sig_atomic_t first_s = -1; /* only this handler uses it */
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (first_s < 0)
		first_s = (sig_atomic_t)now.tv_sec;
	else if (now.tv_sec > first_s + 1)
		_exit(CLI_INTERRUPTED);
	atomic_store(&cli_interrupted, true);
}

void
cli_print_gauges(const struct snapshot *s)
{
	for (int i = 0; i < s->gauge_count; i++)
		printf("%-9s %g%s%s  (%s)\n", s->gauges[i].name, s->gauges[i].value,
		       s->gauges[i].unit[0] ? " " : "", s->gauges[i].unit,
		       s->gauges[i].help);
}

/* One line, and the end that the signal means. */
static void
on_crash(int signal_number)
{
	static const char line[] =
		"plyscope: crashed by a fault of its own; results in a --db "
		"are kept, and --resume goes on\n";
	const ssize_t written = write(STDERR_FILENO, line, sizeof line - 1);
	(void)written;
	raise(signal_number);
}

void
cli_catch_interrupt(void)
{
	static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };
	const struct sigaction crash = { .sa_handler = on_crash,
					 .sa_flags = (int)SA_RESETHAND };
	struct sigaction before;
	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		if (sigaction(crashes[i], NULL, &before) == 0 &&
		    before.sa_handler == SIG_DFL) /* a sanitizer has its own */
			sigaction(crashes[i], &crash, NULL);
	struct sigaction action = { .sa_handler = cli_on_interrupt };
	if (cluster_silent()) /* rank 0 tells the others */
		return;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

void
cli_progress_line(char *line)
{
	text_make_plain(line);
	if (isatty(STDERR_FILENO) && jobs_lead())
		fprintf(harmless_raw_stderr(), "\r%s\033[K", line);
}

static bool
cli_report(void *self, int64_t done, int64_t total, const char *what)
{
	char line[120];
	snprintf(line, sizeof line, "%lld of %lld %.60s", (long long)done,
		 (long long)total, what ? what : "");
	cli_progress_line(line);
	return !atomic_load(&cli_interrupted);
}

/* A line of its own, as long as there are few of them. */
static void
cli_tell(void *self, const char *line)
{
	static int told;
	if (!jobs_lead())
		return;
	cli_progress_end();
	if (++told < TOLD_MAX)
		fprintf(stderr, "plyscope: %s\n", line);
	else if (told == TOLD_MAX)
		fprintf(stderr,
			"plyscope: %s; further messages of this kind are left out\n",
			line);
}

struct progress
cli_progress(void)
{
	return (struct progress){ .report = cli_report,
				  .stop = &cli_interrupted,
				  .tell = cli_tell };
}

void
cli_progress_end(void)
{
	cli_progress_line((char[]){ "" });
	if (isatty(STDERR_FILENO) && jobs_lead())
		fputc('\r', harmless_raw_stderr());
}
