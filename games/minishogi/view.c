/*
 * view.c - names, scoreboard, events and the scene of MiniShogi.
 *
 * The scene: the board with files and ranks as in diagrams, Sente below; to its right the hands,
 * Gote's and Sente's, a row for each kind. Pieces are letters as in SFEN, Sente's capitals.
 */
#include "games/minishogi/rules.h"

#include "games/common/words.h"
#include "src/core/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char minishogi_letters[] = "PSGBRK";
const char *const minishogi_names[16] = {
	[PAWN] = "pawn",
	[SILVER] = "silver",
	[GOLD] = "gold",
	[BISHOP] = "bishop",
	[ROOK] = "rook",
	[KING] = "king",
	[PAWN | PROMOTED] = "tokin",
	[SILVER | PROMOTED] = "promoted silver",
	[BISHOP | PROMOTED] = "horse",
	[ROOK | PROMOTED] = "dragon",
};

const char *
minishogi_seat_name(const struct game *g, int seat)
{
	return seat ? "Gote" : "Sente";
}

char
minishogi_seat_letter(const struct game *g, int seat)
{
	return seat ? 'G' : 'S';
}

/* ---- what a person sees --------------------------------------------------------------- */

static void
minishogi_headline(const struct game *g, const struct state *state, int viewer, char *out,
		   int size)
{
	const struct minishogi *s = minishogi_state(state);
	static const char *const ends[] = {
		[MINISHOGI_LENGTH] = "over: turn limit",
		[MINISHOGI_REPETITION] = "over: fourth repetition",
		[MINISHOGI_PERPETUAL] = "over: perpetual check",
	};
	char after[24];
	words_after_ply(s->ply, after);
	if (s->end == MINISHOGI_RUNNING)
		snprintf(out, (size_t)size, "%s  %s to move%s", after,
			 minishogi_seat_name(g, s->mover), s->checkers ? "  check" : "");
	else if (s->end == MINISHOGI_MATE)
		snprintf(out, (size_t)size, "%s  %s has won", after,
			 minishogi_seat_name(g, s->winner));
	else
		snprintf(out, (size_t)size, "%s  %s", after, ends[s->end]);
}

static int
minishogi_figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct minishogi *s = minishogi_state(state);
	out[0] = (struct figure){ .name = "in hand" };
	out[1] = (struct figure){ .name = "on board" };
	for (int seat = 0; seat < 2; seat++) {
		for (int kind = PAWN; kind <= ROOK; kind++)
			out[0].per_seat[seat] += s->hand[seat][kind];
		out[1].per_seat[seat] = __builtin_popcount(s->of[seat]);
	}
	return 2;
}

/* Why the game is over. */
static void
minishogi_say_end(const struct minishogi *s, char *out, size_t size)
{
	const char *winner =
		s->winner == SEAT_NONE ? "" : minishogi_seat_name(NULL, s->winner);
	if (s->end == MINISHOGI_MATE)
		snprintf(out, size, "%s: %s wins", s->checkers ? "mate" : "no move left",
			 winner);
	else if (s->end == MINISHOGI_LENGTH)
		snprintf(out, size, "the turn limit is reached: a draw");
	else if (s->end == MINISHOGI_PERPETUAL)
		snprintf(out, size, "%s loses by perpetual check",
			 minishogi_seat_name(NULL, !s->winner));
	else if (s->winner != SEAT_NONE)
		snprintf(out, size, "fourth repetition: %s wins", winner);
	else
		snprintf(out, size, "fourth repetition: a draw");
}

static void
minishogi_event(const struct game *g, const struct state *from, int seat, move m,
		const struct state *to, char *out, int size)
{
	const struct minishogi *a = minishogi_state(from), *b = minishogi_state(to);
	const int taken = a->board[minishogi_to(m)];
	const char *check = b->checkers ? ", check" : "";
	out[0] = '\0';
	if (b->end)
		minishogi_say_end(b, out, (size_t)size);
	else if (taken != MINISHOGI_EMPTY)
		snprintf(out, (size_t)size, "%s takes a %s%s",
			 minishogi_seat_name(g, seat), minishogi_names[taken & 15],
			 check);
	else if (b->checkers)
		snprintf(out, (size_t)size, "%s gives check",
			 minishogi_seat_name(g, seat));
}

/* ---- scene ---------------------------------------------------------------------------- */

#define CELL_W 2
#define LEFT   3
#define TOP    1
#define RIGHT  (LEFT + CELL_W * (SIDE - 1)) /* of the last file */
#define HANDS  6			    /* columns beside it */
#define HAND_W 4

static void
put_text(struct scene_item *it, int seat, int kind, const char *text)
{
	static const char *const kanji[] = { [PAWN] = "歩",
					     [SILVER] = "銀",
					     [GOLD] = "金",
					     [BISHOP] = "角",
					     [ROOK] = "飛",
					     [KING] = "玉",
					     [PAWN | PROMOTED] = "と",
					     [SILVER | PROMOTED] = "全",
					     [BISHOP | PROMOTED] = "馬",
					     [ROOK | PROMOTED] = "竜" };
	scene_put(it, seat, text, text);
	snprintf(it->wide, sizeof it->wide, "%s", kanji[kind]);
}

static void
put_piece(struct scene_item *it, int seat, int kind)
{
	const char letter = minishogi_letters[kind_of(kind)];
	char text[3] = "+";
	const int at = kind & PROMOTED ? 1 : 0;
	text[at] = (char)(seat ? tolower(letter) : letter);
	text[at + 1] = '\0';
	it->beside_x = (int8_t)-at;
	put_text(it, seat, kind, text);
}

static void
scene_board(const struct minishogi *s, struct scene *sc)
{
	for (int cell = 0; cell < CELLS; cell++) {
		char name[MINISHOGI_NAME];
		const int piece = s->board[cell];
		minishogi_name(cell, name);
		struct scene_item *it = scene_add_cell(sc, LEFT + CELL_W * (cell % SIDE),
						       TOP + cell / SIDE, name);
		if (piece != MINISHOGI_EMPTY)
			put_piece(it, seat_of(piece), piece & 15);
		if (s->from != s->to && cell == s->to)
			it->flags = SCENE_LAST;
		if (s->from != s->to && cell == s->from) {
			it->role = ROLE_LAST_MOVE;
			it->glyph[0] = it->ascii[0] = '+';
			it->glyph[1] = '\0';
		}
	}
}

/* The cells of the hands: of each seat pawn to rook, the rook in the topmost row. */
static void
scene_hands(const struct minishogi *s, struct scene *sc)
{
	for (int seat = 0; seat < 2; seat++)
		for (int kind = PAWN; kind <= ROOK; kind++) {
			const int n = s->hand[seat][kind];
			const char letter = minishogi_letters[kind];
			char text[3] = { (char)(seat ? tolower(letter) : letter) };
			char name[SCENE_NAME];
			snprintf(name, sizeof name, "%s's %ss",
				 minishogi_seat_name(NULL, seat), minishogi_names[kind]);
			struct scene_item *it =
				scene_add_cell(sc, RIGHT, TOP + ROOK - kind, name);
			it->beside_x = seat ? HANDS : HANDS + HAND_W;
			if (n > 1)
				text[1] = (char)('0' + n);
			if (n > 0)
				put_text(it, seat, kind, text);
			else
				it->glyph[0] = it->ascii[0] = ' ', it->glyph[1] = '\0';
		}
}

static void
minishogi_scene_labels(struct scene *sc)
{
	for (int k = 0; k < SIDE; k++) {
		const char file[2] = { (char)('0' + SIDE - k), '\0' };
		const char rank[2] = { (char)('a' + k), '\0' };
		scene_add(sc, LEFT + CELL_W * k, TOP, ROLE_DIM, file, NULL)->beside_y =
			-1;
		scene_add(sc, RIGHT, TOP + k, ROLE_DIM, rank, NULL)->beside_x = 3;
	}
	for (int seat = 0; seat < 2; seat++) {
		const char letter[2] = { minishogi_seat_letter(NULL, seat), '\0' };
		struct scene_item *it =
			scene_add(sc, RIGHT, TOP, (enum role)(ROLE_SEAT_0 + seat), letter,
				  NULL);
		it->beside_x = seat ? HANDS : HANDS + HAND_W;
		it->beside_y = -1;
	}
}

static void
minishogi_scene(const struct game *g, const struct state *state, int viewer,
		struct scene *sc)
{
	(void)g, (void)viewer;
	const struct minishogi *s = minishogi_state(state);
	scene_clear(sc);
	sc->width = RIGHT + HANDS + HAND_W + 2;
	sc->height = TOP + SIDE;
	sc->surface = (struct surface){ SURFACE_SQUARES, ROLE_WOOD, ROLE_WOOD_DARK };
	scene_board(s, sc);
	scene_hands(s, sc);
	minishogi_scene_labels(sc);
}

/* ---- choosing ------------------------------------------------------------------------- */

static int
minishogi_path(const struct game *g, const struct state *state, int seat, move m, int way,
	       int16_t *cell)
{
	(void)g, (void)state;
	const int from = minishogi_from(m);
	cell[0] = (int16_t)(minishogi_is_drop(m) ? from + MINISHOGI_HELD * seat : from);
	cell[1] = (int16_t)minishogi_to(m);
	return way == 0 ? 2 : 0;
}

static void
choice(const struct game *g, const struct state *state, int seat, move m, char *out,
       int size)
{
	(void)g, (void)seat;
	const int kind = kind_of(minishogi_state(state)->board[minishogi_from(m)]);
	if (m & MINISHOGI_PROMOTE)
		snprintf(out, (size_t)size, "promote to a %s",
			 minishogi_names[kind | PROMOTED]);
	else
		snprintf(out, (size_t)size, "stay a %s", minishogi_names[kind]);
}

const struct game_view minishogi_view = {
	.headline = minishogi_headline,
	.figures = minishogi_figures,
	.event = minishogi_event,
	.scene = minishogi_scene,
	.path = minishogi_path,
	.choice = choice,
};
