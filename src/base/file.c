/* file.c - see file.h. A pipe without its other end does not hold up a non-blocking open(), so the
 * file is examined after opening, when no other can take its place. */
#include "src/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define DRAFT	     ".draft-" /* between the name of a file and these letters */
#define DRAFT_RANDOM 6

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

/* Letters that nobody can foresee, so that nobody has put anything there. */
static bool
add_random(char *end)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	unsigned char random[DRAFT_RANDOM];
	if (getentropy(random, sizeof random) != 0)
		return false;
	for (size_t i = 0; i < sizeof random; i++)
		end[i] = letters[random[i] % (sizeof letters - 1)];
	end[sizeof random] = '\0';
	return true;
}

/* A file must not take the place of a device, of a pipe, or of a folder. */
static bool
replaceable(const char *path)
{
	struct stat info;
	if (names_descriptor(path))
		errno = ENOTSUP;
	else if (path[0] == '\0')
		errno = ENOENT;
	else if (stat(path, &info) != 0 || S_ISREG(info.st_mode))
		return true;
	else
		errno = S_ISDIR(info.st_mode) ? EISDIR : ENOTSUP;
	return false;
}

/* Removes the drafts that killed programs left. One that is being written has a lock. */
static void
remove_drafts(const char *path)
{
	char name[4096];
	const char *slash = strrchr(path, '/');
	const char *file = slash != NULL ? slash + 1 : path;
	const int folder = (int)(file - path);
	const size_t n = strlen(file);
	snprintf(name, sizeof name, "%.*s.", folder, path);
	DIR *d = opendir(name);
	for (const struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
		if (strncmp(e->d_name, file, n) != 0 ||
		    strncmp(e->d_name + n, DRAFT, sizeof DRAFT - 1) != 0 ||
		    strlen(e->d_name + n) != sizeof DRAFT - 1 + DRAFT_RANDOM)
			continue;
		snprintf(name, sizeof name, "%.*s%s", folder, path, e->d_name);
		const int fd = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
			unlink(name);
		if (fd >= 0)
			close(fd);
	}
	if (d != NULL)
		closedir(d);
}

/* A new file, locked. Another program may take it for a killed one's before it has its lock: then it
 * is no longer there, and the next name is tried. */
static int
create_draft(char *name, size_t stem, unsigned mode)
{
	for (;;) {
		struct stat info;
		if (!add_random(name + stem))
			return -1;
		const int fd =
			open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			     mode);
		if (fd < 0 && errno == EEXIST)
			continue;
		if (fd < 0)
			return -1;
		flock(fd,
		      LOCK_EX); /* file systems without locks: nobody removes it then */
		if (fstat(fd, &info) == 0 && info.st_nlink > 0)
			return fd;
		close(fd);
	}
}

bool
file_begin(struct file_draft *d, const char *path, unsigned mode)
{
	/* cppcheck-suppress ctuuninitvar; only the size of the name is read here */
	const int n = snprintf(d->name, sizeof d->name, "%s" DRAFT, path);
	int fd = -1;
	d->f = NULL;
	if (names_descriptor(path) && !atomic_load(&regular_only)) {
		d->name[0] = '\0';
		fd = open_checked(path, O_WRONLY | O_TRUNC);
	} else if (!replaceable(path))
		return false;
	else if (n + DRAFT_RANDOM >= (int)sizeof d->name)
		errno = ENAMETOOLONG;
	else {
		remove_drafts(path);
		fd = create_draft(d->name, (size_t)n, mode);
	}
	if (fd < 0)
		return false;
	d->f = fdopen(fd, "w");
	if (d->f == NULL) {
		const int why = errno;
		if (d->name[0] != '\0')
			unlink(d->name);
		close(fd);
		errno = why;
	}
	return d->f != NULL;
}

bool
file_writable(const char *path)
{
	struct file_draft d;
	if (names_descriptor(path))
		return true;
	if (!file_begin(&d, path, 0600))
		return false;
	file_finish(&d, path, false);
	return true;
}

bool
file_finish(struct file_draft *d, const char *path, bool whole)
{
	const bool pipe = d->name[0] == '\0';
	bool ok = whole && fflush(d->f) == 0 && (pipe || fsync(fileno(d->f)) == 0);
	int why = errno;
	if (fclose(d->f) != 0 && ok) {
		why = errno;
		ok = false;
	}
	if (ok && (pipe || rename(d->name, path) == 0))
		return true;
	errno = ok ? errno : why;
	why = errno;
	if (!pipe)
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
