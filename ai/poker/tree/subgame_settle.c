/*
 * subgame_settle.c - what hands get where a hand of poker is settled. See subgame.h.
 *
 * The unblocked weight of a hand is that of the other's hands which share no card with it: the sum
 * of all less those with either of its cards, and once more the same hand. Where hands are shown
 * they are swept from the weakest up, with a sum of those passed by and one for each card. With B
 * the unblocked weight of the weaker hands and A of those that are no stronger, a hand wins B + A
 * less the unblocked weight of all.
 *
 * A sweep depends on the board alone, so the lines of a stretch are swept together, LINES at once:
 * their rows are turned, so that the numbers of a hand lie side by side.
 *
 * Values: for a stake of 1, reach-weighted.
 * Memory: three times LINES numbers for each hand, of the walk's rows.
 */
#include "ai/poker/tree/private.h"

#include <assert.h>
#include <string.h>

#define LINES 8

/* A number for each line. */
typedef float lines __attribute__((vector_size(4 * LINES), aligned(4)));

/* ---- rows of hands ----------------------------------------------------------------------- */

void
subgame_unblocked(const struct subgame *s, int seat, const float *other,
		  double *unblocked)
{
	double all = 0, with[SUBGAME_CARDS] = { 0 };
	const struct subgame_hand *theirs = s->hand[1 - seat], *own = s->hand[seat];
	for (int i = 0; i < s->hands[1 - seat]; i++) {
		const double w = (double)other[i];
		all += w;
		with[theirs[i].card[0]] += w;
		with[theirs[i].card[1]] += w;
	}
	for (int i = 0; i < s->hands[seat]; i++) {
		const int same = own[i].same;
		unblocked[i] = all - with[own[i].card[0]] - with[own[i].card[1]] +
			       (same >= 0 ? (double)other[same] : 0);
	}
}

/* Before a whole board: a class of hands meets each other by the boards beside both. */
static void
unblock_classes(const struct subgame *s, int seat, const float *other,
		double unblocked[static SUBGAME_CLASSES])
{
	double mean[SUBGAME_CLASSES] = { 0 };
	for (int i = 0; i < s->hands[1 - seat]; i++)
		mean[s->class[1 - seat][i]] += (double)other[i];
	for (int c = 0; c < s->classes; c++)
		if (mean[c] > 0)
			mean[c] /= s->class_size[1 - seat][c];
	memset(unblocked, 0, SUBGAME_CLASSES * sizeof *unblocked);
	for (int c = 0; c < s->classes; c++)
		for (int o = 0; o < s->classes; o++)
			unblocked[o] += s->unblocked[c * s->classes + o] * mean[c];
}

static void
unblocked_before(const struct subgame *s, int seat, const float *other, double *unblocked)
{
	double of_class[SUBGAME_CLASSES];
	unblock_classes(s, seat, other, of_class);
	for (int i = 0; i < s->hands[seat]; i++)
		unblocked[i] = of_class[s->class[seat][i]];
}

void
subgame_unblocked_on(const struct subgame *s, uint32_t board, int seat,
		     const float *other, double *unblocked)
{
	(s->whole && board == 0 ? unblocked_before : subgame_unblocked)(s, seat, other,
									unblocked);
}

bool
subgame_is_empty(const float *reach, int stride)
{
	subgame_lanes all = { 0 };
	float sum = 0;
	for (int i = 0; i < stride / SUBGAME_LANES; i++)
		all += subgame_row_const(reach)[i];
	for (int i = 0; i < SUBGAME_LANES; i++)
		sum += all[i];
	return !(sum > 0);
}

/* ---- turned rows ------------------------------------------------------------------------- */

#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

/* A square of numbers: rows become columns. */
static inline void
turn(lines x[LINES])
{
	lines y[LINES];
	for (int i = 0; i < LINES; i += 2) { /* pairs */
		y[i] = SHUFFLE(x[i], x[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
		y[i + 1] = SHUFFLE(x[i], x[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
	}
	for (int i = 0; i < LINES; i += i % 4 == 1 ? 3 : 1) { /* pairs of pairs */
		x[i] = SHUFFLE(y[i], y[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
		x[i + 2] = SHUFFLE(y[i], y[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
	}
	for (int i = 0; i < LINES / 2; i++) {
		y[i] = SHUFFLE(x[i], x[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
		y[i + 4] = SHUFFLE(x[i], x[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
	}
	memcpy(x, y, sizeof y);
}

/* Rows of hands to a row of lines; NULL: zeros. */
static void
turn_in(const float *const row[LINES], int stride, lines *out)
{
	for (int h = 0; h < stride; h += LINES) {
		lines x[LINES];
		for (int i = 0; i < LINES; i++)
			x[i] = row[i] != NULL ? *(const lines *)(const void *)(row[i] + h)
					      : (lines){ 0 };
		turn(x);
		for (int i = 0; i < LINES; i++)
			out[h + i] = x[i];
	}
}

/* And back; NULL: not wanted. */
static void
turn_out(const lines *in, int stride, float *const row[LINES])
{
	for (int h = 0; h < stride; h += LINES) {
		lines x[LINES];
		for (int i = 0; i < LINES; i++)
			x[i] = in[h + i];
		turn(x);
		for (int i = 0; i < LINES; i++)
			if (row[i] != NULL)
				*(lines *)(void *)(row[i] + h) = x[i];
	}
}

/* ---- sweeps ------------------------------------------------------------------------------ */

/* The sums of a sweep. */
struct passed {
	lines all, with[SUBGAME_CARDS];
};

static inline void
pass(struct passed *p, const struct subgame_shown *h, const lines *reach)
{
	const lines x = reach[h->at];
	p->all += x;
	p->with[h->card[0]] += x;
	p->with[h->card[1]] += x;
}

static inline lines
unblocked_by(const struct passed *p, const struct subgame_shown *h)
{
	return p->all - p->with[h->card[0]] - p->with[h->card[1]];
}

/* Lines that are settled together. */
struct sweep {
	const struct subgame *s;
	int seat;
	bool wins; /* shown hands get half of what they win, and of what they meet */
	const lines *reach;	  /* of the other's hands */
	lines *unblocked, *shown; /* of the seat's: sums, `shown` times a part */
};

/* Over the hands of a board. */
static void
sweep(const struct sweep *w, const struct subgame_shown *const list[2],
      const uint16_t count[2], float part)
{
	const struct subgame_shown *own = list[w->seat], *theirs = list[1 - w->seat];
	const int n = count[w->seat], m = count[1 - w->seat];
	const float by = w->wins ? part / 2 : part;
	struct passed p;
	memset(&p, 0, sizeof p);
	int k = 0;
	for (int i = 0, end; i < n; i = end) {
		const int strength = own[i].strength;
		for (; k < m && theirs[k].strength < strength; k++)
			pass(&p, &theirs[k], w->reach);
		for (end = i; end < n && own[end].strength == strength; end++)
			w->shown[own[end].at] += by * unblocked_by(&p, &own[end]);
		for (; k < m && theirs[k].strength == strength; k++)
			pass(&p, &theirs[k], w->reach);
		for (int tie = i; tie < end; tie++)
			w->shown[own[tie].at] += by * unblocked_by(&p, &own[tie]);
	}
	for (; k < m; k++)
		pass(&p, &theirs[k], w->reach);
	for (int i = 0; i < n; i++) {
		const int same = w->s->hand[w->seat][own[i].at].same;
		const lines all = unblocked_by(&p, &own[i]),
			    twin = same >= 0 ? w->reach[same] : (lines){ 0 };
		w->unblocked[own[i].at] = all + twin;
		w->shown[own[i].at] += by * (w->wins ? twin : -all);
	}
}

static void
sweep_board(const struct sweep *w, const struct subgame_board *b, float part)
{
	const struct subgame_shown *const list[2] = { b->shown[0], b->shown[1] };
	sweep(w, list, b->count, part);
}

/* What all hands meet. */
static void
sweep_all(const struct sweep *w)
{
	const struct subgame *s = w->s;
	const uint16_t count[2] = { (uint16_t)s->hands[0], (uint16_t)s->hands[1] };
	const struct subgame_shown *const list[2] = { s->all[0], s->all[1] };
	sweep(w, list, count, 0);
}

/* Up to LINES lines. */
static void
settle_some(const struct subgame_walk *w, const struct subgame_board *board,
	    struct subgame_line *const *line, int count)
{
	const struct subgame *s = w->s;
	const int stride = s->stride[w->seat], theirs = s->stride[1 - w->seat];
	const float *reach[LINES] = { NULL };
	float *unblocked[LINES] = { NULL }, *shown[LINES] = { NULL };
	float *const work = w->worker->work;
	lines *in = (lines *)(void *)subgame_take(w->worker, LINES, theirs);
	lines *out = (lines *)(void *)subgame_take(w->worker, 2 * LINES, stride);
	const struct sweep now = {
		s, w->seat, w->kind == WALK_WIN, in, out, out + stride
	};
	for (int i = 0; i < count; i++) {
		reach[i] = line[i]->reach;
		unblocked[i] = line[i]->unblocked;
		shown[i] = line[i]->shown;
	}
	turn_in(reach, theirs, in);
	memset(out, 0, 2 * (size_t)stride * sizeof *out);
	if (s->runs == 0 && board->shown[0] != NULL) {
		sweep_board(&now, board, 1);
	} else {
		for (int i = 0; i < s->runs; i++)
			sweep_board(&now, &s->run[i], (float)s->run_part);
		sweep_all(&now);
	}
	turn_out(now.unblocked, stride, unblocked);
	turn_out(now.shown, stride, shown);
	w->worker->work = work;
}

/* Before a whole board, where nothing is shown yet. */
static void
settle_before(const struct subgame_walk *w, struct subgame_line *line)
{
	double unblocked[SUBGAME_CLASSES];
	assert(line->unblocked != NULL);
	unblock_classes(w->s, w->seat, line->reach, unblocked);
	for (int i = 0; i < w->s->hands[w->seat]; i++)
		line->unblocked[i] = (float)unblocked[w->s->class[w->seat][i]];
}

void
subgame_settle(const struct subgame_walk *w, const struct subgame_board *board,
	       struct subgame_line *line, int count)
{
	struct subgame_line *some[LINES];
	int n = 0;
	for (int i = 0; i < count; i++) {
		const bool asked = line[i].unblocked != NULL || line[i].shown != NULL;
		if (asked && w->s->whole && board == w->s->board) {
			settle_before(w, &line[i]);
			continue;
		}
		if (asked)
			some[n++] = &line[i];
		if (n == LINES) {
			settle_some(w, board, some, n);
			n = 0;
		}
	}
	if (n > 0)
		settle_some(w, board, some, n);
}
