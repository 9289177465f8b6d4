/*
 * manual.c - finds a page of the manual. See cli.h.
 *
 * `man -w NAME` says whether man knows a page, by its name or as a file. It gets no shell, and its
 * words are names of pages and paths of our own.
 */
#include "src/app/cli.h"

#include "src/base/asset.h"
#include "src/base/tool.h"

#include <stdio.h>
#include <string.h>
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

/* Pages that are of no verb. */
static const struct {
	const char *name, *section;
} pages[] = {
	{ "tutorial", "7" }, { "glossary", "7" }, { "games", "6" },
	{ "players", "6" },  { "formats", "5" },  { "experiments", "7" },
	{ "cluster", "7" },  { NULL, "6" },
};

const char *
manual_page(int index)
{
	return pages[index].name;
}

void
manual_open(const char *name)
{
	char assets[4000], page[4096];
	int k = 0;
	while (pages[k].name != NULL && strcmp(pages[k].name, name) != 0)
		k++;
	const char *section = pages[k].section;
	/* in a source tree, and where share/man is not where man looks */
	for (int i = 0; i < 2 && asset_directory(assets, sizeof assets); i++) {
		snprintf(page, sizeof page, "%s/../man/%s%s%splyscope-%s.%s", assets,
			 i == 0 ? "" : "man", i == 0 ? "" : section, i == 0 ? "" : "/",
			 name, section);
		if (access(page, R_OK) == 0)
			become_man(NULL, page);
	}
	snprintf(page, sizeof page, "plyscope-%s", name);
	become_man(section, page);
}
