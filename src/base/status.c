/* status.c - a failure as one sentence; a bug as an abort. See status.h. */
#include "src/base/status.h"

#include "src/base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*bug_hook)(void);

/* A sentence that does not fit ends with a whole word. */
static void
end_at_word(char text[STATUS_TEXT], int length)
{
	static const char more[] = " ...";
	int n = STATUS_TEXT - (int)sizeof more;
	if (length < STATUS_TEXT)
		return;
	text[STATUS_TEXT - 1] = '\0';
	while (n > STATUS_TEXT / 2 && text[n] != ' ')
		n--;
	if (text[n] == ' ') /* else it is one endless word */
		snprintf(text + n, (size_t)(STATUS_TEXT - n), "%s", more);
}

bool(status_fail)(struct status *st, const char *format, ...)
{
	if (!st || st->failed)
		return false;
	va_list args;
	va_start(args, format);
	end_at_word(st->text, vsnprintf(st->text, sizeof st->text, format, args));
	va_end(args);
	text_make_plain(st->text); /* one line, whatever it quotes */
	st->failed = true;
	return false;
}

void
status_prefix(struct status *st, const char *format, ...)
{
	char before[STATUS_TEXT], whole[2 * STATUS_TEXT + 4];
	if (!st || !st->failed)
		return;
	va_list args;
	va_start(args, format);
	vsnprintf(before, sizeof before, format, args);
	va_end(args);
	end_at_word(whole, snprintf(whole, sizeof whole, "%s: %s", before, st->text));
	text_make_plain(whole);
	memcpy(st->text, whole, STATUS_TEXT);
}

void
bug_report(const char *file, int line, const char *format, ...)
{
	if (bug_hook)
		bug_hook();
	fprintf(stderr, "plyscope: bug at %s:%d: ", file, line);
	va_list args;
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	abort();
}
