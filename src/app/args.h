/*
 * args.h - the words of a command line, read by one table of flags.
 *
 * A verb names the flags it takes; everything else about a flag (its short form, kind,
 * range, help) is in the table of args.c, from which reading, messages and --help derive.
 */
#ifndef PLYSCOPE_APP_ARGS_H
#define PLYSCOPE_APP_ARGS_H

#include "src/base/status.h"
#include "src/core/player.h"

#include <stdint.h>
#include <stdio.h>

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
	bool json, mdoc, divide, stats, unfinished, whole, help, version;
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

#endif
