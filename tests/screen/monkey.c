/*
 * monkey.c - random keys, clicks, pastes, unknown sequences and sizes: no crash, no leak, and
 * the terminal as it was before. Often several of them come in one write, so that there is no
 * picture between them.
 *
 * MONKEY_EVENTS and MONKEY_SEED choose how many and which; both are printed. What is typed
 * depends on nothing but the seed. The program ends now and then by what is typed; it is
 * started again. Built with the sanitizers a finding ends it with a status that is not 0, and
 * their report is printed before anything else.
 */
#include "tests/screen/play.h"

#include "src/base/rng.h"

#define BATCH	   48	/* events between two looks at the screen */
#define BURST	   12	/* events in one write, at most */
#define FEW_EVENTS 3000 /* without MONKEY_EVENTS */

static struct rng dice;

static int
below(int n)
{
	return (int)rng_below(&dice, (unsigned)n);
}

/* ---- What is typed ---- */

static char typed[4096]; /* and not sent yet */
static size_t typed_bytes;

static void
send(struct vt *v)
{
	typed[typed_bytes] = '\0';
	vt_keys(v, typed);
	typed_bytes = 0;
}

static void
type(struct vt *v, const char *bytes)
{
	const size_t n = strlen(bytes);
	if (typed_bytes + n >= sizeof typed)
		send(v);
	memcpy(typed + typed_bytes, bytes, n);
	typed_bytes += n;
}

static const char *const commands[] = {
	":play hearts seats=3\r",
	":play spades\r\r",
	":play chinese-checkers seats=2 1=human 2=easy\r",
	":play abalone 2=easy\r",
	":play goofspiel\r\r",
	":play hearts passing=off W=easy N=easy E=easy\r",
	":watch hearts S=easy W=easy N=easy E=easy\r",
	":watch abalone 1=easy 2=easy\r",
	":watch spades seed=4\r i",
	":watch hearts seed=9 S=medium\r i",
	":play tree 2=maxn 3=maxn\ri",
	"iG\rwG",
	":lesson shallow\r",
	":rules hearts\r",
	":set pieces kanji\r",
	":set big off\r",
	":set ascii on\r",
	":set ascii off\r",
	":coach 5%\r",
	":set speed 0ms\r",
	":set panes board=70,hidden=log\r",
	":theme mono\r",
	":theme okabe-ito\r",
	":pl\t hea\t \t\r",
	":seat W max\r",
	":hint easy\r",
	":view open\r",
	":ply 3\r",
	":save x.ply\r",
	":save y.txt\r",
	":load x.ply\r",
	":replay x.ply\r",
	":load nothing\r",
	":history\r",
	":home\r\r",
	":compare\r",
	":inspect\r",
	":analyse\r",
	":explain\r",
	":beliefs\r",
	":lesson\r",
	"/e\rnN",
};

static const char *const keys[] = {
	ENTER,	    ENTER,     ENTER,
	ENTER,	    UP,	       DOWN,
	LEFT,	    RIGHT,     RIGHT,
	" ",	    "\t",      "\t",
	"\033[Z",   "\033[5~", "\033[6~",
	"\033[H",   "\033[F",  "\033OP",
	"q",	    "\033",    "\177",
	"\014",	    "\020",    "\022",
	"\003",	    "\032",    "h",
	"h",	    "u",       "U",
	"m",	    "a",       "V",
	"O",	    "P",       ".",
	"+",	    "-",       ">",
	"<",	    "[",       "]",
	"g",	    "G",       "s",
	"S",	    "y",       "z",
	"(",	    ")",       "x",
	"X",	    "T",       "t",
	"r",	    "o",       "?",
	"/",	    "n",       "N",
	":",	    "1",       "2",
	"5",	    "c",       "C",
	"i",	    "I",       "b",
	"e",	    "d",       "f",
	"F",	    "l",       "k",
	"j",	    "p",       "v",
	"w",	    "D",       "{",
	"}",	    "=",       ",",
	"\303\251", "\303",    "\360\237\230\200",
};

static const char *const sequences[] = {
	"\033[99;5u",	       "\033[?62;1c",	   "\033[1;5A", "\033[27;5;9~",
	"\033]11;rgb:0/0/0\a", "\033P1$r0m\033\\", "\033OZ",	"\033[",
	"\033[<0;0;0M",	       "\033[<999;1;1M",   "\033[M !!", "\033[<0;9999;9999M",
	"\033[201~",	       "\033[I",	   "\033[O",
};

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

static void
type_mouse(struct vt *v)
{
	static const int buttons[] = { 0, 0, 0, 1, 2, 3, 8, 35, 64, 65, 66, 128 };
	char bytes[64];
	int h, w;
	vt_size(v, &h, &w);
	const int button = buttons[below(COUNT(buttons))];
	const int y = 1 + below(h + 2);
	for (int i = 0; i < 2; i++) {
		const char end =
			i == (below(8) > 0) ? 'm' : 'M'; /* mostly a press first */
		const int n = snprintf(bytes, sizeof bytes, "\033[<%d;%d;%d%c", button,
				       1 + below(w + 2), y, end);
		if (below(16) == 0)
			bytes[below(n)] = '\0'; /* broken off */
		type(v, bytes);
	}
}

static void
type_paste(struct vt *v)
{
	static const char *const texts[] = { "Q", "q\rq\r", "seat W max\r", "\t\003\032",
					     "x x x x x x x x" };
	type(v, "\033[200~");
	for (int i = below(8); i >= 0; i--)
		type(v, texts[below(COUNT(texts))]);
	type(v, "\033[201~");
}

static void
change_size(struct vt *v)
{
	static const int sizes[][2] = { { 24, 80 }, { 24, 80 }, { 40, 120 }, { 60, 200 },
					{ 1, 1 },   { 12, 40 }, { 15, 50 },  { 2, 119 },
					{ 50, 7 },  { 37, 150 } };
	const int i = below(COUNT(sizes));
	send(v);
	vt_pretend_size(v, sizes[i][0], sizes[i][1]);
}

static void
one_event(struct vt *v)
{
	const int kind = below(100);
	if (kind < 76)
		type(v, keys[below(COUNT(keys))]);
	else if (kind < 86)
		type_mouse(v);
	else if (kind < 91)
		type(v, commands[below(COUNT(commands))]);
	else if (kind < 95)
		type(v, sequences[below(COUNT(sequences))]);
	else if (kind < 97)
		type_paste(v);
	else
		change_size(v);
}

/* Most events come alone, as from somebody who types; returns how many there were. */
static int
one_burst(struct vt *v)
{
	const int n = below(4) > 0 ? 1 : 1 + below(BURST);
	for (int i = 0; i < n; i++)
		one_event(v);
	send(v);
	return n;
}

/* ---- The program under it ---- */

/* The sanitizers' reports, whole, and what else went to stderr: a bug found by the program. */
static void
print_reports(void)
{
	char command[200];
	snprintf(command, sizeof command,
		 "cd %s && cat report.* plyscope/stderr.log 2>/dev/null | sed 's/^/# /'",
		 play_home);
	fflush(stdout);
	if (system(command) != 0)
		printf("# no report of it can be read\n");
}

static void
check_end(struct vt *v, long events)
{
	int status = vt_exit(v);
	if (status == 128 + SIGINT) /* a ^C typed after the terminal was given back */
		status = 0;
	const char *left = vt_left_behind(v);
	if (status != 0 || left) {
		print_reports();
		printf("# after %ld events: status %d, left behind: %s\n", events, status,
		       left ? left : "nothing");
		vt_print(v);
	}
	vt_close(v);
	assert_int_equal(status, 0);
	assert_null(left);
}

/* Lets the program take what was typed. False when it has ended. */
static bool
catch_up(struct vt *v)
{
	const bool drawn = vt_settle(v, 2);
	if (!drawn && vt_alive(v)) {
		printf("# it draws no more\n");
		vt_print(v);
		fail();
	}
	return vt_alive(v);
}

static struct vt *
start(void)
{
	static char asan[500], ubsan[500];
	const char *a = getenv("ASAN_OPTIONS"), *u = getenv("UBSAN_OPTIONS");
	snprintf(asan, sizeof asan, "ASAN_OPTIONS=%.200s:log_path=%s/report", a ? a : "",
		 play_home);
	snprintf(ubsan, sizeof ubsan,
		 "UBSAN_OPTIONS=%.200s:print_stacktrace=1:log_path=%s/report", u ? u : "",
		 play_home);
	struct vt *v = play_start_with("", 60, 200, asan, ubsan);
	if (!vt_wait(v, "? help")) {
		print_reports();
		vt_print(v);
		fail();
	}
	return v;
}

static void
nothing_typed_does_harm(void **state)
{
	const char *count = getenv("MONKEY_EVENTS"), *number = getenv("MONKEY_SEED");
	const long events = count ? atol(count) : FEW_EVENTS;
	const unsigned long seed = number ? strtoul(number, NULL, 10) : 1;
	printf("# MONKEY_EVENTS=%ld MONKEY_SEED=%lu\n", events, seed);
	rng_seed(&dice, seed);
	play_enter_home();
	struct vt *v = start();
	int starts = 1;
	for (long done = 0; done < events;) {
		for (int i = 0; i < BATCH && done < events;) {
			const int n = one_burst(v);
			i += n;
			done += n;
		}
		if (!catch_up(v)) {
			check_end(v, done);
			v = start();
			starts++;
		}
	}
	vt_signal(v, SIGTERM);
	check_end(v, events);
	printf("# started %d times\n", starts);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nothing_typed_does_harm, play_setup,
						play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
