/* json.c - what plyscope adds to jansson. See json.h. */
#include "src/base/json.h"

#include <math.h>

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

void
json_print(json_t *j, FILE *out)
{
	/* 15 digits: 0.333333 is not written as 0.33333299999999999. */
	json_dumpf(j, out, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
	fputc('\n', out);
	json_decref(j);
}
