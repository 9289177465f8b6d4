/*
 * plot.h - pictures through gnuplot, a program of its own that is fed through a pipe.
 *
 * The caller writes gnuplot's commands, data inline after `plot '-' ...` and a line "e", to
 * plot_open()'s stream; terminal and output are already set. The file's name never reaches
 * gnuplot, to which a name with a bar is a command: it draws into a descriptor. It is looked for
 * only when a picture is asked for, and then first; without it there is one clear sentence.
 */
#ifndef PLYSCOPE_BASE_PLOT_H
#define PLYSCOPE_BASE_PLOT_H

#include "src/base/file.h"
#include "src/base/status.h"
#include "src/base/tool.h"

#include <signal.h>
#include <stdio.h>

struct plot {
	FILE *out; /* commands go here */
	struct file_draft draft;
	struct tool tool;
	char path[4096];
	struct sigaction broken_pipe; /* as it was before */
};

/* True when plot_open() can do it, to be asked before computing the data; an existing file stays as
 * it is. */
bool plot_possible(const char *path, struct status *st);
/* Starts a picture of width x height pixels in an SVG file. False: gnuplot is not installed,
 * or the file cannot be written. */
bool plot_open(struct plot *p, const char *path, int width, int height,
	       struct status *st);
/* Ends gnuplot and waits for it. False: gnuplot refused its input; the file is
 * dropped. */
bool plot_close(struct plot *p, struct status *st);
/* A text in single quotes as gnuplot reads it, the quotes included. */
void plot_quote(FILE *out, const char *text);
/* "#0072b2": colours that the colour-blind can distinguish (Okabe and Ito 2008), by
 * number of the line. */
const char *plot_colour(int line);

#endif
