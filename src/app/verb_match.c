/*
 * verb_match.c - players against each other: from the command line, or from a file that
 * describes the match.
 *
 *   [match]                      [variant]        [players]
 *   game = hearts                hands = 1        strong = hard
 *   games = 240                  open = on        weak = uct:sims=60
 *   seed = 9
 *   seating = pairs | gauntlet | all
 *   opening = 6
 *   sprt = 0,20
 *   aivat = showdown | PLAYER
 *   width = 20
 *   db = FILE
 *   records = DIR
 *
 * Flags of the command line go before what the file says.
 */
#include "src/app/cluster.h"

#include "src/app/meter.h"
#include "src/base/inifile.h"
#include "src/base/text.h"
#include "src/lab/plan.h"
#include "src/wire/engine.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_GAMES 100
#define DEFAULT_SEED  1
#define VALUE	      400

/* What a match is made of. */
struct match_plan {
	struct setup setup;
	struct player player[TOURNAMENT_PLAYERS];
	char label[TOURNAMENT_PLAYERS][TOURNAMENT_LABEL];
	int players;
	int64_t games, seed, jobs, opening;
	enum tournament_seats seats;
	struct tournament_sprt sprt;
	double width;
	struct player baseline; /* with aivat, unless that is showdown */
	char aivat[VALUE];
	char db[VALUE], records[VALUE];
	bool chosen; /* setup has its game */
	const struct catalog *catalog;
};

static bool
choose_game(struct match_plan *p, const char *key, struct status *st)
{
	p->chosen = true;
	return setup_named(&p->setup, p->catalog, key, st);
}

static bool
verb_match_set_count(int64_t *out, const char *key, const char *value, int64_t least,
		     int64_t most, struct status *st)
{
	if (text_parse_count(value, out) && *out >= least && *out <= most)
		return true;
	return status_fail(st,
			   "%s: expected a whole number from %lld to %lld, not \"%.40s\"",
			   key, (long long)least, (long long)most, value);
}

/* `key` is what the user wrote before the value. Empty: as if it were not there. */
static bool
set_seating(struct match_plan *p, const char *key, const char *value, struct status *st)
{
	p->seats = TOURNAMENT_PAIRS;
	for (int i = 0; i < TOURNAMENT_SEATS; i++) {
		if (!text_equal_fold(value, tournament_seats_names[i]))
			continue;
		p->seats = (enum tournament_seats)i;
		return true;
	}
	return *value == '\0' ||
	       status_fail(st, "%s: expected pairs, gauntlet or all, not \"%.40s\"", key,
			   value);
}

#define SPRT_RATE "mbb/g"

static bool
set_sprt(struct match_plan *p, const char *key, const char *value, struct status *st)
{
	const size_t length = strlen(value), suffix = strlen(SPRT_RATE);
	struct tournament_sprt test = { .on = length > 0 };
	char text[96];
	test.rate = length >= suffix && strcmp(value + length - suffix, SPRT_RATE) == 0;
	snprintf(text, sizeof text, "%.*s", (int)(length - (test.rate ? suffix : 0)),
		 value);
	char *comma = strchr(text, ',');
	if (comma != NULL)
		*comma++ = '\0';
	const double most = test.rate ? 1e6 : 2000;
	if (test.on &&
	    (comma == NULL || length >= sizeof text ||
	     !text_parse_real(text, &test.elo0) || !text_parse_real(comma, &test.elo1) ||
	     test.elo0 >= test.elo1 || test.elo0 <= -most || test.elo1 >= most))
		return status_fail(
			st,
			"%s: expected two Elo differences as in 0,20, not \"%.40s\" "
			"(in poker also means, 0,50mbb/g)",
			key, value);
	p->sprt = test;
	return true;
}

static bool
set_width(struct match_plan *p, const char *key, const char *value, struct status *st)
{
	if (text_parse_real(value, &p->width) && p->width > 0 && p->width < 1e9)
		return true;
	return status_fail(st, "%s: expected a number above 0, not \"%.40s\"", key,
			   value);
}

static const struct {
	const char *key;
	size_t at, size;
} texts[] = {
	{ "aivat", offsetof(struct match_plan, aivat), VALUE },
	{ "db", offsetof(struct match_plan, db), VALUE },
	{ "records", offsetof(struct match_plan, records), VALUE },
};

static bool
match_entry(struct match_plan *p, const char *key, const char *value, struct status *st)
{
	if (strcmp(key, "game") == 0)
		return choose_game(p, value, st);
	if (strcmp(key, "games") == 0)
		return verb_match_set_count(&p->games, key, value, 1, 100000000, st);
	if (strcmp(key, "seed") == 0)
		return verb_match_set_count(&p->seed, key, value, 0, UINT32_MAX, st);
	if (strcmp(key, "jobs") == 0)
		return verb_match_set_count(&p->jobs, key, value, 1, 64, st);
	if (strcmp(key, "opening") == 0)
		return verb_match_set_count(&p->opening, key, value, 0, 1000, st);
	if (strcmp(key, "seating") == 0)
		return set_seating(p, key, value, st);
	if (strcmp(key, "sprt") == 0)
		return set_sprt(p, key, value, st);
	if (strcmp(key, "width") == 0)
		return set_width(p, key, value, st);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		if (strcmp(key, texts[i].key) != 0)
			continue;
		if (strlen(value) >= texts[i].size)
			return status_fail(st, "%s: too long", key);
		snprintf((char *)p + texts[i].at, texts[i].size, "%s", value);
		return true;
	}
	return status_fail(st,
			   "unknown key \"%.40s\": expected game, games, seed, jobs, "
			   "opening, seating, sprt, aivat, width, db or records",
			   key);
}

static bool
verb_match_add_player(struct match_plan *p, const char *text, struct status *st)
{
	struct player *player = &p->player[p->players];
	if (p->players == TOURNAMENT_PLAYERS)
		return status_fail(st, "more than %d players", TOURNAMENT_PLAYERS);
	if (!player_parse(player, text, p->catalog, &p->setup.game, st))
		return false;
	if (player->human)
		return status_fail(st, "a match is between searches, not persons");
	p->players++;
	return true;
}

static bool
check_section(const char *section, struct status *st)
{
	static const char *const known[] = { "match", "variant", "players" };
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(section, known[i]) == 0)
			return true;
	return status_fail(st,
			   "unknown section [%.40s]: expected [match], [variant] or "
			   "[players]",
			   section);
}

/* One line of the file. */
static bool
verb_match_take_entry(void *user, const char *section, const char *key, const char *value,
		      int line, struct status *st)
{
	struct match_plan *p = user;
	if (key == NULL)
		return check_section(section, st);
	if (*section == '\0')
		return status_fail(st, "%s: expected [match] before it", key);
	if (strcmp(section, "match") == 0)
		return match_entry(p, key, value, st);
	if (!p->chosen)
		return status_fail(st, "expected game = ... in [match] before this");
	if (strcmp(section, "players") == 0) {
		if (!verb_match_add_player(p, value, st))
			return false;
		snprintf(p->label[p->players - 1], TOURNAMENT_LABEL, "%s", key);
		return true;
	}
	if (p->players > 0)
		return status_fail(st, "expected [variant] before [players]");
	return setup_variant(&p->setup, p->catalog, key, value, st);
}

static bool
is_file(const char *word)
{
	const size_t n = word ? strlen(word) : 0;
	return n > 4 && strcmp(word + n - 4, ".ini") == 0;
}

#define SHOWDOWN "showdown"

static bool
read_baseline(struct match_plan *p, struct status *st)
{
	if (p->aivat[0] == '\0' || strcmp(p->aivat, SHOWDOWN) == 0)
		return true;
	if (player_parse(&p->baseline, p->aivat, p->catalog, &p->setup.game, st))
		return true;
	status_prefix(st, "aivat");
	return false;
}

/* The flags, on top of what a file said. */
static bool
apply_flags(struct cli *cli, struct match_plan *p)
{
	const struct args *a = &cli->args;
	const struct {
		const char *from;
		char *to;
		size_t size;
	} given[] = {
		{ a->aivat, p->aivat, sizeof p->aivat },
		{ a->db, p->db, sizeof p->db },
		{ a->records, p->records, sizeof p->records },
	};
	for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
		if (given[i].from && strlen(given[i].from) >= given[i].size)
			return status_fail(&cli->st, "\"%.40s...\" is too long",
					   given[i].from);
		if (given[i].from)
			snprintf(given[i].to, given[i].size, "%s", given[i].from);
	}
	if ((a->seating && !set_seating(p, "--seating", a->seating, &cli->st)) ||
	    (a->width && !set_width(p, "--width", a->width, &cli->st)) ||
	    (a->sprt && !set_sprt(p, "--sprt", a->sprt, &cli->st)))
		return false;
	p->seats = a->gauntlet ? TOURNAMENT_GAUNTLET : p->seats;
	p->games = a->games ? a->games : p->games;
	p->jobs = a->jobs ? a->jobs : p->jobs;
	p->opening = a->opening >= 0 ? a->opening : p->opening;
	p->seed = a->seed >= 0 ? a->seed : p->seed;
	for (int i = 0; i < a->players.count; i++)
		if (!verb_match_add_player(p, a->players.word[i], &cli->st)) {
			status_prefix(&cli->st, "-a");
			return false;
		}
	if (!read_baseline(p, &cli->st))
		return false;
	return p->players >= 2 ||
	       status_fail(&cli->st,
			   "match: expected 2 to %d players, each as -a PLAYER or in "
			   "[players] of FILE.ini",
			   TOURNAMENT_PLAYERS);
}

static bool
verb_match_read_plan(struct cli *cli, struct match_plan *p)
{
	const char *word = cli->args.count ? cli->args.word[0] : NULL;
	p->catalog = cli->catalog;
	p->games = DEFAULT_GAMES;
	p->seed = DEFAULT_SEED;
	if (!is_file(word))
		return cli_setup(cli, &p->setup, false) && apply_flags(cli, p);
	if (cli->args.variants.count)
		return status_fail(&cli->st, "-o: the rules come from %s", word);
	if (!inifile_read_sections(word, verb_match_take_entry, p, &cli->st))
		return false;
	if (!p->chosen)
		return status_fail(&cli->st, "%s: expected game = ... in [match]", word);
	return apply_flags(cli, p);
}

static void
verb_match_print_result(const struct cli *cli, const struct tournament_result *r)
{
	if (cli->args.json)
		json_print(tournament_to_json(r), stdout);
	else if (cli->args.csv)
		tournament_print_csv(r, stdout);
	else
		tournament_print(r, stdout);
}

static int
plan_match(struct cli *cli, const struct tournament_options *o)
{
	struct plan cost = { 0 };
	const bool ok = plan_tournament(o, &cost, &cli->st);
	cli_progress_end();
	if (ok && cli_is_rank_0())
		cluster_print_plan(cli, &cost, o->jobs);
	return ok ? CLI_DONE : CLI_CANNOT;
}

int
verb_match(struct cli *cli)
{
	static struct match_plan plan;
	static struct tournament_result result;
	struct meter meter;
	struct tournament_options options = { 0 };
	if (!verb_match_read_plan(cli, &plan))
		return CLI_USAGE;
	options.game = &plan.setup.game;
	options.player = plan.player;
	options.players = plan.players;
	options.games = plan.games;
	options.seed = (uint64_t)plan.seed;
	options.jobs = (int)plan.jobs;
	options.opening = (int)plan.opening;
	options.seats = plan.seats;
	options.sprt = plan.sprt;
	options.width = plan.width;
	options.aivat = plan.aivat[0] != '\0';
	options.baseline = strcmp(plan.aivat, SHOWDOWN) == 0 ? NULL : &plan.baseline;
	options.db = plan.db[0] ? plan.db : NULL;
	options.resume = cli->args.go_on;
	options.machines = cluster_machines(&options.machine);
	options.records = plan.records[0] ? plan.records : NULL;
	char inside[4096] = "";
	engine_log_folder = cli->args.bot_log;
	if (engine_log_folder != NULL)
		snprintf(inside, sizeof inside, "%s/.",
			 engine_log_folder); /* no file has it */
	if (engine_log_folder != NULL &&
	    ((mkdir(engine_log_folder, 0777) != 0 && errno != EEXIST) ||
	     access(inside, W_OK | X_OK) != 0)) {
		status_fail(&cli->st, "--bot-log: %s: cannot write in this directory: %s",
			    engine_log_folder, strerror(errno));
		return CLI_CANNOT;
	}
	options.progress = meter_progress(&meter);
	cli_catch_interrupt();
	if (cli->args.plan)
		return plan_match(cli, &options);
	const bool ok = tournament_run(&options, &result, &cli->st);
	cli_progress_end();
	if (!cli_is_rank_0())
		return ok ? CLI_DONE : CLI_CANNOT;
	memcpy(result.label, plan.label, sizeof result.label);
	if (!ok && result.games == 0)
		return atomic_load(&cli_interrupted) ? CLI_INTERRUPTED
		       : result.possible	     ? CLI_CANNOT
						     : CLI_USAGE;
	verb_match_print_result(cli, &result);
	if (atomic_load(&cli_interrupted))
		return CLI_INTERRUPTED;
	return ok ? CLI_DONE : CLI_CANNOT;
}
