/*
 * foreign.h - the options of another program that plays here, as it says them itself.
 *
 * The program is started, asked and ended; nothing here waits. The option command= of the search has
 * its command line, of which only a trusted one is started (src/base/trust.h). What a person chooses
 * stands in the option set= as text, "Skill Level=5;Contempt=0"; "none": nothing.
 */
#ifndef PLYSCOPE_CORE_FOREIGN_H
#define PLYSCOPE_CORE_FOREIGN_H

#include "src/base/option.h"

struct foreign; /* a program that was asked */

enum foreign_told { FOREIGN_SILENT, FOREIGN_TOLD, FOREIGN_FAILED };

struct foreign_ops {
	/* Starts the program of these options and asks it; NULL: st says why not. The member is
	 * NULL, as all those below, where the program cannot be asked. */
	struct foreign *(*ask)(const struct options *o, struct status *st);
	/* Reads its answer so far, without waiting; FOREIGN_FAILED: st says why. */
	enum foreign_told (*hear)(struct foreign *f, struct status *st);
	/* Its options once they are known, at most OPTIONS_MAX, while f is open. Options that
	 * plyscope sets itself, and buttons, are left out. */
	const struct option_spec *(*specs)(const struct foreign *f);
	void (*close)(struct foreign *f); /* ends the program, frees f */
};

#endif
