/*
 * guests.h - programs at the table that go wrong (tests/data/guest.bash), and the sentence that
 * says so: one table for all protocols, on the command line, in a match and on the screen.
 */
#ifndef PLYSCOPE_TESTS_GUESTS_H
#define PLYSCOPE_TESTS_GUESTS_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define GUEST_PROGRAM "tests/data/guest.bash"

enum { GUEST_USI, GUEST_BOT, GUEST_KINDS };

static const struct {
	const char *key, *game;
} guest_kind[GUEST_KINDS] = {
	[GUEST_USI] = { "usi", "minishogi" },
	[GUEST_BOT] = { "bot", "minishogi" },
};

#define SILENT	"has said nothing for"
#define LATE	"does not answer within"
#define FLOOD	"writes lines without end"
#define ENDLESS "writes a line without end"

/* Those with patience end when it is over; the others have all the time they want. */
static const struct {
	const char *way, *says[GUEST_KINDS];
	bool patience;
} guest_fault[] = {
	{ "mute", { SILENT, "has not said it is ready for" }, true },
	{ "silent", { SILENT, LATE }, true },
	{ "drips", { SILENT, LATE }, true },
	{ "noise", { SILENT, "expected a line of JSON" }, true },
	{ "floods", { FLOOD, FLOOD }, false },
	{ "dies", { "has ended, with status 3", "has ended, with status 3" }, false },
	{ "crashes", { "has crashed: ", "has crashed: " }, false },
	{ "half", { "has ended", "has ended" }, false },
	{ "long", { ENDLESS, ENDLESS }, false },
	{ "endless", { ENDLESS, ENDLESS }, false },
	{ "nonsense",
	  { "plays \"hello\", which is not a legal move",
	    "plays \"hello\", which is not a legal move" },
	  false },
	{ "illegal",
	  { "plays \"1e1a\", which is not a legal move",
	    "plays \"1e1a\", which is not a legal move" },
	  false },
	{ "control",
	  { "plays \"?[2J\", which is not a legal move",
	    "plays \"?[2J\", which is not a legal move" },
	  false },
};

#define GUEST_FAULTS ((int)(sizeof guest_fault / sizeof *guest_fault))

/* "bot:patience=500ms,command=.../guest.bash"; the program finds its fault in the environment. */
static inline const char *
guest_player(int kind, int fault)
{
	static char out[PATH_MAX + 100], program[PATH_MAX], way[40];
	if (realpath(GUEST_PROGRAM, program) == NULL)
		return "";
	snprintf(way, sizeof way, "%s %s", guest_kind[kind].key, guest_fault[fault].way);
	setenv("GUEST", way, 1);
	snprintf(out, sizeof out, "%s:patience=%s,command=%s", guest_kind[kind].key,
		 guest_fault[fault].patience ? "500ms" : "60s", program);
	return out;
}

#endif
