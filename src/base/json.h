/* json.h - what plyscope adds to jansson: real numbers that are not numbers become null,
 * and one way to print. */
#ifndef PLYSCOPE_BASE_JSON_H
#define PLYSCOPE_BASE_JSON_H

#include <jansson.h>
#include <stdio.h>

/* NAN and infinities become null; rounded to 6 digits. */
json_t *json_real_or_null(double x);
json_t *json_reals(const double *x, int n);
/* As json_string(), which refuses what is no UTF-8: such bytes become U+FFFD. */
json_t *json_text(const char *text);
/* Indented, characters that a terminal obeys as \uXXXX, keys in insertion order, a newline; frees j. */
void json_print(json_t *j, FILE *out);

#endif
