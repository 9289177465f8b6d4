/*
 * places.h - every screen, and how to come there: for the laws that hold on all of them. A new
 * screen gets its line here.
 */
#ifndef PLYSCOPE_TESTS_SCREEN_PLACES_H
#define PLYSCOPE_TESTS_SCREEN_PLACES_H

#include "tests/screen/play.h"

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

struct place {
	const char *name;
	const char *command; /* what is started */
	const char *waits;   /* for this text */
	const char *typed; /* then, NULL: nothing; | waits for a picture, @ is the home */
	const char *title; /* the top line has this */
	const char *contains; /* and somewhere there is this */
};

#define HEARTS	"play hearts --seed 1 -s N=easy -s E=easy -s W=easy -o passing=off"
#define ABALONE "play abalone --seed 1 -s 2=easy"
#define SHORT	"watch goofspiel --seed 1 -s 1=easy -s 2=easy -o cards=4 --delay 1"

static const struct place places[] = {
	{ "home", "", "? help", NULL, "plyscope", "Play Hearts" },
	{ "setup", "", "? help", ":play hearts\r", "Hearts", "start" },
	{ "options", "", "? help", "o", "options", "animation" },
	{ "history", "", "? help", ":history\r", "history", "" },
	{ "rules", "", "? help", ":rules hearts\r", "Hearts", "trick" },
	{ "help", HEARTS, "trick 1/13", "?", "help", "take back" },
	{ "hearts", HEARTS, "trick 1/13", NULL, "Hearts", "scores" },
	{ "spades", "play spades --seed 1", "your turn: bid", NULL, "Spades", "nil" },
	{ "chinese-checkers", "play chinese-checkers --seed 1 -s 2=easy -s 3=easy",
	  "Red to move", NULL, "Chinese Checkers", "scores" },
	{ "abalone", ABALONE, "Black to move", NULL, "Abalone", "scores" },
	{ "goofspiel", "play goofspiel --seed 1 -s 2=easy", "North has bid", NULL,
	  "Goofspiel", "scores" },
	{ "holdem", "play holdem --seed 7 -s 2=equity:sims=10", "ace-six suited", NULL,
	  "Hold'em", "fold" },
	{ "zoomed", ABALONE, "Black to move", "z", "Abalone", "Black" },
	{ "log", "watch abalone --seed 1 -s 1=easy -s 2=easy --delay 100", "ply 9",
	  " \t\t\t", "PAUSED", "log" },
	{ "compare", HEARTS, "trick 1/13", "c", "", "? help" },
	{ "explain", HEARTS, "trick 1/13", "e", "", "? help" },
	{ "inspect", ABALONE, "Black to move", "i", "", "? help" },
	{ "tree", "play tree --seed 3 -o file=last-branch -s 1=human -s 2=maxn -s 3=maxn",
	  "P1 chooses", "i", "inspect", "c-P1 2" },
	{ "beliefs", HEARTS, "trick 1/13", "b", "", "? help" },
	{ "player", "", "? help", ":play hearts\r|\033[B\033[B\033[B\r", "player of seat",
	  "algorithm" },
	{ "lines", ABALONE, "Black to move", ":A1B1\r|u|:B1C1\r|d", "lines of this game",
	  "instead of" },
	{ "drill", "drill holdem --seed 3 --kind raise", "Spot: a raise", NULL, "drill",
	  "A call costs" },
	{ "lessons", "", "? help", ":lesson\r", "lessons", "Max-Prob: points" },
	{ "lesson", "lesson shallow", "stop 1 of", " ", "lesson", "stop" },
	{ "over", SHORT, "Play again", NULL, "game over", "Judge every move" },
	{ "learn", "play kuhn --seed 5 --delay 0ms", "South", ":c\r||||||L",
	  "learn from your mistakes", "" },
	{ "trust", "", "? help", ":load @/stranger.ply\r", "a file names a program",
	  "usi:command=" },
	{ "replay", SHORT, "Play again", "rG", "replay", "11 of 11" },
	{ "analysis", ABALONE, "Black to move", ":A1B1\r|A", "analysis", "are judged" },
};

static inline void
place_type(struct vt *v, const char *typed)
{
	char part[80];
	for (; typed && *typed; typed += *typed != '\0') {
		const size_t n = strcspn(typed, "|@");
		snprintf(part, sizeof part, "%.*s", (int)n, typed);
		vt_keys(v, part);
		typed += n;
		if (*typed == '|')
			vt_settle(v, 300);
		if (*typed == '@')
			vt_keys(v, play_home);
	}
}

/* From the program's start to the place; false: it does not come. */
static inline bool
place_reach(struct vt *v, const struct place *p)
{
	if (!vt_wait(v, p->waits))
		return false;
	place_type(v, p->typed);
	return vt_wait(v, *p->contains ? p->contains : p->title);
}

#endif
