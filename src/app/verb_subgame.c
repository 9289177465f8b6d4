/*
 * verb_subgame.c - `solve holdem --board`: the rest of a hand for two ranges, and a solved file
 * walked through.
 *
 * Without --board flop hold'em (rounds=2) is solved from its first bet, every hand of both unless
 * ranges are given. Else the position is one of the game: with a pot of P and S behind, both have
 * put P/2 in before the flop and checked since. The first range is that of the seat that acts
 * first, the one without the button.
 */
#include "ai/poker/tree/subgame_file.h"
#include "src/app/spot.h"

#include "src/base/clock.h"
#include "src/base/pool.h"
#include "src/base/text.h"
#include "src/core/record.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#define MEMORY	   1024 /* MiB */
#define ROOM	   4096 /* MiB at most for a tree that is counted, of which little is touched */
#define SIZES	   "0.5,1,a"
#define RAISES	   4
#define PERCENT	   0.5	 /* of the pot, for the exploitability that is enough */
#define ITERATIONS 10000 /* at most */
#define FIRST_LOOK 10	 /* iterations; then after a quarter more each time */

/* ---- the position ------------------------------------------------------------------------ */

/* The blinds are the least that leave room for the hand, and make half the pot a legal raise. */
static bool
choose_blinds(int half, int stack, int *small, int *big, bool *limped, struct status *st)
{
	*big = (stack + HOLDEM_BLINDS - 1) / HOLDEM_BLINDS;
	*big = *big < 2 ? 2 : *big;
	*limped = half < 2 * *big;
	if (*limped && half < *big)
		return status_fail(st, "--stack: expected at most %d with this pot",
				   (HOLDEM_BLINDS - 1) * half);
	*big = *limped ? half : *big;
	*small = *big > 1 ? *big / 2 : 1;
	return true;
}

/* Rules as KEY=VALUE with commas between, all at once: they may depend on each other. */
static bool
set_rules(struct cli *cli, struct setup *s, const char *list)
{
	struct options variant = s->game.variant;
	char word[OPTION_TEXT + 40];
	for (const char *at = list; at != NULL;) {
		const int n = text_next(&at, ',', word, sizeof word);
		char *equals = n > 0 && n < (int)sizeof word ? strchr(word, '=') : NULL;
		if (equals == NULL)
			return status_fail(&cli->st,
					   "'%.40s': expected rules of the game", word);
		*equals = '\0';
		if (!options_set(&variant, word, equals + 1, &cli->st))
			return false;
	}
	return game_init(&s->game, s->game.ops, s->game.seats, &variant, &cli->st);
}

/* "0.5,1,a" is sizes=0.5/1/a. */
static bool
format_sizes(struct cli *cli, char out[OPTION_TEXT])
{
	const char *sizes = cli->args.sizes != NULL ? cli->args.sizes : SIZES;
	if (strlen(sizes) >= OPTION_TEXT)
		return status_fail(&cli->st, "--sizes: too long");
	snprintf(out, OPTION_TEXT, "%s", sizes);
	for (char *p = out; *p != '\0'; p++)
		*p = *p == ',' ? '/' : *p;
	return true;
}

static bool
set_chips(struct cli *cli, struct setup *s, char *betting, size_t size)
{
	const struct args *a = &cli->args;
	const int pot = (int)a->pot, half = pot / 2, stack = (int)a->stack + half;
	int small = 0, big = 0;
	bool limped = false;
	char rules[OPTION_TEXT + 100], sizes[OPTION_TEXT];
	if (pot == 0 || pot % 2 != 0)
		return status_fail(&cli->st,
				   "--pot: expected an even number of chips, both put in "
				   "half of it");
	if (a->stack == 0 || stack > HOLDEM_STACK)
		return status_fail(
			&cli->st, "--stack: expected chips behind, 1 to %d with this pot",
			HOLDEM_STACK - half);
	if (!choose_blinds(half, stack, &small, &big, &limped, &cli->st))
		return false;
	if (limped)
		snprintf(betting, size, "cc");
	else
		snprintf(betting, size, "r%dc", half);
	if (!format_sizes(cli, sizes))
		return false;
	snprintf(rules, sizeof rules, "rounds=4,hands=1,stack=%d,blinds=%d/%d,sizes=%s",
		 stack, small, big, sizes);
	return set_rules(cli, s, rules);
}

/* The cards of --board, three to five; returns how many, 0: they are not that. */
static int
read_board(struct cli *cli, uint8_t card[POKER_BOARD])
{
	const char *at = cli->args.board;
	uint64_t gone = 0;
	int n = 0;
	while (n < POKER_BOARD && poker_read_cards(&at, 1, &gone, card + n))
		n++;
	while (isspace((unsigned char)*at))
		at++;
	if (n >= 3 && *at == '\0')
		return n;
	status_fail(&cli->st,
		    "--board: '%.20s': expected three to five different cards, as in "
		    "Td9d6hQc",
		    cli->args.board);
	return 0;
}

/* The first bet of a hand of flop hold'em. */
static bool
make_start(struct cli *cli, struct spot_run *r)
{
	struct game *g = &r->setup.game;
	char sizes[OPTION_TEXT], rules[OPTION_TEXT + 10];
	if (holdem_variant(g)->rounds != 2)
		return status_fail(&cli->st, "solve: expected --board, or flop hold'em "
					     "(-o rounds=2), which is solved whole");
	if (cli->args.pot > 0 || cli->args.stack > 0)
		return status_fail(&cli->st,
				   "--pot, --stack: expected --board with them");
	if (cli->args.sizes != NULL) {
		if (!format_sizes(cli, sizes))
			return false;
		snprintf(rules, sizeof rules, "sizes=%s", sizes);
		if (!set_rules(cli, &r->setup, rules))
			return false;
	}
	return g->text->parse_position(g, "0::|", &r->root, &cli->st);
}

static bool
make_position(struct cli *cli, struct spot_run *r)
{
	if (cli->args.board == NULL)
		return make_start(cli, r);
	struct setup *s = &r->setup;
	uint8_t card[POKER_BOARD];
	char betting[40], position[POSITION_TEXT];
	struct text cards = { 0 };
	if (cli->args.pot == 0 || cli->args.stack == 0)
		return status_fail(&cli->st, "solve: --board needs --pot and --stack");
	const int n = read_board(cli, card);
	if (n == 0 || !set_chips(cli, s, betting, sizeof betting))
		return false;
	for (int i = 0; i < n; i++) {
		char text[CARD_TEXT];
		poker_card_text(card[i], text);
		text_add(&cards, "%s%s", i == 0 || i >= 3 ? "/" : "", text);
	}
	snprintf(position, sizeof position, "0:%s/%s:|%s", betting,
		 n == 3	  ? ""
		 : n == 4 ? "cc/"
			  : "cc/cc/",
		 cards.s);
	text_free(&cards);
	return s->game.text->parse_position(&s->game, position, &r->root, &cli->st);
}

/* Whether a range has a hand that goes with the board. */
static bool
is_left(const struct poker_range *range, uint64_t board)
{
	for (int h = 0; h < POKER_HANDS; h++)
		if (range->weight[h] > 0 && (poker_hand_set(h) & board) == 0)
			return true;
	return false;
}

static bool
read_ranges(struct cli *cli, struct spot_run *r)
{
	const struct word_list *given = &cli->args.ranges;
	const bool all = cli->args.board == NULL && given->count == 0;
	for (int i = 0; all && i < 2; i++)
		for (int h = 0; h < POKER_HANDS; h++)
			r->range[i].weight[h] = 1;
	if (all)
		return true;
	if (given->count != 2)
		return status_fail(
			&cli->st, "solve: expected two of --range, of the seat that acts "
				  "first and of the one with the button");
	const uint64_t board = holdem_board_set(holdem_of(&r->root));
	for (int i = 0; i < 2; i++) {
		struct poker_range *range = &r->range[i == 0 ? SPOT_FIRST : SPOT_BUTTON];
		if ((range_parse(given->word[i], range, &cli->st) &&
		     is_left(range, board)) ||
		    status_fail(&cli->st, "no hand goes with the board"))
			continue;
		status_prefix(&cli->st, "--range %d", i + 1);
		return false;
	}
	return true;
}

static bool
read_percent(struct cli *cli, double *percent)
{
	*percent = PERCENT;
	if (cli->args.exploitability == NULL)
		return true;
	if (text_parse_real(cli->args.exploitability, percent) && *percent >= 0 &&
	    *percent <= 100)
		return true;
	return status_fail(&cli->st,
			   "--exploitability: '%.20s': expected a percentage of the pot",
			   cli->args.exploitability);
}

/* ---- solving ----------------------------------------------------------------------------- */

/* Says what is needed, and what would fit. */
static void
say_what_fits(const struct subgame_setup *setup, int64_t memory, struct status *st)
{
	struct arena
		room; /* to count in: the tables, most of the memory, are not there */
	if (!arena_open(&room, (size_t)ROOM << 20)) {
		status_prefix(st, "solve");
		return;
	}
	const int64_t needed = subgame_needs(&room, setup);
	int64_t least = 0;
	const int raises = subgame_fewer_raises(&room, setup, memory, &least);
	arena_close(&room);
	char fits[100] = "fewer sizes, a later street or smaller ranges would fit";
	if (raises >= 0)
		snprintf(fits, sizeof fits, "--raises %d would need %lld", raises,
			 (long long)least);
	*st = (struct status){ 0 };
	if (needed > 0)
		status_fail(st, "solve: needs %lld MiB, memory= is %lld; %s",
			    (long long)needed, (long long)memory, fits);
	else
		status_fail(st, "solve: memory= is too small; %s", fits);
}

static bool
verb_subgame_open_spot(struct cli *cli, struct spot_run *r)
{
	const int64_t memory = cli->args.memory > 0 ? cli->args.memory : MEMORY;
	r->raises = cli->args.raises >= 0 ? (int)cli->args.raises : RAISES;
	struct subgame_setup setup = {
		.g = &r->setup.game,
		.root = &r->root,
		.range = { r->range[0].weight, r->range[1].weight },
		.label = r->label,
		.raises = r->raises,
		.variant = REGRET_DISCOUNTED,
		.threads = cli->args.jobs > 0 ? (int)cli->args.jobs : pool_cores(),
	};
	if (!arena_open(&r->arena, (size_t)memory << 20))
		return status_fail(&cli->st, "--memory: the system gives no %lld MiB",
				   (long long)memory);
	if (subgame_open(&r->s, &r->arena, &setup, &cli->st)) {
		r->s.crew = &r->crew;
		return true;
	}
	if (strstr(cli->st.text, "memory") != NULL)
		say_what_fits(&setup, memory, &cli->st);
	else
		status_prefix(&cli->st, "solve");
	return false;
}

/* Until it is exploitable by no more than asked, or a limit is reached. */
static void
verb_subgame_iterate(struct cli *cli, struct spot_run *r, double enough)
{
	const struct progress progress = cli_progress();
	const struct limits *l = &cli->args.limits;
	const int64_t most = l->sims > 0 ? l->sims : ITERATIONS;
	const int64_t began_us = clock_now_us();
	int64_t look = FIRST_LOOK;
	r->gap = HUGE_VAL;
	while (r->s.iterations < most && r->gap > enough) {
		subgame_iterate(&r->s);
		const int64_t us = clock_now_us() - began_us;
		const bool late = l->time_ms > 0 && us >= 1000 * l->time_ms;
		r->stopped =
			progress_stopped(&progress) ||
			!progress_report(&progress, r->s.iterations, most, "iterations");
		if (late || r->stopped)
			break;
		if (r->s.iterations < look || cli->args.limits.sims > 0)
			continue;
		r->gap = subgame_exploitability(&r->s);
		look = r->s.iterations * 5 / 4 + 1;
	}
	r->gap = subgame_exploitability(&r->s);
	r->elapsed_us = clock_now_us() - began_us;
	cli_progress_end();
}

/* ---- the verb ---------------------------------------------------------------------------- */

bool
cli_solves_ranges(const struct cli *cli)
{
	const struct args *a = &cli->args;
	return a->board != NULL || a->saved != NULL ||
	       (a->count > 0 && strcmp(a->word[0], holdem_game.key) == 0);
}

static bool
check_words(struct cli *cli)
{
	const struct args *a = &cli->args;
	if (strcmp(a->count > 0 ? a->word[0] : "", holdem_game.key) != 0)
		return status_fail(&cli->st,
				   "--board, --saved: expected the game holdem");
	if (a->count > 1)
		return status_fail(&cli->st, "solve: unexpected \"%.60s\"", a->word[1]);
	const bool asks = a->board != NULL || a->ranges.count > 0 || a->pot > 0 ||
			  a->stack > 0 || a->out != NULL || a->locks.count > 0 ||
			  a->line != NULL || a->sizes != NULL || a->raises >= 0 ||
			  a->exploitability != NULL || a->limits.sims > 0;
	if (a->saved != NULL && asks)
		return status_fail(&cli->st,
				   "--saved: the file has what was solved; expected only "
				   "--at, --hands, --json or --record with it");
	if (a->record != NULL && a->saved == NULL && a->out == NULL)
		return status_fail(&cli->st,
				   "--record: expected --out or --saved with it");
	return true;
}

/* Of a hand whose solution begins at its first bet there is nothing to record. */
static bool
has_record(struct cli *cli, const struct spot_run *r)
{
	return cli->args.record == NULL || !r->s.whole ||
	       status_fail(&cli->st, "--record: a whole hand has nothing before it; "
				     "play against cfr:file=FILE instead");
}

static bool
solve_anew(struct cli *cli, struct spot_run *r)
{
	static struct line_walk w;
	double percent;
	/* a mistake in --at or --record is reported now, before hours of work would be
	 * lost */
	if (!read_percent(cli, &percent) || !make_position(cli, r) ||
	    !read_ranges(cli, r) || !spot_read_locks(cli, r) ||
	    !verb_subgame_open_spot(cli, r) || !has_record(cli, r) ||
	    !spot_lock(cli, r) || !spot_walk(cli, r, &w))
		return false;
	cli_catch_interrupt();
	verb_subgame_iterate(cli, r, percent / 100 * spot_pot(&r->root));
	return true;
}

static bool
save(struct cli *cli, const struct spot_run *r)
{
	const struct subgame_saved about = { .raises = r->raises,
					     .exploitability = r->gap };
	return cli->args.out == NULL ||
	       subgame_save(&r->s, &about, cli->args.out, &cli->st);
}

/* ---- a record ---------------------------------------------------------------------------- */

/* The deal of the heaviest pair of hands that go together: there is one in every subgame. */
static move
heaviest_deal(const struct subgame *s)
{
	uint8_t card[2 * HOLDEM_CARDS];
	double most = 0;
	for (int i = 0; i < s->hands[SPOT_FIRST]; i++)
		for (int k = 0; k < s->hands[SPOT_BUTTON]; k++) {
			const struct subgame_hand *first = &s->hand[SPOT_FIRST][i];
			const struct subgame_hand *second = &s->hand[SPOT_BUTTON][k];
			const double weight =
				(double)first->weight * (double)second->weight;
			if (weight <= most || (poker_hand_set(first->hand) &
					       poker_hand_set(second->hand)) != 0)
				continue;
			most = weight;
			memcpy(card, first->card, sizeof first->card);
			memcpy(card + HOLDEM_CARDS, second->card, sizeof second->card);
		}
	assert(most > 0);
	return holdem_cards_move(card, 2 * HOLDEM_CARDS);
}

/* The hand up to where the solution begins, both seats playing by the file. */
static bool
verb_subgame_save_record(struct cli *cli, struct spot_run *r, const char *file)
{
	static struct match m;
	const struct holdem *h = holdem_of(&r->root);
	const struct game *g = &r->setup.game;
	char player[PLAYER_TEXT];
	int dealt = 0;
	if (cli->args.record == NULL)
		return true;
	snprintf(player, sizeof player, "cfr:file=%s", file);
	for (int seat = 0; seat < 2; seat++)
		if (!setup_player(&r->setup, cli->catalog, seat, player, &cli->st))
			return false;
	r->setup.seed = 1; /* of cards to come: the same file every time */
	match_begin(&m, &r->setup);
	match_push(&m, SEAT_CHANCE, heaviest_deal(&r->s), NULL);
	for (int i = 0; i < h->moves || dealt < holdem_board_count(h);) {
		const int mover = game_mover(g, &m.states[m.at]);
		const int due =
			holdem_board_of_round(holdem_of(&m.states[m.at])->round + 1) -
			dealt;
		if (mover != SEAT_CHANCE) {
			match_push(&m, mover, h->line[i++], NULL);
			continue;
		}
		match_push(&m, SEAT_CHANCE, holdem_cards_move(h->board + dealt, due),
			   NULL);
		dealt += due;
	}
	const bool ok = record_save(&m, cli->args.record, &cli->st);
	match_close(&m);
	return ok;
}

/* The file says which game it is of. */
static bool
verb_subgame_load(struct cli *cli, struct spot_run *r)
{
	static struct subgame_saved about;
	const int64_t memory = cli->args.memory > 0 ? cli->args.memory : MEMORY;
	const struct game *g = &r->setup.game;
	const char *path = cli->args.saved;
	if (!subgame_about(g->ops, path, &about, &cli->st) ||
	    !set_rules(cli, &r->setup, about.variant) ||
	    !g->text->parse_position(g, about.position, &r->root, &cli->st))
		return false;
	if (!arena_open(&r->arena, (size_t)memory << 20))
		return status_fail(&cli->st, "--memory: the system gives no %lld MiB",
				   (long long)memory);
	r->raises = about.raises;
	r->gap = about.exploitability;
	return subgame_load(&r->s, &r->arena, g, path, &cli->st) && has_record(cli, r);
}

int
cli_solve_ranges(struct cli *cli)
{
	static struct spot_run r;
	static struct line_walk w;
	if (!check_words(cli) || !cli_setup(cli, &r.setup, false) ||
	    !(cli->args.saved != NULL ? verb_subgame_load(cli, &r)
				      : solve_anew(cli, &r)) ||
	    !spot_walk(cli, &r, &w))
		return CLI_USAGE;
	const char *file = cli->args.saved != NULL ? cli->args.saved : cli->args.out;
	/* printed even if it cannot be kept: a full disk does not lose the work */
	const bool kept = save(cli, &r) && verb_subgame_save_record(cli, &r, file);
	if (cli->args.json)
		spot_print_json(&r, &w);
	else
		spot_print(&r, &w, cli->args.hands);
	crew_close(r.crew);
	arena_close(&r.arena);
	return !kept ? CLI_CANNOT : r.stopped ? CLI_INTERRUPTED : CLI_DONE;
}
