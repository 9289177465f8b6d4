/*
 * foreign.c - an engine that is asked for its options, for a form (src/core/foreign.h).
 *
 * It is started, greeted in its protocol, heard until it has told everything, and ended.
 */
#include "src/wire/foreign.h"
#include "src/base/clock.h"
#include "src/wire/option_line.h"
#include "src/wire/outside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATIENCE_US 3000000
#define WORD	    64

struct foreign {
	struct engine engine;
	const char *ready;
	int64_t since_us;
	struct option_lines told;
};

/* What plyscope sets for it, by options of its own. */
static const char *const ours[] = {
	"UCI_Variant", "USI_Variant", "Protocol", "Hash",	"USI_Hash",    "Threads",
	"USI_Threads", "MultiPV",     "Ponder",	  "USI_Ponder", "USI_MultiPV",
};

static bool
is_ours(const char *name)
{
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (strcmp(ours[i], name) == 0)
			return true;
	return false;
}

static struct foreign *
foreign_ask(const struct options *o, const struct protocol *p, struct status *st)
{
	const char *command = o->v[options_find(o, "command")].text;
	if (strcmp(command, "none") == 0) {
		status_fail(st, "expected command= with the program to ask");
		return NULL;
	}
	struct foreign *f = calloc(1, sizeof *f);
	if (f == NULL) {
		status_fail(st, "no memory left");
		return NULL;
	}
	f->ready = p->ready;
	f->since_us = clock_now_us();
	if (engine_start(&f->engine, command, st)) {
		option_lines_init(&f->told, f->engine.program);
		if (engine_say(&f->engine, st, "%s", p->key))
			return f;
		engine_end(&f->engine);
	}
	free(f);
	return NULL;
}

static struct foreign *
ask_usi(const struct options *o, struct status *st)
{
	return foreign_ask(o, &outside_usi, st);
}

static struct foreign *
ask_uci(const struct options *o, struct status *st)
{
	return foreign_ask(o, &outside_uci, st);
}

static enum foreign_told
foreign_hear(struct foreign *f, struct status *st)
{
	char *line, word[WORD];
	struct status why = { 0 };
	for (;;) {
		if (!engine_hear(&f->engine, 0, &line, &why)) {
			const char *said = engine_said(&f->engine, 0);
			status_fail(st, "%s%s%s", why.text, *said ? "; it wrote: " : "",
				    said);
			return FOREIGN_FAILED;
		}
		if (line == NULL)
			break;
		const char *at = line;
		if (engine_word(&at, word, sizeof word) && strcmp(word, f->ready) == 0) {
			engine_end(&f->engine);
			return FOREIGN_TOLD;
		}
		if (option_lines_add(&f->told, line) &&
		    is_ours(f->told.spec[f->told.count - 1].key))
			f->told.spec[--f->told.count] = (struct option_spec){ 0 };
	}
	if (clock_now_us() - f->since_us <= PATIENCE_US)
		return FOREIGN_SILENT;
	status_fail(st, "%s has not said %s within %d s", f->engine.program, f->ready,
		    PATIENCE_US / 1000000);
	return FOREIGN_FAILED;
}

static const struct option_spec *
specs(const struct foreign *f)
{
	return f->told.spec;
}

static void
close_foreign(struct foreign *f)
{
	if (f->engine.pid != 0)
		engine_end(&f->engine);
	free(f);
}

const struct foreign_ops foreign_usi = {
	.command = "command",
	.chosen = "set",
	.ask = ask_usi,
	.hear = foreign_hear,
	.specs = specs,
	.close = close_foreign,
};

const struct foreign_ops foreign_uci = {
	.command = "command",
	.chosen = "set",
	.ask = ask_uci,
	.hear = foreign_hear,
	.specs = specs,
	.close = close_foreign,
};
