/*
 * text.c - moves, positions, sentences and the generic picture of Tron.
 *
 * The position text is described in tron.h: it is the game so far, and reading it plays it
 * again, so that no position can be written that could not have come about.
 */
#include "games/tron/rules.h"

#include "src/core/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "NESW";

/* --- moves --- */

static void
tron_format_move(const struct game *g, const struct state *s, int seat, move m, char *out,
		 int size)
{
	(void)g, (void)s, (void)seat;
	snprintf(out, (size_t)size, "%c", m < TRON_STEPS ? letters[m] : '?');
}

/* The step of a letter, -1: none. */
static int
tron_step_of(char letter)
{
	const int up = toupper((unsigned char)letter);
	const char *at = up != '\0' ? strchr(letters, up) : NULL;
	return at != NULL ? (int)(at - letters) : -1;
}

static bool
tron_parse_move(const struct game *g, const struct state *state, int seat,
		const char *text, move *out, struct status *st)
{
	if (seat < 0 || seat >= g->seats || !(tron_acting(g, state) >> seat & 1))
		return status_fail(st, "'%.40s': no seat is to move", text);
	const unsigned steps = tron_steps(tron_of(state), seat);
	const int step = text[0] != '\0' && text[1] == '\0' ? tron_step_of(text[0]) : -1;
	if (step >= 0 && (steps >> step & 1)) {
		*out = (move)step;
		return true;
	}
	char list[12];
	struct words w = { list, sizeof list };
	for (unsigned left = steps; left != 0; left &= left - 1)
		words_add(&w, "%s%c", left == steps ? "" : " ",
			  letters[__builtin_ctz(left)]);
	return status_fail(st, "'%.40s': expected one of %s", text, list);
}

/* --- positions --- */

static void
tron_format_position(const struct game *g, const struct state *state, char *out, int size)
{
	const struct tron_variant *r = tron_variant(g);
	const struct tron *s = tron_of(state);
	struct words w = { out, (size_t)size };
	for (int i = 0; i < g->seats; i++) {
		words_add(&w, "%s%c%d:", i == 0 ? "" : ",", 'a' + tron_x(s->start[i]),
			  r->height - tron_y(s->start[i]));
		for (int k = 0; k < s->lived[i]; k++)
			words_add(&w, "%c", letters[tron_past(s, k, i)]);
	}
	commit_add(&w, "steps", &s->steps, g->seats, letters);
}

/* "c7": the cell; false: none on the floor. */
static bool
parse_cell(const struct tron_variant *r, const char *text, uint8_t *cell)
{
	int row;
	const int x = tolower((unsigned char)text[0]) - 'a';
	if (x < 0 || x >= r->width || !words_number(text + 1, 1, r->height, &row))
		return false;
	const int y = r->height - row;
	*cell = (uint8_t)tron_cell(x, y);
	return tron_has(&r->floor, x, y);
}

/* The starts of the heads, and their steps. */
struct tron_history {
	uint8_t start[TRON_SEATS];
	char steps[TRON_SEATS][TRON_ROUNDS + 2];
};

static bool
parse_heads(const struct tron_variant *r, const char *text, struct tron_history *h,
	    struct status *st)
{
	char item[TRON_ROUNDS + 16], cell[8];
	int n = 0;
	for (; n < r->seats && words_next(&text, ',', item, sizeof item); n++) {
		const char *rest = item;
		words_next(&rest, ':', cell, sizeof cell);
		if (rest == NULL)
			return status_fail(st,
					   "'%.20s': expected a cell, a colon and "
					   "steps, as in c7:NNE",
					   item);
		if (!parse_cell(r, cell, &h->start[n]))
			return status_fail(st,
					   "'%s': expected a cell without an obstacle "
					   "from a1 to %c%d",
					   cell, 'a' + r->width - 1, r->height);
		for (int k = 0; k < n; k++)
			if (h->start[k] == h->start[n])
				return status_fail(st, "'%s': two heads begin there",
						   cell);
		snprintf(h->steps[n], sizeof h->steps[n], "%s", rest);
	}
	if (n < r->seats || text != NULL)
		return status_fail(st,
				   "expected %d heads with commas between, as in "
				   "c7:NNE,k7:SSW",
				   r->seats);
	return true;
}

/* Plays round k of a history. */
static bool
replay_round(const struct tron_variant *r, const struct tron_history *h, int k,
	     struct tron *s, struct status *st)
{
	for (int i = 0; i < r->seats; i++) {
		if (!(s->alive >> i & 1))
			continue;
		const int step = tron_step_of(h->steps[i][k]);
		if (step < 0 || !(tron_steps(s, i) >> step & 1))
			return status_fail(
				st, "head %d: step %d: '%.1s' is not a step it can take",
				i + 1, k + 1, h->steps[i] + k);
		s->steps.of[i] = (uint8_t)step;
	}
	tron_round(s);
	return true;
}

static bool
tron_replay(const struct tron_variant *r, const struct tron_history *h, struct tron *s,
	    struct status *st)
{
	tron_place(r, s, h->start);
	for (int k = 0; (s->alive & (s->alive - 1)) != 0; k++) {
		const size_t reach = strlen(h->steps[__builtin_ctz(s->alive)]);
		if (reach <= (size_t)k)
			break;
		if (!replay_round(r, h, k, s, st))
			return false;
	}
	for (int i = 0; i < r->seats; i++)
		if (strlen(h->steps[i]) != s->lived[i])
			return status_fail(
				st,
				"head %d has %zu steps, expected %d: as many as the "
				"others, or as many as it made before its crash",
				i + 1, strlen(h->steps[i]), s->lived[i]);
	return true;
}

static bool
parse_steps(const struct tron_variant *r, const char *text, struct tron *s,
	    struct status *st)
{
	char word[8];
	int n = 0;
	enum commit_word is;
	for (; n < r->seats; n++) {
		is = commit_next(&s->steps, n, &text, word, sizeof word);
		if (is == COMMIT_END)
			break;
		if (is == COMMIT_NONE)
			continue;
		const int step = word[1] == '\0' ? tron_step_of(word[0]) : -1;
		if (!(s->alive >> n & 1) ||
		    (is == COMMIT_CHOICE &&
		     (step < 0 || !(tron_steps(s, n) >> step & 1))))
			return status_fail(st, "steps: '%s': head %d cannot step there",
					   word, n + 1);
		if (is == COMMIT_CHOICE)
			commit_make(&s->steps, n, step);
	}
	if (n < r->seats || text != NULL || s->steps.seats == s->alive)
		return status_fail(st,
				   "steps: expected a step, ? or - for each of %d heads, "
				   "- for at least one that is alive",
				   r->seats);
	return true;
}

static bool
tron_parse_position(const struct game *g, const char *text, struct state *state,
		    struct status *st)
{
	const struct tron_variant *r = tron_variant(g);
	char heads[TRON_SEATS * (TRON_ROUNDS + 8)], extra[40] = "";
	struct tron_history h = { 0 };
	struct tron s;
	words_next(&text, '|', heads, sizeof heads);
	const bool more = words_next(&text, '|', extra, sizeof extra);
	if (!parse_heads(r, heads, &h, st) || !tron_replay(r, &h, &s, st))
		return false;
	if (more && (strncmp(extra, "steps=", 6) != 0 || text != NULL))
		return status_fail(st, "'%.30s': expected steps= and nothing else",
				   extra);
	if (more && (s.alive & (s.alive - 1)) == 0)
		return status_fail(st, "steps: the game is over");
	if (more && !parse_steps(r, extra + 6, &s, st))
		return false;
	memset(state->bytes, 0, g->ops->state_size);
	memcpy(state->bytes, &s, sizeof s);
	return true;
}

/* --- sentences --- */

static void
tron_headline(const struct game *g, const struct state *state, int viewer, char *out,
	      int size)
{
	const struct tron *s = tron_of(state);
	struct words w = { out, (size_t)size };
	words_add(&w, "step %d", s->rounds + (s->winners == 0));
	if (g->seats > 2)
		words_add(&w, "  %d of %d alive", __builtin_popcount(s->alive), g->seats);
}

/* "Alpha", "Alpha and Beta", "Alpha, Beta and Gamma". */
static void
tron_add_seats(struct words *w, const struct game *g, unsigned seats)
{
	for (const unsigned all = seats; seats != 0; seats &= seats - 1) {
		const bool last = (seats & (seats - 1)) == 0;
		words_add(w, "%s%s",
			  seats == all ? ""
			  : last       ? " and "
				       : ", ",
			  tron_seat_name(g, __builtin_ctz(seats)));
	}
}

static void
tron_event(const struct game *g, const struct state *from, int seat, move m,
	   const struct state *to, char *out, int size)
{
	const struct tron *a = tron_of(from), *b = tron_of(to);
	struct words w = { out, (size_t)size };
	const unsigned crashed = a->alive & ~(unsigned)b->alive;
	(void)seat, (void)m;
	out[0] = '\0';
	if (b->rounds == a->rounds)
		return;
	if (crashed == 0) {
		words_add(&w, "steps");
		for (int i = 0; i < g->seats; i++)
			if (b->alive >> i & 1)
				words_add(&w, " %c %c", tron_seat_letter(g, i),
					  letters[tron_past(b, a->rounds, i)]);
		return;
	}
	tron_add_seats(&w, g, crashed);
	words_add(&w, (crashed & (crashed - 1)) != 0 ? " crash" : " crashes");
	if (b->winners == 0)
		return;
	words_add(&w, ": ");
	if (b->alive != 0) {
		tron_add_seats(&w, g, b->winners);
		words_add(&w, " wins");
	} else {
		words_add(&w, "a draw");
	}
}

/* --- the generic scene --- */

/* The seat that has been at a cell: a capital for a head. */
static char
letter_at(const struct game *g, const struct tron *s, int cell)
{
	static const int by[TRON_STEPS] = { -16, 1, 16, -1 };
	for (int i = 0; i < g->seats; i++) {
		if (s->head[i] == cell)
			return tron_seat_letter(g, i);
		int at = s->start[i];
		for (int k = 0; k < s->lived[i] && at != s->head[i]; k++) {
			if (at == cell)
				return (char)tolower(tron_seat_letter(g, i));
			at += by[tron_past(s, k, i)];
		}
	}
	return '#';
}

static void
tron_scene(const struct game *g, const struct state *state, int viewer, struct scene *out)
{
	const struct tron_variant *r = tron_variant(g);
	const struct tron *s = tron_of(state);
	memset(out, 0, sizeof *out);
	out->width = 2 * r->width;
	out->height = r->height;
	const bool acts = viewer >= 0 && (tron_acting(g, state) >> viewer & 1);
	const unsigned steps = acts ? tron_steps(s, viewer) : 0;
	for (int y = 0; y < r->height; y++)
		for (int x = 0; x < r->width; x++) {
			const int cell = tron_cell(x, y);
			const bool open = tron_has(&s->open, x, y);
			const char text[2] = { open ? '.' : letter_at(g, s, cell), '\0' };
			struct scene_item *item =
				scene_add(out, 2 * x, y, open ? ROLE_DIM : ROLE_TEXT,
					  text, NULL);
			item->seat = SEAT_NONE;
			item->cell = (int16_t)cell;
			item->m = MOVE_NONE;
			for (int k = 0; k < TRON_STEPS; k++) {
				int to_x, to_y;
				if (!(steps >> k & 1) ||
				    !tron_target(r, s->head[viewer], k, &to_x, &to_y) ||
				    to_x != x || to_y != y)
					continue;
				item->m = (move)k;
				item->flags = SCENE_CHOOSABLE;
			}
		}
}

const struct game_text tron_text = {
	.format_move = tron_format_move,
	.parse_move = tron_parse_move,
	.format_position = tron_format_position,
	.parse_position = tron_parse_position,
	.seat_name = tron_seat_name,
	.seat_letter = tron_seat_letter,
};

const struct game_view tron_view = {
	.headline = tron_headline,
	.figures = tron_figures,
	.event = tron_event,
	.scene = tron_scene,
};
