/*
 * text.c - growing text, and numbers as people type and read them. See text.h.
 *
 * Numbers are read digit by digit, not by strtod(): the locale must not decide what a dot
 * means, and "1.5k" has to come out as exactly 1500.
 */
#include "src/base/text.h"

#include "src/base/file.h"
#include "src/base/status.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DISTANCE_MAX 64 /* longer words are never taken for each other */

/* Makes room for `more` bytes and the NUL. */
static void
text_grow(struct text *t, size_t more)
{
	if (t->length + more + 1 <= t->room)
		return;
	size_t room = t->room ? t->room : 64;
	while (room < t->length + more + 1)
		room *= 2;
	char *s = realloc(t->s, room);
	if (!s)
		BUG("out of memory for %zu bytes of text", room);
	t->s = s;
	t->room = room;
}

void
text_add_bytes(struct text *t, const char *bytes, size_t length)
{
	text_grow(t, length);
	if (length)
		memcpy(t->s + t->length, bytes, length);
	t->length += length;
	t->s[t->length] = '\0';
}

void
text_add(struct text *t, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		return;
	text_grow(t, (size_t)length);
	va_start(args, format);
	vsnprintf(t->s + t->length, (size_t)length + 1, format, args);
	va_end(args);
	t->length += (size_t)length;
}

void
text_clear(struct text *t)
{
	t->length = 0;
	if (t->s)
		t->s[0] = '\0';
}

void
text_free(struct text *t)
{
	free(t->s);
	*t = (struct text){ 0 };
}

/* ---- Characters ---- */

int
text_decode(const char *s, size_t n, uint32_t *out)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *u = (const unsigned char *)s;
	const int length = u[0] < 0x80		   ? 1
			   : (u[0] & 0xe0) == 0xc0 ? 2
			   : (u[0] & 0xf0) == 0xe0 ? 3
			   : (u[0] & 0xf8) == 0xf0 ? 4
						   : 0;
	*out = length == 1 ? u[0] : TEXT_INVALID;
	if (length <= 1)
		return 1;
	uint32_t ch = u[0] & (0x7fu >> length);
	for (int i = 1; i < length; i++) {
		if ((size_t)i == n)
			return 0;
		if ((u[i] & 0xc0) != 0x80)
			return 1;
		ch = ch << 6 | (u[i] & 0x3f);
	}
	if (ch < least[length] || ch > 0x10ffff || (ch >= 0xd800 && ch < 0xe000))
		return 1;
	*out = ch;
	return length;
}

bool
text_is_command(uint32_t ch)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{ 0x0000, 0x001f }, { 0x007f, 0x009f },	  /* C0, DEL, C1 */
		{ 0x061c, 0x061c }, { 0x200e, 0x200f },	  /* marks of direction */
		{ 0x2028, 0x202e }, { 0x2066, 0x206f },	  /* ends of lines; embeddings */
		{ 0xfff9, 0xfffb }, { 0xe0000, 0xe007f }, /* annotations, tags */
	};
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (ch >= ranges[i].first && ch <= ranges[i].last)
			return true;
	return ch == TEXT_INVALID;
}

void
text_make_plain(char *text)
{
	char *to = text;
	for (int length; *text != '\0'; text += length) {
		uint32_t ch;
		length = text_decode(text, SIZE_MAX, &ch);
		if (text_is_command(ch)) {
			*to++ = '?';
			continue;
		}
		memmove(to, text, (size_t)length);
		to += length;
	}
	*to = '\0';
}

/* Editors elsewhere put one before the text. */
static void
skip_byte_order_mark(struct text *t)
{
	static const char mark[] = "\xef\xbb\xbf";
	const size_t n = sizeof mark - 1;
	if (t->length < n || memcmp(t->s, mark, n) != 0)
		return;
	t->length -= n;
	memmove(t->s, t->s + n, t->length + 1);
}

bool
text_read_file(struct text *t, const char *path, size_t limit)
{
	char block[16384];
	const int fd = file_open(path);
	FILE *in = fd >= 0 ? fdopen(fd, "rb") : NULL;
	if (in == NULL) {
		const int why = errno;
		if (fd >= 0)
			close(fd);
		errno = why;
		return false;
	}
	text_clear(t);
	text_add_bytes(t, "", 0);
	int error = 0;
	for (size_t n; !error && (n = fread(block, 1, sizeof block, in)) > 0;) {
		if (n > limit - t->length)
			error = EFBIG;
		else
			text_add_bytes(t, block, n);
	}
	if (!error && ferror(in))
		error = errno ? errno : EIO;
	fclose(in);
	skip_byte_order_mark(t);
	errno = error;
	return error == 0;
}

/* A decimal number as digits / 10^decimals; moves *at behind it. False: no digits, or
 * more than an int64 holds. */
static bool
read_decimal(const char **at, bool *minus, int64_t *digits, int *decimals)
{
	const char *p = *at;
	bool point = false, any = false;
	*digits = 0;
	*decimals = 0;
	*minus = *p == '-';
	if (*p == '-' || *p == '+')
		p++;
	for (;; p++) {
		if (*p == '.' && !point) {
			point = true;
			continue;
		}
		if (*p < '0' || *p > '9')
			break;
		any = true;
		if (__builtin_mul_overflow(*digits, 10, digits) ||
		    __builtin_add_overflow(*digits, *p - '0', digits))
			return false;
		*decimals += point;
	}
	*at = p;
	return any;
}

/* digits * scale / 10^decimals, when that is a whole number. */
static bool
scale_whole(int64_t digits, int decimals, int64_t scale, int64_t *out)
{
	for (; decimals > 0; decimals--) {
		if (digits % 10 == 0)
			digits /= 10;
		else if (scale % 10 == 0)
			scale /= 10;
		else
			return false;
	}
	return !__builtin_mul_overflow(digits, scale, out);
}

struct suffix {
	const char *text;
	int64_t scale;
};

static const struct suffix count_suffixes[] = {
	{ "", 1 },	  { "k", 1000 },       { "K", 1000 },
	{ "M", 1000000 }, { "G", 1000000000 }, { 0 },
};
static const struct suffix duration_suffixes[] = {
	{ "", 1 }, { "ms", 1 }, { "s", 1000 }, { "m", 60000 }, { "h", 3600000 }, { 0 },
};

static const struct suffix *
find_suffix(const struct suffix *list, const char *text)
{
	for (; list->text; list++)
		if (strcmp(list->text, text) == 0)
			return list;
	return NULL;
}

static bool
parse_scaled(const char *text, const struct suffix *list, int64_t *out)
{
	bool minus;
	int64_t digits, value;
	int decimals;
	if (!read_decimal(&text, &minus, &digits, &decimals))
		return false;
	const struct suffix *suffix = find_suffix(list, text);
	if (!suffix || !scale_whole(digits, decimals, suffix->scale, &value))
		return false;
	*out = minus ? -value : value;
	return true;
}

bool
text_parse_count(const char *text, int64_t *out)
{
	return parse_scaled(text, count_suffixes, out);
}

int
text_next(const char **at, char separator, char *out, size_t size)
{
	if (*at == NULL)
		return -1;
	const char *word = *at + strspn(*at, " ");
	const char *end = strchr(word, separator);
	const int length = end != NULL ? (int)(end - word) : (int)strlen(word);
	snprintf(out, size, "%.*s", length, word);
	*at = end != NULL ? end + 1 : NULL;
	return length;
}

int
text_parse_counts(const char *text, int64_t *out, int most)
{
	char word[24];
	int n = 0;
	for (int length; (length = text_next(&text, ',', word, sizeof word)) >= 0; n++)
		if (n == most || length >= (int)sizeof word ||
		    !text_parse_count(word, &out[n]) ||
		    out[n] <= (n > 0 ? out[n - 1] : 0))
			return 0;
	return n;
}

bool
text_parse_duration(const char *text, int64_t *out_ms)
{
	return *text != '-' && parse_scaled(text, duration_suffixes, out_ms);
}

/* 10^n for small n, exact up to 10^22. */
static double
power_of_ten(int n)
{
	double p = 1;
	while (n-- > 0)
		p *= 10;
	return p;
}

bool
text_parse_real(const char *text, double *out)
{
	bool minus, down = false;
	int64_t digits;
	int decimals, exponent = 0;
	if (!read_decimal(&text, &minus, &digits, &decimals))
		return false;
	if (*text == 'e' || *text == 'E') {
		const char *p = text + 1;
		down = *p == '-';
		if (*p == '-' || *p == '+')
			p++;
		if (*p < '0' || *p > '9')
			return false;
		for (; *p >= '0' && *p <= '9'; p++)
			exponent = exponent > 99 ? exponent : exponent * 10 + *p - '0';
		text = p;
	}
	const struct suffix *suffix = find_suffix(count_suffixes, text);
	if (!suffix || exponent > 99)
		return false;
	exponent = (down ? -exponent : exponent) - decimals;
	double x = (double)digits;
	x = exponent < 0 ? x / power_of_ten(-exponent) : x * power_of_ten(exponent);
	x *= (double)suffix->scale;
	*out = minus ? -x : x;
	return true;
}

int
text_line(const char *text, int w)
{
	const int whole = (int)strcspn(text, "\n");
	int fit = 0;
	for (int columns = 0; fit < whole; fit++) {
		columns += ((unsigned char)text[fit] & 0xC0) != 0x80;
		if (columns > w)
			break;
	}
	int n = fit;
	while (n < whole && n > 0 && text[n] != ' ')
		n--;
	return n > 0 ? n : fit;
}

double
text_shown(double x, int decimals)
{
	char digits[32];
	if (!(fabs(x) < 1))
		return x;
	snprintf(digits, sizeof digits, "%.*f", decimals, x);
	return strpbrk(digits, "123456789") ? x : 0;
}

void
text_format_count(char *out, int size, double n)
{
	static const char units[] = " kMGTPE";
	int unit = 0;
	if (!isfinite(n)) {
		snprintf(out, (size_t)size, "%s", "");
		return;
	}
	double x = fabs(n);
	while (x >= 999.5 && units[unit + 1]) {
		x /= 1000;
		unit++;
	}
	const char *sign = n < 0 ? "-" : "";
	if (unit == 0)
		snprintf(out, (size_t)size, "%s%.0f", sign, x);
	else
		snprintf(out, (size_t)size, "%s%.*f%c", sign, x < 9.995 ? 2 : x < 99.95,
			 x, units[unit]);
}

void
text_format_duration(char *out, int size, int64_t ms)
{
	long long s = ms / 1000;
	if (ms < 0)
		snprintf(out, (size_t)size, "%s", "");
	else if (s < 60)
		snprintf(out, (size_t)size, "%lld.%llds", s, (long long)ms % 1000 / 100);
	else if (s < 6000)
		snprintf(out, (size_t)size, "%lld:%02lld", s / 60, s % 60);
	else
		snprintf(out, (size_t)size, "%lldh%02lld", s / 3600, s / 60 % 60);
}

void
text_format_duration_exact(char *out, int size, int64_t ms)
{
	if (ms == 0)
		snprintf(out, (size_t)size, "0");
	else if (ms % 1000 == 0)
		snprintf(out, (size_t)size, "%llds", (long long)(ms / 1000));
	else
		snprintf(out, (size_t)size, "%lldms", (long long)ms);
}

static int
text_fold(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool
text_equal_fold(const char *a, const char *b)
{
	while (*a && text_fold(*a) == text_fold(*b))
		a++, b++;
	return text_fold(*a) == text_fold(*b);
}

/* One row of the Levenshtein table at a time. */
int
text_distance(const char *a, const char *b)
{
	int row[DISTANCE_MAX + 1];
	size_t m = strlen(a), n = strlen(b);
	if (m > DISTANCE_MAX || n > DISTANCE_MAX)
		return (int)(m > n ? m : n);
	for (size_t j = 0; j <= n; j++)
		row[j] = (int)j;
	for (size_t i = 1; i <= m; i++) {
		int diagonal = row[0];
		row[0] = (int)i;
		for (size_t j = 1; j <= n; j++) {
			int change =
				diagonal + (text_fold(a[i - 1]) != text_fold(b[j - 1]));
			diagonal = row[j];
			int skip = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
			row[j] = change < skip ? change : skip;
		}
	}
	return row[n];
}

bool
text_ends_in(const char *text, const char *ending)
{
	const size_t n = strlen(text), k = strlen(ending);
	return n > k && strcmp(text + n - k, ending) == 0;
}
