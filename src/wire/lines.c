/* lines.c - see lines.h. */
#include "src/wire/lines.h"

#include "src/base/clock.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SEND_SLICE_MS 50

void
lines_init(struct lines *l, int fd)
{
	l->fd = fd;
	l->begin = l->end = 0;
	l->read = 0;
}

/* A whole line of the bytes that have arrived. */
static bool
lines_take_line(struct lines *l, char **line)
{
	char *from = l->bytes + l->begin;
	char *end = memchr(from, '\n', l->end - l->begin);
	if (end == NULL)
		return false;
	l->begin = (size_t)(end + 1 - l->bytes);
	if (end > from && end[-1] == '\r')
		end--;
	*end = '\0';
	for (char *p = from; p < end; p++)
		*p = *p == '\0' ? ' ' : *p;
	*line = from;
	return true;
}

enum lines_got
lines_next(struct lines *l, int timeout_ms, char **line)
{
	struct pollfd in = { .fd = l->fd, .events = POLLIN };
	if (lines_take_line(l, line))
		return LINES_ONE;
	if (l->begin > 0) {
		memmove(l->bytes, l->bytes + l->begin, l->end - l->begin);
		l->end -= l->begin;
		l->begin = 0;
	}
	if (l->end == LINES_ROOM)
		return LINES_LONG;
	if (poll(&in, 1, timeout_ms) <= 0)
		return LINES_NONE;
	const ssize_t n = read(l->fd, l->bytes + l->end, LINES_ROOM - l->end);
	if (n < 0)
		return errno == EINTR || errno == EAGAIN ? LINES_NONE : LINES_END;
	if (n == 0)
		return LINES_END;
	l->end += (size_t)n;
	l->read += n;
	return lines_take_line(l, line) ? LINES_ONE : LINES_NONE;
}

bool
lines_send(int fd, const char *text, int timeout_ms)
{
	const int64_t until = clock_now_us() + timeout_ms * INT64_C(1000);
	for (size_t n = strlen(text); n > 0;) {
		struct pollfd out = { .fd = fd, .events = POLLOUT };
		const ssize_t sent = send(fd, text, n, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (sent > 0) {
			text += sent;
			n -= (size_t)sent;
			continue;
		}
		if (sent < 0 && errno != EAGAIN && errno != EINTR)
			return false;
		if (clock_now_us() >= until || poll(&out, 1, SEND_SLICE_MS) < 0)
			return false;
	}
	return true;
}
