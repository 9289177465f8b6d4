/*
 * verb_completion.c - words completed by the shells. Completions come from the tables of verbs,
 * flags, games, algorithms, lessons and positions; the few lines of bash, zsh and fish in
 * assets/completion ask for them, so that no other list exists.
 *
 * Where a file is expected nothing is offered, and the shell completes files by itself.
 */
#include "src/app/cli.h"

#include "src/base/asset.h"
#include "src/base/text.h"
#include "src/core/search.h"
#include "src/lab/experiment.h"
#include "ui/complete.h"

#include <stdlib.h>
#include <string.h>

#define WORDS_MAX    400
#define SCRIPT_BYTES 10000

/* A command line without the word to be completed. */
struct typed {
	const struct catalog *catalog;
	const struct verb *verb; /* NULL: still to be named */
	const char *operand;	 /* the first plain word behind the verb, "" none */
	int operands;
	const char *value; /* what the flag before the last word takes; NULL: nothing */
	bool unknown;	   /* an unknown verb */
};

static const char *
flags_of(const struct verb *v)
{
	return (v != NULL ? v : cli_verb(0))->flags;
}

static const struct verb *
verb_completion_find_verb(const char *name)
{
	for (int i = 0; cli_verb(i) != NULL; i++)
		if (*name != '\0' && strcmp(cli_verb(i)->name, name) == 0)
			return cli_verb(i);
	return NULL;
}

static struct typed
read_words(const struct catalog *catalog, int n, char **word)
{
	struct typed t = { .catalog = catalog, .operand = "" };
	for (int i = 0; i < n; i++) {
		if (t.value != NULL) {
			t.value = NULL;
		} else if (word[i][0] == '-') {
			t.value = args_flag_value(flags_of(t.verb), word[i]);
		} else if (t.verb == NULL) {
			t.verb = verb_completion_find_verb(word[i]);
			t.unknown |= t.verb == NULL;
		} else if (t.operands++ == 0) {
			t.operand = word[i];
		}
	}
	return t;
}

/* The operand as a game in its default variant; false: it is not a game. */
static bool
verb_completion_game_of(const struct typed *t, struct game *g)
{
	const struct game_ops *ops = catalog_game(t->catalog, t->operand);
	return ops != NULL && game_init(g, ops, 0, NULL, NULL);
}

/* ---- what may come ---- */

static void
verb_completion_add_word(void *self, const char *word)
{
	completions_add(self, word);
}

static void
add_verbs(struct completions *out)
{
	for (int i = 0; cli_verb(i) != NULL; i++)
		if (*cli_verb(i)->name != '\0')
			completions_add(out, cli_verb(i)->name);
}

static void
add_flags(struct completions *out, const char *flags)
{
	char name[40];
	for (int i = 0; args_flag(flags, i, name, sizeof name); i++)
		completions_add(out, name);
}

/* The words of "turns|nodes|parallel". */
static void
add_choices(struct completions *out, const char *choices)
{
	char copy[200], *rest = NULL;
	snprintf(copy, sizeof copy, "%s", choices);
	for (char *word = strtok_r(copy, "|", &rest); word != NULL;
	     word = strtok_r(NULL, "|", &rest))
		completions_add(out, word);
}

/* Whether "W=hard" or "passing=" begins with the name of a seat. */
static bool
is_of_seat(const struct game *g, const char *word)
{
	const size_t n = strcspn(word, "=");
	for (int i = 0; i < g->seats; i++) {
		const char *name = g->text->seat_name(g, i);
		if (strlen(name) == n && strncmp(name, word, n) == 0)
			return true;
	}
	return false;
}

/* SEAT=PLAYER, or the rules of the variant. */
static void
add_setup(const struct typed *t, struct completions *out, bool by_seat)
{
	static char found[WORDS_MAX][64];
	struct completions all = { .last = out->last, .out = found, .max = WORDS_MAX };
	struct game g;
	if (!verb_completion_game_of(t, &g))
		return;
	complete_setup(&all, t->catalog, t->operand);
	for (int i = 0; i < all.count; i++)
		if (is_of_seat(&g, found[i]) == by_seat && strcmp(found[i], "seed=") != 0)
			completions_add(out, found[i]);
}

/* The value of a flag is known from its help. */
static void
verb_completion_add_values(const struct typed *t, struct completions *out)
{
	struct game g;
	const bool known = verb_completion_game_of(t, &g);
	if (strchr(t->value, '|') != NULL)
		add_choices(out, t->value);
	else if (strcmp(t->value, "KEY=VALUE") == 0)
		add_setup(t, out, false);
	else if (strcmp(t->value, "SEAT=PLAYER") == 0)
		add_setup(t, out, true);
	else if (strcmp(t->value, "PLAYER") == 0)
		complete_player(out, t->catalog, known ? &g : NULL, out->last, "");
	else if (strcmp(t->value, "SEAT") == 0)
		complete_seat(out, known ? &g : NULL);
	else if (strcmp(t->value, "GAME") == 0)
		complete_game(out, t->catalog);
	else if (strcmp(t->value, "NAME") == 0)
		complete_theme(out);
}

/* The second word of `list`. */
static void
add_listed(const struct typed *t, struct completions *out)
{
	if (strcmp(t->operand, "games") == 0 || strcmp(t->operand, "presets") == 0)
		complete_game(out, t->catalog);
	for (int i = 0; strcmp(t->operand, "players") == 0 && t->catalog->searches[i];
	     i++)
		completions_add(out, t->catalog->searches[i]->key);
}

static void
add_operands(const struct typed *t, struct completions *out)
{
	const char *takes = t->verb->takes != NULL ? t->verb->takes : "";
	if (t->operands == 1 && strcmp(t->verb->name, "list") == 0)
		add_listed(t, out);
	if (t->operands > 0)
		return;
	if (strcmp(takes, "game") == 0)
		complete_game(out, t->catalog);
	else if (strcmp(takes, "lesson") == 0)
		complete_lesson(out);
	else if (strcmp(takes, "experiment") == 0)
		experiment_list(verb_completion_add_word, out, NULL);
	else if (strcmp(takes, "verb") == 0) {
		add_verbs(out);
		for (int k = 0; manual_page(k) != NULL; k++)
			completions_add(out, manual_page(k));
	} else if (strchr(takes, '|') != NULL)
		add_choices(out, takes);
}

/* The last word may be empty, or the beginning of anything. */
static void
complete_last(const struct typed *t, struct completions *out)
{
	if (t->unknown)
		return;
	if (t->value != NULL)
		verb_completion_add_values(t, out);
	else if (out->last[0] == '-')
		add_flags(out, flags_of(t->verb));
	else if (t->verb != NULL)
		add_operands(t, out);
	else
		add_verbs(out);
}

/* ---- the verb ---- */

static int
verb_completion_print_words(const struct cli *cli)
{
	static char found[WORDS_MAX][64];
	const int before = cli->raw_count > 1 ? cli->raw_count - 2 : 0;
	struct completions out = { .last = cli->raw_count > 1
						   ? cli->raw[cli->raw_count - 1]
						   : "",
				   .out = found,
				   .max = WORDS_MAX };
	const struct typed t = read_words(cli->catalog, before, cli->raw + 1);
	complete_last(&t, &out);
	for (int i = 0; i < out.count; i++)
		puts(found[i]);
	return CLI_DONE;
}

int
verb_completion(struct cli *cli)
{
	static const char *const shells[] = { "bash", "zsh", "fish" };
	const char *what = cli->raw_count > 0 ? cli->raw[0] : "";
	char name[40], path[4096];
	struct text script = { 0 };
	if (strcmp(what, "words") == 0)
		return verb_completion_print_words(cli);
	for (size_t i = 0; cli->raw_count == 1 && i < sizeof shells / sizeof *shells;
	     i++) {
		if (strcmp(shells[i], what) != 0)
			continue;
		snprintf(name, sizeof name, "completion/%s", what);
		const bool found = asset_find(name, path, sizeof path) &&
				   text_read_file(&script, path, SCRIPT_BYTES);
		if (found)
			fputs(script.s, stdout);
		else
			status_fail(&cli->st, "%s: cannot be read", name);
		text_free(&script);
		return found ? CLI_DONE : CLI_CANNOT;
	}
	status_fail(&cli->st, "completion: expected bash, zsh or fish");
	return CLI_USAGE;
}
