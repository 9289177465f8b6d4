/* file.c - see file.h. A pipe without its other end does not hold up a non-blocking open(), so the
 * file is examined after opening, when no other can take its place. */
#include "src/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_bool regular_only;

void
file_regular_only(bool on)
{
	atomic_store(&regular_only, on);
}

/* "/dev/stdin": a descriptor that the program was given. */
static bool
names_descriptor(const char *path)
{
	static const char *const places[] = { "/dev/std", "/dev/fd/", "/proc/self/fd/" };
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (strncmp(path, places[i], strlen(places[i])) == 0)
			return true;
	return false;
}

static bool
acceptable(int fd, const char *path)
{
	struct stat info;
	if (fstat(fd, &info) != 0)
		return false;
	errno = S_ISDIR(info.st_mode) ? EISDIR : ENOTSUP;
	return S_ISREG(info.st_mode) ||
	       (S_ISFIFO(info.st_mode) && names_descriptor(path) &&
		!atomic_load(&regular_only));
}

static int
open_checked(const char *path, int flags)
{
	const int fd = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
	if (fd < 0) {
		errno = errno == ENXIO ? ENOTSUP : errno; /* nobody reads the pipe */
		return -1;
	}
	if (acceptable(fd, path) &&
	    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK) == 0)
		return fd;
	const int why = errno;
	close(fd);
	errno = why;
	return -1;
}

int
file_open(const char *path)
{
	return open_checked(path, O_RDONLY);
}

FILE *
file_create(const char *path, bool keep)
{
	const int fd = open_checked(path, O_WRONLY | O_CREAT | (keep ? O_APPEND : 0));
	if (fd < 0)
		return NULL;
	if (!keep && ftruncate(fd, 0) != 0 && errno != EINVAL) { /* EINVAL: a pipe */
		const int why = errno;
		close(fd);
		errno = why;
		return NULL;
	}
	return fdopen(fd, keep ? "a" : "w");
}

/* Letters that nobody can foresee, so that nobody has put anything there. */
static bool
add_random(char *end)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	unsigned char random[FILE_DRAFT_RANDOM];
	if (getentropy(random, sizeof random) != 0)
		return false;
	for (size_t i = 0; i < sizeof random; i++)
		end[i] = letters[random[i] % (sizeof letters - 1)];
	end[sizeof random] = '\0';
	return true;
}

/* A device, a pipe, or the name of one: a file must not take its place. */
static bool
replaceable(const char *path)
{
	struct stat info;
	if (names_descriptor(path))
		return false;
	return stat(path, &info) != 0 || S_ISREG(info.st_mode) || S_ISDIR(info.st_mode);
}

bool
file_begin(struct file_draft *d, const char *path, unsigned mode)
{
	const int n = snprintf(d->name, sizeof d->name, "%s" FILE_DRAFT, path);
	d->f = NULL;
	if (!replaceable(path)) {
		errno = ENOTSUP;
		return false;
	}
	if (n + FILE_DRAFT_RANDOM >= (int)sizeof d->name) {
		errno = ENAMETOOLONG;
		return false;
	}
	int fd = -1;
	do {
		if (!add_random(d->name + n))
			return false;
		fd = open(d->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			  mode);
	} while (fd < 0 && errno == EEXIST);
	d->f = fd >= 0 ? fdopen(fd, "w") : NULL;
	return d->f != NULL;
}

bool
file_finish(struct file_draft *d, const char *path, bool whole)
{
	bool ok = whole && fflush(d->f) == 0 && fsync(fileno(d->f)) == 0;
	int why = errno;
	if (fclose(d->f) != 0 && ok) {
		why = errno;
		ok = false;
	}
	if (ok && rename(d->name, path) == 0)
		return true;
	errno = ok ? errno : why;
	why = errno;
	unlink(d->name);
	errno = why;
	return false;
}

bool
file_write(int fd, const void *bytes, size_t n)
{
	for (const char *at = bytes; n > 0;) {
		const ssize_t written = write(fd, at, n);
		if (written < 0 && errno != EINTR)
			return false;
		at += written > 0 ? written : 0;
		n -= written > 0 ? (size_t)written : 0;
	}
	return true;
}

const char *
file_reason(void)
{
	switch (errno) {
	case ENOTSUP: return "not a regular file";
	case EFBIG: return "too large";
	default: return strerror(errno);
	}
}

bool
file_missing(const char *path)
{
	return access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);
}
