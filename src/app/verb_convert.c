/* verb_convert.c - hands of poker in other formats, and as records. */
#include "src/app/cli.h"

#include "src/base/file.h"
#include "src/core/record.h"

#include "games/poker/holdem/history.h"

#include <stdio.h>
#include <string.h>

/* Names by seat: of the comment on the first deal, where the record was made from hands that had
 * names (history_write_record()), else of the seats. */
static void
name_players(const struct match *m, char name[HOLDEM_SEATS][HISTORY_NAME])
{
	const struct game *g = &m->setup.game;
	const char *text = m->count > 0 ? m->plies[0].comment : "";
	const char *second = strstr(text, HISTORY_BIG);
	for (int seat = 0; seat < HOLDEM_SEATS; seat++)
		snprintf(name[seat], HISTORY_NAME, "%s", g->text->seat_name(g, seat));
	if (strncmp(text, HISTORY_BUTTON, strlen(HISTORY_BUTTON)) != 0 || second == NULL)
		return;
	const int button = holdem_button(holdem_of(&m->states[1]));
	text += strlen(HISTORY_BUTTON);
	snprintf(name[button], HISTORY_NAME, "%.*s", (int)(second - text), text);
	snprintf(name[1 - button], HISTORY_NAME, "%s", second + strlen(HISTORY_BIG));
}

/* The finished hands of a record, as far as they were seen. */
static bool
take_record(const struct match *m, struct history *h, struct status *st)
{
	const struct game *g = &m->setup.game;
	if (g->ops != &holdem_game)
		return status_fail(st, "convert: expected a record of hold'em, not of %s",
				   g->ops->title);
	for (int k = 1; k <= m->at; k++) {
		if (!g->rules->settled(g, &m->states[k]))
			continue;
		struct history_hand *hand = history_add(h);
		if (hand == NULL)
			return status_fail(st, "convert: more than %d hands",
					   HISTORY_HANDS);
		hand->game = *g;
		hand->end = m->states[k];
		name_players(m, hand->name);
		snprintf(hand->date, sizeof hand->date, "%.19s", m->date);
		for (char *c = hand->date; *c != '\0'; c++)
			*c = *c == '-' ? '/' : *c;
	}
	return h->count > 0 || status_fail(st, "convert: no hand of the record is over");
}

#define FILE_BYTES (16 << 20)

/* A line for each hand that is left out. */
static void
tell_left_out(const struct history *h)
{
	for (const char *at = h->left_out.s; at != NULL && *at != '\0';) {
		const int n = (int)strcspn(at, "\n");
		fprintf(stderr, "plyscope: %.*s\n", n, at);
		at += n + 1;
	}
}

/* NAME.phh, NAME.phhs */
static bool
is_phh(const char *file)
{
	const char *end = strrchr(file, '.');
	return end != NULL && (strcmp(end, ".phh") == 0 || strcmp(end, ".phhs") == 0);
}

static bool
verb_convert_read_hands(struct cli *cli, const char *file, struct history *h)
{
	static struct match m;
	struct text text = { 0 };
	if (!text_read_file(&text, file, FILE_BYTES)) {
		status_fail(&cli->st, "%s: cannot be read: %s", file, file_reason());
		return false;
	}
	const bool other = text.s != NULL && (history_looks(text.s) || is_phh(file));
	bool ok = other && history_read(h, text.s, file, &cli->st);
	text_free(&text);
	if (other)
		return ok;
	if (!record_load(&m, file, cli->catalog, &cli->st))
		return false;
	ok = take_record(&m, h, &cli->st);
	match_close(&m);
	return ok;
}

/* The index of --to among the formats; HISTORY_FORMATS: a record; -1: unknown. */
static int
format_named(const char *name)
{
	for (int k = 0; name != NULL && history_names[k] != NULL; k++)
		if (strcmp(name, history_names[k]) == 0)
			return k;
	return name != NULL && strcmp(name, "record") == 0 ? HISTORY_FORMATS : -1;
}

int
verb_convert(struct cli *cli)
{
	const struct args *a = &cli->args;
	struct history h = { 0 };
	struct text out = { 0 };
	const int format = format_named(a->to);
	if (a->count < 1) {
		status_fail(&cli->st, "convert: expected a FILE");
		return CLI_USAGE;
	}
	if (format < 0) {
		status_fail(&cli->st, "--to: expected phh, pokerstars or record");
		return CLI_USAGE;
	}
	bool ok = verb_convert_read_hands(cli, a->word[0], &h);
	if (ok && h.partial && format == HISTORY_FORMATS)
		history_drop_unfit(&h);
	if (ok)
		tell_left_out(&h);
	if (ok && h.count == 0)
		ok = status_fail(&cli->st, "convert: no hand is left for a record");
	if (ok && format == HISTORY_FORMATS)
		ok = history_write_record(&h, &out, &cli->st);
	else if (ok)
		history_write(&h, (enum history_format)format, &out);
	if (ok)
		fputs(out.s, stdout);
	text_free(&out);
	history_free(&h);
	return ok ? CLI_DONE : CLI_USAGE;
}
