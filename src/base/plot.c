/* plot.c - pictures through gnuplot. See plot.h. */
#include "src/base/plot.h"

#include "src/base/file.h"
#include "src/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Starts gnuplot, which reads commands from p->out and draws into the file. */
static bool
plot_start(struct plot *p, struct status *st)
{
	int end[2];
	if (pipe2(end, O_CLOEXEC) != 0)
		return status_fail(st, "gnuplot: %s", strerror(errno));
	const char *const words[] = { "gnuplot", NULL };
	const int error = tool_start(&p->tool, words, end[0], fileno(p->draft.f));
	close(end[0]);
	p->out = error == 0 ? fdopen(end[1], "w") : NULL;
	if (p->out != NULL)
		return true;
	close(end[1]);
	if (error == 0) {
		char said[TOOL_SAID];
		tool_wait(&p->tool, said);
		return status_fail(st, "gnuplot: not enough memory");
	}
	return error == ENOENT ? status_fail(st, "gnuplot is not installed: pictures "
						 "need it")
			       : status_fail(st, "gnuplot cannot be started: %s",
					     strerror(error));
}

static bool
plot_begin(struct file_draft *d, const char *path, struct status *st)
{
	return file_begin(d, path, 0666) ||
	       status_fail(st, "%s: cannot be written: %s", path, file_reason());
}

bool
plot_possible(const char *path, struct status *st)
{
	struct plot p = { 0 };
	char said[TOOL_SAID];
	if (!plot_begin(&p.draft, path, st))
		return false;
	const bool ok = plot_start(&p, st);
	if (ok) {
		fclose(p.out);
		tool_wait(&p.tool, said);
	}
	file_finish(&p.draft, path, false);
	return ok;
}

bool
plot_open(struct plot *p, const char *path, int width, int height, struct status *st)
{
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	*p = (struct plot){ 0 };
	if (snprintf(p->path, sizeof p->path, "%s", path) >= (int)sizeof p->path)
		return status_fail(st, "the file name is too long");
	if (!plot_begin(&p->draft, path, st))
		return false;
	if (!plot_start(p, st)) {
		file_finish(&p->draft, path, false);
		return false;
	}
	sigaction(SIGPIPE, &ignore, &p->broken_pipe);
	fprintf(p->out,
		"set terminal svg noenhanced size %d,%d dynamic background rgb 'white'\n",
		width, height);
	return true;
}

bool
plot_close(struct plot *p, struct status *st)
{
	char said[TOOL_SAID];
	bool ok = fprintf(p->out, "\nunset output\n") > 0;
	ok = fclose(p->out) == 0 && ok;
	ok = tool_wait(&p->tool, said) && ok;
	sigaction(SIGPIPE, &p->broken_pipe, NULL);
	const bool saved = file_finish(&p->draft, p->path, ok);
	if (ok)
		return saved || status_fail(st, "%s: cannot be written: %s", p->path,
					    file_reason());
	return status_fail(st, "%s: gnuplot could not draw it%s%s", p->path,
			   said[0] != '\0' ? ": " : "", said);
}

/* Only a quote ends the quotes; control characters have no place in a picture. */
void
plot_quote(FILE *out, const char *text)
{
	fputc('\'', out);
	for (int length; *text != '\0'; text += length) {
		uint32_t ch;
		length = text_decode(text, SIZE_MAX, &ch);
		if (ch == '\'')
			fputc('\'', out);
		if (text_is_command(ch))
			fputc(ch == '\n' ? ' ' : '?', out);
		else
			fwrite(text, 1, (size_t)length, out);
	}
	fputc('\'', out);
}

const char *
plot_colour(int line)
{
	static const char *const colours[] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7",
					       "#e69f00", "#56b4e9", "#000000" };
	const int n = (int)(sizeof colours / sizeof *colours);
	return colours[line % n];
}
