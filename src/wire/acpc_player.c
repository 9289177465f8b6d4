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

#include "src/core/foreign.h"
#include "src/wire/guest.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LOOK_MS 10
#define LINE	(POSITION_TEXT + 64)

struct acpc_outside {
	struct guest guest;
	struct lines in; /* of the connection */
	int listening;
};

static bool
acpc_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	if (strcmp(g->ops->key, "holdem") != 0) {
		snprintf(out, (size_t)size, "acpc programs play hold'em, not this %s",
			 g->ops->title);
		return true;
	}
	return guest_misfit("acpc", "./player", o, out, size);
}

static bool
acpc_open(struct search *s, struct status *st)
{
	struct acpc_outside *x = guest_open(s, sizeof *x, st);
	if (x == NULL)
		return false;
	x->in.fd = x->listening = -1;
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
	engine_end(&x->guest.engine);
}

/* Listens, and starts the program. */
static bool
acpc_player_start(struct search *s, struct status *st)
{
	struct acpc_outside *x = s->self;
	char where[40];
	int port = 0;
	x->listening = acpc_listen(&port, st);
	snprintf(where, sizeof where, "127.0.0.1 %d", port);
	return x->listening >= 0 && guest_start(s, &x->guest, where, st);
}

/* A moment's wait. False: it is over, for a reason in st or because the search is stopped. */
static bool
wait_on(struct search *s, struct status *st)
{
	struct acpc_outside *x = s->self;
	char *line;
	return guest_poll(s, &x->guest) &&
	       engine_hear(&x->guest.engine, 0, &line, st) && /* it is not used */
	       guest_has_patience(&x->guest, st);
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
		if (!guest_has_patience(&x->guest, st))
			return NULL;
		if (got == LINES_ONE && x->in.read <= ENGINE_FLOOD && *line != '\0' &&
		    *line != '#' && *line != ';')
			return line;
		const char *fault = got == LINES_END	? "has closed its connection"
				    : got == LINES_LONG ? "writes a line without end"
				    : x->in.read > ENGINE_FLOOD
					    ? "writes lines without end"
					    : NULL;
		if (fault != NULL) {
			status_fail(st, "%s %s", x->guest.engine.program, fault);
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
	return status_fail(st, "%s: illegal action \"%.30s\"", x->guest.engine.program,
			   action);
}

static bool
acpc_player_ask(struct search *s, move *out, struct status *st)
{
	struct acpc_outside *x = s->self;
	char state[LINE], line[LINE + 2];
	guest_expect(s, &x->guest, "does not answer within");
	acpc_format_state(s->game, &s->root, s->mover, state, sizeof state);
	if (!acpc_player_start(s, st) || !acpc_player_meet(s, st))
		return false;
	const char *version = acpc_player_hear(s, st);
	if (version == NULL)
		return false;
	if (strncmp(version, "VERSION:2.", 10) != 0)
		return status_fail(st, "%s: \"%.40s\": expected VERSION:2.0.0",
				   x->guest.engine.program, version);
	snprintf(line, sizeof line, "%s\r\n", state);
	if (!lines_send(x->in.fd, line, LOOK_MS))
		return status_fail(st, "%s reads nothing", x->guest.engine.program);
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
		struct acpc_outside *x = s->self;
		if (!st.failed && s->live.stop == STOP_TIME)
			status_fail(&st, "%s does not answer within its time",
				    x->guest.engine.program);
		guest_fail(s, &x->guest, &st);
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
	GUEST_COMMAND("./player", "command line of the program, to which 127.0.0.1 and a "
				  "port are added; required"),
	GUEST_PATIENCE("give the program up when it has not answered after this time"),
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
