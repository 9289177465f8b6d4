/* acpc_dealer.c - deals matches to players that connect. See acpc.h. */
#include "src/wire/acpc.h"

#include "src/base/clock.h"
#include "src/core/match.h"
#include "src/wire/lines.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LOOK_MS 50
#define LINE	(POSITION_TEXT + 64)
#define PLAYERS 2

/* A player; seat i plays for name[i]. */
struct acpc_guest {
	struct lines in;
	bool out;
	int illegal;
};

struct acpc_table {
	const struct acpc_dealer *d;
	struct match m;
	struct acpc_guest guest[PLAYERS];
	double score[PLAYERS];
};

static bool
acpc_dealer_is_stopped(const struct acpc_table *t)
{
	return t->d->stop != NULL &&
	       atomic_load_explicit(t->d->stop, memory_order_relaxed);
}

/* ---- connections ------------------------------------------------------------------------- */

/* The next line of a player that is no comment, until a time. NULL: why it is out. */
static char *
acpc_dealer_hear(struct acpc_table *t, int seat, int64_t until_us, const char **why)
{
	char *line = NULL;
	while (!acpc_dealer_is_stopped(t)) {
		if (clock_now_us() >= until_us) {
			*why = "no answer in time";
			return NULL;
		}
		switch (lines_next(&t->guest[seat].in, LOOK_MS, &line)) {
		case LINES_ONE:
			if (*line != '\0' && *line != '#' && *line != ';')
				return line;
			break;
		case LINES_END: *why = "it has disconnected"; return NULL;
		case LINES_LONG: *why = "a line without end"; return NULL;
		default: break;
		}
	}
	*why = "stopped";
	return NULL;
}

static void
put_out(struct acpc_table *t, int seat, const char *why)
{
	struct acpc_guest *g = &t->guest[seat];
	g->out = true;
	fprintf(t->d->log, "# %s is out: %s\n", t->d->name[seat], why);
}

/* Waits for a player, and for its version. */
static void
acpc_dealer_welcome(struct acpc_table *t, int seat, int listening)
{
	struct acpc_guest *g = &t->guest[seat];
	struct pollfd from = { .fd = listening, .events = POLLIN };
	const int64_t until = clock_now_us() + t->d->patience_ms * 1000;
	const char *why = "nobody has connected";
	lines_init(&g->in, -1);
	while (!acpc_dealer_is_stopped(t) && clock_now_us() < until && g->in.fd < 0)
		if (poll(&from, 1, LOOK_MS) > 0)
			g->in.fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
	const char *line = g->in.fd >= 0 ? acpc_dealer_hear(t, seat, until, &why) : NULL;
	if (line != NULL && strncmp(line, "VERSION:2.", 10) == 0)
		return;
	put_out(t, seat, line != NULL ? "expected VERSION:2.0.0 first" : why);
}

/* ---- a decision -------------------------------------------------------------------------- */

/* A check or a fold. */
static move
give_up(struct acpc_table *t, int seat)
{
	move m[MOVES_MAX];
	match_moves(&t->m, seat, m);
	return m[0]; /* of both a fold is listed first */
}

/* A line of a player as a move. False: it is about another state. */
static bool
read_answer(struct acpc_table *t, int seat, const char *asked, const char *line,
	    move *out)
{
	const struct game *g = &t->m.setup.game;
	const struct state *now = &t->m.states[t->m.at];
	struct status st = { 0 };
	const size_t n = strlen(asked);
	if (strncmp(line, asked, n) != 0 || line[n] != ':')
		return false;
	const char *action = line + n + 1;
	char same[MOVE_TEXT] = "";
	if (game_parse_move(g, now, seat, action, out, &st))
		g->text->format_move(g, now, seat, *out, same, sizeof same);
	if (strcmp(same, action) == 0 && game_legal(g, now, seat, *out))
		return true;
	fprintf(t->d->log, "# %s: illegal action %.20s\n", t->d->name[seat], action);
	*out = give_up(t, seat);
	if (++t->guest[seat].illegal >= ACPC_ILLEGAL)
		put_out(t, seat, "too many illegal actions");
	return true;
}

static move
acpc_dealer_decide(struct acpc_table *t, int seat, const char *asked)
{
	const int64_t until = clock_now_us() + t->d->patience_ms * 1000;
	const char *why = NULL;
	move m = MOVE_NONE;
	while (!t->guest[seat].out) {
		const char *line = acpc_dealer_hear(t, seat, until, &why);
		if (line == NULL)
			put_out(t, seat, why);
		else if (read_answer(t, seat, asked, line, &m))
			return m;
		else
			fprintf(t->d->log, "# %s: passed over %.60s\n", t->d->name[seat],
				line);
	}
	return give_up(t, seat);
}

/* ---- the match ----------------------------------------------------------------------------- */

/* Tells both of a state; asked: the line that the seat that acts got, NULL with none. */
static void
acpc_dealer_tell(struct acpc_table *t, const struct state *s, int mover, char *asked)
{
	for (int seat = 0; seat < PLAYERS; seat++) {
		char line[LINE];
		acpc_format_state(&t->m.setup.game, s, seat, line, sizeof line - 2);
		if (seat == mover)
			snprintf(asked, LINE, "%s", line);
		strcat(line, "\r\n"); /* room was left */
		/* a player that reads nothing does not answer either */
		if (!t->guest[seat].out)
			lines_send(t->guest[seat].in.fd, line, 0);
	}
}

/* A hand that is over, in the order of positions. */
static void
end_hand(struct acpc_table *t, const struct state *s)
{
	const struct game *g = &t->m.setup.game;
	char text[POSITION_TEXT];
	int32_t value[SEATS_MAX];
	g->knowledge->evaluate(g, s, value);
	g->text->format_position(g, s, text, sizeof text);
	text[strcspn(text, " ")] = '\0';
	const int big = acpc_seat(atoi(text), 0);
	const double won = (double)value[big] / game_unit(g);
	fprintf(t->d->log, "STATE:%s:%.0f|%.0f:%s|%s\n", text, won, 0 - won,
		t->d->name[big], t->d->name[1 - big]);
	t->score[big] += won;
	t->score[1 - big] -= won;
	acpc_dealer_tell(t, s, SEAT_NONE, NULL);
}

static void
acpc_dealer_play(struct acpc_table *t)
{
	const struct game *g = &t->m.setup.game;
	char asked[LINE] = "";
	while (!match_over(&t->m) && !acpc_dealer_is_stopped(t)) {
		const int seat = __builtin_ctz(match_acting(&t->m));
		acpc_dealer_tell(t, &t->m.states[t->m.at], seat, asked);
		const move m = acpc_dealer_decide(t, seat, asked);
		if (acpc_dealer_is_stopped(t))
			return;
		const int from = t->m.at;
		if (!match_play(&t->m, seat, m, NULL, NULL))
			BUG("an action that was legal is not");
		for (int k = from + 1; k <= t->m.at; k++)
			if (g->rules->settled(g, &t->m.states[k]) &&
			    !g->rules->settled(g, &t->m.states[k - 1]))
				end_hand(t, &t->m.states[k]);
		fflush(t->d->log);
	}
}

static void
print_score(const struct acpc_table *t, FILE *out)
{
	/* as they sat in the first hand: the big blind first */
	fprintf(out, "SCORE:%.0f|%.0f:%s|%s\n", t->score[1] + 0.0, t->score[0] + 0.0,
		t->d->name[1], t->d->name[0]);
	fflush(out);
}

static void
acpc_dealer_deal(struct acpc_table *t, const int listening[PLAYERS])
{
	const struct setup setup = { .game = *t->d->game,
				     .seed = t->d->seed,
				     .view = VIEW_OPEN };
	for (int seat = 0; seat < PLAYERS; seat++)
		acpc_dealer_welcome(t, seat, listening[seat]);
	match_open(&t->m, &setup);
	acpc_dealer_play(t);
	if (match_over(&t->m)) {
		print_score(t, t->d->log);
		print_score(t, t->d->told);
	}
	match_close(&t->m);
	for (int seat = 0; seat < PLAYERS; seat++)
		if (t->guest[seat].in.fd >= 0)
			close(t->guest[seat].in.fd);
}

bool
acpc_deal(const struct acpc_dealer *d, struct status *st)
{
	struct acpc_table *t = calloc(1, sizeof *t);
	int listening[PLAYERS] = { -1, -1 }, port[PLAYERS] = { d->port[0], d->port[1] };
	if (t == NULL)
		return status_fail(st, "not enough memory for a table");
	t->d = d;
	bool ok = true;
	for (int i = 0; i < PLAYERS && ok; i++)
		ok = (listening[i] = acpc_listen(&port[i], st)) >= 0;
	if (ok) {
		fprintf(d->told, "%d %d\n", port[0], port[1]);
		fflush(d->told);
		acpc_dealer_deal(t, listening);
		ok = !acpc_dealer_is_stopped(t) || status_fail(st, "dealer: interrupted");
	}
	for (int i = 0; i < PLAYERS; i++)
		if (listening[i] >= 0)
			close(listening[i]);
	free(t);
	return ok;
}
