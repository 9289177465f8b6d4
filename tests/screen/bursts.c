/*
 * bursts.c - several keys and clicks in one write, on every screen: none of them may find the
 * screen as it was before the one that came in front of it.
 *
 * What is expected comes from the same keys, each with a picture after it.
 */
#include "tests/screen/places.h"

#define H 40
#define W 120

/* ---- from every screen to every other ---- */

#define RECORD ":replay x.ply\r"

/* Ways that lead from any screen to another one, and back. */
static const struct way {
	const char *there, *title, *back;
	bool again; /* it opens another one of itself */
} ways[] = {
	{ "?", "help", "q", false },
	{ "o", "options", "q", false },
	{ ":rules hearts\r", "rules", "q", true },
	{ ":history\r", "history", "q", true },
	{ ":lesson\r", "lessons", "q", true },
	{ ":lesson shallow\r", "lesson  ", "q", true },
	{ ":play hearts\r", "new game", "q", true },
	{ ":play hearts\r" DOWN DOWN DOWN "\r", "player of seat", "qq", true },
	{ ":play abalone 2=easy\r", "Abalone", "q", true },
	{ RECORD, "replay", "q", true },
	{ RECORD "i", "inspect", "qq", true },
	{ RECORD "c", "compare", "qq", true },
	{ RECORD "e", "explain", "qq", true },
	{ RECORD "b", "beliefs", "qq", true },
	{ ":analyze x.ply\r", "analysis", "q", true },
	{ ":home\r", "plyscope", NULL, false },
};

static void
write_record(void)
{
	FILE *f = fopen("x.ply", "w");
	assert_non_null(f);
	fputs("[Game \"spades\"]\n[Seed \"1\"]\n[Seat1 \"human\"]\n[Seat2 \"easy\"]\n"
	      "\nS 3\nW 3\n",
	      f);
	fclose(f);
}

/* A click on every word of the key bar, which stand between blanks, after the keys. */
static void
add_clicks(struct vt *v, char *out, size_t size)
{
	const char *bar = vt_row(v, H - 1);
	size_t n = strlen(out);
	for (int x = 1; bar[x] != '\0' && n < size; x++)
		if (bar[x] != ' ' && bar[x - 1] == ' ')
			n += (size_t)snprintf(out + n, size - n,
					      "\033[<0;%d;%dM\033[<0;%d;%dm", x + 1, H,
					      x + 1, H);
}

/* A title of a lesson begins with what the one of the lessons does. */
static bool
is_at(struct vt *v, const char *title)
{
	return strncmp(vt_row(v, 0) + 1, title, strlen(title)) == 0;
}

static bool
comes_to(struct vt *v, const char *title)
{
	const int64_t until = clock_now_us() + VT_WAIT_US;
	while (vt_catch_up(v))
		if (is_at(v, title))
			return true;
		else if (clock_now_us() > until)
			break;
	return false;
}

static bool
go_and_click(struct vt *v, const struct way *w, const char *from)
{
	char bytes[4000];
	snprintf(bytes, sizeof bytes, "%s", w->there);
	add_clicks(v, bytes, sizeof bytes);
	vt_keys(v, bytes);
	/* Twice: a click may yet lead away, and after the first it has been heard. */
	if (!comes_to(v, w->title) || !comes_to(v, w->title)) {
		printf("# not \"%s\" after its keys and clicks of the screen before\n",
		       w->title);
		return false;
	}
	if (w->back == NULL)
		return true;
	vt_keys(v, w->back);
	if (comes_to(v, from))
		return true;
	printf("# not back from \"%s\" to \"%s\"\n", w->title, from);
	return false;
}

/* The first word of a title, which stays while the screen goes on. */
static void
first_word(struct vt *v, char *out, int size)
{
	const char *row = vt_row(v, 0) + 1;
	snprintf(out, (size_t)size, "%.*s", (int)strcspn(row, " "), row);
}

static void
clicks_are_about_the_screen_that_was_seen(void **state)
{
	for (int i = 0; i < COUNT(places); i++) {
		char from[40];
		if (!scale_takes(i + 1, 3))
			continue;
		play_setup(NULL);
		play_enter_home();
		write_record();
		struct vt *v = play_start(places[i].command, H, W);
		bool good = place_reach(v, &places[i]) && vt_catch_up(v);
		first_word(v, from, sizeof from);
		for (int k = 0; k < COUNT(ways) && good; k++) {
			if (!ways[k].again && is_at(v, ways[k].title))
				continue;
			good = go_and_click(v, &ways[k], from);
		}
		if (!good) {
			printf("# from %s\n", places[i].name);
			vt_print(v);
		}
		assert_true(good);
		leave(v);
		play_teardown(NULL);
	}
}

/* ---- a burst is its keys one by one ---- */

/* Moving, folding, filtering, changing values: in each what comes later is about rows that what
 * came before has changed. Blanks are between the keys. */
static const char *const bursts[] = {
	"G k g j G",
	"P G P g G",
	"v P X G v",
	"\033[6~ j + + j + - G k",
	"j \t + + G \t k",
	"g j + G + k + + g j + + G k + g",
	"j j + j j + j j + + G",
	"] ] G [ g ] j",
	"s G s j x G x k",
	"f G f G z j G z",
	"/e\r n n N G",
	"\033[H j \033[F k k",
	"M 2 T O G j k",
};

static bool
is_one_of(const struct place *p, const char *const *names)
{
	for (int i = 0; names[i] != NULL; i++)
		if (strcmp(p->name, names[i]) == 0)
			return true;
	return false;
}

/* Of some no two pictures are alike: they tell how long something took. Enter plays and starts
 * games where nothing can be looked for. */
static bool
is_tried(const struct place *p, const char *burst)
{
	static const char *const restless[] = { "compare",  "explain", "inspect",
						"analysis", "log",     NULL };
	static const char *const found_in[] = { "help", "rules", "lesson", "tree", NULL };
	return !is_one_of(p, restless) &&
	       (strchr(burst, '/') == NULL || is_one_of(p, found_in));
}

/* A program of its own. */
struct taker {
	char home[sizeof play_home];
	struct vt *v;
};

static void
begin(struct taker *t, const struct place *p)
{
	play_setup(NULL);
	play_forget_config();
	memcpy(t->home, play_home, sizeof t->home);
	/* Hold'em without the graph, whose points are as many as the judge came to. */
	const bool small = strcmp(p->name, "holdem") == 0;
	t->v = play_start(p->command, small ? 24 : H, small ? 80 : W);
	assert_true(place_reach(t->v, p) && vt_catch_up(t->v));
}

static void
take(struct taker *t, const char *burst, bool one_by_one)
{
	char keys[100], all[100] = "", *rest = NULL;
	snprintf(keys, sizeof keys, "%s", burst);
	for (char *key = strtok_r(keys, " ", &rest); key != NULL;
	     key = strtok_r(NULL, " ", &rest)) {
		strcat(all, key);
		if (!one_by_one)
			continue;
		vt_keys(t->v, key);
		vt_catch_up(t->v);
	}
	if (!one_by_one)
		vt_keys(t->v, all);
}

/* The picture but for the seed, which a new game draws for itself, and for the time that an
 * opponent has thought. The caller frees. */
static char *
picture(struct taker *t)
{
	assert_true(vt_settle(t->v, 20));
	return screen_up_to(t->v, (const char *const[]){ "seed ", "time  ", NULL }, NULL);
}

/* Until both show the same: a search that runs by itself may still be at work in one. */
static bool
come_to_the_same(struct taker *slow, struct taker *fast)
{
	const int64_t until = clock_now_us() + VT_WAIT_US;
	for (;;) {
		char *a = picture(slow), *b = picture(fast);
		const bool same = strcmp(a, b) == 0, late = clock_now_us() > until;
		if (!same && late)
			printf("# one by one:\n%s\n# in one write:\n%s\n", a, b);
		free(a);
		free(b);
		if (same || late)
			return same;
	}
}

static void
end(struct taker *t)
{
	vt_close(t->v);
	memcpy(play_home, t->home, sizeof play_home);
	play_teardown(NULL);
}

static void
try_bursts(const struct place *p)
{
	struct taker slow, fast;
	begin(&slow, p);
	begin(&fast, p);
	for (int k = 0; k < COUNT(bursts); k++) {
		if (!is_tried(p, bursts[k]))
			continue;
		take(&slow, bursts[k], true);
		take(&fast, bursts[k], false);
		if (!come_to_the_same(&slow, &fast))
			fail_msg("%s, burst %d", p->name, k);
	}
	end(&slow);
	end(&fast);
}

static void
a_burst_is_its_keys_one_by_one(void **state)
{
	const char *only = getenv("BURSTS_ONLY"); /* a name of places.h */
	for (int i = 0; i < COUNT(places); i++)
		if (only == NULL ? scale_takes(i, 3) : strcmp(only, places[i].name) == 0)
			try_bursts(&places[i]);
}

/* ---- answers ---- */

/* Neither a click nor the end of a game takes an open question to another screen. */
static void
an_answer_goes_to_the_screen_that_asked(void **state)
{
	play_enter_home();
	struct vt *v = play_start("play tree -o file=last-branch -s 1=human -s 2=maxn "
				  "-s 3=maxn --seed 3",
				  24, 80);
	expect_text(v, "P1 chooses");
	vt_keys(v, "i");
	expect_text(v, "c-P1 2");
	vt_keys(v, "a");
	expect_text(v, "search with: ");
	vt_click(v, 23, 2); /* where "? help" was */
	vt_catch_up(v);
	vt_keys(v, "\025paranoid" ENTER);
	expect_text(v, "inspect  paranoid");
	leave(v);
	v = play_start("watch goofspiel --seed 1 -s 1=easy -s 2=easy -o cards=4 --delay "
		       "400",
		       24, 80);
	expect_text(v, "Goofspiel");
	vt_keys(v, "S");
	expect_text(v, "save as");
	expect_text(v, "Play again");
	vt_keys(v, "\025end.ply" ENTER);
	expect_text(v, "saved to end.ply");
	assert_int_equal(access("end.ply", R_OK), 0);
	leave(v);
}

int
main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, play_setup, play_teardown)
	const struct CMUnitTest tests[] = {
		TEST(an_answer_goes_to_the_screen_that_asked),
		cmocka_unit_test(a_burst_is_its_keys_one_by_one),
		cmocka_unit_test(clicks_are_about_the_screen_that_was_seen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
