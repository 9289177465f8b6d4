/* spot_line.c - lines of moves and cards through a solved hand, and locked decisions. See
 * spot.h. */
#include "src/app/spot.h"

#include "src/base/text.h"

#include <math.h>
#include <string.h>

static void
begin_line(struct line_walk *w, struct spot_run *r)
{
	w->r = r;
	w->count = 0;
	memset(&w->at, 0, sizeof w->at);
	game_copy(&r->setup.game, &r->root, &w->at);
	subgame_begin(&r->s, &w->place);
}

void
spot_move_word(const struct state *s, move m, char *out, size_t size)
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
spot_line_list_moves(const struct line_walk *w, char *out, size_t size)
{
	const struct subgame *s = &w->r->s;
	const struct subgame_node *n = &s->node[w->place.at.node];
	size_t used = 0;
	out[0] = '\0';
	for (int a = 0; a < n->moves && used < size; a++) {
		char word[24];
		spot_move_word(&w->at, s->node[n->child + (uint32_t)a].m, word,
			       sizeof word);
		used += (size_t)snprintf(out + used, size - used, "%s%s",
					 a == 0		     ? ""
					 : a + 1 == n->moves ? " or "
							     : ", ",
					 word);
	}
}

/* The cards of a deal, one card or a whole board: "2s", "TsQh8c". */
static bool
step_deal(struct line_walk *w, const char *word, struct status *st)
{
	const struct game *g = w->r->s.g;
	const char *at = word;
	uint64_t gone = 0;
	uint8_t card[POKER_BOARD];
	if (!poker_read_cards(&at, 3, &gone, card) || *at != '\0' ||
	    !subgame_whole_board(&w->r->s, &w->place, gone))
		return status_fail(st,
				   "'%.20s': expected a flop that this game deals, as in "
				   "TsQh8c",
				   word);
	g->rules->play(g, &w->at, SEAT_CHANCE, holdem_cards_move(card, 3), &w->at);
	return true;
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
	if (!game_parse_move(g, &w->at, n->seat, word, &m, &none) ||
	    !subgame_move(&w->r->s, &w->place, m)) {
		spot_line_list_moves(w, legal, sizeof legal);
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
		if (w->count == SPOT_LINE || !(!card	    ? step_move
					       : r->s.whole ? step_deal
							    : step_card)(w, word, st))
			return false;
	}
	return true;
}

bool
spot_walk(struct cli *cli, struct spot_run *r, struct line_walk *w)
{
	if (walk_line(w, r, cli->args.at != NULL ? cli->args.at : "", &cli->st))
		return true;
	status_prefix(&cli->st, "--at");
	return false;
}

/* ---- locks ------------------------------------------------------------------------------ */

/* LINE:SHARES or LINE:HANDS:SHARES. A range may have colons itself, a line and shares have none. */
struct lock_text {
	char line[200];
	struct poker_range hands;
	const char *shares;
};

/* The hands that a lock is for; a weight between none and all would make no sense. */
static bool
read_lock_hands(const char *text, size_t length, struct poker_range *out,
		struct status *st)
{
	char hands[600];
	if (length >= sizeof hands)
		return status_fail(st, "'%.40s': too many hands for one lock", text);
	snprintf(hands, sizeof hands, "%.*s", (int)length, text);
	if (!range_parse(hands, out, st))
		return false;
	for (int h = 0; h < POKER_HANDS; h++)
		if (out->weight[h] > 0 && out->weight[h] < 1)
			return status_fail(st,
					   "'%.40s': expected hands without weights: the "
					   "shares say what part of a hand does",
					   hands);
	return true;
}

static bool
split_lock(const char *text, struct lock_text *out, struct status *st)
{
	const char *first = strchr(text, ':'), *last = strrchr(text, ':');
	if (first == NULL)
		return status_fail(st,
				   "'%.40s': expected moves, a colon and shares, as in "
				   "check:check=0.5,100=0.5",
				   text);
	snprintf(out->line, sizeof out->line, "%.*s", (int)(first - text), text);
	out->shares = last + 1;
	for (int h = 0; h < POKER_HANDS; h++)
		out->hands.weight[h] = 1;
	return first == last ||
	       read_lock_hands(first + 1, (size_t)(last - first - 1), &out->hands, st);
}

static void
take_hands(const struct poker_range *hands, struct subgame_lock *l)
{
	for (int h = 0; h < POKER_HANDS; h++)
		if (hands->weight[h] > 0)
			l->hands[h / 64] |= UINT64_C(1) << h % 64;
}

bool
spot_read_locks(struct cli *cli, struct spot_run *r)
{
	static struct lock_text t;
	const struct word_list *locks = &cli->args.locks;
	for (int i = 0; i < locks->count; i++) {
		struct subgame_lock l = { .node = 0 };
		if (!split_lock(locks->word[i], &t, &cli->st)) {
			status_prefix(&cli->st, "--lock");
			return false;
		}
		take_hands(&t.hands, &l);
		subgame_label(r->label, &l, i);
	}
	return true;
}

_Static_assert(HOLDEM_SIZES + 2 <= SUBGAME_SHARES,
	       "a lock holds all moves of a decision");

static bool
add_lock(struct spot_run *r, const struct subgame_lock *l, struct status *st)
{
	return subgame_add_lock(&r->s, l) ||
	       status_fail(st, "more than %d locked decisions", SUBGAME_LOCKS);
}

/* The moves of a line are made by every hand. */
static bool
force_line(struct spot_run *r, const char *text, struct status *st)
{
	static struct line_walk w;
	if (!walk_line(&w, r, text, st))
		return false;
	for (int i = 0; i < w.count; i++) {
		const uint32_t node = w.passed[i], child = r->s.node[node].child;
		struct subgame_lock l = { .node = node };
		memset(l.hands, -1, sizeof l.hands);
		l.share[subgame_child(&r->s, node, w.made[i]) - child] = 1;
		if (!add_lock(r, &l, st))
			return false;
	}
	return true;
}

/* "check=0.5": a share of one of the moves here. */
static bool
spot_line_read_share(const struct line_walk *w, char *text, float *share,
		     struct status *st)
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
	if (equals != NULL && game_parse_move(s->g, &w->at, n->seat, text, &m, &none))
		child = subgame_child(s, w->place.at.node, m);
	if (child == 0 || !text_parse_real(equals + 1, &x) || !(x >= 0 && x <= 1)) {
		spot_line_list_moves(w, legal, sizeof legal);
		return status_fail(
			st, "'%.20s': expected %s, and behind = a share from 0 to 1",
			text, legal);
	}
	share[child - n->child] = (float)x;
	return true;
}

/* Shares of the moves at the place of a lock, which sum to 1. */
static bool
read_shares(const struct line_walk *w, const char *lock, const char *shares,
	    struct subgame_lock *l, struct status *st)
{
	char word[40];
	float sum = 0;
	for (const char *at = shares; at != NULL;)
		if (text_next(&at, ',', word, sizeof word) > 0 &&
		    !spot_line_read_share(w, word, l->share, st))
			return false;
	for (int a = 0; a < SUBGAME_SHARES; a++)
		sum += l->share[a];
	return fabsf(sum - 1) < 1e-4F ||
	       status_fail(st, "'%.40s': expected shares with a sum of 1, not %g", lock,
			   (double)sum);
}

static bool
has_locked(const struct subgame *s, int seat, const struct subgame_lock *l)
{
	for (int h = 0; h < s->hands[seat]; h++)
		if (subgame_locks(l, s->hand[seat][h].hand))
			return true;
	return false;
}

/* "check:QQ,JTs:check=0.5,100=0.5": a decision, hands, the shares of their moves. */
static bool
lock_decision(struct spot_run *r, const char *text, struct status *st)
{
	static struct line_walk w;
	static struct lock_text t;
	struct subgame_lock l = { .node = 0 };
	if (!split_lock(text, &t, st) || !walk_line(&w, r, t.line, st))
		return false;
	l.node = w.place.at.node;
	const struct subgame_node *n = &r->s.node[l.node];
	if (n->seat < 0)
		return status_fail(st, "'%.40s': no seat is to move there", t.line);
	take_hands(&t.hands, &l);
	if (!has_locked(&r->s, n->seat, &l))
		return status_fail(st, "'%.40s': none of these hands is in the range",
				   text);
	return read_shares(&w, text, t.shares, &l, st) && add_lock(r, &l, st);
}

bool
spot_lock(struct cli *cli, struct spot_run *r)
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
