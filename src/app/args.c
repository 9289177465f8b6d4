/* args.c - flags and words. See cli.h. */
#include "src/app/cli.h"

#include "src/base/text.h"

#include <stddef.h>
#include <string.h>

enum flag_kind {
	FLAG_ON,       /* bool */
	FLAG_TEXT,     /* const char * */
	FLAG_LIST,     /* struct word_list */
	FLAG_COUNT,    /* int64_t, least .. most */
	FLAG_DURATION, /* int64_t in ms, least .. most */
};

struct flag {
	const char *name, *letter; /* "--json", "-a" or NULL */
	enum flag_kind kind;
	size_t at;	   /* offset in struct args */
	const char *value; /* its name in the help */
	int64_t least, most;
	const char *help;
};

#define AT(member) offsetof(struct args, member)
#define SEED_MAX   INT64_C(4294967295)
#define DAY_MS	   INT64_C(86400000)
#define HUGE	   INT64_C(1000000000000000)

/* The middle of a row, by its kind; the name goes before it, the help after it. */
#define ON(member)			  NULL, FLAG_ON, AT(member), NULL, 0, 0
#define TEXT(member, value)		  NULL, FLAG_TEXT, AT(member), value, 0, 0
#define LIST(letter, member, value)	  letter, FLAG_LIST, AT(member), value, 0, 0
#define COUNT(member, value, least, most) NULL, FLAG_COUNT, AT(member), value, least, most
#define DURATION(member, least)		  NULL, FLAG_DURATION, AT(member), "MS", least, DAY_MS

static const struct flag flags_all[] = {
	{ "--option", LIST("-o", variants, "KEY=VALUE"),
	  "a rule of the variant, or seats=N; may be repeated, commas work too" },
	{ "--player", LIST("-s", seats, "SEAT=PLAYER"),
	  "the player of a seat: human, a preset, or algorithm:key=value,..." },
	{ "--algorithm", LIST("-a", players, "PLAYER"),
	  "a preset, or algorithm:key=value,..." },
	{ "--seed", COUNT(seed, "N", 0, SEED_MAX), "the seed of deals and searches" },
	{ "--load", TEXT(load, "FILE[@PLY]"), "start from a record, after PLY plies" },
	{ "--out", TEXT(out, "FILE"), "the file to write" },
	{ "--tree", TEXT(tree, "FILE"),
	  "the search tree as .dot, .json, .svg (Graphviz draws it), .txt; - for "
	  "lines" },
	{ "--tree-depth", COUNT(tree_depth, "D", 1, 250),
	  "plies of the tree, default 4" },
	{ "--tree-nodes", COUNT(tree_nodes, "N", 1, 1000000),
	  "nodes of the tree, approximately: default 500" },
	{ "--tree-depth:proof", COUNT(tree_depth, "D", 1, 250),
	  "plies of the proof, default all" },
	{ "--tree-nodes:proof", COUNT(tree_nodes, "N", 1, 1000000),
	  "nodes of the proof, approximately: default 5000" },
	{ "--position", TEXT(position, "TEXT"),
	  "start from a position in the game's notation" },
	{ "--resume", COUNT(resume, "ID", 1, HUGE),
	  "go on with a game that `plyscope history` lists" },
	{ "--clock", TEXT(clock, "off|TIME/move|TIME/game"),
	  "the time of each seat, such as 30s/move or 5m/game" },
	{ "--view", TEXT(view, "fair|study|open"),
	  "how much of the hidden cards the screen shows" },
	{ "--seat", TEXT(seat, "SEAT"),
	  "the seat whose knowledge counts: a number from 1, letter or name" },
	{ "--depth", COUNT(limits.depth, "D", 1, PLAYER_DEPTH), "limit of plies" },
	{ "--depth:steps", COUNT(limits.depth, "D", 1, 1000),
	  "perfect play after D steps: choices of all seats, or moves of chance" },
	{ "--nodes", COUNT(limits.nodes, "N", 1, HUGE), "limit of nodes" },
	{ "--sims", COUNT(limits.sims, "N", 1, HUGE), "limit of simulations" },
	{ "--time", DURATION(limits.time_ms, 1), "limit of time: 500, 500ms, 2s, 1m" },
	{ "--time:sample", DURATION(limits.time_ms, 1),
	  "time to measure a game, twice that for a search: default 400ms" },
	{ "--games", COUNT(games, "N", 1, 100000000), "number of games" },
	{ "--stones", TEXT(stones, "N"),
	  "endgames of at most this many stones or pieces" },
	{ "--jobs", COUNT(jobs, "J", 1, 64), "jobs at once, default one for each core" },
	{ "--seating", TEXT(seating, "pairs|all"),
	  "two players a table, or all of them in every order" },
	{ "--gauntlet", ON(gauntlet), "only the first player meets the others" },
	{ "--sprt", TEXT(sprt, "ELO0,ELO1"),
	  "stop once the first player's Elo is decided, or as 0,50mbb/g its mean" },
	{ "--aivat", TEXT(aivat, "showdown|PLAYER"),
	  "poker: also results with luck removed, by this baseline" },
	{ "--width", TEXT(width, "W"),
	  "poker: estimate the games needed for +-W, default 50 mbb/g" },
	{ "--db", TEXT(db, "FILE"),
	  "save every game's result in this SQLite file as it ends" },
	{ "--resume:on", ON(go_on), "go on with the match in the file of --db" },
	{ "--resume:training", ON(go_on),
	  "go on with the training in the file of --out" },
	{ "--resume:proof", ON(go_on), "go on with the proof in the file of --out" },
	{ "--plan", ON(plan), "only estimate the cost, by a sample" },
	{ "--records", TEXT(records, "DIR"),
	  "save a record of every game in this directory" },
	{ "--bot-log", TEXT(bot_log, "DIR"),
	  "save what bots write to their standard error in this directory" },
	{ "--opening", COUNT(opening, "N", 0, 1000),
	  "N random plies first, the same for every seating of a set" },
	{ "--scale", TEXT(scale, "S"), "multiply the games by this: 0.1, 3" },
	{ "--full", ON(full), "as many games as the paper" },
	{ "--hands", ON(hands),
	  "fit the points of hands, for the win probability of a match" },
	{ "--matches", ON(matches),
	  "measure the win probability of matches, and fit nothing" },
	{ "--to", TEXT(to, "phh|pokerstars|record"), "the format that is written" },
	{ "--plot", TEXT(plot, "FILE.svg"),
	  "the figures as a picture, drawn by gnuplot" },
	{ "--curve", TEXT(curve, "N,N,..."),
	  "measure after these numbers of simulations, in increasing order" },
	{ "--kind", TEXT(kind, "open|raise|three-bet|flop|turn|river"),
	  "spots of one kind: before the flop open, raise or three-bet, or a bet on a "
	  "later street" },
	{ "--count", COUNT(runs, "N", 1, 100000), "number of spots, default 10" },
	{ "--runs", COUNT(runs, "R", 1, 100000), "repeat with this many seeds" },
	{ "--reply", TEXT(reply, "best|lbr|lbr-1|lbr-2"),
	  "the reply, in poker: default best; lbr is local best response" },
	{ "--anew", ON(anew), "search again at every position" },
	{ "--share", TEXT(share, "own|turns|nodes|parallel"),
	  "equal time one after another, equal nodes, or all at once" },
	{ "--worlds", COUNT(worlds, "N", 1, 1000000), "deals to count, default 1000" },
	{ "--model", TEXT(model, "order|learned"),
	  "the others choose by the game's order of moves, or by its network" },
	{ "--csv", ON(csv), "the table as CSV on stdout" },
	{ "--game", TEXT(game, "GAME"), "this game only" },
	{ "--delay", DURATION(delay_ms, 0), "pause after each move" },
	{ "--explain", ON(explain), "explain the move in sentences, below the table" },
	{ "--hand-win", ON(hand_win), "win probabilities of the hand, not of the match" },
	{ "--divide", ON(divide), "count below each move" },
	{ "--open", ON(unfinished), "unfinished games only" },
	{ "--whole", ON(whole), "include what a FAIR game hides until its hand is over" },
	{ "--open:hands", ON(open),
	  "judge with all hands open, not by what each seat knew" },
	{ "--inaccuracy", COUNT(inaccuracy, "PERCENT", 1, 100),
	  "loss of win probability, pot or a hand's points for this label, in percent: "
	  "default 5, of points 6" },
	{ "--mistake", COUNT(mistake, "PERCENT", 1, 100),
	  "the same, default 10, of points 15" },
	{ "--blunder", COUNT(blunder, "PERCENT", 1, 100),
	  "the same, default 15, of points 30" },
	{ "--board", TEXT(board, "CARDS"), "three to five cards, as in Td9d6hQc" },
	{ "--pot", COUNT(pot, "CHIPS", 2, 60000), "chips in the pot, an even number" },
	{ "--stack", COUNT(stack, "CHIPS", 1, 30000), "chips left to each seat" },
	{ "--range", NULL, FLAG_LIST, AT(ranges), "HANDS", 0, 0,
	  "hands of a seat, as in 66+,A8s+,AJo:0.5; first the seat that acts first, then "
	  "the button" },
	{ "--sizes", TEXT(sizes, "SIZES"),
	  "bets and raises as parts of the pot, a for all-in: default 0.5,1,a" },
	{ "--raises", COUNT(raises, "N", 0, 100),
	  "bets and raises in a round, above them only all-in: default 4" },
	{ "--exploitability", TEXT(exploitability, "PERCENT"),
	  "stop at this exploitability, in percent of the pot: default 0.5" },
	{ "--sims:ranges", COUNT(limits.sims, "N", 1, HUGE),
	  "run N iterations, whatever the exploitability" },
	{ "--memory", COUNT(memory, "MIB", 1, 65536), "limit of memory: default 1024" },
	{ "--lock", NULL, FLAG_LIST, AT(locks), "LINE:[HANDS:]SHARES", 0, 0,
	  "fix the moves of all hands, or of some, at a decision: check:QQ,JTs:100=1" },
	{ "--line", TEXT(line, "LINE"), "all hands make these moves: check,100,call" },
	{ "--at", TEXT(at, "LINE"), "show this place, moves and cards: check,check,2s" },
	{ "--saved", TEXT(saved, "FILE"), "show a file that --out wrote" },
	{ "--saved:json", TEXT(saved, "FILE"),
	  "show a file that --json printed, or shipped: the results that ship" },
	{ "--mdoc", ON(mdoc), "the table as a part of a manual page" },
	{ "--record", TEXT(record, "FILE"),
	  "with --out or --saved: a record that begins there, for the inspector" },
	{ "--hands:each", ON(hands), "a row for each hand, not for each class" },
	{ "--json", ON(json), "one JSON object on stdout" },
	{ "--plain", ON(plain), "typed lines instead of a screen" },
	{ "--theme", TEXT(theme, "NAME"), "colours; see `plyscope list themes`" },
	{ "--ascii", ON(ascii), "ASCII characters only" },
	{ "--no-mouse", ON(no_mouse), "leave the mouse to the terminal" },
	{ "--no-animation", ON(no_animation), "moves appear at once" },
	{ "--print-config", ON(print_config),
	  "print a complete config.ini with the current values" },
	{ "--trust", ON(trust),
	  "let files start the programs they name: engines in a record or a match" },
	{ "--version", ON(version), "print the version, and how it was built" },
	{ "--help", "-h", FLAG_ON, AT(help), NULL, 0, 0, "print this help" },
};
#define FLAGS (int)(sizeof flags_all / sizeof flags_all[0])
_Static_assert(FLAGS <= ARGS_FLAGS, "struct args has a place for each");

/* Flags that contradict each other, where a verb takes both. */
static const char *const contrary[][2] = {
	{ "--json", "--csv" },	      { "--seating", "--gauntlet" },
	{ "--load", "--resume" },     { "--load", "--position" },
	{ "--position", "--resume" }, { "--hands", "--matches" },
};

const char *
args_nearest(const char *const *names, const char *text)
{
	const char *best = NULL;
	int least = strlen(text) < 4 ? 2 : 3;
	for (int i = 0; names[i]; i++) {
		int distance = text_distance(names[i], text);
		if (distance < least) {
			least = distance;
			best = names[i];
		}
	}
	return best;
}

/* True when `name` is one of the space-separated words of `list`. */
static bool
listed(const char *list, const char *name)
{
	size_t length = strlen(name);
	for (const char *p = list; (p = strstr(p, name)) != NULL; p += length)
		if ((p == list || p[-1] == ' ') &&
		    (p[length] == ' ' || p[length] == '\0'))
			return true;
	return false;
}

static bool
args_taken(const struct flag *f, const char *flags)
{
	return strcmp(f->name, "--help") == 0 || listed(flags, f->name);
}

/* A name may appear twice in the table: "--resume" with a value, "--resume:on" without. The part
 * before the colon is typed and shown: "%.*s", SHOWN(f). */
static size_t
name_length(const struct flag *f)
{
	return strcspn(f->name, ":");
}
#define SHOWN(f) (int)name_length(f), (f)->name

static const struct flag *
find_flag(const char *word, size_t length, const char *flags)
{
	for (int i = 0; i < FLAGS; i++) {
		const struct flag *f = &flags_all[i];
		if (!args_taken(f, flags))
			continue;
		if (name_length(f) == length && strncmp(f->name, word, length) == 0)
			return f;
		if (f->letter && length == 2 && strncmp(f->letter, word, 2) == 0)
			return f;
	}
	return NULL;
}

/* "search: ", the verb before a message; "" without one. */
static const char *
spoken(const struct args *a)
{
	static char out[32];
	snprintf(out, sizeof out, "%s%s", a->verb, a->verb[0] ? ": " : "");
	return out;
}

static bool
fail_flag(const struct args *a, const char *word, const char *flags, struct status *st)
{
	char shown[FLAGS][24], name[64];
	const char *near[FLAGS + 1];
	int n = 0;
	for (int i = 0; i < FLAGS; i++) {
		if (!args_taken(&flags_all[i], flags))
			continue;
		snprintf(shown[n], sizeof shown[n], "%.*s", SHOWN(&flags_all[i]));
		near[n] = shown[n];
		n++;
	}
	near[n] = NULL;
	snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
	const char *best = args_nearest(near, name);
	if (best)
		return status_fail(st, "%sunknown flag \"%s\" (did you mean \"%s\"?)",
				   spoken(a), name, best);
	return status_fail(st, "%sunknown flag \"%s\"; `plyscope%s%s --help` lists them",
			   spoken(a), name, a->verb[0] ? " " : "", a->verb);
}

static bool
set_number(struct args *a, const struct flag *f, const char *value, struct status *st)
{
	int64_t n = 0;
	bool duration = f->kind == FLAG_DURATION;
	bool read =
		duration ? text_parse_duration(value, &n) : text_parse_count(value, &n);
	if (!read || n < f->least || n > f->most)
		return status_fail(st,
				   "%.*s: expected %s from %lld to %lld, not \"%.60s\"",
				   SHOWN(f),
				   duration ? "a duration in ms" : "a whole number",
				   (long long)f->least, (long long)f->most, value);
	memcpy((char *)a + f->at, &n, sizeof n);
	return true;
}

static bool
args_add_word(struct args *a, const struct flag *f, const char *value, struct status *st)
{
	struct word_list *list = (struct word_list *)(void *)((char *)a + f->at);
	if (list->count == ARGS_LIST)
		return status_fail(st, "%.*s: more than %d times", SHOWN(f), ARGS_LIST);
	list->word[list->count++] = value;
	return true;
}

static bool
given(const struct args *a, const struct flag *f)
{
	return a->given[f - flags_all];
}

static bool
set_flag(struct args *a, const struct flag *f, const char *value, struct status *st)
{
	if (f->kind != FLAG_LIST && f->kind != FLAG_ON && given(a, f))
		return status_fail(st, "%.*s is given twice", SHOWN(f));
	a->given[f - flags_all] = true;
	switch (f->kind) {
	case FLAG_ON: *((bool *)((char *)a + f->at)) = true; return true;
	case FLAG_TEXT:
		if (*value == '\0')
			return status_fail(st, "%.*s: expected %s, not an empty word",
					   SHOWN(f), f->value);
		memcpy((char *)a + f->at, &value, sizeof value);
		return true;
	case FLAG_LIST: return args_add_word(a, f, value, st);
	case FLAG_COUNT:
	case FLAG_DURATION: return set_number(a, f, value, st);
	}
	return false;
}

/* Reads the flag at argv[0]; *used gets the words it took, 1 or 2. */
static bool
read_flag(struct args *a, int argc, char **argv, const char *flags, int *used,
	  struct status *st)
{
	const char *word = argv[0];
	const char *equals = word[1] == '-' ? strchr(word, '=') : NULL;
	size_t length = equals ? (size_t)(equals - word) : strlen(word);
	const char *value = equals ? equals + 1 : NULL;
	*used = 1;
	if (word[1] != '-' && length > 2) { /* -oopen=on */
		value = word + 2;
		length = 2;
	}
	const struct flag *f = find_flag(word, length, flags);
	if (!f)
		return fail_flag(a, word, flags, st);
	if (f->kind == FLAG_ON) {
		if (value)
			return status_fail(st, "%.*s takes no value", SHOWN(f));
		return set_flag(a, f, NULL, st);
	}
	if (!value) {
		if (argc < 2)
			return status_fail(st, "%.*s: expected %s after it",
					   f->letter ? 2 : (int)name_length(f),
					   f->letter ? f->letter : f->name, f->value);
		value = argv[1];
		*used = 2;
	}
	return set_flag(a, f, value, st);
}

static bool
given_name(const struct args *a, const char *name)
{
	for (int i = 0; i < FLAGS; i++)
		if (strcmp(flags_all[i].name, name) == 0)
			return given(a, &flags_all[i]);
	return false;
}

static bool
check_contrary(const struct args *a, struct status *st)
{
	for (size_t i = 0; i < sizeof contrary / sizeof *contrary; i++)
		if (given_name(a, contrary[i][0]) && given_name(a, contrary[i][1]))
			return status_fail(st, "%s and %s: expected one of them",
					   contrary[i][0], contrary[i][1]);
	return true;
}

bool
args_read(struct args *a, int argc, char **argv, const char *flags, int max_words,
	  struct status *st)
{
	a->seed = a->delay_ms = a->opening = a->raises = -1;
	bool words_only = false;
	for (int i = 0; i < argc;) {
		if (!words_only && strcmp(argv[i], "--") == 0) {
			words_only = true;
			i++;
		} else if (!words_only && argv[i][0] == '-' && argv[i][1] != '\0') {
			int used;
			if (!read_flag(a, argc - i, argv + i, flags, &used, st))
				return false;
			i += used;
		} else if (a->count < max_words) {
			a->word[a->count++] = argv[i++];
		} else {
			return status_fail(st,
					   "%sunexpected \"%.60s\"; see `plyscope%s%s "
					   "--help`",
					   spoken(a), argv[i], a->verb[0] ? " " : "",
					   a->verb);
		}
	}
	return check_contrary(a, st);
}

void
args_print_flags(const char *flags, FILE *out)
{
	for (int i = 0; i < FLAGS; i++) {
		const struct flag *f = &flags_all[i];
		if (!args_taken(f, flags))
			continue;
		char left[64];
		snprintf(left, sizeof left, "%s%s%.*s%s%s", f->letter ? f->letter : "",
			 f->letter ? ", " : "", SHOWN(f), f->value ? " " : "",
			 f->value ? f->value : "");
		fprintf(out, "  %-26s %s\n", left, f->help);
	}
}

bool
args_flag(const char *flags, int index, char *name, int size)
{
	for (int i = 0; i < FLAGS; i++)
		if (args_taken(&flags_all[i], flags) && index-- == 0) {
			snprintf(name, (size_t)size, "%.*s", SHOWN(&flags_all[i]));
			return true;
		}
	return false;
}

const char *
args_flag_value(const char *flags, const char *name)
{
	const struct flag *f = find_flag(name, strlen(name), flags);
	return f ? f->value : NULL;
}
