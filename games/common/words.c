/* words.c - see words.h. */
#include "games/common/words.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words
words_start(char *out, int size)
{
	assert(size > 0);
	out[0] = '\0';
	return (struct words){ out, (size_t)size };
}

void
words_add(struct words *w, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	const int n = vsnprintf(w->at, w->left, format, ap);
	va_end(ap);
	const size_t used = n < 0 ? 0 : (size_t)n < w->left ? (size_t)n : w->left - 1;
	w->at += used;
	w->left -= used;
}

const char *
words_skip(const char *text)
{
	return text + strspn(text, " \t");
}

bool
words_alone(const char *text, const char *word)
{
	const char *at = words_skip(text);
	const size_t n = strlen(word);
	return strncmp(at, word, n) == 0 && *words_skip(at + n) == '\0';
}

bool
words_number(const char *text, int low, int high, int *out)
{
	char *end;
	const long n = strtol(text, &end, 10);
	if (end == text)
		return false;
	while (isspace((unsigned char)*end))
		end++;
	if (*end != '\0' || n < low || n > high)
		return false;
	*out = (int)n;
	return true;
}

bool
words_next(const char **text, char stop, char *out, size_t size)
{
	const char *from = *text;
	if (from == NULL)
		return false;
	const char *end = strchr(from, stop);
	size_t n = end != NULL ? (size_t)(end - from) : strlen(from);
	*text = end != NULL ? end + 1 : NULL;
	while (n > 0 && isspace((unsigned char)*from)) {
		from++;
		n--;
	}
	while (n > 0 && isspace((unsigned char)from[n - 1]))
		n--;
	n = n < size ? n : size - 1;
	memcpy(out, from, n);
	out[n] = '\0';
	return true;
}

const char *
words_after_ply(int ply, char out[static 24])
{
	if (ply > 0)
		snprintf(out, 24, "after ply %d", ply);
	else
		snprintf(out, 24, "start");
	return out;
}
