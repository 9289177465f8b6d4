/* verb_acpc.c - hold'em between programs: plyscope at a dealer, and as the dealer. */
#include "src/app/cli.h"

#include "src/base/file.h"
#include "src/base/text.h"
#include "src/wire/acpc.h"

#include <stdlib.h>
#include <string.h>

#define GAME_FILE    65536
#define PATIENCE_MS  10000
#define DEFAULT_DEAL 100

/* Hold'em by a game file, a match of `hands`. */
static bool
set_up(struct cli *cli, const char *path, int64_t hands, struct setup *setup)
{
	char variant[200], count[24];
	struct text file = { 0 };
	if (!text_read_file(&file, path, GAME_FILE))
		return status_fail(&cli->st, "%s: %s", path, file_reason());
	const bool read = acpc_read_game(file.s != NULL ? file.s : "", path, variant,
					 sizeof variant, &cli->st);
	text_free(&file);
	cli->args.word[0] = "holdem";
	cli->args.count = 1;
	snprintf(count, sizeof count, "%lld", (long long)hands);
	if (!read || !cli_setup(cli, setup, false))
		return false;
	if (setup_variants(setup, cli->catalog, variant, &cli->st) &&
	    setup_variant(setup, cli->catalog, "hands", count, &cli->st))
		return true;
	status_prefix(&cli->st, "%s", path);
	return false;
}

/* ---- at a dealer --------------------------------------------------------------------------- */

static void
verb_acpc_print_result(const struct acpc_client *c, FILE *out)
{
	const char *unit = NULL;
	const struct result_ops *results = c->game->results;
	const double rate =
		results->rate != NULL ? results->rate(c->game, &unit) * ACPC_HANDS : 0;
	fprintf(out, "%lld hands, %+.0f chips", (long long)c->hands, c->points + 0.0);
	if (c->hands > 0 && rate > 0)
		fprintf(out, ", %+.0f mbb/g", rate * c->points / (double)c->hands + 0.0);
	fputc('\n', out);
}

/* A number, or the name of a service. */
static bool
is_port(const char *text, struct status *st)
{
	int64_t n;
	if (strspn(text, "0123456789") < strlen(text) || *text == '\0')
		return *text != '\0' || status_fail(st, "acpc: expected a port");
	return (text_parse_count(text, &n) && n >= 1 && n <= 65535) ||
	       status_fail(st, "acpc: expected a port from 1 to 65535, not \"%.40s\"",
			   text);
}

int
verb_acpc(struct cli *cli)
{
	static struct setup setup;
	static struct player player;
	const struct args *a = &cli->args;
	if (a->count != 3) {
		status_fail(&cli->st, "acpc: expected HOST PORT GAMEFILE");
		return CLI_USAGE;
	}
	struct acpc_client client = { .host = a->word[0],
				      .port = a->word[1],
				      .game = &setup.game,
				      .player = &player,
				      .stop = &cli_interrupted };
	if (!is_port(a->word[1], &cli->st) ||
	    !set_up(cli, a->word[2], ACPC_HANDS, &setup) ||
	    !cli_one_search(cli, &setup.game, "equity", &player))
		return CLI_USAGE;
	client.seed = setup.seed;
	cli_catch_interrupt();
	const bool ok = acpc_play(&client, &cli->st);
	if (ok || client.hands > 0)
		verb_acpc_print_result(&client, stdout);
	if (atomic_load(&cli_interrupted))
		return CLI_INTERRUPTED;
	return ok ? CLI_DONE : CLI_CANNOT;
}

/* ---- the dealer ---------------------------------------------------------------------------- */

/* "A,B" of --names into two; "P,P" of --ports. */
static bool
read_pair(const char *text, char first[ACPC_NAME], char second[ACPC_NAME])
{
	const char *comma = text != NULL ? strchr(text, ',') : NULL;
	if (comma == NULL || comma == text || comma[1] == '\0' ||
	    strpbrk(comma + 1, ",:|\n") != NULL ||
	    strcspn(text, ":|\n") < (size_t)(comma - text) || comma - text >= ACPC_NAME ||
	    strlen(comma + 1) >= ACPC_NAME)
		return false;
	snprintf(first, ACPC_NAME, "%.*s", (int)(comma - text), text);
	snprintf(second, ACPC_NAME, "%s", comma + 1);
	return true;
}

static bool
read_ports(const char *text, int port[2], struct status *st)
{
	char word[2][ACPC_NAME];
	if (text == NULL)
		return true;
	bool ok = read_pair(text, word[0], word[1]);
	for (int i = 0; i < 2 && ok; i++) {
		int64_t n;
		ok = text_parse_count(word[i], &n) && n >= 0 && n <= 65535;
		port[i] = ok ? (int)n : 0;
	}
	return ok || status_fail(st,
				 "--ports: expected two, as in 18000,18001 (0: any), not "
				 "\"%.40s\"",
				 text);
}

static bool
read_dealer(struct cli *cli, struct acpc_dealer *d, struct setup *setup)
{
	const struct args *a = &cli->args;
	*d = (struct acpc_dealer){ .game = &setup->game,
				   .name = { "Alice", "Bob" },
				   .patience_ms = a->limits.time_ms > 0
							  ? a->limits.time_ms
							  : PATIENCE_MS,
				   .told = stdout,
				   .stop = &cli_interrupted };
	if (a->count != 1)
		return status_fail(&cli->st, "dealer: expected GAMEFILE");
	if (a->games > ACPC_HANDS)
		return status_fail(&cli->st, "--games: expected at most %d hands",
				   ACPC_HANDS);
	if (a->names != NULL && !read_pair(a->names, d->name[0], d->name[1]))
		return status_fail(
			&cli->st, "--names: expected two, as in Alice,Bob, not \"%.40s\"",
			a->names);
	return read_ports(a->ports, d->port, &cli->st) &&
	       set_up(cli, a->word[0], a->games > 0 ? a->games : DEFAULT_DEAL, setup);
}

int
verb_dealer(struct cli *cli)
{
	static struct setup setup;
	static struct acpc_dealer dealer;
	const struct args *a = &cli->args;
	if (!read_dealer(cli, &dealer, &setup))
		return CLI_USAGE;
	if (a->out == NULL) {
		status_fail(&cli->st, "dealer: expected --out FILE for the log");
		return CLI_USAGE;
	}
	struct file_draft log;
	if (!file_begin(&log, a->out, 0666)) {
		status_fail(&cli->st, "%s: %s", a->out, file_reason());
		return CLI_CANNOT;
	}
	dealer.log = log.f;
	dealer.seed = setup.seed;
	fprintf(dealer.log, "# %s, %s, seed %llu\n", dealer.name[0], dealer.name[1],
		(unsigned long long)dealer.seed);
	cli_catch_interrupt();
	bool ok = acpc_deal(&dealer, &cli->st);
	if (!file_finish(&log, a->out, true) && ok)
		ok = status_fail(&cli->st, "%s: %s", a->out, file_reason());
	if (atomic_load(&cli_interrupted))
		return CLI_INTERRUPTED;
	return ok ? CLI_DONE : CLI_CANNOT;
}
