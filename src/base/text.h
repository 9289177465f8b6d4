/*
 * text.h - growing text, and numbers as people type and read them.
 */
#ifndef PLYSCOPE_BASE_TEXT_H
#define PLYSCOPE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TEXT_INVALID UINT32_MAX /* not a code point */

/* A growing string. Zero-initialise; `s` is NULL until something is added, and always
 * ends in NUL after that. The owner calls text_free(). */
struct text {
	char *s;
	size_t length, room;
};

void text_add(struct text *t, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void text_add_bytes(struct text *t, const char *bytes, size_t length);
void text_clear(struct text *t); /* keeps the memory */
void text_free(struct text *t);

/* The code point at s, of which n bytes may be read; *out is TEXT_INVALID for a byte that begins
 * no UTF-8. Returns the bytes it takes; 0: n ends within it. */
int text_decode(const char *s, size_t n, uint32_t *out);
/* Characters that a terminal obeys instead of showing them: controls, and the marks that turn
 * the text behind them around or hide it. */
bool text_is_command(uint32_t ch);
/* In place: each of them, line ends included, and each byte that is no UTF-8 becomes "?". */
void text_make_plain(char *text);

/* Whole file into t, without a byte order mark. False when it cannot be read or is over limit
 * bytes: file_reason() of file.h says why. */
bool text_read_file(struct text *t, const char *path, size_t limit);

/* "20k" 20000, "1.5M" 1500000; false when the text is not a whole number after scaling. */
bool text_parse_count(const char *text, int64_t *out);
/* The next word of a list "a,b, c" into out, without the blanks before it; *at moves behind
 * it, to NULL after the last. Returns its length (size or more: it was cut), -1 when no word
 * is left. */
int text_next(const char **at, char separator, char *out, size_t size);
/* "1k,2k,5k": increasing whole numbers, the first at least 1. How many; 0: it is no such list, or
 * has more than `most`. */
int text_parse_counts(const char *text, int64_t *out, int most);
/* "500ms" 500, "2s" 2000, "1.5m" 90000, "250" 250; in milliseconds. */
bool text_parse_duration(const char *text, int64_t *out_ms);
bool text_parse_real(const char *text, double *out);

/* Bytes of the first line of a text that is written in lines of w columns: to its end or its '\n',
 * or, where that is too long, to a blank or within a word. */
int text_line(const char *text, int w);

/* x for printing with %.*f: values too small for these decimals become 0, so that "-0.00" never
 * appears. */
double text_shown(double x, int decimals);

/* 1240000 as "1.24M", 20500 as "20.5k", 999 as "999": at most 5 columns. */
void text_format_count(char *out, int size, double n);
/* 1234 ms as "1.2s", 61000 as "1:01", 300 as "0.3s": at most 5 columns up to 99
 * minutes. */
void text_format_duration(char *out, int size, int64_t ms);
/* Canonical duration for options: "500ms", "2s", "90s". */
void text_format_duration_exact(char *out, int size, int64_t ms);
/* ASCII case-insensitive. */
bool text_equal_fold(const char *a, const char *b);
/* The text is more than this ending, and ends in it. */
bool text_ends_in(const char *text, const char *ending);
/* The edit distance from a to b by insertions, deletions and substitutions (for "did you mean"). */
int text_distance(const char *a, const char *b);

#endif
