#include "tests/pictures/svg.h"

#include <string.h>

#define MARGIN	  8
#define BASELINE  13
#define RUN_BYTES 1024

/* The terminal's own colours. */
static unsigned own_paper = 0x14171c, own_ink = 0xd4d7dc;

void
svg_on_light(bool light)
{
	own_paper = light ? 0xfbfaf6 : 0x14171c;
	own_ink = light ? 0x24292f : 0xd4d7dc;
}

/* The look of a cell, with reverse video resolved. */
struct paint {
	unsigned ink, paper;
	bool bold, underline;
};

static unsigned
palette(int index)
{
	static const unsigned first[16] = {
		0x1c1f24, 0xd1605e, 0x7fb069, 0xd9b44a, 0x5b8fd6, 0xb07cc6,
		0x4fb0b0, 0xc5c8cc, 0x71767d, 0xf0807d, 0x9dd08a, 0xf2d06b,
		0x86b4f0, 0xd0a0e4, 0x7cd4d4, 0xf2f4f6,
	};
	if (index >= VT_EXACT)
		return (unsigned)(index & 0xffffff);
	if (index < 16)
		return first[index];
	if (index >= 232)
		return (unsigned)(8 + 10 * (index - 232)) * 0x10101;
	static const unsigned level[6] = { 0, 95, 135, 175, 215, 255 };
	const int cube = index - 16;
	return level[cube / 36] << 16 | level[cube / 6 % 6] << 8 | level[cube % 6];
}

static struct paint
paint_of(const struct vt_cell *cell)
{
	const unsigned ink = cell->fg < 0 ? own_ink : palette(cell->fg);
	const unsigned paper = cell->bg < 0 ? own_paper : palette(cell->bg);
	return (struct paint){ .ink = cell->reverse ? paper : ink,
			       .paper = cell->reverse ? ink : paper,
			       .bold = cell->bold,
			       .underline = cell->underline };
}

static bool
same_paint(const struct paint *a, const struct paint *b)
{
	return a->ink == b->ink && a->paper == b->paper && a->bold == b->bold &&
	       a->underline == b->underline;
}

static void
put_escaped(FILE *out, const char *text)
{
	for (; *text; text++)
		if (*text == '&' || *text == '<' || *text == '>')
			fprintf(out, "&#%d;", *text);
		else
			fputc(*text, out);
}

/* The quarters of a cell that a block fills, from the upper left, two bits a row; 0: no block. */
static int
quarters_of(const char *text)
{
	static const char *const blocks[] = { NULL, "▘", "▝", "▀", "▖", "▌", "▞", "▛",
					      "▗",  "▚", "▐", "▜", "▄", "▙", "▟", "█" };
	for (int i = 1; i < 16; i++)
		if (strncmp(text, blocks[i], 3) == 0)
			return i;
	return 0;
}

/* The eighths of a cell that a block fills from below; 0: no such block. */
static int
eighths_of(const char *text)
{
	const bool block = strncmp(text, "\xe2\x96", 2) == 0;
	const int n = block ? (unsigned char)text[2] - 0x80 : 0;
	return n < 8 ? n : 0;
}

static bool
is_block(const char *text)
{
	return quarters_of(text) != 0 || eighths_of(text) > 0;
}

/* One rectangle for each filled stretch of n halves of cells. */
static void
put_stretches(FILE *out, unsigned ink, const bool *half, int n, double y, double height,
	      int x)
{
	for (int k = 0, end; k < n; k = end + 1) {
		for (end = k; end < n && half[end]; end++)
			continue;
		if (end > k)
			fprintf(out,
				"<rect x='%d' y='%g' width='%d' height='%g' "
				"fill='#%06x'/>\n",
				x * SVG_CELL_W + k * SVG_CELL_W / 2, y,
				(end - k) * SVG_CELL_W / 2, height, ink);
	}
}

static void
put_blocks(FILE *out, const struct paint *paint, const char *text, int y, int x)
{
	bool half[2][RUN_BYTES]; /* upper and lower, two columns a cell */
	const double top = y * SVG_CELL_H, middle = SVG_CELL_H / 2.0;
	int n = 0;
	for (; *text; text += 3, n += 2) {
		const int eighths = eighths_of(text);
		if (eighths > 0)
			fprintf(out,
				"<rect x='%d' y='%g' width='%d' height='%g' "
				"fill='#%06x'/>\n",
				(x + n / 2) * SVG_CELL_W,
				top + SVG_CELL_H * (8 - eighths) / 8.0, SVG_CELL_W,
				SVG_CELL_H * eighths / 8.0, paint->ink);
		for (int bits = quarters_of(text), k = 0; k < 4; k++)
			half[k / 2][n + k % 2] = bits >> k & 1;
	}
	if (memcmp(half[0], half[1], (size_t)n) == 0) {
		put_stretches(out, paint->ink, half[0], n, top, SVG_CELL_H, x);
		return;
	}
	put_stretches(out, paint->ink, half[0], n, top, middle, x);
	put_stretches(out, paint->ink, half[1], n, top + middle, middle, x);
}

static void
put_run(FILE *out, const struct paint *paint, const char *text, int y, int x, int cells)
{
	if (text[strspn(text, " ")] == '\0')
		return;
	if (is_block(text)) {
		put_blocks(out, paint, text, y, x);
		return;
	}
	fprintf(out, "<text x='%d' y='%d' textLength='%d'%s%s", x * SVG_CELL_W,
		y * SVG_CELL_H + BASELINE, cells * SVG_CELL_W,
		paint->bold ? " font-weight='bold'" : "",
		paint->underline ? " text-decoration='underline'" : "");
	fprintf(out, " fill='#%06x'", paint->ink);
	fputc('>', out);
	put_escaped(out, text);
	fputs("</text>\n", out);
}

/* A single blank between two words of one look. */
static bool
joins_words(struct vt *v, int y, int x, int w, const struct paint *paint)
{
	if (x + 1 >= w)
		return false;
	const struct vt_cell blank = vt_cell(v, y, x), next = vt_cell(v, y, x + 1);
	const struct paint here = paint_of(&blank), there = paint_of(&next);
	return strcmp(blank.text, " ") == 0 && strcmp(next.text, " ") != 0 &&
	       same_paint(&here, paint) && same_paint(&there, paint);
}

/* The ground below the letters of a row. */
static void
put_papers(FILE *out, struct vt *v, int y, int at, int w)
{
	for (int x = 0, end; x < w; x = end) {
		const struct vt_cell first = vt_cell(v, y, x);
		const unsigned paper = paint_of(&first).paper;
		for (end = x; end < w; end++) {
			const struct vt_cell cell = vt_cell(v, y, end);
			if (paint_of(&cell).paper != paper)
				break;
		}
		if (paper != own_paper)
			fprintf(out,
				"<rect x='%d' y='%d' width='%d' height='%d' "
				"fill='#%06x'/>\n",
				x * SVG_CELL_W, at * SVG_CELL_H, (end - x) * SVG_CELL_W,
				SVG_CELL_H, paper);
	}
}

/* Runs begin where the look changes, and after a stretch of blanks. */
void
svg_put_row(FILE *out, struct vt *v, int y, int at)
{
	char text[RUN_BYTES];
	int h, w;
	vt_size(v, &h, &w);
	put_papers(out, v, y, at, w);
	for (int x = 0, cells; x < w; x += cells) {
		const struct vt_cell first = vt_cell(v, y, x);
		const struct paint paint = paint_of(&first);
		const bool blank = strcmp(first.text, " ") == 0;
		const bool block = is_block(first.text);
		size_t length = 0;
		for (cells = 0; x + cells < w; cells++) {
			const struct vt_cell cell = vt_cell(v, y, x + cells);
			const struct paint here = paint_of(&cell);
			const size_t n = strlen(cell.text);
			if (!same_paint(&here, &paint) || length + n >= sizeof text ||
			    ((strcmp(cell.text, " ") == 0) != blank &&
			     (blank || !joins_words(v, y, x + cells, w, &paint))) ||
			    is_block(cell.text) != block)
				break;
			memcpy(text + length, cell.text, n);
			length += n;
		}
		text[length] = '\0';
		put_run(out, &paint, text, at, x, cells);
	}
}

void
svg_begin(FILE *out, int h, int w)
{
	const int height = h * SVG_CELL_H + 2 * MARGIN,
		  width = w * SVG_CELL_W + 2 * MARGIN;
	fprintf(out,
		"<svg xmlns='http://www.w3.org/2000/svg' viewBox='%d %d %d %d' "
		"shape-rendering='crispEdges'>\n"
		"<rect x='%d' y='%d' width='%d' height='%d' fill='#%06x'/>\n"
		"<g font-family='DejaVu Sans Mono,Menlo,Consolas,monospace' "
		"font-size='%d'>\n",
		-MARGIN, -MARGIN, width, height, -MARGIN, -MARGIN, width, height,
		own_paper, BASELINE);
}

void
svg_end(FILE *out)
{
	fputs("</g>\n</svg>\n", out);
}

void
svg_put_screen(FILE *out, struct vt *v)
{
	int h, w;
	vt_size(v, &h, &w);
	svg_begin(out, h, w);
	for (int y = 0; y < h; y++)
		svg_put_row(out, v, y, y);
	svg_end(out);
}
