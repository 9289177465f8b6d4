/*
 * cast.c - a minute of play as one animated SVG, recorded from the program on the test terminal.
 *
 * The screen is looked at every FRAME_MS. Each of its rows is a strip of all the pictures that the row
 * had, side by side, and a discrete SMIL animation moves the strip to the one that is due: only what
 * changes costs bytes. A row that looks as another one did, anywhere, is written once.
 * Usage: cast FILE, with the program in PLYSCOPE.
 */
#include "src/base/clock.h"
#include "tests/pictures/svg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define ROWS	    24
#define COLUMNS	    80
#define FRAME_MS    250
#define LOOKS_MAX   20000 /* of all rows together */
#define CHANGES_MAX 2000  /* of one row */
#define STRIDE	    (COLUMNS * SVG_CELL_W + 40)
#define LAST_MS	    2500 /* the last picture stays */
#define WAIT_MS	    15000
#define CLASSES_MAX 200

/* A game, the text at a person's turn, and so many turns of it. */
static const struct cast_scene {
	const char *command[12];
	const char *turn;
	int turns;
} scenes[] = {
	{ { "play", "hearts", "--seed", "12", "-o", "passing=off" }, "your turn", 4 },
	{ { "play", "chinese-checkers", "--seed", "4", "-o", "size=3" },
	  "Red to move",
	  2 },
};

static char *looks[LOOKS_MAX]; /* SVG of each look of a row */
static int look_count;
static struct {
	int count;
	int look[CHANGES_MAX];
	int64_t at_ms[CHANGES_MAX];
} row_changes[ROWS];

/* The looks of letters, each given once, as a class: what a text has behind its length. */
static char class_look[CLASSES_MAX][100];
static int class_count;

static int
class_number(const char *look, size_t n)
{
	for (int i = 0; i < class_count; i++)
		if (strlen(class_look[i]) == n && strncmp(class_look[i], look, n) == 0)
			return i;
	if (class_count == CLASSES_MAX || n >= sizeof class_look[0])
		exit(1);
	memcpy(class_look[class_count], look, n);
	return class_count++;
}

/* The same row in fewer bytes; svg is freed. */
static char *
with_classes(char *svg)
{
	static const char length[] = " textLength='", line[] = " y='13'";
	char *out = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&out, &size);
	const char *at = svg;
	for (const char *text; (text = strstr(at, "<text")) != NULL;) {
		const char *y = strstr(text, line), *end = strchr(text, '>');
		const char *look = strchr(strstr(text, length) + strlen(length), '\'');
		look++;
		fprintf(to, "%.*s%.*s class='l%d'", (int)(y - at), at,
			(int)(look - y - (long)strlen(line)), y + strlen(line),
			class_number(look, (size_t)(end - look)));
		at = end;
	}
	fputs(at, to);
	fclose(to);
	free(svg);
	return out;
}

/* "font-weight='bold' fill='#ffffff'" as a rule of CSS. */
static void
put_class(FILE *out, int number)
{
	fprintf(out, ".l%d{", number);
	for (const char *p = class_look[number]; *p != '\0'; p++)
		fputs(*p == '='	   ? ":"
		      : *p == '\'' ? (p[1] == ' ' || p[1] == '\0' ? ";" : "")
		      : *p == ' '  ? ""
				   : (char[]){ *p, '\0' },
		      out);
	fputs("}", out);
}

/* The number of a look, which is kept once. */
static int
look_number(char *svg)
{
	for (int i = look_count - 1; i >= 0; i--)
		if (strcmp(looks[i], svg) == 0) {
			free(svg);
			return i;
		}
	if (look_count == LOOKS_MAX) {
		fputs("too many looks\n", stderr);
		exit(1);
	}
	looks[look_count] = svg;
	return look_count++;
}

static void
take_picture(struct vt *v, int64_t at_ms)
{
	for (int y = 0; y < ROWS; y++) {
		char *svg = NULL;
		size_t size = 0;
		FILE *out = open_memstream(&svg, &size);
		svg_put_row(out, v, y, 0);
		fclose(out);
		svg = with_classes(svg);
		const int look = look_number(svg), n = row_changes[y].count;
		if ((n > 0 && row_changes[y].look[n - 1] == look) || n == CHANGES_MAX)
			continue;
		row_changes[y].look[n] = look;
		row_changes[y].at_ms[n] = at_ms;
		row_changes[y].count++;
	}
}

/* Looks at the screen for so long; returns the time of the film. */
static int64_t
watch_for(struct vt *v, int64_t film_ms, int ms)
{
	for (int gone = 0; gone < ms; gone += FRAME_MS, film_ms += FRAME_MS) {
		const int64_t until = clock_now_us() + FRAME_MS * 1000;
		while (clock_now_us() < until)
			vt_pump(v, 5);
		take_picture(v, film_ms);
	}
	return film_ms;
}

/* Until one of the texts is there, and then for a while; *film_ms goes on. Their index. */
static int
watch_until(struct vt *v, const char *const *texts, int look_ms, int64_t *film_ms)
{
	const int64_t until = clock_now_us() + WAIT_MS * 1000;
	for (int y, x;; *film_ms = watch_for(v, *film_ms, FRAME_MS)) {
		for (int i = 0; texts[i] != NULL; i++)
			if (vt_find(v, texts[i], &y, &x)) {
				*film_ms = watch_for(v, *film_ms, look_ms);
				return i;
			}
		if (clock_now_us() < until)
			continue;
		fprintf(stderr, "waited for \"%s\"\n", texts[0]);
		vt_print(v);
		exit(1);
	}
}

/* A turn: a hint is asked for and followed, where there is a choice. */
static void
play_turn(struct vt *v, const char *turn, int64_t *film_ms)
{
	const char *const at_turn[] = { turn, NULL };
	const char *const hinted[] = { "hint: ", "only one legal move", NULL };
	const char *const picked[] = { "Enter plays it", NULL };
	watch_until(v, at_turn, 800, film_ms);
	vt_keys(v, "h");
	if (watch_until(v, hinted, 400, film_ms) == 0) {
		*film_ms = watch_for(v, *film_ms, 1800);
		vt_keys(v, "1");
		watch_until(v, picked, 1000, film_ms);
	}
	vt_keys(v, "\r");
	*film_ms = watch_for(v, *film_ms, 2 * FRAME_MS);
}

static int64_t
play_scene(const struct cast_scene *scene, const char *home, int64_t film_ms)
{
	const char *argv[16] = { getenv("PLYSCOPE") };
	const char *const env[] = { home, "XDG_STATE_HOME=/dev/null/none",
				    "XDG_CONFIG_HOME=/dev/null/none", NULL };
	if (argv[0] == NULL)
		argv[0] = "build/plyscope";
	for (int i = 0; scene->command[i] != NULL; i++)
		argv[i + 1] = scene->command[i];
	struct vt *v = vt_start(argv, env, ROWS, COLUMNS);
	vt_wait(v, "? help");
	for (int i = 0; i < scene->turns; i++)
		play_turn(v, scene->turn, &film_ms);
	film_ms = watch_for(v, film_ms, 2000);
	vt_close(v);
	return film_ms;
}

/* A row's strip, and the times at which it moves on. */
static void
put_strip(FILE *out, int y, int64_t length_ms)
{
	const int n = row_changes[y].count;
	fprintf(out, "<g transform='translate(0,%d)'><g>\n", y * SVG_CELL_H);
	for (int k = 0; k < n; k++)
		fprintf(out, "<use href='#r%d' x='%d'/>\n", row_changes[y].look[k],
			k * STRIDE);
	if (n > 1) {
		fputs("<animateTransform attributeName='transform' type='translate' "
		      "calcMode='discrete' repeatCount='indefinite' ",
		      out);
		fprintf(out, "dur='%" PRId64 "ms' keyTimes='", length_ms);
		for (int k = 0; k < n; k++)
			fprintf(out, "%s%.4f", k > 0 ? ";" : "",
				(double)(k > 0 ? row_changes[y].at_ms[k] : 0) /
					(double)length_ms);
		fputs("' values='", out);
		for (int k = 0; k < n; k++)
			fprintf(out, "%s%d", k > 0 ? ";" : "", -k * STRIDE);
		fputs("'/>\n", out);
	}
	fputs("</g></g>\n", out);
}

static bool
write_cast(const char *path, int64_t length_ms)
{
	FILE *out = fopen(path, "w");
	if (out == NULL)
		return false;
	svg_begin(out, ROWS, COLUMNS);
	fputs("<style>text{transform:translateY(13px)}", out);
	for (int i = 0; i < class_count; i++)
		put_class(out, i);
	fputs("</style>\n<defs>\n", out);
	for (int i = 0; i < look_count; i++)
		fprintf(out, "<g id='r%d'>%s</g>\n", i, looks[i]);
	fputs("</defs>\n", out);
	for (int y = 0; y < ROWS; y++)
		put_strip(out, y, length_ms);
	svg_end(out);
	return fclose(out) == 0;
}

int
main(int argc, char **argv)
{
	char home[] = "/tmp/plyscope-cast-XXXXXX", variable[100], command[100];
	int64_t film_ms = 0;
	if (argc < 2 || !mkdtemp(home))
		return 2;
	snprintf(variable, sizeof variable, "XDG_DATA_HOME=%s", home);
	for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
		film_ms = play_scene(&scenes[i], variable, film_ms);
	const bool good = write_cast(argv[1], film_ms + LAST_MS);
	printf("%d seconds, %d looks of rows\n", (int)(film_ms / 1000), look_count);
	snprintf(command, sizeof command, "rm -rf %s", home);
	return system(command) != 0 || !good;
}
