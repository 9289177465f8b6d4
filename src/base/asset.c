/*
 * asset.c - where files are. See asset.h.
 *
 * A directory is ours when it contains rules/. It is looked for at run time, from the program's own
 * place upwards: assets/ in a source tree, share/plyscope/ beside the bin/ of an installed program.
 * A program of a build tree lies in build/ or build/CONFIG/, a test program two levels deeper, so
 * up to five parents are tried.
 */
#include "src/base/asset.h"

#include "src/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_ROOM 4096
#define PARENTS	  5

#define USUAL_PLACE "/usr/local/share/plyscope" /* where the program cannot find itself */

/* out = a + b; false when it does not fit. */
static bool
asset_join(char *out, size_t size, const char *a, const char *b)
{
	int n = snprintf(out, size, "%s%s", a, b);
	return n >= 0 && (size_t)n < size;
}

static bool
is_directory(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* True when `path` is a directory of assets; copies it. */
static bool
accept_assets(const char *path, char *out, size_t size)
{
	char rules[PATH_ROOM];
	return asset_join(rules, sizeof rules, path, "/rules") && is_directory(rules) &&
	       asset_join(out, size, path, "");
}

static bool
assets_beside_program(char *out, size_t size)
{
	char self[PATH_ROOM], path[PATH_ROOM];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	if (n <= 0)
		return false;
	self[n] = '\0';
	for (int i = 0; i < PARENTS; i++) {
		char *slash = strrchr(self, '/');
		if (!slash)
			return false;
		*slash = '\0';
		if (asset_join(path, sizeof path, self, "/assets") &&
		    accept_assets(path, out, size))
			return true;
		if (asset_join(path, sizeof path, self, "/share/plyscope") &&
		    accept_assets(path, out, size))
			return true;
	}
	return false;
}

bool
asset_directory(char *path, size_t size)
{
	const char *given = getenv("PLYSCOPE_ASSETS");
	if (given && *given)
		return accept_assets(given, path, size);
	return assets_beside_program(path, size) ||
	       accept_assets(USUAL_PLACE, path, size);
}

bool
asset_find(const char *name, char *path, size_t size)
{
	char directory[PATH_ROOM];
	int n = -1;
	if (asset_directory(directory, sizeof directory))
		n = snprintf(path, size, "%s/%s", directory, name);
	return n >= 0 && (size_t)n < size && !file_missing(path);
}

bool
asset_missing(const char *name, struct status *st)
{
	char directory[PATH_ROOM];
	const char *given = getenv("PLYSCOPE_ASSETS");
	if (asset_directory(directory, sizeof directory))
		return status_fail(st, "%s: missing in %s", name, directory);
	if (given != NULL && *given != '\0')
		return status_fail(st, "%s: missing in %s, which PLYSCOPE_ASSETS names",
				   name, given);
	return status_fail(st,
			   "%s: missing; neither assets/ nor share/plyscope/ is found "
			   "from the program's folder upwards, nor " USUAL_PLACE,
			   name);
}

bool
asset_given(const char *directory, const char *name, char *path, size_t size)
{
	char asset[300];
	if (strchr(name, '/') != NULL || !file_missing(name))
		return asset_join(path, size, name, "");
	const int n = snprintf(asset, sizeof asset, "%s/%s.ini", directory, name);
	return n >= 0 && (size_t)n < sizeof asset && asset_find(asset, path, size);
}

static int
asset_by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

int
asset_names(const char *directory, char (*out)[64], int max)
{
	char path[PATH_ROOM];
	int n = 0;
	if (!asset_find(directory, path, sizeof path))
		return 0;
	DIR *d = opendir(path);
	for (struct dirent *e; d != NULL && n < max && (e = readdir(d)) != NULL;) {
		const size_t k = strlen(e->d_name);
		if (k > 4 && k < 64 && e->d_name[0] != '.' &&
		    strcmp(e->d_name + k - 4, ".ini") == 0)
			snprintf(out[n++], 64, "%.*s", (int)(k - 4), e->d_name);
	}
	if (d != NULL)
		closedir(d);
	qsort(out, (size_t)n, sizeof out[0], asset_by_name);
	return n;
}

/* Makes every directory above the last component, mode 0700. */
static bool
make_parents(char *path, struct status *st)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		const int why = mkdir(path, 0700) == 0 ? 0 : errno;
		const bool made = why == 0 || why == EEXIST || is_directory(path);
		if (!made)
			status_fail(st, "%s: cannot make the directory: %s", path,
				    strerror(why));
		*slash = '/';
		if (!made)
			return false;
	}
	return true;
}

bool
user_find(enum user_directory kind, const char *name, char *path, size_t size)
{
	static const struct {
		const char *variable, *below_home;
	} places[] = {
		[USER_DATA] = { "XDG_DATA_HOME", ".local/share" },
		[USER_CONFIG] = { "XDG_CONFIG_HOME", ".config" },
		[USER_STATE] = { "XDG_STATE_HOME", ".local/state" },
	};
	const char *base = getenv(places[kind].variable), *home = getenv("HOME");
	int n = -1;
	if (base && base[0] == '/') /* the specification: relative ones are ignored */
		n = snprintf(path, size, "%s/plyscope/%s", base, name);
	else if (home && home[0] == '/')
		n = snprintf(path, size, "%s/%s/plyscope/%s", home,
			     places[kind].below_home, name);
	return n >= 0 && (size_t)n < size;
}

bool
user_path(enum user_directory kind, const char *name, char *path, size_t size,
	  struct status *st)
{
	if (!user_find(kind, name, path, size))
		return status_fail(st,
				   "%s: no place for it: HOME is not set to a directory",
				   name);
	return make_parents(path, st);
}
