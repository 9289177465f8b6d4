/*
 * asset.h - where the files that ship with plyscope are, and where the user's files go.
 *
 * Assets are looked for in $PLYSCOPE_ASSETS, then beside the program (../assets of a
 * build tree), then in the installed data directory. User files follow the XDG base
 * directories: $XDG_DATA_HOME/plyscope, $XDG_CONFIG_HOME/plyscope and
 * $XDG_STATE_HOME/plyscope.
 */
#ifndef PLYSCOPE_BASE_ASSET_H
#define PLYSCOPE_BASE_ASSET_H

#include "src/base/status.h"

#include <stddef.h>

/* Path of an asset such as "rules/GAME.txt"; false when it does not exist. */
bool asset_find(const char *name, char *path, size_t size);
/* A file that may be given by its path, or as NAME of an asset DIRECTORY/NAME.ini; false when it is
 * neither. A path with a slash is taken as it is. */
bool asset_given(const char *directory, const char *name, char *path, size_t size);
/* The names of the files NAME.ini in a directory of assets such as "lessons", sorted; at most max
 * of 64 bytes each; the count. */
int asset_names(const char *directory, char (*out)[64], int max);
/* The sentence for a missing file or directory of assets, with the place that was looked in. False. */
bool asset_missing(const char *name, struct status *st);
/* Directory of all assets; false when there is none. */
bool asset_directory(char *path, size_t size);

enum user_directory { USER_DATA, USER_CONFIG, USER_STATE };
/* Path of a file in the user's directory, which is made (mode 0700) when missing. */
bool user_path(enum user_directory kind, const char *name, char *path, size_t size,
	       struct status *st);
/* The same path without making anything; false when there is no home. */
bool user_find(enum user_directory kind, const char *name, char *path, size_t size);

#endif
