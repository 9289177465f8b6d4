/*
 * record.c - a game as text and back. See record.h for the format.
 *
 * The reader goes through the text once, without recursion; everything it keeps has a
 * bound that is checked. Whatever the text contains, only legal moves reach the game.
 *
 * A move may have braces in it (the names of a tree do). It goes on up to a brace behind a
 * blank, where a comment begins; when that is no move, up to the first brace: people write
 * "QS{a comment}".
 */
#include "src/core/record.h"

#include "src/base/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOTE	  "[%note] "
#define USED	  "[%emt] " /* seconds, as in PGN */
#define LINE	  "[%line]"
#define TAG_NAME  24
#define TAG_VALUE 1024
#define TAGS_MAX  32

#ifndef PLYSCOPE_VERSION
#define PLYSCOPE_VERSION "0"
#endif

/* Writing. */

static void
write_tag(struct text *out, const char *name, const char *value)
{
	text_add(out, "[%s \"", name);
	for (const char *p = value; *p; p++) {
		if (*p == '"' || *p == '\\')
			text_add_bytes(out, "\\", 1);
		text_add_bytes(out, *p == '\n' ? " " : p, 1);
	}
	text_add(out, "\"]\n");
}

static void
write_variant(const struct game *g, struct text *out)
{
	struct text t = { 0 };
	setup_variant_text(g, &t);
	write_tag(out, "Variant", t.s);
	text_free(&t);
	const char *source = g->ops->file ? g->ops->file->carried(g) : NULL;
	if (source)
		write_tag(out, "File", source);
}

static void
write_seats(const struct setup *s, struct text *out)
{
	char name[TAG_NAME], runs[PLAYER_TEXT];
	for (int i = 0; i < s->game.seats; i++) {
		snprintf(name, sizeof name, "Seat%d", i + 1);
		write_tag(out, name, s->seat[i].text);
		player_format(&s->seat[i], runs, sizeof runs);
		if (strcmp(runs, s->seat[i].text) == 0)
			continue;
		snprintf(name, sizeof name, "Runs%d", i + 1);
		write_tag(out, name, runs);
	}
}

/* "-14,-3,-26,-9": of the seats in order, higher is better; nothing before the end. */
static void
write_points(const struct match *m, struct text *out)
{
	double points[SEATS_MAX] = { 0 };
	struct text list = { 0 };
	char one[40];
	if (!match_over(m))
		return;
	match_points(m, points);
	for (int i = 0; i < m->setup.game.seats; i++) {
		match_format_points(points[i], 6, one, sizeof one);
		text_add(&list, "%s%s", i ? "," : "", one);
	}
	write_tag(out, "Points", list.s);
	text_free(&list);
}

static void
write_tags(const struct match *m, struct text *out)
{
	const struct game *g = &m->setup.game;
	char value[128];
	write_tag(out, "Game", g->ops->key);
	write_variant(g, out);
	write_seats(&m->setup, out);
	snprintf(value, sizeof value, "%" PRIu64, m->setup.seed);
	write_tag(out, "Seed", value);
	write_tag(out, "View", view_names[m->setup.view]);
	if (m->setup.clock.ms > 0) {
		game_clock_format(&m->setup.clock, value, sizeof value);
		write_tag(out, "Clock", value);
	}
	write_tag(out, "Date", m->date);
	write_tag(out, "Plyscope", PLYSCOPE_VERSION);
	match_result(m, value, sizeof value);
	write_tag(out, "Result", value[0] ? value : "*");
	write_points(m, out);
	if (m->assisted)
		write_tag(out, "Assisted", "yes");
	if (m->at < m->count) {
		snprintf(value, sizeof value, "%d", m->at);
		write_tag(out, "At", value);
	}
	snprintf(value, sizeof value, "%016" PRIx64,
		 game_state_hash(g, &m->states[m->count]));
	write_tag(out, "Hash", value);
}

/* Text within a comment: on one line, without its end. */
static void
write_within(const char *text, struct text *out)
{
	for (const char *p = text; *p; p++)
		text_add_bytes(out, *p == '}' ? ")" : *p == '\n' ? " " : p, 1);
}

static void
write_comment(const char *kind, const char *comment, struct text *out)
{
	text_add(out, " {%s", kind);
	write_within(comment, out);
	text_add(out, "}");
}

/* A chance move: by its text where the game reads that back (cards), else by its number. */
static void
write_chance(const struct match *m, int k, struct text *out)
{
	const struct game *g = &m->setup.game;
	const struct match_ply *ply = &m->plies[k];
	const struct state *s = &m->states[k];
	struct status unread = { 0 };
	char text[MOVE_TEXT];
	move back = MOVE_NONE;
	g->text->format_move(g, s, SEAT_CHANCE, ply->m, text, sizeof text);
	if (g->chance->legal != NULL &&
	    game_parse_move(g, s, SEAT_CHANCE, text, &back, &unread) && back == ply->m)
		text_add(out, "%d. * %s", k + 1, text);
	else
		text_add(out, "%d. * %" PRIu32, k + 1, ply->m);
}

#define HIDDEN "..." /* a move that the person at the table may not know yet */

static void
write_ply(const struct match *m, int k, struct text *out)
{
	const struct game *g = &m->setup.game;
	const struct match_ply *ply = &m->plies[k];
	char text[MOVE_TEXT];
	if (ply->seat == SEAT_CHANCE) {
		write_chance(m, k, out);
	} else {
		g->text->format_move(g, &m->states[k], ply->seat, ply->m, text,
				     sizeof text);
		text_add(out, "%d. %c %s", k + 1, game_seat_letter(g, ply->seat),
			 ply->hidden ? HIDDEN : text);
	}
	if (ply->comment[0])
		write_comment("", ply->comment, out);
	if (ply->used_ms > 0)
		text_add(out, " {%s%.3f}", USED, ply->used_ms / 1000.0);
	if (ply->note[0])
		write_comment(NOTE, ply->note, out);
	text_add(out, "\n");
}

/* The plies of a line from where it leaves the game, in one comment. */
static void
write_line(const struct match *m, int line, struct text *out)
{
	const struct match_line *l = &m->lines[line];
	const int from = match_line_from(m, line);
	struct match course;
	match_begin(&course, &m->setup);
	text_add(out, "{%s\n", LINE);
	for (int k = 0; k < l->count; k++) {
		match_push(&course, l->plies[k].seat, l->plies[k].m, NULL);
		if (k < from)
			continue;
		write_ply(&course, k, out);
		if (!l->plies[k].note[0])
			continue;
		text_add(out, "; ");
		write_within(l->plies[k].note, out);
		text_add(out, "\n");
	}
	text_add(out, "}\n");
	match_close(&course);
}

void
record_write(const struct match *m, struct text *out)
{
	write_tags(m, out);
	text_add(out, "\n");
	for (int k = 0; k < m->count; k++)
		write_ply(m, k, out);
	for (int k = 0; k < m->line_count; k++)
		write_line(m, k, out);
}

bool
record_save_text(const struct text *t, const char *path, struct status *st)
{
	struct file_draft draft;
	if (file_begin(&draft, path, 0600) &&
	    file_finish(&draft, path, fwrite(t->s, 1, t->length, draft.f) == t->length))
		return true;
	return status_fail(st, "%s: cannot be written: %s", path, strerror(errno));
}

bool
record_save(const struct match *m, const char *path, struct status *st)
{
	struct text t = { 0 };
	record_write(m, &t);
	const bool ok = record_save_text(&t, path, st);
	text_free(&t);
	return ok;
}

/* Reading. */

struct tag {
	char name[TAG_NAME];
	char *value; /* of the reader, who frees it */
	int line;
};

struct reader {
	const char *at;
	int line;
	const char *name;
	const struct catalog *catalog;
	struct status *st;
	int count;
	struct tag tags[TAGS_MAX];
	struct reader_line {
		const char *at, *end;
		int line;
	} lines[MATCH_LINES]; /* courses, read when the game is there */
	int line_count;
};

static bool fail_at(struct reader *r, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static bool
fail_at(struct reader *r, int line, const char *format, ...)
{
	char text[STATUS_TEXT];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return status_fail(r->st, "%s:%d: %s", r->name, line, text);
}

static void
skip_blanks(struct reader *r)
{
	for (; *r->at && strchr(" \t\r\n", *r->at); r->at++)
		r->line += *r->at == '\n';
}

static const struct tag *
find_tag(const struct reader *r, const char *name)
{
	for (int i = 0; i < r->count; i++)
		if (strcmp(r->tags[i].name, name) == 0)
			return &r->tags[i];
	return NULL;
}

/* The quoted value of a tag, at most `most` characters; r->at stands on the opening quote. */
static bool
read_quoted(struct reader *r, size_t most, struct text *out)
{
	text_add(out, "%s", "");
	for (r->at++; *r->at && *r->at != '"' && *r->at != '\n'; r->at++) {
		if (*r->at == '\\' && (r->at[1] == '"' || r->at[1] == '\\'))
			r->at++;
		if (out->length >= most)
			return fail_at(r, r->line,
				       "the tag is longer than %zu characters", most);
		text_add_bytes(out, (unsigned char)*r->at < ' ' ? " " : r->at, 1);
	}
	if (*r->at != '"')
		return fail_at(r, r->line, "expected \" after the tag");
	r->at++;
	return true;
}

static bool
keep_tag(struct reader *r, struct tag *tag, const struct text *value)
{
	const struct tag *earlier = find_tag(r, tag->name);
	if (earlier)
		return fail_at(r, tag->line, "the tag %s is already in line %d",
			       tag->name, earlier->line);
	if (r->count == TAGS_MAX)
		return fail_at(r, tag->line, "more than %d tags", TAGS_MAX);
	tag->value = value->s;
	r->tags[r->count++] = *tag;
	return true;
}

/* [Name "value"] */
static bool
read_tag(struct reader *r)
{
	struct tag tag = { .line = r->line };
	struct text value = { 0 };
	r->at += 1 + strspn(r->at + 1, " \t");
	size_t n = strcspn(r->at, " \t\r\n\"]");
	if (n == 0 || n >= sizeof tag.name)
		return fail_at(r, r->line, "expected [Name \"value\"]");
	memcpy(tag.name, r->at, n);
	r->at += n + strspn(r->at + n, " \t");
	if (*r->at != '"')
		return fail_at(r, r->line, "expected [%s \"value\"]", tag.name);
	const size_t most = strcmp(tag.name, "File") == 0 ? RECORD_BYTES : TAG_VALUE - 1;
	bool read = read_quoted(r, most, &value);
	r->at += read ? strspn(r->at, " \t") : 0;
	if (read && *r->at != ']')
		read = fail_at(r, r->line, "expected ] after the tag %s", tag.name);
	read = read && keep_tag(r, &tag, &value);
	if (!read)
		text_free(&value);
	else
		r->at++;
	return read;
}

static bool
read_tags(struct reader *r)
{
	for (skip_blanks(r); *r->at == '['; skip_blanks(r))
		if (!read_tag(r))
			return false;
	return true;
}

/* "seats=4,key=value,..." into *seats and the options. */
static bool
read_variant(struct reader *r, const struct tag *tag, struct options *variant, int *seats)
{
	char text[TAG_VALUE];
	struct status why = { 0 };
	snprintf(text, sizeof text, "%s", tag->value);
	for (char *p = text, *next; p && *p; p = next) {
		int64_t n;
		next = strchr(p, ',');
		if (next)
			*next++ = '\0';
		char *equals = strchr(p, '=');
		if (!equals)
			return fail_at(r, tag->line,
				       "Variant: expected key=value, not \"%.60s\"", p);
		*equals = '\0';
		if (strcmp(p, "seats") != 0) {
			if (!options_set(variant, p, equals + 1, &why))
				return fail_at(r, tag->line, "Variant: %s", why.text);
		} else if (text_parse_count(equals + 1, &n) && n >= 1 && n <= SEATS_MAX) {
			*seats = (int)n;
		} else {
			return fail_at(r, tag->line,
				       "Variant: expected seats from 1 to %d, not "
				       "\"%.40s\"",
				       SEATS_MAX, equals + 1);
		}
	}
	return true;
}

static bool
record_read_game(struct reader *r, struct game *g)
{
	const struct tag *name = find_tag(r, "Game"), *variant = find_tag(r, "Variant");
	const struct tag *file = find_tag(r, "File");
	struct options options;
	struct status why = { 0 };
	char keys[CATALOG_KEYS];
	int seats = 0;
	catalog_game_keys(r->catalog, keys, sizeof keys);
	if (!name)
		return fail_at(r, r->line, "expected a tag [Game \"...\"]: one of %s",
			       keys);
	const struct game_ops *ops = catalog_game(r->catalog, name->value);
	if (!ops)
		return fail_at(r, name->line,
			       "unknown game \"%.40s\": expected one of %s", name->value,
			       keys);
	options_init(&options, ops->options);
	if (variant && !read_variant(r, variant, &options, &seats))
		return false;
	if (file && ops->file && !ops->file->adopt(&options, file->value, &why))
		return fail_at(r, file->line, "File: %s", why.text);
	return game_init(g, ops, seats, &options, &why) ||
	       fail_at(r, variant ? variant->line : name->line, "%s", why.text);
}

/* A seat as it was typed; when that is no longer known, as it ran. Reading starts nothing: a
 * program in it stays untrusted (player_read()). A player that only another version has
 * keeps its name, and the record is read. */
static bool
record_read_seat(struct reader *r, struct setup *s, int seat)
{
	char name[TAG_NAME];
	struct status why = { 0 };
	snprintf(name, sizeof name, "Seat%d", seat + 1);
	const struct tag *tag = find_tag(r, name);
	if (player_read(&s->seat[seat], tag ? tag->value : "human", r->catalog, &s->game,
			&why))
		return true;
	snprintf(name, sizeof name, "Runs%d", seat + 1);
	const struct tag *runs = find_tag(r, name);
	if (runs && player_read(&s->seat[seat], runs->value, r->catalog, &s->game, NULL))
		return true;
	if (tag == NULL || find_tag(r, "Plyscope") == NULL ||
	    !player_read(&s->seat[seat], PLAYER_DEFAULT, r->catalog, &s->game, NULL))
		return fail_at(r, tag ? tag->line : r->line, "Seat%d: %s", seat + 1,
			       why.text);
	s->seat[seat].unknown = true; /* its moves are read all the same */
	snprintf(s->seat[seat].text, sizeof s->seat[seat].text, "%s", tag->value);
	return true;
}

static bool
read_setup(struct reader *r, struct setup *s)
{
	const struct tag *seed = find_tag(r, "Seed"), *view = find_tag(r, "View");
	struct status why = { 0 };
	memset(s, 0, sizeof *s);
	if (!record_read_game(r, &s->game))
		return false;
	for (int i = 0; i < s->game.seats; i++)
		if (!record_read_seat(r, s, i))
			return false;
	if (seed) {
		char *end;
		errno = 0;
		s->seed = strtoull(seed->value, &end, 10);
		if (*end || end == seed->value || errno || seed->value[0] == '-')
			return fail_at(r, seed->line,
				       "Seed: expected a number, not \"%.40s\"",
				       seed->value);
	}
	if (view && !view_parse(view->value, &s->view, &why))
		return fail_at(r, view->line, "%s", why.text);
	const struct tag *clock = find_tag(r, "Clock");
	if (clock && !game_clock_parse(clock->value, &s->clock, &why))
		return fail_at(r, clock->line, "%s", why.text);
	return true;
}

/* Behind the words of an earlier comment on the same move, as far as there is room. */
static void
add_words(char *out, size_t room, const char *from, size_t n)
{
	size_t at = strlen(out);
	if (at > 0 && at + 1 < room && n > 0)
		out[at++] = ' ';
	for (; n > 0 && at + 1 < room; from++, n--)
		out[at++] = (unsigned char)*from < ' ' ? ' ' : *from;
	out[at] = '\0';
}

/* {...} behind a move, or before the first one. Kept as far as it fits. */
static bool
read_comment(struct reader *r, struct match *m)
{
	int line = r->line;
	size_t n = strcspn(r->at + 1, "}");
	const char *from = r->at + 1;
	if (from[n] != '}')
		return fail_at(r, line, "expected } at the end of the comment");
	for (size_t i = 0; i < n; i++)
		r->line += from[i] == '\n';
	r->at = from + n + 1;
	if (strncmp(from, LINE, strlen(LINE)) == 0 && r->line_count < MATCH_LINES)
		r->lines[r->line_count++] =
			(struct reader_line){ from + strlen(LINE), from + n, line };
	if (m->count == 0 || strncmp(from, LINE, strlen(LINE)) == 0)
		return true;
	struct match_ply *ply = &m->plies[m->count - 1];
	if (strncmp(from, USED, strlen(USED)) == 0) {
		const double used = strtod(from + strlen(USED), NULL) * 1000;
		ply->used_ms = used > 0 && used < INT32_MAX ? (int32_t)(used + 0.5) : 0;
		return true;
	}
	const bool note = strncmp(from, NOTE, strlen(NOTE)) == 0;
	from += note ? strlen(NOTE) : 0;
	n -= note ? strlen(NOTE) : 0;
	add_words(note ? ply->note : ply->comment,
		  note ? sizeof ply->note : sizeof ply->comment, from, n);
	return true;
}

/* "12." before a turn. */
static void
skip_number(struct reader *r)
{
	size_t digits = strspn(r->at, "0123456789");
	if (digits > 0 && r->at[digits] == '.')
		r->at += digits + 1 + strspn(r->at + digits + 1, " \t.");
}

/* The rest of the line up to a comment, without blanks around it: up to the first brace, or
 * (braces) up to the first one behind a blank. False: it is too long. */
static bool
read_rest(struct reader *r, bool braces, char *out, size_t size)
{
	r->at += strspn(r->at, " \t");
	const char *from = r->at;
	size_t n = strcspn(from, "{\r\n");
	while (braces && from[n] == '{' && (n == 0 || !strchr(" \t", from[n - 1])))
		n += 1 + strcspn(from + n + 1, "{\r\n");
	r->at += n;
	while (n > 0 && (from[n - 1] == ' ' || from[n - 1] == '\t'))
		n--;
	snprintf(out, size, "%.*s", (int)(n < size ? n : size - 1), from);
	return n < size;
}

static bool
fail_length(struct reader *r)
{
	return fail_at(r, r->line, "the move is longer than %d characters",
		       MOVE_TEXT - 1);
}

static bool
record_read_chance(struct reader *r, struct match *m)
{
	char *end, text[MOVE_TEXT];
	const struct game *g = &m->setup.game;
	const struct state *now = &m->states[m->at];
	struct status why = { 0 };
	if (!read_rest(r, false, text, sizeof text))
		return fail_length(r);
	errno = 0;
	unsigned long long n = strtoull(text, &end, 10);
	if (match_acting(m) != ACTING_CHANCE)
		return fail_at(r, r->line,
			       "no chance is due here: expected a seat's move");
	const bool number = !*end && end != text && !errno && text[0] != '-';
	if (g->chance->legal == NULL && (!number || n >= MOVE_NONE))
		return fail_at(r, r->line,
			       "expected * and a number below 2^32, not \"%.40s\"", text);
	move dealt = number && n < MOVE_NONE ? (move)n : MOVE_NONE;
	if (g->chance->legal != NULL && !number &&
	    !game_parse_move(g, now, SEAT_CHANCE, text, &dealt, &why))
		return fail_at(r, r->line, "%s", why.text);
	if (g->chance->legal != NULL && !g->chance->legal(g, now, dealt))
		return fail_at(r, r->line, "\"%.40s\" cannot be dealt here", text);
	match_push(m, SEAT_CHANCE, dealt, NULL);
	return true;
}

/* The seat's move from the rest of the line. */
static bool
parse_rest(struct reader *r, const struct match *m, int seat, char *text, size_t size,
	   move *out)
{
	const struct game *g = &m->setup.game;
	const char *from = r->at;
	struct status why = { 0 };
	if (read_rest(r, true, text, size) && text[0] &&
	    game_parse_move(g, &m->states[m->at], seat, text, out, &why))
		return true;
	r->at = from;
	if (!read_rest(r, false, text, size))
		return fail_length(r);
	if (!text[0])
		return fail_at(r, r->line, "expected a move after \"%c\"",
			       game_seat_letter(g, seat));
	why = (struct status){ 0 };
	if (strcmp(text, HIDDEN) == 0)
		return fail_at(
			r, r->line,
			"the move is hidden, since the game was not over: expected "
			"a record by `plyscope history N --whole`");
	return game_parse_move(g, &m->states[m->at], seat, text, out, &why) ||
	       fail_at(r, r->line, "%s", why.text);
}

static bool
read_move(struct reader *r, struct match *m, const char *who)
{
	const struct game *g = &m->setup.game;
	struct status why = { 0 };
	char text[MOVE_TEXT];
	int seat;
	move mv = MOVE_NONE;
	match_play_chance(m);
	if (match_over(m))
		return fail_at(r, r->line, "a move after the end of the game");
	if (!setup_find_seat(&m->setup, who, &seat, &why))
		return fail_at(r, r->line, "%s", why.text);
	seat_set acting = match_acting(m);
	if (!(acting >> seat & 1))
		return fail_at(r, r->line, "%s is not to move: expected %s",
			       g->text->seat_name(g, seat),
			       g->text->seat_name(g, __builtin_ctz(acting)));
	if (!parse_rest(r, m, seat, text, sizeof text, &mv))
		return false;
	if (!game_legal(g, &m->states[m->at], seat, mv))
		return fail_at(r, r->line, "\"%s\" is not a legal move here", text);
	match_push(m, seat, mv, NULL);
	return true;
}

/* One turn: [number.] letter move */
static bool
record_read_turn(struct reader *r, struct match *m)
{
	char who[TAG_NAME];
	if (m->count >= RECORD_PLIES)
		return fail_at(r, r->line, "more than %d plies", RECORD_PLIES);
	skip_number(r);
	size_t n = strcspn(r->at, " \t\r\n{");
	if (n == 0 || n >= sizeof who)
		return fail_at(r, r->line, "expected a turn such as \"12. N QS\"");
	memcpy(who, r->at, n);
	who[n] = '\0';
	r->at += n;
	return strcmp(who, "*") == 0 ? record_read_chance(r, m) : read_move(r, m, who);
}

static bool
read_turns(struct reader *r, struct match *m)
{
	for (skip_blanks(r); *r->at; skip_blanks(r)) {
		if (*r->at == '{' ? !read_comment(r, m) : !record_read_turn(r, m))
			return false;
	}
	match_play_chance(m);
	return true;
}

/* "; what a person wrote" behind a turn of a line. */
static void
read_line_note(struct reader *r, struct match *course)
{
	const size_t n = strcspn(r->at, "\n");
	if (course->count > 0 && n > 2)
		add_words(course->plies[course->count - 1].note, MATCH_NOTE, r->at + 2,
			  n - 2);
	r->at += n;
}

/* A course: the game up to the ply that its first number names, then turns of its own. */
static bool
read_line(const struct reader *main, const struct reader_line *l, struct match *m)
{
	struct text text = { 0 };
	struct match course;
	text_add(&text, "%.*s", (int)(l->end - l->at), l->at);
	struct reader r = {
		.at = text.s, .line = l->line, .name = main->name, .st = main->st
	};
	skip_blanks(&r);
	const long from = strtol(r.at, NULL, 10);
	bool read = from >= 1 && from <= m->count + 1;
	if (!read)
		fail_at(&r, r.line, "expected the number of a ply from 1 to %d",
			m->count + 1);
	match_begin(&course, &m->setup);
	for (int k = 0; read && k < from - 1; k++) {
		match_push(&course, m->plies[k].seat, m->plies[k].m, NULL);
		course.plies[k] = m->plies[k];
	}
	for (; read && *r.at; skip_blanks(&r))
		if (*r.at == ';')
			read_line_note(&r, &course);
		else
			read = record_read_turn(&r, &course);
	if (read)
		match_add_line(m, course.plies, course.count);
	match_close(&course);
	text_free(&text);
	return read;
}

static bool
read_lines(struct reader *r, struct match *m)
{
	for (int k = 0; k < r->line_count; k++)
		if (!read_line(r, &r->lines[k], m))
			return false;
	return true;
}

/* The tags that are about the whole game. */
static bool
apply_tags(struct reader *r, struct match *m)
{
	const struct tag *at = find_tag(r, "At"), *hash = find_tag(r, "Hash");
	const struct tag *date = find_tag(r, "Date"), *assisted = find_tag(r, "Assisted");
	int64_t ply;
	char text[24];
	snprintf(text, sizeof text, "%016" PRIx64,
		 game_state_hash(&m->setup.game, &m->states[m->count]));
	if (hash && strcmp(hash->value, text) != 0)
		return fail_at(r, hash->line,
			       "the moves lead to another position than the one "
			       "recorded (hash %s, expected %.16s)",
			       text, hash->value);
	if (date)
		snprintf(m->date, sizeof m->date, "%.19s", date->value);
	m->assisted = assisted != NULL;
	if (!at)
		return true;
	if (!text_parse_count(at->value, &ply) || ply < 0 || ply > m->count)
		return fail_at(r, at->line,
			       "At: expected a ply from 0 to %d, not \"%.40s\"", m->count,
			       at->value);
	m->at = (int)ply;
	return true;
}

bool
record_read(struct match *m, const char *text, const char *name, const struct catalog *c,
	    struct status *st)
{
	struct setup setup;
	struct reader *r = calloc(1, sizeof *r);
	if (!r)
		return status_fail(st, "%s: out of memory", name);
	*r = (struct reader){
		.at = text, .line = 1, .name = name, .catalog = c, .st = st
	};
	memset(m, 0, sizeof *m);
	bool read = read_tags(r) && read_setup(r, &setup);
	if (read) {
		match_begin(m, &setup);
		read = read_turns(r, m) && read_lines(r, m) && apply_tags(r, m);
		if (!read)
			match_close(m);
	}
	for (int i = 0; i < r->count; i++)
		free(r->tags[i].value);
	free(r);
	return read;
}

/* Splits "FILE@12"; -1 when there is no ply. A file whose name has the '@' goes first. */
static int64_t
split_ply(const char *spec, char *path, size_t size)
{
	int64_t ply;
	snprintf(path, size, "%s", spec);
	char *at = strrchr(path, '@');
	if (!at || !file_missing(path) || !text_parse_count(at + 1, &ply) || ply < 0)
		return -1;
	*at = '\0';
	return ply;
}

/* Stops after `ply` plies and whatever chance follows them. */
static bool
go_to_ply(struct match *m, int64_t ply, const char *path, struct status *st)
{
	if (ply > m->count) {
		status_fail(st, "%s: there is no ply %lld, expected 0 to %d", path,
			    (long long)ply, m->count);
		match_close(m);
		return false;
	}
	m->at = (int)ply;
	while (m->at < m->count && m->plies[m->at].seat == SEAT_CHANCE)
		m->at++;
	return true;
}

bool
record_load(struct match *m, const char *spec, const struct catalog *c, struct status *st)
{
	char path[4096];
	struct text t = { 0 };
	int64_t ply = split_ply(spec, path, sizeof path);
	if (!text_read_file(&t, path, RECORD_BYTES)) {
		if (errno == EFBIG)
			status_fail(st, "%s: longer than %d MiB", path,
				    RECORD_BYTES >> 20);
		else
			status_fail(st, "%s: %s", path, file_reason());
		text_free(&t);
		return false;
	}
	bool read = strlen(t.s) == t.length
			    ? record_read(m, t.s, path, c, st)
			    : status_fail(st, "%s: a record is text, not binary", path);
	text_free(&t);
	return read && (ply < 0 || go_to_ply(m, ply, path, st));
}
