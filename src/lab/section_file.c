/* section_file.c - see section_file.h. */
#include "src/lab/section_file.h"

#include "src/base/asset.h"
#include "src/base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FILE_MAX (1 << 20)

/* Where the section of this name begins in an old file, and where it ends: at the next one; both
 * are the end of the file when there is none. */
static void
find_section(const char *old, const char *section, size_t *from, size_t *to)
{
	const size_t name = strlen(section);
	size_t at = 0;
	*from = *to = strlen(old);
	for (bool found = false; old[at] != '\0'; at += old[at] == '\n') {
		const size_t n = strcspn(old + at, "\n");
		if (old[at] == '[' && found) {
			*to = at;
			return;
		}
		if (old[at] == '[' && n >= name + 2 && old[at + name + 1] == ']' &&
		    strncmp(old + at + 1, section, name) == 0) {
			*from = at;
			found = true;
		}
		at += n;
	}
}

/* A blank line, and only one, before what follows. */
static void
end_paragraph(struct text *out)
{
	while (out->length > 0 && out->s[out->length - 1] == '\n')
		out->s[--out->length] = '\0';
	text_add(out, "\n\n");
}

/* Writes the whole file beside the old one, then takes its place. */
static bool
replace_file(const char *path, const struct text *body, struct status *st)
{
	struct file_draft draft;
	if (file_begin(&draft, path, 0666) &&
	    file_finish(&draft, path,
			fwrite(body->s, 1, body->length, draft.f) == body->length))
		return true;
	return status_fail(st, "%s: %s", path, strerror(errno));
}

static bool
section_file_find_file(const char *directory, const char *key, char *path, int size,
		       struct status *st)
{
	char folder[4096], name[100];
	snprintf(name, sizeof name, "%s/%s.ini", directory, key);
	if (asset_directory(folder, sizeof folder)) {
		char room[4200];
		snprintf(room, sizeof room, "%s/%s", folder, directory);
		snprintf(path, (size_t)size, "%s/%s", folder, name);
		if (access(room, W_OK) == 0)
			return true;
	}
	return user_path(USER_DATA, name, path, (size_t)size, st);
}

bool
section_write(const char *directory, const char *key, const char *section,
	      const char *head, const struct text *body, char *path, int size,
	      struct status *st)
{
	struct text old = { 0 }, all = { 0 };
	size_t from = 0, to = 0;
	if (!section_file_find_file(directory, key, path, size, st))
		return false;
	if (text_read_file(&old, path, FILE_MAX) && old.s != NULL) {
		find_section(old.s, section, &from, &to);
		text_add_bytes(&all, old.s, from);
	} else {
		text_add(&all, "%s", head);
	}
	end_paragraph(&all);
	text_add_bytes(&all, body->s, body->length);
	if (old.s != NULL && old.s[to] != '\0') {
		end_paragraph(&all);
		text_add(&all, "%s", old.s + to);
	}
	const bool ok = replace_file(path, &all, st);
	text_free(&old);
	text_free(&all);
	return ok;
}
