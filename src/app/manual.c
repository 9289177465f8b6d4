/*
 * manual.c - finds the page of a verb. See manual.h.
 *
 * `man -w NAME` says whether man knows a page, by its name or as a file. It gets no shell, and its
 * words are names of verbs and paths of our own.
 */
#include "src/app/manual.h"

#include "src/base/asset.h"
#include "src/base/tool.h"

#include <stdio.h>
#include <unistd.h>

/* Returns when man does not find the page. */
static void
become_man(const char *section, const char *page)
{
	const char *find[] = { "man", "-w", section, page, NULL };
	const char *show[] = { "man", section, page, NULL };
	char said[TOOL_SAID];
	struct tool t;
	if (section == NULL) {
		find[2] = show[1] = page;
		find[3] = show[2] = NULL;
	}
	if (tool_start(&t, find, -1, -1) == 0 && tool_wait(&t, said))
		tool_become(show);
}

void
manual_open(const char *verb)
{
	char assets[4000], page[4096];
	if (asset_directory(assets, sizeof assets)) {
		snprintf(page, sizeof page, "%s/../man/plyscope-%s.6", assets, verb);
		if (access(page, R_OK) == 0)
			become_man(NULL, page);
	}
	snprintf(page, sizeof page, "plyscope-%s", verb);
	become_man("6", page);
}
