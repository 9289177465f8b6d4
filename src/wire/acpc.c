/* acpc.c - game files and states as lines. See acpc.h. */
#include "src/wire/acpc.h"

#include "src/base/text.h"
#include "src/core/game.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LINE   200
#define VALUES 4

/* What a game file says; -1: not yet. */
struct game_file {
	int begun, limit, ended;
	int64_t players, rounds, stack[VALUES], blind[VALUES], raise[VALUES];
	int64_t first[VALUES], raises[VALUES], suits, ranks, hole, board[VALUES];
};

static const struct {
	const char *key;
	size_t at;
	int values;
} fields[] = {
	{ "numPlayers", offsetof(struct game_file, players), 1 },
	{ "numRounds", offsetof(struct game_file, rounds), 1 },
	{ "stack", offsetof(struct game_file, stack), VALUES },
	{ "blind", offsetof(struct game_file, blind), VALUES },
	{ "raiseSize", offsetof(struct game_file, raise), VALUES },
	{ "firstPlayer", offsetof(struct game_file, first), VALUES },
	{ "maxRaises", offsetof(struct game_file, raises), VALUES },
	{ "numSuits", offsetof(struct game_file, suits), 1 },
	{ "numRanks", offsetof(struct game_file, ranks), 1 },
	{ "numHoleCards", offsetof(struct game_file, hole), 1 },
	{ "numBoardCards", offsetof(struct game_file, board), VALUES },
};

static const struct {
	const char *word;
	size_t at;
	int value;
} marks[] = {
	{ "GAMEDEF", offsetof(struct game_file, begun), 1 },
	{ "limit", offsetof(struct game_file, limit), 1 },
	{ "nolimit", offsetof(struct game_file, limit), 0 },
	{ "END GAMEDEF", offsetof(struct game_file, ended), 1 },
};

static bool
acpc_read_numbers(const char *text, int64_t *out, int most)
{
	int n = 0;
	for (char *end; *(text += strspn(text, " \t")) != '\0'; text = end, n++) {
		const int64_t x = strtoll(text, &end, 10);
		if (end == text || x < 0 || n == most)
			return false;
		out[n] = x;
	}
	return n > 0;
}

/* One line without its end. False: it is none of a game file. */
static bool
acpc_read_line(struct game_file *f, char *line)
{
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (text_equal_fold(line, marks[i].word)) {
			*(int *)(void *)((char *)f + marks[i].at) = marks[i].value;
			return true;
		}
	char *equals = strchr(line, '=');
	if (equals == NULL)
		return false;
	const size_t n = strcspn(line, " \t=");
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (strlen(fields[i].key) == n && strncmp(line, fields[i].key, n) == 0)
			return acpc_read_numbers(equals + 1,
						 (int64_t *)(void *)((char *)f +
								     fields[i].at),
						 fields[i].values);
	return false;
}

/* Whether the numbers are those of hold'em for two, or what is not. */
static const char *
misfit(const struct game_file *f)
{
	const bool whole = f->begun == 1 && f->ended == 1 && f->limit >= 0;
	const int64_t small = f->blind[1], big = f->blind[0];
	if (!whole)
		return "expected GAMEDEF, limit or nolimit, ... END GAMEDEF";
	if (f->players != 2)
		return "numPlayers: expected 2";
	if (f->suits != 4 || f->ranks != 13 || f->hole != 2 || f->board[0] != 0 ||
	    f->board[1] != 3)
		return "expected hold'em: 4 suits, 13 ranks, 2 cards each, 0 3 1 1 on "
		       "the board";
	if ((f->rounds != 4 || f->board[2] != 1 || f->board[3] != 1) && f->rounds != 2)
		return "numRounds: expected 4 or 2";
	if (small < 1 || big < small)
		return "blind: expected the big blind first, as in 100 50";
	if (f->first[0] != 2 || f->first[1] != 1)
		return "firstPlayer: expected 2 1 1 1";
	if (!f->limit && (f->stack[0] < 1 || f->stack[0] != f->stack[1]))
		return "stack: expected two equal ones";
	if (f->limit &&
	    (f->raise[0] != big || (f->rounds == 4 && f->raise[2] != 2 * big)))
		return "raiseSize: expected the big blind, twice that from the third "
		       "round on";
	return NULL;
}

bool
acpc_read_game(const char *text, const char *where, char *out, int size,
	       struct status *st)
{
	struct game_file f;
	char line[LINE];
	memset(&f, -1, sizeof f);
	for (int number = 1; *text != '\0' && f.ended != 1; number++) {
		const size_t n = strcspn(text, "\n");
		snprintf(line, sizeof line, "%.*s", n < LINE ? (int)n : LINE - 1, text);
		for (size_t k = strlen(line);
		     k > 0 && strchr("\r \t", line[k - 1]) != NULL; k--)
			line[k - 1] = '\0';
		text += n + (text[n] == '\n');
		if (*line == '\0' || *line == '#')
			continue;
		if (!acpc_read_line(&f, line))
			return status_fail(st,
					   "%s:%d: \"%.40s\": expected a line of a game "
					   "file, as blind = 100 50",
					   where, number, line);
	}
	const char *wrong = misfit(&f);
	if (wrong != NULL)
		return status_fail(st, "%s: %s", where, wrong);
	const int n = snprintf(out, (size_t)size,
			       "betting=%s,blinds=%lld/%lld,rounds=%lld,reset=on",
			       f.limit ? "limit" : "no-limit", (long long)f.blind[1],
			       (long long)f.blind[0], (long long)f.rounds);
	if (f.stack[0] > 0 && n < size)
		snprintf(out + n, (size_t)(size - n), ",stack=%lld",
			 (long long)f.stack[0]);
	return true;
}

/* ---- states ------------------------------------------------------------------------------ */

int
acpc_hand(const struct game *g, const struct state *s)
{
	char text[POSITION_TEXT];
	g->text->format_position(g, s, text, sizeof text);
	return atoi(text);
}

void
acpc_format_state(const struct game *g, const struct state *s, int seat, char *out,
		  size_t size)
{
	char text[POSITION_TEXT];
	struct state view = *s;
	game_view(g, s, seat, &view);
	g->text->format_position(g, &view, text, sizeof text);
	text[strcspn(text, " ")] = '\0';
	const int position = acpc_seat(atoi(text), 1) == seat;
	snprintf(out, size, "MATCHSTATE:%d:%s", position, text);
}

/* ---- connections ------------------------------------------------------------------------- */

int
acpc_listen(int *port, struct status *st)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_port = htons((uint16_t)*port),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof at;
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
	if (fd >= 0)
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0 ||
	    listen(fd, 1) != 0 || getsockname(fd, (struct sockaddr *)&at, &size) != 0) {
		status_fail(st, "port %d: %s", *port, strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	*port = ntohs(at.sin_port);
	return fd;
}
