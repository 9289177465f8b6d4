/*
 * text.c - moves and positions of Awari as text.
 *
 * A move is the letter of its house, A to F for South, a to f for North. A position is the seeds
 * in A to F and a to f, those captured by South and by North, and who is to move, joined by minus
 * signs; behind it the plies made, and whether a position has come again since the last capture,
 * or a third repetition has ended the game.
 */
#include "games/awari/rules.h"
#include "games/common/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- moves ---------------------------------------------------------------------------- */

static void
awari_format_move(const struct game *g, const struct state *state, int seat, move m,
		  char *out, int size)
{
	(void)g, (void)state, (void)seat;
	if (m < AWARI_HOUSES)
		snprintf(out, (size_t)size, "%c", "ABCDEFabcdef"[m]);
	else
		snprintf(out, (size_t)size, "%s", m == AWARI_PASS ? "pass" : "?");
}

/* "A, C or F" */
static void
list_houses(const struct game *g, const struct state *state, int seat, const move *list,
	    int n, struct words *w)
{
	for (int i = 0; i < n; i++) {
		char name[MOVE_TEXT];
		awari_format_move(g, state, seat, list[i], name, sizeof name);
		words_add(w, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", name);
	}
}

static bool
awari_parse_move(const struct game *g, const struct state *state, int seat,
		 const char *text, move *out, struct status *st)
{
	move list[AWARI_HOUSES];
	char can[80], word[2] = { 0 };
	const int n = awari_list_moves(g, state, seat, list);
	for (int i = 0; i < n; i++) {
		word[0] = (char)('A' + list[i] % AWARI_ROW);
		char small[2] = { (char)tolower(word[0]), '\0' };
		const bool pass = list[i] == AWARI_PASS;
		if (pass ? !words_alone(text, "pass")
			 : !words_alone(text, word) && !words_alone(text, small))
			continue;
		*out = list[i];
		return true;
	}
	struct words w = words_start(can, sizeof can);
	list_houses(g, state, seat, list, n, &w);
	return status_fail(st, "move '%.24s': expected %s", text, can);
}

/* ---- positions ------------------------------------------------------------------------ */

static void
awari_format_position(const struct game *g, const struct state *state, char *out,
		      int size)
{
	const struct awari *s = awari_state(state);
	const char *end = s->end == AWARI_REPETITION ? " repetition"
			  : s->again		     ? " again"
						     : "";
	struct words w = words_start(out, size);
	for (int house = 0; house < AWARI_HOUSES; house++)
		words_add(&w, "%d-", awari_seeds_in(s, house));
	words_add(&w, "%d-%d-%c %d%s", s->store[0], s->store[1], s->mover ? 'N' : 'S',
		  s->ply, end);
}

#define NUMBERS (AWARI_HOUSES + AWARI_SEATS)

/* The numbers of houses and stores, a minus sign behind each; *text moves behind them. */
static bool
awari_read_numbers(const char **text, int *number, struct status *st)
{
	int sum = 0;
	for (int i = 0; i < NUMBERS; i++) {
		char *end;
		const bool digit = isdigit((unsigned char)**text);
		const long n = digit ? strtol(*text, &end, 10) : 0;
		if (!digit || n > AWARI_SEEDS || *end != '-')
			return status_fail(
				st,
				"position: expected the seeds of 12 houses and 2 stores, "
				"each followed by a minus sign, not '%.16s'",
				*text);
		number[i] = (int)n;
		sum += number[i];
		*text = end + 1;
	}
	return sum == AWARI_SEEDS ||
	       status_fail(st, "position: %d seeds in houses and stores, expected %d",
			   sum, AWARI_SEEDS);
}

static bool
awari_read_tail(const struct game *g, struct awari *s, const char *text,
		struct status *st)
{
	const int most = awari_variant(g)->max_plies;
	const char seat = *text;
	if ((seat != 'S' && seat != 'N') || (text[1] != '\0' && text[1] != ' '))
		return status_fail(
			st,
			"position: expected S or N, the seat to move, after the numbers");
	s->mover = seat == 'N';
	char plies[8];
	int n = 0;
	text = words_skip(text + 1);
	if (*text == '\0')
		text = NULL;
	else if (words_next(&text, ' ', plies, sizeof plies) &&
		 !words_number(plies, 0, most, &n))
		return status_fail(st,
				   "position: expected the plies made, 0 to %d, not '%s'",
				   most, plies);
	s->ply = s->since = (uint16_t)n;
	if (text == NULL || *words_skip(text) == '\0')
		return true;
	s->again = 1;
	if (words_alone(text, "again"))
		return true;
	s->end = AWARI_REPETITION;
	return words_alone(text, "repetition") ||
	       status_fail(st, "position: expected the end of the line, not '%.16s'",
			   words_skip(text));
}

static bool
awari_parse_position(const struct game *g, const char *text, struct state *state,
		     struct status *st)
{
	int number[NUMBERS];
	struct awari *s = awari_of(state);
	memset(state->bytes, 0, sizeof state->bytes);
	s->last = -1;
	text = words_skip(text);
	if (!awari_read_numbers(&text, number, st) || !awari_read_tail(g, s, text, st))
		return false;
	for (int house = 0; house < AWARI_HOUSES; house++)
		s->row[house / AWARI_ROW] |= (uint64_t)number[house]
					     << 8 * (house % AWARI_ROW);
	s->store[0] = (uint8_t)number[AWARI_HOUSES];
	s->store[1] = (uint8_t)number[AWARI_HOUSES + 1];
	awari_settle(g, s);
	return true;
}

const struct game_text awari_text = {
	.format_move = awari_format_move,
	.parse_move = awari_parse_move,
	.format_position = awari_format_position,
	.parse_position = awari_parse_position,
	.seat_name = awari_seat_name,
	.seat_letter = awari_seat_letter,
};
