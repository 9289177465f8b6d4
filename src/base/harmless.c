/*
 * harmless.c - see harmless.h. A stream of its own takes the place of stdout, and one that of
 * stderr: whatever is printed, by whom and how, comes through write_plain(). A character may
 * come in two pieces, so the beginning of one waits for its rest.
 */
#include "src/base/harmless.h"

#include "src/base/file.h"
#include "src/base/text.h"

#include <string.h>
#include <unistd.h>

#define BLOCK 4096

struct filter {
	int fd;
	FILE *raw; /* NULL: the filter is off */
	bool exact;
	char waiting[4]; /* of a character whose rest is to come */
	size_t waits;
	int columns; /* where lines break; 0: nowhere */
	int column;  /* that this line has come to */
};

static struct filter out = { .fd = STDOUT_FILENO }, err = { .fd = STDERR_FILENO };

/* The harmless form of n bytes into `to`, which has room for them; returns its length. The
 * beginning of a character stays in f->waiting. */
static size_t
make_harmless(struct filter *f, const char *from, size_t n, char *to)
{
	size_t length = 0;
	f->waits = 0;
	for (size_t at = 0; at < n;) {
		uint32_t ch;
		const int taken = text_decode(from + at, n - at, &ch);
		if (taken == 0) {
			f->waits = n - at;
			memcpy(f->waiting, from + at, f->waits);
			break;
		}
		if (text_is_command(ch) && ch != '\n' && ch != '\t') {
			to[length++] = '?';
		} else {
			memcpy(to + length, from + at, (size_t)taken);
			length += (size_t)taken;
		}
		at += (size_t)taken;
	}
	return length;
}

/* Puts a line's end in place of the last blank before the limit. A word that came
 * in an earlier call stays where it is. */
static void
harmless_break_lines(struct filter *f, char *text, size_t n)
{
	size_t blank = n, start = 0;
	for (size_t i = 0; i < n; i++) {
		if (((unsigned char)text[i] & 0xc0) == 0x80)
			continue; /* the rest of a character */
		if (text[i] == '\n') {
			f->column = 0;
			blank = n;
			start = i + 1;
			continue;
		}
		if (text[i] == ' ' && i > start)
			blank = i;
		if (++f->column <= f->columns || blank == n)
			continue;
		text[blank] = '\n';
		f->column = 0;
		for (size_t k = blank + 1; k <= i; k++)
			f->column += ((unsigned char)text[k] & 0xc0) != 0x80;
		start = blank + 1;
		blank = n;
	}
}

/* Writes the bytes the stream has gathered; 0: it failed. */
static ssize_t
write_plain(void *cookie, const char *bytes, size_t n)
{
	struct filter *f = cookie;
	char from[BLOCK + sizeof f->waiting], to[sizeof from];
	if (f->exact)
		return file_write(f->fd, bytes, n) ? (ssize_t)n : 0;
	for (size_t at = 0, part; at < n; at += part) {
		part = n - at < BLOCK ? n - at : BLOCK;
		const size_t before = f->waits;
		memcpy(from, f->waiting, before);
		memcpy(from + before, bytes + at, part);
		const size_t length = make_harmless(f, from, before + part, to);
		if (f->columns > 0)
			harmless_break_lines(f, to, length);
		if (!file_write(f->fd, to, length))
			return 0;
	}
	return (ssize_t)n;
}

/* Puts a stream in the place of `*stream`. Only the GNU library lets a stream be made of
 * functions and stdout be another; elsewhere the text goes out as it is. */
static void
put_before(struct filter *f, FILE **stream, int buffering)
{
#ifdef __GLIBC__
	FILE *filtered =
		fopencookie(f, "w", (cookie_io_functions_t){ .write = write_plain });
	if (filtered == NULL)
		return;
	setvbuf(filtered, NULL, buffering, BUFSIZ);
	f->raw = *stream;
	*stream = filtered;
#else
	(void)f, (void)stream, (void)buffering, (void)write_plain;
#endif
}

void
harmless_begin(void)
{
	FILE *streams[] = { stdout, stderr };
	put_before(&out, &streams[0], isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
	put_before(&err, &streams[1], _IONBF);
#ifdef __GLIBC__
	stdout = streams[0];
	stderr = streams[1];
#endif
}

FILE *
harmless_raw_stdout(void)
{
	return out.raw != NULL ? out.raw : stdout;
}

FILE *
harmless_raw_stderr(void)
{
	return err.raw != NULL ? err.raw : stderr;
}

void
harmless_exact(bool on)
{
	fflush(stdout);
	out.exact = on && !isatty(STDOUT_FILENO);
}

void
harmless_wrap(int columns)
{
	fflush(stdout);
	out.columns = columns;
}
