/*
 * verb_subgame.c - `solve holdem --board`: the rest of a hand for two ranges, and a solved file walked
 * through.
 *
 * The position is one of the game: with a pot of P and S behind, both have put P/2 in before the flop
 * and checked since. The first range is that of the seat that acts first, the one without the button.
 */
#include "src/app/cli.h"

#include "ai/subgame/subgame.h"
#include "games/common/range.h"
#include "games/holdem/holdem.h"
#include "src/base/clock.h"
#include "src/base/file.h"
#include "src/base/text.h"
#include "src/core/record.h"
#include "src/core/setup.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY	     1024 /* MiB */
#define SIZES	     "0.5,1,a"
#define RAISES	     4
#define PERCENT	     0.5   /* of the pot, for the exploitability that is enough */
#define ITERATIONS   10000 /* at most */
#define FIRST_LOOK   10	   /* iterations; then after a quarter more each time */
#define BUTTON	     0	   /* seats of the game */
#define FIRST	     1
#define LINE_WORDS   80
#define LEAST_WEIGHT 5e-4 /* of a hand that is still there, of its weight at first */

static const int seats[2] = { FIRST, BUTTON }; /* as they are printed */
static const char *const seat_words[2] = {
	[FIRST] = "out of position", [BUTTON] = "in position"
};
static const char *const seat_keys[2] = {
	[FIRST] = "out_of_position", [BUTTON] = "in_position"
};

/* What is solved, and what came of it. */
struct spot_run {
	struct setup setup;
	struct state root;
	struct poker_range range[2];
	struct arena arena;
	struct subgame s;
	int raises;
	double gap; /* exploitability, chips */
	int64_t elapsed_us;
	bool stopped;
};

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

static bool
make_position(struct cli *cli, struct spot_run *r)
{
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
	if (given->count != 2)
		return status_fail(
			&cli->st, "solve: expected two of --range, of the seat that acts "
				  "first and of the one with the button");
	const uint64_t board = holdem_board_set(holdem_of(&r->root));
	for (int i = 0; i < 2; i++) {
		struct poker_range *range = &r->range[seats[i]];
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

/* ---- lines ------------------------------------------------------------------------------- */

/* Walks through a subgame by words: moves as they are typed, cards where they come. */
struct line_walk {
	struct spot_run *r;
	struct subgame_place place;
	struct state at;
	uint32_t passed[LINE_WORDS]; /* decisions on the way */
	move made[LINE_WORDS];
	int count;
};

static void
begin_line(struct line_walk *w, struct spot_run *r)
{
	w->r = r;
	w->count = 0;
	memset(&w->at, 0, sizeof w->at);
	game_copy(&r->setup.game, &r->root, &w->at);
	subgame_begin(&r->s, &w->place);
}

/* The word for a move: "check", "bet 100", "all-in". */
static void
move_word(const struct state *s, move m, char *out, size_t size)
{
	const struct holdem *h = holdem_of(s);
	const int seat = h->mover, chips = (int)(m - HOLDEM_RAISE) - h->base;
	if (m == HOLDEM_FOLD)
		snprintf(out, size, "fold");
	else if (m == HOLDEM_CALL)
		snprintf(out, size, "%s", holdem_to_call(h, seat) > 0 ? "call" : "check");
	else if (chips + h->base == h->stack[seat])
		snprintf(out, size, "all-in");
	else
		snprintf(out, size, "%s %d", h->in[1 - seat] > h->base ? "raise" : "bet",
			 chips);
}

/* "check, bet 100 or all-in" */
static void
list_moves(const struct line_walk *w, char *out, size_t size)
{
	const struct subgame *s = &w->r->s;
	const struct subgame_node *n = &s->node[w->place.at.node];
	size_t used = 0;
	out[0] = '\0';
	for (int a = 0; a < n->moves && used < size; a++) {
		char word[24];
		move_word(&w->at, s->node[n->child + (uint32_t)a].m, word, sizeof word);
		used += (size_t)snprintf(out + used, size - used, "%s%s",
					 a == 0		     ? ""
					 : a + 1 == n->moves ? " or "
							     : ", ",
					 word);
	}
}

static bool
step_card(struct line_walk *w, const char *word, struct status *st)
{
	const struct game *g = w->r->s.g;
	const char *at = word;
	uint64_t gone = holdem_board_set(holdem_of(&w->at));
	uint8_t card;
	if (!poker_read_cards(&at, 1, &gone, &card) || *at != '\0' ||
	    !subgame_card(&w->r->s, &w->place, card))
		return status_fail(st, "'%.20s': expected the next card, as in 2s", word);
	g->rules->play(g, &w->at, SEAT_CHANCE, holdem_cards_move(&card, 1), &w->at);
	return true;
}

static bool
step_move(struct line_walk *w, const char *word, struct status *st)
{
	const struct game *g = w->r->s.g;
	const struct subgame_node *n = &w->r->s.node[w->place.at.node];
	char legal[200];
	move m;
	struct status none = { 0 };
	const uint32_t from = w->place.at.node;
	if (n->seat < 0)
		return status_fail(st, "'%.20s': the hand is over here", word);
	if (!g->text->parse_move(g, &w->at, n->seat, word, &m, &none) ||
	    !subgame_move(&w->r->s, &w->place, m)) {
		list_moves(w, legal, sizeof legal);
		return status_fail(st, "'%.20s': expected %s", word, legal);
	}
	w->passed[w->count] = from;
	w->made[w->count++] = m;
	g->rules->play(g, &w->at, n->seat, m, &w->at);
	return true;
}

/* Words with blanks, commas or slashes between. */
static bool
walk_line(struct line_walk *w, struct spot_run *r, const char *text, struct status *st)
{
	static const char between[] = " ,/";
	begin_line(w, r);
	for (const char *at = text + strspn(text, between); *at != '\0';
	     at += strspn(at, between)) {
		char word[24];
		const size_t length = strcspn(at, between);
		snprintf(word, sizeof word, "%.*s", (int)(length < 23 ? length : 23), at);
		at += length;
		const bool card = r->s.node[w->place.at.node].seat == SEAT_CHANCE;
		if (w->count == LINE_WORDS ||
		    !(card ? step_card(w, word, st) : step_move(w, word, st)))
			return false;
	}
	return true;
}

/* The moves of a line are made by every hand. */
static bool
force_line(struct spot_run *r, const char *text, struct status *st)
{
	static struct line_walk w;
	if (!walk_line(&w, r, text, st))
		return false;
	for (int i = 0; i < w.count; i++) {
		const struct subgame_node *n = &r->s.node[w.passed[i]];
		float share[MOVES_MAX] = { 0 };
		share[subgame_child(&r->s, w.passed[i], w.made[i]) - n->child] = 1;
		if (!subgame_lock(&r->s, w.passed[i], share))
			return status_fail(st, "more than can be locked");
	}
	return true;
}

/* "check=0.5": a share of one of the moves here. */
static bool
read_share(const struct line_walk *w, char *text, float *share, struct status *st)
{
	const struct subgame *s = &w->r->s;
	char *equals = strchr(text, '=');
	char legal[200];
	double x = 0;
	move m = MOVE_NONE;
	struct status none = { 0 };
	uint32_t child = 0;
	if (equals != NULL)
		*equals = '\0';
	const struct subgame_node *n = &s->node[w->place.at.node];
	if (equals != NULL &&
	    s->g->text->parse_move(s->g, &w->at, n->seat, text, &m, &none))
		child = subgame_child(s, w->place.at.node, m);
	if (child == 0 || !text_parse_real(equals + 1, &x) || !(x >= 0 && x <= 1)) {
		list_moves(w, legal, sizeof legal);
		return status_fail(
			st, "'%.20s': expected %s, and behind = a share from 0 to 1",
			text, legal);
	}
	share[child - n->child] = (float)x;
	return true;
}

/* "check: check=0.5,100=0.5": a decision, and the shares of its moves. */
static bool
lock_decision(struct spot_run *r, const char *text, struct status *st)
{
	static struct line_walk w;
	float share[MOVES_MAX] = { 0 }, sum = 0;
	char line[200], word[40];
	const char *colon = strchr(text, ':');
	if (colon == NULL)
		return status_fail(st,
				   "'%.40s': expected moves, a colon and shares, as in "
				   "check:check=0.5,100=0.5",
				   text);
	snprintf(line, sizeof line, "%.*s", (int)(colon - text), text);
	if (!walk_line(&w, r, line, st))
		return false;
	const struct subgame_node *n = &r->s.node[w.place.at.node];
	if (n->seat < 0)
		return status_fail(st, "'%.40s': no seat is to move there", line);
	for (const char *at = colon + 1; at != NULL;)
		if (text_next(&at, ',', word, sizeof word) > 0 &&
		    !read_share(&w, word, share, st))
			return false;
	for (int a = 0; a < n->moves; a++)
		sum += share[a];
	if (!(fabsf(sum - 1) < 1e-4F))
		return status_fail(st, "'%.40s': expected shares with a sum of 1, not %g",
				   text, (double)sum);
	return subgame_lock(&r->s, w.place.at.node, share) ||
	       status_fail(st, "more than can be locked");
}

static bool
apply_locks(struct cli *cli, struct spot_run *r)
{
	const struct word_list *locks = &cli->args.locks;
	for (int i = 0; i < locks->count; i++)
		if (!lock_decision(r, locks->word[i], &cli->st)) {
			status_prefix(&cli->st, "--lock");
			return false;
		}
	if (cli->args.line == NULL || force_line(r, cli->args.line, &cli->st))
		return true;
	status_prefix(&cli->st, "--line");
	return false;
}

/* To the place that is shown. */
static bool
walk_to_shown(struct cli *cli, struct spot_run *r, struct line_walk *w)
{
	if (walk_line(w, r, cli->args.at != NULL ? cli->args.at : "", &cli->st))
		return true;
	status_prefix(&cli->st, "--at");
	return false;
}

/* ---- solving ----------------------------------------------------------------------------- */

/* Says what would fit. */
static void
say_what_fits(struct spot_run *r, struct subgame_setup *setup, int64_t memory,
	      struct status *st)
{
	int64_t least = 0;
	while (setup->raises-- > 0) {
		least = subgame_needs(&r->arena, setup);
		if (least > 0 && least <= memory)
			break;
	}
	char fits[100] = "fewer sizes, a later street or smaller ranges would fit";
	if (setup->raises >= 0)
		snprintf(fits, sizeof fits, "--raises %d would need %lld", setup->raises,
			 (long long)least);
	struct status said = *st;
	*st = (struct status){ 0 };
	status_fail(st, "solve: %s; %s", said.text, fits);
}

static bool
open_spot(struct cli *cli, struct spot_run *r)
{
	const int64_t memory = cli->args.memory > 0 ? cli->args.memory : MEMORY;
	r->raises = cli->args.raises >= 0 ? (int)cli->args.raises : RAISES;
	struct subgame_setup setup = {
		.g = &r->setup.game,
		.root = &r->root,
		.range = { r->range[0].weight, r->range[1].weight },
		.raises = r->raises,
		.variant = SUBGAME_DISCOUNTED,
	};
	if (!arena_open(&r->arena, (size_t)memory << 20))
		return status_fail(&cli->st, "--memory: the system gives no %lld MiB",
				   (long long)memory);
	if (subgame_open(&r->s, &r->arena, &setup, &cli->st))
		return true;
	arena_reset(&r->arena);
	if (strstr(cli->st.text, "memory") != NULL)
		say_what_fits(r, &setup, memory, &cli->st);
	else
		status_prefix(&cli->st, "solve");
	return false;
}

/* Until it is exploitable by no more than asked, or a limit is reached. */
static void
iterate(struct cli *cli, struct spot_run *r, double enough)
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

static int
pot_of(const struct state *s)
{
	return holdem_of(s)->in[0] + holdem_of(s)->in[1];
}

/* ---- what came of it --------------------------------------------------------------------- */

/* A seat at a place: what its hands are worth there, and how often it makes each move. */
struct seat_report {
	int hands; /* that are still there */
	double met[SUBGAME_WIDE], weight[SUBGAME_WIDE];
	double chips[SUBGAME_WIDE], equity[SUBGAME_WIDE];
	double mean_chips, mean_equity, pairs;
};

struct place_report {
	const struct line_walk *w;
	struct seat_report seat[2];
	int mover, moves;
	char word[SUBGAME_FIXED][24];
	float *rows; /* of the mover: a row for each move */
	double share[MOVES_MAX];
};

static void
report_seat(struct subgame *s, const struct line_walk *w, int seat, struct seat_report *r)
{
	const struct subgame_place *p = &w->place;
	float value[SUBGAME_WIDE], equity[SUBGAME_WIDE];
	const double in = holdem_of(&w->at)->in[seat];
	double chips = 0, shares = 0;
	*r = (struct seat_report){ .hands = 0 };
	subgame_met(s, seat, p->reach[1 - seat], r->met);
	subgame_values(s, p->at, seat, false, p->reach[1 - seat], value);
	subgame_equities(s, p->at, seat, p->reach[1 - seat], equity);
	for (int h = 0; h < s->hands[seat]; h++) {
		const double met = r->met[h], reach = (double)p->reach[seat][h];
		r->weight[h] = reach;
		r->hands += reach > LEAST_WEIGHT * (double)s->hand[seat][h].weight;
		r->chips[h] = met > 0 ? (double)value[h] / met + in : (double)NAN;
		r->equity[h] = met > 0 ? (double)equity[h] / met + 0.5 : (double)NAN;
		r->pairs += reach * met;
		chips += reach * (double)value[h];
		shares += reach * (double)equity[h];
	}
	r->mean_chips = r->pairs > 0 ? chips / r->pairs + in : (double)NAN;
	r->mean_equity = r->pairs > 0 ? shares / r->pairs + 0.5 : (double)NAN;
}

/* How often the mover makes each move, over its hands by the hands that they meet. */
static void
report_moves(struct subgame *s, struct place_report *r)
{
	const struct line_walk *w = r->w;
	const struct subgame_node *n = &s->node[w->place.at.node];
	r->mover = n->seat;
	r->moves = n->seat >= 0 ? n->moves : 0;
	if (r->moves == 0)
		return;
	const int stride = s->stride[r->mover];
	const struct seat_report *seat = &r->seat[r->mover];
	r->rows = malloc((size_t)r->moves * (size_t)stride * sizeof *r->rows);
	if (r->rows == NULL)
		BUG("not enough memory");
	subgame_average(s, n, w->place.at.block, r->rows);
	for (int a = 0; a < r->moves; a++) {
		double sum = 0;
		for (int h = 0; h < s->hands[r->mover]; h++)
			sum += seat->weight[h] * seat->met[h] *
			       (double)r->rows[a * stride + h];
		r->share[a] = seat->pairs > 0 ? sum / seat->pairs : (double)NAN;
		move_word(&w->at, s->node[n->child + (uint32_t)a].m, r->word[a],
			  sizeof r->word[a]);
	}
}

static void
report_place(struct spot_run *run, const struct line_walk *w, struct place_report *r)
{
	r->w = w;
	r->rows = NULL;
	for (int seat = 0; seat < 2; seat++)
		report_seat(&run->s, w, seat, &r->seat[seat]);
	report_moves(&run->s, r);
}

/* The hand that is written for a place in a list: suits as they are named. */
static int
tree_place(const struct line_walk *w, int seat, int h)
{
	return w->place.map[seat][h];
}

/* ---- text -------------------------------------------------------------------------------- */

static void
board_text(const struct state *s, char out[3 * POKER_BOARD])
{
	const struct holdem *h = holdem_of(s);
	poker_cards_text(h->board, holdem_board_count(h), " ", out, 3 * POKER_BOARD);
}

static void
print_shares(const struct place_report *r)
{
	for (int a = 0; a < r->moves; a++)
		printf("%s%s %.1f %%", a > 0 ? ", " : "", r->word[a], 100 * r->share[a]);
	printf("\n");
}

/* What a seat does behind each move of the one before. */
static void
print_answers(struct spot_run *run, const struct line_walk *w,
	      const struct place_report *here)
{
	static struct line_walk next;
	static struct place_report r;
	const struct subgame_node *n = &run->s.node[w->place.at.node];
	for (int a = 0; a < here->moves; a++) {
		const move m = run->s.node[n->child + (uint32_t)a].m;
		next = *w;
		run->s.g->rules->play(run->s.g, &w->at, n->seat, m, &next.at);
		subgame_move(&run->s, &next.place, m);
		if (run->s.node[next.place.at.node].seat != 1 - here->mover)
			continue;
		report_place(run, &next, &r);
		if (r.seat[0].pairs > 0) {
			printf("  after %-10s ", here->word[a]);
			print_shares(&r);
		}
		free(r.rows);
	}
}

/* Hands of a class together, or one hand. */
struct hand_row {
	char name[8];
	double weight, pairs, chips, equity, share[SUBGAME_FIXED];
	int hands, order;
};

static void
add_to_row(const struct spot_run *run, const struct place_report *r, int seat, int h,
	   struct hand_row *row)
{
	const struct seat_report *v = &r->seat[seat];
	const int at = tree_place(r->w, seat, h), stride = run->s.stride[seat];
	const double pairs = v->weight[at] * v->met[at];
	row->hands++;
	row->weight += v->weight[at];
	row->pairs += pairs;
	if (pairs <= 0)
		return;
	row->chips += pairs * v->chips[at];
	row->equity += pairs * v->equity[at];
	for (int a = 0; a < r->moves && seat == r->mover; a++)
		row->share[a] += pairs * (double)r->rows[a * stride + at];
}

static int
by_order(const void *a, const void *b)
{
	const struct hand_row *x = a, *y = b;
	return x->order - y->order;
}

/* Rows of a seat: each hand, or hands by their class; those that are gone last. */
static int
list_rows(const struct spot_run *run, const struct place_report *r, int seat, bool each,
	  struct hand_row *row)
{
	int n = 0, of_class[POKER_CLASSES];
	memset(of_class, -1, sizeof of_class);
	for (int h = 0; h < run->s.hands[seat]; h++) {
		const int hand = run->s.hand[seat][h].hand, class = poker_class(hand);
		int k = each ? -1 : of_class[class];
		if (k < 0) {
			k = n++;
			of_class[class] = k;
			row[k] = (struct hand_row){ .order = class * POKER_HANDS + h };
			if (each)
				poker_hand_text(hand, row[k].name);
			else
				poker_class_text(class, row[k].name);
		}
		add_to_row(run, r, seat, h, &row[k]);
	}
	for (int k = 0; k < n; k++) {
		struct hand_row *x = &row[k];
		x->order += x->pairs > 0 ? 0 : POKER_CLASSES * POKER_HANDS;
		x->chips = x->pairs > 0 ? x->chips / x->pairs : (double)NAN;
		x->equity = x->pairs > 0 ? x->equity / x->pairs : (double)NAN;
		for (int a = 0; a < r->moves; a++)
			x->share[a] = x->pairs > 0 ? x->share[a] / x->pairs : (double)NAN;
	}
	qsort(row, (size_t)n, sizeof *row, by_order);
	return n;
}

static void
print_rows(const struct spot_run *run, const struct place_report *r, bool each)
{
	static struct hand_row row[POKER_HANDS];
	const int n = list_rows(run, r, r->mover, each, row);
	printf("\n%-5s %6s %7s %9s", "hand", "weight", "equity", "EV");
	for (int a = 0; a < r->moves; a++)
		printf(" %11s", r->word[a]);
	printf("\n");
	for (int k = 0; k < n; k++) {
		printf("%-5s %6.2f", row[k].name, row[k].weight / row[k].hands);
		if (!(row[k].pairs > 0)) {
			printf("  gone\n");
			continue;
		}
		printf(" %6.1f%% %9.2f", text_shown(100 * row[k].equity, 1),
		       text_shown(row[k].chips, 2));
		for (int a = 0; a < r->moves; a++)
			printf(" %10.1f%%", 100 * row[k].share[a]);
		printf("\n");
	}
}

static void
print_seats(const struct place_report *r)
{
	printf("\n%-16s %7s %8s %9s\n", "", "hands", "equity", "EV");
	for (int i = 0; i < 2; i++) {
		const struct seat_report *v = &r->seat[seats[i]];
		printf("%-16s %7d %7.3f%% %9.3f\n", seat_words[seats[i]], v->hands,
		       text_shown(100 * v->mean_equity, 3), text_shown(v->mean_chips, 3));
	}
}

static void
print_report(struct spot_run *run, const struct line_walk *w, bool each)
{
	static struct place_report r;
	char board[3 * POKER_BOARD];
	const double pot = pot_of(&run->root);
	report_place(run, w, &r);
	board_text(&w->at, board);
	printf("board           %s, pot %d, %d behind\n", board, pot_of(&w->at),
	       holdem_of(&w->at)->stack[0] - holdem_of(&w->at)->in[0]);
	printf("iterations      %lld", (long long)run->s.iterations);
	if (run->elapsed_us > 0)
		printf(", %.2f s", (double)run->elapsed_us / 1e6);
	printf(", %lld MiB\n", (long long)(run->arena.used >> 20) + 1);
	printf("exploitability  %.4f chips, %.4f %% of the pot\n", run->gap,
	       100 * run->gap / pot);
	if (r.seat[0].pairs > 0)
		print_seats(&r);
	else
		printf("\nno hands come here\n");
	if (r.moves > 0 && r.seat[0].pairs > 0) {
		printf("\n%s: ", seat_words[r.mover]);
		print_shares(&r);
		print_answers(run, w, &r);
		print_rows(run, &r, each);
	}
	free(r.rows);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static json_t *
hands_json(const struct spot_run *run, const struct place_report *r, int seat)
{
	static struct hand_row row[POKER_HANDS];
	const int n = list_rows(run, r, seat, true, row);
	json_t *all = json_array();
	for (int k = 0; k < n; k++) {
		json_t *o = json_pack("{s:s,s:o,s:o,s:o}", "hand", row[k].name, "weight",
				      json_real_or_null(row[k].weight), "equity",
				      json_real_or_null(row[k].equity), "ev",
				      json_real_or_null(row[k].chips));
		if (seat == r->mover)
			json_object_set_new(o, "shares",
					    json_reals(row[k].share, r->moves));
		json_array_append_new(all, o);
	}
	return all;
}

static json_t *
place_json(const struct spot_run *run, const struct place_report *r)
{
	json_t *o = json_object(), *moves = json_array();
	for (int a = 0; a < r->moves; a++)
		json_array_append_new(moves,
				      json_pack("{s:s,s:o}", "move", r->word[a], "share",
						json_real_or_null(r->share[a])));
	json_object_set_new(o, "mover",
			    r->moves > 0 ? json_string(seat_keys[r->mover])
					 : json_null());
	json_object_set_new(o, "moves", moves);
	for (int i = 0; i < 2; i++) {
		const struct seat_report *v = &r->seat[seats[i]];
		json_object_set_new(o, seat_keys[seats[i]],
				    json_pack("{s:i,s:o,s:o,s:o}", "hands", v->hands,
					      "equity", json_real_or_null(v->mean_equity),
					      "ev", json_real_or_null(v->mean_chips),
					      "range", hands_json(run, r, seats[i])));
	}
	return o;
}

static void
print_json(struct spot_run *run, const struct line_walk *w)
{
	static struct place_report r;
	char position[POSITION_TEXT], board[3 * POKER_BOARD];
	const struct game *g = &run->setup.game;
	report_place(run, w, &r);
	g->text->format_position(g, &run->root, position, sizeof position);
	board_text(&w->at, board);
	json_t *o = json_object();
	json_object_set_new(o, "game", json_string(g->ops->key));
	json_object_set_new(o, "variant", cli_variant_json(g));
	json_object_set_new(o, "position", json_text(position));
	json_object_set_new(o, "board", json_text(board));
	json_object_set_new(o, "pot", json_integer(pot_of(&w->at)));
	json_object_set_new(o, "iterations", json_integer(run->s.iterations));
	json_object_set_new(o, "elapsed_ms", json_integer(run->elapsed_us / 1000));
	json_object_set_new(o, "bytes", json_integer((json_int_t)run->arena.used));
	json_object_set_new(o, "exploitability", json_real_or_null(run->gap));
	json_object_set_new(o, "exploitability_percent",
			    json_real_or_null(100 * run->gap / pot_of(&run->root)));
	json_object_update_new(o, place_json(run, &r));
	json_print(o, stdout);
	free(r.rows);
}

/* ---- the verb ---------------------------------------------------------------------------- */

bool
cli_solves_ranges(const struct cli *cli)
{
	return cli->args.board != NULL || cli->args.saved != NULL;
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

static bool
solve_anew(struct cli *cli, struct spot_run *r)
{
	static struct line_walk w;
	double percent;
	/* a mistake in --at is told now, not when hours of work would be lost by it */
	if (!read_percent(cli, &percent) || !make_position(cli, r) ||
	    !read_ranges(cli, r) || !open_spot(cli, r) || !apply_locks(cli, r) ||
	    !walk_to_shown(cli, r, &w))
		return false;
	cli_catch_interrupt();
	iterate(cli, r, percent / 100 * pot_of(&r->root));
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

/* The heaviest hand of a range that goes with some cards; -1: there is none. */
static int
heaviest(const struct subgame *s, int seat, uint64_t gone)
{
	const struct subgame_hand *best = NULL;
	for (int i = 0; i < s->hands[seat]; i++) {
		const struct subgame_hand *h = &s->hand[seat][i];
		if ((poker_hand_set(h->hand) & gone) == 0 &&
		    (best == NULL || h->weight > best->weight))
			best = h;
	}
	return best != NULL ? best->hand : -1;
}

/* The deal of a hand of each range; false: the heaviest of one leaves the other none. */
static bool
choose_deal(const struct subgame *s, move *deal)
{
	const int first = heaviest(s, FIRST, 0),
		  second = heaviest(s, BUTTON, poker_hand_set(first));
	const int hand[2] = { first, second };
	uint8_t card[2 * HOLDEM_CARDS];
	for (int i = 0; i < 2 && second >= 0; i++) {
		int cards[2];
		poker_hand_cards(hand[i], cards);
		card[2 * i] = (uint8_t)cards[0];
		card[2 * i + 1] = (uint8_t)cards[1];
	}
	*deal = second >= 0 ? holdem_cards_move(card, 2 * HOLDEM_CARDS) : MOVE_NONE;
	return second >= 0;
}

/* The hand up to where the solution begins, both seats playing by the file. */
static bool
save_record(struct cli *cli, struct spot_run *r, const char *file)
{
	static struct match m;
	const struct holdem *h = holdem_of(&r->root);
	const struct game *g = &r->setup.game;
	char player[PLAYER_TEXT];
	move deal;
	int dealt = 0;
	if (cli->args.record == NULL)
		return true;
	snprintf(player, sizeof player, "cfr:file=%s", file);
	for (int seat = 0; seat < 2; seat++)
		if (!setup_player(&r->setup, cli->catalog, seat, player, &cli->st))
			return false;
	if (!choose_deal(&r->s, &deal))
		return status_fail(&cli->st,
				   "--record: no hands of both ranges go together");
	r->setup.seed = 1; /* of cards to come: the same file every time */
	match_begin(&m, &r->setup);
	match_push(&m, SEAT_CHANCE, deal, NULL);
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
load(struct cli *cli, struct spot_run *r)
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
	return subgame_load(&r->s, &r->arena, g, path, &cli->st);
}

int
cli_solve_ranges(struct cli *cli)
{
	static struct spot_run r;
	static struct line_walk w;
	if (!check_words(cli) || !cli_setup(cli, &r.setup, false) ||
	    !(cli->args.saved != NULL ? load(cli, &r) : solve_anew(cli, &r)) ||
	    !walk_to_shown(cli, &r, &w))
		return CLI_USAGE;
	const char *file = cli->args.saved != NULL ? cli->args.saved : cli->args.out;
	if (!save(cli, &r) || !save_record(cli, &r, file))
		return CLI_CANNOT;
	if (cli->args.json)
		print_json(&r, &w);
	else
		print_report(&r, &w, cli->args.hands);
	arena_close(&r.arena);
	return r.stopped ? CLI_INTERRUPTED : CLI_DONE;
}
