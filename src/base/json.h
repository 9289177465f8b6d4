/* json.h - additions to jansson: NAN and infinities become null, and one way to print. */
#ifndef PLYSCOPE_BASE_JSON_H
#define PLYSCOPE_BASE_JSON_H

#include <jansson.h>
#include <stdio.h>

/* NAN and infinities become null; rounded to 6 digits. */
json_t *json_real_or_null(double x);
json_t *json_reals(const double *x, int n);
/* As json_string(), but bytes that are not UTF-8, which that refuses, become U+FFFD. */
json_t *json_text(const char *text);
/* Indented, characters that a terminal obeys as \uXXXX, keys in insertion order, a newline; frees
 * j. */
void json_print(json_t *j, FILE *out);

#endif
