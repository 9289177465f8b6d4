/*
 * effort.h - how hard a search has worked: the figures of a snapshot, and why it ended, each from
 * one table. Panels, reports, JSON, lessons and engines' lines draw them by their keys.
 */
#ifndef PLYSCOPE_CORE_EFFORT_H
#define PLYSCOPE_CORE_EFFORT_H

#include "src/core/stats.h"

/* Words for a stop reason. */
struct stop_words {
	const char *key;   /* in JSON: "only-move" */
	const char *brief; /* where there is little room: "one move" */
	const char *says;  /* a clause: "there is only one move" */
};
extern const struct stop_words stop_words[STOP_REASONS];

/* A figure by its key; NAN: not known. */
double effort_value(const struct snapshot *s, const char *key);
json_t *effort_json(const struct snapshot *s, const char *key);
/* Writes a line in which each {KEY} is a figure in few letters, {KEY=} in full; {KEY:5} is five
 * columns wide, {KEY:-5} begins at the left. A share that is not known is "-", a rate 0. */
void effort_format(const struct snapshot *s, const char *format, char *out, int size);
/* For the help: "figure\tmeaning" of a key. */
const char *effort_definition(const char *key);

#endif
