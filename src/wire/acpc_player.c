/*
 * acpc_player.c - poker programs of other people as players: `acpc:command=...`.
 *
 * The program is a player of the ACPC protocol (acpc.h), which connects to a dealer: it is started
 * for each decision with the words 127.0.0.1 and PORT behind its command, at which this search
 * listens, gets the state that its seat may see, and answers. It keeps no memory from one decision
 * to the next. A fault is told in one sentence, and ends the program.
 *
 * Values: none.
 */
#include "src/wire/acpc.h"

#include "src/base/clock.h"
#include "src/core/foreign.h"
#include "src/core/search.h"
#include "src/wire/engine.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LOOK_MS 10
#define LINE	(POSITION_TEXT + 64)
#define NOTHING "none"

struct acpc_outside {
	struct engine engine;
	struct lines in; /* of the connection */
	int listening;
	int64_t until_us;
};

static const char *
acpc_player_command_of(const struct options *o)
{
	return o->v[options_find(o, "command")].text;
}

static bool
acpc_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	if (strcmp(g->ops->key, "holdem") != 0) {
		snprintf(out, (size_t)size, "acpc programs play hold'em, not this %s",
			 g->ops->title);
		return true;
	}
	if (o == NULL || strcmp(acpc_player_command_of(o), NOTHING) != 0)
		return false;
	snprintf(out, (size_t)size,
		 "acpc: command= says which program, as in acpc:command=./player");
	return true;
}

static bool
acpc_open(struct search *s, struct status *st)
{
	struct acpc_outside *x = arena_take(&s->arena, sizeof *x);
	if (x == NULL)
		return status_fail(st, "acpc: not enough memory");
	x->engine.pid = 0;
	x->in.fd = x->listening = -1;
	s->alone = false;
	s->self = x;
	return true;
}

static void
acpc_close(struct search *s)
{
	struct acpc_outside *x = s->self;
	if (x->in.fd >= 0)
		close(x->in.fd);
	if (x->listening >= 0)
		close(x->listening);
	x->in.fd = x->listening = -1;
	engine_end(&x->engine);
}

/* Listens, and starts the program. */
static bool
acpc_player_start(struct search *s, struct status *st)
{
	struct acpc_outside *x = s->self;
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof at;
	char where[40];
	x->listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (x->listening < 0 ||
	    bind(x->listening, (struct sockaddr *)&at, sizeof at) != 0 ||
	    listen(x->listening, 1) != 0 ||
	    getsockname(x->listening, (struct sockaddr *)&at, &size) != 0)
		return status_fail(st, "acpc: %s", strerror(errno));
	snprintf(where, sizeof where, "127.0.0.1 %d", ntohs(at.sin_port));
	return engine_start(&x->engine, acpc_player_command_of(&s->options), where, st);
}

/* A moment's wait. False: it is over, for a reason in st or because the search is stopped. */
static bool
wait_on(struct search *s, struct status *st)
{
	struct acpc_outside *x = s->self;
	char *line;
	if (!search_poll(s))
		return false;
	if (!engine_hear(&x->engine, 0, &line, st)) /* its output is not used */
		return false;
	return clock_now_us() < x->until_us ||
	       status_fail(st, "%s does not answer within %lld ms (patience=)",
			   x->engine.program,
			   (long long)options_int(&s->options, "patience"));
}

static bool
acpc_player_meet(struct search *s, struct status *st)
{
	struct acpc_outside *x = s->self;
	struct pollfd from = { .fd = x->listening, .events = POLLIN };
	while (poll(&from, 1, LOOK_MS) <= 0)
		if (!wait_on(s, st))
			return false;
	lines_init(&x->in, accept4(x->listening, NULL, NULL, SOCK_CLOEXEC));
	return x->in.fd >= 0 || status_fail(st, "acpc: %s", strerror(errno));
}

/* The next line that is no comment. NULL: st, or stopped. */
static char *
acpc_player_hear(struct search *s, struct status *st)
{
	struct acpc_outside *x = s->self;
	char *line = NULL;
	for (;;) {
		const enum lines_got got = lines_next(&x->in, LOOK_MS, &line);
		if (got == LINES_ONE && *line != '\0' && *line != '#' && *line != ';')
			return line;
		if (got == LINES_END || got == LINES_LONG) {
			status_fail(st, "%s has closed its connection",
				    x->engine.program);
			return NULL;
		}
		if (!wait_on(s, st))
			return NULL;
	}
}

static bool
read_action(struct search *s, const char *action, move *out, struct status *st)
{
	const struct acpc_outside *x = s->self;
	const struct game *g = s->game;
	char same[MOVE_TEXT] = "";
	struct status why = { 0 };
	if (game_parse_move(g, &s->root, s->mover, action, out, &why))
		g->text->format_move(g, &s->root, s->mover, *out, same, sizeof same);
	if (strcmp(same, action) == 0 && game_legal(g, &s->root, s->mover, *out))
		return true;
	return status_fail(st, "%s: illegal action \"%.30s\"", x->engine.program, action);
}

static bool
acpc_player_ask(struct search *s, move *out, struct status *st)
{
	struct acpc_outside *x = s->self;
	char state[LINE], line[LINE + 2];
	x->until_us = clock_now_us() + options_int(&s->options, "patience") * 1000;
	acpc_format_state(s->game, &s->root, s->mover, state, sizeof state);
	if (!acpc_player_start(s, st) || !acpc_player_meet(s, st))
		return false;
	const char *version = acpc_player_hear(s, st);
	if (version == NULL)
		return false;
	if (strncmp(version, "VERSION:2.", 10) != 0)
		return status_fail(st, "%s: \"%.40s\": expected VERSION:2.0.0",
				   x->engine.program, version);
	const int n = snprintf(line, sizeof line, "%s\r\n", state);
	if (send(x->in.fd, line, (size_t)n, MSG_NOSIGNAL) != n)
		return status_fail(st, "%s reads nothing", x->engine.program);
	for (;;) {
		const char *answer = acpc_player_hear(s, st);
		const size_t length = strlen(state);
		if (answer == NULL)
			return false;
		if (strncmp(answer, state, length) == 0 && answer[length] == ':')
			return read_action(s, answer + length + 1, out, st);
	}
}

static void
acpc_run(struct search *s)
{
	struct status st = { 0 };
	move m = MOVE_NONE;
	if (!acpc_player_ask(s, &m, &st)) {
		if (st.failed)
			search_fail(s, "%s", st.text);
		else if (s->live.stop == STOP_TIME)
			search_fail(s, "%s does not answer within its time",
				    ((struct acpc_outside *)s->self)->engine.program);
		else
			s->live.stop = STOP_INTERRUPTED;
		acpc_close(s);
		return;
	}
	acpc_close(s);
	stats_move_blank(&s->live.moves[0], m);
	s->live.move_count = 1;
	s->live.pv[0] = m;
	s->live.pv_count = 1;
	s->live.nodes = 1;
	s->live.stop = STOP_DEPTH;
}

static const struct option_spec acpc_options[] = {
	{ .key = "command",
	  .kind = OPTION_NAME,
	  .deflt = NOTHING,
	  .choices = "none|./player",
	  .help = "command line of the program, to which 127.0.0.1 and a port are added; "
		  "required" },
	{ .key = "patience",
	  .kind = OPTION_DURATION,
	  .deflt = "10s",
	  .min = 50,
	  .max = 600000,
	  .unit = "ms",
	  .help = "give the program up when it has not answered after this long" },
	{ .key = NULL },
};

static const struct foreign_ops acpc_foreign = { .command = "command" };

const struct search_ops acpc_search = {
	.key = "acpc",
	.title = "ACPC program",
	.summary = "another program that plays hold'em, by the ACPC protocol",
	.source = "ACPC protocol 2.0.0",
	.flags = SEARCH_HIDDEN_OK | SEARCH_OWN_WIN,
	.misfit = acpc_misfit,
	.options = acpc_options,
	.open = acpc_open,
	.run = acpc_run,
	.close = acpc_close,
	.foreign = &acpc_foreign,
};
