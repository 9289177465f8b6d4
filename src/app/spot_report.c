/* spot_report.c - a place in a solved hand: the values and moves of each seat's hands. See
 * spot.h. */
#include "src/app/spot.h"

#include "src/base/json.h"
#include "src/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOVES_SHOWN  256
#define LEAST_WEIGHT 5e-4 /* of its first weight, for a hand to be still there */

/* The seats as they are printed. */
static const int seats[2] = { SPOT_FIRST, SPOT_BUTTON };
static const char *const seat_words[2] = {
	[SPOT_FIRST] = "out of position", [SPOT_BUTTON] = "in position"
};
static const char *const seat_keys[2] = {
	[SPOT_FIRST] = "out_of_position", [SPOT_BUTTON] = "in_position"
};

/* ---- figures ----------------------------------------------------------------------------- */

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
	char word[MOVES_SHOWN][24];
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
	subgame_unblocked_on(s, p->at.board, seat, p->reach[1 - seat], r->met);
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
spot_report_report_moves(struct subgame *s, struct place_report *r)
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
		spot_move_word(&w->at, s->node[n->child + (uint32_t)a].m, r->word[a],
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
	spot_report_report_moves(&run->s, r);
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

/* The other seat's answers to each move here. */
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
	double weight, pairs, chips, equity, share[MOVES_SHOWN];
	int hands, locked, order;
};

/* Whether a lock says what a hand does here. */
static bool
is_locked(const struct spot_run *run, const struct place_report *r, int seat, int h)
{
	const struct line_walk *w = r->w;
	const int in_tree = w->place.map[seat][h];
	return seat == r->mover && subgame_lock_of(&run->s, w->place.at.node,
						   run->s.hand[seat][in_tree].hand);
}

static void
add_to_row(const struct spot_run *run, const struct place_report *r, int seat, int h,
	   struct hand_row *row)
{
	const struct seat_report *v = &r->seat[seat];
	const int at = r->w->place.map[seat][h], stride = run->s.stride[seat];
	const double pairs = v->weight[at] * v->met[at];
	row->hands++;
	row->locked += is_locked(run, r, seat, h);
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
spot_report_by_order(const void *a, const void *b)
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
	qsort(row, (size_t)n, sizeof *row, spot_report_by_order);
	return n;
}

static const char *
lock_word(const struct hand_row *row)
{
	return row->locked == 0		   ? ""
	       : row->locked == row->hands ? "  locked"
					   : "  partly locked";
}

static void
spot_report_print_rows(const struct spot_run *run, const struct place_report *r,
		       bool each)
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
		printf("%s\n", lock_word(&row[k]));
	}
}

static void
spot_report_print_seats(const struct place_report *r)
{
	printf("\n%-16s %7s %8s %9s\n", "", "hands", "equity", "EV");
	for (int i = 0; i < 2; i++) {
		const struct seat_report *v = &r->seat[seats[i]];
		printf("%-16s %7d %7.3f%% %9.3f\n", seat_words[seats[i]], v->hands,
		       text_shown(100 * v->mean_equity, 3), text_shown(v->mean_chips, 3));
	}
}

void
spot_print(struct spot_run *run, const struct line_walk *w, bool each)
{
	static struct place_report r;
	char board[3 * POKER_BOARD];
	const double pot = spot_pot(&run->root);
	report_place(run, w, &r);
	board_text(&w->at, board);
	printf("board           %s, pot %d, %d behind\n",
	       board[0] != '\0' ? board : "none yet", spot_pot(&w->at),
	       holdem_of(&w->at)->stack[0] - holdem_of(&w->at)->in[0]);
	printf("iterations      %lld", (long long)run->s.iterations);
	if (run->elapsed_us > 0)
		printf(", %.2f s", (double)run->elapsed_us / 1e6);
	printf(", %lld MiB\n", (long long)(run->arena.used >> 20) + 1);
	printf("exploitability  %.4f chips, %.4f %% of the pot\n", run->gap,
	       100 * run->gap / pot);
	if (r.seat[0].pairs > 0)
		spot_report_print_seats(&r);
	else
		printf("\nno hands come here\n");
	if (r.moves > 0 && r.seat[0].pairs > 0) {
		printf("\n%s: ", seat_words[r.mover]);
		print_shares(&r);
		print_answers(run, w, &r);
		spot_report_print_rows(run, &r, each);
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
		if (seat == r->mover) {
			json_object_set_new(o, "locked", json_boolean(row[k].locked));
			json_object_set_new(o, "shares",
					    json_reals(row[k].share, r->moves));
		}
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

void
spot_print_json(struct spot_run *run, const struct line_walk *w)
{
	static struct place_report r;
	char position[POSITION_TEXT], board[3 * POKER_BOARD];
	const struct game *g = &run->setup.game;
	report_place(run, w, &r);
	g->text->format_position(g, &run->root, position, sizeof position);
	board_text(&w->at, board);
	json_t *o = json_object();
	json_object_set_new(o, "game", json_string(g->ops->key));
	json_object_set_new(o, "variant", setup_variant_json(g));
	json_object_set_new(o, "position", json_text(position));
	json_object_set_new(o, "board", json_text(board));
	json_object_set_new(o, "pot", json_integer(spot_pot(&w->at)));
	json_object_set_new(o, "iterations", json_integer(run->s.iterations));
	json_object_set_new(o, "elapsed_ms", json_integer(run->elapsed_us / 1000));
	json_object_set_new(o, "bytes", json_integer((json_int_t)run->arena.used));
	json_object_set_new(o, "exploitability", json_real_or_null(run->gap));
	json_object_set_new(o, "exploitability_percent",
			    json_real_or_null(100 * run->gap / spot_pot(&run->root)));
	json_object_update_new(o, place_json(run, &r));
	json_print(o, stdout);
	free(r.rows);
}
