/*
 * file.h - opening files named by the user, and writing whole buffers.
 *
 * Opening a pipe without a writer, or reading from a terminal, may wait for ever. So
 * files are regular files; pipes are taken where they are named as such (/dev/stdin,
 * /dev/stdout, /dev/fd/N, which is what a shell's <(...) makes), and not while a screen is on.
 */
#ifndef PLYSCOPE_BASE_FILE_H
#define PLYSCOPE_BASE_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* A descriptor to read from; -1: file_reason() says why. Never waits. */
int file_open(const char *path);
/* A file that takes the place of another when it is whole: a new one beside it, with a name that
 * nobody knows before. */
struct file_draft {
	FILE *f;
	char name
		[4096]; /* "" where path is a pipe that is named as such: f writes into it */
};
/* mode: 0600, or 0666 for what others may read as far as the umask says. Drafts of the same name that
 * a killed program left are removed. False: errno; ENOTSUP: the name is a device's or a pipe's, such as
 * /dev/null, and nothing takes its place. */
bool file_begin(struct file_draft *d, const char *path, unsigned mode);
/* Closes it and gives it the name, if `whole` and all is on the disk; else nothing is left of it.
 * False: errno says why. */
bool file_finish(struct file_draft *d, const char *path, bool whole);
/* Whether file_begin() can be expected to work later, for a program that computes first. */
bool file_writable(const char *path);
/* Writes all n bytes, even if write() takes them in parts. False: errno says why. */
bool file_write(int fd, const void *bytes, size_t n);
/* errno in words, after one of these or text_read_file() has failed. */
const char *file_reason(void);
/* Nothing has this name. A file that exists but cannot be read is not missing. */
bool file_missing(const char *path);
/* On while nothing but regular files can be waited for: a screen would stand still. */
void file_regular_only(bool on);

#endif
