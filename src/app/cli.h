/*
 * cli.h - what the verbs of the command line share.
 *
 * Exit status: CLI_DONE, CLI_CANNOT (what was asked for could not be done), CLI_USAGE (usage
 * or bad input), CLI_INTERRUPTED. A failed verb leaves one sentence in cli->st; cli_main()
 * prints it as `plyscope: ...`.
 */
#ifndef PLYSCOPE_APP_CLI_H
#define PLYSCOPE_APP_CLI_H

#include "src/base/jobs.h"
#include "src/base/json.h"
#include "src/base/progress.h"
#include "src/base/status.h"
#include "src/core/catalog.h"
#include "src/core/match.h"
#include "src/core/player.h"
#include "src/core/question.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

/* ---- the words of a command line, read by one table of flags (args.c) ----
 *
 * A verb names the flags it takes; everything else about a flag (its short form, kind,
 * range, help) is in the table of args.c, from which reading, messages and --help derive.
 */

#define ARGS_WORDS 3
#define ARGS_LIST  32
#define ARGS_FLAGS 128

struct word_list {
	int count;
	const char *word[ARGS_LIST];
};

struct args {
	const char *verb;	/* "" for the home screen */
	bool given[ARGS_FLAGS]; /* the flags, by their place in the table of args.c */
	int count;		/* words that are not flags */
	const char *word[ARGS_WORDS];
	struct word_list variants, seats, players;
	struct word_list ranges, locks; /* of hands; decisions of a solved hand */
	struct limits limits;
	int64_t seed;		     /* -1: not given */
	int64_t games, jobs, resume; /* 0: not given */
	const char *stones;
	int64_t opening;  /* plies, -1: not given */
	int64_t delay_ms; /* -1: not given */
	const char *board, *sizes, *exploitability, *line, *at, *saved, *record;
	int64_t pot, stack, memory; /* chips, MiB; 0: not given */
	int64_t raises;		    /* -1: not given */
	const char *load, *position, *view, *clock, *theme, *seat, *game;
	const char *out;		/* a file to write */
	const char *tree;		/* a file for the search tree, "-": stdout */
	int64_t tree_depth, tree_nodes; /* 0: not given */
	const char *share;		/* of the machine: turns, nodes, parallel */
	int64_t worlds;			/* 0: not given */
	const char *seating, *sprt, *db, *records, *bot_log, *scale, *plot, *to;
	const char *curve, *reply, *aivat, *width, *model;
	const char *kind; /* of spots */
	int64_t runs;	  /* 0: not given */
	bool explain;
	bool hand_win; /* win probabilities of the hand, not of the match */
	bool gauntlet, csv, go_on, full, plan, hands, matches, anew;
	bool plain, ascii, no_mouse, no_animation, print_config;
	bool json, mdoc, divide, unfinished, whole, help, version;
	bool trust;			      /* programs that files name */
	bool open;			      /* judge with open hands */
	int64_t inaccuracy, mistake, blunder; /* percent, 0: not given */
};

/* Reads argv[0..argc) after the verb. `flags` lists the long names the verb takes, separated
 * by spaces; --help is always taken. At most `max_words` plain words. */
bool args_read(struct args *a, int argc, char **argv, const char *flags, int max_words,
	       struct status *st);
/* The listed flags by index, as they are typed; false: there is none with this index. */
bool args_flag(const char *flags, int index, char *name, int size);
/* The value a flag takes, in the words of its help ("FILE", "pairs|all"); NULL: none, or no such
 * flag. */
const char *args_flag_value(const char *flags, const char *name);
/* The help lines of the listed flags. */
void args_print_flags(const char *flags, FILE *out);

/* The nearest of NULL-terminated names to text, if near enough to be a misspelling. */
const char *args_nearest(const char *const *names, const char *text);

enum { CLI_DONE = 0, CLI_CANNOT = 1, CLI_USAGE = 2, CLI_INTERRUPTED = 130 };

struct cli {
	const struct catalog *catalog;
	struct args args;
	struct status st;
	bool cannot;	     /* it failed, and not because of what was typed */
	const char *example; /* that was named in place of its game; NULL none */
	int raw_count;	     /* the words after the verb, as typed */
	char **raw;
};

#define VERB_EXAMPLES 2
#define CLI_RAW	      (-1) /* words and flags of any number: they are in cli->raw */

struct verb {
	const char *name;    /* "search"; "" is the home screen */
	const char *usage;   /* after "plyscope search " */
	const char *summary; /* one line */
	const char *more;    /* a paragraph of --help, NULL none */
	const char *flags;   /* long names, separated by spaces */
	int words;	     /* plain words, at most */
	int (*run)(struct cli *cli);
	/* The first word: "game", "lesson", "experiment", "verb", "one|two"; NULL or
	 * "file": nothing to complete. */
	const char *takes;
	const char *examples[VERB_EXAMPLES]; /* after "plyscope "; FILE is a record's */
};

/* The rows of the table of verbs; NULL behind the last. */
const struct verb *cli_verb(int index);

int cli_main(const struct catalog *catalog, int argc, char **argv);

/* Whether a file can be written later. False: cli->st says why not. */
bool cli_can_write(struct cli *cli, const char *path);
/* Returned by a verb whose work is done on every rank but 0: rank 0 prints and writes. */
bool cli_is_rank_0(void);

/* From the first ^C on it is true; another one a second later
 * ends the program at once. */
extern atomic_bool cli_interrupted;
void cli_catch_interrupt(void);
/* Progress of headless work: a line on stderr when that is a terminal; stops on ^C. */
struct progress cli_progress(void);
/* A line that replaces the one before it on a terminal, with control characters removed. */
void cli_progress_line(char *line);
void cli_progress_end(void);

/* The game named by the first word. NULL: st says which there are. */
const struct game_ops *cli_game(struct cli *cli, const char *key);
/* A setup of GAME with -o, -s, --seed and --view applied. */
bool cli_setup(struct cli *cli, struct setup *s, bool person);
/* A search as the text of -a names it, and that of the one -a, else of `usual`. */
bool cli_search(struct cli *cli, const struct game *g, const char *text,
		struct player *p);
bool cli_one_search(struct cli *cli, const struct game *g, const char *usual,
		    struct player *p);
/* The match of --load, --resume, or a new one of GAME. */
bool cli_match(struct cli *cli, struct match *m, bool person);
/* The match to look at, where it stands: that of --load or --resume, or one that begins with --position or
 * the game. --seed is that of the searches; a record keeps its deals. */
bool cli_given(struct cli *cli, struct match *m);
/* Whether a seat that is asked holds all its cards in the position of --position. */
bool cli_check_hand(struct cli *cli, const struct match *m, int ply, int seat);

/* Whether there is a terminal, and one that cannot draw. */
bool cli_at_terminal(void);
bool cli_dumb_terminal(void);
/* The flags of the screen; settings not given stay as they were last time (see ui_run). */
struct ui_settings;
void cli_screen_settings(const struct cli *cli, struct ui_settings *set);
/* Whether --theme names a usable theme. */
bool cli_check_theme(struct cli *cli);

/* The verbs. */
int verb_home(struct cli *cli);
int verb_play(struct cli *cli);
int verb_watch(struct cli *cli);
int verb_replay(struct cli *cli);
int verb_position(struct cli *cli);
int verb_history(struct cli *cli);
int verb_stats(struct cli *cli);
int verb_search(struct cli *cli);
int verb_perft(struct cli *cli);
int verb_match(struct cli *cli);
int verb_analyze(struct cli *cli);
int verb_duplicate(struct cli *cli);
int verb_convert(struct cli *cli);
int verb_compare(struct cli *cli);
int verb_beliefs(struct cli *cli);
int verb_experiment(struct cli *cli);
int verb_exploit(struct cli *cli);
int cli_list_experiments(struct cli *cli);
int verb_bench(struct cli *cli);
int verb_calibrate(struct cli *cli);
int verb_solve(struct cli *cli);
int verb_train(struct cli *cli);
/* `solve` for two ranges of hands: whether the command line asks for it, and the work. */
bool cli_solves_ranges(const struct cli *cli);
int cli_solve_ranges(struct cli *cli);
int verb_list(struct cli *cli);
int verb_lesson(struct cli *cli);
int verb_drill(struct cli *cli);
int verb_completion(struct cli *cli);
int verb_usi(struct cli *cli);
int verb_bot(struct cli *cli);

/* The gauges of a search on stdout, a line each. */
void cli_print_gauges(const struct snapshot *s);
/* Whether the file of --tree can be one; how much of a tree is written needs it. */
bool cli_check_tree(struct cli *cli);
/* An answer as JSON, which is freed, or NULL where it is printed already; with it, below it or in its
 * file the tree of --tree, which is closed. */
struct inspect;
bool cli_print_tree(struct cli *cli, struct inspect *t, json_t *object);

/* ---- a page of the manual, shown by man(1) (manual.c) ---- */

/* The pages that are of no verb, "tutorial" and others; NULL behind the last. */
const char *manual_page(int index);
/* Turns the program into `man` with a page, of a verb or one of those: that of the source tree where
 * the program lies in one, else the installed one. Returns when there is no `man` or no such page;
 * nothing has been printed then. */
void manual_open(const char *name);

#endif
