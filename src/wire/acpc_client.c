/* acpc_client.c - a search plays at somebody's dealer. See acpc.h. */
#include "src/wire/acpc.h"

#include "src/core/calibration.h"
#include "src/core/search.h"
#include "src/wire/lines.h"

#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LOOK_MS 100
#define SAY_MS	10000
#define ANSWER	(POSITION_TEXT + 64)

/* A seat at a dealer. */
struct acpc_seat {
	struct acpc_client *c;
	struct calibration calibration;
	struct kit kit; /* of the searches */
	struct lines in;
	uint64_t decisions;
};

/* -1: st. */
static int
acpc_client_connect_to(const struct acpc_client *c, struct status *st)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *all = NULL;
	int fd = -1, error = 0;
	const int found = getaddrinfo(c->host, c->port, &hints, &all);
	if (found != 0) {
		status_fail(st, "%s %s: %s", c->host, c->port, gai_strerror(found));
		return -1;
	}
	for (struct addrinfo *a = all; a != NULL && fd < 0; a = a->ai_next) {
		fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
		if (fd < 0 || connect(fd, a->ai_addr, a->ai_addrlen) == 0)
			continue;
		error = errno;
		close(fd);
		fd = -1;
	}
	freeaddrinfo(all);
	if (fd < 0)
		status_fail(st, "%s %s: %s", c->host, c->port, strerror(error));
	return fd;
}

static bool
acpc_client_say(const struct acpc_seat *u, const char *text, struct status *st)
{
	return lines_send(u->in.fd, text, SAY_MS) ||
	       status_fail(st, "%s %s: %s", u->c->host, u->c->port, strerror(errno));
}

static bool
acpc_client_choose(struct acpc_seat *u, const struct state *s, int seat, move *out,
		   struct status *st)
{
	const struct search_job job = { .game = u->c->game,
					.root = s,
					.viewer = seat,
					.player = u->c->player,
					.seed = rng_fork(u->c->seed, u->decisions++),
					.calibration = &u->calibration,
					.stop = u->c->stop,
					.bounded = true,
					.kit = &u->kit };
	struct search search;
	if (!search_open(&search, &job, st))
		return false;
	search_run(&search);
	*out = search_choice(&search);
	search_close(&search);
	return *out != MOVE_NONE ||
	       status_fail(st, "%s found no action", u->c->player->text);
}

static double
result_of(const struct acpc_seat *u, const struct state *s, int seat)
{
	int32_t value[SEATS_MAX];
	u->c->game->knowledge->evaluate(u->c->game, s, value);
	return (double)value[seat] / game_unit(u->c->game);
}

/* A state, and the answer where it is our turn. */
static bool
take_state(struct acpc_seat *u, const char *line, struct status *st)
{
	static const char head[] = "MATCHSTATE:";
	const struct game *g = u->c->game;
	const char *text = line + sizeof head - 1;
	struct status why = { 0 };
	struct state s = { 0 };
	char answer[ANSWER], action[MOVE_TEXT];
	move m;
	if (strncmp(line, head, sizeof head - 1) != 0 || (*text != '0' && *text != '1') ||
	    text[1] != ':')
		return status_fail(st,
				   "the dealer: \"%.60s\": expected MATCHSTATE:0 or 1:",
				   line);
	if (!g->text->parse_position(g, text + 2, &s, &why))
		return status_fail(st, "the dealer: \"%.60s\": %.120s", line, why.text);
	const int seat = acpc_seat(acpc_hand(g, &s), *text - '0');
	if (g->rules->settled(g, &s)) {
		u->c->hands++;
		u->c->points += result_of(u, &s, seat);
		return true;
	}
	if (game_mover(g, &s) != seat)
		return true;
	if (!acpc_client_choose(u, &s, seat, &m, st))
		return false;
	g->text->format_move(g, &s, seat, m, action, sizeof action);
	snprintf(answer, sizeof answer, "%s:%s\r\n", line, action);
	return acpc_client_say(u, answer, st);
}

static bool
acpc_client_is_stopped(const struct acpc_client *c)
{
	return c->stop != NULL && atomic_load_explicit(c->stop, memory_order_relaxed);
}

static bool
sit(struct acpc_seat *u, struct status *st)
{
	char *line = NULL;
	if (!acpc_client_say(u, "VERSION:2.0.0\r\n", st))
		return false;
	while (!acpc_client_is_stopped(u->c)) {
		switch (lines_next(&u->in, LOOK_MS, &line)) {
		case LINES_ONE:
			if (*line != '\0' && *line != '#' && *line != ';' &&
			    strncmp(line, "ENDGAME", 7) != 0 && !take_state(u, line, st))
				return false;
			break;
		case LINES_END:
			return u->in.begin == u->in.end ||
			       status_fail(st, "the dealer: ended in the middle of a "
					       "line");
		case LINES_LONG: return status_fail(st, "the dealer: a line without end");
		default: break;
		}
	}
	return true;
}

bool
acpc_play(struct acpc_client *c, struct status *st)
{
	struct acpc_seat *u = calloc(1, sizeof *u);
	if (u == NULL)
		return status_fail(st, "not enough memory for a connection");
	u->c = c;
	c->hands = 0;
	c->points = 0;
	calibration_load(&u->calibration, c->game, NULL);
	const int fd = acpc_client_connect_to(c, st);
	lines_init(&u->in, fd);
	const bool ok = fd >= 0 && sit(u, st);
	if (fd >= 0)
		close(fd);
	kit_close(&u->kit);
	free(u);
	return ok;
}
