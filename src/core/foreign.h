/*
 * foreign.h - the options of another program that plays here, as it says them itself.
 *
 * The program is started, asked and ended; nothing here waits. What a person chooses stands in one
 * option of the search as text: "Skill Level=5;Contempt=0".
 */
#ifndef PLYSCOPE_CORE_FOREIGN_H
#define PLYSCOPE_CORE_FOREIGN_H

#include "src/base/option.h"

struct foreign; /* a program that was asked */

enum foreign_told { FOREIGN_SILENT, FOREIGN_TOLD, FOREIGN_FAILED };

struct foreign_ops {
	/* The option with the command line of the program. Only a trusted one is started
	 * (src/base/trust.h). */
	const char *command;
	/* Its own options; NULL, all those below: they cannot be asked for. */
	const char
		*chosen; /* key of the option in which the choices stand; "none": none */
	/* Starts the program of these options and asks it; NULL: st says why not. */
	struct foreign *(*ask)(const struct options *o, struct status *st);
	/* Reads its answer so far, without waiting; FOREIGN_FAILED: st says why. */
	enum foreign_told (*hear)(struct foreign *f, struct status *st);
	/* Its options once they are known, at most OPTIONS_MAX, while f is open. Options that
	 * plyscope sets itself, and buttons, are left out. */
	const struct option_spec *(*specs)(const struct foreign *f);
	void (*close)(struct foreign *f); /* ends the program, frees f */
};

/* A value as the program has it: on and off are true and false. */
static inline const char *
foreign_value(const struct option_spec *spec, const char *value)
{
	const bool on = value[0] == 'o' && value[1] == 'n';
	return spec->kind != OPTION_SWITCH ? value : on ? "true" : "false";
}

#endif
