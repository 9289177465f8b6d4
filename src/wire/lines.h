/*
 * lines.h - text read line by line from a descriptor whose writer may be slow, gone, or never stop.
 */
#ifndef PLYSCOPE_WIRE_LINES_H
#define PLYSCOPE_WIRE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINES_ROOM 65536 /* a longer line is none */

struct lines {
	int fd;
	size_t begin, end; /* of the bytes read and not handed out */
	int64_t read;	   /* bytes so far */
	char bytes[LINES_ROOM];
};

enum lines_got {
	LINES_ONE,
	LINES_NONE, /* nothing whole has come in time */
	LINES_END,  /* and nothing will come */
	LINES_LONG, /* a line without an end */
};

void lines_init(struct lines *l, int fd);
/* The next line without its end, which stays until the next call; waits at most timeout_ms (-1:
 * as long as it takes). */
enum lines_got lines_next(struct lines *l, int timeout_ms, char **line);
/* Hands a socket this text; false: it takes nothing any more, or not all within timeout_ms. */
bool lines_send(int fd, const char *text, int timeout_ms);

#endif
