/* engine_options.c - see engine_options.h. */
#include "ui/screens/engine_options.h"

#include "src/base/text.h"

#include <stdio.h>
#include <string.h>

static const char *
text_of(const struct options *o, const char *key)
{
	return o->v[options_find(o, key)].text;
}

bool
engine_options_ask(struct engine_options *e, const struct foreign_ops *ops,
		   const struct options *of, struct status *st)
{
	engine_options_close(e);
	e->ops = ops;
	snprintf(e->command, sizeof e->command, "%s", text_of(of, "command"));
	e->asked = ops->ask(of, st);
	return e->asked != NULL;
}

/* One "Name=value"; false: there is no such option, or it has no such value. */
static bool
take_choice(struct engine_options *e, char *choice)
{
	char *equals = strchr(choice, '=');
	if (equals == NULL)
		return false;
	*equals = '\0';
	const char *value = equals + 1;
	for (int i = 0; i < e->options.count; i++) {
		const struct option_spec *s = &e->options.specs[i];
		const bool on = s->kind == OPTION_SWITCH && strcmp(value, "true") == 0,
			   off = s->kind == OPTION_SWITCH && strcmp(value, "false") == 0;
		if (text_equal_fold(s->key, choice) && options_set(&e->options, s->key,
								   on	 ? "on"
								   : off ? "off"
									 : value,
								   NULL))
			return true;
	}
	*equals = '=';
	return false;
}

static void
take_choices(struct engine_options *e, const char *text)
{
	char words[OPTION_TEXT], *at = words, *choice;
	size_t used = 0;
	e->rest[0] = '\0';
	snprintf(words, sizeof words, "%s", strcmp(text, "none") == 0 ? "" : text);
	while ((choice = strtok_r(at, ";", &at)) != NULL)
		if (!take_choice(e, choice))
			used += (size_t)snprintf(e->rest + used, sizeof e->rest - used,
						 "%s%s", used > 0 ? ";" : "", choice);
}

void
engine_options_take(struct engine_options *e, const struct options *of)
{
	if (!e->known)
		return;
	options_init(&e->options, e->options.specs);
	take_choices(e, text_of(of, "set"));
}

bool
engine_options_hear(struct engine_options *e, const struct options *of, struct status *st)
{
	if (e->asked == NULL || e->known)
		return false;
	const struct option_spec *specs = NULL;
	if (!e->ops->hear(e->asked, &specs, st))
		return false;
	if (specs == NULL) {
		engine_options_close(e);
		return true;
	}
	e->known = true;
	e->options.specs = specs;
	engine_options_take(e, of);
	return true;
}

bool
engine_options_fit(const struct engine_options *e, const struct options *of)
{
	return e->asked != NULL && options_find(of, "command") >= 0 &&
	       strcmp(text_of(of, "command"), e->command) == 0;
}

bool
engine_options_put(const struct engine_options *e, struct options *of, struct status *st)
{
	struct text t = { 0 };
	text_add(&t, "%s", e->rest);
	for (int i = 0; i < e->options.count; i++) {
		char value[OPTION_TEXT + 2];
		if (options_is_default(&e->options, i))
			continue;
		options_format(&e->options, i, value, sizeof value);
		const bool a_switch = e->options.specs[i].kind == OPTION_SWITCH;
		text_add(&t, "%s%s=%s", t.length > 0 ? ";" : "", e->options.specs[i].key,
			 !a_switch		    ? value
			 : strcmp(value, "on") == 0 ? "true"
						    : "false");
	}
	const bool put = options_set(of, "set", t.length > 0 ? t.s : "none", st);
	text_free(&t);
	return put;
}

void
engine_options_close(struct engine_options *e)
{
	if (e->asked != NULL)
		e->ops->close(e->asked);
	e->asked = NULL;
	e->known = false;
	e->options.count = 0;
}
