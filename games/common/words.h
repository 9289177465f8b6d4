/*
 * words.h - writing and reading the short texts of games: positions with fields between bars,
 * lists with commas, whole numbers.
 */
#ifndef PLYSCOPE_GAMES_COMMON_WORDS_H
#define PLYSCOPE_GAMES_COMMON_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A bounded text that is added to; text that does not fit is cut off. */
struct words {
	char *at;
	size_t left; /* with the NUL: at least 1 */
};

/* Empty, of size bytes (at least 1) with the NUL. */
struct words words_start(char *out, int size);

void words_add(struct words *w, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Behind spaces and tabs. */
const char *words_skip(const char *text);

/* Whether a text is this word, with nothing but spaces and tabs around it. */
bool words_alone(const char *text, const char *word);

/* A whole number with nothing but blanks around it, low .. high. */
bool words_number(const char *text, int low, int high, int *out);

/* The next field of *text up to `stop`, without blanks around it, cut to size; moves *text
 * behind it, NULL after the last. False: there was none left. */
bool words_next(const char **text, char stop, char *out, size_t size);

/* Where a game stands that counts its plies from 1: "after ply 12", "start". */
const char *words_after_ply(int ply, char out[static 24]);

#endif
