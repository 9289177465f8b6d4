/* json.c - additions to jansson. See json.h. */
#include "src/base/json.h"

#include "src/base/status.h"
#include "src/base/text.h"

#include <math.h>
#include <stdlib.h>

json_t *
json_real_or_null(double x)
{
	if (!isfinite(x))
		return json_null();
	if (fabs(x) < 1e9)
		x = round(x * 1e6) / 1e6;
	return json_real(x + 0.0); /* no minus zero */
}

json_t *
json_reals(const double *x, int n)
{
	json_t *array = json_array();
	for (int i = 0; i < n; i++)
		json_array_append_new(array, json_real_or_null(x[i]));
	return array;
}

json_t *
json_text(const char *text)
{
	json_t *whole = json_string(text);
	if (whole != NULL)
		return whole;
	struct text t = { 0 };
	for (int length; *text != '\0'; text += length) {
		uint32_t ch;
		length = text_decode(text, SIZE_MAX, &ch);
		if (ch == TEXT_INVALID)
			text_add(&t, "\uFFFD");
		else
			text_add_bytes(&t, text, (size_t)length);
	}
	whole = json_string(t.s);
	text_free(&t);
	return whole;
}

/* jansson escapes only the controls below a blank. */
static void
print_escaped(const char *text, FILE *out)
{
	for (int length; *text != '\0'; text += length) {
		uint32_t ch;
		length = text_decode(text, SIZE_MAX, &ch);
		if (ch < ' ' || !text_is_command(ch))
			fwrite(text, 1, (size_t)length, out);
		else if (ch < 0x10000)
			fprintf(out, "\\u%04x", (unsigned)ch);
		else
			fprintf(out, "\\u%04x\\u%04x",
				(unsigned)(0xd800 + ((ch - 0x10000) >> 10)),
				(unsigned)(0xdc00 + (ch & 0x3ff)));
	}
}

void
json_print(json_t *j, FILE *out)
{
	/* 15 digits: 0.333333 is not written as 0.33333299999999999. */
	char *text = json_dumps(j, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
	if (text == NULL)
		BUG("not enough memory for the JSON text");
	print_escaped(text, out);
	fputc('\n', out);
	free(text);
	json_decref(j);
}
